"""Proofs of design, their detached files and certificates of version 2, attacked as the other files are.

Each is cut short, flipped bit by bit, written anew with a lie that its checksums cover, and blown up.
"""

from __future__ import annotations

import json
import lzma
import random
import tracemalloc
import zlib

import pytest

from dicelab.check import CertificateError, check_design, check_file, drat_trim, reading, status_of
from dicelab.score.tables import keep_tables, roll_tilings
from dicelab.search.design.proof import DESIGN_PROOF_SCHEMA, DesignProof
from dicelab.search.design.proving import prove_formula
from dicelab.search.design.proving_cases import prove_by_cases
from dicelab.search.design.search_state import RefutedQuestion
from dicelab.search.question import Question
from solver.census import Content, build_census
from solver.exact_cover.checkers import find_drat_trim
from solver.polyform import Puzzle
from solver.runs.storage import headed, sha256
from tests.certificate_files import calendar_certificate, rewritten
from tests.dicelab.search.design.conftest import deals
from tests.drat import STEP_CHECKERS

pytest.importorskip("pysat")

PUZZLE, SIZES, BOUND = "3x3/3:I1,I2,I3", (3, 3, 3), 1
REFUSED = -1
FLIPS = 60
LIES = 30


@pytest.fixture(scope="module", autouse=True)
def tables(tmp_path_factory):
    keep_tables(build_census(Puzzle.parse(PUZZLE), Content.TILINGS, folder=tmp_path_factory.mktemp("census")))


@pytest.fixture(scope="module")
def proof():
    """A proof that no three dice of three cells have a tiling for each roll."""
    found = prove_formula(RefutedQuestion(Question(PUZZLE, SIZES, BOUND), (), (), 1))
    assert found is not None
    return found.data


@pytest.fixture(scope="module")
def cases():
    """A proof of the same by cases, which has boards and splits alone."""
    found = prove_by_cases(Question(PUZZLE, SIZES, BOUND))
    assert isinstance(found, DesignProof)
    assert found.nodes > found.cases > 1
    return found.data


def parts_of_cases(data):
    line, _, body = data.partition(b"\n")
    head, lines = json.loads(line), lzma.decompress(body).decode().splitlines(keepends=True)
    return head, lines[: head["boards"]], lines[head["boards"] :]


def parts(data):
    line, _, body = data.partition(b"\n")
    head = json.loads(line)
    text = lzma.decompress(body).decode().splitlines(keepends=True)
    ends = [head["boards"], head["boards"] + head["steps"], head["boards"] + head["steps"] + head["clauses"]]
    return head, text[: ends[0]], text[ends[0] : ends[1]], text[ends[1] : ends[2]], text[ends[2] :]


def packed(head, body, **fields):
    """Write a proof anew, so that its checksums are right."""
    head = {key: value for key, value in head.items() if key not in {"schema", "body", "sha256"}} | fields
    return headed(DESIGN_PROOF_SCHEMA, head, body if isinstance(body, bytes) else lzma.compress("".join(body).encode()))


def sealed_proof(head, boards, steps, masks, drat, *, file=None, **fields):
    """Write a proof of these parts, with the numbers that they have; its DRAT may be left for a file beside it."""
    text = "".join(drat).encode()
    said = {"kind": "drat", "file": file, "bytes": len(text), "lines": len(drat), "sha256": sha256(text)}
    case = head["cases"][0]
    cubes = [case["cubes"][0] | {"proof": said}]
    body = [*boards, *steps, *masks, *([] if file else drat)]
    counts = {"boards": len(boards), "steps": len(steps), "clauses": len(masks), "cases": [case | {"cubes": cubes}]}
    return packed(head, body, **counts | fields)


def verdict(path, checker=None):
    """Return the exit status of a check; whatever is refused is refused in one line."""
    try:
        report = check_file(path, checker=checker)
    except CertificateError as error:
        said = str(error)
    else:
        return status_of(report)
    assert said.startswith(f"{path}: ")
    assert "\n" not in said
    assert len(said) < 1000
    return REFUSED


