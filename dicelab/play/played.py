"""How games ended: one game, or those of a race."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from dicelab.errors import DONE, INTERRUPTED, DiceError
from dicelab.play.game import Game
from dicelab.play.position import Placement, Position
from dicelab.play.screen import result_line
from dicelab.render.text import wrap
from dicelab.score.choosing import ChosenBoard, ChosenBoards
from dicelab.score.handicaps import Racer, with_laid
from solver.polyform import Board, Puzzle


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """How a game ended."""

    game: Game
    seconds: float
    width: int
    """Columns of its lines."""
    exit_status: int = DONE
    """130 after Ctrl-C, solved or not."""

    schema: ClassVar[str] = "play"

    def __str__(self) -> str:
        return "\n".join(wrap(result_line(self.game, self.seconds), self.width))

    def to_json(self) -> dict[str, Any]:
        """Return the board, the pieces on it, and what the player used."""
        game, position = self.game, self.game.position
        return {
            "board": position.board.format(),
            "puzzle": position.puzzle.format(),
            "placed": position.format(),
            "solved": game.is_solved,
            "given_up": game.has_given_up,
            "tries": game.tries,
            "hints": game.hints,
            "seconds": int(self.seconds),
        }


@dataclass(frozen=True, slots=True)
class PlayedRace:
    """How a race ended: the game of each player, in the order in which they played; the fastest has won."""

    players: tuple[Racer, ...]
    games: tuple[PlayedGame, ...]
    """Fewer than players where the race was ended before all had played."""

    schema: ClassVar[str] = "race"

    @property
    def exit_status(self) -> int:
        """130 where the race was ended before all had played."""
        is_whole = len(self.games) == len(self.players) and all(one.exit_status == DONE for one in self.games)
        return DONE if is_whole else INTERRUPTED

    def places(self) -> list[int | None]:
        """Return for each game the place of its player, from 1; nothing where the board was not solved."""
        times = sorted(one.seconds for one in self.games if one.game.is_solved)
        return [1 + times.index(one.seconds) if one.game.is_solved else None for one in self.games]

    def __str__(self) -> str:
        results = sorted(
            zip(self.places(), self.players, self.games, strict=False), key=lambda one: (one[0] is None, one[0])
        )
        lines = []
        for place, player, played in results:
            said = player.handicap.words()
            name = player.name + (f" ({said})" if said else "")
            number = "–" if place is None else f"{place}."
            lines += wrap(f"{number} {name}: {result_line(played.game, played.seconds)}", played.width, "   ")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """Return the games with their players, handicaps and places."""
        games = zip(self.players, self.games, self.places(), strict=False)
        return {
            "players": [
                {"name": player.name, "handicap": player.handicap.format(), "place": place, **played.to_json()}
                for player, played, place in games
            ]
        }


def first_positions(chosen: ChosenBoards) -> list[Position]:
    """Return the boards with the pieces that lie when the game begins."""
    found = []
    for one in chosen.boards:
        masks = one.tiling.masks if one.tiling else ()
        laid = tuple(Placement(chosen.puzzle.pieces[number], masks[number]) for number in one.laid)
        found.append(Position(one.board, chosen.puzzle, laid))
    return found


def on_one_board(players: Sequence[Racer], board: Board, puzzle: Puzzle) -> ChosenBoards:
    """Deal one board to all players of a race; refuse handicaps that ask for other boards."""
    _require_same(players)
    boards = tuple(ChosenBoard(board, None, None, name=player.name) for player in players)
    return with_laid(ChosenBoards(puzzle, boards, len(boards), {}, 0, players=tuple(players), is_named=True))


def _require_same(players: Iterable[Racer]) -> None:
    other = next((one for one in players if one.handicap.difficulty or one.handicap.dice), None)
    if other is not None:
        raise DiceError(f"player {other.format()}: all play one board here, so only laid=N is a handicap")
