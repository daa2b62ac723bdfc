"""Hints on the play page, where its boards come from, and the games that the browser keeps."""

from __future__ import annotations

import json
import re

import pytest

import dicelab
from dicelab.dice import catalogue_set
from dicelab.play.advice import Hint
from dicelab.play.choosing import new_position
from dicelab.puzzles.report import check_puzzle
from dicelab.studio.documents import studio_document, studio_puzzles
from dicelab.studio.site_export import site_files

ELEVEN = "A6 B1 B5 D1 E3 F2 F4"
NONE = "A2 A5 B1 B6 C3 C4 D3"
RUINED = "&laid=L3.A1.A2.B2~I2.A3.A4"
SMALL = "2x4/2:3*I2"
LAST = "&laid=I2.A1.B1~I2.A2.B2"

RINGED = "#board .cell:has(.ring.shown)"
LABELS = "(groups) => groups.map((group) => group.getAttribute('aria-label').split(',')[0])"
LAID = "() => new URLSearchParams(location.hash.slice(1)).get('laid') ?? ''"
GAMES = "dicelab.play.games"


@pytest.fixture(scope="module")
def address_folder(tmp_path_factory):
    """An exported studio with the Genius Square, and a small puzzle that has its table of tilings."""
    square, *_, small = studio_puzzles([check_puzzle(SMALL)])
    files = site_files([small]) | site_files([square], tilings=False)
    files["data/studio.json"] = json.dumps(studio_document([square, small], server=False)).encode()
    folder = tmp_path_factory.mktemp("hints")
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder, small.id


@pytest.fixture
def play(page, address_folder, serve_folder):
    """Open the page with a board of the Genius Square, or of the small puzzle, and perhaps pieces on it."""
    folder, small = address_folder
    address = f"{serve_folder(folder)}play.html"

    def opened(board=ELEVEN, laid="", more=""):
        puzzle = "genius-square" if len(board.split()) == 7 else small
        page.goto("about:blank")
        page.goto(f"{address}#puzzle={puzzle}&board={board.replace(' ', '.')}{laid}{more}")
        page.wait_for_selector("#bench:visible")
        return page

    yield opened
    # A page that still fetches a table when its server ends would say so.
    page.goto("about:blank")


def expect(locator):
    """Wait for what a test says of a locator."""
    from playwright.sync_api import expect as expected

    return expected(locator)


def ask(page, words):
    """Ask for a hint, and return what it says."""
    page.evaluate("() => document.getElementById('hint').replaceChildren()")
    page.click(f"#steps button:has-text('{words}')")
    return page.locator("#hint p").first.inner_text()


def blocked(page):
    """Return the labels of the blocked cells."""
    return " ".join(page.locator("#board .cell[aria-label$=', blocked']").evaluate_all(LABELS))


def solve_small(page):
    """Lay the last of three dominoes."""
    page.fill("#move", "I2 A3 B3")
    page.keyboard.press("Enter")
    expect(page.locator("#ending h2")).to_have_text("Solved!")


def test_each_hint_tells_more_than_the_one_before_and_shows_what_it_says(play):
    page = play()
    assert "can be solved" in ask(page, "Can I still finish?")
    assert "I1" in ask(page, "Which piece next?")
    assert page.locator("#board .ghost").count() == 0
    wrong = ask(page, "Where not")
    assert re.search(r"I1 on [A-F][1-6] is wrong: no piece that is left can cover F3", wrong)
    assert page.locator("#board .ghost").count() == 1
    assert page.locator(RINGED).evaluate_all(LABELS) == ["F3"]
    assert "I1 on F3" in ask(page, "Where does it go?")
    assert page.locator(RINGED).count() == 0
    assert page.locator("#board .ghost").count() == 1
    assert page.evaluate(LAID) == ""
    assert "I1 on F3" in ask(page, "Lay it for me")
    assert page.evaluate(LAID) == "I1.F3"
    page.click("#undo")
    assert page.locator("#hint p").count() == 0
    assert page.evaluate(LAID) == ""


def test_a_hint_about_the_piece_that_is_held(play):
    page = play()
    page.locator("#tray .left-piece").nth(6).click()
    expect(page.locator("#about-piece")).to_contain_text("T4")
    hint = dicelab.hint(ELEVEN, step="place", piece="T4")
    assert isinstance(hint, Hint)
    found = hint.advice
    assert found
    assert f"T4 on {dicelab.Puzzle.parse('genius-square').grid.labels(found.placement.mask)}" in ask(
        page, "Where does it go?"
    )
    assert f"{found.there} of the {found.tilings}" in page.inner_text("#hint")


