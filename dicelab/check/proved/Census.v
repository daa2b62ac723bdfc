(** * Which of all boards have a tiling?

    Evidence is given for one board of each orbit: a tiling, or a proof that there is none. The checker keeps a table of
    these boards. Then it goes through all boards of the puzzle one by one, looks in the table for the smallest image of
    each, and counts. So no board can be missing, and the sizes of the orbits need not be known. *)

From Coq Require Import ZArith NArith List Lia Bool FMapPositive.
From Dicelab Require Import Definitions Masks Tilings Certificate ExactCover Lrat Encoding Search Motions.
Import ListNotations.

(** ** The table *)

Inductive record : Type :=
  | Tiled (board : N) (masks : list N)
  | Refuted (board : N) (steps : list step)
  | Searched (board : N).

(** [true] for a board with a tiling, [false] for one without. *)

Definition table : Type := PositiveMap.t bool.

Definition look_up (m : N) (t : table) : option bool := PositiveMap.find (N.succ_pos m) t.
Definition note (m : N) (b : bool) (t : table) : table := PositiveMap.add (N.succ_pos m) b t.

(** What is computed once for a puzzle. *)

Record tools : Type := Tools {
  full : N;
  places : list (list N);
  ordered : list N;
  rows : list (list N)
}.

Definition tools_of (z : puzzle) (full : N) : tools :=
  Tools full (map (placements (grid z)) (pieces z)) (ordered_options z) (search_rows z).

Definition noted (z : puzzle) (u : tools) (r : record) (t : table) : option table :=
  match r with
  | Tiled b l => if tiles (places u) (N.ldiff (full u) b) l then Some (note b true t) else None
  | Refuted b steps =>
    if refutes (formula (ordered u) (items z (N.ldiff (full u) b)) (all_items z)) steps
    then Some (note b false t) else None
  | Searched b =>
    if no_cover (rows u) (items z (N.ldiff (full u) b)) then Some (note b false t) else None
  end.

(** At most [most] records are read. *)

Fixpoint all_noted (z : puzzle) (u : tools) (most : nat) (records : feed record) (t : table) : option table :=
  match most, records with
  | S most', Next r rest =>
    match noted z u r t with Some t' => all_noted z u most' rest t' | None => None end
  | _, Over => Some t
  | O, Next _ _ => None
  end.

(** ** The count

    [images] are those of the cells chosen so far, and a row has the images of the next cell, by the same motions. *)

Definition least (images : list N) : N :=
  match images with [] => 0%N | m :: l => fold_left N.min l m end.

Fixpoint both (a b : list N) : list N :=
  match a, b with x :: a', y :: b' => N.lor x y :: both a' b' | _, _ => [] end.

Fixpoint count (t : table) (rows : list (list N)) (k : nat) (images : list N) (total bad : N) : option (N * N) :=
  match k with
  | O =>
    match look_up (least images) t with
    | Some tiled => Some (N.succ total, if tiled then bad else N.succ bad)
    | None => None
    end
  | S k' =>
    match rows with
    | [] => Some (total, bad)
    | row :: rows' =>
      match count t rows' k' (both images row) total bad with
      | Some (total', bad') => count t rows' k images total' bad'
      | None => None
      end
    end
  end.

Definition row_of (g : list cell) (ms : list motion) (c : cell) : list N :=
  map (fun m => match mask_of g [moved m c] with Some b => b | None => 0%N end) ms.

(** The numbers of all boards, and of those without a tiling. *)

Definition census (z : puzzle) (most : nat) (records : feed record) : option (N * N) :=
  if distinct (grid z) then
    match mask_of (grid z) (grid z) with
    | Some full =>
      match all_noted z (tools_of z full) most records (PositiveMap.empty bool) with
      | Some t =>
        let ms := motions_of (grid z) in
        match ms with
        | [] => None
        | _ => count t (map (row_of (grid z) ms) (grid z)) (blockers z) (map (fun _ => 0%N) ms) 0 0
        end
      | None => None
      end
    | None => None
    end
  else None.

(** ** The table is right *)

Definition right (z : puzzle) (b : N) (v : bool) : Prop :=
  forall board, (forall c, In c board <-> has (grid z) b c) -> if v then tileable z board else ~ tileable z board.

Definition all_right (z : puzzle) (t : table) : Prop := forall b v, look_up b t = Some v -> right z b v.

