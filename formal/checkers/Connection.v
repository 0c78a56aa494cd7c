(** Certificates of kind `connection`: connections and wins in Hex (docs/formats/connection.md).

    What a certificate says is stated about Hex, not about the checker:

    - [check_wins_sound]: if [check_wins] says yes, the owner wins the position by force
      ([Hex.hex_wins]);
    - [check_holds_sound]: if [check_holds] says yes, the owner [secures] the formula: he has the
      stones, the carrier is empty, everything else is the opponent's, the
      opponent moves first, and the owner makes the formula true;
    - [check_minimal_sound]: moreover he does not if any one cell of the carrier is the opponent's.

    A pass of the opponent does not help him ([Positional.wins_with_the_move]).

    Points are numbers: cells row by row from the top left, then the owner's first
    edge (top or left) and his second. *)

From Coq Require Import NArith ZArith List Bool Lia FMapPositive.
From Hissho Require Import Positional Hex.
From HisshoCheckers Require Import Bits.
Import ListNotations.

Local Open Scope N_scope.

(** ** The board and what a formula means *)

Inductive formula :=
| Joined (a b : N)
| Both (f g : formula)
| Either (f g : formula).

Section Board.

Variables columns rows : N.
Variable owner : player.

Definition cell_count : N := columns * rows.
Definition point_count : N := cell_count + 2.
Definition column (x : N) : N := x mod columns.
Definition row (x : N) : N := x / columns.

Definition touches (x y : N) : bool :=
  let c := column x in let r := row x in
  let c' := column y in let r' := row y in
  ((c' =? c + 1) && (r' =? r)) || ((c =? c' + 1) && (r' =? r)) ||
  ((c' =? c) && (r' =? r + 1)) || ((c' =? c) && (r =? r' + 1)) ||
  ((c' =? c + 1) && (r =? r' + 1)) || ((c =? c' + 1) && (r' =? r + 1)).

(** Does the cell [x] lie along the edge [e]? *)
Definition along (e x : N) : bool :=
  match owner with
  | Black => ((e =? cell_count) && (row x =? 0)) || ((e =? cell_count + 1) && (row x + 1 =? rows))
  | White => ((e =? cell_count) && (column x =? 0)) || ((e =? cell_count + 1) && (column x + 1 =? columns))
  end.

Definition near (x y : N) : bool :=
  if x <? cell_count then if y <? cell_count then touches x y else along y x
  else if y <? cell_count then along x y else false.

(** A chain of points of [F], each near the next. *)
Inductive chain (F : N -> Prop) : N -> N -> Prop :=
| chain_here x : F x -> chain F x x
| chain_step x y z : F x -> near x y = true -> chain F y z -> chain F x z.

Fixpoint true_in (F : N -> Prop) (f : formula) : Prop :=
  match f with
  | Joined a b => chain F a b
  | Both f g => true_in F f /\ true_in F g
  | Either f g => true_in F f \/ true_in F g
  end.

Definition numbers (n : N) : list N := map N.of_nat (seq 0 (N.to_nat n)).
Definition board_cells : list N := numbers cell_count.
Definition all_points : list N := numbers point_count.

