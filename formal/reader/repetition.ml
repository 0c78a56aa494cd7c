(* Reads the lines of the kind `repetition` and hands them to the checker. *)

open Text

let nat_of = Response.nat_of
let shogi_kinds = "RBGSNLPK"
let chess_kinds = "PNBRQK"

(* A piece as the checker numbers it: 1 plus its kind, plus 8 if promoted, plus 16 for lower case. *)
let piece r kinds promoted letter =
  match String.index_opt kinds (Char.uppercase_ascii letter) with
  | None -> bad r (String.make 1 letter) "a piece"
  | Some kind ->
      if promoted && not (kinds == shogi_kinds && String.contains "PLNSBR" (Char.uppercase_ascii letter)) then bad r "+" "a piece that can be promoted";
      1 + kind + (if promoted then 8 else 0) + if letter >= 'a' then 16 else 0

let letter_of kinds code =
  let letter = kinds.[(code - 1) land 7] in
  let letter = if code - 1 >= 16 then Char.lowercase_ascii letter else letter in
  (if (code - 1) land 8 <> 0 then "+" else "") ^ String.make 1 letter

(* The squares, row by row; what was read is written again and compared. *)
let board r kinds size text =
  let rows = String.split_on_char '/' text in
  if List.length rows <> size then bad r text (Printf.sprintf "%d rows" size);
  let row text =
    let n = String.length text in
    let rec go i promoted acc =
      if i = n then if promoted then bad r text "a piece after `+`" else List.rev acc
      else
        match text.[i] with
        | '1' .. '9' as d when not promoted -> go (i + 1) false (List.rev_append (List.init (Char.code d - 48) (fun _ -> 0)) acc)
        | '+' when not promoted -> go (i + 1) true acc
        | c -> go (i + 1) false (piece r kinds promoted c :: acc)
    in
    let squares = go 0 false [] in
    if List.length squares <> size then bad r text (Printf.sprintf "%d squares" size);
    let rec written squares empty =
      let number = if empty = 0 then "" else string_of_int empty in
      match squares with
      | [] -> number
      | 0 :: rest -> written rest (empty + 1)
      | code :: rest -> number ^ letter_of kinds code ^ written rest 0
    in
    if written squares 0 <> text then bad r text "empty squares counted together";
    squares
  in
  List.concat_map row rows

let hands r text =
  let counts = Array.make 14 0 in
  if text <> "-" then begin
    let order = "RBGSNLPrbgsnlp" in
    let n = String.length text in
    let rec go i last =
      if i < n then begin
        let j = ref i in
        while !j < n && text.[!j] >= '0' && text.[!j] <= '9' do incr j done;
        if !j = n then bad r text "a piece in hand";
        let count =
          if !j = i then 1
          else begin
            let c = number r (String.sub text i (!j - i)) in
            if c < 2 || c > 18 then bad r text "a number from 2 to 18";
            c
          end
        in
        match String.index_opt order text.[!j] with
        | Some place when place > last ->
            counts.(place) <- count;
            go (!j + 1) place
        | _ -> bad r text "pieces in hand in the order RBGSNLPrbgsnlp"
      end
    in
    if n = 0 then bad r text "`-` or the pieces in hand";
    go 0 (-1)
  end;
  Array.to_list counts

