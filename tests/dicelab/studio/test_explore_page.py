"""The pages to explore boards and domino grids, in a browser."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations

import pytest

import dicelab
from dicelab.puzzles.report import check_puzzle
from dicelab.studio.documents import puzzle_document, studio_document, studio_puzzles
from dicelab.studio.site_export import site_files
from solver.domino import DominoGrid

ELEVEN = "A6 B1 B5 D1 E3 F2 F4"
BEEHIVE = "results/games/beehive/game.json"

SMALL = "2x4/2:3*I2"
CELLS_OF_SMALL = [f"{row}{column}" for row in "AB" for column in range(1, 5)]

DRAWN = """() => {
  const laid = {};
  for (const cell of document.querySelectorAll("#board .cell")) {
    const [label, about = ""] = cell.getAttribute("aria-label").split(", ");
    if (about.startsWith("piece ")) (laid[about.slice(6)] ??= []).push(label);
  }
  return Object.entries(laid);
}"""
HEAT = """() => [...document.querySelectorAll("#heat-board .word")].map((word) =>
  [document.getElementById("board").puzzle.label(word.dataset.of), word.textContent])"""
LABELS = "(groups) => groups.map((group) => group.getAttribute('aria-label').split(',')[0])"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """An exported studio, with Beehive on hexagons and a small puzzle that has its table of tilings."""
    *catalogue, beehive, small = studio_puzzles([check_puzzle(BEEHIVE), check_puzzle(SMALL)])
    chosen = [one for one in catalogue if one.id in {"genius-square", "genius-star", "calendar-weekdays"}]
    files = site_files([small]) | site_files(chosen, tilings=False)
    files[f"data/{beehive.id}.json"] = json.dumps(puzzle_document(beehive)).encode()
    files["data/studio.json"] = json.dumps(studio_document([*chosen, beehive, small], server=False)).encode()
    folder = tmp_path_factory.mktemp("explore")
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder, small.id


@pytest.fixture
def address(site, serve_folder):
    return serve_folder(site[0])


@pytest.fixture
def explore(page, address):
    """Open the page with a puzzle and perhaps a board."""

    def opened(puzzle="genius-square", board=""):
        page.goto("about:blank")
        board = f"&board={board.replace(' ', '.')}" if board else ""
        page.goto(f"{address}explore.html#puzzle={puzzle}{board}")
        page.wait_for_selector("#bench:visible")
        return page

    return opened


def expect(locator):
    """Wait for what a test says of a locator."""
    from playwright.sync_api import expect as expected

    return expected(locator)


def settled(page):
    """Wait until all is known of a board, and return the verdict."""
    page.wait_for_selector("#standing:visible")
    return page.inner_text("#verdict")


def type_board(page, board):
    page.fill("#cells", board)
    page.keyboard.press("Enter")


def drawn(page):
    """Return the pieces that lie on the board: label and cells."""
    return [(label, frozenset(cells)) for label, cells in page.evaluate(DRAWN)]


@pytest.mark.parametrize(
    ("puzzle", "board", "named"),
    [
        ("genius-square", ELEVEN, None),
        ("genius-star", "3 7 15 20 24 33 40", "genius-star"),
        ("beehive", "2 7 14 25 31 32", BEEHIVE),
        ("calendar-weekdays", "JAN 5 MON", "calendar-weekdays"),
    ],
)
def test_a_typed_board_has_as_many_tilings_as_dicelab_counts(explore, puzzle, board, named):
    page = explore(puzzle)
    type_board(page, board)
    count = dicelab.count(board, puzzle=named)
    assert settled(page) == f"The pieces fit in {count:,} ways."
    first = drawn(page)
    page.click("[aria-label='Last tiling']")
    expect(page.locator("#pager .place")).to_contain_text(f"Tiling {count:,} of")
    last = drawn(page)
    cells = {cell for _, covered in last for cell in covered}
    assert set(first) != set(last)
    assert cells == {cell for _, covered in first for cell in covered}
    assert len(cells) == sum(len(covered) for _, covered in last)
    assert not cells & set(board.split())


def pages(page, last):
    """Go from the first tiling to the last by the arrow keys, and yield each as its pieces' cells."""
    page.focus("[aria-label='Next tiling']")
    for number in range(1, last + 1):
        expect(page.locator("#pager .place")).to_have_text(f"Tiling {number} of {last}")
        yield drawn(page)
        page.keyboard.press("ArrowRight")


