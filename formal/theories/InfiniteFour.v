(** Infinite Connect-Four: the invariant behind response strategies (A3 to A9; Lemma 1 is A2).

    Columns have no top.  Two players drop stones in turn; four in a line win.  The
    responder answers every stone of the opponent: in the zone at the foot of a
    column by the pairs, above it on top of the opponent's stone.

    - [responder_never_loses]: if the zones and pairs are laid out as the format page
      `response` says (conditions 2, 3 and 4, with no pass), and no line is open for the
      opponent (condition 5), then the responder never loses: he can go on for
      ever, and the opponent never has a four.
    - [neither_has_a_four]: if no line is open for the responder either, nobody ever has one:
      the game is endless, a draw (Theorems 1 to 4 of the paper follow from
      their windows in this way: A3, A4, A6, A7).

    The columns may be all integers, or those of a cylinder or of a strip: nothing is
    assumed about them, nor about which cells form lines. *)

From Coq Require Import List Bool Arith Lia.
From Hissho Require Import Positional.
Import ListNotations.

(** ** The zones: pairs of cells, a cell on another *)

Section Zones.

Variable cell : Type.
Variable cell_dec : forall x y : cell, {x = y} + {x <> y}.
(** The zone cell under a zone cell, and the one on it. *)
Variables below above : cell -> option cell.
Variable partner : cell -> option cell.

Hypothesis above_below : forall x s, above s = Some x <-> below x = Some s.
Hypothesis partner_sym : forall x y, partner x = Some y -> partner y = Some x.
Hypothesis partner_neq : forall x y, partner x = Some y -> x <> y.
Hypothesis below_flat : forall x s, below x = Some s -> below s = None.
(** Condition 3. *)
Hypothesis partner_low : forall x y s s', partner x = Some y -> below x = Some s -> partner s = Some s' ->
  below s' = None.
(** Part of condition 4, when the responder never passes. *)
Hypothesis under_paired : forall x s, below x = Some s -> partner s <> None.

(** Who has which zone cell: [Some true] is the responder. *)
Definition marks := cell -> option bool.

Definition mark (b : marks) (x : cell) (r : bool) : marks := fun y => if cell_dec x y then Some r else b y.

Definition playable (b : marks) (x : cell) : Prop :=
  b x = None /\ forall s, below x = Some s -> b s <> None.

