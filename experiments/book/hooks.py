"""What mkdocs calls while it builds the book: see ``mkdocs.yml``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File

# mkdocs loads this file by its path.
sys.path.insert(0, str(Path(__file__).parents[2]))

from dicelab.cli.main import VERBS
from experiments.book.commands import page_of, verb_pages
from experiments.book.links import DOCS, ROOT, in_the_site, linked, outside_pages
from experiments.book.roles import with_links

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page


VERBS_AFTER = "reference/command-line.md"
"""The page of ``nav`` that the pages of the verbs follow."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the pages of the verbs behind the page on the command line."""
    for section in config.nav or []:
        for pages in section.values() if isinstance(section, dict) else ():
            for page in pages if isinstance(pages, list) else ():
                for inner in page.values() if isinstance(page, dict) else ():
                    if isinstance(inner, list) and VERBS_AFTER in inner:
                        inner += [{f"dicelab {verb}": page_of(verb)} for verb in VERBS]
    return config


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
