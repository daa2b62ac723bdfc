"""The design page in a browser: dice are painted, judged, kept, shared and compared."""

from __future__ import annotations

import base64
import json
import shutil
from importlib.resources import as_file, files

import pytest

import dicelab
from dicelab.studio.documents import data_file, studio_document, studio_puzzles

# Cells that stand alone make 14 of the 192 rolls fail.
FAULTY = "A1 A2 A6 | F1 F2 | B1 B2 | C1 C2 | E1 E2 | F6 F5 | D3 D4"
MENDED = "A2 A6 | F2 | B1 B2 | C1 C2 | E2 | F6 F5 | D3 D4"
PUZZLES = ("genius-square", "genius-star", "calendar", "pentomino-bench")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The files of the page, with the data of some puzzles."""
    folder = tmp_path_factory.mktemp("studio") / "site"
    with as_file(files("dicelab.studio") / "site") as pages:
        shutil.copytree(pages, folder)
    (folder / "data").mkdir()
    known = [one for one in studio_puzzles() if one.id in PUZZLES]
    (folder / "data" / "studio.json").write_text(json.dumps(studio_document(known, server=False)), encoding="utf-8")
    for one in known:
        document = base64.b64decode(data_file(f"{one.id}.json", ())["content"])
        (folder / "data" / f"{one.id}.json").write_bytes(document)
        described = json.loads(document)
        # A table of tilings is there if a census was made before, so that the cache decides.
        for table in filter(None, (described["unsolvable"], described["tilings"])):
            content = data_file(table["file"], ())["content"]
            (folder / "data" / table["file"]).write_bytes(base64.b64decode(content))
    return folder


@pytest.fixture
def address(serve_folder, site):
    return serve_folder(site)


@pytest.fixture
def design(address):
    """Open the design page with a puzzle."""

    def opened(page, fragment="#puzzle=genius-square"):
        page.goto(address + fragment)
        page.wait_for_selector(".verdict:not(:empty)")
        return page

    return opened


def cell(page, label):
    return page.locator(f".stand [data-cell][aria-label^='{label},']")


def choose(page, die):
    page.locator(".palette label").nth(die - 1).click()


def wait_for_verdict(page, text):
    page.locator(".verdict", has_text=text).wait_for()


def type_dice(page, text):
    page.get_by_label("Type cells instead").fill(text)
    page.keyboard.press("Enter")


def saved(page):
    """The file of the dice."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as file").click()
    return json.loads(download.value.path().read_text(encoding="utf-8"))


def dice(page):
    return " | ".join(" ".join(faces) for faces in saved(page)["dice"])


def place(page, label):
    box = cell(page, label).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def open_file(page, path):
    page.locator("input[type=file]").set_input_files(path)


def drop(page, name, text):
    """Drop a file on the page."""
    page.evaluate(
        """([name, text]) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([text], name));
          document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
        }""",
        [name, text],
    )


def link(page):
    """The link of the dice; a page that is not secure shows it instead of copying it."""
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed')); }")
    page.get_by_role("button", name="Copy link").click()
    return page.get_by_label("Link", exact=True).input_value()


def test_a_faulty_set_is_painted_and_mended_and_goes_on_by_reload_and_by_link(page, design, open_page):
    design(page)
    wait_for_verdict(page, "Always solvable: the pieces fill the board after each of the 62,208 rolls.")
    page.get_by_role("button", name="Clear").click()
    wait_for_verdict(page, "Dice 1, 2, 3, 4, 5, 6 and 7 have no cells yet.")
    for number, labels in enumerate(FAULTY.split(" | "), start=1):
        choose(page, number)
        for label in labels.split():
            cell(page, label).click()
    wait_for_verdict(page, "14 of 192 rolls fail")
    page.get_by_text("Why 14 rolls fail: ").wait_for()
    shown, numbers = set(), []
    while True:
        shown.update(page.locator(".gallery li:not([hidden]) a").all_text_contents())
        numbers += page.locator(".gallery > li:not([hidden]) > b").all_inner_texts()
        if not page.get_by_role("button", name="Later").is_visible():
            break
        if page.get_by_role("button", name="Later").is_disabled():
            break
        page.get_by_role("button", name="Later").click()
    assert shown == {" ".join(sorted(board.split())) for board in dicelab.verify(FAULTY).to_json()["unsolvable_boards"]}
    assert sum(int(text.split()[0]) for text in numbers) == 14
    for die, label in ((1, "A1"), (2, "F1"), (5, "E1")):
        choose(page, die)
        cell(page, label).click()
    wait_for_verdict(page, "Always solvable")
    page.reload()
    wait_for_verdict(page, "each of the 32 rolls")
    assert dice(page) == MENDED

    elsewhere = open_page()
    elsewhere.goto(link(page))
    wait_for_verdict(elsewhere, "each of the 32 rolls")
    assert dice(elsewhere) == MENDED
    # What was there before is one step back, and what is painted after the link was opened is not lost to it.
    elsewhere.get_by_role("button", name="Undo").click()
    wait_for_verdict(elsewhere, "62,208")
    elsewhere.get_by_role("button", name="Redo").click()
    choose(elsewhere, 2)
    cell(elsewhere, "F1").click()
    wait_for_verdict(elsewhere, "64 rolls")
    elsewhere.reload()
    wait_for_verdict(elsewhere, "64 rolls")


