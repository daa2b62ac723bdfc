"""Charts of searches and of boards: each function draws on matplotlib's Axes and returns them.

``ax`` are the Axes to draw on; by default those of a new Figure, which pyplot knows nothing of.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np

from dicelab.errors import DiceError
from dicelab.render.figures import HEIGHT, WIDTH, escaped, legend_above, new_figure, number_points
from dicelab.render.svg import DARK, HEAT, INK, NEUTRAL, PALETTE, ink_on, mixed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import ArrayLike, NDArray

    from solver.census import Distribution

COLOURS = (PALETTE[4], PALETTE[0], PALETTE[2], PALETTE[6], PALETTE[1])
SHOWN, CHOSEN = PALETTE[4], PALETTE[5]
BEST, MEDIAN, FOUND = PALETTE[4], PALETTE[5], PALETTE[3]
STEPS = 32
"""Colours of a map; from 50 on matplotlib draws the colour bar as pixels."""

MOST_WRITTEN = 13
"""Columns of a map whose cells have room for a number."""

MOST_ROWS = 10
"""Sets that are listed in one column."""


def figure_text(value: float, digits: int = 4) -> str:
    """Write a value with ``digits`` significant digits; whole numbers in full.

    Examples
    --------
    >>> [figure_text(value) for value in (62208, 3.0, -0.56049)]
    ['62,208', '3', '−0.5605']
    """
    shown = f"{value:,.0f}" if abs(value) >= 10 ** (digits - 1) or value == int(value) else f"{value:.{digits}g}"
    return shown.replace("-", "−")


def axes_on(ax: Axes | None, width: float = WIDTH, height: float = HEIGHT) -> Axes:
    """Return the Axes that are given, or those of a new Figure, whose size is in inches."""
    return new_figure(width, height).subplots() if ax is None else ax


def _table(values: ArrayLike, objectives: Sequence[str]) -> NDArray[np.float64]:
    """Return a row for each set and a column for each objective."""
    table = np.asarray(values, float)
    wide = len(objectives)
    if not len(table):
        table = table.reshape(0, wide)
    if not wide or table.shape != (len(table), wide) or not np.isfinite(table).all():
        raise DiceError(f"a front with {wide} objectives: give a finite value of each for every set")
    return table


def plot_front(
    values: ArrayLike, objectives: Sequence[str], *, chosen: Collection[int] = (), ax: Axes | None = None
) -> Axes:
    """Plot sets by their first two objectives, or by a single one over their places.

    Each point has the number of its set, from 1, where the number hides no other.

    Parameters
    ----------
    values
        A row for each set, a column for each objective; all finite, else :class:`DiceError` is raised.
    objectives
        Labels of the axes.
    chosen
        Sets that are marked, from 0: those that were confirmed.

    Examples
    --------
    >>> ax = plot_front([(9, 0.5), (7, 0.4)], ["fewest", "variation"], chosen=[0])
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('fewest', 'variation')
    """
    table, ax = _table(values, objectives), axes_on(ax)
    across, up = table[:, :2].T if len(objectives) > 1 else (np.arange(1, len(table) + 1), table[:, 0])
    below, beside = objectives[:2] if len(objectives) > 1 else ("place", objectives[0])
    marked = np.isin(np.arange(len(table)), list(chosen))
    ax.scatter(across, up, s=42, color=SHOWN, edgecolor=DARK, label=f"best trade-offs (Pareto front): {len(table):,}")
    if marked.any():
        ax.scatter(across[marked], up[marked], s=95, color=CHOSEN, edgecolor=DARK, label="confirmed and written")
    ax.set_xlabel(escaped(below, 60))
    ax.set_ylabel(escaped(beside, 40))
    legend_above(ax, 4)
    number_points(ax, np.column_stack((across, up)))
    return ax


def plot_parallel(
    values: ArrayLike, objectives: Sequence[str], *, chosen: Collection[int] = (), ax: Axes | None = None
) -> Axes:
    """Plot every objective of every set: a line for each set, an upright for each objective from least to greatest.

    The parameters are those of :func:`plot_front`.

    Examples
    --------
    >>> ax = plot_parallel([(9, 0.5, 30), (7, 0.4, 24)], ["fewest", "variation", "perimeter"])
    >>> [label.get_text() for label in ax.get_xticklabels()]
    ['fewest', 'variation', 'perimeter']
    """
    table, ax = _table(values, objectives), axes_on(ax)
    low = table.min(axis=0, initial=np.inf)
    high = table.max(axis=0, initial=-np.inf)
    if len(table):
        heights = (table - low) / np.where(high > low, high - low, 1)
        lines = ax.plot(range(len(objectives)), heights.T, color=SHOWN, linewidth=1, alpha=0.6)
        for number in chosen:
            lines[number].set(color=CHOSEN, linewidth=2.4, alpha=1, zorder=3)
        for place, (least, greatest) in enumerate(zip(low, high, strict=True)):
            for height, value, up in ((0, least, -12), (1, greatest, 5))[: 1 + (greatest > least)]:
                words = figure_text(value)
                ax.annotate(words, (place, height), (0, up), textcoords="offset points", size=9, ha="center")
    ax.vlines(range(len(objectives)), 0, 1, color=INK, linewidth=1)
    ax.set_ylim(0, 1)
    ax.set_xticks(range(len(objectives)), [escaped(label, 30) for label in objectives])
    ax.tick_params(axis="x", length=0, pad=18)
    ax.yaxis.set_visible(False)
    ax.spines[:].set_visible(False)
    ax.grid(visible=False)
    return ax


def plot_listed_front(
    values: ArrayLike, objectives: Sequence[str], names: Sequence[str], *, chosen: Collection[int] = ()
) -> Axes:
    """Plot a front on a Figure of its own, all objectives where they are more than two, and list the sets below."""
    table = _table(values, objectives)
    charts = 1 if len(objectives) <= 2 else 2
    axes = new_figure(WIDTH, HEIGHT * charts).subplots(charts, squeeze=False, gridspec_kw={"hspace": 0.35})[:, 0]
    ax = plot_front(table, objectives, chosen=chosen, ax=axes[0])
    if charts > 1:
        plot_parallel(table, objectives, chosen=chosen, ax=axes[1])
    lines = [
        escaped(f"{number}. {name}: {', '.join(map(figure_text, row))}", 100)
        for number, (name, row) in enumerate(zip(names, table, strict=True), start=1)
    ]
    head = escaped(f"number, set, {', '.join(label.partition(' (')[0] for label in objectives)}", 100)
    rows = len(lines) if len(lines) <= MOST_ROWS else -(-len(lines) // 2)
    for x, part in ((0, [head, *lines[:rows]]), (0.5, ["", *lines[rows:]])):
        axes[-1].annotate(
            "\n".join(part), (x, 0), (0, -48), xycoords="axes fraction", textcoords="offset points", size=9, va="top"
        )
    return ax


def plot_history(
    best: Sequence[float], median: Sequence[float], *, discoveries: Sequence[int] = (), ax: Axes | None = None
) -> Axes:
    """Plot the best and the median fitness of each generation, and mark those that made discoveries.

    Parameters
    ----------
    best, median
        A value for each generation from 0: rolls that fail or a penalty, lower is better. The scale is logarithmic from
        1 on. Values that are not finite leave a gap.
    discoveries
        Generations; one may occur several times.

    Raises
    ------
    DiceError
        If there are not as many medians as bests, or a discovery is in no generation.

    Examples
    --------
    >>> plot_history([30, 4, 0], [90, 40, 20], discoveries=[2]).get_xlabel()
    'generation'
    """
    if len(best) != len(median):
        raise DiceError(f"{len(best)} best values and {len(median)} medians: give one of each for a generation")
    lost = next((n for n in discoveries if not 0 <= n < len(best)), None)
    if lost is not None:
        raise DiceError(f"a discovery in generation {lost}: there are {len(best)} generations, from 0")
    ax = axes_on(ax)
    from matplotlib.ticker import FuncFormatter, MaxNLocator, SymmetricalLogLocator

    mark = "." if len(best) <= 60 else ""
    ax.plot(median, color=MEDIAN, linestyle="--", linewidth=2, marker=mark, label="median")
    ax.plot(best, color=BEST, linewidth=2, marker=mark, label="best")
    if discoveries:
        found = sorted(set(discoveries))
        heights = [best[generation] if math.isfinite(best[generation]) else 0 for generation in found]
        label = f"candidates that passed every roll ({len(discoveries):,})"
        ax.plot(found, heights, "D", color=FOUND, markeredgecolor=DARK, clip_on=False, zorder=3, label=label)
    finite = [value for value in (*best, *median) if math.isfinite(value)]
    low, high = min(finite, default=0), max(finite, default=0)
    ax.set_yscale("symlog", linthresh=1)
    ax.set_ylim(min(0, 1.3 * low), max(1, 1.3 * high))
    steps = (1.0, 2.0, 5.0) if max(-low, high) < 1000 else (1.0,)
    ax.yaxis.set_major_locator(SymmetricalLogLocator(base=10, linthresh=1, subs=steps))
    ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: figure_text(value)))
    ax.margins(x=0.02)
    ax.xaxis.set_major_locator(MaxNLocator(10, integer=True))
    ax.set_xlabel("generation")
    ax.set_ylabel("patterns and rolls that fail")
    legend_above(ax, 4)
    return ax


def plot_difficulty(distributions: Mapping[str, Distribution], *, ax: Axes | None = None) -> Axes:
    """Plot which share of the boards has how many tilings, by octaves, for distributions side by side.

    An octave without boards has a 0 in the place of its bar, so that it is not mistaken for a share too small to be
    seen. Raises :class:`DiceError` if there is no distribution.

    Examples
    --------
    >>> from solver.census import distribution
    >>> ax = plot_difficulty({"boards": distribution([0, 3, 3, 10])})
    >>> [label.get_text() for label in ax.get_xticklabels()]
    ['0', '1', '2–3', '4–7', '8–15']
    """
    if not distributions:
        raise DiceError("a chart of no distributions: give at least one")
    ax = axes_on(ax)
    from matplotlib.ticker import PercentFormatter

    octaves = max(distributions.values(), key=lambda one: one.most).octaves()
    thick = 0.8 / len(distributions)
    for n, (name, one) in enumerate(distributions.items()):
        shares = np.array([100 * one.weight(first, last + 1) / one.total for first, last, _ in octaves])
        places = np.arange(len(octaves)) - 0.4 + thick * (n + 0.5)
        label = f"{escaped(name, 80)}, n = {one.total:,}"
        ax.bar(places, shares, 0.94 * thick, color=COLOURS[n % len(COLOURS)], label=label)
        for place in places[shares == 0]:
            ax.annotate("0", (place, 0), (0, 2), textcoords="offset points", size=8, ha="center")
    labels = octave_labels(octaves)
    crowded = len(labels) * max(map(len, labels)) > 90
    ax.set_xticks(
        range(len(labels)), labels, rotation=45 if crowded else 0, ha="right" if crowded else "center",
        rotation_mode="anchor",
    )  # fmt: skip
    ax.tick_params(axis="x", length=0)
    ax.grid(visible=False, axis="x")
    ax.yaxis.set_major_formatter(PercentFormatter())
    ax.set_xlabel("tilings")
    ax.set_ylabel("share of boards")
    legend_above(ax, 1)
    return ax


def octave_labels(octaves: Sequence[tuple[int, int, int]]) -> list[str]:
    """Return the tilings of each octave: one number, or the first and the last."""
    return [f"{first:,}" if first == last else f"{first:,}–{last:,}" for first, last, _ in octaves]


def plot_map(
    cells: Mapping[tuple[int, ...], float], edges: Sequence[Sequence[float]], labels: Sequence[str], *,
    ax: Axes | None = None,
) -> Axes:  # fmt: skip
    """Plot the quality of the cells of a grid with one axis or two: the greater, the darker.

    Parameters
    ----------
    cells
        The finite quality of each cell that holds a set; the others stay pale grey.
    edges
        Those of each axis's bins, ascending.
    labels
        Of the quality, then of each axis.
    """
    columns, rows = edges[0], edges[1] if len(edges) > 1 else (0.0, 1.0)
    ax = axes_on(ax, 6.6, 5.2 if len(edges) > 1 else 1.8)
    from matplotlib.colors import LinearSegmentedColormap

    table = np.full((len(rows) - 1, len(columns) - 1), np.nan)
    for cell, quality in cells.items():
        table[cell[1] if len(cell) > 1 else 0, cell[0]] = quality
    heat = LinearSegmentedColormap.from_list("dicelab", HEAT, STEPS)
    ax.set_facecolor(NEUTRAL)
    drawn = ax.pcolormesh(columns, rows, np.ma.masked_invalid(table), cmap=heat, edgecolors="white", linewidth=0.5)
    if cells:
        ax.figure.colorbar(drawn, ax=ax, label=escaped(labels[0], 60))
        low, high = min(cells.values()), max(cells.values())
        for cell, quality in cells.items() if len(columns) <= MOST_WRITTEN else ():
            column, row = cell if len(cell) > 1 else (cell[0], 0)
            middle = sum(columns[column : column + 2]) / 2, sum(rows[row : row + 2]) / 2
            ink = ink_on(mixed((quality - low) / (high - low) if high > low else 0.0))
            ax.text(*middle, figure_text(quality, 3), size=8, ha="center", va="center", color=ink)
    ax.grid(visible=False)
    ax.set_xlabel(escaped(labels[1], 60))
    if len(edges) > 1:
        ax.set_ylabel(escaped(labels[2], 40))
    else:
        ax.set_yticks([])
    return ax


def plot_runs(
    runs: Mapping[str, Sequence[tuple[ArrayLike, ArrayLike]]], across: str, up: str, *,
    better: Literal["more", "less"] = "more", ax: Axes | None = None,
) -> Axes:  # fmt: skip
    """Plot the best value so far of repeated runs: the median as a line, the quartiles as a band, by setting.

    Each is the value of a run (an order statistic), drawn from where that run has a value to where the first run ends.

    Parameters
    ----------
    runs
        For each setting by name, what its runs spent and the values that they had then, ascending in the first; NaN
        stands for no value yet, which is worse than any.
    across, up
        Labels of the axes.
    better
        Which direction is better.

    Raises
    ------
    DiceError
        If there is a setting without runs, or a run without values.

    Examples
    --------
    >>> ax = plot_runs({"mine": [([10, 20], [1, 4]), ([10, 20], [2, 3])]}, "evaluations", "fewest")
    >>> ax.get_lines()[0].get_ydata().tolist()
    [1.0, 3.0]
    """
    if not runs or not all(some and all(len(np.atleast_1d(values)) for _, values in some) for some in runs.values()):
        raise DiceError("a chart of no runs: give each setting at least one run with a value")
    ax = axes_on(ax)
    sign = 1.0 if better == "more" else -1.0
    for number, (name, some) in enumerate(runs.items()):
        pairs = [(np.asarray(spent, float), sign * np.asarray(values, float)) for spent, values in some]
        places = np.unique(np.concatenate([spent for spent, _ in pairs]))
        places = places[places <= min(spent[-1] for spent, _ in pairs)]
        ranks = np.full((len(pairs), len(places)), -np.inf)
        for row, (spent, values) in zip(ranks, pairs, strict=True):
            at = np.searchsorted(spent, places, side="right") - 1
            row[at >= 0] = np.where(np.isnan(values), -np.inf, values)[at[at >= 0]]
        quartiles = sign * np.quantile(ranks, (0.25, 0.5, 0.75), axis=0, method="inverted_cdf")
        low, middle, high = np.where(np.isfinite(quartiles), quartiles, np.nan)
        colour = COLOURS[number % len(COLOURS)]
        label = f"{escaped(name, 40)}, {len(some)} run{'' if len(some) == 1 else 's'}"
        ax.plot(places, middle, color=colour, linewidth=2, drawstyle="steps-post", label=label)
        # Where the lower quartile has no value yet, the band reaches down to the median.
        ax.fill_between(places, np.where(np.isnan(low), middle, low), high, color=colour, alpha=0.2, step="post", lw=0)
    ax.set_xlabel(escaped(across, 60))
    ax.set_ylabel(f"{escaped(up, 40)} ({better} is better)")
    ax.margins(x=0.02)
    legend_above(ax, 2)
    return ax
