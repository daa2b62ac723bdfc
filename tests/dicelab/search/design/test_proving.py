"""Proofs that no dice set has what is asked for, against all dice sets of small puzzles."""

import json
import lzma
from itertools import combinations, product

import numpy as np
import pytest
from msgspec.structs import replace

from dicelab.check import CertificateError, check_design, drat_trim, status_of, text_of
from dicelab.check.puzzle import puzzle_of
from dicelab.check.refutation import FormulaMaker
from dicelab.score.tables import keep_tables, roll_tilings
from dicelab.search.constraints.shape import symmetries_of
from dicelab.search.design import learning
from dicelab.search.design.learning import LearningSearch
from dicelab.search.design.proof import DESIGN_PROOF_SCHEMA, DesignProof
from dicelab.search.design.proving import prove_design, prove_formula
from dicelab.search.design.search_state import RefutedQuestion
from dicelab.search.design.settings import DesignSettings
from dicelab.search.question import Question
from dicelab.verifying.certificate import puzzle_fields
from solver.census import Content, build_census
from solver.exact_cover.batches import BatchSolver
from solver.exact_cover.checkers import find_drat_trim
from solver.exact_cover.formula import formula_of
from solver.exact_cover.proof import Refutation, refute_formula
from solver.nogoods import Nogood, Relaxation
from solver.polyform import Grid, Puzzle
from solver.runs import threads
from solver.runs.storage import headed, sha256
from tests.dicelab.search.design.conftest import deals
from tests.drat import STEP_CHECKERS

pytest.importorskip("pysat")

PUZZLES = [
    ("3x3/3:I1,I2,I3", (3, 3, 3), ""),
    ("3x3/3:I1,I2,I3", (3, 2, 2), ""),
    ("3x3/3:I1,I2,I3", (4, 3, 2), "mirror-diagonal"),
    ("3x3/3:I1,I2,I3", (3, 3, 3), "rotate-180"),
    ("2x4/2:3*I2", (4, 4), ""),
    ("triangles@1-4,0-4/3:I1,I2,I3", (3, 3, 3), ""),
    ("triangles@1-4,0-4/3:I1,I2,I3", (3, 3, 2), ""),
    ("hexagons@0+2,1+3+5,2+4/3:I1,I3", (3, 2, 2), ""),
]


@pytest.fixture(scope="module", autouse=True)
def tables(tmp_path_factory):
    for text in sorted({text for text, _, _ in PUZZLES}):
        folder = tmp_path_factory.mktemp("census")
        keep_tables(build_census(Puzzle.parse(text), Content.TILINGS, folder=folder, runner=threads(1)))


def best(puzzle, sizes, symmetry):
    """Return the most tilings that the hardest roll of any set has, by a look at all sets; -1 where there is no set."""
    sets = deals(tuple(range(len(puzzle.grid))), sizes)
    if symmetry:
        image = symmetries_of(puzzle)[symmetry]
        sets = [dice for dice in sets if {moved(die, image) for die in dice} == {*dice}]
    tilings = roll_tilings(puzzle)
    return max((tilings.fewest(dice) for dice in sets), default=-1)


def moved(mask, image):
    return sum(1 << image[cell] for cell in range(len(image)) if mask >> cell & 1)


def proof_of(text, sizes, tilings, symmetry=""):
    constraints = Question(text, sizes, tilings, constraints=(f"invariant={symmetry}",) if symmetry else ())
    return prove_formula(RefutedQuestion(constraints, (), (), 1))


QUICK = {0, 4, 5, 6}
"""Places of the puzzles that are asked every day."""


