"""What the overlay costs while points stream, on this machine."""

import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from kairo_desktop.session.events import Item
from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.types import Lane
from kairo_desktop.ui.board import Board
from kairo_desktop.ui.overlay.window import Overlay
from kairo_desktop.ui.theme import theme_of
from tests.ui.overlay.script import answer, events, point, question, ready

_N_TOKENS = 4000
_PER_S = 200
_FRAME_MS = 33


@pytest.fixture
def overlay(qtbot: QtBot) -> Overlay:
    settings = OverlaySettings(theme="dark")
    overlay = Overlay(theme_of(settings, system_is_dark=True), settings)
    qtbot.addWidget(overlay)
    overlay.show()
    return overlay


def _answers() -> Iterator[Item]:
    """Answers of five points of forty words; each item is a token."""
    for turn_id in range(1, 1000):
        yield question("How did you make it faster?", turn_id)
        for index in range(5):
            words = [f"word{index}{n}" for n in range(40)]
            for n in range(1, 41):
                yield point(index, " ".join(words[:n]), turn_id, final=n == 40)
        yield answer(turn_id)


@pytest.mark.long
def test_four_thousand_tokens_never_freeze_the_window(
    overlay: Overlay, qapp: QApplication, qtbot: QtBot
) -> None:
    board = Board()
    board.begin(Lane)
    for told in ready():
        board.take(told)
    tokens, gaps_s = _answers(), [0.0]
    state = {"n": 0, "beat_s": time.perf_counter(), "begin_s": time.perf_counter()}

    def beat() -> None:
        now_s = time.perf_counter()
        gaps_s.append(now_s - state["beat_s"])
        state["beat_s"] = now_s

    def stream() -> None:
        due = min(_N_TOKENS, int((time.perf_counter() - state["begin_s"]) * _PER_S))
        while state["n"] < due:
            board.take(next(events([next(tokens)])))
            state["n"] += 1
        overlay.show_view(board.view)

    timers = QTimer(overlay, interval=5), QTimer(overlay, interval=_FRAME_MS)
    for timer, slot in zip(timers, (beat, stream), strict=True):
        timer.timeout.connect(slot)
        timer.start()
    cpu_s = time.process_time()
    qtbot.waitUntil(lambda: state["n"] == _N_TOKENS, timeout=120_000)
    share = (time.process_time() - cpu_s) / (time.perf_counter() - state["begin_s"])
    assert sorted(gaps_s)[int(0.95 * len(gaps_s))] < 0.05
    assert share < 0.25, "several times what a quiet machine needs"


def test_an_overlay_that_shows_nothing_new_does_not_draw(
    overlay: Overlay, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = Board()
    board.begin(Lane)
    for told in ready():
        board.take(told)
    overlay.show_view(board.view)
    qtbot.waitExposed(overlay)
    QApplication.processEvents()
    drawn: list[object] = []
    monkeypatch.setattr(Overlay, "paintEvent", lambda _, event: drawn.append(event))
    for _ in range(5):
        overlay._apply(board.view)
        QApplication.processEvents()
    assert not drawn
