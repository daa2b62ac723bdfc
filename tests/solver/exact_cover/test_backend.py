"""The backends by name, and the clock that stops them."""

import pytest

from solver.errors import InputError
from solver.exact_cover import BACKENDS, Limits, backend
from solver.exact_cover.backend import Clock


@pytest.mark.parametrize("name", BACKENDS)
def test_a_backend_knows_its_name(name):
    assert backend(name).name == name


@pytest.mark.parametrize(
    ("name", "words"),
    [("bitmsk", "did you mean bitmask"), ("cpsat", "did you mean cp-sat"), ("x", "choose from bitmask")],
)
def test_an_unknown_name_gets_a_hint(name, words):
    with pytest.raises(InputError, match=words):
        backend(name)


def test_the_clock_stops_at_the_first_limit_that_is_reached():
    time = [100.0]
    clock = Clock(Limits(nodes=5, seconds=2.0), now=lambda: time[0])
    assert not clock.is_over(4)
    assert clock.is_over(5)
    time[0] = 101.9
    assert not clock.is_over(0)
    time[0] = 102.0
    assert clock.is_over(0)


def test_without_limits_the_clock_never_stops():
    assert not Clock(Limits(), now=lambda: float("inf")).is_over(1 << 60)
