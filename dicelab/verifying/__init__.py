"""Whether a dice set is always solvable: all its rolls, certificates of that, and proofs that boards have no tiling.

Each name is imported when it is first used, so that help and completion load no solver.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from solver.registry import lazy_names

if TYPE_CHECKING:
    from dicelab.verifying.certificate import CensusCertificate, census_certificate, certificate_bytes
    from dicelab.verifying.sweep import CENSUS, FailingRolls
    from dicelab.verifying.tilings import Placed, PlacementTable, Settled, settle
    from dicelab.verifying.verification import (
        BackendVerdict,
        SweptVerdict,
        Verification,
        confirm,
        usual_backend,
        verify,
    )

__all__ = [
    "CENSUS",
    "BackendVerdict",
    "CensusCertificate",
    "FailingRolls",
    "Placed",
    "PlacementTable",
    "Settled",
    "SweptVerdict",
    "Verification",
    "census_certificate",
    "certificate_bytes",
    "confirm",
    "settle",
    "usual_backend",
    "verify",
]

__getattr__: Callable[[str], Any] = lazy_names(
    __name__,
    {
        "certificate": ("CensusCertificate", "census_certificate", "certificate_bytes"),
        "tilings": ("Placed", "PlacementTable", "Settled", "settle"),
        "sweep": ("CENSUS", "FailingRolls"),
        "verification": ("BackendVerdict", "SweptVerdict", "Verification", "confirm", "usual_backend", "verify"),
    },
)
