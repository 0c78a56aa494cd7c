(** The checker of kind `strategy` is right: [check_strategy_sound] at the end of this file.

    If it says yes, then after each of the records the owner reaches the goal, in the sense
    of Filling.v: for Otrio ([check_otrio_sound]), Qubic ([check_qubic_sound]) and
    Connect-Four ([check_connect_four_sound]) with their parameters. *)

From Coq Require Import NArith Arith List Bool Lia FMapPositive Permutation FinFun.
From Hissho Require Import Filling.
From HisshoCheckers Require Import Strategy Tactics.
Import ListNotations.

Local Open Scope N_scope.

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

(** ** The state of the walk stands for a position *)

Section Walk.

Variable perms : list (list N).
Hypothesis perms_good : forall q, In q perms -> good_perm q.

Let p := make_plan g perms.

Definition image_of (c : content) (q img : list N) : Prop :=
  length img = length (sides g) /\
  forall s i, s < n -> i < count -> bit (at_colour 0 img i) (image q s) = is_colour c s i.

Record inv (st : state) (c : content) : Prop := {
  inv_masks_length : length (masks st) = length (sides g);
  inv_uses_length : length (uses st) = length (sides g);
  inv_masks : forall s i, s < n -> i < count -> bit (mask_at st i) s = is_colour c s i;
  inv_full : forall s, s < n -> bit (full st) s = is_filled c s;
  inv_uses : forall i z, i < count -> z < 3 -> use_of z (uses_at st i) = used g c i z;
  inv_coloured : forall s i, s < n -> c s = Some i -> i < count;
  inv_images : Forall2 (image_of c) perms (sync p st) }.

Lemma colour_index i : i < count -> (N.to_nat i < length (sides g))%nat.
Proof. unfold colour_count. lia. Qed.

Lemma at_constant {A B : Type} (d : A) (l : list B) i : at_colour d (map (fun _ => d) l) i = d.
Proof.
  unfold at_colour. generalize (N.to_nat i). induction l as [|b l IH]; intros [|k]; simpl; auto.
Qed.

Lemma blank_inv : inv (blank g (length perms)) empty_board.
Proof.
  assert (E0 : forall i z, used g empty_board i z = 0).
  { intros i z. unfold used. induction (slot_list g) as [|x l IH]; simpl; auto. }
  split; simpl.
  - apply map_length.
  - apply map_length.
  - intros s i Hs Hi. unfold mask_at. simpl. rewrite at_constant. reflexivity.
  - intros s Hs. reflexivity.
  - intros i z Hi Hz. unfold uses_at. simpl. rewrite at_constant, E0. simpl.
    destruct (z =? 0), (z =? 1); reflexivity.
  - intros s i Hs E. discriminate.
  - unfold sync. simpl. clear perms_good p. induction perms as [|q l IH]; simpl; constructor; auto.
    split; [apply map_length|]. intros s i _ _. rewrite at_constant. reflexivity.
Qed.

Lemma good_image_inj q : good_perm q -> forall s s', s < n -> s' < n -> image q s = image q s' -> s = s'.
Proof. intros [K1 K2]. apply (image_inj q (inverse n q)); auto. Qed.

Lemma add_images_inv c i s : s < n -> c s = None -> i < count ->
  forall qs imgs, (forall q, In q qs -> good_perm q) -> Forall2 (image_of c) qs imgs ->
  Forall2 (image_of (fill c i s)) qs (add_images i imgs (map (fun q => image q s) qs)).
Proof.
  intros Hs Hn Hi. induction qs as [|q qs IH]; intros imgs Hq H; inversion H; subst; simpl; constructor.
  - destruct H2 as [L1 L2]. split; [now rewrite upd_length|]. intros x j Hx Hj.
    rewrite at_upd by (rewrite L1; now apply colour_index).
    rewrite is_colour_fill. destruct (N.eqb_spec j i) as [->|Hji].
    + rewrite bit_setbit, L2 by auto. destruct (N.eqb_spec x s) as [->|Hxs].
      * rewrite !N.eqb_refl. reflexivity.
      * destruct (N.eqb_spec (image q s) (image q x)) as [E|E]; auto.
        apply (good_image_inj q) in E; auto; [congruence|]. apply Hq. now left.
    + rewrite L2 by auto. destruct (N.eqb_spec x s) as [->|Hxs]; auto.
      unfold is_colour. rewrite Hn. symmetry. apply N.eqb_neq. congruence.
  - apply IH; auto. intros q' Hq'. apply Hq. now right.
Qed.

Lemma add_piece_inv st c i s : inv st c -> s < n -> c s = None -> i < count ->
  inv (add_piece g st i s) (fill c i s).
