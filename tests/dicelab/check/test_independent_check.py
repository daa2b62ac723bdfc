"""Two checkers that share no code come to the same verdicts."""

from __future__ import annotations

import ast
import hashlib
import io
import itertools
import subprocess
import sys
import tracemalloc
import zlib

import pytest
from hypothesis import given, strategies as st

from dicelab.check import check_file, status_of
from dicelab.check.puzzle import dice_digest, digest_of, puzzle_of
from dicelab.check.refutation import BoardFormula, FormulaMaker, refutes
from dicelab.dice import DiceSet, catalogue_set
from dicelab.verifying import verify
from dicelab.verifying.certificate import census_claim, dice_claim, puzzle_fields
from dicelab.verifying.proofs import all_orbits, prove_orbits
from solver.census import Census, Content
from solver.polyform import GENIUS_SQUARE, Board, Puzzle
from solver.runs import threads
from tests.certificate_files import (
    DOMINOES,
    FIVE,
    SEARCHED,
    calendar_certificate,
    census_file,
    dice_certificate,
    records_of,
    refutation_folder,
    refuted,
    rewritten,
)
from tests.strategies import dice_sets, puzzles
from tests.two_checkers import PROGRAM, agreed, other, verdict

pytest.importorskip("pysat")


def run(*arguments: object) -> tuple[int, str]:
    """Run it as a program, in a folder and a process where nothing else is to be found."""
    command = [sys.executable, "-I", str(PROGRAM), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, check=False, timeout=60, stdin=subprocess.DEVNULL)
    assert not done.stderr.startswith(b"Traceback")
    return done.returncode, done.stdout.decode().rstrip("\n")


def test_it_is_one_file_that_imports_the_standard_library_only():
    imported = set()
    for node in ast.walk(ast.parse(PROGRAM.read_text(encoding="utf-8"), feature_version=(3, 8))):
        if isinstance(node, ast.Import):
            imported |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(str(node.module).split(".")[0])
    assert "zlib" in imported
    assert imported <= sys.stdlib_module_names


def test_as_a_program(tmp_path):
    path = tmp_path / "dice"
    path.write_bytes(dice_certificate())
    claimed = ["2x3, blockers: 1", "pieces: ##, ##/#.", "die 1: A1 A2", f"digest: {check_file(path).digest}"]
    assert run(path) == (0, "\n".join([*claimed, "proved: all 2 boards of these dice can be tiled"]))
    path.write_bytes(rewritten(dice_certificate(), b"#221122#2112"))
    assert run(path) == (4, "\n".join([*claimed, "NOT proved: piece 2 can't cover A1 A3 B3"]))
    path.write_bytes(dice_certificate()[:-1])
    assert run(path) == (2, "not a certificate, or damaged: it is truncated")
    path.write_bytes(census_file(DOMINOES))
    status, said = run(path)
    assert status == 3
    assert said.split("\n")[-1] == "proved: 16 boards can be tiled; 12 others, in 4 orbits, have no proof in 4 orbits"
    assert run(refutation_folder(tmp_path, FIVE, SEARCHED))[0] == 0
    assert run(tmp_path / "missing")[0] == run()[0] == run(tmp_path)[0] == 2


# ------------------------------------------------------------------------------------------- what is claimed


def test_the_digest_of_a_claim_that_was_written_by_hand(tmp_path):
    path = tmp_path / "dice"
    path.write_bytes(dice_certificate())
    spelt = (
        b'{"blockers":1,"claim":"dice","columns":3,"dice":[["A1","A2"]],"holes":[],"pieces":["##","##/#."],"rows":2}'
    )
    assert check_file(path).digest == hashlib.sha256(spelt).hexdigest()


@pytest.mark.parametrize(
    "fields",
    [
        {"name": "another"},
        {"pieces": ["##", ".#/##"]},
        {"pieces": ["...../.##..", "...../..#../.##.."]},
        {"dice": [["A1", "A2", "A1"]]},
        {"shared_cells": True},
    ],
)
def test_the_same_claim_in_other_words_has_the_same_digest(tmp_path, fields):
    path = tmp_path / "file"
    path.write_bytes(dice_certificate())
    before = check_file(path).digest
    path.write_bytes(rewritten(dice_certificate(), None, **fields))
    assert agreed(path) == 0
    assert check_file(path).digest == before


