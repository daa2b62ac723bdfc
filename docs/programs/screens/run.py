"""Take pictures of every page of the studio, in light, in dark, and as wide as a phone.

``python -m docs.programs.screens.run`` takes all, ``… run design explore`` those whose names begin so.
"""

from __future__ import annotations

import base64
import contextlib
import functools
import http.server
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Browser, Page, sync_playwright

from dicelab.cli.main import status
from docs.programs.screens.small_png import small_png
from experiments.recording import ROOT, Recording

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SEEN = ROOT / "runs" / "screens"
"""Where all pictures go, to be looked at."""
KEPT = ("design-faulty-light.png", "explore-heat-light.png", "play-light.png")
"""The pictures that README.md shows."""
LOOKS = (("light", 1280, 900), ("dark", 1280, 900), ("phone", 390, 844))

SWAPPED = (
    "A6.A6.A6.F1.F1.F1~A5.F2.A5.F2.B5.E1~A1.C1.D1.D2.E2.F3~A4.B6.C5.C6.D6.F6~A2.A3.B1.B2.B3.C2~"
    "D5.E4.E5.E6.F4.F5~B4.C3.C4.D3.D4.E3"
)
"""The dice of the shops with B5 and B6 exchanged: some rolls have no tiling."""
TWICE = "A6 F1|A5 F2 B6 E1|A1 C1 D1 D2 E2 F3|A4 B5 C5 C6 D6 F6|A4 B5 C5 C6 D6 F6|D5 E4 E5 E6 F4 F5|B4 C3 C4 D3 D4 E3"
"""A box in which the fourth die is there twice, and the fifth is missing."""

UNPACK = """async (address) => {
  const picture = await createImageBitmap(await (await fetch(address)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext("2d");
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, picture.width, picture.height);
  let text = "";
  for (let i = 0; i < data.length; i += 30000) text += String.fromCharCode(...data.subarray(i, i + 30000));
  return [picture.width, picture.height, btoa(text)];
}"""


@dataclass(frozen=True)
class Screen:
    """A picture: the address of its page, and what must be seen before it is taken.

    What is done in the page comes between; ``top`` is what the picture begins with, if not with the page.
    """

    name: str
    address: str
    shows: str
    act: Callable[[Page], object] = lambda _page: None
    top: str = ""


def _check(page: Page) -> None:
    page.locator("#panel-check summary").click()
    for number, faces in enumerate(TWICE.split("|")):
        page.locator(f"#my-die-{number}").fill(faces)
    page.locator("#panel-check").get_by_role("button", name="Check").first.click()


def _stepped(page: Page) -> None:
    page.get_by_label("Example").select_option(index=1)
    page.locator("#steps input[type=range]").fill("8")


_BOARD = "explore.html#puzzle=genius-square&board=A6.B1.B5.D1.E3.F2.F4"
_GAME = "play.html#puzzle=genius-square&board=A6.B1.B5.D1.E3.F2.F4&laid=T4.A1.A2.A3.B2~I4.C2.C3.C4.C5"

SCREENS = (
    Screen("design", "index.html", ".verdict.good"),
    Screen("design-faulty", f"index.html#puzzle=genius-square&dice={SWAPPED}&name=swapped", ".verdict.bad"),
    Screen("design-star", "index.html#puzzle=genius-star", ".verdict.good"),
    Screen("design-calendar", "index.html#puzzle=calendar", ".verdict.good"),
    Screen("check-my-dice", "index.html", "#panel-check .verdict.bad", _check, top="#panel-check"),
    Screen(
        "histogram",
        "index.html",
        "#panel-statistics .facts",
        lambda page: page.locator("#panel-statistics summary").click(),
        top="#panel-statistics",
    ),
    Screen("explore", _BOARD, ".verdict.good"),
    Screen("explore-why", "explore.html#puzzle=genius-square&board=A2.A5.B1.B6.C3.C4.D3", ".verdict.bad"),
    Screen("explore-heat", _BOARD, "#heat .small-board", top="#heat"),
    Screen("play", _GAME, ".left-piece"),
    Screen("play-star", "play.html#puzzle=genius-star&board=3.7.15.20.24.33.40", ".left-piece"),
    Screen("domino", "domino.html", "#title", _stepped),
)


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files, and prints nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as the base class calls it
        """Print nothing."""


@contextlib.contextmanager
def served(folder: str) -> Iterator[str]:
    """Serve a folder on a free port; gives its address."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@contextlib.contextmanager
def browser() -> Iterator[Browser]:
    """Start Chromium without a window."""
    program = os.environ.get("DICELAB_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=["--font-render-hinting=none"])
        yield started
        started.close()


def picture(started: Browser, address: str, screen: Screen, look: tuple[str, int, int]) -> bytes:
    """Return the picture of a page."""
    name, width, height = look
    page = started.new_page(
        viewport={"width": width, "height": height},
        color_scheme="dark" if name == "dark" else "light",
        reduced_motion="reduce",
        service_workers="block",
    )
    # The same boards are drawn each time.
    page.add_init_script("let seed = 1; Math.random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;")
    page.goto(address + screen.address)
    page.locator("header nav").wait_for()
    screen.act(page)
    page.locator(screen.shows).first.wait_for(timeout=120_000)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1000)
    if screen.top:
        page.locator(screen.top).evaluate("(one) => one.scrollIntoView()")
    taken = page.screenshot()
    page.close()
    return small_png(unpacked(started, taken))


def unpacked(started: Browser, png: bytes) -> NDArray[np.uint8]:
    """Return the pixels of a PNG file, of shape (height, width, 3), in a page that gets nothing from any other."""
    empty = started.new_page()
    wide, high, pixels = empty.evaluate(UNPACK, "data:image/png;base64," + base64.b64encode(png).decode())
    empty.close()
    return np.frombuffer(base64.b64decode(pixels), np.uint8).reshape(high, wide, 4)[..., :3]


def main() -> None:
    """Export the studio, open its pages, and write the pictures."""
    wanted = [one for one in SCREENS if one.name.startswith(tuple(sys.argv[1:] or [""]))]
    recording = Recording("screens", "python -m docs.programs.screens.run")
    with tempfile.TemporaryDirectory() as folder:
        site = str(Path(folder) / "site")
        if status(["web", "--export", site, "--quiet"]):
            sys.exit("the studio could not be exported")
        with served(site) as address, browser() as started:
            for screen in wanted:
                for look in LOOKS:
                    data, name = picture(started, address, screen, look), f"{screen.name}-{look[0]}.png"
                    if name in KEPT:
                        recording.write(name, data)
                    SEEN.mkdir(parents=True, exist_ok=True)
                    (SEEN / name).write_bytes(data)
                    print(f"{name}: {len(data):,} bytes", file=sys.stderr)
    if len(wanted) == len(SCREENS):
        recording.finish()


if __name__ == "__main__":
    main()
