(** * Clauses, and proofs that they contradict each other

    A proof in the format LRAT is a list of steps. A step adds a clause and names the clauses from which it follows, or
    it deletes clauses. A clause follows when its negation leads, by the named clauses one after the other, to a clause
    of which every literal is false. *)

From Coq Require Import PArith List Bool FMapPositive.
Import ListNotations.

(** A literal is a variable ([true]) or its negation ([false]); a valuation gives each variable a value. *)

Definition literal : Type := bool * positive.
Definition clause : Type := list literal.
Definition valuation : Type := positive -> bool.

Definition true_literal (v : valuation) (l : literal) : Prop := v (snd l) = fst l.
Definition true_clause (v : valuation) (c : clause) : Prop := exists l, In l c /\ true_literal v l.
Definition model (v : valuation) (f : list clause) : Prop := forall c, In c f -> true_clause v c.
Definition satisfiable (f : list clause) : Prop := exists v, model v f.

(** ** The checker *)

Inductive step : Type :=
  | Add (number : positive) (c : clause) (hints : list positive)
  | Delete (numbers : list positive).

(** The literals that are assumed: some variables have a value. *)

Definition assumed : Type := PositiveMap.t bool.

Definition assume (l : literal) (a : assumed) : assumed := PositiveMap.add (snd l) (fst l) a.

Definition is_false (a : assumed) (l : literal) : bool :=
  match PositiveMap.find (snd l) a with Some b => negb (eqb b (fst l)) | None => false end.

(** What a clause says under what is assumed: it is false, it forces a literal, or neither. *)

Inductive effect : Type := Conflict | Forces (l : literal) | Nothing.

Fixpoint effect_of (a : assumed) (c : clause) : effect :=
  match c with
  | [] => Conflict
  | l :: c' =>
    if is_false a l then effect_of a c'
    else if forallb (is_false a) c' then Forces l else Nothing
  end.

Definition clauses : Type := PositiveMap.t clause.

(** [follows db a hints]: the named clauses lead from [a] to a conflict. *)

Fixpoint follows (db : clauses) (a : assumed) (hints : list positive) : bool :=
  match hints with
  | [] => false
  | n :: hints' =>
    match PositiveMap.find n db with
    | None => false
    | Some c =>
      match effect_of a c with
      | Conflict => true
      | Forces l => follows db (assume l a) hints'
      | Nothing => false
      end
    end
  end.

Definition opposite (l : literal) : literal := (negb (fst l), snd l).

Definition negation (c : clause) : assumed := fold_right (fun l => assume (opposite l)) (PositiveMap.empty bool) c.

Fixpoint refutes_from (db : clauses) (steps : list step) : bool :=
  match steps with
  | [] => false
  | Add n c hints :: steps' =>
    follows db (negation c) hints &&
    match c with [] => true | _ => refutes_from (PositiveMap.add n c db) steps' end
  | Delete numbers :: steps' => refutes_from (fold_left (fun d n => PositiveMap.remove n d) numbers db) steps'
  end.

Fixpoint numbered (n : positive) (f : list clause) (db : clauses) : clauses :=
  match f with [] => db | c :: f' => numbered (Pos.succ n) f' (PositiveMap.add n c db) end.

Definition refutes (f : list clause) (steps : list step) : bool :=
  refutes_from (numbered 1 f (PositiveMap.empty clause)) steps.

(** ** The proof *)

Definition all_true (v : valuation) (db : clauses) : Prop :=
  forall n c, PositiveMap.find n db = Some c -> true_clause v c.

Definition agrees (v : valuation) (a : assumed) : Prop :=
  forall x b, PositiveMap.find x a = Some b -> v x = b.

Lemma find_add {A} n k (x : A) m :
  PositiveMap.find n (PositiveMap.add k x m) = if Pos.eqb n k then Some x else PositiveMap.find n m.
Proof.
  destruct (Pos.eqb_spec n k) as [->|E]; [apply PositiveMap.gss | now apply PositiveMap.gso].
Qed.

