(** * Boards that a motion sends to each other

    A motion that sends the grid to itself sends a tiling of a board to one of the board's image. *)

From Coq Require Import ZArith NArith List Lia Bool FinFun.
From Dicelab Require Import Definitions Masks Tilings.
Import ListNotations.

(** ** Motions can be done one after the other, and undone *)

Definition sent_twice (s t : symmetry) : symmetry :=
  Symmetry (xorb (exchanged s) (exchanged t))
    (xorb (rows_turned s) (if exchanged s then columns_turned t else rows_turned t))
    (xorb (columns_turned s) (if exchanged s then rows_turned t else columns_turned t)).

Lemma sent_sent s t c : sent (sent_twice s t) c = sent s (sent t c).
Proof. destruct s as [[] [] []], t as [[] [] []], c as [x y]; unfold sent, shifted; simpl; f_equal; lia. Qed.

Lemma sent_shifted s a c : sent s (shifted a c) = shifted (sent s a) (sent s c).
Proof. destruct s as [[] [] []], a as [u v], c as [x y]; unfold sent, shifted; simpl; f_equal; lia. Qed.

Definition after (m n : motion) : motion :=
  Motion (sent_twice (turning m) (turning n)) (shifted (shifting m) (sent (turning m) (shifting n))).

Lemma moved_after m n c : moved (after m n) c = moved m (moved n c).
Proof.
  unfold moved, after; simpl. rewrite sent_sent, sent_shifted. unfold shifted; simpl. f_equal; lia.
Qed.

Definition undone (s : symmetry) : symmetry :=
  if exchanged s then Symmetry true (columns_turned s) (rows_turned s) else s.

Lemma sent_undone s c : sent (undone s) (sent s c) = c.
Proof. destruct s as [[] [] []], c as [x y]; unfold sent, shifted; simpl; f_equal; lia. Qed.

Definition back (m : motion) : motion :=
  Motion (undone (turning m)) (sent (undone (turning m)) (- fst (shifting m), - snd (shifting m))%Z).

Lemma moved_back m c : moved (back m) (moved m c) = c.
Proof.
  unfold moved, back; simpl. rewrite sent_shifted, sent_undone.
  destruct m as [[[] [] []] [u v]], c as [x y]; unfold sent, shifted; simpl; f_equal; lia.
Qed.

Lemma moved_injective m c d : moved m c = moved m d -> c = d.
Proof. intros H. now rewrite <- (moved_back m c), H, moved_back. Qed.

(** ** Images of tilings *)

Definition image (m : motion) (R : region) : region := fun c => exists d, R d /\ c = moved m d.

Lemma image_lies m p R : can_lie p R -> can_lie p (image m R).
Proof.
  intros [n H]. exists (after m n). intros c. unfold image. split.
  - intros (d & Hd & ->). apply H in Hd. destruct Hd as (a & Ha & ->). exists a. now rewrite moved_after.
  - intros (a & Ha & ->). exists (moved n a). rewrite moved_after. split; [apply H; eauto | easy].
Qed.

Lemma image_tiles m ps F l : tiles_region ps F l -> tiles_region ps (image m F) (map (image m) l).
Proof.
  intros [L A C]. constructor.
  - clear A C. induction L; constructor; auto using image_lies.
  - clear L C. induction A as [|R l H A IH]; constructor; [|easy]. apply Forall_map, Forall_forall.
    rewrite Forall_forall in H. intros S HS c [(d & Hd & ->) (e & He & E)]. apply moved_injective in E. subst.
    now apply (H S HS e).
  - intros c. split.
    + intros (d & Hd & ->). apply C in Hd. destruct Hd as (R & HR & Hd). exists (image m R).
      split; [now apply in_map | now exists d].
    + intros (S & HS & Hc). apply in_map_iff in HS. destruct HS as (R & <- & HR). destruct Hc as (d & Hd & ->).
      exists d. split; [apply C; eauto | easy].
Qed.

Lemma image_tiled m ps F : can_be_tiled ps F -> can_be_tiled ps (image m F).
Proof. intros [l H]. exists (map (image m) l). now apply image_tiles. Qed.

(** ** Motions of the grid *)

Definition keeps (g : list cell) (m : motion) : Prop := forall c, In c g -> In (moved m c) g.

Lemma keeps_onto g m c : NoDup g -> keeps g m -> In c g -> exists d, In d g /\ moved m d = c.
Proof.
  intros D K Hc.
  assert (I : incl g (map (moved m) g)).
  { apply NoDup_length_incl.
    - apply Injective_map_NoDup; [intros ? ?; apply moved_injective | easy].
    - now rewrite map_length.
    - intros d Hd. apply in_map_iff in Hd. destruct Hd as (e & <- & He). auto. }
  apply I, in_map_iff in Hc. destruct Hc as (d & ? & ?). eauto.
Qed.

Lemma keeps_back g m : NoDup g -> keeps g m -> keeps g (back m).
Proof.
  intros D K c Hc. destruct (keeps_onto g m c D K Hc) as (d & Hd & <-). now rewrite moved_back.
Qed.

Lemma image_free z m board :
  NoDup (grid z) -> keeps (grid z) m -> forall c, image m (free z board) c <-> free z (map (moved m) board) c.
Proof.
  intros D K c. unfold image, free. split.
  - intros (d & [Hd N] & ->). split; [auto|]. intros Hi. apply in_map_iff in Hi. destruct Hi as (e & E & He).
    apply moved_injective in E. now subst.
  - intros [Hc N]. destruct (keeps_onto _ _ _ D K Hc) as (d & Hd & <-). exists d. repeat split; try easy.
    intros Hb. apply N. now apply in_map.
Qed.

Lemma moved_tileable z m board :
  NoDup (grid z) -> keeps (grid z) m -> tileable z board -> tileable z (map (moved m) board).
Proof.
  intros D K H. apply tileable_region. apply tileable_region, (image_tiled m) in H.
  eapply can_be_tiled_same; [now apply image_free | exact H].
Qed.

Theorem tileable_moved z m board :
  NoDup (grid z) -> keeps (grid z) m -> (tileable z (map (moved m) board) <-> tileable z board).
Proof.
  intros D K. split; [|now apply moved_tileable].
  intros H. apply (moved_tileable z (back m)) in H; [|easy | now apply keeps_back].
  rewrite map_map in H. replace board with (map (fun c => moved (back m) (moved m c)) board); [easy|].
  clear. induction board; simpl; [easy|]. now rewrite moved_back, IHboard.
Qed.

(** All motions that send the grid to itself are found by where they send its first cell. *)

Definition motions_of (g : list cell) : list motion :=
  match g with
  | [] => []
  | a :: _ =>
    filter (fun m => forallb (fun c => memb (moved m c) g) g)
      (flat_map (fun s => map (motion_to s a) g) symmetries)
  end.

Lemma motions_keep g m : In m (motions_of g) -> keeps g m.
Proof.
  destruct g as [|a g]; [easy|]. unfold motions_of. intros [_ H]%filter_In.
  rewrite forallb_forall in H. intros c Hc. now apply memb_spec, H.
Qed.
