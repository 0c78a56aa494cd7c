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
  if Checkers.check_grundy_period takes preperiod period values then sentence
  else refuse "the values do not establish: %s" sentence