let castling r text squares =
  let at i = List.nth squares i in
  let rights = [ ('K', 60, 63, 6, 4); ('Q', 60, 56, 6, 4); ('k', 4, 7, 22, 20); ('q', 4, 0, 22, 20) ] in
  let found = List.map (fun (c, k, k', king, rook) ->
      let has = String.contains text c in
      if has && not (at k = king && at k' = rook) then bad r text "a right whose king and rook stand at home";
      has) rights in
  let written = String.concat "" (List.map2 (fun (c, _, _, _, _) has -> if has then String.make 1 c else "") rights found) in
  if (if written = "" then "-" else written) <> text then bad r text "`-` or some of `KQkq`";
  found

let square r game word i =
  if String.length word < i + 2 then bad r word "a move";
  let a = Char.code word.[i] and b = Char.code word.[i + 1] in
  match game with
  | Checkers.Shogi ->
      let file = a - 48 and row = b - 97 in
      if file < 1 || file > 9 || row < 0 || row > 8 then bad r word "a square";
      nat_of ((row * 9) + 9 - file)
  | Checkers.Chess ->
      let file = a - 97 and rank = b - 48 in
      if file < 0 || file > 7 || rank < 1 || rank > 8 then bad r word "a square";
      nat_of (((8 - rank) * 8) + file)

let move r game word =
  let n = String.length word in
  match game with
  | Checkers.Shogi when n = 4 && word.[1] = '*' -> (
      match String.index_opt "RBGSNLP" word.[0] with
      | Some kind -> Checkers.Put (kind, square r game word 2)
      | None -> bad r word "an upper-case piece of the hand")
  | Checkers.Shogi when n = 5 && word.[4] = '+' -> Checkers.Go (square r game word 0, square r game word 2, true)
  | _ when n = 4 -> Checkers.Go (square r game word 0, square r game word 2, false)
  | _ -> bad r word "a move"

(* `moves N` and N moves, 16 on a line. *)
let moves r game =
  let n = number r (field r "moves") in
  if n < 1 then refuse "line %d: no moves" r.number;
  let rec go left acc =
    if left = 0 then List.rev acc
    else begin
      let here = words r (next_line r) in
      let want = min left 16 in
      if List.length here <> want then refuse "line %d: %d moves, expected %d" r.number (List.length here) want;
      go (left - want) (List.rev_append (List.map (move r game) here) acc)
    end
  in
  (n, go n [])

let maybe r word = if word = "none" then None else Some (number r word)

let check r =
  let game_text = field r "game" in
  let game = Response.one_of r game_text [ ("shogi", Checkers.Shogi); ("chess", Checkers.Chess) ] in
  let start_text = field r "start" in
  let start =
    match (game, words r start_text) with
    | Checkers.Shogi, [ b; side; h ] ->
        { Checkers.squares = board r shogi_kinds 9 b; lower_to_move = Response.one_of r side [ ("b", false); ("w", true) ]; hands = hands r h; rights = [] }
    | Checkers.Chess, [ b; side; rights; "-" ] ->
        let squares = board r chess_kinds 8 b in
        { Checkers.squares = squares; lower_to_move = Response.one_of r side [ ("w", false); ("b", true) ]; hands = []; rights = castling r rights squares }
    | _ -> bad r start_text "a position"
  in
  let n, record = moves r game in
  let line = next_line r in
  let sentence = Printf.sprintf "%s from %s, %d moves, lawful or not: %s" game_text start_text n line in
  let limit k = if k > 1_000_000 then raise (Give_up "a number that large") else k in
  let decide accepted = if accepted then sentence else refuse "it is not so: %s" sentence in
  let simple fact =
    Period.give_up_above 400_000_000 (n * n * 30);
    decide (Checkers.check_repetition game start record fact)
  in
  match words r line with
  | [ "positions"; a; b ] -> simple (Checkers.Positions (number r a, number r b))
  | "returns" :: plies -> simple (Checkers.Returns (List.map (number r) plies))
  | [ "occurs"; c; p ] ->
      let c = number r c in
      if c < 2 then bad r line "at least twice";
      let p = maybe r p in
      simple (Checkers.Occurs (limit c, p))
  | [ "powers"; k ] ->
      let k = number r k in
      if k < 2 then bad r line "at least two copies";
      let rec listed acc =
        if Response.starts_with "power " (Response.peek_line r) then
          match words r (field r "power") with [ i; p ] -> (let i = number r i in let p = number r p in listed ((i, p) :: acc)) | _ -> refuse "line %d: expected `power I P`" r.number
        else List.rev acc
      in
      let found = listed [] in
      simple (Checkers.Powers (limit k, found))
  | [ "old-rule"; p ] -> simple (Checkers.Old_rule (maybe r p))
  | [ "coding" ] ->
      let n', second = moves r game in
      Period.give_up_above 1_000_000_000 ((n + n') * (n + n'));
      decide (Checkers.check_coding game start record second)
  | [ "orders"; k ] ->
      let k = number r k in
      if k < 1 || k > 32 then bad r line "from 1 to 32 blocks";
      let n', second = moves r game in
      if record = second then refuse "the two blocks are the same";
      let longest = k * max n n' in
      Period.give_up_above 2_000_000_000 ((1 lsl k) * longest * longest * 30);
      decide (Checkers.check_orders game start record second (nat_of k))
  | _ -> bad r line "a fact"
