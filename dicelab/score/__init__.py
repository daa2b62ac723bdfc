"""The worth of a dice set: objectives, statistics of its rolls, boards by difficulty, tables that score many sets."""
