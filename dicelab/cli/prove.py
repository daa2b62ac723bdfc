"""``dicelab prove BOARD`` and ``dicelab prove --all``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dicelab.cli.inputs import board_puzzle_option
from dicelab.cli.paths import WrittenPathType
from dicelab.cli.terminal import (
    Terminal,
    common,
    jobs_option,
    load_census,
    read_board_text,
    runner_of,
    seconds_option,
)
from dicelab.exit_status import DONE, FALSE, UNKNOWN

if TYPE_CHECKING:
    pass


@click.command("prove", short_help="Write a proof that a board has no tiling.")
@click.argument("board_text", metavar="BOARD", required=False)
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="Prove it for all boards of the puzzle without a tiling, one of each orbit; can be resumed.",
)
@click.option("--sample", type=click.IntRange(1), metavar="N", help="The same for N of these boards, chosen at random.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the random sample.")
@click.option(
    "--out",
    type=WrittenPathType(file_okay=False),
    metavar="DIR",
    help="Folder for the files.  [default: proof-<BLOCKERS> for a board, proofs for --all, proofs-sample for --sample]",
)
@seconds_option
@click.option("--force", is_flag=True, help="Overwrite the files of a board if they exist.")
@click.option("--lrat", is_flag=True, help="Also write board.lrat, the proof for checkers of the format LRAT.")
@jobs_option
@board_puzzle_option
@common
def command(
    terminal: Terminal,
    board_text: str | None,
    sample: int | None,
    seed: int,
    out: Path | None,
    seconds: float | None,
    jobs: int,
    puzzle_text: str | None,
    *,
    every: bool,
    force: bool,
    lrat: bool,
) -> int:
    """Prove that BOARD has no tiling, so that other programs can check the proof.

    DIR gets the clauses (board.cnf), a DRAT proof by CaDiCaL that they contradict each other (board.drat), and a
    description of both (proof.json). The proof is checked by drat-trim if that is installed, otherwise by the checker
    of `dicelab check`. With --lrat there is board.lrat too: the same proof, in which each step names the clauses that
    it follows from, for formally verified checkers such as cake_lpr.

    Exit status: 0 if the proof is written and verified, 4 if there is a tiling, 3 if the proof could not be checked or
    time ran out.
    """
    from dicelab.dice.puzzle_source import puzzle_of

    if sum((board_text is not None, every, sample is not None)) != 1:
        raise click.UsageError("name a BOARD, or pass --all, or --sample N: one of them")
    if board_text is not None:
        return _prove_board(terminal, read_board_text(board_text), puzzle_text, out, seconds, force=force, lrat=lrat)
    if seconds is not None or force or lrat:
        raise click.UsageError(
            "--seconds, --force and --lrat are for a BOARD: a run of many boards always continues an earlier one"
        )
    from dicelab.verifying.proofs import all_orbits, prove_orbits, sampled
    from dicelab.verifying.proofs.text import orbit_proofs_text

    # As in a certificate of all boards, blockers stand anywhere.
    puzzle = puzzle_of(puzzle_text or "genius-square").unrestricted
    folder = out or Path("proofs" if every else "proofs-sample")
    plan = all_orbits(puzzle, load_census(terminal, puzzle, jobs, solvability=True).unsolvable_boards)
    if sample is not None:
        plan = sampled(plan, sample, seed)
    try:
        with runner_of(None, jobs, in_processes=True) as runner, terminal.progress("proofs") as progress:
            proofs = prove_orbits(plan, folder, runner, terminal.warn, progress)
    except KeyboardInterrupt:
        terminal.note("progress is saved; run the same command to continue")
        raise
    terminal.result("prove-all", {**proofs.summary(), "folder": str(folder)}, orbit_proofs_text(proofs, folder))
    return 0 if proofs.checked == len(proofs.rows) else 3


def _prove_board(
    terminal: Terminal,
    text: str,
    puzzle_text: str | None,
    out: Path | None,
    seconds: float | None,
    *,
    force: bool,
    lrat: bool,
) -> int:
    """Prove that one board has no tiling."""
    from dicelab.solving import board_and_puzzle_of
    from dicelab.verifying.proofs import prove_board
    from dicelab.verifying.proofs.text import board_proof_json, board_proof_text
    from solver.exact_cover.drat_trim import find_drat_trim

    board, puzzle = board_and_puzzle_of(text, puzzle_text)
    folder = out or Path("proof-" + board.format().replace(" ", "-"))
    proof = prove_board(board, puzzle, seconds=seconds, checker=find_drat_trim(), folder=folder, force=force, lrat=lrat)
    terminal.result("prove", board_proof_json(proof, folder), board_proof_text(proof, folder))
    if proof.tiling and not terminal.json:
        terminal.note("no proof was written: the board has this tiling")
    if proof.tiling:
        return FALSE
    return DONE if proof.checked_by else UNKNOWN
