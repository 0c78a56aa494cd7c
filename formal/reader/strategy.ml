(* Reads the lines of kind `strategy` (docs/formats/strategy.md) and hands them to the checker. *)

open Text

(* A game: its checker, and how a move into each slot is named. *)
type game = {
  check : Checkers.side -> Checkers.goal -> int list list -> int list -> bool;
  slot_names : string array;
}

let cube_names levels =
  Array.init 27 (fun s -> Printf.sprintf "%c%d%s" "abc".[s / 3 mod 3] ((s / 9) + 1) levels.(s mod 3))

let unknown name = refuse "line 3: `%s` is not a game as the page names it" name

(* NAME or NAME(PARAMETER,...). *)
let split name =
  match String.index_opt name '(' with
  | None -> (name, [])
  | Some i ->
      let n = String.length name in
      if name.[n - 1] <> ')' || n - i < 3 then unknown name;
      (String.sub name 0 i, String.split_on_char ',' (String.sub name (i + 1) (n - i - 2)))

let value_of key word =
  let n = String.length key + 1 in
  if String.length word > n && String.sub word 0 n = key ^ "=" then Some (String.sub word n (String.length word - n))
  else None

let position array x =
  let rec go i = if i = Array.length array then None else if array.(i) = x then Some i else go (i + 1) in
  go 0

(* Seats such as 12v34, the team of seat 1 first, seats in order. *)
let team name seats text =
  let side seat =
    match (String.index_opt text 'v', String.index_opt text (Char.chr (49 + seat))) with
    | Some v, Some at -> if at < v then Checkers.First else Checkers.Second
    | _ -> unknown name
  in
  let sides = List.init seats side in
  let of_side a = String.concat "" (List.mapi (fun seat b -> if a = b then string_of_int (seat + 1) else "") sides) in
  if text <> of_side Checkers.First ^ "v" ^ of_side Checkers.Second || text.[0] <> '1' || of_side Checkers.Second = "" then
    unknown name;
  sides

let usual = Checkers.[ First; Second; First; Second ]

let otrio name parameters =
  let names = cube_names [| "L"; "M"; "S" |] in
  let take key = function
    | word :: rest -> (match value_of key word with Some v -> (Some v, rest) | None -> (None, word :: rest))
    | [] -> (None, []) in
  let players, rest = take "players" parameters in
  let teams, rest = take "teams" rest in
  let stock, rest = take "stock" rest in
  let forbidden, rest = take "forbidden" rest in
  if rest <> [] then unknown name;
  let sides =
    match (players, teams) with
    | None, None -> usual
    | None, Some text ->
        let sides = team name 4 text in
        if sides = usual then unknown name else sides
    | Some "3", Some text -> team name 3 text
    | _ -> refuse "line 3: %s has more than two sides, or is not named as the page says" name
  in
  let stock = match stock with
    | None -> Some 3
    | Some "none" -> None
    | Some ("1" | "2" | "4" | "5" | "6" | "7" | "8" | "9" as k) -> Some (int_of_string k)
    | Some _ -> unknown name in
  let closed = match forbidden with
    | None -> []
    | Some text ->
        let slots = List.map (fun n -> match position names n with Some s -> s | None -> unknown name)
            (String.split_on_char '+' text) in
        if List.sort_uniq compare slots <> slots then unknown name;
        slots in
  { check = Checkers.check_otrio sides stock closed; slot_names = names }

let qubic name parameters =
  let closed = match parameters with
    | [ "3" ] -> []
    | [ "3"; "forbidden=centre" ] -> [ 13 ]
    | _ -> unknown name in
  { check = Checkers.check_qubic closed; slot_names = cube_names [| "1"; "2"; "3" |] }

let connect4 name parameters =
  let digit low text = match text with
    | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" when int_of_string text >= low -> int_of_string text
    | _ -> unknown name in
  let width, height, k = match parameters with
    | [ w; h ] -> (digit 1 w, digit 1 h, 4)
    | [ w; h; k ] -> (
        match value_of "k" k with
        | Some "4" | None -> unknown name
        | Some k -> (digit 1 w, digit 1 h, digit 2 k))
    | _ -> unknown name in
  if width * height > 54 then refuse "line 3: %s has more than 54 slots" name;
  { check = Checkers.check_connect_four width height k;
    slot_names = Array.init (width * height) (fun s -> string_of_int ((s mod width) + 1)) }

let game name =
  match split name with
  | "otrio", parameters -> otrio name parameters
  | "qubic", parameters -> qubic name parameters
  | "connect4", parameters -> connect4 name parameters
  | _ -> unknown name

(* The slots of the moves: of those with this name, the lowest that is not yet filled. *)
let slots r game text =
  let filled = Array.make (Array.length game.slot_names) false in
  let one name =
    let rec go s =
      if s >= Array.length game.slot_names then bad r name "a move of this game to a free place"
      else if game.slot_names.(s) = name && not filled.(s) then (filled.(s) <- true; s)
      else go (s + 1)
    in
    go 0
  in
  List.map one (words r text)

let records r text =
  let rec go acc current = function
    | [] -> List.rev (List.rev current :: acc)
    | "/" :: rest -> go (List.rev current :: acc) [] rest
    | word :: rest -> go acc (word :: current) rest
  in
  let records = List.map (String.concat " ") (go [] [] (words r text)) in
  if List.length records > 1 && (List.mem "" records || List.length (List.sort_uniq compare records) < List.length records)
  then bad r text "different records, none of them empty";
  records

(* One character for each reply, 100 to a line. *)
let replies r =
  let rec go acc whole =
    if peek_end r then List.rev acc
    else begin
      if not whole then refuse "line %d: fewer than 100 replies, and more follow" r.number;
      let line = field r "replies" in
      let n = String.length line in
      if n = 0 || n > 100 then refuse "line %d: %d replies, expected 1 to 100" r.number n;
      let acc = ref acc in
      String.iter (fun c -> if c < 'A' then bad r line "a character from `A` on for each reply" else acc := (Char.code c - 65) :: !acc) line;
      go !acc (n = 100)
    end
  in
  go [] true

let check r =
  let name = field r "game" in
  let game = game name in
  let after = field r "after" in
  let moves = List.map (slots r game) (records r after) in
  let owner = field r "owner" in
  let side, goal = match owner with
    | "first wins" -> Checkers.(First, Win)
    | "second wins" -> Checkers.(Second, Win)
    | "first does-not-lose" -> Checkers.(First, NotLose)
    | "second does-not-lose" -> Checkers.(Second, NotLose)
    | _ -> bad r owner "`owner SIDE GOAL`" in
  let replies = replies r in
  let sentence = Printf.sprintf "%s %s: the %s side %s, whatever the other does" name
      (if after = "" then "from the start" else "after " ^ after)
      (if side = Checkers.First then "first" else "second")
      (if goal = Checkers.Win then "wins" else "does not lose") in
  if game.check side goal moves replies then sentence else refuse "the replies do not establish: %s" sentence
