(** The checker of `grundy-box`: the Grundy values of all positions in a box (docs/formats/grundy-box.md), with the meaning of the rules language
    (docs/rules-language.md) without quantifiers and without `floor`.

    Read up to "The checker".  [check_box_sound]: if the checker says yes, each position of the box has the value that the table gives it, and the places
    that the table marks are no positions.  [has_value_unique]: a position has at most one value. *)

From Coq Require Import NArith List Bool Arith Lia FMapPositive.
From HisshoCheckers Require Import GrundyPeriod.
Import ListNotations.

(** ** Terms and conditions, and what they mean *)

Inductive term :=
| Number (n : N)
| Coordinate (i : nat)           (** the i-th coordinate, from 0 *)
| Primed (i : nat)               (** the same after the move *)
| Plus (a b : term) | Minus (a b : term) | Xor (a b : term)
| Times (k : N) (a : term) | Div (a : term) (k : N) | Mod (a : term) (k : N)
| Min (a b : term) | Max (a b : term)
| If (c : condition) (a b : term)
with condition :=
| Truth (t : bool)
| Le (a b : term) | Lt (a b : term) | Eq (a b : term)
| Not (c : condition) | And (c d : condition) | Or (c d : condition) | Implies (c d : condition) | Iff (c d : condition).

Definition both (f : N -> N -> N) (a b : option N) : option N :=
  match a, b with Some a, Some b => Some (f a b) | _, _ => None end.

Definition compare (f : N -> N -> bool) (a b : option N) : option bool :=
  match a, b with Some a, Some b => Some (f a b) | _, _ => None end.

