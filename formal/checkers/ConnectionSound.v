(** The checker of kind `connection` is right: each rule is sound, hence what it accepts is true.

    The definitions to read are in Connection.v; the three theorems at the end
    of this file are [check_wins_sound], [check_holds_sound] and
    [check_minimal_sound]. *)

From Coq Require Import NArith ZArith List Bool Lia FMapPositive.
From Hissho Require Import Positional Hex.
From HisshoCheckers Require Import Bits Connection Tactics.
Import ListNotations.

Local Open Scope N_scope.

Lemma in_numbers n x : In x (numbers n) <-> x < n.
Proof.
  unfold numbers. rewrite in_map_iff. split.
  - intros [k [<- H]]. apply in_seq in H. lia.
  - intros H. exists (N.to_nat x). split; [apply N2Nat.id|]. apply in_seq. lia.
Qed.

Lemma mem_set_of xs x : mem x (set_of xs) = true <-> In x xs.
Proof.
  unfold set_of.
  assert (H : forall xs s, mem x (fold_left (fun s x => add x s) xs s) = true <-> mem x s = true \/ In x xs).
  { clear xs. induction xs as [|y xs IH]; intros s; simpl; [tauto|].
    rewrite IH, mem_add, orb_true_iff, N.eqb_eq. intuition. }
  rewrite H, mem_empty. intuition congruence.
Qed.

Section Board.

Variables columns rows : N.
Variable owner : player.

Notation cell_count := (cell_count columns rows).
Notation point_count := (point_count columns rows).
Notation near := (near columns rows owner).
Notation chain := (chain columns rows owner).
Notation true_in := (true_in columns rows owner).
Notation board_cells := (board_cells columns rows).
Notation all_points := (all_points columns rows).
Notation plays := (wins N N.eq_dec board_cells).
Notation secures := (secures columns rows owner).

(** ** Chains *)

Lemma touches_sym x y : touches columns x y = touches columns y x.
Proof.
  unfold touches. generalize (column columns x), (column columns y), (row columns x), (row columns y).
  intros c c' r r'. apply eq_true_iff_eq. rewrite !orb_true_iff, !andb_true_iff, !N.eqb_eq. lia.
Qed.

Lemma near_sym x y : near x y = near y x.
Proof.
  unfold Connection.near. destruct (x <? cell_count), (y <? cell_count); auto. apply touches_sym.
Qed.

Lemma near_irrefl x : near x x = false.
Proof.
  unfold Connection.near. destruct (x <? cell_count); auto.
  unfold touches. generalize (column columns x), (row columns x). intros c r.
  apply not_true_is_false. rewrite !orb_true_iff, !andb_true_iff, !N.eqb_eq. lia.
Qed.

Lemma chain_mono (F G : N -> Prop) x y : (forall z, F z -> G z) -> chain F x y -> chain G x y.
Proof. intros H C. induction C; [apply chain_here|eapply chain_step]; eauto. Qed.

Lemma chain_trans F x y z : chain F x y -> chain F y z -> chain F x z.
Proof. intros P Q. induction P; auto. eapply chain_step; eauto. Qed.

Lemma chain_first F x y : chain F x y -> F x.
Proof. intros []; auto. Qed.

Lemma chain_last F x y : chain F x y -> F y.
Proof. intros P; induction P; auto. Qed.

Lemma chain_edge (F : N -> Prop) x y : F x -> F y -> near x y = true -> chain F x y.
Proof. intros. eapply chain_step; eauto. now apply chain_here. Qed.

Lemma chain_sym F x y : chain F x y -> chain F y x.
Proof.
  intros P. induction P as [x H|x y z H A P IH]; [now apply chain_here|].
  eapply chain_trans; [exact IH|]. apply chain_edge; auto; [exact (chain_first _ _ _ P)|].
  now rewrite near_sym.
Qed.

Lemma true_in_mono (F G : N -> Prop) f : (forall z, F z -> G z) -> true_in F f -> true_in G f.
Proof.
  intros H. induction f; simpl; intuition. eapply chain_mono; eauto.
Qed.

Lemma goal_monotone f : monotone N (fun F => true_in F f).
Proof. intros F G H. now apply true_in_mono. Qed.

Variable around : N -> list N.
Hypothesis around_spec : forall x y, In y (around x) <-> near x y = true /\ y < point_count.

(** ** What the stones make true *)

Definition has (F : N -> Prop) (s : set) : Prop := forall x, mem x s = true -> F x.
Definition given_pairs (F : N -> Prop) (pairs : list (N * N)) : Prop :=
  forall u v, In (u, v) pairs -> chain F u v.

Lemma push_sound F s a x :
  has F s -> chain F a x ->
  forall ys stack seen stack' seen',
  (forall y, In y ys -> near x y = true) ->
  (forall y, In y stack -> chain F a y) ->
  push s ys stack seen = (stack', seen') -> forall y, In y stack' -> chain F a y.
Proof.
  intros Hs Ha. induction ys as [|y ys IH]; simpl; intros stack seen stack' seen' Hn Hst E.
  - now inversion E; subst.
  - destruct (mem y s && negb (mem y seen)) eqn:Em.
    + bools. eapply IH; [| |exact E]; auto. intros z [<-|Hz]; auto.
      eapply chain_trans; [exact Ha|]. apply chain_edge; auto. exact (chain_last _ _ _ Ha).
    + eapply IH; eauto.
Qed.

Lemma push_pairs_sound F a x :
  chain F a x ->
  forall pairs stack seen stack' seen', given_pairs F pairs ->
  (forall y, In y stack -> chain F a y) ->
  push_pairs x pairs stack seen = (stack', seen') -> forall y, In y stack' -> chain F a y.
