(** * The metallic words, and the two sequences k and l that split the positive integers

    The metallic number mu_s is the positive root of x^2 = s x + 1; mu_1 is the
    golden ratio.  No real number occurs here: for a, b >= 0 that are not both 0,
    a < mu_s b means a^2 < s a b + b^2, and so for the other comparisons.

    - C11 and C13, Definitions 37 and 46 (lecture): "Follow the line
      y = x / mu_s from the origin; write 0 where it crosses a vertical line
      x = a, 1 where it crosses a horizontal line y = b.  k_i is the place of the
      i-th 0, l_i that of the i-th 1."  [word], [is_nth].
    - C13, Proposition 48: "(1) k_i = floor(i (1/mu_s + 1)).
      (2) l_i = floor(i (mu_s + 1)).  (3) l_i - k_i = s i."
      [proposition_48_1], [proposition_48_2], [proposition_48_3], for every s >= 1.
    - C11, Proposition 42: the same for s = 1, where k_i = floor(i phi) and
      l_i = floor(i phi^2).  [proposition_42].
    - C11, after Definition 41: "k and l increase, have no term in common, and
      together are all positive integers."  [k_increases], [l_increases],
      [k_l_cover], [k_l_disjoint], for every s >= 1.  (With Proposition 48 this is
      Beatty's theorem for these numbers.) *)

From Coq Require Import Arith List Lia Bool.
Import ListNotations.

(** a < mu_s b *)
Definition below_mu (s a b : nat) : Prop := a * a < s * a * b + b * b.

Definition below_mub (s a b : nat) : bool := a * a <? s * a * b + b * b.

Lemma below_mub_spec s a b : reflect (below_mu s a b) (below_mub s a b).
Proof. apply Nat.ltb_spec0. Qed.

(** m = floor(i mu_s), and m = floor(i / mu_s). *)
Definition is_floor_times_mu (s i m : nat) : Prop :=
  m * m <= s * m * i + i * i /\ s * (m + 1) * i + i * i < (m + 1) * (m + 1).

Definition is_floor_over_mu (s i m : nat) : Prop :=
  m * m + s * i * m <= i * i /\ i * i < (m + 1) * (m + 1) + s * i * (m + 1).

(** ** The cutting sequence

    After n crossings the line has met a vertical and b horizontal lines; the
    next is the vertical line x = a + 1 if a + 1 < mu_s (b + 1). *)
Fixpoint walk (s n : nat) : nat * nat :=
  match n with
  | 0 => (0, 0)
  | S n => let (a, b) := walk s n in if below_mub s (S a) (S b) then (S a, b) else (a, S b)
  end.

(** The n-th letter, from n = 1 on. *)
Definition word (s n : nat) : nat :=
  let (a, b) := walk s (n - 1) in if below_mub s (S a) (S b) then 0 else 1.

(** How often the letter c occurs among the first n. *)
Fixpoint count (w : nat -> nat) (c n : nat) : nat :=
  match n with
  | 0 => 0
  | S m => count w c m + (if w (S m) =? c then 1 else 0)
  end.

(** The i-th letter c of w stands at place n. *)
Definition is_nth (w : nat -> nat) (c i n : nat) : Prop := 1 <= n /\ w n = c /\ count w c n = i.

Lemma count_le w c n m : n <= m -> count w c n <= count w c m.
Proof. induction 1 as [|m _ IH]; simpl; lia. Qed.

Lemma walk_count s n : walk s n = (count (word s) 0 n, count (word s) 1 n).
Proof.
  induction n as [|n IH]; [reflexivity|]. simpl.
  unfold word at 2 4. replace (S n - 1) with n by lia. rewrite IH.
  destruct (below_mub s _ _); simpl; f_equal; lia.
Qed.

(** ** k and l *)

Fixpoint largest (p : nat -> bool) (n : nat) : nat :=
  match n with
  | 0 => 0
  | S m => if p (S m) then S m else largest p m
  end.

(** floor(i / mu_s) *)
Definition over_mu (s i : nat) : nat := largest (fun m => m * m + s * i * m <=? i * i) i.

Definition k (s i : nat) : nat := i + over_mu s i.
Definition l (s i : nat) : nat := k s i + s * i.

Lemma largest_spec p n :
  largest p n <= n /\ (largest p n = 0 \/ p (largest p n) = true) /\
  forall j, largest p n < j <= n -> p j = false.
Proof.
  induction n as [|n (IH1 & IH2 & IH3)]; simpl.
  - repeat split; [lia|now left|lia].
  - destruct (p (S n)) eqn:E.
    + repeat split; [lia|now right|lia].
    + repeat split; [lia|exact IH2|]. intros j Hj.
      destruct (Nat.eq_dec j (S n)) as [->|]; [exact E|apply IH3; lia].
Qed.

Theorem over_mu_spec s i : is_floor_over_mu s i (over_mu s i).
Proof.
  unfold over_mu. set (p := fun m => m * m + s * i * m <=? i * i).
  destruct (largest_spec p i) as (H1 & H2 & H3). set (m := largest p i) in *. split.
  - destruct H2 as [->|H2]; [lia|]. unfold p in H2. now apply Nat.leb_le in H2.
  - destruct (Nat.eq_dec m i) as [->|Hne]; [nia|].
    specialize (H3 (m + 1) ltac:(lia)). unfold p in H3. apply Nat.leb_gt in H3. lia.
Qed.

Lemma floor_over_mu_unique s i m n : is_floor_over_mu s i m -> is_floor_over_mu s i n -> m = n.
Proof.
  intros [H1 H2] [H3 H4].
  destruct (Nat.lt_trichotomy m n) as [H|[H|H]]; [|exact H|].
  - exfalso. assert ((m + 1) * (m + 1) <= n * n) by (apply Nat.mul_le_mono; lia).
    assert (s * i * (m + 1) <= s * i * n) by (apply Nat.mul_le_mono_l; lia). lia.
  - exfalso. assert ((n + 1) * (n + 1) <= m * m) by (apply Nat.mul_le_mono; lia).
    assert (s * i * (n + 1) <= s * i * m) by (apply Nat.mul_le_mono_l; lia). lia.
Qed.

(** floor(i mu_s) = s i + floor(i / mu_s), because mu_s = s + 1 / mu_s. *)
Lemma floor_times_over s i m : is_floor_over_mu s i m <-> is_floor_times_mu s i (s * i + m).
Proof.
  unfold is_floor_over_mu, is_floor_times_mu.
  replace ((s * i + m) * (s * i + m)) with (s * (s * i + m) * i + (m * m + s * i * m)) by ring.
  replace ((s * i + m + 1) * (s * i + m + 1))
    with (s * (s * i + m + 1) * i + ((m + 1) * (m + 1) + s * i * (m + 1))) by ring.
  split; intros [H1 H2]; split; lia.
Qed.

Section Metallic.

Variable s : nat.
Hypothesis s_positive : 1 <= s.

Lemma below_mu_mono a b a' b' : a' <= a -> b <= b' -> below_mu s a b -> below_mu s a' b'.
Proof.
  unfold below_mu. intros Ha Hb H.
  assert (H' : a' * a' < s * a' * b + b * b).
  { destruct (Nat.le_gt_cases a' (s * b)) as [Hs|Hs].
    - assert (0 < b) by nia. nia.
    - assert (E : a' * (a' - s * b) <= a * (a - s * b)) by (apply Nat.mul_le_mono; lia).
      rewrite !Nat.mul_sub_distr_l in E. nia. }
  assert (s * a' * b <= s * a' * b') by (apply Nat.mul_le_mono_l; lia).
  assert (b * b <= b' * b') by (apply Nat.mul_le_mono; lia). lia.
Qed.

(** mu_s is irrational: a / b = mu_s makes b / (a - s b) = mu_s, with smaller numbers. *)
Lemma mu_irrational a b : a * a = s * a * b + b * b -> b = 0.
Proof.
  revert a. induction b as [b IH] using lt_wf_ind. intros a H.
  destruct (Nat.eq_dec b 0) as [|Hb]; [assumption|exfalso].
  assert (Ha : 0 < a) by (destruct a; [simpl in H; nia|lia]).
  assert (Hab : s * b <= a) by nia.
  remember (a - s * b) as r eqn:Er. assert (Ea : a = s * b + r) by lia. subst a. clear Er Hab.
  assert (H' : b * b = s * b * r + r * r) by nia.
  assert (Hr : r < b) by nia.
  assert (r = 0) by (apply (IH r Hr b); exact H'). subst r. nia.
Qed.

Lemma not_below_mu a b : 1 <= a -> ~ below_mu s a b -> s * a * b + b * b < a * a.
Proof.
  unfold below_mu. intros Ha H.
  assert (a * a <> s * a * b + b * b) by (intros E; apply mu_irrational in E as E'; nia). lia.
Qed.

(** Where the line is: between the lines it has crossed and those to come. *)
Lemma walk_spec n a b : walk s n = (a, b) ->
  a + b = n /\ below_mu s a (S b) /\ ~ below_mu s (S a) b.
Proof.
  revert a b. induction n as [|n IH]; intros a b; simpl.
  - intros [= <- <-]. unfold below_mu. repeat split; lia.
  - destruct (walk s n) as [a' b'] eqn:E. destruct (IH a' b' eq_refl) as (H1 & H2 & H3).
    destruct (below_mub_spec s (S a') (S b')) as [Hb|Hb]; intros [= <- <-].
    + repeat split; [lia|exact Hb|]. intros H. apply H3.
      apply (below_mu_mono (S (S a')) b'); [lia|lia|exact H].
    + repeat split; [lia| |exact Hb]. apply (below_mu_mono a' (S b')); [lia|lia|exact H2].
Qed.

Lemma over_mu_below i : below_mu s i (S (over_mu s i)).
Proof. destruct (over_mu_spec s i) as [_ H]. unfold below_mu. nia. Qed.

Lemma over_mu_not_below i : ~ below_mu s i (over_mu s i).
Proof. destruct (over_mu_spec s i) as [H _]. unfold below_mu. nia. Qed.

(** The walk just before the i-th vertical and the i-th horizontal line. *)
Lemma walk_before_k i : 1 <= i -> walk s (k s i - 1) = (i - 1, over_mu s i).
Proof.
  intros Hi. destruct (walk s (k s i - 1)) as [a b] eqn:E.
  destruct (walk_spec _ _ _ E) as (H1 & H2 & H3). unfold k in H1.
  pose proof (over_mu_below i) as Ho. pose proof (over_mu_not_below i) as Hn.
  destruct (Nat.lt_trichotomy b (over_mu s i)) as [H|[H|H]].
  - exfalso. apply Hn. apply (below_mu_mono a (S b)); [lia|lia|exact H2].
  - f_equal; lia.
  - exfalso. apply H3. apply (below_mu_mono i (S (over_mu s i))); [lia|lia|exact Ho].
Qed.

Lemma below_mu_l i : below_mu s (s * i + over_mu s i) i \/ i = 0.
Proof.
  destruct (Nat.eq_dec i 0) as [->|Hi]; [now right|left].
  destruct (proj1 (floor_times_over s i (over_mu s i)) (over_mu_spec s i)) as [H _].
  unfold below_mu.
  assert (N : (s * i + over_mu s i) * (s * i + over_mu s i) <> s * (s * i + over_mu s i) * i + i * i)
    by (intros E; apply mu_irrational in E; lia).
  lia.
Qed.

Lemma not_below_mu_l i : ~ below_mu s (S (s * i + over_mu s i)) i.
Proof.
  destruct (proj1 (floor_times_over s i (over_mu s i)) (over_mu_spec s i)) as [_ H].
  unfold below_mu. rewrite Nat.add_1_r in H. lia.
Qed.

Lemma walk_before_l i : 1 <= i -> walk s (l s i - 1) = (s * i + over_mu s i, i - 1).
Proof.
  intros Hi. destruct (walk s (l s i - 1)) as [a b] eqn:E.
  destruct (walk_spec _ _ _ E) as (H1 & H2 & H3). unfold l, k in H1.
  destruct (below_mu_l i) as [Ho|]; [|lia]. pose proof (not_below_mu_l i) as Hn.
  destruct (Nat.lt_trichotomy a (s * i + over_mu s i)) as [H|[H|H]].
  - exfalso. apply H3. apply (below_mu_mono (s * i + over_mu s i) i); [lia|lia|exact Ho].
  - f_equal; lia.
  - exfalso. apply Hn. apply (below_mu_mono a (S b)); [lia|lia|exact H2].
Qed.

Lemma word_S n a b : walk s n = (a, b) -> word s (S n) = if below_mub s (S a) (S b) then 0 else 1.
Proof. intros E. unfold word. replace (S n - 1) with n by lia. now rewrite E. Qed.

Lemma word_k i : 1 <= i -> word s (k s i) = 0.
Proof.
  intros Hi. assert (Hk : 1 <= k s i) by (unfold k; lia).
  replace (k s i) with (S (k s i - 1)) by lia. rewrite (word_S _ _ _ (walk_before_k i Hi)).
  replace (S (i - 1)) with i by lia. destruct (below_mub_spec s i (S (over_mu s i))) as [|H]; [reflexivity|].
  exfalso. apply H, over_mu_below.
Qed.

Lemma word_l i : 1 <= i -> word s (l s i) = 1.
Proof.
  intros Hi. assert (Hk : 1 <= l s i) by (unfold l, k; lia).
  replace (l s i) with (S (l s i - 1)) by lia. rewrite (word_S _ _ _ (walk_before_l i Hi)).
  replace (S (i - 1)) with i by lia.
  destruct (below_mub_spec s (S (s * i + over_mu s i)) i) as [H|]; [|reflexivity].
  exfalso. exact (not_below_mu_l i H).
Qed.

Lemma count_k i : count (word s) 0 (k s i) = i.
Proof.
  destruct (Nat.eq_dec i 0) as [->|Hi]; [reflexivity|].
  assert (Hk : 1 <= k s i) by (unfold k; lia).
  pose proof (walk_before_k i ltac:(lia)) as W. rewrite walk_count in W. injection W as W _.
  pose proof (word_k i ltac:(lia)) as Wk.
  replace (k s i) with (S (k s i - 1)) in Wk |- * by lia. simpl. rewrite Wk, W. simpl. lia.
Qed.

Lemma count_l i : count (word s) 1 (l s i) = i.
Proof.
  destruct (Nat.eq_dec i 0) as [->|Hi]; [unfold l; rewrite Nat.mul_0_r; reflexivity|].
  assert (Hk : 1 <= l s i) by (unfold l, k; lia).
  pose proof (walk_before_l i ltac:(lia)) as W. rewrite walk_count in W. injection W as _ W.
  pose proof (word_l i ltac:(lia)) as Wk.
  replace (l s i) with (S (l s i - 1)) in Wk |- * by lia. simpl. rewrite Wk, W. simpl. lia.
Qed.

Lemma nth_unique w c i n m : is_nth w c i n -> is_nth w c i m -> n = m.
Proof.
  assert (H : forall n m, is_nth w c i n -> is_nth w c i m -> n < m -> False).
  { intros n' m' (_ & _ & Hn) (_ & Hm' & Hm) Hlt. destruct m' as [|m']; [lia|].
    simpl in Hm. rewrite Hm', Nat.eqb_refl in Hm.
    pose proof (count_le w c n' m' ltac:(lia)). lia. }
  intros Hn Hm. destruct (Nat.lt_trichotomy n m) as [L|[L|L]]; [|exact L|]; exfalso; eauto.
Qed.

(** C13, Proposition 48 (1): the i-th 0 stands at k_i = floor(i (1/mu_s + 1)). *)
Theorem proposition_48_1 i n : 1 <= i ->
  (is_nth (word s) 0 i n <-> n = k s i) /\ is_floor_over_mu s i (k s i - i).
Proof.
  intros Hi. split.
  - assert (Hk : is_nth (word s) 0 i (k s i))
      by (repeat split; [unfold k; lia|now apply word_k|apply count_k]).
    split; [intros Hn; exact (nth_unique _ _ _ _ _ Hn Hk)|intros ->; exact Hk].
  - unfold k. replace (i + over_mu s i - i) with (over_mu s i) by lia. apply over_mu_spec.
Qed.

(** C13, Proposition 48 (2): the i-th 1 stands at l_i = floor(i (mu_s + 1)). *)
Theorem proposition_48_2 i n : 1 <= i ->
  (is_nth (word s) 1 i n <-> n = l s i) /\ is_floor_times_mu s i (l s i - i).
Proof.
  intros Hi. split.
  - assert (Hl : is_nth (word s) 1 i (l s i))
      by (repeat split; [unfold l, k; lia|now apply word_l|apply count_l]).
    split; [intros Hn; exact (nth_unique _ _ _ _ _ Hn Hl)|intros ->; exact Hl].
  - unfold l, k. replace (i + over_mu s i + s * i - i) with (s * i + over_mu s i) by lia.
    apply floor_times_over, over_mu_spec.
Qed.

(** k and l increase. *)
Theorem k_increases i j : i < j -> k s i < k s j.
Proof.
  intros H. destruct (Nat.lt_ge_cases (k s i) (k s j)) as [|Hge]; [assumption|].
  apply (count_le (word s) 0) in Hge. rewrite !count_k in Hge. lia.
Qed.

Theorem l_increases i j : i < j -> l s i < l s j.
Proof.
  intros H. destruct (Nat.lt_ge_cases (l s i) (l s j)) as [|Hge]; [assumption|].
  apply (count_le (word s) 1) in Hge. rewrite !count_l in Hge. lia.
Qed.

Lemma word_letter n : word s n = 0 \/ word s n = 1.
Proof. unfold word. destruct (walk s (n - 1)) as [a b]. destruct (below_mub s (S a) (S b)); auto. Qed.

(** Every positive integer is a k_i or an l_i ... *)
Theorem k_l_cover n : 1 <= n -> exists i, 1 <= i /\ (n = k s i \/ n = l s i).
Proof.
  intros Hn. destruct (word_letter n) as [H|H].
  - assert (Hc : 1 <= count (word s) 0 n)
      by (destruct n; [lia|]; simpl; rewrite H; simpl; lia).
    exists (count (word s) 0 n). split; [exact Hc|left].
    now apply (proposition_48_1 _ n Hc).
  - assert (Hc : 1 <= count (word s) 1 n)
      by (destruct n; [lia|]; simpl; rewrite H; simpl; lia).
    exists (count (word s) 1 n). split; [exact Hc|right].
    now apply (proposition_48_2 _ n Hc).
Qed.

(** ... and never both. *)
Theorem k_l_disjoint i j : 1 <= i -> 1 <= j -> k s i <> l s j.
Proof. intros Hi Hj E. pose proof (word_k i Hi) as H. rewrite E, (word_l j Hj) in H. discriminate. Qed.

End Metallic.

(** C13, Proposition 48 (3). *)
Theorem proposition_48_3 s i : l s i - k s i = s * i.
Proof. unfold l. lia. Qed.

(** C11, Proposition 42: k_i = floor(i phi), l_i = floor(i phi^2) = i + floor(i phi), l_i - k_i = i. *)
Theorem proposition_42 i n : 1 <= i ->
  (is_nth (word 1) 0 i n <-> n = k 1 i) /\ (is_nth (word 1) 1 i n <-> n = l 1 i) /\
  is_floor_times_mu 1 i (k 1 i) /\ is_floor_times_mu 1 i (l 1 i - i) /\ l 1 i - k 1 i = i.
Proof.
  intros Hi.
  destruct (proposition_48_1 1 (le_n 1) i n Hi) as [H1 H2].
  destruct (proposition_48_2 1 (le_n 1) i n Hi) as [H3 H4].
  split; [exact H1|]. split; [exact H3|]. split; [|split; [exact H4|unfold l; lia]].
  replace (k 1 i) with (1 * i + over_mu 1 i) by (unfold k; lia).
  apply floor_times_over, over_mu_spec.
Qed.

(** The printed tables: f_1 ... f_15, Definition 41, and those of Example 47 for s = 2. *)
Theorem printed_tables :
  map (word 1) (seq 1 15) = [0; 1; 0; 0; 1; 0; 1; 0; 0; 1; 0; 0; 1; 0; 1] /\
  map (k 1) (seq 1 9) = [1; 3; 4; 6; 8; 9; 11; 12; 14] /\
  map (l 1) (seq 1 9) = [2; 5; 7; 10; 13; 15; 18; 20; 23] /\
  map (word 2) (seq 1 15) = [0; 0; 1; 0; 0; 1; 0; 0; 0; 1; 0; 0; 1; 0; 0] /\
  map (k 2) (seq 1 9) = [1; 2; 4; 5; 7; 8; 9; 11; 12] /\
  map (l 2) (seq 1 9) = [3; 6; 10; 13; 17; 20; 23; 27; 30].
Proof. vm_compute. repeat split. Qed.
