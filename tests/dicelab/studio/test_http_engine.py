"""The page's side of the server, in a real browser: js/engine/http.js asks, and `dicelab web` answers."""

import pytest

from dicelab.dice import CATALOGUE

OPEN = """async (id) => {
  const [{ loadPuzzle }, { openHttpEngine }, { DiceSet }] = await Promise.all(
    ["engine/puzzle", "engine/http", "parts/dice"].map((name) => import(`/js/${name}.js`)));
  window.puzzle = await loadPuzzle(id);
  window.studio = await openHttpEngine(window.puzzle, { server: true });
  window.DiceSet = DiceSet;
}"""


@pytest.fixture(autouse=True)
def own_archive(tmp_path, monkeypatch):
    monkeypatch.setenv("DICELAB_ARCHIVE", str(tmp_path / "archive.sqlite3"))


def test_the_page_asks_the_server_and_reads_its_answers(studio_server, page):
    page.goto(studio_server.address)
    page.evaluate(OPEN, "genius-square")
    default = CATALOGUE["default"]
    rules = page.evaluate("(text) => studio.rules(DiceSet.parse(text, puzzle))", default)
    assert [step["passed"] for step in rules["procedure"]] == [True, True, False, False]
    grid = page.evaluate("studio.domino('solve', { grid: '1:001011', limit: 9 })")
    assert len(grid["solutions"]) == 3


def test_errors_of_the_server_are_one_sentence(studio_server, page, faults):
    # A browser tells its console of every answer of 400.
    faults.expect("400")
    page.goto(studio_server.address)
    page.evaluate(OPEN, "genius-square")
    said = page.evaluate("studio.domino('solve', { grid: '99:0' }).catch((error) => [error.message, error.status])")
    assert said[1] == 400
    assert said[0][0].isupper()
    assert said[0].endswith(".")
    aborted = page.evaluate(
        "() => { const stop = new AbortController(); stop.abort();"
        " return studio.rules(DiceSet.checked(puzzle, []), { signal: stop.signal }).catch((error) => error.name); }"
    )
    assert aborted == "AbortError"


def test_a_search_is_followed_to_its_end(studio_server, page):
    page.goto(studio_server.address)
    page.evaluate(OPEN, "genius-square")
    job = page.evaluate(
        """async () => {
          const { Puzzle } = await import("/js/engine/puzzle.js");
          const { openHttpEngine } = await import("/js/engine/http.js");
          const small = new Puzzle(await studio.ownPuzzle("2x4/2:3*I2"));
          const set = DiceSet.parse("A1 B2 | A2 B1", small);
          const server = await openHttpEngine(small);
          const { id } = await server.jobs.start("improve", set, { seconds: 60 });
          const seen = [];
          const last = await server.jobs.follow(id, (job, name) => seen.push(name));
          const kept = (await server.jobs.list()).map((one) => one.id).includes(id);
          await server.jobs.cancel(id);
          const gone = !(await server.jobs.list()).map((one) => one.id).includes(id);
          return { ...last, seen, kept, gone };
        }"""
    )
    assert job["state"] == "done"
    assert job["best"]["failing"] == 0
    assert job["standing"].startswith("Proved best")
    assert {"state", "improvement"} <= set(job["seen"])
    assert (job["kept"], job["gone"]) == (True, True)


def test_the_archive_keeps_a_set_and_lists_it(studio_server, page):
    page.goto(studio_server.address)
    page.evaluate(OPEN, "genius-square")
    found = page.evaluate(
        """async () => {
          const [{ dice }] = puzzle.sets;
          await studio.archive.add(new DiceSet(puzzle, dice, "kept by a test"), { tags: ["test"] });
          const { sets } = await studio.archive.list({ where: "has(tags, 'test')" });
          return sets.map((one) => [one.puzzle, DiceSet.parse(one.dice, puzzle).rolls]);
        }"""
    )
    assert found == [["genius-square", 62_208]]
