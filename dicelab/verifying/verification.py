"""Is a dice set always solvable? Every distinct roll is looked at, by one backend or by several that must agree."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, BinaryIO, ClassVar

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet, Rolls, UnlistedRolls, rolls
from dicelab.dice.roll import MOST_ROLLS
from dicelab.errors import DONE, FALSE, DiceError, DicelabError
from dicelab.verifying.sweep import CENSUS, MANY_ROLLS, SWEEP, FailingRolls, LookUp, Sweep, SweepState, required
from dicelab.verifying.tilings import Placed, settle
from solver.display import Columns, Tabular
from solver.equality import ArrayValue
from solver.errors import InputError
from solver.exact_cover import BACKENDS
from solver.polyform.grid import MASK_CELLS
from solver.polyform.symmetry import Masks, board_columns
from solver.runs.progress import Progress, silent


@dataclass(frozen=True, slots=True, eq=False)
class BackendVerdict(ArrayValue):
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
    seconds: float = field(compare=False)

    @property
    def unsolvable(self) -> int:
        """The number of unsolvable boards."""
        return int((~self.solvable).sum())


@dataclass(frozen=True, slots=True)
class SweptVerdict:
    """The verdict of one backend on rolls that were looked at block by block.

    The backend ``sweep`` asked ``bitmask`` about ``calls`` boards; short searches tiled the others.
    """

    backend: str
    failing: FailingRolls
    calls: int
    seconds: float = field(compare=False)

    @property
    def unsolvable(self) -> int:
        """The number of unsolvable boards."""
        return self.failing.number

    @property
    def solvable(self) -> NDArray[np.bool_]:
        """Whether each board is solvable; :class:`DiceError` where they are too many to list."""
        return self.failing.solvable


@dataclass(frozen=True, slots=True, eq=False)
class Verification(ArrayValue, Tabular):
    """The verdicts on all rolls of a dice set, and their tilings.

    ``verdicts`` has one entry for each backend, which agree; ``placed`` a tiling for each board, if one of the backends
    gives tilings. Where rolls were looked at block by block, ``failing`` are those that fail, there is no ``placed``,
    and what needs a list of all rolls raises :class:`DiceError` if they are more than 20,000,000.

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
    rolls: Rolls | UnlistedRolls
    verdicts: tuple[BackendVerdict | SweptVerdict, ...]
    placed: Placed | None
    failing: FailingRolls | None = None
    schema: ClassVar[str] = "verification"

    def __repr__(self) -> str:
        boards, unsolvable = len(self.rolls), self.verdicts[0].unsolvable
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
        grid = self.dice_set.puzzle.grid
        return {
            "set": self.dice_set.name,
            "puzzle": self.dice_set.puzzle.format(),
            "dice": self.dice_set.labels(),
            "sizes": list(self.dice_set.sizes),
            "shared": {grid.label(cell): list(dice) for cell, dice in self.dice_set.shared().items()},
            "rolls": self.rolls.rolls,
            "collisions": self.rolls.collisions,
            "boards": len(self.rolls),
            "always_solvable": self.always_solvable,
            "unsolvable": self.verdicts[0].unsolvable,
            "unsolvable_probability": self.unsolvable_probability,
            "unsolvable_boards": [grid.labels(mask) for mask in self.unsolvable.tolist()],
            "rolling_again_probability": self.rolls.rolling_again,
            "backends": [
                {
                    "name": verdict.backend,
                    "unsolvable": verdict.unsolvable,
                    "asked": verdict.calls,
                    "seconds": round(verdict.seconds, 3),
                }
                for verdict in self.verdicts
            ],
        }

    def lasting_json(self) -> dict[str, Any]:
        """Return the content of a file of the verification: the JSON without times."""
        content = self.to_json()
        backends = [{key: value for key, value in one.items() if key != "seconds"} for one in content["backends"]]
        return {"schema": f"dicelab/{self.schema}/1", **content, "backends": backends}

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
        """The boards that can be rolled and not be tiled, in the order of rolls; of ``failing`` the first 100,000."""
        if self.failing is not None:
            boards: Masks = self.failing.boards
            return boards
        return self.rolls.boards[~self.verdicts[0].solvable]

    @property
    def always_solvable(self) -> bool:
        """Whether every board that can be rolled can be tiled."""
        return not self.verdicts[0].unsolvable

    @property
    def unsolvable_probability(self) -> float:
        """The probability of rolling an unsolvable board with the faces as they are."""
        if self.failing is not None:
            return self.failing.probability
        return float(self.rolls.probabilities[~self.verdicts[0].solvable].sum())

    def certificate(self) -> bytes | None:
        """Return a certificate that the set is always solvable; ``None`` where a board has no tiling here.

        The bytes depend only on the set, the backends and the release of zlib. Raises :class:`DiceError` if the
        header is too long.
        """
        file = BytesIO()
        return file.getvalue() if self.write_certificate(file) else None

    def write_certificate(self, file: BinaryIO, *, jobs: int = 1, progress: Progress = silent) -> bool:
        """Write the certificate to a new file, and tell whether there is one.

        Rolls that were looked at block by block are tiled once more.
        """
        if not self.always_solvable or (self.placed is None and self.failing is None):
            return False
        from dicelab.verifying.certificate import placed_texts, write_certificate

        parts = self._placed_parts(jobs, progress) if self.placed is None else [self.placed]
        write_certificate(file, self.dice_set, len(self.rolls), placed_texts(self.dice_set.puzzle, parts))
        return True

    def _placed_parts(self, jobs: int, progress: Progress) -> Iterator[Placed]:
        """Yield the tilings of all rolls, block by block, by the first backend that finds any."""
        backend = next((one.backend for one in self.verdicts if one.backend != CENSUS), SWEEP)
        sweep = Sweep(self.dice_set, (backend,), None, share=True)
        for result in sweep.results(jobs, with_tilings=True):
            if result.placed is None or len(result.failing):
                raise DicelabError(f"backend {backend} lost a tiling in block {result.block}: please report this")
            progress((result.block + 1) * sweep.size, len(self.rolls), "certificate")
            yield result.placed


