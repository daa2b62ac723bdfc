"""Proofs in words."""

from __future__ import annotations

from pathlib import Path

from dicelab.proofs.board import CNF, DRAT
from dicelab.proofs.run import ROWS, Proofs
from solver.exact_cover.drat_trim import HOW_TO_GET_IT, NAME, Check, Verdict
from solver.exact_cover.proof import Refutation
from solver.polyomino import Board


def board_text(board: Board, refutation: Refutation, check: Check, folder: Path) -> str:
    """Say what was proved of one board, and where the proof is."""
    checked = {
        Verdict.VERIFIED: f"{NAME} verified it.",
        Verdict.MISSING: f"Not checked: {check.reason}.",
        Verdict.UNKNOWN: f"Not checked: {check.reason}.",
    }
    return "\n".join(
        (
            f"{board.format()} has no tiling.",
            f"{folder / CNF}: {refutation.clauses:,} clauses over {refutation.variables:,} placements",
            f"{folder / DRAT}: {refutation.lines:,} steps by {refutation.solver}, {len(refutation.proof):,} bytes",
            checked[check.verdict],
        )
    )


def orbits_text(proofs: Proofs, folder: Path) -> str:
    """Say what was proved of many."""
    plan, figures = proofs.plan, proofs.summary()
    if not proofs.rows:
        return "Each board has a tiling: there is nothing to prove."
    of = "" if plan.sample is None else f" of {plan.orbits:,}, drawn with seed {plan.seed}"
    longest = figures["longest"]
    lines = [
        f"{len(proofs.rows):,} orbits{of}, {proofs.boards:,} boards: none has a tiling.",
        f"{figures['proof_lines']:,} steps by {figures['solver']}, {figures['proof_bytes']:,} bytes",
        f"longest proof: {longest['lines']:,} steps, for {longest['board']}",
    ]
    if proofs.checked == len(proofs.rows):
        lines.append(f"{NAME} verified each proof.")
    else:
        lines.append(f"Not checked: {len(proofs.rows) - proofs.checked:,}, since {NAME} is missing: {HOW_TO_GET_IT}.")
    lines.append(f"{folder / ROWS} has a row for each.")
    return "\n".join(lines)
