(** The checker of `repetition`: what repeats in a record of shogi or chess moves (docs/formats/repetition.md).

    Read up to "The checker": what a position is, what a move does, and what each fact says.  [check_repetition_sound], [check_coding_sound] and
    [check_orders_sound]: if the checker says yes, it is true. *)

From Coq Require Import NArith List Bool Arith Lia.
From HisshoCheckers Require Import Word.
Import ListNotations.

(** ** Positions and moves

    A board is the list of its squares, row by row as in the text: 81 in shogi, 64 in chess.  A square holds 0, or a piece: 1 plus its kind, plus 8 if
    it is promoted, plus 16 if it belongs to the side of the lower-case letters.  Kinds: in shogi R B G S N L P K are 0 to 7, in chess P N B R Q K
    are 0 to 5. *)

Inductive game := Shogi | Chess.

Definition kind_of (c : N) : N := ((c - 1) mod 8)%N.
Definition promoted (c : N) : bool := (((c - 1) / 8) mod 2 =? 1)%N.
Definition lower (c : N) : bool := (16 <=? c - 1)%N.

Record position := Position {
  squares : list N;
  lower_to_move : bool;
  hands : list N;        (** shogi: how many of R B G S N L P, first of the upper-case side, then of the other *)
  rights : list bool }.  (** chess: K Q k q *)

Inductive move :=
| Go (from to : nat) (promote : bool)
| Put (kind : N) (to : nat).

Fixpoint set_at {A} (i : nat) (x : A) (l : list A) : list A :=
  match l, i with [], _ => [] | _ :: l, O => x :: l | y :: l, S i => y :: set_at i x l end.

Definition king (g : game) (c : N) : bool := negb (c =? 0)%N && (kind_of c =? match g with Shogi => 7 | Chess => 5 end)%N.

(** The piece on a square is of the side to move. *)
Definition own (p : position) (c : N) : bool := negb (c =? 0)%N && eqb (lower c) (lower_to_move p).

Definition hand_place (p : position) (kind : N) : nat := N.to_nat kind + (if lower_to_move p then 7 else 0).

(** Rows are numbered from the top, columns from the left. *)
Definition row (s : nat) : nat := s / 8.
Definition column (s : nat) : nat := s mod 8.
Definition distance (a b : nat) : nat := (a - b) + (b - a).

(** What is refused in chess besides: castling, promotion, en passant, and a double step that comes to stand beside a hostile pawn. *)
Definition special (p : position) (c d : N) (from to : nat) : bool :=
  ((kind_of c =? 5)%N && (1 <? distance (column from) (column to))) ||
  ((kind_of c =? 0)%N &&
     ((row to =? 0) || (row to =? 7) ||
      (negb (column from =? column to) && (d =? 0)%N) ||
      ((distance (row from) (row to) =? 2) &&
       existsb (fun s => (row s =? row to) && (distance (column s) (column to) =? 1) &&
                         match nth_error (squares p) s with
                         | Some e => negb (e =? 0)%N && (kind_of e =? 0)%N && negb (eqb (lower e) (lower_to_move p))
                         | None => false
                         end) (seq 0 64)))).

(** The home squares of the four rights: king and rook. *)
Definition homes : list (nat * nat) := [(60, 63); (60, 56); (4, 7); (4, 0)].

Definition rights_after (p : position) (from to : nat) : list bool :=
  map (fun hr => match hr with ((k, r), still) =>
         still && negb ((from =? k) || (from =? r) || (to =? k) || (to =? r)) end) (combine homes (rights p)).

Definition play (g : game) (p : position) (m : move) : option position :=
  match m with
  | Go from to promote =>
      match nth_error (squares p) from, nth_error (squares p) to with
      | Some c, Some d =>
          if own p c && negb (own p d) && negb (king g d) then
            match g with
            | Shogi =>
                if promote && (promoted c || (kind_of c =? 2)%N || (kind_of c =? 7)%N) then None
                else Some {| squares := set_at to (if promote then c + 8 else c)%N (set_at from 0%N (squares p));
                             lower_to_move := negb (lower_to_move p);
                             hands := if (d =? 0)%N then hands p
                                      else set_at (hand_place p (kind_of d)) (nth (hand_place p (kind_of d)) (hands p) 0 + 1)%N (hands p);
                             rights := rights p |}
            | Chess =>
                if promote || special p c d from to then None
                else Some {| squares := set_at to c (set_at from 0%N (squares p));
                             lower_to_move := negb (lower_to_move p);
                             hands := hands p;
                             rights := rights_after p from to |}
            end
          else None
      | _, _ => None
      end
  | Put kind to =>
      match g, nth_error (squares p) to with
      | Shogi, Some d =>
          let n := nth (hand_place p kind) (hands p) 0%N in
          if (d =? 0)%N && (kind <? 7)%N && (1 <=? n)%N
          then Some {| squares := set_at to (1 + kind + (if lower_to_move p then 16 else 0))%N (squares p);
                       lower_to_move := negb (lower_to_move p);
                       hands := set_at (hand_place p kind) (n - 1)%N (hands p);
                       rights := rights p |}
          else None
      | _, _ => None
      end
  end.

(** The positions of a record, the first included, if every move can be played. *)
Fixpoint replay (g : game) (p : position) (moves : list move) : option (list position) :=
  match moves with
  | [] => Some [p]
  | m :: moves => match play g p m with
                  | Some q => option_map (cons p) (replay g q moves)
                  | None => None
                  end
  end.

(** ** The facts *)

Section Facts.

Variable positions : list position.
Variable moves : list move.

(** Move i and move j are equal: written the same, and made by the same side. *)
Definition same_move (i j : nat) : Prop := nth_error moves i = nth_error moves j /\ Nat.even i = Nat.even j.

(** The block of p moves from move i is played k times in a row. *)
Definition played (k i p : nat) : Prop :=
  1 <= p /\ i + k * p <= length moves /\ forall j, i <= j < i + (k - 1) * p -> same_move j (j + p).

(** The position at ply q has occurred c times up to ply q, or more often. *)
Definition occurred (c q : nat) : Prop :=
  exists plies, NoDup plies /\ length plies = c /\ forall r, In r plies -> r <= q /\ nth_error positions r = nth_error positions q.

(** The old rule is met at ply q. *)
Definition old_rule_at (q : nat) : Prop :=
  exists i p, played 3 i p /\ nth_error positions i = nth_error positions (i + p) /\ q = i + 3 * p.

Inductive fact :=
| Positions (n d : N)
| Returns (plies : list N)
| Occurs (c : N) (ply : option N)
| Powers (k : N) (found : list (N * N)) (** (i, p) *)
| Old_rule (ply : option N).