def test_hints_that_are_followed_end_in_a_tiling(play):
    page = play()
    page.fill("#move", "I1 F3")
    page.keyboard.press("Enter")
    for _ in range(8):
        ask(page, "Lay it for me")
    expect(page.locator("#ending h2")).to_have_text("Solved!")
    assert "8 hints" in page.inner_text("#ending")
    assert row(page, "from a link")[1:3] == ["1", "1"]


def test_who_lays_nothing_has_not_solved_the_board(play):
    page = play("A4 B4")
    for _ in range(3):
        ask(page, "Lay it for me")
    expect(page.locator("#ending h2")).to_have_text("A solution of this board")
    assert row(page, "from a link")[1:3] == ["1", "0"]


def test_a_ruined_position_says_what_to_take_back_and_does_it(play):
    page = play(laid=RUINED)
    said = ask(page, "Can I still finish?")
    assert said.startswith("No")
    assert "I2 on A3 A4" in said
    assert page.locator("#board .blamed").count() == 1
    assert "I1" in ask(page, "Where not")
    assert page.locator(RINGED).evaluate_all(LABELS) == ["A5", "F3"]
    page.click("#hint button:has-text('Take it back')")
    assert page.evaluate(LAID) == "L3.A1.A2.B2"
    assert ask(page, "Can I still finish?").startswith("Yes")


def test_the_light_follows_the_game_and_stays_on(play):
    page = play()
    expect(page.locator("#lamp")).to_be_hidden()
    page.check("#light")
    expect(page.locator("#lamp")).to_contain_text("✓")
    page.fill("#move", "L3 A1 A2 B2; I2 A3 A4")
    page.keyboard.press("Enter")
    expect(page.locator("#lamp")).to_contain_text("✗ You cannot finish")
    page.click("#undo")
    page.reload()
    expect(page.locator("#light")).to_be_checked()
    expect(page.locator("#lamp")).to_be_visible()


def test_who_gives_up_sees_a_tiling_and_all_others(play):
    page = play(laid=RUINED)
    page.click("#steps button:has-text('Show a solution')")
    assert page.evaluate(LAID).count("~") == 1
    page.click("#steps button:has-text('Give up')")
    expect(page.locator("#ending h2")).to_have_text("A solution of this board")
    laid = page.evaluate(LAID)
    assert laid.count("~") == 8
    # As many of the own pieces as possible stay.
    assert "L3.A1.A2.B2" in laid
    page.click("text=Show all solutions")
    expect(page.locator("#tilings .place")).to_have_text("Solution 1 of 11")
    first = page.inner_html("#tiling .pieces")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tilings .place")).to_have_text("Solution 2 of 11")
    assert page.inner_html("#tiling .pieces") != first
    assert page.evaluate(LAID) == laid


def test_a_board_without_a_tiling_is_told_at_once_and_may_be_played(play):
    page = play(NONE)
    expect(page.locator("#no-tiling")).to_contain_text("cannot cover")
    assert NONE.replace(" ", ".") in page.get_attribute("#no-tiling a", "href")
    page.fill("#move", "I1 A1")
    page.keyboard.press("Enter")
    assert page.evaluate(LAID) == "I1.A1"
    assert "no solution" in ask(page, "Can I still finish?")
    page.fill("#blockers", ELEVEN)
    page.click("#own-board button")
    expect(page.locator("#no-tiling")).to_be_hidden()
    assert blocked(page) == ELEVEN


def test_on_a_phone_a_new_board_and_what_is_wrong_come_into_sight(play):
    page = play()
    page.set_viewport_size({"width": 390, "height": 844})
    page.click("#tray .left-piece >> nth=5")
    page.fill("#blockers", "A1")
    page.click("#own-board button")
    expect(page.locator("#wrong")).to_be_in_viewport()
    page.fill("#blockers", NONE)
    page.click("#own-board button")
    expect(page.locator("#state")).to_be_in_viewport()
    # No piece of the board before is held any more.
    expect(page.locator("#state")).to_have_text("9 pieces for 29 cells.")


