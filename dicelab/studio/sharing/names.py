"""The names of players: what may stand in one, and which of them look alike."""

from __future__ import annotations

import unicodedata

from dicelab.studio.pool import AskError

MOST_NAME = 24
MOST_MARKS = 2
"""Accents on one letter: more of them grow over the lines above and below."""
_UNSEEN = dict.fromkeys(
    [0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0]
    + [one for first, end in ((0x180B, 0x1810), (0xFE00, 0xFE10), (0xE0100, 0xE01F0)) for one in range(first, end)]
)
"""Letters and marks that leave no trace, but count as printable: fillers, and selectors of another form."""
_TOGETHER = {"BOPOMOFO", "CJK", "HANGUL", "HIRAGANA", "IDEOGRAPHIC", "KATAKANA"}
"""Scripts that are written together, and with others: no letter of theirs looks like one of an alphabet."""
_LIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТУХЬЗаеорсухѕіјкԁһԛԝӏ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονιαρυκχγ",
    "ABESIJKMHOPCTYXb3aeopcyxsijkdhqwl" + "ABEZHIKMNOPTYXoviapukxy",
)
"""Cyrillic and Greek letters, and the Latin ones that they look like."""
_STROKES = str.maketrans("l1|0", "iiio")


def checked_name(text: str) -> str:
    """Return the name of a player as it is shown: neither unseen letters nor mixed scripts make two look like one.

    Raises
    ------
    AskError
        400 if it is empty or too long, has characters that are no part of a line of text, or mixes scripts.

    Examples
    --------
    >>> checked_name("  Ann   <b>the first</b> ")
    'Ann <b>the first</b>'
    """
    seen = text[: 10 * MOST_NAME].translate(_UNSEEN)
    name = " ".join(unicodedata.normalize("NFC", seen).split())
    if not any(one.isalnum() for one in name) or len(name) > MOST_NAME:
        raise AskError(400, f"a name has 1 to {MOST_NAME} characters, and a letter or a digit: choose another")
    marks = [unicodedata.category(one)[0] == "M" for one in name]
    heaped = any(all(marks[at : at + MOST_MARKS + 1]) for at in range(len(marks) - MOST_MARKS))
    # Unprintable are line breaks, the codes of terminals, and marks that turn the direction of a line.
    if not name.isprintable() or heaped:
        raise AskError(400, "the name has characters that can't be shown: use letters, digits and blanks")
    mixed = scripts(name)
    if len(mixed) > 1:
        found = " and ".join(one.capitalize() for one in sorted(mixed))
        raise AskError(400, f"the name has letters of several scripts, {found}, which may look alike: use one script")
    return name


def scripts(name: str) -> set[str]:
    """Return the alphabets of a name, as Unicode calls them.

    Examples
    --------
    >>> scripts("Zoë 2"), sorted(scripts("\u0412ob")), scripts("ケン Ken")
    ({'LATIN'}, ['CYRILLIC', 'LATIN'], {'LATIN'})
    """
    letters = [
        one for one in unicodedata.normalize("NFKC", name) if unicodedata.category(one) in {"Lu", "Ll", "Lt", "Lo"}
    ]
    return {unicodedata.name(one, "?").split()[0] for one in letters} - _TOGETHER


def look(name: str) -> str:
    """Return a key that names share if they look alike.

    Examples
    --------
    >>> look("\u0412\u041e\u0412") == look("bob") == look("B0b"), look("Ann") == look("Änn")
    (True, False)
    """
    bases = unicodedata.normalize("NFKD", name).translate(_LIKE)
    return bases.casefold().translate(_STROKES)
