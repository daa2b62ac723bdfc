"""Stickers for dice that one has: squares for cubes, and the faces of all other solids."""

from __future__ import annotations

from cmath import exp
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import floor, radians

from dicelab.dice import DiceSet
from dicelab.errors import DiceError
from dicelab.press.boards import Labels
from dicelab.press.dice import CUBE, PaperDie, face_word, middle_of, net, solid_for
from dicelab.press.page import CUT, HAIR, SMALL, Drawing, Line, Paper, Places, Sheet
from dicelab.render.layout import distance, sides
from dicelab.render.svg import ink_on
from dicelab.verifying.difference import face_changes
from solver.words import listed


def chosen_dice(
    dice: Sequence[PaperDie], dice_set: DiceSet, labels: Labels, only: Sequence[int], changed_from: DiceSet | None
) -> list[PaperDie]:
    """Return the dice of some numbers, or all; with ``changed_from`` only the faces that differ from that set."""
    chosen = [die for die in dice if not only or die.number in only]
    if changed_from is None:
        return chosen
    found = []
    for die in chosen:
        faces = dice_set.dice[die.number - 1].faces
        changes = face_changes(die.number, changed_from.dice[die.number - 1].faces, faces)
        words = tuple(labels.texts[one.after] for one in changes if one.after is not None)
        # A solid with more faces than the die repeats each of them.
        times = len(die.words) // len(faces)
        found += [replace(die, words=words * times)] if words else []
    return found


def require_chosen(dice_set: DiceSet, only: Sequence[int], changed_from: DiceSet | None) -> None:
    """Raise :class:`DiceError` where there is no die of a number, or no face has changed."""
    for number in only:
        if not 1 <= number <= len(dice_set.dice):
            raise DiceError(f"only-die {number}: the set has dice 1 to {len(dice_set.dice)}")
    if changed_from is None:
        return
    if changed_from.puzzle != dice_set.puzzle:
        raise DiceError(f"changed-from {changed_from.name}: it is a set for another puzzle; name one of this puzzle")
    pairs = list(zip(changed_from.dice, dice_set.dice, strict=True))
    numbers = only or range(1, len(pairs) + 1)
    changes = [one for number in numbers for one in face_changes(number, *(die.faces for die in pairs[number - 1]))]
    if not any(one.after is not None for one in changes):
        raise DiceError(f"changed-from {changed_from.name}: no face has changed, so there is nothing to print")


def without_stickers(dice_set: DiceSet, only: Sequence[int] = ()) -> str:
    """Return which dice have no stickers, and why; empty where all have.

    Examples
    --------
    >>> from solver.polyform import Puzzle
    >>> without_stickers(DiceSet.parse("A1 A2 A3 B1 B2 B3 A1 | A1", Puzzle.parse("2x3/2:O4"), shared_cells=True))
    'die 1 has no stickers, since no solid has 7 faces: --parts nets draws a spinner, or --faces fills a larger die'
    """
    faces = {number: len(die.faces) for number, die in enumerate(dice_set.dice, start=1) if not only or number in only}
    none = {number: count for number, count in faces.items() if solid_for(count) is None}
    if not none:
        return ""
    counts = listed(sorted(set(none.values())))
    which = f"die {next(iter(none))} has" if len(none) == 1 else f"dice {listed(none, 'and')} have"
    drawn = "a spinner" if len(none) == 1 else "spinners"
    return (
        f"{which} no stickers, since no solid has {counts} faces: --parts nets draws {drawn}, "
        "or --faces fills a larger die"
    )


