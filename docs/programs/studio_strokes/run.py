"""Measure in Chromium what a stroke on the design page costs, beside earlier exports of the studio if some are named.

``python -m docs.programs.studio_strokes.run [FOLDER ...]``
"""

from __future__ import annotations

import contextlib
import os
import random
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page

from dicelab.cli.main import status
from docs.programs.screens.run import Quiet, browser
from docs.programs.studio_engine.run import share
from docs.programs.studio_pages.run import served
from docs.programs.studio_play.run import computed
from experiments.recording import Recording, table

PUZZLES = ("genius-square", "genius-star")
SLOWDOWNS = (1, 4)
"""Chromium computes so many times as slowly as the machine."""
STROKES, ROUNDS = 20, 4
"""The strokes of a round; the rounds of the exports take turns, so that a busy machine is busy for all."""
PAUSE = 250
"""Milliseconds after a stroke: the page draws its pictures when the hand rests."""
SEED = 12
TRACED = "disabled-by-default-devtools.timeline,__metadata"
LONG = 5000
"""Microseconds of the processor from which on a task is noted."""
HEAD = (
    "puzzle",
    "slowed down",
    "studio",
    "strokes",
    "median",
    "95 %",
    "most",
    "verdict, 95 %",
    "blocks",
    "longest",
    "processor",
)

WATCH = """() => {
  const found = { events: [], tasks: [], verdicts: [] };
  const noted = (list, name) => found[name].push(...list.map(({ duration }) => duration));
  const observers = [["longtask", "tasks"], ["measure", "verdicts"]].map(([type, name]) => {
    const observer = new PerformanceObserver((list) => noted(list.getEntries(), name));
    observer.observe({ type });
    return () => {
      noted(observer.takeRecords(), name);
      observer.disconnect();
    };
  });
  const channel = new MessageChannel();
  const waiting = [];
  channel.port1.onmessage = () => {
    const { number, start } = waiting.shift();
    found.events.push([number, performance.now() - start]);
  };
  const arrived = (event) => {
    if (event.type === "pointerdown") found.number = (found.number ?? -1) + 1;
    const entry = { number: found.number, start: performance.now() };
    // A message that is sent before a frame is drawn comes after it.
    requestAnimationFrame(() => {
      waiting.push(entry);
      channel.port2.postMessage(null);
    });
  };
  const types = ["pointerdown", "pointermove", "pointerup"];
  for (const type of types) addEventListener(type, arrived, true);
  window.ended = () => {
    for (const type of types) removeEventListener(type, arrived, true);
    for (const end of observers) end();
    return found;
  };
}"""
MIDDLES = """() => [...document.querySelectorAll("#paint .cell")].map((cell) => {
  const { x, y, width, height } = cell.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})"""


@dataclass(frozen=True)
class Round:
    """What some strokes took; all times are in milliseconds."""

    puzzle: str
    slowdown: int
    studio: str
    strokes: list[float]
    """For each stroke its slowest event, from its arrival to the end of the frame that follows."""
    verdicts: list[float]
    """From a change of the dice to its verdict on the page."""
    blocks: list[float]
    """Tasks of more than 50 ms."""
    tasks: list[float]
    """The processor's time of the tasks that took more than 5 ms of it."""
    computed: float
    """The processor's time in the page's main thread for a stroke, however busy the machine was."""


def _strokes(size: int, dice: int) -> Iterator[tuple[int, int, int]]:
    """Yield strokes: a die, a cell where it begins, and one where it ends."""
    chance = random.Random(SEED)
    while True:
        cell = chance.randrange(size)
        yield chance.randrange(dice), cell, min(cell + 1, size - 1)


def _drawn(page: Page, session: CDPSession, strokes: Iterator[tuple[int, int, int]], slowdown: int) -> dict[str, Any]:
    """Draw the strokes of a round by the mouse, and return what the page saw."""

    def mouse(kind: str, point: list[float], *, held: int) -> None:
        place = {"x": point[0], "y": point[1], "button": "left" if held else "none", "buttons": held, "clickCount": 1}
        session.send("Input.dispatchMouseEvent", {"type": kind, **place})

    middles = page.evaluate(MIDDLES)
    page.evaluate(WATCH)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    for _ in range(STROKES):
        die, start, end = next(strokes)
        page.keyboard.press(str(die + 1))
        mouse("mousePressed", middles[start], held=1)
        page.wait_for_timeout(40)
        mouse("mouseMoved", middles[end], held=1)
        page.wait_for_timeout(40)
        mouse("mouseReleased", middles[end], held=1)
        page.wait_for_timeout(PAUSE)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    seen: dict[str, Any] = page.evaluate("ended()")
    return seen


