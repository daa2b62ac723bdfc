"""The exported studio in a browser: all its pages, in both looks and on a phone, and without a network."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from dicelab.studio.documents import pages, studio_puzzles
from dicelab.studio.site_export import export_site, site_files
from tests.browser import BEEN_HERE, arguments, axe_findings, browser_program, served
from tests.dicelab.studio.conftest import StudioServer

PAGES = ("index.html", "explore.html", "play.html", "domino.html", "roll.html", "dice.html", "puzzle.html")
WIDTHS = (320, 390, 1280)
SCHEMES = ("light", "dark")
MOST_BYTES = 250_000
"""Over the wire for the first page."""


@pytest.fixture
def address(serve_folder, exported_site):
    return serve_folder(exported_site)


def shown(page, address):
    """Open an address, and wait until its page is drawn."""
    page.goto(address)
    page.wait_for_selector("header nav a[aria-current=page]")
    page.wait_for_load_state("networkidle")
    return page


def kept_offline(page):
    """Wait until the service worker has all that it fetches at once."""
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def wrong_words(page):
    """Return what a page says went wrong."""
    return page.locator(".fault:visible").all_inner_texts()


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_page_opens_and_fits_and_axe_finds_nothing_serious(open_page, address, name, scheme):
    page = shown(open_page(scheme=scheme), address + name)
    assert wrong_words(page) == []
    assert page.locator("h1").count() == 1
    paper = page.evaluate("() => getComputedStyle(document.body).backgroundColor.match(/[0-9]+/g).map(Number)")
    assert (sum(paper) < 384) == (scheme == "dark")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    page.evaluate("() => document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    page.wait_for_load_state("networkidle")
    assert axe_findings(page) == []


def test_a_page_of_one_more_file_has_its_link_on_all_pages(page, serve_folder, tmp_path, monkeypatch):
    found = {**pages(), "mine.html": "Mine"}
    monkeypatch.setattr("dicelab.studio.documents.pages", lambda: found)
    export_site(tmp_path / "site", site_files(studio_puzzles()[:1], tilings=False))
    address = serve_folder(tmp_path / "site")
    for name in PAGES:
        links = shown(page, address + name).locator("header nav a")
        links.nth(len(PAGES)).wait_for()
        assert [link.get_attribute("href") for link in links.all()] == [*PAGES, "mine.html"]


def test_axe_finds_nothing_serious_in_dice_that_fail(page, address):
    shown(page, f"{address}#puzzle=genius-square&dice=A2~A5~B1~B6~C3~C4~D3")
    page.wait_for_selector(".verdict.bad")
    page.wait_for_selector(".gallery cell-board")
    assert axe_findings(page) == []


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("name", ["explore.html", "roll.html"])
def test_axe_finds_nothing_serious_in_a_board_without_a_tiling(open_page, address, scheme, name):
    page = shown(open_page(scheme=scheme), f"{address}{name}#puzzle=genius-square&board=A2.A5.B1.B6.C3.C4.D3")
    page.wait_for_selector(".verdict.bad")
    page.wait_for_selector("#why:not([hidden])")
    assert axe_findings(page) == []


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_serious_on_a_phone_and_in_the_help(open_page, address, name):
    page = shown(open_page(width=390), address + name)
    page.get_by_role("button", name="Help").click()
    assert page.locator("dialog[open]").count() == 1
    assert axe_findings(page) == []


@pytest.mark.parametrize("name", ["index.html", "explore.html", "roll.html"])
def test_every_puzzle_opens(page, address, name):
    for puzzle in ("genius-square", "genius-star", "calendar", "calendar-weekdays", "pentomino-bench"):
        page.goto("about:blank")
        shown(page, f"{address}{name}#puzzle={puzzle}")
        assert wrong_words(page) == []
        assert page.locator("header select").input_value() == puzzle
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 1280


def test_paint_and_verdict_without_a_network(page, address):
    shown(page, address)
    kept_offline(page)
    page.context.set_offline(True)
    for name in (*PAGES, ""):
        shown(page, address + name)
        assert wrong_words(page) == []
    page.wait_for_selector(".verdict.good")
    # A cell that is taken from the die that is chosen, the first, is put back.
    cell = page.locator(".stand [data-cell][aria-label^='A6,']")
    cell.click()
    page.wait_for_function("() => !document.querySelector('.stand [aria-label=\"A6, die 1\"]')")
    cell.click()
    page.wait_for_selector(".verdict.good")
    shown(page, f"{address}#puzzle=genius-square&dice=A2~A5~B1~B6~C3~C4~D3")
    page.wait_for_selector(".verdict.bad")
    page.reload()
    page.wait_for_selector(".verdict.bad")
    assert wrong_words(page) == []


def test_a_file_that_is_large_is_kept_when_it_was_used(page, serve_folder, tmp_path, monkeypatch):
    monkeypatch.setattr("dicelab.studio.site_export.MOST_AT_ONCE", 100_000)
    export_site(tmp_path / "site", site_files(studio_puzzles()[:2], tilings=False))
    address = serve_folder(tmp_path / "site")
    kept = """async () => {
      const cache = await caches.open((await caches.keys())[0]);
      return Boolean(await cache.match("data/genius-star.unsolvable"));
    }"""
    shown(page, address)
    kept_offline(page)
    assert not page.evaluate(kept)
    shown(page, f"{address}explore.html#puzzle=genius-star")
    assert page.evaluate("async () => (await fetch('data/genius-star.unsolvable')).ok")
    page.wait_for_function(kept)


def test_a_new_export_replaces_what_the_browser_kept(page, serve_folder, exported_site, tmp_path, monkeypatch):
    folder = tmp_path / "site"
    shutil.copytree(exported_site, folder)
    address = serve_folder(folder)
    shown(page, address)
    kept_offline(page)
    version = "async () => (await (await fetch('data/studio.json')).json()).version"
    monkeypatch.setattr("dicelab.studio.documents.__version__", "9.9.9")
    export_site(folder, site_files(studio_puzzles()[:1], tilings=False), force=True)
    assert page.evaluate(version) != "9.9.9"
    page.evaluate("""async () => {
      const changed = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
      await (await navigator.serviceWorker.ready).update();
      await changed;
    }""")
    page.wait_for_function("async () => (await caches.keys()).length === 1")
    assert page.evaluate(version) == "9.9.9"


def test_two_studios_on_one_host_keep_apart(page, tmp_path, serve_folder, exported_site):
    for name in ("a", "b"):
        shutil.copytree(exported_site, tmp_path / name)
    address = serve_folder(tmp_path)
    for name in ("a", "b"):
        shown(page, f"{address}{name}/")
        kept_offline(page)
    page.context.set_offline(True)
    for name in ("a", "b"):
        shown(page, f"{address}{name}/explore.html")
        assert wrong_words(page) == []
    assert page.evaluate("async () => (await caches.keys()).length") == 2


def test_an_exported_studio_does_not_hide_a_server_at_its_address(page, serve_folder, exported_site, tmp_path):
    shutil.copytree(exported_site, tmp_path, dirs_exist_ok=True)
    address = serve_folder(tmp_path)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    # A plain server lets browsers guess how long a page stays good.
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    shown(page, address)
    kept_offline(page)
    (tmp_path / "index.html").write_text('<!doctype html><title>x</title><link rel="icon" href="data:,"><p>server')
    shown(page, address)
    # The page has asked for its service worker again, and that has to be over.
    page.evaluate("() => navigator.serviceWorker.register('service-worker.js').then(() => true)")
    page.goto(f"{address}?token=x")
    page.goto(address)
    assert page.inner_text("p") == "server"


def test_an_exported_studio_of_an_ordinary_profile_does_not_hide_dicelab_web(browser, exported_site, tmp_path):
    folder = tmp_path / "site"
    shutil.copytree(exported_site, folder)
    # A browser takes what has not changed for ten days to be good for one day more.
    for path in filter(Path.is_file, folder.rglob("*")):
        os.utime(path, (path.stat().st_mtime - 864_000,) * 2)
    context = browser.browser_type.launch_persistent_context(
        str(tmp_path / "profile"), executable_path=browser_program(), args=arguments()
    )
    try:
        page = context.new_page()
        page.add_init_script(BEEN_HERE)
        with served(folder, under="/") as address:
            shown(page, address)
            assert page.locator("#certify").is_hidden()
        server = StudioServer("--port", address.split(":")[2].strip("/"))
        try:
            shown(page, server.address)
            page.locator("#certify").wait_for()
            page.reload()
            page.locator("#certify").wait_for()
        finally:
            server.stop()
    finally:
        context.close()


def test_what_is_chosen_is_seen_in_the_colours_of_the_system(open_page, address):
    page = shown(open_page(scheme="forced"), address)
    look = "one => { const { backgroundColor, color } = getComputedStyle(one); return [backgroundColor, color]; }"
    looks = []
    for chosen, others in (
        ("nav a[aria-current]", "nav a:not([aria-current])"),
        (".die:has(:checked)", ".die:not(:has(:checked))"),
        ("#dice button[aria-pressed=true]", "#dice button[aria-pressed=false]"),
    ):
        looks.append(page.locator(chosen).evaluate(look))
        assert looks[-1] != page.locator(others).first.evaluate(look)
    # All of it has one pair of colours.
    assert looks[1:] == looks[:-1]


def test_the_first_page_is_small_over_the_wire(open_page, address):
    page = open_page()
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    received = []
    session.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    shown(page, address)
    page.wait_for_selector(".verdict")
    assert received
    # Without compression by the server.
    assert sum(received) <= MOST_BYTES


def test_an_app_can_be_installed(page, address):
    shown(page, address)
    kept_offline(page)
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] in (
        [],
        [{"errorId": "in-incognito", "errorArguments": []}],
    )
