"""The text that Knuth's programs DLX1, DLX2 and DLX3 read, and the solutions that they print.

The first line names the items: the primary ones, then ``|``, then the secondary ones, which are covered at most once.
Each other line is an option, the names of its items. A line that starts with ``|`` is a comment. A name has one to
eight characters of ASCII, without ``:`` and ``|``. DLX3 reads bounds before the name of a primary item: ``2|x`` is
covered twice, ``1:3|x`` one to three times. A secondary item that may be covered twice is therefore written as a
primary one with the bounds ``0:2|``, and so are the secondary items before it, so that all keep their order. DLX2 also
reads colours, ``x:c`` in an option, which no problem of this package has.

References
----------
Knuth, The Art of Computer Programming 4B, section 7.2.2.1, and the programs DLX1, DLX2 and DLX3.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from solver.errors import InputError, quoted
from solver.exact_cover.problem import ExactCover

_ITEM = re.compile(r"(?:(?:([0-9]{1,9}):)?([0-9]{1,9})\|)?([!-~]{1,8})")
_NAME = re.compile(r"[!-9;-{}~]{1,8}")


def dlx_names(problem: ExactCover) -> tuple[str, ...]:
    """Return a name for each item that Knuth's programs can read: the last word of its own, or else its number.

    Examples
    --------
    >>> dlx_names(ExactCover(("A1", "piece I4", "a:b", "piece #######/###"), ()))
    ('A1', 'I4', 'i3', 'i4')
    """
    words = [(name.split() or [""])[-1] for name in problem.items]
    # DLX3 prints `null x` where it covers x no more.
    fitting = [word if _NAME.fullmatch(word) and word != "null" else "" for word in words]
    times = Counter(fitting)
    names: list[str] = []
    for number, word in enumerate(fitting, start=1):
        name = word
        if not word or times[word] > 1:
            name = f"i{number}"
            while name in times:
                name += "_"
        names.append(name)
    return tuple(names)


def dlx_text(problem: ExactCover, comments: Iterable[str] = ()) -> str:
    r"""Return a problem as Knuth's programs read it: DLX1, or DLX3 where a multiplicity is not 1.

    The names that were changed follow the comments.

    Raises :class:`InputError` if there is no primary item: these programs then take the line of items for a comment.

    Examples
    --------
    >>> print(dlx_text(ExactCover(("A1", "A2", "piece I1"), ((0, 2), (1, 2)), (1, 1, 2)), ["two squares"]), end="")
    | two squares
    | I1: piece I1
    A1 A2 2|I1
    A1 I1
    A2 I1
    """
    if not problem.primary:
        raise InputError("a problem without primary items is no DLX text: use at least one")
    names = dlx_names(problem)
    changed = (f"{name}: {item}" for name, item in zip(names, problem.items, strict=True) if name != item)
    # An unprintable character could end the line, and the rest would be read as an option.
    lines = [f"| {line if line.isprintable() else ascii(line)}".rstrip() for line in (*comments, *changed)]
    counted = max((n for n, most in enumerate(problem.multiplicities) if most > 1), default=-1) + 1
    first = []
    for item, (name, most) in enumerate(zip(names, problem.multiplicities, strict=True)):
        if item < problem.primary:
            first.append(name if most == 1 else f"{most}|{name}")
        elif item < counted:
            first.append(f"0:{most}|{name}")
        else:
            first += ["|", name] if item == max(counted, problem.primary) else [name]
    lines.append(" ".join(first))
    lines += [" ".join(names[item] for item in option) for option in problem.options]
    return "\n".join(lines) + "\n"


def dlx_problem(text: str) -> ExactCover:
    r"""Read a problem as Knuth's programs do.

    A primary item with the bounds ``0:m`` is a secondary item of multiplicity m here.

    Raises :class:`InputError` with the number of the line, if it is no such text, or has features that no
    problem of this package has: colours, bounds such as ``1:3``, an option without a primary item.

    Examples
    --------
    >>> dlx_problem("| a comment\na b | c\na c\nb\n").options
    ((0, 2), (1,))
    >>> dlx_problem("a b | c\na c:x\n")
    Traceback (most recent call last):
    solver.errors.InputError: line 2: 'c:x' has a colour: only problems without colours are read
    """
    lines = _lines(text)
    number, words = next(lines, (0, []))
    if not words:
        raise InputError("no line of items: write their names on the first line")
    items = _items(number, words)
    # Those with the lower bound 0 are secondary, so they come behind all others.
    order = sorted(items, key=lambda name: not items[name][0])
    place = {name: n for n, name in enumerate(order)}
    primary = sum(is_primary for is_primary, _ in items.values())
    return ExactCover(
        tuple(order),
        tuple(_option(number, words, place, primary) for number, words in lines),
        tuple(items[name][1] for name in order),
        primary,
    )


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines that are neither empty nor comments, each with its number and its words."""
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if words and not words[0].startswith("|"):
            yield number, words


def _items(number: int, words: list[str]) -> dict[str, tuple[bool, int]]:
    """Read the line of items: for each whether it is primary, and its multiplicity."""
    items: dict[str, tuple[bool, int]] = {}
    behind = False
    for given in words:
        word = given
        if word.startswith("|"):
            if behind:
                raise InputError(f"line {number}: | occurs twice: write it once, before the secondary items")
            behind, word = True, word[1:]
            if not word:
                continue
        found = _ITEM.fullmatch(word)
        if not found or not _NAME.fullmatch(found[3]):
            raise InputError(
                f"line {number}: {quoted(word)} is not an item: write 1 to 8 characters of ASCII without : and |, "
                "with a prefix such as 2| where it is covered twice"
            )
        least, most, name = found.groups()
        if name in items:
            raise InputError(f"line {number}: item {name!r} is named twice: give each item a name of its own")
        if behind and most is not None:
            raise InputError(f"line {number}: {word!r} is a secondary item with a bound: write it before the |")
        upper = int(most or 1)
        lower = upper if least is None else int(least)
        if not upper or lower not in {0, upper}:
            raise InputError(f"line {number}: {word!r} has bounds that are not read: have m| or 0:m|, m from 1")
        items[name] = (not behind and lower > 0, upper)
    return items


def _option(number: int, words: list[str], place: Mapping[str, int], primary: int) -> tuple[int, ...]:
    for word in words:
        if word not in place:
            if word.partition(":")[0] in place:
                raise InputError(f"line {number}: {quoted(word)} has a colour: only problems without colours are read")
            raise InputError(f"line {number}: {quoted(word)} is not an item: name items of the first line")
    option = sorted(place[word] for word in words)
    if len(set(option)) < len(option):
        twice = next(word for word in words if words.count(word) > 1)
        raise InputError(f"line {number}: item {twice!r} occurs twice in an option: write it once")
    if option[0] >= primary:
        raise InputError(f"line {number}: an option without a primary item: add one, or leave the option out")
    return tuple(option)
