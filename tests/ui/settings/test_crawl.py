import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from kairo_desktop.settings.hotkeys import HotkeySettings
from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.ui.settings.banner import Banner
from kairo_desktop.ui.settings.pages import PageName
from tests.fakes.tiny_models import tiny
from tests.ui.crawl import crawl
from tests.ui.settings.conftest import Open, Toys, child, texts_in

_CHANGED = Settings(
    overlay=OverlaySettings(opacity=0.5, compact=True), hotkeys=HotkeySettings(again="Ctrl+K")
)


@pytest.mark.parametrize("name", PageName)
def test_every_button_of_every_page_does_something_or_says_why_not(
    window: Open, paths: Paths, toys: Toys, qtbot: QtBot, name: PageName
) -> None:
    paths.models.mkdir(parents=True)
    tiny(paths.models, "mine.gguf")
    for folder in (paths.cache / "kv", paths.data / "profiles", paths.logs, paths.sessions):
        folder.mkdir(parents=True)
        (folder / "something").write_text("private")
    dialog = window(_CHANGED)
    told: list[object] = []
    dialog.changed.connect(told.append)
    dialog.show_page(name)
    if name is PageName.MODELS:
        qtbot.waitUntil(lambda: "Your own" in texts_in(dialog), timeout=15_000)

    def effects() -> object:
        lanes = len(toys.lanes.opened)
        return (len(told), toys.calls, toys.keyring.calls, toys.chooser.n_asked, lanes)

    found = crawl(dialog.page, settle=lambda: qtbot.wait(30), effects=effects)
    assert found.silent == []
    assert found.unexplained == []
    assert found.nameless == []
    assert found.pressed or name is PageName.HOTKEYS


def test_no_two_mnemonics_of_a_page_are_the_same(window: Open) -> None:
    dialog = window()
    child(dialog, Banner).show()
    for name in PageName:
        dialog.show_page(name)
        letters = [
            button.text()[button.text().index("&") + 1].lower()
            for button in dialog.findChildren(QPushButton)
            if button.isVisible() and "&" in button.text()
        ]
        assert len(letters) == len(set(letters)), (name, letters)


def test_everything_can_be_reached_by_the_keyboard_and_has_a_name(window: Open) -> None:
    dialog = window(_CHANGED)
    for name in PageName:
        dialog.show_page(name)
        for control in dialog.page.findChildren(QAbstractButton):
            inside = isinstance(control.parent(), QLineEdit)
            if not control.isVisible() or inside:
                continue
            assert control.accessibleName() or control.text(), (name, control)
            assert control.focusPolicy() & Qt.FocusPolicy.TabFocus, (name, control)


def test_every_setting_has_a_label_that_leads_to_its_field(window: Open) -> None:
    dialog = window()
    for name in PageName:
        dialog.show_page(name)
        for row in dialog.page.rows():
            if row.objectName():
                buddies = [label.buddy() for label in row.findChildren(QLabel)]
                assert any(buddies), row.title
