"""The proved checker: its proofs are checked anew, it rests on no axiom, and it refuses what the others refuse."""

from __future__ import annotations

import random
import zlib

import pytest

from dicelab.check import CertificateError
from dicelab.check.proved import built, check_proved, missing
from tests.certificate_files import calendar_certificate, dice_certificate, rewritten

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(missing() is not None, reason=f"not installed: {missing()}"),
]


@pytest.fixture(scope="module")
def checker(tmp_path_factory):
    return built(tmp_path_factory.mktemp("proved"))


@pytest.fixture
def holds(checker, tmp_path):
    """Return a function that writes a file and tells whether the proved checker accepts it."""

    def ask(data):
        (tmp_path / "file").write_bytes(data)
        return check_proved(tmp_path / "file", checker).ok

    return ask


def test_the_theorems_rest_on_no_axiom(checker):
    assert checker.axioms == 0
    assert "certificate_holds z dice tilings = true -> always_solvable z dice" in " ".join(checker.assumptions.split())


def test_a_certificate_is_accepted_and_its_claim_is_said(checker, tmp_path):
    (tmp_path / "file").write_bytes(dice_certificate())
    report = check_proved(tmp_path / "file", checker)
    assert report.ok
    assert "die 1: A1 A2" in report.claim.splitlines()


def test_every_change_of_a_tiling_is_refused(holds):
    generator, body = random.Random(3), b"#221122#1221"
    for place in range(len(body)):
        other = generator.choice([byte for byte in b"12#3." if byte != body[place]])
        assert not holds(rewritten(dice_certificate(), body[:place] + bytes([other]) + body[place + 1 :]))


def test_a_certificate_of_other_dice_or_pieces_is_refused(holds):
    data = dice_certificate()
    assert not holds(rewritten(data, dice=[["A2", "A1"]]))
    assert not holds(rewritten(data, dice=[["A1", "A3"]]))
    assert not holds(rewritten(data, pieces=["##/#.", "##"]))
    assert holds(rewritten(data, pieces=["##", ".#/##"]))
    # A roll without a tiling, and a tiling without a roll.
    assert not holds(rewritten(data, dice=[["A1", "A2", "A3"]], rolls=2))
    assert not holds(rewritten(data, dice=[["A1"]]))


def test_what_no_theorem_is_about_is_refused(holds):
    with pytest.raises(CertificateError, match="two-sided pieces of squares"):
        holds(calendar_certificate())


def test_a_damaged_file_is_refused(holds):
    magic, header, checksum, stream = dice_certificate().split(b"\n", 3)
    changed = zlib.compress(zlib.decompress(stream).replace(b"#22112", b"#11221"))
    with pytest.raises(CertificateError, match="damaged"):
        holds(b"\n".join((magic, header, checksum, changed)))
