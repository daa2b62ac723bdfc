"""The three ways of Caviness (2014) to solve a domino grid: as a person, by brute force, and with an odometer."""
