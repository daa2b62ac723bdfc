"""Charts of the odds of dice sets: cumulative views of distributions, and a number for each cell of a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from dicelab.errors import DiceError
from dicelab.render.board import layout_of
from dicelab.render.drawing import labels_inside
from dicelab.render.figures import escaped, legend_above
from dicelab.render.plots import COLOURS, STEPS, axes_on, figure_text
from dicelab.render.svg import DARK, HEAT, INK, NEUTRAL, ink_on, mixed
from dicelab.render.text import cut

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from solver.census import Distribution
    from solver.polyform import Grid

CELL_INCHES = 0.75


def plot_odds(
    distributions: Mapping[str, Distribution], *, complementary: bool = False, ax: Axes | None = None
) -> Axes:
    """Plot the chance of a roll with at most a number of tilings, for distributions side by side.

    The legend has the mean and the standard deviation of each. For two it also says with which chance a roll of the
    first has fewer tilings than one of the second.

    Parameters
    ----------
    distributions
        Tilings of rolls by name, weighted by the chance of being rolled; at least one, else :class:`DiceError` is
        raised.
    complementary
        Plot the chance of a roll with more tilings instead.

    Examples
    --------
    >>> from solver.census import distribution
    >>> ax = plot_odds({"rolls": distribution([1, 3, 3, 10])})
    >>> ax.get_lines()[0].get_xydata().tolist()
    [[0.0, 0.0], [1.0, 25.0], [3.0, 75.0], [10.0, 100.0]]
    """
    if not distributions:
        raise DiceError("a chart of no distributions: give at least one")
    ax = axes_on(ax)
    from matplotlib.ticker import FuncFormatter, PercentFormatter

    most = max(one.most for one in distributions.values())
    for n, (name, one) in enumerate(distributions.items()):
        reached = 100 * np.cumsum(one.weights) / one.total
        places, heights = one.values, 100 - reached if complementary else reached
        if places[0] > 0:
            places, heights = np.concatenate([[0], places]), np.concatenate([[100 * complementary], heights])
        if places[-1] < most:
            places, heights = np.append(places, most), np.append(heights, heights[-1])
        label = escaped(with_figures(name, one), 80)
        ax.plot(places, heights, color=COLOURS[n % len(COLOURS)], linewidth=2, drawstyle="steps-post", label=label)
    ax.set_xscale("symlog", linthresh=1)
    least = min(one.least for one in distributions.values())
    ax.set_xlim(0.8 * least if least > 1 else 0, max(most, 1))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: figure_text(value)))
    ax.set_ylim(0, 100)
    ax.yaxis.set_major_formatter(PercentFormatter())
    ax.set_xlabel("tilings")
    ax.set_ylabel(f"chance of a roll with {'more' if complementary else 'at most as many'}")
    if len(distributions) == 2:
        first, second = distributions
        chance = float(distributions[first].chance_of_fewer(distributions[second]))
        said = f"a roll of {cut(first, 24)} has fewer than one of {cut(second, 24)}: {chance:.1%}"
        ax.plot([], [], " ", label=escaped(said, 100))
    legend_above(ax, 1)
    return ax


def with_figures(name: str, found: Distribution) -> str:
    """Return the name of a distribution with its mean and standard deviation, for a legend."""
    return f"{cut(name, 30)}: mean {figure_text(found.mean)}, std. deviation {figure_text(found.deviation)}"


def plot_cells(
    grid: Grid, values: Sequence[float | None], *, label: str = "mean number of tilings", ax: Axes | None = None
) -> Axes:
    """Plot a number for each cell on the board: the greater, the darker. A heat map.

    Parameters
    ----------
    values
        For each cell of the grid a finite number, or ``None``: such cells stay grey. :class:`DiceError` is raised if
        they are not as many as the cells.
    label
        Of the colours.

    Examples
    --------
    >>> from solver.polyform import SquareGrid
    >>> ax = plot_cells(SquareGrid(1, 2), [7.0, None])
    >>> [text.get_text() for text in ax.texts]
    ['7', '', '1', '2', 'A']
    """
    if len(values) != len(grid):
        raise DiceError(f"{len(values)} values: give one of each for {len(grid)} cells")
    shape = layout_of(grid, 1)
    ax = axes_on(ax, CELL_INCHES * shape.width + 2, CELL_INCHES * shape.height + 0.6)
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import LinearSegmentedColormap, Normalize
    from matplotlib.patches import Polygon

    known = [value for value in values if value is not None]
    low, high = min(known, default=0.0), max(known, default=0.0)
    for cell, value in enumerate(values):
        fill = NEUTRAL if value is None else mixed((value - low) / (high - low) if high > low else 0.0)
        ax.add_patch(Polygon(shape.corners(grid.points[cell]), facecolor=fill, edgecolor=DARK, linewidth=0.8))
        words = [] if value is None else [figure_text(value, 3)]
        words += [grid.label(cell)] if labels_inside(grid) else []
        ink = INK if value is None else ink_on(fill)
        ax.text(*shape.middle(grid.points[cell]), "\n".join(words), size=8, ha="center", va="center", color=ink)
    if not labels_inside(grid):
        for column in range(grid.columns):
            ax.text(column + 0.5, -0.3, str(column + 1), size=9, ha="center", va="center", color=INK)
        for row in range(grid.rows):
            ax.text(-0.3, row + 0.5, chr(ord("A") + row), size=9, ha="center", va="center", color=INK)
    heat = LinearSegmentedColormap.from_list("dicelab", HEAT, STEPS)
    if known:
        ax.figure.colorbar(ScalarMappable(Normalize(low, high), heat), ax=ax, label=escaped(label, 60))
    ax.set_xlim(-0.6, shape.width)
    ax.set_ylim(shape.height, -0.6)
    ax.set_aspect("equal")
    ax.set_axis_off()
    return ax
