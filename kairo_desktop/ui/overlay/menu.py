"""All that can be asked for, in words: the way in where there is no tray."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMenu, QWidget

from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.icons import icon
from kairo_desktop.ui.overlay.looks import Looks
from kairo_desktop.ui.overlay.words import ailing_text
from kairo_desktop.ui.views import BoardView, Phase

__all__ = ["overlay_menu"]

translate = QCoreApplication.translate


def overlay_menu(
    parent: QWidget, looks: Looks, view: BoardView, command: Callable[[AppCommand], None]
) -> QMenu:
    """A menu of every wish that makes sense now; it deletes itself when closed.

    Args:
        parent: The window it belongs to.
        looks: Colors of its icons.
        view: What the program does, and which lanes ail: that stands above the wishes.
        command: Called with what is chosen.
    """
    menu = QMenu(parent)
    menu.aboutToHide.connect(menu.deleteLater)
    for lane in view.lanes:
        if lane.ailing:
            menu.addAction(icon("warning", looks.colors.warn), ailing_text(lane)).setEnabled(False)
    for group in (_of_session(view.phase), _of_window(looks), _of_program()):
        for wish, drawing, text in group:
            action = menu.addAction(icon(drawing, looks.colors.muted), text)
            action.triggered.connect(lambda _=False, w=wish: command(w))
        menu.addSeparator()
    return menu


_Entry = tuple[AppCommand, str, str]


def _of_session(phase: Phase) -> list[_Entry]:
    if phase is Phase.IDLE:
        return [(AppCommand.START, "play", translate("Overlay", "Start listening"))]
    return [
        (AppCommand.ANSWER_NOW, "answer", translate("Overlay", "Answer now")),
        (AppCommand.AGAIN, "again", translate("Overlay", "Answer again")),
        (AppCommand.PAUSE, "pause", translate("Overlay", "Pause or go on")),
        (AppCommand.STOP, "stop", translate("Overlay", "Stop listening")),
    ]


def _of_window(looks: Looks) -> list[_Entry]:
    size = (
        ("full", translate("Overlay", "Show more"))
        if looks.compact
        else ("compact", translate("Overlay", "Show less"))
    )
    return [
        (AppCommand.COMPACT, *size),
        (AppCommand.CLICK_THROUGH, "click-through", translate("Overlay", "Let clicks through")),
    ]


def _of_program() -> list[_Entry]:
    return [
        (AppCommand.SETTINGS, "settings", translate("Overlay", "Settings…")),
        (AppCommand.HISTORY, "history", translate("Overlay", "History…")),
        (AppCommand.QUIT, "quit", translate("Overlay", "Quit Kairo")),
    ]
