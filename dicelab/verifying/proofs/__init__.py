"""Proofs that boards have no tiling: of one board, and of one board of each orbit of a puzzle."""

from dicelab.verifying.proofs.board import (
    BOARD_FILES,
    CNF,
    DRAT,
    LRAT,
    BoardProof,
    UncheckedProofError,
    checked_formula,
    prove_board,
)
from dicelab.verifying.proofs.orbits import (
    ROWS,
    ProofPlan,
    ProofRow,
    Proofs,
    all_orbits,
    proof_checksums,
    prove_orbits,
    sampled,
)

__all__ = [
    "BOARD_FILES",
    "CNF",
    "DRAT",
    "LRAT",
    "ROWS",
    "BoardProof",
    "ProofPlan",
    "ProofRow",
    "Proofs",
    "UncheckedProofError",
    "all_orbits",
    "checked_formula",
    "proof_checksums",
    "prove_board",
    "prove_orbits",
    "sampled",
]
