"""Backends and the programs of others side by side, on the same boards."""

from dicelab.bench.agreement import Agreement, judge
from dicelab.bench.comparison import BenchResult, BenchSettings, bench
from dicelab.bench.contestants import Contestant, Role, Task, all_contestants
from dicelab.bench.result_text import bench_json, bench_text, contestants_json, contestants_text, require_bench, write

__all__ = [
    "Agreement",
    "BenchResult",
    "BenchSettings",
    "Contestant",
    "Role",
    "Task",
    "all_contestants",
    "bench",
    "bench_json",
    "bench_text",
    "contestants_json",
    "contestants_text",
    "judge",
    "require_bench",
    "write",
]
