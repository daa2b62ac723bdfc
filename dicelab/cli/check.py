"""``dicelab check FILE``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from dicelab.cli.paths import NameOrFile, ReadPathType
from dicelab.cli.terminal import Terminal, common


@click.command("check", short_help="Check a certificate independently.")
@click.argument("file", type=ReadPathType())
@click.option(
    "--proofs",
    type=ReadPathType(),
    metavar="DIR",
    help="For a certificate of all boards: also check the proofs in this folder, which `dicelab prove --all` wrote.",
)
@click.option("--sample", type=click.IntRange(0), metavar="N", help="Check only N of the proofs, chosen at random.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the random sample.")
@click.option(
    "--expect",
    type=NameOrFile(),
    metavar="DIGEST|SET",
    help="The claim that FILE should make: at least 16 digits of its digest, or a dice set.",
)
@click.option(
    "--drat-trim",
    "with_drat_trim",
    is_flag=True,
    help="For a proof of `design --prove`: leave its DRAT steps to the program drat-trim, which is quicker.",
)
@click.option(
    "--program",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda context, _option, wanted: _print_program(context) if wanted else None,
    help="Print a second checker (a single Python file that does not need dicelab), and exit.",
)
@common
def command(
    terminal: Terminal,
    file: Path,
    proofs: Path | None,
    sample: int | None,
    seed: int,
    expect: str | None,
    *,
    with_drat_trim: bool,
) -> int:
    """Check a certificate or proof with code that shares nothing with the solver, and print what it proves.

    FILE was written by `verify --certificate`, `census certify --out` or `design --prove`, or is the proof.json of
    `prove`. The digest of the claim that is printed is the same for all files with the same claim.

    Exit status: 0 if the claim of FILE is proved, 4 if it is not, or is not the claim that --expect names, 2 if FILE is
    damaged or of another kind, 3 if FILE is right as far as it was checked, but some of its proofs were not.
    """
    from dicelab.check import check_file, is_expected, schema_of, status_of, text_of

    if sample is not None and proofs is None:
        raise click.UsageError("--sample needs --proofs DIR, the folder from which to choose proofs")
    expected = None if expect is None else _digest(expect)
    with terminal.progress("checking") as progress:
        report = check_file(file, proofs, sample, seed, progress, _drat_trim() if with_drat_trim else None)
    content = asdict(report) | ({} if expected is None else {"expected": is_expected(report, expected)})
    terminal.result(schema_of(report), content, text_of(report, expected))
    return status_of(report, expected)


def _digest(text: str) -> str:
    """Return the digest that was given, or that of the claim that a dice set is always solvable."""
    from dicelab.check import expected_of, is_digest

    if is_digest(text):
        return expected_of(text)
    from dicelab.dice.sources import dice_set_of
    from dicelab.verifying.claims import dice_claim

    # With shared cells allowed: whether there are any is seen from the dice.
    return dice_claim(dice_set_of(text, shared_cells=True))


def _drat_trim() -> str:
    """Return the path of drat-trim."""
    from solver.exact_cover.drat_trim import HOW_TO_GET_IT, find_drat_trim

    found = find_drat_trim()
    if found is None:
        raise click.UsageError(f"--drat-trim needs the program, which is not installed: {HOW_TO_GET_IT}")
    return str(found)


def _print_program(context: click.Context) -> None:
    from importlib.resources import files

    click.echo(files("dicelab.check").joinpath("independent_check.py").read_text("utf-8"), nl=False)
    context.exit()
