"""The page's board of a day is Python's."""

import hashlib
from datetime import date, timedelta

import pytest

from dicelab.play.choosing import board_of_the_day, dice_to_play
from solver.polyform import Puzzle

DAYS = [(date(2026, 1, 25) + timedelta(days=11 * number)).isoformat() for number in range(50)]
PUZZLES = [
    "genius-square",
    "genius-star#golden-star",
    "calendar-weekdays",
    "5x5/4:I1,I2,L3,I4,T4,S4,I3",
    "3x4/3:I1,I2,I3,L3;regions=1-4,5-8,9-12",
    "8x8/22:42*I1",
]
BOARDS = """async (days) => {
  const [{ Puzzle }, { boardOfTheDay }] = await Promise.all(
    ["engine/puzzle", "play/day"].map((name) => import(`./js/${name}.js`)));
  const puzzle = new Puzzle(window.fields);
  const boards = [];
  for (const day of days) boards.push(await boardOfTheDay(day, puzzle, (position) => opened.complete(position)));
  return boards;
}"""
TEXTS = ["", "abc", "dicelab 2026-01-31 0 6x6", *("ä" * number for number in (27, 28, 31, 32, 60, 500))]


@pytest.mark.parametrize("text", PUZZLES)
def test_the_boards_of_fifty_days_are_those_of_python(engine_page, text):
    puzzle = Puzzle.parse(text)
    page = engine_page.page
    page.evaluate("(fields) => { window.fields = fields; }", engine_page.open(puzzle))
    dice = dice_to_play(puzzle, None)
    ours = [board_of_the_day(date.fromisoformat(day), puzzle, dice) for day in DAYS]
    assert page.evaluate(BOARDS, DAYS) == [list(puzzle.grid.cells(board.blockers)) for board in ours]
    assert len({board.blockers for board in ours}) > 5


def test_the_digest_of_the_page_is_sha_256(engine_page):
    script = 'async (texts) => texts.map((await import("./js/engine/sha256.js")).sha256)'
    assert engine_page.page.evaluate(script, TEXTS) == [hashlib.sha256(text.encode()).hexdigest() for text in TEXTS]
