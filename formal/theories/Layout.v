(** Infinite Connect-Four: boards laid out from finitely many letters and pairs, and a check of them that looks at finitely many lines.

    A layout is what a certificate `response` without a tree says (docs/formats/response.md): zone heights of a core, of a
    word repeated to the left and of one repeated to the right, and pairs, which repeat with the words or stand alone.

    [check_layout_sound]: if [check_layout] says yes, the responder never loses (and nobody ever has a four, where
    that is claimed), on a board of all columns without a top, below every top row, on a cylinder, or on a strip.
    Theorems 1 to 6 of the paper are instances (PaperBoards.v: A3, A4, A6 to A9). *)

From Coq Require Import ZArith List Bool Arith Lia.
From Hissho Require Import Positional InfiniteFour Lines.
Import ListNotations.

Local Open Scope Z_scope.

(** ** The claim *)

Inductive board :=
| Infinite                    (* all integers are columns, there is no top *)
| Every_height                (* all integers are columns; the claim is made for every top row *)
| Cylinder (width : positive) (* columns are taken modulo the width, no top *)
| Strip (width : positive).   (* the columns 1 to the width, no top *)

(** The name of a column between [first] and [first] + width - 1, on a cylinder. *)
Definition column_name (b : board) (first c : Z) : Z :=
  match b with Cylinder w => first + (c - first) mod (Zpos w) | _ => c end.

Definition on_board (b : board) (first c : Z) : Prop :=
  match b with
  | Infinite | Every_height => True
  | Cylinder w => first <= c < first + Zpos w
  | Strip w => 1 <= c <= Zpos w
  end.

Definition is_line (b : board) (first : Z) (l : list (cell Z)) : Prop :=
  match b with
  | Infinite | Every_height => connect_four l
  | Cylinder _ => exists l', connect_four l' /\ l = map (fun x => (column_name b first (fst x), snd x)) l'
  | Strip _ => connect_four l /\ forall x, In x l -> on_board b first (fst x)
  end.

(** The position after these stones, dropped in order. *)
Definition dropped (b : board) (first : Z) (stones : list (player * Z)) : position Z :=
  fold_left (fun q s => drop Z Z.eq_dec (fst s) (column_name b first (snd s)) q) stones empty_board.

(** Nobody has a four yet; with the opponent to move, [p] has an answer to every stone for ever, and the opponent, or with [both] nobody, ever has a four. *)
Definition quiet (line : list (cell Z) -> Prop) (both : bool) (p : player) (b : position Z) : Prop :=
  if both then ~ four Z line b p /\ ~ four Z line b (other p) else ~ four Z line b (other p).

Definition holds_out (b : board) (first : Z) (both : bool) (p : player) (start : position Z) : Prop :=
  ~ four Z (is_line b first) start p /\ ~ four Z (is_line b first) start (other p) /\
  match b with
  | Every_height => forall h : nat, (1 <= h)%nat -> (forall c, (height Z start c <= h)%nat) ->
      answers_on Z Z.eq_dec (on_board b first) (Some h) (quiet (cut_line Z (is_line b first) h) both p) p start
  | _ => answers_on Z Z.eq_dec (on_board b first) None (quiet (is_line b first) both p) p start
  end.

(** ** Layouts *)

Inductive copies := Once | Leftwards | Rightwards.

Record pair := Pair { kind : copies; one : cell Z; two : cell Z; weak : bool }.

Record layout := Layout {
  first_column : Z; last_column : Z;
  core : list nat; left_word : list nat; right_word : list nat;
  pairs : list pair }.

Section Check.

Variable L : layout.
Variable p : player.
Variable start : position Z.

Notation height0 := (height Z start).

Definition period (w : list nat) : Z := Z.of_nat (length w).

Definition zone_height (c : Z) : nat :=
  if c <? first_column L then nth (Z.to_nat ((c - first_column L) mod period (left_word L))) (left_word L) 0%nat
  else if last_column L <? c then nth (Z.to_nat ((c - last_column L - 1) mod period (right_word L))) (right_word L) 0%nat
  else nth (Z.to_nat (c - first_column L)) (core L) 0%nat.

(** Does a pair of this kind have a copy [k] columns to the right? *)
Definition copied (d : copies) (k : Z) : bool :=
  match d with
  | Once => k =? 0
  | Rightwards => (0 <=? k) && (k mod period (right_word L) =? 0)
  | Leftwards => (k <=? 0) && (k mod period (left_word L) =? 0)
  end.

Definition shift (t : Z) (x : cell Z) : cell Z := (fst x + t, snd x).

Definition match_one (d : copies) (w : bool) (x u v : cell Z) : list (cell Z * bool) :=
  if (snd x =? snd u)%nat && copied d (fst x - fst u) then [(shift (fst x - fst u) v, w)] else [].

(** The cells with which [x] is paired; [true]: the pair is weak. *)
Definition partners_of (x : cell Z) : list (cell Z * bool) :=
  flat_map (fun a => match_one (kind a) (weak a) x (one a) (two a) ++ match_one (kind a) (weak a) x (two a) (one a)) (pairs L).

Definition partner_of (x : cell Z) : option (cell Z) :=
  match partners_of x with [(y, _)] => Some y | _ => None end.

Definition in_zone (x : cell Z) : bool := (height0 (fst x) <? snd x)%nat && (snd x <=? zone_height (fst x))%nat.

Definition same_cell (x y : cell Z) : bool := (fst x =? fst y) && (snd x =? snd y)%nat.

(** Conditions C8, C9 and C11 at a cell. *)
Definition cell_ok (all_paired : bool) (x : cell Z) : bool :=
  match partners_of x with
  | [] => negb (all_paired && in_zone x)
  | [(y, _)] =>
      in_zone x && in_zone y && negb (same_cell x y) &&
      (if (snd x =? height0 (fst x) + 2)%nat
       then match partners_of (fst x, (height0 (fst x) + 1)%nat) with
            | [(s, _)] => (snd s =? height0 (fst s) + 1)%nat
            | _ => true
            end
       else true)
  | _ => false
  end.

Definition owns (q : player) (x : cell Z) : bool :=
  (1 <=? snd x)%nat && (snd x <=? height0 (fst x))%nat && same (stone Z start (fst x) (snd x)) q.

(** Certain to be the responder's ([true]) or the opponent's. *)
Definition sure (own : bool) (x : cell Z) : bool :=
  owns (if own then p else other p) x ||
  ((zone_height (fst x) <? snd x)%nat && eqb (Nat.even (snd x - zone_height (fst x))) own).

(** Condition C10: closed for the opponent ([true]) or for the responder. *)
Definition closed (own : bool) (l : list (cell Z)) : bool :=
  existsb (sure own) l ||
  existsb (fun x => match partners_of x with
                    | [(y, w)] => (own || negb w) && existsb (same_cell y) l
                    | _ => false
                    end) l.

Definition line_ok (both : bool) (l : list (cell Z)) : bool :=
  closed true l && (if both then closed false l else negb (forallb (owns p) l)).

(** A line by its leftmost column and its lowest row. *)
Definition line_from (c : Z) (r : nat) (d : direction) : list (cell Z) :=
  four_cells (match d with Falling => c + 3 | _ => c end) r d.

Definition columns (a b : Z) : list Z := map (fun i => a + Z.of_nat i) (seq 0 (Z.to_nat (b - a + 1))).

Definition top_row : nat := list_max (core L ++ left_word L ++ right_word L).

Definition lowest : Z := fold_left Z.min (flat_map (fun a => [fst (one a); fst (two a)]) (pairs L)) (first_column L).
Definition highest : Z := fold_left Z.max (flat_map (fun a => [fst (one a); fst (two a)]) (pairs L)) (last_column L).

Definition in_core (c : Z) : bool := (first_column L <=? c) && (c <=? last_column L).

Definition pair_ok (endless : bool) (a : pair) : bool :=
  (1 <=? snd (one a))%nat && (1 <=? snd (two a))%nat && (snd (one a) <=? top_row)%nat && (snd (two a) <=? top_row)%nat &&
  match kind a with
  | Once => endless || (in_core (fst (one a)) && in_core (fst (two a)))
  | Rightwards => endless && (last_column L <? fst (one a)) && (last_column L <? fst (two a))
  | Leftwards => endless && (fst (one a) <? first_column L) && (fst (two a) <? first_column L)
  end.

Definition is_endless (b : board) : bool := match b with Infinite | Every_height => true | _ => false end.

