(** * Staircase chocolate that rises every odd number of columns

    - D6, Theorem 6.1 (Miyadera et al. 2016), k = 1: equations (16) to (23).
      The source prints no condition; they hold for the bars there are, y <= z.
      [theorem_6_1_16] to [theorem_6_1_19] and [theorem_6_1_20_to_23]; the
      table of figure 21 is [figure_21_is_right].
    - D7: "A bar that rises one step every three columns was studied too; the
      proof of its formula is expected to be longer still, and a better method
      is needed."  The law the program found for k = 3 and for other odd k holds
      for every odd k: [odd_staircase_as_found].

    The law in its shortest form ([odd_staircase]): with d = z - y,

      G(y, z) = z + ceil(y/2)                          if y + z is even,
      G(y, z) = d + min(floor(d / (2 k)), floor(y/2))  if y + z is odd.

    Why it holds.  Write a number as (2 k + 1) Q + r with r <= 2 k.  The bars cut
    to their edge at an even column of a step have the values with even r; the
    values d + floor(d / (2 k)), d odd, are those with odd r.  So the two kinds
    never meet, and between them they leave nothing out. *)

From Coq Require Import Arith List Lia Bool.
From Hissho Require Import Impartial Sum Nim Chocolate.
Import ListNotations.

Definition odd_law (k y z : nat) : nat :=
  if Nat.even (y + z) then z + (y + 1) / 2
  else (z - y) + Nat.min ((z - y) / (2 * k)) (y / 2).

(** floor(y/2) = h and ceil(y/2) = c. *)
Lemma half y : exists h c, y / 2 = h /\ (y + 1) / 2 = c /\ y = h + c /\ (c = h \/ c = h + 1).
Proof.
  exists (y / 2), ((y + 1) / 2). repeat split.
  all: pose proof (Nat.div_mod y 2 ltac:(lia)); pose proof (Nat.mod_upper_bound y 2 ltac:(lia));
    pose proof (Nat.div_mod (y + 1) 2 ltac:(lia)); pose proof (Nat.mod_upper_bound (y + 1) 2 ltac:(lia)); lia.
Qed.

Lemma even_2 e : Nat.even (2 * e) = true.
Proof. rewrite Nat.even_mul. reflexivity. Qed.

Lemma even_2_1 e : Nat.even (2 * e + 1) = false.
Proof. now rewrite Nat.even_add, even_2. Qed.

Lemma law_even k y e : odd_law k y (y + 2 * e) = y + 2 * e + (y + 1) / 2.
Proof. unfold odd_law. replace (y + (y + 2 * e)) with (2 * (y + e)) by ring. now rewrite even_2. Qed.

Lemma law_odd k y e :
  odd_law k y (y + (2 * e + 1)) = (2 * e + 1) + Nat.min ((2 * e + 1) / (2 * k)) (y / 2).
Proof.
  unfold odd_law. replace (y + (y + (2 * e + 1))) with (2 * (y + e) + 1) by ring. rewrite even_2_1.
  now replace (y + (2 * e + 1) - y) with (2 * e + 1) by lia.
Qed.

Lemma parity n : exists e, n = 2 * e \/ n = 2 * e + 1.
Proof.
  exists (n / 2). pose proof (Nat.div_mod n 2 ltac:(lia)). pose proof (Nat.mod_upper_bound n 2 ltac:(lia)). lia.
Qed.

Lemma residues_equal b q r q' r' : r < b -> r' < b -> b * q + r = b * q' + r' -> q = q' /\ r = r'.
Proof.
  intros H H' E. assert (q = q') as ->; [|lia].
  destruct (Nat.lt_trichotomy q q') as [C|[C|C]]; [|exact C|]; nia.
Qed.

Section Odd.

Variable m : nat.

Let k := 2 * m + 1.

Lemma bar_iff y z : y <= z / k <-> k * y <= z.
Proof.
  assert (Hk : k <> 0) by (unfold k; lia). split; intros H.
  - pose proof (Nat.mul_div_le z k Hk). nia.
  - apply Nat.div_le_lower_bound; assumption.
Qed.

Lemma quotient d : exists q r, d / (2 * k) = q /\ d = 2 * k * q + r /\ r < 2 * k.
Proof.
  assert (Hk : 2 * k <> 0) by (unfold k; lia).
  exists (d / (2 * k)), (d mod (2 * k)). repeat split; [now apply Nat.div_mod|now apply Nat.mod_upper_bound].
Qed.

Lemma quotient_mono a b : a <= b -> a / (2 * k) <= b / (2 * k).
Proof. apply Nat.div_le_mono. unfold k. lia. Qed.

(** No value exceeds z + ceil(y/2); where y + z is odd it is at most z - ceil(y/2). *)
Lemma law_odd_le y e : odd_law k y (y + (2 * e + 1)) <= 2 * e + 1 + y / 2.
Proof. rewrite law_odd. lia. Qed.

Lemma law_le y z : y <= z -> odd_law k y z <= z + (y + 1) / 2.
Proof.
  intros H. destruct (parity (z - y)) as (e & [E|E]).
  - replace z with (y + 2 * e) by lia. rewrite law_even. lia.
  - replace z with (y + (2 * e + 1)) by lia. pose proof (law_odd_le y e).
    destruct (half y) as (h & c & Hh & Hc & Hy & _). rewrite Hh in *. lia.
Qed.

(** A cut across the bar that lowers it: z' = k y' + r with y' < y. *)
Lemma edge y z' : z' < k * y -> exists y' r, z' = k * y' + r /\ r < k /\ y' < y /\ z' / k = y'.
Proof.
  intros H. assert (Hk : k <> 0) by (unfold k; lia).
  exists (z' / k), (z' mod k). repeat split.
  - now apply Nat.div_mod.
  - now apply Nat.mod_upper_bound.
  - apply Nat.div_lt_upper_bound; assumption.
Qed.

(** The value of an edge at an even column of its step has an even residue. *)
Lemma even_edge_residue y' t : 2 * t < k ->
  exists Q u, odd_law k y' (k * y' + 2 * t) = (2 * k + 1) * Q + 2 * u /\ 2 * u <= 2 * k /\
    odd_law k y' (k * y' + 2 * t) = k * y' + 2 * t + (y' + 1) / 2.
