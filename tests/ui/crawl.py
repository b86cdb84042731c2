"""Presses every button of a window and finds those that do nothing and give no reason."""

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QProgressBar,
    QTextEdit,
    QWidget,
)

__all__ = ["Crawl", "crawl", "unexplained"]

_MOST = 500
"""Presses; a window whose buttons never end has something wrong with it."""


@dataclass(slots=True)
class Crawl:
    """What a crawl found; names are those that a screen reader would say.

    Attributes:
        pressed: In order.
        silent: Pressed, and nothing that can be seen or that `effects` gives had changed.
        unexplained: Visible, disabled, and without a tool tip or description that says why.
        nameless: Without a text or accessible name.
    """

    pressed: list[str] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)
    unexplained: list[str] = field(default_factory=list)
    nameless: list[str] = field(default_factory=list)


def crawl(
    root: QWidget,
    *,
    settle: Callable[[], None] = QApplication.processEvents,
    effects: Callable[[], object] = lambda: None,
    skip: Callable[[QAbstractButton], bool] = lambda _: False,
) -> Crawl:
    """Press each button below `root` once, also those that appear while others are pressed.

    Args:
        root: Shown, and part of a window.
        settle: Called after each press, until what it started has been shown.
        effects: What else a press may change, as a value that can be compared: signals sent,
            files written, windows asked for.
        skip: Buttons to leave alone.
    """
    found = Crawl()
    done: set[str] = set()
    for _ in range(_MOST):
        button = _next(root, done, skip)
        if button is None:
            return found
        done.add(_path(button))
        found.pressed.append(_name(button))
        if not _name(button):
            found.nameless.append(_path(button))
        before = (_seen(root.window()), effects())
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        settle()
        if before == (_seen(root.window()), effects()):
            found.silent.append(_name(button))
        found.unexplained += [name for name in unexplained(root) if name not in found.unexplained]
    raise AssertionError(f"still buttons to press after {_MOST}: {found.pressed[-5:]}")


def unexplained(root: QWidget) -> list[str]:
    """Disabled buttons that can be seen and do not say why they are disabled."""
    return [
        _name(button)
        for button in root.findChildren(QAbstractButton)
        if button.isVisible()
        and not button.isEnabled()
        and not button.toolTip()
        and not button.accessibleDescription()
    ]


def _next(
    root: QWidget, done: set[str], skip: Callable[[QAbstractButton], bool]
) -> QAbstractButton | None:
    for button in root.findChildren(QAbstractButton):
        # The parts of Qt's own fields are no buttons to a user.
        inside = isinstance(button.parent(), QLineEdit | QAbstractSpinBox | QComboBox)
        if inside or not button.isVisible() or not button.isEnabled() or skip(button):
            continue
        if _path(button) not in done:
            return button
    return None


def _name(button: QAbstractButton) -> str:
    return button.accessibleName() or button.text().replace("&", "")


def _path(widget: QWidget) -> str:
    """Says which button it is, also after its row was built anew."""
    steps = [type(widget).__name__]
    if isinstance(widget, QAbstractButton):
        steps.append(_name(widget))
    above = widget.parentWidget()
    while above is not None:
        if above.objectName() or above.accessibleName():
            steps.append(above.objectName() or above.accessibleName())
        above = above.parentWidget()
    return "/".join(steps)


def _seen(window: QWidget) -> tuple[object, ...]:
    """All that can be read or seen now, in this window and the others."""
    windows = tuple(type(top).__name__ for top in QApplication.topLevelWidgets() if top.isVisible())
    return (windows, *(_state(widget) for widget in window.findChildren(QWidget)))


def _state(widget: QWidget) -> tuple[object, ...]:
    """Text, value and looks of one widget; never who has the keyboard, which each press moves."""
    more: tuple[object, ...] = ()
    match widget:
        case QAbstractButton():
            more = (widget.text(), widget.isChecked())
        case QLabel() | QLineEdit() | QAbstractSpinBox():
            more = (widget.text(),)
        case QComboBox():
            more = (widget.currentText(), widget.count())
        case QAbstractSlider() | QProgressBar():
            more = (widget.value(), widget.maximum())
        case QTextEdit():
            more = (widget.toPlainText(),)
        case QAbstractItemView():
            more = (widget.model().rowCount(), widget.currentIndex().row())
    return (type(widget).__name__, widget.isVisible(), widget.isEnabled(), *more)