def cut_and_flipped(data, flips=FLIPS):
    """Yield a file cut at many places, with a bit of each byte of its head flipped, and with random bits flipped."""
    generator = random.Random(8)
    step = max(1, len(data) // 50)
    yield from (data[:end] for end in range(0, len(data), step))
    yield data[:-1]
    head = data.rfind(b"\n", 0, 4096) + 1
    for place in [*range(0, head, max(1, head // flips)), *(generator.randrange(len(data)) for _ in range(flips))]:
        bit = 1 << generator.randrange(8)
        yield data[:place] + bytes([data[place] ^ bit]) + data[place + 1 :]


CHECKERS = [
    None,
    *(pytest.param(*one.values, marks=[pytest.mark.slow, *one.marks], id=one.id) for one in STEP_CHECKERS[1:]),
]


@pytest.mark.parametrize("checker", CHECKERS)
@pytest.mark.parametrize("kind", ["formula", "cases", "certificate"])
def test_what_is_cut_or_flipped_is_refused(proof, cases, kind, checker, tmp_path):
    data = {"formula": proof, "cases": cases, "certificate": calendar_certificate()}[kind]
    file = tmp_path / "attacked"
    file.write_bytes(data)
    # A program goes with files that have proofs.
    assert verdict(file, checker) == (REFUSED if checker and kind == "certificate" else 0)
    for attacked in cut_and_flipped(data):
        file.write_bytes(attacked)
        assert verdict(file, checker) != 0, attacked


@pytest.fixture
def beside(proof, tmp_path):
    """A proof whose DRAT stands in a file beside it; returns both files and the DRAT."""
    head, boards, steps, masks, drat = parts(proof)
    file = tmp_path / "bound.proof"
    file.write_bytes(sealed_proof(head, boards, steps, masks, drat, file="steps.drat.xz"))
    return file, tmp_path / "steps.drat.xz", "".join(drat).encode()


def test_a_detached_proof_that_is_cut_or_flipped_is_refused(beside):
    file, detached, text = beside
    data = lzma.compress(text)
    detached.write_bytes(data)
    assert verdict(file) == 0
    for attacked in cut_and_flipped(data, flips=2 * FLIPS):
        detached.write_bytes(attacked)
        assert verdict(file) != 0, attacked


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello\n",
        lzma.compress(b""),
        lzma.compress(b"0\n"),
        lzma.compress(b"1" * 10**7),
        lzma.compress(b"0\n", lzma.FORMAT_ALONE),
        lzma.compress(b"0\n", lzma.FORMAT_RAW, filters=[{"id": lzma.FILTER_LZMA2}]),
        lzma.compress(b"0\n", filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 3 << 29}]),
    ],
)
def test_another_file_in_place_of_a_detached_proof_is_refused(beside, data):
    file, detached, _ = beside
    detached.write_bytes(data)
    assert verdict(file) in {REFUSED, 4}


def test_what_follows_a_detached_proof_is_refused(beside):
    file, detached, text = beside
    for data in (lzma.compress(text) + b"x", lzma.compress(text + b"1 0\n"), lzma.compress(text) + lzma.compress(b"")):
        detached.write_bytes(data)
        assert verdict(file) != 0


@pytest.mark.parametrize("place", ["body", "cases", "detached"])
def test_a_bomb_takes_no_memory(beside, cases, place):
    file, detached, text = beside
    packer, bomb = lzma.LZMACompressor(preset=0), b""
    for _ in range(16):
        bomb += packer.compress(bytes(1 << 24))
    bomb += packer.flush()
    head, *_ = parts(file.read_bytes())
    detached.write_bytes(bomb if place == "detached" else lzma.compress(text))
    if place != "detached":
        file.write_bytes(packed(parts_of_cases(cases)[0] if place == "cases" else head, bomb))
    tracemalloc.start()
    assert verdict(file) in {REFUSED, 4}
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 32 << 20


def test_steps_without_end_are_not_unpacked(beside, monkeypatch):
    """Each is a step, and none of them proves anything: what they take is bounded by the size of the file."""
    file, detached, text = beside
    monkeypatch.setattr(reading, "FREE_GROWTH", 1 << 22)
    detached.write_bytes(lzma.compress(b"d 1 2 0\n" * (1 << 20)))
    assert verdict(file) != 0
    head, *rest = parts(file.read_bytes())
    proof = head["cases"][0]["cubes"][0]["proof"] | {"bytes": 8 << 20}
    case = head["cases"][0] | {"cubes": [head["cases"][0]["cubes"][0] | {"proof": proof}]}
    file.write_bytes(packed(head, [line for part in rest for line in part], cases=[case]))
    with pytest.raises(CertificateError, match="unpacks to over 1,000 times its size"):
        check_design(file)
    detached.write_bytes(lzma.compress(text))
    assert verdict(file) == REFUSED


