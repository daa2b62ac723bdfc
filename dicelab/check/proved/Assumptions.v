(** * What the theorems rest on

    The prover prints the statement of each theorem, and all axioms that its proof uses. *)

From Dicelab Require Import Definitions Tilings Certificate.

Check certified_is_always_solvable.
Print Assumptions certified_is_always_solvable.
