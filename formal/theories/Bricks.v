(** * Bricks in storeys

    - C1, Theorem 5 (lecture): "n bricks of 2 x 4 studs in n storeys:
      (46^(n-1) + 2^(n-1)) / 2 buildings."  [theorem_5].
    - C2, Theorem 7: "n bricks of p x q studs, p < q, in n storeys:
      ((p^2 + q^2 + 6pq - 4p - 4q + 2)^(n-1) + e) / 2 buildings, where e = 2^(n-1) if
      p and q have the same parity, and e = 1 if not."  [theorem_7].
    - C2, exercise 8: "And for square bricks?"
      ((2p - 1)^(2(n-1)) + 3) / 4.  [exercise_8].
    - C14, exercises 1 and 2, Example 4: 46, 2 and 24.  [example_4]; the table of
      Example 6 is [example_6].

    Theorem 3, on which these rest, is in Orbits.v.

    Turned buildings are the same, mirrored ones differ (rule 2); bricks lie along
    the studs (rule 1); there is one brick in each storey (rule 3). *)

From Coq Require Import ZArith List Lia Bool.
From Hissho Require Import Orbits.
Import ListNotations.
Open Scope Z_scope.

(** ** Bricks

    A brick covers the cells (i, j) with x <= i < x + w and y <= j < y + h. *)

Record brick := Brick { x : Z; y : Z; w : Z; h : Z }.

Definition covers (b : brick) (i j : Z) : Prop := x b <= i < x b + w b /\ y b <= j < y b + h b.

(** A p x q brick lies one way or the other. *)
Definition is_brick (p q : Z) (b : brick) : Prop := (w b = p /\ h b = q) \/ (w b = q /\ h b = p).