Lemma all_right_note z b v t : all_right z t -> right z b v -> all_right z (note b v t).
Proof.
  intros A R c w. unfold look_up, note. rewrite find_add.
  destruct (Pos.eqb_spec (N.succ_pos c) (N.succ_pos b)) as [E|_]; [|apply A]. intros [= <-].
  assert (c = b) as -> by (rewrite <- (N.pos_pred_succ c), <- (N.pos_pred_succ b); congruence). easy.
Qed.

Section Puzzle.

Variable z : puzzle.
Hypothesis g_distinct : NoDup (grid z).
Variable whole : N.
Hypothesis whole_mask : mask_of (grid z) (grid z) = Some whole.

Lemma inside_free b : inside (grid z) (N.ldiff whole b).
Proof. apply inside_ldiff. now apply mask_of_some in whole_mask. Qed.

Lemma free_of_mask b board :
  (forall c, In c board <-> has (grid z) b c) -> forall c, has (grid z) (N.ldiff whole b) c <-> free z board c.
Proof.
  intros H c. unfold free. rewrite has_ldiff, H by easy.
  destruct (mask_of_some _ _ _ whole_mask) as (_ & _ & ->). easy.
Qed.

Lemma right_by b (v : bool) :
  (if v then can_be_tiled (pieces z) (has (grid z) (N.ldiff whole b))
   else ~ can_be_tiled (pieces z) (has (grid z) (N.ldiff whole b))) -> right z b v.
Proof.
  intros H board E. assert (F := free_of_mask b board E). destruct v.
  - apply tileable_region. eapply can_be_tiled_same; [exact F | exact H].
  - intros K. apply H. apply tileable_region in K. eapply can_be_tiled_same; [|exact K]. intros c. symmetry. apply F.
Qed.

Lemma noted_right r t t' : all_right z t -> noted z (tools_of z whole) r t = Some t' -> all_right z t'.
Proof.
  intros A. destruct r as [b l|b steps|b]; simpl.
  - destruct (tiles _ _ l) eqn:T; [|easy]. intros [= <-]. apply all_right_note, right_by; [easy|].
    apply tiles_sound in T; [|easy | apply inside_free]. now exists (map (has (grid z)) l).
  - destruct (refutes _ steps) eqn:T; [|easy]. intros [= <-]. apply all_right_note, right_by; [easy|].
    apply refuted_is_unsatisfiable in T. intros K. apply T, cover_formula; [apply inside_free|].
    now apply tiled_is_cover; [| apply inside_free |].
  - destruct (no_cover _ _) eqn:T; [|easy]. intros [= <-]. apply all_right_note, right_by; [easy|].
    apply searched_has_no_tiling; [easy | apply inside_free | easy].
Qed.

Lemma all_noted_right most records t t' :
  all_right z t -> all_noted z (tools_of z whole) most records t = Some t' -> all_right z t'.
Proof.
  revert records t. induction most as [|most IH]; intros [|r rest] t A; simpl; try easy; try (now intros [= <-]).
  destruct (noted z (tools_of z whole) r t) as [t1|] eqn:E; [|easy]. apply IH. now apply (noted_right r t).
Qed.

(** ** The count is right *)

(** What the table says of a board, when the images of some cells of it are known already. *)

Fixpoint verdict (t : table) (ms : list motion) (images : list N) (board : list cell) : option bool :=
  match board with
  | [] => look_up (least images) t
  | c :: board' => verdict t ms (both images (row_of (grid z) ms c)) board'
  end.

Definition is_bad (v : option bool) : bool := match v with Some false => true | _ => false end.

Lemma count_right t ms k cells images total bad total' bad' :
  count t (map (row_of (grid z) ms) cells) k images total bad = Some (total', bad') ->
  (forall b, In b (chosen k cells) -> verdict t ms images b <> None) /\
  (total' = total + N.of_nat (length (chosen k cells)))%N /\
  (bad' = bad + N.of_nat (length (filter (fun b => is_bad (verdict t ms images b)) (chosen k cells))))%N.
