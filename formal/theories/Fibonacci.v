(** * The Fibonacci word

    - C11, Definitions 37 and 38 (lecture): the Fibonacci word as the cutting
      sequence of y = x / phi ([word 1] of Metallic.v), and by the concatenation
      G_0 = 0, G_1 = 01, G_(m+2) = G_(m+1) G_m: "the n-th letter of G equals f_n;
      the proof is omitted."  [definitions_agree].
    - C11, Proposition 40: "(1) Among f_1, ..., f_n there are floor((n+1)/phi^2)
      ones and (2) floor((n+1)/phi) zeros.  (3) f_n = floor((n+1)/phi^2) -
      floor(n/phi^2).  (4) f_n = 1 - floor((n+1)/phi) + floor(n/phi).
      (5) f_n = 2 - floor((n+1) phi) + floor(n phi)."  [proposition_40_1] to
      [proposition_40_5]; each f_n = a - b + c is written f_n + b = a + c.
    - Proposition 42 is in Metallic.v.

    Lemma 39, phi^2 = phi + 1 and 1/phi = phi - 1, is built into the integer forms
    of the floors: m <= n/phi^2 means m phi <= n - m. *)

From Coq Require Import Arith List Lia Bool.
From Hissho Require Import Metallic.
Import ListNotations.

(** m = floor(n / phi^2): m phi <= n - m and n - (m + 1) < (m + 1) phi. *)
Definition is_floor_over_phi_squared (n m : nat) : Prop :=
  m <= n /\ ~ below_mu 1 (n - m) m /\ (n < m + 1 \/ below_mu 1 (n - (m + 1)) (m + 1)).

Lemma floor_over_phi_squared_unique n m m' :
  is_floor_over_phi_squared n m -> is_floor_over_phi_squared n m' -> m = m'.
Proof.
  assert (H : forall m m', is_floor_over_phi_squared n m -> is_floor_over_phi_squared n m' -> m < m' -> False).
  { intros a b (H1 & H2 & H3) (H4 & H5 & H6) L. destruct H3 as [H3|H3]; [lia|].
    apply H5. apply (below_mu_mono 1 (le_n 1) (n - (a + 1)) (a + 1)); [lia|lia|exact H3]. }
  intros Hm Hm'. destruct (Nat.lt_trichotomy m m') as [L|[L|L]]; [|exact L|]; exfalso; eauto.
Qed.

(** C11, Proposition 40 (1). *)
Theorem proposition_40_1 n : is_floor_over_phi_squared (n + 1) (count (word 1) 1 n).
Proof.
  destruct (walk 1 n) as [a b] eqn:W. destruct (walk_spec 1 (le_n 1) n a b W) as (H1 & H2 & H3).
  rewrite walk_count in W. injection W as Wa Wb. rewrite Wb.
  split; [lia|]. split.
  - now replace (n + 1 - b) with (S a) by lia.
  - right. replace (n + 1 - (b + 1)) with a by lia. now rewrite Nat.add_1_r.
Qed.

(** C11, Proposition 40 (2). *)
Theorem proposition_40_2 n : is_floor_over_mu 1 (n + 1) (count (word 1) 0 n).
Proof.
  destruct (walk 1 n) as [a b] eqn:W. destruct (walk_spec 1 (le_n 1) n a b W) as (H1 & H2 & H3).
  rewrite walk_count in W. injection W as Wa Wb. rewrite Wa.
  apply (not_below_mu 1 (le_n 1)) in H3; [|lia]. unfold below_mu in H2. unfold is_floor_over_mu.
  replace (n + 1) with (a + b + 1) by lia. split; nia.
Qed.

Lemma zeros_over_mu n : count (word 1) 0 n = over_mu 1 (n + 1).
Proof. exact (floor_over_mu_unique 1 (n + 1) _ _ (proposition_40_2 n) (over_mu_spec 1 (n + 1))). Qed.

