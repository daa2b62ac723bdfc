"""Workbooks of Excel (``.xlsx``), read as rows: with bounds, since a small file may unpack to gigabytes."""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Iterator, Sequence

from dicelab.dice.spreadsheet import EXAMPLE, MOST_ROWS, SheetRow
from dicelab.errors import DiceError, MissingPackageError

MOST_UNPACKED = 1 << 24
"""Bytes; a sheet with the dice of a game has some thousands."""

SAVE = "save it as .xlsx or CSV UTF-8"

_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"


def is_workbook(data: bytes) -> bool:
    """Tell whether a content is an archive, as ``.xlsx`` and ``.ods`` are, or an old file of Excel."""
    return data.startswith((_ZIP, _OLE))


def sheets_of_workbook(data: bytes) -> Iterator[list[SheetRow]]:
    """Yield the rows of each sheet that is not empty; formulas are text.

    Raises
    ------
    DiceError
        If it is no ``.xlsx``, is damaged, or has too many rows or bytes.
    MissingPackageError
        If the extra ``sheets`` is not installed.
    """
    if data.startswith(_OLE):
        raise DiceError(f"is an old file of Excel (.xls), or has a password: {SAVE}")
    _require_small(data)
    try:
        from openpyxl import load_workbook
    except ImportError:
        raise MissingPackageError.of("an .xlsx file", "openpyxl", "sheets") from None
    try:
        with warnings.catch_warnings():
            # Of formats that it does not keep.
            warnings.simplefilter("ignore")
            book = load_workbook(io.BytesIO(data), read_only=True)
            for sheet in book.worksheets:
                # The size that the file claims may be wrong.
                sheet.reset_dimensions()
                rows = _rows(sheet.iter_rows(values_only=True))
                if rows:
                    yield rows
    except (DiceError, MemoryError):
        raise
    except Exception as error:  # noqa: BLE001 - of a damaged file openpyxl raises whatever its parts do
        raise DiceError(f"is a damaged workbook ({type(error).__name__}): {SAVE}") from None


def _require_small(data: bytes) -> None:
    """Refuse a damaged or too large workbook: openpyxl reads no more than an entry claims."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise DiceError(f"is a damaged workbook ({error}): {SAVE}") from None
    if not any(one.filename.startswith("xl/") for one in entries):
        raise DiceError(f"is an archive, but no .xlsx workbook: {SAVE}")
    size = sum(one.file_size for one in entries)
    if size > MOST_UNPACKED:
        raise DiceError(f"unpacks to {size:,} bytes: a workbook of dice has at most {MOST_UNPACKED:,}; {EXAMPLE}")


def _rows(values: Iterator[Sequence[object]]) -> list[SheetRow]:
    rows = []
    for number, fields in enumerate(values, start=1):
        if number > MOST_ROWS:
            raise DiceError(f"has a sheet of over {MOST_ROWS:,} rows: copy the dice to a new workbook; {EXAMPLE}")
        row = SheetRow.of(number, list(map(_text, fields)))
        if row.fields:
            rows.append(row)
    return rows


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:g}"
    # An array formula is an object with a text.
    return str(getattr(value, "text", value))
