from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QIcon, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.settings.store import load_settings, settings_file
from kairo_desktop.ui.settings.banner import Banner
from kairo_desktop.ui.settings.editors import NumberEditor, SlidingEditor
from kairo_desktop.ui.settings.finder import Finder
from kairo_desktop.ui.settings.keys import KeysEditor
from kairo_desktop.ui.settings.pages import PageName
from kairo_desktop.ui.settings.switch import Switch
from tests.ui.settings.conftest import Open, child, row_of, texts_in


class _Shown(QObject):
    """Remembers every window that was shown, for however short."""

    def __init__(self) -> None:
        super().__init__()
        self.kinds: set[str] = set()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if event.type() is QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.kinds.add(type(watched).__name__)
        return False


def test_nothing_flashes_up_while_the_window_opens(
    window: Open, qapp: QApplication, qtbot: QtBot
) -> None:
    shown = _Shown()
    qapp.installEventFilter(shown)
    dialog = window()
    for name in PageName:
        dialog.show_page(name)
    dialog.show_page(PageName.MODELS)
    qtbot.waitUntil(lambda: "of memory" in texts_in(dialog))
    qapp.removeEventFilter(shown)
    assert shown.kinds == {"SettingsDialog"}


def test_a_change_is_told_and_saved_without_waiting_when_the_window_closes(
    window: Open, paths: Paths, qtbot: QtBot
) -> None:
    dialog = window()
    with qtbot.waitSignal(dialog.changed) as changed:
        child(row_of(dialog, "overlay.opacity"), SlidingEditor).edited.emit(0.5)
    assert isinstance(changed.args[0], Settings)
    dialog.close()
    assert load_settings(paths).overlay.opacity == 0.5


