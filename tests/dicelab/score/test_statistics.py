"""Statistics of rolls and of all boards, held to a count of every board."""

import re
from collections import Counter
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest

from dicelab.dice import DiceSet
from dicelab.score.statistics import roll_statistics
from dicelab.score.statistics_text import (
    census_json,
    census_text,
    distribution_json,
    histogram_text,
)
from solver.census import Content, build_census, distribution
from solver.errors import InputError
from solver.exact_cover import backend
from solver.polyform import Puzzle

PUZZLE = Puzzle.parse("3x4/3:I1,I2,2*L3")


@pytest.fixture
def census(tmp_path):
    return build_census(PUZZLE, Content.TILINGS, folder=tmp_path)


def count(mask):
    return backend("brute-force").count(PUZZLE.board_problem(mask)[0]).solutions


def rolled(dice_set):
    """Every roll of faces, one by one."""
    for faces in product(*(die.faces for die in dice_set.dice)):
        mask = PUZZLE.grid.mask(faces)
        if mask.bit_count() == PUZZLE.blockers:
            yield mask


SETS = [
    DiceSet.parse("A1 A1 A2 C4 | B1 B2 B2 | A4 C1 C2 C3", PUZZLE, "apart"),
    DiceSet.parse("A1 A1 A2 C4 | A2 B2 B2 | A4 C1 A1 C3", PUZZLE, "shared", shared_cells=True),
]


@pytest.mark.parametrize("dice_set", SETS, ids=lambda one: one.name)
def test_statistics_are_those_of_every_roll(dice_set, census):
    found = roll_statistics(dice_set, census)
    faces = Counter(rolled(dice_set))
    tilings = {mask: count(mask) for mask in faces}
    assert sorted(found.rolled.boards.tolist()) == sorted(faces)
    assert found.by_board.total == len(faces)
    assert found.by_face.total == sum(faces.values())
    assert found.by_board.mean == pytest.approx(float(Fraction(sum(tilings.values()), len(faces))))
    weighed = sum(times * tilings[mask] for mask, times in faces.items())
    assert found.by_face.mean == pytest.approx(float(Fraction(weighed, sum(faces.values()))))
    ordered = sorted(tilings.values())
    assert found.by_board.quantile(0.5) == ordered[-(-len(ordered) // 2) - 1]
    by_face = sorted(tilings[mask] for mask, times in faces.items() for _ in range(times))
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        assert found.by_face.quantile(share) == by_face[max(0, -int(-share * len(by_face) // 1) - 1)]
    hardest = found.hardest(3)
    assert [number for _, number in hardest] == ordered[:3]
    assert [number for _, number in found.easiest(3)] == ordered[::-1][:3]
    assert all(tilings[mask] == number for mask, number in hardest)


def test_statistics_of_all_boards_weigh_orbits_by_their_size(census):
    counts = [count(mask) for mask in range(1 << 12) if mask.bit_count() == 3]
    assert census.by_board.total == len(counts) == 220
    assert census.by_board.sum == sum(counts)
    assert census.by_board.most == max(counts)
    assert census.by_board.weight(0, 1) == counts.count(0)
    assert census.by_orbit.total == len(census.orbits)
    least = min(number for number in counts if number)
    assert census.hardest(1)[0][1] == least
    assert count(census.hardest(1)[0][0]) == least
    assert count(census.easiest(1)[0][0]) == max(counts)


def test_bands_and_octaves_share_out_all_boards(census):
    for found in (census.by_board, roll_statistics(SETS[0], census).by_face):
        told = distribution_json(found)
        for parts in (told["bands"], told["octaves"]):
            assert sum(part["weight"] for part in parts) == found.total
            assert parts[0]["from"] == 0
            assert all(a["to"] + 1 == b["from"] for a, b in pairwise(parts))


def test_reports_fit_eighty_columns_and_name_the_boards(census):
    dice = roll_statistics(SETS[0], census)
    for text in (str(dice), census_text(census)):
        assert max(map(len, text.splitlines())) <= 80
    grid = PUZZLE.grid
    assert grid.labels(dice.hardest(1)[0][0]) in str(dice)
    assert dice.to_json()["hardest"][0]["board"] == grid.labels(dice.hardest(1)[0][0])
    assert census_json(census, 2)["unsolvable_boards"] == census.by_board.weight(0, 1)


def test_solvability_alone_has_no_tilings_to_tell(tmp_path):
    census = build_census(PUZZLE, Content.SOLVABILITY, folder=tmp_path)
    with pytest.raises(InputError, match="no numbers of tilings, only solvability"):
        roll_statistics(SETS[0], census)
    told = census_json(census, 3)
    assert "by_board" not in told
    assert told["unsolvable_boards"] == sum(count(m) == 0 for m in range(1 << 12) if m.bit_count() == 3)
    assert "fewest" not in census_text(census)


def test_a_set_that_can_roll_no_board_is_refused(census):
    stuck = DiceSet.parse("A1 | A1 | A2", PUZZLE, "stuck", shared_cells=True)
    with pytest.raises(InputError, match="no board"):
        roll_statistics(stuck, census)


def test_weights_are_whole_numbers(census):
    assert roll_statistics(SETS[0], census).by_face.weights.dtype == np.int64


class TestHistogram:
    BOARDS = distribution([0] * 30 + [1] + [5] * 1_500 + [70_000] * 469)

    def test_counts_end_in_one_column_and_bars_are_shares(self):
        weights = [weight for _, _, weight in self.BOARDS.octaves()]
        head, *rows = histogram_text(self.BOARDS).splitlines()
        matches = [re.fullmatch(r"(\S+) +([\d,]+) +([\d.]+)%(?:  ([#.]+))?", row) for row in rows]
        found = [match for match in matches if match]
        assert head.split() == ["tilings", "boards", "share"]
        assert [int(row[2].replace(",", "")) for row in found] == weights
        assert len({row.end(2) for row in found}) == len({row.end(3) for row in found}) == 1
        assert {head.index("boards") + 6, head.index("share") + 5} == {found[0].end(2), found[0].end(3) + 1}
        for row, weight in zip(found, weights, strict=True):
            assert float(row[3]) == pytest.approx(100 * weight / sum(weights), abs=0.0051)
            bar = row[4] or ""
            assert bool(bar) == bool(weight)
            assert abs(bar.count("#") - weight / max(weights) * max(len(r[4] or "") for r in found)) <= 0.5

    @pytest.mark.parametrize("width", [50, 80, 120])
    def test_the_longest_bar_ends_at_the_width(self, width):
        assert max(map(len, histogram_text(self.BOARDS, width).splitlines())) == width

    def test_a_narrow_terminal_keeps_the_numbers(self):
        assert max(line.count("#") for line in histogram_text(self.BOARDS, 10).splitlines()) == 8

    def test_only_boards_of_no_tiling(self):
        text = histogram_text(distribution([0] * 7), 40)
        assert text.splitlines()[1].split() == ["0", "7", "100.00%", "#" * 14]
