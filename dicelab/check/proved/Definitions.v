(** * Definitions: what is claimed

    Everything that the theorems speak of is on this page, which ends with the five statements. Nothing else has to be
    read to know what is proved; all other files say how. A comment such as this is for people, and the prover reads
    the rest.

    [Z] are the integers, [list A] is a list of things of the kind [A], and [In x l] says that [x] is on the list [l]. *)

From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.

(** ** Cells

    A cell is a square of the plane, named by its row and its column. *)

Definition cell : Type := Z * Z.

Definition shifted (by_ c : cell) : cell := (fst by_ + fst c, snd by_ + snd c).

(** The lattice of squares has eight symmetries that keep the cell (0, 0): exchange rows and columns, or don't; then
    turn the rows round, or don't; then the columns. All turns by 90 degrees and all flips are among them. *)

Record symmetry : Type := Symmetry { exchanged : bool; rows_turned : bool; columns_turned : bool }.

Definition sent (s : symmetry) (c : cell) : cell :=
  let (row, column) := if exchanged s then (snd c, fst c) else c in
  (if rows_turned s then - row else row, if columns_turned s then - column else column).

(** A motion is a symmetry, and then a shift. *)

Record motion : Type := Motion { turning : symmetry; shifting : cell }.

Definition moved (m : motion) (c : cell) : cell := shifted (shifting m) (sent (turning m) c).

(** ** Pieces, and where they lie

    A region is a set of cells: [R c] says that [c] belongs to it. A piece is given by its cells in any one position. It
    may be turned and flipped, so it can lie on each region that a motion makes of these cells. *)

Definition region : Type := cell -> Prop.
Definition piece : Type := list cell.

Definition can_lie (p : piece) (R : region) : Prop :=
  exists m : motion, forall c, R c <-> exists a, In a p /\ c = moved m a.

(** ** Puzzles, boards, tilings

    A puzzle is a grid (the list of its cells), pieces (each as often as there are copies) and the number of cells that
    are blocked. A board is given by its blockers; the other cells are free. *)

Record puzzle : Type := Puzzle { grid : list cell; pieces : list piece; blockers : nat }.

Definition free (z : puzzle) (board : list cell) : region := fun c => In c (grid z) /\ ~ In c board.

(** A tiling is a region for each piece. The piece can lie there, no two regions have a cell in common, and together they
    are the free cells. *)

Definition disjoint (R S : region) : Prop := forall c, ~ (R c /\ S c).

Record tiling (z : puzzle) (board : list cell) (regions : list region) : Prop := {
  each_lies : Forall2 can_lie (pieces z) regions;
  none_overlap : ForallOrdPairs disjoint regions;
  all_covered : forall c, free z board c <-> exists R, In R regions /\ R c
}.

Definition tileable (z : puzzle) (board : list cell) : Prop := exists regions, tiling z board regions.

(** ** Dice

    A die is the list of the cells on its faces, and a roll shows a cell of each die. Where dice share cells, a roll that
    shows a cell twice is rolled again ([NoDup]: nothing is on the list twice). *)

Definition die : Type := list cell.

Definition rolled (dice : list die) (roll : list cell) : Prop := Forall2 (fun d c => In c d) dice roll /\ NoDup roll.

Definition always_solvable (z : puzzle) (dice : list die) : Prop := forall roll, rolled dice roll -> tileable z roll.

(** ** All boards of a puzzle

    [chosen k l] lists all ways to choose [k] members of a list, in the order of the list. So each set of [blockers z]
    cells of the grid is there once. *)

Fixpoint chosen {A : Type} (k : nat) (l : list A) : list (list A) :=
  match k, l with
  | O, _ => [[]]
  | S _, [] => []
  | S k', x :: l' => map (cons x) (chosen k' l') ++ chosen k l'
  end.

Definition boards (z : puzzle) : list (list cell) := chosen (blockers z) (grid z).

(** [n] boards of a puzzle have no tiling: there is a list of them, each there once, and its length is [n]. *)

Definition without_tiling (z : puzzle) (n : N) : Prop :=
  exists l, NoDup l /\ N.of_nat (length l) = n /\ forall b, In b l <-> In b (boards z) /\ ~ tileable z b.

(** ** How good dice can be

    Two tilings of a board are the same if they have the same regions, in whatever order. A board has at least [k] tilings
    if there are [k] of which no two are the same. *)

Definition same_region (R S : region) : Prop := forall c, R c <-> S c.

Definition part_of_tiling (s t : list region) : Prop := forall R, In R s -> exists S, In S t /\ same_region R S.

Definition same_tiling (s t : list region) : Prop := part_of_tiling s t /\ part_of_tiling t s.

Definition at_least_tilings (z : puzzle) (k : nat) (board : list cell) : Prop :=
  exists l, length l = k /\ Forall (tiling z board) l /\ ForallOrdPairs (fun s t => ~ same_tiling s t) l.

(** Dice of given sizes, on which each cell of the grid is once. *)

Definition dice_of_sizes (z : puzzle) (sizes : list nat) (dice : list die) : Prop :=
  map (@length cell) dice = sizes /\ NoDup (concat dice) /\ forall c, In c (concat dice) <-> In c (grid z).

(** No such dice have [k] tilings for every roll. *)

Definition no_dice_reach (z : puzzle) (sizes : list nat) (k : nat) : Prop :=
  ~ exists dice, dice_of_sizes z sizes dice /\ forall roll, rolled dice roll -> at_least_tilings z k roll.

(** ** The statements

    - [always_solvable z dice]: every roll of these dice has a tiling (proved by [Certificate.v]);
    - [tileable z board], [~ tileable z board]: a board has a tiling, or none ([Tilings.v], [Encoding.v]);
    - [without_tiling z n]: just [n] of all boards have none ([Census.v]);
    - [no_dice_reach z sizes k]: no dice of these sizes have [k] tilings for every roll ([CaseTree.v]). *)
