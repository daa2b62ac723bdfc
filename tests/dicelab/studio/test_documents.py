"""What the page is told of a puzzle agrees with the puzzle."""

import pytest

from dicelab.puzzles.report import check_puzzle
from dicelab.studio.documents import puzzle_document, studio_document, studio_puzzles
from solver.errors import InputError
from solver.polyform import Puzzle

PUZZLES = {one.id: one for one in studio_puzzles()}


@pytest.fixture(params=PUZZLES, scope="module")
def studio(request):
    return PUZZLES[request.param]


@pytest.fixture(scope="module")
def document(studio):
    return puzzle_document(studio)


def area(polygon):
    pairs = zip(polygon, [*polygon[1:], polygon[0]], strict=True)
    return abs(sum(x * y2 - x2 * y for (x, y), (x2, y2) in pairs)) / 2


def test_every_placement_is_there_once(studio, document):
    told = [
        (number, sum(1 << cell for cell in cells))
        for number, piece in enumerate(document["pieces"])
        for _, *cells in piece["placements"]
    ]
    kinds = list(studio.puzzle.kinds)
    assert sorted(told) == sorted((kinds.index(piece), mask) for piece, mask in studio.puzzle.placements)


def test_cells_have_the_area_of_a_square_and_touch_their_neighbours(document):
    cells = document["cells"]
    for cell in cells:
        assert area(cell["polygon"]) == pytest.approx(10_000, rel=1e-3)
        for near in cell["neighbours"]:
            # Two corners in common, but for rounding.
            shared = [
                a for a in cell["polygon"] for b in cells[near]["polygon"] if abs(complex(*a) - complex(*b)) < 0.1
            ]
            assert len(shared) == 2


def test_turning_comes_back_and_flipping_twice_too(document):
    for piece in document["pieces"]:
        lying = piece["orientations"]
        for number, one in enumerate(lying):
            turned = number
            for _ in range(12):
                turned = lying[turned]["turned"]
            assert turned == number
            assert one["flipped"] is None or lying[one["flipped"]]["flipped"] == number


def test_symmetries_keep_neighbours_regions_and_free_cells(studio, document):
    for field in ("name", "title"):
        assert len({one[field] for one in document["symmetries"]}) == len(studio.puzzle.symmetries)
    for symmetry in document["symmetries"]:
        goes = symmetry["permutation"]
        for number, cell in enumerate(document["cells"]):
            assert sorted(goes[near] for near in cell["neighbours"]) == document["cells"][goes[number]]["neighbours"]
        regions = {frozenset(region["cells"]) for region in document["regions"]}
        assert {frozenset(goes[cell] for cell in region) for region in regions} == regions


def test_the_dice_of_the_sets(studio, document):
    assert [one["dice"] for one in document["sets"]] == [[list(die.faces) for die in each.dice] for each in studio.sets]


def test_a_puzzle_of_the_catalogue_is_named_as_in_files_of_dice_sets(studio, document):
    assert document["text"] == studio.puzzle.name
    assert Puzzle.parse(document["text"]) == studio.puzzle


def test_a_puzzle_of_a_file_gets_an_id_of_its_own(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(
        '{"schema": "dicelab/puzzle/2", "name": "genius square", "grid": ["...", "..."], '
        '"pieces": ["O4"], "blockers": 2}',
        encoding="utf-8",
    )
    puzzles = studio_puzzles([check_puzzle(str(path))])
    assert puzzles[-1].id == "genius-square-2"
    assert studio_document(puzzles, server=False)["puzzles"][-1]["cells"] == 6


def test_a_board_with_more_cells_than_a_mask_is_refused():
    with pytest.raises(InputError, match="at most 64"):
        studio_puzzles([check_puzzle("9x9/1:40*I2")])
