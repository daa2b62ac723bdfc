"""Files that people write: read whole, as data, and trusted in nothing; errors name the line and the field."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from solver.errors import InputError, quoted, suggestion
from solver.words import listed

if TYPE_CHECKING:
    # Imported late: the command line reads its configuration without it.
    import msgspec

FieldPath = tuple[str | int, ...]
"""Keys and places (from 0) that lead from the whole to a field: ``("pieces", 3, "name")``."""

Value = TypeVar("Value")

MOST_SHOWN = 80

MOST_BYTES = 1 << 20
"""Files are small and regular, never a device or a pipe."""

WORDS = {
    "str": "text",
    "int": "a whole number",
    "float": "a number with a point",
    "bool": "true or false",
    "array": "a list",
    "object": "an object {…}",
    "null": "null",
}
"""The kinds of values by msgspec's names, and their names for people."""


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


def read_json_of(data: bytes, schemas: Sequence[str]) -> tuple[JsonText, str, Any]:
    """Read JSON that has one of some schemas, versions of one, the newest first; a byte order mark is passed over.

    Raises :class:`InputError` in one line that does not name the file, if it is no such file.

    Returns
    -------
    tuple
        The text, its schema and the value, of which nothing but its schema is looked at:
        :meth:`JsonText.convert` reads its fields.
    """
    import msgspec

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


def kind_of(value: object) -> str:
    """Return the name for people of the kind of a JSON value.

    Examples
    --------
    >>> kind_of(True), kind_of([1]), kind_of(None)
    ('true or false', 'a list', 'null')
    """
    kinds = {bool: "bool", int: "int", float: "float", str: "str", list: "array", dict: "object"}
    return WORDS[kinds.get(type(value), "null")]


@dataclass(frozen=True, slots=True)
class JsonText:
    r"""The text of a file that is known to be JSON.

    Examples
    --------
    >>> text = JsonText('{"name": "mine",\n "pieces": ["I1",\n  "Q9"]}')
    >>> text.line(("pieces", 1))
    3
    >>> print(text.error(("pieces", 1), "'Q9' is not a piece"))
    line 3, pieces[1]: 'Q9' is not a piece
    """

    text: str

    def line(self, path: FieldPath) -> int:
        """Return the line, from 1, on which a field begins, or the last one above it that is found."""
        at, value = 0, _skipped(self.text, 0)
        for step in path:
            try:
                at, value = _field(self.text, value, step)
            except (ValueError, IndexError, RecursionError):
                break
        else:
            at = at if path else value
        return self.text.count("\n", 0, at) + 1

    def error(self, path: FieldPath, problem: str) -> InputError:
        """Return the error about a field."""
        field = field_name(path)
        return InputError(f"line {self.line(path)}, {field}: {problem}" if field else problem)

    @contextmanager
    def at(self, path: FieldPath) -> Iterator[None]:
        """Say in complaints which field they are about."""
        try:
            yield
        except InputError as error:
            raise self.error(path, str(error)) from None

    def convert(self, value: object, kind: type[Value], form: str, path: FieldPath = ()) -> Value:
        """Turn the value at a path into a type that forbids other fields.

        Raises :class:`InputError` with the line and the field, if that can't be done; ``form`` tells which fields there
        are.
        """
        import msgspec

        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            raise self._invalid(str(error), kind, form, path) from None

    def _invalid(self, message: str, kind: type, form: str, path: FieldPath) -> InputError:
        problem, _, place = message.rpartition(" - at `$")
        if not problem:
            problem = message
        steps = re.findall(r"\.([^.\[\]`]+)|\[([0-9]+)\]", place if place is not message else "")
        path = (*path, *(name or int(number) for name, number in steps))
        if match := re.fullmatch(r"Object contains unknown field `(.*)`", problem, re.DOTALL):
            known = _fields_at(kind, len(steps)) or []
            hint = suggestion(match[1][:MOST_SHOWN], known, form, cutoff=0.7)
            name = quoted("".join(one if one.isprintable() else "?" for one in match[1]))
            return self._inside((*path, match[1]), path, f"unknown field {name}: {hint}")
        if match := re.fullmatch(r"Object missing required field `(.*)`", problem, re.DOTALL):
            return self._inside(path, path, f'has no field "{match[1]}": {form}')
        if match := re.fullmatch(r"Expected `(.*)`, got `(.*)`", problem, re.DOTALL):
            kinds = [WORDS.get(one, one) for one in match[1].split(" | ")]
            problem = f"expected {listed(kinds)}, found {WORDS.get(match[2], match[2])}"
        return self.error(path, f"{problem}: {form}" if not path else problem)

    def _inside(self, at: FieldPath, path: FieldPath, problem: str) -> InputError:
        """Return the error about an object, with the line of one of its keys."""
        field = field_name(path)
        return InputError(f"line {self.line(at)}{f', {field}' if field else ''}: {problem}")

    def require_keys_once(self) -> None:
        """Refuse an object that has a key twice: readers differ in which of the two they take."""

        def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
            found = dict(items)
            if len(found) < len(items):
                keys = [key for key, _ in items]
                raise _KeyTwiceError(next(key for key in keys if keys.count(key) > 1))
            return found

        try:
            json.loads(self.text, object_pairs_hook=pairs)
        except _KeyTwiceError as error:
            key = str(error)
            found = list(re.finditer(re.escape(json.dumps(key, ensure_ascii=False)) + r"\s*:", self.text))
            at = found[1].start() if len(found) > 1 else 0
            line = self.text.count("\n", 0, at) + 1
            raise InputError(f"line {line}, {field_name((key,))}: stands twice: write each field once") from None
        except (ValueError, RecursionError):
            return


