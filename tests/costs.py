"""What searches cost, in units that do not depend on the machine: `python -m tests.costs` prints the table.

After a change of a search, look at what it did to the numbers, and keep them:
`python -m tests.costs > searches.costs && mv searches.costs tests/known_counts/`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from solver.exact_cover import ExactCover, backend
from solver.polyform import Board, Puzzle
from tests.solver.exact_cover.backends.conformance import queens

FILE = Path(__file__).parent / "known_counts" / "searches.costs"

COMMAND = "python -m tests.costs"

DETERMINISTIC = ("bitmask", "dancing-links", "labelled-matrix")
"""Backends whose searches are this project's own. What others' solvers cost changes with their versions."""

ALL_TASKS = ("count", "first")

SMALL = "4x4/3:I1,I2,I3,L3,O4"

PROBLEMS = (
    ("genius-square", "B1 C3 D2 E6 F1 F2 F6"),
    ("genius-square", "A3 A5 A6 D4 F3 F5 F6"),
    ("genius-square", "A6 B5 C1 C2 D3 E6 F2"),
    ("genius-square", "A2 A5 B1 B6 C3 C4 D3"),
    ("genius-square", "A6 C6 D1 D3 F1 F3 F5"),
    ("6x6/6:10*L3", "A1 B6 C2 D5 E1 F6"),
    (SMALL, "A1 B3 D4"),
    ("queens 8", "-"),
    ("4x4/0:8*I2", "-"),
)
"""Puzzle and blockers: the published example, boards with many and with few tilings, two with none
(seen at once, and after a long search), and others."""

SLOW = {"brute-force": {SMALL, "queens 8", "4x4/0:8*I2"}}
"""The problems that a slow backend is asked."""

Row = tuple[str, str, str, str, int, int, int]
"""Puzzle, blockers, backend, task, solutions, nodes, updates."""


def problem_of(puzzle: str, blockers: str) -> ExactCover:
    """Return the problem that a line of the table names."""
    if puzzle.startswith("queens"):
        return queens(int(puzzle.split()[1]))
    parsed = Puzzle.parse(puzzle)
    board = Board.parse(blockers.strip("-"), parsed.grid)
    board.require(parsed)
    return parsed.board_problem(board.blockers)[0]


def cost(puzzle: str, blockers: str, name: str, task: str) -> Row:
    """Return what one answer costs."""
    problem = problem_of(puzzle, blockers)
    if task == "count":
        count = backend(name).count(problem)
        found, stats = count.solutions, count.stats
    else:
        result = backend(name).solve(problem)
        found, stats = int(result.solution is not None), result.stats
    return puzzle, blockers, name, task, found, stats.nodes, stats.updates


def asked() -> Iterator[tuple[str, str, str, str]]:
    """Yield everything that the table has: puzzle, blockers, backend and task."""
    for puzzle, blockers in PROBLEMS:
        for name in (*DETERMINISTIC, *SLOW):
            if puzzle in SLOW.get(name, {puzzle}):
                for task in ALL_TASKS:
                    yield puzzle, blockers, name, task


def known() -> dict[tuple[str, str, str, str], Row]:
    """Read the table."""
    rows = {}
    puzzle, blockers = "", ""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        key, _, value = line.lstrip("# ").partition(":")
        if key == "Puzzle":
            puzzle = value.strip()
        elif key == "Board":
            blockers = value.strip()
        elif line and not line.startswith("#"):
            name, task, found, nodes, updates = line.split()
            rows[puzzle, blockers, name, task] = (
                (puzzle, blockers, name, task, int(found), int(nodes), int(updates))
            )  # fmt: skip
    return rows


def table() -> str:
    """Return the text of the file, computed now."""
    lines = [
        f"# Source: {COMMAND}",
        "# What an answer costs: backend, task, solutions found, nodes, updates (0: not counted).",
        "# What a node is, each backend says: solver.exact_cover.BACKENDS.",
    ]
    before = None
    for question in asked():
        if question[:2] != before:
            before = question[:2]
            lines += ["", f"# Puzzle: {question[0]}", f"# Board: {question[1]}"]
        _, _, name, task, found, nodes, updates = cost(*question)
        lines.append(f"{name:<16}{task:<6}{found:>8}{nodes:>10}{updates:>10}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(table())
