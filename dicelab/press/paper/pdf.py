"""Pages as a PDF file, by reportlab: the same pages give the same bytes."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dicelab.press.paper.fonts import EXTRA, Font, FontFile
from dicelab.press.paper.page import Disc, Item, Line, Page, Path, Words
from solver.errors import MissingPackageError

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

POINTS = 72 / 25.4
"""Points of a millimetre."""

CAPITALS = 0.36
"""Half the height of a capital, by the size of the font."""

_DATES = re.compile(rb"/(?:CreationDate|ModDate) \([^)]*\)")


def pdf_bytes(pages: Sequence[Page], title: str, font: Font, *, two_sided: bool = False) -> bytes:
    """Write pages as PDF, which asks the viewer to print it at full size.

    Parameters
    ----------
    two_sided
        Ask the viewer to print on both sides of the paper, turned over the long edge.

    Raises
    ------
    MissingPackageError
        If reportlab is not installed.
    """
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ImportError:
        raise MissingPackageError.of("a PDF file", "reportlab", EXTRA) from None
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=_size(pages[0]), invariant=1, pageCompression=1, lang="en")
    canvas.setTitle(title)
    canvas.setAuthor("dicelab")
    canvas.setCreator("dicelab")
    canvas.setSubject("Print at 100 %, not fitted to the page.")
    canvas.setViewerPreference("PrintScaling", "None")
    if two_sided:
        canvas.setViewerPreference("Duplex", "DuplexFlipLongEdge")
    names = _font_names(font)
    for number, page in enumerate(pages):
        canvas.setPageSize(_size(page))
        canvas.bookmarkPage(f"page{number}")
        canvas.addOutlineEntry(page.name, f"page{number}")
        _PageWriter(canvas, page.height, names).write(page.items)
        canvas.showPage()
    canvas.save()
    # No date, not even a false one; blanks keep every place in the file.
    return _DATES.sub(lambda found: b" " * len(found[0]), out.getvalue())


def _size(page: Page) -> tuple[float, float]:
    return page.width * POINTS, page.height * POINTS


def _font_names(font: Font) -> tuple[str, str]:
    """Return what reportlab calls the font, plain and bold."""
    if not isinstance(font, FontFile):
        return "Helvetica", "Helvetica-Bold"
    from reportlab.pdfbase.pdfmetrics import registerFont

    registerFont(font.font)
    return font.font.fontName, font.font.fontName


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
            elif isinstance(item, Disc):
                self._style(item.fill, item.line)
                x, y = self._at(item.x, item.y)
                self.canvas.circle(x, y, item.radius * POINTS, stroke=int(bool(item.line)), fill=int(bool(item.fill)))
            else:
                self._path(item)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return x * POINTS, (self.height - y) * POINTS

    def _path(self, item: Path) -> None:
        self._style(item.fill, item.line)
        path = self.canvas.beginPath()
        for run in item.runs:
            path.moveTo(*self._at(*run[0]))
            for place in run[1:]:
                path.lineTo(*self._at(*place))
            if item.is_closed:
                path.close()
        self.canvas.drawPath(path, stroke=int(bool(item.line)), fill=int(bool(item.fill)))

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
