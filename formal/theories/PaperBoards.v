(** Infinite Connect-Four: Theorems 3 to 6 of Yamaguchi et al., Another Proof of Draw in Infinite Connect-Four, from their windows (A6 to A9), and
    mixed boards (A10, repaired).

    - [theorem_3] (A6): "X draws with Slided-CUPs on 3 ... 5, -3 ... -5, 7+5n ... 10+5n, -7-5n ... -10-5n (fig. 27). The 3 ... 5 pieces differ in shape from
      Definition 5, yet follow-in works, with S(5,2) and S(-5,2) one each."
    - [theorem_4] (A7): "O draws with Slided-CUPs (fig. 16)."
    - [theorem_5] (A8): "X draws with GLASSes on 3+8n ... 9+8n and -3-8n ... -9-8n."
    - [theorem_6] (A9): "O draws with GLASSes on 1+8n ... 7+8n and -1-8n ... -7-8n (fig. 36)."
    - [mixed_board_X], [mixed_board_O] (A10): CUP, Slided-CUP and GLASS can be mixed, on boards for X (a repair of fig. 37) and for O.
    - [draw_below_every_top_X], [draw_below_every_top_O] (A13, height): the game is a draw below every top row as well.

    [draws_by L p stones] (Layout.v) says: after the stones, [p] has an answer to every stone of the opponent, for ever; nobody gets both cells of a pair of L; above the zones of L
    the stones lie in turn, as follow-up makes them; and neither side ever has a Connect4.  What is checked by computation are the finitely many
    lines of a core and one period on each side; Layout.v proves that they are enough.

    A zone height of 0 is a column of follow-up only; 1 and 2 are columns of which one or two cells from the ground belong to pieces. *)

From Coq Require Import ZArith List Lia.
From Hissho Require Import Positional InfiniteFour Lines Layout.
Import ListNotations.

Local Open Scope Z_scope.

Definition pair_of (d : copies) (c : Z) (r : nat) (c' : Z) (r' : nat) : pair := Pair d (c, r) (c', r') false.
Definition weak_of (d : copies) (c : Z) (r : nat) (c' : Z) (r' : nat) : pair := Pair d (c, r) (c', r') true.

(** Fig. 27: Slided-CUPs on 3 ... 5, -3 ... -5, 7+5n ... 10+5n and -7-5n ... -10-5n. *)
Definition slided_cup_x : layout := {|
  first_column := -6; last_column := 6;
  core := [0; 2; 1; 1; 0; 0; 1; 0; 0; 1; 1; 2; 0]%nat;
  left_word := [0; 2; 1; 1; 2]%nat;
  right_word := [2; 1; 1; 2; 0]%nat;
  pairs := [
    pair_of Leftwards (-12) 1 (-10) 1;
    pair_of Leftwards (-10) 2 (-7) 2;
    pair_of Leftwards (-9) 1 (-8) 1;
    pair_of Rightwards 7 2 10 2;
    pair_of Rightwards 8 1 9 1;
    pair_of Rightwards 10 1 12 1;
    pair_of Once (-7) 1 (-5) 1;
    pair_of Once (-5) 2 5 2;
    pair_of Once (-4) 1 (-3) 1;
    pair_of Once 3 1 4 1;
    pair_of Once 5 1 7 1 ] |}.

(** Fig. 16: Slided-CUPs on 1+5n ... 4+5n and -1-5n ... -4-5n. *)
Definition slided_cup_o : layout := {|
  first_column := 0; last_column := 0;
  core := [0]%nat;
  left_word := [0; 2; 1; 1; 2]%nat;
  right_word := [2; 1; 1; 2; 0]%nat;
  pairs := [
    pair_of Leftwards (-6) 1 (-4) 1;
    pair_of Leftwards (-4) 2 (-1) 2;
    pair_of Leftwards (-3) 1 (-2) 1;
    pair_of Rightwards 1 2 4 2;
    pair_of Rightwards 2 1 3 1;
    pair_of Rightwards 4 1 6 1;
    pair_of Once (-1) 1 1 1 ] |}.

