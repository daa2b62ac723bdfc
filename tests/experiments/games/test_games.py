"""The three games keep what their rules promise."""

import json

import pytest

import dicelab
from dicelab.check import check_certificate
from experiments.games.run import GAMES
from experiments.recording import RESULTS
from solver.polyform.puzzle_file import read_puzzle

FOLDER = RESULTS / "games"
games = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


@games
def test_the_dice_have_six_faces_and_no_cell_twice(game):
    dice = dicelab.load(FOLDER / game.name / "game.json")
    assert dice.puzzle == read_puzzle(FOLDER / game.name / "game.json") == game.puzzle().puzzle
    assert len(dice.dice) <= 7
    assert {len(die.faces) for die in dice.dice} == {6}
    assert sum(die.mask for die in dice.dice).bit_count() == 6 * len(dice.dice)


@games
def test_every_roll_can_be_solved_and_the_certificate_says_so(game):
    proof = dicelab.verify(FOLDER / game.name / "game.json")
    assert proof.always_solvable
    checked = check_certificate(FOLDER / game.name / "certificate.dicelab")
    assert checked.ok
    assert checked.tilings == len(proof.rolls.boards)


@games
def test_the_hardest_roll_has_as_many_tilings_as_the_rules_say(game):
    result = json.loads((FOLDER / game.name / "result.json").read_text(encoding="utf-8"))
    hardest = result["statistics"]["hardest"][0]
    assert dicelab.count(hardest["board"], game.puzzle().puzzle) == hardest["tilings"]
    rules = (FOLDER / game.name / "result.md").read_text(encoding="utf-8")
    assert f"| hardest roll | {hardest['tilings']:,} |" in rules
