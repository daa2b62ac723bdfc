"""The watch over the pages of browser tests sees what it is there to see."""

from __future__ import annotations

import pytest


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "index.html").write_text('<!doctype html><title>x</title><link rel="icon" href="data:,"><p>here')
    return tmp_path


def test_a_page_without_faults_is_served_under_its_path(page, serve_folder, folder, faults):
    address = serve_folder(folder)
    page.goto(address)
    assert page.inner_text("p") == "here"
    faults.expect("404")
    assert page.goto(address.replace("/some/", "/other/")).status == 404


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ("console.error('an error')", "console error: an error"),
        ("console.warn('a warning')", "console warning: a warning"),
        ("setTimeout(() => { throw new Error('thrown'); })", "uncaught exception: thrown"),
        ("fetch('http://example.invalid/').catch(() => {})", "request to another host: http://example.invalid/"),
        ("fetch('http://example.invalid/').catch(() => {})", "request failed: http://example.invalid/"),
        ("fetch('missing')", "console error: Failed to load resource"),
    ],
)
def test_faults_are_noticed(page, serve_folder, folder, faults, script, fault):
    page.goto(serve_folder(folder))
    page.evaluate(f"() => {{ {script}; }}")
    for _ in range(200):
        if any(fault in found for found in faults.found):
            break
        page.wait_for_timeout(50)
    assert any(fault in found for found in faults.found)
    faults.expect("")


def test_windows_that_a_page_opens_are_watched_too(page, serve_folder, folder, faults):
    page.goto(serve_folder(folder))
    with page.expect_popup() as opened:
        page.evaluate("() => void open('index.html')")
    opened.value.wait_for_load_state()
    opened.value.evaluate("() => console.error('in a window')")
    assert any("in a window" in found for found in faults.found)
    faults.expect("in a window")
