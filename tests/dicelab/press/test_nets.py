"""Nets of dice: what is folded becomes the solid."""

from itertools import combinations, pairwise
from math import sqrt

import pytest

from dicelab.press.dice import SOLIDS, net, overlap, solid_for
from tests.dicelab.press.pdf_reading import area, distance

SURFACES = {
    # For a distance of 2 between opposite faces: the inscribed sphere has radius 1.
    6: 24.0,
    8: 12 * sqrt(3),
    12: 30 * sqrt(130 - 58 * sqrt(5)),
    20: 30 * (7 * sqrt(3) - 3 * sqrt(15)),
}


@pytest.mark.parametrize("faces", SOLIDS)
def test_a_net_has_all_faces_alike_and_nothing_overlaps(faces):
    flat = net(faces, 16.0)
    assert len(flat.faces) == faces
    closed = [(*face, face[0]) for face in flat.faces]
    assert [area(face) for face in closed] == pytest.approx([area(closed[0])] * faces)
    shapes = [sorted(round(distance(*pair), 6) for pair in pairwise(face)) for face in closed]
    assert shapes == [shapes[0]] * faces
    polygons = [[complex(*place) for place in polygon] for polygon in (*flat.faces, *flat.flaps)]
    assert not any(overlap(one, other) for one, other in combinations(polygons, 2))
    assert len(flat.folds) == faces - 1


@pytest.mark.parametrize("faces", SOLIDS)
def test_every_edge_that_is_glued_has_a_flap_and_a_partner_of_its_length(faces):
    flat = net(faces, 20.0)
    glued = sum(map(len, flat.faces)) // 2 - (faces - 1)
    assert len(flat.flaps) == len(flat.cuts) == glued
    flaps = sorted(round(distance(flap[0], flap[1]), 6) for flap in flat.flaps)
    assert flaps == sorted(round(distance(*edge), 6) for edge in flat.cuts)


@pytest.mark.parametrize(("faces", "surface"), SURFACES.items())
def test_the_size_is_that_between_opposite_faces(faces, surface):
    flat = net(faces, 2.0)
    assert sum(area((*face, face[0])) for face in flat.faces) == pytest.approx(surface)


def test_every_face_of_a_die_is_shown_equally_often():
    for cells in range(1, 40):
        solid = solid_for(cells)
        assert solid is None or solid % cells == 0
    assert solid_for(7) is None
