"""Certificates and proofs of triangles, hexagons, one-sided pieces and calendars: what is right, forged, or mutated."""

from __future__ import annotations

import itertools
import json
import random
import zlib
from math import comb

import pytest
from hypothesis import assume, given, settings, strategies as st

from dicelab.check import check_census, check_certificate, check_file, check_refutation
from dicelab.check.puzzle import placements, puzzle_of, symmetries
from dicelab.dice import DiceSet
from dicelab.verifying import verify
from dicelab.verifying.board_proof import prove_board
from dicelab.verifying.certificate import board_claim, census_claim, certified_puzzle, dice_claim, drawn, puzzle_fields
from dicelab.verifying.proofs import all_orbits, proof_checksums, prove_orbits
from solver.census import Census, Content
from solver.exact_cover import backend
from solver.polyform import Piece, Puzzle, placements as placements_of
from solver.runs import threads
from tests.certificate_files import calendar_certificate, census_file, records_of, refutation_folder, rewritten
from tests.strategies import allowed_boards, dice_sets, puzzles
from tests.two_checkers import agreed, other, verdict

HEXAGONS = Puzzle.parse("hexagons@2-6,1-7,2-6/3:I1,P4~,I2")
"""Some boards have no tiling, among them some whose mirror image has one."""

STAR = Puzzle.parse("triangles@4,2-6,2-6,4/2:I2,2*I4")
"""A star of twelve triangles, with twelve symmetries."""

SQUARES = Puzzle.parse("3x3=1..9/1:L4~,L4")


def tileable(puzzle: Puzzle, blockers: int) -> bool:
    return backend("brute-force").solve(puzzle.board_problem(blockers)[0]).solution is not None


# ------------------------------------------------------------------------------------------- what is written


@given(puzzles() | puzzles(lattice=None, plain=False))
def test_a_header_tells_the_puzzle(puzzle):
    fields = json.loads(json.dumps(puzzle_fields(puzzle)))
    again = certified_puzzle(fields)
    assert puzzle_fields(again) == fields
    assert (again.placements, again.blockers, again.regions) == (puzzle.placements, puzzle.blockers, puzzle.regions)
    if "lattice" in fields:
        # Where on the lattice a rectangle begins is not told in version 1.
        assert again == puzzle


@given(puzzles(lattice=None, plain=False))
def test_both_checkers_find_the_placements_and_the_symmetries(puzzle):
    fields = puzzle_fields(puzzle.unrestricted)
    read, ground = puzzle_of(fields), other.Ground(fields)
    points = list(read.cells.values())
    for number, (piece, shape) in enumerate(zip(puzzle.pieces, read.shapes, strict=True)):
        known = {mask for one, mask in puzzle.placements if one == piece}
        found = placements(shape, read.lattice, points)
        assert set(found) == known
        assert set(other.places_of(ground, ground.fixed[number])) == known
    assert {*map(tuple, symmetries(read))} == {*puzzle.unrestricted.grid.symmetries}


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("6x6/7:I1,I2,I3,L3,I4,O4,T4,L4,S4", 1),
        ("3x3-B2/2:3*I2", 1),
        ("squares@0-2,0-2/0:3*I2", 1),
        ("2x3=1..6/0:3*I2", 2),
        ("2x3/0:I2,L4", 1),
        ("2x3/0:I2,L4~", 2),
        ("2x3/1:I2,I3", 1),
        ("2x3/1:I2,I3;free=1", 2),
        ("2x3/1:I2,I3;regions=1-2", 2),
        ("triangles@1,0-2/1:I3", 2),
        ("hexagons@0-4/1:I2", 2),
    ],
)
def test_what_version_1_has_words_for_is_written_in_it(text, version):
    assert ("lattice" in puzzle_fields(Puzzle.parse(text))) == (version == 2)


def test_a_rectangle_has_one_certificate_however_it_is_told():
    assert puzzle_fields(Puzzle.parse("squares@0-2,1-2/0:I2,I3")) == puzzle_fields(Puzzle.parse("2x3-B1/0:I2,I3"))


