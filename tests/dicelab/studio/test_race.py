"""Races as people run them: two browsers over the server, and two players on one screen."""

import pytest

from dicelab import solve
from dicelab.studio.documents import puzzles
from tests.browser import axe_findings
from tests.dicelab.studio.conftest import StudioServer

BOARD = "A6 B1 B5 D1 E3 F2 F4"
LINK = "play.html#puzzle=genius-square&board=A6.B1.B5.D1.E3.F2.F4"


def moves():
    """Return a tiling of the board as moves that are typed."""
    puzzle = puzzles(())["genius-square"].puzzle
    tiling = solve(BOARD).tiling
    assert tiling
    pairs = zip(puzzle.pieces, tiling.masks, strict=True)
    return [f"{piece.name} {puzzle.grid.labels(mask).replace(' ', ',')}" for piece, mask in pairs]


def play(page, text):
    page.fill("#move", text)
    page.press("#move", "Enter")


@pytest.fixture
def shared():
    """A server that shares races, on this machine alone."""
    server = StudioServer("--share", "--host", "127.0.0.1")
    yield server
    server.stop()


@pytest.mark.slow
def test_two_browsers_race_over_the_network(open_page, shared, faults):
    host, guest = open_page(), open_page(width=390, scheme="dark")
    # The console tells of the form, which is there for those who are not in yet, and of a room that was closed.
    faults.expect("40[13]")
    host.goto(shared.address)
    host.goto(f"{shared.origin}/{LINK}")
    code = host.inner_text("#race .code")
    guest.goto(f"{shared.origin}/")
    guest.fill("input[name=room]", "1")
    guest.click("button")
    assert "No room has this code" in guest.inner_text("[role=alert]")
    guest.fill("input[name=room]", code)
    guest.click("button")
    guest.fill("#race-name", "<b>Bob</b>")
    guest.press("#race-name", "Enter")
    host.fill("#race-name", "Ann")
    host.press("#race-name", "Enter")
    guest.wait_for_selector(".players li:nth-child(2)")
    assert "<b>Bob</b> (you)" in guest.inner_text(".players")
    assert guest.locator(".players .who b").count() == 0
    assert not guest.locator("nav").is_visible()
    host.get_by_role("button", name="Begin with the board below").click()
    guest.wait_for_selector(".countdown:not([hidden])")
    for page in (host, guest):
        page.wait_for_selector(":root.racing")
        assert not page.locator("#hints").is_visible()
        assert "board=A6.B1.B5.D1.E3.F2.F4" in page.url
    first, second, *rest = moves()
    play(guest, f"{first}; {second}")
    host.wait_for_selector("progress[aria-label*=Bob][value='2']")
    # A page that is closed and comes back goes on where it was.
    guest.reload()
    guest.wait_for_selector("#board .piece >> nth=1")
    assert guest.locator("#board .piece").count() == 2
    play(host, "; ".join(rest[:3]))
    guest.wait_for_selector("progress[aria-label*=Ann][value='3']")
    play(guest, "; ".join(rest))
    guest.wait_for_selector(".race-said.won")
    assert guest.inner_text(".race-said").startswith("You have won in ")
    host.wait_for_selector(".race-said.won")
    assert host.inner_text(".race-said").startswith("<b>Bob</b> has won in ")
    host.get_by_role("button", name="End this round").click()
    host.get_by_role("button", name="Begin with a new roll").click()
    guest.wait_for_selector(".countdown:not([hidden])")
    host.get_by_role("button", name="Put <b>Bob</b> out").click()
    guest.wait_for_selector(".race-said:text('Your host has put you out')")
    shared.stop()
    host.wait_for_selector(".race-said:text('dicelab web has ended')")


@pytest.mark.slow
def test_the_page_says_what_a_race_over_the_network_needs(studio_server, serve_folder, exported_site, page, open_page):
    page.goto(studio_server.address)
    page.goto(f"{studio_server.origin}/play.html")
    page.wait_for_selector("#race :text('dicelab web --share')")
    other = open_page()
    other.goto(f"{serve_folder(exported_site)}play.html")
    other.wait_for_selector("#race :text('dicelab web --share')")
    assert other.locator("#race button").all_inner_texts() == ["Two players on this screen"]
    for one in (page, other):
        one.wait_for_load_state("networkidle")


