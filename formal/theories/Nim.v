(** * Nim with any number of heaps, and bounded nim

    - C4, Theorems 10, 13, 16 (lecture): "The position (a_1, ..., a_n) of nim
      with n heaps is a P-position exactly when a_1 xor ... xor a_n = 0."
      [theorem_10], [theorem_13], [theorem_16].
    - C4, Theorem 17: "(1) From a P-position there is no winning move.  (2) If
      s = a_1 xor ... xor a_n is not 0, take from a heap with a_i xor s < a_i so
      that a_i xor s remain."  [theorem_17_1]; [theorem_17_2] says that such a
      heap exists, [theorem_17_moves] that these moves win and no others do.
    - C5, Theorem 18: "If at most m counters may be taken from the one heap, the
      P-positions are the multiples of m + 1."  [theorem_18], for every m.
    - C6 and C7, Examples 21, 26 and 27: the energy of a heap is its size
      ([grundy_heap]); with at most m taken it is a mod (m + 1)
      ([grundy_bounded_heap]), so a mod 4 for m = 3, where the source prints a
      mod 3; and E(4, 5, 6) = 5 for limits none, 3 and 5, where it prints 7
      ([example_27]).
    - C8, in the words of two heaps: (1, 1) has energy 0 and moves
      ([two_heaps_1_1]). *)

From Coq Require Import Arith List Lia Bool.
From Hissho Require Import Impartial Sum.
Import ListNotations.

(** ** One heap: take any number *)

Definition heap : game.
Proof.
  refine (Game nat (fun n => seq 0 n) _).
  apply ends_by_measure with (m := fun n => n). intros p q Hq. apply in_seq in Hq. lia.
Defined.

Theorem grundy_heap (a : nat) : @grundy heap a = a.
Proof.
  apply (grundy_law heap (fun a => a)); simpl.
  - intros p q Hq. apply in_seq in Hq. lia.
  - intros p v Hv. exists v. rewrite in_seq. lia.
Qed.

(** ** Nim with n heaps: a list of n numbers, of which a move makes one smaller *)

Definition nim : game := heaps heap.

Lemma nim_move (before : list nat) (a b : nat) (after : list nat) :
  b < a -> In (before ++ b :: after) (@options nim (before ++ a :: after)).
Proof.
  intros H. apply (in_heaps_options heap). exists before, a, b, after.
  repeat split. simpl. apply in_seq. lia.
Qed.

Theorem nim_moves (l r : list nat) :
  In r (@options nim l) <->
  exists before a b after, l = before ++ a :: after /\ r = before ++ b :: after /\ b < a.
Proof.
  split.
  - intros H. apply (in_heaps_options heap l r) in H. destruct H as (x & a & b & y & El & Er & H).
    simpl in H. apply in_seq in H. exists x, a, b, y. repeat split; [exact El|exact Er|lia].
  - intros (x & a & b & y & -> & -> & H). now apply nim_move.
Qed.

Theorem grundy_nim (l : list nat) : @grundy nim l = xor_all l.
Proof.
  unfold nim. rewrite grundy_heaps. f_equal.
  rewrite (map_ext _ (fun a => a)) by apply grundy_heap. apply map_id.
Qed.

(** C4, Theorem 16. *)
Theorem theorem_16 (l : list nat) : @P_position nim l <-> xor_all l = 0.
Proof. rewrite P_position_iff_grundy_0, grundy_nim. reflexivity. Qed.

(** C4, Theorem 10. *)
Theorem theorem_10 (a b : nat) : @P_position nim [a; b] <-> a = b.
Proof. rewrite theorem_16. simpl. rewrite Nat.lxor_0_r. apply xor_eq_0. Qed.

(** C4, Theorem 13. *)
Theorem theorem_13 (a b c : nat) : @P_position nim [a; b; c] <-> a xor b xor c = 0.
Proof. rewrite theorem_16. simpl. rewrite Nat.lxor_0_r, Nat.lxor_assoc. reflexivity. Qed.

Lemma xor_all_app (l r : list nat) : xor_all (l ++ r) = xor_all l xor xor_all r.
Proof.
  induction l as [|a l IH]; simpl; [now rewrite Nat.lxor_0_l|].
  fold (xor_all (l ++ r)). now rewrite IH, Nat.lxor_assoc.
Qed.

Lemma xor_all_change (before : list nat) (a b : nat) (after : list nat) :
  xor_all (before ++ b :: after) = xor_all (before ++ a :: after) xor (a xor b).
Proof.
  rewrite !xor_all_app. simpl. fold (xor_all after).
  rewrite !Nat.lxor_assoc. f_equal.
  rewrite (Nat.lxor_comm (xor_all after) (a xor b)), <- !Nat.lxor_assoc.
  rewrite Nat.lxor_nilpotent, Nat.lxor_0_l. reflexivity.
Qed.

(** C4, Theorem 17 (1): from a P-position every move leads to an N-position. *)
Theorem theorem_17_1 (l r : list nat) :
  @P_position nim l -> In r (@options nim l) -> @N_position nim r.
Proof. intros HP Hr. inversion HP as [p H]; subst. now apply H. Qed.

(** C4, Theorem 17 (2): if s is not 0, some heap a_i has a_i xor s < a_i. *)
Theorem theorem_17_2 (l : list nat) : xor_all l <> 0 ->
  exists before a after, l = before ++ a :: after /\ a xor xor_all l < a.
