r"""Whether words are quoted as a text has them: both are brought to one form, which is described here.

- A run of white space is one space, and no space stands around + / = < > ≤ ≥ ≠ ≈ × · ∈ ∉ behind ``(``
  or before , . : ; ).
- The signs of Markdown (asterisk, backtick, dollar) are dropped; the cells of a table are separated by ``|``, and empty
  cells are dropped.
- Formulas are written in signs instead of TeX: ``\lambda_{1}\geq\lambda_{2}`` is ``λ1≥λ2``, ``\frac{r}{2}`` is
  ``r/2``, ``{n\choose r}`` and ``\binom{n}{r}`` are ``C(n,r)``, and letters lose their alphabet: ``\mathcal{B}`` is
  ``B``.
- The copy of one source has every formula twice, first without most of its signs (``6×66\times 6``). The first is
  passed over, as long as its letters and figures come in the formula as well, in the same order.
- ``[…]`` in a quotation stands for words that are left out.
"""

from __future__ import annotations

import re
import unicodedata

OMISSION = "[…]"

_SIGNS = {
    "leq": "≤",
    "geq": "≥",
    "neq": "≠",
    "not=": "≠",
    "approx": "≈",
    "times": "×",
    "cdot": "·",
    "in": "∈",
    "notin": "∉",
    "sum": "∑",
    "lambda": "λ",
    "delta": "δ",
    "pi": "π",
    "lceil": "⌈",
    "rceil": "⌉",
    "lfloor": "⌊",
    "rfloor": "⌋",
    "langle": "⟨",
    "rangle": "⟩",
    "prime": "'",
    "ldots": "...",
    "hline": "",
    "cr": "",
    "displaystyle": "",
    "left": "",
    "right": "",
    ",": " ",
    "%": "%",
    "\\": " ",
}
"""What commands of TeX without an argument stand for."""

_ARGUMENT = r"\{([^{}]*)\}"
_RULES = (
    (r"\^\{?2\}?(?![0-9])", "²"),
    (r"\^(?:\{'\}|')", "'"),
    (r"_\{?(\d+)\}?", r"\1"),
    (r"([λδπ])_\{?(\w)\}?", r"\1\2"),
    (rf"_{_ARGUMENT}(?!\^)(?=\W)", r"_\1"),
    (rf"\\(?:mathcal|mathrm|text){_ARGUMENT}", r"\1"),
    (rf"\\overline{_ARGUMENT}", "\\1\u0304"),
    (rf"\\binom{_ARGUMENT}{_ARGUMENT}", r"C(\1,\2)"),
    (r"\{([^{}]*?) ?\\choose ?([^{}]*)\}", r"C(\1,\2)"),
    (r"\\frac\{([^{}()]*[+-][^{}]*)\}", r"\\frac{(\1)}"),
    (rf"\\frac{_ARGUMENT}{_ARGUMENT}", r"\1/\2"),
    (rf"⟨{_ARGUMENT}⟩", r"⟨\1⟩"),
)
"""What is written instead of TeX, from the inner groups outwards."""

_BRACES = "\ue000", "\ue001"
"""Stand for braces that are printed while those of TeX are read."""


def plain(text: str) -> str:
    """Return a text in the form in which texts are compared."""
    text = re.sub(r"[*`$]", "", _without_tex(text))
    text = text.replace("−", "-").replace("–", "-").replace("’", "'").replace("′", "'")  # noqa: RUF001
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r" ?(?:\| ?)+", " | ", text)
    text = re.sub(r" (?=[,.:;)])", "", text)
    return re.sub(r"\( | ?([+/=<>≤≥≠≈×·∈∉]) ?", lambda found: found[1] or "(", text).strip()


def _without_tex(text: str) -> str:
    """Return a text with signs instead of TeX; ``&``, which separates the cells of its tables, becomes ``|``."""
    if "\\" not in text:
        return text
    text = text.replace(r"\{", _BRACES[0]).replace(r"\}", _BRACES[1])
    text = re.sub(r"\\(?:left|right)\.", "", text)
    text = re.sub(
        r"\\(not=|[a-z]+|[,%\\])",
        lambda found: _SIGNS.get(found[1], found[0]),
        text,
    )
    text = re.sub(r"(\S)&(\S)", r"\1 | \2", text)
    before = ""
    while text != before:
        before = text
        for pattern, instead in _RULES:
            text = re.sub(pattern, instead, text)
    return text.replace(_BRACES[0], "{").replace(_BRACES[1], "}")


def found_in(quotation: str, text: str, *, doubled: bool = False) -> bool:
    """Return whether a text has the words of a quotation, parts between omissions in their order.

    Parameters
    ----------
    quotation
        In any form.
    text
        As :func:`plain` returns it.
    doubled
        Whether every formula stands twice in the text.
    """
    at = 0
    for part in quotation.split(OMISSION):
        end = _end_of(plain(part), text, at, doubled=doubled)
        if end < 0:
            return False
        at = end
    return True


def _end_of(words: str, text: str, at: int, *, doubled: bool) -> int:
    """Return where words end in a text, from a place on; -1 if they are not there."""
    if not doubled:
        start = text.find(words, at)
        return start + len(words) if start >= 0 else -1
    pattern = re.compile(" ".join(rf"(\S{{0,400}}?){re.escape(word)}" for word in words.split(" ")))
    for found in pattern.finditer(text, at):
        groups = range(1, words.count(" ") + 2)
        if all(
            _is_first_copy(found.group(n), text[found.end(n) : found.end(n) + 400].split(" ", 1)[0]) for n in groups
        ):
            return found.end()
    return -1


def _is_first_copy(copy: str, formula: str) -> bool:
    """Return whether the letters and figures of a copy come in the formula behind it, in their order."""
    rest = iter(unicodedata.normalize("NFKC", formula))
    return all(sign in rest for sign in unicodedata.normalize("NFKC", copy) if sign.isalnum())
