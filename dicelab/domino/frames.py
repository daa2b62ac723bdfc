"""The frames of an animation of a domino grid: the rounds of a search, or the steps of a deduction."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from dicelab.domino.tiles import Marks
from solver.domino import DominoGrid, Location
from solver.words import counted

if TYPE_CHECKING:
    from solver.domino.grading import GradedStep
    from solver.domino.human import HumanSearch
    from solver.domino.moves import Move, Partial

MOST_PICTURES = 12
"""Pictures of a frame that are drawn."""


@dataclass(frozen=True, slots=True)
class Picture(Marks):
    """A partial solution with its marks and a sentence below it; a dead one, which was given up, is drawn in grey."""

    filled: tuple[Location, ...] = ()
    note: str = ""
    dead: bool = False

    @property
    def placed(self) -> tuple[Location, ...]:
        """All dominoes on the board."""
        return tuple(dict.fromkeys((*self.filled, *self.new)))


@dataclass(frozen=True, slots=True)
class Frame:
    """Partial solutions that are shown together; of more than twelve the first are drawn, and the rest are counted."""

    title: str
    pictures: tuple[Picture, ...]

    @property
    def shown(self) -> tuple[Picture, ...]:
        """The pictures that are drawn."""
        return self.pictures[:MOST_PICTURES]

    @property
    def more(self) -> str:
        """A line that tells how many are not drawn, empty where all are.

        Examples
        --------
        >>> Frame("Round 1", (Picture(),) * 60).more
        'and 48 more, which are not drawn'
        """
        left = len(self.pictures) - MOST_PICTURES
        return f"and {left} more, which {'is' if left == 1 else 'are'} not drawn" if left > 0 else ""

    @property
    def across(self) -> int:
        """How many pictures stand side by side."""
        drawn = len(self.shown)
        return 1 if drawn <= 1 else 2 if drawn <= 4 else 3 if drawn <= 9 else 4

    @property
    def rows(self) -> int:
        """How many rows they take."""
        return -(-len(self.shown) // self.across)


def frames_of_search(search: HumanSearch) -> tuple[Frame, ...]:
    """Return the empty board, then a frame for each round of the human method.

    A dead end is shown in its round, with the reason, and is gone in the next. Where a round has more partial solutions
    than are drawn, those that lead to a solution come first.

    References
    ----------
    Caviness (2014), "Animate the Solution".
    """
    frames = [_start(search.grid)]
    lists, leading = search.lists, _leading(search)
    for number, moves in enumerate(search.rounds):
        leads = iter(leading[number + 1])
        walk = iter(moves)
        pictures: list[tuple[bool, Picture]] = []
        for partial in lists[number]:
            solution = Picture(filled=partial.filled, note="Solution.")
            made = _pictures_of(search.grid, next(walk)) if partial.bones else (solution,)
            pictures += [(False if picture.dead else next(leads), picture) for picture in made]
        if len(pictures) > MOST_PICTURES:
            pictures.sort(key=lambda pair: not pair[0])
        frames.append(Frame(_head(number + 1, moves, lists[number + 1]), tuple(picture for _, picture in pictures)))
    if any(partial.bones for partial in lists[-1]):
        frames[-1] = replace(frames[-1], title=f"{frames[-1].title}; the search was stopped here")
    return tuple(frames)


def frames_of_steps(grid: DominoGrid, steps: Iterable[GradedStep], end: str = "") -> tuple[Frame, ...]:
    """Return the grid, then a frame for each step of a deduction.

    Locations that earlier steps closed have a faint bar: they were ruled out, or their domino was placed elsewhere.

    ``end`` is a sentence for one more frame, such as why the rules go no further.
    """
    frames = [_start(grid)]
    filled: tuple[Location, ...] = ()
    out: set[Location] = set()
    for number, step in enumerate(steps, start=1):
        gone = _closed(grid, out, (*filled, *step.placed))
        picture = Picture(step.placed, ruled_out=step.ruled_out, gone=gone, filled=filled, note=step.text)
        frames.append(Frame(f"Step {number}: {step.rule.replace('-', ' ')}", (picture,)))
        filled += step.placed
        out.update(step.ruled_out, *(grid.find(grid.domino_at(location)) for location in step.placed))
    if end:
        frames.append(Frame("End", (Picture(gone=_closed(grid, out, filled), filled=filled, note=end),)))
    return tuple(frames)


def _closed(grid: DominoGrid, out: Container[Location], filled: Iterable[Location]) -> tuple[Location, ...]:
    """Return the closed locations between cells that are not covered."""
    bare = set(range(len(grid.board))).difference(*filled)
    return tuple(where for where in grid.locations if where in out and bare.issuperset(where))


def _leading(search: HumanSearch) -> list[list[bool]]:
    """Return for each list of partial solutions which of them lead to a solution."""
    *lists, ends = search.lists
    flags = [[not partial.bones for partial in ends]]
    for partials, moves in zip(reversed(lists), reversed(search.rounds), strict=True):
        after, walk = iter(flags[-1]), iter(moves)
        counts = [len(next(walk).successors) if partial.bones else 1 for partial in partials]
        flags.append([any(list(islice(after, count))) for count in counts])
    return flags[::-1]


def _start(grid: DominoGrid) -> Frame:
    return Frame("Start", (Picture(note=f"{counted(len(grid.bones), 'domino', 'dominoes')} to place."),))


def _pictures_of(grid: DominoGrid, move: Move) -> Iterator[Picture]:
    if not move.successors:
        yield Picture(options=move.forced, filled=move.state.filled, note=f"Dead end: {move.reason}", dead=True)
    elif move.options:
        for number, (after, option) in enumerate(zip(move.successors, move.options, strict=True), start=1):
            label = "-".join(map(grid.board.label, option))
            note = f"{move.reason} Here {label} ({number} of {len(move.options)})."
            yield Picture((option,), filled=after.filled, note=note)
    else:
        yield Picture(move.placed, filled=move.successors[0].filled, note=move.reason)


def _head(number: int, moves: tuple[Move, ...], after: tuple[Partial, ...]) -> str:
    solved = sum(not partial.bones for partial in after)
    counts = (
        (len(after) - solved, "partial solution"),
        (solved, "solution"),
        (sum(not move.successors for move in moves), "dead end"),
    )
    parts = [counted(count, word) for count, word in counts if count]
    return f"Round {number}: {', '.join(parts if after else [*parts, 'no solution'])}"
