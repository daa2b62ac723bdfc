"""Dice to make: stickers for the faces of cubes, nets to fold and glue, and spinners for what no solid shows fairly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, cos, pi, sin

from dicelab.dice import DiceSet
from dicelab.press.boards import Labels
from dicelab.press.nets import net, solid_for
from dicelab.press.page import CUT, FOLD, HAIR, SMALL, Drawing, Line, Polyline
from dicelab.render.layout import Place, area, distance, sides
from dicelab.render.svg import DARK, INK, LIGHT, colour, ink_on

STICKER_FACES = 6


@dataclass(frozen=True)
class PaperDie:
    """A die to be made: the label on each of its faces, or on each sector of a spinner."""

    number: int
    """From 1."""
    words: tuple[str, ...]
    solid: int | None
    """Faces of the solid; ``None`` for a spinner."""

    @property
    def shade(self) -> str:
        """The colour of the die, which tells it from others."""
        return colour(self.number - 1)


def paper_dice(dice_set: DiceSet, labels: Labels) -> list[PaperDie]:
    """Return how each die is made: as a solid that shows every face of it equally often, if there is one.

    A die whose faces are one, two or three becomes a cube, four faces make an octahedron, five or ten a solid of ten
    kites, and six, eight, twelve and twenty a solid of as many faces. For other numbers no such solid is sold or glued
    easily, and a spinner with equal sectors takes its place.
    """
    dice = []
    for number, die in enumerate(dice_set.dice, start=1):
        words = tuple(labels.texts[cell] for cell in die.faces)
        solid = solid_for(len(words))
        dice.append(PaperDie(number, words * (solid // len(words) if solid else 1), solid))
    return dice


def _face_word(drawn: Drawing, word: str, middle: Place, room: float, labels: Labels, turned: float = 0) -> None:
    """Write the label of a face as large as a room allows, with a line below it if it could be read upside down."""
    wide = labels.font.width(word, 1, bold=True)
    # A capital is 0.72 of the size high.
    size = min(room / max(wide, 0.9), room / 1.1)
    drawn.words(word, *middle, size, anchor="middle", bold=True, turned=turned)
    if labels.is_ambiguous(word):
        angle = turned * pi / 180
        half, down = 0.5 * size * wide, 0.5 * size
        ends = [
            (middle[0] + x * cos(angle) - down * sin(angle), middle[1] + x * sin(angle) + down * cos(angle))
            for x in (-half, half)
        ]
        drawn.lines([ends], Line(INK, 0.08 * size))


def sticker_drawn(word: str, die: PaperDie, size: float, labels: Labels) -> Drawing:
    """Draw the sticker of a face: its label, and a frame and the number of its die."""
    drawn = Drawing(size, size)
    low, high, corner, radius = 0.07 * size, 0.93 * size, 0.14 * size, 0.11 * size
    drawn.polygon(((low, low), (high, low), (high, high), (low, high)), None, Line(die.shade, 0.06 * size))
    _face_word(drawn, word, (size / 2, size / 2), 0.64 * size, labels)
    drawn.disc(corner, corner, radius, die.shade)
    large = 1.3 * radius if die.number < 10 else radius
    drawn.words(str(die.number), corner, corner, large, anchor="middle", bold=True, fill=ink_on(die.shade))
    return drawn


def net_drawn(die: PaperDie, size: float, labels: Labels) -> Drawing:
    """Draw the net of a die: whole lines are cut, dashed ones folded, flaps glued; with the number of the die below."""
    flat = net(die.solid or STICKER_FACES, size)
    below = 1.8 * SMALL
    drawn = Drawing(flat.width, flat.height + below)
    for flap in flat.flaps:
        drawn.polygon(flap, "#EEEEEE")
    drawn.items.append(Polyline(flat.faces, LIGHT))
    inner = min(distance(_middle(face), *side) for face in flat.faces for side in sides(face))
    for face, word, turned in zip(flat.faces, die.words, flat.ups, strict=True):
        x, y = middle = _middle(face)
        frame = [(right + 0.14 * (x - right), down + 0.14 * (y - down)) for right, down in face]
        drawn.polygon(frame, None, Line(die.shade, 0.12 * inner))
        _face_word(drawn, word, middle, (1.1 if len(face) > 3 else 0.8) * inner, labels, turned)
    drawn.lines(flat.cuts, CUT)
    drawn.lines([(*flap[1:], flap[0]) for flap in flat.flaps], CUT)
    drawn.lines([*flat.folds, *(flap[:2] for flap in flat.flaps)], FOLD)
    drawn.words(f"Die {die.number}", 0, flat.height + 0.6 * below, SMALL)
    return drawn


def _middle(face: Sequence[Place]) -> Place:
    """Return where the word of a face goes: the middle of its area, which for a kite is not that of its corners."""
    x = y = 0.0
    for (right, down), (far, deep) in sides(face):
        part = right * deep - far * down
        x, y = x + (right + far) * part, y + (down + deep) * part
    return x / (6 * area(face)), y / (6 * area(face))


def spinner_drawn(die: PaperDie, labels: Labels, most: float) -> Drawing:
    """Draw a spinner: a disc with equal sectors, a dot where a paper clip turns around the tip of a pencil."""
    count = len(die.words)
    # Room for the words along the rim: 9 mm each.
    radius = min(most / 2, max(28.0, 9.0 * count / (2 * pi * 0.82)))
    drawn = Drawing(2 * radius, 2 * radius)
    step, arc = 2 * pi / count, ceil(180 / count)

    def at(long: float, angle: float) -> Place:
        return radius + long * cos(angle), radius + long * sin(angle)

    starts = [place * step - pi / 2 - step / 2 for place in range(count)]
    for place, (word, start) in enumerate(zip(die.words, starts, strict=True)):
        corners = [(radius, radius)] if count > 1 else []
        corners += [at(radius, start + step * n / arc) for n in range(arc + 1)]
        if place % 2 == 0 and (count % 2 == 0 or place < count - 1):
            drawn.polygon(corners, "#EFEFEF")
        room = min(2 * sin(step / 2) * 0.8 * radius, 0.24 * radius) if count > 2 else 0.3 * radius
        angle = start + step / 2
        _face_word(drawn, word, at(0.8 * radius, angle), 0.85 * room, labels, angle * 180 / pi + 90)
    if count > 1:
        drawn.lines([((radius, radius), at(radius, start)) for start in starts], HAIR)
    drawn.disc(radius, radius, 0.975 * radius, None, Line(die.shade, 0.05 * radius))
    drawn.disc(radius, radius, 0.52 * radius, None, HAIR)
    drawn.disc(radius, radius, radius, None, CUT)
    drawn.disc(radius, radius, 0.8, DARK)
    drawn.words(f"Spinner {die.number}", radius, 1.25 * radius, 0.1 * radius, anchor="middle", bold=True)
    return drawn
