"""A widget for each kind of setting: it shows a value and tells what the user makes of it.

None of them decides whether a value may stand. They let anything be typed, so that what is
refused can be seen together with the reason.
"""

from collections.abc import Mapping
from typing import Final, TypeAlias

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLineEdit,
    QSlider,
    QWidget,
)

from kairo_desktop.settings.fields import FieldKind, SettingField, Value
from kairo_desktop.ui.settings.folder_editor import FolderEditor
from kairo_desktop.ui.settings.keys import KeysEditor
from kairo_desktop.ui.settings.switch import Switch
from kairo_desktop.ui.settings.texts import choice_text, unit_text, zero_text

__all__ = [
    "ChoiceEditor",
    "Editor",
    "NumberEditor",
    "SlidingEditor",
    "TextEditor",
    "editor_for",
    "mark_refused",
]

_WIDEST: Final = 260
_WIDTH: Final = 232
"""Room for the name of a usual model, so that the editors of a page begin in one line."""
_NUMBER_WIDTH: Final = 84
_GAP: Final = 12
_FARTHEST: Final = 1e15
"""Whole numbers up to here are exact in a float."""


class NumberEditor(QDoubleSpinBox):
    """Whole or decimal numbers; arrows stay in range, typing need not. A 0 may stand in words.

    Signals:
        edited: The number, once typing is over or after each step.
    """

    edited = Signal(object)

    def __init__(self, field: SettingField, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._unit, self._zero = f" {unit_text(field)}".rstrip(), zero_text(field)
        self._low = -_FARTHEST if field.low is None else field.low
        self._high = _FARTHEST if field.high is None else field.high
        self._whole = field.kind is FieldKind.WHOLE
        self.setDecimals(0 if self._whole else 2)
        self.setRange(-_FARTHEST, _FARTHEST)
        self.setSingleStep(1.0 if self._whole else _step(field))
        if self._whole:
            self.setStepType(QDoubleSpinBox.StepType.AdaptiveDecimalStepType)
        self._show_unit()
        self.setKeyboardTracking(False)
        self.setFixedWidth(112)
        self.lineEdit().setTextMargins(7, 0, 0, 0)
        self.valueChanged.connect(self._show_unit)
        self.valueChanged.connect(self._tell)
        _calm_wheel(self)

    def show_value(self, value: Value) -> None:
        """Stand as `value` says."""
        self.blockSignals(True)  # noqa: FBT003 - Qt's signature
        self.setValue(float(value) if isinstance(value, int | float) else 0.0)
        self.blockSignals(False)  # noqa: FBT003 - Qt's signature
        self._show_unit()

    def stepBy(self, steps: int) -> None:
        """Step, but not out of the range that the setting has."""
        super().stepBy(steps)
        self.setValue(min(max(self.value(), self._low), self._high))

    def textFromValue(self, number: float) -> str:
        """The number, or what stands in place of 0."""
        return self._zero if self._zero and number == 0 else super().textFromValue(number)

    def valueFromText(self, text: str) -> float:
        """The number that a text stands for."""
        return 0.0 if self._is_zero(text) else super().valueFromText(text)

    def validate(self, text: str, at: int) -> tuple[QValidator.State, str, int]:
        """Let the words for 0 stand, and be typed letter by letter."""
        if self._is_zero(text):
            return QValidator.State.Acceptable, text, at
        if (begun := self._without_unit(text)) and self._zero.startswith(begun):
            return QValidator.State.Intermediate, text, at
        return super().validate(text, at)

    def _is_zero(self, text: str) -> bool:
        return bool(self._zero) and self._without_unit(text) == self._zero

    def _without_unit(self, text: str) -> str:
        return text.strip().removesuffix(self._unit.strip()).strip()

    def _show_unit(self) -> None:
        """Words for 0 stand without a unit."""
        unit = "" if self._zero and self.value() == 0 else self._unit
        if unit != self.suffix():
            self.setSuffix(unit)

    def _tell(self, number: float) -> None:
        self.edited.emit(round(number) if self._whole else number)


class SlidingEditor(QWidget):
    """A decimal between two bounds: a slider, and the number beside it.

    Signals:
        edited: The number, while the slider moves or once typing is over.
    """

    edited = Signal(object)

    def __init__(self, field: SettingField, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        low, high = field.low or 0.0, field.high or 0.0
        self._low, self._step = low, _step(field)
        self._number = NumberEditor(field)
        self._number.setFixedWidth(_NUMBER_WIDTH)
        self._slider = QSlider(Qt.Orientation.Horizontal)
        self._slider.setRange(0, round((high - low) / self._step))
        self._slider.setFixedWidth(_WIDTH - _NUMBER_WIDTH - _GAP)
        self._slider.setMinimumHeight(24)
        _calm_wheel(self._slider)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(_GAP)
        row.addWidget(self._slider)
        row.addWidget(self._number)
        self.setFocusProxy(self._number)
        self._slider.valueChanged.connect(self._slid)
        self._number.edited.connect(self._typed)

    def show_value(self, value: Value) -> None:
        """Stand as `value` says."""
        self._number.show_value(value)
        self._place(self._number.value())

    def setAccessibleName(self, name: str, /) -> None:
        """Give both parts the name of the setting."""
        super().setAccessibleName(name)
        self._number.setAccessibleName(name)
        self._slider.setAccessibleName(name)

    def setAccessibleDescription(self, description: str, /) -> None:
        """Give both parts the description of the setting."""
        super().setAccessibleDescription(description)
        self._number.setAccessibleDescription(description)
        self._slider.setAccessibleDescription(description)

    def _slid(self, at: int) -> None:
        number = round(self._low + at * self._step, 2)
        self._number.show_value(number)
        self.edited.emit(number)

    def _typed(self, number: float) -> None:
        self._place(number)
        self.edited.emit(number)

    def _place(self, number: float) -> None:
        self._slider.blockSignals(True)  # noqa: FBT003 - Qt's signature
        at = (number - self._low) / self._step
        self._slider.setValue(round(min(max(at, 0), self._slider.maximum())))
        self._slider.blockSignals(False)  # noqa: FBT003 - Qt's signature


class ChoiceEditor(QComboBox):
    """One of several texts; a value that is none of them is listed as it is.

    Signals:
        edited: The text that was chosen.
    """

    edited = Signal(object)

    def __init__(self, field: SettingField, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumWidth(_WIDTH)
        self.setMaximumWidth(_WIDEST)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.offer({choice: choice_text(choice) for choice in field.choices}, field.default)
        self.activated.connect(self._tell)
        _calm_wheel(self)

    def offer(self, choices: Mapping[str, str], chosen: Value) -> None:
        """List these values under these texts, and stand as `chosen` says."""
        self.clear()
        for value, text in choices.items():
            self.addItem(text, value)
        self.show_value(chosen)

    def show_value(self, value: Value) -> None:
        """Stand as `value` says."""
        if self.findData(value) < 0:
            self.addItem(str(value), value)
        self.setCurrentIndex(self.findData(value))

    def _tell(self, at: int) -> None:
        self.edited.emit(self.itemData(at))


class TextEditor(QLineEdit):
    """A text, or several with commas between them.

    Signals:
        edited: The text or texts, once typing is over.
    """

    edited = Signal(object)

    def __init__(self, field: SettingField, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._several = field.kind is FieldKind.WORDS
        self.setMinimumWidth(_WIDTH)
        if self._several:
            self.setPlaceholderText(self.tr("one, another, …"))
        self.editingFinished.connect(self._tell)

    def show_value(self, value: Value) -> None:
        """Stand as `value` says."""
        self.setText(", ".join(value) if isinstance(value, tuple) else str(value))
        self.setModified(False)

    def _tell(self) -> None:
        if not self.isModified():
            return
        self.setModified(False)
        texts = tuple(text.strip() for text in self.text().split(",") if text.strip())
        self.edited.emit(texts if self._several else self.text().strip())


def editor_for(field: SettingField) -> "Editor":
    """The widget for a kind of setting."""
    match field.kind:
        case FieldKind.SWITCH:
            return Switch()
        case FieldKind.CHOICE:
            return ChoiceEditor(field)
        case FieldKind.DECIMAL if field.low is not None and field.high is not None:
            return SlidingEditor(field)
        case FieldKind.WHOLE | FieldKind.DECIMAL:
            return NumberEditor(field)
        case FieldKind.TEXT | FieldKind.WORDS:
            return TextEditor(field)


def mark_refused(editor: QWidget, *, refused: bool) -> None:
    """Draw the frame of a value that cannot stand, or the usual one again."""
    for widget in (editor, *editor.findChildren(QDoubleSpinBox)):
        widget.setProperty("invalid", refused)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


Editor: TypeAlias = (
    Switch | NumberEditor | SlidingEditor | ChoiceEditor | TextEditor | KeysEditor | FolderEditor
)
"""What a row can hold: a widget with the signal `edited` and the method `show_value`."""


class _CalmWheel(QObject):
    """Lets the wheel scroll the page rather than change a value that has not the keyboard."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave the wheel to what lies behind."""
        if event.type() is not QEvent.Type.Wheel:
            return False
        if isinstance(watched, QWidget) and watched.hasFocus():
            return False
        event.ignore()
        return True


def _calm_wheel(widget: QWidget) -> None:
    widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    widget.installEventFilter(_CalmWheel(widget))


def _step(field: SettingField) -> float:
    span = (field.high or 0.0) - (field.low or 0.0)
    return 0.01 if 0 < span <= 3 else 0.5
