(** Certificates of kind `grundy-period`: the Grundy sequence of a subtraction game, for ever
    (docs/formats/grundy-period.md).

    [check_grundy_period_sound]: if the checker says yes, then the game has Grundy values, no
    other function satisfies their defining equation, the first P + T of them are those of
    the certificate, and g(n + T) = g(n) for every n >= P.

    Source: Berlekamp, Conway, Guy, Winning Ways, 1982, chapter 4. *)

From Coq Require Import NArith List Bool Lia FMapPositive.
Import ListNotations.

Local Open Scope N_scope.

(** ** What is claimed *)

(** [v] is the least number that is not in [S]. *)
Definition is_mex (S : N -> Prop) (v : N) : Prop := ~ S v /\ forall u, u < v -> S u.

(** The Grundy values of the heaps, where a move takes one of [takes] from the heap: each is the mex of
    the values of the options. *)
Definition grundy (takes : list N) (g : N -> N) : Prop :=
  forall n, is_mex (fun v => exists t, In t takes /\ t <= n /\ v = g (n - t)) (g n).

(** ** The checker *)

(** A list as a table, from place [i] on. *)
Fixpoint tabulate (i : positive) (values : list N) (t : PositiveMap.t N) : PositiveMap.t N :=
  match values with
  | [] => t
  | v :: values => tabulate (Pos.succ i) values (PositiveMap.add i v t)
  end.

Definition at_table (t : PositiveMap.t N) (n : N) : N :=
  match PositiveMap.find (N.succ_pos n) t with Some v => v | None => 0 end.

(** The place of heap [n] in the list of values. *)
Definition folded (p t n : N) : N := if n <? p then n else p + (n - p) mod t.

Definition value (tab : PositiveMap.t N) (p t n : N) : N := at_table tab (folded p t n).

Definition seen := PositiveMap.t unit.
Definition has (s : seen) (v : N) : bool := PositiveMap.mem (N.succ_pos v) s.
Definition see (s : seen) (v : N) : seen := PositiveMap.add (N.succ_pos v) tt s.

Fixpoint all_from (fuel : nat) (u v : N) (s : seen) : bool :=
  if u =? v then true
  else match fuel with
       | O => false
       | S fuel => has s u && all_from fuel (u + 1) v s
       end.

(** Is [v] the mex of the list? *)
Definition mex_is (l : list N) (v : N) : bool :=
  let s := fold_left see l (PositiveMap.empty unit) in
  negb (has s v) && all_from (length l) 0 v s.

Definition options (tab : PositiveMap.t N) (p t : N) (takes : list N) (n : N) : list N :=
  map (fun k => value tab p t (n - k)) (filter (fun k => k <=? n) takes).

Fixpoint every (fuel : nat) (n : N) (f : N -> bool) : bool :=
  match fuel with
  | O => true
  | S fuel => if f n then every fuel (n + 1) f else false
  end.

(** For all n below the bound. *)
Definition below (bound : N) (f : N -> bool) : bool := every (N.to_nat bound) 0 f.

Definition largest (l : list N) : N := fold_left N.max l 0.

Fixpoint count (l : list N) (n : N) : N := match l with [] => n | _ :: l => count l (n + 1) end.

Definition check_grundy_period (takes : list N) (p t : N) (values : list N) : bool :=
  let tab := tabulate 1 values (PositiveMap.empty N) in
  (1 <=? t) && forallb (fun k => 1 <=? k) takes && (count values 0 =? p + t) &&
  below (p + t + largest takes) (fun n => mex_is (options tab p t takes n) (value tab p t n)).

(** ** It is right *)

Lemma find_see l : forall s v,
  has (fold_left see l s) v = true <-> has s v = true \/ In v l.
Proof.
  induction l as [|a l IH]; intros s v; simpl; [tauto|]. rewrite IH. unfold has, see.
  rewrite !PositiveMap.mem_find. destruct (N.eq_dec a v) as [->|H].
  - rewrite PositiveMap.gss. intuition.
  - rewrite PositiveMap.gso.
    + intuition congruence.
    + intros E. apply H. apply (f_equal N.pos) in E. rewrite !N.succ_pos_spec in E. lia.
Qed.

Lemma all_from_sound fuel : forall u v s, all_from fuel u v s = true ->
  forall w, u <= w -> w < v -> has s w = true.