(** The line as it lies on the board, if it does. *)
Definition laid (b : board) (l : list (cell Z)) : option (list (cell Z)) :=
  match b with
  | Infinite | Every_height => Some l
  | Cylinder _ => Some (map (fun x => (column_name b (first_column L) (fst x), snd x)) l)
  | Strip w => if forallb (fun x => (1 <=? fst x) && (fst x <=? Zpos w)) l then Some l else None
  end.

Definition rows (n : nat) : list nat := seq 1 n.

Definition lines_ok (b : board) (both : bool) (a z : Z) : bool :=
  forallb (fun c => forallb (fun r => forallb (fun d =>
      match laid b (line_from c r d) with Some l => line_ok both l | None => true end)
    [Horizontal; Vertical; Rising; Falling]) (rows (top_row + 2))) (columns a z).

Definition cells_ok (all_paired : bool) (a z : Z) : bool :=
  forallb (fun c => forallb (fun r => cell_ok all_paired (c, r)) (rows top_row)) (columns a z).

(** The columns to be looked at: the core with all cells of pairs, and a period more on each side. *)
Definition leftmost (b : board) : Z := if is_endless b then lowest - period (left_word L) else first_column L.
Definition rightmost (b : board) : Z := if is_endless b then highest + period (right_word L) else last_column L.

Definition shape_ok (b : board) (passes : bool) : bool :=
  (first_column L <=? last_column L) && (period (core L) =? last_column L - first_column L + 1) &&
  match b with
  | Infinite | Every_height =>
      (1 <=? period (left_word L)) && (1 <=? period (right_word L)) &&
      (negb passes || existsb (fun g => negb (g =? 0)%nat) (left_word L ++ right_word L)) &&
      match b with Every_height => passes | _ => true end
  | Cylinder w =>
      (last_column L - first_column L + 1 =? Zpos w) && (period (left_word L) =? 0) && (period (right_word L) =? 0) && negb passes
  | Strip w =>
      (first_column L =? 1) && (last_column L =? Zpos w) && (period (left_word L) =? 0) && (period (right_word L) =? 0) && negb passes
  end.

Definition heights_ok : bool :=
  forallb (fun c => (height0 c <=? zone_height c)%nat && (zone_height c <=? height0 c + 2)%nat) (columns (first_column L) (last_column L)) &&
  forallb (fun g => (g <=? 2)%nat) (left_word L ++ right_word L).

End Check.

(** The whole check. [stones] are dropped in order; then the opponent of [p] is to move. *)
Definition check_layout (b : board) (L : layout) (p : player) (both passes : bool) (stones : list (player * Z)) : bool :=
  let start := dropped b (first_column L) stones in
  shape_ok L b passes &&
  forallb (fun s => in_core L (column_name b (first_column L) (snd s))) stones &&
  heights_ok L start &&
  forallb (pair_ok L (is_endless b)) (pairs L) &&
  cells_ok L start (negb passes) (leftmost L b) (rightmost L b) &&
  lines_ok L p start b both (leftmost L b - (if is_endless b then 3 else 0)) (rightmost L b).

(** Not needed for the claim: with passes, some zone cell has no partner (condition C11). *)
Definition some_unpaired (b : board) (L : layout) (stones : list (player * Z)) : bool :=
  let start := dropped b (first_column L) stones in
  existsb (fun c => existsb (fun r => in_zone L start (c, r) && match partners_of L (c, r) with [] => true | _ => false end)
    (rows (top_row L))) (columns (leftmost L b) (rightmost L b)).

(** ** It is right *)

Lemma in_columns c a z : In c (columns a z) <-> a <= c <= z.
Proof.
  unfold columns. rewrite in_map_iff. split.
  - intros [i [<- Hi]]. apply in_seq in Hi. lia.
  - intros H. exists (Z.to_nat (c - a)). split; [lia|]. apply in_seq. lia.
Qed.

Lemma nth_max (l : list nat) i : (nth i l 0 <= list_max l)%nat.
Proof.
  destruct (nth_in_or_default i l 0%nat) as [H| ->]; [|lia].
  pose proof (proj1 (list_max_le l (list_max l)) (Nat.le_refl _)) as F. rewrite Forall_forall in F. auto.
Qed.

Lemma fold_max l : forall a, a <= fold_left Z.max l a /\ forall x, In x l -> x <= fold_left Z.max l a.
Proof.
  induction l as [|y l IH]; simpl; intros a; [split; [lia|tauto]|].
  destruct (IH (Z.max a y)) as [H1 H2]. split; [lia|]. intros x [<-|H]; [lia|auto].
Qed.

Lemma fold_min l : forall a, fold_left Z.min l a <= a /\ forall x, In x l -> fold_left Z.min l a <= x.
Proof.
  induction l as [|y l IH]; simpl; intros a; [split; [lia|tauto]|].
  destruct (IH (Z.min a y)) as [H1 H2]. split; [lia|]. intros x [<-|H]; [lia|auto].
Qed.

(** What repeats on both sides is seen in the middle and one period around it. *)
Lemma spread (P : Z -> Prop) (a z m n : Z) : 1 <= m -> 1 <= n -> a <= z + 1 ->
  (forall c, a - m <= c <= z + n -> P c) ->
  (forall c, z < c -> P c -> P (c + n)) -> (forall c, c < a -> P c -> P (c - m)) -> forall c, P c.
Proof.
  intros Hm Hn Haz H HR HL.
  assert (R : forall k : nat, forall c, z < c -> c < z + Z.of_nat k -> P c).
  { induction k as [|k IH]; intros c H1 H2; [lia|]. destruct (Z_le_gt_dec c (z + n)) as [E|E]; [apply H; lia|].
    replace c with (c - n + n) by lia. apply HR; [lia|]. apply IH; lia. }
  assert (L : forall k : nat, forall c, c < a -> a - Z.of_nat k < c -> P c).
  { induction k as [|k IH]; intros c H1 H2; [lia|]. destruct (Z_le_gt_dec (a - m) c) as [E|E]; [apply H; lia|].
    replace c with (c + m - m) by lia. apply HL; [lia|]. apply IH; lia. }
  intros c. destruct (Z_lt_ge_dec z c) as [E|E]; [apply (R (Z.to_nat (c - z) + 1)%nat); lia|].
  destruct (Z_lt_ge_dec c a) as [E'|E']; [apply (L (Z.to_nat (a - c) + 1)%nat); lia|]. apply H. lia.
Qed.

Lemma existsb_in {A} (f g : A -> bool) l : (forall x, In x l -> f x = g x) -> existsb f l = existsb g l.
Proof.
  induction l as [|a l IH]; simpl; intros H; auto. rewrite (H a) by auto. f_equal. apply IH. auto.
Qed.

Lemma existsb_map {A B} (h : A -> B) (f : B -> bool) l : existsb f (map h l) = existsb (fun x => f (h x)) l.
Proof. induction l as [|a l IH]; simpl; auto. now rewrite IH. Qed.

Lemma some_inj {A} (x y : A) : Some x = Some y -> x = y.
Proof. congruence. Qed.

Lemma same_cell_iff x y : same_cell x y = true <-> x = y.
Proof.
  unfold same_cell. rewrite andb_true_iff, Z.eqb_eq, Nat.eqb_eq. destruct x, y. simpl.
  split; [intros [-> ->]; auto|intros E; inversion E; auto].
Qed.

Lemma line_from_cells c r d x : In x (line_from c r d) -> c <= fst x <= c + 3 /\ (r <= snd x)%nat.
Proof. unfold line_from, four_cells. destruct d; simpl; intros [<-|[<-|[<-|[<-|[]]]]]; simpl; lia. Qed.

Lemma line_from_leftmost c r d : exists r', In (c, r') (line_from c r d).
Proof.
  unfold line_from, four_cells. destruct d; simpl; eexists.
  - left. apply f_equal2; [lia|reflexivity].
  - left. reflexivity.
  - left. apply f_equal2; [lia|reflexivity].
  - right. right. right. left. apply f_equal2; [lia|reflexivity].
Qed.

Lemma line_from_shift c r d t : line_from (c + t) r d = map (shift t) (line_from c r d).
Proof.
  unfold line_from, four_cells, shift. rewrite map_map. apply map_ext. intros i. destruct d; cbn [fst snd]; f_equal; lia.
Qed.

Definition up (x : cell Z) : cell Z := (fst x, (snd x + 2)%nat).

Lemma line_from_up c r d : line_from c (r + 2) d = map up (line_from c r d).
Proof.
  unfold line_from, four_cells, up. rewrite map_map. apply map_ext. intros i. destruct d; cbn [fst snd]; f_equal; lia.