@pytest.mark.parametrize(
    ("text", "sizes", "symmetry"),
    [pytest.param(*one, marks=() if place in QUICK else pytest.mark.slow) for place, one in enumerate(PUZZLES)],
)
def test_the_bound_of_all_sets_is_proved_and_no_other_number(text, sizes, symmetry, tmp_path):
    most = best(Puzzle.parse(text), sizes, symmetry)
    assert proof_of(text, sizes, max(0, most), symmetry) is None
    proof = proof_of(text, sizes, most + 1, symmetry)
    file = tmp_path / "bound.proof"
    file.write_bytes(proof.data)
    report = check_design(file)
    assert (report.ok, report.proved, report.min_tilings) == (True, True, most + 1)
    # With another number the boards or the steps are too few.
    for tilings in (most, most + 2):
        file.write_bytes(changed(proof.data, min_tilings=max(0, tilings)))
        assert check_design(file).digest != report.digest
    file.write_bytes(changed(proof.data, min_tilings=max(0, most)))
    assert status_of(check_design(file)) == 4 or proof.boards == 0


def parts(data):
    line, _, body = data.partition(b"\n")
    return json.loads(line), lzma.decompress(body)


def changed(data, body=None, **fields):
    """Write a file of a proof anew, so that its checksums are right."""
    head, text = parts(data)
    head = {key: value for key, value in head.items() if key not in {"schema", "body", "sha256"}} | fields
    return headed(DESIGN_PROOF_SCHEMA, head, lzma.compress(text if body is None else body))


@pytest.fixture(scope="module")
def proof():
    """A proof that needs boards, steps and DRAT."""
    found = proof_of("triangles@1-4,0-4/3:I1,I2,I3", (3, 3, 2), 2)
    assert found.boards
    assert found.sets
    assert found.lines > 1
    return found


def lines_of(proof):
    head, text = parts(proof.data)
    lines = text.decode().splitlines(keepends=True)
    return head, lines[: head["boards"]], lines[head["boards"] : head["boards"] + head["steps"]], lines


def cells(mask):
    return tuple(1 << cell for cell in range(mask.bit_length()) if mask >> cell & 1)


def damages(proof):
    head, boards, steps, lines = lines_of(proof)
    rest = "".join(lines[len(boards) + len(steps) :])
    case = head["cases"][0]
    lying = case["cubes"][0] | {"literals": [1]}
    tilings = roll_tilings(Puzzle.parse(proof.question.puzzle_text))
    allowed = next(mask for mask in range(1 << 9) if mask.bit_count() == 3 and tilings.fewest(cells(mask)) >= 2)

    def body(boards, steps):
        return "".join([*boards, *steps, rest]).encode()

    return {
        "a board is missing": changed(proof.data, body(boards[:-1], steps), boards=len(boards) - 1),
        "a board has more tilings": changed(proof.data, body([f"{allowed:x}\n", *boards[1:]], steps)),
        "a step is missing": changed(proof.data, body(boards, steps[1:]), steps=len(steps) - 1),
        "steps are exchanged": changed(proof.data, body(boards, steps[::-1])),
        "the number is higher": changed(proof.data, min_tilings=1),
        "the sizes are others": changed(proof.data, sizes=[3, 2, 2]),
        "the puzzle is another": changed(proof.data, pieces=["#", "#", "##", "##"]),
        "a cube leaves something out": changed(proof.data, cases=[case | {"cubes": [lying]}]),
        "no cube is there": changed(proof.data, cases=[case | {"cubes": []}]),
    }


@pytest.mark.parametrize("damage", range(9))
def test_a_proof_that_is_wrong_is_refused(proof, damage, tmp_path):
    name, data = list(damages(proof).items())[damage]
    file = tmp_path / "wrong.proof"
    file.write_bytes(data)
    report = check_design(file)
    assert (report.ok, status_of(report)) == (False, 4), name
    assert "\n" not in str(report.problem)


def test_a_damaged_file_is_refused(proof, tmp_path):
    file = tmp_path / "damaged.proof"
    for place in range(0, len(proof.data), 37):
        file.write_bytes(proof.data[:place] + bytes([proof.data[place] ^ 1]) + proof.data[place + 1 :])
        with pytest.raises(CertificateError):
            check_design(file)
    for end in (0, 1, 100, len(proof.data) - 1):
        file.write_bytes(proof.data[:end])
        with pytest.raises(CertificateError):
            check_design(file)


