"""Build the article, its supplement and the note into ``runs/results/article``, and the numbers that each takes.

``python -m docs.programs.article.run``; takes some seconds, and needs the extra ``test``.
"""

from __future__ import annotations

import sys
from importlib.metadata import version

import pypdfium2

from docs.programs.article.build import DOCUMENTS, built, generated
from experiments.recording import Recording


def main() -> None:
    """Build all documents."""
    recording = Recording("article", "python -m docs.programs.article.run")
    for document in DOCUMENTS:
        data = generated(document)
        pdf, warnings = built(document, data)
        if warnings:
            sys.exit("\n".join(warnings))
        recording.write(f"{document}.pdf", pdf)
        recording.write_json(f"{document}.json", {**data, "typesetter": f"typst {version('typst')}"})
        pages = len(pypdfium2.PdfDocument(pdf))
        print(f"{document}: {pages} pages, {len(pdf):,} bytes, {len(data['numbers'])} numbers")
    recording.finish()


if __name__ == "__main__":
    main()
