"""Pages as SVG files, one each, in millimetres."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from dicelab.dice.names import plain
from dicelab.press.paper.fonts import Font
from dicelab.press.paper.page import Disc, Item, Line, Page, Words
from dicelab.render.svg import LIGHT, tag

SANS = "Helvetica, Arial, 'Liberation Sans', 'Nimbus Sans', sans-serif"
"""Fonts of the same widths."""

CAPITALS = 0.36


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
        yield _words(item)
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


def _words(item: Words) -> str:
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
