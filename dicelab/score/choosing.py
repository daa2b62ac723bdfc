"""Boards chosen by how hard they are: by their number of tilings, by difficulty, among the rolls of a set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet
from dicelab.dice.roll import roll_masks, rolls
from dicelab.errors import DiceError
from dicelab.score.difficulties import SOLVABLE, TilingRange, difficulties_of, difficulty_among
from dicelab.score.handicaps import Racer
from dicelab.score.sampling import sample_of
from solver.census import Census, TilingsSource, distribution, smallest_allowed
from solver.display import Columns, Tabular
from solver.polyform import Board, Puzzle, Tiling
from solver.polyform.symmetry import images, mask_column, representatives
from solver.words import counted

MOST_CHOSEN = 100_000


@dataclass(frozen=True, slots=True)
class ChosenBoard:
    """A board with its number of tilings and its difficulty, which is ``None`` without a tiling.

    ``roll`` is the number of the roll of the set, from 1, that gives it first; ``None`` where no set was named. Of a
    board that a user named, ``name`` is whose it is, and the number of tilings is ``None`` where it can't be counted.
    """

    board: Board
    tilings: int | None
    difficulty: str | None
    roll: int | None = None
    tiling: Tiling | None = None
    name: str = ""
    link: str = ""
    """Its address on a studio."""
    laid: tuple[int, ...] = ()
    """Numbers of the pieces that lie as in ``tiling`` when the game begins; the others are the player's to lay."""


@dataclass(frozen=True, slots=True)
class ChosenBoards(Tabular):
    """Boards that were chosen, those with the most tilings first, or that a user named, in their order.

    ``matching`` is how many there were to choose from. ``difficulties`` has the least and the greatest number of
    tilings of each difficulty, and how many boards are of it; one that has none is left out. The same ``seed`` makes
    the same choice. Where ``distinct``, no board is a rotation or a reflection of another.

    Examples
    --------
    >>> import dicelab
    >>> chosen = dicelab.boards("3x4/3:I1,I2,I3,L3", tilings="40-", count=2, seed=1)
    >>> chosen
    <ChosenBoards: 2 of 2 of 3x4/3:I1,I2,I3,L3>
    >>> [(one.board.format(), one.tilings, one.difficulty) for one in chosen.boards]
    [('A1 B1 C1', 48, 'easy'), ('A4 B4 C4', 48, 'easy')]
    """

    puzzle: Puzzle
    boards: tuple[ChosenBoard, ...]
    matching: int
    difficulties: dict[str, tuple[int, int, int]]
    seed: int
    dice_set: DiceSet | None = None
    tilings: TilingRange = SOLVABLE
    difficulty: tuple[str, ...] = ()
    distinct: bool = False
    players: tuple[Racer, ...] = ()
    """Round by round each gets a board, in this order; those of ``--pairs`` have no names."""
    title: str = ""
    is_named: bool = False
    """Whether the user named the boards."""
    notes: tuple[str, ...] = ()
    files: tuple[Path, ...] = ()
    """The files that the boards were written to."""

    schema: ClassVar[str] = "boards"

    def __str__(self) -> str:
        from dicelab.score.choosing_text import answer_text

        return answer_text(self)

    def _repr_html_(self) -> str:
        from dicelab.score.choosing_text import boards_svgs

        return f"<div>{''.join(boards_svgs(self))}</div>"

    def to_json(self) -> dict[str, Any]:
        """Return the boards with their numbers of tilings, and their source."""
        from dicelab.score.choosing_text import boards_json

        return boards_json(self)

    def _columns(self) -> Columns:
        """Return a row for each board that was chosen; rolls and tilings only where there are any."""
        boards = self.boards
        columns: dict[str, list[Any]] = {
            **mask_column(one.board.blockers for one in boards),
            "blockers": [one.board.format() for one in boards],
            "tilings": [one.tilings for one in boards],
            "difficulty": [one.difficulty for one in boards],
        }
        for name in ("name", "link"):
            if any(getattr(one, name) for one in boards):
                columns[name] = [getattr(one, name) for one in boards]
        if self.dice_set is not None:
            columns["roll"] = [one.roll for one in boards]
        if any(one.tiling is not None for one in boards):
            columns["tiling"] = [
                None if one.tiling is None else one.tiling.format().replace("\n", " / ") for one in boards
            ]
        return columns

    def __repr__(self) -> str:
        return (
            f"<ChosenBoards: {len(self.boards):,} of {self.matching:,} of {self.puzzle.name or self.puzzle.format()}>"
        )

    def __len__(self) -> int:
        return len(self.boards)


