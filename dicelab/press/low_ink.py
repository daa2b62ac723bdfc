"""Pages that cost little ink: areas of colour become their outlines, and thick lines thin ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dicelab.press.page import Disc, Item, Line, Page, Places, Polyline, Words
from dicelab.render.svg import DARK, INK, LIGHT, contrast

PALE = 1.25
"""Contrast with the paper up to which an area is left out: lines around it are drawn anyway."""

THIN = 0.25
"""Width in millimetres; a thicker line keeps this and a quarter of the rest, so that it stays the thicker one."""

INSIDE = 0.9
"""Size of the outline of an area, where the area has 1: two areas side by side have an outline each."""


def with_low_ink(page: Page) -> Page:
    """Return a page with outlines in place of areas; QR codes, which have to be read by a camera, stay as they are."""
    return replace(page, items=tuple(item for one in page.items for item in _drawn(one)))


def _drawn(item: Item) -> Iterator[Item]:
    if isinstance(item, Words):
        yield replace(item, fill=INK) if item.fill == LIGHT else item
        return
    line = item.line and _thin(item.line)
    if item.fill in {None, LIGHT} or (item.fill == DARK and isinstance(item, Polyline)):
        yield replace(item, line=line)
        return
    if contrast(item.fill, LIGHT) > PALE:
        yield from _outlines(item, Line(item.fill, THIN))
    if line:
        yield replace(item, fill=None, line=line)


def _thin(line: Line) -> Line:
    """Return a line that is not thicker than needed; one in the colour of the paper, for dark areas, gets ink."""
    width = min(line.width, THIN + (line.width - THIN) / 4)
    return replace(line, width=width, colour=INK if line.colour == LIGHT else line.colour)


def _outlines(item: Polyline | Disc, line: Line) -> Iterator[Item]:
    if isinstance(item, Disc):
        yield replace(item, radius=INSIDE * item.radius, fill=None, line=line)
        return
    yield replace(item, runs=tuple(map(_inside, item.runs)), fill=None, line=line)


def _inside(run: Places) -> Places:
    """Return the line around an area, drawn smaller around its middle."""
    x, y = (sum(axis) / len(run) for axis in zip(*run, strict=True))
    return tuple((x + INSIDE * (right - x), y + INSIDE * (down - y)) for right, down in run)
