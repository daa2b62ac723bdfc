(** * Tables of what is possible

    A set of cells is spread if its cells are on different dice. For a set that is spread, the cells on none of its dice
    are its row. The checker keeps a set of cells for each small set: if the set is spread, its row is a part of it. At first
    these are all cells, and counting takes cells away. *)

From Coq Require Import PArray ZArith List Arith Lia Bool Permutation Uint63.
From Dicelab Require Import Counting Bits.
Import ListNotations.
Open Scope uint63_scope.

(** ** The program

    A table is an array of rows. The place of a set is found by arrays that come from outside and are not believed: beside
    each row stands its set, [keys], and the row counts only if it is the set that was asked for. *)

Record table := Table { ranks : array int; keys : array int; rows : array int }.

Definition rank (k : array int) (S : int) : int :=
  let a := k.[S land 4095] in
  let n := a land 15 in
  let b := k.[65536 + n * 4096 + ((S >> 12) land 4095)] in
  let n := n + b land 15 in
  let c := k.[131072 + n * 4096 + (S >> 24)] in
  let n := n + c land 15 in
  k.[196608 + n] + (a >> 4) + (b >> 4) + (c >> 4).

Definition row (t : table) (S : int) : int :=
  let i := rank (ranks t) S in if (keys t).[i] =? S then (rows t).[i] else everything.

Definition put (t : table) (S r : int) : table :=
  let i := rank (ranks t) S in
  if (keys t).[i] =? S then Table (ranks t) (keys t) (rows t).[i <- r] else t.

(** A unit is a set of cells that are on one die; its first cell stands for it in a table. *)

Record unit_ := Unit { first : int; others : list int; mask : int }.

Definition single (c : int) : unit_ := Unit c [] (bit_of c).
Definition members (u : unit_) : list int := first u :: others u.
Definition join (u v : unit_) : unit_ := Unit (first u) (others u ++ members v) (mask u lor mask v).

Fixpoint firsts (us : list unit_) : int := match us with [] => 0 | u :: us' => bit_of (first u) lor firsts us' end.
Fixpoint masks (us : list unit_) : int := match us with [] => 0 | u :: us' => mask u lor masks us' end.

(** What is in the rows of all choices of a cell from each unit. *)

Fixpoint common (t : table) (us : list unit_) (S r : int) : int :=
  match us with
  | [] => r land row t S
  | u :: us' => fold_left (fun r c => if r =? 0 then 0 else common t us' (bit_of c lor S) r) (members u) r
  end.

(** Each member of a list, with all others. *)

Fixpoint picks {A} (before l : list A) : list (A * list A) :=
  match l with [] => [] | x :: l' => (x, rev_append before l') :: picks (x :: before) l' end.

Section Closing.

Variable bad : int -> bool.
Variable units : list unit_.

(** May a unit be on another die than those of [S]? If it is the last die, this is a question of rolls. *)

Definition may_follow (last : bool) (t : table) (S : int) (v : unit_) : bool :=
  if last then forallb (fun c => negb (bad (bit_of c lor S))) (members v)
  else negb (row t (bit_of (first v) lor S) =? 0).

Definition improve (last : bool) (need : nat) (us : list unit_) (t : table) : table :=
  let S := firsts us in
  let r0 := row t S in
  if r0 =? 0 then t else
  let r1 := common t us 0 (without r0 (masks us)) in
  let r2 := fold_left (fun r (p : unit_ * list unit_) => r land row t (firsts (snd p))) (picks [] us) r1 in
  let r3 := fold_left (fun r v =>
    if r land mask v =? 0 then r else
    if (r land mask v =? mask v) && may_follow last t S v then r else without r (mask v)) units r2 in
  let r4 := if fewer need r3 then 0 else r3 in
  if r4 =? r0 then t else put t S r4.

(** Improves the row of [us], those of larger sets, and then that of [us] again. [needs] begins with the cells that are
    needed besides [us]. *)

Fixpoint walk (needs : list nat) (us later : list unit_) (t : table) : table :=
  match needs with
  | [] => t
  | need :: needs' =>
    let last := match needs' with [] => true | _ => false end in
    let t1 := improve last need us t in
    let r := row t1 (firsts us) in
    if last || (r =? 0) then t1 else
    let t2 := (fix each (later : list unit_) (t : table) : table :=
      match later with
      | [] => t
      | v :: later' =>
        let possible := negb (r land mask v =? 0) && (bit_of (first v) land firsts us =? 0) in
        each later' (if possible then walk needs' (v :: us) later' t else t)
      end) later t1 in
    improve last need us t2
  end.

