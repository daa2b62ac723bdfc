"""A verification as text and as HTML: the verdict, then its grounds."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from dicelab.dice import DiceSet
from dicelab.dice.names import plain
from dicelab.render.text import WIDTH, side_by_side, wrap
from dicelab.verifying.sweep import CENSUS, SWEEP
from solver.polyform import Board

if TYPE_CHECKING:
    from dicelab.verifying.verification import BackendVerdict, SweptVerdict, Verification

DRAWN = 3
"""Unsolvable boards that the text draws, where they fit."""

UNSOLVABLE_DRAWN = 6
"""Unsolvable boards that a notebook draws."""


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
    rolls, boards = result.rolls.rolls, len(result.rolls)
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
    grid, unsolvable = result.dice_set.puzzle.grid, result.unsolvable
    drawn = [Board(mask, grid) for mask in unsolvable[:DRAWN].tolist()]
    shown, rows = side_by_side(drawn)
    lines += ["", *rows]
    failing = result.verdicts[0].unsolvable
    if failing > shown:
        which = "all" if failing == len(unsolvable) else f"the first {len(unsolvable):,}"
        lines.append(f"… and {failing - shown:,} more: pass --json for {which}")
    return "\n".join(lines)


def _verdict(result: Verification) -> str:
    """Return the verdict in one sentence, which begins with it and ends with a name that anybody may have chosen."""
    rolls, boards = result.rolls.rolls, len(result.rolls)
    counted = f"{rolls:,} rolls" if boards == rolls else f"{boards:,} distinct boards"
    name = plain(result.dice_set.name)
    whose = f" of {name}" if name not in {"", "unnamed"} else ""
    if result.always_solvable:
        return f"Always solvable: all {counted}{whose} have a tiling."
    return f"NOT always solvable: {result.verdicts[0].unsolvable:,} of the {counted}{whose} can't be tiled."


def _grounds(verdict: BackendVerdict | SweptVerdict, boards: int) -> str:
    if verdict.backend == SWEEP:
        asked = f"{boards - verdict.calls:,} boards tiled by short searches, {verdict.calls:,} left to bitmask"
    elif verdict.backend == CENSUS:
        asked = f"{boards:,} boards looked up"
    elif verdict.calls < boards:
        asked = f"{verdict.calls:,} boards searched, whose tilings settle the other {boards - verdict.calls:,}"
    else:
        asked = f"{boards:,} boards searched"
    return f"{verdict.backend}: {asked} ({verdict.seconds:.2f} s); {verdict.unsolvable:,} unsolvable"


def verification_html(verification: Verification) -> str:
    """Return the verdict, a row for each backend, and pictures of the first unsolvable boards."""
    from dicelab.render import board_svg

    dice_set, unsolvable = verification.dice_set, verification.unsolvable
    boards = len(verification.rolls)
    if verification.always_solvable:
        verdict = "always solvable"
    else:
        verdict = (
            f"not always solvable: {verification.verdicts[0].unsolvable:,} boards can't be tiled "
            f"(probability {verification.unsolvable_probability:.6f})"
        )
    rows = "".join(
        f"<tr><td>{escape(one.backend)}</td><td>{one.unsolvable:,}</td>"
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
