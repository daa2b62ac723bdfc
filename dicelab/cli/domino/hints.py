"""The next step on a domino grid, which two verbs offer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicelab.cli.terminal import Terminal
from dicelab.exit_status import DONE, FALSE, UNKNOWN

if TYPE_CHECKING:
    from solver.domino import DominoGrid


def print_hint(terminal: Terminal, grid: DominoGrid, placed_text: str, ruled_out_text: str, *, again: str) -> int:
    """Print the next step, and how to ask for the one after it: with ``again``, and what is known by then."""
    from dicelab.domino import step_json
    from solver.domino import format_locations, parse_locations

    placed, ruled_out = (parse_locations(grid.board, text) for text in (placed_text, ruled_out_text))
    step = grid.hint(placed, ruled_out)
    terminal.result("domino-hint", {"grid": grid.format(), **step_json(grid, step)}, step.text)
    ended = {"stuck": UNKNOWN, "mistake": FALSE, "contradiction": FALSE, "solved": DONE}
    if step.rule not in ended and not terminal.json:
        now = (("--placed", {*placed, *step.placed}), ("--ruled-out", {*ruled_out, *step.ruled_out}))
        marks = (f'{option} "{format_locations(grid.board, sorted(places))}"' for option, places in now if places)
        terminal.note(f"for the next step: {again} {' '.join(marks)}")
    return ended.get(step.rule, 0)
