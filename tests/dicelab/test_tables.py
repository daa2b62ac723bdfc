"""Results as data frames of pandas, Polars and Arrow."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dicelab
from dicelab.bench.comparison import BenchResult, bench
from dicelab.bench.race import RaceOutcome
from solver import display
from solver.census import Content
from solver.display import FrameLibrary, data_frame
from solver.errors import InputError, MissingPackageError

PUZZLE = "2x3/2:O4"
GAME = "3x4/3:I1,I2,I3,L3"


# pandas takes a second to import.
@pytest.fixture(params=[pytest.param("pandas", marks=pytest.mark.slow), "polars", "pyarrow"])
def library(request: pytest.FixtureRequest) -> FrameLibrary:
    pytest.importorskip(request.param)
    name: FrameLibrary = request.param
    return name


def columns(frame: Any) -> dict[str, list[Any]]:
    """Return a frame of any library as lists."""
    if hasattr(frame, "to_pydict"):
        found: dict[str, list[Any]] = frame.to_pydict()
        return found
    return {name: frame[name].to_list() for name in frame.columns}


def test_statistics_have_a_row_for_each_board(library: FrameLibrary) -> None:
    statistics = dicelab.stats(dicelab.load("A1 A1 A2 | B1 B3", PUZZLE), objective="unsolvable")
    assert columns(statistics.to_dataframe(library)) == {
        "board": [0b001001, 0b100001, 0b001010, 0b100010],
        "blockers": ["A1 B1", "A1 B3", "A2 B1", "A2 B3"],
        "probability": pytest.approx([1 / 3, 1 / 3, 1 / 6, 1 / 6]),
        "tilings": [1, 0, 0, 0],
    }


def test_masks_stay_unsigned_integers_of_64_bits(library: FrameLibrary) -> None:
    frame = dicelab.verify(dicelab.load("A1 A2 | B1 B3", PUZZLE)).to_dataframe(library)
    kind = frame.schema.field("board").type if library == "pyarrow" else frame["board"].dtype
    assert str(kind).lower() == "uint64"


def test_a_verification_tells_of_each_board_whether_it_can_be_tiled() -> None:
    verification = dicelab.verify(dicelab.load("A1 A2 | B1 B3", PUZZLE))
    found = columns(verification.to_dataframe("pyarrow"))
    assert [mask for mask, solvable in zip(found["board"], found["solvable"], strict=True) if not solvable] == (
        verification.unsolvable.tolist()
    )


def test_the_orbits_of_a_census_add_up_to_its_boards() -> None:
    census = dicelab.Census.load(GAME)
    found = columns(census.to_dataframe("pyarrow"))
    sizes, tilings = np.array(found["orbit_size"]), np.array(found["tilings"])
    assert (sizes.sum(), sizes @ tilings, sizes[tilings == 0].sum()) == (220, 1936, 10)
    assert found["blockers"] == [census.puzzle.grid.labels(mask) for mask in found["board"]]
    colours = np.array(found["dark_blockers"]) + np.array(found["light_blockers"])
    assert set(colours.tolist()) == {3}


def test_a_census_lists_only_boards_that_its_puzzle_allows_and_no_tilings_that_nobody_counted() -> None:
    census = dicelab.Census.load(f"{GAME};regions=1-4,5-8,9-12")
    solvable = dicelab.Census(census.puzzle, census.orbits, np.minimum(census.answers, 1), Content.SOLVABILITY)
    found = columns(solvable.to_dataframe("pyarrow"))
    assert (sum(found["orbit_size"]), len(found["board"])) == (64, 20)
    assert "tilings" not in found
    assert all(sorted(label[0] for label in text.split()) == ["A", "B", "C"] for text in found["blockers"])


def test_a_distribution_has_a_row_for_each_number_of_tilings() -> None:
    found = columns(dicelab.Census.load(GAME).by_board.to_dataframe("pyarrow"))
    assert (sum(found["weight"]), max(found["tilings"])) == (220, 48)


def test_chosen_boards_have_rolls_and_tilings_only_where_there_are_any() -> None:
    some = dicelab.boards(GAME, count=3, seed=1)
    found = columns(some.to_dataframe("pyarrow"))
    assert list(found) == ["board", "blockers", "tilings", "difficulty"]
    assert found["tilings"] == [dicelab.count(text, GAME) for text in found["blockers"]]
    dice = dicelab.load("A1 A2 | B1 B3", PUZZLE)
    rolled = columns(dicelab.boards(dice=dice, count=1, seed=1, solved=True).to_dataframe("pyarrow"))
    assert (rolled["roll"], rolled["tiling"]) == ([1], ["#11 / #11"])


def test_rolls_have_their_numbers(library: FrameLibrary) -> None:
    found = columns(dicelab.roll("goralczyk", number=541, count=2).to_dataframe(library))
    assert (found["roll"][1], found["blockers"][1]) == (542, "A2 B6 C1 C6 D4 D5 F1")


@pytest.mark.slow
def test_an_evolution_lists_the_sets_that_it_keeps(tmp_path: Path) -> None:
    options: dict[str, Any] = {"sizes": (2, 2), "generations": 5, "population": 10, "keep": 1, "jobs": 1}
    found = dicelab.evolve("fewest", puzzle="2x4/2:3*I2", out=tmp_path / "run", **options)
    rows = columns(found.to_dataframe("pyarrow"))
    assert rows["confirmed"].count(True) == 1
    assert rows["fewest"] == [values["fewest"] for _, values in found.kept]
    again = dicelab.load(rows["dice"][0], "2x4/2:3*I2")
    assert dicelab.stats(again, objective="fewest").values["fewest"] == rows["fewest"][0]


def test_an_archive_lists_its_entries_with_their_objectives(tmp_path: Path) -> None:
    with dicelab.Archive(tmp_path / "mine.sqlite3", writing=True, make=True) as archive:
        archive.import_sets([dicelab.load(text, PUZZLE) for text in ("A1 A2 A3 | B1 B3", "A1 | B1")])
        rows = columns(archive.to_dataframe("pyarrow"))
        few = columns(archive.listing("rolls = 1").to_dataframe("pyarrow"))
    assert sorted(zip(rows["sizes"], rows["fewest"], strict=True)) == [("1,1", 1.0), ("3,2", 0.0)]
    assert few["id"] == [name for name, rolls in zip(rows["id"], rows["rolls"], strict=True) if rolls == 1]


@pytest.mark.slow
def test_a_bench_has_a_row_for_each_reply() -> None:
    result = bench(puzzle=GAME, boards=2, rounds=1, only=["bitmask"], task=["count"])
    assert isinstance(result, BenchResult)
    rows = columns(result.to_dataframe("pyarrow"))
    assert rows["outcome"] == [RaceOutcome.COUNT] * 2
    assert rows["tilings"] == [dicelab.count(text, GAME) for text in rows["blockers"]]


def test_a_missing_library_is_told_with_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(MissingPackageError, match=r"needs polars: pip install polars$"):
        data_frame({"a": [1]}, "polars")
    with pytest.raises(InputError, match="did you mean polars"):
        data_frame({"a": [1]}, "polar")  # type: ignore[arg-type]


def test_without_any_library_both_commands_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pandas", "polars", "pyarrow"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(MissingPackageError, match="pip install pandas, or pip install polars"):
        data_frame({"a": [1]})


def test_the_library_that_the_program_has_imported_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    class Library:
        @staticmethod
        def DataFrame(columns: object) -> None:  # noqa: N802 - the name in both libraries
            made.append(str(columns))

    monkeypatch.setitem(sys.modules, "pandas", None)
    monkeypatch.setitem(sys.modules, "polars", Library)
    monkeypatch.setattr(display, "import_module", sys.modules.__getitem__)
    data_frame({"a": [1]})
    assert made == ["{'a': [1]}"]
