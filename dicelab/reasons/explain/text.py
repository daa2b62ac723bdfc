"""An explanation in words and as JSON."""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from dicelab.reasons.explain.argument import (
    MOST_CASES,
    BoardMarks,
    Mark,
    argument,
    aside_lines,
    case_text,
    covered_text,
    cut_off,
    in_sentence,
    marks_of,
    paragraphs,
    split_text,
)
from dicelab.reasons.explain.position import OpenBoard
from dicelab.reasons.explain.tree import Branch, Leaf, Tree, branches, depth
from dicelab.reasons.explain.weights import Weighing
from dicelab.render.text import marked_text, tiling_text, wrap
from solver.polyform import Board, Grid

if TYPE_CHECKING:
    from dicelab.reasons.explain.explanation import Explanation

WIDTH = 80

INDENT = 5
"""Columns that a case takes for its number."""


def explanation_json(explanation: Explanation) -> dict[str, Any]:
    """Return an explanation with its cells, weights and cases."""
    puzzle, grid = explanation.puzzle, explanation.puzzle.grid
    position = OpenBoard.of(explanation.board.blockers, puzzle)
    weighing, tree = explanation.weighing, explanation.tree
    return {
        "board": explanation.board.format(),
        "puzzle": puzzle.format(),
        "verdict": explanation.verdict,
        "search_nodes": explanation.search_nodes,
        "most_positions": explanation.limits.nodes,
        "argument": argument(explanation),
        "findings": [
            {"rule": found.rule, "cells": grid.labels(found.cells).split(), "text": found.text}
            for found in explanation.findings
        ],
        "weights": weighing and _weighing_json(position, weighing),
        "tree": tree and _tree_json(tree),
        "size": tree
        and {
            "leaves": explanation.leaf_count,
            "branches": branches(tree),
            "depth": depth(tree),
            "fewest_leaves_of_its_depth": explanation.fewest,
        },
        "tiling": explanation.tiling and explanation.tiling.format(),
    }


def _weighing_json(position: OpenBoard, weighing: Weighing) -> dict[str, Any]:
    table = position.table
    return {
        "weights": {table.grid.label(cell): weight for cell, weight in enumerate(weighing.weights) if weight},
        "total": weighing.total,
        "covered_at_most": weighing.covered,
        "most": {
            piece.name: most if most >= 0 else None for piece, most in zip(table.kinds, weighing.most, strict=True)
        },
        "ruled_out": [
            {
                "piece": table.kinds[kind].name,
                "cells": table.grid.labels(mask).split(),
                "text": cut_off(position, (kind, mask)),
            }
            for kind, mask in weighing.ruled_out
        ],
    }


def _tree_json(tree: Tree) -> dict[str, Any]:
    grid, kinds = tree.position.table.grid, tree.position.table.kinds
    if isinstance(tree, Leaf):
        found = tree.finding
        return {
            "rule": found.rule,
            "cells": grid.labels(found.cells).split(),
            "text": found.text,
            "weights": tree.weighing and _weighing_json(tree.position, tree.weighing),
        }
    return {
        "cell": None if tree.cell is None else grid.label(tree.cell),
        "piece": None if tree.kind is None else kinds[tree.kind].name,
        "cases": [
            {"piece": kinds[kind].name, "cells": grid.labels(mask).split(), "then": _tree_json(below)}
            for (kind, mask), below in tree.cases
        ],
    }


def explanation_text(explanation: Explanation, *, every: bool = False) -> str:
    """Return the explanation as text in 80 columns: the board with the cells at fault, the argument, then the cases.

    Long lists of cases, and of places of pieces that are left out, are cut short; ``every`` gives all.
    """
    board, verdict = explanation.board, explanation.verdict
    if explanation.tiling is not None:
        return "There is a tiling, so there is nothing to explain.\n\n" + tiling_text(explanation.tiling)
    if verdict == "unknown":
        return "\n".join(wrap("Unknown whether there is a tiling: the limit was reached.", WIDTH))
    if verdict == "unexplained":
        return _unexplained(explanation)
    position = OpenBoard.of(board.blockers, explanation.puzzle)
    marks = marks_of(position, explanation.findings[0], explanation.weighing, explanation.tree)
    lines = [*wrap(f"There is no tiling of the board {board.format()}.".replace("board .", "empty board."), WIDTH), ""]
    lines += [*marked_lines(board, marks), ""]
    for paragraph in paragraphs(explanation):
        lines += wrap(paragraph, WIDTH)
    if explanation.weighing is not None:
        lines += _aside(position, explanation.weighing, "  ", every=every)
    if explanation.tree is not None:
        lines += ["", "The cases:", *_tree_lines(explanation.tree, every=every)]
    if explanation.tree is not None or explanation.weighing is not None:
        show = "dicelab puzzle show" + ("" if explanation.puzzle.name else " PUZZLE")
        lines += ["", f"{show} draws the pieces that have these letters."]
    if every:
        lines += ["", f"Found by the rule {' and the rule '.join(found.rule for found in explanation.findings)}."]
    return "\n".join(lines) + "\n"


