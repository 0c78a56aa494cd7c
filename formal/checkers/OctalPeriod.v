(** Certificates of kind `octal-period`: the Grundy values of all heaps of an octal game
    (docs/formats/octal-period.md).

    [check_octal_period_sound]: if the checker says yes, then the game has Grundy values, no
    other function satisfies their defining equation, the first P + T of them are those of
    the certificate, and g(n + T) = g(n) for every n >= P.

    Source: Guy and Smith, The G-values of various games, 1956. *)

From Coq Require Import NArith List Bool Lia FMapPositive.
From HisshoCheckers Require Import GrundyPeriod.
Import ListNotations.

Local Open Scope N_scope.

(** ** What is claimed *)

(** The digit of [k]: what may remain of a heap after [k] counters are taken. *)
Definition digit (code : list N) (k : N) : N := nth (N.to_nat k) code 0.

(** A move from a heap of [n] takes [k] counters and leaves nothing (1), one heap (2) or two
    heaps (4); no heap is a heap of 0. *)
Definition octal_move (code : list N) (n a b : N) : Prop :=
  exists k, k <= n /\
    ((N.testbit (digit code k) 0 = true /\ n = k /\ a = 0 /\ b = 0) \/
     (N.testbit (digit code k) 1 = true /\ k < n /\ a = 0 /\ b = n - k) \/
     (N.testbit (digit code k) 2 = true /\ 1 <= a /\ 1 <= b /\ a + b = n - k)).

(** Each value is the mex, over the moves, of the xor of the values of the heaps left. *)
Definition octal_grundy (code : list N) (g : N -> N) : Prop :=
  forall n, is_mex (fun v => exists a b, octal_move code n a b /\ v = N.lxor (g a) (g b)) (g n).

(** ** The checker *)

(** The values of two heaps that together have [left] counters, the smaller from [small] on. *)
Fixpoint pairs_from (fuel : nat) (v : N -> N) (small left : N) (acc : list N) : list N :=
  match fuel with
  | O => acc
  | S fuel =>
      if small + small <=? left
      then pairs_from fuel v (small + 1) left (N.lxor (v small) (v (left - small)) :: acc)
      else acc
  end.

Fixpoint octal_options (digits : list N) (k : N) (v : N -> N) (n : N) (acc : list N) : list N :=
  match digits with
  | [] => acc
  | d :: digits =>
      if n <? k then acc
      else
        let left := n - k in
        let acc := if N.testbit d 0 && (left =? 0) then N.lxor (v 0) (v 0) :: acc else acc in
        let acc := if N.testbit d 1 && negb (left =? 0) then N.lxor (v 0) (v left) :: acc else acc in
        let acc := if N.testbit d 2 then pairs_from (N.to_nat left) v 1 left acc else acc in
        octal_options digits (k + 1) v n acc
  end.

Definition check_octal_period (code : list N) (p t : N) (values : list N) : bool :=
  let tab := tabulate 1 values (PositiveMap.empty N) in
  let v := value tab p t in
  let first := digit code 0 in
  ((first =? 0) || (first =? 4)) && (1 <=? t) && (count values 0 =? p + t) &&
  below (2 * p + 2 * t + count code 0 + 2) (fun n => mex_is (octal_options code 0 v n []) (v n)).

(** ** It is right *)

Lemma pairs_from_spec v left : forall fuel small acc x,
  1 <= small -> (left < N.of_nat fuel + small + small) ->
  In x (pairs_from fuel v small left acc) <->
  In x acc \/ exists a b, small <= a /\ a <= b /\ a + b = left /\ x = N.lxor (v a) (v b).
Proof.
  induction fuel as [|fuel IH]; intros small acc x Hs Hf; simpl.
  - split; auto. intros [H|[a [b [H1 [H2 [H3 _]]]]]]; auto. lia.
  - destruct (N.leb_spec (small + small) left) as [L|L].
    + rewrite IH by lia. simpl. split.
      * intros [[<-|H]|[a [b [H1 [H2 [H3 ->]]]]]]; auto.
        -- right. exists small, (left - small). repeat split; lia.
        -- right. exists a, b. repeat split; auto. lia.
      * intros [H|[a [b [H1 [H2 [H3 ->]]]]]]; auto. destruct (N.eq_dec a small) as [->|Ha].
        -- left. left. f_equal. f_equal. lia.
        -- right. exists a, b. repeat split; auto. lia.
    + split; auto. intros [H|[a [b [H1 [H2 [H3 _]]]]]]; auto. lia.
Qed.

Lemma octal_options_spec v n : forall digits k acc x,
  In x (octal_options digits k v n acc) <->
  In x acc \/ exists j, k <= j /\ j <= n /\ j < k + N.of_nat (length digits) /\
    let d := nth (N.to_nat (j - k)) digits 0 in
    ((N.testbit d 0 = true /\ n = j /\ x = N.lxor (v 0) (v 0)) \/
     (N.testbit d 1 = true /\ j < n /\ x = N.lxor (v 0) (v (n - j))) \/
     (N.testbit d 2 = true /\ exists a b, 1 <= a /\ a <= b /\ a + b = n - j /\ x = N.lxor (v a) (v b))).
