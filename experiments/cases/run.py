"""Ask case by case which dice sets have at least K tilings for every roll; the cases that are done are kept.

``python -m experiments.cases.run SIZES K …`` asks for each K; SIZES is ``largest``, ``retail``, or seven sizes with the
sum 36 such as ``1-5-6-6-6-6-6``. ``… run SIZES check [K …]`` lets the second program check proofs. Both write the page
of these sizes.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import lzma
import math
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from dicelab.dice import DiceSet
from dicelab.score.tables import roll_tilings
from dicelab.search.bounds import Case, takes_whole_die
from experiments.cases.asking import JOBS, ask, classes, sizes_in, word_of
from experiments.cases.text import case_text, proof_lines
from experiments.design.parts import LARGEST, RETAIL
from experiments.recording import Recording, latest, page, table
from solver.errors import InputError
from solver.polyform import GENIUS_SQUARE
from solver.runs.storage import sha256

NAMES = {"largest": LARGEST, "retail": RETAIL}
SECOND = Path(__file__).with_name("second.c")
MOST_STORED = 1 << 22
"""Bytes of the text of a proof that is stored; a longer one is made again by the same command, in the same parts."""
PARTS = "parts.csv.gz"
COMPILE = ("cc", "-std=c11", "-O3", "-march=native", "-o")


def sizes_of(word: str) -> tuple[str, tuple[int, ...]]:
    """Return the folder of the sizes that a word tells, and the sizes; or explain why it tells none.

    Examples
    --------
    >>> sizes_of("retail"), sizes_of("6-6-6-6-6-4-2")[0], sizes_of("6-6-6-6-6-5-1")
    (('retail', (2, 4, 6, 6, 6, 6, 6)), 'retail', ('1-5-6-6-6-6-6', (1, 5, 6, 6, 6, 6, 6)))
    """
    for name, sizes in NAMES.items():
        if word == name or (word[:1].isdecimal() and sizes_in(word) == tuple(sorted(sizes))):
            return name, sizes
    return word_of(sizes_in(word)), sizes_in(word)


def known(name: str) -> dict[str, Any]:
    """Return what was found out for some sizes so far."""
    kept = latest(f"cases/{name}") / "result.json"
    if kept.exists():
        found: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8"))
        return found
    return {"sizes": sizes_of(name)[1], "asked": {}}


def stored_proof(name: str) -> bytes:
    """Return the text of the stored proof."""
    kept = latest(f"cases/{name}") / "proof.txt.xz"
    return lzma.decompress(kept.read_bytes()) if kept.exists() else b""


def least(result: dict[str, Any]) -> int:
    """Return the fewest tilings that were asked for."""
    return min(map(int, result["asked"]))


def ask_all(name: str, asked: list[int]) -> None:
    """Ask for each number of tilings, and write what is known, with the strongest proof that is not too long."""
    result = known(name)
    for tilings in asked:
        answer = ask(sizes_of(name)[1], tilings)
        trees = answer.pop("trees")
        lines = proof_lines(GENIUS_SQUARE, sizes_of(name)[1], tilings, answer.pop("cells"), trees)
        with tempfile.TemporaryDirectory() as folder:
            text = Path(folder) / "proof.txt"
            answer |= written(text, lines)
            proof = stored_proof(name)
            shorter = [int(key) for key, value in result["asked"].items() if value["bytes"] <= MOST_STORED]
            if answer["bytes"] <= MOST_STORED and tilings <= min([*shorter, tilings]):
                proof = text.read_bytes()
        result["asked"][str(tilings)] = answer
        publish(name, result, proof, parts(trees) if tilings == least(result) else stored_parts(name))


def written(text: Path, lines: Iterable[bytes]) -> dict[str, Any]:
    """Write the text of a proof, which may be long, line by line; return its length and its checksum."""
    checksum, length = hashlib.sha256(), 0
    with text.open("wb") as file:
        for line in lines:
            file.write(line)
            checksum.update(line)
            length += len(line)
    return {"bytes": length, "sha256": checksum.hexdigest()}


def check(name: str, asked: list[int]) -> None:
    """Let the second program, which shares nothing with the first, check proofs; processes share the cases."""
    result = known(name)
    if missing := [number for number in asked if str(number) not in result["asked"]] or not result["asked"]:
        sys.exit(f"{name}: no answer is stored for {missing}: run the same command without check first")
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(Path(folder))
        for tilings in asked or [least(result)]:
            answer = result["asked"][str(tilings)]
            text = Path(folder) / f"{tilings}.txt"
            write_proof(name, tilings, answer, text)
            begin = time.perf_counter()
            with ThreadPoolExecutor(JOBS) as threads:
                said = list(threads.map(partial(replayed, program, text), range(1, JOBS + 1)))
            print("\n".join(said), flush=True)
            lines = "\n".join(said).splitlines()
            listed = classes(DiceSet.of_labels(dice) for dice in listed_sets(lines))
            if listed != answer.get("sets", []):
                sys.exit(f"the second program lists other sets: {listed}")
            answer |= {
                "second": [line for line in lines if not line.startswith("SET")],
                "second_sha256": sha256(SECOND.read_bytes()),
                "second_seconds": round(time.perf_counter() - begin, 1),
            }
    publish(name, result, stored_proof(name), stored_parts(name))


def compiled(folder: Path) -> Path:
    """Compile the second program into a folder."""
    program = folder / "second"
    subprocess.run([*COMPILE, program, SECOND], check=True)
    return program


def listed_sets(said: Iterable[str]) -> list[list[list[str]]]:
    """Return the dice of each set that the second program lists, as labels."""
    return [[die.split(",") for die in line.split()[2:]] for line in said if line.startswith("SET")]


def parts(trees: Iterable[Case]) -> bytes:
    """Return a table of the first cases: their groups, and the length and the checksum of the tree of each."""
    label = GENIUS_SQUARE.grid.label
    lines = ["groups,nodes,sets,sha256"]
    for case in trees:
        groups = [" ".join(map(label, GENIUS_SQUARE.grid.cells(group))) for group in case.groups]
        lines.append(f"{'; '.join(groups)},{case.nodes},{len(case.sets)},{sha256(case_text(case))}")
    return "".join(f"{line}\n" for line in lines).encode()


def stored_parts(name: str) -> bytes:
    """Return the stored table of the first cases."""
    kept = latest(f"cases/{name}") / PARTS
    return gzip.decompress(kept.read_bytes()) if kept.exists() else b""


def write_proof(name: str, tilings: int, answer: dict[str, Any], text: Path) -> None:
    """Write the text of a proof: the stored one, or made again."""
    stored = stored_proof(name)
    if sha256(stored) == answer["sha256"]:
        text.write_bytes(stored)
        return
    again = ask(sizes_of(name)[1], tilings)
    made = written(text, proof_lines(GENIUS_SQUARE, sizes_of(name)[1], tilings, again["cells"], again["trees"]))
    if made["sha256"] != answer["sha256"]:
        sys.exit(f"the proof for {tilings} tilings is not the one that was written")


def replayed(program: Path, text: Path, share: int) -> str:
    """Return what the second program says of one share of the cases."""
    done = subprocess.run([program, text, f"{share}/{JOBS}"], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"the second program refuses the proof: {done.stdout}{done.stderr}")
    return done.stdout.strip()


def words_of_first_split(sizes: list[int], answer: dict[str, Any]) -> str:
    """Return what the first split of an answer does."""
    if takes_whole_die(GENIUS_SQUARE, sizes) and answer["cases"] > 1:
        return (
            f"takes the smallest die, of {min(sizes)} cells, in all ways, one of each orbit under\n"
            "the symmetries of the square. Units can be on different ones of the other dice only if they can be so\n"
            "along with each cell of this die; from there on only the other dice and their cells are counted"
        )
    cells = ", ".join(answer["first"])
    return f"deals the cells {cells} in all ways to\ndice, one of each orbit under the symmetries of the square"


def statement(result: dict[str, Any], sets: list[dict[str, Any]]) -> str:
    """Return the theorem: no set, or these alone, have the least number of tilings for each roll."""
    sizes, rolls = ", ".join(map(str, result["sizes"])), math.prod(result["sizes"])
    some = f"{least(result)} or more\ntilings for each of their {rolls:,} rolls"
    most = f"So the hardest roll of such a set has at most {result['most']} tilings."
    if not sets:
        return f"No seven dice that show the 36 cells of the Genius Square, {sizes} of them, have {some}.\n{most}"
    classes, each = f"{len(sets)} classes have", "one set of each is below, and all others are its images under the"
    if len(sets) == 1:
        classes, each = "one class has", "one set of it is below, and all others are images of this set under the"
    return "\n".join(
        [
            f"Of the sets of seven dice that show the 36 cells of the Genius Square, {sizes} of them, exactly",
            f"{classes} {some}: {each}",
            f"symmetries of the square. {most}",
            "",
            *(f"* {' / '.join(map(' '.join, one['dice']))} ({one['fewest']} tilings)" for one in sets),
        ]
    )


def publish(name: str, result: dict[str, Any], proof: bytes, table_of_parts: bytes) -> None:
    """Write what is known of some sizes, with the proof of the best bound."""
    recording = Recording(f"cases/{name}", f"python -m experiments.cases.run {name}")
    asked = result["asked"][str(least(result))]
    sets = asked.get("sets", [])
    result["most"] = max((one["fewest"] for one in sets), default=least(result) - 1)
    result["classes"] = len(sets)
    if sets and result["most"] != least(result):
        raise AssertionError("ask for the most tilings that a set has")
    rows = [
        (
            tilings,
            answer["cases"],
            answer["nodes"],
            answer["largest_case"],
            f"{answer['processor_seconds']:,.0f}",
            answer["bytes"],
            len(answer["sets"]) if "sets" in answer else 0,
            answer["second_sha256"][:8] if answer.get("second") else "",
            f"{answer['second_seconds']:,.0f}" if answer.get("second") else "",
        )
        for tilings, answer in sorted((int(key), value) for key, value in result["asked"].items())
    ]
    stored = next((key for key, value in result["asked"].items() if value["sha256"] == sha256(proof)), "")
    head = (
        *("tilings", "cases", "nodes", "in the largest case", "seconds", "bytes"),
        *("classes", "second program", "its seconds"),
    )
    text = page(
        __file__,
        "page.txt",
        sizes=", ".join(map(str, result["sizes"])),
        rolls=f"{math.prod(result['sizes']):,}",
        least=least(result),
        statement=statement(result, sets),
        leaves="Each other case ends refuted" if sets else "Every case ends refuted",
        counting=f"{roll_tilings(GENIUS_SQUARE).of_rank(math.prod(result['sizes'])):,}",
        split=words_of_first_split(result["sizes"], asked),
        rows=table(head, rows, left=0),
        sha256=asked["sha256"],
        bytes=f"{asked['bytes']:,}",
        stored=stored,
    )
    recording.write("proof.txt.xz", lzma.compress(proof, preset=9))
    recording.write(PARTS, gzip.compress(table_of_parts, mtime=0))
    recording.publish("dicelab/cases/1", result, text)


def main() -> None:
    """Ask, or check."""
    word, *rest = sys.argv[1:] or [""]
    checks = rest[:1] == ["check"]
    numbers = rest[1:] if checks else rest
    if not rest or not all(number.isdecimal() for number in numbers):
        sys.exit(f"pass sizes ({', '.join(NAMES)} or such as 1-5-6-6-6-6-6), perhaps check, and numbers of tilings")
    try:
        name, _ = sizes_of(word)
    except InputError as error:
        sys.exit(str(error))
    (check if checks else ask_all)(name, [int(number) for number in numbers])


if __name__ == "__main__":
    main()
