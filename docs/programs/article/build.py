"""Build the article, its supplement and the note, from ``results/`` to PDF, without a network."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from docs.programs.article.numbers import ARTICLE, read_numbers, results_of
from docs.programs.article.pictures import pictures
from docs.programs.article.tables import TABLES, sources

DOCUMENTS = ("article", "supplement", "dominoes")
"""The article, what goes with it, and a note on a puzzle of another kind; each begins with a file of its name."""

INCLUDED, USED, SHOWN = (
    re.compile(pattern) for pattern in (r'#include "([^"]+)"', r'\bn\("([^"]+)"\)', r'#result-table\("([^"]+)"')
)
BUILT = "built"
"""The folder beside the sources that generated files are in while the article is built."""


def text_of(document: str) -> str:
    """Return the source of a document with the sections that it includes."""
    main = (ARTICLE / f"{document}.typ").read_text(encoding="utf-8")
    return "\n".join([main, *((ARTICLE / name).read_text(encoding="utf-8") for name in INCLUDED.findall(main))])


def generated(document: str) -> dict[str, Any]:
    """Return all that a document takes from ``results/``.

    Raises
    ------
    KeyError
        If it names a number or a table that is not there.
    """
    text, known = text_of(document), read_numbers()
    numbers = {key: known[key] for key in dict.fromkeys(USED.findall(text))}
    tables = {name: TABLES[name]() for name in SHOWN.findall(text)}
    return {
        "schema": "dicelab/article-numbers/1",
        "numbers": {
            key: {"text": number.text, "source": number.sources[0].replace("/", "-"), "from": list(number.sources)}
            for key, number in numbers.items()
        },
        "tables": {name: table._asdict() for name, table in tables.items()},
        "sources": sources(numbers, tables),
        "quotations": {claim["name"]: claim["quote"] for claim in results_of("reproduction")["claims"]},
    }


def built(document: str, data: Mapping[str, Any], *, blank: bool = False) -> tuple[bytes, list[str]]:
    """Return a document as PDF, and the warnings of the typesetter.

    With ``blank`` all that is generated or refers to something is left out: what remains was typed by hand.

    Raises
    ------
    typst.TypstError
        If a number, a table, a reference or a picture that the document names is not there.
    """
    import typst

    with TemporaryDirectory() as folder:
        root = Path(folder)
        shutil.copytree(ARTICLE, root, dirs_exist_ok=True)
        (root / BUILT).mkdir()
        (root / BUILT / "numbers.json").write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
        for name, drawn in {} if blank else pictures().items():
            (root / BUILT / f"{name}.svg").write_text(drawn, encoding="utf-8")
        pdf, warnings = typst.compile_with_warnings(
            root / f"{document}.typ",
            root=root,
            font_paths=typst.Fonts(include_system_fonts=False),
            ignore_system_fonts=True,
            sys_inputs={"blank": "yes"} if blank else {},
        )
    if not isinstance(pdf, bytes):
        raise TypeError("the typesetter wrote no PDF")
    return pdf, [warning.message for warning in warnings]