def usual_backend(dice_set: DiceSet) -> str:
    """Return the backend that verifies a set where none is named: ``bitmask``, or ``sweep`` for many rolls.

    Examples
    --------
    >>> from dicelab.dice import catalogue_set
    >>> usual_backend(catalogue_set("default"))
    'bitmask'
    """
    if dice_set.shared():
        return "bitmask"
    is_large = len(dice_set.puzzle.grid) > MASK_CELLS
    return SWEEP if is_large or dice_set.roll_count > MANY_ROLLS else "bitmask"


def verify(
    dice_set: DiceSet,
    backends: Sequence[str] | None = None,
    *,
    look_up: LookUp | None = None,
    jobs: int = 1,
    share: bool = True,
    progress: Progress = silent,
) -> Verification:
    """Look at every distinct roll of a dice set, in threads; the result does not depend on their number.

    The backend ``census`` asks ``look_up``, handed in by the caller so that verification shares nothing with it. With
    ``share`` a tiling that CP-SAT found may settle other rolls. Rolls are looked at block by block, and not listed,
    where ``sweep`` is among the backends, or rolls are more than 20,000,000, or cells more than 64.

    Raises :class:`DiceError` if no roll is free of collisions, or a backend is unknown or named twice, and
    :class:`DicelabError` if two backends disagree; the message names a board.
    """
    names = (usual_backend(dice_set),) if backends is None else tuple(backends)
    require_backends(names)
    many = dice_set.roll_count > MOST_ROLLS and not dice_set.shared()
    if SWEEP in names or many or len(dice_set.puzzle.grid) > MASK_CELLS:
        sweep = Sweep(dice_set, names, look_up, share=share)
        return swept(sweep, sweep.run(jobs=jobs, progress=progress))
    return _listed(dice_set, names, look_up, jobs, progress, share=share)


def require_backends(names: Sequence[str]) -> None:
    """Refuse unknown backends, and those that are named twice: :class:`DiceError`."""
    if not names or len(set(names)) != len(names):
        raise DiceError(f"backends {','.join(names) or 'none'}: name at least one, each once")
    for name in names:
        if name not in {CENSUS, SWEEP}:
            try:
                BACKENDS.find(name)
            except InputError as error:
                raise DiceError(str(error)) from None


def swept(sweep: Sweep, state: SweepState) -> Verification:
    """Return the verification of a set all of whose blocks were looked at."""
    dice_set = sweep.dice_set
    failing = FailingRolls(dice_set, state.failing, int(state.weight), state.first)
    verdicts = tuple(
        SweptVerdict(name, failing, calls, seconds)
        for name, calls, seconds in zip(sweep.backends, state.calls, state.seconds, strict=True)
    )
    return Verification(dice_set, UnlistedRolls(dice_set), verdicts, None, failing)


def _listed(
    dice_set: DiceSet, backends: Sequence[str], look_up: LookUp | None, jobs: int, progress: Progress, *, share: bool
) -> Verification:
    """Verify a set with a list of all rolls, and the tiling of each."""
    listed = rolls(dice_set)
    if not len(listed.boards):
        raise DiceError("every roll shows a cell twice: spread the cells over more dice")
    placed = None
    verdicts: list[BackendVerdict] = []
    for name in backends:
        begin = time.perf_counter()
        if name == CENSUS:
            solvable, calls = required(look_up)(listed.boards), 0
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
    backends: Sequence[str] | None = ("cp-sat",),
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
        by = " and ".join(one.backend for one in verification.verdicts).replace("cp-sat", "CP-SAT")
        raise DicelabError(f"{by} finds no tiling of {board}, which the scorer took for solvable: please report this")
    return verification
