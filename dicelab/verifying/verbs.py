"""The verbs ``verify``, ``prove`` and ``check``: claims of dice sets and boards, and who believes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from dicelab.dice.sources import BoardPuzzle, DiceSource, SetPuzzle, dice_set_of
from dicelab.errors import DONE, FALSE, UNKNOWN, DiceError
from dicelab.kinds import (
    AnsweredPort,
    Force,
    Jobs,
    Listed,
    NotePort,
    PathLike,
    Port,
    ProgressPort,
    ReadPath,
    Seconds,
    Seed,
    SharedCells,
    SourceKind,
    Whole,
    Written,
    WrittenPath,
    jobs_of,
    names_of,
    unheard,
)
from dicelab.solving.reading import BoardSource
from dicelab.verb import Report, verb
from solver.registry import Registry
from solver.runs.progress import Progress, labelled, silent
from solver.runs.storage import json_text

if TYPE_CHECKING:
    from dicelab.verifying.sweep import LookUp
    from dicelab.verifying.verification import Verification
    from solver.polyform import Puzzle

    LoadLookUp: TypeAlias = Callable[[Puzzle], LookUp]

PROOF = 'prove "A2 B1 A5 B6 C3 C4 D3"'

LOOK_UPS: Registry[LoadLookUp] = Registry("table of boards", "dicelab.look_ups")
"""Tables of solvable boards. Verification imports none of them, so that it can't share their faults."""


def _backends() -> Iterable[str]:
    from solver.exact_cover import BACKENDS

    return [*BACKENDS, "sweep", "census"]


@verb(
    group="every day",
    examples=("verify default", "verify theorem-5.3 --certificate theorem.certificate", "verify default --json"),
)
def verify(
    dice: DiceSource | None = None,
    puzzle: SetPuzzle = None,
    *,
    backend: Annotated[
        str | Sequence[str] | None,
        Listed(
            metavar="NAMES", names=_backends, shown_default="bitmask; sweep for more than 1,000,000 rolls or 64 cells"
        ),
    ] = None,
    every_roll: bool = False,
    certificate: Written = None,
    out: Annotated[PathLike | None, WrittenPath(metavar="DIR", is_kept=True)] = None,
    resume: Annotated[PathLike | None, WrittenPath(metavar="DIR", is_kept=True)] = None,
    force: Force = False,
    shared_cells: SharedCells = False,
    jobs: Jobs = None,
    look_up: Annotated[LoadLookUp | None, Port()] = None,
    progress: ProgressPort = silent,
    answered: AnsweredPort = unheard,
    note: NotePort = unheard,
    warn: NotePort = unheard,
) -> Verification:
    """Tell whether every roll of a dice set can be solved.

    Dice that share cells, as misprinted ones do, are taken as they are: a roll that shows a cell twice is rolled again.

    Up to 4,294,967,296 rolls are verified, block by block, in little memory. A verification with --out that was stopped
    or killed continues with --resume DIR; that changes nothing in its result.

    Exit status: 0 if every roll can be tiled, 4 if one can't.

    Parameters
    ----------
    backend
        bitmask, sweep, census, cp-sat or brute-force; several separated by commas must agree. sweep is the quickest for
        many rolls: it checks tilings that short searches find, and leaves the other rolls to bitmask.
    every_roll
        Let cp-sat solve every roll, even if a tiling of another roll fits.
    certificate
        Write a tiling of every roll to FILE; ``dicelab check`` reads it.
    out
        Save the verification to this folder.
    resume
        Continue an interrupted verification.
    force
        Overwrite the certificate if it exists, and an earlier verification in the folder of --out.
    look_up
        Loads the table that the backend ``census`` asks; by default from the cache of this machine, or built there.

    Raises
    ------
    DiceError
        If there is no such set or backend.
    DicelabError
        If two backends disagree.

    Examples
    --------
    >>> import dicelab
    >>> verification = dicelab.verify("default")
    >>> verification.always_solvable, len(verification.rolls.boards)
    (True, 62208)
    """
    from dicelab.dice.names import plain
    from dicelab.render.text import cut
    from dicelab.verifying.sweep import CENSUS, Sweep, SweepCheckpoint, open_run, require_blocks
    from dicelab.verifying.verification import require_backends, swept, usual_backend, verify as verify_rolls

    if resume is not None and (out or dice or puzzle or backend or every_roll or shared_cells):
        raise DiceError("--resume keeps the settings of its verification: leave out SET and all but --certificate")
    with ExitStack() as stack:
        folder, kept = None, None
        if resume is not None:
            folder = stack.enter_context(open_run(Path(resume)))
            kept = SweepCheckpoint.of(folder, warn)
            dice_set, names, share = kept.dice_set, list(kept.backends), kept.share
            require_backends(names)
        elif dice is None:
            raise DiceError("SET is missing: name a dice set, or pass --resume DIR")
        else:
            dice_set = dice_set_of(dice, puzzle, shared_cells=shared_cells, as_printed=True)
            names, share = [usual_backend(dice_set)] if backend is None else names_of(backend), not every_roll
        if certificate is not None and names == [CENSUS]:
            raise DiceError("--certificate needs tilings, which --backend census does not find: use --backend bitmask")
        if out is not None:
            require_backends(names)
            require_blocks(dice_set)
            folder = stack.enter_context(open_run(Path(out), is_new=True, force=force))
            kept = SweepCheckpoint.first(dice_set, names, share=share)
            # Only what a file of the set holds, as after --resume.
            dice_set = kept.dice_set
        table = (look_up or LOOK_UPS["census"])(dice_set.puzzle) if CENSUS in names else None
        moving = labelled(progress, f"rolls of {cut(plain(dice_set.name), 30)}")
        if folder and kept:
            sweep = Sweep(dice_set, names, table, share=share)
            try:
                state = sweep.run(jobs=jobs_of(jobs), progress=moving, folder=folder, state=kept.state)
            except KeyboardInterrupt:
                note(f"progress is saved; continue with dicelab verify --resume {folder.path}")
                raise
            result = swept(sweep, state)
            folder.write("verification.json", json_text(result.lasting_json()) + "\n")
            folder.finish(seed=None)
        else:
            result = verify_rolls(dice_set, names, look_up=table, jobs=jobs_of(jobs), share=share, progress=moving)
    if certificate is not None:
        # The verdict first: a file that can't be written takes nothing from it.
        answered(result)
        _certify(result, Path(certificate), jobs_of(jobs), progress, note, force=force)
    return result