def test_rolls_of_every_set_and_of_dice_from_a_link_and_from_the_design_page(play):
    dice = "A1~B1~C1~D1~E1~F1~A2.A3"
    page = play(more=f"&dice={dice}")
    options = page.locator("#dice option").all_inner_texts()
    assert options == ["the dice of the link", "default", "theorem 5.3", "goralczyk"]
    assert re.fullmatch("A1 A[23] B1 C1 D1 E1 F1", rolled(page))
    page.select_option("#dice", label="theorem 5.3")
    roll = set(rolled(page).split())
    assert all(roll & die for die in faces_of("theorem-5.3"))
    expect(page.locator("#from")).to_contain_text("theorem 5.3")
    faces = [*([f"{row}6"] for row in "ABCDEF"), ["A1", "A2"]]
    own = {"schema": "dicelab/dice-set/1", "name": "mine", "puzzle": "genius-square", "dice": faces}
    page.evaluate("(set) => localStorage.setItem('dicelab.design.genius-square', set)", json.dumps(own))
    play()
    page.select_option("#dice", label="my dice of the page Design (mine)")
    assert re.fullmatch("A[12] A6 B6 C6 D6 E6 F6", rolled(page))
    play(more="&dice=Z9")
    expect(page.locator("#wrong")).to_contain_text("Z9")


def rolled(page):
    """Roll the dice, and return the cells that are blocked once they have come to rest."""
    before = page.url
    page.click("#roll")
    page.wait_for_url(lambda url: url != before)
    return blocked(page)


def faces_of(name):
    dice = catalogue_set(name)
    return [{dice.puzzle.grid.label(cell) for cell in die.faces} for die in dice.dice]


def test_boards_of_a_difficulty_and_with_one_tiling(play):
    page = play("A1 A2")
    page.select_option("#difficulty", "one")
    page.click("#draw")
    expect(page.locator("#from")).to_contain_text("only one solution")
    assert dicelab.count(blocked(page), puzzle=SMALL) == 1
    page.select_option("#difficulty", "easy")
    page.click("#draw")
    expect(page.locator("#from")).to_contain_text("easy")
    assert dicelab.count(blocked(page), puzzle=SMALL) > 1
    # After a board of a difficulty, another one is of the same.
    page.click("#steps button:has-text('Show a solution')")
    page.click("#steps button:has-text('Give up')")
    page.select_option("#difficulty", "one")
    page.click("#ending button:has-text('Another board')")
    expect(page.locator("#ending")).to_be_hidden()
    expect(page.locator("#from")).to_contain_text("easy")
    # Without a table of all boards there is no such choice.
    play()
    expect(page.locator("#single")).to_be_disabled()


def test_the_board_of_a_day(play):
    page = play()
    for day in ("2026-01-31", "2024-02-29"):
        page.fill("#day", day)
        page.click("#play-day")
        expect(page.locator("#from")).to_contain_text(day)
        assert blocked(page) == new_position(day=day).board.format()


def test_typed_blockers_that_are_no_board_are_refused(play):
    page = play()
    for text, wrong in [("A1 A2", "7 blockers"), ("A1 A2 A3 A4 A5 A6 Z9", "Z9")]:
        page.fill("#blockers", text)
        page.keyboard.press("Enter")
        expect(page.locator("#wrong")).to_contain_text(wrong)
        assert blocked(page) == ELEVEN


def row(page, kind):
    """Return what the table says of a kind of board."""
    return page.locator(f"#played tr:has(td:text-is('{kind}')) td").all_inner_texts()


def test_games_are_counted_and_survive_a_reload(play):
    page = play("A4 B4", LAST)
    expect(page.locator("#runs")).to_contain_text("No game yet")
    ask(page, "Can I still finish?")
    solve_small(page)
    kind, begun, solved, best, median, hints = row(page, "from a link")
    assert (begun, solved, hints) == ("1", "1", "1")
    assert best == median == "0:00"
    page.reload()
    page.wait_for_selector("#bench:visible")
    assert row(page, "from a link") == [kind, begun, solved, best, median, hints]
    # An unfinished game goes on after a reload, and is still one.
    page.fill("#blockers", "A1 B1")
    page.keyboard.press("Enter")
    page.fill("#move", "I2 A2 B2")
    page.keyboard.press("Enter")
    page.reload()
    page.wait_for_selector("#bench:visible")
    page.fill("#move", "I2 A3 B3")
    page.keyboard.press("Enter")
    assert row(page, "typed")[1:3] == ["1", "0"]


