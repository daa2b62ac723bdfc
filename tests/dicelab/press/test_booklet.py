"""Booklets: cards, their backs, codes that are read by another program, and the order of pages."""

import re

import pytest
import zxingcpp

import dicelab
from dicelab.errors import DiceError
from dicelab.press.booklet import PADDING
from dicelab.press.page import EDGE, MARGIN, Disc, Words
from dicelab.press.printing import print_dominoes
from dicelab.press.settings import BookletSettings
from dicelab.render.links import board_link, puzzle_word, require_link, roll_link
from dicelab.score.choosing import ChosenBoard, ChosenBoards
from dicelab.studio.documents import studio_puzzles
from solver.domino import parse_grids
from solver.polyform import Board, Puzzle
from tests.dicelab.press.pdf_reading import read_pdf, rendered

LINK = "https://example.org/dicelab/"
BOARDS = (
    "A6 B1 B5 D1 E3 F2 F4",
    "A1 A2 A3 B4 C5 D6 F1",
    "A3 A6 C4 C5 D2 D4 F4",
    "B3 C3 D3 D5 E5 F3 F5",
    "A4 B2 C6 D1 E5 F2 F6",
)


def chosen(texts=BOARDS, puzzle="genius-square"):
    value = Puzzle.parse(puzzle)
    boards = tuple(ChosenBoard(Board.parse(text, value.grid), 10, "hard") for text in texts)
    return ChosenBoards(value, boards, len(boards), {"hard": (1, 100, 5)}, 1)


def test_codes_are_read_by_another_program_and_lead_to_the_board():
    data = dicelab.print_boards(chosen(), link=LINK).pdf()
    found = [code.text for page in (2, 4) for code in zxingcpp.read_barcodes(rendered(data, page))]
    expected = [f"{LINK}play.html#puzzle=genius-square&board={text.replace(' ', '.')}" for text in BOARDS]
    assert sorted(found) == sorted(expected)


def test_the_rules_have_the_code_of_the_page_for_impossible_rolls_if_there_is_an_address():
    data = dicelab.print_game("default", parts="rules", link=LINK).pdf()
    dice = dicelab.load("default")
    (code,) = zxingcpp.read_barcodes(rendered(data, 0))
    assert code.text == roll_link(LINK, dice.puzzle, dice)
    assert code.text.startswith(f"{LINK}roll.html#puzzle=genius-square&dice=A6.A6.A6.F1.F1.F1~")
    assert not zxingcpp.read_barcodes(rendered(dicelab.print_game("default", parts="rules").pdf(), 0))
    with pytest.raises(DiceError, match="print them too"):
        dicelab.print_game("default", parts="board", link=LINK)


def test_without_an_address_there_is_no_code_and_the_cells_are_written():
    data = dicelab.print_boards(chosen()).pdf()
    assert not zxingcpp.read_barcodes(rendered(data, 2))
    assert all(text in read_pdf(data)[2].text for text in BOARDS[:4])


