"""Questions that a symmetry of the board carries to each other have one form, and their sets are images."""

import pytest

from dicelab.search.constraints import Connected, Cut, Fix, Invariant
from dicelab.search.constraints.shape import symmetries_of
from dicelab.search.design.search import DesignSearch
from dicelab.search.design.search_state import ExactTask
from dicelab.search.design.settings import DesignSettings
from dicelab.search.design.turning import canonical, inverse, turned_task
from dicelab.search.question import Question
from solver.polyform import GENIUS_SQUARE, Puzzle
from solver.polyform.symmetry import image
from solver.runs import threads
from tests.dicelab.search.design.conftest import SMALL

RETAIL = (2, 4, 6, 6, 6, 6, 6)


def asked(name, *constraints, text="genius-square", sizes=RETAIL, **fields):
    return Question.of(text, sizes, Invariant(name), *constraints, **fields)


def forms(text, sizes, *constraints):
    """Return the names of invariances by the form in which they are searched."""
    found: dict[tuple[str, ...], list[str]] = {}
    for name in symmetries_of(Puzzle.parse(text)):
        form, _ = canonical(asked(name, *constraints, text=text, sizes=sizes))
        found.setdefault(form.constraints, []).append(name)
    return sorted(found.values())


def test_conjugate_symmetries_have_one_form():
    classes = [
        ["mirror-diagonal", "mirror-antidiagonal"],
        ["mirror-left-right", "mirror-top-bottom"],
        ["rotate-180"],
        ["rotate-90", "rotate-270"],
    ]
    assert sorted(map(sorted, forms("4x4/4:4*I3", (4, 4, 4, 4)))) == sorted(map(sorted, classes))
    assert sorted(map(sorted, forms("4x4/4:4*I3", (4, 4, 4, 4), Connected()))) == sorted(map(sorted, classes))
    # No symmetry of an oblong board carries its mirrors to each other.
    assert len(forms("2x4/2:3*I2", (4, 4))) == 3


def test_what_is_told_apart_is_not_turned():
    # A diagonal mirror keeps A1 on its die, and no symmetry keeps A2.
    assert canonical(asked("mirror-top-bottom", Fix(0, 0)))[0] == asked("mirror-left-right", Fix(0, 0))
    rows = asked("mirror-top-bottom", Fix(1, 0))
    assert canonical(rows) == (rows, ())
    by_median = asked("mirror-top-bottom", objectives=("median:max",))
    assert canonical(by_median) == (by_median, ())


def test_a_task_is_turned_with_all_that_it_knows():
    turned, turn = turned_task(
        ExactTask(asked("mirror-top-bottom", Connected()), cuts=(Cut("apart", (0, 5, 0b10)), Cut("not", (0b1, 0b10))))
    )
    assert isinstance(turned, ExactTask)
    assert turned.question == asked("mirror-left-right", Connected())
    assert turned.cuts == (
        Cut("apart", (turn[0], turn[5], image(0b10, turn))),
        Cut("not", (image(0b1, turn), image(0b10, turn))),
    )
    assert [turn[cell] for cell in inverse(turn)] == list(range(len(GENIUS_SQUARE.grid)))


@pytest.mark.parametrize(
    "names", [("mirror-left-right", "mirror-top-bottom"), ("mirror-diagonal", "mirror-antidiagonal")]
)
def test_searches_of_conjugate_questions_are_images_epoch_by_epoch(names):
    def climb(name):
        return asked(name, text=SMALL, sizes=(3, 3, 3), min_tilings=0, objectives=("fewest",))

    form, turn = canonical(climb(names[1]))
    assert form == climb(names[0])
    runs = []
    for jobs, name in enumerate(names, start=1):
        searching = DesignSearch(DesignSettings(climb(name), seed=2))
        runs.append(list(searching.epochs(searching.start(), threads(jobs))))
    assert [state.history for state in runs[0]] == [state.history for state in runs[1]]
    assert runs[0][-1].status == "optimal"
    for one, other in zip(*runs, strict=True):
        assert one.dice == tuple(image(mask, turn) for mask in other.dice)
