"""A verb of another package as a question: no parameter of it opens a file that a browser names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import pytest

pytest.importorskip("starlette")

import msgspec

from dicelab.dice.sources import DiceLike, DiceSource, SetPuzzle, dice_set_of
from dicelab.kinds import Jobs, ReadPath, Repeated, Written, kind_of
from dicelab.studio import catalogue
from dicelab.studio.calls import KNOWN, Work
from dicelab.verb import Report, verb, verb_of


@verb(group="research", name="pair")
def pair(
    dice: DiceSource,
    other: DiceSource,
    puzzle: SetPuzzle = None,
    *,
    many: Annotated[Sequence[DiceLike], Repeated(of=kind_of(DiceSource))] = (),
    out: Written = None,
    jobs: Jobs = None,
) -> Report:
    """Count the rolls of two sets."""
    rolls = [dice_set_of(one, puzzle).roll_count for one in (dice, other, *many)]
    return Report("pair", {"rolls": rolls, "jobs": jobs, "out": out}, "")


@verb(group="research", name="reader")
def reader(file: Annotated[str, ReadPath()]) -> Report:
    """Read a file."""
    return Report("reader", {"file": file}, "")


@pytest.fixture(autouse=True)
def known(monkeypatch):
    monkeypatch.setattr(catalogue, "_VERBS", {})
    before = dict(KNOWN)
    for function in (pair, reader):
        catalogue._add(verb_of(function))
    yield
    KNOWN.clear()
    KNOWN.update(before)


def asked(tmp_path, **given):
    return catalogue.answer_to("verbs/pair", given, Work(lambda _message: None, (), tmp_path))


def test_each_dice_set_is_read_from_its_text(tmp_path):
    answer = asked(tmp_path, dice="A1 A2 | B1 B3", other="A1 | B1", puzzle="2x3/2:O4")
    assert answer == {"schema": "dicelab/pair/1", "rolls": [4, 1], "jobs": 1, "out": None}


@pytest.mark.parametrize("name", ["dice", "other"])
def test_no_file_is_opened(tmp_path, name):
    file = tmp_path / "mine.txt"
    file.write_text("A1 A2 | B1 B3")
    given = {"dice": "A1 | B1", "other": "A1 | B1", "puzzle": "2x3/2:O4"}
    with pytest.raises(ValueError, match="which is no dice set"):
        asked(tmp_path, **(given | {name: str(file)}))


@pytest.mark.parametrize("name", ["many", "out", "jobs", "progress"])
def test_lists_of_sets_paths_and_ports_are_no_fields(tmp_path, name):
    with pytest.raises(msgspec.ValidationError, match=name):
        asked(tmp_path, dice="default", other="default", **{name: "x"})


def test_a_verb_that_needs_a_path_is_no_question():
    assert "verbs/reader" not in KNOWN
