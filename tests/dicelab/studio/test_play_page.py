"""The play page in a browser: boards played to their ends by drag, by click, by touch, by keyboard and by typing."""

from __future__ import annotations

import json

import pytest

import dicelab
from dicelab.puzzles.report import check_puzzle
from dicelab.studio.documents import puzzle_document, studio_document, studio_puzzles
from dicelab.studio.site_export import site_files
from tests.browser import axe_findings

ELEVEN = "A6 B1 B5 D1 E3 F2 F4"
STAR = "3 7 15 20 24 33 40"
BEEHIVE = "results/games/beehive/game.json"
HIVE = "2 7 14 25 31 32"

# A placement by the name of its piece and the labels of its cells: its number, its orientation, and the box of
# its cells on the screen.
PLACED = """([name, labels]) => {
  const board = document.getElementById("board");
  const { puzzle } = board;
  const kind = puzzle.kind(name);
  const cells = labels.map((label) => puzzle.cell(label)).sort((a, b) => a - b);
  const one = puzzle.placements.find((other) => other.kind === kind && other.cells.join() === cells.join());
  const { a, e, f } = board.querySelector("svg").getScreenCTM();
  const corners = cells.flatMap((cell) => puzzle.cells[cell].polygon);
  const [x, y] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  return { number: puzzle.placements.indexOf(one), kind, orientation: one.orientation,
    left: e + a * Math.min(...x), right: e + a * Math.max(...x),
    top: f + a * Math.min(...y), bottom: f + a * Math.max(...y) };
}"""
# The arrow keys that bring the held piece from where it is shown to a placement.
PATH = """async (goal) => {
  const { Places } = await import("./js/play/places.js");
  const board = document.getElementById("board");
  const places = new Places(board.puzzle);
  const { kind, orientation } = board.puzzle.placements[goal];
  const shown = /translate\\((.*)\\)/.exec(board.querySelector(".preview").getAttribute("transform"))[1];
  const start = places.numbers[kind][orientation].find((number) => places.corners[number].join(" ") === shown);
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const keys = new Map([[start, []]]);
  for (const [number, path] of keys) {
    for (const [key, way] of Object.entries(ways)) {
      const next = places.beside(number, way);
      if (!keys.has(next)) keys.set(next, [...path, key]);
    }
  }
  return keys.get(goal);
}"""
LIFT = 28
"""A piece is so many pixels above the finger that drags it."""


@pytest.fixture(scope="module")
def address_folder(tmp_path_factory):
    """An exported studio with squares, triangles and hexagons."""
    *catalogue, beehive = studio_puzzles([check_puzzle(BEEHIVE)])
    chosen = [one for one in catalogue if one.id in {"genius-square", "genius-star"}]
    files = site_files(chosen, tilings=False)
    files[f"data/{beehive.id}.json"] = json.dumps(puzzle_document(beehive)).encode()
    files["data/studio.json"] = json.dumps(studio_document([*chosen, beehive], server=False)).encode()
    folder = tmp_path_factory.mktemp("play")
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


@pytest.fixture
def address(address_folder, serve_folder):
    return f"{serve_folder(address_folder)}play.html"


def expect(locator):
    """Wait for what a test says of a locator."""
    from playwright.sync_api import expect as expected

    return expected(locator)


def opened(page, address, board=ELEVEN, puzzle="genius-square", laid=""):
    """Open the page with a board, and perhaps pieces on it."""
    page.goto("about:blank")
    page.goto(f"{address}#puzzle={puzzle}&board={board.replace(' ', '.')}{laid}")
    page.wait_for_selector("#bench:visible")
    return page


def tiling(board, puzzle=None):
    """Return a tiling of a board: the name of each piece, and the labels of its cells."""
    found = dicelab.solve(board, puzzle=puzzle)
    assert found.tiling
    named = found.puzzle
    labels = [[named.grid.label(cell) for cell in named.grid.cells(mask)] for mask in found.tiling.masks]
    return [(piece.name, cells) for piece, cells in zip(named.pieces, labels, strict=True)]


def slot(page, kind):
    return page.locator("#tray .left-piece").nth(kind)


def way(page, kind):
    """Return how a piece in the tray is turned."""
    words = slot(page, kind).get_attribute("aria-label")
    return int(words.split("turned ")[1].split(" of ")[0]) - 1 if "turned " in words else 0


