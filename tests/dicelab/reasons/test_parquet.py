"""The Parquet file of a census: a row for each board, the same to every reader, whole or not there."""

import hashlib
import itertools
import json
import signal
import subprocess
import sys
from math import comb

import numpy as np
import pytest

from dicelab import __version__
from dicelab.errors import MissingPackageError
from dicelab.reasons import parquet as module
from dicelab.reasons.explain import EXPLANATIONS, QUICK
from dicelab.reasons.parquet import write_parquet
from solver.census import Content, build_census, read_census, write_census
from solver.errors import StorageError
from solver.polyform import Puzzle
from solver.polyform.symmetry import burnside, orbit

pq = pytest.importorskip("pyarrow.parquet")

HOLED = "4x4-B2/3:O4,L4,T4"
"""Boards of many kinds: ten orbits with tilings, the others rejected by six rules."""
PUZZLES = [
    HOLED,
    "3x4/3:O4,T4,I1",
    "1x5/1:I1,I3",
    "1x3/0:I3",
    "2x3/5:I1",
    "triangles@4,2-6,2-6,4/2:I1,I2,I3,L4",
    "triangles@4,2-6,2-6,4=A,B,C,D,E,F,G,H,I,J,K,L/2:I1,I2,I3,L4;regions=1-4+12,6-9",
    "hexagons@2-6,1-7,2-6/2:I1,L4~,I3;free=5",
]

COLUMNS = {
    "board": "uint64",
    "blockers": "string",
    "representative": "uint64",
    "orbit_size": "uint8",
    "solvable": "bool",
    "tilings": "uint64",
    "dark_blockers": "uint8",
    "light_blockers": "uint8",
    "reason": "dictionary<values=string, indices=int8, ordered=0>",
}


def census_of(text, content=Content.TILINGS, **options):
    return build_census(Puzzle.parse(text), content, method="searches", **options)


@pytest.fixture
def holed():
    return census_of(HOLED)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "boards.parquet"


def expected_row(mask, census):
    """Return a row by what is known of one board alone: its orbit, its labels, the rules' findings."""
    puzzle, images = census.puzzle, orbit(mask, census.puzzle.grid)
    tilings = int(census.tilings(np.uint64(mask)))
    named = (rule.name for rule in EXPLANATIONS if rule.finding(mask, puzzle))
    names = {"squares": "dark light", "triangles": "upward downward", "hexagons": "dark grey light"}
    colours = [f"{colour}_blockers" for colour in names[puzzle.grid.lattice.name].split()]
    return {
        "board": mask,
        "blockers": puzzle.grid.labels(mask),
        "representative": min(images),
        "orbit_size": len(images),
        "solvable": tilings > 0,
        "tilings": tilings,
        **({} if puzzle.allows_all else {"allowed": bool(puzzle.allows(np.uint64(mask)))}),
        **{name: (mask & of).bit_count() for name, of in zip(colours, puzzle.grid.colours, strict=True)},
        "reason": None if tilings else next(named, "search"),
    }


