from collections.abc import Callable, Iterator

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import fail
from keyring.errors import KeyringError, KeyringLocked, NoKeyringError, PasswordDeleteError

from kairo_desktop.errors import SecretError
from kairo_desktop.settings.secrets import SecretName, Secrets, keyring_backend


class Memory(KeyringBackend):
    """A keyring that forgets, and can be made to fail."""

    priority = 1.0

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call] # the library leaves it untyped
        self.kept: dict[tuple[str, str], str] = {}
        self.failure: KeyringError | None = None

    def _fail(self) -> None:
        if self.failure is not None:
            raise self.failure

    def get_password(self, service: str, username: str) -> str | None:
        self._fail()
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._fail()
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._fail()
        if (service, username) not in self.kept:
            raise PasswordDeleteError
        del self.kept[service, username]


@pytest.fixture
def memory() -> Iterator[Memory]:
    before = keyring.get_keyring()
    backend = Memory()
    keyring.set_keyring(backend)
    yield backend
    keyring.set_keyring(before)


def test_saved_secret_comes_back(memory: Memory) -> None:
    secrets = Secrets()
    assert secrets.read(SecretName.HUB_TOKEN) is None
    secrets.save(SecretName.HUB_TOKEN, "s3cret")
    assert secrets.read(SecretName.HUB_TOKEN) == "s3cret"
    assert list(memory.kept) == [("kairo", "hub-token")]


def test_deleted_secret_is_gone_and_deleting_twice_is_harmless(memory: Memory) -> None:
    secrets = Secrets()
    secrets.save(SecretName.HUB_TOKEN, "s3cret")
    secrets.delete(SecretName.HUB_TOKEN)
    secrets.delete(SecretName.HUB_TOKEN)
    assert memory.kept == {}


@pytest.mark.parametrize(
    ("failure", "words"),
    [
        (NoKeyringError(), "no keyring"),
        (KeyringLocked(), "locked"),
        (KeyringError("s3cret"), "gave up"),
    ],
)
def test_failing_keyring_becomes_words_without_the_secret(
    memory: Memory, failure: KeyringError, words: str
) -> None:
    memory.failure = failure
    secrets = Secrets()
    attempts: tuple[Callable[[], object], ...] = (
        lambda: secrets.read(SecretName.HUB_TOKEN),
        lambda: secrets.save(SecretName.HUB_TOKEN, "s3cret"),
        lambda: secrets.delete(SecretName.HUB_TOKEN),
    )
    for attempt in attempts:
        with pytest.raises(SecretError, match=words) as caught:
            attempt()
        assert caught.value.cure
        assert "s3cret" not in str(caught.value)


def test_backend_is_named(memory: Memory) -> None:
    assert memory.name in (keyring_backend() or "")


def test_system_without_a_keyring_has_none(memory: Memory) -> None:
    assert memory is keyring.get_keyring()
    keyring.set_keyring(fail.Keyring())  # type: ignore[no-untyped-call] # likewise
    assert keyring_backend() is None
