"""The panels of the design page in a browser: a box is checked and mended, figures agree, searches survive a reload."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import dicelab
from dicelab.dice import catalogue_set
from dicelab.puzzles.report import check_puzzle
from dicelab.studio.documents import StudioPuzzle, puzzle_document, studio_puzzles
from dicelab.studio.site_export import site_files
from solver.polyform import Puzzle
from tests.dicelab.studio.conftest import StudioServer

expect = pytest.importorskip("playwright.sync_api").expect
expect.set_options(timeout=30_000)

SMALL = "3x4/3:I1,I2,I3,L3"
MIDDLE = "5x5/4:I1,I2,I3,L3,I4,L4,O4"
CORNERS = ["A1 A2 A3 B1", "A4 A5 B4 B5", "C1 D1 E1 E2", "C5 D5 E4 E5"]
DEFAULT = catalogue_set("default")
FAULTY = ["A1 A2 A6", "F1 F2", "B1 B2", "C1 C2", "E1 E2", "F6 F5", "D3 D4"]
PAINTED = f"#puzzle=genius-square&dice={'~'.join('.'.join(faces.split()) for faces in FAULTY)}"
FACES = [" ".join(DEFAULT.puzzle.grid.label(cell) for cell in die.faces) for die in DEFAULT.dice]

COOKIES: list[Any] = []

HELPERS = """
const { Puzzle } = await import("./js/engine/puzzle.js");
const { DiceSet } = await import("./js/parts/dice.js");
const { smallestMend, mended, matching } = await import("./js/design/mending.js");
let seed = 1;
const random = (most) => { seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff; return (seed >> 8) % most; };
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A studio without a server: the Genius Square, the calendar, and the document of a small puzzle."""
    folder = tmp_path_factory.mktemp("panels")
    puzzles = [one for one in studio_puzzles() if one.id in {"genius-square", "calendar"}]
    for name, content in site_files(puzzles, tilings=False).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    small = puzzle_document(StudioPuzzle("small", "Small", Puzzle.parse(SMALL)))
    (folder / "data/small.json").write_text(json.dumps(small))
    return folder


@pytest.fixture
def design(page, serve_folder, folder):
    """Open the design page with a panel."""

    def opened(panel, fragment="#puzzle=genius-square"):
        page.goto(serve_folder(folder) + fragment)
        # The verdict comes last, when everything is loaded.
        expect(page.locator(".stand .verdict")).to_contain_text(re.compile("Always solvable|fail"))
        page.locator(f"#panel-{panel} summary").first.click()
        return page.locator(f"#panel-{panel}")

    return opened


def check(panel, dice):
    for number, faces in enumerate(dice):
        panel.get_by_label(f"Die {number + 1}", exact=True).fill(faces)
    panel.get_by_role("button", name="Check my dice").click()


def faces_of_painting_board(page):
    return page.evaluate("JSON.parse(localStorage.getItem('dicelab.design.genius-square')).dice")


def test_two_equal_dice_are_found_and_the_right_die_is_told(page, design):
    panel = design("check", PAINTED)
    dice = [*FACES[:4], FACES[3], *FACES[5:]]
    check(panel, dice)
    found = dicelab.verify(dicelab.load(" | ".join(dice), shared_cells=True)).to_json()
    verdict = panel.locator(".verdict")
    expect(verdict).to_contain_text("Dice 4 and 5 are the same.")
    expect(verdict).to_contain_text(f"{found['unsolvable']:,} of {found['boards']:,} boards fail")
    expect(panel.locator(".nearest li")).to_have_text([f"One of dice 4 and 5 should be {FACES[4]}."])
    panel.get_by_role("button", name="Try one face, then two").click()
    expect(panel.get_by_text("No change of one or two faces is enough: all were tried.")).to_be_visible()
    panel.get_by_role("button", name="Take this set to the painting board").click()
    expect(page.locator(".stand .verdict")).to_contain_text("Always solvable")
    assert sorted(map(sorted, faces_of_painting_board(page))) == sorted(sorted(faces.split()) for faces in FACES)


def test_a_misprinted_face_of_dice_in_any_order_is_found_and_mended(page, design):
    panel = design("check", PAINTED)
    turned = {
        label: DEFAULT.puzzle.grid.label(5 - number % 6 + 6 * (number // 6))
        for number, label in enumerate(DEFAULT.puzzle.grid.label(cell) for cell in range(36))
    }
    mirrored = [" ".join(turned[label] for label in reversed(faces.split())) for faces in reversed(FACES)]
    assert turned["B3"] in mirrored[2]
    mirrored[2] = mirrored[2].replace(turned["B3"], turned["E5"])
    check(panel, [faces.lower() for faces in mirrored])
    expect(panel.locator(".nearest li")).to_have_text([f"Die 3 should show {turned['B3']} instead of {turned['E5']}."])
    panel.get_by_role("button", name="Try one face, then two").click()
    expect(panel.get_by_text("One face is enough.")).to_be_visible()
    panel.get_by_role("button", name="Die 3: B4 instead of E2").click()
    expect(page.locator(".stand .verdict")).to_contain_text("Always solvable")
    assert "B4" in faces_of_painting_board(page)[2]


def test_mistakes_of_typing_are_told_beside_the_die(design):
    panel = design("check")
    check(panel, [*FACES[:3], "A4 B9", *FACES[4:]])
    wrong = panel.get_by_label("Die 4", exact=True)
    expect(wrong).to_be_focused()
    expect(wrong).to_have_attribute("aria-invalid", "true")
    expect(panel.locator("#my-fault-3")).to_contain_text("“B9” is not a cell of this board: write a cell from A1 to F6")
    wrong.fill("A4")
    expect(panel.locator("#my-fault-3")).to_be_hidden()
    panel.locator("[aria-label^='B5,']").click()
    assert wrong.input_value() == "A4 B5"


def test_smallest_mends_are_those_of_trying_everything(page, design):
    design("check")
    found = page.evaluate(
        f"async () => {{ {HELPERS}"
        """
        const { PageEngine } = await import("./js/engine/engine.js");
        const puzzle = new Puzzle(await (await fetch("data/small.json")).json());
        const engine = new PageEngine(puzzle);
        const unsolvable = [];
        for (let a = 0; a < 12; a += 1) for (let b = a + 1; b < 12; b += 1) for (let c = b + 1; c < 12; c += 1) {
          if (!(await engine.solve([a, b, c])).solvable) unsolvable.push([a, b, c]);
        }
        const rolls = (dice, [cell, ...others]) => cell === undefined
          || dice.some((die, n) => die.includes(cell) && rolls(dice.with(n, []), others));
        const verdict = (dice) => {
          const examples = unsolvable.filter((board) => rolls(dice, board));
          return { failing: examples.length, examples, complete: true };
        };
        const fits = (dice) => !verdict(dice).failing;
        const changed = (dice) => dice.flatMap((die, n) => die.flatMap((from, face) =>
          [...puzzle.cells.keys()].filter((to) => to !== from).map((to) => dice.with(n, die.with(face, to)))));
        const text = (dice) => dice.map((die) => [...die].sort()).join("|");
        const numbers = { 0: 0, 1: 0, 2: 0, null: 0 };
        for (let round = 0; round < 120; round += 1) {
          const dice = [0, 1, 2].map(() => Array.from({ length: 3 + random(3) }, () => random(12)));
          const set = new DiceSet(puzzle, dice);
          const { faces, mends } = await smallestMend(set, { verdict: async (tried) => verdict(tried) }, {});
          const ones = changed(dice).filter(fits);
          const twos = () => changed(dice).some((one) => changed(one).some(fits));
          const wanted = fits(dice) ? 0 : ones.length ? 1 : twos() ? 2 : null;
          numbers[faces] += 1;
          if (faces !== wanted) return ["faces", set.format(), faces, wanted];
          const made = mends.map((mend) => mended(set, mend).dice);
          if (!made.every(fits)) return ["a mend fails", set.format()];
          const [mine, all] = [made, ones].map((list) => new Set(list.map(text)));
          const same = mine.size === all.size && [...mine].every((one) => all.has(one));
          if (faces === 1 && !same) return ["mends", set.format()];
        }
        return numbers;
        }""",
    )
    assert isinstance(found, dict), found
    assert min(found.values()) > 0


def test_matchings_have_the_least_cost_of_all_permutations(page, design):
    design("check")
    assert (
        page.evaluate(
            f"async () => {{ {HELPERS}"
            """
        const orders = (rest) => (rest.length ? rest.flatMap((one) =>
          orders(rest.filter((other) => other !== one)).map((order) => [one, ...order])) : [[]]);
        const all = orders([0, 1, 2, 3, 4]);
        for (let round = 0; round < 200; round += 1) {
          const costs = all[0].map(() => all[0].map(() => random(7)));
          const cost = (columns) => columns.reduce((sum, column, row) => sum + costs[row][column], 0);
          const found = matching(costs);
          if (new Set(found).size !== 5 || cost(found) !== Math.min(...all.map(cost))) return costs;
        }
        return null;
        }"""
        )
        is None
    )


def assert_figures(panel, statistics):
    figures = statistics.to_json()["by_board"]
    facts = panel.locator(".facts dd")
    expect(facts.first).to_be_visible()
    shown = [float(text.replace(",", "")) for text in facts.all_inner_texts()]
    assert shown[:3] == [figures["total"], figures["least"], figures["most"]]
    assert shown[3] == pytest.approx(figures["mean"], rel=1e-2)
    assert shown[4] == figures["quartiles"][1]
    rows = [row.split("\t")[:2] for row in panel.locator(".histogram tbody tr").all_inner_texts()]
    wanted = [(one["from"], one["weight"]) for one in figures["octaves"] if one["weight"]]
    read = [(int(name.split(" to ")[0].replace(",", "")), int(weight.replace(",", ""))) for name, weight in rows]
    assert read == wanted
    panel.get_by_label("Games in an evening").fill("3")
    listed = [row.split("\t") for row in panel.locator("#odds tr").all_inner_texts()]
    odds = statistics.odds(games=3).chances
    assert [int(row[0].replace(",", "")) for row in listed] == [one.at_most for one in odds]
    for row, one in zip(listed, odds, strict=True):
        for text, chance in zip(row[1:3], (one.chance, one.in_games), strict=True):
            assert float(text.strip(">% ")) == pytest.approx(float(100 * chance), abs=0.0011)
        assert float(row[3].replace(",", "")) == pytest.approx(float(one.games_until), abs=0.051)
    heat = panel.locator("#cells-board .cells .marked")
    expect(heat).to_have_count(sum(mean is not None for mean in statistics.faces.by_cell))


def test_figures_of_the_page_are_those_of_stats(design):
    panel = design("statistics", "#puzzle=calendar")
    statistics = dicelab.stats("calendar")
    assert_figures(panel, statistics)
    hardest = panel.locator(".boards a").first
    expect(hardest).to_have_text("7 tilings")
    cells = statistics.to_json()["hardest"][0]["board"].split()
    expect(hardest).to_have_attribute("href", f"explore.html#puzzle=calendar&board={'.'.join(cells)}")


def test_without_a_server_each_panel_says_how_to_get_one(page, design):
    design("archive")
    page.locator("#panel-rules summary").click()
    for name in ("archive", "rules"):
        expect(page.locator(f"#panel-{name} .hint:visible").last).to_contain_text("dicelab web")


def test_a_search_in_the_page_leads_from_red_to_green_and_what_was_painted_is_kept(page, design):
    panel = design("search", PAINTED)
    verdict = page.locator(".stand .verdict")
    expect(verdict).to_contain_text("rolls fail")
    panel.get_by_label("What to do").select_option("design")
    panel.get_by_label("Different cells on each die").fill("6 5")
    start = panel.get_by_role("button", name="Start the search")
    start.click()
    expect(panel.locator("#search-said")).to_contain_text("Sizes 6 5: write 7 numbers")
    panel.get_by_label("Different cells on each die").fill("")
    start.click()
    job = panel.get_by_role("article", name="Design new dice")
    expect(job).to_contain_text("Finished.")
    expect(job).to_contain_text("Every roll can be solved.")
    expect(job.locator("figcaption")).to_contain_text(re.compile(r"failing rolls: from [\d,]+ to 0 in \d+ steps"))
    job.get_by_role("button", name="Take it").click()
    expect(verdict).to_contain_text("Always solvable")
    expect(page.locator("#sets-number")).to_have_text("1 set in this browser")

    # A search that would go on for a minute: it waits while it is paused, and keeps its best when it is cancelled.
    panel.get_by_label("What to do").select_option("evolve")
    panel.get_by_label("Until").select_option("perimeter")
    start.click()
    job = panel.get_by_role("article", name="Evolve new dice")
    expect(job).to_contain_text("the borders are")
    job.get_by_role("button", name="Pause").click()
    expect(job.get_by_role("button", name="Go on")).to_be_visible()
    # The engine is free for a stroke.
    page.locator("#paint [data-cell='0']").click()
    expect(verdict).to_contain_text(re.compile("Always solvable|fail"))
    job.get_by_role("button", name="Go on").click()
    job.get_by_role("button", name="Cancel").click()
    expect(job).to_contain_text("Cancelled.")
    expect(job.get_by_role("button", name="Take it")).to_be_visible()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """`dicelab web` with a puzzle whose boards are counted in a second, and an archive of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DICELAB_ARCHIVE", str(tmp_path_factory.mktemp("archive") / "archive.db"))
        started = StudioServer("--puzzle", MIDDLE)
    # While nothing is compiled yet, the first answer takes longer than a page is waited for.
    dicelab.stats(dicelab.load(" | ".join(CORNERS), puzzle=MIDDLE))
    yield started
    started.stop()
    COOKIES.clear()