Proof.
  induction fuel as [|fuel IH]; simpl; intros u v s E w H1 H2.
  - destruct (N.eqb_spec u v); [lia|discriminate].
  - destruct (N.eqb_spec u v); [lia|]. apply andb_true_iff in E. destruct E as [E1 E2].
    destruct (N.eq_dec u w) as [->|Hw]; auto. apply (IH (u + 1) v); auto. lia.
Qed.

Lemma mex_is_sound l v : mex_is l v = true -> is_mex (fun u => In u l) v.
Proof.
  unfold mex_is. intros E. apply andb_true_iff in E. destruct E as [E1 E2]. apply negb_true_iff in E1.
  assert (H : forall u, has (fold_left see l (PositiveMap.empty unit)) u = true <-> In u l).
  { intros u. rewrite find_see. unfold has. rewrite PositiveMap.mem_find, PositiveMap.gempty.
    intuition discriminate. }
  split.
  - rewrite <- H. congruence.
  - intros u Hu. apply H. apply (all_from_sound _ _ _ _ E2); lia.
Qed.

Lemma every_sound fuel : forall n f, every fuel n f = true ->
  forall k, n <= k -> k < n + N.of_nat fuel -> f k = true.
Proof.
  induction fuel as [|fuel IH]; simpl; intros n f E k H1 H2; [lia|].
  destruct (f n) eqn:Ef; [|discriminate]. destruct (N.eq_dec n k) as [->|Hk]; auto.
  apply (IH (n + 1)); auto; lia.
Qed.

Lemma below_sound bound f : below bound f = true -> forall k, k < bound -> f k = true.
Proof. intros E k Hk. apply (every_sound _ _ _ E); lia. Qed.

Lemma largest_le l t : In t l -> t <= largest l.
Proof.
  unfold largest.
  assert (H : forall l a, a <= fold_left N.max l a /\ forall t, In t l -> t <= fold_left N.max l a).
  { clear. induction l as [|b l IH]; simpl; intros a; [split; [lia|tauto]|].
    destruct (IH (N.max a b)) as [H1 H2]. split; [lia|]. intros t [<-|Ht]; [lia|auto]. }
  intros Ht. now apply H.
Qed.

Lemma value_periodic tab p t n : 1 <= t -> p <= n -> value tab p t (n + t) = value tab p t n.
Proof.
  intros Ht Hp. unfold value, folded. destruct (N.ltb_spec n p), (N.ltb_spec (n + t) p); try lia.
  do 2 f_equal. replace (n + t - p) with (n - p + 1 * t) by lia. apply N.mod_add. lia.
Qed.

Lemma count_length l : forall n, count l n = n + N.of_nat (length l).
Proof. induction l as [|a l IH]; intros n; simpl count; [simpl; lia|]. rewrite IH. simpl length. lia. Qed.

Lemma tabulate_spec values : forall i tab k,
  PositiveMap.find k (tabulate i values tab) =
  if (i <=? k)%positive && (N.pos k <? N.pos i + N.of_nat (length values))
  then nth_error values (N.to_nat (N.pos k - N.pos i)) else PositiveMap.find k tab.
Proof.
  induction values as [|v values IH]; intros i tab k; simpl tabulate.
  - simpl length. destruct (Pos.leb_spec i k), (N.ltb_spec (N.pos k) (N.pos i + N.of_nat 0)); simpl; auto; lia.
  - rewrite IH. simpl length.
    destruct (Pos.leb_spec (Pos.succ i) k), (N.ltb_spec (N.pos k) (N.pos (Pos.succ i) + N.of_nat (length values)));
      destruct (Pos.leb_spec i k), (N.ltb_spec (N.pos k) (N.pos i + N.of_nat (S (length values)))); simpl andb; cbv iota; 
      first
      [ lia
      | replace (N.to_nat (N.pos k - N.pos i)) with (S (N.to_nat (N.pos k - N.pos (Pos.succ i)))) by lia; reflexivity
      | apply PositiveMap.gso; lia
      | assert (k = i) as -> by lia; rewrite PositiveMap.gss; replace (N.pos i - N.pos i) with 0 by lia; reflexivity ].
Qed.

Lemma value_listed values p t n :
  count values 0 = p + t -> 1 <= t -> n < p + t ->
  nth_error values (N.to_nat n) = Some (value (tabulate 1 values (PositiveMap.empty N)) p t n).