Qed.

Lemma connect_four_from l : connect_four l -> exists c r d, (1 <= r)%nat /\ l = line_from c r d.
Proof.
  intros [c [r [d [Hr ->]]]]. destruct d; [exists c, r, Horizontal|exists c, r, Vertical|exists c, r, Rising|exists (c - 3), r, Falling];
    split; auto. unfold line_from. now replace (c - 3 + 3) with c by lia.
Qed.

Section Sound.

Variables (b : board) (L : layout) (p : player) (both passes : bool) (stones : list (player * Z)).
Hypothesis checked : check_layout b L p both passes stones = true.

Definition start : position Z := dropped b (first_column L) stones.

Notation height0 := (height Z start).
Notation zh := (zone_height L).
Notation ps := (partners_of L).

Lemma parts :
  shape_ok L b passes = true /\
  (forall s, In s stones -> in_core L (column_name b (first_column L) (snd s)) = true) /\
  heights_ok L start = true /\
  (forall a, In a (pairs L) -> pair_ok L (is_endless b) a = true) /\
  cells_ok L start (negb passes) (leftmost L b) (rightmost L b) = true /\
  lines_ok L p start b both (leftmost L b - (if is_endless b then 3 else 0)) (rightmost L b) = true.
Proof.
  pose proof checked as H. unfold check_layout in H. fold start in H. rewrite !andb_true_iff, !forallb_forall in H. tauto.
Qed.

Lemma core_shape : first_column L <= last_column L /\ period (core L) = last_column L - first_column L + 1.
Proof.
  destruct parts as [H _]. unfold shape_ok in H. rewrite !andb_true_iff, Z.leb_le, Z.eqb_eq in H. tauto.
Qed.

Lemma endless_words : is_endless b = true -> 1 <= period (left_word L) /\ 1 <= period (right_word L).
Proof.
  destruct parts as [H _]. unfold shape_ok in H. destruct b; try discriminate; intros _;
    rewrite !andb_true_iff, !Z.leb_le in H; tauto.
Qed.

Lemma finite_words : is_endless b = false -> left_word L = [] /\ right_word L = [] /\ passes = false.
Proof.
  destruct parts as [H _]. unfold shape_ok in H. destruct b; try discriminate; intros _;
    rewrite !andb_true_iff, !Z.eqb_eq, negb_true_iff in H; unfold period in H;
    destruct (left_word L), (right_word L); simpl in H; try (exfalso; lia); tauto.
Qed.

Lemma in_core_iff c : in_core L c = true <-> first_column L <= c <= last_column L.
Proof. unfold in_core. rewrite andb_true_iff, !Z.leb_le. tauto. Qed.

Lemma height0_outside c : ~ first_column L <= c <= last_column L -> height0 c = 0%nat.
Proof.
  intros H. destruct parts as [_ [Hs _]]. unfold start, dropped.
  assert (G : forall l q, (forall s, In s l -> in_core L (column_name b (first_column L) (snd s)) = true) -> height Z q c = 0%nat ->
    height Z (fold_left (fun q s => drop Z Z.eq_dec (fst s) (column_name b (first_column L) (snd s)) q) l q) c = 0%nat).
  { induction l as [|s l IH]; intros q Hl Hq; simpl; auto. apply IH; [intros; apply Hl; now right|].
    rewrite height_drop_other; auto. intros E. specialize (Hl s (or_introl eq_refl)).
    rewrite E, in_core_iff in Hl. tauto. }
  apply G; auto.
Qed.

Lemma zone_top c : (zh c <= top_row L)%nat.
Proof.
  unfold zone_height, top_row. rewrite !list_max_app.
  destruct (c <? first_column L); [|destruct (last_column L <? c)].
  - pose proof (nth_max (left_word L) (Z.to_nat ((c - first_column L) mod period (left_word L)))). lia.
  - pose proof (nth_max (right_word L) (Z.to_nat ((c - last_column L - 1) mod period (right_word L)))). lia.
  - pose proof (nth_max (core L) (Z.to_nat (c - first_column L))). lia.
Qed.

Lemma zone_right c : last_column L < c -> 1 <= period (right_word L) -> zh (c + period (right_word L)) = zh c.
Proof.
  intros H Hp. destruct core_shape as [Hc _]. unfold zone_height.
  destruct (Z.ltb_spec (c + period (right_word L)) (first_column L)), (Z.ltb_spec c (first_column L)); try lia.
  destruct (Z.ltb_spec (last_column L) (c + period (right_word L))), (Z.ltb_spec (last_column L) c); try lia.
  do 2 f_equal. replace (c + period (right_word L) - last_column L - 1) with (c - last_column L - 1 + 1 * period (right_word L)) by lia.
  apply Z_mod_plus_full.
Qed.

Lemma zone_left c : c < first_column L -> 1 <= period (left_word L) -> zh (c + - period (left_word L)) = zh c.
Proof.
  intros H Hp. unfold zone_height.
  destruct (Z.ltb_spec (c + - period (left_word L)) (first_column L)), (Z.ltb_spec c (first_column L)); try lia.
  do 2 f_equal. replace (c + - period (left_word L) - first_column L) with (c - first_column L + (-1) * period (left_word L)) by lia.
  apply Z_mod_plus_full.
Qed.

Lemma range c : (height0 c <= zh c <= height0 c + 2)%nat.
Proof.
  destruct parts as [_ [_ [H _]]]. unfold heights_ok in H. rewrite andb_true_iff, !forallb_forall in H. destruct H as [H1 H2].
  destruct (Z_le_gt_dec (first_column L) c) as [E1|E1]; [destruct (Z_le_gt_dec c (last_column L)) as [E2|E2]|].
  - specialize (H1 c). rewrite in_columns, andb_true_iff, !Nat.leb_le in H1. lia.
  - rewrite height0_outside by lia. split; [lia|]. unfold zone_height.
    destruct (Z.ltb_spec c (first_column L)); [lia|]. destruct (Z.ltb_spec (last_column L) c); [|lia].
    match goal with |- (nth ?i ?l _ <= _)%nat => destruct (nth_in_or_default i l 0%nat) as [Hin| ->] end; [|lia].
    apply Nat.leb_le. apply H2. apply in_app_iff. auto.
  - rewrite height0_outside by lia. split; [lia|]. unfold zone_height.
    destruct (Z.ltb_spec c (first_column L)); [|lia].
    match goal with |- (nth ?i ?l _ <= _)%nat => destruct (nth_in_or_default i l 0%nat) as [Hin| ->] end; [|lia].
    apply Nat.leb_le. apply H2. apply in_app_iff. auto.
Qed.

(** *** Partners *)

Definition ends_of (a : pair) (u v : cell Z) : Prop := (u = one a /\ v = two a) \/ (u = two a /\ v = one a).

Lemma in_partners x y w : In (y, w) (ps x) <->
  exists a u v, In a (pairs L) /\ ends_of a u v /\ w = weak a /\ snd x = snd u /\
    copied L (kind a) (fst x - fst u) = true /\ y = shift (fst x - fst u) v.
Proof.
  assert (M : forall d w' u v, In (y, w) (match_one L d w' x u v) <->
    w = w' /\ snd x = snd u /\ copied L d (fst x - fst u) = true /\ y = shift (fst x - fst u) v).
  { intros d w' u v. unfold match_one. destruct (Nat.eqb_spec (snd x) (snd u)), (copied L d (fst x - fst u)); simpl;
      split; try tauto; try (intros [? [? [? ?]]]; congruence).
    - intros [E|[]]. inversion E; auto.
    - intros [-> [_ [_ ->]]]. auto. }
  unfold partners_of. rewrite in_flat_map. split.
  - intros [a [Ha H]]. rewrite in_app_iff, !M in H. destruct H as [H|H].
    + exists a, (one a), (two a). unfold ends_of. tauto.
    + exists a, (two a), (one a). unfold ends_of. tauto.
  - intros [a [u [v [Ha [[[-> ->]|[-> ->]] H]]]]]; exists a; rewrite in_app_iff, !M; tauto.
Qed.

Lemma partners_sym x y w : In (y, w) (ps x) -> In (x, w) (ps y).
Proof.
  rewrite !in_partners. intros [a [u [v [Ha [He [-> [Hr [Hc ->]]]]]]]]. exists a, v, u.
  unfold shift. cbn [fst snd]. replace (fst v + (fst x - fst u) - fst v) with (fst x - fst u) by lia.
  repeat split; auto.
  - unfold ends_of in *. tauto.
  - destruct x, u. simpl in *. subst. f_equal. lia.
