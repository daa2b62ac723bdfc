(** * Masks: sets of cells as numbers

    The checkers keep a set of cells as a number: bit [i] is set when the set has the [i]-th cell of the grid. This file
    proves that unions, common cells and placements may be computed on such numbers. *)

From Coq Require Import ZArith NArith List Lia Bool.
From Dicelab Require Import Definitions.
Import ListNotations.

Definition same_cell (a b : cell) : bool := (fst a =? fst b)%Z && (snd a =? snd b)%Z.

Lemma same_cell_spec a b : same_cell a b = true <-> a = b.
Proof.
  unfold same_cell. rewrite andb_true_iff, !Z.eqb_eq. destruct a, b; simpl.
  split; [intros []; now subst | now intros [= -> ->]].
Qed.

Fixpoint memb (c : cell) (l : list cell) : bool :=
  match l with [] => false | d :: l' => same_cell c d || memb c l' end.

Lemma memb_spec c l : memb c l = true <-> In c l.
Proof.
  induction l as [|d l IH]; simpl; [easy|].
  rewrite orb_true_iff, same_cell_spec, IH. intuition congruence.
Qed.

Fixpoint distinct (l : list cell) : bool :=
  match l with [] => true | c :: l' => negb (memb c l') && distinct l' end.

Lemma distinct_spec l : distinct l = true <-> NoDup l.
Proof.
  induction l as [|c l IH]; simpl; [split; [constructor | easy]|].
  rewrite andb_true_iff, negb_true_iff, IH. split.
  - intros [H ?]. constructor; [|easy]. intros K%memb_spec. congruence.
  - inversion 1; subst. split; [|easy]. destruct (memb c l) eqn:E; [|easy]. now apply memb_spec in E.
Qed.

(** ** The number of a cell *)

Fixpoint index (c : cell) (l : list cell) : option nat :=
  match l with
  | [] => None
  | d :: l' => if same_cell c d then Some O else option_map S (index c l')
  end.

Lemma index_some c l i : index c l = Some i -> nth_error l i = Some c.
Proof.
  revert i. induction l as [|d l IH]; simpl; [easy|]. intros i.
  destruct (same_cell c d) eqn:E.
  - intros [= <-]. apply same_cell_spec in E. now subst.
  - destruct (index c l) as [j|]; simpl; [|easy]. intros [= <-]. simpl. now apply IH.
Qed.

Lemma index_in c l : In c l -> exists i, index c l = Some i.
Proof.
  induction l as [|d l IH]; simpl; [easy|]. intros H.
  destruct (same_cell c d) eqn:E; [now exists O|].
  destruct H as [->|H]; [now rewrite (proj2 (same_cell_spec c c) eq_refl) in E|].
  destruct (IH H) as [i ->]. now exists (S i).
Qed.

Lemma nth_error_same {A} (l : list A) i j x :
  NoDup l -> nth_error l i = Some x -> nth_error l j = Some x -> i = j.
Proof.
  intros H Hi Hj. rewrite NoDup_nth_error in H. apply H; [|congruence].
  apply nth_error_Some. congruence.
Qed.

Section Grid.

Variable g : list cell.
Hypothesis g_distinct : NoDup g.

(** ** Which cells a mask has *)

Definition has (m : N) : region := fun c => exists i, nth_error g i = Some c /\ N.testbit m (N.of_nat i) = true.

Lemma has_index m c i : index c g = Some i -> (has m c <-> N.testbit m (N.of_nat i) = true).
Proof.
  intros H%index_some. split; [|now exists i].
  intros (j & Hj & T). now rewrite (nth_error_same g i j c g_distinct H Hj).
Qed.

Lemma has_in m c : has m c -> In c g.
Proof. intros (i & H & _). now apply nth_error_In in H. Qed.

Lemma has_lor a b c : has (N.lor a b) c <-> has a c \/ has b c.
Proof.
  unfold has. split.
  - intros (i & H & T). rewrite N.lor_spec, orb_true_iff in T. destruct T; [left|right]; now exists i.
  - intros [(i & H & T)|(i & H & T)]; exists i; (split; [easy|]); rewrite N.lor_spec, T; auto using orb_true_r.
Qed.

Lemma has_zero c : ~ has 0 c.
Proof. intros (i & _ & T). now rewrite N.bits_0 in T. Qed.

