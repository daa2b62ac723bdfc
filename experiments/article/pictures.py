"""The figures of the article: pictures that experiments drew, cut to their boards and set in the article's fonts."""

from __future__ import annotations

import re
from typing import NamedTuple

from experiments.recording import RESULTS


class Cut(NamedTuple):
    """What is shown of a picture: its left and upper edge, width and height, in the units of the picture."""

    file: str
    left: float
    top: float
    width: float
    height: float


SQUARES = (17.0, 71.0, 314.0, 313.0)
"""The board of a set of the Genius Square, without the heading and the faces of the dice."""

SCENE = (17.0, 87.0, 314.0, 313.0)
"""The same of a picture of why a board has no tiling."""

STAR = (8.0, 64.0, 466.0, 530.0)

PICTURES = {
    "default": Cut("theorem_1_1/set.svg", *SQUARES),
    "theorem-5-3": Cut("theorem_5_3/set.svg", *SQUARES),
    "best-worst": Cut("design/best-worst/set.svg", *SQUARES),
    "colour": Cut("why_unsolvable/colour.svg", *SCENE),
    "isolated": Cut("why_unsolvable/isolated-monominoes.svg", *SCENE),
    "weights": Cut("why_unsolvable/weights.svg", *SCENE),
    "star-box": Cut("genius-star/partition/box.svg", *STAR),
    "star-largest": Cut("genius-star/largest/set.svg", *STAR),
    "histogram": Cut("tilings/histogram.svg", 2, 46, 842, 520),
}

FONT = "New Computer Modern"


def pictures() -> dict[str, str]:
    """Return all pictures as SVG by their names."""
    return {name: cut_out(cut) for name, cut in PICTURES.items()}


def cut_out(cut: Cut) -> str:
    """Return a picture that shows only what is cut out of it."""
    drawn = (RESULTS / cut.file).read_text(encoding="utf-8")
    drawn = re.sub(r'font-family="[^"]*"', f'font-family="{FONT}"', drawn)
    box = (
        f'width="{cut.width:g}" height="{cut.height:g}" viewBox="{cut.left:g} {cut.top:g} {cut.width:g} {cut.height:g}"'
    )
    return re.sub(r'width="[^"]*" height="[^"]*" viewBox="[^"]*"', box, drawn, count=1)
