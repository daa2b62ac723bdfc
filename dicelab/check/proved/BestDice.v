(** * No dice do better

    The cells of a puzzle get numbers, and the trees of cases speak of these. Here their claim becomes one about dice, rolls
    and tilings. One thing remains to be believed: which boards have fewer tilings. *)

From Coq Require Import PArray ZArith List Arith Lia Bool Permutation Uint63.
From Dicelab Require Import Definitions Masks Tilings Motions Certificate Counting Bits Tables CaseTree FirstSplit.
Import ListNotations.
Open Scope nat_scope.

(** ** The program *)

Definition number (i : nat) : int := of_Z (Z.of_nat i).
Definition place (c : int) : nat := Z.to_nat (to_Z c).
Definition cell_at (z : puzzle) (c : int) : cell := nth (place c) (grid z) (0, 0)%Z.
Definition numbers (z : puzzle) : list int := map number (seq 0 (length (grid z))).

Definition turn_of (z : puzzle) (m : motion) (c : int) : int :=
  match index (moved m (cell_at z c)) (grid z) with Some i => number i | None => 0%uint63 end.

Definition turns_of (z : puzzle) : list (int -> int) := map (turn_of z) (motions_of (grid z)).

(** The evidence: the cells that are dealt first, or none if the smallest die is chosen whole; the groups of the cases, and
    their trees; arrays for the tables. *)

Record evidence := Evidence {
  whole : bool;
  first_cells : list int;
  groups : list (list (list int));
  trees : feed sign;
  cells_needed : list nat;
  counting : strategy;
  table_places : array int;
  table_sets : array int
}.

Definition cases_hold (z : puzzle) (sizes : list nat) (bad : int -> bool) (e : evidence) : bool :=
  distinct (grid z) && (length (grid z) <=? 63) &&
  if whole e
  then whole_hold (numbers z) sizes (turns_of z) (groups e) bad (cells_needed e) (counting e) (table_places e) (table_sets e) (trees e)
  else dealt_hold (numbers z) sizes (turns_of z) (groups e) bad (cells_needed e) (counting e) (table_places e) (table_sets e)
         (first_cells e) (trees e).

(** What is left to believe: each set of cells that the table of counts calls bad has fewer than [k] tilings as a board. *)

Definition counts_hold (z : puzzle) (k : nat) (bad : int -> bool) : Prop :=
  forall l, incl l (numbers z) -> bad (set_of l) = true -> ~ at_least_tilings z k (map (cell_at z) l).

(** ** The proof *)

Lemma at_least_same z k b b' : (forall c, In c b <-> In c b') -> at_least_tilings z k b -> at_least_tilings z k b'.
Proof.
  intros H (l & L & T & D). exists l. repeat split; try easy. eapply Forall_impl; [|exact T].
  intros t [? ? C]. constructor; try easy. intros c. rewrite <- C. unfold free. now rewrite H.
Qed.

Lemma image_same m R S : same_region (image m R) (image m S) -> same_region R S.
Proof.
  intros H c. split; intros Hc.
  - destruct (proj1 (H (moved m c))) as (d & Hd & E); [now exists c|]. apply moved_injective in E. now subst.
  - destruct (proj2 (H (moved m c))) as (d & Hd & E); [now exists c|]. apply moved_injective in E. now subst.
Qed.

