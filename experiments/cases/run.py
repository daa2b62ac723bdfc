"""Ask case by case whether some dice set has so many tilings for every roll; the cases that are done are kept.

``python -m experiments.cases.run SIZES TILINGS …`` asks for each number of tilings; SIZES is ``largest`` or ``retail``.
``… run SIZES check [TILINGS …]`` lets the second program check proofs. Both write what is known of these sizes.
"""

from __future__ import annotations

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

from dicelab.score.tables import roll_tilings
from dicelab.search.bounds import takes_whole_die
from experiments.cases.asking import JOBS, ask
from experiments.cases.text import proof_lines
from experiments.design.parts import LARGEST, RETAIL
from experiments.recording import Recording, latest, page, table
from solver.polyform import GENIUS_SQUARE
from solver.runs.storage import sha256

SIZES = {"largest": LARGEST, "retail": RETAIL}
SECOND = Path(__file__).with_name("second.c")
MOST_STORED = 1 << 22
"""Bytes of the text of a proof that is stored; a longer one is made again by the same command."""
COMPILE = ("cc", "-std=c11", "-O3", "-march=native", "-o")


def known(name: str) -> dict[str, Any]:
    """Return what was found out for some sizes so far."""
    kept = latest(f"cases/{name}") / "result.json"
    if kept.exists():
        found: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8"))
        return found
    return {"sizes": SIZES[name], "asked": {}}


def stored_proof(name: str) -> bytes:
    """Return the text of the stored proof."""
    kept = latest(f"cases/{name}") / "proof.txt.xz"
    return lzma.decompress(kept.read_bytes()) if kept.exists() else b""


def best(result: dict[str, Any]) -> int:
    """Return the fewest tilings that are refuted."""
    return min(map(int, result["asked"]))


def ask_all(name: str, asked: list[int]) -> None:
    """Ask for each number of tilings, and write what is known, with the strongest proof that is not too long."""
    result = known(name)
    for tilings in asked:
        answer = ask(SIZES[name], tilings)
        if answer["status"] == "found":
            sys.exit(f"there is a set whose every roll has {tilings} tilings: {answer['dice']}")
        lines = proof_lines(GENIUS_SQUARE, SIZES[name], tilings, answer.pop("cells"), answer.pop("trees"))
        with tempfile.TemporaryDirectory() as folder:
            text = Path(folder) / "proof.txt"
            answer |= written(text, lines)
            proof = stored_proof(name)
            shorter = [int(key) for key, value in result["asked"].items() if value["bytes"] <= MOST_STORED]
            if answer["bytes"] <= MOST_STORED and tilings <= min([*shorter, tilings]):
                proof = text.read_bytes()
        result["asked"][str(tilings)] = answer
        publish(name, result, proof)


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
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "second"
        subprocess.run([*COMPILE, program, SECOND], check=True)
        for tilings in asked or [best(result)]:
            answer = result["asked"][str(tilings)]
            text = Path(folder) / f"{tilings}.txt"
            write_proof(name, tilings, answer, text)
            begin = time.perf_counter()
            with ThreadPoolExecutor(JOBS) as threads:
                said = list(threads.map(partial(replayed, program, text), range(1, JOBS + 1)))
            print("\n".join(said), flush=True)
            answer |= {
                "second": said,
                "second_sha256": sha256(SECOND.read_bytes()),
                "second_seconds": round(time.perf_counter() - begin, 1),
            }
    publish(name, result, stored_proof(name))


def write_proof(name: str, tilings: int, answer: dict[str, Any], text: Path) -> None:
    """Write the text of a proof: the stored one, or made again."""
    stored = stored_proof(name)
    if sha256(stored) == answer["sha256"]:
        text.write_bytes(stored)
        return
    again = ask(SIZES[name], tilings)
    made = written(text, proof_lines(GENIUS_SQUARE, SIZES[name], tilings, again["cells"], again["trees"]))
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


def publish(name: str, result: dict[str, Any], proof: bytes) -> None:
    """Write what is known of some sizes, with the proof of the best bound."""
    recording = Recording(f"cases/{name}", f"python -m experiments.cases.run {name}")
    refuted = best(result)
    rows = [
        (
            tilings,
            answer["cases"],
            answer["nodes"],
            answer["largest_case"],
            f"{answer['processor_seconds']:,.0f}",
            answer["bytes"],
            "verified" if answer.get("second") else "",
            f"{answer['second_seconds']:,.0f}" if answer.get("second") else "",
        )
        for tilings, answer in sorted((int(key), value) for key, value in result["asked"].items())
    ]
    stored = next((key for key, value in result["asked"].items() if value["sha256"] == sha256(proof)), "")
    head = ("tilings", "cases", "nodes", "in the largest case", "seconds", "bytes", "second program", "its seconds")
    text = page(
        __file__,
        "page.txt",
        sizes=", ".join(map(str, result["sizes"])),
        rolls=f"{math.prod(result['sizes']):,}",
        refuted=refuted,
        most=refuted - 1,
        counting=f"{roll_tilings(GENIUS_SQUARE).of_rank(math.prod(result['sizes'])):,}",
        split=words_of_first_split(result["sizes"], result["asked"][str(refuted)]),
        rows=table(head, rows, left=0),
        sha256=result["asked"][str(refuted)]["sha256"],
        bytes=f"{result['asked'][str(refuted)]['bytes']:,}",
        stored=stored,
    )
    recording.write("proof.txt.xz", lzma.compress(proof, preset=9))
    recording.publish("dicelab/cases/1", result, text)


def main() -> None:
    """Ask, or check."""
    name, *rest = sys.argv[1:] or [""]
    checks = rest[:1] == ["check"]
    numbers = rest[1:] if checks else rest
    if name not in SIZES or not rest or not all(word.isdecimal() for word in numbers):
        sys.exit(f"pass sizes ({' or '.join(SIZES)}), perhaps check, and numbers of tilings")
    (check if checks else ask_all)(name, [int(word) for word in numbers])


if __name__ == "__main__":
    main()
