"""Games on paper, measured in the PDF file in its own units."""

from itertools import pairwise
from pathlib import Path

import pytest

import dicelab
from dicelab.errors import DiceError
from dicelab.press.boards import Labels
from dicelab.press.fonts import Font
from dicelab.press.page import EDGE, MARK, Polyline
from dicelab.press.printout import Printout
from dicelab.render.svg import PALETTE
from solver.polyform.puzzle_catalogue import catalogue_names
from tests.dicelab.press.pdf_reading import area, distance, read_pdf

ROOT = Path(__file__).parents[3]
GAMES = sorted(ROOT.glob("results/games/*/game.json"))
SOURCES = [*catalogue_names(), "genius-star#golden-star", "theorem-5.3", "goralczyk", *map(str, GAMES)]
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
PDFIUM = 0.25
"""PDFium gives the bounds of lines with a border."""


def page_of(data, heading):
    found = [page for page in read_pdf(data) if page.text.startswith(heading)]
    assert found, heading
    return found[0]


def upright_cuts(page):
    """The places of the lines between the stickers of a row."""
    runs = [run for shape in page.shapes for run in shape.runs if not shape.filled and len(run) == 2]
    return sorted({round(run[0][0], 3) for run in runs if abs(run[0][0] - run[1][0]) < 1e-3 and distance(*run) > 60})


def test_there_are_three_games():
    assert len(GAMES) == 3


@pytest.mark.parametrize(
    ("source", "paper"),
    [(source, "letter" if number % 2 else "a4") for number, source in enumerate(SOURCES)] + [("default", "a4")],
    ids=lambda text: Path(text).parent.name or text,
)
def test_a_game_of_any_puzzle_stays_within_the_margins_and_its_pieces_have_their_true_size(source, paper):
    side = 18
    puzzle = dicelab.load(source).puzzle
    pages = read_pdf(dicelab.print_game(source, paper=paper, cell=side).pdf())
    for page in pages:
        across, down = PAPERS[paper]
        assert sorted((page.width, page.height)) == pytest.approx(sorted((across, down)), abs=1e-3)
        assert min(left for left, *_ in page.bounds) >= EDGE - PDFIUM
        assert min(top for _, top, *_ in page.bounds) >= EDGE - PDFIUM
        assert max(right for *_, right, _ in page.bounds) <= page.width - EDGE + PDFIUM
        assert max(bottom for *_, bottom in page.bounds) <= page.height - EDGE + PDFIUM
        assert 50.0 in page.lengths(), "the ruler"
        assert "50 mm" in page.text
    cut = [run for page in pages if page.text.startswith("Pieces") for run in page.outlines()]
    # Discs are blockers: they are filled.
    assert sum(map(area, cut)) == pytest.approx((len(puzzle.grid) - puzzle.blockers) * side**2, rel=1e-5)


def test_a_face_of_a_die_is_as_large_as_was_asked_for():
    for size in (16, 20.5):
        data = dicelab.print_game("default", die=size, parts=["stickers", "nets"]).pdf()
        stickers = page_of(data, "Stickers")
        ups = upright_cuts(stickers)
        assert len(ups) == 7
        assert [right - left for left, right in pairwise(ups)] == pytest.approx([size] * 6, abs=2e-3)
        nets = [shape for page in read_pdf(data) if page.text.startswith("Dice to glue") for shape in page.shapes]
        faces = [run for shape in nets if shape.filled for run in shape.runs if area(run) > 0.9 * size**2]
        assert len(faces) == 42
        assert [area(face) for face in faces] == pytest.approx([size**2] * len(faces), rel=1e-4)


def test_marks_for_the_guillotine_continue_every_cut_between_stickers():
    page = page_of(dicelab.print_game("default", parts="stickers").pdf(), "Stickers")
    cuts = {round(x, 2) for x in upright_cuts(page)}
    marks = [run for shape in page.shapes for run in shape.runs if min(y for _, y in run) < EDGE + 0.01]
    assert {round(run[0][0], 2) for run in marks} == cuts
    ends = [run for shape in page.shapes for run in shape.runs if max(y for _, y in run) > page.height - EDGE - 0.01]
    assert {round(run[0][0], 2) for run in ends} == cuts


