"""The game on a full screen: keys and typed lines become the commands of the plain prompts, and pictures are shown."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Input, RichLog, Static

from dicelab.errors import INTERRUPTED
from dicelab.play.game import GameReply, GameTable, answer
from dicelab.play.hand import Direction, Hand, Look, Span, height, picture
from dicelab.play.screen import clock, left_lines, no_style, piece_lines, result_line
from dicelab.render.svg import colour, ink_on
from solver.polyform.puzzle import COPY_LABELS

OTHER_LINES = 9
"""Lines that are neither the board's nor the pieces': the status, the messages, the input line and the keys."""

KEYS = """\
Arrow keys move the cursor, or click a cell. Tab takes the next piece, Shift+Tab the one before, a digit the piece of
that number. R turns the piece, F turns it over, Enter places it. Backspace takes back the piece under the cursor.
U undoes, Y redoes, H gives a hint (again for more), L switches the light, which tells whether the position can be
completed. : leads to the line for commands (help lists them), Escape back to the board. Q ends the game."""

BLOCKED_STYLE = Style(color="#c0c0c0", bgcolor="#505050")
CLASH_STYLE = Style(color="#ffffff", bgcolor="#a00000", bold=True)


class BoardWidget(Static, can_focus=True):
    """The board; it knows which cell is at which place of its picture."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(one.value, f"app.go('{one.value}')", show=False) for one in Direction),
        Binding("tab", "app.take_up(1)", "next"),
        Binding("shift+tab", "app.take_up(-1)", show=False),
        Binding("r", "app.turn", "turn"),
        Binding("f", "app.flip", "flip"),
        Binding("enter,space", "app.place", "place", key_display="enter"),
        Binding("backspace,delete,x", "app.take_back", "take", key_display="bksp"),
        Binding("u", "app.type('undo')", show=False),
        Binding("y", "app.type('redo')", show=False),
        Binding("h", "app.type('hint')", "hint"),
        Binding("l", "app.type('light')", show=False),
        Binding("pageup", "app.scroll(-1)", show=False),
        Binding("pagedown", "app.scroll(1)", show=False),
        Binding("colon", "app.command_line", "type", key_display=":"),
        Binding("question_mark", "app.help", "help", key_display="?"),
        Binding("q", "app.leave", "end"),
    ]

    def __init__(self) -> None:
        super().__init__(id="board")
        self._lines: list[list[Span]] = []

    def show(self, lines: list[list[Span]]) -> None:
        """Show a picture."""
        self._lines = lines
        text = Text(no_wrap=True)
        for line in lines:
            for span in line:
                text.append(span.text, _style_of(span))
            text.append("\n")
        self.update(text)

    async def on_click(self, event: events.Click) -> None:
        """Point at the cell that is clicked; a click on the cell that is pointed at places the piece."""
        place = event.get_content_offset(self)
        if place is None or place.y >= len(self._lines):
            return
        left = place.x
        for span in self._lines[place.y]:
            if left < len(span.text):
                if span.cell >= 0:
                    await self.app.run_action(f"point({span.cell})")
                return
            left -= len(span.text)

    async def on_key(self, event: events.Key) -> None:
        """Take up the piece whose character is typed, if no key has another meaning."""
        if event.character and event.character.isdigit() and event.character in COPY_LABELS:
            event.stop()
            await self.app.run_action(f"take_label('{event.character}')")


def _colours(piece: int) -> Style:
    shade = colour(piece)
    return Style(color=ink_on(shade), bgcolor=shade)


def _coloured(piece: int, character: str) -> str:
    """Return a character of a piece in its colours, for pictures made of lines."""
    return _colours(piece).render(character)


def _style_of(span: Span) -> Style:
    """Return the colours of a cell; the characters say the same."""
    if span.look is Look.BLOCKED:
        style = BLOCKED_STYLE
    elif span.look is Look.CLASH:
        style = CLASH_STYLE
    elif span.piece >= 0 and span.look in {Look.PLACED, Look.HELD}:
        style = _colours(span.piece) + Style(bold=span.look is Look.HELD)
    else:
        style = Style()
    return style + Style(bold=True, underline=True) if span.is_cursor else style


