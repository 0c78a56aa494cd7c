(** * Impartial games: outcome, mex, Grundy value

    A game is a type of positions, a finite list of options of each position,
    and the promise that play ends.  Both players have the same options; a
    player who cannot move loses.

    What the sources say, and what is proved here.

    - D8, Theorem 1.1 (Miyadera et al. 2016): "h is a P-position exactly when
      G(h) = 0."  [P_position_iff_grundy_0].
    - C17, Proposition 11 (lecture): "The P-positions are the positions with
      these three properties: the end is one; from one of them every move leads
      to none of them; from another position some move leads to one of them."
      [three_properties_iff_P_positions].
    - C8, remark after Definition 20: "P-position, no move possible and energy 0
      are all equivalent."  False as printed: no move possible implies energy 0
      ([no_move_energy_0]), but energy 0 does not imply that no move is possible
      ([energy_0_with_a_move]).
    - C19, Definitions 19 and 20 together: "Every two-player zero-sum finite
      deterministic game of perfect information has an energy."  Finitely many
      positions are not enough: three positions in a circle have no energy
      ([three_in_a_circle_have_no_energy]), two have two
      ([two_in_a_circle_have_two_energies]); where play ends there is exactly one
      ([energy_exists], [energy_unique]).  And the number does not say who wins
      where the game knows a draw: a full board of tic-tac-toe without a line has
      energy 0, yet nobody has lost ([drawn_tictactoe_has_energy_0]). *)

From Coq Require Import Arith List Lia Wellfounded.
Import ListNotations.

(** ** Games *)

Record game := Game {
  position : Type;
  options : position -> list position;
  ends : well_founded (fun q p => In q (options p))
}.

Arguments options {g} p.

(** Play ends if a number falls along every move. *)
Lemma ends_by_measure (A : Type) (moves : A -> list A) (m : A -> nat) :
  (forall p q, In q (moves p) -> m q < m p) ->
  well_founded (fun q p => In q (moves p)).
Proof.
  intros H. apply (wf_incl _ _ (fun q p => m q < m p)).
  - intros q p Hq. now apply H.
  - apply (wf_inverse_image _ _ lt m lt_wf).
Qed.

(** ** Outcome

    [N_position p]: the player to move (the next player) wins.
    [P_position p]: the other player (the previous player) wins. *)

Inductive N_position {G : game} : position G -> Prop :=
| wins_by p q : In q (options p) -> P_position q -> N_position p
with P_position {G : game} : position G -> Prop :=
| loses_to_all p : (forall q, In q (options p) -> N_position q) -> P_position p.

Lemma not_both (G : game) (p : position G) : P_position p -> N_position p -> False.
Proof.
  induction p as [p IH] using (well_founded_ind (ends G)).
  intros HP HN. inversion HP as [p1 Hall]; subst. inversion HN as [p2 q Hq HPq]; subst.
  exact (IH q Hq HPq (Hall q Hq)).
Qed.

Lemma one_of_both (G : game) (p : position G) : {P_position p} + {N_position p}.
Proof.
  induction p as [p IH] using (well_founded_induction_type (ends G)).
  assert (D : {q | In q (options p) /\ P_position q}
              + {forall q, In q (options p) -> N_position q}).
  { revert IH. generalize (options p) as l. induction l as [|q l IHl]; intros IH.
    - right. intros q [].
    - destruct (IH q (or_introl eq_refl)) as [HP|HN].
      + left. exists q. split; [now left|exact HP].
      + destruct IHl as [(r & Hr & HP)|Hall].
        * intros r Hr. apply IH. now right.
        * left. exists r. split; [now right|exact HP].
        * right. intros r [<-|Hr]; [exact HN|now apply Hall]. }
  destruct D as [(q & Hq & HP)|Hall].
  - right. now apply wins_by with q.
  - left. now constructor.
Qed.

(** What the two words mean in play: there is one answering rule with which the second
    player, from a P-position, always has a move, and hands back a P-position.  Play
    ends, so it is the first player who is once unable to move. *)
Theorem second_player_always_answers (G : game) :
  exists answer : position G -> position G,
    forall p q, P_position p -> In q (options p) ->
      In (answer q) (options q) /\ P_position (answer q).
