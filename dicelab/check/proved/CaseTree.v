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
    those that leave out this number of named units. [at_first] has the numbers for the first split of a tree; [at_split],
    a list for each number of named units, for all other splits; [at_leaf] those for a leaf, then for the cases into
    which the leaf is split, and so on. Sets that leave out at most [settles] named units are looked at before every split. *)

Record strategy := Strategy
  { at_first : list nat; at_split : list (list nat); at_leaf : list (list nat); settles : nat }.

Inductive sign := Ended | Split (c : int).

Section Program.

Variable bad : option (int -> bool).
Variable all : int.
Variable dice : nat.
Variable needs : list nat.
Variable how : strategy.

Definition walk_from (deep : bool) (n : nat) (named free : list unit_) (t : table) : table :=
  fold_left (fun t (p : list unit_ * list unit_) => walk bad (named ++ free) named deep (drop n needs) (fst p) free t)
    (choices n named) t.

(** In sets that leave out more than [settles] named units, which were not looked at before, all cells are fresh. Sets that leave
    out just [settles] were looked at, but without all choices of their cells: hence the walk is deep. *)

Definition walked (less : nat) (named free : list unit_) (t : table) : table :=
  if (less <=? length named)%nat
  then walk_from (settles how <=? less)%nat (length named - less)
         (if (settles how <? less)%nat then map all_fresh named else named) free t
  else t.

(** Units after walks with [n] named units: no cell is fresh any more once one of the walks was deep. *)

Definition settled (tries : list nat) (n : nat) (us : list unit_) : list unit_ :=
  if existsb (fun less => (settles how <=? less)%nat && (less <=? n)%nat) tries then map known us else us.

Definition explored (tries : list nat) (named free : list unit_) (t : table) : list unit_ * list unit_ * table :=
  let n := length named in
  (settled tries n named, settled tries n free, fold_left (fun t less => walked less named free t) tries t).

(** Two units that are never apart are on one die: they are joined. *)

