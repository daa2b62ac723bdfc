"""The functions of ``import dicelab``: they take what a user has in hand, and return values.

Nothing is imported here, so that each function loads no more than it needs. The command line calls these functions.
"""
