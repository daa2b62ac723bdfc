"""The picture of the trade-off: rolls against the tilings of the hardest roll."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from dicelab.render.figures import WIDTH, legend_above, new_figure
from dicelab.render.plots import BEST, MEDIAN
from dicelab.render.svg import INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes

HEIGHT = 6.0
"""Inches: names of sizes need room."""
APART = (0.28, 0.07)
"""Names that are as far apart do not touch: natural logarithms of rolls and of tilings."""


def plot_trade_off(
    points: Sequence[tuple[int, int, int | None]], named: Sequence[tuple[int, int, str]], *, ax: Axes | None = None
) -> Axes:
    """Plot the fewest tilings of each vector's best set against its rolls, and as far up as nothing is refuted.

    Parameters
    ----------
    points
        The rolls of each vector, the fewest tilings of its best set, and the fewest that are refuted, or ``None``.
    named
        The rolls and the tilings of the best trades, most rolls first, and what to write beside them.

    Examples
    --------
    >>> ax = plot_trade_off([(100, 7, 8), (200, 3, 9)], [(200, 3, "4-50"), (100, 7, "10-10")])
    >>> [line.get_label() for line in ax.lines if not line.get_label().startswith("_")]
    ['most found with as many rolls or more', 'exact', 'found; open up to the end of the line']
    """
    ax = ax or new_figure(WIDTH, HEIGHT).add_subplot()
    exact = [(rolls, found) for rolls, found, refuted in points if refuted == found + 1]
    # Where nothing is refuted there is no upper end.
    between = [(rolls, found, refuted) for rolls, found, refuted in points if refuted != found + 1]
    ax.step(
        *zip(*[(rolls, tilings) for rolls, tilings, _ in named], strict=True),
        where="post", color=INK, linestyle="--", linewidth=0.8, label="most found with as many rolls or more", zorder=1,
    )  # fmt: skip
    if exact:
        ax.plot(*zip(*exact, strict=True), "o", color=BEST, label="exact", zorder=3)
    for rolls, found, refuted in between:
        if refuted is not None:
            ax.plot([rolls, rolls], [found, refuted - 1], "-", color=MEDIAN, linewidth=1, zorder=2)
    if between:
        places = zip(*[(rolls, found) for rolls, found, _ in between], strict=True)
        ax.plot(
            *places,
            "o",
            color=MEDIAN,
            markerfacecolor="white",
            markersize=4,
            label="found; open up to the end of the line",
            zorder=2,
        )
    ax.set_xscale("log")
    ax.set_yscale("log")
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter

    for axis, ends in ((ax.xaxis, (1, 2, 3, 4, 5, 6, 8)), (ax.yaxis, (1, 2, 3, 5, 7))):
        axis.set_major_locator(FixedLocator([end * 10**power for power in range(1, 6) for end in ends]))
        axis.set_minor_formatter(NullFormatter())
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    ax.set_xlabel("rolls of the dice")
    ax.set_ylabel("tilings of the hardest roll")
    ax.margins(0.08)
    name_points(ax, named)
    legend_above(ax, 3)
    return ax


def name_points(ax: Axes, named: Sequence[tuple[int, int, str]]) -> None:
    """Write the names of points beside them, but of none that is so close to the last one that both would touch."""
    last = (-math.inf, -math.inf)
    for rolls, tilings, name in named:
        place = (math.log(rolls), math.log(tilings))
        if abs(place[0] - last[0]) > APART[0] or abs(place[1] - last[1]) > APART[1]:
            # Lines that cross a name stay behind it.
            behind = {"facecolor": "white", "alpha": 0.85, "edgecolor": "none", "pad": 0.5}
            ax.annotate(name, (rolls, tilings), (5, 4), textcoords="offset points", size=8, bbox=behind)
            last = place
