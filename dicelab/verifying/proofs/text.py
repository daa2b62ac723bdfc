"""Proofs that boards have no tiling, as text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dicelab.render.text import WIDTH, solution_rows, wrap
from dicelab.verifying.claims import board_claim
from dicelab.verifying.proofs import CNF, DRAT, LRAT, ROWS, BoardProof, Proofs
from solver.exact_cover.drat_trim import HOW_TO_GET_IT, NAME
from solver.runs.storage import sha256
from solver.words import counted


def board_proof_json(proof: BoardProof, folder: Path) -> dict[str, Any]:
    """Return as JSON what was found out about one board, and where the proof is."""
    if proof.refutation:
        return {
            "status": proof.status,
            **proof.record(),
            "check": proof.check.verdict,
            "folder": str(folder),
            "digest": board_claim(proof.board, proof.puzzle),
        } | ({"lrat": {"file": LRAT, "bytes": len(proof.lrat), "sha256": sha256(proof.lrat)}} if proof.lrat else {})
    found = {"board": proof.board.format(), "puzzle": proof.puzzle.format(), "status": proof.status}
    return found | ({"tiling": proof.tiling.format()} if proof.tiling else {})


def board_proof_text(proof: BoardProof, folder: Path) -> str:
    """Return as text what was found out about one board, and where the proof is."""
    refutation = proof.refutation
    if refutation is None:
        return solution_rows(proof.tiling) if proof.tiling else "unknown: time ran out"
    checked = f"{proof.checked_by} verified it." if proof.checked_by else f"Not checked: {proof.check.reason}."
    size = len(refutation.proof)
    return "\n".join(
        (
            f"{proof.board.format()} has no tiling.",
            f"{folder / CNF}: {counted(refutation.clauses, 'clause')} over {counted(refutation.variables, 'variable')}",
            f"{folder / DRAT}: {counted(refutation.lines, 'step')} by {refutation.solver}, {size:,} bytes",
            *([f"{folder / LRAT}: the same in LRAT, {len(proof.lrat):,} bytes"] if proof.lrat else []),
            f"digest of the claim: {board_claim(proof.board, proof.puzzle)}",
            *wrap(checked, WIDTH, "  "),
        )
    )


def orbit_proofs_text(proofs: Proofs, folder: Path) -> str:
    """Return as text what was proved of many orbits of boards."""
    plan, figures = proofs.plan, proofs.summary()
    if not proofs.rows:
        return "Each board has a tiling: there is nothing to prove."
    of = "" if plan.sample is None else f" of {plan.orbits:,}, drawn with seed {plan.seed}"
    longest = figures["longest"]
    lines = [
        f"{counted(len(proofs.rows), 'orbit')}{of}, {counted(proofs.boards, 'board')}: none has a tiling.",
        f"{counted(figures['proof_lines'], 'step')} by {figures['solver']}, {figures['proof_bytes']:,} bytes",
        f"longest proof: {counted(longest['lines'], 'step')}, for {longest['board']}",
    ]
    if proofs.checked == len(proofs.rows):
        lines.append(f"{' and '.join(figures['checked_by'])} verified each proof.")
    else:
        unchecked = f"Not checked: {len(proofs.rows) - proofs.checked:,}. {NAME} may do it: {HOW_TO_GET_IT}."
        lines += wrap(unchecked, WIDTH, "  ")
    lines.append(f"{folder / ROWS} has a row for each.")
    return "\n".join(lines)
