"""The tables of the page hold what the census tells."""

import json

import numpy as np
import pytest

from dicelab.score.nogoods import is_learnt
from dicelab.studio.documents import studio_puzzles
from dicelab.studio.tables import (
    TABLE_SCHEMA,
    kept_tilings_table,
    read_table,
    searched_unsolvable_table,
    shipped_table,
    smallest_boards,
    table_of_tilings,
    table_of_unsolvable,
    unsolvable_boards,
    unsolvable_table,
)
from solver.census import Content, build_census, orbits_of
from solver.errors import StorageError
from solver.polyform import GENIUS_SQUARE, LATTICES, Puzzle
from solver.runs.storage import headed, sha256
from tests.random_puzzles import random_puzzle

SMALL = [
    "3x4/3:I1,I2,I3,L3",
    "3x4/3:I1,I2,I3,L3;free=1-2",
    "3x4/3:I1,I2,I3,L3;regions=1-4,5-8,9-12",
    "2x3/0:O4,I2",
    "1x4=JAN,FEB,1..2/2:I2;regions=1-2,3-4",
]


def test_a_kept_table_that_is_cut_flipped_or_another_is_made_again(monkeypatch, tmp_path):
    monkeypatch.setenv("DICELAB_CACHE", str(tmp_path))
    puzzle, other = map(Puzzle.parse, SMALL[:2])
    assert kept_tilings_table(puzzle) is None
    census = build_census(puzzle, Content.TILINGS)
    whole, foreign = table_of_tilings(census), table_of_tilings(build_census(other, Content.TILINGS))
    assert whole is not None
    assert foreign is not None
    assert kept_tilings_table(puzzle) == whole
    (file,) = tmp_path.glob("studio/*.tilings")
    data = file.read_bytes()
    assert data == whole.content
    line, _, body = data.partition(b"\n")
    head = {key: value for key, value in json.loads(line).items() if key not in {"schema", "body", "sha256"}}
    attacked = [data[:end] for end in range(0, len(data), 7)] + [data + b"x"]
    attacked += [data[:place] + bytes([data[place] ^ 1 << place % 8]) + data[place + 1 :] for place in range(len(data))]
    attacked += [headed(TABLE_SCHEMA, head, wrong) for wrong in (b"", b"no zlib", body[:-1])]
    numbers: tuple[object, ...] = (None, [], "7", 7.5, True)
    attacked += [headed(TABLE_SCHEMA, head | {"most": number}, body) for number in numbers]
    attacked += [foreign.content, data.replace(b"tilings", b"TILINGS")]
    for wrong in attacked:
        with pytest.raises(StorageError):
            read_table(wrong, puzzle, "tilings")
    for wrong in (*attacked[::200], *attacked[-4:]):
        file.write_bytes(wrong)
        assert kept_tilings_table(puzzle) == whole, wrong
        assert file.read_bytes() == data


def planes(body, orbits):
    """Read the body of a table of tilings: the lowest bytes of all numbers first."""
    return sum(
        plane.astype(np.int64) << 8 * n for n, plane in enumerate(np.frombuffer(body, np.uint8).reshape(-1, orbits))
    )


def some_puzzles():
    generator = np.random.default_rng(16)
    yield from map(Puzzle.parse, SMALL)
    for lattice in LATTICES.values():
        for _ in range(2):
            yield random_puzzle(generator, lattice, most_cells=12, restricted=True)


@pytest.fixture(scope="module", params=some_puzzles(), ids=lambda puzzle: puzzle.format())
def census(request, tmp_path_factory):
    return build_census(request.param, Content.TILINGS, folder=tmp_path_factory.mktemp("census"))


def test_the_table_has_the_boards_without_a_tiling(census):
    for table in (table_of_unsolvable(census), searched_unsolvable_table(census.puzzle)):
        again, body = read_table(table.content, census.puzzle, "unsolvable")
        assert again == table
        boards = unsolvable_boards(census.puzzle, body)
        assert boards.tolist() == census.unsolvable_boards.tolist()
        assert table.facts["boards"] == len(boards)


def test_the_table_has_the_tilings_of_every_orbit(census):
    table = table_of_tilings(census)
    assert table is not None
    _, body = read_table(table.content, census.puzzle, "tilings")
    boards = smallest_boards(census.puzzle)
    assert planes(body, len(boards)).tolist() == census.tilings(boards).tolist()
    assert table.facts == {
        "orbits": len(boards), "boards": census.boards, "most": census.by_board.most, "total": census.total
    }  # fmt: skip


def test_the_genius_square_comes_with_its_172_440_boards():
    table = unsolvable_table(GENIUS_SQUARE)
    assert table is not None
    facts = {"orbits": 21_757, "boards": 172_440, "bytes": len(table.content), "sha256": sha256(table.content)}
    assert table.entry("a") == {"file": "a", **facts}
    assert len(unsolvable_boards(GENIUS_SQUARE, read_table(table.content, GENIUS_SQUARE, "unsolvable")[1])) == 172_440
    assert len(table.content) < 10_000


def test_a_damaged_or_foreign_table_is_refused():
    content = searched_unsolvable_table(Puzzle.parse(SMALL[0])).content
    with pytest.raises(StorageError, match="checksum"):
        read_table(content[:-1] + bytes([content[-1] ^ 1]), Puzzle.parse(SMALL[0]), "unsolvable")
    with pytest.raises(StorageError, match="unsolvable"):
        read_table(content, Puzzle.parse(SMALL[1]), "unsolvable")


@pytest.mark.slow
@pytest.mark.parametrize("one", [one for one in studio_puzzles() if not is_learnt(one.puzzle)], ids=lambda one: one.id)
def test_the_shipped_tables_are_those_of_the_census(one, tmp_path, request):
    table = shipped_table(one.puzzle)
    assert table is not None
    if one.puzzle.allowed_boards < 10_000:
        made = searched_unsolvable_table(one.puzzle)
    elif one.id == "genius-star":
        made = table_of_unsolvable(request.getfixturevalue("star_census"))
    else:
        made = table_of_unsolvable(build_census(one.puzzle, Content.SOLVABILITY, folder=tmp_path))
    # Another release of zlib may compress otherwise.
    assert (
        read_table(table.content, one.puzzle, "unsolvable")[1] == read_table(made.content, one.puzzle, "unsolvable")[1]
    )
    assert table.facts == made.facts


@pytest.mark.slow
def test_the_tilings_of_the_genius_square_are_those_of_the_census(tilings):
    table = table_of_tilings(tilings)
    assert table is not None
    assert len(table.content) < 1_600_000
    orbits = orbits_of(GENIUS_SQUARE.grid, 7)
    found = planes(read_table(table.content, GENIUS_SQUARE, "tilings")[1], len(orbits))
    assert int((found * orbits.sizes).sum()) == tilings.total == 11_387_941_312
