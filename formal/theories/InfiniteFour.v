(** Infinite Connect-Four: the invariant behind response strategies (A3 to A9; Lemma 1 is A2).

    Columns have no top, or all the same one.  Two players drop stones in turn; four in a line
    win.  The responder answers every stone of the opponent: in the zone at the foot of a
    column by the pairs, above it on top of the opponent's stone.  Where no answer is called for he
    passes: he takes the lowest zone cell of a column far away.

    - [responder_never_loses]: if the zones and pairs are laid out as the format page
      `response` says (conditions C6, C8, C9, and C11 with no pass), and no line is open for the
      opponent (condition C10), then the responder never loses: he can go on for
      ever, and the opponent never has a four.
    - [neither_has_a_four]: if no line is open for the responder either, nobody ever has one:
      the game is endless, a draw.
    - [keeps_for_ever]: what he keeps to, whatever the lines are: of each pair nobody gets both cells, and above the zones the stones lie in turn.
    - [never_loses_in_general], [endless_in_general]: the same for a board on which only some columns exist,
      with or without a top row, and with passes, if there is always an untouched column to pass in.
    - [never_loses_below_a_top], [endless_below_a_top]: what has been laid out for a board without a top, with passes,
      is good below every top row as well.

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
(** Condition C9. *)
Hypothesis partner_low : forall x y s s', partner x = Some y -> below x = Some s -> partner s = Some s' ->
  below s' = None.
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
  kept_single : forall x y, partner x = Some y -> b x = Some true -> b y = Some true -> False }.

