"""A line of a page: what it is, what it does, and the control for it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QWidget

from kairo_desktop.errors import SettingsError
from kairo_desktop.settings.fields import SettingField, Value
from kairo_desktop.ui.settings.buttons import IconButton
from kairo_desktop.ui.settings.desk import SettingsDesk
from kairo_desktop.ui.settings.editors import Editor, editor_for, mark_refused
from kairo_desktop.ui.settings.texts import default_text, description_of, title_of

__all__ = ["Row", "label", "say", "setting_row"]

_TROUBLE: Final = ("warn", "bad")


def label(text: str = "", role: str = "") -> QLabel:
    """A text that wraps; `role` is one of those of the style sheet."""
    made = QLabel(text)
    made.setWordWrap(True)
    made.setTextFormat(Qt.TextFormat.PlainText)
    if role:
        made.setProperty("role", role)
    return made


def say(line: QLabel, text: str, role: str = "muted") -> None:
    """Put a text into a label; an empty one takes no room. Trouble carries a sign, too."""
    line.setText(f"⚠  {text}" if text and role in _TROUBLE else text)
    line.setVisible(bool(text))
    if line.property("role") != role:
        line.setProperty("role", role)
        line.style().unpolish(line)
        line.style().polish(line)


class Row(QWidget):
    """A title, a muted text under it, a control at the right, a message below when there is one.

    Args:
        control: Put at the right; the title is its label for the keyboard and for readers.
        buddy: The part of `control` that takes the keyboard; `control` itself by default.
    """

    def __init__(
        self,
        title: str,
        text: str = "",
        control: QWidget | None = None,
        *,
        buddy: QWidget | None = None,
    ) -> None:
        super().__init__()
        self._title = label(title)
        self._text = label(text, "muted")
        self._aside = label(role="faint")
        self._message = label(role="muted")
        self._buddy = buddy or control
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(16, 12, 16, 12)
        self._grid.setHorizontalSpacing(24)
        self._grid.setVerticalSpacing(3)
        self._grid.setColumnStretch(0, 1)
        self._grid.addWidget(self._title, 0, 0)
        self._grid.addWidget(self._text, 1, 0)
        self._grid.addWidget(self._aside, 2, 0, 1, 2)
        self._grid.addWidget(self._message, 3, 0, 1, 2)
        # Not earlier: shown without a parent, a label would be a window for a moment.
        self._text.setVisible(bool(text))
        self._aside.hide()
        self._message.hide()
        if control is not None:
            align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            self._grid.addWidget(control, 0, 1, 2, 1, align)
        if self._buddy is not None:
            self._title.setBuddy(self._buddy)
            self._buddy.setAccessibleName(title)
            self._describe()

    @property
    def title(self) -> str:
        """What stands in front."""
        return self._title.text()

    @property
    def text(self) -> str:
        """What stands under the title."""
        return self._text.text()

    @property
    def aside(self) -> str:
        """What stands small under the text; empty while there is nothing to say."""
        return self._aside.text()

    @property
    def message(self) -> str:
        """What stands under the row; empty while there is nothing to say."""
        return self._message.text()

    def set_title(self, title: str) -> None:
        """Replace the title."""
        self._title.setText(title)

    def put_below(self, widget: QWidget) -> None:
        """Add something under the texts, as wide as the row."""
        self._grid.addWidget(widget, self._grid.rowCount(), 0, 1, 2)

    def set_text(self, text: str) -> None:
        """Replace the muted text."""
        say(self._text, text)
        self._describe()

    def set_aside(self, text: str) -> None:
        """Show something small under the text and the control; empty takes it away."""
        say(self._aside, text, "faint")
        self._describe()

    def say(self, message: str, role: str = "muted") -> None:
        """Show a message (muted, good, warn, bad) under the row; an empty one takes it away."""
        say(self._message, message, role)
        self._describe()

    def focus(self) -> None:
        """Give the keyboard to the control."""
        if self._buddy is not None:
            self._buddy.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _describe(self) -> None:
        if self._buddy is not None:
            said = (self.message, self.text, self.aside)
            self._buddy.setAccessibleDescription(" ".join(text for text in said if text))


def setting_row(
    field: SettingField,
    desk: SettingsDesk,
    editor: Editor | None = None,
    *,
    rule: Callable[[Value], str] = lambda _: "",
) -> Row:
    """The row of one setting: label, description, editor, reset; the default where it differs.

    Args:
        field: The setting.
        desk: What it is asked from and given to.
        editor: Instead of the widget for its kind.
        rule: Why a value may not stand, besides the rules of the schema; empty where it may.
    """
    widget = editor_for(field) if editor is None else editor
    shown = default_text(field)
    reset_text = QCoreApplication.translate("Settings", "Reset “{0}” to {1}")
    reset = IconButton("again", reset_text.format(title_of(field), shown))
    control = QWidget()
    line = QHBoxLayout(control)
    line.setContentsMargins(0, 0, 0, 0)
    line.addWidget(reset)
    line.addWidget(widget)
    row = Row(title_of(field), description_of(field), control, buddy=widget)
    row.setObjectName(field.key)
    _Binding(_Parts(row, field, widget, reset), desk, rule)
    return row


@dataclass(frozen=True, slots=True)
class _Parts:
    """What a row of a setting consists of."""

    row: Row
    field: SettingField
    editor: Editor
    reset: IconButton


class _Binding(QObject):
    """Keeps a row and the desk of one mind; what the desk refuses stays visible with the reason."""

    def __init__(self, parts: _Parts, desk: SettingsDesk, rule: Callable[[Value], str]) -> None:
        super().__init__(parts.row)
        self._row, self._field = parts.row, parts.field
        self._editor, self._reset = parts.editor, parts.reset
        self._desk = desk
        self._rule = rule
        self._refused = False
        policy = parts.reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        parts.reset.setSizePolicy(policy)
        parts.editor.edited.connect(self._put)
        parts.reset.clicked.connect(self._put_default)
        desk.changed.connect(self._show)
        desk.stuck.connect(self._lock)
        self._show()
        self._lock()

    def _put(self, value: Value) -> None:
        reason = self._rule(value)
        if not reason:
            try:
                self._desk.put(self._field, value)
            except SettingsError as error:
                reason = error.message
        self._refuse(reason)

    def _put_default(self) -> None:
        self._editor.show_value(self._field.default)
        self._put(self._field.default)
        self._editor.setFocus()
        self._show()

    def _refuse(self, reason: str) -> None:
        self._refused = bool(reason)
        if reason:
            kept = self.tr("Still in force: {0}.").format(self._desk.value(self._field))
            self._row.say(f"{reason} {kept}", "bad")
        else:
            self._row.say("")
        mark_refused(self._editor, refused=self._refused)
        self._show_reset()

    def _show(self) -> None:
        if not self._refused:
            self._editor.show_value(self._desk.value(self._field))
        self._show_reset()

    def _show_reset(self) -> None:
        differs = self._desk.value(self._field) != self._field.default
        default = self.tr("Default: {0}").format(default_text(self._field))
        self._row.set_aside(default if differs else "")
        self._reset.setVisible((differs or self._refused) and not self._desk.read_only)

    def _lock(self) -> None:
        self._editor.setEnabled(not self._desk.read_only)
        self._editor.setToolTip(
            self.tr("The settings file must be mended first.") if self._desk.read_only else ""
        )
        self._show_reset()
