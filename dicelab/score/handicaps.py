"""Players of a race and their handicaps: rolls of another difficulty, other dice, pieces that lie from the start."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, Self, TypeAlias

from dicelab.errors import DiceError
from dicelab.kinds import Kind, Repeated
from dicelab.score.difficulties import DIFFICULTIES, read_difficulty
from solver.errors import quoted
from solver.words import counted, listed

if TYPE_CHECKING:
    from dicelab.score.choosing import ChosenBoards
    from solver.polyform import Puzzle

_FORMS = "hard, set=easy.json or laid=2"
MOST_PLAYERS = 8


@dataclass(frozen=True, slots=True)
class Handicap:
    """What makes a game easier or harder for one of several players.

    Examples
    --------
    >>> Handicap.parse("laid=2, hard"), Handicap.parse("laid=2, hard").format()
    (Handicap(difficulty=('hard',), dice='', laid=2), 'hard,laid=2')
    >>> Handicap.parse("set=step-1.json, easy..hard").words()
    'hard, medium or easy boards, dice step-1.json'
    """

    difficulty: tuple[str, ...] = ()
    """The player's boards are of one of these; of any, if empty."""
    dice: str = ""
    """The player's dice, as a user names a set; those of the game, if empty."""
    laid: int = 0
    """Number of pieces of a solution that lie from the start, the largest ones."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read parts with commas between them, in any order; an empty text is no handicap."""
        found: dict[str, Any] = {}
        for part in filter(None, map(str.strip, text.split(","))):
            name, equals, value = (word.strip() for word in part.partition("="))
            field: tuple[str, object]
            if name.lower() == "laid" and re.fullmatch(r"[1-9][0-9]?", value):
                field = "laid", int(value)
            elif name.lower() == "set" and value:
                field = "dice", value
            elif not equals and part.split("..")[0].strip().lower().replace(" ", "-") in DIFFICULTIES:
                field = "difficulty", read_difficulty(part)
            else:
                raise DiceError(f"handicap {quoted(part)}: write a difficulty, a set or a number of pieces: {_FORMS}")
            if field[0] in found:
                raise DiceError(f"handicap {quoted(text)} has two of a kind: write each of {_FORMS} once")
            found[field[0]] = field[1]
        return cls(**found)

    def format(self) -> str:
        """Return the text that :meth:`parse` reads."""
        ends = dict.fromkeys((*self.difficulty[-1:], *self.difficulty[:1]))
        laid = f"laid={self.laid}" if self.laid else ""
        return ",".join(filter(None, ("..".join(ends), f"set={self.dice}" if self.dice else "", laid)))

    def words(self) -> str:
        """Return the handicap as a sentence has it."""
        levels = listed(one.replace("-", " ") for one in self.difficulty) if self.difficulty else ""
        laid = f"{counted(self.laid, 'piece')} laid" if self.laid else ""
        return ", ".join(filter(None, (levels and f"{levels} boards", self.dice and f"dice {self.dice}", laid)))

    def require(self, puzzle: Puzzle) -> None:
        """Refuse as many laid pieces as the puzzle has."""
        pieces = len(puzzle.pieces)
        if self.laid >= pieces:
            raise DiceError(f"laid={self.laid}: the puzzle has {counted(pieces, 'piece')}, so lay {pieces - 1} at most")


