"""The token on its way from the keyring into a download."""

import threading
from collections.abc import Callable, Iterator

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked

from kairo_desktop.catalogue.sources import SourceError
from kairo_desktop.cli.pulling import hub_token

_TOKEN = "hf_canary"


class _Answering(KeyringBackend):
    """A keyring whose answer a test gives."""

    priority = 1

    def __init__(self, answer: Callable[[], str | None]) -> None:
        super().__init__()  # type: ignore[no-untyped-call] # the library has no types
        self._answer = answer

    def get_password(self, service: str, username: str) -> str | None:
        return self._answer()

    def set_password(self, service: str, username: str, password: str) -> None:
        raise AssertionError("nothing is written by a download")

    def delete_password(self, service: str, username: str) -> None:
        raise AssertionError("nothing is erased by a download")


@pytest.fixture
def use() -> Iterator[Callable[[Callable[[], str | None]], None]]:
    before = keyring.get_keyring()

    def use(answer: Callable[[], str | None]) -> None:
        keyring.set_keyring(_Answering(answer))

    yield use
    keyring.set_keyring(before)


Use = Callable[[Callable[[], str | None]], None]


@pytest.mark.parametrize("saved", [_TOKEN, None])
def test_what_is_saved_is_used(use: Use, saved: str | None) -> None:
    use(lambda: saved)
    assert hub_token() == saved


def test_a_locked_keyring_is_named_and_not_taken_for_an_empty_one(use: Use) -> None:
    def locked() -> str | None:
        raise KeyringLocked

    use(locked)
    with pytest.raises(SourceError, match=r"wants a token\. The keyring is locked\. Unlock it"):
        hub_token()


def test_a_keyring_that_says_nothing_holds_no_download_for_ever(use: Use) -> None:
    unlocked = threading.Event()

    def silent() -> str | None:
        unlocked.wait()
        return _TOKEN

    use(silent)
    with pytest.raises(SourceError, match="keyring does not answer"):
        hub_token(within_s=0.05)
    unlocked.set()


def test_a_system_without_a_keyring_has_no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kairo_desktop.cli.pulling.keyring_backend", lambda: None)
    assert hub_token() is None