End Closing.

(** ** What is proved of it *)

Section Sound.

Variable die_of : int -> nat.
Variable cells : list int.
Variable sizes : list nat.
Hypothesis dealt_ : dealt int die_of cells sizes.

(** A row is right if it has all cells on none of the dice of its set, as long as the set is spread. *)

Definition spread (S : int) : Prop :=
  forall a b, bit S a = true -> bit S b = true -> a <> b -> die_of a <> die_of b.

Definition elsewhere (S c : int) : Prop :=
  In c cells /\ small c /\ forall s, bit S s = true -> die_of s <> die_of c.

Definition right_row (S r : int) : Prop := spread S -> forall c, elsewhere S c -> bit r c = true.

Definition right (t : table) : Prop := forall i, right_row (keys t).[i] (rows t).[i].

Lemma row_right t S : right t -> right_row S (row t S).
Proof.
  intros R. unfold row. destruct ((keys t).[_] =? S) eqn:E.
  - apply eqb_spec in E. rewrite <- E at 1. apply R.
  - intros _ c (_ & H & _). now apply bit_everything.
Qed.

Lemma put_right t S r : right t -> right_row S r -> right (put t S r).
Proof.
  intros R H. unfold put. destruct ((keys t).[_] =? S) eqn:E; [|easy]. apply eqb_spec in E.
  set (i := rank (ranks t) S) in *. intros j. simpl.
  destruct (i =? j) eqn:J.
  - apply eqb_spec in J. subst j. destruct (i <? PArray.length (rows t)) eqn:L.
    + rewrite get_set_same by easy. now rewrite E.
    + rewrite (get_out_of_bounds _ (rows t).[i <- r] i) by (now rewrite length_set). rewrite default_set.
      rewrite <- (get_out_of_bounds _ _ _ L). apply R.
  - rewrite get_set_other; [apply R|]. intros ->. now rewrite eqb_refl in J.
Qed.

(** ** Units *)

Record is_unit (u : unit_) : Prop := {
  in_cells : forall c, In c (members u) -> In c cells /\ small c;
  together : forall c, In c (members u) -> die_of c = die_of (first u);
  in_mask : forall c, bit (mask u) c = true <-> In c (members u)
}.

Definition die (u : unit_) : nat := die_of (first u).

(** Units are apart if no two are on one die. [off us c]: the cell [c] is on none of their dice. *)

Definition apart (us : list unit_) : Prop := NoDup (map die us).
Definition off (us : list unit_) (c : int) : Prop := In c cells /\ small c /\ ~ In (die_of c) (map die us).
Definition keeps (us : list unit_) (r : int) : Prop := forall c, off us c -> bit r c = true.

Lemma is_single c : In c cells -> small c -> is_unit (single c).
Proof.
  intros H Hs. constructor; simpl; intros x.
  - intros [<-|[]]. easy.
  - intros [<-|[]]. easy.
  - rewrite bit_of_spec by easy. intuition congruence.
Qed.

Lemma join_is_unit u v : is_unit u -> is_unit v -> die u = die v -> is_unit (join u v).
Proof.
  intros [U1 U2 U3] [V1 V2 V3] E. unfold die in E.
  assert (M : forall c, In c (members (join u v)) <-> In c (members u) \/ In c (members v)).
  { intros c. unfold members, join; simpl. rewrite in_app_iff. simpl. tauto. }
  constructor; intros c; rewrite ?M.
  - intros []; auto.
  - simpl. intros [H|H]; [auto | rewrite E; auto].
  - simpl. now rewrite lor_spec, orb_true_iff, U3, V3.
Qed.

Lemma die_join u v : die (join u v) = die u.
Proof. easy. Qed.

(** [holds_just S l]: the cells of the set [S] are those of the list [l]. *)

Definition holds_just (S : int) (l : list int) : Prop := forall c, bit S c = true <-> In c l.

Lemma holds_more S l c : holds_just S l -> small c -> holds_just (bit_of c lor S) (c :: l).
Proof. intros H K x. rewrite lor_spec, orb_true_iff, bit_of_spec by easy. specialize (H x). simpl. intuition congruence. Qed.

Lemma holds_nothing : holds_just 0 [].
Proof. intros c. rewrite bit_nothing. split; [easy | intros []]. Qed.

