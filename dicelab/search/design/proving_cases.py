"""A proof by cases that no dice set has so many tilings, begun, stopped and continued.

The file has the boards and the splits alone: a reader computes again what refutes a case. Cases that are refuted are
kept in a folder until the file is written, so that a run that is stopped or killed loses only those under way.
"""

from __future__ import annotations

import io
import lzma
import math
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from math import comb
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec

from dicelab.check import check_design
from dicelab.errors import DicelabError
from dicelab.score.tables import forbidden_boards
from dicelab.search.bounds import REFUTED, Case, Groups, search_cases
from dicelab.search.design.grounds import least_images
from dicelab.search.design.proof import DESIGN_PROOF_SCHEMA, DesignProof, UnfinishedProof, asked_fields
from dicelab.search.question import Question
from dicelab.search.running import SearchStoppedError, Stop
from dicelab.version import __version__
from solver.errors import StorageError
from solver.runs import Runner, threads
from solver.runs.folder import RunFolder, RunKind
from solver.runs.progress import Progress, Stopped, silent, stopped_by, time_limit
from solver.runs.storage import canonical_json, headed, read_header, sha256

Task = TypeVar("Task")
Result = TypeVar("Result")

CHECKED_SETS, CHECKED_BOARDS = 10_000_000, 2_000
"""Most sets of cells, for all nodes together, and most boards for which the file is checked at once: some seconds."""

_KEPT_SCHEMA = "dicelab/design-cases/1"
_KEPT_FILES = "*.cases"
_KEPT = RunKind("design", __version__, (), (_KEPT_FILES,), noun="proof")
_SAVE_SECONDS = 2.0
"""Between two files of refuted cases."""
_TOLD_SECONDS = 0.5
"""Between two looks at how much is left."""

_WORDS = [*map(str, range(REFUTED)), "-"]
"""The text of each token."""


def folder_of_cases(file: Path, question: Question) -> Path:
    """Return the folder for the refuted cases of a proof that is to be written to a file: one for each question."""
    return file.with_name(f"{file.name}.{_key(question)[:8]}.cases")


def prove_by_cases(
    question: Question,
    jobs: int = 1,
    seconds: float | None = None,
    *,
    kept: Path | None = None,
    progress: Progress = silent,
) -> DesignProof | UnfinishedProof | None:
    """Prove that no dice of the sizes of a question have its tilings for every roll; ``None`` where some have.

    ``kept`` is a folder for the cases that are refuted: a later call takes them from there.

    Examples
    --------
    >>> proof = prove_by_cases(Question("3x3/3:I1,I2,I3", (3, 3, 3), 2))
    >>> proof.cases, proof.nodes, proof.checked_by
    (1, 1, 'dicelab check')
    """
    begin, puzzle = time.monotonic(), question.puzzle
    stopped: Stopped = "time"
    looking = _Looking(Stop(), progress)
    with ExitStack() as stack:
        keeper = stack.enter_context(_Keeper(kept, question)) if kept else None
        try:
            with time_limit(seconds) as is_interrupted:
                looking.stop = Stop(math.inf if is_interrupted or seconds is None else begin + seconds)

                def reached(case: Case, done: int, total: int) -> None:
                    if keeper:
                        keeper.add(case)
                    looking.reached(case.groups, done, total)

                cases, first = search_cases(
                    puzzle,
                    question.sizes,
                    question.min_tilings,
                    partial(looking.run, threads(jobs, apart=True)),
                    reached,
                    kept=keeper.cases if keeper else {},
                    begun=looking.begun,
                )
                if cases[-1].dice:
                    return None
                return proof_of_cases(question, cases, [puzzle.grid.label(cell) for cell in first], begin)
        except SearchStoppedError:
            pass
        except KeyboardInterrupt as error:
            stopped = stopped_by(error)
        finally:
            looking.stop.stop()
    return UnfinishedProof(question, "cases", stopped, looking.done, looking.total, looking.share, kept)


