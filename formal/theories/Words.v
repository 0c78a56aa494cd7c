(** * The Thue-Morse word

    - C10, Definitions 30, 32, 33, 34 and Proposition 35 (lecture): the word by
      the binary digits of i, by the recurrence x_0 = 0, x_(2j) = x_j,
      x_(2j+1) = 1 - x_j, by the concatenation Y_(m+1) = Y_m Y_m', and by the
      substitution 0 -> 01, 1 -> 10: "Defined by binary digits, the word satisfies
      the other three."  [recurrence], [recurrence_unique], [concatenation],
      [substitution].
    - C10, Theorem 36: "The Thue-Morse word is cube-free: no finite part of it is
      the same sequence three times in a row."  [theorem_36].  It even has no
      overlap ([overlap_free]).  The proof takes the shortest repetition; the
      printed one takes the earliest, which fails at i = 0.
    - C10, before Definition 30: "There are in fact many cube-free words."
      [many_cube_free].
    - C10, exercise 31: "The first 32 terms have no cube."  It follows; the terms
      are [first_32].
    - C20: "Following the Thue-Morse word with the blocks A and B of figure 12,
      play can go on for ever without the same sequence of moves three times in a
      row."  [blocks_cube_free], for all blocks in which a move tells its place,
      and [figure_12] for those of the figure.  The position before a block comes
      back for ever, so the present rule ends such a game; the old one does not. *)

From Coq Require Import Arith List Lia Bool.
Import ListNotations.

(** ** Words *)

(** A part of w of length d, beginning at i, comes three times in a row. *)
Definition has_cube {A : Type} (w : nat -> A) (i d : nat) : Prop :=
  1 <= d /\ forall j, j < 2 * d -> w (i + j) = w (i + j + d).

Definition cube_free {A : Type} (w : nat -> A) : Prop := forall i d, ~ has_cube w i d.

(** A part of length d comes twice in a row and is followed by its own first letter. *)
Definition has_overlap {A : Type} (w : nat -> A) (i d : nat) : Prop :=
  1 <= d /\ forall j, j <= d -> w (i + j) = w (i + j + d).

(** The definition of a cube says what it should: three equal parts. *)
Lemma has_cube_parts {A : Type} (w : nat -> A) i d :
  has_cube w i d <->
  1 <= d /\ let part a := map w (seq a d) in part i = part (i + d) /\ part (i + d) = part (i + 2 * d).
Proof.
  assert (E : forall a b, map w (seq a d) = map w (seq b d) <-> forall j, j < d -> w (a + j) = w (b + j)).
  { intros a b. revert a b. induction d as [|n IH]; intros a b; simpl.
    - split; [intros _ j Hj; lia|reflexivity].
    - split.
      + intros H. injection H as H0 H1. intros [|j] Hj; [now rewrite !Nat.add_0_r|].
        rewrite <- !Nat.add_succ_comm. apply IH; [exact H1|lia].
      + intros H. f_equal; [specialize (H 0); rewrite !Nat.add_0_r in H; apply H; lia|].
        apply IH. intros j Hj. rewrite !Nat.add_succ_comm. apply H. lia. }
  unfold has_cube. cbv zeta. rewrite !E. split.
  - intros [Hd H]. repeat split; [exact Hd| |].
    + intros j Hj. replace (i + d + j) with (i + j + d) by lia. apply H. lia.
    + intros j Hj. replace (i + 2 * d + j) with (i + (d + j) + d) by lia.
      replace (i + d + j) with (i + (d + j)) by lia. apply H. lia.
  - intros [Hd [H1 H2]]. split; [exact Hd|]. intros j Hj.
    destruct (Nat.lt_ge_cases j d) as [C|C].
    + replace (i + j + d) with (i + d + j) by lia. now apply H1.
    + specialize (H2 (j - d) ltac:(lia)). replace (i + d + (j - d)) with (i + j) in H2 by lia.
      replace (i + 2 * d + (j - d)) with (i + j + d) in H2 by lia. exact H2.
Qed.

(** ** Definition 30: is the number of ones among the binary digits of i odd? *)

Fixpoint ones (digits i : nat) : nat :=
  match digits with
  | 0 => 0
  | S n => (if Nat.odd i then 1 else 0) + ones n (i / 2)
  end.

(** i has no more than i binary digits. *)
Definition thue_morse (i : nat) : bool := Nat.odd (ones i i).

(** The letters: false is 0, true is 1. *)

Lemma half_double j : (2 * j) / 2 = j.
Proof. symmetry. apply (Nat.div_unique _ 2 j 0); lia. Qed.

