"""Figures of matplotlib without pyplot: new Axes, and the bytes of their SVG file.

matplotlib is imported when the first chart is drawn.
"""

from __future__ import annotations

import io
import logging
import os
import threading
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec

import numpy as np

from dicelab.dice.names import plain
from dicelab.render.svg import FAINT, INK
from dicelab.render.text import cut

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

Params = ParamSpec("Params")

WIDTH, HEIGHT = 8.6, 4.4
"""Size of a new Figure, in inches."""

POINTS = 72
"""Points of an inch."""

STYLE: dict[str, object] = {
    "axes.axisbelow": True,
    "axes.edgecolor": INK,
    "axes.grid": True,
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 15,
    "axes.titleweight": "bold",
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Helvetica", "Arial", "sans-serif"],
    "grid.color": FAINT,
    "legend.frameon": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "dicelab",
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}
"""How charts look that are written to files; text stays text, and the same chart has the same bytes."""

_STYLE_LOCK = threading.Lock()
"""matplotlib has one style for all threads."""


def chart_svg(title: str, plot: Callable[Params, Axes], /, *args: Params.args, **kwargs: Params.kwargs) -> str:
    """Return the plot of a function as an SVG file, in the style of the house whatever style the user has chosen.

    ``title`` stands above the chart and is the file's name for screen readers.
    """
    _import_matplotlib()
    import matplotlib.style

    with _STYLE_LOCK, matplotlib.style.context(["default", STYLE]), warnings.catch_warnings():
        # The font that measures a text may lack glyphs that the viewer's font has.
        warnings.filterwarnings("ignore", message="Glyph")
        ax = plot(*args, **kwargs)
        legend = ax.get_legend()
        above = legend.get_window_extent().height * POINTS / ax.figure.dpi if legend else 0
        ax.set_title(escaped(title, 64), pad=12 + above)
        out = io.StringIO()
        about = {"Title": cut(plain(title), 200), "Date": None, "Creator": None}
        ax.figure.canvas.print_figure(out, format="svg", metadata=about, bbox_inches="tight", pad_inches=0.2)
    # Without the declaration of the document type, which names an address.
    written = out.getvalue()
    return written[written.index("<svg") :].replace("<svg", '<svg role="img"', 1)


def new_figure(width: float = WIDTH, height: float = HEIGHT) -> Figure:
    """Return a Figure that pyplot knows nothing of."""
    _import_matplotlib()
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height))


def _import_matplotlib() -> None:
    """Import matplotlib without its warnings.

    It keeps a list of fonts in the user's home. Where there is none, it is given a path that can't be a folder: then it
    takes a temporary folder, and removes it.
    """
    try:
        Path.home()
    except RuntimeError:
        os.environ.setdefault("MPLCONFIGDIR", os.devnull)
    logger = logging.getLogger("matplotlib")
    level = logger.level
    # It warns of a temporary folder, and of the seconds that it takes for the first list of fonts.
    logger.setLevel(logging.ERROR)
    try:
        import matplotlib.figure  # noqa: F401
    finally:
        logger.setLevel(level)


def escaped(content: str, most: int) -> str:
    """Return a text of one line, cut where it is long, in which ``$`` does not begin a formula."""
    return cut(plain(content), most).replace("$", r"\$")


def legend_above(ax: Axes, columns: int, *entries: Sequence[object]) -> None:
    """Put the legend above the chart, where it hides nothing."""
    ax.legend(
        *entries, loc="lower left", bbox_to_anchor=(-0.01, 1.0), ncols=columns, borderaxespad=0.2, handletextpad=0.5
    )


def number_points(ax: Axes, places: NDArray[np.float64]) -> None:
    """Write beside each point its number, but where it would hide a point or another number."""
    ax.autoscale_view()
    points = ax.transData.transform(places) * POINTS / ax.figure.dpi
    wide, high, far = 7.0, 9.0, 6.0
    taken = [(x - 4, y - 4, x + 4, y + 4) for x, y in points]
    for number, (place, (x, y)) in enumerate(zip(places, points, strict=True), start=1):
        room = wide * len(str(number))
        for right, up in ((far, -high / 2), (-room / 2, far), (-far - room, -high / 2), (-room / 2, -far - high)):
            box = (x + right, y + up, x + right + room, y + up + high)
            if not any(box[0] < o[2] and o[0] < box[2] and box[1] < o[3] and o[1] < box[3] for o in taken):
                taken.append(box)
                offset = (right + room / 2, up + high / 2)
                ax.annotate(
                    str(number), place, offset, textcoords="offset points", size=8, ha="center", va="center_baseline"
                )
                break