Lemma agrees_assume v l a : true_literal v l -> agrees v a -> agrees v (assume l a).
Proof.
  intros H K x b. unfold assume. rewrite find_add. destruct (Pos.eqb_spec x (snd l)) as [->|_]; [|apply K].
  intros [= <-]. exact H.
Qed.

Lemma is_false_right v a l : agrees v a -> is_false a l = true -> ~ true_literal v l.
Proof.
  unfold is_false, true_literal. intros H. destruct (PositiveMap.find (snd l) a) as [b|] eqn:E; [|easy].
  rewrite (H _ _ E), negb_true_iff, eqb_false_iff. easy.
Qed.

Lemma effect_right v a c :
  agrees v a -> true_clause v c ->
  match effect_of a c with Conflict => False | Forces l => true_literal v l | Nothing => True end.
Proof.
  intros A. induction c as [|l c IH]; simpl; [now intros (? & [] & _)|].
  intros (k & [->|Hk] & T).
  - destruct (is_false a k) eqn:E; [now apply (is_false_right v) in E|]. now destruct (forallb _ c).
  - destruct (is_false a l) eqn:E; [apply IH; now exists k|].
    destruct (forallb (is_false a) c) eqn:F; [|easy].
    rewrite forallb_forall in F. now apply F, (is_false_right v) in Hk.
Qed.

Lemma follows_right v db a hints : all_true v db -> agrees v a -> follows db a hints = false \/ False.
Proof.
  intros D. revert a. induction hints as [|n hints IH]; simpl; intros a A; [now left|].
  destruct (PositiveMap.find n db) as [c|] eqn:E; [|now left].
  assert (H := effect_right v a c A (D _ _ E)).
  destruct (effect_of a c); [easy | | now left]. apply IH. now apply agrees_assume.
Qed.

Lemma true_or_negated v c : true_clause v c \/ agrees v (negation c).
Proof.
  induction c as [|l c [H|H]]; simpl.
  - right. intros x b. now rewrite PositiveMap.gempty.
  - left. destruct H as (k & ? & ?). exists k. simpl. auto.
  - destruct (bool_dec (v (snd l)) (fst l)) as [E|E].
    + left. exists l. simpl. auto.
    + right. apply agrees_assume; [|easy]. unfold true_literal, opposite. simpl.
      destruct (v (snd l)), (fst l); easy.
Qed.

Lemma all_true_add v db n c : all_true v db -> true_clause v c -> all_true v (PositiveMap.add n c db).
Proof.
  intros D T k d. rewrite find_add. destruct (Pos.eqb k n); [now intros [= <-] | apply D].
Qed.

Lemma all_true_remove v db n : all_true v db -> all_true v (PositiveMap.remove n db).
Proof.
  intros D k d. destruct (Pos.eq_dec k n) as [->|E]; [now rewrite PositiveMap.grs|].
  rewrite PositiveMap.gro by easy. apply D.
Qed.

Lemma refutes_from_right v db steps : all_true v db -> refutes_from db steps = false.
Proof.
  revert db. induction steps as [|[n c hints|numbers] steps IH]; simpl; intros db D; [easy| |].
  - destruct (true_or_negated v c) as [T|A].
    + destruct c as [|l c]; [now destruct T as (? & [] & _)|].
      rewrite IH; [apply andb_false_r | now apply all_true_add].
    + destruct (follows_right v db _ hints D A) as [->|[]]. easy.
  - apply IH. revert db D. induction numbers as [|n numbers IHn]; simpl; intros db D; [easy|].
    now apply IHn, all_true_remove.
Qed.

Lemma numbered_right v n f db : model v f -> all_true v db -> all_true v (numbered n f db).
Proof.
  revert n db. induction f as [|c f IH]; simpl; intros n db M D; [easy|].
  apply IH; [intros d Hd; apply M; now right|]. apply all_true_add; [easy | apply M; now left].
Qed.

Theorem refuted_is_unsatisfiable f steps : refutes f steps = true -> ~ satisfiable f.
Proof.
  intros H [v M]. unfold refutes in H. rewrite (refutes_from_right v) in H; [easy|].
  apply numbered_right; [easy|]. intros n c. now rewrite PositiveMap.gempty.
Qed.