(** A brick is joined to the one below it by at least one stud. *)
Definition joined (b b' : brick) : Prop := exists i j, covers b i j /\ covers b' i j.

Fixpoint stands (B : list brick) : Prop :=
  match B with
  | b :: ((b' :: _) as B') => joined b b' /\ stands B'
  | _ => True
  end.

(** n bricks in n storeys, from the ground up. *)
Definition building (p q : Z) (n : nat) (B : list brick) : Prop :=
  length B = n /\ (forall b, In b B -> is_brick p q b) /\ stands B.

(** The quarter turn that takes the point (X, Y) to (-Y, X), and shifts. *)
Definition quarter (b : brick) : brick := Brick (- y b - h b) (x b) (h b) (w b).
Definition shift (s t : Z) (b : brick) : brick := Brick (x b + s) (y b + t) (w b) (h b).

(** Rule 2: turned buildings are the same. *)
Definition same (B B' : list brick) : Prop :=
  exists (i : nat) (s t : Z), B' = map (fun b => shift s t (Nat.iter i quarter b)) B.

Lemma brick_eq b b' : x b = x b' -> y b = y b' -> w b = w b' -> h b = h b' -> b = b'.
Proof. destruct b, b'; simpl; intros; subst; reflexivity. Qed.

Lemma brick_dec (b b' : brick) : {b = b'} + {b <> b'}.
Proof. decide equality; apply Z.eq_dec. Defined.

Lemma quarter_4 b : quarter (quarter (quarter (quarter b))) = b.
Proof. apply brick_eq; simpl; lia. Qed.

(** Any number of quarter turns is one of four. *)
Lemma iter_quarter i : (forall b, Nat.iter i quarter b = b) \/
  (forall b, Nat.iter i quarter b = quarter b) \/
  (forall b, Nat.iter i quarter b = quarter (quarter b)) \/
  (forall b, Nat.iter i quarter b = quarter (quarter (quarter b))).
Proof.
  induction i as [|i IH]; [now left|].
  destruct IH as [H|[H|[H|H]]]; [right; left|right; right; left|right; right; right|left];
    intros b; simpl; rewrite H; try reflexivity. apply quarter_4.
Qed.

Lemma iter_shift i s t : exists s' t', forall b, Nat.iter i quarter (shift s t b) = shift s' t' (Nat.iter i quarter b).
Proof.
  induction i as [|i (s' & t' & IH)]; [exists s, t; reflexivity|].
  exists (- t'), s'. intros b. simpl. rewrite IH. apply brick_eq; simpl; lia.
Qed.

Lemma same_trans B C D : same B C -> same C D -> same B D.
Proof.
  intros (i & s & t & ->) (i' & s' & t' & ->). destruct (iter_shift i' s t) as (u & v & E).
  exists (i' + i)%nat, (s' + u), (t' + v). rewrite map_map. apply map_ext. intros b. rewrite E.
  assert (I : forall n m c, Nat.iter (n + m) quarter c = Nat.iter n quarter (Nat.iter m quarter c)).
  { induction n as [|n IH]; intros m c; simpl; [reflexivity|now rewrite IH]. }
  rewrite I. apply brick_eq; simpl; lia.
Qed.

Lemma joined_iff b b' : 0 < w b -> 0 < h b -> 0 < w b' -> 0 < h b' ->
  joined b b' <-> (x b - w b' < x b' < x b + w b /\ y b - h b' < y b' < y b + h b).
Proof.
  intros H1 H2 H3 H4. unfold joined, covers. split.
  - intros (i & j & H & H'). lia.
  - intros H. exists (Z.max (x b) (x b')), (Z.max (y b) (y b')). lia.
Qed.

Section Tower.

Variables p q : Z.
Hypothesis p_positive : 1 <= p.
Hypothesis q_positive : 1 <= q.

Lemma brick_sizes b : is_brick p q b -> 0 < w b /\ 0 < h b.
Proof. unfold is_brick. lia. Qed.

(** ** All buildings over a given brick *)

Definition range (m : Z) : list Z := map Z.of_nat (seq 0 (Z.to_nat m)).

Lemma in_range m i : In i (range m) <-> 0 <= i < m.
Proof.
  unfold range. rewrite in_map_iff. split.
  - intros (n & <- & H). apply in_seq in H. lia.
  - intros H. exists (Z.to_nat i). rewrite in_seq. lia.
Qed.

Lemma NoDup_map_inj {A B : Type} (f : A -> B) (L : list A) :
  (forall a b, In a L -> In b L -> f a = f b -> a = b) -> NoDup L -> NoDup (map f L).
Proof.
  induction L as [|a L IH]; intros Hf HL; simpl; [constructor|].
  inversion HL as [|? ? Ha HL']; subst. constructor.
  - rewrite in_map_iff. intros (b & E & Hb). apply Ha. rewrite (Hf a b); [exact Hb|now left|now right|now symmetry].
  - apply IH; [|exact HL']. intros b c Hb Hc. apply Hf; now right.
Qed.

Lemma NoDup_flat_map {A B : Type} (f : A -> list B) (L : list A) :
  NoDup L -> (forall a, In a L -> NoDup (f a)) ->
  (forall a b c, In a L -> In b L -> In c (f a) -> In c (f b) -> a = b) -> NoDup (flat_map f L).
Proof.
  induction L as [|a L IH]; intros HL Hf Hd; simpl; [constructor|].
  inversion HL as [|? ? Ha HL']; subst.
  assert (IH' : NoDup (flat_map f L)).
  { apply IH; [exact HL'| |]; intros; [apply Hf; now right|eapply Hd; eauto; now right]. }
  assert (Fa : NoDup (f a)) by (apply Hf; now left).
  assert (D : forall c, In c (f a) -> ~ In c (flat_map f L)).
  { intros c Hc C. apply in_flat_map in C. destruct C as (b & Hb & C).
    apply Ha. rewrite (Hd a b c); auto; [now left|now right]. }
  revert Fa D. induction (f a) as [|c l IHl]; intros Fa D; [exact IH'|].
  inversion Fa as [|? ? Hc Fl]; subst. simpl. constructor.
  - rewrite in_app_iff. intros [C|C]; [contradiction|]. apply (D c); [now left|exact C].
  - apply IHl; [exact Fl|]. intros d Hd'. apply D. now right.
Qed.

Lemma NoDup_range m : NoDup (range m).
Proof. apply NoDup_map_inj; [intros; lia|apply seq_NoDup]. Qed.

Lemma NoDup_list_prod {A B : Type} (L : list A) (M : list B) : NoDup L -> NoDup M -> NoDup (list_prod L M).
Proof.
  intros HL HM. induction L as [|a L IH]; simpl; [constructor|].
  inversion HL as [|? ? Ha HL']; subst. specialize (IH HL').
  assert (G : forall M', NoDup M' -> NoDup (map (fun b => (a, b)) M' ++ list_prod L M)).
  { induction M' as [|b M' IHM]; intros HM'; simpl; [exact IH|].
    inversion HM' as [|? ? Hb HM'']; subst. constructor; [|now apply IHM].
    rewrite in_app_iff, in_map_iff. intros [(c & E & Hc)|C]; [congruence|].
    apply in_prod_iff in C. tauto. }
  now apply G.
Qed.

(** The bricks w' x h' that can be joined on top of b. *)
Definition above_as (b : brick) (s : Z * Z) : list brick :=
  map (fun d => Brick (x b - fst s + 1 + fst d) (y b - snd s + 1 + snd d) (fst s) (snd s))
      (list_prod (range (w b + fst s - 1)) (range (h b + snd s - 1))).

Definition shapes : list (Z * Z) := if p =? q then [(p, q)] else [(p, q); (q, p)].

Definition above (b : brick) : list brick := flat_map (above_as b) shapes.

Lemma in_above b b' : is_brick p q b -> In b' (above b) <-> is_brick p q b' /\ joined b b'.
Proof.
  intros Hb. destruct (brick_sizes b Hb) as [W H].
  assert (S : forall s, In s shapes <-> s = (p, q) \/ s = (q, p)).
  { intros s. unfold shapes. destruct (Z.eqb_spec p q) as [<-|]; simpl; intuition. }
  unfold above. rewrite in_flat_map. split.
  - intros (s & Hs & H'). apply S in Hs. unfold above_as in H'. apply in_map_iff in H'.
    destruct H' as ([i j] & <- & Hij). apply in_prod_iff in Hij. rewrite !in_range in Hij. simpl in Hij.
    assert (B' : is_brick p q (Brick (x b - fst s + 1 + i) (y b - snd s + 1 + j) (fst s) (snd s)))
      by (unfold is_brick; destruct Hs as [->| ->]; simpl; auto).
    split; [exact B'|]. destruct (brick_sizes _ B'). simpl in *. apply joined_iff; simpl; lia.
  - intros [B' J]. destruct (brick_sizes b' B') as [W' H'].
    apply joined_iff in J; try assumption.
    exists (w b', h b'). split; [apply S; unfold is_brick in B'; destruct B' as [[-> ->]|[-> ->]]; auto|].
    unfold above_as. apply in_map_iff. exists (x b' - x b + w b' - 1, y b' - y b + h b' - 1). split.
    + apply brick_eq; simpl; lia.
    + apply in_prod_iff. rewrite !in_range. simpl. lia.
Qed.

Lemma NoDup_above b : NoDup (above b).
Proof.
  apply NoDup_flat_map.
  - unfold shapes. destruct (Z.eqb_spec p q); repeat constructor; simpl; try tauto.
    intros [C|[]]. injection C. lia.
  - intros s _. apply NoDup_map_inj; [|apply NoDup_list_prod; apply NoDup_range].
    intros [i j] [i' j'] _ _ E. injection E. simpl. intros. f_equal; lia.
  - intros s s' b' _ _ H H'. unfold above_as in *. apply in_map_iff in H, H'.
    destruct H as (d & <- & _), H' as (d' & E & _). destruct s, s'. injection E. simpl. intros. congruence.
Qed.

(** How many there are. *)
Definition choices : Z :=
  if p =? q then (2 * p - 1) * (2 * p - 1) else p * p + q * q + 6 * p * q - 4 * p - 4 * q + 2.

Lemma length_above b : is_brick p q b -> Z.of_nat (length (above b)) = choices.
Proof.
  intros Hb.
  assert (LR : forall m, 0 <= m -> Z.of_nat (length (range m)) = m)
    by (intros m Hm; unfold range; rewrite map_length, seq_length; lia).
  assert (LA : forall s, 1 <= fst s -> 1 <= snd s ->
            Z.of_nat (length (above_as b s)) = (w b + fst s - 1) * (h b + snd s - 1)).
  { intros s H1 H2. destruct (brick_sizes b Hb). unfold above_as.
    rewrite map_length, prod_length, Nat2Z.inj_mul, !LR by lia. reflexivity. }
  unfold above, shapes, choices. destruct (Z.eqb_spec p q) as [<-|].
  - cbn [flat_map]. rewrite app_nil_r, LA by (cbn [fst snd]; lia). cbn [fst snd].
    unfold is_brick in Hb. destruct Hb as [[-> ->]|[-> ->]]; ring.
  - cbn [flat_map]. rewrite app_nil_r, app_length, Nat2Z.inj_add, !LA by (cbn [fst snd]; lia). cbn [fst snd].
    unfold is_brick in Hb. destruct Hb as [[-> ->]|[-> ->]]; ring.
Qed.

Fixpoint stacks (n : nat) (b : brick) : list (list brick) :=
  match n with
  | O => [[]]
  | S n => flat_map (fun b' => map (cons b') (stacks n b')) (above b)
  end.

Lemma in_stacks n b l : is_brick p q b ->
  In l (stacks n b) <-> length l = n /\ (forall c, In c l -> is_brick p q c) /\ stands (b :: l).
Proof.
  revert b l. induction n as [|n IH]; intros b l Hb; simpl stacks.
  - split.
    + intros [<-|[]]. repeat split; simpl; tauto.
    + intros [H _]. destruct l; [now left|discriminate].
  - rewrite in_flat_map. split.
    + intros (b' & H & H'). apply (in_above b b' Hb) in H. destruct H as [B' J].
      apply in_map_iff in H'. destruct H' as (l' & <- & H'). apply (IH b' l' B') in H'.
      destruct H' as (L & F & St). repeat split.
      * simpl. now rewrite L.
      * intros c [<-|Hc]; [exact B'|now apply F].
      * exact J.
      * exact St.
    + intros (L & F & St). destruct l as [|b' l]; [discriminate|]. destruct St as [J St].
      assert (B' : is_brick p q b') by (apply F; now left).
      exists b'. split; [now apply in_above|]. apply in_map, (IH b' l B').
      repeat split; [now injection L|intros c Hc; apply F; now right|exact St].
Qed.

Lemma NoDup_stacks n b : NoDup (stacks n b).
Proof.
  revert b. induction n as [|n IH]; intros b; simpl; [repeat constructor; simpl; tauto|].
  apply NoDup_flat_map.
  - apply NoDup_above.
  - intros b' _. apply NoDup_map_inj; [intros l l' _ _ E; now injection E|apply IH].
  - intros b' b'' l _ _ H H'. apply in_map_iff in H, H'.
    destruct H as (m & <- & _), H' as (m' & E & _). now injection E.
Qed.

(** a_n of the source: every storey has the same number of choices. *)
Lemma length_stacks n b : is_brick p q b -> Z.of_nat (length (stacks n b)) = choices ^ Z.of_nat n.
Proof.
  revert b. induction n as [|n IH]; intros b Hb; [reflexivity|].
  rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. simpl stacks.
  assert (G : forall l, (forall b', In b' l -> is_brick p q b') ->
    Z.of_nat (length (flat_map (fun b' => map (cons b') (stacks n b')) l))
    = Z.of_nat (length l) * choices ^ Z.of_nat n).
  { induction l as [|b' l IHl]; intros Hl; simpl flat_map; [reflexivity|].
    rewrite app_length, map_length, Nat2Z.inj_add, IHl by (intros; apply Hl; now right).
    rewrite (IH b') by (apply Hl; now left). simpl length. lia. }
  rewrite G; [now rewrite (length_above b Hb)|]. intros b' H. now apply (in_above b b' Hb) in H.
Qed.

(** Turning and shifting keeps a building a building. *)
Lemma stands_map (f : brick -> brick) B :
  (forall b b', joined b b' -> joined (f b) (f b')) -> stands B -> stands (map f B).
Proof.
  intros Hf. induction B as [|b [|b' B] IH]; [trivial|trivial|]. intros [J St].
  split; [now apply Hf|]. now apply IH.
Qed.

Lemma joined_quarter b b' : joined b b' -> joined (quarter b) (quarter b').
Proof. intros (i & j & H & H'). exists (- j - 1), i. unfold covers in *. simpl. lia. Qed.

Lemma joined_shift s t b b' : joined b b' -> joined (shift s t b) (shift s t b').
Proof. intros (i & j & H & H'). exists (i + s), (j + t). unfold covers in *. simpl. lia. Qed.

Lemma joined_turn i s t b b' : joined b b' ->
  joined (shift s t (Nat.iter i quarter b)) (shift s t (Nat.iter i quarter b')).
Proof.
  intros J. apply joined_shift. induction i as [|i IH]; [exact J|]. simpl. now apply joined_quarter.
Qed.

Lemma brick_turn i s t b : is_brick p q b -> is_brick p q (shift s t (Nat.iter i quarter b)).
Proof.
  intros H. assert (is_brick p q (Nat.iter i quarter b)) as X; [|exact X].
  induction i as [|i IH]; [exact H|]. simpl. unfold is_brick in *. simpl. tauto.
Qed.

Lemma building_turn n i s t B : building p q n B ->
  building p q n (map (fun b => shift s t (Nat.iter i quarter b)) B).
Proof.
  intros (L & F & St). repeat split.
  - now rewrite map_length.
  - intros b Hb. apply in_map_iff in Hb. destruct Hb as (c & <- & Hc). apply brick_turn. now apply F.
  - apply stands_map; [intros; now apply joined_turn|exact St].
Qed.

(** The brick on the ground, lengthwise with its corner at the origin. *)
Definition ground : brick := Brick 0 0 p q.

Lemma ground_is_brick : is_brick p q ground.
Proof. left. split; reflexivity. Qed.

Lemma building_stacks n l : building p q (S n) (ground :: l) <-> In l (stacks n ground).
Proof.
  rewrite (in_stacks n ground l ground_is_brick). unfold building. split.
  - intros (L & F & St). repeat split; [now injection L|intros c Hc; apply F; now right|exact St].
  - intros (L & F & St). repeat split; [simpl; now rewrite L| |exact St].
    intros c [<-|Hc]; [apply ground_is_brick|now apply F].
Qed.

(** Every building can be turned and shifted onto that brick. *)
Lemma to_ground n B : building p q (S n) B -> exists l, In l (stacks n ground) /\ same B (ground :: l).
Proof.
  intros HB. destruct B as [|b B]; [destruct HB; discriminate|].
  assert (G : exists i s t, shift s t (Nat.iter i quarter b) = ground).
  { destruct HB as (_ & F & _). destruct (F b (or_introl eq_refl)) as [[W H]|[W H]].
    - exists 0%nat, (- x b), (- y b). apply brick_eq; simpl; lia.
    - exists 1%nat, (y b + h b), (- x b). apply brick_eq; simpl; lia. }
  destruct G as (i & s & t & G).
  pose proof (building_turn (S n) i s t _ HB) as HT. simpl map in HT. rewrite G in HT.
  exists (map (fun b => shift s t (Nat.iter i quarter b)) B). split.
  - now apply building_stacks.
  - exists i, s, t. simpl map. now rewrite G.
Qed.

Lemma list_brick_dec (l l' : list brick) : {l = l'} + {l <> l'}.
Proof. apply list_eq_dec, brick_dec. Defined.

(** ** Rectangular bricks *)

(** The half turn about the middle of the ground brick. *)
Definition half (b : brick) : brick := Brick (p - x b - w b) (q - y b - h b) (w b) (h b).

Lemma half_is_turn b : half b = shift p q (quarter (quarter b)).
Proof. apply brick_eq; simpl; lia. Qed.

Lemma half_half b : half (half b) = b.
Proof. apply brick_eq; simpl; lia. Qed.

Lemma half_stacks n l : In l (stacks n ground) -> In (map half l) (stacks n ground).
Proof.
  intros H. apply building_stacks in H. apply building_stacks.
  apply (building_turn (S n) 2 p q) in H. simpl map in H.
  replace (shift p q (quarter (quarter ground))) with ground in H by (apply brick_eq; simpl; lia).
  rewrite (map_ext half (fun b => shift p q (quarter (quarter b)))) by apply half_is_turn. exact H.
Qed.

Hypothesis p_less_q : p < q.

(** The bricks that the half turn leaves where they are: the middle of each is that of the ground brick. *)
Definition centres : list brick :=
  ground :: (if Z.even (q - p) then [Brick (- ((q - p) / 2)) ((q - p) / 2) q p] else []).

Lemma in_centres b : In b centres <-> is_brick p q b /\ half b = b.
Proof.
  unfold centres. split.
  - intros [<-|H].
    + split; [apply ground_is_brick|]. apply brick_eq; simpl; lia.
    + destruct (Z.even (q - p)) eqn:E; [|destruct H]. apply Z.even_spec in E. destruct E as [m E].
      destruct H as [<-|[]]. replace ((q - p) / 2) with m by (rewrite E, Z.mul_comm, Z.div_mul; lia).
      split; [right; split; reflexivity|]. apply brick_eq; simpl; lia.
  - intros [[[W H]|[W H]] C].
    + left. assert (x b = x (half b)) as X by now rewrite C. assert (y b = y (half b)) as Y by now rewrite C.
      simpl in X, Y. apply brick_eq; simpl; lia.
    + right. assert (x b = x (half b)) as X by now rewrite C. assert (y b = y (half b)) as Y by now rewrite C.
      simpl in X, Y. assert (E : q - p = 2 * (- x b)) by lia. rewrite E.
      replace (Z.even (2 * - x b)) with true by (rewrite Z.even_mul; reflexivity).
      left. replace (2 * - x b / 2) with (- x b) by (rewrite Z.mul_comm, Z.div_mul; lia).
      apply brick_eq; simpl; lia.
Qed.

Lemma centres_joined b b' : In b centres -> In b' centres -> joined b b'.
Proof.
  intros H H'. apply in_centres in H, H'. destruct H as [B C], H' as [B' C'].
  destruct (brick_sizes b B), (brick_sizes b' B').
  assert (x b = x (half b)) as X by now rewrite C. assert (y b = y (half b)) as Y by now rewrite C.
  assert (x b' = x (half b')) as X' by now rewrite C'. assert (y b' = y (half b')) as Y' by now rewrite C'.
  simpl in X, Y, X', Y'. apply joined_iff; lia.
Qed.

(** All lists of n elements of C. *)
Fixpoint lists_of (C : list brick) (n : nat) : list (list brick) :=
  match n with
  | O => [[]]
  | S n => flat_map (fun b => map (cons b) (lists_of C n)) C
  end.

Lemma in_lists_of C n l : In l (lists_of C n) <-> length l = n /\ (forall b, In b l -> In b C).
Proof.
  revert l. induction n as [|n IH]; intros l; simpl lists_of.
  - split; [intros [<-|[]]; split; [reflexivity|intros b []]|]. intros [H _]. destruct l; [now left|discriminate].
  - rewrite in_flat_map. split.
    + intros (b & Hb & H). apply in_map_iff in H. destruct H as (l' & <- & H). apply IH in H.
      destruct H as [L F]. split; [simpl; now rewrite L|]. intros c [<-|Hc]; [exact Hb|now apply F].
    + intros [L F]. destruct l as [|b l]; [discriminate|]. exists b. split; [apply F; now left|].
      apply in_map, IH. split; [now injection L|intros c Hc; apply F; now right].
Qed.

Lemma NoDup_lists_of C n : NoDup C -> NoDup (lists_of C n).
Proof.
  intros HC. induction n as [|n IH]; simpl; [repeat constructor; simpl; tauto|].
  apply NoDup_flat_map; [exact HC| |].
  - intros b _. apply NoDup_map_inj; [intros l l' _ _ E; now injection E|exact IH].
  - intros b b' l _ _ H H'. apply in_map_iff in H, H'. destruct H as (m & <- & _), H' as (m' & E & _). now injection E.
Qed.

Lemma length_lists_of C n : Z.of_nat (length (lists_of C n)) = Z.of_nat (length C) ^ Z.of_nat n.
Proof.
  induction n as [|n IH]; [reflexivity|]. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. simpl lists_of.
  rewrite <- IH. generalize (lists_of C n) as L. intros L.
  induction C as [|c C IHC]; [reflexivity|]. simpl flat_map. rewrite app_length, map_length, Nat2Z.inj_add.
  assert (G : forall D, Z.of_nat (length (flat_map (fun b : brick => map (cons b) L) D)) = Z.of_nat (length D) * Z.of_nat (length L)).
  { induction D as [|d D IHD]; [reflexivity|]. simpl flat_map. rewrite app_length, map_length, Nat2Z.inj_add, IHD. simpl length. lia. }
  rewrite G. simpl length. lia.
Qed.

(** b_n of the source. *)
Definition centred : Z := if Z.even (q - p) then 2 else 1.

Lemma fixed_stacks n :
  Z.of_nat (length (fixed _ list_brick_dec (map half) (stacks n ground))) = centred ^ Z.of_nat n.
Proof.
  replace centred with (Z.of_nat (length centres)) by (unfold centres, centred; destruct (Z.even (q - p)); reflexivity).
  rewrite <- length_lists_of. f_equal. apply same_elements_same_length.
  - apply NoDup_filter, NoDup_stacks.
  - apply NoDup_lists_of. unfold centres. destruct (Z.even (q - p)); repeat constructor; simpl; try tauto.
    intros [C|[]]. injection C. lia.
  - intros l. rewrite in_fixed, in_lists_of, (in_stacks n ground l ground_is_brick). split.
    + intros [(L & F & _) E]. split; [exact L|]. intros b Hb. apply in_centres. split; [now apply F|].
      clear L F. induction l as [|c l IH]; [destruct Hb|]. injection E as E1 E2.
      destruct Hb as [<-|Hb]; [exact E1|now apply IH].
    + intros [L F]. repeat split; [exact L|intros c Hc; now apply in_centres, F| |].
      * assert (G : forall b, In b centres -> stands (b :: l)).
        { clear L. induction l as [|c l IH]; intros b Hb; [exact I|]. split.
          - apply centres_joined; [exact Hb|apply F; now left].
          - apply IH; [intros d Hd; apply F; now right|apply F; now left]. }
        apply G. now left.
      * clear L. induction l as [|c l IH]; [reflexivity|]. simpl. f_equal.
        -- apply in_centres, F. now left.
        -- apply IH. intros d Hd. apply F. now right.
Qed.

(** Two buildings on the ground brick are the same only by the half turn. *)
Lemma same_on_ground l l' : same (ground :: l) (ground :: l') -> l' = l \/ l' = map half l.
Proof.
  intros (i & s & t & E). simpl map in E. injection E as E1 E2 E3 E4 E5.
  destruct (iter_quarter i) as [H|[H|[H|H]]]; rewrite H in *; simpl in *; try lia.
  - left. rewrite E5. transitivity (map (fun b => b) l); [|apply map_id]. apply map_ext. intros b. rewrite H.
    apply brick_eq; simpl; lia.
  - right. rewrite E5. apply map_ext. intros b. rewrite H. apply brick_eq; simpl; lia.
Qed.

Theorem rectangular_bricks n : exists N,
  number_up_to same (building p q (S n)) N /\
  2 * Z.of_nat N = choices ^ Z.of_nat n + centred ^ Z.of_nat n.
Proof.
  destruct (representatives _ list_brick_dec (map half)) with (L := stacks n ground)
    as (R & H1 & H2 & H3 & H4 & H5).
  - intros l. rewrite map_map. transitivity (map (fun b => b) l); [|apply map_id].
    apply map_ext. apply half_half.
  - apply NoDup_stacks.
  - apply half_stacks.
  - exists (length R). split.
    + exists (map (cons ground) R). split; [apply map_length|]. repeat split.
      * apply NoDup_map_inj; [intros l l' _ _ E; now injection E|exact H2].
      * apply in_map_iff in H. destruct H as (l & <- & Hl). now apply (proj2 (building_stacks n l)), H3.
      * apply in_map_iff in H. destruct H as (l & <- & Hl). now apply (proj2 (building_stacks n l)), H3.
      * apply in_map_iff in H. destruct H as (l & <- & Hl). now apply (proj2 (building_stacks n l)), H3.
      * intros B HB. destruct (to_ground n B HB) as (l & Hl & Sl).
        destruct (H4 l Hl) as [C|C].
        -- exists (ground :: l). split; [now apply in_map|exact Sl].
        -- exists (ground :: map half l). split; [now apply in_map|].
           apply (same_trans _ _ _ Sl). exists 2%nat, p, q. simpl map. f_equal.
           ++ apply brick_eq; simpl; lia.
           ++ apply map_ext. intros b. apply half_is_turn.
      * intros r r' Hr Hr' E. apply in_map_iff in Hr, Hr'.
        destruct Hr as (l & <- & Hl), Hr' as (l' & <- & Hl'). f_equal.
        destruct (same_on_ground l l' E) as [->|E']; [reflexivity|]. subst l'. symmetry. now apply H5.
    + rewrite <- (length_stacks n ground ground_is_brick), <- (fixed_stacks n). lia.
Qed.

End Tower.

(** C2, Theorem 7. *)
Theorem theorem_7 (p q : Z) (n : nat) : 1 <= p -> p < q -> exists N,
  number_up_to same (building p q (S n)) N /\
  2 * Z.of_nat N =
    (p ^ 2 + q ^ 2 + 6 * p * q - 4 * p - 4 * q + 2) ^ Z.of_nat n
    + (if Z.even (q - p) then 2 ^ Z.of_nat n else 1).
Proof.
  intros Hp Hq. destruct (rectangular_bricks p q Hp ltac:(lia) Hq n) as (N & H & E).
  exists N. split; [exact H|]. rewrite E. unfold choices, centred.
  destruct (Z.eqb_spec p q) as [C|_]; [lia|]. rewrite !Z.pow_2_r. f_equal.
  destruct (Z.even (q - p)); [reflexivity|]. apply Z.pow_1_l. lia.
Qed.

(** C1, Theorem 5. *)
Theorem theorem_5 (n : nat) : exists N,
  number_up_to same (building 2 4 (S n)) N /\ 2 * Z.of_nat N = 46 ^ Z.of_nat n + 2 ^ Z.of_nat n.
Proof. exact (theorem_7 2 4 n ltac:(lia) ltac:(lia)). Qed.

(** ** Square bricks *)

Section Square.

Variable p : Z.
Hypothesis p_positive : 1 <= p.

(** The quarter turn about the middle of the ground brick. *)
Definition turn (b : brick) : brick := shift p 0 (quarter b).

Lemma turn_4 b : turn (turn (turn (turn b))) = b.
Proof. apply brick_eq; simpl; lia. Qed.

Lemma turn_stacks n l : In l (stacks p p n (ground p p)) -> In (map turn l) (stacks p p n (ground p p)).
Proof.
  intros H. apply building_stacks in H; [|exact p_positive|exact p_positive].
  apply building_stacks; [exact p_positive|exact p_positive|].
  apply (building_turn p p (S n) 1 p 0) in H. simpl map in H.
  replace (shift p 0 (quarter (ground p p))) with (ground p p) in H by (apply brick_eq; simpl; lia). exact H.
Qed.

Lemma square_brick b : is_brick p p b -> turn (turn b) = b -> b = ground p p.
Proof.
  intros B C. assert (x b = x (turn (turn b))) as X by now rewrite C.
  assert (y b = y (turn (turn b))) as Y by now rewrite C. simpl in X, Y.
  unfold is_brick in B. apply brick_eq; simpl; lia.
Qed.

Lemma same_turn l : same (ground p p :: l) (ground p p :: map turn l).
Proof.
  exists 1%nat, p, 0. simpl map. f_equal. apply brick_eq; simpl; lia.
Qed.

Lemma turned_same l l' : turned _ (map turn) l l' -> same (ground p p :: l) (ground p p :: l').
Proof.
  intros [->|[->|[->| ->]]].
  - exists 0%nat, 0, 0. simpl map. f_equal.
    transitivity (map (fun b => b) l); [symmetry; apply map_id|]. apply map_ext. intros b. apply brick_eq; simpl; lia.
  - apply same_turn.
  - apply (same_trans _ (ground p p :: map turn l)); apply same_turn.
  - apply (same_trans _ (ground p p :: map turn l)); [apply same_turn|].
    apply (same_trans _ (ground p p :: map turn (map turn l))); apply same_turn.
Qed.

Lemma same_turned l l' : same (ground p p :: l) (ground p p :: l') -> turned _ (map turn) l l'.
Proof.
  intros (i & s & t & E). simpl map in E. injection E as E1 E2 E3 E4 E5. unfold turned. rewrite !map_map.
  destruct (iter_quarter i) as [H|[H|[H|H]]]; rewrite H in *; simpl in *.
  - left. rewrite E5. transitivity (map (fun b => b) l); [|apply map_id]. apply map_ext. intros b. rewrite H.
    apply brick_eq; simpl; lia.
  - right; left. rewrite E5. apply map_ext. intros b. rewrite H. apply brick_eq; simpl; lia.
  - right; right; left. rewrite E5. apply map_ext. intros b. rewrite H. apply brick_eq; simpl; lia.
  - right; right; right. rewrite E5. apply map_ext. intros b. rewrite H. apply brick_eq; simpl; lia.
Qed.

Theorem square_bricks n : exists N,
  number_up_to same (building p p (S n)) N /\
  4 * Z.of_nat N = ((2 * p - 1) * (2 * p - 1)) ^ Z.of_nat n + 3.
Proof.
  pose proof (ground_is_brick p p) as GB.
  destruct (representatives_quarter _ list_brick_dec (map turn)) with (L := stacks p p n (ground p p)) (a0 := repeat (ground p p) n)
    as (R & H1 & H2 & H3 & H4 & H5).
  - intros l. rewrite !map_map. transitivity (map (fun b => b) l); [|apply map_id].
    apply map_ext. apply turn_4.
  - apply NoDup_stacks.
  - apply turn_stacks.
  - apply (in_stacks p p p_positive p_positive n _ _ GB). repeat split.
    + apply repeat_length.
    + intros c Hc. apply repeat_spec in Hc. subst c. exact GB.
    + induction n as [|n IH]; [exact I|]. split; [|exact IH].
      exists 0, 0. unfold covers. simpl. lia.
  - induction n as [|n IH]; [reflexivity|]. simpl. rewrite IH. f_equal. apply brick_eq; simpl; lia.
  - intros l Hl E. apply (in_stacks p p p_positive p_positive n _ _ GB) in Hl. destruct Hl as (L & F & _).
    rewrite <- L. clear L. induction l as [|b l IH]; [reflexivity|]. injection E as E1 E2. simpl. f_equal.
    + apply square_brick; [apply F; now left|exact E1].
    + apply IH; [|exact E2]. intros c Hc. apply F. now right.
  - exists (length R). split.
    + exists (map (cons (ground p p)) R). split; [apply map_length|]. split; [|split; [|split]].
      * apply NoDup_map_inj; [intros l l' _ _ E; now injection E|exact H2].
      * intros B HB. apply in_map_iff in HB. destruct HB as (l & <- & Hl).
        apply building_stacks; [exact p_positive|exact p_positive|now apply H3].
      * intros B HB. destruct (to_ground p p p_positive p_positive n B HB) as (l & Hl & Sl).
        destruct (H4 l Hl) as (l' & Hl' & T). exists (ground p p :: l'). split; [now apply in_map|].
        apply (same_trans _ _ _ Sl). now apply turned_same.
      * intros r r' Hr Hr' E. apply in_map_iff in Hr, Hr'.
        destruct Hr as (l & <- & Hl), Hr' as (l' & <- & Hl'). f_equal. apply H5; [exact Hl|exact Hl'|].
        now apply same_turned.
    + pose proof (length_stacks p p p_positive p_positive n (ground p p) GB) as Ls.
      unfold choices in Ls. rewrite Z.eqb_refl in Ls. rewrite <- Ls. lia.
Qed.

End Square.

(** C2, exercise 8. *)
Theorem exercise_8 (p : Z) (n : nat) : 1 <= p -> exists N,
  number_up_to same (building p p (S n)) N /\
  4 * Z.of_nat N = (2 * p - 1) ^ (2 * Z.of_nat n) + 3.
Proof.
  intros Hp. destruct (square_bricks p Hp n) as (N & H & E). exists N. split; [exact H|].
  rewrite E, Z.pow_mul_r, Z.pow_2_r by lia. reflexivity.
Qed.

(** ** The number is well defined *)

Lemma same_sym B C : same B C -> same C B.
Proof.
  intros (i & s & t & ->).
  assert (Q : exists j, forall b, Nat.iter j quarter (Nat.iter i quarter b) = b).
  { destruct (iter_quarter i) as [H|[H|[H|H]]]; [exists 0%nat|exists 3%nat|exists 2%nat|exists 1%nat];
      intros b; rewrite H; simpl; try reflexivity; apply quarter_4. }
  destruct Q as (j & Q). destruct (iter_shift j s t) as (s' & t' & E).
  exists j, (- s'), (- t'). rewrite map_map. transitivity (map (fun b => b) B); [symmetry; apply map_id|].
  apply map_ext. intros b. rewrite E, Q. apply brick_eq; simpl; lia.
Qed.

Theorem number_unique (P : list brick -> Prop) N N' : number_up_to same P N -> number_up_to same P N' -> N = N'.
Proof.
  assert (G : forall R R' : list (list brick), NoDup R ->
    (forall r s, In r R -> In s R -> same r s -> r = s) ->
    (forall r, In r R -> exists r', In r' R' /\ same r r') -> (length R <= length R')%nat).
  { induction R as [|r R IH]; intros R' HR Hd He; [simpl; lia|].
    inversion HR as [|? ? Hr HR']; subst.
    destruct (He r (or_introl eq_refl)) as (r' & Hr' & Sr).
    destruct (in_split r' R' Hr') as (L & M & ->).
    enough (length R <= length (L ++ M))%nat by (rewrite app_length in *; simpl; lia).
    apply IH; [exact HR'|intros a b Ha Hb; apply Hd; now right|].
    intros a Ha. destruct (He a (or_intror Ha)) as (a' & Ha' & Sa).
    exists a'. split; [|exact Sa]. apply in_app_iff in Ha'. apply in_app_iff.
    destruct Ha' as [Ha'|[<-|Ha']]; auto. exfalso. apply Hr.
    rewrite <- (Hd a r); [exact Ha|now right|now left|].
    apply (same_trans _ _ _ Sa). now apply same_sym. }
  intros (R & <- & H1 & H2 & H3 & H4) (R' & <- & H1' & H2' & H3' & H4').
  apply Nat.le_antisymm; apply G; auto.
Qed.

(** C14, exercises 1 and 2 and Example 4: 46 ways to put the second brick, 2 of them
    left as they are by a half turn, 24 buildings. *)
Theorem example_4 :
  length (stacks 2 4 1 (ground 2 4)) = 46%nat /\
  length (fixed _ list_brick_dec (map (half 2 4)) (stacks 2 4 1 (ground 2 4))) = 2%nat /\
  number_up_to same (building 2 4 2) 24.
Proof.
  split; [vm_compute; reflexivity|]. split; [vm_compute; reflexivity|].
  destruct (theorem_5 1) as (N & H & E). replace 24%nat with N; [exact H|].
  change (2 * Z.of_nat N = 48) in E. lia.
Qed.

(** C1, Example 6: the table. *)
Theorem example_6 (i : nat) (X : Z) :
  nth_error [1; 24; 1060; 48672; 2238736; 102981504; 4737148480; 217908828672] i = Some X ->
  exists N, number_up_to same (building 2 4 (S i)) N /\ Z.of_nat N = X.
Proof.
  intros HX. destruct (theorem_5 i) as (N & H & E). exists N. split; [exact H|].
  do 8 (destruct i as [|i]; [injection HX as <-; apply (Z.mul_reg_l _ _ 2); [lia|rewrite E; reflexivity]|]). destruct i; discriminate.
Qed.
