"""What the page knows of domino grids: examples of every difficulty, with each step of their explanation, as JSON.

The steps are those of ``dicelab domino solve --explain``, and each marks the cells that ``domino animate`` marks.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dicelab.domino import frames_of_steps, pip_places
from solver.domino import DominoGrid, Grading, Level, Location
from solver.exact_cover import Status

DOMINO_SCHEMA = "dicelab/studio-domino/1"
GRID_SCHEMA = "dicelab/studio-domino-grid/1"

EXAMPLES: dict[Level, tuple[str, ...]] = {
    Level.TRIVIAL: (
        "3:03322321110310022031",
        "4:212400330101142303142430423241",
        "6:44614502003354343002216134255253652105660143111205266643",
    ),
    Level.BASIC: (
        "3:02013012231300313221",
        "4:112114304233103234342204010042",
        "6:22202153565340020351431411144066546235065432601664351203",
    ),
    Level.HARD: (
        "3:31011330022110322203",
        "4:241442033410402210104233123130",
        "6:61031261030614102155622126644533524400665332545053401324",
    ),
    Level.EXTREME: (
        "3:01100011223333322012",
        "4:023304213441210123012430034124",
        "6:11554203640224212325106355004262466300164064463313135551",
    ),
}
"""Of orders 3, 4 and 6: what ``dicelab domino generate --order N --difficulty LEVEL --seed 1`` prints."""

MOST_PIPS = 9
"""The greatest number that the page draws as pips."""

SEARCH_SECONDS = 5.0
"""For a grid that the rules of deduction do not solve."""


def domino_document() -> dict[str, Any]:
    """Return the examples, easiest first, and where the pips of each number are.

    A pip is (along, across) in cells from the middle of its half of a domino that lies.

    Examples
    --------
    >>> document = domino_document()
    >>> len(document["examples"]), document["pips"][1]
    (12, [[0.0, 0.0]])
    """
    return {
        "schema": DOMINO_SCHEMA,
        "pips": [[list(place) for place in pip_places(number)] for number in range(MOST_PIPS + 1)],
        "levels": [level.value for level in EXAMPLES],
        "examples": [domino_grid_document(DominoGrid.parse(text)) for texts in EXAMPLES.values() for text in texts],
    }


def domino_grid_document(grid: DominoGrid) -> dict[str, Any]:
    """Return a grid with the steps that solve it, or go as far as the rules go.

    Cells are numbers from 0, and a place of a domino is two of them. ``closed`` has the places that a step closes and
    that later steps leave bare: what it rules out, and all other places of the domino that it lays. The frames are
    the start, then one for each step. ``solution`` is nothing where there is none, or if none is found by a short
    search.

    Examples
    --------
    >>> found = domino_grid_document(DominoGrid.parse("1:001110"))
    >>> found["steps"][0]["text"], found["steps"][0]["placed"]
    ('Domino 0-0 fits only at A1-A2: nothing else may cover A1 or A2.', [[0, 1]])
    """
    board, found, grade = grid.board, grid.explain(), grid.grade()
    frames = frames_of_steps(grid, found.steps, found.end)
    closed: set[Location] = set()
    steps = []
    for number, step in enumerate(found.steps, start=1):
        later = [place for place in frames[number + 1].pictures[0].gone if place not in closed]
        closed.update(later)
        steps.append(
            {
                "title": frames[number].title,
                "text": step.text,
                "placed": _places(step.placed),
                "ruled_out": _places(step.ruled_out),
                "closed": _places(later),
            }
        )
    return {
        "schema": GRID_SCHEMA,
        "grid": grid.format(),
        "order": grid.order,
        "rows": board.rows,
        "columns": board.columns,
        "level": grade.level.value,
        "outcome": found.outcome.value,
        "cells": [
            {"label": board.label(cell), "row": row, "column": column, "number": grid.numbers[cell]}
            for cell, (row, column) in enumerate(board.points)
        ],
        "steps": steps,
        "end": found.end,
        **_solution(grid, found.placed if found.outcome is Grading.SOLVED else None),
    }


def _solution(grid: DominoGrid, deduced: tuple[Location, ...] | None) -> dict[str, Any]:
    """Return the solution that was deduced, which is the only one, or the first that a search finds."""
    if deduced is not None:
        return {"solution": _places(deduced), "solutions": 1}
    count = grid.count(limit=2, seconds=SEARCH_SECONDS)
    found = next(iter(grid.solutions(limit=1, seconds=SEARCH_SECONDS)), None)
    known = count.status is not Status.UNKNOWN
    return {"solution": None if found is None else _places(found), "solutions": count.solutions if known else None}


def _places(places: Iterable[Location]) -> list[list[int]]:
    return [list(place) for place in places]