(** The opponent has [x]; its partner [y] lies on an empty cell that has no partner, or one of the responder's. *)
Definition guarded (b : marks) (x y : cell) : Prop :=
  b x = Some false /\ b y = None /\
  exists s, below y = Some s /\ b s = None /\ forall s', partner s = Some s' -> b s' = Some true.

Record kept (b : marks) : Prop := {
  kept_gravity : forall x s, b x <> None -> below x = Some s -> b s <> None;
  kept_pairs : forall x y, partner x = Some y ->
    (b x = None /\ b y = None) \/ b x = Some true \/ b y = Some true \/ guarded b x y \/ guarded b y x;
  kept_single : forall x y, partner x = Some y -> b x = Some true -> b y = Some true -> False;
  kept_busy : forall x y, b x = Some true -> partner x = Some y -> b y = None ->
    exists u v, below u = Some y /\ partner u = Some v /\ b v = Some false }.

Lemma kept_not_both b : kept b -> forall x y, partner x = Some y -> b x = Some false -> b y = Some false -> False.
Proof.
  intros K x y Hp Hx Hy. destruct (kept_pairs b K x y Hp) as [[H _]|[H|[H|[[_ [H _]]|[_ [H _]]]]]]; congruence.
Qed.

Lemma below_inj x x' s : below x = Some s -> below x' = Some s -> x = x'.
Proof. intros H H'. apply above_below in H, H'. congruence. Qed.

Lemma mark_same b x r : mark b x r x = Some r.
Proof. unfold mark. destruct (cell_dec x x); congruence. Qed.

Lemma mark_other b x r y : x <> y -> mark b x r y = b y.
Proof. intros. unfold mark. destruct (cell_dec x y); congruence. Qed.

(** After the opponent's [z] and the reply [w] all is as it was. *)
Lemma kept_after b z w :
  kept b -> playable b z -> b w = None -> z <> w ->
  (forall s, below w = Some s -> b s <> None \/ s = z) ->
  (* the reply does not lie under a guarded cell, and takes the guarded cell on z *)
  (forall x y, guarded b x y -> below y <> Some w) ->
  (forall x y, partner x = Some y -> guarded b x y -> below y = Some z -> y = w) ->
  (* the partner of z is taken care of *)
  (forall z', partner z = Some z' -> z' = w \/ b z' = Some true \/
     (b z' = None /\ exists s, below z' = Some s /\ b s = None /\ s <> z /\ s <> w /\
        forall s', partner s = Some s' -> s' = w \/ b s' = Some true)) ->
  (* so is the partner of w *)
  (forall y, partner w = Some y -> b y <> Some true) ->
  (forall y, partner w = Some y -> b y = None -> y = z \/ exists u, below u = Some y /\ partner u = Some z) ->
  kept (mark (mark b z false) w true).
Proof.
  intros K [Ez Hz] Ew Hzw Hplay Hunder Hguard Hpz Hpw Hbusy.
  set (b2 := mark (mark b z false) w true).
  assert (Bz : b2 z = Some false) by (unfold b2; rewrite mark_other by auto; apply mark_same).
  assert (Bw : b2 w = Some true) by apply mark_same.
  assert (Bo : forall x, x <> z -> x <> w -> b2 x = b x).
  { intros x H1 H2. unfold b2. rewrite !mark_other; auto. }
  assert (Keep : forall x v, b x = Some v -> b2 x = Some v).
  { intros x v H. rewrite Bo; auto; congruence. }
  split.
  - intros x s Hx Hb. destruct (cell_dec x z) as [->|Nz]; [|destruct (cell_dec x w) as [->|Nw]].
    + specialize (Hz s Hb). destruct (b s) eqn:E; [|congruence]. rewrite (Keep s b0 E). discriminate.
    + destruct (Hplay s Hb) as [H| ->]; [|congruence].
      destruct (b s) eqn:E; [|congruence]. rewrite (Keep s b0 E). discriminate.
    + rewrite Bo in Hx by auto. pose proof (kept_gravity b K x s Hx Hb) as H.
      destruct (b s) eqn:E; [|congruence]. rewrite (Keep s b0 E). discriminate.
  - assert (Guard : forall x y, partner x = Some y -> guarded b x y -> y <> w -> guarded b2 x y).
    { intros x y Hp Hg Hyw. pose proof Hg as [G1 [G2 [s [G3 [G4 G5]]]]].
      assert (y <> z) by (intros ->; specialize (Hz s G3); congruence).
      assert (s <> z) by (intros ->; apply Hyw; now apply (Hguard x y)).
      assert (s <> w) by (intros ->; now apply (Hunder x y)).
      split; [now apply Keep|]. split; [now rewrite Bo|]. exists s. split; auto.
      split; [now rewrite Bo|]. intros s' Hs'. apply Keep. auto. }
    assert (PZ : forall z', partner z = Some z' ->
       b2 z' = Some true \/ guarded b2 z z').
    { intros z' Hp. destruct (Hpz z' Hp) as [->|[H|[H [s [H1 [H2 [H3 [H4 H5]]]]]]]]; auto.
      destruct (cell_dec z' w) as [->|Nw]; auto. right. split; auto.
      assert (z' <> z) by (intros ->; now apply partner_neq in Hp).
      split; [now rewrite Bo|]. exists s. split; auto. split; [now rewrite Bo|].
      intros s' Hs'. destruct (H5 s' Hs') as [->|H']; auto. }
    intros x y Hp.
    destruct (cell_dec x w) as [->|Nxw]; [auto|]. destruct (cell_dec y w) as [->|Nyw]; [auto|].
    destruct (cell_dec x z) as [->|Nxz].
    { destruct (PZ y Hp); auto. }
    destruct (cell_dec y z) as [->|Nyz].
    { destruct (PZ x (partner_sym _ _ Hp)); auto. }
    destruct (kept_pairs b K x y Hp) as [[H1 H2]|[H|[H|[H|H]]]].
    + left. now rewrite !Bo.
    + right. left. auto.
    + right. right. left. auto.
    + right. right. right. left. now apply Guard.
    + right. right. right. right. apply Guard; auto.
  - assert (W : forall y, partner w = Some y -> b2 y = Some true -> False).
    { intros y Hp H. assert (y <> w) by (intros ->; now apply partner_neq in Hp).
      destruct (cell_dec y z) as [->|Nz]; [congruence|]. rewrite Bo in H by auto. now apply (Hpw y). }
    intros x y Hp Hx Hy. destruct (cell_dec x w) as [->|Nxw]; [now apply (W y)|].
    destruct (cell_dec y w) as [->|Nyw]; [now apply (W x); auto|].
    assert (x <> z) by (intros ->; congruence). assert (y <> z) by (intros ->; congruence).
    rewrite Bo in Hx, Hy by auto. now apply (kept_single b K x y).
  - intros x y Hx Hp Hy.
    assert (y <> z) by (intros ->; congruence). assert (y <> w) by (intros ->; congruence).
    rewrite Bo in Hy by auto. destruct (cell_dec x w) as [->|Nxw].
    + destruct (Hbusy y Hp Hy) as [->|[u [U1 U2]]]; [congruence|]. exists u, z. auto.
    + assert (x <> z) by (intros ->; congruence). rewrite Bo in Hx by auto.
      destruct (kept_busy b K x y Hx Hp Hy) as [u [v [U1 [U2 U3]]]]. exists u, v. auto.
Qed.

(** The responder has a reply to every stone in the zone, if every zone cell has a partner. *)
Theorem reply_in_zone b z z' :
  kept b -> playable b z -> partner z = Some z' ->
  exists w, w <> z /\ b w = None /\ partner w <> None /\
            (forall s, below w = Some s -> b s <> None \/ s = z) /\
            kept (mark (mark b z false) w true).
Proof.
  intros K Hz Hp. destruct Hz as [Ez Hz']. assert (Hz : playable b z) by now split.
  (* does z lie under a guarded cell? *)
  assert (C1 : (exists u v, below u = Some z /\ partner u = Some v /\ b v = Some false /\ b u = None) \/
     (forall u v, below u = Some z -> partner u = Some v -> b v = Some false -> b u = None -> False)).
  { destruct (above z) as [u|] eqn:Eu.
    - apply above_below in Eu.
      assert (Only : forall u', below u' = Some z -> u' = u) by (intros u' H; now apply (below_inj u' u z)).
      destruct (partner u) as [v|] eqn:Ev;
        [|right; intros u' v' H1 H2; apply Only in H1; rewrite H1 in H2; congruence].
      destruct (b v) as [[|]|] eqn:Eb;
        [right; intros u' v' H1 H2 H3; apply Only in H1; rewrite H1 in H2; congruence| |
         right; intros u' v' H1 H2 H3; apply Only in H1; rewrite H1 in H2; congruence].
      destruct (b u) eqn:Ebu; [right; intros u' v' H1 H2 H3 H4; apply Only in H1; rewrite H1 in H4; congruence|].
      left. exists u, v. auto.
    - right. intros u' v' H1. apply above_below in H1. congruence. }
  destruct C1 as [[u [v [Hu [Huv [Hv Hbu]]]]]|C1].
  - (* take it *)
    assert (Hg : guarded b v u).
    { destruct (kept_pairs b K u v Huv) as [[_ H]|[H|[H|[[H _]|H]]]]; congruence || exact H. }
    exists u. assert (u <> z) by (intros ->; pose proof (below_flat z z Hu); congruence).
    split; auto. split; auto. split; [congruence|]. split.
    { intros s Hs. right. congruence. }
    destruct Hg as [_ [_ [s [Hs [Hbs Hsp]]]]]. assert (s = z) as -> by congruence.
    apply kept_after; auto.
    + intros s Hs'. right. congruence.
    + intros x y [_ [_ [s [H1 _]]]] H2. pose proof (below_flat y u H2). congruence.
    + intros x y _ _ H2. apply (below_inj y u z); auto.
    + intros y Hy. assert (y = v) as -> by congruence. congruence.
    + intros y Hy Hn. assert (y = v) as -> by congruence. congruence.
  - assert (NoGuard : forall x y, partner x = Some y -> guarded b x y -> below y = Some z -> False).
    { intros x y Hxy [G1 [G2 _]] H. apply (C1 y x); auto. }
    destruct (b z') as [[|]|] eqn:Ez'.
    + (* its partner is the responder's: then z lies under a guarded cell after all *)
      exfalso. destruct (kept_busy b K z' z Ez' (partner_sym _ _ Hp) Ez) as [u [v [H1 [H2 H3]]]].
      apply (C1 u v); auto. destruct (b u) eqn:Eu; auto.
      exfalso. apply (kept_gravity b K u z); congruence.
    + (* not possible: z would have been guarded *)
      exfalso. destruct (kept_pairs b K z z' Hp) as [[_ H]|[H|[H|[[H _]|[_ [_ [s [H1 [H2 _]]]]]]]]]; try congruence.
      specialize (Hz' s H1). congruence.
    + (* its partner is empty *)
      assert (Nzz : z <> z') by now apply partner_neq.
      assert (Cases : (forall s, below z' = Some s -> b s <> None \/ s = z) \/
                      exists s, below z' = Some s /\ b s = None /\ s <> z).
      { destruct (below z') as [s|] eqn:Es; [|left; discriminate].
        destruct (b s) eqn:Ebs; [left; intros s0 H; left; congruence|].
        destruct (cell_dec s z); [left; intros s0 H; right; congruence|right; exists s; auto]. }
      destruct Cases as [Hlow|[s [Hs [Hbs Hsz]]]].
      * exists z'. split; auto. split; auto. split; [apply partner_sym in Hp; congruence|]. split; auto.
        apply kept_after; auto.
        -- intros x y [G1 [G2 [s [G3 [G4 G5]]]]] H. assert (s = z') as -> by congruence.
           specialize (G5 z (partner_sym _ _ Hp)). congruence.
        -- intros x y H1 H2 H3. exfalso. eapply NoGuard; eauto.
        -- intros y Hy. left. congruence.
        -- intros y Hy. apply partner_sym in Hp. assert (y = z) as -> by congruence. congruence.
        -- intros y Hy _. apply partner_sym in Hp. left. congruence.
      * (* it lies on an empty s: take the partner of s *)
        destruct (partner s) as [s'|] eqn:Es'; [|now elim (under_paired z' s Hs)].
        assert (Fs : below s = None) by now apply (below_flat z').
        assert (Ls : below s' = None) by now apply (partner_low z' z s s' (partner_sym _ _ Hp)).
        assert (Ns : s <> s') by now apply partner_neq.
        assert (s' <> z).
        { intros ->. apply partner_sym in Es'. assert (z' = s) as -> by congruence. congruence. }
        destruct (b s') as [[|]|] eqn:Ebs'.
        -- (* the responder has it: then z' would be guarded already *)
           exfalso. destruct (kept_busy b K s' s Ebs' (partner_sym _ _ Es') Hbs) as [u [v [U1 [U2 U3]]]].
           assert (u = z') as -> by now apply (below_inj u z' s). apply partner_sym in Hp. congruence.
        -- (* the opponent has it: then s would be guarded, and it lies on nothing *)
           exfalso. destruct (kept_pairs b K s s' Es') as [[_ H']|[H'|[H'|[[H' _]|[_ [_ [q [Q1 _]]]]]]]]; congruence.
        -- exists s'. split; auto. split; auto. split; [apply partner_sym in Es'; congruence|].
           split; [congruence|].
           apply kept_after; auto; try congruence.
           ++ intros x y [G1 [G2 [q [G3 [G4 G5]]]]] H'. assert (q = s') as -> by congruence.
              specialize (G5 s (partner_sym _ _ Es')). congruence.
           ++ intros x y H1 H2 H3. exfalso. eapply NoGuard; eauto.
           ++ intros y Hy. assert (y = z') as -> by congruence. right. right. split; auto.
              exists s. repeat split; auto. intros q Hq. left. congruence.
           ++ intros y Hy. apply partner_sym in Es'. assert (y = s) as -> by congruence. congruence.
           ++ intros y Hy _. right. apply partner_sym in Es'. assert (y = s) as -> by congruence.
              exists z'. split; auto.
Qed.

(** The opponent's stone is never the second of a pair. *)
Lemma never_second b z z' : kept b -> playable b z -> partner z = Some z' -> b z' <> Some false.
Proof.
  intros K [Ez Hz] Hp E.
  destruct (kept_pairs b K z z' Hp) as [[_ H]|[H|[H|[[H _]|[_ [_ [s [H1 [H2 _]]]]]]]]]; try congruence.
  specialize (Hz s H1). congruence.
Qed.

Lemma kept_ext b b' : (forall x, b' x = b x) -> kept b -> kept b'.
Proof.
  intros H [K1 K2 K3 K4].
  assert (G : forall x y, guarded b x y -> guarded b' x y).
  { intros x y [G1 [G2 [s [G3 [G4 G5]]]]]. repeat split; try congruence.
    exists s. repeat split; auto; [congruence|]. intros s' Hs'. rewrite H. auto. }
  split.
  - intros x s. rewrite !H. apply K1.
  - intros x y Hp. rewrite !H. destruct (K2 x y Hp) as [?|[?|[?|[?|?]]]]; auto.
    + right. right. right. left. auto.
    + right. right. right. right. auto.
  - intros x y. rewrite !H. apply K3.
  - intros x y. rewrite !H. intros H1 H2 H3. destruct (K4 x y H1 H2 H3) as [u [v [? [? ?]]]].
    exists u, v. rewrite H. auto.
Qed.

End Zones.

(** ** The game *)

Section Columns.

Variable column : Type.
Variable column_dec : forall c d : column, {c = d} + {c <> d}.

(** A cell is its column and its row, rows from 1 upward. *)
Definition cell := (column * nat)%type.

(** How many stones each column has, and whose they are. *)
Record position := { height : column -> nat; stone : column -> nat -> player }.

Definition drop (q : player) (c : column) (b : position) : position := {|
  height := fun d => if column_dec c d then S (height b c) else height b d;
  stone := fun d r => if column_dec c d then if Nat.eqb r (S (height b c)) then q else stone b d r
                      else stone b d r |}.

Definition has (b : position) (q : player) (x : cell) : Prop :=
  1 <= snd x <= height b (fst x) /\ stone b (fst x) (snd x) = q.

(** Which cells form a line of four. *)
Variable line : list cell -> Prop.

Definition four (b : position) (q : player) : Prop := exists l, line l /\ forall x, In x l -> has b q x.

(** [p] has an answer to every stone of the opponent, for ever, and [quiet] holds all the time. *)
CoInductive answers (quiet : position -> Prop) (p : player) (b : position) : Prop :=
| goes_on :
    quiet b ->
    (forall c, quiet (drop (other p) c b) /\
               exists d, answers quiet p (drop p d (drop (other p) c b))) ->
    answers quiet p b.

(** The opponent moves; he never has a four. *)
Definition never_loses (p : player) (b : position) : Prop := answers (fun b => ~ four b (other p)) p b.

(** Nobody ever has a four: the game is endless, a draw. *)
Definition endless (p : player) (b : position) : Prop :=
  answers (fun b => ~ four b p /\ ~ four b (other p)) p b.

(** ** Zones and pairs on the columns *)

Variable p : player.
Variable start : position.
(** The height of the zone: up to there the pairs count, above it answers are on top. *)
Variable zone_height : column -> nat.
Variable partner : cell -> option cell.

Definition zone (x : cell) : Prop := height start (fst x) < snd x <= zone_height (fst x).

(** Conditions 2 and 4: zones have at most two cells on the stones; pairs join zone cells; every zone cell has a partner. *)
Hypothesis zone_range : forall c, height start c <= zone_height c <= height start c + 2.
Hypothesis partner_zone : forall x y, partner x = Some y -> zone x.
Hypothesis partner_sym : forall x y, partner x = Some y -> partner y = Some x.
Hypothesis partner_neq : forall x y, partner x = Some y -> x <> y.
Hypothesis all_paired : forall x, zone x -> partner x <> None.
(** Condition 3: if a paired cell lies on a zone cell that has a partner, that partner is the lowest zone cell of its column. *)
Hypothesis partner_low : forall x y s', partner x = Some y -> snd x = height start (fst x) + 2 ->
  partner (fst x, height start (fst x) + 1) = Some s' -> snd s' = height start (fst s') + 1.

(** Cells that are certain to be the responder's, or the opponent's. *)
Definition sure_own (x : cell) : Prop :=
  (1 <= snd x <= height start (fst x) /\ stone start (fst x) (snd x) = p) \/
  (zone_height (fst x) < snd x /\ Nat.even (snd x - zone_height (fst x)) = true).
Definition sure_other (x : cell) : Prop :=
  (1 <= snd x <= height start (fst x) /\ stone start (fst x) (snd x) = other p) \/
  (zone_height (fst x) < snd x /\ Nat.even (snd x - zone_height (fst x)) = false).

Definition holds_pair (l : list cell) : Prop := exists x y, In x l /\ In y l /\ partner x = Some y.

(** Condition 5. *)
Definition closed_for_opponent : Prop := forall l, line l -> (exists x, In x l /\ sure_own x) \/ holds_pair l.
Definition closed_for_responder : Prop := forall l, line l -> (exists x, In x l /\ sure_other x) \/ holds_pair l.

Definition cell_dec (x y : cell) : {x = y} + {x <> y}.
Proof. decide equality. apply Nat.eq_dec. Defined.

Definition below (x : cell) : option cell :=
  if (snd x =? height start (fst x) + 2) && (snd x <=? zone_height (fst x))
  then Some (fst x, height start (fst x) + 1) else None.
Definition above (x : cell) : option cell :=
  if (snd x =? height start (fst x) + 1) && (height start (fst x) + 2 <=? zone_height (fst x))
  then Some (fst x, height start (fst x) + 2) else None.

Lemma below_some x s : below x = Some s <->
  snd x = height start (fst x) + 2 /\ snd x <= zone_height (fst x) /\ s = (fst x, height start (fst x) + 1).
Proof.
  unfold below. destruct (Nat.eqb_spec (snd x) (height start (fst x) + 2)), (Nat.leb_spec (snd x) (zone_height (fst x)));
    simpl; split; try discriminate; try lia.
  - intros E. inversion E. auto.
  - intros [_ [_ ->]]. reflexivity.
Qed.

Lemma above_below x s : above s = Some x <-> below x = Some s.
Proof.
  rewrite below_some. unfold above. destruct x as [c r], s as [d q]. simpl.
  destruct (Nat.eqb_spec q (height start d + 1)), (Nat.leb_spec (height start d + 2) (zone_height d)); simpl;
    split; try discriminate.
  - intros E. inversion E; subst. auto.
  - intros [E1 [E2 E3]]. inversion E3; subst. reflexivity.
  - intros [E1 [E2 E3]]. inversion E3; subst. lia.
  - intros [E1 [E2 E3]]. inversion E3; subst. lia.
  - intros [E1 [E2 E3]]. inversion E3; subst. lia.
Qed.

Lemma below_flat x s : below x = Some s -> below s = None.
Proof.
  rewrite below_some. intros [E1 [E2 ->]]. unfold below. simpl.
  destruct (Nat.eqb_spec (height start (fst x) + 1) (height start (fst x) + 2)); [lia|reflexivity].
Qed.

Lemma low_partner x y s s' : partner x = Some y -> below x = Some s -> partner s = Some s' -> below s' = None.
Proof.
  intros Hp Hb Hs. apply below_some in Hb. destruct Hb as [E1 [E2 ->]].
  pose proof (partner_low x y s' Hp E1 Hs) as E. unfold below.
  destruct (Nat.eqb_spec (snd s') (height start (fst s') + 2)); [lia|reflexivity].
Qed.

Lemma under_paired x s : below x = Some s -> partner s <> None.
Proof.
  intros H. apply below_some in H. destruct H as [E1 [E2 ->]]. apply all_paired. unfold zone. simpl. lia.
Qed.

Definition same (q r : player) : bool := match q, r with Black, Black | White, White => true | _, _ => false end.

(** The zone cells as marks. *)
Definition zone_marks (b : position) : cell -> option bool :=
  fun x => if (height start (fst x) <? snd x) && (snd x <=? zone_height (fst x)) && (snd x <=? height b (fst x))
           then Some (same (stone b (fst x) (snd x)) p)
           else None.

Lemma same_refl q : same q q = true.
Proof. destruct q; reflexivity. Qed.
Lemma same_other q : same (other q) q = false.
Proof. destruct q; reflexivity. Qed.

Lemma marks_spec b x : zone_marks b x =
  if (height start (fst x) <? snd x) && (snd x <=? zone_height (fst x)) && (snd x <=? height b (fst x))
  then Some (same (stone b (fst x) (snd x)) p) else None.
Proof. reflexivity. Qed.

Lemma marks_has b x q : zone x -> has b q x -> zone_marks b x = Some (same q p).
Proof.
  intros [Z1 Z2] [[H1 H2] <-]. rewrite marks_spec.
  destruct (Nat.ltb_spec (height start (fst x)) (snd x)), (Nat.leb_spec (snd x) (zone_height (fst x))),
    (Nat.leb_spec (snd x) (height b (fst x))); simpl; auto; lia.
Qed.

Notation kept := (kept cell below partner).

Record good (b : position) : Prop := {
  good_height : forall c, height start c <= height b c;
  good_start : forall c r, 1 <= r <= height start c -> stone b c r = stone start c r;
  good_even : forall c, zone_height c < height b c -> Nat.even (height b c - zone_height c) = true;
  good_top : forall c r, zone_height c < r <= height b c ->
    stone b c r = if Nat.even (r - zone_height c) then p else other p;
  good_kept : kept (zone_marks b) }.

(** What is needed of a position so that nobody has a four. *)
Lemma no_four b :
  (forall c r, 1 <= r <= height start c -> stone b c r = stone start c r) ->
  (forall c r, zone_height c < r <= height b c -> stone b c r = if Nat.even (r - zone_height c) then p else other p) ->
  (forall x y, partner x = Some y -> zone_marks b x = Some false -> zone_marks b y = Some false -> False) ->
  (forall x y, partner x = Some y -> zone_marks b x = Some true -> zone_marks b y = Some true -> False) ->
  (closed_for_opponent -> ~ four b (other p)) /\ (closed_for_responder -> ~ four b p).
Proof.
  intros H1 H2 H3 H4. split; intros Hc [l [Hl Hf]]; destruct (Hc l Hl) as [[x [Hin Hx]]|[x [y [Hx [Hy Hp]]]]].
  - destruct (Hf x Hin) as [Hr E]. destruct Hx as [[R S]|[R S]].
    + rewrite H1 in E by auto. rewrite S in E. symmetry in E. now apply other_neq in E.
    + rewrite H2, S in E by lia. symmetry in E. now apply other_neq in E.
  - apply (H3 x y Hp); rewrite <- (same_other p); apply marks_has; auto.
    + now apply (partner_zone x y).
    + apply (partner_zone y x). auto.
  - destruct (Hf x Hin) as [Hr E]. destruct Hx as [[R S]|[R S]].
    + rewrite H1 in E by auto. rewrite S in E. now apply other_neq in E.
    + rewrite H2, S in E by lia. now apply other_neq in E.
  - apply (H4 x y Hp); rewrite <- (same_refl p); apply marks_has; auto.
    + now apply (partner_zone x y).
    + apply (partner_zone y x). auto.
Qed.

Lemma good_no_four b : good b ->
  (closed_for_opponent -> ~ four b (other p)) /\ (closed_for_responder -> ~ four b p).
Proof.
  intros [G1 G2 G3 G4 G5]. apply no_four; auto.
  - apply (kept_not_both cell below partner _ G5).
  - apply (kept_single cell below partner _ G5).
Qed.

Lemma height_drop_same q c b : height (drop q c b) c = S (height b c).
Proof. simpl. destruct (column_dec c c); congruence. Qed.
Lemma height_drop_other q c d b : c <> d -> height (drop q c b) d = height b d.
Proof. simpl. destruct (column_dec c d); congruence. Qed.
Lemma stone_drop_old q c d r b : r <= height b d -> stone (drop q c b) d r = stone b d r.
Proof.
  intros H. simpl. destruct (column_dec c d) as [->|]; auto.
  destruct (Nat.eqb_spec r (S (height b d))); [lia|reflexivity].
Qed.
Lemma stone_drop_new q c b : stone (drop q c b) c (S (height b c)) = q.
Proof. simpl. destruct (column_dec c c); [|congruence]. now rewrite Nat.eqb_refl. Qed.

(** A stone in the zone is a mark; one above it is none. *)
Lemma marks_drop q c b : (forall d, height start d <= height b d) -> forall x,
  zone_marks (drop q c b) x =
  if S (height b c) <=? zone_height c then mark cell cell_dec (zone_marks b) (c, S (height b c)) (same q p) x
  else zone_marks b x.
Proof.
  intros Hh [d r]. destruct (Nat.leb_spec (S (height b c)) (zone_height c)) as [L|L].
  - unfold mark. destruct (cell_dec (c, S (height b c)) (d, r)) as [E|E].
    + inversion E; subst. rewrite marks_spec. cbn [fst snd]. rewrite height_drop_same, stone_drop_new.
      specialize (Hh d).
      destruct (Nat.ltb_spec (height start d) (S (height b d))), (Nat.leb_spec (S (height b d)) (zone_height d)),
        (Nat.leb_spec (S (height b d)) (S (height b d))); simpl; auto; lia.
    + rewrite !marks_spec. cbn [fst snd]. destruct (column_dec c d) as [->|Hcd].
      * rewrite height_drop_same. assert (r <> S (height b d)) by congruence.
        destruct (Nat.leb_spec r (S (height b d))), (Nat.leb_spec r (height b d)); try lia;
          rewrite ?andb_false_r; auto. rewrite stone_drop_old by auto. reflexivity.
      * rewrite height_drop_other by auto.
        destruct (Nat.leb_spec r (height b d)); rewrite ?andb_false_r; auto. now rewrite stone_drop_old by auto.
  - rewrite !marks_spec. cbn [fst snd]. destruct (column_dec c d) as [->|Hcd].
    + rewrite height_drop_same.
      destruct (Nat.leb_spec r (zone_height d)); rewrite ?andb_false_r; auto.
      destruct (Nat.leb_spec r (S (height b d))), (Nat.leb_spec r (height b d)); try lia.
      now rewrite stone_drop_old by auto.
    + rewrite height_drop_other by auto.
      destruct (Nat.leb_spec r (height b d)); rewrite ?andb_false_r; auto. now rewrite stone_drop_old by auto.
Qed.

Lemma stone_two q q' c d e r b : r <= height b e -> stone (drop q' d (drop q c b)) e r = stone b e r.
Proof.
  intros H. rewrite stone_drop_old; [now apply stone_drop_old|].
  destruct (column_dec c e) as [->|]; [rewrite height_drop_same; lia|now rewrite height_drop_other].
Qed.

(** ** The responder's answer *)

Lemma answer b c : good b ->
  ((closed_for_opponent -> ~ four (drop (other p) c b) (other p)) /\
   (closed_for_responder -> ~ four (drop (other p) c b) p)) /\
  exists d, good (drop p d (drop (other p) c b)).
Proof.
  intros G. pose proof G as [G1 G2 G3 G4 G5]. set (b1 := drop (other p) c b).
  pose proof (marks_drop (other p) c b G1) as M1. rewrite same_other in M1. fold b1 in M1.
  assert (Old : forall d r, 1 <= r <= height start d -> stone b1 d r = stone start d r).
  { intros d r H. unfold b1. rewrite stone_drop_old; [now apply G2|]. specialize (G1 d). lia. }
  destruct (Nat.leb_spec (S (height b c)) (zone_height c)) as [L|L].
  - (* a stone in the zone *)
    set (z := (c, S (height b c))) in *.
    assert (Zz : zone z) by (unfold zone, z; simpl; specialize (G1 c); lia).
    destruct (partner z) as [z'|] eqn:Hp; [|now apply all_paired in Zz].
    assert (Play : playable cell below (zone_marks b) z).
    { split.
      - rewrite marks_spec. unfold z. cbn [fst snd].
        destruct (Nat.leb_spec (S (height b c)) (height b c)); [lia|]. now rewrite andb_false_r.
      - intros s Hs. apply below_some in Hs. unfold z in Hs. cbn [fst snd] in Hs. destruct Hs as [E1 [E2 ->]].
        rewrite marks_spec. cbn [fst snd].
        destruct (Nat.ltb_spec (height start c) (height start c + 1)), (Nat.leb_spec (height start c + 1) (zone_height c)),
          (Nat.leb_spec (height start c + 1) (height b c)); simpl; try lia. discriminate. }
    split.
    + apply no_four; auto.
      * intros d r H. unfold b1 in *. destruct (column_dec c d) as [->|Hcd].
        -- rewrite height_drop_same in H. lia.
        -- rewrite height_drop_other in H by auto. rewrite stone_drop_old by lia. now apply G4.
      * assert (Zf : forall y, partner z = Some y -> zone_marks b y <> Some false).
        { intros y Hy. now apply (never_second cell below partner (zone_marks b) z). }
        intros x y Hxy. rewrite !M1. unfold mark.
        destruct (cell_dec z x) as [<-|Nx], (cell_dec z y) as [<-|Ny].
        -- now apply partner_neq in Hxy.
        -- intros _ H. now apply (Zf y).
        -- intros H _. apply (Zf x); auto.
        -- apply (kept_not_both cell below partner _ G5 x y Hxy).
      * intros x y Hxy. rewrite !M1. unfold mark.
        destruct (cell_dec z x) as [<-|Nx], (cell_dec z y) as [<-|Ny]; try discriminate.
        apply (kept_single cell below partner _ G5 x y Hxy).
    + destruct (reply_in_zone cell cell_dec below above partner above_below partner_sym partner_neq below_flat
                  low_partner under_paired (zone_marks b) z z' G5 Play Hp)
        as [w [Nw [Ew [Pw [Bw K]]]]].
      destruct w as [d rw].
      assert (Zw : zone (d, rw)).
      { destruct (partner (d, rw)) as [v|] eqn:E; [|congruence]. now apply (partner_zone _ v). }
      unfold zone in Zw. cbn [fst snd] in Zw.
      assert (Hempty : height b d < rw).
      { rewrite marks_spec in Ew. cbn [fst snd] in Ew.
        destruct (Nat.ltb_spec (height start d) rw), (Nat.leb_spec rw (zone_height d)),
          (Nat.leb_spec rw (height b d)); simpl in Ew; try lia; discriminate. }
      pose proof (G1 d) as G1d. pose proof (G1 c) as G1c. pose proof (zone_range d) as Rd.
      assert (Top : S (height b1 d) = rw).
      { unfold b1. assert (rw = height start d + 1 \/ rw = height start d + 2) as [E|E] by lia.
        - assert (c <> d). { intros ->. apply Nw. unfold z. f_equal. lia. }
          rewrite height_drop_other by auto. lia.
        - assert (Hb : below (d, rw) = Some (d, height start d + 1)).
          { apply below_some. cbn [fst snd]. repeat split; auto; lia. }
          destruct (Bw _ Hb) as [H|H].
          + assert (height start d + 1 <= height b d).
            { rewrite marks_spec in H. cbn [fst snd] in H.
              destruct (Nat.leb_spec (height start d + 1) (height b d)); auto. rewrite andb_false_r in H. congruence. }
            assert (c <> d). { intros ->. apply Nw. unfold z. f_equal. lia. }
            rewrite height_drop_other by auto. lia.
          + unfold z in H. inversion H. subst d. rewrite height_drop_same. lia. }
      assert (G1' : forall e, height start e <= height b1 e).
      { intros e. unfold b1. destruct (column_dec c e) as [->|]; [rewrite height_drop_same|rewrite height_drop_other by auto];
          specialize (G1 e); lia. }
      exists d. pose proof (marks_drop p d b1 G1') as M2. rewrite same_refl, Top in M2.
      assert (rw <=? zone_height d = true) as E by (apply Nat.leb_le; lia). rewrite E in M2.
      assert (Hh : forall e, height (drop p d b1) e = height b e \/ height (drop p d b1) e <= zone_height e).
      { intros e. destruct (column_dec d e) as [->|Hde].
        - right. rewrite height_drop_same, Top. lia.
        - rewrite height_drop_other by auto. unfold b1. destruct (column_dec c e) as [->|Hce].
          + right. rewrite height_drop_same. lia.
          + left. now rewrite height_drop_other. }
      split.
      * intros e. destruct (column_dec d e) as [->|Hde]; [rewrite height_drop_same|rewrite height_drop_other by auto];
          specialize (G1' e); lia.
      * intros e r H. rewrite stone_drop_old; [now apply Old|]. specialize (G1' e). lia.
      * intros e H. destruct (Hh e) as [E'|E']; [rewrite E' in *; now apply G3|lia].
      * intros e r H. destruct (Hh e) as [E'|E']; [|lia]. rewrite E' in H.
        unfold b1. rewrite stone_two by lia. now apply G4.
      * eapply kept_ext; [|exact K]. intros x. rewrite M2. unfold mark.
        destruct (cell_dec (d, rw) x); auto. rewrite M1. reflexivity.
  - (* above the zone: answer on top *)
    assert (Odd : Nat.even (S (height b c) - zone_height c) = false).
    { destruct (Nat.eq_dec (height b c) (zone_height c)) as [E|E].
      - rewrite E. replace (S (zone_height c) - zone_height c) with 1 by lia. reflexivity.
      - replace (S (height b c) - zone_height c) with (S (height b c - zone_height c)) by lia.
        rewrite Nat.even_succ, <- Nat.negb_even, G3 by lia. reflexivity. }
    assert (Top1 : forall d r, zone_height d < r <= height b1 d ->
       stone b1 d r = if Nat.even (r - zone_height d) then p else other p).
    { intros d r H. unfold b1 in *. destruct (column_dec c d) as [->|Hcd].
      - rewrite height_drop_same in H. destruct (Nat.eq_dec r (S (height b d))) as [->|Hr].
        + rewrite stone_drop_new, Odd. reflexivity.
        + rewrite stone_drop_old by lia. apply G4. lia.
      - rewrite height_drop_other in H by auto. rewrite stone_drop_old by lia. now apply G4. }
    split.
    + apply no_four; auto.
      * intros x y Hxy. rewrite !M1. apply (kept_not_both cell below partner _ G5 x y Hxy).
      * intros x y Hxy. rewrite !M1. apply (kept_single cell below partner _ G5 x y Hxy).
    + exists c.
      assert (H1 : height b1 c = S (height b c)) by apply height_drop_same.
      assert (G1' : forall e, height start e <= height b1 e).
      { intros e. unfold b1. destruct (column_dec c e) as [->|]; [rewrite height_drop_same|rewrite height_drop_other by auto];
          specialize (G1 e); lia. }
      assert (Even : Nat.even (S (S (height b c)) - zone_height c) = true).
      { replace (S (S (height b c)) - zone_height c) with (S (S (height b c) - zone_height c)) by lia.
        rewrite Nat.even_succ, <- Nat.negb_even, Odd. reflexivity. }
      pose proof (marks_drop p c b1 G1') as M2. rewrite H1 in M2.
      assert (S (S (height b c)) <=? zone_height c = false) as E by (apply Nat.leb_gt; lia). rewrite E in M2.
      split.
      * intros e. destruct (column_dec c e) as [->|Hde]; [rewrite height_drop_same|rewrite height_drop_other by auto];
          specialize (G1' e); lia.
      * intros e r H. rewrite stone_drop_old; [now apply Old|]. specialize (G1' e). lia.
      * intros e H. destruct (column_dec c e) as [->|Hce].
        -- rewrite height_drop_same, H1. exact Even.
        -- rewrite height_drop_other in * by auto. unfold b1 in *. rewrite height_drop_other in * by auto. now apply G3.
      * intros e r H. destruct (column_dec c e) as [->|Hce].
        -- rewrite height_drop_same, H1 in H. destruct (Nat.eq_dec r (S (S (height b e)))) as [->|Hr].
           ++ rewrite <- H1, stone_drop_new. rewrite H1, Even. reflexivity.
           ++ rewrite stone_drop_old by lia. apply Top1. lia.
        -- rewrite height_drop_other in H by auto. rewrite stone_drop_old by lia. apply Top1. lia.
      * eapply kept_ext; [|exact G5]. intros x. now rewrite M2, M1.
Qed.

Lemma good_at_start : good start.
Proof.
  assert (N : forall x, zone_marks start x = None).
  { intros x. rewrite marks_spec.
    destruct (Nat.ltb_spec (height start (fst x)) (snd x)), (Nat.leb_spec (snd x) (height start (fst x)));
      simpl; rewrite ?andb_false_r; auto; lia. }
  split; auto.
  - intros c H. specialize (zone_range c). lia.
  - intros c r H. specialize (zone_range c). lia.
  - split; intros; rewrite ?N in *; try congruence. auto.
Qed.

(** If the pairs and the lines are right, the responder never loses. *)
Theorem responder_never_loses : closed_for_opponent -> never_loses p start.
Proof.
  intros Hc. assert (H : forall b, good b -> never_loses p b).
  { cofix IH. intros b G. constructor.
    - now apply good_no_four.
    - intros c. destruct (answer b c G) as [[Q _] [d Gd]]. split; [now apply Q|]. exists d. now apply IH. }
  apply H, good_at_start.
Qed.

(** If they are right for both, nobody ever has a four. *)
Theorem neither_has_a_four : closed_for_opponent -> closed_for_responder -> endless p start.
Proof.
  intros Hc Hr. assert (H : forall b, good b -> endless p b).
  { cofix IH. intros b G. constructor.
    - destruct (good_no_four b G) as [Q1 Q2]. split; [now apply Q2|now apply Q1].
    - intros c. destruct (answer b c G) as [[Q1 Q2] [d Gd]]. split; [split; [now apply Q2|now apply Q1]|].
      exists d. now apply IH. }
  apply H, good_at_start.
Qed.

End Columns.
