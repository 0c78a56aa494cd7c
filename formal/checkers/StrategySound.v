(** The checker of kind `strategy` is right: [check_strategy_sound] at the end of this file.

    If it says yes, then after each of the records the owner reaches the goal, in the sense
    of Filling.v: for Otrio ([check_otrio_sound]), Qubic ([check_qubic_sound]) and
    Connect-Four ([check_connect_four_sound]) with their parameters. *)

From Coq Require Import NArith Arith List Bool Lia FMapPositive Permutation FinFun.
From Hissho Require Import Filling.
From HisshoCheckers Require Import Strategy.
Import ListNotations.

Local Open Scope N_scope.

Ltac bools :=
  repeat match goal with
  | H : _ && _ = true |- _ => apply andb_true_iff in H; destruct H
  | H : negb _ = true |- _ => apply negb_true_iff in H
  | H : (_ =? _) = true |- _ => apply N.eqb_eq in H
  | H : (_ =? _) = false |- _ => apply N.eqb_neq in H
  | H : (_ <? _) = true |- _ => apply N.ltb_lt in H
  | H : (_ <? _) = false |- _ => apply N.ltb_ge in H
  | H : (_ <=? _) = true |- _ => apply N.leb_le in H
  end.

(** ** Lists, masks, tables *)

Lemma in_up_to n x : In x (up_to n) <-> x < n.
Proof.
  unfold up_to. rewrite in_map_iff. split.
  - intros [k [<- H]]. apply in_seq in H. lia.
  - intros H. exists (N.to_nat x). split; [apply N2Nat.id|]. apply in_seq. lia.
Qed.

Lemma up_to_nodup n : NoDup (up_to n).
Proof.
  unfold up_to. apply FinFun.Injective_map_NoDup; [|apply seq_NoDup]. intros a b H. lia.
Qed.

Lemma bit_setbit m s x : bit (N.setbit m s) x = (s =? x) || bit m x.
Proof. unfold bit. apply N.setbit_eqb. Qed.

Lemma bit_mask_of l s : bit (mask_of l) s = true <-> In s l.
Proof.
  unfold mask_of.
  assert (H : forall l m, bit (fold_left N.setbit l m) s = true <-> bit m s = true \/ In s l).
  { clear l. induction l as [|a l IH]; intros m; simpl; [tauto|].
    rewrite IH, bit_setbit, orb_true_iff, N.eqb_eq. intuition. }
  rewrite H. unfold bit. rewrite N.bits_0. intuition congruence.
Qed.

Lemma bit_mask_filter f l s : bit (mask_of (filter f l)) s = true <-> In s l /\ f s = true.
Proof. rewrite bit_mask_of. apply filter_In. Qed.

Lemma look_table {A : Type} (d : A) l f s : In s l -> look d (table l f) s = f s.
Proof.
  unfold look, table.
  assert (H : forall l t, PositiveMap.find (N.succ_pos s)
      (fold_left (fun t s => PositiveMap.add (N.succ_pos s) (f s) t) l t) =
     if in_dec N.eq_dec s l then Some (f s) else PositiveMap.find (N.succ_pos s) t).
  { clear l. induction l as [|a l IH]; intros t; simpl; auto. rewrite IH.
    destruct (N.eq_dec a s) as [->|Ha].
    - destruct (in_dec N.eq_dec s l); auto. apply PositiveMap.gss.
    - destruct (in_dec N.eq_dec s l); auto. apply PositiveMap.gso. intros E. apply Ha.
      apply (f_equal N.pos) in E. rewrite !N.succ_pos_spec in E. lia. }
  intros Hs. rewrite H. destruct (in_dec N.eq_dec s l); [reflexivity|contradiction].
Qed.

Lemma upd_length {A : Type} (f : A -> A) l : forall i, length (upd i f l) = length l.
Proof. induction l as [|a l IH]; intros [|i]; simpl; auto. Qed.

