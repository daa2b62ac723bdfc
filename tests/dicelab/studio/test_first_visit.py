"""A first visit to the studio: three doors, a tour that can be skipped, and words that are explained."""

from __future__ import annotations

import re

import pytest

from tests.browser import axe_findings

expect = pytest.importorskip("playwright.sync_api").expect

# As long as other waits: a machine may have much else to do.
expect.set_options(timeout=30_000)


@pytest.fixture
def address(serve_folder, exported_site):
    return serve_folder(exported_site)


def test_a_first_visit_has_three_doors(open_page, address):
    page = open_page(is_first=True)
    page.goto(address)
    page.wait_for_url("**/welcome.html")
    page.locator("#board-explore .piece").first.wait_for(state="attached")
    today = page.evaluate("import('./js/play/day.js').then(({ dateText }) => dateText())")
    board = page.locator("#board-play .marked").count()
    page.get_by_role("link", name=re.compile("^Play today")).click()
    expect(page.locator("#from")).to_have_text(f"This board: the board of {today}.")
    assert board == page.locator("#board .marked").count() == 7
    # The door leads back to a game that was begun, and the second visit to dice.
    page.fill("#move", "I1 " + page.locator("#board .cell:not(.marked)").first.get_attribute("aria-label"))
    page.keyboard.press("Enter")
    page.goto("about:blank")
    page.goto(f"{address}play.html#puzzle=genius-square&day=today")
    expect(page.locator("#board .piece")).to_have_count(1)
    page.goto("about:blank")
    page.goto(address)
    page.locator(".verdict.good").wait_for()
    page.get_by_role("link", name="dicelab studio").click()
    page.wait_for_url("**/welcome.html")


def test_the_first_page_fits_and_axe_finds_nothing_serious(open_page, address):
    for scheme in ("light", "dark"):
        page = open_page(scheme=scheme)
        page.goto(f"{address}welcome.html")
        page.locator("#board-explore .piece").first.wait_for(state="attached")
        for width in (320, 844, 1366):
            page.set_viewport_size({"width": width, "height": 650})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert axe_findings(page) == []


def test_the_tour_leads_on_and_can_be_skipped(page, address):
    page.goto(f"{address}welcome.html")
    page.get_by_role("link", name="Take the tour").click()
    tour = page.get_by_role("dialog", name="Tour")
    steps = [tour.locator("p").inner_text()]
    while tour.get_by_role("button", name="Next").count():
        tour.get_by_role("button", name="Next").press("Enter")
        steps.append(tour.locator("p").inner_text())
        expect(page.locator("[data-toured]")).to_have_count(1)
    assert len(set(steps)) == 5
    tour.get_by_role("button", name="Begin").click()
    expect(tour).to_have_count(0)
    expect(page.locator("[data-toured]")).to_have_count(0)
    page.get_by_role("button", name="Help").click()
    page.get_by_role("button", name="Take the tour").click()
    page.keyboard.press("Escape")
    expect(tour).to_have_count(0)


def test_words_are_explained_where_they_stand(page, address):
    page.goto(f"{address}#puzzle=genius-square&dice=A2~A5~B1~B6~C3~C4~D3")
    word = page.locator("#about-starts").get_by_role("button", name="theorem 5.3")
    word.press("Enter")
    assert word.get_attribute("aria-expanded") == "true"
    expect(page.locator("#about-starts")).to_contain_text("theorem 5.3 (Dice by Jensen (2023).")
    word.press("Enter")
    expect(page.locator("#about-starts .meaning")).to_have_count(0)
