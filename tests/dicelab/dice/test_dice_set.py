"""Dice and dice sets: the published ones, symmetry, text, and what is refused."""

import itertools

import pytest
from hypothesis import given, strategies as st

from dicelab.dice import CATALOGUE, DiceSet, Die, catalogue_set, roll_number, rolls
from dicelab.errors import DiceError
from solver.errors import GridTooLargeError
from solver.polyform import GENIUS_SQUARE, Puzzle

PUZZLES = {name: Puzzle.parse(name) for name in ("2x3/2:O4", "3x4/4:I1,I2,I2,L3", "3x3-B2/2:3*I2", "genius-square")}

# Jensen (2023): Table 1 and Theorem 5.3, as (row, column) from the top left, copied from the thesis.
JENSEN = {
    "default": """
        (1,6),(6,1)
        (5,1),(6,2),(1,5),(2,6)
        (1,1),(3,1),(4,1),(4,2),(5,2),(6,3)
        (1,4),(2,5),(3,5),(3,6),(4,6),(6,6)
        (1,2),(1,3),(2,1),(2,2),(2,3),(3,2)
        (4,5),(5,4),(5,5),(5,6),(6,4),(6,5)
        (2,4),(3,3),(3,4),(4,3),(4,4),(5,3)
    """,
    "theorem-5.3": """
        (1,1),(2,2),(3,3),(4,4),(5,5),(6,6)
        (1,2),(2,1),(2,3),(3,2),(3,4)
        (4,3),(4,5),(5,4),(5,6),(6,5)
        (4,1),(5,1),(5,2),(6,1),(6,2)
        (1,5),(1,6),(2,5),(2,6),(3,6)
        (3,1),(4,2),(5,3),(6,3),(6,4)
        (1,3),(1,4),(2,4),(3,5),(4,6)
    """,
}


def jensens_dice(name):
    return [
        {6 * int(row) + int(column) - 7 for row, column in (pair.strip("()").split(",") for pair in line.split("),("))}
        for line in JENSEN[name].split()
    ]


@st.composite
def dice_sets(draw, shared=None):
    """A set for one of the puzzles, with faces that repeat cells and possibly cells on no die."""
    puzzle = PUZZLES[draw(st.sampled_from(sorted(PUZZLES)))]
    if draw(st.booleans()) if shared is None else shared:
        faces = st.lists(st.integers(0, len(puzzle.grid) - 1), min_size=1, max_size=6)
        dice = draw(st.lists(faces, min_size=puzzle.blockers, max_size=puzzle.blockers))
        return DiceSet(tuple(Die(tuple(die)) for die in dice), puzzle, "shared", shared_cells=True)
    cells = draw(st.permutations(range(len(puzzle.grid))))
    cuts = sorted(draw(st.sets(st.integers(1, len(cells)), min_size=puzzle.blockers, max_size=puzzle.blockers)))
    parts = [cells[start:stop] for start, stop in zip([0, *cuts], cuts, strict=False)]
    dice = [draw(st.permutations([*part, *draw(st.lists(st.sampled_from(part), max_size=3))])) for part in parts]
    return DiceSet(tuple(Die(tuple(die)) for die in dice), puzzle, "apart")


@pytest.mark.parametrize(("name", "rolls"), [("default", 62_208), ("theorem-5.3", 93_750), ("goralczyk", 62_208)])
def test_published_sets_have_the_published_number_of_rolls(name, rolls):
    assert catalogue_set(name).roll_count == rolls


@pytest.mark.parametrize("name", JENSEN)
def test_published_sets_are_jensens_partitions_of_the_board(name):
    dice = [set(die.cells) for die in catalogue_set(name).dice]
    assert dice == jensens_dice(name)
    assert sorted(itertools.chain(*dice)) == list(range(36))


def test_goralczyks_set_is_the_default_one_with_its_dice_in_another_order():
    default, his = catalogue_set("default"), catalogue_set("goralczyk")
    assert set(default.masks) == set(his.masks)
    assert default.masks != his.masks
    assert all(len(die.faces) == die.size for die in his.dice)


def test_the_retail_dice_have_six_faces():
    assert {len(die.faces) for die in catalogue_set("default").dice} == {6}


def test_the_default_set_is_unchanged_by_the_half_turn_alone():
    dice, grid = catalogue_set("default"), GENIUS_SQUARE.grid
    unchanged = [
        turn
        for turn in grid.symmetries
        if {grid.mask(turn[cell] for cell in die.cells) for die in dice.dice} == set(dice.masks)
    ]
    assert unchanged == [tuple(range(36)), tuple(reversed(range(36)))]


