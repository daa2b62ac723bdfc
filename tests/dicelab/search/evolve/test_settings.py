"""Settings of runs, with objectives and without."""

import json
from typing import Any

import pytest

from dicelab.errors import DiceError
from dicelab.search.evolve.settings import EvolutionSettings

SMALL: dict[str, Any] = {"puzzle": "4x4/4:I1,I2,I2,I3,L4", "sizes": (4, 4, 4, 4)}


@pytest.mark.parametrize("objectives", [(), ("fewest", "band=100-1000:min")])
def test_they_round_trip_and_refuse_what_they_do_not_know(objectives):
    settings = EvolutionSettings(objectives=objectives, seed=2**63 - 1, islands=3 if objectives else 2, **SMALL)
    value = json.loads(json.dumps(settings.to_json()))
    assert EvolutionSettings.read(value) == settings
    with pytest.raises(DiceError, match="unknown field `speed`"):
        EvolutionSettings.read(value | {"speed": 1})
    with pytest.raises(DiceError, match="settings keep, seed are missing"):
        EvolutionSettings.read({name: value[name] for name in value if name not in {"keep", "seed"}})


def test_each_kind_of_run_has_the_settings_that_it_depends_on():
    common = ["generations", "population", "seed", "sizes"]
    assert list(EvolutionSettings().to_json()) == [*common, "scorer", "keep", "puzzle"]
    assert list(EvolutionSettings(objectives=("fewest",)).to_json()) == [
        *("objectives", "mode", *common, "keep", "puzzle", "islands", "migrate", "memetic", "bins")
    ]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"mode": "pareto"}, "--mode needs --objective"),
        ({"memetic": False}, "--no-memetic needs --objective"),
        ({"objectives": ("fewest",), "bins": 5}, "--bins needs --mode map-elites"),
        ({"population": "many"}, "population .many.: Expected `int`, got `str`"),
        ({"size": (1, 2)}, "unknown field `size`"),
    ],
)
def test_settings_that_do_not_go_together_are_refused(given, says):
    with pytest.raises(DiceError, match=says):
        EvolutionSettings.of(given)


def test_objectives_are_kept_as_labels_and_tell_their_direction():
    settings = EvolutionSettings(objectives=("fewest:max", "variation:max", "mean:min"), **SMALL)
    assert settings.objectives[0] == "fewest"
    assert settings == EvolutionSettings(objectives=settings.objectives, **SMALL)
    assert settings.signs == (-1, -1, 1)


def test_all_individuals_live_on_some_island():
    settings = EvolutionSettings(objectives=("fewest",), population=23, islands=4, **SMALL)
    assert [settings.on_island(number) for number in range(4)] == [6, 6, 6, 5]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"objectives": ("fewest", "fewest")}, "it is named twice"),
        ({"objectives": ("variation", "variation:max")}, "it is named twice"),
        ({"objectives": ("fewst",)}, "did you mean fewest"),
        ({"objectives": ("fewest", "mean", "median", "variation", "zones")}, "5 objectives: name 1 to 4"),
        ({"mode": "map-elites"}, "1 objectives for map-elites"),
        ({"mode": "weighted"}, "choose from pareto, map-elites"),
        ({"islands": 0}, "islands 0"),
        ({"islands": 257}, "islands 257"),
        ({"migrate": 0}, "migrate 0"),
        ({"bins": 1}, "bins 1"),
        ({"bins": 101}, "bins 101"),
        ({"population": 7}, "population 7 on 2 islands: use at least 4 on each"),
        ({"sizes": (4, 4, 4)}, "sizes 4,4,4"),
        ({"scorer": "bitmask"}, "leave out --scorer"),
    ],
)
def test_settings_out_of_range_are_refused(given, says):
    with pytest.raises(DiceError, match=says):
        EvolutionSettings(**({"objectives": ("fewest",)} | SMALL | given))
