"""What the API does with grids of dominoes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dicelab.studio.domino_document import domino_grid_document
from solver.domino import DominoGrid, Level, format_layout, generate, parse_grids, parse_locations, usual_board
from solver.errors import InputError
from solver.exact_cover import Limits, Status

if TYPE_CHECKING:
    from dicelab.studio.questions import Domino

SEARCH_SECONDS = 10.0


def _json(schema: str, content: dict[str, Any]) -> dict[str, Any]:
    return {"schema": f"dicelab/{schema}/1", **content}


def _grid(asked: Domino) -> DominoGrid:
    found = parse_grids(asked.grid)
    if len(found) != 1:
        raise InputError(f"{len(found)} grids are given: pass one, such as 1:001011")
    return found[0].grid


def _solve(asked: Domino) -> dict[str, Any]:
    from solver.domino import unit_of

    grid, method = _grid(asked), "dancing-links"
    solutions = grid.solutions(method, limit=asked.limit, seconds=SEARCH_SECONDS)
    layouts = [format_layout(grid.board, solution) for solution in solutions]
    status = solutions.status or Status.UNKNOWN
    if layouts and asked.limit == 1:
        status = Status.SOLVED
    content = {"grid": grid.format(), "method": method, "status": status, "solutions": layouts}
    return _json("domino-solve", content | {"cost": solutions.stats.nodes, "unit": unit_of(method)})


def _count(asked: Domino) -> dict[str, Any]:
    from solver.domino import count_all

    grid = _grid(asked)
    limit = None if asked.limit == 1 else asked.limit
    [answer] = count_all([grid], None, Limits(limit, seconds=SEARCH_SECONDS))
    exact = answer.status in {Status.SOLVED, Status.UNSOLVABLE}
    row = {"name": grid.format(), "grid": grid.format(), "status": answer.status}
    return _json("domino-count", {"grids": [row | {"solutions": answer.solutions, "exact": exact}]})


def _grade(asked: Domino) -> dict[str, Any]:
    grid = _grid(asked)
    found = grid.grade()
    row = {"name": grid.format(), "grid": grid.format(), "level": found.level, "outcome": found.outcome}
    return _json("domino-grade", {"grids": [row | {"rules": dict(found.rules)}]})


def _explain(asked: Domino) -> dict[str, Any]:
    from dicelab.domino import deductions_json

    grid = _grid(asked)
    return _json("domino-explain", deductions_json(grid, grid.explain(asked.placed)))


def _hint(asked: Domino) -> dict[str, Any]:
    from dicelab.domino import step_json

    grid = _grid(asked)
    placed, ruled_out = (parse_locations(grid.board, text) for text in (asked.placed, asked.ruled_out))
    return _json("domino-hint", {"grid": grid.format(), **step_json(grid, grid.hint(placed, ruled_out))})


def _draw(asked: Domino) -> dict[str, Any]:
    from dicelab.domino import domino_svg, domino_text

    grid = _grid(asked)
    placed = parse_locations(grid.board, asked.placed)
    picture = {"text": domino_text(grid, placed).rstrip("\n"), "svg": domino_svg(grid, placed)}
    return _json("domino-draw", {"grid": grid.format(), "status": "drawn", **picture})


def _generate(asked: Domino) -> dict[str, Any]:
    import numpy as np

    board, level = usual_board(asked.order), Level(asked.difficulty)
    found = [grid.format() for grid in generate(board, level, np.random.default_rng(asked.seed), 1)]
    content = {"board": board.format(), "difficulty": asked.difficulty, "seed": asked.seed, "grids": found}
    return _json("domino-generate", content)


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
