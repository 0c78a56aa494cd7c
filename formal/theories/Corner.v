(** * Pieces driven to the corner: rook, queen, dragon king, dragon horse

    - D1 (Miyadera et al. 2016, sections 2 and 3): "The queen's game is
      Wythoff's" and "the rook's is nim with two heaps."  [queen_is_wythoff],
      [rook_value].
    - D3, Theorem 3.2: "The dragon king (promoted rook) has
      G(x, y) = (x + y mod 3) + 3 (floor(x/3) xor floor(y/3))."  [theorem_3_2].
      Lemma 3.1 is in Sum.v; Lemma 3.2 is [lemma_3_2]. Equations (11) and (15) of
      its proof, as printed and repaired: [equation_11_as_printed_is_false],
      [equation_11_repaired], [equation_15_as_printed_is_false],
      [equation_15_repaired].
    - The general ryuo of games/ryuo.game: a rook that may also go both ways at
      once, p - 1 squares in all, has
      G(x, y) = (x + y mod p) + p (floor(x/p) xor floor(y/p)).  [ryuo_value], for
      every p >= 1; the dragon king is p = 3.
    - D2, Theorem 3.1: "The dragon horse (promoted bishop)", with the value by
      the remainders of the smaller coordinate by 4 and of the greater by 2.
      [theorem_3_1]. *)

From Coq Require Import Arith List Lia Bool.
From Hissho Require Import Impartial Sum Nim Metallic Wythoff.
Import ListNotations.

(** Moves never make a coordinate greater. *)
Lemma corner_ends (moves : nat * nat -> list (nat * nat)) :
  (forall x y u v, In (u, v) (moves (x, y)) -> u + v < x + y) ->
  well_founded (fun q p => In q (moves p)).
Proof.
  intros H. apply ends_by_measure with (m := fun p => fst p + snd p).
  intros [x y] [u v] Hq. simpl. now apply H.
Qed.

(** ** The rook, equation (2) *)

Definition rook_moves (p : nat * nat) : list (nat * nat) :=
  let (x, y) := p in map (fun u => (u, y)) (seq 0 x) ++ map (fun v => (x, v)) (seq 0 y).

Lemma in_rook_moves x y u v :
  In (u, v) (rook_moves (x, y)) <-> (u < x /\ v = y) \/ (u = x /\ v < y).
Proof.
  unfold rook_moves. rewrite in_app_iff, !in_map_iff. split.
  - intros [(w & E & H)|(w & E & H)]; injection E as -> ->; apply in_seq in H; lia.
  - intros [[H ->]|[-> H]]; [left; exists u|right; exists v]; rewrite in_seq; split; auto; lia.
Qed.

Definition rook : game.
Proof.
  refine (Game (nat * nat) rook_moves _). apply corner_ends.
  intros x y u v H. apply in_rook_moves in H. lia.
Defined.

Theorem rook_value x y : @grundy rook (x, y) = x xor y.
Proof.
  rewrite (grundy_renamed rook (sum heap heap) (fun p => p)).
  - now rewrite grundy_sum, !grundy_heap.
  - now intros [a b] q H.
  - intros [a b] q H. now exists q.
Qed.

(** ** The queen, equation (1) *)

Definition queen_moves (p : nat * nat) : list (nat * nat) :=
  let (x, y) := p in
  map (fun u => (u, y)) (seq 0 x) ++ map (fun v => (x, v)) (seq 0 y) ++
  map (fun t => (x - t, y - t)) (seq 1 (Nat.min x y)).

Lemma in_queen_moves x y u v :
  In (u, v) (queen_moves (x, y)) <->
  (u < x /\ v = y) \/ (u = x /\ v < y) \/ (u < x /\ v < y /\ x - u = y - v).
Proof.
  unfold queen_moves. rewrite !in_app_iff, !in_map_iff. split.
  - intros [(w & E & H)|[(w & E & H)|(w & E & H)]]; apply in_seq in H.
    + injection E as -> ->. lia.
    + injection E as -> ->. lia.
    + injection E as <- <-. lia.
  - intros [[H ->]|[[-> H]|(H1 & H2 & H3)]].
    + left. exists u. rewrite in_seq. split; auto; lia.
    + right; left. exists v. rewrite in_seq. split; auto; lia.
    + right; right. exists (x - u). rewrite in_seq. split; [f_equal|]; lia.
