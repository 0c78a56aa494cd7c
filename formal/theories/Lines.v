(** The board of infinite Connect-Four: all integers are columns, rows are 1, 2, 3, ... upward (shared by the theorems on it). *)

From Coq Require Import ZArith List Arith.
From Hissho Require Import Positional InfiniteFour.
Import ListNotations.

Inductive direction := Horizontal | Vertical | Rising | Falling.

(** The four cells of a line from its lowest, or leftmost, one. *)
Definition four_cells (c : Z) (r : nat) (d : direction) : list (cell Z) :=
  map (fun i : nat =>
    match d with
    | Horizontal => ((c + Z.of_nat i)%Z, r)
    | Vertical => (c, r + i)
    | Rising => ((c + Z.of_nat i)%Z, r + i)
    | Falling => ((c - Z.of_nat i)%Z, r + i)
    end) [0; 1; 2; 3].

Definition connect_four (l : list (cell Z)) : Prop :=
  exists c r d, 1 <= r /\ l = four_cells c r d.

Definition empty_board : position Z := {| height := fun _ => 0; stone := fun _ _ => Black |}.

(** X is Black and begins; O is White. *)
Definition X := Black.
Definition O := White.
