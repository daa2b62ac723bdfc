"""The solids that the page draws and prints: each is closed and as large as it says, and its net is its own."""

from __future__ import annotations

import numpy as np
import pytest

from dicelab.studio.solids import SIZE, solids_document

DOCUMENT = solids_document()


def corners_of(face):
    """The corners of a face on the solid."""
    return np.array([[*corner, 1] for corner in face["polygon"]]) @ np.array(face["place"]).T


def area_of(corners):
    """The area of a face as a vector; seen against it, the corners go counter-clockwise."""
    arms = corners - corners.mean(axis=0)
    return np.cross(arms, np.roll(arms, -1, axis=0)).sum(axis=0) / 2


@pytest.mark.parametrize("count", DOCUMENT["solids"])
def test_faces_of_a_net_close_to_a_die_that_shows_one_face_on_top(count):
    solid = DOCUMENT["solids"][count]
    found = [corners_of(face) for face in solid["faces"]]
    # The page has millimetres to a thousandth.
    areas = np.array([area_of(corners) for corners in found])
    assert np.allclose(areas.sum(axis=0), 0, atol=0.05)
    heights = [corners.mean(axis=0) @ area / np.linalg.norm(area) for corners, area in zip(found, areas, strict=True)]
    # y goes down in the net and up on the solid, so that its faces are seen from outside.
    assert np.allclose(np.abs(heights), SIZE / 2, atol=0.01)
    assert len({height > 0 for height in heights}) == 1
    for area in areas:
        assert np.min(np.linalg.norm(areas + area, axis=1)) < 0.05
    reach = max(float(np.linalg.norm(corner)) for corners in found for corner in corners)
    assert reach == pytest.approx(solid["radius"], abs=0.01)


@pytest.mark.parametrize("count", DOCUMENT["solids"])
def test_an_edge_that_is_cut_or_has_a_flap_is_as_long_as_an_edge_of_the_solid(count):
    solid = DOCUMENT["solids"][count]
    sides = {
        round(float(length), 1)
        for face in solid["faces"]
        for length in np.linalg.norm(corners_of(face) - np.roll(corners_of(face), 1, axis=0), axis=1)
    }
    edges = [*solid["cuts"], *solid["folds"], *(flap[:2] for flap in solid["flaps"])]
    assert {round(float(np.linalg.norm(np.subtract(*edge))), 1) for edge in edges} <= sides
