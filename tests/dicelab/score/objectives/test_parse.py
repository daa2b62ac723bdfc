"""Objectives as users write them: labels that read back, and errors in one line."""

import json
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from dicelab.dice import catalogue_set, dice_set_json
from dicelab.errors import DiceError
from dicelab.score.objectives import (
    OBJECTIVES,
    STANDARD,
    ObjectiveCatalogue,
    parse_objective,
    parse_objectives,
)
from dicelab.score.statistics import _values_table
from solver.polyform import GENIUS_SQUARE
from tests.dicelab.score.objectives.sets import PUZZLE, look, sets

BANDS = st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)).map(sorted).map(lambda ends: f"{ends[0]}-{ends[1]}")
PERCENTS = st.tuples(st.integers(0, 49999), st.integers(50000, 100000)).map(
    lambda ends: f"{ends[0] / 1000}-{ends[1] / 1000}"
)


def arguments(name):
    """Draw an argument for an objective, or none where it may be left out."""
    plain = name.removeprefix("face-")
    if plain == "band":
        return BANDS
    if plain == "quantile-ratio":
        return PERCENTS | st.none()
    if plain in {"harder", "distance", "changes"}:
        return sets().map(lambda dice_set: dice_set.format())
    return st.integers(1, 4).map(str) if name == "spare" else st.none()


@given(st.data(), st.sampled_from(list(OBJECTIVES)), st.sampled_from(["", ":min", ":max"]), sets())
def test_a_label_reads_back(data, name, direction, dice_set):
    argument = data.draw(arguments(name))
    text = name + (f"={argument}" if argument is not None else "") + direction
    one = parse_objective(text, PUZZLE)
    again = parse_objective(one.label, PUZZLE)
    assert again == one
    assert again.label == one.label
    assert one.name == name
    assert one.better == {"": OBJECTIVES[name].better, ":min": "less", ":max": "more"}[direction]
    found, _, _ = look(dice_set)
    assert (name == "spare" and dice_set.shared()) or again.of(found) == one.of(found)


def test_the_shortest_label_is_the_canonical_one():
    written = {
        " fewest:max": "fewest",
        "fewest:min": "fewest:min",
        "band= 010-0200 ": "band=10-200",
        "quantile-ratio=10-90.0": "quantile-ratio",
        "face-quantile-ratio=2.50-97.5:min": "face-quantile-ratio=2.5-97.5",
        "distance=default": "distance=default",
        "distance=default:min": "distance=default:min",
    }
    assert {text: parse_objective(text, GENIUS_SQUARE).label for text in written} == written
    one = parse_objective("band=10-200", GENIUS_SQUARE)
    assert (one.argument, one.better, one.definition.unit) == ("10-200", "more", "share")
    assert one.definition is OBJECTIVES["band"]


