"""The facts of a puzzle as text and as JSON, and whether the file of one is as it was meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Any, ClassVar

from dicelab.dice import DiceSet
from dicelab.dice.catalogue import puzzle_dice
from dicelab.dice.dice_set import OR_SHARE
from dicelab.dice.names import plain
from dicelab.errors import DiceError
from dicelab.render.puzzle import puzzle_caption
from dicelab.render.text import WIDTH, cut, wrap
from solver.errors import InputError
from solver.polyform import Piece, Puzzle, placements
from solver.polyform.grid import MASK_CELLS
from solver.polyform.puzzle_catalogue import BROUGHT, catalogue_names
from solver.polyform.puzzle_file import puzzle_file_of
from solver.polyform.puzzle_parsing import PuzzleFile
from solver.words import counted, listed


@dataclass(frozen=True)
class CheckedPuzzle:
    """A valid puzzle with the content of its file.

    Examples
    --------
    >>> star = check_puzzle("genius-star")
    >>> star.dice.roll_count, len(star.puzzle.symmetries)
    (165888, 12)
    """

    source: str
    """Its name, its path or its text."""
    file: PuzzleFile
    puzzle: Puzzle
    """That of the file, or of one of its variants."""
    dice: DiceSet | None
    """Its dice, or those that its regions are."""
    schema: ClassVar[str] = "puzzle-check"

    def __str__(self) -> str:
        return facts_text(self.source, self.file, self.puzzle, self.dice, self.places)

    def to_json(self) -> dict[str, Any]:
        """Return the facts of the puzzle, with the placements of each piece."""
        return puzzle_facts(self.file, self.puzzle, self.dice, self.places)

    def facts(self) -> dict[str, Any]:
        """Return the facts that need no search."""
        return puzzle_facts(self.file, self.puzzle, self.dice)

    @cached_property
    def places(self) -> dict[Piece, int]:
        """The number of placements of each kind of piece on the empty board."""
        return {piece: sum(1 for _ in placements(piece, self.puzzle.grid)) for piece in self.puzzle.kinds}

    @property
    def is_large(self) -> bool:
        """Whether it has more cells than a mask: then dice, and whatever looks at all boards, need a smaller board."""
        return len(self.puzzle.grid) > MASK_CELLS


def check_puzzle(text: str) -> CheckedPuzzle:
    """Read a puzzle with its dice and its variants.

    Parameters
    ----------
    text
        A name, ``GRID/BLOCKERS:PIECES`` or the path of a file, perhaps with ``#VARIANT``.

    Raises
    ------
    DiceError, InputError
        In one line that names the file, the line and the field, if something in it can't be.
    """
    file, variant, source = puzzle_file_of(text)
    try:
        puzzle = file.variant(variant) if variant else file.puzzle
        dice = None
        if (file.dice or puzzle.regions) and len(puzzle.grid) <= MASK_CELLS:
            dice = puzzle_dice(file, variant=variant)
    except (DiceError, InputError) as error:
        raise DiceError(f"{source}: {str(error).removesuffix(OR_SHARE)}") from None
    return CheckedPuzzle(text.strip(), file, puzzle, dice)


def catalogue() -> list[CheckedPuzzle]:
    """Return all puzzles of the catalogue, in the order of their names.

    Examples
    --------
    >>> [one.source for one in catalogue() if one.source.startswith("genius")]
    ['genius-square', 'genius-star']
    """
    broken = set(BROUGHT).difference(BROUGHT.usable())
    return [check_puzzle(name) for name in catalogue_names() if name not in broken]


HEAD, MOST_HEAD = 16, 40
"""Columns of the left side, and those that a long name may take of the line."""

LARGE = f"more than {MASK_CELLS} cells: solve and count work, more slowly, design and verify too; a census does not"


def puzzle_facts(
    file: PuzzleFile, puzzle: Puzzle, dice: DiceSet | None, places: Mapping[Piece, int] | None = None
) -> dict[str, Any]:
    """Return the facts of a puzzle for JSON; ``places`` are the numbers of placements, where they were counted."""
    grid = puzzle.grid
    regions = [{"name": name, "cells": labels.split()} for name, labels in _regions(file, puzzle)]
    return {
        "name": file.name or None,
        "about": file.about,
        "puzzle": puzzle.format(),
        "lattice": grid.lattice.name,
        "cells": len(grid),
        "area": sum(piece.order for piece in puzzle.pieces),
        "blockers": puzzle.blockers,
        "boards": puzzle.boards,
        "allowed_boards": puzzle.allowed_boards,
        "symmetries": len(puzzle.symmetries),
        "symmetries_of_the_grid": len(grid.symmetries),
        "always_free": grid.labels(puzzle.always_free).split(),
        "regions": regions,
        "pieces": [
            {
                "name": piece.name,
                "called": file.piece_names.get(piece),
                "copies": copies,
                "cells": piece.order,
                "flips": piece.flips,
                "orientations": len(piece.orientations),
                **({} if places is None else {"placements": places[piece]}),
            }
            for piece, copies in puzzle.kinds.items()
        ],
        "variants": {name: other.format() for name, other in file.variants.items()},
        "dice": None if dice is None else dice.labels(),
        "rolls": None if dice is None else dice.roll_count,
        "more_than_64_cells": len(grid) > MASK_CELLS,
    }


def facts_text(source: str, file: PuzzleFile, puzzle: Puzzle, dice: DiceSet | None, places: Mapping[Piece, int]) -> str:
    """Write the facts of a puzzle in 80 columns, and the next commands."""
    grid = puzzle.grid
    own = len(puzzle.symmetries)
    of_grid = "" if own == len(grid.symmetries) else f" ({len(grid.symmetries)} of the board alone)"
    rows = [
        ("lattice", grid.lattice.name),
        ("cells", f"{len(grid)}, labelled {grid.label(0)} to {grid.label(len(grid) - 1)}"),
        (
            "areas",
            f"{sum(piece.order for piece in puzzle.pieces)} of the pieces + {counted(puzzle.blockers, 'blocker')}",
        ),
        ("symmetries", f"{own}{of_grid}"),
        (
            "boards",
            f"{puzzle.boards:,}{'' if puzzle.allows_all else f', of which {puzzle.allowed_boards:,} are allowed'}",
        ),
    ]
    if puzzle.always_free:
        rows.append(("always free", grid.labels(puzzle.always_free)))
    rows += [
        (f"region {plain(name) or number}", labels)
        for number, (name, labels) in enumerate(_regions(file, puzzle), start=1)
    ]
    rows += [
        ("variant", f"{name}: {_exchange(puzzle, other)}{_about(file, name)}")
        for name, other in file.variants.items()
        if other != puzzle
    ]
    rows.append(("dice", dice_line(dice) or "none"))
    if len(grid) > MASK_CELLS:
        rows.append(("size", LARGE))
    title = plain(file.name) if file.name and puzzle == file.puzzle else source
    return "\n".join(
        [
            *wrap(f"{title}: {puzzle_caption(puzzle)}", WIDTH),
            *wrap(plain(file.about), WIDTH),
            "",
            *(line for head, value in rows for line in _row(head, value)),
            "",
            *_piece_rows(file, puzzle, places),
            "",
            *wrap(_verdict(source, dice, puzzle), WIDTH),
        ]
    )


def _regions(file: PuzzleFile, puzzle: Puzzle) -> list[tuple[str, str]]:
    """Return the name of each region, empty where it has none, and the labels of its cells."""
    labels = [puzzle.grid.labels(region) for region in puzzle.regions]
    return list(zip_longest(file.region_names[: len(labels)], labels, fillvalue=""))


def list_text(puzzles: Iterable[CheckedPuzzle]) -> str:
    """Write one paragraph for each puzzle: its name, its caption, its dice and its variants."""
    lines = []
    for one in puzzles:
        lines.append(f"{one.source}  {puzzle_caption(one.file.puzzle)}")
        lines += wrap(dice_line(one.dice) and f"  dice: {dice_line(one.dice)}", WIDTH, "    ")
        for variant, other in one.file.variants.items():
            text = f"  {one.source}#{variant}: {_exchange(one.file.puzzle, other)}{_about(one.file, variant)}"
            lines += wrap(text, WIDTH, "    ")
    return "\n".join(lines)


def dice_line(dice: DiceSet | None) -> str:
    """Return the sizes of the dice and the number of rolls.

    Examples
    --------
    >>> dice_line(DiceSet.parse("A1 A1 A2 | B1 B3", Puzzle.parse("2x3/2:O4")))
    '2 and 2 cells, 4 rolls'
    """
    return "" if dice is None else f"{listed(dice.sizes, 'and')} cells, {dice.roll_count:,} rolls"


def _exchange(puzzle: Puzzle, other: Puzzle) -> str:
    """Return which pieces a variant exchanges."""
    gone, new = Counter(puzzle.pieces) - Counter(other.pieces), Counter(other.pieces) - Counter(puzzle.pieces)
    return f"{_pieces(new)} in place of {_pieces(gone)}"


def _about(file: PuzzleFile, variant: str) -> str:
    """Return a file's words on a variant, to follow its pieces."""
    about = plain(file.about_variants.get(variant, ""))
    return f". {about}" if about else ""