Qed.

Definition queen : game.
Proof.
  refine (Game (nat * nat) queen_moves _). apply corner_ends.
  intros x y u v H. apply in_queen_moves in H. lia.
Defined.

Theorem queen_is_wythoff x y :
  (forall q, In q (@options queen (x, y)) <-> In q (@options (wythoff 1) (x, y))) /\
  @grundy queen (x, y) = @grundy (wythoff 1) (x, y).
Proof.
  assert (H : forall p q, In q (queen_moves p) <-> In q (wythoff_moves 1 p)).
  { intros [a b] [u v]. rewrite in_queen_moves, in_wythoff_moves. lia. }
  split; [intros q; apply H|].
  apply (grundy_renamed queen (wythoff 1) (fun p => p)).
  - intros p q. apply H.
  - intros p q Hq. exists q. split; [now apply H|reflexivity].
Qed.

(** D8, the worked values. *)
Theorem queen_worked_values :
  @grundy queen (0, 1) = 1 /\ @grundy queen (1, 0) = 1 /\ @grundy queen (1, 1) = 2 /\
  @grundy queen (2, 0) = 2 /\ @grundy queen (2, 1) = 0.
Proof.
  repeat split; rewrite (proj2 (queen_is_wythoff _ _)), printed_energies by lia; reflexivity.
Qed.

(** ** The general ryuo *)

Definition ryuo_moves (p : nat) (q : nat * nat) : list (nat * nat) :=
  let (x, y) := q in
  map (fun u => (u, y)) (seq 0 x) ++ map (fun v => (x, v)) (seq 0 y) ++
  filter (fun q => x + y <? fst q + snd q + p) (list_prod (seq 0 x) (seq 0 y)).

Lemma in_ryuo_moves p x y u v :
  In (u, v) (ryuo_moves p (x, y)) <->
  (u < x /\ v = y) \/ (u = x /\ v < y) \/ (u < x /\ v < y /\ x + y < u + v + p).
Proof.
  unfold ryuo_moves. rewrite !in_app_iff, !in_map_iff, filter_In, Nat.ltb_lt, in_prod_iff, !in_seq. simpl. split.
  - intros [(w & E & H)|[(w & E & H)|H]]; try (injection E as -> ->; apply in_seq in H); lia.
  - intros [[H ->]|[[-> H]|H]].
    + left. exists u. rewrite in_seq. split; auto; lia.
    + right; left. exists v. rewrite in_seq. split; auto; lia.
    + right; right. lia.
Qed.

Definition ryuo (p : nat) : game.
Proof.
  refine (Game (nat * nat) (ryuo_moves p) _). apply corner_ends.
  intros x y u v H. apply in_ryuo_moves in H. lia.
Defined.

Section Ryuo.

Variable p : nat.
Hypothesis p_positive : 1 <= p.

Definition ryuo_law (x y : nat) : nat := (x + y) mod p + p * ((x / p) xor (y / p)).

Lemma ryuo_law_sym x y : ryuo_law x y = ryuo_law y x.
Proof. unfold ryuo_law. now rewrite (Nat.add_comm x y), (Nat.lxor_comm (x / p)). Qed.