(** Kleene's connectives: [None] is neither true nor false. *)
Definition not3 (a : option bool) : option bool := option_map negb a.
Definition and3 (a b : option bool) : option bool :=
  match a, b with
  | Some false, _ | _, Some false => Some false
  | Some true, Some true => Some true
  | _, _ => None
  end.
Definition or3 (a b : option bool) : option bool := not3 (and3 (not3 a) (not3 b)).

(** The value of a term, the truth of a condition, at the coordinates [x], and [y] after the move. [None]: it has none. *)
Fixpoint value (x y : list N) (t : term) : option N :=
  match t with
  | Number n => Some n
  | Coordinate i => nth_error x i
  | Primed i => nth_error y i
  | Plus a b => both N.add (value x y a) (value x y b)
  | Minus a b => match value x y a, value x y b with
                 | Some u, Some v => if (u <? v)%N then None else Some (u - v)%N
                 | _, _ => None
                 end
  | Xor a b => both N.lxor (value x y a) (value x y b)
  | Times k a => option_map (N.mul k) (value x y a)
  | Div a k => option_map (fun u => u / k)%N (value x y a)
  | Mod a k => option_map (fun u => u mod k)%N (value x y a)
  | Min a b => both N.min (value x y a) (value x y b)
  | Max a b => both N.max (value x y a) (value x y b)
  | If c a b => match truth x y c with Some true => value x y a | Some false => value x y b | None => None end
  end
with truth (x y : list N) (c : condition) : option bool :=
  match c with
  | Truth t => Some t
  | Le a b => compare N.leb (value x y a) (value x y b)
  | Lt a b => compare N.ltb (value x y a) (value x y b)
  | Eq a b => compare N.eqb (value x y a) (value x y b)
  | Not c => not3 (truth x y c)
  | And c d => and3 (truth x y c) (truth x y d)
  | Or c d => or3 (truth x y c) (truth x y d)
  | Implies c d => or3 (not3 (truth x y c)) (truth x y d)
  | Iff c d => match truth x y c, truth x y d with Some u, Some v => Some (eqb u v) | _, _ => None end
  end.

(** ** The game *)

Record rules := Rules {
  dimension : nat;
  domain : condition;         (** `where` *)
  moves : list condition;
  measure : term }.           (** `order`, or the sum of the coordinates *)

Definition holds (x y : list N) (c : condition) : bool := match truth x y c with Some true => true | _ => false end.

Definition is_position (R : rules) (x : list N) : Prop := length x = dimension R /\ holds x x (domain R) = true.

(** A move leads from [x] to [y]. *)
Definition is_option (R : rules) (x y : list N) : Prop :=
  is_position R y /\ exists m, In m (moves R) /\ holds x y m = true.

(** The position [x] has the Grundy value [v]: the mex of the values of its options. *)
Inductive has_value (R : rules) : list N -> N -> Prop :=
| by_options x v (g : list N -> N) :
    is_position R x ->
    (forall y, is_option R x y -> has_value R y (g y)) ->
    is_mex (fun u => exists y, is_option R x y /\ g y = u) v ->
    has_value R x v.

Fixpoint in_box (shape x : list N) : bool :=
  match shape, x with
  | [], [] => true
  | s :: shape, a :: x => (a <? s)%N && in_box shape x
  | _, _ => false
  end.

(** The place of [x] in the table, the last coordinate moving fastest. *)
Fixpoint place (shape x : list N) (from : N) : N :=
  match shape, x with s :: shape, a :: x => place shape x (from * s + a)%N | _, _ => from end.

(** What the table gives: entry 0 is a mark, entry v + 1 the value v. *)
Definition entry (tab : PositiveMap.t N) (shape x : list N) : option N :=
  match at_table tab (place shape x 0) with N0 => None | e => Some (N.pred e) end.

(** ** The checker *)

Fixpoint primed_of (t : term) : list nat :=
  match t with
  | Number _ | Coordinate _ => []
  | Primed i => [i]
  | Plus a b | Minus a b | Xor a b | Min a b | Max a b => primed_of a ++ primed_of b
  | Times _ a | Div a _ | Mod a _ => primed_of a
  | If c a b => primed_in c ++ primed_of a ++ primed_of b
  end
with primed_in (c : condition) : list nat :=
  match c with
  | Truth _ => []
  | Le a b | Lt a b | Eq a b => primed_of a ++ primed_of b
  | Not c => primed_in c
  | And c d | Or c d | Implies c d | Iff c d => primed_in c ++ primed_in d
  end.

(** The alternatives of a condition, each a list of parts. *)
Fixpoint alternatives (c : condition) : list (list condition) :=
  match c with
  | And c d => flat_map (fun l => map (app l) (alternatives d)) (alternatives c)
  | Or c d => alternatives c ++ alternatives d
  | Truth true => [[]]
  | Truth false => []
  | c => [[c]]
  end.

Definition known (l : list nat) (i : nat) : bool := existsb (Nat.eqb i) l.

(** A step of a plan: coordinate i is the value of the term ([true]), or at most that. *)
Definition step := (nat * bool * term)%type.

Definition usable (l : list nat) (i : nat) (exact : bool) (t : term) : option step :=
  if negb (known l i) && forallb (known l) (primed_of t) then Some (i, exact, t) else None.

Definition step_by (exactly : bool) (l : list nat) (c : condition) : option step :=
  match c, exactly with
  | Eq (Primed i) t, true => match usable l i true t with
                             | Some s => Some s
                             | None => match t with Primed j => usable l j true (Primed i) | _ => None end
                             end
  | Eq t (Primed i), true => usable l i true t
  | Lt (Primed i) t, false | Le (Primed i) t, false => usable l i false t
  | _, _ => None
  end.

Fixpoint first_step (exactly : bool) (l : list nat) (parts : list condition) : option step :=
  match parts with [] => None | c :: parts => match step_by exactly l c with Some s => Some s | None => first_step exactly l parts end end.

Fixpoint plan (d fuel : nat) (l : list nat) (parts : list condition) : option (list step) :=
  if forallb (known l) (seq 0 d) then Some []
  else match fuel with
       | O => None
       | S fuel =>
           match (match first_step true l parts with Some s => Some s | None => first_step false l parts end) with
           | Some s => option_map (cons s) (plan d fuel (fst (fst s) :: l) parts)
           | None => None
           end
       end.

Fixpoint put (i : nat) (v : N) (l : list N) : list N :=
  match l, i with [], _ => [] | _ :: l, O => v :: l | a :: l, S i => a :: put i v l end.

Definition up_to (b : N) : list N := map N.of_nat (seq 0 (S (N.to_nat b))).

Fixpoint candidates (x : list N) (p : list step) (y : list N) : list (list N) :=
  match p with
  | [] => [y]
  | (i, exact, t) :: p =>
      match value x y t with
      | None => []
      | Some b => flat_map (fun v => candidates x p (put i v y)) (if exact : bool then [b] else up_to b)
      end
  end.

(** The plans of all alternatives of a move, with the move; nothing if one cannot be listed in this way. *)
Fixpoint plans_of (d : nat) (m : condition) (alts : list (list condition)) : option (list (condition * list step)) :=
  match alts with
  | [] => Some []
  | parts :: alts =>
      match plan d d [] parts, plans_of d m alts with Some p, Some l => Some ((m, p) :: l) | _, _ => None end
  end.

Fixpoint all_plans (d : nat) (ms : list condition) : option (list (condition * list step)) :=
  match ms with
  | [] => Some []
  | m :: ms => match plans_of d m (alternatives m), all_plans d ms with Some l, Some l' => Some (l ++ l') | _, _ => None end
  end.

