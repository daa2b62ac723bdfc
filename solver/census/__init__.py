"""All boards of a puzzle: orbits, solvability, the table on disk, the oracle."""

from solver.census.build import solvability
from solver.census.oracle import Oracle
from solver.census.orbits import representatives_of_all
from solver.census.ranking import board_masks, rank, unrank
from solver.census.table import DamagedTableWarning, load_or_build, read_table, table_path, write_table

__all__ = [
    "DamagedTableWarning",
    "Oracle",
    "board_masks",
    "load_or_build",
    "rank",
    "read_table",
    "representatives_of_all",
    "solvability",
    "table_path",
    "unrank",
    "write_table",
]
