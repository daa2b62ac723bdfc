"""All rolls of a set block by block, without a list of all: failing rolls are counted, and the first ones kept.

The backend ``sweep`` tiles the rolls of a block by short searches, checks each tiling, and leaves the other rolls to
``bitmask``. Other backends get the boards of the block.
"""

from __future__ import annotations

import itertools
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from dicelab import __version__
from dicelab.dice import DiceSet, UnlistedRolls, dice_set_json, parse_dice_set, roll_number
from dicelab.dice.roll import require_listed
from dicelab.errors import DiceError, DicelabError
from dicelab.verifying.tilings import Placed, settle
from solver.polyform.grid import MASK_CELLS
from solver.polyform.symmetry import Masks
from solver.runs import silent, threads
from solver.runs.folder import RunFolder, RunKind
from solver.runs.progress import Progress

if TYPE_CHECKING:
    from solver.nogoods import Tiler

SWEEP = "sweep"
CENSUS = "census"

MANY_ROLLS = 1_000_000
"""Sets of more rolls are verified by ``sweep``, unless another backend is named."""

MOST_ROLLS = 1 << 32
"""Rolls that are verified at most: more than an hour of work."""

MOST_KEPT = 100_000
"""Failing rolls that are kept; the others are counted."""

_BLOCK = 1 << 18
"""Rolls of a block, at most."""

_SECONDS = 5.0
"""Between two checkpoints."""

SCHEMA = "dicelab/verification-checkpoint/1"
SWEEP_RUN = RunKind("verify", __version__, (SCHEMA,), ("verification.json",), noun="verification")

LookUp = Callable[[Masks], NDArray[np.bool_]]
"""Tells which boards are solvable, from a table."""


def required(look_up: LookUp | None) -> LookUp:
    """Return a look-up; refuse ``None``."""
    if look_up is None:
        raise DiceError("backend census needs a look-up: pass one")
    return look_up


class SweepState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The failing rolls of the first blocks; calls and seconds are those of each backend."""

    calls: tuple[int, ...]
    seconds: tuple[float, ...]
    blocks: int = 0
    failing: int = 0
    weight: Annotated[str, msgspec.Meta(pattern="^[0-9]{1,400}$")] = "0"
    """Failing rolls of faces, as digits: JSON readers may lack numbers that large."""
    first: tuple[int, ...] = ()
    """The numbers of failing rolls, from 0, ascending; at most ``MOST_KEPT``."""

    @classmethod
    def before(cls, backends: Sequence[str]) -> Self:
        """Return the state before the first block."""
        return cls((0,) * len(backends), (0.0,) * len(backends))


class SweepCheckpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The checkpoint of a verification: the dice-set file, the settings, and how far it is."""

    dice: str
    backends: tuple[str, ...]
    share: bool
    state: SweepState

    def __post_init__(self) -> None:
        """Refuse what no verification writes, as a file with a right checksum may still hold."""
        state, sweep = self.state, Sweep(self.dice_set, self.backends, None, share=self.share)
        if not 0 <= state.blocks <= sweep.blocks:
            raise DiceError(f"{state.blocks:,} of {sweep.blocks:,} blocks were looked at")
        if not len(state.calls) == len(state.seconds) == len(self.backends) == len(set(self.backends)) > 0:
            raise DiceError(f"it has other numbers than those of the backends {','.join(self.backends)}")
        seen, weight = state.blocks * sweep.size, int(state.weight)
        most = seen * math.prod(max(map(die.faces.count, die.cells)) for die in self.dice_set.dice)
        ascending = (-1, *state.first, seen)
        if (
            not 0 <= state.failing <= weight <= most
            or not (state.failing or not weight)
            or len(state.first) != min(state.failing, MOST_KEPT)
            or any(one >= other for one, other in itertools.pairwise(ascending))
            or min(*state.calls, *state.seconds) < 0
        ):
            raise DiceError(f"its {state.failing:,} failing rolls are not among the {seen:,} that were looked at")

    @classmethod
    def first(cls, dice_set: DiceSet, backends: Sequence[str], *, share: bool) -> Self:
        """Return the checkpoint before the first block."""
        return cls(dice_set_json(dice_set), tuple(backends), share, SweepState.before(backends))

    @classmethod
    def of(cls, folder: RunFolder, warn: Callable[[str], None]) -> Self:
        """Return the checkpoint of a folder; :class:`InputError` where it has none of this version."""
        return folder.load(SCHEMA, cls, warn)

    @property
    def dice_set(self) -> DiceSet:
        """The set that is verified."""
        return parse_dice_set(self.dice.encode())


