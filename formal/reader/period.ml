(* Reads the lines of the kinds `grundy-period` and `octal-period` and hands them to the checkers. *)

open Text

(* The values, 32 to a line. *)
let values r =
  let rec go acc full =
    if peek_end r then List.rev acc
    else begin
      if not full then refuse "line %d: fewer than 32 values, and more values follow" r.number;
      let line = numbers r (field r "values") in
      let n = List.length line in
      if n = 0 || n > 32 then refuse "line %d: %d values, expected 1 to 32" r.number n;
      if List.exists (fun v -> v > 0xffffffff) line then refuse "line %d: a value above 4294967295" r.number;
      go (List.rev_append line acc) (n = 32)
    end
  in
  go [] true

let one r keyword = number r (field r keyword)

let give_up_above limit steps =
  if steps > limit then raise (Give_up (Printf.sprintf "the check takes %d steps, %d are allowed" steps limit))

let rec increasing = function a :: (b :: _ as rest) -> a < b && increasing rest | _ -> true

let check_grundy r =
  let takes = numbers r (field r "takes") in
  if takes = [] || (not (increasing takes)) || List.exists (fun t -> t < 1 || t > 1_000_000) takes then
    refuse "line 3: expected takes from 1 to 1000000, strictly increasing";
  let preperiod = one r "preperiod" in
  let period = one r "period" in
  let values = values r in
  let sentence =
    Printf.sprintf "subtraction(%s): the Grundy value of heap n + %d is that of heap n, for every n >= %d"
      (String.concat "," (List.map string_of_int takes)) period preperiod in
  if List.length values <> preperiod + period then refuse "%d values given, the claim needs %d" (List.length values) (preperiod + period);
  let largest = List.fold_left max 0 takes in
  give_up_above 20_000_000 ((preperiod + period + largest) * List.length takes);
  if Checkers.check_grundy_period takes preperiod period values then sentence
  else refuse "the values do not establish: %s" sentence

(* Digits of a code such as 0.77, from that of 0 on: 0 or 4 before the point, no zero at the end but that of 4.0. *)
let octal_code r text =
  if text = "4.0" then [ 4 ] else
  let n = String.length text in
  if n < 3 || n > 65 || (text.[0] <> '0' && text.[0] <> '4') || text.[1] <> '.' || text.[n - 1] = '0' then
    bad r text "an octal code";
  let digit c = if c >= '0' && c <= '7' then Char.code c - 48 else bad r text "digits from 0 to 7" in
  digit text.[0] :: List.init (n - 2) (fun i -> digit text.[i + 2])

let check_octal r =
  let text = field r "code" in
  let code = octal_code r text in
  let preperiod = one r "preperiod" in
  let period = one r "period" in
  let values = values r in
  let sentence =
    Printf.sprintf "%s: the Grundy value of heap n + %d is that of heap n, for every n >= %d" text period preperiod in
  if List.length values <> preperiod + period then refuse "%d values given, the claim needs %d" (List.length values) (preperiod + period);
  let heaps = 2 * (preperiod + period) + List.length code + 2 in
  give_up_above 1_000_000_000 (heaps * heaps * List.length code);
  if Checkers.check_octal_period code preperiod period values then sentence
  else refuse "the values do not establish: %s" sentence
