"""JSON files that people write, read as data and trusted in nothing."""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence
from typing import Any

import msgspec

from solver.errors import InputError, quoted
from solver.runs.json_text import WORDS, JsonText, kind_of, syntax_error


def read_json_of(data: bytes, schemas: Sequence[str]) -> tuple[JsonText, str, Any]:
    """Read JSON that has one of some schemas, versions of one, the newest first; a byte order mark is passed over.

    Returns
    -------
    tuple
        The text, its schema and the value, of which nothing but its schema is looked at:
        :meth:`JsonText.convert` reads its fields.

    Raises
    ------
    InputError
        In one line that does not name the file, if it is no such file.
    """
    newest = schemas[0]
    family, name, version = newest.split("/")
    noun = name.replace("-", " ")
    start = f'a {noun} starts with {{"schema": "{newest}", …}}'
    data = data.removeprefix(codecs.BOM_UTF8)
    if not data.strip():
        raise InputError(f"is empty: name a {noun}")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"is not UTF-8 (byte {error.start}): save it as UTF-8") from None
    try:
        value: Any = msgspec.json.decode(data)
    except RecursionError:
        raise InputError(f"is nested too deeply: it is no {noun}") from None
    except msgspec.DecodeError:
        raise InputError(f"{syntax_error(text)}: {start}") from None
    if not isinstance(value, dict):
        raise InputError(f"expected {WORDS['object']}, found {kind_of(value)}: {start}")
    if "schema" not in value:
        raise InputError(f'has no field "schema": add "schema": "{newest}"')
    source, given = JsonText(text), value["schema"]
    if not isinstance(given, str):
        raise source.error(("schema",), f"expected text, found {kind_of(given)}: {start}")
    if given not in schemas:
        newer = re.fullmatch(rf"{family}/{name}/([0-9]{{1,9}})", given)
        if newer and int(newer[1]) > int(version):
            raise InputError(f"has schema {given!r}: this dicelab reads up to {newest!r}; install a newer one")
        raise source.error(("schema",), f"has schema {quoted(given)}: a {noun} has {newest!r}")
    return source, given, value
