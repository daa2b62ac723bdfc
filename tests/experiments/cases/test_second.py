"""A program that shares only the puzzle and the text of a proof accepts what the search proved, and no less."""

import shutil
import subprocess
from pathlib import Path

import pytest

from dicelab.dice import DiceSet
from dicelab.search.bounds import first_split, search_case, search_cases
from experiments.cases import text
from experiments.cases.run import listed_sets
from experiments.cases.text import proof_lines
from solver.polyform import Puzzle
from solver.runs import threads

COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang") or ""
SOURCE = Path(text.__file__).with_name("second.c")
PUZZLES = [
    ("3x5/4:I3,L3,I2,3*I1", (4, 4, 4, 3)),
    ("3x5/5:I3,L3,I2,2*I1", (3, 3, 3, 3, 3)),
    ("3x5/5:I3,L3,I2,2*I1", (4, 4, 3, 3, 1)),
    # A cell on no die, and along with it a whole die.
    ("3x5/4:I3,L3,I2,3*I1", (4, 4, 3, 3)),
    ("3x5/4:I3,L3,I2,3*I1", (5, 4, 4, 1)),
]


def proof_text(puzzle, sizes, wanted, first, cases):
    return b"".join(proof_lines(puzzle, sizes, wanted, first, cases)).decode()


pytestmark = [pytest.mark.slow, pytest.mark.skipif(not COMPILER, reason="there is no C compiler")]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("second")
    program, proof = folder / "second", folder / "proof.txt"
    subprocess.run([COMPILER, "-std=c11", "-O2", "-o", program, SOURCE], check=True)

    def running(content, *share):
        proof.write_text(content)
        return subprocess.run([program, proof, *share], capture_output=True, text=True, check=False)

    return running


@pytest.fixture
def check(run):
    def checked(content, *share):
        done = run(content, *share)
        return done.returncode, done.stdout.splitlines()[-1]

    return checked


def smallest_refuted(puzzle, sizes):
    """Return the fewest tilings that no set has for every roll, the cells of the first split, and the cases."""
    wanted = 1
    while (cases := search_cases(puzzle, sizes, wanted, threads(1)))[0][-1].dice:
        wanted += 1
    return wanted, cases[1], cases[0]


@pytest.mark.parametrize(("name", "sizes"), PUZZLES)
def test_a_proof_is_verified_and_a_changed_one_is_refused(check, name, sizes):
    puzzle = Puzzle.parse(name)
    wanted, first, cases = smallest_refuted(puzzle, sizes)
    content = proof_text(puzzle, sizes, wanted, first, cases)
    code, verdict = check(content)
    assert code == 0
    some = "" if sum(sizes) == 15 else f" on {sum(sizes)} of the 15 cells"
    assert verdict.startswith(f"VERIFIED: no dice set of sizes {' '.join(map(str, sizes))}{some} has {wanted} tilings")
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
                "\n".join([*lines[: number + 1], lines[number + 1][:-1], *lines[number + 2 :]]) + "\n"
            )
            assert (code, "breaks off" in verdict) == (1, True)
            code, verdict = check("\n".join([*lines[: number + 1], "-", *lines[number + 2 :]]) + "\n")
            assert code == 0 or "is not refuted" in verdict
            verdicts.append(code)
    # Some cases need no split, since the program concludes more than the search from sets that no good board contains.
    assert any(verdicts)
    assert check(content.replace("first", "first Z1"))[1].endswith("Z1 is no cell")


@pytest.mark.parametrize(
    ("sizes", "wanted", "classes"),
    # The second sizes leave a cell off.
    [((3, 3, 3, 2, 1), 1, 13), ((3, 3, 2, 2, 1), 2, 5)],
)
def test_it_lists_the_same_sets_as_the_search_and_no_leaf_hides_one(check, run, sizes, wanted, classes):
    puzzle = Puzzle.parse("3x4/5:I3,I2,2*I1")
    first, waiting = first_split(puzzle, sizes, wanted)
    cases = [search_case((puzzle.format(), sizes, wanted, groups), every=True) for groups in waiting]
    content = proof_text(puzzle, sizes, wanted, first, cases)
    found = {DiceSet.of_masks(dice, puzzle).class_key() for case in cases for dice in case.sets}
    listed = listed_sets(run(content).stdout.splitlines())
    assert {DiceSet.of_labels(dice, puzzle).class_key() for dice in listed} == found
    assert len(found) == classes
    assert f" {wanted} tilings for every roll, except the {len(listed)} listed sets" in check(content)[1]
    # A tree that hides a set is refused.
    for place, sign in enumerate(content):
        if sign == "*":
            assert "is not refuted" in check(f"{content[:place]}-{content[place + 1 :]}")[1]


