"""Pages as a PDF file, by reportlab, or as SVG files, one each: the same pages give the same bytes."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from dicelab.dice.names import plain
from dicelab.press.fonts import EXTRA, Font, FontFile
from dicelab.press.page import Disc, Item, Line, Page, Path, Words
from dicelab.render.svg import LIGHT, tag
from solver.errors import MissingPackageError

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

POINTS = 72 / 25.4
"""Points of a millimetre."""

CAPITALS = 0.36
"""Half the height of a capital, by the size of the font."""

SANS = "Helvetica, Arial, 'Liberation Sans', 'Nimbus Sans', sans-serif"
"""Fonts of the same widths, in SVG."""

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


def page_svgs(pages: Sequence[Page], title: str, font: Font) -> list[str]:
    """Write each page as SVG, whose lengths are millimetres."""
    family = SANS if font.name == "Helvetica" else f"'{plain(font.name).replace(chr(39), '')}', {SANS}"
    return [_page(page, f"{title}: {page.name}", family) for page in pages]


def _page(page: Page, title: str, family: str) -> str:
    wide, high = _number(page.width), _number(page.height)
    body = [
        tag("title", escape(plain(title))),
        tag("rect", width=wide, height=high, fill=LIGHT),
        *(part for item in page.items for part in _parts(item)),
    ]
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


def _parts(item: Item) -> Iterator[str]:
    if isinstance(item, Words):
        yield _svg_words(item)
    elif isinstance(item, Disc):
        place = {"cx": _number(item.x), "cy": _number(item.y), "r": _number(item.radius)}
        yield tag("circle", **place, fill=item.fill or "none", **_line(item.line))
    else:
        end = "Z" if item.is_closed else ""
        d = "".join("M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in run) + end for run in item.runs)
        yield tag("path", d=d, fill=item.fill or "none", **_line(item.line))


def _line(line: Line | None) -> dict[str, str]:
    if line is None:
        return {}
    dashes = {"stroke_dasharray": " ".join(map(_number, line.dashes))} if line.dashes else {}
    return {"stroke": line.colour, "stroke_width": _number(line.width), **dashes}


def _svg_words(item: Words) -> str:
    bold = {"font_weight": "bold"} if item.is_bold else {}
    anchor = {"text_anchor": item.anchor} if item.anchor != "start" else {}
    x, y = _number(item.x), _number(item.y)
    turn = {"transform": f"rotate({_number(item.turned)} {x} {y})"} if item.turned else {}
    return tag(
        "text",
        escape(plain(item.text)),
        x=x,
        y=_number(item.y + CAPITALS * item.size),
        font_size=_number(item.size),
        fill=item.fill,
        **anchor,
        **bold,
        **turn,
    )


def _number(value: float) -> str:
    """Return a length in millimetres, to the thousandth."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
