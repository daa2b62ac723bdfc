"""The long lists of Caviness (2014), the trace line by line, and what `solvePuzzle` answers read one way or another.

The other figures of the paper are claims of `dicelab reproduce`, see `dicelab.reproduce.claims.caviness`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, product
from pathlib import Path

from dicelab.reproduce.caviness_programs import HOLE, M9, QUADRILLE, TOO_EASY, Reading, solve_puzzle
from dicelab.reproduce.claims.caviness import grid_of, places_of
from solver.domino import Location, brute_force, human, odometer

PRINTED = {
    part.split("]")[0]: re.sub("(?m)^#.*\n?", "", part.split("]\n")[1]).strip()
    for part in Path(__file__).with_name("transcript.txt").read_text(encoding="utf-8").split("\n[")[1:]
}
"""What the paper prints of m9, by the names of the parts of ``transcript.txt``."""


@dataclass(frozen=True)
class Comparison:
    """Something printed beside ours; ``agrees`` is ``None`` where nothing is printed to compare with."""

    section: str
    claim: str
    printed: str
    computed: str
    remark: str = ""
    agrees: bool | None = None

    @classmethod
    def of(cls, section: str, claim: str, printed: object, computed: object, remark: str = "") -> Comparison:
        """Compare two values that are equal where the paper is right."""
        return cls(section, claim, str(printed), str(computed), remark, printed == computed)

    @classmethod
    def of_list(cls, section: str, claim: str, printed: str, computed: Iterable[Location]) -> Comparison:
        """Compare two lists of locations of m9, and show no more of them than their lengths."""
        given = printed.split()
        ours = ["".join(f"{row}{column}" for row, column in place) for place in places_of(computed)]
        return cls(section, claim, f"{len(given)} locations", f"{len(ours)} locations", "", given == ours)


SCANNED = "The copy at hand is scanned and has lost signs elsewhere, so this may be the scan's."


def comparisons() -> list[Comparison]:
    return list(chain(_readings(), _trace(), _brute_force(), _odometer(), _hole()))


def _readings() -> Iterator[Comparison]:
    """Run the printed program on the puzzles, with branches as in the trace and as printed."""
    for name, rows, solutions in (("m9", M9, 1), ("quadrille", QUADRILLE, 1), ("too-easy", TOO_EASY, 36)):
        for reading in (Reading.MAPPED, Reading.AS_PRINTED):
            claim = f"`solvePuzzle`, {reading}: solutions of {name}"
            remark = "`& @@` takes the first branch only" if reading is Reading.AS_PRINTED else ""
            yield Comparison.of("Solution Method", claim, solutions, len(solve_puzzle(rows, reading)), remark)


def _trace() -> Iterator[Comparison]:
    """Compare the printed trace line by line, by the numbers in it."""
    where = "Solve It!"
    lines = PRINTED["TRACE"].split("\n")
    ours = [_numbers(line) for line in human(grid_of(M9)).trace().split("\n") if line]
    different = [(n, a, b) for n, (a, b) in enumerate(zip(lines, ours, strict=False), start=1) if a != b]
    yield Comparison.of(where, "lines of the trace of m9", len(lines), len(ours))
    same = len(lines) - len(different)
    yield Comparison.of(where, "of them with the numbers as printed", len(lines), same, "the others follow")
    for number, line, computed in different:
        wrong = sum(a != b for a, b in zip(line.split(), computed.split(), strict=False))
        remark = f"{wrong} numbers differ. {SCANNED}"
        yield Comparison.of(where, f"line {number} of the trace", line, computed, remark)


def _numbers(line: str) -> str:
    return " ".join(re.findall(r"^[A-Za-z]+|\d+", line))


def _brute_force() -> Iterator[Comparison]:
    where, grid = "Brute-Force Collision Method", grid_of(M9)
    options = [grid.find(bone) for bone in grid.bones]
    yield Comparison.of_list(where, "all locations of m9", PRINTED["LOCATIONS"], chain(*options))
    days = brute_force(grid).cases / 1e6 / 86_400
    yield Comparison(
        where,
        "how long all cases would take",
        "“probably … not finish in our lifetimes”",
        f"{days:.0f} days at a million cases a second",
        "his program also keeps all cases in memory",
    )
    cases = product(*options[:3])
    yield Comparison.of_list(where, "cases of the first 3 dominoes", PRINTED["CASES_OF_3"], chain(*cases))
    for dominoes, printed in ((3, PRINTED["SURVIVORS_OF_3"]), (13, PRINTED["SURVIVORS_OF_13"])):
        survivors = brute_force(grid, dominoes).survivors
        claim = f"cases of the first {dominoes} without a collision"
        yield Comparison.of_list(where, claim, printed, chain(*survivors))


def _odometer() -> Iterator[Comparison]:
    where, grid = "Odometer Method", grid_of(M9)
    options = [grid.find(bone) for bone in odometer(grid).dominoes]
    claim = "the locations, dominoes with fewer first"
    yield Comparison.of_list(where, claim, PRINTED["SORTED_LOCATIONS"], chain(*options))
    start = (places[0] for places in options)
    yield Comparison.of_list(where, "locations shown at the start", PRINTED["START"], start)


def _hole() -> Iterator[Comparison]:
    yield Comparison(
        "Solving Other Boards",
        "solutions of the puzzle with a hole",
        "a picture",
        str(grid_of(HOLE).count("human").solutions),
        "the picture is lost in the copy at hand",
    )
