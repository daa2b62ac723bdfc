"""How each program is asked: the backends of dicelab, and programs of others as their documentation says.

A program that is given a problem has two methods: ``first(problem, seconds)`` returns the options of a solution, or
``None``; ``count(problem, seconds)`` the number of solutions. Its conversion of the problem is timed too. One that was
given the puzzle before has ``first_each(boards)`` and ``count_each(boards)`` for masks of blockers, with placements of
the puzzle in place of options.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from dicelab.bench.contestants import OutOfTimeError
from solver.exact_cover import ExactCover, Limits, Status, backend
from solver.polyform import Puzzle


class BackendWay:
    """A backend by its name, with a limit of seconds."""

    def __init__(self, _puzzle: Puzzle, name: str) -> None:
        self._backend = backend(name)

    def first(self, problem: ExactCover, seconds: float) -> Sequence[int] | None:
        result = self._backend.solve(problem, Limits(seconds=seconds))
        _require_end(result.status)
        return result.solution

    def count(self, problem: ExactCover, seconds: float) -> int:
        result = self._backend.count(problem, Limits(seconds=seconds))
        _require_end(result.status)
        return result.solutions


def _require_end(status: Status) -> None:
    if status not in {Status.SOLVED, Status.UNSOLVABLE}:
        raise OutOfTimeError


class BitmaskBatch:
    """Many boards by the compiled kernel, as verification and the census do it."""

    def __init__(self, puzzle: Puzzle, _argument: str) -> None:
        from solver.exact_cover.batches import BatchSolver

        self._solver = BatchSolver(puzzle.problem, len(puzzle.pieces))

    def first_each(self, boards: Sequence[int]) -> list[Sequence[int] | None]:
        found = self._solver.first_solutions(np.array(boards, np.uint64))
        return [[n for n in row if n >= 0] or None for row in found.tolist()]

    def count_each(self, boards: Sequence[int]) -> list[int]:
        counts: list[int] = self._solver.counts(np.array(boards, np.uint64)).tolist()
        return counts


class CpSatBatch:
    """One model kept alive, for each board under the assumption that its blockers are gone."""

    def __init__(self, puzzle: Puzzle, _argument: str) -> None:
        from solver.exact_cover.backends.cp_sat import CpSatSession

        self._session = CpSatSession(puzzle.problem, len(puzzle.grid))

    def first_each(self, boards: Sequence[int]) -> list[Sequence[int] | None]:
        return [self._session.solve(board) for board in boards]

    def count_each(self, boards: Sequence[int]) -> list[int]:
        raise NotImplementedError(f"{len(boards)} boards can't be counted by a session")


def matrix_of(problem: ExactCover, dtype: DTypeLike) -> NDArray[Any]:
    """Return the matrix that most peers take: shape (options, items), 1 where an option holds an item."""
    matrix = np.zeros((len(problem.options), len(problem.items)), dtype)
    rows = np.repeat(np.arange(len(problem.options)), [len(option) for option in problem.options])
    matrix[rows, [item for option in problem.options for item in option]] = 1
    return matrix


class _Peer:
    """Imports the module of a peer, which has no types."""

    module: str

    def __init__(self, _puzzle: Puzzle, _argument: str = "") -> None:
        self._program: Any = importlib.import_module(self.module)


class _Stream(_Peer):
    """A peer that yields its solutions one by one."""

    def _solutions(self, problem: ExactCover) -> Iterator[Sequence[int]]:
        raise NotImplementedError

    def first(self, problem: ExactCover, _seconds: float) -> Sequence[int] | None:
        return next(iter(self._solutions(problem)), None)

    def count(self, problem: ExactCover, _seconds: float) -> int:
        return sum(1 for _ in self._solutions(problem))


class ExactCoverWay(_Peer):
    """A matrix of 32-bit integers; a function for one solution, one for their number."""

    module = "exact_cover"

    def first(self, problem: ExactCover, _seconds: float) -> Sequence[int] | None:
        try:
            found: list[int] = self._program.get_exact_cover(*self._arrays(problem)).tolist()
        except importlib.import_module(f"{self.module}.error").NoSolution:
            return None
        return found

    def count(self, problem: ExactCover, _seconds: float) -> int:
        return int(self._program.get_solution_count(*self._arrays(problem)))

    def _arrays(self, problem: ExactCover) -> tuple[NDArray[Any], ...]:
        return (matrix_of(problem, np.int32),)


class ExactMultisetCoverWay(ExactCoverWay):
    """The matrix, and the multiplicity of each item."""

    module = "exact_multiset_cover"

    def _arrays(self, problem: ExactCover) -> tuple[NDArray[Any], ...]:
        return matrix_of(problem, np.int32), np.array(problem.multiplicities, np.int32)


class XcoverWay(_Stream):
    """A Boolean matrix, which it takes faster than a list of options."""

    module = "xcover"

    def _solutions(self, problem: ExactCover) -> Iterator[Sequence[int]]:
        found: Iterator[Sequence[int]] = self._program.covers_bool(matrix_of(problem, np.bool_))
        return found


class XcoverZddWay(_Peer):
    """A decision diagram of all solutions, with its cache; its paths are counted from the leaves up."""

    module = "xcover"

    def count(self, problem: ExactCover, _seconds: float) -> int:
        paths = [0, 1]
        matrix = matrix_of(problem, np.bool_)
        for _, _, low, high in self._program.covers_bool_zdd(matrix, use_memo_cache=True):
            paths.append(paths[low] + paths[high])
        # Without a solution there is no node; the last one is the root.
        return paths[-1] if len(paths) > 2 else 0


class ExactCoverPyWay(_Stream):
    """A matrix; a generator of solutions."""

    module = "exact_cover_py"

    def _solutions(self, problem: ExactCover) -> Iterator[Sequence[int]]:
        found: Iterator[Sequence[int]] = self._program.exact_covers(matrix_of(problem, np.bool_))
        return found


class AlgorithmXWay(_Stream):
    """A row at a time; a generator of solutions."""

    module = "algorithm_x"

    def _solutions(self, problem: ExactCover) -> Iterator[Sequence[int]]:
        rows = self._program.AlgorithmX(len(problem.items))
        for option in problem.options:
            rows.appendRow(option)
        found: Iterator[Sequence[int]] = rows.solve()
        return found


class DancingLinksWay(_Stream):
    """Headers and nodes, linked as its class wants them."""

    module = "dancing_links.algorithm_x"

    def _solutions(self, problem: ExactCover) -> Iterator[Sequence[int]]:
        node, header = self._program.Node, self._program.Header
        root = header(name="root")
        headers = [header(name=name) for name in problem.items]
        for one in headers:
            root.insert_left(one)
        for number, option in enumerate(problem.options):
            first = None
            for item in option:
                here = node(header=headers[item], name=number)
                headers[item].insert_up(here)
                if first is None:
                    first = here
                else:
                    first.insert_left(here)
        for chosen in self._program.AlgorithmX(root).solutions():
            yield [one.name for one in chosen]


class DlxWay(_Stream):
    """Columns, then rows; a generator of the rows' identifiers."""

    module = "dlx"

    def _solutions(self, problem: ExactCover) -> Iterator[Sequence[int]]:
        links = self._program.DLX([(name, self._program.DLX.PRIMARY) for name in problem.items])
        numbers = {row: number for number, row in enumerate(links.appendRows(problem.options))}

        def number_of(node: int) -> int:
            # A solution names a row by whichever of its nodes was met.
            while node not in numbers:
                node = links.R[node]
            return numbers[node]

        for chosen in links.solve():
            yield list(map(number_of, chosen))


