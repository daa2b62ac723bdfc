"""All claims by name, in the order of the sources."""

from __future__ import annotations

from collections.abc import Sequence

from dicelab.errors import DicelabError
from dicelab.reproduce.claim import Claim
from dicelab.reproduce.claims import (
    caviness,
    goralczyk,
    jensen,
    jensen_boards,
    jensen_patterns,
    jensen_treneer_examples,
    jensen_treneer_partitions,
    jensen_treneer_ratios,
    jensen_treneer_theory,
)
from solver.errors import suggestion

__all__ = ["CLAIMS", "UnknownClaimError", "claims_named"]

CLAIMS: dict[str, Claim] = {
    claim.name: claim
    for claim in (
        *jensen.CLAIMS,
        *jensen_patterns.CLAIMS,
        *jensen_boards.CLAIMS,
        *goralczyk.CLAIMS,
        *jensen_treneer_theory.CLAIMS,
        *jensen_treneer_partitions.PROOFS,
        *jensen_treneer_examples.CLAIMS,
        *jensen_treneer_partitions.TABLES,
        *jensen_treneer_ratios.CLAIMS,
        *caviness.CLAIMS,
    )
}


class UnknownClaimError(DicelabError, ValueError):
    """There is no claim of that name; the message suggests the nearest."""


def claims_named(names: Sequence[str]) -> list[Claim]:
    """Return some claims, each once and in the order of the sources; all of them for no name.

    Raises
    ------
    UnknownClaimError
        If a name is no claim's.

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
