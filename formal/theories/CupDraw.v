(** Infinite Connect-Four: Theorem 2 of Yamaguchi et al., Another Proof of Draw in Infinite Connect-Four (A4).

    "O draws: follow-in-CUP on columns 5n+1 ... 5n+4 and -5n-1 ... -5n-4, follow-up elsewhere."

    [theorem_2]: on the empty board with X to move, O has an answer to every stone,
    for ever, and neither side ever gets a Connect4.  The columns are all integers.

    A CUP (Lemma 1, A2) has the ground cells U U P P of four columns next to each other,
    and C on the outer two. *)

From Coq Require Import ZArith List Bool Arith Lia.
From Hissho Require Import Positional InfiniteFour Lines.
Import ListNotations.

(** The CUPs lie on the columns 1, 2, 3, 4 modulo 5, to both sides. *)
Definition cup_height (c : Z) : nat :=
  match (c mod 5)%Z with 1%Z | 4%Z => 2 | 2%Z | 3%Z => 1 | _ => 0 end.

Definition cup_partner (x : cell Z) : option (cell Z) :=
  let (c, r) := x in
  match (c mod 5)%Z, r with
  | 1%Z, 1 | 3%Z, 1 => Some ((c + 1)%Z, 1)
  | 2%Z, 1 | 4%Z, 1 => Some ((c - 1)%Z, 1)
  | 1%Z, 2 => Some ((c + 3)%Z, 2)
  | 4%Z, 2 => Some ((c - 3)%Z, 2)
  | _, _ => None
  end.

Lemma mod5 c : exists k m, c = (m + 5 * k)%Z /\ (m = 0 \/ m = 1 \/ m = 2 \/ m = 3 \/ m = 4)%Z.
Proof.
  exists (c / 5)%Z, (c mod 5)%Z. pose proof (Z.div_mod c 5 ltac:(lia)). pose proof (Z.mod_pos_bound c 5 ltac:(lia)). lia.
Qed.

Definition shifted (k : Z) (x : cell Z) : cell Z := ((fst x + 5 * k)%Z, snd x).

(** The remainders of 0 to 4 are what they are. *)
Ltac remainders :=
  change (0 mod 5)%Z with 0%Z; change (1 mod 5)%Z with 1%Z; change (2 mod 5)%Z with 2%Z;
  change (3 mod 5)%Z with 3%Z; change (4 mod 5)%Z with 4%Z; cbv iota beta.

Lemma mod5_shift c k : ((c + 5 * k) mod 5 = c mod 5)%Z.
Proof. rewrite Z.mul_comm. apply Z_mod_plus_full. Qed.

Lemma height_shift c k : cup_height (c + 5 * k) = cup_height c.
Proof. unfold cup_height. now rewrite mod5_shift. Qed.

Lemma partner_shift k x : cup_partner (shifted k x) = option_map (shifted k) (cup_partner x).
Proof.
  destruct x as [c r]. unfold cup_partner, shifted. cbn [fst snd]. rewrite mod5_shift.
  destruct (mod5 c) as [j [m [-> Hm]]]. rewrite mod5_shift.
  destruct Hm as [->|[->|[->|[->| ->]]]]; remainders;
    destruct r as [|[|[|r]]]; cbn [option_map fst snd]; try reflexivity;
    (apply f_equal; apply f_equal2; [lia|reflexivity]).
Qed.

Lemma four_shift c r d k : four_cells (c + 5 * k) r d = map (shifted k) (four_cells c r d).
Proof.
  unfold four_cells. rewrite map_map. apply map_ext. intros i. destruct d; unfold shifted; simpl; f_equal; lia.
Qed.

(** Reduce a statement about a cell to five columns. *)
Ltac five c :=
  let j := fresh "j" in let m := fresh "m" in let Hm := fresh "Hm" in
  destruct (mod5 c) as [j [m [-> Hm]]]; destruct Hm as [->|[->|[->|[->| ->]]]].

Lemma cup_pairs x y : cup_partner x = Some y ->
  1 <= snd x <= cup_height (fst x) /\ cup_partner y = Some x /\ x <> y.
Proof.
  destruct x as [c r]. five c; unfold cup_partner, cup_height; cbn [fst snd]; rewrite !mod5_shift; remainders;
    destruct r as [|[|[|r]]]; intros E; try discriminate;
    apply (f_equal (fun o => match o with Some y => y | None => y end)) in E; cbv beta iota in E; rewrite <- E; clear E y.
  all: split; [lia|]; split; [|intros E; apply (f_equal fst) in E; cbn [fst] in E; lia].
  all: match goal with |- match (?e mod 5)%Z with _ => _ end = _ =>
         first [ replace e with (1 + 5 * j)%Z by lia | replace e with (2 + 5 * j)%Z by lia
               | replace e with (3 + 5 * j)%Z by lia | replace e with (4 + 5 * j)%Z by lia ] end;
       rewrite mod5_shift; remainders;
       (apply f_equal; apply f_equal2; [lia|reflexivity]).
Qed.

Lemma cup_all_paired c r : 1 <= r <= cup_height c -> cup_partner (c, r) <> None.
Proof.
  five c; unfold cup_partner, cup_height; rewrite !mod5_shift; remainders; intros H;
    destruct r as [|[|[|r]]]; try lia; discriminate.
Qed.

Lemma cup_low c y s' : cup_partner (c, 2) = Some y -> cup_partner (c, 1) = Some s' -> snd s' = 1.
Proof.
  five c; unfold cup_partner; rewrite !mod5_shift; remainders; intros H1 H2; try discriminate;
    apply (f_equal (option_map snd)) in H2; cbn in H2; congruence.
Qed.

(** ** The windows *)

