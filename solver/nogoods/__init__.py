"""What one board says of others, without a census: tilings found at speed, and nogoods where there is none.

A census knows every board, and its cost grows with their number. Here the cost grows with the boards that are asked
for.
"""

from solver.nogoods.nogood import Nogood
from solver.nogoods.relaxation import Relaxation
from solver.nogoods.tiler import Tiler, TilerTables

__all__ = ["Nogood", "Relaxation", "Tiler", "TilerTables"]