def test_the_board_has_cells_of_the_size_that_was_asked_for():
    page = page_of(dicelab.print_game("default", parts="board", cell=22.5).pdf(), "The board")
    cells = [run for shape in page.shapes if shape.filled for run in shape.runs]
    assert len(cells) == 36
    assert [area(cell) for cell in cells] == pytest.approx([22.5**2] * 36, rel=1e-4)


def test_marks_at_the_edges_of_the_paper_show_where_the_board_ends():
    (sheet,) = dicelab.print_game("default", parts="board").pages()
    (marks,) = [item for item in sheet.items if isinstance(item, Polyline) and item.line == MARK]
    across = {run[0][1] for run in marks.runs if run[0][1] == run[1][1]}
    down = {run[0][0] for run in marks.runs if run[0][0] == run[1][0]}
    cells = [
        place for item in sheet.items if isinstance(item, Polyline) and item.fill for run in item.runs for place in run
    ]
    assert len(marks.runs) == 8
    assert min(down) <= min(x for x, _ in cells) < max(x for x, _ in cells) <= max(down)
    assert min(across) <= min(y for _, y in cells) < max(y for _, y in cells) <= max(across)
    assert max(down) - min(down) < 150


def test_a_large_board_is_spread_over_overlapping_pages_that_hold_all_of_it():
    pages = read_pdf(dicelab.print_game("default", parts="board", cell=40).pdf())
    assert len(pages) == 2
    cells = [run for page in pages for shape in page.shapes if shape.filled for run in shape.runs]
    whole = [cell for cell in cells if area(cell) > 40**2 - 1]
    # The overlap of 10 mm is on both pages.
    assert sum(map(area, cells)) == pytest.approx(36 * 40**2 + 10 * 240, rel=1e-3)
    assert len(whole) >= 30
    text = " ".join(page.text for page in pages)
    assert all(f"\n{row}" in text for row in "ABCDEF")
    for source, side in (("calendar", 45), ("genius-star", 44)):
        puzzle = dicelab.load(source).puzzle
        pages = read_pdf(dicelab.print_game(puzzle=puzzle, parts="board", cell=side, paper="letter").pdf())
        assert len(pages) > 1
        assert max(right for page in pages for *_, right, _ in page.bounds) <= 279.4 - EDGE + PDFIUM
        words = {word for page in pages for word in page.text.split()}
        assert set(puzzle.grid.cell_labels) <= words


def test_what_is_too_large_is_refused_with_a_size_that_fits():
    with pytest.raises(DiceError, match=r"the board takes .* choose --cell ([0-9.]+) or less"):
        dicelab.print_game(puzzle="12x12/0:36*I4", cell=60, parts=["board"])
    with pytest.raises(DiceError, match=r"larger than a page; choose --cell 24.5 or less") as refused:
        dicelab.print_game(puzzle="1x11/1:##########", cell=60, parts=["pieces"])
    assert "60 mm" in str(refused.value)
    assert len(dicelab.print_game(puzzle="1x11/1:##########", cell=24.5, parts=["pieces"])) == 1
    with pytest.raises(DiceError, match=r"from face|--die") as refused:
        dicelab.print_game("genius-star", die=60, parts=["nets"])
    fitting = float(str(refused.value).split("--die ")[1].split()[0])
    assert dicelab.print_game("genius-star", die=fitting, parts=["nets"]).pdf()
    for wrong in ({"cell": 2}, {"die": 100}, {"cell": float("nan")}, {"parts": "bord"}, {"paper": "a5"}):
        with pytest.raises(DiceError):
            dicelab.print_game("default", **wrong)


@pytest.mark.parametrize("wrong", [{"cell": "20"}, {"die": None, "paper": 4}, {"title": 5}, {"parts": 7}, {"font": 1}])
def test_options_of_a_wrong_type_are_named(wrong):
    with pytest.raises(TypeError, match=list(wrong)[-1]):
        dicelab.print_game("default", **wrong)


