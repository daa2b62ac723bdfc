"""How verbs choose boards by how hard they are: the options, and where the tilings of the boards come from."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dicelab.cli.terminal import Terminal, load_census
from dicelab.cli.tilings import load_tilings

if TYPE_CHECKING:
    from dicelab.dice import DiceSet
    from dicelab.score.choosing import ChosenBoards
    from solver.census import TilingsSource
    from solver.polyform import Puzzle

Verb = TypeVar("Verb", bound=Callable[..., Any])

_OPTIONS = (
    click.option("--tilings", metavar="RANGE", help="Number of tilings: 7, 1-10, 100- or 0.  [default: at least one]"),
    click.option(
        "--difficulty",
        metavar="BAND",
        help="extreme, very-hard, hard, medium or easy, or a range such as easy..hard.  [default: all]",
    ),
    click.option(
        "--distinct",
        "--class",
        "distinct",
        is_flag=True,
        help="No two boards that are rotations or reflections of each other.",
    ),
    click.option(
        "--seed",
        type=click.IntRange(min=0),
        help="Seed of the random numbers; the same seed gives the same boards.  [default: random]",
    ),
)


def choice_options(function: Verb) -> Verb:
    """Add ``--tilings``, ``--difficulty``, ``--distinct`` and ``--seed``, all of which :func:`choose_boards` takes."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def choose_boards(
    terminal: Terminal,
    puzzle_text: str | None,
    dice: DiceSet | None,
    jobs: int,
    **choice: Any,  # noqa: ANN401 - the options of `dicelab.boards`
) -> ChosenBoards:
    """Choose boards of a puzzle, or of the rolls of a set, as :func:`dicelab.boards` does, with progress bars."""
    from dicelab.api.choosing import boards

    with ExitStack() as stack:

        def source(puzzle: Puzzle) -> TilingsSource:
            if dice is None:
                return load_census(terminal, puzzle, jobs, only_quick=True)
            return load_tilings(terminal, puzzle, jobs, stack)

        return boards(puzzle_text, dice=dice, census=source, **choice)