def _certify(
    result: Verification, path: Path, jobs: int, progress: Progress, note: Callable[[str], None], *, force: bool
) -> None:
    from dicelab.verifying.certificate import dice_claim
    from solver.runs.storage import atomic_file, require_free

    if not result.always_solvable:
        note("no certificate was written: not every roll has a tiling")
        return
    require_free(path, force=force)
    with atomic_file(path) as part, part.open("wb") as file:
        result.write_certificate(file, jobs=jobs, progress=labelled(progress, "certificate"))
    note(f"certificate written to {path}; digest of its claim: {dice_claim(result.dice_set)}")


@verb(
    group="research",
    examples=(
        f"{PROOF} --out proof",
        f"{PROOF} --out proof --json",
        f"{PROOF} --lrat",
        'prove "C3 C4 D3 D6 E2 E4 F3" --count',
    ),
)
def prove(
    board: BoardSource | None = None,
    puzzle: BoardPuzzle = None,
    *,
    all_: bool = False,
    sample: Annotated[int | None, Whole(least=1)] = None,
    seed: Seed = 0,
    out: Annotated[
        PathLike | None,
        WrittenPath(
            metavar="DIR",
            is_folder=True,
            shown_default="proof-<BLOCKERS> for a board, proofs for --all, proofs-sample for --sample",
        ),
    ] = None,
    seconds: Seconds = None,
    force: Force = False,
    lrat: bool = False,
    count: bool = False,
    jobs: Jobs = None,
    census: Annotated[Callable[..., Any] | None, Port()] = None,
    progress: ProgressPort = silent,
    note: NotePort = unheard,
    warn: NotePort = unheard,
) -> Report:
    """Write a proof that a board has no tiling, or exactly as many as it has; other programs can check it.

    DIR gets the clauses (board.cnf), a DRAT proof by CaDiCaL that they contradict each other (board.drat), and a
    description of both (proof.json). The proof is checked by drat-trim if that is installed, otherwise by the checker
    of ``dicelab check``; and then by cake_lpr, which is itself proved to be right, if that is there. With --lrat there
    is board.lrat too: the same proof, in which each step names the clauses that it follows from, as formally verified
    checkers read it.

    With --count the board may have tilings: DIR gets all of them (board.tilings), and the proof shows that there is no
    other.

    Exit status: 0 if the proof is written and verified, 4 if there is a tiling (not with --count), 3 if the proof could
    not be checked or time ran out.

    Parameters
    ----------
    all_
        Prove it for all boards of the puzzle without a tiling, one of each orbit; can be resumed.
    sample
        Prove it for only N of these boards, chosen at random.
    seed
        Seed of the random sample.
    out
        Folder for the files.
    force
        Overwrite the files of a board if they exist.
    lrat
        Also write board.lrat, the proof for checkers of the format LRAT.
    count
        Prove the number of tilings of the board, at most 150,000.
    census
        Loads the census of solvability of a puzzle, which lists its boards without a tiling.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> import dicelab
    >>> with TemporaryDirectory() as folder:
    ...     proof = dicelab.prove("A1 B2", "2x3/2:O4", out=folder)
    >>> proof.exit_status, proof.to_json()["board"]
    (0, ['A1', 'B2'])
    """
    if sum((board is not None, all_, sample is not None)) != 1:
        raise DiceError("name a BOARD, or pass --all, or --sample N: one of them")
    if board is not None:
        return _board_proof(board, puzzle, out, seconds, force=force, lrat=lrat, count=count)
    if seconds is not None or force or lrat or count:
        raise DiceError(
            "--seconds, --force, --lrat and --count are for a BOARD: a run of many boards always continues an earlier "
            "one"
        )
    if census is None:
        raise DiceError("boards without a tiling are those of a census: pass census=dicelab.Census.load")
    from dicelab.dice.sources import puzzle_of
    from dicelab.verifying.proofs import all_orbits, prove_orbits, sampled
    from solver.runs import processes

    # As in a certificate of all boards, blockers stand anywhere.
    asked = puzzle_of(puzzle or "genius-square").unrestricted
    folder = Path(out or ("proofs" if all_ else "proofs-sample"))
    plan = all_orbits(asked, census(asked, "solvability").unsolvable_boards)
    if sample is not None:
        plan = sampled(plan, sample, seed)
    try:
        proofs = prove_orbits(plan, folder, processes(jobs_of(jobs)), warn, labelled(progress, "proofs"))
    except KeyboardInterrupt:
        note("progress is saved; run the same command to continue")
        raise
    status = DONE if proofs.checked == len(proofs.rows) else UNKNOWN
    return Report("prove-all", {**proofs.summary(), "folder": str(folder)}, proofs.text(folder), status)