def test_a_proof_in_a_file_of_its_own(proof, tmp_path):
    head, boards, steps, lines = lines_of(proof)
    before = len(boards) + len(steps) + head["clauses"] + head["cuts"]
    text = "".join(lines[before:]).encode()
    cube = head["cases"][0]["cubes"][0]
    assert sha256(text) == cube["proof"]["sha256"]
    beside = cube | {"proof": cube["proof"] | {"file": "steps.drat.xz"}}
    file = tmp_path / "bound.proof"
    cases = [head["cases"][0] | {"cubes": [beside]}]
    file.write_bytes(changed(proof.data, "".join(lines[:before]).encode(), cases=cases))
    report = check_design(file)
    assert (report.ok, report.proved, report.unread, status_of(report)) == (True, False, 1, 3)
    (tmp_path / "steps.drat.xz").write_bytes(lzma.compress(text))
    assert check_design(file).proved


def test_cubes_that_cover_all_cases(proof, tmp_path):
    """The question is split by a cell on the first die: both cases have the proof of the whole."""
    head, boards, steps, lines = lines_of(proof)
    before = len(boards) + len(steps) + head["clauses"] + head["cuts"]
    text, case = "".join(lines[before:]), head["cases"][0]
    cubes = [case["cubes"][0] | {"literals": [literal]} for literal in (1, -1)]
    cover = {"kind": "drat", "file": None, "bytes": 2, "lines": 1, "sha256": sha256(b"0\n")}
    body = "".join([*lines[:before], text, text, "0\n"]).encode()
    file = tmp_path / "cubes.proof"
    file.write_bytes(changed(proof.data, body, cases=[case | {"cubes": cubes, "cover": cover}]))
    report = check_design(file)
    assert (report.proved, report.cases) == (True, 2)
    body = "".join([*lines[:before], text, "0\n"]).encode()
    file.write_bytes(changed(proof.data, body, cases=[case | {"cubes": cubes[:1], "cover": cover}]))
    assert status_of(check_design(file)) == 4


def test_each_way_to_rename_the_dice_is_refuted(tmp_path):
    proof = proof_of("3x3/3:I1,I2,I3", (3, 3, 3), 1, "rotate-180")
    head, _ = parts(proof.data)
    assert len(head["cases"]) == 2
    file = tmp_path / "half-turn.proof"
    file.write_bytes(changed(proof.data, cases=head["cases"][:1]))
    report = check_design(file)
    assert status_of(report) == 4
    assert "the case is missing" in str(report.problem)


def test_only_symmetries_that_keep_what_is_asked_for_may_be_broken(tmp_path):
    proof = proof_of("3x3/3:I1,I2,I3", (3, 3, 3), 1)
    file = tmp_path / "fixed.proof"
    file.write_bytes(changed(proof.data, fixed=[["A1", 1]]))
    report = check_design(file)
    assert status_of(report) == 4
    assert "does not keep" in str(report.problem)


def test_zones_in_one_piece(tmp_path):
    constraints = Question("3x3/3:I1,I2,I3", (3, 3, 3), 0, constraints=("connected",))
    assert prove_formula(RefutedQuestion(constraints, (), (), 1)) is None
    proof = prove_formula(RefutedQuestion(replace(constraints, min_tilings=1), (), (), 1))
    assert proof is not None
    file = tmp_path / "zones.proof"
    file.write_bytes(proof.data)
    assert check_design(file).proved


@pytest.mark.skipif(find_drat_trim() is None, reason="drat-trim is not installed")
def test_drat_trim_leaves_out_what_is_not_needed(monkeypatch):
    short = proof_of("3x3/3:I1,I2,I3", (3, 3, 3), 1)
    monkeypatch.setattr("dicelab.search.design.grounds.find_drat_trim", lambda: None)
    long = proof_of("3x3/3:I1,I2,I3", (3, 3, 3), 1)
    assert short.checked_by.startswith("drat-trim")
    assert long.checked_by == "dicelab check"
    assert short.clauses <= long.clauses


