"""The catalogue of objectives, in the order in which they are listed; their definitions are in ``catalogue.toml``.

Those whose name begins with ``face-`` weigh each board by the ways that faces show it, so they are what a player meets;
the others count each distinct board once. For a set whose faces repeat no cell, with disjoint dice, both are the same.
"""

from __future__ import annotations

import inspect
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from importlib.resources import files
from typing import Any, Literal

import msgspec

from dicelab.dice import CATALOGUE, DiceSet
from dicelab.errors import DiceError
from dicelab.score.objectives import difficulty, shape
from dicelab.score.objectives.objective import Argument, Better, Definition, Loader, objective
from solver.errors import InputError, quoted
from solver.polyform import Grid, Puzzle
from solver.registry import Registry

MOST_TILINGS = (1 << 63) - 1


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


def read_set(text: str, puzzle: Puzzle, load: Loader) -> tuple[str, tuple[Any, ...]]:
    """Read a dice set: its faces (``A1 A2 | B1``), a catalogue name, or what ``load`` finds.

    All but catalogue names become faces, so that a label tells the set where its file is gone or has changed.
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
}


def _of_dice(function: Callable[..., float]) -> Callable[..., float]:
    return lambda subject, *values: function(subject.dice_set, *values)


_FUNCTIONS: dict[str, Callable[..., float]] = {
    "unsolvable": difficulty.unsolvable,
    "fewest": difficulty.fewest,
    "single": difficulty.single,
    "mean": difficulty.mean,
    "median": difficulty.median,
    "variation": difficulty.variation,
    "quantile-ratio": difficulty.quantile_ratio,
    "band": difficulty.band,
    "face-unsolvable": difficulty.face_unsolvable,
    "face-single": difficulty.face_single,
    "zones": _of_dice(shape.zones),
    "whole": _of_dice(shape.whole),
    "perimeter": _of_dice(shape.perimeter),
    "symmetry": _of_dice(shape.symmetry),
    "distance": _of_dice(shape.distance),
    "changes": _of_dice(shape.changes),
    "rolls": difficulty.rolls,
    "reroll-probability": difficulty.reroll_probability,
}


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    better: Better
    unit: str
    range: str
    text: str
    source: str
    argument: Literal["band", "quantiles", "set"] | None = None
    by_face: bool = False
    of_tilings: bool = True
    """Whether it needs the numbers of tilings; for others it is enough to know which boards can be tiled."""

    def definition(self) -> Definition:
        function = _FUNCTIONS[self.name]
        argument = _ARGUMENTS[self.argument] if self.argument else None
        return Definition(
            self.name,
            self.better,
            self.unit,
            self.range,
            self.text,
            self.source,
            function,
            argument,
            self.of_tilings,
        )

    def definition_by_face(self) -> Definition:
        """Return the same objective, with each board weighed by the ways that faces show it."""
        once = self.definition()
        text = f"{self.text.rstrip('.')}; boards are weighted by their chance of being rolled."
        return replace(once, name=f"face-{self.name}", text=text, function=partial(once.function, faces=True))


class _Entries(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    boards: list[_Entry]
    faces: list[_Entry]
    sets: list[_Entry]

    def definitions(self) -> Iterator[Definition]:
        yield from (entry.definition() for entry in (*self.boards, *self.faces))
        yield from (entry.definition_by_face() for entry in self.boards if entry.by_face)
        yield from (entry.definition() for entry in self.sets)


_CATALOGUE = files("dicelab.score.objectives").joinpath("catalogue.toml").read_text("utf-8")
_DEFINITIONS = tuple(msgspec.convert(tomllib.loads(_CATALOGUE), _Entries).definitions())


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


def objective_label(given: str | Callable[..., float]) -> str:
    """Return the label of an objective that is a text or a function.

    A function that other processes can import is known by its module; any other one is registered in this process.
    """
    if isinstance(given, str):
        return given
    function = given.function if isinstance(given, Definition) else given
    module, attribute = function.__module__, getattr(function, "__qualname__", "")
    label = f"{module}:{attribute}"
    there = getattr(sys.modules.get(module), attribute, None) if attribute.isidentifier() else None
    if module == "__main__" or there not in (given, function):
        label = f"here:{getattr(function, '__name__', 'objective')}"
        OBJECTIVES.register(label, given)
    # Loaded here, so that a run in a folder may name what the caller passes.
    OBJECTIVES.find(label, is_typed=True)
    return label


STANDARD = tuple(one.name for one in _DEFINITIONS if one.argument is None or one.argument.default is not None)
"""The labels of those that need no argument."""
