"""Grids of dominoes: their documents for the page, with each step of an explanation, and the tasks of the API.

The steps are those of ``dicelab domino solve --explain``, and each marks the cells that ``domino animate`` marks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from dicelab.domino import deductions_json, domino_svg, domino_text, frames_of_steps, pip_places, step_json
from dicelab.studio.calls import answered
from solver.domino import (
    DominoGrid,
    Grading,
    Level,
    Location,
    count_all,
    format_layout,
    generate,
    parse_grids,
    parse_locations,
    unit_of,
    usual_board,
)
from solver.errors import InputError
from solver.exact_cover import Limits, Status

if TYPE_CHECKING:
    from dicelab.studio.questions import Domino

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
"""Of orders 3, 4 and 6, as ``dicelab domino generate --order N --difficulty LEVEL --seed 1`` prints them."""

MOST_PIPS = 9
"""The greatest number that the page draws as pips."""

_SOLUTION_SECONDS = 5.0
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

    Cells are numbers from 0, and a place of a domino is two of them. ``closed`` has the places that a step closes
    and that later steps leave bare: those that it rules out, and all other places of the domino that it lays. The
    frames are the start, then one for each step. ``solution`` is null where a short search finds none.

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
        "level": grade.difficulty.value,
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
    count = grid.count(limit=2, seconds=_SOLUTION_SECONDS)
    found = next(iter(grid.solutions(limit=1, seconds=_SOLUTION_SECONDS)), None)
    known = count.status is not Status.UNKNOWN
    return {"solution": None if found is None else _places(found), "solutions": count.solutions if known else None}


def _places(places: Iterable[Location]) -> list[list[int]]:
    return [list(place) for place in places]


SEARCH_SECONDS = 10.0
"""For a task of the API."""


def _grid(asked: Domino) -> DominoGrid:
    found = parse_grids(asked.grid)
    if len(found) != 1:
        raise InputError(f"{len(found)} grids are given: pass one, such as 1:001011")
    return found[0].grid


def _solve(asked: Domino) -> dict[str, Any]:
    grid, method = _grid(asked), "dancing-links"
    solutions = grid.solutions(method, limit=asked.limit, seconds=SEARCH_SECONDS)
    layouts = [format_layout(grid.board, solution) for solution in solutions]
    status = solutions.status or Status.UNKNOWN
    if layouts and asked.limit == 1:
        status = Status.SOLVED
    content = {"grid": grid.format(), "method": method, "status": status, "solutions": layouts}
    return answered("domino-solve", content | {"cost": solutions.stats.nodes, "unit": unit_of(method)})


def _count(asked: Domino) -> dict[str, Any]:
    grid = _grid(asked)
    limit = None if asked.limit == 1 else asked.limit
    [answer] = count_all([grid], None, Limits(limit, seconds=SEARCH_SECONDS))
    exact = answer.status in {Status.SOLVED, Status.UNSOLVABLE}
    row = {"name": grid.format(), "grid": grid.format(), "status": answer.status}
    return answered("domino-count", {"grids": [row | {"solutions": answer.solutions, "exact": exact}]})


def _grade(asked: Domino) -> dict[str, Any]:
    grid = _grid(asked)
    found = grid.grade()
    row = {"name": grid.format(), "grid": grid.format(), "difficulty": found.difficulty, "outcome": found.outcome}
    return answered("domino-grade", {"grids": [row | {"rules": dict(found.rules)}]})


def _explain(asked: Domino) -> dict[str, Any]:
    grid = _grid(asked)
    return answered("domino-explain", deductions_json(grid, grid.explain(asked.placed)))


def _hint(asked: Domino) -> dict[str, Any]:
    grid = _grid(asked)
    placed, ruled_out = (parse_locations(grid.board, text) for text in (asked.placed, asked.ruled_out))
    return answered("domino-hint", {"grid": grid.format(), **step_json(grid, grid.hint(placed, ruled_out))})


def _draw(asked: Domino) -> dict[str, Any]:
    grid = _grid(asked)
    placed = parse_locations(grid.board, asked.placed)
    picture = {"text": domino_text(grid, placed).rstrip("\n"), "svg": domino_svg(grid, placed)}
    return answered("domino-draw", {"grid": grid.format(), "status": "drawn", **picture})


def _generate(asked: Domino) -> dict[str, Any]:
    import numpy as np

    board, level = usual_board(asked.order), Level(asked.difficulty)
    found = [grid.format() for grid in generate(board, level, np.random.default_rng(asked.seed), 1)]
    content = {"board": board.format(), "difficulty": asked.difficulty, "seed": asked.seed, "grids": found}
    return answered("domino-generate", content)


def _show(asked: Domino) -> dict[str, Any]:
    return domino_grid_document(_grid(asked))


TASKS: dict[str, Callable[[Domino], dict[str, Any]]] = {
    "solve": _solve,
    "count": _count,
    "grade": _grade,
    "explain": _explain,
    "hint": _hint,
    "draw": _draw,
    "generate": _generate,
    "show": _show,
}
