(** * Gadgets of infinite Connect-Four as games of their own

    Sentences of the source (Infinite Connect-Four, sections 3 to 6):
    - A2, Lemma 1: "CUP: four ground cells in columns 1-4, U U P P, and C above the
      outer two. The second player to enter can always take exactly one of each
      pair of equal letters, gravity included; either colour."  [lemma_1].
    - A5, Lemma 2: "Slided-CUP: S-S, and C-C and P-P across the follow-up column,
      one each."  [lemma_2].
    - A17, Definition 8: "in a GLASS the second to enter can always have at least
      one of each pair G, L, A; the four S are free."  [definition_8].
    - A12: "the restricted follow-in-GLASS stays within Definition 8."
      [restricted_glass].

    The game is that of docs/formats/zone-game.md without passes. The second to
    enter answers by a rule that is looked at in every line of play. *)

From Coq Require Import Arith List Bool Lia.
Import ListNotations.

(** A cell is (column, row), rows from 1. *)
Definition cell := (nat * nat)%type.

(** Zone heights of the columns 1, 2, ...; pairs of which nobody may get both cells, and
    pairs of which the first to enter may not. *)
Record gadget := { heights : list nat; pairs : list (cell * cell); weak : list (cell * cell) }.

Definition in_zone (G : gadget) (c : cell) : Prop :=
  1 <= fst c /\ 1 <= snd c <= nth (fst c - 1) (heights G) 0.

(** A stone falls: a cell can be filled if it is empty and on the ground or on a filled cell. *)
Definition can_fill (G : gadget) (filled : list cell) (c : cell) : Prop :=
  in_zone G c /\ ~ In c filled /\ (snd c = 1 \/ In (fst c, snd c - 1) filled).

