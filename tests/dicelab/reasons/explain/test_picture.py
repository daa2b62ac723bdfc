"""Pictures of reasons: what is at fault is seen, nothing is cut off."""

import re
from xml.etree import ElementTree as ET

import pytest

from dicelab.reasons.explain import explain
from dicelab.reasons.explain.argument import BoardMarks, Mark
from dicelab.reasons.explain.picture import FAULT, MOST_PANELS, SHADED, SIZE, Scene, explanation_svg, scene_svg
from dicelab.render import marked_text
from dicelab.render.pieces import kind_colour
from dicelab.render.svg import LETTER, LINE, PARTS
from solver.polyform import Board, Puzzle, SquareGrid

SVG = "{http://www.w3.org/2000/svg}"
GRID = SquareGrid(6, 6)
BOARD = Board.parse("A2 B1 A5 B6 C3 C4 D3", GRID)


def root(svg):
    return ET.fromstring(svg)  # noqa: S314 - our own output


def words(element):
    return [text.text for text in element.iter(f"{SVG}text")]


def fills(tree):
    """Return the ground of each cell by its label."""
    groups = [g for g in tree.iter(f"{SVG}g") if g.get("class") == "cell"]
    return {g.find(f"{SVG}title").text.split(":")[0]: g.find(f"{SVG}rect").get("fill") for g in groups}


def mask(labels):
    return GRID.mask(map(GRID.cell, labels.split()))


def test_each_free_cell_at_fault_has_a_ring():
    tree = root(scene_svg(Scene(BOARD, marks=BoardMarks(Mark.FAULT, "", (mask("A1 A6"),)))))
    rings = [rect for rect in tree.iter(f"{SVG}rect") if rect.get("stroke") == FAULT]
    assert len(rings) == 2


def test_regions_have_colours_of_their_own_and_dark_cells_are_shaded():
    shown = fills(root(scene_svg(Scene(BOARD, marks=BoardMarks(Mark.PART, "", (mask("A1"), mask("A6")))))))
    assert (shown["A1"], shown["A6"]) == PARTS[:2]
    shaded = fills(root(scene_svg(Scene(BOARD, marks=BoardMarks(Mark.DARK, "", (GRID.dark & ~BOARD.blockers,))))))
    assert {label for label, fill in shaded.items() if fill == SHADED} == set(
        GRID.labels(GRID.dark & ~BOARD.blockers).split()
    )


def test_weights_are_written_and_the_heavier_is_the_darker():
    tree = root(scene_svg(Scene(BOARD, marks=BoardMarks(Mark.WEIGHT, "", weights={0: 2, 2: 1, 3: 0}))))
    shown = fills(tree)
    red = {label: int(shown[label][3:5], 16) for label in ("A1", "A3", "A4")}
    assert red["A1"] < red["A3"] < red["A4"]
    assert [word for word in words(tree)[12:] if word.isdigit()] == ["2", "1", "0"]


def test_a_long_caption_is_wrapped_within_the_picture():
    text = "because of " + " and ".join(["cell A1"] * 80)
    tree = root(scene_svg(Scene(BOARD, (text,))))
    width, height = float(tree.get("width")), float(tree.get("height"))
    lines = [t for t in tree.iter(f"{SVG}text") if t.get("font-size") == str(SIZE)][13:]
    assert " ".join(line.text for line in lines) == text
    assert all(float(line.get("x")) + LETTER * SIZE * len(line.text) <= width for line in lines)
    assert all(float(line.get("y")) + SIZE * LINE / 2 <= height for line in lines)


@pytest.mark.parametrize("number", [1, 3, 4, 33, MOST_PANELS + 2])
def test_small_boards_lie_side_by_side_and_none_over_another(number):
    panels = [Scene(BOARD, (f"case {n}", "why " * 20), pieces=(("I2", mask("E1 E2")),)) for n in range(number)]
    tree = root(scene_svg(Scene(BOARD, ("cases",)), panels))
    places = [
        tuple(map(float, re.findall(r"[\d.]+", g.get("transform"))[:2]))
        for g in tree.iter(f"{SVG}g")
        if "scale" in g.get("transform", "")
    ]
    assert len(set(places)) == min(number, MOST_PANELS)
    assert max(y for _, y in places) + 160 <= float(tree.get("height"))
    assert max(x for x, _ in places) + 160 <= float(tree.get("width"))
    left_out = [word for word in words(tree) if "more cases" in word]
    assert left_out == ([f"… and {number - MOST_PANELS} more cases"] if number > MOST_PANELS else [])


@pytest.mark.parametrize("size", ["1x1", "1x40", "26x2", "5x7-A1,C3,E7"])
def test_boards_of_any_size(size):
    grid = SquareGrid.parse(size)
    fault = BoardMarks(Mark.FAULT, "", (1,))
    tree = root(scene_svg(Scene(Board(0, grid), ("why",), fault), [Scene(Board(0, grid), ("case",))]))
    assert len(fills(tree)) == len(grid)


def test_markup_in_a_caption_is_text():
    tree = root(scene_svg(Scene(BOARD, ("<b>&\"'",))))
    assert "<b>&\"'" in words(tree)


def test_marks_replace_what_is_on_the_board():
    shown = marked_text(BOARD, {0: "x", 1: "X"}).splitlines()
    assert shown[1] == "A  x X . . # ."
    assert len(shown) == 7


def test_a_picture_of_an_explanation_has_a_title_a_key_and_the_pieces():
    puzzle = Puzzle.parse("genius-square")
    tree = root(explanation_svg(explain(mask("A2 A5 B1 B6 C3 C4 D3"), puzzle)))
    assert tree.find(f"{SVG}title").text == "Why board A2 A5 B1 B6 C3 C4 D3 has no tiling"
    shown = words(tree)
    assert shown[0] == "Why this board has no tiling"
    assert "the cells without a free neighbour" in " ".join(filter(None, shown))
    assert set(shown) >= {piece.name for piece in puzzle.pieces}
    rings = [rect for rect in tree.iter(f"{SVG}rect") if rect.get("stroke") == FAULT and rect.get("width") == "38"]
    assert len(rings) == 2


def test_pieces_of_a_case_have_the_colours_of_the_legend():
    puzzle = Puzzle.parse("genius-square")
    piece = next(piece for piece in puzzle.pieces if piece.name == "T4")
    laid = mask("D3 D4 D5 E4")
    shown = fills(root(scene_svg(Scene(Board(0, GRID), pieces=(("T4", laid),), puzzle=puzzle))))
    assert {shown[label] for label in GRID.labels(laid).split()} == {kind_colour(puzzle, piece)}
