"""The catalogue of objectives, and the texts that name them: ``fewest``, ``variation:max``, ``band=100-1000``.

``catalogue.toml`` defines those that ship, in the order in which they are listed. Those whose name begins with
``face-`` weight each board by the ways that faces show it, as a player meets them; the others count each
distinct board once. Both agree for disjoint dice whose faces repeat no cell.
"""

from __future__ import annotations

import copyreg
import inspect
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from fractions import Fraction
from functools import partial
from importlib import import_module
from importlib.resources import files
from typing import Any

from dicelab.dice import CATALOGUE, DiceSet
from dicelab.dice.sources import dice_set_of
from dicelab.errors import DiceError
from dicelab.render.text import WIDTH, wrap
from dicelab.score.objectives import comparison, difficulty, shape
from dicelab.score.objectives.objective import Argument, Better, Definition, Loader, Objective, Subject, objective
from solver.errors import InputError, quoted
from solver.polyform import Grid, Puzzle
from solver.registry import Registry

MOST_TILINGS = (1 << 63) - 1
HOW = (
    "Write NAME or NAME=ARGUMENT. The better direction is in brackets; override it with :min or :max, as in "
    "variation:max. SET is a dice set: a name, a file, or its faces as in 'A1 A2 | B1 B2'."
)
_DIRECTIONS: dict[str, Better] = {"min": "less", "max": "more"}


def read_band(text: str, puzzle: Puzzle, load: Loader) -> tuple[str, tuple[Any, ...]]:  # noqa: ARG001
    """Read ``100-1000``: tilings, both included."""
    match = re.fullmatch(r"\s*([0-9]{1,19})\s*-\s*([0-9]{1,19})\s*", text)
    if not match:
        raise DiceError(f"{quoted(text)} is not a band of tilings: write LO-HI, such as 100-1000")
    low, high = int(match[1]), int(match[2])
    if high > MOST_TILINGS:
        raise DiceError(f"a band up to {high:,} tilings is too large: write at most {MOST_TILINGS:,}")
    if low > high:
        raise DiceError(f"the band {low}-{high} is empty: write the smaller number first")
    return f"{low}-{high}", (low, high)


def read_quantiles(text: str, puzzle: Puzzle, load: Loader) -> tuple[str, tuple[Any, ...]]:  # noqa: ARG001
    """Read ``10-90``: percent of the boards."""
    number = r"\s*([0-9]{1,3}(?:\.[0-9]{1,3})?)\s*"
    match = re.fullmatch(f"{number}-{number}", text)
    if not match or not Fraction(match[1]) < Fraction(match[2]) <= 100:
        raise DiceError(
            f"{quoted(text)} are not quantiles: write two percentages from 0 to 100 as LO-HI, such as 10-90"
        )
    low, high = Fraction(match[1]), Fraction(match[2])
    return f"{float(low):g}-{float(high):g}", (float(low / 100), float(high / 100))


def read_cells(text: str, puzzle: Puzzle, load: Loader) -> tuple[str, tuple[Any, ...]]:  # noqa: ARG001
    """Read ``6``: a number of cells of a die."""
    if not re.fullmatch(r"[0-9]{1,3}", text.strip()) or not 1 <= int(text) <= len(puzzle.grid):
        raise DiceError(f"{quoted(text)} is not a number of cells: write 1 to {len(puzzle.grid)}, such as 6")
    return str(int(text)), (int(text),)


def read_set(text: str, puzzle: Puzzle, load: Loader) -> tuple[str, tuple[Any, ...]]:
    """Read a dice set: its faces (``A1 A2 | B1``), a catalogue name, or what ``load`` finds.

    All but catalogue names become faces, so that a label still names the set when its file is gone or has changed.
    """
    if _are_faces(text, puzzle.grid):
        found = DiceSet.parse(text, puzzle, shared_cells=True)
    else:
        found = load(text, puzzle)
        if found.puzzle != puzzle:
            raise DiceError(
                f"{quoted(text)} is a set for the puzzle {found.puzzle.format()}: name one for {puzzle.format()}"
            )
    reference = DiceSet(found.dice, puzzle, found.name, shared_cells=True)
    return text if text in CATALOGUE else reference.format(), (reference,)


def _are_faces(text: str, grid: Grid) -> bool:
    """Tell whether a text is made of labels of a grid; a wrong number of rows and columns counts as one."""
    labels = text.replace("|", " ").split()
    known = {label.upper() for label in grid.cell_labels}
    squares = re.compile(r"[A-Za-z][1-9][0-9]?")
    return bool(labels) and all(
        label.upper() in known or (grid.labelling is None and squares.fullmatch(label)) for label in labels
    )


_ARGUMENTS = {
    "band": Argument("LO-HI", read_band),
    "quantiles": Argument("LO-HI", read_quantiles, "10-90"),
    "set": Argument("SET", read_set),
    "cells": Argument("CELLS", read_cells),
}


def _of_dice(function: Callable[..., float], subject: Subject, *values: Any) -> float:  # noqa: ANN401 - of the argument
    return function(subject.dice_set, *values)


