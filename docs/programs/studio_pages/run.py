"""Measure how soon the exported studio gives its first verdict, and how much it loads for that.

``python -m docs.programs.studio_pages.run``
"""

from __future__ import annotations

import contextlib
import functools
import gzip
import http.server
import io
import os
import shutil
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser

from dicelab.cli.main import status
from docs.programs.screens.run import NAMES, Quiet, browser
from docs.programs.studio_pages import lighthouse
from experiments.recording import Recording, table

PAGES = {
    "welcome.html": ("cell-board polygon", "#board-explore .piece"),
    "index.html": ("cell-board polygon", ".verdict.good"),
    "explore.html": ("cell-board polygon", ".verdict.good, .verdict.bad"),
    "play.html": ("cell-board polygon", ".left-piece"),
    "domino.html": ("#grid *", "#grid *"),
    "roll.html": ("cell-board polygon", "#verdict:not(:empty)"),
    "dice.html": ("cell-board polygon", ".sheet"),
    "puzzle.html": ("cell-board polygon", "#sums.good"),
}
"""What is there when a page is drawn, and when it has given its first verdict, or what stands for one."""
PAINTED = """() => new Promise((resolve) => new PerformanceObserver((list) =>
  list.getEntriesByName("first-contentful-paint").forEach((entry) => resolve(entry.startTime))
).observe({ type: "paint", buffered: true }))"""
ROUNDS = 3
SLOW = {"offline": False, "latency": 40, "downloadThroughput": 10e6 / 8, "uploadThroughput": 10e6 / 8}
"""What Chromium imitates: milliseconds, and bytes a second."""
COMPRESSED = (".html", ".css", ".js", ".json", ".svg", ".webmanifest")


class _Gzip(Quiet):
    """Files, compressed as most hosts do it."""

    def send_head(self) -> io.BytesIO | None:
        """Send the headers of a file, and return what follows."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return None
        data = path.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        if path.suffix in COMPRESSED:
            data = gzip.compress(data, 6, mtime=0)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        return io.BytesIO(data)


@dataclass(frozen=True)
class Opened:
    """How a page was opened for the first time, and again without a network."""

    painted: float
    """Seconds up to the first paint with content, as the browser tells them."""
    drawn: float
    verdict: float
    received: int
    requests: int
    offline: float


@contextlib.contextmanager
def served(folder: str, handler: type[Quiet]) -> Iterator[str]:
    """Serve a folder below the root of a free port; gives its address."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/site/"
        server.shutdown()


def opened(started: Browser, address: str, drawn: str, ready: str, *, slow: bool) -> Opened:
    """Open a page in an empty profile."""
    context = started.new_context()
    # Otherwise a first visit is led to the page that welcomes.
    context.add_init_script("try { localStorage.setItem('dicelab.visited', 'yes'); } catch {}")
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    if slow:
        session.send("Network.emulateNetworkConditions", SLOW)
    sizes: list[int] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    begin = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.locator(drawn).first.wait_for(state="attached")
    first = time.perf_counter() - begin
    page.locator(ready).first.wait_for(state="attached")
    seconds = time.perf_counter() - begin
    received, requests = sum(sizes), len(sizes)
    painted = page.evaluate(PAINTED) / 1000
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    context.set_offline(True)
    begin = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.locator(ready).first.wait_for(state="attached")
    offline = time.perf_counter() - begin
    context.close()
    return Opened(painted, first, seconds, int(received), requests, offline)


def main() -> None:
    """Export the studio, open its pages, and write what they took."""
    rows: list[tuple[object, ...]] = []
    result = []
    with tempfile.TemporaryDirectory() as folder, browser() as started:
        if status(["web", "--export", str(Path(folder) / "site"), "--no-tilings", "--quiet"]):
            sys.exit("the studio could not be exported")
        for name, (drawn, ready) in PAGES.items():
            for server, handler in (("plain", Quiet), ("gzip", _Gzip)):
                for slow in (False, True):
                    with served(folder, handler) as address:
                        found = [opened(started, address + name, drawn, ready, slow=slow) for _ in range(ROUNDS)]
                    painted = statistics.median(one.painted for one in found)
                    first = statistics.median(one.drawn for one in found)
                    seconds = statistics.median(one.verdict for one in found)
                    received = int(statistics.median(one.received for one in found))
                    offline = statistics.median(one.offline for one in found)
                    line = "10 Mbit/s, 40 ms" if slow else "this machine"
                    times = [f"{each:.2f} s" for each in (painted, first, seconds, offline)]
                    rows.append((name, server, line, *times[:3], received, found[0].requests, times[3]))
                    result.append(
                        {
                            "page": name,
                            "server": server,
                            "connection": line,
                            "painted_seconds": round(painted, 3),
                            "drawn_seconds": round(first, 3),
                            "verdict_seconds": round(seconds, 3),
                            "bytes": received,
                            "requests": found[0].requests,
                            "offline_seconds": round(offline, 3),
                        }
                    )
        program = os.environ.get("DICELAB_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)
        with served(folder, Quiet) as address:
            scores = list(lighthouse.judged(address, program))
    head = (
        "page",
        "server",
        "connection",
        "first paint",
        "drawn",
        "first verdict",
        "bytes",
        "requests",
        "without a network",
    )
    text = [
        "# How soon the exported studio is there",
        "",
        f"Medians of {ROUNDS} rounds in an empty profile; up to the first verdict or picture.",
        "",
        *table(head, rows, left=3),
    ]
    if scores:
        text += [
            "",
            f"Lighthouse {scores[0]['lighthouse']} on the plain server; phone and desktop are imitated, and the times",
            "are those of its model.",
            "",
            *table(lighthouse.HEAD, map(lighthouse.row, scores), left=2),
        ]
    load = round(os.getloadavg()[0], 1)
    text += ["", f"The machine has {os.cpu_count()} cores; at the end {load} programs wanted to run."]
    recording = Recording("studio_pages", "python -m docs.programs.studio_pages.run")
    measured = {"rounds": ROUNDS, "load": load, "pages": result, "lighthouse": scores}
    recording.publish("dicelab/studio-pages/1", measured, text)


if __name__ == "__main__":
    main()
