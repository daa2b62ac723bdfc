"""A puzzle: a grid, the pieces that must tile it, and the number of blockers."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import comb, prod
from typing import TYPE_CHECKING, Self
from urllib.parse import quote, unquote

from solver.display import Pictured
from solver.errors import InputError, quoted, require_type
from solver.exact_cover.problem import ExactCover
from solver.polyform.grid import Grid
from solver.polyform.grid_text import cells_text, read_cells
from solver.polyform.lattice import Lattice
from solver.polyform.piece import Piece, free_polyforms, orders, placements
from solver.words import counted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Masks = NDArray[np.uint64]
    Flags = NDArray[np.bool_]

COPY_LABELS = string.digits[1:] + string.ascii_letters.replace("l", "").replace("O", "")
"""The characters that stand for the pieces of a tiling, one for each copy."""

NAME = r"[a-z0-9][a-z0-9.-]*(#[^/:;#]+)?"
"""The pattern of a name in the catalogue, perhaps with a variant."""

MOST_NAME = 200
"""Characters of a name for people."""

TITLE = ";title="
"""Before the title, at the end of a puzzle's text."""


@dataclass(frozen=True)
class Puzzle(Pictured):
    """A grid, a multiset of pieces, the number of blockers, and where these may stand.

    Raises
    ------
    InputError
        If the areas do not add up, there is no piece, a piece does not fit on the empty grid, or the regions are not
        one for each blocker.

    Examples
    --------
    >>> puzzle = Puzzle.parse("genius-square")
    >>> puzzle.format()
    '6x6/7:I1,I2,I3,L3,I4,O4,T4,L4,S4'
    >>> len(puzzle.problem.options)
    625
    >>> Puzzle.parse("6x6/6:10*L3").kinds
    {Piece.parse('L3'): 10}
    >>> puzzle
    Puzzle.parse('genius-square')
    >>> Puzzle.parse("triangles@1,0-2/1:I3").boards
    4
    >>> dates = Puzzle.parse("1x4=JAN,FEB,1..2/2:I2;regions=1-2,3-4")
    >>> dates.boards, dates.allowed_boards, dates.grid.labels(dates.regions[0])
    (6, 4, 'JAN FEB')
    """

    grid: Grid
    """Of at most 64 cells, where boards are kept as masks."""
    pieces: tuple[Piece, ...]
    """In the order in which tilings number them; copies of a piece stand together."""
    blockers: int
    """Together with the areas of the pieces it must add up to the number of cells."""
    name: str | None = field(default=None, compare=False)
    always_free: int = 0
    """The mask of the cells that may not be blocked."""
    regions: tuple[int, ...] = ()
    """Masks of cells with one blocker each, as the months and days of a calendar; empty if blockers stand anywhere."""
    title: str = field(default="", compare=False)
    """The name that people gave to the game, such as that in its file."""

    def __post_init__(self) -> None:
        if problem := name_problem(self.title):
            raise InputError(f"title {problem}")
        object.__setattr__(self, "pieces", tuple(Counter(self.pieces).elements()))
        area = sum(piece.order for piece in self.pieces)
        if not self.pieces:
            raise InputError("the puzzle has no pieces: name at least one")
        if self.blockers < 0:
            raise InputError(f"{self.blockers} blockers: use 0 or more")
        if area + self.blockers != len(self.grid):
            raise InputError(
                f"the pieces cover {counted(area, 'cell')} and the blockers {self.blockers}, so "
                f"{_mismatch(area + self.blockers, len(self.grid))}: "
                f"use {counted(len(self.grid) - area, 'blocker')} or change the pieces"
                if area <= len(self.grid)
                else f"the pieces cover {area} cells, but the grid has {len(self.grid)}: leave some pieces out"
            )
        if len(self.pieces) > len(COPY_LABELS):
            raise InputError(f"{len(self.pieces)} pieces: use at most {len(COPY_LABELS)}")
        for piece in self.kinds:
            if piece.lattice is not self.grid.lattice:
                raise InputError(
                    f"piece {piece.name} is made of {piece.lattice.name} and the grid of {self.grid.lattice.name}: "
                    "take both from one lattice"
                )
            if next(placements(piece, self.grid), None) is None:
                raise InputError(
                    f"piece {piece.name} does not fit on the empty {self.grid.geometry()} grid: choose another piece"
                )
        self._require_places()
        if Counter(piece.reflected for piece in self.pieces) != Counter(self.pieces):
            # A reflection would ask for the backs of pieces.
            object.__setattr__(self, "grid", self.grid.one_sided())

    def _require_places(self) -> None:
        """Refuse blockers that have no place."""
        if self.always_free < 0 or self.always_free & ~self.grid.full:
            raise InputError(f"always-free mask {self.always_free:#x} has bits beyond the {len(self.grid)} cells")
        free = self.always_free.bit_count()
        if len(self.grid) - free < self.blockers:
            raise InputError(
                f"{counted(free, 'cell')} may not be blocked, which leaves {len(self.grid) - free} for "
                f"{counted(self.blockers, 'blocker')}: free fewer cells"
            )
        if not self.regions:
            return
        if len(self.regions) != self.blockers:
            raise InputError(
                f"{counted(len(self.regions), 'region')} for {counted(self.blockers, 'blocker')}: "
                "give one region for each blocker, or none"
            )
        seen = self.always_free
        for number, region in enumerate(self.regions, start=1):
            if region <= 0 or region & ~self.grid.full:
                raise InputError(f"region {number} has no cell of the grid: name at least one")
            if region & seen:
                where = self.grid.labels(region & seen)
                raise InputError(
                    f"region {number} has {where}, which another region has or which may not be blocked: "
                    "name each cell in one place"
                )
            seen |= region

    def __repr__(self) -> str:
        return f"Puzzle.parse({self.name or self.format()!r})"

    @cached_property
    def boards(self) -> int:
        """The number of boards, all placements of the blockers, also where the puzzle does not allow them."""
        return comb(len(self.grid), self.blockers)

    @cached_property
    def blockable(self) -> int:
        """The mask of the cells that may be blocked."""
        return sum(self.regions) or self.grid.full & ~self.always_free

    @property
    def allowed_boards(self) -> int:
        """The number of boards that the puzzle allows: one blocker in each region, none on cells that stay free."""
        if self.regions:
            return prod(region.bit_count() for region in self.regions)
        return comb(self.blockable.bit_count(), self.blockers)

    @property
    def allows_all(self) -> bool:
        """Whether blockers may stand anywhere."""
        return not self.always_free and not self.regions

    def allows(self, masks: Masks) -> Flags:
        """Tell which boards the puzzle allows: bool of the shape of ``masks``, uint64 with as many bits as blockers.

        Examples
        --------
        >>> import numpy as np
        >>> Puzzle.parse("1x4/2:I2;regions=1-2,3-4").allows(np.array([0b0011, 0b0110], np.uint64))
        array([False,  True])
        """
        import numpy as np

        masks = np.asarray(masks, np.uint64)
        allowed: Flags = masks & ~np.uint64(self.blockable) == 0
        for region in self.regions:
            allowed &= np.bitwise_count(masks & np.uint64(region)) == 1
        return allowed

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The symmetries of the grid that send allowed boards to allowed ones, the identity first."""

        def image(mask: int, permutation: tuple[int, ...]) -> int:
            return self.grid.mask(permutation[cell] for cell in self.grid.cells(mask))

        return tuple(
            permutation
            for permutation in self.grid.symmetries
            if image(self.always_free, permutation) == self.always_free
            and {image(region, permutation) for region in self.regions} == set(self.regions)
        )

    @cached_property
    def unrestricted(self) -> Puzzle:
        """The puzzle of a census: the same grid and pieces with the usual labels, and blockers anywhere."""
        if self.allows_all and self.grid.labelling is None:
            return self
        grid = Grid.parse(self.grid.geometry())
        plain = Puzzle(grid, self.pieces, self.blockers)
        return GENIUS_SQUARE if plain == GENIUS_SQUARE else plain

    @cached_property
    def kinds(self) -> dict[Piece, int]:
        """The different pieces with the number of their copies, in order."""
        return dict(Counter(self.pieces))

    @cached_property
    def placements(self) -> tuple[tuple[Piece, int], ...]:
        """Every placement on the empty grid: its piece and its mask.

        Large and rare pieces come first, which is the order in which searches try them.
        """
        lying = {piece: tuple(placements(piece, self.grid)) for piece in self.kinds}
        order = sorted(self.kinds, key=lambda piece: (-piece.order, len(lying[piece])))
        return tuple((piece, mask) for piece in order for mask in lying[piece])

    @cached_property
    def problem(self) -> ExactCover:
        """The exact cover problem of the empty grid: item ``i`` is cell ``i``, then an item for each kind.

        Option ``n`` is placement ``n``. A board is the sub-problem without the items of its blockers.
        """
        cells = len(self.grid)
        item = {piece: cells + n for n, piece in enumerate(self.kinds)}
        return ExactCover(
            items=(*map(self.grid.label, range(cells)), *(f"piece {piece.name}" for piece in self.kinds)),
            options=tuple((*Grid.cells(mask), item[piece]) for piece, mask in self.placements),
            multiplicities=(1,) * cells + tuple(self.kinds.values()),
        )

    def board_problem(self, blockers: int) -> tuple[ExactCover, list[int]]:
        """Return the problem of one board, and the placement of each of its options."""
        fitting = [n for n, (_, mask) in enumerate(self.placements) if not mask & blockers]
        return self.problem.without(Grid.cells(blockers)), fitting

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a name, or ``GRID/BLOCKERS:PIECES``.

        GRID is that of :meth:`Grid.parse`. PIECES are names, shapes or ``pentominoes`` (all of an order), separated by
        commas; ``10*L3`` is ten of a kind. Then may follow ``;free=3+7-9``, the numbers (from 1) of the cells that may
        not be blocked, and ``;regions=1-12,13-43``, the cells of each region that has one blocker. Last may stand
        ``;title=My%20game``, its name for people.
        """
        require_type(text, str, "a puzzle is read from text, a name or GRID/BLOCKERS:PIECES")
        if TITLE in text:
            bare, _, title = text.strip().partition(TITLE)
            return replace(cls.parse(bare), title=unquote(title))
        word = text.strip()
        if re.fullmatch(NAME, word):
            known = puzzle_called(word)
            if known is not None:
                return cls(known.grid, known.pieces, known.blockers, word, known.always_free, known.regions)
        match = re.fullmatch(r"([^/:;\n]+)/([0-9]{1,4}):([^;\n]+)((?:;[a-z]+=[^;]*)*)", word)
        if not match:
            raise InputError(
                f"{quoted(word)} is not a puzzle: write a name such as genius-square, "
                "or GRID/BLOCKERS:PIECES such as 6x6/6:10*L3"
            )
        grid = Grid.parse(match[1])
        pieces: list[Piece] = []
        for part in match[3].split(","):
            pieces += pieces_of(part, grid.lattice)
            if len(pieces) > len(grid):
                raise InputError(f"more than {len(grid)} pieces on {len(grid)} cells: leave some out")
        return cls(grid, tuple(pieces), int(match[2]), None, *_places(match[4], grid))

    @property
    def text(self) -> str:
        """A text that :meth:`parse` reads into this puzzle with its title: a name of the catalogue, or the full text.

        Examples
        --------
        >>> Puzzle.parse("2x3/2:O4;title=My%20game").title, replace(GENIUS_SQUARE, title="It; mine").text
        ('My game', 'genius-square;title=It%3B mine')
        """
        # What would end the title is escaped, and the sign that escapes.
        title = re.sub(r"[%;]", lambda found: quote(found[0]), self.title)
        return (self.name or self.format()) + (f"{TITLE}{title}" if title else "")

    def format(self) -> str:
        """Return the full text that :meth:`parse` reads, without the title."""
        pieces = (piece.times(times) for piece, times in self.kinds.items())
        text = f"{self.grid.format()}/{self.blockers}:{','.join(pieces)}"
        if self.always_free:
            text += f";free={cells_text(Grid.cells(self.always_free))}"
        if self.regions:
            text += f";regions={','.join(cells_text(Grid.cells(region)) for region in self.regions)}"
        return text


