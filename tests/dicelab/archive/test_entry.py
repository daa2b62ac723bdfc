"""A class of sets is one entry, whatever way it is turned, named or merged."""

from itertools import permutations

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from dicelab.archive.entry import Confirmation, Origin
from dicelab.archive.gathering import entry_of, measure
from dicelab.archive.trust import board_class_key, canonical_set, puzzle_text, set_key, set_of, shares_cells
from dicelab.dice import CATALOGUE, DiceSet, Die, catalogue_set, rolls
from dicelab.score.objectives import STANDARD
from dicelab.search.evolve.candidates import set_name
from solver.census import Content, build_census
from solver.polyform import Puzzle
from solver.runs import threads

NOON = "2026-11-21T12:00:00Z"
SMALL = Puzzle.parse("3x4/3:I1,I2,I3,L3")


@st.composite
def dice_sets(draw, shared=True):
    """Draw three dice of one to four faces, any cells on them, also on several."""
    cells = st.integers(0, 11)
    dice = draw(st.lists(st.lists(cells, min_size=1, max_size=4).map(tuple), min_size=3, max_size=3))
    return DiceSet(tuple(map(Die, dice)), SMALL, "drawn", shared_cells=shared)


@st.composite
def alike(draw, dice_set):
    """Draw another set of the same class: turned, dice and faces in another order."""
    turn = draw(st.sampled_from(dice_set.puzzle.grid.symmetries))
    dice = draw(st.permutations(dice_set.dice))
    return DiceSet(
        tuple(Die(tuple(draw(st.permutations([turn[cell] for cell in die.faces])))) for die in dice),
        draw(st.sampled_from([SMALL, Puzzle.parse("3x4/3:L3,I3,I2,I1")])),
        "another",
        shared_cells=dice_set.shared_cells,
    )


@given(st.data())
def test_sets_of_one_class_have_one_key_and_one_canonical_set(data):
    one = data.draw(dice_sets())
    other = data.draw(alike(one))
    assert set_key(one) == set_key(other)
    assert board_class_key(one) == board_class_key(other)
    assert canonical_set(one) == canonical_set(other)
    assert set_key(canonical_set(one)) == set_key(one)


@given(dice_sets(), dice_sets())
def test_sets_of_other_classes_have_other_keys(one, other):
    grid = SMALL.grid
    copies = {
        tuple(sorted(tuple(sorted(turn[cell] for cell in die.faces)) for die in one.dice)) for turn in grid.symmetries
    }
    same = tuple(sorted(tuple(sorted(die.faces)) for die in other.dice)) in copies
    assert (set_key(one) == set_key(other)) == same
    assert (board_class_key(one) == board_class_key(other)) == (one.class_key() == other.class_key())


def test_the_puzzle_belongs_to_the_class_and_the_order_of_its_pieces_does_not():
    text = "A1 A2 | A3 | A4"
    keys = [
        set_key(DiceSet.parse(text, Puzzle.parse(puzzle)))
        for puzzle in ("3x4/3:I1,I2,I3,L3", "3x4/3:L3,I3,I2,I1", "3x4/3:I2,I2,I2,I3")
    ]
    assert keys[0] == keys[1] != keys[2]
    assert puzzle_text(Puzzle.parse("6x6/7:S4,L4,T4,O4,I4,L3,I3,I2,I1")) == "genius-square"


def test_an_id_is_the_name_that_evolve_gives():
    for name in ("theorem-5.3", "goralczyk"):
        found = catalogue_set(name)
        assert set_name(found) == f"set-{set_key(found)[:12]}"


def test_retail_dice_repeat_faces_and_so_are_a_class_of_their_own_in_the_family():
    retail, plain = catalogue_set("default"), catalogue_set("goralczyk")
    assert set_key(retail) != set_key(plain)
    assert board_class_key(retail) == board_class_key(plain) == set_key(plain)


@given(dice_sets())
def test_an_entry_gives_its_set_back(dice_set):
    if not len(rolls(dice_set).boards):
        return
    entry = entry_of(dice_set, NOON)
    back = set_of(entry)
    assert back.labels() == dice_set.labels()
    assert back.name == dice_set.name
    assert entry.rolls == len(rolls(dice_set).boards)
    cells = [cell for die in dice_set.dice for cell in die.cells]
    assert entry.shared_cells == shares_cells(dice_set) == (len(cells) > len(set(cells)))


def test_every_published_set_gives_itself_back():
    for name in CATALOGUE:
        entry = entry_of(catalogue_set(name), NOON)
        assert (set_of(entry), entry.name, entry.puzzle) == (catalogue_set(name), name, "genius-square")


@pytest.fixture
def four(entry):
    """Entries of one class that tell different things."""
    one = entry(1, values={})
    return [
        one,
        replace(
            one,
            added="2026-11-20T12:00:00Z",
            values=(("fewest", 3.0),),
            measured_by="0.9.0",
            origins=(Origin("2026-11-19T00:00:00Z", "b", "design", "7", "0.1.0", one.dice), *one.origins),
        ),
        replace(one, values=(("fewest", 4.0),), measured_by="0.10.0", tags=("x", "y")),
        replace(
            one,
            confirmations=(Confirmation("2026-11-01T00:00:00Z", "cp-sat", "0.1.0"), Confirmation(NOON, "z", "")),
            origins=tuple(replace(origin, at="2026-11-21T12:00:01Z") for origin in one.origins),
        ),
    ]


def test_entries_unite_in_any_order_to_the_same_without_loss(four):
    united = set()
    for order in permutations(four):
        found = order[0]
        for other in order[1:]:
            found = found.united(other)
        assert found.united(found) == found
        united.add(found)
    assert len(united) == 1
    (found,) = united
    assert found.values == (("fewest", 4.0),), "0.10 is newer than 0.9"
    assert found.added == "2026-11-20T12:00:00Z"
    assert found.tags == ("mine", "x", "y")
    assert [origin.command for origin in found.origins] == ["design", "evolve"], "the same origin later is no other"
    assert [one.program for one in found.confirmations] == ["cp-sat", "z"]


def test_the_checksum_tells_any_difference(four):
    others = [replace(four[0], rolls=four[0].rolls + 1), replace(four[0], shared_cells=True)]
    assert len({one.checksum() for one in [*four, *others]}) == 6


def test_measures_are_the_standard_objectives(tmp_path):
    census = build_census(SMALL, Content.TILINGS, folder=tmp_path, runner=threads(1))
    dice_set = DiceSet.parse("A1 A2 A3 A4 | B1 B2 B3 B4 | C1 C2 C3 C4", SMALL)
    values = measure(dice_set, census)
    assert set(values) == set(STANDARD) - {"rolls"}
    assert values["fewest"] == census.tilings(rolls(dice_set).boards).min()
    assert values["zones"] == 3