def test_a_red_set_is_mended_by_two_presses(page, design):
    design(page)
    type_dice(page, FAULTY)
    wait_for_verdict(page, "14 of 192 rolls fail")
    page.get_by_role("button", name="Mend", exact=True).click()
    page.locator("#mending", has_text="The change of one cell is enough. Choose:").wait_for()
    # The first of the mends has the focus.
    page.locator(".mends li:first-child button:focus").click()
    wait_for_verdict(page, "Always solvable")
    assert page.locator("#mending").is_hidden()
    assert page.locator("#mend-now").is_hidden()
    page.get_by_role("button", name="Undo").click()
    wait_for_verdict(page, "14 of 192 rolls fail")


def test_the_map_tells_blame_and_safe_cells(page, design):
    design(page)
    type_dice(page, FAULTY)
    wait_for_verdict(page, "14 of 192 rolls fail")
    page.get_by_role("button", name="Map", exact=True).click()
    boards = [board.split() for board in dicelab.verify(FAULTY).to_json()["unsolvable_boards"]]
    for label in ("A1", "F1", "D3"):
        number = sum(label in board for board in boards)
        cell(page, label).and_(page.locator(f"[aria-label$='in {number} failing rolls']")).wait_for()
    first = MENDED.rsplit(" | ", 1)[0]
    type_dice(page, f"{first} | D3")
    choose(page, 7)
    cell(page, "D3").click()
    free = [f"{row}{column}" for row in "ABCDEF" for column in range(1, 7) if f"{row}{column}" not in first.split()]
    safe = {label for label in free if not dicelab.verify(f"{first} | {label}").to_json()["unsolvable"]}
    wait_for_verdict(page, f"Ways to go on: {len(safe)} of {len(free)}.")
    page.get_by_text(f"Die 7: ✓ {len(safe)} safe, ✗ {len(free) - len(safe)} unsafe.").wait_for()
    for label in free:
        known = "safe" if label in safe else "unsafe"
        assert cell(page, label).get_attribute("aria-label").endswith(f", {known} for die 7")


def test_the_same_by_keyboard_alone(page, design):
    design(page)
    keys = page.keyboard
    for _ in range(40):
        keys.press("Tab")
        if page.evaluate("document.activeElement.closest('cell-board[editable]') !== null"):
            break
    assert page.evaluate("document.activeElement.dataset.cell") == "0"
    assert page.locator("cell-board[editable] [tabindex='0']").count() == 1
    for key in ("Delete", "ArrowRight", "Backspace", "Home"):
        keys.press(key)
    assert cell(page, "A1").get_attribute("aria-label") == "A1, on no die"
    assert cell(page, "A2").get_attribute("aria-label") == "A2, on no die"
    while page.get_by_role("button", name="Clear").evaluate("one => one !== document.activeElement"):
        keys.press("Tab")
    keys.press("Enter")
    while page.evaluate("document.activeElement.closest('cell-board[editable]') === null"):
        keys.press("Shift+Tab")
    for number, labels in enumerate(FAULTY.split(" | "), start=1):
        keys.press(str(number))
        for label in labels.split():
            keys.type(label)
            keys.press("Enter")
    wait_for_verdict(page, "14 of 192 rolls fail")
    page.locator("#live", has_text="D4: on die 7. ✗ 14 of 192 rolls fail").wait_for(state="attached")
    keys.press("1")
    keys.type("A1")
    keys.press("Enter")
    keys.press("PageDown")
    keys.type("F1")
    keys.press("Enter")
    keys.press("5")
    keys.type("E1")
    keys.press("Enter")
    wait_for_verdict(page, "each of the 32 rolls")
    keys.press("Control+z")
    wait_for_verdict(page, "64 rolls")
    keys.press("Control+Shift+z")
    wait_for_verdict(page, "each of the 32 rolls")
    assert dice(page) == MENDED


