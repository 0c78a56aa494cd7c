(** Infinite Connect-Four: Theorem 1 of Yamaguchi et al., Another Proof of Draw in Infinite Connect-Four (A3).

    "X draws: after X0, follow-in-CUP on columns 3+5n ... 6+5n and -3-5n ... -6-5n, follow-up (answer on
    top of the opponent's stone) elsewhere; neither side gets a Connect4."

    [theorem_1]: after X's stone in column 0, O to move, X has an answer to every stone, for ever, and
    neither side ever gets a Connect4.  To the right of column 1 and to the left of column -1 the board is that of
    Theorem 2, moved by two columns and reflected; the lines across the middle are looked at one by one. *)

From Coq Require Import ZArith List Bool Arith Lia.
From Hissho Require Import Positional InfiniteFour Lines CupDraw.
Import ListNotations.

Definition after_X0 : position Z := drop Z Z.eq_dec X 0%Z empty_board.

Definition x_height (c : Z) : nat :=
  if (2 <? c)%Z then cup_height (c - 2)
  else if (c <? -2)%Z then cup_height (- c - 2)
  else if (c =? 0)%Z then 1 else 0.

(** From the board of Theorem 2 to the right and to the left part of this one. *)
Definition to_right (x : cell Z) : cell Z := ((fst x + 2)%Z, snd x).
Definition to_left (x : cell Z) : cell Z := ((- fst x - 2)%Z, snd x).

Definition x_partner (x : cell Z) : option (cell Z) :=
  let (c, r) := x in
  if (2 <? c)%Z then option_map to_right (cup_partner ((c - 2)%Z, r))
  else if (c <? -2)%Z then option_map to_left (cup_partner ((- c - 2)%Z, r))
  else None.

Lemma cup_stays c r y : cup_partner (c, r) = Some y -> (1 <= c)%Z -> (1 <= fst y)%Z.
Proof.
  five c; unfold cup_partner; rewrite !mod5_shift; remainders; destruct r as [|[|[|r]]]; intros E H; try discriminate;
    apply (f_equal (option_map fst)) in E; cbn [option_map fst] in E;
    apply (f_equal (fun o => match o with Some z => z | None => fst y end)) in E; cbv beta iota in E; lia.
Qed.

Lemma partner_right x : (1 <= fst x)%Z -> x_partner (to_right x) = option_map to_right (cup_partner x).
Proof.
  destruct x as [c r]. cbn [fst]. intros H. unfold x_partner, to_right at 1. cbn [fst snd].
  destruct (Z.ltb_spec 2 (c + 2)); [|lia]. now replace (c + 2 - 2)%Z with c by lia.
Qed.

Lemma partner_left x : (1 <= fst x)%Z -> x_partner (to_left x) = option_map to_left (cup_partner x).
Proof.
  destruct x as [c r]. cbn [fst]. intros H. unfold x_partner, to_left at 1. cbn [fst snd].
  destruct (Z.ltb_spec 2 (- c - 2)); [lia|]. destruct (Z.ltb_spec (- c - 2) (-2)); [|lia].
  now replace (- (- c - 2) - 2)%Z with c by lia.
Qed.

(** A paired cell lies in one of the two parts. *)
Lemma x_cases x y : x_partner x = Some y ->
  exists u v, (1 <= fst u)%Z /\ (1 <= fst v)%Z /\ cup_partner u = Some v /\
    ((x = to_right u /\ y = to_right v) \/ (x = to_left u /\ y = to_left v)).
Proof.
  destruct x as [c r]. unfold x_partner. destruct (Z.ltb_spec 2 c); [|destruct (Z.ltb_spec c (-2)); [|discriminate]]; intros E.
  - destruct (cup_partner ((c - 2)%Z, r)) as [v|] eqn:Ev; [|discriminate]. inversion E; subst.
    exists ((c - 2)%Z, r), v. cbn [fst]. repeat split; try lia; auto.
    + apply (cup_stays _ _ _ Ev). lia.
    + left. split; auto. unfold to_right. cbn [fst snd]. f_equal. lia.
  - destruct (cup_partner ((- c - 2)%Z, r)) as [v|] eqn:Ev; [|discriminate]. inversion E; subst.
    exists ((- c - 2)%Z, r), v. cbn [fst]. repeat split; try lia; auto.
    + apply (cup_stays _ _ _ Ev). lia.
    + right. split; auto. unfold to_left. cbn [fst snd]. f_equal. lia.
Qed.