Definition says (f : fact) : Prop :=
  match f with
  | Positions n d => N.of_nat (length moves) = n /\
      exists different, NoDup different /\ N.of_nat (length different) = d /\ forall p, In p different <-> In p positions
  | Returns plies => forall q, In (N.of_nat q) plies <-> q < length positions /\ nth_error positions q = nth_error positions 0
  | Occurs c (Some q) => N.to_nat q < length positions /\ occurred (N.to_nat c) (N.to_nat q) /\
      forall r, r < N.to_nat q -> ~ occurred (N.to_nat c) r
  | Occurs c None => forall r, r < length positions -> ~ occurred (N.to_nat c) r
  | Powers k found => forall i p, In (N.of_nat i, N.of_nat p) found <-> played (N.to_nat k) i p
  | Old_rule (Some q) => old_rule_at (N.to_nat q) /\ forall r, old_rule_at r -> N.to_nat q <= r
  | Old_rule None => forall r, ~ old_rule_at r
  end.

End Facts.

(** All orders of [n] blocks, each one of the two. *)
Definition in_order (a b : list move) (w : list bool) : list move := flat_map (fun x => if x : bool then b else a) w.

(** No block of moves is played three times in a row. *)
Definition no_cube {A} (l : list A) : Prop :=
  ~ exists i p, 1 <= p /\ i + 3 * p <= length l /\ forall j, i <= j < i + 2 * p -> nth_error l j = nth_error l (j + p).

Definition coding_says (g : game) (start : position) (a b : list move) : Prop :=
  (exists ps, replay g start a = Some ps /\ last ps start = start) /\
  (exists ps, replay g start b = Some ps /\ last ps start = start) /\
  forall w : list bool, no_cube w ->
    (exists ps, replay g start (in_order a b w) = Some ps) /\ forall i p, ~ played (in_order a b w) 3 i p.

Definition orders_says (g : game) (start : position) (a b : list move) (n : nat) : Prop :=
  forall w, length w = n -> exists ps, replay g start (in_order a b w) = Some ps /\
    forall q, old_rule_at ps (in_order a b w) q -> (forall r, old_rule_at ps (in_order a b w) r -> q <= r) ->
      exists r, r <= q /\ r < length ps /\ occurred ps 4 r.

(** ** The checker *)

Definition move_eqb (m n : move) : bool :=
  match m, n with
  | Go a b x, Go c d y => (a =? c) && (b =? d) && eqb x y
  | Put k a, Put l b => (k =? l)%N && (a =? b)
  | _, _ => false
  end.

Fixpoint bools_eqb (l m : list bool) : bool :=
  match l, m with [], [] => true | a :: l, b :: m => eqb a b && bools_eqb l m | _, _ => false end.

Definition position_eqb (p q : position) : bool :=
  eqb (lower_to_move p) (lower_to_move q) && symbols_eqb (squares p) (squares q) && symbols_eqb (hands p) (hands q) &&
  bools_eqb (rights p) (rights q).

Definition number_of {A} (f : A -> bool) (l : list A) : nat := length (filter f l).

(** How often each position has occurred, itself included; [before] are those before. *)
Fixpoint counts (before positions : list position) : list nat :=
  match positions with
  | [] => []
  | p :: rest => S (number_of (position_eqb p) before) :: counts (p :: before) rest
  end.

(** For each place of the list, how many [true] follow from there on without a gap. *)
Fixpoint runs (l : list bool) : list N :=
  match l with
  | [] => []
  | x :: l => let r := runs l in (if x then match r with n :: _ => n + 1 | [] => 1 end else 0)%N :: r
  end.

Fixpoint map2 {A B C} (f : A -> B -> C) (l : list A) (m : list B) : list C :=
  match l, m with a :: l, b :: m => f a b :: map2 f l m | _, _ => [] end.

(** The places from [i] on at which a run has at least [t]. *)
Fixpoint places_of (t : N) (i : N) (l : list N) : list N :=
  match l with [] => [] | n :: l => if (t <=? n)%N then i :: places_of t (i + 1)%N l else places_of t (i + 1)%N l end.

(** The blocks of an even number of moves played k times in a row; [fuel] bounds the number of lengths. *)
Definition powers_of_length (k : nat) (moves : list move) (p : nat) : list (N * N) :=
  map (fun i => (i, N.of_nat p)) (places_of (N.of_nat ((k - 1) * p)) 0 (runs (map2 move_eqb moves (skipn p moves)))).

Definition found_powers (k : nat) (moves : list move) : list (N * N) :=
  flat_map (fun h => powers_of_length k moves (2 * h)) (seq 1 (length moves / (2 * k))).

Fixpoint pairs_eqb (l m : list (N * N)) : bool :=
  match l, m with
  | [], [] => true
  | (a, b) :: l, (c, d) :: m => (a =? c)%N && (b =? d)%N && pairs_eqb l m
  | _, _ => false
  end.

Definition same_position (positions : list position) (i j : nat) : bool :=
  match nth_error positions i, nth_error positions j with Some p, Some q => position_eqb p q | _, _ => false end.

Definition old_rule (positions : list position) (moves : list move) : option N :=
  fold_left (fun least ip => match ip with (i, p) =>
      if same_position positions (N.to_nat i) (N.to_nat (i + p)) then
        match least with Some q => Some (N.min q (i + 3 * p)) | None => Some (i + 3 * p)%N end
      else least end) (found_powers 3 moves) None.

Definition option_eqb (x y : option N) : bool :=
  match x, y with Some a, Some b => (a =? b)%N | None, None => true | _, _ => false end.

Fixpoint index_of (f : nat -> bool) (i : N) (l : list nat) : option N :=
  match l with [] => None | n :: l => if f n then Some i else index_of f (i + 1)%N l end.

Definition check_fact (positions : list position) (moves : list move) (f : fact) : bool :=
  match f with
  | Positions n d => (N.of_nat (length moves) =? n)%N && (N.of_nat (number_of (fun c => (c =? 1)%nat) (counts [] positions)) =? d)%N
  | Returns plies =>
      match positions with
      | [] => false
      | p :: _ => symbols_eqb plies (places_of 1 0 (map (fun q => if position_eqb q p then 1 else 0)%N positions))
      end
  | Occurs c ply => (1 <=? c)%N && option_eqb ply (index_of (fun n => N.to_nat c <=? n) 0 (counts [] positions))
  | Powers k found => (2 <=? k)%N && pairs_eqb found (found_powers (N.to_nat k) moves)
  | Old_rule ply => option_eqb ply (old_rule positions moves)
  end.

Definition check_repetition (g : game) (start : position) (moves : list move) (f : fact) : bool :=
  match replay g start moves with Some positions => check_fact positions moves f | None => false end.

Definition returns (g : game) (start : position) (moves : list move) : bool :=
  match replay g start moves with Some ps => position_eqb (last ps start) start | None => false end.

