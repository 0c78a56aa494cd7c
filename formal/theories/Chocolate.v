(** * Staircase chocolate

    A bar with z columns beside the bitter one and y rows above it; every k
    columns the bar is one row higher, so y <= floor(z / k).  A cut along the bar
    makes y smaller; a cut across it makes z smaller, and y too where the shorter
    bar is not so high.

    - D5 (Miyadera et al. 2016, section 5): "Chocolate that rises one step every
      even number of columns has the Grundy value G(y, z) = y xor z."
      [even_staircase], for every even k >= 2.
    - D4: "Rectangular chocolate is nim."  [rectangle_is_nim].  "A staircase bar
      with the bitter square inside is the direct sum of its left and right
      parts."  [two_sided_bar], with steps of any two widths.

    Why it holds.  For k = 2 j the digits of floor(z / k) from place m upward
    depend only on the digits of z above place m.  So z xor floor(z / k) takes every
    value exactly once ([bar_with_xor]), and two bars are compared at the highest
    digit where they differ. *)

From Coq Require Import Arith List Lia Bool.
From Hissho Require Import Impartial Sum Nim.
Import ListNotations.

Definition chocolate_moves (k : nat) (p : nat * nat) : list (nat * nat) :=
  let (y, z) := p in
  map (fun y' => (y', z)) (seq 0 y) ++
  map (fun z' => (Nat.min y (z' / k), z')) (seq 0 z).

