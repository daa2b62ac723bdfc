"""The data files of the page: the document and the tables of each puzzle."""

from __future__ import annotations

import base64
from functools import cache, lru_cache
from typing import Any

from dicelab.studio.documents import StudioPuzzle, puzzle_document, studio_document, studio_puzzles
from dicelab.studio.tables import BoardTable, kept_tilings_table, unsolvable_table
from solver.errors import InputError
from solver.polyform import Puzzle
from solver.runs.storage import json_text

JSON_TYPE = "application/json"
TABLE_TYPE = "application/octet-stream"

MOST_WALKED = 10_000_000
"""Boards of a puzzle that are settled while a page waits for them."""


@cache
def puzzles(added: tuple[str, ...]) -> dict[str, StudioPuzzle]:
    """Return the puzzles of the studio by their ids.

    Parameters
    ----------
    added
        Puzzles beside those of the catalogue, as the user who starts the server names them: files or texts.
    """
    from dicelab.puzzles.checked import check_puzzle

    return {one.id: one for one in studio_puzzles([check_puzzle(text) for text in added])}


def data_file(name: str, added: tuple[str, ...]) -> dict[str, Any]:
    """Return a file as its type, its bytes in base64, and whether it will stay as it is.

    Raises
    ------
    InputError
        If the page has no such file.
    """
    known = puzzles(added)
    ident, _, suffix = name.rpartition(".")
    if name == "studio.json":
        return _json_file(studio_document(known.values(), server=True))
    if name == "domino.json":
        from dicelab.studio.domino import domino_document

        return _json_file(domino_document())
    if ident in known:
        puzzle = known[ident].puzzle
        if suffix == "json":
            unsolvable, tilings = _unsolvable(puzzle), _tilings(puzzle)
            document = puzzle_document(
                known[ident],
                None if unsolvable is None else unsolvable.entry(f"{ident}.unsolvable"),
                None if tilings is None else tilings.entry(f"{ident}.tilings"),
            )
            # Statistics may make a census by and by.
            return _json_file(document) | {"final": tilings is not None}
        table = _unsolvable(puzzle) if suffix == "unsolvable" else _tilings(puzzle)
        if table is not None:
            return _file(TABLE_TYPE, table.content)
    raise InputError(f"there is no file {name}")


@lru_cache(maxsize=64)
def _unsolvable(puzzle: Puzzle) -> BoardTable | None:
    """Return the table of boards without a tiling, which is made where that takes a few seconds."""
    return unsolvable_table(puzzle, build=puzzle.boards <= MOST_WALKED)


def _tilings(puzzle: Puzzle) -> BoardTable | None:
    """Return the table of tilings if a census is there: statistics make one."""
    return kept_tilings_table(puzzle)


def _json_file(value: dict[str, Any]) -> dict[str, Any]:
    return _file(JSON_TYPE, json_text(value, separators=(",", ":"), ensure_ascii=False).encode())


def _file(kind: str, content: bytes) -> dict[str, Any]:
    return {"type": kind, "content": base64.b64encode(content).decode(), "final": True}
