"""What an archive or a manifest of others claims is computed anew, and marked where that can't be done."""

import json
from time import time

import pytest
from msgspec.structs import replace

from dicelab import __version__
from dicelab.archive import trust
from dicelab.archive.entry import CLAIMED, Confirmation, Origin, as_claim, utc
from dicelab.archive.gathering import entry_of, gather
from dicelab.archive.listing import entry_lines, origin_lines
from dicelab.archive.store import Archive
from dicelab.dice import DiceSet, catalogue_set, dice_set_json
from solver.errors import StorageError
from solver.polyform import Puzzle
from solver.runs.storage import sealed, sha256

NOON = "2026-11-21T12:00:00Z"
BY_CP_SAT = Confirmation(NOON, "cp-sat", "0.1.0")
EASY = DiceSet.parse("A1 A2 | A3 A4", Puzzle.parse("2x4/2:3*I2"), "not always")
SOLVABLE = DiceSet.parse("A1 A3 B2 B4 | A2 A4 B1 B3", Puzzle.parse("2x4/2:6*I1"), "always")


@pytest.fixture
def merged(tmp_path):
    """Merge an archive of others into a new one; return what the merge said, and the entries."""

    def merge(*entries):
        (tmp_path / "theirs").unlink(missing_ok=True)
        with Archive(tmp_path / "theirs", writing=True, make=True) as theirs:
            theirs.add(entries)
        with (
            Archive(tmp_path / "theirs", foreign=True) as theirs,
            Archive(tmp_path / "mine", writing=True, make=True) as mine,
        ):
            said = mine.merge(theirs)
            return said, list(mine.entries())

    return merge


def test_dice_under_the_key_of_other_dice_are_refused(merged, tmp_path):
    true = entry_of(catalogue_set("default"), NOON)
    forged = replace(entry_of(catalogue_set("theorem-5.3"), NOON), key=true.key)
    with pytest.raises(StorageError, match=rf"theirs: set {true.id} is not what its entry says, its key and origins"):
        merged(forged)
    with Archive(tmp_path / "mine") as mine:
        assert len(mine) == 0
    with Archive(tmp_path / "theirs") as theirs:
        for use in (theirs.check, theirs.gallery, lambda: theirs.dice_set(true.id)):
            with pytest.raises(StorageError, match="not what its entry says"):
                use()
    with pytest.raises(StorageError, match=r"theirs: set .* is not what its entry says"):
        Archive.restore(tmp_path / "mine", tmp_path / "theirs", force=True)
    with Archive(tmp_path / "mine") as mine:
        assert len(mine) == 0
    assert merged(true)[0] == (1, 1, 0)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"board_class": "0" * 64}, "board class"),
        ({"sizes": "6,6,5"}, "sizes"),
        ({"rolls": 93_750}, "rolls"),
        ({"dice": "A1 | A2"}, "dice"),
        ({"puzzle": "4x4/3:O4,I1,I2,I3,L3"}, "puzzle"),
        ({"shared_cells": True}, "shared cells"),
        ({"origins": (Origin(NOON, "other", "design", "1", "0.1.0", "A1 | A2 | A3"),)}, "key and origins"),
        ({"origins": (Origin(NOON, "no cells", "design", "1", "0.1.0", "Z9"),)}, "dice"),
    ],
)
def test_every_field_that_follows_from_the_dice_is_computed_anew(merged, entry, change, field):
    with pytest.raises(StorageError, match=f"its {field} differ"):
        merged(replace(entry(1), confirmations=(), **change))


def test_a_set_that_is_not_always_solvable_is_not_confirmed_by_anybody(merged):
    with pytest.raises(StorageError, match="said to be always solvable by cp-sat, but it has unsolvable rolls"):
        merged(entry_of(EASY, NOON, confirmations=[BY_CP_SAT]))


def test_only_the_program_that_looked_here_confirms(merged, monkeypatch):
    monkeypatch.setattr(trust, "MOST_ROLLS", 3)
    _, (entry,) = merged(entry_of(SOLVABLE, NOON, confirmations=[BY_CP_SAT]))
    assert entry.programs == (), "bitmask did not look"
    monkeypatch.undo()
    theirs = [BY_CP_SAT, Confirmation(NOON, "bitmask", __version__)]
    said, (entry,) = merged(entry_of(SOLVABLE, NOON, confirmations=theirs))
    assert said == (1, 0, 1)
    assert entry.programs == ("bitmask",)
    assert sorted(one.program for one in entry.confirmations) == ["bitmask", CLAIMED + "cp-sat"]
    assert "others say it is always solvable by cp-sat of dicelab 0.1.0, which was not confirmed here" in origin_lines(
        entry
    )
    said, (again,) = merged(entry_of(SOLVABLE, NOON, confirmations=theirs))
    assert (said, again) == ((1, 0, 0), entry)