@pytest.mark.slow
def test_the_same_dice_with_other_pieces_are_another_claim(tmp_path):
    dice = catalogue_set("default")
    easy = DiceSet(dice.dice, Puzzle.parse("6x6/7:29*I1"), name=dice.name)
    path = tmp_path / "easy.certificate"
    data = verify(easy).certificate()
    assert data
    path.write_bytes(data)
    assert agreed(path) == 0
    wanted = dice_claim(dice)
    assert check_file(path).digest == dice_claim(easy) != wanted
    assert status_of(check_file(path), wanted) == 4
    status, said = run(path, "--expect", wanted)
    assert status == 4
    assert said.split("\n")[-1] == f"NOT proved: the expected claim has another digest, {wanted}"
    assert run(path, "--expect", dice_claim(easy))[0] == run("--expect", dice_claim(easy)[:16].upper(), path)[0] == 0
    assert run(path, "--expect", "1234")[0] == run(path, "--expect")[0] == 2


@given(dice_sets(puzzles(blockers=4) | puzzles(lattice=None, plain=False, blockers=4), shared_cells=True))
def test_both_checkers_and_the_writer_have_the_same_digests(dice_set):
    puzzle, dice = dice_set.puzzle, [list(die.faces) for die in dice_set.dice]
    fields, plain = puzzle_fields(puzzle), puzzle_fields(puzzle.unrestricted)
    for kind, ground, ours_of, others, writers in (
        (
            "dice",
            fields,
            dice_digest(puzzle_of(fields), dice),
            {"dice": [list(dict.fromkeys(die)) for die in dice]},
            dice_claim(dice_set),
        ),
        (
            "census",
            plain,
            digest_of("census", puzzle_of(plain), orbits=3, unsolvable=1),
            {"orbits": 3, "unsolvable": 1},
            census_claim(puzzle, 3, 1),
        ),
    ):
        assert other.claim_of(kind, other.Ground(ground), **others)[-1] == f"digest: {ours_of}"
        assert writers == ours_of


# ------------------------------------------------------------------------------------------- changed bytes


def damaged(data: bytes):
    for place, flip in itertools.product(range(len(data)), (1, 0x20, 0x80)):
        yield data[:place] + bytes([data[place] ^ flip]) + data[place + 1 :]
    for end in range(len(data)):
        yield data[:end]
    yield data + b"\n"


@pytest.mark.parametrize(
    "data",
    [dice_certificate(), calendar_certificate(), census_file(DOMINOES)],
    ids=["dice", "calendar", "census"],
)
def test_one_changed_byte_is_damage_to_both(data, tmp_path):
    right = verdict(tmp_path, data)
    for changed in damaged(data):
        if verdict(tmp_path, changed) != 2:
            # An idle bit of zlib: what it says is the same.
            assert verdict(tmp_path, changed) == right
            assert zlib.decompress(changed.split(b"\n", 3)[3]) == zlib.decompress(data.split(b"\n", 3)[3])


@pytest.mark.parametrize("name", ["proof.json", "board.drat"])
def test_one_changed_byte_of_a_refutation_is_damage_to_both(name, tmp_path):
    path = refutation_folder(tmp_path, DOMINOES, "A1 A3")
    assert agreed(path) == 0
    data = path.with_name(name).read_bytes()
    for place in range(len(data)):
        path.with_name(name).write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        assert agreed(path) == 2


# ------------------------------------------------------------------------------------------- false claims


