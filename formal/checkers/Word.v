(** The checker of `word`: finite facts about infinite words, or about a text (docs/formats/word.md).

    A symbol is its ASCII code.  What a certificate says is [says subject fact]; [check_word_sound]: if the checker says yes, it is true.
    The checker is handed the symbols that the fact looks at, and first verifies that the word begins with them.  The identities of the page hold for
    every n and every s (Metallic.v, Fibonacci.v), so nothing is computed for them. *)

From Coq Require Import NArith ZArith List Bool Arith Lia.
From Hissho Require Words Metallic Fibonacci.
From HisshoCheckers Require Import GrundyPeriod.
Import ListNotations.

(** ** The words *)

Notation symbol := N (only parsing).
Definition zero : symbol := 48%N.
Definition one : symbol := 49%N.

Definition is_prefix {A} (l m : list A) : Prop := exists r, m = l ++ r.

(** A substitution: letters with their images. *)
Definition rows := list (symbol * list symbol).

Fixpoint image (s : rows) (a : symbol) : list symbol :=
  match s with [] => [] | (b, l) :: s => if (a =? b)%N then l else image s a end.

Fixpoint powers_of (s : rows) (a : symbol) (m : nat) : list symbol :=
  match m with O => [a] | S m => flat_map (image s) (powers_of s a m) end.

Inductive subject :=
| Thue_morse
| Fibonacci_word (s : N)
| Fixed_point (first : symbol) (s : rows)
| Text (l : list symbol).

Inductive definition := Digits | Recurrence | Concatenation | Substitution | Cutting_line.

Definition letter (x : bool) : symbol := if x then one else zero.
Definition digit (x : nat) : symbol := if (x =? 0)%nat then zero else one.

Definition thue_morse_rows : rows := [(zero, [zero; one]); (one, [one; zero])].
Definition fibonacci_rows (s : nat) : rows := [(zero, repeat zero s ++ [one]); (one, [zero])].

