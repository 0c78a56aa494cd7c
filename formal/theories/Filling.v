(** Filling games: Otrio, Qubic, Connect-Four (A15, E1 to E9).

    Colours in a fixed turn order fill slots; a colour that fills a line wins for
    its side.  A colour that can place nothing is passed; when no colour can
    place, the game is drawn.  This file says what a filling game is and what it
    means that a side [reaches] its goal, to win or not to lose, whatever the other
    side does.  The three games are given at the end.

    Source: Teramura and Matsuzaki, On first-player-win boards of two-player
    Otrio, 2019, section 2. *)

From Coq Require Import NArith List Bool Lia.
Import ListNotations.

Local Open Scope N_scope.

Inductive side := First | Second.

Definition rival (a : side) : side := match a with First => Second | Second => First end.

Definition side_eqb (a b : side) : bool :=
  match a, b with First, First | Second, Second => true | _, _ => false end.

(** Slots and colours are numbered from 0. *)
Record game := {
  slots : N;
  lines : list (list N);
  (** The side of each colour, in turn order. *)
  sides : list side;
  (** The size of the piece that fits a slot. *)
  size : N -> N;
  (** The pieces of each size that a colour has; [None] is without end. *)
  stock : option N;
  (** Slots nobody may fill. *)
  forbidden : N -> bool;
  (** With gravity, a slot rests on the one so many numbers below; 0: no gravity. *)
  drop : N }.

Definition up_to (n : N) : list N := map N.of_nat (seq 0 (N.to_nat n)).

(** ** Play *)

(** The colour in each slot. *)
Definition content := N -> option N.

Section Play.

Variable g : game.

Definition slot_list : list N := up_to (slots g).
Definition colour_count : N := N.of_nat (length (sides g)).
Definition side_of (i : N) : side := nth (N.to_nat i) (sides g) First.
Definition next (t : N) : N := if t + 1 <? colour_count then t + 1 else 0.

Definition is_colour (c : content) (s i : N) : bool :=
  match c s with Some j => j =? i | None => false end.
Definition is_filled (c : content) (s : N) : bool := match c s with Some _ => true | None => false end.
Definition fill (c : content) (i s : N) : content := fun x => if x =? s then Some i else c x.

(** The pieces of one size that a colour has on the board. *)
Definition used (c : content) (i z : N) : N :=
  N.of_nat (length (filter (fun s => is_colour c s i && (size g s =? z)) slot_list)).

Definition rests_on (s : N) : option N :=
  if (drop g =? 0) || (s <? drop g) then None else Some (s - drop g).

Definition can_place (c : content) (i s : N) : bool :=
  (s <? slots g) && negb (is_filled c s) && negb (forbidden g s) &&
  match rests_on s with Some below => is_filled c below | None => true end &&
  match stock g with Some k => used c i (size g s) <? k | None => true end.

Definition able (c : content) (i : N) : bool := existsb (can_place c i) slot_list.

Definition has_line (c : content) (i : N) : bool :=
  existsb (forallb (fun s => is_colour c s i)) (lines g).

Definition side_has_line (c : content) (a : side) : Prop :=
  exists i, i < colour_count /\ side_of i = a /\ has_line c i = true.

Definition nobody_has_line (c : content) : Prop := forall i, i < colour_count -> has_line c i = false.

Inductive goal := Win | NotLose.

(** [reaches owner w c t]: with colour [t] next in turn, the side [owner] reaches the goal [w] from [c],
    whatever the other side does. *)
Inductive reaches (owner : side) (w : goal) : content -> N -> Prop :=
| has_won c t : side_has_line c owner -> ~ side_has_line c (rival owner) -> reaches owner w c t
| drawn c t : w = NotLose -> nobody_has_line c -> (forall i, i < colour_count -> able c i = false) ->
    reaches owner w c t
| passed c t : nobody_has_line c -> able c t = false -> (exists i, i < colour_count /\ able c i = true) ->
    reaches owner w c (next t) -> reaches owner w c t
