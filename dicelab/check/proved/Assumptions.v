(** * What the theorems rest on

    The prover prints the statement of each theorem, and all axioms that its proof uses. *)

From Dicelab Require Import Definitions Tilings Certificate ExactCover Lrat Encoding Search Motions Census Counting BestDice Counts.

Check certified_is_always_solvable.
Print Assumptions certified_is_always_solvable.

Check shown_is_tileable.
Print Assumptions shown_is_tileable.

Check refuted_is_unsatisfiable.
Print Assumptions refuted_is_unsatisfiable.

Check formula_states_tileable.
Print Assumptions formula_states_tileable.

Check refuted_has_no_tiling.
Print Assumptions refuted_has_no_tiling.

Check census_right.
Print Assumptions census_right.

Check cells_of_other_dice.
Print Assumptions cells_of_other_dice.

Check cases_refute.
Print Assumptions cases_refute.

Check proof_is_right.
Print Assumptions proof_is_right.
