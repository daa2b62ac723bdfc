"""Names from outside: which are refused, and how the others are shown."""

from __future__ import annotations

import re
import unicodedata

from dicelab.errors import DiceError

MOST_CHARACTERS = 200

SET_ID = re.compile(r"(?:set-)?([0-9a-f]{4,64})", re.IGNORECASE)
"""The id of a set in the archive: as it is shown, or as ``evolve`` names a set."""

UNSEEN = {"Cc", "Cf", "Cs", "Co"}
"""Unicode categories that steer a terminal, reorder text or can't be encoded."""

BREAKING = {"Cc", "Cs", "Zl", "Zp"}
"""Those that no name has: control characters, half characters and line separators."""

TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that turn the direction of all text behind them."""

_WIDE = {ord(character): chr(ord(character) + 0xFEE0) for character in "$`;&|<>"} | {ord(" "): "\u00a0"}


def require_name(name: str) -> None:
    r"""Refuse a name that could pass for more than a name.

    Raises :class:`DiceError` if it is too long, or has control characters, line separators or changes of direction.

    Examples
    --------
    >>> require_name("mine\nAlways solvable.")
    Traceback (most recent call last):
    dicelab.errors.DiceError: name with the character U+000A: write it on one line without control characters
    """
    if len(name) > MOST_CHARACTERS:
        raise DiceError(f"name of {len(name):,} characters: use at most {MOST_CHARACTERS}")
    for character in name:
        if unicodedata.category(character) in BREAKING or character in TURNING:
            raise DiceError(
                f"name with the character U+{ord(character):04X}: write it on one line without control characters"
            )


def allowed(name: str) -> str:
    """Return the name, without the characters that :func:`require_name` refuses."""
    try:
        require_name(name)
    except DiceError:
        return plain(name)[:MOST_CHARACTERS]
    return name


def plain(text: str) -> str:
    r"""Return one line without control characters, direction marks, surrogates and noncharacters.

    Examples
    --------
    >>> plain("two\nlines \x1b[31mred")
    'two lines [31mred'
    """
    spaced = " ".join(text.split())
    return "".join(
        character
        for character in spaced
        if unicodedata.category(character) not in UNSEEN and not _nonchar(ord(character))
    ).strip()


def in_text(name: str) -> str:
    r"""Return a name for a text that may become a file: one word in which a shell finds no command.

    Spaces do not break, and wide characters stand for those that a shell heeds.

    Examples
    --------
    >>> in_text("Q&A") == "Q\N{FULLWIDTH AMPERSAND}A"
    True
    """
    return plain(name).translate(_WIDE)


def _nonchar(code: int) -> bool:
    return code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
