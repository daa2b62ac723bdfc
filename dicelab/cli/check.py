"""``dicelab check FILE``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from dicelab.cli.terminal import Terminal, common


@click.command("check", short_help="Check a certificate independently.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--proofs",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="For a certificate of all boards: check the proofs in this folder of `dicelab prove --all` too.",
)
@click.option("--sample", type=click.IntRange(0), metavar="N", help="Only so many of the proofs, drawn at random.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Draws the sample.")
@common
def command(terminal: Terminal, file: Path, proofs: Path | None, sample: int | None, seed: int) -> int:
    """Check a certificate with code that shares nothing with the solver: exit 0 if its claim is proved, 1 if not.

    FILE is what `verify --certificate` or `census certify --out` wrote, or the proof.json of `prove`. Where a
    certificate of all boards is right but names proofs that were not all checked: exit 3. A damaged file, or one that
    is none of these: exit 2.
    """
    from dicelab.verify.check import check_file, schema_of, status_of, text_of

    if sample is not None and proofs is None:
        raise click.UsageError("--sample draws from the proofs of a folder: name it by --proofs DIR")
    with terminal.progress("checking") as progress:
        report = check_file(file, proofs, sample, seed, progress)
    terminal.result(schema_of(report), asdict(report), text_of(report))
    return status_of(report)
