"""A session that hears nobody any more: ask whether to go on, and stop when nobody says so."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QTimer

from kairo_desktop.ui.feed import Feed
from kairo_desktop.ui.toast import Toast

__all__ = ["ForgottenWatch"]

_LOOK_MS: Final = 15_000
_ANSWER_S: Final = 60.0


class ForgottenWatch(QObject):
    """Looks at a running session now and then; nobody is listened to all night by mistake.

    Args:
        after_min: Minutes without a word after which it asks; 0 never asks.
    """

    def __init__(
        self, feed: Feed, toast: Toast, after_min: Callable[[], int], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._feed, self._toast, self._after_min = feed, toast, after_min
        self._look = QTimer(self, interval=_LOOK_MS)
        self._look.timeout.connect(self.look)
        toast.answered.connect(self._go_on)
        feed.ended.connect(self.stop)

    def start(self) -> None:
        """A session has begun."""
        self._look.start()

    def stop(self) -> None:
        """It is over, and what was asked does not matter any more."""
        self._look.stop()
        self._toast.withdraw()

    def look(self) -> None:
        """Ask, if it is time to."""
        after_min = self._after_min()
        if not after_min or self._feed.quiet_s < after_min * 60 or self._toast.asks:
            return
        self._toast.ask(
            self.tr("Nobody has said a word for %n minute(s).", "", after_min),
            self.tr("Kairo stops listening in a minute if you do not answer."),
            yes=self.tr("Go on listening"),
            no=self.tr("Stop"),
            within_s=_ANSWER_S,
        )

    def _go_on(self, yes: bool) -> None:  # noqa: FBT001 - a slot
        if yes:
            self._feed.note_presence()
        else:
            self._feed.end()
