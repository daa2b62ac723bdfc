"""QR codes, drawn in millimetres."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from dicelab.press.fonts import EXTRA
from dicelab.press.page import Drawing, Places, Polyline
from dicelab.render.svg import DARK
from solver.errors import MissingPackageError

CODE = 20.0
"""Least side of a QR code with its border."""

QUIET = 4
"""Modules that stay white around a code, as the standard wants it."""

LEAST_MODULE = 0.36
"""Side of a module in millimetres that a telephone reads from a usual printer."""


def require_maker() -> None:
    """Refuse QR codes where the package that makes them is not installed."""
    try:
        import segno  # noqa: F401
    except ImportError:
        raise MissingPackageError.of("a QR code", "segno", EXTRA) from None


@lru_cache(maxsize=1024)
def code_drawn(link: str, least: float) -> Drawing:
    """Draw the QR code of a link with its white border: wider than the least width where it has many modules."""
    import segno

    matrix = segno.make(link, error="m", micro=False).matrix
    count = len(matrix) + 2 * QUIET
    size = max(least, count * LEAST_MODULE)
    module = size / count
    runs: list[Places] = []
    for row, modules in enumerate(matrix, start=QUIET):
        for is_dark, run in groupby(enumerate(modules, start=QUIET), key=lambda one: bool(one[1])):
            if is_dark:
                columns = [column for column, _ in run]
                left, right = columns[0] * module, (columns[-1] + 1) * module
                top, bottom = row * module, (row + 1) * module
                runs.append(((left, top), (right, top), (right, bottom), (left, bottom)))
    return Drawing(size, size, [Polyline(tuple(runs), DARK)])
