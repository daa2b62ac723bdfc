"""Rooms for races: who is in, which board, who has placed how much, and who was first.

Plain values with a clock that is handed in: nothing here knows of a network. Players report positions; the room checks
whether one tiles the board.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from secrets import compare_digest
from typing import Any, Literal

from dicelab.errors import DiceError
from dicelab.play import Placement, Position
from dicelab.score.handicaps import Handicap
from dicelab.studio.pool import AskError
from dicelab.studio.sharing.messages import ROOM_SCHEMA, Seat, new_code, read_code, shown_code
from dicelab.studio.sharing.names import checked_name, look
from solver.errors import InputError
from solver.polyform import Board, Puzzle

NO_ROOM = "there is no such room: it may have been closed"
HOST = "host"
"""The key of whoever started the server; the keys of guests are longer."""
MOST_ROOMS = 8
MOST_PLAYERS = 32
CODE_SECONDS = 3600.0
"""How long a code lets guests in."""
IDLE_SECONDS = 2 * 3600.0
"""After which a room in which nothing happens is closed."""
COUNTDOWN_SECONDS = 5.0
REVEAL_SECONDS = 0.5
"""How long before the start the board is sent, so that all have it in time."""
ROUND_SECONDS = 3600.0
MOST_PAGES, MOST_LISTENERS = 3, 60
"""Pages that listen: of one player, and of a room."""

Ended = Literal["left", "out", "pages", "host", "idle", "stop"]
"""Why a page is told of no more changes: it left, its player was put out, others of the player took its place, the host
closed the room, nothing happened in it, or the server ends."""
State = Literal["waiting", "countdown", "running", "over"]
Laid = Sequence[Sequence[int]]
"""For each piece on the board the number of its kind, and its cells."""


def read_position(laid: Laid, board: Board, puzzle: Puzzle) -> Position:
    """Return the position that a player reports; raise :class:`AskError` with 400 if it is not one of this board."""
    kinds = list(puzzle.kinds)
    placed = []
    for piece in laid:
        kind, cells = (piece[0], piece[1:]) if piece else (-1, ())
        are_cells = all(0 <= cell < len(puzzle.grid) for cell in cells) and len(set(cells)) == len(cells)
        if not (0 <= kind < len(kinds) and cells and are_cells):
            raise AskError(400, "the puzzle has no such piece or cell: reload the page")
        placed.append(Placement(kinds[kind], puzzle.grid.mask(cells)))
    try:
        return Position(board, puzzle, tuple(placed))
    except DiceError as error:
        raise AskError(400, str(error)) from None


def _read_board(text: str, puzzle: Puzzle) -> Board:
    try:
        board = Board.parse(text, puzzle.grid)
        board.require(puzzle)
    except InputError as error:
        raise AskError(400, str(error)) from None
    return board


def _read_seat(seat: Seat, puzzle: Puzzle) -> tuple[Board, Handicap]:
    """Return the board and the handicap of a player, whose pieces are looked at."""
    board = _read_board(seat.board, puzzle)
    if read_position(seat.laid, board, puzzle).is_complete:
        raise AskError(400, "a player would begin with all pieces laid: lay fewer")
    try:
        return board, Handicap.parse(seat.handicap)
    except DiceError as error:
        raise AskError(400, str(error)) from None


@dataclass(slots=True)
class Player:
    """One of those who race."""

    name: str
    is_host: bool
    id: str = field(default_factory=lambda: secrets.token_hex(4))
    """The id that others see; it opens nothing."""
    laid: Laid = ()
    board: Board | None = None
    """That of the round, if none."""
    handicap: Handicap = field(default_factory=Handicap)
    seconds: float | None = None
    """From the start to the tiling."""
    wins: int = 0


@dataclass(eq=False, slots=True)
class Listener:
    """A page that is told of each change."""

    key: str
    wake: Callable[[], None]
    ended: Ended | None = None
    """Why it is told of no more changes."""


@dataclass(frozen=True, slots=True)
class Round:
    """A board, and when it is played."""

    number: int
    puzzle_id: str
    puzzle: Puzzle
    board: Board
    begins: float
    ends: float


class Room:
    """A room: its code, its players by their keys, and the round that is played in it."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.id: str = secrets.token_hex(8)
        self.players: dict[str, Player] = {}
        self.round: Round | None = None
        self.closed: Ended | None = None
        self._now = now
        self._number = 0
        self._stopped = False
        self._order: list[Player] = []
        self._listeners: list[Listener] = []
        self.code: str = ""
        self.changed: float = now()
        self._code_ends = 0.0
        self.renew_code()

    def renew_code(self) -> str:
        """Return a new code. The old one lets nobody in any more; those who are in stay."""
        self.code, self._code_ends = new_code(), self._now() + CODE_SECONDS
        self._tell()
        return self.code

    def opens_to(self, code: str) -> bool:
        """Tell in constant time whether this room has a code, as :func:`read_code` returns it."""
        return compare_digest(code.encode(), self.code.encode()) and self._now() < self._code_ends

    @property
    def state(self) -> State:
        """How the round stands."""
        if self.round is None:
            return "waiting"
        now = self._now()
        if now < self.round.begins and not self._stopped:
            return "countdown"
        everybody = self.players and all(player.seconds is not None for player in self.players.values())
        return "over" if self._stopped or everybody or now >= self.round.ends else "running"

    def seconds_to_change(self) -> float | None:
        """Return the seconds until the clock alone changes the room's state; nothing if it won't."""
        if self.round is None or self._stopped:
            return None
        times = (self.round.begins - REVEAL_SECONDS, self.round.begins, self.round.ends)
        return min((time - self._now() for time in times if time > self._now()), default=None)

    def join(self, key: str, text: str) -> Player:
        """Let somebody in under a name, or give them another name.

        Raises
        ------
        AskError
            400 if it is no name; 409 if somebody else has it; 503 if the room is full.
        """
        name = checked_name(text)
        if any(look(one.name) == look(name) for other, one in self.players.items() if other != key):
            raise AskError(
                409, "somebody in this room has that name already, or one that looks like it: choose another"
            )
        player = self.players.get(key)
        if player is not None:
            player.name = name
        elif len(self.players) >= MOST_PLAYERS:
            raise AskError(503, f"the room is full: it has {MOST_PLAYERS} players")
        else:
            # Who comes after the end plays the next round; the last one does not go on for them.
            self._stopped = self._stopped or self.state == "over"
            player = self.players[key] = Player(name, key == HOST)
        self._tell()
        return player

    def remove(self, ident: str) -> str:
        """Put a player out, who is told by the public id; return the key. Raise :class:`AskError` (404) for none."""
        for key, player in self.players.items():
            if player.id == ident:
                del self.players[key]
                for listener in [one for one in self._listeners if one.key == key]:
                    self.leave(listener, "out")
                    listener.wake()
                self._tell()
                return key
        raise AskError(404, "there is no such player in this room: reload the page")

    def begin(self, puzzle_id: str, puzzle: Puzzle, text: str, seats: Sequence[Seat] = ()) -> None:
        """Begin a round, with a countdown; those with a seat begin with its board and pieces.

        Raises :class:`AskError` (400) for a board or pieces that the puzzle has not.
        """
        board = _read_board(text, puzzle)
        begun = {seat.player: (seat, *_read_seat(seat, puzzle)) for seat in seats}
        self._number += 1
        begins = self._now() + COUNTDOWN_SECONDS
        self.round = Round(self._number, puzzle_id, puzzle, board, begins, begins + ROUND_SECONDS)
        self._stopped, self._order = False, []
        for player in self.players.values():
            player.laid, player.board, player.handicap, player.seconds = (), None, Handicap(), None
            if player.id in begun:
                seat, player.board, player.handicap = begun[player.id]
                player.laid = seat.laid
        self._tell()

    def stop(self) -> None:
        """End the round as it stands."""
        self._stopped = True
        self._tell()

    def report(self, key: str, number: int, laid: Laid) -> Player:
        """Take the position of a player.

        Raises
        ------
        AskError
            403 for somebody who has not joined; 409 if the round is not the one that is played; 400 if the position is
            not one of its board.
        """
        player = self.players.get(key)
        if player is None:
            raise AskError(403, "only players report what they place: join the room by a name first")
        if self.round is None or self.round.number != number or self.state != "running":
            raise AskError(409, "this round is not being played: wait for the next one")
        if player.seconds is not None:
            return player
        if len(laid) > len(self.round.puzzle.pieces):
            raise AskError(400, "more pieces lie on the board than the puzzle has: reload the page")
        position = read_position(laid, player.board or self.round.board, self.round.puzzle)
        player.laid = laid
        if position.is_complete:
            player.seconds = self._now() - self.round.begins
            player.wins += not self._order
            self._order.append(player)
        self._tell()
        return player

    def listen(self, key: str, wake: Callable[[], None]) -> Listener:
        """Call back at each change, until :meth:`leave`; raise :class:`AskError` (503) if too many listen.

        The oldest page of somebody who opens many is ended: a network that broke down may have left it behind.
        """
        own = [one for one in self._listeners if one.key == key]
        if len(own) >= MOST_PAGES:
            self.leave(own[0], "pages")
            own[0].wake()
        if len(self._listeners) >= MOST_LISTENERS and key != HOST:
            raise AskError(503, "too many pages listen to this room: try again later")
        listener = Listener(key, wake)
        self._listeners.append(listener)
        self._tell()
        return listener

    def leave(self, listener: Listener, why: Ended = "left") -> None:
        """Call a listener back no more."""
        listener.ended = listener.ended or why
        if listener in self._listeners:
            self._listeners.remove(listener)
            self._tell()

    @property
    def is_closed(self) -> bool:
        """Whether the room is no more."""
        return self.closed is not None

    def close(self, why: Ended) -> None:
        """End everything in the room."""
        self.closed = why
        self._tell()

    def _tell(self) -> None:
        self.changed = self._now()
        for listener in self._listeners:
            listener.wake()

    def view(self, key: str) -> dict[str, Any]:
        """Return the room as a player sees it: how much others have placed, but not where."""
        own = self.players.get(key)
        found = {
            "schema": ROOM_SCHEMA,
            "id": self.id,
            "now": self._now(),
            "state": self.state,
            "you": own.id if own else None,
            "laid": own.laid if own else (),
            "players": [self._of_player(other, player) for other, player in self.players.items()],
            "round": self._of_round(own),
        }
        if key == HOST:
            seconds = max(0.0, self._code_ends - self._now())
            found |= {"code": shown_code(self.code) if seconds else None, "code_seconds": round(seconds)}
        return found

    def _of_player(self, key: str, player: Player) -> dict[str, Any]:
        return {
            "id": player.id,
            "name": player.name,
            "host": player.is_host,
            "handicap": player.handicap.words(),
            "here": any(one.key == key for one in self._listeners),
            "placed": len(player.laid),
            "seconds": None if player.seconds is None else round(player.seconds, 2),
            "place": self._order.index(player) + 1 if player in self._order else None,
            "wins": player.wins,
        }

    def _of_round(self, own: Player | None) -> dict[str, Any] | None:
        if self.round is None:
            return None
        board, is_known = (own and own.board) or self.round.board, self._now() >= self.round.begins - REVEAL_SECONDS
        return {
            "number": self.round.number,
            "puzzle": self.round.puzzle_id,
            "pieces": len(self.round.puzzle.pieces),
            "begins": self.round.begins,
            "board": list(board.grid.cells(board.blockers)) if is_known else None,
        }


