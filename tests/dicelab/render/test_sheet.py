"""Sheets of boards and the legend of pieces: everything that is listed is drawn, within the page, as valid XML."""

import re
from collections import Counter
from xml.etree import ElementTree as ET

import pytest

from dicelab.errors import DiceError
from dicelab.render.pieces import kind_colour, legend, lying, piece_labels
from dicelab.render.puzzle import puzzle_svg, puzzle_text
from dicelab.render.sheet import PAPERS, PIXELS, SheetBoard, sheet_html, sheet_svgs
from dicelab.render.svg import DARK, contrast, ink_on
from solver.polyform import GENIUS_SQUARE, Board, Piece, Puzzle, Tiling, free_polyominoes

SVG = "{http://www.w3.org/2000/svg}"
BOARD = Board.parse("B1 C3 D2 F1 F2 E6 F6")
TILING = Tiling.parse("555566\n#99766\n99#774\n8#1744\n88822#\n##333#", GENIUS_SQUARE)


def root(svg):
    return ET.fromstring(svg)  # noqa: S314 - our own output


def blockers(group):
    """Return the labels of the cells with a peg."""
    cells = [g for g in group.iter(f"{SVG}g") if g.get("class") == "cell"]
    return [g.find(f"{SVG}title").text.split(":")[0] for g in cells if "blocker" in g.find(f"{SVG}title").text]


def scaled(tree):
    """Return the boards of a page with where they are drawn: x, y and scale."""
    found = []
    for g in tree.iter(f"{SVG}g"):
        place = re.fullmatch(r"translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)", g.get("transform", ""))
        if place:
            found.append((*map(float, place.groups()), g))
    return found


