"""Design and prove dice for polyomino dice puzzles."""

__version__ = "0.1.0"