@pytest.mark.parametrize(
    ("body", "fields", "status"),
    [
        (b"#221122#1221", {}, 0),
        (b"#221122#1221", {"name": "x\ud800"}, 0),
        (b"#22112", {"rolls": 1}, 4),
        (b"", {"rolls": 0}, 4),
        (b"#22112#22112", {}, 4),
        (b"2#1221#22112", {}, 4),
        (b"#221122#1221#22112", {"rolls": 3}, 4),
        (b"#221122#1221", {"rolls": 3}, 2),
        (b"#22112", {}, 2),
        (b"#221122#1221", {"dice": [["A1", "A3"]]}, 4),
        (b"#221122#1221", {"dice": [["A1", "A2", "A3"]]}, 4),
        (b"#221122#1221", {"dice": [["A1", "A2", "A1"]]}, 0),
        (b"#22222#2#1221"[:12], {}, 4),
        (b"#221\xff22#1221", {}, 4),
        (b".221122#1221", {}, 4),
        (b"#221122#1221", {"pieces": ["##/#.", "##"]}, 4),
        (b"#221122#1221", {"pieces": ["##", ".#/##"]}, 0),
        (b"#221122#1221", {"pieces": ["##", "#"]}, 2),
        (b"#221122#1221", {"blockers": 2}, 2),
        (b"#221122#1221", {"rows": 3, "columns": 2}, 4),
        (b"#221122#1221", {"rows": 10**30}, 2),
        (b"#221122#1221", {"rolls": 10**30}, 2),
        (b"#221122#1221", {"rolls": True}, 2),
        (b"#221122#1221", {"shared_cells": 0}, 2),
        (b"#221122#1221", {"holes": ["A1"]}, 2),
        (b"#221122#1221", {"extra": 1}, 2),
        (b"#221122#1221", {"dice": [[]]}, 2),
        (b"#221122#1221", {"dice": [["A1", "Z9"]]}, 2),
    ],
)
def test_a_certificate_of_dice(body, fields, status, tmp_path):
    assert verdict(tmp_path, rewritten(dice_certificate(), body, **fields)) == status


def test_a_certificate_of_all_boards(tmp_path):
    data = census_file(DOMINOES)
    records = records_of(data)
    assert verdict(tmp_path, data) == 3
    for number, record in enumerate(records):
        for changed in (
            records[:number] + records[number + 1 :],
            [*records[:number], record, *records[number:]],
            [*records[:number], record[7::-1] + record[8:], *records[number + 1 :]],
            [*records[:number], b"1" + record[1:], *records[number + 1 :]],
            records[number:] + records[:number],
        ):
            told = {"orbits": len(changed), "unsolvable": sum(b"." in one for one in changed)}
            same = changed == records
            assert verdict(tmp_path, rewritten(data, b"".join(changed), **told)) == (3 if same else 4)
    for fields in ({"orbits": 7}, {"unsolvable": 3}, {"rows": 4}, {"rows": 4, "columns": 2}, {"orbits": -1}):
        assert verdict(tmp_path, rewritten(data, None, **fields)) in {2, 4}


def test_proofs_of_all_boards(tmp_path):
    path = tmp_path / "certificate"
    proofs = prove_orbits(
        all_orbits(DOMINOES, Census.load(DOMINOES, Content.SOLVABILITY).unsolvable_boards),
        tmp_path,
        threads(1),
        pytest.fail,
    )
    named = {Board.parse(row.board, DOMINOES.grid).blockers: row.proof for row in proofs.rows}
    path.write_bytes(census_file(DOMINOES, named))
    assert agreed(path) == 3
    assert agreed(path, tmp_path) == 0
    path.write_bytes(census_file(DOMINOES, named | {min(named): "0" * 64}))
    assert agreed(path, tmp_path) == 4
    [shard] = (tmp_path / "proofs").glob("*.proofs")
    shard.unlink()
    assert agreed(path, tmp_path) == 4


