"""Is a dice set always solvable? Every distinct roll is looked at, by one backend or by several that must agree."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet, Rolls, rolls
from dicelab.errors import DiceError, DicelabError
from dicelab.exit_status import DONE, FALSE
from dicelab.verifying.backends import settle
from dicelab.verifying.tilings import Placed, PlacementTable
from solver.errors import InputError
from solver.exact_cover import BACKENDS
from solver.polyform.symmetry import Masks, board_columns
from solver.runs.progress import Progress, silent
from solver.tables import Columns, Tabular

CENSUS = "census"

LookUp = Callable[[Masks], NDArray[np.bool_]]
"""Tells which boards are solvable, from a table."""


@dataclass(frozen=True, slots=True)
class BackendVerdict:
    """What one backend said about all boards: whether each is solvable, and the wall-clock time it took.

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
    """What is known of all rolls of a dice set.

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
        from dicelab.verifying.verification_text import verification_text

        return verification_text(self)

    def _repr_html_(self) -> str:
        from dicelab.verifying.verification_text import verification_html

        return verification_html(self)

    def to_json(self) -> dict[str, Any]:
        """Return the verification, with every unsolvable board by its labels."""
        from dicelab.verifying.verification_text import verification_json

        return verification_json(self)

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

        The same set and backends give the same bytes, with the same release of zlib. Raises :class:`DiceError` if the
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