Definition cell_eqb (x y : cell Z) : bool := (fst x =? fst y)%Z && (snd x =? snd y).

Definition sureb (even : bool) (x : cell Z) : bool :=
  (cup_height (fst x) <? snd x) && eqb (Nat.even (snd x - cup_height (fst x))) even.

Definition pairb (l : list (cell Z)) : bool :=
  existsb (fun x => match cup_partner x with Some y => existsb (cell_eqb y) l | None => false end) l.

Definition closedb (even : bool) (l : list (cell Z)) : bool := existsb (sureb even) l || pairb l.

Definition closed (even : bool) (l : list (cell Z)) : Prop :=
  (exists x, In x l /\ cup_height (fst x) < snd x /\ Nat.even (snd x - cup_height (fst x)) = even) \/
  holds_pair Z cup_partner l.

Lemma closedb_closed even l : closedb even l = true -> closed even l.
Proof.
  unfold closedb. rewrite orb_true_iff. intros [H|H].
  - left. apply existsb_exists in H. destruct H as [x [Hx H]]. unfold sureb in H. apply andb_true_iff in H.
    destruct H as [H1 H2]. exists x. apply Nat.ltb_lt in H1. apply eqb_prop in H2. auto.
  - right. unfold pairb in H. apply existsb_exists in H. destruct H as [x [Hx H]].
    destruct (cup_partner x) as [y|] eqn:E; [|discriminate]. apply existsb_exists in H. destruct H as [z [Hz H]].
    unfold cell_eqb in H. apply andb_true_iff in H. destruct H as [H1 H2]. apply Z.eqb_eq in H1. apply Nat.eqb_eq in H2.
    exists x, z. repeat split; auto. rewrite E. f_equal. destruct y, z. simpl in *. congruence.
Qed.

Lemma closed_shift even l k : closed even l -> closed even (map (shifted k) l).
Proof.
  intros [[x [Hx [H1 H2]]]|[x [y [Hx [Hy H]]]]].
  - left. exists (shifted k x). split; [now apply in_map|]. unfold shifted. cbn [fst snd]. now rewrite height_shift.
  - right. exists (shifted k x), (shifted k y). repeat split; try now apply in_map.
    rewrite partner_shift, H. reflexivity.
Qed.

(** Above the zones everything repeats after two rows. *)
Lemma closed_above even c d :
  existsb (sureb even) (four_cells c 3 d) = true -> existsb (sureb even) (four_cells c 4 d) = true ->
  forall r, 3 <= r -> existsb (sureb even) (four_cells c r d) = true.
Proof.
  intros H3 H4 r. induction r as [r IH] using (well_founded_induction lt_wf). intros Hr.
  destruct (Nat.eq_dec r 3) as [->|N3]; auto. destruct (Nat.eq_dec r 4) as [->|N4]; auto.
  assert (E := IH (r - 2) ltac:(lia) ltac:(lia)). apply existsb_exists in E. destruct E as [x [Hx E]].
  apply existsb_exists. exists (fst x, snd x + 2). split.
  - unfold four_cells in *. apply in_map_iff in Hx. destruct Hx as [i [<- Hi]]. apply in_map_iff. exists i. split; auto.
    destruct d; simpl; f_equal; lia.
  - assert (Hh : cup_height (fst x) <= 2).
    { unfold cup_height. destruct (fst x mod 5)%Z as [|[[[| |]|[| |]|]|[[| |]|[| |]|]|]|]; lia. }
    unfold sureb in *. cbn [fst snd]. apply andb_true_iff in E. destruct E as [E1 E2]. apply Nat.ltb_lt in E1.
    apply andb_true_iff. split; [apply Nat.ltb_lt; lia|].
    replace (snd x + 2 - cup_height (fst x)) with (S (S (snd x - cup_height (fst x)))) by lia. exact E2.
Qed.

Lemma windows even c r d : 1 <= r -> closed even (four_cells c r d).
Proof.
  intros Hr. destruct (mod5 c) as [k [m [-> Hm]]]. rewrite four_shift. apply closed_shift. apply closedb_closed.
  destruct (le_lt_dec 3 r) as [L|L].
  - unfold closedb. apply orb_true_iff. left. apply closed_above; auto;
      destruct Hm as [->|[->|[->|[->| ->]]]], d, even; vm_compute; reflexivity.
  - assert (r = 1 \/ r = 2) as [->| ->] by lia;
      destruct Hm as [->|[->|[->|[->| ->]]]], d, even; vm_compute; reflexivity.
Qed.

(** Theorem 2: O draws. *)
Theorem theorem_2 : endless Z Z.eq_dec connect_four O empty_board.
Proof.
  apply (neither_has_a_four Z Z.eq_dec connect_four O empty_board cup_height cup_partner).
  - intros c. simpl. unfold cup_height. destruct (c mod 5)%Z as [|[[[| |]|[| |]|]|[[| |]|[| |]|]|]|]; lia.
  - intros x y H. apply cup_pairs in H. unfold zone. simpl. lia.
  - intros x y H. now apply cup_pairs in H.
  - intros x y H. now apply cup_pairs in H.
  - intros [c r] [H1 H2]. simpl in *. apply cup_all_paired. lia.
  - intros [c r] y s' H1 H2 H3. simpl in *. subst r. now apply (cup_low c y).
  - intros l [c [r [d [Hr ->]]]]. destruct (windows true c r d Hr) as [[x [Hx [H1 H2]]]|H]; [left|now right].
    exists x. split; auto. right. auto.
  - intros l [c [r [d [Hr ->]]]]. destruct (windows false c r d Hr) as [[x [Hx [H1 H2]]]|H]; [left|now right].
    exists x. split; auto. right. auto.
Qed.
