"""Fronts and grids: what is on one, what leaves it, which sets are chosen from it, and how a front is measured."""

import itertools
from math import prod

import numpy as np
import pytest
from hypothesis import given, strategies as st

from dicelab.search.evolve import kept_sets
from dicelab.search.evolve.candidates import Candidate, genome_text, random_genome
from dicelab.search.evolve.kept_sets import Elites, Front, hypervolume, normalised, spread
from dicelab.search.evolve.selection import crowding
from dicelab.search.evolve.settings import EvolutionSettings
from solver.polyform import Puzzle

PUZZLE = "3x4/3:I1,I2,I3,L3"
BOTH = EvolutionSettings(objectives=("fewest", "variation"), puzzle=PUZZLE, sizes=(4, 4, 4))


def different(number):
    """Genomes of so many classes of sets."""
    generator = np.random.default_rng(0)
    found: dict[tuple[int, ...], str] = {}
    while len(found) < number:
        one = Candidate(genome_text(random_genome((4, 4, 4), 12, generator)))
        found.setdefault(one.class_key(Puzzle.parse(PUZZLE)), one.genome)
    return list(found.values())


GENOMES = different(40)


def kept(generation, genome, values):
    return Candidate(genome, values=tuple(map(float, values)), generation=generation)


def filled(values):
    front = Front(BOTH)
    for place, pair in enumerate(values):
        front.add(kept(place, GENOMES[place], pair))
    return front


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=40))
def test_a_front_holds_every_best_pair_once_and_the_first_set_that_had_it(values):
    # More of the first, less of the second.
    best = {(a, b) for a, b in values if not any((c, d) != (a, b) and c >= a and d <= b for c, d in values)}
    front = filled(values).kept
    assert sorted(one.values for one in front) == sorted(best)
    assert [one.generation for one in front] == sorted(values.index(pair) for pair in best)


def test_a_class_is_on_a_front_once():
    objectives = ("changes=A1 A2 A3 A4 | B1 B2 B3 B4 | C1 C2 C3 C4", "fewest")
    front = Front(EvolutionSettings(objectives=objectives, puzzle=PUZZLE, sizes=(4, 4, 4)))
    genome = "001122001122"
    assert front.add(kept(0, genome, (4.0, 4.0)))
    # The mirror image, had it other values.
    assert not front.add(kept(1, "221100221100", (5.0, 5.0)))
    assert front.add(kept(2, "221100221100", (3.0, 4.0)))
    assert [one.generation for one in front.kept] == [2]


def test_a_front_that_is_full_keeps_its_ends_and_its_thin_parts(monkeypatch):
    monkeypatch.setattr(kept_sets, "MOST_KEPT", 4)
    front = filled([(0, 0), (100, 100), (50, 50), (51, 51), (52, 52), (75, 75)])
    front.thin()
    assert {one.values[0] for one in front.kept} >= {0, 75, 100}
    assert len(front.kept) == 4


def test_crowding_is_infinite_at_the_ends_and_the_mean_of_the_sides_between():
    distances = crowding(np.array([[0.0, 10.0], [1.0, 4.0], [4.0, 0.0]]))
    assert distances == [np.inf, 1.0, np.inf]
    assert crowding(np.zeros((3, 2))) == [np.inf, 0.0, np.inf]


def test_hypervolume_is_measured_from_a_fixed_point_in_units_of_the_objectives():
    assert BOTH.reference == (0, 3)
    for pairs, volume in (
        ([], 0),
        ([(12, 0.5)], 12 * 2.5),
        ([(7, 1.0), (22, 1.25)], 7 * 2 + 22 * 1.75 - 7 * 1.75),
        ([(1, 3.5)], 0),
    ):
        assert filled(pairs).figures() == {"front": len(pairs), "hypervolume": volume}
    sides = EvolutionSettings(objectives=("perimeter", "unsolvable:max", "single"), puzzle=PUZZLE, sizes=(4, 4, 4))
    assert sides.reference == (48, 0, 64)
    # Nobody knows the most tilings of a board.
    assert EvolutionSettings(objectives=("fewest:min", "single"), puzzle=PUZZLE, sizes=(4, 4, 4)).reference is None