@pytest.fixture
def served_design(page, server):
    """Open the design page of the server with dice; the address that it printed lets only one browser in."""

    def opened(dice):
        ident = studio_puzzles([check_puzzle(MIDDLE)])[-1].id
        if COOKIES:
            page.context.add_cookies(COOKIES)
        else:
            page.goto(server.address)
            COOKIES.extend(page.context.cookies())
        # From an empty page: an address that differs in its fragment alone loads nothing.
        page.goto("about:blank")
        page.goto(f"{server.origin}/#puzzle={ident}&dice={'~'.join('.'.join(faces.split()) for faces in dice)}")
        return {name: page.locator(f"#panel-{name}") for name in ("check", "statistics", "rules", "search", "archive")}

    return opened


def test_the_server_tells_figures_and_rules(served_design):
    panels = served_design(CORNERS)
    panels["statistics"].locator("summary").first.click()
    statistics = dicelab.stats(dicelab.load(" | ".join(CORNERS), puzzle=MIDDLE))
    assert_figures(panels["statistics"], statistics)
    areas = panels["statistics"].locator("tbody tr", has_text="Connected areas").locator("td").first
    expect(areas).to_have_text(f"{statistics.to_json()['objectives']['zones']:.0f}")

    panels["rules"].locator("summary").first.click()
    assessment = dicelab.rules(dicelab.load(" | ".join(CORNERS), puzzle=MIDDLE)).to_json()
    expect(panels["rules"].locator(".verdict")).to_contain_text(
        "A rule finds" if assessment["can_roll_a_rejected_board"] else "No rule finds"
    )
    finding = next(step for step in assessment["procedure"] if step["findings"])["findings"][0]
    panels["rules"].locator("ol summary").first.click()
    panels["rules"].get_by_role("button", name=finding["text"]).click()
    expect(panels["rules"].locator(".one .ring.shown")).to_have_count(len(finding["cells"]))