@pytest.mark.skipif(find_drat_trim() is None, reason="drat-trim is not installed")
@pytest.mark.parametrize("text", [b"hello\n", b"s VERIFIED\n", b"a\0\0", b"1 0 2 0\n", b"9999999999 0\n"])
def test_drat_trim_gets_no_line_that_is_no_step(beside, text):
    file, detached, proof = beside
    detached.write_bytes(lzma.compress(proof))
    assert check_design(file, checker=drat_trim(str(find_drat_trim()))).proved
    detached.write_bytes(lzma.compress(text + proof))
    with pytest.raises(CertificateError, match="line 1 is not a step"):
        check_design(file, checker=drat_trim(str(find_drat_trim())))


@pytest.mark.parametrize(
    "step", ["x 4000000000000 50 1", "x 1 0 50", "x 1 0 99", "c 4000000000000 1", "c 0 8000000000000"]
)
def test_a_step_about_a_cell_that_is_not_there_is_refused(proof, step, tmp_path):
    head, boards, steps, masks, drat = parts(proof)
    file = tmp_path / "step.proof"
    file.write_bytes(sealed_proof(head, boards, [*steps, f"{step}\n"], masks, drat))
    assert verdict(file) == REFUSED


HUGE, DEEP = 10**4200, 400
DEEPLY = json.loads("[" * DEEP + "]" * DEEP)


@pytest.mark.parametrize(
    "fields",
    [
        {"boards": HUGE},
        {"steps": HUGE},
        {"clauses": HUGE},
        {"cuts": HUGE},
        {"boards": 1 << 62},
        {"min_tilings": HUGE},
        {"sizes": [HUGE, 3, 3]},
        {"sizes": [3] * 100_000},
        {"fixed": [["A1", HUGE]]},
        {"fixed": [["A1", 1]] * 100_000},
        {"off": ["A1"] * 100_000},
        {"invariant": [list(range(9))] * 10_000},
        {"breaking": [[HUGE] * 9]},
        {"rows": HUGE},
        {"rows": 10**6, "columns": 10**6},
        {"rows": 8, "columns": 8},
        {"pieces": ["#"] * 100_000},
        {"pieces": ["#" * 100_000]},
        {"blockers": HUGE},
        {"checked_by": DEEPLY},
        {"fixed": DEEPLY},
        {"solver": "\x1b[31m\n" * 1000},
    ],
)
def test_a_header_with_huge_numbers_is_refused(proof, fields, tmp_path):
    file = tmp_path / "huge.proof"
    head, *rest = parts(proof)
    file.write_bytes(packed(head, [line for part in rest for line in part], **fields))
    found = verdict(file)
    # Who found the proof is no part of the claim, and the claims of these two are weaker than what is proved.
    assert found != 0 or fields.keys() <= {"solver", "checked_by", "min_tilings", "invariant"}


def test_a_header_that_is_nested_too_deeply_is_refused(tmp_path):
    file = tmp_path / "deep.proof"
    for depth in (900, 990, 1_000, 5_000, 100_000):
        file.write_bytes(
            b'{"schema": "%s", "kind": ' % DESIGN_PROOF_SCHEMA.encode() + b"[" * depth + b"]" * depth + b"}\n"
        )
        assert verdict(file) == REFUSED


@pytest.mark.parametrize(
    "fields",
    [
        *({"boards": number} for number in (0, HUGE)),
        *({"cases": number} for number in (0, 1 << 62, HUGE)),
        *({"sizes": sizes} for sizes in ([], [HUGE, 3, 3], [1] * 100_000)),
        *({"first": cells} for cells in ([], ["A1"] * 100_000, ["A1", "A1"], ["Z9"], [HUGE], DEEPLY)),
        *({"rows": number, "columns": number} for number in (8, 10**6, HUGE)),
        {"rows": 8, "columns": 8, "sizes": [8] * 8},
        {"pieces": ["#" * 100_000]},
        {"blockers": HUGE},
        *({"kind": kind} for kind in ("text", "formula")),
    ],
)
def test_a_header_of_cases_with_a_lie_is_refused(cases, fields, tmp_path):
    file = tmp_path / "lie.proof"
    head, boards, lines = parts_of_cases(cases)
    file.write_bytes(packed(head, [*boards, *lines], **fields))
    assert verdict(file) != 0


