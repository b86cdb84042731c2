"""A strip inside a window that says something, or asks before something is done for good."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from kairo_desktop.ui.icons import icon
from kairo_desktop.ui.theme import Theme

__all__ = ["Notice"]

_ICON = 18


class Notice(QFrame):
    """Hidden until it has something to say; Escape takes it away."""

    def __init__(
        self, theme: Theme, parent: QWidget | None = None, *, is_narrow: bool = False
    ) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._theme = theme
        self._agreed: Callable[[bool], None] | None = None
        self._sign = QLabel()
        self._text = QLabel()
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._option = QCheckBox()
        self._yes, self._no = QPushButton(), QPushButton()
        self._yes.clicked.connect(self._agree)
        self._no.clicked.connect(self.hide)
        self._arrange(is_narrow=is_narrow)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Take the colors of another theme from the next word on."""
        self._theme = theme

    def tell(self, text: str) -> None:
        """Say that something was done; it stays until it is taken away."""
        self._plain(text, "check", self._theme.colors.good)

    def say(self, text: str) -> None:
        """Say that something went wrong; it stays until it is taken away."""
        self._plain(text, "warning", self._theme.colors.warn)

    def offer(self, text: str, yes: str, agreed: Callable[[bool], None]) -> None:
        """Offer something harmless."""
        self._show(text, "info", self._theme.colors.accent)
        self._question(yes, self.tr("Not now"), "primary", agreed)
        self._option.hide()

    def ask(self, text: str, yes: str, agreed: Callable[[bool], None], option: str = "") -> None:
        """Ask before something is gone for good; the keyboard stands on the way back.

        Args:
            text: What would happen.
            yes: What the button that does it says.
            agreed: Gets whether the option was chosen.
            option: More that can be done with it; none where empty.
        """
        self._show(text, "warning", self._theme.colors.warn)
        self._question(yes, self.tr("Keep"), "danger", agreed)
        self._option.setVisible(bool(option))
        self._option.setText(option)
        self._option.setChecked(False)
        self._no.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape is the way back."""
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
            return
        super().keyPressEvent(event)

    def _plain(self, text: str, sign: str, color: str) -> None:
        self._show(text, sign, color)
        self._yes.hide()
        self._option.hide()
        self._no.setText(self.tr("Close"))

    def _show(self, text: str, sign: str, color: str) -> None:
        self._agreed = None
        self._sign.setPixmap(icon(sign, color).pixmap(QSize(_ICON, _ICON)))
        self._text.setText(text)
        self.setAccessibleName(text)
        self.show()

    def _question(self, yes: str, no: str, kind: str, agreed: Callable[[bool], None]) -> None:
        self._agreed = agreed
        self._yes.setText(yes)
        self._no.setText(no)
        self._yes.setProperty("kind", kind)
        self._yes.style().unpolish(self._yes)
        self._yes.style().polish(self._yes)
        self._yes.show()

    def _agree(self) -> None:
        agreed, chosen = self._agreed, self._option.isChecked()
        self.hide()
        if agreed is not None:
            agreed(chosen)

    def _arrange(self, *, is_narrow: bool) -> None:
        space = self._theme.space
        words = QHBoxLayout()
        words.setSpacing(space.m)
        # Beside buttons the text is centered, above them its first line counts.
        place = Qt.AlignmentFlag.AlignTop if is_narrow else Qt.AlignmentFlag.AlignVCenter
        words.addWidget(self._sign, 0, place)
        words.addWidget(self._text, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(space.s)
        buttons.addStretch(1)
        buttons.addWidget(self._no)
        buttons.addWidget(self._yes)
        column = QVBoxLayout(self)
        column.setContentsMargins(space.l, space.m, space.m, space.m)
        column.setSpacing(space.s)
        column.addLayout(words)
        column.addWidget(self._option)
        (column if is_narrow else words).addLayout(buttons)
