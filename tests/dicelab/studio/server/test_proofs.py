"""Proofs that a browser saves are accepted by the checkers, which share nothing with what wrote them."""

import base64
import io
import zipfile

import pytest

from dicelab.check import check_certificate, check_refutation
from dicelab.studio import questions
from dicelab.studio.calls import Work

UNSOLVABLE = "A2 B1 A5 B6 C3 C4 D3"


@pytest.fixture
def work(tmp_path):
    return Work(lambda _: None, (), tmp_path)


@pytest.mark.slow
def test_the_proof_of_a_board_is_checked_from_its_archive(work, tmp_path):
    pytest.importorskip("pysat")
    answer = questions.Prove(board=UNSOLVABLE).answer(work)
    assert str(tmp_path) not in str(answer)
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(answer["zip"]))) as archive:
        archive.extractall(tmp_path / "saved")
    assert sorted(path.name for path in (tmp_path / "saved").iterdir()) == ["board.cnf", "board.drat", "proof.json"]
    check_refutation(tmp_path / "saved" / "proof.json")


@pytest.mark.slow
def test_a_board_with_a_tiling_has_no_proof(work):
    pytest.importorskip("pysat")
    assert questions.Prove(board="A6 B1 B5 D1 E3 F2 F4").answer(work)["zip"] is None


@pytest.mark.slow
@pytest.mark.parametrize(("dice", "is_proved"), [("A1 A3 | A2 A4", True), ("A1 | B2", False)])
def test_the_certificate_of_a_set_is_checked(work, tmp_path, dice, is_proved):
    answer = questions.Certificate(dice=dice, puzzle="2x4/2:3*I2").answer(work)
    assert answer["always_solvable"] is is_proved
    assert (answer["certificate"] is not None) is is_proved
    if is_proved:
        (tmp_path / "set.certificate").write_bytes(base64.b64decode(answer["certificate"]))
        check_certificate(tmp_path / "set.certificate")
