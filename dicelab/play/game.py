"""A game as a value, and what a player types: one line in, the game after it and some lines out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self

from dicelab.errors import DiceError
from dicelab.play.advice import Hint, HintStep, HintStrategy
from dicelab.play.hints import hint
from dicelab.play.position import Placement, Position, read_piece, read_placement
from dicelab.play.screen import Style, left_lines, no_style, orientations_lines
from dicelab.play.tally import complete
from dicelab.render.text import solution_rows, wrap
from solver.errors import InputError, quoted, suggestion
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
    """The positions that undo goes back to, the next one last."""
    future: tuple[Position, ...] = ()
    """The positions that redo goes forward to, the next one last."""
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
        """Place a piece, written as for :func:`dicelab.play.position.read_placement`."""
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


HELP = """\
T4 B3,B4,B5,C4     place a piece: its name or its character, then its cells in any order
T4 B3              enough where the piece fits on the cell in one place only
T4/2 B3            the second orientation of T4 with its first cell (row by row) on B3
show T4            draw the orientations of a piece; show alone draws the pieces left
take B3            take back the piece that covers B3; take T4 does it by name
undo, redo         go back and forward; restart takes all pieces away
hint               a hint; again for one that tells more
hint place T4      a certain hint: still, piece, why, place or next; for T4
still              tell whether the position can be completed; light on tells it always
give up            show a tiling and end
quit               end without one"""

_LIMITS = Limits(seconds=5.0)
"""The longest wait for a hint."""


@dataclass(frozen=True, slots=True)
class GameTable:
    """A game with how it is shown."""

    game: Game
    has_light: bool = False
    """Whether each move is answered by whether the position can be completed."""
    width: int = 80
    style: Style = no_style


@dataclass(frozen=True, slots=True)
class GameReply:
    """The reply to a line."""

    table: GameTable
    lines: tuple[str, ...] = ()
    is_board_shown: bool = False
    """Whether the board is to be drawn again."""
    is_over: bool = False
    tiling: Tiling | None = None
    """The tiling shown to a player who gave up."""


def answer(line: str, table: GameTable) -> GameReply:
    """Do what a player typed; a command that can't be done gets one line and changes nothing.

    Examples
    --------
    >>> from dicelab.play import Position
    >>> from solver.polyform import Board, Puzzle
    >>> puzzle = Puzzle.parse("2x3/2:2*I2")
    >>> table = GameTable(Game(Position(Board.parse("A1 B3", puzzle.grid), puzzle)))
    >>> answer("I2 A2,B2", table).table.game.position.format()
    'I2 A2,B2'
    >>> answer("I2 A1,A2", table).lines
    ('I2 on A1 A2: A1 is blocked; place I2 elsewhere',)
    """
    words = line.strip().split(maxsplit=1)
    if not words:
        return GameReply(table)
    rest = words[1].strip() if len(words) > 1 else ""
    command = _COMMANDS.get(words[0].lower())
    # A single letter before cells is the character of a piece.
    if command is not None and rest and len(words[0]) == 1 and words[0] not in "?-":
        command = None
    if command is None and not rest and words[0].isalpha() and len(words[0]) > 1:
        near = suggestion(words[0].lower(), NAMES, "type help")
        return GameReply(table, (f"{quoted(words[0])} is not a command: {near}",))
    try:
        if command is not None:
            return command(rest, table)
        return _moved(table, table.game.place(line))
    except (DiceError, InputError) as error:
        return GameReply(table, (str(error),))


def _moved(table: GameTable, game: Game, *lines: str) -> GameReply:
    """Return the reply to a move."""
    table = replace(table, game=game)
    light = () if not table.has_light or game.position.is_complete else (_light(game),)
    return GameReply(table, (*lines, *light), is_board_shown=True, is_over=game.is_solved)


def _light(game: Game) -> str:
    status = complete(game.position, _LIMITS).status
    return {
        Status.SOLVED: "[ok] The position can be completed.",
        Status.UNSOLVABLE: "[!!] The position can't be completed.",
    }.get(status, "[??] It is not known whether the position can be completed.")


def _hint(rest: str, table: GameTable) -> GameReply:
    step, piece = None, None
    for word in rest.split():
        if word.lower() in {one.value for one in HintStep}:
            step = HintStep(word.lower())
        else:
            piece = read_piece(word, table.game.position.puzzle)
    if step is HintStep.ALL:
        raise DiceError("the whole tiling ends the game: type give up")
    game, found = table.game.hint(step or (HintStep.PLACE if piece else None), piece=piece, limits=_LIMITS)
    # The board is drawn by itself.
    lines = str(replace(found, after=None)).splitlines()
    if found.after is None:
        return GameReply(replace(table, game=game), tuple(lines))
    return _moved(table, game, *lines)


def _still(_: str, table: GameTable) -> GameReply:
    return GameReply(table, (_light(table.game),))


def _light_switch(rest: str, table: GameTable) -> GameReply:
    is_on = {"on": True, "off": False, "": not table.has_light}.get(rest.lower())
    if is_on is None:
        raise DiceError(f"light {quoted(rest)}: write light on or light off")
    table = replace(table, has_light=is_on)
    return GameReply(table, (_light(table.game) if is_on else "The light is off.",))


def _show(rest: str, table: GameTable) -> GameReply:
    position = table.game.position
    if not rest:
        return GameReply(table, tuple(left_lines(position, table.width, table.style)), is_board_shown=True)
    piece = read_piece(rest, position.puzzle)
    return GameReply(table, tuple(orientations_lines(position.puzzle, piece, table.width, table.style)))


def _take(rest: str, table: GameTable) -> GameReply:
    if not rest:
        raise DiceError("take what? Name a cell that the piece covers, or the piece")
    return _moved(table, table.game.take(rest))


def _give_up(rest: str, table: GameTable) -> GameReply:
    if rest.lower() not in {"", "up"}:
        raise DiceError("to end the game with a tiling, type give up")
    game, tiling = table.game.give_up(_LIMITS)
    lines = solution_rows(tiling).splitlines() if tiling else wrap("No tiling was found.", table.width)
    return GameReply(replace(table, game=game), tuple(lines), is_over=True, tiling=tiling)


def _help(_: str, table: GameTable) -> GameReply:
    return GameReply(table, tuple(HELP.splitlines()))


_COMMANDS: dict[str, Callable[[str, GameTable], GameReply]] = {
    "hint": _hint,
    "h": _hint,
    "still": _still,
    "light": _light_switch,
    "show": _show,
    "board": lambda _, table: GameReply(table, is_board_shown=True),
    "take": _take,
    "-": _take,
    "undo": lambda _, table: _moved(table, table.game.undo()),
    "u": lambda _, table: _moved(table, table.game.undo()),
    "redo": lambda _, table: _moved(table, table.game.redo()),
    "r": lambda _, table: _moved(table, table.game.redo()),
    "restart": lambda _, table: _moved(table, table.game.restart()),
    "give": _give_up,
    "help": _help,
    "?": _help,
    "quit": lambda _, table: GameReply(table, is_over=True),
    "exit": lambda _, table: GameReply(table, is_over=True),
    "q": lambda _, table: GameReply(table, is_over=True),
}

NAMES = tuple(name for name in _COMMANDS if len(name) > 1)