(** No move of place i of one block stands at another place of either. *)
Fixpoint places_told (i : nat) (l : list move) (a b : list move) : bool :=
  match l with
  | [] => true
  | m :: l =>
      forallb (fun jn => (fst jn =? i) || negb (move_eqb m (snd jn))) (combine (seq 0 (length a)) a) &&
      forallb (fun jn => (fst jn =? i) || negb (move_eqb m (snd jn))) (combine (seq 0 (length b)) b) &&
      places_told (S i) l a b
  end.

Definition check_coding (g : game) (start : position) (a b : list move) : bool :=
  returns g start a && returns g start b && (length a =? length b) && (1 <=? length a) &&
  places_told 0 a a b && places_told 0 b a b && existsb negb (map2 move_eqb a b).

(** In every order of [n] blocks after those already played: can be played, and the old rule does not come first. *)
Definition check_order (g : game) (start : position) (moves : list move) : bool :=
  match replay g start moves with
  | None => false
  | Some ps =>
      match old_rule ps moves with
      | None => true
      | Some q => match index_of (fun n => 4 <=? n) 0 (counts [] ps) with Some r => (r <=? q)%N | None => false end
      end
  end.

Fixpoint every_order (n : nat) (w : list bool) (f : list bool -> bool) : bool :=
  match n with O => f w | S n => every_order n (false :: w) f && every_order n (true :: w) f end.

Definition check_orders (g : game) (start : position) (a b : list move) (n : nat) : bool :=
  every_order n [] (fun w => check_order g start (in_order a b w)).

(** ** It is right *)