def test_a_refutation(tmp_path):
    made = refuted(FIVE, SEARCHED)
    steps = made.proof.splitlines(keepends=True)
    for changed, status in (
        ({}, 0),
        ({"proof": b"".join(steps[1:])}, 0),
        ({"proof": b""}, 4),
        ({"proof": b"0\n"}, 4),
        ({"proof": b"2 0\n"}, 4),
        ({"proof": b"nonsense\n"}, 2),
        ({"proof": b"1 0 2 0\n"}, 2),
        ({"board": ["A1", "B2", "C1"]}, 4),
        ({"board": ["A1", "B2"]}, 2),
        ({"cnf": made.cnf + b"1 0\n"}, 4),
        ({"cnf": b"".join(made.cnf.splitlines(keepends=True)[:-1])}, 4),
        ({"cnf": b""}, 4),
        ({"pieces": ["#", "##", "###", "###", "##/##"]}, 4),
    ):
        path = refutation_folder(tmp_path, FIVE, SEARCHED, **changed)
        if status == 0 and changed:
            assert agreed(path) in {0, 1}
        else:
            assert agreed(path) == status


def test_a_file_that_grows_when_it_is_read(tmp_path):
    body = zlib.compress(bytes(64 << 20), 9)
    path = tmp_path / "bomb"
    path.write_bytes(b"\n".join(dice_certificate().split(b"\n")[:3]) + b"\n" + body)
    tracemalloc.start()
    try:
        assert agreed(path) == 2
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 3 << 20


@pytest.mark.parametrize("data", [b"", b"{", b"[" * 100_000, b'{"a":' * 100_000, b"x" * 1_000_000])
def test_what_is_no_certificate(data, tmp_path):
    assert verdict(tmp_path, data) == 2
    for version in (b"/1\n", b"/2\n", b"/3\n"):
        assert verdict(tmp_path, b"dicelab/certificate" + version + data + b"\n") == 2
        assert verdict(tmp_path, b"dicelab/census-certificate" + version + data + b"\n") == 2


# ------------------------------------------------------------------------------------------- formulas and proofs


@given(puzzles(blockers=4) | puzzles(lattice=None, plain=False, blockers=4), st.data())
def test_both_make_the_same_formula(puzzle, data):
    cells = st.sets(st.integers(0, len(puzzle.grid) - 1), min_size=puzzle.blockers, max_size=puzzle.blockers)
    board = puzzle.grid.mask(data.draw(cells))
    made = FormulaMaker(puzzle_of(puzzle_fields(puzzle))).of_board(board)
    variables, clauses = other.formula(other.Ground(puzzle_fields(puzzle)), board)
    assert made == BoardFormula(variables, [tuple(clause) for clause in clauses])


@pytest.mark.parametrize("board", ["A2 A5 B1 B6 C3 C4 D3", "A2 B1 C3 C4 D6 E2 F5"])
def test_both_make_the_same_formula_of_the_genius_square(board):
    fields, mask = puzzle_fields(GENIUS_SQUARE), Board.parse(board, GENIUS_SQUARE.grid).blockers
    variables, clauses = other.formula(other.Ground(fields), mask)
    assert FormulaMaker(puzzle_of(fields)).of_board(mask) == BoardFormula(variables, [tuple(c) for c in clauses])


LITERALS = st.integers(1, 4).flatmap(lambda variable: st.sampled_from([variable, -variable]))
CLAUSES = st.lists(st.lists(LITERALS, max_size=3), max_size=16)


@given(CLAUSES, CLAUSES)
def test_both_accept_the_same_proofs(formula, steps):
    lines = [" ".join(map(str, [*step, 0])).encode() + b"\n" for step in [*steps, []]]
    known = other.Propagator(4, formula)
    follows = True
    for step in [*steps, []]:
        clause = known.bits(step)
        follows = follows and known.follows(clause)
        known.add(clause)
        known.settle(clause)
    found = refutes(BoardFormula(4, [tuple(clause) for clause in formula]), io.BytesIO(b"".join(lines)))
    assert (found.problem is None) == follows


def test_a_puzzle_with_copies_and_others(tmp_path):
    puzzle = Puzzle.parse("3x3/1:2*I2,L4")
    data = census_file(puzzle)
    assert verdict(tmp_path, data) in {0, 3}
    for record in records_of(data):
        if b"." in record:
            board = Board(sum(1 << cell for cell in range(9) if record[cell] == ord("#")), puzzle.grid)
            assert agreed(refutation_folder(tmp_path, puzzle, board.format())) == 0