def test_a_set_from_a_file_is_told_by_its_faces(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(dice_set_json(catalogue_set("theorem-5.3")), encoding="utf-8")
    one = parse_objective(f"changes={path}", GENIUS_SQUARE)
    path.unlink()
    assert one.label == f"changes={catalogue_set('theorem-5.3').format()}"
    assert parse_objective(one.label, GENIUS_SQUARE) == one


def test_a_broken_set_can_be_compared_with(tmp_path):
    """A set with a die that is doubled, as sets have been sold: it shares cells without saying so."""
    dice = catalogue_set("theorem-5.3").labels()
    path = tmp_path / "misprint.json"
    path.write_text(
        json.dumps({"schema": "dicelab/dice-set/1", "dice": [dice[0], dice[1], dice[1], *dice[3:]]}), encoding="utf-8"
    )
    one = parse_objective(f"changes={path}", GENIUS_SQUARE)
    assert parse_objective(one.label, GENIUS_SQUARE) == one


def test_another_way_to_find_sets():
    one = parse_objective("distance=abcd", GENIUS_SQUARE, load=lambda _text, _puzzle: catalogue_set("goralczyk"))
    assert one.label == f"distance={catalogue_set('goralczyk').format()}"


def test_the_standard_ones_need_no_argument():
    assert [one.label for one in parse_objectives(",".join(STANDARD), PUZZLE)] == list(STANDARD)
    assert set(OBJECTIVES) - set(STANDARD) == {
        "band",
        "face-band",
        "harder",
        "face-harder",
        "spare",
        "distance",
        "changes",
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fewst", "no objective 'fewst': did you mean fewest?"),
        ("Variation", "no objective 'Variation': did you mean variation?"),
        ("", "separate names by single commas"),
        ("fewest,,single", "separate names by single commas"),
        ("beauty42", "choose from unsolvable, fewest"),
        ("fewest=3", "fewest takes no argument"),
        ("fewest=", "fewest takes no argument"),
        ("fewest:best", "'best' is not a direction; write :min or :max"),
        ("band", "write band=LO-HI"),
        ("band=", "write band=LO-HI"),
        ("quantile-ratio=", "write quantile-ratio=LO-HI"),
        ("band=5", "'5' is not a band"),
        ("band=-5-3", "'-5-3' is not a band"),
        ("band=9-3", "9-3 is empty"),
        ("band=0-9999999999999999999", "at most 9,223,372,036,854,775,807"),
        ("quantile-ratio=90-10", "are not quantiles"),
        ("quantile-ratio=10-101", "are not quantiles"),
        ("quantile-ratio=10-10", "are not quantiles"),
        ("face-band=a-b", "objective face-band: 'a-b' is not a band"),
        ("distance", "write distance=SET"),
        ("distance=deflt", "no dice set called 'deflt': did you mean default?"),
        ("distance=/no/such.json", "no such file"),
        ("distance=A1 | A2", "2 dice for 7 blockers"),
        ("distance=A1 | A9", "'A9' is not a cell"),
        ("fewest,variation,fewest", "objective 'fewest' is named twice"),
        ("fewest:min,fewest", "objective 'fewest' is named twice"),
        ("quantile-ratio,quantile-ratio=10-90", "is named twice"),
    ],
)
def test_errors_take_one_line(text, message):
    with pytest.raises(DiceError) as error:
        parse_objectives(text, GENIUS_SQUARE)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_set_of_another_puzzle_is_refused():
    with pytest.raises(DiceError, match=r"for the puzzle genius-square, not for 3x4/3:.*: name a set of that puzzle"):
        parse_objective("distance=default", PUZZLE)


def test_bands_that_differ_are_different_objectives():
    assert len(parse_objectives("band=1-9,band=10-99,face-band=1-9", PUZZLE)) == 3


def test_the_catalogue_tells_of_each_what_it_is():
    text = str(ObjectiveCatalogue())
    assert max(map(len, text.splitlines())) <= 80
    told = {one["name"]: one for one in ObjectiveCatalogue().to_json()["objectives"]}
    assert list(told) == list(OBJECTIVES)
    joined = " ".join(text.split())
    for name, one in OBJECTIVES.items():
        assert all((one.text, one.range, one.source, one.unit))
        assert one.text in joined
        assert one.range in joined
        assert one.source in joined
        assert told[name]["argument"] == (one.argument.form if one.argument else None)


@given(sets())
def test_values_fit_eighty_columns(dice_set):
    found, _, _ = look(dice_set)
    listed = parse_objectives(f"{','.join(STANDARD)},band=0-{10**18},distance={dice_set.format()}", PUZZLE)
    values = {one.label: one.of(found) for one in listed}
    lines = _values_table(listed, values)
    assert max(map(len, lines)) <= 80
    assert list(values) == [one.label for one in listed]
    assert len(lines) == len(listed) + 1


def test_small_shares_are_not_shown_as_none():
    share = parse_objective("face-single", PUZZLE)
    assert [share.value_text(value) for value in (0.0, 1e-5, 0.5)] == ["0.0000", "1e-05", "0.5000"]


def test_no_file_is_opened_for_a_label(monkeypatch):
    monkeypatch.setattr(Path, "read_bytes", lambda _path: pytest.fail("a file was read"))
    parse_objective("distance=A1 | A2 | A3", PUZZLE)
