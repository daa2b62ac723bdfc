(** * The checker as an OCaml program

    Truth values, pairs, lists and options become those of OCaml. All else, numbers among them, is extracted as it is
    defined; but the trees of cases are checked with the prover's primitive integers and arrays. Those become the modules
    [Uint63] and [Parray] beside this file: integers of the machine, and arrays that remember what they were. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOCamlInt63 PArray.
From Dicelab Require Import Definitions Certificate Encoding Census BestDice Counts.

Extract Constant PArray.array "'a" => "'a Parray.t".
Extract Constant PArray.make => "Parray.make".
Extract Constant PArray.get => "Parray.get".
Extract Constant PArray.set => "Parray.set".
Extract Constant PArray.length => "Parray.length".

Extraction Language OCaml.
Extraction "checker.ml" certificate_holds board_formula refutation_holds census cases_hold proof_holds.
