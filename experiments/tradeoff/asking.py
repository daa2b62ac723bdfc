"""Find the best set of a vector of sizes, refute more tilings, and let the second program verify that."""

from __future__ import annotations

import math
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dicelab.dice import DiceSet
from dicelab.score.tables import roll_tilings
from experiments.cases.asking import ask_within, word_of
from experiments.cases.run import SECOND, compiled, written
from experiments.cases.text import proof_lines
from experiments.design.regrouping import search
from solver.polyform import GENIUS_SQUARE
from solver.runs.storage import sha256

LEAST_ROLLS = 20_000
"""Rolls of the vectors that are asked about."""
MOST_OFF = 2
"""Cells on no die, at most, where trees are built: the ways to choose three are many."""
STRIDE = 64
"""Tilings by which the first searches for a better set go up."""

Row = dict[str, Any]
"""What is known of a vector: its best set found, and for each number of tilings asked for what became of it."""


def vectors(total: int, dice: int, smallest: int = 1) -> Iterator[tuple[int, ...]]:
    """Yield every way to write a total as ascending sizes of dice.

    Examples
    --------
    >>> list(vectors(7, 3, 2)), sum(math.prod(sizes) >= LEAST_ROLLS for sizes in vectors(36, 7))
    ([(2, 2, 3)], 472)
    """
    if dice == 1:
        yield (total,)
        return
    for size in range(smallest, total // dice + 1):
        for rest in vectors(total - size, dice - 1, size):
            yield (size, *rest)


def asked_about() -> list[tuple[int, ...]]:
    """Return the vectors with many rolls, those of all cells first, and those with the most rolls first."""
    cells, dice = len(GENIUS_SQUARE.grid), GENIUS_SQUARE.blockers
    every = [sizes for total in range(dice, cells + 1) for sizes in vectors(total, dice)]
    return sorted(
        (one for one in every if math.prod(one) >= LEAST_ROLLS), key=lambda one: (-sum(one), -math.prod(one), one)
    )


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to look for sets, and how much work a tree of cases may take (:attr:`.Case.work`, all cases together).

    For each number of tilings there are ``starts`` searches of ``steps`` steps.
    """

    starts: int
    steps: int
    work: float
    seed: int = 0


def explored(row: Row, effort: Effort) -> Row:
    """Return a row after more effort: a better set, or more that is refuted. It keeps what it had."""
    before = row.get("search", {"starts": 0, "steps": 0})
    if before["starts"] * before["steps"] < effort.starts * effort.steps:
        row = climbed(row, effort)
    if effort.work and sum(row["sizes"]) >= len(GENIUS_SQUARE.grid) - MOST_OFF:
        settle(row, effort.work)
    return row


def climbed(row: Row, effort: Effort) -> Row:
    """Look for sets with more and more tilings for the hardest roll, from the best one so far and from random ones."""
    sizes, best, fewest = row["sizes"], masks_of_row(row), row.get("found", 0)
    made, stride = 0, STRIDE
    while stride:
        wanted, reached = fewest + stride, False
        for number in range(effort.starts if wanted < (refuted(row) or math.inf) else 0):
            generator = np.random.default_rng([effort.seed, wanted, number])
            found = search(sizes, wanted, effort.steps, generator, () if number else best)
            made += found.steps
            if found.rolled == 0:
                best, fewest, reached = found.dice, roll_tilings(GENIUS_SQUARE).fewest(found.dice), True
                break
        stride = stride if reached else stride // 2
    spent = {"seed": effort.seed, "starts": effort.starts, "steps": effort.steps, "made": made}
    return {"asked": {}, **row, "found": fewest, "dice": labels_of(best) if best else [], "search": spent}


def labels_of(dice: Iterable[int]) -> list[str]:
    """Return the cells of each die as a row stores them, such as ``A3 B2 C1``."""
    return [" ".join(die) for die in DiceSet.of_masks(tuple(dice)).labels()]


def masks_of_row(row: Row) -> tuple[int, ...]:
    """Return the best set of a row as masks, none if it has no set."""
    return DiceSet.of_labels([die.split() for die in row["dice"]]).masks if row.get("dice") else ()


def passed_on(rows: dict[tuple[int, ...], Row]) -> None:
    """Give each vector the best set that arises from that of another one when a cell is taken off or moved.

    A set without one of its cells rolls some of the same boards, so that its hardest roll is no harder; a cell that
    moves to another die may make it harder. Improved sets are passed on too, until none improves any more.
    """
    allowed, tilings = set(asked_about()), roll_tilings(GENIUS_SQUARE)
    waiting = sorted(sizes for sizes, row in rows.items() if row.get("dice"))
    while waiting:
        improved = set()
        for sizes in waiting:
            for dice, most in neighbours(masks_of_row(rows[sizes])):
                there = tuple(sorted(map(int.bit_count, dice)))
                row = rows.get(there, {"found": 0})
                if there in allowed and most > row["found"] and (fewest := tilings.fewest(dice)) > row["found"]:
                    rows[there] = {"sizes": list(there), "asked": {}, **row, "found": fewest, "dice": labels_of(dice)}
                    improved.add(there)
        waiting = sorted(improved)


def neighbours(dice: Sequence[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the dice without one of their cells, and with it on another die; with a bound on their hardest roll.

    The bound is the tilings of the hardest roll that does not show this cell; without the cell it is met.
    """
    counts = roll_tilings(GENIUS_SQUARE).of(np.array(dice, np.uint64)).reshape([die.bit_count() for die in dice])
    for old, mask in enumerate(dice):
        hardest = counts.min(axis=tuple(die for die in range(len(dice)) if die != old))
        for place, cell in enumerate(GENIUS_SQUARE.grid.cells(mask) if mask.bit_count() > 1 else ()):
            most = int(np.delete(hardest, place).min())
            without = [die & ~(1 << cell) for die in dice]
            yield tuple(without), most
            for new in range(len(dice)):
                if new != old:
                    yield tuple(die | (new == other) << cell for other, die in enumerate(without)), most


def refuted(row: Row) -> int | None:
    """Return the fewest tilings that are refuted."""
    return min((int(key) for key, answer in row.get("asked", {}).items() if "sha256" in answer), default=None)


def is_exact(row: Row) -> bool:
    """Tell whether one tiling more than the best set found has is refuted."""
    return refuted(row) == row["found"] + 1


def rolls(row: Row) -> int:
    """Return the number of rolls."""
    return math.prod(row["sizes"])


def settle(row: Row, most: float) -> None:
    """Refute fewer and fewer tilings, down to one more than the best set has; a set that a tree leads to is kept.

    The first tree asks for twice the tilings that were found, and each further one for a fifth less than was refuted,
    as long as none takes more work than ``most``. Trees grow fast as fewer tilings are asked for, so that most of the
    work is that of the last one.
    """
    while not is_exact(row):
        asked, least, next_found = row["asked"], refuted(row), row["found"] + 1
        wanted = max(next_found, 4 * least // 5) if least else 2 * max([next_found, *map(int, asked)])
        given_up = asked.get(str(wanted), {}).get("given_up", 0) >= most
        answer = None if given_up else ask_within(tuple(row["sizes"]), wanted, most, jobs=1)
        if answer is None:
            asked[str(wanted)] = {"given_up": most}
            if least:
                return
        elif answer["sets"]:
            row["found"], row["dice"] = (
                answer["sets"][0]["fewest"],
                [" ".join(die) for die in answer["sets"][0]["dice"]],
            )
        else:
            with tempfile.NamedTemporaryFile() as file:
                made = written(Path(file.name), text_of_proof(row, wanted, answer))
            kept = ("cases", "nodes", "largest_case", "processor_seconds")
            asked[str(wanted)] = {key: answer[key] for key in kept} | made


def text_of_proof(row: Row, tilings: int, answer: dict[str, Any]) -> Iterator[bytes]:
    """Yield the lines of the tree of an answer."""
    return proof_lines(GENIUS_SQUARE, tuple(row["sizes"]), tilings, answer["cells"], answer["trees"])


def verify(rows: Iterable[Row]) -> None:
    """Let the second program verify the fewest tilings that are refuted of each row, of all rows in one run."""
    with tempfile.TemporaryDirectory() as folder:
        waiting: dict[str, tuple[Row, int]] = {}
        for row in rows:
            tilings = refuted(row)
            if tilings is None or "second" in row["asked"][str(tilings)]:
                continue
            file = Path(folder) / f"{word_of(row['sizes'])}.txt"
            answer = ask_within(tuple(row["sizes"]), tilings, math.inf)
            made = written(file, text_of_proof(row, tilings, answer)) if answer else {}
            if made.get("sha256") != row["asked"][str(tilings)]["sha256"]:
                sys.exit(f"{file.stem}: the proof for {tilings} tilings is not the one that was written")
            waiting[str(file)] = row, tilings
        if not waiting:
            return
        said = subprocess.run([compiled(Path(folder)), *waiting], capture_output=True, text=True, check=False).stdout
    for proof, lines in verdicts(said, list(waiting)).items():
        row, tilings = waiting[proof]
        sizes, cells = " ".join(map(str, sorted(row["sizes"], reverse=True))), len(GENIUS_SQUARE.grid)
        some = "" if sum(row["sizes"]) == cells else f" on {sum(row['sizes'])} of the {cells} cells"
        if lines[-1] != f"VERIFIED: no dice set of sizes {sizes}{some} has {tilings} tilings for every roll":
            sys.exit(f"the second program says of {proof}: {lines[-1]}")
        row["asked"][str(tilings)] |= {"second": lines, "second_sha256": sha256(SECOND.read_bytes())}


def verdicts(said: str, files: list[str]) -> dict[str, list[str]]:
    r"""Return the lines that the second program prints of each proof.

    Examples
    --------
    >>> verdicts("PROOF a\nVERIFIED\nPROOF b\nREFUSED\n", ["a", "b"]), verdicts("VERIFIED\n", ["a"])
    ({'a': ['VERIFIED'], 'b': ['REFUSED']}, {'a': ['VERIFIED']})
    """
    if len(files) == 1:
        said = f"PROOF {files[0]}\n{said}"
    parts = [part.splitlines() for part in said.split("PROOF ")[1:]]
    return {file: lines for file, *lines in parts}
