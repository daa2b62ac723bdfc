"""The text of a JSON file that people write: where a field stands, and errors that name its line."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from solver.errors import InputError, quoted, suggestion
from solver.words import listed

FieldPath = tuple[str | int, ...]
"""Keys and places (from 0) that lead from the whole to a field: ``("pieces", 3, "name")``."""

Value = TypeVar("Value")

MOST_SHOWN = 80

WORDS = {
    "str": "text",
    "int": "a whole number",
    "float": "a number with a point",
    "bool": "true or false",
    "array": "a list",
    "object": "an object {…}",
    "null": "null",
}
"""What msgspec calls the kinds of values, and what people call them."""


def kind_of(value: object) -> str:
    """Return what people call the kind of a value that was read from JSON.

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

    def convert(self, value: object, kind: type[Value], form: str, path: FieldPath = ()) -> Value:
        """Turn what stands at a path into a type that forbids other fields.

        Raises
        ------
        InputError
            With the line and the field, if that can't be done; ``form`` tells which fields there are.
        """
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
