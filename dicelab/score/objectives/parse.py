"""Reading objectives: ``fewest``, ``variation:max``, ``band=100-1000``, ``distance=default``."""

from __future__ import annotations

from typing import cast

from dicelab.dice import DiceSet
from dicelab.dice.sources import dice_set_of
from dicelab.errors import DiceError
from dicelab.score.objectives.catalogue import OBJECTIVES
from dicelab.score.objectives.objective import Better, Definition, Loader, Objective
from solver.errors import InputError, quoted
from solver.polyform import Puzzle

_DIRECTIONS = {"min": "less", "max": "more"}


def load_reference(text: str, puzzle: Puzzle) -> DiceSet:
    """Return the set of a catalogue name or file; its dice may share cells."""
    return dice_set_of(text, puzzle, shared_cells=True)


def parse_objective(text: str, puzzle: Puzzle, load: Loader = load_reference) -> Objective:
    """Read ``NAME``, ``NAME=ARGUMENT`` or ``MODULE:FUNCTION``, optionally followed by ``:min`` or ``:max``.

    Parameters
    ----------
    text
        As a user writes it. A SET is a catalogue name, what ``load`` finds (a file), or its faces as in
        ``distance=A1 A2 | B1 B2``, which is how labels name sets that are in no catalogue.
    puzzle
        Of the sets that are looked at; a SET is one of its own.
    load
        Finds a SET by name.

    Raises
    ------
    DiceError
        If there is no such objective (the message suggests the nearest), or its argument can't be read.

    Examples
    --------
    >>> puzzle = Puzzle.parse("genius-square")
    >>> parse_objective("fewest", puzzle).better, parse_objective("variation:max", puzzle).better
    ('more', 'more')
    >>> parse_objective("quantile-ratio=10.0-90:min", puzzle).label
    'quantile-ratio'
    """
    word, direction = text.strip(), ""
    for ending in _DIRECTIONS:
        if word.endswith(f":{ending}"):
            word, direction = word[: -len(ending) - 1].rstrip(), ending
    name, equals, argument = word.partition("=")
    name, argument = name.strip(), argument.strip()
    definition = _definition(name, word)
    better = cast("Better", _DIRECTIONS[direction]) if direction else definition.better
    kind = definition.argument
    if kind is None:
        if equals:
            raise DiceError(f"objective {quoted(word)}: {name} takes no argument; leave out ={argument}")
        return Objective(definition, better)
    if not argument and (equals or kind.default is None):
        raise DiceError(f"objective {quoted(word)} needs an argument: write {name}={kind.form}")
    try:
        canonical, values = kind.read(argument or str(kind.default), puzzle, load)
    except (DiceError, InputError) as error:
        raise DiceError(f"objective {name}: {error}") from None
    return Objective(definition, better, canonical, values)


def parse_objectives(text: str, puzzle: Puzzle, load: Loader = load_reference) -> tuple[Objective, ...]:
    """Read objectives with commas between them.

    :class:`DiceError` is raised if there is none, one is no objective, or one is named twice, be it with another
    direction.
    """
    parts = text.split(",")
    if not all(part.strip() for part in parts):
        raise DiceError(f"objectives {quoted(text)}: separate names by single commas, such as fewest,variation")
    found: dict[tuple[str, str], Objective] = {}
    for part in parts:
        one = parse_objective(part, puzzle, load)
        key = (one.name, one.argument)
        if key in found:
            raise DiceError(f"objective {quoted(one.label)} is named twice: name it once, in one direction")
        found[key] = one
    return tuple(found.values())


def _definition(name: str, word: str) -> Definition:
    before, colon, direction = name.partition(":")
    if colon and before in OBJECTIVES:
        raise DiceError(
            f"objective {quoted(word)}: {quoted(direction)} is not a direction; write :min or :max, or leave it out"
        )
    try:
        return OBJECTIVES.find(name)
    except InputError as error:
        raise DiceError(str(error)) from None
