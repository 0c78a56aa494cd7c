(* Reads the two lines of the kind `word`, writes the symbols out, and hands both to the checker, which verifies the symbols first. *)

open Text

let is_letter c = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
let codes text = List.init (String.length text) (fun i -> Char.code text.[i])
let all_letters text = text <> "" && String.for_all is_letter text

(* `a->IMAGE,b->IMAGE,...`: letters with their images, in the order of the text. *)
let substitution r text =
  let row part =
    match String.index_opt part '-' with
    | Some 1 when String.length part > 3 && String.length part <= 103 && part.[2] = '>' && is_letter part.[0] ->
        let image = String.sub part 3 (String.length part - 3) in
        if not (all_letters image) then bad r part "an image of letters and digits";
        (part.[0], image)
    | _ -> bad r part "`LETTER->IMAGE`"
  in
  let rows = List.map row (String.split_on_char ',' text) in
  let letters = List.map fst rows in
  let rec ascending = function a :: (b :: _ as rest) -> a < b && ascending rest | _ -> true in
  if not (ascending (List.tl letters)) || List.mem (List.hd letters) (List.tl letters) then refuse "line %d: the rows are not in order, or a letter has two images" r.number;
  let image c = match List.assoc_opt c rows with Some i -> i | None -> refuse "line %d: `%c` has no image" r.number c in
  let first = List.hd letters in
  if String.length (image first) < 2 || (image first).[0] <> first then refuse "line %d: the first image does not begin with its letter, or is too short" r.number;
  List.iter (fun (_, i) -> String.iter (fun c -> ignore (image c)) i) rows;
  let seen = Hashtbl.create 62 in
  let rec visit c = if not (Hashtbl.mem seen c) then begin Hashtbl.add seen c (); String.iter visit (image c) end in
  visit first;
  if Hashtbl.length seen <> List.length rows then refuse "line %d: a row is never used" r.number;
  rows

type subject = Thue_morse | Fibonacci of int | Fixed_point of (char * string) list | Text of string

let inside r name before =
  let n = String.length before in
  if String.length name > n + 1 && String.sub name 0 n = before && name.[String.length name - 1] = ')' then
    String.sub name n (String.length name - n - 1)
  else bad r name "the name of a word"

let subject r =
  let line = next_line r in
  match words r line with
  | [ "text"; letters ] ->
      if not (all_letters letters) then bad r line "letters and digits";
      Text letters
  | [ "word"; "thue-morse" ] -> Thue_morse
  | [ "word"; "fibonacci" ] -> Fibonacci 1
  | [ "word"; name ] when String.length name > 10 && String.sub name 0 10 = "fibonacci(" ->
      let s = number r (inside r name "fibonacci(") in
      if s < 2 || s > 1000 then bad r name "s from 2 to 1000";
      Fibonacci s
  | [ "word"; name ] -> Fixed_point (substitution r (inside r name "fixed-point("))
  | _ -> bad r line "`word NAME` or `text LETTERS`"

let definitions = function
  | Thue_morse -> [ "digits"; "recurrence"; "concatenation"; "substitution" ]
  | Fibonacci _ -> [ "cutting-line"; "concatenation"; "substitution" ]
  | Fixed_point _ -> [ "substitution" ]
  | Text _ -> []

let definition r = function
  | "digits" -> Checkers.Digits
  | "recurrence" -> Checkers.Recurrence
  | "concatenation" -> Checkers.Concatenation
  | "substitution" -> Checkers.Substitution
  | "cutting-line" -> Checkers.Cutting_line
  | word -> bad r word "a definition"

let identities =
  [ ("mean", Checkers.Mean); ("ones", Checkers.Ones); ("zeros", Checkers.Zeros); ("term-3", Checkers.Term_3); ("term-4", Checkers.Term_4);
    ("term-5", Checkers.Term_5); ("places-of-zeros", Checkers.Places_of_zeros); ("places-of-ones", Checkers.Places_of_ones);
    ("difference", Checkers.Difference); ("split", Checkers.Split) ]

