"""``dicelab check FILE``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from dicelab.cli.terminal import Terminal, common


@click.command("check", short_help="Check a certificate independently.")
@click.argument("file", type=click.Path(path_type=Path))
@common
def command(terminal: Terminal, file: Path) -> int:
    """Check a certificate with code that shares nothing with the solver: exit 0 if its claim is proved, else 1."""
    from dicelab.verify.check import check_certificate

    report = check_certificate(file)
    verdict = (
        f"{report.name}: {report.rolls:,} rolls, {report.boards:,} distinct boards, "
        f"{report.tilings:,} tilings checked\n"
        + ("Proved: always solvable." if report.ok else f"NOT proved: {report.problem}")
    )
    terminal.result("check", asdict(report), verdict)
    return 0 if report.ok else 1
