"""Runs of numbers in text: ``1..4`` for ``1,2,3,4``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def runs_of_numbers(words: Sequence[str]) -> list[str]:
    """Write consecutive numbers among some words as runs.

    Examples
    --------
    >>> runs_of_numbers(["DEC", "1", "2", "3", "7"])
    ['DEC', '1..3', '7']
    """
    found: list[str] = []
    at = 0
    while at < len(words):
        end = at + 1
        if re.fullmatch("0|[1-9][0-9]*", words[at]):
            while end < len(words) and words[end] == str(int(words[at]) + end - at):
                end += 1
        found.append(f"{words[at]}..{words[end - 1]}" if end - at > 1 else words[at])
        at = end
    return found


def numbers_of_runs(words: Iterable[str]) -> list[str]:
    """Write out runs; what is none stays as it is.

    Examples
    --------
    >>> numbers_of_runs(["DEC", "1..3", "7"])
    ['DEC', '1', '2', '3', '7']
    """
    found: list[str] = []
    for word in words:
        match = re.fullmatch(r"([0-9]{1,4})\.\.([0-9]{1,4})", word)
        found += map(str, range(int(match[1]), int(match[2]) + 1)) if match else [word]
    return found
