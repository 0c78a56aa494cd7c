(* Reads the lines of the kind `response` and hands them to the checker. A strategy with a tree, and one for a family of widths, are not read. *)

open Text

let nat_of n =
  let rec go acc n = if n = 0 then acc else go (Checkers.S acc) (n - 1) in
  go Checkers.O n

let far = 1_000_000_000_000
let at_most r word most value = if value > most then bad r word (Printf.sprintf "a number up to %d" most) else value

let column r word =
  let c = signed r word in
  if c < -far || c > far then bad r word "a column from -10^12 to 10^12";
  c

let side r = function "X" -> Checkers.Black | "O" -> Checkers.White | word -> bad r word "`X` or `O`"
let one_of r word choices = match List.assoc_opt word choices with Some v -> v | None -> bad r word (String.concat " or " (List.map fst choices))

let width r word =
  let w = number r word in
  if w < 1 || w > 10_000 then bad r word "a width from 1 to 10000";
  w

let board r text =
  match words r text with
  | [ "infinite" ] -> Checkers.Infinite
  | [ "every-height" ] -> Checkers.Every_height
  | [ "cylinder"; w ] -> Checkers.Cylinder (width r w)
  | [ "width"; w ] -> (
      match String.index_opt w '+' with
      | None -> Checkers.Strip (width r w)
      | Some i ->
          let n = String.length w in
          if w.[n - 1] <> 'n' then bad r w "`width W+Sn`";
          ignore (width r (String.sub w 0 i));
          ignore (width r (String.sub w (i + 1) (n - i - 2)));
          raise (Not_read "response for a family of widths"))
  | _ -> bad r text "a board"

let stone r word =
  if String.length word < 2 then bad r word "a stone";
  (side r (String.sub word 0 1), column r (String.sub word 1 (String.length word - 1)))

let stones r text =
  if text = "none" then []
  else begin
    let list = List.map (stone r) (words r text) in
    if list = [] || List.length list > 10_000 then refuse "line %d: expected `none` or 1 to 10000 stones" r.number;
    list
  end

let heights r text =
  let list = numbers r text in
  if list = [] || List.length list > 20_000 then refuse "line %d: expected 1 to 20000 zone heights" r.number;
  (* A zone height is at most two more than the stones of its column. *)
  List.map (fun g -> if g > 10_003 then refuse "line %d: a zone height that no column has" r.number else g) list

