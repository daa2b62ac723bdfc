"""Can the zones of an always-solvable set be in one piece each? Ask it of some sizes, and keep the answers in a table.

``python -m experiments.zones.run 6,5,5,5,5,5,5 …`` asks about sizes that are not in the table; without any it writes
the table anew. ``--count`` counts the cuts along a frontier too, ``--fewest`` looks for the fewest unsolvable rolls,
and ``--prove`` refutes by a formula with a proof.
"""

from __future__ import annotations

import json
import math
import sys
import time
from typing import Any

import numpy as np

from dicelab.score.tables import forbidden_boards, roll_tilings
from experiments.recording import Recording, latest, page, table
from experiments.zones import formula, frontier
from experiments.zones.listing import Listing, genius_square
from solver.exact_cover.checkers import check_proof
from solver.polyform import GENIUS_SQUARE
from solver.runs.storage import sha256

NAME = "zones"
SECONDS_TO_CHECK = 3600


def ask(sizes: tuple[int, ...]) -> dict[str, Any]:
    """List all ways to cut the board into zones of these sizes."""
    begin = time.process_time()
    listed = Listing(genius_square(), sizes).all()
    answer: dict[str, Any] = {
        "rolls": math.prod(sizes),
        "cuts": listed.cuts,
        "always_solvable": len(listed.always_solvable),
        "witnesses": [GENIUS_SQUARE.grid.labels(board) for board in listed.witnesses],
        "witnesses_unsolvable_by_the_census": bool(
            forbidden_boards(GENIUS_SQUARE, 1).forbids(np.array(listed.witnesses, np.uint64)).all()
        ),
        "seconds": {"listing": round(time.process_time() - begin, 1)},
    }
    if listed.always_solvable:
        answer["best"] = best(listed.always_solvable)
    return answer


def fewest(sizes: tuple[int, ...], answer: dict[str, Any]) -> None:
    """Add the fewest unsolvable rolls of any cut, and the cuts that have no more, one of each class."""
    begin = time.process_time()
    cuts, classes, number, zones = Listing(genius_square(), sizes).fewest_unsolvable(math.prod(sizes))
    answer["fewest"] = {
        "cuts": cuts,
        "classes": classes,
        "unsolvable_rolls": number,
        "zones": [[GENIUS_SQUARE.grid.labels(zone) for zone in one] for one in zones],
    }
    answer["seconds"]["fewest"] = round(time.process_time() - begin, 1)


def count(sizes: tuple[int, ...], answer: dict[str, Any]) -> None:
    """Add the number of cuts as it is along a frontier."""
    begin = time.process_time()
    answer["cuts_along_a_frontier"] = frontier.count(6, 6, sizes)
    answer["seconds"]["frontier"] = round(time.process_time() - begin, 1)


def best(found: list[tuple[int, ...]]) -> dict[str, Any]:
    """Return the zones whose hardest roll has the most tilings."""
    tilings = roll_tilings(GENIUS_SQUARE)
    chosen = max(found, key=lambda zones: (tilings.fewest(zones), zones))
    return {"zones": [GENIUS_SQUARE.grid.labels(zone) for zone in chosen], "fewest_tilings": tilings.fewest(chosen)}


def prove(sizes: tuple[int, ...], answer: dict[str, Any]) -> None:
    """Find boards by which a formula refutes that there are zones; do it with a proof, and let drat-trim check it."""
    begin = time.process_time()
    found = formula.solve(GENIUS_SQUARE, sizes)
    if found.dice:
        sys.exit(f"{sizes}: the formula has zones, {found.dice}")
    refutation = formula.refute(GENIUS_SQUARE, sizes, found.boards)
    seconds = time.process_time() - begin
    begin = time.perf_counter()
    check = check_proof(refutation.cnf, refutation.proof, SECONDS_TO_CHECK)
    answer["proof"] = {
        "boards": [GENIUS_SQUARE.grid.labels(board) for board in found.boards],
        "solver": refutation.solver,
        "variables": refutation.variables,
        "clauses": refutation.clauses,
        "cnf_sha256": sha256(refutation.cnf),
        "steps": refutation.lines,
        "bytes": len(refutation.proof),
        "proof_sha256": sha256(refutation.proof),
        "drat_trim": check.verdict.value,
        "reason": check.reason,
        "seconds": round(seconds, 1),
        "seconds_to_check": round(time.perf_counter() - begin, 1),
    }


OPTIONS = {"--fewest": fewest, "--count": count, "--prove": prove}


def write(answers: dict[str, Any]) -> None:
    """Write the table of all answers."""
    rows = [
        (
            sizes,
            one["rolls"],
            one["cuts"],
            {None: "", one["cuts"]: "yes"}.get(one.get("cuts_along_a_frontier"), "NO"),
            one["always_solvable"],
            len(one["witnesses"]),
            one.get("proof", {}).get("drat_trim", ""),
            one.get("fewest", {}).get("unsolvable_rolls", ""),
        )
        for sizes, one in sorted(answers.items(), key=lambda item: -item[1]["rolls"])
    ]
    head = (
        "sizes",
        "rolls",
        "cuts",
        "counted again",
        "always solvable",
        "boards",
        "proof",
        "fewest unsolvable rolls",
    )
    recording = Recording(NAME, "python -m experiments.zones.run SIZES --count --fewest --prove", seed=0)
    text = page(__file__, "page.txt", table=table(head, rows), proofs=proofs(answers), closest=closest(answers))
    recording.publish("dicelab/zones/1", {"answers": answers}, text)


def proofs(answers: dict[str, Any]) -> list[str]:
    """Return a line on each proof."""
    form = (
        "- {sizes}: {number} boards and their images, {variables:,} variables and {clauses:,} clauses, refuted by "
        "{solver} in {seconds:,} s, the search for the boards included; {steps:,} steps, {bytes:,} bytes; drat-trim: "
        "{drat_trim} in {seconds_to_check:,} s. SHA-256 of the formula {cnf_sha256}, of the proof {proof_sha256}."
    )
    return [
        form.format(sizes=sizes, number=len(one["proof"]["boards"]), **one["proof"])
        for sizes, one in answers.items()
        if "proof" in one
    ]


def closest(answers: dict[str, Any]) -> list[str]:
    """Return the zones with the fewest unsolvable rolls."""
    return [
        f"- {sizes}, {one['fewest']['unsolvable_rolls']:,} of {one['rolls']:,} rolls: {' | '.join(zones)}"
        for sizes, one in answers.items()
        if "fewest" in one
        for zones in one["fewest"]["zones"]
    ]


def main() -> None:
    asked = [argument for argument in sys.argv[1:] if argument not in OPTIONS]
    kept = latest(NAME) / "result.json"
    answers = json.loads(kept.read_text(encoding="utf-8"))["answers"] if kept.exists() else {}
    for text in asked:
        sizes = tuple(map(int, text.split(",")))
        if text not in answers:
            answers[text] = ask(sizes)
            write(answers)
        for option, add in OPTIONS.items():
            if option in sys.argv:
                add(sizes, answers[text])
                write(answers)
    if not asked:
        write(answers)


if __name__ == "__main__":
    main()
