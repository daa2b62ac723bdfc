"""Discovered dice sets in one file, one entry for each class under symmetry and renaming of dice.

Nothing is imported here, so that a list is shown without loading any arrays.
"""