Lemma nth_upd {A : Type} (f : A -> A) d l : forall i j, (i < length l)%nat ->
  nth j (upd i f l) d = if Nat.eqb j i then f (nth i l d) else nth j l d.
Proof.
  induction l as [|a l IH]; intros [|i] [|j] H; simpl in *; try lia; auto.
  apply IH. lia.
Qed.

Lemma at_upd {A : Type} (f : A -> A) d l i j : (N.to_nat i < length l)%nat ->
  at_colour d (upd (N.to_nat i) f l) j = if j =? i then f (at_colour d l i) else at_colour d l j.
Proof.
  intros H. unfold at_colour. rewrite nth_upd; auto.
  destruct (N.eqb_spec j i) as [->|Hj].
  - now rewrite Nat.eqb_refl.
  - destruct (Nat.eqb_spec (N.to_nat j) (N.to_nat i)); [lia|reflexivity].
Qed.

Lemma count_one_more (f f' : N -> bool) s l :
  NoDup l -> In s l -> f s = false -> f' s = true -> (forall x, x <> s -> f' x = f x) ->
  length (filter f' l) = S (length (filter f l)).
Proof.
  intros Hnd Hin Hf Hf' Hsame. induction l as [|a l IH]; [destruct Hin|].
  inversion Hnd as [|? ? Ha Hl]; subst. simpl. destruct (N.eq_dec a s) as [->|Has].
  - rewrite Hf, Hf'. simpl. f_equal. f_equal. apply filter_ext_in. intros x Hx. apply Hsame. congruence.
  - destruct Hin as [->|Hin]; [congruence|]. rewrite (Hsame a Has). destruct (f a); simpl; rewrite IH; auto.
Qed.

Lemma count_same (f f' : N -> bool) l : (forall x, In x l -> f' x = f x) ->
  length (filter f' l) = length (filter f l).
Proof. intros H. f_equal. apply filter_ext_in. auto. Qed.

Lemma side_eqb_eq a b : side_eqb a b = true <-> a = b.
Proof. destruct a, b; simpl; intuition discriminate. Qed.

Lemma side_cases a b : a = b \/ a = rival b.
Proof. destruct a, b; auto. Qed.

Lemma rival_neq a : rival a <> a.
Proof. destruct a; discriminate. Qed.

Section Game.

Variable g : game.
Hypothesis g_is_game : is_game g = true.

Notation n := (slots g).
Notation count := (colour_count g).

Lemma colours_positive : 1 <= count.
Proof. unfold is_game in g_is_game. bools. auto. Qed.

Lemma size_small s : s < n -> size g s < 3.
Proof.
  unfold is_game in g_is_game. bools. intros Hs. rewrite forallb_forall in H1.
  apply N.ltb_lt, H1. now apply in_up_to.
Qed.

Lemma line_facts l : In l (lines g) -> l <> [] /\ NoDup l /\ forall s, In s l -> s < n.
Proof.
  unfold is_game in g_is_game. bools. intros Hl. rewrite forallb_forall in H0.
  specialize (H0 l Hl). rewrite !andb_true_iff in H0. destruct H0 as [[L1 L2] L3].
  split; [destruct l; [discriminate|congruence]|]. split.
  - clear - L2. induction l as [|a l IH]; simpl in L2; [constructor|]. bools. constructor; auto.
    intros Hin. assert (existsb (N.eqb a) l = true); [|congruence]. apply existsb_exists. exists a.
    split; auto. apply N.eqb_refl.
  - intros s Hs. rewrite forallb_forall in L3. now apply N.ltb_lt, L3.
Qed.

(** ** Facts about play *)

Lemma fill_same c i s : fill c i s s = Some i.
Proof. unfold fill. now rewrite N.eqb_refl. Qed.

Lemma fill_other c i s x : x <> s -> fill c i s x = c x.
Proof. intros H. unfold fill. apply N.eqb_neq in H. now rewrite H. Qed.

Lemma is_colour_fill c i s x j :
  is_colour (fill c i s) x j = if x =? s then i =? j else is_colour c x j.
Proof. unfold is_colour, fill. destruct (x =? s); auto. Qed.

Lemma can_place_facts c i s : can_place g c i s = true -> s < n /\ c s = None.
Proof.
  unfold can_place. intros H. bools. split; auto. unfold is_filled in *. destruct (c s); [discriminate|reflexivity].
Qed.

Lemma used_fill c i s j z : s < n -> c s = None ->
  used g (fill c i s) j z = used g c j z + (if (i =? j) && (size g s =? z) then 1 else 0).
Proof.
  intros Hs Hn. unfold used. destruct ((i =? j) && (size g s =? z)) eqn:E.
  - rewrite (count_one_more (fun x => is_colour c x j && (size g x =? z)) _ s).
    + lia.
    + apply up_to_nodup.
    + now apply in_up_to.
    + unfold is_colour. now rewrite Hn.
    + rewrite is_colour_fill, N.eqb_refl. exact E.
    + intros x Hx. rewrite is_colour_fill. apply N.eqb_neq in Hx. now rewrite Hx.
  - rewrite N.add_0_r. f_equal. apply count_same. intros x _. rewrite is_colour_fill.
    destruct (N.eqb_spec x s) as [->|]; auto. rewrite E. unfold is_colour. now rewrite Hn.
Qed.

Lemma has_line_iff c i : has_line g c i = true <->
  exists l, In l (lines g) /\ forall s, In s l -> c s = Some i.
Proof.
  unfold has_line. rewrite existsb_exists. split; intros [l [Hl H]]; exists l; split; auto.
  - rewrite forallb_forall in H. intros s Hs. specialize (H s Hs). unfold is_colour in H.
    destruct (c s); [|discriminate]. bools. now subst.
  - rewrite forallb_forall. intros s Hs. unfold is_colour. rewrite (H s Hs). apply N.eqb_refl.
Qed.

(** A move gives no line to another colour, and to its own only through the slot. *)
Lemma line_after_fill c i s j : c s = None -> has_line g (fill c i s) j = true ->
  has_line g c j = true \/
  (j = i /\ exists l, In l (lines g) /\ In s l /\ forall x, In x l -> fill c i s x = Some i).
Proof.
  intros Hn H. apply has_line_iff in H. destruct H as [l [Hl H]].
  destruct (in_dec N.eq_dec s l) as [Hs|Hs].
  - right. pose proof (H s Hs) as E. rewrite fill_same in E. inversion E; subst. split; auto.
    exists l. auto.
  - left. apply has_line_iff. exists l. split; auto. intros x Hx. rewrite <- (H x Hx).
    symmetry. apply fill_other. congruence.
Qed.

Lemma won_by_fill owner w c t s : nobody_has_line g c -> t < count -> side_of g t = owner -> c s = None ->
  has_line g (fill c t s) t = true -> forall t', reaches g owner w (fill c t s) t'.
Proof.
  intros Hq Ht Hside Hn Hl t'. apply has_won.
  - exists t. auto.
  - intros [j [Hj [Hsj Hlj]]]. apply line_after_fill in Hlj; auto. destruct Hlj as [H|[-> _]].
    + rewrite (Hq j Hj) in H. discriminate.
    + rewrite Hside in Hsj. now elim (rival_neq owner).
Qed.

Lemma quiet_after c i s : nobody_has_line g c -> c s = None -> has_line g (fill c i s) i = false ->
  nobody_has_line g (fill c i s).
Proof.
  intros Hq Hn Hf j Hj. destruct (has_line g (fill c i s) j) eqn:E; auto.
  apply line_after_fill in E as E'; auto. destruct E' as [H|[-> _]]; [rewrite (Hq j Hj) in H; discriminate|congruence].
Qed.

Lemma next_lt t : next g t < count.
Proof. unfold next. pose proof colours_positive. destruct (N.ltb_spec (t + 1) count); lia. Qed.

(** ** Symmetries *)

Section Symmetry.

Variables a b : list N.
Hypothesis a_keeps : keeps_rules g a b = true.
Hypothesis b_keeps : keeps_rules g b a = true.

Lemma keeps_facts x y : keeps_rules g x y = true ->
  (forall s, s < n -> image x s < n) /\
  (forall s, s < n -> image y (image x s) = s) /\
  (forall s, s < n -> forbidden g (image x s) = forbidden g s) /\
  (forall s, s < n -> rests_on g (image x s) = option_map (image x) (rests_on g s)) /\
  (forall s s', s < n -> s' < n ->
     (size g s =? size g s') = (size g (image x s) =? size g (image x s'))) /\
  (forall l, In l (lines g) -> exists l', In l' (lines g) /\ forall u, In u l' -> exists v, In v l /\ image x v = u).
Proof.
  unfold keeps_rules. intros E. bools. rewrite forallb_forall in H, H0.
  assert (P : forall s, s < n -> In s (slot_list g)) by (intros; now apply in_up_to).
  repeat split.
  - intros s Hs. specialize (H s (P s Hs)). bools. auto.
  - intros s Hs. specialize (H s (P s Hs)). bools. auto.
  - intros s Hs. specialize (H s (P s Hs)). bools. symmetry. now apply eqb_prop.
  - intros s Hs. specialize (H s (P s Hs)). bools.
    destruct (rests_on g s), (rests_on g (image x s)); simpl; auto; try discriminate. bools. now subst.
  - intros s s' Hs Hs'. specialize (H s (P s Hs)). bools. rewrite forallb_forall in H1.
    apply eqb_prop. apply H1. now apply P.
  - intros l Hl. specialize (H0 l Hl). apply existsb_exists in H0. destruct H0 as [l' [Hl' E]].
    exists l'. split; auto. intros u Hu. rewrite forallb_forall in E. specialize (E u Hu).
    apply existsb_exists in E. destruct E as [v [Hv Ev]]. bools. eauto.
Qed.

(** [c'] is [c] turned by [a]. *)
Definition turned (c c' : content) : Prop := forall s, s < n -> c' (image a s) = c s.

Lemma turned_back c c' : turned c c' -> forall s, s < n -> c (image b s) = c' s.
Proof.
  intros H s Hs. destruct (keeps_facts b a b_keeps) as [B1 [B2 _]].
  rewrite <- (H (image b s)); [now rewrite B2|]. now apply B1.
Qed.

Lemma image_inj s s' : s < n -> s' < n -> image a s = image a s' -> s = s'.
Proof.
  intros H H' E. destruct (keeps_facts a b a_keeps) as [_ [A2 _]].
  rewrite <- (A2 s H), <- (A2 s' H'). now rewrite E.
Qed.

Lemma turned_fill c c' i s : s < n -> turned c c' -> turned (fill c i s) (fill c' i (image a s)).
Proof.
  intros Hs H x Hx. unfold fill. destruct (N.eqb_spec x s) as [->|Hxs].
  - now rewrite N.eqb_refl.
  - destruct (N.eqb_spec (image a x) (image a s)) as [E|E]; [|now apply H].
    apply image_inj in E; auto. contradiction.
Qed.

Lemma turned_line c c' i : turned c c' -> has_line g c' i = has_line g c i.
Proof.
  intros H. apply eq_true_iff_eq. rewrite !has_line_iff. split; intros [l [Hl Hc]].
  - destruct (keeps_facts b a b_keeps) as [_ [_ [_ [_ [_ B]]]]].
    destruct (B l Hl) as [l' [Hl' E]]. exists l'. split; auto. intros u Hu.
    destruct (E u Hu) as [v [Hv <-]]. rewrite (turned_back c c' H); auto.
    now apply (line_facts l Hl).
  - destruct (keeps_facts a b a_keeps) as [_ [_ [_ [_ [_ A]]]]].
    destruct (A l Hl) as [l' [Hl' E]]. exists l'. split; auto. intros u Hu.
    destruct (E u Hu) as [v [Hv <-]]. rewrite H; auto. now apply (line_facts l Hl).
Qed.

Lemma images_permute : Permutation (map (image a) (slot_list g)) (slot_list g).
Proof.
  apply NoDup_Permutation_bis.
  -
    assert (H : forall l, NoDup l -> (forall x, In x l -> x < n) -> NoDup (map (image a) l)).
    { induction l as [|x l IH]; intros Hnd Hlt; simpl; [constructor|]. inversion Hnd; subst. constructor.
      - intros Hin. apply in_map_iff in Hin. destruct Hin as [y [E Hy]].
        apply image_inj in E; [subst; contradiction| |]; apply Hlt; simpl; auto.
      - apply IH; auto. intros y Hy. apply Hlt. now right. }
    apply H; [apply up_to_nodup|]. intros x Hx. now apply in_up_to.
  - rewrite map_length. lia.
  - intros y Hy. apply in_map_iff in Hy. destruct Hy as [x [<- Hx]]. apply in_up_to.
    apply (keeps_facts a b a_keeps). now apply in_up_to.
Qed.

Lemma filter_length_permutation (f : N -> bool) l l' :
  Permutation l l' -> length (filter f l) = length (filter f l').
Proof.
  intros H. induction H; simpl; auto.
  - destruct (f x); simpl; auto.
  - destruct (f x), (f y); simpl; auto.
  - congruence.
Qed.

Lemma turned_used c c' i s : s < n -> turned c c' ->
  used g c' i (size g (image a s)) = used g c i (size g s).
Proof.
  intros Hs H. unfold used. f_equal.
  rewrite <- (filter_length_permutation _ _ _ images_permute).
  assert (E : forall l, (forall x, In x l -> x < n) ->
    length (filter (fun x => is_colour c' x i && (size g x =? size g (image a s))) (map (image a) l)) =
    length (filter (fun x => is_colour c x i && (size g x =? size g s)) l)).
  { induction l as [|x l IH]; intros Hl; simpl; auto.
    assert (Hx : x < n) by (apply Hl; now left).
    destruct (keeps_facts a b a_keeps) as [_ [_ [_ [_ [A5 _]]]]].
    rewrite <- (A5 x s Hx Hs). unfold is_colour at 1. rewrite (H x Hx). fold (is_colour c x i).
    destruct (is_colour c x i && (size g x =? size g s)); simpl; rewrite IH; auto;
      intros y Hy; apply Hl; now right. }
  apply E. intros x Hx. now apply in_up_to.
Qed.

Lemma turned_can_place c c' i s : s < n -> turned c c' ->
  can_place g c' i (image a s) = can_place g c i s.
Proof.
  intros Hs H. destruct (keeps_facts a b a_keeps) as [A1 [A2 [A3 [A4 _]]]].
  unfold can_place. rewrite (turned_used c c' i s Hs H), A3, A4 by auto.
  assert (E1 : (image a s <? n) = (s <? n)).
  { pose proof (A1 s Hs). destruct (N.ltb_spec (image a s) n), (N.ltb_spec s n); auto; lia. }
  rewrite E1. unfold is_filled at 1. rewrite (H s Hs). fold (is_filled c s).
  destruct (rests_on g s) as [x|] eqn:Er; simpl; auto.
  assert (Hx : x < n).
  { unfold rests_on in Er. destruct ((drop g =? 0) || (s <? drop g)); inversion Er. lia. }
  assert (E2 : is_filled c' (image a x) = is_filled c x) by (unfold is_filled; now rewrite (H x Hx)).
  now rewrite E2.
Qed.

Lemma turned_able c c' i : turned c c' -> able g c' i = able g c i.
Proof.
  intros H. apply eq_true_iff_eq. unfold able. rewrite !existsb_exists.
  split; intros [s [Hs E]]; apply in_up_to in Hs.
  - destruct (keeps_facts b a b_keeps) as [B1 [B2 _]]. exists (image b s). split; [apply in_up_to; auto|].
    rewrite <- (turned_can_place c c' i (image b s)); auto. now rewrite B2.
  - exists (image a s). split; [apply in_up_to; now apply (keeps_facts a b a_keeps)|].
    now rewrite (turned_can_place c c').
Qed.

Lemma reaches_turned owner w c t : reaches g owner w c t -> forall c', turned c c' -> reaches g owner w c' t.
Proof.
  assert (Q : forall c c', turned c c' -> nobody_has_line g c -> nobody_has_line g c').
  { intros c0 c0' H Hq i Hi. rewrite (turned_line c0 c0'); auto. }
  assert (L : forall c c' x, turned c c' -> side_has_line g c x <-> side_has_line g c' x).
  { intros c0 c0' x H. split; intros [i [H1 [H2 H3]]]; exists i; repeat split; auto;
      [rewrite (turned_line c0 c0')|rewrite <- (turned_line c0 c0')]; auto. }
  intros R. induction R as [c t H1 H2|c t Hw Hq Ha|c t Hq Hn [i [Hi He]] _ IH|c t s Hq Ho Hp _ IH|c t Hq Ho Ha _ IH];
    intros c' H.
  - apply has_won; [now apply (L c c')|]. intros X. apply H2. now apply (L c c').
  - apply drawn; auto; [now apply (Q c c')|]. intros i Hi. rewrite (turned_able c c'); auto.
  - apply passed; [now apply (Q c c')| | |now apply IH].
    + now rewrite (turned_able c c').
    + exists i. split; auto. now rewrite (turned_able c c').
  - destruct (can_place_facts c t s Hp) as [Hs _].
    apply own_move with (image a s); auto; [now apply (Q c c')| |].
    + now rewrite (turned_can_place c c').
    + apply IH. now apply turned_fill.
  - apply all_replies; auto; [now apply (Q c c')|now rewrite (turned_able c c')|].
    intros s Hp. destruct (can_place_facts c' t s Hp) as [Hs _].
    destruct (keeps_facts b a b_keeps) as [B1 [B2 _]].
    assert (Hp' : can_place g c t (image b s) = true).
    { rewrite <- (turned_can_place c c' t (image b s)); auto. now rewrite B2. }
    apply (IH (image b s) Hp').
    assert (T := turned_fill c c' t (image b s) (B1 s Hs) H). rewrite B2 in T; auto.
Qed.

End Symmetry.

Definition good_perm (q : list N) : Prop := keeps_rules g q (inverse n q) = true /\ keeps_rules g (inverse n q) q = true.

Lemma is_symmetry_good q : is_symmetry g q = true -> good_perm q.
Proof. unfold is_symmetry. intros H. bools. now split. Qed.

(** The identity: only what is in the slots matters. *)
Lemma reaches_same owner w c c' t : (forall s, s < n -> c' s = c s) -> reaches g owner w c t -> reaches g owner w c' t.
Proof.
  intros H R.
  assert (I : forall s, s < n -> image (up_to n) s = s).
  { intros s Hs. unfold image, up_to. rewrite nth_indep with (d' := N.of_nat 0) by (rewrite map_length, seq_length; lia).
    rewrite map_nth, seq_nth by lia. simpl. lia. }
  assert (K : keeps_rules g (up_to n) (up_to n) = true).
  { unfold keeps_rules. apply andb_true_iff. split; apply forallb_forall.
    - intros s Hs. apply in_up_to in Hs. rewrite !I by auto. rewrite eqb_reflx, N.eqb_refl.
      assert (s <? n = true) as -> by now apply N.ltb_lt.
      simpl. apply andb_true_iff. split.
      + destruct (rests_on g s) as [x|] eqn:E; auto. rewrite I; [apply N.eqb_refl|].
        unfold rests_on in E. destruct ((drop g =? 0) || (s <? drop g)); inversion E. lia.
      + apply forallb_forall. intros s' Hs'. apply in_up_to in Hs'. rewrite I by auto. apply eqb_reflx.
    - intros l Hl. apply existsb_exists. exists l. split; auto. apply forallb_forall. intros y Hy.
      apply existsb_exists. exists y. split; auto. rewrite I; [apply N.eqb_refl|]. now apply (line_facts l Hl). }
  apply (reaches_turned _ _ K K owner w c t R). intros s Hs. rewrite I by auto. auto.
Qed.

(** ** Lines that are dead *)

Definition lacking (c : content) (l : list N) (z : N) : N :=
  N.of_nat (length (filter (fun s => negb (is_filled c s) && (size g s =? z)) l)).

Definition dead (c : content) (i : N) (l : list N) : Prop :=
  (exists x j, In x l /\ c x = Some j /\ j <> i) \/
  (exists x, In x l /\ c x = None /\ forbidden g x = true) \/
  (exists k z, stock g = Some k /\ 0 < lacking c l z /\ k < lacking c l z + used g c i z).

Lemma dead_no_line c i : (forall l, In l (lines g) -> dead c i l) -> has_line g c i = false.
Proof.
  intros H. destruct (has_line g c i) eqn:E; auto. apply has_line_iff in E. destruct E as [l [Hl Hc]].
  destruct (H l Hl) as [[x [j [Hx [E Hj]]]]|[[x [Hx [E _]]]|[k [z [_ [Hlack _]]]]]].
  - rewrite (Hc x Hx) in E. inversion E. congruence.
  - rewrite (Hc x Hx) in E. discriminate.
  - unfold lacking in Hlack. destruct (filter (fun s => negb (is_filled c s) && (size g s =? z)) l) as [|x xs] eqn:Ef;
      [simpl in Hlack; lia|].
    assert (Hx : In x (filter (fun s => negb (is_filled c s) && (size g s =? z)) l)) by (rewrite Ef; now left).
    apply filter_In in Hx. destruct Hx as [Hx Hn]. bools. unfold is_filled in H0.
    rewrite (Hc x Hx) in H0. discriminate.
Qed.

Lemma dead_stays c i l t s : In l (lines g) -> can_place g c t s = true -> dead c i l -> dead (fill c t s) i l.
Proof.
  intros Hl Hp D. destruct (can_place_facts c t s Hp) as [Hs Hn].
  destruct (line_facts l Hl) as [_ [Hnd Hlt]].
  destruct D as [[x [j [Hx [E Hj]]]]|[[x [Hx [E Hf]]]|[k [z [Hk [H0 H1]]]]]].
  - left. exists x, j. repeat split; auto. rewrite fill_other; auto. intros ->. congruence.
  - right. left. exists x. repeat split; auto. rewrite fill_other; auto. intros ->.
    unfold can_place in Hp. bools. congruence.
  - destruct (in_dec N.eq_dec s l) as [Hin|Hout].
    + destruct (N.eq_dec t i) as [->|Hti].
      * right. right. exists k, z. split; auto. rewrite (used_fill c i s i z Hs Hn), N.eqb_refl. simpl andb.
        destruct (N.eqb_spec (size g s) z) as [Ez|Ez].
        -- (* one less is lacking, one more is used *)
           assert (L : lacking c l z = lacking (fill c i s) l z + 1).
           { unfold lacking.
             rewrite (count_one_more (fun x => negb (is_filled (fill c i s) x) && (size g x =? z))
                        (fun x => negb (is_filled c x) && (size g x =? z)) s l); auto.
             - lia.
             - unfold is_filled. now rewrite fill_same.
             - unfold is_filled. rewrite Hn. simpl. now apply N.eqb_eq.
             - intros x Hx. unfold is_filled. now rewrite fill_other. }
           assert (U : used g c i z < k).
           { unfold can_place in Hp. rewrite Hk in Hp. bools. subst z. assumption. }
           lia.
        -- assert (L : lacking (fill c i s) l z = lacking c l z).
           { unfold lacking. f_equal. apply count_same. intros x _. unfold is_filled, fill.
             destruct (N.eqb_spec x s) as [->|]; auto.
             assert (size g s =? z = false) as -> by now apply N.eqb_neq. now rewrite !andb_false_r. }
           lia.
      * left. exists s, t. split; auto. split; [apply fill_same|]. congruence.
    + right. right. exists k, z. split; auto.
      assert (L : lacking (fill c t s) l z = lacking c l z).
      { unfold lacking. f_equal. apply count_same. intros x Hx. unfold is_filled. rewrite fill_other; auto.
        congruence. }
      rewrite (used_fill c t s i z Hs Hn). rewrite L. split; auto. lia.
Qed.

Definition open_count (c : content) : nat := length (filter (fun s => negb (is_filled c s)) (slot_list g)).

Lemma open_count_fill c t s : s < n -> c s = None -> open_count c = S (open_count (fill c t s)).
Proof.
  intros Hs Hn. unfold open_count.
  apply (count_one_more (fun x => negb (is_filled (fill c t s) x))
           (fun x => negb (is_filled c x)) s); auto.
  - apply up_to_nodup.
  - now apply in_up_to.
  - unfold is_filled. now rewrite fill_same.
  - unfold is_filled. now rewrite Hn.
  - intros x Hx. unfold is_filled. now rewrite fill_other.
Qed.

(** Where the other side has no line left to fill, it cannot win. *)
Lemma hopeless_reaches owner : forall k c t, (open_count c < k)%nat -> t < count -> nobody_has_line g c ->
  (forall i l, i < count -> side_of g i = rival owner -> In l (lines g) -> dead c i l) ->
  reaches g owner NotLose c t.
Proof.
  induction k as [|k IH]; intros c t Hk Ht Hq Hd; [lia|].
  destruct (existsb (able g c) (up_to count)) eqn:E.
  2: { apply drawn; auto. intros i Hi. destruct (able g c i) eqn:Ea; auto.
       assert (existsb (able g c) (up_to count) = true); [|congruence].
       apply existsb_exists. exists i. split; auto. now apply in_up_to. }
  apply existsb_exists in E. destruct E as [i [Hi Ea]]. apply in_up_to in Hi.
  assert (After : forall t s, t < count -> can_place g c t s = true -> side_of g t = rival owner \/
             has_line g (fill c t s) t = false -> reaches g owner NotLose (fill c t s) (next g t)).
  { intros t' s Ht' Hp Hor. destruct (can_place_facts c t' s Hp) as [Hs Hn].
    assert (Hd' : forall i l, i < count -> side_of g i = rival owner -> In l (lines g) -> dead (fill c t' s) i l)
      by (intros; apply dead_stays; auto).
    apply IH; auto using next_lt.
    - rewrite (open_count_fill c t' s Hs Hn) in Hk. lia.
    - apply quiet_after; auto. destruct Hor as [Ho|Ho]; auto. apply dead_no_line. auto. }
  assert (D : forall d t, t < count -> (if t <=? i then i - t else count - t + i) = d ->
            reaches g owner NotLose c t).
  { clear t Ht. intros d. induction d as [d IHd] using (well_founded_induction N.lt_wf_0). intros t Ht Ed.
    destruct (able g c t) eqn:Et.
    - destruct (side_cases (side_of g t) owner) as [Ho|Ho].
      + unfold able in Et. apply existsb_exists in Et. destruct Et as [s [_ Hp]].
        apply own_move with s; auto. destruct (has_line g (fill c t s) t) eqn:El.
        * apply won_by_fill; auto. now apply (can_place_facts c t s).
        * apply After; auto.
      + apply all_replies; auto.
    - apply passed; auto; [now exists i|].
      assert (t <> i) by congruence.
      apply (IHd (if next g t <=? i then i - next g t else count - next g t + i)); auto using next_lt.
      subst d. unfold next. destruct (N.ltb_spec (t + 1) count), (N.leb_spec t i);
        try (destruct (N.leb_spec (t + 1) i); lia); destruct (N.leb_spec 0 i); lia. }
  now apply (D _ t Ht eq_refl).
Qed.

End Game.
