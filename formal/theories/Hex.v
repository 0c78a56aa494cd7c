(** Hex on every board (B11).

    "There are no draws, and the first player wins on every n x n board (Nash)."

    A board has n columns and m rows of hexagonal cells.  Black joins the top
    row to the bottom row, White the first column to the last.

    - [hex_no_draw]: on a full n x m board one of the players has joined his edges;
    - [hex_not_both]: never both, on any n x m board, full or not;
    - [hex_determined]: from every position one of the players wins by force;
    - [hex_first_player_wins]: on every n x n board it is the player who begins.

    The first two go by way of the game of Y (C. Schensted and C. Titus, Mudcrack
    Y and Poly-Y, 1975): on a triangle of cells a player wants a chain that
    touches all three sides.  Replace each small upward triangle of three
    cells by one cell with the colour of the majority.  The board shrinks by one, and
    a player has a Y after it exactly when he had one before.  A board of one
    cell has exactly one winner, so every board has.  Hex is Y with two corners filled.
    The last is J. Nash's stealing of strategies (D. Gale, The game of Hex and the
    Brouwer fixed-point theorem, 1979). *)

From Coq Require Import List Bool Arith Lia.
From Hissho Require Import Positional.
Import ListNotations.

(** ** Cells, neighbours, paths *)

(** A cell is its column and its row, both from 0. *)
Definition cell := (nat * nat)%type.

Definition adjacent (x y : cell) : Prop :=
  let (c, r) := x in
  let (c', r') := y in
  (c' = c + 1 /\ r' = r) \/ (c = c' + 1 /\ r' = r) \/
  (c' = c /\ r' = r + 1) \/ (c' = c /\ r = r' + 1) \/
  (c' = c + 1 /\ r = r' + 1) \/ (c = c' + 1 /\ r' = r + 1).

(** [path F x y]: a chain of neighbours, all in [F], leads from [x] to [y]. *)
Inductive path (F : cell -> Prop) : cell -> cell -> Prop :=
| path_here x : F x -> path F x x
| path_step x y z : F x -> adjacent x y -> path F y z -> path F x z.

Definition on_board (n m : nat) (x : cell) : Prop := fst x < n /\ snd x < m.

(** The player's first edge: top or left; his second: bottom or right. *)
Definition first_edge (p : player) (x : cell) : Prop :=
  match p with Black => snd x = 0 | White => fst x = 0 end.
Definition second_edge (n m : nat) (p : player) (x : cell) : Prop :=
  match p with Black => snd x + 1 = m | White => fst x + 1 = n end.

(** The cells [F] join the two edges of [p]. *)
Definition joins (n m : nat) (p : player) (F : cell -> Prop) : Prop :=
  exists x y, first_edge p x /\ second_edge n m p y /\
              path (fun z => on_board n m z /\ F z) x y.

(** ** The game *)

Definition cell_eq_dec (x y : cell) : {x = y} + {x <> y}.
Proof. decide equality; apply Nat.eq_dec. Defined.

Definition cells (n m : nat) : list cell := list_prod (seq 0 n) (seq 0 m).

Lemma in_cells n m x : In x (cells n m) <-> on_board n m x.
Proof.
  destruct x as [c r]. unfold on_board. simpl.
  assert (H := in_prod_iff (seq 0 n) (seq 0 m) c r). rewrite !in_seq in H.
  unfold cells, cell in *. split; intros H'; [apply H in H'|apply H]; lia.
Qed.

(** [hex_wins n m p q b]: with [q] to move in the position [b], player [p] can force
    his two edges to be joined.  See [Positional.wins]. *)
Definition hex_wins (n m : nat) (p q : player) (b : board cell) : Prop :=
  wins cell cell_eq_dec (cells n m) (joins n m p) p q b.

Definition empty_board : board cell := fun _ => None.

Definition full (n m : nat) (b : board cell) : Prop := forall x, on_board n m x -> b x <> None.

(** ** Paths *)

Lemma adjacent_sym x y : adjacent x y -> adjacent y x.
Proof. destruct x, y. unfold adjacent. lia. Qed.

Lemma path_mono (F G : cell -> Prop) x y :
  (forall z, F z -> G z) -> path F x y -> path G x y.
Proof. intros H P. induction P; [apply path_here|eapply path_step]; eauto. Qed.

Lemma path_trans F x y z : path F x y -> path F y z -> path F x z.
Proof. intros P Q. induction P; auto. eapply path_step; eauto. Qed.

