"""Evolution of always-solvable dice sets: for their own sake, and towards objectives."""

from dicelab.search.evolve.candidates import Candidate, EvolutionState
from dicelab.search.evolve.evolution import ConfirmedSet, Evolution, evolve
from dicelab.search.evolve.settings import EvolutionSettings

__all__ = [
    "Candidate",
    "ConfirmedSet",
    "Evolution",
    "EvolutionSettings",
    "EvolutionState",
    "evolve",
]