Lemma count_step c n : 1 <= n -> count (word 1) c n = count (word 1) c (n - 1) + (if word 1 n =? c then 1 else 0).
Proof. intros H. destruct n as [|n]; [lia|]. simpl. now rewrite Nat.sub_0_r. Qed.

(** C11, Proposition 40 (3). *)
Theorem proposition_40_3 n a b : 1 <= n ->
  is_floor_over_phi_squared (n + 1) a -> is_floor_over_phi_squared n b -> word 1 n + b = a.
Proof.
  intros Hn Ha Hb. pose proof (proposition_40_1 n) as H1. pose proof (proposition_40_1 (n - 1)) as H2.
  replace (n - 1 + 1) with n in H2 by lia.
  apply (floor_over_phi_squared_unique _ _ _ Ha) in H1. apply (floor_over_phi_squared_unique _ _ _ Hb) in H2.
  rewrite (count_step 1 n Hn) in H1. destruct (word_letter 1 n) as [E|E]; rewrite E in *; simpl in H1; lia.
Qed.

(** C11, Proposition 40 (4); [over_mu 1 n] is floor(n / phi). *)
Theorem proposition_40_4 n : 1 <= n -> word 1 n + over_mu 1 (n + 1) = 1 + over_mu 1 n.
Proof.
  intros Hn. rewrite <- zeros_over_mu, (count_step 0 n Hn).
  replace (over_mu 1 n) with (count (word 1) 0 (n - 1)) by (rewrite zeros_over_mu; f_equal; lia).
  destruct (word_letter 1 n) as [E|E]; rewrite E; simpl; lia.
Qed.

(** C11, Proposition 40 (5). *)
Theorem proposition_40_5 n a b : 1 <= n ->
  is_floor_times_mu 1 (n + 1) a -> is_floor_times_mu 1 n b -> word 1 n + a = 2 + b.
Proof.
  intros Hn Ha Hb.
  assert (U : forall i m, is_floor_times_mu 1 i m -> m = i + over_mu 1 i).
  { intros i m Hm. destruct (Nat.lt_ge_cases m i) as [C|C].
    - exfalso. destruct Hm as [_ H]. nia.
    - assert (F : is_floor_over_mu 1 i (m - i)).
      { apply floor_times_over. now replace (1 * i + (m - i)) with m by lia. }
      pose proof (floor_over_mu_unique 1 i _ _ F (over_mu_spec 1 i)). lia. }
  apply U in Ha, Hb. pose proof (proposition_40_4 n Hn). lia.
Qed.

(** ** Definition 38 *)