CATALOGUES: list[Callable[[str], Puzzle | None]] = []
"""Functions that look puzzles up by name: :mod:`solver.polyform.puzzle_catalogue` adds its own."""


def puzzle_called(name: str) -> Puzzle | None:
    """Return the puzzle of a name, or of a name and a variant, in a catalogue.

    Examples
    --------
    >>> puzzle_called("genius-star#golden-star").blockers, puzzle_called("my-puzzle")
    (7, None)
    """
    return next((found for catalogue in CATALOGUES if (found := catalogue(name))), None)


def pieces_of(text: str, lattice: Lattice) -> tuple[Piece, ...]:
    """Read a piece, copies of one (``2*L3``), or all pieces of an order (``pentominoes``).

    Examples
    --------
    >>> from solver.polyform import SQUARES
    >>> pieces_of("2*trominoes", SQUARES)
    (Piece.parse('I3'), Piece.parse('I3'), Piece.parse('L3'), Piece.parse('L3'))
    """
    times, _, kind = text.rpartition("*")
    if not re.fullmatch(r"([1-9][0-9]{0,2})?", times.strip()):
        raise InputError(f"{quoted(text.strip())} is not a number of pieces: write it as 2*L3")
    order = orders(lattice).get(kind.strip().upper())
    kinds = free_polyforms(order, lattice) if order else (Piece.parse(kind, lattice),)
    return tuple(piece for piece in kinds for _ in range(int(times or 1)))