def test_what_is_only_claimed_does_not_count_as_confirmed(tmp_path):
    claimed = Confirmation(NOON, CLAIMED + "cp-sat", "0.1.0")
    with Archive(tmp_path / "mine", writing=True, make=True) as mine:
        mine.add([entry_of(SOLVABLE, NOON, confirmations=[claimed])])
        assert (mine.count("confirmations = 0"), mine.count("has(programs, 'cp-sat')")) == (1, 0)


@pytest.mark.parametrize(("dice_set", "taken"), [(SOLVABLE, 1), (EASY, 0)])
def test_the_manifest_of_others_is_not_believed(tmp_path, dice_set, taken):
    data = dice_set_json(dice_set).encode()
    (tmp_path / "set.json").write_bytes(data)
    content = {
        "command": "evolve",
        "seed": 1,
        "version": "0.1.0",
        "confirmed_by": ["cp-sat"],
        "files": {"set.json": sha256(data)},
    }
    (tmp_path / "manifest.json").write_bytes(sealed("dicelab/manifest/2", content))
    gathered = gather([tmp_path], measured=False)
    assert json.loads(data)["name"] == dice_set.name
    assert len(gathered.entries) == taken
    assert [one.programs for one in gathered.entries] == [("bitmask",)] * taken
    for one in gathered.entries:
        assert CLAIMED + "cp-sat" in {proof.program for proof in one.confirmations}
    assert len(gathered.refused) == 1 - taken


def measured(value, by=__version__, **known):
    return replace(entry_of(SOLVABLE, NOON, values={"fewest": float(value)}, **known), measured_by=by)


@pytest.mark.parametrize("by", ["0.0.1", __version__, "", "unknown", CLAIMED + __version__])
@pytest.mark.parametrize("more", [(), (("mean", 1e9), ("median", 1e9))])
def test_what_was_measured_here_is_replaced_by_nothing_of_others(tmp_path, merged, by, more):
    with Archive(tmp_path / "mine", writing=True, make=True) as mine:
        mine.add([measured(11)])
    theirs = measured(999, by)
    _, (entry,) = merged(replace(theirs, values=(*theirs.values, *more)))
    assert (entry.values, entry.measured_by, entry.claimed) == ((("fewest", 11.0),), __version__, False)


def test_what_others_measured_is_marked_until_it_is_measured_here(tmp_path, merged):
    _, (entry,) = merged(measured(999))
    assert (entry.values, entry.claimed, entry.measured_by) == ((("fewest", 999.0),), True, CLAIMED + __version__)
    assert entry.to_json()["claimed"] is True
    assert f"others measured its objectives by dicelab {__version__}, nobody here" in entry_lines(entry)
    assert any(line.split() == ["fewest", "999?"] for line in entry_lines(entry))
    with Archive(tmp_path / "mine", writing=True) as mine:
        assert (mine.count("claimed"), mine.count("not claimed")) == (1, 0)
        *_, row, number, note = str(mine.listing(columns="claimed")).splitlines()
        assert (row.split()[-3:], number) == (["999?", "–", "yes"], "1 set")
        assert note.startswith("? measured by others")
        assert mine.to_dataframe("pyarrow").column("claimed").to_pylist() == [True]
        page = mine.gallery()
        assert '<td data-value="999.0">999?</td>' in page
        assert "<dd>999?</dd>" in page
        assert "what others measured, and nobody here" in page
        mine.add([measured(11)])
        (entry,) = mine.entries()
        assert (entry.claimed, entry.values) == (False, (("fewest", 11.0),))
        assert "?" not in str(mine.listing())
        assert "others measured" not in mine.gallery()