def choose_boards(  # noqa: PLR0913 - as the verb has them
    census: TilingsSource,
    dice_set: DiceSet | None = None,
    *,
    tilings: TilingRange | None = None,
    difficulty: Sequence[str] = (),
    distinct: bool = False,
    number: int | None = 6,
    group: int = 1,
    seed: int = 0,
    sample: int = 0,
) -> ChosenBoards:
    """Draw boards at random from those that match, uniformly and without repetition.

    Only boards that the puzzle allows are chosen.

    Parameters
    ----------
    census
        The tilings of all boards of the puzzle; counts of boards are enough for a dice set.
    dice_set
        Choose among its rolls; the difficulties are then those of its rolls.
    tilings
        By default at least one.
    difficulty
        Their names, by default all.
    distinct
        Take one board of each orbit at most: its smallest allowed mask, or the first that the set rolls.
    number
        Number of boards, or of groups; ``None`` for all that match.
    group
        Boards of a group have equal numbers of tilings, where there are enough of them, and otherwise the nearest; none
        is a rotation or a reflection of another.
    sample
        Choose among this number of rolls of the set, drawn at random; 0 for all.

    Raises
    ------
    DiceError
        If no board matches, or fewer than that many.
    """
    if dice_set:
        pool = _Pool.of_set(census, dice_set, sample, seed)
    elif isinstance(census, Census):
        pool = _Pool.of_all(census)
    else:
        raise DiceError("the tilings of all boards are not known: name a dice set, or pass a census")
    difficulties = difficulties_of(distribution(pool.tilings, pool.sizes))
    wanted = tilings or SOLVABLE
    within = wanted.holds(pool.tilings)
    if not within.any():
        raise DiceError(_none_has(wanted, pool.tilings, dice_set))
    if difficulty:
        named = np.zeros(len(within), np.bool_)
        for name in difficulty:
            low, high, _ = difficulties.get(name, (1, 0, 0))
            named |= TilingRange(low, high).holds(pool.tilings)
        if not (within & named).any():
            raise DiceError(_none_in(difficulty, difficulties, wanted))
        within &= named
    places = pool.one_of_each(np.flatnonzero(within)) if distinct else np.flatnonzero(within)
    sizes = np.ones(len(places), np.int64) if distinct else pool.sizes[places]
    matching = int(sizes.sum())
    generator = np.random.default_rng(seed)
    if group > 1:
        rows = pool.groups(places, group, number, generator)
        masks, counts = pool.boards(rows.ravel(), generator), pool.tilings[rows.ravel()]
        easiest = np.argsort(-counts.reshape(-1, group).max(axis=1).astype(np.int64), kind="stable")
        order = (group * easiest[:, None] + np.arange(group)).ravel()
    else:
        number = matching if number is None else number
        if number > matching:
            few = f"{matching:,} boards match" if matching > 1 else "1 board matches"
            raise DiceError(
                f"{number:,} boards: {few}, so ask for {matching:,} at most, or for more numbers of tilings"
            )
        _require_few(number)
        masks, counts = pool.drawn(places, sizes, number, generator)
        order = np.lexsort((masks, -counts.astype(np.int64)))
    numbers = _roll_numbers(dice_set, masks)
    chosen = []
    for place in order.tolist():
        count = int(counts[place])
        level = difficulty_among(difficulties, count)
        chosen.append(ChosenBoard(Board(int(masks[place]), pool.puzzle.grid), count, level, numbers[place]))
    return ChosenBoards(
        pool.puzzle, tuple(chosen), matching, difficulties, seed, dice_set, wanted, tuple(difficulty), distinct
    )


def difficulties_among_all(census: Census) -> dict[str, tuple[int, int, int]]:
    """Return the difficulties of all boards that a puzzle allows; see :func:`difficulties_of`."""
    pool = _Pool.of_all(census)
    return difficulties_of(distribution(pool.tilings, pool.sizes))


