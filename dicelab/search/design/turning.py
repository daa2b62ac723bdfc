"""One form of a question: invariances that a symmetry of the board carries to each other are searched as one.

The mirror between the rows is the one between the columns, turned by a quarter; so is each set that it maps to itself.
A task is turned to the form whose symmetries come first by name, and its result is turned back. So searches of both
questions take the same steps, and their sets are images of each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from msgspec.structs import replace

from dicelab.score.placement_domain import places_of
from dicelab.search.constraints import Cut, Dice, Invariant
from dicelab.search.constraints.shape import symmetries_of
from dicelab.search.design.search_state import ExactResult, ExactTask, LearnResult, LearnTask, Result, Task
from dicelab.search.design.settings import Goal
from dicelab.search.question import Question
from solver.polyform import Puzzle, images

Turn = tuple[int, ...]


@lru_cache(maxsize=64)
def canonical(question: Question) -> tuple[Question, Turn]:
    """Return the question in the form that is searched, and the symmetry that turns the question to it, empty for none.

    Only a symmetry that keeps all other constraints and the objective turns a question.

    Examples
    --------
    >>> rows, columns = (
    ...     Question("genius-square", (6, 5, 5, 5, 5, 5, 5), 33, (f"invariant={name}",))
    ...     for name in ("mirror-top-bottom", "mirror-left-right")
    ... )
    >>> canonical(rows)[0] == columns
    True
    """
    symmetries = question.symmetries
    goal = Goal.of(question)
    if not symmetries or question.is_large or not (goal is None or (goal.is_stated and not goal.reference)):
        return question, ()
    puzzle = question.puzzle
    names = {permutation: name for name, permutation in symmetries_of(puzzle).items()}
    order = list(names)
    kinds = dict.fromkeys(type(one) for one in question.values if not isinstance(one, Invariant))
    # The identity comes first: of several turns to the same form, it is taken if it is one.
    forms: dict[tuple[int, ...], Turn] = {}
    for turn in puzzle.symmetries:
        if _keeps_dice(puzzle, turn) and all(kind.kept_under(question.all(kind), turn, puzzle) for kind in kinds):
            forms.setdefault(tuple(sorted(order.index(_conjugate(one, turn)) for one in symmetries)), turn)
    first = min(forms)
    turn = forms[first]
    if turn == tuple(range(len(turn))):
        return question, ()
    invariances = [Invariant(names[order[place]]) for place in first]
    others = [one for one in question.values if not isinstance(one, Invariant)]
    labels = tuple(one.label(puzzle) for one in (*others, *invariances))
    return replace(question, constraints=labels), turn


def _keeps_dice(puzzle: Puzzle, turn: Turn) -> bool:
    """Tell whether a symmetry maps the cells where each die may be to themselves."""
    places = places_of(puzzle)
    return bool((places[list(turn)] == places).all())


def _conjugate(symmetry: Sequence[int], turn: Turn) -> Turn:
    """Return the symmetry of the turned sets."""
    back = inverse(turn)
    return tuple(turn[symmetry[back[cell]]] for cell in range(len(turn)))


def inverse(turn: Turn) -> Turn:
    """Return the symmetry that undoes another one."""
    return tuple(np.argsort(turn).tolist())


def turned_task(task: Task) -> tuple[Task, Turn]:
    """Return a task in the form that is searched, and the symmetry that turns it to that, empty for none."""
    question, turn = canonical(task.question)
    if not turn:
        return task, ()
    puzzle = question.puzzle
    if isinstance(task, ExactTask):
        cuts = _cuts(task.cuts, puzzle, turn)
        nogoods = None if task.nogoods is None else _pairs(task.nogoods, puzzle, turn)
        # Boards stand for all their images.
        return replace(task, question=question, cuts=cuts, nogoods=nogoods), turn
    task = replace(task, question=question, dice=_moved(task.dice, puzzle, turn))
    return (replace(task, nogoods=_pairs(task.nogoods, puzzle, turn)) if isinstance(task, LearnTask) else task), turn


def turned_result(result: Result, puzzle: Puzzle, turn: Turn) -> Result:
    """Return the result of a task after a turn."""
    if isinstance(result, LearnResult):
        return replace(result, at=_moved(result.at, puzzle, turn), nogoods=_pairs(result.nogoods, puzzle, turn))
    dice, nearest = (_moved(one, puzzle, turn) for one in (result.dice, result.nearest))
    if isinstance(result, ExactResult):
        return replace(result, dice=dice, nearest=nearest, cuts=_cuts(result.cuts, puzzle, turn))
    return replace(result, dice=dice, nearest=nearest, at=_moved(result.at, puzzle, turn))


def _moved(masks: Sequence[int], puzzle: Puzzle, turn: Turn) -> Dice:
    return tuple(images(np.array(masks, np.uint64), puzzle.grid, [turn])[0].tolist())


def _pairs(nogoods: Sequence[tuple[int, int]], puzzle: Puzzle, turn: Turn) -> tuple[tuple[int, int], ...]:
    moved = _moved([mask for pair in nogoods for mask in pair], puzzle, turn)
    return tuple(zip(moved[::2], moved[1::2], strict=True))


def _cuts(cuts: Sequence[Cut], puzzle: Puzzle, turn: Turn) -> tuple[Cut, ...]:
    def moved(cut: Cut) -> tuple[int, ...]:
        if cut.kind == "apart":
            one, other, mask = cut.numbers
            return (turn[one], turn[other], *_moved([mask], puzzle, turn))
        number = cut.numbers[:1] if cut.kind == "near" else ()
        return (*number, *_moved(cut.numbers[len(number) :], puzzle, turn))

    return tuple(Cut(cut.kind, moved(cut)) for cut in cuts)
