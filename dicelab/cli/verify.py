"""``dicelab verify SET``."""

from __future__ import annotations

from pathlib import Path

import click

from dicelab.cli.inputs import read_set, set_puzzle_option
from dicelab.cli.paths import NameOrFile, WrittenPath
from dicelab.cli.terminal import (
    Terminal,
    common,
    jobs_option,
    load_census,
    require_free,
    shared_cells_option,
    write_output,
)
from dicelab.exit_status import DONE, FALSE


@click.command("verify", short_help="Tell whether every roll of a dice set can be solved.")
@click.argument("dice", type=NameOrFile(), metavar="SET")
@click.option(
    "--backend",
    "backends",
    default="bitmask",
    show_default=True,
    metavar="NAMES",
    help="bitmask, census, cp-sat or brute-force; several separated by commas must agree.",
)
@click.option("--every-roll", is_flag=True, help="Let cp-sat solve every roll, even if a tiling of another roll fits.")
@click.option(
    "--certificate",
    type=WrittenPath(),
    metavar="FILE",
    help="Write a tiling of every roll to FILE; `dicelab check` reads it.",
)
@click.option("--force", is_flag=True, help="Overwrite the certificate if it exists.")
@shared_cells_option
@set_puzzle_option
@jobs_option
@common
def command(
    terminal: Terminal,
    dice: str,
    puzzle_text: str | None,
    backends: str,
    certificate: Path | None,
    jobs: int,
    *,
    every_roll: bool,
    force: bool,
    shared_cells: bool,
) -> int:
    """Tell whether SET is always solvable, by solving every distinct roll.

    Dice that share cells, as misprinted ones do, are taken as they are: a roll that shows a cell twice is rolled again.

    Exit status: 0 if every roll can be tiled, 4 if one can't.
    """
    from dicelab.api.sets import verify
    from dicelab.api.values import names_of
    from dicelab.dice.names import plain
    from dicelab.render.text import cut
    from dicelab.render.verification_text import verification_json, verification_text
    from dicelab.verify.claims import dice_claim

    dice_set, names = read_set(dice, puzzle_text, shared_cells=shared_cells, as_printed=True), names_of(backends)
    if certificate:
        require_free(certificate, force=force)
        if names == ["census"]:
            raise click.UsageError(
                "--certificate needs tilings, which --backend census does not find: use --backend bitmask"
            )
    with terminal.late_progress(f"rolls of {cut(plain(dice_set.name), 30)}") as progress:
        result = verify(
            dice_set,
            backend=names,
            every_roll=every_roll,
            jobs=jobs,
            census=lambda puzzle: load_census(terminal, puzzle, jobs, solvability=True),
            progress=progress,
        )
    # The verdict first: a file that can't be written takes nothing from it.
    terminal.result("verification", verification_json(result), verification_text(result))
    if certificate:
        data = result.certificate()
        if data is None:
            terminal.note("no certificate was written: not every roll has a tiling")
        else:
            write_output(certificate, data, force=force)
            terminal.note(f"certificate written to {certificate}; digest of its claim: {dice_claim(dice_set)}")
    return DONE if result.always_solvable else FALSE