@given(dice_sets(), st.data())
def test_images_and_renamings_of_a_set_have_one_class_key(dice, data):
    turn = data.draw(st.sampled_from(dice.puzzle.grid.symmetries))
    order = data.draw(st.permutations(dice.dice))
    image = tuple(Die(tuple(turn[cell] for cell in die.faces)) for die in order)
    other = DiceSet(image, dice.puzzle, "image", shared_cells=dice.shared_cells)
    assert other.class_key() == dice.class_key()


@pytest.mark.parametrize("name", CATALOGUE)
def test_all_images_of_a_published_set_have_one_class_key(name):
    dice, grid = catalogue_set(name), GENIUS_SQUARE.grid
    keys = {
        DiceSet.of_masks([grid.mask(turn[cell] for cell in die.cells) for die in dice.dice]).class_key()
        for turn in grid.symmetries
    }
    assert len(grid.symmetries) == 8
    assert keys == {dice.class_key()}


def test_swapping_two_cells_of_a_set_leaves_its_class():
    first, second, *rest = catalogue_set("theorem-5.3").masks
    swapped = DiceSet.of_masks([first ^ 1 ^ 2, second ^ 1 ^ 2, *rest])
    assert swapped.class_key() != catalogue_set("theorem-5.3").class_key()


@given(dice_sets())
def test_text_round_trip(dice):
    text = dice.format()
    again = DiceSet.parse(text, dice.puzzle, shared_cells=dice.shared_cells)
    assert again == dice
    assert hash(again) == hash(dice)
    assert DiceSet.parse(text.replace(" | ", "\n"), dice.puzzle, shared_cells=dice.shared_cells) == dice


@given(dice_sets())
def test_sizes_and_masks_forget_repeated_faces(dice):
    assert dice.sizes == tuple(len(set(die.faces)) for die in dice.dice)
    assert [set(die.cells) for die in dice.dice] == [set(die.faces) for die in dice.dice]
    assert [set(dice.puzzle.grid.cells(mask)) for mask in dice.masks] == [set(die.faces) for die in dice.dice]


def test_a_name_is_no_part_of_the_value_but_the_faces_are():
    puzzle = PUZZLES["2x3/2:O4"]
    dice = DiceSet.parse("A1 A1 A2 | B1", puzzle, "one")
    assert dice == DiceSet.parse("A1 A1 A2 | B1", puzzle, "another")
    assert dice != DiceSet.parse("A1 A2 | B1", puzzle, "one")
    assert dice != DiceSet.parse("A1 A1 A2 | B1", puzzle, "one", shared_cells=True)
    assert dice != dice.format()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("A1", "1 die for 2 blockers"),
        ("A1 | A2 | A3", "3 dice for 2 blockers"),
        ("A1 | B4", "die 2: 'B4' is not a cell"),
        ("A1 | ", "die 2: a die with no face"),
        ("A1 B2 | A3 | ", "die 3: a die with no face"),
        ("A1 B2 | A3 B2", "cell B2 is on die 1 and on die 2: give each cell to one die, or pass --shared-cells"),
        ("", "0 dice for 2 blockers"),
    ],
)
def test_what_is_no_set_is_refused_in_one_line(text, says):
    with pytest.raises(DiceError) as caught:
        DiceSet.parse(text, PUZZLES["2x3/2:O4"])
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_die_shows_cells_of_the_grid():
    for cell in (-1, 6):
        with pytest.raises(DiceError, match=f"die 2 shows cell {cell}"):
            DiceSet((Die((0,)), Die((1, cell))), PUZZLES["2x3/2:O4"])


def test_a_grid_may_have_more_than_64_cells():
    puzzle = Puzzle.parse("5x13/1:16*I4")
    dice = DiceSet((Die((0, 64)),), puzzle)
    assert DiceSet.parse(dice.format(), puzzle) == dice
    assert roll_number(dice, 2) == 1 << 64
    with pytest.raises(GridTooLargeError, match="65 cells"):
        rolls(dice)
    with pytest.raises(GridTooLargeError, match="a grid of 132 cells: dice are for at most 128"):
        DiceSet.parse("A1", "11x12/1:I3,32*I4")


def test_a_shared_cell_is_allowed_when_asked_for():
    dice = DiceSet.parse("A1 B2 | A3 B2", PUZZLES["2x3/2:O4"], shared_cells=True)
    assert dice.sizes == (2, 2)


@pytest.mark.parametrize(
    ("name", "near"),
    [("defualt", "default"), ("theorem-5.2", "theorem-5.3"), ("theorem", "theorem-5.3"), ("goralzcyk", "goralczyk")],
)
def test_an_unknown_name_suggests_the_nearest(name, near):
    with pytest.raises(DiceError, match=rf"did you mean {near}\?"):
        catalogue_set(name)


def test_a_name_far_from_all_lists_them():
    with pytest.raises(DiceError, match=r"choose from default, theorem-5\.3, goralczyk"):
        catalogue_set("zzz")