Lemma spread_chosen S l : holds_just S l -> NoDup (map die_of l) -> spread S.
Proof.
  intros H D a b Ha%H Hb%H N E.
  apply in_split in Ha. destruct Ha as (l1 & l2 & ->). rewrite map_app in D. simpl in D.
  apply NoDup_remove_2 in D. apply D. rewrite E, <- map_app. apply in_map.
  apply in_app_iff in Hb. apply in_app_iff. simpl in Hb. intuition congruence.
Qed.

Lemma chosen_row t S l c :
  right t -> holds_just S l -> NoDup (map die_of l) -> In c cells -> small c -> ~ In (die_of c) (map die_of l) ->
  bit (row t S) c = true.
Proof.
  intros R H D Hc Hs N. apply (row_right t S R); [now apply (spread_chosen S l)|]. repeat split; try easy.
  intros s Es%H E. apply N. rewrite <- E. now apply in_map.
Qed.

Lemma common_right t us S l r c :
  right t -> Forall is_unit us -> holds_just S l -> NoDup (map die us ++ map die_of l) ->
  In c cells -> small c -> ~ In (die_of c) (map die us ++ map die_of l) ->
  bit r c = true -> bit (common t us S r) c = true.
Proof.
  intros R. revert S l r. induction us as [|u us IH]; intros S l r U H D Hc Hs N B.
  - simpl in *. rewrite land_spec, B. simpl. now apply (chosen_row t S l).
  - inversion U as [|? ? Hu Hus]; subst. cbn [common].
    assert (K : forall x, In x (members u) -> forall r, bit r c = true -> bit (common t us (bit_of x lor S) r) c = true).
    { intros x Hx r' B'. assert (E := together u Hu x Hx). fold (die u) in E.
      assert (P : Permutation (map die us ++ map die_of (x :: l)) (map die (u :: us) ++ map die_of l)).
      { simpl. rewrite E. symmetry. apply Permutation_middle. }
      apply (IH _ (x :: l)); auto.
      - apply holds_more; [easy | now apply (in_cells u Hu)].
      - eapply Permutation_NoDup; [symmetry; exact P | easy].
      - intros I. apply N. eapply Permutation_in; [exact P | easy]. }
    revert r B. generalize (members u) K. clear K. intros m. induction m as [|x m IHm]; intros K r B; simpl; [easy|].
    apply IHm; [intros y Hy; apply K; now right|]. destruct (r =? 0) eqn:Z; [now destruct (nothing_in r c Z)|].
    apply K; [now left | easy].
Qed.

Lemma holds_firsts us : Forall is_unit us -> holds_just (firsts us) (map first us).
Proof.
  induction us as [|u us IH]; intros U; simpl; [apply holds_nothing|]. inversion U as [|? ? Hu Hus]; subst.
  apply holds_more; [now apply IH|]. apply (in_cells u Hu). now left.
Qed.

Lemma map_die us : map die_of (map first us) = map die us.
Proof. now rewrite map_map. Qed.

Lemma units_row t us : right t -> Forall is_unit us -> apart us -> keeps us (row t (firsts us)).
Proof.
  intros R U A c (Hc & Hs & N). apply (chosen_row t _ (map first us)); auto using holds_firsts; now rewrite map_die.
Qed.

