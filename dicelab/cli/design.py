"""``dicelab design``."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicelab.cli.inputs import read_set
from dicelab.cli.paths import WrittenPathType
from dicelab.cli.question import load_typed_objectives, question_options
from dicelab.cli.terminal import (
    Terminal,
    common,
    jobs_option,
    load_census,
    require_free,
    runner_of,
    seconds_option,
    write_output,
)
from dicelab.exit_status import DONE, FALSE, INTERRUPTED, TERMINATED, UNKNOWN

if TYPE_CHECKING:
    from dicelab.search.design import DesignOutcome, DesignProof

EXIT_STATUS = {"found": DONE, "optimal": DONE, "infeasible": FALSE, "unknown": UNKNOWN}


@click.command("design", short_help="Find a dice set by constraints, or prove that there is none.")
@question_options
@click.option(
    "--maximize",
    metavar="OBJECTIVE",
    help="Make this as large as possible: fewest, perimeter and distance=SET with a bound, others by local search.",
)
@click.option(
    "--minimize",
    metavar="OBJECTIVE",
    help="Make this as small as possible: perimeter and changes (of faces of --from) with a bound, others by local "
    "search.",
)
@click.option(
    "--faces", metavar="N[,N…]", help="Number of faces of the physical dice; cells are repeated to fill them."
)
@click.option("--seed", type=int, help="Seed of the random numbers.  [default: 0]")
@click.option("--members", type=int, help="Number of searches that run side by side.  [default: 4]")
@click.option(
    "--cnf",
    type=WrittenPathType(),
    metavar="FILE",
    help="Write a proof of impossibility to FILE, as CNF for SAT solvers.",
)
@click.option(
    "--prove",
    type=WrittenPathType(),
    metavar="FILE",
    help="Write a proof of impossibility, or of the bound, to FILE, for `dicelab check`; it takes extra time.",
)
@click.option("--out", type=WrittenPathType(), metavar="DIR", help="Save the search to this folder.")
@click.option("--resume", type=WrittenPathType(), metavar="DIR", help="Continue an interrupted search.")
@click.option("--force", is_flag=True, help="Overwrite the files of --out, --cnf and --prove.")
@click.option(
    "--cluster",
    "cluster_address",
    metavar="ADDRESS",
    help="Use the workers of a Dask cluster; ADDRESS is that of its scheduler.",
)
@seconds_option
@jobs_option
@common
def command(
    terminal: Terminal,
    cnf: Path | None,
    prove: Path | None,
    out: Path | None,
    resume: Path | None,
    cluster_address: str | None,
    seconds: float | None,
    jobs: int,
    *,
    force: bool,
    **options: Any,  # noqa: ANN401 - the options of design
) -> int:
    """Find dice that meet constraints, or prove that no dice do.

    Each better set is printed as soon as it is found. Ctrl-C and --seconds stop the search, and the best set so far is
    the result. A search with --out continues with --resume DIR and ends with the same files. --invariant takes
    rotate-90, rotate-180, rotate-270, mirror-left-right, mirror-top-bottom, mirror-diagonal and mirror-antidiagonal.

    With --prove, the last question that was refuted is asked again and its proof is logged: that no set meets the
    constraints, or for `--maximize fewest` that no set has more tilings than the bound. Anyone can check it by
    `dicelab check FILE`.

    Exit status: 0 if a set was found, 4 if none is possible (proved), 3 if the time was too short, or a proof could not
    be checked.
    """
    from dicelab.api.searches import design
    from dicelab.search.design import require_proofs

    begin = time.perf_counter()
    for option in ("maximize", "minimize"):
        load_typed_objectives(option, options[option])
    if options["source"] == "-":
        options["source"] = read_set("-", options["puzzle"], as_printed=True)
    for name, file in (("--cnf", cnf), ("--prove", prove)):
        if file:
            require_free(file, force=force)
            if options["shared_cells"]:
                raise click.UsageError(f"{name} goes with dice that share no cells: nothing is refuted here")
    if prove:
        require_proofs(options)
    with contextlib.ExitStack() as stack:
        # Threads of this machine are made where Ctrl-C is heard at once.
        runner = stack.enter_context(runner_of(cluster_address, jobs)) if cluster_address else None
        progress = stack.enter_context(terminal.late_progress("designing dice"))
        outcome = design(
            out=out,
            resume=resume,
            force=force and (resume is None or (cnf is None and prove is None)),
            seconds=seconds,
            jobs=jobs,
            runner=runner,
            census=lambda puzzle_of_dice, content: load_census(
                terminal, puzzle_of_dice, jobs, solvability=content == "solvability"
            ),
            progress=progress,
            improved=lambda improvement: terminal.note(str(improvement)),
            warn=terminal.warn,
            **options,
        )
    passed = time.perf_counter() - begin
    content, text = outcome.to_json() | {"seconds": round(passed, 3)}, f"{outcome}\n({passed:.1f} s)"
    proof = _proof(terminal, outcome) if prove else None
    if prove and proof:
        write_output(prove, proof.data, force=force)
        content, text = content | {"proof": proof.to_json(prove)}, f"{text}\n\n{proof.text(prove)}"
    terminal.result(outcome.schema, content, text)
    for line in outcome.details:
        terminal.detail(line)
    folder = resume or out
    if folder and not outcome.finished:
        terminal.note(f"progress is saved; continue with dicelab design --resume {folder}")
    if outcome.interrupted:
        return TERMINATED if outcome.stopped == "terminated" else INTERRUPTED
    if cnf:
        _write_proof(terminal, cnf, outcome.proof, force=force)
    if proof and not proof.checked_by:
        return UNKNOWN
    return EXIT_STATUS[outcome.status]


def _proof(terminal: Terminal, outcome: DesignOutcome) -> DesignProof | None:
    """Prove what was refuted, until Ctrl-C."""
    if outcome.refuted is None:
        terminal.note("no proof was written: nothing was proved impossible")
        return None
    if outcome.stopped:
        terminal.note("proving the best bound so far; press Ctrl-C to leave without a proof")
    try:
        return outcome.prove()
    except KeyboardInterrupt:
        terminal.note("no proof was written: it was interrupted")
        return None


def _write_proof(terminal: Terminal, cnf: Path, proof: str | None, *, force: bool) -> None:
    if proof is None:
        terminal.note("no CNF file was written: nothing was proved impossible by clauses; --prove writes any proof")
        return
    write_output(cnf, proof.encode(), force=force)
    terminal.note(f"the proof is in {cnf}: any SAT solver finds it unsatisfiable")