class Rooms:
    """All rooms of a server."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._rooms: dict[str, Room] = {}

    def list(self) -> list[Room]:
        """Return the rooms, the oldest first; those in which nothing happens any more are closed before."""
        for room in list(self._rooms.values()):
            if self._now() - room.changed > IDLE_SECONDS:
                self.close(room.id, "idle")
        return list(self._rooms.values())

    def open(self) -> Room:
        """Open a room; raise :class:`AskError` (503) if there are too many."""
        if len(self.list()) >= MOST_ROOMS:
            raise AskError(503, f"{MOST_ROOMS} rooms are open already: close one")
        room = Room(self._now)
        self._rooms[room.id] = room
        return room

    def get(self, ident: str) -> Room:
        """Return the room with an id; raise :class:`AskError` (404) if there is none."""
        for room in self.list():
            if room.id == ident:
                return room
        raise AskError(404, NO_ROOM)

    def of_code(self, text: str) -> Room | None:
        """Return the room that a code opens, in a time that does not depend on the code."""
        code = read_code(text)
        found = [room for room in self.list() if room.opens_to(code)]
        return found[0] if code and found else None

    def close(self, ident: str, why: Ended = "host") -> None:
        """Close a room, if it is open."""
        room = self._rooms.pop(ident, None)
        if room is not None:
            room.close(why)

    def close_all(self) -> None:
        """Close all rooms, since the server ends."""
        for room in self.list():
            self.close(room.id, "stop")
