"""The programs that refute dice of the Genius Star find dice that there are."""

import shutil
import subprocess

import numpy as np
import pytest

from experiments.genius_star import geometry
from experiments.genius_star.bounds import COMPILE, PROGRAM
from experiments.genius_star.designing import rank_tables
from experiments.genius_star.refuting import FoundError, Refuting

BOARDS = 73_629_072
# The cells 2 and 8 are before a tip and its companion; their die has eight cells, and the other companion is on none.
BEFORE_A_TIP = (
    (0, 1, 4),
    (3, 12, 15),
    (7, 11, 16, 19, 20, 21),
    (38, 39, 40, 41, 43, 44),
    (2, 8, 6, 9, 17, 18, 46, 47),
    (14, 22, 23, 24, 25, 26, 27, 28),
    (29, 30, 31, 32, 33, 35, 36, 37),
)
# The same pair on a die of three cells.
ON_A_SMALL_DIE = (
    (2, 8, 6),
    (0, 1, 4),
    (3, 12, 15, 9, 17, 18),
    (7, 11, 16, 19, 20, 21),
    (38, 39, 40, 41, 43, 44, 46, 47),
    (14, 22, 23, 24, 25, 26, 27, 28),
    (29, 30, 31, 32, 33, 35, 36, 37),
)
OF_THE_BOX = (
    (0, 1, 4),
    (7, 10, 36),
    (3, 12, 15, 29, 41, 47),
    (6, 17, 35, 38, 39, 40),
    (14, 20, 24, 27, 30, 33, 43, 44),
    (8, 9, 16, 18, 21, 23, 32, 46),
    (11, 19, 22, 25, 26, 28, 31, 37),
)


def boards_of(dice):
    """Return the masks of all rolls and of their images."""
    found = []
    for turn in geometry.symmetries():
        masks = np.zeros(1, np.uint64)
        for die in dice:
            masks = (masks[:, None] | np.array([1 << turn[cell] for cell in die], np.uint64)).reshape(-1)
        found.append(masks)
    return np.concatenate(found)


def ranks(masks):
    tables, found, before = rank_tables(), np.zeros(len(masks), np.int64), np.zeros(len(masks), np.int64)
    for part in range(4):
        word = (masks >> np.uint64(12 * part) & np.uint64(4095)).astype(np.int64)
        found += tables[part, before, word]
        before += tables[4, 0, word]
    return found


def answer(allowed, case):
    try:
        Refuting((3, 3, 6, 6, 8, 8, 8), allowed).first(*case)
    except FoundError as found:
        return found.dice
    return None


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    found = tmp_path_factory.mktemp("compiled") / "refuting"
    subprocess.run([*COMPILE, found, PROGRAM], check=True)
    return found


def second_answer(program, folder, allowed, cases):
    file = folder / "boards"
    np.packbits(allowed, bitorder="little").tofile(file)
    done = subprocess.run([program, file, "3,3,6,6,8,8,8", cases], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.splitlines()[-1]


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler")
@pytest.mark.parametrize(
    ("dice", "case", "number"),
    [(ON_A_SMALL_DIE, ((2, 8), 3), 0), (BEFORE_A_TIP, ((2, 8), 8), 2), (OF_THE_BOX, ((0, 1, 4), 3), 4)],
    ids=["small", "tip", "box"],
)
def test_dice_are_found_until_one_of_their_rolls_is_missing(program, tmp_path, dice, case, number):
    allowed = np.zeros(BOARDS, np.bool_)
    allowed[ranks(boards_of(dice))] = True
    found = answer(allowed, case)
    assert found[0] == case[0]
    others = [set(die) for die in dice if not set(die) >= set(case[0])]
    assert sorted(map(sorted, found[1:])) == sorted(map(sorted, others))
    cases = f"{number},{number + 1}"
    status, said = second_answer(program, tmp_path, allowed, cases)
    assert (status, said[:6]) == (1, "FOUND:")
    # The dice that both deal last.
    assert {sum(1 << cell for cell in die) for die in dice} >= {int(die, 16) for die in said.split()[6:]}
    allowed[ranks(boards_of([die[:1] for die in dice]))] = False
    assert answer(allowed, case) is None
    assert second_answer(program, tmp_path, allowed, cases) == (0, f"refuted: cases {number} to {number + 1} of 994")