class DlxCythonWay(_Peer):
    """A matrix of 32-bit integers; one solution, or the list of all."""

    module = "dlxsolver"

    def first(self, problem: ExactCover, _seconds: float) -> Sequence[int] | None:
        found: Sequence[int] | None = self._program.DLXSolver(matrix_of(problem, np.int32)).solve_one()
        return found

    def count(self, problem: ExactCover, _seconds: float) -> int:
        return len(self._program.DLXSolver(matrix_of(problem, np.int32)).solve(find_all=True))


class DxzWay(_Peer):
    """A matrix row after row in one list; the first solutions of a decision diagram, or their number."""

    module = "dxz"

    def first(self, problem: ExactCover, _seconds: float) -> Sequence[int] | None:
        found: list[list[int]] = self._program.dxz_solve(*self._shape(problem), 1)
        return found[0] if found else None

    def count(self, problem: ExactCover, _seconds: float) -> int:
        return int(self._program.dxz_count(*self._shape(problem)))

    @staticmethod
    def _shape(problem: ExactCover) -> tuple[int, int, list[int]]:
        matrix = matrix_of(problem, np.int8)
        return *matrix.shape, matrix.ravel().tolist()


class MiniexactWay(_Stream):
    """Items, then options; each call of ``solve`` goes on to the next solution."""

    module = "miniexact"

    def _solutions(self, problem: ExactCover) -> Iterator[Sequence[int]]:
        solver = self._program.miniexacts_x()
        items = [solver.primary(name.replace(" ", "_")) for name in problem.items]
        for option in problem.options:
            solver.add([items[item] for item in option])
        # 10 as a SAT solver says it; options count from 1.
        while solver.solve() == 10:
            yield [number - 1 for number in solver.selected_options()]