let cell r word =
  match String.split_on_char ',' word with
  | [ c; row ] ->
      let row' = at_most r row 1_000_000 (number r row) in
      if row' < 1 then bad r row "a row from 1";
      (column r c, row')
  | _ -> bad r word "`COLUMN,ROW`"

let starts_with prefix line = String.length line > String.length prefix && String.sub line 0 (String.length prefix) = prefix

let peek_line r =
  if peek_end r then ""
  else String.sub r.text r.at (String.index_from r.text r.at '\n' - r.at)

(* The lines `PREFIXpair` and `PREFIXweak`, strictly ascending. *)
let rec pairs r prefix before =
  let line = peek_line r in
  let weak = starts_with (prefix ^ "weak ") line in
  if weak || starts_with (prefix ^ "pair ") line then begin
    match words r (next_line r) with
    | [ _; a; b ] ->
        let a = cell r a and b = cell r b in
        if not (a < b) then refuse "line %d: the first cell of a pair is the smaller one" r.number;
        (match before with Some p when not (p < (a, b)) -> refuse "line %d: the pairs are not ascending" r.number | _ -> ());
        let rest = pairs r prefix (Some (a, b)) in
        (a, b, weak) :: rest
    | _ -> bad r line "two cells"
  end
  else []

let piece r keyword =
  if starts_with (keyword ^ " ") (peek_line r) || peek_line r = keyword then begin
    let word = heights r (field r keyword) in
    (word, pairs r (keyword ^ "-") None)
  end
  else ([], [])

let check r =
  let board_text = field r "board" in
  let board = board r board_text in
  let stones_text = field r "stones" in
  let stones = stones r stones_text in
  let to_move_text = field r "to-move" in
  let to_move = side r to_move_text in
  let responder_text = field r "responder" in
  let responder = side r responder_text in
  let both = one_of r (field r "excludes") [ ("opponent", false); ("both", true) ] in
  let passes = one_of r (field r "passes") [ ("yes", true); ("no", false) ] in
  let opening = if to_move = responder then [ (responder, column r (field r "opening")) ] else [] in
  let first, last = match words r (field r "core") with [ a; b ] -> (signed r a, signed r b) | _ -> refuse "line %d: expected `core FIRST LAST`" r.number in
  if not (-far / 2 <= first && first <= last && last <= far / 2 && last - first < 20_000) then refuse "line %d: no core" r.number;
  let settled = starts_with "settled " (peek_line r) in
  if settled then ignore (at_most r "settled" 4294967294 (number r (field r "settled")));
  let left_word, left_pairs = piece r "left" in
  let right_word, right_pairs = piece r "right" in
  let end_word, _ = piece r "end" in
  if end_word <> [] then refuse "`end` is for families of widths";
  let endless = board = Checkers.Infinite || board = Checkers.Every_height in
  if endless <> (left_word <> []) || endless <> (right_word <> []) then refuse "`left` and `right` are there on boards of infinite width, and only there";
  let node = peek_line r in
  if not (starts_with "static " node) then begin
    if board <> Checkers.Infinite then refuse "line %d: the strategy of such a board is `static`" (r.number + 1);
    if node = "branches" || node = "won" then raise (Not_read "response with a tree");
    refuse "line %d: `%s` found, expected a node" (r.number + 1) (if String.length node > 40 then String.sub node 0 40 else node)
  end;
  if settled then refuse "`settled` is there, and there is no tree";
  let core = heights r (field r "static") in
  let own = pairs r "" None in
  let p = List.length left_word and q = List.length right_word in
  List.iter (fun ((a, _), (b, _), _) -> if not (a < first && b < first && first - p <= b) then refuse "a pair of `left` lies elsewhere") left_pairs;
  List.iter (fun ((a, _), (b, _), _) -> if not (a > last && b > last && a <= last + q) then refuse "a pair of `right` lies elsewhere") right_pairs;
  let all = left_pairs @ right_pairs @ own in
  if (not both) && List.exists (fun (_, _, weak) -> weak) all then refuse "with `excludes opponent` no pair is weak";
  let columns = List.concat_map (fun ((a, _), (b, _), _) -> [ a; b ]) all in
  let low = List.fold_left min first columns and high = List.fold_left max last columns in
  if (low < first || high > last) && high - low > 20_000 then refuse "the pairs reach too far";
  let greatest = List.fold_left max 0 (core @ left_word @ right_word) in
  if List.exists (fun ((_, a), (_, b), _) -> a > greatest || b > greatest) all then refuse "a cell of a pair is no zone cell";
  let n = List.length stones in
  (* What the check costs: cells and lines, the pairs looked through for each, the stones for each height. *)
  Period.give_up_above 2_000_000_000
    ((high - low + p + q + 8) * (greatest + 3) * 40 * (List.length all + 10 + p + q + ((n + 1) * (n + 1)) + ((last - first) / 2)));
  let as_pair kind ((a, ra), (b, rb), weak) = { Checkers.kind; one = (a, nat_of ra); two = (b, nat_of rb); weak } in
  let layout =
    { Checkers.first_column = first; last_column = last; core = List.map nat_of core; left_word = List.map nat_of left_word; right_word = List.map nat_of right_word;
      pairs = List.map (as_pair Checkers.Leftwards) left_pairs @ List.map (as_pair Checkers.Rightwards) right_pairs @ List.map (as_pair Checkers.Once) own } in
  let sentence =
    Printf.sprintf "%s, after %s, %s to move: %s has a strategy by which %s never loses%s" 
      (match board with
       | Checkers.Infinite -> "infinite Connect-Four"
       | Checkers.Every_height -> "Connect-Four of infinite width and every height with room for the stones"
       | Checkers.Cylinder w -> Printf.sprintf "Connect-Four on a cylinder of %d columns without a top" w
       | Checkers.Strip w -> Printf.sprintf "Connect-Four of %d columns without a top" w)
      (if stones_text = "none" then "no stones" else stones_text) to_move_text responder_text responder_text
      (if both then " and neither side ever makes a four" else "") in
  if not (Checkers.check_layout board layout responder both passes (stones @ opening)) then refuse "the evidence does not establish: %s" sentence;
  if passes && board <> Checkers.Every_height && not (Checkers.some_unpaired board layout (stones @ opening)) then refuse "no pass is ever needed";
  sentence
