"""Calls of the page's engine report progress, can be stopped, and do not trust a damaged table."""

from dataclasses import replace

import pytest

import dicelab
from dicelab.dice import catalogue_set
from dicelab.dice.sources import dice_set_of
from dicelab.studio.tables import unsolvable_table
from solver.polyform import GENIUS_SQUARE, Puzzle


def test_a_call_reports_progress_and_can_be_stopped(engine_page):
    engine_page.open(Puzzle.parse("genius-star"))
    dice = [list(die.cells) for die in dice_set_of("genius-star").dice]
    script = """async (dice) => {
      const control = new AbortController();
      const progress = await new Promise((resolve) => {
        const told = (...progress) => progress[1] && resolve(progress);
        opened.verdict(dice, { signal: control.signal, progress: told }).catch(() => {});
      });
      const stopped = opened.verdict(dice, { signal: control.signal }).catch((error) => error.name);
      control.abort();
      const late = opened.solve([0, 1, 2, 3, 4, 5, 6], { signal: control.signal }).catch((error) => error.name);
      return { progress, names: [await stopped, await late] };
    }"""
    found = engine_page.page.evaluate(script, dice)
    done, total, *_ = found["progress"]
    assert 0 <= done <= total == 165_888
    assert found["names"] == ["AbortError", "AbortError"]


def test_a_damaged_table_is_not_believed(engine_page):
    table = unsolvable_table(GENIUS_SQUARE)
    assert table is not None
    content = table.content[:-1] + bytes([table.content[-1] ^ 1])
    engine_page.open(GENIUS_SQUARE, [replace(table, content=content)])
    faulty = [[0, 1], [6], [14], [21], [28], [34], [35]]
    searched = engine_page.ask("verdict", faulty)
    engine_page.open(GENIUS_SQUARE, [table])
    assert engine_page.ask("verdict", faulty) == searched


@pytest.mark.parametrize("cells", [[], [0], [0, 1, 2, 3, 4, 5, 5], [0, 1, 2, 3, 4, 5, 36], [0, 1, 2, 3, 4, 5, 6.5]])
def test_what_is_no_board_is_refused(engine_page, cells):
    engine_page.open(GENIUS_SQUARE)
    script = "(cells) => opened.solve(cells).catch((error) => error.message)"
    assert "7 different blocked cells" in engine_page.page.evaluate(script, cells)


def test_statistics_of_a_set(engine_page):
    puzzle = Puzzle.parse("calendar")
    engine_page.open(puzzle, [unsolvable_table(puzzle)])
    dice = [list(puzzle.grid.cells(region)) for region in puzzle.regions]
    found = engine_page.ask("histogram", dice)
    # Tilings of the 372 dates: see the experiment about calendars.
    assert (found["boards"], found["fewest"], found["most"]) == (372, 7, 216)
    assert sum(one["weight"] for one in found["bins"]) == 372
    assert found["hardest"][0]["tilings"] == 7
    assert found["mean"] == pytest.approx(25_061 / 372)


@pytest.mark.parametrize("dice", ["A1 A1 A2 C4 | B1 B2 B2 | A4 C1 C2 C3", "A1 A1 A2 C4 | A2 B2 B2 | A4 C1 A1 C3"])
def test_the_odds_of_the_page_are_those_of_stats(engine_page, dice):
    statistics = dicelab.stats(dicelab.load(dice, "3x4/3:I1,I2,2*L3", shared_cells=True))
    engine_page.open(statistics.dice_set.puzzle)
    found = engine_page.ask("histogram", [list(die.faces) for die in statistics.dice_set.dice])["odds"]
    wanted = statistics.odds().chances
    assert [one["at_most"] for one in found["chances"]] == [one.at_most for one in wanted]
    assert [one["chance"] for one in found["chances"]] == pytest.approx([float(one.chance) for one in wanted])
    cells = [mean if mean is None else pytest.approx(mean) for mean in statistics.faces.by_cell]
    assert found["cells"] == cells


def test_a_set_of_the_catalogue_is_always_solvable_by_search_too(engine_page):
    engine_page.open(GENIUS_SQUARE)
    dice = [list(die.faces) for die in catalogue_set("default").dice]
    verdict = engine_page.ask("verdict", dice)
    assert (verdict["boards"], verdict["failing"], verdict["complete"]) == (62_208, 0, True)