def test_where_the_cells_lie_in_the_lattice_is_no_part_of_the_claim(tmp_path):
    for one, two in (
        ("triangles@4,2-6,2-6,4/2:I2,I4~,I4", "triangles@,3,1-5,1-5,3/2:I2,I4~,I4"),
        ("hexagons@2-6,1-7/1:I2,V3,I1", "hexagons@,1-5,0-6/1:I2,V3,I1"),
    ):
        digests = set()
        for text in (one, two):
            path = tmp_path / "file"
            path.write_bytes(census_file(Puzzle.parse(text)))
            assert agreed(path) in {0, 3}
            digests.add(check_file(path).digest)
        assert len(digests) == 1


# ------------------------------------------------------------------------------------------- all boards


@given(puzzles(lattice=None, plain=False, blockers=2))
@settings(max_examples=40)
def test_the_certificate_of_all_boards_counts_as_brute_force_does(tmp_path_factory, puzzle):
    path = tmp_path_factory.mktemp("census") / "file"
    path.write_bytes(census_file(puzzle))
    assert agreed(path) in {0, 3}
    report = check_census(path)
    boards = (
        sum(1 << cell for cell in some) for some in itertools.combinations(range(len(puzzle.grid)), puzzle.blockers)
    )
    assert report.boards == comb(len(puzzle.grid), puzzle.blockers)
    assert report.solvable == sum(tileable(puzzle, board) for board in boards)


@pytest.mark.parametrize("puzzle", [HEXAGONS, STAR, SQUARES], ids=lambda puzzle: puzzle.grid.format())
def test_every_orbit_is_needed(puzzle, tmp_path):
    data = census_file(puzzle)
    records = records_of(data)
    assert verdict(tmp_path, data) in {0, 3}
    for number in range(len(records)):
        for changed in (
            records[:number] + records[number + 1 :],
            [*records[:number], records[number], *records[number:]],
            records[number:] + records[:number],
        ):
            told = {"orbits": len(changed), "unsolvable": sum(b"." in one for one in changed)}
            same = changed == records
            assert verdict(tmp_path, rewritten(data, b"".join(changed), **told)) == (3 if same else 4)


def test_a_star_has_twelve_symmetries_and_one_sided_pieces_leave_six():
    star, sided = (
        puzzle_of(puzzle_fields(Puzzle.parse(f"triangles@4,2-6,2-6,4/2:I2,I4,I4{end}"))) for end in ("", "~")
    )
    assert (len(symmetries(star)), len(symmetries(sided))) == (12, 6)
    pair = puzzle_of({**puzzle_fields(SQUARES), "pieces": ["###/#..~", "###/..#~"]})
    assert (len(symmetries(pair)), len(symmetries(puzzle_of(puzzle_fields(SQUARES))))) == (8, 4)


def test_a_mirror_image_that_has_no_tiling_is_not_taken_for_one_that_has(tmp_path):
    """A claim that reflections are symmetries, where a piece may not be turned over, is refused."""
    data = census_file(Puzzle(HEXAGONS.grid, tuple(Puzzle.parse("hexagons@2-6,1-7,2-6/3:I1,P4,I2").pieces), 3))
    forged = [piece + "~" if piece.count("#") == 4 else piece for piece in json.loads(data.split(b"\n")[1])["pieces"]]
    assert verdict(tmp_path, rewritten(data, None, pieces=forged)) == 4


# ------------------------------------------------------------------------------------------- dice


@given(dice_sets(puzzles(lattice=None, plain=False, blockers=3)))
@settings(max_examples=30)
def test_a_set_is_certified_where_brute_force_tiles_each_roll(tmp_path_factory, dice):
    verified = verify(dice)
    assert verified.always_solvable == all(tileable(dice.puzzle, board) for board in verified.rolls.boards.tolist())
    data = verified.certificate()
    assert (data is not None) == verified.always_solvable
    if data is not None:
        path = tmp_path_factory.mktemp("dice") / "file"
        path.write_bytes(data)
        assert agreed(path) == 0
        assert check_file(path).digest == dice_claim(dice)


