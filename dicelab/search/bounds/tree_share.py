"""How much of the tree of a case is written, when nobody knows how large it will be."""

from __future__ import annotations

from dicelab.search.bounds.few_sets_kernel import REFUTED, SET


class TreeShare:
    """The part of a tree that is done: a case has the share 1, and each of its parts an equal share of its own.

    So it grows from 0 to 1 and never falls, but not evenly in time: parts differ in their work.

    Parameters
    ----------
    named
        Number of named units at the root.
    dice
        Number of dice: a case with fewer named units has one part more, in which a unit is named.

    References
    ----------
    Knuth (1975), Estimating the efficiency of backtrack programs.

    Examples
    --------
    >>> share = TreeShare(1, 2)
    >>> share.grown(bytes([7, REFUTED])), share.grown(bytes([7, REFUTED, 8, REFUTED]))
    (0.5, 0.75)
    """

    def __init__(self, named: int, dice: int) -> None:
        self._dice, self._read, self._done = dice, 0, 0.0
        # The cases that wait, the next one last: each with its share and its named units.
        self._waiting = [(1.0, named)]

    def grown(self, tree: bytes | bytearray) -> float:
        """Read the nodes that a tree has grown, and return the share of the whole tree that is refuted."""
        for token in tree[self._read :]:
            share, named = self._waiting.pop()
            if token in (REFUTED, SET):
                self._done += share
                continue
            joined, is_open = named, named < self._dice
            each = share / (joined + is_open)
            if is_open:
                self._waiting.append((each, named + 1))
            self._waiting += [(each, named)] * joined
        self._read = len(tree)
        return self._done
