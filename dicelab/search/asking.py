"""From the options of a question, which ``evolve`` and ``design`` have in common, to the question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any

from dicelab.dice import DiceSet
from dicelab.dice.dice_set import read_faces
from dicelab.dice.puzzle_source import puzzle_of
from dicelab.dice.sources import DiceLike, dice_set_of
from dicelab.errors import DiceError
from dicelab.score.placement_domain import even_sizes
from dicelab.search.constraints import AwayFrom, Changes, Connected, Constraint, Fix, Invariant, parse_constraint
from dicelab.search.constraints.cells import kept_faces, only_dice, sizes_to_repair
from dicelab.search.constraints.shape import disjoint_dice
from dicelab.search.question import Question
from dicelab.search.question_options import QuestionOptions
from solver.polyform import GENIUS_SQUARE, Puzzle


def given_words(options: QuestionOptions, **more: Any) -> list[str]:  # noqa: ANN401 - each option has its type
    """Return the words of the options that were given, ``min-tilings``; ``more`` are those of a verb's own.

    Examples
    --------
    >>> given_words({"min_tilings": 2, "fix": (), "connected": False}, seed=None, faces="6")
    ['faces', 'min-tilings']
    """
    given = [name for name, value in {**options, **more}.items() if value not in (None, (), []) and value is not False]
    return sorted("from" if name == "source" else name.replace("_", "-") for name in given)


def question_of(options: QuestionOptions, objectives: Sequence[str] = (), faces: str | None = None) -> Question:
    """Return the question; raise :class:`DiceError` if an option can't be read or options contradict each other."""
    named, source = options.get("puzzle"), options.get("source")
    puzzle = GENIUS_SQUARE if named is None else puzzle_of(named)
    base = None
    if source is not None:
        base = dice_set_of(source, None if named is None else puzzle, shared_cells=True)
        if named is not None and base.puzzle != puzzle:
            raise DiceError(f"--from {source}: it is a set of {base.puzzle.format()}; leave out --puzzle")
        puzzle = base.puzzle
    sizes = tuple(options.get("sizes") or _usual_sizes(options, puzzle, base))
    load = partial(dice_set_of, shared_cells=True)
    constraints: list[Constraint] = [Fix.parse(text, puzzle, load) for text in options.get("fix", ())]
    constraints += _of_printed(options, base, sizes, objectives)
    constraints += [Connected()] if options.get("connected") else []
    constraints += [Invariant.parse(name, puzzle, load) for name in options.get("invariant", ())]
    constraints += [_away(text, puzzle) for text in options.get("away_from", ())]
    constraints += [parse_constraint(label, puzzle, load) for label in options.get("constraint", ())]
    min_tilings = options.get("min_tilings")
    shared_cells = options.get("shared_cells", False)
    return Question(
        puzzle.name or puzzle.format(),
        sizes,
        1 if min_tilings is None else min_tilings,
        tuple(one.label(puzzle) for one in constraints),
        tuple(objectives),
        shared_cells,
        () if faces is None else tuple(read_faces(faces, len(sizes))),
    )


def _usual_sizes(options: QuestionOptions, puzzle: Puzzle, base: DiceSet | None) -> Sequence[int]:
    if options.get("shared_cells"):
        return (6,) * puzzle.blockers if base is None else base.sizes
    return even_sizes(puzzle) if base is None else sizes_to_repair(base, options.get("only_die", ()))


def _of_printed(
    options: QuestionOptions, base: DiceSet | None, sizes: Sequence[int], objectives: Sequence[str]
) -> list[Constraint]:
    """Return the constraints that a printed set brings."""
    changes, keep_faces = options.get("changes"), options.get("keep_faces", False)
    only_die = options.get("only_die", ())
    if base is None:
        for option, is_given in (("changes", changes is not None), ("only-die", only_die), ("keep-faces", keep_faces)):
            if is_given:
                named = "changed" if option == "changes" else "repaired"
                raise DiceError(f"--{option} needs --from SET: name the set that is {named}")
        return []
    limits = changes is not None or any(label.startswith("changes") for label in objectives)
    if not limits and not only_die and not keep_faces:
        raise DiceError(
            "--from needs --minimize changes, --changes K, --only-die N or --keep-faces: "
            "say how much may be written anew"
        )
    faces = tuple(die.faces for die in base.dice)
    found: list[Constraint] = [Changes(faces, sum(map(len, faces)) if changes is None else changes)]
    held = only_dice(base, only_die, sizes) if only_die else []
    if keep_faces:
        fixes = [Fix.parse(text, base.puzzle, dice_set_of) for text in options.get("fix", ())]
        found += kept_faces(base, [*fixes, *held])
    return [*found, *held]


def _away(value: DiceLike, puzzle: Puzzle) -> AwayFrom:
    cells = 1
    found = re.fullmatch(r"(.+)=([0-9]{1,3})", value) if isinstance(value, str) else None
    if found:
        value, cells = found[1], int(found[2])
    return AwayFrom(disjoint_dice(dice_set_of(value, puzzle), puzzle, f"--away-from {value}"), cells)
