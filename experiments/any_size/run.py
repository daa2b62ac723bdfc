"""Measure how long it takes to find and verify dice for boards of any size, each question in a process of its own."""

from __future__ import annotations

import hashlib
import json
import math
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from joblib import Parallel, delayed

import dicelab
from dicelab.dice import DiceSet
from dicelab.errors import DicelabError
from dicelab.render.figures import HEIGHT, WIDTH, chart_svg, legend_above, new_figure
from dicelab.search.design.learning import LearningSearch
from dicelab.search.design.settings import DesignSettings
from dicelab.search.question import Question
from experiments.measuring import VERB, peak_memory
from experiments.recording import Recording, latest, table
from solver.errors import InputError
from solver.polyform import Puzzle
from solver.runs import threads

if TYPE_CHECKING:
    from matplotlib.axes import Axes

EIGHT = "8x8/8:I1,2*I2,I3,L3,I4,L4,O4,S4,T4,P5,V5,L5,N5,Y5"
SEVEN = "7x7/10:I1,I2,I3,L3,I4,L4,O4,S4,T4,P5,V5"
TEN = "10x10/10:I1,3*I2,3*I3,3*L3,3*L4,3*T4,2*S4,O4,I4,3*P5,2*L5"

MOST_BOARDS = 1 << 27
"""A census of more boards is not built."""

BILLION = "8x8/15:3*I1,4*I2,3*I3,3*L3,2*L4,T4,S4,O4", (4,) * 15
"""A puzzle and sizes of dice with 1,073,741,824 rolls."""

ROUNDS, KILLED_AFTER = 2, 60.0
"""Rounds of two backends in turn, and the seconds after which a verification is killed."""


class Asked(NamedTuple):
    """A puzzle and sizes of dice."""

    name: str
    puzzle: str
    sizes: tuple[int, ...]
    seconds: int = 900
    """The most time."""


QUESTIONS = (
    Asked("6×6", "genius-square", (6, 5, 5, 5, 5, 5, 5)),
    Asked("7×7/7", "7x7/7:2*I1,2*I2,I3,L3,I4,L4,O4,S4,T4,P5,V5", (6,) * 7),
    Asked("8×8/8, dice of 6", EIGHT, (6,) * 8),
    Asked("8×8/8, dice of 8", EIGHT, (8,) * 8),
    Asked("7×7/10", SEVEN, (5,) * 9 + (4,), seconds=300),
    Asked("8×8/4, dice of 4", "8x8/4:F5,I5,L5,N5,P5,T5,U5,V5,W5,X5,Y5,Z5", (4,) * 4),
    Asked("8×8/4, dice of 16", "8x8/4:F5,I5,L5,N5,P5,T5,U5,V5,W5,X5,Y5,Z5", (16,) * 4),
    Asked("10×10", TEN, (6,) * 10),
)
GROWTH = (
    Asked("5×5", "5x5/5:I1,I2,2*I3,L3,L4,T4", (5,) * 5),
    *QUESTIONS[:3],
    Asked("9×9", "9x9/9:I1,3*I2,2*I3,2*L3,I4,2*L4,O4,S4,2*T4,P5,V5,L5,N5,Y5", (6,) * 9),
    QUESTIONS[-1],
)
SYMMETRIES = ("rotate-90",)
"""Of the sets that are searched where no other set was found: failing rolls come in whole orbits."""
LARGE_SETS = "honeycomb", "snowflake", "chessboard"
"""The sets of the catalogue for boards whose census is out of reach."""
PIECES = ("I1", "I2", "I3", "L3", "I4", "L4", "O4", "S4", "T4", "P5", "U5", "V5", "L5")
PUZZLES, PATIENCE = 300, 4
"""Random puzzles on which both ways to search must agree, and the seconds of each way on one."""


