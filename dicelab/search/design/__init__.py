"""Dice sets by constraints: exact search finds one or proves that there is none, with local search beside it."""
