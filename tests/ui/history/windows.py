"""What tests do with a history window."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from kairo_desktop.store.records import Match, SavedSession
from kairo_desktop.ui.history.notice import Notice
from kairo_desktop.ui.history.rows import RowKind
from kairo_desktop.ui.history.window import HistoryWindow

__all__ = ["Show", "matches", "place", "press", "search", "settle", "titles"]

Show = Callable[[], HistoryWindow]
"""Opens a window and waits until it has shown what there is."""


def settle(window: HistoryWindow) -> None:
    """Until what was asked for is shown, and what that asked for too."""
    for _ in range(4):
        window._clerk._pool.waitForDone()
        QCoreApplication.processEvents()


def titles(window: HistoryWindow) -> list[str]:
    return [e.title for e in window.sessions._model.entries if isinstance(e, SavedSession)]


def matches(window: HistoryWindow) -> list[Match]:
    return [e for e in window.sessions._model.entries if isinstance(e, Match)]


def press(notice: Notice, text: str) -> None:
    (button,) = (
        b for b in notice.findChildren(QAbstractButton) if b.isVisible() and b.text() == text
    )
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def search(qtbot: QtBot, window: HistoryWindow, words: str) -> None:
    with qtbot.waitSignal(window.sessions.searched):
        window.sessions.field.setText(words)
    settle(window)


def place(window: HistoryWindow, kind: RowKind) -> QModelIndex:
    rows = window.reading.view.rows
    place = next(n for n, row in enumerate(rows) if row.kind is kind)
    return window.reading.view.model().index(place, 0)