Proof.
  intros Ha. induction pairs as [|[u v] pairs IH]; simpl; intros stack seen stack' seen' Hp Hst E.
  - now inversion E; subst.
  - assert (Hp' : given_pairs F pairs) by (intros ? ? ?; apply Hp; now right).
    assert (Huv : chain F u v) by (apply Hp; now left).
    destruct ((u =? x) && negb (mem v seen)) eqn:E1; [|destruct ((v =? x) && negb (mem u seen)) eqn:E2].
    + bools. subst. eapply IH; [exact Hp'| |exact E]. intros z [<-|Hz]; auto.
      eapply chain_trans; eauto.
    + bools. subst. eapply IH; [exact Hp'| |exact E]. intros z [<-|Hz]; auto.
      eapply chain_trans; [exact Ha|]. now apply chain_sym.
    + eapply IH; eauto.
Qed.

Lemma reach_sound F s pairs target a fuel :
  has F s -> given_pairs F pairs ->
  forall stack seen, (forall y, In y stack -> chain F a y) ->
  reach around fuel s pairs target stack seen = true -> chain F a target.
Proof.
  intros Hs Hp. induction fuel as [|fuel IH]; simpl; intros stack seen Hst E; [discriminate|].
  destruct stack as [|x stack]; [discriminate|].
  assert (Ha : chain F a x) by (apply Hst; now left).
  destruct (x =? target) eqn:Ex; [bools; now subst|].
  destruct (push s (around x) stack seen) as [st1 se1] eqn:E1.
  destruct (push_pairs x pairs st1 se1) as [st2 se2] eqn:E2.
  apply (IH st2 se2); auto.
  apply (push_pairs_sound F a x Ha pairs st1 se1 st2 se2 Hp); auto.
  apply (push_sound F s a x Hs Ha (around x) stack seen st1 se1); auto.
  - intros y Hy. now apply around_spec in Hy.
  - intros y Hy. apply Hst. now right.
Qed.

Lemma joined_by_sound F s pairs a b :
  has F s -> given_pairs F pairs -> F a -> joined_by around s pairs a b = true -> chain F a b.
Proof.
  intros Hs Hp Ha E. unfold joined_by in E. apply orb_true_iff in E. destruct E as [E|E].
  - bools. subst. now apply chain_here.
  - eapply reach_sound; eauto. intros y [<-|[]]. now apply chain_here.
Qed.

Lemma points_left a b : mem a (points (Joined a b)) = true.
Proof. simpl. now rewrite mem_add, N.eqb_refl. Qed.

Lemma made_true_sound F s pairs f :
  has F s -> given_pairs F pairs -> has F (points f) ->
  made_true around s pairs f = true -> true_in F f.
Proof.
  intros Hs Hp. induction f as [a b|f IHf g IHg|f IHf g IHg]; intros Hf E.
  - apply (joined_by_sound F s pairs); auto. apply Hf, points_left.
  - simpl in *. bools. split; [apply IHf|apply IHg]; auto;
      intros x Hx; apply Hf; rewrite mem_union, Hx; auto using orb_true_r.
  - simpl in *. apply orb_true_iff in E. destruct E; [left; apply IHf|right; apply IHg]; auto;
      intros x Hx; apply Hf; rewrite mem_union, Hx; auto using orb_true_r.
Qed.

Lemma cases_sound F f : true_in F f -> forall k pairs,
  given_pairs F pairs -> cases f k pairs = true ->
  exists pairs', given_pairs F pairs' /\ k pairs' = true.
Proof.
  induction f as [a b|f IHf g IHg|f IHf g IHg]; simpl; intros T k pairs Hp E.
  - exists ((a, b) :: pairs). split; auto. intros u v [H|H]; [inversion H; now subst|auto].
  - destruct T as [Tf Tg]. destruct (IHf Tf _ _ Hp E) as [p1 [Hp1 E1]].
    exact (IHg Tg _ _ Hp1 E1).
  - bools. destruct T as [T|T]; [apply (IHf T k pairs)|apply (IHg T k pairs)]; auto.
Qed.

Lemma all_cases_sound F fs : (forall f, In f fs -> true_in F f) -> forall k pairs,
  given_pairs F pairs -> all_cases fs k pairs = true ->
  exists pairs', given_pairs F pairs' /\ k pairs' = true.
Proof.
  induction fs as [|f fs IH]; simpl; intros T k pairs Hp E; [eauto|].
  destruct (cases_sound F f (T f (or_introl eq_refl)) _ _ Hp E) as [p1 [Hp1 E1]].
  apply (IH (fun g H => T g (or_intror H)) _ _ Hp1 E1).
Qed.

Lemma entails_sound F s given wanted :
  has F s -> has F (points wanted) -> (forall f, In f given -> true_in F f) ->
  entails around s given wanted = true -> true_in F wanted.
Proof.
  intros Hs Hw Hg E. unfold entails in E. bools.
  destruct (all_cases_sound F given Hg _ [] ltac:(intros ? ? []) H0) as [pairs [Hp E']].
  now apply (made_true_sound F s pairs).
Qed.

Lemma formula_eqb_eq f g : formula_eqb f g = true -> f = g.
Proof.
  revert g. induction f; destruct g; simpl; intros E; try discriminate; bools; subst; f_equal; auto.
Qed.

(** ** Boards laid out from sets *)

Lemma laid_own p s c x : laid_out p s c x = Some p <-> mem x s = true.
Proof.
  unfold laid_out. destruct (mem x s); [intuition|]. destruct (mem x c); split; try discriminate.
  intros E. inversion E. now elim (other_neq p).
Qed.

Lemma laid_free p s c x : laid_out p s c x = None <-> mem x s = false /\ mem x c = true.
Proof.
  unfold laid_out. destruct (mem x s), (mem x c); split; try discriminate; intuition; discriminate.
Qed.

Lemma laid_other p s c x : laid_out p s c x = Some (other p) <-> mem x s = false /\ mem x c = false.
Proof.
  unfold laid_out. destruct (mem x s), (mem x c); split; intros H; try discriminate; auto;
    try (destruct H; discriminate); inversion H; elim (other_neq p); congruence.
Qed.

Lemma better_laid p s c b :
  (forall x, mem x s = true -> b x = Some p) ->
  (forall x, b x = Some (other p) -> mem x s = false /\ mem x c = false) ->
  better N p (laid_out p s c) b.
Proof.
  intros H1 H2. split.
  - intros x Hx. apply H1. now apply laid_own in Hx.
  - intros x Hx. apply laid_other. auto.
Qed.

Lemma owned_has p s c b : better N p (laid_out p s c) b ->
  forall F : N -> Prop, (forall x, owned N p b x -> F x) -> has F s.
Proof. intros [H _] F HF x Hx. apply HF, H. now apply laid_own. Qed.

(** ** The rules *)

Definition right (st : statement) : Prop :=
  secures (stones st) (carrier st) (promise st) /\
  (forall x, mem x (points (promise st)) = true -> mem x (stones st) = true).

Lemma well_sound s c f st : secures s c f -> well s c f = Some st -> right st.
Proof.
  intros H E. unfold well in E. destruct (subset (points f) s) eqn:Es; [|discriminate].
  inversion E; subst. split; [exact H|]. simpl. now apply subset_mem.
Qed.

Lemma well_points s c f st : well s c f = Some st -> forall x, mem x (points f) = true -> mem x s = true.
Proof.
  unfold well. destruct (subset (points f) s) eqn:Es; [|discriminate]. intros _. now apply subset_mem.
Qed.

(** `link`: nothing is left to do. *)
Lemma link_sound s f st : entails around s [] f = true -> well s empty f = Some st -> right st.
Proof.
  intros E W. apply (well_sound s empty f); auto. apply wins_now.
  assert (Hs : has (owned N owner (laid_out owner s empty)) s) by (intros x Hx; now apply laid_own).
  apply (entails_sound _ s [] f); auto.
  - intros x Hx. apply Hs. now apply (well_points _ _ _ _ W).
  - intros g [].
Qed.

(** `and`: the opponent's move is in at most one carrier; answer there. *)
Lemma merge_sound s parts : forall acc c done,
  merge s acc parts = Some c ->
  (forall part, In part parts -> right part /\ forall x, mem x (stones part) = true -> mem x s = true) ->
  plays (fun F => forall f, In f done -> true_in F f) owner (other owner) (laid_out owner s acc) ->
  plays (fun F => forall f, In f done \/ In f (map promise parts) -> true_in F f) owner (other owner)
        (laid_out owner s c).
Proof.
  induction parts as [|part parts IH]; simpl; intros acc c done E Hp W.
  - inversion E; subst. eapply wins_goal; [exact W|]. intros F _ _ H f [Hf|[]]. auto.
  - destruct (disjoint (minus (carrier part) s) acc) eqn:D; [|discriminate].
    destruct (Hp part (or_introl eq_refl)) as [[Wp _] Sp].
    apply (IH _ _ (promise part :: done)) in E.
    + eapply wins_goal; [exact E|]. intros F _ _ H f Hf. apply H. simpl. tauto.
    + intros q Hq. apply Hp. now right.
    + set (acc' := union acc (minus (carrier part) s)).
      assert (M1 : monotone N (fun F => forall f, In f done -> true_in F f)).
      { intros F G H HF f Hf. eapply true_in_mono; [exact H|auto]. }
      assert (B1 : better N owner (laid_out owner s acc) (laid_out owner s acc')).
      { apply better_laid.
        - intros x Hx. now apply laid_own.
        - intros x Hx. apply laid_other in Hx. unfold acc' in Hx. rewrite mem_union in Hx.
          destruct Hx as [H1 H2]. apply orb_false_iff in H2. tauto. }
      assert (B2 : better N owner (laid_out owner (stones part) (carrier part)) (laid_out owner s acc')).
      { apply better_laid.
        - intros x Hx. apply laid_own. auto.
        - intros x Hx. apply laid_other in Hx. unfold acc' in Hx. rewrite mem_union, mem_minus in Hx.
          destruct Hx as [H1 H2]. apply orb_false_iff in H2. rewrite H1 in H2. simpl in H2.
          rewrite andb_true_r in H2. split; [|tauto].
          destruct (mem x (stones part)) eqn:E'; auto. apply Sp in E'. congruence. }
      destruct (wins_both N N.eq_dec board_cells _ _ M1 (goal_monotone (promise part)) owner
                 (other owner) _ (other owner) _ (laid_out owner s acc') W Wp (or_introl eq_refl) B1 B2)
        as [_ R].
      * intros x H1 H2. exfalso. apply laid_free in H1. apply laid_free in H2.
        apply (disjoint_mem _ _ D x); [|tauto]. rewrite mem_minus.
        destruct H1 as [H1 _], H2 as [_ H2]. now rewrite H1, H2.
      * eapply wins_goal; [now apply R|]. intros F _ _ [H1 H2] f [<-|Hf]; auto.
Qed.

Lemma fold_union_mem (A : Type) (g : A -> set) l : forall s x,
  mem x (fold_left (fun s a => union s (g a)) l s) = true <->
  mem x s = true \/ exists a, In a l /\ mem x (g a) = true.
Proof.
  induction l as [|a l IH]; intros s x; simpl.
  - split; [auto|]. intros [H|[a [[] _]]]; auto.
  - rewrite IH, mem_union, orb_true_iff. split.
    + intros [[H|H]|[a' [H1 H2]]]; eauto.
    + intros [H|[a' [[<-|H1] H2]]]; eauto.
Qed.

Lemma and_sound s parts more f c st :
  s = fold_left (fun s part => union s (stones part)) parts more ->
  (forall part, In part parts -> right part) ->
  merge s empty parts = Some c -> entails around s (map promise parts) f = true ->
  well s c f = Some st -> right st.
Proof.
  intros Es Hp M E W. apply (well_sound s c f); auto.
  assert (Hin : forall part, In part parts -> right part /\ forall x, mem x (stones part) = true -> mem x s = true).
  { intros part Hpart. split; auto. intros x Hx. rewrite Es.
    apply (fold_union_mem _ stones). right. eauto. }
  apply (merge_sound s parts empty c []) in M; auto.
  - eapply wins_goal; [exact M|]. intros F HF _ H.
    assert (Hs : has F s) by (apply (owned_has owner s c _ (better_refl N owner _) F HF)).
    apply (entails_sound F s (map promise parts) f); auto.
    intros x Hx. apply Hs. now apply (well_points _ _ _ _ W).
  - apply wins_now. intros g [].
Qed.

(** `or`: the opponent's move is missing from some part; play its reply, or
    nothing, and keep that part. *)
Lemma or_general p (goal : (N -> Prop) -> Prop) s c (parts : list (option N * (set * set))) :
  parts <> [] ->
  (forall r sp cp, In (r, (sp, cp)) parts ->
     legal columns rows r = true /\
     (forall x, mem x (needed r sp) = true -> mem x s = true) /\
     (forall x, mem x (area s r cp) = true -> mem x c = true) /\
     exists g, monotone N g /\ plays g p (other p) (laid_out p sp cp) /\
               (forall F, has F s -> has F sp -> g F -> goal F)) ->
  (forall x, exists r sp cp, In (r, (sp, cp)) parts /\ mem x (area s r cp) = false) ->
  plays goal p (other p) (laid_out p s c).
Proof.
  intros Hne Hparts Hcommon.
  assert (Ready : forall r sp cp b, In (r, (sp, cp)) parts ->
     (forall x, mem x s = true -> b x = Some p) ->
     (forall x, b x = Some (other p) -> mem x s = false /\ mem x (area s r cp) = false) ->
     plays goal p p b).
  { intros r sp cp b Hin Hown Hoth.
    destruct (Hparts r sp cp Hin) as [Hlegal [Hneed [Harea [g [Mg [Wg Hg]]]]]].
    assert (Done : forall b', (forall x, mem x s = true -> b' x = Some p) ->
       better N p (laid_out p sp cp) b' -> forall q, plays g p q b' -> plays goal p q b').
    { intros b' Hs Hb q Wb. eapply wins_goal; [exact Wb|]. intros F HF _. apply Hg.
      - intros x Hx. apply HF. unfold owned. auto.
      - apply (owned_has p sp cp b'); auto. }
    assert (Hout : forall x, mem x s = false -> mem x (area s r cp) = false -> mem x cp = false).
    { intros x Hs Ha. unfold area in Ha. rewrite mem_minus, Hs in Ha. simpl in Ha. rewrite andb_true_r in Ha.
      destruct r as [r|]; auto. rewrite mem_add in Ha. apply orb_false_iff in Ha. tauto. }
    assert (Stay : (forall x, mem x sp = true -> mem x s = true) -> plays goal p p b).
    { intros Hsub. assert (Hb : better N p (laid_out p sp cp) b).
      { apply better_laid; auto. intros x Hx. destruct (Hoth x Hx) as [H1 H2]. split; auto.
        destruct (mem x sp) eqn:E; auto. apply Hsub in E. congruence. }
      apply Done; auto. now apply (wins_better_move N N.eq_dec board_cells g Mg p (other p) (laid_out p sp cp)). }
    destruct r as [r|]; [|apply Stay; exact Hneed].
    destruct (mem r s) eqn:Er.
    - apply Stay. intros x Hx. destruct (N.eq_dec r x) as [->|Hrx]; auto. apply Hneed. unfold needed.
      rewrite mem_remove, Hx. apply N.eqb_neq in Hrx. now rewrite Hrx.
    - assert (Hr : mem r (area s (Some r) cp) = true).
      { unfold area. rewrite mem_minus, mem_add, N.eqb_refl, Er. reflexivity. }
      destruct (other_cases p (b r)) as [E|[E|E]].
      + assert (Hb : better N p (laid_out p sp cp) (put N N.eq_dec p r b)).
        { apply better_laid.
          - intros x Hx. unfold put. destruct (N.eq_dec r x) as [->|Hrx]; auto. apply Hown. apply Hneed.
            unfold needed. rewrite mem_remove, Hx. apply N.eqb_neq in Hrx. now rewrite Hrx.
          - intros x Hx. unfold put in Hx. destruct (N.eq_dec r x) as [->|Hrx].
            + inversion Hx. elim (other_neq p); congruence.
            + destruct (Hoth x Hx) as [H1 H2]. split; auto.
              destruct (mem x sp) eqn:E'; auto. assert (mem x s = true); [|congruence].
              apply Hneed. unfold needed. rewrite mem_remove, E'. apply N.eqb_neq in Hrx. now rewrite Hrx. }
        apply wins_move with r.
        * split; auto. apply in_numbers. simpl in Hlegal. now apply N.ltb_lt.
        * apply Done; auto.
          -- intros x Hx. unfold put. destruct (N.eq_dec r x); auto.
          -- now apply (wins_better N N.eq_dec board_cells g Mg p (other p) (laid_out p sp cp)).
      + assert (Hb : better N p (laid_out p sp cp) b).
        { apply better_laid.
          - intros x Hx. destruct (N.eq_dec r x) as [->|Hrx]; auto. apply Hown. apply Hneed.
            unfold needed. rewrite mem_remove, Hx. apply N.eqb_neq in Hrx. now rewrite Hrx.
          - intros x Hx. destruct (Hoth x Hx) as [H1 H2]. split; auto.
            destruct (mem x sp) eqn:E'; auto. assert (mem x s = true); [|congruence].
            apply Hneed. unfold needed. rewrite mem_remove, E'.
            assert (Hrx : r <> x) by (intros ->; rewrite E in Hx; inversion Hx; elim (other_neq p); congruence).
            apply N.eqb_neq in Hrx. now rewrite Hrx. }
        apply Done; auto.
        now apply (wins_better_move N N.eq_dec board_cells g Mg p (other p) (laid_out p sp cp)).
      + destruct (Hoth r E) as [_ H]. congruence. }
  assert (Hc : forall r sp cp x, In (r, (sp, cp)) parts -> mem x s = false -> mem x c = false ->
     mem x (area s r cp) = false).
  { intros r sp cp x Hin Hs Hx. destruct (Hparts r sp cp Hin) as [_ [_ [Ha _]]].
    destruct (mem x (area s r cp)) eqn:E; auto. apply Ha in E. congruence. }
  destruct (free_dec N board_cells (laid_out p s c)) as [[x0 Hx0]|Hfull].
  - apply wins_reply; [eauto|]. intros x [_ Hx]. apply laid_free in Hx. destruct Hx as [Xs Xc].
    destruct (Hcommon x) as [r [sp [cp [Hin Ha]]]].
    apply (Ready r sp cp); auto.
    + intros y Hy. unfold put. destruct (N.eq_dec x y); [congruence|]. now apply laid_own.
    + intros y Hy. unfold put in Hy. destruct (N.eq_dec x y) as [<-|Hxy]; auto.
      apply laid_other in Hy. destruct Hy as [H1 H2]. split; auto. now apply (Hc r sp cp).
  - destruct parts as [|[r [sp cp]] parts]; [congruence|].
    apply wins_now. apply (wins_full N N.eq_dec board_cells _ _ p _ Hfull).
    apply (Ready r sp cp); [now left| |].
    + intros x Hx. now apply laid_own.
    + intros x Hx. apply laid_other in Hx. destruct Hx as [H1 H2]. split; auto.
      apply (Hc r sp cp); auto. now left.
Qed.

Definition bare (part : option N * statement) : option N * (set * set) :=
  (fst part, (stones (snd part), carrier (snd part))).

Lemma or_common_mem s parts : forall first x,
  mem x (or_common s first parts) = true <->
  mem x first = true /\ forall part, In part parts -> mem x (area s (fst part) (carrier (snd part))) = true.
Proof.
  induction parts as [|part parts IH]; intros first x; simpl.
  - split; [intros H; split; [exact H|intros ? []]|tauto].
  - rewrite IH, mem_inter, andb_true_iff. split.
    + intros [[H1 H2] H3]. split; auto. intros q [<-|Hq]; auto.
    + intros [H1 H2]. repeat split; auto.
Qed.

Lemma or_parts p (goal : (N -> Prop) -> Prop) more r0 first rest :
  let parts := (r0, first) :: rest in
  let s := or_stones more parts in
  (forall part, In part parts -> legal columns rows (fst part) = true) ->
  is_empty (or_common s (area s r0 (carrier first)) rest) = true ->
  (forall part, In part parts -> exists g, monotone N g /\
     plays g p (other p) (laid_out p (stones (snd part)) (carrier (snd part))) /\
     (forall F, has F s -> has F (stones (snd part)) -> g F -> goal F)) ->
  plays goal p (other p) (laid_out p s (or_carrier s parts)).
Proof.
  intros parts s Hlegal Hcommon Hparts.
  apply (or_general p goal s _ (map bare parts)).
  - discriminate.
  - intros r sp cp Hin. apply in_map_iff in Hin. destruct Hin as [part [E Hin]].
    destruct part as [r' st]. unfold bare in E. simpl in E. inversion E; subst r' sp cp.
    split; [exact (Hlegal _ Hin)|]. split; [|split].
    + intros x Hx. unfold s, or_stones.
      apply (fold_union_mem _ (fun part : option N * statement => needed (fst part) (stones (snd part)))).
      right. exists (r, st). auto.
    + intros x Hx. unfold or_carrier.
      apply (fold_union_mem _ (fun part : option N * statement => area s (fst part) (carrier (snd part)))).
      right. exists (r, st). auto.
    + exact (Hparts _ Hin).
  - intros x.
    destruct (forallb (fun part => mem x (area s (fst part) (carrier (snd part)))) parts) eqn:E.
    + exfalso. rewrite forallb_forall in E. pose proof (is_empty_mem _ Hcommon x) as Hx.
      assert (mem x (or_common s (area s r0 (carrier first)) rest) = true); [|congruence].
      apply or_common_mem. split; [apply (E (r0, first)); now left|].
      intros part Hpart. apply E. now right.
    + assert (Hex : exists part, In part parts /\ mem x (area s (fst part) (carrier (snd part))) = false).
      { clear - E. clearbody s. induction parts as [|q l IH]; simpl in E; [discriminate|].
        apply andb_false_iff in E. destruct E as [E|E]; [exists q; split; [now left|exact E]|].
        destruct (IH E) as [q' [H1 H2]]. exists q'. split; [now right|exact H2]. }
      destruct Hex as [[r st] [Hin Hx]]. exists r, (stones st), (carrier st). split; auto.
      apply in_map_iff. exists (r, st). auto.
Qed.

Lemma or_sound more r0 first rest wanted written st :
  let parts := (r0, first) :: rest in
  let s := or_stones more parts in
  (forall part, In part parts -> legal columns rows (fst part) = true /\ right (snd part)) ->
  is_empty (or_common s (area s r0 (carrier first)) rest) = true ->
  forallb (fun part => formula_eqb (promise (snd part)) wanted && unasked written (promise (snd part))
             || entails around (union s (stones (snd part))) [promise (snd part)] wanted) parts = true ->
  well s (or_carrier s parts) wanted = Some st -> right st.
Proof.
  intros parts s Hp Hc He W. apply (well_sound _ _ _ _) in W as R; auto.
  apply (or_parts owner (fun F => true_in F wanted)); auto.
  - intros part Hin. now apply Hp.
  - intros part Hin. destruct (Hp part Hin) as [_ [Wp _]].
    exists (fun F => true_in F (promise (snd part))). split; [apply goal_monotone|]. split; [exact Wp|].
    intros F Hs Hsp T. rewrite forallb_forall in He. specialize (He part Hin).
    apply orb_true_iff in He. destruct He as [He|He].
    + apply andb_true_iff in He. destruct He as [He _]. apply formula_eqb_eq in He. now rewrite <- He.
    + apply (entails_sound F (union s (stones (snd part))) [promise (snd part)] wanted); auto.
      * intros x Hx. rewrite mem_union in Hx. apply orb_true_iff in Hx. destruct Hx; auto.
      * intros x Hx. apply Hs. now apply (well_points _ _ _ _ W).
      * intros f [<-|[]]. exact T.
Qed.

(** `capture`: if the opponent takes one cell of the pair, take the other; a
    line through the lost cell can go round it. *)
Lemma near_bound x y : near x y = true -> y < point_count.
Proof using.
  clear around around_spec. unfold Connection.near, Connection.point_count, along.
  destruct (N.ltb_spec x cell_count), (N.ltb_spec y cell_count); intros H'; try discriminate; try lia.
  destruct owner; apply orb_true_iff in H'; destruct H'; bools; lia.
Qed.

Lemma go_round lost kept part (F : N -> Prop) :
  lost <> kept -> captured around lost kept part = true ->
  (forall x, mem x (stones part) = true -> F x) ->
  (forall x, F x -> mem x (stones part) = true \/ mem x (carrier part) = true) ->
  forall f, mem lost (points f) = false -> mem lost (carrier part) = false ->
  true_in F f -> true_in (exchanged N lost kept F) f.
Proof.
  intros Hlk Hc Hs HF f Hpt Hlc.
  set (G := exchanged N lost kept F).
  destruct (mem lost (stones part)) eqn:El.
  2: { apply true_in_mono. intros x Hx. split; [|now left]. intros ->.
       destruct (HF lost Hx); congruence. }
  unfold captured in Hc. rewrite El in Hc. simpl in Hc.
  set (s := add kept (remove lost (stones part))) in *.
  set (near_it := filter (fun y => mem y s || mem y (carrier part)) (around lost)) in *.
  assert (GF : forall x, F x -> x <> lost -> G x) by (intros x H1 H2; split; auto).
  assert (Gs : has G s).
  { intros x Hx. unfold s in Hx. rewrite mem_add in Hx. apply orb_true_iff in Hx. destruct Hx as [Hx|Hx].
    - bools. subst. split; auto.
    - rewrite mem_remove in Hx. bools. apply GF; auto. }
  assert (In_it : forall x, F x -> x <> lost -> near lost x = true -> In x near_it).
  { intros x Fx Nx Hx. unfold near_it. apply filter_In. split.
    - apply around_spec. split; auto. now apply near_bound in Hx.
    - apply orb_true_iff. destruct (HF x Fx) as [E|E]; [left|now right].
      unfold s. rewrite mem_add, mem_remove, E. apply orb_true_iff. right.
      assert (lost =? x = false) by (apply N.eqb_neq; auto). now rewrite H. }
  assert (Less : forall one two, two < one -> F one -> F two -> one <> lost -> two <> lost ->
     near lost one = true -> near lost two = true -> chain G one two).
  { intros one two Hlt F1 F2 N1 N2 E1 E2. rewrite forallb_forall in Hc.
    specialize (Hc one (In_it one F1 N1 E1)). rewrite forallb_forall in Hc.
    specialize (Hc two (In_it two F2 N2 E2)). apply orb_true_iff in Hc.
    destruct Hc as [Hc|Hc]; [bools; lia|].
    apply (joined_by_sound G (add two (add one s)) []); auto.
    - intros x Hx. rewrite !mem_add in Hx. apply orb_true_iff in Hx.
      destruct Hx as [Hx|Hx]; [bools; subst; auto|]. apply orb_true_iff in Hx.
      destruct Hx as [Hx|Hx]; [bools; subst; auto|]. now apply Gs.
    - intros u v []. }
  assert (Round : forall one two, F one -> F two -> one <> lost -> two <> lost ->
     near lost one = true -> near lost two = true -> chain G one two).
  { intros one two F1 F2 N1 N2 E1 E2. destruct (N.lt_trichotomy one two) as [H|[->|H]].
    - apply chain_sym. apply Less; auto.
    - apply chain_here. auto.
    - apply Less; auto. }
  assert (Line : forall x y, chain F x y -> y <> lost ->
     (x <> lost -> chain G x y) /\
     (x = lost -> forall w, F w -> w <> lost -> near lost w = true -> chain G w y)).
  { intros x y C Hy. induction C as [x Fx|x y z Fx E C IH].
    - split; [intros; apply chain_here; auto|]. congruence.
    - destruct (IH Hy) as [IH1 IH2]. split.
      + intros Hx. destruct (N.eq_dec y lost) as [->|Ny].
        * apply IH2; auto. now rewrite near_sym.
        * apply chain_step with y; auto.
      + intros -> w Fw Nw Ew. assert (Ny : y <> lost).
        { intros ->. rewrite near_irrefl in E. discriminate. }
        apply chain_trans with y; [|auto].
        apply Round; auto. exact (chain_first _ _ _ C). }
  clear - Line Hpt.
  induction f as [a b|f IHf g IHg|f IHf g IHg]; simpl in *.
  - rewrite !mem_add in Hpt. apply orb_false_iff in Hpt. destruct Hpt as [Ha Hpt].
    apply orb_false_iff in Hpt. destruct Hpt as [Hb _]. bools. intros C. now apply Line.
  - rewrite mem_union in Hpt. apply orb_false_iff in Hpt. intros [H1 H2]. split; tauto.
  - rewrite mem_union in Hpt. apply orb_false_iff in Hpt. intros [H1|H2]; tauto.
Qed.

Lemma capture_sound part a b st :
  right part -> a <> b ->
  mem a (carrier part) = false -> mem b (carrier part) = false ->
  a < cell_count -> b < cell_count ->
  mem a (points (promise part)) = false -> mem b (points (promise part)) = false ->
  captured around a b part = true -> captured around b a part = true ->
  well (remove a (remove b (stones part))) (add a (add b (carrier part))) (promise part) = Some st ->
  right st.
Proof.
  intros [W _] Hab Ca Cb La Lb Pa Pb Ka Kb E. eapply well_sound; [|exact E].
  unfold Connection.secures, owner_wins in *.
  apply (wins_pair N N.eq_dec board_cells _ (goal_monotone (promise part)) owner (other owner)
           (laid_out owner (stones part) (carrier part)) a b); auto.
  - now apply in_numbers.
  - now apply in_numbers.
  - intros H. apply laid_free in H. destruct H; congruence.
  - intros H. apply laid_free in H. destruct H; congruence.
  - intros F HF1 HF2 T.
    assert (Hs : forall x, mem x (stones part) = true -> F x).
    { intros x Hx. apply HF1. now apply laid_own. }
    assert (Hr : forall x, F x -> mem x (stones part) = true \/ mem x (carrier part) = true).
    { intros x Hx. destruct (HF2 x Hx) as [H|[_ H]]; [left; now apply laid_own in H|].
      right. now apply laid_free in H. }
    split; [apply go_round with part|apply go_round with part]; auto.
  - intros x Hxa Hxb. unfold laid_out. rewrite !mem_remove, !mem_add.
    assert (Ea : a =? x = false) by (apply N.eqb_neq; auto).
    assert (Eb : b =? x = false) by (apply N.eqb_neq; auto).
    rewrite Ea, Eb. simpl. now rewrite !andb_true_r.
  - apply laid_free. rewrite !mem_remove, !mem_add, N.eqb_refl. simpl. now rewrite andb_false_r.
  - apply laid_free. rewrite !mem_remove, !mem_add, N.eqb_refl. simpl.
    rewrite andb_false_r. simpl. now rewrite orb_true_r.
Qed.

(** Motions keep neighbours neighbours. *)
Lemma moved_sound m part st : right part -> moved columns rows owner m part = Some st -> right st.
Proof.
  intros [W _] E. unfold moved in E.
  set (region := union (stones part) (carrier part)) in *.
  set (xs := filter (fun x => mem x region) all_points) in *.
  set (f := moved_to columns rows owner m) in *.
  set (s := set_of (map f (filter (fun x => mem x (stones part)) xs))) in *.
  set (c := set_of (map f (filter (fun x => mem x (carrier part)) xs))) in *.
  match type of E with (if ?cond then _ else _) = _ => destruct cond eqn:Hcond; [|discriminate] end.
  bools. rename H into Hsub, H3 into Himg, H2 into Hdis, H1 into Hcar, H0 into Hnear.
  eapply well_sound; [|exact E].
  rewrite forallb_forall in Hcar, Hnear.
  assert (Hxs : forall x, mem x region = true <-> In x xs).
  { intros x. unfold xs. rewrite filter_In. split; [|tauto]. intros H. split; auto.
    apply mem_set_of. now apply (subset_mem _ _ Hsub). }
  assert (Hs : forall y, mem y s = true <-> exists x, mem x (stones part) = true /\ f x = y).
  { intros y. unfold s. rewrite mem_set_of, in_map_iff. split.
    - intros [x [H1 H2]]. apply filter_In in H2. exists x. tauto.
    - intros [x [H1 H2]]. exists x. split; auto. apply filter_In. split; auto. apply Hxs.
      unfold region. now rewrite mem_union, H1. }
  assert (Hc : forall y, mem y c = true <-> exists x, mem x (carrier part) = true /\ f x = y).
  { intros y. unfold c. rewrite mem_set_of, in_map_iff. split.
    - intros [x [H1 H2]]. apply filter_In in H2. exists x. tauto.
    - intros [x [H1 H2]]. exists x. split; auto. apply filter_In. split; auto. apply Hxs.
      unfold region. now rewrite mem_union, H1, orb_true_r. }
  assert (Hcells : forall x, mem x (carrier part) = true -> x < cell_count /\ f x < cell_count).
  { intros x Hx. assert (Hin : In x xs) by (apply Hxs; unfold region; now rewrite mem_union, Hx, orb_true_r).
    specialize (Hcar x Hin). rewrite Hx in Hcar. simpl in Hcar. bools. auto. }
  assert (Hpair : forall x y, In x xs -> In y xs ->
     (near x y = true -> near (f x) (f y) = true) /\ (f x = f y -> x = y)).
  { intros x y Hx Hy. specialize (Hnear x Hx). rewrite forallb_forall in Hnear.
    specialize (Hnear y Hy). bools. split.
    - intros Hn. rewrite Hn in H. exact H.
    - intros Ef. apply orb_true_iff in H0. destruct H0 as [H0|H0]; bools; auto. contradiction. }
  assert (Hreg : forall F : N -> Prop, (forall x, F x -> owned N owner (laid_out owner (stones part) (carrier part)) x
       \/ free N board_cells (laid_out owner (stones part) (carrier part)) x) -> forall x, F x -> In x xs).
  { intros F HF x Fx. apply Hxs. unfold region. rewrite mem_union. destruct (HF x Fx) as [H|[_ H]].
    - apply laid_own in H. now rewrite H.
    - apply laid_free in H. destruct H as [_ H]. now rewrite H, orb_true_r. }
  unfold Connection.secures, owner_wins in *.
  apply (wins_transport N N N.eq_dec N.eq_dec board_cells board_cells f (fun _ => True)
           (fun F => true_in F (promise part)) (fun F => true_in F (formula_moved columns rows owner m (promise part)))
           owner (other owner) (laid_out owner (stones part) (carrier part))); auto.
  - split; [|split; [|split]].
    + intros x _ Hx. apply laid_own in Hx. apply laid_own. apply Hs. eauto.
    + intros x [_ Hx]. apply laid_free in Hx. destruct Hx as [H1 H2]. split.
      * apply in_numbers. now apply Hcells.
      * assert (Hfc : mem (f x) c = true) by (apply Hc; eauto). apply laid_free. split; auto.
        destruct (mem (f x) s) eqn:Ef; auto. exfalso. apply (disjoint_mem _ _ Hdis (f x)); auto.
    + intros y [Hin Hy]. apply laid_free in Hy. destruct Hy as [H1 H2]. apply Hc in H2.
      destruct H2 as [x [Hx <-]]. exists x. split; auto. split.
      * apply in_numbers. now apply Hcells.
      * apply laid_free. split; auto. destruct (mem x (stones part)) eqn:Ex; auto.
        assert (mem (f x) s = true) by (apply Hs; eauto). congruence.
    + intros x x' [_ Hx] [_ Hx'] Ef. apply laid_free in Hx, Hx'.
      apply (Hpair x x'); auto; apply Hxs; unfold region; rewrite mem_union; apply orb_true_iff; tauto.
  - intros F G HF HG T. specialize (Hreg F HF). clear - HG T Hreg Hpair.
    assert (Hchain : forall a b, chain F a b -> chain G (f a) (f b)).
    { intros a b C. induction C as [x Fx|x y z Fx En C IH].
      - apply chain_here. auto.
      - apply chain_step with (f y); auto. apply Hpair; auto. apply Hreg. exact (chain_first _ _ _ C). }
    induction (promise part) as [a b|g IHg h IHh|g IHg h IHh]; simpl in *; fold f; auto; tauto.
Qed.

(** ** All steps *)

Definition all_right (e : earlier) : Prop := forall i st, PositiveMap.find i e = Some st -> right st.

Lemma lookup_all_right e : all_right e -> forall is parts,
  lookup_all e is = Some parts -> forall part, In part parts -> right part.
Proof.
  intros He. induction is as [|i is IH]; simpl; intros parts E part Hin.
  - inversion E; subst. destruct Hin.
  - destruct (lookup e i) as [s|] eqn:E1; [|discriminate].
    destruct (lookup_all e is) as [l|] eqn:E2; [|discriminate].
    inversion E; subst. destruct Hin as [<-|Hin]; [exact (He _ _ E1)|]. now apply (IH l).
Qed.

Lemma lookup_replies_right e : all_right e -> forall is parts,
  lookup_replies columns rows e is = Some parts ->
  forall part, In part parts -> legal columns rows (fst part) = true /\ right (snd part).
Proof.
  intros He. induction is as [|[r i] is IH]; simpl; intros parts E part Hin.
  - inversion E; subst. destruct Hin.
  - destruct (lookup e i) as [s|] eqn:E1; [|discriminate].
    destruct (lookup_replies columns rows e is) as [l|] eqn:E2; [|discriminate].
    destruct (legal columns rows r) eqn:E3; [|discriminate].
    inversion E; subst. destruct Hin as [<-|Hin]; [split; [exact E3|exact (He _ _ E1)]|]. now apply (IH l).
Qed.

Lemma apply_sound e step st : all_right e -> apply columns rows owner around e step = Some st -> right st.
Proof.
  intros He E. destruct step as [s f|is more f|is more f|i a b|i m]; cbv beta iota zeta delta [apply] in E.
  - destruct (entails around s [] f) eqn:E1; [|discriminate]. now apply (link_sound s f).
  - destruct (lookup_all e is) as [parts|] eqn:E1; [|discriminate].
    match type of E with match merge ?s _ _ with _ => _ end = _ => set (u := s) in * end.
    destruct (merge u empty parts) as [c|] eqn:E2; [|discriminate].
    destruct (entails around u (map promise parts) f) eqn:E3; [|discriminate].
    eapply and_sound; eauto. eapply lookup_all_right; eauto.
  - destruct (lookup_replies columns rows e is) as [[|[r0 first] rest]|] eqn:E1; try discriminate.
    match type of E with (if ?cond then _ else _) = _ => destruct cond eqn:Hcond; [|discriminate] end.
    apply andb_true_iff in Hcond. destruct Hcond as [H1 H2].
    exact (or_sound more r0 first rest _ _ st (lookup_replies_right e He is _ E1) H1 H2 E).
  - destruct (lookup e i) as [part|] eqn:E1; [|discriminate].
    match type of E with (if ?cond then _ else _) = _ => destruct cond eqn:Hcond; [|discriminate] end.
    bools. apply (capture_sound part a b); auto. exact (He _ _ E1).
  - destruct (lookup e i) as [part|] eqn:E1; [|discriminate].
    apply (moved_sound m part); auto. exact (He _ _ E1).
Qed.

Lemma conclude_sound steps : forall e next last st,
  all_right e -> (forall s, last = Some s -> right s) ->
  conclude columns rows owner around e next last steps = Some st -> right st.
Proof.
  induction steps as [|step steps IH]; simpl; intros e next last st He Hl E; auto.
  destruct (apply columns rows owner around e step) as [s|] eqn:E1; [|discriminate].
  pose proof (apply_sound _ _ _ He E1) as Hs.
  eapply IH; [| |exact E].
  - intros i t Ht. destruct (Pos.eq_dec i next) as [->|Hi].
    + rewrite PositiveMap.gss in Ht. inversion Ht; now subst.
    + rewrite PositiveMap.gso in Ht; auto. exact (He _ _ Ht).
  - intros t Ht. inversion Ht; now subst.
Qed.

Lemma conclude_right steps st :
  conclude columns rows owner around (PositiveMap.empty _) 1%positive None steps = Some st -> right st.
Proof.
  apply conclude_sound; [|discriminate]. intros i s. rewrite PositiveMap.gempty. discriminate.
Qed.

(** ** A statement holds *)

Theorem check_holds_with_sound s c f steps :
  check_holds_with columns rows owner around s c f steps = true -> secures s c f.
Proof.
  unfold check_holds_with. intros E.
  destruct (conclude columns rows owner around (PositiveMap.empty _) 1%positive None steps) as [last|] eqn:E1;
    [|discriminate].
  apply conclude_right in E1. destruct E1 as [W _]. bools.
  assert (B : better N owner (laid_out owner (stones last) (carrier last)) (laid_out owner s c)).
  { apply better_laid.
    - intros x Hx. apply laid_own. now apply (subset_mem _ _ H2).
    - intros x Hx. apply laid_other in Hx. destruct Hx as [X1 X2]. split.
      + destruct (mem x (stones last)) eqn:Ex; auto. apply (subset_mem _ _ H2) in Ex. congruence.
      + destruct (mem x (carrier last)) eqn:Ex; auto.
        assert (mem x c = true); [|congruence]. apply (subset_mem _ _ H1). now rewrite mem_minus, Ex, X1. }
  unfold Connection.secures, owner_wins in *.
  apply (wins_better N N.eq_dec board_cells _ (goal_monotone (promise last)) owner (other owner) _ _ B) in W.
  eapply wins_goal; [exact W|]. intros F HF _ T.
  assert (Hs : has F s) by (intros x Hx; apply HF; now apply laid_own).
  apply (entails_sound F s [promise last] f); auto.
  - intros x Hx. apply Hs. now apply (subset_mem _ _ H3).
  - intros g [<-|[]]. exact T.
Qed.

(** ** A position is won *)

Section Position.

Hypothesis columns_positive : 1 <= columns.

Let n := N.to_nat columns.
Let m := N.to_nat rows.

Lemma column_lt x : column columns x < columns.
Proof. unfold column. apply N.mod_lt. lia. Qed.

Lemma row_lt x : x < cell_count -> row columns x < rows.
Proof. intros H. unfold row. apply N.div_lt_upper_bound; [lia|]. exact H. Qed.

Lemma column_row x : x = row columns x * columns + column columns x.
Proof. unfold column, row. rewrite N.mul_comm. apply N.div_mod. lia. Qed.

Lemma cell_of_on_board x : x < cell_count -> on_board n m (cell_of columns x).
Proof.
  intros H. unfold on_board, cell_of, n, m. simpl.
  pose proof (column_lt x). pose proof (row_lt x H). lia.
Qed.

Lemma number_of_cell_of x : number_of columns (cell_of columns x) = x.
Proof. unfold number_of, cell_of. simpl. rewrite !N2Nat.id. symmetry. apply column_row. Qed.

Lemma cell_of_number_of z : on_board n m z ->
  number_of columns z < cell_count /\ cell_of columns (number_of columns z) = z.
Proof.
  destruct z as [c r]. unfold on_board, n, m, number_of, cell_of, column, row. simpl. intros [H1 H2].
  assert (Hc : N.of_nat c < columns) by lia. assert (Hr : N.of_nat r < rows) by lia.
  split.
  - unfold Connection.cell_count. nia.
  - rewrite N.add_comm, N.mod_add, N.mod_small by lia.
    rewrite N.div_add, N.div_small by lia. simpl. now rewrite !Nat2N.id.
Qed.

Lemma touches_adjacent x y :
  touches columns x y = true -> adjacent (cell_of columns x) (cell_of columns y).
Proof.
  unfold touches, cell_of, adjacent.
  generalize (column columns x), (row columns x), (column columns y), (row columns y).
  intros c r c' r'. rewrite !orb_true_iff, !andb_true_iff, !N.eqb_eq. lia.
Qed.

Lemma along_first x : along columns rows owner cell_count x = true -> first_edge owner (cell_of columns x).
Proof.
  unfold along, first_edge, cell_of. destruct owner; simpl; rewrite orb_true_iff, !andb_true_iff, !N.eqb_eq; lia.
Qed.

Lemma along_second x :
  along columns rows owner (cell_count + 1) x = true -> second_edge n m owner (cell_of columns x).
Proof.
  unfold along, second_edge, cell_of, n, m.
  destruct owner; simpl; rewrite orb_true_iff, !andb_true_iff, !N.eqb_eq; lia.
Qed.

Lemma chain_joins (F : N -> Prop) (G : cell -> Prop) :
  (forall x, x < cell_count -> F x -> G (cell_of columns x)) ->
  chain F cell_count (cell_count + 1) -> joins n m owner G.
Proof.
  intros HG.
  assert (On : forall x, x < cell_count -> F x -> on_board n m (cell_of columns x) /\ G (cell_of columns x)).
  { intros x Hx Fx. split; auto using cell_of_on_board. }
  assert (L : forall x y, chain F x y -> y = cell_count + 1 ->
     x = cell_count + 1 \/
     (x < cell_count /\ exists z, second_edge n m owner z /\
        path (fun z => on_board n m z /\ G z) (cell_of columns x) z) \/
     joins n m owner G).
  { intros x y C. induction C as [x Fx|x y z Fx E C IH]; intros Hy; [now left|].
    unfold Connection.near in E. destruct (IH Hy) as [->|[[Ly [w [Hw P]]]|J]]; auto.
    - destruct (N.ltb_spec x cell_count) as [Hx|Hx]; destruct (N.ltb_spec (cell_count + 1) cell_count); try lia;
        try discriminate.
      right. left. split; auto. exists (cell_of columns x). split; [now apply along_second|].
      apply path_here. auto.
    - destruct (N.ltb_spec y cell_count); [|lia].
      destruct (N.ltb_spec x cell_count) as [Hx|Hx].
      + right. left. split; auto. exists w. split; auto.
        apply path_step with (cell_of columns y); auto. now apply touches_adjacent.
      + destruct (N.eq_dec x (cell_count + 1)) as [->|H1]; [now left|].
        assert (x = cell_count) as ->.
        { unfold along in E. destruct owner; apply orb_true_iff in E; destruct E; bools; lia. }
        right. right. exists (cell_of columns y), w. split; [now apply along_first|]. auto. }
  intros C. destruct (L _ _ C eq_refl) as [H|[[H _]|H]]; [lia|lia|exact H].
Qed.

(** The position, with the owner's edges as stones. *)
Definition with_edges (black white : set) : board N :=
  fun x => if x <? cell_count then
             if mem x black then Some Black else if mem x white then Some White else None
           else Some owner.

Theorem check_wins_with_sound black white to_move steps :
  check_wins_with columns rows owner around black white to_move steps = true ->
  hex_wins n m owner to_move (position columns black white).
Proof.
  intros E. unfold check_wins_with in E. bools. rename H1 into Hdis. rename H0 into E0.
  destruct (conclude columns rows owner around (PositiveMap.empty _) 1%positive None steps) as [last|] eqn:E1;
    [|discriminate].
  apply conclude_right in E1. destruct E1 as [W _].
  set (own := match owner with Black => black | White => white end) in *.
  set (opponents := match owner with Black => white | White => black end) in *.
  set (missing := minus (minus (stones last) (edges columns rows)) own) in *.
  bools. rename H0 into Hent, H3 into Hcar, H1 into Hmiss.
  set (b := with_edges black white).
  assert (Own : forall x, mem x own = true -> b x = Some owner).
  { intros x Hx. unfold b, with_edges. destruct (x <? cell_count); auto. unfold own in Hx.
    destruct owner; [now rewrite Hx|]. destruct (mem x black) eqn:Eb; [|now rewrite Hx].
    elim (disjoint_mem _ _ Hdis x); auto. }
  assert (Opp : forall x, b x = Some (other owner) -> mem x opponents = true).
  { intros x Hx. unfold b, with_edges in Hx. destruct (x <? cell_count).
    - unfold opponents. destruct owner; simpl in Hx; destruct (mem x black); auto; try discriminate;
        destruct (mem x white); auto; discriminate.
    - destruct owner; discriminate. }
  assert (Edge : forall x, mem x (edges columns rows) = true -> b x = Some owner).
  { intros x Hx. unfold edges in Hx. rewrite !mem_add, mem_empty, !orb_true_iff, !N.eqb_eq in Hx.
    unfold b, with_edges. destruct (N.ltb_spec x cell_count); auto. destruct Hx as [Hx|[Hx|Hx]]; [lia|lia|discriminate]. }
  assert (Stone : forall b' x, better N owner b b' -> (mem x missing = true -> b' x = Some owner) ->
     mem x (stones last) = true -> b' x = Some owner).
  { intros b' x Hb Hm Hx. destruct (mem x (edges columns rows)) eqn:Ee; [apply Hb; auto|].
    destruct (mem x own) eqn:Eo; [apply Hb; auto|]. apply Hm. unfold missing.
    now rewrite !mem_minus, Hx, Ee, Eo. }
  assert (Better : forall b', better N owner b b' -> (forall x, mem x missing = true -> b' x = Some owner) ->
     better N owner (laid_out owner (stones last) (carrier last)) b').
  { intros b' Hb Hm. apply better_laid.
    - intros x Hx. apply Stone; auto.
    - intros x Hx. split.
      + destruct (mem x (stones last)) eqn:Es; auto.
        rewrite (Stone b' x Hb (Hm x) Es) in Hx. inversion Hx. elim (other_neq owner); congruence.
      + destruct (mem x (carrier last)) eqn:Ec; auto. exfalso.
        apply (disjoint_mem _ _ Hcar x); auto. apply Opp. now apply Hb. }
  assert (Fin : forall q b', better N owner b b' -> plays (fun F => true_in F (promise last)) owner q b' ->
     plays (fun F => true_in F (win columns rows)) owner q b').
  { intros q b' Hb Wb. eapply wins_goal; [exact Wb|]. intros F HF _ T.
    apply (entails_sound F empty [promise last] (win columns rows)); auto.
    - intros x Hx. rewrite mem_empty in Hx. discriminate.
    - intros x Hx. apply HF. apply Hb. apply Edge. unfold win in Hx. simpl in Hx. exact Hx.
    - intros g [<-|[]]. exact T. }
  assert (Wb : plays (fun F => true_in F (win columns rows)) owner to_move b).
  { apply orb_true_iff in Hmiss. destruct Hmiss as [Hmiss|Hmiss].
    - assert (B : better N owner (laid_out owner (stones last) (carrier last)) b).
      { apply Better; [apply better_refl|]. intros x Hx. rewrite (is_empty_mem _ Hmiss x) in Hx. discriminate. }
      apply Fin; [apply better_refl|].
      destruct (players_eqb to_move owner) eqn:Et.
      + assert (to_move = owner) as -> by (destruct to_move, owner; auto; discriminate).
        now apply (wins_better_move N N.eq_dec board_cells _ (goal_monotone _) owner (other owner) _ _ B).
      + assert (to_move = other owner) as -> by (destruct to_move, owner; auto; discriminate).
        now apply (wins_better N N.eq_dec board_cells _ (goal_monotone _) owner (other owner) _ _ B).
    - apply andb_true_iff in Hmiss. destruct Hmiss as [Et Hm].
      assert (to_move = owner) as -> by (destruct to_move, owner; auto; discriminate).
      destruct (filter (fun x => mem x missing) board_cells) as [|x [|? ?]] eqn:Ef; try discriminate.
      bools. rename H0 into Hone, H1 into Hopp.
      assert (Hx : In x board_cells /\ mem x missing = true).
      { apply (filter_In (fun x => mem x missing)). rewrite Ef. now left. }
      destruct Hx as [Hin Hx]. assert (Lx : x < cell_count) by now apply in_numbers.
      apply wins_move with x.
      + split; auto. unfold missing in Hx. rewrite !mem_minus in Hx. bools.
        unfold b, with_edges. destruct (N.ltb_spec x cell_count); [|lia].
        unfold own, opponents in *. destruct owner.
        * now rewrite H1, Hopp.
        * now rewrite H1, Hopp.
      + assert (B' : better N owner b (put N N.eq_dec owner x b)) by apply better_more, better_refl.
        apply Fin; auto.
        apply (wins_better N N.eq_dec board_cells _ (goal_monotone _) owner (other owner)
                 (laid_out owner (stones last) (carrier last))); auto.
        apply Better; auto. intros y Hy. unfold put. destruct (N.eq_dec x y) as [->|Hxy]; auto.
        pose proof (is_empty_mem _ Hone y) as Ey.
        rewrite mem_minus, mem_add, mem_empty, Hy in Ey. simpl in Ey.
        apply N.eqb_neq in Hxy. rewrite Hxy in Ey. discriminate. }
  unfold hex_wins.
  apply (wins_transport N cell N.eq_dec cell_eq_dec board_cells (cells n m) (cell_of columns)
           (fun x => x < cell_count) (fun F => true_in F (win columns rows)) (joins n m owner)
           owner to_move b); auto.
  - assert (Same : forall x, x < cell_count -> position columns black white (cell_of columns x) = b x).
    { intros x Hx. unfold position, b, with_edges. rewrite number_of_cell_of.
      destruct (N.ltb_spec x cell_count); [reflexivity|lia]. }
    split; [|split; [|split]].
    + intros x Hx E. now rewrite Same.
    + intros x [Hin E]. apply in_numbers in Hin. split.
      * apply in_cells. now apply cell_of_on_board.
      * now rewrite Same.
    + intros z [Hin E]. apply in_cells in Hin. destruct (cell_of_number_of z Hin) as [Z1 Z2].
      exists (number_of columns z). split; auto. split; [now apply in_numbers|].
      rewrite <- Same, Z2; auto.
    + intros x x' _ _ E. rewrite <- (number_of_cell_of x), <- (number_of_cell_of x'). now rewrite E.
  - intros F G _ HG T. apply (chain_joins F); auto.
Qed.

End Position.

(** ** Refutations *)

Section Refutation.

Variable region : set.
Variable f : formula.

(** The opponent, owning [G], keeps [f] false however the rest of the region falls. *)
Definition kept_false (G : N -> Prop) : Prop :=
  ~ true_in (fun x => mem x region = true /\ ~ G x) f.

Lemma kept_false_monotone : monotone N kept_false.
Proof. intros F G H HF T. apply HF. eapply true_in_mono; [|exact T]. simpl. intuition. Qed.

Definition bars_it (b : barred) : Prop :=
  plays kept_false (other owner) owner (laid_out (other owner) (walls b) (gaps b)).

Lemma apart_sound s a b : apart columns rows around s a b = true ->
  ~ chain (fun x => mem x s = true) a b.
Proof.
  intros E C. unfold apart in E. rewrite !orb_true_iff in E. destruct E as [[E|E]|E].
  - apply chain_first in C. bools. congruence.
  - apply chain_last in C. bools. congruence.
  - set (r := spread around enough s [a] (add a empty)) in *. bools.
    rewrite forallb_forall in H0.
    assert (L : forall x y, chain (fun x => mem x s = true) x y -> mem x r = true -> mem y r = true).
    { intros x y Q. induction Q as [x Fx|x y z Fx Ex Q IH]; intros Hr; auto. apply IH.
      assert (Hx : In x all_points).
      { apply in_numbers. apply near_bound with y. now rewrite near_sym. }
      specialize (H0 x Hx). rewrite Hr in H0. simpl in H0. rewrite forallb_forall in H0.
      assert (Hy : In y (around x)) by (apply around_spec; split; auto; now apply near_bound in Ex).
      specialize (H0 y Hy). apply chain_first in Q. rewrite Q in H0. exact H0. }
    rewrite (L a b C H) in H1. discriminate.
Qed.

Lemma made_false_sound s g : made_false columns rows around s g = true ->
  ~ true_in (fun x => mem x s = true) g.
Proof.
  induction g as [a b|g IHg h IHh|g IHg h IHh]; intros E; simpl in *.
  - now apply apart_sound.
  - apply orb_true_iff in E. tauto.
  - bools. tauto.
Qed.

Definition all_bar (e : PositiveMap.t barred) : Prop :=
  forall i b, PositiveMap.find i e = Some b -> bars_it b.

Lemma lookup_bars_right e : all_bar e -> forall is parts,
  lookup_bars columns rows e is = Some parts ->
  forall part, In part parts -> legal columns rows (fst part) = true /\ bars_it (snd part).
Proof.
  intros He. induction is as [|[r i] is IH]; simpl; intros parts E part Hin.
  - inversion E; subst. destruct Hin.
  - destruct (PositiveMap.find (N.succ_pos i) e) as [s|] eqn:E1; [|discriminate].
    destruct (lookup_bars columns rows e is) as [l|] eqn:E2; [|discriminate].
    destruct (legal columns rows r) eqn:E3; [|discriminate].
    inversion E; subst. destruct Hin as [<-|Hin]; [split; [exact E3|exact (He _ _ E1)]|]. now apply (IH l).
Qed.

Lemma apply_bar_sound e st b : all_bar e -> apply_bar columns rows around region f e st = Some b -> bars_it b.
Proof.
  intros He E. destruct st as [w|is more]; cbv beta iota zeta delta [apply_bar] in E.
  - destruct (made_false columns rows around (minus region w) f) eqn:E1; [|discriminate].
    inversion E; subst. apply wins_now. intros T. apply (made_false_sound _ _ E1).
    eapply true_in_mono; [|exact T]. simpl. intros x [H1 H2]. rewrite mem_minus, H1. simpl.
    apply negb_true_iff. destruct (mem x w) eqn:Ew; auto. elim H2. now apply laid_own.
  - destruct (lookup_bars columns rows e is) as [[|[r0 first] rest]|] eqn:E1; try discriminate.
    match type of E with (if ?cond then _ else _) = _ => destruct cond eqn:Hcond; [|discriminate] end.
    pose proof (lookup_bars_right e He is _ E1) as Hp. clear E1.
    inversion E; subst b. unfold bars_it. cbn [walls gaps].
    rewrite <- (other_other owner) at 2.
    apply (or_parts (other owner) kept_false more r0 (snd (as_part columns rows (r0, first)))
             (map (as_part columns rows) rest)).
    + intros part Hin. destruct Hin as [<-|Hin]; [apply (Hp (r0, first)); now left|].
      apply in_map_iff in Hin. destruct Hin as [q [<- Hq]]. apply (Hp q). now right.
    + exact Hcond.
    + intros part Hin.
      assert (Hex : exists q, as_part columns rows q = part /\ bars_it (snd q)).
      { destruct Hin as [<-|Hin]; [exists (r0, first); split; auto; apply (Hp (r0, first)); now left|].
        apply in_map_iff in Hin. destruct Hin as [q [<- Hq]]. exists q. split; auto. apply (Hp q). now right. }
      destruct Hex as [q [<- Hq]]. exists kept_false. split; [apply kept_false_monotone|]. split; [|auto].
      rewrite other_other. exact Hq.
Qed.

Lemma bars_sound steps : forall e next e', all_bar e ->
  bars columns rows around region f e next steps = Some e' -> all_bar e'.
Proof.
  induction steps as [|st steps IH]; simpl; intros e next e' He E; [inversion E; now subst|].
  destruct (apply_bar columns rows around region f e st) as [b|] eqn:E1; [|discriminate].
  apply IH in E; auto. intros i t Ht. destruct (Pos.eq_dec i next) as [->|Hi].
  - rewrite PositiveMap.gss in Ht. inversion Ht; subst. exact (apply_bar_sound _ _ _ He E1).
  - rewrite PositiveMap.gso in Ht; auto. exact (He _ _ Ht).
Qed.

End Refutation.

Theorem check_minimal_with_sound s c f steps bar_steps without :
  check_minimal_with columns rows owner around s c f steps bar_steps without = true ->
  secures s c f /\ forall x, mem x c = true -> ~ secures s (remove x c) f.
Proof.
  unfold check_minimal_with. intros E. bools. rename H into Hh, H1 into Hcells, H0 into E.
  split; [now apply check_holds_with_sound in Hh|].
  assert (Hdis : disjoint s c = true).
  { unfold check_holds_with in Hh.
    destruct (conclude columns rows owner around (PositiveMap.empty _) 1%positive None steps); [|discriminate].
    bools. assumption. }
  destruct (bars columns rows around (union s c) f (PositiveMap.empty _) 1%positive bar_steps) as [e|] eqn:Eb;
    [|discriminate].
  apply bars_sound in Eb. 2: { intros i b. rewrite PositiveMap.gempty. discriminate. }
  bools. rename H into Hall, H0 into Hwith.
  intros x Hx Hsec.
  apply (subset_mem _ _ Hall) in Hx as Hw. apply mem_set_of in Hw. apply in_map_iff in Hw.
  destruct Hw as [[x' i] [Ex Hin]]. simpl in Ex. subst x'.
  rewrite forallb_forall in Hwith. specialize (Hwith _ Hin). simpl in Hwith.
  destruct (PositiveMap.find (N.succ_pos i) e) as [b|] eqn:Ei; [|discriminate].
  apply Eb in Ei. bools. clear H. rename H0 into Href.
  unfold refutes in Href. bools. rename H into Hgaps, H0 into Hfirst.
  set (B := laid_out owner s (remove x c)) in *.
  assert (Sx : mem x s = false).
  { destruct (mem x s) eqn:E; auto. elim (disjoint_mem _ _ Hdis x); auto. }
  (* the opponent wins from there *)
  assert (Better : forall B', better N (other owner) B B' ->
     (forall y, mem y (walls b) = true -> y <> x -> B' y = Some (other owner)) ->
     better N (other owner) (laid_out (other owner) (walls b) (gaps b)) B').
  { intros B' HB Hwalls.
    assert (Wall : forall y, mem y (walls b) = true -> B' y = Some (other owner)).
    { intros y Hy. destruct (N.eq_dec y x) as [->|Hyx]; auto. apply HB. apply laid_other.
      split; auto. rewrite mem_remove, N.eqb_refl. apply andb_false_r. }
    apply better_laid; auto. intros y Hy. split.
    - destruct (mem y (walls b)) eqn:Ew; auto. rewrite (Wall y Ew) in Hy.
      inversion Hy. elim (other_neq (other owner)); congruence.
    - destruct (mem y (gaps b)) eqn:Eg; auto. exfalso. apply (subset_mem _ _ Hgaps) in Eg.
      rewrite mem_remove in Eg. bools. rewrite other_other in Hy.
      destruct HB as [_ HB]. rewrite other_other in HB. apply HB in Hy. apply laid_own in Hy.
      apply (disjoint_mem _ _ Hdis y); auto. }
  assert (Wo : plays (kept_false (union s c) f) (other owner) (other owner) B).
  { apply orb_true_iff in Hfirst. destruct Hfirst as [Hfirst|Hfirst].
    - apply (wins_better_move N N.eq_dec board_cells _ (kept_false_monotone _ _) (other owner) owner
               (laid_out (other owner) (walls b) (gaps b))); [|exact Ei].
      apply Better; [apply better_refl|]. intros y Hy Hyx. exfalso.
      pose proof (is_empty_mem _ Hfirst y) as Ey. rewrite mem_remove, Hy in Ey. simpl in Ey.
      apply negb_false_iff in Ey. bools. congruence.
    - destruct (filter (fun y => mem y (remove x (walls b))) board_cells) as [|y [|? ?]] eqn:Ef; try discriminate.
      bools. rename H into Hone, H0 into Hleft.
      assert (Hy : In y board_cells /\ mem y (remove x (walls b)) = true).
      { apply (filter_In (fun y => mem y (remove x (walls b)))). rewrite Ef. now left. }
      destruct Hy as [Hyin Hy].
      apply wins_move with y.
      + split; auto. apply laid_free. split; auto.
        rewrite mem_remove in Hleft. bools.
        destruct (mem y s) eqn:E; auto. elim (disjoint_mem _ _ Hdis y); auto.
      + rewrite other_other.
        apply (wins_better N N.eq_dec board_cells _ (kept_false_monotone _ _) (other owner) owner
                 (laid_out (other owner) (walls b) (gaps b))); [|exact Ei].
        apply Better; [apply better_more, better_refl|].
        intros z Hz Hzx. unfold put. destruct (N.eq_dec y z) as [->|Hyz]; auto. exfalso.
        pose proof (is_empty_mem _ Hone z) as Ez.
        rewrite mem_minus, mem_remove, mem_add, mem_empty, Hz in Ez.
        assert (E1 : x =? z = false) by (apply N.eqb_neq; auto).
        assert (E2 : y =? z = false) by (apply N.eqb_neq; auto).
        rewrite E1, E2 in Ez. discriminate. }
  (* but then the owner does not *)
  set (inside := fun F : N -> Prop => true_in (fun y => mem y (union s c) = true /\ F y) f).
  assert (Mi : monotone N inside).
  { intros F G H. apply true_in_mono. intuition. }
  apply (not_both_win N N.eq_dec board_cells inside (kept_false (union s c) f) Mi (kept_false_monotone _ _)
           owner (other owner) B); auto.
  - intros b' H1 H2. apply H2. eapply true_in_mono; [|exact H1]. simpl. intros y [R O]. split; auto.
    intros O'. unfold owned in O, O'. rewrite O in O'. inversion O'. elim (other_neq owner); congruence.
  - eapply wins_goal; [exact Hsec|]. intros F _ HF T. eapply true_in_mono; [|exact T]. simpl.
    intros y Fy. split; auto. rewrite mem_union. apply orb_true_iff. destruct (HF y Fy) as [H|[_ H]].
    + left. now apply laid_own in H.
    + right. apply laid_free in H. destruct H as [_ H]. rewrite mem_remove in H. now bools.
Qed.

End Board.

(** ** The table of neighbours, and the theorems *)

Lemma from_table_spec columns rows owner x y :
  In y (from_table (table columns rows owner) x) <->
  near columns rows owner x y = true /\ y < point_count columns rows.
Proof.
  assert (H : forall l t x,
     PositiveMap.find (N.succ_pos x)
       (fold_left (fun t x => PositiveMap.add (N.succ_pos x) (neighbours columns rows owner x) t) l t) =
     if in_dec N.eq_dec x l then Some (neighbours columns rows owner x)
     else PositiveMap.find (N.succ_pos x) t).
  { clear x y. induction l as [|a l IH]; intros t x; simpl; auto. rewrite IH.
    destruct (N.eq_dec a x) as [->|Ha].
    - destruct (in_dec N.eq_dec x l); auto. apply PositiveMap.gss.
    - destruct (in_dec N.eq_dec x l); auto. apply PositiveMap.gso. intros E. apply Ha.
      apply (f_equal N.pos) in E. rewrite !N.succ_pos_spec in E. lia. }
  unfold from_table, table. rewrite H, PositiveMap.gempty.
  destruct (in_dec N.eq_dec x (all_points columns rows)) as [Hx|Hx].
  - unfold neighbours. rewrite filter_In. unfold all_points. rewrite in_numbers. tauto.
  - split; [intros []|]. intros [E _]. elim Hx. apply in_numbers.
    rewrite near_sym in E. now apply near_bound in E.
Qed.

(** The owner wins the position, in the sense of Hex.v. *)
Theorem check_wins_sound columns rows owner black white to_move steps :
  check_wins columns rows owner black white to_move steps = true ->
  hex_wins (N.to_nat columns) (N.to_nat rows) owner to_move (position columns black white).
Proof.
  unfold check_wins. intros E. assert (Hc : 1 <= columns).
  { unfold check_wins_with in E. now bools. }
  eapply check_wins_with_sound; [apply from_table_spec|exact Hc|exact E].
Qed.

(** The statement holds. *)
Theorem check_holds_sound columns rows owner s c f steps :
  check_holds columns rows owner s c f steps = true -> secures columns rows owner s c f.
Proof.
  unfold check_holds. intros E.
  eapply check_holds_with_sound; [apply from_table_spec|exact E].
Qed.

(** The statement holds, and fails when any one cell of the carrier is the opponent's. *)
Theorem check_minimal_sound columns rows owner s c f steps bar_steps without :
  check_minimal columns rows owner s c f steps bar_steps without = true ->
  secures columns rows owner s c f /\
  forall x, mem x c = true -> ~ secures columns rows owner s (remove x c) f.
Proof.
  unfold check_minimal. intros E.
  eapply check_minimal_with_sound; [apply from_table_spec|exact E].
Qed.
