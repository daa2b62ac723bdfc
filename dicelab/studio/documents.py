"""The data files of the page: documents of puzzles (cells as polygons, placements, symmetries, dice sets) and tables.

The page knows no lattice, so everything that depends on one is computed here.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from dicelab.dice import CATALOGUE, DiceSet, catalogue_set
from dicelab.play.choosing import dice_to_play
from dicelab.puzzles.report import CheckedPuzzle, catalogue
from dicelab.render.layout import Layout
from dicelab.render.pieces import piece_labels
from dicelab.render.svg import PALETTE, colour, ink_on
from dicelab.studio.lattices import lattices_document, symmetry_title
from dicelab.studio.tables import BoardTable, kept_tilings_table, unsolvable_table
from dicelab.version import __version__
from solver.errors import InputError
from solver.polyform import Grid, Piece, Puzzle, burnside
from solver.polyform.lattice import Lattice, Shape
from solver.polyform.piece import translations
from solver.polyform.puzzle_parsing import VARIANT
from solver.polyform.symmetry import named_symmetries
from solver.runs.storage import json_text

STUDIO_SCHEMA = "dicelab/studio/1"
PUZZLE_SCHEMA = "dicelab/studio-puzzle/1"

_TITLE = re.compile(r"<title>(.*?)(?: · dicelab studio)?</title>")

SIDE = 100
"""The side of a square cell in the coordinates of the page; cells of other lattices have the same area."""


@dataclass(frozen=True)
class StudioPuzzle:
    """A puzzle of the studio with the dice sets that it offers to begin with."""

    id: str
    """The stem of its files' addresses: small letters, digits and hyphens."""
    title: str
    puzzle: Puzzle
    region_names: tuple[str, ...] = ()
    """One for each region, perhaps empty."""
    sets: tuple[DiceSet, ...] = ()


def studio_puzzles(added: Iterable[CheckedPuzzle] = ()) -> tuple[StudioPuzzle, ...]:
    """Return the puzzles of the catalogue with their variants, the Genius Square first, and those that are added.

    Raises
    ------
    InputError
        If an added puzzle has more than 64 cells.

    Examples
    --------
    >>> [one.id for one in studio_puzzles()][:3]
    ['genius-square', 'genius-star', 'genius-star-golden-star']
    """
    found: list[StudioPuzzle] = []
    known = sorted(catalogue(), key=lambda one: (one.source != "genius-square", not one.source.startswith("genius")))
    named = (replace(one, puzzle=Puzzle.parse(one.source)) for one in known)
    for checked in (*named, *added):
        found.append(_studio_puzzle(checked, [one.id for one in found]))
        if VARIANT in checked.source:
            continue
        for variant in checked.file.variants:
            found.append(_variant(checked, variant, [one.id for one in found]))
    return tuple(found)


def _studio_puzzle(checked: CheckedPuzzle, taken: Sequence[str]) -> StudioPuzzle:
    puzzle, file = checked.puzzle, checked.file
    if checked.is_large:
        raise InputError(f"{checked.source} has {len(puzzle.grid)} cells: the studio takes puzzles of at most 64")
    title = _title(puzzle.name or file.name or puzzle.format())
    sets = [catalogue_set(name) for name in CATALOGUE if catalogue_set(name).puzzle == puzzle]
    if checked.dice is not None and checked.dice not in sets:
        sets.append(checked.dice)
    return StudioPuzzle(
        _free_id(checked.puzzle.name or file.name or "puzzle", taken), title, puzzle, file.region_names, tuple(sets)
    )


def _variant(checked: CheckedPuzzle, variant: str, taken: Sequence[str]) -> StudioPuzzle:
    puzzle = checked.file.variants[variant]
    if checked.puzzle.name:
        puzzle = Puzzle.parse(f"{checked.puzzle.name}{VARIANT}{variant}")
    title = f"{_title(checked.puzzle.name or checked.file.name or 'puzzle')}: {variant.replace('-', ' ')}"
    sets = () if checked.dice is None else (DiceSet(checked.dice.dice, puzzle, checked.dice.name),)
    ident = _free_id(f"{checked.puzzle.name or checked.file.name or 'puzzle'}-{variant}", taken)
    return StudioPuzzle(ident, title, puzzle, checked.file.region_names, sets)


def _title(name: str) -> str:
    """Return a name as people write it: Genius Square."""
    return name.replace("-", " ").title() if re.fullmatch(r"[a-z0-9-]+", name) else name


def _free_id(name: str, taken: Sequence[str]) -> str:
    """Return a word for addresses that no other puzzle has."""
    word = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60] or "puzzle"
    number = 1
    found = word
    while found in taken:
        number += 1
        found = f"{word}-{number}"
    return found


