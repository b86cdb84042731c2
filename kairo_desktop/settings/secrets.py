"""Secrets: in the system's keyring and nowhere else; never in a file, never in a log."""

from enum import StrEnum

import keyring
from keyring.errors import KeyringError, KeyringLocked, NoKeyringError, PasswordDeleteError

from kairo_desktop.errors import SecretError

__all__ = ["SecretName", "Secrets", "keyring_backend"]

_SERVICE = "kairo"


class SecretName(StrEnum):
    """What Kairo keeps in the keyring."""

    HUB_TOKEN = "hub-token"
    """Access to gated models on the hub."""


class Secrets:
    """The keyring of the current user. A call may block while the desktop asks to unlock it."""

    def read(self, name: SecretName) -> str | None:
        """The secret called `name`; None where none was saved.

        Raises:
            SecretError: there is no keyring, or it stays locked.
        """
        try:
            return keyring.get_password(_SERVICE, name.value)
        except KeyringError as err:
            raise _translated(err) from err

    def save(self, name: SecretName, secret: str) -> None:
        """Keep `secret` under `name`, replacing an older one.

        Raises:
            SecretError: there is no keyring, or it stays locked.
        """
        try:
            keyring.set_password(_SERVICE, name.value, secret)
        except KeyringError as err:
            raise _translated(err) from err

    def delete(self, name: SecretName) -> None:
        """Forget the secret called `name`; nothing happens where none was saved.

        Raises:
            SecretError: there is no keyring, or it stays locked.
        """
        try:
            keyring.delete_password(_SERVICE, name.value)
        except PasswordDeleteError:
            return
        except KeyringError as err:
            raise _translated(err) from err


def keyring_backend() -> str | None:
    """Name of the keyring in use; None where the system has none. Opens nothing."""
    backend = keyring.get_keyring()
    module = type(backend).__module__
    if module.endswith((".fail", ".null")):
        return None
    return str(backend.name)


def _translated(err: KeyringError) -> SecretError:
    if isinstance(err, NoKeyringError):
        return SecretError(
            "This system has no keyring to keep a secret in.",
            cure="Install and unlock one (GNOME Keyring, KWallet), or set HF_TOKEN for this run.",
        )
    if isinstance(err, KeyringLocked):
        return SecretError("The keyring is locked.", cure="Unlock it and try again.")
    return SecretError(
        f"The keyring gave up ({type(err).__name__}).", cure="Unlock it and try again."
    )
