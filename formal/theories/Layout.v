(** Infinite Connect-Four: boards laid out from finitely many letters and pairs, and a check of them that looks at finitely many lines.

    A layout is what a certificate `response` without a tree says (docs/formats/response.md): zone heights of a core, of a
    word repeated to the left and of one repeated to the right, and pairs, which repeat with the words or stand alone.

    [check_layout_sound]: if [check_layout] says yes, the responder never loses (and nobody ever has a four, where
    that is claimed), on a board of all columns without a top, below every top row, on a cylinder, or on a strip.
    Theorems 1 to 6 of the paper are instances (PaperBoards.v: A3, A4, A6 to A9). *)

From Coq Require Import ZArith List Bool Arith Lia.
From Hissho Require Import Positional InfiniteFour Lines.
Import ListNotations.

Local Open Scope Z_scope.

(** ** The claim *)

Inductive board :=
| Infinite                    (* all integers are columns, there is no top *)
| Every_height                (* all integers are columns; the claim is made for every top row *)
| Cylinder (width : positive) (* columns are taken modulo the width, no top *)
| Strip (width : positive).   (* the columns 1 to the width, no top *)

(** The name of a column between [first] and [first] + width - 1, on a cylinder. *)
Definition column_name (b : board) (first c : Z) : Z :=
  match b with Cylinder w => first + (c - first) mod (Zpos w) | _ => c end.

Definition on_board (b : board) (first c : Z) : Prop :=
  match b with
  | Infinite | Every_height => True
  | Cylinder w => first <= c < first + Zpos w
  | Strip w => 1 <= c <= Zpos w
  end.

Definition is_line (b : board) (first : Z) (l : list (cell Z)) : Prop :=
  match b with
  | Infinite | Every_height => connect_four l
  | Cylinder _ => exists l', connect_four l' /\ l = map (fun x => (column_name b first (fst x), snd x)) l'
  | Strip _ => connect_four l /\ forall x, In x l -> on_board b first (fst x)
  end.

(** The position after these stones, dropped in order. *)
Definition dropped (b : board) (first : Z) (stones : list (player * Z)) : position Z :=
  fold_left (fun q s => drop Z Z.eq_dec (fst s) (column_name b first (snd s)) q) stones empty_board.

(** Nobody has a four yet; with the opponent to move, [p] has an answer to every stone for ever, and the opponent, or with [both] nobody, ever has a four. *)
Definition quiet (line : list (cell Z) -> Prop) (both : bool) (p : player) (b : position Z) : Prop :=
  if both then ~ four Z line b p /\ ~ four Z line b (other p) else ~ four Z line b (other p).

Definition holds_out (b : board) (first : Z) (both : bool) (p : player) (start : position Z) : Prop :=
  ~ four Z (is_line b first) start p /\ ~ four Z (is_line b first) start (other p) /\
  match b with
  | Every_height => forall h : nat, (1 <= h)%nat -> (forall c, (height Z start c <= h)%nat) ->
      answers_on Z Z.eq_dec (on_board b first) (Some h) (quiet (cut_line Z (is_line b first) h) both p) p start
  | _ => answers_on Z Z.eq_dec (on_board b first) None (quiet (is_line b first) both p) p start
  end.

(** ** Layouts *)

Inductive copies := Once | Leftwards | Rightwards.

Record pair := Pair { kind : copies; one : cell Z; two : cell Z; weak : bool }.

Record layout := Layout {
  first : Z; last : Z;
  core : list nat; left_word : list nat; right_word : list nat;
  pairs : list pair }.

Section Check.

Variable L : layout.
Variable p : player.
Variable start : position Z.

Notation height0 := (height Z start).

Definition period (w : list nat) : Z := Z.of_nat (length w).

Definition zone_height (c : Z) : nat :=
  if c <? first L then nth (Z.to_nat ((c - first L) mod period (left_word L))) (left_word L) 0%nat
  else if last L <? c then nth (Z.to_nat ((c - last L - 1) mod period (right_word L))) (right_word L) 0%nat
  else nth (Z.to_nat (c - first L)) (core L) 0%nat.

