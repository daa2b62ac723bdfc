(** * Tilings as masks

    A checker is given a mask for each piece. It looks whether the piece can lie there, takes its cells away from the free
    ones, and at the end nothing may be left. Here this is proved to be right, in both directions. *)

From Coq Require Import ZArith NArith List Lia Bool.
From Dicelab Require Import Definitions Masks.
Import ListNotations.

(** [tiles tables f l]: the masks [l], one of each table, cover the mask [f] without an overlap. *)

Fixpoint tiles (tables : list (list N)) (f : N) (l : list N) : bool :=
  match tables, l with
  | [], [] => N.eqb f 0
  | t :: tables', m :: l' =>
    N.eqb (N.land m f) m && existsb (N.eqb m) t && tiles tables' (N.ldiff f m) l'
  | _, _ => false
  end.

(** ** A tiling of any region *)

Record tiles_region (ps : list piece) (F : region) (regions : list region) : Prop := {
  lies : Forall2 can_lie ps regions;
  apart : ForallOrdPairs disjoint regions;
  covers : forall c, F c <-> exists R, In R regions /\ R c
}.

Definition can_be_tiled (ps : list piece) (F : region) : Prop := exists regions, tiles_region ps F regions.

Lemma tileable_region z board : tileable z board <-> can_be_tiled (pieces z) (free z board).
Proof. split; intros [l []]; exists l; now constructor. Qed.

Lemma can_be_tiled_same ps F G : (forall c, F c <-> G c) -> can_be_tiled ps F -> can_be_tiled ps G.
Proof. intros H [l [? ? K]]. exists l. constructor; try easy. intros c. now rewrite <- H. Qed.

Section Grid.

Variable g : list cell.
Hypothesis g_distinct : NoDup g.

Lemma has_ldiff a b c : has g (N.ldiff a b) c <-> has g a c /\ ~ has g b c.
Proof.
  split.
  - intros H. destruct (index_in c g (has_in _ _ _ H)) as [i Hi].
    rewrite !(has_index g g_distinct _ _ _ Hi) in *.
    rewrite N.ldiff_spec, andb_true_iff, negb_true_iff in H. intuition congruence.
  - intros [H K]. destruct (index_in c g (has_in _ _ _ H)) as [i Hi].
    rewrite !(has_index g g_distinct _ _ _ Hi) in *.
    rewrite N.ldiff_spec, andb_true_iff, negb_true_iff. split; [easy|]. now apply not_true_is_false.
Qed.

Lemma inside_ldiff a b : inside g a -> inside g (N.ldiff a b).
Proof. intros H i. rewrite N.ldiff_spec, andb_true_iff. intros []. auto. Qed.

Lemma land_all m f : N.land m f = m -> forall c, has g m c -> has g f c.
Proof.
  intros H c (i & Hi & T). exists i. split; [easy|].
  rewrite <- H, N.land_spec, andb_true_iff in T. easy.
Qed.

Lemma all_land m f : inside g m -> (forall c, has g m c -> has g f c) -> N.land m f = m.
Proof.
  intros I H. apply N.bits_inj. intros i. rewrite N.land_spec.
  destruct (N.testbit m i) eqn:T; [|easy]. simpl.
  destruct (inside_has _ _ _ I T) as (c & E & (j & Hj & Tj)%H).
  now replace i with (N.of_nat j) by (rewrite (nth_error_same g _ _ _ g_distinct Hj E); apply N2Nat.id).
Qed.

(** What [tiles] accepts is a tiling. *)

Lemma tiles_sound ps f l :
  inside g f -> tiles (map (placements g) ps) f l = true -> tiles_region ps (has g f) (map (has g) l).
