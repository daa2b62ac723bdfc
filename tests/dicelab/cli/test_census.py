"""``dicelab census`` and ``dicelab stats`` as a user meets them."""

import json

import pytest

from dicelab.dice import DiceSet, dice_set_json
from solver.census import Content, build_census, read_census
from solver.errors import InputError
from solver.polyform import Puzzle
from solver.runs import jit
from solver.runs.storage import sha256

TEXT = "4x4/3:I1,I2,I3,L3,O4"
PUZZLE = Puzzle.parse(TEXT)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "census"


def test_build_info_verify_export(dicelab, folder, tmp_path):
    done = dicelab("census", "build", "--puzzle", TEXT, "--folder", folder, "--json")
    assert done.code == 0
    built = json.loads(done.out)
    assert built["schema"] == "dicelab/census-build/1"
    file = folder / "tilings.census"
    assert built["sha256"] == sha256(file.read_bytes())
    assert sorted(path.name for path in folder.iterdir()) == ["tilings.census"]
    info = json.loads(dicelab("census", "info", "--puzzle", TEXT, "--folder", folder, "--json").out)
    assert info["boards"] == 560
    assert info["by_board"]["total"] == 560
    done = dicelab("census", "verify", "--puzzle", TEXT, "--folder", folder, "--json")
    assert done.code == 0
    assert json.loads(done.out)["holds"] is True
    pytest.importorskip("pyarrow")
    table = tmp_path / "boards.parquet"
    done = dicelab("census", "export", table, "--puzzle", TEXT, "--folder", folder, "--json")
    assert (done.code, json.loads(done.out)["rows"]) == (0, 560)
    assert table.exists()
    assert "--force" in dicelab("census", "export", table, "--puzzle", TEXT, "--folder", folder).refused()


@pytest.mark.parametrize("method", ["halves", "searches"])
def test_the_method_does_not_change_the_file(dicelab, folder, method, tmp_path):
    assert dicelab("census", "build", "--puzzle", TEXT, "--folder", folder, "--method", method).code == 0
    build_census(PUZZLE, Content.TILINGS, folder=tmp_path / "other")
    assert (folder / "tilings.census").read_bytes() == (tmp_path / "other" / "tilings.census").read_bytes()


def test_info_draws_boards_and_a_histogram_in_eighty_columns(dicelab, folder, tmp_path):
    picture = tmp_path / "histogram.svg"
    dicelab("census", "build", "--puzzle", TEXT, "--folder", folder)
    done = dicelab("census", "info", "--puzzle", TEXT, "--folder", folder, "--out", picture)
    assert done.code == 0
    assert max(map(len, done.out.splitlines())) <= 80
    assert "560 boards in" in done.out
    assert "Most tilings" in done.out
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_a_puzzle_file_is_read(dicelab, folder, tmp_path):
    file = tmp_path / "mine.json"
    file.write_text(
        json.dumps(
            {"schema": "dicelab/puzzle/1", "grid": "4x4", "blockers": 3, "pieces": TEXT.split(":")[1].split(",")}
        )
    )
    assert dicelab("census", "build", "--puzzle", file, "--folder", folder).code == 0
    assert read_census(folder / "tilings.census", PUZZLE, Content.TILINGS).puzzle == PUZZLE


@pytest.mark.parametrize(
    ("puzzle", "said"),
    [
        ("6x6/7:I1,I2", "use 33 blockers"),
        ("6x6/7:Q9", "Q9"),
        ("5x13/5:15*I4", "65 cells"),
        ("6x6/-1:I1", "0 or more"),
        ("6x6/36:I1", "use 35 blockers"),
        ("2x2/0:I4", "does not fit"),
        ("nowhere.json", "nowhere.json"),
    ],
)
def test_bad_puzzles_are_refused_in_one_line(dicelab, folder, puzzle, said):
    assert said in dicelab("census", "build", "--puzzle", puzzle, "--folder", folder).refused()
    assert not folder.exists()


def test_too_many_boards_are_refused(dicelab, folder):
    assert "boards" in dicelab("census", "build", "--puzzle", "8x8/32:8*O4", "--folder", folder).refused()


def test_a_damaged_census_is_not_used(dicelab, folder):
    dicelab("census", "build", "--puzzle", TEXT, "--folder", folder)
    file = folder / "tilings.census"
    whole = file.read_bytes()
    for damaged in (whole[:-1], whole[:-20] + b"?" + whole[-19:], b""):
        file.write_bytes(damaged)
        for verb in ("info", "verify"):
            assert "damaged" in dicelab("census", verb, "--puzzle", TEXT, "--folder", folder).refused()
    done = dicelab("census", "build", "--puzzle", TEXT, "--folder", folder)
    assert done.code == 0
    assert "damaged" in done.err
    assert file.read_bytes() == whole


def test_the_census_of_another_puzzle_is_neither_used_nor_overwritten(dicelab, folder):
    dicelab("census", "build", "--puzzle", TEXT, "--folder", folder)
    before = (folder / "tilings.census").read_bytes()
    for verb in ("build", "info", "verify"):
        said = dicelab("census", verb, "--puzzle", "3x3/2:I1,I2,O4", "--folder", folder).refused()
        assert "another folder" in said
    assert (folder / "tilings.census").read_bytes() == before


def test_a_folder_without_a_census_is_refused(dicelab, folder):
    for verb in ("info", "verify"):
        assert "census build" in dicelab("census", verb, "--puzzle", TEXT, "--folder", folder).refused()


