(** * Sums of games, and the exclusive or

    - C7, Theorem 25 (lecture): "Let G be the direct sum of two games.  Then
      E(X, Y) = E(X) xor E(Y)."  [grundy_sum], for all games.
    - C7, Lemma 28: "Let s = a xor b.  For every s' < s there is a' < a with
      a' xor b = s', or b' < b with a xor b' = s'."  [lemma_28]; the condition
      that a and b differ is not needed.
    - D3, Lemma 3.1: "k xor h is the mex of the (k - t) xor h and the
      k xor (h - t)."  [lemma_3_1].
    - C7, Example 24: "n heaps are the direct sum of n games with one heap."
      [heaps_as_sum] and, for any game played in n copies, [grundy_heaps]. *)

From Coq Require Import Arith List Lia Bool.
From Hissho Require Import Impartial.
Import ListNotations.

Infix "xor" := Nat.lxor (at level 50, left associativity).

(** ** The exclusive or *)

Lemma xor_cancel a b : a xor b xor b = a.
Proof. now rewrite Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_r. Qed.

Lemma xor_cancel_l a b : a xor (a xor b) = b.
Proof. now rewrite <- Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_l. Qed.

Lemma xor_inj_r a b c : a xor c = b xor c -> a = b.
Proof. intros H. rewrite <- (xor_cancel a c), H. apply xor_cancel. Qed.

Lemma xor_inj_l a b c : c xor a = c xor b -> a = b.
Proof. rewrite !(Nat.lxor_comm c). apply xor_inj_r. Qed.

Lemma xor_eq_0 a b : a xor b = 0 <-> a = b.
Proof. apply Nat.lxor_eq_0_iff. Qed.

(** Two numbers are compared by the highest place where they differ. *)
Lemma shift_xor a b m : (a xor b) / 2 ^ m = (a / 2 ^ m) xor (b / 2 ^ m).
Proof. rewrite <- !Nat.shiftr_div_pow2. apply Nat.shiftr_lxor. Qed.

Lemma bit_shift a m : Nat.b2n (Nat.testbit a m) + 2 * (a / 2 ^ S m) = a / 2 ^ m.
Proof.
  rewrite Nat.testbit_spec', Nat.pow_succ_r', Nat.mul_comm, (Nat.mul_comm 2 (2 ^ m)).
  rewrite <- Nat.div_div by (try apply Nat.pow_nonzero; lia).
  pose proof (Nat.div_mod (a / 2 ^ m) 2). lia.
Qed.

Lemma div_lt_lt a b m : a / 2 ^ m < b / 2 ^ m -> a < b.
Proof.
  intros H. destruct (Nat.lt_ge_cases a b) as [|Hge]; [assumption|].
  apply (Nat.div_le_mono b a (2 ^ m)) in Hge; [lia|apply Nat.pow_nonzero; lia].
Qed.

(** The highest place where [a < b] differ: above it they agree, there a has 0 and b has 1. *)
Lemma top_difference a b : a <> b ->
  exists m, a / 2 ^ S m = b / 2 ^ S m /\ Nat.testbit a m <> Nat.testbit b m.
Proof.
  intros H. set (d := a xor b). assert (Hd : d <> 0) by (unfold d; rewrite xor_eq_0; exact H).
  exists (Nat.log2 d). split.
  - apply xor_eq_0. rewrite <- shift_xor. fold d. apply Nat.div_small.
    apply Nat.log2_spec. lia.
  - intros E. assert (B : Nat.testbit (a xor b) (Nat.log2 d) = true) by apply (Nat.bit_log2 d Hd).
    rewrite Nat.lxor_spec, E, xorb_nilpotent in B. discriminate.
Qed.

Lemma top_difference_lt a b : a < b ->
  exists m, a / 2 ^ S m = b / 2 ^ S m /\ Nat.testbit a m = false /\ Nat.testbit b m = true.
Proof.
  intros H. destruct (top_difference a b) as (m & E & D); [lia|]. exists m. split; [exact E|].
  pose proof (bit_shift a m) as Ha. pose proof (bit_shift b m) as Hb. rewrite E in Ha.
  destruct (Nat.testbit a m), (Nat.testbit b m); try congruence; [|now split].
  exfalso. simpl in Ha, Hb. assert (b < a) by (apply (div_lt_lt _ _ m); lia). lia.
Qed.

Lemma lt_by_top a b m : a / 2 ^ S m = b / 2 ^ S m ->
  Nat.testbit a m = false -> Nat.testbit b m = true -> a < b.
Proof.
  intros E Ha Hb. apply (div_lt_lt _ _ m).
  rewrite <- (bit_shift a m), <- (bit_shift b m), Ha, Hb, E. simpl. lia.