def game(begun, kind, end="solved", seconds=10.0):
    return {
        "begun": begun,
        "puzzle": "genius-square",
        "kind": kind,
        "board": ELEVEN,
        "seconds": seconds,
        "hints": 2,
        "end": end,
    }


def test_games_are_saved_opened_and_emptied(play, tmp_path):
    page = play()
    games = [
        game(f"2026-01-{day:02}T10:00:00.5", f"day 2026-01-{day:02}", seconds=day * 30.0) for day in (3, 4, 5, 9, 10)
    ]
    # A board that is played on another day does not count for a run.
    games += [game("2026-01-12T10:00:00.5", "day 2026-01-11"), game("2026-01-13T10:00:00.5", "hard", "given up")]
    file = tmp_path / "games.json"
    file.write_text(json.dumps({"schema": "dicelab/games/1", "games": games}))
    for _ in range(2):
        page.set_input_files("#records-file", file)
        expect(page.locator("#runs")).to_contain_text("0 days in a row now, 3 at most")
        assert row(page, "of a day") == ["of a day", "6", "6", "0:10", "2:15", "12"]
        assert row(page, "hard") == ["hard", "1", "0", "–", "–", "2"]
    with page.expect_download() as saved:
        page.click("text=Save as a file")
    assert json.loads(saved.value.path().read_text())["games"] == games
    page.click("#keep >> text=Forget all games")
    assert row(page, "hard")
    page.click("text=Really forget all games?")
    expect(page.locator("#played")).to_be_hidden()


def test_today_counts_for_the_run(play):
    page = play()
    today = "2026-02-03"
    text = json.dumps({"schema": "dicelab/games/1", "games": [game(f"{today}T10:00:00", f"day {today}")]})
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [GAMES, text])
    page.clock.set_fixed_time(f"{today}T11:00:00")
    page.reload()
    expect(page.locator("#runs")).to_contain_text("1 day in a row now, 1 at most")


HOSTILE = [
    "{",
    "null",
    '{"schema": "dicelab/games/1", "games": [null]}',
    '{"schema": "dicelab/games/1", "games": [{"begun": "<img src=x onerror=alert(1)>"}]}',
    json.dumps({"schema": "dicelab/games/1", "games": [game("2026-01-01T00:00:00", "roll") | {"seconds": -1}]}),
]


@pytest.mark.parametrize("text", HOSTILE)
def test_damaged_games_are_told_and_put_aside(play, text, tmp_path):
    page = play()
    file = tmp_path / "games.json"
    file.write_text(text)
    page.set_input_files("#records-file", file)
    expect(page.locator("#wrong")).to_contain_text("could not be read")
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [GAMES, text])
    page.reload()
    expect(page.locator("#damaged")).to_contain_text("could not be read")
    with page.expect_download() as saved:
        page.click("text=Save them as they are")
    assert saved.value.path().read_text() == text
    page.click("text=Forget them")
    expect(page.locator("#damaged")).to_be_hidden()
    page.fill("#move", "I1 A1")
    page.keyboard.press("Enter")
    assert row(page, "from a link")[1] == "1"


def test_damaged_games_are_put_aside_whole_where_the_browser_has_no_room_for_two(play):
    page = play()
    page.evaluate("key => localStorage.setItem(key, 'x'.repeat(4_000_000))", GAMES)
    page.reload()
    expect(page.locator("#damaged")).to_contain_text("could not be read")
    assert page.evaluate("key => localStorage.getItem(`${key}.damaged`).length", GAMES) == 4_000_000


def test_names_that_every_object_has_are_names(play):
    page = play()
    found = [game("2026-01-01T00:00:00", name) | {"puzzle": name} for name in ("__proto__", "constructor")]
    text = json.dumps({"schema": "dicelab/games/1", "games": found})
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [GAMES, text])
    page.reload()
    expect(page.locator("#played")).to_contain_text("constructor")
    shown = page.locator("#played").inner_text()
    assert shown.count("constructor") == shown.count("__proto__") == 2
    assert "function" not in shown


def test_markup_in_names_of_kept_games_is_text(play):
    page = play()
    found = game("2026-01-01T00:00:00", "<b>hard</b>") | {"puzzle": "<img src=x onerror=alert(1)>"}
    text = json.dumps({"schema": "dicelab/games/1", "games": [found]})
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [GAMES, text])
    page.reload()
    expect(page.locator("#played")).to_contain_text("<img src=x")
    assert page.locator("#played b, #played img").count() == 0
