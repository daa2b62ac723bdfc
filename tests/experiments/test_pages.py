"""Pages of results follow from the figures that are stored beside them."""

import json

from experiments.conjectures.run import figures, text_of
from experiments.design.run import index_text
from experiments.hints.run import text_of as hints_text
from experiments.recording import RESULTS


def test_the_page_of_the_conjectures_follows_from_its_figures():
    folder = RESULTS / "conjectures"
    page = (folder / "result.md").read_text(encoding="utf-8")
    assert page == text_of(figures(folder / "result.json"))
    assert "so that the range is a slip" in page


def test_the_page_of_the_hints_follows_from_its_figures():
    folder = RESULTS / "hints"
    page = (folder / "result.md").read_text(encoding="utf-8")
    assert page == hints_text(json.loads((folder / "result.json").read_text(encoding="utf-8"))).rstrip("\n") + "\n"


def test_the_index_of_the_design_results_follows_from_them(monkeypatch):
    monkeypatch.setenv("DICELAB_RESULTS", str(RESULTS))
    page = (RESULTS / "design" / "index" / "result.md").read_text(encoding="utf-8")
    assert page == index_text() + "\n"
    assert "Each set is the best that was found" in page
