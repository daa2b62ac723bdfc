"""The argument why a board has no tiling, in a few plain sentences, and the marks on the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from dicelab.reasons.board import Finding, cells_of_colour
from dicelab.reasons.explain.position import OpenBoard, components, part_name, shares_of
from dicelab.reasons.explain.tree import Branch, Tree, depth, finding_of_tree, leaf_count
from dicelab.reasons.explain.weights import Lain, Weighing
from solver.polyform.lattice import Lattice
from solver.words import listed

if TYPE_CHECKING:
    from dicelab.reasons.explain.explanation import Explanation

MOST_CASES = 9
"""Most cases that are listed, unless all are asked for."""

MOST_REASONS = 4
"""Most reasons that are listed for places of pieces left out, unless all are asked for."""

TOO_LARGE = 1000
"""Weights with this mean over the cells, or a greater one, are not written into a picture."""


class Mark(StrEnum):
    """How cells are marked."""

    FAULT = "fault"
    DARK = "dark"
    PART = "part"
    WEIGHT = "weight"


@dataclass(frozen=True, slots=True)
class BoardMarks:
    """Cells that are marked on a board, each with its mark, and the meaning of the mark.

    ``parts`` are the masks that are marked, one or more; ``weights`` the numbers from 0 that are written into cells.
    Cells at fault are ringed, each part has a colour of its own, the first of dark parts is darker than the second, and
    the heavier a cell is, the darker.
    """

    mark: Mark
    meaning: str
    parts: tuple[int, ...] = ()
    weights: Mapping[int, int] = field(default_factory=dict)


def marks_of(
    position: OpenBoard, finding: Finding, weighing: Weighing | None = None, tree: Tree | None = None
) -> BoardMarks:
    """Return the marks of a finding on the board of a position."""
    grid, free = position.table.grid, position.free
    if weighing is not None and weighing.total < TOO_LARGE * len(grid):
        weights = {cell: weighing.weights[cell] for cell in grid.cells(free)}
        return BoardMarks(Mark.WEIGHT, "the numbers that the argument adds up", weights=weights)
    if isinstance(tree, Branch):
        if tree.cell is not None:
            return BoardMarks(Mark.FAULT, "the cell that every tiling has to cover", (finding.cells,))
        name = position.table.kinds[tree.kind or 0].name
        return BoardMarks(Mark.FAULT, f"the cells on which {name} can lie", (finding.cells,))
    mark, meaning = _MARKS.get(finding.rule, (Mark.FAULT, "the cells at fault"))
    if finding.rule == "colour":
        dark = tuple(colour & free for colour in grid.colours[:-1])
        return BoardMarks(mark, colours_meaning(grid.lattice), dark)
    marked = finding.cells & free
    if mark is not Mark.PART:
        return BoardMarks(mark, meaning, (marked,))
    parts = tuple(components(marked, grid))
    return BoardMarks(mark, meaning if len(parts) > 1 else "the part that nothing can fill", parts)


def marks_of_tree(tree: Tree) -> BoardMarks:
    """Return the marks of a case on its board."""
    if isinstance(tree, Branch):
        return marks_of(tree.position, finding_of_tree(tree), tree=tree)
    return marks_of(tree.position, tree.finding, tree.weighing)


_MARKS: dict[str, tuple[Mark, str]] = {
    "colour": (Mark.DARK, "the free cells by colour"),
    "stripes": (Mark.DARK, "the free cells that are counted"),
    "areas": (Mark.PART, "the parts that are cut off from each other"),
    "shares": (Mark.PART, "the parts that are cut off from each other"),
    "isolated monominoes": (Mark.FAULT, "the cells without a free neighbour"),
    "isolated dominoes": (Mark.FAULT, "the pairs that are cut off"),
}
"""The mark that each rule puts on cells of its board, and its meaning."""


def colours_meaning(lattice: Lattice) -> str:
    """Say which cells are shaded for their colour: those of all colours but the last.

    Examples
    --------
    >>> from solver.polyform import HEXAGONS, SQUARES
    >>> colours_meaning(SQUARES)
    'the dark cells of a chessboard that are free'
    >>> colours_meaning(HEXAGONS)
    'the dark and grey cells of a board in three colours that are free'
    """
    return (
        f"the {cells_of_colour(listed(lattice.colour_names[:-1], 'and'), lattice)}{lattice.colouring[1]} that are free"
    )


def argument(explanation: Explanation) -> list[str]:
    """Return the argument in a few sentences; nothing where there is none. A further reason is a sentence too."""
    if not explanation.findings:
        return []
    tree, weighing = explanation.tree, explanation.weighing
    if tree is not None:
        return list(_split(explanation, tree))
    if weighing is not None:
        position = OpenBoard.of(explanation.board.blockers, explanation.puzzle)
        return list(_weighed(position, explanation.findings[0], weighing))
    first, *others = (found.text for found in explanation.findings)
    return [f"{first}.", *(f"There is another reason: {in_sentence(text)}." for text in others)]


def paragraphs(explanation: Explanation) -> list[str]:
    """Return the argument in paragraphs: one, and one for each further reason."""
    sentences = argument(explanation)
    return sentences if len(explanation.findings) > 1 else [" ".join(sentences)]


def _is_word(text: str) -> bool:
    """Tell whether a sentence starts with a word, not with the label of a cell."""
    return text.split(maxsplit=1)[0].isalpha()


def _split(explanation: Explanation, tree: Branch) -> Iterator[str]:
    table, number = tree.position.table, len(tree.cases)
    leave = "leaves cells that the other pieces can't cover"
    if tree.cell is not None:
        yield f"Every tiling has to cover the cell {table.grid.label(tree.cell)}."
        ways = f"A piece can cover it in {number} ways" if number > 1 else "A piece can cover it in one way only"
    else:
        name = table.kinds[tree.kind or 0].name
        yield f"Every tiling has to contain the piece {name}."
        ways = f"It can lie in {number} places" if number > 1 else "It can lie in one place only"
    yield f"{ways}, and {'each of them' if number > 1 else 'that'} {leave}."
    deep, total = depth(tree), explanation.leaf_count
    if deep > 1:
        yield f"Some of these cases are split again, which makes {total} cases with up to {deep} placed pieces."
    placed = "one piece" if deep == 1 else f"at most {deep} pieces"
    if explanation.fewest:
        yield f"No argument that places {placed} in each case has fewer cases."
    else:
        yield "There may be an argument with fewer cases."


def _weighed(position: OpenBoard, finding: Finding, weighing: Weighing) -> Iterator[str]:
    aside = len(weighing.ruled_out)
    if weighing.nowhere is not None or not weighing.covered:
        yield f"{finding.text[0].upper()}{finding.text[1:]}."
        return
    most = covered_text(position, weighing)
    if max(weighing.weights) == 1:
        yield f"Look at the {weighing.total} cells with a 1."
        yield f"Wherever a piece lies, it covers at most this many of them: {most}."
    else:
        yield f"The numbers of the free cells add up to {weighing.total}."
        yield f"Wherever a piece lies, the numbers under it add up to at most: {most}."
    yield f"All pieces together reach at most {weighing.covered}, but a tiling needs {weighing.total}."
    if aside:
        places = "One place is" if aside == 1 else f"{aside} places are"
        yield f"{places} left out, because a piece there would cut off cells that the other pieces can't fill."


def covered_text(position: OpenBoard, weighing: Weighing) -> str:
    """Say what each piece covers at most."""
    most = [
        f"{piece.name}: {heaviest}" + (f" ({number} times)" if number > 1 else "")
        for piece, heaviest, number in zip(position.table.kinds, weighing.most, weighing.left, strict=True)
        if number and heaviest >= 0
    ]
    return ", ".join(most)


def aside_lines(position: OpenBoard, weighing: Weighing, *, every: bool) -> list[str]:
    """List the places of pieces left out with their reasons, grouped by reason; all, or the first."""
    table = position.table
    why: dict[str, dict[int, list[str]]] = {}
    for kind, mask in weighing.ruled_out:
        why.setdefault(cut_off(position, (kind, mask)), {}).setdefault(kind, []).append(table.grid.labels(mask))
    said = ["Left out:"] if why else []
    left = len(weighing.ruled_out)
    for text, lying in sorted(why.items(), key=lambda one: -sum(map(len, one[1].values()))):
        if not every and len(said) > MOST_REASONS:
            return [*said, f"… and {left} more places."]
        number = sum(map(len, lying.values()))
        left -= number
        where = f"{number} places of {listed((table.kinds[kind].name for kind in lying), 'and')}"
        if every or number == 1:
            where = "; ".join(f"{table.kinds[kind].name} on {' or '.join(places)}" for kind, places in lying.items())
        said.append(f"- {where}: then {text}.")
    return said


def cut_off(position: OpenBoard, lain: Lain) -> str:
    """Say what a placement that is left out would leave."""
    finding = shares_of(position.lay(*lain))
    return "" if finding is None else in_sentence(finding.text)


def in_sentence(text: str) -> str:
    """Return a sentence as the continuation of another.

    Examples
    --------
    >>> in_sentence("No piece that is left can cover A1"), in_sentence("A1 can be filled only by I1")
    ('no piece that is left can cover A1', 'A1 can be filled only by I1')
    """
    return text[0].lower() + text[1:] if _is_word(text) else text


def case_text(tree: Tree, *, every: bool = False) -> str:
    """Say why a case fails; briefly, unless all is asked for."""
    if isinstance(tree, Branch):
        return f"{in_sentence(split_text(tree))}, and each of them fails ({leaf_count(tree)} cases)"
    finding, position = tree.finding, tree.position
    parts = sorted(components(finding.cells, position.table.grid), key=lambda part: (part.bit_count(), part))
    if every or finding.rule != "shares" or len(parts) == 1:
        return in_sentence(finding.text)
    return (
        f"the other pieces can't fill {listed((part_name(position, part) for part in parts), 'and')} at the same time"
    )


def split_text(tree: Branch) -> str:
    """Name the cases."""
    table, number = tree.position.table, len(tree.cases)
    ways = "one way" if number == 1 else f"{number} ways"
    if tree.cell is not None:
        return f"The cell {table.grid.label(tree.cell)} can be covered in {ways}"
    return f"The piece {table.kinds[tree.kind or 0].name} can be placed in {ways}"
