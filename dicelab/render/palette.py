"""Colours that stay apart for readers with any common form of colour vision."""

from __future__ import annotations

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

NEUTRAL = "#EEEEEE"
"""A cell on no die, or free."""

DARK = "#1A1A1A"
LIGHT = "#FFFFFF"
INK = "#333333"
FAINT = "#D8D8D8"


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
