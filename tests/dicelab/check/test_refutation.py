"""A refutation is believed when its formula is the board's and each step of its proof follows."""

from __future__ import annotations

import io
import itertools
import json
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from dicelab.check import CertificateError, check_census, check_file, check_refutation
from dicelab.check.puzzle import puzzle_of
from dicelab.check.refutation import BoardFormula, FormulaMaker, refutes
from dicelab.verifying.certificate import puzzle_fields
from dicelab.verifying.proofs import all_orbits, prove_orbits
from solver.census import Census, Content
from solver.exact_cover.formula import formula_of
from solver.polyform import GENIUS_SQUARE, Board, Puzzle
from solver.runs import threads
from solver.runs.storage import sealed, sha256
from tests import drat
from tests.certificate_files import DOMINOES, FIVE, SEARCHED, census_file, refutation_folder, refuted
from tests.strategies import puzzles

pytest.importorskip("pysat")


def problem(path: Path) -> str:
    report = check_refutation(path)
    assert not report.ok
    assert report.problem is not None
    return report.problem


def refused(path: Path) -> str:
    with pytest.raises(CertificateError) as caught:
        check_refutation(path)
    assert str(caught.value).startswith(str(path.parent))
    assert "\n" not in str(caught.value)
    return str(caught.value)


# ------------------------------------------------------------------------------------------- formulas


@given(puzzles(blockers=4) | puzzles(lattice=None, plain=False, blockers=4), st.data())
def test_the_checker_makes_the_formula_that_the_solver_makes(puzzle, data):
    cells = st.sets(st.integers(0, len(puzzle.grid) - 1), min_size=puzzle.blockers, max_size=puzzle.blockers)
    board = puzzle.grid.mask(data.draw(cells))
    made = FormulaMaker(puzzle_of(puzzle_fields(puzzle))).of_board(board)
    formula = formula_of(puzzle.board_problem(board)[0])
    assert made == BoardFormula(len(formula), formula.clauses)


def test_the_formula_does_not_depend_on_how_a_piece_is_turned():
    fields = puzzle_fields(GENIUS_SQUARE)
    turned = {**fields, "pieces": ["#", "#/#", "#/#/#", ".#/##", "#/#/#/#", "##/##", "#./##/#.", "#../###", "#./##/.#"]}
    board = Board.parse("A2 B1 A5 B6 C3 C4 D3", GENIUS_SQUARE.grid).blockers
    assert FormulaMaker(puzzle_of(turned)).of_board(board) == FormulaMaker(puzzle_of(fields)).of_board(board)


# ------------------------------------------------------------------------------------------- proofs

VARIABLES = 4
literals = st.integers(1, VARIABLES).flatmap(lambda variable: st.sampled_from([variable, -variable]))
clauses = st.lists(st.lists(literals, max_size=3).map(tuple), max_size=16)


def text_of(steps) -> bytes:
    return b"".join(" ".join(map(str, [*step, 0])).encode() + b"\n" for step in steps)


@given(clauses, clauses)
def test_what_is_accepted_has_no_model_and_what_is_refused_does_not_follow(formula, steps):
    made = BoardFormula(VARIABLES, formula)
    found = refutes(made, io.BytesIO(text_of([*steps, ()])))
    assert (found.problem is None) == drat.refutes(text_of([*steps, ()]), formula)
    if found.problem is None:
        for signs in itertools.product((1, -1), repeat=VARIABLES):
            true = {sign * n for n, sign in enumerate(signs, start=1)}
            assert not all(true.intersection(clause) for clause in formula)


@given(clauses, st.lists(st.tuples(st.booleans(), st.lists(literals, max_size=3).map(tuple)), max_size=16))
def test_what_is_deleted_makes_nothing_follow(formula, steps):
    lines = [(b"d " if delete else b"") + text_of([step]) for delete, step in steps]
    if refutes(BoardFormula(VARIABLES, formula), io.BytesIO(b"".join(lines))).problem is None:
        kept = b"".join(line for line in lines if not line.startswith(b"d"))
        assert refutes(BoardFormula(VARIABLES, formula), io.BytesIO(kept)).problem is None