Definition can_be_listed (R : rules) : bool := match all_plans (dimension R) (moves R) with Some _ => true | None => false end.

Definition options_of (R : rules) (plans : list (condition * list step)) (x : list N) : list (list N) :=
  flat_map (fun mp => filter (fun y => holds x y (fst mp) && holds y y (domain R)) (candidates x (snd mp) (repeat 0%N (dimension R)))) plans.

Definition falls (R : rules) (x y : list N) : bool :=
  match value x x (measure R), value y y (measure R) with Some a, Some b => (b <? a)%N | _, _ => false end.

Definition place_ok (R : rules) (plans : list (condition * list step)) (tab : PositiveMap.t N) (shape x : list N) : bool :=
  match entry tab shape x with
  | None => negb (holds x x (domain R))
  | Some v =>
      holds x x (domain R) &&
      (let ys := options_of R plans x in
       forallb (fun y => falls R x y && in_box shape y) ys &&
       mex_is (map (fun y => match entry tab shape y with Some u => u | None => 0%N end) ys) v)
  end.

(** For every place of the box. *)
Fixpoint everywhere (shape : list N) (f : list N -> bool) : bool :=
  match shape with
  | [] => f []
  | s :: shape => below s (fun a => everywhere shape (fun x => f (a :: x)))
  end.

Definition table_of (entries : list N) : PositiveMap.t N := tabulate 1 entries (PositiveMap.empty N).

Definition check_box (R : rules) (shape entries : list N) : bool :=
  match all_plans (dimension R) (moves R) with
  | None => false
  | Some plans =>
      let tab := table_of entries in
      (length shape =? dimension R) && everywhere shape (place_ok R plans tab shape)
  end.

(** ** It is right *)

Scheme term_mind := Induction for term Sort Prop
with condition_mind := Induction for condition Sort Prop.
Combined Scheme expression_mind from term_mind, condition_mind.