Qed.

(** Changing a by d makes it smaller exactly if a has the highest digit of d. *)
Lemma xor_lt a d m : d / 2 ^ S m = 0 -> Nat.testbit d m = true ->
  Nat.testbit a m = true -> a xor d < a.
Proof.
  intros Hd Hm Ha. apply (lt_by_top _ _ m).
  - rewrite shift_xor, Hd. apply Nat.lxor_0_r.
  - now rewrite Nat.lxor_spec, Hm, Ha.
  - exact Ha.
Qed.

(** Lemma 28 with the place: which of the two numbers is made smaller. *)
Lemma lemma_28_place a b v : v < a xor b ->
  exists d m, v = a xor b xor d /\ d / 2 ^ S m = 0 /\ Nat.testbit d m = true /\
    Nat.testbit (a xor b) m = true /\
    ((Nat.testbit a m = true /\ Nat.testbit b m = false) \/
     (Nat.testbit a m = false /\ Nat.testbit b m = true)).
Proof.
  intros H. destruct (top_difference_lt _ _ H) as (m & E & Hv & Hs).
  exists (v xor (a xor b)), m. repeat split.
  - now rewrite (Nat.lxor_comm v), xor_cancel_l.
  - rewrite shift_xor, E. apply Nat.lxor_nilpotent.
  - now rewrite Nat.lxor_spec, Hv, Hs.
  - exact Hs.
  - rewrite Nat.lxor_spec in Hs. destruct (Nat.testbit a m), (Nat.testbit b m); try discriminate; tauto.
Qed.

(** C7, Lemma 28. *)
Theorem lemma_28 a b s : s < a xor b ->
  (exists a', a' < a /\ a' xor b = s) \/ (exists b', b' < b /\ a xor b' = s).
Proof.
  intros H. destruct (lemma_28_place a b s H) as (d & m & -> & Hd & Hm & _ & [[Ha _]|[_ Hb]]).
  - left. exists (a xor d). split; [now apply xor_lt with m|].
    now rewrite Nat.lxor_assoc, (Nat.lxor_comm d), <- Nat.lxor_assoc.
  - right. exists (b xor d). split; [now apply xor_lt with m|]. now rewrite Nat.lxor_assoc.
Qed.

(** D3, Lemma 3.1. *)
Theorem lemma_3_1 k h :
  is_mex (map (fun t => (k - t) xor h) (seq 1 k) ++ map (fun t => k xor (h - t)) (seq 1 h)) (k xor h).
Proof.
  split.
  - rewrite in_app_iff, !in_map_iff. intros [(t & E & Ht)|(t & E & Ht)]; apply in_seq in Ht.
    + apply xor_inj_r in E. lia.
    + apply xor_inj_l in E. lia.
  - intros s Hs. rewrite in_app_iff, !in_map_iff.
    destruct (lemma_28 k h s Hs) as [(k' & Hk & E)|(h' & Hh & E)].
    + left. exists (k - k'). split; [now replace (k - (k - k')) with k' by lia|apply in_seq; lia].
    + right. exists (h - h'). split; [now replace (h - (h - h')) with h' by lia|apply in_seq; lia].
Qed.

(** ** The direct sum (Definition 23): a move is a move in one of the two games *)

Definition sum_options (G H : game) (p : position G * position H) : list (position G * position H) :=
  map (fun x => (x, snd p)) (options (fst p)) ++ map (fun y => (fst p, y)) (options (snd p)).

Lemma in_sum_options G H x y q :
  In q (sum_options G H (x, y)) <->
  (exists x', In x' (options x) /\ q = (x', y)) \/ (exists y', In y' (options y) /\ q = (x, y')).
Proof.
  unfold sum_options. rewrite in_app_iff, !in_map_iff. simpl. firstorder (subst; eauto).
Qed.

Definition sum (G H : game) : game.
Proof.
  refine (Game (position G * position H) (sum_options G H) _).
  intros [x y]. revert y.
  induction x as [x IHx] using (well_founded_ind (ends G)). intros y.
  induction y as [y IHy] using (well_founded_ind (ends H)).
  constructor. intros q Hq. apply in_sum_options in Hq.
  destruct Hq as [(x' & Hx & ->)|(y' & Hy & ->)]; [now apply IHx|now apply IHy].
Defined.

(** C7, Theorem 25. *)
Theorem grundy_sum (G H : game) (x : position G) (y : position H) :
  @grundy (sum G H) (x, y) = grundy x xor grundy y.
