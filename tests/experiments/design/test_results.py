"""The sets of ``results/design`` and ``results/evolve`` are what the results beside them say, by the census."""

import json
import lzma
from pathlib import Path

import numpy as np
import pytest

from dicelab.dice import CATALOGUE, catalogue_set, rolls
from dicelab.dice.sources import dice_set_of
from dicelab.score.objectives import STANDARD, parse_objective, subject
from dicelab.score.tables import forbidden_boards, keep_tables
from dicelab.search.constraints.shape import symmetries_of
from dicelab.search.design.exact import refutation_cnf
from dicelab.search.design.search_state import RefutedQuestion
from dicelab.search.evolve.candidates import set_name
from dicelab.search.question import Question
from dicelab.search.symmetric import renamings
from experiments.design.parts import LARGEST, PARTS, BestWorst
from solver.exact_cover.checkers import DratVerdict, check_proof
from solver.polyform import GENIUS_SQUARE
from solver.runs.storage import sha256

RESULTS = Path(__file__).parents[3] / "results"


@pytest.mark.parametrize("name", PARTS)
def test_objectives_of_a_designed_set(name, tilings):
    folder = RESULTS / "design" / name
    found = dice_set_of(str(folder / "set.json"), shared_cells=True)
    result = json.loads((folder / "result.json").read_text())
    looked_at = subject(found, tilings)
    values = {label: parse_objective(label, GENIUS_SQUARE).of(looked_at) for label in STANDARD}
    # The files were written when this objective was called otherwise.
    stored = {{"again": "reroll-probability"}.get(label, label): value for label, value in result["objectives"].items()}
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
    """What is proved of all sets is true of the best sets that were found."""
    answers = json.loads((RESULTS / "design" / "bounds" / "result.json").read_text())["answers"]
    assert all(answer["status"] == "infeasible" and answer["confirmed"] for answer in answers.values())
    best = {"any": "best-worst", "retail-sizes": "best-worst-retail-sizes"}
    for question, answer in answers.items():
        result = json.loads((RESULTS / "design" / best[question] / "result.json").read_text())
        assert result["objectives"]["fewest"] < answer["tilings"]


def symmetric_answers():
    return json.loads((RESULTS / "design" / "symmetric" / "result.json").read_text())["answers"]


def test_the_best_symmetric_sets_are_one_tiling_short_of_what_is_refuted():
    known = symmetries_of(GENIUS_SQUARE)
    answers = symmetric_answers()
    assert {"half-turn", "mirror"} <= answers.keys() <= {"half-turn", "mirror", "diagonal"}
    for name, answer in answers.items():
        found = dice_set_of(str(RESULTS / "design" / name / "set.json"))
        constraints = Question("genius-square", LARGEST, constraints=("invariant=" + answer["symmetry"],))
        assert constraints.broken(tuple(sorted(map(int, found.masks), key=int.bit_count, reverse=True))) is None
        result = json.loads((RESULTS / "design" / name / "result.json").read_text())
        assert answer["tilings"] == result["objectives"]["fewest"] + 1
        # Each way to rename the dice is refuted; no check and no other program says otherwise.
        ways = [[die - 1 for die in part["renaming"]] for part in answer["refuted"]]
        assert ways == [list(way) for way in renamings(LARGEST, known[answer["symmetry"]])]
        assert {part["drat-trim"] for part in answer["refuted"]} <= {"verified", "unknown"}
        assert {part.get("glucose4", "unsatisfiable") for part in answer["refuted"]} == {"unsatisfiable"}
    assert not renamings(LARGEST, known["rotate-90"])
    assert max(answer["tilings"] for answer in answers.values()) == 34


def formula_of_part(answer, part):
    """Build the CNF that was refuted again, from the boards that are stored."""
    constraints = Question(
        "genius-square", LARGEST, answer["tilings"], constraints=("invariant=" + answer["symmetry"],)
    )
    boards, renaming = [int(board, 16) for board in part["boards"]], tuple(die - 1 for die in part["renaming"])
    forbidden = forbidden_boards(GENIUS_SQUARE, answer["tilings"])
    assert forbidden.forbids(np.array(boards, np.uint64)).all()
    return refutation_cnf(RefutedQuestion(constraints, tuple(boards), (), 1, renaming)).encode()


@pytest.mark.slow
def test_the_formulas_of_symmetric_sets_are_those_that_were_refuted(tilings):
    keep_tables(tilings)
    for answer in symmetric_answers().values():
        for part in answer["refuted"]:
            cnf = formula_of_part(answer, part)
            assert sha256(cnf) == part["cnf"]["sha256"]
            if "file" in part["proof"]:
                proof = lzma.decompress((RESULTS / "design" / "symmetric" / part["proof"]["file"]).read_bytes())
                assert sha256(proof) == part["proof"]["sha256"]
                assert check_proof(cnf, proof).verdict in {DratVerdict.VERIFIED, DratVerdict.MISSING}


def test_evolved_sets_are_new_always_solvable_and_of_different_classes(census):
    seeds = json.loads((RESULTS / "evolve" / "result.json").read_text())["seeds"]
    confirmed = {name: count for row in seeds for name, count in zip(row["confirmed"], row["rolls"], strict=True)}
    files = sorted((RESULTS / "evolve" / "sets").glob("*.json"))
    assert {file.stem for file in files} == confirmed.keys()
    classes = {catalogue_set(name).class_key() for name in CATALOGUE}
    known = len(classes)
    for file in files:
        found = dice_set_of(str(file))
        assert found.name == file.stem == set_name(found)
        assert found.roll_count == confirmed[found.name] == 93750
        assert census.is_solvable(rolls(found).boards).all()
        classes.add(found.class_key())
    assert len(classes) == known + len(files)
    text = (RESULTS / "evolve" / "result.md").read_text()
    assert f"in {len(files)} different classes" in text
