"""The game that is printed or made, and how: sizes, materials, and how a laser tells cuts from engraving."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Annotated, NamedTuple, TypeAlias

from dicelab.dice import DiceSet
from dicelab.dice.names import plain
from dicelab.dice.sources import DiceLike, PuzzleLike, dice_set_of, puzzle_of
from dicelab.errors import DiceError
from dicelab.kinds import FileContent, Number, Port, Repeated, Whole
from dicelab.press.page import paper_named
from dicelab.render.links import puzzle_word
from dicelab.render.puzzle import as_written, puzzle_title
from dicelab.solving.board_lists import BoardsLike
from solver.errors import quoted, suggestion
from solver.polyform import Puzzle
from solver.polyform.puzzle_file import puzzle_file_of
from solver.polyform.puzzle_parsing import PuzzleFile

CellSide: TypeAlias = Annotated[
    float,
    Number(
        metavar="MM",
        text="Side of a square of the board in millimetres; triangles and hexagons have the same area.",
    ),
]
"""How large the cells of a game are."""

NamedSource: TypeAlias = Annotated[DiceLike | PuzzleLike | FileContent | None, Port(is_function=False)]
"""The source of the puzzle where the dice are a value: its file has a title and the names of regions."""

MOST_TITLE = 200

UNNAMED = {"default", "unnamed"}
"""Names of dice sets that make no title."""

FOUND = re.compile(r"(set|design|pieces)-[0-9a-f]{12}")
"""How a search names the sets that it finds."""

PARTS = ("rules", "board", "pieces", "blockers", "stickers", "nets")
PLACES = ("back", "end", "none")
"""Where the answers of a booklet go."""

MOST_ON_PAGE = 16


class Material(NamedTuple):
    """The material of a game; lengths in millimetres."""

    clearance: float
    kerf: float = 0.0
    """Width of the slit that the laser burns; 0 for printed parts."""


MATERIALS = {
    "plywood": Material(0.1, 0.18),
    "mdf": Material(0.1, 0.2),
    "acrylic": Material(0.08, 0.15),
    "cardboard": Material(0.15, 0.15),
    "pla": Material(0.15),
    "petg": Material(0.2),
    "resin": Material(0.1),
}
"""Usual values; a test piece tells those of a machine."""

LASER_MATERIAL = "plywood"
PRINTED_MATERIAL = "pla"


class Hairline(NamedTuple):
    """The lines of a file for a laser cutter: a width in millimetres, and colours."""

    width: float
    cut: str = "#FF0000"
    score: str = "#0000FF"
    engrave: str = "#000000"


HAIRLINES = {
    "plain": Hairline(0.1),
    "fine": Hairline(0.01),
    "epilog": Hairline(0.0254),
    "ponoko": Hairline(0.01, "#0000FF", "#FF0000", "#000000"),
}
"""``fine`` is a hairline to most drivers, such as that of Trotec, ``epilog`` a thousandth of an inch, and
``ponoko`` has the colours of that service; ``plain`` can be seen on a screen."""

CELL_RANGE = (5.0, 60.0)
DIE_RANGE = (8.0, 60.0)
"""Sizes in millimetres that can be handled and glued."""

LENGTHS = {
    "cell": (8.0, 100.0),
    "thickness": (1.0, 50.0),
    "clearance": (0.02, 1.0),
    "chamfer": (0.0, 3.0),
    "kerf": (0.0, 1.0),
    "wall": (3.0, 50.0),
}
SHEET_RANGE = (50.0, 3000.0)


@dataclass(frozen=True, slots=True)
class GameSource:
    """A puzzle and its dice, with the content of the puzzle's file."""

    puzzle: Puzzle
    dice_set: DiceSet | None
    file: PuzzleFile

    @classmethod
    def of(
        cls,
        dice: DiceLike | FileContent | None,
        puzzle: PuzzleLike | None,
        source: NamedSource = None,
        *,
        shared_cells: bool = False,
    ) -> GameSource:
        """Return the game of dice, without dice where only a puzzle is named, and else the Genius Square."""
        dice_set = None
        if dice is not None or puzzle is None:
            dice_set = dice_set_of("default" if dice is None else dice, puzzle, shared_cells=shared_cells)
        wanted = dice_set.puzzle if dice_set else puzzle_of(puzzle or "genius-square")
        return cls(wanted, dice_set, puzzle_in_file(wanted, source, puzzle, dice))

    def title(self, title: str | None) -> str:
        """Return a title on one line, or else the name of the game."""
        if shown := heading(title):
            return shown
        known = puzzle_title(self.puzzle) if self.puzzle.title or self.puzzle.name else ""
        name = as_written(plain(self.dice_set.name)) if self.dice_set else ""
        if known and FOUND.fullmatch(name):
            name = ""
        if name.lower() in UNNAMED or puzzle_word(name) in {puzzle_word(known), puzzle_word(self.puzzle.name or "")}:
            name = ""
        return ": ".join(filter(None, (known, name))) or puzzle_title(self.puzzle)


