"""Printable pages: PDF by reportlab, or SVG; the same pages give the same bytes."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar
from xml.sax.saxutils import escape

from dicelab.dice.names import plain
from dicelab.press.fonts import EXTRA, Font, FontFile, written
from dicelab.press.game import described
from dicelab.press.low_ink import with_low_ink
from dicelab.press.page import Disc, Item, Line, Page, Polyline, Words
from dicelab.render.svg import LIGHT, millimetres, polyline, tag
from solver.errors import MissingPackageError
from solver.runs.formats import format_of, numbered, write_files
from solver.words import counted, files_in_words

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.pdfgen.pathobject import PDFPathObject

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
    font: FontFile | None = None
    """A TrueType font to be embedded; by default the standard font Helvetica."""
    files: tuple[Path, ...] = ()
    """The files that were written."""
    notes: tuple[str, ...] = ()
    """Lines beside the answer: dice that have no stickers, boards that have no tiling."""
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
        return self._pages(self.font or Font())

    def pdf(self) -> bytes:
        """Return a PDF file; the same pages give the same bytes.

        Raises
        ------
        MissingPackageError
            If the extra ``print`` is not installed.
        """
        font = self.font or Font()
        return pdf_bytes(self._pages(font), written(font, self.title, "Print"), font, two_sided=self.two_sided)

    def svgs(self) -> list[str]:
        """Return each page as SVG, whose lengths are millimetres."""
        font = self.font or Font(all_characters=True)
        return page_svgs(self._pages(font), plain(self.title), font)

    def with_low_ink(self) -> Printout:
        """Return a printout whose areas of colour are outlines."""
        return replace(self, draw=lambda font: tuple(map(with_low_ink, self.draw(font))), _drawn={})

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


POINTS = 72 / 25.4
"""Points of a millimetre."""

CAPITALS = 0.36
"""Half the height of a capital, by the size of the font."""

SANS = "Helvetica, Arial, 'Liberation Sans', 'Nimbus Sans', sans-serif"
"""Fonts of the same widths, in SVG."""

_DATES = re.compile(rb"/(?:CreationDate|ModDate) \([^)]*\)")


def pdf_bytes(pages: Sequence[Page], title: str, font: Font, *, two_sided: bool = False) -> bytes:
    """Write pages as PDF, which asks the viewer to print it at full size, perhaps on both sides of the paper."""
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ImportError:
        raise MissingPackageError.of("a PDF file", "reportlab", EXTRA) from None
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1, pageCompression=1, lang="en")
    canvas.setTitle(title)
    canvas.setAuthor("dicelab")
    canvas.setCreator("dicelab")
    canvas.setSubject("Print at 100 %, not fitted to the page.")
    canvas.setViewerPreference("PrintScaling", "None")
    if two_sided:
        canvas.setViewerPreference("Duplex", "DuplexFlipLongEdge")
    names = ("Helvetica", "Helvetica-Bold")
    if isinstance(font, FontFile):
        from reportlab.pdfbase.pdfmetrics import registerFont

        registerFont(font.font)
        names = (font.font.fontName, font.font.fontName)
    for number, page in enumerate(pages):
        canvas.setPageSize((page.width * POINTS, page.height * POINTS))
        canvas.bookmarkPage(f"page{number}")
        canvas.addOutlineEntry(page.name, f"page{number}")
        _PageWriter(canvas, page.height, names).write(page.items)
        canvas.showPage()
    canvas.save()
    # No date, not even a false one; blanks keep every place in the file.
    return _DATES.sub(lambda found: b" " * len(found[0]), out.getvalue())


class _PageWriter:
    """Writes items on the current page; a colour or a width is named once for all that have it."""

    def __init__(self, canvas: Canvas, height: float, fonts: tuple[str, str]) -> None:
        self.canvas = canvas
        self.height = height
        self.fonts = fonts
        self.state: dict[str, Any] = {}
        canvas.setLineJoin(1)
        canvas.setLineCap(1)

    def write(self, items: Sequence[Item]) -> None:
        for item in items:
            if isinstance(item, Words):
                self._words(item)
                continue
            self._style(item.fill, item.line)
            shown = {"stroke": int(bool(item.line)), "fill": int(bool(item.fill))}
            if isinstance(item, Disc):
                self.canvas.circle(*self._at(item.x, item.y), item.radius * POINTS, **shown)
            else:
                self.canvas.drawPath(self._path(item), **shown)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return x * POINTS, (self.height - y) * POINTS

    def _path(self, item: Polyline) -> PDFPathObject:
        path = self.canvas.beginPath()
        for run in item.runs:
            path.moveTo(*self._at(*run[0]))
            for place in run[1:]:
                path.lineTo(*self._at(*place))
            if item.is_closed:
                path.close()
        return path

    def _words(self, item: Words) -> None:
        self._set("fill", item.fill, self.canvas.setFillColor)
        canvas, (x, y), down = self.canvas, self._at(item.x, item.y), CAPITALS * item.size * POINTS
        canvas.setFont(self.fonts[item.is_bold], item.size * POINTS)
        write = {"start": canvas.drawString, "middle": canvas.drawCentredString, "end": canvas.drawRightString}
        if not item.turned:
            write[item.anchor](x, y - down, item.text)
            return
        canvas.saveState()
        canvas.translate(x, y)
        canvas.rotate(-item.turned)
        write[item.anchor](0, -down, item.text)
        canvas.restoreState()

    def _style(self, fill: str | None, line: Line | None) -> None:
        if fill:
            self._set("fill", fill, self.canvas.setFillColor)
        if line:
            self._set("stroke", line.colour, self.canvas.setStrokeColor)
            self._set("width", line.width * POINTS, self.canvas.setLineWidth)
            self._set("dashes", [dash * POINTS for dash in line.dashes], self.canvas.setDash)

    def _set(self, name: str, value: Any, setter: Any) -> None:  # noqa: ANN401 - a method of reportlab and its value
        if self.state.get(name) != value:
            self.state[name] = value
            setter(value)


def page_svgs(pages: Sequence[Page], title: str, font: Font) -> list[str]:
    """Write each page as SVG, whose lengths are millimetres."""
    family = SANS if font.name == "Helvetica" else f"'{plain(font.name).replace(chr(39), '')}', {SANS}"
    return [_page(page, f"{title}: {page.name}", family) for page in pages]


def _page(page: Page, title: str, family: str) -> str:
    wide, high = millimetres(page.width), millimetres(page.height)
    ground = tag("rect", width=wide, height=high, fill=LIGHT)
    body = [tag("title", escape(plain(title))), ground, *map(_part, page.items)]
    return (
        tag(
            "svg",
            ["", *body, ""],
            xmlns="http://www.w3.org/2000/svg",
            width=f"{wide}mm",
            height=f"{high}mm",
            viewBox=f"0 0 {wide} {high}",
            role="img",
            font_family=family,
            stroke_linejoin="round",
            stroke_linecap="round",
        )
        + "\n"
    )


def _part(item: Item) -> str:
    if isinstance(item, Words):
        return _svg_words(item)
    if isinstance(item, Disc):
        place = {"cx": millimetres(item.x), "cy": millimetres(item.y), "r": millimetres(item.radius)}
        return tag("circle", **place, fill=item.fill or "none", **_line(item.line))
    d = "".join(polyline(run, is_closed=item.is_closed) for run in item.runs)
    return tag("path", d=d, fill=item.fill or "none", **_line(item.line))


def _line(line: Line | None) -> dict[str, str]:
    if line is None:
        return {}
    dashes = {"stroke_dasharray": " ".join(map(millimetres, line.dashes))} if line.dashes else {}
    return {"stroke": line.colour, "stroke_width": millimetres(line.width), **dashes}


def _svg_words(item: Words) -> str:
    bold = {"font_weight": "bold"} if item.is_bold else {}
    anchor = {"text_anchor": item.anchor} if item.anchor != "start" else {}
    x, y = millimetres(item.x), millimetres(item.y)
    turn = {"transform": f"rotate({millimetres(item.turned)} {x} {y})"} if item.turned else {}
    return tag(
        "text",
        escape(plain(item.text)),
        x=x,
        y=millimetres(item.y + CAPITALS * item.size),
        font_size=millimetres(item.size),
        fill=item.fill,
        **anchor,
        **bold,
        **turn,
    )