def test_only_one_sided_pieces_have_rings():
    def rings(pieces):
        data = dicelab.print_game(puzzle=f"4x4/3:{pieces}", parts="pieces").pdf()
        page = page_of(data, "Pieces")
        round_lines = [shape for shape in page.shapes if shape.stroked and not shape.filled and len(shape.runs[0]) > 9]
        return len(round_lines), "may not be turned over" in page.text

    assert rings("L4~,S4~,I3,I2") == (8, True)
    assert rings("L4,S4,I3,I2") == (0, False)


def test_dice_whose_cells_fill_no_solid_become_spinners():
    text = " ".join(page.text for page in read_pdf(dicelab.print_game("calendar", parts="rules,nets").pdf()))
    assert "Spinner 2" in text
    assert "dodecahedron" in text
    assert "month (JAN FEB" in text
    assert "day (1..31)" in text


def test_numbers_that_can_be_read_upside_down_are_underlined():
    numbers = tuple(map(str, range(1, 43)))
    assert [word for word in numbers if Labels(numbers, Font()).is_ambiguous(word)] == ["6", "9"]
    more = tuple(map(str, range(1, 100)))
    assert {"16", "91", "68", "89", "66", "99"} <= {word for word in more if Labels(more, Font()).is_ambiguous(word)}
    assert not Labels(more, Font()).is_ambiguous("69")


def test_a_puzzle_without_dice_has_no_dice_to_make():
    game = dicelab.print_game(puzzle="genius-square")
    assert [page.name for page in game.pages()] == ["Rules", "Board", "Pieces and blockers"]
    assert "Choose 7 cells" in read_pdf(game.pdf())[0].text
    with pytest.raises(DiceError, match="no stickers"):
        dicelab.print_game(puzzle="genius-square", parts="stickers")


def test_five_cells_on_a_die_of_six_faces_are_made_as_cubes():
    game = dicelab.print_game("theorem-5.3", faces="6,6,6,6,6,6,6", parts="stickers,nets")
    assert [page.name for page in game.pages()] == ["Stickers", "Dice to glue"]
    assert len(dicelab.print_game("theorem-5.3", parts="nets")) == 1


def test_the_same_game_gives_the_same_bytes_without_a_date():
    one, other = (dicelab.print_game("default") for _ in range(2))
    assert one.pdf() == other.pdf()
    assert one.svgs() == other.svgs()
    assert b"Date" not in one.pdf()


@pytest.mark.parametrize(
    "title", ["x" * 5000, "two\nlines\x1b[31m\x00", "<script>&amp;\"'", "\ud800 half", "Пять", "", "(\\) %PDF"]
)
def test_a_hostile_title_is_written_or_left_out(title):
    game = dicelab.print_game("default", title=title, parts="rules")
    assert isinstance(game, Printout)
    pages = read_pdf(game.pdf())
    assert len(pages) == 1
    assert max(right for *_, right, _ in pages[0].bounds) <= pages[0].width - EDGE + PDFIUM
    (svg,) = game.svgs()
    assert "<script" not in svg
    assert "\x1b" not in svg


@pytest.mark.parametrize("source", ["genius-square", "genius-star"])
def test_the_back_of_a_piece_lies_behind_it_and_reaches_beyond_it(source):
    pages = dicelab.print_game(puzzle=source, parts="board,pieces", backs=True, cell=15).pages()
    assert [one.name for one in pages[:4]] == ["Board", "Empty page", "Pieces", "Backs of pieces"]

    def coloured(sheet):
        return [item for item in sheet.items if isinstance(item, Polyline) and item.fill in PALETTE]

    def box(item):
        places = [place for run in item.runs for place in run]
        return tuple(round(value, 6) for way in zip(*places, strict=True) for value in (min(way), max(way)))

    for front, back in zip(pages[2::2], pages[3::2], strict=True):
        there = {(box(item), item.fill) for item in coloured(front)}
        mirrored = {
            ((round(210 - right, 6), round(210 - left, 6), top, bottom), fill)
            for (left, right, top, bottom), fill in there
        }
        assert {(box(item), item.fill) for item in coloured(back)} == mirrored
        assert all(item.line.width == 2 for item in coloured(back))


def test_pieces_that_may_not_be_turned_over_have_no_backs():
    pages = dicelab.print_game(puzzle="4x4/12:L4~", parts=["pieces"], backs=True).pages()
    assert not [item for item in pages[1].items if isinstance(item, Polyline) and item.fill]
