"""What mkdocs calls while it builds the book: see ``mkdocs.yml``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.structure.files import File

# mkdocs loads this file by its path.
sys.path.insert(0, str(Path(__file__).parents[3]))

from dicelab.cli.verbs import verb_names
from docs.programs.book.commands import page_of, verb_pages
from docs.programs.book.links import DOCS, ROOT, in_the_site, linked, outside_pages
from docs.programs.book.roles import with_links

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page


VERBS_AFTER = "reference/command-line.md"
"""The page of ``nav`` that the pages of the verbs follow."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the pages of the verbs behind the page on the command line."""
    for pages in _lists(config.nav):
        if any(isinstance(page, dict) and VERBS_AFTER in page.values() for page in pages):
            pages += [{f"dicelab {verb}": page_of(verb)} for verb in verb_names()]
    return config


def _lists(found: object) -> Iterator[list[Any]]:
    """Yield the lists of pages in ``nav``, at any depth."""
    if isinstance(found, list):
        yield found
    for inner in found if isinstance(found, list) else found.values() if isinstance(found, dict) else ():
        yield from _lists(inner)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages and pictures outside of ``docs/`` that the book links to."""
    for path in outside_pages():
        files.append(File.generated(config, path, abs_src_path=str(ROOT / path)))
    for place, text in verb_pages().items():
        files.append(File.generated(config, place, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001 - mkdocs' call
    """Turn the links of a page, which are paths in the project, into paths in the site."""
    uri = page.file.src_uri
    source = f"{DOCS}/{uri}" if (ROOT / DOCS / uri).exists() else uri
    return linked(markdown, lambda target: in_the_site(source, target))


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001 - mkdocs' call
    """Turn the names in docstrings into links."""
    return with_links(html)
