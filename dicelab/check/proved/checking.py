"""Hand a claim and its evidence to the proved checker.

The evidence is read as the other checker reads it, and written as plain lines. None of this needs trust: the program
prints the claim that it was given, and a wrong line of evidence is refused.
"""

from __future__ import annotations

import itertools
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from dicelab.check.certificate import DiceClaim, opened_certificate
from dicelab.check.proved.building import ProvedChecker
from dicelab.check.puzzle import SQUARES, Point, Puzzle, dice_digest, squares_of
from dicelab.check.reading import Body, printable, require

NOT_PROVED = 4
"""The exit status of the program where it does not accept the evidence."""


@dataclass(frozen=True, slots=True)
class ProvedReport:
    """What the proved checker said of a file: the claim in its words, and whether it accepted the evidence.

    ``digest`` tells the claim from all others, as that of the other checkers; ``axioms`` is the number of theorems that
    rest on an axiom.
    """

    claim: str
    digest: str
    ok: bool
    axioms: int

    @property
    def text(self) -> str:
        """The claim and the verdict."""
        rests = "no axiom" if not self.axioms else f"axioms in {self.axioms} theorems"
        return f"{self.claim}\ndigest: {self.digest}\nThe theorems rest on {rests} (see assumptions.txt)."


def check_proved(path: Path, checker: ProvedChecker) -> ProvedReport:
    """Let the proved checker check a certificate of dice.

    Raises :class:`CertificateError` if the file is damaged, or makes a claim for which there is no theorem.
    """
    with opened_certificate(path) as (claim, body):
        lines = [*_puzzle(claim.puzzle), *(_line("die", claim.puzzle, die) for die in claim.dice), "tilings"]
        said, ok = _answer(checker, lines, _tilings(claim, body))
        digest = dice_digest(claim.puzzle, claim.dice)
    return ProvedReport(said, digest, ok, checker.axioms)


def _puzzle(puzzle: Puzzle) -> list[str]:
    flat = puzzle.lattice == SQUARES and not any(shape.endswith("~") for shape in puzzle.shapes)
    require(
        flat, "has pieces that may not be flipped, or no squares: the theorems are about two-sided pieces of squares"
    )
    pieces = [_points("piece", squares_of(shape)) for shape in puzzle.shapes]
    return [_points("grid", puzzle.cells.values()), *pieces, f"blockers {puzzle.blockers}"]


def _points(word: str, points: Iterable[Point]) -> str:
    return " ".join((word, *(f"{row},{column}" for row, column in points)))


def _line(word: str, puzzle: Puzzle, cells: Iterable[int]) -> str:
    points = list(puzzle.cells.values())
    return _points(word, (points[cell] for cell in cells))


def _tilings(claim: DiceClaim, body: Body) -> Iterator[str]:
    """Yield a tiling for each roll that shows no cell twice, as a line; equal boards have one in the file."""
    size = len(claim.puzzle.cells)
    if not claim.fields["shared_cells"]:
        while tiling := body.take(size):
            yield tiling.decode("latin-1")
        return
    known: dict[frozenset[int], str] = {}
    for roll in itertools.product(*claim.dice):
        board = frozenset(roll)
        if len(board) == len(roll):
            if board not in known:
                known[board] = body.take(size).decode("latin-1")
            yield known[board]


def _answer(checker: ProvedChecker, claim: Iterable[str], evidence: Iterable[str]) -> tuple[str, bool]:
    """Return what the program prints, and whether it accepts the evidence."""
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as wrong:
        running = subprocess.Popen([checker.program], stdin=subprocess.PIPE, stdout=said, stderr=wrong)  # noqa: S603 - built here
        # It stops reading at the first wrong line.
        with running, suppress(BrokenPipeError), cast("IO[bytes]", running.stdin) as lines:
            for line in itertools.chain(claim, evidence):
                lines.write(line.encode("latin-1", "replace") + b"\n")
        said.seek(0)
        wrong.seek(0)
        text, fault = said.read().decode().rstrip("\n"), printable(wrong.read(200).decode("ascii", "replace").strip())
    require(running.returncode in {0, NOT_PROVED}, f"can't be read by the proved checker: {fault}")
    return text, running.returncode == 0