@pytest.mark.slow
def test_two_race_with_one_keyboard(open_page):
    server = StudioServer("--puzzle", "1x4/1:I2,I1")
    try:
        page = open_page()
        page.goto(server.address)
        page.goto(f"{server.origin}/play.html")
        own = page.locator("#puzzles option:not([value=''])").last.get_attribute("value")
        page.goto("about:blank")
        page.goto(f"{server.origin}/play.html#puzzle={own}&board=A1")
        page.click("#duel-begin")
        page.wait_for_selector(".side:not([inert])")
        left, right = page.locator(".side").all()

        def press(*keys):
            for key in keys:
                page.keyboard.press(key)

        def hold(side, name, key):
            for _ in range(3):
                if side.locator(f".left-piece[aria-label^='{name},'][aria-pressed=true]").count():
                    return
                press(key)
            pytest.fail("it was not held")

        hold(left, "I2", "q")
        hold(right, "I2", "u")
        press("d", "ArrowRight", "d", "ArrowRight", "f", "Enter")
        press("x")
        left.locator("[aria-label='A4']").wait_for(state="attached")
        right.locator("[aria-label^='A4, piece']").wait_for(state="attached")
        hold(right, "I1", "u")
        press("ArrowLeft", "ArrowLeft", "ArrowLeft", "Enter")
        # A1 is blocked, and a piece that does not fit is still held.
        assert page.locator("#duel .verdict").inner_text() == "Go!"
        press("ArrowRight", "Enter")
        page.get_by_role("button", name="Another round").wait_for()
        assert page.locator("#duel .verdict").inner_text().startswith("The player on the right has won in ")
        assert page.locator("#board [aria-label='A2']").count() == 1
    finally:
        server.stop()


@pytest.mark.slow
@pytest.mark.parametrize("is_opposite", [True, False])
def test_two_race_on_one_screen_with_their_fingers(
    open_page, browser, faults, serve_folder, exported_site, is_opposite
):
    size = {"width": 390, "height": 844} if is_opposite else {"width": 1180, "height": 820}
    context = browser.new_context(viewport=size, has_touch=True, reduced_motion="reduce")
    context.on("page", faults.watch)
    page = open_page(context=context)
    page.goto(f"{serve_folder(exported_site)}{LINK}")
    page.click("#duel-begin")
    page.wait_for_selector(".side:not([inert])")
    assert page.locator("#duel.opposite").count() == is_opposite
    session = context.new_cdp_session(page)
    sides = [page.locator(".side").nth(side) for side in (0, 1)]

    def middle(locator):
        box = locator.bounding_box()
        return [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2], box["width"]

    def touch(kind, places):
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    starts, ends = [], []
    for number, side in enumerate(sides):
        starts.append(middle(side.locator(".left-piece[aria-label^='I1,']"))[0])
        (x, y), width = middle(side.locator("[data-cell][aria-label^='C3']").first)
        # The piece is above the finger, for each player where above is.
        above = width / 2 + 28
        ends.append([x, y - above if is_opposite and number == 0 else y + above])
    touch("touchStart", starts)
    for part in (0.3, 0.7, 1):
        touch(
            "touchMove",
            [[a + (b - a) * part for a, b in zip(*pair, strict=True)] for pair in zip(starts, ends, strict=True)],
        )
    assert page.locator(".carried").count() == 2
    page.wait_for_timeout(50)
    touch("touchEnd", [])
    for side in sides:
        side.locator("[aria-label^='C3, piece']").wait_for(state="attached")
    page.get_by_role("button", name="End the race").click()
    assert page.locator("#duel").count() == 0
    assert page.locator("#board").is_visible()
    context.close()


@pytest.mark.slow
def test_players_begin_with_their_handicaps(open_page, shared):
    page = open_page()
    page.goto(shared.address)
    page.goto(f"{shared.origin}/{LINK}")
    page.fill("#race-name", "Ann")
    page.press("#race-name", "Enter")
    page.get_by_label("Pieces that lie for Ann").select_option("2")
    page.get_by_role("button", name="Begin with the board below").click()
    page.wait_for_selector(":root.racing")
    page.wait_for_selector("#board .piece >> nth=1")
    assert page.locator("#board .piece").count() == 2
    assert "Ann (you) (2 pieces laid)" in page.inner_text(".players")
    assert not page.get_by_label("Pieces that lie for Ann").is_visible()
    page.get_by_role("button", name="End this round").click()
    page.get_by_text("Handicaps", exact=True).click()
    page.get_by_label("Board of the player on the left").select_option("set 0")
    page.get_by_label("Pieces that lie for the player on the right").select_option("3")
    page.click("#duel-begin")
    page.wait_for_selector(".side:not([inert])")
    left, right = page.locator(".side").all()
    assert [side.locator("cell-board .piece").count() for side in (left, right)] == [0, 3]
    shown = [side.locator("[aria-label$=', blocked']").count() for side in (left, right)]
    assert shown == [7, 7]


@pytest.mark.slow
def test_axe_finds_nothing_serious_in_races(open_page, shared):
    page = open_page(width=390, scheme="dark")
    page.goto(shared.address)
    page.goto(f"{shared.origin}/{LINK}")
    page.wait_for_selector("#race .code")
    page.fill("#race-name", "Ann")
    page.press("#race-name", "Enter")
    page.wait_for_selector(".players li")
    page.get_by_text("Handicaps", exact=True).click()
    assert axe_findings(page) == []
    page.click("#duel-begin")
    page.wait_for_selector(".side:not([inert])")
    assert axe_findings(page) == []
