"""A hint as a value, in words, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar

from dicelab.errors import DONE, FALSE, UNKNOWN
from dicelab.play.position import Placement, Position
from dicelab.render.drawing import labels_inside
from dicelab.render.text import WIDTH, labelled, solution_rows, wrap
from solver.exact_cover import Status
from solver.polyform import Grid, Piece, Puzzle, Tiling
from solver.words import counted, listed

if TYPE_CHECKING:
    from dicelab.play.hints import Reason


class HintStep(StrEnum):
    """The kinds of hint; each tells more than the one before."""

    STILL = "still"
    """Can the position still be completed, and if not, which piece is to blame?"""
    PIECE = "piece"
    """Which piece should be placed next?"""
    WHY = "why"
    """Why is a place where it fits wrong?"""
    PLACE = "place"
    """Where does it go?"""
    NEXT = "next"
    """The position with that piece placed."""
    ALL = "all"
    """A tiling of the whole board."""


class HintStrategy(StrEnum):
    """Where the next piece goes, if it may lie in several places."""

    ONE_TILING = "one-tiling"
    """As in one tiling of the position: Goralczyk (2024), section 3.6."""
    MOST_TILINGS = "most-tilings"
    """Where it lies in most of the tilings that are left, which keeps most of them: section 5.3.2."""
    FEWEST_TILINGS = "fewest-tilings"
    """Where it lies in the fewest of them, which makes the rest harder: section 5.3.2."""


@dataclass(frozen=True, slots=True)
class WrongPlace:
    """A place where a piece fits and lies in no tiling, and why."""

    placement: Placement
    reason: Reason


@dataclass(frozen=True, slots=True)
class Advice:
    """The piece to be placed next, with its places.

    ``fits`` is the number of places where it lies on free cells. ``places`` is the number of those that lie in a
    tiling: ``None`` where the tilings were not all counted. ``tilings`` is the number of tilings of the position, and
    ``there`` of those with the placement: exact if ``is_exact``, else lower bounds.
    """

    placement: Placement
    fits: int
    places: int | None
    tilings: int
    there: int
    is_exact: bool

    @property
    def piece(self) -> Piece:
        """The piece."""
        return self.placement.piece

    @property
    def is_forced(self) -> bool:
        """Whether every tiling has the piece there, or each of its copies that are left in a known place."""
        return self.fits == 1 or (self.is_exact and self.there == self.tilings)


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint for a position; parts that were not asked for are ``None``.

    A position that can't be completed has ``ruined_by`` and ``take_back``, whatever was asked for.

    Examples
    --------
    >>> import dicelab
    >>> hint = dicelab.hint("A6 B1 B5 D1 E3 F2 F4", placed="T4 A1,A2,A3,B2", step="still")
    >>> str(hint.status), hint.take_back
    ('solved', ())
    """

    position: Position
    step: HintStep
    strategy: HintStrategy
    status: Status
    """``SOLVED`` if the position can be completed, ``UNSOLVABLE`` if not, ``UNKNOWN`` if a limit was reached."""
    ruined_by: int | None = None
    """The number, from 0, of the earliest placed piece after which the position can't be completed; ``None`` also where
    the board has no tiling at all."""
    is_earliest: bool = True
    """Whether it is known that no earlier piece is to blame."""
    take_back: tuple[int, ...] = ()
    """The numbers of placed pieces after whose removal the position can be completed."""
    is_fewest: bool = True
    """Whether it is known that fewer do not suffice."""
    advice: Advice | None = None
    wrong: WrongPlace | None = None
    reason: Reason | None = None
    """Why the position can't be completed."""
    after: Position | None = None
    """The position with one more piece."""
    tiling: Tiling | None = None

    schema: ClassVar[str] = "hint"

    def __str__(self) -> str:
        """Return sentences of at most 80 columns, and the rows of a position or a tiling."""
        lines = [line for paragraph in _sentences(self) for line in wrap(paragraph, WIDTH)]
        reason = self.reason or (self.wrong and self.wrong.reason)
        if reason:
            lines += _argument(reason)
        if self.after is not None:
            lines += ["", position_rows(self.after)]
        if self.tiling is not None:
            lines += ["", solution_rows(self.tiling)] if lines else [solution_rows(self.tiling)]
        return "\n".join(lines).rstrip("\n")

    def to_json(self) -> dict[str, Any]:
        """Return the hint as JSON values; parts that were not asked for are left out or ``None``."""
        position, grid, advice = self.position, self.position.puzzle.grid, self.advice
        numbered = [
            {"number": number, **placement_json(one, grid)} for number, one in enumerate(position.placed, start=1)
        ]
        content: dict[str, Any] = {
            "board": position.board.format(),
            "puzzle": position.puzzle.format(),
            "placed": position.format(),
            "step": self.step,
            "strategy": self.strategy,
            "status": self.status,
            "ruined_by": None if self.ruined_by is None else numbered[self.ruined_by],
            "is_earliest": self.is_earliest,
            "take_back": [numbered[number] for number in self.take_back],
            "is_fewest": self.is_fewest,
            "reason": self.reason and _reason_json(self.reason),
            "piece": None,
            "place": None,
            "wrong": None,
            "after": None if self.after is None else self.after.format(),
            "tiling": self.tiling and self.tiling.format(),
        }
        if advice is not None:
            content["piece"] = {
                "piece": advice.piece.name,
                "fits": advice.fits,
                "places": advice.places,
                "tilings": advice.tilings,
                "exact": advice.is_exact,
            }
            if self.step in {HintStep.PLACE, HintStep.NEXT}:
                content["place"] = {
                    **placement_json(advice.placement, grid),
                    "tilings": advice.there,
                    "of": advice.tilings,
                    "exact": advice.is_exact,
                    "forced": advice.is_forced,
                }
        if self.wrong is not None:
            content["wrong"] = {**placement_json(self.wrong.placement, grid), "reason": _reason_json(self.wrong.reason)}
        return content

    @property
    def exit_status(self) -> int:
        """Whether the position can be completed."""
        return {Status.UNSOLVABLE: FALSE, Status.UNKNOWN: UNKNOWN}.get(self.status, DONE)

    @property
    def hints(self) -> list[str]:
        """How to ask for the hint after this one."""
        if self.after is None or self.after.is_complete:
            return []
        return [f'for the next hint: --placed "{self.after.format()}"']

    def __repr__(self) -> str:
        return f"<Hint for {self.position.format() or 'the empty board'!r}: {self.step}, {self.status}>"

    def __bool__(self) -> bool:
        return self.status is Status.SOLVED