def puzzle_in_file(puzzle: Puzzle, *sources: object) -> PuzzleFile:
    """Return the content of a puzzle's file.

    The first source that is not ``None`` may name the file; the catalogue is asked as well.
    """
    source = next((one for one in sources if one is not None), None)
    names = [str(source)] if isinstance(source, (str, os.PathLike)) else []
    for name in [*names, *([puzzle.name] if puzzle.name else [])]:
        try:
            file, _, _ = puzzle_file_of(name)
        except ValueError:
            continue
        if puzzle in {file.puzzle, *file.variants.values()}:
            return file
    return PuzzleFile(puzzle)


def heading(title: str | None) -> str:
    """Return a title on one line, not longer than any heading."""
    return plain((title or "")[:MOST_TITLE])


def _require_known(what: str, name: str, known: Collection[str]) -> None:
    if name not in known:
        raise DiceError(f"{what} {quoted(name)}: {suggestion(name, known)}")


@dataclass(frozen=True, kw_only=True)
class BookletKind(Repeated):
    """Boards, or how many are chosen."""

    wanted: str = "pass a number of boards, or a list of boards"
    or_file: bool = True

    def accepts(self, value: object) -> bool:
        """Tell whether a function takes a value."""
        return Whole().accepts(value) or super().accepts(value)


def boards_asked(boards: int | Sequence[BoardsLike] | None) -> int | list[BoardsLike]:
    """Return the number of boards that are asked for, or the boards; 0 where no booklet is."""
    if boards is None or isinstance(boards, int):
        return 0 if boards is None else int(Whole(least=1).read(str(boards)))
    named: list[BoardsLike] = [boards] if isinstance(boards, str) else list(boards)
    number = named[0] if len(named) == 1 else None
    return int(Whole(least=1).read(number)) if isinstance(number, str) and number.strip().isdigit() else named or 0


@dataclass(frozen=True)
class GameSettings:
    """The parts of a game that are printed, and their sizes; :class:`DiceError` for a size that can't be handled."""

    paper: str = "a4"
    cell: float = 20.0
    """Side of a square in millimetres; other cells have the same area."""
    die: float = 16.0
    """Between opposite faces of a die, in millimetres."""
    parts: tuple[str, ...] = PARTS
    backs: bool = False
    """Whether the backs of pieces are printed too: then every second page is the back of the one before."""
    only_dice: tuple[int, ...] = ()
    """Numbers of the dice whose stickers and nets are printed, from 1; all without them."""
    changed_from: DiceSet | None = None
    """A set: only the stickers of faces that differ from its are printed."""
    link: str = ""
    """Address of the page for impossible rolls, for a QR code on the rules; none without it."""

    def __post_init__(self) -> None:
        paper_named(self.paper)
        for name, value, (least, most) in (("cell", self.cell, CELL_RANGE), ("die", self.die, DIE_RANGE)):
            if not least <= value <= most:
                raise DiceError(f"{name} {value:g}: choose a size from {least:g} to {most:g} mm")
        for part in self.parts or ("",):
            _require_known("part", part, PARTS)


