"""The cards of a booklet of domino grids: the numbers, and on the back the dominoes around them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from dicelab.press.paper.board_cards import SIDE, heading, write_how_to_print
from dicelab.press.paper.boards import CellLook, Labels, cells_drawn
from dicelab.press.paper.booklet import BookletSettings, Card
from dicelab.press.paper.fonts import Font
from dicelab.press.paper.frame import Sheet
from dicelab.press.paper.page import Drawing
from dicelab.render.svg import LIGHT
from solver.domino import Location, NamedGrid, NumberGrid

TILE = "#FBF4E2"
"""Ivory."""


def domino_cards(grids: Sequence[NamedGrid], solutions: Sequence[Iterable[Location] | None]) -> list[Card]:
    """Return a card for each grid, with its dominoes on the back; ``None`` where a grid has no solution."""
    return [
        Card(
            number,
            named.name,
            partial(_drawn, named.grid, ()),
            None if solution is None else partial(_drawn, named.grid, tuple(solution)),
            named.grid.format(),
        )
        for number, (named, solution) in enumerate(zip(grids, solutions, strict=True), start=1)
    ]


def _drawn(grid: NumberGrid, dominoes: Sequence[Location], font: Font) -> Drawing:
    on = {cell: number for number, location in enumerate(dominoes) for cell in location}
    looks = [
        CellLook(TILE if cell in on else LIGHT, (on[cell],) if cell in on else (), str(number))
        for cell, number in enumerate(grid.numbers)
    ]
    return cells_drawn(grid.board, looks, SIDE, Labels.of(grid.board, font), font)


def write_domino_cover(count: int, settings: BookletSettings, sheet: Sheet) -> None:
    """Say what the booklet holds, how grids are solved and how the booklet is printed."""
    sheet.paragraph(f"{count} grids of numbers." if count > 1 else "A grid of numbers.")
    heading(sheet, "How to play")
    sheet.paragraph(
        "Each grid was made from one set of dominoes, each domino once, and their borders were left out. Draw them "
        "again: every number belongs to one domino, and no two dominoes are alike."
    )
    write_how_to_print(sheet, settings, "grid")
