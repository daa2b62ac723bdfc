"""Old names are read for one version more, with a warning that tells the new name and the version that ends it."""

from __future__ import annotations

import pytest

from dicelab.renamed import OBJECTIVES, RenamedWarning, objective_name
from dicelab.score.objectives import parse_objectives
from solver.polyform import GENIUS_SQUARE


@pytest.mark.parametrize(("old", "new"), OBJECTIVES.items())
def test_an_old_name_warns_with_the_new_name_and_the_version_that_ends_it(old: str, new: str) -> None:
    with pytest.warns(FutureWarning, match=rf"{old}.*{new}.*version \d+\.\d+"):
        assert objective_name(old) == new


def test_an_objective_is_still_read_by_its_old_name() -> None:
    with pytest.warns(RenamedWarning):
        (objective,) = parse_objectives("again", GENIUS_SQUARE)
    assert objective.label.startswith("reroll-probability")
