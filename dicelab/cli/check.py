"""``dicelab check FILE``."""

from __future__ import annotations

import textwrap
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dicelab.cli.terminal import Terminal, common

if TYPE_CHECKING:
    from dicelab.verify.check import CheckReport

WIDTH = 80
MOST_NAME = 30


@click.command("check", short_help="Check a certificate independently.")
@click.argument("file", type=click.Path(path_type=Path))
@common
def command(terminal: Terminal, file: Path) -> int:
    """Check a certificate with code that shares nothing with the solver: exit 0 if its claim is proved, else 1."""
    from dicelab.verify.check import check_certificate

    report = check_certificate(file)
    terminal.result("check", asdict(report), _text(report))
    return 0 if report.ok else 1


def _text(report: CheckReport) -> str:
    # A name may say anything: it stands in quotes, behind what the certificate is about.
    name = report.name if len(report.name) <= MOST_NAME else report.name[:MOST_NAME] + "…"
    lines = [
        "Claim: every board that these dice can roll can be tiled.",
        *_wrapped(f"puzzle: {report.puzzle}"),
        *(line for number, cells in enumerate(report.dice, 1) for line in _wrapped(f"die {number}: {' '.join(cells)}")),
    ]
    if len({cell for cells in report.dice for cell in cells}) < sum(map(len, report.dice)):
        lines.append("A roll that shows a cell twice is rolled again.")
    lines += [
        'The file calls them "' + name.replace('"', "'") + '".',
        *_wrapped(f"{report.rolls:,} rolls, {report.boards:,} distinct boards, {report.tilings:,} tilings checked"),
        *_wrapped("Proved: always solvable." if report.ok else f"NOT proved: {report.problem}"),
    ]
    return "\n".join(lines)


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