@given(dice_sets(puzzles(lattice=None, plain=False, blockers=3)))
@settings(max_examples=20)
def test_cp_sat_shares_tilings_on_every_lattice(dice):
    assert verify(dice, ("bitmask", "cp-sat")).verdicts[1].calls <= len(verify(dice).rolls.boards)


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({}, 0),
        ({"lattice": "hexagons"}, 2),
        # In a row, four squares may lie wherever four triangles may.
        ({"lattice": "squares"}, 0),
        ({"lattice": "triangels"}, 2),
        ({"lattice": ""}, 2),
        ({"lattice": 3}, 2),
        ({"points": [[0, 1], [0, 2], [0, 3], [1, 0], [1, 1], [1, 2], [1, 3], [1, 3]]}, 2),
        ({"points": [[0, 1], [0, 2], [0, 3], [1, 0], [1, 1], [1, 3], [1, 2], [1, 4]]}, 2),
        ({"points": [[0, 1], [0, 2], [0, 3], [1, 0], [1, 1], [1, 2], [1, 3], [1, 100]]}, 2),
        ({"points": [[-1, 1], [0, 2], [0, 3], [1, 0], [1, 1], [1, 2], [1, 3], [1, 4]]}, 2),
        ({"points": [[0, 1], [0, 2], [0, 3], [1, 0], [1, 1], [1, 2], [1, 3], [26, 4]]}, 2),
        ({"points": [[0, 1], [0, 2], [0, 3], [1, 0], [1, 1], [1, 2], [1, 3], [1, 4.0]]}, 2),
        ({"points": [[0, 1], [0, 2], [0, 3], [1, 0], [1, 1], [1, 2], [1, 3], [1, True]]}, 2),
        ({"points": [[0, 1], [0, 2], [0, 3], [1, 0], [1, 1], [1, 2], [1, 3], [1, 4, 0]]}, 2),
        ({"points": [[0, 1], [0, 2], [0, 3], [1, 0], [1, 1], [1, 2], [1, 3], "14"]}, 2),
        ({"points": []}, 2),
        # Moved by an odd step every triangle points the other way; moved by an even one nothing changes.
        ({"points": [[0, 2], [0, 3], [0, 4], [1, 1], [1, 2], [1, 3], [1, 4], [1, 5]]}, 4),
        ({"points": [[1, 2], [1, 3], [1, 4], [2, 1], [2, 2], [2, 3], [2, 4], [2, 5]]}, 0),
        ({"labels": ["JAN", "FEB", "1", "2", "3", "4", "5", "5"]}, 2),
        ({"labels": ["JAN", "FEB", "1", "2", "3", "4", "5"]}, 2),
        ({"labels": ["JAN", "FEB", "1", "2", "3", "4", "5", "6", "7"]}, 2),
        ({"labels": ["JAN", "FEB", "1", "2", "3", "4", "5", 6]}, 2),
        ({"labels": ["JAN", "FEB", "1", "2", "3", "4", "", "6"]}, 2),
        ({"labels": ["JAN", "FEB", "1", "2", "3", "4", "5 5", "6"]}, 2),
        ({"labels": ["JAN", "FEB", "1", "2", "3", "4", "5\n", "6"]}, 2),
        ({"labels": ["JAN", "FEB", "1", "2", "3", "4", "_", "6"]}, 2),
        ({"labels": ["JAN", "FEB", "1", "2", "3", "4", "\ud800", "6"]}, 2),
        ({"labels": ["JAN", "FEB", "1", "2", "3", "4", "x" * 13, "6"]}, 2),
        ({"labels": ["JAN", "FEB", "1", "2", "3", "4", "ÉTÉ", "6"]}, 0),
        ({"labels": ["JAN", "FEB", "1", "2", "3", "4", "二", "6"]}, 0),
        ({"labels": ["FEB", "JAN", "1", "2", "3", "4", "5", "6"]}, 4),
        ({"pieces": ["#", "#", "####"]}, 0),
        ({"pieces": ["#", "#", ".####~"]}, 4),
        ({"pieces": ["#", "#", ".####"]}, 0),
        ({"pieces": ["#", "#", "####~~"]}, 2),
        ({"pieces": ["#", "#", "~####"]}, 2),
        ({"pieces": ["#~", "#~", "####~"]}, 0),
        ({"pieces": ["#", "#", "####~", "#"]}, 2),
        ({"free": []}, 0),
        ({"free": ["6", "6"]}, 2),
        ({"free": ["7"]}, 2),
        ({"free": "6"}, 2),
        ({"free": [["6"]]}, 2),
        ({"free": ["1"]}, 2),
        ({"free": ["1"], "regions": []}, 2),
        ({"free": ["JAN", "FEB", "1", "2", "3", "4", "5"], "regions": []}, 2),
        ({"regions": []}, 0),
        ({"regions": [["1", "2"], ["JAN", "FEB"]]}, 0),
        ({"regions": [["JAN"], ["1", "2"]]}, 2),
        ({"regions": [["JAN", "FEB", "3"], ["1", "2", "4", "5"]]}, 0),
        ({"regions": [["JAN", "1"], ["FEB", "2"]]}, 2),
        ({"regions": [["JAN", "FEB"]]}, 2),
        ({"regions": [["JAN", "FEB"], ["1", "2"], ["3"]]}, 2),
        ({"regions": [["JAN", "FEB"], ["1", "2", "JAN"]]}, 2),
        ({"regions": [["JAN", "FEB"], ["1", "2", "6"]]}, 2),
        ({"regions": [["JAN", "FEB"], []]}, 2),
        ({"regions": [["JAN", "FEB"], "12"]}, 2),
        ({"regions": {"months": ["JAN", "FEB"]}}, 2),
        ({"dice": [["JAN", "1"], ["FEB", "2"]]}, 2),
        ({"dice": [["JAN", "FEB"], ["1", "6"]]}, 2),
        ({"dice": [["JAN", "FEB"], ["1", "3"]]}, 2),
        ({"dice": [["1", "2"], ["JAN", "FEB"]]}, 4),
        ({"blockers": 3}, 2),
        ({"rows": 2}, 2),
    ],
)
def test_a_forged_calendar(fields, status, tmp_path):
    assert verdict(tmp_path, rewritten(calendar_certificate(), None, **fields)) == status


