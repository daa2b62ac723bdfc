"""All claims by name, in the order of the sources: what is printed, joined to the functions that compute it again."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from dicelab.errors import DicelabError
from dicelab.reproduce.claim import Claim, ClaimCheck, Computation, Disagreement, Publication, Way
from dicelab.reproduce.claims import (
    caviness,
    goralczyk,
    jensen,
    jensen_boards,
    jensen_patterns,
    jensen_treneer_examples,
    jensen_treneer_ratios,
    jensen_treneer_theory,
)
from dicelab.reproduce.claims.printed import PRINTED, PrintedClaim
from solver.errors import suggestion

__all__ = ["CHECKS", "CLAIMS", "EXPLANATIONS", "METHODS", "SOURCES", "UnknownClaimError", "claims_named"]

_MODULES = (
    caviness,
    goralczyk,
    jensen,
    jensen_boards,
    jensen_patterns,
    jensen_treneer_examples,
    jensen_treneer_ratios,
    jensen_treneer_theory,
)
METHODS = ChainMap(*(dict(module.METHODS) for module in _MODULES))
CHECKS = ChainMap(*(dict(getattr(module, "CHECKS", {})) for module in _MODULES))
EXPLANATIONS = ChainMap(*(dict(getattr(module, "EXPLANATIONS", {})) for module in _MODULES))

SOURCES = tuple(printed.source for printed in PRINTED)

Result = TypeVar("Result")


def _claim(printed: PrintedClaim, source: Publication) -> Claim:
    def of_case(compute: Callable[..., Result]) -> Callable[..., Result]:
        return partial(compute, **printed.case) if printed.case else compute

    def ways(table: Mapping[str, Mapping[str, Callable[..., object] | Way]]) -> list[tuple[str, Way]]:
        found = table.get(printed.name, table.get(printed.family, {}))
        return [(name, way if isinstance(way, Way) else Way(way)) for name, way in found.items()]

    shown = EXPLANATIONS.get(printed.name, EXPLANATIONS.get(printed.family))
    text = printed.explanation or printed.loosely
    return Claim(
        printed.name,
        printed.statement,
        source,
        printed.place,
        printed.quote,
        printed.published,
        tuple(
            Computation(name, of_case(way.compute), way.quick and name not in printed.only_in_full_run, way.basis)
            for name, way in ways(METHODS)
        ),
        tuple(ClaimCheck(name, of_case(way.compute), way.quick) for name, way in ways(CHECKS)),
        Disagreement(text, of_case(shown), loosely_worded=bool(printed.loosely)) if text and shown else None,
    )


CLAIMS: dict[str, Claim] = {
    claim.name: _claim(claim, printed.source) for printed in PRINTED for claim in printed.claims
}


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
