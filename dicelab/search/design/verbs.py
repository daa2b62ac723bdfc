"""The verb ``design``."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Unpack

from dicelab.errors import DiceError
from dicelab.kinds import ADVANCED, AnsweredPort, Kind, PathLike, Whole, Written, jobs_of, unheard
from dicelab.search.options import OptionalObjective, RunOptions, SearchOptions, run_options
from dicelab.verb import verb

if TYPE_CHECKING:
    from dicelab.search.design.outcome import DesignOutcome


@verb(
    group="every day",
    examples=("design --puzzle 2x4/2:3*I2 --sizes 4,4", "design --from default --minimize changes --seconds 60"),
    needs=("filelock", "ortools"),
)
def design(
    *,
    maximize: OptionalObjective = None,
    minimize: OptionalObjective = None,
    faces: Annotated[str | None, Kind(metavar="N[,N…]")] = None,
    seed: Annotated[int | None, Whole(shown_default="0"), ADVANCED] = None,
    members: Annotated[int | None, Whole(shown_default="4"), ADVANCED] = None,
    prove: Written = None,
    answered: AnsweredPort = unheard,
    **asked: Unpack[SearchOptions],
) -> DesignOutcome:
    """Find a dice set that meets constraints, or prove that none exists.

    Each better set is printed as soon as it is found. Ctrl-C and --seconds stop the search, and the best set so far is
    the result. A search with --out continues with --resume DIR and ends with the same files. --invariant takes
    rotate-90, rotate-180, rotate-270, mirror-left-right, mirror-top-bottom, mirror-diagonal and mirror-antidiagonal;
    those that a symmetry of the board carries to each other are one question, and their sets are images.

    With --prove, the last question that was refuted is asked again and its proof is logged: that no set meets the
    constraints, or for ``--maximize fewest`` that no set has more tilings than the bound. Anyone can check it by
    ``dicelab check FILE``. Then --seconds is for both: a search that has not ended by half of it is stopped, and the
    proof has the rest. The refuted cases of a proof by cases are kept beside FILE, and the same command continues it.

    Exit status: 0 if a set was found, 4 if none is possible (proved), 3 if the time was too short, or a proof could not
    be finished or checked.

    Parameters
    ----------
    maximize
        Make this as large as possible: fewest, perimeter and distance=SET with a bound, others by local search.
    minimize
        Make this as small as possible: perimeter and changes (of faces of --from) with a bound, others by local search.
    faces
        Number of faces of the physical dice; cells are repeated to fill them.
    seed
        Seed of the random numbers.
    members
        Number of searches that run side by side.
    prove
        Write a proof of impossibility, or of the bound, to FILE, for ``dicelab check``; it takes time of --seconds.
    force
        Overwrite the files of --out and --prove.

    Returns
    -------
    DesignOutcome
        After Ctrl-C too: then it is ``interrupted``.

    Raises
    ------
    DiceError
        If an option can't be read, or options contradict each other.

    Examples
    --------
    >>> import dicelab
    >>> outcome = dicelab.design(puzzle="2x4/2:3*I2", sizes=(4, 4), jobs=1)
    >>> outcome.to_json()["status"], outcome.dice_set.sizes, dicelab.verify(outcome.dice_set).always_solvable
    ('found', (4, 4), True)
    """
    from dicelab.search.design.running import design as run
    from dicelab.search.design.settings import design_settings
    from dicelab.search.question import given_words

    begin = time.perf_counter()
    resume, force, note = asked.get("resume"), asked.get("force", False), asked.get("note") or unheard
    if prove and asked.get("shared_cells"):
        raise DiceError("--prove goes with dice that share no cells: nothing is refuted here")
    if prove:
        from dicelab.search.design.proving import require_proofs

        require_proofs(asked, maximize, minimize)
    own = {"maximize": maximize, "minimize": minimize, "faces": faces, "seed": seed, "members": members}
    if resume and (given := given_words(asked, **own)):
        raise DiceError(f"--resume keeps the settings of its search: leave out --{given[0]}")
    settings = None
    if not resume:
        settings = design_settings(asked, maximize=maximize, minimize=minimize, faces=faces, seed=seed, members=members)
    options = run_options(asked)
    options["jobs"] = jobs_of(asked.get("jobs"))
    # With --resume, it is for the files of the proof.
    options["force"] = force and not (resume and prove)
    seconds = options.get("seconds")
    if prove and seconds is not None:
        # An open-ended search would leave nothing for the proof.
        options["seconds"] = seconds / 2
    outcome = run(settings, **options)
    outcome = replace(outcome, seconds=time.perf_counter() - begin)
    if prove:
        left = None if seconds is None or outcome.interrupted else max(0.0, seconds - (time.perf_counter() - begin))
        outcome = _proved(outcome, Path(prove), left, options, force=force)
    # The outcome first: a file that can't be written takes nothing from it.
    answered(outcome)
    folder = resume or asked.get("out")
    if folder and not outcome.finished:
        note(f"progress is saved; continue with dicelab design --resume {folder}")
    return outcome


def _write(path: PathLike, data: bytes, *, force: bool) -> None:
    from solver.runs.storage import write_free

    write_free(Path(path), data, force=force)


def _proved(
    outcome: DesignOutcome, file: Path, seconds: float | None, options: RunOptions, *, force: bool
) -> DesignOutcome:
    """Prove what was refuted and write the proof, until the time is up or Ctrl-C; tell how far it came."""
    from dicelab.search.design.proof import UnfinishedProof
    from dicelab.search.design.proving import prove_design
    from dicelab.search.design.proving_cases import folder_of_cases, remove_cases
    from solver.runs.progress import silent
    from solver.runs.storage import target_of

    note, asked = options.get("note") or unheard, outcome.refuted
    if asked is None:
        why = "nothing was proved impossible"
        if outcome.stopped:
            why += " before the search was stopped: allow more --seconds"
            # A search without a folder begins anew.
            kept = options.get("out") or options.get("resume")
            why += "" if kept else ", or pass --out DIR, which --resume continues"
        note(f"no proof was written: {why}")
        return outcome
    if asked.nogoods and asked.question.min_tilings > 1:
        note(
            "no proof was written: files of proofs have no nogoods of fewer than some tilings; --out keeps the formula "
            "in proof.cnf"
        )
        return outcome
    if outcome.stopped:
        note("proving the best bound so far; press Ctrl-C to leave without a proof")
    kept = None if target_of(file).is_stream else folder_of_cases(file, asked.question)
    jobs, progress = options.get("jobs"), options.get("progress") or silent
    proof = prove_design(asked, seconds, jobs=jobs, kept=kept, progress=progress)
    if proof is None:
        note("no proof was written: the question has an answer after all; please report this")
        return outcome
    if isinstance(proof, UnfinishedProof):
        return replace(outcome, unproved=proof)
    _write(file, proof.data, force=force)
    if kept:
        remove_cases(kept)
    return replace(outcome, written=replace(proof, file=file))
