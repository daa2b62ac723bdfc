(** * Sets of cells as machine integers

    The case trees are large, so their checker computes with integers of the machine: bit [c] of a set is set when the cell
    number [c] belongs to it. These integers, and arrays, are primitive in the prover: what it believes of them are axioms,
    and [Print Assumptions] lists them. *)

From Coq Require Import ZArith List Arith Lia Bool Uint63.
Import ListNotations.
Open Scope uint63_scope.

Definition bit_of (c : int) : int := 1 << c.
Definition without (r v : int) : int := r lxor (r land v).
Definition everything : int := 9223372036854775807.

(** Cells have the numbers 0 to 62. *)

Definition small (c : int) : Prop := (c <? 63) = true.

Lemma bit_of_spec c a : small c -> (bit (bit_of c) a = true <-> a = c).
Proof.
  unfold small, bit_of. intros H%ltb_spec. rewrite bit_lsl.
  change (to_Z 63) with 63%Z in H. assert (Ha := to_Z_bounded a). assert (Hc := to_Z_bounded c).
  destruct (ltbP a c) as [L|L]; simpl; [split; [easy | intros ->; lia]|].
  change digits with 63 in *.
  destruct (lebP 63 a) as [M|M]; [change (to_Z 63) with 63%Z in M; split; [easy | intros ->; lia]|].
  rewrite bit_1, eqb_spec. split; [|intros ->; apply to_Z_inj; rewrite sub_spec, Z.sub_diag; easy].
  intros E%(f_equal to_Z). rewrite sub_spec, Z.mod_small in E by lia. apply to_Z_inj. change (to_Z 0) with 0%Z in E. lia.
Qed.

Lemma bit_everything c : small c -> bit everything c = true.
Proof.
  unfold small. intros H%ltb_spec. rewrite bitE. change (to_Z everything) with (Z.ones 63).
  change (to_Z 63) with 63%Z in H. apply Z.ones_spec_low. assert (K := to_Z_bounded c). lia.
Qed.

Lemma bit_nothing c : bit 0 c = false.
Proof. rewrite bitE. apply Z.bits_0. Qed.

Lemma bit_without r v c : bit (without r v) c = bit r c && negb (bit v c).
Proof. unfold without. rewrite lxor_spec, land_spec. now destruct (bit r c), (bit v c). Qed.

Lemma nothing_in S c : S =? 0 = true -> bit S c = true -> False.
Proof. intros ->%eqb_spec H. now rewrite bit_nothing in H. Qed.

(** ** Has a set fewer than [need] cells?

    The lowest bit of a set [r] is the only one that [r land (r - 1)] lacks. *)

Fixpoint fewer (need : nat) (r : int) : bool :=
  match need with
  | O => false
  | S need' => if r =? 0 then true else fewer need' (r land (r - 1))
  end.

Lemma bit_lost r i j :
  (r =? 0) = false -> bit r i = true -> bit r j = true -> bit (r - 1) i = false -> (to_Z j < to_Z i)%Z -> False.
Proof.
  intros N Hi Hj L J. rewrite bitE in *. assert (B := to_Z_bounded r). assert (Bj := to_Z_bounded j).
  assert (P : (to_Z r <> 0)%Z).
  { intros E. apply (to_Z_inj r 0) in E. subst. now rewrite eqb_refl in N. }
  rewrite sub_spec, Z.mod_small in L by (change (to_Z 1) with 1%Z; lia). change (to_Z 1) with 1%Z in L.
  set (x := to_Z r) in *. set (n := to_Z i) in *. set (m := to_Z j) in *.
  assert (Q : (x mod 2 ^ n <> 0)%Z).
  { intros E. assert (K := Z.mod_pow2_bits_low x n m). rewrite E, Z.bits_0, Hj in K. now specialize (K J). }
  assert (D : ((x - 1) / 2 ^ n = x / 2 ^ n)%Z).
  { assert (0 < 2 ^ n)%Z by (apply Z.pow_pos_nonneg; lia).
    assert (M := Z.mod_pos_bound x (2 ^ n)). symmetry. apply Z.div_unique with (r := (x mod 2 ^ n - 1)%Z); [lia|].
    rewrite (Z.div_mod x (2 ^ n)) at 1 by lia. lia. }
  assert (T : Z.testbit (x - 1) n = Z.testbit x n).
  { rewrite <- (Z.add_0_l n) at 1 2. rewrite <- !Z.div_pow2_bits by lia. now rewrite D. }
  congruence.
Qed.

Lemma fewer_spec need r l :
  fewer need r = true -> NoDup l -> (forall c, In c l -> bit r c = true) -> length l < need.
Proof.
  revert r l. induction need as [|need IH]; simpl; intros r l H D A; [easy|].
  destruct (r =? 0) eqn:Z.
  { destruct l as [|c l]; [simpl; lia|]. exfalso. apply (nothing_in r c Z), A. now left. }
  set (r' := r land (r - 1)) in *.
  destruct (existsb (fun c => negb (bit r' c)) l) eqn:E.
  - apply existsb_exists in E. destruct E as (c & Hc & Lc%negb_true_iff).
    apply in_split in Hc. destruct Hc as (l1 & l2 & ->). rewrite app_length. simpl.
    enough (length (l1 ++ l2) < need)%nat by (rewrite app_length in *; lia).
    apply (IH r'); [easy | now apply NoDup_remove_1 in D |]. intros x Hx.
    assert (Nx : x <> c) by (intros ->; now apply NoDup_remove_2 in D).
    assert (Ix : In x (l1 ++ c :: l2)) by (apply in_app_iff in Hx; apply in_app_iff; simpl; tauto).
    assert (Bc : bit r c = true) by (apply A, in_elt). assert (Bx := A x Ix).
    unfold r' in *. rewrite land_spec in *. rewrite Bc in Lc. rewrite Bx. simpl in *.
    destruct (bit (r - 1) x) eqn:Lx; [easy|]. exfalso.
    destruct (Z.lt_trichotomy (to_Z x) (to_Z c)) as [K|[K|K]].
    + now apply (bit_lost r c x).
    + now apply to_Z_inj in K.
    + now apply (bit_lost r x c).
  - enough (length l < need)%nat by lia. apply (IH r'); [easy | easy |]. intros c Hc.
    rewrite <- not_true_iff_false, existsb_exists in E.
    destruct (bit r' c) eqn:B; [easy|]. exfalso. apply E. exists c. now rewrite B.
Qed.
