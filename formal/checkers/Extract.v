(** The checkers as OCaml programs.

    Binary numbers become OCaml's integers of 63 bits.  That is right as long as no
    number reaches 2^62.  The reader sees to it: it refuses numbers of more than 15
    digits, boards larger than 11 x 11 and games of more than 54 slots.  Heaps,
    values and their sums, products of two sides, and sets of 62 places then stay below. *)

From Coq Require Import Extraction ExtrOcamlBasic NArith ZArith.
From Hissho Require Import Layout.
From HisshoCheckers Require Import Bits GrundyPeriod OctalPeriod Connection Strategy Word Repetition GrundyBox.

Extract Inductive positive => "int" [ "(fun p -> 2 * p + 1)" "(fun p -> 2 * p)" "1" ]
  "(fun xi xo xh p -> if p = 1 then xh () else if p land 1 = 1 then xi (p lsr 1) else xo (p lsr 1))".
Extract Inductive N => "int" [ "0" "(fun p -> p)" ]
  "(fun zero pos n -> if n = 0 then zero () else pos n)".
Extract Inductive Z => "int" [ "0" "(fun p -> p)" "(fun p -> - p)" ]
  "(fun zero pos neg z -> if z = 0 then zero () else if z > 0 then pos z else neg (- z))".

Extract Inlined Constant Pos.succ => "(fun p -> p + 1)".
Extract Inlined Constant N.succ_pos => "(fun n -> n + 1)".
Extract Inlined Constant N.succ => "(fun n -> n + 1)".
Extract Inlined Constant N.pred => "(fun n -> if n = 0 then 0 else n - 1)".
Extract Inlined Constant N.add => "(+)".
Extract Inlined Constant N.sub => "(fun a b -> if a < b then 0 else a - b)".
Extract Inlined Constant N.mul => "( * )".
Extract Inlined Constant N.div => "(fun a b -> if b = 0 then 0 else a / b)".
Extract Inlined Constant N.modulo => "(fun a b -> if b = 0 then a else a mod b)".
Extract Inlined Constant N.eqb => "(fun (a : int) b -> a = b)".
Extract Inlined Constant N.ltb => "(fun (a : int) b -> a < b)".
Extract Inlined Constant N.leb => "(fun (a : int) b -> a <= b)".
Extract Inlined Constant N.min => "(fun (a : int) b -> if a < b then a else b)".
Extract Inlined Constant N.max => "(fun (a : int) b -> if a < b then b else a)".
Extract Inlined Constant N.lor => "(lor)".
Extract Inlined Constant N.land => "(land)".
Extract Inlined Constant N.lxor => "(lxor)".
Extract Inlined Constant N.ldiff => "(fun a b -> a land lnot b)".
Extract Inlined Constant N.shiftl => "(lsl)".
Extract Inlined Constant N.shiftr => "(fun a n -> if n > 62 then 0 else a lsr n)".
Extract Inlined Constant N.testbit => "(fun a n -> n < 62 && (a lsr n) land 1 = 1)".
Extract Inlined Constant N.setbit => "(fun a n -> a lor (1 lsl n))".
Extract Inlined Constant N.clearbit => "(fun a n -> a land lnot (1 lsl n))".
Extract Inlined Constant Z.of_N => "(fun n -> n)".
Extract Inlined Constant Z.to_N => "(fun z -> if z < 0 then 0 else z)".
Extract Inlined Constant Z.add => "(+)".
Extract Inlined Constant Z.sub => "(-)".
Extract Inlined Constant Z.min => "(fun (a : int) b -> if a < b then a else b)".
Extract Inlined Constant Z.max => "(fun (a : int) b -> if a < b then b else a)".
Extract Inlined Constant Z.modulo => "(fun a b -> if b = 0 then a else let r = a mod b in if r <> 0 && (r < 0) <> (b < 0) then r + b else r)".
Extract Inlined Constant Z.eq_dec => "(fun (a : int) b -> a = b)".
Extract Inlined Constant Z.eqb => "(fun (a : int) b -> a = b)".
Extract Inlined Constant Z.ltb => "(fun (a : int) b -> a < b)".
Extract Inlined Constant Z.leb => "(fun (a : int) b -> a <= b)".

Extraction "build/checkers.ml"
  no_points with_point check_grundy_period check_octal_period check_wins check_holds check_minimal
  check_otrio check_qubic check_connect_four
  check_layout some_unpaired for_every_s check_word
  check_repetition check_coding check_orders
  can_be_listed check_box.