def _unexplained(explanation: Explanation) -> str:
    """Say that there is no tiling, how that is known, and which options look for an argument longer."""
    seconds, positions = explanation.limits.seconds, explanation.limits.nodes
    within = "" if seconds is None else f" within {seconds:g} seconds"
    more = "--positions N" if seconds is None else "--positions N or --seconds N"
    text = (
        f"There is no tiling: the search finds none ({explanation.search_nodes:,} nodes). "
        f"No argument of up to {positions:,} positions was found{within}: pass {more} for more."
    )
    return "\n".join(wrap(text, WIDTH))


def marked_lines(board: Board, marks: BoardMarks, pieces: Mapping[int, str] | None = None) -> list[str]:
    """Return the board with its marks, and below it their meaning.

    ``pieces`` has the characters of pieces that lie on the board; they are left out where a mark looks like one.
    """
    if marks.weights:
        return [
            *marked_text(board, {cell: str(one) for cell, one in marks.weights.items()}).splitlines(),
            "",
            f"{marks.meaning[0].upper()}{marks.meaning[1:]}.",
        ]
    if len(marks.parts) == 1:
        letters = "x"
    elif marks.mark is Mark.DARK:
        letters = "".join(name[0] for name in board.grid.lattice.colour_names)
    else:
        letters = string.ascii_lowercase if marks.mark is Mark.PART else "x" * len(marks.parts)
    shown = {cell: letters[n % len(letters)] for n, part in enumerate(marks.parts) for cell in Grid.cells(part)}
    names = ", ".join(dict.fromkeys(shown.values()))
    if pieces and not set(pieces.values()) & set(shown.values()):
        shown = {**pieces, **shown}
    return [*marked_text(board, shown).splitlines(), "", f"{names}: {marks.meaning}"]


def _aside(position: OpenBoard, weighing: Weighing, indent: str, *, every: bool) -> list[str]:
    """Return why places of pieces are left out."""
    lines = aside_lines(position, weighing, every=every)
    if lines and lines[-1].startswith("…"):
        lines[-1] = f"{lines[-1].removesuffix('.')}: pass -v for all."
    blank = [""] if lines and len(indent) < INDENT else []
    return [*blank, *(part for line in lines for part in wrap(indent + line, WIDTH, indent + "  "))]


def _tree_lines(tree: Branch, indent: str = "", *, every: bool) -> Iterator[str]:
    for number, (lain, below) in enumerate(tree.cases, start=1):
        head = f"{indent}{number:>3}. {tree.position.words(*lain)}: "
        inner = indent + " " * INDENT
        if not every:
            if number > MOST_CASES:
                yield f"… and {len(tree.cases) - MOST_CASES} more cases: pass -v for all"
                return
            yield from wrap(f"{head}{case_text(below)}.", WIDTH, inner)
            continue
        if isinstance(below, Branch):
            yield from wrap(f"{head}{in_sentence(split_text(below))}, and each of them fails.", WIDTH, inner)
            yield from _tree_lines(below, inner, every=every)
            continue
        yield from wrap(f"{head}{case_text(below, every=True)}.", WIDTH, inner)
        if below.weighing is not None:
            position, weighing = below.position, below.weighing
            board = Board(position.table.grid.full & ~position.free, position.table.puzzle.grid)
            numbers = {cell: str(weighing.weights[cell]) for cell in Grid.cells(position.free)}
            yield from (inner + line for line in marked_text(board, numbers).splitlines())
            if weighing.nowhere is None:
                yield from wrap(f"{inner}At most: {covered_text(position, weighing)}.", WIDTH, inner + "  ")
            yield from _aside(position, weighing, inner, every=True)
