"""All boards of a census as an Apache Parquet file, for notebooks and data bases."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dicelab.errors import MissingPackageError
from dicelab.reasons.explain import EXPLANATIONS, QUICK, BoardRule, reasons
from dicelab.version import __version__
from solver.census import Census, Content, board_masks
from solver.census.census import census_bytes, colour_columns
from solver.census.census_file import SCHEMA as CENSUS_SCHEMA
from solver.polyform import Puzzle
from solver.polyform.symmetry import CHUNK, Masks, label_tables
from solver.runs.progress import Progress, silent
from solver.runs.storage import atomic_file, read_header

if TYPE_CHECKING:
    import pyarrow as pa

SCHEMA = "dicelab/census-parquet/1"
KEY = b"dicelab"
"""The key of the metadata that describes the file."""

SEARCH = "search"
"""The reason of a board that no rule rejects: only a search finds that there is no tiling."""

FURTHER = "further"
"""The reason of a board that no quick rule rejects, where the others were not asked."""

MOST_EXPLAINED = 50_000
"""Unsolvable orbits of which all rules are asked: some minutes."""

_ROWS = 1 << 17
"""Rows of a row group, which are in memory together."""

_ORBITS = 1 << 11
"""Orbits of which the rules are asked at a time: some seconds at most."""


def rules_for(census: Census) -> tuple[BoardRule, ...]:
    """Return all rules, or the quick ones where all would take hours for this many unsolvable orbits."""
    return EXPLANATIONS if int((~census.solvable_orbits).sum()) <= MOST_EXPLAINED else QUICK


def write_parquet(
    path: Path,
    census: Census,
    *,
    per_orbit: bool = False,
    rules: tuple[BoardRule, ...] | None = None,
    progress: Progress = silent,
) -> int:
    """Write a row for each board of a puzzle, in ascending order of ``board``; return the number of rows.

    The columns: ``board`` (uint64, a bit for each blocker), ``blockers`` (their labels), ``representative`` (the
    smallest board of the orbit) and ``orbit_size``, ``allowed`` (only where the puzzle has regions or cells that may
    not be blocked), ``solvable``, ``tilings`` (null where the census holds solvability only), ``dark_blockers`` and
    ``light_blockers`` by colour (of triangles ``upward_blockers`` and ``downward_blockers``; hexagons have also
    ``grey_blockers``), and ``reason``: the first rule of :mod:`dicelab.reasons.explain` that rejects an unsolvable
    board, ``search`` where none does (``further`` where only the quick rules were asked), null for the solvable. The
    key ``dicelab`` of the metadata holds puzzle, content and checksum of the census and the rules as JSON.

    With ``per_orbit`` only the representatives are written. ``rules`` are the first ones of
    :data:`dicelab.reasons.explain.EXPLANATIONS`; by default what :func:`rules_for` returns. ``progress`` is called for
    the ``reasons`` of unsolvable orbits, then for the ``rows``. The same census gives the same bytes. Raises
    :class:`MissingPackageError` if there is no pyarrow, and :class:`StorageError` if the file can't be written.
    """
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError as error:
        raise MissingPackageError.of("a Parquet file", "pyarrow", "data") from error
    rules = rules_for(census) if rules is None else rules
    rows = len(census.orbits) if per_orbit else census.orbits.boards
    about = _about(census, rows) | {"rules": [rule.name for rule in rules]}
    schema = _schema(census.puzzle).with_metadata({KEY: json.dumps(about)})
    labels = [pa.array(table) for table in label_tables(census.puzzle.grid)]
    # Ascending masks are stored best as differences. Of labels and representatives there are too many for a
    # dictionary: it would make a file of 58 MB for the Genius Square out of one of 43 MB.
    packed = {"board": "DELTA_BINARY_PACKED", "blockers": "PLAIN", "representative": "PLAIN"}
    done = 0
    why, names = _reason_codes(census, rules, progress), _reason_names(rules)
    with (
        atomic_file(path) as part,
        part.open("wb") as file,
        parquet.ParquetWriter(
            file,
            schema,
            compression="zstd",
            use_dictionary=[name for name in schema.names if name not in packed],
            column_encoding=packed,
            sorting_columns=[parquet.SortingColumn(0)],
        ) as writer,
    ):
        for masks, orbit in _blocks(census, rows, per_orbit=per_orbit):
            columns = _columns(census, masks, orbit, (why, names))
            columns["blockers"] = _label_column(masks, labels)
            writer.write_table(pa.table([columns[name] for name in schema.names], schema), row_group_size=_ROWS)
            done += len(masks)
            progress(done, rows, "rows")
    return done


def _schema(puzzle: Puzzle) -> pa.Schema:
    import pyarrow as pa

    flag = [] if puzzle.allows_all else [pa.field("allowed", pa.bool_(), nullable=False)]
    return pa.schema(
        [
            pa.field("board", pa.uint64(), nullable=False),
            pa.field("blockers", pa.string(), nullable=False),
            pa.field("representative", pa.uint64(), nullable=False),
            pa.field("orbit_size", pa.uint8(), nullable=False),
            *flag,
            pa.field("solvable", pa.bool_(), nullable=False),
            pa.field("tilings", pa.uint64()),
            *(pa.field(name, pa.uint8(), nullable=False) for name in colour_columns(puzzle.grid)),
            pa.field("reason", pa.dictionary(pa.int8(), pa.string())),
        ]
    )


def _about(census: Census, rows: int) -> dict[str, Any]:
    """Describe the content of a file; the checksum is that of the census file's body."""
    header = read_header(io.BytesIO(census_bytes(census)), CENSUS_SCHEMA)
    return {
        "schema": SCHEMA,
        "puzzle": census.puzzle.format(),
        "content": census.content,
        "boards": census.orbits.boards,
        "orbits": len(census.orbits),
        "rows": rows,
        "sha256": header["body"],
        "dicelab": __version__,
    }


