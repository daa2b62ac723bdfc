"""Measure in Chromium how smoothly a piece follows a finger on the play page, on a phone that is imitated.

``python -m docs.programs.studio_play.run``
"""

from __future__ import annotations

import math
import os
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page

from dicelab.cli.main import status
from docs.programs.screens.run import Quiet, browser
from docs.programs.studio_pages.run import served
from experiments.recording import Recording, table

BOARDS = {
    "genius-square": ("A6.B1.B5.D1.E3.F2.F4", "&laid=T4.A1.A2.A3.B2"),
    "genius-star": ("3.7.15.20.24.33.40", "&laid=I1.1"),
}
"""A board of each lattice that comes with the package, and a piece that lies there."""
SLOWDOWNS = (1, 4, 6)
"""Chromium computes so many times as slowly as the machine."""
WIDTH, HEIGHT = 390, 844
"""The pixels of the phone."""
DRAGS = 4
SECONDS = 2.0
"""How long each drag is; two begin in the tray and two on the board."""
HEAD = ("puzzle", "slowed down", "frames a second", "late", "longest frame", "long tasks", "processor a frame")

WATCH = """() => {
  const found = { frames: [], tasks: [] };
  const frame = (time) => { found.frames.push(time); found.next = requestAnimationFrame(frame); };
  const note = (list) => found.tasks.push(...list.getEntries().map(({ duration }) => duration));
  const observer = new PerformanceObserver(note);
  observer.observe({ type: "longtask" });
  found.next = requestAnimationFrame(frame);
  window.ended = () => {
    note({ getEntries: () => observer.takeRecords() });
    observer.disconnect();
    cancelAnimationFrame(found.next);
    return found;
  };
}"""
MIDDLE = """(pattern) => {
  const { x, y, width, height } = document.querySelector(pattern).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


@dataclass(frozen=True)
class Drag:
    """What a drag took."""

    puzzle: str
    slowdown: int
    seconds: float
    frames: int
    longest_frame: float
    """Milliseconds between two frames, at most."""
    late: int
    """Frames that came more than half a frame late, at 60 frames a second."""
    long_tasks: int
    """Tasks of more than 50 ms."""
    longest_task: float
    """Milliseconds; 0 where no task was long."""
    computed: float
    """Seconds of the processor in the page's main thread, however busy the machine was."""


def touched(session: CDPSession, kind: str, *point: float) -> None:
    """Send a touch to the page."""
    points = [{"x": point[0], "y": point[1]}] if point else []
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def computed(session: CDPSession) -> float:
    """Return the seconds that the main thread of the page has had the processor for tasks."""
    metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return float(metrics["TaskDuration"])


def dragged(page: Page, session: CDPSession, start: list[float]) -> tuple[dict[str, Any], float]:
    """Drag a piece round the board, and let it go beside it; return what the page saw, and the seconds."""
    x, y = page.evaluate(MIDDLE, "#board svg")
    page.evaluate(WATCH)
    begin = time.perf_counter()
    touched(session, "touchStart", *start)
    while (now := time.perf_counter() - begin) < SECONDS:
        turn = 2 * math.pi * now
        part = min(1, 4 * now)
        goal = (x + 120 * math.sin(turn), y + 60 + 100 * math.cos(1.3 * turn))
        touched(session, "touchMove", *(a + (b - a) * part for a, b in zip(start, goal, strict=True)))
        # As often as the screens of phones are asked.
        time.sleep(max(0.0, 1 / 120 - (time.perf_counter() - begin - now)))
    if page.locator(".carried").count() != 1:
        sys.exit("the piece was not dragged")
    touched(session, "touchMove", 5, 5)
    touched(session, "touchEnd")
    seconds = time.perf_counter() - begin
    page.wait_for_timeout(300)
    return page.evaluate("ended()"), seconds


def measured(started: Browser, address: str, puzzle: str, slowdown: int) -> list[Drag]:
    """Return what all drags of a puzzle took."""
    context = started.new_context(
        viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=2, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    session = context.new_cdp_session(page)
    board, laid = BOARDS[puzzle]
    page.goto(f"{address}play.html#puzzle={puzzle}&board={board}{laid}")
    page.wait_for_selector("#bench:visible")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1000)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    found = []
    for number in range(DRAGS):
        lying = "#board .cell[aria-label*='piece'] polygon"
        start = page.evaluate(MIDDLE, lying if number % 2 else "#tray .left-piece:nth-child(6)")
        before = computed(session)
        seen, seconds = dragged(page, session, start)
        after = computed(session)
        gaps = [b - a for a, b in zip(seen["frames"], seen["frames"][1:], strict=False)]
        tasks = seen["tasks"]
        if number % 2:
            # The piece was taken off the board.
            page.keyboard.press("Control+z")
        found.append(
            Drag(
                puzzle,
                slowdown,
                round(seconds, 2),
                len(gaps),
                round(max(gaps), 1),
                sum(gap > 25 for gap in gaps),
                len(tasks),
                round(max(tasks, default=0.0), 1),
                round(after - before, 3),
            )
        )
    context.close()
    return found


def main() -> None:
    """Export the studio, drag pieces, and write how smooth it was."""
    drags: list[Drag] = []
    with tempfile.TemporaryDirectory() as folder, browser() as started:
        if status(["web", "--export", str(Path(folder) / "site"), "--no-tilings", "--quiet"]):
            sys.exit("the studio could not be exported")
        with served(folder, Quiet) as address:
            for puzzle in BOARDS:
                for slowdown in SLOWDOWNS:
                    drags += measured(started, address, puzzle, slowdown)
    rows = []
    for puzzle in BOARDS:
        for slowdown in SLOWDOWNS:
            own = [one for one in drags if (one.puzzle, one.slowdown) == (puzzle, slowdown)]
            frames = sum(one.frames for one in own)
            rate = frames / sum(one.seconds + 0.3 for one in own)
            late = f"{sum(one.late for one in own)} of {frames:,}"
            longest = (f"{max(one.longest_frame for one in own)} ms", sum(one.long_tasks for one in own))
            each = f"{1000 * sum(one.computed for one in own) / frames:.1f} ms"
            rows.append((puzzle, f"{slowdown} times", f"{rate:.1f}", late, *longest, each))
    load = round(os.getloadavg()[0], 1)
    text = [
        "# How smoothly a piece follows a finger",
        "",
        f"Drags of {SECONDS:g} s on a phone of {WIDTH} by {HEIGHT} pixels, {DRAGS} for each line.",
        "",
        f"The machine has {os.cpu_count()} cores; at the end {load} programs wanted to run.",
        "",
        *table(HEAD, rows),
    ]
    recording = Recording("studio_play", "python -m docs.programs.studio_play.run")
    recording.publish("dicelab/studio-play/1", {"load": load, "drags": [asdict(one) for one in drags]}, text)


if __name__ == "__main__":
    main()
