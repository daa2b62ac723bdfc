"""A second count of the ways to cut a board into zones, that lists none of them: cell by cell, along a frontier.

Of the zones so far only those matter that have one of the last cells of the columns: which of these cells are joined so
far, how many cells each part has, and which parts have neighbours that were told apart and so must never be joined.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Frontier(NamedTuple):
    """What the last cells look like."""

    parts: tuple[int, ...]
    """The part of each column's last cell, numbered as they appear; -1 for a cell that is left over, or for none."""
    cells: tuple[int, ...]
    """The number of cells of each part."""
    apart: frozenset[tuple[int, int]]
    """Pairs of parts that are of different zones."""
    left: tuple[int, ...]
    """How many zones of each size are to come, and how many cells are left over."""


def count(rows: int, columns: int, sizes: Sequence[int]) -> int:
    """Count the ways to cut a board into zones in one piece of these sizes; the other cells are left over."""
    kinds = sorted(set(sizes))
    left = (*(sizes.count(size) for size in kinds), rows * columns - sum(sizes))
    states = {Frontier((-1,) * columns, (), frozenset(), left): 1}
    for cell in range(rows * columns):
        following: dict[Frontier, int] = defaultdict(int)
        for state, ways in states.items():
            for after in _steps(state, cell % columns, kinds):
                following[after] += ways
        states = following
    total = 0
    for state, ways in states.items():
        end: Frontier | None = state
        for part in range(len(state.cells)):
            end = end and _closed(end, part, kinds)
        if end and not any(end.left):
            total += ways
    return total


def _steps(state: Frontier, column: int, kinds: Sequence[int]) -> Iterator[Frontier]:
    up = state.parts[column]
    beside = state.parts[column - 1] if column else -1
    joined = [{up}, {beside}, {up, beside}] if up != beside else [{up}]
    choices = {frozenset(parts) for parts in joined if -1 not in parts} | {frozenset[int]()}
    for parts in choices:
        after = _with_cell(state, column, parts, {up, beside} - parts - {-1}, kinds)
        if after:
            yield after
    if state.left[-1]:
        left = (*state.left[:-1], state.left[-1] - 1)
        after = _tidy(state._replace(left=left), column, -1, kinds)
        if after:
            yield after


def _with_cell(
    state: Frontier, column: int, joined: frozenset[int], others: set[int], kinds: Sequence[int]
) -> Frontier | None:
    """Join a new cell with some parts, and tell it apart from others."""
    if any(one in joined and other in joined for one, other in state.apart):
        return None
    new = len(state.cells)
    size = 1 + sum(state.cells[part] for part in joined)
    if size > kinds[-1]:
        return None

    def name(part: int) -> int:
        return new if part in joined else part

    pairs = {(name(one), name(other)) for one, other in state.apart} | {(part, new) for part in others}
    return _tidy(
        Frontier(
            tuple(map(name, state.parts)),
            (*state.cells, size),
            frozenset((min(pair), max(pair)) for pair in pairs),
            state.left,
        ),
        column,
        new,
        kinds,
    )


def _tidy(state: Frontier, column: int, new: int, kinds: Sequence[int]) -> Frontier | None:
    """Put the new part in its column, close the part that has no cell left in the frontier, and name parts anew."""
    gone = state.parts[column]
    parts = (*state.parts[:column], new, *state.parts[column + 1 :])
    state = state._replace(parts=parts)
    if gone >= 0 and gone not in parts:
        closed = _closed(state, gone, kinds)
        if closed is None:
            return None
        state = closed
    order = [part for part in dict.fromkeys(parts) if part >= 0]
    names = {part: number for number, part in enumerate(order)} | {-1: -1}
    pairs = [(names[one], names[other]) for one, other in state.apart if one in names and other in names]
    return Frontier(
        tuple(names[part] for part in parts),
        tuple(state.cells[part] for part in order),
        frozenset((min(pair), max(pair)) for pair in pairs),
        state.left,
    )


def _closed(state: Frontier, part: int, kinds: Sequence[int]) -> Frontier | None:
    size = state.cells[part]
    if size not in kinds or not state.left[kinds.index(size)]:
        return None
    place = kinds.index(size)
    left = (*state.left[:place], state.left[place] - 1, *state.left[place + 1 :])
    return state._replace(left=left)