def studio_document(puzzles: Iterable[StudioPuzzle], *, server: bool) -> dict[str, Any]:
    """Return the document that the page reads first: its puzzles, and whether a server stands behind it."""
    return {
        "schema": STUDIO_SCHEMA,
        "version": __version__,
        "server": server,
        **(_searched_for() if server else {}),
        "pages": [{"address": name, "title": title} for name, title in pages().items()],
        "puzzles": [
            {
                "id": one.id,
                "title": one.title,
                "text": one.puzzle.name or one.puzzle.format(),
                "cells": len(one.puzzle.grid),
                "pieces": len(one.puzzle.pieces),
                "blockers": one.puzzle.blockers,
                "sets": [each.name for each in one.sets],
            }
            for one in puzzles
        ],
    }


def _searched_for() -> dict[str, Any]:
    """Return the constraints, and the objectives of other packages, that the page offers for a search."""
    from dicelab.score.objectives import OBJECTIVES
    from dicelab.search.constraints import CONSTRAINTS

    brought = [one for name, one in OBJECTIVES.usable().items() if name not in OBJECTIVES.shipped]
    return {
        "objectives": [{"name": one.name, "text": one.text} for one in brought if one.argument is None],
        "constraints": [f"{name}={kind.form}" if kind.form else name for name, kind in CONSTRAINTS.usable().items()],
    }


@cache
def pages() -> dict[str, str]:
    """Return the titles of the pages by their addresses."""
    found = (
        (path.name, _TITLE.search(path.read_text("utf-8")))
        for path in sorted(Path(__file__).with_name("site").glob("*.html"))
    )
    return {name: title[1] for name, title in found if title}