def turn_to(page, placed, turn, flip):
    """Turn a piece until it is as it shall lie."""
    for _ in range(2):
        start = way(page, placed["kind"])
        while way(page, placed["kind"]) != placed["orientation"]:
            turn()
            if way(page, placed["kind"]) == start:
                flip()
                break
        else:
            return
    raise AssertionError(f"{placed} is not reached by turns and a flip")


def middle(box):
    """Return the middle of a box of Playwright's, or of one from the page."""
    left, top = box.get("x", box.get("left")), box.get("y", box.get("top"))
    return left + box.get("width", box.get("right", 0) - left) / 2, top + box.get(
        "height", box.get("bottom", 0) - top
    ) / 2


def solved(page):
    """Wait for the end of a game."""
    expect(page.locator("#ending h2")).to_have_text("Solved!")
    return page.inner_text("#ending p >> nth=0")


def grab(page, kind):
    """Press the mouse in the middle of a piece in the tray."""
    page.mouse.move(*middle(slot(page, kind).locator("svg").bounding_box()))
    page.mouse.down()


def by_mouse(page, placed):
    """Turn a piece by the buttons, and drag it to its place."""
    slot(page, placed["kind"]).click()
    turn_to(
        page, placed, page.locator(".turns").get_by_text("Turn").click, page.locator(".turns").get_by_text("Flip").click
    )
    grab(page, placed["kind"])
    x, y = middle(placed)
    page.mouse.move(x + 9, y - 9, steps=4)
    page.mouse.up()


def by_keyboard(page, placed):
    """Choose a piece in the tray, and bring it to its place, all by keys."""
    slot(page, placed["kind"]).focus()
    page.keyboard.press("Enter")
    turn_to(page, placed, lambda: page.keyboard.press("r"), lambda: page.keyboard.press("f"))
    for key in page.evaluate(PATH, placed["number"]):
        page.keyboard.press(key)
    page.keyboard.press("Enter")


class Finger:
    """A finger on the screen."""

    def __init__(self, page):
        self.page, self.session = page, page.context.new_cdp_session(page)

    def touch(self, kind, *point):
        points = [{"x": point[0], "y": point[1]}] if point else []
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def drag(self, start, end):
        self.touch("touchStart", *start)
        for part in (0.1, 0.5, 0.9, 1):
            self.touch("touchMove", *(a + (b - a) * part for a, b in zip(start, end, strict=True)))
        self.touch("touchEnd")

    def __call__(self, page, placed):
        """Turn a piece by taps, and drag it below its place, since it is shown above the finger."""
        tap = lambda: page.touchscreen.tap(*middle(slot(page, placed["kind"]).bounding_box()))  # noqa: E731
        tap()
        turn_to(page, placed, tap, page.locator(".turns").get_by_text("Flip").tap)
        x, _ = middle(placed)
        start = middle(slot(page, placed["kind"]).locator("svg").bounding_box())
        self.drag(start, (x, placed["bottom"] + LIFT))


@pytest.mark.parametrize(("puzzle", "named", "board"), [("genius-square", None, ELEVEN), ("beehive", BEEHIVE, HIVE)])
def test_a_board_is_played_to_its_end_by_drag(page, address, puzzle, named, board):
    opened(page, address, board, puzzle)
    pieces = tiling(board, named)
    for piece in pieces:
        by_mouse(page, page.evaluate(PLACED, piece))
        assert page.locator("#wrong").is_hidden()
    assert f"{len(pieces)} tries" in solved(page)


def test_a_board_is_played_to_its_end_by_keyboard(page, address):
    opened(page, address, STAR, "genius-star")
    pieces = tiling(STAR, "genius-star")
    for piece in pieces:
        by_keyboard(page, page.evaluate(PLACED, piece))
    assert f"{len(pieces)} tries" in solved(page)


def test_a_board_is_played_to_its_end_by_touch(browser, open_page, faults, address):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    context.on("page", faults.watch)
    page = opened(open_page(context=context), address, HIVE, "beehive")
    finger = Finger(page)
    pieces = tiling(HIVE, BEEHIVE)
    for piece in pieces:
        finger(page, page.evaluate(PLACED, piece))
    assert f"{len(pieces)} tries" in solved(page)
    assert page.evaluate("scrollY") == 0
    context.close()


