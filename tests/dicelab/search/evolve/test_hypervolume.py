"""The hypervolume is the volume of a union of boxes."""

import itertools
from math import prod

from hypothesis import given, strategies as st

from dicelab.search.evolve.hypervolume import hypervolume

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
