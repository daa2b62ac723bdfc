"""Find the best set of a vector of sizes, refute more tilings, and let the second program verify that."""

from __future__ import annotations

import math
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
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
    """Return the vectors with many rolls, by the size of their smallest die, and those with the most rolls first."""
    every = vectors(len(GENIUS_SQUARE.grid), GENIUS_SQUARE.blockers)
    return sorted((one for one in every if math.prod(one) >= LEAST_ROLLS), key=lambda one: (one[0], -math.prod(one)))


def climbed(sizes: tuple[int, ...], seed: int, starts: int, steps: int) -> Row:
    """Look for a set with more and more tilings for its hardest roll, from the best one so far and from random ones."""
    best: tuple[int, ...] = ()
    fewest, made, stride = 0, 0, STRIDE
    while stride:
        wanted, reached = fewest + stride, False
        for number in range(starts):
            found = search(sizes, wanted, steps, np.random.default_rng([seed, wanted, number]), () if number else best)
            made += found.steps
            if found.rolled == 0:
                best, fewest, reached = found.dice, roll_tilings(GENIUS_SQUARE).fewest(found.dice), True
                break
        stride = stride if reached else stride // 2
    dice = DiceSet.of_masks(best).labels() if best else []
    effort = {"seed": seed, "starts": starts, "steps": steps, "made": made}
    return {
        "sizes": list(sizes),
        "found": fewest,
        "dice": dice,
        "search": effort,
        "asked": {},
    }


def refuted(row: Row) -> int | None:
    """Return the fewest tilings that are refuted."""
    return min((int(key) for key, answer in row["asked"].items() if "sha256" in answer), default=None)


def is_exact(row: Row) -> bool:
    """Tell whether one tiling more than the best set found has is refuted."""
    return refuted(row) == row["found"] + 1


def rolls(row: Row) -> int:
    """Return the number of rolls."""
    return math.prod(row["sizes"])


def settle(row: Row, most: float) -> None:
    """Refute one tiling more than the set found has; or find a better one; or refute as few tilings as can be.

    Parameters
    ----------
    most
        Work that a tree of cases may take: :attr:`.Case.work`, all cases together. After a tree that takes more, a
        fourth more tilings are asked for.
    """
    sizes, wanted = tuple(row["sizes"]), row["found"] + 1
    while wanted < (refuted(row) or math.inf):
        answer = None
        if row["asked"].get(str(wanted), {}).get("given_up", 0) < most:
            answer = ask_within(sizes, wanted, most)
        if answer is None:
            row["asked"].setdefault(str(wanted), {"given_up": most})["given_up"] = most
            wanted += max(1, wanted // 4)
        elif answer["sets"]:
            row["found"], row["dice"] = answer["sets"][0]["fewest"], answer["sets"][0]["dice"]
            wanted = row["found"] + 1
        else:
            with tempfile.NamedTemporaryFile() as file:
                made = written(Path(file.name), text_of_proof(sizes, wanted, answer))
            kept = ("cases", "nodes", "largest_case", "processor_seconds")
            row["asked"][str(wanted)] = {key: answer[key] for key in kept} | made


def text_of_proof(sizes: tuple[int, ...], tilings: int, answer: dict[str, Any]) -> Iterator[bytes]:
    """Yield the lines of the tree of an answer."""
    return proof_lines(GENIUS_SQUARE, sizes, tilings, answer["cells"], answer["trees"])


def verify(rows: Iterable[Row]) -> None:
    """Let the second program verify the least tilings that are refuted, of all vectors in one run."""
    with tempfile.TemporaryDirectory() as folder:
        waiting: dict[str, tuple[Row, int]] = {}
        for row in rows:
            tilings = refuted(row)
            if tilings is None or "second" in row["asked"][str(tilings)]:
                continue
            file, sizes = Path(folder) / f"{word_of(row['sizes'])}.txt", tuple(row["sizes"])
            answer = ask_within(sizes, tilings, math.inf)
            if (
                not answer
                or written(file, text_of_proof(sizes, tilings, answer))["sha256"]
                != row["asked"][str(tilings)]["sha256"]
            ):
                sys.exit(f"the proof for {word_of(sizes)} and {tilings} tilings is not the one that was written")
            waiting[str(file)] = row, tilings
        if not waiting:
            return
        said = subprocess.run([compiled(Path(folder)), *waiting], capture_output=True, text=True, check=False).stdout
    for proof, lines in verdicts(said, list(waiting)).items():
        row, tilings = waiting[proof]
        largest_first = " ".join(map(str, sorted(row["sizes"], reverse=True)))
        if lines[-1] != f"VERIFIED: no dice set of sizes {largest_first} has {tilings} tilings for every roll":
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