@contextlib.contextmanager
def _traced(page: Page, session: CDPSession) -> Iterator[list[float]]:
    """Note the milliseconds that the processor had for each long task of the page's main thread."""
    events: list[dict[str, Any]] = []
    ended = False
    long: list[float] = []

    def collect(part: dict[str, Any]) -> None:
        events.extend(part["value"])

    def end(_: object) -> None:
        nonlocal ended
        ended = True

    session.on("Tracing.dataCollected", collect)
    session.once("Tracing.tracingComplete", end)
    session.send("Tracing.start", {"categories": TRACED, "transferMode": "ReportEvents"})
    page.wait_for_timeout(300)
    yield long
    session.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(20)
    session.remove_listener("Tracing.dataCollected", collect)
    named = [one for one in events if one["name"] == "thread_name"]
    main = {(one["pid"], one["tid"]) for one in named if one["args"]["name"] == "CrRendererMain"}
    tasks = [one for one in events if one["name"] == "RunTask" and (one["pid"], one["tid"]) in main]
    long.extend(one["tdur"] / 1000 for one in tasks if one.get("tdur", 0) > LONG)


def _opened(started: Browser, address: str, puzzle: str) -> tuple[Page, CDPSession]:
    page = started.new_page(viewport={"width": 1280, "height": 800}, service_workers="block")
    page.goto(f"{address}index.html#puzzle={puzzle}")
    page.wait_for_selector(".verdict.good")
    # The first roll is drawn.
    page.wait_for_timeout(1500)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    return page, session


def measured(started: Browser, studios: dict[str, str], puzzle: str, slowdown: int) -> list[Round]:
    """Return what all rounds of a puzzle took in each studio."""
    found = []
    pages = {name: _opened(started, address, puzzle) for name, address in studios.items()}
    size = next(iter(pages.values()))[0].locator("#paint .cell").count()
    strokes = {name: _strokes(size, 7) for name in pages}
    for _ in range(ROUNDS):
        for name, (page, session) in pages.items():
            page.bring_to_front()
            before = computed(session)
            with _traced(page, session) as long:
                seen = _drawn(page, session, strokes[name], slowdown)
            after = computed(session)
            slowest: dict[int, float] = {}
            for number, time in seen["events"]:
                slowest[number] = max(time, slowest.get(number, 0))
            taken = round(1000 * (after - before) / STROKES, 1)
            events, verdicts, tasks = map(_rounded, (slowest.values(), seen["verdicts"], seen["tasks"]))
            found.append(Round(puzzle, slowdown, name, events, verdicts, tasks, _rounded(long), taken))
    for page, _ in pages.values():
        page.close()
    return found


def _rounded(times: Iterable[float]) -> list[float]:
    return [round(one, 1) for one in times]


def _row(rounds: list[Round]) -> tuple[object, ...]:
    """Return a line of the table; what was throttled takes the processor as if it was not."""
    strokes = [one for each in rounds for one in each.strokes]
    verdicts = [one for each in rounds for one in each.verdicts]
    times = [f"{share(strokes, part):.0f} ms" for part in (0.5, 0.95, 1)]
    blocks = sum(len(each.blocks) for each in rounds)
    longest = max((one for each in rounds for one in each.tasks), default=0)
    used = sum(each.computed for each in rounds) / len(rounds)
    first = rounds[0]
    verdict = f"{share(verdicts, 0.95):.0f} ms"
    return (
        first.puzzle,
        f"{first.slowdown} times",
        first.studio,
        len(strokes),
        *times,
        verdict,
        blocks,
        f"{longest:.0f} ms",
        f"{used:.1f} ms",
    )


def main() -> None:
    """Export the studio, paint in it and in the others, and write what the strokes took."""
    folders = {Path(folder).name: folder for folder in sys.argv[1:]}
    rounds: list[Round] = []
    with tempfile.TemporaryDirectory() as folder, browser() as started:
        if status(["web", "--export", str(Path(folder) / "site"), "--no-tilings", "--quiet"]):
            sys.exit("the studio could not be exported")
        for name, other in folders.items():
            (Path(folder) / name).mkdir()
            (Path(folder) / name / "site").symlink_to(Path(other).resolve())
        with served(folder, Quiet) as address:
            root = address.removesuffix("site/")
            studios = {**{name: f"{root}{name}/site/" for name in folders}, "this": address}
            for puzzle in PUZZLES:
                for slowdown in SLOWDOWNS:
                    rounds += measured(started, studios, puzzle, slowdown)
    rows = []
    for puzzle in PUZZLES:
        for slowdown in SLOWDOWNS:
            for name in studios:
                own = [one for one in rounds if (one.puzzle, one.slowdown, one.studio) == (puzzle, slowdown, name)]
                rows.append(_row(own))
    load = round(os.getloadavg()[0], 1)
    text = [
        "# What a stroke on the design page costs",
        "",
        f"The slowest event of a stroke over two cells until its frame is drawn; {STROKES * ROUNDS} strokes a line.",
        "",
        f"The machine has {os.cpu_count()} cores; at the end {load} programs wanted to run.",
        "",
        *table(HEAD, rows, left=3),
    ]
    recording = Recording("studio_strokes", "python -m docs.programs.studio_strokes.run", SEED)
    recording.publish("dicelab/studio-strokes/1", {"load": load, "rounds": [asdict(one) for one in rounds]}, text)


if __name__ == "__main__":
    main()