class PyxccWay(_Peer):
    """Items and options by name; one solution or all."""

    module = "pyxcc"

    def first(self, problem: ExactCover, _seconds: float) -> Sequence[int] | None:
        found = self._solved(problem, every=False)
        return [int(label) for label in found.first()] if found and found.count() else None

    def count(self, problem: ExactCover, _seconds: float) -> int:
        found = self._solved(problem, every=True)
        return found.count() if found else 0

    def _solved(self, problem: ExactCover, *, every: bool) -> Any:  # noqa: ANN401 - no types
        # It wants each item in an option; where one is in none, its user knows the answer.
        if len({item for option in problem.options for item in option}) < len(problem.items):
            return None
        options = [
            self._program.Option(str(number), [problem.items[item] for item in option], [])
            for number, option in enumerate(problem.options)
        ]
        return self._program.solve(self._program.Problem(list(problem.items), [], options), every)


class _CutMatrix:
    """The matrix of the empty grid, made once; a board is cut out of it by its rows and columns."""

    def __init__(self, puzzle: Puzzle, argument: str) -> None:
        self._program: Any = importlib.import_module(argument)
        self._matrix = matrix_of(puzzle.problem, self.dtype)
        self._cells = len(puzzle.grid)

    dtype: DTypeLike

    def _cut(self, board: int) -> tuple[NDArray[np.intp], NDArray[Any]]:
        blocked = np.array([board >> cell & 1 for cell in range(self._cells)], np.bool_)
        fitting = np.flatnonzero(~self._matrix[:, : self._cells][:, blocked].any(axis=1))
        kept = np.concatenate([~blocked, np.ones(self._matrix.shape[1] - self._cells, np.bool_)])
        return fitting, self._matrix[fitting][:, kept]

    def first_each(self, boards: Sequence[int]) -> list[Sequence[int] | None]:
        cuts = (self._cut(board) for board in boards)
        return [None if (found := self._first(matrix)) is None else fitting[found].tolist() for fitting, matrix in cuts]

    def count_each(self, boards: Sequence[int]) -> list[int]:
        return [self._count(self._cut(board)[1]) for board in boards]

    def _first(self, matrix: NDArray[Any]) -> Any:  # noqa: ANN401 - a list or an array of rows, or none
        raise NotImplementedError

    def _count(self, matrix: NDArray[Any]) -> int:
        raise NotImplementedError


class XcoverBatch(_CutMatrix):
    """Boards cut out of one Boolean matrix."""

    dtype: DTypeLike = np.bool_

    def _first(self, matrix: NDArray[Any]) -> Any:  # noqa: ANN401
        return next(self._program.covers_bool(matrix), None)

    def _count(self, matrix: NDArray[Any]) -> int:
        return sum(1 for _ in self._program.covers_bool(matrix))


class ExactCoverBatch(_CutMatrix):
    """Boards cut out of one matrix of integers."""

    dtype: DTypeLike = np.int32

    def _first(self, matrix: NDArray[Any]) -> Any:  # noqa: ANN401
        try:
            return self._program.get_exact_cover(matrix)
        except importlib.import_module("exact_cover.error").NoSolution:
            return None

    def _count(self, matrix: NDArray[Any]) -> int:
        return int(self._program.get_solution_count(matrix))
