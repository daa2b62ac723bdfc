"""Conditions and orders mean what they say, held against Python on all entries, and reach nothing but the entries."""

import sqlite3

import pytest
from msgspec.structs import replace

from dicelab.archive import query
from dicelab.archive.query import COLUMNS
from dicelab.archive.store import Archive
from dicelab.errors import DiceError
from dicelab.score.objectives import STANDARD


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
        ("fewest is null", lambda e: not e.values),
        ("fewest is not null and not fewest = 2", lambda e: e.values and value(e, "fewest") != 2),
        ("has(tags, 'mine')", lambda e: "mine" in e.tags),
        ("not has(tags, 'mine') or fewest = 1", lambda e: "mine" not in e.tags or value(e, "fewest") == 1),
        ("tags is null", lambda e: not e.tags),
        (
            "has(tags, 'mine') and fewest = 1 or has(seeds, '2')",
            lambda e: (e.tags and value(e, "fewest") == 1) or e.first.seed == "2",
        ),
        ("rolls = 100 and dice == 3 and not shared_cells", lambda _: True),
        ("shared_cells", lambda _: False),
        ("sizes = '5,5,4'", lambda _: True),
        ("puzzle like '%4X4%'", lambda _: True),
        ("name LIKE '%SET 1%'", lambda e: "set 1" in e.name),
        ("name = 'set 7' -- the seventh", lambda e: e.name == "set 7"),
        ("has(programs, 'cp-sat')", lambda e: e.confirmations),
        ("confirmations < 1", lambda e: not e.confirmations),
        ("added < '2026-11-22' and added >= date('2026-11-20', '+1 day')", lambda _: True),
        ("mean > 1 or face_mean > 1", lambda _: False),
        ("mean is null", lambda _: True),
        ("fewest = (select max(fewest) from sets)", lambda e: value(e, "fewest") == 6),
        ("exists (select 1 from tags where tags.number = sets.number)", lambda e: e.tags),
        ("variation between 1 and 2", lambda e: e.values and 1 <= value(e, "variation") <= 2),
    ],
)
def test_conditions(filled, where, meets):
    archive, entries = filled
    assert {e.key for e in archive.entries(where)} == {e.key for e in entries if meets(e)}
    assert archive.count(where) == sum(bool(meets(e)) for e in entries)


def test_one_of_several_texts_is_told_from_a_part_of_one(filled):
    archive, entries = filled
    keys = [one.key for one in entries[:3]]
    archive.tag(keys[:2], add=["box", "red"])
    archive.tag(keys[2:], add=["boxes"])
    assert {e.key for e in archive.entries("has(tags, 'box')")} == set(keys[:2])
    assert archive.count("not has(tags, 'box')") == 58
    assert archive.count("tags like '%box%'") == 3


def test_an_id_is_told_by_its_beginning(filled):
    archive, entries = filled
    for entry in entries[:5]:
        assert [e.key for e in archive.entries(f"id = '{entry.id}'")] == [entry.key]
        assert [e.key for e in archive.entries(f"key like '{entry.id}%'")] == [entry.key]
        assert archive.get(entry.id) == archive.get(f"set-{entry.id.upper()}") == entry


def test_an_objective_with_an_argument_stands_in_double_quotes(tmp_path, entry):
    values = {
        "distance=A1 A2 | B1": 3.0,
        "face-mean": 2.0,
        'a "b"': 1.0,
        "rolls": 7.0,
        "ID": 5.0,
        "number": 9.0,
        "ÄRGER": 4.0,
    }
    with Archive(tmp_path / "a", writing=True, make=True) as archive:
        archive.add([replace(entry(1), values=tuple(sorted(values.items())))])
        assert archive.count('"distance=a1 a2 | b1" = 3 and face_mean = 2 and "a ""b""" = 1') == 1
        assert archive.count('"ÄRGER" = 4') == 1
        assert archive.count("rolls = 100 and id like '____________'") == 1, "no objective hides another column"
        assert archive.listing(columns='face-mean,a "b"').columns == ("face-mean", 'a "b"')


@pytest.mark.parametrize(
    ("order", "key"),
    [
        ("fewest", lambda e: (not e.values, value(e, "fewest") or 0, e.key)),
        ("-variation", lambda e: (not e.values, -(value(e, "variation") or 0), e.key)),
        ("name", lambda e: (e.name, e.key)),
        ("-confirmations,id", lambda e: (-len(e.programs), e.key)),
    ],
)
def test_orders_put_what_was_not_measured_last(filled, order, key):
    archive, entries = filled
    assert [e.key for e in archive.entries(order=order)] == [e.key for e in sorted(entries, key=key)]
    assert [e.key for e in archive.entries(order=order, limit=7)] == [e.key for e in sorted(entries, key=key)][:7]


