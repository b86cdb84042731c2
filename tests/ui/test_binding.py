import sys

from PySide6.QtCore import QObject

_CALLS = 1000


def test_a_call_that_gives_nothing_costs_no_reference_to_nothing() -> None:
    """PySide6 6.12 loses one per call: Python below 3.12 aborts after some thousand of them."""
    thing = QObject()
    thing.setObjectName("x")
    before = sys.getrefcount(None)
    for _ in range(_CALLS):
        thing.setObjectName("x")
    assert abs(sys.getrefcount(None) - before) < _CALLS / 10
