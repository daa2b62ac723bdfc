(** * Tilings as exact covers

    A board is an exact cover problem. Its items are the free cells and the pieces, its options the placements of the
    pieces; options that have no item in common and together have all items are a tiling. An option is a mask as well:
    its cells, and behind the cells of the grid a bit for its piece. *)

From Coq Require Import ZArith NArith List Lia Bool.
From Dicelab Require Import Definitions Masks Tilings.
Import ListNotations.

(** [exact l F]: the options [l] have each item of [F] once, and no other. *)

Fixpoint exact (l : list N) (F : N) : Prop :=
  match l with
  | [] => F = 0%N
  | o :: l' => N.land o F = o /\ exact l' (N.ldiff F o)
  end.

Lemma within_bits o F : N.land o F = o <-> forall i, N.testbit o i = true -> N.testbit F i = true.
Proof.
  split.
  - intros H i T. rewrite <- H, N.land_spec, andb_true_iff in T. easy.
  - intros H. apply N.bits_inj. intros i. rewrite N.land_spec.
    destruct (N.testbit o i) eqn:T; [|easy]. now rewrite H.
Qed.

Lemma exact_item l F i : exact l F -> N.testbit F i = true -> exists o, In o l /\ N.testbit o i = true.
Proof.
  revert F. induction l as [|o l IH]; simpl; intros F H T; [subst; now rewrite N.bits_0 in T|].
  destruct H as [_ H]. destruct (N.testbit o i) eqn:E; [exists o; auto|].
  destruct (IH (N.ldiff F o)) as (p & ? & ?); [easy | now rewrite N.ldiff_spec, T, E | exists p; auto].
Qed.

(** Any option may be taken first. *)

Lemma exact_split l1 o l2 F : exact (l1 ++ o :: l2) F -> N.land o F = o /\ exact (l1 ++ l2) (N.ldiff F o).
Proof.
  revert F. induction l1 as [|a l1 IH]; simpl; intros F; [easy|]. intros [Ha H].
  apply IH in H. destruct H as [Ho H]. rewrite within_bits in Ha, Ho.
  assert (K : forall i, N.testbit o i = true -> N.testbit F i = true /\ N.testbit a i = false).
  { intros i T. specialize (Ho i T). rewrite N.ldiff_spec, andb_true_iff, negb_true_iff in Ho. easy. }
  repeat split.
  - apply within_bits. intros i T. apply (K i T).
  - apply within_bits. intros i T. rewrite N.ldiff_spec, (Ha i T). destruct (N.testbit o i) eqn:E; [|easy].
    apply K in E. destruct E. congruence.
  - replace (N.ldiff (N.ldiff F o) a) with (N.ldiff (N.ldiff F a) o); [easy|].
    apply N.bits_inj. intros i. rewrite !N.ldiff_spec. now destruct (N.testbit F i), (N.testbit a i), (N.testbit o i).
Qed.

Lemma exact_within l F o : exact l F -> In o l -> N.land o F = o.
Proof. intros H (l1 & l2 & ->)%in_split. now apply exact_split in H. Qed.

(** Options of an exact cover that have an item in common are the same one. *)

Lemma exact_alone l1 o l2 F p : exact (l1 ++ o :: l2) F -> In p (l1 ++ l2) -> N.land o p = 0%N.
Proof.
  intros [_ H]%exact_split Hp. apply (exact_within _ _ _ H) in Hp. rewrite within_bits in Hp.
  apply N.bits_inj. intros i. rewrite N.land_spec, N.bits_0. destruct (N.testbit p i) eqn:T; [|apply andb_false_r].
  apply Hp in T. rewrite N.ldiff_spec, andb_true_iff, negb_true_iff in T. now destruct T as [_ ->].
Qed.

(** ** The options and the items of a board *)

Section Grid.

Variable g : list cell.
Hypothesis g_distinct : NoDup g.

(** The first piece has the bit [k], the next one that behind it. *)

Fixpoint options (ps : list piece) (k : N) : list N :=
  match ps with
  | [] => []
  | p :: ps' => map (fun m => N.setbit m k) (placements g p) ++ options ps' (N.succ k)
  end.

