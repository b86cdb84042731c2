from collections.abc import Iterator

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from kairo_desktop.settings.secrets import SecretName
from kairo_desktop.ui.settings.row import Row
from kairo_desktop.ui.settings.secret_desk import SecretDesk, SecretState, TokenState
from kairo_desktop.ui.settings.token_row import TokenRow
from tests.fakes.keyrings import ToyKeyring
from tests.ui.settings.conftest import child

_NAME = SecretName.HUB_TOKEN.value
_TOKEN = "hf_canary"


@pytest.fixture
def keyring() -> Iterator[ToyKeyring]:
    made = ToyKeyring()
    yield made
    made.gate.set()


@pytest.fixture
def row(qtbot: QtBot, keyring: ToyKeyring) -> Row:
    token = TokenRow(lambda: keyring, due_ms=100)
    qtbot.addWidget(token.row)
    token.row.show()
    _button(token.row, "Look up").click()
    return token.row


def _button(row: Row, text: str) -> QPushButton:
    return next(b for b in row.findChildren(QPushButton) if b.text().replace("&", "") == text)


def _save(row: Row, token: str = _TOKEN) -> None:
    child(row, QLineEdit).setText(token)
    _button(row, "Save").click()


def test_a_saved_token_is_in_the_keyring_and_no_longer_in_the_field(
    qtbot: QtBot, row: Row, keyring: ToyKeyring
) -> None:
    qtbot.waitUntil(lambda: row.message == "No token is saved.")
    assert not _button(row, "Save").isEnabled()
    assert not _button(row, "Forget").isEnabled()
    assert _button(row, "Forget").toolTip()
    _save(row, f" {_TOKEN} ")
    qtbot.waitUntil(lambda: "is saved in the keyring" in row.message)
    assert keyring.kept == {_NAME: _TOKEN}
    assert child(row, QLineEdit).text() == ""
    assert child(row, QLineEdit).echoMode() is QLineEdit.EchoMode.Password


def test_a_token_is_forgotten_when_it_is_asked_for(
    qtbot: QtBot, row: Row, keyring: ToyKeyring
) -> None:
    qtbot.waitUntil(lambda: row.message != "Asking the keyring …")
    _save(row)
    qtbot.waitUntil(lambda: "is saved" in row.message)
    _button(row, "Forget").click()
    qtbot.waitUntil(lambda: row.message == "No token is saved.")
    assert keyring.kept == {}


def test_a_failed_read_erases_nothing_and_says_why(qtbot: QtBot, keyring: ToyKeyring) -> None:
    keyring.kept[_NAME] = _TOKEN
    keyring.broken = {"read"}
    token = TokenRow(lambda: keyring)
    qtbot.addWidget(token.row)
    token.row.show()
    _button(token.row, "Look up").click()
    qtbot.waitUntil(lambda: "The keyring is locked." in token.row.message)
    assert "Unlock it" in token.row.message
    assert keyring.kept == {_NAME: _TOKEN}
    assert keyring.calls == ["read"]


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        ({"broken": {"save"}}, "locked"),
        ({"forgetful": True}, "did not keep it"),
        ({"broken": {"read"}}, "locked"),
    ],
)
def test_a_failed_write_never_says_saved(
    qtbot: QtBot, row: Row, keyring: ToyKeyring, trouble: dict[str, object], words: str
) -> None:
    qtbot.waitUntil(lambda: row.message == "No token is saved.")
    for name, value in trouble.items():
        setattr(keyring, name, value)
    _save(row)
    qtbot.waitUntil(lambda: words in row.message)
    assert "is saved" not in row.message
    assert child(row, QLineEdit).text() == _TOKEN
    assert _TOKEN not in row.message


def test_a_token_that_will_not_go_is_not_called_gone(
    qtbot: QtBot, row: Row, keyring: ToyKeyring
) -> None:
    qtbot.waitUntil(lambda: row.message == "No token is saved.")
    _save(row)
    qtbot.waitUntil(lambda: "is saved" in row.message)
    keyring.broken = {"delete"}
    _button(row, "Forget").click()
    qtbot.waitUntil(lambda: "locked" in row.message)
    assert keyring.kept == {_NAME: _TOKEN}


def test_a_silent_keyring_freezes_nothing_and_its_late_answer_counts(
    qtbot: QtBot, keyring: ToyKeyring
) -> None:
    keyring.gate.clear()
    token = TokenRow(lambda: keyring, due_ms=100)
    qtbot.addWidget(token.row)
    token.row.show()
    beats: list[None] = []
    heart = QTimer(interval=10)
    heart.timeout.connect(lambda: beats.append(None))
    heart.start()
    _button(token.row, "Look up").click()
    qtbot.waitUntil(lambda: "does not answer" in token.row.message)
    assert len(beats) >= 5
    child(token.row, QLineEdit).setText(_TOKEN)
    assert not _button(token.row, "Save").isEnabled()
    assert "not answered yet" in _button(token.row, "Save").toolTip()
    keyring.gate.set()
    qtbot.waitUntil(lambda: token.row.message == "No token is saved.")
    assert _button(token.row, "Save").isEnabled()
    assert child(token.row, QLineEdit).text() == _TOKEN


def test_one_thing_is_asked_at_a_time(qtbot: QtBot, keyring: ToyKeyring) -> None:
    keyring.gate.clear()
    desk = SecretDesk(lambda: keyring)
    told: list[SecretState] = []
    desk.told.connect(told.append)
    desk.look()
    desk.save(_TOKEN)
    assert told[-1].token is TokenState.UNKNOWN
    keyring.gate.set()
    qtbot.waitUntil(lambda: told[-1].token is TokenState.ABSENT)
    assert keyring.calls == ["read"]


def test_looking_does_not_wipe_what_is_being_typed(
    qtbot: QtBot, row: Row, keyring: ToyKeyring
) -> None:
    qtbot.waitUntil(lambda: row.message == "No token is saved.")
    keyring.kept[_NAME] = "older"
    child(row, QLineEdit).setText(_TOKEN)
    desk = next(iter(row.findChildren(SecretDesk)))
    desk.look()
    qtbot.waitUntil(lambda: "is saved" in row.message)
    assert child(row, QLineEdit).text() == _TOKEN


def test_the_keyring_is_asked_by_a_button_and_not_by_being_looked_at(
    qtbot: QtBot, keyring: ToyKeyring
) -> None:
    token = TokenRow(lambda: keyring)
    qtbot.addWidget(token.row)
    token.row.show()
    qtbot.waitExposed(token.row)
    child(token.row, QLineEdit).setText(_TOKEN)
    token.row.grab()
    QApplication.processEvents()
    assert keyring.calls == []
    assert token.row.message == ""
    _button(token.row, "Look up").click()
    qtbot.waitUntil(lambda: token.row.message == "No token is saved.")
    assert keyring.calls == ["read"]
