"""What a notebook shows: a text that can be typed back, and a picture."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree import ElementTree as ET

import pytest

import dicelab
from dicelab import notebook as notebook_progress
from dicelab.notebook import StatusLine
from dicelab.search.running import Improvement
from solver.polyform import Piece

NAMES = {name: getattr(dicelab, name) for name in ("Board", "DiceSet", "DominoGrid", "Puzzle", "Tiling")} | {
    "Piece": Piece
}
SMALL = dicelab.Puzzle.parse("2x3/1:I2,L3")
VALUES = [
    dicelab.Board.parse("A6 B1 B5 D1 E3 F2 F4"),
    dicelab.Board.parse("", "2x3-A1"),
    dicelab.load("default"),
    dicelab.load("A1 A2 | A2 B3", "2x3/2:O4", shared_cells=True),
    dicelab.DominoGrid.parse("1:001011"),
    dicelab.Puzzle.parse("genius-square"),
    dicelab.Puzzle.parse("6x6/6:10*L3"),
    dicelab.Tiling.parse("#22\n112", SMALL),
    Piece.parse("X5"),
    Piece.parse("##/##/##"),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_what_is_shown_can_be_typed_back(value: object) -> None:
    assert eval(repr(value), dict(NAMES)) == value  # noqa: S307 - the point of it


ANSWERS: dict[str, Callable[[], object]] = {
    "solved": lambda: dicelab.solve("A1", SMALL),
    "not solved": lambda: dicelab.solve("A1 B2", "2x3/2:O4"),
    "explained": lambda: dicelab.explain("A1 B2", "2x3/2:O4"),
    "explained as solvable": lambda: dicelab.explain("A1 B1", "2x3/2:O4"),
    "statistics": lambda: dicelab.stats(dicelab.load("A1 A2 A3 | B1 B3", "2x3/2:O4")),
}


def require_picture(value: object) -> None:
    picture = value._repr_svg_()  # type: ignore[attr-defined]
    assert ET.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314 - made here


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_values_have_pictures(value: object) -> None:
    require_picture(value)


@pytest.mark.parametrize("answer", ANSWERS)
def test_answers_have_pictures(answer: str) -> None:
    require_picture(ANSWERS[answer]())


def test_a_verification_is_a_page_with_its_unsolvable_boards() -> None:
    verification = dicelab.verify(dicelab.load("A1 A2 A3 | B1 B3", "2x3/2:O4"))
    page = verification._repr_html_()
    assert page is not None
    assert "not always solvable: 4 boards" in page
    assert page.count("<svg") == 4
    assert repr(verification) == "<Verification of 'unnamed': 6 boards, 4 unsolvable>"


def test_a_design_shows_as_its_set() -> None:
    found = dicelab.design(puzzle="2x4/2:3*I2", sizes=(4, 4), jobs=1)
    assert found.dice_set is not None
    assert repr(found) == f"<DesignOutcome: found, {found.dice_set.name}, fewest tilings 1>"
    assert found._repr_svg_() == found.dice_set._repr_svg_()
    none = dicelab.design(puzzle="2x3/2:O4", sizes=(3, 3), jobs=1)
    assert (repr(none), none._repr_svg_()) == ("<DesignOutcome: infeasible, no set>", None)


def test_dice_that_share_cells_show_as_their_set() -> None:
    found = dicelab.design(puzzle="2x4/2:3*I2", sizes=(4, 4), shared_cells=True, jobs=1)
    assert repr(found).startswith(f"<DesignOutcome: {found.status}, ")
    assert found._repr_svg_()


class Notebook:
    """A notebook of which the last output is kept, and a clock that is set."""

    def __init__(self) -> None:
        self.shown: list[tuple[str, str]] = []
        self.seconds = 0.0
        self.status = StatusLine("dicelab.stats", lambda plain, html: self.shown.append((plain, html)), self.now)

    def now(self) -> float:
        return self.seconds


def test_an_answer_that_comes_soon_shows_no_progress() -> None:
    notebook = Notebook()
    notebook.seconds = 0.9
    notebook.status.tick()
    notebook.status.clear()
    assert notebook.shown == []


def test_progress_is_a_line_with_a_bar_and_vanishes() -> None:
    notebook = Notebook()
    notebook.seconds = 3.0
    notebook.status.tick()
    notebook.status.progress(1200, 4800)
    notebook.status.tick()
    notebook.status.progress(7, None, "compiling <all>")
    notebook.status.tick()
    notebook.status.clear()
    assert notebook.shown == [
        ("dicelab.stats: working (3 s)", "dicelab.stats: working (3 s)"),
        (
            "dicelab.stats: 1,200 of 4,800 (3 s)",
            '<progress value="1200" max="4800"></progress> dicelab.stats: 1,200 of 4,800 (3 s)',
        ),
        ("compiling <all> (3 s)", "compiling &lt;all&gt; (3 s)"),
        ("", ""),
    ]


def test_the_best_set_so_far_stands_below_the_progress() -> None:
    notebook = Notebook()
    notebook.seconds = 3.0
    notebook.status.improved(Improvement(dicelab.load("A1 | B1", "2x3/2:O4"), "best so far", 1, 2.0))
    notebook.status.tick()
    plain, page = notebook.shown[-1]
    assert plain.splitlines() == ["dicelab.stats: working (3 s)", "best so far, after 2.0 s"]
    assert "<small>best so far, after 2.0 s</small>" in page


def test_a_kernel_gets_the_progress_of_the_function_that_was_called(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook_progress, "in_notebook", lambda: True)
    monkeypatch.setattr(notebook_progress, "_displayed", lambda: lambda _plain, _html: None)
    with notebook_progress.shown("outer") as outer, notebook_progress.shown("inner") as inner:
        assert (outer is None, inner) == (False, None)
    assert dicelab.stats(dicelab.load("A1 A2 A3 | B1 B3", "2x3/2:O4")).values["unsolvable"] == 4
    assert dicelab.design(puzzle="2x4/2:3*I2", sizes=(4, 4), jobs=1).status == "found"


def test_without_a_kernel_nothing_is_shown() -> None:
    with notebook_progress.shown("here") as state:
        assert state is None
