"""What a claim is: a published figure, and the ways in which it is computed again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dicelab.reproduce.workbench import Workbench

Value = int | str | tuple[int, ...]
"""A figure: a number, several that stand in one row of a table, or what a sentence says. A rounded number is the text
that it is printed as."""


@dataclass(frozen=True, slots=True)
class Source:
    """A document that makes claims.

    Parameters
    ----------
    key
        How it is cited.
    title
        Authors, title and year.
    """

    key: str
    title: str


JENSEN = Source(
    "Jensen 2023",
    'Noah Jensen, "Solving the Genius Square: Using Math and Computers to Analyze a Polyomino Tiling Game", '
    "WWU Honors College Senior Projects 711, 2023",
)
GORALCZYK = Source(
    "Goralczyk 2024",
    'Elzbieta Goralczyk, "Solving the Genius Square: Using Functional Programming for Polyomino Tiling", '
    "BSc project, Department of Computer Science, May 2024",
)
JENSEN_TRENEER = Source(
    "Jensen and Treneer",
    'Noah Jensen and Stephanie Treneer, "Toward a Canonical Representation of Blocked Rectangular Grids with an '
    'Application to Finite Tiling Problems"',
)
CAVINESS = Source(
    "Caviness 2014",
    'Kenneth E. Caviness, "Three Ways to Solve Domino Grids", The Mathematica Journal 16, 2014',
)
SOURCES = (JENSEN, GORALCZYK, JENSEN_TRENEER, CAVINESS)


@dataclass(frozen=True, slots=True)
class Method:
    """A way to compute the figure.

    Parameters
    ----------
    name
        What it does, in a few words; it says what it shares with other methods where that is not plain.
    compute
        Takes the workbench of the run.
    quick
        Whether ``--quick`` runs it.
    basis
        What the figure rests on, where several methods rest on the same: together they count as one. Empty for a
        method that rests on nothing but its own code.
    """

    name: str
    compute: Callable[[Workbench], Value]
    quick: bool = True
    basis: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """Something that bears the figure out without giving it: a random sample, or tilings that are looked at.

    Parameters
    ----------
    name
        What it does.
    passes
        Returns whether it bears the figure out, and in one sentence what was covered.
    quick
        Whether ``--quick`` runs it.
    """

    name: str
    passes: Callable[[Workbench], tuple[bool, str]]
    quick: bool = True


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a published figure differs from ours.

    Parameters
    ----------
    text
        Sentences for the errata.
    shown
        Computes that it is so, as far as a computation can.
    """

    text: str
    shown: Callable[[Workbench], bool]


@dataclass(frozen=True, slots=True)
class Claim:
    """A published figure.

    Parameters
    ----------
    name
        Unique: lower-case words and numbers joined by hyphens.
    statement
        What is claimed, in one line.
    source, place
        Who claims it, and where.
    published
        The figure as printed.
    methods
        At least one; independent of each other as far as their names say.
    checks
        What else bears it out.
    explanation
        Only of a figure that is known to differ.
    """

    name: str
    statement: str
    source: Source
    place: str
    published: Value
    methods: tuple[Method, ...]
    checks: tuple[Check, ...] = ()
    explanation: Explanation | None = None

    @property
    def quick(self) -> bool:
        """Whether ``--quick`` computes it."""
        return any(method.quick for method in self.methods)


KERNEL = "bitmask kernel"
"""The basis of what the bitmask kernel says of boards: its searches, and the census, which is built with it."""


class CutOffError(Exception):
    """A computation ended before its answer was known."""


def shown(value: Value | None) -> str:
    """Write a figure for people.

    Examples
    --------
    >>> shown(8347680), shown((36, 4, 144, 8)), shown("18.22 %"), shown(None)
    ('8,347,680', '36 / 4 / 144 / 8', '18.22 %', '–')
    """
    if value is None:
        return "–"
    if isinstance(value, tuple):
        return " / ".join(f"{number:,}" for number in value)
    return value if isinstance(value, str) else f"{value:,}"
