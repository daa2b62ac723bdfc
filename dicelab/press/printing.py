"""Pages that are ready to be printed, as PDF or as SVG."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from dicelab.dice.names import plain
from dicelab.press.fonts import Font, FontFile, Helvetica, written
from dicelab.press.page import Page
from dicelab.press.writers import page_svgs, pdf_bytes
from solver.runs.formats import format_of
from solver.runs.storage import require_free, write_atomic

FORMATS = ("pdf", "svg")


@dataclass(frozen=True, slots=True)
class Printout:
    """Pages in millimetres; they are drawn for the font that a file is written in.

    Examples
    --------
    >>> import dicelab
    >>> game = dicelab.print_game("default", parts=["board"])
    >>> len(game), game.pages()[0].width
    (1, 210.0)
    """

    title: str
    draw: Callable[[Font], tuple[Page, ...]] = field(repr=False)
    two_sided: bool = False
    """Whether every second page is the back of the one before."""
    font: Path | None = None
    """A TrueType font to be embedded; by default the standard font Helvetica."""
    _drawn: dict[Font, tuple[Page, ...]] = field(default_factory=dict, repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.pages())

    def pages(self) -> tuple[Page, ...]:
        """Return the pages as they are drawn for PDF."""
        return self._pages(self._font())

    def pdf(self) -> bytes:
        """Return a PDF file; the same pages give the same bytes.

        Raises
        ------
        MissingPackageError
            If the extra ``print`` is not installed.
        """
        font = self._font()
        title = written(font, self.title, "Print")
        return pdf_bytes(self._pages(font), title, font, two_sided=self.two_sided)

    def svgs(self) -> list[str]:
        """Return each page as SVG, whose lengths are millimetres."""
        font = FontFile(self.font) if self.font else Helvetica(all_characters=True)
        return page_svgs(self._pages(font), plain(self.title), font)

    def save(self, path: str | os.PathLike[str], *, force: bool = False) -> list[Path]:
        """Write ``FILE.pdf``, or ``FILE.svg``: a file for each page, numbered where there are several.

        Returns the files. Raises :class:`~solver.errors.OutputExistsError` if one exists, unless ``force``.
        """
        files = self.files(Path(path))
        for file in files:
            require_free(file, force=force)
        for file, data in files.items():
            write_atomic(file, data)
        return list(files)

    def files(self, path: Path) -> dict[Path, bytes]:
        """Return the files that a path stands for, with what is in them."""
        if format_of(path, FORMATS) == "pdf":
            return {path: self.pdf()}
        texts = self.svgs()
        if len(texts) == 1:
            return {path: texts[0].encode()}
        digits = len(str(len(texts)))
        return {
            path.with_name(f"{path.stem}-{number:0{digits}}{path.suffix}"): text.encode()
            for number, text in enumerate(texts, start=1)
        }

    def _pages(self, font: Font) -> tuple[Page, ...]:
        if font not in self._drawn:
            self._drawn[font] = self.draw(font)
        return self._drawn[font]

    def _font(self) -> Font:
        return FontFile(self.font) if self.font else Helvetica()
