"""Discovered dice sets in one file, one entry for each class under symmetry and renaming of dice.

Modules that need arrays are imported when sets are taken in, so that a list is shown at once.
"""

from dicelab.archive.database import archive_path, has_archive, is_there
from dicelab.archive.entry import Confirmation, Entry, Origin
from dicelab.archive.store import Archive

__all__ = ["Archive", "Confirmation", "Entry", "Origin", "archive_path", "has_archive", "is_there"]