(** Does a pair of this kind have a copy [k] columns to the right? *)
Definition copied (d : copies) (k : Z) : bool :=
  match d with
  | Once => k =? 0
  | Rightwards => (0 <=? k) && (k mod period (right_word L) =? 0)
  | Leftwards => (k <=? 0) && (k mod period (left_word L) =? 0)
  end.

Definition shift (t : Z) (x : cell Z) : cell Z := (fst x + t, snd x).

Definition match_one (d : copies) (w : bool) (x u v : cell Z) : list (cell Z * bool) :=
  if (snd x =? snd u)%nat && copied d (fst x - fst u) then [(shift (fst x - fst u) v, w)] else [].

(** The cells with which [x] is paired; [true]: the pair is weak. *)
Definition partners_of (x : cell Z) : list (cell Z * bool) :=
  flat_map (fun a => match_one (kind a) (weak a) x (one a) (two a) ++ match_one (kind a) (weak a) x (two a) (one a)) (pairs L).

Definition partner_of (x : cell Z) : option (cell Z) :=
  match partners_of x with [(y, _)] => Some y | _ => None end.

Definition in_zone (x : cell Z) : bool := (height0 (fst x) <? snd x)%nat && (snd x <=? zone_height (fst x))%nat.

Definition same_cell (x y : cell Z) : bool := (fst x =? fst y) && (snd x =? snd y)%nat.

(** Conditions C8, C9 and C11 at a cell. *)
Definition cell_ok (all_paired : bool) (x : cell Z) : bool :=
  match partners_of x with
  | [] => negb (all_paired && in_zone x)
  | [(y, _)] =>
      in_zone x && in_zone y && negb (same_cell x y) &&
      (if (snd x =? height0 (fst x) + 2)%nat
       then match partners_of (fst x, (height0 (fst x) + 1)%nat) with
            | [(s, _)] => (snd s =? height0 (fst s) + 1)%nat
            | _ => true
            end
       else true)
  | _ => false
  end.

Definition owns (q : player) (x : cell Z) : bool :=
  (1 <=? snd x)%nat && (snd x <=? height0 (fst x))%nat && same (stone Z start (fst x) (snd x)) q.

(** Certain to be the responder's ([true]) or the opponent's. *)
Definition sure (own : bool) (x : cell Z) : bool :=
  owns (if own then p else other p) x ||
  ((zone_height (fst x) <? snd x)%nat && eqb (Nat.even (snd x - zone_height (fst x))) own).

(** Condition C10: closed for the opponent ([true]) or for the responder. *)
Definition closed (own : bool) (l : list (cell Z)) : bool :=
  existsb (sure own) l ||
  existsb (fun x => match partners_of x with
                    | [(y, w)] => (own || negb w) && existsb (same_cell y) l
                    | _ => false
                    end) l.

Definition line_ok (both : bool) (l : list (cell Z)) : bool :=
  closed true l && (if both then closed false l else negb (forallb (owns p) l)).

(** A line by its leftmost column and its lowest row. *)
Definition line_from (c : Z) (r : nat) (d : direction) : list (cell Z) :=
  four_cells (match d with Falling => c + 3 | _ => c end) r d.

Definition columns (a b : Z) : list Z := map (fun i => a + Z.of_nat i) (seq 0 (Z.to_nat (b - a + 1))).

Definition top_row : nat := list_max (core L ++ left_word L ++ right_word L).

Definition lowest : Z := fold_left Z.min (flat_map (fun a => [fst (one a); fst (two a)]) (pairs L)) (first L).
Definition highest : Z := fold_left Z.max (flat_map (fun a => [fst (one a); fst (two a)]) (pairs L)) (last L).

Definition in_core (c : Z) : bool := (first L <=? c) && (c <=? last L).