Proof.
  revert f l. induction ps as [|p ps IH]; intros f [|m l] I; simpl; try easy.
  - intros ->%N.eqb_eq. constructor; [constructor | constructor |].
    intros c. split; [intros []%has_zero | now intros (? & [] & _)].
  - rewrite !andb_true_iff, existsb_exists. intros [[Hl%N.eqb_eq (k & Hk & <-%N.eqb_eq)] H].
    apply IH in H; [|now apply inside_ldiff]. destruct H as [L A C].
    destruct (placements_sound g _ _ Hk) as [_ Hp]. constructor.
    + now constructor.
    + constructor; [|easy]. apply Forall_forall. intros R HR c [Hm HRc].
      assert (K : has g (N.ldiff f m) c) by (apply C; eauto). apply has_ldiff in K. tauto.
    + intros c. split.
      * intros Hc. destruct (index_in c g (has_in _ _ _ Hc)) as [i Hi].
        destruct (N.testbit m (N.of_nat i)) eqn:T.
        -- exists (has g m). split; [now left|]. now apply (has_index g g_distinct _ _ _ Hi).
        -- destruct (proj1 (C c)) as (R & ? & ?).
           { apply has_ldiff. split; [easy|]. rewrite (has_index g g_distinct _ _ _ Hi). congruence. }
           exists R. split; [now right | easy].
      * intros (R & [<-|HR] & HRc); [now apply (land_all _ _ Hl)|].
        assert (K : has g (N.ldiff f m) c) by (apply C; eauto). apply has_ldiff in K. tauto.
Qed.

(** Every tiling has masks that [tiles] accepts, and they have its cells. *)

Definition shows (m : N) (R : region) : Prop := forall c, has g m c <-> R c.

Lemma tiles_complete ps f regions :
  inside g f -> tiles_region ps (has g f) regions ->
  exists l, tiles (map (placements g) ps) f l = true /\ Forall2 shows l regions.
Proof.
  revert f regions. induction ps as [|p ps IH]; intros f regions I [L A C]; inversion L; subst.
  - exists []. split; [|constructor]. simpl. apply N.eqb_eq. apply (same_mask g g_distinct); [easy | apply inside_zero |].
    intros c. rewrite C. split; [now intros (? & [] & _) | intros []%has_zero].
  - rename y into R, l' into rest. inversion A as [|? ? Ad Ar]; subst. rewrite Forall_forall in Ad.
    destruct (placements_complete g p R) as (m & Hm & HR); [easy| |].
    { intros c Hc. apply (has_in g f), C. exists R. split; [now left | easy]. }
    destruct (placements_sound g _ _ Hm) as [Im _].
    destruct (IH (N.ldiff f m) rest) as (l & Hl & Hs); [now apply inside_ldiff| |].
    + constructor; [easy | easy |]. intros c. rewrite has_ldiff, C, HR. split.
      * intros [(S & [->|HS] & Hc) N]; [tauto | eauto].
      * intros (S & HS & Hc). split; [exists S; split; [now right | easy]|]. intros K. now apply (Ad S HS c).
    + exists (m :: l). split; [|now constructor]. simpl. rewrite Hl, andb_true_r, andb_true_iff. split.
      * apply N.eqb_eq, all_land; [easy|]. intros c Hc. apply C. exists R. split; [now left | now apply HR].
      * apply existsb_exists. exists m. split; [easy | apply N.eqb_refl].
Qed.

End Grid.

(** ** The free cells of a board as a mask *)

Definition free_mask (g board : list cell) : option N :=
  match mask_of g g, mask_of g board with Some full, Some b => Some (N.ldiff full b) | _, _ => None end.

Lemma free_mask_spec z board f :
  NoDup (grid z) -> free_mask (grid z) board = Some f ->
  inside (grid z) f /\ forall c, has (grid z) f c <-> free z board c.
Proof.
  unfold free_mask, free. intros D.
  destruct (mask_of (grid z) (grid z)) as [full|] eqn:F; [|easy].
  destruct (mask_of (grid z) board) as [b|] eqn:B; [|easy]. intros [= <-].
  apply mask_of_some in F, B; try easy. destruct F as (I & _ & F), B as (_ & _ & B). split.
  - now apply inside_ldiff.
  - intros c. now rewrite has_ldiff, F, B.
Qed.

(** The first theorem for a user: a board and masks that this function accepts have a tiling. *)

Definition shows_tiling (z : puzzle) (board : list cell) (l : list N) : bool :=
  distinct (grid z) &&
  match free_mask (grid z) board with
  | Some f => tiles (map (placements (grid z)) (pieces z)) f l
  | None => false
  end.

Theorem shown_is_tileable z board l : shows_tiling z board l = true -> tileable z board.
Proof.
  unfold shows_tiling. rewrite andb_true_iff, distinct_spec. intros [D H].
  destruct (free_mask (grid z) board) as [f|] eqn:F; [|easy].
  destruct (free_mask_spec z board f D F) as [I Hf].
  apply tiles_sound in H; try easy. apply tileable_region.
  eapply can_be_tiled_same; [exact Hf|]. now exists (map (has (grid z)) l).
Qed.
