"""What stands in a PDF file, read by PDFium, which shares no code with what writes it; lengths in millimetres."""

import ctypes
from dataclasses import dataclass, field
from itertools import pairwise

import pypdfium2
import pypdfium2.raw as pdfium

POINT = 25.4 / 72


@dataclass
class Shape:
    """A path: its runs of places, with y down from the top of the page."""

    runs: list
    filled: bool
    stroked: bool
    bounds: tuple


@dataclass
class ReadPage:
    width: float
    height: float
    text: str
    shapes: list = field(default_factory=list)
    bounds: list = field(default_factory=list)

    def lengths(self):
        """All lengths of straight lines, rounded to a hundredth."""
        return [round(distance(*pair), 2) for shape in self.shapes for run in shape.runs for pair in pairwise(run)]

    def outlines(self):
        """The closed lines that are drawn and not filled: where something is cut out."""
        return [
            run
            for shape in self.shapes
            if shape.stroked and not shape.filled
            for run in shape.runs
            if len(run) > 3 and distance(run[0], run[-1]) < 0.01
        ]


def distance(one, other):
    return ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5


def area(run):
    return abs(sum(x * deep - far * y for (x, y), (far, deep) in pairwise(run))) / 2


def read_pdf(data):
    with pypdfium2.PdfDocument(data) as document:
        return [_page(page) for page in document]


def rendered(data, number, dots_per_inch=200):
    """A page as an array of pixels."""
    with pypdfium2.PdfDocument(data) as document:
        return document[number].render(scale=dots_per_inch / 72).to_numpy().copy()


def _page(page):
    width, height = page.get_size()
    text = page.get_textpage()
    found = ReadPage(width * POINT, height * POINT, text.get_text_range().replace("\r\n", "\n"))
    for thing in page.get_objects():
        left, bottom, right, top = (value * POINT for value in thing.get_bounds())
        bounds = (left, found.height - top, right, found.height - bottom)
        found.bounds.append(bounds)
        if thing.type == pdfium.FPDF_PAGEOBJ_PATH:
            found.shapes.append(_shape(thing, found.height, bounds))
    text.close()
    return found


def _shape(thing, height, bounds):
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    assert pdfium.FPDFPath_GetDrawMode(thing, fill, stroke)
    runs: list = []
    x, y = ctypes.c_float(), ctypes.c_float()
    matrix = thing.get_matrix()
    for number in range(pdfium.FPDFPath_CountSegments(thing)):
        segment = pdfium.FPDFPath_GetPathSegment(thing, number)
        assert pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        right, up = matrix.on_point(x.value, y.value)
        place = (right * POINT, height - up * POINT)
        if pdfium.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_MOVETO:
            runs.append([])
        runs[-1].append(place)
        if pdfium.FPDFPathSegment_GetClose(segment) and distance(runs[-1][0], place) > 1e-4:
            runs[-1].append(runs[-1][0])
    return Shape(runs, bool(fill.value), bool(stroke.value), bounds)