def sticker_sheets(dice: Sequence[PaperDie], size: float, paper: Paper, labels: Labels, head: float) -> Iterator[Sheet]:
    """Draw stickers side by side, so that one cut goes through a row of cubes; its ends are marked at the edges."""
    across = next(n for n in (6, 3, 2, 1) if n * size <= paper.inner_width - 20)
    cubes = [die for die in dice if die.solid == CUBE]
    rows = [(die, die.words[n : n + across]) for die in cubes for n in range(0, len(die.words), across)]
    in_page = max(1, floor((paper.inner_height - head - 2) / size))
    for start in range(0, len(rows), in_page):
        note = f"Faces of {size:g} mm. Cut between the marks at the edges; stickers with the same number go on one die."
        sheet = Sheet(paper, labels.font, "Stickers for the dice", [note], "Stickers")
        page = rows[start : start + in_page]
        wide = max(len(words) for _, words in page)
        xs = [(paper.width - wide * size) / 2 + n * size for n in range(wide + 1)]
        ys = [sheet.top + n * size for n in range(len(page) + 1)]
        for (die, words), y in zip(page, ys, strict=False):
            for word, x in zip(words, xs, strict=False):
                sheet.put(square_sticker(word, die, size, labels), x, y)
        for place, (die, _) in enumerate(page):
            if place == 0 or page[place - 1][0] != die:
                sheet.words(f"Die {die.number}", xs[0] - 3, ys[place] + size / 2, SMALL, anchor="end")
        sheet.lines([((xs[0], y), (xs[-1], y)) for y in ys] + [((x, ys[0]), (x, ys[-1])) for x in xs], HAIR)
        sheet.cut_marks(ys, xs)
        yield sheet


def face_stickers(dice: Sequence[PaperDie], size: float, labels: Labels) -> tuple[list[Drawing], str]:
    """Draw the stickers of dice that are no cubes, and return a note for their pages."""
    others = [die for die in dice if die.solid not in {CUBE, None}]
    drawn = [face_sticker(word, die, size, labels) for die in others for word in die.words]
    kinds = listed(sorted({die.solid or 0 for die in others}), "and") if others else ""
    note = (
        f"For dice of {kinds} faces, {size:g} mm from face to face; measure yours, and try one sticker first. "
        "Cut along the lines; stickers with the same number go on one die."
    )
    return drawn, note


def square_sticker(word: str, die: PaperDie, size: float, labels: Labels) -> Drawing:
    """Draw the sticker of a cube's face: its label, and a frame and the number of its die."""
    drawn = Drawing(size, size)
    low, high, corner, radius = 0.07 * size, 0.93 * size, 0.14 * size, 0.11 * size
    drawn.polygon(((low, low), (high, low), (high, high), (low, high)), None, Line(die.shade, 0.06 * size))
    face_word(drawn, word, (size / 2, size / 2), 0.64 * size, labels)
    drawn.disc(corner, corner, radius, die.shade)
    large = 1.3 * radius if die.number < 10 else radius
    drawn.words(str(die.number), corner, corner, large, anchor="middle", bold=True, fill=ink_on(die.shade))
    return drawn


def face_sticker(word: str, die: PaperDie, size: float, labels: Labels) -> Drawing:
    """Draw the sticker of a face of another solid, which stands on an edge."""
    outline = _upright(die.solid or CUBE, size)
    wide, high = (max(place[axis] for place in outline) for axis in (0, 1))
    drawn = Drawing(wide, high)
    middle = middle_of(outline)
    inner = min(distance(middle, *side) for side in sides(outline))
    frame = [(x + 0.14 * (middle[0] - x), y + 0.14 * (middle[1] - y)) for x, y in outline]
    drawn.polygon(frame, None, Line(die.shade, 0.12 * inner))
    face_word(drawn, word, middle, (1.1 if len(outline) > 3 else 0.8) * inner, labels)
    top = min(outline, key=lambda place: place[1])
    reach, radius = 0.58 if len(outline) == 3 else 0.72, 0.24 * inner
    x, y = (one + reach * (end - one) for one, end in zip(middle, top, strict=True))
    drawn.disc(x, y, radius, die.shade)
    large = 1.3 * radius if die.number < 10 else radius
    drawn.words(str(die.number), x, y, large, anchor="middle", bold=True, fill=ink_on(die.shade))
    drawn.polygon(outline, None, CUT)
    return drawn


def _upright(solid: int, size: float) -> Places:
    """Return the outline of a face, turned so that its word is upright, with its box at the origin."""
    flat = net(solid, size)
    turn = exp(-1j * radians(flat.ups[0]))
    places = [complex(x, y) * turn for x, y in flat.faces[0]]
    left, top = min(one.real for one in places), min(one.imag for one in places)
    return tuple((one.real - left, one.imag - top) for one in places)