Lemma height_right c : (0 <= c)%Z -> x_height (c + 2) = cup_height c.
Proof.
  intros H. unfold x_height. destruct (Z.ltb_spec 2 (c + 2)).
  - f_equal. lia.
  - assert (c = 0)%Z as -> by lia. reflexivity.
Qed.

Lemma height_left c : (0 <= c)%Z -> x_height (- c - 2) = cup_height c.
Proof.
  intros H. unfold x_height. destruct (Z.ltb_spec 2 (- c - 2)); [lia|]. destruct (Z.ltb_spec (- c - 2) (-2)).
  - f_equal. lia.
  - assert (c = 0)%Z as -> by lia. reflexivity.
Qed.

Lemma start_height c : height Z after_X0 c = if (c =? 0)%Z then 1 else 0.
Proof.
  unfold after_X0, drop, empty_board. cbn [height]. destruct (Z.eq_dec 0 c), (Z.eqb_spec c 0); auto; congruence.
Qed.

(** ** The windows *)

Definition x_closed (even : bool) (l : list (cell Z)) : Prop :=
  (exists x, In x l /\ x_height (fst x) < snd x /\ Nat.even (snd x - x_height (fst x)) = even) \/
  (even = true /\ In (0%Z, 1) l) \/ holds_pair Z x_partner l.

Definition x_sureb (even : bool) (x : cell Z) : bool :=
  (x_height (fst x) <? snd x) && eqb (Nat.even (snd x - x_height (fst x))) even.

Definition x_closedb (even : bool) (l : list (cell Z)) : bool :=
  existsb (x_sureb even) l || even && existsb (cell_eqb (0%Z, 1)) l ||
  existsb (fun x => match x_partner x with Some y => existsb (cell_eqb y) l | None => false end) l.

Lemma cell_eqb_eq x y : cell_eqb x y = true -> x = y.
Proof.
  unfold cell_eqb. intros H. apply andb_true_iff in H. destruct H as [H1 H2]. apply Z.eqb_eq in H1. apply Nat.eqb_eq in H2.
  destruct x, y. simpl in *. congruence.
Qed.

Lemma x_closedb_closed even l : x_closedb even l = true -> x_closed even l.
Proof.
  unfold x_closedb. rewrite !orb_true_iff. intros [[H|H]|H].
  - left. apply existsb_exists in H. destruct H as [x [Hx H]]. unfold x_sureb in H. apply andb_true_iff in H.
    destruct H as [H1 H2]. exists x. apply Nat.ltb_lt in H1. apply eqb_prop in H2. auto.
  - right. left. apply andb_true_iff in H. destruct H as [-> H]. split; auto. apply existsb_exists in H.
    destruct H as [x [Hx H]]. apply cell_eqb_eq in H. now subst.
  - right. right. apply existsb_exists in H. destruct H as [x [Hx H]].
    destruct (x_partner x) as [y|] eqn:E; [|discriminate]. apply existsb_exists in H. destruct H as [z [Hz H]].
    apply cell_eqb_eq in H. subst z. exists x, y. auto.
Qed.

Lemma in_four x c r d : In x (four_cells c r d) ->
  exists i : Z, (0 <= i <= 3)%Z /\ fst x = match d with Vertical => c | Falling => (c - i)%Z | _ => (c + i)%Z end.
Proof.
  unfold four_cells. intros H. apply in_map_iff in H. destruct H as [i [<- Hi]]. exists (Z.of_nat i).
  split; [simpl in Hi; lia|]. destruct d; reflexivity.
Qed.

