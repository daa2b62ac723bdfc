"""Fonts: on paper Helvetica or one that the user names, for a laser letters of single strokes."""

from __future__ import annotations

import os
import tomllib
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Any

from dicelab.dice.names import plain
from dicelab.render.layout import Place
from dicelab.render.text import columns
from solver.errors import InputError, MissingPackageError

EXTRA = "print"

WIDTH, HEIGHT = 4, 6
"""Size of a letter, in the steps of its strokes."""

ADVANCE = 6


@lru_cache(maxsize=1)
def letter_tables() -> dict[str, dict[str, str]]:
    """Return the strokes of letters, and the widths of the characters of Helvetica."""
    return tomllib.loads(Path(__file__).with_name("letters.toml").read_text("utf-8"))


@dataclass(frozen=True)
class Font:
    """Helvetica, the standard font of PDF, which every viewer and printer has: Western European letters only.

    With ``all_characters`` it stands for a font of the reader's machine that has the others too, as in SVG.

    Examples
    --------
    >>> Font().has("Größe 7×8"), Font().has("Январь"), round(Font().width("A6", 10), 2)
    (True, False, 12.23)
    """

    all_characters: bool = False
    name: str = "Helvetica"

    def has(self, text: str) -> bool:
        """Tell whether every character of a text can be written."""
        if self.all_characters:
            return True
        try:
            text.encode("cp1252")
        except UnicodeEncodeError:
            return False
        return True

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        """Return how wide a line of text is; characters that are no letters of it count as wide ones."""
        return size * _width(text, bold) / 1000


@lru_cache(maxsize=4096)
def _width(text: str, bold: bool) -> int:
    widths = _widths(bold)
    total = 0
    for character in text:
        base = unicodedata.normalize("NFKD", character)[:1]
        known = widths.get(character) or widths.get(base)
        total += known if known is not None else 1000 * columns(character)
    return total


@lru_cache(maxsize=2)
def _widths(bold: bool) -> dict[str, int]:
    listed = letter_tables()["widths"]["Helvetica-Bold" if bold else "Helvetica"].split()
    return {chr(32 + place): int(width) for place, width in enumerate(listed)} | {"·": 278, "–": 556, "×": 584}


@dataclass(frozen=True)
class FontFile(Font):
    """A TrueType font, of which the file gets the characters that it needs."""

    font: Any = None
    """The font of reportlab."""

    @classmethod
    def read(cls, path: Path) -> FontFile:
        """Return the font of a file; :class:`InputError` if it is none."""
        try:
            from reportlab.pdfbase.ttfonts import TTFError, TTFont
        except ImportError:
            raise MissingPackageError.of("a font of your own", "reportlab", EXTRA) from None
        try:
            # The name is that of the file: the same font gives the same bytes wherever it lies.
            font = TTFont("".join(filter(str.isalnum, path.stem)) or "font", str(path))
        except (TTFError, OSError, ValueError, KeyError, IndexError):
            raise InputError(f"font {path}: it can't be read as a TrueType font: name a file *.ttf") from None
        return cls(name=font.face.familyName.decode("latin-1", errors="replace"), font=font)

    def has(self, text: str) -> bool:
        """Tell whether every character of a text can be written."""
        return all(ord(character) in self.font.face.charToGlyph for character in text)

    def width(self, text: str, size: float, *, bold: bool = False) -> float:  # noqa: ARG002 - one weight
        """Return how wide a line of text is."""
        return float(self.font.stringWidth(text, size))


def written(font: Font, text: str, otherwise: str = "") -> str:
    """Return a text on one line if the font has its characters; else the nearest ones, or another text.

    Examples
    --------
    >>> written(Font(), "Genius Square"), written(Font(), "Dvořák"), written(Font(), "Пять", "a game")
    ('Genius Square', 'Dvorak', 'a game')
    """
    line = plain(text)
    if font.has(line):
        return line
    bare = "".join(c for c in unicodedata.normalize("NFKD", line) if not unicodedata.combining(c))
    if font.has(bare):
        return bare
    return otherwise or "".join(c if font.has(c) else "?" for c in line)


