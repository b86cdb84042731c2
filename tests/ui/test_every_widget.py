"""All windows with keyboard, screen reader and eyes that see no colors."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.ui.first_start.steps import Step
from kairo_desktop.ui.first_start.window import FirstStart, Outside
from kairo_desktop.ui.history.window import HistoryWindow
from kairo_desktop.ui.settings.dialog import SettingsDialog
from kairo_desktop.ui.settings.outside import Outside as SettingsOutside
from kairo_desktop.ui.settings.pages import PageName
from kairo_desktop.ui.theme import dress, theme_of
from tests.fakes.chosen import ChosenPaths
from tests.fakes.keyrings import ToyKeyring
from tests.fakes.lane_toy import LaneToys
from tests.ui.history.stories import broke_off, kept
from tests.ui.history.windows import settle

_CONTROLS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
)
_MOST_TABS = 150
_NOTHING = ("true",)
"""Stands for `kairo`: a child that does nothing, well."""

Make = Callable[[Paths], QWidget]


def _first_start(step: Step) -> Make:
    def make(_: Paths) -> QWidget:
        outside = Outside(LaneToys(), lambda _: None, lambda _: None, _NOTHING)
        return FirstStart(Settings(), outside, step, consent_given=True)

    return make


def _settings(page: PageName) -> Make:
    def make(paths: Paths) -> QWidget:
        outside = SettingsOutside(LaneToys(), ToyKeyring, ChosenPaths(), _NOTHING)
        dialog = SettingsDialog(Settings(), paths, outside=outside)
        dialog.show_page(page)
        return dialog

    return make


def _history(paths: Paths) -> QWidget:
    kept(paths.sessions, "Acme")
    broke_off(paths.sessions)
    return HistoryWindow(paths, theme_of(OverlaySettings(), system_is_dark=False))


_WINDOWS = {
    **{f"first start, {step}": _first_start(step) for step in Step},
    **{f"settings, {page.value}": _settings(page) for page in PageName},
    "history": _history,
}


@pytest.fixture(params=_WINDOWS)
def window(
    request: pytest.FixtureRequest, qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> Iterator[QWidget]:
    """Each window in turn, with the look that it has at a real start."""
    before = qapp.style().name(), qapp.font(), qapp.palette(), qapp.styleSheet()
    dress(qapp, theme_of(OverlaySettings(theme="light"), system_is_dark=False))
    paths = Paths(tmp_path / "c", tmp_path / "d", tmp_path / "k", tmp_path / "l")
    made = _WINDOWS[request.param](paths)
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    if isinstance(made, HistoryWindow):
        settle(made)
    yield made
    made.close()
    if isinstance(made, FirstStart | SettingsDialog):
        made.finish()
    qapp.setStyle(before[0])
    qapp.setFont(before[1])
    qapp.setPalette(before[2])
    qapp.setStyleSheet(before[3])


def _controls(window: QWidget) -> list[QWidget]:
    """What a user can work; the parts of Qt's own fields belong to those."""
    return [
        widget
        for widget in window.findChildren(QWidget)
        if isinstance(widget, _CONTROLS)
        and widget.isVisible()
        and widget.isEnabled()
        and not isinstance(widget.parent(), _CONTROLS)
        and not widget.objectName().startswith("qt_")
    ]


def _name(widget: QWidget) -> str:
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


def _told(widget: QWidget) -> str:
    return f"{type(widget).__name__} “{_name(widget)}” in {type(widget.parent()).__name__}"


def test_everything_has_a_name_for_a_screen_reader(window: QWidget) -> None:
    bars = [bar for bar in window.findChildren(QProgressBar) if bar.isVisible()]
    assert [_told(w) for w in [*_controls(window), *bars] if not _name(w)] == []


def test_tab_reaches_every_control_and_comes_round(window: QWidget) -> None:
    reached: list[QWidget] = []
    for _ in range(_MOST_TABS):
        focused = QApplication.focusWidget()
        QTest.keyClick(focused or window, Qt.Key.Key_Tab)
        focused = QApplication.focusWidget()
        assert focused is not None
        if focused in reached:
            break
        reached.append(focused)
    holders = {proxy for widget in reached if (proxy := widget.focusProxy())} | {*reached}
    missed = [w for w in _controls(window) if w not in holders and w.focusProxy() not in holders]
    assert [_told(widget) for widget in missed] == []


def test_where_the_keyboard_is_can_be_seen_without_colors(window: QWidget) -> None:
    unseen = []
    for control in _controls(window):
        control.setFocus(Qt.FocusReason.TabFocusReason)
        if QApplication.focusWidget() is not control:
            continue
        with_focus = _gray(control)
        control.clearFocus()
        if _gray(control) == with_focus:
            unseen.append(_told(control))
    assert unseen == []


def _gray(control: QWidget) -> QImage:
    """How it and what stands around it looks."""
    QApplication.processEvents()
    around = control.parentWidget() or control
    return around.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)


def test_what_is_colored_says_the_same_in_words_or_signs(window: QWidget) -> None:
    for label in window.findChildren(QLabel):
        if label.property("role") in ("bad", "warn", "good") and label.isVisible() and label.text():
            assert label.text()[0] in "⚠✓", label.text()
    for button in window.findChildren(QPushButton):
        if button.property("kind") in ("danger", "primary") and button.isVisible():
            assert button.text()
