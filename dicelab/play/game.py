"""A game as a value: the position, what can be undone and redone, and what the player has used."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from dicelab.errors import DiceError
from dicelab.play.advice import Hint, HintStep, HintStrategy
from dicelab.play.hints import hint
from dicelab.play.notation import Placement, read_piece, read_placement
from dicelab.play.position import Position
from solver.errors import InputError, quoted
from solver.exact_cover import Limits, Status
from solver.polyform import Piece, Tiling

GRADES = (HintStep.STILL, HintStep.PIECE, HintStep.WHY, HintStep.PLACE, HintStep.NEXT)
"""The hints that follow each other while the position stays as it is."""


@dataclass(frozen=True, slots=True)
class Game:
    """A board that is played; every move returns the game after it.

    Time is the caller's: the same game can be shown by a terminal and by a page.

    Examples
    --------
    >>> from solver.polyform import Board, Puzzle
    >>> puzzle = Puzzle.parse("2x3/2:2*I2")
    >>> game = Game(Position(Board.parse("A1 B3", puzzle.grid), puzzle)).place("I2 A2,B2")
    >>> game.is_solved, game.undo().place("I2 A2,A3").place("1 B1").is_solved
    (False, True)
    """

    position: Position
    past: tuple[Position, ...] = ()
    """What undo goes back to, the last one first to come."""
    future: tuple[Position, ...] = ()
    """What redo goes forward to, the last one first to come."""
    tries: int = 0
    """How many pieces were placed, those that were taken back included."""
    hints: int = 0
    grade: int = 0
    """How many hints of ``GRADES`` were given for this position."""
    has_given_up: bool = False

    @property
    def is_solved(self) -> bool:
        """Whether the player has tiled the board."""
        return self.position.is_complete and not self.has_given_up

    def place(self, text: str) -> Self:
        """Place a piece, written as for :func:`dicelab.play.notation.read_placement`."""
        return self._placed(read_placement(text, self.position))

    def take(self, text: str) -> Self:
        """Take a piece back, named by a cell that it covers, by its name or by its character on the board.

        Raises
        ------
        DiceError
            If no such piece lies on the board, or several do.
        """
        placed = self.position.placed
        word = text.strip()
        numbers = [number for number in range(len(placed)) if number in self._meant(word)]
        if not numbers:
            raise DiceError(f"no placed piece is {quoted(word)}: name a cell that it covers, or the piece")
        if len(numbers) > 1:
            raise DiceError(f"{len(numbers)} placed pieces are {quoted(word)}: name a cell that the piece covers")
        return self._moved(self.position.without(numbers))

    def _meant(self, word: str) -> set[int]:
        """Return the numbers of the placed pieces that a word means."""
        position = self.position
        try:
            cell = position.puzzle.grid.cell(word)
        except InputError:
            cell = None
        covering = {n for n, one in enumerate(position.placed) if cell is not None and one.mask >> cell & 1}
        if covering:
            return covering
        shown = {one: label for label, one in position.labelled()}
        alike = {n for n, one in enumerate(position.placed) if shown[one] == word}
        if alike:
            return alike
        try:
            piece = read_piece(word, position.puzzle)
        except DiceError:
            return set()
        return {n for n, one in enumerate(position.placed) if one.piece == piece}

    def undo(self) -> Self:
        """Return to the position before the last move."""
        if not self.past:
            raise DiceError("there is nothing to undo")
        return replace(self, position=self.past[-1], past=self.past[:-1], future=(*self.future, self.position), grade=0)

    def redo(self) -> Self:
        """Make the move again that was undone last."""
        if not self.future:
            raise DiceError("there is nothing to redo")
        return replace(
            self, position=self.future[-1], past=(*self.past, self.position), future=self.future[:-1], grade=0
        )

    def restart(self) -> Self:
        """Take all pieces away."""
        return self._moved(self.position.first(0)) if self.position.placed else self

    def hint(
        self,
        step: HintStep | None = None,
        *,
        piece: Piece | None = None,
        strategy: HintStrategy = HintStrategy.MOST_TILINGS,
        limits: Limits | None = None,
    ) -> tuple[Self, Hint]:
        """Ask for a hint, by default the next one for the position; ``NEXT`` places the piece.

        A position that can't be completed gets its reason as the second hint.
        """
        asked = step or GRADES[min(self.grade, len(GRADES) - 1)]
        found = hint(self.position, asked, strategy, piece=piece, limits=limits)
        if step is None and found.status is Status.UNSOLVABLE and self.grade:
            found = hint(self.position, HintStep.WHY, strategy, limits=limits)
        game = replace(self, hints=self.hints + 1, grade=self.grade + (step is None))
        if found.after is not None:
            game = game._moved(found.after)  # noqa: SLF001 - its own
        return game, found

    def give_up(self, limits: Limits | None = None) -> tuple[Self, Tiling | None]:
        """End the game; return a tiling that has the placed pieces, or else one of the empty board."""
        for position in (self.position, self.position.first(0)):
            tiling = hint(position, HintStep.ALL, limits=limits).tiling
            if tiling is not None:
                return replace(self, has_given_up=True), tiling
        return replace(self, has_given_up=True), None

    def _placed(self, placement: Placement) -> Self:
        game = self._moved(self.position.place(placement))
        return replace(game, tries=game.tries + 1)

    def _moved(self, position: Position) -> Self:
        return replace(self, position=position, past=(*self.past, self.position), future=(), grade=0)
