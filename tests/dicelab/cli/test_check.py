"""``dicelab check`` of every kind of file, and ``dicelab census certify``."""

from __future__ import annotations

import json

import pytest

from dicelab.verifying.certificate import board_claim
from solver.polyform import Board
from tests.certificate_files import DOMINOES, FIVE, SEARCHED, refutation_folder, rewritten

DOMINO = DOMINOES.format()


@pytest.fixture
def certificate(dicelab, tmp_path):
    path = tmp_path / "all.certificate"
    assert dicelab("census", "certify", "--out", path, "--puzzle", DOMINO).code == 0
    return path


def test_a_certificate_of_all_boards(dicelab, certificate):
    done = dicelab("check", certificate)
    assert done.code == 3
    digest = json.loads(dicelab("check", certificate, "--json").out)["digest"]
    assert done.out.splitlines()[1:] == [
        "puzzle: 2x4, 2 blockers, pieces 3*##",
        f"digest: {digest}",
        "28 boards in 10 orbits under the symmetries of the grid, each there once",
        "Proved: 16 boards can be tiled (6 tilings checked).",
        "The other 12 boards in 4 orbits have no tiling here:",
        "  4 have no proof",
    ]
    told = json.loads(dicelab("check", certificate, "--json").out)
    assert told["schema"] == "dicelab/census-check/1"
    assert (told["ok"], told["proved"], told["unsolvable"]) == (True, False, 12)


def test_a_false_certificate_of_all_boards(dicelab, certificate):
    certificate.write_bytes(rewritten(certificate.read_bytes(), rows=4, columns=2))
    done = dicelab("check", certificate)
    assert done.code == 4
    assert done.out.splitlines()[3].startswith("NOT proved: record 3 (blockers A2 B1): piece ## can't cover A1 C1")
    certificate.write_bytes(certificate.read_bytes()[:-1])
    assert "is truncated" in dicelab("check", certificate).refused()


def test_proofs_of_all_boards(dicelab, tmp_path):
    pytest.importorskip("pysat")
    proofs, path = tmp_path / "proofs", tmp_path / "all.certificate"
    assert dicelab("prove", "--all", "--puzzle", DOMINO, "--out", proofs, "--jobs", "1").code in {0, 3}
    done = dicelab("census", "certify", "--out", path, "--puzzle", DOMINO, "--proofs", proofs)
    assert done.code == 0
    assert done.out.startswith("6 orbits with a tiling, 4 with a proof\n")
    assert dicelab("check", path).code == 3
    done = dicelab("check", path, "--proofs", proofs)
    assert done.code == 0
    assert done.out.splitlines()[-1] == "Proved: the other 12 boards in 4 orbits can't (4 proofs checked)."
    done = dicelab("check", path, "--proofs", proofs, "--sample", "3", "--seed", "1")
    assert done.code == 3
    assert "  3 proofs checked" in done.out
    assert "leave out --proofs" in dicelab("check", proofs / "manifest.json", "--proofs", proofs).refused()
    said = dicelab(
        "census", "certify", "--out", path, "--puzzle", FIVE.format(), "--proofs", proofs, "--force"
    ).refused()
    assert "has the proofs of 2x4/2:3*I2" in said


def test_a_refutation(dicelab, tmp_path):
    pytest.importorskip("pysat")
    path = refutation_folder(tmp_path, FIVE, SEARCHED)
    done = dicelab("check", path)
    assert done.code == 0
    assert done.out.splitlines()[-1] == "Proved: it has no tiling."
    assert json.loads(dicelab("check", path, "--json").out)["board"] == SEARCHED
    done = dicelab("check", refutation_folder(tmp_path, FIVE, SEARCHED, proof=b"0\n"))
    assert done.code == 4
    assert done.out.splitlines()[-1].startswith("NOT proved: board.drat proves nothing: line 1 does not follow")


def test_a_certificate_is_not_overwritten(dicelab, certificate):
    before = certificate.read_bytes()
    assert "--force" in dicelab("census", "certify", "--out", certificate, "--puzzle", DOMINO).refused()
    assert dicelab("census", "certify", "--out", certificate, "--puzzle", DOMINO, "--force").code == 0
    assert certificate.read_bytes() == before


def test_a_sample_is_of_a_folder(dicelab, certificate):
    assert "--sample needs --proofs" in dicelab("check", certificate, "--sample", "1").refused()
    assert "is not a folder" in dicelab("check", certificate, "--proofs", certificate).refused()


def test_the_claim_that_is_expected(dicelab, tmp_path):
    path, easy, puzzle = tmp_path / "certificate", tmp_path / "easy.json", "6x6/7:29*I1"
    dice = json.loads(dicelab("export", "theorem-5.3").out)
    easy.write_text(json.dumps({**dice, "puzzle": puzzle}), encoding="utf-8")
    wrote = dicelab("verify", "theorem-5.3", "--certificate", path)
    digest = wrote.err.split()[-1]
    told = json.loads(dicelab("check", path, "--json", "--expect", digest).out)
    assert (told["digest"], told["expected"]) == (digest, True)
    assert dicelab("check", path, "--expect", "theorem-5.3").code == 0
    assert dicelab("check", path, "--expect", "default").code == 4
    done = dicelab("check", path, "--expect", easy)
    assert done.code == 4
    assert "Proved: always solvable.\nNOT the claim that was expected" in done.out
    assert "0123" in dicelab("check", path, "--expect", "0123").refused()


def test_what_writes_a_file_prints_the_digest_of_its_claim(dicelab, certificate, tmp_path):
    pytest.importorskip("pysat")
    wrote = dicelab("census", "certify", "--out", certificate, "--puzzle", DOMINO, "--force")
    assert wrote.out.split()[-1] == json.loads(dicelab("check", certificate, "--json").out)["digest"]
    proof = tmp_path / "proof"
    wrote = dicelab("prove", SEARCHED, "--puzzle", FIVE.format(), "--out", proof)
    digest = board_claim(Board.parse(SEARCHED, FIVE.grid), FIVE)
    assert f"digest of the claim: {digest}\n" in wrote.out
    assert json.loads(dicelab("check", proof / "proof.json", "--json").out)["digest"] == digest


def test_the_second_checker_is_part_of_the_installation(dicelab):
    program = dicelab("check", "--program")
    assert program.code == 0
    assert "independent_check.py FILE" in program.out
    compile(program.out, "independent_check.py", "exec")


def test_without_a_prover_a_line_says_what_to_install(dicelab, certificate, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    done = dicelab("check", certificate, "--proved")
    assert done.code == 3
    assert "coqc and ocamlopt: install Debian's packages coq and ocaml-nox" in done.out
    assert "leave out --proofs" in dicelab("check", certificate, "--proved", "--proofs", tmp_path).refused()