(** What is closed on the board of Theorem 2 is closed in both parts. *)
Lemma closed_part (m : cell Z -> cell Z) even l l' :
  (forall x, (0 <= fst x)%Z -> x_height (fst (m x)) = cup_height (fst x)) ->
  (forall x, snd (m x) = snd x) ->
  (forall x, (1 <= fst x)%Z -> x_partner (m x) = option_map m (cup_partner x)) ->
  (forall x, In x l -> (0 <= fst x)%Z) -> (forall x, In x l -> In (m x) l') ->
  closed even l -> x_closed even l'.
Proof.
  intros Hh Hs Hp Hl Hin [[x [Hx [H1 H2]]]|[x [y [Hx [Hy H]]]]].
  - left. exists (m x). split; auto. rewrite Hh, Hs; auto.
  - right. right. exists (m x), (m y). repeat split; auto. rewrite Hp, H; auto.
    specialize (Hl x Hx). destruct x as [c r]. cbn [fst] in *. destruct (Z.eq_dec c 0) as [->|]; [|lia].
    exfalso. unfold cup_partner in H. change (0 mod 5)%Z with 0%Z in H. discriminate.
Qed.

Lemma x_above even c d :
  existsb (x_sureb even) (four_cells c 3 d) = true -> existsb (x_sureb even) (four_cells c 4 d) = true ->
  forall r, 3 <= r -> existsb (x_sureb even) (four_cells c r d) = true.
Proof.
  intros H3 H4 r. induction r as [r IH] using (well_founded_induction lt_wf). intros Hr.
  destruct (Nat.eq_dec r 3) as [->|N3]; auto. destruct (Nat.eq_dec r 4) as [->|N4]; auto.
  assert (E := IH (r - 2) ltac:(lia) ltac:(lia)). apply existsb_exists in E. destruct E as [x [Hx E]].
  apply existsb_exists. exists (fst x, snd x + 2). split.
  - unfold four_cells in *. apply in_map_iff in Hx. destruct Hx as [i [<- Hi]]. apply in_map_iff. exists i. split; auto.
    destruct d; simpl; f_equal; lia.
  - unfold x_sureb in *. cbn [fst snd]. apply andb_true_iff in E. destruct E as [E1 E2]. apply Nat.ltb_lt in E1.
    apply andb_true_iff. split; [apply Nat.ltb_lt; lia|].
    replace (snd x + 2 - x_height (fst x)) with (S (S (snd x - x_height (fst x)))) by lia. exact E2.
Qed.

Lemma x_middle even c r d : (-4 <= c <= 4)%Z -> 1 <= r -> x_closed even (four_cells c r d).
Proof.
  intros Hc Hr. apply x_closedb_closed.
  assert (c = -4 \/ c = -3 \/ c = -2 \/ c = -1 \/ c = 0 \/ c = 1 \/ c = 2 \/ c = 3 \/ c = 4)%Z as C by lia.
  destruct (le_lt_dec 3 r) as [L|L].
  - unfold x_closedb. rewrite !orb_true_iff. left. left. apply x_above; auto;
      destruct C as [->|[->|[->|[->|[->|[->|[->|[->| ->]]]]]]]], d, even; vm_compute; reflexivity.
  - assert (r = 1 \/ r = 2) as [->| ->] by lia;
      destruct C as [->|[->|[->|[->|[->|[->|[->|[->| ->]]]]]]]], d, even; vm_compute; reflexivity.
Qed.

Lemma x_windows even c r d : 1 <= r -> x_closed even (four_cells c r d).
Proof.
  intros Hr. destruct (Z.le_gt_cases (-4) c) as [L|L]; [destruct (Z.le_gt_cases c 4) as [L'|L']|].
  - now apply x_middle.
  - (* to the right *)
    apply (closed_part to_right even (four_cells (c - 2) r d)).
    + intros x H. unfold to_right. cbn [fst]. now apply height_right.
    + reflexivity.
    + apply partner_right.
    + intros x H. apply in_four in H. destruct H as [i [Hi ->]]. destruct d; lia.
    + intros x H. unfold four_cells in *. apply in_map_iff in H. destruct H as [i [<- Hi]]. apply in_map_iff. exists i.
      split; auto. unfold to_right. destruct d; cbn [fst snd]; f_equal; lia.
    + now apply windows.
  - (* to the left *)
    set (e := match d with Horizontal => Horizontal | Vertical => Vertical | Rising => Falling | Falling => Rising end).
    set (c' := match d with Horizontal => (- c - 5)%Z | _ => (- c - 2)%Z end).
    apply (closed_part to_left even (four_cells c' r e)).
    + intros x H. unfold to_left. cbn [fst]. now apply height_left.
    + reflexivity.
    + apply partner_left.
    + intros x H. apply in_four in H. destruct H as [i [Hi ->]]. unfold c', e. destruct d; lia.
    + intros x H. unfold four_cells in *. apply in_map_iff in H. destruct H as [i [<- Hi]]. apply in_map_iff.
      exists (match d with Horizontal => 3 - i | _ => i end).
      split; [|simpl in Hi; destruct d; auto; destruct Hi as [<-|[<-|[<-|[<-|[]]]]]; simpl; auto].
      unfold to_left, c', e. destruct d; cbn [fst snd]; f_equal; simpl in Hi; lia.
    + now apply windows.
Qed.

(** Theorem 1: X draws. *)
Theorem theorem_1 : endless Z Z.eq_dec connect_four X after_X0.
Proof.
  apply (neither_has_a_four Z Z.eq_dec connect_four X after_X0 x_height x_partner).
  - intros c. rewrite start_height. unfold x_height.
    assert (H : forall e, cup_height e <= 2).
    { intros e. unfold cup_height. destruct (e mod 5)%Z as [|[[[| |]|[| |]|]|[[| |]|[| |]|]|]|]; lia. }
    pose proof (H (c - 2)%Z). pose proof (H (- c - 2)%Z).
    destruct (Z.ltb_spec 2 c), (Z.ltb_spec c (-2)), (Z.eqb_spec c 0); lia.
  - intros x y H. destruct (x_cases x y H) as [u [v [Hu [Hv [Hp C]]]]]. apply cup_pairs in Hp. unfold zone.
    rewrite start_height. destruct C as [[-> _]|[-> _]]; unfold to_right, to_left; cbn [fst snd].
    + destruct (Z.eqb_spec (fst u + 2) 0); [lia|]. rewrite height_right by lia. lia.
    + destruct (Z.eqb_spec (- fst u - 2) 0); [lia|]. rewrite height_left by lia. lia.
  - intros x y H. destruct (x_cases x y H) as [u [v [Hu [Hv [Hp C]]]]]. apply cup_pairs in Hp. destruct Hp as [_ [Hp _]].
    destruct C as [[-> ->]|[-> ->]]; [rewrite partner_right by auto|rewrite partner_left by auto]; now rewrite Hp.
  - intros x y H. destruct (x_cases x y H) as [u [v [Hu [Hv [Hp C]]]]]. apply cup_pairs in Hp. destruct Hp as [_ [_ N]].
    destruct u as [a b], v as [a' b'].
    destruct C as [[-> ->]|[-> ->]]; unfold to_right, to_left; cbn [fst snd]; intros E; apply N;
      pose proof (f_equal fst E) as E1; pose proof (f_equal snd E) as E2; cbn [fst snd] in *; f_equal; lia.
  - intros [c r] [H1 H2]. cbn [fst snd] in *. rewrite start_height in H1. unfold x_height in H2. unfold x_partner.
    destruct (Z.ltb_spec 2 c); [|destruct (Z.ltb_spec c (-2))].
    + destruct (cup_partner ((c - 2)%Z, r)) eqn:E; [discriminate|]. exfalso. revert E. apply cup_all_paired.
      destruct (Z.eqb_spec c 0); lia.
    + destruct (cup_partner ((- c - 2)%Z, r)) eqn:E; [discriminate|]. exfalso. revert E. apply cup_all_paired.
      destruct (Z.eqb_spec c 0); lia.
    + destruct (Z.eqb_spec c 0); lia.
  - intros x y s' H1 H2 H3. rewrite start_height in *.
    destruct (x_cases x y H1) as [u [v [Hu [Hv [Hp C]]]]].
    destruct (x_cases _ s' H3) as [u' [v' [Hu' [Hv' [Hp' C']]]]].
    assert (Hx : (fst x =? 0)%Z = false).
    { apply Z.eqb_neq. destruct C as [[-> _]|[-> _]]; unfold to_right, to_left; cbn [fst]; lia. }
    rewrite Hx in *. simpl in H2.
    assert (Hs : (fst s' =? 0)%Z = false).
    { apply Z.eqb_neq. destruct C' as [[_ ->]|[_ ->]]; unfold to_right, to_left; cbn [fst]; lia. }
    rewrite Hs. simpl.
    assert (Su : snd u = 2). { destruct C as [[-> _]|[-> _]]; exact H2. }
    assert (Su' : snd u' = 1 /\ fst u' = fst u).
    { destruct C as [[-> _]|[-> _]], C' as [[E _]|[E _]]; unfold to_right, to_left in E; cbn [fst snd] in E;
        pose proof (f_equal fst E) as E1; pose proof (f_equal snd E) as E2; cbn [fst snd] in *; lia. }
    destruct u as [a b], u' as [a' b']. cbn [fst snd] in *. destruct Su' as [-> ->]. subst b.
    pose proof (cup_low a v v' Hp Hp') as L. destruct C' as [[_ ->]|[_ ->]]; exact L.
  - intros l [c [r [d [Hr ->]]]]. destruct (x_windows true c r d Hr) as [[x [Hx [H1 H2]]]|[[_ H]|H]]; [left|left|now right].
    + exists x. split; auto. right. auto.
    + exists (0%Z, 1). split; auto. left. cbn [fst snd]. rewrite start_height. simpl. auto.
  - intros l [c [r [d [Hr ->]]]]. destruct (x_windows false c r d Hr) as [[x [Hx [H1 H2]]]|[[H _]|H]]; [left|discriminate|now right].
    exists x. split; auto. right. auto.
Qed.
