"""Pages that are ready to be printed, as PDF or as SVG."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from dicelab.dice.names import plain
from dicelab.press.fonts import Font, FontFile, Helvetica, written
from dicelab.press.game import described
from dicelab.press.page import Page
from dicelab.press.writers import page_svgs, pdf_bytes
from solver.runs.formats import format_of, numbered, write_files
from solver.words import counted, files_in_words

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
    files: tuple[Path, ...] = ()
    """The files that were written."""
    _drawn: dict[Font, tuple[Page, ...]] = field(default_factory=dict, repr=False, compare=False)

    schema: ClassVar[str] = "print"

    def __len__(self) -> int:
        return len(self.pages())

    def __str__(self) -> str:
        pages = self.pages()
        place = f" written to {files_in_words(list(map(str, self.files)))}" if self.files else ""
        sides = " Print on both sides, turned over the long edge." if self.two_sided else ""
        return f"{counted(len(pages), 'page')}{place}: {described(pages)}. Print at 100 %.{sides}"

    def to_json(self) -> dict[str, Any]:
        """Return the files, and the name and size of each page."""
        return {
            "title": self.title,
            "format": format_of(self.files[0], FORMATS) if self.files else None,
            "files": list(map(str, self.files)),
            "pages": [{"name": page.name, "width_mm": page.width, "height_mm": page.height} for page in self.pages()],
            "two_sided": self.two_sided,
        }

    def pages(self) -> tuple[Page, ...]:
        """Return the pages as they are drawn for PDF."""
        return self._pages(self._font(Helvetica()))

    def pdf(self) -> bytes:
        """Return a PDF file; the same pages give the same bytes.

        Raises
        ------
        MissingPackageError
            If the extra ``print`` is not installed.
        """
        font = self._font(Helvetica())
        return pdf_bytes(self._pages(font), written(font, self.title, "Print"), font, two_sided=self.two_sided)

    def svgs(self) -> list[str]:
        """Return each page as SVG, whose lengths are millimetres."""
        font = self._font(Helvetica(all_characters=True))
        return page_svgs(self._pages(font), plain(self.title), font)

    def save(self, path: str | os.PathLike[str], *, force: bool = False) -> list[Path]:
        """Write ``FILE.pdf``, or ``FILE.svg``: a file for each page, numbered where there are several.

        Returns the files. Raises :class:`~solver.errors.OutputExistsError` if one exists, unless ``force``.
        """
        file = Path(path)
        is_pdf = format_of(file, FORMATS) == "pdf"
        return write_files(
            numbered(file, [self.pdf()] if is_pdf else [one.encode() for one in self.svgs()]), force=force
        )

    def _pages(self, font: Font) -> tuple[Page, ...]:
        if font not in self._drawn:
            self._drawn[font] = self.draw(font)
        return self._drawn[font]

    def _font(self, otherwise: Font) -> Font:
        return FontFile(self.font) if self.font else otherwise
