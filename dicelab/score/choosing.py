"""Boards chosen by how hard they are: by their number of tilings, by difficulty, among the rolls of a set."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet
from dicelab.dice.roll import roll_masks, rolls
from dicelab.errors import DiceError
from dicelab.score.sampling import sample_of
from solver.census import Census, Distribution, TilingsSource, distribution, smallest_allowed
from solver.display import Columns, Tabular
from solver.errors import quoted, suggestion
from solver.polyform import Board, Puzzle, Tiling
from solver.polyform.symmetry import images, mask_column, representatives

DIFFICULTIES = {"extreme": 0.01, "very-hard": 0.1, "hard": 0.3, "medium": 0.7, "easy": 1.0}
"""The difficulties, the hardest first, each with the share of the solvable boards that are as hard or harder.

With the fewest tilings come the hardest: 1 board in 100 is extreme, the next 9 are very hard, the next 20 hard, then 40
are medium, and 30 easy. Boards with the same number of tilings are of the same difficulty.
"""

MOST_CHOSEN = 100_000


@dataclass(frozen=True, slots=True)
class TilingRange:
    """A number of tilings, or a range of them with both ends.

    Examples
    --------
    >>> TilingRange.parse("1-10"), TilingRange.parse("7").format(), TilingRange.parse("100-").most
    (TilingRange(least=1, most=10), '7', None)
    """

    least: int
    most: int | None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``7``, ``1-10``, ``100-`` (at least) or ``-10`` (at least one, and at most ten)."""
        found = re.fullmatch(r"\s*(?:([0-9]{1,18})|([0-9]{0,18})\s*(?:-|\u2013|\.\.)\s*([0-9]{0,18}))\s*", text)
        if not found or not (found[1] or found[2] or found[3]):
            raise DiceError(f"tilings {quoted(text)}: write a number such as 7, or a range such as 1-10 or 100-")
        if found[1]:
            return cls(int(found[1]), int(found[1]))
        least, most = int(found[2] or 1), int(found[3]) if found[3] else None
        if most is not None and most < least:
            raise DiceError(f"tilings {quoted(text)} is upside down: write {most}-{least}")
        return cls(least, most)

    def format(self) -> str:
        """Return the text that :meth:`parse` reads."""
        if self.most is None:
            return f"{self.least}-"
        return f"{self.least}" if self.least == self.most else f"{self.least}-{self.most}"

    def words(self) -> str:
        """Return the range with its unit.

        Examples
        --------
        >>> [TilingRange.parse(text).words() for text in ("1", "2-30", "1000-")]
        ['1 tiling', '2 to 30 tilings', '1,000 tilings or more']
        """
        if self.most is None:
            return f"{self.least:,} tiling{'' if self.least == 1 else 's'} or more"
        if self.least == self.most:
            return f"{self.least:,} tiling{'' if self.least == 1 else 's'}"
        return f"{self.least:,} to {self.most:,} tilings"

    def holds(self, tilings: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Tell which numbers are in the range."""
        within = tilings >= np.uint64(self.least)
        return within if self.most is None else within & (tilings <= np.uint64(self.most))


SOLVABLE = TilingRange(1, None)


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


def read_difficulty(text: str) -> tuple[str, ...]:
    """Read a difficulty, or a range of them from either end, and return all that it names.

    Examples
    --------
    >>> read_difficulty("easy..hard"), read_difficulty("extreme")
    (('hard', 'medium', 'easy'), ('extreme',))
    """
    names = list(DIFFICULTIES)
    ends = [part.strip().lower().replace(" ", "-") for part in text.split("..")]
    wrong = next((end for end in ends if end not in DIFFICULTIES), None)
    if wrong is not None or len(ends) > 2:
        said = suggestion(wrong or text, DIFFICULTIES)
        raise DiceError(f"difficulty {quoted(text)}: {said}; or a range such as easy..hard")
    first, last = sorted(names.index(end) for end in (ends[0], ends[-1]))
    return tuple(names[first : last + 1])


def difficulties_of(found: Distribution) -> dict[str, tuple[int, int, int]]:
    """Return the least and the greatest number of tilings of each difficulty, and its boards; empty ones are left out.

    Examples
    --------
    >>> difficulties_of(distribution([0, *range(1, 101)]))["hard"]
    (11, 30, 20)
    """
    solvable = found.values > 0
    if not solvable.any():
        return {}
    among = distribution(found.values[solvable], found.weights[solvable])
    difficulties, start = {}, 1
    for name, share in DIFFICULTIES.items():
        end = among.quantile(share)
        inside = among.values[(among.values >= start) & (among.values <= end)]
        if len(inside):
            difficulties[name] = (int(inside[0]), int(inside[-1]), among.weight(start, end + 1))
            start = end + 1
    return difficulties


def choose_boards(  # noqa: PLR0913 - as the verb has them
    census: TilingsSource,
    dice_set: DiceSet | None = None,
    *,
    tilings: TilingRange | None = None,
    difficulty: Sequence[str] = (),
    distinct: bool = False,
    number: int | None = 6,
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
        How many; ``None`` for all that match.
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
    number = matching if number is None else number
    if number > matching:
        few = f"{matching:,} boards match" if matching > 1 else "1 board matches"
        raise DiceError(f"{number:,} boards: {few}, so ask for {matching:,} at most, or for more numbers of tilings")
    if number > MOST_CHOSEN:
        raise DiceError(f"{number:,} boards: at most {MOST_CHOSEN:,} are chosen; dicelab census export writes all")
    masks, counts = pool.drawn(places, sizes, number, np.random.default_rng(seed))
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


def difficulty_among(difficulties: Mapping[str, tuple[int, int, int]], tilings: int | None) -> str | None:
    """Return the difficulty of a number of tilings; ``None`` where there is none or the number is not known."""
    known = difficulties.items() if tilings else ()
    return next((name for name, (low, high, _) in known if low <= (tilings or 0) <= high), None)


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
        masks = self.masks[places[which]]
        turned = drawn - (ends[which] - sizes[which])
        if turned.any():
            orbits = np.sort(images(masks, self.puzzle.grid), axis=0)
            # Number the distinct allowed images of each board.
            new = np.diff(orbits, axis=0, prepend=~orbits[:1]) != 0
            ranks = np.cumsum(new & self.puzzle.allows(orbits), axis=0) - 1
            masks = orbits[(ranks == turned).argmax(axis=0), np.arange(number)]
        return masks, self.tilings[places[which]]


def _roll_numbers(dice_set: DiceSet | None, masks: NDArray[np.uint64]) -> list[int | None]:
    """Return the number, from 1, of the first roll of each board; ``None`` without a set."""
    if dice_set is None:
        return [None] * len(masks)
    listed = roll_masks(dice_set)
    order = np.argsort(listed, kind="stable")
    return [1 + int(roll) for roll in order[np.searchsorted(listed, masks, sorter=order)]]


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
