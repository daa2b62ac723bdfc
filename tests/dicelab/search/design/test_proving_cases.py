"""Proofs by cases that no dice set has so many tilings, held to all dice sets of small boards, and damaged."""

import json
import lzma

import numpy as np
import pytest

from dicelab.check import CertificateError, check_design, status_of, text_of
from dicelab.check.design_cases import CaseChecker
from dicelab.check.design_claim import claim_of
from dicelab.check.design_file import DesignFile
from dicelab.score.tables import forbidden_boards, roll_tilings
from dicelab.search.design import proving_cases
from dicelab.search.design.exact import answered_by_cases
from dicelab.search.design.outcome import DesignOutcome
from dicelab.search.design.proof import DESIGN_PROOF_SCHEMA, DesignProof, UnfinishedProof
from dicelab.search.design.proving import prove_design
from dicelab.search.design.proving_cases import prove_by_cases, remove_cases
from dicelab.search.design.search import DesignSearch
from dicelab.search.design.search_state import RefutedQuestion
from dicelab.search.design.settings import design_settings
from dicelab.search.question import Question
from solver.polyform import Puzzle
from solver.runs.storage import headed
from tests.dicelab.search.design.conftest import deals

PUZZLES = [
    ("3x3/3:I1,I2,I3", (3, 3, 3)),
    ("3x3/3:I1,I2,I3", (4, 3, 2)),
    ("2x5/4:I1,I2,I3", (4, 3, 2, 1)),
    ("hexagons@2-6,1-7,2-6/3:I1,P4,I2", (5, 4, 1)),
    ("triangles@1-4,0-4/3:I1,I2,I3", (3, 3, 3)),
    ("hexagons@2-6,1-7,2-6/3:I1,P4,I2", (4, 3, 3)),
]


def proof_of(text, sizes, tilings):
    found = prove_by_cases(Question(text, sizes, tilings))
    assert not isinstance(found, UnfinishedProof)
    return found


def most(text, sizes):
    """Return the most tilings that the hardest roll of any set has, by a look at all sets."""
    puzzle = Puzzle.parse(text)
    sets = np.array(deals(tuple(range(len(puzzle.grid))), sizes), np.uint64)
    tilings = roll_tilings(puzzle)
    return max(tilings.fewest(dice) for dice in sets.tolist())


@pytest.mark.parametrize(("text", "sizes"), PUZZLES)
def test_the_bound_of_all_sets_is_proved_and_no_lower_one(text, sizes, tmp_path):
    best = most(text, sizes)
    assert proof_of(text, sizes, best) is None
    proof = proof_of(text, sizes, best + 1)
    file = tmp_path / "bound.proof"
    file.write_bytes(proof.data)
    report = check_design(file)
    assert (report.problem, report.proved, report.min_tilings) == (None, True, best + 1)
    assert (report.boards, report.cases) == (proof.boards, proof.cases)
    assert "Proved" in text_of(report)
    file.write_bytes(changed(proof.data, min_tilings=best))
    assert status_of(check_design(file)) == 4


