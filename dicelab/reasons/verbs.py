"""The verbs ``rules`` and ``explain``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from dicelab.dice.sources import BoardPuzzle, DiceSource, SetPuzzle, dice_set_of
from dicelab.kinds import Seconds, SharedCells, Whole
from dicelab.solving import board_and_puzzle_of
from dicelab.solving.reading import BoardSource
from dicelab.verb import verb

if TYPE_CHECKING:
    from dicelab.reasons.assessment import Assessment
    from dicelab.reasons.explain import Explanation


@verb(group="every day", examples=("rules default", "rules theorem-5.3 -v"))
def rules(dice: DiceSource, puzzle: SetPuzzle = None, *, shared_cells: SharedCells = False) -> Assessment:
    """Check a dice set with fast rules, and show the cells at fault.

    Three exact rules tell whether the dice can roll a board that is known to have no tiling. The four steps of Jensen's
    New Dice Procedure are a guide for designers: an always-solvable set may break them, which is a notice. A misprinted
    set is taken as it is printed, with cells on several dice.

    Exit status: 0 if no exact rule finds a roll that cannot be tiled (``dicelab verify`` looks at every roll), 4 if one
    does, so that the set is not always solvable.

    Examples
    --------
    >>> import dicelab
    >>> assessment = dicelab.rules("default")
    >>> [step.passed for step in assessment.steps], assessment.can_roll_a_rejected_board
    ([True, True, False, False], False)
    """
    from dicelab.reasons.assessment import assess

    return assess(dice_set_of(dice, puzzle, shared_cells=shared_cells, as_printed=True))


@verb(
    group="every day",
    formats=("svg", "txt", "json"),
    examples=('explain "A2 B1 A5 B6 C3 C4 D3"', 'explain "A2 B1 A5 B6 C3 C4 D3" --out reason.svg'),
)
def explain(
    board: BoardSource,
    puzzle: BoardPuzzle = None,
    *,
    positions: Annotated[int, Whole(least=1)] = 10_000,
    seconds: Seconds = None,
) -> Explanation:
    """Explain why a board has no tiling.

    The reason is the simplest rule that rejects the board, or else an argument by cases.

    Exit status: 0 with an explanation, 4 if BOARD has a tiling, 3 if a limit was reached. In the last case it may or
    may not be known whether there is a tiling; the answer says which.

    A long argument is cut short: -v tells all of its cases.

    Parameters
    ----------
    positions
        Limit of positions in the shortest argument by cases; exit 3 if it is reached.

    Examples
    --------
    >>> import dicelab
    >>> dicelab.explain("A2 B1 B3 C2 D5 E4 F6").verdict
    <Verdict.RULE: 'rule'>
    """
    from dicelab.reasons.explain import explain as explanation_of
    from solver.exact_cover import Limits

    asked, wanted = board_and_puzzle_of(board, puzzle)
    return explanation_of(asked.blockers, wanted, Limits(nodes=positions, seconds=seconds))