Proof.
  intros Hs. set (s := xor_all l). set (m := Nat.log2 s).
  assert (Hd : s / 2 ^ S m = 0) by (apply Nat.div_small, Nat.log2_spec; fold s in Hs; lia).
  assert (Hm : Nat.testbit s m = true) by (apply Nat.bit_log2, Hs).
  assert (H : exists before a after, l = before ++ a :: after /\ Nat.testbit a m = true).
  { clearbody m. unfold s in Hm. clear s Hs Hd. induction l as [|a l IH]; simpl in Hm.
    - rewrite Nat.bits_0 in Hm. discriminate.
    - destruct (Nat.testbit a m) eqn:Ha; [exists [], a, l; auto|].
      rewrite Nat.lxor_spec, Ha, xorb_false_l in Hm. fold (xor_all l) in Hm.
      destruct (IH Hm) as (x & b & y & -> & Hb). exists (a :: x), b, y. auto. }
  destruct H as (x & a & y & E & Ha). exists x, a, y. split; [exact E|].
  now apply xor_lt with m.
Qed.

(** The winning moves of nim are these and no others. *)
Theorem theorem_17_moves (before : list nat) (a b : nat) (after : list nat) :
  b < a ->
  @P_position nim (before ++ b :: after) <-> b = a xor xor_all (before ++ a :: after).
Proof.
  intros _. rewrite theorem_16, (xor_all_change before a b after).
  set (s := xor_all _). rewrite xor_eq_0. split.
  - intros ->. now rewrite xor_cancel_l.
  - intros ->. now rewrite xor_cancel_l.
Qed.

(** ** One heap from which at most m may be taken *)

Definition bounded_heap (m : nat) : game.
Proof.
  refine (Game nat (fun n => map (fun t => n - t) (seq 1 (Nat.min m n))) _).
  apply ends_by_measure with (m := fun n => n). intros p q Hq.
  apply in_map_iff in Hq. destruct Hq as (t & <- & Ht). apply in_seq in Ht. lia.
Defined.

(** The law of C6, exercise 22, for every m. *)
Theorem grundy_bounded_heap (m a : nat) : @grundy (bounded_heap m) a = a mod (m + 1).
Proof.
  apply (grundy_law (bounded_heap m) (fun a => a mod (m + 1))); simpl; clear a.
  - intros a q Hq. apply in_map_iff in Hq. destruct Hq as (t & <- & Ht). apply in_seq in Ht.
    intros E. pose proof (Nat.div_mod a (m + 1) ltac:(lia)).
    pose proof (Nat.div_mod (a - t) (m + 1) ltac:(lia)).
    destruct (Nat.lt_ge_cases ((a - t) / (m + 1)) (a / (m + 1))); nia.
  - intros a v Hv.
    pose proof (Nat.div_mod a (m + 1) ltac:(lia)) as Ha.
    pose proof (Nat.mod_upper_bound a (m + 1) ltac:(lia)) as Hu.
    assert (Hle : a mod (m + 1) <= a) by (apply Nat.mod_le; lia).
    exists (a - (a mod (m + 1) - v)). split.
    + apply in_map_iff. exists (a mod (m + 1) - v). split; [reflexivity|]. apply in_seq. lia.
    + symmetry. apply Nat.mod_unique with (q := a / (m + 1)); lia.
Qed.

(** C5, Theorem 18. *)
Theorem theorem_18 (m a : nat) :
  @P_position (bounded_heap m) a <-> Nat.divide (m + 1) a.
Proof.
  rewrite P_position_iff_grundy_0, grundy_bounded_heap. apply Nat.mod_divide. lia.
Qed.

(** C7, Example 26 repaired: n heaps from each of which at most m may be taken. *)
Theorem grundy_bounded_nim (m : nat) (l : list nat) :
  @grundy (heaps (bounded_heap m)) l = xor_all (map (fun a => a mod (m + 1)) l).
Proof. rewrite grundy_heaps. f_equal. apply map_ext. apply grundy_bounded_heap. Qed.

(** ... and as printed, E(a) = a mod 3 for m = 3, it is false at a = 3. *)
Theorem example_26_as_printed_is_false : @grundy (bounded_heap 3) 3 <> 3 mod 3.
Proof. rewrite grundy_bounded_heap. discriminate. Qed.

(** C7, Example 27 repaired: moduli 4 and 6; (4, 5, 6) has energy 5. *)
Theorem example_27 (a b c : nat) :
  @grundy (sum heap (sum (bounded_heap 3) (bounded_heap 5))) (a, (b, c)) = a xor (b mod 4 xor c mod 6) /\
  @grundy (sum heap (sum (bounded_heap 3) (bounded_heap 5))) (4, (5, 6)) = 5.
Proof.
  split.
  - rewrite !grundy_sum, grundy_heap, !grundy_bounded_heap. reflexivity.
  - rewrite !grundy_sum, grundy_heap, !grundy_bounded_heap. reflexivity.
Qed.

(** C4, exercise 15, and C18, Example 14. *)
Theorem exercise_15 :
  @P_position nim [1; 2; 3] /\ ~ @P_position nim [2; 3; 4] /\
  ~ @P_position nim [9; 13; 15] /\ @P_position nim [11; 22; 29].
Proof. rewrite !theorem_16. vm_compute. intuition congruence. Qed.

Theorem example_14 :
  @P_position nim [1; 4; 5] /\ ~ @P_position nim [2; 4; 7] /\ 2 xor 4 xor 7 = 1 /\ 1 xor 4 xor 7 = 2.
Proof. rewrite !theorem_16. vm_compute. intuition congruence. Qed.

(** C8: energy 0, yet there are moves. *)
Theorem two_heaps_1_1 : @grundy nim [1; 1] = 0 /\ @options nim [1; 1] <> [].
Proof. rewrite grundy_nim. split; [reflexivity|discriminate]. Qed.
