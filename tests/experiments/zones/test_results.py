"""What is stored about zones in one piece follows from the boards and zones that are stored with it."""

import json

import numpy as np
import pytest

from dicelab.score.objectives.shape import pieces
from dicelab.score.tables import forbidden_boards
from experiments.recording import RESULTS
from experiments.zones.listing import Listing, genius_square
from solver.polyform import GENIUS_SQUARE

GRID = GENIUS_SQUARE.grid
ANSWERS = json.loads((RESULTS / "zones" / "result.json").read_text(encoding="utf-8"))["answers"]
LARGEST = "6,5,5,5,5,5,5"


def masks(labels):
    return [GRID.mask(map(GRID.cell, one.split())) for one in labels]


@pytest.mark.parametrize("sizes", ANSWERS)
def test_the_witnesses_are_unsolvable(sizes):
    listed = np.array(masks(ANSWERS[sizes]["witnesses"]), np.uint64)
    assert forbidden_boards(GENIUS_SQUARE, 1).forbids(listed).all()


def test_the_nearest_zones_are_in_one_piece_and_roll_as_many_unsolvable_boards():
    forbidden = forbidden_boards(GENIUS_SQUARE, 1)
    for sizes, answer in ANSWERS.items():
        fewest = answer.get("fewest", {})
        assert fewest.get("cuts", answer["cuts"]) == answer["cuts"]
        for labels in fewest.get("zones", []):
            dice = masks(labels)
            assert sorted(map(int.bit_count, dice)) == sorted(map(int, sizes.split(",")))
            assert sum(dice) == GRID.full
            assert all(len(pieces(zone, GRID)) == 1 for zone in dice)
            assert forbidden.rolled(np.array([dice], np.uint64))[0] == fewest["unsolvable_rolls"] > 0


def test_no_set_of_93750_rolls_has_its_zones_in_one_piece():
    answer = ANSWERS[LARGEST]
    assert (answer["rolls"], answer["always_solvable"]) == (93_750, 0)
    assert answer["cuts_along_a_frontier"] == answer["cuts"]
    assert answer["proof"]["drat_trim"] == "verified"
    listed = np.array(masks(answer["proof"]["boards"]), np.uint64)
    assert forbidden_boards(GENIUS_SQUARE, 1).forbids(listed).all()


@pytest.mark.slow
def test_every_cut_rolls_an_image_of_a_witness():
    """With these boards given, no cut is left, and so the list asks for no table of unsolvable boards.

    The experiment looks at every cut; here A1 is in one of every eighth of its zones.
    """
    answer = ANSWERS[LARGEST]
    witnesses = masks(answer["witnesses"])
    listing = Listing(genius_square(), (6, 5, 5, 5, 5, 5, 5))
    zones, sizes, begin = listing._tables
    kept = np.r_[0 : begin[1] : 8, begin[1] : len(zones)]
    listing._tables = zones[kept], sizes[kept], np.searchsorted(kept, begin)
    listed = listing.all(witnesses)
    assert answer["cuts"] / 50 < listed.cuts < answer["cuts"] / 2
    assert (listed.always_solvable, listed.witnesses) == ([], sorted(witnesses))
