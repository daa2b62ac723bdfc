"""What the options of a design mean: sizes that follow from the puzzle, and printed sets as they are."""

import pytest

from dicelab.api.dice_sources import dice_set_of
from dicelab.dice import DiceSet
from dicelab.errors import DiceError
from dicelab.search.design.options import DesignOptions
from dicelab.search.design.running import search
from dicelab.search.design.settings import DesignSettings
from dicelab.search.evolve.settings import EvolutionSettings
from dicelab.search.placement_domain import even_sizes, require_sizes
from solver.polyform import Puzzle

MISPRINT = "A1 A1 B2 | A2 A3 B1 B2 | C1 C2 C3"
"""A1 is twice on a die, and B2 is on two."""


def settings_of(**options):
    settings = DesignOptions(**options).settings(dice_set_of)
    assert isinstance(settings, DesignSettings)
    return settings


def repair(small, text=MISPRINT, **options):
    printed = DiceSet.parse(text, small, shared_cells=True)
    outcome = search(settings_of(source=printed, min_tilings=0, **options))
    assert outcome.dice_set is not None
    return printed, outcome


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("genius-square", (6, 5, 5, 5, 5, 5, 5)),
        ("5x5/4:W5,L4,I3,L3,I2,T4", (6, 6, 6, 6)),
        ("3x3/3:I1,I2,I3", (3, 3, 3)),
        ("4x4/5:I4,I4,I3", (4, 3, 3, 3, 3)),
        ("6x6/4:8*I4", (6, 6, 6, 6)),
    ],
)
def test_sizes_follow_from_the_puzzle(text, sizes):
    assert even_sizes(Puzzle.parse(text)) == sizes
    assert settings_of(puzzle=text).constraints.sizes == sizes
    assert EvolutionSettings.of({"puzzle": text}).sizes == sizes


@pytest.mark.parametrize("text", ["8x8/9:11*I5", "8x8/16:12*I4", "2x3/5:I1", "3x3/1:4*I2"])
def test_even_sizes_always_fit(text):
    puzzle = Puzzle.parse(text)
    sizes = even_sizes(puzzle)
    require_sizes(sizes, puzzle)
    assert max(sizes) - min(sizes) <= 1
    assert list(sizes) == sorted(sizes, reverse=True)


def test_a_misprint_is_repaired_as_it_is_printed(small):
    printed, outcome = repair(small, minimize="changes")
    assert outcome.status == "optimal"
    # B2 has to leave one of its dice, and nothing else is wrong.
    assert outcome.state.value == outcome.bound == 1
    assert outcome.dice_set.sizes == printed.sizes == (2, 4, 3)
    assert len(outcome.changes) == 1


def test_dice_that_are_not_named_stay(small):
    printed, outcome = repair(small, only_die=(1,))
    assert outcome.dice_set.dice[1:] == printed.dice[1:]
    with pytest.raises(DiceError, match="B2 is on die 1 and on die 2, which both stay"):
        repair(small, only_die=(3,))
    with pytest.raises(DiceError, match="only-die 4: the set has dice 1 to 3"):
        repair(small, only_die=(4,))
    with pytest.raises(DiceError, match="die 2 stays as it is, with 4 cells and not 3"):
        repair(small, only_die=(1,), sizes=(3, 3, 3))


def test_faces_are_kept_that_repeat_nothing(small):
    printed, outcome = repair(small, keep_faces=True, sizes=(3, 3, 3))
    for before, after in zip(printed.dice, outcome.dice_set.dice, strict=True):
        alone = {cell for cell in before.cells if sum(cell in die.cells for die in printed.dice) == 1}
        assert alone <= set(after.cells)
    shown = {cell for die in printed.dice for cell in die.cells}
    assert shown <= {cell for die in outcome.dice_set.dice for cell in die.cells}


@pytest.mark.parametrize("options", [{"only_die": (1,)}, {"keep_faces": True}])
def test_without_a_printed_set_nothing_stays(small, options):
    with pytest.raises(DiceError, match="needs --from SET"):
        DesignOptions(puzzle=small, **options).settings(dice_set_of)
    with pytest.raises(DiceError, match="needs --from SET"):
        DesignOptions(puzzle=small, shared_cells=True, **options).settings(dice_set_of)


def test_a_printed_set_with_more_cells_than_the_board_shows_fewer(small):
    _, outcome = repair(small, "A1 A2 A3 B1 | A1 A2 A3 B2 | B3 C1 C2 C3", minimize="changes")
    assert (outcome.status, outcome.dice_set.sizes) == ("optimal", (3, 3, 3))