Lemma path_first F x y : path F x y -> F x.
Proof. intros []; auto. Qed.

Lemma path_last F x y : path F x y -> F y.
Proof. intros P; induction P; auto. Qed.

Lemma path_sym F x y : path F x y -> path F y x.
Proof.
  intros P. induction P as [x H|x y z H A P IH]; [now apply path_here|].
  eapply path_trans; [exact IH|]. apply path_step with x; [exact (path_first _ _ _ P)|now apply adjacent_sym|].
  now apply path_here.
Qed.

Lemma path_edge (F : cell -> Prop) x y : F x -> F y -> adjacent x y -> path F x y.
Proof. intros. eapply path_step; eauto. now apply path_here. Qed.

(** ** The game of Y *)

(** The triangle of side [k] has the cells whose coordinates add up to less than
    [k]; here every cell has a colour. *)
Definition of_colour (k : nat) (col : cell -> player) (p : player) (x : cell) : Prop :=
  fst x + snd x < k /\ col x = p.

Definition has_Y (k : nat) (col : cell -> player) (p : player) : Prop :=
  exists x a b c,
    path (of_colour k col p) x a /\ path (of_colour k col p) x b /\ path (of_colour k col p) x c /\
    fst a = 0 /\ snd b = 0 /\ fst c + snd c + 1 = k.

Definition majority (p q r : player) : player :=
  match p, q, r with
  | Black, Black, _ | Black, _, Black | _, Black, Black => Black
  | _, _, _ => White
  end.

(** One step of the reduction. *)
Definition reduce (col : cell -> player) : cell -> player :=
  fun x => majority (col x) (col (fst x + 1, snd x)) (col (fst x, snd x + 1)).

(** [in_triangle u x]: [u] is one of the three cells that became [x]. *)
Definition in_triangle (u x : cell) : Prop :=
  (fst u = fst x /\ snd u = snd x) \/ (fst u = fst x + 1 /\ snd u = snd x) \/
  (fst u = fst x /\ snd u = snd x + 1).

Lemma in_triangle_cases u x :
  in_triangle u x -> u = x \/ u = (fst x + 1, snd x) \/ u = (fst x, snd x + 1).
Proof.
  destruct u as [a b], x as [c d]. unfold in_triangle. simpl.
  intros [[-> ->]|[[-> ->]|[-> ->]]]; auto.
Qed.

Lemma majority_two p q r s :
  majority p q r = s -> (p = s /\ q = s) \/ (p = s /\ r = s) \/ (q = s /\ r = s).
Proof. destruct p, q, r; simpl; intros <-; auto. Qed.

Lemma reduce_two col x p :
  reduce col x = p ->
  (col x = p /\ col (fst x + 1, snd x) = p) \/ (col x = p /\ col (fst x, snd x + 1) = p) \/
  (col (fst x + 1, snd x) = p /\ col (fst x, snd x + 1) = p).
Proof. apply majority_two. Qed.

Lemma reduce_of_two col x p u v :
  in_triangle u x -> in_triangle v x -> u <> v -> col u = p -> col v = p -> reduce col x = p.
Proof.
  intros Hu Hv Huv Cu Cv. unfold reduce.
  apply in_triangle_cases in Hu. apply in_triangle_cases in Hv.
  destruct Hu as [->|[->| ->]], Hv as [->|[->| ->]]; try congruence; rewrite Cu, Cv;
    clear Cu Cv; destruct p; match goal with |- context [col ?t] => destruct (col t) end; reflexivity.
Qed.

Lemma triangle_path k col p x u v :
  fst x + snd x < k -> in_triangle u x -> in_triangle v x -> col u = p -> col v = p ->
  path (of_colour (S k) col p) u v.
Proof.
  intros Hx Hu Hv Cu Cv.
  assert (Fu : of_colour (S k) col p u) by (split; [unfold in_triangle in Hu; lia|exact Cu]).
  assert (Fv : of_colour (S k) col p v) by (split; [unfold in_triangle in Hv; lia|exact Cv]).
  destruct (cell_eq_dec u v) as [->|Huv]; [now apply path_here|].
  apply path_edge; auto. clear Fu Fv Cu Cv. destruct x as [e f].
  apply in_triangle_cases in Hu. apply in_triangle_cases in Hv. simpl in Hu, Hv.
  destruct Hu as [->|[->| ->]], Hv as [->|[->| ->]]; try congruence; unfold adjacent; lia.