def open_run(path: Path, *, is_new: bool = False, force: bool = False) -> RunFolder:
    """Take the folder of a verification that goes on, or a new one."""
    return RunFolder.create(path, SWEEP_RUN, force=force) if is_new else RunFolder.open(path, SWEEP_RUN)


@dataclass(frozen=True, slots=True)
class FailingRolls:
    """The rolls of a set that fail: their number, and the first of them."""

    dice_set: DiceSet
    number: int
    weight: int
    """Rolls of faces that show them."""
    first: tuple[int, ...]
    """Numbers of rolls, from 0, ascending; at most ``MOST_KEPT``."""

    @property
    def probability(self) -> float:
        """The probability of rolling one of them."""
        return self.weight / UnlistedRolls(self.dice_set).face_rolls

    @property
    def boards(self) -> Any:  # noqa: ANN401 - a mask of more than 64 cells is Python's
        """The masks of the first: uint64, or Python's integers where there are more than 64 cells."""
        masks = [roll_number(self.dice_set, number + 1) for number in self.first]
        return np.array(masks, np.uint64 if len(self.dice_set.puzzle.grid) <= MASK_CELLS else np.object_)

    @property
    def solvable(self) -> NDArray[np.bool_]:
        """Whether each roll is solvable; :class:`DiceError` where rolls are too many to list."""
        if self.number > len(self.first):
            raise DiceError(f"{self.number:,} rolls fail: only the first {len(self.first):,} are listed")
        require_listed(self.dice_set)
        solvable = np.ones(self.dice_set.roll_count, np.bool_)
        solvable[list(self.first)] = False
        return solvable


@dataclass(frozen=True, slots=True)
class _BlockResult:
    block: int
    failing: NDArray[np.int64]
    """Numbers within the block."""
    calls: tuple[int, ...]
    seconds: tuple[float, ...]
    placed: Placed | None


def require_blocks(dice_set: DiceSet) -> None:
    """Refuse a set that is not verified by blocks, or has too many rolls: :class:`DiceError`."""
    if dice_set.shared():
        raise DiceError("dice that share cells are not verified by blocks: leave out --backend sweep and --out")
    if dice_set.roll_count > MOST_ROLLS:
        raise DiceError(f"{dice_set.roll_count:,} rolls: verify sets of at most {MOST_ROLLS:,}")


