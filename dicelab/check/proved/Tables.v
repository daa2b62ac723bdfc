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

(** A unit is a set of cells that are on one die; its first cell stands for it in a table. Its fresh cells are those that
    joined it since the rows of its first cell were last compared with theirs. *)

Record unit_ := Unit { first : int; others : list int; fresh : list int; mask : int }.

Definition single (c : int) : unit_ := Unit c [] [] (bit_of c).
Definition members (u : unit_) : list int := first u :: others u.
Definition join (u v : unit_) : unit_ := Unit (first u) (others u ++ members v) (fresh u ++ members v) (mask u lor mask v).
Definition with_fresh (l : list int) (u : unit_) : unit_ := Unit (first u) (others u) l (mask u).
Definition all_fresh (u : unit_) : unit_ := with_fresh (others u) u.
Definition known (u : unit_) : unit_ := with_fresh [] u.

Fixpoint firsts (us : list unit_) : int := match us with [] => 0 | u :: us' => bit_of (first u) lor firsts us' end.
Fixpoint masks (us : list unit_) : int := match us with [] => 0 | u :: us' => mask u lor masks us' end.

(** What is in the rows of all choices of a fresh cell from each unit. *)

Fixpoint common (t : table) (us : list unit_) (S r : int) : int :=
  match us with
  | [] => r land row t S
  | u :: us' => fold_left (fun r c => if r =? 0 then 0 else common t us' (bit_of c lor S) r) (fresh u) r
  end.

(** Each member of a list, with all others. *)

Fixpoint picks {A} (before l : list A) : list (A * list A) :=
  match l with [] => [] | x :: l' => (x, rev_append before l') :: picks (x :: before) l' end.

Section Closing.

(** Which rolls are bad, unless the table says it already. *)

Variable bad : option (int -> bool).

(** All units; and those that may have several cells. *)

Variables units wide : list unit_.
Variable deep : bool.

(** May a unit be on another die than those of [S]? If it is on the last die, this is a question of rolls. *)

Definition may_follow (t : table) (S : int) (v : unit_) : bool := negb (row t (bit_of (first v) lor S) =? 0).

Definition may_roll (S : int) (v : unit_) : bool :=
  match bad with Some b => forallb (fun c => negb (b (bit_of c lor S))) (members v) | None => true end.

(** Units that may not follow leave a row, and so do units of which it has not all cells. *)

Definition sifted (follows : unit_ -> bool) (us : list unit_) (r : int) : int :=
  fold_left (fun r v =>
    if r land mask v =? 0 then r else
    if (r land mask v =? mask v) && follows v then r else without r (mask v)) us r.

(** A row has only what the rows of all choices have, but those without a fresh cell were compared before. The other cells
    of such a choice may be any, if the walk is deep, or else only a first or a fresh one. And a row has only what the
    rows of the set without one of its units have, in which this unit must be itself. *)

Definition widely (u : unit_) : unit_ := with_fresh (if deep then members u else first u :: fresh u) u.

Definition compared (t : table) (us : list unit_) (r : int) : int :=
  fold_left (fun r (p : unit_ * list unit_) =>
    match fresh (fst p) with [] => r | _ => common t (fst p :: map widely (snd p)) 0 r end) (picks [] us) r.

Definition narrowed (t : table) (us : list unit_) (r : int) : int :=
  let S := firsts us in
  fold_left (fun r u =>
    let without_u := row t (without S (bit_of (first u))) in
    if without_u land mask u =? mask u then r land without_u else 0) us (compared t us (without r (masks us))).

Definition improve (need : nat) (us : list unit_) (r : int) (t : table) : table :=
  let r' := if fewer need r then 0 else r in
  if r' =? row t (firsts us) then t else put t (firsts us) r'.

(** Improves the row of [us], those of larger sets, and then that of [us] again. [needs] begins with the cells that are
    needed besides [us]. *)

Fixpoint walk (needs : list nat) (us later : list unit_) (t : table) : table :=
  match needs with
  | [] => t
  | need :: needs' =>
    let S := firsts us in
    let r0 := row t S in
    if r0 =? 0 then t else
    let r1 := narrowed t us r0 in
    match needs' with
    | [] => improve need us (sifted (may_roll S) (match bad with Some _ => units | None => wide end) r1) t
    | _ =>
      let t1 := improve need us r1 t in
      let r := row t1 S in
      if r =? 0 then t1 else
      let t2 := (fix each (later : list unit_) (t : table) : table :=
        match later with
        | [] => t
        | v :: later' =>
          let possible := negb (r land mask v =? 0) && (bit_of (first v) land S =? 0) in
          each later' (if possible then walk needs' (v :: us) later' t else t)
        end) later t1 in
      improve need us (sifted (may_follow t2 S) units (row t2 S)) t2
    end
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
  in_fresh : incl (fresh u) (members u);
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
  - easy.
  - rewrite bit_of_spec by easy. intuition congruence.
