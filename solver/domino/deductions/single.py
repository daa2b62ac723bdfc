"""The trivial deductions: one location is left. Only they make a location certain."""

from __future__ import annotations

from collections.abc import Iterator

from solver.domino.candidates import Candidates, lowest
from solver.domino.deductions.rule import Finding


def domino_fits_once(state: Candidates) -> Iterator[Finding]:
    """Find dominoes with one location left: nothing else may cover its cells.

    Dominosa's ``deduce_domino_single_placement``.
    """
    for domino in state.dominoes:
        places = state.open & state.of[domino]
        if not places & (places - 1):
            location = lowest(places)
            text = f"Domino {state.bone(domino)} fits only at {state.names[location]}"
            ruled_out = state.rivals(location)
            if ruled_out:
                a, b = (state.labels[cell] for cell in state.locations[location])
                text += f": nothing else may cover {a} or {b}"
            yield Finding(ruled_out, f"{text}.", location)


def cell_is_covered_once(state: Candidates) -> Iterator[Finding]:
    """Find cells with one location left: its domino lies there and nowhere else.

    Dominosa's ``deduce_square_single_placement``.
    """
    for cell in state.cells:
        places = state.open & state.at[cell]
        if not places & (places - 1):
            location = lowest(places)
            text = (
                f"Only {state.names[location]} can cover {state.labels[cell]}: "
                f"domino {state.bone(state.holds[location])} lies there and nowhere else."
            )
            yield Finding(state.rivals(location), text, location)