Qed.

(** Neighbours of the small board come from triangles that meet or touch. *)
Lemma neighbours_meet col p x y :
  adjacent x y -> reduce col x = p -> reduce col y = p ->
  exists u v, in_triangle u x /\ in_triangle v y /\ col u = p /\ col v = p /\ (u = v \/ adjacent u v).
Proof.
  destruct x as [c r], y as [c' r']. intros A Hx Hy.
  apply reduce_two in Hx. apply reduce_two in Hy. simpl in Hx, Hy.
  unfold in_triangle, adjacent in *. simpl in *.
  destruct A as [[-> ->]|[[-> ->]|[[-> ->]|[[-> ->]|[[-> ->]|[-> ->]]]]]];
  destruct Hx as [[X1 X2]|[[X1 X2]|[X1 X2]]]; destruct Hy as [[Y1 Y2]|[[Y1 Y2]|[Y1 Y2]]];
  (match goal with
   | X : col (?a, ?b) = p, Y : col (?a, ?b) = p |- _ =>
       lazymatch X with
       | Y => fail
       | _ => exists (a, b), (a, b); simpl; repeat split; auto; lia
       end
   | X : col (?a, ?b) = p, Y : col (?d, ?e) = p |- _ =>
       exists (a, b), (d, e); simpl; repeat split; auto; lia
   end).
Qed.

