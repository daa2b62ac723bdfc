"""How the studio's server stands 50 browsers at once, and what memory it takes after 10,000 questions."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.random import Generator

import dicelab
from experiments.measuring import VERB
from experiments.recording import Recording, table

SEED = 1
SWAPPED = 40
"""Sets that are verified, beside those of the catalogue: two cells of the default set have changed their dice."""
BOARDS = 2000
"""Boards that are counted; they are asked for again and again, as those of a class at school."""

Question = tuple[str, str, bytes]
"""A method, an address and a body."""


@dataclass(slots=True)
class Figures:
    """What clients have seen."""

    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class Studio:
    """`dicelab web` in a process of its own."""

    def __init__(self, folder: str) -> None:
        begin = time.perf_counter()
        paths = os.pathsep.join(map(os.path.abspath, filter(None, sys.path)))
        self.process = subprocess.Popen(
            [sys.executable, "-c", VERB, "web", "--port", "0", "--no-open", "--json"],
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": paths, "DICELAB_ARCHIVE": f"{folder}/archive.sqlite3"},
        )
        line = self.process.stdout.readline() if self.process.stdout else ""
        address = json.loads(line)["address"]
        self.host, _, path = address.removeprefix("http://").partition("/")
        self.cookie = ""
        _, head, _ = asyncio.run(self._once(("GET", f"/{path}", b"")))
        self.cookie = head.partition("set-cookie: ")[2].partition(";")[0]
        asyncio.run(self._once(("GET", "/", b"")))
        self.first_page = time.perf_counter() - begin
        asyncio.run(self._once(("GET", "/data/genius-square.json", b"")))
        self.first_puzzle = time.perf_counter() - begin

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection."""
        host, _, port = self.host.rpartition(":")
        return await asyncio.open_connection(host, int(port), limit=1 << 24)

    async def _once(self, question: Question) -> tuple[int, str, bytes]:
        reader, writer = await self.connect()
        found = await self.ask(reader, writer, question)
        writer.close()
        return found

    async def ask(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, question: Question
    ) -> tuple[int, str, bytes]:
        """Ask on a connection that stays open."""
        method, path, body = question
        kind = f"content-type: application/json\r\ncontent-length: {len(body)}\r\n" if body else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: {self.host}\r\ncookie: {self.cookie}\r\naccept-encoding: gzip\r\n{kind}"
        )
        writer.write(f"{head}\r\n".encode() + body)
        found = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = int(found.partition("content-length: ")[2].partition("\r")[0])
        return int(found.split()[1]), found, await reader.readexactly(length)

    def memory(self) -> dict[str, int]:
        """Return the MiB in use now by the server, and by its workers together."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        workers = [_resident(int(child)) for child in children]
        return {"server": _resident(self.process.pid), "workers": sum(workers), "number of workers": len(workers)}


def _resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/status").read_text().split("VmRSS:")[1].split()[0]) // 1024


class Questions:
    """What browsers ask: pages and data, sets that are verified, boards that are counted and explained."""

    def __init__(self) -> None:
        rng = np.random.default_rng(SEED)
        dice = [_swapped(rng) for _ in range(SWAPPED)] + ["default", "theorem-5.3", "goralczyk"]
        boards = [one.board.format() for one in dicelab.roll(seed=SEED, count=BOARDS).rolls]
        sets = [{"dice": text, "shared_cells": True} for text in dice]
        each: dict[str, list[dict[str, Any]]] = {
            "verify": sets,
            "rules": sets,
            "count": [{"board": board} for board in boards],
            "explain": [{"board": board} for board in boards[:200]],
        }
        files = ("/", "/studio.css", "/js/parts/dom.js", "/data/studio.json", "/data/genius-square.json")
        self._files: list[Question] = [("GET", name, b"") for name in files]
        self._asked: dict[str, list[Question]] = {
            name: [("POST", f"/api/{name}", json.dumps(body).encode()) for body in bodies]
            for name, bodies in each.items()
        }

    def draw(self, rng: Generator) -> Question:
        """Draw a question: four of ten are for files, two each for verdicts and counts."""
        kind = int(rng.integers(10))
        names = ("verify", "verify", "count", "count", "rules", "explain")
        among = self._files if kind < 4 else self._asked[names[kind - 4]]
        return among[rng.integers(len(among))]


def _swapped(rng: Generator) -> str:
    """Return the default dice with the cells of two faces exchanged."""
    dice = [list(faces) for faces in dicelab.load("default").labels()]
    one, other = rng.choice(len(dice), 2, replace=False)
    first, second = rng.integers(len(dice[one])), rng.integers(len(dice[other]))
    dice[one][first], dice[other][second] = dice[other][second], dice[one][first]
    return " | ".join(map(" ".join, dice))


async def crowd(studio: Studio, asked: Questions, clients: int, seconds: float, most: int, pause: float) -> Figures:
    """Let so many clients ask one question after the other, for so long or until so many are answered."""
    figures, end = Figures(), time.monotonic() + seconds

    async def client(number: int) -> None:
        rng = np.random.default_rng([SEED, number])
        reader, writer = await studio.connect()
        while time.monotonic() < end and len(figures.seconds) < most:
            question = asked.draw(rng)
            begin = time.perf_counter()
            status, _, body = await studio.ask(reader, writer, question)
            figures.seconds.append(time.perf_counter() - begin)
            if status != 200:
                figures.errors.append(f"{question}: {status} {body[:200]!r}")
            if pause:
                await asyncio.sleep(rng.exponential(pause))
        writer.close()

    await asyncio.gather(*map(client, range(clients)))
    return figures


def row(name: str, figures: Figures, seconds: float) -> list[object]:
    cuts = statistics.quantiles(figures.seconds, n=100)
    times = [f"{1000 * value:.1f}" for value in (cuts[49], cuts[94], cuts[98], max(figures.seconds))]
    return [name, len(figures.seconds), len(figures.errors), f"{len(figures.seconds) / seconds:.0f}", *times]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--requests", type=int, default=10_000)
    given = parser.parse_args()
    recording = Recording("studio_server", "python -m docs.programs.studio_server.run", SEED)
    asked = Questions()
    with TemporaryDirectory() as folder:
        studio = Studio(folder)
        try:
            rows, memory, errors = [], [{"after": 0, **studio.memory()}], []
            for name, pause in (("as people do, half a second between two questions", 0.5), ("without a pause", 0.0)):
                begin = time.monotonic()
                figures = asyncio.run(crowd(studio, asked, given.clients, given.seconds, 1 << 30, pause))
                rows.append(row(name, figures, time.monotonic() - begin))
                errors += figures.errors
            for _ in range(2):
                memory.append({"after": sum(int(str(one[1])) for one in rows), **studio.memory()})
                begin = time.monotonic()
                figures = asyncio.run(crowd(studio, asked, given.clients, 600, given.requests, 0))
                rows.append(row(f"{given.requests:,} more questions", figures, time.monotonic() - begin))
                errors += figures.errors
            memory.append({"after": sum(int(str(one[1])) for one in rows), **studio.memory()})
        finally:
            studio.process.terminate()
            studio.process.wait()
    head = ["clients ask", "answers", "errors", "a second", "median ms", "95 of 100", "99 of 100", "slowest"]
    text = [
        f"{given.clients} clients on a machine of {os.cpu_count()} cores, which they share with the server.",
        "",
        f"First page after {studio.first_page:.2f} s, first puzzle after {studio.first_puzzle:.2f} s.",
        "",
        *table(head, rows),
        "",
        *table(list(memory[0]), [list(one.values()) for one in memory], left=0),
        "",
        "Memory in MiB.",
    ]
    result = {"first_page": studio.first_page, "first_puzzle": studio.first_puzzle, "head": head, "rows": rows}
    recording.publish("dicelab/studio-server/1", {**result, "memory": memory, "errors": errors[:20]}, text)


if __name__ == "__main__":
    main()
