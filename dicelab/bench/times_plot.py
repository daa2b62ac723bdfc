"""The chart of a bench: the time of each program for each task."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dicelab.dice.names import plain
from dicelab.errors import DiceError
from dicelab.render.figures import WIDTH, escaped, legend_above, new_figure
from dicelab.render.plots import COLOURS
from dicelab.render.svg import DARK
from dicelab.render.text import cut

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARKERS = ("o", "s", "D", "^", "v")


@dataclass(frozen=True, slots=True)
class Times:
    """A row: the seconds of each series, ``None`` where there are none, and where they are only a lower bound."""

    name: str
    seconds: tuple[float | None, ...]
    is_bound: tuple[bool, ...]
    is_own: bool = False


def plot_times(rows: Sequence[Times], series: Sequence[str], *, ax: Axes | None = None) -> Axes:
    """Plot times on a logarithmic scale, lower bounds with an arrow, names of this project's own in bold.

    Parameters
    ----------
    rows
        From top to bottom; each with a positive finite time or ``None`` for each series, else :class:`DiceError` is
        raised, as for rows without any time.
    series
        Names of at most five; each has a shape, so that they are told apart without colours.
    """
    for row in rows:
        times = [seconds for seconds in row.seconds if seconds is not None]
        if len(row.seconds) != len(series) or not all(math.isfinite(time) and time > 0 for time in times):
            raise DiceError(f"{cut(plain(row.name), 40)} has times {list(row.seconds)}: give a positive one for each")
    if not any(seconds for row in rows for seconds in row.seconds):
        raise DiceError("a chart of no times: give at least one")
    ax = ax or new_figure(WIDTH, 1.2 + 0.26 * len(rows)).subplots()
    from matplotlib.ticker import EngFormatter

    # The last series first, so that the first lies on top where marks meet.
    for kind in reversed(range(len(series))):
        marks = [
            (time, place, row.is_bound[kind])
            for place, row in enumerate(rows)
            if (time := row.seconds[kind]) is not None
        ]
        ax.plot(
            [time for time, _, _ in marks],
            [place for _, place, _ in marks],
            MARKERS[kind],
            color=COLOURS[kind],
            markeredgecolor=DARK,
            label=escaped(series[kind], 30),
        )
        for time, place, is_bound in marks:
            if is_bound:
                ax.annotate("→", (time, place), (6, 0), textcoords="offset points", va="center_baseline", size=13)
    ax.set_xscale("log")
    ax.xaxis.set_major_formatter(EngFormatter("s"))
    ax.minorticks_off()
    ax.set_yticks(range(len(rows)), [escaped(row.name, 24) for row in rows])
    for label, row in zip(ax.get_yticklabels(), rows, strict=True):
        label.set_fontweight("bold" if row.is_own else "normal")
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.set_xlabel("median of the boards (of a batch, the mean); → limit reached; dicelab's own in bold")
    handles, names = ax.get_legend_handles_labels()
    legend_above(ax, len(series), handles[::-1], names[::-1])
    return ax
