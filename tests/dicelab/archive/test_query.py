"""Conditions and orders mean what they say, held against Python on all entries."""

import pytest

from dicelab.archive.query import Columns, order_sql, where_sql
from dicelab.archive.store import Archive
from dicelab.errors import DiceError


@pytest.fixture
def filled(tmp_path, entry):
    entries = [entry(seed) for seed in range(60)]
    with Archive(tmp_path / "a.sqlite3", writing=True, make=True) as archive:
        assert archive.add(entries) == (60, 0)
        yield archive, entries


def value(entry, label):
    return dict(entry.values).get(label)


@pytest.mark.parametrize(
    ("where", "meets"),
    [
        ("", lambda _: True),
        ("fewest >= 3", lambda e: (value(e, "fewest") or 0) >= 3),
        ("FEWEST>=3 AND variation<4", lambda e: e.values and value(e, "fewest") >= 3 and value(e, "variation") < 4),
        ("fewest = none", lambda e: not e.values),
        ("fewest != none and not fewest = 2", lambda e: e.values and value(e, "fewest") != 2),
        ("tag = 'mine'", lambda e: "mine" in e.tags),
        ("tag != mine or fewest = 1", lambda e: "mine" not in e.tags or value(e, "fewest") == 1),
        ("not (tag = mine or fewest = 1) ", lambda e: "mine" not in e.tags and e.values and value(e, "fewest") != 1),
        (
            "tag = mine and fewest = 1 or seed = 2",
            lambda e: (e.tags and value(e, "fewest") == 1) or e.first.seed == "2",
        ),
        ("rolls = 100 and dice == 3 and shared_cells = no", lambda _: True),
        ("shared-cells = yes", lambda _: False),
        ("sizes = 4,5,5", lambda _: True),
        ("puzzle = '4x4/3:O4,L3,I3,I2,I1'", lambda _: True),
        ("puzzle ~ 4X4", lambda _: True),
        ("name ~ 'SET 1'", lambda e: "set 1" in e.name),
        ('name = "set 7"', lambda e: e.name == "set 7"),
        ("program = cp-sat", lambda e: e.confirmations),
        ("confirmations < 1", lambda e: not e.confirmations),
        ("added < 2026-11-22 and added >= 2026-11-21", lambda _: True),
        ("mean > 1", lambda _: False),
        ('name = "\' OR 1=1 --"', lambda _: False),
    ],
)
def test_conditions(filled, where, meets):
    archive, entries = filled
    assert {e.key for e in archive.entries(where)} == {e.key for e in entries if meets(e)}
    assert archive.count(where) == sum(bool(meets(e)) for e in entries)


def test_an_id_is_told_by_its_beginning(filled):
    archive, entries = filled
    for entry in entries[:5]:
        assert [e.key for e in archive.entries(f"id = {entry.id}")] == [entry.key]
        assert entry.key not in {e.key for e in archive.entries(f"id != set-{entry.id}")}
        assert archive.get(entry.id) == archive.get(f"set-{entry.id.upper()}") == entry


@pytest.mark.parametrize(
    ("order", "key"),
    [
        ("fewest", lambda e: (not e.values, value(e, "fewest") or 0, e.key)),
        ("-variation", lambda e: (not e.values, -(value(e, "variation") or 0), e.key)),
        ("-tag", None),
        ("name", lambda e: (e.name, e.key)),
        ("-confirmations,id", lambda e: (-len(e.programs), e.key)),
    ],
)
def test_orders_put_what_was_not_measured_last(filled, order, key):
    archive, entries = filled
    if key is None:
        with pytest.raises(DiceError, match="several"):
            list(archive.entries(order=order))
        return
    assert [e.key for e in archive.entries(order=order)] == [e.key for e in sorted(entries, key=key)]
    assert [e.key for e in archive.entries(order=order, limit=7)] == [e.key for e in sorted(entries, key=key)][:7]


@pytest.mark.parametrize(
    ("where", "says"),
    [
        ("fewst >= 11", "no column 'fewst' (character 1): did you mean fewest?"),
        ("fewest >= 11 and tga = x", "no column 'tga' (character 18): did you mean tag?"),
        ("qqq = 1", "choose from rolls"),
        ("fewest", "expected one of = != < <= > >= ~ at the end (character 7)"),
        ("fewest >", "expected a value at the end (character 9)"),
        ("fewest > many", "expected a number, or none at 'many' (character 10)"),
        ("fewest > nan", "expected a number"),
        ("fewest ~ 1", "a number is compared by = != < <= > >= at '~' (character 8)"),
        ("(fewest > 1", "expected ) at the end"),
        ("fewest > 1)", "expected and, or, or the end at ')' (character 11)"),
        ("fewest > 1 tag = x", "expected and, or, or the end at 'tag'"),
        ("and fewest > 1", "no column 'and'"),
        ("tag = 'mine", "a quotation mark without its second (character 7)"),
        ("tag < x", "this column is compared by = != ~"),
        ("'fewest' > 1", "expected the name of a column"),
        ("fewest = ; DROP TABLE sets", "expected a number, or none at ';'"),
        ("puzzle = 7x7", "is not a puzzle"),
        ("sizes = six", "expected sizes"),
        ("id = xyz", "expected hexadecimal digits"),
        ("shared-cells = maybe", "expected yes or no"),
        ("(" * 40 + "fewest > 1" + ")" * 40, "nested more than 30 deep"),
        ("fewest > 1 and " * 200 + "fewest > 1", "characters: use at most 2,000"),
    ],
)
def test_errors_point_at_the_word(where, says):
    with pytest.raises(DiceError) as caught:
        where_sql(where, Columns({"fewest": "sets.fewest", "variation": "sets.variation"}))
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_order_suggests_the_nearest():
    with pytest.raises(DiceError, match=r"did you mean variation\?"):
        order_sql("-variaton", Columns({"fewest": "sets.fewest", "variation": "sets.variation"}))
