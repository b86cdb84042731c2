"""Widgets without a screen, and screens of their own for what needs a real one."""

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from tests.screen_server import DESKTOP, Part, ScreenServer, screen_server

__all__ = ["Screens"]

# Before Qt looks at it: no test of this process may draw on the machine's own screen.
os.environ["QT_QPA_PLATFORM"] = "offscreen"


@pytest.fixture(scope="session")
def qapp_args() -> list[str]:
    """What `qapp` of pytest-qt is called with."""
    return ["kairo"]


@pytest.fixture(autouse=True)
def _nothing_left_open(qapp: QApplication) -> Iterator[None]:
    """Windows that a test forgot end with it, before the next one looks for its own."""
    yield
    for window in qapp.topLevelWidgets():
        window.hide()
        window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def screen() -> Iterator[ScreenServer]:
    """A desktop: window manager, compositor, panel with a tray."""
    with TemporaryDirectory(prefix="ks-") as folder, screen_server(Path(folder)) as started:
        yield started


class Screens(Protocol):
    """Starts displays of other kinds."""

    def __call__(self, parts: Sequence[Part] = DESKTOP, *, scale: float = 1.0) -> ScreenServer: ...


@pytest.fixture
def screens() -> Iterator[Screens]:
    """Start a display with the given parts only; it is ended when the test is."""
    with ExitStack() as stack:

        def start(parts: Sequence[Part] = DESKTOP, *, scale: float = 1.0) -> ScreenServer:
            folder = stack.enter_context(TemporaryDirectory(prefix="ks-"))
            return stack.enter_context(screen_server(Path(folder), parts, scale=scale))

        yield start
