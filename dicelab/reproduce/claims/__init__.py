"""All claims by name, in the order of the sources: each as printed, with the functions that compute it again."""

from __future__ import annotations

import copyreg
from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

import msgspec

from dicelab.errors import DicelabError
from dicelab.reproduce.claim import PRINTED, Claim, PrintedClaim, Publication, Way
from dicelab.reproduce.claims import (
    caviness,
    goralczyk,
    jensen,
    jensen_boards,
    jensen_patterns,
    jensen_treneer_figures,
    jensen_treneer_theory,
)
from solver.errors import suggestion

__all__ = ["CHECKS", "CLAIMS", "EXPLANATIONS", "METHODS", "SOURCES", "UnknownClaimError", "claims_named"]

_MODULES = (caviness, goralczyk, jensen, jensen_boards, jensen_patterns, jensen_treneer_figures, jensen_treneer_theory)
METHODS = ChainMap(*(dict(module.METHODS) for module in _MODULES))
CHECKS = ChainMap(*(dict(getattr(module, "CHECKS", {})) for module in _MODULES))
EXPLANATIONS = ChainMap(*(dict(getattr(module, "EXPLANATIONS", {})) for module in _MODULES))

SOURCES = tuple(printed.source for printed in PRINTED)

Result = TypeVar("Result")


def _claim(printed: PrintedClaim, source: Publication) -> Claim:
    def way(name: str, found: Callable[..., object] | Way) -> Way:
        one = found if isinstance(found, Way) else Way(found)
        quick = one.quick and name not in printed.only_in_full_run
        return Way(partial(one.compute, **printed.case), quick, one.basis, name)

    shown = _of(EXPLANATIONS, printed)
    return Claim(
        **msgspec.structs.asdict(printed),
        source=source,
        methods=tuple(way(*item) for item in (_of(METHODS, printed) or {}).items()),
        checks=tuple(way(*item) for item in (_of(CHECKS, printed) or {}).items()),
        shown=partial(shown, **printed.case) if shown and printed.why else None,
    )


def _of(table: Mapping[str, Result], printed: PrintedClaim) -> Result | None:
    """Return the entry of a claim, or that of its family."""
    return table.get(printed.name, table.get(printed.family))


CLAIMS: dict[str, Claim] = {
    claim.name: _claim(claim, printed.source) for printed in PRINTED for claim in printed.claims
}


def _named(name: str) -> Claim:
    return CLAIMS[name]


def _pickled(claim: Claim) -> str | tuple[Any, ...]:
    """Pickle a claim as its name: the functions that compute it stay where they are."""
    return (_named, (claim.name,)) if CLAIMS.get(claim.name) is claim else claim.__reduce__()


copyreg.pickle(Claim, _pickled)


class UnknownClaimError(DicelabError, ValueError):
    """There is no claim of that name; the message suggests the nearest."""


def claims_named(names: Sequence[str]) -> list[Claim]:
    """Return some claims, each once and in the order of the sources; all of them for no name.

    Raises :class:`UnknownClaimError` if a name is no claim's.

    Examples
    --------
    >>> [claim.place for claim in claims_named(["jensen-theorem-6-2", "jensen-theorem-1-1"])]
    ['Theorem 1.1', 'Theorem 6.2']
    """
    for name in names:
        if name not in CLAIMS:
            hint = suggestion(name, CLAIMS, "see dicelab reproduce --list", cutoff=0.4)
            raise UnknownClaimError(f"no published claim {name[:60]!r}: {hint}")
    return [claim for claim in CLAIMS.values() if not names or claim.name in names]
