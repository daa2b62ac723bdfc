"""``dicelab play``: a board in the terminal, by typed moves."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from dicelab.cli.activity import SIGNS
from dicelab.cli.inputs import board_puzzle_option
from dicelab.cli.paths import NameOrFile
from dicelab.cli.terminal import Terminal, common
from dicelab.exit_status import DONE, INTERRUPTED

if TYPE_CHECKING:
    from dicelab.play.commands import GameTable
    from dicelab.play.position import Position

MOST_COLUMNS = 120
"""A line that is longer is hard to read."""


@click.command("play", short_help="Play a board in the terminal.")
@click.argument("board_text", metavar="[BOARD]", required=False)
@click.option(
    "--from", "dice", type=NameOrFile(), metavar="SET", help="Roll this dice set.  [default: the set of the puzzle]"
)
@click.option("--difficulty", metavar="BAND", help="A board that is extreme, very-hard, hard, medium or easy.")
@click.option("--tilings", metavar="RANGE", help="A board with so many tilings: 1, 1-10 or 100-.")
@click.option("--daily", is_flag=True, help="The board of today, which is the same for everybody.")
@click.option("--date", "day", metavar="DATE", help="The board of another day, such as 2026-01-31.")
@click.option(
    "--seed", type=click.IntRange(min=0), help="Seed of the random numbers; the same seed gives the same board."
)
@click.option("--light", "has_light", is_flag=True, help="Tell after each move whether the position can be completed.")
@click.option(
    "--color/--no-color", "colour", default=None, help="Show the pieces in colours.  [default: on a terminal]"
)
@click.option("--plain", is_flag=True, help="Type commands at a prompt, also where a full screen is possible.")
@board_puzzle_option
@common
def command(
    terminal: Terminal,
    board_text: str | None,
    dice: str | None,
    difficulty: str | None,
    tilings: str | None,
    day: str | None,
    seed: int | None,
    puzzle_text: str | None,
    *,
    daily: bool,
    has_light: bool,
    colour: bool | None,
    plain: bool,
) -> int:
    """Play BOARD, or a board that is rolled, on a full screen or by commands that are typed at a prompt.

    On the full screen, which takes the extra `play` (pip install 'dicelab[play]'), arrow keys move a cursor, Tab takes
    the next piece, R turns it, F turns it over and Enter places it; ? tells the other keys, and : leads to a line for
    commands. Without a terminal, without the extra or with --plain there is a prompt.

    T4 B3,B4,B5,C4 places a piece, undo takes it back, hint helps on, quit or Ctrl-D ends; help lists all commands.
    Commands may come from a pipe. Colours are left out where NO_COLOR is set; the characters say the same.

    Exit status: 0 when the game ends, solved or not, 130 after Ctrl-C. --json prints the result alone; the game is then
    shown on standard error, if that is a terminal.
    """
    chosen = {
        "BOARD": board_text,
        "--from": dice,
        "--difficulty": difficulty,
        "--tilings": tilings,
        "--daily": daily or None,
        "--date": day,
        "--seed": seed,
    }
    _require_one_choice({name for name, value in chosen.items() if value is not None})
    if board_text == "-":
        raise click.UsageError("standard input has the moves: pass the board as an argument")
    from dicelab.api.playing import new_position, position_of
    from dicelab.play.commands import GameTable
    from dicelab.play.game import Game

    if board_text is not None:
        position = position_of(board_text, puzzle_text)
    elif difficulty or tilings:
        position = _chosen(terminal, puzzle_text, dice, difficulty, tilings, seed)
    else:
        today = time.strftime("%Y-%m-%d") if daily else None
        position = new_position(puzzle_text, dice=dice, day=day or today, seed=seed)
    width = min(shutil.get_terminal_size().columns, MOST_COLUMNS)
    table = GameTable(Game(position), has_light, max(width - 1, 40), _style(colour=colour))
    session = _Session(terminal, table)
    return session.run() if plain or not _has_full_screen(terminal) else session.run_full_screen(colour=colour)


def _has_full_screen(terminal: Terminal) -> bool:
    """Tell whether the game can have the whole terminal, which it draws to standard error."""
    streams = [sys.stdin, sys.stderr] if terminal.json else [sys.stdin, sys.stdout, sys.stderr]
    if terminal.quiet or os.environ.get("TERM") == "dumb" or not all(one and one.isatty() for one in streams):
        return False
    return find_spec("textual") is not None


def _require_one_choice(given: set[str]) -> None:
    """Refuse ways to a board that exclude each other."""
    pairs = [("BOARD", other) for other in ("--from", "--difficulty", "--tilings", "--daily", "--date", "--seed")]
    pairs += [(day, other) for day in ("--daily", "--date") for other in ("--difficulty", "--tilings", "--seed")]
    for one, other in [*pairs, ("--daily", "--date")]:
        if {one, other} <= given:
            raise click.UsageError(f"{one} and {other} exclude each other: pass one")


def _chosen(
    terminal: Terminal,
    puzzle_text: str | None,
    dice: str | None,
    difficulty: str | None,
    tilings: str | None,
    seed: int | None,
) -> Position:
    """Return a board of a difficulty, of the rolls of a set: by default of that of the puzzle."""
    from dicelab.api.playing import dice_to_play, position_of
    from dicelab.cli.choosing import choose_boards

    found = choose_boards(
        terminal,
        puzzle_text,
        dice_to_play(puzzle_text, dice),
        os.cpu_count() or 1,
        tilings=tilings,
        difficulty=difficulty,
        count=1,
        seed=seed,
    )
    return position_of(found.boards[0].board, found.puzzle)


def _style(*, colour: bool | None) -> Callable[[int, str], str]:
    """Return what gives a character the colour of its piece, where colours are wanted."""
    from dicelab.play.screen import no_style

    is_wanted = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    if not (is_wanted if colour is None else colour):
        return no_style
    from dicelab.render.svg import colour as fill_of

    def style(number: int, character: str) -> str:
        red, green, blue = (int(fill_of(number)[place : place + 2], 16) for place in (1, 3, 5))
        dark = 299 * red + 587 * green + 114 * blue < 128_000
        # The colour cube of 256 colours, which every terminal of today has.
        cube = 16 + sum(round(part * 5 / 255) * factor for part, factor in ((red, 36), (green, 6), (blue, 1)))
        return click.style(character, fg=231 if dark else 16, bg=cube)

    return style


class _Session:
    """A game from its first board to its end."""

    def __init__(self, terminal: Terminal, table: GameTable) -> None:
        self._terminal = terminal
        self._table = table
        self._start = time.monotonic()
        self._is_typed = sys.stdin is not None and sys.stdin.isatty()

    def run(self) -> int:
        """Play; return the exit status."""
        from dicelab.play.commands import answer
        from dicelab.play.screen import left_lines

        position = self._table.game.position
        puzzle = position.puzzle
        self._say(f"{puzzle.name or puzzle.format()}: {position.board.format() or 'no blockers'}")
        self._say("Type help for the commands, quit to end.", "")
        self._say(*left_lines(position, self._table.width, self._table.style), "")
        self._show()
        status, is_over = DONE, self._table.game.is_solved
        while not is_over:
            try:
                line = self._read()
                reply = None if line is None else answer(line, self._table)
            except KeyboardInterrupt:
                status, reply = INTERRUPTED, None
            if reply is None:
                self._say("")
                break
            self._table = reply.table
            self._say(*reply.lines)
            if reply.is_board_shown:
                self._show()
            is_over = reply.is_over
        return self._finish(status)

    def run_full_screen(self, *, colour: bool | None) -> int:
        """Play on the whole terminal; return the exit status."""
        from dicelab.cli.full_screen import play_on_full_screen

        with SIGNS.replaced():
            self._table, seconds, stopped = play_on_full_screen(self._table, colour_wanted=colour)
        return self._finish(INTERRUPTED if stopped else DONE, seconds)

    def _read(self) -> str | None:
        """Return the next line, or nothing at the end of the input."""
        if sys.stdin is None:
            return None
        try:
            with SIGNS.replaced():
                if self._is_typed and not self._terminal.json and not self._terminal.quiet:
                    # Lines can be edited, and earlier ones called back.
                    with contextlib.suppress(ImportError):
                        import readline  # noqa: F401
                    return input("> ")
                self._write("> ")
                line = sys.stdin.readline()
        except EOFError:
            return None
        except UnicodeDecodeError:
            raise click.UsageError("standard input is not text: write commands line by line") from None
        if line and not self._is_typed:
            # What comes from a pipe is shown as if it were typed.
            self._say(line.rstrip("\r\n"))
        return line.rstrip("\r\n") if line else None

    def _show(self) -> None:
        from dicelab.play.screen import board_lines, pieces_line

        table = self._table
        self._say(*board_lines(table.game.position, table.width, table.style))
        self._say(*pieces_line(table.game.position, table.width))

    def _finish(self, status: int, seconds: float | None = None) -> int:
        """Say how the game ended."""
        from dicelab.play.screen import result_line
        from dicelab.render.text import wrap

        game, seconds = self._table.game, time.monotonic() - self._start if seconds is None else seconds
        position = game.position
        self._say(*wrap(result_line(game, seconds), self._table.width))
        content: dict[str, Any] = {
            "board": position.board.format(),
            "puzzle": position.puzzle.format(),
            "placed": position.format(),
            "solved": game.is_solved,
            "given_up": game.has_given_up,
            "tries": game.tries,
            "hints": game.hints,
            "seconds": int(seconds),
        }
        if self._terminal.json:
            self._terminal.result("play", content, "")
        return status

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._write(line + "\n")

    def _write(self, text: str) -> None:
        # With --json the game is for a person at a terminal only.
        is_shown = sys.stderr.isatty() if self._terminal.json else not self._terminal.quiet
        if is_shown:
            click.echo(text, nl=False, err=self._terminal.json, color=True)
            (sys.stderr if self._terminal.json else sys.stdout).flush()
