"""An explanation in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dicelab.render.text import marked_text, tiling_text, wrap
from dicelab.rules.explain.components import shares_of
from dicelab.rules.explain.explanation import Explanation, Verdict
from dicelab.rules.explain.position import Position
from dicelab.rules.explain.tree import Branch, Leaf, Tree, branches, depth, leaves
from dicelab.rules.explain.weights import Lain, Weighing
from solver.polyform import Board, Grid

WIDTH = 80

MOST_LINES = 12
"""How many reasons why placements are ruled out are given for one weighing, unless all are asked for."""


def explanation_json(explanation: Explanation) -> dict[str, Any]:
    """Return an explanation with its cells, weights and cases."""
    puzzle, grid = explanation.puzzle, explanation.puzzle.grid
    position = Position.of(explanation.board.blockers, puzzle)
    weighing, tree = explanation.weighing, explanation.tree
    return {
        "board": explanation.board.format(),
        "puzzle": puzzle.format(),
        "verdict": explanation.verdict,
        "search_nodes": explanation.search_nodes,
        "most_positions": explanation.limits.nodes,
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


def _weighing_json(position: Position, weighing: Weighing) -> dict[str, Any]:
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
                "text": _cut_off(position, (kind, mask)),
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
    """Return the explanation as text: the board with the cells at fault, then the reasons, in 80 columns.

    ``every`` adds all placements that are ruled out, and the weights of every case.
    """
    board, verdict = explanation.board, explanation.verdict
    if explanation.tiling is not None:
        return "There is a tiling, so there is nothing to explain.\n\n" + tiling_text(explanation.tiling)
    if verdict is Verdict.UNKNOWN:
        return "\n".join(wrap("Unknown whether there is a tiling: the limit was reached.", WIDTH))
    if verdict is Verdict.UNEXPLAINED:
        return _unexplained(explanation)
    first = explanation.findings[0]
    lines = [_headline(explanation), ""]
    weighing = explanation.weighing
    if weighing is None:
        marks = {cell: "X" if board.blockers >> cell & 1 else "x" for cell in Grid.cells(first.cells)}
        lines += [marked_text(board, marks), _legend(explanation), ""]
    else:
        lines += [marked_text(board, _weights(weighing, board.blockers)), "the weight of each free cell", ""]
    for found in explanation.findings:
        lines += wrap(f"{found.rule}: {found.text}.", WIDTH, "  ")
    position = Position.of(board.blockers, explanation.puzzle)
    if weighing is not None:
        lines += _weighing_lines(position, weighing, "", every=every)
    if explanation.tree is not None:
        lines += ["", *_tree_lines(explanation.tree, every=every)]
        if not every and any(leaf.weighing for leaf in leaves(explanation.tree)):
            lines.append("The weights and what is ruled out in each case: pass -v")
    return "\n".join(lines) + "\n"


def _unexplained(explanation: Explanation) -> str:
    """Say that there is no tiling, how that is known, and what would look for an argument longer."""
    seconds, positions = explanation.limits.seconds, explanation.limits.nodes
    within = "" if seconds is None else f" within {seconds:g} seconds"
    more = "--positions N" if seconds is None else "--positions N or --seconds N"
    text = (
        f"There is no tiling: the search finds none ({explanation.search_nodes:,} nodes). "
        f"No argument of up to {positions:,} positions was found{within}: pass {more} for more."
    )
    return "\n".join(wrap(text, WIDTH))


def _legend(explanation: Explanation) -> str:
    first, tree = explanation.findings[0], explanation.tree
    if tree is not None and tree.cell is not None:
        return "x: the cell that must be covered"
    if tree is not None:
        return f"x: where {tree.position.table.kinds[tree.kind or 0].name} can lie"
    free = first.cells & ~explanation.board.blockers
    if first.rule == "stripes":
        return "x: the free cells that are counted" + ("" if free == first.cells else "; X: blockers in the same lines")
    return "x: the cells at fault" if free else "X: the blockers at fault"


def _headline(explanation: Explanation) -> str:
    rules = explanation.findings[0].rule
    if explanation.verdict is Verdict.RULE and explanation.tree is None:
        return f"No tiling, by the rule {rules!r}."
    size = f"{explanation.leaf_count} cases"
    least = "the fewest of its depth" if explanation.fewest else "perhaps not the fewest"
    if explanation.verdict is Verdict.RULE:
        return f"No tiling, by the rule {rules!r}: {size}, {least}."
    tree = explanation.tree
    deep = depth(tree) if tree else 0
    return "\n".join(wrap(f"No tiling, by a search argument: {size} of up to {deep} pieces, {least}.", WIDTH))


def _weights(weighing: Weighing, blockers: int) -> dict[int, str]:
    return {cell: str(weight) for cell, weight in enumerate(weighing.weights) if not blockers >> cell & 1}


def _weighing_lines(position: Position, weighing: Weighing, indent: str, *, every: bool) -> list[str]:
    lines = wrap(indent + covered_text(position, weighing), WIDTH, indent + "  ")
    said = ruled_out(position, weighing)
    for line in said if every else said[:MOST_LINES]:
        lines += wrap(f"{indent}Ruled out: {line}.", WIDTH, indent + "  ")
    if not every and len(said) > MOST_LINES:
        lines.append(f"{indent}… and {len(said) - MOST_LINES} more reasons: pass -v for all")
    return lines


def covered_text(position: Position, weighing: Weighing) -> str:
    """Say what each piece covers at most."""
    if weighing.nowhere is not None:
        return f"{position.table.kinds[weighing.nowhere].name} has no placement that is not ruled out."
    most = [
        f"{piece.name} {heaviest}" + (f" ({number} times)" if number > 1 else "")
        for piece, heaviest, number in zip(position.table.kinds, weighing.most, weighing.left, strict=True)
        if number and heaviest >= 0
    ]
    return f"The pieces cover at most: {', '.join(most)}; together {weighing.covered}."


def ruled_out(position: Position, weighing: Weighing) -> list[str]:
    """Say which placements are ruled out and why, those for one reason together."""
    table = position.table
    why: dict[str, dict[int, list[str]]] = {}
    for kind, mask in weighing.ruled_out:
        why.setdefault(_cut_off(position, (kind, mask)), {}).setdefault(kind, []).append(table.grid.labels(mask))
    said = []
    for text, lying in why.items():
        where = "; ".join(f"{table.kinds[kind].name} on {', on '.join(places)}" for kind, places in lying.items())
        said.append(f"{where}, for then {text}")
    return said


def _cut_off(position: Position, lain: Lain) -> str:
    """Say what a placement that is ruled out leaves."""
    finding = shares_of(position.lay(*lain))
    return "" if finding is None else finding.text


def _tree_lines(tree: Branch, indent: str = "", *, every: bool) -> Iterator[str]:
    yield from wrap(indent + split_text(tree), WIDTH, indent + "  ")
    for number, (lain, below) in enumerate(tree.cases, start=1):
        head = f"{indent}{number:>3}. {tree.position.words(*lain)}: "
        inner = indent + " " * 5
        if isinstance(below, Branch):
            yield from wrap(head + "no tiling either, for", WIDTH, inner)
            yield from _tree_lines(below, inner, every=every)
            continue
        yield from wrap(f"{head}{below.finding.text} ({below.finding.rule}).", WIDTH, inner)
        if every and below.weighing is not None:
            position, weighing = below.position, below.weighing
            board = Board(position.table.grid.full & ~position.free, position.table.puzzle.grid)
            for line in marked_text(board, _weights(weighing, board.blockers)).splitlines():
                yield inner + line
            yield from _weighing_lines(position, weighing, inner, every=True)


def split_text(tree: Branch) -> str:
    """Say what the cases are."""
    table, number = tree.position.table, len(tree.cases)
    ways = "one way" if number == 1 else f"one of {number} ways"
    if tree.cell is not None:
        return f"{table.grid.label(tree.cell)} must be covered, in {ways}:"
    return f"{table.kinds[tree.kind or 0].name} must lie somewhere, in {ways}:"
