"""Every form of a SET means the same set, and what is none is refused in one line."""

import codecs
import json
import re

import pytest
from hypothesis import given, strategies as st

from dicelab.archive import Archive
from dicelab.dice import CATALOGUE, DiceSet, catalogue_set, dice_set_json
from dicelab.dice.sources import dice_set_of
from dicelab.errors import DiceError
from dicelab.render.dice import export_dice_set
from dicelab.search.design.running import CHECKPOINT_SCHEMA
from dicelab.search.design.verbs import design
from dicelab.search.evolve.evolution import evolve
from dicelab.verifying import verify
from solver.polyform import GENIUS_SQUARE, Puzzle
from solver.runs.storage import read_sealed, sealed

SMALL = Puzzle.parse("2x4/2:3*I2")
HOLED = Puzzle.parse("3x4-B2/2:I2,L3,I4")


def refused(value, **options):
    with pytest.raises(DiceError) as caught:
        dice_set_of(value, **options)
    text = str(caught.value)
    assert "\n" not in text
    return text


@pytest.fixture(scope="session")
def scratch(tmp_path_factory):
    return tmp_path_factory.mktemp("sources")


@st.composite
def dice_sets(draw):
    puzzle = draw(st.sampled_from([GENIUS_SQUARE, SMALL, HOLED]))
    cells = draw(st.permutations(range(len(puzzle.grid))))
    ends = sorted(draw(st.sets(st.integers(1, len(cells)), min_size=puzzle.blockers, max_size=puzzle.blockers)))
    dice, begin = [], 0
    for end in ends:
        own = cells[begin:end]
        dice.append([*own, *draw(st.lists(st.sampled_from(own), max_size=6))])
        begin = end
    shared = draw(st.booleans())
    if shared:
        dice[0].append(dice[-1][0])
    name = draw(st.text(max_size=90))
    labels = [[puzzle.grid.label(cell) for cell in die] for die in dice]
    return DiceSet.of_labels(labels, puzzle, name, shared_cells=shared)


def multiset(dice_set):
    return [sorted(die.faces) for die in dice_set.dice]


@given(dice_sets(), st.sampled_from(["json", "csv", "txt"]), st.sampled_from([b"\n", b"\r\n"]), st.booleans())
def test_what_export_writes_is_read_whatever_the_file_is_called(scratch, dice_set, form, newline, with_mark):
    data = export_dice_set(dice_set, form).replace(b"\r\n", b"\n").replace(b"\n", newline)
    file = scratch / "set.dat"
    file.write_bytes(codecs.BOM_UTF8 * with_mark + data)
    # A table tells neither its puzzle nor that its dice share cells.
    asked = {"puzzle": dice_set.puzzle, "shared_cells": dice_set.shared_cells} if form == "csv" else {}
    found = dice_set_of(str(file), **asked)
    assert found.puzzle == dice_set.puzzle
    assert found.shared_cells == dice_set.shared_cells
    assert multiset(found) == multiset(dice_set)
    assert found.class_key() == dice_set.class_key()
    if form != "txt":
        # Text says how often a face is there, and not where.
        assert found == dice_set


@given(dice_sets())
def test_faces_on_the_line_are_the_set(dice_set):
    assert dice_set_of(dice_set.format(), dice_set.puzzle, shared_cells=dice_set.shared_cells) == dice_set


@pytest.mark.parametrize("text", ["1x4/1:I3", "hexagons@2-4,1-5,2-4/1:2*I3", "triangles@1,0-2/1:I3"])
def test_one_die_with_one_face_is_a_set(text):
    puzzle = Puzzle.parse(text)
    for label in puzzle.grid.cell_labels:
        for written in (label, label.lower(), f" {label}*2 "):
            (faces,) = dice_set_of(written, puzzle).labels()
            assert set(faces) == {label}
    assert "no dice set called '99' and no such cell of the puzzle" in refused("99", puzzle=puzzle)