Qed.

Lemma pair_facts a u v : In a (pairs L) -> ends_of a u v ->
  (1 <= snd u <= top_row L)%nat /\ lowest L <= fst u <= highest L /\
  match kind a with
  | Once => is_endless b = true \/ first_column L <= fst u <= last_column L
  | Rightwards => is_endless b = true /\ last_column L < fst u
  | Leftwards => is_endless b = true /\ fst u < first_column L
  end.
Proof.
  intros Ha He. destruct parts as [_ [_ [_ [H _]]]]. specialize (H a Ha). unfold pair_ok in H.
  rewrite !andb_true_iff, !Nat.leb_le in H. destruct H as [[[[H1 H2] H3] H4] H5].
  assert (U : u = one a \/ u = two a) by (destruct He as [[-> _]|[-> _]]; auto).
  split; [destruct U as [-> | ->]; lia|]. split.
  - assert (I : In (fst u) (flat_map (fun a => [fst (one a); fst (two a)]) (pairs L))).
    { apply in_flat_map. exists a. split; auto. destruct U as [-> | ->]; simpl; auto. }
    unfold lowest, highest. split; [now apply (proj2 (fold_min _ _))|now apply (proj2 (fold_max _ _))].
  - destruct (kind a).
    + rewrite orb_true_iff, andb_true_iff, !in_core_iff in H5. destruct H5 as [H5|H5]; [auto|right].
      destruct U as [-> | ->]; tauto.
    + rewrite !andb_true_iff, !Z.ltb_lt in H5. destruct U as [-> | ->]; tauto.
    + rewrite !andb_true_iff, !Z.ltb_lt in H5. destruct U as [-> | ->]; tauto.
Qed.

Lemma partners_rows x y w : In (y, w) (ps x) -> (1 <= snd x <= top_row L)%nat.
Proof.
  rewrite in_partners. intros [a [u [v [Ha [He [_ [Hr _]]]]]]]. rewrite Hr. now apply (pair_facts a u v).
Qed.

Lemma no_partners x : (forall y w, ~ In (y, w) (ps x)) -> ps x = [].
Proof. destruct (ps x) as [|[y w] l]; auto. intros H. elim (H y w). now left. Qed.

Lemma partners_shift t c r :
  (forall a u v, In a (pairs L) -> ends_of a u v -> copied L (kind a) (c + t - fst u) = copied L (kind a) (c - fst u)) ->
  ps (c + t, r) = map (fun y => (shift t (fst y), snd y)) (ps (c, r)).
Proof.
  intros H. unfold partners_of. induction (pairs L) as [|a l IH]; simpl; auto.
  rewrite !map_app, IH by (intros a' u v Ha He; apply (H a' u v); [now right|exact He]). f_equal.
  assert (M : forall u v, ends_of a u v -> match_one L (kind a) (weak a) (c + t, r) u v =
    map (fun y => (shift t (fst y), snd y)) (match_one L (kind a) (weak a) (c, r) u v)).
  { intros u v He. unfold match_one. cbn [fst snd]. rewrite (H a u v (or_introl eq_refl) He).
    destruct ((r =? snd u)%nat && copied L (kind a) (c - fst u)); auto. simpl. unfold shift. simpl. do 3 f_equal. lia. }
  f_equal; apply M; unfold ends_of; auto.
Qed.

(** A part of the board looks the same [t] columns further. *)
Record moves_by (t : Z) (outer inner : Z -> Prop) : Prop := {
  inner_outer : forall c, inner c -> outer c;
  same_zone : forall c, outer c -> zh (c + t) = zh c /\ height0 c = 0%nat /\ height0 (c + t) = 0%nat;
  same_partners : forall c r, inner c -> ps (c + t, r) = map (fun y => (shift t (fst y), snd y)) (ps (c, r));
  partners_outer : forall c r y w, inner c -> In (y, w) (ps (c, r)) -> outer (fst y) }.

Lemma mod_shift a n k : (a + k * n) mod n = a mod n.
Proof. apply Z_mod_plus_full. Qed.

Lemma bounds : lowest L <= first_column L /\ last_column L <= highest L.
Proof. unfold lowest, highest. split; [apply (proj1 (fold_min _ _))|apply (proj1 (fold_max _ _))]. Qed.

Lemma moves_right : is_endless b = true ->
  moves_by (period (right_word L)) (fun c => last_column L < c) (fun c => highest L < c).