@pytest.mark.skipif(find_drat_trim() is None, reason="drat-trim is not installed")
def test_drat_trim_may_check_the_steps(proof, tmp_path):
    file = tmp_path / "bound.proof"
    file.write_bytes(proof.data)
    report = check_design(file, checker=drat_trim(str(find_drat_trim())))
    assert (report.proved, report.drat_by) == (True, "drat-trim")
    head, boards, steps, lines = lines_of(proof)
    text = "".join(lines[: len(boards) + len(steps)] + lines[len(boards) + len(steps) + 1 :]).encode()
    file.write_bytes(changed(proof.data, text, clauses=head["clauses"] - 1))
    assert status_of(check_design(file, checker=drat_trim(str(find_drat_trim())))) == 4


def learnt(text, sizes, *constraints):
    """Return how a search ends that learns nogoods and asks no census."""
    state = LearningSearch(DesignSettings(Question(text, sizes, constraints=constraints), members=2))
    with pytest.MonkeyPatch.context() as patch:
        # Where no set is, each move is in vain.
        patch.setattr(learning, "STEPS", 200)
        *_, last = state.epochs(state.start(), threads(1))
    return last


LEARNT = [
    ("3x4/3:L4,U5", (3, 2, 2), ()),
    ("3x4/3:I3,L4,I2", (3, 3, 3), ("fix=A1=1", "connected")),
    ("3x4/3:L4,U5;free=6+7", (3, 2, 2), ()),
    ("3x4/3:I3,T4,I2;regions=1-4,5-8,9-12", (3, 3, 3), ()),
    ("3x4/3:I1,2*O4", (2, 2, 2), ()),
    ("3x4/3:3*L3", (4, 2, 2), ("invariant=rotate-180",)),
    ("triangles@1-4,0-4/3:I1,I2,I3", (3, 3, 3), ()),
    ("hexagons@0+2,1+3+5,2+4/3:I1,I3", (3, 2, 2), ()),
]


@pytest.mark.parametrize(
    ("text", "sizes", "constraints"),
    [pytest.param(*one, marks=() if place in range(2, 7) else pytest.mark.slow) for place, one in enumerate(LEARNT)],
)
def test_a_refutation_from_nogoods_is_a_proof(text, sizes, constraints, tmp_path):
    question = Question(text, sizes, constraints=constraints)
    puzzle, state = question.puzzle, learnt(text, sizes, *constraints)
    boards = np.array([Grid.mask(board) for board in combinations(range(len(puzzle.grid)), len(sizes))], np.uint64)
    tilings = BatchSolver(puzzle.problem, len(puzzle.pieces)).counts(boards, 1)
    solvable = dict(zip(boards.tolist(), tilings.tolist(), strict=True))
    for dice in deals(tuple(Grid.cells(puzzle.blockable)), sizes):
        always = all(solvable[Grid.mask(roll)] for roll in product(*map(Grid.cells, dice)))
        assert not always or question.broken(dice)
    assert state.status == "infeasible"
    proof = prove_design(state.proof)
    assert isinstance(proof, DesignProof)
    file = tmp_path / "nogoods.proof"
    file.write_bytes(proof.data)
    report = check_design(file)
    assert (report.proved, report.nogoods, report.boards, proof.kind) == (True, proof.nogoods, 0, "nogoods")
    assert "nogoods refuted" in text_of(report)
    assert proof.nogoods > 1


@pytest.mark.parametrize("text", ["3x4/3:2*I2,L5", "3x4/4:2*O4;free=6+7", "triangles@1-4,0-4/3:I1,I2,I3", "3x4/2:5*I2"])
def test_both_programs_make_one_formula_of_a_nogood(text):
    puzzle, generator = Puzzle.parse(text), np.random.default_rng(1)
    maker, relaxation = FormulaMaker(puzzle_of(puzzle_fields(puzzle))), Relaxation(puzzle)
    refuted = set()
    for _ in range(60):
        cells = generator.permutation(list(Grid.cells(puzzle.blockable))).tolist()
        blocked = generator.integers(min(4, puzzle.blockers + 1))
        nogood = Nogood(Grid.mask(cells[:blocked]), Grid.mask(cells[4 : generator.integers(4, 8)]))
        window = int(generator.integers(1 << len(puzzle.grid)))
        for seen in (window, -1):
            formula = formula_of(nogood.problem(puzzle, seen))
            made = maker.of_board(nogood.blocked, nogood.free | puzzle.always_free, seen)
            assert (formula.clauses, len(formula)) == (made.clauses, made.variables)
            if isinstance(refute_formula(formula), Refutation):
                relaxation.confirm(nogood)
                refuted.add(seen == -1)
            else:
                assert seen == window or not relaxation.holds(nogood)
    assert True in refuted