def test_values_are_scaled_by_the_span_of_the_sample():
    spans = ((12.0, 2.0), (0.5, 1.5))
    assert normalised((12.0, 0.5), BOTH, spans) == (1, 1)
    assert normalised((2.0, 1.5), BOTH, spans) == (0, 0)
    # Without a span, differences count as they are.
    assert normalised((5.0, 1.0), BOTH, ((2.0, 2.0), (1.5, 1.5))) == (3, 0.5)


def test_chosen_points_lie_far_apart():
    line = [(float(x),) for x in (0, 1, 2, 9, 10)]
    assert spread(line, 3) == [0, 4, 2]
    assert spread(line, 9) == [0, 4, 2, 1, 3]
    assert spread(line, 0) == spread([], 3) == []
    assert sorted(spread([(0.0,), (0.0,)], 2)) == [0, 1]


@given(st.lists(st.tuples(st.integers(0, 9), st.floats(-1, 9), st.floats(0, 70)), max_size=30))
def test_a_grid_holds_the_best_of_each_cell_and_the_first_of_equals(values):
    settings = EvolutionSettings(
        objectives=("fewest", "variation", "perimeter"), mode="map-elites", puzzle=PUZZLE, sizes=(4, 4, 4), bins=4
    )
    spans = ((9.0, 0.0), (1.0, 5.0), (10.0, 50.0))
    grid = Elites(settings, spans)
    assert [edges.tolist() for edges in grid.edges] == [[0, 1.5, 3, 4.5, 6], [0, 15, 30, 45, 60]]
    entered = [grid.add(kept(place, GENOMES[place], (a, b, c))) for place, (a, b, c) in enumerate(values)]
    best: dict[tuple[int, int], tuple[int, int]] = {}
    for place, (a, b, c) in enumerate(values):
        cell = (min(3, max(0, int(b // 1.5))), min(3, int(c // 15)))
        if cell not in best or a > best[cell][0]:
            best[cell] = (a, place)
            assert entered[place]
        else:
            assert not entered[place]
    assert {cell: (one.values[0], one.generation) for cell, one in grid.cells.items()} == best
    figures = grid.figures()
    assert (figures["filled"], figures["coverage"]) == (len(best), len(best) / 16)
    assert figures["score"] == pytest.approx(sum(a / 9 for a, _ in best.values()))


def test_an_axis_without_a_span_is_one_wide():
    settings = EvolutionSettings(
        objectives=("fewest", "zones"), mode="map-elites", puzzle=PUZZLE, sizes=(4, 4, 4), bins=2
    )
    grid = Elites(settings, ((3.0, 1.0), (3.0, 3.0)))
    assert grid.edges[0].tolist() == [2.5, 3, 3.5]
    assert [grid.cell((1.0, x)) for x in (-5.0, 2.9, 3.0, 9.0)] == [(0,), (0,), (1,), (1,)]


points_of = st.integers(1, 4).flatmap(lambda d: st.lists(st.tuples(*[st.integers(0, 5)] * d), max_size=7))


@given(points_of)
def test_it_is_the_number_of_unit_cubes_that_some_point_covers(points):
    dimension = len(points[0]) if points else 1
    cubes = itertools.product(range(5), repeat=dimension)
    covered = sum(any(all(c < x for c, x in zip(cube, point, strict=True)) for point in points) for cube in cubes)
    assert hypervolume([tuple(map(float, point)) for point in points]) == covered


@given(points_of)
def test_it_is_that_of_inclusion_and_exclusion(points):
    total = 0
    for number in range(1, len(points) + 1):
        for some in itertools.combinations(points, number):
            total += (-1) ** (number + 1) * prod(map(min, zip(*some, strict=True)))
    assert hypervolume([tuple(map(float, point)) for point in points]) == total


def test_a_point_that_is_no_better_than_the_reference_adds_nothing():
    assert hypervolume([(-1.0, 5.0), (0.0, 9.0)]) == 0
    assert hypervolume([(-1.0, 5.0), (2.0, 3.0)]) == 6
    assert hypervolume([]) == 0
