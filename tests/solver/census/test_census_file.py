"""The census file: a round trip, and whatever happens to the file is noticed."""

import json
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from solver.census import Census, Content, Orbits, board_masks, build_census, census_path, read_census, write_census
from solver.census.census import census_bytes
from solver.census.census_file import ForeignCensusError, census_folder
from solver.errors import InputError, StorageError
from solver.polyform import Puzzle, burnside
from solver.runs.storage import canonical_json, sha256
from tests.strategies import puzzles

PUZZLE = Puzzle.parse("3x4/3:I1,I2,I3,L3")
# The same number of boards and of orbits.
OTHER = Puzzle.parse("3x4/3:3*L3")


@pytest.fixture(scope="module", params=list(Content))
def census(request, tmp_path_factory):
    return build_census(PUZZLE, request.param, folder=tmp_path_factory.mktemp("census"), method="searches")


@pytest.fixture
def path(tmp_path, census):
    path = census_path(tmp_path, census.content)
    write_census(path, census)
    return path


def with_header(data, **changes):
    """Change the header, and leave its checksum as it was."""
    line, body = data.split(b"\n", 1)
    return json.dumps(json.loads(line) | changes).encode() + b"\n" + body


def sealed_header(data, **changes):
    """Change the header, and give it the right checksum."""
    line, body = data.split(b"\n", 1)
    fields = {name: value for name, value in (json.loads(line) | changes).items() if name != "sha256"}
    return json.dumps(fields | {"sha256": sha256(canonical_json(fields))}).encode() + b"\n" + body


def with_body(data, change, **changes):
    """Change the body, and give it the right checksum."""
    body = change(data.split(b"\n", 1)[1])
    return sealed_header(data.split(b"\n", 1)[0] + b"\n" + body, body=sha256(body), **changes)


DAMAGES = {
    "empty": lambda _data: b"",
    "cut in the header": lambda data: data[:20],
    "header without its end": lambda data: data.split(b"\n")[0],
    "header only": lambda data: data.split(b"\n")[0] + b"\n",
    "last byte gone": lambda data: data[:-1],
    "a byte more": lambda data: data + b"\0",
    "first byte gone": lambda data: data[1:],
    "zeros": lambda data: bytes(len(data)),
    "twice": lambda data: data + data,
    "not UTF-8": lambda data: b"\xff" + data[1:],
    "a JSON list": lambda data: b"[]\n" + data.split(b"\n", 1)[1],
    "a JSON number of many digits": lambda data: b"9" * 60_000 + b"\n" + data,
    "nested too deep": lambda data: b"[" * 60_000 + b"\n" + data,
    "a header without end": lambda data: b" " * 100_000 + data,
    "a picture": lambda data: b"\x89PNG\r\n\x1a\n" + data,
    "another schema": lambda data: sealed_header(data, schema="dicelab/orbit-census/2"),
    "no schema": lambda data: sealed_header(data, schema=None),
    "another number of boards": lambda data: sealed_header(data, boards=219),
    "another number of orbits": lambda data: sealed_header(data, orbits=61),
    "a number in words": lambda data: sealed_header(data, orbits="60"),
    "a nested number": lambda data: sealed_header(data, orbits=[60]),
    "a field changed, not the checksum": lambda data: with_header(data, puzzle="3x4/3:3*L3"),
    "another checksum": lambda data: with_header(data, sha256="0" * 64),
    "no checksum": lambda data: with_header(data, sha256=None),
    "nothing, with a right checksum": lambda data: with_body(data, lambda _body: b""),
    "too few bits, with a right checksum": lambda data: with_body(data, lambda body: body[:5]),
    "bits only, with a right checksum": lambda data: with_body(data, lambda body: body[:28]),
    "an answer less, with a right checksum": lambda data: with_body(data, lambda body: body[:-8]),
    "a byte less, with a right checksum": lambda data: with_body(data, lambda body: body[:-1]),
    "a byte more, with a right checksum": lambda data: with_body(data, lambda body: body + b"\0"),
    "an orbit more, with a right checksum": lambda data: with_body(data, lambda body: body[:27] + b"\x0f" + body[28:]),
    "no orbits, with a right checksum": lambda data: with_body(data, lambda _body: bytes(28), orbits=0),
}


def test_round_trip(path, census):
    again = read_census(path, PUZZLE, census.content)
    assert (again.answers == census.answers).all()
    assert (again.orbits.bits == census.orbits.bits).all()
    assert again.answers.dtype == np.uint64
    assert (again.puzzle, again.content) == (PUZZLE, census.content)
    assert census_bytes(again) == path.read_bytes()