Proof.
  assert (A : forall q : position G, {r | N_position q -> In r (options q) /\ P_position r}).
  { intros q. assert (D : forall l : list (position G),
      {r | In r l /\ P_position r} + {forall r, In r l -> N_position r}).
    { induction l as [|r l IH]; [right; intros r []|].
      destruct (one_of_both G r) as [HP|HN]; [left; exists r; split; [now left|exact HP]|].
      destruct IH as [(r' & H1 & H2)|H]; [left; exists r'; split; [now right|exact H2]|right].
      intros r' [<-|H']; [exact HN|now apply H]. }
    destruct (D (options q)) as [(r & H)|H].
    - exists r. intros _. exact H.
    - exists q. intros HN. exfalso. apply (not_both G q); [now constructor|exact HN]. }
  exists (fun q => proj1_sig (A q)). intros p q HP Hq.
  inversion HP as [p1 Hall]; subst. apply (proj2_sig (A q)). now apply Hall.
Qed.

(** Proposition 11, in the form used below: a set of positions that no move joins,
    and that can be reached from every position outside, is that of the P-positions. *)
Theorem P_positions_are (G : game) (S : position G -> Prop) :
  (forall p q, S p -> In q (options p) -> ~ S q) ->
  (forall p, S p \/ exists q, In q (options p) /\ S q) ->
  forall p, P_position p <-> S p.
Proof.
  intros Hout Hin.
  assert (H : forall p, (S p -> P_position p) /\ (~ S p -> N_position p)).
  { induction p as [p IH] using (well_founded_ind (ends G)). split.
    - intros HS. constructor. intros q Hq. apply (IH q Hq). now apply Hout with p.
    - intros HS. destruct (Hin p) as [|(q & Hq & HSq)]; [contradiction|].
      apply wins_by with q; [exact Hq|]. now apply (IH q Hq). }
  intros p. split; [|apply H].
  intros HP. destruct (Hin p) as [|(q & Hq & HSq)]; [assumption|exfalso].
  apply (not_both G p HP). apply wins_by with q; [exact Hq|now apply H].
Qed.

(** C17, Proposition 11, as printed.  The set is one of which it can be told
    whether a position belongs to it. *)
Definition three_properties (G : game) (S : position G -> Prop) : Prop :=
  (forall p, options p = [] -> S p) /\
  (forall p q, S p -> In q (options p) -> ~ S q) /\
  (forall p, ~ S p -> exists q, In q (options p) /\ S q).

Theorem three_properties_iff_P_positions (G : game) (S : position G -> Prop) :
  (forall p, S p \/ ~ S p) ->
  three_properties G S <-> (forall p, P_position p <-> S p).
Proof.
  intros Hdec. split.
  - intros (_ & H2 & H3). apply P_positions_are; [exact H2|].
    intros p. destruct (Hdec p); [now left|right; now apply H3].
  - intros H. repeat split.
    + intros p Hp. apply H. constructor. rewrite Hp. intros q [].
    + intros p q HS Hq HSq. apply H in HS. apply H in HSq.
      inversion HS as [p1 Hall]; subst. exact (not_both G q HSq (Hall q Hq)).
    + intros p HS. destruct (one_of_both G p) as [HP|HN].
      * exfalso. now apply HS, H.
      * inversion HN as [p1 q Hq HPq]; subst. exists q. split; [exact Hq|now apply H].
Qed.

(** ** Mex: the least number that is not in a list *)

Fixpoint mex_from (steps n : nat) (l : list nat) : nat :=
  match steps with
  | 0 => n
  | S steps => if in_dec Nat.eq_dec n l then mex_from steps (S n) l else n
  end.

Definition mex (l : list nat) : nat := mex_from (length l) 0 l.

Definition is_mex (l : list nat) (n : nat) : Prop :=
  ~ In n l /\ forall m, m < n -> In m l.

Lemma mex_spec l : is_mex l (mex l).
Proof.
  unfold mex.
  assert (H : forall steps n, n + steps = length l -> (forall m, m < n -> In m l) ->
            is_mex l (mex_from steps n l)).
  { induction steps as [|steps IH]; intros n Hn Hall; simpl.
    - split; [|exact Hall]. intros Hin.
      assert (Hle : length (seq 0 (S n)) <= length l).
      { apply NoDup_incl_length; [apply seq_NoDup|].
        intros m Hm. apply in_seq in Hm.
        destruct (Nat.eq_dec m n) as [->|]; [exact Hin|apply Hall; lia]. }
      rewrite seq_length in Hle. lia.
    - destruct (in_dec Nat.eq_dec n l) as [Hin|Hin].
      + apply IH; [lia|]. intros m Hm.
        destruct (Nat.eq_dec m n) as [->|]; [exact Hin|apply Hall; lia].
      + split; [exact Hin|exact Hall]. }
  apply H; [reflexivity|]. intros m Hm. lia.
