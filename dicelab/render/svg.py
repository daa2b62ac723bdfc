"""The colours and the parts that every SVG picture is made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from dicelab.dice.names import plain
from dicelab.render.text import columns, wrap

if TYPE_CHECKING:
    from dicelab.render.layout import Edge, Layout, Place

PALETTE = (
    # Okabe and Ito (2008), without black.
    "#E69F00",
    "#56B4E9",
    "#009E73",
    "#F0E442",
    "#0072B2",
    "#D55E00",
    "#CC79A7",
    # Tol (2021), of his muted and light schemes those that stay farthest from the seven above and from each other.
    "#882255",
    "#99DDFF",
    "#117733",
    "#DDCC77",
    "#332288",
)
"""Colours of dice and pieces; the thirteenth starts again, and its number tells it from the first."""

PARTS = ("#BBCCEE", "#FFCCCC", "#CCDDAA", "#EEEEBB", "#CCEEFF", "#DDCCEE")
"""Pale colours of parts and regions (Tol 2021, his pale scheme, and one more), so that pieces stand out."""

NEUTRAL = "#EEEEEE"
"""A cell on no die, or free."""

DARK = "#1A1A1A"
LIGHT = "#FFFFFF"
INK = "#333333"
FAINT = "#D8D8D8"


HEAT = ("#F2F6FB", "#083C7D")
"""Of the least and the greatest number."""


def mixed(share: float, low: str = HEAT[0], high: str = HEAT[1]) -> str:
    """Return the colour between two, from ``low`` at 0 to ``high`` at 1.

    Examples
    --------
    >>> mixed(0), mixed(0.5), mixed(0.5, "#000000", "#FFFFFF")
    ('#F2F6FB', '#7D99BC', '#808080')
    """
    ends = ([int(shade[start : start + 2], 16) for start in (1, 3, 5)] for shade in (low, high))
    return "#" + "".join(f"{round(one + (other - one) * share):02X}" for one, other in zip(*ends, strict=True))


def colour(number: int) -> str:
    """Return the colour of a die or piece, numbered from 0."""
    return PALETTE[number % len(PALETTE)]


def luminance(shade: str) -> float:
    """Return the relative luminance of ``#RRGGBB``, 0 to 1, as WCAG 2 defines it."""
    channels = (int(shade[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21; text wants 4.5 or more.

    Examples
    --------
    >>> round(contrast("#000000", "#FFFFFF"))
    21
    """
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def ink_on(shade: str) -> str:
    """Return dark or light, whichever is easier to read on a colour."""
    return max((DARK, LIGHT), key=lambda ink: contrast(ink, shade))


MARGIN = 20
FONT = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"


def number(value: float) -> str:
    """Return a coordinate with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def millimetres(value: float, decimals: int = 3) -> str:
    """Return a length with at most a number of decimals."""
    shown = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if shown == "-0" else shown


def polyline(places: Sequence[Place], decimals: int = 3, *, is_closed: bool = False) -> str:
    """Return a line from place to place, in millimetres, as a part of a path."""
    line = "L".join(f"{millimetres(x, decimals)} {millimetres(y, decimals)}" for x, y in places)
    return f"M{line}{'Z' if is_closed else ''}"


def tag(name: str, children: Iterable[str] | str | None = None, /, **attributes: object) -> str:
    """Return an element; ``_`` in a name stands for ``-``, children are markup already."""
    shown = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(number(value) if isinstance(value, float) else str(value))}"
        for key, value in attributes.items()
    )
    if children is None:
        return f"<{name}{shown}/>"
    inside = children if isinstance(children, str) else "\n".join(children)
    return f"<{name}{shown}>{inside}</{name}>"


def polygon(corners: Sequence[Place], **attributes: object) -> str:
    """Return a polygon; an upright rectangle as such."""
    (left, top), (right, bottom) = corners[0], corners[2]
    if len(corners) == 4 and corners[1] == (right, top) and corners[3] == (left, bottom):
        return tag("rect", x=left, y=top, width=right - left, height=bottom - top, **attributes)
    points = " ".join(f"{number(round(x, 2))},{number(round(y, 2))}" for x, y in corners)
    return tag("polygon", points=points, **attributes)


def path(edge: Edge, shape: Layout, *, relative: bool = False) -> str:
    """Return the line from a corner to another as a part of a path, its end perhaps relative to its start."""
    (x, y), (far, deep) = (tuple(round(value, 2) for value in shape.at(corner)) for corner in edge)
    start = f"M{number(x)} {number(y)}"
    letter = "H" if y == deep else "V" if x == far else "L"
    down, right = (round(deep - y, 2), round(far - x, 2)) if relative else (deep, far)
    end = {"H": number(right), "V": number(down), "L": f"{number(right)} {number(down)}"}[letter]
    return f"{start}{letter.lower() if relative else letter}{end}"


def text(content: str, x: float, y: float, size: float, /, **attributes: object) -> str:
    """Return a line of text whose middle is at height ``y``."""
    # Half the height of a capital: `dominant-baseline` is not known to every viewer.
    return tag(
        "text",
        escape(plain(content)),
        x=float(x),
        y=float(y + 0.36 * size),
        font_size=float(size),
        **attributes,
    )


def text_width(content: str, size: float) -> float:
    """Return a width that the text does not exceed in a usual sans-serif font."""
    return 0.66 * size * columns(content)


def document(
    width: float, height: float, name: str, parts: Iterable[str], *, paper: tuple[float, float] | None = None
) -> str:
    """Return a whole SVG file on a white ground, with a name for screen readers.

    ``paper`` is the width and height in millimetres of a picture that is to be printed.
    """
    body = [
        tag("title", escape(plain(name))),
        tag("rect", width=float(width), height=float(height), fill=LIGHT),
        *parts,
    ]
    return (
        tag(
            "svg",
            ["", *body, ""],
            xmlns="http://www.w3.org/2000/svg",
            width=float(width) if paper is None else f"{number(paper[0])}mm",
            height=float(height) if paper is None else f"{number(paper[1])}mm",
            viewBox=f"0 0 {number(width)} {number(height)}",
            role="img",
            font_family=FONT,
        )
        + "\n"
    )


LETTER = 0.6
"""Width of a letter in sizes of its font, on the average of a line and a little more."""

LINE = 1.45
"""Height of a line in sizes of its font."""


def caption_lines(caption: Sequence[str], x: float, y: float, width: float, size: int) -> tuple[list[str], float]:
    """Return lines of text from a height on, and where they end."""
    lines = [
        line
        for one in caption
        for line in wrap(one, max(8, int(width / (LETTER * size))), "  " if one.startswith("- ") else "") or [""]
    ]
    parts = [
        text(
            line.lstrip(), x + (len(line) - len(line.lstrip())) * size / 2, y + (n + 0.5) * LINE * size, size, fill=INK
        )
        for n, line in enumerate(lines)
    ]
    return parts, y + len(lines) * LINE * size