(** GLASSes on 3+8n ... 9+8n and -3-8n ... -9-8n; their cells S are free, the pairs G, L and A need not be shared by the responder (weak). *)
Definition glass_x : layout := {|
  first_column := -2; last_column := 2;
  core := [0; 0; 1; 0; 0]%nat;
  left_word := [0; 2; 1; 2; 0; 2; 1; 2]%nat;
  right_word := [2; 1; 2; 0; 2; 1; 2; 0]%nat;
  pairs := [
    weak_of Leftwards (-9) 1 (-8) 1;
    weak_of Leftwards (-7) 1 (-5) 1;
    weak_of Leftwards (-4) 1 (-3) 1;
    weak_of Rightwards 3 1 4 1;
    weak_of Rightwards 5 1 7 1;
    weak_of Rightwards 8 1 9 1 ] |}.

(** Fig. 36: GLASSes on 1+8n ... 7+8n and -1-8n ... -7-8n. *)
Definition glass_o : layout := {|
  first_column := 0; last_column := 0;
  core := [0]%nat;
  left_word := [0; 2; 1; 2; 0; 2; 1; 2]%nat;
  right_word := [2; 1; 2; 0; 2; 1; 2; 0]%nat;
  pairs := [
    weak_of Leftwards (-7) 1 (-6) 1;
    weak_of Leftwards (-5) 1 (-3) 1;
    weak_of Leftwards (-2) 1 (-1) 1;
    weak_of Rightwards 1 1 2 1;
    weak_of Rightwards 3 1 5 1;
    weak_of Rightwards 6 1 7 1 ] |}.

(** CUP, half a GLASS, Slided-CUP, half a GLASS, and so on: the repaired board of fig. 37. *)
Definition mixed_x : layout := {|
  first_column := -2; last_column := 2;
  core := [0; 0; 1; 0; 0]%nat;
  left_word := [0; 2; 1; 2; 0; 2; 1; 1; 2; 0; 2; 1; 2; 0; 2; 1; 1; 2]%nat;
  right_word := [2; 1; 1; 2; 0; 2; 1; 2; 0; 2; 1; 1; 2; 0; 2; 1; 2; 0]%nat;
  pairs := [
    pair_of Leftwards (-19) 1 (-18) 1;
    pair_of Leftwards (-19) 2 (-17) 2;
    pair_of Leftwards (-17) 1 (-15) 1;
    pair_of Leftwards (-15) 2 (-12) 2;
    pair_of Leftwards (-14) 1 (-13) 1;
    pair_of Leftwards (-12) 1 (-10) 1;
    pair_of Leftwards (-10) 2 (-8) 2;
    pair_of Leftwards (-9) 1 (-8) 1;
    pair_of Leftwards (-6) 1 (-5) 1;
    pair_of Leftwards (-6) 2 (-3) 2;
    pair_of Leftwards (-4) 1 (-3) 1;
    pair_of Rightwards 3 1 4 1;
    pair_of Rightwards 3 2 6 2;
    pair_of Rightwards 5 1 6 1;
    pair_of Rightwards 8 1 9 1;
    pair_of Rightwards 8 2 10 2;
    pair_of Rightwards 10 1 12 1;
    pair_of Rightwards 12 2 15 2;
    pair_of Rightwards 13 1 14 1;
    pair_of Rightwards 15 1 17 1;
    pair_of Rightwards 17 2 19 2;
    pair_of Rightwards 18 1 19 1 ] |}.

