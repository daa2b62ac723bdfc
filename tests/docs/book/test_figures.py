"""The figures on the pages of results and of explanations are in the stored files that the pages link to."""

import re

import pytest

from docs.programs.book.links import ROOT, file_of, is_local, targets

PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in ("explanation", "results")
    for path in (ROOT / "docs" / folder).glob("*.md")
)

BLOCK = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
UNTESTED = re.compile(
    r"\]\([^)]*\)|`[^`]*`|\b(?:19|20)\d\d\b|\b\d\.\d(?:\.\d)?\b(?! ms)|^\*\*Sources\.\*\*.*", re.MULTILINE | re.DOTALL
)
"""Addresses, code, years, the numbers of theorems and sections, and lists of sources."""
NUMBER = re.compile(r"(?<![\w.,])(\d[\d,]*(?:\.\d+)?)(?![\w,]*\d)( %| ms| µs)?")

GIVEN = {
    "benchmarks.md": {"0.39": "of one machine, for a comparison in turn", "1.26": "the same"},
    "census.md": {"16": "cells of the high half: 36 less 20"},
    "exact-cover.md": {"29": "cells of the nine pieces"},
    "no-tiling.md": {"31": "what the picture says"},
    "boards.md": {"36": "cells of the board"},
    "sets.md": {
        "36": "cells of the board",
        "5.3": "a theorem of Jensen",
        "24": "3 times 8 searches",
        "72": "9 times 8",
        "96": "3 times 32",
    },
    "nogoods.md": {
        "64": "bits of a word",
        "128": "bits of two",
        "100": "cells of 10×10",
        "60": "faces of ten dice with six",
        "2,000": "moves of a search",
        "1,000": "most tilings that are asked for",
    },
    "methods.md": {"47": "minutes that Goralczyk's thesis tells", "5.3": "a section of it"},
}
"""Numbers that are no result, by page, and what they are."""


def sections(page):
    """The sections of a page: their words, and the stored texts of the folders that they link to."""
    text = (ROOT / page).read_text("utf-8")
    # What stands before the first section sums up the whole page.
    head, *others = re.split(r"^## ", text, flags=re.MULTILINE)
    for section, linking in [(head, text), *((other, other) for other in others)]:
        paths = {file_of(page, target) for target in targets(linking) if is_local(target)}
        stored = [(ROOT / path).read_text("utf-8") for path in paths if path in PAGES]
        folders = {(ROOT / path).parent for path in paths if path.startswith(("results/", "experiments/"))}
        for folder in folders:
            stored += [path.read_text("utf-8") for path in folder.iterdir() if path.suffix in {".md", ".json"}]
        # What the blocks of code show is held to what they print by other tests.
        stored += BLOCK.findall(linking)
        yield UNTESTED.sub(" ", BLOCK.sub("", section)), "\n".join(stored).replace(",", "")


def is_stored(number, unit, known):
    """Whether a number is there, or a longer one that is rounded to it; a percentage may be stored as a share."""
    if number in known:
        return True
    places = len(number.partition(".")[2])
    if not places and not unit:
        return False
    values = {float(one) for one in known if "." in one}
    factors = (1, 100) if unit == " %" else (1, 1000, 1_000_000) if unit else (1,)
    return any(f"{factor * value:.{places}f}" == number for value in values for factor in factors)


@pytest.mark.parametrize("page", PAGES)
def test_every_figure_is_in_a_stored_file(page):
    given, missing = GIVEN.get(page.rpartition("/")[2], {}), []
    for words, stored in sections(page):
        known = set(re.findall(r"\d+(?:\.\d+)?", stored))
        for number, unit in NUMBER.findall(words):
            plain = number.replace(",", "")
            if len(plain) > 1 and number not in given and not is_stored(plain, unit, known):
                missing.append((number + unit, words.split("\n")[0]))
    assert not missing
