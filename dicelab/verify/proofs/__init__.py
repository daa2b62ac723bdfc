"""Proofs that boards have no tiling: of one board, and of one board of each orbit of a puzzle."""

from dicelab.verify.proofs.board import (
    BOARD_FILES,
    CNF,
    DRAT,
    UncheckedProofError,
    prove_board,
    record,
    require_free_folder,
    require_verified,
    write_proof,
)
from dicelab.verify.proofs.orbits import ROWS, Plan, Proofs, all_orbits, proof_checksums, prove_orbits, sampled

__all__ = [
    "BOARD_FILES",
    "CNF",
    "DRAT",
    "ROWS",
    "Plan",
    "Proofs",
    "UncheckedProofError",
    "all_orbits",
    "proof_checksums",
    "prove_board",
    "prove_orbits",
    "record",
    "require_free_folder",
    "require_verified",
    "sampled",
    "write_proof",
]
