"""Prove that every unsolvable board of the Genius Square is unsolvable, and let programs of others check each proof."""

from __future__ import annotations

import gzip
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from dicelab.reproduce import CLAIMS
from dicelab.verifying.proofs import ROWS, ProofPlan, Proofs, all_orbits, prove_orbits
from experiments.recording import Recording, page
from solver.census import Census, Content
from solver.exact_cover.checkers import HOW_TO_GET_IT, find_cake_lpr, find_drat_trim
from solver.polyform import GENIUS_SQUARE
from solver.runs import processes
from solver.runs.cache_folder import cache_folder
from solver.runs.storage import sha256, write_atomic

PUBLISHED_UNSOLVABLE = CLAIMS["jensen-theorem-6-2"].published

MINUTE = 60.0


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else cache_folder() / "proofs"
    program, cake_lpr = find_drat_trim(), find_cake_lpr()
    if program is None:
        raise SystemExit(f"drat-trim is missing: {HOW_TO_GET_IT}")
    jobs = os.cpu_count() or 1
    plan = all_orbits(GENIUS_SQUARE, Census.load(GENIUS_SQUARE, Content.SOLVABILITY, jobs=jobs).unsolvable_boards)
    proofs, seconds = timed(plan, folder, jobs)
    result = {
        **proofs.summary(),
        "unsolvable_boards_published": PUBLISHED_UNSOLVABLE,
        "lines_quartiles": quartiles([row.lines for row in proofs.rows]),
        "clauses_quartiles": quartiles([row.clauses for row in proofs.rows]),
        "kept_bytes": sum(file.stat().st_size for file in (folder / "proofs").iterdir()),
        "drat_trim_sha256": sha256(program.read_bytes()),
        **({"cake_lpr_sha256": sha256(cake_lpr.read_bytes())} if cake_lpr else {}),
        "jobs": jobs,
        "seconds": round(seconds),
    }
    recording = Recording("proofs", "python -m experiments.proofs.run")
    # Without a time in its head, so that equal rows are equal bytes.
    recording.write(f"{ROWS}.gz", gzip.compress((folder / ROWS).read_bytes(), mtime=0))
    recording.publish("dicelab/proofs-result/1", result, text(result))


def timed(plan: ProofPlan, folder: Path, jobs: int) -> tuple[Proofs, float]:
    """Prove what is left, and return the seconds of all sessions that worked on it."""
    clock = folder / "seconds.json"
    before = float(json.loads(clock.read_bytes())["seconds"]) if clock.exists() else 0.0
    begin, kept = time.monotonic(), before

    def show(done: int, total: int | None, _what: str = "") -> None:
        nonlocal kept
        seconds = before + time.monotonic() - begin
        # A session that finds all proofs done takes no time.
        if seconds - kept > MINUTE or (done == total and kept != before) or not kept:
            kept = seconds
            write_atomic(clock, json.dumps({"seconds": round(seconds, 1)}).encode())
            print(f"{done:,} of {total:,}", file=sys.stderr, flush=True)

    proofs = prove_orbits(plan, folder, processes(jobs), lambda warning: print(warning, file=sys.stderr), show)
    return proofs, kept


def quartiles(numbers: list[int]) -> list[int]:
    ordered = sorted(numbers)
    return [ordered[(len(ordered) - 1) * part // 4] for part in range(5)]


def text(result: dict[str, Any]) -> str:
    return page(
        __file__,
        "page.txt",
        **result,
        differs="" if result["boards_of_these_orbits"] == PUBLISHED_UNSOLVABLE else ", which DIFFERS",
        steps=" / ".join(f"{number:,}" for number in result["lines_quartiles"]),
        programs=" and ".join(reversed(result["checked_by"])),
        minutes=result["seconds"] / 60,
        rows=ROWS,
    )


if __name__ == "__main__":
    main()