def test_a_deleted_clause_is_not_used():
    signs: list[tuple[int, ...]] = [(a, b, c) for a in (1, -1) for b in (2, -2) for c in (3, -3)]
    formula = BoardFormula(3, signs)
    steps = b"1 2 0\n1 -2 0\n1 0\n"
    assert refutes(formula, io.BytesIO(steps + b"-1 2 0\n0\n")).problem is None
    gone = b"d -1 2 3 0\n"
    assert refutes(formula, io.BytesIO(steps + gone + b"-1 2 0\n0\n")).problem == "line 5 does not follow: -1 2"


@pytest.mark.parametrize(
    ("proof", "message"),
    [
        (b"", "it ends without the empty clause"),
        (b"0\n", "line 1 does not follow: the empty clause"),
        (b"1 0\n", "line 1 does not follow: 1"),
        (b"2 3 0\n", "line 1 does not follow: 2 3"),
        (b"99 0\n", "line 1 names a variable beyond"),
        (b"d 1 2 0\n" * 3, "it ends without the empty clause"),
    ],
)
def test_a_step_that_does_not_follow_is_named(proof, message, tmp_path):
    path = refutation_folder(tmp_path, FIVE, SEARCHED, proof=proof)
    assert problem(path).startswith(f"board.drat proves nothing: {message}")


@pytest.mark.parametrize(
    "line",
    [b"1 2\n", b"1 x 0\n", b"00 0\n", b"1 0 2 0\n", b"\0\n", b"a 1 0\n", b"1" * 2000000, b"c x\n", b"\n", b"1  2 0\n"],
)
def test_what_is_no_step_is_refused(line, tmp_path):
    assert "is not a step" in refused(refutation_folder(tmp_path, FIVE, SEARCHED, proof=line))


def test_where_nothing_needs_a_proof_there_must_be_one_all_the_same(tmp_path):
    # A3 has no neighbour: propagation alone refutes the formula, and every clause follows.
    for proof in (b"", b"hello\n", b"1 0\n", b"0"):
        path = refutation_folder(tmp_path, DOMINOES, "A1 A3", proof=proof)
        assert (
            "is not a step" in refused(path)
            if proof in {b"hello\n", b"0"}
            else "without the empty clause" in problem(path)
        )
    assert check_refutation(refutation_folder(tmp_path, DOMINOES, "A1 A3", proof=b"1 0\n0\n")).ok


@pytest.mark.parametrize(
    ("part", "changed"),
    [("cnf", {"bytes": 1}), ("proof", {"lines": 9}), ("cnf", {"variables": 3}), ("cnf", {"clauses": -1})],
)
def test_what_the_record_says_of_its_files_is_true(part, changed, tmp_path):
    path = refutation_folder(tmp_path, DOMINOES, "A1 A3")
    fields = json.loads(path.read_text())
    fields.pop("sha256")
    fields[part] |= changed
    path.write_bytes(sealed(fields.pop("schema"), fields))
    if changed.keys() & {"variables", "clauses"}:
        assert "numbers of variables and clauses" in problem(path)
    else:
        assert "that proof.json gives" in refused(path)


def test_every_truncated_proof_is_refused_until_the_contradiction_is_there():
    steps = refuted(FIVE, SEARCHED).proof.splitlines(keepends=True)
    problem_, _ = FIVE.board_problem(Board.parse(SEARCHED, FIVE.grid).blockers)
    formula = BoardFormula(len(problem_.options), formula_of(problem_).clauses)
    ends = [refutes(formula, io.BytesIO(b"".join(steps[:number]))).problem for number in range(len(steps) + 1)]
    assert set(ends[:-1]) == {"it ends without the empty clause"}
    assert ends[-1] is None


# ------------------------------------------------------------------------------------------- the folder


