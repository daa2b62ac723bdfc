"""What searches cost on fixed problems: a slower one is noticed by a number that does not shake."""

import pytest

from solver.runs import jit
from tests import costs

KNOWN = costs.known()


def test_the_table_has_every_question():
    assert list(KNOWN) == list(costs.asked()), f"costs of other problems: keep what `{costs.COMMAND}` prints"


def test_backends_agree_in_the_table():
    for puzzle, blockers, name, task in KNOWN:
        found = KNOWN[puzzle, blockers, name, task][4]
        assert found == KNOWN[puzzle, blockers, "dancing-links", task][4], f"{name}, {task}: {puzzle} {blockers}"


@pytest.mark.parametrize("question", KNOWN, ids=" ".join)
def test_a_search_costs_what_it_did(question):
    if question[2] == "bitmask" and not jit.available():
        pytest.skip("a count in plain Python is another search")
    *_, solutions, nodes, updates = KNOWN[question]
    *_, found, more_nodes, more_updates = costs.cost(*question)
    assert found == solutions
    cheaper = (more_nodes, more_updates) <= (nodes, updates)
    assert (more_nodes, more_updates) == (nodes, updates), (
        f"{' '.join(question)} costs {more_nodes} nodes and {more_updates} updates, not {nodes} and {updates}: "
        f"{'it got cheaper' if cheaper else 'it got dearer; if that is meant'}, keep what `{costs.COMMAND}` prints"
    )
