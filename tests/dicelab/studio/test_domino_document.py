"""What the page is told of domino grids agrees with the grids."""

import numpy as np
import pytest

from dicelab.studio.domino import EXAMPLES, domino_document, domino_grid_document
from solver.domino import DominoGrid, generate

TEXTS = [text for texts in EXAMPLES.values() for text in texts]


@pytest.fixture(scope="module")
def document():
    return domino_document()


def pairs(places):
    return tuple(sorted(tuple(place) for place in places))


def test_examples_have_the_difficulty_that_they_are_listed_under():
    for level, texts in EXAMPLES.items():
        assert {DominoGrid.parse(text).grade().difficulty for text in texts} == {level}


@pytest.mark.slow
def test_examples_are_what_the_generator_makes():
    for level, texts in EXAMPLES.items():
        for text in texts:
            grid = DominoGrid.parse(text)
            assert next(generate(grid.board, level, np.random.default_rng(1))) == grid


def test_the_steps_lay_the_only_solution(document):
    for told in document["examples"]:
        grid = DominoGrid.parse(told["grid"])
        laid = pairs(place for step in told["steps"] for place in step["placed"])
        assert laid == pairs(told["solution"]) == grid.solve()
        assert grid.is_solution(laid)
        assert told["solutions"] == 1


def test_the_cells_are_those_of_the_grid(document):
    for told in document["examples"]:
        grid = DominoGrid.parse(told["grid"])
        assert [cell["number"] for cell in told["cells"]] == list(grid.numbers)
        assert [cell["label"] for cell in told["cells"]] == [grid.board.label(cell) for cell in range(len(grid.board))]
        assert all(
            grid.board.points[number] == (cell["row"], cell["column"]) for number, cell in enumerate(told["cells"])
        )


def test_what_a_step_closes_is_no_part_of_the_solution(document):
    for told in document["examples"]:
        closed = [place for step in told["steps"] for place in (*step["ruled_out"], *step["closed"])]
        assert not {tuple(place) for place in closed} & {tuple(place) for place in told["solution"]}


def test_a_grid_with_two_solutions_ends_where_the_rules_end():
    told = domino_grid_document(DominoGrid.parse("1:001101"))
    assert (told["outcome"], told["level"], told["solutions"]) == ("stuck", "search", 2)
    assert DominoGrid.parse("1:001101").is_solution(pairs(told["solution"]))


def test_a_grid_without_solution_has_none():
    text = next(
        text for text in ("1:001011", "1:010110", "1:010101", "1:011001") if DominoGrid.parse(text).solve() is None
    )
    told = domino_grid_document(DominoGrid.parse(text))
    assert (told["outcome"], told["solution"], told["solutions"]) == ("contradiction", None, 0)


def test_pips_are_as_many_as_the_number_and_inside_the_half(document):
    for number, places in enumerate(document["pips"]):
        assert len({tuple(place) for place in places}) == number
        assert all(abs(part) < 0.5 for place in places for part in place)
