"""All tilings of a board as a list, with clauses that forbid them: a proof of their number refutes what is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dicelab.check.board_tilings import MOST_TILINGS
from dicelab.errors import DiceError
from dicelab.verifying.certificate import placed_texts
from solver.exact_cover import Limits, Solution, Status, backend
from solver.exact_cover.formula import Clause
from solver.polyform import Board, Puzzle


@dataclass(frozen=True, slots=True)
class BoardTilings:
    """The tilings of a board: the text that ``dicelab check`` reads, and a clause that forbids each, in its order."""

    text: bytes = b""
    clauses: Sequence[Clause] = ()


def tilings_of(board: Board, puzzle: Puzzle, seconds: float | None = None) -> BoardTilings | None:
    r"""List all tilings of a board in the order of their text, or return ``None`` where time ran out.

    Raises
    ------
    DiceError
        If there are more than a proof may list.

    Examples
    --------
    >>> puzzle = Puzzle.parse("2x2/0:2*I2")
    >>> listed = tilings_of(Board.parse("..\n..", puzzle.grid), puzzle)
    >>> listed.text, listed.clauses
    (b'1122\n1212\n', [(-1, -4), (-2, -3)])
    """
    problem, fitting = puzzle.board_problem(board.blockers)
    stream = backend("dancing-links").solutions(problem, Limits(solutions=MOST_TILINGS + 1, seconds=seconds))
    found: list[Solution] = list(stream)
    if len(found) > MOST_TILINGS:
        raise DiceError(
            f"{board.format()} has more than {MOST_TILINGS:,} tilings, too many for a proof that lists them: "
            f"dicelab count gives their number without a proof"
        )
    if stream.status is Status.UNKNOWN:
        return None
    placed = np.array([[fitting[option] for option in solution] for solution in found], np.int16)
    texts = [row.tobytes() for part in placed_texts(puzzle, [placed]) for row in part] if found else []
    order = sorted(range(len(found)), key=texts.__getitem__)
    clauses = [tuple(sorted((-option - 1 for option in found[number]), reverse=True)) for number in order]
    return BoardTilings(b"".join(texts[number] + b"\n" for number in order), clauses)
