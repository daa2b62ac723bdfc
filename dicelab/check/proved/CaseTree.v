(** * Trees of cases

    A case names units that are on different dice. Counting refutes it, or it is split: some other unit is on the die of
    the first named unit, or of the second, and so on, or on a die of its own, and then it is named too. The tree of the
    splits comes from outside; here is proved that it covers all dice, and that a leaf which the checker accepts has none. *)

From Coq Require Import PArray ZArith List Arith Lia Bool Permutation Uint63.
From Dicelab Require Import Definitions Certificate Counting Bits Tables.
Import ListNotations.
Open Scope uint63_scope.

(** ** The program *)

Fixpoint drop {A} (n : nat) (l : list A) : list A :=
  match n, l with S n', _ :: l' => drop n' l' | _, _ => l end.

(** All ways to choose [n] members of a list, each with the members that are left. *)

Fixpoint choices {A} (n : nat) (l : list A) : list (list A * list A) :=
  match n, l with
  | O, _ => [([], l)]
  | S _, [] => []
  | S n', x :: l' =>
    map (fun p => (x :: fst p, snd p)) (choices n' l') ++ map (fun p => (fst p, x :: snd p)) (choices n l')
  end.

(** What the evidence may choose: how much is to be counted, and where. A number says which sets of units are looked at:
    those with all named units but so many of them. [at_split] has one number for each number of named units; [at_leaf]
    those of a leaf, one after the other, then those of the cases into which the leaf is split, and so on. *)

Record strategy := Strategy { at_split : list nat; at_leaf : list (list nat) }.

Inductive sign := Ended | Split (c : int).

Section Program.

Variable bad : int -> bool.
Variable all : int.
Variable dice : nat.
Variable needs : list nat.
Variable how : strategy.

Definition walk_from (n : nat) (named free : list unit_) (t : table) : table :=
  fold_left (fun t (p : list unit_ * list unit_) => walk bad (named ++ free) (drop n needs) (fst p) (snd p ++ free) t)
    (choices n named) t.

Definition walked (less : nat) (named free : list unit_) (t : table) : table :=
  if (less <=? length named)%nat then walk_from (length named - less) named free t else t.

(** Named units are on different dice. That is impossible if one of them is not in the row of the others, if too few cells
    are in the row of them all, or if some have too many cells. *)

Definition off_rows (named : list unit_) (t : table) : bool :=
  existsb (fun p : unit_ * list unit_ =>
    negb (row t (firsts (snd p)) land mask (fst p) =? mask (fst p))) (picks [] named) ||
  fewer (nth (length named) needs O) (row t (firsts named)).

Definition impossible (named : list unit_) (t : table) : bool :=
  off_rows named t ||
  existsb (fun n => existsb (fun p => fewer (nth n needs O) (without all (masks (fst p)))) (choices n named))
    (seq 1 (length named)).

(** Counts until the named units are seen to be impossible, or returns what is known then. *)

Fixpoint left_open (tries : list nat) (named free : list unit_) (t : table) : option table :=
  if impossible named t then None else
  match tries with [] => Some t | less :: more => left_open more named free (walked less named free t) end.

Fixpoint take (c : int) (before l : list unit_) : option (unit_ * list unit_) :=
  match l with
  | [] => None
  | u :: l' => if mask u land bit_of c =? 0 then take c (u :: before) l' else Some (u, rev_append before l')
  end.

Fixpoint joined (u : unit_) (before l : list unit_) : list (list unit_) :=
  match l with [] => [] | x :: l' => rev_append before (join x u :: l') :: joined u (x :: before) l' end.

Definition cases_of (u : unit_) (named : list unit_) : list (list unit_) :=
  joined u [] named ++ (if (length named <? dice)%nat then [named ++ [u]] else []).

(** A leaf may need a few splits of its own: mostly some unit can be on one die only, and joins the unit there. The unit
    with the fewest cases that are possible is split; which one that is, need not be proved. *)

Definition cases_open (t : table) (named : list unit_) (u : unit_) : nat :=
  length (filter (fun named' => negb (off_rows named' t)) (cases_of u named)).

Fixpoint fewest (t : table) (named : list unit_) (n : nat) (c : int) (free : list unit_) : int :=
  match n, free with
  | S (S _), u :: free' =>
    let m := cases_open t named u in
    if (m <? n)%nat then fewest t named m (first u) free' else fewest t named n c free'
  | _, _ => c
  end.