@dataclass(frozen=True, slots=True)
class Racer:
    """Somebody who races, and the handicap.

    Examples
    --------
    >>> ben = Racer.parse("Ben: laid=2")
    >>> ben.name, ben.handicap.laid, ben.format(), Racer.parse("Ann").format()
    ('Ben', 2, 'Ben:laid=2', 'Ann')
    """

    name: str
    handicap: Handicap = Handicap()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a name, and behind a colon the handicap."""
        name, colon, handicap = text.partition(":")
        if not name.strip() or not name.isprintable() or (colon and not handicap.strip()):
            raise DiceError(f"player {quoted(text)}: write a name, and behind a colon the handicap, such as Ben:laid=2")
        return cls(" ".join(name.split()), Handicap.parse(handicap))

    def format(self) -> str:
        """Return the text that :meth:`parse` reads."""
        return ":".join(filter(None, (self.name, self.handicap.format())))


@dataclass(frozen=True, kw_only=True)
class _PlayerKind(Kind):
    """A player with a handicap."""

    metavar: str = "NAME[:HANDICAP]"
    wanted: str = "pass text such as Ben:laid=2, or a Racer"

    def accepts(self, value: object) -> bool:
        """Tell whether a function takes a value."""
        return isinstance(value, (str, Racer))

    def read(self, text: str) -> Racer:
        """Return the player."""
        return Racer.parse(text)


Players: TypeAlias = Annotated[
    Sequence[str | Racer],
    Repeated(
        of=_PlayerKind(),
        metavar="NAME[:HANDICAP]",
        text="A player of a race, perhaps with a handicap: Ben:hard, Ben:set=easy.json, Ben:laid=2. Repeat it.",
    ),
]
"""Players of a race, wherever there is one."""

PAIR = (Racer(""), Racer(""))


def players_of(players: Sequence[str | Racer]) -> tuple[Racer, ...]:
    """Return the players that a user named; refuse a race of one, of too many, or with a name twice."""
    found = tuple(one if isinstance(one, Racer) else Racer.parse(one) for one in players)
    names = [one.name.casefold() for one in found]
    twice = next((one.name for one in found if names.count(one.name.casefold()) > 1), None)
    if twice is not None:
        raise DiceError(f"player {quoted(twice)} is named twice: give each player another name")
    if found and not 2 <= len(found) <= MOST_PLAYERS:
        raise DiceError(f"{counted(len(found), 'player')}: a race has 2 to {MOST_PLAYERS}; repeat --player")
    return found


def dealt(players: Sequence[Racer], choose: Callable[[Handicap, int], ChosenBoards]) -> ChosenBoards:
    """Deal the boards of a race, round by round a board for each player.

    Players whose boards come from the same difficulty and dice get boards of equal difficulty.

    Parameters
    ----------
    choose
        Returns rounds of boards for a number of players with one difficulty and dice; see
        :func:`~dicelab.score.choosing.choose_boards`.
    """
    alike: dict[Handicap, list[int]] = {}
    for number, player in enumerate(players):
        alike.setdefault(replace(player.handicap, laid=0), []).append(number)
    parts = {handicap: choose(handicap, len(numbers)) for handicap, numbers in alike.items()}
    first = next(iter(parts.values()))
    rounds = min(len(part) // len(alike[handicap]) for handicap, part in parts.items())
    boards = []
    for turn in range(rounds):
        for number, player in enumerate(players):
            handicap = replace(player.handicap, laid=0)
            numbers = alike[handicap]
            one = parts[handicap].boards[turn * len(numbers) + numbers.index(number)]
            boards.append(replace(one, name=player.name))
    matching = sum(part.matching for part in parts.values())
    chosen = replace(first, boards=tuple(boards), matching=matching, players=tuple(players))
    return with_laid(chosen) if any(player.handicap.laid for player in players) else chosen


def with_laid(chosen: ChosenBoards) -> ChosenBoards:
    """Return the boards with the pieces that lie from the start: of each tiling the largest ones.

    Raises :class:`DiceError` if a board has no tiling, or a player is to have all pieces.
    """
    from dicelab.solving.tiling import solve

    puzzle, boards = chosen.puzzle, []
    by_size = sorted(range(len(puzzle.pieces)), key=lambda number: (-puzzle.pieces[number].order, number))
    for number, one in enumerate(chosen.boards):
        handicap = chosen.players[number % len(chosen.players)].handicap
        handicap.require(puzzle)
        tiling = solve(one.board, puzzle).tiling if handicap.laid else None
        if handicap.laid and tiling is None:
            raise DiceError(f"laid={handicap.laid}: board {one.board.format()} has no tiling; leave laid out")
        boards.append(replace(one, tiling=tiling, laid=tuple(sorted(by_size[: handicap.laid]))))
    return replace(chosen, boards=tuple(boards))