def test_no_archive_says_of_another_what_was_measured_there(tmp_path, merged, entry):
    """From A to B and back: A stays as it is to the byte, and in B everything of A is a claim."""
    own = [entry(3), entry(4), measured(11, confirmations=[BY_CP_SAT])]
    _, copied = merged(*(replace(one, confirmations=()) if one.id == entry(3).id else one for one in own))
    for one in copied:
        assert one.claimed == bool(one.values)
        assert all(origin.claimed for origin in one.origins)
        assert all(proof.claimed == (proof.program != "bitmask") for proof in one.confirmations)
    (tmp_path / "theirs").rename(tmp_path / "first")
    with Archive(tmp_path / "first") as first:
        before = list(first.entries(order="id"))
    with Archive(tmp_path / "mine", foreign=True) as copies, Archive(tmp_path / "first", writing=True) as first:
        assert first.merge(copies)[2] == 1, "bitmask looked at the third"
        after = list(first.entries(order="id"))
    for one, other in zip(before, after, strict=True):
        assert replace(other, confirmations=one.confirmations) == one
        assert other.programs == one.programs
        assert {proof.program for proof in other.confirmations} - set(one.programs) <= {CLAIMED + "bitmask"}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"values": (("fewest", float("inf")),)}, "objective fewest inf"),
        ({"values": (("fewest", 1.0), ("mean", float("-inf")))}, "objective mean -inf"),
        ({"measured_by": "99.0.0"}, "version 99.0.0, later than this"),
        ({"measured_by": CLAIMED + "99.0.0"}, "version 99.0.0, later than this"),
        ({"measured_by": "9" * 40}, "version 9999"),
        ({"confirmations": (replace(BY_CP_SAT, version="0.99"),)}, "version 0.99,"),
        ({"confirmations": (replace(BY_CP_SAT, at="9999-12-31T23:59:59Z"),)}, "time 9999-12-31"),
        ({"origins": (Origin(NOON, "a", "evolve", "1", "1.0", SOLVABLE.format()),)}, "version 1.0,"),
        ({"origins": (Origin("2026-02-30T00:00:00Z", "a", "evolve", "1", "", SOLVABLE.format()),)}, "time 2026-02-30"),
        ({"added": utc(time() + 7 * 86_400)}, "time 2"),
        ({"added": "0000-00-00T00:00:00Z"}, "time 0000-00-00"),
    ],
)
def test_values_that_none_can_have_are_refused(tmp_path, merged, change, told):
    bad = replace(measured(11), **change)
    with pytest.raises(StorageError) as caught:
        merged(bad)
    assert f"theirs: set {bad.id} has the {told}" in str(caught.value)
    assert "\n" not in str(caught.value)
    with Archive(tmp_path / "mine", writing=True) as mine:
        assert len(mine) == 0
        mine.add([measured(11)])
        with pytest.raises(StorageError, match="nothing was changed"):
            Archive.restore(mine.path, tmp_path / "theirs", force=True)
        assert len(mine) == 1


def test_a_value_that_is_no_number_is_damage_and_never_taken_in(tmp_path, merged):
    """SQLite keeps NaN as NULL, so that the checksum does not match."""
    with pytest.raises(StorageError, match="is damaged"):
        merged(measured(float("nan")))
    with Archive(tmp_path / "mine") as mine:
        assert len(mine) == 0


def test_the_name_and_the_dice_that_were_found_here_stay_in_front(tmp_path, merged):
    turned = "A2 A4 B1 B3 | A1 A3 B2 B4"
    with Archive(tmp_path / "mine", writing=True, make=True) as mine:
        mine.add([measured(11)])
    earlier = Origin("1999-01-01T00:00:00Z", "the best of all", "evolve", "1", "0.1.0", turned)
    _, (entry,) = merged(replace(measured(11), origins=(earlier,), added="1999-01-01T00:00:00Z"))
    assert (entry.name, entry.first.dice, entry.added) == ("always", SOLVABLE.format(), NOON)
    assert [one["name"] for one in entry.to_json()["origins"]] == ["always", "the best of all"]
    assert "others say: from evolve seed 1, dicelab 0.1.0, 1999-01-01 as the best of all" in origin_lines(entry)


def test_the_longest_texts_have_room_for_the_mark(merged, monkeypatch):
    monkeypatch.setattr(trust, "MOST_ROLLS", 3)
    long = replace(
        measured(11, "x" * 1000),
        origins=(Origin(NOON, "a", "x" * 1000, "1", "", SOLVABLE.format()),),
        confirmations=(replace(BY_CP_SAT, program="p" * 60),),
    )
    _, (entry,) = merged(long)
    assert entry == as_claim(long)
    assert as_claim(entry) == entry


def test_objectives_of_others_leave_room_for_those_that_are_measured_here(tmp_path, merged):
    many = tuple((f"tilings={n:03}", 1.0) for n in range(200))
    with pytest.raises(StorageError, match="has 0 objectives: it takes no 200 more"):
        merged(replace(measured(11), values=many))
    merged(replace(measured(11), values=many[:150]))
    with Archive(tmp_path / "mine", writing=True) as mine:
        assert mine.add([measured(11)]) == (0, 1)