def test_a_board_is_played_to_its_end_by_typing(page, address):
    opened(page, address)
    pieces = tiling(ELEVEN)
    for name, cells in pieces:
        page.fill("#move", f"{name} {','.join(cells)}".lower())
        page.keyboard.press("Enter")
    assert f"{len(pieces)} tries" in solved(page)


def put(page, *moves):
    """Type moves."""
    for text in moves:
        page.fill("#move", text)
        page.keyboard.press("Enter")


def cell(page, label):
    """Return the middle of a cell on the screen."""
    number = page.evaluate("(label) => document.getElementById('board').puzzle.cell(label)", label)
    return middle(page.locator(f"#board [data-cell='{number}'] polygon").first.bounding_box())


def lying(page):
    """Return what the cells of the board are said to have: the piece of each cell that has one."""
    told = page.locator("#board .cell").evaluate_all("(cells) => cells.map((one) => one.getAttribute('aria-label'))")
    return {label: piece for label, found, piece in (one.partition(", piece ") for one in told) if found}


def ringed(page):
    """Return the labels of the cells that have rings."""
    names = "(rings) => rings.map((one) => one.parentElement.getAttribute('aria-label').split(',')[0])"
    return page.locator("#board .ring.shown").evaluate_all(names)


def carry(page, start, end):
    """Drag from one place of the screen to another."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=3)
    page.mouse.up()


def test_a_place_where_a_piece_can_not_lie_is_refused_with_the_reason(page, address):
    opened(page, address)
    square = middle(slot(page, 5).locator("svg").bounding_box())
    x, y = cell(page, "A1")
    side = cell(page, "A2")[0] - x
    carry(page, square, (x + side / 2, y + side / 2))
    assert page.inner_text("#wrong") == "B1 is blocked."
    assert ringed(page) == ["B1"]
    put(page, "I3 C3,C4,C5")
    assert page.locator("#wrong").is_hidden()
    assert ringed(page) == []
    x, y = cell(page, "C4")
    carry(page, square, (x + side / 2, y + side / 2))
    assert page.inner_text("#wrong") == "I3 covers C4 C5 already."
    x, y = cell(page, "D6")
    carry(page, square, (x + 0.45 * side, y + side / 2))
    assert page.inner_text("#wrong") == "O4 does not lie on the board with all its cells."
    # AsyncTasks the board nothing was meant.
    carry(page, square, (x, y + 6 * side))
    assert page.locator("#wrong").is_hidden()
    for text, words in {
        "I3 D4,D5,D6": "I3 is used up: it lies on the board.",
        "T4 B2": "T4 fits on B2 in 4 places: name all its 4 cells.",
        "T4 A1,A2,A3,A4": "A1 A2 A3 A4 do not have the shape of T4.",
        "T4": "Write the cells of T4 behind it: T4 A1 …",
        "X9 A1": "“X9” is not a piece of this puzzle: write I1, I2, I3, L3, I4, O4, T4, L4, S4.",
        "O4 Z9": "“Z9” is not a cell of this board: write a cell from A1 to F6.",
        "T4/5 A1": "T4 can lie in 4 ways: write T4/1 to T4/4.",
        "take A1": "No piece lies on A1.",
        "take T4": "T4 does not lie on the board.",
        "redo": "There is nothing to redo.",
        "<img src=x>": "“<img” is not a piece of this puzzle: write I1, I2, I3, L3, I4, O4, T4, L4, S4.",
    }.items():
        put(page, text)
        assert page.inner_text("#wrong") == words
    assert set(lying(page)) == {"C3", "C4", "C5"}


def test_pieces_that_lie_are_moved_and_taken_back_and_every_step_is_undone(page, address):
    opened(page, address)
    put(page, "I2 A1,A2; O4 C3")
    states = [lying(page)]

    def now(**labels):
        pieces = {one: piece for piece, cells in labels.items() for one in cells.split()}
        states.append(pieces)
        assert lying(page) == pieces

    assert "fits on C3 in 4 places" in page.inner_text("#wrong")
    put(page, "O4/1 C3")
    # Undoing in the middle of a drag ends it.
    page.mouse.move(*cell(page, "C3"))
    page.mouse.down()
    page.mouse.move(*cell(page, "D5"), steps=2)
    page.locator("body").press("Control+z")
    page.mouse.up()
    assert set(lying(page)) == {"A1", "A2"}
    assert page.locator(".carried").count() == 0
    page.keyboard.press("Control+y")
    now(I2="A1 A2", O4="C3 C4 D3 D4")
    carry(page, cell(page, "C3"), cell(page, "C4"))
    now(I2="A1 A2", O4="C4 C5 D4 D5")
    carry(page, cell(page, "A1"), (cell(page, "A1")[0], cell(page, "F1")[1] + 200))
    now(O4="C4 C5 D4 D5")
    page.mouse.click(*cell(page, "D4"))
    now()
    # Chosen by a click and laid by another, where the mouse has shown it.
    slot(page, 0).click()
    page.mouse.click(*cell(page, "E2"))
    now(I1="E2")
    page.keyboard.press("Control+z")
    assert lying(page) == states[-2]
    page.keyboard.press("Control+Shift+z")
    assert lying(page) == states[-1]
    page.get_by_role("button", name="Begin again").click()
    now()
    for state in reversed(states[:-1]):
        page.get_by_role("button", name="Undo").click()
        assert lying(page) == state
    page.get_by_role("button", name="Undo").click()
    assert lying(page) == {}
    assert page.get_by_role("button", name="Undo").get_attribute("aria-disabled") == "true"
    for state in states:
        page.keyboard.press("Control+y")
        assert lying(page) == state
    assert page.inner_text("#tries") == "4 tries"


def test_the_keyboard_chooses_turns_lays_and_takes_back(page, address):
    opened(page, address)
    assert page.locator("#tray [tabindex='0']").count() == page.locator("#board [tabindex='0']").count() == 1
    page.focus("#tray [tabindex='0']")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    live = page.locator("#live")
    # L4 is the only piece that a turn and a flip bring into eight ways.
    page.keyboard.press("Enter")
    expect(live).to_contain_text("L4 fits here.")
    before = way(page, 7)
    seen = set()
    for _ in range(2):
        for _ in range(4):
            page.keyboard.press("r")
            seen.add(way(page, 7))
        page.keyboard.press("f")
    page.keyboard.press("Shift+R")
    page.keyboard.press("r")
    assert len(seen) == 8
    assert way(page, 7) == before
    page.keyboard.type("B3")
    expect(live).to_contain_text("B3")
    # F flips, and so can begin the name of a cell of row F only together with its number.
    page.keyboard.type("f1")
    expect(live).to_contain_text("E1 E2 E3 F1")
    assert way(page, 7) == before
    page.keyboard.press("Escape")
    expect(live).to_have_text("L4 is let go.")
    assert slot(page, 7).evaluate("(one) => one === document.activeElement")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert set(lying(page).values()) == {"L4"}
    # The next piece has the focus; from the board, Delete takes the one on the cell back.
    assert slot(page, 8).evaluate("(one) => one === document.activeElement")
    covered = next(iter(lying(page)))
    page.focus("#board [tabindex='0']")
    page.keyboard.type(covered)
    page.keyboard.press("Delete")
    assert lying(page) == {}


def test_a_finger_shows_a_place_by_a_first_tap_and_lays_by_a_second(browser, open_page, faults, address):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    context.on("page", faults.watch)
    page = opened(open_page(context=context), address)
    # The board and all pieces are on one screen.
    assert page.locator("#tray").evaluate("(one) => one.getBoundingClientRect().bottom") <= 844
    page.touchscreen.tap(*cell(page, "C4"))
    assert page.inner_text("#wrong") == "Choose a piece first, or drag it here."
    page.touchscreen.tap(*middle(slot(page, 5).bounding_box()))
    page.touchscreen.tap(*cell(page, "C4"))
    assert lying(page) == {}
    assert page.locator("#board .preview:not(.wrong) polygon").count() == 4
    assert page.inner_text("#state") == "Tap O4 once more to lay it there."
    page.touchscreen.tap(*cell(page, "C4"))
    assert set(lying(page).values()) == {"O4"}
    # Only one place is possible: one tap.
    page.touchscreen.tap(*middle(slot(page, 0).bounding_box()))
    page.touchscreen.tap(*cell(page, "A1"))
    assert lying(page)["A1"] == "I1"
    page.touchscreen.tap(*cell(page, "A1"))
    assert "A1" not in lying(page)
    # A finger moves a piece that lies, and on empty cells it scrolls the page.
    finger = Finger(page)
    x, y = cell(page, "D3")
    side = cell(page, "E3")[1] - y
    finger.drag(cell(page, "C4"), (x + side / 2, y + side / 2 + LIFT))
    assert sorted(one for one, piece in lying(page).items() if piece == "O4") == ["C3", "C4", "D3", "D4"]
    assert page.evaluate("scrollY") == 0
    finger.drag(cell(page, "F5"), cell(page, "A5"))
    page.wait_for_function("scrollY > 50")
    context.close()


def test_a_link_leads_to_the_same_position_and_a_reload_to_the_same_game(open_page, address):
    page = opened(open_page(), address)
    put(page, "T4 A1,A2,A3,B2", "O4 C3,C4,D3,D4", "take C3", "I4 C2,C3,C4,C5")
    link, pieces = page.url, lying(page)
    other = open_page()
    other.goto(link)
    expect(other.locator("#state")).to_have_text("7 pieces for 21 cells.")
    assert lying(other) == pieces
    assert other.inner_text("#tries") == "0 tries"
    expect(page.locator("#time")).not_to_have_text("0:00")
    page.reload()
    expect(page.locator("#tries")).to_have_text("3 tries")
    assert lying(page) == pieces
    assert page.inner_text("#time") != "0:00"
    # Without a board in the address the game that was not finished is there again.
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator("#tries")).to_have_text("3 tries")
    assert page.url == link
    # An older link in the same tab is followed.
    page.evaluate("location.hash = location.hash.replace(/&laid=.*/, '')")
    expect(page.locator("#state")).to_have_text("9 pieces for 29 cells.")


def test_a_result_is_copied_without_telling_where_a_piece_lies(page, address):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    opened(page, address)
    for name, cells in tiling(ELEVEN):
        put(page, f"{name} {' '.join(cells)}")
    solved(page)
    page.get_by_role("button", name="Copy the result").click()
    expect(page.locator("#ending [role=status]")).to_contain_text("Copied.")
    title, board, result, link = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert title == "dicelab: Genius Square"
    assert board == f"Board {ELEVEN}"
    assert result.endswith("9 tries, no hints")
    assert link == f"{address}#puzzle=genius-square&board={ELEVEN.replace(' ', '.')}"


HOSTILE = (
    "&laid=" + "T4.A1~" * 170_000,
    "&laid=%3Cimg%20src=x%20onerror=hacked=1%3E.A1",
    "&laid=T4.A1.A2.A3.B2~O4.A1.A2.B1.B2",
    "&laid=constructor.A1~__proto__.A1",
    "&laid=%E0%A4%A",
    "&laid=~~~...~",
    "&laid=T4/1e9.A1",
)


def test_no_link_with_pieces_harms_the_page(page, address):
    for laid in HOSTILE:
        opened(page, address, laid=laid)
        assert page.locator("#wrong").is_visible() or laid == "&laid=~~~...~"
        assert page.evaluate("typeof hacked === 'undefined' && !document.querySelector('img')")
        # The board is there all the same.
        assert page.inner_text("#state") == "9 pieces for 29 cells."
    for kept in ("{", "null", '{"at": "#puzzle=genius-square&board=A1", "about": {}, "used": null}', "[" * 50_000):
        page.evaluate("(text) => localStorage.setItem('dicelab.play.genius-square', text)", kept)
        page.goto("about:blank")
        page.goto(address)
        expect(page.locator("#state")).to_have_text("9 pieces for 29 cells.")
        assert page.locator("#wrong").is_hidden()


def test_axe_finds_nothing_serious_where_a_piece_is_refused_and_at_the_end(open_page, address):
    page = opened(open_page(width=390, scheme="dark"), address)
    slot(page, 5).click()
    page.mouse.click(*cell(page, "A1"))
    assert page.inner_text("#wrong") == "B1 is blocked."
    assert axe_findings(page) == []
    put(page, "; ".join(f"{name} {' '.join(cells)}" for name, cells in tiling(ELEVEN)))
    solved(page)
    assert axe_findings(page) == []
