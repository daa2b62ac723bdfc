(** * Certificates of dice sets

    A certificate is a sequence of tilings, one for each roll, in lexicographic order. The checker goes through all rolls
    itself. A roll that shows a cell twice needs no tiling. *)

From Coq Require Import ZArith NArith List Lia Bool.
From Dicelab Require Import Definitions Masks Tilings.
Import ListNotations.

(** The tilings are read from a file one after the other, so that no more than one is in memory. *)

CoInductive feed (A : Type) : Type := Over : feed A | Next : A -> feed A -> feed A.
Arguments Over {A}.
Arguments Next {A} _ _.

(** [all_rolls tables dice f tilings] returns what is left of the tilings when every roll of [dice], with [f] for the
    cells that are not blocked yet, was found to have one. Dice are lists of masks of a single cell. *)

Fixpoint all_rolls (tables : list (list N)) (dice : list (list N)) (f : N) (tilings : feed (list N)) :
    option (feed (list N)) :=
  match dice with
  | [] => match tilings with Next l rest => if tiles tables f l then Some rest else None | Over => None end
  | d :: others =>
    (fix faces (d : list N) (tilings : feed (list N)) : option (feed (list N)) :=
      match d with
      | [] => Some tilings
      | b :: d' =>
        match (if N.eqb (N.land b f) 0 then Some tilings else all_rolls tables others (N.ldiff f b) tilings) with
        | Some rest => faces d' rest
        | None => None
        end
      end) d tilings
  end.

Fixpoint all_some {A} (l : list (option A)) : option (list A) :=
  match l with
  | [] => Some []
  | Some x :: l' => option_map (cons x) (all_some l')
  | None :: _ => None
  end.

Definition masks_of_dice (g : list cell) (dice : list die) : option (list (list N)) :=
  all_some (map (fun d => all_some (map (fun c => mask_of g [c]) d)) dice).

Definition certificate_holds (z : puzzle) (dice : list die) (tilings : feed (list N)) : bool :=
  distinct (grid z) &&
  match masks_of_dice (grid z) dice, free_mask (grid z) [] with
  | Some masks, Some f =>
    match all_rolls (map (placements (grid z)) (pieces z)) masks f tilings with
    | Some Over => true
    | _ => false
    end
  | _, _ => false
  end.

(** ** The proof *)

Lemma all_some_spec {A B} (h : A -> option B) l r : all_some (map h l) = Some r -> Forall2 (fun x y => h x = Some y) l r.
Proof.
  revert r. induction l as [|x l IH]; simpl; intros r; [intros [= <-]; constructor|].
  destruct (h x) as [y|] eqn:E; [|easy]. destruct (all_some (map h l)) as [s|]; [|easy].
  intros [= <-]. constructor; auto.
Qed.

Section Grid.

Variable g : list cell.
Hypothesis g_distinct : NoDup g.
Variable ps : list piece.

Definition without (f : N) (roll : list cell) : region := fun c => has g f c /\ ~ In c roll.

Definition is_mask (c : cell) (b : N) : Prop := mask_of g [c] = Some b.

Lemma all_rolls_sound dice masks f tilings rest :
  inside g f -> Forall2 (Forall2 is_mask) dice masks ->
  all_rolls (map (placements g) ps) masks f tilings = Some rest ->
  forall roll, Forall2 (fun d c => In c d) dice roll -> NoDup roll -> (forall c, In c roll -> has g f c) ->
  can_be_tiled ps (without f roll).
Proof.
  intros I H. revert f tilings rest I. induction H as [|d m dice masks Hd Hs IH]; intros f tilings rest I E roll R.
  - inversion R; subst. intros _ _. simpl in E. destruct tilings as [|l more]; [easy|].
    destruct (tiles (map (placements g) ps) f l) eqn:T; [|easy].
    apply tiles_sound in T; try easy. exists (map (has g) l).
    destruct T as [L A C]. constructor; try easy. intros c. rewrite <- C. unfold without. simpl. tauto.
  - inversion R as [|? c ? roll' Hc R']; subst. intros ND F. inversion ND; subst. simpl in E.
    clear R. revert tilings E. induction Hd as [|c' b d m Hb Hd IHd]; intros tilings E; [easy|].
    destruct Hc as [->|Hc].
    + destruct (mask_of_some _ _ _ Hb) as (Ib & _ & Sb). simpl in Sb.
      destruct (N.eqb_spec (N.land b f) 0) as [Z|_].
      { exfalso. apply (land_disjoint g g_distinct _ _ Z c). split; [apply Sb; auto | apply F; now left]. }
      destruct (all_rolls _ masks (N.ldiff f b) tilings) as [more|] eqn:E'; [|easy].
      eapply can_be_tiled_same; [|eapply (IH (N.ldiff f b)); eauto].
      * intros x. unfold without. rewrite has_ldiff, Sb by easy. simpl. intuition congruence.
      * now apply inside_ldiff.
      * intros x Hx. apply has_ldiff; [easy|]. split; [apply F; now right|]. rewrite Sb. intros [->|[]]. easy.
    + destruct (if N.eqb (N.land b f) 0 then _ else _) as [more|]; [|easy]. now apply (IHd Hc) in E.
Qed.

End Grid.

(** What the checker accepts is the certificate of a dice set that is always solvable. *)

Theorem certified_is_always_solvable z dice tilings :
  certificate_holds z dice tilings = true -> always_solvable z dice.
Proof.
  unfold certificate_holds. rewrite andb_true_iff, distinct_spec. intros [D H].
  destruct (masks_of_dice (grid z) dice) as [masks|] eqn:M; [|easy].
  destruct (free_mask (grid z) []) as [f|] eqn:F; [|easy].
  destruct (all_rolls _ masks f tilings) as [rest|] eqn:E; [|easy].
  destruct (free_mask_spec z [] f D F) as [I Hf].
  assert (K : Forall2 (Forall2 (is_mask (grid z))) dice masks).
  { apply all_some_spec in M. clear - M. induction M as [|d m dice masks Hd]; constructor; [|easy].
    now apply all_some_spec in Hd. }
  intros roll [R ND]. apply tileable_region.
  assert (On : forall c, In c roll -> In c (grid z)).
  { clear - R K. revert masks K. induction R as [|d c dice roll Hc R IH]; [easy|].
    intros masks K. inversion K as [|? m ? ? Hd]; subst. intros x [<-|Hx]; [|eapply IH; eauto].
    clear - Hc Hd. induction Hd as [|e b d m He Hd IHd]; [easy|].
    destruct Hc as [->|Hc]; [|auto]. apply mask_of_some in He. destruct He as (_ & He & _). apply He. now left. }
  apply (can_be_tiled_same _ (without (grid z) f roll));
    [|apply (all_rolls_sound (grid z) D (pieces z) dice masks f tilings rest); try easy].
  - intros c. unfold without. rewrite Hf. unfold free. simpl. tauto.
  - intros c Hc. apply Hf. unfold free. simpl. split; auto.
Qed.
