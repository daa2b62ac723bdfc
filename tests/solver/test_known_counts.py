"""Walk the published numbers of tilings in ``tests/known_counts``."""

from pathlib import Path

import pytest

from solver.exact_cover import backend
from solver.polyform import Board, Puzzle

FOLDER = Path(__file__).parents[1] / "known_counts"
# The others take seconds a board where there are millions of nodes.
QUICK = {"goralczyk", "dominoes"}


def read(path):
    """Yield puzzle, blockers and count; every count stands below a source and a puzzle."""
    puzzle, source = None, None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        key, _, value = line.lstrip("# ").partition(":")
        if line.startswith("#"):
            puzzle = value.strip() if key == "Puzzle" else puzzle
            source = value.strip() if key == "Source" else source
        elif line.strip():
            assert puzzle, f"{path.name}:{number} stands below no puzzle"
            assert source, f"{path.name}:{number} stands below no source"
            blockers, count = line.rsplit(maxsplit=1)
            yield puzzle, blockers.strip().strip("-"), int(count)


KNOWN = [
    pytest.param(*row, id=f"{path.stem}-{row[0].split('/')[0]}-{row[1] or 'empty'}", marks=[])
    for path in sorted(FOLDER.glob("*.counts"))
    for row in read(path)
]
FOR_ALL = [param for param in KNOWN if str(param.id).split("-")[0] in QUICK]


def check(name, text, blockers, count):
    puzzle = Puzzle.parse(text)
    board = Board.parse(blockers, puzzle.grid)
    board.require(puzzle)
    problem, _ = puzzle.board_problem(board.blockers)
    found = backend(name).count(problem).solutions
    assert found == count, f"{name} finds {found} tilings, {count} are published:\n{board.format()}\n{board.rows()}"


def test_there_are_known_counts():
    assert len(KNOWN) >= 23
    assert len(FOR_ALL) >= 18


@pytest.mark.parametrize(("text", "blockers", "count"), KNOWN)
def test_bitmask(text, blockers, count):
    check("bitmask", text, blockers, count)


@pytest.mark.parametrize(
    ("text", "blockers", "count"),
    [
        pytest.param(*known.values, id=known.id, marks=[pytest.mark.slow] if n > 2 else [])
        for n, known in enumerate(FOR_ALL)
    ],
)
def test_cp_sat(text, blockers, count):
    check("cp-sat", text, blockers, count)


@pytest.mark.slow
@pytest.mark.parametrize(("text", "blockers", "count"), FOR_ALL)
def test_brute_force(text, blockers, count):
    check("brute-force", text, blockers, count)