Proof.
  induction digits as [|d digits IH]; intros k acc x; cbn [octal_options].
  - simpl length. split; auto. intros [H|[j [H1 [H2 [H3 _]]]]]; auto. lia.
  - destruct (N.ltb_spec n k) as [L|L].
    { split; auto. intros [H|[j [H1 [H2 _]]]]; auto. lia. }
    rewrite IH. cbn zeta.
    set (acc1 := if N.testbit d 0 && (n - k =? 0) then N.lxor (v 0) (v 0) :: acc else acc).
    set (acc2 := if N.testbit d 1 && negb (n - k =? 0) then N.lxor (v 0) (v (n - k)) :: acc1 else acc1).
    set (acc3 := if N.testbit d 2 then pairs_from (N.to_nat (n - k)) v 1 (n - k) acc2 else acc2).
    assert (A3 : In x acc3 <-> In x acc \/
      ((N.testbit d 0 = true /\ n = k /\ x = N.lxor (v 0) (v 0)) \/
       (N.testbit d 1 = true /\ k < n /\ x = N.lxor (v 0) (v (n - k))) \/
       (N.testbit d 2 = true /\ exists a b, 1 <= a /\ a <= b /\ a + b = n - k /\ x = N.lxor (v a) (v b)))).
    { assert (A1 : In x acc1 <-> In x acc \/ (N.testbit d 0 = true /\ n = k /\ x = N.lxor (v 0) (v 0))).
      { unfold acc1. destruct (N.testbit d 0), (N.eqb_spec (n - k) 0); simpl; intuition (subst; auto; try lia; try discriminate). }
      assert (A2 : In x acc2 <-> In x acc1 \/ (N.testbit d 1 = true /\ k < n /\ x = N.lxor (v 0) (v (n - k)))).
      { unfold acc2. destruct (N.testbit d 1), (N.eqb_spec (n - k) 0); simpl; intuition (subst; auto; try lia; try discriminate). }
      assert (A3 : In x acc3 <-> In x acc2 \/
         (N.testbit d 2 = true /\ exists a b, 1 <= a /\ a <= b /\ a + b = n - k /\ x = N.lxor (v a) (v b))).
      { unfold acc3. destruct (N.testbit d 2).
        - rewrite pairs_from_spec by lia. intuition.
        - intuition discriminate. }
      rewrite A3, A2, A1. tauto. }
    rewrite A3. split.
    + intros [[H|H]|[j [H1 [H2 [H3 H4]]]]]; auto.
      * right. exists k. repeat split; try lia; [simpl length; lia|].
        replace (N.to_nat (k - k)) with 0%nat by lia. exact H.
      * right. exists j. repeat split; try lia; [simpl length; lia|].
        replace (N.to_nat (j - k)) with (S (N.to_nat (j - (k + 1)))) by lia. exact H4.
    + intros [H|[j [H1 [H2 [H3 H4]]]]]; auto. destruct (N.eq_dec j k) as [->|Hj].
      * left. right. replace (N.to_nat (k - k)) with 0%nat in H4 by lia. exact H4.
      * right. exists j. simpl length in H3. repeat split; try lia.
        replace (N.to_nat (j - k)) with (S (N.to_nat (j - (k + 1)))) in H4 by lia. exact H4.
Qed.

Lemma digit_zero code k : N.of_nat (length code) <= k -> digit code k = 0.
Proof. intros H. unfold digit. apply nth_overflow. lia. Qed.

Lemma bit_zero i : N.testbit 0 i = true -> False.
Proof. rewrite N.bits_0. discriminate. Qed.

Lemma octal_options_moves code v n x :
  In x (octal_options code 0 v n []) <-> exists a b, octal_move code n a b /\ x = N.lxor (v a) (v b).
Proof.
  rewrite octal_options_spec. split.
  - intros [[]|[j [_ [H2 [_ H]]]]]. rewrite N.sub_0_r in H. fold (digit code j) in H.
    destruct H as [[H [-> ->]]|[[H [H3 ->]]|[H [a [b [H3 [H4 [H5 ->]]]]]]]].
    + exists 0, 0. split; auto. exists j. split; [lia|]. left. repeat split; auto.
    + exists 0, (n - j). split; auto. exists j. split; [lia|]. right. left. repeat split; auto.
    + exists a, b. split; auto. exists j. split; auto. right. right. repeat split; auto. lia.
  - intros [a [b [[k [Hk H]] ->]]]. right.
    assert (Hlen : k < N.of_nat (length code)).
    { destruct (N.lt_ge_cases k (N.of_nat (length code))) as [L|L]; auto. apply digit_zero in L. exfalso.
      destruct H as [[H _]|[[H _]|[H _]]]; rewrite L in H; exact (bit_zero _ H). }
    exists k. repeat split; try lia. cbn zeta. rewrite N.sub_0_r. fold (digit code k).
    destruct H as [[H [-> [-> ->]]]|[[H [H3 [-> ->]]]|[H [H3 [H4 H5]]]]]; auto.
    right. right. split; auto. destruct (N.le_ge_cases a b).
    + exists a, b. auto.
    + exists b, a. repeat split; auto; [lia|]. apply N.lxor_comm.
