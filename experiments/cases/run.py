"""Ask case by case whether some dice set has so many tilings for every roll; the cases that are done are kept.

``python -m experiments.cases.run SIZES TILINGS …`` asks for each number of tilings; SIZES is ``largest`` or ``retail``.
``… run SIZES check [TILINGS …]`` lets the second program check proofs. Both write what is known of these sizes.
"""

from __future__ import annotations

import json
import lzma
import math
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from dicelab.search.kept_tables import roll_tilings
from experiments.cases.asking import JOBS, ask
from experiments.cases.text import proof_text
from experiments.design.parts import LARGEST, RETAIL
from experiments.recording import Recording, latest, page, table
from solver.polyform import GENIUS_SQUARE
from solver.runs.storage import sha256

SIZES = {"largest": LARGEST, "retail": RETAIL}
SECOND = Path(__file__).with_name("second.c")
COMPILE = ("cc", "-std=c11", "-O2", "-march=native", "-o")


def known(name: str) -> dict[str, Any]:
    """Return what was found out for some sizes so far."""
    kept = latest(f"cases/{name}") / "result.json"
    if kept.exists():
        found: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8"))
        return found
    return {"sizes": SIZES[name], "asked": {}}


def stored_proof(name: str) -> bytes:
    """Return the text of the stored proof."""
    return lzma.decompress((latest(f"cases/{name}") / "proof.txt.xz").read_bytes())


def best(result: dict[str, Any]) -> int:
    """Return the fewest tilings that are refuted."""
    return min(map(int, result["asked"]))


def ask_all(name: str, asked: list[int]) -> None:
    """Ask for each number of tilings, and write what is known; the proof that is stored is the strongest."""
    result = known(name)
    proof = stored_proof(name) if result["asked"] else b""
    for tilings in asked:
        answer = ask(SIZES[name], tilings)
        if answer["status"] == "found":
            sys.exit(f"there is a set whose every roll has {tilings} tilings: {answer['dice']}")
        cases, cells = answer.pop("trees"), answer.pop("cells")
        text = proof_text(GENIUS_SQUARE, SIZES[name], tilings, cells, cases).encode()
        if not proof or tilings <= best(result):
            proof = text
        result["asked"][str(tilings)] = answer | {"bytes": len(text), "sha256": sha256(text)}
        publish(name, result, proof)


def check(name: str, asked: list[int]) -> None:
    """Let the second program, which shares nothing with the first, check proofs; processes share the cases."""
    result = known(name)
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "second"
        subprocess.run([*COMPILE, program, SECOND], check=True)
        for tilings in asked or [best(result)]:
            answer = result["asked"][str(tilings)]
            text = Path(folder) / f"{tilings}.txt"
            text.write_bytes(proof_of(name, tilings, answer))
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


def proof_of(name: str, tilings: int, answer: dict[str, Any]) -> bytes:
    """Return the text of a proof: the stored one, or made again."""
    text = stored_proof(name)
    if sha256(text) != answer["sha256"]:
        again = ask(SIZES[name], tilings)
        text = proof_text(GENIUS_SQUARE, SIZES[name], tilings, again["cells"], again["trees"]).encode()
    if sha256(text) != answer["sha256"]:
        sys.exit(f"the proof for {tilings} tilings is not the one that was written")
    return text


def replayed(program: Path, text: Path, share: int) -> str:
    """Return what the second program says of one share of the cases."""
    done = subprocess.run([program, text, f"{share}/{JOBS}"], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"the second program refuses the proof: {done.stdout}{done.stderr}")
    return done.stdout.strip()


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
    head = ("tilings", "cases", "nodes", "in the largest case", "seconds", "bytes", "second program", "its seconds")
    text = page(
        __file__,
        "page.txt",
        sizes=", ".join(map(str, result["sizes"])),
        rolls=f"{math.prod(result['sizes']):,}",
        refuted=refuted,
        most=refuted - 1,
        counting=f"{roll_tilings(GENIUS_SQUARE).of_rank(math.prod(result['sizes'])):,}",
        first=", ".join(result["asked"][str(refuted)]["first"]),
        rows=table(head, rows, left=0),
        sha256=result["asked"][str(refuted)]["sha256"],
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