Lemma image_part m s t : part_of_tiling (map (image m) s) (map (image m) t) -> part_of_tiling s t.
Proof.
  intros H R HR. destruct (H (image m R) (in_map _ _ _ HR)) as (S' & HS & E).
  apply in_map_iff in HS. destruct HS as (S & <- & HS). exists S. split; [easy | now apply (image_same m)].
Qed.

Lemma at_least_moved z m k board :
  NoDup (grid z) -> Motions.keeps (grid z) m ->
  at_least_tilings z k board -> at_least_tilings z k (map (moved m) board).
Proof.
  intros D K (l & L & T & A). exists (map (map (image m)) l). repeat split.
  - now rewrite map_length.
  - apply Forall_map. eapply Forall_impl; [|exact T]. intros t [T1 T2 T3].
    destruct (image_tiles m (pieces z) (free z board) t) as [I1 I2 I3]; [now constructor|].
    constructor; try easy. intros c. rewrite <- I3. symmetry. now apply image_free.
  - clear - A. induction A as [|t l H A IH]; constructor; [|easy]. apply Forall_map. eapply Forall_impl; [|exact H].
    intros s N [P Q]. apply N. split; eapply image_part; eassumption.
Qed.

Section Puzzle.

Variable z : puzzle.
Hypothesis grid_distinct : NoDup (grid z).
Hypothesis few_cells : length (grid z) <= 63.

Lemma number_Z i : i < 63 -> to_Z (number i) = Z.of_nat i.
Proof.
  intros H. unfold number. rewrite of_Z_spec. apply Z.mod_small. split; [lia|].
  apply Z.lt_trans with 63%Z; [lia | easy].
Qed.

Lemma place_number i : i < 63 -> place (number i) = i.
Proof. intros H. unfold place. rewrite number_Z by easy. apply Nat2Z.id. Qed.

Lemma in_numbers c : In c (numbers z) <-> exists i, i < length (grid z) /\ c = number i.
Proof.
  unfold numbers. rewrite in_map_iff. split.
  - intros (i & <- & H%in_seq). exists i. split; [lia | easy].
  - intros (i & H & ->). exists i. split; [easy|]. apply in_seq. lia.
Qed.

Lemma numbers_small c : In c (numbers z) -> small c.
Proof.
  intros (i & H & ->)%in_numbers. unfold small. rewrite ltb_spec, number_Z by lia. change (to_Z 63) with 63%Z. lia.
Qed.

Lemma numbers_distinct : NoDup (numbers z).
Proof.
  unfold numbers. apply (NoDup_map_inv place). rewrite map_map.
  erewrite map_ext_in; [rewrite map_id; apply seq_NoDup|]. intros i H%in_seq. apply place_number. lia.
Qed.

Lemma cell_in c : In c (numbers z) -> In (cell_at z c) (grid z).
Proof. intros (i & H & ->)%in_numbers. unfold cell_at. rewrite place_number by lia. now apply nth_In. Qed.

Lemma cell_onto x : In x (grid z) -> exists c, In c (numbers z) /\ cell_at z c = x.
Proof.
  intros H. destruct (@In_nth cell _ _ (0, 0)%Z H) as (i & L & E). exists (number i). split.
  - apply in_numbers. now exists i.
  - unfold cell_at. now rewrite place_number by lia.
Qed.

Lemma cell_same c d : In c (numbers z) -> In d (numbers z) -> cell_at z c = cell_at z d -> c = d.
Proof.
  intros (i & H & ->)%in_numbers (j & K & ->)%in_numbers. unfold cell_at. rewrite !place_number by lia.
  intros E. f_equal. rewrite NoDup_nth in grid_distinct. eauto.
Qed.

Lemma cells_distinct l : incl l (numbers z) -> NoDup l -> NoDup (map (cell_at z) l).
Proof.
  induction l as [|c l IH]; intros I D; simpl; [constructor|]. apply NoDup_cons_iff in D. destruct D as [N D].
  constructor; [|apply IH; [intros x Hx; apply I; now right | easy]].
  intros (d & E & Hd)%in_map_iff. apply N. apply cell_same in E; [now subst | |]; apply I; [now right | now left].
Qed.

Lemma turn_cell m c :
  Motions.keeps (grid z) m -> In c (numbers z) ->
  In (turn_of z m c) (numbers z) /\ cell_at z (turn_of z m c) = moved m (cell_at z c).
Proof.
  intros K H. unfold turn_of. destruct (index_in _ _ (K _ (cell_in c H))) as [i E]. rewrite E.
  apply index_some in E. assert (L : i < length (grid z)) by (apply nth_error_Some; congruence). split.
  - apply in_numbers. now exists i.
  - unfold cell_at. rewrite place_number by lia. now apply nth_error_nth.
Qed.

Variable k : nat.

Definition good (l : list int) : Prop := at_least_tilings z k (map (cell_at z) l).

Lemma turns_are_turns : Forall (is_turn (numbers z) good) (turns_of z).
Proof.
  apply Forall_map, Forall_forall. intros m K%motions_keep. repeat split.
  - intros c (x & <- & Hx)%in_map_iff. now apply turn_cell.
  - assert (G : forall l, incl l (numbers z) -> NoDup l -> NoDup (map (turn_of z m) l)); [|apply G; [now intros ?|apply numbers_distinct]].
    induction l as [|c l IH]; intros I D; simpl; [constructor|]. apply NoDup_cons_iff in D. destruct D as [N D].
    constructor; [|apply IH; [intros x Hx; apply I; now right | easy]].
    intros (d & E & Hd)%in_map_iff. apply N. apply (f_equal (cell_at z)) in E.
    destruct (turn_cell m d K) as [_ Ed]; [apply I; now right|]. destruct (turn_cell m c K) as [_ Ec]; [apply I; now left|].
    rewrite Ed, Ec in E. apply moved_injective, cell_same in E; [now subst | |]; apply I; [now right | now left].
  - intros l I H. unfold good in *. apply (at_least_moved z (back m)) in H; [|easy | now apply keeps_back].
    rewrite !map_map in H. erewrite map_ext_in; [exact H|]. intros c Hc. simpl.
    destruct (turn_cell m c K) as [_ E]; [auto|]. now rewrite E, moved_back.
Qed.

(** ** Dice as numbers: a cell is on the first die that has it *)

Fixpoint where_is (dice : list Definitions.die) (x : cell) : nat :=
  match dice with [] => 0 | d :: dice' => if memb x d then 0 else S (where_is dice' x) end.

