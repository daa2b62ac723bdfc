"""The content of a puzzle file, read as data and trusted in nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

import msgspec

from solver.errors import InputError, quoted, suggestion
from solver.polyform.grid import Grid
from solver.polyform.lattice import LATTICES, SQUARES, Lattice
from solver.polyform.piece import Piece, placements
from solver.polyform.puzzle import MOST_NAME, Puzzle, name_problem, puzzle_called
from solver.polyform.puzzle_parts import Fields, Parts
from solver.runs.input_file import FieldPath, JsonText, read_json_of

SCHEMA, FIRST_SCHEMA = "dicelab/puzzle/2", "dicelab/puzzle/1"
MOST_ABOUT = 4000
VARIANT = "#"
"""Between the name or path of a puzzle and that of its variant."""

FORM = (
    "a puzzle has grid, pieces, blockers or regions and, if you like, "
    "lattice, labels, always_free, variants, dice, name, about"
)


class _FirstFields(msgspec.Struct, forbid_unknown_fields=True):
    # A misspelt key that is passed over could change the puzzle, and so the theorem.
    schema: str
    grid: str | list[str]
    blockers: int
    pieces: list[str | list[str]]
    name: str = ""


class _VariantFields(msgspec.Struct, forbid_unknown_fields=True):
    instead_of: list[str | list[str]]
    use: list[str | list[str]]
    about: str = ""


@dataclass(frozen=True)
class PuzzleFile:
    """The content of a puzzle file: the puzzle, the names of it and its parts, and fields that the solver ignores.

    Examples
    --------
    >>> from solver.polyform.puzzle_catalogue import catalogue_file
    >>> star = catalogue_file("genius-star")
    >>> list(star.variants), len(star.dice)
    (['golden-star'], 7)
    """

    puzzle: Puzzle
    name: str = ""
    about: str = ""
    piece_names: dict[Piece, str] = field(default_factory=dict)
    region_names: tuple[str, ...] = ()
    """One for each region, perhaps empty."""
    variants: dict[str, Puzzle] = field(default_factory=dict)
    """The same grid and blockers with other pieces."""
    about_variants: dict[str, str] = field(default_factory=dict)
    """A description of each variant that has one."""
    dice: tuple[tuple[str, ...], ...] = ()
    """Labels of each die, as they stand in the file."""
    text: JsonText | None = field(default=None, compare=False, repr=False)
    """Of the file, for errors about the dice."""

    def variant(self, name: str) -> Puzzle:
        """Return the puzzle with other pieces.

        Raises :class:`InputError` if there is no such variant.
        """
        if name not in self.variants:
            raise InputError(f"variant {quoted(name)}: {_hint(name, self.variants)}")
        return self.variants[name]

    def error(self, path: FieldPath, problem: str) -> InputError:
        """Return the error about a field of the file."""
        return InputError(problem) if self.text is None else self.text.error(path, problem)


def parse_puzzle_file(data: bytes, *, in_catalogue: bool = False) -> PuzzleFile:
    """Read the content of a puzzle file; only one ``in_catalogue`` may have a name from there for another puzzle.

    Raises :class:`InputError` in one line that names the line and the field, but not the file.
    """
    text, schema, value = read_json_of(data, (SCHEMA, FIRST_SCHEMA))
    text.require_keys_once()
    if schema == FIRST_SCHEMA:
        text.convert(value, _FirstFields, "have grid, blockers, pieces and, if you like, name")
    fields = text.convert(value, Fields, FORM)
    parts = Parts(text, _lattice(fields, text))
    puzzle = _puzzle(fields, parts)
    _require_line(fields.name, ("name",), text)
    taken = "" if in_catalogue else _name_taken(fields.name, puzzle)
    if taken:
        raise text.error(("name",), taken)
    _require_about(fields.about, ("about",), text)
    puzzle = puzzle if in_catalogue else replace(puzzle, title=fields.name)
    variants = {name: _variant(name, value, puzzle, parts) for name, value in fields.variants.items()}
    return PuzzleFile(
        puzzle,
        fields.name,
        fields.about,
        {piece: name for name, piece in parts.names.items()},
        tuple(region.name for region in fields.regions),
        {name: one for name, (one, _) in variants.items()},
        {name: about for name, (_, about) in variants.items() if about},
        tuple(tuple(map(str, die)) for die in fields.dice),
        text,
    )


def _puzzle(fields: Fields, parts: Parts) -> Puzzle:
    grid = parts.grid(fields)
    if not fields.pieces:
        raise parts.text.error(("pieces",), "is empty: name at least one piece")
    pieces = parts.pieces(fields.pieces, ("pieces",), len(grid))
    free, regions = _places(fields, grid, parts)
    blockers = _blockers(fields, grid, pieces, parts.text)
    try:
        return Puzzle(grid, tuple(pieces), blockers, None, free, regions)
    except InputError as error:
        raise parts.text.error(_field_at_fault(fields, grid, pieces, free, blockers), str(error)) from None


def _places(fields: Fields, grid: Grid, parts: Parts) -> tuple[int, tuple[int, ...]]:
    """Return the masks of the cells that stay free and of the regions; no cell is in two of them."""
    free = parts.cells(fields.always_free, grid, ("always_free",), {})
    owners = dict.fromkeys(grid.cells(free), "always_free")
    regions = []
    for number, region in enumerate(fields.regions):
        path: FieldPath = ("regions", number, "cells")
        mask = parts.cells(region.cells, grid, path, owners)
        if not mask:
            raise parts.text.error(path, "has no cell: name at least one, or leave the region out")
        owners |= dict.fromkeys(grid.cells(mask), f"regions[{number}]")
        regions.append(mask)
        _require_line(region.name, ("regions", number, "name"), parts.text)
    return free, tuple(regions)


def _hint(name: str, known: dict[str, Puzzle]) -> str:
    return suggestion(name, known, None if known else "the puzzle has no variants: leave it out")


def _lattice(fields: Fields, text: JsonText) -> Lattice:
    if fields.lattice:
        if fields.lattice not in LATTICES:
            raise text.error(("lattice",), f"{quoted(fields.lattice)}: {suggestion(fields.lattice, LATTICES)}")
        return LATTICES[fields.lattice]
    drawn, at, _ = fields.grid.partition("@") if isinstance(fields.grid, str) else ("", "", "")
    return LATTICES.get(drawn, SQUARES) if at else SQUARES


def _blockers(fields: Fields, grid: Grid, pieces: list[Piece], text: JsonText) -> int:
    if not isinstance(fields.blockers, msgspec.UnsetType):
        if not 0 <= fields.blockers <= len(grid):
            shown = fields.blockers if abs(fields.blockers) < 10**20 else "a number of more than 20 digits"
            raise text.error(("blockers",), f"{shown} is not from 0 to {len(grid)}, the cells of the grid")
        return fields.blockers
    if fields.regions:
        return len(fields.regions)
    left = len(grid) - sum(piece.order for piece in pieces)
    remedy = f'add "blockers": {left}, the cells that the pieces leave' if left >= 0 else f"{FORM}"
    raise InputError(f'line {text.line(())}: has no field "blockers" and no regions: {remedy}')


def _field_at_fault(fields: Fields, grid: Grid, pieces: list[Piece], free: int, blockers: int) -> FieldPath:
    """Return the field that an error of the puzzle as a whole is best mended in."""
    full = sum(piece.order for piece in pieces) + blockers == len(grid)
    misfit = next((piece for piece in pieces if next(placements(piece, grid), None) is None), None)
    if full and misfit is not None:
        for number, entry in enumerate(fields.pieces):
            if misfit in Parts(JsonText(""), grid.lattice).pieces([entry], ("pieces",), len(grid)):
                return ("pieces", number)
    if full and len(grid) - free.bit_count() < blockers:
        return ("always_free",)
    if fields.regions and len(fields.regions) != blockers and not isinstance(fields.blockers, msgspec.UnsetType):
        return ("blockers",)
    return ("pieces",)


def _variant(name: str, value: object, puzzle: Puzzle, parts: Parts) -> tuple[Puzzle, str]:
    """Return a variant and its description."""
    path: FieldPath = ("variants", name)
    text, most = parts.text, len(puzzle.grid)
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9.-]{0,39}", name):
        raise text.error(path, "name a variant with letters, digits and -, such as golden-star")
    fields = text.convert(value, _VariantFields, "a variant has instead_of and use, lists of pieces", path)
    _require_about(fields.about, (*path, "about"), text)
    left = list(puzzle.pieces)
    for piece in parts.pieces(fields.instead_of, (*path, "instead_of"), most):
        if piece not in left:
            raise text.error((*path, "instead_of"), f"piece {piece.name} is not among the pieces, or not so often")
        left.remove(piece)
    use = parts.pieces(fields.use, (*path, "use"), most)
    with text.at((*path, "use")):
        title = f"{puzzle.title}: {name}"[:MOST_NAME] if puzzle.title else ""
        return replace(puzzle, pieces=(*left, *use), title=title), fields.about


def _require_about(about: str, path: FieldPath, text: JsonText) -> None:
    if len(about) > MOST_ABOUT:
        raise text.error(path, f"of {len(about):,} characters: use at most {MOST_ABOUT:,}")


def _require_line(name: str, path: FieldPath, text: JsonText) -> None:
    problem = name_problem(name)
    if problem:
        raise text.error(path, problem)


def require_name(name: str, puzzle: Puzzle) -> None:
    """Refuse a name that could pass for something else than a name of this puzzle.

    Raises :class:`InputError` if it is too long, has control characters, or is that of another puzzle in the catalogue.
    """
    problem = name_problem(name) or _name_taken(name, puzzle)
    if problem:
        raise InputError(f"name {problem}")


def _name_taken(name: str, puzzle: Puzzle) -> str:
    """Return why this puzzle may not have a name, or nothing."""
    if VARIANT not in name and puzzle_called(name) not in {None, puzzle}:
        return f"{name!r} is that of another puzzle, in the catalogue: choose another name"
    return ""
