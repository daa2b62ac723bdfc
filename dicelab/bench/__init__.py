"""Backends and the programs of others side by side, on the same boards."""

from dicelab.bench.contestant import Contestant, Role, Task
from dicelab.bench.run import Settings, bench, contestants

__all__ = ["Contestant", "Role", "Settings", "Task", "bench", "contestants"]
