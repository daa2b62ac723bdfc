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
    jensen_treneer,
    jensen_treneer_proofs,
    jensen_treneer_ratios,
    jensen_treneer_tables,
    jensen_treneer_theory,
)
from solver.errors import suggestion

CLAIMS: dict[str, Claim] = {
    claim.name: claim
    for claim in (
        *jensen.CLAIMS,
        *jensen_boards.CLAIMS,
        *goralczyk.CLAIMS,
        *jensen_treneer_theory.THEORY,
        *jensen_treneer_proofs.CLAIMS,
        *jensen_treneer.CLAIMS,
        *jensen_treneer_tables.CLAIMS,
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