Proof.
  revert k images total bad total' bad'.
  assert (Leaf : forall cells images total bad total' bad',
    count t (map (row_of (grid z) ms) cells) 0 images total bad = Some (total', bad') ->
    verdict t ms images [] <> None /\ (total' = total + 1)%N /\
    (bad' = bad + N.of_nat (length (filter (fun b => is_bad (verdict t ms images b)) [[]])))%N).
  { intros l images total bad total' bad'. destruct l; simpl; destruct (look_up (least images) t) as [[]|]; try easy;
      intros [= <- <-]; (split; [easy|]); simpl; lia. }
  induction cells as [|c cells IH]; intros [|k] images total bad total' bad' H.
  - destruct (Leaf _ _ _ _ _ _ H) as (L & T & B). split; [now intros b [<-|[]] | easy].
  - simpl in H. injection H as <- <-. simpl. split; [easy | lia].
  - destruct (Leaf _ _ _ _ _ _ H) as (L & T & B). split; [now intros b [<-|[]] | easy].
  - cbn [map count] in H.
    destruct (count t (map (row_of (grid z) ms) cells) k (both images (row_of (grid z) ms c)) total bad)
      as [[total1 bad1]|] eqn:E; [|easy].
    apply IH in E, H. destruct E as (V1 & T1 & B1), H as (V2 & T2 & B2). cbn [chosen].
    rewrite filter_app, !app_length, map_length. split; [|split].
    + intros b Hb. apply in_app_or in Hb. destruct Hb as [Hb|Hb]; [|auto].
      apply in_map_iff in Hb. destruct Hb as (b' & <- & Hb). simpl. auto.
    + lia.
    + rewrite B2, B1. replace (length (filter _ (map (cons c) (chosen k cells)))) with
        (length (filter (fun b => is_bad (verdict t ms (both images (row_of (grid z) ms c)) b)) (chosen k cells)));
        [lia|].
      clear. induction (chosen k cells) as [|b l IHl]; simpl; [easy|].
      destruct (is_bad _); simpl; now rewrite IHl.
Qed.

(** Each image is that of the board by one of the motions. *)

Lemma verdict_of t ms board v images (done : list cell) :
  Forall2 (fun m i => forall c, has (grid z) i c <-> In c (map (moved m) done)) ms images ->
  (forall m c, In m ms -> In c board -> In (moved m c) (grid z)) -> ms <> [] ->
  verdict t ms images board = Some v ->
  exists m i, In m ms /\ look_up i t = Some v /\
    forall c, has (grid z) i c <-> In c (map (moved m) done) \/ In c (map (moved m) board).
Proof.
  revert images done. induction board as [|b board IH]; intros images done F K Ne H.
  - cbn [verdict] in H.
    assert (L : In (least images) images).
    { destruct F as [|m i ms' images' Hi F]; [easy|]. simpl. clear.
      revert i. induction images' as [|j l IHl]; simpl; intros i; [now left|].
      destruct (IHl (N.min i j)) as [E|E]; [|tauto]. rewrite <- E. destruct (N.min_spec i j) as [[_ ->]|[_ ->]]; tauto. }
    assert (M : exists m, In m ms /\ forall c, has (grid z) (least images) c <-> In c (map (moved m) done)).
    { revert L. generalize (least images). clear - F. induction F as [|m i ms images Hi F IHF]; [easy|].
      intros n [<-|Hn]; [exists m; split; [now left | easy]|].
      destruct (IHF n Hn) as (m' & ? & ?). exists m'. split; [now right | easy]. }
    destruct M as (m & Hm & E). exists m, (least images). split; [easy|]. split; [easy|].
    intros c. rewrite E. simpl. tauto.
  - cbn [verdict] in H. destruct (IH (both images (row_of (grid z) ms b)) (b :: done)) as (m & i & Hm & Hi & E); [| |easy|easy|].
    + assert (K' : forall m, In m ms -> In (moved m b) (grid z)) by (intros m Hm; apply K; [easy | now left]).
      clear - F K'. unfold row_of. induction F as [|m i ms images Hi F IHF]; [constructor|].
      cbn [map both]. constructor.
      * intros c. rewrite has_lor, Hi.
        destruct (mask_of_incl (grid z) [moved m b]) as [k Hk].
        { intros x [<-|[]]. apply K'. now left. }
        rewrite Hk. destruct (mask_of_some _ _ _ Hk) as (_ & _ & ->). simpl. tauto.
      * apply IHF. intros n Hn. apply K'. now right.
    + intros n c Hn Hc. apply K; [easy | now right].
    + exists m, i. split; [easy|]. split; [easy|]. intros c. rewrite E. simpl. tauto.
Qed.

Lemma chosen_incl {A} k (l b : list A) : In b (chosen k l) -> incl b l.
Proof.
  revert k b. induction l as [|x l IH]; intros [|k] b; simpl; try (intros [<-|[]]; easy); [easy|].
  intros [H|H]%in_app_or.
  - apply in_map_iff in H. destruct H as (b' & <- & H). intros y [->|Hy]; [now left|]. right. now apply (IH k b').
  - intros y Hy. right. now apply (IH (S k) b).
Qed.

Lemma verdict_right t ms board v :
  all_right z t -> (forall m, In m ms -> keeps (grid z) m) -> ms <> [] -> incl board (grid z) ->
  verdict t ms (map (fun _ => 0%N) ms) board = Some v -> if v then tileable z board else ~ tileable z board.
Proof.
  intros A K Ne I H. destruct (verdict_of t ms board v (map (fun _ => 0%N) ms) []) as (m & i & Hm & Hi & E); try easy.
  - clear. induction ms; simpl; constructor; [|easy]. intros c. split; [intros []%has_zero | easy].
  - intros m c Hm Hc. apply K; auto.
  - apply A in Hi. specialize (Hi (map (moved m) board)).
    assert (T := tileable_moved z m board g_distinct (K m Hm)).
    assert (Q : forall c, In c (map (moved m) board) <-> has (grid z) i c) by (intros c; rewrite E; simpl; tauto).
    destruct v; [apply T | rewrite <- T]; now apply Hi.
Qed.

End Puzzle.

Lemma chosen_distinct {A} k (l : list A) : NoDup l -> NoDup (chosen k l).
Proof.
  intros D. revert k. induction D as [|x l Hx D IH]; intros [|k]; simpl; try (constructor; [easy | constructor]);
    [constructor|].
  assert (App : forall a b : list (list A), NoDup a -> NoDup b -> (forall y, In y a -> ~ In y b) -> NoDup (a ++ b)).
  { induction a as [|y a IHa]; simpl; intros b Da Db N; [easy|]. inversion Da; subst. constructor.
    - intros [H|H]%in_app_or; [easy | now apply (N y (or_introl eq_refl))].
    - apply IHa; auto. }
  apply App; [|apply IH|].
  - specialize (IH k). clear - IH. induction IH as [|b bs Hb D IH]; simpl; constructor; [|easy].
    intros H. apply in_map_iff in H. destruct H as (b' & [= ->] & H). easy.
  - intros b H K. apply in_map_iff in H. destruct H as (b' & <- & _). apply chosen_incl in K. apply Hx, K. now left.
Qed.

(** The numbers that the checker returns are those of all boards, and of the boards without a tiling. *)

Theorem census_right z most records total bad :
  census z most records = Some (total, bad) ->
  N.of_nat (length (boards z)) = total /\ NoDup (boards z) /\ without_tiling z bad.
Proof.
  unfold census. destruct (distinct (grid z)) eqn:D; [|easy]. apply distinct_spec in D.
  destruct (mask_of (grid z) (grid z)) as [whole|] eqn:W; [|easy].
  destruct (all_noted z (tools_of z whole) most records _) as [t|] eqn:E; [|easy].
  destruct (motions_of (grid z)) as [|m0 ms0] eqn:M; [easy|]. rewrite <- M. intros H.
  assert (A : all_right z t).
  { apply (all_noted_right z D whole W) in E; [easy|]. intros b v. unfold look_up. now rewrite PositiveMap.gempty. }
  apply count_right in H. destruct H as (V & T & B). fold (boards z) in *.
  assert (ND : NoDup (boards z)) by now apply chosen_distinct.
  split; [lia|]. split; [easy|].
  exists (filter (fun b => is_bad (verdict z t (motions_of (grid z)) (map (fun _ => 0%N) (motions_of (grid z))) b)) (boards z)).
  split; [now apply NoDup_filter|]. split; [lia|].
  intros b. rewrite filter_In. split; intros [Hb Hv]; (split; [easy|]).
  - destruct (verdict _ _ _ _ b) as [[]|] eqn:Q; try easy.
    apply (verdict_right z D t _ b false) in Q; try easy; [apply motions_keep | now rewrite M | now apply chosen_incl in Hb].
  - destruct (verdict z t _ _ b) as [v|] eqn:Q; [|now apply (V b Hb) in Q].
    apply (verdict_right z D t _ b v) in Q; try easy; [destruct v; easy | apply motions_keep | now rewrite M |].
    now apply chosen_incl in Hb.
Qed.
