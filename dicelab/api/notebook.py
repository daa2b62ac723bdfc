"""What Jupyter shows of the values that the face returns: see :mod:`solver.display`."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from solver.polyform import Board, Piece

if TYPE_CHECKING:
    from dicelab.api.boards import BoardSolution
    from dicelab.rules.explain import Explanation
    from dicelab.search.boards import ChosenBoards
    from dicelab.search.design import DesignOutcome
    from dicelab.search.statistics import RollStatistics
    from dicelab.verify import Verification

UNSOLVABLE_DRAWN = 6
"""Unsolvable boards that are drawn below a verification."""


def piece_svg(piece: Piece) -> str:
    """Draw a piece by itself, as it lies in legends."""
    from dicelab.render.pieces import piece_alone_svg

    return piece_alone_svg(piece)


def solution_svg(solution: BoardSolution) -> str:
    """Draw the tiling that was found, or else the board."""
    from dicelab.render import board_svg, tiling_svg

    return board_svg(solution.board) if solution.tiling is None else tiling_svg(solution.tiling)


def explanation_svg(explanation: Explanation) -> str:
    """Draw the reason, or else the tiling or the board."""
    from dicelab.render import board_svg, explanation_svg, tiling_svg

    if explanation.findings:
        return explanation_svg(explanation)
    return board_svg(explanation.board) if explanation.tiling is None else tiling_svg(explanation.tiling)


def outcome_svg(outcome: DesignOutcome) -> str | None:
    """Draw the set that was found; nothing where there is none."""
    from dicelab.render import dice_set_svg

    return None if outcome.dice_set is None else dice_set_svg(outcome.dice_set)


def statistics_svg(statistics: RollStatistics) -> str:
    """Draw the histogram of the rolls' tilings: every board once, and weighted by the chance of being rolled."""
    from dicelab.dice.names import plain
    from dicelab.search.statistics_text import histogram_picture

    columns = {"every board once": statistics.by_board, "weighted by the chance of being rolled": statistics.by_face}
    return histogram_picture(f"Tilings: {plain(statistics.dice_set.name) or 'unnamed'}", columns)


def boards_html(chosen: ChosenBoards) -> str:
    """Return the sheets of chosen boards, as they are printed."""
    from dicelab.search.boards_text import boards_svgs

    return f"<div>{''.join(boards_svgs(chosen))}</div>"


def verification_html(verification: Verification) -> str:
    """Return the verdict, a row for each backend, and pictures of the first unsolvable boards."""
    from dicelab.dice.names import plain
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
