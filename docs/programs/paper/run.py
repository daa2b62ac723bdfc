"""Write the print files of the three games and a booklet of boards, measure them, and take a picture of their pages.

``python -m docs.programs.paper.run``; takes some seconds where the census of the Genius Square is there.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pypdfium2
from numpy.typing import NDArray

import dicelab
from dicelab.dice import read_dice_set
from dicelab.errors import DONE, FALSE
from dicelab.press.settings import GameSettings
from docs.programs.screens.small_png import small_png
from experiments.measuring import timed
from experiments.recording import Recording, latest, table

GAMES = ("six-sixes", "crystal", "beehive")
BOOKLET = "boards"
SHOWN = (
    ("beehive", 0),
    ("beehive", 1),
    ("beehive", 2),
    ("beehive", 3),
    ("crystal", 1),
    ("crystal", 2),
    ("six-sixes", 4),
    (BOOKLET, 2),
)
"""The pages in the picture, four in a row: a file and the number of a page, from 0."""

ACROSS = 4
DOTS = 0.72
"""Pixels of a point, of which a page of A4 has 595 across."""

GAP = 14
GROUND = 0xC8
MILLIMETRES = 25.4 / 72


def main() -> None:
    """Write everything."""
    recording = Recording("paper", "python -m docs.programs.paper.run", 1)
    files: dict[str, bytes] = {}
    rows: list[tuple[object, ...]] = []
    for name in GAMES:
        game = latest(f"games/{name}") / "game.json"
        printed = dicelab.print_game(read_dice_set(str(game)), source=game, title=name.replace("-", " ").title())
        files[name] = printed.pdf()
    chosen = dicelab.boards("genius-square", difficulty="easy..hard", count=8, seed=1)
    files[BOOKLET] = dicelab.print_boards(chosen).pdf()
    for name, data in files.items():
        recording.write(f"{name}.pdf", data)
        pages, margin = measured(data)
        rows.append((f"[{name}.pdf]({name}.pdf)", pages, len(data), f"{margin:.1f}"))
    large, seconds = timed(lambda: dicelab.print_boards(hundred(), link="https://example.org/").pdf())
    recording.write("pages.png", small_png(picture(files)))
    settings = GameSettings()
    result: dict[str, Any] = {
        "files": {name: {"pages": measured(data)[0], "bytes": len(data)} for name, data in files.items()},
        "cell_mm": settings.cell,
        "die_mm": settings.die,
        "booklet_of_100": {"seconds": round(seconds, 2), "pages": measured(large)[0], "bytes": len(large)},
    }
    lines = [
        "# Games on paper",
        "",
        f"Three games with cells of {settings.cell:g} mm and dice of {settings.die:g} mm, and a booklet of 8 boards of",
        "the Genius Square with their solutions behind. Print at 100 %; each page has a ruler of 50 mm.",
        "",
        "![Pages of the files](pages.png)",
        "",
        *table(("file", "pages", "bytes", "white at the edges, mm"), rows),
        "",
        f"A booklet of 100 boards with codes and solutions, chosen, solved and written, took {seconds:.1f} s:",
        f"{measured(large)[0]} pages, {len(large):,} bytes.",
    ]
    recording.publish("dicelab/paper/1", result, lines)
    sys.exit(DONE if all(float(str(row[3])) >= 6 for row in rows) else FALSE)


def hundred() -> Any:  # noqa: ANN401 - what dicelab.boards returns
    """Choose 100 boards."""
    return dicelab.boards("genius-square", difficulty="easy..hard", count=100, seed=1)


def measured(data: bytes) -> tuple[int, float]:
    """Return how many pages a file has, and how many millimetres stay white along every edge, as PDFium reads it."""
    with pypdfium2.PdfDocument(data) as document:
        margins = []
        for page in document:
            width, height = page.get_size()
            bounds = [thing.get_bounds() for thing in page.get_objects()]
            margins += [min(left, bottom, width - right, height - top) for left, bottom, right, top in bounds]
        return len(document), min(margins) * MILLIMETRES


def picture(files: dict[str, bytes]) -> NDArray[np.uint8]:
    """Return the chosen pages side by side."""
    shown = []
    for name, number in SHOWN:
        with pypdfium2.PdfDocument(files[name]) as document:
            shown.append(document[number].render(scale=DOTS, rev_byteorder=True).to_numpy()[:, :, :3].copy())
    high, wide = shown[0].shape[:2]
    rows = -(-len(shown) // ACROSS)
    whole = np.full((rows * (high + GAP) + GAP, ACROSS * (wide + GAP) + GAP, 3), GROUND, np.uint8)
    for place, page in enumerate(shown):
        row, column = divmod(place, ACROSS)
        top, left = GAP + row * (high + GAP), GAP + column * (wide + GAP)
        whole[top : top + high, left : left + wide] = page[:high, :wide]
    return whole


if __name__ == "__main__":
    main()
