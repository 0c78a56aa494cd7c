(** * Wythoff's game and its metallic relatives

    Two heaps; take from one of them, or a from one and b from the other with
    a, b >= 1 and |a - b| < s.  For s = 1 this is Wythoff's game.  (The source
    prints |a - b| < n in the rule of the s-th game; s is meant.)

    - C12, Theorem 44 (lecture): "For i >= 0, (floor(i phi), floor(i phi^2)) and
      (floor(i phi^2), floor(i phi)) are P-positions of Wythoff's game, and there
      are no others."  [theorem_44].
    - C13, Theorem 49: "Let s be a positive integer.  (0, 0), (k_i, l_i) and
      (l_i, k_i) are P-positions of the s-th Wythoff game, and there are no
      others."  [theorem_49], for every s >= 1; k_0 = l_0 = 0.
    - C12, exercise 43: "To each a at most one b, and to each difference at most
      one a, makes a P-position."  [exercise_43].
    - C12: "Wythoff's game is not a direct sum of games with one heap."
      [wythoff_is_not_a_sum].
    - C12, the 11 by 11 table of energies: [printed_energies].

    k, l and their properties (Propositions 42 and 48) are in Metallic.v. *)

From Coq Require Import Arith List Lia Bool.
From Hissho Require Import Impartial Sum Metallic.
Import ListNotations.

Definition wythoff_moves (s : nat) (p : nat * nat) : list (nat * nat) :=
  let (x, y) := p in
  map (fun u => (u, y)) (seq 0 x) ++
  map (fun v => (x, v)) (seq 0 y) ++
  flat_map (fun a => map (fun b => (x - a, y - b))
                         (filter (fun b => (a <? b + s) && (b <? a + s)) (seq 1 y)))
           (seq 1 x).

Lemma in_wythoff_moves s x y u v :
  In (u, v) (wythoff_moves s (x, y)) <->
  (u < x /\ v = y) \/ (u = x /\ v < y) \/
  (u < x /\ v < y /\ x - u < y - v + s /\ y - v < x - u + s).
Proof.
  unfold wythoff_moves. rewrite !in_app_iff, !in_map_iff, in_flat_map. split.
  - intros [(w & E & H)|[(w & E & H)|(a & Ha & H)]].
    + injection E as -> ->. apply in_seq in H. lia.
    + injection E as -> ->. apply in_seq in H. lia.
    + apply in_map_iff in H. destruct H as (b & E & Hb). injection E as <- <-.
      apply filter_In in Hb. destruct Hb as [Hb Hab]. apply in_seq in Ha, Hb.
      apply andb_true_iff in Hab. rewrite !Nat.ltb_lt in Hab. lia.
  - intros [[H ->]|[[-> H]|(Hu & Hv & H1 & H2)]].
    + left. exists u. rewrite in_seq. split; [reflexivity|lia].
    + right; left. exists v. rewrite in_seq. split; [reflexivity|lia].
    + right; right. exists (x - u). rewrite in_seq. split; [lia|].
      apply in_map_iff. exists (y - v). split; [f_equal; lia|].
      apply filter_In. rewrite in_seq, andb_true_iff, !Nat.ltb_lt. lia.
Qed.

Definition wythoff (s : nat) : game.
Proof.
  refine (Game (nat * nat) (wythoff_moves s) _).
  apply ends_by_measure with (m := fun p => fst p + snd p).
  intros [x y] [u v] H. apply in_wythoff_moves in H. simpl. lia.
Defined.

(** The positions of the theorem: (k_i, l_i) and (l_i, k_i) for i >= 0; (0, 0) is i = 0. *)
Definition good (s : nat) (p : nat * nat) : Prop :=
  exists i, p = (k s i, l s i) \/ p = (l s i, k s i).

Section Wythoff.

Variable s : nat.
Hypothesis s_positive : 1 <= s.

Lemma k_0 : k s 0 = 0. Proof. reflexivity. Qed.
Lemma l_0 : l s 0 = 0. Proof. unfold l. rewrite k_0. lia. Qed.