class _KeyTwiceError(Exception):
    """A key stands twice in an object."""


def field_name(path: FieldPath) -> str:
    """Return how messages name a field.

    Examples
    --------
    >>> field_name(("pieces", 3, "name"))
    'pieces[3].name'
    """
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).removeprefix(".")
    plain = "".join(character if character.isprintable() else "?" for character in text[: MOST_SHOWN + 1])
    return plain if len(plain) <= MOST_SHOWN else plain[: MOST_SHOWN - 3] + "..."


def syntax_error(text: str) -> str:
    r"""Return where a text stops being JSON, and why.

    Examples
    --------
    >>> syntax_error('{"name": "mine"\n "grid": 3}')
    "line 2 is not JSON (Expecting ',' delimiter, column 2)"
    """
    try:
        json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        return f"line {error.lineno} is not JSON ({error.msg}, column {error.colno})"
    except (ValueError, RecursionError) as error:
        return f"is not JSON ({error})"
    return "is not JSON"


def _no_number(name: str) -> object:
    raise ValueError(f"{name} is no number")


def _fields_at(kind: type, steps: int) -> list[str]:
    """Return the fields that an error's object may have; below the top of the type all that occur there."""
    import msgspec

    kinds = [msgspec.inspect.type_info(kind)]
    for _ in range(steps):
        kinds = [inner for one in kinds for inner in _inner(one)]
    found: dict[str, None] = {}
    for one in kinds:
        for member in [one, *getattr(one, "types", ())]:
            if isinstance(member, msgspec.inspect.StructType):
                found |= dict.fromkeys(field.encode_name for field in member.fields)
    return list(found)


def _inner(kind: msgspec.inspect.Type) -> list[msgspec.inspect.Type]:
    """Return the types one step inside a type."""
    import msgspec

    if isinstance(kind, msgspec.inspect.UnionType):
        return [inner for one in kind.types for inner in _inner(one)]
    if isinstance(kind, msgspec.inspect.StructType):
        return [field.type for field in kind.fields]
    if isinstance(kind, msgspec.inspect.ListType):
        return [kind.item_type]
    return []


def _skipped(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


def _field(text: str, at: int, step: str | int) -> tuple[int, int]:
    """Return where a key and its value begin in the object at a place, or an entry of the list there, twice."""
    decoder = json.JSONDecoder()
    found, number = None, 0
    if text[at] != ("{" if isinstance(step, str) else "["):
        raise ValueError("no such field")
    at = _skipped(text, at + 1)
    while text[at] not in "}]":
        start: int = at
        key: str | int = number
        if isinstance(step, str):
            key, at = decoder.raw_decode(text, at)
            at = _skipped(text, _skipped(text, at) + 1)
        if key == step:
            found = start, at
            if isinstance(step, int):
                return found
        at = _skipped(text, decoder.raw_decode(text, at)[1])
        at = _skipped(text, at + 1) if text[at] == "," else at
        number += 1
    if found is None:
        raise ValueError("no such field")
    return found
