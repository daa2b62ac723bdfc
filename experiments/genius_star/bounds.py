"""What no dice of the box's sizes can do: all rolls golden, or so many tilings for each roll. Two programs refute each.

``python -m experiments.genius_star.bounds golden`` refutes that all rolls are golden, ``… bounds golden worst-1000``
also that each has 1,000 tilings or more. What the programs said is kept in ``runs``, so a run that was cut off goes on,
and bounds can be added. It needs a C compiler, by the name ``cc``.
"""

from __future__ import annotations

import hashlib
import math
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from experiments.genius_star.counts import KEPT, counts
from experiments.genius_star.refuting import FoundError, Refuting
from experiments.recording import Recording, page, table

SIZES = (3, 3, 6, 6, 8, 8, 8)
PROGRAM = Path(__file__).with_name("refuting.c")
COMPILE = ("cc", "-std=c11", "-O3", "-march=native", "-o")

_REFUTED = re.compile(r"refuted: (\d+) pairs and (\d+) first dice, (\d+) of these at once; (\d+) choices of cells")


def allowed(name: str) -> NDArray[np.bool_]:
    """Return the boards that may be rolled, by rank."""
    if name == "golden":
        return counts("golden") > 0
    return counts("star") >= int(name.removeprefix("worst-"))


def first(name: str, boards: NDArray[np.bool_]) -> tuple[list[str], dict[str, int]]:
    """Refute one case after the other; return a line for each, those of an earlier run as they are, and the sums."""
    kept, spent = KEPT / f"{name}.cases", KEPT / f"{name}.cases.seconds"
    done = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
    before = (float(spent.read_text(encoding="utf-8")) if done else 0.0) - time.process_time()
    refuting = Refuting(SIZES, boards)
    with kept.open("a", encoding="utf-8") as file:
        for die, size in refuting.cases()[len(done) :]:
            try:
                done.append(refuting.first(die, size).line())
            except FoundError as found:
                sys.exit(f"{name}: the case {die} on a die of {size} is not refuted: {found.dice}")
            file.write(done[-1] + "\n")
            file.flush()
            spent.write_text(str(before + time.process_time()), encoding="utf-8")
    # A line has the case, what was looked at, and the second dice that were left, each with the choices of cells.
    rows = [line.split() for line in done]
    looked = [int(number) for row in rows if row[1] != "-" for number in row[1].split(",")]
    seconds = [int(second.split(":")[1]) for row in rows for second in row[2:]]
    return done, {
        "cases": len(rows),
        "at_once": sum(row[1] == "-" for row in rows),
        "choices": sum(looked) + sum(seconds),
        "seconds": round(float(spent.read_text(encoding="utf-8"))),
    }


def second(name: str, bits: NDArray[np.uint8]) -> tuple[list[str], dict[str, int]]:
    """Let the second program refute all cases; return what it said, that of an earlier run as it is, and the sums."""
    kept, spent = KEPT / f"{name}.said", KEPT / f"{name}.said.seconds"
    if not kept.exists():
        with tempfile.TemporaryDirectory() as folder:
            program, file = Path(folder) / "refuting", Path(folder) / "boards"
            bits.tofile(file)
            subprocess.run([*COMPILE, program, PROGRAM], check=True)
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            command = [str(program), str(file), ",".join(map(str, SIZES))]
            said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        spent.write_text(str(seconds), encoding="utf-8")
        kept.write_text(said, encoding="utf-8")
    lines = kept.read_text(encoding="utf-8").splitlines()
    told = _REFUTED.match(lines[-1])
    if not told:
        sys.exit(f"{name}: the second program says {lines[-1]!r}")
    pairs, firsts, at_once, choices = map(int, told.groups())
    pairs_at_once = sum(line.startswith("pair") and "at once" in line for line in lines)
    return lines, {
        "cases": pairs + firsts,
        "at_once": pairs_at_once + at_once,
        "choices": choices,
        "seconds": round(float(spent.read_text(encoding="utf-8"))),
    }


def main() -> None:
    names = sys.argv[1:]
    recording = Recording("genius-star/bounds", "python -m experiments.genius_star.bounds " + " ".join(names))
    result: dict[str, Any] = {}
    for name in names:
        boards = allowed(name)
        bits = np.packbits(boards, bitorder="little")
        ours, one = first(name, boards)
        theirs, other = second(name, bits)
        recording.write(f"{name}-first.txt", "\n".join(ours) + "\n")
        recording.write(f"{name}-second.txt", "\n".join(theirs) + "\n")
        digest = hashlib.sha256(bits.tobytes()).hexdigest()
        result[name] = {"allowed": int(boards.sum()), "sha256": digest, "first": one, "second": other}
    tilings = min((int(name.removeprefix("worst-")) for name in names if name != "golden"), default=0)
    text = page(
        __file__,
        "bounds.txt",
        theorems=[
            *(["**Theorem.** Not all rolls of such a set are golden."] if "golden" in names else []),
            *([f"**Theorem.** No such set has {tilings:,} tilings or more for each roll."] if tilings else []),
        ],
        rolls=math.prod(SIZES),
        table=table(
            ("boards", "program", "allowed", "cases", "at once", "choices of cells", "seconds"),
            [
                (name, program, one["allowed"], *one[by].values())
                for name, one in result.items()
                for program, by in (("`refuting.py`", "first"), ("`refuting.c`", "second"))
            ],
            left=2,
        ),
        sums=[f"    {one['sha256']}  {name}" for name, one in result.items()],
    )
    recording.publish("dicelab/genius-star-bounds/1", {"sizes": SIZES, "bounds": result}, text)


if __name__ == "__main__":
    main()
