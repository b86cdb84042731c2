"""When a session begins, which lanes it hears, and when it ends."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from kairo_desktop.errors import KairoError
from kairo_desktop.types import Lane
from kairo_desktop.ui.feed import Feed, OpenSession

__all__ = ["Listening"]


class Listening(QObject):
    """Starts, pauses and ends sessions; before the user has consented, it begins none.

    Signals:
        began: A session starts.
        failed: A `KairoError` that a session ended by.
        consent_wanted: Without the user's consent nothing begins, now or later.

    Args:
        feed: Runs the sessions.
        next_session: Gives what opens a session as the settings are now.
        consented: Whether the user has consented.
    """

    began = Signal()
    failed = Signal(KairoError)
    consent_wanted = Signal()

    def __init__(
        self,
        feed: Feed,
        next_session: Callable[[], OpenSession],
        consented: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._feed, self._next_session, self._consented = feed, next_session, consented
        self._paused: set[Lane] = set()
        self._starts_later = False
        feed.ended.connect(self._session_ended)

    def start(self) -> None:
        """Begin to listen; while a session is still ending, once it has."""
        if not self._consented():
            self.consent_wanted.emit()
            return
        if self._feed.running:
            self._starts_later = self._feed.ending
            return
        self._starts_later = False
        self._paused.clear()
        self._feed.start(self._next_session())
        self.began.emit()

    def stop(self) -> None:
        """Hear no more."""
        self._starts_later = False
        self._feed.end()

    def pause(self, *lanes: Lane) -> None:
        """Pause these lanes; if all of them are paused already, hear them again."""
        heard = {lane.lane for lane in self._feed.view.lanes if lane.heard} & set(lanes)
        pause = not heard <= self._paused
        self._paused = self._paused | heard if pause else self._paused - heard
        for lane in heard:
            self._feed.pause(lane, paused=pause)

    def _session_ended(self, error: KairoError | None) -> None:
        if error is not None:
            self.failed.emit(error)
        if self._starts_later:
            self.start()