Proof.
  intros Hc Ht Hn. rewrite count_length in Hc.
  assert (Ef : folded p t n = n).
  { unfold folded. destruct (N.ltb_spec n p); auto. rewrite N.mod_small; lia. }
  unfold value, at_table. rewrite Ef, tabulate_spec, N.succ_pos_spec.
  destruct (Pos.leb_spec 1 (N.succ_pos n)); [|lia].
  destruct (N.ltb_spec (N.succ n) (1 + N.of_nat (length values))); [|lia]. simpl andb. cbv iota.
  replace (N.to_nat (N.succ n - 1)) with (N.to_nat n) by lia.
  destruct (nth_error values (N.to_nat n)) eqn:E; auto.
  apply nth_error_None in E. lia.
Qed.

Lemma mex_unique (S S' : N -> Prop) u v :
  (forall w, S w <-> S' w) -> is_mex S u -> is_mex S' v -> u = v.
Proof.
  intros H [A1 A2] [B1 B2]. destruct (N.lt_trichotomy u v) as [L|[E|L]]; auto.
  - elim A1. apply H, B2, L.
  - elim B1. apply H, A2, L.
Qed.

Lemma mex_ext (S S' : N -> Prop) v : (forall w, S w <-> S' w) -> is_mex S v -> is_mex S' v.
Proof. intros H [A1 A2]. split; [rewrite <- H; auto|]. intros u Hu. apply H. auto. Qed.

Lemma grundy_unique takes g h : (forall k, In k takes -> 1 <= k) -> grundy takes g -> grundy takes h ->
  forall n, g n = h n.
Proof.
  intros Hk Hg Hh n. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  refine (mex_unique _ _ _ _ _ (Hg n) (Hh n)). intros w. split.
  - intros [t [H1 [H2 ->]]]. exists t. repeat split; auto. apply IH. specialize (Hk t H1). lia.
  - intros [t [H1 [H2 ->]]]. exists t. repeat split; auto. symmetry. apply IH. specialize (Hk t H1). lia.
Qed.

Theorem check_grundy_period_sound takes p t values :
  check_grundy_period takes p t values = true ->
  exists g,
    grundy takes g /\ (forall h, grundy takes h -> forall n, h n = g n) /\
    (forall n, n < p + t -> nth_error values (N.to_nat n) = Some (g n)) /\
    (forall n, p <= n -> g (n + t) = g n).
Proof.
  unfold check_grundy_period. set (tab := tabulate 1 values (PositiveMap.empty N)). intros E.
  rewrite !andb_true_iff in E. destruct E as [[[Ht Hk] Hc] Hb].
  apply N.leb_le in Ht. apply N.eqb_eq in Hc. rewrite forallb_forall in Hk.
  assert (Hk' : forall k, In k takes -> 1 <= k) by (intros k H; now apply N.leb_le, Hk).
  set (g := value tab p t).
  assert (Per : forall n, p <= n -> g (n + t) = g n) by (intros n H; now apply value_periodic).
  assert (G : grundy takes g).
  { intros n. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
    destruct (N.lt_ge_cases n (p + t + largest takes)) as [H|H].
    - apply (below_sound _ _ Hb) in H. apply mex_is_sound in H.
      eapply mex_ext; [|exact H]. intros w. unfold options. rewrite in_map_iff. split.
      + intros [k [<- Hin]]. apply filter_In in Hin. destruct Hin as [H1 H2]. apply N.leb_le in H2. eauto.
      + intros [k [H1 [H2 ->]]]. exists k. split; auto. apply filter_In. split; auto. now apply N.leb_le.
    - (* one period above options already seen *)
      assert (IHn := IH (n - t) ltac:(lia)).
      assert (En : g (n - t) = g n) by (rewrite <- (Per (n - t)) by lia; f_equal; lia).
      rewrite En in IHn. eapply mex_ext; [|exact IHn].
      assert (Eo : forall k, In k takes -> k <= n - t /\ k <= n /\ g (n - k) = g (n - t - k)).
      { intros k Hin. pose proof (largest_le takes k Hin). split; [lia|]. split; [lia|].
        rewrite <- (Per (n - t - k)) by lia. f_equal. lia. }
      intros w. split; intros [k [H1 [_ ->]]]; exists k; destruct (Eo k H1) as [A1 [A2 A3]]; auto. }
  exists g. split; [exact G|]. split; [|split].
  - intros h Hh n. now apply (grundy_unique takes).
  - intros n Hn. now apply value_listed.
  - exact Per.
Qed.