def test_a_name_and_a_file_win_over_a_cell_and_a_cell_over_an_id(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    content = {"grid": ["...."], "labels": ["default 8 FACE x"], "pieces": ["I3"]}
    file = tmp_path / "own.json"
    file.write_text(json.dumps({"schema": "dicelab/puzzle/2", "name": "own", "blockers": 1, **content}))
    assert dice_set_of("8", file).labels() == [["8"]]
    assert dice_set_of("FACE", file).labels() == [["FACE"]]
    assert "the set is for the puzzle genius-square" in refused("default", puzzle=file)
    export = tmp_path / "8"
    export.write_bytes(export_dice_set(dice_set_of("x", file), "json"))
    assert dice_set_of("8", file).labels() == [["x"]]


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_form_of_a_published_set_has_one_class_key(tmp_path, monkeypatch, name):
    monkeypatch.setenv("DICELAB_ARCHIVE", str(tmp_path / "archive.sqlite3"))
    dice_set = catalogue_set(name)
    with Archive(tmp_path / "archive.sqlite3", writing=True, make=True) as archive:
        archive.import_sets([dice_set], measured=False)
        (entry,) = archive.entries("", "-added", 1)
    certificate = tmp_path / "default.certificate"
    certificate.write_bytes(verify(dice_set).certificate())
    forms = [name, dice_set.format(), entry.key, certificate, str(certificate)]
    for form in ("json", "csv", "txt"):
        forms.append(tmp_path / f"{name}.{form}")
        forms[-1].write_bytes(export_dice_set(dice_set, form))
    assert {dice_set_of(form).class_key() for form in forms} == {dice_set.class_key()}
    assert {dice_set_of(form).roll_count for form in forms} == {dice_set.roll_count}


@pytest.mark.parametrize(
    "text",
    [
        "A1 A2 | B1 B3",
        "A1, A2 | B1, B3",
        "A1 A2\nB1 B3\n",
        "A1,A2\nB1,B3\n",
        "# mine\ndie 1: A1 A2\ndie 2: B1 B3\n",
        "1. A1 A2\n2. B1 B3\n",
        "die;face;cell\n2;1;B1\n1;2;A2\n2;2;B3\n1;1;A1\n",
        "die\tcell\n1\tA1\n1\tA2\n\n2\tB1\n2\tB3\n",
        "A1*1 A2×1 | B1 B3",
    ],
)
def test_faces_as_people_write_them(tmp_path, text):
    file = tmp_path / "mine.txt"
    file.write_text(text, encoding="utf-8")
    puzzle = "2x3/2:O4"
    assert dice_set_of(file, puzzle).labels() == [["A1", "A2"], ["B1", "B3"]]
    if "die\t" not in text and "die;" not in text and "mine" not in text:
        assert dice_set_of(text, puzzle).labels() == [["A1", "A2"], ["B1", "B3"]]


def test_the_sets_of_an_evolution_with_objectives_are_in_the_order_of_the_first(tmp_path):
    given_ = {"puzzle": SMALL.format(), "sizes": (3, 3), "generations": 3, "population": 20, "keep": 1}
    found = evolve({**given_, "objectives": "fewest,variation", "islands": 1}, out=tmp_path / "run")
    front = json.loads((tmp_path / "run" / "front.json").read_text())["sets"]
    assert found.confirmed
    for number, entry in enumerate(front, start=1):
        one = dice_set_of(f"{tmp_path / 'run'}#{number}")
        assert (one.name, one.labels(), one.puzzle) == (entry["name"], entry["dice"], SMALL)
    assert dice_set_of(tmp_path / "run") == dice_set_of(f"{tmp_path / 'run'}#1")
    assert dice_set_of(tmp_path / "run" / "manifest.json") == dice_set_of(tmp_path / "run")
    run, sets = tmp_path / "run", len(front)
    for wrong in ("0", str(sets + 1), "99", "x", "", "-1", "1.5"):
        assert f"{run} has no set '{wrong}': write {run}#1" in refused(f"{run}#{wrong}")


def test_a_run_without_objectives_gives_what_it_found_first(tmp_path):
    evolve(
        {"puzzle": SMALL.format(), "sizes": (2, 2), "generations": 5, "population": 10, "scorer": "bitmask"},
        out=tmp_path / "run",
    )
    assert verify(dice_set_of(tmp_path / "run")).always_solvable


def test_each_set_of_a_front_is_found_by_the_name_and_the_number_in_its_picture(tmp_path):
    run = tmp_path / "run"
    front = evolve(
        {"puzzle": "4x4/3:I1,I2,I3,L3,O4", "sizes": (3, 3, 2), "objectives": "mean,variation,perimeter"}
        | {"generations": 3, "population": 12, "islands": 1, "keep": 1},
        out=run,
    )
    picture = (run / "front.svg").read_text(encoding="utf-8")
    names = re.findall(r"([0-9]+)\. (set-[0-9a-f]{12}):", picture)
    assert {name for _, name in names} == {one.name for one, _ in front.kept}
    assert len(names) > 1
    for number, name in names:
        wanted = dice_set_of(f"{run}#{name}")
        assert wanted.name == name
        assert wanted == dice_set_of(f"{run}#{number}") == dice_set_of(f"{run}#{name[:-1]}")
        assert verify(wanted).always_solvable
    assert "or its name, such as #set-" in refused(f"{run}#set-000000000000")


def test_a_design_gives_its_set_finished_or_not(tmp_path):
    run = tmp_path / "run"
    outcome = design(puzzle=SMALL, sizes=(4, 4), faces="6", out=run)
    assert dice_set_of(run) == outcome.dice_set
    assert dice_set_of(f"{run}#1") == outcome.dice_set
    assert "#1, its only set" in refused(f"{run}#2")
    # A search that was resumed since has a better set in its checkpoint.
    other = DiceSet.of_masks(outcome.dice_set.masks[::-1], SMALL)
    (run / "design.json").write_text(dice_set_json(other))
    assert dice_set_of(run).masks == outcome.dice_set.masks != other.masks
    # As it is before its end.
    for file in ("design.json", "manifest.json"):
        (run / file).unlink()
    assert dice_set_of(run) == outcome.dice_set


def test_a_run_without_a_set_yet_says_how_to_go_on(tmp_path):
    run = tmp_path / "run"
    design(puzzle=SMALL, sizes=(4, 4), out=run)
    (run / "design.json").unlink()
    content = read_sealed(run / "checkpoint.json", CHECKPOINT_SCHEMA)
    schema = content.pop("schema")
    content["state"]["dice"] = []
    (run / "checkpoint.json").write_bytes(sealed(schema, content))
    assert refused(run) == f"{run}: the run has found no set yet: continue with dicelab design --resume {run}"
    (run / "checkpoint.json").write_bytes(b"{")
    (run / "checkpoint.json.previous").unlink(missing_ok=True)
    assert "is damaged" in refused(run)


def test_a_folder_that_is_no_run_is_refused(tmp_path):
    assert "is no folder of a run of evolve or design" in refused(tmp_path)
    assert "is no folder of a run of evolve or design" in refused(f"{tmp_path}#1")
    (tmp_path / "checkpoint.json").write_bytes(sealed("dicelab/census-checkpoint/1", {}))
    assert "another run than one of evolve or design" in refused(tmp_path)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("defualt", "no dice set called 'defualt': did you mean default?"),
        ("", "no dice set called ''"),
        ("zzz", "a SET is default, theorem-5.3, goralczyk, a puzzle with dice"),
        ("sets/default.jsn", "no such file or folder"),
        ("default.csv", "default.csv: no such file or folder"),
        ("runs/evolve-001#2", "runs/evolve-001: no such file or folder"),
        ("default#1", "no dice set called 'default#1'"),
        ("A6 F1 | A5 B66", "die 2: 'B66' is not a cell: write a cell of the board, from A1 to F6"),
        ("A6 F1 | A5 B6", "2 dice for 7 blockers"),
        ("A6", "1 die for 7 blockers"),
        ("A7", "'A7' is not a cell"),
        (
            "8",
            "faces such as 'A6 F1 | A5 B6 E1 F2 | ...', which of another puzzle than the Genius Square need --puzzle",
        ),
        ("A6 F1 | ", "die 2: a die with no face"),
        ("triangles@1,0-2/1:I3", "'triangles@1,0-2/1:I3' is a puzzle without dice: name a dice set as SET"),
        ("6x6/6:10*L7", "'L7' is not a piece"),
        ("x" * 5000, "no dice set called"),
        ("a\0b", "no dice set called"),
    ],
)
def test_what_is_no_set_is_refused(tmp_path, monkeypatch, value, says):
    monkeypatch.chdir(tmp_path)
    assert says in refused(value)


