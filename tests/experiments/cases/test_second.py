"""A program that shares only the puzzle and the text of a proof accepts what the search proved, and no less."""

import shutil
import subprocess
from pathlib import Path

import pytest

from dicelab.search.design.cases import search_cases
from experiments.cases import text
from experiments.cases.text import proof_text
from solver.polyform import Puzzle
from solver.runs import threads

COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang") or ""
SOURCE = Path(text.__file__).with_name("second.c")
PUZZLES = {"3x4/3:3*I2,I3": (8, 3, 1), "3x5/4:I3,L3,I2,3*I1": (4, 4, 4, 3)}

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not COMPILER, reason="there is no C compiler")]


@pytest.fixture(scope="module")
def check(tmp_path_factory):
    folder = tmp_path_factory.mktemp("second")
    program, proof = folder / "second", folder / "proof.txt"
    subprocess.run([COMPILER, "-std=c11", "-O2", "-o", program, SOURCE], check=True)

    def checked(content, *share):
        proof.write_text(content)
        done = subprocess.run([program, proof, *share], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout.splitlines()[-1]

    return checked


def smallest_refuted(puzzle, sizes):
    """Return the fewest tilings that no set has for every roll, the cells of the first split, and the cases."""
    wanted = 1
    while (cases := search_cases(puzzle, sizes, wanted, threads(1)))[0][-1].dice:
        wanted += 1
    return wanted, cases[1], cases[0]


@pytest.mark.parametrize("name", PUZZLES)
def test_a_proof_is_verified_and_a_changed_one_is_refused(check, name):
    puzzle, sizes = Puzzle.parse(name), PUZZLES[name]
    wanted, first, cases = smallest_refuted(puzzle, sizes)
    content = proof_text(puzzle, sizes, wanted, first, cases)
    code, verdict = check(content)
    assert code == 0
    assert verdict.startswith(f"VERIFIED: no dice set of sizes {' '.join(map(str, sizes))} has {wanted} tilings")
    assert check(content, "1/2")[1].startswith("VERIFIED IN PART")
    # With one tiling fewer there is a set, so no tree can be right.
    code, verdict = check(content.replace(f"tilings {wanted}", f"tilings {wanted - 1}"))
    assert (code, "is not refuted" in verdict) == (1, True)
    lines = content.splitlines()
    begin = next(number for number, line in enumerate(lines) if line.startswith("groups"))
    verdicts = []
    for number in range(begin, len(lines), 2):
        code, verdict = check("\n".join(lines[:number] + lines[number + 2 :]) + "\n")
        assert (code, "no image among the cases" in verdict) == (1, True)
        if lines[number + 1] != "-":
            code, verdict = check(
                "\n".join([*lines[: number + 1], lines[number + 1][:-2], *lines[number + 2 :]]) + "\n"
            )
            assert (code, "breaks off" in verdict) == (1, True)
            code, verdict = check("\n".join([*lines[: number + 1], "-", *lines[number + 2 :]]) + "\n")
            assert code == 0 or "is not refuted" in verdict
            verdicts.append(code)
    # Some cases need no split, since the program concludes more than the search from sets that no good board contains.
    assert any(verdicts)
    assert check(content.replace("first ", "first Z1 "))[1].endswith("Z1 is no cell")
