"""The writer of census certificates: every board told once, whatever the jobs; proofs only of what has no tiling."""

from __future__ import annotations

import pytest

from dicelab.errors import DicelabError
from dicelab.verifying import census_certificate
from dicelab.verifying.proofs import MANIFEST, ROWS, all_orbits, proof_checksums, prove_orbits
from solver.census import Census, Content, orbits_of
from solver.errors import InputError, StorageError
from solver.polyform import Board, Puzzle, Tiling
from solver.runs import threads
from tests.certificate_files import DOMINOES, FIVE, SEARCHED, records_of


def test_the_boards_are_those_of_the_orbits():
    found = []
    for record in records_of(census_certificate(FIVE).data):
        rows = "\n".join(record[:16].decode()[start : start + 4] for start in range(0, 16, 4))
        if b"." in record:
            found.append(Board.parse(rows, FIVE.grid).blockers)
            assert found[-1] == Board.parse(SEARCHED, FIVE.grid).blockers
        else:
            found.append(Tiling.parse(rows, FIVE).board.blockers)
    assert found == orbits_of(FIVE.grid, FIVE.blockers).representatives.tolist()


def test_the_jobs_do_not_show():
    assert census_certificate(FIVE, jobs=3) == census_certificate(FIVE)


def test_progress_ends_with_all_orbits():
    seen = []
    made = census_certificate(FIVE, progress=lambda done, total, _what="": seen.append((done, total)))
    assert seen[-1] == (made.orbits, made.orbits) == (77, 77)
    assert (made.unsolvable, made.unnamed) == (1, 1)


def test_proofs_are_named_by_their_checksums(tmp_path):
    pytest.importorskip("pysat")
    proofs = prove_orbits(
        all_orbits(DOMINOES, Census.load(DOMINOES, Content.SOLVABILITY).unsolvable_boards),
        tmp_path,
        threads(1),
        pytest.fail,
    )
    named = proof_checksums(tmp_path, DOMINOES)
    assert [named[board] for board in sorted(named)] == [row.proof for row in proofs.rows]
    made = census_certificate(DOMINOES, named)
    assert (made.unsolvable, made.unnamed) == (len(named), 0)
    assert [record[8:].decode() for record in records_of(made.data) if b"." in record] == [
        row.proof for row in proofs.rows
    ]
    with pytest.raises(StorageError, match="has the proofs of 2x4/2"):
        proof_checksums(tmp_path, FIVE)
    (tmp_path / ROWS).write_bytes((tmp_path / ROWS).read_bytes()[:-2])
    with pytest.raises(StorageError, match="is damaged"):
        proof_checksums(tmp_path, DOMINOES)
    (tmp_path / ROWS).unlink()
    with pytest.raises(StorageError, match="can't be read"):
        proof_checksums(tmp_path, DOMINOES)
    (tmp_path / MANIFEST).unlink()
    with pytest.raises(StorageError, match="can't be read"):
        proof_checksums(tmp_path, DOMINOES)


def test_a_proof_of_a_board_with_a_tiling_stops_it():
    with pytest.raises(DicelabError, match="board A1 A2 has a tiling, and a proof that it has none"):
        census_certificate(DOMINOES, {0b11: "0" * 64})


def test_a_puzzle_of_too_many_boards_is_refused():
    with pytest.raises(InputError, match="holds at most 20,000,000"):
        census_certificate(Puzzle.parse("8x8/20:11*I4"))
