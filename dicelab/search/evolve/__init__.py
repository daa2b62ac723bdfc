"""Evolution of always-solvable dice sets: for their own sake, and towards objectives."""

from dicelab.search.evolve.candidates import Candidate, EvolutionState, steps
from dicelab.search.evolve.evolution import evolve
from dicelab.search.evolve.genome import die_masks, random_genome
from dicelab.search.evolve.islands import Islands
from dicelab.search.evolve.outcome import ConfirmedSet, Evolution
from dicelab.search.evolve.settings import EvolutionSettings

__all__ = [
    "Candidate",
    "ConfirmedSet",
    "Evolution",
    "EvolutionSettings",
    "EvolutionState",
    "Islands",
    "die_masks",
    "evolve",
    "random_genome",
    "steps",
]