Lemma half_double_1 j : (2 * j + 1) / 2 = j.
Proof. symmetry. apply (Nat.div_unique _ 2 j 1); lia. Qed.

Lemma half_le i : i / 2 <= i.
Proof. apply Nat.div_le_upper_bound; lia. Qed.

Lemma half_lt i : 1 <= i -> i / 2 < i.
Proof. intros H. apply Nat.div_lt; lia. Qed.

Lemma ones_0 n : ones n 0 = 0.
Proof. induction n as [|n IH]; [reflexivity|]. simpl. exact IH. Qed.

(** More digits than needed add nothing. *)
Lemma ones_enough n m i : i <= n -> i <= m -> ones n i = ones m i.
Proof.
  revert m i. induction n as [|n IH]; intros m i Hn Hm.
  - replace i with 0 by lia. now rewrite !ones_0.
  - destruct (Nat.eq_dec i 0) as [->|Hi]; [now rewrite !ones_0|].
    destruct m as [|m]; [lia|]. cbn [ones]. f_equal.
    pose proof (half_lt i ltac:(lia)). apply IH; lia.
Qed.

Lemma odd_2 j : Nat.odd (2 * j) = false.
Proof. rewrite Nat.odd_mul. reflexivity. Qed.

Lemma odd_2_1 j : Nat.odd (2 * j + 1) = true.
Proof. rewrite Nat.odd_add, odd_2. reflexivity. Qed.

(** Definition 32. *)
Theorem recurrence :
  thue_morse 0 = false /\ (forall j, thue_morse (2 * j) = thue_morse j) /\
  (forall j, thue_morse (2 * j + 1) = negb (thue_morse j)).
Proof.
  split; [reflexivity|]. split; intros j; unfold thue_morse.
  - destruct (Nat.eq_dec j 0) as [->|Hj]; [reflexivity|].
    replace (ones (2 * j) (2 * j)) with (ones j j); [reflexivity|].
    rewrite (ones_enough (2 * j) (S (2 * j))) by lia. cbn [ones]. rewrite odd_2, half_double.
    apply ones_enough; lia.
  - replace (ones (2 * j + 1) (2 * j + 1)) with (1 + ones j j).
    + rewrite Nat.odd_add. reflexivity.
    + rewrite (ones_enough (2 * j + 1) (S (2 * j))) by lia. cbn [ones]. rewrite odd_2_1, half_double_1.
      f_equal. apply ones_enough; lia.
Qed.

Definition tm_0 := proj1 recurrence.
Definition tm_2 := proj1 (proj2 recurrence).
Definition tm_2_1 := proj2 (proj2 recurrence).

Lemma parity n : exists e, n = 2 * e \/ n = 2 * e + 1.
Proof.
  exists (n / 2). pose proof (Nat.div_mod n 2 ltac:(lia)). pose proof (Nat.mod_upper_bound n 2 ltac:(lia)). lia.
Qed.

(** The recurrence has only this solution. *)
Theorem recurrence_unique (x : nat -> bool) :
  x 0 = false -> (forall j, 1 <= j -> x (2 * j) = x j) -> (forall j, x (2 * j + 1) = negb (x j)) ->
  forall i, x i = thue_morse i.
Proof.
  intros H0 H1 H2 i. induction i as [i IH] using lt_wf_ind.
  destruct (parity i) as (j & [->| ->]).
  - destruct (Nat.eq_dec j 0) as [->|Hj]; [exact H0|]. rewrite H1, tm_2 by lia. apply IH. lia.
  - rewrite H2, tm_2_1. f_equal. apply IH. lia.
Qed.

(** Definition 33: Y_0 = 0, Y_(m+1) = Y_m followed by Y_m with 0 and 1 exchanged. *)
Fixpoint by_concatenation (m : nat) : list bool :=
  match m with
  | 0 => [false]
  | S m => by_concatenation m ++ map negb (by_concatenation m)
  end.

(** Definition 34: Y_0 = 0, Y_(m+1) = Y_m with 0 -> 01 and 1 -> 10. *)
Fixpoint by_substitution (m : nat) : list bool :=
  match m with
  | 0 => [false]
  | S m => flat_map (fun x => [x; negb x]) (by_substitution m)
  end.