def test_a_drag_paints_one_way_and_is_undone_as_a_whole(page, design):
    design(page)
    type_dice(page, MENDED)
    wait_for_verdict(page, "32 rolls")
    before = page.locator("#live").inner_text()
    choose(page, 2)
    page.mouse.move(*place(page, "F2"))
    page.mouse.down()
    page.mouse.move(*place(page, "F3"), steps=4)
    page.mouse.move(*place(page, "F4"), steps=4)
    wait_for_verdict(page, "96 rolls")
    assert page.locator("#live").inner_text() == before
    # The stroke ends outside of the board as well.
    page.mouse.move(700, 850)
    page.mouse.up()
    page.locator("#live", has_text="F3 F4: on die 2. ").wait_for(state="attached")
    assert dice(page) == MENDED.replace("| F2 |", "| F2 F3 F4 |")
    page.get_by_role("button", name="Undo").click()
    assert dice(page) == MENDED
    page.locator(".palette label").last.click()
    cell(page, "F2").click()
    wait_for_verdict(page, "Die 2 has no cell yet.")


def test_dice_are_typed_and_faces_repeat(page, design):
    design(page)
    type_dice(page, FAULTY)
    wait_for_verdict(page, "14 of 192")
    choose(page, 3)
    type_dice(page, "b1 b3 c1")
    type_dice(page, "A1 = 0, D5 d6 = 7")
    page.get_by_role("button", name="One face more with B3").click()
    page.get_by_role("button", name="One face more with B3").press("Enter")
    assert dice(page) == "A2 A6 | F1 F2 | B1 B3 B3 B3 C1 | C2 | E1 E2 | F6 F5 | D3 D4 D5 D6"
    fault = page.locator("#typed-fault")
    for text, sentence in (
        ("Z9 = 3", "“Z9” is not a cell of this board: write a cell from A1 to F6."),
        ("A1 = 8", "Write a die after the sign =, from 1 to 7, or 0 for no die."),
        ("A1 | A1 A2", "A1 is on die 1 and on die 2"),
        ("A1 | " * 7 + "A2", "These are 8 dice: this puzzle has 7"),
    ):
        type_dice(page, text)
        fault.filter(has_text=sentence).wait_for()
    page.get_by_label("A cell may be on several dice").check()
    type_dice(page, "A1 A2 | A1 B1 | C1 | D1 | E1 | F3 | F5")
    wait_for_verdict(page, "each of the 4 rolls that shows no cell twice")
    assert fault.is_hidden()
    assert saved(page)["shared_cells"] is True


def test_turns_and_mirrors_are_those_of_the_board(page, design):
    design(page)
    default = dice(page)
    page.get_by_text("Turn or mirror", exact=True).click()
    for name, first in (
        ("Turn right", "F6 A1"),
        ("Turn left", "A6 F1"),
        ("Mirror left–right", "A1 F6"),
        ("Turn by half", "F6 A1"),
    ):
        page.get_by_role("button", name=name, exact=True).click()
        assert " ".join(dict.fromkeys(saved(page)["dice"][0])) == first
    assert page.get_by_label("Name of the set").input_value() == "my default"
    page.get_by_role("button", name="default", exact=True).click()
    assert dice(page) == default


