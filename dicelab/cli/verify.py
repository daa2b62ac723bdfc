"""``dicelab verify SET``."""

from __future__ import annotations

from pathlib import Path

import click

from dicelab.cli.inputs import read_set, set_puzzle_option
from dicelab.cli.terminal import (
    Terminal,
    common,
    jobs_option,
    load_census,
    require_free,
    shared_cells_option,
    write_output,
)


@click.command("verify", short_help="Look at every roll of a dice set.")
@click.argument("dice", metavar="SET")
@click.option(
    "--backend",
    "backends",
    default="bitmask",
    show_default=True,
    metavar="NAMES",
    help="bitmask, census, cp-sat, brute-force, or several with commas that must agree.",
)
@click.option("--every-roll", is_flag=True, help="Ask cp-sat about every roll, though a tiling may settle several.")
@click.option("--certificate", type=click.Path(path_type=Path), metavar="FILE", help="Write a tiling for every roll.")
@click.option("--force", is_flag=True, help="Overwrite the certificate.")
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
    """Look at every distinct roll of SET: exit 0 if all boards can be tiled, 1 if one can't."""
    from dicelab.api.sets import verify
    from dicelab.api.values import names_of
    from dicelab.dice.names import plain
    from dicelab.render.text import cut
    from dicelab.render.verification_text import verification_json, verification_text
    from dicelab.verify.claims import dice_claim

    dice_set, names = read_set(dice, puzzle_text, shared_cells=shared_cells), names_of(backends)
    if certificate:
        require_free(certificate, force=force)
        if names == ["census"]:
            raise click.UsageError("--certificate needs tilings, which census has not: add --backend bitmask")
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
            terminal.note("no certificate: there is no tiling for every roll")
        else:
            write_output(certificate, data, force=force)
            terminal.note(f"certificate written to {certificate}; digest of its claim: {dice_claim(dice_set)}")
    return 0 if result.always_solvable else 1