@pytest.fixture(scope="module")
def from_nogoods():
    """The header of a proof, and each nogood with its proof, and the rest of the body."""
    proof = prove_design(learnt(*LEARNT[0][:2]).proof)
    assert isinstance(proof, DesignProof)
    head, text = parts(proof.data)
    lines, nogoods = text.decode().splitlines(keepends=True), []
    for proof in head["nogoods"]:
        line, *steps = lines[: 1 + proof["lines"]]
        lines = lines[1 + proof["lines"] :]
        nogoods.append((*(int(word, 16) for word in line.split()), "".join(steps)))
    return head, nogoods, "".join(lines)


def rewritten(head, nogoods, rest, **fields):
    """Write a file with some nogoods in place of its own."""
    steps = [proof for *_, proof in nogoods]
    proofs = [
        {"kind": "drat", "file": None, "bytes": len(one), "lines": one.count("\n"), "sha256": sha256(one.encode())}
        for one in steps
    ]
    body = "".join(f"{blocked:x} {free:x} {window:x}\n{proof}" for blocked, free, window, proof in nogoods) + rest
    head = {key: value for key, value in head.items() if key not in {"schema", "body", "sha256"}}
    return headed(DESIGN_PROOF_SCHEMA, head | {"nogoods": proofs} | fields, lzma.compress(body.encode()))


def lies(head, nogoods, rest):
    """Yield files of proofs that prove nothing, each with the words that refuse it."""
    place = next(place for place, (_, free, *_, proof) in enumerate(nogoods) if free and len(proof) > 9)
    blocked, free, seen, proof = nogoods[place]
    more = next(1 << cell for cell in range(12) if not (blocked | free) >> cell & 1)

    def changed_one(blocked=blocked, free=free, window=seen, proof=proof):
        return rewritten(head, [*nogoods[:place], (blocked, free, window, proof), *nogoods[place + 1 :]], rest)

    assert parts(changed_one()) == parts(rewritten(head, nogoods, rest))
    yield rewritten(head, nogoods[:place] + nogoods[place + 1 :], rest), "may be on different dice"
    yield changed_one(blocked & blocked - 1), "proves nothing"
    yield changed_one(free=0), "proves nothing"
    yield changed_one(free=free | more), "as many free cells as a die of 2"
    yield changed_one(window=0), "proves nothing"
    yield changed_one(free=blocked & -blocked), "blocked and free"
    yield changed_one(proof="".join(proof.splitlines(keepends=True)[: proof.count("\n") // 2])), "proves nothing"
    yield changed_one(proof="0\n"), "proves nothing"
    yield rewritten(head, nogoods, rest, min_tilings=0), "no tiling"
    yield rewritten(head, nogoods, rest, sizes=[2, 2, 2]), "proves nothing"
    yield rewritten(head, nogoods, rest, pieces=["##", "###", "####"]), "proves nothing"


@pytest.mark.parametrize("checker", STEP_CHECKERS)
def test_nogoods_that_do_not_hold_are_refused(from_nogoods, checker, tmp_path):
    file = tmp_path / "nogoods.proof"
    file.write_bytes(rewritten(*from_nogoods))
    assert check_design(file, checker=checker).proved
    for data, words in lies(*from_nogoods):
        file.write_bytes(data)
        report = check_design(file, checker=checker)
        assert status_of(report) == 4
        assert words in str(report.problem)
