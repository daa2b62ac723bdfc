"""Print, as JSON, where the time of a first `dicelab verify default` goes, and what of it a second one takes."""

from __future__ import annotations

import importlib
import json
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dicelab.dice import DiceSet


def main() -> None:
    found = {"Python itself": time.process_time()}

    def step(name: str, work: Callable[[], Any]) -> Any:  # noqa: ANN401 - any result
        begin = time.process_time()
        result = work()
        found[name] = time.process_time() - begin
        return result

    step("import numpy", lambda: importlib.import_module("numpy"))
    step("import of the command line", lambda: importlib.import_module("dicelab.cli.bridge"))
    verbs = step("import of the verb", lambda: importlib.import_module("dicelab.verifying.verbs"))
    default = step("the dice and their 62,208 rolls", rolls)
    step("import llvmlite", lambda: importlib.import_module("llvmlite.binding"))
    kernel = importlib.import_module("solver.exact_cover.batches").FIRST_SOLUTIONS
    step("import numba", lambda: importlib.import_module("numba"))
    step("import the kernel", lambda: importlib.import_module(kernel.module))
    step("numba compiles, and the kernel is tried", kernel._made)  # noqa: SLF001 - the steps of a private function
    step("load what is kept, and try it", kernel._kept)  # noqa: SLF001
    step("search all", lambda: verbs.verify(default))
    print(json.dumps(found))


def rolls() -> DiceSet:
    from dicelab.dice.sources import dice_set_of

    found = dice_set_of("default")
    importlib.import_module("dicelab.dice").rolls(found)
    return found


if __name__ == "__main__":
    main()