@pytest.mark.parametrize(("text", "rows"), [(HOLED, 1 << 17), *((text, 64) for text in PUZZLES)])
def test_a_row_for_each_board_in_ascending_order(path, monkeypatch, text, rows):
    monkeypatch.setattr(module, "_ROWS", rows)
    census = census_of(text)
    puzzle = census.puzzle
    boards = sorted(map(puzzle.grid.mask, itertools.combinations(range(len(puzzle.grid)), puzzle.blockers)))
    assert write_parquet(path, census) == len(boards)
    assert pq.read_table(path).to_pylist() == [expected_row(mask, census) for mask in boards]
    assert pq.ParquetFile(path).metadata.num_row_groups == -(-len(boards) // rows)


@pytest.mark.parametrize("text", PUZZLES)
def test_a_row_for_each_orbit(path, text):
    census = census_of(text)
    puzzle = census.puzzle
    assert write_parquet(path, census, per_orbit=True) == burnside(puzzle.grid, puzzle.blockers)
    rows = pq.read_table(path).to_pylist()
    assert rows == [expected_row(mask, census) for mask in sorted({row["representative"] for row in rows})]
    assert sum(row["orbit_size"] for row in rows) == comb(len(puzzle.grid), puzzle.blockers)


def test_the_highest_cell_of_the_largest_grid(path):
    # All cells but one are blocked: the monomino covers it.
    write_parquet(path, census_of("1x64/63:I1"))
    table = pq.read_table(path)
    assert table["board"].to_pylist() == [(1 << 64) - 1 - (1 << cell) for cell in reversed(range(64))]
    assert table["blockers"][0].as_py() == " ".join(f"A{n}" for n in range(1, 64))
    assert table["blockers"][63].as_py() == " ".join(f"A{n}" for n in range(2, 65))
    assert table["tilings"].to_pylist() == [1] * 64


def test_without_tilings_the_column_is_empty_and_the_others_are_the_same(path, holed):
    write_parquet(path, holed)
    with_tilings = pq.read_table(path)
    write_parquet(path, census_of(HOLED, Content.SOLVABILITY))
    without = pq.read_table(path)
    assert without["tilings"].null_count == without.num_rows == 455
    assert without.drop_columns("tilings").equals(with_tilings.drop_columns("tilings"))


def test_columns_and_their_types(path, holed):
    write_parquet(path, holed)
    schema = pq.read_schema(path)
    assert {field.name: str(field.type) for field in schema} == COLUMNS
    assert [field.name for field in schema if field.nullable] == ["tilings", "reason"]


def test_the_file_says_what_it_holds(path, holed, tmp_path):
    write_census(tmp_path / "census", holed)
    body = (tmp_path / "census").read_bytes().partition(b"\n")[2]
    for per_orbit, rows in ((False, 455), (True, 237)):
        write_parquet(path, holed, per_orbit=per_orbit)
        assert json.loads(pq.read_schema(path).metadata[b"dicelab"]) == {
            "schema": "dicelab/census-parquet/1",
            "puzzle": HOLED,
            "content": "tilings",
            "boards": 455,
            "orbits": 237,
            "rows": rows,
            "sha256": hashlib.sha256(body).hexdigest(),
            "dicelab": __version__,
            "rules": [rule.name for rule in EXPLANATIONS],
        }


@pytest.mark.parametrize("per_orbit", [False, True])
def test_the_same_census_gives_the_same_bytes(path, tmp_path, holed, per_orbit):
    write_parquet(path, holed, per_orbit=per_orbit)
    again = census_of(HOLED, folder=tmp_path / "again")
    write_census(tmp_path / "census", again)
    read = read_census(tmp_path / "census", again.puzzle, Content.TILINGS)
    for number, census in enumerate((holed, again, read)):
        other = tmp_path / f"{number}.parquet"
        write_parquet(other, census, per_orbit=per_orbit)
        assert other.read_bytes() == path.read_bytes()


def test_a_board_that_no_rule_rejects_is_left_to_a_search(path, monkeypatch, holed):
    monkeypatch.setattr(module, "reasons", lambda masks, _puzzle, _rules: np.full(len(masks), -1, np.int8))
    write_parquet(path, holed)
    rows = pq.read_table(path, columns=["solvable", "reason"]).to_pylist()
    assert all(row["reason"] == (None if row["solvable"] else "search") for row in rows)
    assert {row["reason"] for row in rows} == {None, "search"}


def test_where_boards_are_too_many_only_the_quick_rules_are_asked(path, monkeypatch, holed):
    monkeypatch.setattr(module, "MOST_EXPLAINED", 0)
    write_parquet(path, holed)
    quick = pq.read_table(path)
    asked = json.loads(quick.schema.metadata[b"dicelab"])["rules"]
    assert asked == [rule.name for rule in QUICK]
    write_parquet(path, holed, rules=EXPLANATIONS)
    for some, every in zip(quick["reason"].to_pylist(), pq.read_table(path)["reason"].to_pylist(), strict=True):
        assert some == every or (some == "further" and every not in asked)


def test_progress_reaches_the_number_of_rows(path, monkeypatch, holed):
    monkeypatch.setattr(module, "_ROWS", 200)
    told = []
    write_parquet(path, holed, progress=lambda *numbers: told.append(numbers))
    unsolvable = int((~holed.solvable_orbits).sum())
    assert told == [(0, unsolvable, "reasons"), (200, 455, "rows"), (400, 455, "rows"), (455, 455, "rows")]


class TestReaders:
    """What others make of the file, for one question: the unsolvable boards by reason."""

    @pytest.fixture
    def file(self, path, holed):
        write_parquet(path, holed)
        return path

    @pytest.fixture
    def answer(self, holed):
        rows = [expected_row(mask, holed) for mask in holed.orbits.representatives.tolist()]
        unsolvable = [(row["reason"], row["orbit_size"]) for row in rows if not row["solvable"]]
        return {name: sum(size for reason, size in unsolvable if reason == name) for name in dict(unsolvable)}

    def test_pandas(self, file, answer, holed):
        pandas = pytest.importorskip("pandas")
        frame = pandas.read_parquet(file)
        assert frame["reason"].value_counts()[lambda count: count > 0].to_dict() == answer
        assert frame["board"].dtype == np.uint64
        assert (frame["tilings"].to_numpy() == holed.tilings(frame["board"].to_numpy())).all()

    def test_polars(self, file, answer, holed):
        polars = pytest.importorskip("polars")
        frame = polars.read_parquet(file)
        counts = frame.filter(~polars.col("solvable"))["reason"].cast(polars.String).value_counts()
        assert dict(counts.iter_rows()) == answer
        assert frame["tilings"].to_list() == holed.tilings(frame["board"].to_numpy()).tolist()

    def test_duckdb(self, file, answer, holed):
        duckdb = pytest.importorskip("duckdb")
        with duckdb.connect() as base:
            counts = base.execute(
                "SELECT reason, count(*) FROM read_parquet(?) WHERE NOT solvable GROUP BY reason", [str(file)]
            ).fetchall()
            rows = base.execute("SELECT board, tilings FROM read_parquet(?) ORDER BY board", [str(file)]).fetchall()
        assert dict(counts) == answer
        assert [tilings for _, tilings in rows] == holed.tilings(
            np.array([board for board, _ in rows], np.uint64)
        ).tolist()


class TestWholeOrNotThere:
    def test_a_full_disk_leaves_what_was_there(self, path, holed):
        resource = pytest.importorskip("resource")
        write_parquet(path, holed, per_orbit=True)
        before = path.read_bytes()
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) // 2, limits[1]))
        try:
            with pytest.raises(StorageError, match=r"boards\.parquet can't be written \(File too large\)"):
                write_parquet(path, holed)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert [file.read_bytes() for file in path.parent.iterdir()] == [before]

    def test_a_failure_half_way_leaves_what_was_there(self, path, monkeypatch, holed):
        monkeypatch.setattr(module, "_ROWS", 100)

        def interrupt(done, _total, what=""):
            if what == "rows" and done >= 200:
                raise KeyboardInterrupt

        for before in ([], ["boards.parquet"]):
            with pytest.raises(KeyboardInterrupt):
                write_parquet(path, holed, progress=interrupt)
            assert [file.name for file in path.parent.iterdir()] == before
            write_parquet(path, holed)
        assert pq.read_metadata(path).num_rows == 455

    @pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal on this system")
    def test_a_kill_half_way_leaves_what_was_there(self, path, tmp_path, holed):
        write_parquet(path, holed, per_orbit=True)
        before = path.read_bytes()
        write_census(tmp_path / "census", holed)
        program = """
import os, signal, sys
from pathlib import Path
from dicelab.reasons import parquet
from solver.census import Content, read_census
from solver.polyform import HEXAGONS, Puzzle

parquet._ROWS = 100
census = read_census(Path(sys.argv[1]), Puzzle.parse(sys.argv[2]), Content.TILINGS)
parquet.write_parquet(
    Path(sys.argv[3]),
    census,
    progress=lambda done, _, what: what == "rows" and done >= 200 and os.kill(os.getpid(), signal.SIGKILL),
)
"""
        command = [sys.executable, "-c", program, str(tmp_path / "census"), HOLED, str(path)]
        assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
        assert path.read_bytes() == before

    def test_a_folder_in_the_way(self, path, holed):
        path.mkdir()
        with pytest.raises(StorageError, match="can't be written"):
            write_parquet(path, holed)


def test_without_pyarrow_one_line_says_what_to_install(path, monkeypatch, holed):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(
        MissingPackageError, match=r"^a Parquet file needs pyarrow: pip install 'pyarrow>=17'$"
    ) as caught:
        write_parquet(path, holed)
    # Not bad input: the exit status is that of an answer that is not known.
    assert not isinstance(caught.value, ValueError)
    assert not list(path.parent.iterdir())