Lemma k_inj i j : k s i = k s j -> i = j.
Proof.
  intros E. destruct (Nat.lt_trichotomy i j) as [H|[H|H]]; [|exact H|];
    apply (k_increases s s_positive) in H; lia.
Qed.

Lemma l_inj i j : l s i = l s j -> i = j.
Proof.
  intros E. destruct (Nat.lt_trichotomy i j) as [H|[H|H]]; [|exact H|];
    apply (l_increases s s_positive) in H; lia.
Qed.

(** k and l have only 0 in common. *)
Lemma k_l_0 i j : k s i = l s j -> i = 0 /\ j = 0.
Proof.
  intros E. destruct i as [|i]; [|destruct j as [|j]].
  - split; [reflexivity|]. apply l_inj. now rewrite l_0, <- E.
  - rewrite l_0 in E. split; [|reflexivity]. apply k_inj. now rewrite E.
  - exfalso. apply (k_l_disjoint s s_positive (S i) (S j)); [lia|lia|exact E].
Qed.

Lemma cover x : exists i, x = k s i \/ x = l s i.
Proof.
  destruct x as [|x]; [exists 0; now left|].
  destruct (k_l_cover s s_positive (S x)) as (i & _ & H); [lia|]. now exists i.
Qed.

Lemma good_swap x y : good s (x, y) -> good s (y, x).
Proof. intros (i & [E|E]); injection E as -> ->; exists i; [now right|now left]. Qed.

Lemma moves_swap x y u v : In (u, v) (wythoff_moves s (x, y)) -> In (v, u) (wythoff_moves s (y, x)).
Proof. rewrite !in_wythoff_moves. lia. Qed.

(** (1) No move leads from a good position to a good one. *)
Lemma good_to_good_k i u v : In (u, v) (wythoff_moves s (k s i, l s i)) -> ~ good s (u, v).
Proof.
  intros Hm (j & Hj). apply in_wythoff_moves in Hm.
  assert (Li : l s i = k s i + s * i) by reflexivity.
  assert (Lj : l s j = k s j + s * j) by reflexivity.
  destruct Hj as [E|E]; injection E as -> ->; destruct Hm as [[H1 H2]|[[H1 H2]|(H1 & H2 & H3 & H4)]].
  - apply l_inj in H2. subst. lia.
  - apply k_inj in H1. subst. lia.
  - destruct (Nat.lt_ge_cases j i) as [H|H].
    + assert (s * j + s <= s * i) by nia. lia.
    + assert (k s i <= k s j); [|lia].
      destruct (Nat.eq_dec i j) as [->|]; [lia|].
      apply Nat.lt_le_incl, (k_increases s s_positive). lia.
  - apply k_l_0 in H2. destruct H2; subst. rewrite k_0 in H1. lia.
  - symmetry in H1. apply k_l_0 in H1. destruct H1; subst. rewrite l_0 in H2. lia.
  - destruct i as [|i]; [rewrite k_0 in H1; lia|]. assert (s <= s * S i) by nia. lia.
Qed.

Lemma good_to_good p q : good s p -> In q (wythoff_moves s p) -> ~ good s q.
Proof.
  destruct q as [u v]. intros (i & [->| ->]) Hm HG.
  - exact (good_to_good_k i u v Hm HG).
  - exact (good_to_good_k i v u (moves_swap _ _ _ _ Hm) (good_swap _ _ HG)).
Qed.

(** (2) From every other position some move leads to a good one. *)
Lemma good_reached_le x y : x <= y ->
  good s (x, y) \/ exists u v, In (u, v) (wythoff_moves s (x, y)) /\ good s (u, v).
Proof.
  intros Hxy. destruct (cover x) as [i [Hx|Hx]].
  - destruct (Nat.lt_trichotomy y (l s i)) as [H|[H|H]].
    + right. set (d := y - x). set (t := d / s).
      assert (Hd : d = s * t + d mod s) by (apply Nat.div_mod; lia).
      assert (Hm : d mod s < s) by (apply Nat.mod_upper_bound; lia).
      assert (Ht : t < i) by (unfold l in H; nia).
      assert (Hk : k s t < k s i) by now apply (k_increases s s_positive).
      assert (Hl : l s t = k s t + s * t) by reflexivity.
      exists (k s t), (l s t). split; [|exists t; now left].
      apply in_wythoff_moves. right; right. lia.
    + left. exists i. left. now subst.
    + right. exists (k s i), (l s i). split; [|exists i; now left].
      apply in_wythoff_moves. right; left. lia.
  - assert (Hl : l s i = k s i + s * i) by reflexivity.
    destruct (Nat.eq_dec y (k s i)) as [Hy|Hy].
    + left. exists i. right. now subst.
    + right. exists (l s i), (k s i). split; [|exists i; now right].
      apply in_wythoff_moves. right; left. nia.
