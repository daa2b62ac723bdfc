"""Prove how many tilings some boards have, and let drat-trim and cake_lpr check each proof.

The boards are one of each orbit with a single tiling (``results/tilings/single.txt``), and the hardest roll of the dice
that are sold. The sources of cake_lpr should lie beside it, so that the result names them.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np

import dicelab
from dicelab.score.tables import roll_tilings
from dicelab.verifying.board_proof import BoardProof, prove_board
from experiments.recording import RESULTS, Recording, page, table
from solver.exact_cover.checkers import HOW_TO_GET_CAKE_LPR, HOW_TO_GET_IT, Checkers
from solver.polyform import GENIUS_SQUARE, Board, images
from solver.runs.storage import sha256


def single_boards() -> list[Board]:
    """Return one board of each orbit with a single tiling."""
    lines = (RESULTS / "tilings" / "single.txt").read_text(encoding="utf-8").splitlines()
    return [Board.parse(line, GENIUS_SQUARE.grid) for line in lines if " " in line]


def hardest_roll() -> Board:
    """Return the hardest roll of the dice that are sold; of several, the one with the least number."""
    masks = np.sort(np.array(dicelab.verify("default").rolls.boards, np.uint64))
    return Board(int(masks[roll_tilings(GENIUS_SQUARE).at(masks).argmin()]), GENIUS_SQUARE.grid)


def row(proof: BoardProof) -> dict[str, Any]:
    """Return what is kept of a proof."""
    refutation = proof.refutation
    if refutation is None:
        raise SystemExit(f"no proof of {proof.board.format()}")
    orbit = np.unique(images(np.array([proof.board.blockers], np.uint64), GENIUS_SQUARE.grid))
    return {
        "board": proof.board.format(),
        "orbit_size": len(orbit),
        "tilings": proof.number,
        "clauses": refutation.clauses,
        "steps": refutation.lines,
        "cnf": sha256(refutation.cnf),
        "proof": sha256(refutation.proof),
        "claim": proof.digest,
        "checked_by": proof.checked_by,
    }


def cake_lpr_sources(program: Path) -> dict[str, str]:
    """Return the checksums of the files that cake_lpr is built from, which lie beside it."""
    return {name: sha256(program.with_name(name).read_bytes()) for name in ("cake_lpr.S", "basis_ffi.c")}


def main() -> None:
    found = Checkers.found()
    if not (found.drat_trim and found.cake_lpr):
        raise SystemExit(f"both programs are needed. drat-trim: {HOW_TO_GET_IT}. cake_lpr: {HOW_TO_GET_CAKE_LPR}")
    begin = time.monotonic()
    *single, hardest = (
        row(prove_board(board, GENIUS_SQUARE, checkers=found, count=True))
        for board in (*single_boards(), hardest_roll())
    )
    result = {
        "single": single,
        "single_boards": sum(one["orbit_size"] for one in single if one["tilings"] == 1),
        "hardest_roll": hardest,
        "checked_by": sorted({one["checked_by"] for one in (*single, hardest)}, key=str),
        "drat_trim_sha256": sha256(found.drat_trim.read_bytes()),
        "cake_lpr_sha256": sha256(found.cake_lpr.read_bytes()),
        "cake_lpr_sources": cake_lpr_sources(found.cake_lpr),
        "seconds": round(time.monotonic() - begin),
    }
    Recording("proofs/counts", "python -m experiments.proofs.counts").publish(
        "dicelab/count-proofs/1", result, text(result)
    )


def text(result: dict[str, Any]) -> str:
    hardest, single = result["hardest_roll"], result["single"]
    steps = sorted(one["steps"] for one in single)
    rows = [(one["board"], one["tilings"], one["clauses"], one["steps"]) for one in (hardest, *single[:3])]
    return page(
        __file__,
        "counts.txt",
        orbits=len(single),
        boards=result["single_boards"],
        hardest=hardest["board"],
        tilings=hardest["tilings"],
        programs=", ".join(map(str, result["checked_by"])),
        most=f"{steps[-1]:,}",
        least=f"{steps[0]:,}",
        table=table(("board", "tilings", "clauses", "steps of the proof"), rows),
        seconds=result["seconds"],
        drat_trim=result["drat_trim_sha256"],
        cake_lpr=result["cake_lpr_sha256"],
        sources=", ".join(f"{name} {digest}" for name, digest in result["cake_lpr_sources"].items()),
    )


if __name__ == "__main__":
    main()
