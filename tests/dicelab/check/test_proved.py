"""The proved checker: its proofs are checked anew, it rests on no axiom but the machine's, and lies are refused."""

from __future__ import annotations

import json
import random
import subprocess
import zlib
from itertools import combinations

import pytest

import dicelab
from dicelab.check import CertificateError, check_census, check_design
from dicelab.check.proved import board_clauses, built, check_proved, missing
from dicelab.check.proved.checking import MACHINE
from dicelab.check.puzzle import puzzle_of
from dicelab.check.refutation import FormulaMaker
from dicelab.score.tables import keep_tables
from dicelab.search.design.proof import DesignProof
from dicelab.search.design.proving_cases import prove_by_cases
from dicelab.search.question import Question
from solver.census import Content, build_census
from solver.polyform import Puzzle
from tests.certificate_files import (
    DOMINOES,
    FIVE,
    SEARCHED,
    calendar_certificate,
    census_file,
    dice_certificate,
    records_of,
    rewritten,
)
from tests.dicelab.check.test_attacks import mutate, packed, parts_of_cases

NINE = "3x3/3:I1,I2,I3"
SWAPPED = bytes.maketrans(b"12", b"21")
PIECES = "# ## ### ##/#. #### ##/## ###/.#. ###/#.. ##./.##"
GROUNDS = (
    {
        "rows": 6,
        "columns": 6,
        "holes": [],
        "blockers": 7,
        "pieces": "# ## ### ##/#. #### ##/## ###/.#. ###/#.. ##./.##",
    },
    {"rows": 4, "columns": 5, "holes": ["B2", "D5"], "blockers": 6, "pieces": "##/#. # #### ###/.#."},
)

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


def test_the_theorems_rest_on_no_axiom_but_those_of_the_machine(checker):
    said = " ".join(checker.assumptions.split())
    assert all(axiom.startswith(MACHINE) for axiom in checker.axioms)
    assert said.count("Axioms:") == 2
    assert "proof_holds z sizes k size boards e = true -> no_dice_reach z sizes k Axioms:" in said
    assert "certificate_holds z dice tilings = true -> always_solvable z dice Closed" in said
    assert "board_formula z board = Some f -> satisfiable f <-> tileable z board Closed" in said
    assert "refutation_holds z board steps = true -> ~ tileable z board Closed" in said
    assert "NoDup (boards z) /\\ without_tiling z bad Closed" in said


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


@pytest.fixture(scope="module")
def cases(tmp_path_factory):
    """A proof by cases, two of which are split, that three dice of three cells have no tiling for some roll."""
    pytest.importorskip("pysat")
    puzzle = Puzzle.parse(NINE)
    keep_tables(build_census(puzzle, Content.TILINGS, folder=tmp_path_factory.mktemp("tables")))
    found = prove_by_cases(Question(NINE, (3, 3, 3), 1))
    assert isinstance(found, DesignProof)
    return found.data


def test_that_no_dice_do_better_is_proved(cases, checker, tmp_path):
    (tmp_path / "file").write_bytes(cases)
    report, other = check_proved(tmp_path / "file", checker), check_design(tmp_path / "file")
    assert report.ok
    assert report.digest == other.digest
    assert claimed(report) == "PROVED no_dice_reach: no dice of these sizes have 1 tilings for every roll"
    assert "all of the prover's integers and arrays" in report.text


def test_a_leaf_that_counting_leaves_open_is_split(cases, holds):
    head, boards, lines = parts_of_cases(cases)
    trees = [line.partition(":")[2].split() for line in lines]
    assert any(len(tree) > 1 for tree in trees)
    assert holds(packed(head, [*boards, *(f"{line.partition(':')[0]}:-\n" for line in lines)]))


def test_a_tree_of_cases_that_lies_is_refused(cases, holds):
    head, boards, lines = parts_of_cases(cases)
    assert holds(cases)
    # A case or all boards missing; a sign too many or too few.
    for place, line in enumerate(lines):
        if line.partition(":")[2].split() != ["-"]:
            assert not holds(packed(head, [*boards, *lines[:place], line[:-3] + "\n", *lines[place + 1 :]]))
        assert not holds(packed(head, [*boards, *lines[:place], *lines[place + 1 :]], cases=len(lines) - 1))
        assert not holds(packed(head, [*boards, *lines[:place], line[:-1] + " -\n", *lines[place + 1 :]]))
    assert not holds(packed(head, lines, boards=0))
    # All boards have too few tilings, dice of other sizes, fewer tilings, or other pieces.
    everything = [f"{1 << a | 1 << b | 1 << c:x}\n" for a, b, c in combinations(range(9), 3)]
    assert not holds(packed(head, [*everything, *lines], boards=len(everything), sizes=[5, 2, 2]))
    assert not holds(packed(head, [*everything, *lines], boards=len(everything), pieces=["#", "#", "#", "###"]))
    assert not holds(packed(head, [*boards, *lines], sizes=[5, 2, 2]))
    assert not holds(packed(head, [*boards, *lines], min_tilings=0))
    assert not holds(packed(head, [*boards, *lines], pieces=["#", "#", "#", "#", "#", "#"]))


@pytest.mark.parametrize("sizes", [(5, 2, 2), (4, 4, 1), (7, 1, 1)])
def test_no_mutation_of_cases_proves_what_is_false(sizes, cases, holds):
    """Some dice of these sizes do have a tiling for every roll."""
    generator = random.Random(7)
    for _ in range(10):
        head, *sections = parts_of_cases(cases)
        for _ in range(generator.randrange(3)):
            mutate(generator.choice(sections), generator)
        counts = {"boards": len(sections[0]), "cases": len(sections[1])}
        try:
            assert not holds(packed(head, [line for part in sections for line in part], **counts, sizes=list(sizes)))
        except CertificateError:
            continue