def puzzle_document(
    one: StudioPuzzle, unsolvable: dict[str, Any] | None = None, tilings: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return the page's document of a puzzle.

    Lengths are in the coordinates of the page, where a cell has the area of a square of side 100, y downwards. Cells
    are numbers from 0; a permutation sends cell ``i`` to ``permutation[i]``. ``unsolvable`` and ``tilings`` describe
    the tables of :mod:`dicelab.studio.tables`, where there are such.

    Examples
    --------
    >>> document = puzzle_document(studio_puzzles()[0])
    >>> len(document["cells"]), sum(len(piece["placements"]) for piece in document["pieces"])
    (36, 625)
    """
    puzzle, grid = one.puzzle, one.puzzle.grid
    lain = Layout(grid.lattice, grid.points, SIDE)
    names = [*one.region_names, *[""] * len(puzzle.regions)]
    return {
        "schema": PUZZLE_SCHEMA,
        "id": one.id,
        "name": puzzle.name or "",
        "title": one.title,
        "text": puzzle.name or puzzle.format(),
        "cell_name": grid.lattice.cell_name,
        "cell_plural": grid.lattice.name,
        "width": round(lain.width, 2),
        "height": round(lain.height, 2),
        "inradius": round(lain.inradius, 2),
        "cells": [_cell(grid, cell, lain) for cell in range(len(grid))],
        "holes": list(grid.hole_labels),
        "colours": list(grid.lattice.colour_names),
        "blockers": puzzle.blockers,
        "always_free": list(grid.cells(puzzle.always_free)),
        "regions": [
            {"name": name, "cells": list(grid.cells(region))}
            for name, region in zip(names, puzzle.regions, strict=False)
        ],
        "pieces": [_piece(puzzle, piece) for piece in puzzle.kinds],
        "symmetries": _symmetries(puzzle),
        "dice_fills": list(PALETTE),
        "dice_inks": [ink_on(shade) for shade in PALETTE],
        "sets": [
            {"name": each.name, "title": each.name.replace("-", " "), "dice": [list(die.faces) for die in each.dice]}
            for each in one.sets
        ],
        "day": _day(puzzle),
        "boards": puzzle.allowed_boards,
        "orbits": burnside(grid, puzzle.blockers) if puzzle.allows_all else None,
        "unsolvable": unsolvable,
        "tilings": tilings,
    }


def _places(corners: Iterable[tuple[float, float]]) -> list[list[float]]:
    return [[round(x, 2), round(y, 2)] for x, y in corners]


def _cell(grid: Grid, cell: int, lain: Layout) -> dict[str, Any]:
    point = grid.points[cell]
    return {
        "label": grid.label(cell),
        "polygon": _places(lain.corners(point)),
        "middle": _places([lain.middle(point)])[0],
        "neighbours": list(grid.neighbours[cell]),
        "colour": grid.lattice.colour(point),
    }


def _piece(puzzle: Puzzle, piece: Piece) -> dict[str, Any]:
    """Return a kind of piece: how it can be turned, where it can lie, and the look of each copy."""
    numbers = [number for number, other in enumerate(puzzle.pieces) if other == piece]
    labels, shapes = piece_labels(puzzle), piece.orientations
    lying = [(mask, number) for number, shape in enumerate(shapes) for mask in translations(shape, puzzle.grid)]
    return {
        "name": piece.name,
        "order": piece.order,
        "copies": len(numbers),
        "labels": [labels[number] for number in numbers],
        "fills": [colour(number) for number in numbers],
        "inks": [ink_on(colour(number)) for number in numbers],
        "orientations": [_orientation(shape, shapes, piece) for shape in shapes],
        "placements": [
            [number, *Grid.cells(mask)] for mask, number in sorted(lying, key=lambda one: (one[0] & -one[0], one[0]))
        ],
    }


def _orientation(shape: Shape, shapes: Sequence[Shape], piece: Piece) -> dict[str, Any]:
    lattice: Lattice = piece.lattice
    lain = Layout(lattice, shape, SIDE)
    flip = lattice.turns[len(lattice.turns) // 2]
    return {
        "polygons": [_places(lain.corners(point)) for point in shape],
        "width": round(lain.width, 2),
        "height": round(lain.height, 2),
        "turned": shapes.index(lattice.shape(map(lattice.rotations[1], shape))),
        "flipped": shapes.index(lattice.shape(map(flip, shape))) if piece.flips else None,
    }


def _day(puzzle: Puzzle) -> dict[str, Any]:
    """Return the seed of the daily boards: the text of the puzzle, and the cells of its dice, if any."""
    dice = dice_to_play(puzzle, None)
    return {"text": puzzle.format(), "dice": dice and [list(die.cells) for die in dice.dice]}


def _symmetries(puzzle: Puzzle) -> list[dict[str, Any]]:
    """Return the symmetries of the puzzle, each under one of its names."""
    names = {permutation: name for name, permutation in reversed(named_symmetries(puzzle.grid).items())}
    return [
        {"name": name, "title": symmetry_title(name), "permutation": list(permutation)}
        for permutation in puzzle.symmetries
        for name in [names.get(permutation, "identity")]
    ]


JSON_TYPE = "application/json"
TABLE_TYPE = "application/octet-stream"

MOST_WALKED = 10_000_000
"""Boards of a puzzle that are settled while a page waits for them."""


@cache
def puzzles(added: tuple[str, ...]) -> dict[str, StudioPuzzle]:
    """Return the puzzles of the studio by their ids.

    Parameters
    ----------
    added
        Puzzles beside those of the catalogue, as the user who starts the server names them: files or texts.
    """
    from dicelab.puzzles.report import check_puzzle

    return {one.id: one for one in studio_puzzles([check_puzzle(text) for text in added])}


def data_file(name: str, added: tuple[str, ...]) -> dict[str, Any]:
    """Return a file as its type, its bytes in base64, and whether it will stay as it is.

    Raises
    ------
    InputError
        If the page has no such file.
    """
    known = puzzles(added)
    ident, _, suffix = name.rpartition(".")
    if name == "studio.json":
        return _json_file(studio_document(known.values(), server=True))
    if name == "domino.json":
        from dicelab.studio.domino import domino_document

        return _json_file(domino_document())
    if name == "solids.json":
        from dicelab.studio.solids import solids_document

        return _json_file(solids_document())
    if name == "lattices.json":
        return _json_file(lattices_document())
    if ident in known:
        puzzle = known[ident].puzzle
        if suffix == "json":
            unsolvable, tilings = _unsolvable(puzzle), kept_tilings_table(puzzle)
            document = puzzle_document(
                known[ident],
                None if unsolvable is None else unsolvable.entry(f"{ident}.unsolvable"),
                None if tilings is None else tilings.entry(f"{ident}.tilings"),
            )
            # Statistics may make a census by and by.
            return _json_file(document) | {"final": tilings is not None}
        table = _unsolvable(puzzle) if suffix == "unsolvable" else kept_tilings_table(puzzle)
        if table is not None:
            return _file(TABLE_TYPE, table.content)
    raise InputError(f"there is no file {name}")


@lru_cache(maxsize=64)
def _unsolvable(puzzle: Puzzle) -> BoardTable | None:
    """Return the table of boards without a tiling, which is made where that takes a few seconds."""
    return unsolvable_table(puzzle, build=puzzle.boards <= MOST_WALKED)


def _json_file(value: dict[str, Any]) -> dict[str, Any]:
    return _file(JSON_TYPE, json_text(value, separators=(",", ":"), ensure_ascii=False).encode())


def _file(kind: str, content: bytes) -> dict[str, Any]:
    return {"type": kind, "content": base64.b64encode(content).decode(), "final": True}