Lemma tm_plus_power m i : i < 2 ^ m -> thue_morse (2 ^ m + i) = negb (thue_morse i).
Proof.
  revert i. induction m as [|m IH]; intros i Hi.
  - simpl in *. replace i with 0 by lia. reflexivity.
  - rewrite Nat.pow_succ_r' in *. destruct (parity i) as (j & [->| ->]).
    + replace (2 * 2 ^ m + 2 * j) with (2 * (2 ^ m + j)) by ring. rewrite !tm_2. apply IH. lia.
    + replace (2 * 2 ^ m + (2 * j + 1)) with (2 * (2 ^ m + j) + 1) by ring. rewrite !tm_2_1. f_equal. apply IH. lia.
Qed.

(** Y_m is x_0, ..., x_(2^m - 1). *)
Theorem concatenation m : by_concatenation m = map thue_morse (seq 0 (2 ^ m)).
Proof.
  induction m as [|m IH]; [reflexivity|].
  cbn [by_concatenation]. rewrite IH, Nat.pow_succ_r'.
  replace (2 * 2 ^ m) with (2 ^ m + 2 ^ m) by ring. rewrite seq_app, map_app. f_equal.
  rewrite map_map, Nat.add_0_l. symmetry.
  assert (G : forall n a, (forall i, a <= i < a + n -> thue_morse (2 ^ m + i) = negb (thue_morse i)) ->
            map thue_morse (seq (2 ^ m + a) n) = map (fun x => negb (thue_morse x)) (seq a n)).
  { induction n as [|n IHn]; intros a H; [reflexivity|]. simpl. f_equal; [apply H; lia|].
    rewrite <- Nat.add_succ_r. apply IHn. intros i Hi. apply H. lia. }
  specialize (G (2 ^ m) 0). rewrite Nat.add_0_r in G. apply G. intros i Hi. apply tm_plus_power. lia.
Qed.

Theorem substitution m : by_substitution m = map thue_morse (seq 0 (2 ^ m)).
Proof.
  induction m as [|m IH]; [reflexivity|].
  cbn [by_substitution]. rewrite IH, Nat.pow_succ_r'.
  assert (G : forall n a, flat_map (fun x => [x; negb x]) (map thue_morse (seq a n))
            = map thue_morse (seq (2 * a) (2 * n))).
  { induction n as [|n IHn]; intros a; [reflexivity|].
    replace (2 * S n) with (S (S (2 * n))) by lia. cbn [seq map flat_map app].
    rewrite tm_2. replace (S (2 * a)) with (2 * a + 1) by lia. rewrite tm_2_1. do 2 f_equal.
    rewrite IHn. do 2 f_equal. lia. }
  exact (G (2 ^ m) 0).
Qed.

(** ** No overlap, so no cube *)

Lemma even_pair_differs n : thue_morse (2 * n) <> thue_morse (2 * n + 1).
Proof. rewrite tm_2, tm_2_1. destruct (thue_morse n); discriminate. Qed.

(** The letters at 2 l + 1, ..., 2 l + 4 do not alternate. *)
Lemma not_alternating l :
  thue_morse (2 * l + 1) <> thue_morse (2 * l + 2) ->
  thue_morse (2 * l + 3) <> thue_morse (2 * l + 4) -> False.
Proof.
  replace (2 * l + 2) with (2 * (l + 1)) by lia. replace (2 * l + 3) with (2 * (l + 1) + 1) by lia.
  replace (2 * l + 4) with (2 * (l + 2)) by lia. rewrite !tm_2, !tm_2_1. intros H1 H2.
  destruct (parity l) as (e & [->| ->]).
  - rewrite tm_2 in *. replace (2 * e + 1) with (2 * e + 1) in H1 by lia. rewrite tm_2_1 in H1.
    destruct (thue_morse e); now apply H1.
  - replace (2 * e + 1 + 1) with (2 * (e + 1)) in H2 by lia.
    replace (2 * e + 1 + 2) with (2 * (e + 1) + 1) in H2 by lia. rewrite tm_2, tm_2_1 in H2.
    destruct (thue_morse (e + 1)); now apply H2.
Qed.

