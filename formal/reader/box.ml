(* Reads the lines of the kind `grundy-box` and hands them to the checker. Of the rules language it reads texts with one statement on a line, without
   quantifiers and `floor`, whose moves bound each coordinate by a part such as x' < t, x' <= t or x' = t. Any other text, and side files, are not read:
   the program says so, and neither accepts nor refuses. (Lt0, Eq0, And0 and Or0 are the names that extraction gives to Lt, Eq, And and Or.) *)

open Text

let not_read what = raise (Not_read ("grundy-box, " ^ what))
let most = 1_000_000_000_000

type token = Word of string | Prime of string | Num of int | Sign of string | End

let tokens line =
  let n = String.length line in
  let letter c = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c = '_' in
  let digit c = c >= '0' && c <= '9' in
  let rec go i acc =
    if i >= n then List.rev acc
    else
      let c = line.[i] in
      if c = ' ' then go (i + 1) acc
      else if digit c then begin
        let j = ref i in
        while !j < n && digit line.[!j] do incr j done;
        if !j - i > 13 then not_read "a large number";
        let v = int_of_string (String.sub line i (!j - i)) in
        if v > most then not_read "a large number";
        go !j (Num v :: acc)
      end
      else if letter c then begin
        let j = ref i in
        while !j < n && (letter line.[!j] || digit line.[!j]) do incr j done;
        let w = String.sub line i (!j - i) in
        if !j < n && line.[!j] = '\'' then go (!j + 1) (Prime w :: acc) else go !j (Word w :: acc)
      end
      else
        let two = if i + 1 < n then String.sub line i 2 else "" in
        match two with
        | "<=" | ">=" | "!=" -> go (i + 2) (Sign two :: acc)
        | "<>" -> go (i + 2) (Sign "!=" :: acc)
        | "==" -> go (i + 2) (Sign "=" :: acc)
        | _ ->
            if String.contains "<>=+-*(),:." c then go (i + 1) (Sign (String.make 1 c) :: acc)
            else not_read "a sign that is not read here"
  in
  let list = go 0 [] in
  if List.length list > 120 then not_read "a long statement";
  list

let reserved =
  String.split_on_char ' '
    "and or not implies iff xor div mod if then else exists forall floor phi mu sqrt true false where game param position move order claim grundy losing value other min max"

type expression = Term of Checkers.term | Condition of Checkers.condition