Qed.

Lemma join_is_unit u v : is_unit u -> is_unit v -> die u = die v -> is_unit (join u v).
Proof.
  intros [U1 U2 UF U3] [V1 V2 VF V3] E. unfold die in E.
  assert (M : forall c, In c (members (join u v)) <-> In c (members u) \/ In c (members v)).
  { intros c. unfold members, join; simpl. rewrite in_app_iff. simpl. tauto. }
  constructor; intros c; rewrite ?M.
  - intros []; auto.
  - simpl. intros [H|H]; [auto | rewrite E; auto].
  - simpl. rewrite in_app_iff. intros [H|H]; [left; now apply UF | now right].
  - simpl. now rewrite lor_spec, orb_true_iff, U3, V3.
Qed.

Lemma with_fresh_is_unit l u : is_unit u -> incl l (members u) -> is_unit (with_fresh l u).
Proof. intros [U1 U2 UF U3] I. now constructor. Qed.

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
    assert (KF : forall x, In x (fresh u) -> forall r, bit r c = true -> bit (common t us (bit_of x lor S) r) c = true)
      by (intros x Hx; apply K, (in_fresh u Hu), Hx).
    revert r B. generalize (fresh u) KF. clear K KF. intros m. induction m as [|x m IHm]; intros K r B; simpl; [easy|].
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

Variable bad : option (int -> bool).
Hypothesis all_small : forall c, In c cells -> small c.

(** A bad set is no roll. *)

Hypothesis no_bad_roll : forall b, bad = Some b -> forall S l,
  holds_just S l -> incl l cells -> NoDup (map die_of l) -> length l = length sizes -> b S = false.

(** The numbers [needs] are right for sets of [k] units and more, and a cell is needed as long as a die is left. *)

Fixpoint right_needs (k : nat) (needs : list nat) : bool :=
  match needs with
  | [] => (k =? length sizes)%nat
  | need :: needs' => (1 <=? need)%nat && cells_left sizes k need && right_needs (S k) needs'
  end.

Section Row.

Variable us : list unit_.
Hypothesis are_units : Forall is_unit us.
Hypothesis distinct : NoDup (map first us).

Lemma spread_apart : spread (firsts us) -> apart us.
Proof.
  intros Sp. unfold apart. rewrite <- map_die. assert (Hf := holds_firsts us are_units).
  assert (G : forall l, incl l (map first us) -> NoDup l -> NoDup (map die_of l)).
  { induction l as [|x l IH]; intros I D; simpl; [constructor|]. inversion D; subst.
    constructor; [|apply IH; [intros y Hy; apply I; now right | easy]].
    intros (y & E & Hy)%in_map_iff. revert E. apply Sp; [apply Hf, I; now right | apply Hf, I; now left | now intros ->]. }
  apply G; [now intros ? | easy].
Qed.

Lemma off_elsewhere c : off us c -> elsewhere (firsts us) c.
Proof.
  intros (Hc & Hs & N). repeat split; try easy. intros s Bs E. apply N. rewrite <- E, <- map_die. apply in_map.
  now apply (holds_firsts us are_units).
Qed.

Lemma elsewhere_off c : elsewhere (firsts us) c -> off us c.
Proof.
  intros (Hc & Hs & N). repeat split; try easy. intros (u & E & Hu)%in_map_iff. apply (N (first u)); [|easy].
  apply (holds_firsts us are_units). now apply in_map.
Qed.

Lemma improve_right need r t :
  right t -> cells_left sizes (length us) need = true -> (apart us -> keeps us r) -> right (improve need us r t).
Proof.
  intros R L K. unfold improve. destruct (_ =? _); [easy|]. apply put_right; [easy|]. intros Sp c Hc.
  apply elsewhere_off in Hc. assert (A := spread_apart Sp). destruct (fewer need r) eqn:F; [|now apply K].
  now destruct (too_few us need r are_units (K A) L F all_small).
Qed.

