"""Put the backends and the programs of others side by side; see the README beside this file."""

from __future__ import annotations

import sys

from dicelab.bench import BenchSettings, bench, bench_text, write
from dicelab.dice import catalogue_set, roll_masks
from experiments.recording import written

SET = "default"
SETTINGS = BenchSettings(boards=100, seed=1, rounds=3, seconds=5.0, budget=10.0)


def main() -> None:
    rolls = roll_masks(catalogue_set(SET))
    result = bench(SETTINGS, rolls=rolls, source=f"solvable boards are rolls of the {SET} set")
    write(written() / "bench", result, "python -m docs.programs.bench.run")
    print(bench_text(result))
    sys.exit(result.agreement.status)


if __name__ == "__main__":
    main()
