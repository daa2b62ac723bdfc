"""Numbers with their nouns, as a sentence has them."""

from __future__ import annotations


def counted(number: int, noun: str, several: str = "") -> str:
    """Return a number and its noun; the plural is the noun with an s where none is given.

    Examples
    --------
    >>> counted(1, "board"), counted(1200, "board"), counted(0, "die", "dice")
    ('1 board', '1,200 boards', '0 dice')
    """
    return f"{number:,} {noun if number == 1 else several or noun + 's'}"
