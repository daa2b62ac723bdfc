"""How dicelab is cited, from the facts in ``CITATION.cff`` alone: ``dicelab --cite``."""

from __future__ import annotations

import importlib.metadata
import re
from dataclasses import dataclass
from pathlib import Path

from dicelab.errors import DicelabError

FILE = "CITATION.cff"


@dataclass(frozen=True, slots=True)
class Citation:
    """The facts of a citation."""

    title: str
    authors: tuple[str, ...]
    version: str
    released: str
    """The date, as 2026-11-22."""

    @classmethod
    def parse(cls, text: str) -> Citation:
        r"""Read a citation file, of which only fields on a line of their own and the authors' names matter.

        Examples
        --------
        >>> Citation.parse("title: T\nauthors:\n  - name: A\nversion: 1\ndate-released: 2026-11-22\n").released
        '2026-11-22'
        """
        fields = dict(re.findall(r"^([a-z-]+): *(\S.*)$", text, re.MULTILINE))
        authors = tuple(re.findall(r"^ +- name: *(\S.*)$", text, re.MULTILINE))
        try:
            return cls(fields["title"], authors, fields["version"], fields["date-released"])
        except KeyError as missing:
            raise DicelabError(f"{FILE} has no field {missing.args[0]}: reinstall dicelab") from None

    @property
    def year(self) -> str:
        """The year of the release."""
        return self.released[:4]

    def __str__(self) -> str:
        return f"{'; '.join(self.authors)} ({self.year}). {self.title}, version {self.version}. Computer software."

    def bibtex(self) -> str:
        """Return the entry for a bibliography by BibTeX or BibLaTeX."""
        fields = {
            # In braces of their own: the name of a group is no first name and surname.
            "author": " and ".join(f"{{{name}}}" for name in self.authors),
            "title": self.title,
            "year": self.year,
            "howpublished": "Computer software",
            "note": f"Version {self.version}",
        }
        lines = [f"  {key} = {{{value}}}," for key, value in fields.items()]
        # Not @software, which BibTeX's own styles do not have.
        return "\n".join([f"@misc{{{self.title}{self.year},", *lines, "}"])


def citation() -> Citation:
    """Return the citation of this version, from the installation's metadata or, in a checkout, from its file.

    Raises
    ------
    DicelabError
        If the file is in neither place.
    """
    return Citation.parse(_text())


def _text() -> str:
    import dicelab

    checkout = Path(dicelab.__path__[0]).parent
    if (checkout / "pyproject.toml").is_file():
        return (checkout / FILE).read_text("utf-8")
    try:
        kept = importlib.metadata.distribution("dicelab").read_text(f"extra_metadata/{FILE}")
    except importlib.metadata.PackageNotFoundError:
        kept = None
    if kept is None:
        raise DicelabError(f"{FILE} is not in this installation: reinstall dicelab")
    return kept