def _definition(entry: dict[str, Any]) -> Definition:
    """Return the definition of an entry of the catalogue; its function has the same name in one of three modules."""
    word = entry["name"].replace("-", "_")
    of_rolls = getattr(difficulty, word, None) or getattr(comparison, word, None)
    function = of_rolls or partial(_of_dice, getattr(shape, word))
    fields = {name: value for name, value in entry.items() if name != "by_face"}
    fields["ends"] = (*entry.get("ends", ()), None, None)[:2]
    return Definition(**{**fields, "function": function, "argument": _ARGUMENTS.get(entry.get("argument", ""))})


def _definition_by_face(entry: dict[str, Any]) -> Definition:
    """Return the objective ``face-NAME``, which weights each board by the ways that faces show it."""
    once = _definition(entry)
    text = f"{once.text.rstrip('.')}; boards are weighted by their chance of being rolled."
    return replace(once, name=f"face-{once.name}", text=text, function=partial(once.function, faces=True))


def _definitions() -> Iterator[Definition]:
    found = tomllib.loads(files("dicelab.score.objectives").joinpath("catalogue.toml").read_text("utf-8"))
    yield from map(_definition, (*found["boards"], *found["faces"]))
    yield from (_definition_by_face(entry) for entry in found["boards"] if entry.get("by_face"))
    yield from map(_definition, found["sets"])
    # Those that are declared where they are computed, by ``@objective``.
    declared = (one for module in (difficulty, shape) for one in vars(module).values() if isinstance(one, Definition))
    yield from (replace(one, name=one.name.replace("_", "-")) for one in declared)


_DEFINITIONS = tuple(_definitions())


def _accepted(found: object, name: str) -> Definition:
    if inspect.isfunction(found):
        found = objective(better="less")(found)
    if not isinstance(found, Definition):
        raise InputError(f"objective {name}: it is no function of a subject; decorate one with @dicelab.objective")
    # A label has to lead back to it.
    return replace(found, name=name)


OBJECTIVES: Registry[Definition] = Registry(
    "objective", "dicelab.objectives", {one.name: one for one in _DEFINITIONS}, _accepted
)
"""All objectives by name: those that ship, in order, and the entry points of ``dicelab.objectives``."""


def _found(module: str, place: str, name: str) -> Definition:
    found: Definition = getattr(import_module(module), place) if module else OBJECTIVES.shipped[name]
    return found if found.name == name else replace(found, name=name)


def _pickled(definition: Definition) -> tuple[Any, ...]:
    """Pickle a definition as its name, or as the place where ``@objective`` put it instead of its function."""
    if OBJECTIVES.shipped.get(definition.name) is definition:
        return _found, ("", "", definition.name)
    module, place = definition.function.__module__, getattr(definition.function, "__qualname__", "")
    there = getattr(sys.modules.get(module), place, None)
    if isinstance(there, Definition) and there.function is definition.function:
        return _found, (module, place, definition.name)
    return Definition, tuple(getattr(definition, one.name) for one in fields(definition))


copyreg.pickle(Definition, _pickled)


def is_importable(function: Callable[..., float]) -> bool:
    """Tell whether a function, or what ``@objective`` made of it, is found by the name of its module and its own."""
    there = getattr(sys.modules.get(function.__module__), getattr(function, "__qualname__", ""), None)
    return there is function or (isinstance(there, Definition) and there.function is function)


def objective_label(given: str | Callable[..., float]) -> str:
    """Return the label of an objective that is a text or a function.

    A function that other processes can import is known by its module; any other one is registered in this process.
    """
    if isinstance(given, str):
        return given
    function = given.function if isinstance(given, Definition) else given
    label = f"{function.__module__}:{getattr(function, '__qualname__', '')}"
    if function.__module__ == "__main__" or not is_importable(function):
        label = f"here:{getattr(function, '__name__', 'objective')}"
        OBJECTIVES.register(label, given)
    # Loaded here, so that a run in a folder may name what the caller passes.
    OBJECTIVES.find(label, is_typed=True)
    return label


STANDARD = tuple(one.name for one in _DEFINITIONS if one.argument is None or one.argument.default is not None)
"""The labels of those that need no argument."""


class ObjectiveCatalogue:
    """The answer to ``stats --list-objectives``."""

    schema = "objectives"

    def __repr__(self) -> str:
        return f"<ObjectiveCatalogue: {len(OBJECTIVES.usable())} objectives>"

    def to_json(self) -> dict[str, Any]:
        """Return the catalogue as JSON values."""
        return {"objectives": [one.to_json() for one in OBJECTIVES.usable().values()]}

    def __str__(self) -> str:
        return "\n".join(wrap(HOW, WIDTH)) + "".join(f"\n\n{one}" for one in OBJECTIVES.usable().values())


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
    definition = _named(name, word)
    better = _DIRECTIONS[direction] if direction else definition.better
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

    :class:`DiceError` is raised if the text is empty, a name is unknown, or an objective is named twice, even with
    another direction.
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


def _named(name: str, word: str) -> Definition:
    before, colon, direction = name.partition(":")
    if colon and before in OBJECTIVES:
        raise DiceError(
            f"objective {quoted(word)}: {quoted(direction)} is not a direction; write :min or :max, or leave it out"
        )
    try:
        return OBJECTIVES.find(name)
    except InputError as error:
        raise DiceError(str(error)) from None