Fixpoint pair_of (m : nat) : list nat * list nat :=
  match m with
  | 0 => ([0], [0; 1])
  | S m => let (g, g') := pair_of m in (g', g' ++ g)
  end.

(** G_m *)
Definition by_concatenation (m : nat) : list nat := fst (pair_of m).

Theorem concatenation_rule :
  by_concatenation 0 = [0] /\ by_concatenation 1 = [0; 1] /\
  forall m, by_concatenation (S (S m)) = by_concatenation (S m) ++ by_concatenation m.
Proof.
  repeat split. intros m. unfold by_concatenation. simpl. now destruct (pair_of m).
Qed.

(** The substitution 0 -> 01, 1 -> 0 makes G_(m+1) of G_m. *)
Definition substitute (w : list nat) : list nat := flat_map (fun x => if x =? 0 then [0; 1] else [0]) w.

Lemma substitute_app u v : substitute (u ++ v) = substitute u ++ substitute v.
Proof. apply flat_map_app. Qed.

Lemma concatenation_by_substitution m :
  by_concatenation (S m) = substitute (by_concatenation m) /\
  by_concatenation (S (S m)) = substitute (by_concatenation (S m)).
Proof.
  induction m as [|m [IH1 IH2]]; [split; reflexivity|]. split; [exact IH2|].
  rewrite (proj2 (proj2 concatenation_rule) (S m)).
  rewrite (proj2 (proj2 concatenation_rule) m) at 2. now rewrite substitute_app, <- IH1, <- IH2.
Qed.

(** The first n letters. *)
Definition prefix (n : nat) : list nat := map (word 1) (seq 1 n).

Lemma prefix_S n : prefix (S n) = prefix n ++ [word 1 (S n)].
Proof. unfold prefix. rewrite seq_S, map_app. simpl. reflexivity. Qed.

Lemma k_next n : k 1 (n + 1) = S (n + count (word 1) 0 n).
Proof. unfold k. rewrite zeros_over_mu. lia. Qed.

(** The substitution makes of the first n letters the first n + (number of zeros). *)
Lemma substitute_prefix n : substitute (prefix n) = prefix (n + count (word 1) 0 n).
Proof.
  induction n as [|n IH]; [reflexivity|].
  rewrite prefix_S, substitute_app, IH. simpl count.
  pose proof (word_k 1 (le_n 1) (n + 1) ltac:(lia)) as W0. rewrite k_next in W0.
  set (p := n + count (word 1) 0 n) in *.
  destruct (word_letter 1 (S n)) as [E|E]; rewrite E; simpl.
  - replace (S (n + (count (word 1) 0 n + 1))) with (S (S p)) by (unfold p; lia).
    rewrite !prefix_S, W0, <- app_assoc. f_equal. simpl. do 2 f_equal.
    destruct (word_letter 1 (S (S p))) as [Z|Z]; [exfalso|now rewrite Z].
    (* it would be a k between k_(n+1) and k_(n+2) = k_(n+1) + 2 *)
    assert (Hc : 1 <= count (word 1) 0 (S (S p))) by (simpl; rewrite Z; simpl; lia).
    assert (Hi : S (S p) = k 1 (count (word 1) 0 (S (S p)))).
    { apply (proposition_48_1 1 (le_n 1) _ (S (S p)) Hc). repeat split; [lia|exact Z]. }
    set (i := count (word 1) 0 (S (S p))) in *.
    pose proof (k_next n) as K1. pose proof (k_next (S n)) as K2. simpl count in K2. rewrite E in K2.
    simpl in K2. fold p in K1.
    destruct (Nat.le_gt_cases i (n + 1)) as [C|C].
    + destruct (Nat.eq_dec i (n + 1)) as [X|X]; [rewrite X in Hi; lia|].
      pose proof (k_increases 1 (le_n 1) i (n + 1) ltac:(lia)). lia.
    + destruct (Nat.eq_dec i (S n + 1)) as [X|X].
      * rewrite X in Hi. simpl in Hi. unfold p in *. lia.
      * pose proof (k_increases 1 (le_n 1) (S n + 1) i ltac:(lia)) as L. simpl in L. unfold p in *. lia.
  - replace (S (n + (count (word 1) 0 n + 0))) with (S p) by (unfold p; lia).
    now rewrite prefix_S, W0.
Qed.

(** C11, Definitions 37 and 38 agree: G_m is the beginning of the cutting sequence, and it is
    longer than m letters. *)
Theorem definitions_agree m :
  by_concatenation m = map (word 1) (seq 1 (length (by_concatenation m))) /\
  m < length (by_concatenation m).
Proof.
  split.
  - induction m as [|m IH]; [reflexivity|].
    rewrite (proj1 (concatenation_by_substitution m)). rewrite IH at 1.
    fold (prefix (length (by_concatenation m))). rewrite substitute_prefix.
    assert (Len : length (substitute (by_concatenation m))
              = length (by_concatenation m) + count (word 1) 0 (length (by_concatenation m))).
    { rewrite IH at 1. fold (prefix (length (by_concatenation m))). rewrite substitute_prefix.
      unfold prefix. now rewrite map_length, seq_length. }
    rewrite Len. reflexivity.
  - assert (H : m < length (by_concatenation m) /\ S m < length (by_concatenation (S m))).
    { induction m as [|m [IH1 IH2]]; [split; simpl; lia|]. split; [exact IH2|].
      rewrite (proj2 (proj2 concatenation_rule) m), app_length. lia. }
    apply H.
Qed.