| own_move c t s : nobody_has_line c -> side_of t = owner -> can_place c t s = true ->
    reaches owner w (fill c t s) (next t) -> reaches owner w c t
| all_replies c t : nobody_has_line c -> side_of t = rival owner -> able c t = true ->
    (forall s, can_place c t s = true -> reaches owner w (fill c t s) (next t)) -> reaches owner w c t.

(** The colour that moves when [t] is next: the first that can place. *)
Fixpoint settle (fuel : nat) (c : content) (t : N) : N :=
  if able c t then t else match fuel with O => t | S fuel => settle fuel c (next t) end.

Definition empty_board : content := fun _ => None.

Definition over (c : content) : bool :=
  existsb (fun i => has_line c i) (up_to colour_count).

(** The position after these moves, if they are legal. *)
Fixpoint after (c : content) (t : N) (moves : list N) : option (content * N) :=
  match moves with
  | [] => Some (c, t)
  | s :: moves =>
      let t := settle (length (sides g)) c t in
      if negb (over c) && can_place c t s then after (fill c t s) (next t) moves else None
  end.

End Play.

(** ** The games *)

(** The 27 slots of a 3 x 3 x 3 cube: column x, row y, size or level z. *)
Definition cube_x (s : N) : N := (s / 3) mod 3.
Definition cube_y (s : N) : N := s / 9.
Definition cube_z (s : N) : N := s mod 3.
Definition cube_slot (x y z : N) : N := (y * 3 + x) * 3 + z.

(** The 49 lines: between two ends whose coordinates are equal or 0 and 2, with the slot in the middle. *)
Definition cube_lines : list (list N) :=
  let ends x x' := (x =? x') || (x + x' =? 2) && negb (x =? 1) in
  let middle x x' := (x + x') / 2 in
  flat_map (fun a => flat_map (fun b =>
    if (a <? b) && ends (cube_x a) (cube_x b) && ends (cube_y a) (cube_y b) && ends (cube_z a) (cube_z b)
    then [[a; cube_slot (middle (cube_x a) (cube_x b)) (middle (cube_y a) (cube_y b))
                        (middle (cube_z a) (cube_z b)); b]]
    else []) (up_to 27)) (up_to 27).

(** Otrio: L, M, S are the sizes 0, 1, 2.  Without a stock the sizes do not matter. *)
Definition otrio (team : list side) (pieces : option N) (closed : list N) : game := {|
  slots := 27;
  lines := cube_lines;
  sides := team;
  size := fun s => match pieces with Some _ => cube_z s | None => 0 end;
  stock := pieces;
  forbidden := fun s => existsb (N.eqb s) closed;
  drop := 0 |}.

Definition qubic (closed : list N) : game := {|
  slots := 27;
  lines := cube_lines;
  sides := [First; Second];
  size := fun _ => 0;
  stock := None;
  forbidden := fun s => existsb (N.eqb s) closed;
  drop := 0 |}.

(** Connect-Four with lines of [k]; slot = width * row + column, rows from below. *)
Definition connect_four (width height k : N) : game := {|
  slots := width * height;
  lines :=
    flat_map (fun s =>
      let x := s mod width in
      let y := s / width in
      let line (f : N -> N) := [map f (up_to k)] in
      (if x + k <=? width then line (fun i => s + i) else []) ++
      (if y + k <=? height then line (fun i => s + i * width) else []) ++
      (if (x + k <=? width) && (y + k <=? height) then line (fun i => s + i * (width + 1)) else []) ++
      (if (k <=? x + 1) && (y + k <=? height) then line (fun i => s + i * width - i) else []))
      (up_to (width * height));
  sides := [First; Second];
  size := fun _ => 0;
  stock := None;
  forbidden := fun _ => false;
  drop := width |}.

(** 49 lines in the cube, 69 on the board of seven columns and six rows. *)
Example cube_has_49_lines : length cube_lines = 49%nat.
Proof. vm_compute. reflexivity. Qed.
Example seven_by_six_has_69_lines : length (lines (connect_four 7 6 4)) = 69%nat.
Proof. vm_compute. reflexivity. Qed.
