"""Settings of runs with objectives."""

import json
from typing import Any

import pytest

from dicelab.errors import DiceError
from dicelab.search.evolve.wanted import Wanted

SMALL: dict[str, Any] = {"puzzle": "4x4/4:I1,I2,I2,I3,L4", "sizes": (4, 4, 4, 4)}


def test_they_round_trip_and_refuse_what_they_do_not_know():
    wanted = Wanted(("fewest", "band=100-1000:min"), seed=2**63 - 1, islands=3, population=12, **SMALL)
    assert Wanted.parse(wanted.text()) == wanted
    assert Wanted.from_json(json.loads(json.dumps(wanted.to_json()))) == wanted
    with pytest.raises(DiceError, match="missing or unknown"):
        Wanted.from_json(wanted.to_json() | {"speed": 1})


def test_objectives_are_kept_as_labels_and_tell_their_direction():
    wanted = Wanted(("fewest:max", "variation:max", "mean:min"), **SMALL)
    assert wanted.objectives[0] == "fewest"
    assert wanted == Wanted(wanted.objectives, **SMALL)
    assert wanted.signs == (-1, -1, 1)


def test_all_individuals_live_on_some_island():
    wanted = Wanted(("fewest",), population=23, islands=4, **SMALL)
    assert [wanted.on_island(number) for number in range(4)] == [6, 6, 6, 5]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"objectives": ()}, "0 objectives"),
        ({"objectives": ("fewest", "fewest")}, "it is there already"),
        ({"objectives": ("variation", "variation:max")}, "it is there already"),
        ({"objectives": ("fewst",)}, "did you mean fewest"),
        ({"objectives": ("fewest", "mean", "median", "variation", "zones")}, "5 objectives: name 1 to 4"),
        ({"mode": "map-elites"}, "1 objectives for map-elites"),
        ({"mode": "weighted"}, "choose from pareto, map-elites"),
        ({"islands": 0}, "islands 0"),
        ({"islands": 257}, "islands 257"),
        ({"migrate": 0}, "migrate 0"),
        ({"bins": 1}, "bins 1"),
        ({"bins": 101}, "bins 101"),
        ({"population": 7}, "population 7 on 2 islands: have at least 4 on each"),
        ({"sizes": (4, 4, 4)}, "sizes 4,4,4"),
    ],
)
def test_settings_out_of_range_are_refused(given, says):
    with pytest.raises(DiceError, match=says):
        Wanted(**({"objectives": ("fewest",)} | SMALL | given))