Lemma Y_up k col p : has_Y k (reduce col) p -> has_Y (S k) col p.
Proof.
  assert (L : forall x y, path (of_colour k (reduce col) p) x y ->
     forall u v, in_triangle u x -> in_triangle v y -> col u = p -> col v = p ->
     path (of_colour (S k) col p) u v).
  { intros x y P. induction P as [x [Hx _]|x y z [Hx Cx] A P IH]; intros u v Hu Hv Cu Cv.
    - now apply (triangle_path k col p x).
    - destruct (path_first _ _ _ P) as [Hy Cy].
      destruct (neighbours_meet col p x y A Cx Cy) as [w [w' [Hw [Hw' [Cw [Cw' E]]]]]].
      apply path_trans with w; [now apply (triangle_path k col p x)|].
      destruct E as [->|E]; [now apply IH|].
      apply path_step with w'; auto. split; [unfold in_triangle in Hw; lia|exact Cw]. }
  intros [x [a [b [c [Pa [Pb [Pc [Ha [Hb Hc]]]]]]]]].
  destruct (path_first _ _ _ Pa) as [_ Cx].
  assert (U : exists u, in_triangle u x /\ col u = p).
  { destruct x as [e f]. apply reduce_two in Cx. simpl in Cx. unfold in_triangle.
    destruct Cx as [[C _]|[[C _]|[C _]]]; eexists; (split; [|exact C]); simpl; lia. }
  destruct U as [u [Hu Cu]].
  assert (Ua : exists v, in_triangle v a /\ col v = p /\ fst v = 0).
  { destruct (path_last _ _ _ Pa) as [_ C]. destruct a as [e f]. apply reduce_two in C. simpl in *.
    unfold in_triangle. destruct C as [[C _]|[[C _]|[_ C]]]; eexists; (split; [|split; [exact C|]]); simpl; lia. }
  assert (Ub : exists v, in_triangle v b /\ col v = p /\ snd v = 0).
  { destruct (path_last _ _ _ Pb) as [_ C]. destruct b as [e f]. apply reduce_two in C. simpl in *.
    unfold in_triangle. destruct C as [[C _]|[[C _]|[C _]]]; eexists; (split; [|split; [exact C|]]); simpl; lia. }
  assert (Uc : exists v, in_triangle v c /\ col v = p /\ fst v + snd v + 1 = S k).
  { destruct (path_last _ _ _ Pc) as [_ C]. destruct c as [e f]. apply reduce_two in C. simpl in *.
    unfold in_triangle. destruct C as [[_ C]|[[_ C]|[_ C]]]; eexists; (split; [|split; [exact C|]]); simpl; lia. }
  destruct Ua as [a' [Ta [Ca Ea]]], Ub as [b' [Tb [Cb Eb]]], Uc as [c' [Tc [Cc Ec]]].
  exists u, a', b', c'. repeat split; auto; [apply (L x a)|apply (L x b)|apply (L x c)]; auto.
Qed.

(** Each edge of the large board lies in exactly one upward triangle. *)
Lemma edge_triangle u w :
  adjacent u w -> exists z, in_triangle u z /\ in_triangle w z.
Proof.
  destruct u as [a b], w as [c d]. unfold adjacent, in_triangle.
  intros [[-> ->]|[[-> ->]|[[-> ->]|[[-> ->]|[[-> ->]|[-> ->]]]]]].
  - exists (a, b). simpl. lia.
  - exists (c, b). simpl. lia.
  - exists (a, b). simpl. lia.
  - exists (a, d). simpl. lia.
  - exists (a, d). simpl. lia.
  - exists (c, b). simpl. lia.
Qed.

Lemma adjacent_neq u w : adjacent u w -> u <> w.
Proof. destruct u, w. unfold adjacent. intros H E. inversion E. lia. Qed.

Lemma triangles_touch u x z : in_triangle u x -> in_triangle u z -> x = z \/ adjacent x z.
Proof.
  intros Hx Hz. destruct (cell_eq_dec x z) as [E|E]; [now left|right].
  destruct u as [a b], x as [c d], z as [e f]. unfold in_triangle, adjacent in *. simpl in *.
  assert (c <> e \/ d <> f) by (destruct (Nat.eq_dec c e), (Nat.eq_dec d f); subst; auto; congruence).
  clear E. destruct Hx as [Hx|[Hx|Hx]], Hz as [Hz|[Hz|Hz]]; lia.
Qed.

Lemma Y_down k col p : 1 <= k -> has_Y (S k) col p -> has_Y k (reduce col) p.
Proof.
  intros Hk.
  assert (Z : forall u w, of_colour (S k) col p u -> of_colour (S k) col p w -> adjacent u w ->
     exists z, in_triangle u z /\ in_triangle w z /\ of_colour k (reduce col) p z).
  { intros u w [Hu Cu] [Hw Cw] A. destruct (edge_triangle u w A) as [z [Tu Tw]].
    exists z. repeat split; auto.
    - apply adjacent_neq in A. destruct u, w, z. unfold in_triangle in *. simpl in *.
      assert (n <> n1 \/ n0 <> n2)
        by (destruct (Nat.eq_dec n n1), (Nat.eq_dec n0 n2); subst; auto; congruence).
      lia.
    - apply (reduce_of_two col z p u w); auto. now apply adjacent_neq. }
  assert (L : forall u v, path (of_colour (S k) col p) u v ->
     forall x, in_triangle u x -> of_colour k (reduce col) p x ->
     exists y, in_triangle v y /\ path (of_colour k (reduce col) p) x y).
  { intros u v P. induction P as [u Hu|u w v Hu A P IH]; intros x Tx Fx.
    - exists x. split; auto. now apply path_here.
    - destruct (Z u w Hu (path_first _ _ _ P) A) as [z [Tu [Tw Fz]]].
      destruct (IH z Tw Fz) as [y [Ty Py]]. exists y. split; auto.
      destruct (triangles_touch u x z Tx Tu) as [->|E]; auto.
      now apply path_step with z. }
  intros [x [a [b [c [Pa [Pb [Pc [Ha [Hb Hc]]]]]]]]].
  assert (S0 : forall y, path (of_colour (S k) col p) x y -> x <> y ->
     exists z, in_triangle x z /\ of_colour k (reduce col) p z).
  { intros y P Hy. destruct P as [|x w y Hx A P]; [congruence|].
    destruct (Z x w Hx (path_first _ _ _ P) A) as [z [T [_ F]]]. now exists z. }
  assert (St : exists z, in_triangle x z /\ of_colour k (reduce col) p z).
  { destruct (cell_eq_dec x a) as [->|E]; [|eauto].
    destruct (cell_eq_dec a b) as [->|E]; [|eauto].
    destruct (cell_eq_dec b c) as [->|E]; [|eauto]. lia. }
  destruct St as [z [T F]].
  destruct (L _ _ Pa z T F) as [a' [Ta Qa]], (L _ _ Pb z T F) as [b' [Tb Qb]],
    (L _ _ Pc z T F) as [c' [Tc Qc]].
  destruct (path_last _ _ _ Qc) as [Hc' _].
  exists z, a', b', c'. unfold in_triangle in *. repeat split; auto; lia.
Qed.

(** Y has exactly one winner on every full board. *)
Theorem Y_exactly_one k : 1 <= k -> forall col,
  (has_Y k col Black \/ has_Y k col White) /\ ~ (has_Y k col Black /\ has_Y k col White).
Proof.
  induction k as [|k IH]; [lia|]. intros _ col. destruct (Nat.eq_dec k 0) as [->|Hk].
  - assert (W : has_Y 1 col (col (0, 0))).
    { exists (0, 0), (0, 0), (0, 0), (0, 0).
      repeat split; auto; apply path_here; split; auto. }
    assert (U : forall p, has_Y 1 col p -> p = col (0, 0)).
    { intros p [[i j] [a [b [c [P _]]]]]. apply path_first in P. destruct P as [H C]. simpl in H.
      assert (i = 0) by lia. assert (j = 0) by lia. now subst. }
    split.
    + destruct (col (0, 0)); auto.
    + intros [HB HW]. apply U in HB. apply U in HW. congruence.
  - destruct (IH ltac:(lia) (reduce col)) as [E N]. split.
    + destruct E; [left|right]; now apply Y_up.
    + intros [HB HW]. apply N. split; apply Y_down; auto; lia.
Qed.

(** ** Hex is Y with two corners filled *)

(** A full Hex board as a triangle of side n + m: right of the board all is
    White's, below it all is Black's. *)
Definition with_corners (n m : nat) (col : cell -> player) : cell -> player :=
  fun x => if n <=? fst x then White else if m <=? snd x then Black else col x.

Definition hex_colour (n m : nat) (col : cell -> player) (p : player) (z : cell) : Prop :=
  on_board n m z /\ col z = p.

Section Corners.
Variables n m : nat.
Variable col : cell -> player.
Hypothesis n_positive : 1 <= n.
Hypothesis m_positive : 1 <= m.

Let k := n + m.
Let big := with_corners n m col.

Lemma corners_inside z : on_board n m z -> big z = col z.
Proof.
  intros [H1 H2]. unfold big, with_corners.
  destruct (Nat.leb_spec n (fst z)); [lia|]. destruct (Nat.leb_spec m (snd z)); [lia|]. reflexivity.
Qed.

Lemma path_into_corners p x y :
  path (hex_colour n m col p) x y -> path (of_colour k big p) x y.
Proof.
  apply path_mono. intros z [Hz C]. split; [destruct Hz; unfold k; lia|]. now rewrite corners_inside.
Qed.

(** Straight paths along a row or a column. *)
Lemma along_row (F : cell -> Prop) r c d :
  (forall i, c <= i <= c + d -> F (i, r)) -> path F (c, r) (c + d, r).
Proof.
  revert c. induction d as [|d IH]; intros c H.
  - rewrite Nat.add_0_r. apply path_here, H. lia.
  - apply path_step with (c + 1, r).
    + apply H. lia.
    + unfold adjacent. lia.
    + replace (c + S d) with (c + 1 + d) by lia. apply IH. intros i Hi. apply H. lia.
Qed.

Lemma along_column (F : cell -> Prop) c r d :
  (forall j, r <= j <= r + d -> F (c, j)) -> path F (c, r) (c, r + d).
Proof.
  revert r. induction d as [|d IH]; intros r H.
  - rewrite Nat.add_0_r. apply path_here, H. lia.
  - apply path_step with (c, r + 1).
    + apply H. lia.
    + unfold adjacent. lia.
    + replace (r + S d) with (r + 1 + d) by lia. apply IH. intros j Hj. apply H. lia.
Qed.

Lemma white_to_Y x y :
  first_edge White x -> second_edge n m White y ->
  path (hex_colour n m col White) x y -> has_Y k big White.
Proof.
  intros Hx Hy P. simpl in Hx, Hy. pose proof (path_last _ _ _ P) as [Bx _].
  pose proof (path_into_corners _ _ _ P) as Q. destruct y as [c r].
  unfold on_board in Bx. simpl in *.
  assert (W : forall i j, n <= i -> i + j < k -> of_colour k big White (i, j)).
  { intros i j Hi Hk. split; [simpl; lia|]. unfold big, with_corners. simpl.
    destruct (Nat.leb_spec n i); [reflexivity|lia]. }
  assert (E : path (of_colour k big White) x (n, r)).
  { eapply path_trans; [exact Q|]. apply path_edge.
    - exact (path_last _ _ _ Q).
    - apply W; unfold k; lia.
    - unfold adjacent. lia. }
  exists (n, r), x, (n, 0), (n + (m - 1 - r), r). repeat split; auto.
  - now apply path_sym.
  - apply path_sym. replace (n, r) with (n, 0 + r) by (f_equal; lia).
    apply along_column. intros j Hj. apply W; unfold k; lia.
  - apply along_row. intros i Hi. apply W; unfold k; lia.
  - unfold k. simpl. lia.
Qed.

Lemma black_to_Y x y :
  first_edge Black x -> second_edge n m Black y ->
  path (hex_colour n m col Black) x y -> has_Y k big Black.
Proof.
  intros Hx Hy P. simpl in Hx, Hy. pose proof (path_last _ _ _ P) as [Bx _].
  pose proof (path_into_corners _ _ _ P) as Q. destruct y as [c r].
  unfold on_board in Bx. simpl in *.
  assert (W : forall i j, i < n -> m <= j -> i + j < k -> of_colour k big Black (i, j)).
  { intros i j Hi Hj Hk. split; [simpl; lia|]. unfold big, with_corners. simpl.
    destruct (Nat.leb_spec n i); [lia|]. destruct (Nat.leb_spec m j); [reflexivity|lia]. }
  assert (E : path (of_colour k big Black) x (c, m)).
  { eapply path_trans; [exact Q|]. apply path_edge.
    - exact (path_last _ _ _ Q).
    - apply W; unfold k; lia.
    - unfold adjacent. lia. }
  exists (c, m), (0, m), x, (c, m + (n - 1 - c)). repeat split; auto.
  - apply path_sym. replace (c, m) with (0 + c, m) by (f_equal; lia).
    apply along_row. intros i Hi. apply W; unfold k; lia.
  - now apply path_sym.
  - apply along_column. intros j Hj. apply W; unfold k; lia.
  - unfold k. simpl. lia.
Qed.

Lemma Y_to_white : has_Y k big White ->
  exists x y, first_edge White x /\ second_edge n m White y /\ path (hex_colour n m col White) x y.
Proof.
  intros [x [a [_ [c [Pa [_ [Pc [Ha [_ Hc]]]]]]]]].
  assert (L : forall u v, path (of_colour k big White) u v -> fst u < n -> n <= fst v ->
     exists y, second_edge n m White y /\ path (hex_colour n m col White) u y).
  { assert (I : forall u, of_colour k big White u -> fst u < n -> hex_colour n m col White u).
    { intros u [_ C] Hn. unfold big, with_corners in C.
      destruct (Nat.leb_spec n (fst u)); [lia|]. destruct (Nat.leb_spec m (snd u)); [discriminate|].
      split; [now split|exact C]. }
    intros u v P. induction P as [u F|u w v F A P IH]; intros Hu Hv; [lia|].
    destruct (Nat.lt_ge_cases (fst w) n) as [Hw|Hw].
    - destruct (IH Hw Hv) as [y [Hy Q]]. exists y. split; auto. apply path_step with w; auto.
    - exists u. split; [|apply path_here; auto].
      destruct u, w. unfold adjacent in A. simpl in *. lia. }
  assert (Pac : path (of_colour k big White) a c) by (eapply path_trans; [apply path_sym|]; eauto).
  destruct (L a c Pac ltac:(lia)) as [y [Hy Q]].
  - destruct (path_last _ _ _ Pc) as [_ C]. unfold big, with_corners in C.
    destruct (Nat.leb_spec n (fst c)); auto. destruct (Nat.leb_spec m (snd c)); [discriminate|].
    unfold k in Hc. lia.
  - exists a, y. auto.
Qed.

Lemma Y_to_black : has_Y k big Black ->
  exists x y, first_edge Black x /\ second_edge n m Black y /\ path (hex_colour n m col Black) x y.
Proof.
  intros [x [_ [b [c [_ [Pb [Pc [_ [Hb Hc]]]]]]]]].
  assert (N : forall u, of_colour k big Black u -> fst u < n).
  { intros u [_ C]. unfold big, with_corners in C. destruct (Nat.leb_spec n (fst u)); [discriminate|auto]. }
  assert (L : forall u v, path (of_colour k big Black) u v -> snd u < m -> m <= snd v ->
     exists y, second_edge n m Black y /\ path (hex_colour n m col Black) u y).
  { assert (I : forall u, of_colour k big Black u -> snd u < m -> hex_colour n m col Black u).
    { intros u F Hn. pose proof (N u F). destruct F as [_ C]. unfold big, with_corners in C.
      destruct (Nat.leb_spec n (fst u)); [lia|]. destruct (Nat.leb_spec m (snd u)); [lia|].
      split; [now split|exact C]. }
    intros u v P. induction P as [u F|u w v F A P IH]; intros Hu Hv; [lia|].
    destruct (Nat.lt_ge_cases (snd w) m) as [Hw|Hw].
    - destruct (IH Hw Hv) as [y [Hy Q]]. exists y. split; auto. apply path_step with w; auto.
    - exists u. split; [|apply path_here; auto].
      destruct u, w. unfold adjacent in A. simpl in *. lia. }
  assert (Pbc : path (of_colour k big Black) b c) by (eapply path_trans; [apply path_sym|]; eauto).
  destruct (L b c Pbc ltac:(lia)) as [y [Hy Q]].
  - pose proof (path_last _ _ _ Pc) as F. pose proof (N c F). unfold k in Hc. lia.
  - exists b, y. auto.
Qed.

End Corners.

(** ** The theorems *)

Lemma joins_monotone n m p : monotone cell (joins n m p).
Proof.
  intros F G H [x [y [Hx [Hy P]]]]. exists x, y. repeat split; auto.
  eapply path_mono; [|exact P]. intros z [Hz Fz]. auto.
Qed.

(** A board seen as full: what is not Black's is White's. *)
Definition completed (b : board cell) : cell -> player :=
  fun x => match b x with Some p => p | None => White end.

(** There are no draws. *)
Theorem hex_no_draw n m b :
  1 <= n -> 1 <= m -> full n m b ->
  joins n m Black (owned cell Black b) \/ joins n m White (owned cell White b).
Proof.
  intros Hn Hm Hfull.
  assert (C : forall p x y, path (hex_colour n m (completed b) p) x y ->
     path (fun z => on_board n m z /\ owned cell p b z) x y).
  { intros p x y. apply path_mono. intros z [Hz C]. split; auto. unfold completed in C. unfold owned.
    specialize (Hfull z Hz). destruct (b z); [now subst|congruence]. }
  destruct (Y_exactly_one (n + m) ltac:(lia) (with_corners n m (completed b))) as [[Y|Y] _].
  - left. destruct (Y_to_black n m (completed b) Hn Hm Y) as [x [y [Hx [Hy P]]]].
    exists x, y. auto.
  - right. destruct (Y_to_white n m (completed b) Hn Hm Y) as [x [y [Hx [Hy P]]]].
    exists x, y. auto.
Qed.

(** The two players never both join their edges. *)
Theorem hex_not_both n m b :
  joins n m Black (owned cell Black b) -> joins n m White (owned cell White b) -> False.
Proof.
  intros [x [y [Hx [Hy P]]]] [x' [y' [Hx' [Hy' P']]]].
  assert (C : forall p u v, path (fun z => on_board n m z /\ owned cell p b z) u v ->
     path (hex_colour n m (completed b) p) u v).
  { intros p u v. apply path_mono. intros z [Hz C]. split; auto. unfold completed. now rewrite C. }
  pose proof (path_first _ _ _ P) as [B _]. destruct B as [B1 B2].
  destruct (Y_exactly_one (n + m) ltac:(lia) (with_corners n m (completed b))) as [_ N].
  apply N. split.
  - apply (black_to_Y n m _) with x y; auto; lia.
  - apply (white_to_Y n m _) with x' y'; auto; lia.
Qed.

(** From every position one of the players wins, and not both. *)
Theorem hex_determined n m q b :
  1 <= n -> 1 <= m -> hex_wins n m Black q b \/ hex_wins n m White q b.
Proof.
  intros Hn Hm. unfold hex_wins. change White with (other Black). apply determined.
  intros b' Hfull. simpl. apply hex_no_draw; auto. intros x Hx E. apply (Hfull x).
  split; [now apply in_cells|exact E].
Qed.

Theorem hex_one_winner n m q b : hex_wins n m Black q b -> hex_wins n m White q b -> False.
Proof.
  apply not_both_win with (p := Black); auto using joins_monotone. apply hex_not_both.
Qed.

(** *** Stealing the strategy *)

Definition exchange (x : cell) : cell := (snd x, fst x).

(** The board reflected in its long diagonal, the colours exchanged. *)
Definition reflected (b : board cell) : board cell :=
  fun x => match b (exchange x) with Some p => Some (other p) | None => None end.

Lemma adjacent_exchange x y : adjacent x y -> adjacent (exchange x) (exchange y).
Proof. destruct x, y. unfold adjacent, exchange. simpl. lia. Qed.

Lemma joins_reflected n p (F : cell -> Prop) :
  joins n n p F -> joins n n (other p) (fun x => F (exchange x)).
Proof.
  intros [x [y [Hx [Hy P]]]]. exists (exchange x), (exchange y).
  assert (Q : path (fun z => on_board n n z /\ F (exchange z)) (exchange x) (exchange y)).
  { clear Hx Hy. induction P as [x [B HF]|x y z [B HF] A P IH].
    - apply path_here. destruct x, B. split; [split|]; auto.
    - apply path_step with (exchange y); auto using adjacent_exchange.
      destruct x, B. split; [split|]; auto. }
  destruct p, x, y; simpl in *; auto.
Qed.

Lemma reflect_wins n p q b :
  hex_wins n n p q b ->
  forall b', (forall x, b' (exchange x) = reflected b (exchange x)) ->
  hex_wins n n (other p) (other q) b'.
Proof.
  unfold hex_wins.
  assert (EE : forall x, exchange (exchange x) = x) by (intros []; reflexivity).
  assert (IE : forall x, In x (cells n n) -> In (exchange x) (cells n n)).
  { intros x. rewrite !in_cells. intros []. now split. }
  assert (Fr : forall b b' x, (forall x, b' (exchange x) = reflected b (exchange x)) ->
     free cell (cells n n) b x -> free cell (cells n n) b' (exchange x)).
  { intros b0 b' x Hb' [H1 H2]. split; [now apply IE|].
    rewrite Hb'. unfold reflected. now rewrite EE, H2. }
  assert (Fr' : forall b b' x, (forall x, b' (exchange x) = reflected b (exchange x)) ->
     free cell (cells n n) b' x -> free cell (cells n n) b (exchange x)).
  { intros b0 b' x Hb' [H1 H2]. split; [now apply IE|].
    specialize (Hb' (exchange x)). rewrite EE in Hb'. rewrite Hb' in H2. unfold reflected in H2.
    destruct (b0 (exchange x)); [discriminate|reflexivity]. }
  assert (Pu : forall b b' x r, (forall x, b' (exchange x) = reflected b (exchange x)) ->
     forall y, put cell cell_eq_dec (other r) (exchange x) b' (exchange y)
               = reflected (put cell cell_eq_dec r x b) (exchange y)).
  { intros b0 b' x r Hb' y. unfold put, reflected. rewrite EE.
    destruct (cell_eq_dec (exchange x) (exchange y)) as [E|E].
    - apply (f_equal exchange) in E. rewrite !EE in E. subst.
      now destruct (cell_eq_dec y y).
    - destruct (cell_eq_dec x y); [congruence|]. rewrite Hb'. unfold reflected. now rewrite EE. }
  intros H. induction H as [q b H|b x Hx _ IH|b [x0 Hx0] _ IH]; intros b' Hb'.
  - apply wins_now. apply joins_reflected in H. eapply joins_monotone; [|exact H].
    intros x Hx. unfold owned in *. specialize (Hb' (exchange x)). rewrite EE in Hb'.
    rewrite Hb'. unfold reflected. now rewrite Hx.
  - apply wins_move with (exchange x); [now apply (Fr b)|].
    apply IH. intros y. now apply Pu.
  - apply wins_reply; [exists (exchange x0); now apply (Fr b)|].
    intros x Hx. apply (IH (exchange x)); [now apply (Fr' b b')|].
    intros y. rewrite <- (EE x) at 1. now apply Pu.
Qed.

(** The first player wins on every n x n board (Nash). *)
Theorem hex_first_player_wins n : 1 <= n -> hex_wins n n Black Black empty_board.
Proof.
  intros Hn. destruct (hex_determined n n Black empty_board Hn Hn) as [H|H]; [exact H|].
  (* White would win as the second player; then Black, with the board reflected ... *)
  exfalso. apply (hex_one_winner n n Black empty_board); [|exact H].
  apply reflect_wins with (b' := empty_board) in H; [|reflexivity]. simpl in H.
  (* ... also wins as the second player, and a first stone does not hurt him. *)
  apply wins_move with (0, 0).
  - split; [|reflexivity]. apply in_cells. split; simpl; lia.
  - eapply wins_better; [apply joins_monotone| |exact H]. apply better_more, better_refl.
Qed.
