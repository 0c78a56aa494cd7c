(** Certificates of kind `strategy`: who wins Otrio, Qubic or Connect-Four, or does not lose
    (docs/formats/strategy.md).

    The checker walks the game: where the other side moves it tries every legal
    move, where the owner moves it plays one reply.  What it accepts is true of the
    game as Filling.v has it: StrategySound.v, [check_strategy_sound].

    Sets of slots are numbers, one bit for each slot; there are at most 54. *)

From Coq Require Import NArith List Bool FMapPositive.
From Hissho Require Import Filling.
Import ListNotations.

Local Open Scope N_scope.

Definition bit (m s : N) : bool := N.testbit m s.

Fixpoint upd {A : Type} (i : nat) (f : A -> A) (l : list A) : list A :=
  match l, i with
  | [], _ => []
  | a :: l, O => f a :: l
  | a :: l, S i => a :: upd i f l
  end.

Definition at_colour {A : Type} (d : A) (l : list A) (i : N) : A := nth (N.to_nat i) l d.

(** ** Symmetries *)

(** A permutation as the list of the images of 0, 1, 2, ... *)
Definition image (p : list N) (s : N) : N := nth (N.to_nat s) p s.

Definition inverse (n : N) (p : list N) : list N :=
  map (fun y => match find (fun x => image p x =? y) (up_to n) with Some x => x | None => y end) (up_to n).