Qed.

Lemma is_mex_unique l n m : is_mex l n -> is_mex l m -> n = m.
Proof.
  intros [Hn Hn'] [Hm Hm'].
  destruct (Nat.lt_trichotomy n m) as [H|[H|H]]; [|exact H|].
  - exfalso. apply Hn. now apply Hm'.
  - exfalso. apply Hm. now apply Hn'.
Qed.

(** D8, Example 1.1. *)
Theorem mex_examples :
  mex [0; 1; 2; 3] = 4 /\ mex [1; 1; 2; 3] = 0 /\ mex [0; 2; 3; 5] = 1 /\ mex [0; 0; 0; 1] = 2.
Proof. repeat split. Qed.

(** ** Grundy value (energy): the mex of the values of the options *)

Fixpoint map_in {A B : Type} (l : list A) : (forall x, In x l -> B) -> list B :=
  match l with
  | [] => fun _ => []
  | x :: l => fun f => f x (or_introl eq_refl) :: map_in l (fun y Hy => f y (or_intror Hy))
  end.

Lemma map_in_ext A B (l : list A) (f g : forall x, In x l -> B) :
  (forall x Hx, f x Hx = g x Hx) -> map_in l f = map_in l g.
Proof.
  induction l as [|x l IH]; intros H; simpl; [reflexivity|].
  f_equal; [apply H|]. apply IH. intros. apply H.
Qed.

Lemma map_in_map A B (l : list A) (f : A -> B) : map_in l (fun x _ => f x) = map f l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|now rewrite IH]. Qed.

Definition grundy {G : game} : position G -> nat :=
  Fix (ends G) (fun _ => nat) (fun p value => mex (map_in (options p) value)).

Theorem grundy_eq (G : game) (p : position G) : grundy p = mex (map grundy (options p)).
Proof.
  unfold grundy at 1. rewrite Fix_eq.
  - f_equal. apply map_in_map.
  - intros x f g H. f_equal. apply map_in_ext. intros y Hy. apply H.
Qed.

(** Definition 20, for options of any kind, ending or not. *)
Definition is_energy {A : Type} (moves : A -> list A) (e : A -> nat) : Prop :=
  forall p, is_mex (map e (moves p)) (e p).

Theorem energy_exists (G : game) : is_energy (@options G) grundy.
Proof. intros p. rewrite grundy_eq. apply mex_spec. Qed.

(** How a law is proved: no option has the value, every smaller value has an option.
    [Inv] is a set of positions that play does not leave. *)
Theorem grundy_law_on (G : game) (Inv : position G -> Prop) (e : position G -> nat) :
  (forall p q, Inv p -> In q (options p) -> Inv q) ->
  (forall p q, Inv p -> In q (options p) -> e q <> e p) ->
  (forall p v, Inv p -> v < e p -> exists q, In q (options p) /\ e q = v) ->
  forall p, Inv p -> grundy p = e p.
Proof.
  intros Hinv Hne Hall p. induction p as [p IH] using (well_founded_ind (ends G)).
  intros Hp. apply (is_mex_unique (map grundy (options p))); [apply energy_exists|].
  split.
  - rewrite in_map_iff. intros (q & Hq & Hin).
    apply (Hne p q Hp Hin). rewrite <- Hq. symmetry. apply IH; [exact Hin|now apply (Hinv p)].
  - intros v Hv. destruct (Hall p v Hp Hv) as (q & Hin & <-).
    rewrite <- (IH q Hin (Hinv p q Hp Hin)). now apply in_map.
Qed.

Theorem grundy_law (G : game) (e : position G -> nat) :
  (forall p q, In q (options p) -> e q <> e p) ->
  (forall p v, v < e p -> exists q, In q (options p) /\ e q = v) ->
  forall p : position G, grundy p = e p.
Proof.
  intros H1 H2 p. apply (grundy_law_on G (fun _ => True)); auto.
Qed.

Theorem energy_unique (G : game) (e : position G -> nat) :
  is_energy options e -> forall p, grundy p = e p.
Proof.
  intros He. apply grundy_law.
  - intros p q Hq Heq. apply (proj1 (He p)). rewrite <- Heq. now apply in_map.
  - intros p v Hv. apply (proj2 (He p)), in_map_iff in Hv. destruct Hv as (q & <- & Hq). eauto.
Qed.

Lemma grundy_option_differs (G : game) (p q : position G) :
  In q (options p) -> grundy q <> grundy p.
