"""The desktop as a user starts it, with a screen reader in it.

Run as `python -m tests.fakes.reading_aloud FILE [ARGUMENTS of kairo run]`: what the accessibility
interface says of each window is written to FILE, five times a second.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication

from kairo_desktop.app import start
from kairo_desktop.app.desktop import Desktop
from kairo_desktop.ui.commands import AppCommand

__all__ = ["GROWING", "READ_EVERY_S"]

GROWING = "still being written"
READ_EVERY_S = 0.2


class _ReadAloud(Desktop):
    """A desktop that is read all the time."""

    def begin(self, wish: AppCommand) -> None:
        super().begin(wish)
        self._reader = QTimer(self, interval=round(1000 * READ_EVERY_S))
        self._reader.timeout.connect(_read)
        self._reader.start()


def _read() -> None:
    windows = [window for window in QApplication.topLevelWidgets() if window.isVisible()]
    said = {
        window.windowTitle(): list(_texts(QAccessible.queryAccessibleInterface(window)))
        for window in windows
    }
    part = _FILE.with_suffix(".part")
    part.write_text(json.dumps(said), encoding="utf-8")
    part.replace(_FILE)


def _texts(thing: QAccessibleInterface | None) -> Iterator[str]:
    """Names of a thing and of what is in it, in reading order; what is invisible is left out.

    What is still being written says so right behind its name.
    """
    if thing is None or thing.state().invisible:
        return
    if name := thing.text(QAccessible.Text.Name):
        yield name
    if (described := thing.text(QAccessible.Text.Description)) == GROWING:
        yield described
    for n in range(thing.childCount()):
        yield from _texts(thing.child(n))


if __name__ == "__main__":
    _FILE = Path(sys.argv[1])
    sys.argv[1:] = ["run", *sys.argv[2:]]
    # The one place that makes a desktop.
    vars(start)["Desktop"] = _ReadAloud
    from kairo_desktop.__main__ import main

    main()
