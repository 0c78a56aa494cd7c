(** * Counting up to sameness

    - C14, Theorem 3 (lecture): "Let a be the number of buildings whose one brick
      on the ground floor lies lengthwise, turned ones counted apart; b the number
      of those that a half turn leaves as they are; x the number when turned ones
      count once.  Then x = (a + b) / 2."  [theorem_3], for every finite set and
      every involution of it.

    A set is a list without repetition.  What is counted is a list of
    representatives: every thing is the same as one of them, and no two of them are
    the same.  The buildings are in Bricks.v. *)

From Coq Require Import Arith List Lia Bool Permutation.
Import ListNotations.

(** N things with the property [P] are enough, and needed, to have each thing with it up to [same]. *)
Definition number_up_to {A : Type} (same : A -> A -> Prop) (P : A -> Prop) (N : nat) : Prop :=
  exists R : list A,
    length R = N /\ NoDup R /\ (forall a, In a R -> P a) /\
    (forall a, P a -> exists r, In r R /\ same a r) /\
    (forall r r', In r R -> In r' R -> same r r' -> r = r').

Section Orbits.

Variable A : Type.
Variable eq_dec : forall a b : A, {a = b} + {a <> b}.

Definition without (S L : list A) : list A := filter (fun a => if in_dec eq_dec a S then false else true) L.

Lemma in_without S L a : In a (without S L) <-> In a L /\ ~ In a S.
Proof.
  unfold without. rewrite filter_In. destruct (in_dec eq_dec a S); split; intros [H1 H2]; split; auto; try discriminate; contradiction.
Qed.

Lemma same_elements_same_length (L L' : list A) :
  NoDup L -> NoDup L' -> (forall a, In a L <-> In a L') -> length L = length L'.
Proof. intros H H' E. apply Permutation_length. now apply NoDup_Permutation. Qed.

Lemma length_without S L : NoDup L -> NoDup S -> (forall a, In a S -> In a L) ->
  (length S + length (without S L) = length L)%nat.
Proof.
  intros HL HS Hin. rewrite <- app_length. apply same_elements_same_length; [|exact HL|].
  - assert (HW : NoDup (without S L)) by now apply NoDup_filter.
    assert (HD : forall a, In a S -> ~ In a (without S L)) by (intros a Ha Hb; now apply in_without in Hb).
    clear Hin. induction S as [|s S IH] in HS, HW, HD |- *; [exact HW|].
    revert HW HD. generalize (without (s :: S) L) as W. intros W HW HD. clear IH.
    induction (s :: S) as [|t T IHT] in HS, HD |- *; [exact HW|].
    inversion HS as [|? ? Ht HT]; subst. simpl. constructor.
    + rewrite in_app_iff. intros [C|C]; [contradiction|]. apply (HD t); [now left|exact C].
    + apply IHT; [exact HT|]. intros a Ha. apply HD. now right.
  - intros a. rewrite in_app_iff, in_without. split; [intros [C|[C _]]; auto|].
    intros Ha. destruct (in_dec eq_dec a S); auto.
Qed.

Lemma NoDup_without S L : NoDup L -> NoDup (without S L).
Proof. apply NoDup_filter. Qed.

(** C14, Theorem 3: a set with an involution t has (a + b) / 2 elements up to t. *)
Variable t : A -> A.
Hypothesis involution : forall a, t (t a) = a.

Definition fixed (L : list A) : list A := filter (fun a => if eq_dec (t a) a then true else false) L.

Lemma in_fixed L a : In a (fixed L) <-> In a L /\ t a = a.
Proof. unfold fixed. rewrite filter_In. destruct (eq_dec (t a) a); split; intros [H1 H2]; split; auto; discriminate. Qed.

Theorem representatives (L : list A) : NoDup L -> (forall a, In a L -> In (t a) L) ->
  exists R, (2 * length R = length L + length (fixed L))%nat /\ NoDup R /\
    (forall a, In a R -> In a L) /\
    (forall a, In a L -> In a R \/ In (t a) R) /\
    (forall a, In a R -> In (t a) R -> t a = a).
