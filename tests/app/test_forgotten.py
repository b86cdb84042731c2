"""A session in which nobody speaks any more."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from kairo_desktop.app.forgotten import ForgottenWatch
from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.types import Lane, Utterance
from kairo_desktop.ui.board import Board
from kairo_desktop.ui.feed import Feed
from kairo_desktop.ui.theme import theme_of
from kairo_desktop.ui.toast import Toast
from tests.fakes.hand_clock import HandClock
from tests.fakes.scripted_session import ScriptedSession


class _Watched:
    """A feed with a session, on a clock that is moved by hand."""

    def __init__(self, qtbot: QtBot, after_min: int) -> None:
        self.clock = HandClock()
        self.feed = Feed(Board(), clock=self.clock)
        self.toast = Toast(theme_of(OverlaySettings(), system_is_dark=False))
        self.watch = ForgottenWatch(self.feed, self.toast, lambda: after_min)
        self.session = ScriptedSession()
        self.feed.start(self.session.open)
        self.watch.start()
        qtbot.waitUntil(lambda: any(lane.heard for lane in self.feed.view.lanes))


@pytest.fixture
def watched(qtbot: QtBot) -> Iterator[_Watched]:
    watched = _Watched(qtbot, 60)
    yield watched
    watched.toast.hide()
    assert watched.feed.stop(5)


def _button(toast: Toast, text: str) -> QPushButton:
    return next(button for button in toast.findChildren(QPushButton) if button.text() == text)


def test_a_forgotten_session_is_asked_about_after_an_hour(watched: _Watched) -> None:
    watched.clock.now_s = 3599
    watched.watch.look()
    assert not watched.toast.asks
    watched.clock.now_s = 3601
    watched.watch.look()
    assert "60 minutes" in watched.toast.words


def test_somebody_who_is_there_is_left_alone_for_another_hour(watched: _Watched) -> None:
    watched.clock.now_s = 4000
    watched.watch.look()
    _button(watched.toast, "Go on listening").click()
    watched.clock.now_s = 7000
    watched.watch.look()
    assert not watched.toast.asks
    assert watched.session.n_ends == 0


def test_a_word_counts_as_somebody(watched: _Watched, qtbot: QtBot) -> None:
    watched.clock.now_s = 3000
    watched.session.tell(Utterance(Lane.SYSTEM, 0, "Hello.", 0.0, 1.0))
    qtbot.waitUntil(lambda: watched.feed.quiet_s == 0)
    watched.clock.now_s = 4000
    watched.watch.look()
    assert not watched.toast.asks


def test_no_answer_stops_it(watched: _Watched, qtbot: QtBot) -> None:
    watched.clock.now_s = 4000
    watched.watch.look()
    with qtbot.waitSignal(watched.feed.ended):
        _button(watched.toast, "Stop").click()
    assert not watched.toast.asks


def test_who_does_not_want_to_be_asked_is_not(qtbot: QtBot) -> None:
    watched = _Watched(qtbot, 0)
    watched.clock.now_s = 1e6
    watched.watch.look()
    assert not watched.toast.asks
    assert watched.feed.stop(5)