@dataclass(frozen=True)
class BookletSettings:
    """How the cards of a booklet are printed; :class:`DiceError` for an unknown paper or place, or too many cards."""

    paper: str = "a4"
    per_page: int = 4
    solutions: str = "back"

    def __post_init__(self) -> None:
        paper_named(self.paper)
        if not 1 <= self.per_page <= MOST_ON_PAGE:
            raise DiceError(f"{self.per_page} boards on a page: use 1 to {MOST_ON_PAGE}")
        _require_known("solutions", self.solutions, PLACES)


@dataclass(frozen=True, slots=True)
class MakeSettings:
    """How a game is made; lengths in millimetres.

    Examples
    --------
    >>> MakeSettings(material="oak")
    Traceback (most recent call last):
    ...
    dicelab.errors.DiceError: material 'oak': choose from plywood, mdf, acrylic, cardboard, pla, petg, resin
    """

    cell: float = 20
    """Side of a square; cells of other lattices have the same area."""
    thickness: float = 8
    """Height of printed pieces."""
    clearance: float | None = None
    """Each side of a part is moved back by it: between two parts there is twice as much."""
    chamfer: float = 0.6
    kerf: float | None = None
    wall: float = 8
    """Of the tray, where the board comes nearest to its edge."""
    material: str | None = None
    sheet: tuple[float, float] = (400, 300)
    hairline: str = "plain"
    blocker: str = "disc"
    labels: bool = True
    letters: str = "lines"
    """How a laser engraves labels: along single strokes, or over the areas of letters."""

    def __post_init__(self) -> None:
        for name, (least, most) in LENGTHS.items():
            value = getattr(self, name)
            if value is not None and not least <= value <= most:
                raise DiceError(f"--{name} {value:g}: choose {least:g} to {most:g} millimetres")
        _require_known("material", self.material or LASER_MATERIAL, MATERIALS)
        _require_known("hairline", self.hairline, HAIRLINES)
        _require_known("blocker", self.blocker, ("disc", "cell"))
        _require_known("letters", self.letters, ("lines", "filled"))
        low, high = SHEET_RANGE
        if not all(low <= length <= high for length in self.sheet):
            raise DiceError(f"--sheet {self.sheet[0]:g}x{self.sheet[1]:g}: choose {low:g} to {high:g} millimetres")
        if 2 * self.chamfer > self.thickness - 0.2:
            most = (self.thickness - 0.2) / 2
            raise DiceError(f"--chamfer {self.chamfer:g}: choose at most {most:g}, or a larger --thickness")
        if self.chamfer + self.gap(PRINTED_MATERIAL) > self.wall - 1:
            raise DiceError(f"--wall {self.wall:g}: choose {self.chamfer + 2:g} or more for this chamfer and clearance")

    def gap(self, otherwise: str) -> float:
        """Return the clearance, that of the material, or that of another where none is named."""
        return MATERIALS[self.material or otherwise].clearance if self.clearance is None else self.clearance

    @property
    def edge(self) -> float:
        """The chamfer of the tray's opening, which takes at most a quarter of the depth."""
        return min(self.chamfer, self.thickness / 8)

    @property
    def cut_width(self) -> float:
        """The kerf, or that of the material."""
        return MATERIALS[self.material or LASER_MATERIAL].kerf if self.kerf is None else self.kerf


def read_sheet(text: str) -> tuple[float, float]:
    """Return the width and height that a text such as ``400x300`` names; :class:`DiceError` if it is not two numbers.

    Examples
    --------
    >>> read_sheet("600x400")
    (600.0, 400.0)
    """
    found = re.fullmatch(r"\s*([0-9.]{1,9})\s*[x×*]\s*([0-9.]{1,9})\s*", text)
    try:
        sizes = (float(found[1]), float(found[2])) if found else None
    except ValueError:
        sizes = None
    if sizes is None or not all(map(isfinite, sizes)):
        raise DiceError(f"sheet {quoted(text)}: write width x height in millimetres, such as 400x300")
    return sizes
