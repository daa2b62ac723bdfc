"""Is a dice set always solvable? Every distinct roll is looked at, by one backend or by several that must agree."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet, Rolls, rolls
from dicelab.dice.names import plain
from dicelab.errors import DONE, FALSE, DiceError, DicelabError
from dicelab.render.text import WIDTH, side_by_side, wrap
from dicelab.verifying.tilings import Placed, PlacementTable, settle
from solver.display import Columns, Tabular
from solver.errors import InputError
from solver.exact_cover import BACKENDS
from solver.polyform import Board
from solver.polyform.symmetry import Masks, board_columns
from solver.runs.progress import Progress, silent

CENSUS = "census"
DRAWN = 3
"""Unsolvable boards that the text draws, where they fit."""
UNSOLVABLE_DRAWN = 6
"""Unsolvable boards that a notebook draws."""

LookUp = Callable[[Masks], NDArray[np.bool_]]
"""Tells which boards are solvable, from a table."""


@dataclass(frozen=True, slots=True)
class BackendVerdict:
    """The verdict of one backend on all boards: whether each is solvable, and the wall-clock time.

    It was asked about ``calls`` boards; the others follow from its tilings.

    Examples
    --------
    >>> import dicelab
    >>> verification = dicelab.verify(dicelab.load("A1 A2 | B1 B3", "2x3/2:O4"))
    >>> [(one.backend, one.solvable.tolist()) for one in verification.verdicts]
    [('bitmask', [True, False, False, False])]
    """

    backend: str
    solvable: NDArray[np.bool_]
    calls: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Verification(Tabular):
    """The verdicts on all rolls of a dice set, and their tilings.

    ``verdicts`` has one entry for each backend, which agree; ``placed`` a tiling for each board, if one of the backends
    gives tilings.

    Examples
    --------
    >>> import dicelab
    >>> verification = dicelab.verify(dicelab.load("A1 A2 | B1 B3", "2x3/2:O4"))
    >>> verification.always_solvable, verification.unsolvable_probability
    (False, 0.75)
    >>> print(verification.dice_set.puzzle.grid.labels(int(verification.unsolvable[0])))
    A1 B3
    """

    dice_set: DiceSet
    rolls: Rolls
    verdicts: tuple[BackendVerdict, ...]
    placed: Placed | None
    schema: ClassVar[str] = "verification"

    def __repr__(self) -> str:
        boards, unsolvable = len(self.rolls.boards), len(self.unsolvable)
        verdict = f"{unsolvable:,} unsolvable" if unsolvable else "always solvable"
        return f"<Verification of {self.dice_set.name!r}: {boards:,} boards, {verdict}>"

    def __str__(self) -> str:
        return _text(self)

    def _repr_html_(self) -> str:
        return _html(self)

    def to_json(self) -> dict[str, Any]:
        """Return the verification, with every unsolvable board by its labels."""
        grid = self.dice_set.puzzle.grid
        return {
            "set": self.dice_set.name,
            "puzzle": self.dice_set.puzzle.format(),
            "dice": self.dice_set.labels(),
            "sizes": list(self.dice_set.sizes),
            "shared": {grid.label(cell): list(dice) for cell, dice in self.dice_set.shared().items()},
            "rolls": self.rolls.rolls,
            "collisions": self.rolls.collisions,
            "boards": len(self.rolls.boards),
            "always_solvable": self.always_solvable,
            "unsolvable": len(self.unsolvable),
            "unsolvable_probability": self.unsolvable_probability,
            "unsolvable_boards": [grid.labels(mask) for mask in self.unsolvable.tolist()],
            "rolling_again_probability": self.rolls.rolling_again,
            "backends": [
                {
                    "name": verdict.backend,
                    "unsolvable": int((~verdict.solvable).sum()),
                    "asked": verdict.calls,
                    "seconds": round(verdict.seconds, 3),
                }
                for verdict in self.verdicts
            ],
        }

    def _columns(self) -> Columns:
        """Return a row for each distinct board in the order of rolls."""
        rolled, grid = self.rolls, self.dice_set.puzzle.grid
        return {
            **board_columns(rolled.boards, grid),
            "probability": rolled.probabilities,
            "solvable": self.verdicts[0].solvable,
        }

    @property
    def exit_status(self) -> int:
        """The exit status of ``dicelab verify``."""
        return DONE if self.always_solvable else FALSE

    @property
    def unsolvable(self) -> Masks:
        """The boards that can be rolled and not be tiled, in the order of rolls."""
        return self.rolls.boards[~self.verdicts[0].solvable]

    @property
    def always_solvable(self) -> bool:
        """Whether every board that can be rolled can be tiled."""
        return bool(self.verdicts[0].solvable.all())

    @property
    def unsolvable_probability(self) -> float:
        """The probability of rolling an unsolvable board with the faces as they are."""
        return float(self.rolls.probabilities[~self.verdicts[0].solvable].sum())

    def certificate(self) -> bytes | None:
        """Return a certificate that the set is always solvable; ``None`` where a board has no tiling here.

        The bytes depend only on the set, the backends and the release of zlib. Raises :class:`DiceError` if the
        header is too long.
        """
        if not self.always_solvable or self.placed is None:
            return None
        from dicelab.verifying.certificate import certificate_bytes

        return certificate_bytes(self.dice_set, PlacementTable(self.dice_set.puzzle).piece_masks(self.placed))


def verify(
    dice_set: DiceSet,
    backends: Sequence[str] = ("bitmask",),
    *,
    look_up: LookUp | None = None,
    jobs: int = 1,
    share: bool = True,
    progress: Progress = silent,
) -> Verification:
    """Look at every distinct roll of a dice set, in threads; the result does not depend on their number.

    The backend ``census`` asks ``look_up``, handed in by the caller so that verification shares nothing with it. With
    ``share`` a tiling that CP-SAT found may settle other rolls.

    Raises :class:`DiceError` if no roll is free of collisions, or a backend is unknown or named twice, and
    :class:`DicelabError` if two backends disagree; the message names a board.
    """
    if not backends or len(set(backends)) != len(backends):
        raise DiceError(f"backends {','.join(backends) or 'none'}: name at least one, each once")
    for name in backends:
        if name != CENSUS:
            try:
                BACKENDS.find(name)
            except InputError as error:
                raise DiceError(str(error)) from None
    listed = rolls(dice_set)
    if not len(listed.boards):
        raise DiceError("every roll shows a cell twice: spread the cells over more dice")
    placed = None
    verdicts = []
    for name in backends:
        begin = time.perf_counter()
        if name == CENSUS:
            if look_up is None:
                raise DiceError("backend census needs a look-up: pass one")
            solvable, calls = look_up(listed.boards), 0
        else:
            settled = settle(dice_set.puzzle, listed.boards, name, jobs=jobs, share=share, progress=progress)
            placed = settled.placed if placed is None else placed
            solvable, calls = settled.placed[:, 0] >= 0, settled.calls
        verdicts.append(BackendVerdict(name, solvable, calls, time.perf_counter() - begin))
        differ = np.flatnonzero(verdicts[0].solvable != solvable)
        if len(differ):
            board = dice_set.puzzle.grid.labels(int(listed.boards[differ[0]]))
            raise DicelabError(f"backends {backends[0]} and {name} disagree on board {board}: please report this")
    return Verification(dice_set, listed, tuple(verdicts), placed)


def confirm(
    dice_set: DiceSet,
    backends: Sequence[str] = ("cp-sat",),
    *,
    jobs: int = 1,
    progress: Progress = silent,
) -> Verification:
    """Look at every roll of a set that a search takes for always solvable, with programs that the search did not use.

    Raises :class:`DicelabError` if a roll has no tiling, or two backends disagree: the program that found the set has a
    fault.
    """
    verification = verify(dice_set, backends, jobs=jobs, progress=progress)
    if not verification.always_solvable:
        board = dice_set.puzzle.grid.labels(int(verification.unsolvable[0]))
        by = " and ".join(backends).replace("cp-sat", "CP-SAT")
        raise DicelabError(f"{by} finds no tiling of {board}, which the scorer took for solvable: please report this")
    return verification


# ---------------------------------------------------------------- text and HTML


def _odd_die(dice_set: DiceSet) -> str:
    """Ask for a missing face where one die of a printed set has another number of faces than all others.

    A set in which no cell is repeated lists the cells of its dice, and these may differ.
    """
    if not dice_set.shared() and all(die.size == len(die.faces) for die in dice_set.dice):
        return ""
    numbers = [len(die.faces) for die in dice_set.dice]
    usual = max(set(numbers), key=numbers.count)
    odd = [die for die, number in enumerate(numbers) if number != usual]
    if len(odd) != 1 or len(numbers) < 4:
        return ""
    faces = numbers[odd[0]]
    return f"die {odd[0] + 1} has {faces} face{'s' * (faces > 1)} and each other die {usual}: is this what was meant?"


def _text(result: Verification) -> str:
    """Return the verdict, then its grounds, with the first unsolvable boards drawn side by side."""
    rolls, boards = result.rolls.rolls, len(result.rolls.boards)
    lines = wrap(_verdict(result), WIDTH)
    if not result.always_solvable:
        lines.append(f"The probability of rolling one of them is {result.unsolvable_probability:.6f}.")
    if result.dice_set.puzzle.name is None:
        # Here, since pictures of puzzles take a while to import, and the sets of the catalogue need none.
        from dicelab.render.puzzle import puzzle_line

        lines += wrap(puzzle_line(result.dice_set.puzzle), WIDTH)
    shared = result.dice_set.shared()
    if shared:
        label = result.dice_set.puzzle.grid.label
        cells = ", ".join(f"{label(cell)} (dice {' and '.join(map(str, dice))})" for cell, dice in shared.items())
        lines += wrap(f"cells on several dice: {cells}", WIDTH)
    lines += wrap(_odd_die(result.dice_set), WIDTH)
    if result.rolls.collisions:
        lines.append(
            f"{result.rolls.collisions:,} of the {rolls:,} rolls show a cell twice and are rolled again "
            f"(probability {result.rolls.rolling_again:.4f})"
        )
    for verdict in result.verdicts:
        lines += wrap(_grounds(verdict, boards), WIDTH, "  ")
    if result.always_solvable:
        return "\n".join(lines)
    grid = result.dice_set.puzzle.grid
    drawn = [Board(mask, grid) for mask in result.unsolvable[:DRAWN].tolist()]
    shown, rows = side_by_side(drawn)
    lines += ["", *rows]
    if len(result.unsolvable) > shown:
        lines.append(f"… and {len(result.unsolvable) - shown:,} more: pass --json for all")
    return "\n".join(lines)


def _verdict(result: Verification) -> str:
    """Return the verdict in one sentence, which begins with it and ends with a name that anybody may have chosen."""
    rolls, boards = result.rolls.rolls, len(result.rolls.boards)
    counted = f"{rolls:,} rolls" if boards == rolls else f"{boards:,} distinct boards"
    name = plain(result.dice_set.name)
    whose = f" of {name}" if name not in {"", "unnamed"} else ""
    if result.always_solvable:
        return f"Always solvable: all {counted}{whose} have a tiling."
    return f"NOT always solvable: {len(result.unsolvable):,} of the {counted}{whose} can't be tiled."


def _grounds(verdict: BackendVerdict, boards: int) -> str:
    if verdict.backend == CENSUS:
        asked = f"{boards:,} boards looked up"
    elif verdict.calls < boards:
        asked = f"{verdict.calls:,} boards searched, whose tilings settle the other {boards - verdict.calls:,}"
    else:
        asked = f"{boards:,} boards searched"
    return f"{verdict.backend}: {asked} ({verdict.seconds:.2f} s); {int((~verdict.solvable).sum()):,} unsolvable"


def _html(verification: Verification) -> str:
    """Return the verdict, a row for each backend, and pictures of the first unsolvable boards."""
    from dicelab.render import board_svg

    dice_set, unsolvable = verification.dice_set, verification.unsolvable
    boards = len(verification.rolls.boards)
    if verification.always_solvable:
        verdict = "always solvable"
    else:
        verdict = (
            f"not always solvable: {len(unsolvable):,} boards can't be tiled "
            f"(probability {verification.unsolvable_probability:.6f})"
        )
    rows = "".join(
        f"<tr><td>{escape(one.backend)}</td><td>{int((~one.solvable).sum()):,}</td>"
        f"<td>{one.calls:,}</td><td>{one.seconds:.2f} s</td></tr>"
        for one in verification.verdicts
    )
    drawn = [Board(mask, dice_set.puzzle.grid) for mask in unsolvable[:UNSOLVABLE_DRAWN].tolist()]
    pictures = "".join(f'<div style="display: inline-block">{board_svg(board)}</div>' for board in drawn)
    return (
        f"<div><p><b>{escape(plain(dice_set.name)) or 'unnamed'}</b>: {verdict}. "
        f"{verification.rolls.rolls:,} rolls, {boards:,} distinct boards.</p>"
        "<table><tr><th>backend</th><th>unsolvable</th><th>searched</th><th>time</th></tr>"
        f"{rows}</table>{pictures}</div>"
    )