Lemma narrowed_keeps deep t r : right t -> apart us -> keeps us r -> keeps us (narrowed deep t us r).
Proof.
  intros R A K. unfold narrowed.
  assert (K1 : keeps us (without r (masks us))).
  { intros c H. assert (Hc := H). destruct Hc as (Hc & Hs & N).
    rewrite bit_without, (K c H). apply negb_true_iff, not_true_iff_false. intros M. apply N.
    clear - are_units M. induction us as [|u l IH]; simpl in *; [now rewrite bit_nothing in M|].
    inversion are_units as [|? ? Hu Hl]; subst. rewrite lor_spec, orb_true_iff in M. destruct M as [M|M]; [left|right; auto].
    apply (in_mask u Hu) in M. symmetry. now apply (together u Hu). }
  assert (K2 : keeps us (compared deep t us (without r (masks us)))).
  { revert K1. generalize (without r (masks us)). unfold compared.
    assert (P : forall p, In p (picks [] us) -> Permutation us (fst p :: snd p)) by (intros [x l] H; now apply picks_spec in H).
    revert P. generalize (picks [] us). intros ps. induction ps as [|[x l] ps IH]; intros P r' K'; cbn [fold_left]; [easy|].
    apply IH; [intros p Hp; apply P; now right|]. cbn [fst snd]. destruct (fresh x) as [|y ys] eqn:E; [easy|].
    assert (Px := P _ (or_introl eq_refl)). cbn [fst snd] in Px. intros c Hc. assert (Kc := K' c Hc). destruct Hc as (Hc & Hs & N).
    assert (D : map die (x :: map (widely deep) l) = map die (x :: l)) by (simpl; now rewrite map_map).
    apply (common_right t (x :: map (widely deep) l) 0 [] _ c R); try easy; [|apply holds_nothing| |].
    - apply (Permutation_Forall Px) in are_units as Ux. inversion Ux as [|? ? Hx Hl]; subst. constructor; [easy|].
      apply Forall_map. eapply Forall_impl; [|exact Hl]. intros u Hu. apply with_fresh_is_unit; [easy|].
      destruct deep; [easy|]. intros z [<-|Hz]; [now left | now apply (in_fresh u Hu)].
    - rewrite app_nil_r, D. eapply Permutation_NoDup; [apply Permutation_map, Px | exact A].
    - rewrite app_nil_r, D. intros I. apply N. eapply Permutation_in; [symmetry; apply Permutation_map, Px | exact I]. }
  set (S := firsts us). assert (Sp : forall x, spread (without S x)).
  { intros x a b Ha Hb. rewrite bit_without in Ha, Hb. apply andb_true_iff in Ha, Hb.
    apply (spread_chosen S (map first us)); [now apply holds_firsts | now rewrite map_die | easy | easy]. }
  assert (P : forall x, keeps us (row t (without S x))).
  { intros x c Hc. apply row_right; [easy | apply Sp |].
    apply off_elsewhere in Hc. destruct Hc as (Hc & Hs & N). repeat split; try easy.
    intros s Bs. rewrite bit_without in Bs. apply andb_true_iff in Bs. now apply N. }
  assert (Q : forall u, In u us -> row t (without S (bit_of (first u))) land mask u = mask u).
  { intros u Hu. assert (Iu : is_unit u) by (rewrite Forall_forall in are_units; auto).
    assert (Iv : In (first u) (members u)) by now left.
    apply bit_ext. intros c. rewrite land_spec. destruct (bit (mask u) c) eqn:M; [|apply andb_false_r].
    rewrite andb_true_r. apply (in_mask u Iu) in M. destruct (in_cells u Iu c M) as [Hc Hs].
    apply row_right; [easy | apply Sp |]. repeat split; try easy. intros s Bs. rewrite bit_without in Bs.
    apply andb_true_iff in Bs. destruct Bs as [Bs Ns%negb_true_iff]. rewrite (together u Iu c M).
    apply (spread_chosen S (map first us)); [now apply holds_firsts | now rewrite map_die | easy | |].
    - apply (holds_firsts us are_units). now apply in_map.
    - intros ->. rewrite <- not_true_iff_false in Ns. apply Ns. apply bit_of_spec; [|easy]. now apply (in_cells u Iu). }
  assert (G : forall l r', incl l us -> keeps us r' -> keeps us (fold_left (fun r u =>
    let without_u := row t (without S (bit_of (first u))) in
    if without_u land mask u =? mask u then r land without_u else 0) l r')); [|apply G; [now intros ?|easy]].
  induction l as [|x l IH]; intros r' I K'; cbn [fold_left]; [easy|].
  apply IH; [intros y Hy; apply I; now right|]. cbv zeta. rewrite Q, eqb_refl by (apply I; now left).
  intros c Hc. rewrite land_spec, (K' c Hc). now apply P.
Qed.

Lemma sifted_keeps follows vs r :
  Forall is_unit vs -> apart us -> (forall v, is_unit v -> apart (v :: us) -> follows v = true) ->
  keeps us r -> keeps us (sifted follows vs r).
Proof.
  intros V A G. revert r. unfold sifted. induction V as [|v vs Hv V IH]; intros r K; cbn [fold_left]; [easy|]. apply IH.
  destruct (_ =? 0); [easy|].
  assert (Off : forall c, off us c -> bit (mask v) c = true -> ~ In (die v) (map die us) /\ r land mask v = mask v).
  { intros c (Hc & Hs & N) M. apply (in_mask v Hv) in M. assert (E := together v Hv c M). fold (die v) in E.
    rewrite E in N. split; [easy|]. apply bit_ext. intros x. rewrite land_spec.
    destruct (bit (mask v) x) eqn:Mx; [|apply andb_false_r]. rewrite andb_true_r. apply K.
    apply (in_mask v Hv) in Mx. destruct (in_cells v Hv x Mx). repeat split; try easy.
    now rewrite (together v Hv x Mx). }
  destruct (r land mask v =? mask v) eqn:E; cbn [andb].
  - destruct (follows v) eqn:F; [easy|].
    intros c Hc. rewrite bit_without, (K c Hc). apply negb_true_iff, not_true_iff_false. intros M.
    destruct (Off c Hc M) as [N _]. rewrite G in F; [easy | easy | now constructor].
  - intros c Hc. rewrite bit_without, (K c Hc). apply negb_true_iff, not_true_iff_false. intros M.
    destruct (Off c Hc M) as [_ H]. now rewrite H, eqb_refl in E.
Qed.

Lemma may_roll_right v : S (length us) = length sizes -> is_unit v -> apart (v :: us) -> may_roll bad (firsts us) v = true.
Proof.
  intros L Hv A. unfold may_roll. destruct bad as [b|] eqn:B; [|easy]. apply forallb_forall. intros x Hx.
  destruct (in_cells v Hv x Hx) as [Ix Sx]. apply negb_true_iff, (no_bad_roll b eq_refl _ (x :: map first us)).
  - apply holds_more; [now apply holds_firsts | easy].
  - intros y [<-|Hy]; [easy|]. apply in_map_iff in Hy. destruct Hy as (u & <- & Hu).
    rewrite Forall_forall in are_units. apply (in_cells u (are_units u Hu)). now left.
  - simpl. rewrite (together v Hv x Hx), map_die. exact A.
  - simpl. now rewrite map_length.
Qed.

Lemma may_follow_right t need v :
  right t -> (1 <= need)%nat -> cells_left sizes (S (length us)) need = true -> is_unit v -> apart (v :: us) ->
  may_follow t (firsts us) v = true.
Proof.
  intros R P L Hv A. apply negb_true_iff, not_true_iff_false. intros F%eqb_spec.
  assert (Z : keeps (v :: us) 0) by (rewrite <- F; apply (units_row t (v :: us)); auto).
  apply (too_few (v :: us) need 0); auto. destruct need; [lia | easy].
Qed.

End Row.

Lemma walk_right units wide deep needs us later t :
  right t -> Forall is_unit units -> Forall is_unit wide -> Forall is_unit us -> Forall is_unit later -> NoDup (map first us) ->
  right_needs (length us) needs = true -> right (walk bad units wide deep needs us later t).
Proof.
  intros R Us Ws. revert us later t R. induction needs as [|need needs IH]; intros us later t R U La Di Ne; [easy|].
  cbn [walk]. destruct (row t (firsts us) =? 0); [easy|].
  cbn [right_needs] in Ne. rewrite !andb_true_iff in Ne. destruct Ne as [[_ L] Ns].
  assert (K : apart us -> keeps us (narrowed deep t us (row t (firsts us)))).
  { intros A. apply narrowed_keeps; try easy. now apply units_row. }
  destruct needs as [|need' needs].
  { apply improve_right; try easy. intros A. apply sifted_keeps; auto; [now destruct bad|]. intros v Hv Av. cbn [right_needs] in Ns.
    apply Nat.eqb_eq in Ns. now apply may_roll_right. }
  set (t1 := improve _ _ _ _). assert (R1 : right t1) by now apply improve_right.
  set (r := row t1 _). destruct (r =? 0); [easy|].
  set (t2 := _ later t1). assert (R2 : right t2).
  { unfold t2. clear t2. revert R1. generalize t1 r. clear t1 r K. intros t1 r. revert t1.
    induction La as [|v later Hv La IHl]; intros t' R'; [easy|]. apply IHl.
    destruct (negb _ && _) eqn:E; [|easy]. apply andb_true_iff in E. destruct E as [_ E%eqb_spec].
    apply IH; try easy; [now constructor|]. simpl. constructor; [|easy]. intros I.
    assert (B : bit (bit_of (first v) land firsts us) (first v) = true).
    { rewrite land_spec, andb_true_iff. split; [|now apply (holds_firsts us U)].
      apply bit_of_spec; [|easy]. apply (in_cells v Hv). now left. }
    now rewrite E, bit_nothing in B. }
  apply improve_right; try easy. intros A. apply sifted_keeps; auto; [|now apply units_row].
  intros v Hv Av. cbn [right_needs] in Ns. rewrite !andb_true_iff in Ns. destruct Ns as [[P%Nat.leb_le L'] _].
  now apply (may_follow_right us U t2 need').
Qed.

End Sound.
