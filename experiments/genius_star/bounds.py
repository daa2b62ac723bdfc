"""What no dice of the box's sizes can do: all rolls golden, or so many tilings for each roll. Two programs refute each.

``python -m experiments.genius_star.bounds golden`` refutes that all rolls are golden, ``… bounds golden worst-1000``
also that each has 1,000 tilings or more; ``worst-900:second`` asks only one of the programs. What they said is kept in
``runs``, so a run that was cut off goes on, and bounds can be added. It needs a C compiler, by the name ``cc``.
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

from dicelab.dice.sources import dice_set_of
from experiments.cases.asking import search_stamp
from experiments.genius_star.counts import KEPT, MOST, counts
from experiments.genius_star.halves import BLOCKERS, BOARDS
from experiments.genius_star.partition import isolating_pairs, solvable_among
from experiments.genius_star.refuting import First, FoundError, Refuting
from experiments.recording import Recording, page, table
from solver.polyform import rank
from solver.runs.storage import sha256, write_atomic

SIZES = (3, 3, 6, 6, 8, 8, 8)
PROGRAM = Path(__file__).with_name("refuting.c")
PROGRAMS = {"first": "refuting.py", "second": "refuting.c"}
SOURCES = {"first": ("refuting.py", "refuting_kernel.py", "geometry.py", "designing.py"), "second": ("refuting.c",)}
COMPILE = ("cc", "-std=c11", "-O3", "-march=native", "-o")

_CASE = re.compile(r"(\d+) [0-9a-f]+ (at once|by cases) (\d+) (\d+) (\d+) (\d+)")
_REFUTED = re.compile(r"refuted: cases \d+ to (\d+) of (\d+)")


def allowed(name: str) -> NDArray[np.bool_]:
    """Return the boards that may be rolled, by rank."""
    if name == "golden":
        boards = counts("golden") > 0
    else:
        fewest = int(name.removeprefix("worst-"))
        if fewest > MOST:
            sys.exit(f"{name}: tilings are counted up to {MOST:,}")
        boards = counts("star") >= fewest
    # Both programs take it for granted that cells which leave two triangles alone are on one die.
    grid = dice_set_of("genius-star").puzzle.grid
    if solvable_among(isolating_pairs(grid), grid, BLOCKERS, lambda masks: boards[rank(masks, len(grid), BLOCKERS)]):
        sys.exit(f"{name}: a board that leaves two triangles alone is allowed")
    return boards


def kept_files(name: str, program: str, digest: str) -> tuple[Path, Path]:
    """Return the files of what a program said of the boards with this checksum, and of its seconds.

    What another version of the program said, or said of other boards, is in files of other names.
    """
    sources = "".join(sha256(PROGRAM.with_name(source).read_bytes()) for source in SOURCES[program])
    if program == "first":
        sources += search_stamp()
    kept = KEPT / f"{name}-{program}-{sha256((digest + sources).encode())[:16]}.txt"
    return kept, kept.with_suffix(".seconds")


def whole_lines(kept: Path) -> list[str]:
    """Return the lines of a file, and take away a last one that was cut off."""
    if not kept.exists():
        return []
    text = kept.read_text(encoding="utf-8")
    lines = text[: text.rfind("\n") + 1]
    if lines != text:
        write_atomic(kept, lines.encode())
    return lines.splitlines()


def first(boards: NDArray[np.bool_], kept: Path, spent: Path) -> tuple[list[str], dict[str, int]]:
    """Refute one case after the other; return a line for each, those of an earlier run as they are, and the sums."""
    done = whole_lines(kept)
    before = (float(spent.read_text(encoding="utf-8")) if done else 0.0) - time.process_time()
    refuting = Refuting(SIZES, boards)
    cases = refuting.cases()
    with kept.open("a", encoding="utf-8") as file:
        for die, size in cases[len(done) :]:
            try:
                done.append(refuting.first(die, size).line())
            except FoundError as found:
                sys.exit(f"{kept.name}: the case {die} on a die of {size} is not refuted: {found.dice}")
            file.write(done[-1] + "\n")
            file.flush()
            spent.write_text(str(before + time.process_time()), encoding="utf-8")
    # A line has the case, what was looked at, and the second dice that were left, each with the choices of cells.
    rows = [line.split() for line in done]
    if [row[0] for row in rows] != [First(*case).line().split()[0] for case in cases]:
        sys.exit(f"{kept.name} has other cases: remove it")
    looked = [int(number) for row in rows if row[1] != "-" for number in row[1].split(",")]
    seconds = [int(second.split(":")[1]) for row in rows for second in row[2:]]
    return done, {
        "cases": len(rows),
        "at_once": sum(row[1] == "-" for row in rows),
        "choices": sum(looked),
        "left": len(seconds),
        "nodes": sum(seconds),
        "seconds": round(float(spent.read_text(encoding="utf-8"))),
    }


def second(bits: NDArray[np.uint8], kept: Path, spent: Path) -> tuple[list[str], dict[str, int]]:
    """Let the second program refute the cases that no earlier run did; return what it said, and the sums."""
    done = _said(kept)
    if not _is_whole(kept):
        with tempfile.TemporaryDirectory() as folder:
            program, file = Path(folder) / "refuting", Path(folder) / "boards"
            bits.tofile(file)
            subprocess.run([*COMPILE, program, PROGRAM], check=True)
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            command = [str(program), str(file), ",".join(map(str, SIZES)), f"{len(done)},{1 << 30}"]
            with kept.open("a", encoding="utf-8") as said:
                status = subprocess.run(command, check=False, stdout=said).returncode
            seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        spent.write_text(str(seconds + (float(spent.read_text("utf-8")) if spent.exists() else 0.0)), encoding="utf-8")
        if status or not _is_whole(kept):
            sys.exit(f"{kept.name}: the second program says {kept.read_text('utf-8').splitlines()[-1]!r}")
    rows = [match for match in map(_CASE.fullmatch, _said(kept)) if match]
    pairs, dice, left, nodes = (sum(int(row[column]) for row in rows) for column in (3, 4, 5, 6))
    return _said(kept), {
        "cases": len(rows),
        "at_once": sum(row[2] == "at once" for row in rows),
        "choices": pairs + dice,
        "left": left,
        "nodes": nodes,
        "seconds": round(float(spent.read_text(encoding="utf-8"))),
    }


def _said(kept: Path) -> list[str]:
    """Return the lines of the cases."""
    return [line for line in whole_lines(kept) if _CASE.fullmatch(line)]


def _is_whole(kept: Path) -> bool:
    """Tell whether the last run came to the end, and all cases are there."""
    lines = whole_lines(kept)
    told = _REFUTED.fullmatch(lines[-1]) if lines else None
    numbers = [line.split()[0] for line in _said(kept)]
    return told is not None and told[1] == told[2] and numbers == [str(number) for number in range(int(told[1]))]


def theorems(refuted: dict[str, list[str]]) -> list[str]:
    """Return what is proved where each program refuted these: golden, or a number of tilings for each roll.

    Examples
    --------
    >>> theorems({"first": ["worst-700"], "second": ["golden", "worst-700", "worst-600"]})
    ['**Theorem.** No such set has 700 tilings or more for each roll.', 'By `refuting.c` alone none has 600 or more.']
    """
    found = []
    if all("golden" in names for names in refuted.values()):
        found.append("**Theorem.** Not all rolls of such a set are golden.")
    fewest = {
        program: min((int(name.removeprefix("worst-")) for name in names if name != "golden"), default=BOARDS)
        for program, names in refuted.items()
    }
    # Who refutes a number of tilings refutes any larger one.
    both, alone = max(fewest.values()), min(fewest, key=fewest.__getitem__)
    if both < BOARDS:
        found.append(f"**Theorem.** No such set has {both:,} tilings or more for each roll.")
    if fewest[alone] < both:
        found.append(f"By `{PROGRAMS[alone]}` alone none has {fewest[alone]:,} or more.")
    return found


def main() -> None:
    recording = Recording("genius_star/bounds", "python -m experiments.genius_star.bounds " + " ".join(sys.argv[1:]))
    result: dict[str, Any] = {}
    for asked in sys.argv[1:]:
        name, _, one = asked.partition(":")
        boards = allowed(name)
        bits = np.packbits(boards, bitorder="little")
        digest = hashlib.sha256(bits.tobytes()).hexdigest()
        result[name] = {"allowed": int(boards.sum()), "sha256": digest}
        for program in [one] if one else PROGRAMS:
            files = kept_files(name, program, digest)
            lines, sums = first(boards, *files) if program == "first" else second(bits, *files)
            recording.write(f"{name}-{program}.txt", "\n".join(lines) + "\n")
            result[name][program] = sums
    text = page(
        __file__,
        "bounds.txt",
        theorems="\n\n".join(theorems({by: [name for name, one in result.items() if by in one] for by in PROGRAMS})),
        rolls=math.prod(SIZES),
        table=table(
            (
                "boards",
                "program",
                "allowed",
                "cases",
                "at once",
                "choices of cells",
                "second dice left",
                "their nodes",
                "seconds",
            ),
            [
                (name, f"`{program}`", one["allowed"], *one[by].values())
                for name, one in result.items()
                for by, program in PROGRAMS.items()
                if by in one
            ],
            left=2,
        ),
        sums=[f"    {one['sha256']}  {name}" for name, one in result.items()],
    )
    recording.publish("dicelab/genius-star-bounds/1", {"sizes": SIZES, "bounds": result}, text)


if __name__ == "__main__":
    main()
