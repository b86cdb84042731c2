import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QSlider, QWidget
from pytestqt.qtbot import QtBot

from kairo_desktop.settings.fields import SettingField, Value, fields_of_schema
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.ui.settings.buttons import IconButton
from kairo_desktop.ui.settings.desk import SettingsDesk
from kairo_desktop.ui.settings.editors import (
    ChoiceEditor,
    Editor,
    NumberEditor,
    SlidingEditor,
    TextEditor,
    editor_for,
)
from kairo_desktop.ui.settings.keys import KeysEditor, rule_of_hotkeys
from kairo_desktop.ui.settings.row import Row, setting_row
from kairo_desktop.ui.settings.switch import Switch
from kairo_desktop.ui.settings.texts import default_text
from tests.ui.settings.conftest import child, field_of

_KINDS: dict[str, tuple[type[Editor], Value]] = {
    "overlay.compact": (Switch, True),
    "llm.n_ctx": (NumberEditor, 2048),
    "overlay.opacity": (SlidingEditor, 0.5),
    "overlay.theme": (ChoiceEditor, "dark"),
    "asr.language": (TextEditor, "de"),
    "asr.vocabulary": (TextEditor, ("Kafka", "Flink")),
}


@pytest.fixture
def desk(qapp: object, paths: Paths) -> SettingsDesk:
    return SettingsDesk(Settings(), paths)


def _row(qtbot: QtBot, desk: SettingsDesk, key: str, editor: Editor | None = None) -> Row:
    row = setting_row(field_of(key), desk, editor)
    qtbot.addWidget(row)
    row.show()
    qtbot.waitExposed(row)
    return row