@pytest.mark.parametrize("number", [1, 5, 6, 7, 13])
@pytest.mark.parametrize("per_page", [1, 4, 6, 40])
@pytest.mark.parametrize("paper", PAPERS)
def test_the_boards_of_a_sheet_are_those_listed_and_lie_within_the_page(number, per_page, paper):
    boards = [SheetBoard(n + 1, Board(0b1111111 << n, GENIUS_SQUARE.grid), f"board {n}") for n in range(number)]
    pages = sheet_svgs(boards, GENIUS_SQUARE, "Title", per_page=per_page, paper=paper)
    assert len(pages) == -(-number // per_page)
    drawn = []
    wide, high = (millimetres * PIXELS for millimetres in PAPERS[paper])
    for page in pages:
        tree = root(page)
        assert tree.get("width") == f"{PAPERS[paper][0]:g}mm"
        for x, y, scale, group in scaled(tree):
            drawn.append(" ".join(blockers(group)))
            assert x >= 0
            assert x + scale * 314 <= wide
            assert y + scale * 314 <= high - 60
        places = [(x, y) for x, y, _, _ in scaled(tree)]
        assert len(set(places)) == len(places)
    assert drawn == [one.board.format() for one in boards]
    words = [text.text for page in pages for text in root(page).iter(f"{SVG}text")]
    assert [word for word in words if re.fullmatch(r"\d+\.", word)] == [f"{n + 1}." for n in range(number)]


def test_a_solved_board_shows_its_pieces_by_their_letters():
    (page,) = sheet_svgs([SheetBoard(1, BOARD, "", TILING)], GENIUS_SQUARE, "Solved")
    ((_, _, _, group),) = scaled(root(page))
    words = [text.text for text in group.iter(f"{SVG}text")]
    assert set(words) >= set(piece_labels(GENIUS_SQUARE))
    assert blockers(group) == BOARD.format().split()


def test_titles_are_text_and_no_markup():
    title = "<b>\"Tom\" & 'Ann'</b>\x07"
    pages = sheet_svgs([SheetBoard(1, BOARD, "<i>")], GENIUS_SQUARE, title)
    words = [text.text for text in root(pages[0]).iter(f"{SVG}text")]
    assert any("<b>\"Tom\" & 'Ann'</b>" in word for word in words)
    page = sheet_html(pages, title)
    assert "<b>" not in page
    assert page.count("<svg") == 1


def test_a_page_for_a_browser_has_every_sheet():
    boards = [SheetBoard(n, BOARD) for n in range(1, 14)]
    page = sheet_html(sheet_svgs(boards, GENIUS_SQUARE, "Many"), "Many")
    assert page.count("<svg") == page.count("</svg>") == 3
    assert "size:210mm 297mm" in page


def test_sheets_that_can_not_be_are_refused():
    with pytest.raises(DiceError, match="paper 'a5'"):
        sheet_svgs([SheetBoard(1, BOARD)], GENIUS_SQUARE, "", paper="a5")
    with pytest.raises(DiceError, match="use 1 to 40"):
        sheet_svgs([SheetBoard(1, BOARD)], GENIUS_SQUARE, "", per_page=0)
    with pytest.raises(DiceError, match="at least one"):
        sheet_svgs([], GENIUS_SQUARE, "")


@pytest.mark.parametrize(
    "text", ["genius-square", "8x8/4:pentominoes", "6x6/6:10*L3", "1x64/2:31*I2", "2x6/0:######,######"]
)
def test_the_legend_draws_every_kind_of_piece_with_its_letters(text):
    puzzle = Puzzle.parse(text)
    parts, height = legend(puzzle, 0, 0, 400)
    tree = root(f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>')
    drawn = [g for g in tree if g.tag == f"{SVG}g"]
    assert len(drawn) == len(puzzle.kinds)
    for piece, group in zip(puzzle.kinds, drawn, strict=True):
        squares = list(group.iter(f"{SVG}rect"))
        assert len(squares) == piece.order
        x, y = map(float, re.findall(r"[\d.]+", group.get("transform")))
        assert all(y + float(rect.get("y")) + float(rect.get("height")) <= height + 1e-6 for rect in squares)
        assert x == 0 or all(x + float(rect.get("x")) + float(rect.get("width")) <= 400 for rect in squares)
        words = [word.text for word in group.iter(f"{SVG}text")]
        assert words[0] == piece_labels(puzzle)[puzzle.pieces.index(piece)]
        copies = puzzle.kinds[piece]
        assert words[1:] == ([f"×{copies}"] if copies > 1 else [])
        if copies == 1:
            assert {rect.get("fill") for rect in squares} == {kind_colour(puzzle, piece)}


@pytest.mark.parametrize("piece", [piece for order in range(1, 7) for piece in free_polyominoes(order)])
def test_a_piece_is_drawn_as_itself(piece):
    assert Piece(lying(piece)) == piece


def test_letters_can_be_read_on_their_colours():
    for piece in GENIUS_SQUARE.kinds:
        shade = kind_colour(GENIUS_SQUARE, piece)
        assert contrast(ink_on(shade), shade) >= 4.5
    assert contrast(DARK, "#EEEEEE") > 10


def test_the_picture_of_a_puzzle_has_its_board_and_its_pieces():
    tree = root(puzzle_svg(GENIUS_SQUARE))
    assert len([g for g in tree.iter(f"{SVG}g") if g.get("class") == "cell"]) == 36
    words = Counter(text.text for text in tree.iter(f"{SVG}text"))
    assert all(words[piece.name] == 1 for piece in GENIUS_SQUARE.pieces)
    assert "Genius Square" in words
    text = puzzle_text(Puzzle.parse("8x8/4:pentominoes"))
    assert max(map(len, text.splitlines())) <= 80
    assert text.count("#") == 60


def test_a_long_name_has_a_line_of_its_own():
    def heights(name):
        boards = [SheetBoard(n, BOARD, "B1 C3 D2, medium", name=name) for n in range(1, 7)]
        texts = root(sheet_svgs(boards, GENIUS_SQUARE, "Title")[0]).iter(f"{SVG}text")
        found: dict[str, tuple[float, float]] = {}
        for text in texts:
            found.setdefault("".join(text.itertext()), (float(text.get("y")), float(text.get("font-size"))))
        return found[f"1. {name}"], found["B1 C3 D2, medium"]

    (name, size), (caption, _) = heights("Zoë")
    assert name == caption
    (name, smaller), (caption, _) = heights("José María Fernández de la Cruz")
    assert name + smaller <= caption
    assert smaller > 0.6 * size


def test_each_player_of_a_race_has_a_strip_of_the_page_and_laid_pieces_alone_are_drawn():
    boards = [SheetBoard(f"{n // 2 + 1}{'ab'[n % 2]}", BOARD, tiling=TILING, laid=(8, 6)) for n in range(6)]
    (page,) = sheet_svgs(boards, GENIUS_SQUARE, "Race", per_page=7, players=2)
    middle = PAPERS["a4"][0] * PIXELS / 2
    assert [x > middle for x, *_ in scaled(root(page))] == [False, True] * 3
    for *_, g in scaled(root(page)):
        titles = [title.text.split(": ")[1] for title in g.iter(f"{SVG}title") if ": " in title.text]
        assert Counter(titles) == {"blocker": 7, "piece S4": 4, "piece T4": 4}