Proof.
  intros I Hs Hn Hi. destruct I as [I1 I2 I3 I4 I5 I6 I7]. split; simpl.
  - now rewrite upd_length.
  - now rewrite upd_length.
  - intros x j Hx Hj. unfold mask_at. simpl. rewrite at_upd by (rewrite I1; now apply colour_index).
    rewrite is_colour_fill. destruct (N.eqb_spec j i) as [->|Hji].
    + rewrite bit_setbit. fold (mask_at st i). rewrite I3 by auto.
      destruct (N.eqb_spec s x) as [->|Hsx].
      * rewrite !N.eqb_refl. reflexivity.
      * destruct (N.eqb_spec x s); [congruence|reflexivity].
    + fold (mask_at st j). rewrite I3 by auto. destruct (N.eqb_spec x s) as [->|Hxs]; auto.
      unfold is_colour. rewrite Hn. symmetry. apply N.eqb_neq. congruence.
  - intros x Hx. rewrite bit_setbit, I4 by auto. unfold is_filled, fill.
    rewrite (N.eqb_sym s x). now destruct (x =? s).
  - intros j z Hj Hz. unfold uses_at. simpl. rewrite at_upd by (rewrite I2; now apply colour_index).
    rewrite used_fill by auto. rewrite <- (I5 j z) by auto. unfold uses_at.
    rewrite (N.eqb_sym i j). destruct (N.eqb_spec j i) as [->|Hji]; simpl; [|lia].
    pose proof (size_small s Hs) as Hsz. destruct (at_colour (0, 0, 0) (uses st) i) as [[a b] c'].
    assert (size g s = 0 \/ size g s = 1 \/ size g s = 2) as [E|[E|E]] by lia; rewrite E; simpl;
      assert (z = 0 \/ z = 1 \/ z = 2) as [->|[->| ->]] by lia; simpl; lia.
  - intros x j Hx E. unfold fill in E. destruct (x =? s); [inversion E; now subst|]. now apply (I6 x).
  - unfold sync. simpl. fold (sync p st). unfold p, make_plan. cbn [targets].
    rewrite look_table by now apply in_up_to. now apply add_images_inv.
Qed.

(** ** Moves and lines, seen in the masks *)

Lemma bit_lor a b s : bit (N.lor a b) s = bit a s || bit b s.
Proof. apply N.lor_spec. Qed.
Lemma bit_land a b s : bit (N.land a b) s = bit a s && bit b s.
Proof. apply N.land_spec. Qed.
Lemma bit_ldiff a b s : bit (N.ldiff a b) s = bit a s && negb (bit b s).
Proof. apply N.ldiff_spec. Qed.

Lemma bit_filter f s : s < n -> bit (mask_of (filter f (slot_list g))) s = f s.
Proof.
  intros Hs. apply eq_true_iff_eq. rewrite bit_mask_filter. split; [tauto|]. intros H. split; auto.
  now apply in_up_to.
Qed.

Lemma bit_filter_out f s : n <= s -> bit (mask_of (filter f (slot_list g))) s = false.
Proof.
  intros Hs. apply not_true_is_false. rewrite bit_mask_filter. intros [H _]. apply in_up_to in H. lia.
Qed.

Lemma bit_shiftl a k s : bit (N.shiftl a k) s = negb (s <? k) && bit a (s - k).
Proof.
  unfold bit. destruct (N.ltb_spec s k); simpl.
  - now apply N.shiftl_spec_low.
  - now apply N.shiftl_spec_high'.
Qed.

Lemma moves_of_spec st c i s : inv st c -> i < count -> bit (moves_of g p st i) s = can_place g c i s.
Proof.
  intros I Hi. destruct (N.lt_ge_cases s n) as [Hs|Hs].
  2: { assert (can_place g c i s = false) as ->.
       { unfold can_place. assert (s <? n = false) as -> by now apply N.ltb_ge. reflexivity. }
       assert (F : forall y, bit (N.ldiff (open_slots p) y) s = false).
       { intros y. rewrite bit_ldiff. unfold p, make_plan. cbn [open_slots]. now rewrite bit_filter_out. }
       unfold moves_of. destruct (stock g); [destruct (uses_at st i) as [[? ?] ?], (size_slots p) as [[? ?] ?]|];
         destruct (drop g =? 0); rewrite ?bit_land, F; reflexivity. }
  unfold can_place. assert (s <? n = true) as -> by now apply N.ltb_lt. simpl andb at 1.
  set (free1 := N.ldiff (open_slots p) (full st)).
  assert (F1 : bit free1 s = negb (is_filled c s) && negb (forbidden g s)).
  { unfold free1. rewrite bit_ldiff, (inv_full _ _ I) by auto. unfold p, make_plan. cbn [open_slots].
    rewrite bit_filter by auto. apply andb_comm. }
  set (free2 := if drop g =? 0 then free1 else
     N.land free1 (N.lor (ground p) (N.shiftl (N.land (full st) (bearing p)) (drop g)))).
  assert (F2 : bit free2 s = negb (is_filled c s) && negb (forbidden g s) &&
     match rests_on g s with Some below => is_filled c below | None => true end).
  { unfold free2. destruct (N.eqb_spec (drop g) 0) as [E|E].
    - rewrite F1. unfold rests_on. rewrite E. simpl. now rewrite andb_true_r.
    - rewrite bit_land, F1. f_equal. rewrite bit_lor, bit_shiftl, bit_land. unfold p, make_plan. cbn [ground bearing].
      rewrite bit_filter by auto. unfold rests_on.
      assert (drop g =? 0 = false) as -> by now apply N.eqb_neq. simpl orb.
      destruct (N.ltb_spec s (drop g)) as [Hd|Hd]; simpl; auto.
      rewrite (inv_full _ _ I) by lia. rewrite bit_filter by lia.
      assert (s - drop g + drop g <? n = true) as -> by (apply N.ltb_lt; lia). now rewrite andb_true_r. }
  unfold moves_of. fold free1. fold free2. destruct (stock g) as [k|]; [|rewrite F2; now rewrite andb_true_r].
  rewrite <- F2. rewrite <- (inv_uses _ _ I i (size g s) Hi (size_small s Hs)).
  destruct (uses_at st i) as [[a b] d]. unfold p, make_plan. cbn [size_slots].
  rewrite bit_land, !bit_lor. f_equal.
  assert (Z : forall (v : bool) z, bit (if v then mask_of (filter (fun s => size g s =? z) (slot_list g)) else 0) s =
     v && (size g s =? z)).
  { intros [|] z; [now rewrite bit_filter|reflexivity]. }
  rewrite !Z. unfold use_of. pose proof (size_small s Hs).
  assert (size g s = 0 \/ size g s = 1 \/ size g s = 2) as [E|[E|E]] by lia; rewrite E; simpl;
    rewrite ?andb_true_r, ?andb_false_r, ?orb_false_r; auto.
Qed.

Lemma nonzero_bit m : m <> 0 -> exists s, bit m s = true.
Proof. intros H. exists (N.log2 m). now apply N.bit_log2. Qed.

Lemma able_iff st c i : inv st c -> i < count -> able g c i = negb (moves_of g p st i =? 0).
Proof.
  intros I Hi. apply eq_true_iff_eq. unfold able. rewrite existsb_exists, negb_true_iff, N.eqb_neq. split.
  - intros [s [_ H]] E. rewrite <- (moves_of_spec st c i s I Hi), E in H. unfold bit in H.
    rewrite N.bits_0 in H. discriminate.
  - intros H. destruct (nonzero_bit _ H) as [s Hs]. rewrite (moves_of_spec st c i s I Hi) in Hs.
    exists s. split; auto. apply in_up_to. now apply (can_place_facts c i s).
Qed.

Lemma land_all m l : N.land m l = l <-> forall x, bit l x = true -> bit m x = true.
Proof.
  split.
  - intros E x Hx. rewrite <- E, bit_land in Hx. now bools.
  - intros H. apply N.bits_inj. intros x. rewrite N.land_spec.
    destruct (N.testbit l x) eqn:E; [|apply andb_false_r]. unfold bit in H. now rewrite (H x E).
Qed.

Lemma completes_iff c t m s : s < n -> (forall x, x < n -> bit m x = is_colour c x t) ->
  completes p m s = true <-> exists l, In l (lines g) /\ In s l /\ forall x, In x l -> c x = Some t.
Proof.
  intros Hs Hm. unfold completes, p, make_plan. cbn [lines_through].
  rewrite look_table by now apply in_up_to. rewrite existsb_exists. split.
  - intros [lm [Hin E]]. apply in_map_iff in Hin. destruct Hin as [l [<- Hl]]. apply filter_In in Hl.
    destruct Hl as [Hl Hsl]. exists l. split; auto. split.
    + apply existsb_exists in Hsl. destruct Hsl as [y [Hy Ey]]. bools. now subst.
    + intros x Hx. bools. rewrite land_all in E. specialize (E x (proj2 (bit_mask_of l x) Hx)).
      rewrite Hm in E by now apply (line_facts l Hl). unfold is_colour in E. destruct (c x); [|discriminate].
      bools. now subst.
  - intros [l [Hl [Hsl H]]]. exists (mask_of l). split.
    + apply in_map. apply filter_In. split; auto. apply existsb_exists. exists s. split; auto. apply N.eqb_refl.
    + apply N.eqb_eq. apply land_all. intros x Hx. apply bit_mask_of in Hx.
      rewrite Hm by now apply (line_facts l Hl). unfold is_colour. rewrite (H x Hx). apply N.eqb_refl.
Qed.

(** Playing [s]: the masks tell whether a line is complete. *)
Lemma completes_fill st c t s : inv st c -> t < count -> s < n -> c s = None -> nobody_has_line g c ->
  completes p (mask_at (add_piece g st t s) t) s = has_line g (fill c t s) t.
Proof.
  intros I Ht Hs Hn Hq. apply eq_true_iff_eq.
  pose proof (add_piece_inv st c t s I Hs Hn Ht) as I'.
  rewrite (completes_iff (fill c t s) t _ s Hs (fun x Hx => inv_masks _ _ I' x t Hx Ht)).
  rewrite has_line_iff. split.
  - intros [l [H1 [_ H2]]]. eauto.
  - intros [l [H1 H2]]. destruct (in_dec N.eq_dec s l) as [Hin|Hout]; [eauto|].
    exfalso. assert (has_line g c t = true); [|rewrite (Hq t Ht) in H; discriminate].
    apply has_line_iff. exists l. split; auto. intros x Hx. rewrite <- (H2 x Hx). symmetry.
    apply fill_other. congruence.
Qed.

Lemma dead_line_sound st c i l : inv st c -> i < count -> In l (lines g) ->
  dead_line g p st i (mask_of l, l) = true -> dead c i l.
Proof.
  intros I Hi Hl E. destruct (line_facts l Hl) as [_ [_ Hlt]].
  unfold dead_line in E. cbn [fst snd] in E. rewrite !orb_true_iff in E. destruct E as [[E|E]|E].
  - bools. apply nonzero_bit in E. destruct E as [x Hx]. rewrite bit_land, bit_ldiff in Hx. bools.
    apply bit_mask_of in H. left. specialize (Hlt x H).
    rewrite (inv_full _ _ I) in H0 by auto. rewrite (inv_masks _ _ I) in H1 by auto.
    unfold is_filled in H0. unfold is_colour in H1. destruct (c x) as [j|] eqn:Ec; [|discriminate].
    exists x, j. repeat split; auto. bools. auto.
  - bools. apply nonzero_bit in E. destruct E as [x Hx]. rewrite bit_land, bit_ldiff in Hx. bools.
    apply bit_mask_of in H. specialize (Hlt x H).
    rewrite (inv_full _ _ I) in H1 by auto. unfold p, make_plan in H0. cbn [closed_slots] in H0.
    rewrite bit_filter in H0 by auto. right. left. exists x. repeat split; auto.
    unfold is_filled in H1. destruct (c x); [discriminate|reflexivity].
  - destruct (stock g) as [k|] eqn:Ek; [|discriminate]. apply existsb_exists in E.
    destruct E as [z [Hz E]]. bools. right. right. exists k, z. split; auto.
    assert (Hz3 : z < 3) by (simpl in Hz; lia).
    rewrite (inv_uses _ _ I i z Hi Hz3) in H0.
    assert (L : N.of_nat (length (filter (fun s => negb (bit (full st) s) && (size g s =? z)) l)) = lacking c l z).
    { unfold lacking. f_equal. apply count_same. intros x Hx. now rewrite (inv_full _ _ I) by auto. }
    rewrite L in *. auto.
Qed.

Lemma hopeless_sound st c a : inv st c -> hopeless g p st a = true ->
  forall i l, i < count -> side_of g i = a -> In l (lines g) -> dead c i l.
Proof.
  intros I E i l Hi Ha Hl. unfold hopeless in E. rewrite forallb_forall in E.
  specialize (E i (proj2 (in_up_to _ _) Hi)). apply orb_true_iff in E. destruct E as [E|E].
  - bools. apply side_eqb_eq in Ha. congruence.
  - rewrite forallb_forall in E. apply (dead_line_sound st c i l I Hi Hl). apply E.
    unfold p, make_plan. cbn [line_seq]. apply in_map_iff. exists l. auto.
Qed.

Lemma mover_sound owner w st c : inv st c -> nobody_has_line g c -> forall fuel t t' m, t < count ->
  mover g p fuel st t = Some (t', m) ->
  t' < count /\ m = moves_of g p st t' /\ able g c t' = true /\
  (reaches g owner w c t' -> reaches g owner w c t).
Proof.
  intros I Hq. induction fuel as [|fuel IH]; intros t t' m Ht E; simpl in E;
    destruct (negb (moves_of g p st t =? 0)) eqn:Em.
  - inversion E; subst. repeat split; auto. now rewrite (able_iff st c t' I Ht).
  - discriminate.
  - inversion E; subst. repeat split; auto. now rewrite (able_iff st c t' I Ht).
  - destruct (IH (next g t) t' m (next_lt t) E) as [H1 [H2 [H3 H4]]]. repeat split; auto.
    intros R. apply passed; eauto. now rewrite (able_iff st c t I Ht).
Qed.

(** ** Positions met before *)

Definition content_of (key : list N) : content :=
  fun s => find (fun i => bit (at_colour 0 key i) s) (up_to count).

Lemma content_of_spec c key s y : (forall i, i < count -> bit (at_colour 0 key i) y = is_colour c s i) ->
  (forall i, c s = Some i -> i < count) -> content_of key y = c s.
Proof.
  intros H Hc. unfold content_of.
  destruct (find (fun i => bit (at_colour 0 key i) y) (up_to count)) as [i|] eqn:E.
  - apply find_some in E. destruct E as [Hin E]. apply in_up_to in Hin. rewrite H in E by auto.
    unfold is_colour in E. destruct (c s); [|discriminate]. bools. now subst.
  - destruct (c s) as [i|] eqn:Ec; auto.
    pose proof (find_none _ _ E i (proj2 (in_up_to _ _) (Hc i eq_refl))) as X. simpl in X.
    rewrite H in X by auto. unfold is_colour in X. rewrite Ec, N.eqb_refl in X. discriminate.
Qed.

Lemma least_in l : forall best, least best l = best \/ In (least best l) l.
Proof.
  induction l as [|a l IH]; intros best; simpl; auto.
  destruct (IH (if key_ltb a best then a else best)) as [E|E]; auto.
  rewrite E. destruct (key_ltb a best); auto.
Qed.

Lemma Forall2_in_right {A B : Type} (R : A -> B -> Prop) l l' b : Forall2 R l l' -> In b l' -> exists a, In a l /\ R a b.
Proof.
  intros H. induction H as [|x y l l' Hxy H IH]; intros Hin; [destruct Hin|].
  destruct Hin as [<-|Hin]; [exists x; split; auto; now left|].
  destruct (IH Hin) as [a [H1 H2]]. exists a. split; auto. now right.
Qed.

Definition key_of (st : state) : list N := match sync p st with [] => masks st | a :: l => least a l end.

Lemma key_stands owner w st c t : inv st c ->
  reaches g owner w c t <-> reaches g owner w (content_of (key_of st)) t.
Proof.
  intros I. unfold key_of. destruct (sync p st) as [|a l] eqn:E.
  - assert (S : forall s, s < n -> content_of (masks st) s = c s).
    { intros s Hs. apply content_of_spec; [|intros i; now apply (inv_coloured _ _ I)].
      intros i Hi. apply (inv_masks _ _ I); auto. }
    split; apply reaches_same; auto. intros s Hs. symmetry. auto.
  - assert (Hin : In (least a l) (sync p st)).
    { rewrite E. destruct (least_in l a) as [->|H]; [now left|now right]. }
    destruct (Forall2_in_right _ _ _ _ (inv_images _ _ I) Hin) as [q [Hq [_ Himg]]].
    destruct (perms_good q Hq) as [K1 K2].
    assert (T : turned q c (content_of (least a l))).
    { intros s Hs. apply content_of_spec; [|intros i; now apply (inv_coloured _ _ I)]. intros i Hi. now apply Himg. }
    split; intros R.
    + exact (reaches_turned q _ K1 K2 owner w c t R _ T).
    + apply (reaches_turned _ q K2 K1 owner w _ t R). intros s Hs.
      exact (turned_back q (inverse n q) K2 c _ T s Hs).
Qed.

Variable owner : side.
Variable w : goal.

Definition good_seen (sn : seen) : Prop :=
  forall h bucket t key, PositiveMap.find h sn = Some bucket -> In (t, key) bucket ->
  reaches g owner w (content_of key) t.

Lemma key_eqb_eq a : forall b, key_eqb a b = true -> a = b.
Proof. induction a as [|x a IH]; intros [|y b] E; simpl in E; try discriminate; auto. bools. subst. f_equal. auto. Qed.

Lemma is_seen_sound sn t key : good_seen sn -> is_seen t key sn = true -> reaches g owner w (content_of key) t.
Proof.
  intros G E. unfold is_seen in E. destruct (PositiveMap.find (hash t key) sn) as [bucket|] eqn:Eb; [|discriminate].
  apply existsb_exists in E. destruct E as [[t' key'] [Hin E]]. simpl in E. bools. apply key_eqb_eq in H0. subst.
  exact (G _ _ _ _ Eb Hin).
Qed.

Lemma add_seen_good sn t key : good_seen sn -> reaches g owner w (content_of key) t -> good_seen (add_seen t key sn).
Proof.
  intros G R h bucket t' key' E Hin. unfold add_seen in E.
  destruct (Pos.eq_dec h (hash t key)) as [->|Hh].
  - rewrite PositiveMap.gss in E. inversion E; subst. destruct Hin as [Hin|Hin].
    + inversion Hin; now subst.
    + destruct (PositiveMap.find (hash t key) sn) as [l|] eqn:El; [|destruct Hin]. exact (G _ _ _ _ El Hin).
  - rewrite PositiveMap.gso in E by auto. exact (G _ _ _ _ E Hin).
Qed.

(** ** The walk *)

Lemma try_all_sound (P : N -> Prop) descend moves :
  (forall s r sn r' sn', good_seen sn -> bit moves s = true -> descend s r sn = Some (r', sn') -> P s /\ good_seen sn') ->
  forall ss r sn r' sn', good_seen sn -> try_all descend moves ss r sn = Some (r', sn') ->
  (forall s, In s ss -> bit moves s = true -> P s) /\ good_seen sn'.
Proof.
  intros HD. induction ss as [|s ss IH]; intros r sn r' sn' G E; simpl in E.
  - inversion E; subst. split; auto. intros s [].
  - destruct (bit moves s) eqn:Eb.
    + destruct (descend s r sn) as [[r1 sn1]|] eqn:Ed; [|discriminate].
      destruct (HD s r sn r1 sn1 G Eb Ed) as [HP G1]. destruct (IH r1 sn1 r' sn' G1 E) as [H1 H2].
      split; auto. intros x [<-|Hx]; auto.
    + destruct (IH r sn r' sn' G E) as [H1 H2]. split; auto. intros x [<-|Hx]; auto. congruence.
Qed.

Lemma settled_sound st c t : inv st c -> t < count -> nobody_has_line g c ->
  settled_for_good g p owner w st = true -> reaches g owner w c t.
Proof.
  intros I Ht Hq E. unfold settled_for_good in E. destruct w; [discriminate|].
  apply (hopeless_reaches owner (S (open_count c))); auto. apply (hopeless_sound st c (rival owner) I E).
Qed.

Lemma walk_sound fuel : forall st c t r sn r' sn', inv st c -> t < count -> nobody_has_line g c -> good_seen sn ->
  walk g p owner w fuel st t r sn = Some (r', sn') -> reaches g owner w c t /\ good_seen sn'.
Proof.
  induction fuel as [|fuel IH]; intros st c t r sn r' sn' I Ht Hq G E; [discriminate|].
  cbn [walk] in E. destruct (mover g p (length (sides g)) st t) as [[t' moves]|] eqn:Em.
  2: { destruct w eqn:Ew; [discriminate|]. destruct (nobody_can_place g p st) eqn:En; [|discriminate].
       inversion E; subst. split; [|exact G]. apply drawn; auto. intros i Hi.
       rewrite (able_iff st c i I Hi). unfold nobody_can_place in En. rewrite forallb_forall in En.
       rewrite (En i); auto. now apply in_up_to. }
  destruct (mover_sound owner w st c I Hq _ _ _ _ Ht Em) as [Ht' [Emv [Hable Hback]]].
  clear Em Ht. rename t into t0. rename t' into t. rename Ht' into Ht.
  assert (Legal : forall s, bit moves s = true -> can_place g c t s = true).
  { intros s Hs. rewrite Emv in Hs. now rewrite (moves_of_spec st c t s I Ht) in Hs. }
  (* one move and the walk below it *)
  assert (Down : forall st1 s r sn r' sn', inv st1 c -> good_seen sn -> bit moves s = true ->
     (if completes p (mask_at (add_piece g st1 t s) t) s
      then if side_eqb (side_of g t) owner then Some (r, sn) else None
      else walk g p owner w fuel (add_piece g st1 t s) (next g t) r sn) = Some (r', sn') ->
     reaches g owner w (fill c t s) (next g t) /\ good_seen sn').
  { intros st1 s r1 sn1 r2 sn2 I1 G1 Hs D. apply Legal in Hs. destruct (can_place_facts c t s Hs) as [Hsn Hcs].
    rewrite (completes_fill st1 c t s I1 Ht Hsn Hcs Hq) in D.
    destruct (has_line g (fill c t s) t) eqn:El.
    - destruct (side_eqb (side_of g t) owner) eqn:Eo; [|discriminate]. inversion D; subst. split; auto.
      apply won_by_fill; auto. now apply side_eqb_eq.
    - apply (IH _ _ _ _ _ _ _ (add_piece_inv st1 c t s I1 Hsn Hcs Ht)) in D; auto using next_lt.
      now apply quiet_after. }
  destruct (side_eqb (side_of g t) owner) eqn:Eo.
  - apply side_eqb_eq in Eo.
    destruct (wins_at_once p st t moves) eqn:E1.
    { inversion E; subst. split; auto. apply Hback. unfold wins_at_once in E1.
      destruct (lowest p (winning p st t (moves_of g p st t))) as [s|]; [|discriminate]. bools.
      apply Legal in H. destruct (can_place_facts c t s H) as [Hsn Hcs].
      apply own_move with s; auto. apply won_by_fill; auto.
      apply has_line_iff. apply (completes_iff (fill c t s) t _ s Hsn) in H0.
      - destruct H0 as [l [L1 [_ L2]]]. eauto.
      - intros x Hx. rewrite bit_setbit, (inv_masks _ _ I) by auto. rewrite is_colour_fill.
        rewrite (N.eqb_sym s x). destruct (N.eqb_spec x s) as [->|]; auto. rewrite N.eqb_refl. reflexivity. }
    fold (key_of st) in E.
    destruct (is_seen t (key_of st) sn) eqn:E2.
    { inversion E; subst. split; auto. apply Hback. apply (key_stands owner w st c t I).
      now apply is_seen_sound with sn'. }
    destruct (settled_for_good g p owner w st) eqn:E3.
    { inversion E; subst. split; auto. apply Hback. now apply (settled_sound st). }
    destruct (chosen g p st t moves r) as [[s r1]|]; [|discriminate].
    destruct (bit moves s) eqn:Eb; [|discriminate].
    match type of E with match ?D with _ => _ end = _ => destruct D as [[r2 sn2]|] eqn:Ed; [|discriminate] end.
    apply Down in Ed; auto.
    2: { destruct I as [I1 I2 I3 I4 I5 I6 I7]. split; auto. }
    destruct Ed as [R G2]. inversion E; subst.
    assert (R' : reaches g owner w c t) by (apply own_move with s; auto).
    split; [now apply Hback|]. apply add_seen_good; auto. now apply (key_stands owner w st c t I).
  - assert (Er : side_of g t = rival owner).
    { destruct (side_cases (side_of g t) owner) as [H|H]; auto. apply side_eqb_eq in H. congruence. }
    destruct (settled_for_good g p owner w st) eqn:E3.
    { inversion E; subst. split; auto. apply Hback. now apply (settled_sound st). }
    apply (try_all_sound (fun s => reaches g owner w (fill c t s) (next g t))) in E; auto.
    + destruct E as [HR G']. split; auto. apply Hback. apply all_replies; auto. intros s Hp.
      apply HR.
      * unfold p, make_plan. cbn [slot_seq]. apply in_up_to. now apply (can_place_facts c t s).
      * rewrite Emv. now rewrite (moves_of_spec st c t s I Ht).
    + intros s r1 sn1 r2 sn2 G1 Hs D. now apply (Down st s r1 sn1 r2 sn2).
Qed.

(** ** Records *)

Lemma state_of_inv c : (forall s i, c s = Some i -> i < count) ->
  exists c', inv (state_of g (length perms) c) c' /\ forall s, s < n -> c' s = c s.
Proof.
  intros Hc. unfold state_of.
  assert (H : forall l st c0, inv st c0 -> NoDup l -> (forall s, In s l -> s < n /\ c0 s = None) ->
     exists c', inv (fold_left (fun st s => match c s with Some i => add_piece g st i s | None => st end) l st) c' /\
       (forall s, In s l -> c' s = c s) /\ (forall s, ~ In s l -> c' s = c0 s)).
  { induction l as [|a l IH]; intros st c0 I Hnd Hl; simpl.
    - exists c0. split; auto. split; auto. intros s [].
    - inversion Hnd; subst. destruct (Hl a (or_introl eq_refl)) as [Ha Hna].
      destruct (c a) as [i|] eqn:Ea.
      + destruct (IH (add_piece g st i a) (fill c0 i a)) as [c' [I' [S1 S2]]]; auto.
        * apply add_piece_inv; auto. now apply (Hc a).
        * intros s Hs. destruct (Hl s (or_intror Hs)). split; auto. rewrite fill_other; auto. congruence.
        * exists c'. split; auto. split.
          -- intros s [<-|Hs]; auto. rewrite S2 by auto. rewrite fill_same. auto.
          -- intros s Hs. rewrite S2 by tauto. apply fill_other. intros ->. apply Hs. now left.
      + destruct (IH st c0) as [c' [I' [S1 S2]]]; auto.
        * intros s Hs. apply Hl. now right.
        * exists c'. split; auto. split; [|intros s Hs; apply S2; tauto].
          intros s [<-|Hs]; auto. rewrite S2 by auto. congruence. }
  destruct (H (slot_list g) (blank g (length perms)) empty_board blank_inv (up_to_nodup _)) as [c' [I [S1 _]]].
  - intros s Hs. split; [now apply in_up_to|reflexivity].
  - exists c'. split; auto. intros s Hs. apply S1. now apply in_up_to.
Qed.

Lemma settle_lt c fuel : forall t, t < count -> settle g fuel c t < count.
Proof.
  induction fuel as [|fuel IH]; intros t Ht; simpl; destruct (able g c t); auto using next_lt.
Qed.

Lemma after_facts moves : forall c t c' t', t < count -> (forall s i, c s = Some i -> i < count) ->
  after g c t moves = Some (c', t') -> t' < count /\ forall s i, c' s = Some i -> i < count.
Proof.
  induction moves as [|s moves IH]; intros c t c' t' Ht Hc E; simpl in E.
  - inversion E; now subst.
  - destruct (negb (over g c) && can_place g c (settle g (length (sides g)) c t) s); [|discriminate].
    apply IH in E; auto using next_lt. intros x i Hx. unfold fill in Hx.
    destruct (x =? s); [inversion Hx; subst; now apply settle_lt|]. now apply (Hc x).
Qed.

Lemma check_records_sound records : forall r sn, good_seen sn ->
  check_records g p owner w (length perms) records r sn = true ->
  forall moves, In moves records -> exists c t, after g empty_board 0 moves = Some (c, t) /\ reaches g owner w c t.
Proof.
  induction records as [|ms records IH]; intros r sn G E moves Hin; [destruct Hin|].
  simpl in E. destruct (after g empty_board 0 ms) as [[c t]|] eqn:Ea; [|discriminate].
  pose proof colours_positive as Hpos.
  destruct (after_facts ms empty_board 0 c t ltac:(lia) ltac:(intros ? ? X; discriminate X) Ea) as [Ht Hc].
  destruct (over g c) eqn:Eo.
  - bools. destruct Hin as [<-|Hin]; [|exact (IH r sn G H0 moves Hin)].
    exists c, t. split; auto. rewrite forallb_forall in H. unfold over in Eo. apply existsb_exists in Eo.
    destruct Eo as [i [Hi El]].
    assert (Own : forall j, j < count -> has_line g c j = true -> side_of g j = owner).
    { intros j Hj Hl. specialize (H j (proj2 (in_up_to _ _) Hj)). rewrite Hl in H. apply eqb_prop in H.
      rewrite andb_true_r in H. now apply side_eqb_eq. }
    apply in_up_to in Hi. apply has_won.
    + exists i. auto.
    + intros [j [Hj [Hs Hl]]]. rewrite (Own j Hj Hl) in Hs. symmetry in Hs. now apply rival_neq in Hs.
  - destruct (walk g p owner w (N.to_nat n + 1) (state_of g (length perms) c) t r sn) as [[r1 sn1]|] eqn:Ew;
      [|discriminate].
    destruct (state_of_inv c Hc) as [c' [I Same]].
    assert (Hq : nobody_has_line g c).
    { intros i Hi. destruct (has_line g c i) eqn:El; auto. assert (over g c = true); [|congruence].
      unfold over. apply existsb_exists. exists i. split; auto. now apply in_up_to. }
    assert (Hq' : nobody_has_line g c').
    { intros i Hi. destruct (has_line g c' i) eqn:El; auto. apply has_line_iff in El. destruct El as [l [Hl H]].
      assert (has_line g c i = true); [|rewrite (Hq i Hi) in H0; discriminate].
      apply has_line_iff. exists l. split; auto. intros s Hs. rewrite <- Same; auto. now apply (line_facts l Hl). }
    apply (walk_sound _ _ c') in Ew; auto. destruct Ew as [R G1].
    destruct Hin as [<-|Hin]; [|exact (IH r1 sn1 G1 E moves Hin)].
    exists c, t. split; auto. apply (reaches_same owner w c' c); auto. intros s Hs. symmetry. auto.
Qed.

End Walk.
End Game.

(** ** The theorems *)

Theorem check_strategy_sound g candidates owner w records replies :
  check_strategy g candidates owner w records replies = true ->
  forall moves, In moves records ->
  exists c t, after g empty_board 0 moves = Some (c, t) /\ reaches g owner w c t.
Proof.
  unfold check_strategy. intros E. bools.
  eapply (check_records_sound g H (filter (is_symmetry g) candidates)); [| |exact H0].
  - intros q Hq. apply filter_In in Hq. destruct Hq as [_ Hq]. now apply is_symmetry_good.
  - intros h bucket t key F. rewrite PositiveMap.gempty in F. discriminate.
Qed.

(** In Otrio the owner reaches the goal after each of the records. *)
Theorem check_otrio_sound team pieces closed owner w records replies :
  check_otrio team pieces closed owner w records replies = true ->
  forall moves, In moves records ->
  exists c t, after (otrio team pieces closed) empty_board 0 moves = Some (c, t) /\
              reaches (otrio team pieces closed) owner w c t.
Proof. unfold check_otrio. exact (check_strategy_sound (otrio team pieces closed) cube_maps owner w records replies). Qed.

Theorem check_qubic_sound closed owner w records replies :
  check_qubic closed owner w records replies = true ->
  forall moves, In moves records ->
  exists c t, after (qubic closed) empty_board 0 moves = Some (c, t) /\ reaches (qubic closed) owner w c t.
Proof. unfold check_qubic. exact (check_strategy_sound (qubic closed) cube_maps owner w records replies). Qed.

Theorem check_connect_four_sound width height k owner w records replies :
  check_connect_four width height k owner w records replies = true ->
  forall moves, In moves records ->
  exists c t, after (connect_four width height k) empty_board 0 moves = Some (c, t) /\
              reaches (connect_four width height k) owner w c t.
Proof. unfold check_connect_four. exact (check_strategy_sound (connect_four width height k) (mirror_maps width height) owner w records replies). Qed.
