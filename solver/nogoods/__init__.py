"""Quick tilings of the boards that are asked for, and nogoods of those without a tiling: no census is needed."""

from solver.nogoods.nogood import Nogood
from solver.nogoods.relaxation import Relaxation
from solver.nogoods.tiler import Tiler, TilerTables

__all__ = ["Nogood", "Relaxation", "Tiler", "TilerTables"]
