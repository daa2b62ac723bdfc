"""Dice to make: stickers for the faces of cubes, nets to fold and glue, and spinners for what no solid shows fairly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, cos, hypot, pi, sin

from dicelab.dice import DiceSet
from dicelab.press.boards import Labels
from dicelab.press.fonts import Font
from dicelab.press.frame import SMALL
from dicelab.press.nets import net, solid_for
from dicelab.press.page import CUT, FOLD, HAIR, Drawing, Line, Path, Place
from dicelab.render.svg import DARK, INK, LIGHT, colour, ink_on

STICKER_FACES = 6

_TURNED = {"0": "0", "1": "1", "6": "9", "8": "8", "9": "6"}
"""Digits that are read upside down as others."""


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
    kites, and six, eight, twelve and twenty a solid of so many faces. For other numbers no such solid is sold or glued
    easily, and a spinner with equal sectors takes its place.
    """
    dice = []
    for number, die in enumerate(dice_set.dice, start=1):
        words = tuple(labels.texts[cell] for cell in die.faces)
        solid = solid_for(len(words))
        dice.append(PaperDie(number, words * (solid // len(words) if solid else 1), solid))
    return dice


def is_ambiguous(word: str, words: Sequence[str]) -> bool:
    """Tell whether a label read upside down is another label: then it needs a line below it.

    Examples
    --------
    >>> [is_ambiguous(word, ("6", "9", "8", "16", "91")) for word in ("6", "8", "16")]
    [True, False, True]
    """
    if not word or any(character not in _TURNED for character in word):
        return False
    turned = "".join(_TURNED[character] for character in reversed(word))
    return turned != word and turned in words


def face_word(  # noqa: PLR0913 - where and how a word is written
    drawn: Drawing,
    word: str,
    middle: Place,
    room: float,
    font: Font,
    *,
    fill: str = INK,
    turned: float = 0,
    underlined: bool = False,
) -> None:
    """Write the label of a face as large as a room allows, with a line below it if it could be read upside down."""
    wide = font.width(word, 1, bold=True)
    # A capital is 0.72 of the size high.
    size = min(room / max(wide, 0.9), room / 1.1)
    drawn.words(word, *middle, size, anchor="middle", bold=True, fill=fill, turned=turned)
    if underlined:
        angle = turned * pi / 180
        half, down = 0.5 * size * wide, 0.5 * size
        ends = [
            (middle[0] + x * cos(angle) - down * sin(angle), middle[1] + x * sin(angle) + down * cos(angle))
            for x in (-half, half)
        ]
        drawn.lines([ends], Line(fill, 0.08 * size))


def sticker_drawn(word: str, die: PaperDie, size: float, font: Font, *, underlined: bool) -> Drawing:
    """Draw the sticker of a face: its label, and a frame and the number of its die."""
    drawn = Drawing(size, size)
    inset = 0.07 * size
    drawn.rectangle(inset, inset, size - 2 * inset, size - 2 * inset, None, Line(die.shade, 0.06 * size))
    face_word(drawn, word, (size / 2, size / 2), 0.64 * size, font, underlined=underlined)
    _badge(drawn, die, (0.14 * size, 0.14 * size), 0.11 * size)
    return drawn


def _badge(drawn: Drawing, die: PaperDie, place: Place, radius: float) -> None:
    drawn.disc(*place, radius, die.shade)
    size = 1.3 * radius if die.number < 10 else radius
    drawn.words(str(die.number), *place, size, anchor="middle", bold=True, fill=ink_on(die.shade))


def sticker_rows(die: PaperDie, across: int) -> list[tuple[str, ...]]:
    """Return the labels of a die in rows of so many."""
    return [die.words[start : start + across] for start in range(0, len(die.words), across)]


def net_drawn(die: PaperDie, size: float, words: Sequence[str], font: Font) -> Drawing:
    """Draw the net of a die: whole lines are cut, dashed ones folded, flaps glued; with the number of the die below."""
    flat = net(die.solid or STICKER_FACES, size)
    below = 1.8 * SMALL
    drawn = Drawing(flat.width, flat.height + below)
    for flap in flat.flaps:
        drawn.polygon(flap, "#EEEEEE")
    drawn.items.append(Path(flat.faces, LIGHT))
    inner = min(_reach(face) for face in flat.faces)
    for face, word, turned in zip(flat.faces, die.words, flat.ups, strict=True):
        middle = _middle(face)
        drawn.items.append(
            Path((tuple(_towards(corner, middle, 0.14) for corner in face),), None, Line(die.shade, 0.12 * inner))
        )
        room = (1.1 if len(face) > 3 else 0.8) * inner
        face_word(drawn, word, middle, room, font, turned=turned, underlined=is_ambiguous(word, words))
    drawn.lines(flat.cuts, CUT)
    drawn.lines([(*flap[1:], flap[0]) for flap in flat.flaps], CUT)
    drawn.lines([*flat.folds, *(flap[:2] for flap in flat.flaps)], FOLD)
    drawn.words(f"Die {die.number}", 0, flat.height + 0.6 * below, SMALL)
    return drawn


def _middle(face: Sequence[Place]) -> Place:
    """Return where the word of a face goes: the middle of its area, which for a kite is not that of its corners."""
    area = x = y = 0.0
    for (right, down), (far, deep) in zip(face, (*face[1:], face[0]), strict=True):
        part = right * deep - far * down
        area, x, y = area + part, x + (right + far) * part, y + (down + deep) * part
    return x / (3 * area), y / (3 * area)


def _reach(face: Sequence[Place]) -> float:
    """Return the distance from the middle of a face to its nearest edge."""
    x, y = _middle(face)
    pairs = zip(face, (*face[1:], face[0]), strict=True)
    return min(
        abs((far - right) * (y - down) - (x - right) * (deep - down)) / hypot(far - right, deep - down)
        for (right, down), (far, deep) in pairs
    )


def _towards(corner: Place, middle: Place, share: float) -> Place:
    return corner[0] + share * (middle[0] - corner[0]), corner[1] + share * (middle[1] - corner[1])


def spinner_drawn(die: PaperDie, words: Sequence[str], font: Font, most: float) -> Drawing:
    """Draw a spinner: a disc with equal sectors, a dot where a paper clip turns around the tip of a pencil."""
    count = len(die.words)
    # Room for the words along the rim: 9 mm each.
    radius = min(most / 2, max(28.0, 9.0 * count / (2 * pi * 0.82)))
    drawn = Drawing(2 * radius, 2 * radius)
    step = 2 * pi / count
    arc = ceil(180 / count)
    for place, word in enumerate(die.words):
        start = place * step - pi / 2 - step / 2
        corners = [(radius, radius)] if count > 1 else []
        corners += [_on(radius, radius, start + step * n / arc) for n in range(arc + 1)]
        if place % 2 == 0 and (count % 2 == 0 or place < count - 1):
            drawn.polygon(corners, "#EFEFEF")
        room = min(2 * sin(step / 2) * 0.8 * radius, 0.24 * radius) if count > 2 else 0.3 * radius
        angle = start + step / 2
        face_word(
            drawn,
            word,
            _on(radius, 0.8 * radius, angle),
            0.85 * room,
            font,
            turned=angle * 180 / pi + 90,
            underlined=is_ambiguous(word, words),
        )
    if count > 1:
        drawn.lines(
            [((radius, radius), _on(radius, radius, place * step - pi / 2 - step / 2)) for place in range(count)], HAIR
        )
    drawn.disc(radius, radius, 0.975 * radius, None, Line(die.shade, 0.05 * radius))
    drawn.disc(radius, radius, 0.52 * radius, None, HAIR)
    drawn.disc(radius, radius, radius, None, CUT)
    drawn.disc(radius, radius, 0.8, DARK)
    drawn.words(f"Spinner {die.number}", radius, 1.25 * radius, 0.1 * radius, anchor="middle", bold=True)
    return drawn


def _on(middle: float, radius: float, angle: float) -> Place:
    return middle + radius * cos(angle), middle + radius * sin(angle)
