"""What ``--where`` and ``--order-by`` say, read by a small parser and turned into SQL with parameters.

::

    where      = and {"or" and}
    and        = not {"and" not}
    not        = "not" not | "(" where ")" | COLUMN OPERATOR VALUE
    OPERATOR   = "=" | "!=" | "<" | "<=" | ">" | ">=" | "~"

``~`` finds a text within a text. A set that was not measured meets no comparison of an objective but ``= none``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from dicelab.errors import DiceError
from dicelab.renamed import objective_name
from solver.errors import quoted, suggestion

MOST_CHARACTERS = 2000
MOST_NESTED = 30
MOST_NAMES = 50
"""Columns of one order, and of one list."""

Sql = tuple[str, list[object]]

_TOKEN = re.compile(r"""\s*(?:('[^']*'|"[^"]*")|(<=|>=|!=|<>|==|[=<>~()])|([^\s'"()<>=!~]+)|(\S))""")
_NUMBER = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[-+]?[0-9]{1,3})?", re.IGNORECASE)
_GROUPED = re.compile(r"[0-9]{1,3}(,[0-9]{3})+")
_TRUTH = {"yes": 1, "true": 1, "1": 1, "no": 0, "false": 0, "0": 0}
_SIGNS = frozenset({"=", "!=", "<", "<=", ">", ">=", "~", "(", ")"})
_SAME = {"==": "=", "<>": "!="}

NUMBERS = {
    "rolls": "sets.rolls",
    "dice": "(length(sets.sizes) - length(replace(sets.sizes, ',', '')) + 1)",
    "confirmations": "(SELECT count(DISTINCT program) FROM confirmations WHERE confirmations.number = sets.number "
    "AND program NOT LIKE 'claimed-%')",
}
"""Columns of numbers that every entry has, in SQL."""

TEXTS = {
    "id": "sets.key",
    "class": "sets.family",
    "puzzle": "sets.puzzle",
    "sizes": "sets.sizes",
    "added": "sets.added",
    "measured-by": "sets.measured_by",
}
"""Columns of text; ``id`` and ``class`` are told by their first digits."""

LISTS = {
    "name": ("origins", "name"),
    "command": ("origins", "command"),
    "seed": ("origins", "seed"),
    "version": ("origins", "version"),
    "tag": ("tags", "tag"),
    "program": ("confirmations", "program"),
}
"""Columns of which an entry may have several: ``=`` is met by one of them, ``!=`` by none being equal."""

