"""Lay pictures of an earlier studio beside those of this one, in light and in dark, as on a desktop and on a phone.

``python -m docs.programs.before_after.run FOLDER``, the folder being the earlier export.
"""

from __future__ import annotations

import base64
import html
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from dicelab.cli.main import status
from docs.programs.screens.run import SWAPPED, browser, served
from experiments.recording import Recording

FORMS = {"desktop": (1280, 800), "phone": (390, 844)}
PAGES = {
    "The first visit": ("", ".cell"),
    "Design: dice that fail": (f"index.html#puzzle=genius-square&dice={SWAPPED}&name=swapped", ".verdict.bad"),
    "Design: dice that work": ("index.html#puzzle=genius-square", ".verdict.good"),
    "Explore": ("explore.html#puzzle=genius-square&board=A2.A5.B1.B6.C3.C4.D3", ".verdict.bad"),
    "Play": ("play.html#puzzle=genius-square&board=A6.B1.B5.D1.E3.F2.F4", ".left-piece"),
    "Dominoes": ("domino.html", "#title"),
    "My roll": ("roll.html", ".cell"),
    "Dice": ("dice.html", ".sheet"),
    "My puzzle": ("puzzle.html", ".cell"),
}
"""The address of each page, and what must be seen before its picture is taken."""
HIGH = 300
"""Pixels of a picture in the montage."""
QUALITY = 60
STYLE = """body { margin: 0; padding: 12px; width: 1276px; font: 600 15px sans-serif; background: #777; color: #fff; }
h2 { font: inherit; margin: 10px 0 4px; } div { display: flex; gap: 12px; } p { width: 100%; margin: 0; }
span { display: grid; place-items: center; background: #888; } img { display: block; }"""


def picture(started: Browser, address: str, page: tuple[str, str], form: str, scheme: str) -> str:
    """Return the address of a picture of a page, which holds all of it."""
    width, height = FORMS[form]
    path, shows = page
    opened = started.new_page(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
        service_workers="block",
    )
    opened.goto(address + path)
    opened.locator(shows).first.wait_for(timeout=60_000)
    opened.wait_for_load_state("networkidle")
    opened.wait_for_timeout(1500)
    taken = opened.screenshot()
    opened.close()
    return "data:image/png;base64," + base64.b64encode(taken).decode()


def montage(started: Browser, addresses: dict[str, tuple[str, Path]], scheme: str) -> bytes:
    """Return the pictures of all pages as one WebP file; a page that a studio has not leaves its place empty."""
    lines = []
    for title, page in PAGES.items():
        lines.append(f"<h2>{html.escape(title)}</h2><div>")
        for form, (width, height) in FORMS.items():
            for when, (address, folder) in addresses.items():
                size = f"width:{width * HIGH // height}px; height:{HIGH}px"
                if (folder / (page[0].partition("#")[0] or "index.html")).exists():
                    source = picture(started, address, page, form, scheme)
                    lines.append(f'<img src="{source}" style="{size}" alt="">')
                else:
                    lines.append(f'<span style="{size}">not there {when}</span>')
        lines.append("</div>")
    head = "<div><p>Before and after</p></div>"
    sheet = started.new_page(viewport={"width": 1300, "height": 800})
    sheet.set_content(f"<!doctype html><style>{STYLE}</style>{head}{''.join(lines)}")
    session = sheet.context.new_cdp_session(sheet)
    height = sheet.evaluate("document.documentElement.scrollHeight")
    sheet.set_viewport_size({"width": 1300, "height": height})
    taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    sheet.close()
    return base64.b64decode(taken["data"])


def main() -> None:
    """Export the studio, open it and the earlier one, and write the two montages."""
    if len(sys.argv) != 2:
        sys.exit("name the folder of an earlier export")
    before = Path(sys.argv[1])
    recording = Recording("before_after", "python -m docs.programs.before_after.run FOLDER")
    with tempfile.TemporaryDirectory() as folder, browser() as started:
        after = Path(folder) / "site"
        if status(["web", "--export", str(after), "--no-tilings", "--quiet"]):
            sys.exit("the studio could not be exported")
        with served(str(before)) as old, served(str(after)) as new:
            for scheme in ("light", "dark"):
                data = montage(started, {"before": (old, before), "after": (new, after)}, scheme)
                recording.write(f"{scheme}.webp", data)
                print(f"{scheme}: {len(data):,} bytes", file=sys.stderr)
    recording.finish()


if __name__ == "__main__":
    main()
