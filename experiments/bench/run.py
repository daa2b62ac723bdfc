"""Put the backends and the programs of others side by side; see the README beside this file."""

from __future__ import annotations

import sys

from dicelab.bench import Settings, bench
from dicelab.bench.page import write
from dicelab.bench.report import bench_text
from dicelab.dice import catalogue_set, roll_masks
from experiments.recording import RESULTS

SET = "default"
SETTINGS = Settings(boards=100, seed=1, rounds=3, seconds=5.0, budget=10.0)


def main() -> None:
    rolls = roll_masks(catalogue_set(SET))
    result = bench(SETTINGS, rolls=rolls, source=f"solvable boards are rolls of the {SET} set")
    write(RESULTS / "bench", result, "python -m experiments.bench.run")
    print(bench_text(result))
    sys.exit(result.verdict.status)


if __name__ == "__main__":
    main()
