"""Evolve dice sets from ten seeds with the default settings, and keep what CP-SAT confirms."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import dicelab
from dicelab.errors import DONE, FALSE
from experiments.recording import Recording, page, table

SEEDS = range(10)
JOBS = 2


def main() -> None:
    recording = Recording("evolve", "python -m experiments.evolve.run", seed=SEEDS[0])
    rows: list[dict[str, Any]] = []
    classes = set()
    for seed in SEEDS:
        begin = time.perf_counter()
        with tempfile.TemporaryDirectory() as name:
            found = dicelab.evolve(seed=seed, out=Path(name) / "run", jobs=JOBS)
            for file in sorted((found.folder / "discoveries").glob("set-*")):
                recording.write(f"sets/{file.name}", file.read_bytes())
            classes |= {one.dice_set.class_key() for one in found.confirmed}
            if seed == SEEDS[0]:
                recording.write("fitness-seed-0.svg", (found.folder / "fitness.svg").read_bytes())
        discoveries, last = found.state.kept, found.history[-1]
        rows.append(
            {
                "seed": seed,
                "candidates": len(discoveries),
                "first_generation": discoveries[0].generation if discoveries else None,
                "confirmed": [one.dice_set.name for one in found.confirmed],
                "rolls": [one.dice_set.roll_count for one in found.confirmed],
                "evaluated": last["evaluated"],
                "screened": last["screened"],
                "seconds": round(time.perf_counter() - begin, 1),
            }
        )
        print(json.dumps(rows[-1]))
    text = page(
        __file__,
        "page.txt",
        seeds=table(
            (
                "seed",
                "candidates",
                "first in generation",
                "confirmed",
                "evaluated",
                "settled by the fast rules",
                "seconds",
            ),
            [
                (
                    *(r["seed"], r["candidates"], r["first_generation"], len(r["confirmed"])),
                    *(r["evaluated"], r["screened"], r["seconds"]),
                )
                for r in rows
            ],
            left=0,
        ),
        candidates=sum(r["candidates"] for r in rows),
        confirmed=sum(len(r["confirmed"]) for r in rows),
        classes=len(classes),
    )
    recording.publish("dicelab/evolve-seeds/1", {"seeds": rows}, text)
    sys.exit(DONE if all(r["confirmed"] for r in rows) else FALSE)


if __name__ == "__main__":
    main()
