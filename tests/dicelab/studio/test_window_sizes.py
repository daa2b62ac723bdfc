"""What belongs to the board is in view with it, in windows of any size, and a finger scrolls before it paints."""

from __future__ import annotations

import pytest

from tests.browser import BEEN_HERE

LAPTOPS = [(1366, 650), (1280, 720), (844, 390), (1366 // 2, 650 // 2), (1280 // 2, 720 // 2)]
"""Windows of laptops, a phone on its side, and the same laptops when their pages are shown twice as large."""
PHONES = [(390, 844), (320, 568)]
DICE = "A1~A2~A3~A4~A5~A6~B1"
FINDABLE = {
    "index.html": ["#verdict", "#palette", "#undo", "#paint svg", "#figures"],
    "explore.html#puzzle=genius-square&board=A6.B1.B5.D1.E3.F2.F4": ["#verdict", "#board svg", "#undo"],
}
"""What has to be in view; on a phone all but the last."""

OUT_OF_VIEW = """(patterns) => patterns.filter((pattern) => {
  const { top, left, bottom, right } = document.querySelector(pattern).getBoundingClientRect();
  return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth || top === bottom;
})"""


@pytest.fixture
def site(serve_folder, exported_site):
    return serve_folder(exported_site)


@pytest.mark.parametrize("address", FINDABLE)
def test_verdict_undo_and_the_whole_board_are_in_view(page, site, address):
    page.goto(site + address)
    page.locator(".verdict.good").wait_for()
    needed = FINDABLE[address]
    seen = {}
    for width, height in LAPTOPS + PHONES:
        page.set_viewport_size({"width": width, "height": height})
        wanted = needed[:-1] if (width, height) in PHONES else needed
        seen[width, height] = page.evaluate(OUT_OF_VIEW, wanted)
        assert page.evaluate("document.documentElement.scrollWidth") == width
    assert not any(seen.values()), seen


def test_a_game_is_in_view_and_no_page_scrolls_sideways(page, site):
    link = f"dice.html#puzzle=genius-square&dice={DICE}&name=a+set+with+a+long+name"
    for address in ("roll.html", "domino.html", "puzzle.html", link, "play.html"):
        page.goto(site + address)
        page.wait_for_selector("#bench:visible")
        for width, height in LAPTOPS + PHONES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") == width
            if address == "play.html":
                assert not page.evaluate(OUT_OF_VIEW, ["#state", "#board svg", "#undo"]), (width, height)


@pytest.fixture
def phone(browser, open_page, faults, site):
    """The design page on a phone, with a function that sends touches."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    context.add_init_script(BEEN_HERE)
    page = open_page(context=context)
    faults.watch(page)
    page.goto(site)
    page.locator(".verdict.good").wait_for()
    session = context.new_cdp_session(page)

    def touch(kind, *points):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    yield page, touch
    context.close()


def middle(page, label):
    box = page.locator(f"#paint [aria-label^='{label},'] polygon").first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def owner(page, label):
    return page.locator(f"#paint [aria-label^='{label},']").get_attribute("aria-label")


def test_a_swipe_scrolls_and_a_tap_or_a_rest_paints(phone):
    page, touch = phone
    before = [owner(page, label) for label in ("A2", "C2", "E2")]
    x, y = middle(page, "E2")
    touch("touchStart", (x, y))
    for step in range(1, 11):
        touch("touchMove", (x, y - 25 * step))
    page.wait_for_function("scrollY > 100")
    # A finger that stops before it goes up leaves the page at rest.
    page.wait_for_timeout(200)
    touch("touchMove", (x, y - 250))
    touch("touchEnd")
    assert [owner(page, label) for label in ("A2", "C2", "E2")] == before
    assert page.locator("#undo").is_disabled()
    assert not page.evaluate(OUT_OF_VIEW, ["#verdict", "#palette"])
    page.evaluate("scrollTo(0, 0)")

    page.touchscreen.tap(*middle(page, "A2"))
    page.locator("#paint [aria-label='A2, die 1']").wait_for()
    page.touchscreen.tap(*middle(page, "A2"))
    page.locator("#paint [aria-label='A2, on no die']").wait_for()

    top = page.evaluate("scrollY")
    touch("touchStart", middle(page, "C2"))
    page.locator("#paint .painting").wait_for()
    for label in ("C3", "C4", "D4"):
        touch("touchMove", middle(page, label))
    touch("touchEnd")
    page.locator("#live", has_text="C2 C3 C4 D4: on die 1.").wait_for(state="attached")
    assert page.locator(".painting").count() == 0
    assert page.evaluate("scrollY") == top
    page.locator("#undo").tap()
    page.locator("#paint [aria-label='C4, die 7']").wait_for()