def test_the_regions_of_a_written_puzzle_are_its_dice():
    text = "2x3/2:O4;regions=1+4,3+6"
    dice_set = dice_set_of(text)
    assert dice_set.puzzle == Puzzle.parse(text)
    assert dice_set.labels() == [["A1", "B1"], ["A3", "B3"]]


def test_a_variant_with_dice_is_proposed():
    assert "write the SET genius-star#golden-star, or" in refused("genius-star", puzzle="genius-star#golden-star")


def test_a_file_with_a_like_name_is_suggested(tmp_path):
    (tmp_path / "mine.json").write_text(dice_set_json(catalogue_set("default")))
    assert refused(tmp_path / "mien.json").endswith("no such file: check the path")
    assert refused(f"{tmp_path}/mien.json").endswith("no such file or folder: did you mean mine.json?")


def test_the_puzzle_that_was_asked_for_must_be_that_of_the_set(tmp_path):
    says = (
        "the set is for the puzzle genius-square, not for 2x3/2:O4: name a set of that puzzle, or leave the puzzle out"
    )
    assert refused("default", puzzle="2x3/2:O4") == f"'default': {says}"
    file = tmp_path / "mine.json"
    file.write_text(dice_set_json(catalogue_set("default")))
    assert refused(file, puzzle="2x3/2:O4") == f"{file}: {says}"
    file.write_text(re.sub('"puzzle": .*,\n', "", file.read_text()))
    assert dice_set_of(file, "genius-square") == catalogue_set("default")


@pytest.mark.parametrize(("data", "says"), [(b"", "is empty"), (bytes(range(256)), "is not UTF-8")])
def test_what_holds_no_text_is_refused(tmp_path, data, says):
    file = tmp_path / "set.csv"
    file.write_bytes(data)
    assert says in refused(file)


def test_certificates_that_name_no_dice_or_are_damaged_are_refused(tmp_path):
    file = tmp_path / "set.certificate"
    whole = verify(catalogue_set("theorem-5.3")).certificate()
    assert whole
    file.write_bytes(whole[:-9])
    assert "get a new copy" in refused(file)
    file.write_bytes(b"dicelab/census-certificate/1\n{}\n")
    assert "names no dice set" in refused(file)