Lemma land_disjoint a b : N.land a b = 0%N -> disjoint (has a) (has b).
Proof.
  intros H c [Ha Hb]. destruct (index_in c g (has_in _ _ Ha)) as [i Hi].
  apply (has_index _ _ _ Hi) in Ha. apply (has_index _ _ _ Hi) in Hb.
  assert (T := N.land_spec a b (N.of_nat i)). now rewrite H, Ha, Hb, N.bits_0 in T.
Qed.

(** A mask is inside of the grid when it has no bit beyond. Then it is known by its cells. *)

Definition inside (m : N) : Prop := forall i, N.testbit m i = true -> (i < N.of_nat (length g))%N.

Lemma inside_has m i : inside m -> N.testbit m i = true -> exists c, nth_error g (N.to_nat i) = Some c /\ has m c.
Proof.
  intros H T. specialize (H _ T).
  destruct (nth_error g (N.to_nat i)) as [c|] eqn:E.
  - exists c. split; [easy|]. exists (N.to_nat i). now rewrite N2Nat.id.
  - apply nth_error_None in E. lia.
Qed.

Lemma inside_lor a b : inside a -> inside b -> inside (N.lor a b).
Proof. intros Ha Hb i. rewrite N.lor_spec, orb_true_iff. intros []; auto. Qed.

Lemma inside_zero : inside 0.
Proof. intros i. now rewrite N.bits_0. Qed.

Lemma disjoint_land a b : inside a -> disjoint (has a) (has b) -> N.land a b = 0%N.
Proof.
  intros Ha H. apply N.bits_inj. intros i. rewrite N.land_spec, N.bits_0.
  destruct (N.testbit a i) eqn:Ta, (N.testbit b i) eqn:Tb; try easy.
  destruct (inside_has _ _ Ha Ta) as (c & E & Hc). exfalso. apply (H c). split; [easy|].
  exists (N.to_nat i). now rewrite N2Nat.id.
Qed.

Lemma same_mask a b : inside a -> inside b -> (forall c, has a c <-> has b c) -> a = b.
Proof.
  intros Ha Hb H. apply N.bits_inj. intros i. apply eq_true_iff_eq. split; intros T.
  - destruct (inside_has _ _ Ha T) as (c & E & (j & Hj & Tj)%H).
    now replace i with (N.of_nat j) by (rewrite (nth_error_same g _ _ _ g_distinct Hj E); apply N2Nat.id).
  - destruct (inside_has _ _ Hb T) as (c & E & (j & Hj & Tj)%H).
    now replace i with (N.of_nat j) by (rewrite (nth_error_same g _ _ _ g_distinct Hj E); apply N2Nat.id).
Qed.

(** ** The mask of a list of cells, if all are cells of the grid *)

Fixpoint mask_of (l : list cell) : option N :=
  match l with
  | [] => Some 0%N
  | c :: l' =>
    match index c g, mask_of l' with
    | Some i, Some m => Some (N.setbit m (N.of_nat i))
    | _, _ => None
    end
  end.

Lemma mask_of_some l m : mask_of l = Some m -> inside m /\ incl l g /\ forall c, has m c <-> In c l.
Proof.
  revert m. induction l as [|d l IH]; simpl; intros m.
  - intros [= <-]. split; [apply inside_zero|]. split; [easy|]. intros c. split; [apply has_zero | easy].
  - destruct (index d g) as [i|] eqn:E; [|easy]. destruct (mask_of l) as [k|]; [|easy]. intros [= <-].
    destruct (IH k eq_refl) as (I & L & H). assert (Hi := index_some _ _ _ E). repeat split.
    + intros j. rewrite N.setbit_iff. intros [<-|T]; [|auto].
      assert (i < length g)%nat by (apply nth_error_Some; congruence). lia.
    + intros c [<-|?]; [now apply nth_error_In in Hi | auto].
    + intros (j & Hj & T). apply N.setbit_iff in T. destruct T as [T|T].
      * left. apply Nat2N.inj in T. subst. congruence.
      * right. apply H. now exists j.
    + intros [<-|Hc].
      * exists i. split; [easy|]. apply N.setbit_iff. now left.
      * apply H in Hc. destruct Hc as (j & Hj & T). exists j. split; [easy|]. apply N.setbit_iff. now right.
Qed.