def lines_of(font: Font, text: str, size: float, width: float) -> list[str]:
    """Break a text into lines that are no wider than a width; a word that is wider by itself is broken too."""
    lines: list[str] = []
    words = text.split()[::-1]
    while words:
        word = words.pop()
        if len(word) > 1 and font.width(word, size) > width:
            end = max(1, _fitting(font, word, size, width))
            words.append(word[end:])
            word = word[:end]
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and font.width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def font_of(path: str | os.PathLike[str] | None) -> FontFile | None:
    """Return the font of a file, if one is named."""
    return None if path is None else FontFile.read(Path(path))


def _fitting(font: Font, text: str, size: float, width: float, *, bold: bool = False) -> int:
    """Return how many characters of a text fit into a width."""
    return bisect_right(range(1, len(text) + 1), width, key=lambda end: font.width(text[:end], size, bold=bold))


def shortened(font: Font, text: str, size: float, width: float, *, bold: bool = False) -> str:
    """Return a text, or its beginning and dots where it is wider than a width."""
    if font.width(text, size, bold=bold) <= width:
        return text
    end = _fitting(font, text, size, width - font.width("...", size, bold=bold), bold=bold)
    return text[:end].rstrip() + "..."


def _letter(letter: str) -> list[list[tuple[int, int]]]:
    """Return the strokes of a capital, each by its corners."""
    lines = filter(None, letter_tables()["strokes"][letter].split("|"))
    return [[(int(corner[0]), int(corner[1])) for corner in line.split()] for line in lines]


def strokes(text: str, middle: Place, height: float) -> list[tuple[Place, ...]]:
    """Return the strokes of a line of text around a place.

    Examples
    --------
    >>> strokes("l", (0, 0), 6)
    [((-2.0, -3.0), (-2.0, 3.0), (2.0, 3.0))]
    """
    step = height / HEIGHT
    left = middle[0] - step * text_steps(text) / 2
    return [
        tuple((left + step * (ADVANCE * number + x), middle[1] + step * (y - HEIGHT / 2)) for x, y in stroke)
        for number, letter in enumerate(text.upper())
        for stroke in _letter(letter)
    ]


def filled(lines: Sequence[tuple[Place, ...]], width: float) -> tuple[tuple[Place, ...], ...]:
    """Return areas that together cover strokes of a width: a rectangle for each straight line, all wound the same way.

    Examples
    --------
    >>> filled([((0, 0), (4, 0))], 2)
    (((-1.0, -1.0), (5.0, -1.0), (5.0, 1.0), (-1.0, 1.0)),)
    """
    found = []
    for line in lines:
        for (x, y), (far, deep) in pairwise(line):
            scale = width / 2 / hypot(far - x, deep - y)
            right, down = scale * (far - x), scale * (deep - y)
            found.append(
                (
                    (x - right + down, y - down - right),
                    (far + right + down, deep + down - right),
                    (far + right - down, deep + down + right),
                    (x - right - down, y - down + right),
                )
            )
    return tuple(found)


def dots(text: str) -> set[tuple[int, int]]:
    """Return the dots of a line of text, each the place from the left and from the top.

    Examples
    --------
    >>> sorted(dots("-"))
    [(1, 3), (2, 3), (3, 3)]
    """
    found = set()
    for number, letter in enumerate(text.upper()):
        for stroke in _letter(letter):
            for (x, y), (far, deep) in pairwise(stroke):
                steps = max(abs(far - x), abs(deep - y))
                for n in range(steps + 1):
                    column = x + (2 * n * (far - x) + steps) // (2 * steps)
                    found.add((ADVANCE * number + column, y + (2 * n * (deep - y) + steps) // (2 * steps)))
    return found


def text_steps(text: str) -> int:
    """Return the width of a line of text in steps, of which a letter is six high."""
    return ADVANCE * len(text) - (ADVANCE - WIDTH)


def labels_written(labels: Sequence[str]) -> list[str]:
    """Return the labels if all of them can be written and told apart in capitals, and else the numbers from 1."""
    capitals = [label.upper() for label in labels]
    known = letter_tables()["strokes"]
    if all(letter in known for text in capitals for letter in text) and len(set(capitals)) == len(capitals):
        return capitals
    return [str(number) for number in range(1, len(labels) + 1)]