def _blocks(census: Census, rows: int, *, per_orbit: bool) -> Iterator[tuple[Masks, NDArray[np.int64]]]:
    """Yield the boards of each row group, with the numbers of their orbits."""
    orbits, puzzle = census.orbits, census.puzzle
    for start in range(0, rows, _ROWS):
        stop = min(rows, start + _ROWS)
        if per_orbit:
            yield orbits.representatives[start:stop], np.arange(start, stop)
        else:
            masks = board_masks(start, stop, len(puzzle.grid), puzzle.blockers)
            yield masks, orbits.index(masks)


def _columns(
    census: Census, masks: Masks, orbit: NDArray[np.int64], why: tuple[NDArray[np.int8], list[str]]
) -> dict[str, pa.Array]:
    """Return all columns but the labels."""
    import pyarrow as pa

    answers = census.answers[orbit]
    puzzle = census.puzzle
    by_colour = {name: np.bitwise_count(masks & np.uint64(of)) for name, of in colour_columns(puzzle.grid).items()}
    codes, names = why[0][orbit], why[1]
    return {
        "board": pa.array(masks),
        "representative": pa.array(census.orbits.representatives[orbit]),
        "orbit_size": pa.array(census.orbits.sizes[orbit].astype(np.uint8)),
        "allowed": pa.array(puzzle.allows(masks)),
        "solvable": pa.array(answers > 0),
        "tilings": pa.array(answers) if census.content is Content.TILINGS else pa.nulls(len(masks), pa.uint64()),
        **{name: pa.array(numbers) for name, numbers in by_colour.items()},
        "reason": pa.DictionaryArray.from_arrays(pa.array(codes, mask=codes < 0), pa.array(names)),
    }


def _reason_codes(census: Census, rules: tuple[BoardRule, ...], progress: Progress) -> NDArray[np.int8]:
    """Return for each orbit the place of its reason among the names, or -1 where it is solvable."""
    codes = np.full(len(census.orbits), -1, np.int8)
    unsolvable = np.flatnonzero(~census.solvable_orbits)
    for start in range(0, len(unsolvable), _ORBITS):
        progress(start, len(unsolvable), "reasons")
        block = unsolvable[start : start + _ORBITS]
        found = reasons(census.orbits.representatives[block], census.puzzle, rules)
        codes[block] = np.where(found < 0, np.int8(len(rules)), found)
    return codes


def _reason_names(rules: tuple[BoardRule, ...]) -> list[str]:
    return [*(rule.name for rule in rules), SEARCH if len(rules) == len(EXPLANATIONS) else FURTHER]


def _label_column(masks: Masks, tables: list[pa.Array]) -> pa.Array:
    from pyarrow import compute

    chunks = (masks >> np.uint64(CHUNK * place) & np.uint64((1 << CHUNK) - 1) for place in range(len(tables)))
    parts = [table.take(chunk.astype(np.int16)) for table, chunk in zip(tables, chunks, strict=True)]
    return compute.ascii_rtrim(compute.binary_join_element_wise(*parts, ""), " ")
