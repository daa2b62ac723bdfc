"""``dicelab check`` of every kind of file, and ``dicelab census certify``."""

from __future__ import annotations

import json

import pytest

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
    assert done.out.splitlines()[1:] == [
        "puzzle: 2x4, 2 blockers, pieces 3*##",
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
    assert done.code == 1
    assert done.out.splitlines()[2].startswith("NOT proved: record 3 (blockers A2 B1): piece ## can't cover A1 C1")
    certificate.write_bytes(certificate.read_bytes()[:-1])
    assert "is truncated" in dicelab("check", certificate).refused()


def test_proofs_of_all_boards(dicelab, tmp_path):
    pytest.importorskip("pysat")
    proofs, path = tmp_path / "proofs", tmp_path / "all.certificate"
    assert dicelab("prove", "--all", "--puzzle", DOMINO, "--out", proofs, "--jobs", "1").code in {0, 3}
    done = dicelab("census", "certify", "--out", path, "--puzzle", DOMINO, "--proofs", proofs)
    assert done.code == 0
    assert done.out.startswith("tilings: 6, proofs named: 4\n")
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
    assert done.code == 1
    assert done.out.splitlines()[-1].startswith("NOT proved: board.drat proves nothing: line 1 does not follow")


def test_a_certificate_is_not_overwritten(dicelab, certificate):
    before = certificate.read_bytes()
    assert "--force" in dicelab("census", "certify", "--out", certificate, "--puzzle", DOMINO).refused()
    assert dicelab("census", "certify", "--out", certificate, "--puzzle", DOMINO, "--force").code == 0
    assert certificate.read_bytes() == before


def test_a_sample_is_of_a_folder(dicelab, certificate):
    assert "name it by --proofs" in dicelab("check", certificate, "--sample", "1").refused()
    assert "is no folder" in dicelab("check", certificate, "--proofs", certificate).refused()