(* One expression from a list of tokens; what is left is in [rest]. *)
let parser parameters coordinates primed list =
  let rest = ref list in
  let peek () = match !rest with [] -> End | t :: _ -> t in
  let skip () = rest := List.tl !rest in
  let stop () = not_read "an expression that is not read here" in
  let term = function Term t -> t | Condition _ -> stop () in
  let condition = function Condition c -> c | Term _ -> stop () in
  let constant t = match t with Checkers.Number n -> Some n | _ -> None in
  let fold f g a b =
    match (constant a, constant b) with
    | Some u, Some v -> (match f u v with Some w when w >= 0 && w <= most -> Checkers.Number w | _ -> stop ())
    | _ -> g a b
  in
  let index names w =
    let rec go i = function [] -> None | x :: l -> if x = w then Some i else go (i + 1) l in
    go 0 names
  in
  let rec iff () =
    let left = ref (implies ()) in
    while peek () = Word "iff" do skip (); let c = condition !left in left := Condition (Checkers.Iff (c, condition (implies ()))) done;
    !left
  and implies () =
    let left = either () in
    if peek () = Word "implies" then begin skip (); let c = condition left in Condition (Checkers.Implies (c, condition (implies ()))) end else left
  and either () =
    let left = ref (also ()) in
    while peek () = Word "or" do skip (); let c = condition !left in left := Condition (Checkers.Or0 (c, condition (also ()))) done;
    !left
  and also () =
    let left = ref (negation ()) in
    while peek () = Word "and" do skip (); let c = condition !left in left := Condition (Checkers.And0 (c, condition (negation ()))) done;
    !left
  and negation () = if peek () = Word "not" then begin skip (); Condition (Checkers.Not (condition (negation ()))) end else comparison ()
  and compare sign a b : Checkers.condition =
    match sign with
    | "<=" -> Checkers.Le (a, b) | "<" -> Checkers.Lt0 (a, b) | "=" -> Checkers.Eq0 (a, b)
    | ">=" -> Checkers.Le (b, a) | ">" -> Checkers.Lt0 (b, a) | _ -> Checkers.Not (Checkers.Eq0 (a, b))
  and is_comparison = function Sign ("<=" | "<" | "=" | ">=" | ">" | "!=") -> true | _ -> false
  and comparison () =
    let left = exclusive () in
    match peek () with
    | Sign s when is_comparison (peek ()) ->
        skip ();
        let a = term left in
        let b = term (exclusive ()) in
        let c = compare s a b in
        if not (is_comparison (peek ())) then Condition c
        else begin
          if s = "!=" then stop ();
          let rec chain c b =
            match peek () with
            | Sign s' when is_comparison (peek ()) ->
                if s' = "!=" then stop ();
                (match b with Checkers.If _ -> stop () | _ -> ());
                skip ();
                let d = term (exclusive ()) in
                chain (Checkers.And0 (c, compare s' b d)) d
            | _ -> c
          in
          if List.mem (Word "if") list then stop ();
          Condition (chain c b)
        end
    | _ -> left
  and exclusive () =
    let left = ref (sum ()) in
    while peek () = Word "xor" do skip (); let a = term !left in let b = term (sum ()) in
      left := Term (fold (fun u v -> Some (u lxor v)) (fun a b -> Checkers.Xor (a, b)) a b) done;
    !left
  and sum () =
    let left = ref (product ()) in
    let rec go () =
      match peek () with
      | Sign "+" -> skip (); let a = term !left in let b = term (product ()) in
          left := Term (fold (fun u v -> Some (u + v)) (fun a b -> Checkers.Plus (a, b)) a b); go ()
      | Sign "-" -> skip (); let a = term !left in let b = term (product ()) in
          left := Term (fold (fun u v -> Some (u - v)) (fun a b -> Checkers.Minus (a, b)) a b); go ()
      | _ -> ()
    in
    go ();
    !left
  and product () =
    let left = ref (atom ()) in
    let rec go () =
      match peek () with
      | Sign "*" ->
          skip ();
          let a = term !left in
          let b = term (atom ()) in
          left := Term (fold (fun u v -> if u = 0 || v <= most / u then Some (u * v) else None)
                          (fun a b -> match (constant a, constant b) with
                             | Some k, _ -> Checkers.Times (k, b)
                             | _, Some k -> Checkers.Times (k, a)
                             | _ -> stop ()) a b);
          go ()
      | Word (("div" | "mod") as w) ->
          skip ();
          let a = term !left in
          (match constant (term (atom ())) with
           | Some k when k > 0 ->
               left := Term (match constant a with
                   | Some u -> Checkers.Number (if w = "div" then u / k else u mod k)
                   | None -> if w = "div" then Checkers.Div (a, k) else Checkers.Mod (a, k))
           | _ -> stop ());
          go ()
      | _ -> ()
    in
    go ();
    !left
  and atom () =
    match peek () with
    | Num n -> skip (); Term (Checkers.Number n)
    | Sign "(" ->
        skip ();
        let e = iff () in
        if peek () <> Sign ")" then stop ();
        skip ();
        e
    | Word "true" -> skip (); Condition (Checkers.Truth true)
    | Word "false" -> skip (); Condition (Checkers.Truth false)
    | Word "if" ->
        skip ();
        let c = condition (iff ()) in
        if peek () <> Word "then" then stop ();
        skip ();
        let a = term (exclusive ()) in
        if peek () <> Word "else" then stop ();
        skip ();
        let b = term (exclusive ()) in
        Term (Checkers.If (c, a, b))
    | Word (("min" | "max") as w) ->
        skip ();
        if peek () <> Sign "(" then stop ();
        skip ();
        let join a b = if w = "min" then Checkers.Min (a, b) else Checkers.Max (a, b) in
        let rec arguments a =
          match peek () with
          | Sign "," -> skip (); let b = term (exclusive ()) in arguments (join a b)
          | Sign ")" -> skip (); a
          | _ -> stop ()
        in
        Term (arguments (term (exclusive ())))
    | Word w when List.mem_assoc w parameters -> skip (); Term (Checkers.Number (List.assoc w parameters))
    | Word w -> (match index coordinates w with Some i -> skip (); Term (Checkers.Coordinate (Response.nat_of i)) | None -> stop ())
    | Prime w when primed -> (match index coordinates w with Some i -> skip (); Term (Checkers.Primed (Response.nat_of i)) | None -> stop ())
    | _ -> stop ()
  in
  let rec conditions () =
    let c = condition (iff ()) in
    if peek () = Sign "," then begin skip (); Checkers.And0 (c, conditions ()) end else c
  in
  let ended v = if !rest <> [] then stop () else v in
  ((fun () -> ended (conditions ())), fun () -> ended (term (iff ())))

let name w = if List.mem w reserved then not_read "a reserved name" else w

(* How many alternatives a condition has, and how large a term can get where no coordinate is above the bounds given. *)
let rec count : Checkers.condition -> int = function
  | Checkers.And0 (c, d) -> min 1000 (count c * count d)
  | Checkers.Or0 (c, d) -> min 1000 (count c + count d)
  | _ -> 1

let rec size x y : Checkers.term -> float = function
  | Checkers.Number n -> float_of_int n
  | Checkers.Coordinate _ -> x
  | Checkers.Primed _ -> y
  | Checkers.Plus (a, b) | Checkers.Xor (a, b) -> (size x y a +. size x y b) *. 2. +. 1.
  | Checkers.Times (k, a) -> float_of_int k *. size x y a
  | Checkers.Minus (a, b) | Checkers.Min (a, b) | Checkers.Max (a, b) -> max (size x y a) (size x y b)
  | Checkers.Div (a, _) | Checkers.Mod (a, _) -> size x y a
  | Checkers.If (c, a, b) -> max (largest x y c) (max (size x y a) (size x y b))

and largest x y : Checkers.condition -> float = function
  | Checkers.Truth _ -> 0.
  | Checkers.Le (a, b) | Checkers.Lt0 (a, b) | Checkers.Eq0 (a, b) -> max (size x y a) (size x y b)
  | Checkers.Not c -> largest x y c
  | Checkers.And0 (c, d) | Checkers.Or0 (c, d) | Checkers.Implies (c, d) | Checkers.Iff (c, d) -> max (largest x y c) (largest x y d)

let rec sum_of i d = if i = d - 1 then Checkers.Coordinate (Response.nat_of i) else Checkers.Plus (Checkers.Coordinate (Response.nat_of i), sum_of (i + 1) d)

let check r =
  let n = number r (field r "rules") in
  if n > 1000 then not_read "a long text";
  let lines = List.init n (fun _ -> next_line r) in
  let plain line =
    let l = String.length line in
    l > 0 && line.[0] <> ' ' && line.[l - 1] <> ' ' && not (String.contains line '#')
    && (let ok = ref true in String.iteri (fun i c -> if c = ' ' && i + 1 < l && line.[i + 1] = ' ' then ok := false) line; !ok)
  in
  if not (List.for_all plain lines) then refuse "the text is not in its plain spelling";
  let given =
    List.map (fun word ->
        match String.index_opt word '=' with
        | Some i -> (String.sub word 0 i, number r (String.sub word (i + 1) (String.length word - i - 1)))
        | None -> bad r word "`NAME=NUMBER`") (words r (field r "parameters"))
  in
  if List.exists (fun (_, v) -> v > most) given then refuse "a parameter above 10^12";
  let game = ref "" and own = ref [] and coordinates = ref [] and domain = ref (Checkers.Truth true) and moves = ref [] and order = ref None in
  let value_of p = match List.assoc_opt p given with Some v -> v | None -> refuse "`%s` is not given" p in
  List.iter (fun line ->
      match tokens line with
      | Word "game" :: _ when !game = "" ->
          game := String.sub line 5 (max 0 (String.length line - 5));
          let g = !game in
          if g = "" || String.length g > 64 || not (String.for_all (fun c -> (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c = '-' || c = '_') g)
             || not ((g.[0] >= 'a' && g.[0] <= 'z') || (g.[0] >= 'A' && g.[0] <= 'Z')) then not_read "a name that is not read here"
      | [ Word "param"; Word p; Sign "="; Num _ ] when not (List.mem p !own) && not (List.mem p !coordinates) -> own := !own @ [ name p ]; ignore (value_of p)
      | Word "position" :: rest when !coordinates = [] && !game <> "" ->
          let rec names acc = function
            | Word w :: Sign "," :: rest -> names (name w :: acc) rest
            | [ Word w ] -> (List.rev (name w :: acc), None)
            | Word w :: Word "where" :: rest -> (List.rev (name w :: acc), Some rest)
            | _ -> not_read "a position"
          in
          let found, where = names [] rest in
          if List.length found > 8 || List.length (List.sort_uniq compare (found @ !own)) <> List.length found + List.length !own then not_read "a position";
          coordinates := found;
          (match where with
           | None -> ()
           | Some rest -> domain := fst (parser (List.map (fun p -> (p, value_of p)) !own) found false rest) ())
      | Word (("move" | "order" | "claim") as keyword) :: rest when !coordinates <> [] -> (
          let parameters = List.map (fun p -> (p, value_of p)) !own in
          match keyword with
          | "move" ->
              if not (List.for_all (fun c -> List.mem (Prime c) rest) !coordinates) then not_read "a move that leaves a coordinate open";
              let m = fst (parser parameters !coordinates true rest) () in
              if count m > 64 then not_read "a move of many alternatives";
              moves := !moves @ [ m ]
          | "order" when !order = None -> order := Some (snd (parser parameters !coordinates false rest) ())
          | _ -> not_read "a claim")
      | _ -> not_read "a statement that is not read here") lines;
  if !coordinates = [] then not_read "a text without positions";
  if List.map fst given <> !own then refuse "the parameters are not those of the text, in its order";
  let d = List.length !coordinates in
  let shape = numbers r (field r "shape") in
  if List.length shape <> d || List.mem 0 shape then refuse "line %d: the shape does not fit the positions" r.number;
  let places = List.fold_left (fun p s -> if p > 10_000_000 || s > 10_000_000 then max_int / 100_000_000 else p * s) 1 shape in
  if Response.starts_with "side-file " (Response.peek_line r) then not_read "side file";
  let row = List.nth shape (d - 1) in
  let rec values left acc =
    if left = 0 then List.rev acc
    else begin
      let here = words r (field r "values") in
      if List.length here <> min left row then refuse "line %d: %d values, expected %d" r.number (List.length here) (min left row);
      let entry w = if w = "." then 0 else begin let v = number r w in if v > 4294967294 then bad r w "a value" else v + 1 end in
      values (left - List.length here) (List.rev_append (List.map entry here) acc)
    end
  in
  if places > 1_000_000 then raise (Give_up "the box is too large");
  let entries = values places [] in
  if not (peek_end r) then refuse "line %d: more values than places" (r.number + 1);
  let rules = { Checkers.dimension = Response.nat_of d; domain = !domain; moves = !moves; measure = (match !order with Some t -> t | None -> sum_of 0 d) } in
  (* Numbers stay far below 2^62, and the candidates below a bound: no coordinate after a move is above what the moves can say. *)
  let side = float_of_int (List.fold_left max 1 shape) in
  let y = ref side in
  for _ = 1 to d do List.iter (fun m -> y := max !y (largest side !y m)) !moves done;
  List.iter (fun c -> if largest (max side !y) !y c > 1e17 then raise (Give_up "the numbers are too large")) (!domain :: !moves);
  if size (max side !y) !y rules.Checkers.measure > 1e17 then raise (Give_up "the numbers are too large");
  if not (Checkers.can_be_listed rules) then not_read "a move that is not listed here";
  if float_of_int places *. (min !y (4. *. side) ** float_of_int (max 1 (d - 0))) *. float_of_int (List.length !moves) > 3e9 then raise (Give_up "the check takes too many steps");
  if !y > 1e6 then raise (Give_up "the numbers are too large");
  let shown = if given = [] then "" else "(" ^ String.concat "," (List.map (fun (p, v) -> p ^ "=" ^ string_of_int v) given) ^ ")" in
  let sentence =
    Printf.sprintf "a game that calls itself %s%s, rules sha256:%s: the Grundy values of the %d places in the box %s" !game shown
      (let text = String.concat "" (List.map (fun l -> l ^ "\n") lines) in Sha256.hex_of_prefix text (String.length text))
      places (String.concat " x " (List.map string_of_int shape)) in
  if Checkers.check_box rules shape entries then sentence else refuse "the table does not establish: %s" sentence
