"""JSON files that people write, read as data and trusted in nothing."""

from __future__ import annotations

import codecs
import re
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from solver.errors import InputError, quoted

MOST_BYTES = 1 << 20

Value = TypeVar("Value")


def read_json_file(path: Path, schema: str, kind: type[Value], form: str) -> Value:
    """Read a file that has a schema and the fields of a type, which forbids others.

    Parameters
    ----------
    schema
        Such as ``dicelab/dice-set/1``; messages name the file after it.
    form
        What the file should have, for a message about its fields.

    Raises
    ------
    InputError
        In one line that does not name the file, if it can't be read, or is no such file.
    """
    return read_json(read_input(path, f"{schema.split('/')[1]} file"), schema, kind, form)


def read_json(data: bytes, schema: str, kind: type[Value], form: str) -> Value:
    """Read the content of such a file; a byte order mark before it is passed over."""
    family, name, version = schema.split("/")
    noun = name.replace("-", " ")
    data = data.removeprefix(codecs.BOM_UTF8)
    if not data.strip():
        raise InputError(f"is empty: name a {noun}")
    try:
        data.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"is not UTF-8 (byte {error.start}): save it as UTF-8") from None
    try:
        value: Any = msgspec.json.decode(data)
    except RecursionError:
        raise InputError(f"is nested too deeply: it is no {noun}") from None
    except msgspec.DecodeError as error:
        raise InputError(f"is not JSON ({error}): a {noun} starts with {{'schema': '{schema}', …}}") from None
    given = value.get("schema") if isinstance(value, dict) else None
    if not isinstance(given, str):
        raise InputError(f'has no field "schema": add "schema": "{schema}"')
    if given != schema:
        newer = re.fullmatch(rf"{family}/{name}/([0-9]{{1,9}})", given)
        if newer and int(newer[1]) > int(version):
            raise InputError(f"has schema {given!r}: this dicelab reads up to {schema!r}; install a newer one")
        raise InputError(f"has schema {quoted(given)}: a {noun} has {schema!r}")
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        # It quotes an unknown key, which may hold anything.
        problem = "".join(character if character.isprintable() else "?" for character in str(error)[:160])
        raise InputError(f"{problem}: {form}") from None


def read_input(path: Path, noun: str) -> bytes:
    """Return the bytes of a small regular file; messages call it by the noun, such as ``puzzle file``."""
    try:
        if path.is_dir():
            raise InputError(f"is a directory: name a {noun}")
        if not path.exists():
            raise InputError("no such file: check the path")
        if not path.is_file():
            raise InputError(f"is no regular file: name a {noun}")
        if path.stat().st_size > MOST_BYTES:
            raise InputError(f"has {path.stat().st_size:,} bytes: a {noun} has at most {MOST_BYTES:,}")
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"can't be read ({error.strerror or error}): check the path and its permissions") from None
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"can't be read ({error}): check the path") from None
