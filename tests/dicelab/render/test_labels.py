"""Labels beside points hide nothing."""

import itertools

from hypothesis import given, strategies as st

from dicelab.render.labels import label_places
from dicelab.render.svg import text_width

FRAME = (0.0, 0.0, 400.0, 300.0)
SIZE, RADIUS = 11.0, 7.0
places = st.tuples(st.floats(10, 390), st.floats(10, 290))


@given(st.lists(places, max_size=60))
def test_no_label_hides_a_point_another_label_or_leaves_the_frame(points):
    labels = [str(number) for number in range(1, len(points) + 1)]
    found = label_places(points, labels, SIZE, RADIUS, FRAME)
    boxes = [
        (x - text_width(label, SIZE) / 2, y - SIZE / 2, x + text_width(label, SIZE) / 2, y + SIZE / 2)
        for place, label in zip(found, labels, strict=True)
        if place
        for x, y in [place]
    ]
    for left, top, right, bottom in boxes:
        assert FRAME[0] <= left < right <= FRAME[2]
        assert FRAME[1] <= top < bottom <= FRAME[3]
        assert not any(left < x < right and top < y < bottom for x, y in points)
    for one, other in itertools.combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_points_that_lie_apart_all_have_their_labels():
    points = [(50.0 * n, 100.0) for n in range(1, 8)]
    assert None not in label_places(points, [str(n) for n in range(7)], SIZE, RADIUS, FRAME)