Proof.
  intros Ht. replace (k * y' + 2 * t) with (y' + 2 * (m * y' + t)) by (unfold k; ring).
  rewrite law_even. destruct (half y') as (h & c & Hh & Hc & Hy & [C|C]); rewrite Hc.
  - exists h, t. clear Hh Hc. subst c y'. unfold k in *. repeat split; lia.
  - exists h, (m + 1 + t). clear Hh Hc. subst c y'. unfold k in *. repeat split; lia.
Qed.

(** ** No option has the value *)

(** y + z even: every option is smaller. *)
Lemma even_differs y e q : k * y <= y + 2 * e -> In q (chocolate_moves k (y, y + 2 * e)) ->
  odd_law k (fst q) (snd q) <> odd_law k y (y + 2 * e).
Proof.
  intros Hb H. rewrite law_even. apply in_chocolate_moves in H.
  destruct (half y) as (h & c & Hh & Hc & Hy & Hhc). rewrite Hc.
  destruct H as [(y' & H & ->)|(z' & H & ->)]; cbn [fst snd].
  - destruct (half y') as (h' & c' & Hh' & Hc' & Hy' & Hhc').
    destruct (parity (y + 2 * e - y')) as (f & [F|F]).
    + replace (y + 2 * e) with (y' + 2 * f) by lia. rewrite law_even, Hc'. lia.
    + replace (y + 2 * e) with (y' + (2 * f + 1)) by lia. pose proof (law_odd_le y' f). lia.
  - assert (L : Nat.min y (z' / k) <= z').
    { apply Nat.le_trans with (z' / k); [apply Nat.le_min_r|]. apply Nat.div_le_upper_bound; unfold k; nia. }
    apply law_le in L.
    assert ((Nat.min y (z' / k) + 1) / 2 <= c) by (rewrite <- Hc; apply Nat.div_le_mono; lia). lia.
Qed.

(** y + z odd. *)
Lemma odd_differs y e q : k * y <= y + (2 * e + 1) -> In q (chocolate_moves k (y, y + (2 * e + 1))) ->
  odd_law k (fst q) (snd q) <> odd_law k y (y + (2 * e + 1)).
Proof.
  intros Hb H. rewrite law_odd. apply in_chocolate_moves in H.
  destruct (half y) as (h & c & Hh & Hc & Hy & Hhc). rewrite Hh.
  destruct (quotient (2 * e + 1)) as (q0 & r0 & Hq0 & D0 & R0). rewrite Hq0.
  destruct H as [(y' & H & ->)|(z' & H & ->)]; cbn [fst snd].
  - (* along the bar: greater *)
    destruct (half y') as (h' & c' & Hh' & Hc' & Hy' & Hhc').
    destruct (parity (y + (2 * e + 1) - y')) as (f & [F|F]).
    + replace (y + (2 * e + 1)) with (y' + 2 * f) by lia. rewrite law_even. lia.
    + replace (y + (2 * e + 1)) with (y' + (2 * f + 1)) by lia. rewrite law_odd, Hh'.
      pose proof (quotient_mono (2 * e + 1) (2 * f + 1) ltac:(lia)) as Q. rewrite Hq0 in Q. lia.
  - destruct (Nat.lt_ge_cases z' (k * y)) as [L|L].
    + (* lowered *)
      destruct (edge y z' L) as (y' & r & Ez & Hr & Hy' & Ed). rewrite Ed, Nat.min_r by lia.
      destruct (parity r) as (t & [T|T]).
      * subst r. subst z'. destruct (even_edge_residue y' t ltac:(lia)) as (Q & u & E1 & U & E2).
        destruct (Nat.lt_ge_cases q0 h) as [C|C].
        -- rewrite E1, Nat.min_l by lia. intros E.
           replace (2 * e + 1 + q0) with ((2 * k + 1) * q0 + r0) in E by (rewrite D0; ring).
           apply residues_equal in E; [|lia|lia]. destruct E as [<- <-]. lia.
        -- (* q0 >= h: the value is at least (2 k + 1) h *)
           rewrite E2, Nat.min_r by lia.
           destruct (half y') as (h' & c' & Hh' & Hc' & Hyy & Hhc'). rewrite Hc'.
           assert (G : 2 * k * h <= 2 * k * q0) by (apply Nat.mul_le_mono_l; lia).
           destruct (Nat.lt_ge_cases y' (2 * h)) as [C'|C'].
           ++ assert (k * (y' + 1) <= k * (2 * h)) by (apply Nat.mul_le_mono_l; lia). lia.
           ++ assert (y' = 2 * h) as -> by lia. lia.
      * (* an odd column of a step: smaller *)
        subst r z'. replace (k * y' + (2 * t + 1)) with (y' + (2 * (m * y' + t) + 1)) by (unfold k; ring).
        rewrite law_odd.
        assert (M : m * (y' + 1) <= m * y) by (apply Nat.mul_le_mono_l; lia).
        assert (S : 2 * (m * y' + t) + 1 < 2 * e + 1).
        { unfold k in Hr, Hb. assert ((2 * m + 1) * y = 2 * (m * y) + y) by ring. lia. }
        pose proof (quotient_mono (2 * (m * y' + t) + 1) (2 * e + 1) ltac:(lia)) as Q. rewrite Hq0 in Q.
        assert (y' / 2 <= h) by (rewrite <- Hh; apply Nat.div_le_mono; lia). lia.
    + (* a shorter bar, as high as before *)
      rewrite Nat.min_l by now apply bar_iff.
      assert (y <= z') by (unfold k in L; nia).
      destruct (parity (z' - y)) as (f & [F|F]).
      * replace z' with (y + 2 * f) in * by lia. rewrite law_even, Hc.
        destruct (Nat.lt_ge_cases q0 h) as [C|C].
        -- rewrite Nat.min_l by lia.
           assert (G : 2 * k * (q0 + 1) <= 2 * k * h) by (apply Nat.mul_le_mono_l; lia).
           assert (k * (2 * h) <= k * y) by (apply Nat.mul_le_mono_l; lia). lia.
        -- rewrite Nat.min_r by lia. lia.
      * replace z' with (y + (2 * f + 1)) in * by lia. rewrite law_odd, Hh.
        pose proof (quotient_mono (2 * f + 1) (2 * e + 1) ltac:(lia)) as Q. rewrite Hq0 in Q. lia.
Qed.

(** ** Every smaller value is reached *)

(** d + min(floor(d / (2 k)), floor(y/2)) for odd d with y + d < z: by a cut across. *)
Lemma across_odd y z d e : d = 2 * e + 1 -> y + d < z ->
  exists q, In q (chocolate_moves k (y, z)) /\ odd_law k (fst q) (snd q) = d + Nat.min (d / (2 * k)) (y / 2).
Proof.
  intros -> Hz. destruct (Nat.lt_ge_cases (y + (2 * e + 1)) (k * y)) as [L|L].
  - (* the bar is lowered to y' = floor(d / (k - 1)) *)
    assert (Hm : 2 * m <> 0) by (intros X; unfold k in L; rewrite X in L; simpl in L; lia).
    set (d := 2 * e + 1) in *. set (y' := d / (2 * m)). set (r := d mod (2 * m)).
    assert (Dd : d = 2 * m * y' + r) by now apply Nat.div_mod.
    assert (Hr : r < 2 * m) by now apply Nat.mod_upper_bound.
    assert (Hy' : y' < y) by (apply Nat.div_lt_upper_bound; [exact Hm|unfold k in L; lia]).
    assert (Ed : (y' + d) / k = y').
    { symmetry. apply (Nat.div_unique _ k y' r); [unfold k; lia|unfold k; lia]. }
    exists (y', y' + d). split.
    + apply in_chocolate_moves. right. exists (y' + d). split; [lia|].
      rewrite Ed, Nat.min_r by lia. reflexivity.
    + cbn [fst snd]. unfold d at 1. rewrite law_odd. fold d.
      assert (Q : d / (2 * k) <= y' / 2).
      { unfold y'. rewrite Nat.div_div by lia. apply Nat.div_le_compat_l. unfold k. lia. }
      assert (y' / 2 <= y / 2) by (apply Nat.div_le_mono; lia). lia.
  - exists (y, y + (2 * e + 1)). split.
    + apply in_chocolate_moves. right. exists (y + (2 * e + 1)). split; [exact Hz|].
      rewrite Nat.min_l; [reflexivity|]. now apply bar_iff.
    + apply law_odd.
Qed.

(** A value with an even residue, below k y + ceil(y/2): by a cut across to an edge. *)
Lemma across_even y z Q u : k * y <= z -> 2 * u <= 2 * k -> (2 * k + 1) * Q + 2 * u < k * y + (y + 1) / 2 ->
  exists q, In q (chocolate_moves k (y, z)) /\ odd_law k (fst q) (snd q) = (2 * k + 1) * Q + 2 * u.
Proof.
  intros Hb Hu Hv.
  (* the step y' and the column 2 t of it *)
  assert (S : exists y' t, 2 * t < k /\ (2 * k + 1) * Q + 2 * u = k * y' + 2 * t + (y' + 1) / 2).
  { destruct (Nat.lt_ge_cases (2 * u) k) as [C|C].
    - exists (2 * Q), u. split; [exact C|].
      replace ((2 * Q + 1) / 2) with Q; [ring|]. apply (Nat.div_unique _ 2 Q 1); lia.
    - exists (2 * Q + 1), (u - (m + 1)). unfold k in *. split; [lia|].
      replace ((2 * Q + 1 + 1) / 2) with (Q + 1); [nia|]. apply (Nat.div_unique _ 2 (Q + 1) 0); lia. }
  destruct S as (y' & t & Ht & E). rewrite E in *.
  assert (Hy' : y' < y).
  { destruct (Nat.lt_ge_cases y' y) as [|C]; [assumption|exfalso].
    assert (k * y <= k * y') by (apply Nat.mul_le_mono_l; lia).
    assert ((y + 1) / 2 <= (y' + 1) / 2) by (apply Nat.div_le_mono; lia). lia. }
  assert (Ed : (k * y' + 2 * t) / k = y').
  { symmetry. apply (Nat.div_unique _ k y' (2 * t)); lia. }
  assert (L : k * (y' + 1) <= k * y) by (apply Nat.mul_le_mono_l; lia).
  exists (y', k * y' + 2 * t). split.
  - apply in_chocolate_moves. right. exists (k * y' + 2 * t). split; [lia|].
    rewrite Ed, Nat.min_r by lia. reflexivity.
  - cbn [fst snd]. destruct (even_edge_residue y' t Ht) as (_ & _ & _ & _ & E2). exact E2.
Qed.

(** A shorter bar, as high as before, with y + z' even. *)
Lemma across_row y z v f : v = y / 2 + 2 * f -> k * y + (y + 1) / 2 <= v -> v < z + (y + 1) / 2 ->
  exists q, In q (chocolate_moves k (y, z)) /\ odd_law k (fst q) (snd q) = v.
Proof.
  intros Hv Hb Hz. destruct (half y) as (h & c & Hh & Hc & Hy & Hhc). rewrite Hh in Hv. rewrite Hc in *.
  assert (k * y >= y) by (unfold k; nia).
  exists (y, v - c). split.
  - apply in_chocolate_moves. right. exists (v - c). split; [lia|].
    rewrite Nat.min_l; [reflexivity|]. apply bar_iff. lia.
  - cbn [fst snd]. replace (v - c) with (y + 2 * (f - c)) by lia. rewrite law_even, Hc. lia.
Qed.

(** Every number is of one of the three kinds. *)
Lemma kinds y v :
  (exists e, v = 2 * e + 1 + Nat.min ((2 * e + 1) / (2 * k)) (y / 2)) \/
  (exists Q u, v = (2 * k + 1) * Q + 2 * u /\ 2 * u <= 2 * k /\ v < k * y + (y + 1) / 2) \/
  (exists f, v = y / 2 + 2 * f /\ k * y + (y + 1) / 2 <= v).
Proof.
  destruct (half y) as (h & c & Hh & Hc & Hy & Hhc). rewrite Hh, Hc.
  destruct (Nat.lt_ge_cases v ((2 * k + 1) * h)) as [C|C].
  - set (Q := v / (2 * k + 1)). set (r := v mod (2 * k + 1)).
    assert (Ev : v = (2 * k + 1) * Q + r) by (apply Nat.div_mod; lia).
    assert (Hr : r < 2 * k + 1) by (apply Nat.mod_upper_bound; lia).
    assert (HQ : Q < h) by (apply Nat.div_lt_upper_bound; lia).
    destruct (parity r) as (u & [U|U]).
    + right; left. exists Q, u. split; [lia|]. split; [lia|].
      assert (k * (2 * h) <= k * y) by (apply Nat.mul_le_mono_l; lia). lia.
    + left. exists (k * Q + u).
      replace ((2 * (k * Q + u) + 1) / (2 * k)) with Q; [lia|].
      apply (Nat.div_unique _ (2 * k) Q r); [unfold k in *; lia|lia].
  - destruct (parity (v - h)) as (e & [E|E]).
    + destruct (Nat.lt_ge_cases v (k * y + c)) as [C'|C'].
      * right; left. exists h, (e - k * h). split; [lia|]. split; [|exact C'].
        destruct Hhc as [->| ->]; rewrite Hy in C'; lia.
      * right; right. exists e. split; [lia|exact C'].
    + left. exists e.
      assert (h <= (2 * e + 1) / (2 * k)) by (apply Nat.div_le_lower_bound; [unfold k; lia|lia]). lia.
Qed.

Lemma odd_reaches y e v : k * y <= y + (2 * e + 1) -> v < odd_law k y (y + (2 * e + 1)) ->
  exists q, In q (chocolate_moves k (y, y + (2 * e + 1))) /\ odd_law k (fst q) (snd q) = v.
Proof.
  intros Hb Hv. pose proof (law_odd_le y e) as Le. rewrite law_odd in Hv, Le.
  destruct (kinds y v) as [(f & ->)|[(Q & u & -> & Hu & Hlt)|(f & Ef & Hge)]].
  - apply (across_odd y _ (2 * f + 1) f eq_refl).
    destruct (Nat.lt_ge_cases f e) as [|C]; [lia|exfalso].
    pose proof (quotient_mono (2 * e + 1) (2 * f + 1) ltac:(lia)). lia.
  - now apply across_even.
  - apply (across_row y _ v f Ef Hge). destruct (half y) as (h & c & Hh & Hc & Hy & _). lia.
Qed.

(** y + z odd, along the bar: z - ceil(y'/2), if floor(y'/2) is the smaller of the two. *)
Lemma along_high y z y' f : y' < y -> z = y' + (2 * f + 1) -> y' / 2 <= (2 * f + 1) / (2 * k) ->
  exists q, In q (chocolate_moves k (y, z)) /\ odd_law k (fst q) (snd q) = 2 * f + 1 + y' / 2.
Proof.
  intros Hy -> H. exists (y', y' + (2 * f + 1)). split; [apply in_chocolate_moves; left; eauto|].
  cbn [fst snd]. rewrite law_odd. lia.
Qed.

(** The y' with ceil(y'/2) = s and y' + z odd. *)
Lemma along_s z s : 1 <= s -> 2 * s <= z ->
  exists y' f, z = y' + (2 * f + 1) /\ s + y' / 2 = y' /\ y' <= 2 * s /\ 2 * s <= y' + 1.
Proof.
  intros Hs Hz. destruct (parity z) as (g & [G|G]).
  - exists (2 * s - 1), (g - s). replace ((2 * s - 1) / 2) with (s - 1); [lia|].
    apply (Nat.div_unique _ 2 (s - 1) 1); lia.
  - exists (2 * s), (g - s). replace ((2 * s) / 2) with s; [lia|].
    apply (Nat.div_unique _ 2 s 0); lia.
Qed.

Lemma even_reaches y e v : k * y <= y + 2 * e -> v < odd_law k y (y + 2 * e) ->
  exists q, In q (chocolate_moves k (y, y + 2 * e)) /\ odd_law k (fst q) (snd q) = v.
Proof.
  intros Hb Hv. rewrite law_even in Hv.
  destruct (half y) as (h & c & Hh & Hc & Hy & Hhc).
  set (z := y + 2 * e) in *.
  destruct (Nat.lt_ge_cases v z) as [Hvz|Hvz].
  - destruct (kinds y v) as [(f & E)|[(Q & u & -> & Hu & Hlt)|(f & Ef & Hge)]].
    + destruct (Nat.lt_ge_cases f e) as [C|C].
      { rewrite E. apply (across_odd y _ (2 * f + 1) f eq_refl). unfold z. lia. }
      rewrite Hh in E.
      destruct (quotient (2 * f + 1)) as (q & r & Hq & D & R). rewrite Hq in E.
      destruct (Nat.lt_ge_cases q h) as [Cq|Cq].
      * rewrite Nat.min_l in E by lia.
        (* y1 = z - d *)
        set (y1 := z - (2 * f + 1)). assert (H1 : z = y1 + (2 * f + 1)) by (unfold y1; lia).
        destruct (half y1) as (h1 & c1 & Hh1 & Hc1 & Hy1 & Hhc1).
        destruct (Nat.le_gt_cases q h1) as [Ch|Ch].
        -- exists (y1, z). split; [apply in_chocolate_moves; left; exists y1; split; [unfold z in *; lia|reflexivity]|].
           cbn [fst snd]. rewrite H1, law_odd, Hq, Hh1. lia.
        -- destruct (along_s z (y1 - q)) as (y2 & g & Z2 & S2 & L2 & L3); [lia|lia|].
           destruct (along_high y z y2 g) as (p & Hp & Ep); [unfold z in *; lia|exact Z2| |].
           ++ pose proof (quotient_mono (2 * f + 1) (2 * g + 1) ltac:(lia)) as M. rewrite Hq in M. lia.
           ++ exists p. split; [exact Hp|]. rewrite Ep. lia.
      * rewrite Nat.min_r in E by lia.
        destruct (along_s z (z - v)) as (y2 & g & Z2 & S2 & L2 & L3); [lia|unfold z in *; lia|].
        destruct (along_high y z y2 g) as (p & Hp & Ep); [unfold z in *; lia|exact Z2| |].
        -- assert (y2 / 2 <= h) by (rewrite <- Hh; apply Nat.div_le_mono; unfold z in *; lia).
           pose proof (quotient_mono (2 * f + 1) (2 * g + 1) ltac:(lia)) as M. rewrite Hq in M. lia.
        -- exists p. split; [exact Hp|]. rewrite Ep. lia.
    + now apply across_even.
    + apply (across_row y _ v f Ef Hge). lia.
  - (* z <= v < z + ceil(y/2): along the bar, y' + z even, or y' = 0 *)
    destruct (Nat.eq_dec c h) as [Ce|Ce].
    + exists (2 * (v - z), z). split; [apply in_chocolate_moves; left; exists (2 * (v - z)); split; [lia|reflexivity]|].
      cbn [fst snd]. replace z with (2 * (v - z) + 2 * (e + h - (v - z))) at 2 by (unfold z in *; lia).
      rewrite law_even. replace ((2 * (v - z) + 1) / 2) with (v - z); [unfold z in *; lia|].
      apply (Nat.div_unique _ 2 (v - z) 1); lia.
    + destruct (Nat.eq_dec v z) as [->|Hne].
      * exists (0, z). split; [apply in_chocolate_moves; left; exists 0; split; [lia|reflexivity]|].
        cbn [fst snd]. replace z with (0 + (2 * (e + h) + 1)) at 1 by (unfold z in *; lia).
        rewrite law_odd. change (0 / 2) with 0. rewrite Nat.min_0_r. unfold z in *; lia.
      * set (t := v - z - 1). exists (2 * t + 1, z).
        split; [apply in_chocolate_moves; left; exists (2 * t + 1); split; [unfold t; lia|reflexivity]|].
        cbn [fst snd]. replace z with (2 * t + 1 + 2 * (e + h - t)) at 1 by (unfold t, z in *; lia).
        rewrite law_even. replace ((2 * t + 1 + 1) / 2) with (t + 1); [unfold t, z in *; lia|].
        apply (Nat.div_unique _ 2 (t + 1) 0); lia.
Qed.

Theorem odd_staircase_law y z : y <= z / k -> @grundy (chocolate k) (y, z) = odd_law k y z.
Proof.
  intros Hb. apply (grundy_law_on (chocolate k) (is_bar k) (fun p => odd_law k (fst p) (snd p))); [| | |exact Hb].
  - intros p q. apply bars_stay. unfold k. lia.
  - intros [a b] q Hp Hq. unfold is_bar in Hp. cbn [fst snd] in *. apply bar_iff in Hp.
    assert (a <= b) by (unfold k in Hp; nia).
    destruct (parity (b - a)) as (e & [E|E]).
    + replace b with (a + 2 * e) in * by lia. now apply even_differs.
    + replace b with (a + (2 * e + 1)) in * by lia. now apply odd_differs.
  - intros [a b] v Hp Hv. unfold is_bar in Hp. cbn [fst snd] in *. apply bar_iff in Hp.
    assert (a <= b) by (unfold k in Hp; nia).
    destruct (parity (b - a)) as (e & [E|E]).
    + replace b with (a + 2 * e) in * by lia. now apply even_reaches.
    + replace b with (a + (2 * e + 1)) in * by lia. now apply odd_reaches.
Qed.

End Odd.

(** D7: for every odd k. *)
Theorem odd_staircase (k y z : nat) : Nat.Odd k -> y <= z / k ->
  @grundy (chocolate k) (y, z) =
  if Nat.even (y + z) then z + (y + 1) / 2
  else (z - y) + Nat.min ((z - y) / (2 * k)) (y / 2).
Proof. intros [m ->] Hb. now apply odd_staircase_law. Qed.

(** D7: the law in the words in which the program found it. *)
Definition law_as_found (k y z : nat) : nat :=
  if (y + z) mod 2 =? 0 then z + (y + 1) / 2
  else z - (y + 1) / 2
       - (Nat.max ((k + 1) * y + (if y mod 2 =? 0 then 2 * k - 1 else k)) z - z) / (2 * k).

Lemma quotient_of_difference b h q r x : q <= h -> r < b -> x = b * h + (b - 1 - r) - b * q -> x / b = h - q.
Proof.
  intros Hq Hr ->. symmetry. apply (Nat.div_unique _ b (h - q) (b - 1 - r)); [lia|].
  assert (b * q <= b * h) by (apply Nat.mul_le_mono_l; lia). rewrite Nat.mul_sub_distr_l. lia.
Qed.

Lemma law_as_found_is_odd_law k y z : Nat.Odd k -> k * y <= z -> law_as_found k y z = odd_law k y z.
Proof.
  intros [m Hk] Hb. assert (Hyz : y <= z) by nia. unfold law_as_found.
  destruct (parity (z - y)) as (e & [E|E]).
  - replace z with (y + 2 * e) by lia. rewrite law_even.
    replace ((y + (y + 2 * e)) mod 2) with 0; [reflexivity|].
    apply (Nat.mod_unique _ 2 (y + e) 0); lia.
  - replace z with (y + (2 * e + 1)) by lia. rewrite law_odd.
    replace ((y + (y + (2 * e + 1))) mod 2) with 1 by (apply (Nat.mod_unique _ 2 (y + e) 1); lia).
    change (1 =? 0) with false. cbv iota.
    set (d := 2 * e + 1) in *.
    destruct (half y) as (h & c & Hh & Hc & Hy & Hhc). rewrite Hh, Hc.
    destruct (Nat.eq_dec k 0) as [|Hk0]; [lia|].
    set (q := d / (2 * k)). set (r := d mod (2 * k)).
    assert (D : d = 2 * k * q + r) by (apply Nat.div_mod; lia).
    assert (R : r < 2 * k) by (apply Nat.mod_upper_bound; lia).
    clearbody q r. clear Hh Hc.
    set (F := (Nat.max _ _ - _) / (2 * k)).
    assert (HF : F = h - Nat.min q h).
    { unfold F. clear F. destruct Hhc as [-> | ->].
      - (* y even *)
        replace (y mod 2) with 0 by (apply (Nat.mod_unique _ 2 h 0); lia). change (0 =? 0) with true. cbv iota.
        replace ((k + 1) * y) with (2 * k * h + y) by (rewrite Hy; ring).
        destruct (Nat.le_gt_cases q h) as [C|C].
        + rewrite (Nat.min_l q h) by lia.
          apply (quotient_of_difference (2 * k) h q r); [exact C|exact R|].
          assert (2 * k * q <= 2 * k * h) by (apply Nat.mul_le_mono_l; lia). lia.
        + rewrite (Nat.min_r q h) by lia. rewrite Nat.sub_diag.
          assert (2 * k * (h + 1) <= 2 * k * q) by (apply Nat.mul_le_mono_l; lia).
          apply Nat.div_small. lia.
      - (* y odd *)
        replace (y mod 2) with 1 by (apply (Nat.mod_unique _ 2 h 1); lia). change (1 =? 0) with false. cbv iota.
        replace ((k + 1) * y) with (2 * k * h + k + y) by (rewrite Hy; ring).
        assert (Hr1 : 1 <= r) by (destruct r; [exfalso; unfold d in D; lia|lia]).
        destruct (Nat.le_gt_cases q h) as [C|C].
        + rewrite (Nat.min_l q h) by lia.
          apply (quotient_of_difference (2 * k) h q (r - 1)); [exact C|lia|].
          assert (2 * k * q <= 2 * k * h) by (apply Nat.mul_le_mono_l; lia). lia.
        + rewrite (Nat.min_r q h) by lia. rewrite Nat.sub_diag.
          assert (2 * k * (h + 1) <= 2 * k * q) by (apply Nat.mul_le_mono_l; lia).
          apply Nat.div_small. lia. }
    rewrite HF. lia.
Qed.

Theorem odd_staircase_as_found (k y z : nat) : Nat.Odd k -> y <= z / k ->
  @grundy (chocolate k) (y, z) = law_as_found k y z.
Proof.
  intros Hk Hb. rewrite law_as_found_is_odd_law; [now apply odd_staircase|exact Hk|].
  destruct Hk as [m ->]. now apply bar_iff.
Qed.

(** ** D6: k = 1, Theorem 6.1 with the condition y <= z that is not printed *)

Lemma k_1_even y e : @grundy (chocolate 1) (y, y + 2 * e) = y + 2 * e + (y + 1) / 2.
Proof.
  rewrite (odd_staircase_law 0) by (simpl (2 * 0 + 1); rewrite Nat.div_1_r; lia). apply law_even.
Qed.

Lemma k_1_odd y e : @grundy (chocolate 1) (y, y + (2 * e + 1)) = 2 * e + 1 + Nat.min e (y / 2).
Proof.
  rewrite (odd_staircase_law 0) by (simpl (2 * 0 + 1); rewrite Nat.div_1_r; lia).
  rewrite law_odd. replace ((2 * e + 1) / (2 * (2 * 0 + 1))) with e; [reflexivity|].
  apply (Nat.div_unique _ _ e 1); lia.
Qed.

Lemma half_even p : (2 * p) / 2 = p /\ (2 * p + 1) / 2 = p /\ (2 * p + 1 + 1) / 2 = p + 1.
Proof.
  repeat split; symmetry; [apply (Nat.div_unique _ 2 p 0)|apply (Nat.div_unique _ 2 p 1)|apply (Nat.div_unique _ 2 (p + 1) 0)]; lia.
Qed.

(** (16) *)
Theorem theorem_6_1_16 p q : 2 * p <= 2 * q -> @grundy (chocolate 1) (2 * p, 2 * q) = 2 * q + p.
Proof.
  intros H. replace (2 * q) with (2 * p + 2 * (q - p)) by lia. rewrite k_1_even.
  destruct (half_even p) as (_ & -> & _). lia.
Qed.

(** (17); the subtraction stops at no point where y <= z, so it is that of the integers. *)
Theorem theorem_6_1_17 p q : 2 * p + 1 <= 2 * q ->
  @grundy (chocolate 1) (2 * p + 1, 2 * q) = 2 * q - p - 1 - Nat.max 0 (2 * p + 1 - q) /\
  p + 1 + Nat.max 0 (2 * p + 1 - q) <= 2 * q.
Proof.
  intros H. replace (2 * q) with (2 * p + 1 + (2 * (q - p - 1) + 1)) at 1 by lia. rewrite k_1_odd.
  destruct (half_even p) as (_ & -> & _). lia.
Qed.

(** (18) *)
Theorem theorem_6_1_18 p q : 2 * p <= 2 * q + 1 ->
  @grundy (chocolate 1) (2 * p, 2 * q + 1) = 2 * q + 1 - p - Nat.max 0 (2 * p - q) /\
  p + Nat.max 0 (2 * p - q) <= 2 * q + 1.
Proof.
  intros H. replace (2 * q + 1) with (2 * p + (2 * (q - p) + 1)) at 1 by lia. rewrite k_1_odd.
  destruct (half_even p) as (-> & _ & _). lia.
Qed.

(** (19) *)
Theorem theorem_6_1_19 p q : 2 * p + 1 <= 2 * q + 1 ->
  @grundy (chocolate 1) (2 * p + 1, 2 * q + 1) = 2 * q + p + 2.
Proof.
  intros H. replace (2 * q + 1) with (2 * p + 1 + 2 * (q - p)) by lia. rewrite k_1_even.
  destruct (half_even p) as (_ & _ & ->). lia.
Qed.

(** (20) to (23): the same with q = p + r. *)
Theorem theorem_6_1_20_to_23 p r :
  @grundy (chocolate 1) (2 * p, 2 * (p + r)) = 3 * p + 2 * r /\
  (1 <= r -> @grundy (chocolate 1) (2 * p + 1, 2 * (p + r)) = p + 2 * r - 1 - Nat.max 0 (p + 1 - r)) /\
  @grundy (chocolate 1) (2 * p, 2 * (p + r) + 1) = p + 2 * r + 1 - Nat.max 0 (p - r) /\
  @grundy (chocolate 1) (2 * p + 1, 2 * (p + r) + 1) = 3 * p + 2 * r + 2.
Proof.
  repeat split; try intros Hr.
  - rewrite theorem_6_1_16; lia.
  - destruct (theorem_6_1_17 p (p + r) ltac:(lia)) as [-> _]. lia.
  - destruct (theorem_6_1_18 p (p + r) ltac:(lia)) as [-> _]. lia.
  - rewrite theorem_6_1_19; lia.
Qed.

(** Figure 21: row z has the values of y = 0, ..., z. *)
Definition figure_21 : list (list nat) :=
  [[0];
   [1; 2];
   [2; 1; 3];
   [3; 4; 1; 5];
   [4; 3; 5; 1; 6];
   [5; 6; 4; 7; 1; 8];
   [6; 5; 7; 4; 8; 1; 9];
   [7; 8; 6; 9; 4; 10; 1; 11];
   [8; 7; 9; 6; 10; 4; 11; 1; 12];
   [9; 10; 8; 11; 7; 12; 4; 13; 1; 14];
   [10; 9; 11; 8; 12; 7; 13; 4; 14; 1; 15];
   [11; 12; 10; 13; 9; 14; 7; 15; 4; 16; 1; 17];
   [12; 11; 13; 10; 14; 9; 15; 7; 16; 4; 17; 1; 18];
   [13; 14; 12; 15; 11; 16; 10; 17; 7; 18; 4; 19; 1; 20];
   [14; 13; 15; 12; 16; 11; 17; 10; 18; 7; 19; 4; 20; 1; 21];
   [15; 16; 14; 17; 13; 18; 12; 19; 10; 20; 7; 21; 4; 22; 1; 23];
   [16; 15; 17; 14; 18; 13; 19; 12; 20; 10; 21; 7; 22; 4; 23; 1; 24];
   [17; 18; 16; 19; 15; 20; 14; 21; 13; 22; 10; 23; 7; 24; 4; 25; 1; 26];
   [18; 17; 19; 16; 20; 15; 21; 14; 22; 13; 23; 10; 24; 7; 25; 4; 26; 1; 27]].

Lemma figure_21_law :
  forallb (fun z => forallb (fun y => nth y (nth z figure_21 []) 0 =? odd_law 1 y z) (seq 0 (S z))) (seq 0 19) = true.
Proof. vm_compute. reflexivity. Qed.

Theorem figure_21_is_right y z : y <= z -> z <= 18 ->
  @grundy (chocolate 1) (y, z) = nth y (nth z figure_21 []) 0.
Proof.
  intros Hy Hz. rewrite (odd_staircase_law 0) by (simpl (2 * 0 + 1); rewrite Nat.div_1_r; lia).
  symmetry. apply Nat.eqb_eq.
  apply (proj1 (forallb_forall _ _) (proj1 (forallb_forall _ _) figure_21_law z ltac:(apply in_seq; lia)) y).
  apply in_seq. lia.
Qed.

(** The worked cases. *)
Theorem worked_cases : @grundy (chocolate 1) (6, 16) = 19 /\ @grundy (chocolate 1) (5, 12) = 9.
Proof.
  split; [apply (theorem_6_1_16 3 8); lia|].
  exact (proj1 (theorem_6_1_17 2 6 ltac:(lia))).
Qed.

(** Without the condition (16) is false: at y = 2, z = 0 it says 1; the game's rules,
    read there as they stand, say 2. *)
Theorem theorem_6_1_16_as_printed_is_false :
  ~ (forall p q, @grundy (chocolate 1) (2 * p, 2 * q) = 2 * q + p).
Proof.
  intros H. specialize (H 1 0). simpl in H.
  assert (G0 : @grundy (chocolate 1) (0, 0) = 0) by (rewrite grundy_eq; reflexivity).
  assert (G1 : @grundy (chocolate 1) (1, 0) = 1).
  { rewrite grundy_eq. change (mex [@grundy (chocolate 1) (0, 0)] = 1). now rewrite G0. }
  rewrite grundy_eq in H.
  change (mex [@grundy (chocolate 1) (0, 0); @grundy (chocolate 1) (1, 0)] = 1) in H.
  rewrite G0, G1 in H. discriminate H.
Qed.

(** D5's formula fails for odd k: at the bar (1, k) the value is k + 1, but 1 xor k = k - 1. *)
Theorem odd_staircase_is_not_xor (k : nat) : Nat.Odd k -> @grundy (chocolate k) (1, k) <> 1 xor k.
Proof.
  intros [m ->]. rewrite odd_staircase_law by (rewrite Nat.div_same; lia).
  replace (2 * m + 1) with (1 + 2 * m) at 2 by lia. rewrite law_even.
  change ((1 + 1) / 2) with 1.
  assert (E : 1 xor (2 * m + 1) = 2 * m).
  { apply (xor_inj_l _ _ 1). rewrite xor_cancel_l. apply Nat.bits_inj. intros [|n].
    - rewrite Nat.lxor_spec, Nat.testbit_odd_0, Nat.testbit_even_0. reflexivity.
    - rewrite Nat.lxor_spec, Nat.testbit_odd_succ, Nat.testbit_even_succ by lia.
      change (Nat.testbit 1 (S n)) with (Nat.testbit 0 n). now rewrite Nat.bits_0, xorb_false_l. }
  rewrite E. lia.
Qed.