def test_halves_do_not_tell_solvability_alone(dicelab, folder):
    said = dicelab("census", "build", "--puzzle", TEXT, "--folder", folder, "--solvability", "--method", "halves")
    assert "searches" in said.refused()


def test_an_address_that_can_be_none_is_refused(dicelab, folder):
    pytest.importorskip("distributed")
    assert "tcp://" in dicelab("census", "build", "--puzzle", TEXT, "--folder", folder, "--cluster", "x").refused()


def test_stats_of_a_set_of_another_puzzle(dicelab, tmp_path):
    dice = DiceSet.parse("A1 A2 A3 A4 | B1 B2 B3 B4 | D1 D2 D3 D4", PUZZLE, "three rows")
    file = tmp_path / "rows.json"
    file.write_text(dice_set_json(dice), encoding="utf-8")
    picture = tmp_path / "rows.svg"
    done = dicelab("stats", file, "--out", picture)
    assert done.code == 0
    assert max(map(len, done.out.splitlines())) <= 80
    assert "three\xa0rows: 64 distinct boards" in done.out
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    told = json.loads(dicelab("stats", file, "--json", "--boards", "2").out)
    assert told["schema"] == "dicelab/stats/1"
    assert told["by_board"]["total"] == told["boards"] == 64
    assert len(told["hardest"]) == 2
    for one in told["hardest"]:
        said = dicelab("count", one["board"], "--puzzle", TEXT)
        assert int(said.out) == one["tilings"]


def test_stats_does_not_overwrite_a_picture(dicelab, tmp_path):
    picture = tmp_path / "kept.svg"
    picture.write_text("mine")
    assert "--force" in dicelab("stats", "default", "--out", picture).refused()
    assert picture.read_text() == "mine"


class TestWhyBoardsAreCountedOneByOne:
    TEXT = "the faster method does not fit in memory"

    @pytest.fixture
    def said(self, dicelab, monkeypatch, tmp_path):
        """Return what is said before a census is built, in place of building it."""

        def build(*_arguments, **_options):
            raise InputError("it is built here")

        monkeypatch.setattr("dicelab.score.census_loading.build_census", build)
        monkeypatch.setattr("dicelab.score.census_loading.choose_method", lambda *_: "searches")
        return lambda *options: dicelab("census", "build", "--folder", tmp_path, *options).err

    @pytest.mark.skipif(not jit.available(), reason="numba is not here")
    def test_halves_that_are_too_large(self, said):
        assert self.TEXT in said()

    def test_because_it_was_asked_for(self, said):
        text = said("--method", "searches")
        assert self.TEXT not in text
        assert "--method searches was chosen: counting each board separately" in text

    def test_because_there_is_no_numba(self, said, monkeypatch):
        monkeypatch.setattr("solver.runs.jit.available", lambda: False)
        text = said()
        assert self.TEXT not in text
        assert "the faster method needs numba: counting each board separately" in text


HEXAGONS = "hexagons@2-6,1-7,2-6=rows-and-columns/2:I1,L4~,I3;free=5"


def test_a_census_of_hexagons_from_one_end_to_the_other(dicelab, folder, tmp_path):
    built = json.loads(dicelab("census", "build", "--puzzle", HEXAGONS, "--folder", folder, "--json").out)
    assert (built["boards"], built["all_boards"], built["symmetries"]) == (36, 45, 2)
    info = dicelab("census", "info", "--puzzle", HEXAGONS, "--folder", folder)
    assert "Counted are the boards that the puzzle allows, no blocker on a cell that stays" in info.out
    assert dicelab("census", "verify", "--puzzle", HEXAGONS, "--folder", folder).code == 0
    pytest.importorskip("pyarrow")
    table = tmp_path / "boards.parquet"
    assert dicelab("census", "export", table, "--puzzle", HEXAGONS, "--folder", folder).code == 0


@pytest.mark.parametrize("verb", [["census", "info"], ["census", "verify"], ["boards"]])
def test_a_census_of_millions_of_orbits_is_asked_for(dicelab, monkeypatch, tmp_path, verb):
    monkeypatch.setenv("DICELAB_CACHE", str(tmp_path))
    said = dicelab(*verb, "--puzzle", "genius-star").refused()
    assert "run dicelab census build --puzzle genius-star" in said


def test_a_census_that_is_not_kept_names_no_file(dicelab, monkeypatch, tmp_path):
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("DICELAB_CACHE", str(tmp_path / "file"))
    line = ("census", "build", "--puzzle", "3x4/3:I1,I2,I3,L3")
    boards, *rest = dicelab(*line).out.splitlines()
    assert boards == "220 boards in 60 orbits, 10 boards without a tiling"
    assert rest == ["not kept, since the cache folder can't be used: name another by --folder"]
    told = json.loads(dicelab(*line, "--json").out)
    assert (told["file"], told["sha256"]) == (None, None)


def test_a_recount_on_this_machine(dicelab, tmp_path):
    line = ("census", "build", "--puzzle", "3x4/3:I1,I2,I3,L3", "--recount")
    assert dicelab(*line, "--folder", tmp_path / "tilings").out.startswith("220 boards in 60 orbits")
    assert "name a new --folder" in dicelab(*line, "--folder", tmp_path / "tilings").refused()
    assert dicelab(*line, "--solvability", "--folder", tmp_path / "solvability").code == 0
