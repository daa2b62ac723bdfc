"""The reference is held to the definition, by a look at every subset."""

import pytest
from hypothesis import given

from solver.exact_cover import Limits, Status
from solver.exact_cover.backends.brute_force import BruteForce
from tests.solver.exact_cover.backends.conformance import BackendConformance
from tests.strategies import covers


class TestBruteForce(BackendConformance):
    @pytest.fixture(scope="class")
    @classmethod
    def backend(cls):
        return BruteForce()


@given(problem=covers())
def test_as_many_nodes_as_the_search_needs_are_enough(problem):
    count = BruteForce().count(problem)
    assert BruteForce().count(problem, Limits(nodes=count.stats.nodes)) == count
    assert BruteForce().count(problem, Limits(nodes=count.stats.nodes - 1)).status is Status.UNKNOWN
