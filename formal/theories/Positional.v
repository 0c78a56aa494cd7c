(** Positional games: two players in turn claim free points of a finite board.

    A player wins when the points he owns reach his goal.  Goals are monotone:
    a further point never hurts.  Hex is such a game; so are the statements of
    the certificates of kind `connection`.

    Proved here, for every such game:
    - a better position stays won, and having the move never hurts
      ([wins_better], [wins_with_the_move]);
    - the two players do not both win ([not_both_win]);
    - if a full board reaches one of the two goals, one of the players wins
      ([determined]): finite determinacy, without any axiom;
    - games on disjoint points are played side by side ([wins_both]).

    Source of the notion: J. Beck, Combinatorial Games: Tic-Tac-Toe Theory, 2008. *)

From Coq Require Import List Bool Arith Lia.
Import ListNotations.

Inductive player := Black | White.

Definition other (p : player) : player :=
  match p with Black => White | White => Black end.

Lemma other_other p : other (other p) = p.
Proof. destruct p; reflexivity. Qed.

Lemma other_neq p : other p <> p.
Proof. destruct p; discriminate. Qed.

Section Positional.

Variable point : Type.
Variable eq_dec : forall x y : point, {x = y} + {x <> y}.
(** The points that can be claimed. *)
Variable points : list point.

(** Who owns which point. *)
Definition board := point -> option player.

Definition owned (p : player) (b : board) : point -> Prop := fun x => b x = Some p.
Definition free (b : board) (x : point) : Prop := In x points /\ b x = None.
Definition put (p : player) (x : point) (b : board) : board :=
  fun y => if eq_dec x y then Some p else b y.

(** [wins goal p q b]: from [b], with [q] to move, player [p] can make sure that
    the points he owns reach [goal], whatever the other player does. *)
Inductive wins (goal : (point -> Prop) -> Prop) (p : player) : player -> board -> Prop :=
| wins_now q b : goal (owned p b) -> wins goal p q b
| wins_move b x : free b x -> wins goal p (other p) (put p x b) -> wins goal p p b
| wins_reply b :
    (exists x, free b x) ->
    (forall x, free b x -> wins goal p p (put (other p) x b)) ->
    wins goal p (other p) b.

Definition monotone (goal : (point -> Prop) -> Prop) : Prop :=
  forall F G : point -> Prop, (forall x, F x -> G x) -> goal F -> goal G.

