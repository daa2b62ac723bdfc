"""The tilings that a proof of their number lists, and the clauses that forbid them and allow all other tilings."""

from __future__ import annotations

from collections.abc import Callable
from typing import BinaryIO

from dicelab.check.puzzle import LABELS, Puzzle, fault_finder, kind_of, mask_of, only
from dicelab.check.refutation import Clause, FormulaMaker

MOST_TILINGS = 150_000


def forbidding(
    file: BinaryIO, puzzle: Puzzle, maker: FormulaMaker, blocked: int, number: int
) -> tuple[list[Clause], str | None]:
    """Return a clause for each listed tiling of a board, "not all of these placements", and the fault of the list.

    A line of the list is as a certificate has a tiling: for each cell ``#`` or the label of a copy of a piece. Tilings
    that differ by an exchange of equal pieces are one. ``number`` is how many there should be.
    """
    fault, size = _fault_finder(puzzle, blocked), len(puzzle.cells)
    kinds: dict[object, int] = {}
    copies = [
        (only(label), kinds.setdefault(kind_of(shape, puzzle.lattice), len(kinds)))
        for label, shape in zip(LABELS, puzzle.shapes, strict=False)
    ]
    variables = maker.variables(blocked)
    clauses: dict[Clause, int] = {}
    for place, line in enumerate(iter(lambda: file.readline(size + 2), b""), start=1):
        if problem := fault(line):
            return [], f"tiling {place:,} {problem}"
        clause = tuple(-n for n in sorted(variables[kind, mask_of(line[:-1].translate(own))] for own, kind in copies))
        if clause in clauses:
            return [], f"tiling {place:,} is tiling {clauses[clause]:,} once more"
        clauses[clause] = place
        if place > number:
            break
    if len(clauses) != number:
        there = "more" if len(clauses) > number else f"{len(clauses):,}"
        return [], f"{there} tilings are listed, but proof.json gives {number:,}"
    return list(clauses), None


def _fault_finder(puzzle: Puzzle, blocked: int) -> Callable[[bytes], str | None]:
    """Return a function that finds the fault of a line, or ``None``."""
    pieces_of, size, blockers = fault_finder(puzzle), len(puzzle.cells), only("#")

    def fault(line: bytes) -> str | None:
        tiling = line[:-1]
        if len(line) != size + 1 or not line.endswith(b"\n") or b"\n" in tiling:
            return f"is not a line of {size} characters, one for each cell"
        if mask_of(tiling.translate(blockers)) != blocked:
            return "is of another board"
        problem = pieces_of(tiling)
        return problem and f"is none: {problem}"

    return fault