def name_problem(name: str) -> str:
    """Return why no puzzle may have a name for people, or nothing."""
    if len(name) > MOST_NAME:
        return f"of {len(name):,} characters: use at most {MOST_NAME}"
    # An unprintable character could forge a line or turn the direction of the text behind it.
    odd = next((character for character in name if not character.isprintable()), None)
    if odd is not None:
        return f"has the character U+{ord(odd):04X}: write it on one line without control characters"
    return ""


def _places(text: str, grid: Grid) -> tuple[int, tuple[int, ...]]:
    """Read the cells that may not be blocked, and the regions."""
    found = {}
    for part in text.split(";")[1:]:
        key, _, value = part.partition("=")
        if key not in {"free", "regions"} or key in found:
            raise InputError(f"{quoted(part)} in the puzzle: write ;free=3+7-9 or ;regions=1-12,13-43, each once")
        found[key] = value
    free = grid.mask(read_cells(found["free"], "free", len(grid))) if "free" in found else 0
    regions = found["regions"].split(",") if "regions" in found else []
    return free, tuple(
        grid.mask(read_cells(region, f"region {number}", len(grid))) for number, region in enumerate(regions, start=1)
    )


GENIUS_SQUARE = replace(Puzzle.parse("6x6/7:I1,I2,I3,L3,I4,O4,T4,L4,S4"), name="genius-square")
"""The puzzle where none is named; its pieces are in the order of Goralczyk (2024), Table 2.1."""


def _mismatch(covered: int, cells: int) -> str:
    """Return the fault if pieces and blockers do not cover every cell exactly once."""
    if covered < cells:
        return f"{cells - covered} of {cells} cells stay uncovered"
    return f"they need {covered - cells} more than the {cells} cells of the grid"