Proof. intros Hq E. apply (proj1 (energy_exists G p)). rewrite <- E. now apply in_map. Qed.

Lemma grundy_smaller_reached (G : game) (p : position G) v :
  v < grundy p -> exists q, In q (options p) /\ grundy q = v.
Proof.
  intros Hv. apply (proj2 (energy_exists G p)), in_map_iff in Hv.
  destruct Hv as (q & <- & Hq). eauto.
Qed.

(** Games with the same moves under other names have the same values. *)
Theorem grundy_renamed (G H : game) (f : position G -> position H) :
  (forall p q, In q (options p) -> In (f q) (options (f p))) ->
  (forall p r, In r (options (f p)) -> exists q, In q (options p) /\ f q = r) ->
  forall p, grundy p = grundy (f p).
Proof.
  intros Hto Hfrom. apply (grundy_law G (fun p => grundy (f p))).
  - intros p q Hq. now apply grundy_option_differs, Hto.
  - intros p v Hv. destruct (grundy_smaller_reached H _ _ Hv) as (r & Hr & Hv').
    destruct (Hfrom p r Hr) as (q & Hq & <-). eauto.
Qed.

(** D8, Theorem 1.1. *)
Theorem P_position_iff_grundy_0 (G : game) (p : position G) : P_position p <-> grundy p = 0.
Proof.
  revert p. apply (P_positions_are G (fun p => grundy p = 0)).
  - intros p q Hp Hq. rewrite <- Hp. now apply grundy_option_differs.
  - intros p. destruct (grundy p) as [|n] eqn:E; [now left|right].
    apply grundy_smaller_reached. lia.
Qed.

Theorem N_position_iff_grundy_positive (G : game) (p : position G) : N_position p <-> 0 < grundy p.
Proof.
  split.
  - intros HN. destruct (grundy p) eqn:E; [exfalso|lia].
    apply P_position_iff_grundy_0 in E. exact (not_both G p E HN).
  - intros H. destruct (one_of_both G p) as [HP|HN]; [|exact HN].
    apply P_position_iff_grundy_0 in HP. lia.
Qed.

(** ** C8: what holds and what does not *)

Theorem no_move_energy_0 (G : game) (p : position G) : options p = [] -> grundy p = 0.
Proof. intros H. rewrite grundy_eq, H. reflexivity. Qed.

(** One heap from which one counter is taken at a time. *)
Definition one_at_a_time : game.
Proof.
  refine (Game nat (fun n => match n with 0 => [] | S m => [m] end) _).
  apply ends_by_measure with (m := fun n => n). intros [|m] q; simpl; [tauto|]. intros [<-|[]]. lia.
Defined.

Theorem energy_0_with_a_move :
  exists (G : game) (p : position G), grundy p = 0 /\ P_position p /\ options p <> [].
Proof.
  exists one_at_a_time, 2.
  assert (H0 : grundy (G := one_at_a_time) 0 = 0) by now apply no_move_energy_0.
  assert (H1 : grundy (G := one_at_a_time) 1 = 1) by (rewrite grundy_eq; simpl; now rewrite H0).
  assert (H2 : grundy (G := one_at_a_time) 2 = 0) by (rewrite grundy_eq; simpl; now rewrite H1).
  split; [exact H2|]. split; [now apply P_position_iff_grundy_0|]. simpl. discriminate.
Qed.

Theorem C8_as_printed_is_false :
  ~ (forall (G : game) (p : position G), grundy p = 0 <-> options p = []).
Proof.
  intros H. destruct energy_0_with_a_move as (G & p & H0 & _ & H1). now apply H1, H.
Qed.

(** ** C19: finitely many positions are not enough *)

(** A, B, C lead to each other in a circle. *)
Inductive three := A3 | B3 | C3.
Definition circle3 (p : three) : list three :=
  match p with A3 => [B3] | B3 => [C3] | C3 => [A3] end.

Lemma is_mex_one (a n : nat) : is_mex [a] n -> (a = 0 /\ n = 1) \/ (a <> 0 /\ n = 0).
Proof.
  intros [H1 H2]. simpl in H1, H2.
  destruct n as [|[|n]].
  - right. split; [intuition|reflexivity].
  - left. split; [|reflexivity]. destruct (H2 0); [lia|assumption|contradiction].
  - destruct (H2 0) as [E0|[]]; [lia|]. destruct (H2 1) as [E1|[]]; [lia|]. lia.
Qed.

Theorem three_in_a_circle_have_no_energy : forall e, ~ is_energy circle3 e.
Proof.
  intros e He.
  pose proof (is_mex_one _ _ (He A3)). pose proof (is_mex_one _ _ (He B3)).
  pose proof (is_mex_one _ _ (He C3)). lia.
Qed.

Definition circle2 (p : bool) : list bool := [negb p].

Theorem two_in_a_circle_have_two_energies :
  exists e e', is_energy circle2 e /\ is_energy circle2 e' /\ e true <> e' true.
Proof.
  assert (M0 : is_mex [0] 1) by (split; [simpl; lia|intros [|m]; simpl; lia]).
  assert (M1 : is_mex [1] 0) by (split; [simpl; lia|lia]).
  exists (fun p : bool => if p then 1 else 0), (fun p : bool => if p then 0 else 1).
  repeat split; try (destruct p; simpl; apply M0 || apply M1); discriminate.
Qed.

(** ** C19: tic-tac-toe, which the source names, can end without a loser *)

Inductive cell := Empty | X | O.

(** The board, row by row, and the mark of the player to move. *)
Definition board := list cell.

Definition other (c : cell) : cell := match c with X => O | O => X | Empty => Empty end.

Definition lines : list (list nat) :=
  [[0; 1; 2]; [3; 4; 5]; [6; 7; 8]; [0; 3; 6]; [1; 4; 7]; [2; 5; 8]; [0; 4; 8]; [2; 4; 6]].

Definition is_mark (c d : cell) : bool :=
  match c, d with X, X | O, O => true | _, _ => false end.

Definition has_line (c : cell) (b : board) : bool :=
  existsb (forallb (fun i => is_mark c (nth i b Empty))) lines.

(** Every board with one empty cell filled. *)
Fixpoint fill (c : cell) (b : board) : list board :=
  match b with
  | [] => []
  | Empty :: b => (c :: b) :: map (cons Empty) (fill c b)
  | d :: b => map (cons d) (fill c b)
  end.

Definition tictactoe_moves (p : board * cell) : list (board * cell) :=
  let (b, c) := p in
  match c with
  | Empty => []
  | _ => if has_line X b || has_line O b then [] else map (fun b' => (b', other c)) (fill c b)
  end%bool.