def _board_proof(
    text: BoardSource,
    puzzle: BoardPuzzle,
    out: PathLike | None,
    seconds: float | None,
    *,
    force: bool,
    lrat: bool,
    count: bool,
) -> Report:
    from dicelab.solving import board_and_puzzle_of
    from dicelab.verifying.board_proof import prove_board, require_free_folder
    from solver.exact_cover.checkers import Checkers

    board, asked = board_and_puzzle_of(text, puzzle)
    folder = Path(out or "proof-" + board.format().replace(" ", "-"))
    found = Checkers.found()
    require_free_folder(folder, force=force)
    proof = prove_board(board, asked, seconds=seconds, checkers=found, lrat=lrat, count=count)
    if proof.refutation:
        proof.write(folder, force=force)
    status = FALSE if proof.tiling else DONE if proof.checked_by else UNKNOWN
    hints = ["no proof was written: the board has this tiling"] if proof.tiling else []
    return Report("prove", proof.to_json(folder), proof.text(folder), status, hints=hints)


@verb(
    group="research",
    examples=("verify default --certificate default.certificate", "check default.certificate"),
)
def check(
    file: Annotated[PathLike | None, ReadPath()] = None,
    *,
    proofs: Annotated[PathLike | None, ReadPath(metavar="DIR")] = None,
    sample: Annotated[int | None, Whole(least=0)] = None,
    seed: Seed = 0,
    expect: Annotated[str | None, SourceKind(metavar="DIGEST|SET")] = None,
    drat_trim: bool = False,
    cake_lpr: Annotated[PathLike | None, ReadPath(metavar="PROGRAM")] = None,
    proved: bool = False,
    program: bool = False,
    progress: ProgressPort = silent,
    note: NotePort = unheard,
) -> Report:
    """Check a certificate or proof by code that shares nothing with the solver.

    FILE was written by ``verify --certificate``, ``census certify --out`` or ``design --prove``, or is the folder of
    ``prove`` or the proof.json in it. Prints the claim that it proves; files with the same claim have the same digest.

    Exit status: 0 if the claim of FILE is proved, 4 if it is not, or is not the claim that --expect names, 2 if FILE is
    damaged or of another kind, 3 if FILE is right as far as it was checked, but some of its proofs were not.

    Parameters
    ----------
    proofs
        For a certificate of all boards: also check the proofs in this folder, which ``dicelab prove --all`` wrote.
    sample
        Check only N of the proofs, chosen at random.
    seed
        Seed of the random sample.
    expect
        The claim that FILE should make: at least 16 digits of its digest, or a dice set.
    drat_trim
        Leave the DRAT steps of proofs to the program drat-trim, which is quicker.
    cake_lpr
        Leave the DRAT steps of proofs to this program, cake_lpr, which is itself proved to be right; by default to the
        one that the environment variable CAKE_LPR names, if it is set.
    proved
        Let a program check FILE that was proved to be right and extracted from its proof: a certificate, or the
        proof.json of ``prove --lrat``. It is built once, by Coq and OCaml, which have to be installed (exit status 3 if
        they are not).
    program
        Print a second checker (a single Python file that does not need dicelab), and exit.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> import dicelab
    >>> with TemporaryDirectory() as folder:
    ...     file = f"{folder}/mine.certificate"
    ...     print(dicelab.verify("A1 | B1", "2x3/2:O4", certificate=file).always_solvable)
    ...     report = dicelab.check_proof(file)
    True
    >>> report.exit_status
    0
    """
    from dicelab.check import check_file, is_expected, schema_of, status_of, text_of
    from dicelab.verifying.step_checkers import step_checkers

    if program:
        from importlib.resources import files

        text = files("dicelab.check").joinpath("independent_check.py").read_text("utf-8")
        return Report("check-program", {"program": text}, text.removesuffix("\n"))
    if file is None:
        raise DiceError("FILE is missing: name a certificate or a proof, or pass --program")
    if sample is not None and proofs is None:
        raise DiceError("--sample needs --proofs DIR, the folder from which to choose proofs")
    expected = None if expect is None else _digest(expect)
    if (in_folder := Path(file) / "proof.json").exists():
        file = in_folder
    if proved:
        if proofs is not None or sample is not None or drat_trim or cake_lpr:
            raise DiceError(
                "--proved needs no other proofs or programs: leave out --proofs, --sample, --drat-trim and --cake-lpr"
            )
        return _proved(Path(file), expected, note)
    folder = None if proofs is None else Path(proofs)
    told = labelled(progress, "checking")
    report = check_file(Path(file), folder, sample, seed, told, *step_checkers(cake_lpr, drat_trim=drat_trim))
    content = asdict(report) | ({} if expected is None else {"expected": is_expected(report, expected)})
    return Report(schema_of(report), content, text_of(report, expected), status_of(report, expected))


def _proved(file: Path, expected: str | None, note: Callable[[str], None]) -> Report:
    from dicelab.check.proved import built, check_proved, missing
    from solver.runs.cache_folder import own_folder

    schema, absent, folder = "proved-check", missing(), own_folder("proved")
    if absent is None and folder is None:
        absent = "the proved checker is kept in the cache folder, which is not yours alone: set DICELAB_CACHE"
    if absent is not None or folder is None:
        return Report(schema, {"ok": None}, f"not checked: {absent}", UNKNOWN)
    report = check_proved(file, built(folder, note))
    is_meant = expected is None or report.digest.startswith(expected)
    text = report.text if is_meant else f"{report.text}\nNOT the claim that was expected, whose digest is\n  {expected}"
    return Report(schema, asdict(report), text, DONE if report.ok and is_meant else FALSE)


def _digest(text: str) -> str:
    """Return the digest that was given, or that of the claim that a dice set is always solvable."""
    from dicelab.check import expected_of, is_digest
    from dicelab.verifying.certificate import dice_claim

    # With shared cells allowed: whether there are any is seen from the dice.
    return expected_of(text) if is_digest(text) else dice_claim(dice_set_of(text, shared_cells=True))