Fixpoint piece_items (ps : list piece) (k : N) : N :=
  match ps with
  | [] => 0%N
  | _ :: ps' => N.setbit (piece_items ps' (N.succ k)) k
  end.

Definition behind : N := N.of_nat (length g).

Lemma inside_false m i : inside g m -> (behind <= i)%N -> N.testbit m i = false.
Proof. intros H L. apply not_true_is_false. intros T%H. unfold behind in L. lia. Qed.

Lemma piece_items_from ps k i : (i < k)%N -> N.testbit (piece_items ps k) i = false.
Proof.
  revert k. induction ps as [|p ps IH]; simpl; intros k L; [easy|].
  rewrite N.setbit_neq; [apply IH|]; lia.
Qed.

Lemma options_from ps k o i :
  In o (options ps k) -> N.testbit o i = true -> (i < behind)%N \/ (k <= i)%N.
Proof.
  revert k. induction ps as [|p ps IH]; simpl; intros k; [easy|]. rewrite in_app_iff, in_map_iff.
  intros [(m & <- & Hm)|H] T.
  - apply N.setbit_iff in T. destruct T as [->|T]; [right; lia|]. left.
    destruct (placements_sound g _ _ Hm) as [I _]. now apply I.
  - destruct (IH _ H T); [now left | right; lia].
Qed.

(** Taking the option of the first piece out of the items. *)

Lemma items_left f m ps k :
  inside g f -> inside g m -> (behind <= k)%N ->
  N.ldiff (N.lor f (N.setbit (piece_items ps (N.succ k)) k)) (N.setbit m k) =
  N.lor (N.ldiff f m) (piece_items ps (N.succ k)).
Proof.
  intros If Im L. apply N.bits_inj. intros i. rewrite N.ldiff_spec, !N.lor_spec, N.ldiff_spec.
  destruct (N.eq_dec k i) as [<-|E].
  - rewrite !N.setbit_eq, (inside_false f k) by easy. now rewrite (piece_items_from ps (N.succ k) k) by lia.
  - rewrite !N.setbit_neq by easy. destruct (N.testbit m i) eqn:T; simpl; rewrite ?andb_true_r; [|easy].
    apply Im in T. rewrite (piece_items_from ps (N.succ k) i) by (unfold behind in L; lia). now rewrite !andb_false_r.
Qed.

(** The options of a tiling, the masks of which are given. *)

Fixpoint options_of (l : list N) (k : N) : list N :=
  match l with [] => [] | m :: l' => N.setbit m k :: options_of l' (N.succ k) end.

Lemma tiling_is_cover ps f l k :
  inside g f -> (behind <= k)%N -> tiles (map (placements g) ps) f l = true ->
  exact (options_of l k) (N.lor f (piece_items ps k)) /\ incl (options_of l k) (options ps k).
Proof.
  revert f l k. induction ps as [|p ps IH]; intros f [|m l] k I L; simpl; try easy.
  - intros ->%N.eqb_eq. split; [easy | now intros ?].
  - rewrite !andb_true_iff, existsb_exists. intros [[Hl%N.eqb_eq (x & Hx & <-%N.eqb_eq)] H].
    destruct (placements_sound g _ _ Hx) as [Im _].
    destruct (IH (N.ldiff f m) l (N.succ k)) as (Hc & Ic); [now apply inside_ldiff | lia | easy |].
    rewrite items_left by easy. split; [split; [|easy]|].
    + rewrite within_bits in *. intros i T. rewrite N.lor_spec. apply N.setbit_iff in T.
      destruct T as [<-|T]; [rewrite N.setbit_eq; apply orb_true_r | now rewrite Hl].
    + intros o [<-|Ho]; apply in_or_app; [left|right; auto]. apply in_map_iff. eauto.
Qed.

Lemma cover_is_tiling ps f c k :
  inside g f -> (behind <= k)%N -> exact c (N.lor f (piece_items ps k)) -> incl c (options ps k) ->
  exists l, tiles (map (placements g) ps) f l = true.
