(** * Boards with few tilings

    The last thing that a tree of cases needs: which boards have fewer than [k] tilings. The checker covers a board in every
    way, as the exhaustive search does, and counts down from [k]. If something is left, there are fewer. *)

From Coq Require Import PArray ZArith NArith List Arith Lia Bool Permutation Uint63.
From Dicelab Require Import Definitions Masks Tilings ExactCover Lrat Encoding Search Motions Certificate.
From Dicelab Require Import Counting Bits Tables CaseTree FirstSplit BestDice.
Import ListNotations.
Open Scope nat_scope.

(** ** The program *)

Fixpoint left_over (rows : list (list N)) (F : N) (limit : nat) : nat :=
  match rows with
  | [] => Nat.pred limit
  | opts :: rows' =>
    if N.odd F
    then (fix each (opts : list N) (limit : nat) : nat :=
      match opts, limit with
      | [], _ | _, O => limit
      | o :: more, _ => each more (if subset o F then left_over rows' (N.div2 (N.ldiff F o)) limit else limit)
      end) opts limit
    else left_over rows' (N.div2 F) limit
  end.

Definition is_few (z : puzzle) (rows : list (list N)) (k : nat) (l : list int) : bool :=
  match free_mask (grid z) (map (cell_at z) l) with
  | Some f => (1 <=? left_over rows (items z f) k)
  | None => false
  end.

(** The boards that were counted, and their images, stand in an array, each at its place. *)

Definition mark (ranks marks : array int) (S : int) : array int := marks.[rank ranks S <- S].

Definition counted (z : puzzle) (k : nat) (ranks : array int) (size : int) (boards : list (list int)) : array int :=
  let rows := search_rows z in
  let turns := turns_of z in
  fold_left (fun marks b =>
    if forallb (fun c => is_in c (numbers z)) b && is_few z rows k b
    then fold_left (fun marks turn => mark ranks marks (set_of (map turn b))) turns marks
    else marks) boards (make size everything).

Definition is_marked (ranks marks : array int) (S : int) : bool :=
  (marks.[rank ranks S] =? S)%uint63 && negb (S =? everything)%uint63.

(** The checker of a proof by cases, with the boards that are to be counted. *)

Definition proof_holds (z : puzzle) (sizes : list nat) (k : nat) (size : int) (boards : list (list int)) (e : evidence) : bool :=
  let marks := counted z k (table_places e) size boards in
  distinct (grid z) && (length (grid z) <=? 63) && cases_hold z sizes (is_marked (table_places e) marks) e.

(** ** All covers are counted *)

Fixpoint covers (opts : list N) (i : N) (count : nat) (F : N) : list (list N) :=
  match count with
  | O => [[]]
  | S count' =>
    if N.testbit F i
    then flat_map (fun o =>
      if N.eqb (N.land o F) o then map (cons o) (covers opts (N.succ i) count' (N.ldiff F o)) else []) (begin_at opts i)
    else covers opts (N.succ i) count' F
  end.

Lemma left_over_le rows F limit : left_over rows F limit <= limit.
Proof.
  revert F limit. induction rows as [|opts rows IH]; cbn [left_over]; intros F limit; [lia|].
  destruct (N.odd F); [|apply IH]. revert limit. induction opts as [|o opts IHo]; intros [|limit]; try lia.
  eapply Nat.le_trans; [apply IHo|]. destruct (subset o F); [apply IH | lia].
Qed.

Lemma left_over_counts opts count i F limit :
  left_over (rows_from opts i count) (N.shiftr F i) limit <= limit - length (covers opts i count F).
Proof.
  revert i F limit. induction count as [|count IH]; cbn [rows_from left_over covers]; intros i F limit; [simpl; lia|].
  rewrite <- N.bit0_odd, N.shiftr_spec', N.add_0_l. destruct (N.testbit F i).
  - revert limit. induction (begin_at opts i) as [|o l IHl]; intros limit; [simpl; lia|].
    cbn [map flat_map]. rewrite app_length. destruct limit as [|limit]; [lia|].
    eapply Nat.le_trans; [apply IHl|].
    destruct (N.eqb_spec (N.land o F) o) as [W|W].
    + rewrite subset_right by now rewrite <- N.shiftr_land, W.
      rewrite <- N.shiftr_ldiff, <- N.shiftr_succ_r, map_length.
      assert (K := IH (N.succ i) (N.ldiff F o) (S limit)). lia.
    + simpl length. destruct (subset _ _); [|lia].
      assert (K := left_over_le (rows_from opts (N.succ i) count) (N.div2 (N.ldiff (N.shiftr F i) (N.shiftr o i))) (S limit)).
      lia.
  - rewrite <- N.shiftr_succ_r. apply IH.
Qed.

Lemma covers_complete opts count i F c :
  (forall j, (j < i)%N -> N.testbit F j = false) -> (forall j, N.testbit F j = true -> (j < i + N.of_nat count)%N) ->
  ~ In 0%N c -> exact c F -> incl c opts -> exists e, In e (covers opts i count F) /\ Permutation c e.
Proof.
  revert i F c. induction count as [|count IH]; cbn [covers]; intros i F c Low High Z E Ic.
  - assert (F = 0%N).
    { apply N.bits_inj. intros j. rewrite N.bits_0. apply not_true_iff_false. intros T. assert (K := High j T).
      rewrite Low in T by lia. easy. }
    subst. exists []. split; [now left|]. destruct c as [|o c]; [easy|]. destruct E as [E _]. rewrite N.land_0_r in E.
    exfalso. apply Z. now left.
  - destruct (N.testbit F i) eqn:T.
    + destruct (exact_item _ _ i E T) as (o & Ho & To). assert (W := exact_within _ _ _ E Ho).
      apply in_split in Ho. destruct Ho as (c1 & c2 & ->). apply exact_split in E. destruct E as [_ E].
      destruct (IH (N.succ i) (N.ldiff F o) (c1 ++ c2)) as (e & He & P); auto.
      * intros j L. rewrite N.ldiff_spec. destruct (N.eq_dec j i) as [->|]; [rewrite To; apply andb_false_r|].
        rewrite Low by lia. easy.
      * intros j Tj. rewrite N.ldiff_spec, andb_true_iff in Tj. destruct Tj as [Tj _]. apply High in Tj. lia.
      * intros K. apply Z. apply in_app_iff in K. apply in_app_iff. simpl. tauto.
      * intros p Hp. apply Ic. apply in_app_iff in Hp. apply in_app_iff. simpl. tauto.
      * exists (o :: e). split; [|rewrite <- Permutation_middle; now apply perm_skip].
        apply in_flat_map. exists o. split.
        -- apply filter_In. split; [apply Ic, in_elt|]. rewrite To. simpl. rewrite within_bits in W.
           apply N.eqb_eq, N.bits_inj. intros j. rewrite N.land_spec, N.bits_0.
           destruct (N.testbit o j) eqn:Tj; [|easy]. destruct (N.lt_ge_cases j i) as [L|L].
           ++ apply W in Tj. now rewrite Low in Tj.
           ++ now rewrite N.ones_spec_high.
        -- rewrite W, N.eqb_refl. now apply in_map.
    + apply IH; auto.
      * intros j L. destruct (N.eq_dec j i) as [->|]; [easy|]. apply Low. lia.
      * intros j Tj. apply High in Tj. lia.
Qed.

(** ** Tilings that are not the same have covers that are not the same *)

Section Grid.

Variable g : list cell.
Hypothesis g_distinct : NoDup g.

Lemma options_of_in l k o : In o (options_of l k) <-> exists i m, nth_error l i = Some m /\ o = N.setbit m (k + N.of_nat i).
Proof.
  revert k. induction l as [|m l IH]; simpl; intros k.
  - split; [easy|]. intros ([|i] & m & H & _); easy.
  - rewrite IH. split.
    + intros [<-|(i & m' & H & ->)]; [exists O, m; split; [easy | f_equal; lia]|].
      exists (S i), m'. split; [easy | f_equal; lia].
    + intros ([|i] & m' & H & ->); [left; injection H as ->; f_equal; lia|]. right. exists i, m'. split; [easy | f_equal; lia].
Qed.

Lemma setbit_same m m' j j' :
  inside g m -> inside g m' -> (behind g <= j)%N -> (behind g <= j')%N -> N.setbit m j = N.setbit m' j' -> m = m'.
Proof.
  intros I I' L L' E. apply N.bits_inj. intros i. destruct (N.lt_ge_cases i (behind g)) as [K|K].
  - assert (T := f_equal (fun x => N.testbit x i) E). cbv beta in T. now rewrite !N.setbit_neq in T by lia.
  - now rewrite !(inside_false g _ i) by easy.
Qed.

Lemma masks_inside ps f l : tiles (map (placements g) ps) f l = true -> Forall (inside g) l.
Proof.
  revert f l. induction ps as [|p ps IH]; intros f [|m l]; simpl; try easy.
  rewrite !andb_true_iff, existsb_exists. intros [[_ (x & Hx & <-%N.eqb_eq)] H]. constructor; [|eauto].
  now destruct (placements_sound g _ _ Hx).
Qed.

Lemma same_cover_part l l' s t :
  Forall (inside g) l -> Forall (inside g) l' -> Forall2 (shows g) l s -> Forall2 (shows g) l' t ->
  incl (options_of l (behind g)) (options_of l' (behind g)) -> part_of_tiling s t.
Proof.
  intros I I' S T K R HR. rewrite Forall_forall in I, I'.
  apply In_nth_error in HR. destruct HR as [i Hi].
  assert (Hm : exists m, nth_error l i = Some m /\ shows g m R).
  { clear - S Hi. revert i Hi. induction S as [|m S l s Hs F IH]; intros [|i] H; try easy.
    - injection H as ->. exists m. easy.
    - now apply IH. }
  destruct Hm as (m & Em & Hm).
  destruct (proj1 (options_of_in l' (behind g) (N.setbit m (behind g + N.of_nat i)))) as (j & m' & Em' & E).
  { apply K, options_of_in. eauto. }
  apply setbit_same in E; [|now apply I; apply nth_error_In in Em|now apply I'; apply nth_error_In in Em'|lia|lia]. subst m'.
  assert (Hn : exists S', nth_error t j = Some S' /\ shows g m S').
  { clear - T Em'. revert j Em'. induction T as [|m' S' l t Hs F IH]; intros [|j] H; try easy.
    - injection H as ->. exists S'. easy.
    - now apply IH. }
  destruct Hn as (S' & Es & Hs). exists S'. split; [now apply nth_error_In in Es|].
  intros c. now rewrite <- (Hm c), (Hs c).
Qed.

End Grid.

Lemma options_of_nonzero l k : ~ In 0%N (options_of l k).
Proof.
  intros (i & m & _ & E)%options_of_in. assert (T := f_equal (fun x => N.testbit x (k + N.of_nat i)) E).
  cbv beta in T. now rewrite N.setbit_eq, N.bits_0 in T.
Qed.

Theorem few_tilings z f k ts :
  NoDup (grid z) -> inside (grid z) f -> 1 <= left_over (search_rows z) (items z f) k ->
  Forall (tiles_region (pieces z) (has (grid z) f)) ts -> ForallOrdPairs (fun s t => ~ same_tiling s t) ts -> length ts < k.
Proof.
  intros D I L T A. set (opts := ordered_options z).
  assert (C := left_over_counts opts (all_items z) 0 (items z f) k). unfold search_rows in L. rewrite N.shiftr_0_r in C.
  enough (length ts <= length (covers opts 0 (all_items z) (items z f))) by (unfold opts in *; lia).
  set (own := fun t e => exists l, Forall (inside (grid z)) l /\ Forall2 (shows (grid z)) l t /\
    Permutation (options_of l (behind (grid z))) e).
  assert (G : forall t, tiles_region (pieces z) (has (grid z) f) t ->
    exists e, In e (covers opts 0 (all_items z) (items z f)) /\ own t e).
  { intros t Ht. destruct (tiles_complete (grid z) D _ _ _ I Ht) as (l & Hl & Sh).
    destruct (tiling_is_cover (grid z) (pieces z) f l (behind (grid z)) I (N.le_refl _) Hl) as [E Ic].
    destruct (covers_complete opts (all_items z) 0 (items z f) (options_of l (behind (grid z)))) as (e & He & P).
    - intros j K. lia.
    - intros j Tj. apply (items_below z f j I) in Tj. lia.
    - apply options_of_nonzero.
    - exact E.
    - intros o Ho. apply ordered_options_in. now apply Ic.
    - exists e. split; [easy|]. exists l. split; [|easy]. now apply masks_inside in Hl. }
  assert (M : exists es, length es = length ts /\ incl es (covers opts 0 (all_items z) (items z f)) /\ Forall2 own ts es).
  { clear A. induction T as [|t ts Ht T IH]; [exists []; split; [easy|]; split; [intros ? [] | constructor]|].
    destruct IH as (es & Le & Ie & Fe). destruct (G t Ht) as (e & He & Ho). exists (e :: es). split; [simpl; lia|]. split; [|now constructor].
    intros x [<-|Hx]; auto. }
  destruct M as (es & Le & Ie & Fe). rewrite <- Le. apply NoDup_incl_length; [|easy].
  clear - Fe A. induction Fe as [|t e ts es Ho F IH]; [constructor|]. inversion A as [|? ? N A']; subst.
  constructor; [|now apply IH]. intros He. clear IH A A'.
  induction F as [|s e' ts es Hs F IHF]; [easy|]. inversion N as [|? ? Ns N']; subst. destruct He as [->|He]; [|now apply IHF].
  apply Ns. destruct Ho as (l & Il & Sl & Pl), Hs as (l' & Il' & Sl' & Pl').
  split; [apply (same_cover_part (grid z) l l' t s Il Il' Sl Sl') | apply (same_cover_part (grid z) l' l s t Il' Il Sl' Sl)];
    intros o Hn.
  - eapply Permutation_in; [symmetry; exact Pl'|]. eapply Permutation_in; [exact Pl | exact Hn].
  - eapply Permutation_in; [symmetry; exact Pl|]. eapply Permutation_in; [exact Pl' | exact Hn].
Qed.

Lemma is_few_right z k l : NoDup (grid z) -> is_few z (search_rows z) k l = true -> ~ at_least_tilings z k (map (cell_at z) l).
Proof.
  unfold is_few. intros D. destruct (free_mask _ _) as [f|] eqn:F; [|easy]. intros H%Nat.leb_le (ts & L & T & A).
  destruct (free_mask_spec z _ f D F) as [I Hf].
  assert (K := few_tilings z f k ts D I H). rewrite L in K. apply (Nat.lt_irrefl k), K; [|easy].
  eapply Forall_impl; [|exact T]. intros t [T1 T2 T3]. constructor; try easy. intros c. now rewrite Hf.
Qed.

(** ** What is marked has few tilings *)

Section Marks.

Variable z : puzzle.
Hypothesis grid_distinct : NoDup (grid z).
Hypothesis few_cells : length (grid z) <= 63.
Variable k : nat.
Variables ranks : array int.

Definition well_marked (marks : array int) : Prop := forall i, marks.[i]%uint63 = everything \/
  exists l, incl l (numbers z) /\ marks.[i]%uint63 = set_of l /\ ~ good z k l.

Lemma mark_well marks l : well_marked marks -> incl l (numbers z) -> ~ good z k l -> well_marked (mark ranks marks (set_of l)).
Proof.
  intros W I N j. unfold mark. set (i := rank ranks (set_of l)). destruct (i =? j)%uint63 eqn:J.
  - apply eqb_spec in J. subst j. destruct (i <? PArray.length marks)%uint63 eqn:L.
    + rewrite get_set_same by easy. right. eauto.
    + rewrite (get_out_of_bounds _ marks.[i <- set_of l] i) by (now rewrite length_set). rewrite default_set.
      rewrite <- (get_out_of_bounds _ _ _ L). apply W.
  - rewrite get_set_other; [apply W|]. intros ->. now rewrite eqb_refl in J.
Qed.

Lemma counted_well size boards : well_marked (counted z k ranks size boards).
Proof.
  unfold counted.
  assert (G : forall marks, well_marked marks -> well_marked (fold_left (fun marks b =>
    if forallb (fun c => is_in c (numbers z)) b && is_few z (search_rows z) k b
    then fold_left (fun marks turn => mark ranks marks (set_of (map turn b))) (turns_of z) marks
    else marks) boards marks)).
  { induction boards as [|b boards IH]; intros marks W; simpl; [easy|]. apply IH.
    destruct (forallb _ b) eqn:I; simpl; [|easy]. destruct (is_few _ _ _ _) eqn:F; [|easy].
    apply is_few_right in F; [|easy]. rewrite forallb_forall in I.
    assert (Ib : incl b (numbers z)) by (intros c Hc; now apply is_in_spec, I).
    assert (T := turns_are_turns z grid_distinct few_cells k). clear IH. revert marks W.
    induction T as [|turn turns (Ti & _ & Tg) T IHT]; intros marks W; cbn [fold_left]; [exact W|].
    apply IHT, mark_well; [exact W | |].
    - intros c (x & <- & Hx)%in_map_iff. apply Ti, in_map. auto.
    - intros H. apply F. now apply (Tg b Ib). }
  apply G. intros i. left. apply get_make.
Qed.

Lemma marked_right marks : well_marked marks -> counts_hold z k (is_marked ranks marks).
Proof.
  intros W l I. unfold is_marked. rewrite andb_true_iff, negb_true_iff. intros [E%eqb_spec N] H.
  destruct (W (rank ranks (set_of l))) as [K|(l' & I' & K & G)]; rewrite E in K.
  - now rewrite K, eqb_refl in N.
  - apply G. unfold good. eapply at_least_same; [|exact H]. intros x. rewrite !in_map_iff.
    assert (S : forall c, In c l <-> In c l').
    { intros c. rewrite <- (holds_set_of (numbers z) (numbers_small z few_cells) l I c).
      rewrite <- (holds_set_of (numbers z) (numbers_small z few_cells) l' I' c). now rewrite K. }
    split; intros (c & <- & Hc); exists c; (split; [easy|]); now apply S.
Qed.

End Marks.

(** If the checker accepts a proof by cases, no dice of these sizes have [k] tilings for every roll. *)

Theorem proof_is_right z sizes k size boards e :
  proof_holds z sizes k size boards e = true -> no_dice_reach z sizes k.
Proof.
  unfold proof_holds. rewrite !andb_true_iff, distinct_spec, Nat.leb_le. intros [[D L] H].
  eapply cases_refute; [|exact H]. apply marked_right; [easy|]. now apply counted_well.
Qed.