def claimed(report):
    return report.claim.splitlines()[-1]


@pytest.fixture(scope="module")
def proof(tmp_path_factory):
    """The proof in LRAT of a board whose refutation takes a search."""
    pytest.importorskip("pysat")
    folder = tmp_path_factory.mktemp("proof")
    assert dicelab.prove(SEARCHED, FIVE, out=folder, lrat=True, force=True).to_json()["lrat"]
    return folder / "proof.json"


def test_a_board_without_a_tiling_is_proved(proof, checker):
    report = check_proved(proof, checker)
    assert report.ok
    assert claimed(report) == "PROVED not tileable: this board has no tiling"
    assert f"board: {SEARCHED}" in report.claim.splitlines()


def test_a_proof_that_lacks_a_step_or_is_of_another_board_is_refused(proof, checker, tmp_path):
    record, lines = json.loads(proof.read_text()), proof.with_name("board.lrat").read_text().splitlines()
    file = tmp_path / "proof.json"

    def holds(steps, **changed):
        file.write_text(json.dumps(record | changed))
        file.with_name("board.lrat").write_text("".join(f"{line}\n" for line in steps))
        return check_proved(file, checker).ok

    added = [place for place, line in enumerate(lines) if line.split()[1] != "d"]
    assert len(added) > 2
    assert holds(lines)
    # The last hint is always needed, and so is the last step.
    assert not holds(lines[:-1])
    for place in added:
        *words, _, zero = lines[place].split()
        assert not holds([*lines[:place], " ".join((*words, zero)), *lines[place + 1 :]])
    assert not holds(lines, board=["A1", "B2", "C4"])
    assert not holds(lines, pieces=[*record["pieces"][:-1], "####"])
    with pytest.raises(CertificateError, match="not a step"):
        holds([*lines[:-1], "nonsense"])


@pytest.mark.parametrize("ground", GROUNDS)
def test_the_clauses_are_those_of_the_other_checker(ground, checker):
    puzzle = puzzle_of(ground | {"pieces": ground["pieces"].split()})
    board = sorted(random.Random(6).sample(range(len(puzzle.cells)), puzzle.blockers))
    made = FormulaMaker(puzzle).of_board(sum(1 << cell for cell in board)).clauses
    assert board_clauses(puzzle, board, checker) == made


def test_a_census_is_proved_and_its_boards_counted(checker, tmp_path):
    for puzzle in (FIVE, DOMINOES):
        (tmp_path / "file").write_bytes(census_file(puzzle))
        report, other = check_proved(tmp_path / "file", checker), check_census(tmp_path / "file")
        assert report.ok
        assert report.digest == other.digest
        numbers = f"of all {other.boards} boards just {other.unsolvable} have no tiling"
        assert claimed(report) == f"PROVED without_tiling: {numbers}"


def test_a_census_that_lies_is_refused(holds):
    data, records = census_file(FIVE), records_of(census_file(FIVE))
    tiled = [record for record in records if b"." not in record]
    for place in (0, len(records) // 2, len(records) - 1):
        rest = [*records[:place], *records[place + 1 :]]
        unsolvable = sum(b"." in record for record in rest)
        # An orbit is missing, or another one stands in its place.
        assert not holds(rewritten(data, b"".join(rest), orbits=len(rest), unsolvable=unsolvable))
        other = rest[0] if place else rest[-1]
        unsolvable += b"." in other
        assert not holds(rewritten(data, b"".join([*rest, other]), unsolvable=unsolvable))
    # A tiling that is none; a board with a tiling that is said to have none; the board of one orbit twice.
    assert not holds(rewritten(data, b"".join(records).replace(tiled[3], tiled[3][::-1].translate(SWAPPED), 1)))
    board = tiled[5].translate(bytes(46 if byte != 35 else 35 for byte in range(256)))
    told = b"".join(board + b"-" * 64 if record == tiled[5] else record for record in records)
    assert not holds(rewritten(data, told, unsolvable=sum(b"." in record for record in records) + 1))


def test_a_census_with_a_refutation_in_place_of_the_search(checker, tmp_path):
    pytest.importorskip("pysat")
    records = [record.decode()[:16] for record in records_of(census_file(FIVE))]
    (bare,) = [record for record in records if "." in record]
    board = " ".join("ABCD"[place // 4] + str(place % 4 + 1) for place in range(16) if bare[place] == "#")
    dicelab.prove(board, FIVE, out=tmp_path, lrat=True)
    steps = (tmp_path / "board.lrat").read_text().splitlines()
    grid = " ".join(f"{place // 4},{place % 4}" for place in range(16))
    pieces = ["0,0", "0,0 0,1", "0,0 0,1 0,2", "0,0 0,1 1,0", "0,0 0,1 1,0 1,1"]
    claim = [f"grid {grid}", *(f"piece {cells}" for cells in pieces), "blockers 3", f"census {len(records)}"]

    def said(steps):
        evidence = [
            part for record in records for part in ([f"{bare} {len(steps)}", *steps] if record == bare else [record])
        ]
        lines = "".join(f"{line}\n" for line in claim + evidence)
        return subprocess.run([checker.program], input=lines, capture_output=True, text=True, check=False).stdout

    assert said(steps).splitlines()[-1].startswith("PROVED without_tiling: of all 560 boards just ")
    assert said(steps[:-1]).splitlines()[-1] == "NOT PROVED"
    assert said([*steps[:-1], "9999 0 0"]).splitlines()[-1] == "NOT PROVED"