Lemma in_chocolate_moves k y z q :
  In q (chocolate_moves k (y, z)) <->
  (exists y', y' < y /\ q = (y', z)) \/ (exists z', z' < z /\ q = (Nat.min y (z' / k), z')).
Proof.
  unfold chocolate_moves. rewrite in_app_iff, !in_map_iff. split.
  - intros [(w & <- & H)|(w & <- & H)]; apply in_seq in H; [left|right]; exists w; split; auto; lia.
  - intros [(w & H & ->)|(w & H & ->)]; [left|right]; exists w; rewrite in_seq; split; auto; lia.
Qed.

Definition chocolate (k : nat) : game.
Proof.
  refine (Game (nat * nat) (chocolate_moves k) _).
  apply ends_by_measure with (m := fun p => fst p + snd p).
  intros [y z] q H. apply in_chocolate_moves in H.
  destruct H as [(w & H & ->)|(w & H & ->)]; simpl; lia.
Defined.

(** The bars there are. *)
Definition is_bar (k : nat) (p : nat * nat) : Prop := fst p <= snd p / k.

Lemma bars_stay k p q : 1 <= k -> is_bar k p -> In q (chocolate_moves k p) -> is_bar k q.
Proof.
  destruct p as [y z]. unfold is_bar. simpl. intros Hk Hp H. apply in_chocolate_moves in H.
  destruct H as [(w & H & ->)|(w & H & ->)]; simpl; lia.
Qed.

(** ** Even k *)

Section Even.

Variable j : nat.
Hypothesis j_positive : 1 <= j.

Let k := 2 * j.

(** The digits of floor(z / k) from place m upward depend on those of z above m. *)
Lemma high_digits z m : (z / k) / 2 ^ m = (z / 2 ^ S m) / j.
Proof.
  assert (2 ^ m <> 0) by (apply Nat.pow_nonzero; lia).
  unfold k. rewrite Nat.pow_succ_r', !Nat.div_div by nia. f_equal. ring.
Qed.

(** Every v is z xor floor(z / k) for some z. *)
Lemma bar_with_xor v : exists z, (z / k) xor z = v.
Proof.
  (* digits are chosen from the highest downward: the first n of them *)
  assert (H : forall n m, m + n = S (Nat.log2 v) ->
            exists z, (z / k) xor z = v / 2 ^ m).
  { induction n as [|n IH]; intros m Hm.
    - exists 0. rewrite Nat.div_0_l by (unfold k; lia).
      rewrite Nat.div_small; [reflexivity|].
      replace m with (S (Nat.log2 v)) by lia.
      destruct v; [apply Nat.neq_0_lt_0, Nat.pow_nonzero; lia|apply Nat.log2_spec; lia].
    - destruct (IH (S m)) as (z & Hz); [lia|].
      (* the next digit of z is that of v xor that of floor(z / j) *)
      set (c := Nat.b2n (xorb (Nat.testbit v m) (Nat.testbit (z / j) 0))).
      exists (c + 2 * z).
      assert (Hc : c < 2) by (unfold c; destruct (xorb _ _); simpl; lia).
      assert (E : (c + 2 * z) / k = z / j).
      { unfold k. rewrite <- Nat.div_div by lia. f_equal.
        symmetry. apply (Nat.div_unique _ 2 z c); lia. }
      assert (E2 : (c + 2 * z) / 2 = z) by (symmetry; apply (Nat.div_unique _ 2 z c); lia).
      rewrite E. rewrite <- (bit_shift v m).
      assert (S0 : ((z / j) xor (c + 2 * z)) / 2 = v / 2 ^ S m).
      { change 2 with (2 ^ 1) at 2. rewrite shift_xor. change (2 ^ 1) with 2. rewrite E2.
        rewrite <- Hz. f_equal. unfold k. rewrite Nat.div_div by lia. f_equal. lia. }
      assert (B0 : Nat.testbit ((z / j) xor (c + 2 * z)) 0 = Nat.testbit v m).
      { rewrite Nat.lxor_spec. replace (c + 2 * z) with (2 * z + c) by lia.
        unfold c. rewrite Nat.testbit_0_r.
        destruct (Nat.testbit v m), (Nat.testbit (z / j) 0); reflexivity. }
      pose proof (bit_shift ((z / j) xor (c + 2 * z)) 0) as F.
      rewrite B0 in F. change (2 ^ 1) with 2 in F. rewrite S0 in F.
      change (2 ^ 0) with 1 in F. rewrite Nat.div_1_r in F. symmetry. exact F. }
  destruct (H (S (Nat.log2 v)) 0) as (z & Hz); [lia|].
  exists z. rewrite Hz. change (2 ^ 0) with 1. apply Nat.div_1_r.
Qed.

(** Digit m of two numbers that agree above m but not there. *)
Lemma digit_split a b m : a / 2 ^ S m = b / 2 ^ S m -> Nat.testbit a m = false -> Nat.testbit b m = true ->
  exists q, a / 2 ^ m = 2 * q /\ b / 2 ^ m = 2 * q + 1.
Proof.
  intros E Ha Hb. exists (b / 2 ^ S m).
  rewrite <- (bit_shift a m), <- (bit_shift b m), Ha, Hb, E. simpl. lia.
Qed.

(** (1) A cut across the bar that lowers it changes y xor z. *)
Lemma lower_cut_differs y z z' : y <= z / k -> z' < z -> z' / k < y ->
  (z' / k) xor z' <> y xor z.
Proof.
  intros Hy Hz Hl E.
  destruct (top_difference_lt z' z Hz) as (m & Em & B0 & B1).
  assert (Ey : y / 2 ^ S m = (z' / k) / 2 ^ S m).
  { assert (X : ((z' / k) xor z') / 2 ^ S m = (y xor z) / 2 ^ S m) by now rewrite E.
    rewrite !shift_xor, Em in X. now apply xor_inj_r in X. }
  assert (By : Nat.testbit y m <> Nat.testbit (z' / k) m).
  { intros C. assert (X : Nat.testbit ((z' / k) xor z') m = Nat.testbit (y xor z) m) by now rewrite E.
    rewrite !Nat.lxor_spec, B0, B1, C in X. destruct (Nat.testbit (z' / k) m); discriminate. }
  assert (H1 : y / 2 ^ m <= (z / k) / 2 ^ m) by (apply Nat.div_le_mono; [apply Nat.pow_nonzero; lia|exact Hy]).
  assert (H2 : (z' / k) / 2 ^ m <= y / 2 ^ m) by (apply Nat.div_le_mono; [apply Nat.pow_nonzero; lia|lia]).
  rewrite (high_digits z m), <- Em, <- (high_digits z' m) in H1.
  apply By.
  pose proof (bit_shift y m) as F1. pose proof (bit_shift (z' / k) m) as F2. rewrite Ey in F1.
  assert (Nat.b2n (Nat.testbit y m) = Nat.b2n (Nat.testbit (z' / k) m)) as X by lia.
  now apply Nat.b2n_inj in X.
Qed.

(** (2) A value that y with a shorter bar would have, were it not too high, is the
    value of a lowered bar. *)
Lemma lower_cut_exists y z z0 : y <= z / k -> z0 < z -> z0 / k < y ->
  exists z', z' < z /\ z' / k < y /\ (z' / k) xor z' = y xor z0.
Proof.
  intros Hy Hz Hl. destruct (bar_with_xor (y xor z0)) as (z' & E). exists z'.
  destruct (Nat.lt_trichotomy z' z0) as [L|[->|L]].
  - repeat split; [lia| |exact E].
    apply Nat.le_lt_trans with (z0 / k); [apply Nat.div_le_mono; unfold k; lia|exact Hl].
  - apply xor_inj_r in E. lia.
  - destruct (top_difference_lt z0 z' L) as (m & Em & B0 & B1).
    assert (Ew : (z' / k) / 2 ^ m = (z0 / k) / 2 ^ m) by now rewrite !high_digits, Em.
    assert (By : Nat.testbit y m <> Nat.testbit (z' / k) m).
    { intros C. assert (X : Nat.testbit ((z' / k) xor z') m = Nat.testbit (y xor z0) m) by now rewrite E.
      rewrite !Nat.lxor_spec, B0, B1, C in X. destruct (Nat.testbit (z' / k) m); discriminate. }
    assert (P : 2 ^ m <> 0) by (apply Nat.pow_nonzero; lia).
    assert (H2 : (z' / k) / 2 ^ m <= y / 2 ^ m)
      by (rewrite Ew; apply Nat.div_le_mono; [exact P|lia]).
    assert (H3 : (z' / k) / 2 ^ m < y / 2 ^ m).
    { destruct (Nat.eq_dec ((z' / k) / 2 ^ m) (y / 2 ^ m)) as [X|]; [exfalso|lia].
      apply By. pose proof (bit_shift y m) as F1. pose proof (bit_shift (z' / k) m) as F2.
      destruct (Nat.testbit y m), (Nat.testbit (z' / k) m); simpl in F1, F2; try reflexivity; lia. }
    repeat split; [|now apply (div_lt_lt _ _ m)|exact E].
    (* were z <= z', its digits above m would be those of z0, and y would not fit *)
    destruct (Nat.lt_ge_cases z' z) as [|C]; [assumption|exfalso].
    assert (Ez : z / 2 ^ S m = z' / 2 ^ S m).
    { assert (z0 / 2 ^ S m <= z / 2 ^ S m) by (apply Nat.div_le_mono; [apply Nat.pow_nonzero|]; lia).
      assert (z / 2 ^ S m <= z' / 2 ^ S m) by (apply Nat.div_le_mono; [apply Nat.pow_nonzero|]; lia).
      lia. }
    assert (H4 : y / 2 ^ m <= (z / k) / 2 ^ m) by (apply Nat.div_le_mono; [exact P|exact Hy]).
    rewrite high_digits, Ez, <- high_digits in H4. lia.
Qed.

Theorem even_staircase_law y z : y <= z / k -> @grundy (chocolate k) (y, z) = y xor z.
Proof.
  intros Hy. apply (grundy_law_on (chocolate k) (is_bar k) (fun p => fst p xor snd p)).
  - intros p q. apply bars_stay. unfold k. lia.
  - intros [a b] q Hp Hq. unfold is_bar in Hp. simpl in Hp. apply in_chocolate_moves in Hq. simpl.
    destruct Hq as [(a' & H & ->)|(b' & H & ->)]; simpl.
    + intros E. apply xor_inj_r in E. lia.
    + destruct (Nat.le_gt_cases a (b' / k)) as [C|C].
      * rewrite Nat.min_l by exact C. intros E. apply xor_inj_l in E. lia.
      * rewrite Nat.min_r by lia. now apply lower_cut_differs.
  - intros [a b] v Hp Hv. unfold is_bar in Hp. simpl in Hp, Hv.
    destruct (lemma_28 a b v Hv) as [(a' & Ha & E)|(b' & Hb & E)].
    + exists (a', b). split; [apply in_chocolate_moves; left; eauto|exact E].
    + destruct (Nat.le_gt_cases a (b' / k)) as [C|C].
      * exists (a, b'). split; [|exact E]. apply in_chocolate_moves. right. exists b'.
        rewrite Nat.min_l by exact C. auto.
      * destruct (lower_cut_exists a b b' Hp Hb C) as (z' & H1 & H2 & H3).
        exists (z' / k, z'). split; [|simpl; now rewrite H3].
        apply in_chocolate_moves. right. exists z'. rewrite Nat.min_r by lia. auto.
  - exact Hy.
Qed.

End Even.

(** D5: for every even k. *)
Theorem even_staircase (k y z : nat) :
  Nat.Even k -> 1 <= k -> y <= z / k -> @grundy (chocolate k) (y, z) = y xor z.
Proof. intros [j ->] Hk Hy. apply even_staircase_law; [lia|exact Hy]. Qed.

Corollary even_staircase_P (k y z : nat) :
  Nat.Even k -> 1 <= k -> y <= z / k -> @P_position (chocolate k) (y, z) <-> y = z.
Proof.
  intros He Hk Hy. rewrite P_position_iff_grundy_0, even_staircase by assumption. apply xor_eq_0.
Qed.

(** D4: rectangular chocolate; y and z are cut independently. *)
Definition rectangle_moves (p : nat * nat) : list (nat * nat) :=
  let (y, z) := p in map (fun y' => (y', z)) (seq 0 y) ++ map (fun z' => (y, z')) (seq 0 z).

(** It has, move for move, the options of the sum of two heaps. *)
Theorem rectangle_is_nim (p : nat * nat) : rectangle_moves p = @options (sum heap heap) p.
Proof. now destruct p. Qed.

Theorem rectangle_value (y z : nat) : @grundy (sum heap heap) (y, z) = y xor z.
Proof. now rewrite grundy_sum, !grundy_heap. Qed.

(** D4: a bar with the bitter square inside, (y, z) to its right and (u, v) to its
    left: a cut leaves one of the two parts as it is. *)
Definition two_sided_moves (k j : nat) (p : (nat * nat) * (nat * nat)) : list ((nat * nat) * (nat * nat)) :=
  let '((y, z), (u, v)) := p in
  map (fun r => (r, (u, v))) (chocolate_moves k (y, z)) ++
  map (fun r => ((y, z), r)) (chocolate_moves j (u, v)).

Theorem two_sided_bar (k j : nat) (p : (nat * nat) * (nat * nat)) :
  two_sided_moves k j p = @options (sum (chocolate k) (chocolate j)) p /\
  @grundy (sum (chocolate k) (chocolate j)) p =
    @grundy (chocolate k) (fst p) xor @grundy (chocolate j) (snd p).
Proof. destruct p as [[y z] [u v]]. split; [reflexivity|apply grundy_sum]. Qed.
