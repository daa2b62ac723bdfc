"""All rules that explain why a board has no tiling, simplest first, asked of arrays of boards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dicelab.rules import BOARD_RULES, BoardRule
from dicelab.rules.board import Flags
from dicelab.rules.explain.parts import areas, areas_rejects, shares, shares_rejects
from dicelab.rules.explain.stripes import stripes, stripes_rejects
from dicelab.rules.explain.tree import cases, cases_rejects
from dicelab.rules.explain.weights import cut_offs, cut_offs_rejects, weights, weights_rejects
from dicelab.rules.islands import Masks
from solver.polyform import Puzzle, representatives

EXPLANATIONS = (
    *BOARD_RULES,
    BoardRule("stripes", stripes, stripes_rejects),
    BoardRule("areas", areas, areas_rejects),
    BoardRule("shares", shares, shares_rejects),
    BoardRule("weights", weights, weights_rejects),
    BoardRule("cut-offs", cut_offs, cut_offs_rejects),
    BoardRule("cases", cases, cases_rejects),
)
"""Every rule, simplest first: what a reader can check at a glance comes before what takes paper."""

QUICK = EXPLANATIONS[:6]
"""The rules that are asked of a million boards in seconds; each of the others may take a tenth of a second a board."""

UNEXPLAINED = -1


def reasons(masks: Masks, puzzle: Puzzle, rules: Sequence[BoardRule] = EXPLANATIONS) -> NDArray[np.int8]:
    """Return for each board the first rule that rejects it.

    One board of each orbit is looked at: no rule depends on how a board lies.

    Parameters
    ----------
    masks
        uint64 of shape (n,), the blockers of unsolvable boards; a solvable one costs time, and no rule rejects it.
    puzzle
        Their puzzle, on at most 64 cells.
    rules
        All, or ``QUICK``.

    Returns
    -------
    ndarray
        int8 of shape (n,): the place of the rule in ``rules``, or -1 where no rule rejects the board.

    Examples
    --------
    >>> puzzle = Puzzle.parse("1x5/1:I1,I3")
    >>> [EXPLANATIONS[n].name for n in reasons(np.array([0b00100], np.uint64), puzzle)]
    ['isolated dominoes']
    """
    boards, place = _orbits(masks, puzzle)
    found = np.full(len(boards), UNEXPLAINED, np.int8)
    for number, rule in enumerate(rules):
        still = np.flatnonzero(found == UNEXPLAINED)
        found[still[rule.rejects(boards[still], puzzle)]] = number
    return found[place]


def rejected_by(masks: Masks, puzzle: Puzzle, rules: Sequence[BoardRule] = EXPLANATIONS) -> Flags:
    """Tell for each rule alone which boards it rejects.

    Parameters
    ----------
    masks, puzzle, rules
        As for :func:`reasons`.

    Returns
    -------
    ndarray
        bool of shape (rules, n).
    """
    boards, place = _orbits(masks, puzzle)
    return np.array([rule.rejects(boards, puzzle) for rule in rules])[:, place]


def _orbits(masks: Masks, puzzle: Puzzle) -> tuple[Masks, NDArray[np.intp]]:
    """Return one board of each orbit, and the place of each board's among them."""
    boards, place = np.unique(representatives(np.asarray(masks, np.uint64), puzzle.grid), return_inverse=True)
    return boards, place.ravel()