(** Without passes, an empty partner of a responder's cell lies under a guarded cell. *)
Definition busy (b : marks) : Prop := forall x y, b x = Some true -> partner x = Some y -> b y = None ->
  exists u v, below u = Some y /\ partner u = Some v /\ b v = Some false.

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
  (forall x y, partner x = Some y -> guarded b x y -> below y <> Some w) ->
  (forall x y, partner x = Some y -> guarded b x y -> below y = Some z -> y = w) ->
  (* the partner of z is taken care of *)
  (forall z', partner z = Some z' -> z' = w \/ b z' = Some true \/
     (b z' = None /\ exists s, below z' = Some s /\ b s = None /\ s <> z /\ s <> w /\
        forall s', partner s = Some s' -> s' = w \/ b s' = Some true)) ->
  (* so is the partner of w *)
  (forall y, partner w = Some y -> b y <> Some true) ->
  kept (mark (mark b z false) w true).
Proof.
  intros K [Ez Hz] Ew Hzw Hplay Hunder Hguard Hpz Hpw.
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
Qed.

Lemma busy_after b z w :
  kept b -> busy b -> playable b z -> b w = None -> z <> w ->
  (forall y, partner w = Some y -> b y = None -> y = z \/ exists u, below u = Some y /\ partner u = Some z) ->
  busy (mark (mark b z false) w true).
Proof.
  intros K B [Ez Hz] Ew Hzw Hbusy x y Hx Hp Hy.
  assert (Bz : mark (mark b z false) w true z = Some false) by (rewrite mark_other by auto; apply mark_same).
  assert (Bw : mark (mark b z false) w true w = Some true) by apply mark_same.
  assert (y <> z) by (intros ->; congruence). assert (y <> w) by (intros ->; congruence).
  rewrite !mark_other in Hy by auto. destruct (cell_dec x w) as [->|Nxw].
  - destruct (Hbusy y Hp Hy) as [->|[u [U1 U2]]]; [congruence|]. exists u, z. auto.
  - assert (x <> z) by (intros ->; congruence). rewrite !mark_other in Hx by auto.
    destruct (B x y Hx Hp Hy) as [u [v [U1 [U2 U3]]]]. exists u, v. repeat split; auto.
    rewrite !mark_other; auto; intros ->; congruence.
Qed.

(** The opponent's [z] calls for no answer. *)
Definition needs_no_reply (b : marks) (z : cell) : Prop :=
  (forall x y, partner x = Some y -> guarded b x y -> below y = Some z -> False) /\
  (forall z', partner z = Some z' -> b z' = Some true \/
     (b z' = None /\ exists s, below z' = Some s /\ b s = None /\ s <> z /\
        forall s', partner s = Some s' -> b s' = Some true)).

Lemma kept_alone b z : kept b -> playable b z -> needs_no_reply b z -> kept (mark b z false).
Proof.
  intros K [Ez Hz] [NG NP].
  assert (Bz : mark b z false z = Some false) by apply mark_same.
  assert (Bo : forall x, x <> z -> mark b z false x = b x) by (intros; apply mark_other; auto).
  assert (Keep : forall x v, b x = Some v -> mark b z false x = Some v).
  { intros x v H. rewrite Bo; auto; congruence. }
  assert (Guard : forall x y, partner x = Some y -> guarded b x y -> guarded (mark b z false) x y).
  { intros x y Hp Hg. pose proof Hg as [G1 [G2 [s [G3 [G4 G5]]]]].
    assert (y <> z) by (intros ->; specialize (Hz s G3); congruence).
    assert (s <> z) by (intros ->; now apply (NG x y)).
    split; [now apply Keep|]. split; [now rewrite Bo|]. exists s. split; auto.
    split; [now rewrite Bo|]. auto. }
  assert (PZ : forall z', partner z = Some z' -> mark b z false z' = Some true \/ guarded (mark b z false) z z').
  { intros z' Hp. destruct (NP z' Hp) as [H|[H [s [H1 [H2 [H3 H4]]]]]]; [left; auto|right].
    assert (z' <> z) by (intros ->; now apply partner_neq in Hp).
    split; auto. split; [now rewrite Bo|]. exists s. split; auto. split; [now rewrite Bo|]. auto. }
  split.
  - intros x s Hx Hb. destruct (cell_dec x z) as [->|Nz].
    + specialize (Hz s Hb). destruct (b s) eqn:E; [|congruence]. rewrite (Keep s b0 E). discriminate.
    + rewrite Bo in Hx by auto. pose proof (kept_gravity b K x s Hx Hb) as H.
      destruct (b s) eqn:E; [|congruence]. rewrite (Keep s b0 E). discriminate.
  - intros x y Hp. destruct (cell_dec x z) as [->|Nx]; [destruct (PZ y Hp); auto|].
    destruct (cell_dec y z) as [->|Ny]; [destruct (PZ x (partner_sym _ _ Hp)); auto|].
    destruct (kept_pairs b K x y Hp) as [[H1 H2]|[H|[H|[H|H]]]]; auto.
    + left. now rewrite !Bo.
    + right. right. right. left. auto.
    + right. right. right. right. apply Guard; auto.
  - intros x y Hp Hx Hy. assert (x <> z) by (intros ->; congruence). assert (y <> z) by (intros ->; congruence).
    rewrite Bo in Hx, Hy by auto. now apply (kept_single b K x y).
Qed.

(** A pass: a cell at the foot of a column in which nothing has happened. *)
Lemma kept_pass b w : kept b -> b w = None -> below w = None ->
  (forall y, partner w = Some y -> b y = None) ->
  (forall x y, partner x = Some y -> below y = Some w -> b x = None) ->
  kept (mark b w true).
Proof.
  intros K Ew Bw Hp Hu.
  assert (Mw : mark b w true w = Some true) by apply mark_same.
  assert (Bo : forall x, x <> w -> mark b w true x = b x) by (intros; apply mark_other; auto).
  assert (Keep : forall x v, b x = Some v -> mark b w true x = Some v).
  { intros x v H. rewrite Bo; auto; congruence. }
  assert (Guard : forall x y, partner x = Some y -> y <> w -> guarded b x y -> guarded (mark b w true) x y).
  { intros x y Hxy Hy [G1 [G2 [s [G3 [G4 G5]]]]].
    assert (s <> w) by (intros ->; rewrite (Hu x y) in G1; congruence).
    split; [now apply Keep|]. split; [now rewrite Bo|]. exists s. split; auto.
    split; [now rewrite Bo|]. auto. }
  split.
  - intros x s Hx Hb. destruct (cell_dec x w) as [->|Nw]; [congruence|].
    rewrite Bo in Hx by auto. pose proof (kept_gravity b K x s Hx Hb) as H.
    destruct (b s) eqn:E; [|congruence]. rewrite (Keep s b0 E). discriminate.
  - intros x y Hxy. destruct (cell_dec x w) as [->|Nx]; auto. destruct (cell_dec y w) as [->|Ny]; auto.
    destruct (kept_pairs b K x y Hxy) as [[H1 H2]|[H|[H|[H|H]]]]; auto.
    + left. now rewrite !Bo.
    + right. right. right. left. auto.
    + right. right. right. right. apply Guard; auto.
  - assert (W : forall y, partner w = Some y -> mark b w true y = Some true -> False).
    { intros y Hy H. assert (y <> w) by (intros ->; now apply partner_neq in Hy).
      rewrite Bo, (Hp y Hy) in H by auto. discriminate. }
    intros x y Hxy Hx Hy. destruct (cell_dec x w) as [->|Nx]; [now apply (W y)|].
    destruct (cell_dec y w) as [->|Ny]; [apply (W x); auto|].
    rewrite Bo in Hx, Hy by auto. now apply (kept_single b K x y).
Qed.

(** The responder has a reply to a stone in the zone, or it calls for none; if every zone cell has a partner, he has one. *)
Theorem reply_in_zone b z :
  kept b -> playable b z ->
  (exists w, w <> z /\ b w = None /\ partner w <> None /\
             (forall s, below w = Some s -> b s <> None \/ s = z) /\
             kept (mark (mark b z false) w true) /\
             (busy b -> busy (mark (mark b z false) w true))) \/
  (needs_no_reply b z /\ (busy b -> partner z <> None -> (forall x s, below x = Some s -> partner s <> None) -> False)).
Proof.
  intros K Hz. pose proof Hz as [Ez Hz'].
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
    left. assert (Hg : guarded b v u).
    { destruct (kept_pairs b K u v Huv) as [[_ H]|[H|[H|[[H _]|H]]]]; congruence || exact H. }
    exists u. assert (u <> z) by (intros ->; pose proof (below_flat z z Hu); congruence).
    split; auto. split; auto. split; [congruence|]. split.
    { intros s Hs. right. congruence. }
    destruct Hg as [_ [_ [s [Hs [Hbs Hsp]]]]]. assert (s = z) as -> by congruence. split.
    + apply kept_after; auto.
      * intros s Hs'. right. congruence.
      * intros x y _ [_ [_ [s [H1 _]]]] H2. pose proof (below_flat y u H2). congruence.
      * intros x y _ _ H2. apply (below_inj y u z); auto.
      * intros y Hy. assert (y = v) as -> by congruence. congruence.
    + intros B. apply busy_after; auto. intros y Hy Hn. assert (y = v) as -> by congruence. congruence.
  - assert (NoGuard : forall x y, partner x = Some y -> guarded b x y -> below y = Some z -> False).
    { intros x y Hxy [G1 [G2 _]] H. apply (C1 y x); auto. }
    destruct (partner z) as [z'|] eqn:Hp.
    2: { right. split; [|congruence]. split; [exact NoGuard|congruence]. }
    destruct (b z') as [[|]|] eqn:Ez'.
    + (* its partner is the responder's: no reply; without passes z would lie under a guarded cell *)
      right. split.
      { split; [exact NoGuard|]. intros y Hy. left. congruence. }
      intros B _ _. destruct (B z' z Ez' (partner_sym _ _ Hp) Ez) as [u [v [H1 [H2 H3]]]].
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
      * left. exists z'. split; auto. split; auto. split; [apply partner_sym in Hp; congruence|]. split; auto. split.
        -- apply kept_after; auto.
           ++ intros x y _ [G1 [G2 [s [G3 [G4 G5]]]]] H. assert (s = z') as -> by congruence.
              specialize (G5 z (partner_sym _ _ Hp)). congruence.
           ++ intros x y H1 H2 H3. exfalso. eapply NoGuard; eauto.
           ++ intros y Hy. left. congruence.
           ++ intros y Hy. apply partner_sym in Hp. assert (y = z) as -> by congruence. congruence.
        -- intros B. apply busy_after; auto. intros y Hy _. apply partner_sym in Hp. left. congruence.
      * (* it lies on an empty s: take the partner of s *)
        assert (Fs : below s = None) by now apply (below_flat z').
        destruct (partner s) as [s'|] eqn:Es'.
        2: { right. split.
             - split; [exact NoGuard|]. intros y Hy. assert (y = z') as -> by congruence. right. split; auto.
               exists s. repeat split; auto. congruence.
             - intros _ _ U. now apply (U z' s). }
        assert (Ls : below s' = None) by now apply (partner_low z' z s s' (partner_sym _ _ Hp)).
        assert (Ns : s <> s') by now apply partner_neq.
        assert (s' <> z).
        { intros ->. apply partner_sym in Es'. assert (z' = s) as -> by congruence. congruence. }
        destruct (b s') as [[|]|] eqn:Ebs'.
        -- (* the responder has it: then z' is guarded already *)
           right. split.
           { split; [exact NoGuard|]. intros y Hy. assert (y = z') as -> by congruence. right. split; auto.
             exists s. repeat split; auto. congruence. }
           intros B _ _. destruct (B s' s Ebs' (partner_sym _ _ Es') Hbs) as [u [v [U1 [U2 U3]]]].
           assert (u = z') as -> by now apply (below_inj u z' s). apply partner_sym in Hp. congruence.
        -- (* the opponent has it: then s would be guarded, and it lies on nothing *)
           exfalso. destruct (kept_pairs b K s s' Es') as [[_ H']|[H'|[H'|[[H' _]|[_ [_ [q [Q1 _]]]]]]]]; congruence.
        -- left. exists s'. split; auto. split; auto. split; [apply partner_sym in Es'; congruence|].
           split; [congruence|]. split.
           ++ apply kept_after; auto; try congruence.
              ** intros x y _ [G1 [G2 [q [G3 [G4 G5]]]]] H'. assert (q = s') as -> by congruence.
                 specialize (G5 s (partner_sym _ _ Es')). congruence.
              ** intros x y H1 H2 H3. exfalso. eapply NoGuard; eauto.
              ** intros y Hy. assert (y = z') as -> by congruence. right. right. split; auto.
                 exists s. repeat split; auto. intros q Hq. left. congruence.
              ** intros y Hy. apply partner_sym in Es'. assert (y = s) as -> by congruence. congruence.
           ++ intros B. apply busy_after; auto. intros y Hy _. right. apply partner_sym in Es'.
              assert (y = s) as -> by congruence. exists z'. split; auto.
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
  intros H [K1 K2 K3].
  assert (G : forall x y, guarded b x y -> guarded b' x y).
  { intros x y [G1 [G2 [s [G3 [G4 G5]]]]]. repeat split; try congruence.
    exists s. repeat split; auto; [congruence|]. intros s' Hs'. rewrite H. auto. }
  split.
  - intros x s. rewrite !H. apply K1.
  - intros x y Hp. rewrite !H. destruct (K2 x y Hp) as [?|[?|[?|[?|?]]]]; auto.
    + right. right. right. left. auto.
    + right. right. right. right. auto.
  - intros x y. rewrite !H. apply K3.
Qed.

Lemma busy_ext b b' : (forall x, b' x = b x) -> busy b -> busy b'.
Proof.
  intros H B x y. rewrite !H. intros H1 H2 H3. destruct (B x y H1 H2 H3) as [u [v [? [? ?]]]].
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

(** The same on a board on which only some columns exist, and perhaps no rows above [top]. *)
Definition fits (top : option nat) (r : nat) : bool := match top with Some h => r <=? h | None => true end.

Definition can_play (on_board : column -> Prop) (top : option nat) (b : position) (c : column) : Prop :=
  on_board c /\ fits top (S (height b c)) = true.

CoInductive answers_on (on_board : column -> Prop) (top : option nat) (quiet : position -> Prop) (p : player)
    (b : position) : Prop :=
| goes_on_there :
    quiet b ->
    (forall c, can_play on_board top b c ->
       quiet (drop (other p) c b) /\
       exists d, can_play on_board top (drop (other p) c b) d /\
                 answers_on on_board top quiet p (drop p d (drop (other p) c b))) ->
    answers_on on_board top quiet p b.

Lemma answers_everywhere quiet p b : answers_on (fun _ => True) None quiet p b -> answers quiet p b.
Proof.
  revert b. cofix IH. intros b [Q H]. constructor; auto. intros c.
  destruct (H c (conj I eq_refl)) as [Q' [d [_ A]]]. split; auto. exists d. apply IH, A.
Qed.

(** ** Zones and pairs on the columns *)

Variable on_board : column -> Prop.
Variable top : option nat.
Variable p : player.
Variable start : position.
(** The height of the zone: up to there the pairs count, above it answers are on top. *)
Variable zone_height : column -> nat.
Variable partner : cell -> option cell.

Definition zone (x : cell) : Prop := height start (fst x) < snd x <= zone_height (fst x).

(** Conditions C6 and C8: zones have at most two cells on the stones; pairs join zone cells. *)
Hypothesis zone_range : forall c, height start c <= zone_height c <= height start c + 2.
Hypothesis partner_zone : forall x y, partner x = Some y -> zone x.
Hypothesis partner_sym : forall x y, partner x = Some y -> partner y = Some x.
Hypothesis partner_neq : forall x y, partner x = Some y -> x <> y.
(** Condition C9: if a paired cell lies on a zone cell that has a partner, that partner is the lowest zone cell of its column. *)
Hypothesis partner_low : forall x y s', partner x = Some y -> snd x = height start (fst x) + 2 ->
  partner (fst x, height start (fst x) + 1) = Some s' -> snd s' = height start (fst s') + 1.
(** The zones lie on the board. *)
Hypothesis zone_on_board : forall c, height start c < zone_height c -> on_board c.
Hypothesis zone_fits : forall c, fits top (zone_height c) = true.

(** Condition C11.  Either every zone cell has a partner and there is no top row, and the responder never passes; or he always can: whatever
    finitely many columns have been touched, another one has a zone cell, and no partner in one of these. *)
Definition never_passes : Prop := top = None /\ forall x, zone x -> partner x <> None.
Definition can_pass : Prop := forall touched : list column, exists c,
  ~ In c touched /\ height start c < zone_height c /\
  forall r y, partner (c, r) = Some y -> ~ In (fst y) touched.

(** Cells that are certain to be the responder's, or the opponent's. *)
Definition sure_own (x : cell) : Prop :=
  (1 <= snd x <= height start (fst x) /\ stone start (fst x) (snd x) = p) \/
  (zone_height (fst x) < snd x /\ Nat.even (snd x - zone_height (fst x)) = true).
Definition sure_other (x : cell) : Prop :=
  (1 <= snd x <= height start (fst x) /\ stone start (fst x) (snd x) = other p) \/
  (zone_height (fst x) < snd x /\ Nat.even (snd x - zone_height (fst x)) = false).

Definition holds_pair (l : list cell) : Prop := exists x y, In x l /\ In y l /\ partner x = Some y.

(** Condition C10. *)
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

Notation busy := (busy cell below partner).

Record steady (b : position) : Prop := {
  steady_height : forall c, height start c <= height b c;
  steady_start : forall c r, 1 <= r <= height start c -> stone b c r = stone start c r;
  steady_even : forall c, zone_height c < height b c ->
    Nat.even (height b c - zone_height c) = true \/ fits top (S (height b c)) = false;
  steady_top : forall c r, zone_height c < r <= height b c ->
    stone b c r = if Nat.even (r - zone_height c) then p else other p;
  steady_touched : exists touched, forall c, ~ In c touched -> height b c = height start c }.

Definition good (b : position) : Prop :=
  steady b /\ kept (zone_marks b) /\ (can_pass \/ never_passes /\ busy (zone_marks b)).

(** The stones lie as the board says: those of the start as they were, above the zones the opponent's and the responder's in turn, and of no
    pair has one side both cells.  Nobody has a four then, if the lines are closed. *)
Definition keeps_to_board (b : position) : Prop :=
  (forall c r, 1 <= r <= height start c -> stone b c r = stone start c r) /\
  (forall c r, zone_height c < r <= height b c -> stone b c r = if Nat.even (r - zone_height c) then p else other p) /\
  (forall x y q, partner x = Some y -> has b q x -> has b q y -> False).

Lemma keeps_by_marks b :
  (forall c r, 1 <= r <= height start c -> stone b c r = stone start c r) ->
  (forall c r, zone_height c < r <= height b c -> stone b c r = if Nat.even (r - zone_height c) then p else other p) ->
  (forall x y, partner x = Some y -> zone_marks b x = Some false -> zone_marks b y = Some false -> False) ->
  (forall x y, partner x = Some y -> zone_marks b x = Some true -> zone_marks b y = Some true -> False) ->
  keeps_to_board b.
Proof.
  intros H1 H2 H3 H4. split; [exact H1|]. split; [exact H2|]. intros x y q Hp Hx Hy.
  apply marks_has in Hx; [|now apply (partner_zone x y)]. apply marks_has in Hy; [|apply (partner_zone y x); auto].
  destruct (same q p); eauto.
Qed.

Lemma no_four b : keeps_to_board b ->
  (closed_for_opponent -> ~ four b (other p)) /\ (closed_for_responder -> ~ four b p).
Proof.
  intros [H1 [H2 H3]]. split; intros Hc [l [Hl Hf]]; destruct (Hc l Hl) as [[x [Hin Hx]]|[x [y [Hx [Hy Hp]]]]].
  - destruct (Hf x Hin) as [Hr E]. destruct Hx as [[R S]|[R S]].
    + rewrite H1 in E by auto. rewrite S in E. symmetry in E. now apply other_neq in E.
    + rewrite H2, S in E by lia. symmetry in E. now apply other_neq in E.
  - apply (H3 x y (other p) Hp); auto.
  - destruct (Hf x Hin) as [Hr E]. destruct Hx as [[R S]|[R S]].
    + rewrite H1 in E by auto. rewrite S in E. now apply other_neq in E.
    + rewrite H2, S in E by lia. now apply other_neq in E.
  - apply (H3 x y p Hp); auto.
Qed.

Lemma good_keeps b : good b -> keeps_to_board b.
Proof.
  intros [S [K _]]. apply keeps_by_marks.
  - apply (steady_start b S).
  - apply (steady_top b S).
  - apply (kept_not_both cell below partner _ K).
  - apply (kept_single cell below partner _ K).
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

(** A stone in the zone. *)
Lemma steady_in_zone q c b : steady b -> S (height b c) <= zone_height c -> steady (drop q c b).
Proof.
  intros [S1 S2 S3 S4 [L S5]] H.
  assert (Hh : forall d, height (drop q c b) d = height b d \/ height (drop q c b) d <= zone_height d).
  { intros d. destruct (column_dec c d) as [->|N]; [right; rewrite height_drop_same; auto|left; now apply height_drop_other]. }
  split.
  - intros d. destruct (column_dec c d) as [->|N]; [rewrite height_drop_same|rewrite height_drop_other by auto];
      specialize (S1 d); lia.
  - intros d r Hr. rewrite stone_drop_old; [auto|]. specialize (S1 d). lia.
  - intros d Hd. destruct (Hh d) as [E|E]; [rewrite E in *; auto|lia].
  - intros d r Hr. destruct (Hh d) as [E|E]; [|lia]. rewrite E in Hr. rewrite stone_drop_old by lia. auto.
  - exists (c :: L). intros d Hd. simpl in Hd. rewrite height_drop_other by tauto. apply S5. tauto.
Qed.

(** A stone of the opponent above the zone, in the top row or answered on top. *)
Lemma steady_above c b : steady b -> zone_height c <= height b c -> fits top (S (height b c)) = true ->
  (forall d r, zone_height d < r <= height (drop (other p) c b) d ->
     stone (drop (other p) c b) d r = if Nat.even (r - zone_height d) then p else other p) /\
  (fits top (S (S (height b c))) = false -> steady (drop (other p) c b)) /\
  steady (drop p c (drop (other p) c b)).
Proof.
  intros [S1 S2 S3 S4 [L S5]] H F. set (b1 := drop (other p) c b).
  assert (Odd : Nat.even (S (height b c) - zone_height c) = false).
  { destruct (Nat.eq_dec (height b c) (zone_height c)) as [E|E].
    - rewrite E. replace (S (zone_height c) - zone_height c) with 1 by lia. reflexivity.
    - replace (S (height b c) - zone_height c) with (S (height b c - zone_height c)) by lia.
      destruct (S3 c) as [E'|E']; [lia| |congruence].
      rewrite Nat.even_succ, <- Nat.negb_even, E'. reflexivity. }
  assert (H1 : height b1 c = S (height b c)) by apply height_drop_same.
  assert (T1 : forall d r, zone_height d < r <= height b1 d ->
     stone b1 d r = if Nat.even (r - zone_height d) then p else other p).
  { intros d r Hr. unfold b1 in *. destruct (column_dec c d) as [->|Hcd].
    - rewrite height_drop_same in Hr. destruct (Nat.eq_dec r (S (height b d))) as [->|N].
      + rewrite stone_drop_new, Odd. reflexivity.
      + rewrite stone_drop_old by lia. apply S4. lia.
    - rewrite height_drop_other in Hr by auto. rewrite stone_drop_old by lia. now apply S4. }
  assert (G1 : forall e, height start e <= height b1 e).
  { intros e. unfold b1. destruct (column_dec c e) as [->|]; [rewrite height_drop_same|rewrite height_drop_other by auto];
      specialize (S1 e); lia. }
  assert (Old : forall d r, 1 <= r <= height start d -> stone b1 d r = stone start d r).
  { intros d r Hr. unfold b1. rewrite stone_drop_old; [now apply S2|]. specialize (S1 d). lia. }
  assert (L1 : forall d, ~ In d (c :: L) -> height b1 d = height start d).
  { intros d Hd. simpl in Hd. unfold b1. rewrite height_drop_other by tauto. apply S5. tauto. }
  split; [exact T1|]. split.
  - intros F2. split; auto.
    + intros d Hd. destruct (column_dec c d) as [->|Hcd].
      * right. now rewrite H1.
      * unfold b1 in *. rewrite height_drop_other in * by auto. auto.
    + exists (c :: L). exact L1.
  - assert (Even : Nat.even (S (S (height b c)) - zone_height c) = true).
    { replace (S (S (height b c)) - zone_height c) with (S (S (height b c) - zone_height c)) by lia.
      rewrite Nat.even_succ, <- Nat.negb_even, Odd. reflexivity. }
    split.
    + intros e. destruct (column_dec c e) as [->|Hde]; [rewrite height_drop_same|rewrite height_drop_other by auto];
        specialize (G1 e); lia.
    + intros e r Hr. rewrite stone_drop_old; [now apply Old|]. specialize (G1 e). lia.
    + intros e He. destruct (column_dec c e) as [->|Hce].
      * left. rewrite height_drop_same, H1. exact Even.
      * rewrite height_drop_other in * by auto. unfold b1 in *. rewrite height_drop_other in * by auto. now apply S3.
    + intros e r Hr. destruct (column_dec c e) as [->|Hce].
      * rewrite height_drop_same, H1 in Hr. destruct (Nat.eq_dec r (S (S (height b e)))) as [->|N].
        -- rewrite <- H1, stone_drop_new. rewrite H1, Even. reflexivity.
        -- rewrite stone_drop_old by lia. apply T1. lia.
      * rewrite height_drop_other in Hr by auto. rewrite stone_drop_old by lia. apply T1. lia.
    + exists (c :: L). intros d Hd. rewrite height_drop_other by (simpl in Hd; tauto). now apply L1.
Qed.

Lemma untouched_marks b x : height b (fst x) <= height start (fst x) -> zone_marks b x = None.
Proof.
  intros H. rewrite marks_spec.
  destruct (Nat.ltb_spec (height start (fst x)) (snd x)), (Nat.leb_spec (snd x) (height b (fst x)));
    rewrite ?andb_false_r; simpl; auto; lia.
Qed.

Lemma fits_below r r' : r <= r' -> fits top r' = true -> fits top r = true.
Proof. unfold fits. destruct top; auto. rewrite !Nat.leb_le. lia. Qed.

(** The responder passes. *)
Lemma pass b : steady b -> kept (zone_marks b) -> can_pass ->
  exists d, can_play on_board top b d /\ steady (drop p d b) /\ kept (zone_marks (drop p d b)).
Proof.
  intros S K P. pose proof (steady_touched b S) as [L HL]. destruct (P L) as [c [Hc [Hz Hp]]].
  pose proof (HL c Hc) as E. exists c. split; [|split].
  - split; auto. rewrite E. apply (fits_below _ (zone_height c)); auto.
  - apply steady_in_zone; auto. lia.
  - eapply kept_ext; [intros x; rewrite (marks_drop p c b (steady_height b S)); rewrite same_refl|].
    { destruct (Nat.leb_spec (Datatypes.S (height b c)) (zone_height c)); [reflexivity|lia]. }
    rewrite E. apply kept_pass; auto.
    + apply untouched_marks. simpl. lia.
    + destruct (below (c, Datatypes.S (height start c))) as [s|] eqn:Eb; auto. apply below_some in Eb. simpl in Eb. lia.
    + intros y Hy. apply untouched_marks. rewrite HL; auto. now apply (Hp _ _ Hy).
    + intros x y Hxy Hb. apply below_some in Hb. destruct Hb as [_ [_ Hb]]. apply partner_sym in Hxy.
      destruct y as [d r]. simpl in Hb. inversion Hb. subst d. apply untouched_marks. rewrite HL; auto.
      now apply (Hp _ _ Hxy).
Qed.

(** ** The responder's answer *)

Lemma answer b c : good b -> can_play on_board top b c ->
  keeps_to_board (drop (other p) c b) /\
  exists d, can_play on_board top (drop (other p) c b) d /\ good (drop p d (drop (other p) c b)).
Proof.
  intros [S [K R]] [On Fit]. pose proof S as [G1 G2 _ G4 _]. set (b1 := drop (other p) c b).
  pose proof (marks_drop (other p) c b G1) as M1. rewrite same_other in M1. fold b1 in M1.
  assert (Old : forall d r, 1 <= r <= height start d -> stone b1 d r = stone start d r).
  { intros d r H. unfold b1. rewrite stone_drop_old; [now apply G2|]. specialize (G1 d). lia. }
  assert (G1' : forall e, height start e <= height b1 e).
  { intros e. unfold b1. destruct (column_dec c e) as [->|]; [rewrite height_drop_same|rewrite height_drop_other by auto];
      specialize (G1 e); lia. }
  destruct (Nat.leb_spec (Datatypes.S (height b c)) (zone_height c)) as [L|L].
  - (* a stone in the zone *)
    set (z := (c, Datatypes.S (height b c))) in *.
    assert (Zz : zone z) by (unfold zone, z; simpl; specialize (G1 c); lia).
    assert (Play : playable cell below (zone_marks b) z).
    { split.
      - rewrite marks_spec. unfold z. cbn [fst snd].
        destruct (Nat.leb_spec (Datatypes.S (height b c)) (height b c)); [lia|]. now rewrite andb_false_r.
      - intros s Hs. apply below_some in Hs. unfold z in Hs. cbn [fst snd] in Hs. destruct Hs as [E1 [E2 ->]].
        rewrite marks_spec. cbn [fst snd].
        destruct (Nat.ltb_spec (height start c) (height start c + 1)), (Nat.leb_spec (height start c + 1) (zone_height c)),
          (Nat.leb_spec (height start c + 1) (height b c)); simpl; try lia. discriminate. }
    pose proof (steady_in_zone (other p) c b S L) as S1. fold b1 in S1.
    split.
    + apply keeps_by_marks; auto.
      * apply (steady_top b1 S1).
      * assert (Zf : forall y, partner z = Some y -> zone_marks b y <> Some false).
        { intros y Hy. now apply (never_second cell below partner (zone_marks b) z). }
        intros x y Hxy. rewrite !M1. unfold mark.
        destruct (cell_dec z x) as [<-|Nx], (cell_dec z y) as [<-|Ny].
        -- now apply partner_neq in Hxy.
        -- intros _ H. now apply (Zf y).
        -- intros H _. apply (Zf x); auto.
        -- apply (kept_not_both cell below partner _ K x y Hxy).
      * intros x y Hxy. rewrite !M1. unfold mark.
        destruct (cell_dec z x) as [<-|Nx], (cell_dec z y) as [<-|Ny]; try discriminate.
        apply (kept_single cell below partner _ K x y Hxy).
    + destruct (reply_in_zone cell cell_dec below above partner above_below partner_sym partner_neq below_flat
                  low_partner (zone_marks b) z K Play)
        as [[w [Nw [Ew [Pw [Bw [K2 B2]]]]]]|[None1 None2]].
      * (* there is a reply in the zone *)
        destruct w as [d rw].
        assert (Zw : zone (d, rw)).
        { destruct (partner (d, rw)) as [v|] eqn:E; [|congruence]. now apply (partner_zone _ v). }
        unfold zone in Zw. cbn [fst snd] in Zw.
        assert (Hempty : height b d < rw).
        { rewrite marks_spec in Ew. cbn [fst snd] in Ew.
          destruct (Nat.ltb_spec (height start d) rw), (Nat.leb_spec rw (zone_height d)),
            (Nat.leb_spec rw (height b d)); simpl in Ew; try lia; discriminate. }
        pose proof (G1 d) as G1d. pose proof (G1 c) as G1c. pose proof (zone_range d) as Rd.
        assert (Top : Datatypes.S (height b1 d) = rw).
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
        exists d. pose proof (marks_drop p d b1 G1') as M2. rewrite same_refl, Top in M2.
        assert (rw <=? zone_height d = true) as E by (apply Nat.leb_le; lia). rewrite E in M2.
        assert (M : forall x, zone_marks (drop p d b1) x = mark cell cell_dec (mark cell cell_dec (zone_marks b) z false) (d, rw) true x).
        { intros x. rewrite M2. unfold mark at 1 2. destruct (cell_dec (d, rw) x); auto. }
        split; [|split; [|split]].
        -- split; [apply zone_on_board; lia|]. rewrite Top. apply (fits_below _ (zone_height d)); auto. lia.
        -- apply steady_in_zone; auto. lia.
        -- eapply kept_ext; [exact M|exact K2].
        -- destruct R as [R|[R B]]; [now left|right]. split; auto. eapply busy_ext; [exact M|auto].
      * (* none is called for: pass *)
        destruct R as [R|[[_ R] B]].
        -- assert (K1 : kept (zone_marks b1)).
           { eapply kept_ext; [exact M1|]. apply (kept_alone cell cell_dec below partner); auto. }
           destruct (pass b1 S1 K1 R) as [d [C [Sd Kd]]]. exists d. split; auto. split; auto.
        -- exfalso. apply None2; auto. intros x s Hb. apply below_some in Hb. destruct Hb as [E1 [E2 ->]].
           apply R. unfold zone. simpl. lia.
  - (* above the zone: answer on top, or pass if there is no room *)
    destruct (steady_above c b S ltac:(lia) Fit) as [T1 [S1 S2]]. fold b1 in T1, S1, S2.
    assert (K1 : kept (zone_marks b1)) by (eapply kept_ext; [exact M1|exact K]).
    split.
    + apply keeps_by_marks; auto.
      * apply (kept_not_both cell below partner _ K1).
      * apply (kept_single cell below partner _ K1).
    + assert (H1 : height b1 c = Datatypes.S (height b c)) by apply height_drop_same.
      destruct (fits top (Datatypes.S (Datatypes.S (height b c)))) eqn:F2.
      * exists c. pose proof (marks_drop p c b1 G1') as M2. rewrite H1 in M2.
        assert (Datatypes.S (Datatypes.S (height b c)) <=? zone_height c = false) as E by (apply Nat.leb_gt; lia). rewrite E in M2.
        split; [split; auto; now rewrite H1|]. split; [exact S2|]. split.
        -- eapply kept_ext; [exact M2|exact K1].
        -- destruct R as [R|[R B]]; [now left|right]. split; auto.
           eapply busy_ext; [|exact B]. intros x. now rewrite M2, M1.
      * destruct R as [R|[[R _] _]]; [|rewrite R in F2; discriminate].
        destruct (pass b1 (S1 eq_refl) K1 R) as [d [C [Sd Kd]]]. exists d. split; auto. split; auto.
Qed.

Lemma good_at_start : can_pass \/ never_passes -> good start.
Proof.
  intros R. assert (N : forall x, zone_marks start x = None) by (intros x; now apply untouched_marks).
  split; [|split].
  - split; auto.
    + intros c H. specialize (zone_range c). lia.
    + intros c r H. specialize (zone_range c). lia.
    + exists []. auto.
  - split; intros; rewrite ?N in *; try congruence. auto.
  - destruct R; [now left|right]. split; auto. intros x y E. rewrite N in E. discriminate.
Qed.

(** If the pairs are right, the responder can keep to the board for ever. *)
Theorem keeps_for_ever : can_pass \/ never_passes -> answers_on on_board top keeps_to_board p start.
Proof.
  intros R. assert (H : forall b, good b -> answers_on on_board top keeps_to_board p b).
  { cofix IH. intros b G. constructor.
    - now apply good_keeps.
    - intros c C. destruct (answer b c G C) as [Q [d [Cd Gd]]]. split; [exact Q|]. exists d. split; auto. }
  apply H, good_at_start, R.
Qed.

Lemma answers_weaker (Q Q' : position -> Prop) : (forall b, Q b -> Q' b) ->
  forall b, answers_on on_board top Q p b -> answers_on on_board top Q' p b.
Proof.
  intros H. cofix IH. intros b [Q1 Q2]. constructor; auto. intros c C. destruct (Q2 c C) as [Q3 [d [Cd A]]].
  split; auto. exists d. split; auto.
Qed.

(** If the lines are right too, he never loses. *)
Theorem never_loses_in_general : can_pass \/ never_passes -> closed_for_opponent ->
  answers_on on_board top (fun b => ~ four b (other p)) p start.
Proof.
  intros R Hc. apply (answers_weaker keeps_to_board); [|now apply keeps_for_ever]. intros b K. now apply no_four.
Qed.

(** If they are right for both, nobody ever has a four. *)
Theorem endless_in_general : can_pass \/ never_passes -> closed_for_opponent -> closed_for_responder ->
  answers_on on_board top (fun b => ~ four b p /\ ~ four b (other p)) p start.
Proof.
  intros R Hc Hr. apply (answers_weaker keeps_to_board); [|now apply keeps_for_ever].
  intros b K. destruct (no_four b K) as [Q1 Q2]. split; [now apply Q2|now apply Q1].
Qed.

End Columns.

(** ** All columns, no top row, no passes *)

Section Everywhere.

Variable column : Type.
Variable column_dec : forall c d : column, {c = d} + {c <> d}.
Variable line : list (cell column) -> Prop.
Variable p : player.
Variable start : position column.
Variable zone_height : column -> nat.
Variable partner : cell column -> option (cell column).

Hypothesis zone_range : forall c, height column start c <= zone_height c <= height column start c + 2.
Hypothesis partner_zone : forall x y, partner x = Some y -> zone column start zone_height x.
Hypothesis partner_sym : forall x y, partner x = Some y -> partner y = Some x.
Hypothesis partner_neq : forall x y, partner x = Some y -> x <> y.
Hypothesis all_paired : forall x, zone column start zone_height x -> partner x <> None.
Hypothesis partner_low : forall x y s', partner x = Some y -> snd x = height column start (fst x) + 2 ->
  partner (fst x, height column start (fst x) + 1) = Some s' -> snd s' = height column start (fst s') + 1.

(** If the pairs and the lines are right, the responder never loses. *)
Theorem responder_never_loses :
  closed_for_opponent column line p start zone_height partner -> never_loses column column_dec line p start.
Proof.
  intros H. apply answers_everywhere.
  apply (never_loses_in_general column column_dec line (fun _ => True) None p start zone_height partner); auto.
  right. split; auto.
Qed.

(** If they are right for both, nobody ever has a four. *)
Theorem neither_has_a_four :
  closed_for_opponent column line p start zone_height partner ->
  closed_for_responder column line p start zone_height partner -> endless column column_dec line p start.
Proof.
  intros H1 H2. apply answers_everywhere.
  apply (endless_in_general column column_dec line (fun _ => True) None p start zone_height partner); auto.
  right. split; auto.
Qed.

End Everywhere.

(** ** A top row *)

Section Top.

Variable column : Type.
Variable column_dec : forall c d : column, {c = d} + {c <> d}.
Variable line : list (cell column) -> Prop.
Variable p : player.
Variable start : position column.
Variable zone_height : column -> nat.
Variable partner : cell column -> option (cell column).

Hypothesis zone_range : forall c, height column start c <= zone_height c <= height column start c + 2.
Hypothesis partner_zone : forall x y, partner x = Some y -> zone column start zone_height x.
Hypothesis partner_sym : forall x y, partner x = Some y -> partner y = Some x.
Hypothesis partner_neq : forall x y, partner x = Some y -> x <> y.
Hypothesis partner_low : forall x y s', partner x = Some y -> snd x = height column start (fst x) + 2 ->
  partner (fst x, height column start (fst x) + 1) = Some s' -> snd s' = height column start (fst s') + 1.
Variable h : nat.
Hypothesis room : forall c, height column start c <= h.
Hypothesis h_positive : 1 <= h.
(** An untouched column in which he passes has no stones at the start. *)
Hypothesis pass_on_the_ground : forall touched : list column, exists c,
  ~ In c touched /\ height column start c = 0 /\ 0 < zone_height c /\
  forall r y, partner (c, r) = Some y -> ~ In (fst y) touched.

Definition cut_height (c : column) : nat := Nat.min (zone_height c) h.
Definition cut_partner (x : cell column) : option (cell column) :=
  match partner x with Some y => if (snd x <=? h) && (snd y <=? h) then Some y else None | None => None end.
(** A line below the top. *)
Definition cut_line (l : list (cell column)) : Prop := line l /\ forall x, In x l -> snd x <= h.

Lemma cut_partner_some x y : cut_partner x = Some y <-> partner x = Some y /\ snd x <= h /\ snd y <= h.
Proof.
  unfold cut_partner. destruct (partner x) as [z|].
  - destruct (Nat.leb_spec (snd x) h), (Nat.leb_spec (snd z) h); simpl; split; intros H1; try discriminate.
    + inversion H1; subst. auto.
    + destruct H1 as [E _]. inversion E. reflexivity.
    + destruct H1 as [E H1]. inversion E; subst. lia.
    + destruct H1 as [E H1]. inversion E; subst. lia.
    + destruct H1 as [E H1]. inversion E; subst. lia.
  - split; [discriminate|intros [H _]; discriminate].
Qed.

Lemma cut_closed (sure sure' : cell column -> Prop) :
  (forall x, snd x <= h -> sure x -> sure' x) ->
  (forall l, line l -> (exists x, In x l /\ sure x) \/ holds_pair column partner l) ->
  forall l, cut_line l -> (exists x, In x l /\ sure' x) \/ holds_pair column cut_partner l.
Proof.
  intros Hs H l [Hl Hh]. destruct (H l Hl) as [[x [H1 H2]]|[x [y [H1 [H2 H3]]]]]; [left|right].
  - exists x. auto.
  - exists x, y. repeat split; auto. apply cut_partner_some. auto.
Qed.

Lemma below_a_top (quiet : position column -> Prop) :
  (forall zone_height' partner',
     (forall c, height column start c <= zone_height' c <= height column start c + 2) ->
     (forall x y, partner' x = Some y -> zone column start zone_height' x) ->
     (forall x y, partner' x = Some y -> partner' y = Some x) ->
     (forall x y, partner' x = Some y -> x <> y) ->
     (forall x y s', partner' x = Some y -> snd x = height column start (fst x) + 2 ->
        partner' (fst x, height column start (fst x) + 1) = Some s' -> snd s' = height column start (fst s') + 1) ->
     (forall c, fits (Some h) (zone_height' c) = true) ->
     can_pass column start zone_height' partner' ->
     (forall x, snd x <= h -> sure_own column p start zone_height x -> sure_own column p start zone_height' x) ->
     (forall x, snd x <= h -> sure_other column p start zone_height x -> sure_other column p start zone_height' x) ->
     partner' = cut_partner ->
     answers_on column column_dec (fun _ => True) (Some h) quiet p start) ->
  answers_on column column_dec (fun _ => True) (Some h) quiet p start.
Proof.
  intros H. apply (H cut_height cut_partner); clear H; auto.
  - intros c. unfold cut_height. specialize (zone_range c). specialize (room c). lia.
  - intros x y E. apply cut_partner_some in E. destruct E as [E [E1 E2]]. apply partner_zone in E.
    unfold zone, cut_height in *. lia.
  - intros x y E. apply cut_partner_some. apply cut_partner_some in E. destruct E as [E [E1 E2]]. auto.
  - intros x y E. apply cut_partner_some in E. now apply partner_neq.
  - intros x y s' E1 E2 E3. apply cut_partner_some in E1, E3. destruct E1 as [E1 _], E3 as [E3 _].
    now apply (partner_low x y).
  - intros c. simpl. apply Nat.leb_le. unfold cut_height. lia.
  - intros L. destruct (pass_on_the_ground L) as [c [H1 [H2 [H3 H4]]]]. exists c. split; auto. split.
    + unfold cut_height. lia.
    + intros r y E. apply cut_partner_some in E. now apply (H4 r), E.
  - intros x Hx [S|[S1 S2]]; [now left|right]. unfold cut_height.
    replace (Nat.min (zone_height (fst x)) h) with (zone_height (fst x)) by lia. auto.
  - intros x Hx [S|[S1 S2]]; [now left|right]. unfold cut_height.
    replace (Nat.min (zone_height (fst x)) h) with (zone_height (fst x)) by lia. auto.
Qed.

Theorem never_loses_below_a_top : closed_for_opponent column line p start zone_height partner ->
  answers_on column column_dec (fun _ => True) (Some h) (fun b => ~ four column cut_line b (other p)) p start.
Proof.
  intros Hc. apply below_a_top. intros z' p' A1 A2 A3 A4 A5 A6 A7 A8 A9 ->.
  apply (never_loses_in_general column column_dec cut_line (fun _ => True) (Some h) p start z' cut_partner); auto.
  unfold closed_for_opponent. now apply (cut_closed (sure_own column p start zone_height)).
Qed.

Theorem endless_below_a_top : closed_for_opponent column line p start zone_height partner ->
  closed_for_responder column line p start zone_height partner ->
  answers_on column column_dec (fun _ => True) (Some h)
    (fun b => ~ four column cut_line b p /\ ~ four column cut_line b (other p)) p start.
Proof.
  intros Hc Hr. apply below_a_top. intros z' p' A1 A2 A3 A4 A5 A6 A7 A8 A9 ->.
  apply (endless_in_general column column_dec cut_line (fun _ => True) (Some h) p start z' cut_partner); auto.
  - unfold closed_for_opponent. now apply (cut_closed (sure_own column p start zone_height)).
  - unfold closed_for_responder. now apply (cut_closed (sure_other column p start zone_height)).
Qed.

End Top.