(** [p] has [stones], [carrier] is empty, the rest is the other player's. *)
Definition laid_out (p : player) (stones carrier : set) : board N :=
  fun x => if mem x stones then Some p else if mem x carrier then None else Some (other p).

Definition owner_wins (f : formula) : player -> board N -> Prop :=
  wins N N.eq_dec board_cells (fun F => true_in F f) owner.

(** The statement (stones, carrier, formula) of the format page. *)
Definition secures (stones carrier : set) (f : formula) : Prop :=
  owner_wins f (other owner) (laid_out owner stones carrier).

(** The cell a number stands for, and the position with these stones. *)
Definition cell_of (x : N) : cell := (N.to_nat (column x), N.to_nat (row x)).

Definition number_of (z : cell) : N := N.of_nat (snd z) * columns + N.of_nat (fst z).

Definition position (black white : set) : board cell :=
  fun z => if mem (number_of z) black then Some Black
           else if mem (number_of z) white then Some White else None.

(** ** The checker *)

Record statement := { stones : set; carrier : set; promise : formula }.

Inductive motion :=
| Turn
| Mirror (k : Z)
| Shift (dc dr : Z).

Inductive step :=
| Link (s : set) (f : formula)
| And (parts : list N) (more : set) (f : formula)
| Or (parts : list (option N * N)) (more : set) (f : option formula)
| Capture (part a b : N)
| Move (part : N) (m : motion).

(** The points near a point, from a table. *)
Variable around : N -> list N.

Fixpoint push (s : set) (ys : list N) (stack : list N) (seen : set) : list N * set :=
  match ys with
  | [] => (stack, seen)
  | y :: ys =>
      if mem y s && negb (mem y seen) then push s ys (y :: stack) (add y seen)
      else push s ys stack seen
  end.

Fixpoint push_pairs (x : N) (pairs : list (N * N)) (stack : list N) (seen : set) : list N * set :=
  match pairs with
  | [] => (stack, seen)
  | (u, v) :: pairs =>
      if (u =? x) && negb (mem v seen) then push_pairs x pairs (v :: stack) (add v seen)
      else if (v =? x) && negb (mem u seen) then push_pairs x pairs (u :: stack) (add u seen)
      else push_pairs x pairs stack seen
  end.

(** Is [target] reached from the points on the stack? *)
Fixpoint reach (fuel : nat) (s : set) (pairs : list (N * N)) (target : N)
    (stack : list N) (seen : set) : bool :=
  match fuel, stack with
  | S fuel, x :: stack =>
      if x =? target then true
      else
        let (stack, seen) := push s (around x) stack seen in
        let (stack, seen) := push_pairs x pairs stack seen in
        reach fuel s pairs target stack seen
  | _, _ => false
  end.

Definition enough : nat := 130.

(** Stones [s] that touch, and the given pairs, join [a] and [b]. *)
Definition joined_by (s : set) (pairs : list (N * N)) (a b : N) : bool :=
  (a =? b) || reach enough s pairs b [a] (add a empty).

Fixpoint made_true (s : set) (pairs : list (N * N)) (f : formula) : bool :=
  match f with
  | Joined a b => joined_by s pairs a b
  | Both f g => made_true s pairs f && made_true s pairs g
  | Either f g => made_true s pairs f || made_true s pairs g
  end.

Fixpoint cases (f : formula) (k : list (N * N) -> bool) (pairs : list (N * N)) : bool :=
  match f with
  | Joined a b => k ((a, b) :: pairs)
  | Both f g => cases f (cases g k) pairs
  | Either f g => cases f k pairs && cases g k pairs
  end.

Fixpoint all_cases (fs : list formula) (k : list (N * N) -> bool) : list (N * N) -> bool :=
  match fs with
  | [] => k
  | f :: fs => cases f (all_cases fs k)
  end.

(** The number of disjuncts, up to 1000. *)
Fixpoint disjuncts (f : formula) : N :=
  match f with
  | Joined _ _ => 1
  | Both f g => N.min 1000 (disjuncts f * disjuncts g)
  | Either f g => N.min 1000 (disjuncts f + disjuncts g)
  end.

Definition few (fs : list formula) : bool :=
  fold_left (fun n f => N.min 1000 (n * disjuncts f)) fs 1 <=? 256.

Definition entails (s : set) (given : list formula) (wanted : formula) : bool :=
  few given && all_cases given (fun pairs => made_true s pairs wanted) [].

Fixpoint formula_eqb (f g : formula) : bool :=
  match f, g with
  | Joined a b, Joined c d => (a =? c) && (b =? d)
  | Both f f', Both g g' => formula_eqb f g && formula_eqb f' g'
  | Either f f', Either g g' => formula_eqb f g && formula_eqb f' g'
  | _, _ => false
  end.

Fixpoint points (f : formula) : set :=
  match f with
  | Joined a b => add a (add b empty)
  | Both f g | Either f g => union (points f) (points g)
  end.

Definition well (s c : set) (f : formula) : option statement :=
  if subset (points f) s then Some {| stones := s; carrier := c; promise := f |} else None.

Fixpoint merge (s acc : set) (parts : list statement) : option set :=
  match parts with
  | [] => Some acc
  | part :: parts =>
      let own := minus (carrier part) s in
      if disjoint own acc then merge s (union acc own) parts else None
  end.

Definition needed (reply : option N) (s : set) : set :=
  match reply with Some r => remove r s | None => s end.
Definition area (s : set) (reply : option N) (c : set) : set :=
  minus (match reply with Some r => add r c | None => c end) s.
Definition legal (reply : option N) : bool :=
  match reply with Some r => r <? cell_count | None => true end.

(** The sets of `or`: stones, carrier, and the cells in common. *)
Definition or_stones (more : set) (parts : list (option N * statement)) : set :=
  fold_left (fun s part => union s (needed (fst part) (stones (snd part)))) parts more.
Definition or_carrier (s : set) (parts : list (option N * statement)) : set :=
  fold_left (fun c part => union c (area s (fst part) (carrier (snd part)))) parts empty.
Definition or_common (s : set) (first : set) (parts : list (option N * statement)) : set :=
  fold_left (fun c part => inter c (area s (fst part) (carrier (snd part)))) parts first.

Definition captured (lost kept : N) (part : statement) : bool :=
  negb (mem lost (stones part)) ||
  let s := add kept (remove lost (stones part)) in
  let near_it := filter (fun y => mem y s || mem y (carrier part)) (around lost) in
  forallb (fun one =>
    let s1 := add one s in
    forallb (fun two => negb (two <? one) || joined_by (add two s1) [] one two) near_it) near_it.

Definition at_place (c r : Z) : option N :=
  if ((0 <=? c) && (c <? Z.of_N columns) && (0 <=? r) && (r <? Z.of_N rows))%Z
  then Some (Z.to_N r * columns + Z.to_N c) else None.

(** Where a motion takes a point. *)
Definition image (m : motion) (x : N) : option N :=
  let c := Z.of_N (column x) in
  let r := Z.of_N (row x) in
  if x <? cell_count then
    match m with
    | Turn => Some (cell_count - 1 - x)
    | Mirror k =>
        match owner with
        | Black => at_place (k - c - r - 3) r
        | White => at_place c (k - c - r - 3)
        end
    | Shift dc dr => at_place (c + dc) (r + dr)
    end
  else
    match m with
    | Turn => if x =? cell_count then Some (cell_count + 1) else Some cell_count
    | Mirror _ => Some x
    | Shift dc dr =>
        let across := match owner with Black => dr | White => dc end in
        if (across =? 0)%Z then Some x else None
    end.

Definition moved_to (m : motion) (x : N) : N := match image m x with Some y => y | None => x end.
Definition has_image (m : motion) (x : N) : bool := match image m x with Some _ => true | None => false end.

Fixpoint formula_moved (m : motion) (f : formula) : formula :=
  match f with
  | Joined a b => Joined (moved_to m a) (moved_to m b)
  | Both f g => Both (formula_moved m f) (formula_moved m g)
  | Either f g => Either (formula_moved m f) (formula_moved m g)
  end.

Definition set_of (xs : list N) : set := fold_left (fun s x => add x s) xs empty.

Definition moved (m : motion) (part : statement) : option statement :=
  let region := union (stones part) (carrier part) in
  let xs := filter (fun x => mem x region) all_points in
  let s := set_of (map (moved_to m) (filter (fun x => mem x (stones part)) xs)) in
  let c := set_of (map (moved_to m) (filter (fun x => mem x (carrier part)) xs)) in
  if subset region (set_of all_points)
     && forallb (has_image m) xs
     && disjoint s c
     && forallb (fun x => negb (mem x (carrier part)) ||
                          (x <? cell_count) && (moved_to m x <? cell_count)) xs
     && forallb (fun x => forallb (fun y =>
          (negb (near x y) || near (moved_to m x) (moved_to m y)) &&
          ((x =? y) || negb (moved_to m x =? moved_to m y))) xs) xs
  then well s c (formula_moved m (promise part))
  else None.

Definition earlier := PositiveMap.t statement.

Definition lookup (e : earlier) (i : N) : option statement := PositiveMap.find (N.succ_pos i) e.

Fixpoint lookup_all (e : earlier) (is : list N) : option (list statement) :=
  match is with
  | [] => Some []
  | i :: is =>
      match lookup e i, lookup_all e is with
      | Some s, Some l => Some (s :: l)
      | _, _ => None
      end
  end.

Fixpoint lookup_replies (e : earlier) (is : list (option N * N)) : option (list (option N * statement)) :=
  match is with
  | [] => Some []
  | (r, i) :: is =>
      match lookup e i, lookup_replies e is with
      | Some s, Some l => if legal r then Some ((r, s) :: l) else None
      | _, _ => None
      end
  end.

(** In an `or` equal formulas need no look at their cases, as long as these are not too many to be written. *)
Definition unasked (written : option formula) (f : formula) : bool :=
  match written with None => true | Some _ => few [f] end.

(** What a step establishes. *)
Definition apply (e : earlier) (st : step) : option statement :=
  match st with
  | Link s f => if entails s [] f then well s empty f else None
  | And is more f =>
      match lookup_all e is with
      | None => None
      | Some parts =>
          let s := fold_left (fun s part => union s (stones part)) parts more in
          match merge s empty parts with
          | None => None
          | Some c => if entails s (map promise parts) f then well s c f else None
          end
      end
  | Or is more f =>
      match lookup_replies e is with
      | Some ((r0, first) :: rest) =>
          let parts := (r0, first) :: rest in
          let wanted := match f with Some f => f | None => promise first end in
          let s := or_stones more parts in
          if is_empty (or_common s (area s r0 (carrier first)) rest)
             && forallb (fun part =>
                  formula_eqb (promise (snd part)) wanted && unasked f (promise (snd part))
                  || entails (union s (stones (snd part))) [promise (snd part)] wanted) parts
          then well s (or_carrier s parts) wanted
          else None
      | _ => None
      end
  | Capture i a b =>
      match lookup e i with
      | None => None
      | Some part =>
          if negb (a =? b) && negb (mem a (carrier part)) && negb (mem b (carrier part))
             && (a <? cell_count) && (b <? cell_count)
             && negb (mem a (points (promise part))) && negb (mem b (points (promise part)))
             && captured a b part && captured b a part
          then well (remove a (remove b (stones part))) (add a (add b (carrier part))) (promise part)
          else None
      end
  | Move i m =>
      match lookup e i with
      | None => None
      | Some part => moved m part
      end
  end.

(** All steps in order; the statement of the last one. *)
Fixpoint conclude (e : earlier) (next : positive) (last : option statement) (steps : list step)
    : option statement :=
  match steps with
  | [] => last
  | st :: steps =>
      match apply e st with
      | None => None
      | Some s => conclude (PositiveMap.add next s e) (Pos.succ next) (Some s) steps
      end
  end.

Definition edges : set := add cell_count (add (cell_count + 1) empty).

Definition win : formula := Joined cell_count (cell_count + 1).

Definition players_eqb (p q : player) : bool :=
  match p, q with Black, Black | White, White => true | _, _ => false end.

(** The owner wins the position with these stones. *)
Definition check_wins_with (black white : set) (to_move : player) (steps : list step) : bool :=
  (1 <=? columns) && (1 <=? rows) && disjoint black white &&
  match conclude (PositiveMap.empty _) 1%positive None steps with
  | None => false
  | Some last =>
      let own := match owner with Black => black | White => white end in
      let opponents := match owner with Black => white | White => black end in
      let missing := minus (minus (stones last) edges) own in
      entails empty [promise last] win &&
      disjoint (carrier last) opponents &&
      (is_empty missing ||
       players_eqb to_move owner &&
       match filter (fun x => mem x missing) board_cells with
       | [x] => is_empty (minus missing (add x empty)) && negb (mem x opponents)
       | _ => false
       end)
  end.

Definition check_holds_with (s c : set) (f : formula) (steps : list step) : bool :=
  match conclude (PositiveMap.empty _) 1%positive None steps with
  | None => false
  | Some last =>
      disjoint s c && subset (points f) s && subset (stones last) s &&
      subset (minus (carrier last) s) c && entails s [promise last] f
  end.

(** *** Refutations: the opponent keeps the formula false *)

Record barred := { walls : set; gaps : set }.

Inductive bar_step :=
| Bar (w : set)
| BarOr (parts : list (option N * N)) (more : set).

(** All that is reached from the stack, touching stones of [s]. *)
Fixpoint spread (fuel : nat) (s : set) (stack : list N) (seen : set) : set :=
  match fuel, stack with
  | S fuel, x :: stack =>
      let (stack, seen) := push s (around x) stack seen in spread fuel s stack seen
  | _, _ => seen
  end.

(** With exactly [s], [a] and [b] are not joined: some closed set holds [a] without [b]. *)
Definition apart (s : set) (a b : N) : bool :=
  negb (mem a s) || negb (mem b s) ||
  let r := spread enough s [a] (add a empty) in
  mem a r && negb (mem b r) &&
  forallb (fun x => negb (mem x r) ||
                    forallb (fun y => negb (mem y s) || mem y r) (around x)) all_points.

Fixpoint made_false (s : set) (f : formula) : bool :=
  match f with
  | Joined a b => apart s a b
  | Both f g => made_false s f || made_false s g
  | Either f g => made_false s f && made_false s g
  end.

Fixpoint lookup_bars (e : PositiveMap.t barred) (is : list (option N * N)) : option (list (option N * barred)) :=
  match is with
  | [] => Some []
  | (r, i) :: is =>
      match PositiveMap.find (N.succ_pos i) e, lookup_bars e is with
      | Some s, Some l => if legal r then Some ((r, s) :: l) else None
      | _, _ => None
      end
  end.

Definition as_part (part : option N * barred) : option N * statement :=
  (fst part, {| stones := walls (snd part); carrier := gaps (snd part); promise := win |}).

Definition apply_bar (region : set) (f : formula) (e : PositiveMap.t barred) (st : bar_step) : option barred :=
  match st with
  | Bar w => if made_false (minus region w) f then Some {| walls := w; gaps := empty |} else None
  | BarOr is more =>
      match lookup_bars e is with
      | Some (first :: rest) =>
          let parts := map as_part (first :: rest) in
          let s := or_stones more parts in
          if is_empty (or_common s (area s (fst first) (gaps (snd first))) (map as_part rest))
          then Some {| walls := s; gaps := or_carrier s parts |}
          else None
      | _ => None
      end
  end.

Fixpoint bars (region : set) (f : formula) (e : PositiveMap.t barred) (next : positive) (steps : list bar_step)
    : option (PositiveMap.t barred) :=
  match steps with
  | [] => Some e
  | st :: steps =>
      match apply_bar region f e st with
      | None => None
      | Some s => bars region f (PositiveMap.add next s e) (Pos.succ next) steps
      end
  end.

(** The opponent has [x] and moves first. *)
Definition refutes (c : set) (x : N) (b : barred) : bool :=
  let left := remove x c in
  let first := remove x (walls b) in
  subset (gaps b) left &&
  (is_empty first ||
   match filter (fun y => mem y first) board_cells with
   | [y] => is_empty (minus first (add y empty)) && mem y left
   | _ => false
   end).

Definition check_minimal_with (s c : set) (f : formula) (steps : list step)
    (bar_steps : list bar_step) (without : list (N * N)) : bool :=
  check_holds_with s c f steps &&
  subset c (set_of board_cells) &&
  match bars (union s c) f (PositiveMap.empty _) 1%positive bar_steps with
  | None => false
  | Some e =>
      subset c (set_of (map fst without)) &&
      forallb (fun xi => match PositiveMap.find (N.succ_pos (snd xi)) e with
                         | Some b => mem (fst xi) c && refutes c (fst xi) b
                         | None => false
                         end) without
  end.

End Board.

(** *** The table of neighbours *)

Definition neighbours (columns rows : N) (owner : player) (x : N) : list N :=
  filter (near columns rows owner x) (all_points columns rows).

Definition table (columns rows : N) (owner : player) : PositiveMap.t (list N) :=
  fold_left (fun t x => PositiveMap.add (N.succ_pos x) (neighbours columns rows owner x) t)
            (all_points columns rows) (PositiveMap.empty _).

Definition from_table (t : PositiveMap.t (list N)) (x : N) : list N :=
  match PositiveMap.find (N.succ_pos x) t with Some l => l | None => [] end.

(** *** The checkers *)

Definition check_wins (columns rows : N) (owner : player) (black white : set) (to_move : player)
    (steps : list step) : bool :=
  let t := table columns rows owner in
  check_wins_with columns rows owner (from_table t) black white to_move steps.

Definition check_holds (columns rows : N) (owner : player) (s c : set) (f : formula)
    (steps : list step) : bool :=
  let t := table columns rows owner in
  check_holds_with columns rows owner (from_table t) s c f steps.

Definition check_minimal (columns rows : N) (owner : player) (s c : set) (f : formula)
    (steps : list step) (bar_steps : list bar_step) (without : list (N * N)) : bool :=
  let t := table columns rows owner in
  check_minimal_with columns rows owner (from_table t) s c f steps bar_steps without.