Lemma where_spec dice x :
  In x (concat dice) -> where_is dice x < length dice /\ In x (nth (where_is dice x) dice []).
Proof.
  induction dice as [|d dice IH]; simpl; [easy|]. rewrite in_app_iff. destruct (memb x d) eqn:E.
  - intros _. apply memb_spec in E. split; [lia | easy].
  - intros [H|H]; [apply memb_spec in H; congruence|]. destruct (IH H). split; [lia | easy].
Qed.

Lemma where_nth dice x i : NoDup (concat dice) -> In x (nth i dice []) -> i < length dice -> where_is dice x = i.
Proof.
  revert i. induction dice as [|d dice IH]; simpl; intros i D H L; [lia|]. destruct i as [|i].
  - apply memb_spec in H. now rewrite H.
  - destruct (memb x d) eqn:E.
    + exfalso. apply memb_spec in E. assert (Hc : In x (concat dice)).
      { apply in_concat. exists (nth i dice []). split; [apply nth_In; lia | easy]. }
      clear - D E Hc. induction d as [|y d IHd]; [easy|]. simpl in D. apply NoDup_cons_iff in D. destruct D as [N D].
      destruct E as [->|E]; [apply N, in_app_iff; now right | now apply IHd].
    + f_equal. apply IH; [|easy|lia]. clear - D. induction d as [|y d IHd]; simpl in D; [easy|].
      apply NoDup_cons_iff in D. now apply IHd.
Qed.

Lemma nth_distinct (dice : list Definitions.die) i : NoDup (concat dice) -> NoDup (nth i dice []).
Proof.
  revert i. induction dice as [|d dice IH]; intros i D; [destruct i; constructor|]. simpl in D. destruct i as [|i]; simpl.
  - now apply NoDup_front in D.
  - apply IH. clear - D. induction d as [|y d IHd]; simpl in D; [easy|]. apply NoDup_cons_iff in D. now apply IHd.
Qed.

Variable sizes : list nat.
Variable dice : list Definitions.die.
Hypothesis of_sizes : dice_of_sizes z sizes dice.
Hypothesis all_rolls_good : forall roll, rolled dice roll -> at_least_tilings z k roll.

Definition die_number (c : int) : nat := where_is dice (cell_at z c).

Lemma die_number_spec c : In c (numbers z) -> die_number c < length dice /\ In (cell_at z c) (nth (die_number c) dice []).
Proof. intros H. apply where_spec, of_sizes. now apply cell_in. Qed.

Lemma dice_dealt : dealt int die_number (numbers z) sizes.
Proof.
  destruct of_sizes as (E & D & C). split; [apply numbers_distinct|].
  exists (seq 0 (length dice)). split; [apply seq_NoDup|]. split.
  - rewrite <- E.
    transitivity (map (fun i => length (nth i dice [])) (seq 0 (length dice))).
    + apply map_ext_in. intros i L%in_seq. rewrite <- (map_length (cell_at z)). apply Permutation_length, NoDup_Permutation.
      * apply cells_distinct; [now intros x []%filter_In | apply NoDup_filter, numbers_distinct].
      * now apply nth_distinct.
      * intros x. rewrite in_map_iff. split.
        -- intros (c & <- & [Hc O]%filter_In). apply Nat.eqb_eq in O. subst i. now apply die_number_spec.
        -- intros Hx. destruct (cell_onto x) as (c & Hc & <-).
           { apply C, in_concat. exists (nth i dice []). split; [apply nth_In; exact (proj2 L) | easy]. }
           exists c. split; [easy|]. apply filter_In. split; [easy|]. apply Nat.eqb_eq. apply where_nth; [easy | easy | exact (proj2 L)].
    + clear. induction dice as [|d l IH]; [easy|]. simpl. f_equal. rewrite <- seq_shift, map_map. exact IH.
  - intros c Hc. apply in_seq. destruct (die_number_spec c Hc). lia.
