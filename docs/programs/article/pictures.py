"""The figures of the article, in its fonts: pictures that experiments drew, cut to their boards, and boards."""

from __future__ import annotations

import re
from typing import NamedTuple

from dicelab.render import board_svg, tiling_svg
from docs.programs.article.numbers import results_of
from experiments.recording import RESULTS
from solver.polyform import Board, Tiling


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
    "star-box": Cut("genius_star/partition/box.svg", *STAR),
    "star-largest": Cut("genius_star/largest/set.svg", *STAR),
    "histogram": Cut("tilings/histogram.svg", 8, 34, 549, 390),
}

FONT = "New Computer Modern"


def pictures() -> dict[str, str]:
    """Return all pictures as SVG by their names."""
    return {
        name: in_font(drawn)
        for name, drawn in ({name: cut_out(cut) for name, cut in PICTURES.items()} | boards()).items()
    }


def boards() -> dict[str, str]:
    """Return the first board with exactly one tiling, this tiling, and a board with the most."""
    blockers, *rows = (RESULTS / "tilings" / "single.txt").read_text(encoding="utf-8").split("\n\n")[0].splitlines()
    tiling = Tiling.parse("\n".join(rows))
    if tiling.board.format() != blockers:
        raise ValueError(f"the tiling is one of {tiling.board.format()}, not of {blockers}")
    most = Board.parse(results_of("tilings")["most"][0]["board"])
    return {"single": board_svg(tiling.board), "single-tiling": tiling_svg(tiling), "most": board_svg(most)}


def in_font(drawn: str) -> str:
    """Return a picture whose words are in the font of the article."""
    named = re.sub(r'font-family="[^"]*"', f'font-family="{FONT}"', drawn)
    return re.sub(r'font-family: [^;"]*', f"font-family: '{FONT}'", named)


def cut_out(cut: Cut) -> str:
    """Return a picture that shows only what is cut out of it."""
    drawn = (RESULTS / cut.file).read_text(encoding="utf-8")
    box = (
        f'width="{cut.width:g}" height="{cut.height:g}" viewBox="{cut.left:g} {cut.top:g} {cut.width:g} {cut.height:g}"'
    )
    return re.sub(r'width="[^"]*" height="[^"]*" viewBox="[^"]*"', box, drawn, count=1)