Definition pair_ok (endless : bool) (a : pair) : bool :=
  (1 <=? snd (one a))%nat && (1 <=? snd (two a))%nat && (snd (one a) <=? top_row)%nat && (snd (two a) <=? top_row)%nat &&
  match kind a with
  | Once => endless || (in_core (fst (one a)) && in_core (fst (two a)))
  | Rightwards => endless && (last L <? fst (one a)) && (last L <? fst (two a))
  | Leftwards => endless && (fst (one a) <? first L) && (fst (two a) <? first L)
  end.

Definition is_endless (b : board) : bool := match b with Infinite | Every_height => true | _ => false end.

(** The line as it lies on the board, if it does. *)
Definition laid (b : board) (l : list (cell Z)) : option (list (cell Z)) :=
  match b with
  | Infinite | Every_height => Some l
  | Cylinder _ => Some (map (fun x => (column_name b (first L) (fst x), snd x)) l)
  | Strip w => if forallb (fun x => (1 <=? fst x) && (fst x <=? Zpos w)) l then Some l else None
  end.

Definition rows (n : nat) : list nat := seq 1 n.

Definition lines_ok (b : board) (both : bool) (a z : Z) : bool :=
  forallb (fun c => forallb (fun r => forallb (fun d =>
      match laid b (line_from c r d) with Some l => line_ok both l | None => true end)
    [Horizontal; Vertical; Rising; Falling]) (rows (top_row + 2))) (columns a z).

Definition cells_ok (all_paired : bool) (a z : Z) : bool :=
  forallb (fun c => forallb (fun r => cell_ok all_paired (c, r)) (rows top_row)) (columns a z).

(** The columns to be looked at: the core with all cells of pairs, and a period more on each side. *)
Definition leftmost (b : board) : Z := if is_endless b then lowest - period (left_word L) else first L.
Definition rightmost (b : board) : Z := if is_endless b then highest + period (right_word L) else last L.

Definition shape_ok (b : board) (passes : bool) : bool :=
  (first L <=? last L) && (period (core L) =? last L - first L + 1) &&
  match b with
  | Infinite | Every_height =>
      (1 <=? period (left_word L)) && (1 <=? period (right_word L)) &&
      (negb passes || existsb (fun g => negb (g =? 0)%nat) (left_word L ++ right_word L)) &&
      match b with Every_height => passes | _ => true end
  | Cylinder w =>
      (last L - first L + 1 =? Zpos w) && (period (left_word L) =? 0) && (period (right_word L) =? 0) && negb passes
  | Strip w =>
      (first L =? 1) && (last L =? Zpos w) && (period (left_word L) =? 0) && (period (right_word L) =? 0) && negb passes
  end.

Definition heights_ok : bool :=
  forallb (fun c => (height0 c <=? zone_height c)%nat && (zone_height c <=? height0 c + 2)%nat) (columns (first L) (last L)) &&
  forallb (fun g => (g <=? 2)%nat) (left_word L ++ right_word L).

End Check.

(** The whole check. [stones] are dropped in order; then the opponent of [p] is to move. *)
Definition check_layout (b : board) (L : layout) (p : player) (both passes : bool) (stones : list (player * Z)) : bool :=
  let start := dropped b (first L) stones in
  shape_ok L b passes &&
  forallb (fun s => in_core L (column_name b (first L) (snd s))) stones &&
  heights_ok L start &&
  forallb (pair_ok L (is_endless b)) (pairs L) &&
  cells_ok L start (negb passes) (leftmost L b) (rightmost L b) &&
  lines_ok L p start b both (leftmost L b - (if is_endless b then 3 else 0)) (rightmost L b).

(** Not needed for the claim: with passes, some zone cell has no partner (condition C11). *)
Definition some_unpaired (b : board) (L : layout) (stones : list (player * Z)) : bool :=
  let start := dropped b (first L) stones in
  existsb (fun c => existsb (fun r => in_zone L start (c, r) && match partners_of L (c, r) with [] => true | _ => false end)
    (rows (top_row L))) (columns (leftmost L b) (rightmost L b)).