def splits(tree, named, dice):
    """Return for each split of a tree how many units are named there, and its sign and the one after its last."""
    found = []

    def end(begin, named):
        if tree[begin] == "-":
            return begin + 1
        after = begin + 1
        for _ in range(named):
            after = end(after, named)
        if named < dice:
            after = end(after, named + 1)
        found.append((named, begin, after))
        return after

    assert end(0, named) == len(tree)
    return found


def test_a_leaf_or_a_cell_in_the_wrong_place_is_refused(check):
    # From three named units of five dice on, only some sets are looked at.
    name, sizes = "3x5/5:I3,L3,I2,2*I1", (3, 3, 3, 3, 3)
    wanted, first, cases = smallest_refuted(Puzzle.parse(name), sizes)
    lines = proof_text(Puzzle.parse(name), sizes, wanted, first, cases).splitlines()
    number = max(range(len(lines)), key=lambda number: lines[number].count("-"))
    tree, groups = lines[number], lines[number - 1].split()[1:]

    def verdict(changed):
        return check("\n".join([*lines[:number], changed, *lines[number + 1 :]]) + "\n")

    leaves: dict[int, list[int]] = {}
    for named, begin, after in splits(tree, len(groups), len(sizes)):
        code, said = verdict(f"{tree[:begin]}-{tree[after:]}")
        assert code == 0 or "is not refuted" in said
        leaves.setdefault(named, []).append(code)
    assert all(any(leaves[named]) for named in (3, 4)), leaves
    assert "which is no cell" in verdict(f"f{tree[1:]}")[1]
    assert "breaks off" in verdict(tree[:-1])[1]
    assert "there is more than the tree" in verdict(f"{tree}-")[1]
    others = [verdict(f"{cell}{tree[1:]}") for cell in "0123456789abcde" if cell != tree[0]]
    assert sum("REFUSED" in said for _, said in others) > len(others) / 2


def test_a_whole_die_is_not_split_and_has_its_size(check):
    name, sizes = "3x5/5:I3,L3,I2,2*I1", (4, 4, 3, 3, 1)
    wanted, first, cases = smallest_refuted(Puzzle.parse(name), sizes)
    assert not first
    lines = proof_text(Puzzle.parse(name), sizes, wanted, first, cases).splitlines()
    number = max(range(len(lines)), key=lambda number: lines[number].count("-"))
    assert lines[number - 1] == "groups A1"
    for changed, said in (
        ([lines[number - 1], f"0{lines[number][1:]}"], "splits by a cell of the whole die"),
        (["groups A1,A2", lines[number]], "does not deal"),
        (["groups A1 A2", lines[number]], "does not deal"),
    ):
        code, verdict = check("\n".join([*lines[: number - 1], *changed, *lines[number + 1 :]]) + "\n")
        assert (code, said in verdict) == (1, True)


def test_several_proofs_are_checked_each_as_if_it_were_alone(run, tmp_path):
    files: list[Path] = []
    alone = []
    for name, sizes in (*PUZZLES[1:3], PUZZLES[0]):
        puzzle = Puzzle.parse(name)
        wanted, first, cases = smallest_refuted(puzzle, sizes)
        files.append(tmp_path / f"{len(files)}.txt")
        files[-1].write_text(proof_text(puzzle, sizes, wanted, first, cases))
        alone.append(run(files[-1].read_text()).stdout.splitlines()[-1])

    def together(*names):
        done = run(names[0].read_text(), *names[1:])
        parts = done.stdout.split("PROOF ")[1:]
        return done.returncode, [part.splitlines()[-1] for part in parts]

    assert together(*files[:2]) == (0, alone[:2])
    # A wrong proof hides no other, and a proof of another puzzle is refused.
    files[0].write_text("\n".join(files[0].read_text().splitlines()[:-2]) + "\n")
    code, said = together(*files)
    assert code == 1
    assert said[0].startswith("REFUSED")
    assert said[1] == alone[1]
    assert said[2] == "REFUSED: the puzzle is not that of the proofs before"
