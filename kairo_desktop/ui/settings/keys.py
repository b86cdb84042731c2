"""A field that takes a combination of keys as it is pressed."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QKeySequenceEdit, QWidget

from kairo_desktop.settings.fields import Value
from kairo_desktop.ui.hotkeys.door import Refusal, combination_of
from kairo_desktop.ui.hotkeys.wording import words_of

__all__ = ["KeysEditor", "rule_of_hotkeys"]

_HOLDING = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
_HOLDING |= Qt.KeyboardModifier.MetaModifier


class KeysEditor(QKeySequenceEdit):
    """One combination, as it is pressed; Backspace empties it, Tab and Escape go on their way.

    Signals:
        edited: The combination in Qt's portable text; empty for none.
        waiting: True while it has the keyboard: what is pressed now is meant for it alone.
    """

    edited = Signal(object)
    waiting = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMaximumSequenceLength(1)
        self.setClearButtonEnabled(True)
        self.setMinimumWidth(200)
        self.keySequenceChanged.connect(self._tell)

    def show_value(self, value: Value) -> None:
        """Stand as `value` says."""
        if value != self._text():
            self.blockSignals(True)  # noqa: FBT003 - Qt's signature
            self.setKeySequence(QKeySequence.fromString(str(value)))
            self.blockSignals(False)  # noqa: FBT003 - Qt's signature

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take a combination."""
        if event.modifiers() & _HOLDING or event.key() not in (
            Qt.Key.Key_Backspace,
            Qt.Key.Key_Escape,
        ):
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Backspace:
            self.clear()
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin to wait for a combination."""
        super().focusInEvent(event)
        self.waiting.emit(True)  # noqa: FBT003 - what the signal carries

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Wait no longer."""
        super().focusOutEvent(event)
        self.waiting.emit(False)  # noqa: FBT003 - what the signal carries

    def _text(self) -> str:
        return self.keySequence().toString(QKeySequence.SequenceFormat.PortableText)

    def _tell(self) -> None:
        self.edited.emit(self._text())


def rule_of_hotkeys(value: Value) -> str:
    """Why a combination cannot be a hotkey; empty where it can."""
    found = combination_of(str(value)) if value else None
    return words_of(found) if isinstance(found, Refusal) else ""