Qed.

Lemma good_reached p : good s p \/ exists q, In q (wythoff_moves s p) /\ good s q.
Proof.
  destruct p as [x y]. destruct (Nat.le_ge_cases x y) as [H|H].
  - destruct (good_reached_le x y H) as [G|(u & v & Hm & G)]; [now left|right]. eauto.
  - destruct (good_reached_le y x H) as [G|(u & v & Hm & G)].
    + left. now apply good_swap.
    + right. exists (v, u). split; [now apply moves_swap|now apply good_swap].
Qed.

(** C13, Theorem 49. *)
Theorem theorem_49 (x y : nat) :
  @P_position (wythoff s) (x, y) <->
  exists i, (x, y) = (k s i, l s i) \/ (x, y) = (l s i, k s i).
Proof.
  apply (P_positions_are (wythoff s) (good s)).
  - exact good_to_good.
  - exact good_reached.
Qed.

End Wythoff.

(** C12, Theorem 44: i = 0, 1, 2, ..., m = floor(i phi), and i + m = floor(i phi^2). *)
Theorem theorem_44 (x y : nat) :
  @P_position (wythoff 1) (x, y) <->
  exists i m, is_floor_times_mu 1 i m /\ ((x, y) = (m, i + m) \/ (x, y) = (i + m, m)).
Proof.
  rewrite (theorem_49 1 (le_n 1)).
  assert (F : forall i, is_floor_times_mu 1 i (k 1 i)).
  { intros i. replace (k 1 i) with (1 * i + over_mu 1 i) by (unfold k; lia).
    apply floor_times_over, over_mu_spec. }
  assert (L : forall i, l 1 i = i + k 1 i) by (intros i; unfold l; lia).
  split.
  - intros (i & H). exists i, (k 1 i). split; [apply F|]. now rewrite <- L.
  - intros (i & m & Hm & H). exists i.
    assert (m = k 1 i) as ->.
    { specialize (F i). unfold is_floor_times_mu in *.
      destruct (Nat.lt_trichotomy m (k 1 i)) as [C|[C|C]]; [exfalso|exact C|exfalso]; nia. }
    now rewrite L.
Qed.

(** C12, exercise 43. *)
Theorem exercise_43 (a b c d : nat) :
  (@P_position (wythoff 1) (a, b) -> @P_position (wythoff 1) (a, c) -> b = c) /\
  (@P_position (wythoff 1) (a, a + d) -> @P_position (wythoff 1) (b, b + d) -> a = b).
