"""The Mann-Whitney test: known values, the laws of U, and the variance of all orders of tied values."""

import itertools
import math

import numpy as np
import pytest

from dicelab.search.evolve import ranks
from dicelab.search.evolve.ranks import orders, rank_test

MALES, FEMALES = [19, 22, 16, 29, 24], [20, 11, 17, 12]


def test_it_has_the_values_that_scipy_documents(monkeypatch):
    """The page of ``scipy.stats.mannwhitneyu`` has both p-values of this sample, of the ages at a diagnosis."""
    exact = rank_test(MALES, FEMALES)
    assert (exact.u, exact.is_exact) == (17, True)
    assert exact.p == pytest.approx(0.1111111111111111)
    assert (exact.a12, exact.effect) == (0.85, "large")
    monkeypatch.setattr(ranks, "MOST_EXACT", 0)
    assert rank_test(MALES, FEMALES).p == pytest.approx(0.11134688653314041)


def test_orders_are_counted_as_they_are():
    one, other = 3, 4
    found = [0] * (one * other + 1)
    for places in itertools.combinations(range(one + other), one):
        found[sum(place - number for number, place in enumerate(places))] += 1
    assert orders(one, other) == found
    assert sum(orders(30, 30)) == math.comb(60, 30)


def test_the_variance_of_ties_is_that_of_all_orders(monkeypatch):
    monkeypatch.setattr(ranks, "MOST_EXACT", 0)
    values, one = [1, 1, 1, 2, 2, 5], 3
    all_u = []
    for places in itertools.combinations(range(6), one):
        first = [values[place] for place in places]
        second = [values[place] for place in range(6) if place not in places]
        all_u.append(rank_test(first, second).u)
    test = rank_test([1, 2, 5], [1, 1, 2])
    distance = (abs(test.u - 4.5) - 0.5) / np.std(all_u)
    assert test.p == pytest.approx(math.erfc(distance / math.sqrt(2)))


def test_the_samples_may_trade_places_and_runs_without_a_value_come_last():
    one, other = rank_test(MALES, FEMALES), rank_test(FEMALES, MALES)
    assert (one.u + other.u, one.a12 + other.a12, one.p) == (20, 1, other.p)
    assert rank_test([1.0, 2.0], [-math.inf, -math.inf]).a12 == 1
    same = rank_test([3, 3], [3, 3, 3])
    assert (same.p, same.a12, same.effect) == (1, 0.5, "negligible")