Theorem overlap_free i d : ~ has_overlap thue_morse i d.
Proof.
  revert i. induction d as [d IH] using lt_wf_ind. intros i [Hd H].
  destruct (parity d) as (e & [->| ->]).
  - (* d even: every second letter is an overlap of half the length *)
    destruct (parity i) as (l & [->| ->]).
    + apply (IH e ltac:(lia) l). split; [lia|]. intros j Hj.
      specialize (H (2 * j) ltac:(lia)).
      replace (2 * l + 2 * j) with (2 * (l + j)) in H by lia.
      replace (2 * (l + j) + 2 * e) with (2 * (l + j + e)) in H by lia. now rewrite !tm_2 in H.
    + apply (IH e ltac:(lia) l). split; [lia|]. intros j Hj.
      specialize (H (2 * j) ltac:(lia)).
      replace (2 * l + 1 + 2 * j) with (2 * (l + j) + 1) in H by lia.
      replace (2 * (l + j) + 1 + 2 * e) with (2 * (l + j + e) + 1) in H by lia. rewrite !tm_2_1 in H.
      destruct (thue_morse (l + j)), (thue_morse (l + j + e)); simpl in H; congruence.
  - (* d odd: all neighbours differ, because those at even places do *)
    assert (N : forall n, i <= n < i + (2 * e + 1) + (2 * e + 1) -> thue_morse n <> thue_morse (n + 1)).
    { intros n Hn. destruct (parity n) as (p & [->| ->]); [apply even_pair_differs|].
      destruct (Nat.lt_ge_cases (2 * p + 1) (i + (2 * e + 1))) as [C|C]; intros E.
      - pose proof (H (2 * p + 1 - i) ltac:(lia)) as H1. pose proof (H (2 * p + 2 - i) ltac:(lia)) as H2.
        replace (i + (2 * p + 1 - i)) with (2 * p + 1) in H1 by lia.
        replace (i + (2 * p + 2 - i)) with (2 * p + 1 + 1) in H2 by lia.
        apply (even_pair_differs (p + e + 1)).
        replace (2 * (p + e + 1)) with (2 * p + 1 + (2 * e + 1)) by lia.
        replace (2 * p + 1 + (2 * e + 1) + 1) with (2 * p + 1 + 1 + (2 * e + 1)) by lia. congruence.
      - pose proof (H (2 * p + 1 - (2 * e + 1) - i) ltac:(lia)) as H1.
        pose proof (H (2 * p + 2 - (2 * e + 1) - i) ltac:(lia)) as H2.
        replace (i + (2 * p + 1 - (2 * e + 1) - i)) with (2 * (p - e)) in H1 by lia.
        replace (i + (2 * p + 2 - (2 * e + 1) - i)) with (2 * (p - e) + 1) in H2 by lia.
        replace (2 * (p - e) + (2 * e + 1)) with (2 * p + 1) in H1 by lia.
        replace (2 * (p - e) + 1 + (2 * e + 1)) with (2 * p + 1 + 1) in H2 by lia.
        apply (even_pair_differs (p - e)). congruence. }
    destruct e as [|e].
    + (* d = 1: neighbours are equal *)
      apply (N i ltac:(lia)). specialize (H 0 ltac:(lia)). now rewrite Nat.add_0_r in H.
    + (* two odd places are among six neighbours *)
      destruct (parity i) as (l & [->| ->]).
      * apply (not_alternating l).
        -- replace (2 * l + 2) with (2 * l + 1 + 1) by lia. apply N. lia.
        -- replace (2 * l + 4) with (2 * l + 3 + 1) by lia. apply N. lia.
      * apply (not_alternating l).
        -- replace (2 * l + 2) with (2 * l + 1 + 1) by lia. apply N. lia.
        -- replace (2 * l + 4) with (2 * l + 3 + 1) by lia. apply N. lia.
Qed.

(** C10, Theorem 36. *)
Theorem theorem_36 : cube_free thue_morse.
Proof.
  intros i d [Hd H]. apply (overlap_free i d). split; [exact Hd|]. intros j Hj. apply H. lia.
Qed.

(** C10, "there are many": the word begun at any of its places is cube-free, and no two of
    these words are equal. *)
Theorem many_cube_free :
  (forall n, cube_free (fun i => thue_morse (n + i))) /\
  (forall n m, n < m -> ~ forall i, thue_morse (n + i) = thue_morse (m + i)).
Proof.
  split.
  - intros n i d [Hd H]. apply (theorem_36 (n + i) d). split; [exact Hd|]. intros j Hj.
    rewrite <- !Nat.add_assoc, (Nat.add_assoc i). now apply H.
  - intros n m Hnm H. apply (theorem_36 n (m - n)). split; [lia|]. intros j _.
    rewrite H. f_equal. lia.
Qed.

(** C10, the first 32 terms as printed. *)
Theorem first_32 : map thue_morse (seq 0 32) =
  map (fun n => n =? 1)
    [0; 1; 1; 0; 1; 0; 0; 1; 1; 0; 0; 1; 0; 1; 1; 0; 1; 0; 0; 1; 0; 1; 1; 0; 0; 1; 1; 0; 1; 0; 0; 1].