def test_all_tilings_are_paged_through_by_the_arrow_keys(explore):
    page = explore(board=ELEVEN)
    settled(page)
    grid = dicelab.Puzzle.parse("genius-square").grid
    seen = {frozenset(sum(1 << grid.cell(one) for one in cells) for _, cells in tiling) for tiling in pages(page, 11)}
    assert seen == {frozenset(one.masks) for one in dicelab.solutions(ELEVEN)}
    assert len(seen) == 11


def test_the_heat_map_says_how_many_of_all_tilings_cover_a_cell(explore):
    page = explore(board=ELEVEN)
    settled(page)
    page.click("#pieces button:has-text('I4')")
    told = {label: int(text) for label, text in page.evaluate(HEAT) if text.isdigit()}
    covered = Counter(label for tiling in pages(page, 11) for label in dict(tiling)["I4"])
    assert told == {label: round(100 * number / 11) for label, number in covered.items()}


def test_a_board_without_tiling_is_explained(explore):
    page = explore(board="A2 B1 B5 D1 E3 F2 F4")
    assert "no tiling" in settled(page)
    assert page.locator("#board .cell:has(.ring.shown)").evaluate_all(LABELS) == ["A1", "F3"]
    assert all(cell in page.inner_text("#reason") for cell in ("A1", "F3", "I1"))
    assert not drawn(page)


def test_an_explanation_by_cases_is_stepped_through(explore):
    page = explore(board="B1 B6 C2 C5 D4 D6 E2")
    assert "no tiling" in settled(page)
    said = page.locator("#cases .place")
    total = int(said.inner_text().split(" of ")[1])
    texts, laid = set(), set()
    for number in range(1, total + 1):
        assert said.inner_text() == f"Case {number} of {total}"
        texts.add(page.inner_text("#case"))
        laid.add(frozenset(drawn(page)))
        if number < total:
            page.click("[aria-label='Next case']")
    assert len(texts) == len(laid) == total > 1


def test_a_board_is_put_together_by_keyboard_alone(explore):
    page = explore()
    settled(page)
    page.click("#clear")
    assert page.inner_text("#verdict") == "Put 7 blockers on the board."
    assert page.locator("#board [tabindex='0']").count() == 1
    page.focus("#board [tabindex='0']")
    for label in ELEVEN.split():
        page.keyboard.type(label)
        page.keyboard.press("Enter")
        page.wait_for_timeout(10)
    assert settled(page) == "The pieces fit in 11 ways."
    assert page.input_value("#cells") == ELEVEN
    page.keyboard.press("ArrowLeft")
    page.keyboard.press(" ")
    assert "All 7 blockers are on the board" in page.inner_text("#wrong")
    page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")
    assert page.inner_text("#verdict") == "Put 1 blocker more on the board."


def middle(page, label):
    """Return the middle of a cell on the screen."""
    number = page.evaluate("(label) => document.getElementById('board').puzzle.cell(label)", label)
    box = page.locator(f"#board [data-cell='{number}'] polygon").first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, start, end):
    page.mouse.move(*middle(page, start))
    page.mouse.down()
    page.mouse.move(*middle(page, end), steps=6)
    page.mouse.up()


