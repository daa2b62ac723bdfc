"""Knuth's dancing links, in plain Python: nothing is compiled, and every step can be read beside his.

Numbers of steps (X1 to X8, M1 to M9) are those of Algorithms X and M.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from struct import Struct

from solver.exact_cover.backend import Backend, Clock
from solver.exact_cover.problem import ExactCover, Limits, SearchStats, Solution, Status

_LOOK = 100
"""Nodes between two looks at the clock: a few hundredths of a second."""

_DIGITS = ((1, "B"), (2, "H"), (4, "I"), (8, "Q"))
"""Widths of a digit in bytes, and their letters for ``struct``."""

_FAR = 1 << 64


class DancingLinks(Backend):
    """Algorithm X, and Algorithm M where an item is covered more than once; the item with the fewest options first.

    Secondary items stand outside the cycle of items and are never branched on, whatever their multiplicity: every
    option holds a primary item. Where all multiplicities are 1, Algorithm M is Algorithm X, and nothing is tweaked.

    References
    ----------
    Knuth, The Art of Computer Programming 4B, section 7.2.2.1, Algorithms X and M; exercise 9 and answer 166 (which
    item is chosen).
    """

    name = "dancing-links"

    def search(self, problem: ExactCover, limits: Limits, stats: SearchStats) -> Generator[Solution, None, Status]:
        """Yield the solutions, those with earlier options of the item at the root first.

        The tree and its costs are Knuth's: a level that is entered is a node, solutions and dead ends included, and
        a node of a list that is taken out is an update. An item without options is not covered, as step M4 has it; his
        program DLX1 covers it, for one update more at each dead end. ``stats`` is up to date whenever a solution is
        yielded.
        """
        if not limits.within(0):
            return Status.LIMIT
        clock, links = Clock(limits), Links(problem)
        nodes, found, look = 0, 0, 0
        while True:
            # X2, M2: enter a level.
            if nodes == look:
                if clock.is_over(nodes):
                    stats.nodes, stats.updates = nodes, links.updates
                    return Status.UNKNOWN
                look = nodes + _LOOK if limits.nodes is None else min(nodes + _LOOK, limits.nodes)
            nodes += 1
            level = len(links.chosen)
            if level == len(stats.profile):
                stats.profile.append(0)
            stats.profile[level] += 1
            if links.all_covered:
                found += 1
                stats.nodes, stats.updates = nodes, links.updates
                yield links.solution
                if not limits.within(found):
                    return Status.LIMIT
            elif links.branch():
                continue
            if not links.advance():
                stats.nodes, stats.updates = nodes, links.updates
                return Status.SOLVED if found else Status.UNSOLVABLE


class _Node:
    """An option in the list of one of its items."""

    __slots__ = ("beside", "down", "head", "option", "row", "up", "word")

    up: _Node
    down: _Node
    head: _Item
    """The item (Knuth's TOP)."""
    option: int
    word: int
    """The number with a 1 in the digits of the option's items, see :class:`Links`."""
    row: list[_Node]
    """All nodes of the option, from left to right."""
    beside: tuple[_Node, ...]
    """The other nodes, to the right of this one and round to its left: empty until :meth:`others` is first called."""

    def others(self) -> tuple[_Node, ...]:
        """Return :attr:`beside`; most nodes never need it where one solution is enough."""
        place = self.row.index(self)
        self.beside = (*self.row[place + 1 :], *self.row[:place])
        return self.beside


class _Item(_Node):
    """The head of an item's list, and the item's place in the cycle of items."""

    __slots__ = ("bound", "left", "number", "right")

    left: _Item
    right: _Item
    number: int
    bound: int
    """How often the item may still be covered (Knuth's BOUND; his SLACK is 0 for every item that is branched on)."""


class Links:
    """The state of the search: lists of options below a cycle of items, and the options chosen so far.

    It differs from Knuth's arrays where Python's costs do. Nodes are objects with slots, here about a seventh faster
    than lists of integers. A node knows the others of its option, so there are no spacers. And the lengths of all lists
    are the digits of one integer: one subtraction takes an option away from all its items, and going back needs no
    sums, only the integer that was. (Such an integer for each option takes a byte or two for each item.)
    """

    def __init__(self, problem: ExactCover) -> None:
        # X1, M1.
        most = max(problem.multiplicities, default=1)
        self._dead = most - 1
        width, letter = next(row for row in _DIGITS if len(problem.options) + most < 1 << 8 * row[0])
        self._bits = 8 * width
        self._digits = Struct(f"<{len(problem.items)}{letter}")
        self._root = _Item()
        heads = self._heads(problem)
        self.freedom: int = sum((most - head.bound) << self._bits * head.number for head in heads)
        """LEN + (highest multiplicity) - BOUND for each item, a digit each, the first item's is the lowest."""
        last: list[_Node] = list(heads)
        for option, items in enumerate(problem.options):
            nodes: list[_Node] = []
            word = 0
            for item in items:
                node, head, above = _Node(), heads[item], last[item]
                node.option, node.row, node.beside, node.head, node.up = option, nodes, (), head, above
                above.down = last[item] = node
                word += head.word
                nodes.append(node)
            self.freedom += word
            for node in nodes:
                node.word = word
        for head, node in zip(heads, last, strict=True):
            head.up, node.down = node, head
        self.chosen: list[_Node] = []
        self._levels: list[tuple[_Item, int, int]] = []
        """For each level its item, and ``freedom`` before it was branched on and before an option was chosen."""
        self._tweaked: list[list[_Node]] = []
        self.updates: int = 0

    def _heads(self, problem: ExactCover) -> list[_Item]:
        """Return the items, and link the primary ones in a cycle."""
        heads = []
        last = self._root
        for number, bound in enumerate(problem.multiplicities):
            head = _Item()
            head.number, head.bound, head.word = number, bound, 1 << self._bits * number
            head.head = head.up = head.down = head.left = head.right = head
            if number < problem.primary:
                last.right, head.left = head, last
                last = head
            heads.append(head)
        last.right, self._root.left = self._root, last
        return heads

    @property
    def all_covered(self) -> bool:
        """Tell whether no primary item is left."""
        return self._root.right is self._root

    @property
    def solution(self) -> Solution:
        """The options chosen."""
        return tuple(sorted([node.option for node in self.chosen]))

    def branch(self) -> bool:
        """Choose an item and its first option; tell whether it has one."""
        # X3, M3: the leftmost of those with the least freedom.
        freedom = self._digits.unpack(self.freedom.to_bytes(self._digits.size, "little"))
        dead, root = self._dead, self._root
        best = item = root.right
        least = _FAR
        while item is not root:
            ways = freedom[item.number]
            if ways < least:
                if ways <= dead:
                    return False
                best, least = item, ways
            item = item.right
        # X4, M4, M5.
        before = self.freedom
        self._fill((best,))
        if best.bound == 0:
            option = best.down
        else:
            self._tweaked.append([])
            option = self._tweak(best)
        self._levels.append((best, before, self.freedom))
        # X5, M6.
        self.chosen.append(option)
        self._fill(option.beside or option.others())
        return True

    def advance(self) -> bool:
        """Go on to the next option, at the last level that has one; tell whether there was any."""
        while self.chosen:
            option = self.chosen.pop()
            item, before, self.freedom = self._levels[-1]
            # X6, M7.
            self._release(option.beside or option.others())
            if item.bound == 0:
                option = option.down
                going_on = option is not item
            else:
                # M5: enough options must be left below this one.
                going_on = self._digit(item) > self._dead + 1
                if going_on:
                    option = self._tweak(item)
                    self._levels[-1] = (item, before, self.freedom)
            if going_on:
                self.chosen.append(option)
                self._fill(option.beside or option.others())
                return True
            # X7, X8, M8, M9: leave the level.
            if item.bound:
                self._untweak()
            self._release((item,))
            self.freedom = before
            self._levels.pop()
        return False

    def _digit(self, item: _Item) -> int:
        return self.freedom >> self._bits * item.number & (1 << self._bits) - 1

    def _fill(self, nodes: Sequence[_Node]) -> None:
        """Cover the items of some nodes once, and hide the options of those that are full (his commit, cover, hide)."""
        updates, freedom = self.updates, self.freedom
        for node in nodes:
            item = node.head
            item.bound -= 1
            if item.bound:
                freedom += item.word
                continue
            option = item.down
            while option is not item:
                beside = option.beside or option.others()
                for other in beside:
                    above, below = other.up, other.down
                    above.down = below
                    below.up = above
                updates += len(beside)
                freedom -= option.word
                option = option.down
            left, right = item.left, item.right
            left.right = right
            right.left = left
            updates += 1
        self.updates, self.freedom = updates, freedom

    @staticmethod
    def _release(nodes: Sequence[_Node]) -> None:
        """Undo :meth:`_fill`, the last item first; the caller knows the freedom that was."""
        for node in reversed(nodes):
            item = node.head
            if item.bound == 0:
                item.left.right = item.right.left = item
                option = item.up
                while option is not item:
                    # The nodes of one option are in different lists, so they may come back in any order.
                    for other in option.beside or option.others():
                        other.up.down = other.down.up = other
                    option = option.up
            item.bound += 1

    def _tweak(self, item: _Item) -> _Node:
        """Take the first option of an item out of all lists; later siblings do without it, so no set comes twice."""
        option = item.down
        for node in option.row:
            node.up.down = node.down
            node.down.up = node.up
        self.freedom -= option.word
        self.updates += len(option.row)
        self._tweaked[-1].append(option)
        return option

    def _untweak(self) -> None:
        """Undo every :meth:`_tweak` of a level."""
        for option in reversed(self._tweaked.pop()):
            for node in option.row:
                node.up.down = node.down.up = node