@pytest.mark.parametrize(
    ("puzzle", "board"),
    [(DOMINOES, "A1 A3"), (DOMINOES, "A1 B2"), (FIVE, SEARCHED), (Puzzle.parse("3x3-B2/2:3*I2"), "A1 A3")],
)
def test_a_refutation_is_accepted(puzzle, board, tmp_path):
    path = refutation_folder(tmp_path / "proof", puzzle, board)
    report = check_file(path)
    assert report.ok
    assert report == check_refutation(path)
    assert report.board == board
    assert (report.steps > 1) == (board == SEARCHED)


def test_a_typical_board_of_the_genius_square(tmp_path):
    report = check_refutation(refutation_folder(tmp_path, GENIUS_SQUARE, "A2 A5 B1 B6 C3 C4 D3"))
    assert report.ok
    assert report.clauses > 10_000


def test_a_proof_of_another_board_is_refused(tmp_path):
    for board in ("A2 B3 C1", "A3 B2 C2", "A1 A2 A3"):
        path = refutation_folder(tmp_path, FIVE, SEARCHED, board=board.split())
        assert "is not the formula of this board" in problem(path)
    other = refuted(FIVE, SEARCHED)
    for board in ("A1 A3", "A2 A4"):
        path = refutation_folder(tmp_path, DOMINOES, board, cnf=other.cnf)
        assert "is not the formula of this board" in problem(path)


def test_a_proof_of_another_puzzle_is_refused(tmp_path):
    for fields in ({"holes": ["D4"], "blockers": 2}, {"pieces": ["#", "##", "###", "###", "##/##"]}):
        changed = {"board": ["A3", "B2"]} if "holes" in fields else {}
        path = refutation_folder(tmp_path, FIVE, SEARCHED, **fields, **changed)
        assert "is not the formula of this board" in problem(path)


def test_every_line_of_the_formula_counts(tmp_path):
    lines = refuted(DOMINOES, "A1 A3").cnf.splitlines(keepends=True)
    for number, line in list(enumerate(lines))[::2]:
        comment = line.startswith(b"c")
        for changed in (lines[:number] + lines[number + 1 :], lines[: number + 1] + lines[number:]):
            path = refutation_folder(tmp_path, DOMINOES, "A1 A3", cnf=b"".join(changed))
            assert check_refutation(path).ok == comment
    assert check_refutation(refutation_folder(tmp_path, DOMINOES, "A1 A3")).ok


@pytest.mark.parametrize("name", ["proof.json", "board.cnf", "board.drat"])
def test_a_changed_byte_is_refused(name, tmp_path):
    path = refutation_folder(tmp_path, DOMINOES, "A1 A3")
    file = path.with_name(name)
    data = file.read_bytes()
    for place in range(0, len(data), 2):
        file.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        refused(path)
    for end in range(0, len(data) - 1, 9):
        file.write_bytes(data[:end])
        refused(path)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"schema": "dicelab/refutation/2"}, "other fields than schema"),
        ({"schema": "dicelab/refutation/3"}, "this program reads dicelab/refutation/1 and dicelab/refutation/2"),
        ({"board": ["A1"]}, "a board of 1 blockers: name 2"),
        ({"board": ["A1", "A1"]}, "each once"),
        ({"board": ["A1", "C9"]}, "'C9' in 'board'"),
        ({"board": "A1 A3"}, "'board' is not of type list"),
        ({"blockers": 10**5000}, "is not JSON"),
        ({"cnf": []}, "'cnf' is not of type dict"),
        ({"cnf": {}}, "other fields than file"),
        ({"note": 1}, "other fields than"),
        ({"rows": 1000}, "wrong size"),
        ({"proof": {"file": "/dev/zero", "bytes": 1, "sha256": "", "lines": 1}}, "in another file than board.drat"),
        ({"proof": {"file": "../board.drat", "bytes": 1, "sha256": "", "lines": 1}}, "in another file than board.drat"),
        ({"proof": {"file": "board.drat", "bytes": 1, "sha256": "", "lines": 1}}, "its checksum differs"),
        ({"proof": {"file": "board.drat", "bytes": "1", "sha256": "", "lines": 1}}, "'bytes' is not of type int"),
    ],
)
def test_a_record_that_says_something_else_is_refused(fields, message, tmp_path):
    path = refutation_folder(tmp_path, DOMINOES, "A1 A3")
    content = {key: value for key, value in json.loads(path.read_bytes()).items() if key not in {"schema", "sha256"}}
    if "blockers" in fields:
        path.write_bytes(path.read_bytes().replace(b'"blockers": 2', b'"blockers": 1' + b"0" * 5000))
    else:
        path.write_bytes(sealed(fields.get("schema", "dicelab/refutation/1"), content | fields))
    assert message in refused(path)


