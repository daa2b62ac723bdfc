"""The sets of ``results/design`` and ``results/evolve`` are what the results beside them say, by the census."""

import json
from pathlib import Path

import pytest

from dicelab.dice import CATALOGUE, catalogue_set, load_dice_set, rolls
from dicelab.renamed import objective_label
from dicelab.search.evolve.genome import set_name
from dicelab.search.objectives import STANDARD, parse_objective, subject
from experiments.design.parts import PARTS, BestWorst
from solver.polyform import GENIUS_SQUARE

RESULTS = Path(__file__).parents[3] / "results"


@pytest.mark.parametrize("name", PARTS)
def test_objectives_of_a_designed_set(name, tilings):
    folder = RESULTS / "design" / name
    found = load_dice_set(str(folder / "set.json"), shared_cells=True)
    result = json.loads((folder / "result.json").read_text())
    looked_at = subject(found, tilings)
    values = {label: parse_objective(label, GENIUS_SQUARE).of(looked_at) for label in STANDARD}
    stored = {objective_label(label): value for label, value in result["objectives"].items()}
    assert stored == pytest.approx(values, rel=1e-12)
    assert sorted(found.sizes) == sorted(PARTS[name].sizes)
    assert values["unsolvable"] == 0
    assert values["rolls"] == result["confirmed"]["boards"]
    assert result["confirmed"]["always_solvable"]
    assert result["confirmed"]["hardest_counted_again"]


@pytest.mark.parametrize("name", [name for name, part in PARTS.items() if isinstance(part, BestWorst)])
def test_the_log_of_a_search_ends_with_more_tilings_than_its_set_has(name):
    result = json.loads((RESULTS / "design" / name / "result.json").read_text())
    assert result["log"][-1]["wanted"] == result["objectives"]["fewest"] + 1
    assert result["log"][-1]["reached"] == 0


def test_no_set_is_better_than_a_bound():
    """What is proved of symmetric sets and of all sets is true of the best sets that were found."""
    answers = json.loads((RESULTS / "design" / "bounds" / "result.json").read_text())["answers"]
    assert all(answer["status"] == "infeasible" and answer["confirmed"] for answer in answers.values())
    best = {"any": "best-worst", "retail-sizes": "best-worst-retail-sizes"}
    for question, answer in answers.items():
        result = json.loads((RESULTS / "design" / best.get(question, question) / "result.json").read_text())
        assert result["objectives"]["fewest"] < answer["tilings"]


def test_evolved_sets_are_new_always_solvable_and_of_different_classes(census):
    seeds = json.loads((RESULTS / "evolve" / "result.json").read_text())["seeds"]
    confirmed = {name: count for row in seeds for name, count in zip(row["confirmed"], row["rolls"], strict=True)}
    files = sorted((RESULTS / "evolve" / "sets").glob("*.json"))
    assert {file.stem for file in files} == confirmed.keys()
    classes = {catalogue_set(name).class_key() for name in CATALOGUE}
    known = len(classes)
    for file in files:
        found = load_dice_set(str(file))
        assert found.name == file.stem == set_name(found)
        assert found.roll_count == confirmed[found.name] == 93750
        assert census.is_solvable(rolls(found).boards).all()
        classes.add(found.class_key())
    assert len(classes) == known + len(files)
    text = (RESULTS / "evolve" / "result.md").read_text()
    assert f"in {len(files)} different classes" in text
