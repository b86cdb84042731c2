"""Widgets without a screen, and screens of their own for what needs a real one."""

import os
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale
from PySide6.QtWidgets import QApplication

from kairo_desktop.ui.language import speak
from tests.screens import screen, screens

__all__ = ["screen", "screens"]

# Before Qt looks at it: no test of this process may draw on the machine's own screen.
os.environ["QT_QPA_PLATFORM"] = "offscreen"


@pytest.fixture(scope="session")
def qapp_args() -> list[str]:
    """What `qapp` of pytest-qt is called with."""
    return ["kairo"]


@pytest.fixture(scope="session", autouse=True)
def _english(qapp: QApplication) -> None:
    """Windows speak as they do at a real start."""
    speak(qapp, QLocale(QLocale.Language.English))


@pytest.fixture(autouse=True)
def _nothing_left_open(qapp: QApplication) -> Iterator[None]:
    """Windows that a test forgot end with it, before the next one looks for its own."""
    yield
    for window in qapp.topLevelWidgets():
        window.hide()
        window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