(** The same for O. *)
Definition mixed_o : layout := {|
  first_column := 0; last_column := 0;
  core := [0]%nat;
  left_word := [0; 2; 1; 2; 0; 2; 1; 1; 2; 0; 2; 1; 2; 0; 2; 1; 1; 2]%nat;
  right_word := [2; 1; 1; 2; 0; 2; 1; 2; 0; 2; 1; 1; 2; 0; 2; 1; 2; 0]%nat;
  pairs := [
    pair_of Leftwards (-17) 1 (-16) 1;
    pair_of Leftwards (-17) 2 (-15) 2;
    pair_of Leftwards (-15) 1 (-13) 1;
    pair_of Leftwards (-13) 2 (-10) 2;
    pair_of Leftwards (-12) 1 (-11) 1;
    pair_of Leftwards (-10) 1 (-8) 1;
    pair_of Leftwards (-8) 2 (-6) 2;
    pair_of Leftwards (-7) 1 (-6) 1;
    pair_of Leftwards (-4) 1 (-3) 1;
    pair_of Leftwards (-4) 2 (-1) 2;
    pair_of Leftwards (-2) 1 (-1) 1;
    pair_of Rightwards 1 1 2 1;
    pair_of Rightwards 1 2 4 2;
    pair_of Rightwards 3 1 4 1;
    pair_of Rightwards 6 1 7 1;
    pair_of Rightwards 6 2 8 2;
    pair_of Rightwards 8 1 10 1;
    pair_of Rightwards 10 2 13 2;
    pair_of Rightwards 11 1 12 1;
    pair_of Rightwards 13 1 15 1;
    pair_of Rightwards 15 2 17 2;
    pair_of Rightwards 16 1 17 1 ] |}.

(** Theorem 3: after X0, X draws. *)
Theorem theorem_3 : draws_by slided_cup_x X [(X, 0)].
Proof. apply (draws_by_layout _ _ false). vm_compute. reflexivity. Qed.

(** Theorem 4: O draws. *)
Theorem theorem_4 : draws_by slided_cup_o O [].
Proof. apply (draws_by_layout _ _ false). vm_compute. reflexivity. Qed.

(** Theorem 5: after X0, X draws. *)
Theorem theorem_5 : draws_by glass_x X [(X, 0)].
Proof. apply (draws_by_layout _ _ true). vm_compute. reflexivity. Qed.

(** Theorem 6: O draws. *)
Theorem theorem_6 : draws_by glass_o O [].
Proof. apply (draws_by_layout _ _ true). vm_compute. reflexivity. Qed.

(** Mixed pieces. *)
Theorem mixed_board_X : draws_by mixed_x X [(X, 0)].
Proof. apply (draws_by_layout _ _ false). vm_compute. reflexivity. Qed.

(** Mixed pieces. *)
Theorem mixed_board_O : draws_by mixed_o O [].
Proof. apply (draws_by_layout _ _ false). vm_compute. reflexivity. Qed.

(** Below every top row of height h >= 1 both can draw: rows above h do not exist, and a line is one below the top. *)
Theorem draw_below_every_top_X : forall h : nat, (1 <= h)%nat ->
  answers_on Z Z.eq_dec (fun _ => True) (Some h)
    (fun b => ~ four Z (cut_line Z connect_four h) b X /\ ~ four Z (cut_line Z connect_four h) b O)
    X (drop Z Z.eq_dec X 0 empty_board).
Proof.
  assert (H : check_layout Every_height glass_x X true true [(X, 0)] = true) by (vm_compute; reflexivity).
  apply check_layout_sound in H. destruct H as [_ [_ H]]. intros h Hh. apply (H h Hh).
  intros c. change ((if Z.eq_dec 0 c then 1 else 0) <= h)%nat. destruct (Z.eq_dec 0 c); lia.
Qed.

Theorem draw_below_every_top_O : forall h : nat, (1 <= h)%nat ->
  answers_on Z Z.eq_dec (fun _ => True) (Some h)
    (fun b => ~ four Z (cut_line Z connect_four h) b O /\ ~ four Z (cut_line Z connect_four h) b X)
    O empty_board.
Proof.
  assert (H : check_layout Every_height glass_o O true true [] = true) by (vm_compute; reflexivity).
  apply check_layout_sound in H. destruct H as [_ [_ H]]. intros h Hh. apply (H h Hh). intros c. cbn. lia.
Qed.
