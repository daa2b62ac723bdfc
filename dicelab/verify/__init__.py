"""All rolls of a set; certificates; the independent checker.

Nothing is imported here, so that :mod:`dicelab.verify.check` can be run without loading any solver.
"""