Proof. vm_compute. reflexivity. Qed.

(** ** C20: blocks of moves *)

(** Move n of the game in which block n div L is A or B as the Thue-Morse word says;
    [A c] and [B c] are the moves at place c of the blocks, c < L. *)
Definition moves_of_blocks {Move : Type} (L : nat) (A B : nat -> Move) (n : nat) : Move :=
  (if thue_morse (n / L) then B else A) (n mod L).

(** If a move tells its place in the block, and A and B differ, no sequence of moves
    comes three times in a row. *)
Theorem blocks_cube_free {Move : Type} (L : nat) (A B : nat -> Move) (c0 : nat) :
  c0 < L -> A c0 <> B c0 ->
  (forall c c' (X Y : nat -> Move), (X = A \/ X = B) -> (Y = A \/ Y = B) ->
     c < L -> c' < L -> X c = Y c' -> c = c') ->
  cube_free (moves_of_blocks L A B).
Proof.
  intros Hc0 Hdiff Hplace i d [Hd H].
  assert (HL : L <> 0) by lia.
  set (w := moves_of_blocks L A B) in *.
  assert (Pl : forall n n', w n = w n' -> n mod L = n' mod L).
  { intros n n' E. unfold w, moves_of_blocks in E.
    apply (Hplace _ _ (if thue_morse (n / L) then B else A) (if thue_morse (n' / L) then B else A)); trivial;
      try (now apply Nat.mod_upper_bound).
    - destruct (thue_morse (n / L)); auto.
    - destruct (thue_morse (n' / L)); auto. }
  (* d is a multiple of L *)
  assert (E0 : i mod L = (i + d) mod L).
  { apply Pl. specialize (H 0 ltac:(lia)). now rewrite Nat.add_0_r in H. }
  assert (Dd : exists e, d = e * L).
  { exists ((i + d) / L - i / L).
    pose proof (Nat.div_mod i L HL). pose proof (Nat.div_mod (i + d) L HL).
    rewrite Nat.mul_sub_distr_r. lia. }
  destruct Dd as (e & ->).
  (* the letters of the word at place c0 of each block *)
  set (b := (i + L - 1 - c0) / L).
  assert (Hb : i <= b * L + c0 /\ b * L + c0 < i + L).
  { pose proof (Nat.div_mod (i + L - 1 - c0) L HL). fold b in H0.
    pose proof (Nat.mod_upper_bound (i + L - 1 - c0) L HL). lia. }
  apply (theorem_36 b e). split; [destruct e; lia|]. intros j Hj.
  assert (J : (j + 1) * L <= 2 * e * L) by (apply Nat.mul_le_mono_r; lia).
  specialize (H (b * L + c0 + j * L - i) ltac:(lia)).
  replace (i + (b * L + c0 + j * L - i)) with ((b + j) * L + c0) in H by lia.
  replace ((b + j) * L + c0 + e * L) with ((b + j + e) * L + c0) in H by ring.
  unfold w, moves_of_blocks in H.
  assert (Q : forall x, (x * L + c0) / L = x /\ (x * L + c0) mod L = c0).
  { intros x. split; symmetry; [apply (Nat.div_unique _ L x c0)|apply (Nat.mod_unique _ L x c0)]; lia. }
  destruct (Q (b + j)) as [Q1 Q2]. destruct (Q (b + j + e)) as [Q3 Q4]. rewrite Q1, Q2, Q3, Q4 in H.
  destruct (thue_morse (b + j)), (thue_morse (b + j + e)); congruence.
Qed.

(** Figure 12: G-21, G-33 or G-43, G-32, Gx32. *)
Inductive figure_12_move := White_G21 | Black_G33 | Black_G43 | White_G32 | Black_Gx32.

Definition block_A (c : nat) : figure_12_move :=
  match c with 0 => White_G21 | 1 => Black_G33 | 2 => White_G32 | _ => Black_Gx32 end.
Definition block_B (c : nat) : figure_12_move :=
  match c with 0 => White_G21 | 1 => Black_G43 | 2 => White_G32 | _ => Black_Gx32 end.

Theorem figure_12 : cube_free (moves_of_blocks 4 block_A block_B).
Proof.
  apply (blocks_cube_free 4 block_A block_B 1); [lia|discriminate|].
  intros c c' X Y [->| ->] [->| ->] Hc Hc'; destruct c as [|[|[|[|c]]]]; try lia;
    destruct c' as [|[|[|[|c']]]]; try lia; simpl; congruence.
Qed.
