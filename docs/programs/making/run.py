"""Make the three games for a laser cutter and a 3-D printer, look at the parts, and take pictures of both.

``python -m docs.programs.making.run``; takes half a minute, and Chromium draws the laser's sheet.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import trimesh
from numpy.typing import NDArray

import dicelab
from dicelab.dice import read_dice_set
from dicelab.errors import DONE, FALSE
from dicelab.press.making import MadeGame
from dicelab.press.mesh import stl_bytes
from dicelab.render.svg import colour
from docs.programs.making.solid_picture import parts_of_3mf, picture
from docs.programs.screens.run import browser, unpacked
from docs.programs.screens.small_png import small_png
from experiments.recording import Recording, latest, table

GAMES = ("six-sixes", "crystal", "beehive")
SHOWN_SOLIDS, SHOWN_SHEET = "six-sixes", "crystal"
WIDTH = 900
"""Of the pictures, in pixels."""

WOOD, BLOCKER = (222, 205, 170), (70, 70, 74)
LINES = "path { stroke-width: 0.5px } svg { background: #f1e3c6; display: block }"
"""In the picture lines are broader than the 0.1 mm of the file, which would hardly be seen."""


def main() -> None:
    """Make the games, and write the figures and the pictures."""
    recording = Recording("making", "python -m docs.programs.making.run")
    games = {}
    for name in GAMES:
        file = latest(f"games/{name}") / "game.json"
        games[name] = dicelab.make_game(read_dice_set(str(file)), source=file, letters="filled")
    recording.write("solids.png", small_png(solids_picture(games[SHOWN_SOLIDS])))
    recording.write("laser.png", small_png(sheet_picture(games[SHOWN_SHEET])))
    figures = {name: measured(game) for name, game in games.items()}
    rows = [
        (name, one["sheets"], one["solids"], one["parts"], one["triangles"], f"{one['cubic_centimetres']:.0f}")
        for name, one in figures.items()
    ]
    lines = [
        "# Games to make",
        "",
        "Three games with cells of 20 mm, for a laser cutter and for a 3-D printer. trimesh, which shares no code with",
        "what wrote the solids, finds every one of them watertight."
        if all(one["watertight"] for one in figures.values())
        else "what wrote the solids, finds some of them NOT watertight.",
        "",
        *table(("game", "sheets of 400 × 300 mm", "solids", "parts", "triangles", "cm³"), rows),
        "",
        f"![The parts of {SHOWN_SOLIDS} as solids: tray, pieces and blockers](solids.png)",
        "",
        f"The parts of *{SHOWN_SOLIDS}*, as they lie in its 3MF file.",
        "",
        f"![A sheet for a laser: the parts of {SHOWN_SHEET}](laser.png)",
        "",
        f"The first sheet of *{SHOWN_SHEET}*: red is cut, blue is scored, and black is engraved. Chromium draws the",
        "file, with broader lines.",
    ]
    recording.publish("dicelab/making/1", {"games": figures}, lines)
    sys.exit(DONE if all(one["watertight"] for one in figures.values()) else FALSE)


def measured(game: MadeGame) -> dict[str, Any]:
    """Count the parts of a game, and let another program measure its solids."""
    read: list[Any] = [trimesh.load(io.BytesIO(stl_bytes(one.mesh)), file_type="stl") for one in game.solids]
    volume = sum(one.copies * abs(mesh.volume) for one, mesh in zip(game.solids, read, strict=True))
    return {
        "sheets": len(game.sheets),
        "solids": len(read),
        "parts": sum(one.copies for one in game.solids),
        "triangles": sum(len(mesh.faces) for mesh in read),
        "cubic_centimetres": round(float(volume) / 1000, 1),
        "watertight": all(bool(mesh.is_watertight) for mesh in read),
    }


def solids_picture(game: MadeGame) -> NDArray[np.uint8]:
    """Return the parts of a 3MF file as they lie on the plate."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.3mf"
        game.save_3mf(file)
        parts = parts_of_3mf(str(file))
    names = list(dict.fromkeys(name for name, _ in parts if name.startswith("piece")))

    def shade(name: str) -> tuple[int, int, int]:
        if name not in names:
            return WOOD if name == "tray" else BLOCKER
        words = colour(names.index(name))
        return int(words[1:3], 16), int(words[3:5], 16), int(words[5:7], 16)

    return picture([(triangles, shade(name)) for name, triangles in parts], WIDTH)


def sheet_picture(game: MadeGame) -> NDArray[np.uint8]:
    """Return the first sheet for a laser as Chromium draws it."""
    wide, high = game.settings.sheet
    high = round(WIDTH * high / wide)
    with browser() as started:
        page = started.new_page(viewport={"width": WIDTH, "height": high})
        page.set_content(
            f"<style>body {{ margin: 0 }} {LINES} svg {{ width: 100%; height: auto }}</style>{game.svgs()[0]}"
        )
        taken = page.screenshot()
        page.close()
        return unpacked(started, taken)


if __name__ == "__main__":
    main()