@pytest.mark.parametrize("checker", CHECKERS)
@pytest.mark.parametrize("kind", ["formula", "cases"])
def test_no_mutation_proves_what_is_false(proof, cases, kind, checker, tmp_path):
    """Lines are dropped, doubled, exchanged and renumbered, and all checksums are right again."""
    tilings, generator = roll_tilings(Puzzle.parse(PUZZLE)), random.Random(5)
    file, accepted = tmp_path / "lie.proof", 0
    for sizes in ((3, 3, 3), (3, 2, 2), (2, 2, 2), (1, 1, 1)):
        most = max(tilings.fewest(dice) for dice in deals(tuple(range(9)), sizes))
        for _ in range(LIES):
            head, *sections = parts(proof) if kind == "formula" else parts_of_cases(cases)
            for _ in range(generator.randrange(3)):
                mutate(generator.choice(sections), generator)
            claim = {"sizes": list(sizes), "min_tilings": most}
            if kind == "formula":
                data = sealed_proof(head, *sections, **claim)
            else:
                counts = {"boards": len(sections[0]), "cases": len(sections[1])}
                data = packed(head, [line for part in sections for line in part], **counts, **claim)
            file.write_bytes(data)
            accepted += verdict(file, checker) == 0
    assert accepted == 0


def mutate(lines, generator):
    if not lines:
        return
    place, other = (generator.randrange(len(lines)) for _ in range(2))
    how = generator.randrange(5)
    if how == 0:
        del lines[place]
    elif how == 1:
        lines.insert(other, lines[place])
    elif how == 2:
        lines[place], lines[other] = lines[other], lines[place]
    elif how == 3:
        lines[:] = []
    else:
        words = lines[place].split()
        words[generator.randrange(len(words))] = str(generator.randrange(9))
        lines[place] = " ".join(words) + "\n"


def test_a_limit_that_is_left_out_is_not_proved_for_all(tmp_path):
    """A proof about dice with a cell fixed, left off, in one piece or sent to themselves says so in its claim."""
    for limit in ("connected", "invariant=rotate-180"):
        sizes = (3, 2, 2)
        tilings = roll_tilings(Puzzle.parse(PUZZLE))
        most = max(tilings.fewest(dice) for dice in deals(tuple(range(9)), sizes))
        found = prove_formula(RefutedQuestion(Question(PUZZLE, sizes, max(1, most), constraints=(limit,)), (), (), 1))
        if found is None:
            continue
        file = tmp_path / "limits.proof"
        file.write_bytes(found.data)
        assert verdict(file) == 0
        head, *rest = parts(found.data)
        body = [line for part in rest for line in part]
        file.write_bytes(packed(head, body, connected=False, invariant=[]))
        assert verdict(file) != 0
        for key in ("connected", "invariant", "fixed", "off"):
            without = {name: value for name, value in head.items() if name != key}
            file.write_bytes(packed(without, body))
            assert verdict(file) == REFUSED


CALENDAR_LIES = [
    {"rolls": 3},
    {"rolls": 10**4200},
    {"dice": [["JAN", "FEB"], ["1", "2", "3"]], "rolls": 6},
    {"dice": [["JAN"], ["1", "2"]], "rolls": 2},
    {"dice": [["FEB", "JAN"], ["1", "2"]]},
    {"dice": [["JAN", "FEB"], ["2", "1"]]},
    {"blockers": 3},
    {"shared_cells": "yes"},
    {"points": []},
    {"labels": []},
]


@pytest.mark.parametrize("fields", CALENDAR_LIES)
def test_a_certificate_of_version_2_with_a_lie_is_refused(fields, tmp_path):
    file = tmp_path / "lie.certificate"
    file.write_bytes(rewritten(calendar_certificate(), **fields))
    assert verdict(file) != 0


def test_a_certificate_of_version_2_with_another_tiling_is_refused(tmp_path):
    data = calendar_certificate()
    body = zlib.decompress(data.split(b"\n", 3)[3])
    file, generator = tmp_path / "lie.certificate", random.Random(2)
    for _ in range(300):
        place, digit = generator.randrange(len(body)), generator.choice(b"#123456.x\n\0")
        if body[place] == digit:
            continue
        file.write_bytes(rewritten(data, body[:place] + bytes([digit]) + body[place + 1 :]))
        assert verdict(file) != 0
    for lie in (
        b"",
        body[:-1],
        body + body[:1],
        body[len(body) // 4 :],
        body[len(body) // 2 :] + body[: len(body) // 2],
    ):
        file.write_bytes(rewritten(data, lie))
        assert verdict(file) != 0
    file.write_bytes(rewritten(data, bytes(1 << 26)))
    assert verdict(file) != 0