@given(puzzle=puzzles(side=4, blockers=4), content=st.sampled_from(Content), data=st.data())
@settings(max_examples=30)
def test_round_trip_of_any_answers(tmp_path_factory, puzzle, content, data):
    orbits = Orbits.of(puzzle.grid, puzzle.blockers)
    most = (1 << 64) - 1 if content is Content.TILINGS else 1
    few = data.draw(st.lists(st.integers(0, most), min_size=1, max_size=20))
    answers = np.resize(np.array(few, np.uint64), len(orbits))
    path = tmp_path_factory.mktemp("census") / "file"
    write_census(path, Census(puzzle, orbits, answers, content))
    assert (read_census(path, puzzle, content).answers == answers).all()


def test_what_is_in_the_file(path, census):
    line, body = path.read_bytes().split(b"\n", 1)
    header = json.loads(line)
    assert (header["boards"], header["orbits"]) == (comb(12, 3), burnside(PUZZLE.grid, 3)) == (220, 60)
    assert len(body) == 28 + (480 if census.content is Content.TILINGS else 8)
    # A reader that knows nothing of this package.
    flags = [body[n // 8] >> n % 8 & 1 for n in range(220)]
    masks = [mask for n, mask in enumerate(board_masks(0, 220, 12, 3).tolist()) if flags[n]]
    assert masks == census.orbits.representatives.tolist()
    if census.content is Content.TILINGS:
        read = [int.from_bytes(body[28 + 8 * n : 36 + 8 * n], "little") for n in range(60)]
    else:
        read = [body[28 + n // 8] >> n % 8 & 1 for n in range(60)]
    assert read == census.answers.tolist()


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_noticed(path, damage, census):
    whole = path.read_bytes()
    path.write_bytes(DAMAGES[damage](whole))
    assert path.read_bytes() != whole
    with pytest.raises(StorageError, match=path.name) as caught:
        read_census(path, PUZZLE, census.content)
    assert len(str(caught.value).splitlines()) == 1
    assert not isinstance(caught.value, ForeignCensusError)


def test_a_flipped_bit_in_any_byte_is_noticed(path, census):
    whole = path.read_bytes()
    for place in range(len(whole)):
        flipped = bytearray(whole)
        flipped[place] ^= 1 << place % 8
        path.write_bytes(flipped)
        with pytest.raises(StorageError):
            read_census(path, PUZZLE, census.content)


def test_every_cut_is_noticed(path, census):
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(StorageError):
            read_census(path, PUZZLE, census.content)


@pytest.mark.parametrize("size", [0, 28, 36, 508, 600])
def test_noise_with_a_right_checksum_is_no_census(path, census, size):
    generator = np.random.default_rng(size)
    for _ in range(20):
        noise = generator.bytes(size)
        orbits = sum(byte.bit_count() for byte in noise[:28])
        path.write_bytes(with_body(path.read_bytes(), lambda _body, noise=noise: noise, orbits=orbits))
        with pytest.raises(StorageError):
            read_census(path, PUZZLE, census.content)


def test_a_census_of_another_puzzle_is_foreign(path, census):
    with pytest.raises(ForeignCensusError, match="name another folder"):
        read_census(path, OTHER, census.content)
    assert census_folder(OTHER) != census_folder(PUZZLE)


def test_a_census_of_another_content_is_foreign(path, census):
    (other,) = set(Content) - {census.content}
    with pytest.raises(ForeignCensusError):
        read_census(path, PUZZLE, other)


def test_a_missing_census_or_a_folder_in_its_place_can_not_be_read(path, census):
    path.unlink()
    with pytest.raises(StorageError, match="can't be read"):
        read_census(path, PUZZLE, census.content)
    path.mkdir()
    with pytest.raises(StorageError, match="can't be read"):
        read_census(path, PUZZLE, census.content)


@pytest.mark.parametrize("text", ["8x8/20:11*L4", "8x8/32:2*I4,6*L4", "5x13/1:32*I2", "6x11/30:9*L4"])
def test_the_file_of_a_small_puzzle_is_foreign_to_one_of_any_size(path, census, text):
    with pytest.raises(ForeignCensusError):
        read_census(path, Puzzle.parse(text), census.content)


def test_boards_are_looked_up(census):
    masks = board_masks(0, 220, 12, 3)
    if census.content is Content.TILINGS:
        found = census.tilings(masks.reshape(22, 10))
        assert (found == census.orbits.spread(census.answers).reshape(22, 10)).all()
        with pytest.raises(InputError, match="not every mask has 3 of the 12 cells"):
            census.tilings(np.array([0b11], np.uint64))
    else:
        with pytest.raises(InputError, match="build one without --solvability"):
            census.tilings(masks)


@pytest.mark.parametrize("number", [0, 59, 61])
def test_an_answer_for_each_orbit(census, number):
    with pytest.raises(InputError, match="there are 60 orbits"):
        Census(PUZZLE, census.orbits, np.zeros(number, np.uint64), census.content)
