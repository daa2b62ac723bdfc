"""Put the backends and the programs of others side by side; see the README beside this file."""

from __future__ import annotations

import sys

from dicelab.bench.comparison import BenchResult, bench
from experiments.recording import written


def main() -> None:
    result = bench(dice="default", boards=100, seed=1)
    if not isinstance(result, BenchResult):
        raise TypeError("a list was not asked for")
    result.write(written() / "bench", "python -m docs.programs.bench.run")
    print(result)
    sys.exit(result.exit_status)


if __name__ == "__main__":
    main()