BEGINNINGS = frozenset({"id", "class"})
YES_OR_NO = {"shared-cells": "sets.shared_cells", "claimed": "(sets.measured_by LIKE 'claimed-%')"}


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of one archive: the SQL of objectives that it has values of, and others that it could have."""

    labels: Mapping[str, str]
    others: Callable[[], Collection[str]] = tuple

    def number(self, name: str) -> str | None:
        """Return the SQL of a column of numbers, ``None`` where there is none of that name."""
        if name in NUMBERS:
            return NUMBERS[name]
        if name in self.labels:
            return self.labels[name]
        known = name in TEXTS or name in LISTS or name in YES_OR_NO
        return "NULL" if not known and name in self.others() else None

    def shown(self, order: str, more: str) -> list[str]:
        """Return the columns that a list shows for an order and for names with commas, each once."""
        ordered = [name.removeprefix("-") for name in _names(order, "--order-by")]
        asked = _names(more, "--columns") if more.strip() else []
        for name in asked:
            if self.number(name) is None and name not in {*TEXTS, *LISTS, *YES_OR_NO}:
                raise DiceError(f"--columns {quoted(name)}: no such column, {self.unknown(name)}")
        # A list begins with the id and the name anyway.
        shown = [*(name for name in ordered if name != "added"), *asked]
        return [name for name in dict.fromkeys(shown) if name not in {"id", "name"}]

    def unknown(self, name: str) -> str:
        """Return the hint for a name that is no column."""
        names = [*NUMBERS, *TEXTS, *LISTS, *YES_OR_NO, *sorted({*self.labels, *self.others()})]
        return suggestion(name.lower(), names, cutoff=0.5)


def _column(name: str) -> str:
    return objective_name(name.replace("_", "-"))


def _names(text: str, option: str) -> list[str]:
    """Return the names that stand between commas, each once."""
    names = list(dict.fromkeys(_column(part.strip()) for part in text.split(",")))
    if len(names) > MOST_NAMES:
        raise DiceError(f"{option} with {len(names):,} columns: name at most {MOST_NAMES}")
    return names


def where_sql(text: str, columns: Columns) -> Sql:
    """Return the SQL of a condition and its parameters; an empty one is met by every entry.

    Examples
    --------
    >>> where_sql("fewest >= 11 and not tag = 'dull'", Columns({"fewest": "sets.fewest"}))[0]
    '(+sets.fewest >= ?) AND (NOT (EXISTS (SELECT 1 FROM tags WHERE tags.number = sets.number AND tag = ?)))'
    """
    if len(text) > MOST_CHARACTERS:
        raise DiceError(f"--where of {len(text):,} characters: use at most {MOST_CHARACTERS:,}")
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise DiceError("--where with bytes that are no text: write it in UTF-8")
    return _Parser(text, columns).whole() if text.strip() else ("1", [])


def order_sql(text: str, columns: Columns) -> str:
    """Return the SQL of an order: names with commas, ``-`` before those that descend. What is not measured is last."""
    parts = []
    for word in _names(text, "--order-by"):
        name = word.removeprefix("-")
        sql = columns.number(name) or TEXTS.get(name) or YES_OR_NO.get(name) or {"name": "sets.name"}.get(name)
        if sql is None:
            if name in LISTS:
                raise DiceError(f"--order-by {word!r}: a set may have several, order by another column")
            raise DiceError(f"--order-by {quoted(word)}: no column {quoted(name)}, {columns.unknown(name)}")
        # Nothing is less than anything, so that it is last where the order descends; this way an index can be used.
        parts.append(f"{sql} DESC" if word.startswith("-") else f"{sql} ASC NULLS LAST")
    return ", ".join([*parts, "sets.key"])


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    at: int
    quoted: bool = False


class _Parser:
    """Reads a condition from left to right."""

    def __init__(self, text: str, columns: Columns) -> None:
        self._columns = columns
        self._tokens: list[_Token] = []
        self._end = len(text) + 1
        for match in _TOKEN.finditer(text):
            string, operator, word, other = match.groups()
            at = match.start(match.lastindex or 0) + 1
            if other:
                what = "a quotation mark without its second" if other in "'\"" else f"the character {other!r}"
                raise DiceError(f"--where: {what} (character {at}): write NAME = VALUE, texts in '…'")
            self._tokens.append(
                _Token(string[1:-1], at, quoted=True) if string else _Token(_SAME.get(operator, operator) or word, at)
            )
        self._place = 0
        self._nested = 0

    def whole(self) -> Sql:
        """Read all of it."""
        found = self._or()
        if (left := self._next()) is not None:
            raise self._error("expected and, or, or the end", left)
        return found

    def _next(self) -> _Token | None:
        return self._tokens[self._place] if self._place < len(self._tokens) else None

    def _took(self, *words: str) -> bool:
        token = self._next()
        if token is None or token.quoted or token.text.lower() not in words:
            return False
        self._place += 1
        return True

    def _error(self, problem: str, token: _Token | None) -> DiceError:
        if token is None:
            return DiceError(f"--where: {problem} at the end (character {self._end})")
        return DiceError(f"--where: {problem} at {quoted(token.text)} (character {token.at})")

    def _or(self) -> Sql:
        return self._joined("or", self._and)

    def _and(self) -> Sql:
        return self._joined("and", self._not)

    def _joined(self, word: str, part: Callable[[], Sql]) -> Sql:
        parts = [part()]
        while self._took(word):
            parts.append(part())
        if len(parts) == 1:
            return parts[0]
        return f" {word.upper()} ".join(f"({sql})" for sql, _ in parts), [one for _, given in parts for one in given]

    def _not(self) -> Sql:
        at = self._next()
        self._nested += 1
        if self._nested > MOST_NESTED:
            raise self._error(f"nested more than {MOST_NESTED} deep", at)
        try:
            if self._took("not"):
                sql, given = self._not()
                return f"NOT ({sql})", given
            if self._took("("):
                found = self._or()
                if not self._took(")"):
                    raise self._error("expected )", self._next())
                return found
            return self._comparison()
        finally:
            self._nested -= 1

    def _comparison(self) -> Sql:
        column = self._next()
        if column is None or column.quoted or column.text in _SIGNS:
            raise self._error("expected the name of a column", column)
        self._place += 1
        name = _column(column.text.lower())
        number = self._columns.number(name)
        if number is None and name not in TEXTS and name not in LISTS and name not in YES_OR_NO:
            hint = self._columns.unknown(name)
            raise DiceError(f"--where: no column {quoted(column.text)} (character {column.at}): {hint}")
        operator = self._next()
        if operator is None or operator.quoted or operator.text not in {"=", "!=", "<", "<=", ">", ">=", "~"}:
            raise self._error("expected one of = != < <= > >= ~", operator)
        self._place += 1
        value = self._next()
        if value is None or (not value.quoted and value.text in _SIGNS):
            raise self._error("expected a value", value)
        self._place += 1
        if number is not None:
            return self._number(number, operator, value)
        if name in YES_OR_NO:
            return self._truth(YES_OR_NO[name], operator, value)
        if name in LISTS:
            return self._list(LISTS[name], operator, value)
        return self._text(name, operator, value)

    def _number(self, sql: str, operator: _Token, value: _Token) -> Sql:
        if value.text.lower() == "none" and operator.text in {"=", "!="}:
            return f"{sql} IS {'NOT ' if operator.text == '!=' else ''}NULL", []
        self._require(operator, {"=", "!=", "<", "<=", ">", ">="}, "a number is compared by = != < <= > >=")
        text = value.text.replace(",", "") if _GROUPED.fullmatch(value.text) else value.text
        if not _NUMBER.fullmatch(text):
            raise self._error("expected a number, or none", value)
        # The sign keeps SQLite from this column's index: to look half of all rows up takes longer than to read all.
        return f"+{sql} {operator.text} ?", [float(text)]

    def _truth(self, sql: str, operator: _Token, value: _Token) -> Sql:
        self._require(operator, {"=", "!="}, "yes and no are compared by = !=")
        if value.text.lower() not in _TRUTH:
            raise self._error("expected yes or no", value)
        return f"{sql} {operator.text} ?", [_TRUTH[value.text.lower()]]

    def _list(self, column: tuple[str, str], operator: _Token, value: _Token) -> Sql:
        self._require(operator, {"=", "!=", "~"}, "this column is compared by = != ~")
        table, name = column
        test = f"instr(lower({name}), lower(?)) > 0" if operator.text == "~" else f"{name} = ?"
        # Names of ours; what the user wrote is a parameter.
        sql = f"EXISTS (SELECT 1 FROM {table} WHERE {table}.number = sets.number AND {test})"  # noqa: S608
        return f"NOT {sql}" if operator.text == "!=" else sql, [value.text]

    def _text(self, name: str, operator: _Token, value: _Token) -> Sql:
        sql, text = TEXTS[name], value.text
        if name in BEGINNINGS:
            self._require(operator, {"=", "!="}, "this column is compared by = !=")
            sign = "" if operator.text == "=" else "NOT "
            beginning = text.lower().removeprefix("set-")
            if not re.fullmatch(r"[0-9a-f]{1,64}", beginning):
                raise self._error("expected hexadecimal digits", value)
            return f"{sign}({sql} >= ? AND {sql} < ?)", [beginning, beginning + "g"]
        if name == "sizes":
            self._require(operator, {"=", "!="}, "sizes are compared by = !=")
            if not re.fullmatch(r"[0-9]{1,4}(,[0-9]{1,4})*", text):
                raise self._error("expected sizes such as 6,5,5,5,5,5,5", value)
            text = ",".join(map(str, sorted(map(int, text.split(",")), reverse=True)))
        if name == "puzzle" and operator.text != "~":
            text = _puzzle(text)
        if operator.text == "~":
            return f"instr(lower({sql}), lower(?)) > 0", [text]
        return f"{sql} {operator.text} ?", [text]

    def _require(self, operator: _Token, allowed: Collection[str], problem: str) -> None:
        if operator.text not in allowed:
            raise self._error(problem, operator)


def _puzzle(text: str) -> str:
    from dicelab.archive.classes import puzzle_text
    from solver.errors import InputError
    from solver.polyform import Puzzle

    try:
        return puzzle_text(Puzzle.parse(text))
    except InputError as error:
        raise DiceError(f"--where: puzzle {error}") from None