Proof.
  rewrite !(theorem_49 1 (le_n 1)). pose proof (le_n 1) as H1.
  assert (L : forall i, l 1 i = k 1 i + i) by (intros i; unfold l; lia).
  split; intros (i & Hi) (j & Hj).
  - destruct Hi as [E|E], Hj as [E'|E']; injection E as -> ->; injection E' as E1 ->.
    + apply (k_inj 1 H1) in E1. now subst.
    + apply (k_l_0 1 H1) in E1. destruct E1; now subst.
    + symmetry in E1. apply (k_l_0 1 H1) in E1. destruct E1; now subst.
    + apply (l_inj 1 H1) in E1. now subst.
  - assert (D : d = i) by (pose proof (L i); destruct Hi as [E|E]; injection E; intros; lia).
    assert (D' : d = j) by (pose proof (L j); destruct Hj as [E|E]; injection E; intros; lia).
    assert (i = j) as <- by lia. pose proof (L i).
    destruct Hi as [E|E], Hj as [E'|E']; injection E; injection E'; intros; lia.
Qed.

(** C12, the printed table: it satisfies Definition 20, so it is the table of energies. *)
Definition energy_table : list (list nat) :=
  [[0; 1; 2; 3; 4; 5; 6; 7; 8; 9; 10]; [1; 2; 0; 4; 5; 3; 7; 8; 6; 10; 11];
   [2; 0; 1; 5; 3; 4; 8; 6; 7; 11; 9]; [3; 4; 5; 6; 2; 0; 1; 9; 10; 12; 8];
   [4; 5; 3; 2; 7; 6; 9; 0; 1; 8; 13]; [5; 3; 4; 0; 6; 8; 10; 1; 2; 7; 12];
   [6; 7; 8; 1; 9; 10; 3; 4; 5; 13; 0]; [7; 8; 6; 9; 0; 1; 4; 5; 3; 14; 15];
   [8; 6; 7; 10; 1; 2; 5; 3; 4; 15; 16]; [9; 10; 11; 12; 8; 7; 13; 14; 15; 16; 17];
   [10; 11; 9; 8; 13; 12; 0; 15; 16; 17; 14]].

Definition table_at (p : nat * nat) : nat := nth (snd p) (nth (fst p) energy_table []) 0.

Lemma table_is_right :
  forallb (fun p => mex (map table_at (wythoff_moves 1 p)) =? table_at p)
          (list_prod (seq 0 11) (seq 0 11)) = true.
Proof. vm_compute. reflexivity. Qed.

Theorem printed_energies (a b : nat) : a <= 10 -> b <= 10 ->
  @grundy (wythoff 1) (a, b) = table_at (a, b).
Proof.
  intros Ha Hb. pose (Inv := fun p : nat * nat => fst p <= 10 /\ snd p <= 10).
  assert (T : forall p, Inv p -> mex (map table_at (wythoff_moves 1 p)) = table_at p).
  { intros [x y] [Hx Hy]. simpl in Hx, Hy. apply Nat.eqb_eq.
    apply (proj1 (forallb_forall _ _) table_is_right). apply in_prod; apply in_seq; lia. }
  apply (grundy_law_on (wythoff 1) Inv table_at); [| | |now split].
  - intros [x y] [u v] [Hx Hy] Hq. apply in_wythoff_moves in Hq. unfold Inv. simpl in *. lia.
  - intros p q Hp Hq E. apply (proj1 (mex_spec (map table_at (wythoff_moves 1 p)))).
    rewrite (T p Hp), <- E. now apply in_map.
  - intros p v Hp Hv. rewrite <- (T p Hp) in Hv.
    apply (proj2 (mex_spec (map table_at (wythoff_moves 1 p)))), in_map_iff in Hv.
    destruct Hv as (q & <- & Hq). eauto.
Qed.

(** C12: no two games with one heap each have Wythoff's game as their direct sum,
    whatever positions of theirs the sizes a and b of the heaps are. *)
Theorem wythoff_is_not_a_sum (G H : game) (f : nat -> position G) (g : nat -> position H) :
  ~ (forall a b, @grundy (wythoff 1) (a, b) = @grundy (sum G H) (f a, g b)).
Proof.
  intros E.
  pose proof (E 0 0) as E00. pose proof (E 0 1) as E01.
  pose proof (E 1 0) as E10. pose proof (E 1 1) as E11.
  rewrite printed_energies, grundy_sum in E00 by lia. rewrite printed_energies, grundy_sum in E01 by lia.
  rewrite printed_energies, grundy_sum in E10 by lia. rewrite printed_energies, grundy_sum in E11 by lia.
  assert (X : table_at (1, 1) = table_at (0, 0) xor table_at (0, 1) xor table_at (1, 0)).
  { rewrite E00, E01, E10, E11.
    set (a := grundy (f 0)). set (b := grundy (g 0)). set (c := grundy (f 1)). set (d := grundy (g 1)).
    apply Nat.bits_inj. intros n. rewrite !Nat.lxor_spec.
    destruct (Nat.testbit a n), (Nat.testbit b n), (Nat.testbit c n), (Nat.testbit d n); reflexivity. }
  vm_compute in X. discriminate X.
Qed.
