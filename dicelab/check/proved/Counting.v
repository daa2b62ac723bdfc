(** * Why counting refutes

    Each cell is on a die, and the sizes of the dice are known. Take some cells that are on different dice. All other
    dice have their cells among those that are on none of these dice. So these cells are at least as many as the smallest
    dice have together, as many dice as are left. If fewer cells are known to be possible, there are no such dice.

    That is the whole lemma; the case trees use nothing else but this, again and again. *)

From Coq Require Import List Arith Lia Bool Permutation.
Import ListNotations.

(** All ways to leave out some members of a list. *)

Fixpoint sublists {A} (l : list A) : list (list A) :=
  match l with [] => [[]] | x :: l' => map (cons x) (sublists l') ++ sublists l' end.

Lemma filter_sublist {A} (f : A -> bool) l : In (filter f l) (sublists l).
Proof.
  induction l as [|x l IH]; simpl; [now left|]. apply in_or_app. destruct (f x); [left; now apply in_map | now right].
Qed.

(** [need] cells are left whatever [k] of the dice are taken away. *)

Definition cells_left (sizes : list nat) (k need : nat) : bool :=
  forallb (fun l => (length l + k <? length sizes) || (need <=? list_sum l)) (sublists sizes).

Section Dice.

Variable cell : Type.
Variable die_of : cell -> nat.
Variable cells : list cell.
Variable sizes : list nat.

Definition on (die : nat) (c : cell) : bool := die_of c =? die.

Record dealt : Prop := {
  each_once : NoDup cells;
  some_dice : exists dice, NoDup dice /\ map (fun i => length (filter (on i) cells)) dice = sizes /\
    forall c, In c cells -> In (die_of c) dice
}.

Definition is_one_of (l : list nat) (i : nat) : bool := existsb (Nat.eqb i) l.

Lemma is_one_of_spec l i : is_one_of l i = true <-> In i l.
Proof.
  unfold is_one_of. rewrite existsb_exists. split; [intros (x & H & ->%Nat.eqb_eq); easy|].
  intros H. exists i. split; [easy | apply Nat.eqb_refl].
Qed.

(** The cells on some dice are, together, as many as these dice have. *)

Lemma cells_on dice (l : list cell) :
  NoDup dice -> length (filter (fun c => is_one_of dice (die_of c)) l) =
  list_sum (map (fun i => length (filter (on i) l)) dice).
Proof.
  induction dice as [|i dice IH]; intros D; [simpl; induction l; simpl; auto|].
  inversion D as [|? ? N D']; subst. specialize (IH D').
  assert (K : length (filter (fun c => is_one_of (i :: dice) (die_of c)) l) =
              length (filter (on i) l) + length (filter (fun c => is_one_of dice (die_of c)) l)).
  { clear IH. change (is_one_of (i :: dice)) with (fun x => (x =? i) || is_one_of dice x). cbv beta.
    induction l as [|c l IH]; [easy|]. cbn [filter]. unfold on at 1. destruct (Nat.eqb_spec (die_of c) i) as [E|E]; simpl.
    - replace (is_one_of dice (die_of c)) with false; [simpl; now rewrite IH|].
      symmetry. apply not_true_is_false. rewrite is_one_of_spec. now subst.
    - destruct (is_one_of dice (die_of c)); simpl; rewrite IH; lia. }
  now rewrite K, IH.
Qed.

Lemma length_without (l taken : list nat) :
  NoDup l -> length l <= length (filter (fun i => negb (is_one_of taken i)) l) + length taken.
Proof.
  intros D. assert (H : length (filter (is_one_of taken) l) + length (filter (fun i => negb (is_one_of taken i)) l) = length l).
  { clear. induction l as [|i l IH]; [easy|]. simpl. destruct (is_one_of taken i); simpl; lia. }
  rewrite <- H, Nat.add_comm. apply Nat.add_le_mono_l.
  apply NoDup_incl_length; [now apply NoDup_filter|]. intros i. rewrite filter_In, is_one_of_spec. easy.
Qed.

(** The lemma. *)

Theorem cells_of_other_dice taken k need :
  dealt -> length taken <= k -> cells_left sizes k need = true ->
  need <= length (filter (fun c => negb (is_one_of taken (die_of c))) cells).
Proof.
  intros [D (dice & ND & E & A)] L H.
  set (others := filter (fun i => negb (is_one_of taken i)) dice).
  assert (F : filter (fun c => negb (is_one_of taken (die_of c))) cells =
              filter (fun c => is_one_of others (die_of c)) cells).
  { apply filter_ext_in. intros c Hc. apply eq_true_iff_eq. unfold others.
    rewrite is_one_of_spec, filter_In. specialize (A c Hc). tauto. }
  rewrite F, cells_on by now apply NoDup_filter.
  unfold cells_left in H. rewrite forallb_forall in H.
  assert (S : exists l, In l (sublists sizes) /\ l = map (fun i => length (filter (on i) cells)) others).
  { eexists. split; [|reflexivity]. rewrite <- E. unfold others. clear. induction dice as [|i dice IH]; simpl; [now left|].
    apply in_or_app. destruct (is_one_of taken i); simpl; [now right | left; now apply in_map]. }
  destruct S as (l & Hl & ->). specialize (H _ Hl). rewrite map_length in H.
  apply orb_true_iff in H. rewrite Nat.ltb_lt, Nat.leb_le in H. destruct H as [H|H]; [|easy].
  exfalso. assert (K := length_without dice taken ND). fold others in K.
  apply (f_equal (@length nat)) in E. rewrite map_length in E. lia.
Qed.

End Dice.