(** G_0 = 0, G_1 is s zeros and a 1, G_(m+2) is s copies of G_(m+1) followed by G_m. *)
Fixpoint fibonacci_pair (s m : nat) : list symbol * list symbol :=
  match m with
  | O => ([zero], repeat zero s ++ [one])
  | S m => let (g, g') := fibonacci_pair s m in (g', concat (repeat g' s) ++ g)
  end.

(** By this definition the subject begins with [l]. *)
Definition starts (w : subject) (d : definition) (l : list symbol) : Prop :=
  match w, d with
  | Thue_morse, Digits => l = map (fun i => letter (Words.thue_morse i)) (seq 0 (length l))
  | Thue_morse, Recurrence =>
      exists x : nat -> bool, x 0%nat = false /\ (forall j, x (2 * j)%nat = x j) /\ (forall j, x (2 * j + 1)%nat = negb (x j)) /\
        l = map (fun i => letter (x i)) (seq 0 (length l))
  | Thue_morse, Concatenation => exists m, is_prefix l (map letter (Words.by_concatenation m))
  | Thue_morse, Substitution => exists m, is_prefix l (powers_of thue_morse_rows zero m)
  | Fibonacci_word s, Cutting_line => l = map (fun i => digit (Metallic.word (N.to_nat s) i)) (seq 1 (length l))
  | Fibonacci_word s, Concatenation => exists m, is_prefix l (fst (fibonacci_pair (N.to_nat s) m))
  | Fibonacci_word s, Substitution => exists m, is_prefix l (powers_of (fibonacci_rows (N.to_nat s)) zero m)
  | Fixed_point a s, Substitution => exists m, is_prefix l (powers_of s a m)
  | _, _ => False
  end.

(** The subject begins with [l], by its first definition; a text, by its letters. *)
Definition begins (w : subject) (l : list symbol) : Prop :=
  match w with
  | Thue_morse => starts w Digits l
  | Fibonacci_word _ => starts w Cutting_line l
  | Fixed_point _ _ => starts w Substitution l
  | Text t => is_prefix l t
  end.

(** ** The facts *)

Inductive identity := Mean | Ones | Zeros | Term_3 | Term_4 | Term_5 | Places_of_zeros | Places_of_ones | Difference | Split.

Inductive fact :=
| Agree (n : N) (ds : list definition)
| Begins (d : definition) (text : list symbol)
| Power_free (k n : N)
| Overlap_free (n : N)
| Repeats (i p k : N)
| Places (c : symbol) (first : N) (places : list N) (** terms are numbered from [first] *)
| Holds (x : identity) (n : N).

(** Symbols [i], ..., [i + t - 1] of the list equal those [p] further. *)
Definition repeats_for (l : list symbol) (i p t : nat) : Prop :=
  (i + t + p <= length l)%nat /\ forall j, (j < t)%nat -> nth_error l (i + j) = nth_error l (i + j + p).

(** The numbers a + b * root, root * root = d. *)
Definition times (d : Z) (x y : Z * Z) : Z * Z :=
  (fst x * fst y + d * (snd x * snd y), fst x * snd y + snd x * fst y)%Z.

Definition identity_at (s : nat) (x : identity) (n : nat) : Prop :=
  match x with
  | Mean => (* with 2 mu = s + root, root * root = s * s + 4: 4 mu mu = 2 s (2 mu) + 4, and 2 mu (2 mu - 2 s) = 4 *)
      let z := Z.of_nat s in
      times (z * z + 4) (z, 1%Z) (z, 1%Z) = (2 * z * z + 4, 2 * z)%Z /\ times (z * z + 4) (z, 1%Z) ((- z)%Z, 1%Z) = (4, 0)%Z
  | Ones => Fibonacci.is_floor_over_phi_squared (n + 1) (Metallic.count (Metallic.word 1) 1 n)
  | Zeros => Metallic.is_floor_over_mu 1 (n + 1) (Metallic.count (Metallic.word 1) 0 n)
  | Term_3 => forall a b, Fibonacci.is_floor_over_phi_squared (n + 1) a -> Fibonacci.is_floor_over_phi_squared n b ->
      Metallic.word 1 n + b = a
  | Term_4 => forall a b, Metallic.is_floor_over_mu 1 (n + 1) a -> Metallic.is_floor_over_mu 1 n b -> Metallic.word 1 n + a = 1 + b
  | Term_5 => forall a b, Metallic.is_floor_times_mu 1 (n + 1) a -> Metallic.is_floor_times_mu 1 n b -> Metallic.word 1 n + a = 2 + b
  | Places_of_zeros => forall m, Metallic.is_floor_over_mu s n m -> Metallic.is_nth (Metallic.word s) 0 n (n + m)
  | Places_of_ones => forall m, Metallic.is_floor_times_mu s n m -> Metallic.is_nth (Metallic.word s) 1 n (n + m)
  | Difference => exists a, Metallic.is_nth (Metallic.word s) 0 n a /\ Metallic.is_nth (Metallic.word s) 1 n (a + s * n)
  | Split => forall a b, Metallic.is_floor_over_mu 1 (n + 1) a -> Fibonacci.is_floor_over_phi_squared (n + 1) b -> a + b = n
  end.

Definition for_every_s (x : identity) : bool :=
  match x with Mean | Places_of_zeros | Places_of_ones | Difference => true | _ => false end.

Definition size (l : list symbol) : N := N.of_nat (length l).

Definition says (w : subject) (f : fact) : Prop :=
  match f with
  | Agree n ds => exists l, size l = n /\ forall d, In d ds -> starts w d l
  | Begins d text => starts w d text
  | Power_free k n => exists l, begins w l /\ size l = n /\
      forall i p, 1 <= p -> i + p * N.to_nat k <= length l -> ~ repeats_for l i p ((N.to_nat k - 1) * p)
  | Overlap_free n => exists l, begins w l /\ size l = n /\
      forall i p, 1 <= p -> i + 2 * p + 1 <= length l -> ~ repeats_for l i p (p + 1)
  | Repeats i p k => exists l, begins w l /\ size l = (i + p * k)%N /\
      repeats_for l (N.to_nat i) (N.to_nat p) ((N.to_nat k - 1) * N.to_nat p)
  | Places c first places => exists l, begins w l /\ (size l + first = last places 0 + 1)%N /\
      forall n, In n places <-> (first <= n)%N /\ nth_error l (N.to_nat (n - first)) = Some c
  | Holds x n => exists s, w = Fibonacci_word s /\ (for_every_s x = true \/ s = 1%N) /\
      forall m, 1 <= m <= N.to_nat n -> identity_at (N.to_nat s) x m
  end.

(** ** The checker *)

Definition symbols_eqb : list symbol -> list symbol -> bool :=
  fix go l m := match l, m with
                | [], [] => true
                | a :: l, b :: m => if (a =? b)%N then go l m else false
                | _, _ => false
                end.

(** The first is a prefix of the second. *)
Fixpoint prefixb (l m : list symbol) : bool :=
  match l, m with
  | [], _ => true
  | a :: l, b :: m => if (a =? b)%N then prefixb l m else false
  | _ :: _, [] => false
  end.

Fixpoint parity (p : positive) : bool :=
  match p with xH => true | xO p => parity p | xI p => negb (parity p) end.
Definition thue_morse_at (n : N) : bool := match n with N0 => false | Npos p => parity p end.

Fixpoint is_thue_morse (i : N) (l : list symbol) : bool :=
  match l with [] => true | a :: l => if (a =? letter (thue_morse_at i))%N then is_thue_morse (i + 1) l else false end.

Fixpoint is_cutting (s a b : N) (l : list symbol) : bool :=
  match l with
  | [] => true
  | x :: l =>
      if ((a + 1) * (a + 1) <? s * (a + 1) * (b + 1) + (b + 1) * (b + 1))%N
      then if (x =? zero)%N then is_cutting s (a + 1) b l else false
      else if (x =? one)%N then is_cutting s a (b + 1) l else false
  end.

(** What is left of [rest] when the image is taken off in front; nothing, if it ends before. *)
Fixpoint strip (im rest : list symbol) : option (list symbol) :=
  match im, rest with
  | [], _ => Some rest
  | _ :: _, [] => Some []
  | x :: im, y :: rest => if (x =? y)%N then strip im rest else None
  end.

(** The images of the letters of [l], one after the other, begin with [rest]. *)
Fixpoint spelt_by (s : rows) (l rest : list symbol) : bool :=
  match l with
  | [] => match rest with [] => true | _ => false end
  | a :: l => match strip (image s a) rest with Some rest => spelt_by s l rest | None => false end
  end.

(** [l] begins with [a], whose image begins with it and is longer; no image is empty; and [l] begins its own image. *)
Definition is_fixed (s : rows) (a : symbol) (l : list symbol) : bool :=
  match l with [] => false | b :: _ => (a =? b)%N end &&
  match image s a with b :: _ :: _ => (a =? b)%N | _ => false end &&
  forallb (fun b => match image s b with [] => false | _ => true end) l &&
  spelt_by s l l.

Definition check_starts (w : subject) (d : definition) (l : list symbol) : bool :=
  match w, d with
  | Thue_morse, Digits | Thue_morse, Recurrence | Thue_morse, Concatenation => is_thue_morse 0 l
  | Thue_morse, Substitution => is_fixed thue_morse_rows zero l
  | Fibonacci_word s, Cutting_line => is_cutting s 0 0 l
  | Fibonacci_word s, Concatenation | Fibonacci_word s, Substitution => is_fixed (fibonacci_rows (N.to_nat s)) zero l
  | Fixed_point a s, Substitution => is_fixed s a l
  | _, _ => false
  end.

Definition check_begins (w : subject) (l : list symbol) : bool :=
  match w with
  | Thue_morse => check_starts w Digits l
  | Fibonacci_word _ => check_starts w Cutting_line l
  | Fixed_point _ _ => check_starts w Substitution l
  | Text t => prefixb l t
  end.

(** Are two lists equal at [target] places in a row? *)
Fixpoint has_run (target found : N) (l m : list symbol) : bool :=
  if (target <=? found)%N then true
  else match l, m with
       | a :: l, b :: m => has_run target (if (a =? b)%N then found + 1 else 0)%N l m
       | _, _ => false
       end.

(** For [p], [p] + 1, ... as long as [fits]: no run of length [target p] between [l] and [l] without its first p symbols; [m] is [l] without p - 1. *)
Fixpoint no_runs (fits : N -> bool) (target : N -> N) (l : list symbol) (p : N) (m : list symbol) : bool :=
  match m with
  | [] => true
  | _ :: m => if fits p then if has_run (target p) 0 l m then false else no_runs fits target l (p + 1)%N m else true
  end.

Fixpoint drop (n : N) (l : list symbol) {struct l} : list symbol :=
  match n with N0 => l | _ => match l with [] => [] | _ :: l => drop (N.pred n) l end end.

(** The first [n] symbols of the two are there and equal. *)
Fixpoint equal_for (n : N) (l m : list symbol) {struct l} : bool :=
  match n with
  | N0 => true
  | _ => match l, m with a :: l, b :: m => if (a =? b)%N then equal_for (N.pred n) l m else false | _, _ => false end
  end.

Fixpoint places_from (c : symbol) (i : N) (l : list symbol) : list N :=
  match l with [] => [] | a :: l => if (a =? c)%N then i :: places_from c (i + 1)%N l else places_from c (i + 1)%N l end.

Definition length_is (l : list symbol) (n : N) : bool := (count l 0 =? n)%N.

Definition check_word (w : subject) (f : fact) (l : list symbol) : bool :=
  match f with
  | Agree n ds => length_is l n && forallb (fun d => check_starts w d l) ds
  | Begins d text => check_starts w d text
  | Power_free k n => check_begins w l && length_is l n && (2 <=? k)%N &&
      no_runs (fun p => p * k <=? n)%N (fun p => (k - 1) * p)%N l 1 l
  | Overlap_free n => check_begins w l && length_is l n &&
      no_runs (fun p => 2 * p + 1 <=? n)%N (fun p => p + 1)%N l 1 l
  | Repeats i p k => check_begins w l && length_is l (i + p * k)%N && (1 <=? k)%N &&
      (let m := drop i l in equal_for ((k - 1) * p)%N m (drop p m))
  | Places c first places => check_begins w l && length_is l (last places 0 + 1 - first)%N && (first <=? last places 0)%N &&
      symbols_eqb (places_from c first l) places
  | Holds x n => match w with Fibonacci_word s => (1 <=? s)%N && (for_every_s x || (s =? 1)%N) | _ => false end
  end.

(** ** It is right *)

Lemma prefixb_sound l : forall m, prefixb l m = true -> is_prefix l m.
Proof.
  induction l as [|a l IH]; intros m; simpl; [intros _; exists m; reflexivity|].
  destruct m as [|b m]; [discriminate|]. destruct (N.eqb_spec a b) as [->|]; [|discriminate].
  intros H. destruct (IH m H) as [r ->]. exists r. reflexivity.
Qed.

Lemma symbols_eqb_sound l : forall m, symbols_eqb l m = true -> l = m.
Proof.
  induction l as [|a l IH]; intros [|b m]; simpl; try discriminate; auto.
  destruct (N.eqb_spec a b) as [->|]; [|discriminate]. intros H. now rewrite (IH m H).
Qed.

Lemma length_is_iff l n : length_is l n = true <-> size l = n.
Proof. unfold length_is, size. rewrite N.eqb_eq, count_length. lia. Qed.

(** *** Thue-Morse *)

Lemma thue_morse_at_spec i : thue_morse_at (N.of_nat i) = Words.thue_morse i.
Proof.
  apply (Words.recurrence_unique (fun i => thue_morse_at (N.of_nat i))); auto.
  - intros j _. rewrite Nat2N.inj_mul. destruct (N.of_nat j) as [|q]; reflexivity.
  - intros j. rewrite Nat2N.inj_add, Nat2N.inj_mul. destruct (N.of_nat j) as [|q]; reflexivity.
Qed.

Lemma is_thue_morse_sound l : forall i, is_thue_morse (N.of_nat i) l = true ->
  l = map (fun i => letter (Words.thue_morse i)) (seq i (length l)).
Proof.
  induction l as [|a l IH]; intros i; simpl; auto.
  destruct (N.eqb_spec a (letter (thue_morse_at (N.of_nat i)))) as [->|]; [|discriminate].
  rewrite thue_morse_at_spec. replace (N.of_nat i + 1)%N with (N.of_nat (S i)) by lia. intros H. f_equal. now apply IH.
Qed.

Lemma map_prefix {A} (f : nat -> A) n m : n <= m -> is_prefix (map f (seq 0 n)) (map f (seq 0 m)).
Proof.
  intros H. replace m with (n + (m - n)) by lia. rewrite seq_app, map_app. eexists. reflexivity.
Qed.

(** *** Substitutions *)

Lemma strip_sound im : forall rest left, strip im rest = Some left ->
  (exists r, rest ++ r = im /\ left = []) \/ rest = im ++ left.
Proof.
  induction im as [|x im IH]; intros rest left; simpl.
  - intros E. inversion E. now right.
  - destruct rest as [|y rest].
    + intros E. inversion E. left. exists (x :: im). auto.
    + destruct (N.eqb_spec x y) as [->|]; [|discriminate]. intros E. destruct (IH rest left E) as [[r [<- ->]]| ->]; [left|right; auto].
      exists r. auto.
Qed.

Lemma spelt_by_nil s l : spelt_by s l [] = true.
Proof. induction l as [|a l IH]; simpl; auto. destruct (image s a); simpl; auto. Qed.

Lemma spelt_by_sound s l : forall rest, spelt_by s l rest = true -> is_prefix rest (flat_map (image s) l).
Proof.
  induction l as [|a l IH]; intros rest; simpl.
  - destruct rest; [|discriminate]. intros _. exists []. reflexivity.
  - destruct (strip (image s a) rest) as [left|] eqn:E; [|discriminate]. intros H.
    destruct (strip_sound _ _ _ E) as [[r [E' ->]]| ->].
    + exists (r ++ flat_map (image s) l). rewrite <- E'. now rewrite app_assoc.
    + destruct (IH left H) as [r E']. exists r. rewrite E'. now rewrite app_assoc.
Qed.

Lemma images_long s l : (forall c, In c l -> match image s c with [] => false | _ => true end = true) ->
  forall k, k <= length l -> k <= length (flat_map (image s) (firstn k l)).
Proof.
  induction l as [|b l IH]; intros H k Hk; [simpl in Hk; lia|]. destruct k as [|k]; [lia|].
  simpl. rewrite app_length. simpl in Hk. specialize (IH (fun c Hc => H c (or_intror Hc)) k ltac:(lia)).
  specialize (H b (or_introl eq_refl)). destruct (image s b); [discriminate|]. simpl. lia.
Qed.

Lemma is_fixed_sound s a l : is_fixed s a l = true -> exists m, is_prefix l (powers_of s a m).
Proof.
  unfold is_fixed. rewrite !andb_true_iff. intros [[[H1 H2] H3] H4].
  destruct l as [|b l0] eqn:El; [discriminate|]. rewrite <- El in *. apply N.eqb_eq in H1. subst b.
  apply spelt_by_sound in H4. rewrite forallb_forall in H3.
  assert (G : forall k, S k <= length l -> exists m, is_prefix (firstn (S k) l) (powers_of s a m)).
  { induction k as [|k IH]; intros Hk.
    - exists 0. rewrite El. simpl. exists []. reflexivity.
    - destruct (IH ltac:(lia)) as [m [r E]]. exists (S m). simpl powers_of. rewrite E, flat_map_app.
      assert (L : length (flat_map (image s) (firstn (S k) l)) >= S (S k)).
      { rewrite El. simpl firstn. simpl flat_map. rewrite app_length.
        destruct (image s a) as [|x [|y im]] eqn:Ei; try discriminate.
        assert (length (flat_map (image s) (firstn k l0)) >= k).
        { apply images_long; [intros c Hc; apply H3; rewrite El; now right|]. rewrite El in Hk. simpl in Hk. lia. }
        simpl. lia. }
      destruct H4 as [r' E']. 
      assert (F : firstn (S (S k)) l = firstn (S (S k)) (flat_map (image s) (firstn (S k) l))).
      { rewrite <- (firstn_skipn (S k) l) in E' at 1. rewrite flat_map_app in E'.
        apply (f_equal (firstn (S (S k)))) in E'. rewrite !firstn_app in E'.
        replace (S (S k) - length (flat_map (image s) (firstn (S k) l))) with 0 in E' by lia.
        replace (S (S k) - length l) with 0 in E' by lia. rewrite !firstn_O, !app_nil_r in E'. now symmetry. }
      rewrite F. exists (skipn (S (S k)) (flat_map (image s) (firstn (S k) l)) ++ flat_map (image s) r).
      rewrite app_assoc, firstn_skipn. reflexivity. }
  destruct (G (length l - 1)) as [m H].
  - rewrite El. simpl. lia.
  - exists m. replace (S (length l - 1)) with (length l) in H by (rewrite El; simpl; lia). now rewrite firstn_all in H.
Qed.

(** Concatenation and substitution of the Fibonacci words: G_m is the m-th image of 0. *)
Lemma flat_map_concat_repeat {A B} (f : A -> list B) (l : list A) n :
  flat_map f (concat (repeat l n)) = concat (repeat (flat_map f l) n).
Proof. induction n as [|n IH]; simpl; auto. now rewrite flat_map_app, IH. Qed.

Lemma concat_repeat_single {A} (x : A) n : concat (repeat [x] n) = repeat x n.
Proof. induction n as [|n IH]; simpl; auto. now rewrite IH. Qed.

Lemma fibonacci_powers s m :
  fibonacci_pair s m = (powers_of (fibonacci_rows s) zero m, powers_of (fibonacci_rows s) zero (S m)).
Proof.
  induction m as [|m IH]; [simpl; now rewrite app_nil_r|].
  change (fibonacci_pair s (S m)) with (let (g, g') := fibonacci_pair s m in (g', concat (repeat g' s) ++ g)). rewrite IH. f_equal.
  set (R := fibonacci_rows s).
  assert (Z : forall k, flat_map (image R) (repeat zero k) = concat (repeat (image R zero) k)).
  { intros k. rewrite <- (concat_repeat_single zero k), flat_map_concat_repeat. simpl. now rewrite app_nil_r. }
  clear IH. induction m as [|m IH].
  - change (powers_of R zero 2) with (flat_map (image R) (flat_map (image R) [zero])).
    change (powers_of R zero 1) with (flat_map (image R) [zero]). change (powers_of R zero 0) with [zero].
    replace (flat_map (image R) [zero]) with (repeat zero s ++ [one]) by (simpl; now rewrite app_nil_r).
    rewrite flat_map_app, Z. reflexivity.
  - replace (powers_of R zero (S (S (S m)))) with
      (flat_map (image R) (concat (repeat (powers_of R zero (S m)) s) ++ powers_of R zero m)) by (rewrite IH; reflexivity).
    rewrite flat_map_app, flat_map_concat_repeat. reflexivity.
Qed.

(** *** The cutting sequence *)

Lemma is_cutting_sound s l : forall i a b, Metallic.walk (N.to_nat s) i = (N.to_nat a, N.to_nat b) ->
  is_cutting s a b l = true -> l = map (fun i => digit (Metallic.word (N.to_nat s) i)) (seq (S i) (length l)).
Proof.
  induction l as [|x l IH]; intros i a b W; simpl; auto.
  assert (E : Metallic.below_mub (N.to_nat s) (S (N.to_nat a)) (S (N.to_nat b)) =
    ((a + 1) * (a + 1) <? s * (a + 1) * (b + 1) + (b + 1) * (b + 1))%N).
  { unfold Metallic.below_mub.
    destruct (N.ltb_spec ((a + 1) * (a + 1)) (s * (a + 1) * (b + 1) + (b + 1) * (b + 1))) as [H|H].
    - apply Nat.ltb_lt. replace (S (N.to_nat a)) with (N.to_nat (a + 1)) by lia. replace (S (N.to_nat b)) with (N.to_nat (b + 1)) by lia.
      rewrite <- !N2Nat.inj_mul, <- N2Nat.inj_add. lia.
    - apply Nat.ltb_ge. replace (S (N.to_nat a)) with (N.to_nat (a + 1)) by lia. replace (S (N.to_nat b)) with (N.to_nat (b + 1)) by lia.
      rewrite <- !N2Nat.inj_mul, <- N2Nat.inj_add. lia. }
  assert (Wd : Metallic.word (N.to_nat s) (S i) = if ((a + 1) * (a + 1) <? s * (a + 1) * (b + 1) + (b + 1) * (b + 1))%N then 0 else 1).
  { unfold Metallic.word. replace (S i - 1) with i by lia. rewrite W, E. reflexivity. }
  assert (Ws : Metallic.walk (N.to_nat s) (S i) =
    if ((a + 1) * (a + 1) <? s * (a + 1) * (b + 1) + (b + 1) * (b + 1))%N then (N.to_nat (a + 1), N.to_nat b) else (N.to_nat a, N.to_nat (b + 1))).
  { simpl. rewrite W, E. destruct (_ <? _)%N; f_equal; lia. }
  rewrite Wd. destruct ((a + 1) * (a + 1) <? s * (a + 1) * (b + 1) + (b + 1) * (b + 1))%N.
  - destruct (N.eqb_spec x zero) as [->|]; [|discriminate]. intros H. f_equal. now apply (IH (S i) (a + 1)%N b).
  - destruct (N.eqb_spec x one) as [->|]; [|discriminate]. intros H. f_equal. now apply (IH (S i) a (b + 1)%N).
Qed.

Lemma check_starts_sound w d l : check_starts w d l = true -> starts w d l.
Proof.
  destruct w as [|s|a s|t], d; simpl; try discriminate; intros H.
  - apply (is_thue_morse_sound l 0 H).
  - exists Words.thue_morse. destruct Words.recurrence as [R1 [R2 R3]]. repeat split; auto. apply (is_thue_morse_sound l 0 H).
  - exists (length l). rewrite Words.concatenation, map_map. rewrite (is_thue_morse_sound l 0 H) at 1. apply map_prefix.
    apply Nat.lt_le_incl, Nat.pow_gt_lin_r. lia.
  - now apply is_fixed_sound.
  - destruct (is_fixed_sound _ _ _ H) as [m P]. exists m. now rewrite fibonacci_powers.
  - now apply is_fixed_sound.
  - apply (is_cutting_sound s l 0 0 0); auto.
  - now apply is_fixed_sound.
Qed.

Lemma check_begins_sound w l : check_begins w l = true -> begins w l.
Proof.
  destruct w; simpl check_begins; unfold begins; intros H; try (now apply check_starts_sound). now apply prefixb_sound.
Qed.

(** *** Repetitions *)

Definition run_at (l m : list symbol) (i t : nat) : Prop :=
  forall j, j < t -> exists x, nth_error l (i + j) = Some x /\ nth_error m (i + j) = Some x.

Lemma has_run_false t l : forall m f, has_run (N.of_nat t) (N.of_nat f) l m = false ->
  ~ run_at l m 0 (t - f) /\ forall i, ~ run_at l m i t.
Proof.
  induction l as [|a l IH]; intros m f; simpl; destruct (N.leb_spec (N.of_nat t) (N.of_nat f)) as [L|L]; try discriminate; intros H.
  - split; [intros R; destruct (R 0) as [x [E _]]; [lia|discriminate]|].
    intros i R. destruct (R 0) as [x [E _]]; [lia|]. destruct i; discriminate.
  - destruct m as [|b m].
    + split; [intros R; destruct (R 0) as [x [_ E]]; [lia|discriminate]|].
      intros i R. destruct (R 0) as [x [_ E]]; [lia|]. destruct (i + 0); discriminate.
    + assert (H' : exists f', has_run (N.of_nat t) (N.of_nat f') l m = false /\ (a = b -> f' = S f)).
      { destruct (N.eqb_spec a b) as [->|Hn].
        - exists (S f). split; auto. now replace (N.of_nat (S f)) with (N.of_nat f + 1)%N by lia.
        - exists 0. split; [exact H|contradiction]. }
      destruct H' as [f' [H' Hf]]. destruct (IH m f' H') as [I1 I2].
      assert (R0 : ~ run_at (a :: l) (b :: m) 0 (t - f)).
      { intros R. destruct (R 0) as [x [E1 E2]]; [lia|]. simpl in E1, E2. assert (a = b) by congruence. rewrite (Hf H0) in I1.
        apply I1. intros j Hj. destruct (R (S j)) as [y [E3 E4]]; [lia|]. exists y. auto. }
      split; auto. intros [|i] R.
      * apply R0. intros j Hj. apply R. lia.
      * apply (I2 i). intros j Hj. destruct (R j Hj) as [x [E1 E2]]. exists x. auto.
Qed.

Lemma nth_error_skipn' {A} p (l : list A) j : nth_error (skipn p l) j = nth_error l (p + j).
Proof. revert l. induction p as [|p IH]; intros [|a l]; simpl; auto. destruct j; reflexivity. Qed.

Lemma tl_skipn {A} k : forall l : list A, tl (skipn k l) = skipn (S k) l.
Proof. induction k as [|k IH]; intros [|b l]; auto. exact (IH l). Qed.

Lemma no_runs_sound fits target l : (forall p q, (p <= q)%N -> fits q = true -> fits p = true) -> forall m p,
  m = skipn (p - 1) l -> 1 <= p -> no_runs fits target l (N.of_nat p) m = true ->
  forall q, p <= q -> q < length l -> fits (N.of_nat q) = true -> has_run (target (N.of_nat q)) 0 l (skipn q l) = false.
Proof.
  intros Mono. induction m as [|a m IH]; intros p Em Hp H q Hq Hl Hf.
  - apply (f_equal (@length _)) in Em. rewrite skipn_length in Em. simpl in Em. lia.
  - simpl in H. rewrite (Mono (N.of_nat p) (N.of_nat q)) in H by (auto; lia).
    assert (Es : m = skipn p l).
    { apply (f_equal (@tl _)) in Em. rewrite tl_skipn in Em. simpl tl in Em. rewrite Em. f_equal. lia. }
    destruct (has_run (target (N.of_nat p)) 0 l m) eqn:E; [discriminate|].
    destruct (Nat.eq_dec p q) as [->|N]; [now rewrite <- Es|].
    apply (IH (S p)); auto; try lia.
    + now replace (S p - 1) with p by lia.
    + now replace (N.of_nat (S p)) with (N.of_nat p + 1)%N by lia.
Qed.

Lemma repeats_run l i p t : 1 <= t -> repeats_for l i p t -> run_at l (skipn p l) i t.
Proof.
  intros Ht [H1 H2] j Hj. destruct (nth_error l (i + j)) as [x|] eqn:E.
  - exists x. split; auto. rewrite nth_error_skipn'. rewrite <- E, (H2 j Hj). f_equal. lia.
  - apply nth_error_None in E. lia.
Qed.

Lemma drop_skipn l : forall n, drop n l = skipn (N.to_nat n) l.
Proof.
  induction l as [|a l IH]; intros n; destruct n as [|q]; simpl; auto.
  - now rewrite skipn_nil.
  - rewrite IH. destruct (Pos2Nat.is_succ q) as [k Ek]. rewrite Ek. simpl. f_equal.
    pose proof (N.pos_pred_spec q). lia.
Qed.

Lemma equal_for_sound l : forall n m, equal_for n l m = true -> forall j, j < N.to_nat n -> exists x,
  nth_error l j = Some x /\ nth_error m j = Some x.
Proof.
  induction l as [|a l IH]; intros n m; destruct n as [|q]; simpl; try discriminate; try (intros; lia).
  destruct m as [|b m]; [discriminate|]. destruct (N.eqb_spec a b) as [->|]; [|discriminate]. intros H j Hj.
  destruct j as [|j]; [exists b; auto|]. simpl. apply (IH (Pos.pred_N q) m H). pose proof (N.pos_pred_spec q). lia.
Qed.

Lemma places_from_spec c l : forall i n, In n (places_from c i l) <-> (i <= n)%N /\ nth_error l (N.to_nat (n - i)) = Some c.
Proof.
  induction l as [|a l IH]; intros i n; simpl.
  - split; [tauto|]. intros [_ H]. now destruct (N.to_nat (n - i)).
  - assert (S : (i + 1 <= n)%N -> nth_error (a :: l) (N.to_nat (n - i)) = nth_error l (N.to_nat (n - (i + 1)))).
    { intros H. replace (N.to_nat (n - i)) with (S (N.to_nat (n - (i + 1)))) by lia. reflexivity. }
    destruct (N.eqb_spec a c) as [->|Hn]; simpl; rewrite IH.
    + split.
      * intros [<-|[H1 H2]]; [split; [lia|]; now replace (i - i)%N with 0%N by lia|]. split; [lia|]. now rewrite S.
      * intros [H1 H2]. destruct (N.eq_dec i n) as [->|N]; [now left|right]. split; [lia|]. rewrite <- S; auto. lia.
    + split.
      * intros [H1 H2]. split; [lia|]. now rewrite S.
      * intros [H1 H2]. assert (i <> n).
        { intros ->. replace (n - n)%N with 0%N in H2 by lia. simpl in H2. congruence. }
        split; [lia|]. rewrite <- S; auto. lia.
Qed.

(** *** Identities *)

Lemma over_mu_unique s i m : 1 <= s -> Metallic.is_floor_over_mu s i m -> m = Metallic.over_mu s i.
Proof.
  intros Hs [H1 H2]. destruct (Metallic.over_mu_spec s i) as [H3 H4]. set (k := Metallic.over_mu s i) in *. nia.
Qed.

Lemma times_mu_unique s i m m' : 1 <= s -> Metallic.is_floor_times_mu s i m -> Metallic.is_floor_times_mu s i m' -> m = m'.
Proof. intros Hs [H1 H2] [H3 H4]. nia. Qed.

Lemma identity_holds s x n : 1 <= s -> for_every_s x = true \/ s = 1 -> 1 <= n -> identity_at s x n.
Proof.
  intros Hs Hx Hn. destruct x; unfold identity_at; cbv zeta.
  - unfold times. cbn [fst snd]. split; apply f_equal2; ring.
  - apply Fibonacci.proposition_40_1.
  - apply Fibonacci.proposition_40_2.
  - intros a b Ha Hb. now apply (Fibonacci.proposition_40_3 n).
  - intros a b Ha Hb. apply over_mu_unique in Ha, Hb; auto. subst. now apply Fibonacci.proposition_40_4.
  - intros a b Ha Hb. now apply (Fibonacci.proposition_40_5 n).
  - intros m Hm. apply over_mu_unique in Hm; auto. subst.
    apply (proj1 (Metallic.proposition_48_1 s Hs n (n + Metallic.over_mu s n) Hn)). reflexivity.
  - intros m Hm. apply (proj1 (Metallic.proposition_48_2 s Hs n (n + m) Hn)).
    pose proof (proj2 (Metallic.proposition_48_2 s Hs n 0 Hn)) as H. pose proof (times_mu_unique s n m _ Hs Hm H).
    unfold Metallic.l, Metallic.k in *. lia.
  - exists (Metallic.k s n). split; [now apply (proj1 (Metallic.proposition_48_1 s Hs n _ Hn))|].
    apply (proj1 (Metallic.proposition_48_2 s Hs n _ Hn)). reflexivity.
  - intros a b Ha Hb. pose proof (Fibonacci.proposition_40_1 n) as H1. pose proof (Fibonacci.proposition_40_2 n) as H2.
    pose proof (Fibonacci.floor_over_phi_squared_unique _ _ _ Hb H1). apply over_mu_unique in Ha, H2; auto.
    pose proof (Metallic.walk_count 1 n) as W. destruct (Metallic.walk 1 n) as [u v] eqn:E.
    destruct (Metallic.walk_spec 1 (le_n 1) n u v E) as (S1 & _). inversion W. lia.
Qed.

Theorem check_word_sound w f l : check_word w f l = true -> says w f.
Proof.
  destruct f; simpl; rewrite ?andb_true_iff, ?length_is_iff.
  - intros [H1 H2]. exists l. split; auto. rewrite forallb_forall in H2. intros d Hd. now apply check_starts_sound, H2.
  - apply check_starts_sound.
  - intros [[[H1 H2] H3] H4]. apply N.leb_le in H3. exists l. split; [now apply check_begins_sound|]. split; auto.
    intros i p Hp Hi R. apply (repeats_run l i p) in R; [|nia].
    pose proof (no_runs_sound (fun p => p * k <=? n)%N (fun p => (k - 1) * p)%N l ltac:(intros u v Huv Hv; apply N.leb_le in Hv; apply N.leb_le; nia) l 1 eq_refl (le_n 1) H4 p Hp) as F.
    unfold size in H2. specialize (F ltac:(nia) ltac:(apply N.leb_le; rewrite <- H2, <- (N2Nat.id k), <- Nat2N.inj_mul; nia)).
    cbv beta in F. replace ((k - 1) * N.of_nat p)%N with (N.of_nat ((N.to_nat k - 1) * p)) in F by (rewrite Nat2N.inj_mul; f_equal; lia).
    apply (has_run_false _ l _ 0) in F. now apply (proj2 F i).
  - intros [[H1 H2] H4]. exists l. split; [now apply check_begins_sound|]. split; auto.
    intros i p Hp Hi R. apply (repeats_run l i p) in R; [|lia].
    pose proof (no_runs_sound (fun p => 2 * p + 1 <=? n)%N (fun p => p + 1)%N l ltac:(intros u v Huv Hv; apply N.leb_le in Hv; apply N.leb_le; lia) l 1 eq_refl (le_n 1) H4 p Hp) as F.
    unfold size in H2. specialize (F ltac:(lia) ltac:(apply N.leb_le; lia)).
    cbv beta in F. replace (N.of_nat p + 1)%N with (N.of_nat (p + 1)) in F by lia.
    apply (has_run_false _ l _ 0) in F. now apply (proj2 F i).
  - intros [[[H1 H2] H3] H4]. apply N.leb_le in H3. exists l. split; [now apply check_begins_sound|]. split; auto.
    unfold size in H2. split; [nia|]. intros j Hj. rewrite !drop_skipn in H4.
    destruct (equal_for_sound _ _ _ H4 j) as [x [E1 E2]]; [rewrite N2Nat.inj_mul, N2Nat.inj_sub; exact Hj|]. 
    rewrite nth_error_skipn' in E1. rewrite !nth_error_skipn' in E2. replace (N.to_nat i + j + N.to_nat p) with (N.to_nat i + (N.to_nat p + j)) by lia. congruence.
  - intros [[[H1 H2] H3] H4]. apply N.leb_le in H3. exists l. split; [now apply check_begins_sound|]. split; [lia|].
    apply symbols_eqb_sound in H4. rewrite <- H4. intros n. apply places_from_spec.
  - destruct w as [|s| |]; try discriminate. rewrite andb_true_iff, orb_true_iff, N.leb_le, N.eqb_eq. intros [H1 H2].
    exists s. split; auto. split; auto. intros m Hm. apply identity_holds; try lia. destruct H2 as [H2| ->]; auto.
Qed.