(** Does [p], with inverse [q], leave the rules as they are? *)
Definition keeps_rules (g : game) (p q : list N) : bool :=
  let all := slot_list g in
  forallb (fun s =>
    (image p s <? slots g) && (image q (image p s) =? s) &&
    eqb (forbidden g s) (forbidden g (image p s)) &&
    match rests_on g s, rests_on g (image p s) with
    | None, None => true
    | Some b, Some b' => image p b =? b'
    | _, _ => false
    end &&
    forallb (fun s' => eqb (size g s =? size g s') (size g (image p s) =? size g (image p s'))) all) all &&
  forallb (fun l => existsb (forallb (fun y => existsb (fun x => image p x =? y) l)) (lines g)) (lines g).

Definition is_symmetry (g : game) (p : list N) : bool :=
  let q := inverse (slots g) p in keeps_rules g p q && keeps_rules g q p.

(** ** Tables *)

Definition mask_of (l : list N) : N := fold_left N.setbit l 0.

Definition table {A : Type} (l : list N) (f : N -> A) : PositiveMap.t A :=
  fold_left (fun t s => PositiveMap.add (N.succ_pos s) (f s) t) l (PositiveMap.empty A).

Definition look {A : Type} (d : A) (t : PositiveMap.t A) (s : N) : A :=
  match PositiveMap.find (N.succ_pos s) t with Some a => a | None => d end.

Record plan := {
  slot_seq : list N;
  colour_seq : list N;
  open_slots : N;
  closed_slots : N;
  size_slots : N * N * N;
  ground : N;
  bearing : N;
  line_seq : list (N * list N);
  lines_through : PositiveMap.t (list N);
  targets : PositiveMap.t (list N) }.

Definition make_plan (g : game) (perms : list (list N)) : plan :=
  let all := slot_list g in
  let of_size z := mask_of (filter (fun s => size g s =? z) all) in
  {| slot_seq := all;
     colour_seq := up_to (colour_count g);
     open_slots := mask_of (filter (fun s => negb (forbidden g s)) all);
     closed_slots := mask_of (filter (forbidden g) all);
     size_slots := (of_size 0, of_size 1, of_size 2);
     ground := mask_of (filter (fun s => match rests_on g s with None => true | Some _ => false end) all);
     bearing := mask_of (filter (fun s => s + drop g <? slots g) all);
     line_seq := map (fun l => (mask_of l, l)) (lines g);
     lines_through := table all (fun s => map mask_of (filter (existsb (N.eqb s)) (lines g)));
     targets := table all (fun s => map (fun p => image p s) perms) |}.

(** ** Positions *)

Record state := {
  masks : list N;
  uses : list (N * N * N);
  full : N;
  (** The position turned by each symmetry, without the pieces that are pending. *)
  images : list (list N);
  pending : list (N * N) }.

Section Walk.

Variable g : game.
Variable p : plan.

Definition blank (perms : nat) : state :=
  let none := map (fun _ => 0) (sides g) in
  {| masks := none; uses := map (fun _ => (0, 0, 0)) (sides g); full := 0;
     images := repeat none perms; pending := [] |}.

Definition one_more (z : N) (u : N * N * N) : N * N * N :=
  let '(a, b, c) := u in
  if z =? 0 then (a + 1, b, c) else if z =? 1 then (a, b + 1, c) else (a, b, c + 1).

Definition use_of (z : N) (u : N * N * N) : N :=
  let '(a, b, c) := u in if z =? 0 then a else if z =? 1 then b else c.

Definition add_piece (st : state) (i s : N) : state :=
  {| masks := upd (N.to_nat i) (fun m => N.setbit m s) (masks st);
     uses := upd (N.to_nat i) (one_more (size g s)) (uses st);
     full := N.setbit (full st) s;
     images := images st;
     pending := (i, s) :: pending st |}.

Fixpoint add_images (i : N) (imgs : list (list N)) (ts : list N) : list (list N) :=
  match imgs, ts with
  | img :: imgs, t :: ts => upd (N.to_nat i) (fun m => N.setbit m t) img :: add_images i imgs ts
  | _, _ => []
  end.

Definition sync (st : state) : list (list N) :=
  fold_right (fun piece imgs => add_images (fst piece) imgs (look [] (targets p) (snd piece)))
             (images st) (pending st).

Definition mask_at (st : state) (i : N) : N := at_colour 0 (masks st) i.
Definition uses_at (st : state) (i : N) : N * N * N := at_colour (0, 0, 0) (uses st) i.

(** The slots a colour can fill. *)
Definition moves_of (st : state) (i : N) : N :=
  let free := N.ldiff (open_slots p) (full st) in
  let free := if drop g =? 0 then free
              else N.land free (N.lor (ground p) (N.shiftl (N.land (full st) (bearing p)) (drop g))) in
  match stock g with
  | None => free
  | Some k =>
      let '(a, b, c) := uses_at st i in
      let '(za, zb, zc) := size_slots p in
      N.land free (N.lor (if a <? k then za else 0) (N.lor (if b <? k then zb else 0) (if c <? k then zc else 0)))
  end.

(** Does a line through [s] lie in [m]? *)
Definition completes (m s : N) : bool :=
  existsb (fun l => N.land m l =? l) (look [] (lines_through p) s).

Definition single (e : N) : bool := negb (e =? 0) && (N.land e (e - 1) =? 0).

Definition lowest (m : N) : option N :=
  if m =? 0 then None else find (bit m) (slot_seq p).

(** The slots in which a colour would complete a line. *)
Definition winning (st : state) (i moves : N) : N :=
  let m := mask_at st i in
  let f := full st in
  fold_left (fun w l =>
    let e := N.ldiff (fst l) f in
    if (N.lor e (N.land (fst l) m) =? fst l) && single e then N.lor w (N.land e moves) else w) (line_seq p) 0.

Definition wins_at_once (st : state) (i moves : N) : bool :=
  match lowest (winning st i moves) with
  | Some s => bit moves s && completes (N.setbit (mask_at st i) s) s
  | None => false
  end.

Fixpoint count_bits (fuel : nat) (m : N) : N :=
  match fuel with
  | O => 0
  | S fuel => if m =? 0 then 0 else 1 + count_bits fuel (N.land m (m - 1))
  end.

Fixpoint obvious_later (fuel : nat) (st : state) (me : side) (moves : N) (step i others : N) : option N :=
  match fuel with
  | O => None
  | S fuel =>
      let ws := winning st i (moves_of st i) in
      if side_eqb (side_of g i) me then
        if others <? count_bits 64 ws then lowest (N.ldiff moves ws)
        else obvious_later fuel st me moves (step + 1) (next g i) others
      else if ws =? 0 then obvious_later fuel st me moves (step + 1) (next g i) (others + 1)
      else if step =? 1 then lowest (N.land moves ws) else None
  end.

(** The reply that is played without being written. *)
Definition obvious (st : state) (t moves : N) : option N :=
  if single moves then lowest moves
  else obvious_later (length (sides g) - 1) st (side_of g t) moves 1 (next g t) 0.

(** No colour of the side can fill this line any more. *)
Definition dead_line (st : state) (i : N) (l : N * list N) : bool :=
  negb (N.land (fst l) (N.ldiff (full st) (mask_at st i)) =? 0) ||
  negb (N.land (N.ldiff (fst l) (full st)) (closed_slots p) =? 0) ||
  match stock g with
  | None => false
  | Some k =>
      existsb (fun z =>
        let lacking := N.of_nat (length (filter (fun s => negb (bit (full st) s) && (size g s =? z)) (snd l))) in
        (0 <? lacking) && (k <? lacking + use_of z (uses_at st i))) [0; 1; 2]
  end.

Definition hopeless (st : state) (a : side) : bool :=
  forallb (fun i => negb (side_eqb (side_of g i) a) || forallb (dead_line st i) (line_seq p)) (colour_seq p).

Fixpoint mover (fuel : nat) (st : state) (t : N) : option (N * N) :=
  let m := moves_of st t in
  if negb (m =? 0) then Some (t, m)
  else match fuel with O => None | S fuel => mover fuel st (next g t) end.

Definition nobody_can_place (st : state) : bool :=
  forallb (fun i => moves_of st i =? 0) (colour_seq p).

(** ** Positions met before *)

Fixpoint key_ltb (a b : list N) : bool :=
  match a, b with
  | x :: a, y :: b => if x =? y then key_ltb a b else x <? y
  | _, _ => false
  end.

Fixpoint key_eqb (a b : list N) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => (x =? y) && key_eqb a b
  | _, _ => false
  end.

Fixpoint least (best : list N) (l : list (list N)) : list N :=
  match l with
  | [] => best
  | a :: l => least (if key_ltb a best then a else best) l
  end.

Definition low_bits : N := 1048575.

Definition hash (t : N) (key : list N) : positive :=
  N.succ_pos (N.land (fold_left (fun h m =>
    N.land (h * 29 + N.land m low_bits * 7 + N.shiftr m 11) low_bits) key t) low_bits).

Definition seen := PositiveMap.t (list (N * list N)).

Definition is_seen (t : N) (key : list N) (sn : seen) : bool :=
  match PositiveMap.find (hash t key) sn with
  | None => false
  | Some bucket => existsb (fun e => (fst e =? t) && key_eqb (snd e) key) bucket
  end.

Definition add_seen (t : N) (key : list N) (sn : seen) : seen :=
  let h := hash t key in
  PositiveMap.add h ((t, key) :: match PositiveMap.find h sn with Some l => l | None => [] end) sn.

(** ** The walk *)

Variable owner : side.
Variable w : goal.

Definition settled_for_good (st : state) : bool :=
  match w with NotLose => hopeless st (rival owner) | Win => false end.

Definition chosen (st : state) (t moves : N) (replies : list N) : option (N * list N) :=
  match obvious st t moves with
  | Some s => Some (s, replies)
  | None => match replies with s :: r => Some (s, r) | [] => None end
  end.

Definition try_all (descend : N -> list N -> seen -> option (list N * seen)) (moves : N)
    : list N -> list N -> seen -> option (list N * seen) :=
  fix go ss r sn :=
    match ss with
    | [] => Some (r, sn)
    | s :: ss =>
        if bit moves s then
          match descend s r sn with
          | Some (r, sn) => go ss r sn
          | None => None
          end
        else go ss r sn
    end.

Fixpoint walk (fuel : nat) (st : state) (t : N) (replies : list N) (sn : seen) : option (list N * seen) :=
  match fuel with
  | O => None
  | S fuel =>
      match mover (length (sides g)) st t with
      | None =>
          match w with
          | NotLose => if nobody_can_place st then Some (replies, sn) else None
          | Win => None
          end
      | Some (t, moves) =>
          let own := side_eqb (side_of g t) owner in
          let descend st s r sn :=
            let st := add_piece st t s in
            if completes (mask_at st t) s then if own then Some (r, sn) else None
            else walk fuel st (next g t) r sn in
          if own then
            if wins_at_once st t moves then Some (replies, sn)
            else
              let imgs := sync st in
              let key := match imgs with [] => masks st | a :: l => least a l end in
              if is_seen t key sn then Some (replies, sn)
              else if settled_for_good st then Some (replies, sn)
              else
                match chosen st t moves replies with
                | None => None
                | Some (s, r) =>
                    if bit moves s then
                      let st := {| masks := masks st; uses := uses st; full := full st;
                                   images := imgs; pending := [] |} in
                      match descend st s r sn with
                      | Some (r, sn) => Some (r, add_seen t key sn)
                      | None => None
                      end
                    else None
                end
          else if settled_for_good st then Some (replies, sn)
          else try_all (descend st) moves (slot_seq p) replies sn
      end
  end.

Definition state_of (perms : nat) (c : content) : state :=
  fold_left (fun st s => match c s with Some i => add_piece st i s | None => st end)
            (slot_list g) (blank perms).

Fixpoint check_records (perms : nat) (records : list (list N)) (replies : list N) (sn : seen) : bool :=
  match records with
  | [] => match replies with [] => true | _ => false end
  | moves :: records =>
      match after g empty_board 0 moves with
      | None => false
      | Some (c, t) =>
          if over g c then
            forallb (fun i => eqb (has_line g c i) (side_eqb (side_of g i) owner && has_line g c i)) (colour_seq p)
            && check_records perms records replies sn
          else
            match walk (N.to_nat (slots g) + 1) (state_of perms c) t replies sn with
            | Some (r, sn) => check_records perms records r sn
            | None => false
            end
      end
  end.

End Walk.

Fixpoint distinct (l : list N) : bool :=
  match l with [] => true | a :: l => negb (existsb (N.eqb a) l) && distinct l end.

(** Slots are numbered as they should be. *)
Definition is_game (g : game) : bool :=
  (1 <=? colour_count g) && (slots g <=? 54) && (drop g <=? 9) &&
  forallb (fun s => size g s <? 3) (slot_list g) &&
  forallb (fun l => negb (match l with [] => true | _ => false end) && distinct l &&
                    forallb (fun s => s <? slots g) l) (lines g).

Definition check_strategy (g : game) (candidates : list (list N)) (owner : side) (w : goal)
    (records : list (list N)) (replies : list N) : bool :=
  let perms := filter (is_symmetry g) candidates in
  let p := make_plan g perms in
  is_game g &&
  check_records g p owner w (length perms) records replies (PositiveMap.empty _).

(** ** Candidates for symmetries *)

(** The maps of the cube onto itself: the axes in any order, each turned round or not. *)
Definition cube_maps : list (list N) :=
  let orders := [(0, 1, 2); (1, 0, 2); (0, 2, 1); (2, 1, 0); (1, 2, 0); (2, 0, 1)] in
  let coordinate s axis := if axis =? 0 then cube_x s else if axis =? 1 then cube_y s else cube_z s in
  let turned (yes : bool) x := if yes then 2 - x else x in
  flat_map (fun order => let '(a, b, c) := order in
    flat_map (fun tx => flat_map (fun ty => map (fun tz =>
      map (fun s => cube_slot (turned tx (coordinate s a)) (turned ty (coordinate s b)) (turned tz (coordinate s c)))
          (up_to 27)) [false; true]) [false; true]) [false; true]) orders.

Definition mirror_maps (width height : N) : list (list N) :=
  [ up_to (width * height);
    map (fun s => s / width * width + (width - 1 - s mod width)) (up_to (width * height)) ].

Definition check_otrio (team : list side) (pieces : option N) (closed : list N) :=
  check_strategy (otrio team pieces closed) cube_maps.
Definition check_qubic (closed : list N) := check_strategy (qubic closed) cube_maps.
Definition check_connect_four (width height k : N) :=
  check_strategy (connect_four width height k) (mirror_maps width height).