(** [b'] is at least as good as [b] for [p]. *)
Definition better (p : player) (b b' : board) : Prop :=
  (forall x, b x = Some p -> b' x = Some p) /\
  (forall x, b' x = Some (other p) -> b x = Some (other p)).

Lemma put_same p x b : put p x b x = Some p.
Proof. unfold put. destruct (eq_dec x x); congruence. Qed.

Lemma put_other p x y b : x <> y -> put p x b y = b y.
Proof. intros. unfold put. destruct (eq_dec x y); congruence. Qed.

Lemma free_dec b : {x | free b x} + {forall x, ~ free b x}.
Proof.
  unfold free.
  destruct (find (fun x => match b x with None => true | _ => false end) points) eqn:E.
  - left. exists p. apply find_some in E. destruct E as [H1 H2].
    split; [exact H1|]. destruct (b p); congruence.
  - right. intros x [Hin Hx]. apply (find_none _ _ E) in Hin. rewrite Hx in Hin. discriminate.
Qed.

Lemma free_put p x y b : free (put p x b) y -> free b y /\ x <> y.
Proof.
  intros [Hin Hy]. unfold put in Hy. destruct (eq_dec x y); [discriminate|].
  repeat split; auto.
Qed.

Lemma put_free p x y b : free b y -> x <> y -> free (put p x b) y.
Proof. intros [H1 H2] H. split; [exact H1|]. now rewrite put_other. Qed.

Lemma wins_full goal p q b : (forall x, ~ free b x) -> wins goal p q b -> goal (owned p b).
Proof.
  intros Hfull H. destruct H as [q b H|b x H _|b [x H] _]; auto; now elim (Hfull x).
Qed.

Lemma other_cases p (o : option player) : o = None \/ o = Some p \/ o = Some (other p).
Proof. destruct o as [q|]; auto. destruct p, q; auto. Qed.

Ltac some_player :=
  match goal with
  | H : Some (other ?p) = Some ?p |- _ => inversion H; now elim (other_neq p)
  | H : Some ?p = Some (other ?p) |- _ => inversion H; elim (other_neq p); congruence
  end.

Lemma better_put p r x b b' :
  better p b b' -> (r = p \/ b x <> Some p) -> better p (put r x b) (put r x b').
Proof.
  intros [H1 H2] _. split; intros y; unfold put; destruct (eq_dec x y); auto.
Qed.

Lemma better_put_own p x b b' : better p b b' -> b' x = Some p -> better p (put p x b) b'.
Proof.
  intros [H1 H2] Hx. split; intros y Hy; unfold put in *; destruct (eq_dec x y); subst; auto.
  rewrite Hx in Hy. some_player.
Qed.

Lemma better_lost p x b b' : better p b b' -> b x <> Some p -> better p (put (other p) x b) b'.
Proof.
  intros [H1 H2] Hx. split; intros y Hy; unfold put in *; destruct (eq_dec x y); subst; auto.
  some_player.
Qed.

Lemma better_taken p x b b' :
  better p b b' -> b x = Some (other p) -> better p b (put (other p) x b').
Proof.
  intros [H1 H2] Hx. split; intros y Hy; unfold put in *; destruct (eq_dec x y); subst; auto.
  rewrite Hx in Hy. some_player.
Qed.

Lemma better_more p x b b' : better p b b' -> better p b (put p x b').
Proof.
  intros [H1 H2]. split; intros y Hy; unfold put in *; destruct (eq_dec x y); subst; auto.
  some_player.
Qed.

Lemma better_refl p b : better p b b.
Proof. split; auto. Qed.

Lemma better_trans p b c d : better p b c -> better p c d -> better p b d.
Proof. intros [H1 H2] [H3 H4]. split; auto. Qed.

Lemma free_better p b b' x :
  better p b b' -> free b x -> b' x = None \/ b' x = Some p.
Proof.
  intros [H1 H2] [_ Hx]. destruct (other_cases p (b' x)) as [H|[H|H]]; auto.
  apply H2 in H. congruence.
Qed.

Section Goal.

Variable goal : (point -> Prop) -> Prop.
Hypothesis goal_monotone : monotone goal.

Lemma wins_better_both p q b :
  wins goal p q b -> forall b', better p b b' -> wins goal p q b' /\ wins goal p p b'.
Proof.
  intros H. induction H as [q b H|b x Hx _ IH|b [x0 Hx0] _ IH]; intros b' Hb.
  - split; apply wins_now; (eapply goal_monotone; [|exact H]); intros x Hx; now apply Hb.
  - assert (wins goal p p b') by
      (destruct (free_better _ _ _ _ Hb Hx) as [E|E];
       [ apply wins_move with x; [split; [apply Hx|exact E]|];
         apply IH; apply better_put; auto
       | apply IH; now apply better_put_own ]).
    auto.
  - assert (Htempo : forall b'', better p b b'' -> wins goal p p b'').
    { intros b'' Hb''. apply (IH x0 Hx0). apply better_lost; auto.
      destruct Hx0 as [_ E]; congruence. }
    split; [|now apply Htempo].
    destruct (free_dec b') as [Hd|Hfull].
    + apply wins_reply; [now destruct Hd as [d Hd]; exists d|].
      intros d' [Hin Hd']. destruct (other_cases p (b d')) as [E|[E|E]].
      * apply (IH d'); [now split|]. apply better_put; auto. right. congruence.
      * apply Hb in E. congruence.
      * apply Htempo. now apply better_taken.
    + apply wins_now. apply (wins_full _ _ p _ Hfull). now apply Htempo.
Qed.

(** A better position stays won. *)
Theorem wins_better p q b b' : better p b b' -> wins goal p q b -> wins goal p q b'.
Proof. intros Hb H. now apply (wins_better_both _ _ _ H). Qed.

(** Having the move never hurts; so a pass of the other player does not help him. *)
Theorem wins_with_the_move p q b : wins goal p q b -> wins goal p p b.
Proof. intros H. now apply (wins_better_both _ _ _ H); apply better_refl. Qed.

Lemma wins_better_move p q b b' : better p b b' -> wins goal p q b -> wins goal p p b'.
Proof. intros Hb H. now apply (wins_better_both _ _ _ H). Qed.

End Goal.

(** What is reached does not matter, only what follows from it. *)
Lemma wins_goal (g g' : (point -> Prop) -> Prop) p q b :
  wins g p q b ->
  (forall F : point -> Prop, (forall x, owned p b x -> F x) ->
     (forall x, F x -> owned p b x \/ free b x) -> g F -> g' F) ->
  wins g' p q b.
Proof.
  intros H. induction H as [q b H|b x Hx _ IH|b Hex _ IH]; intros Hg.
  - apply wins_now. apply Hg; auto.
  - apply wins_move with x; [exact Hx|]. apply IH. intros F H1 H2 H3. apply Hg; auto.
    + intros y Hy. apply H1. unfold owned, put in *. destruct (eq_dec x y); auto.
    + intros y Hy. destruct (H2 y Hy) as [E|E].
      * unfold owned, put in E. destruct (eq_dec x y); [subst; auto|left; exact E].
      * right. now apply free_put in E.
  - apply wins_reply; [exact Hex|]. intros x Hx. apply IH; [exact Hx|].
    intros F H1 H2 H3. apply Hg; auto.
    + intros y Hy. apply H1. unfold owned, put in *. destruct (eq_dec x y); auto.
      subst. destruct Hx. congruence.
    + intros y Hy. destruct (H2 y Hy) as [E|E].
      * unfold owned, put in E. destruct (eq_dec x y); [subst; auto|left; exact E].
      * right. now apply free_put in E.
Qed.

Section TwoGoals.

Variables g1 g2 : (point -> Prop) -> Prop.
Hypothesis g1_monotone : monotone g1.
Hypothesis g2_monotone : monotone g2.

(** The players do not both win if no board reaches both goals. *)
Theorem not_both_win p q b :
  (forall b, g1 (owned p b) -> g2 (owned (other p) b) -> False) ->
  wins g1 p q b -> wins g2 (other p) q b -> False.
Proof.
  intros Hnot. assert (Hdone : forall q b, g1 (owned p b) -> wins g2 (other p) q b -> False).
  { intros q' b' H1 H2. induction H2 as [q' b' H|b' x Hx _ IH|b' [x Hx] _ IH].
    - now apply (Hnot b').
    - apply IH. eapply g1_monotone; [|exact H1]. intros y Hy. unfold owned in *.
      rewrite put_other; auto. intros ->. destruct Hx; congruence.
    - apply (IH x Hx). eapply g1_monotone; [|exact H1]. intros y Hy. unfold owned in *.
      rewrite put_other; auto. intros ->. destruct Hx; congruence. }
  intros H. induction H as [q b H|b x Hx _ IH|b [x Hx] Hall IH]; intros H'.
  - now apply (Hdone q b).
  - inversion H'; subst.
    + (* the other player is there already *)
      apply IH. apply wins_now. eapply g2_monotone; [|exact H]. intros y Hy. unfold owned in *.
      rewrite put_other; auto. intros ->. destruct Hx; congruence.
    + now elim (other_neq p).
    + apply IH. specialize (H0 x Hx). now rewrite !other_other in H0.
  - assert (Hnow : g2 (owned (other p) b) -> False).
    { intros Hg. apply (IH x Hx). apply wins_now. eapply g2_monotone; [|exact Hg].
      intros y Hy. unfold owned in *. unfold put. destruct (eq_dec x y); auto. }
    inversion H'; subst; auto.
    + match goal with H : wins _ _ (other (other p)) _ |- _ => rewrite other_other in H end.
      eapply IH; eauto.
    + match goal with H : other (other p) = other p |- _ => rewrite other_other in H;
        now elim (other_neq p) end.
Qed.

Definition free_count (b : board) : nat :=
  length (filter (fun x => match b x with None => true | _ => false end) points).

Lemma filter_le (f g : point -> bool) l :
  (forall x, f x = true -> g x = true) -> length (filter f l) <= length (filter g l).
Proof.
  intros H. induction l as [|a l IH]; simpl; auto.
  destruct (f a) eqn:E; [rewrite (H _ E); simpl; lia|]. destruct (g a); simpl; lia.
Qed.

Lemma filter_lt (f g : point -> bool) l a :
  (forall x, f x = true -> g x = true) -> In a l -> f a = false -> g a = true ->
  length (filter f l) < length (filter g l).
Proof.
  intros H Hin Hf Hg. induction l as [|c l IH]; [easy|]. destruct Hin as [->|Hin].
  - simpl. rewrite Hf, Hg. simpl. pose proof (filter_le f g l H). lia.
  - specialize (IH Hin). simpl. destruct (f c) eqn:E; [rewrite (H _ E); simpl; lia|].
    destruct (g c); simpl; lia.
Qed.

Lemma free_count_put p x b : free b x -> free_count (put p x b) < free_count b.
Proof.
  intros [Hin Hx]. apply filter_lt with x; auto.
  - intros y. unfold put. destruct (eq_dec x y); congruence.
  - now rewrite put_same.
  - now rewrite Hx.
Qed.

Lemma finite_choice (b : board) (P Q : point -> Prop) (l : list point) :
  (forall x, In x l -> b x = None -> P x \/ Q x) ->
  (exists x, In x l /\ b x = None /\ P x) \/ (forall x, In x l -> b x = None -> Q x).
Proof.
  induction l as [|a l IH]; intros H.
  - right. easy.
  - destruct IH as [[x [H1 H2]]|IH].
    + intros x Hx. apply H. now right.
    + left. exists x. split; [now right|exact H2].
    + destruct (b a) as [r|] eqn:E.
      * right. intros x [->|Hx]; [congruence|now apply IH].
      * destruct (H a (or_introl eq_refl) E) as [HP|HQ].
        -- left. exists a. repeat split; auto. now left.
        -- right. intros x [->|Hx] Hn; auto.
Qed.

(** Finite determinacy. *)
Theorem determined p :
  (forall b, (forall x, ~ free b x) -> g1 (owned p b) \/ g2 (owned (other p) b)) ->
  forall q b, wins g1 p q b \/ wins g2 (other p) q b.
Proof.
  intros Hfull.
  assert (H : forall k q b, free_count b < k -> wins g1 p q b \/ wins g2 (other p) q b).
  2: { intros q b. apply (H (S (free_count b))). lia. }
  induction k as [|k IH]; intros q b Hk; [lia|].
  destruct (free_dec b) as [[x0 Hx0]|Hno].
  2: { destruct (Hfull b Hno) as [H|H]; [left|right]; now apply wins_now. }
  assert (Hdec : q = p \/ q = other p) by (destruct p, q; auto).
  destruct Hdec as [->| ->].
  - destruct (finite_choice b (fun x => wins g1 p (other p) (put p x b))
                (fun x => wins g2 (other p) (other p) (put p x b)) points) as [[x [H1 [H2 H3]]]|H].
    + intros x Hin Hx. apply IH. assert (free b x) by now split.
      pose proof (free_count_put p x b H). lia.
    + left. apply wins_move with x; [now split|exact H3].
    + right. rewrite <- (other_other p) at 2. apply wins_reply; [now exists x0|].
      intros x [H1 H2]. rewrite other_other. now apply H.
  - destruct (finite_choice b (fun x => wins g2 (other p) p (put (other p) x b))
                (fun x => wins g1 p p (put (other p) x b)) points) as [[x [H1 [H2 H3]]]|H].
    + intros x Hin Hx. assert (free b x) by now split.
      destruct (IH p (put (other p) x b)); auto.
      pose proof (free_count_put (other p) x b H). lia.
    + right. apply wins_move with x; [now split|]. now rewrite other_other.
    + left. apply wins_reply; [now exists x0|]. intros x [H1 H2]. now apply H.
Qed.

Definition both_goals (F : point -> Prop) : Prop := g1 F /\ g2 F.

Lemma both_goals_monotone : monotone both_goals.
Proof. intros F G H [H1 H2]. split; [eapply g1_monotone|eapply g2_monotone]; eauto. Qed.

(** Two won positions whose free points are disjoint are won together.  The
    player answers in the game in which the other moved. *)
Theorem wins_both p q1 b1 q2 b2 b :
  wins g1 p q1 b1 -> wins g2 p q2 b2 ->
  q1 = other p \/ q2 = other p ->
  better p b1 b -> better p b2 b ->
  (forall x, b1 x = None -> b2 x = None -> b x = Some p) ->
  wins both_goals p p b /\ (q1 = other p -> q2 = other p -> wins both_goals p (other p) b).
Proof.
  intros W1. revert q2 b2 b.
  assert (Hpq : forall P : Prop, p = other p -> P) by (intros P E; elim (other_neq p); congruence).
  induction W1 as [q1 b1 H1|b1 x1 Hx1 _ IH1|b1 [x1 Hx1] W1 IH1];
    intros q2 b2 b W2 Hq B1 B2 D.
  - assert (W : forall q, wins g2 p q b -> wins both_goals p q b).
    { intros q W. eapply wins_goal; [exact W|]. intros F HF _ HG. split; [|exact HG].
      eapply g1_monotone; [|exact H1]. intros x Hx. apply HF. now apply B1. }
    split.
    + apply W. now apply (wins_better_move _ g2_monotone p q2 b2).
    + intros _ ->. apply W. now apply (wins_better _ g2_monotone p (other p) b2).
  - destruct Hq as [E| ->]; [now apply Hpq|]. split; [|intros E; now apply Hpq].
    assert (D' : forall c, better p b c -> (forall x, put p x1 b1 x = None -> b2 x = None -> c x = Some p)).
    { intros c Hc x Hp Hn. apply Hc. apply D; auto. unfold put in Hp.
      destruct (eq_dec x1 x); [discriminate|exact Hp]. }
    destruct (free_better _ _ _ _ B1 Hx1) as [E|E].
    + apply wins_move with x1; [split; [apply Hx1|exact E]|].
      apply (IH1 (other p) b2); auto.
      * apply better_put; auto.
      * now apply better_more.
      * apply D'. apply better_more, better_refl.
    + apply (IH1 (other p) b2); auto.
      * now apply better_put_own.
      * apply D', better_refl.
  - clear Hq. revert b B1 B2 D.
    induction W2 as [q2 b2 H2|b2 x2 Hx2 _ IH2|b2 [x2 Hx2] W2 IH2]; intros b B1 B2 D.
    + assert (W1' : wins g1 p (other p) b1) by (apply wins_reply; [now exists x1|exact W1]).
      assert (W : forall q, wins g1 p q b -> wins both_goals p q b).
      { intros q W. eapply wins_goal; [exact W|]. intros F HF _ HG. split; [exact HG|].
        eapply g2_monotone; [|exact H2]. intros x Hx. apply HF. now apply B2. }
      split.
      * apply W. now apply (wins_better_move _ g1_monotone p (other p) b1).
      * intros _ _. apply W. now apply (wins_better _ g1_monotone p (other p) b1).
    + split; [|intros _ E; now apply Hpq].
      assert (D' : forall c, better p b c -> (forall x, b1 x = None -> put p x2 b2 x = None -> c x = Some p)).
      { intros c Hc x Hn Hp. apply Hc. apply D; auto. unfold put in Hp.
        destruct (eq_dec x2 x); [discriminate|exact Hp]. }
      destruct (free_better _ _ _ _ B2 Hx2) as [E|E].
      * apply wins_move with x2; [split; [apply Hx2|exact E]|].
        apply IH2; auto.
        -- now apply better_more.
        -- apply better_put; auto.
        -- apply D'. apply better_more, better_refl.
      * apply IH2; auto.
        -- now apply better_put_own.
        -- apply D', better_refl.
    + assert (W2' : wins g2 p (other p) b2) by (apply wins_reply; [now exists x2|exact W2]).
      (* with the move: play on as if the other player had moved in the first game *)
      assert (Htempo : forall c, better p b1 c -> better p b2 c ->
                (forall x, b1 x = None -> b2 x = None -> c x = Some p) -> wins both_goals p p c).
      { intros c C1 C2 DC. apply (IH1 x1 Hx1 (other p) b2); auto.
        - apply better_lost; auto. destruct Hx1 as [_ E]; congruence.
        - intros x Hp Hn. apply DC; auto. unfold put in Hp. destruct (eq_dec x1 x); [discriminate|exact Hp]. }
      split; [now apply Htempo|]. intros _ _.
      destruct (free_dec b) as [Hd|Hfull].
      * apply wins_reply; [destruct Hd as [d Hd]; now exists d|].
        intros x Hx. destruct Hx as [Hin E].
        destruct (other_cases p (b1 x)) as [E1|[E1|E1]].
        -- (* in the first game *)
           assert (E2 : b2 x = Some (other p)).
           { destruct (other_cases p (b2 x)) as [E2|[E2|E2]]; auto.
             - rewrite (D x E1 E2) in E. discriminate.
             - apply B2 in E2. congruence. }
           apply (IH1 x (conj Hin E1) (other p) b2); auto.
           ++ apply better_put; auto. right; congruence.
           ++ now apply better_taken.
           ++ intros y Hp Hn. unfold put in *. destruct (eq_dec x y); [discriminate|]. now apply D.
        -- apply B1 in E1. congruence.
        -- destruct (other_cases p (b2 x)) as [E2|[E2|E2]].
           ++ apply (IH2 x (conj Hin E2)); auto.
              ** now apply better_taken.
              ** apply better_put; auto. right; congruence.
              ** intros y Hn Hp. unfold put in *. destruct (eq_dec x y); [discriminate|]. now apply D.
           ++ apply B2 in E2. congruence.
           ++ apply Htempo.
              ** now apply better_taken.
              ** now apply better_taken.
              ** intros y Hn Hn'. unfold put. destruct (eq_dec x y); [subst; congruence|]. now apply D.
      * apply wins_now. split.
        -- apply (wins_full _ p (other p) b Hfull). apply (wins_better _ g1_monotone p (other p) b1); auto.
           apply wins_reply; [now exists x1|exact W1].
        -- apply (wins_full _ p (other p) b Hfull). now apply (wins_better _ g2_monotone p (other p) b2).
Qed.

End TwoGoals.
End Positional.

Arguments board point : clear implicits.

(** The same game on another board: [f] carries the free points of [b] onto those
    of [b'], and owned points to owned points, as far as they matter ([D]). *)
Section Transport.

Variables P Q : Type.
Variable P_dec : forall x y : P, {x = y} + {x <> y}.
Variable Q_dec : forall x y : Q, {x = y} + {x <> y}.
Variable ps : list P.
Variable qs : list Q.
Variable f : P -> Q.
Variable D : P -> Prop.
Variable g : (P -> Prop) -> Prop.
Variable g' : (Q -> Prop) -> Prop.

Definition carries (p : player) (b : board P) (b' : board Q) : Prop :=
  (forall x, D x -> b x = Some p -> b' (f x) = Some p) /\
  (forall x, free P ps b x -> free Q qs b' (f x)) /\
  (forall y, free Q qs b' y -> exists x, free P ps b x /\ f x = y) /\
  (forall x x', free P ps b x -> free P ps b x' -> f x = f x' -> x = x').

Lemma carries_put p r x b b' :
  carries p b b' -> free P ps b x -> carries p (put P P_dec r x b) (put Q Q_dec r (f x) b').
Proof.
  intros [H1 [H2 [H3 H4]]] Hx. split; [|split; [|split]].
  - intros y HD Hy. unfold put in *. destruct (P_dec x y) as [->|E].
    + destruct (Q_dec (f y) (f y)); congruence.
    + destruct (Q_dec (f x) (f y)) as [E'|E'].
      * apply H1 in Hy; auto. apply H2 in Hx. destruct Hx as [_ Hx]. congruence.
      * now apply H1.
  - intros y Hy. apply free_put in Hy. destruct Hy as [Hy E].
    apply put_free; [now apply H2|]. intros E'. apply E. now apply H4.
  - intros y Hy. apply free_put in Hy. destruct Hy as [Hy E].
    destruct (H3 y Hy) as [z [Hz <-]]. exists z. split; auto. apply put_free; auto. congruence.
  - intros y z Hy Hz. apply free_put in Hy, Hz. now apply H4.
Qed.

Theorem wins_transport p q b b' :
  wins P P_dec ps g p q b ->
  carries p b b' ->
  (forall (F : P -> Prop) (G : Q -> Prop),
     (forall x, F x -> owned P p b x \/ free P ps b x) -> (forall x, D x -> F x -> G (f x)) -> g F -> g' G) ->
  wins Q Q_dec qs g' p q b'.
Proof.
  intros W. revert b'. induction W as [q b H|b x Hx _ IH|b [x0 Hx0] _ IH]; intros b' C Hg.
  - apply wins_now. apply (Hg (owned P p b)); auto. intros x HD Hx. now apply C.
  - apply wins_move with (f x); [now apply C|]. apply IH; [now apply carries_put|].
    intros F G HF HG. apply Hg; auto. intros y Hy. destruct (HF y Hy) as [E|E].
    + unfold owned, put in E. destruct (P_dec x y); [subst; auto|left; exact E].
    + right. now apply free_put in E.
  - apply wins_reply; [exists (f x0); now apply C|]. intros y Hy.
    destruct C as [C1 [C2 [C3 C4]]]. destruct (C3 y Hy) as [x [Hx <-]].
    apply (IH x Hx); [apply carries_put; [exact (conj C1 (conj C2 (conj C3 C4)))|exact Hx]|].
    intros F G HF HG. apply Hg; auto. intros z Hz. destruct (HF z Hz) as [E|E].
    + unfold owned, put in E. destruct (P_dec x z); [|left; exact E].
      inversion E. now elim (other_neq p).
    + right. now apply free_put in E.
Qed.

End Transport.

(** A captured pair: two free points of which the player needs one.  He plays as
    if both were settled; when the other player takes one, he takes the other. *)
Section Pair.

Variable point : Type.
Variable eq_dec : forall x y : point, {x = y} + {x <> y}.
Variable points : list point.
Variable g : (point -> Prop) -> Prop.
Hypothesis g_monotone : monotone point g.

(** [F] without [u], with [v]. *)
Definition exchanged (u v : point) (F : point -> Prop) : point -> Prop :=
  fun x => x <> u /\ (F x \/ x = v).

Lemma wins_lost p q b1 u v :
  u <> v -> b1 u <> None -> b1 v <> None ->
  wins point eq_dec points (fun F => g (exchanged u v F)) p q b1 ->
  forall c, (forall x, x <> u -> x <> v -> c x = b1 x) -> c v = Some p ->
  c u <> None ->
  wins point eq_dec points g p q c.
Proof.
  intros Huv Hu Hv W. induction W as [q b1 H|b1 x Hx _ IH|b1 [x0 Hx0] _ IH]; intros c Hc Cv Cu.
  - apply wins_now. eapply g_monotone; [|exact H]. intros x [Hxu Hx]. unfold owned in *.
    destruct (eq_dec x v) as [->|E]; [exact Cv|]. rewrite Hc; auto. destruct Hx; congruence.
  - assert (x <> u) by (intros ->; destruct Hx; congruence).
    assert (x <> v) by (intros ->; destruct Hx; congruence).
    apply wins_move with x; [destruct Hx; split; auto; rewrite Hc; auto|].
    apply IH.
    + rewrite put_other; auto.
    + rewrite put_other; auto.
    + intros y Hyu Hyv. unfold put. destruct (eq_dec x y); auto.
    + rewrite put_other; auto.
    + rewrite put_other; auto.
  - apply wins_reply.
    { exists x0. assert (x0 <> u) by (intros ->; destruct Hx0; congruence).
      assert (x0 <> v) by (intros ->; destruct Hx0; congruence).
      destruct Hx0; split; auto; rewrite Hc; auto. }
    intros x Hx.
    assert (x <> u) by (intros ->; destruct Hx; congruence).
    assert (x <> v) by (intros ->; destruct Hx; congruence).
    apply (IH x).
    + destruct Hx; split; auto; rewrite <- Hc; auto.
    + rewrite put_other; auto.
    + rewrite put_other; auto.
    + intros y Hyu Hyv. unfold put. destruct (eq_dec x y); auto.
    + rewrite put_other; auto.
    + rewrite put_other; auto.
Qed.

Theorem wins_pair p q b1 u v :
  u <> v -> In u points -> In v points -> b1 u <> None -> b1 v <> None ->
  wins point eq_dec points g p q b1 ->
  (forall F : point -> Prop, (forall x, owned point p b1 x -> F x) ->
     (forall x, F x -> owned point p b1 x \/ free point points b1 x) ->
     g F -> g (exchanged u v F) /\ g (exchanged v u F)) ->
  forall b, (forall x, x <> u -> x <> v -> b x = b1 x) -> b u = None -> b v = None ->
  wins point eq_dec points g p q b.
Proof.
  intros Huv Iu Iv Hu Hv W HF.
  assert (W' : wins point eq_dec points (fun F => g (exchanged u v F) /\ g (exchanged v u F)) p q b1)
    by (eapply wins_goal; eauto).
  clear W HF.
  (* one of the two is taken, the other is left: take it, and the pair is settled *)
  assert (T : forall b1 b s t, (s = u /\ t = v \/ s = v /\ t = u) ->
     b1 u <> None -> b1 v <> None ->
     wins point eq_dec points (fun F => g (exchanged u v F) /\ g (exchanged v u F)) p (other p) b1 ->
     (forall x, x <> u -> x <> v -> b x = b1 x) -> b s <> None -> b t = None ->
     wins point eq_dec points g p p b).
  { clear b1 Hu Hv W'. intros b1 b s t Hst Hu Hv W Hb Bs Bt.
    assert (It : In t points) by (destruct Hst as [[_ ->]|[_ ->]]; auto).
    assert (s <> t) by (destruct Hst as [[-> ->]|[-> ->]]; auto).
    apply wins_move with t; [now split|].
    apply wins_lost with b1 s t; auto.
    - destruct Hst as [[-> _]|[-> _]]; auto.
    - destruct Hst as [[_ ->]|[_ ->]]; auto.
    - eapply wins_goal; [exact W|]. intros F _ _ [G1 G2].
      destruct Hst as [[-> ->]|[-> ->]]; auto.
    - intros x Hs Ht. rewrite put_other; auto. apply Hb; destruct Hst as [[-> ->]|[-> ->]]; auto.
    - apply put_same.
    - rewrite put_other; auto. }
  induction W' as [q b1 H|b1 x Hx _ IH|b1 Hex W IH]; intros b Hb Eu Ev.
  - assert (M : forall c, (forall x, x <> u -> x <> v -> b1 x = Some p -> c x = Some p) ->
        c u = None -> wins point eq_dec points g p p c).
    { intros c Hc Cu. apply wins_move with u; [now split|]. apply wins_now.
      destruct H as [_ H].
      eapply g_monotone; [|exact H]. intros x [Hxv [Hx| ->]]; unfold owned, put in *.
      - destruct (eq_dec u x); [reflexivity|]. apply Hc; auto.
      - destruct (eq_dec u u); congruence. }
    assert (Hbb : forall x, x <> u -> x <> v -> b1 x = Some p -> b x = Some p)
      by (intros; rewrite Hb; auto).
    assert (Hq : q = p \/ q = other p) by (destruct p, q; auto).
    destruct Hq as [->| ->]; [now apply M|].
    apply wins_reply; [exists u; now split|]. intros x [Ix Ex].
    destruct (eq_dec x u) as [->|Nu].
    + apply (T b1 (put point eq_dec (other p) u b) u v); auto.
      * now apply wins_now.
      * intros y Hyu Hyv. rewrite put_other; auto.
      * rewrite put_same. discriminate.
      * rewrite put_other; auto.
    + apply M.
      * intros y Hyu Hyv Hy. unfold put. destruct (eq_dec x y); [subst; rewrite Hbb in Ex; congruence|auto].
      * rewrite put_other; auto.
  - assert (x <> u) by (intros ->; destruct Hx; congruence).
    assert (x <> v) by (intros ->; destruct Hx; congruence).
    apply wins_move with x; [destruct Hx; split; auto; rewrite Hb; auto|].
    apply IH; try (rewrite put_other; auto; fail).
    intros y Hyu Hyv. unfold put. destruct (eq_dec x y); auto.
  - apply wins_reply; [exists u; now split|]. intros x Hx.
    destruct (eq_dec x u) as [->|Nu]; [|destruct (eq_dec x v) as [->|Nv]].
    + apply (T b1 (put point eq_dec (other p) u b) u v); auto.
      * now apply wins_reply.
      * intros y Hyu Hyv. rewrite put_other; auto.
      * rewrite put_same. discriminate.
      * rewrite put_other; auto.
    + apply (T b1 (put point eq_dec (other p) v b) v u); auto.
      * now apply wins_reply.
      * intros y Hyu Hyv. rewrite put_other; auto.
      * rewrite put_same. discriminate.
      * rewrite put_other; auto.
    + apply (IH x); try (rewrite put_other; auto; fail).
      * destruct Hx; split; auto. rewrite <- Hb; auto.
      * intros y Hyu Hyv. unfold put. destruct (eq_dec x y); auto.
Qed.

End Pair.
