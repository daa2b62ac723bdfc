"""What an archive or a manifest of others claims is computed anew, and marked where that can't be done."""

import json

import pytest
from msgspec.structs import replace

from dicelab.archive import trust
from dicelab.archive.entry import CLAIMED, Confirmation, Origin, origin_lines
from dicelab.archive.gathering import entry_of, gather
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
    (tmp_path / "theirs").unlink()
    (tmp_path / "theirs.backup").unlink(missing_ok=True)
    assert str(merged(true)[0]) == "1 added, 0 updated, 0 unchanged; 1 set in all"


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


def test_a_true_claim_is_kept_and_one_that_takes_too_long_is_marked(merged, monkeypatch):
    _, (entry,) = merged(entry_of(SOLVABLE, NOON, confirmations=[BY_CP_SAT]))
    assert entry.programs == ("cp-sat",)
    monkeypatch.setattr(trust, "MOST_ROLLS", 3)
    assert trust.confirmed_again(SOLVABLE) is None
    (marked,) = trust.believed(SOLVABLE, [BY_CP_SAT], "theirs")
    assert marked.program == CLAIMED + "cp-sat"
    entry = replace(entry, confirmations=(marked,))
    assert entry.programs == ()
    assert "others say it is always solvable by cp-sat of dicelab 0.1.0, which was not confirmed here" in origin_lines(
        entry
    )


def test_what_is_only_claimed_does_not_count_as_confirmed(tmp_path):
    claimed = Confirmation(NOON, CLAIMED + "cp-sat", "0.1.0")
    with Archive(tmp_path / "mine", writing=True, make=True) as mine:
        mine.add([entry_of(SOLVABLE, NOON, confirmations=[claimed])])
        assert (mine.count("confirmations = 0"), mine.count("program = cp-sat")) == (1, 0)


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
    assert [one.programs for one in gathered.entries] == [("cp-sat",)] * taken
    assert len(gathered.refused) == 1 - taken
