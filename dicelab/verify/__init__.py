"""Whether a dice set is always solvable: all its rolls, certificates of that, and the independent checker of them.

Each name is imported when it is first used, so that :mod:`dicelab.verify.check` runs without any solver.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dicelab.verify.backends import Settled, settle
    from dicelab.verify.certificate import CensusCertificate, census_certificate, certificate_bytes
    from dicelab.verify.tilings import Placed, PlacementTable
    from dicelab.verify.verification import CENSUS, BackendVerdict, Verification, confirm, verify

__all__ = [
    "CENSUS",
    "BackendVerdict",
    "CensusCertificate",
    "Placed",
    "PlacementTable",
    "Settled",
    "Verification",
    "census_certificate",
    "certificate_bytes",
    "confirm",
    "settle",
    "verify",
]

_MODULES = {
    "certificate": ("CensusCertificate", "census_certificate", "certificate_bytes"),
    "backends": ("Settled", "settle"),
    "tilings": ("Placed", "PlacementTable"),
    "verification": ("CENSUS", "BackendVerdict", "Verification", "confirm", "verify"),
}


def __getattr__(name: str) -> object:
    for module, names in _MODULES.items():
        if name in names:
            value: object = getattr(import_module(f"dicelab.verify.{module}"), name)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