Proof.
  intros E. destruct (endless_words E) as [_ Hq]. destruct core_shape as [Hf _]. destruct bounds as [_ Hh]. split.
  - intros c H. lia.
  - intros c H. split; [now apply zone_right|]. split; apply height0_outside; lia.
  - intros c r H. apply partners_shift. intros a u v Ha He.
    pose proof (pair_facts a u v Ha He) as [_ [B K]]. destruct (kind a); simpl.
    + destruct (Z.eqb_spec (c + period (right_word L) - fst u) 0), (Z.eqb_spec (c - fst u) 0); auto; lia.
    + destruct (Z.leb_spec (c + period (right_word L) - fst u) 0), (Z.leb_spec (c - fst u) 0); auto; lia.
    + destruct (Z.leb_spec 0 (c + period (right_word L) - fst u)), (Z.leb_spec 0 (c - fst u)); try lia. simpl.
      replace (c + period (right_word L) - fst u) with (c - fst u + 1 * period (right_word L)) by lia.
      now rewrite mod_shift.
  - intros c r y w H. rewrite in_partners. intros [a [u [v [Ha [He [_ [_ [Hc ->]]]]]]]]. cbn [fst snd] in *.
    pose proof (pair_facts a u v Ha He) as [_ [B K]].
    assert (He' : ends_of a v u) by (unfold ends_of in *; tauto).
    pose proof (pair_facts a v u Ha He') as [_ [B' K']]. destruct (kind a); simpl in *.
    + apply Z.eqb_eq in Hc. lia.
    + rewrite andb_true_iff, Z.leb_le in Hc. lia.
    + rewrite andb_true_iff, Z.leb_le in Hc. lia.
Qed.

Lemma moves_left : is_endless b = true ->
  moves_by (- period (left_word L)) (fun c => c < first_column L) (fun c => c < lowest L).
Proof.
  intros E. destruct (endless_words E) as [Hq _]. destruct core_shape as [Hf _]. destruct bounds as [Hh _]. split.
  - intros c H. lia.
  - intros c H. split; [now apply zone_left|]. split; apply height0_outside; lia.
  - intros c r H. apply partners_shift. intros a u v Ha He.
    pose proof (pair_facts a u v Ha He) as [_ [B K]]. destruct (kind a); simpl.
    + destruct (Z.eqb_spec (c + - period (left_word L) - fst u) 0), (Z.eqb_spec (c - fst u) 0); auto; lia.
    + destruct (Z.leb_spec (c + - period (left_word L) - fst u) 0), (Z.leb_spec (c - fst u) 0); try lia. simpl.
      replace (c + - period (left_word L) - fst u) with (c - fst u + (-1) * period (left_word L)) by lia.
      now rewrite mod_shift.
    + destruct (Z.leb_spec 0 (c + - period (left_word L) - fst u)), (Z.leb_spec 0 (c - fst u)); auto; lia.
  - intros c r y w H. rewrite in_partners. intros [a [u [v [Ha [He [_ [_ [Hc ->]]]]]]]]. cbn [fst snd] in *.
    pose proof (pair_facts a u v Ha He) as [_ [B K]].
    assert (He' : ends_of a v u) by (unfold ends_of in *; tauto).
    pose proof (pair_facts a v u Ha He') as [_ [B' K']]. destruct (kind a); simpl in *.
    + apply Z.eqb_eq in Hc. lia.
    + rewrite andb_true_iff, Z.leb_le in Hc. lia.
    + rewrite andb_true_iff, Z.leb_le in Hc. lia.
Qed.

Lemma same_cell_shift t x y : same_cell (shift t x) (shift t y) = same_cell x y.
Proof.
  unfold same_cell, shift. cbn [fst snd]. f_equal. destruct (Z.eqb_spec (fst x + t) (fst y + t)), (Z.eqb_spec (fst x) (fst y)); auto; lia.
Qed.

Lemma cell_ok_shift t outer inner c r all : moves_by t outer inner -> inner c ->
  cell_ok L start all (c + t, r) = cell_ok L start all (c, r).
Proof.
  intros M H. pose proof (inner_outer _ _ _ M c H) as Ho. destruct (same_zone _ _ _ M c Ho) as [Z1 [Z2 Z3]].
  unfold cell_ok. rewrite (same_partners _ _ _ M c r H).
  assert (I : in_zone L start (c + t, r) = in_zone L start (c, r)).
  { unfold in_zone. cbn [fst snd]. now rewrite Z1, Z2, Z3. }
  rewrite I. destruct (ps (c, r)) as [|[y w] [|]] eqn:E; cbn [map fst snd]; auto.
  assert (Hy : outer (fst y)) by (apply (partners_outer _ _ _ M c r y w H); rewrite E; now left).
  destruct (same_zone _ _ _ M _ Hy) as [Y1 [Y2 Y3]].
  assert (J : in_zone L start (shift t y) = in_zone L start y).
  { unfold in_zone, shift. cbn [fst snd]. now rewrite Y1, Y2, Y3. }
  rewrite J. change (c + t, r) with (shift t (c, r)). rewrite same_cell_shift, Z2, Z3. f_equal.
  destruct (r =? 0 + 2)%nat; auto. rewrite (same_partners _ _ _ M c (0 + 1)%nat H).
  destruct (ps (c, (0 + 1)%nat)) as [|[s w'] [|]] eqn:E'; cbn [map fst snd]; auto.
  assert (Hs : outer (fst s)) by (apply (partners_outer _ _ _ M c (0 + 1)%nat s w' H); rewrite E'; now left).
  destruct (same_zone _ _ _ M _ Hs) as [_ [S2 S3]]. unfold shift. cbn [fst snd]. now rewrite S2, S3.
Qed.

Lemma closed_shift t outer inner own l : moves_by t outer inner -> (forall x, In x l -> inner (fst x)) ->
  closed L p start own (map (shift t) l) = closed L p start own l.
Proof.
  intros M H. unfold closed. rewrite !existsb_map. f_equal; apply existsb_in; intros x Hx; specialize (H x Hx).
  - pose proof (inner_outer _ _ _ M _ H) as Ho. destruct (same_zone _ _ _ M _ Ho) as [Z1 [Z2 Z3]].
    unfold sure, owns, shift. cbn [fst snd]. rewrite Z1, Z2, Z3. f_equal.
    destruct (1 <=? snd x)%nat eqn:E1, (snd x <=? 0)%nat eqn:E2; simpl; auto. apply Nat.leb_le in E1, E2. lia.
  - destruct x as [c r]. unfold shift at 1. cbn [fst snd] in *. rewrite (same_partners _ _ _ M c r H).
    destruct (ps (c, r)) as [|[y w] [|]]; cbn [map fst snd]; auto. f_equal. rewrite existsb_map.
    apply existsb_in. intros z _. apply same_cell_shift.
Qed.

(** *** Cells *)

Lemma cell_ok_outside_rows all x : ~ (1 <= snd x <= top_row L)%nat -> cell_ok L start all x = true.
Proof.
  intros H. unfold cell_ok. rewrite no_partners by (intros y w Hy; apply H; now apply partners_rows in Hy).
  unfold in_zone. pose proof (zone_top (fst x)).
  destruct (Nat.ltb_spec (height0 (fst x)) (snd x)), (Nat.leb_spec (snd x) (zh (fst x))); simpl; rewrite ?andb_false_r; auto; lia.
Qed.

Lemma cell_ok_listed c r : leftmost L b <= c <= rightmost L b -> (1 <= r <= top_row L)%nat ->
  cell_ok L start (negb passes) (c, r) = true.
Proof.
  intros Hc Hr. destruct parts as [_ [_ [_ [_ [H _]]]]]. unfold cells_ok in H. rewrite forallb_forall in H.
  specialize (H c). rewrite in_columns, forallb_forall in H. apply H; auto. unfold rows. apply in_seq. lia.
Qed.

Lemma cell_ok_everywhere x : cell_ok L start (negb passes) x = true.
Proof.
  destruct x as [c r].
  assert ((1 <= r <= top_row L)%nat \/ ~ (1 <= r <= top_row L)%nat) as [Hr|Hr] by lia; [|now apply cell_ok_outside_rows].
  destruct (is_endless b) eqn:E.
  - revert c. destruct (endless_words E) as [Hp Hq]. destruct core_shape as [Hf _]. destruct bounds as [B1 B2].
    apply (spread _ (lowest L) (highest L) (period (left_word L)) (period (right_word L))); auto; try lia.
    + intros c H. apply cell_ok_listed; auto. unfold leftmost, rightmost. now rewrite E.
    + intros c H1 H2. now rewrite (cell_ok_shift _ _ _ c r _ (moves_right E) H1).
    + intros c H1 H2. rewrite <- Z.add_opp_r. now rewrite (cell_ok_shift _ _ _ c r _ (moves_left E) H1).
  - destruct (Z_le_gt_dec (first_column L) c) as [E1|E1]; [destruct (Z_le_gt_dec c (last_column L)) as [E2|E2]|].
    { apply cell_ok_listed; auto. unfold leftmost, rightmost. rewrite E. lia. }
    all: assert (Hout : ~ first_column L <= c <= last_column L) by lia; destruct (finite_words E) as [W1 [W2 _]];
      assert (Z0 : zh c = 0%nat) by
        (unfold zone_height; rewrite W1, W2; destruct (Z.ltb_spec c (first_column L)), (Z.ltb_spec (last_column L) c); try lia;
         match goal with |- nth ?i [] _ = _ => destruct i; reflexivity end);
      unfold cell_ok; rewrite no_partners;
      [ unfold in_zone; cbn [fst snd]; rewrite Z0; destruct (Nat.leb_spec r 0); [lia|]; now rewrite !andb_false_r
      | intros y w; rewrite in_partners; intros [a [u [v [Ha [He [_ [_ [Hc _]]]]]]]]; cbn [fst snd] in Hc;
        pose proof (pair_facts a u v Ha He) as [_ [_ K]]; rewrite E in K; destruct (kind a); simpl in *;
        [ apply Z.eqb_eq in Hc; destruct K as [K|K]; [discriminate|lia] | destruct K; discriminate | destruct K; discriminate ] ].
Qed.

Lemma partner_some x y : partner_of L x = Some y -> exists w, ps x = [(y, w)].
Proof. unfold partner_of. destruct (ps x) as [|[z w] [|]]; try discriminate. intros E. inversion E. eauto. Qed.

Lemma in_zone_iff x : in_zone L start x = true <-> zone Z start zh x.
Proof. unfold in_zone, zone. rewrite andb_true_iff, Nat.ltb_lt, Nat.leb_le. tauto. Qed.

Lemma partner_in_zone x y : partner_of L x = Some y -> zone Z start zh x.
Proof.
  intros H. apply partner_some in H. destruct H as [w H]. pose proof (cell_ok_everywhere x) as C. unfold cell_ok in C.
  rewrite H, !andb_true_iff, !in_zone_iff in C. tauto.
Qed.

Lemma partner_symmetric x y : partner_of L x = Some y -> partner_of L y = Some x.
Proof.
  intros H. apply partner_some in H. destruct H as [w H].
  assert (I : In (x, w) (ps y)) by (apply partners_sym; rewrite H; now left).
  pose proof (cell_ok_everywhere y) as C. unfold cell_ok in C. unfold partner_of.
  destruct (ps y) as [|[z w'] [|]]; [now destruct I| |discriminate]. destruct I as [E|[]]. congruence.
Qed.

Lemma partner_other_cell x y : partner_of L x = Some y -> x <> y.
Proof.
  intros H E. apply partner_some in H. destruct H as [w H]. pose proof (cell_ok_everywhere x) as C. unfold cell_ok in C.
  rewrite H, !andb_true_iff, negb_true_iff in C. destruct C as [[_ C] _]. apply (same_cell_iff x y) in E. congruence.
Qed.

Lemma partner_is_low x y s' : partner_of L x = Some y -> snd x = (height0 (fst x) + 2)%nat ->
  partner_of L (fst x, (height0 (fst x) + 1)%nat) = Some s' -> snd s' = (height0 (fst s') + 1)%nat.
Proof.
  intros H1 H2 H3. apply partner_some in H1, H3. destruct H1 as [w H1], H3 as [w' H3].
  pose proof (cell_ok_everywhere x) as C. unfold cell_ok in C. rewrite H1, H3, !andb_true_iff in C. destruct C as [_ C].
  rewrite H2, Nat.eqb_refl in C. now apply Nat.eqb_eq in C.
Qed.

(** *** Lines *)

Lemma closed_up own l : (forall x, In x l -> (top_row L < snd x)%nat) ->
  closed L p start own l = true -> closed L p start own (map up l) = true.
Proof.
  intros H C. unfold closed in *. rewrite orb_true_iff in C |- *. left. destruct C as [C|C].
  - apply existsb_exists in C. destruct C as [x [Hx C]]. specialize (H x Hx). rewrite existsb_map. apply existsb_exists.
    exists x. split; auto. pose proof (range (fst x)). pose proof (zone_top (fst x)).
    unfold sure in *. rewrite orb_true_iff in C |- *. right. destruct C as [C|C].
    + unfold owns in C. rewrite !andb_true_iff, !Nat.leb_le in C. lia.
    + rewrite andb_true_iff, Nat.ltb_lt in C. destruct C as [_ C]. unfold up. cbn [fst snd].
      rewrite andb_true_iff, Nat.ltb_lt. split; [lia|].
      replace (snd x + 2 - zh (fst x))%nat with (S (S (snd x - zh (fst x)))) by lia. exact C.
  - apply existsb_exists in C. destruct C as [x [Hx C]]. specialize (H x Hx).
    rewrite no_partners in C; [discriminate|]. intros y w Hy. apply partners_rows in Hy. lia.
Qed.

Lemma line_listed c r d l : leftmost L b - (if is_endless b then 3 else 0) <= c <= rightmost L b ->
  (1 <= r <= top_row L + 2)%nat -> laid L b (line_from c r d) = Some l -> line_ok L p start both l = true.
Proof.
  intros Hc Hr E. destruct parts as [_ [_ [_ [_ [_ H]]]]]. unfold lines_ok in H. rewrite forallb_forall in H.
  specialize (H c). rewrite in_columns, forallb_forall in H. specialize (H Hc r). unfold rows in H. rewrite in_seq, forallb_forall in H.
  specialize (H ltac:(lia) d). rewrite E in H. apply H. destruct d; simpl; auto.
Qed.

(** On a board of finitely many columns every line begins in one of them. *)
Lemma line_finite c r d l : is_endless b = false -> laid L b (line_from c r d) = Some l ->
  exists c', first_column L <= c' <= last_column L /\ laid L b (line_from c' r d) = Some l.
Proof.
  intros E H. destruct parts as [S _]. unfold shape_ok in S. destruct b as [| |w|w]; try discriminate; rewrite !andb_true_iff in S.
  - destruct S as [_ [[[S _] _] _]]. apply Z.eqb_eq in S. set (f := first_column L) in *.
    pose proof (Z.mod_pos_bound (c - f) (Zpos w) ltac:(lia)).
    exists (f + (c - f) mod (Zpos w)). split; [lia|]. rewrite <- H. unfold laid. f_equal. unfold column_name. fold f.
    assert (N : forall k, (f + (c - f) mod Zpos w + k - f) mod Zpos w = (c + k - f) mod Zpos w).
    { intros k. replace (f + (c - f) mod Zpos w + k - f) with ((c - f) mod Zpos w + k) by lia.
      rewrite Z.add_mod_idemp_l by lia. f_equal. lia. }
    unfold line_from, four_cells. rewrite !map_map. apply map_ext. intros i.
    destruct d; cbn [fst snd]; apply f_equal2; try reflexivity; apply f_equal.
    + apply N.
    + pose proof (N 0) as N0. rewrite !Z.add_0_r in N0. exact N0.
    + apply N.
    + replace (f + (c - f) mod Zpos w + 3 - Z.of_nat i) with (f + (c - f) mod Zpos w + (3 - Z.of_nat i)) by lia.
      rewrite N. f_equal. lia.
  - destruct S as [_ [[[[S1 S2] _] _] _]]. apply Z.eqb_eq in S1, S2. exists c. split; auto.
    unfold laid in H. destruct (forallb _ _) eqn:F in H; [|discriminate]. rewrite forallb_forall in F.
    destruct (line_from_leftmost c r d) as [r' Hin]. specialize (F _ Hin). cbn [fst] in F.
    rewrite andb_true_iff, !Z.leb_le in F. lia.
Qed.

Lemma line_ok_closed own l : own = true \/ both = true -> line_ok L p start both l = true -> closed L p start own l = true.
Proof.
  intros H C. unfold line_ok in C. rewrite andb_true_iff in C. destruct C as [C1 C2]. destruct own; auto.
  destruct H as [H| ->]; [discriminate|auto].
Qed.

Lemma laid_up c r d l : laid L b (line_from c (r + 2) d) = Some l ->
  exists l', laid L b (line_from c r d) = Some l' /\ l = map up l'.
Proof.
  rewrite line_from_up. unfold laid. destruct b.
  - intros E. apply some_inj in E. subst l. eauto.
  - intros E. apply some_inj in E. subst l. eauto.
  - intros E. apply some_inj in E. subst l. eexists. split; [reflexivity|]. rewrite !map_map. reflexivity.
  - assert (F : forall l, forallb (fun x : cell Z => (1 <=? fst x) && (fst x <=? Zpos width)) (map up l) =
                     forallb (fun x : cell Z => (1 <=? fst x) && (fst x <=? Zpos width)) l).
    { induction l0 as [|x l0 IH]; simpl; auto. now rewrite IH. }
    rewrite F. destruct (forallb _ _); [|discriminate]. intros E. apply some_inj in E. subst l. eauto.
Qed.

Lemma laid_rows c r d l x : laid L b (line_from c r d) = Some l -> In x l -> (r <= snd x)%nat.
Proof.
  unfold laid. intros E Hx. destruct b.
  - apply some_inj in E; subst l. now apply line_from_cells in Hx.
  - apply some_inj in E; subst l. now apply line_from_cells in Hx.
  - apply some_inj in E; subst l. apply in_map_iff in Hx. destruct Hx as [y [<- Hy]]. now apply line_from_cells in Hy.
  - destruct (forallb _ _); [|discriminate]. apply some_inj in E; subst l. now apply line_from_cells in Hx.
Qed.

Lemma line_closed own : own = true \/ both = true -> forall r c d l, (1 <= r)%nat ->
  laid L b (line_from c r d) = Some l -> closed L p start own l = true.
Proof.
  intros Ho. induction r as [r IH] using (well_founded_induction lt_wf). intros c d l Hr E.
  destruct (le_lt_dec r (top_row L + 2)) as [Hl|Hl].
  - destruct (is_endless b) eqn:Eb.
    + assert (E' : l = line_from c r d) by (unfold laid in E; destruct b; discriminate || congruence). subst l. clear E.
      revert c. destruct (endless_words Eb) as [Hp Hq]. destruct core_shape as [Hf _]. destruct bounds as [B1 B2].
      apply (spread _ (lowest L - 3) (highest L) (period (left_word L)) (period (right_word L))); auto; try lia.
      * intros c H. apply line_ok_closed; auto. apply (line_listed c r d).
        -- unfold leftmost, rightmost. rewrite Eb. lia.
        -- lia.
        -- unfold laid. destruct b; discriminate || reflexivity.
      * intros c H1 H2. rewrite line_from_shift, (closed_shift _ _ _ own _ (moves_right Eb)); auto.
        intros x Hx. apply line_from_cells in Hx. lia.
      * intros c H1 H2. rewrite <- Z.add_opp_r, line_from_shift, (closed_shift _ _ _ own _ (moves_left Eb)); auto.
        intros x Hx. apply line_from_cells in Hx. lia.
    + destruct (line_finite c r d l Eb E) as [c' [Hc' E']]. apply line_ok_closed; auto. apply (line_listed c' r d); auto.
      unfold leftmost, rightmost. rewrite Eb. lia.
  - replace r with (r - 2 + 2)%nat in E by lia. destruct (laid_up c (r - 2) d l E) as [l' [E' ->]].
    apply closed_up.
    + intros x Hx. pose proof (laid_rows c (r - 2) d l' x E' Hx). lia.
    + apply (IH (r - 2)%nat ltac:(lia) c d l'); auto. lia.
Qed.

Lemma is_line_laid l : is_line b (first_column L) l -> exists c r d, (1 <= r)%nat /\ laid L b (line_from c r d) = Some l.
Proof.
  unfold is_line, laid. destruct b.
  - intros H. destruct (connect_four_from l H) as [c [r [d [Hr ->]]]]. eauto 6.
  - intros H. destruct (connect_four_from l H) as [c [r [d [Hr ->]]]]. eauto 6.
  - intros [l' [H ->]]. destruct (connect_four_from l' H) as [c [r [d [Hr ->]]]]. eauto 6.
  - intros [H Hon]. destruct (connect_four_from l H) as [c [r [d [Hr ->]]]]. exists c, r, d. split; auto.
    replace (forallb _ _) with true; auto. symmetry. apply forallb_forall. intros x Hx. apply Hon in Hx. simpl in Hx.
    rewrite andb_true_iff, !Z.leb_le. lia.
Qed.

Lemma owns_has q x : owns start q x = true <-> has Z start q x.
Proof.
  unfold owns, has. rewrite !andb_true_iff, !Nat.leb_le. destruct (stone Z start (fst x) (snd x)), q; simpl; intuition congruence.
Qed.

Lemma closed_sound own l : closed L p start own l = true ->
  (exists x, In x l /\ (if own then sure_own Z p start zh x else sure_other Z p start zh x)) \/ holds_pair Z (partner_of L) l.
Proof.
  unfold closed. rewrite orb_true_iff. intros [C|C]; apply existsb_exists in C; destruct C as [x [Hx C]]; [left|right].
  - exists x. split; auto. unfold sure in C. rewrite orb_true_iff, andb_true_iff, Nat.ltb_lt, owns_has, eqb_true_iff in C.
    destruct own; exact C.
  - destruct (ps x) as [|[y w] [|]] eqn:E; try discriminate. rewrite andb_true_iff in C. destruct C as [_ C].
    apply existsb_exists in C. destruct C as [z [Hz C]]. apply same_cell_iff in C. subst z.
    exists x, y. unfold partner_of. rewrite E. auto.
Qed.

Lemma closed_opponent : closed_for_opponent Z (is_line b (first_column L)) p start zh (partner_of L).
Proof.
  intros l Hl. destruct (is_line_laid l Hl) as [c [r [d [Hr E]]]].
  apply (closed_sound true). apply (line_closed true (or_introl eq_refl) r c d); auto.
Qed.

Lemma closed_responder : both = true -> closed_for_responder Z (is_line b (first_column L)) p start zh (partner_of L).
Proof.
  intros Hb l Hl. destruct (is_line_laid l Hl) as [c [r [d [Hr E]]]].
  apply (closed_sound false). apply (line_closed false (or_intror Hb) r c d); auto.
Qed.

(** *** Passes *)

Lemma bounded_list (l : list Z) : exists m, 0 <= m /\ forall c, In c l -> Z.abs c <= m.
Proof.
  induction l as [|a l [m [H0 H]]]; [exists 0; split; [lia|intros c []]|].
  exists (Z.max m (Z.abs a)). split; [lia|]. intros c [<-|Hc]; [lia|]. specialize (H c Hc). lia.
Qed.

Lemma pass_far : passes = true -> forall touched : list Z, exists c,
  ~ In c touched /\ height0 c = 0%nat /\ (0 < zh c)%nat /\
  forall r y, partner_of L (c, r) = Some y -> ~ In (fst y) touched.
Proof.
  intros HP touched.
  assert (E : is_endless b = true).
  { destruct (is_endless b) eqn:E; auto. destruct (finite_words E) as [_ [_ F]]. congruence. }
  destruct (endless_words E) as [Hp Hq]. destruct core_shape as [Hf _]. destruct bounds as [B1 B2].
  destruct (bounded_list touched) as [m [Hm0 Hm]].
  destruct (bounded_list (flat_map (fun a => [fst (one a); fst (two a)]) (pairs L))) as [D [HD0 HD]].
  assert (HD' : forall a u v, In a (pairs L) -> ends_of a u v -> Z.abs (fst u) <= D /\ Z.abs (fst v) <= D).
  { intros a u v Ha He. split; apply HD; apply in_flat_map; exists a; split; auto; destruct He as [[-> ->]|[-> ->]]; simpl; auto. }
  assert (X : exists g, (In g (left_word L) \/ In g (right_word L)) /\ g <> 0%nat).
  { destruct parts as [S _]. unfold shape_ok in S. rewrite HP in S. simpl in S.
    assert (X : existsb (fun g => negb (g =? 0)%nat) (left_word L ++ right_word L) = true).
    { destruct b; try discriminate; rewrite !andb_true_iff in S; tauto. }
    apply existsb_exists in X. destruct X as [g [Hg X]]. exists g. rewrite in_app_iff in Hg. split; auto.
    intros ->. discriminate. }
  destruct X as [g [[Hg|Hg] G0]]; destruct (In_nth _ _ 0%nat Hg) as [i [Hi Eg]].
  - set (n := period (left_word L)) in *. set (k := Z.abs (first_column L) + m + 2 * D + 1 + n + Z.abs (lowest L)).
    exists (first_column L + Z.of_nat i - k * n).
    assert (Hi' : Z.of_nat i < n) by (unfold n, period; lia).
    assert (Hc : first_column L + Z.of_nat i - k * n < - (m + 2 * D) /\ first_column L + Z.of_nat i - k * n < lowest L) by nia.
    set (c := first_column L + Z.of_nat i - k * n) in *. repeat split.
    + intros H. apply Hm in H. lia.
    + apply height0_outside. lia.
    + unfold zone_height. destruct (Z.ltb_spec c (first_column L)); [|lia]. fold n.
      replace (c - first_column L) with (Z.of_nat i + (- k) * n) by (unfold c; lia).
      rewrite mod_shift, Z.mod_small, Nat2Z.id by lia. lia.
    + intros r y Hy H. apply Hm in H. apply partner_some in Hy. destruct Hy as [w Hy].
      assert (I : In (y, w) (ps (c, r))) by (rewrite Hy; now left).
      apply in_partners in I. destruct I as [a [u [v [Ha [He [_ [_ [_ ->]]]]]]]]. unfold shift in H. cbn [fst snd] in H.
      destruct (HD' a u v Ha He). lia.
  - set (n := period (right_word L)) in *. set (k := Z.abs (last_column L) + m + 2 * D + 1 + Z.abs (highest L)).
    exists (last_column L + 1 + Z.of_nat i + k * n).
    assert (Hi' : Z.of_nat i < n) by (unfold n, period; lia).
    assert (Hc : m + 2 * D < last_column L + 1 + Z.of_nat i + k * n /\ highest L < last_column L + 1 + Z.of_nat i + k * n) by nia.
    set (c := last_column L + 1 + Z.of_nat i + k * n) in *. repeat split.
    + intros H. apply Hm in H. lia.
    + apply height0_outside. lia.
    + unfold zone_height. destruct (Z.ltb_spec c (first_column L)); [lia|]. destruct (Z.ltb_spec (last_column L) c); [|lia]. fold n.
      replace (c - last_column L - 1) with (Z.of_nat i + k * n) by (unfold c; lia).
      rewrite mod_shift, Z.mod_small, Nat2Z.id by lia. lia.
    + intros r y Hy H. apply Hm in H. apply partner_some in Hy. destruct Hy as [w Hy].
      assert (I : In (y, w) (ps (c, r))) by (rewrite Hy; now left).
      apply in_partners in I. destruct I as [a [u [v [Ha [He [_ [_ [_ ->]]]]]]]]. unfold shift in H. cbn [fst snd] in H.
      destruct (HD' a u v Ha He). lia.
Qed.

Lemma zones_on_board c : (height0 c < zh c)%nat -> on_board b (first_column L) c.
Proof.
  intros H. destruct (is_endless b) eqn:E; [destruct b; discriminate || exact I|].
  assert (In_core : first_column L <= c <= last_column L).
  { destruct (Z_le_gt_dec (first_column L) c) as [E1|E1]; [destruct (Z_le_gt_dec c (last_column L)) as [E2|E2]; [lia|]|];
      exfalso; destruct (finite_words E) as [W1 [W2 _]]; revert H; unfold zone_height; rewrite W1, W2;
      destruct (Z.ltb_spec c (first_column L)), (Z.ltb_spec (last_column L) c); try lia;
      match goal with |- context[nth ?i [] _] => destruct i; simpl; lia end. }
  destruct parts as [S _]. unfold shape_ok in S. destruct b; try discriminate; simpl; rewrite !andb_true_iff, !Z.eqb_eq in S; lia.
Qed.

Lemma passes_or_not : can_pass Z start zh (partner_of L) \/ never_passes Z None start zh (partner_of L).
Proof.
  assert (passes = true \/ passes = false) as [E|E] by (destruct passes; auto); [left|right].
  - intros touched. destruct (pass_far E touched) as [c [H1 [H2 [H3 H4]]]]. exists c. split; auto. split; [lia|auto].
  - split; auto. intros x Hx N. pose proof (cell_ok_everywhere x) as C. unfold cell_ok in C. unfold partner_of in N.
    rewrite E in C. apply in_zone_iff in Hx. rewrite Hx in C. destruct (ps x) as [|[y w] [|]]; discriminate.
Qed.

Lemma no_four_of_responder : ~ four Z (is_line b (first_column L)) start p.
Proof.
  intros [l [Hl Hf]]. assert (both = true \/ both = false) as [Eb|Eb] by (destruct both; auto).
  - destruct (closed_responder Eb l Hl) as [[x [Hx C]]|[x [y [Hx [Hy C]]]]].
    + destruct (Hf x Hx) as [Hr E]. destruct C as [[_ C]|[C _]]; [rewrite C in E; now apply other_neq in E|].
      pose proof (range (fst x)). lia.
    + destruct (Hf x Hx) as [Hr _]. apply partner_in_zone in C. destruct C. lia.
  - destruct (is_line_laid l Hl) as [c [r [d [Hr E]]]].
    assert (Own : forallb (owns start p) l = true) by (apply forallb_forall; intros x Hx; now apply owns_has, Hf).
    assert (Rows : (r <= top_row L)%nat).
    { assert (exists x, In x l) as [x Hx].
      { unfold laid in E. destruct (line_from_leftmost c r d) as [r' Hin].
        destruct b; [| | |destruct (forallb _ _); [|discriminate]]; apply some_inj in E; subst l; eauto.
        eexists. apply in_map. exact Hin. }
      destruct (Hf x Hx) as [[_ H] _]. pose proof (laid_rows c r d l x E Hx). pose proof (range (fst x)). pose proof (zone_top (fst x)). lia. }
    assert (F : exists c', leftmost L b - (if is_endless b then 3 else 0) <= c' <= rightmost L b /\ laid L b (line_from c' r d) = Some l).
    { destruct (is_endless b) eqn:Ee.
      - exists c. split; auto. assert (E' : l = line_from c r d) by (unfold laid in E; destruct b; discriminate || congruence).
        destruct (line_from_leftmost c r d) as [r' Hin]. rewrite <- E' in Hin. destruct (Hf _ Hin) as [H _]. cbn [fst snd] in H.
        unfold leftmost, rightmost. rewrite Ee. destruct bounds as [B1 B2]. destruct (endless_words Ee).
        destruct (Z_le_gt_dec (first_column L) c) as [E1|E1]; [destruct (Z_le_gt_dec c (last_column L)) as [E2|E2]; [lia|]|];
          rewrite height0_outside in H by lia; lia.
      - destruct (line_finite c r d l Ee E) as [c' [H1 H2]]. exists c'. split; auto. unfold leftmost, rightmost. rewrite Ee. lia. }
    destruct F as [c' [F1 F2]]. pose proof (line_listed c' r d l F1 ltac:(lia) F2) as C.
    unfold line_ok in C. rewrite Eb, Own, andb_false_r in C. discriminate.
Qed.

Lemma no_four_of_opponent : ~ four Z (is_line b (first_column L)) start (other p).
Proof.
  intros [l [Hl Hf]]. destruct (closed_opponent l Hl) as [[x [Hx C]]|[x [y [Hx [Hy C]]]]].
  - destruct (Hf x Hx) as [Hr E]. destruct C as [[_ C]|[C _]]; [rewrite C in E; symmetry in E; now apply other_neq in E|].
    pose proof (range (fst x)). lia.
  - destruct (Hf x Hx) as [Hr _]. apply partner_in_zone in C. destruct C. lia.
Qed.

Lemma below_tops h : b = Every_height -> (1 <= h)%nat -> (forall c, (height0 c <= h)%nat) ->
  answers_on Z Z.eq_dec (on_board b (first_column L)) (Some h) (quiet (cut_line Z (is_line b (first_column L)) h) both p) p start.
Proof.
  intros Eb Hh Room.
  assert (P : passes = true).
  { destruct parts as [S _]. unfold shape_ok in S. rewrite Eb, !andb_true_iff in S. tauto. }
  assert (O : on_board b (first_column L) = fun _ => True) by now rewrite Eb. rewrite O. unfold quiet.
  assert (both = true \/ both = false) as [Ebo|Ebo] by (destruct both; auto); rewrite Ebo.
  - apply (endless_below_a_top Z Z.eq_dec (is_line b (first_column L)) p start zh (partner_of L)); auto.
    + apply range.
    + apply partner_in_zone.
    + apply partner_symmetric.
    + apply partner_other_cell.
    + apply partner_is_low.
    + now apply pass_far.
    + apply closed_opponent.
    + now apply closed_responder.
  - apply (never_loses_below_a_top Z Z.eq_dec (is_line b (first_column L)) p start zh (partner_of L)); auto.
    + apply range.
    + apply partner_in_zone.
    + apply partner_symmetric.
    + apply partner_other_cell.
    + apply partner_is_low.
    + now apply pass_far.
    + apply closed_opponent.
Qed.

Lemma without_top :
  answers_on Z Z.eq_dec (on_board b (first_column L)) None (quiet (is_line b (first_column L)) both p) p start.
Proof.
  unfold quiet. assert (both = true \/ both = false) as [Ebo|Ebo] by (destruct both; auto); rewrite Ebo.
  - apply (endless_in_general Z Z.eq_dec (is_line b (first_column L)) (on_board b (first_column L)) None p start zh (partner_of L)); auto.
    + apply range.
    + apply partner_in_zone.
    + apply partner_symmetric.
    + apply partner_other_cell.
    + apply partner_is_low.
    + apply zones_on_board.
    + apply passes_or_not.
    + apply closed_opponent.
    + now apply closed_responder.
  - apply (never_loses_in_general Z Z.eq_dec (is_line b (first_column L)) (on_board b (first_column L)) None p start zh (partner_of L)); auto.
    + apply range.
    + apply partner_in_zone.
    + apply partner_symmetric.
    + apply partner_other_cell.
    + apply partner_is_low.
    + apply zones_on_board.
    + apply passes_or_not.
    + apply closed_opponent.
Qed.

Lemma by_the_board :
  answers_on Z Z.eq_dec (on_board b (first_column L)) None
    (fun q => keeps_to_board Z p start zh (partner_of L) q /\
              ~ four Z (is_line b (first_column L)) q (other p) /\ (both = true -> ~ four Z (is_line b (first_column L)) q p)) p start.
Proof.
  apply (answers_weaker Z Z.eq_dec (on_board b (first_column L)) None p (keeps_to_board Z p start zh (partner_of L))).
  - intros q K. split; auto. destruct (no_four Z (is_line b (first_column L)) p start zh (partner_of L) q K) as [Q1 Q2].
    split; [apply Q1, closed_opponent|]. intros E. apply Q2. now apply closed_responder.
  - apply keeps_for_ever; auto.
    + apply range.
    + apply partner_in_zone.
    + apply partner_symmetric.
    + apply partner_other_cell.
    + apply partner_is_low.
    + apply zones_on_board.
    + apply passes_or_not.
Qed.

End Sound.

Theorem check_layout_sound b L p both passes stones :
  check_layout b L p both passes stones = true -> holds_out b (first_column L) both p (dropped b (first_column L) stones).
Proof.
  intros H. split; [|split].
  - apply (no_four_of_responder b L p both passes stones H).
  - apply (no_four_of_opponent b L p both passes stones H).
  - pose proof (without_top b L p both passes stones H) as W. pose proof (below_tops b L p both passes stones H) as T.
    destruct b; auto.
Qed.

(** On the board of all columns: by the zones and pairs of [L] the responder [p] draws.  He has an answer to every stone, for ever; of each pair nobody gets
    both cells, above the zones the stones lie in turn (follow-up), and neither side ever has a Connect4. *)
Definition draws_by (L : layout) (p : player) (stones : list (player * Z)) : Prop :=
  answers Z Z.eq_dec
    (fun b => keeps_to_board Z p (dropped Infinite (first_column L) stones) (zone_height L) (partner_of L) b /\
              ~ four Z connect_four b p /\ ~ four Z connect_four b (other p))
    p (dropped Infinite (first_column L) stones).

Theorem draws_by_layout L p passes stones : check_layout Infinite L p true passes stones = true -> draws_by L p stones.
Proof.
  intros H. apply answers_everywhere.
  eapply answers_weaker; [|exact (by_the_board Infinite L p true passes stones H)].
  intros b [K [Q1 Q2]]. split; [exact K|]. split; [apply (Q2 eq_refl)|exact Q1].
Qed.
