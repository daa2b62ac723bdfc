"""Ask case by case whether some dice set has so many tilings for every roll; the cases that are done are kept.

``python -m experiments.cases.run SIZES TILINGS …`` asks for each number of tilings; SIZES is ``largest`` or ``retail``.
"""

from __future__ import annotations

import json
import lzma
import sys

from experiments.cases.asking import ask
from experiments.design.parts import LARGEST, RETAIL

SIZES = {"largest": LARGEST, "retail": RETAIL}

if __name__ == "__main__":
    sizes = SIZES[sys.argv[1]]
    for tilings in map(int, sys.argv[2:]):
        answer = ask(sizes, tilings)
        trees = answer.pop("trees", None)
        print(tilings, json.dumps(answer), len(lzma.compress(json.dumps(trees).encode())) if trees else "", flush=True)
