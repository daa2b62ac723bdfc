"""A puzzle of one's own in a browser: drawn, saved for the command line, opened by a link, and judged with dice."""

from __future__ import annotations

import re

import pytest

from dicelab.dice import DiceSet, Die
from dicelab.verifying import verify
from solver.polyform.puzzle_file import puzzle_file_bytes, read_puzzle_file
from tests.browser import BEEN_HERE

expect = pytest.importorskip("playwright.sync_api").expect
expect.set_options(timeout=30_000)

DICE = "A1 B1 C1 D1 E1 | A2 B2 C2 D2 E2 | A3 B3 C3 D3 E3"


@pytest.fixture
def address(serve_folder, exported_site):
    return serve_folder(exported_site)


def test_from_an_empty_place_to_a_verdict(page, address, open_page, tmp_path):
    page.goto(f"{address}puzzle.html")
    sums = page.locator("#sums")
    expect(sums).to_contain_text("Pieces cover 21 of 25 cells, 4 blockers: fits.")
    # By keyboard: to the free place beside A5, and a cell there, and away again.
    page.locator("#canvas [aria-label='A1, drawn']").focus()
    for key in ("A", "5", "ArrowRight", " "):
        page.keyboard.press(key)
    expect(sums).to_contain_text("1 cell of 26 would stay empty")
    page.keyboard.press("Enter")
    expect(sums).to_contain_text("fits")
    # A piece that no list has takes the place of one blocker and of a cell.
    page.get_by_role("button", name="Add I1").click()
    expect(sums).to_contain_text("1 cell too many for 25 cells")
    page.get_by_role("button", name="Take 3 blockers").click()
    page.get_by_role("button", name="One I2 fewer").click()
    page.get_by_text("Draw another piece").click()
    for place in ("A1", "B2"):
        page.locator(f"#piece-board [aria-label='{place}, empty']").click()
    page.get_by_role("button", name="Add this piece").click()
    expect(page.locator("#piece-words")).to_contain_text("two parts")
    page.locator("#piece-board [aria-label='A1, drawn']").click()
    page.locator("#piece-board [aria-label='B1, empty']").click()
    page.get_by_role("button", name="Add this piece").click()
    expect(page.locator("#piece-words")).to_contain_text("I2 is added")
    expect(sums).to_contain_text("Pieces cover 22 of 25 cells, 3 blockers: fits.")
    page.get_by_label("Name of the puzzle").fill("Mine & <b>yours</b>")
    page.get_by_role("button", name="Paint dice for it").click()
    expect(page.locator("#puzzles option:checked")).to_have_text("Mine & <b>yours</b>")
    page.get_by_label("Type cells instead").fill(DICE)
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_have_text(re.compile("(Always solvable|rolls? fails?:)"))
    words = page.inner_text("#verdict")

    link = page.url
    page.goto(f"{address}puzzle.html")
    expect(sums).to_contain_text("fits")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as file").click()
    path = tmp_path / "mine.json"
    saved.value.save_as(path)
    file = read_puzzle_file(path)
    assert puzzle_file_bytes(file) == path.read_bytes()
    assert file.name == "Mine & <b>yours</b>"
    assert " | ".join(" ".join(die) for die in file.dice) == DICE
    dice = (Die(tuple(map(file.puzzle.grid.cell, die))) for die in file.dice)
    failing = len(verify(DiceSet(tuple(dice), file.puzzle)).unsolvable)
    assert (f"{failing} of 125 rolls" if failing else "each of the 125 rolls") in words

    other = open_page()
    other.add_init_script(BEEN_HERE)
    other.goto(link)
    expect(other.locator("#puzzles option:checked")).to_have_text("Mine & <b>yours</b>")
    expect(other.locator("#paint [data-cell]")).to_have_count(25)
    other.goto(f"{address}puzzle.html#puzzle=own-MTAwMDB4MS8xOkkx")
    expect(other.locator("#fault")).to_be_visible()
    expect(other.locator("#sums")).to_contain_text("Pieces cover 21 of 25 cells")
