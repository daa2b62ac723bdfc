(** * The first split

    Some cells are dealt to dice in every way; or the smallest die is chosen whole, in every way, and the other dice remain.
    Of ways that a symmetry of the board sends to each other, the evidence has one. Here is proved that all dice are
    covered. *)

From Coq Require Import PArray ZArith List Arith Lia Bool Permutation Uint63.
From Dicelab Require Import Definitions Certificate Counting Bits Tables CaseTree.
Import ListNotations.
Open Scope uint63_scope.

(** ** The program *)

Definition is_in (c : int) (l : list int) : bool := existsb (eqb c) l.

Fixpoint no_dup (l : list int) : bool := match l with [] => true | c :: l' => negb (is_in c l') && no_dup l' end.

Definition besides (l cells : list int) : list int := filter (fun c => negb (is_in c l)) cells.

(** Puts a cell into each group in turn, if it has fewer than [most] cells. *)

Fixpoint put_in (most : nat) (c : int) (before l : list (list int)) : list (list (list int)) :=
  match l with
  | [] => []
  | g :: l' =>
    (if (length g <? most)%nat then [rev_append before ((g ++ [c]) :: l')] else []) ++ put_in most c (g :: before) l'
  end.

Section Program.

Variable cells : list int.
Variable sizes : list nat.
Variable turns : list (int -> int).

(** The groups of a case, and with each of them a tree. *)

Variable cases : list (list (list int)).

Definition turned (turn : int -> int) (case : list (list int)) : list int := map (fun g => set_of (map turn g)) case.

Definition images : list (list int) := flat_map (fun turn => map (turned turn) cases) turns.

Definition same_sets (these those : list int) : bool :=
  (length those =? length these)%nat && forallb (fun m => is_in m those) these && forallb (fun m => is_in m these) those.

Definition has_case (images : list (list int)) (groups : list (list int)) : bool :=
  existsb (same_sets (map set_of groups)) images.

Fixpoint deals (images : list (list int)) (most : nat) (todo : list int) (groups : list (list int)) : bool :=
  match todo with
  | [] => has_case images groups
  | c :: todo' =>
    forallb (deals images most todo') (put_in most c [] groups) &&
    (if (length groups <? length sizes)%nat then deals images most todo' (groups ++ [[c]]) else true)
  end.

Definition all_whole (images : list (list int)) (size : nat) : bool :=
  forallb (fun die => has_case images [die]) (chosen size cells).

Fixpoint replay_each (run : list (list int) -> feed sign -> option (feed sign)) (l : list (list (list int)))
    (signs : feed sign) : bool :=
  match l, signs with
  | [], Over => true
  | case :: more, _ => match run case signs with Some rest => replay_each run more rest | None => false end
  | _, _ => false
  end.

Variable bad : int -> bool.
Variable needs : list nat.
Variable how : strategy.
Variables ranks keys : array int.

(** What follows from the bad rolls stands in the table, so that they need not be asked for again. *)

Definition dealt_hold (firsts : list int) (signs : feed sign) : bool :=
  right_needs sizes 0 needs &&
  forallb (fun c => is_in c cells) firsts && no_dup firsts &&
  deals images (list_max sizes) firsts [] &&
  let t := closed (Some bad) cells needs ranks keys in
  replay_each (fun case signs =>
    if forallb (forallb (fun c => is_in c cells)) case
    then replay None (set_of cells) (length sizes) needs how (S (length cells)) (at_first how) t (map unit_of case)
           (singles (besides (concat case) cells)) signs
    else None) cases signs.

Definition bad_with (die : list int) (S : int) : bool := existsb (fun c => bad (bit_of c lor S)) die.

Definition whole_hold (signs : feed sign) : bool :=
  match sizes with
  | [] => false
  | size :: others =>
    right_needs others 0 needs && all_whole images size &&
    replay_each (fun case signs =>
      let die := concat case in
      let left := besides die cells in
      if forallb (fun c => is_in c cells) die
      then replay None (set_of left) (length others) needs how (S (length cells)) (at_first how) (closed (Some (bad_with die)) left needs ranks keys)
             [] (singles left) signs
      else None) cases signs
  end.

End Program.

(** ** The proof *)

Lemma is_in_spec c l : is_in c l = true <-> In c l.
Proof.
  unfold is_in. rewrite existsb_exists. split; [intros (x & H & E%eqb_spec); now subst|].
  intros H. exists c. split; [easy | apply eqb_refl].
Qed.

Lemma no_dup_spec l : no_dup l = true -> NoDup l.
Proof.
  induction l as [|c l IH]; simpl; [constructor|]. rewrite andb_true_iff, negb_true_iff. intros [N H].
  constructor; [|auto]. intros I%is_in_spec. congruence.
Qed.

Lemma besides_spec l cells c : In c (besides l cells) <-> In c cells /\ ~ In c l.
Proof. unfold besides. rewrite filter_In, negb_true_iff, <- not_true_iff_false, is_in_spec. easy. Qed.

Lemma replay_each_spec run l signs case :
  replay_each run l signs = true -> In case l -> exists s rest, run case s = Some rest.
Proof.
  revert signs. induction l as [|x l IH]; simpl; intros signs H; [easy|].
  destruct (run x signs) as [rest|] eqn:E; [|easy]. intros [<-|I]; eauto.
Qed.

Section Proof.

Variable cells : list int.
Variable sizes : list nat.
Hypothesis all_small : forall c, In c cells -> small c.

(** Which rolls are good is left open here. *)

Variable good : list int -> Prop.

Definition all_good (die_of : int -> nat) : Prop :=
  dealt int die_of cells sizes /\
  forall l, incl l cells -> NoDup (map die_of l) -> length l = length sizes -> good l.

(** A turn is a symmetry of the board. *)

Definition is_turn (turn : int -> int) : Prop :=
  incl (map turn cells) cells /\ NoDup (map turn cells) /\ forall l, incl l cells -> good (map turn l) -> good l.

Lemma turn_counts die_of turn i :
  NoDup cells -> is_turn turn ->
  length (filter (on int (fun c => die_of (turn c)) i) cells) = length (filter (on int die_of i) cells).
Proof.
  intros D (I & N & _).
  assert (P : Permutation (map turn cells) cells).
  { apply NoDup_Permutation_bis; [easy | now rewrite map_length | easy]. }
  assert (E : forall l, length (filter (on int (fun c => die_of (turn c)) i) l) = length (filter (on int die_of i) (map turn l))).
  { induction l as [|c l IH]; [easy|]. cbn [map filter].
    change (on int (fun c => die_of (turn c)) i c) with (on int die_of i (turn c)).
    destruct (on int die_of i (turn c)); cbn [length]; now rewrite IH. }
  rewrite E. clear - P. induction P; simpl; try congruence.
  - destruct (on int die_of i x); simpl; congruence.
  - destruct (on int die_of i x), (on int die_of i y); simpl; congruence.
Qed.

Lemma turn_good die_of turn : is_turn turn -> all_good die_of -> all_good (fun c => die_of (turn c)).
Proof.
  intros T [[D (dice & ND & E & A)] G]. split; [split; [easy|]; exists dice; split; [easy|]; split|].
  - rewrite <- E. apply map_ext. intros i. now apply turn_counts.
  - intros c Hc. apply A. apply T. now apply in_map.
  - intros l I N L. destruct T as (Ti & _ & Tg). apply Tg; [easy|]. apply G.
    + intros c (x & <- & Hx)%in_map_iff. apply Ti. apply in_map. auto.
    + now rewrite map_map.
    + now rewrite map_length.
Qed.

Variable turns : list (int -> int).
Hypothesis turns_right : Forall is_turn turns.
Variable cases : list (list (list int)).
Variable bad : int -> bool.
Hypothesis bad_right : forall l, incl l cells -> good l -> bad (set_of l) = false.

Lemma same_set S l : incl l cells -> holds_just S l -> S = set_of l.
Proof.
  intros I H. apply bit_ext. intros c. apply eq_true_iff_eq. rewrite (H c).
  symmetry. apply (holds_set_of cells all_small l I).
Qed.

Lemma no_bad_roll_of die_of : all_good die_of -> forall S l,
  holds_just S l -> incl l cells -> NoDup (map die_of l) -> length l = length sizes -> bad S = false.
Proof. intros [_ G] S l H I D L. rewrite (same_set S l I H). apply bad_right; auto. Qed.

(** What [same_sets] says: the groups of the case are the groups of other dice. *)

Definition group_die (die_of : int -> nat) (g : list int) : nat := die_of (hd 0 g).

Definition are_groups (die_of : int -> nat) (groups : list (list int)) : Prop :=
  NoDup (map (group_die die_of) groups) /\
  forall g, In g groups -> g <> [] /\ incl g cells /\ forall c, In c g -> die_of c = group_die die_of g.

Lemma set_member l m c : incl l cells -> set_of l = m -> (bit m c = true <-> In c l).
Proof. intros I <-. apply (holds_set_of cells all_small l I). Qed.

Lemma same_groups_spec die_of turn groups case :
  is_turn turn -> are_groups die_of groups -> (forall g, In g case -> incl g cells) ->
  same_sets (map set_of groups) (turned turn case) = true ->
  are_groups (fun c => die_of (turn c)) case.
Proof.
  intros (Ti & _ & _) [N G] I. unfold same_sets, turned. rewrite map_length, map_length,  !andb_true_iff, !forallb_forall, Nat.eqb_eq.
  intros [[L H1] H2].
  assert (Im : forall g, In g case -> incl (map turn g) cells).
  { intros g Hg c (x & <- & Hx)%in_map_iff. apply Ti, in_map. now apply (I g). }
  assert (E : forall g, In g case -> exists h, In h groups /\ forall c, In c (map turn g) <-> In c h).
  { intros g Hg. specialize (H2 _ (in_map (fun g => set_of (map turn g)) _ _ Hg)). apply is_in_spec, in_map_iff in H2.
    destruct H2 as (h & Eh & Hh). exists h. split; [easy|].
    intros c. rewrite <- (set_member (map turn g) _ c (Im g Hg) eq_refl).
    apply set_member; [now apply G | easy]. }
  assert (K : forall g, In g case -> g <> [] /\ incl g cells /\
    forall c, In c g -> die_of (turn c) = group_die (fun c => die_of (turn c)) g).
  { intros g Hg. destruct (E g Hg) as (h & Hh & Eh). destruct (G h Hh) as (Nh & Ih & Th).
    assert (Ng : g <> []).
    { intros ->. destruct h as [|x h]; [easy|]. assert (F := Eh x). simpl in F. tauto. }
    repeat split; [easy | now apply I|]. intros c Hc.
    assert (F : forall x, In x g -> die_of (turn x) = group_die die_of h) by (intros x Hx; now apply Th, Eh, in_map).
    rewrite (F c Hc). unfold group_die at 2. symmetry. apply F. destruct g; [easy | now left]. }
  split; [|exact K].
  apply NoDup_incl_NoDup with (l := map (group_die die_of) groups); [easy | now rewrite !map_length, L|].
  intros i (h & <- & Hh)%in_map_iff. specialize (H1 (set_of h) (in_map _ _ _ Hh)).
  apply is_in_spec, in_map_iff in H1. destruct H1 as (g & Eg & Hg).
  destruct (G h Hh) as (Nh & Ih & Th). destruct h as [|x h]; [easy|].
  assert (Hx : In x (map turn g)).
  { apply (set_member (map turn g) (set_of (x :: h)) x (Im g Hg) Eg). apply (set_member (x :: h) _ x Ih eq_refl). now left. }
  apply in_map_iff in Hx. destruct Hx as (y & Ey & Hy). apply in_map_iff. exists g. split; [|easy].
  destruct (K g Hg) as (_ & _ & T). rewrite <- (T y Hy). now rewrite Ey.
Qed.

(** ** All ways to deal *)

Lemma has_case_spec groups :
  has_case (images turns cases) groups = true ->
  exists turn case, In turn turns /\ In case cases /\ same_sets (map set_of groups) (turned turn case) = true.
Proof.
  unfold has_case, images. rewrite existsb_exists. intros (m & Hm & H). apply in_flat_map in Hm.
  destruct Hm as (turn & Ht & Hm). apply in_map_iff in Hm. destruct Hm as (case & <- & Hc). eauto.
Qed.

Lemma put_in_spec most c before l g :
  In g l -> (length g < most)%nat ->
  exists a b, l = a ++ g :: b /\ In (rev_append before (a ++ (g ++ [c]) :: b)) (put_in most c before l).
Proof.
  revert before. induction l as [|h l IH]; simpl; intros before; [easy|]. intros [->|I] L.
  - exists [], l. split; [easy|]. apply Nat.ltb_lt in L. rewrite L. now left.
  - destruct (IH (h :: before) I L) as (a & b & -> & K). exists (h :: a), b. split; [easy|].
    apply in_or_app. right. exact K.
Qed.

Lemma deals_cover die_of most todo groups :
  all_good die_of -> (forall s, In s sizes -> (s <= most)%nat) ->
  are_groups die_of groups -> (forall g, In g groups -> NoDup g /\ forall c, In c g -> ~ In c todo) ->
  NoDup todo -> incl todo cells ->
  deals sizes (images turns cases) most todo groups = true ->
  exists turn case groups', In turn turns /\ In case cases /\ are_groups die_of groups' /\
    same_sets (map set_of groups') (turned turn case) = true.
Proof.
  intros [[D (dice & ND & E & A)] _] M. revert groups. induction todo as [|c todo IH]; intros groups G F N I H.
  - apply has_case_spec in H. destruct H as (turn & case & Ht & Hc & H). eauto 10.
  - cbn [deals] in H. rewrite andb_true_iff, forallb_forall in H. destruct H as [H1 H2].
    apply NoDup_cons_iff in N. destruct N as [Nc N'].
    assert (Ic : In c cells) by (apply I; now left).
    assert (It : incl todo cells) by (intros x Hx; apply I; now right).
    destruct (in_dec Nat.eq_dec (die_of c) (map (group_die die_of) groups)) as [J|J].
    + apply in_map_iff in J. destruct J as (g & Eg & Hg). destruct (F g Hg) as [Dg Fg].
      destruct G as [NG G]. destruct (G g Hg) as (Ng & Ig & Tg).
      assert (L : (length g < most)%nat).
      { assert (K : (length (g ++ [c]) <= length (filter (on int die_of (die_of c)) cells))%nat).
        { apply NoDup_incl_length.
          - apply NoDup_rev in Dg. rewrite <- rev_involutive. apply NoDup_rev. rewrite rev_app_distr. simpl.
            constructor; [|easy]. rewrite <- in_rev. intros K. apply (Fg c K). now left.
          - intros x Hx. apply filter_In. unfold on. rewrite Nat.eqb_eq. apply in_app_iff in Hx.
            destruct Hx as [Hx|[<-|[]]]; [|easy]. split; [auto|]. rewrite <- Eg. auto. }
        rewrite app_length in K. simpl in K.
        specialize (M (length (filter (on int die_of (die_of c)) cells))).
        enough (length (filter (on int die_of (die_of c)) cells) <= most)%nat by lia.
        apply M. rewrite <- E. apply (in_map (fun i => length (filter (on int die_of i) cells))). auto. }
      destruct (put_in_spec most c [] groups g Hg L) as (a & b & -> & K). simpl in K.
      assert (Hd : group_die die_of (g ++ [c]) = group_die die_of g) by (unfold group_die; destruct g; easy).
      apply (IH (a ++ (g ++ [c]) :: b)); auto.
      * split.
        -- rewrite map_app in *. cbn [map] in *. now rewrite Hd.
        -- intros h Hh. apply in_app_iff in Hh. destruct Hh as [Hh|[<-|Hh]]; try (apply G, in_app_iff; simpl; tauto).
           split; [now destruct g|]. rewrite Hd. split.
           ++ intros x Hx. apply in_app_iff in Hx. destruct Hx as [Hx|[<-|[]]]; auto.
           ++ intros x Hx. apply in_app_iff in Hx. destruct Hx as [Hx|[<-|[]]]; auto.
      * intros h Hh.
        assert (Old : In h (a ++ g :: b) -> NoDup h /\ forall x, In x h -> ~ In x todo).
        { intros K'. destruct (F h K') as [F1 F2]. split; [easy|]. intros x Hx Hi. apply (F2 x Hx). now right. }
        apply in_app_iff in Hh. destruct Hh as [Hh|[<-|Hh]]; try (apply Old, in_app_iff; simpl; tauto).
        split.
        -- apply NoDup_rev in Dg. rewrite <- rev_involutive. apply NoDup_rev. rewrite rev_app_distr. simpl.
           constructor; [|easy]. rewrite <- in_rev. intros K'. apply (Fg c K'). now left.
        -- intros x Hx. apply in_app_iff in Hx. destruct Hx as [Hx|[<-|[]]]; [|easy]. intros Hi. apply (Fg x Hx). now right.
    + destruct G as [NG G].
      assert (L : (length groups < length sizes)%nat).
      { rewrite <- E, map_length. assert (K : (length (die_of c :: map (group_die die_of) groups) <= length dice)%nat).
        { apply NoDup_incl_length; [now constructor|]. intros i [<-|(g & <- & Hg)%in_map_iff]; [auto|].
          destruct (G g Hg) as (Ng & Ig & _). destruct g as [|x g]; [easy|]. apply A, Ig. now left. }
        simpl in K. rewrite map_length in K. lia. }
      apply Nat.ltb_lt in L. rewrite L in H2. apply (IH (groups ++ [[c]])); auto.
      * split.
        -- rewrite map_app. simpl. eapply Permutation_NoDup; [apply Permutation_cons_append|]. now constructor.
        -- intros h Hh. apply in_app_iff in Hh. destruct Hh as [Hh|[<-|[]]]; [now apply G|].
           split; [easy|]. split; [now intros x [<-|[]] | now intros x [<-|[]]].
      * intros h Hh. apply in_app_iff in Hh. destruct Hh as [Hh|[<-|[]]].
        -- destruct (F h Hh) as [F1 F2]. split; [easy|]. intros x Hx Hi. apply (F2 x Hx). now right.
        -- split; [constructor; [intros []|constructor] | now intros x [<-|[]]].
Qed.

Variable needs : list nat.
Variable how : strategy.
Variables ranks keys : array int.

Theorem dealt_refuted firsts signs :
  dealt_hold cells sizes turns cases bad needs how ranks keys firsts signs = true -> forall die_of, ~ all_good die_of.
Proof.
  unfold dealt_hold. rewrite !andb_true_iff. intros [[[[Ne If] Nf] H] R] die_of G.
  rewrite forallb_forall in If.
  apply (deals_cover die_of) in H; auto.
  - destruct H as (turn & case & groups & Ht & Hc & Gr & S).
    rewrite Forall_forall in turns_right. specialize (turns_right _ Ht).
    destruct (replay_each_spec _ _ _ _ R Hc) as (s & rest & E). clear R.
    destruct (forallb _ case) eqn:Ic; [|easy].
    assert (Ig : forall g, In g case -> incl g cells).
    { intros g Hg c Hx. rewrite forallb_forall in Ic. specialize (Ic g Hg). rewrite forallb_forall in Ic.
      now apply is_in_spec, Ic. }
    apply (same_groups_spec die_of turn groups case) in S; auto. destruct S as [N K].
    apply (turn_good die_of turn turns_right) in G.
    set (d := fun c => die_of (turn c)) in *. assert (De := proj1 G).
    assert (Un : forall g, In g case -> is_unit d cells (unit_of g) /\ die d (unit_of g) = group_die d g).
    { intros g Hg. destruct (K g Hg) as (Ng & I & T). unfold group_die.
      apply (unit_of_is_unit d cells all_small g (hd 0 g)); [easy | exact T |]. destruct g; [easy | now left]. }
    refine (replay_false d cells sizes De None all_small ltac:(easy) needs Ne (set_of cells) _ how
             _ _ _ _ _ _ _ _ _ _ _ E).
    + intros c Hc'. apply (holds_set_of cells all_small cells); [now intros ?|easy].
    + apply (closed_right d cells sizes De (Some bad) all_small ltac:(intros b [= <-]; exact (no_bad_roll_of d G)) needs Ne).
    + apply Forall_map, Forall_forall. intros g Hg. now apply Un.
    + apply (singles_units d cells all_small). intros c Hx. now apply besides_spec in Hx.
    + unfold apart. rewrite map_map. erewrite map_ext_in; [exact N|]. intros g Hg. now apply Un.
  - intros s Hs. assert (L := list_max_le sizes (list_max sizes)). destruct L as [L _].
    specialize (L (le_n _)). rewrite Forall_forall in L. auto.
  - split; [constructor | easy].
  - intros g [].
  - now apply no_dup_spec.
  - intros c Hc. now apply is_in_spec, If.
Qed.

(** ** All ways to choose the smallest die *)

Lemma filter_chosen {A} (f : A -> bool) l : In (filter f l) (chosen (length (filter f l)) l).
Proof.
  induction l as [|x l IH]; simpl; [now left|]. destruct (f x); simpl.
  - apply in_or_app. left. now apply in_map.
  - destruct (length (filter f l)) eqn:E; [|apply in_or_app; now right].
    destruct (filter f l); [now left | easy].
Qed.

(** One die is known, and the others remain. *)

Lemma others_dealt d i size others whole :
  sizes = size :: others ->
  (exists dice, NoDup (i :: dice) /\ map (fun j => length (filter (on int d j) cells)) (i :: dice) = sizes /\
    forall c, In c cells -> In (d c) (i :: dice)) ->
  NoDup cells -> (forall c, In c cells -> (d c = i <-> In c whole)) ->
  dealt int d (besides whole cells) others.
Proof.
  intros -> (dice & ND & E & A) D W. split; [now apply NoDup_filter|]. exists dice. inversion ND as [|? ? Ni ND']; subst.
  split; [easy|]. split.
  - injection E as _ E. rewrite <- E. apply map_ext_in. intros j Hj.
    assert (K : forall c, In c cells -> on int d j c = true -> is_in c whole = false).
    { intros c Hc H%Nat.eqb_eq. apply not_true_iff_false. rewrite is_in_spec, <- W by easy. intros <-. now subst j. }
    unfold besides. clear - K. revert K. generalize cells. intros l. induction l as [|c l IH]; intros K; [easy|].
    assert (Kl : forall x, In x l -> on int d j x = true -> is_in x whole = false) by (intros x Hx; apply K; now right).
    specialize (IH Kl). specialize (K c (or_introl eq_refl)). cbn [filter]. destruct (is_in c whole); cbn [negb filter].
    + destruct (on int d j c); [now specialize (K eq_refl) | easy].
    + destruct (on int d j c); cbn [length]; now rewrite IH.
  - intros c Hc. apply besides_spec in Hc. destruct Hc as [Hc N]. destruct (A c Hc) as [->|]; [|easy].
    exfalso. apply N. now apply W.
Qed.

Theorem whole_refuted signs :
  whole_hold cells sizes turns cases bad needs how ranks keys signs = true -> forall die_of, ~ all_good die_of.
Proof.
  unfold whole_hold. destruct sizes as [|size others] eqn:Sz; [easy|].
  rewrite !andb_true_iff. intros [[Ne H] R] die_of G.
  assert (G0 := G). destruct G0 as [[D (dice & ND & E & A)] _].
  destruct dice as [|i dice]; [rewrite Sz in E; easy|].
  set (whole := filter (on int die_of i) cells).
  assert (Lw : length whole = size) by (rewrite Sz in E; now injection E).
  unfold all_whole in H. rewrite forallb_forall in H.
  assert (Hw := filter_chosen (on int die_of i) cells). fold whole in Hw. rewrite Lw in Hw. specialize (H _ Hw).
  apply has_case_spec in H. destruct H as (turn & case & Ht & Hc & S).
  rewrite Forall_forall in turns_right. assert (T := turns_right _ Ht).
  destruct (replay_each_spec _ _ _ _ R Hc) as (s & rest & Er). clear R.
  (* The case has one group, and the turn sends it to the die. *)
  unfold same_sets, turned in S. rewrite !andb_true_iff, Nat.eqb_eq, map_length in S. destruct S as [[L S] _].
  destruct case as [|g [|]]; try easy. simpl in S. rewrite orb_false_r, andb_true_r in S. apply eqb_spec in S.
  cbn [concat] in Er. rewrite app_nil_r in Er. destruct (forallb _ g) eqn:Ig; [|easy].
  assert (I : incl g cells) by (intros c Hx; rewrite forallb_forall in Ig; now apply is_in_spec, Ig). clear Ig.
  set (left := besides g cells) in *.
  assert (Gt := turn_good die_of turn T G). set (d := fun c => die_of (turn c)) in *.
  assert (W : forall c, In c cells -> (d c = i <-> In c g)).
  { assert (Tc := T). destruct Tc as (Ti & Tn & _).
    assert (Inj : forall x y, In x cells -> In y cells -> turn x = turn y -> x = y).
    { clear - Tn. induction cells as [|z l IH]; [easy|]. simpl in Tn. apply NoDup_cons_iff in Tn. destruct Tn as [N Tn].
      intros x y [<-|Hx] [<-|Hy] E; auto; exfalso; apply N; [rewrite E | rewrite <- E]; now apply in_map. }
    assert (Im : incl (map turn g) cells) by (intros y (x & <- & Hx)%in_map_iff; apply Ti, in_map; auto).
    assert (Iw : incl whole cells) by (intros x Hx; now apply filter_In in Hx).
    assert (Q : forall x, In x (map turn g) <-> In x whole).
    { intros x. rewrite <- (set_member (map turn g) _ x Im eq_refl). rewrite <- S. now apply set_member. }
    intros c Hx.
    assert (P : d c = i <-> In (turn c) whole).
    { unfold whole. rewrite filter_In. unfold on, d. rewrite Nat.eqb_eq. split; [|easy].
      intros ?. split; [apply Ti; now apply in_map | easy]. }
    rewrite P, <- Q. split; [|apply in_map]. intros (y & Ey & Hy)%in_map_iff.
    apply Inj in Ey; auto. now subst. }
  assert (De : dealt int d left others).
  { apply (others_dealt d i size others g Sz); try easy. exists dice. split; [easy|]. split.
    - rewrite <- E. apply map_ext. intros j. apply (turn_counts die_of turn j D T).
    - intros c Hx. apply A. destruct T as (Ti & _). apply Ti. now apply in_map. }
  assert (Il : incl left cells) by (intros c Hx; now apply besides_spec in Hx).
  assert (Sl : forall c, In c left -> small c) by auto.
  refine (replay_false d left others De None Sl ltac:(easy) needs Ne (set_of left) _ how
           _ _ _ _ _ _ _ _ _ _ _ Er).
  - intros c Hc'. apply (holds_set_of left Sl left); [now intros ?|easy].
  - apply (closed_right d left others De (Some (bad_with bad g)) Sl); [|easy]. intros b [= <-] Q l Hq Hl N Len.
    unfold bad_with. apply not_true_iff_false. rewrite existsb_exists. intros (x & Hx & B).
    assert (Dx : d x = i) by (apply W; auto).
    rewrite (no_bad_roll_of d Gt (bit_of x lor Q) (x :: l)) in B; [easy| | | |].
    + apply holds_more; [easy | auto].
    + intros y [<-|Hy]; auto.
    + simpl. constructor; [|easy]. rewrite Dx. intros (y & Ey & Hy)%in_map_iff.
      apply Hl, besides_spec in Hy. destruct Hy as [Hy Ny]. apply Ny. now apply W.
    + rewrite Sz. simpl. now rewrite Len.
  - constructor.
  - now apply (singles_units d left Sl).
  - constructor.
Qed.

End Proof.