def _type(editor: QWidget, text: str) -> None:
    """Type over what stands there, and finish with Return."""
    target = editor.focusProxy() or editor
    target.setFocus()
    QTest.keyClick(target, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(target, text)
    QTest.keyClick(target, Qt.Key.Key_Return)


def _reset(row: Row) -> IconButton:
    return next(b for b in row.findChildren(IconButton) if "Reset" in b.accessibleName())


@pytest.mark.parametrize("field", fields_of_schema(), ids=lambda field: field.key)
def test_every_setting_has_a_widget_that_shows_what_it_is_told(
    qapp: object, field: SettingField
) -> None:
    editor = editor_for(field)
    told: list[Value] = []
    editor.edited.connect(told.append)
    editor.show_value(field.default)
    assert told == []


@pytest.mark.parametrize("key", _KINDS)
def test_a_row_has_label_description_and_names_for_readers(
    qtbot: QtBot, desk: SettingsDesk, key: str
) -> None:
    field, row = field_of(key), _row(qtbot, desk, key)
    kind, _ = _KINDS[key]
    editor = child(row, kind)
    assert row.title == field.title
    assert row.text == field.description
    assert editor.accessibleName() == field.title
    assert field.description in editor.accessibleDescription()


@pytest.mark.parametrize("key", _KINDS)
def test_what_the_user_sets_is_in_force_and_reset_takes_it_back(
    qtbot: QtBot, desk: SettingsDesk, key: str
) -> None:
    field, row = field_of(key), _row(qtbot, desk, key)
    kind, value = _KINDS[key]
    assert not _reset(row).isVisible()
    assert row.aside == ""
    child(row, kind).edited.emit(value)
    assert desk.value(field) == value
    assert row.aside == f"Default: {default_text(field)}"
    assert row.aside in child(row, kind).accessibleDescription()
    _reset(row).click()
    assert desk.value(field) == field.default
    assert not _reset(row).isVisible()
    assert row.aside == ""


@pytest.mark.parametrize("key", _KINDS)
def test_a_row_follows_what_was_changed_elsewhere(
    qtbot: QtBot, desk: SettingsDesk, key: str
) -> None:
    field, row = field_of(key), _row(qtbot, desk, key)
    kind, value = _KINDS[key]
    told: list[Value] = []
    child(row, kind).edited.connect(told.append)
    desk.put(field, value)
    assert told == []
    assert _reset(row).isVisible()


def test_a_number_out_of_range_is_refused_in_place_with_the_reason(
    qtbot: QtBot, desk: SettingsDesk
) -> None:
    row = _row(qtbot, desk, "llm.n_ctx")
    editor = child(row, NumberEditor)
    _type(editor, "7")
    assert "It has to be greater than or equal to 256." in row.message
    assert "Still in force: 4096." in row.message
    assert "256" in editor.accessibleDescription()
    assert editor.property("invalid") is True
    assert editor.value() == 7
    assert desk.settings.llm.n_ctx == 4096
    _type(editor, "512")
    assert row.message == ""
    assert editor.property("invalid") is False
    assert desk.settings.llm.n_ctx == 512


def test_resetting_a_refused_value_clears_the_refusal(qtbot: QtBot, desk: SettingsDesk) -> None:
    row = _row(qtbot, desk, "llm.n_ctx")
    _type(child(row, NumberEditor), "7")
    _reset(row).click()
    assert row.message == ""
    assert child(row, NumberEditor).value() == 4096


@pytest.mark.parametrize(
    ("key", "words", "typed", "reads"),
    [
        ("privacy.keep_days", "never", "30", "30 days"),
        ("privacy.ask_after_min", "never", "5", "5 min"),
        ("llm.threads", "automatic", "2", "2"),
        ("llm.max_draft", "off", "4", "4"),
        ("llm.top_k", "all", "10", "10"),
    ],
)
def test_a_nought_that_is_no_amount_stands_in_words(
    qtbot: QtBot, desk: SettingsDesk, key: str, words: str, typed: str, reads: str
) -> None:
    editor = child(_row(qtbot, desk, key), NumberEditor)
    part, name = key.split(".")
    for text, shown in ((typed, reads), ("0", words), (typed, reads), (words, words)):
        _type(editor, text)
        assert editor.text() == shown
    assert getattr(getattr(desk.settings, part), name) == 0
    editor.stepBy(1)
    assert editor.value() == 1


def test_what_is_neither_a_number_nor_the_words_for_0_is_not_taken(
    qtbot: QtBot, desk: SettingsDesk
) -> None:
    editor = child(_row(qtbot, desk, "privacy.keep_days"), NumberEditor)
    _type(editor, "nobody")
    assert editor.text() == "never"


def test_arrows_stay_in_range(qtbot: QtBot, desk: SettingsDesk) -> None:
    editor = child(_row(qtbot, desk, "llm.n_ctx"), NumberEditor)
    editor.stepBy(-100_000)
    assert desk.settings.llm.n_ctx == 256
    editor.stepBy(100_000_000)
    assert desk.settings.llm.n_ctx == 131072


def test_numbers_larger_than_a_machine_word_are_shown(qtbot: QtBot, paths: Paths) -> None:
    llm = Settings().llm.model_copy(update={"seed": 1 << 70})
    desk = SettingsDesk(Settings(llm=llm), paths)
    row = _row(qtbot, desk, "llm.seed")
    assert child(row, NumberEditor).value() > 0
    assert desk.settings.llm.seed == 1 << 70


def test_a_slider_and_its_number_move_together(qtbot: QtBot, desk: SettingsDesk) -> None:
    row = _row(qtbot, desk, "overlay.opacity")
    slider, number = child(row, QSlider), child(row, NumberEditor)
    slider.setValue(slider.minimum())
    assert desk.settings.overlay.opacity == 0.3
    assert number.value() == 0.3
    _type(number, "0.8")
    assert desk.settings.overlay.opacity == 0.8
    assert slider.value() == 50
    _type(number, "4")
    assert "less than or equal to 1" in row.message
    assert desk.settings.overlay.opacity == 0.8


def test_text_is_taken_when_typing_is_over_and_only_once(qtbot: QtBot, desk: SettingsDesk) -> None:
    row = _row(qtbot, desk, "asr.vocabulary")
    told: list[Value] = []
    editor = child(row, TextEditor)
    editor.edited.connect(told.append)
    _type(editor, " Kafka ,, Flink")
    editor.clearFocus()
    assert told == [("Kafka", "Flink")]


def test_a_choice_that_is_not_listed_is_shown_as_it_is(qtbot: QtBot, desk: SettingsDesk) -> None:
    editor = child(_row(qtbot, desk, "overlay.theme"), ChoiceEditor)
    editor.show_value("sepia")
    assert editor.currentText() == "sepia"


def test_the_wheel_scrolls_the_page_and_not_a_value(qtbot: QtBot, desk: SettingsDesk) -> None:
    row = _row(qtbot, desk, "llm.n_ctx")
    editor = child(row, NumberEditor)
    editor.clearFocus()
    at, nothing = QPointF(5, 5), QPoint()
    turned = (at, editor.mapToGlobal(at), nothing, QPoint(0, -120), Qt.MouseButton.NoButton)
    down = QWheelEvent(
        *turned,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,  # noqa: FBT003 - Qt's signature
    )
    QApplication.sendEvent(editor, down)
    assert desk.settings.llm.n_ctx == 4096


def test_a_locked_desk_disables_the_field_and_says_why(
    qtbot: QtBot, desk: SettingsDesk, paths: Paths
) -> None:
    row = _row(qtbot, desk, "llm.n_ctx")
    paths.config.mkdir()
    (paths.config / "settings.toml").write_text("broken")
    desk.look()
    editor = child(row, NumberEditor)
    assert not editor.isEnabled()
    assert "mended" in editor.toolTip()
    (paths.config / "settings.toml").unlink()
    desk.look()
    assert editor.isEnabled()


def test_a_switch_can_be_worked_with_the_keyboard(qtbot: QtBot, desk: SettingsDesk) -> None:
    switch = child(_row(qtbot, desk, "overlay.compact"), Switch)
    QTest.keyClick(switch, Qt.Key.Key_Space)
    assert desk.settings.overlay.compact


def test_keys_are_taken_as_they_are_pressed(qtbot: QtBot, desk: SettingsDesk) -> None:
    held = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    row = _row(qtbot, desk, "hotkeys.again", KeysEditor())
    editor = child(row, KeysEditor)
    QTest.keyClick(editor, Qt.Key.Key_J, held)
    assert desk.settings.hotkeys.again == "Ctrl+Shift+J"
    QTest.keyClick(editor, Qt.Key.Key_Backspace)
    assert desk.settings.hotkeys.again == ""


@pytest.mark.parametrize("keys", ["", "Ctrl+K", "Alt+Space", "Meta+Shift+1", "F9", "Ctrl++"])
def test_combinations_that_leave_other_programs_their_keys_may_be_hotkeys(keys: str) -> None:
    assert rule_of_hotkeys(keys) == ""


@pytest.mark.parametrize("keys", ["K", "Shift+K", "Space", "Shift+F", "Return"])
def test_keys_that_people_type_with_may_not_be_hotkeys(keys: str) -> None:
    assert "Without Ctrl, Alt or Meta" in rule_of_hotkeys(keys)
