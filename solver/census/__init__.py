"""All boards of a puzzle: orbits, solvability, tiling counts, the tables on disk, the oracle."""

from solver.census.build import build_census, choose_method
from solver.census.census import Census, Content, census_folder, census_path, read_census, write_census
from solver.census.distribution import Distribution, distribution
from solver.census.oracle import Oracle
from solver.census.table import DamagedTableWarning, load_or_build, read_table, table_path, write_table
from solver.census.walk import solvability
from solver.polyform.orbits import Orbits, board_masks, orbits_of, rank, representatives_of_all, unrank

__all__ = [
    "Census",
    "Content",
    "DamagedTableWarning",
    "Distribution",
    "Oracle",
    "Orbits",
    "board_masks",
    "build_census",
    "census_folder",
    "census_path",
    "choose_method",
    "distribution",
    "load_or_build",
    "orbits_of",
    "rank",
    "read_census",
    "read_table",
    "representatives_of_all",
    "solvability",
    "table_path",
    "unrank",
    "write_census",
    "write_table",
]