Lemma agree_both x y y' :
  (forall t, (forall i, In i (primed_of t) -> nth_error y i = nth_error y' i) -> value x y t = value x y' t) /\
  (forall c, (forall i, In i (primed_in c) -> nth_error y i = nth_error y' i) -> truth x y c = truth x y' c).
Proof.
  apply expression_mind; simpl; intros; auto;
    repeat match goal with
    | H : (forall i, In i ?l -> _) -> ?a = ?b |- _ => rewrite H by (intros; match goal with G : _ |- _ => apply G end; rewrite ?in_app_iff; auto); clear H
    end; reflexivity.
Qed.

Lemma holds_iff x y c : holds x y c = true <-> truth x y c = Some true.
Proof. unfold holds. destruct (truth x y c) as [[|]|]; split; congruence. Qed.

Lemma alternatives_sound x y c : truth x y c = Some true ->
  exists parts, In parts (alternatives c) /\ forall q, In q parts -> truth x y q = Some true.
Proof.
  induction c as [t| | | | |c IHc d IHd|c IHc d IHd| |]; simpl; intros H;
    try (eexists; split; [left; reflexivity|]; intros q [<-|[]]; exact H).
  - destruct t; [|discriminate]. exists []. split; [now left|intros q []].
  - destruct (truth x y c) as [[|]|], (truth x y d) as [[|]|]; try discriminate.
    destruct (IHc eq_refl) as [l [L1 L2]]. destruct (IHd eq_refl) as [m [M1 M2]]. exists (l ++ m). split.
    + apply in_flat_map. exists l. split; auto. apply in_map_iff. eauto.
    + intros q Hq. apply in_app_iff in Hq. destruct Hq; auto.
  - destruct (truth x y c) as [[|]|]; [| |].
    + destruct (IHc eq_refl) as [l [L1 L2]]. exists l. split; auto. apply in_app_iff. auto.
    + destruct (truth x y d) as [[|]|]; try discriminate. destruct (IHd eq_refl) as [l [L1 L2]]. exists l. split; auto. apply in_app_iff. auto.
    + destruct (truth x y d) as [[|]|]; try discriminate. destruct (IHd eq_refl) as [l [L1 L2]]. exists l. split; auto. apply in_app_iff. auto.
Qed.

Lemma known_iff l i : known l i = true <-> In i l.
Proof.
  unfold known. rewrite existsb_exists. split; [intros [j [H E]]; apply Nat.eqb_eq in E; congruence|intros H; exists i; split; auto; apply Nat.eqb_refl].
Qed.

(** What a step says is true where its part is. *)
Definition step_true (x y : list N) (l : list nat) (s : step) : Prop :=
  match s with (i, exact, t) =>
    (forall j, In j (primed_of t) -> In j l) /\
    exists b v, value x y t = Some b /\ nth_error y i = Some v /\ if exact : bool then v = b else (v <= b)%N
  end.

Arguments usable : simpl never.

Lemma usable_some l i e t s : usable l i e t = Some s -> s = (i, e, t) /\ forall j, In j (primed_of t) -> In j l.
Proof.
  unfold usable. destruct (negb (known l i)); simpl; [|discriminate]. destruct (forallb (known l) (primed_of t)) eqn:E; [|discriminate].
  intros H. inversion H. split; auto. rewrite forallb_forall in E. intros j Hj. now apply known_iff, E.
Qed.

Lemma eq_true_step x y l i t s : truth x y (Eq (Primed i) t) = Some true -> usable l i true t = Some s -> step_true x y l s.
Proof.
  intros H U. apply usable_some in U. destruct U as [-> K]. simpl in H. split; auto.
  destruct (nth_error y i) as [v|]; [|discriminate]. destruct (value x y t) as [b|]; [|discriminate].
  simpl in H. inversion H as [H']. apply N.eqb_eq in H'. exists b, v. auto.
Qed.

Lemma eq_swap x y a b : truth x y (Eq a b) = Some true -> truth x y (Eq b a) = Some true.
Proof. simpl. destruct (value x y a), (value x y b); simpl; try discriminate. now rewrite N.eqb_sym. Qed.

Lemma step_by_sound x y e l c s : truth x y c = Some true -> step_by e l c = Some s -> step_true x y l s.
Proof.
  intros H E. destruct c as [t|a b|a b|a b| | | | |]; try discriminate.
  - destruct a; try (destruct e; discriminate). destruct e; [discriminate|]. simpl in E. apply usable_some in E. destruct E as [-> K].
    simpl in H. split; auto. destruct (nth_error y i) as [v|]; [|discriminate]. destruct (value x y b) as [u|]; [|discriminate].
    simpl in H. inversion H as [H']. apply N.leb_le in H'. exists u, v. auto.
  - destruct a; try (destruct e; discriminate). destruct e; [discriminate|]. simpl in E. apply usable_some in E. destruct E as [-> K].
    simpl in H. split; auto. destruct (nth_error y i) as [v|]; [|discriminate]. destruct (value x y b) as [u|]; [|discriminate].
    simpl in H. inversion H as [H']. apply N.ltb_lt in H'. exists u, v. repeat split; auto. lia.
  - destruct e.
    + destruct a; simpl in E;
        try (destruct b; try discriminate; refine (eq_true_step x y l _ _ s (eq_swap x y _ _ H) E)).
      destruct (usable l i true b) as [s'|] eqn:U.
      * apply (eq_true_step x y l i b s H). rewrite U. destruct b; exact E.
      * destruct b; try discriminate. refine (eq_true_step x y l _ _ s (eq_swap x y _ _ H) E).
    + destruct a; try discriminate; simpl in E; destruct b; discriminate.
Qed.

Lemma first_step_sound x y e l parts s : (forall q, In q parts -> truth x y q = Some true) ->
  first_step e l parts = Some s -> step_true x y l s.
Proof.
  induction parts as [|c parts IH]; simpl; intros H E; [discriminate|].
  destruct (step_by e l c) as [s'|] eqn:S.
  - inversion E; subst. apply (step_by_sound x y e l c); auto.
  - apply IH; auto.
Qed.

Lemma same_list (l m : list N) : (forall i, nth_error l i = nth_error m i) -> l = m.
Proof.
  revert m. induction l as [|a l IH]; intros [|b m] H; auto; [specialize (H 0); discriminate|specialize (H 0); discriminate|].
  f_equal; [specialize (H 0); simpl in H; congruence|]. apply IH. intros i. exact (H (S i)).
Qed.

Lemma put_nth i v : forall l j, nth_error (put i v l) j = if (i =? j) && (j <? length l) then Some v else nth_error l j.
Proof.
  induction i as [|i IH]; intros [|a l] [|j]; simpl; auto.
  - now rewrite andb_false_r.
  - rewrite IH. reflexivity.
Qed.

Lemma put_length i v : forall l, length (put i v l) = length l.
Proof. induction i as [|i IH]; intros [|a l]; simpl; auto. Qed.

Lemma in_up_to v b : (v <= b)%N -> In v (up_to b).
Proof. intros H. unfold up_to. apply in_map_iff. exists (N.to_nat v). split; [lia|]. apply in_seq. lia. Qed.

(** The candidates of a plan contain every [y] at which the parts are true. *)
Lemma plan_complete d x y parts : length y = d -> (forall q, In q parts -> truth x y q = Some true) ->
  forall fuel l p z, plan d fuel l parts = Some p -> length z = d ->
    (forall i, In i l -> nth_error z i = nth_error y i) -> In y (candidates x p z).
Proof.
  intros Hd Hq. induction fuel as [|fuel IH]; intros l p z; simpl.
  - destruct (forallb (known l) (seq 0 d)) eqn:E; [|discriminate]. intros H Hz A. inversion H. left.
    rewrite forallb_forall in E. apply same_list. intros i. destruct (Nat.lt_ge_cases i d) as [L|L].
    + apply A. apply known_iff, E. apply in_seq. lia.
    + rewrite !(proj2 (nth_error_None _ _)); auto; lia.
  - destruct (forallb (known l) (seq 0 d)) eqn:E.
    + intros H Hz A. inversion H. left. rewrite forallb_forall in E. apply same_list. intros i.
      destruct (Nat.lt_ge_cases i d) as [L|L].
      * apply A. apply known_iff, E. apply in_seq. lia.
      * rewrite !(proj2 (nth_error_None _ _)); auto; lia.
    + destruct (match first_step true l parts with Some s => Some s | None => first_step false l parts end) as [s|] eqn:Es; [|discriminate].
      assert (T : step_true x y l s).
      { destruct (first_step true l parts) as [s'|] eqn:E1; [inversion Es; subst; now apply (first_step_sound x y true l parts)|].
        now apply (first_step_sound x y false l parts). }
      destruct s as [[i e] t]. destruct (plan d fuel (i :: l) parts) as [p'|] eqn:Ep; simpl; rewrite Ep; simpl; [|discriminate].
      intros H Hz A. inversion H; subst p. destruct T as [K [b [v [Hb [Hv He]]]]]. simpl.
      rewrite (proj1 (agree_both x z y) t) by (intros j Hj; apply A; now apply K). rewrite Hb.
      apply in_flat_map. exists v. split.
      * destruct e; [subst; now left|now apply in_up_to].
      * apply (IH (i :: l)); auto; [now rewrite put_length|]. intros j [<-|Hj].
        -- rewrite put_nth, Nat.eqb_refl. assert (i < length y) by (apply nth_error_Some; congruence).
           destruct (Nat.ltb_spec i (length z)); [simpl; congruence|lia].
        -- rewrite put_nth. destruct (Nat.eqb_spec i j) as [<-|]; simpl; auto.
           destruct (Nat.ltb_spec i (length z)); [congruence|now apply A].
Qed.

Lemma plans_of_complete d m x y : length y = d -> forall alts l, plans_of d m alts = Some l ->
  forall parts, In parts alts -> (forall q, In q parts -> truth x y q = Some true) ->
  exists p, In (m, p) l /\ In y (candidates x p (repeat 0%N d)).
Proof.
  intros Hd. induction alts as [|a alts IH]; intros l E parts Hp Hq; [destruct Hp|]. simpl in E.
  destruct (plan d d [] a) as [p|] eqn:P; [|discriminate]. destruct (plans_of d m alts) as [l'|]; [|discriminate]. inversion E; subst l.
  destruct Hp as [<-|Hp].
  - exists p. split; [now left|]. apply (plan_complete d x y a Hd Hq d [] p); auto; [apply repeat_length|intros i []].
  - destruct (IH l' eq_refl parts Hp Hq) as [p' [H1 H2]]. exists p'. split; [now right|auto].
Qed.

Lemma all_plans_complete d x y : length y = d -> forall ms l, all_plans d ms = Some l ->
  forall m, In m ms -> holds x y m = true -> exists p, In (m, p) l /\ In y (candidates x p (repeat 0%N d)).
Proof.
  intros Hd. induction ms as [|a ms IH]; intros l E m Hm Ht; [destruct Hm|]. simpl in E.
  destruct (plans_of d a (alternatives a)) as [l1|] eqn:P; [|discriminate]. destruct (all_plans d ms) as [l2|]; [|discriminate]. inversion E; subst l.
  destruct Hm as [<-|Hm].
  - apply holds_iff in Ht. destruct (alternatives_sound x y a Ht) as [parts [H1 H2]].
    destruct (plans_of_complete d a x y Hd _ _ P parts H1 H2) as [p [H3 H4]]. exists p. rewrite in_app_iff. auto.
  - destruct (IH l2 eq_refl m Hm Ht) as [p [H3 H4]]. exists p. rewrite in_app_iff. auto.
Qed.

Lemma all_plans_moves d ms : forall l m p, all_plans d ms = Some l -> In (m, p) l -> In m ms.
Proof.
  assert (P : forall m alts l m' p, plans_of d m alts = Some l -> In (m', p) l -> m' = m).
  { intros m. induction alts as [|a alts IH]; simpl; intros l m' p E H; [inversion E; subst; destruct H|].
    destruct (plan d d [] a); [|discriminate]. destruct (plans_of d m alts); [|discriminate]. inversion E; subst.
    destruct H as [H|H]; [congruence|eauto]. }
  induction ms as [|a ms IH]; simpl; intros l m p E H; [inversion E; subst; destruct H|].
  destruct (plans_of d a (alternatives a)) as [l1|] eqn:P1; [|discriminate]. destruct (all_plans d ms) as [l2|]; [|discriminate].
  inversion E; subst. apply in_app_iff in H. destruct H as [H|H]; [left; symmetry; eauto|right; eauto].
Qed.

Lemma candidates_length x : forall p y z, In z (candidates x p y) -> length z = length y.
Proof.
  induction p as [|[[i e] t] p IH]; simpl; intros y z H; [destruct H as [<-|[]]; auto|].
  destruct (value x y t) as [b|]; [|destruct H]. apply in_flat_map in H. destruct H as [v [_ H]].
  apply IH in H. now rewrite put_length in H.
Qed.

Lemma options_of_iff R plans x y : all_plans (dimension R) (moves R) = Some plans ->
  In y (options_of R plans x) <-> is_option R x y.
Proof.
  intros P. unfold options_of, is_option, is_position. rewrite in_flat_map. split.
  - intros [[m p] [H1 H2]]. apply filter_In in H2. cbn [fst snd] in H2. rewrite andb_true_iff in H2. destruct H2 as [H2 [H3 H4]].
    apply candidates_length in H2. rewrite repeat_length in H2. repeat split; auto. exists m. split; auto.
    apply (all_plans_moves _ _ _ _ _ P H1).
  - intros [[H1 H2] [m [H3 H4]]]. destruct (all_plans_complete _ x y H1 _ _ P m H3 H4) as [p [H5 H6]].
    exists (m, p). split; auto. apply filter_In. cbn [fst snd]. rewrite andb_true_iff. auto.
Qed.

Lemma everywhere_sound shape : forall f, everywhere shape f = true -> forall x, in_box shape x = true -> f x = true.
Proof.
  induction shape as [|s shape IH]; simpl; intros f H [|a x] B; try discriminate; auto.
  rewrite andb_true_iff, N.ltb_lt in B. destruct B as [B1 B2].
  pose proof (below_sound _ _ H a B1) as H'. cbv beta in H'. now apply (IH (fun x => f (a :: x)) H').
Qed.

Theorem check_box_sound R shape entries : check_box R shape entries = true ->
  forall x, in_box shape x = true ->
  match entry (table_of entries) shape x with
  | Some v => has_value R x v
  | None => ~ is_position R x
  end.
Proof.
  unfold check_box. destruct (all_plans (dimension R) (moves R)) as [plans|] eqn:P; [|discriminate].
  set (tab := table_of entries). rewrite andb_true_iff, Nat.eqb_eq. intros [Hs H].
  pose proof (everywhere_sound _ _ H) as C. clear H.
  assert (Len : forall s x, in_box s x = true -> length x = length s).
  { induction s as [|a s IH]; intros [|b x]; simpl; try discriminate; auto. rewrite andb_true_iff. intros [_ B]. f_equal. auto. }
  assert (G : forall n x, in_box shape x = true -> (match value x x (measure R) with Some a => a | None => 0 end < N.of_nat n)%N ->
    forall v, entry tab shape x = Some v -> has_value R x v).
  { induction n as [|n IH]; intros x B M v E; [lia|].
    pose proof (C x B) as K. unfold place_ok in K. rewrite E, !andb_true_iff in K. destruct K as [K1 [K2 K3]].
    rewrite forallb_forall in K2.
    set (g := fun y => match entry tab shape y with Some u => u | None => 0%N end) in *.
    apply (by_options R x v g).
    - split; auto. rewrite <- Hs. now apply Len.
    - intros y Hy. pose proof Hy as [[_ Hd] _]. apply (options_of_iff R plans x y P) in Hy. specialize (K2 y Hy).
      rewrite andb_true_iff in K2. destruct K2 as [F Bx]. unfold falls in F.
      destruct (value x x (measure R)) as [a|]; [|discriminate]. destruct (value y y (measure R)) as [b|] eqn:Eb; [|discriminate].
      apply N.ltb_lt in F. pose proof (C y Bx) as Ky. unfold place_ok in Ky. unfold g.
      destruct (entry tab shape y) as [u|] eqn:Ey; [|rewrite Hd in Ky; discriminate].
      apply (IH y Bx); auto. rewrite Eb. lia.
    - apply mex_is_sound in K3. eapply mex_ext; [|exact K3]. intros u. rewrite in_map_iff. split.
      + intros [y [E1 E2]]. exists y. split; [now apply (options_of_iff R plans x y P)|auto].
      + intros [y [E1 E2]]. exists y. split; auto. now apply (options_of_iff R plans x y P). }
  intros x B. destruct (entry tab shape x) as [v|] eqn:E.
  - apply (G (S (N.to_nat (match value x x (measure R) with Some a => a | None => 0 end))) x B); auto. lia.
  - intros [_ Hd]. pose proof (C x B) as K. unfold place_ok in K. rewrite E, Hd in K. discriminate.
Qed.

Theorem has_value_unique R x v : has_value R x v -> forall w, has_value R x w -> v = w.
Proof.
  induction 1 as [x v g Hp Ho IH Hm]. intros w Hw. inversion Hw as [x' w' g' Hp' Ho' Hm']; subst.
  refine (mex_unique _ _ _ _ _ Hm Hm'). intros u. split; intros [y [H1 H2]]; exists y; split; auto.
  - rewrite <- H2. symmetry. apply (IH y H1). now apply Ho'.
  - rewrite <- H2. apply (IH y H1). now apply Ho'.
Qed.
