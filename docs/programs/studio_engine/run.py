"""Measure the page's engine in Chromium: the verdict after a stroke, tilings and counts of boards, tables, and hints.

``python -m docs.programs.studio_engine.run``
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from dicelab.cli.main import status
from docs.programs.screens.run import Quiet, browser
from docs.programs.studio_pages.run import served
from experiments.recording import Recording, table

PUZZLES = ("genius-square", "genius-star")
STROKES = 200
BOARDS = 200
SEED = 16

MEASURE = """async ([id, strokes, boards, seed]) => {
  const [{ Puzzle }, { PageEngine }, { Position }] =
    await Promise.all(["engine/puzzle", "engine/engine", "play/position"].map((name) => import(`./js/${name}.js`)));
  const puzzle = new Puzzle(await (await fetch(`data/${id}.json`)).json());
  const random = (below) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const timed = async (does) => {
    const start = performance.now();
    await does();
    return performance.now() - start;
  };
  const size = puzzle.cells.length;
  let { dice } = puzzle.sets[0];
  const engine = new PageEngine(puzzle);
  const steps = ["still", "piece", "why", "place", "next", "all"];
  const found = { ready: [await timed(() => engine.verdict(dice))], verdict: [], solve: [], count: [], explain: [],
    ...Object.fromEntries(steps.map((step) => [`hint ${step}`, []])) };
  // Nobody paints in the first seconds, while the table is expanded to all boards, or without a break.
  const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  await wait(3000);
  while (found.verdict.length < strokes) {
    await wait(5);
    // A cell goes to another die.
    const [cell, to] = [random(size), random(dice.length)];
    const next = dice.map((die, number) => (number === to ? [...new Set([...die, cell])]
      : die.filter((other) => other !== cell)));
    if (next.some((die) => !die.length || die.length > 8)) continue;
    dice = next;
    found.verdict.push(await timed(() => engine.verdict(dice)));
  }
  for (let round = 0; round < boards; round++) {
    const board = new Set();
    while (board.size < puzzle.blockers) board.add(random(size));
    const cells = [...board].sort((a, b) => a - b);
    for (const method of ["solve", "count", "explain"]) found[method].push(await timed(() => engine[method](cells)));
    // Up to all but one of the pieces are laid where they fit.
    let position = new Position(puzzle, cells);
    const copies = puzzle.pieces.reduce((sum, piece) => sum + piece.copies, 0);
    for (let pieces = random(copies); pieces; pieces--) {
      const kinds = [...position.left.keys()].filter((kind) => position.left[kind]);
      const fitting = kinds.flatMap((kind) => position.fits(kind));
      if (fitting.length) position = position.lay(fitting[random(fitting.length)]);
    }
    const asked = { board: cells, laid: position.laid };
    for (const step of steps) found[`hint ${step}`].push(await timed(() => engine.hint(asked, step)));
  }
  engine.close();
  return found;
}"""


def measured(started: Browser, address: str, puzzle: str) -> dict[str, list[float]]:
    """Return the milliseconds of all calls."""
    page = started.new_page()
    page.goto(f"{address}explore.html")
    found: dict[str, list[float]] = page.evaluate(MEASURE, [puzzle, STROKES, BOARDS, SEED])
    page.close()
    return found


def share(times: list[float], part: float) -> float:
    """Return the time that a part of all calls does not exceed."""
    return round(sorted(times)[max(0, -int(-part * len(times) // 1) - 1)], 1)


def main() -> None:
    """Export the studio, measure its engine, and write what it took."""
    rows: list[tuple[object, ...]] = []
    result: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder, browser() as started:
        if status(["web", "--export", str(Path(folder) / "site"), "--no-tilings", "--quiet"]):
            sys.exit("the studio could not be exported")
        with served(folder, Quiet) as address:
            for puzzle in PUZZLES:
                for call, times in measured(started, address, puzzle).items():
                    shares = [share(times, part) for part in (0.5, 0.95, 0.99, 1)]
                    rows.append((puzzle, call, len(times), *shares))
                    names = ("median", "p95", "p99", "most")
                    result.append(
                        {"puzzle": puzzle, "call": call, "calls": len(times), **dict(zip(names, shares, strict=True))}
                    )
    load = round(os.getloadavg()[0], 1)
    text = [
        "# How soon the page's engine answers",
        "",
        f"Milliseconds in Chromium. The machine has {os.cpu_count()} cores; at the end {load} programs wanted to run.",
        "",
        *table(("puzzle", "call", "calls", "median", "95 %", "99 %", "most"), rows, left=2),
    ]
    recording = Recording("studio-engine", "python -m docs.programs.studio_engine.run", SEED)
    recording.publish("dicelab/studio-engine/1", {"load": load, "calls": result}, text)


if __name__ == "__main__":
    main()