(* The first n symbols: the images, one after the other, of what has been written. *)
let written_out subject n =
  let by_rows first image =
    let out = Buffer.create (n + 1000) in
    Buffer.add_string out (image first);
    let at = ref 1 in
    while Buffer.length out < n do
      Buffer.add_string out (image (Buffer.nth out !at));
      incr at
    done;
    Buffer.sub out 0 n
  in
  let text =
    match subject with
    | Text text -> String.sub text 0 n
    | Thue_morse -> by_rows '0' (fun c -> if c = '0' then "01" else "10")
    | Fibonacci s -> by_rows '0' (fun c -> if c = '0' then String.make s '0' ^ "1" else "0")
    | Fixed_point rows -> by_rows (fst (List.hd rows)) (fun c -> List.assoc c rows)
  in
  codes text

let most = 1 lsl 28

let check r =
  let subject = subject r in
  let subject_text = List.nth (String.split_on_char '\n' (String.sub r.text 0 r.at)) 2 in
  let line = next_line r in
  let limit length =
    if length < 1 || length > (match subject with Text text -> String.length text | _ -> most) then
      refuse "line %d: the fact looks at %d symbols" r.number length;
    length
  in
  let is_word = match subject with Text _ -> false | _ -> true in
  let senseless () = refuse "line %d: the fact does not fit its subject and its bounds" r.number in
  let named d = if not (List.mem d (definitions subject)) then senseless () else definition r d in
  let number' word = let n = number r word in if n > most then senseless () else n in
  let fact, length, steps =
    match words r line with
    | "agree" :: n :: ds ->
        let n = limit (number' n) in
        let rec in_order ds of_word =
          match (ds, of_word) with
          | [], _ -> true
          | _, [] -> false
          | d :: ds', e :: rest -> if d = e then in_order ds' rest else in_order ds rest
        in
        let named = List.map named ds in
        if (not is_word) || List.length ds < 2 || not (in_order ds (definitions subject)) then senseless ();
        (Checkers.Agree (n, named), n, 5 * n)
    | [ "begins"; d; text ] ->
        if not is_word then senseless ();
        let n = limit (String.length text) in
        (Checkers.Begins (named d, codes text), n, n)
    | [ "power-free"; k; n ] ->
        let k = number' k and n = limit (number' n) in
        if k < 2 || k > n then senseless ();
        (Checkers.Power_free (k, n), n, n * n / k)
    | [ "overlap-free"; n ] ->
        let n = limit (number' n) in
        if n < 3 then senseless ();
        (Checkers.Overlap_free n, n, n * n / 2)
    | [ "repeats"; i; p; k ] ->
        let i = number' i and p = number' p and k = number' k in
        if p < 1 || k < 2 then senseless ();
        let n = limit (i + (p * k)) in
        (Checkers.Repeats (i, p, k), n, n)
    | "places" :: c :: places ->
        let places = List.map number' places in
        let first = match subject with Fibonacci _ -> 1 | _ -> 0 in
        if String.length c <> 1 || places = [] || not (Period.increasing places) || List.hd places < first then senseless ();
        let last = List.fold_left max 0 places in
        let n = limit (last - first + 1) in
        (Checkers.Places (Char.code c.[0], first, places), n, n)
    | [ "holds"; id; n ] -> (
        let n = number' n in
        match (subject, List.assoc_opt id identities) with
        | Fibonacci s, Some x ->
            if n < 1 || (x = Checkers.Mean && n <> 1) || not (Checkers.for_every_s x || s = 1) then senseless ();
            ignore (limit (match x with Checkers.Places_of_zeros | Places_of_ones | Difference -> n * (s + 3) | _ -> n));
            (Checkers.Holds (x, n), 0, 0)
        | _ -> senseless ())
    | _ -> bad r line "a fact"
  in
  Period.give_up_above 4_000_000_000 steps;
  Period.give_up_above 4_000_000 length;
  let checked =
    match subject with
    | Thue_morse -> Checkers.Thue_morse
    | Fibonacci s -> Checkers.Fibonacci_word s
    | Fixed_point rows -> Checkers.Fixed_point (Char.code (fst (List.hd rows)), List.map (fun (c, i) -> (Char.code c, codes i)) rows)
    | Text text -> Checkers.Text (codes text)
  in
  let sentence = subject_text ^ ": " ^ line in
  if Checkers.check_word checked fact (if length = 0 then [] else written_out subject length) then sentence else refuse "it is not so: %s" sentence