class Sweep:
    """The rolls of dice that share no cell, in blocks: the first dice show one face each in a block."""

    def __init__(self, dice_set: DiceSet, backends: Sequence[str], look_up: LookUp | None, *, share: bool) -> None:
        require_blocks(dice_set)
        self.dice_set, self.backends = dice_set, tuple(backends)
        self._look_up, self._share = look_up, share
        sizes = dice_set.sizes
        self._first = next(die for die in range(len(sizes) + 1) if math.prod(sizes[die:]) <= _BLOCK)
        self.size = math.prod(sizes[self._first :])
        self.blocks = math.prod(sizes[: self._first])
        self._cells = [die.cells for die in dice_set.dice[self._first :]]

    @cached_property
    def tiler(self) -> Tiler:
        """The tiler of the puzzle."""
        # It takes as long to import as to verify a small set.
        from solver.nogoods import Tiler

        return Tiler(self.dice_set.puzzle)

    def _faces(self, block: int) -> Iterator[tuple[int, int]]:
        """Yield the cell of each of the first dice in a block, and the number of faces that show it."""
        for die in reversed(self.dice_set.dice[: self._first]):
            block, face = divmod(block, die.size)
            yield die.cells[face], die.faces.count(die.cells[face])

    def _prefix(self, block: int) -> int:
        return sum(1 << cell for cell, _ in self._faces(block))

    def _boards(self, prefix: int) -> Any:  # noqa: ANN401 - as those of failing rolls
        boards = self.tiler.rolled(prefix, self._cells, np.arange(self.size))
        return boards if boards.ndim == 1 else boards[:, 0].astype(object) | boards[:, 1].astype(object) << 64

    def look_at(self, block: int, *, with_tilings: bool = False) -> _BlockResult:
        """Ask every backend about a block; raise :class:`DicelabError` where two disagree."""
        prefix, puzzle = self._prefix(block), self.dice_set.puzzle
        boards: Any = None if set(self.backends) == {SWEEP} else self._boards(prefix)
        first: NDArray[np.int64] | None = None
        placed, calls, seconds = None, [], []
        for name in self.backends:
            begin = time.perf_counter()
            rows: Placed | None = None
            if name == SWEEP:
                rows = np.full((self.size, len(puzzle.pieces)), -1, np.int16) if with_tilings else None
                failing, asked = self.tiler.swept(prefix, self._cells, rows)
            elif name == CENSUS:
                failing, asked = np.flatnonzero(~required(self._look_up)(boards)), 0
            else:
                settled = settle(puzzle, boards, name, share=self._share)
                rows, asked = settled.placed, settled.calls
                failing = np.flatnonzero(rows[:, 0] < 0)
            placed = rows if placed is None and with_tilings else placed
            calls.append(asked)
            seconds.append(time.perf_counter() - begin)
            if first is None:
                first = failing
            elif len(differ := np.setxor1d(first, failing)):
                board = puzzle.grid.labels(roll_number(self.dice_set, block * self.size + int(differ[0]) + 1))
                names = f"{self.backends[0]} and {name}"
                raise DicelabError(f"backends {names} disagree on board {board}: please report this")
        if first is None:
            raise DiceError("no backend: name at least one")
        return _BlockResult(block, first, tuple(calls), tuple(seconds), placed)

    def weight(self, block: int, failing: NDArray[np.int64]) -> int:
        """Return the number of rolls of faces that show some rolls of a block."""
        before = math.prod(times for _, times in self._faces(block))
        dice = self.dice_set.dice[self._first :]
        if all(len(die.faces) == die.size for die in dice):
            return before * len(failing)
        kind: Any = np.int64 if math.prod(len(die.faces) for die in dice) < 1 << 62 else np.object_
        weights: Any = np.ones(len(failing), kind)
        rolls = failing
        for die in reversed(dice):
            rolls, shown = np.divmod(rolls, die.size)
            times = Counter(die.faces)
            weights *= np.array([times[cell] for cell in die.cells], kind)[shown]
        return before * int(weights.sum())

    def after(self, state: SweepState, result: _BlockResult) -> SweepState:
        """Return the state after the next block."""
        room = MOST_KEPT - len(state.first)
        more = (result.failing[:room] + result.block * self.size).tolist()
        return SweepState(
            tuple(a + b for a, b in zip(state.calls, result.calls, strict=True)),
            tuple(a + b for a, b in zip(state.seconds, result.seconds, strict=True)),
            result.block + 1,
            state.failing + len(result.failing),
            str(int(state.weight) + self.weight(result.block, result.failing)),
            (*state.first, *more) if more else state.first,
        )

    def results(self, jobs: int, begin: int = 0, *, with_tilings: bool = False) -> Iterator[_BlockResult]:
        """Yield the results of the blocks in order, from the block ``begin`` on."""
        waiting: dict[int, _BlockResult] = {}
        # Built once, before threads ask for it.
        _ = self.tiler
        look_at = partial(self.look_at, with_tilings=with_tilings)
        for result in threads(jobs)(look_at, range(begin, self.blocks)):
            waiting[result.block] = result
            while begin in waiting:
                yield waiting.pop(begin)
                begin += 1

    def run(
        self,
        *,
        jobs: int = 1,
        progress: Progress = silent,
        folder: RunFolder | None = None,
        state: SweepState | None = None,
    ) -> SweepState:
        """Look at all blocks that a state has not, and save it to a folder from time to time, and at the end."""
        state = state or SweepState.before(self.backends)
        before, begin, due = sum(state.seconds), time.monotonic(), 0.0
        if folder:
            self._save(folder, state)
        progress(state.blocks * self.size, self.dice_set.roll_count)
        try:
            for result in self.results(jobs, state.blocks):
                state = self.after(state, result)
                progress(state.blocks * self.size, self.dice_set.roll_count)
                if folder and time.monotonic() - begin >= due:
                    self._save(folder, state)
                    due = time.monotonic() - begin + _SECONDS
        except KeyboardInterrupt:
            if folder:
                self._save(folder, state)
            raise
        if folder:
            self._save(folder, state)
        # Threads work side by side: the backends share the time of the run in proportion to their own.
        used = sum(state.seconds) - before
        share = (time.monotonic() - begin) / used if used else 1 / jobs
        return msgspec.structs.replace(state, seconds=tuple(one * share for one in state.seconds))

    def _save(self, folder: RunFolder, state: SweepState) -> None:
        folder.save(SCHEMA, SweepCheckpoint(dice_set_json(self.dice_set), self.backends, self._share, state))