@pytest.mark.parametrize("per_page", [1, 2, 3, 4, 6])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_solution_lies_behind_its_board(per_page, paper):
    pages = dicelab.print_boards(chosen(), per_page=per_page, paper=paper).pages()
    assert [page.name.split()[0] for page in pages[2:]] == ["Boards", "Solutions"] * -(-len(BOARDS) // per_page)
    across = 0
    for front, back in zip(pages[2::2], pages[3::2], strict=True):
        ups = {item.text: item for item in front.items if isinstance(item, Words) and item.is_bold}
        downs = {
            item.text.removeprefix("Solution "): item
            for item in back.items
            if isinstance(item, Words) and item.text.startswith("Solution ")
        }
        assert ups.keys() == downs.keys()
        across = max(across, len({round(up.x, 3) for up in ups.values()}))
        wide = (front.width - 2 * MARGIN) / across
        for number, up in ups.items():
            # Seen through the paper, the card of the solution covers that of the board.
            assert downs[number].y == up.y
            assert up.x + downs[number].x == pytest.approx(front.width - wide + 2 * PADDING)


def test_the_crosses_of_front_and_back_lie_on_each_other():
    pages = dicelab.print_boards(chosen()).pages()
    for page in pages:
        rings = sorted((item.x, item.y) for item in page.items if isinstance(item, Disc) and item.radius == 1.2)
        assert len(rings) == 2
        (left, y), (right, deep) = rings
        assert left + right == pytest.approx(page.width)
        assert y == deep == page.height / 2


@pytest.mark.parametrize(
    ("solutions", "names"),
    [
        ("back", ["Cover", "The pieces", "Boards 1 to 4", "Solutions 1 to 4", "Boards 5", "Solutions 5"]),
        ("end", ["Cover", "The pieces", "Boards 1 to 4", "Boards 5", "Solutions 1 to 4", "Solutions 5"]),
        ("none", ["Cover", "The pieces", "Boards 1 to 4", "Boards 5"]),
    ],
)
def test_solutions_go_where_they_are_wanted(solutions, names):
    booklet = dicelab.print_boards(chosen(), solutions=solutions)
    assert [page.name for page in booklet.pages()] == names
    assert (b"DuplexFlipLongEdge" in booklet.pdf()) == (solutions == "back")


def test_a_booklet_stays_within_the_margins_and_says_what_it_is():
    pages = read_pdf(dicelab.print_boards(chosen(), link=LINK, paper="letter").pdf())
    for page in pages:
        assert min(min(left, top) for left, top, _, _ in page.bounds) >= EDGE - 0.3
        assert max(right for _, _, right, _ in page.bounds) <= page.width - EDGE + 0.3
        assert max(bottom for *_, bottom in page.bounds) <= page.height - EDGE + 0.3
    assert "Seed 1" in pages[0].text
    assert "long edge" in pages[0].text


@pytest.mark.parametrize("one", studio_puzzles(), ids=lambda one: one.id)
def test_links_name_puzzles_as_the_studio_does(one):
    assert puzzle_word(one.puzzle.name) == one.id


def test_labels_are_written_in_links_as_the_studio_reads_them():
    grid = Puzzle.parse("1x4=JAN,É,日,4/1:I3").grid
    assert board_link("x", "p", Board(0b0111, grid)) == "x#puzzle=p&board=JAN.%C3%89.%E6%97%A5"


@pytest.mark.parametrize(
    "link", ["explore.html", "ftp://example.org/", "https://a b", "https://a/#b", "https://" + "x" * 400]
)
def test_addresses_that_are_none_are_refused(link):
    with pytest.raises(DiceError, match="link"):
        require_link(link)


def test_boards_that_are_named_are_printed_with_their_owners():
    booklet = dicelab.print_boards(["Anna: OCT 6", "FEB 31"], "calendar", link=LINK)
    pages = read_pdf(booklet.pdf())
    assert "1 Anna" in pages[2].text
    assert "Solution 1 Anna" in pages[3].text
    assert "OCT 6, extreme, 7 tilings" in pages[2].text
    assert booklet.notes == ("there is no FEB 31 in any year; the board is a puzzle all the same",)
    codes = sorted(code.text.rpartition("#")[2] for code in zxingcpp.read_barcodes(rendered(booklet.pdf(), 2)))
    assert codes == ["puzzle=calendar&board=FEB.31", "puzzle=calendar&board=OCT.6"]


def test_a_name_that_the_font_lacks_is_left_out_and_told():
    booklet = dicelab.print_boards(["Łukasz: OCT 6"], "calendar")
    assert booklet.notes == ("the font has not all letters of Łukasz: pass --font FILE.ttf",)
    assert "Łukasz" in "".join(booklet.svgs())


def test_a_link_needs_a_name_of_the_puzzle():
    boards = chosen(["A1 B2 C3", "A2 B3 C4"], "3x4/3:I1,I2,I3,L3")
    with pytest.raises(DiceError, match="no name"):
        dicelab.print_boards(boards, link=LINK)
    assert dicelab.print_boards(boards).pdf()


def test_a_booklet_needs_settings_that_make_sense():
    for wrong in ({"per_page": 0}, {"per_page": 17}, {"solutions": "front"}, {"paper": "a3"}):
        with pytest.raises(DiceError):
            BookletSettings(**wrong)


def test_domino_grids_join_the_booklet():
    grids = parse_grids("1:001011")
    pages = read_pdf(print_dominoes(grids).pdf())
    assert len(pages) == 4
    assert "1:001011" in pages[2].text
    assert re.search(r"Solution 1", pages[3].text)
