"""What mkdocs calls while it builds the book: see ``mkdocs.yml``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File

# mkdocs loads this file by its path.
sys.path.insert(0, str(Path(__file__).parents[2]))

from experiments.book.links import DOCS, ROOT, in_the_site, linked, outside_pages

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages and pictures outside of ``docs/`` that the book links to."""
    for path in outside_pages():
        files.append(File.generated(config, path, abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001 - mkdocs' call
    """Turn the links of a page, which are paths in the project, into paths in the site."""
    uri = page.file.src_uri
    source = f"{DOCS}/{uri}" if (ROOT / DOCS / uri).exists() else uri
    return linked(markdown, lambda target: in_the_site(source, target))
