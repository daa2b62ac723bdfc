"""Build the article into ``runs/results/article``: the PDF, and the numbers that it takes from the other results.

``python -m docs.programs.article.run``; takes some seconds, and needs the extra ``test``.
"""

from __future__ import annotations

import sys
from importlib.metadata import version

import pypdfium2

from docs.programs.article.build import built, generated
from experiments.recording import Recording


def main() -> None:
    """Build the article."""
    recording = Recording("article", "python -m docs.programs.article.run")
    data = generated()
    pdf, warnings = built(data)
    if warnings:
        sys.exit("\n".join(warnings))
    recording.write("article.pdf", pdf)
    recording.write_json("numbers.json", {**data, "typesetter": f"typst {version('typst')}"})
    recording.finish()
    print(f"{len(pypdfium2.PdfDocument(pdf))} pages, {len(pdf):,} bytes, {len(data['numbers'])} numbers")


if __name__ == "__main__":
    main()
