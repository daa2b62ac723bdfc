"""A verification as text and as JSON."""

from __future__ import annotations

from typing import Any

from dicelab.dice.names import plain
from dicelab.render.text import WIDTH, side_by_side, wrap
from dicelab.verify import CENSUS, BackendVerdict, Verification
from solver.polyform import Board

DRAWN = 3
"""How many unsolvable boards are drawn, where so many fit."""


def verification_json(result: Verification) -> dict[str, Any]:
    """Return the verification as JSON, with every unsolvable board by its labels."""
    grid = result.dice_set.puzzle.grid
    return {
        "set": result.dice_set.name,
        "puzzle": result.dice_set.puzzle.format(),
        "dice": result.dice_set.labels(),
        "sizes": list(result.dice_set.sizes),
        "shared": {grid.label(cell): list(dice) for cell, dice in result.dice_set.shared().items()},
        "rolls": result.rolls.rolls,
        "collisions": result.rolls.collisions,
        "boards": len(result.rolls.boards),
        "always_solvable": result.always_solvable,
        "unsolvable": len(result.unsolvable),
        "unsolvable_probability": result.unsolvable_probability,
        "unsolvable_boards": [grid.labels(mask) for mask in result.unsolvable.tolist()],
        "rolling_again_probability": result.rolls.rolling_again,
        "backends": [
            {
                "name": verdict.backend,
                "unsolvable": int((~verdict.solvable).sum()),
                "asked": verdict.calls,
                "seconds": round(verdict.seconds, 3),
            }
            for verdict in result.verdicts
        ],
    }


def verification_text(result: Verification) -> str:
    """Return the verification as text, with the first unsolvable boards drawn side by side."""
    rolls, boards = result.rolls.rolls, len(result.rolls.boards)
    name = plain(result.dice_set.name) or "unnamed"
    lines = wrap(f"{name}: {rolls:,} rolls, {boards:,} distinct boards", WIDTH)
    if result.dice_set.puzzle.name is None:
        lines += wrap(f"puzzle {result.dice_set.puzzle.format()}", WIDTH)
    shared = result.dice_set.shared()
    if shared:
        label = result.dice_set.puzzle.grid.label
        cells = ", ".join(f"{label(cell)} (dice {' and '.join(map(str, dice))})" for cell, dice in shared.items())
        lines += wrap(f"cells on several dice: {cells}", WIDTH)
    if result.rolls.collisions:
        lines.append(
            f"{result.rolls.collisions:,} of the rolls show a cell twice and are rolled again "
            f"(probability {result.rolls.rolling_again:.4f})"
        )
    lines.extend(_verdict(verdict, boards) for verdict in result.verdicts)
    if result.always_solvable:
        lines.append("Always solvable.")
        return "\n".join(lines)
    lines.append(
        f"NOT always solvable: {len(result.unsolvable):,} of {boards:,} boards can't be tiled "
        f"(probability {result.unsolvable_probability:.6f})."
    )
    grid = result.dice_set.puzzle.grid
    drawn = [Board(mask, grid) for mask in result.unsolvable[:DRAWN].tolist()]
    shown, rows = side_by_side(drawn)
    lines += ["", *rows]
    if len(result.unsolvable) > shown:
        lines.append(f"… and {len(result.unsolvable) - shown:,} more: pass --json for all")
    return "\n".join(lines)


def _verdict(verdict: BackendVerdict, boards: int) -> str:
    asked = "looked up" if verdict.backend == CENSUS else f"{verdict.calls:,} searched"
    if verdict.backend != CENSUS and verdict.calls < boards:
        asked += f", {boards - verdict.calls:,} settled by their tilings"
    unsolvable = int((~verdict.solvable).sum())
    return f"{verdict.backend}: {unsolvable:,} unsolvable boards ({asked}, {verdict.seconds:.2f} s)"