Lemma mask_of_incl l : incl l g -> exists m, mask_of l = Some m.
Proof.
  induction l as [|c l IH]; simpl; intros H; [now exists 0%N|].
  destruct (index_in c g (H c (or_introl eq_refl))) as [i ->].
  destruct IH as [m ->]; [intros x Hx; apply H; now right|]. eauto.
Qed.

(** ** Placements: wherever a piece can lie inside of the grid *)

Definition symmetries : list symmetry :=
  [Symmetry false false false; Symmetry false false true; Symmetry false true false; Symmetry false true true;
   Symmetry true false false; Symmetry true false true; Symmetry true true false; Symmetry true true true].

Lemma symmetries_all s : In s symmetries.
Proof. destruct s as [[] [] []]; simpl; tauto. Qed.

Definition difference (a b : cell) : cell := (fst a - fst b, snd a - snd b)%Z.

(** The motion with a symmetry that sends the cell [a] to the cell [c]. *)

Definition motion_to (s : symmetry) (a c : cell) : motion := Motion s (difference c (sent s a)).

Lemma motion_to_sent m a : motion_to (turning m) a (moved m a) = m.
Proof.
  destruct m as [s [x y]]. unfold motion_to, moved, shifted, difference; simpl.
  destruct (sent s a) as [u v]; simpl. f_equal. f_equal; lia.
Qed.

Definition some_of {A} (l : list (option A)) : list A :=
  flat_map (fun o => match o with Some x => [x] | None => [] end) l.

Lemma some_of_spec {A} (l : list (option A)) x : In x (some_of l) <-> In (Some x) l.
Proof.
  unfold some_of. rewrite in_flat_map. split.
  - intros ([y|] & H & K); [|easy]. destruct K as [->|[]]. easy.
  - intros H. exists (Some x). simpl. auto.
Qed.

Definition ways_to_lie (p : piece) : list N :=
  match p with
  | [] => [0%N]
  | a :: _ => some_of (flat_map (fun s => map (fun c => mask_of (map (moved (motion_to s a c)) p)) g) symmetries)
  end.

(** Symmetric pieces come to the same mask in several ways. *)

Definition placements (p : piece) : list N := nodup N.eq_dec (ways_to_lie p).

Lemma can_lie_map p m : can_lie p (fun c => In c (map (moved m) p)).
Proof. exists m. intros c. rewrite in_map_iff. split; intros (a & H & K); exists a; subst; auto. Qed.

Lemma can_lie_same p R S : (forall c, R c <-> S c) -> can_lie p R -> can_lie p S.
Proof. intros H [m K]. exists m. intros c. now rewrite <- H. Qed.

Lemma placements_sound p m : In m (placements p) -> inside m /\ can_lie p (has m).
Proof.
  unfold placements. rewrite nodup_In. destruct p as [|a p]; unfold ways_to_lie.
  - intros [<-|[]]. split; [apply inside_zero|]. exists (Motion (Symmetry false false false) (0, 0)%Z).
    intros c. split; [intros []%has_zero | now intros (? & [] & _)].
  - rewrite some_of_spec, in_flat_map. intros (s & _ & H). apply in_map_iff in H. destruct H as (c & H & _).
    apply mask_of_some in H. destruct H as (I & _ & H). split; [easy|].
    eapply can_lie_same; [|apply can_lie_map]. intros d. symmetry. apply H.
Qed.

Lemma placements_complete p R :
  can_lie p R -> (forall c, R c -> In c g) -> exists m, In m (placements p) /\ forall c, has m c <-> R c.
Proof.
  intros [m H] K. unfold placements. setoid_rewrite nodup_In. destruct p as [|a p].
  - exists 0%N. split; [now left|]. intros c. rewrite H. split; [intros []%has_zero | now intros (? & [] & _)].
  - assert (L : incl (map (moved m) (a :: p)) g).
    { intros c Hc. apply in_map_iff in Hc. destruct Hc as (b & <- & Hb). apply K, H. eauto. }
    destruct (mask_of_incl _ L) as [k Hk]. exists k. split.
    + unfold ways_to_lie. rewrite some_of_spec, in_flat_map. exists (turning m). split; [apply symmetries_all|].
      apply in_map_iff. exists (moved m a). rewrite motion_to_sent. split; [easy|]. apply L. now left.
    + destruct (mask_of_some _ _ Hk) as (_ & _ & Hh). intros c. rewrite Hh, H, in_map_iff.
      split; intros (b & ? & ?); exists b; auto.
Qed.

End Grid.