Proof.
  apply (grundy_law (sum G H) (fun p => grundy (fst p) xor grundy (snd p))); clear x y.
  - intros [x y] q Hq. apply in_sum_options in Hq. simpl.
    destruct Hq as [(x' & Hx & ->)|(y' & Hy & ->)]; simpl; intros E.
    + apply xor_inj_r in E. now apply grundy_option_differs in E.
    + apply xor_inj_l in E. now apply grundy_option_differs in E.
  - intros [x y] v Hv. simpl in Hv.
    destruct (lemma_28 _ _ _ Hv) as [(a & Ha & E)|(b & Hb & E)].
    + destruct (grundy_smaller_reached G x a Ha) as (x' & Hx & <-).
      exists (x', y). split; [apply in_sum_options; eauto|exact E].
    + destruct (grundy_smaller_reached H y b Hb) as (y' & Hy & <-).
      exists (x, y'). split; [apply in_sum_options; eauto|exact E].
Qed.

(** The P-positions of a sum: the energies are equal. *)
Corollary P_position_sum (G H : game) (x : position G) (y : position H) :
  @P_position (sum G H) (x, y) <-> grundy x = grundy y.
Proof. rewrite P_position_iff_grundy_0, grundy_sum. apply xor_eq_0. Qed.

(** ** One game played in n copies at once *)

Fixpoint heaps_options {G : game} (l : list (position G)) : list (list (position G)) :=
  match l with
  | [] => []
  | x :: l => map (fun x' => x' :: l) (options x) ++ map (cons x) (heaps_options l)
  end.

(** A move changes one heap and leaves those before and after it. *)
Lemma in_heaps_options (G : game) (l r : list (position G)) :
  In r (heaps_options l) <->
  exists before x x' after, l = before ++ x :: after /\ r = before ++ x' :: after /\ In x' (options x).
Proof.
  revert r. induction l as [|y l IH]; intros r; simpl.
  - split; [tauto|]. intros (b & x & x' & a & E & _). destruct b; discriminate.
  - rewrite in_app_iff, !in_map_iff. split.
    + intros [(y' & <- & Hy)|(r' & <- & Hr)].
      * exists [], y, y', l. auto.
      * apply IH in Hr. destruct Hr as (b & x & x' & a & -> & -> & Hx).
        exists (y :: b), x, x', a. auto.
    + intros ([|z b] & x & x' & a & El & Er & Hx); simpl in El, Er; injection El as -> ->.
      * left. eauto.
      * right. exists (b ++ x' :: a). split; [easy|]. apply IH. exists b, x, x', a. auto.
Qed.

Lemma heaps_end (G : game) : well_founded (fun r l : list (position G) => In r (heaps_options l)).
Proof.
  intros l. induction l as [|x l IHl]; [constructor; intros r []|].
  revert l IHl. induction x as [x IHx] using (well_founded_ind (ends G)). intros l IHl.
  induction IHl as [l Hl IHl].
  constructor. intros r Hr. simpl in Hr. apply in_app_iff in Hr.
  destruct Hr as [Hr|Hr]; apply in_map_iff in Hr.
  - destruct Hr as (x' & <- & Hx). apply IHx; [exact Hx|]. constructor. exact Hl.
  - destruct Hr as (r' & <- & Hr). now apply IHl.
Qed.

Definition heaps (G : game) : game := Game (list (position G)) heaps_options (heaps_end G).

Definition xor_all (l : list nat) : nat := fold_right Nat.lxor 0 l.

(** C7, Example 24: one more heap is a direct sum. *)
Theorem heaps_as_sum (G : game) (x : position G) (l : list (position G)) :
  @grundy (heaps G) (x :: l) = @grundy (sum G (heaps G)) (x, l).
Proof.
  symmetry. apply (grundy_renamed (sum G (heaps G)) (heaps G) (fun p => fst p :: snd p)); clear x l.
  - intros [x l] q Hq. apply in_sum_options in Hq. simpl. rewrite in_app_iff, !in_map_iff.
    destruct Hq as [(x' & Hx & ->)|(l' & Hl & ->)]; simpl; eauto.
  - intros [x l] r Hr. simpl in Hr. apply in_app_iff in Hr. rewrite !in_map_iff in Hr.
    destruct Hr as [(x' & <- & Hx)|(l' & <- & Hl)].
    + exists (x', l). split; [apply in_sum_options; eauto|reflexivity].
    + exists (x, l'). split; [apply in_sum_options; eauto|reflexivity].
Qed.

Theorem grundy_heaps (G : game) (l : list (position G)) :
  @grundy (heaps G) l = xor_all (map grundy l).
Proof.
  induction l as [|x l IH]; [now apply no_move_energy_0|].
  rewrite heaps_as_sum, grundy_sum, IH. reflexivity.
Qed.