class FullScreen(App[int]):
    """A game from its first board to its end."""

    CSS: ClassVar[str] = """
    #status { height: 1; background: $panel; padding: 0 1; }
    #middle { height: auto; }
    #board { width: auto; height: auto; padding: 0 2 0 1; }
    #board:focus { background-tint: $foreground 4%; }
    #pieces { height: 100%; width: 1fr; padding: 0 1; }
    #said { height: 1fr; min-height: 3; border-top: solid $panel; scrollbar-size-vertical: 0; }
    #line { height: 1; border: none; padding: 0 1; }
    """
    TITLE: str | None = "dicelab play"
    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "board", show=False),
        Binding("ctrl+c", "stop", show=False, priority=True),
    ]

    def __init__(self, table: GameTable, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.table: GameTable = table
        self.hand: Hand = Hand.of(table.game.position)
        self._now, self._start, self._end = now, now(), 0.0
        self._is_over = table.game.is_solved
        # A hint may take seconds, in which keys are still heard; commands wait for each other.
        self._turn = asyncio.Lock()

    @property
    def seconds(self) -> float:
        """How long the game has taken."""
        return (self._end or self._now()) - self._start

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield Static(id="status")
        with Horizontal(id="middle"):
            yield BoardWidget()
            with VerticalScroll(id="pieces", can_focus=False):
                yield Static(id="left")
        yield RichLog(id="said", wrap=True, max_lines=1000, min_width=20)
        yield Input(id="line", placeholder="Type : and a command, such as T4 B3 or help", compact=True)
        yield Footer()

    def on_mount(self) -> None:
        """Begin: the keys go to the board."""
        self.query_one("#said").can_focus = False
        self.query_one(BoardWidget).focus()
        self._say(KEYS.replace("\n", " "))
        if self._is_over:
            self._finish()
        self.set_interval(1, self._show_status)
        self._show()

    def on_resize(self) -> None:
        """Draw for another size."""
        self._show()

    def _show(self) -> None:
        position = self.table.game.position
        is_tall = height(position, is_tall=True) <= self.size.height - OTHER_LINES
        lines = picture(position, self.hand, is_tall=is_tall)
        self.query_one(BoardWidget).show(lines)
        width = max(20, self.size.width - max(sum(len(span.text) for span in line) for line in lines) - 8)
        shown = []
        style = no_style if self.no_color else _coloured
        if self.hand.piece is not None:
            label = COPY_LABELS[position.puzzle.pieces.index(self.hand.piece)]
            first, *drawn = piece_lines(self.hand.piece, label, self.hand.orientation, style)
            shown += [f"In hand: {first}", *drawn, ""]
        shown += left_lines(position, width, style) if position.left else ["Every piece is placed."]
        self.query_one("#left", Static).update(Text.from_ansi("\n".join(shown), no_wrap=True))
        room = max(3, self.size.height - OTHER_LINES)
        self.query_one("#middle").styles.height = min(max(len(lines), len(shown)), room)
        self._show_status()

    def _show_status(self) -> None:
        game = self.table.game
        position = game.position
        where = position.puzzle.grid.label(self.hand.cell)
        light = "  light on" if self.table.has_light else ""
        name = position.puzzle.name or position.puzzle.format()
        counts = f"{clock(self.seconds)}  tries {game.tries}  hints {game.hints}{light}  cell {where}"
        board = f"{name}: {position.board.format() or 'no blockers'}"
        room = self.size.width - len(counts) - 4
        board = board if len(board) <= room else f"{board[: max(0, room - 1)]}…"
        self.query_one("#status", Static).update(Text(f"{board:<{max(room, 0)}}  {counts}", no_wrap=True))

    def _say(self, *lines: str) -> None:
        log = self.query_one("#said", RichLog)
        for line in lines:
            log.write(Text.from_ansi(line), width=log.size.width or None)

    # ------------------------------------------------------------ what keys do

    def action_go(self, direction: str) -> None:
        """Move the cursor."""
        self._take_hand(self.hand.moved(self.table.game.position.puzzle.grid, Direction(direction)))

    def action_take_up(self, step: int) -> None:
        """Take up the next piece, or the one before."""
        self._take_hand(self.hand.next_piece(self.table.game.position, step))

    def action_turn(self) -> None:
        """Turn the piece in hand."""
        self._take_hand(self.hand.turned())

    def action_flip(self) -> None:
        """Turn it over."""
        if self.hand.piece is not None and not self.hand.piece.flips:
            self._say(f"{self.hand.piece.name} may not be turned over.")
        self._take_hand(self.hand.flipped())

    def action_place(self) -> None:
        """Place the piece in hand; after the end, leave."""
        if self._is_over:
            self.exit()
            return
        typed = self.hand.typed(self.table.game.position.puzzle.grid)
        if typed:
            self.action_type(typed)

    def action_take_back(self) -> None:
        """Take back the piece under the cursor."""
        self.action_type(f"take {self.table.game.position.puzzle.grid.label(self.hand.cell)}")

    def action_type(self, line: str) -> None:
        """Do what a typed line would do."""
        self.run_worker(self._do(line))

    def action_command_line(self) -> None:
        """Let the keys go to the line."""
        self.query_one("#line", Input).focus()

    def action_board(self) -> None:
        """Let the keys go to the board."""
        self.query_one(BoardWidget).focus()

    def action_help(self) -> None:
        """Tell the keys."""
        self._say(KEYS.replace("\n", " "))

    def action_scroll(self, pages: int) -> None:
        """Scroll the messages."""
        log = self.query_one("#said", RichLog)
        log.scroll_relative(y=pages * max(1, log.size.height - 1), animate=False)

    def action_leave(self) -> None:
        """End."""
        self.exit()

    def action_stop(self) -> None:
        """End as Ctrl-C does."""
        self.exit(INTERRUPTED)

    def action_point(self, cell: int) -> None:
        """Point at a cell, or place the piece where it is pointed at already."""
        self.query_one(BoardWidget).focus()
        if cell == self.hand.cell:
            self.action_place()
        else:
            self._take_hand(self.hand.at(cell))

    def action_take_label(self, label: str) -> None:
        """Take up the piece of a character."""
        pieces, left = self.table.game.position.puzzle.pieces, self.table.game.position.left
        number = COPY_LABELS.find(label)
        if number < len(pieces) and pieces[number] in left:
            self._take_hand(self.hand.holding(pieces[number]))

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Do what was typed."""
        message.input.value = ""
        if message.value.strip():
            self.action_type(message.value)

    def _take_hand(self, hand: Hand) -> None:
        self.hand = hand
        self._show()

    async def _do(self, line: str) -> None:
        """Answer a line; the answer may take seconds, and is worked out beside the screen."""
        async with self._turn:
            if self._is_over:
                self._say("The game is over: press Q to leave.")
                return
            self._say(f"> {line}")
            width = max(self.query_one("#said").content_size.width, 20)
            table = replace(self.table, width=width, style=no_style if self.no_color else _coloured)
            reply = await asyncio.to_thread(answer, line, table)
            self._take_reply(reply)

    def _take_reply(self, reply: GameReply) -> None:
        self.table = reply.table
        self.hand = self.hand.after(reply.table.game.position)
        self._say(*reply.lines)
        if reply.is_over:
            game = reply.table.game
            if not (game.is_solved or game.has_given_up):
                self.exit()
                return
            self._finish()
        self._show()

    def _finish(self) -> None:
        self._is_over, self._end = True, self._now()
        self._say(result_line(self.table.game, self.seconds), "Press Q or Enter to leave.")
        self.query_one(BoardWidget).focus()


def play_on_full_screen(table: GameTable, *, colour_wanted: bool | None) -> tuple[GameTable, float, bool]:
    """Play; return the table at the end, the seconds that it took, and whether Ctrl-C ended it."""
    before = os.environ.pop("NO_COLOR", None)
    has_colours = not before if colour_wanted is None else colour_wanted
    # Textual reads this variable alone, and takes any value of it, while an empty one means nothing elsewhere.
    if not has_colours:
        os.environ["NO_COLOR"] = "1"
    try:
        screen = FullScreen(table)
        stopped = screen.run() == INTERRUPTED
    finally:
        os.environ.pop("NO_COLOR", None)
        if before is not None:
            os.environ["NO_COLOR"] = before
    return screen.table, screen.seconds, stopped
