"""A button for what cannot be undone: it asks in its place, and nothing happens by one press."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from kairo_desktop.ui.settings.buttons import button

__all__ = ["Confirm"]


class Confirm(QWidget):
    """Pressed, it becomes the answer and a way back, and the question is said beside it.

    Signals:
        confirmed: The user means it.

    Args:
        text: Of the button.
        question: What is asked, when it is asked.
        say: Shows the question; called with an empty text when it is over.
    """

    confirmed = Signal()

    def __init__(
        self,
        text: str,
        question: Callable[[], str],
        say: Callable[[str, str], None],
        *,
        name: str = "",
    ) -> None:
        super().__init__()
        self._question, self._say = question, say
        self._first = button(text)
        self._yes = button(text.rstrip("…").replace("&", ""), "danger")
        self._no = button(self.tr("Keep"))
        if name:
            self._first.setAccessibleName(name)
            self._yes.setAccessibleName(self.tr("{0}: confirm").format(name))
            self._no.setAccessibleName(self.tr("{0}: do not").format(name))
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        for each in (self._first, self._yes, self._no):
            line.addWidget(each)
        self._first.clicked.connect(self._ask)
        self._yes.clicked.connect(self._confirm)
        self._no.clicked.connect(self._back)
        self.setFocusProxy(self._first)
        self._show(asking=False)

    def allow(self, reason: str) -> None:
        """Let the button be pressed where `reason` is empty; else disable it and say why."""
        self._first.setEnabled(not reason)
        self._first.setToolTip(reason)

    def _ask(self) -> None:
        self._show(asking=True)
        self._say(self._question(), "warn")
        self._no.setFocus()

    def _confirm(self) -> None:
        self._show(asking=False)
        self._say("", "muted")
        self.confirmed.emit()

    def _back(self) -> None:
        self._show(asking=False)
        self._say("", "muted")
        self._first.setFocus()

    def _show(self, *, asking: bool) -> None:
        self._first.setVisible(not asking)
        self._yes.setVisible(asking)
        self._no.setVisible(asking)