def test_what_is_still_being_typed_counts_when_the_window_closes(
    window: Open, paths: Paths, qtbot: QtBot
) -> None:
    dialog = window()
    dialog.show_page(PageName.ADVANCED)
    editor = child(row_of(dialog, "llm.n_ctx"), NumberEditor)
    editor.setFocus()
    QTest.keyClick(editor, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(editor, "1024")
    dialog.close()
    assert load_settings(paths).llm.n_ctx == 1024


def test_the_window_says_when_a_change_takes_effect(window: Open, qtbot: QtBot) -> None:
    dialog = window()
    child(row_of(dialog, "llm.n_ctx"), NumberEditor).edited.emit(1024)
    qtbot.waitUntil(lambda: "Saved. It takes effect at the next session." in texts_in(dialog))
    child(row_of(dialog, "overlay.opacity"), SlidingEditor).edited.emit(0.4)
    qtbot.waitUntil(lambda: "Saved." in texts_in(dialog).splitlines())


def test_a_page_goes_down_to_the_edge_while_there_is_nothing_to_say_below_it(
    window: Open,
) -> None:
    dialog = window()
    assert dialog._status.isHidden()
    assert dialog._book.mapTo(dialog, dialog._book.rect().bottomLeft()).y() == dialog.height() - 1
    dialog._say_saved(at_once=True)
    dialog.grab()
    assert dialog._book.mapTo(dialog, dialog._book.rect().bottomLeft()).y() < dialog.height() - 20


def test_the_icon_of_the_page_that_is_shown_has_the_accent(window: Open) -> None:
    finder = window()._finder
    accent = finder.palette().color(QPalette.ColorRole.Accent).name()
    drawn = finder.pages.item(0).icon()
    picture = drawn.pixmap(QSize(32, 32), QIcon.Mode.Selected).toImage()
    places = [(x, y) for x in range(picture.width()) for y in range(picture.height())]
    inked = [picture.pixelColor(x, y) for x, y in places if picture.pixelColor(x, y).alpha() == 255]
    assert {color.name() for color in inked} == {accent}


def test_settings_changed_by_the_program_are_shown_and_not_told_back(
    window: Open, qtbot: QtBot
) -> None:
    dialog = window()
    overlay = Settings().overlay.model_copy(update={"compact": True})
    with qtbot.assertNotEmitted(dialog.changed):
        dialog.show_settings(Settings(overlay=overlay))
    assert child(row_of(dialog, "overlay.compact"), Switch).isChecked()


def test_search_finds_by_title_description_and_name_and_leads_there(
    window: Open, qtbot: QtBot
) -> None:
    dialog = window()
    finder = child(dialog, Finder)
    for words in ("context length", "tokens context", "llm.n_ctx"):
        finder.field.setText(words)
        found = [finder.results.item(at).text() for at in range(finder.results.count())]
        assert any(text.startswith("Context length") for text in found), words
    QTest.keyClick(finder.field, Qt.Key.Key_Return)
    row = row_of(dialog, "llm.n_ctx")
    assert row.isVisible()
    assert child(row, NumberEditor).hasFocus()


def test_search_finds_by_other_words_and_cuts_long_names_with_an_ellipsis(window: Open) -> None:
    dialog = window()
    finder = child(dialog, Finder)
    finder.field.setText("font")
    assert finder.results.item(0).text().startswith("Text scale")
    finder.field.setText("confirm")
    assert finder.results.count() > 1
    for at in range(finder.results.count()):
        place = finder.results.visualItemRect(finder.results.item(at))
        assert place.width() <= finder.results.viewport().width()
        assert place.height() >= 2 * finder.results.fontMetrics().height()


def test_search_says_when_there_is_nothing_and_escape_ends_it(window: Open, qtbot: QtBot) -> None:
    dialog = window()
    finder = child(dialog, Finder)
    QTest.keyClick(dialog, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(finder.field.hasFocus)
    QTest.keyClicks(finder.field, "qqqq")
    assert "Nothing is called that." in texts_in(finder)
    QTest.keyClick(finder.field, Qt.Key.Key_Escape)
    assert finder.field.text() == ""
    assert dialog.isVisible()
    QTest.keyClick(finder.field, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_pages_can_be_turned_by_keys(window: Open, qtbot: QtBot) -> None:
    dialog = window()
    for at, name in enumerate(PageName, start=1):
        key = Qt.Key(Qt.Key.Key_0 + at)
        QTest.keyClick(dialog, key, Qt.KeyboardModifier.ControlModifier)
        assert dialog.page.accessibleName() == name.value.capitalize()


def test_a_broken_file_is_shown_left_alone_and_can_be_looked_at_again(
    window: Open, paths: Paths, qtbot: QtBot
) -> None:
    file = settings_file(paths)
    file.parent.mkdir(parents=True)
    file.write_text("oh no [")
    dialog = window()
    banner = child(dialog, Banner)
    assert banner.isVisible()
    assert "line 1" in texts_in(banner)
    dialog.show_page(PageName.ADVANCED)
    assert not child(row_of(dialog, "llm.n_ctx"), NumberEditor).isEnabled()
    dialog.close()
    assert file.read_text() == "oh no ["
    file.write_text("[llm]\nn_ctx = 512\n")
    dialog.show()
    qtbot.waitUntil(lambda: not banner.isVisible())
    editor = child(row_of(dialog, "llm.n_ctx"), NumberEditor)
    assert editor.isEnabled()
    assert editor.value() == 512


def test_the_banner_offers_another_look(window: Open, paths: Paths, qtbot: QtBot) -> None:
    file = settings_file(paths)
    file.parent.mkdir(parents=True)
    file.write_text("schema_version = 99")
    banner = child(window(), Banner)
    assert "newer Kairo" in texts_in(banner)
    child(banner, QAbstractButton).click()
    assert "Looked again: it is still so." in texts_in(banner.window())
    file.unlink()
    child(banner, QAbstractButton).click()
    assert not banner.isVisible()


def test_names_that_are_not_known_are_told(window: Open, paths: Paths) -> None:
    file = settings_file(paths)
    file.parent.mkdir(parents=True)
    file.write_text("[llm]\nnovelty = 3\n")
    dialog = window()
    dialog.show_page(PageName.ADVANCED)
    assert "llm.novelty" in row_of(dialog, "Settings file").message


def test_hotkeys_say_when_they_are_shared_taken_or_refused(window: Open, qtbot: QtBot) -> None:
    dialog = window()
    dialog.show_page(PageName.HOTKEYS)
    again, toggle = row_of(dialog, "hotkeys.again"), row_of(dialog, "hotkeys.toggle")
    child(again, KeysEditor).edited.emit("Ctrl+Alt+K")
    assert "“Show or hide”" in texts_in(again)
    assert "“Answer again”" in texts_in(toggle)
    child(again, KeysEditor).edited.emit("Ctrl+Alt+J")
    assert "same keys" not in texts_in(dialog.page)
    dialog.set_hotkey_faults({"again": "Another program holds these keys."})
    assert "⚠  Another program holds these keys." in texts_in(again)
    dialog.set_hotkey_faults({})
    assert "Another program" not in texts_in(again)
    child(again, KeysEditor).edited.emit("J")
    assert "Without Ctrl, Alt or Meta" in again.message


def test_a_field_that_waits_for_keys_says_so(window: Open, qtbot: QtBot) -> None:
    dialog = window()
    dialog.show_page(PageName.HOTKEYS)
    editor = child(row_of(dialog, "hotkeys.again"), KeysEditor)
    with qtbot.waitSignal(dialog.waiting_for_keys) as waits:
        editor.setFocus()
    assert waits.args == [True]
    with qtbot.waitSignal(dialog.waiting_for_keys) as rests:
        dialog.show_page(PageName.OVERLAY)
    assert rests.args == [False]