(** Quotient and remainder of a value. *)
Lemma parts_equal r q r' q' : r < p -> r' < p -> r + p * q = r' + p * q' -> r = r' /\ q = q'.
Proof.
  intros H H' E. assert (q = q') as ->; [|lia].
  destruct (Nat.lt_trichotomy q q') as [C|[C|C]]; [|exact C|]; nia.
Qed.

Lemma mod_lt a : a mod p < p.
Proof. apply Nat.mod_upper_bound. lia. Qed.

Lemma div_unique a q r : r < p -> a = p * q + r -> a / p = q.
Proof. intros H E. symmetry. exact (Nat.div_unique a p q r H E). Qed.

Lemma mod_unique a q r : r < p -> a = p * q + r -> a mod p = r.
Proof. intros H E. symmetry. exact (Nat.mod_unique a p q r H E). Qed.

(** Along a row the law does not repeat. *)
Lemma row_differs x y u : u < x -> ryuo_law u y <> ryuo_law x y.
Proof.
  intros H E. apply parts_equal in E; [|apply mod_lt|apply mod_lt]. destruct E as [E1 E2].
  apply xor_inj_r in E2.
  pose proof (Nat.div_mod (u + y) p ltac:(lia)) as A. pose proof (Nat.div_mod (x + y) p ltac:(lia)) as B.
  pose proof (Nat.div_mod u p ltac:(lia)) as C. pose proof (Nat.div_mod x p ltac:(lia)) as D.
  pose proof (mod_lt u). pose proof (mod_lt x).
  assert (F : x - u < p) by (rewrite E2 in C; lia).
  assert (x - u = p * ((x + y) / p - (u + y) / p)) by (rewrite Nat.mul_sub_distr_l; lia).
  destruct ((x + y) / p - (u + y) / p); nia.
Qed.

Lemma both_differ x y u v : u < x -> v < y -> x + y < u + v + p -> ryuo_law u v <> ryuo_law x y.
Proof.
  intros Hu Hv H E. apply parts_equal in E; [|apply mod_lt|apply mod_lt]. destruct E as [E1 _].
  pose proof (Nat.div_mod (u + v) p ltac:(lia)) as A. pose proof (Nat.div_mod (x + y) p ltac:(lia)) as B.
  assert (x + y - (u + v) = p * ((x + y) / p - (u + v) / p)) by (rewrite Nat.mul_sub_distr_l; lia).
  destruct ((x + y) / p - (u + v) / p); nia.
Qed.

(** A value with a smaller quotient is reached along a row or a column. *)
Lemma row_reaches x y a c : a < x / p -> c < p ->
  exists u, u < x /\ ryuo_law u y = c + p * (a xor (y / p)).
Proof.
  intros Ha Hc.
  (* the remainder r of u with (r + y) mod p = c *)
  assert (R : exists r, r < p /\ (r + y) mod p = c).
  { pose proof (mod_lt y) as Hy. pose proof (Nat.div_mod y p ltac:(lia)) as Dy.
    destruct (Nat.le_gt_cases (y mod p) c) as [C|C].
    - exists (c - y mod p). split; [lia|]. apply (mod_unique _ (y / p)); lia.
    - exists (c + p - y mod p). split; [lia|]. apply (mod_unique _ (y / p + 1)); nia. }
  destruct R as (r & Hr & Er). exists (r + a * p). split.
  - pose proof (Nat.div_mod x p ltac:(lia)). nia.
  - unfold ryuo_law. rewrite (div_unique (r + a * p) a r) by nia. f_equal.
    rewrite <- Er. replace (r + a * p + y) with (r + y + a * p) by ring. apply Nat.mod_add. lia.
Qed.

(** A value with the same quotient is reached by taking t < p in all. *)
Lemma near_reaches x y t : t <= (x + y) mod p -> 1 <= t ->
  exists u v, In (u, v) (ryuo_moves p (x, y)) /\ ryuo_law u v = (x + y) mod p - t + p * ((x / p) xor (y / p)).
Proof.
  intros Ht H1. pose proof (mod_lt (x + y)) as Hm.
  set (a := x / p) in *. set (b := y / p) in *. set (r := x mod p). set (q := y mod p).
  assert (Hx : x = p * a + r) by (apply Nat.div_mod; lia). assert (Hr : r < p) by apply mod_lt.
  assert (Hy : y = p * b + q) by (apply Nat.div_mod; lia). assert (Hq : q < p) by apply mod_lt.
  assert (W : ((x + y) mod p = r + q /\ r + q < p) \/ ((x + y) mod p = r + q - p /\ p <= r + q)).
  { destruct (Nat.lt_ge_cases (r + q) p) as [C|C]; [left|right]; (split; [|exact C]).
    - apply (mod_unique _ (a + b)); nia.
    - apply (mod_unique _ (a + b + 1)); nia. }
  (* take t1 from the first remainder and t2 from the second *)
  assert (Go : forall t1 t2, t1 <= r -> t2 <= q -> t1 + t2 = t ->
            ryuo_law (x - t1) (y - t2) = (x + y) mod p - t + p * (a xor b)).
  { intros t1 t2 L1 L2 L. unfold ryuo_law.
    rewrite (div_unique (x - t1) a (r - t1)), (div_unique (y - t2) b (q - t2)) by lia. f_equal.
    destruct W as [[W1 W2]|[W1 W2]]; rewrite W1 in *.
    - apply (mod_unique _ (a + b)); nia.
    - apply (mod_unique _ (a + b + 1)); nia. }
  destruct (Nat.le_gt_cases t r) as [C|C]; [|destruct (Nat.le_gt_cases t q) as [C'|C']].
  - exists (x - t), (y - 0). split; [apply in_ryuo_moves; lia|apply Go; lia].
  - exists (x - 0), (y - t). split; [apply in_ryuo_moves; lia|apply Go; lia].
  - exists (x - r), (y - (t - r)).
    assert (t - r <= q) by lia. split; [apply in_ryuo_moves; lia|apply Go; lia].
Qed.

Theorem ryuo_value x y : @grundy (ryuo p) (x, y) = (x + y) mod p + p * ((x / p) xor (y / p)).
Proof.
  apply (grundy_law (ryuo p) (fun q => ryuo_law (fst q) (snd q))); clear x y.
  - intros [x y] [u v] H. apply in_ryuo_moves in H. simpl.
    destruct H as [[H ->]|[[-> H]|(H1 & H2 & H3)]].
    + now apply row_differs.
    + rewrite !(ryuo_law_sym x). now apply row_differs.
    + now apply both_differ.
  - intros [x y] w Hw. simpl in Hw. unfold ryuo_law in Hw.
    pose proof (Nat.div_mod w p ltac:(lia)) as Dw. pose proof (mod_lt w) as Mw.
    pose proof (mod_lt (x + y)) as Mx.
    destruct (Nat.lt_trichotomy (w / p) ((x / p) xor (y / p))) as [C|[C|C]]; [| |nia].
    + destruct (lemma_28 _ _ _ C) as [(a & Ha & E)|(b & Hb & E)].
      * destruct (row_reaches x y a (w mod p) Ha Mw) as (u & Hu & Lu).
        exists (u, y). split; [apply in_ryuo_moves; lia|]. simpl. rewrite Lu, E. lia.
      * destruct (row_reaches y x b (w mod p) Hb Mw) as (v & Hv & Lv).
        exists (x, v). split; [apply in_ryuo_moves; lia|]. simpl.
        rewrite ryuo_law_sym, Lv, Nat.lxor_comm, E. lia.
    + rewrite <- C in Hw.
      destruct (near_reaches x y ((x + y) mod p - w mod p)) as (u & v & Hm & L); [lia|lia|].
      exists (u, v). split; [exact Hm|]. simpl. rewrite L, <- C. lia.
Qed.

End Ryuo.

(** ** The dragon king, equation (4) *)

Definition dragon_king_moves (p : nat * nat) : list (nat * nat) :=
  let (x, y) := p in
  map (fun u => (u, y)) (seq 0 x) ++ map (fun v => (x, v)) (seq 0 y) ++
  (if (1 <=? x) && (1 <=? y) then [(x - 1, y - 1)] else []).

Lemma in_dragon_king_moves x y u v :
  In (u, v) (dragon_king_moves (x, y)) <->
  (u < x /\ v = y) \/ (u = x /\ v < y) \/ (x = u + 1 /\ y = v + 1).
Proof.
  unfold dragon_king_moves. rewrite !in_app_iff, !in_map_iff. split.
  - intros [(w & E & H)|[(w & E & H)|H]].
    + injection E as -> ->. apply in_seq in H. lia.
    + injection E as -> ->. apply in_seq in H. lia.
    + destruct (Nat.leb_spec 1 x), (Nat.leb_spec 1 y); simpl in H; try tauto.
      destruct H as [E|[]]. injection E as <- <-. lia.
  - intros [[H ->]|[[-> H]|[-> ->]]].
    + left. exists u. rewrite in_seq. split; auto; lia.
    + right; left. exists v. rewrite in_seq. split; auto; lia.
    + right; right. replace (1 <=? u + 1) with true by (symmetry; apply Nat.leb_le; lia).
      replace (1 <=? v + 1) with true by (symmetry; apply Nat.leb_le; lia).
      simpl. left. f_equal; lia.
Qed.

Definition dragon_king : game.
Proof.
  refine (Game (nat * nat) dragon_king_moves _). apply corner_ends.
  intros x y u v H. apply in_dragon_king_moves in H. lia.
Defined.

(** D3, Theorem 3.2. *)
Theorem theorem_3_2 x y :
  @grundy dragon_king (x, y) = (x + y) mod 3 + 3 * ((x / 3) xor (y / 3)).
Proof.
  rewrite <- (ryuo_value 3) by lia.
  assert (H : forall p q, In q (dragon_king_moves p) <-> In q (ryuo_moves 3 p)).
  { intros [a b] [u v]. rewrite in_dragon_king_moves, in_ryuo_moves. lia. }
  apply (grundy_renamed dragon_king (ryuo 3) (fun p => p)).
  - intros p q. apply H.
  - intros p q Hq. exists q. split; [now apply H|reflexivity].
Qed.

(** D3, Lemma 3.2: 3 (k xor h) is the mex of the 3 ((k - t) xor h) + u and 3 (k xor (h - t)) + u, u = 0, 1, 2. *)
Theorem lemma_3_2 k h :
  is_mex (flat_map (fun u => map (fun t => 3 * ((k - t) xor h) + u) (seq 1 k)) [0; 1; 2] ++
          flat_map (fun u => map (fun t => 3 * (k xor (h - t)) + u) (seq 1 h)) [0; 1; 2])
         (3 * (k xor h)).
Proof.
  split.
  - rewrite in_app_iff, !in_flat_map.
    intros [(u & Hu & H)|(u & Hu & H)]; apply in_map_iff in H; destruct H as (t & E & Ht);
      apply in_seq in Ht; simpl in Hu.
    + assert (X : (k - t) xor h = k xor h) by lia. apply xor_inj_r in X. lia.
    + assert (X : k xor (h - t) = k xor h) by lia. apply xor_inj_l in X. lia.
  - intros s Hs. pose proof (Nat.div_mod s 3 ltac:(lia)) as D.
    pose proof (Nat.mod_upper_bound s 3 ltac:(lia)) as M.
    assert (Hu : In (s mod 3) [0; 1; 2]) by (cbn [In]; lia).
    rewrite in_app_iff, !in_flat_map.
    destruct (lemma_28 k h (s / 3)) as [(k' & Hk & E)|(h' & Hh & E)]; [lia| |].
    + left. exists (s mod 3). split; [exact Hu|]. apply in_map_iff. exists (k - k'). rewrite in_seq.
      split; [replace (k - (k - k')) with k' by lia; rewrite E; lia|lia].
    + right. exists (s mod 3). split; [exact Hu|]. apply in_map_iff. exists (h - h'). rewrite in_seq.
      split; [replace (h - (h - h')) with h' by lia; rewrite E; lia|lia].
Qed.

(** D3, equation (11), in the proof of Lemma 3.2. Printed is h - 1 where h - t is meant. *)
Theorem equation_11_as_printed_is_false :
  ~ (forall k h s, s < 3 * (k xor h) -> exists u, u < 3 /\
       ((exists t, t < k /\ s = 3 * (t xor h) + u) \/ (1 <= h /\ s = 3 * (k xor (h - 1)) + u))).
Proof.
  intros H. destruct (H 0 2 0) as (u & _ & [(t & Ht & _)|(_ & E)]); cbn in *; lia.
Qed.

Theorem equation_11_repaired k h s : s < 3 * (k xor h) -> exists u, u < 3 /\
  ((exists t, t < k /\ s = 3 * (t xor h) + u) \/ (exists t, t < h /\ s = 3 * (k xor t) + u)).
Proof.
  intros Hs. pose proof (Nat.div_mod s 3 ltac:(lia)) as D.
  pose proof (Nat.mod_upper_bound s 3 ltac:(lia)) as M. exists (s mod 3). split; [exact M|].
  destruct (lemma_28 k h (s / 3)) as [(k' & Hk & E)|(h' & Hh & E)]; [lia| |].
  - left. exists k'. split; [exact Hk|]. rewrite E. exact D.
  - right. exists h'. split; [exact Hh|]. rewrite E. exact D.
Qed.

(** D3, equation (15), in the proof of Theorem 3.2: (k - 1) xor (h - 1) becomes k xor h, and the value before it ends
    in + 2 instead of + 1. *)
Theorem equation_15_as_printed_is_false :
  ~ (forall k h, 1 <= k -> 1 <= h -> (k - 1) xor (h - 1) = k xor h) /\
  ~ (forall k h, 1 <= k -> 1 <= h ->
       @grundy dragon_king (3 * k - 1, 3 * h - 1) = 3 * ((k - 1) xor (h - 1)) + 2).
Proof.
  split; intros H.
  - specialize (H 1 2 ltac:(lia) ltac:(lia)). cbn in H. lia.
  - specialize (H 1 1 ltac:(lia) ltac:(lia)). rewrite theorem_3_2 in H. cbn in H. lia.
Qed.

Theorem equation_15_repaired k h : 1 <= k -> 1 <= h ->
  @grundy dragon_king (3 * k - 1, 3 * h - 1) = 3 * ((k - 1) xor (h - 1)) + 1 /\
  @grundy dragon_king (3 * k - 1, 3 * h - 1) <> 3 * (k xor h).
Proof.
  intros Hk Hh.
  assert (E : @grundy dragon_king (3 * k - 1, 3 * h - 1) = 3 * ((k - 1) xor (h - 1)) + 1).
  { rewrite theorem_3_2.
    replace ((3 * k - 1) / 3) with (k - 1) by (apply (Nat.div_unique _ 3 _ 2); lia).
    replace ((3 * h - 1) / 3) with (h - 1) by (apply (Nat.div_unique _ 3 _ 2); lia).
    replace ((3 * k - 1 + (3 * h - 1)) mod 3) with 1
      by (apply (Nat.mod_unique _ 3 (k + h - 1)); lia).
    lia. }
  split; [exact E|rewrite E; lia].
Qed.

(** ** The dragon horse, equation (3) *)

Definition dragon_horse_moves (p : nat * nat) : list (nat * nat) :=
  let (x, y) := p in
  map (fun t => (x - t, y - t)) (seq 1 (Nat.min x y)) ++
  (if 1 <=? y then [(x, y - 1)] else []) ++ (if 1 <=? x then [(x - 1, y)] else []).

Lemma in_dragon_horse_moves x y u v :
  In (u, v) (dragon_horse_moves (x, y)) <->
  (u < x /\ v < y /\ x - u = y - v) \/ (u = x /\ y = v + 1) \/ (x = u + 1 /\ v = y).
Proof.
  unfold dragon_horse_moves. rewrite !in_app_iff, in_map_iff. split.
  - intros [(t & E & H)|[H|H]].
    + injection E as <- <-. apply in_seq in H. lia.
    + destruct (Nat.leb_spec 1 y); simpl in H; [|tauto]. destruct H as [E|[]]. injection E as <- <-. lia.
    + destruct (Nat.leb_spec 1 x); simpl in H; [|tauto]. destruct H as [E|[]]. injection E as <- <-. lia.
  - intros [(H1 & H2 & H3)|[[-> ->]|[-> ->]]].
    + left. exists (x - u). rewrite in_seq. split; [f_equal|]; lia.
    + right; left. replace (1 <=? v + 1) with true by (symmetry; apply Nat.leb_le; lia). simpl. left. f_equal. lia.
    + right; right. replace (1 <=? u + 1) with true by (symmetry; apply Nat.leb_le; lia). simpl. left. f_equal. lia.
Qed.

Definition dragon_horse : game.
Proof.
  refine (Game (nat * nat) dragon_horse_moves _). apply corner_ends.
  intros x y u v H. apply in_dragon_horse_moves in H. lia.
Defined.

(** The value by the smaller coordinate a and the greater b: rows (1.1) to (1.4) of the theorem. *)
Definition horse_law (a b : nat) : nat :=
  match a mod 4 with
  | 0 => if Nat.even b then a else a + 1
  | 1 => if Nat.even b then a + 2 else a + 1
  | 2 => if Nat.even b then a - 1 else a - 2
  | _ => if Nat.even b then a - 1 else a
  end.

(** The same by blocks of four: a = 4 c + d, and b even (r = 0) or odd (r = 1). *)
Definition block (d r : nat) : nat :=
  match d, r with
  | 0, 0 => 0 | 0, _ => 1
  | 1, 0 => 3 | 1, _ => 2
  | 2, 0 => 1 | 2, _ => 0
  | _, 0 => 2 | _, _ => 3
  end.

Lemma horse_law_block c d e r : d < 4 -> r < 2 -> horse_law (4 * c + d) (2 * e + r) = 4 * c + block d r.
Proof.
  intros Hd Hr. unfold horse_law.
  replace ((4 * c + d) mod 4) with d by (apply (Nat.mod_unique _ 4 c); lia).
  assert (Ev : Nat.even (2 * e + r) = (r =? 0)).
  { rewrite Nat.even_add, Nat.even_mul. destruct r as [|[|r]]; [reflexivity|reflexivity|lia]. }
  rewrite Ev. destruct r as [|[|r]]; [| |lia]; destruct d as [|[|[|[|d]]]]; simpl; lia.
Qed.

Lemma blocks a : exists c d, d < 4 /\ a = 4 * c + d.
Proof.
  exists (a / 4), (a mod 4). pose proof (Nat.div_mod a 4 ltac:(lia)).
  pose proof (Nat.mod_upper_bound a 4 ltac:(lia)). lia.
Qed.

Lemma halves b : exists e r, r < 2 /\ b = 2 * e + r.
Proof.
  exists (b / 2), (b mod 2). pose proof (Nat.div_mod b 2 ltac:(lia)).
  pose proof (Nat.mod_upper_bound b 2 ltac:(lia)). lia.
Qed.

(** Along a diagonal, and by one step of either coordinate, the law changes. *)
Lemma horse_differs a b u v :
  (u < a /\ v < b /\ a - u = b - v) \/ (u = a /\ b = v + 1) \/ (a = u + 1 /\ v = b) ->
  horse_law u v <> horse_law a b.
Proof.
  intros H. destruct (blocks a) as (c & d & Hd & ->). destruct (halves b) as (e & r & Hr & ->).
  destruct (blocks u) as (c' & d' & Hd' & ->). destruct (halves v) as (e' & r' & Hr' & ->).
  rewrite !horse_law_block by assumption. intros E.
  destruct r as [|[|r]]; [| |lia]; (destruct r' as [|[|r']]; [| |lia]);
    destruct d as [|[|[|[|d]]]]; try lia; destruct d' as [|[|[|[|d']]]]; try lia; simpl block in E; lia.
Qed.

(** Every smaller value is reached from (a, b), a <= b, along the diagonal or by a step
    that leaves the first coordinate the smaller one. *)
Lemma horse_reaches a b w : a <= b -> w < horse_law a b ->
  exists u v, horse_law u v = w /\ u <= v /\
  ((u < a /\ v < b /\ a - u = b - v) \/ (u = a /\ b = v + 1) \/ (a = u + 1 /\ v = b)).
Proof.
  intros Hab. destruct (blocks a) as (c & d & Hd & ->). destruct (halves b) as (e & r & Hr & ->).
  rewrite horse_law_block by assumption. intros Hw.
  destruct (blocks w) as (c' & q & Hq & ->).
  (* a position by its blocks *)
  assert (Go : forall d' e' r', d' < 4 -> r' < 2 -> 4 * c' + d' <= 2 * e' + r' -> block d' r' = q ->
    (4 * c' + d' < 4 * c + d /\ 2 * e' + r' < 2 * e + r /\ 4 * c + d - (4 * c' + d') = 2 * e + r - (2 * e' + r')) \/
    (4 * c' + d' = 4 * c + d /\ 2 * e + r = 2 * e' + r' + 1) \/
    (4 * c + d = 4 * c' + d' + 1 /\ 2 * e' + r' = 2 * e + r) ->
    exists u v, horse_law u v = 4 * c' + q /\ u <= v /\
      ((u < 4 * c + d /\ v < 2 * e + r /\ 4 * c + d - u = 2 * e + r - v) \/
       (u = 4 * c + d /\ 2 * e + r = v + 1) \/ (4 * c + d = u + 1 /\ v = 2 * e + r))).
  { intros d' e' r' Hd' Hr' L B H. exists (4 * c' + d'), (2 * e' + r').
    rewrite horse_law_block by assumption. rewrite B. repeat split; [exact L|exact H]. }
  destruct (Nat.lt_ge_cases c' c) as [C|C].
  - (* a lower block: along the diagonal *)
    assert (Diag : forall d' r', d' < 4 -> r' < 2 -> block d' r' = q ->
      (exists f, 2 * e + r - (4 * c + d) + d' = 2 * f + r') -> exists u v, horse_law u v = 4 * c' + q /\ u <= v /\
      ((u < 4 * c + d /\ v < 2 * e + r /\ 4 * c + d - u = 2 * e + r - v) \/
       (u = 4 * c + d /\ 2 * e + r = v + 1) \/ (4 * c + d = u + 1 /\ v = 2 * e + r))).
    { intros d' r' Hd' Hr' B (f & F). apply (Go d' (2 * c' + f) r'); try assumption; lia. }
    clear Go. destruct (halves (2 * e + r - (4 * c + d))) as (f & g & Hg & G). rewrite G in Diag.
    destruct g as [|[|g]]; [| |lia]; destruct q as [|[|[|[|q]]]]; try lia.
    + apply (Diag 0 0); try lia; [reflexivity|exists f; lia].
    + apply (Diag 2 0); try lia; [reflexivity|exists (f + 1); lia].
    + apply (Diag 1 1); try lia; [reflexivity|exists f; lia].
    + apply (Diag 3 1); try lia; [reflexivity|exists (f + 1); lia].
    + apply (Diag 2 1); try lia; [reflexivity|exists (f + 1); lia].
    + apply (Diag 0 1); try lia; [reflexivity|exists f; lia].
    + apply (Diag 3 0); try lia; [reflexivity|exists (f + 2); lia].
    + apply (Diag 1 0); try lia; [reflexivity|exists (f + 1); lia].
  - assert (c' = c) as ->.
    { destruct r as [|[|r]]; [| |lia]; destruct d as [|[|[|[|d]]]]; simpl block in Hw; lia. }
    destruct r as [|[|r]]; [| |lia]; destruct d as [|[|[|[|d]]]]; try lia; simpl block in Hw;
      destruct q as [|[|[|[|q]]]]; try lia.
    (* b even *)
    + apply (Go 0 e 0); simpl; lia.
    + apply (Go 0 (e - 1) 1); simpl; lia.
    + apply (Go 1 (e - 1) 1); simpl; lia.
    + apply (Go 0 (e - 1) 0); simpl; lia.
    + apply (Go 2 (e - 1) 1); simpl; lia.
    + apply (Go 0 (e - 2) 1); simpl; lia.
    (* b odd *)
    + apply (Go 0 e 0); simpl; lia.
    + apply (Go 0 e 0); simpl; lia.
    + apply (Go 0 e 1); simpl; lia.
    + apply (Go 0 (e - 1) 0); simpl; lia.
    + apply (Go 2 e 0); simpl; lia.
    + apply (Go 1 (e - 1) 1); simpl; lia.
Qed.

(** D2, Theorem 3.1: (1) y <= x and (2) x <= y. *)
Theorem theorem_3_1 x y :
  (y <= x -> @grundy dragon_horse (x, y) = horse_law y x) /\
  (x <= y -> @grundy dragon_horse (x, y) = horse_law x y).
Proof.
  assert (H : @grundy dragon_horse (x, y) = horse_law (Nat.min x y) (Nat.max x y)).
  { apply (grundy_law dragon_horse (fun p => horse_law (Nat.min (fst p) (snd p)) (Nat.max (fst p) (snd p)))); clear x y.
    - intros [x y] [u v] H. apply in_dragon_horse_moves in H. simpl. apply horse_differs. lia.
    - intros [x y] w H. simpl in H.
      destruct (horse_reaches (Nat.min x y) (Nat.max x y) w ltac:(lia) H) as (u & v & E & L & M).
      destruct (Nat.le_ge_cases x y) as [C|C].
      + exists (u, v). split; [apply in_dragon_horse_moves; lia|]. simpl.
        now rewrite Nat.min_l, Nat.max_r.
      + exists (v, u). split; [apply in_dragon_horse_moves; lia|]. simpl.
        now rewrite Nat.min_r, Nat.max_l. }
  split; intros C; rewrite H.
  - now rewrite Nat.min_r, Nat.max_l.
  - now rewrite Nat.min_l, Nat.max_r.
Qed.