Fixpoint refuted (tries : list (list nat)) (named free : list unit_) (t : table) : bool :=
  match tries with
  | [] => false
  | now :: deeper =>
    match left_open now named free t with
    | None => true
    | Some t' =>
      match take (fewest t' named (S (S dice)) 0 free) [] free with
      | None => false
      | Some (u, free') => forallb (fun named' => refuted deeper named' free' t') (cases_of u named)
      end
    end
  end.

(** Reads a tree, and returns what follows it; nothing if a leaf is not refuted, or there is no tree. *)

Fixpoint replay (deep : nat) (t : table) (named free : list unit_) (signs : feed sign) : option (feed sign) :=
  match deep, signs with
  | S deep', Next Ended rest => if refuted (at_leaf how) named free t then Some rest else None
  | S deep', Next (Split c) rest =>
    match take c [] free with
    | None => None
    | Some (u, free') =>
      let t' := walked (nth (length named) (at_split how) (S dice)) named free t in
      (fix each (l : list (list unit_)) (signs : feed sign) : option (feed sign) :=
        match l with
        | [] => Some signs
        | named' :: l' =>
          match replay deep' t' named' free' signs with Some more => each l' more | None => None end
        end) (cases_of u named) rest
    end
  | _, _ => None
  end.

End Program.

Definition set_of (l : list int) : int := fold_right (fun c S => bit_of c lor S) 0 l.

Definition blank (all : int) (ranks keys : array int) : table := Table ranks keys (make (PArray.length keys) all).

Definition singles (cells : list int) : list unit_ := map single cells.

Definition closed (bad : int -> bool) (cells : list int) (needs : list nat) (ranks keys : array int) : table :=
  walk bad (singles cells) needs [] (singles cells) (blank (set_of cells) ranks keys).

Definition unit_of (l : list int) : unit_ :=
  match l with [] => single 0 | c :: l' => Unit c l' (set_of l) end.

(** ** The proof for dice that are fixed *)

Section Sound.

Variable die_of : int -> nat.
Variable cells : list int.
Variable sizes : list nat.
Hypothesis dealt_ : dealt int die_of cells sizes.
Variable bad : int -> bool.
Hypothesis all_small : forall c, In c cells -> small c.
Hypothesis no_bad_roll : forall S l,
  holds_just S l -> incl l cells -> NoDup (map die_of l) -> length l = length sizes -> bad S = false.
Variable needs : list nat.
Hypothesis needs_right : right_needs sizes 0 needs = true.

Notation is_unit := (is_unit die_of cells).
Notation apart := (apart die_of).
Notation right := (right die_of cells).
Notation die := (die die_of).

Lemma needs_drop n j l : right_needs sizes j l = true -> (n <= length l)%nat -> right_needs sizes (n + j) (drop n l) = true.
Proof.
  revert j l. induction n as [|n IH]; intros j [|x l] H L; simpl in L; try lia; try easy.
  cbn [right_needs] in H. rewrite !andb_true_iff in H. simpl drop.
  replace (S n + j)%nat with (n + S j)%nat by lia. apply IH; [easy | lia].
Qed.

Lemma needs_length j l : right_needs sizes j l = true -> (j + length l)%nat = length sizes.
Proof.
  revert j. induction l as [|x l IH]; intros j H; cbn [right_needs] in H; [apply Nat.eqb_eq in H; simpl; lia|].
  rewrite !andb_true_iff in H. destruct H as [_ H]. apply IH in H. simpl. lia.
Qed.

Lemma needs_nth n : (n < length sizes)%nat -> cells_left sizes n (nth n needs O) = true.
Proof.
  intros L. assert (E := needs_length 0 needs needs_right). simpl in E.
  assert (G : forall n j l, right_needs sizes j l = true -> (n < length l)%nat -> cells_left sizes (n + j) (nth n l O) = true).
  { clear. induction n as [|n IH]; intros j [|x l] H L; simpl in L; try lia;
      cbn [right_needs] in H; rewrite !andb_true_iff in H; simpl.
    - easy.
    - replace (S (n + j)) with (n + S j)%nat by lia. apply IH; [easy | lia]. }
  rewrite <- (Nat.add_0_r n) at 1. apply G; [easy | lia].
Qed.

Lemma apart_few us : Forall is_unit us -> apart us -> (length us <= length sizes)%nat.
Proof.
  intros U A. destruct dealt_ as [_ (dice & _ & E & H)]. rewrite <- E, map_length, <- (map_length die).
  apply NoDup_incl_length; [easy|]. intros i (u & <- & Hu)%in_map_iff. rewrite Forall_forall in U.
  apply H. apply (in_cells _ _ _ (U u Hu)). now left.
Qed.

Lemma choices_spec {A} n (l : list A) a b :
  In (a, b) (choices n l) -> Permutation (a ++ b) l /\ length a = n.
Proof.
  revert l a b. induction n as [|n IH].
  - intros [|x l] a b [[= <- <-]|[]]; simpl; auto.
  - intros l. induction l as [|x l IHl]; intros a b; [easy|].
    change (choices (S n) (x :: l)) with
      (map (fun p => (x :: fst p, snd p)) (choices n l) ++ map (fun p => (fst p, x :: snd p)) (choices (S n) l)).
    rewrite in_app_iff, !in_map_iff. intros [([a' b'] & [= <- <-] & H)|([a' b'] & [= <- <-] & H)].
    + apply IH in H. destruct H as [P L]. simpl. split; [now apply perm_skip | lia].
    + apply IHl in H. destruct H as [P L]. simpl. split; [|easy].
      rewrite <- Permutation_middle. now apply perm_skip.
Qed.

Lemma NoDup_front {A} (a b : list A) : NoDup (a ++ b) -> NoDup a.
Proof.
  induction a as [|x a IH]; simpl; intros D; [constructor|]. inversion D; subst.
  constructor; [rewrite in_app_iff in *; tauto | auto].
Qed.

Lemma part_apart (us a b : list unit_) : Permutation (a ++ b) us -> apart us -> apart a.
Proof.
  intros P A. unfold Tables.apart in *. eapply Permutation_NoDup in A; [|apply Permutation_map; symmetry; exact P].
  rewrite map_app in A. now apply NoDup_front in A.
Qed.

Lemma part_units (us a b : list unit_) : Permutation (a ++ b) us -> Forall is_unit us -> Forall is_unit a /\ Forall is_unit b.
Proof. intros P U. symmetry in P. apply (Permutation_Forall P), Forall_app in U. easy. Qed.

Lemma apart_firsts us : apart us -> NoDup (map first us).
Proof. intros A. apply (NoDup_map_inv die_of). now rewrite map_map. Qed.

Lemma walk_from_right n named free t :
  (n <= length named)%nat -> right t -> Forall is_unit named -> Forall is_unit free -> apart named ->
  right (walk_from bad needs n named free t).
Proof.
  intros L R U F A. unfold walk_from.
  assert (G : forall p, In p (choices n named) -> forall t, right t ->
    right (walk bad (named ++ free) (drop n needs) (fst p) (snd p ++ free) t)).
  { intros [a b] H t' R'. apply choices_spec in H. destruct H as [P <-]. simpl.
    destruct (part_units _ _ _ P U) as [Ua Ub].
    apply (walk_right die_of cells sizes dealt_ bad all_small no_bad_roll); auto.
    - now apply Forall_app.
    - now apply Forall_app.
    - apply apart_firsts. now apply (part_apart named a b).
    - rewrite <- (Nat.add_0_r (length a)) at 1. apply needs_drop; [easy|].
      assert (E := needs_length 0 needs needs_right). assert (K := apart_few named U A). simpl in E. lia. }
  revert t R. induction (choices n named) as [|p ps IH]; intros t R; simpl; [easy|].
  apply IH; [intros q Hq; apply G; now right|]. apply G; [now left | easy].
Qed.

Variable all : int.
Hypothesis all_has : forall c, In c cells -> bit all c = true.

Lemma not_in_masks us c : Forall is_unit us -> ~ In (die_of c) (map die us) -> bit (masks us) c = false.
Proof.
  intros U N. apply not_true_iff_false. intros M. apply N.
  clear - U M. induction us as [|u us IH]; simpl in *; [now rewrite bit_nothing in M|].
  inversion U as [|? ? Hu Hus]; subst. rewrite lor_spec, orb_true_iff in M. destruct M as [M|M]; [left|right; auto].
  apply (in_mask _ _ _ Hu) in M. symmetry. now apply (together _ _ _ Hu).
Qed.

Lemma short us r : Forall is_unit us -> apart us -> keeps die_of cells us r ->
  fewer (nth (length us) needs O) r = true -> False.
Proof.
  intros U A K F. destruct (Nat.lt_ge_cases (length us) (length sizes)) as [L|L].
  - refine (too_few die_of cells sizes dealt_ us _ r U K _ F all_small). now apply needs_nth.
  - rewrite nth_overflow in F; [easy|]. assert (E := needs_length 0 needs needs_right). simpl in E. lia.
Qed.

Lemma walked_right less named free t :
  right t -> Forall is_unit named -> Forall is_unit free -> apart named -> right (walked bad needs less named free t).
Proof. intros R U F A. unfold walked. destruct (less <=? length named)%nat; [|easy]. apply walk_from_right; auto. lia. Qed.

Lemma impossible_false named t :
  right t -> Forall is_unit named -> apart named -> impossible all needs named t = true -> False.
Proof.
  intros R U A. unfold impossible, off_rows. rewrite !orb_true_iff, !existsb_exists. intros [[(p & Hp & H)|H]|(n & _ & H)].
  - destruct p as [u l']. apply picks_spec in Hp. simpl in Hp. simpl in H. apply negb_true_iff in H.
    assert (Hu : is_unit u) by (apply (Permutation_Forall Hp) in U; now inversion U).
    assert (Ul : Forall is_unit l') by (apply (Permutation_Forall Hp) in U; now inversion U).
    unfold Tables.apart in A. eapply Permutation_NoDup in A; [|apply Permutation_map; exact Hp]. inversion A as [|? ? N A']; subst.
    assert (K := units_row die_of cells t l' R Ul A').
    enough (E : row t (firsts l') land mask u = mask u) by (rewrite E, eqb_refl in H; easy).
    apply bit_ext. intros x. rewrite land_spec. destruct (bit (mask u) x) eqn:M; [|apply andb_false_r].
    rewrite andb_true_r. apply K. apply (in_mask _ _ _ Hu) in M. destruct (in_cells _ _ _ Hu x M).
    repeat split; try easy. now rewrite (together _ _ _ Hu x M).
  - apply (short named _ U A) in H; [easy|]. now apply units_row.
  - apply existsb_exists in H. destruct H as ([a b] & Hp & H). apply choices_spec in Hp. destruct Hp as [P <-].
    simpl in H. destruct (part_units _ _ _ P U) as [Ua _]. assert (Aa := part_apart _ _ _ P A).
    apply (short a _ Ua Aa) in H; [easy|]. intros c (Hc & _ & N).
    rewrite bit_without, all_has, (not_in_masks a c Ua N) by easy. easy.
Qed.

Lemma left_open_right tries named free t :
  right t -> Forall is_unit named -> Forall is_unit free -> apart named ->
  exists t', left_open bad all needs tries named free t = Some t' /\ right t'.
Proof.
  revert t. induction tries as [|less more IH]; intros t R U F A; simpl.
  - destruct (impossible all needs named t) eqn:E; [now apply impossible_false in E | eauto].
  - destruct (impossible all needs named t) eqn:E; [now apply impossible_false in E|].
    apply IH; auto. now apply walked_right.
Qed.

Lemma take_spec c before l u rest :
  take c before l = Some (u, rest) -> Permutation (rev before ++ l) (u :: rest).
Proof.
  revert before. induction l as [|v l IH]; simpl; intros before; [easy|].
  destruct (_ =? 0).
  - intros H%IH. simpl in H. now rewrite <- app_assoc in H.
  - intros [= -> <-]. rewrite rev_append_rev. symmetry. apply Permutation_middle.
Qed.

Lemma joined_in u before l x :
  In x l -> exists a b, l = a ++ x :: b /\ In (rev_append before (a ++ join x u :: b)) (joined u before l).
Proof.
  revert before. induction l as [|y l IH]; simpl; intros before; [easy|]. intros [<-|H].
  - exists [], l. simpl. auto.
  - destruct (IH (y :: before) H) as (a & b & -> & K). exists (y :: a), b. split; [easy|]. right. exact K.
Qed.

(** One of the cases is right. *)

Lemma some_case u named :
  is_unit u -> Forall is_unit named -> apart named ->
  exists named', In named' (cases_of (length sizes) u named) /\ Forall is_unit named' /\ apart named'.
Proof.
  intros Hu U A. unfold cases_of. destruct (in_dec Nat.eq_dec (die u) (map die named)) as [I|N].
  - apply in_map_iff in I. destruct I as (x & E & Hx).
    destruct (joined_in u [] named x Hx) as (a & b & -> & K). simpl in K.
    exists (a ++ join x u :: b). split; [apply in_or_app; now left|].
    apply Forall_app in U. destruct U as [Ua Ub]. inversion Ub as [|? ? Hx' Ub']; subst. split.
    + apply Forall_app. split; [easy|]. constructor; [|easy]. now apply join_is_unit.
    + unfold Tables.apart in *. rewrite map_app in *. simpl in *. now rewrite die_join.
  - assert (AA : apart (u :: named)) by (constructor; easy).
    assert (L := apart_few (u :: named) (Forall_cons _ Hu U) AA). simpl in L.
    exists (named ++ [u]). split; [|split].
    + apply in_or_app. right. destruct (Nat.ltb_spec (length named) (length sizes)); [now left | lia].
    + apply Forall_app. auto.
    + unfold Tables.apart in *. rewrite map_app. simpl. eapply Permutation_NoDup; [|exact AA].
      simpl. apply Permutation_cons_append.
Qed.

Lemma refuted_false tries named free t :
  right t -> Forall is_unit named -> Forall is_unit free -> apart named ->
  refuted bad all (length sizes) needs tries named free t = true -> False.
Proof.
  revert named free t. induction tries as [|now_ deeper IH]; intros named free t R U F A; [easy|]. cbn [refuted].
  destruct (left_open_right now_ named free t R U F A) as (t' & -> & R').
  destruct (take _ [] free) as [[u free']|] eqn:T; [|easy].
  apply take_spec in T. simpl in T. apply (Permutation_Forall T) in F. inversion F as [|? ? Hu Hf]; subst.
  destruct (some_case u named Hu U A) as (named' & I & U' & A').
  rewrite forallb_forall. intros H. now apply (IH named' free' t'), H.
Qed.

Variable how : strategy.

Theorem replay_false deep t named free signs rest :
  right t -> Forall is_unit named -> Forall is_unit free -> apart named ->
  replay bad all (length sizes) needs how deep t named free signs = Some rest -> False.
Proof.
  revert t named free signs rest. induction deep as [|deep IH]; intros t named free signs rest R U F A; [easy|].
  destruct signs as [|[|c] more]; cbn [replay]; [easy| |].
  - destruct (refuted _ _ _ _ _ _ _ _) eqn:E; [|easy]. intros _. now apply refuted_false in E.
  - destruct (take c [] free) as [[u free']|] eqn:T; [|easy].
    apply take_spec in T. simpl in T. apply (Permutation_Forall T) in F as F'. inversion F' as [|? ? Hu Hf]; subst.
    set (t' := walked _ _ _ _ _ _). assert (R' : right t') by now apply walked_right.
    generalize t' R'. clear t' R' R. intros t' R'.
    destruct (some_case u named Hu U A) as (named' & I & U' & A').
    revert more rest. induction (cases_of _ u named) as [|x l IHl]; [easy|].
    intros more rest H. destruct I as [->|I].
    + destruct (replay _ _ _ _ _ deep t' named' free' more) as [m|] eqn:E; [|easy]. now apply IH in E.
    + destruct (replay _ _ _ _ _ deep t' x free' more) as [m|] eqn:E; [|easy]. now apply (IHl I m rest).
Qed.

Lemma singles_units l : incl l cells -> Forall is_unit (singles l).
Proof.
  intros I. apply Forall_map, Forall_forall. intros c Hc. apply is_single; [now apply I | now apply all_small, I].
Qed.

Lemma holds_set_of l : incl l cells -> holds_just (set_of l) l.
Proof.
  induction l as [|c l IH]; intros I; simpl; [apply holds_nothing|]. apply holds_more.
  - apply IH. intros x Hx. apply I. now right.
  - apply all_small, I. now left.
Qed.

Lemma closed_right ranks keys : right (closed bad cells needs ranks keys).
Proof.
  unfold closed. apply (walk_right die_of cells sizes dealt_ bad all_small no_bad_roll); auto.
  - intros i. simpl. rewrite get_make. intros _ c (Hc & _ & _). now apply (holds_set_of cells).
  - apply singles_units. now intros ?.
  - apply singles_units. now intros ?.
  - constructor.
Qed.

Lemma unit_of_is_unit l c :
  incl l cells -> (forall x, In x l -> die_of x = die_of c) -> In c l -> is_unit (unit_of l) /\ die (unit_of l) = die_of c.
Proof.
  intros I T Hc. destruct l as [|a l]; [easy|]. unfold unit_of, die. cbn [first]. split; [|apply T; now left].
  constructor; unfold members; cbn [first others mask].
  - intros x Hx. split; [now apply I | now apply all_small, I].
  - intros x Hx. rewrite (T x Hx). symmetry. apply T. now left.
  - now apply holds_set_of.
Qed.

End Sound.