Definition empties (b : board) : nat := length (filter (fun c => match c with Empty => true | _ => false end) b).

Lemma fill_empties c b b' : c <> Empty -> In b' (fill c b) -> empties b' < empties b.
Proof.
  intros Hc. revert b'. unfold empties. induction b as [|d b IH]; intros b'; simpl; [tauto|].
  destruct d; simpl.
  - intros [<-|H].
    + simpl. destruct c; [contradiction| |]; lia.
    + apply in_map_iff in H. destruct H as (b1 & <- & H). apply IH in H. simpl. lia.
  - intros H. apply in_map_iff in H. destruct H as (b1 & <- & H). now apply IH in H.
  - intros H. apply in_map_iff in H. destruct H as (b1 & <- & H). now apply IH in H.
Qed.

Definition tictactoe : game.
Proof.
  refine (Game (board * cell) tictactoe_moves _).
  apply ends_by_measure with (m := fun p => empties (fst p)).
  intros [b c] q H. unfold tictactoe_moves in H.
  assert (Hc : c <> Empty) by (destruct c; [destruct H|discriminate|discriminate]).
  assert (H' : In q (if (has_line X b || has_line O b)%bool then []
                     else map (fun b' => (b', other c)) (fill c b)))
    by (destruct c; [contradiction|exact H|exact H]).
  destruct (has_line X b || has_line O b)%bool; [destruct H'|].
  apply in_map_iff in H'. destruct H' as (b' & <- & H'). simpl. now apply fill_empties in H'.
Defined.

(** X O X / X O O / O X X: full, without a line; O would be to move. *)
Definition drawn_board : board := [X; O; X; X; O; O; O; X; X].

(** Definition 20 gives it energy 0, "a player to move here has lost"; but neither
    player has a line, so by the rules of tic-tac-toe nobody has lost. *)
Theorem drawn_tictactoe_has_energy_0 :
  @grundy tictactoe (drawn_board, O) = 0 /\
  @P_position tictactoe (drawn_board, O) /\
  has_line X drawn_board = false /\ has_line O drawn_board = false.
Proof.
  assert (H : @grundy tictactoe (drawn_board, O) = 0) by now apply no_move_energy_0.
  split; [exact H|]. split; [now apply P_position_iff_grundy_0|]. split; reflexivity.
Qed.
