"""All boards of a puzzle: which are solvable, and in how many ways; the ways to find out, the files, and an audit."""

from solver.census.audit import AuditCheck, audit
from solver.census.board_counts import BoardCounts, TilingsSource, is_quick, tilings_source
from solver.census.board_estimates import BoardEstimates
from solver.census.build import METHODS, choose_method
from solver.census.census import Census, build_census, read_census, smallest_allowed, write_census
from solver.census.census_file import Content, ForeignCensusError, census_folder, census_path
from solver.census.distribution import Distribution, distribution
from solver.census.grand_total import PRIME, fingerprint, grand_total
from solver.census.methods import solvability
from solver.census.packed import is_packed
from solver.census.shards import method_named
from solver.errors import DamagedTableWarning
from solver.polyform.orbits import Orbits, board_masks, orbits_of, rank, representatives_of_all, unrank

__all__ = [
    "METHODS",
    "PRIME",
    "AuditCheck",
    "BoardCounts",
    "BoardEstimates",
    "Census",
    "Content",
    "DamagedTableWarning",
    "Distribution",
    "ForeignCensusError",
    "Orbits",
    "TilingsSource",
    "audit",
    "board_masks",
    "build_census",
    "census_folder",
    "census_path",
    "choose_method",
    "distribution",
    "fingerprint",
    "grand_total",
    "is_packed",
    "is_quick",
    "method_named",
    "orbits_of",
    "rank",
    "read_census",
    "representatives_of_all",
    "smallest_allowed",
    "solvability",
    "tilings_source",
    "unrank",
    "write_census",
]