def measured(*args: str, cache: str | None = None, kill_after: float | None = None) -> dict[str, Any]:
    """Run a verb in a process; return its status, its JSON, its seconds and its peak memory in MiB."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(os.path.abspath, filter(None, sys.path)))}
    environment |= {"XDG_CACHE_HOME": cache} if cache else {}
    begin = time.perf_counter()
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(
            [sys.executable, "-c", VERB, *args, "--json"], env=environment, stdout=out, stderr=subprocess.DEVNULL
        )
        memory = 0.0
        while os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            memory = max(memory, peak_memory(child.pid))
            if kill_after is not None and time.perf_counter() - begin > kill_after:
                child.send_signal(signal.SIGKILL)
            time.sleep(0.1)
        _, status, usage = os.wait4(child.pid, 0)
        out.seek(0)
        text = out.read().decode()
    return {
        "status": os.waitstatus_to_exitcode(status),
        "seconds": time.perf_counter() - begin,
        "cpu": usage.ru_utime + usage.ru_stime,
        "mib": memory,
        "answer": json.loads(text) if text.strip() else None,
    }


def recorded(part: str) -> Recording:
    """Return the folder of the results of a part."""
    return Recording(f"any_size/{part}", f"python -m experiments.any_size.run {part}")


def answered(asked: Asked, cache: str, *options: str, census: bool = False) -> dict[str, Any]:
    """Answer a question; the cache has compiled code, and a census only if it is to be built first."""
    sizes = ",".join(map(str, asked.sizes))
    built = measured("census", "build", "--solvability", "--puzzle", asked.puzzle, cache=cache) if census else None
    words = ("--puzzle", asked.puzzle, "--sizes", sizes, "--seconds", str(asked.seconds), *options)
    found = measured("design", *words, cache=cache)
    answer = found["answer"] or {}
    row = {
        "question": asked.name,
        "puzzle": asked.puzzle,
        "sizes": sizes,
        "rolls": math.prod(asked.sizes),
        "boards": Puzzle.parse(asked.puzzle).boards,
        "status": answer.get("status", "refused"),
        "failing": (answer.get("nearest") or {}).get("failing"),
        "seconds": round(found["seconds"] + (built["seconds"] if built else 0), 1),
        "cpu": round(found["cpu"] + (built["cpu"] if built else 0), 1),
        "mib": round(max(found["mib"], built["mib"] if built else 0)),
        "nearest": answer.get("nearest"),
    }
    print(row, file=sys.stderr, flush=True)
    return row


def without_census(asked: Asked) -> dict[str, Any]:
    """Answer a question by nogoods though its census is at hand, and verify the set by ``bitmask``; in this process."""
    search = LearningSearch(DesignSettings(Question(asked.puzzle, asked.sizes)))
    # Once more, when everything is compiled.
    for _ in range(2):
        begin, cpu = time.perf_counter(), time.process_time()
        *_, last = search.epochs(search.start(), threads(2))
        verified = dicelab.verify(DiceSet.of_masks(last.dice, Puzzle.parse(asked.puzzle)), backend="bitmask")
    return {
        "question": f"{asked.name}, without a census",
        "puzzle": asked.puzzle,
        "sizes": ",".join(map(str, asked.sizes)),
        "rolls": math.prod(asked.sizes),
        "boards": Puzzle.parse(asked.puzzle).boards,
        "status": last.status if verified.always_solvable else "wrong",
        "failing": None,
        "seconds": round(time.perf_counter() - begin, 1),
        "cpu": round(time.process_time() - cpu, 1),
        "mib": round(peak_memory()),
    }


def warm(cache: str) -> None:
    """Fill a cache with compiled code, by a question of each width, and take the time of neither."""
    measured("design", "--puzzle", EIGHT, "--sizes", "3,3,3,3,3,3,3,3", cache=cache)
    measured("design", "--puzzle", TEN, "--sizes", "2,2,2,2,2,2,2,2,2,2", cache=cache)


def questions(*again: str) -> None:
    """Answer each question, or those that are named again, whose rows then replace the stored ones."""
    known = known_rows() if again else {}
    with tempfile.TemporaryDirectory() as cache:
        warm(cache)
        rows = [] if again else [without_census(QUESTIONS[0])]
        rows += [answered(asked, cache) for asked in QUESTIONS if asked.name in again or not again]
    rows = [*(known | {row["question"]: row for row in rows}).values()]
    recorded("questions").publish("dicelab/any-size/1", {"rows": rows}, lines_of(rows))


def known_rows() -> dict[str, dict[str, Any]]:
    """Return the stored rows of the questions by their names."""
    stored = json.loads((latest("any_size/questions") / "result.json").read_text())
    return {row["question"]: row for row in stored["rows"]}


def lines_of(rows: list[dict[str, Any]]) -> list[str]:
    """Return the lines of the table of questions."""
    head = ("question", "rolls", "outcome", "wall time", "processor", "memory")
    cells = [
        (
            row["question"],
            row["rolls"],
            row["status"] if row["failing"] is None else f"{row['failing']:,} rolls fail",
            f"{row['seconds']:.0f} s",
            f"{row['cpu']:.0f} s",
            f"{row['mib']:,} MiB",
        )
        for row in rows
    ]
    return table(head, cells)


def growth() -> None:
    """Draw the time of each size of board, by nogoods and by a census where it can be built.

    What ``questions`` has measured is not measured again.
    """
    by_nogoods, by_census = [], []
    known = known_rows()
    with tempfile.TemporaryDirectory() as cache:
        warm(cache)
        for asked in GROWTH:
            with tempfile.TemporaryDirectory() as other:
                if Puzzle.parse(asked.puzzle).boards < MOST_BOARDS:
                    measured("design", "--sizes", "4,4,4,4,4,4,4", cache=other)
                    by_census.append(answered(asked, other, census=True))
            by_nogoods.append(known.get(asked.name) or answered(asked, cache))
    recording = recorded("growth")
    recording.write("growth.svg", chart_svg("Time to find and verify dice", plot_growth, by_nogoods, by_census))
    text = [
        "By a census:",
        "",
        *lines_of(by_census),
        "",
        "By nogoods where there is no census:",
        "",
        *lines_of(by_nogoods),
    ]
    recording.publish("dicelab/any-size/1", {"by_nogoods": by_nogoods, "by_census": by_census}, text)


def plot_growth(by_nogoods: list[dict[str, Any]], by_census: list[dict[str, Any]]) -> Axes:
    """Plot seconds against the rolls of the dice."""
    ax = new_figure(WIDTH, HEIGHT).add_subplot()
    for rows, label, marker in ((by_census, "census of all boards", "s"), (by_nogoods, "nogoods", "o")):
        ax.plot([row["rolls"] for row in rows], [row["seconds"] for row in rows], marker=marker, label=label)
    for row in by_nogoods:
        place = row["rolls"], row["seconds"]
        ax.annotate(row["question"].split(",")[0], place, textcoords="offset points", xytext=(0, 8), ha="center")
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xlabel("rolls of the dice")
    ax.set_ylabel("seconds")
    legend_above(ax, 2)
    return ax


def verification() -> None:
    """Verify 16,777,216 rolls by two backends in turn; then a billion rolls, killed after a minute and resumed."""
    generator = np.random.default_rng(0)
    with tempfile.TemporaryDirectory() as folder:
        file, run = f"{folder}/dice.json", f"{folder}/run"
        dealt_dice(EIGHT, (8,) * 8, generator, file)
        measured("verify", file, "--backend", "sweep")
        rounds = [
            {backend: measured("verify", file, "--backend", backend) for backend in ("bitmask", "sweep")}
            for _ in range(ROUNDS)
        ]
        dealt_dice(*BILLION, generator, file)
        killed = measured("verify", file, "--out", run, kill_after=KILLED_AFTER)
        resumed = measured("verify", "--resume", run)
    rows = [
        (name, rolls, f"{row['seconds']:.0f} s", f"{row['cpu']:.0f} s", f"{row['mib']:.0f} MiB", row["status"])
        for name, rolls, row in (
            *((backend, 8**8, row) for one in rounds for backend, row in one.items()),
            ("sweep, killed", math.prod(BILLION[1]), killed),
            ("sweep, resumed", math.prod(BILLION[1]), resumed),
        )
    ]
    text = table(("backend", "rolls", "wall time", "processor", "memory", "exit status"), rows)
    for row in (*(row for one in rounds for row in one.values()), resumed):
        # Their number says enough.
        del row["answer"]["unsolvable_boards"]
    result = {"rounds": rounds, "puzzle": BILLION[0], "killed": killed, "resumed": resumed}
    recorded("verification").publish("dicelab/any-size/1", result, text)


def symmetric() -> None:
    """Search for sets with a symmetry where no set was found, and keep the nearest with all its failing rolls."""
    hardest = next(asked for asked in QUESTIONS if asked.puzzle == SEVEN)
    with tempfile.TemporaryDirectory() as cache:
        warm(cache)
        rows = [answered(hardest, cache, "--invariant", symmetry) for symmetry in SYMMETRIES]
    for row, symmetry in zip(rows, SYMMETRIES, strict=True):
        row["question"] = symmetry
    recorded("symmetric").publish("dicelab/any-size/1", {"rows": rows}, lines_of(rows))


def certificates() -> None:
    """Certify all rolls of the large sets of the catalogue, and check the certificates."""
    rows = []
    for name in LARGE_SETS:
        with tempfile.TemporaryDirectory() as folder:
            file = f"{folder}/{name}.certificate"
            written, checked = measured("verify", name, "--certificate", file), measured("check", file)
            with Path(file).open("rb") as data:
                digest = hashlib.file_digest(data, "sha256").hexdigest()
            rows.append(
                {
                    "set": name,
                    "rolls": dicelab.load(name).roll_count,
                    "statuses": [written["status"], checked["status"]],
                    "bytes": Path(file).stat().st_size,
                    "sha256": digest,
                    "claim": checked["answer"],
                    "seconds": [round(written["seconds"], 1), round(checked["seconds"], 1)],
                }
            )
            print(rows[-1], file=sys.stderr, flush=True)
    text = table(
        ("set", "rolls", "bytes", "verified in", "checked in", "SHA-256 of the certificate"),
        [
            (row["set"], row["rolls"], row["bytes"], *(f"{one:.0f} s" for one in row["seconds"]), row["sha256"])
            for row in rows
        ],
    )
    recorded("certificates").publish("dicelab/any-size/1", {"rows": rows}, text)


def dealt_dice(puzzle: str, sizes: tuple[int, ...], generator: np.random.Generator, file: str) -> None:
    """Write a set of dice whose cells are dealt out at random."""
    grid = Puzzle.parse(puzzle).grid
    cells = iter(generator.permutation(len(grid)).tolist())
    dice = [[grid.label(next(cells)) for _ in range(size)] for size in sizes]
    fields = {"schema": "dicelab/dice-set/1", "name": "dealt", "puzzle": puzzle, "dice": dice}
    Path(file).write_text(json.dumps(fields))


def random_question(generator: np.random.Generator) -> Question | None:
    """Draw a puzzle of 9 to 25 cells, and sizes of dice that have room on it."""
    rows, columns, dice = (int(generator.integers(*span)) for span in ((3, 6), (3, 6), (2, 6)))
    area, pieces = rows * columns - dice, []
    while area > 0:
        fitting = [piece for piece in PIECES if int(piece[1]) <= area]
        pieces.append(str(generator.choice(fitting)))
        area -= int(pieces[-1][1])
    sizes = sorted((int(size) for size in generator.integers(1, rows * columns // dice + 2, size=dice)), reverse=True)
    if not pieces or sum(sizes) > rows * columns:
        return None
    try:
        return Question(f"{rows}x{columns}/{dice}:{','.join(pieces)}", tuple(sizes))
    except (DicelabError, InputError):
        # A piece may be longer than the board.
        return None


def answered_twice(question: Question) -> tuple[str, str]:
    """Answer a question by nogoods and by a census; return both statuses."""
    search, begin = LearningSearch(DesignSettings(question, members=1)), time.monotonic()
    last = search.start()
    states = search.epochs(last, threads(1))
    while not last.over and time.monotonic() - begin < PATIENCE:
        last = next(states)
    by_census = dicelab.design(puzzle=question.puzzle_text, sizes=question.sizes, jobs=1, seconds=PATIENCE)
    return last.status, by_census.status


def agreement() -> None:
    """Answer random questions by a census and by nogoods, and count how often they agree."""
    generator, asked = np.random.default_rng(0), list[Question]()
    while len(asked) < PUZZLES:
        question = random_question(generator)
        if question is not None:
            asked.append(question)
    counted, differ = Counter[str](), []
    answers = Parallel(n_jobs=2, return_as="generator")(delayed(answered_twice)(question) for question in asked)
    for question, (by_nogoods, by_census) in zip(asked, answers, strict=True):
        counted[f"census: {by_census}; nogoods: {by_nogoods}"] += 1
        if {by_census, by_nogoods} == {"found", "infeasible"}:
            differ.append([question.puzzle_text, list(question.sizes)])
    text = table(("outcome", "questions"), counted.items())
    recorded("agreement").publish("dicelab/any-size/1", {"counted": dict(counted), "differ": differ}, text)


PARTS: dict[str, Callable[..., None]] = {
    part.__name__: part for part in (questions, growth, symmetric, verification, certificates, agreement)
}

if __name__ == "__main__":
    PARTS[sys.argv[1]](*sys.argv[2:])
