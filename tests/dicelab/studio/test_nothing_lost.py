"""What was painted is never lost on the design page: to links, files, reloads, other tabs or damage."""

from __future__ import annotations

import json

import pytest

expect = pytest.importorskip("playwright.sync_api").expect

# As long as other waits: a machine may have much else to do.
expect.set_options(timeout=30_000)

GREEN = "A2 A6 | F2 | B1 B2 | C1 C2 | E2 | F6 F5 | D3 D4"
OTHER = "A1 A6 | F2 | B1 B2 | C1 C2 | E2 | F6 F5 | D3 D4"
LINK = "#puzzle=genius-square&dice=A1~A6~B1~C2~E2~F5~D3&name=theirs"
KEY = "dicelab.design.genius-square"


@pytest.fixture
def address(serve_folder, exported_site):
    return f"{serve_folder(exported_site)}index.html"


def opened(page, address, fragment="#puzzle=genius-square"):
    page.goto("about:blank")
    page.goto(address + fragment)
    page.wait_for_selector(".verdict:not(:empty)")
    return page


def type_dice(page, text):
    page.get_by_label("Type cells instead").fill(text)
    page.keyboard.press("Enter")


def painted(page):
    return page.evaluate("key => JSON.parse(localStorage.getItem(key)).dice.map(d => d.join(' ')).join(' | ')", KEY)


def test_a_link_keeps_what_was_painted_under_my_sets(page, address):
    opened(page, address)
    type_dice(page, GREEN)
    page.get_by_label("Name of the set").fill("mine")
    page.keyboard.press("Tab")
    expect(page.locator("#verdict")).to_contain_text("Always solvable")
    opened(page, address, LINK)
    assert painted(page) == "A1 | A6 | B1 | C2 | E2 | F5 | D3"
    page.get_by_role("button", name="Show my sets").click()
    mine = page.locator("#my-sets li")
    expect(mine).to_have_count(1)
    expect(mine).to_contain_text("mine")
    expect(mine).to_contain_text("✓ Always solvable: the pieces fill the board after each of the 32 rolls.")
    assert mine.locator("cell-board").get_attribute("label") == "The dice of mine"
    # A set of the catalogue is not lost, and so is not kept.
    page.get_by_role("button", name="default", exact=True).click()
    page.get_by_role("button", name="default", exact=True).click()
    expect(page.locator("#my-sets li")).to_have_count(2)
    page.get_by_role("button", name="Open mine").click()
    assert painted(page) == GREEN
    page.get_by_role("button", name="Remove mine").click()
    expect(page.locator("#my-sets li")).to_have_count(1)
    page.get_by_role("button", name="Put it back").click()
    expect(page.locator("#my-sets li")).to_have_count(2)


def test_steps_survive_a_reload_and_are_those_of_all_tabs(page, address, open_page):
    opened(page, address)
    type_dice(page, GREEN)
    type_dice(page, OTHER)
    opened(page, address)
    page.get_by_role("button", name="Undo").click()
    assert painted(page) == GREEN
    opened(page, address)
    page.get_by_role("button", name="Redo").click()
    assert painted(page) == OTHER
    second = opened(open_page(context=page.context), address)
    type_dice(second, GREEN)
    expect(page.locator(".notice")).to_contain_text("changed in another tab")
    page.locator(".stand [aria-label='A2, die 1']").wait_for()
    page.get_by_role("button", name="Undo").click()
    second.locator(".stand [aria-label='A1, die 1']").wait_for()
    assert painted(second) == OTHER


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ([["A1"], "A2"] + [["A3"]] * 5, "Die 2 is damaged"),
        ([["A1"], ["A2", None]] + [["A3"]] * 5, "Die 2, face 2 is damaged"),
        ([["A1"], ["A2", "Z9"]] + [["A3"]] * 5, "Die 2, face 2: “Z9” is not a cell"),
        ([["A1"]] * 3, "Only 3 of the 7 dice are here"),
    ],
)
def test_a_file_with_damaged_dice_is_refused_with_its_place(page, address, tmp_path, dice, said):
    opened(page, address)
    type_dice(page, GREEN)
    path = tmp_path / "set.json"
    path.write_text(json.dumps({"schema": "dicelab/dice-set/1", "dice": dice}), encoding="utf-8")
    page.locator("input[type=file]").set_input_files(path)
    expect(page.get_by_role("alert")).to_contain_text(f"set.json: {said}")
    assert painted(page) == GREEN


def test_damaged_storage_is_told_and_put_aside(page, address):
    opened(page, address)
    type_dice(page, GREEN)
    for key in (KEY, f"{KEY}.steps", "dicelab.sets.genius-square"):
        page.evaluate("key => localStorage.setItem(key, `${key} {broken`)", key)
    opened(page, address)
    expect(page.locator("#damaged")).to_contain_text("could not be read")
    opened(page, address)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save them as they are").click()
    assert download.value.path().read_text() == "\n".join(
        f"{key} {{broken" for key in (KEY, f"{KEY}.steps", "dicelab.sets.genius-square")
    )
    page.get_by_role("button", name="Forget them").click()
    opened(page, address)
    expect(page.locator("#damaged")).to_be_hidden()