def position_rows(position: Position) -> str:
    """Return a position for people: rows of characters; where cells have labels of their own, these beside it.

    Examples
    --------
    >>> from solver.polyform import Board, Puzzle
    >>> puzzle = Puzzle.parse("2x2=JAN,FEB,1..2/1:I1,I2")
    >>> print(position_rows(Position.parse("I1 FEB", Board(1, puzzle.grid), puzzle)))
    JAN FEB   # 1
      1   2   . .
    """
    grid = position.puzzle.grid
    if not labels_inside(grid):
        return position.rows()
    zones = {cell: label for label, one in position.labelled() for cell in Grid.cells(one.mask)}
    return "\n".join(labelled(grid, position.letters(), zones))


def _sentences(hint: Hint) -> Iterator[str]:
    """Yield what a hint says, a paragraph each."""
    position, advice = hint.position, hint.advice
    if hint.status is Status.UNSOLVABLE:
        yield from _ruined(hint)
    elif hint.status is Status.UNKNOWN:
        yield "Unknown whether the position can be completed: a limit was reached."
    elif position.is_complete:
        yield "Every piece is placed: the board is solved."
    elif hint.step is HintStep.STILL:
        yield "The position can be completed." if position.placed else "The board can be solved."
    if advice is None:
        return
    if hint.step is HintStep.PIECE:
        yield f"Place {advice.piece.name} next: {_freedom(advice)}."
    elif hint.step is HintStep.WHY:
        yield _wrong(hint, advice)
    else:
        yield _place(position.puzzle, advice, hint.strategy)


def _ruined(hint: Hint) -> Iterator[str]:
    grid, placed = hint.position.puzzle.grid, hint.position.placed
    if hint.ruined_by is None:
        yield "The board has no tiling, with or without placed pieces." if placed else "The board has no tiling."
    else:
        which = placed[hint.ruined_by].words(grid)
        when = ordinal(hint.ruined_by + 1)
        earliest = "It became impossible with" if hint.is_earliest else "It became impossible at the latest with"
        yield f"The position can't be completed. {earliest} {which}, placed {when}."
        back = listed([placed[number].words(grid) for number in hint.take_back], "and")
        yield f"Take back {back}; then the rest can be completed."
    if hint.reason is not None:
        yield _why(hint.reason)


def _why(reason: Reason) -> str:
    """Say why a position can't be completed."""
    last = reason.position.placed
    before = f"After {last[-1].words(reason.position.puzzle.grid)}: " if last else ""
    return before + _because(reason)