Lemma move_eqb_iff m n : move_eqb m n = true <-> m = n.
Proof.
  destruct m as [a b x|k a], n as [c d y|l b']; simpl; rewrite ?andb_true_iff, ?Nat.eqb_eq, ?N.eqb_eq, ?eqb_true_iff;
    split; try discriminate.
  - intros [[-> ->] ->]. reflexivity.
  - intros E. inversion E. auto.
  - intros [-> ->]. reflexivity.
  - intros E. inversion E. auto.
Qed.

Lemma symbols_eqb_refl l : symbols_eqb l l = true.
Proof. induction l as [|a l IH]; simpl; auto. now rewrite N.eqb_refl. Qed.

Lemma bools_eqb_iff l : forall m, bools_eqb l m = true <-> l = m.
Proof.
  induction l as [|a l IH]; intros [|b m]; simpl; split; try discriminate; auto.
  - rewrite andb_true_iff, eqb_true_iff, IH. intros [-> ->]. reflexivity.
  - intros E. inversion E. subst. rewrite eqb_reflx. simpl. now apply IH.
Qed.

Lemma position_eqb_iff p q : position_eqb p q = true <-> p = q.
Proof.
  unfold position_eqb. rewrite !andb_true_iff, eqb_true_iff, bools_eqb_iff. split.
  - intros [[[H1 H2] H3] H4]. apply symbols_eqb_sound in H2, H3. destruct p, q. simpl in *. congruence.
  - intros ->. rewrite !symbols_eqb_refl. auto.
Qed.

Definition position_dec (p q : position) : {p = q} + {p <> q}.
Proof.
  destruct (position_eqb p q) eqn:E; [left; now apply position_eqb_iff|right]. intros ->.
  assert (position_eqb q q = true) by now apply position_eqb_iff. congruence.
Defined.

(** *** Occurrences *)

Lemma number_of_firstn (f : position -> bool) q : forall ps,
  number_of f (firstn q ps) = length (filter (fun r => match nth_error ps r with Some x => f x | None => false end) (seq 0 q)).
Proof.
  assert (Shift : forall (g : nat -> bool) n a, length (filter g (seq (S a) n)) = length (filter (fun r => g (S r)) (seq a n))).
  { intros g n. induction n as [|n IH]; intros a; simpl; auto. destruct (g (S a)); simpl; now rewrite IH. }
  unfold number_of. induction q as [|q IH]; intros ps; auto. destruct ps as [|p ps].
  - simpl firstn. simpl filter at 1. simpl length at 1. symmetry.
    assert (N : forall l, filter (fun r : nat => match nth_error (@nil position) r with Some x => f x | None => false end) l = []).
    { induction l as [|r l IHl]; auto. simpl. destruct r; exact IHl. }
    now rewrite N.
  - cbn [firstn filter seq]. cbn [nth_error]. rewrite <- seq_shift. specialize (IH ps).
    assert (E : length (filter (fun r => match nth_error (p :: ps) r with Some x => f x | None => false end) (map S (seq 0 q))) =
                length (filter (fun r => match nth_error ps r with Some x => f x | None => false end) (seq 0 q))).
    { rewrite seq_shift. rewrite Shift. reflexivity. }
    destruct (f p); simpl; rewrite E, <- IH; reflexivity.
Qed.

Lemma counts_nth ps : forall before q, nth_error (counts before ps) q =
  match nth_error ps q with
  | Some p => Some (S (number_of (position_eqb p) before + number_of (position_eqb p) (firstn q ps)))
  | None => None
  end.
Proof.
  induction ps as [|p ps IH]; intros before q; [now destruct q|]. destruct q as [|q].
  - simpl. f_equal. f_equal. unfold number_of at 3. simpl. lia.
  - simpl. rewrite IH. destruct (nth_error ps q) as [x|]; auto. f_equal. f_equal. unfold number_of. simpl.
    destruct (position_eqb x p); simpl; lia.
Qed.

Definition earlier (ps : list position) (q : nat) : list nat :=
  filter (fun r => match nth_error ps r, nth_error ps q with Some x, Some y => position_eqb y x | _, _ => false end) (seq 0 (S q)).

Lemma counts_earlier ps q n : nth_error (counts [] ps) q = Some n -> n = length (earlier ps q).
Proof.
  rewrite counts_nth. destruct (nth_error ps q) as [p|] eqn:E; [|discriminate]. intros H. inversion H as [H'].
  unfold earlier. rewrite seq_S, filter_app, app_length, Nat.add_0_l. cbn [filter]. rewrite E.
  replace (position_eqb p p) with true by (symmetry; now apply position_eqb_iff).
  rewrite number_of_firstn. unfold number_of. simpl. lia.
Qed.

Lemma in_earlier ps q r : q < length ps -> In r (earlier ps q) <-> r <= q /\ nth_error ps r = nth_error ps q.
Proof.
  intros Hq. unfold earlier. rewrite filter_In, in_seq. destruct (nth_error ps q) as [y|] eqn:E.
  - destruct (nth_error ps r) as [x|] eqn:E'.
    + rewrite position_eqb_iff. split; [intros [H ->]; split; [lia|auto]|intros [H1 H2]; split; [lia|congruence]].
    + split; [intros [_ H]; discriminate|intros [_ H]; discriminate].
  - apply nth_error_None in E. lia.
Qed.

Lemma occurred_iff ps c q n : nth_error (counts [] ps) q = Some n -> occurred ps c q <-> c <= n.
Proof.
  intros Hn. assert (Hq : q < length ps).
  { rewrite counts_nth in Hn. apply nth_error_Some. destruct (nth_error ps q); congruence. }
  rewrite (counts_earlier _ _ _ Hn). split.
  - intros [plies [H1 [<- H2]]]. apply NoDup_incl_length; auto. intros r Hr. apply in_earlier; auto.
  - intros H. exists (firstn c (earlier ps q)). split; [|split].
    + assert (D : NoDup (earlier ps q)) by (apply NoDup_filter, seq_NoDup).
      rewrite <- (firstn_skipn c (earlier ps q)) in D. revert D. generalize (firstn c (earlier ps q)) (skipn c (earlier ps q)).
      clear. induction l as [|a l IH]; intros m D; [constructor|]. inversion D; subst. constructor; [|now apply (IH m)].
      intros Hin. apply H1. apply in_app_iff. auto.
    + apply firstn_length_le. exact H.
    + intros r Hr. apply in_earlier; auto. rewrite <- (firstn_skipn c (earlier ps q)). apply in_app_iff. auto.
Qed.

Lemma counts_length ps : forall before, length (counts before ps) = length ps.
Proof. induction ps as [|p ps IH]; intros before; simpl; auto. Qed.

Lemma index_of_spec f l : forall i,
  match index_of f i l with
  | Some r => exists k n, r = (i + N.of_nat k)%N /\ nth_error l k = Some n /\ f n = true /\
      forall k' n', k' < k -> nth_error l k' = Some n' -> f n' = false
  | None => forall k n, nth_error l k = Some n -> f n = false
  end.
Proof.
  induction l as [|n l IH]; intros i; simpl.
  - intros [|k] n E; discriminate.
  - destruct (f n) eqn:E.
    + exists 0, n. split; [lia|]. split; auto. split; auto. intros; lia.
    + specialize (IH (i + 1)%N). destruct (index_of f (i + 1) l) as [r|].
      * destruct IH as [k [m [H1 [H2 [H3 H4]]]]]. exists (S k), m. split; [lia|]. split; auto. split; auto.
        intros [|k'] n' Hk En; [simpl in En; congruence|]. apply (H4 k'); auto. lia.
      * intros [|k] m Em; [simpl in Em; congruence|]. now apply (IH k).
Qed.

(** The positions that have not occurred before. *)
Fixpoint firsts (before positions : list position) : list position :=
  match positions with
  | [] => []
  | p :: rest => if number_of (position_eqb p) before =? 0 then p :: firsts (p :: before) rest else firsts (p :: before) rest
  end.

Lemma number_of_zero p l : number_of (position_eqb p) l = 0 <-> ~ In p l.
Proof.
  unfold number_of. induction l as [|q l IH]; simpl; [tauto|]. destruct (position_eqb p q) eqn:E; simpl.
  - apply position_eqb_iff in E. subst. split; [lia|tauto].
  - rewrite IH. split; intros H; [intros [<-|H']|]; try tauto.
    assert (position_eqb q q = true) by now apply position_eqb_iff. congruence.
Qed.

Lemma firsts_spec ps : forall before,
  NoDup (firsts before ps) /\ (forall p, In p (firsts before ps) <-> In p ps /\ ~ In p before) /\
  length (firsts before ps) = number_of (fun c => c =? 1) (counts before ps).
Proof.
  induction ps as [|p ps IH]; intros before; [repeat split; try constructor; try tauto; intros []|].
  destruct (IH (p :: before)) as [H1 [H2 H3]].
  assert (E3 : number_of (fun c => c =? 1) (counts before (p :: ps)) =
    (if number_of (position_eqb p) before =? 0 then 1 else 0) + number_of (fun c => c =? 1) (counts (p :: before) ps)).
  { unfold number_of at 1. cbn [counts filter]. destruct (number_of (position_eqb p) before); reflexivity. }
  rewrite E3, <- H3. clear E3 H3. cbn [firsts].
  destruct (number_of (position_eqb p) before) eqn:E; cbn [Nat.eqb].
  - apply number_of_zero in E. split; [constructor; auto; rewrite H2; simpl; tauto|]. split; [|simpl; lia].
    intros x. simpl. rewrite H2. simpl. split.
    + intros [<-|H]; tauto.
    + intros [[<-|H] Hn]; [now left|]. destruct (position_dec p x) as [->|N]; [now left|right]. tauto.
  - assert (Hin : In p before).
    { destruct (in_dec position_dec p before) as [H|H]; auto. apply number_of_zero in H. lia. }
    split; auto. split; [|simpl; lia]. intros x. simpl. rewrite H2. simpl. split; [tauto|].
    intros [[<-|H] Hn]; [tauto|]. split; auto. intros [->|Hb]; tauto.
Qed.

(** *** Powers *)

Lemma map2_nth {A B C} (f : A -> B -> C) l : forall m j, nth_error (map2 f l m) j =
  match nth_error l j, nth_error m j with Some a, Some b => Some (f a b) | _, _ => None end.
Proof.
  induction l as [|a l IH]; intros m j; simpl.
  - now destruct j.
  - destruct m as [|b m]; [destruct j; simpl; auto; now destruct (nth_error l j)|]. destruct j as [|j]; simpl; auto.
Qed.

Lemma runs_spec l : forall k n, nth_error (runs l) k = Some n ->
  forall t, (N.of_nat t <= n)%N <-> forall j, j < t -> nth_error l (k + j) = Some true.
Proof.
  induction l as [|x l IH]; intros k n; [destruct k; discriminate|]. destruct k as [|k]; [|exact (IH k n)].
  simpl. intros E. inversion E as [E']. clear E. intros t. destruct x.
  - assert (G : forall t, (N.of_nat t <= match runs l with [] => 0 | n :: _ => n end)%N <-> forall j, j < t -> nth_error l j = Some true).
    { destruct l as [|y l]; [|intros u; apply (IH 0); reflexivity]. simpl. intros u. split.
      - intros H j Hj. lia.
      - intros H. destruct u; [lia|]. specialize (H 0 ltac:(lia)). discriminate. }
    assert (E2 : (match runs l with n :: _ => n + 1 | [] => 1 end = match runs l with [] => 0 | n :: _ => n end + 1)%N)
      by (destruct (runs l); reflexivity).
    rewrite E2. destruct t as [|t]; [split; [intros; lia|lia]|]. specialize (G t). split.
    + intros H [|j] Hj; auto. simpl. apply G; lia.
    + intros H. assert (N.of_nat t <= match runs l with [] => 0 | n :: _ => n end)%N by (apply G; intros j Hj; apply (H (S j)); lia). lia.
  - destruct t as [|t]; [split; [intros; lia|lia]|]. split; [lia|]. intros H. specialize (H 0 ltac:(lia)). discriminate.
Qed.

Lemma runs_length l : length (runs l) = length l.
Proof. induction l as [|x l IH]; simpl; auto. Qed.

Lemma places_of_spec t l : forall i x, In x (places_of t i l) <-> exists k n, x = (i + N.of_nat k)%N /\ nth_error l k = Some n /\ (t <= n)%N.
Proof.
  induction l as [|n l IH]; intros i x; simpl.
  - split; [tauto|]. intros [[|k] [n [_ [E _]]]]; discriminate.
  - assert (S1 : (exists k n', x = (i + 1 + N.of_nat k)%N /\ nth_error l k = Some n' /\ (t <= n')%N) ->
                 exists k n', x = (i + N.of_nat k)%N /\ nth_error (n :: l) k = Some n' /\ (t <= n')%N).
    { intros [k [n' [H1 [H2 H3]]]]. exists (S k), n'. split; [lia|auto]. }
    destruct (N.leb_spec t n) as [H|H]; simpl; rewrite IH; split; auto.
    + intros [<-|Hx]; auto. exists 0, n. split; [lia|auto].
    + intros [[|k] [n' [H1 [H2 H3]]]]; [left; lia|right]. exists k, n'. split; [lia|auto].
    + intros [[|k] [n' [H1 [H2 H3]]]]; [simpl in H2; inversion H2; subst; lia|]. exists k, n'. split; [lia|auto].
Qed.

Lemma even_step i p : Nat.even i = Nat.even (i + p) -> Nat.even p = true.
Proof. rewrite Nat.even_add. destruct (Nat.even i), (Nat.even p); simpl; congruence. Qed.

Lemma found_powers_spec k moves i p : 2 <= k ->
  In (N.of_nat i, N.of_nat p) (found_powers k moves) <-> played moves k i p.
Proof.
  intros Hk. unfold found_powers. rewrite in_flat_map. split.
  - intros [h [Hh H]]. apply in_seq in Hh. unfold powers_of_length in H. apply in_map_iff in H.
    destruct H as [x [E H]]. apply pair_equal_spec in E. destruct E as [E1 E2]. apply Nat2N.inj in E2. subst p x.
    apply places_of_spec in H. destruct H as [k' [n [E1 [E2 H]]]]. assert (k' = i) as -> by lia. clear E1.
    pose proof (proj1 (runs_spec _ _ _ E2 ((k - 1) * (2 * h))) H) as R. clear H.
    assert (R' : forall j, j < (k - 1) * (2 * h) -> exists m, nth_error moves (i + j) = Some m /\ nth_error moves (i + j + 2 * h) = Some m).
    { intros j Hj. specialize (R j Hj). rewrite map2_nth, nth_error_skipn' in R.
      destruct (nth_error moves (i + j)) as [m|]; [|discriminate]. 
      replace (i + j + 2 * h) with (2 * h + (i + j)) by lia.
      destruct (nth_error moves (2 * h + (i + j))) as [m'|]; [|discriminate]. inversion R as [R0]. apply move_eqb_iff in R0. subst. eauto. }
    assert (Pos : 1 <= (k - 1) * (2 * h)) by nia.
    split; [lia|]. split.
    + destruct (R' ((k - 1) * (2 * h) - 1) ltac:(lia)) as [m [_ E]].
      assert (i + ((k - 1) * (2 * h) - 1) + 2 * h < length moves) by (apply nth_error_Some; congruence). nia.
    + intros j Hj. destruct (R' (j - i) ltac:(lia)) as [m [E1 E3]].
      assert (Ej : i + (j - i) = j) by lia. rewrite Ej in E1, E3.
      split; [now rewrite E1, E3|]. rewrite Nat.even_add. rewrite Nat.even_mul. simpl. now destruct (Nat.even j).
  - intros [Hp [Hl H]].
    assert (Ev : Nat.even p = true) by (destruct (H i ltac:(nia)) as [_ E]; now apply even_step in E).
    apply Nat.even_spec in Ev. destruct Ev as [h Eh]. subst p.
    exists h. split.
    + apply in_seq. split; [lia|]. enough (h <= length moves / (2 * k)) by lia. apply Nat.div_le_lower_bound; nia.
    + unfold powers_of_length. apply in_map_iff. exists (N.of_nat i). split; auto. apply places_of_spec. exists i.
      assert (L : i < length (runs (map2 move_eqb moves (skipn (2 * h) moves)))).
      { rewrite runs_length. apply nth_error_Some. rewrite map2_nth, nth_error_skipn'.
        assert (A1 : nth_error moves i <> None) by (apply nth_error_Some; nia).
        assert (A2 : nth_error moves (2 * h + i) <> None) by (apply nth_error_Some; nia).
        destruct (nth_error moves i), (nth_error moves (2 * h + i)); congruence. }
      apply nth_error_Some in L. destruct (nth_error (runs _) i) as [n|] eqn:En in L; [|congruence]. exists n.
      split; [lia|]. split; auto. apply (runs_spec _ _ _ En). intros j Hj. rewrite map2_nth, nth_error_skipn'.
      destruct (H (i + j) ltac:(lia)) as [E _]. replace (2 * h + (i + j)) with (i + j + 2 * h) by lia. rewrite <- E.
      assert (A1 : nth_error moves (i + j) <> None) by (apply nth_error_Some; nia).
      destruct (nth_error moves (i + j)) as [m|]; [|congruence]. f_equal. now apply move_eqb_iff.
Qed.

Lemma found_shape k moves x : In x (found_powers k moves) -> exists i p, x = (N.of_nat i, N.of_nat p).
Proof.
  unfold found_powers, powers_of_length. rewrite in_flat_map. intros [h [_ H]]. apply in_map_iff in H. destruct H as [i [<- _]].
  exists (N.to_nat i), (2 * h). now rewrite N2Nat.id.
Qed.

Lemma pairs_eqb_sound l : forall m, pairs_eqb l m = true -> l = m.
Proof.
  induction l as [|[a b] l IH]; intros [|[c d] m]; simpl; try discriminate; auto.
  rewrite !andb_true_iff, !N.eqb_eq. intros [[-> ->] H]. now rewrite (IH m H).
Qed.

(** *** The old rule *)

Lemma same_position_iff ps i j : same_position ps i j = true -> nth_error ps i = nth_error ps j.
Proof.
  unfold same_position. destruct (nth_error ps i), (nth_error ps j); try discriminate. intros H. apply position_eqb_iff in H. congruence.
Qed.

Lemma least_spec (f : N * N -> bool) (v : N * N -> N) l : forall start,
  match fold_left (fun least ip => if f ip then match least with Some q => Some (N.min q (v ip)) | None => Some (v ip) end else least) l start with
  | Some q => (start = Some q \/ exists x, In x l /\ f x = true /\ v x = q) /\
              (forall q', start = Some q' -> (q <= q')%N) /\ forall x, In x l -> f x = true -> (q <= v x)%N
  | None => start = None /\ forall x, In x l -> f x = false
  end.
Proof.
  induction l as [|x l IH]; intros start; simpl.
  - destruct start as [q|]; [|split; auto; intros x []]. split; auto. split; [intros q' E; inversion E; lia|intros x []].
  - specialize (IH (if f x then match start with Some q => Some (N.min q (v x)) | None => Some (v x) end else start)).
    destruct (fold_left _ l _) as [q|].
    + destruct IH as [H1 [H2 H3]]. split; [|split].
      * destruct H1 as [H1|[y [Hy H1]]]; [|right; exists y; auto].
        destruct (f x) eqn:E; [|now left]. destruct start as [q0|].
        -- inversion H1. destruct (N.min_spec q0 (v x)) as [[_ M]|[_ M]]; rewrite M; [now left|right; exists x; auto].
        -- inversion H1. right. exists x. auto.
      * intros q' Eq. subst start. destruct (f x); [specialize (H2 _ eq_refl); lia|now apply H2].
      * intros y [<-|Hy] Ef; [|auto]. rewrite Ef in H2. destruct start as [q0|]; specialize (H2 _ eq_refl); lia.
    + destruct IH as [H1 H2]. destruct (f x) eqn:E; [destruct start; discriminate|]. split; auto.
      intros y [<-|Hy]; auto.
Qed.

Lemma old_rule_spec ps moves : length ps = S (length moves) ->
  match old_rule ps moves with
  | Some q => old_rule_at ps moves (N.to_nat q) /\ forall r, old_rule_at ps moves r -> N.to_nat q <= r
  | None => forall r, ~ old_rule_at ps moves r
  end.
Proof.
  intros Len.
  pose proof (least_spec (fun ip => same_position ps (N.to_nat (fst ip)) (N.to_nat (fst ip + snd ip)))
                (fun ip => fst ip + 3 * snd ip)%N (found_powers 3 moves) None) as L.
  unfold old_rule.
  replace (fold_left _ (found_powers 3 moves) None) with
    (fold_left (fun least ip => if same_position ps (N.to_nat (fst ip)) (N.to_nat (fst ip + snd ip)) then
       match least with Some q => Some (N.min q (fst ip + 3 * snd ip)) | None => Some (fst ip + 3 * snd ip)%N end else least)
       (found_powers 3 moves) None).
  2: { clear L Len. generalize (@None N) as s. induction (found_powers 3 moves) as [|[i p] l IH]; intros s; [reflexivity|]. cbn [fold_left fst snd]. apply IH. }
  assert (Mem : forall i p, played moves 3 i p -> nth_error ps i = nth_error ps (i + p) ->
    In (N.of_nat i, N.of_nat p) (found_powers 3 moves) /\
    same_position ps (N.to_nat (N.of_nat i)) (N.to_nat (N.of_nat i + N.of_nat p)) = true).
  { intros i p Hp E. split; [apply found_powers_spec; auto|]. rewrite <- Nat2N.inj_add, !Nat2N.id. unfold same_position. rewrite <- E.
    destruct Hp as [_ [Hl _]]. assert (A : nth_error ps i <> None) by (apply nth_error_Some; lia).
    destruct (nth_error ps i); [now apply position_eqb_iff|congruence]. }
  destruct (fold_left _ _ _) as [q|].
  - destruct L as [[E|[x [Hx [Hf Hv]]]] [_ H3]]; [discriminate|].
    destruct (found_shape _ _ _ Hx) as [i [p ->]]. cbn [fst snd] in *. split.
    + exists i, p. split; [exact (proj1 (found_powers_spec 3 moves i p ltac:(lia)) Hx)|]. split; [|lia].
      apply same_position_iff in Hf. rewrite <- Nat2N.inj_add, !Nat2N.id in Hf. exact Hf.
    + intros r [i' [p' [Hp [E ->]]]]. destruct (Mem i' p' Hp E) as [M1 M2]. specialize (H3 _ M1 M2). cbn [fst snd] in H3. lia.
  - destruct L as [_ H]. intros r [i [p [Hp [E ->]]]]. destruct (Mem i p Hp E) as [M1 M2]. specialize (H _ M1). cbn [fst snd] in H. congruence.
Qed.

Lemma replay_length g moves : forall p ps, replay g p moves = Some ps -> length ps = S (length moves).
Proof.
  induction moves as [|m moves IH]; intros p ps; simpl; [intros E; inversion E; reflexivity|].
  destruct (play g p m) as [q|]; [|discriminate]. destruct (replay g q moves) as [l|] eqn:E; [|discriminate].
  intros E'. inversion E'; subst. simpl. f_equal. now apply (IH q).
Qed.

Lemma option_eqb_sound x y : option_eqb x y = true -> x = y.
Proof. destruct x, y; simpl; try discriminate; auto. intros H. apply N.eqb_eq in H. congruence. Qed.

Theorem check_repetition_sound g start moves f : check_repetition g start moves f = true ->
  exists positions, replay g start moves = Some positions /\ says positions moves f.
Proof.
  unfold check_repetition. destruct (replay g start moves) as [ps|] eqn:R; [|discriminate]. intros H. exists ps. split; auto.
  pose proof (replay_length _ _ _ _ R) as Len. destruct f as [n d|plies|c ply|k found|ply]; simpl in *.
  - rewrite andb_true_iff, !N.eqb_eq in H. destruct H as [H1 H2]. split; auto.
    destruct (firsts_spec ps []) as [F1 [F2 F3]]. exists (firsts [] ps). split; auto. split; [congruence|].
    intros p. rewrite F2. simpl. tauto.
  - destruct ps as [|p ps]; [discriminate|]. apply symbols_eqb_sound in H. subst plies. intros q. rewrite places_of_spec.
    split.
    + intros [k [n [E1 [E2 H]]]]. assert (k = q) as -> by lia. rewrite nth_error_map in E2.
      destruct (nth_error (p :: ps) q) as [x|] eqn:Ex; [|discriminate]. simpl in E2. inversion E2. subst n.
      destruct (position_eqb x p) eqn:Ep; [|lia]. apply position_eqb_iff in Ep. subst x.
      split; auto. apply nth_error_Some. congruence.
    + intros [H1 H2]. exists q, 1%N. split; [lia|]. split; [|lia]. rewrite nth_error_map, H2. simpl.
      replace (position_eqb p p) with true; auto. symmetry. now apply position_eqb_iff.
  - rewrite andb_true_iff, N.leb_le in H. destruct H as [Hc H]. apply option_eqb_sound in H.
    pose proof (index_of_spec (fun n => N.to_nat c <=? n) (counts [] ps) 0) as I. rewrite <- H in I.
    assert (Counted : forall r, r < length ps -> exists n, nth_error (counts [] ps) r = Some n).
    { intros r Hr. rewrite <- (counts_length ps []) in Hr. apply nth_error_Some in Hr. destruct (nth_error (counts [] ps) r); eauto. congruence. }
    destruct ply as [q|].
    + destruct I as [k [n [E [En [Hn Hb]]]]]. replace (N.to_nat q) with k by lia. split; [|split].
      * rewrite <- (counts_length ps []). apply nth_error_Some. congruence.
      * apply (occurred_iff _ _ _ _ En). now apply Nat.leb_le.
      * intros r Hr. destruct (nth_error (counts [] ps) r) as [n'|] eqn:E'.
        -- rewrite (occurred_iff _ _ _ _ E'). specialize (Hb r n' Hr E'). apply Nat.leb_gt in Hb. lia.
        -- apply nth_error_None in E'. assert (k < length (counts [] ps)) by (apply nth_error_Some; congruence). lia.
    + intros r Hr. destruct (Counted r Hr) as [n En]. rewrite (occurred_iff _ _ _ _ En). specialize (I r n En).
      apply Nat.leb_gt in I. lia.
  - rewrite andb_true_iff, N.leb_le in H. destruct H as [Hk H]. apply pairs_eqb_sound in H. subst found.
    intros i p. apply found_powers_spec. lia.
  - apply option_eqb_sound in H. pose proof (old_rule_spec ps moves Len) as O. rewrite <- H in O. destruct ply; exact O.
Qed.

(** *** Orders *)

Lemma every_order_sound n f : forall w, every_order n w f = true -> forall v, length v = n -> f (rev v ++ w) = true.
Proof.
  induction n as [|n IH]; intros w H v Hv.
  - destruct v; [exact H|discriminate].
  - simpl in H. rewrite andb_true_iff in H. destruct H as [H1 H2]. destruct v as [|x v]; [discriminate|]. simpl. rewrite <- app_assoc. simpl.
    apply IH; [|simpl in Hv; lia]. destruct x; auto.
Qed.

Theorem check_orders_sound g start a b n : check_orders g start a b n = true -> orders_says g start a b n.
Proof.
  intros H w Hw. unfold check_orders in H.
  pose proof (every_order_sound n _ [] H (rev w) ltac:(rewrite rev_length; exact Hw)) as C. rewrite rev_involutive, app_nil_r in C.
  unfold check_order in C. destruct (replay g start (in_order a b w)) as [ps|] eqn:R; [|discriminate]. exists ps. split; auto.
  intros q Hq Least. pose proof (replay_length _ _ _ _ R) as Len. pose proof (old_rule_spec ps (in_order a b w) Len) as O.
  destruct (old_rule ps (in_order a b w)) as [q'|]; [|elim (O q Hq)]. destruct O as [O1 O2].
  assert (q = N.to_nat q') by (pose proof (O2 q Hq); pose proof (Least _ O1); lia). subst q.
  pose proof (index_of_spec (fun n => 4 <=? n) (counts [] ps) 0) as I.
  destruct (index_of _ _ _) as [r|]; [|discriminate]. destruct I as [k [m [E [En [Hn _]]]]]. apply N.leb_le in C.
  exists k. split; [lia|]. split.
  - rewrite <- (counts_length ps []). apply nth_error_Some. congruence.
  - apply (occurred_iff _ _ _ _ En). now apply Nat.leb_le.
Qed.

(** *** Coding *)

Lemma replay_app g m : forall p n ps, replay g p m = Some ps -> last ps p = p \/ True ->
  forall qs, replay g (last ps p) n = Some qs -> exists rs, replay g p (m ++ n) = Some rs /\ last rs p = last qs (last ps p).
Proof.
  induction m as [|x m IH]; intros p n ps H _ qs Hq; simpl in *.
  - inversion H; subst. simpl in *. exists qs. auto.
  - destruct (play g p x) as [q|]; [|discriminate]. destruct (replay g q m) as [l|] eqn:E; [|discriminate].
    inversion H; subst. assert (El : last (p :: l) p = last l q).
    { destruct l as [|y l]; [apply replay_length in E; discriminate|]. clear. revert y. induction l as [|z l IHl]; intros y; auto. apply (IHl z). }
    rewrite El in Hq. destruct (IH q n l E (or_intror I) qs Hq) as [rs [R1 R2]]. rewrite R1. exists (p :: rs). split; auto.
    rewrite El, <- R2. destruct rs as [|y rs]; [apply replay_length in R1; discriminate|]. clear. revert y.
    induction rs as [|z rs IHl]; intros y; auto. apply (IHl z).
Qed.

Lemma returns_sound g start m : returns g start m = true -> exists ps, replay g start m = Some ps /\ last ps start = start.
Proof.
  unfold returns. destruct (replay g start m) as [ps|]; [|discriminate]. intros H. apply position_eqb_iff in H. eauto.
Qed.

Lemma orders_playable g start a b : returns g start a = true -> returns g start b = true ->
  forall w, exists ps, replay g start (in_order a b w) = Some ps /\ last ps start = start.
Proof.
  intros Ha Hb. induction w as [|x w [ps [IH1 IH2]]]; [exists [start]; auto|].
  assert (exists qs, replay g start (if x then b else a) = Some qs /\ last qs start = start) as [qs [Q1 Q2]]
    by (destruct x; now apply returns_sound).
  rewrite <- Q2 in IH1 at 1. destruct (replay_app g _ _ _ _ Q1 (or_intror I) _ IH1) as [rs [R1 R2]].
  exists rs. split; [exact R1|]. rewrite R2, Q2. exact IH2.
Qed.

Lemma places_told_sound l a b : forall i, places_told i l a b = true -> forall r m, nth_error l r = Some m ->
  forall j, nth_error a j = Some m \/ nth_error b j = Some m -> j = i + r.
Proof.
  assert (C : forall c m i, forallb (fun jn => (fst jn =? i) || negb (move_eqb m (snd jn))) (combine (seq 0 (length c)) c) = true ->
    forall j, nth_error c j = Some m -> j = i).
  { intros c m i H j Hj. rewrite forallb_forall in H. specialize (H (j, m)).
    assert (In (j, m) (combine (seq 0 (length c)) c)).
    { clear H. assert (G : forall c k j, nth_error c j = Some m -> In (k + j, m) (combine (seq k (length c)) c)).
      { clear. induction c as [|x c IH]; intros k [|j] Hj; simpl in *; try discriminate.
        - inversion Hj. left. f_equal. lia.
        - right. replace (k + S j) with (S k + j) by lia. now apply IH. }
      apply (G c 0 j Hj). }
    specialize (H H0). cbn [fst snd] in H. rewrite orb_true_iff, Nat.eqb_eq, negb_true_iff in H. destruct H as [H|H]; auto.
    assert (move_eqb m m = true) by now apply move_eqb_iff. congruence. }
  induction l as [|x l IH]; intros i H r m Hr j Hj; [destruct r; discriminate|].
  simpl in H. rewrite !andb_true_iff in H. destruct H as [[H1 H2] H3]. destruct r as [|r].
  - simpl in Hr. inversion Hr; subst x. rewrite Nat.add_0_r. destruct Hj as [Hj|Hj]; [now apply (C a m i)|now apply (C b m i)].
  - replace (i + S r) with (S i + r) by lia. now apply (IH (S i) H3 r m).
Qed.

Lemma in_order_nth a b n w : length a = n -> length b = n -> 1 <= n -> forall i,
  nth_error (in_order a b w) i =
  match nth_error w (i / n) with Some x => nth_error (if x then b else a) (i mod n) | None => None end.
Proof.
  intros Ha Hb Hn. induction w as [|x w IH]; intros i.
  - simpl. destruct i; simpl; now destruct (_ / n).
  - change (in_order a b (x :: w)) with ((if x then b else a) ++ in_order a b w).
    assert (Hx : length (if x then b else a) = n) by now destruct x.
    destruct (Nat.lt_ge_cases i n) as [L|L].
    + rewrite nth_error_app1 by lia. rewrite Nat.div_small, Nat.mod_small by lia. reflexivity.
    + rewrite nth_error_app2, Hx, IH by lia.
      assert (D : i / n = S ((i - n) / n)) by (replace i with (i - n + 1 * n) at 1 by lia; rewrite Nat.div_add by lia; lia).
      assert (R : i mod n = (i - n) mod n) by (replace i with (i - n + 1 * n) at 1 by lia; now rewrite Nat.mod_add by lia).
      now rewrite D, R.
Qed.

Lemma in_order_length a b n w : length a = n -> length b = n -> length (in_order a b w) = length w * n.
Proof.
  intros Ha Hb. induction w as [|x w IH]; auto. change (in_order a b (x :: w)) with ((if x then b else a) ++ in_order a b w).
  rewrite app_length, IH. destruct x; simpl; lia.
Qed.

Theorem check_coding_sound g start a b : check_coding g start a b = true -> coding_says g start a b.
Proof.
  unfold check_coding. rewrite !andb_true_iff, Nat.eqb_eq, Nat.leb_le. intros [[[[[[Ra Rb] Len] Pos] Ta] Tb] Dif].
  split; [now apply returns_sound|]. split; [now apply returns_sound|]. intros w Free. split.
  { destruct (orders_playable g start a b Ra Rb w) as [ps [H _]]. eauto. }
  intros i p [Hp [Hl H]]. set (n := length a) in *. assert (Hb : length b = n) by auto. assert (Ha : length a = n) by auto.
  set (M := in_order a b w) in *. pose proof (in_order_length a b n w Ha Hb) as ML. fold M in ML.
  assert (Nth : forall j, nth_error M j = match nth_error w (j / n) with Some x => nth_error (if x then b else a) (j mod n) | None => None end)
    by (intros j; now apply in_order_nth).
  (* a move tells its place *)
  assert (Place : forall j, i <= j < i + 2 * p -> j mod n = (j + p) mod n).
  { intros j Hj. destruct (H j ltac:(lia)) as [E _].
    assert (A : nth_error M j <> None) by (apply nth_error_Some; lia). pose proof (Nth j) as N1. pose proof (Nth (j + p)) as N2. rewrite <- E in N2.
    destruct (nth_error M j) as [m|]; [|congruence].
    destruct (nth_error w (j / n)) as [x|]; [|discriminate]. destruct (nth_error w ((j + p) / n)) as [y|]; [|discriminate].
    symmetry in N1, N2.
    assert (Hy : nth_error a ((j + p) mod n) = Some m \/ nth_error b ((j + p) mod n) = Some m) by (destruct y; auto).
    destruct x.
    - pose proof (places_told_sound b a b 0 Tb _ _ N1 _ Hy). lia.
    - pose proof (places_told_sound a a b 0 Ta _ _ N1 _ Hy). lia. }
  assert (Hn : n <> 0) by lia.
  assert (exists q, p = q * n) as [q Eq].
  { pose proof (Place i ltac:(lia)) as E. exists (p / n). pose proof (Nat.div_mod p n Hn) as D.
    enough (p mod n = 0) by lia.
    pose proof (Nat.add_mod i p n Hn) as A. rewrite <- E in A.
    pose proof (Nat.mod_upper_bound i n Hn). pose proof (Nat.mod_upper_bound p n Hn).
    destruct (Nat.lt_ge_cases (i mod n + p mod n) n) as [L|L].
    - rewrite (Nat.mod_small (i mod n + p mod n)) in A by lia. lia.
    - assert ((i mod n + p mod n) mod n = i mod n + p mod n - n).
      { symmetry. apply (Nat.mod_unique _ _ 1); lia. }
      lia. }
  assert (Hq : 1 <= q) by nia.
  (* the place where the blocks differ *)
  assert (exists r x y, r < n /\ nth_error a r = Some x /\ nth_error b r = Some y /\ x <> y) as [r [x [y [Hr [Ex [Ey Hxy]]]]]].
  { apply existsb_exists in Dif. destruct Dif as [v [Hv Nv]]. apply In_nth_error in Hv. destruct Hv as [r Hr].
    rewrite map2_nth in Hr. destruct (nth_error a r) as [x|] eqn:Ex; [|discriminate]. destruct (nth_error b r) as [y|] eqn:Ey; [|discriminate].
    exists r, x, y. split; [unfold n; apply nth_error_Some; congruence|]. repeat split; auto. intros ->.
    inversion Hr; subst v. apply negb_true_iff in Nv. assert (move_eqb y y = true) by now apply move_eqb_iff. congruence. }
  (* the first block in which that place is not before move i *)
  set (s := (i + (n - 1 - r)) / n).
  assert (S1 : i <= s * n + r < i + n).
  { unfold s. pose proof (Nat.div_mod (i + (n - 1 - r)) n Hn). pose proof (Nat.mod_upper_bound (i + (n - 1 - r)) n Hn). nia. }
  apply Free. exists s, q. split; auto. split; [nia|]. intros t Ht.
  set (j := t * n + r). assert (Hj : i <= j < i + 2 * p) by (unfold j; nia).
  destruct (H j ltac:(lia)) as [E _]. rewrite !Nth in E.
  assert (D1 : j / n = t) by (unfold j; symmetry; apply (Nat.div_unique _ n t r); lia).
  assert (M1 : j mod n = r) by (unfold j; symmetry; apply (Nat.mod_unique _ n t r); lia).
  assert (D2 : (j + p) / n = t + q) by (unfold j; symmetry; apply (Nat.div_unique _ n (t + q) r); lia || nia).
  assert (M2 : (j + p) mod n = r) by (unfold j; symmetry; apply (Nat.mod_unique _ n (t + q) r); lia || nia).
  rewrite D1, M1, D2, M2 in E.
  assert (A1 : nth_error w t <> None) by (apply nth_error_Some; nia).
  assert (A2 : nth_error w (t + q) <> None) by (apply nth_error_Some; nia).
  destruct (nth_error w t) as [u|]; [|congruence]. destruct (nth_error w (t + q)) as [v|]; [|congruence].
  destruct u, v; congruence.
Qed.
