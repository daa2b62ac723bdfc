"""What a dice set is worth: objectives, statistics of its rolls, boards by difficulty, tables that score many sets."""