Lemma picks_spec {A} (before l : list A) x l' : In (x, l') (picks before l) -> Permutation (before ++ l) (x :: l').
Proof.
  revert before. induction l as [|y l IH]; simpl; intros before; [easy|]. intros [[= -> <-]|H].
  - rewrite rev_append_rev. rewrite <- Permutation_middle. apply perm_skip, Permutation_app_tail, Permutation_rev.
  - apply IH in H. rewrite <- H. simpl. symmetry. apply Permutation_middle.
Qed.

(** If too few cells are left for a set of units, they are not apart. *)

Lemma too_few us need r :
  Forall is_unit us -> keeps us r -> cells_left sizes (length us) need = true -> fewer need r = true ->
  (forall c, In c cells -> small c) -> False.
Proof.
  intros U K L F Sm.
  assert (H := cells_of_other_dice int die_of cells sizes (map die us) (length us) need dealt_).
  rewrite map_length in H. specialize (H (le_n _) L).
  apply (Nat.lt_irrefl need), (Nat.le_lt_trans _ _ _ H), (fewer_spec _ _ _ F).
  - apply NoDup_filter. apply dealt_.
  - intros c [Hc N%negb_true_iff]%filter_In. apply K. repeat split; auto.
    intros I%is_one_of_spec. congruence.
Qed.

Variable bad : int -> bool.
Hypothesis all_small : forall c, In c cells -> small c.

(** A bad set is no roll. *)

Hypothesis no_bad_roll : forall S l,
  holds_just S l -> incl l cells -> NoDup (map die_of l) -> length l = length sizes -> bad S = false.

(** The numbers [needs] are right for sets of [k] units and more, and a cell is needed as long as a die is left. *)

Fixpoint right_needs (k : nat) (needs : list nat) : bool :=
  match needs with
  | [] => (k =? length sizes)%nat
  | need :: needs' => (1 <=? need)%nat && cells_left sizes k need && right_needs (S k) needs'
  end.

Lemma improve_right units us need needs t :
  right t -> Forall is_unit units -> Forall is_unit us -> NoDup (map first us) ->
  right_needs (length us) (need :: needs) = true ->
  right (improve bad units (match needs with [] => true | _ => false end) need us t).
Proof.
  intros R Us U Di Ne. set (last := match needs with [] => true | _ => false end).
  unfold improve. destruct (row t (firsts us) =? 0); [easy|].
  set (r1 := common _ _ _ _). set (r2 := fold_left _ (picks [] us) r1).
  set (r3 := fold_left _ units r2). set (r4 := if fewer need r3 then 0 else r3).
  destruct (r4 =? _); [easy|]. apply put_right; [easy|].
  cbn [right_needs] in Ne. rewrite !andb_true_iff in Ne. destruct Ne as [[_ Ne] Ns].
  intros Sp.
  assert (A : apart us).
  { unfold apart. rewrite <- map_die. assert (Hf := holds_firsts us U). clear - Sp Di Hf.
    assert (G : forall l, incl l (map first us) -> NoDup l -> NoDup (map die_of l)).
    { induction l as [|x l IH]; intros I D; simpl; [constructor|]. inversion D; subst.
      constructor; [|apply IH; [intros y Hy; apply I; now right | easy]].
      intros (y & E & Hy)%in_map_iff. revert E. apply Sp; [apply Hf, I; now right | apply Hf, I; now left | now intros ->]. }
    apply G; [now intros ? | easy]. }
  assert (K1 : keeps us r1).
  { intros c (Hc & Hs & N). apply (common_right t us 0 [] _ c R U); try easy.
    - apply holds_nothing.
    - now rewrite app_nil_r.
    - now rewrite app_nil_r.
    - rewrite bit_without, (units_row t us R U A c) by easy. simpl. apply negb_true_iff, not_true_iff_false. intros M.
      apply N. clear - U M. induction us as [|u us IH]; simpl in *; [now rewrite bit_nothing in M|].
      inversion U as [|? ? Hu Hus]; subst. rewrite lor_spec, orb_true_iff in M. destruct M as [M|M]; [left|right; auto].
      apply (in_mask u Hu) in M. symmetry. now apply (together u Hu). }
  assert (K2 : keeps us r2).
  { unfold r2. assert (P : forall x l', In (x, l') (picks [] us) -> keeps us (row t (firsts l'))).
    { intros x l' H%picks_spec c (Hc & Hs & N). simpl in H.
      apply units_row; try easy.
      - apply (Permutation_Forall H) in U. now inversion U.
      - unfold apart in *. eapply Permutation_NoDup in A; [|apply Permutation_map, H]. now inversion A.
      - repeat split; try easy. intros I. apply N. eapply Permutation_in; [symmetry; apply Permutation_map, H|]. now right. }
    revert P K1. generalize (picks [] us) r1. intros ps. induction ps as [|[x l'] ps IH]; intros r P K; simpl; [easy|].
    apply IH; [intros y l'' H; apply (P y); now right|]. intros c Hc. rewrite land_spec, (K c Hc). simpl.
    apply (P x l'); [now left | easy]. }
  assert (K3 : keeps us r3).
  { unfold r3. revert K2. generalize r2. clear - Us U A R Ns no_bad_roll dealt_ all_small.
    induction Us as [|v vs Hv Us IH]; intros r K; simpl; [easy|]. apply IH.
    destruct (_ =? 0); [easy|].
    assert (Off : forall c, off us c -> bit (mask v) c = true -> ~ In (die v) (map die us) /\ r land mask v = mask v).
    { intros c (Hc & Hs & N) M. apply (in_mask v Hv) in M. assert (E := together v Hv c M). fold (die v) in E.
      rewrite E in N. split; [easy|]. apply bit_ext. intros x. rewrite land_spec.
      destruct (bit (mask v) x) eqn:Mx; [|apply andb_false_r]. rewrite andb_true_r. apply K.
      apply (in_mask v Hv) in Mx. destruct (in_cells v Hv x Mx). repeat split; try easy.
      now rewrite (together v Hv x Mx). }
    destruct (r land mask v =? mask v) eqn:E; simpl.
    - destruct (may_follow bad last t (firsts us) v) eqn:F; [easy|].
      intros c Hc. rewrite bit_without, (K c Hc). apply negb_true_iff, not_true_iff_false. intros M.
      destruct (Off c Hc M) as [N _]. clear E.
      assert (AA : apart (v :: us)) by (constructor; easy).
      unfold may_follow in F. destruct last eqn:La; unfold last in La.
      + destruct needs; [|easy]. cbn [right_needs] in Ns. apply Nat.eqb_eq in Ns.
        assert (G : forallb (fun c => negb (bad (bit_of c lor firsts us))) (members v) = true); [|congruence].
        apply forallb_forall. intros x Hx. destruct (in_cells v Hv x Hx) as [Ix Sx]. apply negb_true_iff.
        apply (no_bad_roll _ (x :: map first us)).
        * apply holds_more; [now apply holds_firsts | easy].
        * intros y [<-|Hy]; [easy|]. apply in_map_iff in Hy. destruct Hy as (u & <- & Hu).
          rewrite Forall_forall in U. apply (in_cells u (U u Hu)). now left.
        * simpl. rewrite (together v Hv x Hx), map_die. exact AA.
        * simpl. now rewrite map_length.
      + destruct needs as [|need' needs]; [easy|]. cbn [right_needs] in Ns. rewrite !andb_true_iff in Ns.
        destruct Ns as [[P L] _]. apply negb_false_iff in F.
        assert (Z : keeps (v :: us) 0).
        { intros x Hx. apply eqb_spec in F. rewrite <- F. apply (units_row t (v :: us)); auto. }
        apply Nat.leb_le in P.
        refine (too_few (v :: us) need' 0 _ Z L _ all_small); [now constructor|].
        destruct need'; [lia | easy].
    - intros c Hc. rewrite bit_without, (K c Hc). apply negb_true_iff, not_true_iff_false. intros M.
      destruct (Off c Hc M) as [_ G]. rewrite G, eqb_refl in E. easy. }
  assert (K4 : keeps us r4).
  { unfold r4. destruct (fewer need r3) eqn:F; [|easy]. now destruct (too_few us need r3 U K3 Ne F all_small). }
  intros c (Hc & Hs & N). apply K4. repeat split; try easy. intros (u & E & Hu)%in_map_iff.
  apply (N (first u)); [|easy]. apply (holds_firsts us U). now apply in_map.
Qed.

Lemma walk_right units needs us later t :
  right t -> Forall is_unit units -> Forall is_unit us -> Forall is_unit later -> NoDup (map first us) ->
  right_needs (length us) needs = true -> right (walk bad units needs us later t).
Proof.
  intros R Us. revert us later t R. induction needs as [|need needs IH]; intros us later t R U La Di Ne; [easy|].
  cbn [walk]. set (last := match needs with [] => true | _ => false end).
  set (t1 := improve bad units last need us t).
  assert (R1 : right t1) by now apply (improve_right units us need needs).
  destruct (last || _); [easy|].
  apply (improve_right units us need needs); try easy.
  assert (Ns : right_needs (S (length us)) needs = true).
  { cbn [right_needs] in Ne. rewrite !andb_true_iff in Ne. easy. }
  generalize (row t1 (firsts us)). intros r. revert R1. generalize t1.
  induction La as [|v later Hv La IHl]; intros t' R'; [easy|]. apply IHl.
  destruct (negb _ && _) eqn:E; [|easy]. apply andb_true_iff in E. destruct E as [_ E%eqb_spec].
  apply IH; try easy; [now constructor|]. simpl. constructor; [|easy]. intros I.
  assert (B : bit (bit_of (first v) land firsts us) (first v) = true).
  { rewrite land_spec, andb_true_iff. split; [|now apply (holds_firsts us U)].
    apply bit_of_spec; [|easy]. apply (in_cells v Hv). now left. }
  rewrite E, bit_nothing in B. easy.
Qed.

End Sound.