Qed.

(** No move leaves a heap as large as the one it is made from. *)
Lemma octal_move_less code n a b : digit code 0 = 0 \/ digit code 0 = 4 -> octal_move code n a b ->
  a < n /\ b < n.
Proof.
  intros H0 [k [Hk H]].
  destruct (N.eq_dec k 0) as [->|Hk0].
  - destruct H as [[H _]|[[H _]|[H [H1 [H2 H3]]]]]; [| |lia];
      destruct H0 as [E|E]; rewrite E in H; discriminate.
  - destruct H as [[_ [-> [-> ->]]]|[[_ [H1 [-> ->]]]|[_ [H1 [H2 H3]]]]]; lia.
Qed.

Lemma octal_unique code g h : digit code 0 = 0 \/ digit code 0 = 4 ->
  octal_grundy code g -> octal_grundy code h -> forall n, g n = h n.
Proof.
  intros H0 Hg Hh n. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  refine (mex_unique _ _ _ _ _ (Hg n) (Hh n)). intros v. split; intros [a [b [Hm ->]]]; exists a, b; split; auto;
    destruct (octal_move_less code n a b H0 Hm) as [Ha Hb]; rewrite (IH a Ha), (IH b Hb); reflexivity.
Qed.

Theorem check_octal_period_sound code p t values :
  check_octal_period code p t values = true ->
  exists g,
    octal_grundy code g /\ (forall h, octal_grundy code h -> forall n, h n = g n) /\
    (forall n, n < p + t -> nth_error values (N.to_nat n) = Some (g n)) /\
    (forall n, p <= n -> g (n + t) = g n).
Proof.
  unfold check_octal_period. set (tab := tabulate 1 values (PositiveMap.empty N)). intros E.
  rewrite !andb_true_iff, orb_true_iff, !N.eqb_eq in E. destruct E as [[[H0 Ht] Hc] Hb].
  apply N.leb_le in Ht. set (g := value tab p t) in *.
  assert (Per : forall n, p <= n -> g (n + t) = g n) by (intros n H; now apply value_periodic).
  assert (Per' : forall n, p <= n - t -> t <= n -> g (n - t) = g n).
  { intros n H1 H2. rewrite <- (Per (n - t) H1). f_equal. lia. }
  assert (Len : count code 0 = N.of_nat (length code)) by (rewrite count_length; lia).
  assert (G : octal_grundy code g).
  { intros n. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
    destruct (N.lt_ge_cases n (2 * p + 2 * t + count code 0 + 2)) as [H|H].
    - apply (below_sound _ _ Hb) in H. apply mex_is_sound in H.
      eapply mex_ext; [|exact H]. intros w. apply octal_options_moves.
    - assert (IHn := IH (n - t) ltac:(lia)). rewrite (Per' n) in IHn by lia.
      eapply mex_ext; [|exact IHn].
      assert (Taken : forall k i, N.testbit (digit code k) i = true -> k < count code 0).
      { intros k i Hi. rewrite Len. destruct (N.lt_ge_cases k (N.of_nat (length code))) as [L|L]; auto.
        rewrite (digit_zero code k L) in Hi. now apply bit_zero in Hi. }
      intros w. split; intros [a [b [[k [Hk Hm]] ->]]].
      + (* a move of n - t is one of n, the larger heap one period larger *)
        destruct Hm as [[Hd [E _]]|[[Hd [L [-> ->]]]|[Hd [L1 [L2 L3]]]]]; pose proof (Taken _ _ Hd); [lia| |].
        * exists 0, (n - k). split; [exists k; split; [lia|]; right; left; repeat split; auto; lia|].
          f_equal. replace (n - t - k) with (n - k - t) by lia. apply Per'; lia.
        * destruct (N.le_ge_cases a b) as [L|L].
          -- exists a, (b + t). split; [exists k; split; [lia|]; right; right; repeat split; auto; lia|].
             now rewrite (Per b) by lia.
          -- exists (a + t), b. split; [exists k; split; [lia|]; right; right; repeat split; auto; lia|].
             now rewrite (Per a) by lia.
      + destruct Hm as [[Hd [E _]]|[[Hd [L [-> ->]]]|[Hd [L1 [L2 L3]]]]]; pose proof (Taken _ _ Hd); [lia| |].
        * exists 0, (n - t - k). split; [exists k; split; [lia|]; right; left; repeat split; auto; lia|].
          f_equal. replace (n - t - k) with (n - k - t) by lia. symmetry. apply Per'; lia.
        * destruct (N.le_ge_cases a b) as [L|L].
          -- exists a, (b - t). split; [exists k; split; [lia|]; right; right; repeat split; auto; lia|].
             now rewrite (Per' b) by lia.
          -- exists (a - t), b. split; [exists k; split; [lia|]; right; right; repeat split; auto; lia|].
             now rewrite (Per' a) by lia. }
  exists g. split; [exact G|]. split; [|split].
  - intros h Hh n. now apply (octal_unique code).
  - intros n Hn. now apply value_listed.
  - exact Per.
Qed.
