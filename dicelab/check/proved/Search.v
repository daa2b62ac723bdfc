(** * An exhaustive search

    Where no proof is at hand, the checker tries all ways to cover the first item, and so on. Here is proved that it
    overlooks none. *)

From Coq Require Import ZArith NArith List Lia Bool.
From Dicelab Require Import Definitions Masks Tilings ExactCover Lrat Encoding.
Import ListNotations.

(** Is a mask part of another? This is found out without making a third. *)

Fixpoint part_of (p q : positive) : bool :=
  match p, q with
  | xH, xO _ => false
  | xH, _ => true
  | xO p', xO q' | xO p', xI q' | xI p', xI q' => part_of p' q'
  | _, _ => false
  end.

Definition subset (a b : N) : bool :=
  match a, b with N0, _ => true | Npos _, N0 => false | Npos p, Npos q => part_of p q end.

Lemma subset_right a b : N.land a b = a -> subset a b = true.
Proof.
  destruct a as [|p], b as [|q]; simpl; try easy.
  revert q. induction p as [p IH|p IH|]; intros [q|q|]; simpl; try easy; intros H; try apply IH;
    destruct (Pos.land p q); simpl in H; congruence.
Qed.

(** The options of which the item [i] is the first; [i] becomes bit 0 of them. *)

Definition begin_at (opts : list N) (i : N) : list N :=
  filter (fun o => N.testbit o i && N.eqb (N.land o (N.ones i)) 0) opts.

Fixpoint rows_from (opts : list N) (i : N) (count : nat) : list (list N) :=
  match count with
  | O => []
  | S count' => map (fun o => N.shiftr o i) (begin_at opts i) :: rows_from opts (N.succ i) count'
  end.

(** [no_cover rows F]: every way to cover the items [F] in the order of the rows ends where an item has no option. The
    items of the rows that are done have been shifted out of [F]. *)

Fixpoint no_cover (rows : list (list N)) (F : N) : bool :=
  match rows with
  | [] => false
  | opts :: rows' =>
    if N.odd F
    then forallb (fun o => if subset o F then no_cover rows' (N.div2 (N.ldiff F o)) else true) opts
    else no_cover rows' (N.div2 F)
  end.

Lemma no_cover_right opts count i F c :
  (forall j, (j < i)%N -> N.testbit F j = false) ->
  no_cover (rows_from opts i count) (N.shiftr F i) = true -> exact c F -> ~ incl c opts.
Proof.
  revert i F c. induction count as [|count IH]; cbn [rows_from no_cover]; intros i F c Low H E Ic; [easy|].
  rewrite <- N.bit0_odd, N.shiftr_spec', N.add_0_l in H. destruct (N.testbit F i) eqn:T.
  - destruct (exact_item _ _ i E T) as (o & Ho & To). assert (W := exact_within _ _ _ E Ho).
    rewrite forallb_forall in H. specialize (H (N.shiftr o i)).
    rewrite subset_right, <- N.shiftr_ldiff, <- N.shiftr_succ_r in H by now rewrite <- N.shiftr_land, W.
    rewrite within_bits in W.
    apply in_split in Ho. destruct Ho as (c1 & c2 & ->). apply exact_split in E. destruct E as [_ E].
    refine (IH (N.succ i) (N.ldiff F o) (c1 ++ c2) _ (H _) E _).
    + intros j L. rewrite N.ldiff_spec. destruct (N.eq_dec j i) as [->|]; [rewrite To; apply andb_false_r|].
      rewrite Low by lia. easy.
    + apply (in_map (fun o => N.shiftr o i)), filter_In. split; [apply Ic, in_elt|]. rewrite To. simpl.
      apply N.eqb_eq, N.bits_inj. intros j. rewrite N.land_spec, N.bits_0.
      destruct (N.testbit o j) eqn:Tj; [|easy]. destruct (N.lt_ge_cases j i) as [L|L].
      * apply W in Tj. now rewrite Low in Tj.
      * now rewrite N.ones_spec_high.
    + intros p Hp. apply Ic. apply in_app_iff in Hp. apply in_app_iff. simpl. tauto.
  - rewrite <- N.shiftr_succ_r in H. refine (IH (N.succ i) F c _ H E Ic).
    intros j L. destruct (N.eq_dec j i) as [->|]; [easy|]. apply Low. lia.
Qed.

(** The rows of a puzzle serve all of its boards. No option is there twice, which would be tried twice. *)

Definition search_rows (z : puzzle) : list (list N) :=
  rows_from (ordered_options z) 0 (all_items z).

Theorem searched_has_no_tiling z f :
  NoDup (grid z) -> inside (grid z) f -> no_cover (search_rows z) (items z f) = true ->
  ~ can_be_tiled (pieces z) (has (grid z) f).
Proof.
  intros D I H K. apply (tiled_is_cover z f D I) in K. destruct K as (c & E & Ic).
  refine (no_cover_right (ordered_options z) _ 0 (items z f) c _ H E _); [intros j L; lia|].
  intros o Ho. now apply ordered_options_in, Ic.
Qed.
