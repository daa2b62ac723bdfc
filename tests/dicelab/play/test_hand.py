"""What a player has in hand: the cursor reaches every cell, and the piece every place where it may lie."""

import pytest

from dicelab.play.hand import Direction, Hand, Look, picture
from dicelab.play.position import Position, read_placement
from solver.polyform import Board, Piece, Puzzle


@pytest.fixture(params=["genius-square", "genius-star", "calendar", "hexagons@0-4,1-3,0-4/1:T3,2*I2"])
def puzzle(request):
    return Puzzle.parse(request.param)


def test_arrow_keys_reach_every_cell(puzzle):
    grid = puzzle.grid
    seen, edge = {0}, [Hand(0, None)]
    while edge:
        hand = edge.pop()
        for after in (hand.moved(grid, direction) for direction in Direction):
            if after.cell not in seen:
                seen.add(after.cell)
                edge.append(after)
    assert seen == set(range(len(grid)))


def test_a_cursor_in_a_row_of_squares_goes_back_the_way_it_came():
    grid = Puzzle.parse("genius-square").grid
    hand = Hand(grid.cell("C3"), None)
    ways = [(Direction.UP, "B3", Direction.DOWN), (Direction.LEFT, "C2", Direction.RIGHT)]
    for there, label, back in ways:
        assert grid.label(hand.moved(grid, there).cell) == label
        assert hand.moved(grid, there).moved(grid, back) == hand
    corner = Hand(grid.cell("A1"), None)
    assert corner.moved(grid, Direction.UP) == corner.moved(grid, Direction.LEFT) == corner


def test_turning_and_pointing_reach_every_placement(puzzle):
    reached = set()
    for piece in puzzle.kinds:
        ways, edge = set(), [Hand(0, piece)]
        while edge:
            hand = edge.pop()
            if hand.orientation not in ways:
                ways.add(hand.orientation)
                edge += [hand.turned(), hand.flipped()]
                reached |= {hand.at(cell).placement(puzzle.grid) for cell in range(len(puzzle.grid))}
        assert len(ways) == len(piece.orientations)
    assert reached == {*puzzle.placements}


def test_a_piece_that_may_not_be_turned_over_stays_on_its_side():
    puzzle = Puzzle.parse("4x4/12:L4~")
    hand = Hand(5, puzzle.pieces[0])
    assert hand.flipped() == hand
    assert hand.turned().turned().turned().turned() == hand != hand.turned()


def test_what_would_be_typed_is_read_as_the_same_placement():
    position = Position(Board.parse("A6 B1 B5 D1 E3 F2 F4", "6x6"), Puzzle.parse("genius-square"))
    grid = position.puzzle.grid
    for cell in (grid.cell("C2"), grid.cell("C3"), grid.cell("F6")):
        for piece in position.puzzle.kinds:
            hand = Hand(cell, piece).turned()
            assert read_placement(hand.typed(grid), position).mask == hand.mask(grid)


def test_the_next_piece_is_one_that_is_left():
    puzzle = Puzzle.parse("2x4/2:L3,I1,I2")
    position = Position.parse("I1 A1", Board.parse("B1 B2", puzzle.grid), puzzle)
    hand = Hand.of(position)
    assert puzzle.grid.label(hand.cell) == "A2"
    assert [hand.piece, hand.next_piece(position).piece, hand.next_piece(position, -1).piece] == [
        *map(Piece.parse, ("L3", "I2", "I2"))
    ]
    assert hand.holding(Piece.parse("I1")).after(position).piece == Piece.parse("I2")


def test_a_picture_tells_by_its_characters_alone_what_lies_where(puzzle):
    board = Board(sum(region & -region for region in puzzle.regions) or (1 << puzzle.blockers) - 1, puzzle.grid)
    position = Position(board, puzzle)
    hand = Hand(len(puzzle.grid) - 1, next(iter(puzzle.kinds)))
    for is_tall in (False, True):
        spans = [span for line in picture(position, hand, is_tall=is_tall) for span in line]
        assert {span.cell for span in spans} - {-1} == set(range(len(puzzle.grid)))
        held = {span.cell for span in spans if span.look in {Look.HELD, Look.CLASH} and span.cell >= 0}
        assert held == set(puzzle.grid.cells(hand.mask(puzzle.grid)))
        assert [span.cell for span in spans if span.is_cursor] == [hand.cell]
        for span in spans:
            if span.look is Look.CLASH and not span.is_cursor and span.text.strip():
                assert "!" in span.text


def test_a_drawing_is_read_back_as_the_board():
    puzzle = Puzzle.parse("genius-square")
    position = Position.parse("T4 A1,A2,A3,B2", Board.parse("A6 B1 B5 D1 E3 F2 F4", puzzle.grid), puzzle)
    lines = picture(position, Hand(35, None))
    rows = ["".join(span.text[1] for span in line if len(span.text) == 3 and span.cell >= 0) for line in lines[1:]]
    assert "\n".join(rows) == position.rows()
