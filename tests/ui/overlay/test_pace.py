"""Thirty pictures a second, and always the last one."""

from itertools import pairwise

from PySide6.QtCore import QElapsedTimer, QObject, QTimer
from pytestqt.qtbot import QtBot

from kairo_desktop.ui.overlay.pace import FRAME_MS, Pace


def test_the_first_value_is_shown_at_once(qtbot: QtBot) -> None:
    shown: list[int] = []
    parent = QObject()
    Pace(shown.append, parent).put(1)
    assert shown == [1]


def test_of_many_values_the_last_is_shown(qtbot: QtBot) -> None:
    shown: list[int] = []
    parent = QObject()
    pace = Pace(shown.append, parent)
    for value in range(500):
        pace.put(value)
    qtbot.waitUntil(lambda: shown[-1] == 499, timeout=5000)
    assert shown == [0, 499]


def test_a_flood_is_shown_thirty_times_a_second(qtbot: QtBot) -> None:
    at_ms: list[int] = []
    clock = QElapsedTimer()
    parent = QObject()
    pace: Pace[int] = Pace(lambda _: at_ms.append(clock.elapsed()), parent)
    flood = QTimer(parent, interval=1)
    flood.timeout.connect(lambda: pace.put(0))
    clock.start()
    flood.start()
    qtbot.waitUntil(lambda: len(at_ms) > 8, timeout=20_000)
    flood.stop()
    pauses = [b - a for a, b in pairwise(at_ms)]
    assert min(pauses) >= FRAME_MS - 2
