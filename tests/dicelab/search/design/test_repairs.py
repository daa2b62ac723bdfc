"""Repairs of a printed set: the best of each die by itself, by changes, rolls and tilings of the hardest roll."""

import itertools
import shlex
from functools import cache
from typing import Any

import pytest

import dicelab
from dicelab.cli.verbs import command_named
from dicelab.dice.sources import dice_set_of
from dicelab.errors import DiceError
from dicelab.search.design.repairs import best_repairs
from dicelab.search.design.settings import command_of, design_settings
from dicelab.search.options import QuestionOptions

SMALL = "2x4/2:3*I2"


@cache
def tilings(board):
    return int(dicelab.count(" ".join(board), SMALL))


def by_trying_all(printed, die):
    """Return the fewest changes, most rolls and most tilings of the hardest roll, by writing on a die all that fits."""
    grid = printed.puzzle.grid
    faces, found = printed.labels(), []
    for written in itertools.product(map(grid.label, range(len(grid))), repeat=len(faces[die])):
        dice = [*faces]
        dice[die] = list(written)
        try:
            repaired = dicelab.DiceSet.of_labels(dice, printed.puzzle)
        except DiceError:
            continue
        hardest = min(map(tilings, map(frozenset, itertools.product(*dice))))
        if hardest:
            changes = sum(old != new for old, new in zip(faces[die], written, strict=True))
            found.append((-changes, repaired.roll_count, hardest))
    return max(found, default=None)


@pytest.mark.parametrize("text", ["A1 A1 | A1 B4", "A1 A1 | A2 A4", "A1 A2 | A2 A2"])
def test_the_best_repair_of_a_die_is_that_of_all_ways_to_write_on_it(text):
    printed = dice_set_of(text, SMALL, as_printed=True)
    settings = design_settings({"source": printed}, minimize="changes")
    found = {one.die: (-one.changes, one.rolls, one.fewest) for one in best_repairs(settings)}
    wanted = {die + 1: by_trying_all(printed, die) for die in (0, 1)}
    assert found == {die: best for die, best in wanted.items() if best}


DEFAULT = dicelab.load("default").format().split(" | ")
MISPRINTED = " | ".join([*DEFAULT[:2], "A1 C1 D1 C4 C4 F3", *DEFAULT[3:]])


def test_among_equally_many_changes_the_set_with_more_rolls_is_taken():
    outcome = dicelab.design(source=MISPRINTED, only_die=[3], minimize="changes", jobs=1)
    assert (outcome.status, outcome.value) == ("optimal", 2)
    assert outcome.dice_set == dicelab.load("default")
    assert outcome.dice_set.roll_count == 62_208
    assert [(one["die"], one["changes"]) for one in outcome.to_json()["repairs"]] == [(3, 2)]


def test_the_die_that_repeats_a_cell_comes_first():
    settings = design_settings({"source": dice_set_of(MISPRINTED, as_printed=True)}, minimize="changes")
    assert [(one.die, one.changes, one.rolls) for one in best_repairs(settings)] == [(3, 2, 62_208), (7, 1, 51_840)]


def test_sizes_that_are_asked_for_are_kept():
    settings = design_settings(
        {"source": dice_set_of(MISPRINTED, as_printed=True), "only_die": [3], "sizes": (2, 4, 5, 6, 6, 6, 6)},
        minimize="changes",
    )
    assert [(one.die, one.changes, one.rolls) for one in best_repairs(settings)] == [(3, 2, 51_840)]


@pytest.mark.parametrize("more", [{}, {"sizes": (2, 4, 5, 6, 6, 6, 6)}, {"keep_faces": True, "min_tilings": 2}])
def test_the_command_of_a_repair_asks_for_it_again(more):
    asked: Any = {"source": dice_set_of(MISPRINTED, as_printed=True), "only_die": [3], **more}
    settings = design_settings(asked, minimize="changes", seed=7)
    words = shlex.split(command_of(settings))[1:]
    given = command_named("design").make_context("design", words).params
    options: Any = {name: given[name] for name in QuestionOptions.__annotations__}
    assert design_settings(options, minimize=given["minimize"], seed=given["seed"]) == settings
