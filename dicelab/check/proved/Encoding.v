(** * The clauses of a board

    A variable for each option says that it is chosen. Each item has a chosen option, and no two chosen options have an
    item in common. The order of variables and clauses is that of FORMAT.md, where all pieces of the puzzle differ; so a
    proof that dicelab writes is about these very clauses. *)

From Coq Require Import ZArith NArith List Lia Bool.
From Dicelab Require Import Definitions Masks Tilings ExactCover Lrat.
Import ListNotations.

(** ** The clauses of an exact cover problem *)

Fixpoint variables (opts : list N) (x : positive) : list (positive * N) :=
  match opts with [] => [] | o :: opts' => (x, o) :: variables opts' (Pos.succ x) end.

Definition item_clause (vs : list (positive * N)) (i : N) : clause :=
  map (fun xo => (true, fst xo)) (filter (fun xo => N.testbit (snd xo) i) vs).

Fixpoint pair_clauses (vs : list (positive * N)) : list clause :=
  match vs with
  | [] => []
  | (x, o) :: vs' =>
    map (fun yp => [(false, x); (false, fst yp)]) (filter (fun yp => negb (N.eqb (N.land o (snd yp)) 0)) vs') ++
    pair_clauses vs'
  end.

(** [F] are the items; all of them are below [n]. *)

Definition numbers_below (n : nat) : list N := map N.of_nat (seq 0 n).

Definition formula (opts : list N) (F : N) (n : nat) : list clause :=
  let vs := variables (filter (fun o => N.eqb (N.land o F) o) opts) 1 in
  map (item_clause vs) (filter (N.testbit F) (numbers_below n)) ++ pair_clauses vs.

(** ** They are satisfiable exactly if there is an exact cover *)

Lemma variables_from opts x y o : In (y, o) (variables opts x) -> (x <= y)%positive.
Proof.
  revert x. induction opts as [|p opts IH]; simpl; intros x; [easy|].
  intros [[= -> ->]|H%IH]; lia.
Qed.

Lemma variables_in opts x o : In o opts <-> exists y, In (y, o) (variables opts x).
Proof.
  revert x. induction opts as [|p opts IH]; simpl; intros x; [split; [easy | now intros []]|].
  rewrite (IH (Pos.succ x)). split.
  - intros [->|[y H]]; [exists x | exists y]; auto.
  - intros [y [[= -> ->]|H]]; eauto.
Qed.

Lemma variables_one opts x y o p : In (y, o) (variables opts x) -> In (y, p) (variables opts x) -> o = p.
Proof.
  revert x. induction opts as [|q opts IH]; simpl; intros x; [easy|].
  intros [[= <- <-]|H] [[= E]|K]; try easy.
  - apply variables_from in K. lia.
  - subst. apply variables_from in H. lia.
  - eapply IH; eauto.
Qed.

(** The first variable of an option. *)

Fixpoint variable_of (o : N) (vs : list (positive * N)) : option positive :=
  match vs with
  | [] => None
  | (x, p) :: vs' => if N.eqb o p then Some x else variable_of o vs'
  end.

Lemma variable_of_in o vs x : variable_of o vs = Some x -> In (x, o) vs.
Proof.
  induction vs as [|[y p] vs IH]; simpl; [easy|].
  destruct (N.eqb_spec o p) as [->|_]; [intros [= ->]; auto | auto].
Qed.

Lemma in_variable_of o vs y : In (y, o) vs -> exists x, variable_of o vs = Some x.
Proof.
  induction vs as [|[z p] vs IH]; simpl; [easy|]. intros H.
  destruct (N.eqb_spec o p) as [->|E]; [eauto|]. apply IH. destruct H as [[= -> ->]|H]; easy.
Qed.

Definition choosing (c : list N) (vs : list (positive * N)) : valuation := fun x =>
  existsb (fun o => match variable_of o vs with Some y => Pos.eqb x y | None => false end) c.

Lemma choosing_spec c vs x : choosing c vs x = true <-> exists o, In o c /\ variable_of o vs = Some x.
Proof.
  unfold choosing. rewrite existsb_exists. split; intros (o & Ho & H); exists o; (split; [easy|]).
  - destruct (variable_of o vs); [|easy]. now apply Pos.eqb_eq in H as ->.
  - rewrite H. apply Pos.eqb_refl.
Qed.

Lemma pair_clauses_in vs c :
  In c (pair_clauses vs) ->
  exists l1 x o l2 y p, vs = l1 ++ (x, o) :: l2 /\ In (y, p) l2 /\ N.land o p <> 0%N /\ c = [(false, x); (false, y)].
Proof.
  induction vs as [|[x o] vs IH]; simpl; [easy|]. rewrite in_app_iff, in_map_iff.
  intros [([y p] & <- & H)|H].
  - apply filter_In in H. destruct H as [H K]. apply negb_true_iff, N.eqb_neq in K.
    exists [], x, o, vs, y, p. auto.
  - destruct (IH H) as (l1 & x' & o' & l2 & y & p & -> & ?). exists ((x, o) :: l1), x', o', l2, y, p. auto.
Qed.

Lemma in_pair_clauses vs v :
  model v (pair_clauses vs) -> ForallOrdPairs (fun o p => N.land o p = 0%N) (map snd (filter (fun xo => v (fst xo)) vs)).
Proof.
  induction vs as [|[x o] vs IH]; simpl; intros M; [constructor|].
  assert (IH' := IH (fun c Hc => M c (in_or_app _ _ _ (or_intror Hc)))).
  destruct (v x) eqn:E; [|easy]. simpl. constructor; [|easy].
  apply Forall_forall. intros p Hp. apply in_map_iff in Hp. destruct Hp as ([y q] & <- & Hp).
  apply filter_In in Hp. simpl in *. destruct Hp as [Hp Hy].
  destruct (N.eqb_spec (N.land o q) 0) as [|K]; [easy|]. exfalso.
  destruct (M [(false, x); (false, y)]) as (l & Hl & T).
  - apply in_or_app. left. apply in_map_iff. exists (y, q). split; [easy|].
    apply filter_In. split; [easy|]. simpl. now apply negb_true_iff, N.eqb_neq.
  - unfold true_literal in T. destruct Hl as [<-|[<-|[]]]; simpl in T; congruence.
Qed.

Lemma exact_intro c F :
  (forall o, In o c -> N.land o F = o) -> ForallOrdPairs (fun o p => N.land o p = 0%N) c ->
  (forall i, N.testbit F i = true -> exists o, In o c /\ N.testbit o i = true) -> exact c F.
Proof.
  revert F. induction c as [|o c IH]; simpl; intros F W P A.
  - apply N.bits_inj. intros i. rewrite N.bits_0. apply not_true_is_false. intros T. destruct (A i T) as (? & [] & _).
  - inversion P as [|? ? Po Pc]; subst. rewrite Forall_forall in Po. split; [auto|]. apply IH; [|easy|].
    + intros p Hp. apply within_bits. intros i T. assert (Hw := W p (or_intror Hp)). rewrite within_bits in Hw.
      rewrite N.ldiff_spec, (Hw i T). assert (Z := N.land_spec o p i).
      rewrite (Po p Hp), T, N.bits_0, andb_true_r in Z. now rewrite <- Z.
    + intros i T. rewrite N.ldiff_spec, andb_true_iff, negb_true_iff in T. destruct T as [T E].
      destruct (A i T) as (p & [->|Hp] & Tp); [congruence | eauto].
Qed.

Theorem formula_states_cover opts F n :
  (forall i, N.testbit F i = true -> (i < N.of_nat n)%N) ->
  (satisfiable (formula opts F n) <-> exists c, exact c F /\ incl c opts).
Proof.
  intros Below. unfold formula. set (good := filter (fun o => N.eqb (N.land o F) o) opts). set (vs := variables good 1).
  assert (Good : forall o, In o good <-> In o opts /\ N.land o F = o).
  { intros o. unfold good. now rewrite filter_In, N.eqb_eq. }
  assert (Listed : forall i, N.testbit F i = true -> In i (filter (N.testbit F) (numbers_below n))).
  { intros i T. apply filter_In. split; [|easy]. apply in_map_iff. exists (N.to_nat i).
    rewrite N2Nat.id. split; [easy|]. apply in_seq. apply Below in T. lia. }
  split.
  - intros [v M]. exists (map snd (filter (fun xo => v (fst xo)) vs)).
    assert (In_good : forall o, In o (map snd (filter (fun xo => v (fst xo)) vs)) -> In o good).
    { intros o Ho. apply in_map_iff in Ho. destruct Ho as ([x p] & <- & Ho). apply filter_In in Ho.
      apply (variables_in good 1). exists x. easy. }
    split; [|intros o Ho; now apply Good, In_good]. apply exact_intro.
    + intros o Ho. now apply Good, In_good.
    + apply in_pair_clauses. intros c Hc. apply M, in_or_app. now right.
    + intros i T. destruct (M (item_clause vs i)) as (l & Hl & Tl).
      { apply in_or_app. left. apply in_map. auto. }
      apply in_map_iff in Hl. destruct Hl as ([x o] & <- & Hl). apply filter_In in Hl. destruct Hl as [Hl To].
      exists o. split; [|easy]. apply in_map_iff. exists (x, o). split; [easy|]. now apply filter_In.
  - intros (c & E & Ic). exists (choosing c vs). intros d Hd. apply in_app_or in Hd. destruct Hd as [Hd|Hd].
    + apply in_map_iff in Hd. destruct Hd as (i & <- & Hi). apply filter_In in Hi. destruct Hi as [_ T].
      destruct (exact_item _ _ i E T) as (o & Ho & To).
      assert (G : In o good) by (apply Good; split; [auto | now apply (exact_within c)]).
      apply (variables_in good 1) in G. destruct G as [y G]. destruct (in_variable_of _ _ _ G) as [x Hx].
      exists (true, x). split.
      * apply in_map_iff. exists (x, o). split; [easy|]. apply filter_In. split; [now apply variable_of_in | easy].
      * apply choosing_spec. eauto.
    + apply pair_clauses_in in Hd. destruct Hd as (l1 & x & o & l2 & y & p & Evs & Hy & Hop & ->).
      assert (Hx : In (x, o) vs) by (rewrite Evs; apply in_elt).
      assert (Hy' : In (y, p) vs) by (rewrite Evs; apply in_or_app; right; now right).
      destruct (choosing c vs x) eqn:Cx; [|exists (false, x); split; [now left | easy]].
      destruct (choosing c vs y) eqn:Cy; [|exists (false, y); split; [right; now left | easy]].
      exfalso. apply choosing_spec in Cx, Cy.
      destruct Cx as (o' & Ho & Vo), Cy as (p' & Hp & Vp).
      assert (o' = o) by (apply (variables_one good 1 x); [now apply variable_of_in | easy]).
      assert (p' = p) by (apply (variables_one good 1 y); [now apply variable_of_in | easy]). subst o' p'.
      destruct (N.eq_dec o p) as [<-|Ne].
      * assert (x = y) by congruence. subst y.
        assert (Twice : forall l z, ~ In z (map fst (variables l (Pos.succ z)))).
        { intros l z K. apply in_map_iff in K. destruct K as ([z' q] & <- & K). apply variables_from in K. simpl in K. lia. }
        assert (ND : forall l z, NoDup (map fst (variables l z))).
        { induction l as [|q l IHl]; simpl; intros z; constructor; auto. }
        specialize (ND good 1%positive). fold vs in ND. rewrite Evs, map_app in ND. simpl in ND.
        apply NoDup_remove_2 in ND. apply ND, in_or_app. right. apply in_map_iff. now exists (x, o).
      * apply in_split in Ho. destruct Ho as (c1 & c2 & ->). apply Hop, (exact_alone c1 o c2 F); [easy|].
        apply in_app_iff in Hp. apply in_app_iff. destruct Hp as [?|[?|?]]; [auto | congruence | auto].
Qed.

(** ** The order of the options

    The larger pieces first, then those with fewer places; the places of a piece by their lowest cell. *)

Fixpoint insert {A} (le : A -> A -> bool) (x : A) (l : list A) : list A :=
  match l with [] => [x] | y :: l' => if le x y then x :: l else y :: insert le x l' end.

Definition sort {A} (le : A -> A -> bool) (l : list A) : list A := fold_right (insert le) [] l.

Lemma insert_in {A} (le : A -> A -> bool) x l y : In y (insert le x l) <-> x = y \/ In y l.
Proof. induction l as [|z l IH]; simpl; [easy|]. destruct (le x z); simpl; rewrite ?IH; tauto. Qed.

Lemma sort_in {A} (le : A -> A -> bool) l y : In y (sort le l) <-> In y l.
Proof. induction l as [|x l IH]; simpl; [easy|]. now rewrite insert_in, IH. Qed.

Fixpoint lowest (p : positive) : positive := match p with xO q => xO (lowest q) | _ => xH end.

Definition place_before (a b : N) : bool :=
  match a, b with
  | Npos p, Npos q =>
    match Pos.compare (lowest p) (lowest q) with Lt => true | Gt => false | Eq => Pos.leb p q end
  | _, _ => true
  end.

(** A kind of piece: its size, its item, its places. *)

Definition kind : Type := nat * N * list N.

Fixpoint kinds (g : list cell) (ps : list piece) (k : N) : list kind :=
  match ps with
  | [] => []
  | p :: ps' => (length p, k, sort place_before (placements g p)) :: kinds g ps' (N.succ k)
  end.

Definition kind_before (a b : kind) : bool :=
  let '(size, _, places) := a in
  let '(size', _, places') := b in
  Nat.ltb size' size || (Nat.eqb size size' && Nat.leb (length places) (length places')).

Definition options_of_kind (a : kind) : list N := let '(_, k, places) := a in map (fun m => N.setbit m k) places.

Definition ordered_options (z : puzzle) : list N :=
  flat_map options_of_kind (sort kind_before (kinds (grid z) (pieces z) (behind (grid z)))).

Lemma ordered_options_in z o : In o (ordered_options z) <-> In o (all_options z).
Proof.
  unfold ordered_options, all_options. rewrite in_flat_map.
  assert (K : forall g ps k, (exists a, In a (kinds g ps k) /\ In o (options_of_kind a)) <-> In o (options g ps k)).
  { intros g ps. induction ps as [|p ps IH]; simpl; intros k; [split; [now intros (? & [] & _) | easy]|].
    rewrite in_app_iff, <- (IH (N.succ k)). clear IH. split.
    - intros (a & [<-|Ha] & Ho); [left | right; eauto]. simpl in Ho. apply in_map_iff in Ho.
      destruct Ho as (m & ? & Hm). rewrite sort_in in Hm. apply in_map_iff. eauto.
    - intros [Ho|(a & Ha & Ho)]; [|eauto]. eexists. split; [now left|]. simpl. apply in_map_iff in Ho.
      destruct Ho as (m & ? & Hm). apply in_map_iff. exists m. now rewrite sort_in. }
  rewrite <- K. split; intros (a & Ha & Ho); exists a; (split; [|easy]); now apply sort_in in Ha || apply sort_in.
Qed.

(** ** The clauses of a board, and their refutations *)

Definition all_items (z : puzzle) : nat := length (grid z) + length (pieces z).

Definition board_formula (z : puzzle) (board : list cell) : option (list clause) :=
  if distinct (grid z)
  then option_map (fun f => formula (ordered_options z) (items z f) (all_items z)) (free_mask (grid z) board)
  else None.

Lemma items_below z f i :
  inside (grid z) f -> N.testbit (items z f) i = true -> (i < N.of_nat (all_items z))%N.
Proof.
  intros I. unfold items, all_items. rewrite N.lor_spec, orb_true_iff. intros [T%I|T]; [lia|].
  assert (K : forall ps k, N.testbit (piece_items ps k) i = true -> (i < k + N.of_nat (length ps))%N).
  { induction ps as [|p ps IH]; cbn [piece_items length]; intros k H; [now rewrite N.bits_0 in H|].
    apply N.setbit_iff in H. destruct H as [<-|H%IH]; lia. }
  apply K in T. unfold behind in T. lia.
Qed.

Lemma cover_formula z f :
  inside (grid z) f ->
  (satisfiable (formula (ordered_options z) (items z f) (all_items z)) <->
   exists c, exact c (items z f) /\ incl c (all_options z)).
Proof.
  intros I. rewrite formula_states_cover by (intros i; now apply items_below).
  split; intros (c & E & Ic); exists c; (split; [easy|]); intros o Ho; now apply ordered_options_in, Ic.
Qed.

(** The clauses of a board are satisfiable exactly if it has a tiling. *)

Theorem formula_states_tileable z board f :
  board_formula z board = Some f -> (satisfiable f <-> tileable z board).
Proof.
  unfold board_formula. destruct (distinct (grid z)) eqn:D; [|easy]. apply distinct_spec in D.
  destruct (free_mask (grid z) board) as [m|] eqn:F; [|easy]. intros [= <-].
  rewrite (tileable_is_cover z board m D F). apply cover_formula. now apply (free_mask_spec z board m D F).
Qed.

(** A board whose clauses are refuted has no tiling. *)

Definition refutation_holds (z : puzzle) (board : list cell) (steps : list step) : bool :=
  match board_formula z board with Some f => refutes f steps | None => false end.

Theorem refuted_has_no_tiling z board steps : refutation_holds z board steps = true -> ~ tileable z board.
Proof.
  unfold refutation_holds. destruct (board_formula z board) as [f|] eqn:F; [|easy].
  intros H%refuted_is_unsatisfiable. now rewrite <- (formula_states_tileable z board f F).
Qed.