Proof.
  revert f c k. induction ps as [|p ps IH]; simpl; intros f c k I L H Ic.
  - exists []. destruct c as [|o c]; [|destruct (Ic o (or_introl eq_refl))].
    simpl in *. rewrite N.lor_0_r in H. now apply N.eqb_eq.
  - destruct (exact_item _ _ k H) as (o & Ho & To).
    { rewrite N.lor_spec, N.setbit_eq. apply orb_true_r. }
    assert (Hm : exists m, o = N.setbit m k /\ In m (placements g p)).
    { destruct (in_app_or _ _ _ (Ic _ Ho)) as [K|K].
      - apply in_map_iff in K. destruct K as (m & ? & ?). eauto.
      - destruct (options_from _ _ _ _ K To); lia. }
    destruct Hm as (m & -> & Hm). destruct (placements_sound g _ _ Hm) as [Im _].
    apply in_split in Ho. destruct Ho as (c1 & c2 & ->).
    apply exact_split in H. destruct H as [W H]. rewrite items_left in H by easy.
    destruct (IH (N.ldiff f m) (c1 ++ c2) (N.succ k)) as [l Hl]; try easy.
    + now apply inside_ldiff.
    + lia.
    + intros o Ho. assert (K := exact_within _ _ _ H Ho). rewrite within_bits in K.
      assert (Hk : N.testbit o k = false).
      { apply not_true_is_false. intros T%K. rewrite N.lor_spec, N.ldiff_spec, (inside_false f k) in T by easy.
        rewrite (piece_items_from ps (N.succ k) k) in T by lia. easy. }
      assert (Ho' : In o (c1 ++ N.setbit m k :: c2)) by (apply in_app_iff in Ho; apply in_app_iff; simpl; tauto).
      destruct (in_app_or _ _ _ (Ic _ Ho')) as [Q|Q]; [|easy].
      apply in_map_iff in Q. destruct Q as (x & <- & _). now rewrite N.setbit_eq in Hk.
    + exists (m :: l). simpl. rewrite Hl, andb_true_r, andb_true_iff. split.
      * apply N.eqb_eq, within_bits. rewrite within_bits in W. intros i T.
        assert (i < behind)%N by (now apply Im in T).
        specialize (W i). rewrite N.lor_spec, N.setbit_iff, (N.setbit_neq _ k i) in W by lia.
        rewrite (piece_items_from ps (N.succ k) i), orb_false_r in W by lia. apply W. now right.
      * apply existsb_exists. exists m. split; [easy | apply N.eqb_refl].
Qed.

End Grid.

(** ** A board is tileable exactly if it has an exact cover *)

Definition items (z : puzzle) (f : N) : N := N.lor f (piece_items (pieces z) (behind (grid z))).
Definition all_options (z : puzzle) : list N := options (grid z) (pieces z) (behind (grid z)).

Theorem tiled_is_cover z f :
  NoDup (grid z) -> inside (grid z) f ->
  (can_be_tiled (pieces z) (has (grid z) f) <-> exists c, exact c (items z f) /\ incl c (all_options z)).
Proof.
  intros D I. split.
  - intros [regions H]. apply (tiles_complete (grid z) D) in H; [|exact I]. destruct H as (l & H & _).
    exists (options_of l (behind (grid z))). apply tiling_is_cover; [exact I | lia | exact H].
  - intros (c & H & K). apply (cover_is_tiling (grid z)) in H; [|exact I | unfold behind; lia | exact K].
    destruct H as [l H]. apply (tiles_sound (grid z) D) in H; [|exact I]. now exists (map (has (grid z)) l).
Qed.

Theorem tileable_is_cover z board f :
  NoDup (grid z) -> free_mask (grid z) board = Some f ->
  (tileable z board <-> exists c, exact c (items z f) /\ incl c (all_options z)).
Proof.
  intros D F. destruct (free_mask_spec z board f D F) as [I Hf].
  rewrite <- (tiled_is_cover z f D I), tileable_region.
  split; apply can_be_tiled_same; intros c; [symmetry|]; apply Hf.
Qed.
