(** * The checker as an OCaml program

    Truth values, pairs, lists and options become those of OCaml. All else, numbers among them, is extracted as it is
    defined: no operation is replaced by one of the machine's. *)

From Coq Require Import Extraction ExtrOcamlBasic.
From Dicelab Require Import Definitions Certificate Encoding Census.

Extraction Language OCaml.
Extraction "checker.ml" certificate_holds board_formula refutation_holds census.
