"""The page for rolls that seem impossible, in a browser: solutions, reasons, and the die that is misprinted."""

from __future__ import annotations

import pytest

import dicelab
from dicelab.render.links import roll_link

FACES = [die.split() for die in dicelab.load("default").format().split(" | ")]
ROLL = [faces[0] for faces in FACES]


@pytest.fixture
def ask(page, serve_folder, exported_site):
    """Write cells on the page, and return it when it has judged them."""
    address = serve_folder(exported_site)

    def asked(cells, fragment="#puzzle=genius-square"):
        page.goto("about:blank")
        page.goto(f"{address}roll.html{fragment}")
        page.fill("#cells", " ".join(cells))
        page.get_by_role("button", name="Look").click()
        page.wait_for_selector(".verdict.good, .verdict.bad, #wrong:not([hidden])")
        return page

    return asked


def test_a_solution_is_shown_piece_by_piece_by_keys_too(ask):
    page = ask(ROLL)
    pieces = page.locator("#board .piece")
    assert pieces.count() == 0
    page.get_by_role("button", name="Next step").focus()
    for number in range(1, 4):
        page.keyboard.press("ArrowRight")
        page.wait_for_function("(number) => document.querySelectorAll('#board .piece').length === number", arg=number)
    page.get_by_role("button", name="Show the whole solution").click()
    assert pieces.count() == 9
    assert "can show this roll" in page.inner_text("#blame")


@pytest.mark.parametrize(("die", "other"), [(3, 0), (0, 4), (6, 1)])
def test_the_misprinted_die_is_named_with_its_faces(ask, die, other):
    # The die shows a face of another one.
    shown = [*ROLL]
    shown[die] = next(cell for cell in FACES[other] if cell != ROLL[other])
    lines = ask(shown).locator("#blame li").all_inner_texts()
    assert len(lines) == 1
    assert f"Die {die + 1} should have the faces {' '.join(FACES[die])}" in lines[0]
    assert all(cell in lines[0].split("shows")[1] for cell in (shown[die], ROLL[other]))


def test_two_dice_that_show_one_cell_are_no_board_and_the_wrong_one_is_named(ask):
    page = ask([*ROLL[:3], ROLL[0], *ROLL[4:]])
    assert f"Two dice show {ROLL[0]}" in page.inner_text("#verdict")
    assert page.locator("#blame li b").all_inner_texts() == ["Die 4"]


def test_an_impossible_roll_has_its_reason_and_what_is_no_cell_is_refused(ask):
    page = ask(["A2", "A5", "B1", "B6", "C3", "C4", "D3"])
    page.wait_for_selector("#why:visible")
    assert "I1" in page.inner_text("#reason")
    assert "is not a cell" in ask(["A9"]).inner_text("#wrong")


def test_the_link_of_printed_rules_brings_its_dice(ask, page):
    dice = dicelab.load("theorem-5.3")
    fragment = roll_link("https://example.org/", dice.puzzle, dice).partition("roll.html")[2]
    shown = ask([die.split()[0] for die in dice.format().split(" | ")], fragment)
    assert "can show this roll" in shown.inner_text("#blame")
    assert shown.locator("#faces li").all_text_contents() == dice.format().split(" | ")
    # The address keeps them for a reload.
    page.reload()
    page.wait_for_selector(".verdict.good")
    assert page.locator("#faces li").all_text_contents() == dice.format().split(" | ")