@dataclass(frozen=True, slots=True)
class _Pool:
    """The population of a choice: boards of a set, or orbits that stand for all their boards."""

    puzzle: Puzzle
    masks: NDArray[np.uint64]
    tilings: NDArray[np.uint64]
    sizes: NDArray[np.int64]

    @classmethod
    def of_all(cls, census: Census) -> Self:
        places = np.flatnonzero(census.sizes)
        masks = smallest_allowed(census.orbits.representatives[places], census.puzzle)
        return cls(census.puzzle, masks, census.answers[places], census.sizes[places])

    @classmethod
    def of_set(cls, census: TilingsSource, dice_set: DiceSet, sample: int, seed: int) -> Self:
        if dice_set.puzzle.unrestricted != census.puzzle.unrestricted:
            raise DiceError(f"the set {dice_set.name!r} is for another puzzle, {dice_set.puzzle.format()}")
        boards = rolls(dice_set).boards
        if not len(boards):
            raise DiceError(f"the set {dice_set.name!r} rolls no board: every roll shows a cell twice")
        boards = boards[sample_of(boards, sample, seed)]
        return cls(dice_set.puzzle, boards, census.tilings(boards), np.ones(len(boards), np.int64))

    def one_of_each(self, places: NDArray[np.intp]) -> NDArray[np.intp]:
        """Keep the first of each orbit."""
        _, first = np.unique(representatives(self.masks[places], self.puzzle.grid), return_index=True)
        kept: NDArray[np.intp] = places[np.sort(first)]
        return kept

    def drawn(
        self, places: NDArray[np.intp], sizes: NDArray[np.int64], number: int, generator: np.random.Generator
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """Return masks and tilings of boards drawn without putting back: of orbits any of their boards."""
        ends = np.cumsum(sizes)
        drawn = np.sort(generator.choice(int(ends[-1]), number, replace=False))
        which = np.searchsorted(ends, drawn, side="right")
        return self._turned(places[which], drawn - (ends[which] - sizes[which])), self.tilings[places[which]]

    def boards(self, places: NDArray[np.intp], generator: np.random.Generator) -> NDArray[np.uint64]:
        """Return the masks of boards: of orbits any of their boards."""
        return self._turned(places, generator.integers(self.sizes[places]))

    def _turned(self, places: NDArray[np.intp], turned: NDArray[np.int64]) -> NDArray[np.uint64]:
        """Return the masks of boards, of each its image with a number among the distinct allowed ones."""
        masks = self.masks[places]
        if not turned.any():
            return masks
        orbits = np.sort(images(masks, self.puzzle.grid), axis=0)
        new = np.diff(orbits, axis=0, prepend=~orbits[:1]) != 0
        ranks = np.cumsum(new & self.puzzle.allows(orbits), axis=0) - 1
        found: NDArray[np.uint64] = orbits[(ranks == turned).argmax(axis=0), np.arange(len(places))]
        return found

    def groups(
        self, places: NDArray[np.intp], group: int, number: int | None, generator: np.random.Generator
    ) -> NDArray[np.intp]:
        """Return rows of places of different orbits: as many as possible with equal numbers of tilings."""
        shuffled = self.one_of_each(generator.permutation(places))
        ordered = shuffled[np.argsort(self.tilings[shuffled], kind="stable")]
        tilings = self.tilings[ordered]
        first, end = (np.searchsorted(tilings, tilings, side) for side in ("left", "right"))
        is_equal = np.arange(len(ordered)) - first < (end - first) // group * group
        equal = ordered[is_equal].reshape(-1, group)
        wanted = number if number is not None else len(ordered) // group
        if number is not None and number <= len(equal):
            rows = equal[generator.choice(len(equal), number, replace=False)]
        else:
            rows = np.concatenate([equal, self._nearest(ordered[~is_equal], group, wanted - len(equal))])
        if len(rows) < wanted:
            few = f"{counted(len(ordered), 'board')} without rotations and reflections"
            raise DiceError(f"{wanted:,} rounds of {group} boards: {few}, so ask for {len(rows):,} at most")
        _require_few(rows.size)
        return generator.permuted(rows, axis=1)

    def _nearest(self, ordered: NDArray[np.intp], group: int, number: int) -> NDArray[np.intp]:
        """Return rows of neighbours among places by ascending numbers of tilings, those that differ least first."""
        rows: list[NDArray[np.intp]] = []
        while len(rows) < number and len(ordered) >= group:
            tilings, is_free = self.tilings[ordered], np.ones(len(ordered), np.bool_)
            for start in np.argsort(tilings[group - 1 :] - tilings[: len(ordered) - group + 1], kind="stable").tolist():
                row = slice(start, start + group)
                if is_free[row].all():
                    is_free[row] = False
                    rows.append(ordered[row])
            ordered = ordered[is_free]
        return np.array(rows[:number], np.intp).reshape(-1, group)


def _roll_numbers(dice_set: DiceSet | None, masks: NDArray[np.uint64]) -> list[int | None]:
    """Return the number, from 1, of the first roll of each board; ``None`` without a set."""
    if dice_set is None:
        return [None] * len(masks)
    listed = roll_masks(dice_set)
    order = np.argsort(listed, kind="stable")
    return [1 + int(roll) for roll in order[np.searchsorted(listed, masks, sorter=order)]]


def _require_few(number: int) -> None:
    if number > MOST_CHOSEN:
        raise DiceError(f"{number:,} boards: at most {MOST_CHOSEN:,} are chosen; dicelab census export writes all")


def _none_has(wanted: TilingRange, tilings: NDArray[np.uint64], dice_set: DiceSet | None) -> str:
    """Say that no board has the wanted number of tilings, and name the nearest numbers."""
    numbers = np.unique(tilings)
    below = numbers[numbers < wanted.least]
    above = numbers[numbers > wanted.most] if wanted.most is not None else numbers[:0]
    near = [f"{int(one):,}" for one in (*below[-1:], *above[:1])]
    said = "the nearest number is" if len(near) == 1 else "the nearest numbers are"
    whose = "no board" if dice_set is None else f"no roll of {dice_set.name!r}"
    return f"{whose} has {wanted.words()}: {said} {' and '.join(near)}"


def _none_in(difficulty: Sequence[str], difficulties: dict[str, tuple[int, int, int]], wanted: TilingRange) -> str:
    """Say that no board of a difficulty has the wanted number of tilings, or that none has that difficulty."""
    found = [f"{name} has {low:,} to {high:,}" for name, (low, high, _) in difficulties.items() if name in difficulty]
    if not found:
        others = ", ".join(difficulties) or "none"
        return f"no board has the difficulty {' or '.join(difficulty)}: those with boards are {others}"
    return f"no board of this difficulty has {wanted.words()}: {'; '.join(found)}"