@pytest.mark.parametrize(
    "data",
    [b"{", b"{}", b"[" * 100_000, b'{"a":' * 100_000, b"{" + b" " * (2 << 20) + b"}", b'{"schema": 1, "schema": 1}'],
)
def test_what_is_no_record_is_refused(data, tmp_path):
    path = tmp_path / "proof.json"
    path.write_bytes(data)
    with pytest.raises(CertificateError, match=r"not JSON|other fields|longer than|without a schema"):
        check_refutation(path)


def test_a_file_that_is_not_there_is_named(tmp_path):
    path = refutation_folder(tmp_path, DOMINOES, "A1 A3")
    path.with_name("board.drat").unlink()
    assert "board.drat: no such file" in refused(path)


# ------------------------------------------------------------------------------------------- proofs of all orbits


@pytest.fixture(scope="module")
def proved(tmp_path_factory):
    """The proofs of all orbits of dominoes, and a certificate that names them."""
    folder = tmp_path_factory.mktemp("all")
    proofs = prove_orbits(
        all_orbits(DOMINOES, Census.load(DOMINOES, Content.SOLVABILITY).unsolvable_boards),
        folder,
        threads(1),
        pytest.fail,
    )
    named = {Board.parse(row.board, DOMINOES.grid).blockers: row.proof for row in proofs.rows}
    (folder / "certificate").write_bytes(census_file(DOMINOES, named))
    return folder


def test_a_census_is_proved_by_its_proofs(proved):
    path = proved / "certificate"
    alone = check_census(path)
    assert (alone.ok, alone.proved, alone.proofs_checked, alone.proofs_unnamed) == (True, False, 0, 0)
    both = check_census(path, proved)
    assert both.proved
    assert both.proofs_checked == both.unsolvable_orbits == 4
    some = check_census(path, proved, 2, 1)
    assert (some.ok, some.proved, some.proofs_checked) == (True, False, 2)


def test_a_proof_that_is_not_the_one_named_is_refused(proved, tmp_path):
    named = dict.fromkeys(
        all_orbits(DOMINOES, Census.load(DOMINOES, Content.SOLVABILITY).unsolvable_boards).boards, sha256(b"0\n")
    )
    path = tmp_path / "certificate"
    path.write_bytes(census_file(DOMINOES, named))
    report = check_census(path, proved)
    assert not report.ok
    assert "has SHA-256" in str(report.problem)


def test_a_shard_with_a_changed_byte_is_refused(proved, tmp_path):
    (tmp_path / "proofs").mkdir()
    [shard] = (proved / "proofs").glob("*.proofs")
    data = shard.read_bytes()
    start = data.index(b"\n") + 1
    accepted = 0
    for place in range(start, len(data)):
        (tmp_path / "proofs" / shard.name).write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        try:
            accepted += check_census(proved / "certificate", tmp_path).ok
        except CertificateError:
            continue
    # The end of an xz stream is not read, when all proofs are there and have their checksums.
    assert accepted < 60
    for end in (start - 1, start, start + 30):
        (tmp_path / "proofs" / shard.name).write_bytes(data[:end])
        with pytest.raises(CertificateError):
            check_census(proved / "certificate", tmp_path)


def test_proofs_belong_to_a_census(tmp_path, proved):
    path = refutation_folder(tmp_path, DOMINOES, "A1 A3")
    with pytest.raises(CertificateError, match="leave out --proofs"):
        check_file(path, proved)
    with pytest.raises(CertificateError, match="is not a folder"):
        check_file(proved / "certificate", tmp_path / "missing")