@pytest.mark.parametrize(("text", "sizes"), PUZZLES)
def test_counting_refutes_no_case_that_has_a_set(text, sizes, tmp_path):
    """Whatever part of a good set is dealt first, the checker must not find it impossible."""
    puzzle, best = Puzzle.parse(text), most(text, sizes)
    tilings = roll_tilings(puzzle)
    good = [dice for dice in deals(tuple(range(len(puzzle.grid))), sizes) if tilings.fewest(dice) >= best]
    file = tmp_path / "some.proof"
    file.write_bytes(proof_of(text, sizes, best + 1).data)
    with file.open("rb") as opened:
        claim = claim_of(DesignFile(opened).fields)
    forbidden = [int(board) for board in forbidden_boards(puzzle, best).boards]
    checker = CaseChecker(claim, forbidden, [tuple(range(claim.cells))], [0])
    whole = CaseChecker(claim, forbidden, [tuple(range(claim.cells))], [])
    generator = np.random.default_rng(5)
    for dice in good[:: max(1, len(good) // 40)]:
        dealt = int(generator.integers(1 << claim.cells))
        groups = tuple(sorted(die & dealt for die in dice if die & dealt))
        assert "does not refute" in str(checker.refute(groups, iter([b"-"])))
        assert "does not refute" in str(checker.refute(tuple(sorted(dice)), iter([b"-"])))
        assert "does not refute" in str(whole.refute((min(dice, key=int.bit_count),), iter([b"-"])))


def test_a_proof_whose_check_is_stopped_is_whole(monkeypatch, tmp_path):
    def stopped(_data):
        raise KeyboardInterrupt

    monkeypatch.setattr(proving_cases, "_check", stopped)
    proof = proof_of("3x3/3:I1,I2,I3", (3, 3, 3), 2)
    assert (proof.checked_by, proof.reason) == ("", "the check was interrupted")
    (tmp_path / "bound.proof").write_bytes(proof.data)
    assert check_design(tmp_path / "bound.proof").proved


def test_design_proves_by_cases_where_nothing_else_is_asked():
    plain = Question("3x4/3:3*I2,I3", (4, 4, 4), 30)
    assert answered_by_cases(plain)
    proof = prove_design(RefutedQuestion(plain, (), (), 1))
    assert isinstance(proof, DesignProof)
    assert (proof.nodes > 0, proof.clauses, proof.checked_by in {"", "dicelab check"}) == (True, 0, True)
    assert not answered_by_cases(Question("3x4/3:3*I2,I3", (4, 4, 4), 30, constraints=("connected",)))
    assert not answered_by_cases(Question("3x4/3:3*I2,I3", (4, 4, 3), 30))


def test_a_search_that_is_stopped_at_once_proves_the_bound_by_counting(tmp_path):
    settings = design_settings({"puzzle": "3x4/3:3*I2,I3", "sizes": (4, 4, 4)}, maximize="fewest")
    outcome = DesignOutcome(settings, DesignSearch(settings).start(), None, None)
    proof = outcome.prove()
    assert isinstance(proof, DesignProof)
    assert outcome.bound is not None
    assert proof.question.min_tilings == outcome.bound + 1
    (tmp_path / "bound.proof").write_bytes(proof.data)
    assert check_design(tmp_path / "bound.proof").proved


def test_a_proof_that_was_stopped_goes_on_and_has_the_same_bytes(tmp_path):
    question = Question("3x3/3:I1,I2,I3", (3, 3, 3), 1)
    whole, kept = proof_of("3x3/3:I1,I2,I3", (3, 3, 3), 1), tmp_path / "kept"
    told: list[tuple[int, int | None]] = []

    def until(most):
        def progress(done, total, _what=""):
            told.append((done, total))
            if done == most:
                raise KeyboardInterrupt

        return progress

    first = prove_by_cases(question, kept=kept, progress=until(2))
    assert isinstance(first, UnfinishedProof)
    assert (first.stopped, first.cases, first.total, first.share) == ("interrupted", 2, whole.cases, 2 / whole.cases)
    second = prove_by_cases(question, 2, kept=kept, progress=until(4))
    assert told[3:] == [(2, whole.cases), (3, whole.cases), (4, whole.cases)]
    assert "4 of " in str(second)
    late = prove_by_cases(question, seconds=0.0, kept=kept)
    assert isinstance(late, UnfinishedProof)
    assert late.stopped == "time"
    # What is damaged is refuted again.
    damaged = min(kept.iterdir())
    damaged.write_bytes(damaged.read_bytes()[:-1])
    told.clear()
    again = prove_by_cases(question, kept=kept, progress=until(whole.cases + 1))
    assert told[0] == (2, whole.cases)
    assert isinstance(again, DesignProof)
    assert again.data == whole.data
    remove_cases(kept)
    assert not kept.exists()


def test_of_the_cases_of_a_removed_folder_those_of_others_stay(tmp_path):
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "00000.cases").write_text("")
    (kept / "mine").write_text("")
    remove_cases(kept)
    assert [file.name for file in kept.iterdir()] == ["mine"]


def parts(data):
    line, _, body = data.partition(b"\n")
    return json.loads(line), lzma.decompress(body).decode()


def changed(data, body=None, **fields):
    """Write a file of a proof anew, so that its checksums are right."""
    head, text = parts(data)
    head = {key: value for key, value in head.items() if key not in {"schema", "body", "sha256"}} | fields
    return headed(DESIGN_PROOF_SCHEMA, head, lzma.compress((text if body is None else body).encode()))


@pytest.fixture(scope="module")
def proof():
    """A proof of several cases, in which there are splits."""
    found = proof_of("3x3/3:I1,I2,I3", (3, 3, 3), 1)
    assert found.nodes > found.cases > 1
    return found


def damages(proof):
    head, text = parts(proof.data)
    lines = text.splitlines()
    boards, cases = lines[: head["boards"]], lines[head["boards"] :]
    place = next(place for place, line in enumerate(cases) if not line.endswith(": -"))
    groups, tree = cases[place].split(" : ")
    first, *rest = tree.split()
    tilings = roll_tilings(Puzzle.parse(proof.question.puzzle_text))
    allowed = next(mask for mask in range(1 << 9) if mask.bit_count() == 3 and tilings.fewest(cells(mask)) >= 1)

    def body(boards=boards, cases=cases):
        return "".join(f"{line}\n" for line in [*boards, *cases])

    def with_tree(tree):
        return changed(proof.data, body(cases=[*cases[:place], f"{groups} : {tree}", *cases[place + 1 :]]))

    named = int(groups.split()[0], 16).bit_length() - 1
    return {
        "a case is missing": changed(proof.data, body(cases=cases[:-1]), cases=len(cases) - 1),
        "a case is there twice, and another is not": changed(proof.data, body(cases=[*cases[:-1], cases[0]])),
        "a leaf is where a split was": with_tree("-"),
        "a case ends too early": with_tree(" ".join([first, *rest[:-1]])),
        "tokens follow its end": with_tree(f"{tree} -"),
        "the cell of a split is named already": with_tree(" ".join([str(named), *rest])),
        "the cell of a split is not there": with_tree(" ".join(["9", *rest])),
        "a token is none": with_tree(" ".join(["x", *rest])),
        "a board has enough tilings": changed(proof.data, body([*boards[:-1], f"{allowed:x}"])),
        "the boards are missing": changed(proof.data, body([]), boards=0),
        "the number is lower": changed(proof.data, min_tilings=0),
        "the sizes are others": changed(proof.data, sizes=[5, 3, 1]),
        "the puzzle is another": changed(proof.data, pieces=["##", "##", "##"]),
    }


@pytest.fixture(scope="module")
def whole():
    """A proof whose cases take the smallest die whole."""
    return proof_of("3x4/4:I1,I2,I2,I3", (4, 4, 3, 1), 2)


def test_a_proof_that_takes_a_die_whole_takes_it_in_every_way(whole, tmp_path):
    head, text = parts(whole.data)
    lines = text.splitlines()
    boards, cases = lines[: head["boards"]], lines[head["boards"] :]
    assert (head["first"], [case.split(" : ")[0] for case in cases]) == ([], ["1", "2", "10", "20"])
    place = next(place for place, line in enumerate(cases) if not line.endswith(": -"))
    die, tree = cases[place].split(" : ")
    cell = str(int(die, 16).bit_length() - 1)
    others = cases[:place], cases[place + 1 :]

    def problem_of(changed_cases, **fields):
        body = "".join(f"{line}\n" for line in [*boards, *changed_cases])
        file = tmp_path / "wrong.proof"
        file.write_bytes(changed(whole.data, body, cases=len(changed_cases), **fields))
        return check_design(file).problem

    assert problem_of(cases) is None
    assert "a case is missing" in problem_of(cases[1:])
    assert "a case is missing" in problem_of([cases[0], *cases[:-1]])
    assert "whole" in problem_of([*others[0], f"{die} 800 : {tree}", *others[1]])
    assert "whole" in problem_of([*others[0], f"{int(die, 16) | 0x800:x} : {tree}", *others[1]])
    assert "does not refute" in problem_of([*others[0], f"{die} : -", *others[1]])
    assert "again" in problem_of([*others[0], f"{die} : {cell} {' '.join(tree.split()[1:])}", *others[1]])
    # With a first split the same groups are no whole dice, and refute nothing.
    assert problem_of(cases, first=["A1"]) is not None


def test_a_die_that_can_be_chosen_in_too_many_ways_is_not_taken_whole(proof, tmp_path):
    """Nobody has to list the ways of a hostile file, which may be as many as 10^9."""
    file = tmp_path / "large.proof"
    file.write_bytes(
        changed(proof.data, "", rows=6, columns=6, sizes=[12, 12, 12], first=[], boards=0, cases=0, pieces=["###"] * 11)
    )
    with pytest.raises(CertificateError, match="out of over 65,536 ways"):
        check_design(file)


def cells(mask):
    return tuple(1 << cell for cell in range(mask.bit_length()) if mask >> cell & 1)


@pytest.mark.parametrize("damage", range(13))
def test_a_proof_that_is_wrong_is_refused(proof, damage, tmp_path):
    name, data = list(damages(proof).items())[damage]
    file = tmp_path / "wrong.proof"
    file.write_bytes(data)
    report = check_design(file)
    assert (report.ok, status_of(report)) == (False, 4), name
    assert "\n" not in str(report.problem)


def test_a_damaged_file_is_refused(proof, tmp_path):
    file = tmp_path / "damaged.proof"
    for place in range(0, len(proof.data), 41):
        file.write_bytes(proof.data[:place] + bytes([proof.data[place] ^ 1]) + proof.data[place + 1 :])
        with pytest.raises(CertificateError):
            check_design(file)
    head, text = parts(proof.data)
    more = changed(proof.data, text + ": -\n")
    fewer = changed(proof.data, cases=head["cases"] + 1)
    sparse = changed(proof.data, sizes=[3, 3, 1])
    other = changed(proof.data, kind="guesses")
    for data in (
        more,
        fewer,
        sparse,
        other,
        changed(proof.data, first=["A1", "A1"]),
        changed(proof.data, first=["Z9"]),
    ):
        file.write_bytes(data)
        with pytest.raises(CertificateError) as error:
            check_design(file)
        assert "\n" not in str(error.value)
