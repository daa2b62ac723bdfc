"""Which files of the project are pages of the book, and where a link to one of them leads in the site.

A page in ``docs/`` links to others as GitHub shows them: by the relative path of the file. What it links to outside
of ``docs/``, such as a result or a proof, becomes part of the site under the same path, and so does what that page
links to.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[3]
DOCS = "docs"
FRONT_PAGES = {"README.md": "index.md"}
"""What the site has a page of its own for."""

_TARGET = re.compile(r"(\]\()([^)\s]+)(\))")
_CODE = re.compile(r"^(```|~~~)")


def linked(text: str, change: Callable[[str], str]) -> str:
    """Return Markdown with each link's target changed, except in blocks of code."""
    lines, inside = text.split("\n"), False
    for number, line in enumerate(lines):
        if _CODE.match(line.lstrip()):
            inside = not inside
        elif not inside:
            lines[number] = _TARGET.sub(lambda found: found[1] + change(found[2]) + found[3], line)
    return "\n".join(lines)


def targets(text: str) -> list[str]:
    """Return the targets of all links, except in blocks of code."""
    found: list[str] = []

    def kept(target: str) -> str:
        found.append(target)
        return target

    linked(text, kept)
    return found


def is_local(target: str) -> bool:
    """Tell whether a link leads to a file of the project."""
    return not target.startswith("#") and ":" not in target.partition("/")[0]


def file_of(page: str, target: str) -> str:
    """Return the path, from the root of the project, of the file that a link on a page leads to."""
    return os.path.normpath(PurePosixPath(page).parent / target.partition("#")[0]).replace(os.sep, "/")


def address(path: str) -> str:
    """Return where a file of the project is in the site."""
    return path.removeprefix(f"{DOCS}/") if path.startswith(f"{DOCS}/") else FRONT_PAGES.get(path, path)


def in_the_site(page: str, target: str) -> str:
    """Return the target of a link on a page, as it has to be in the site."""
    if not is_local(target):
        return target
    _, mark, anchor = target.partition("#")
    there = os.path.relpath(address(file_of(page, target)), PurePosixPath(address(page)).parent).replace(os.sep, "/")
    return there + mark + anchor


def outside_pages(root: Path = ROOT) -> list[str]:
    """Return the files outside of ``docs/`` that its pages, or pages that these link to, show or link to, sorted."""
    waiting = [path.relative_to(root).as_posix() for path in sorted((root / DOCS).rglob("*.md"))]
    seen = set(waiting) | set(FRONT_PAGES)
    while waiting:
        page = waiting.pop()
        if not page.endswith(".md"):
            continue
        for target in targets((root / page).read_text(encoding="utf-8")):
            path = file_of(page, target) if is_local(target) else page
            if path not in seen and (root / path).is_file():
                seen.add(path)
                waiting.append(path)
    return sorted(path for path in seen if not path.startswith(f"{DOCS}/") and path not in FRONT_PAGES)
