"""Numbers with their nouns, and lists, as a sentence has them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def counted(number: int, noun: str, several: str = "") -> str:
    """Return a number and its noun; the plural is the noun with an s where none is given.

    Examples
    --------
    >>> counted(1, "board"), counted(1200, "board"), counted(0, "die", "dice")
    ('1 board', '1,200 boards', '0 dice')
    """
    return f"{number:,} {noun if number == 1 else several or noun + 's'}"


def listed(words: Iterable[object], conjunction: str = "or") -> str:
    """Return a list as a sentence has it.

    Examples
    --------
    >>> listed([1, 2, 3]), listed(["A1", "A2"], "and"), listed([7])
    ('1, 2 or 3', 'A1 and A2', '7')
    """
    *first, last = map(str, words)
    return f"{', '.join(first)} {conjunction} {last}" if first else last


def one_line(text: str) -> str:
    r"""Return a text on one line, its control characters and changes of direction written out.

    Examples
    --------
    >>> one_line("two\nlines \x1b[31mred")
    'two lines \\x1b[31mred'
    """
    steering = "[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]"
    return re.sub(steering, lambda found: ascii(found[0])[1:-1], " ".join(text.split()))


def files_in_words(names: Sequence[str]) -> str:
    """Return the names of files, of many only the first three and the last.

    Examples
    --------
    >>> files_in_words(["1", "2", "3", "4", "5"])
    '1, 2, 3 … 5'
    """
    return ", ".join(names[:3]) + (f" … {names[-1]}" if len(names) > 3 else "")