def _because(reason: Reason) -> str:
    from dicelab.reasons.explain.argument import argument, in_sentence

    if reason.explanation is not None:
        return in_sentence(" ".join(argument(reason.explanation)))
    if reason.finding is not None:
        return f"{in_sentence(reason.finding.text)}."
    return "every way to go on fails, and there is no short reason."


def _argument(reason: Reason) -> list[str]:
    """Return the board with the cells that the reason names."""
    from dicelab.reasons.explain.argument import marks_of
    from dicelab.reasons.explain.position import OpenBoard as Rest, table_of
    from dicelab.reasons.explain.text import marked_lines

    puzzle, finding = reason.position.puzzle, reason.finding
    if finding is None:
        return []
    left = reason.position.left
    if reason.explanation is None:
        table_puzzle, kinds = puzzle, tuple(left.get(piece, 0) for piece in puzzle.kinds)
        board = reason.position.rest()[0]
        weighing = tree = None
    else:
        table_puzzle, kinds = reason.explanation.puzzle, tuple(left.values())
        board, weighing, tree = reason.explanation.board, reason.explanation.weighing, reason.explanation.tree
    rest = Rest(table_of(table_puzzle), reason.position.free, kinds)
    pieces = {cell: label for label, one in reason.position.labelled() for cell in Grid.cells(one.mask)}
    return ["", *marked_lines(board, marks_of(rest, finding, weighing, tree), pieces)]


def _wrong(hint: Hint, advice: Advice) -> str:
    """Say why a place is wrong."""
    grid, wrong = hint.position.puzzle.grid, hint.wrong
    name = advice.piece.name
    if wrong is None:
        if advice.places is None:
            return f"No place where {name} fits is known to be wrong."
        return f"Every place where {name} fits can be completed, and so can those of every other piece."
    start = ""
    if wrong.placement.piece != advice.piece and advice.places == advice.fits:
        start = f"Every place where {name} fits can be completed. "
    return f"{start}{wrong.placement.words(grid)} is wrong: {_because(wrong.reason)}"


def _freedom(advice: Advice) -> str:
    """Say in how many places a piece fits, and in how many of them there is a tiling."""
    fits = "it fits in one place" if advice.fits == 1 else f"it fits in {advice.fits} places"
    if advice.places is None or advice.fits == 1:
        return fits
    tilings = counted(advice.tilings, "tiling")
    if advice.places == 1:
        return f"{fits}, but in one only can the rest be completed ({tilings} left)"
    if advice.places == advice.fits:
        return f"{fits}, and in each of them the rest can be completed ({tilings} left)"
    return f"{fits}, and in {advice.places} of them the rest can be completed ({tilings} left)"


def _place(puzzle: Puzzle, advice: Advice, strategy: HintStrategy) -> str:
    """Say where a piece goes, and how many tilings have it there."""
    where = advice.placement.words(puzzle.grid)
    if advice.is_forced:
        return f"{where} is the only way: {_all_of(advice)}."
    if strategy is HintStrategy.ONE_TILING:
        return f"{where}: so it lies in one tiling of the position."
    there = counted(advice.there, "tiling")
    if not advice.is_exact:
        more = "most" if strategy is HintStrategy.MOST_TILINGS else "fewest"
        return f"{where}: it lies there in at least {there}, the {more} that a short search found for any place."
    if strategy is HintStrategy.FEWEST_TILINGS:
        return (
            f"{where}: it lies there in only {advice.there:,} of {counted(advice.tilings, 'tiling')}: the hardest way."
        )
    return f"{where}: it lies there in {advice.there:,} of the {counted(advice.tilings, 'tiling')} that are left."


def _all_of(advice: Advice) -> str:
    if not advice.is_exact:
        return "it fits nowhere else"
    if advice.tilings == 1:
        return "there is one tiling left"
    return f"all {advice.tilings:,} tilings that are left have it there"


def ordinal(number: int) -> str:
    """Return a number as a place in an order.

    Examples
    --------
    >>> ordinal(1), ordinal(2), ordinal(3), ordinal(12), ordinal(22)
    ('1st', '2nd', '3rd', '12th', '22nd')
    """
    ending = "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def placement_json(placement: Placement, grid: Grid) -> dict[str, Any]:
    """Return a placement as JSON values."""
    return {"piece": placement.piece.name, "cells": grid.labels(placement.mask).split()}


def _reason_json(reason: Reason) -> dict[str, Any]:
    grid, finding = reason.position.puzzle.grid, reason.finding
    return {
        "placed": reason.position.format(),
        "rule": finding and finding.rule,
        "text": _because(reason),
        "cells": grid.labels(reason.cells).split(),
    }
