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
@click.option(
    "--expect",
    metavar="DIGEST|SET",
    help="The claim that FILE should make: 16 or more digits of its digest, or for dice also SET.",
)
@click.option(
    "--program",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda context, _option, wanted: _print_program(context) if wanted else None,
    help="Print a second checker, one file of plain Python that needs nothing of dicelab, and exit.",
)
@common
def command(
    terminal: Terminal, file: Path, proofs: Path | None, sample: int | None, seed: int, expect: str | None
) -> int:
    """Check a certificate with code that shares nothing with the solver: exit 0 if its claim is proved, 1 if not.

    What a file proves is printed with the grid, the pieces and the dice. The digest is the same for all files of the
    same claim, and is what `verify --certificate`, `census certify` and `prove` print; where FILE makes another claim
    than the one expected: exit 1.

    FILE is what `verify --certificate` or `census certify --out` wrote, or the proof.json of `prove`. Where a
    certificate of all boards is right but names proofs that were not all checked: exit 3. A damaged file, or one that
    is none of these: exit 2.
    """
    from dicelab.verify.check import check_file, is_expected, schema_of, status_of, text_of

    if sample is not None and proofs is None:
        raise click.UsageError("--sample draws from the proofs of a folder: name it by --proofs DIR")
    expected = None if expect is None else _digest(expect)
    with terminal.progress("checking") as progress:
        report = check_file(file, proofs, sample, seed, progress)
    content = asdict(report) | ({} if expected is None else {"expected": is_expected(report, expected)})
    terminal.result(schema_of(report), content, text_of(report, expected))
    return status_of(report, expected)


def _digest(text: str) -> str:
    """Return the digest that was given, or that of the claim that a dice set is always solvable."""
    from dicelab.verify.check import expected_of, is_digest

    if is_digest(text):
        return expected_of(text)
    from dicelab.api.dice_sources import dice_set_of
    from dicelab.verify.claims import dice_claim

    # With shared cells allowed: whether there are any is seen from the dice.
    return dice_claim(dice_set_of(text, shared_cells=True))


def _print_program(context: click.Context) -> None:
    from importlib.resources import files

    click.echo(files("dicelab.verify").joinpath("independent_check.py").read_text("utf-8"), nl=False)
    context.exit()
