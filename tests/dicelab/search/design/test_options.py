"""What the options of a design mean: sizes that follow from the puzzle, and printed sets as they are."""

from typing import TYPE_CHECKING, cast

import pytest

from dicelab.dice import DiceSet, parse_dice_set
from dicelab.dice.sources import dice_set_of
from dicelab.errors import DiceError
from dicelab.play.position import Position, read_placement
from dicelab.render.dice import export_dice_set
from dicelab.score.placement_domain import even_sizes, require_sizes
from dicelab.search.constraints import AwayFrom, Fix
from dicelab.search.design.running import search
from dicelab.search.design.settings import design_settings
from dicelab.search.evolve.settings import EvolutionSettings
from dicelab.solving.reading import read_board
from solver.errors import InputError
from solver.polyform import Board, Puzzle, placements
from solver.polyform.puzzle_file import find_puzzle

if TYPE_CHECKING:
    from dicelab.search.options import QuestionOptions

MISPRINT = "A1 A1 B2 | A2 A3 B1 B2 | C1 C2 C3"
"""A1 is twice on a die, and B2 is on two."""


def settings_of(minimize=None, **asked):
    return design_settings(cast("QuestionOptions", asked), minimize=minimize)


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
    assert settings_of(puzzle=text).question.sizes == sizes
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
        settings_of(puzzle=small, **options)
    with pytest.raises(DiceError, match="needs --from SET"):
        settings_of(puzzle=small, shared_cells=True, **options)


def test_a_printed_set_with_more_cells_than_the_board_shows_fewer(small):
    _, outcome = repair(small, "A1 A2 A3 B1 | A1 A2 A3 B2 | B3 C1 C2 C3", minimize="changes")
    assert (outcome.status, outcome.dice_set.sizes) == ("optimal", (3, 3, 3))


LABELLED = [
    ("2x4=JAN,FEB,MAR,1..5/2:3*I2", (4, 4), "FEB 1 | 5"),
    ("2x2=Ä,x2,2x,OFF/2:I2", (2, 2), "off ä | 2X"),
    ("triangles@2-4,1-5,1-5,2-4/3:I1,I2,I3,I3,I4", (6, 5, 5), "5 6 | 16 | 1"),
    ("hexagons@2-6,1-7,2-6/2:I4,I4", (5, 5), "1 2 | 10"),
    ("calendar", (11, 31), "Jan FEB | 31"),
]
"""Puzzles whose cells are not called by a letter and a number, sizes of dice, and some of their faces."""


@pytest.mark.parametrize(("text", "sizes", "faces"), LABELLED)
def test_a_cell_is_fixed_by_its_own_label(text, sizes, faces):
    grid = find_puzzle(text).grid
    (first, _), (last, *_), *_ = (die.split() for die in faces.split(" | "))
    question = settings_of(puzzle=text, sizes=sizes, fix=(f" {first} = 1 ", f"{last}=2")).question
    fixed = tuple((one.cell, one.die) for one in question.all(Fix))
    assert dict(fixed) == {grid.cell(first): 0, grid.cell(last): 1}
    fewer = (sizes[0] - 1, *sizes[1:])
    (off,) = settings_of(puzzle=text, sizes=fewer, fix=(f"{first}=off",)).question.all(Fix)
    assert (off.cell, off.die) == (grid.cell(first), None)
    with pytest.raises(DiceError, match=f"write a cell and its die, as {grid.label(0)}=2"):
        settings_of(puzzle=text, fix=(f"{first}:2",))
    with pytest.raises(InputError, match="'A99' is not a cell"):
        settings_of(puzzle=text, fix=("A99=1",))


@pytest.mark.parametrize(("text", "sizes", "faces"), LABELLED)
def test_own_labels_are_read_wherever_a_cell_is(text, sizes, faces):
    puzzle = find_puzzle(text)
    cells = [tuple(map(puzzle.grid.cell, die.split())) for die in faces.split(" | ")]
    dice_set = dice_set_of(faces, puzzle)
    assert [die.faces for die in dice_set.dice] == cells
    for form in ("json", "csv", "txt"):
        assert parse_dice_set(export_dice_set(dice_set, form), puzzle=puzzle).dice == dice_set.dice, form
    (away,) = settings_of(puzzle=text, sizes=sizes, away_from=(f"{faces}=2",)).question.all(AwayFrom)
    assert (away.cells, list(away.dice)) == (2, [puzzle.grid.mask(die) for die in cells])
    rolled = [die[0] for die in cells]
    board = Board(puzzle.grid.mask(rolled), puzzle.grid)
    assert read_board(", ".join(map(puzzle.grid.label, rolled)).lower(), puzzle)[0] == board
    piece = next(piece for piece in puzzle.pieces if piece.order > 1)
    place = next(place for place in placements(piece, puzzle.grid) if not place & board.blockers)
    text = f"{piece.name} {','.join(puzzle.grid.labels(place).lower().split())}"
    assert read_placement(text, Position(board, puzzle)).mask == place
