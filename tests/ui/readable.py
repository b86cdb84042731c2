"""Whatever can be read in a window, or heard of it."""

from collections.abc import Iterator

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QWidget,
)

__all__ = ["heard_of", "texts_of"]


def texts_of(window: QWidget) -> Iterator[str]:
    """Texts of all its widgets, hidden ones included, and of their menus."""
    for widget in (window, *window.findChildren(QWidget)):
        yield from (widget.windowTitle(), widget.toolTip(), widget.accessibleName())
        match widget:
            case QLabel() | QAbstractButton():
                yield widget.text()
            case QLineEdit():
                yield widget.placeholderText()
            case QComboBox():
                yield from (widget.itemText(at) for at in range(widget.count()))
            case QListWidget():
                yield from (widget.item(at).text() for at in range(widget.count()))
            case QMenu():
                yield from (action.text() for action in widget.actions())


def heard_of(window: QWidget) -> Iterator[str]:
    """What a screen reader says of it, part by part."""
    yield from _heard(QAccessible.queryAccessibleInterface(window))


def _heard(interface: QAccessibleInterface) -> Iterator[str]:
    yield interface.text(QAccessible.Text.Name)
    for number in range(interface.childCount()):
        yield from _heard(interface.child(number))
