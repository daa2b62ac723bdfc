"""A verification as text and as JSON."""

from __future__ import annotations

from html import escape
from typing import Any

from dicelab.dice import DiceSet
from dicelab.dice.names import plain
from dicelab.render.text import WIDTH, side_by_side, wrap
from dicelab.verifying import CENSUS, BackendVerdict, Verification
from solver.polyform import Board

DRAWN = 3
"""Unsolvable boards that the text draws, where they fit."""
UNSOLVABLE_DRAWN = 6
"""Unsolvable boards that a notebook draws."""


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


def _odd_die(dice_set: DiceSet) -> str:
    """Ask for a missing face where one die of a printed set has another number of faces than all others.

    A set in which no cell is repeated lists the cells of its dice, and these may differ.
    """
    if not dice_set.shared() and all(die.size == len(die.faces) for die in dice_set.dice):
        return ""
    numbers = [len(die.faces) for die in dice_set.dice]
    usual = max(set(numbers), key=numbers.count)
    odd = [die for die, number in enumerate(numbers) if number != usual]
    if len(odd) != 1 or len(numbers) < 4:
        return ""
    faces = numbers[odd[0]]
    return f"die {odd[0] + 1} has {faces} face{'s' * (faces > 1)} and each other die {usual}: is this what was meant?"


def verification_text(result: Verification) -> str:
    """Return the verdict, then its grounds, with the first unsolvable boards drawn side by side."""
    rolls, boards = result.rolls.rolls, len(result.rolls.boards)
    lines = wrap(_verdict(result), WIDTH)
    if not result.always_solvable:
        lines.append(f"The probability of rolling one of them is {result.unsolvable_probability:.6f}.")
    if result.dice_set.puzzle.name is None:
        # Here, since pictures of puzzles take a while to import, and the sets of the catalogue need none.
        from dicelab.render.puzzle import puzzle_line

        lines += wrap(puzzle_line(result.dice_set.puzzle), WIDTH)
    shared = result.dice_set.shared()
    if shared:
        label = result.dice_set.puzzle.grid.label
        cells = ", ".join(f"{label(cell)} (dice {' and '.join(map(str, dice))})" for cell, dice in shared.items())
        lines += wrap(f"cells on several dice: {cells}", WIDTH)
    lines += wrap(_odd_die(result.dice_set), WIDTH)
    if result.rolls.collisions:
        lines.append(
            f"{result.rolls.collisions:,} of the {rolls:,} rolls show a cell twice and are rolled again "
            f"(probability {result.rolls.rolling_again:.4f})"
        )
    for verdict in result.verdicts:
        lines += wrap(_grounds(verdict, boards), WIDTH, "  ")
    if result.always_solvable:
        return "\n".join(lines)
    grid = result.dice_set.puzzle.grid
    drawn = [Board(mask, grid) for mask in result.unsolvable[:DRAWN].tolist()]
    shown, rows = side_by_side(drawn)
    lines += ["", *rows]
    if len(result.unsolvable) > shown:
        lines.append(f"… and {len(result.unsolvable) - shown:,} more: pass --json for all")
    return "\n".join(lines)


def _verdict(result: Verification) -> str:
    """Return the verdict in one sentence, which begins with it and ends with a name that anybody may have chosen."""
    rolls, boards = result.rolls.rolls, len(result.rolls.boards)
    counted = f"{rolls:,} rolls" if boards == rolls else f"{boards:,} distinct boards"
    name = plain(result.dice_set.name)
    whose = f" of {name}" if name not in {"", "unnamed"} else ""
    if result.always_solvable:
        return f"Always solvable: all {counted}{whose} have a tiling."
    return f"NOT always solvable: {len(result.unsolvable):,} of the {counted}{whose} can't be tiled."


def _grounds(verdict: BackendVerdict, boards: int) -> str:
    if verdict.backend == CENSUS:
        asked = f"{boards:,} boards looked up"
    elif verdict.calls < boards:
        asked = f"{verdict.calls:,} boards searched, whose tilings settle the other {boards - verdict.calls:,}"
    else:
        asked = f"{boards:,} boards searched"
    return f"{verdict.backend}: {asked} ({verdict.seconds:.2f} s); {int((~verdict.solvable).sum()):,} unsolvable"


def verification_html(verification: Verification) -> str:
    """Return the verdict, a row for each backend, and pictures of the first unsolvable boards."""
    from dicelab.render import board_svg

    dice_set, unsolvable = verification.dice_set, verification.unsolvable
    boards = len(verification.rolls.boards)
    if verification.always_solvable:
        verdict = "always solvable"
    else:
        verdict = (
            f"not always solvable: {len(unsolvable):,} boards can't be tiled "
            f"(probability {verification.unsolvable_probability:.6f})"
        )
    rows = "".join(
        f"<tr><td>{escape(one.backend)}</td><td>{int((~one.solvable).sum()):,}</td>"
        f"<td>{one.calls:,}</td><td>{one.seconds:.2f} s</td></tr>"
        for one in verification.verdicts
    )
    drawn = [Board(mask, dice_set.puzzle.grid) for mask in unsolvable[:UNSOLVABLE_DRAWN].tolist()]
    pictures = "".join(f'<div style="display: inline-block">{board_svg(board)}</div>' for board in drawn)
    return (
        f"<div><p><b>{escape(plain(dice_set.name)) or 'unnamed'}</b>: {verdict}. "
        f"{verification.rolls.rolls:,} rolls, {boards:,} distinct boards.</p>"
        "<table><tr><th>backend</th><th>unsolvable</th><th>searched</th><th>time</th></tr>"
        f"{rows}</table>{pictures}</div>"
    )
