"""Bounds on the tilings that the rolls of dice have, when only part of the dice is known.

From one table the engine refutes that every roll has K tilings or more, which bounds the hardest roll; or it finds
dice; or it lists sets of cells that can't be on different dice, for a solver that searches on.

**Words.** There are D dice, whose sizes are known. A *roll* takes a cell of each die; it is a board, and the board is
*forbidden* if it has fewer than K tilings. A *unit* is a cell, or several cells that are known to be on the same die.
*Named* units are known to be on different dice. A set of units is *possible* until it is shown that its units can't all
be on different dice; then it has *fallen*. The *row* of a set of fewer than D units holds the units that extend it to a
possible set. A set has a row only while it is possible, and a board is possible while it is in the rows of its parts.
So the rows of all sets hold all knowledge.

**Rules.** Each of them shows that sets are not possible.

1. *Boards.* D units are possible only if every choice of a cell from each of them is a board that is not forbidden.
2. *Parts.* If units are on different dice, so are any of them: a set falls with each of its parts.
3. *Counting.* Let k < D units be on different dice. Every cell of the D - k other dice is in a unit that extends
   them. So the units of their row have, together, at least as many cells as the D - k smallest dice; or else the set
   falls.
4. *Joining.* Where every cell is on a die, two units that are not possible together are on the same die, and become
   one unit. A unit extends a set with the new unit only if it extends it with each old one.
5. *Size.* Units must fit on the dice: see :func:`.partial.overfull`.
6. *Names.* If a set of named units falls, there are no such dice; nor are there if the empty set falls.

*They are sound.* Suppose there are dice with every roll allowed that agree with what is known, and call a set of units
*spread* if its units are on different ones of these dice. No spread set ever falls. By rule 1 none does at the start:
the units of a spread set of D give rolls only. While none has fallen, rule 2 lets no spread set fall, since its parts
are spread; nor does rule 3, since the cells of the other dice are in units that make it a larger spread set, which has
not fallen; and rule 4 joins two units of one die only, so that a set that is spread with the new unit is spread with
either. So where rules 5 and 6 say that there are no such dice, there are none. The rules only take units from rows,
and a rule that can take a unit now can take it later: the rows at the end do not depend on the order.

**Starting points.** :class:`.partial.PartialDice` holds the knowledge. A start may put cells on one die and named units
on different dice (``named_groups``), or fix one die *whole* (``with_whole``): then a question of one die fewer remains
on the other cells, where a set is possible only if it is possible along with every face of the whole die. Counting says
little until a die much smaller than the others is known: nearly any set could still be extended by it alone. Where the
dice leave cells off, a start fixes these: on the other cells, each of which is on a die, all rules hold.

**Cases.** A question that counting leaves open is split. The *first split* deals whole orbits of cells to dice in every
way, or fixes the cells on no die and the smallest die whole in every way, once for each class under the symmetries of
the grid. Then a case
takes a unit that is not named: it joins one of the named units, or is on a die of its own and is named too. Each case
is refuted, or leads to dice, or is split on. Once most dice have a named unit, only the sets with most of the named
ones are kept (:mod:`.few_sets`); these follow the same rules, and less may fall.

**Clauses.** The least sets of cells that fall without any case (:func:`never_spread`) are clauses that spare a solver
work, and :func:`counting_certificate` writes down the rules by which each follows, for a checker.

The rows of all sets are in :mod:`.partial`, those of few sets in :mod:`.few_sets`, each with its kernel. The
checkers of the proofs (``dicelab check``, ``second.c`` in ``experiments/cases``) have their own engines, on purpose.
"""

from dicelab.search.bounds.cases import (
    Case,
    Groups,
    cases_apply,
    first_cases,
    first_split,
    in_sizes,
    search_case,
    search_cases,
    search_sets,
    takes_whole_die,
)
from dicelab.search.bounds.few_sets_kernel import REFUTED, SET
from dicelab.search.bounds.partial import PartialDice
from dicelab.search.bounds.spread import CountingCertificate, Step, counting_certificate, never_spread

__all__ = [
    "REFUTED",
    "SET",
    "Case",
    "CountingCertificate",
    "Groups",
    "PartialDice",
    "Step",
    "cases_apply",
    "counting_certificate",
    "first_cases",
    "first_split",
    "in_sizes",
    "never_spread",
    "search_case",
    "search_cases",
    "search_sets",
    "takes_whole_die",
]