def test_a_blocker_is_dragged_and_goes_back(explore):
    page = explore(board=ELEVEN)
    settled(page)
    drag(page, "A6", "C6")
    assert page.input_value("#cells") == "B1 B5 C6 D1 E3 F2 F4"
    drag(page, "C6", "A6")
    assert page.input_value("#cells") == ELEVEN
    assert settled(page) == "The pieces fit in 11 ways."
    page.click("#undo")
    assert page.input_value("#cells") == "B1 B5 C6 D1 E3 F2 F4"
    page.keyboard.press("Control+z")
    assert page.input_value("#cells") == ELEVEN
    assert page.locator("#undo").is_disabled()


def test_the_blocker_of_a_region_moves_to_the_click(explore):
    page = explore("calendar-weekdays", "JAN 5 MON")
    settled(page)
    page.mouse.click(*middle(page, "DEC"))
    assert set(page.input_value("#cells").split()) == {"DEC", "5", "MON"}


def test_the_address_holds_the_board(explore, open_page):
    page = explore()
    settled(page)
    type_board(page, ELEVEN)
    settled(page)
    other = open_page(width=390, scheme="dark")
    other.goto(page.url)
    assert settled(other) == "The pieces fit in 11 ways."
    assert other.input_value("#cells") == ELEVEN
    assert other.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.parametrize(
    ("board", "said"), [("A6 B1 X9", "X9"), ("A1 A2 A3 A4 A5 A6 B1 B2", "8 cells"), ("%ff", "damaged")]
)
def test_a_link_to_no_board_says_what_is_wrong(explore, board, said):
    page = explore(board=board)
    page.wait_for_selector("#wrong:visible")
    assert said in page.inner_text("#wrong")
    assert page.inner_text("#verdict") == "Put 7 blockers on the board."


def test_turns_and_mirrors_lead_to_boards_with_as_many_tilings(explore):
    page = explore(board=ELEVEN)
    settled(page)
    assert page.locator("#orbit-boards a").count() == 8
    assert page.locator("#orbit-boards [aria-current='true']").get_attribute("title") == ELEVEN
    page.click("#orbit-boards [aria-current='false'] >> nth=0")
    expect(page.locator("#cells")).not_to_have_value(ELEVEN)
    assert settled(page) == "The pieces fit in 11 ways."
    page.go_back()
    expect(page.locator("#cells")).to_have_value(ELEVEN)


def test_where_a_board_stands_among_all(explore, site):
    page = explore(site[1], "A1 A2")
    settled(page)
    page.wait_for_selector("#ranked:visible")
    counts = {board: dicelab.count(board, puzzle=SMALL) for board in map(" ".join, combinations(CELLS_OF_SMALL, 2))}
    solvable = [count for count in counts.values() if count]
    more = sum(count > counts["A1 A2"] for count in solvable)
    assert f"harder than {100 * more // len(solvable)} of 100" in page.inner_text("#rank")
    assert f"of {len(solvable)}, {more} have more tilings" in page.inner_text("#rank")
    single = page.locator("#singles a").evaluate_all("(links) => links.map((link) => link.title)")
    assert single
    assert all(counts[board] == 1 for board in single)
    page.select_option("#difficulty", "one")
    page.click("#random")
    expect(page.locator("#verdict")).to_have_text("The pieces fit in 1 way.")


def test_what_needs_a_table_says_so(explore):
    page = explore(board=ELEVEN)
    settled(page)
    assert "a table with the tilings of all boards" in page.inner_text("#no-table")
    assert "dicelab" not in page.inner_text("#no-table")
    assert page.locator("#one").is_disabled()
    assert not page.is_visible("#compare")


def test_a_table_that_cannot_be_fetched_is_asked_for_again(explore, site, page, faults):
    faults.expect("tilings")
    faults.expect("ERR_FAILED")
    page.context.route("**/*.tilings", lambda route: route.abort())
    explore(site[1], "A1 B4")
    expect(page.locator("#wrong")).to_contain_text("could not be fetched: look whether you are connected")
    expect(page.locator("#rank")).to_have_text("")
    page.context.unroute("**/*.tilings")
    page.click("#compare")
    page.wait_for_selector("#ranked:visible")