def test_a_hexagon_where_there_is_none(tmp_path):
    data = census_file(HEXAGONS)
    points = json.loads(data.split(b"\n")[1])["points"]
    assert verdict(tmp_path, rewritten(data, None, points=[[row, column + 2] for row, column in points])) == 3
    assert verdict(tmp_path, rewritten(data, None, points=[[row, column + 1] for row, column in points])) == 2
    pieces = json.loads(data.split(b"\n")[1])["pieces"]
    for shape in ("##", "#.#/#.#", ".#.#"):
        assert verdict(tmp_path, rewritten(data, None, pieces=[*pieces[:1], shape, *pieces[2:]])) == 2


def test_a_certificate_of_all_boards_has_blockers_anywhere(tmp_path):
    data = census_file(STAR)
    for fields in ({"free": ["1"]}, {"regions": [["1"], ["2"]]}):
        assert verdict(tmp_path, rewritten(data, None, **fields)) == 2


@pytest.mark.parametrize(
    ("puzzle", "sided"),
    [
        ("2x4/1:I3,L4", "###/#..~"),
        ("hexagons@0-4,1-7/2:I1,P4", "#.#.#/.#...~"),
        ("triangles@1-3,0-4/2:2*I1,I4", "####~"),
    ],
)
def test_a_one_sided_piece_that_was_turned_over_is_refused(puzzle, sided, tmp_path):
    """Every tiling of every board, with the piece as it lies and then said to be one-sided."""
    puzzle = Puzzle.parse(puzzle)
    shapes = [drawn(piece) for piece in puzzle.pieces]
    number = shapes.index(sided.rstrip("~"))
    told = [*shapes[:number], sided, *shapes[number + 1 :]]
    kept = set(placements_of(Piece.parse(sided, puzzle.grid.lattice), puzzle.grid))
    seen = set()
    for cells in itertools.combinations(range(len(puzzle.grid)), puzzle.blockers):
        dice = DiceSet.of_labels([[puzzle.grid.label(cell)] for cell in cells], puzzle)
        verified = verify(dice)
        data = verified.certificate()
        if data is None:
            continue
        body = zlib.decompress(data.split(b"\n", 3)[3])
        fields = json.loads(data.split(b"\n")[1])
        mask = sum(1 << cell for cell in range(len(body)) if body[cell] == ord(str(number + 1)))
        ground = {key: fields[key] for key in ("name", "dice", "shared_cells", "rolls")}
        forged = _version_2(data, puzzle, ground, told)
        assert verdict(tmp_path, forged) == (0 if mask in kept else 4)
        seen.add(mask in kept)
    assert seen == {True, False}


