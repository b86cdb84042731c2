"""A window without a frame, pulled at its edges."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, Qt

from kairo_desktop.ui.overlay.frame import EDGE, edges_at, resized

_BEFORE = QRect(100, 100, 440, 600)
_LEAST = (200, 150)
_EDGES = st.sampled_from(
    [edges_at(QPoint(x, y), 440, 600) for x in (0, 200, 439) for y in (0, 300, 599)]
)
_PULLS = st.builds(QPoint, st.integers(-900, 900), st.integers(-900, 900))


def test_the_middle_of_a_window_is_no_edge() -> None:
    assert edges_at(QPoint(EDGE, EDGE), 440, 600) == Qt.Edge(0)


@pytest.mark.parametrize(
    ("point", "edges"),
    [
        (QPoint(0, 300), Qt.Edge.LeftEdge),
        (QPoint(439, 300), Qt.Edge.RightEdge),
        (QPoint(200, 0), Qt.Edge.TopEdge),
        (QPoint(439, 599), Qt.Edge.RightEdge | Qt.Edge.BottomEdge),
        (QPoint(1, 599), Qt.Edge.LeftEdge | Qt.Edge.BottomEdge),
    ],
)
def test_a_corner_is_two_edges(point: QPoint, edges: Qt.Edge) -> None:
    assert edges_at(point, 440, 600) == edges


@given(_EDGES, _PULLS)
def test_edges_that_are_not_pulled_stay(edges: Qt.Edge, by: QPoint) -> None:
    after = resized(_BEFORE, edges, by, _LEAST)
    assert after.width() >= _LEAST[0]
    assert after.height() >= _LEAST[1]
    if not edges & Qt.Edge.LeftEdge:
        assert after.left() == _BEFORE.left()
    if not edges & Qt.Edge.RightEdge:
        assert after.right() == _BEFORE.right()
    if not edges & Qt.Edge.TopEdge:
        assert after.top() == _BEFORE.top()
    if not edges & Qt.Edge.BottomEdge:
        assert after.bottom() == _BEFORE.bottom()
