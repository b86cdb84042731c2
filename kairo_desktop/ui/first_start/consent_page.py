"""What the user answers for, said once, before anything is heard."""

from PySide6.QtCore import Signal

from kairo_desktop.ui.first_start.page import StepPage
from kairo_desktop.ui.first_start.tile import Tile
from kairo_desktop.ui.settings.row import label

__all__ = ["ConsentPage"]


class ConsentPage(StepPage):
    """Three plain facts and one button.

    Signals:
        consented: The user has taken them for known.
    """

    consented = Signal()

    def __init__(self) -> None:
        super().__init__(
            self.tr("Before Kairo listens"),
            self.tr(
                "Kairo hears both sides of a call and turns them into text on this machine. "
                "Whether you may use it is for you to find out."
            ),
        )
        for drawing, title, text in (
            (
                "info",
                self.tr("The law where you are"),
                self.tr(
                    "In many places all on a call must agree before it is recorded or written down."
                ),
            ),
            (
                "system",
                self.tr("The other side's rules"),
                self.tr("Some interviewers welcome aids, others forbid them. Ask them first."),
            ),
            (
                "shield",
                self.tr("Your own responsibility"),
                self.tr("Kairo cannot know the rules of your call. You answer for using it."),
            ),
        ):
            self.body.addWidget(Tile(drawing, title, text))
        self.body.addSpacing(4)
        self.body.addWidget(
            label(
                self.tr(
                    "Kairo never hides from screen sharing. While it listens a sign shows it, in "
                    "its window or outside of it. What it hears stays on this machine."
                ),
                "muted",
            )
        )

    @property
    def onward(self) -> str:
        """What the button to go on says."""
        return self.tr("I &understand")

    @property
    def past(self) -> str:
        """Passing it over gives no consent; Kairo asks again before it first listens."""
        return self.tr("&Not now")

    def go_on(self) -> bool:
        """Take it for known."""
        self.consented.emit()
        return True
