"""Prove a published dice set: two searches that share only the placements, the census, and a certificate."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from dicelab.check import check_certificate
from dicelab.dice import catalogue_set
from dicelab.errors import DONE, FALSE
from dicelab.render import dice_set_svg
from dicelab.verifying import PlacementTable, certificate_bytes, verify
from experiments.measuring import timed
from experiments.recording import Recording, table
from solver.census import Census, Content
from solver.runs.storage import write_atomic


def prove(experiment: str, set_name: str, claim: str, published: int) -> None:
    """Verify a catalogue set by all means, and write its results."""
    jobs = os.cpu_count() or 1
    dice_set = catalogue_set(set_name)
    census = Census.load(dice_set.puzzle, Content.SOLVABILITY, jobs=jobs)
    result = verify(dice_set, ["bitmask", "census", "cp-sat"], look_up=census.is_solvable, jobs=jobs)
    report = result.to_json()
    recording = Recording(experiment, f"python -m experiments.{experiment}.run")
    boards, unsolvable = len(result.rolls.boards), len(result.unsolvable)
    lines = [
        f"# {claim}",
        "",
        f"Published: {published:,} rolls, all solvable.",
        f"Computed: {result.rolls.rolls:,} rolls, {boards:,} distinct boards, {unsolvable:,} of them unsolvable.",
        "",
        *table(
            ("program", "boards asked about", "unsolvable", "seconds"),
            [(a.backend, a.calls, int((~a.solvable).sum()), f"{a.seconds:.2f}") for a in result.verdicts],
        ),
    ]
    if result.always_solvable and result.placed is not None:
        data = certificate_bytes(dice_set, PlacementTable(dice_set.puzzle).piece_masks(result.placed))
        recording.write("certificate.dicelab", data)
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "certificate"
            write_atomic(copy, data)
            checked, seconds = timed(lambda: check_certificate(copy))
        report["certificate"] = {"ok": checked.ok, "tilings": checked.tilings, "bytes": len(data)}
        verdict = "accepts" if checked.ok else f"rejects ({checked.problem})"
        cost = f"{checked.tilings:,} tilings in {seconds:.2f} s, {len(data):,} bytes"
        lines += ["", f"The independent checker {verdict} the certificate: {cost}."]
    agrees = result.rolls.rolls == published and result.always_solvable
    lines += ["", "The claim holds." if agrees else "THE CLAIM DOES NOT HOLD."]
    recording.write("set.svg", dice_set_svg(dice_set))
    recording.publish("dicelab/verification/1", report, lines)
    sys.exit(DONE if agrees else FALSE)