def _version_2(data: bytes, puzzle: Puzzle, others: dict, pieces: list[str]) -> bytes:
    grid = puzzle.grid
    header = {
        "lattice": grid.lattice.name, "points": [list(point) for point in grid.points],
        "labels": list(grid.cell_labels), "blockers": puzzle.blockers, "pieces": pieces, "free": [], "regions": [],
    }  # fmt: skip
    magic, _, checksum, stream = data.split(b"\n", 3)
    bare = b"\n".join([magic[:-1] + b"2", b"{}", checksum, stream])
    return rewritten(bare, None, **others, **header)


# ------------------------------------------------------------------------------------------- mutations

JUNK: tuple[object, ...] = (
    None,
    True,
    0,
    -1,
    1.5,
    10**30,
    "",
    "1",
    "JAN",
    "~",
    "#",
    "####~",
    "A1",
    [],
    [[]],
    [0, 0],
    [1, 2],
    ["1"],
    {},
    "é",
)


def mutated(value: object, chance: random.Random) -> object:
    """Change a JSON value somewhere: replace, drop, repeat, exchange or renumber a part of it."""
    if isinstance(value, dict):
        key = chance.choice(sorted(value))
        return value | {key: mutated(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.9:
        place, way = chance.randrange(len(value)), chance.randrange(6)
        changed = list(value)
        if way == 0:
            del changed[place]
        elif way == 1:
            changed.insert(place, changed[place])
        elif way == 2:
            there = chance.randrange(len(value))
            changed[place], changed[there] = changed[there], changed[place]
        else:
            changed[place] = mutated(changed[place], chance)
        return changed
    if type(value) is int and chance.random() < 0.7:
        return value + chance.choice((-2, -1, 1, 2))
    if isinstance(value, str) and value and chance.random() < 0.7:
        place = chance.randrange(len(value))
        return value[:place] + chance.choice("#./~12A\n é") + value[place + chance.randrange(2) :]
    return chance.choice(JUNK)


def mutations(data: bytes, number: int, chance: random.Random):
    """Yield certificates whose header or body was changed, with a checksum that is right again."""
    magic, header, _, stream = data.split(b"\n", 3)
    fields, body = json.loads(header), bytearray(zlib.decompress(stream))
    for _ in range(number):
        told, changed = fields, bytearray(body)
        if chance.random() < 0.6:
            told = mutated(fields, chance)
        if chance.random() < 0.5:
            for _ in range(chance.randrange(1, 3)):
                changed[chance.randrange(len(changed))] = chance.choice(b"#.123456789-0f")
        if chance.random() < 0.05:
            magic = b"/".join([magic.rpartition(b"/")[0], chance.choice([b"1", b"2"])])
        fresh = rewritten(b"\n".join([magic, b"{}", b"", zlib.compress(bytes(changed))]), None, **told)
        yield fresh


BASES = {
    "calendar": calendar_certificate(),
    "triangles": census_file(Puzzle.parse("triangles@1-3,0-4/1:I1,I2,I4~")),
    "hexagons": census_file(Puzzle.parse("hexagons@0-4,1-7/2:I1,P4~")),
    "squares": census_file(SQUARES),
}


@pytest.mark.parametrize("base", BASES)
def test_both_agree_on_mutations(base, tmp_path):
    found = [verdict(tmp_path, data) for data in mutations(BASES[base], 200, random.Random(base))]
    assert {2, 4} <= set(found)


# ------------------------------------------------------------------------------------------- proofs


@given(puzzles(lattice=None, plain=False, blockers=4), st.data())
@settings(max_examples=40)
def test_a_board_without_a_tiling_has_a_proof_that_both_accept(tmp_path_factory, puzzle, data):
    pytest.importorskip("pysat")
    board = data.draw(allowed_boards(puzzle))
    proved = prove_board(board, puzzle)
    assert (proved.status == "unsolvable") != tileable(puzzle, board.blockers)
    assume(proved.refutation)
    folder = tmp_path_factory.mktemp("proof")
    proved.write(folder)
    assert agreed(folder / "proof.json") == 0
    assert check_refutation(folder / "proof.json").digest == board_claim(board, puzzle)


@pytest.mark.parametrize(
    "text",
    [
        "triangles@4,2-6,2-6,4/2:I2,L4,I4~",
        "triangles@1-3,0-4=JAN,FEB,1..6/2:2*I1,I4~;free=8;regions=1-2,3-4",
        "hexagons@0-4,1-7/2:I1,P4",
        "2x4/1:I3,L4~",
    ],
)
def test_proofs_of_all_boards_of_each_lattice(text, tmp_path):
    pytest.importorskip("pysat")
    puzzle = Puzzle.parse(text)
    unsolvable = Census.load(puzzle.unrestricted, Content.SOLVABILITY).unsolvable_boards
    made = prove_orbits(all_orbits(puzzle, unsolvable), tmp_path, threads(1), pytest.fail)
    assert made.boards == len(unsolvable)
    path = tmp_path / "certificate"
    path.write_bytes(census_file(puzzle, proof_checksums(tmp_path, puzzle)))
    assert agreed(path) == (3 if made.rows else 0)
    assert agreed(path, tmp_path) == 0
    report = check_census(path, tmp_path)
    assert (report.unsolvable, report.digest) == (len(unsolvable), census_claim(puzzle, report.orbits, len(made.rows)))


@pytest.mark.parametrize(("puzzle", "board"), [(SQUARES, "2"), (STAR, "1 5"), (HEXAGONS, "1 2 6")])
def test_a_refutation_of_each_lattice(puzzle, board, tmp_path):
    pytest.importorskip("pysat")
    assert agreed(refutation_folder(tmp_path, puzzle, board)) == 0


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({}, 0),
        ({"free": ["8"]}, 0),
        ({"free": ["1"]}, 2),
        ({"regions": [["1"], ["5", "6"]]}, 0),
        ({"regions": [["1", "5"], ["6"]]}, 2),
        ({"regions": [["1", "5"]]}, 2),
        ({"lattice": "squares"}, 4),
        ({"lattice": "octagons"}, 2),
        ({"board": ["1", "4"]}, 4),
        ({"board": ["5", "1"]}, 0),
        ({"board": ["1", "5", "5"]}, 2),
        ({"pieces": ["##", "####~", "####"]}, 4),
        ({"pieces": [".##", "####", "####"]}, 0),
    ],
)
def test_a_forged_refutation_of_a_star(fields, status, tmp_path):
    pytest.importorskip("pysat")
    assert agreed(refutation_folder(tmp_path, STAR, "1 5", **fields)) == status


def test_labels_that_are_not_ascii(tmp_path):
    pytest.importorskip("pysat")
    puzzle = Puzzle.parse("hexagons@0-6=ÉTÉ,ß,日,x/1:I2,I1")
    dice = DiceSet.parse("ÉTÉ 日", puzzle)
    data = verify(dice).certificate()
    assert data is not None
    assert verdict(tmp_path, data) == 0
    path = tmp_path / "file"
    assert check_certificate(path).digest == dice_claim(dice)
    unsolvable = Puzzle.parse("hexagons@0-6=ÉTÉ,ß,日,x/1:I3")
    assert agreed(refutation_folder(tmp_path / "proof", unsolvable, "日")) == 0
