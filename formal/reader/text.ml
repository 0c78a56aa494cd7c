(* The text of a certificate (docs/formats/README.md, T1 to T7): lines, words, numbers.  Anything that is not spelt as the
   page says is refused. *)

exception Refuse of string

(* The check would take too long; nothing is decided. *)
exception Give_up of string

(* A certificate that this program does not read, though its kind is known here. *)
exception Not_read of string

let refuse format = Printf.ksprintf (fun reason -> raise (Refuse reason)) format

(* Lines are taken from [text] between [at] and [stop]; [number] is that of the line read last. *)
type reader = { text : string; mutable at : int; stop : int; mutable number : int }

let peek_end r = r.at >= r.stop

let next_line r =
  if peek_end r then refuse "line %d: one more line is needed" (r.number + 1);
  let line_end = String.index_from r.text r.at '\n' in
  let line = String.sub r.text r.at (line_end - r.at) in
  r.at <- line_end + 1;
  r.number <- r.number + 1;
  line

let bad r line expected =
  let shown = if String.length line > 40 then String.sub line 0 40 ^ "..." else line in
  refuse "line %d: `%s` found, expected %s" r.number shown expected

(* The words of a line: one space between two of them, none in front and none behind. *)
let words r line =
  if line = "" then []
  else begin
    let words = String.split_on_char ' ' line in
    if List.mem "" words then bad r line "single spaces between words";
    words
  end

(* What follows the keyword; the keyword alone gives the empty text. *)
let field r keyword =
  let line = next_line r in
  let n = String.length keyword in
  if line = keyword then ""
  else if String.length line > n + 1 && String.sub line 0 n = keyword && line.[n] = ' ' then
    String.sub line (n + 1) (String.length line - n - 1)
  else bad r line (Printf.sprintf "a line `%s ...`" keyword)

(* A natural number of at most 15 digits, so that it is far below 2^62. *)
let number r word =
  let n = String.length word in
  if n = 0 || n > 15 || (n > 1 && word.[0] = '0') then bad r word "a number without leading zeros";
  let value = ref 0 in
  String.iter
    (fun c -> if c >= '0' && c <= '9' then value := (10 * !value) + Char.code c - 48 else bad r word "a number")
    word;
  !value

let signed r word =
  if word <> "" && word.[0] = '-' then begin
    let value = number r (String.sub word 1 (String.length word - 1)) in
    if value = 0 then bad r word "0 and not -0";
    -value
  end
  else number r word

let numbers r text = List.map (number r) (words r text)

(* Checks T1, T2, T4; gives the kind and a reader of the lines between. *)
let opened text =
  let length = String.length text in
  let bytes_are_plain = ref true in
  String.iter (fun c -> if not (c = '\n' || (c >= ' ' && c <= '~')) then bytes_are_plain := false) text;
  if length < 9 || text.[length - 1] <> '\n' then refuse "no line feed at the end";
  if not !bytes_are_plain then refuse "a byte that is neither printable ASCII nor a line feed";
  let last = match String.rindex_from_opt text (length - 2) '\n' with Some i -> i + 1 | None -> 0 in
  let closing = String.sub text last (length - 1 - last) in
  let digest = "sha256 " ^ Sha256.hex_of_prefix text last in
  let r = { text; at = 0; stop = last; number = 0 } in
  let head = if peek_end r then "" else next_line r in
  if head <> "hissho-certificate 1" then bad r head "`hissho-certificate 1`";
  if closing <> digest then refuse "the closing line is not `%s`" digest;
  let kind = field r "kind" in
  (kind, r)
