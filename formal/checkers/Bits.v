(** Sets of small numbers, for the checkers: two binary numbers, 62 bits in each.

    Extraction turns the binary numbers into native integers of 63 bits, so the
    numbers in a set must be below 124; the readers see to that.  The largest
    Hex board has 121 cells and two edges. *)

From Coq Require Import NArith Bool Lia.

Local Open Scope N_scope.

Definition set := (N * N)%type.

Definition empty : set := (0, 0).
Definition mem (x : N) (s : set) : bool :=
  if x <? 62 then N.testbit (fst s) x else N.testbit (snd s) (x - 62).
Definition add (x : N) (s : set) : set :=
  if x <? 62 then (N.setbit (fst s) x, snd s) else (fst s, N.setbit (snd s) (x - 62)).
Definition remove (x : N) (s : set) : set :=
  if x <? 62 then (N.clearbit (fst s) x, snd s) else (fst s, N.clearbit (snd s) (x - 62)).
Definition union (s t : set) : set := (N.lor (fst s) (fst t), N.lor (snd s) (snd t)).
Definition inter (s t : set) : set := (N.land (fst s) (fst t), N.land (snd s) (snd t)).
Definition minus (s t : set) : set := (N.ldiff (fst s) (fst t), N.ldiff (snd s) (snd t)).
Definition is_empty (s : set) : bool := (fst s =? 0) && (snd s =? 0).
Definition subset (s t : set) : bool := is_empty (minus s t).
Definition disjoint (s t : set) : bool := is_empty (inter s t).

Lemma mem_empty x : mem x empty = false.
Proof. unfold mem, empty. simpl. now destruct (x <? 62). Qed.

Lemma mem_union x s t : mem x (union s t) = mem x s || mem x t.
Proof. unfold mem, union. simpl. destruct (x <? 62); apply N.lor_spec. Qed.

Lemma mem_inter x s t : mem x (inter s t) = mem x s && mem x t.
Proof. unfold mem, inter. simpl. destruct (x <? 62); apply N.land_spec. Qed.

Lemma mem_minus x s t : mem x (minus s t) = mem x s && negb (mem x t).
Proof. unfold mem, minus. simpl. destruct (x <? 62); apply N.ldiff_spec. Qed.

Lemma mem_add x y s : mem y (add x s) = (x =? y) || mem y s.
Proof.
  unfold mem, add. destruct (N.ltb_spec x 62), (N.ltb_spec y 62); simpl.
  - rewrite N.setbit_eqb. reflexivity.
  - destruct (N.eqb_spec x y); [lia|reflexivity].
  - destruct (N.eqb_spec x y); [lia|reflexivity].
  - rewrite N.setbit_eqb. f_equal. destruct (N.eqb_spec x y), (N.eqb_spec (x - 62) (y - 62)); lia.
Qed.

Lemma mem_remove x y s : mem y (remove x s) = mem y s && negb (x =? y).
Proof.
  unfold mem, remove. destruct (N.ltb_spec x 62), (N.ltb_spec y 62); simpl.
  - rewrite N.clearbit_eqb. reflexivity.
  - destruct (N.eqb_spec x y); [lia|]. now rewrite andb_true_r.
  - destruct (N.eqb_spec x y); [lia|]. now rewrite andb_true_r.
  - rewrite N.clearbit_eqb. f_equal. f_equal.
    destruct (N.eqb_spec x y), (N.eqb_spec (x - 62) (y - 62)); lia.
Qed.

Lemma is_empty_mem s : is_empty s = true -> forall x, mem x s = false.
Proof.
  unfold is_empty, mem. intros H x. apply andb_true_iff in H. destruct H as [H1 H2].
  apply N.eqb_eq in H1, H2. rewrite H1, H2. destruct (x <? 62); apply N.bits_0.
Qed.

Lemma subset_mem s t : subset s t = true -> forall x, mem x s = true -> mem x t = true.
Proof.
  unfold subset. intros H x Hx. pose proof (is_empty_mem _ H x) as E.
  rewrite mem_minus, Hx in E. simpl in E. now apply negb_false_iff in E.
Qed.

Lemma disjoint_mem s t : disjoint s t = true -> forall x, mem x s = true -> mem x t = true -> False.
Proof.
  unfold disjoint. intros H x Hs Ht. pose proof (is_empty_mem _ H x) as E.
  rewrite mem_inter, Hs, Ht in E. discriminate.
Qed.

(** Names for the reader, which puts sets together from what it reads. *)
Definition no_points : set := empty.
Definition with_point (x : N) (s : set) : set := add x s.
