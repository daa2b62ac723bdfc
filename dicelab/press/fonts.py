"""Which characters a printed page can have, and how wide its words are: Helvetica, or a font that the user names."""

from __future__ import annotations

import os
import tomllib
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from dicelab.dice.names import plain
from dicelab.render.text import columns
from solver.errors import InputError, MissingPackageError

EXTRA = "print"


@lru_cache(maxsize=1)
def letter_tables() -> dict[str, dict[str, str]]:
    """Return the strokes of letters, and the widths of the characters of Helvetica."""
    return tomllib.loads(Path(__file__).with_name("letters.toml").read_text("utf-8"))


class Font(Protocol):
    """What the pages are written in."""

    @property
    def name(self) -> str:
        """How a viewer knows it."""

    def has(self, text: str) -> bool:
        """Tell whether every character of a text can be written."""

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        """Return how wide a line of text is."""


@dataclass(frozen=True)
class Helvetica:
    """The standard font of PDF, which every viewer and printer has: Western European letters only.

    With ``all_characters`` it stands for a font of the reader's machine that has the others too, as in SVG.

    Examples
    --------
    >>> Helvetica().has("Größe 7×8"), Helvetica().has("Январь"), round(Helvetica().width("A6", 10), 2)
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


class FontFile:
    """A TrueType font, of which the file gets the characters that it needs.

    Raises
    ------
    InputError
        If the file is no such font.
    MissingPackageError
        If reportlab is not installed.
    """

    def __init__(self, path: Path) -> None:
        try:
            from reportlab.pdfbase.ttfonts import TTFError, TTFont
        except ImportError:
            raise MissingPackageError.of("a font of your own", "reportlab", EXTRA) from None
        self.path = path
        try:
            # The name is that of the file: the same font gives the same bytes wherever it lies.
            self.font: TTFont = TTFont("".join(filter(str.isalnum, path.stem)) or "font", str(path))
        except (TTFError, OSError, ValueError, KeyError, IndexError):
            raise InputError(f"font {path}: it can't be read as a TrueType font: name a file *.ttf") from None
        self.name: str = str(self.font.face.familyName.decode("latin-1", errors="replace"))

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
    >>> written(Helvetica(), "Genius Square"), written(Helvetica(), "Dvořák"), written(Helvetica(), "Пять", "a game")
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
    line = ""
    for word in _short_words(font, text.split(), size, width):
        longer = f"{line} {word}" if line else word
        if line and font.width(longer, size) > width:
            lines.append(line)
            longer = word
        line = longer
    return [*lines, line] if line else lines


def _short_words(font: Font, words: Iterable[str], size: float, width: float) -> Iterable[str]:
    for word in words:
        rest = word
        while len(rest) > 1 and font.width(rest, size) > width:
            end = max(1, _fitting(font, rest, size, width))
            yield rest[:end]
            rest = rest[end:]
        yield rest


def _fitting(font: Font, text: str, size: float, width: float, *, bold: bool = False) -> int:
    """Return how many characters of a text fit into a width."""
    return bisect_right(range(1, len(text) + 1), width, key=lambda end: font.width(text[:end], size, bold=bold))


def shortened(font: Font, text: str, size: float, width: float, *, bold: bool = False) -> str:
    """Return a text, or its beginning and dots where it is wider than a width."""
    if font.width(text, size, bold=bold) <= width:
        return text
    end = _fitting(font, text, size, width - font.width("...", size, bold=bold), bold=bold)
    return text[:end].rstrip() + "..."


def font_path(font: str | os.PathLike[str] | None) -> Path | None:
    """Return the path of a font that can be read."""
    if font is None:
        return None
    path = Path(font)
    FontFile(path)
    return path