Fixpoint put_with (t : table) (u : unit_) (l : list unit_) : option (list unit_) :=
  match l with
  | [] => None
  | x :: l' =>
    if fewer (nth 2 needs O) (row t (firsts [x; u])) then Some (join x u :: l')
    else match put_with t u l' with Some l'' => Some (x :: l'') | None => None end
  end.

Fixpoint united (t : table) (named done_ free : list unit_) : list unit_ * list unit_ :=
  match free with
  | [] => (named, rev done_)
  | u :: free' =>
    match put_with t u named with
    | Some named' => united t named' done_ free'
    | None =>
      match put_with t u done_ with Some l => united t named l free' | None => united t named (u :: done_) free' end
    end
  end.

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
      | Some (u, free') =>
        forallb (fun named' => refuted deeper named' free' t') (cases_of u (settled now (length named) named))
      end
    end
  end.

(** Passes over a tree that begins with [n] named units: nothing is concluded from it. *)

Fixpoint skipped (deep n : nat) (signs : feed sign) : option (feed sign) :=
  match deep, signs with
  | S _, Next Ended rest => Some rest
  | S deep', Next (Split _) rest =>
    let joins := (fix times (k : nat) (signs : feed sign) : option (feed sign) :=
      match k with
      | O => Some signs
      | S k' => match skipped deep' n signs with Some more => times k' more | None => None end
      end) n rest in
    match joins with
    | Some more => if (n <? dice)%nat then skipped deep' (S n) more else Some more
    | None => None
    end
  | _, _ => None
  end.

(** Reads a tree, and returns what follows it; nothing if a leaf is not refuted, or there is no tree. Where the cell of a
    split is in a named unit already, only that case is left. *)

Fixpoint replay (deep : nat) (tries : list nat) (t0 : table) (named0 free0 : list unit_) (signs : feed sign)
    : option (feed sign) :=
  match deep, signs with
  | S deep', Next Ended rest => if refuted (at_leaf how) named0 free0 t0 then Some rest else None
  | S deep', Next (Split c) rest =>
    let '(named1, free1, t) := explored tries named0 free0 t0 in
    let (named, free) := united t named1 [] free1 in
    let follow named' free' := replay deep' (nth (length named') (at_split how) []) t named' free' in
    match take c [] free with
    | Some (u, free') =>
      (fix each (l : list (list unit_)) (signs : feed sign) : option (feed sign) :=
        match l with
        | [] => Some signs
        | named' :: l' => match follow named' free' signs with Some more => each l' more | None => None end
        end) (cases_of u named) rest
    | None =>
      (fix each (l : list unit_) (found : bool) (signs : feed sign) : option (feed sign) :=
        match l with
        | [] =>
          if found then if (length named <? dice)%nat then skipped deep' (S (length named)) signs else Some signs
          else None
        | x :: l' =>
          if mask x land bit_of c =? 0
          then match skipped deep' (length named) signs with Some more => each l' found more | None => None end
          else match follow named free signs with Some more => each l' true more | None => None end
        end) named false rest
    end
  | _, _ => None
  end.

End Program.

Definition set_of (l : list int) : int := fold_right (fun c S => bit_of c lor S) 0 l.

Definition blank (all : int) (ranks keys : array int) : table := Table ranks keys (make (PArray.length keys) all).

Definition singles (cells : list int) : list unit_ := map single cells.

Definition closed (bad : option (int -> bool)) (cells : list int) (needs : list nat) (ranks keys : array int) : table :=
  walk bad (singles cells) [] false needs [] (singles cells) (blank (set_of cells) ranks keys).

Definition unit_of (l : list int) : unit_ :=
  match l with [] => single 0 | c :: l' => Unit c l' l' (set_of l) end.

(** ** The proof for dice that are fixed *)

Section Sound.

Variable die_of : int -> nat.
Variable cells : list int.
Variable sizes : list nat.
Hypothesis dealt_ : dealt int die_of cells sizes.
Variable bad : option (int -> bool).
Hypothesis all_small : forall c, In c cells -> small c.
Hypothesis no_bad_roll : forall b, bad = Some b -> forall S l,
  holds_just S l -> incl l cells -> NoDup (map die_of l) -> length l = length sizes -> b S = false.
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

Lemma walk_from_right deep n named free t :
  (n <= length named)%nat -> right t -> Forall is_unit named -> Forall is_unit free -> apart named ->
  right (walk_from bad needs deep n named free t).
Proof.
  intros L R U F A. unfold walk_from.
  assert (G : forall p, In p (choices n named) -> forall t, right t ->
    right (walk bad (named ++ free) named deep (drop n needs) (fst p) free t)).
  { intros [a b] H t' R'. apply choices_spec in H. destruct H as [P <-]. simpl.
    destruct (part_units _ _ _ P U) as [Ua Ub].
    apply (walk_right die_of cells sizes dealt_ bad all_small no_bad_roll); auto.
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

Lemma same_units (f : unit_ -> list int) us :
  Forall is_unit us -> (forall u, incl (f u) (members u)) -> Forall is_unit (map (fun u => with_fresh (f u) u) us).
Proof.
  intros U I. apply Forall_map. eapply Forall_impl; [|exact U]. intros u Hu. now apply with_fresh_is_unit.
Qed.

Variable how : strategy.

Lemma walked_right less named free t :
  right t -> Forall is_unit named -> Forall is_unit free -> apart named -> right (walked bad needs how less named free t).
Proof.
  intros R U F A. unfold walked. destruct (less <=? length named)%nat; [|easy].
  destruct (settles how <? less)%nat; apply walk_from_right; auto; try lia.
  - rewrite map_length. lia.
  - apply same_units; auto. intros u x Hx. now right.
  - unfold Tables.apart in *. now rewrite map_map.
Qed.

Lemma settled_right tries n us :
  Forall is_unit us -> Forall is_unit (settled how tries n us) /\ map die (settled how tries n us) = map die us.
Proof.
  intros U. unfold settled. destruct (existsb _ _); [|easy]. split; [|now rewrite map_map].
  apply same_units; auto. now intros u x.
Qed.

Lemma explored_right tries named free t known free' t' :
  explored bad needs how tries named free t = (known, free', t') ->
  right t -> Forall is_unit named -> Forall is_unit free -> apart named ->
  right t' /\ Forall is_unit known /\ Forall is_unit free' /\ apart known.
Proof.
  intros [= <- <- <-] R U F A.
  split; [|split; [now apply settled_right|split; [now apply settled_right|]]].
  - revert t R. induction tries as [|n l IH]; intros t R; [easy|]. cbn [fold_left]. now apply IH, walked_right.
  - unfold Tables.apart. rewrite (proj2 (settled_right _ _ _ U)). exact A.
Qed.

Lemma never_apart t x u :
  right t -> is_unit x -> is_unit u -> fewer (nth 2 needs O) (row t (firsts [x; u])) = true -> die x = die u.
Proof.
  intros R X U H. destruct (Nat.eq_dec (die x) (die u)) as [E|N]; [easy|]. exfalso.
  assert (A : apart [x; u]). { constructor; [intros [E|[]]; congruence | repeat constructor; easy]. }
  assert (Us : Forall is_unit [x; u]) by auto. apply (short [x; u] (row t (firsts [x; u])) Us A); [|easy].
  now apply units_row.
Qed.

Lemma put_with_right t u l l' :
  right t -> is_unit u -> Forall is_unit l -> put_with needs t u l = Some l' -> Forall is_unit l' /\ map die l' = map die l.
Proof.
  intros R U. revert l'. induction l as [|x l IH]; intros l' F; [easy|]. inversion F as [|? ? Hx Hl]; subst. cbn [put_with].
  destruct (fewer _ _) eqn:E.
  - intros [= <-]. split; [|easy]. constructor; [|easy]. apply join_is_unit; auto. now apply (never_apart t).
  - destruct (put_with _ _ _ _) as [m|]; [|easy]. intros [= <-]. destruct (IH m Hl eq_refl) as [M D].
    split; [now constructor | simpl; now rewrite D].
Qed.

Lemma united_right t named done_ free named' free' :
  right t -> Forall is_unit named -> Forall is_unit done_ -> Forall is_unit free -> apart named ->
  united needs t named done_ free = (named', free') -> Forall is_unit named' /\ Forall is_unit free' /\ apart named'.
Proof.
  intros R. revert named done_. induction free as [|u free IH]; intros named done_ N D F A; cbn [united].
  - intros [= <- <-]. repeat split; auto. now apply Forall_rev.
  - inversion F as [|? ? Hu Hf]; subst. destruct (put_with needs t u named) as [l|] eqn:E.
    + apply put_with_right in E; auto. destruct E as [L E]. apply IH; auto. unfold Tables.apart. now rewrite E.
    + destruct (put_with needs t u done_) as [l|] eqn:E'.
      * apply put_with_right in E'; auto. now apply IH.
      * apply IH; auto.
Qed.

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
  exists t', left_open bad all needs how tries named free t = Some t' /\ right t'.
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
  refuted bad all (length sizes) needs how tries named free t = true -> False.
Proof.
  revert named free t. induction tries as [|now_ deeper IH]; intros named free t R U F A; [easy|]. cbn [refuted].
  destruct (left_open_right now_ named free t R U F A) as (t' & -> & R').
  destruct (take _ [] free) as [[u free']|] eqn:T; [|easy].
  apply take_spec in T. simpl in T. apply (Permutation_Forall T) in F. inversion F as [|? ? Hu Hf]; subst.
  destruct (settled_right now_ (length named) named U) as [Uk E]. assert (Ak : apart (settled how now_ (length named) named))
    by (unfold Tables.apart; now rewrite E).
  destruct (some_case u _ Hu Uk Ak) as (named' & I & U' & A').
  rewrite forallb_forall. intros H. now apply (IH named' free' t'), H.
Qed.

Theorem replay_false deep tries t named free signs rest :
  right t -> Forall is_unit named -> Forall is_unit free -> apart named ->
  replay bad all (length sizes) needs how deep tries t named free signs = Some rest -> False.
Proof.
  revert tries t named free signs rest. induction deep as [|deep IH]; intros tries t0 named0 free0 signs rest R0 U0 F0 A0; [easy|].
  destruct signs as [|[|c] more]; cbn [replay]; [easy| |].
  - destruct (refuted _ _ _ _ _ _ _ _ _) eqn:E; [|easy]. intros _. now apply refuted_false in E.
  - destruct (explored _ _ _ _ named0 free0 t0) as [[named1 free1] t] eqn:Ex.
    destruct (explored_right _ _ _ _ _ _ _ Ex R0 U0 F0 A0) as (R & U1 & F1 & A1).
    destruct (united _ _ _ _ _) as [named free] eqn:Un.
    destruct (united_right _ _ _ _ _ _ R U1 (Forall_nil _) F1 A1 Un) as (U & F & A).
    destruct (take c [] free) as [[u free']|] eqn:T.
    + apply take_spec in T. simpl in T. apply (Permutation_Forall T) in F as F'. inversion F' as [|? ? Hu Hf]; subst.
      destruct (some_case u _ Hu U A) as (named' & I & U' & A').
      revert more rest. induction (cases_of _ u _) as [|x l IHl]; [easy|].
      intros more rest H. destruct I as [->|I].
      * destruct (replay _ _ _ _ _ deep _ t named' free' more) as [m|] eqn:E; [|easy]. now apply IH in E.
      * destruct (replay _ _ _ _ _ deep _ t x free' more) as [m|] eqn:E; [|easy]. now apply (IHl I m rest).
    + enough (G : forall l found more rest, (fix each (l : list unit_) (found : bool) (signs : feed sign) : option (feed sign) :=
        match l with
        | [] =>
          if found
          then if (length named <? length sizes)%nat then skipped (length sizes) deep (S (length named)) signs else Some signs
          else None
        | x :: l' =>
          if mask x land bit_of c =? 0
          then match skipped (length sizes) deep (length named) signs with Some more => each l' found more | None => None end
          else match replay bad all (length sizes) needs how deep (nth (length named) (at_split how) []) t named free signs with
               | Some more => each l' true more | None => None end
        end) l found more = Some rest -> found = true) by (intros H; now apply G in H).
      intros l. induction l as [|x l IHl]; intros found signs' rest'; [now destruct found|].
      destruct (_ =? 0).
      * destruct (skipped _ _ _ _) as [m|]; [apply IHl | easy].
      * destruct (replay _ _ _ _ _ deep _ t named free signs') as [m|] eqn:E; [|easy]. now apply IH in E.
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
  constructor; unfold members; cbn [first others fresh mask].
  - intros x Hx. split; [now apply I | now apply all_small, I].
  - intros x Hx. rewrite (T x Hx). symmetry. apply T. now left.
  - intros x Hx. now right.
  - now apply holds_set_of.
Qed.

End Sound.
