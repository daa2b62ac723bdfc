"""Numbers beside points of a chart, placed so that none hides another or a point."""

from __future__ import annotations

from collections.abc import Sequence

from dicelab.render.svg import text_width

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


def label_places(
    points: Sequence[tuple[float, float]], labels: Sequence[str], size: float, radius: float, frame: Box
) -> list[tuple[float, float] | None]:
    """Return the middle of each label beside its point, ``None`` where it would hide something.

    The points are drawn with a radius; the labels, of a text size, stay within the frame. Earlier points choose first,
    each among eight places around it.
    """
    taken = [(x - radius, y - radius, x + radius, y + radius) for x, y in points]
    places: list[tuple[float, float] | None] = []
    for (x, y), label in zip(points, labels, strict=True):
        wide, tall = text_width(label, size) / 2, 0.5 * size
        aside, over = radius + 2 + wide, radius + 2 + tall
        around = (
            (aside, 0.0), (0.0, -over), (-aside, 0.0), (0.0, over),
            (aside, -over), (-aside, -over), (aside, over), (-aside, over),
        )  # fmt: skip
        found = None
        for right, down in around:
            box = (x + right - wide, y + down - tall, x + right + wide, y + down + tall)
            if _within(box, frame) and not any(_overlap(box, other) for other in taken):
                found = (x + right, y + down)
                taken.append(box)
                break
        places.append(found)
    return places


def _within(box: Box, frame: Box) -> bool:
    return frame[0] <= box[0] and frame[1] <= box[1] and box[2] <= frame[2] and box[3] <= frame[3]


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