def _pieces(pieces: Counter[Piece]) -> str:
    return listed([piece.times(copies) for piece, copies in pieces.items()], "and")


def _row(head: str, value: str) -> list[str]:
    shown = cut(head, MOST_HEAD)
    return wrap(f"{shown:<{HEAD}}{value}" if len(shown) < HEAD else f"{shown}  {value}", WIDTH, " " * HEAD)


def _piece_rows(file: PuzzleFile, puzzle: Puzzle, places: Mapping[Piece, int]) -> list[str]:
    table = [("piece", "number", "cells", "orientations", "placements")]
    for piece, copies in puzzle.kinds.items():
        name = file.piece_names.get(piece)
        side = "" if piece.flips else " (one side up)"
        table.append(
            (
                f"{piece.name}{f' {name}' if name else ''}{side}",
                str(copies),
                str(piece.order),
                str(len(piece.orientations)),
                f"{places[piece]:,}",
            )
        )
    wide = [max(len(row[column]) for row in table) for column in range(5)]
    return [
        "  ".join([row[0].ljust(wide[0]), *(cell.rjust(width) for cell, width in zip(row[1:], wide[1:], strict=True))])
        for row in table
    ]


def _verdict(source: str, dice: DiceSet | None, puzzle: Puzzle) -> str:
    name = f'"{source}"' if " " in source or ";" in source or "#" in source else source
    if dice is not None:
        return f"Valid. Next: dicelab verify {name}, or dicelab roll {name}"
    board = puzzle.grid.labels(sum(1 << cell for cell in range(puzzle.blockers)))
    if len(puzzle.grid) > MASK_CELLS:
        return f'Valid. Next: dicelab solve "{board}" --puzzle {name}'
    if source.endswith(".json") and puzzle.blockers:
        return f"Valid. Next: dicelab puzzle new {name} --from {name} --force adds dice that can always be solved"
    return f"Valid. Next: dicelab evolve --puzzle {name} finds dice of which every roll can be solved"


def new_text(path: str, file: PuzzleFile, why_without_dice: str = "") -> str:
    """Describe a new file and its dice, or why it has none, and list the next commands."""
    puzzle = file.puzzle
    name = f'"{path}"' if " " in path else path
    sizes = listed([len(set(die)) for die in file.dice], "and") if file.dice else ""
    dice = f"; dice of {sizes} cells" if sizes else f"; without dice: {why_without_dice}"
    steps = {
        f"dicelab puzzle show {name}": "the board and the pieces",
        f"dicelab puzzle check {name}": "after each change: tells the line and the field that is wrong",
    }
    if file.dice or puzzle.regions:
        steps[f"dicelab verify {name}"] = "whether every roll can be solved"
        steps[f"dicelab roll {name}"] = "a board to play"
    elif puzzle.blockers and len(puzzle.grid) <= MASK_CELLS:
        steps[f"dicelab puzzle new {name} --from {name} --force"] = "look for dice again, after a change of the pieces"
    wide = max(map(len, steps))
    return "\n".join(
        [*wrap(f"Wrote {path}: {puzzle_caption(puzzle)}{dice}.", WIDTH), "", "Next:"]
        + [f"  {step:<{wide}}  {why}" for step, why in steps.items()]
    )