(** Both cells of a pair of [L] are [S]'s. *)
Definition has_both (L : list (cell * cell)) (S : list cell) : Prop :=
  exists a b, In (a, b) L /\ In a S /\ In b S.

(** What must not happen: the first has both of any pair, or the second both of a strict one. *)
Definition unwanted (G : gadget) (first second : list cell) : Prop :=
  has_both (pairs G) first \/ has_both (weak G) first \/ has_both (pairs G) second.

(** With the first to move, who may also stop: the second can go on for ever without
    anything unwanted. He must move if he can. *)
Inductive keeps (G : gadget) : list cell -> list cell -> Prop :=
  keeps_intro first second :
    ~ unwanted G first second ->
    (forall c, can_fill G (first ++ second) c ->
       ~ unwanted G (c :: first) second /\
       ((exists d, can_fill G (c :: first ++ second) d /\ keeps G (c :: first) (d :: second)) \/
        ((forall d, ~ can_fill G (c :: first ++ second) d) /\ keeps G (c :: first) second))) ->
    keeps G first second.

(** ** Playing it out *)

Definition cell_eqb (c d : cell) : bool := (fst c =? fst d) && (snd c =? snd d).

Lemma cell_eqb_spec c d : cell_eqb c d = true <-> c = d.
Proof.
  destruct c, d. unfold cell_eqb. cbn. rewrite andb_true_iff, !Nat.eqb_eq.
  split; [intros []; congruence|intros H; injection H; auto].
Qed.

Definition member (c : cell) (S : list cell) : bool := existsb (cell_eqb c) S.

Lemma member_spec c S : member c S = true <-> In c S.
Proof.
  unfold member. rewrite existsb_exists. split.
  - intros (d & Hd & E). apply cell_eqb_spec in E. now subst.
  - intros H. exists c. split; [exact H|now apply cell_eqb_spec].
Qed.

Definition both_b (L : list (cell * cell)) (S : list cell) : bool :=
  existsb (fun p => member (fst p) S && member (snd p) S) L.

Lemma both_b_false L S : both_b L S = false -> ~ has_both L S.
Proof.
  intros H (a & b & HL & Ha & Hb). assert (E : both_b L S = true); [|congruence].
  unfold both_b. apply existsb_exists. exists (a, b). split; [exact HL|].
  cbn [fst snd]. now rewrite andb_true_iff, !member_spec.
Qed.

Definition unwanted_b G first second : bool :=
  both_b (pairs G) first || both_b (weak G) first || both_b (pairs G) second.

Lemma unwanted_b_false G first second : unwanted_b G first second = false -> ~ unwanted G first second.
Proof.
  unfold unwanted_b. rewrite !orb_false_iff. intros [[A B] C] [H|[H|H]]; now apply both_b_false in H.
Qed.

(** All zone cells. *)
Definition zone (G : gadget) : list cell :=
  flat_map (fun i => map (fun r => (i, r)) (seq 1 (nth (i - 1) (heights G) 0))) (seq 1 (length (heights G))).

Lemma in_zone_spec G c : in_zone G c <-> In c (zone G).
Proof.
  destruct c as [i r]. unfold in_zone, zone. rewrite in_flat_map. cbn [fst snd]. split.
  - intros [Hi Hr]. exists i. split.
    + apply in_seq. destruct (Nat.lt_ge_cases (i - 1) (length (heights G))) as [L|L]; [lia|].
      rewrite nth_overflow in Hr by exact L. lia.
    + apply in_map_iff. exists r. split; [reflexivity|]. apply in_seq. lia.
  - intros (j & Hj & H). apply in_map_iff in H. destruct H as (q & E & Hq). injection E as -> ->.
    apply in_seq in Hj, Hq. lia.
Qed.

Definition free (G : gadget) (filled : list cell) : list cell :=
  filter (fun c => negb (member c filled) && ((snd c =? 1) || member (fst c, snd c - 1) filled)) (zone G).

Lemma free_spec G filled c : can_fill G filled c <-> In c (free G filled).
Proof.
  unfold free, can_fill. rewrite filter_In, <- in_zone_spec, andb_true_iff, negb_true_iff, orb_true_iff,
    Nat.eqb_eq, member_spec, <- not_true_iff_false, member_spec. tauto.
Qed.

(** [existsb] and [forallb] that look no further than they must. *)
Fixpoint any (f : cell -> bool) (l : list cell) : bool :=
  match l with [] => false | c :: l => if f c then true else any f l end.
Fixpoint all (f : cell -> bool) (l : list cell) : bool :=
  match l with [] => true | c :: l => if f c then all f l else false end.

Lemma any_spec f l : any f l = existsb f l.
Proof. induction l as [|c l IH]; cbn; [reflexivity|]. rewrite IH. now destruct (f c). Qed.
Lemma all_spec f l : all f l = forallb f l.
Proof. induction l as [|c l IH]; cbn; [reflexivity|]. rewrite IH. now destruct (f c). Qed.

(** Does an answer keep it, whatever is played in at most [fuel] rounds? *)
Fixpoint keeps_b (G : gadget) (fuel : nat) (first second : list cell) : bool :=
  match fuel with
  | 0 => false
  | S fuel =>
      if unwanted_b G first second then false else
      all (fun c =>
        if unwanted_b G (c :: first) second then false else
        match free G (c :: first ++ second) with
        | [] => keeps_b G fuel (c :: first) second
        | answers => any (fun d => keeps_b G fuel (c :: first) (d :: second)) answers
        end) (free G (first ++ second))
  end.

Lemma keeps_b_sound G fuel : forall first second, keeps_b G fuel first second = true -> keeps G first second.
Proof.
  induction fuel as [|fuel IH]; intros first second; [discriminate|].
  cbn [keeps_b]. destruct (unwanted_b G first second) eqn:U; [discriminate|].
  rewrite all_spec, forallb_forall. intros H.
  constructor; [now apply unwanted_b_false|]. intros c Hc.
  apply free_spec in Hc. specialize (H c Hc). cbv beta in H.
  destruct (unwanted_b G (c :: first) second) eqn:V; [discriminate|]. split; [now apply unwanted_b_false|].
  destruct (free G (c :: first ++ second)) as [|d0 answers] eqn:E.
  - right. split; [|now apply IH]. intros d Hd. apply free_spec in Hd. rewrite E in Hd. exact Hd.
  - left. rewrite any_spec in H. apply existsb_exists in H. destruct H as (d & Hd & K). exists d.
    split; [|now apply IH]. apply free_spec. now rewrite E.
Qed.

(** ** The gadgets of the paper *)

(** U U P P on the ground of columns 1 to 4, C above the outer two. *)
Definition cup : gadget :=
  {| heights := [2; 1; 1; 2];
     pairs := [((1, 1), (2, 1)); ((3, 1), (4, 1)); ((1, 2), (4, 2))]; weak := [] |}.

(** S S C C P P of figures 19 to 26, column 4 there being column 1 here. *)
Definition slided_cup : gadget :=
  {| heights := [1; 0; 2; 0; 0; 2; 0; 1];
     pairs := [((1, 1), (3, 1)); ((3, 2), (6, 2)); ((6, 1), (8, 1))]; weak := [] |}.

(** G, L, A on the ground; the four S above are in no pair. *)
Definition glass : gadget :=
  {| heights := [2; 1; 2; 0; 2; 1; 2];
     pairs := []; weak := [((1, 1), (2, 1)); ((3, 1), (5, 1)); ((6, 1), (7, 1))] |}.

(** The same with the S in pairs too, and one of each for either player. *)
Definition glass_with_S_in_pairs : gadget :=
  {| heights := [2; 1; 2; 0; 2; 1; 2];
     pairs := [((1, 1), (2, 1)); ((3, 1), (5, 1)); ((6, 1), (7, 1)); ((1, 2), (7, 2)); ((3, 2), (5, 2))];
     weak := [] |}.

(** A2. *)
Theorem lemma_1 : keeps cup [] [].
Proof. apply (keeps_b_sound cup 7). vm_compute. reflexivity. Qed.

(** A5. *)
Theorem lemma_2 : keeps slided_cup [] [].
Proof. apply (keeps_b_sound slided_cup 7). vm_compute. reflexivity. Qed.

(** A17. *)
Theorem definition_8 : keeps glass [] [].
Proof. apply (keeps_b_sound glass 11). vm_compute. reflexivity. Qed.

(** A12. *)
Theorem restricted_glass : keeps glass_with_S_in_pairs [] [].
Proof. apply (keeps_b_sound glass_with_S_in_pairs 11). vm_compute. reflexivity. Qed.

(** Nothing unwanted has happened where the second keeps: of each pair neither has both, so at the end each has one. *)
Theorem keeps_exactly_one G first second a b :
  keeps G first second -> In (a, b) (pairs G) -> (forall c, in_zone G c -> In c (first ++ second)) ->
  in_zone G a -> in_zone G b ->
  (In a first /\ In b second) \/ (In a second /\ In b first).
Proof.
  intros K P F Za Zb. destruct K as [first second U _].
  apply F in Za, Zb. apply in_app_iff in Za, Zb.
  destruct Za as [A|A], Zb as [B|B]; try tauto; exfalso; apply U.
  - left. exists a, b. auto.
  - right. right. exists a, b. auto.
Qed.