class _Looking:
    """Looks at how much of all trees is refuted."""

    def __init__(self, stop: Stop, progress: Progress) -> None:
        self.stop, self._progress = stop, progress
        self.done = self.total = 0
        self._shares: dict[Groups, float] = {}
        self._said = -math.inf

    @property
    def share(self) -> float:
        """The part of the trees that is refuted, each case an equal one."""
        return (self.done + sum(self._shares.copy().values())) / self.total if self.total else 0.0

    def begun(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        self._tell()

    def reached(self, groups: Groups, done: int, total: int) -> None:
        self._shares.pop(groups, None)
        self.begun(done, total)

    def grown(self, groups: Groups, share: float) -> None:
        self._shares[groups] = share
        if time.monotonic() - self._said > _TOLD_SECONDS:
            self._tell()

    def run(self, runner: Runner, function: Callable[..., Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Do the tasks of a search of cases, and look at each."""
        return runner(partial(self._attended, function), tasks)

    def _attended(self, function: Callable[..., Result], task: Any) -> Result:  # noqa: ANN401 - a case
        with self.stop.search():
            return function(task, check=self.stop.check, told=partial(self.grown, task[3]))

    def _tell(self) -> None:
        self._said = time.monotonic()
        self._progress(self.done, self.total, f"proof: about {self.share:.1%} of the tree; cases refuted")


class _Keeper:
    """The folder of the cases that are refuted: every few seconds, and at the end, a file of the new ones."""

    def __init__(self, path: Path, question: Question) -> None:
        self._folder, self._key = RunFolder.claim(path, _KEPT), _key(question)
        self._new: list[Case] = []
        self._saved = time.monotonic()
        self.cases: dict[Groups, Case] = {}

    def __enter__(self) -> Self:
        self._folder.__enter__()
        self._folder.clear_parts()
        for file in sorted(self._folder.path.glob(_KEPT_FILES)):
            self.cases |= {case.groups: case for case in _read(file, self._key)}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._save()
        finally:
            self._folder.__exit__(kind, error, trace)

    def add(self, case: Case) -> None:
        """Keep a case, if it is refuted."""
        if not case.dice:
            self._new.append(case)
        if time.monotonic() - self._saved > _SAVE_SECONDS:
            self._save()

    def _save(self) -> None:
        if self._new:
            number = sum(1 for _ in self._folder.path.glob(_KEPT_FILES))
            text = "".join(map(_line, self._new))
            data = headed(_KEPT_SCHEMA, {"question": self._key}, lzma.compress(text.encode()))
            self._folder.write(f"{number:05d}.cases", data)
            self._new.clear()
        self._saved = time.monotonic()


def remove_cases(path: Path) -> None:
    """Remove the folder of refuted cases, once the proof is written; files of others stay."""
    if not path.is_dir() or path.is_symlink():
        return
    with RunFolder.claim(path, _KEPT):
        for file in path.glob(_KEPT_FILES):
            file.unlink(missing_ok=True)
    if not any(path.iterdir()):
        path.rmdir()


def _key(question: Question) -> str:
    return sha256(canonical_json(msgspec.to_builtins(question)))


def _line(case: Case) -> str:
    """Return a case as a line of the file."""
    groups = "".join(f"{group:x} " for group in case.groups)
    return f"{groups}: {' '.join(map(_WORDS.__getitem__, case.tree))}\n"


def _read(file: Path, key: str) -> Iterable[Case]:
    """Return the cases of a file; none of a damaged one, which are searched again."""
    try:
        opened = io.BytesIO(file.read_bytes())
        header = read_header(opened, _KEPT_SCHEMA)
        body = opened.read()
        if header["body"] != sha256(body) or header.get("question") != key:
            return []
    except (OSError, StorageError):
        return []
    return map(_case_of, lzma.decompress(body).decode().splitlines())


def _case_of(line: str) -> Case:
    groups, _, tree = line.partition(":")
    tokens = (REFUTED if word == "-" else int(word) for word in tree.split())
    return Case(tuple(int(group, 16) for group in groups.split()), bytes(tokens))


def proof_of_cases(question: Question, cases: list[Case], first: list[str], begin: float) -> DesignProof:
    """Return the proof that consists of these cases, with the labels of the first cells; it was begun at that time."""
    boards = least_images(forbidden_boards(question.puzzle, question.min_tilings).boards, question.puzzle)
    trees = list(map(_line, cases))
    text = "".join(f"{board:x}\n" for board in boards) + "".join(trees)
    head: dict[str, Any] = {
        "kind": "cases",
        **asked_fields(question),
        "first": first,
        "boards": len(boards),
        "cases": len(cases),
        "checked_by": None,
    }
    nodes, body = sum(case.nodes for case in cases), lzma.compress(text.encode())
    sets = nodes * comb(len(question.puzzle.grid), len(question.sizes) - 1)
    own = sets <= CHECKED_SETS and len(boards) <= CHECKED_BOARDS
    reason = "" if own else "it takes the checker long, and is left to it"
    data = headed(DESIGN_PROOF_SCHEMA, head, body)
    started = time.monotonic()
    if own:
        try:
            _check(data)
            data = headed(DESIGN_PROOF_SCHEMA, head | {"checked_by": "dicelab check"}, body)
        except KeyboardInterrupt as error:
            # The proof is whole.
            own, reason = False, "the time was up" if stopped_by(error) == "time" else "the check was interrupted"
    checking = time.monotonic() - started
    return DesignProof(
        question,
        data,
        boards=len(boards),
        cases=len(cases),
        proof_bytes=sum(map(len, trees)),
        checked_by="dicelab check" if own else "",
        reason=reason,
        seconds=time.monotonic() - begin,
        checking_seconds=checking,
        nodes=nodes,
    )


def _check(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "cases.proof"
        file.write_bytes(data)
        problem = check_design(file).problem
    if problem is not None:
        raise DicelabError(f"a proof was refused ({problem}): please report this")