Proof.
  remember (length L) as n eqn:En. revert L En. induction n as [n IH] using lt_wf_ind. intros L En HL Hc.
  destruct L as [|a L]; [exists []; subst; repeat split; simpl; auto; try tauto; constructor|].
  assert (HaL : ~ In a L) by now inversion HL. assert (HL' : NoDup L) by now inversion HL.
  set (S := if eq_dec (t a) a then [a] else [a; t a]).
  assert (HS : NoDup S).
  { unfold S. destruct (eq_dec (t a) a); repeat constructor; simpl; intuition. }
  assert (HSin : forall b, In b S <-> b = a \/ b = t a).
  { intros b. unfold S. destruct (eq_dec (t a) a) as [E|E]; simpl; rewrite ?E; intuition. }
  assert (HSL : forall b, In b S -> In b (a :: L)).
  { intros b Hb. apply HSin in Hb. destruct Hb as [->| ->]; [now left|]. apply Hc. now left. }
  set (W := without S (a :: L)).
  pose proof (length_without S (a :: L) HL HS HSL) as Len. fold W in Len.
  assert (LS : (1 <= length S)%nat) by (unfold S; destruct (eq_dec (t a) a); simpl; lia).
  destruct (IH (length W) ltac:(lia) W eq_refl) as (R & HR1 & HR2 & HR3 & HR4 & HR5).
  - now apply NoDup_without.
  - intros b Hb. apply in_without in Hb. destruct Hb as [Hb1 Hb2]. apply in_without. split; [now apply Hc|].
    rewrite HSin in *. intros [C|C].
    + apply Hb2. right. now rewrite <- C, involution.
    + apply Hb2. left. rewrite <- (involution b), C. apply involution.
  - assert (NaR : forall b, In b R -> b <> a /\ b <> t a).
    { intros b Hb. apply HR3, in_without in Hb. rewrite HSin in Hb. tauto. }
    exists (a :: R). repeat split.
    + (* the count *)
      assert (LF : length (fixed (a :: L)) = (length (fixed W) + (if eq_dec (t a) a then 1 else 0))%nat).
      { destruct (eq_dec (t a) a) as [E|E].
        - rewrite Nat.add_1_r. change (Datatypes.S (length (fixed W))) with (length (a :: fixed W)).
          apply same_elements_same_length.
          + now apply NoDup_filter.
          + constructor; [|now apply NoDup_filter, NoDup_without].
            rewrite in_fixed. intros [C _]. apply in_without in C. rewrite HSin in C. tauto.
          + intros b. simpl (In b (a :: fixed W)). rewrite !in_fixed. unfold W. rewrite in_without, HSin.
            split.
            * intros [H1 H2]. destruct (eq_dec b a) as [->|]; [now left|right].
              split; [split; [exact H1|]|exact H2]. rewrite E. tauto.
            * intros [<-|[[H1 _] H2]]; split; auto. now left.
        - rewrite Nat.add_0_r. apply same_elements_same_length.
          + now apply NoDup_filter.
          + now apply NoDup_filter, NoDup_without.
          + intros b. rewrite !in_fixed. unfold W. rewrite in_without, HSin. split; [|tauto].
            intros [H1 H2]. split; [split; [exact H1|]|exact H2]. intros [->| ->]; [contradiction|].
            rewrite involution in H2. now apply E. }
      rewrite LF. unfold S in Len. simpl in En. destruct (eq_dec (t a) a); simpl in Len |- *; lia.
    + constructor; [|exact HR2]. intros C. apply NaR in C. tauto.
    + intros b [<-|Hb]; [now left|]. apply HR3, in_without in Hb. tauto.
    + intros b Hb. destruct (in_dec eq_dec b S) as [C|C].
      * apply HSin in C. destruct C as [->| ->]; [left; now left|right; rewrite involution; now left].
      * destruct (HR4 b) as [H|H]; [now apply in_without|left; now right|right; now right].
    + intros b [<-|Hb] [C|C].
      * now symmetry.
      * apply NaR in C. tauto.
      * apply NaR in Hb. exfalso. destruct Hb as [_ Hb]. apply Hb. now rewrite C, involution.
      * now apply HR5.
Qed.

End Orbits.

(** C14, Theorem 3: x = (a + b) / 2. *)
Theorem theorem_3 (A : Type) (eq_dec : forall a b : A, {a = b} + {a <> b}) (half_turn : A -> A) (L : list A) :
  (forall a, half_turn (half_turn a) = a) -> NoDup L -> (forall a, In a L -> In (half_turn a) L) ->
  exists x, number_up_to (fun a b => b = a \/ b = half_turn a) (fun a => In a L) x /\
    (2 * x = length L + length (fixed A eq_dec half_turn L))%nat.
Proof.
  intros Ht HL Hc. destruct (representatives A eq_dec half_turn Ht L HL Hc) as (R & H1 & H2 & H3 & H4 & H5).
  exists (length R). split; [|exact H1]. exists R. repeat split; [exact H2|exact H3| |].
  - intros a Ha. destruct (H4 a Ha) as [C|C]; eauto.
  - intros r r' Hr Hr' [E|E]; [now symmetry|]. subst r'. symmetry. now apply H5.
Qed.

(** The same for quarter turns that leave only one element as it is, and no other even when made twice. *)
Section Quarter.

Variable A : Type.
Variable eq_dec : forall a b : A, {a = b} + {a <> b}.
Variable r : A -> A.
Hypothesis four : forall a, r (r (r (r a))) = a.

Definition turned (a b : A) : Prop := b = a \/ b = r a \/ b = r (r a) \/ b = r (r (r a)).

Lemma r_inj a b : r a = r b -> a = b.
Proof. intros E. rewrite <- (four a), E. apply four. Qed.

Lemma turned_sym a b : turned a b -> turned b a.
Proof. unfold turned. intros [->|[->|[->| ->]]]; rewrite ?four; auto. Qed.

Lemma turned_trans a b c : turned a b -> turned b c -> turned a c.
Proof.
  unfold turned. intros [->|[->|[->| ->]]] [->|[->|[->| ->]]]; rewrite ?four; auto.
Qed.

Lemma representatives_free (L : list A) : NoDup L -> (forall a, In a L -> In (r a) L) ->
  (forall a, In a L -> r (r a) <> a) ->
  exists R, (4 * length R = length L)%nat /\ NoDup R /\
    (forall a, In a R -> In a L) /\
    (forall a, In a L -> exists b, In b R /\ turned a b) /\
    (forall a b, In a R -> In b R -> turned a b -> a = b).
Proof.
  remember (length L) as n eqn:En. revert L En. induction n as [n IH] using lt_wf_ind. intros L En HL Hc Hf.
  destruct L as [|a L]; [exists []; subst; repeat split; simpl; auto; try tauto; constructor|].
  set (S := [a; r a; r (r a); r (r (r a))]).
  assert (F0 : r (r a) <> a) by (apply Hf; now left).
  assert (F1 : r a <> a) by (intros C; apply F0; now rewrite !C).
  assert (F3 : r (r (r a)) <> a) by (intros C; apply F1; rewrite <- C at 1; apply four).
  assert (HS : NoDup S).
  { unfold S. repeat constructor; simpl; intros C; repeat destruct C as [C|C]; try tauto;
      try (apply r_inj in C); try (apply r_inj in C); contradiction. }
  assert (HSin : forall b, In b S <-> turned a b).
  { intros b. unfold S, turned. simpl. intuition. }
  assert (HaL : In a (a :: L)) by now left.
  assert (HSL : forall b, In b S -> In b (a :: L)).
  { intros b Hb. apply HSin in Hb. destruct Hb as [->|[->|[->| ->]]]; [exact HaL| | |]; repeat apply Hc; exact HaL. }
  set (W := without A eq_dec S (a :: L)).
  pose proof (length_without A eq_dec S (a :: L) HL HS HSL) as Len. fold W in Len. simpl (length S) in Len.
  assert (IW : forall b, In b W <-> In b (a :: L) /\ ~ turned a b).
  { intros b. unfold W. rewrite in_without, HSin. reflexivity. }
  destruct (IH (length W) ltac:(lia) W eq_refl) as (R & HR1 & HR2 & HR3 & HR4 & HR5).
  - now apply NoDup_without.
  - intros b Hb. apply IW in Hb. destruct Hb as [Hb1 Hb2]. apply IW. split; [now apply Hc|].
    intros C. apply Hb2. apply (turned_trans a (r b) b C). apply turned_sym. unfold turned. auto.
  - intros b Hb. apply IW in Hb. now apply Hf.
  - exists (a :: R). repeat split.
    + simpl in En, Len |- *. lia.
    + constructor; [|exact HR2]. intros C. apply HR3, IW in C. apply C. unfold turned. auto.
    + intros b [<-|Hb]; [now left|]. now apply HR3, IW in Hb.
    + intros b Hb. destruct (in_dec eq_dec b S) as [C|C]; rewrite HSin in C.
      * exists a. split; [now left|now apply turned_sym].
      * destruct (HR4 b) as (c & H1 & H2); [now apply IW|]. exists c. split; [now right|exact H2].
    + intros b c [<-|Hb] [<-|Hc'] T; [reflexivity| | |].
      * apply HR3, IW in Hc'. tauto.
      * apply HR3, IW in Hb. apply turned_sym in T. tauto.
      * now apply HR5.
Qed.

Lemma representatives_quarter (L : list A) (a0 : A) : NoDup L -> (forall a, In a L -> In (r a) L) ->
  In a0 L -> r a0 = a0 -> (forall a, In a L -> r (r a) = a -> a = a0) ->
  exists R, (4 * length R = length L + 3)%nat /\ NoDup R /\
    (forall a, In a R -> In a L) /\
    (forall a, In a L -> exists b, In b R /\ turned a b) /\
    (forall a b, In a R -> In b R -> turned a b -> a = b).
Proof.
  intros HL Hc H0 Hr0 Hf. set (W := without A eq_dec [a0] L).
  assert (N1 : NoDup [a0]) by (repeat constructor; simpl; tauto).
  assert (Len : (1 + length W = length L)%nat).
  { apply (length_without A eq_dec [a0] L HL N1). intros a [<-|[]]. exact H0. }
  assert (IW : forall b, In b W <-> In b L /\ b <> a0).
  { intros b. unfold W. rewrite in_without. simpl. intuition. }
  assert (T0 : forall b, turned a0 b -> b = a0).
  { intros b T. unfold turned in T. rewrite !Hr0 in T. intuition. }
  destruct (representatives_free W) as (R & HR1 & HR2 & HR3 & HR4 & HR5).
  - now apply NoDup_without.
  - intros a Ha. apply IW in Ha. apply IW. split; [now apply Hc|].
    intros C. apply (proj2 Ha). apply r_inj. now rewrite C.
  - intros a Ha C. apply IW in Ha. now apply (proj2 Ha), Hf.
  - exists (a0 :: R). repeat split.
    + simpl. lia.
    + constructor; [|exact HR2]. intros C. apply HR3, IW in C. tauto.
    + intros b [<-|Hb]; [exact H0|]. now apply HR3, IW in Hb.
    + intros b Hb. destruct (eq_dec b a0) as [->|C].
      * exists a0. split; [now left|]. now left.
      * destruct (HR4 b) as (c & H1 & H2); [now apply IW|]. exists c. split; [now right|exact H2].
    + intros b c [<-|Hb] [<-|Hc'] T; [reflexivity| | |].
      * symmetry. now apply T0.
      * apply T0. now apply turned_sym.
      * now apply HR5.
Qed.

End Quarter.
