"""One step as a page: a large title, a few words, and one thing to do."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from kairo_desktop.ui.settings.row import label

__all__ = ["StepPage"]


class StepPage(QWidget):
    """A page that says what the button to go on is called, and what it does.

    Signals:
        changed: Ask again for `onward`, `ready` and `waits_for`.

    Attributes:
        body: Below title and lead; pages put their own widgets in.
    """

    changed = Signal()

    def __init__(self, title: str, lead: str) -> None:
        super().__init__()
        self._title = label(title, "hero")
        self._lead = label(lead, "lead")
        self.setAccessibleName(title)
        self.setAccessibleDescription(lead)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self._title)
        outer.addSpacing(10)
        outer.addWidget(self._lead)
        outer.addSpacing(26)
        self.body = QVBoxLayout()
        self.body.setSpacing(12)
        self.body.setAlignment(Qt.AlignmentFlag.AlignTop)
        outer.addLayout(self.body, 1)

    @property
    def onward(self) -> str:
        """What the button to go on says."""
        return self.tr("&Continue")

    @property
    def ready(self) -> bool:
        """The button to go on can be pressed."""
        return True

    @property
    def waits_for(self) -> str:
        """Why it cannot be pressed; empty where it can."""
        return ""

    @property
    def past(self) -> str:
        """What the button that passes this step over says; empty where there is none."""
        return self.tr("&Skip")

    def enter(self) -> None:
        """The page is shown."""

    def leave(self) -> None:
        """The page is left, by whatever way; nothing of it may go on."""

    def go_on(self) -> bool:
        """Do what the button says; True when the next step follows."""
        return True

    def set_lead(self, lead: str) -> None:
        """Say something else under the title."""
        self._lead.setText(lead)
        self.setAccessibleDescription(lead)