def test_a_search_survives_a_reload_and_its_best_set_is_kept(page, served_design):
    panels = served_design(CORNERS)
    search = panels["search"]
    search.locator("summary").click()
    search.get_by_label("What to do").select_option("evolve")
    search.get_by_label("Until").select_option("fewest")
    search.get_by_role("button", name="Start the search").click()
    job = search.get_by_role("article", name="Evolve new dice")
    expect(job).to_contain_text(re.compile(r"generations \d+ of 200"), timeout=120_000)
    expect(job.locator("cell-board")).to_be_visible()
    page.reload()
    search.locator("summary").click()
    expect(job).to_contain_text(re.compile(r"generations \d+ of 200"))
    job.get_by_role("button", name="Cancel").click()
    expect(job).to_contain_text("Cancelled.")
    job.get_by_role("button", name="Save to the archive").click()
    expect(job.get_by_role("status")).to_have_text("The set is in the archive now.")
    job.get_by_role("button", name="Take it").click()
    expect(page.locator(".stand .verdict")).to_contain_text("Always solvable")
    page.get_by_role("button", name="Take this line away").click()

    panels["archive"].locator("summary").click()
    expect(panels["archive"].locator("li")).to_have_count(1)
    panels["archive"].get_by_label("Find a name").fill("no such name")
    expect(panels["archive"].locator("li")).to_have_count(0)
    job.get_by_role("button", name="Remove").click()
    expect(job).to_have_count(0)


def test_the_server_mends_two_equal_dice_exactly(page, served_design):
    panel = served_design(CORNERS)["check"]
    panel.locator("summary").click()
    check(panel, [*CORNERS[:3], CORNERS[1]])
    expect(panel.locator(".verdict")).to_contain_text("Dice 2 and 4 are the same.")
    panel.get_by_role("button", name="Search with any number of faces").click()
    job = panel.get_by_role("article", name="Mend the painted dice")
    expect(job).to_contain_text("Finished.", timeout=120_000)
    expect(job).to_contain_text("Proved best")
    job.get_by_role("button", name="Take it").click()
    expect(page.locator(".stand .verdict")).to_contain_text("Always solvable")


def test_a_die_that_mixes_two_regions_is_told_with_its_mend(design):
    panel = design("check", "#puzzle=calendar")
    panel.get_by_role("button", name="Copy the painted dice").click()
    months = panel.get_by_label("Die 1", exact=True)
    months.fill(months.input_value().replace("DEC", "3"))
    panel.get_by_role("button", name="Check my dice").click()
    expect(panel.locator(".verdict")).to_contain_text("Die 1 shows cells of two regions")
    expect(panel.locator(".nearest li")).to_have_text(["Die 1 should show DEC instead of 3."])
