"""The verb ``play``: a board in the terminal, on a full screen or by commands that are typed."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Annotated

import click

from dicelab.dice.sources import BoardPuzzle, DiceSource
from dicelab.errors import DONE, INTERRUPTED, DiceError
from dicelab.kinds import ADVANCED, Console, ConsolePort, Flag, GivenPort, Kind, Name, SourceKind, Whole
from dicelab.play.choosing import dice_to_play, new_position
from dicelab.play.game import Game, GameTable, answer
from dicelab.play.played import PlayedGame, PlayedRace, first_positions, on_one_board
from dicelab.play.screen import board_lines, left_lines, no_style, pieces_line
from dicelab.play.verbs import position_of
from dicelab.render.svg import colour as fill_of
from dicelab.score.choosing_verb import CensusPort, TilingNumbers, boards as choose
from dicelab.score.handicaps import Players, Racer, players_of
from dicelab.verb import verb

MOST_COLUMNS = 120
"""A line that is longer is hard to read."""


@verb(
    group="every day",
    examples=(
        "play",
        "play --daily",
        'play "A6 B1 B5 D1 E3 F2 F4" --light',
        "play --puzzle genius-star --seed 1",
        "play --player Ann --player Ben:easy,laid=2",
    ),
)
def play(
    board: Annotated[str | None, SourceKind(metavar="BOARD", or_file=False, wanted="a board is its blockers")] = None,
    puzzle: BoardPuzzle = None,
    *,
    dice: Annotated[DiceSource | None, Name("from")] = None,
    difficulty: Annotated[str | None, Kind(metavar="LEVEL")] = None,
    tilings: TilingNumbers = None,
    daily: bool = False,
    date: Annotated[str | None, Kind(metavar="DATE")] = None,
    seed: Annotated[int | None, Whole(least=0)] = None,
    player: Players = (),
    light: bool = False,
    colour: Annotated[bool | None, Flag(shown_default="on a terminal"), Name("color"), ADVANCED] = None,
    plain: Annotated[bool, ADVANCED] = False,
    census: CensusPort = None,
    console: ConsolePort = None,
    given: GivenPort = frozenset(),
) -> PlayedGame | PlayedRace:
    """Play a board in the terminal.

    BOARD, or a board that is rolled, is played on a full screen or by commands that are typed at a prompt.

    On the full screen, which needs textual (pip install textual), arrow keys move a cursor, Tab
    takes the next piece, R turns it, F turns it over and Enter places it; ? tells the other keys, and : leads to a line
    for commands. Without a terminal, without the extra or with ``--plain`` there is a prompt.

    T4 B3,B4,B5,C4 places a piece, undo takes it back, hint helps on, quit or Ctrl-D ends; help lists all commands.
    Commands may come from a pipe. Colours are left out where NO_COLOR is set; the characters say the same.

    Several players race one after the other, and the fastest has won. Their boards differ, with equal numbers of
    tilings, so that nobody learns by looking on; with BOARD, ``--daily`` or ``--date`` all play one board.

    Exit status: 0 when the game ends, solved or not, 130 after Ctrl-C. ``--json`` prints the result alone; the game is
    then shown on standard error, if that is a terminal.

    Parameters
    ----------
    dice
        Roll this dice set; by default that of the puzzle.
    difficulty
        A board that is extreme, very-hard, hard, medium or easy.
    daily
        The board of today, one for everybody.
    date
        The board of another day, such as 2026-01-31.
    seed
        Seed of the random numbers; the same seed gives the same board.
    player
        A player of a race, perhaps with a handicap; repeat it: Ann, Ben:easy, Ben:set=easy.json (other dice), or
        Ben:laid=2 (two pieces of a solution lie from the start).
    light
        Tell after each move whether the position can be completed.
    colour
        Show the pieces in colours.
    plain
        Type commands at a prompt, also where a full screen is possible.
    """
    _require_one_choice({*given, *(["BOARD"] if board is not None else [])})
    if board == "-":
        raise DiceError("standard input has the moves: pass the board as an argument")
    if console is None:
        raise DiceError("a game is played in a terminal: run dicelab play")
    players = players_of(player)
    day = date or (time.strftime("%Y-%m-%d") if daily else None)
    if board is not None or day or not (players or difficulty or tilings is not None):
        position = new_position(puzzle, dice=dice, day=day, seed=seed) if board is None else position_of(board, puzzle)
        one_board = on_one_board(players, position.board, position.puzzle) if players else None
        positions = first_positions(one_board) if one_board else [position]
    else:
        found = choose(
            puzzle,
            dice=dice_to_play(puzzle, dice),
            difficulty=difficulty,
            tilings=tilings,
            player=players,
            count=1,
            seed=seed,
            census=census,
        )
        positions = first_positions(found)
    width = min(shutil.get_terminal_size().columns, MOST_COLUMNS)
    tables = [GameTable(Game(one), light, max(width - 1, 40), _style(colour=colour)) for one in positions]
    is_full = not plain and _has_full_screen(console)
    games: list[PlayedGame] = []
    for table, racer in zip(tables, players or [None], strict=True):
        session = _Session(console, table)
        if racer is not None and not session.is_ready(racer):
            break
        games.append(session.run_full_screen(colour=colour) if is_full else session.run())
        if games[-1].exit_status != DONE:
            break
    played = PlayedRace(players, tuple(games)) if players else games[0]
    if console.json:
        session.say(str(played))
    return played


def _has_full_screen(console: Console) -> bool:
    """Tell whether the game can have the whole terminal, which it draws to standard error."""
    streams = [sys.stdin, sys.stderr] if console.json else [sys.stdin, sys.stdout, sys.stderr]
    if console.quiet or os.environ.get("TERM") == "dumb" or not all(one and one.isatty() for one in streams):
        return False
    return find_spec("textual") is not None


def _require_one_choice(given: set[str]) -> None:
    """Refuse ways to a board that exclude each other."""
    pairs = [("BOARD", other) for other in ("--from", "--difficulty", "--tilings", "--daily", "--date", "--seed")]
    pairs += [(day, other) for day in ("--daily", "--date") for other in ("--difficulty", "--tilings", "--seed")]
    for one, other in [*pairs, ("--daily", "--date")]:
        if {one, other} <= given:
            raise DiceError(f"{one} and {other} exclude each other: pass one")


def _style(*, colour: bool | None) -> Callable[[int, str], str]:
    """Return the function that colours a character like its piece, where colours are wanted."""
    is_wanted = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    if not (is_wanted if colour is None else colour):
        return no_style

    def style(number: int, character: str) -> str:
        red, green, blue = (int(fill_of(number)[place : place + 2], 16) for place in (1, 3, 5))
        dark = 299 * red + 587 * green + 114 * blue < 128_000
        # The colour cube of 256 colours, which every terminal of today has.
        cube = 16 + sum(round(part * 5 / 255) * factor for part, factor in ((red, 36), (green, 6), (blue, 1)))
        return click.style(character, fg=231 if dark else 16, bg=cube)

    return style


class _Session:
    """A game from its first board to its end."""

    def __init__(self, console: Console, table: GameTable) -> None:
        self._console = console
        self._table = table
        self._start = time.monotonic()
        self._is_typed = sys.stdin is not None and sys.stdin.isatty()

    def is_ready(self, player: Racer) -> bool:
        """Wait until a player of a race begins; tell whether anybody does. A pipe has moves alone."""
        said = player.handicap.words()
        self.say("", f"{player.name}{f' ({said})' if said else ''}, it is your turn.")
        if not self._is_typed:
            return True
        self.say("Press Enter to begin, or Ctrl-C to end the race.")
        try:
            is_ready = self._read() is not None
        except KeyboardInterrupt:
            return False
        self._start = time.monotonic()
        return is_ready

    def run(self) -> PlayedGame:
        """Play at a prompt."""
        position = self._table.game.position
        puzzle = position.puzzle
        self.say(f"{puzzle.name or puzzle.format()}: {position.board.format() or 'no blockers'}")
        self.say("Type help for the commands, quit to end.", "")
        self.say(*left_lines(position, self._table.width, self._table.style), "")
        self._show()
        status, is_over = DONE, self._table.game.is_solved
        while not is_over:
            try:
                line = self._read()
                reply = None if line is None else answer(line, self._table)
            except KeyboardInterrupt:
                status, reply = INTERRUPTED, None
            if reply is None:
                self.say("")
                break
            self._table = reply.table
            self.say(*reply.lines)
            if reply.is_board_shown:
                self._show()
            is_over = reply.is_over
        return PlayedGame(self._table.game, time.monotonic() - self._start, self._table.width, status)

    def run_full_screen(self, *, colour: bool | None) -> PlayedGame:
        """Play on the whole terminal."""
        from dicelab.play.full_screen import play_on_full_screen

        with self._console.alone():
            self._table, seconds, stopped = play_on_full_screen(self._table, colour_wanted=colour)
        return PlayedGame(self._table.game, seconds, self._table.width, INTERRUPTED if stopped else DONE)

    def _read(self) -> str | None:
        """Return the next line, or nothing at the end of the input."""
        if sys.stdin is None:
            return None
        try:
            with self._console.alone():
                if self._is_typed and not self._console.json and not self._console.quiet:
                    # Lines can be edited, and earlier ones called back.
                    with contextlib.suppress(ImportError):
                        import readline  # noqa: F401
                    return input("> ")
                self._write("> ")
                line = sys.stdin.readline()
        except EOFError:
            return None
        except UnicodeDecodeError:
            raise DiceError("standard input is not text: write commands line by line") from None
        if line and not self._is_typed:
            # Input from a pipe is shown as if it were typed.
            self.say(line.rstrip("\r\n"))
        return line.rstrip("\r\n") if line else None

    def _show(self) -> None:
        table = self._table
        self.say(*board_lines(table.game.position, table.width, table.style))
        self.say(*pieces_line(table.game.position, table.width))

    def say(self, *lines: str) -> None:
        """Show lines of the game."""
        for line in lines:
            self._write(line + "\n")

    def _write(self, text: str) -> None:
        # With --json the game is for a person at a terminal only.
        is_shown = sys.stderr.isatty() if self._console.json else not self._console.quiet
        if is_shown:
            click.echo(text, nl=False, err=self._console.json, color=True)
            (sys.stderr if self._console.json else sys.stdout).flush()