Qed.

Lemma dice_all_good : all_good (numbers z) sizes good die_number.
Proof.
  split; [exact dice_dealt|]. intros l I D L. destruct of_sizes as (E & Dc & C).
  assert (Ln : length sizes = length dice) by (rewrite <- E; apply map_length).
  assert (P : Permutation (seq 0 (length dice)) (map die_number l)).
  { symmetry. apply NoDup_Permutation_bis; [easy | rewrite seq_length, map_length; lia |].
    intros i (c & <- & Hc)%in_map_iff. apply in_seq. destruct (die_number_spec c (I c Hc)). lia. }
  apply Permutation_map_inv in P. destruct P as (l' & M & P).
  apply (at_least_same z k (map (cell_at z) l')).
  { intros x. rewrite !in_map_iff. split; intros (c & <- & Hc); exists c; (split; [easy|]);
      [eapply Permutation_in; [symmetry|]; eassumption | eapply Permutation_in; eassumption]. }
  apply all_rolls_good. split.
  - assert (In' : forall c, In c l' -> In (cell_at z c) (nth (die_number c) dice [])).
    { intros c Hc. apply die_number_spec, I. eapply Permutation_in; [symmetry; exact P | easy]. }
    assert (G : forall n ds l', (forall c, In c l' -> In (cell_at z c) (nth (die_number c - n) ds [])) ->
      (forall c, In c l' -> n <= die_number c) ->
      seq n (length ds) = map die_number l' -> Forall2 (fun d c => In c d) ds (map (cell_at z) l')).
    { clear. intros n ds. revert n. induction ds as [|d ds IH]; intros n [|c l] H B S; simpl in S; try easy; [constructor|].
      injection S as S1 S2. simpl. constructor.
      - specialize (H c (or_introl eq_refl)). now rewrite <- S1, Nat.sub_diag in H.
      - apply (IH (S n)); [| |easy]; intros x Hx;
          assert (K : S n <= die_number x) by
            (assert (Q : In (die_number x) (seq (S n) (length ds))) by (rewrite S2; now apply in_map); apply in_seq in Q; lia);
          [|easy].
        specialize (H x (or_intror Hx)). destruct (die_number x - n) as [|j] eqn:J; [lia|].
        replace (die_number x - S n) with j by lia. exact H. }
    apply (G 0); [|lia | exact M]. intros c Hc. rewrite Nat.sub_0_r. auto.
  - apply cells_distinct.
    + intros c Hc. apply I. eapply Permutation_in; [symmetry; exact P | easy].
    + eapply Permutation_NoDup; [exact P|]. now apply NoDup_map_inv in D.
Qed.

End Puzzle.

(** If the checker accepts a tree of cases, and the counts are right, no dice of these sizes have [k] tilings for every roll. *)

Theorem cases_refute z sizes k bad e :
  counts_hold z k bad -> cases_hold z sizes bad e = true -> no_dice_reach z sizes k.
Proof.
  unfold cases_hold. rewrite !andb_true_iff, distinct_spec, Nat.leb_le. intros Co [[D L] H] (dice & S & R).
  assert (G := dice_all_good z D L k sizes dice S R).
  assert (B : forall l, incl l (numbers z) -> good z k l -> bad (set_of l) = false).
  { intros l I K. apply not_true_iff_false. intros F. now apply (Co l I F). }
  destruct (whole e).
  - exact (whole_refuted _ _ (numbers_small z L) _ _ (turns_are_turns z D L k) _ _ B _ _ _ _ _ H _ G).
  - exact (dealt_refuted _ _ (numbers_small z L) _ _ (turns_are_turns z D L k) _ _ B _ _ _ _ _ _ H _ G).
Qed.
