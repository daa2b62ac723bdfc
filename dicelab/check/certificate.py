"""``dicelab/certificate``: a tiling for every board that a dice set can roll."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dicelab.check.puzzle import (
    BLOCKED,
    FIELDS,
    Puzzle,
    dice_digest,
    fault_finder,
    mask_of,
    puzzle_of,
    require_labels,
)
from dicelab.check.reading import Body, Kinds, header, opened, printable, require

MAGIC = "dicelab/certificate"
KINDS: dict[int, Kinds] = {
    version: {"name": str, **fields, "dice": list, "shared_cells": bool, "rolls": int}
    for version, fields in FIELDS.items()
}
MOST_ROLLS = 1 << 32
MOST_SHARED = 20_000_000
"""Rolls of dice that share cells: the boards that were seen are kept."""


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The claim of a certificate, and whether it is true.

    ``rolls`` counts the distinct rolls, those that show a cell twice included; ``boards`` are the different
    boards that they give, as the certificate has it; ``tilings`` were found right, before the first that is
    not; ``problem`` is the fault of that one: the roll's number, its cells and the reason.
    ``puzzle`` and ``dice``, the different cells of each, are the subject of the claim, and ``digest`` tells it from all
    others; ``name`` is no part of it.
    """

    name: str
    puzzle: str
    digest: str
    dice: tuple[tuple[str, ...], ...]
    rolls: int
    boards: int
    tilings: int
    ok: bool
    problem: str | None


@dataclass(frozen=True, slots=True)
class DiceClaim:
    """The header; the different cells of each die, numbered."""

    fields: dict[str, Any]
    puzzle: Puzzle
    dice: list[list[int]]


def check_certificate(path: Path) -> CheckReport:
    """Check every tiling of a certificate; a file that is damaged or none raises :class:`CertificateError`."""
    with opened_certificate(path) as (claim, body):
        right, problem = _examined(claim, body)
    labels = list(claim.puzzle.cells)
    dice = tuple(tuple(labels[cell] for cell in die) for die in claim.dice)
    rolls, boards = math.prod(map(len, claim.dice)), claim.fields["rolls"]
    name = printable(claim.fields["name"])
    digest = dice_digest(claim.puzzle, claim.dice)
    return CheckReport(name, claim.puzzle.words(), digest, dice, rolls, boards, right, problem is None, problem)


def certified_dice(path: Path) -> dict[str, Any]:
    """Return the header of a certificate, which names its dice and puzzle, without a look at its tilings.

    A file that is damaged or none raises :class:`CertificateError`.
    """
    with opened_certificate(path) as (claim, _):
        return claim.fields


@contextmanager
def opened_certificate(path: Path) -> Iterator[tuple[DiceClaim, Body]]:
    """Open a certificate, and give its claim and its tilings; tilings that nobody has read are read in the end.

    A file that is damaged or none raises :class:`CertificateError`.
    """
    with opened(path) as file:
        line, fields = header(file, MAGIC, KINDS)
        claim = _claim(fields)
        body = Body(file, line, fields["rolls"] * len(claim.puzzle.cells), "tilings")
        yield claim, body
        body.finish()


def _claim(fields: dict[str, Any]) -> DiceClaim:
    dice = fields["dice"]
    require(
        len(dice) == fields["blockers"],
        f"has {len(dice)} dice for {fields['blockers']} blockers: use one die for each blocker",
    )
    puzzle = puzzle_of(fields)
    for faces in dice:
        require(isinstance(faces, list) and faces, "has a die without a list of faces: list its cells")
        require_labels("dice", faces, puzzle.cells)
    number = {label: cell for cell, label in enumerate(puzzle.cells)}
    shown = [list(dict.fromkeys(number[label] for label in faces)) for faces in dice]
    _require_allowed(puzzle, shown)
    alone = len(set().union(*shown)) == sum(map(len, shown))
    require(alone or fields["shared_cells"], "has a cell on two dice: put it on one, or set shared_cells")
    most = MOST_SHARED if fields["shared_cells"] else MOST_ROLLS
    for rolls in (fields["rolls"], math.prod(map(len, shown))):
        require(0 <= rolls <= most, f"has a number of rolls that is not between 0 and {most:,}: get a new copy")
    return DiceClaim(fields, puzzle, shown)


def _require_allowed(puzzle: Puzzle, dice: list[list[int]]) -> None:
    """Refuse dice that can roll a board that the puzzle has not."""
    free = set(puzzle.free)
    require(all(free.isdisjoint(die) for die in dice), "has a die with a cell that is never blocked: take it off")
    if puzzle.regions:
        region_of = {cell: number for number, region in enumerate(puzzle.regions) for cell in region}
        shown = [{region_of.get(cell) for cell in die} for die in dice]
        good = all(len(regions) == 1 for regions in shown) and set().union(*shown) == set(range(len(dice)))
        require(good, "has dice that are not one for each region: put the cells of a region on one die")


def _examined(claim: DiceClaim, body: Body) -> tuple[int, str | None]:
    """Return the number of right tilings and the fault of the next, if any."""
    fault, size, right = fault_finder(claim.puzzle), len(claim.puzzle.cells), 0
    for number, blocked in _boards(claim):
        tiling = body.take(size)
        if not tiling:
            reason: str | None = "its tiling is missing, the certificate ends"
        elif tiling.translate(BLOCKED) != blocked:
            reason = _whose(claim, mask_of(tiling.translate(BLOCKED)))
        else:
            reason = fault(tiling)
            if reason is None:
                right += 1
                continue
        return right, f"roll {number:,} ({claim.puzzle.named(mask_of(blocked))}): {reason}"
    if body.take(1):
        return right, f"{claim.fields['rolls']:,} tilings for {right:,} boards: each board needs one"
    return right, None if right else "every roll shows a cell twice: there is no board to tile"


def _boards(claim: DiceClaim) -> Iterator[tuple[int, bytes]]:
    """Yield the number of each roll that has a tiling, and its blockers: a byte for each cell, 1 or 0."""
    seen: set[bytes] = set()
    for number, roll in enumerate(itertools.product(*claim.dice), start=1):
        board = bytearray(len(claim.puzzle.cells))
        for cell in roll:
            board[cell] = 1
        blocked = bytes(board)
        if claim.fields["shared_cells"]:
            if sum(blocked) < len(roll) or blocked in seen:
                continue
            seen.add(blocked)
        yield number, blocked


def _whose(claim: DiceClaim, blocked: int) -> str:
    if claim.fields["shared_cells"]:
        rolls = enumerate(itertools.product(*claim.dice), start=1)
        number = next((number for number, roll in rolls if sum(1 << cell for cell in set(roll)) == blocked), None)
    else:
        number = _number(claim, blocked)
    whose = f"which is roll {number:,}" if number else "which is no roll"
    return f"its tiling blocks {claim.puzzle.named(blocked)}, {whose}"


def _number(claim: DiceClaim, blocked: int) -> int | None:
    """Return the number of a roll of dice that share no cell, or ``None`` for what they can't roll."""
    number = 0
    for die in claim.dice:
        shown = [face for face, cell in enumerate(die) if blocked >> cell & 1]
        if len(shown) != 1:
            return None
        number = number * len(die) + shown[0]
        blocked ^= 1 << die[shown[0]]
    return None if blocked else number + 1
