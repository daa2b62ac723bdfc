"""Evolution of always-solvable dice sets: for their own sake, and towards objectives."""
