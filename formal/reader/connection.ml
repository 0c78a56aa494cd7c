(* Reads the lines of kind `connection` (docs/formats/connection.md) and hands them to the checker. *)

open Text

let player r line = function "black" -> Checkers.Black | "white" -> Checkers.White | _ -> bad r line "`black` or `white`"

type board = { columns : int; rows : int; first : string; second : string }

let cells board = board.columns * board.rows

(* The number of the cell: row by row from the top left. *)
let cell r board name =
  let digits = board.columns <= 9 && board.rows <= 9 in
  let n = String.length name in
  let column, row =
    if n = 0 then (0, 0)
    else if digits then
      if n = 2 && name.[1] >= '1' && name.[1] <= '9' then (Char.code name.[0] - 48, Char.code name.[1] - 48) else (0, 0)
    else
      match String.sub name 1 (n - 1) with
      | ("1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "11") as rest ->
          (Char.code name.[0] - 96, int_of_string rest)
      | _ -> (0, 0)
  in
  if column < 1 || column > board.columns || row < 1 || row > board.rows then bad r name "a cell of the board";
  ((row - 1) * board.columns) + column - 1

let point r board name =
  if name = board.first then cells board else if name = board.second then cells board + 1 else cell r board name

(* Points in increasing order, each once. *)
let set r board edges text =
  let rec go last set = function
    | [] -> set
    | name :: rest ->
        let x = if edges then point r board name else cell r board name in
        if x <= last then bad r text "cells row by row, each once";
        go x (Checkers.with_point x set) rest
  in
  go (-1) Checkers.no_points (words r text)

(* PAIR, PAIR and PAIR ..., PAIR or PAIR ...; what is no pair stands in brackets. *)
let formula r board text =
  let stop = String.length text in
  let at = ref 0 in
  let is_next word =
    let n = String.length word in
    if !at + n <= stop && String.sub text !at n = word then (at := !at + n; true) else false
  in
  let rec term depth =
    if is_next "(" then begin
      if depth = 0 then bad r text "fewer brackets";
      let inner, pairs = sum (depth - 1) in
      if pairs < 2 || not (is_next ")") then bad r text "a formula in plain spelling";
      inner
    end
    else begin
      let start = !at in
      while !at < stop && text.[!at] <> ' ' && text.[!at] <> ')' do incr at done;
      match String.split_on_char '-' (String.sub text start (!at - start)) with
      | [ a; b ] -> Checkers.Joined (point r board a, point r board b)
      | _ -> bad r text "a connection such as `t-63`"
    end
  and sum depth =
    let first = term depth in
    let rec more word make acc n =
      if is_next word then more word make (term depth :: acc) (n + 1)
      else
        match acc with
        | last :: before -> (List.fold_left (fun right left -> make left right) last before, n)
        | [] -> assert false
    in
    if !at < stop && !at + 5 <= stop && String.sub text !at 5 = " and " then
      more " and " (fun f g -> Checkers.Both (f, g)) [ first ] 1
    else more " or " (fun f g -> Checkers.Either (f, g)) [ first ] 1
  in
  let whole, _ = sum 16 in
  if !at <> stop then bad r text "a formula in plain spelling";
  whole

let split_once text mark =
  let n = String.length text and m = String.length mark in
  let rec find i = if i + m > n then None else if String.sub text i m = mark then Some i else find (i + 1) in
  match find 0 with
  | None -> (text, None)
  | Some i -> (String.sub text 0 i, Some (String.sub text (i + m) (n - i - m)))

(* A step in its four parts: keyword, words, more stones, formula. *)
let parts r board line =
  let body, f = split_once line " : " in
  let body, more = split_once body " + " in
  let f = Option.map (formula r board) f in
  let more = match more with
    | None -> Checkers.no_points
    | Some text -> if text = "" then bad r line "stones after +" else set r board true text in
  let keyword, rest = match String.index_opt body ' ' with
    | None -> (body, "")
    | Some i -> (String.sub body 0 i, String.sub body (i + 1) (String.length body - i - 1)) in
  (keyword, rest, more, f)

let replies r board text =
  let one word = match String.index_opt word '.' with
    | None -> bad r word "parts `REPLY.STEP`"
    | Some i ->
        let reply = if i = 0 then None else Some (cell r board (String.sub word 0 i)) in
        (reply, number r (String.sub word (i + 1) (String.length word - i - 1)))
  in
  List.map one (words r text)

let whole r word =
  let k = signed r word in
  if k < -2147483648 || k > 2147483647 then bad r word "a number of 32 bits";
  k

let step r board line =
  let keyword, rest, more, f = parts r board line in
  let plain = more = Checkers.no_points in
  match (keyword, f) with
  | "link", Some f when plain -> Checkers.Link (set r board true rest, f)
  | "and", Some f -> Checkers.And (numbers r rest, more, f)
  | "or", f -> Checkers.Or (replies r board rest, more, f)
  | "capture", None when plain -> (
      match words r rest with
      | [ i; a; b ] -> Checkers.Capture (number r i, cell r board a, cell r board b)
      | _ -> bad r line "`capture STEP CELL CELL`")
  | ("turn" | "mirror" | "shift"), None when plain -> (
      match (keyword, words r rest) with
      | "turn", [ i ] -> Checkers.Move (number r i, Checkers.Turn)
      | "mirror", [ i; k ] -> Checkers.Move (number r i, Checkers.Mirror (whole r k))
      | "shift", [ i; dc; dr ] -> Checkers.Move (number r i, Checkers.Shift (whole r dc, whole r dr))
      | _ -> bad r line "`turn STEP`, `mirror STEP K` or `shift STEP DC DR`")
  | _ -> bad r line "a step"

let bar_step r board line =
  let keyword, rest, more, f = parts r board line in
  match (keyword, f) with
  | "bar", None when more = Checkers.no_points -> Checkers.Bar (set r board false rest)
  | "or", None -> Checkers.BarOr (replies r board rest, more)
  | _ -> bad r line "`bar` or `or`"

let starts line prefix =
  String.length line >= String.length prefix && String.sub line 0 (String.length prefix) = prefix

let peek_line r =
  let line_end = String.index_from r.text r.at '\n' in
  String.sub r.text r.at (line_end - r.at)

(* The lines up to one that begins a later part. *)
let lines_until r stops read =
  let rec go acc =
    if peek_end r || List.exists (starts (peek_line r)) stops then List.rev acc
    else
      let line = next_line r in
      go (read line :: acc)
  in
  go []

(* Every step is named by a later one, [kept] excepted (C9, C15). *)
let refuse_unused what names kept steps =
  let n = List.length steps in
  let used = Bytes.make n '\000' in
  let mark i = if i >= 0 && i < n then Bytes.set used i '\001' in
  List.iter (fun step -> List.iter mark (names step)) steps;
  List.iter mark (kept n);
  match Bytes.index_opt used '\000' with
  | Some i -> refuse "step %d of the %s is not used" i what
  | None -> ()

let named = function
  | Checkers.Link _ -> []
  | Checkers.And (parts, _, _) -> parts
  | Checkers.Or (parts, _, _) -> List.map snd parts
  | Checkers.Capture (i, _, _) | Checkers.Move (i, _) -> [ i ]

let named_in_bar = function Checkers.Bar _ -> [] | Checkers.BarOr (parts, _) -> List.map snd parts

let last n = [ n - 1 ]

let check r =
  let columns, rows = match numbers r (field r "board") with
    | [ c; n ] when c >= 1 && c <= 11 && n >= 1 && n <= 11 -> (c, n)
    | _ -> refuse "line 3: expected columns and rows, 1 to 11 each" in
  let owner_name = field r "owner" in
  let owner = player r owner_name owner_name in
  let board = match owner with
    | Checkers.Black -> { columns; rows; first = "t"; second = "b" }
    | Checkers.White -> { columns; rows; first = "l"; second = "r" } in
  let size = if columns = rows then string_of_int columns else Printf.sprintf "%d,%d" columns rows in
  let none text = if text = "" then "none" else text in
  match field r "claim" with
  | "wins" ->
      let black_text = field r "black" in
      let black = set r board false black_text in
      let white_text = field r "white" in
      let white = set r board false white_text in
      let mover = field r "to-move" in
      let to_move = player r mover mover in
      let steps = lines_until r [] (step r board) in
      refuse_unused "proof" named last steps;
      let sentence = Printf.sprintf "hex(%s): %s wins with black on %s, white on %s, %s to move" size owner_name
          (none black_text) (none white_text) mover in
      if Checkers.check_wins columns rows owner black white to_move steps then sentence
      else refuse "the steps do not establish: %s" sentence
  | ("holds" | "minimal") as claim ->
      let stones_text = field r "stones" in
      let stones = set r board true stones_text in
      let carrier_text = field r "carrier" in
      let carrier = set r board false carrier_text in
      let formula_text = field r "formula" in
      let f = formula r board formula_text in
      let steps = lines_until r [ "refutations"; "without " ] (step r board) in
      refuse_unused "proof" named last steps;
      let bars =
        if (not (peek_end r)) && peek_line r = "refutations" then begin
          ignore (next_line r);
          let bars = lines_until r [ "without " ] (bar_step r board) in
          if bars = [] then refuse "line %d: no step after `refutations`" r.number;
          bars
        end
        else [] in
      let without line = match words r line with
        | [ "without"; x; i ] -> (cell r board x, number r i)
        | _ -> bad r line "`without CELL STEP`" in
      let without = lines_until r [] without in
      refuse_unused "refutations" named_in_bar (fun _ -> List.map snd without) bars;
      let left_out = List.map fst without in
      if List.sort_uniq compare left_out <> left_out then refuse "the lines `without` are not in order, each cell once";
      if claim = "minimal" && carrier_text = "" then refuse "the carrier is empty, nothing can be left out";
      let sentence = Printf.sprintf "hex(%s): %s on %s with empty cells %s secures %s%s" size owner_name stones_text
          carrier_text formula_text (if claim = "minimal" then "; no empty cell can be left out" else "") in
      let yes =
        if claim = "minimal" then Checkers.check_minimal columns rows owner stones carrier f steps bars without
        else if bars <> [] || without <> [] then refuse "refutations are given, and none is asked for"
        else Checkers.check_holds columns rows owner stones carrier f steps in
      if yes then sentence else refuse "the steps do not establish: %s" sentence
  | _ -> refuse "line 5: expected `claim wins`, `claim holds` or `claim minimal`"