def test_random_boards_and_rolls_are_boards(explore):
    page = explore("beehive")
    for button in ("#random", "#roll"):
        page.click(button)
        settled(page)
        board = page.input_value("#cells").split()
        assert len(set(board)) == 6
        assert "19" not in board


# ---------------------------------------------------------------- dominoes


@pytest.fixture
def dominoes(page, address):
    page.goto(f"{address}domino.html#grid=3%3A01100011223333322012")
    page.wait_for_selector("#bench:visible")
    return page


def test_dominoes_are_stepped_to_the_solution(dominoes):
    page, grid = dominoes, DominoGrid.parse("3:01100011223333322012")
    steps = grid.explain().steps
    laid = 0
    for step in steps:
        page.click("[aria-label='Next picture']")
        assert page.inner_text("#text") == step.text
        laid += len(step.placed)
        assert page.locator("#grid .tile").count() == laid
        assert page.locator("#grid .tile.fresh").count() == len(step.placed)
        assert page.locator("#grid .crossed").count() == len(step.ruled_out)
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#title") == "End"
    solution = grid.solve() or ()
    told = page.get_attribute("#grid", "aria-label")
    assert all(f"{grid.board.label(a)}-{grid.board.label(b)}" in told for a, b in solution)
    assert page.locator("#grid .tile").count() == len(solution) == 10


def test_the_slider_and_the_solution(dominoes):
    page = dominoes
    page.focus("#steps input[type=range]")
    page.keyboard.press("End")
    assert page.inner_text("#title") == "End"
    page.keyboard.press("Home")
    assert page.locator("#grid .tile").count() == 0
    page.click("#whole")
    assert page.locator("#grid .tile").count() == 10
    page.click("#whole")
    assert page.locator("#grid .tile").count() == 0


def test_examples_are_chosen_by_difficulty(dominoes):
    page = dominoes
    assert page.locator("#examples optgroup").count() == 4
    page.select_option("#examples", "0")
    assert "Difficulty: trivial" in page.inner_text("#text")
    assert "3%3A03322321110310022031" in page.url


def test_the_page_of_dominoes_on_a_phone(open_page, address):
    page = open_page(width=390, scheme="dark")
    page.goto(f"{address}domino.html")
    page.wait_for_selector("#bench:visible")
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_with_the_server_a_grid_of_ones_own_is_explained(page, studio_server):
    page.goto(studio_server.address)
    page.goto(f"{studio_server.origin}/domino.html")
    page.wait_for_selector("#served:visible")
    page.fill("#own", "1:001110")
    page.click("#explain")
    expect(page.locator("#text")).to_contain_text("3 dominoes")
    page.click("[aria-label='Next picture']")
    assert page.inner_text("#text") == "Domino 0-0 fits only at A1-A2: nothing else may cover A1 or A2."


@pytest.fixture
def uncompiled(monkeypatch):
    """Compile nothing: in the new cache of the tests that takes longer than a request may."""
    monkeypatch.setenv("DICELAB_NO_NUMBA", "1")


@pytest.mark.usefixtures("uncompiled")
def test_with_the_server_a_new_grid_is_generated(page, studio_server):
    # The seed of a grid that is found soon.
    page.add_init_script("Math.random = () => 6.5e-9")
    page.goto(studio_server.address)
    page.goto(f"{studio_server.origin}/domino.html")
    page.wait_for_selector("#served:visible")
    first = page.input_value("#own")
    page.select_option("#order", "3")
    page.select_option("#level", "hard")
    page.click("#new")
    expect(page.locator("#own")).not_to_have_value(first, timeout=60_000)
    grid = DominoGrid.parse(page.input_value("#own"))
    assert (grid.order, grid.grade().difficulty.value) == (3, "hard")
    expect(page.locator("#text")).to_contain_text("10 dominoes to place. Difficulty: hard.")
    page.click("#whole")
    assert page.locator("#grid .tile").count() == 10
