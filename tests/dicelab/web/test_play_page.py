"""The play page in a browser: boards played to their ends by drag, by click, by touch, by keyboard and by typing."""

from __future__ import annotations

import json

import pytest

import dicelab
from dicelab.api.puzzles import check_puzzle
from dicelab.web.documents import puzzle_document, studio_document, studio_puzzles
from dicelab.web.site_files import site_files

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
  const { Places } = await import("./js/places.js");
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