@pytest.mark.parametrize(
    ("where", "says"),
    [
        ("fewst >= 11", "no column 'fewst', did you mean fewest?"),
        ("fewest >= 11 and tag = 'x'", "no column 'tag', did you mean tags?"),
        ("qqq = 1", "choose from id, key"),
        ('"fewst" > 1', "no column 'fewst': write texts in '…'"),
        ('name = "set 7"', "no column 'set 7': write texts in '…'"),
        ("name = spring", "texts stand in '…'"),
        ("fewest = none", "no column 'none', write IS NULL for what was not measured"),
        ("face-mean > 2", "no column 'face', write face_mean"),
        ('"face-mean" > 2', "no column 'face-mean': write"),
        ("tags = 'mine'", "a set may have several tags: write has(tags, 'TEXT')"),
        ("Seeds not in ('7', '8')", "a set may have several Seeds: write has("),
        ("fewest >", "syntax error: write SQL such as fewest >= 11"),
        ("(fewest > 1", "write SQL such as"),
        ("fewest > 1)", 'near ")": syntax error'),
        ("fewest > 1 name = 'x'", 'near "name": syntax error'),
        ("name = 'mine", "unrecognized token"),
        ("fewest ~ 1", "write SQL such as"),
        ("1 /*", "incomplete input"),
        ("fewest = ?", "write SQL such as"),
        ("fewest > 1\0", "write SQL such as"),
        ("fewest > \x1b[31m", "write SQL such as"),
        ("name = '\udcff'", "--where with bytes that are no text"),
        ("fewest > 1 and " * 200 + "fewest > 1", "characters: use at most 2,000"),
        ("(" * 900 + "1" + ")" * 900, "write SQL such as"),
        ("mystery(1)", "no function 'mystery': use abs, avg"),
    ],
)
def test_a_condition_that_can_not_be_read_is_told_in_a_line(filled, where, says):
    with pytest.raises(DiceError) as caught:
        filled[0].count(where)
    assert says in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "where",
    [
        "fewest > 1; DROP TABLE sets",
        "1) UNION SELECT (1",
        "1) ORDER BY (1",
        "load_extension('evil')",
        "randomblob(1000000000) is null",
        "length(zeroblob(100000000)) > 1",
        "printf('%.*c', 1000000000, 'x') = ''",
        "writefile('x', 'y')",
        "exists (select 1 from sqlite_master)",
        "exists (select 1 from sqlite_temp_master)",
        "exists (select 1 from pragma_table_info('sets'))",
        "exists (select 1 from pragma_query_only(0))",
        "exists (select 1 from json_each('[1]'))",
        "1 in (with recursive t(x) as (select 1 union all select x + 1 from t) select x from t)",
        "(pragma query_only = off)",
        "(attach 'other' as other)",
        "(delete from sets)",
        "exists (delete from sets returning 1)",
    ],
)
def test_a_condition_reads_the_entries_and_does_nothing_else(filled, where, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    archive, _ = filled
    before = {file: file.read_bytes() for file in tmp_path.iterdir()}
    for use in (archive.count, archive.listing, lambda text: archive.keys((), text), archive.gallery):
        with pytest.raises(DiceError) as caught:
            use(where)
        assert "\n" not in str(caught.value)
    assert before == {file: file.read_bytes() for file in tmp_path.iterdir()}
    assert archive.tag([archive.keys((), "name = 'set 7'")[0]], add=["writable"]) == 1, "the lock is taken off again"


def test_a_condition_ends_in_time(filled, monkeypatch):
    monkeypatch.setattr(query, "MOST_SECONDS", 0.02)
    with pytest.raises(DiceError, match=r"--where takes more than 0 s: ask for less"):
        filled[0].count("(select count(*) from sets a, sets b, sets c, sets d, sets e, sets f) > 0")
    assert filled[0].count() == 60


def test_a_damaged_archive_is_no_fault_of_the_condition(filled):
    archive, _ = filled
    path = archive.path
    with sqlite3.connect(path) as raw:
        (page,) = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = 'sets'").fetchone()
    archive.close()
    data = bytearray(path.read_bytes())
    data[4096 * (page - 1) : 4096 * page] = b"\xff" * 4096
    path.write_bytes(data)
    with pytest.raises(Exception, match="is damaged"), Archive(path) as damaged:
        damaged.count("rolls > 1")


def test_every_column_can_be_asked_for_ordered_by_and_shown(filled):
    archive, _ = filled
    names = [*COLUMNS, *(label.replace("-", "_") for label in STANDARD)]
    for name in dict.fromkeys(names):
        assert archive.count(f"{name} is null") + archive.count(f"{name} is not null") == 60
        assert len(archive.listing("", f"-{name}", 3, name).entries) == 3
        assert str(archive.listing("", name, 3, name))
    for label in STANDARD:
        # Or else such a label would be a difference in silence.
        assert "-" not in label or not set(label.split("-")) <= set(names)


def test_an_unknown_order_suggests_the_nearest(filled):
    with pytest.raises(DiceError, match=r"--order-by '-variaton': no column 'variaton', did you mean variation\?"):
        list(filled[0].entries(order="-variaton"))