def test_files_are_those_of_dicelab(page, design, tmp_path):
    design(page)
    type_dice(page, MENDED)
    page.get_by_label("Name of the set").fill("<b>bold</b> & mine")
    page.keyboard.press("Tab")
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(saved(page)), encoding="utf-8")
    assert dicelab.load(path).format() == MENDED
    assert dicelab.load(path).name == "<b>bold</b> & mine"
    page.get_by_role("button", name="Clear").click()
    open_file(page, path)
    wait_for_verdict(page, "each of the 32 rolls")
    assert page.get_by_label("Name of the set").input_value() == "<b>bold</b> & mine"
    path.write_text('{"schema": "dicelab/dice-set/1", "dice": [["A1"', encoding="utf-8")
    open_file(page, path)
    page.get_by_role("alert").filter(has_text="mine.json: This file is damaged").wait_for()
    drop(page, "others.txt", FAULTY)
    wait_for_verdict(page, "14 of 192 rolls fail")
    assert page.get_by_role("alert").count() == 0
    page.get_by_role("button", name="Undo").click()
    assert dice(page) == MENDED
    star = dicelab.load("genius-star")
    path.write_text(
        json.dumps({"schema": "dicelab/dice-set/1", "puzzle": "genius-star", "dice": star.labels()}), "utf-8"
    )
    open_file(page, path)
    wait_for_verdict(page, "each of the 165,888 rolls")
    assert page.get_by_label("Puzzle").input_value() == "genius-star"


def test_a_damaged_link_says_so_and_loses_nothing(page, design, open_page):
    design(page)
    type_dice(page, MENDED)
    wait_for_verdict(page, "32 rolls")
    start = page.url.split("#")[0]
    for damage, reason in (
        ("dice=A1.A2~B9", "“B9” is not a cell of this board"),
        ("dice=A1%E0%A4", "This link is damaged"),
        ("dice=" + "A1~" * 9, "These are 10 dice"),
        ("puzzle=unknown&dice=A1", "This studio does not have its puzzle."),
    ):
        again = open_page(context=page.context)
        again.goto(f"{start}#{damage}")
        sentence = f"The dice of this link could not be read. {reason}"
        again.get_by_role("alert").filter(has_text=sentence).wait_for()
        assert dice(again) == MENDED
        again.close()
    page.evaluate("location.hash = '#dice=B9'")
    page.get_by_role("alert").filter(has_text="“B9” is not a cell").wait_for()
    assert dice(page) == MENDED


def test_a_roll_is_shown_with_a_tiling(page, design):
    design(page)
    page.get_by_role("button", name="Show a roll").click()
    page.locator("#live", has_text="and one way to fill its board").wait_for(state="attached")
    assert page.locator(".rolled .piece").count() == 9
    assert page.locator(".rolled .piece polygon").count() == 36 - 7


def test_two_sets_side_by_side(page, design):
    design(page)
    page.get_by_role("button", name="Keep these dice beside").click()
    choose(page, 1)
    cell(page, "A5").click()
    pair = page.locator(".pair > div")
    pair.last.filter(has_text="69,984").wait_for()
    assert "62,208" in pair.first.inner_text()
    page.get_by_text("1 cell is on another die, marked with a ring: A5.").wait_for()
    page.reload()
    pair.last.filter(has_text="69,984").wait_for()
    page.get_by_role("button", name="Exchange").click()
    wait_for_verdict(page, "each of the 62,208 rolls")
    page.get_by_role("button", name="Stop comparing").click()
    assert pair.count() == 0


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_no_page_scrolls_sideways_on_a_phone(open_page, design, puzzle):
    page = design(open_page(width=390, height=844, scheme="dark"), f"#puzzle={puzzle}")
    if puzzle == "genius-square":
        type_dice(page, FAULTY)
        page.locator(".gallery").wait_for()
        page.get_by_role("button", name="Keep these dice beside").click()
    for summary in page.locator("summary:visible").all():
        summary.click()
    # A message may hold an address.
    page.evaluate("document.querySelector('.verdict').append(' ' + location.href.repeat(9))")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert cell(page, "20" if puzzle in ("genius-star", "calendar") else "A4").bounding_box()["width"] >= 24


def test_each_region_needs_a_die_of_its_own(page, design):
    design(page, "#puzzle=calendar")
    wait_for_verdict(page, "each of the 372 rolls")
    cell(page, "31").click()
    wait_for_verdict(page, "Die 1 shows cells of two regions, month and day: each region needs a die of its own.")


def test_a_panel_that_cannot_be_fetched_says_so(page, design, faults):
    faults.expect(r"check-dice\.js|ERR_FAILED")
    page.route("**/check-dice.js", lambda route: route.abort())
    panel = design(page).locator("#panel-check")
    panel.locator("summary").first.click()
    panel.get_by_text("This panel could not be loaded.").wait_for()
    page.unroute("**/check-dice.js")
    page.reload()
    panel.locator("summary").first.click()
    panel.get_by_role("button", name="Copy the painted dice").click()
