"""Puzzles of the catalogue, and puzzles of one's own: checked, shown and made."""
