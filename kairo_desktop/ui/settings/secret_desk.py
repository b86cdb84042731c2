"""The hub token on its way to the keyring, which may be locked, missing or silent."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from PySide6.QtCore import QObject, Signal

from kairo_desktop.errors import KairoError, SecretError
from kairo_desktop.ui.settings.errand import Errand

if TYPE_CHECKING:
    from kairo_desktop.settings.secrets import SecretName

__all__ = ["DUE_MS", "OpenStore", "SecretDesk", "SecretState", "SecretStore", "TokenState"]

DUE_MS: Final = 8000
"""A desktop that asks to unlock its keyring shows its window well within this."""


class SecretStore(Protocol):
    """A keyring; every call may block."""

    def read(self, name: "SecretName") -> str | None:
        """The secret; None where none was saved."""
        ...

    def save(self, name: "SecretName", secret: str) -> None:
        """Keep a secret."""
        ...

    def delete(self, name: "SecretName") -> None:
        """Forget a secret."""
        ...


OpenStore: TypeAlias = Callable[[], SecretStore]
"""Gives the keyring; called in a thread, when something is asked of it and not before."""


class TokenState(Enum):
    """What is known of the token."""

    LOOKING = "looking"
    ABSENT = "absent"
    SAVED = "saved"
    UNKNOWN = "unknown"
    """The keyring did not say; whatever it holds is still there."""


@dataclass(frozen=True, slots=True)
class SecretState:
    """What is known of the token, and why not more.

    Attributes:
        error: Of the last thing that was tried; None where it went well.
    """

    token: TokenState
    error: KairoError | None = None


class SecretDesk(QObject):
    """Asks one thing of the keyring at a time, and never waits for it.

    "Saved" is said only of what has been read back. The token itself never leaves the thread
    that reads it.

    Signals:
        told: A `SecretState`, each time more is known.

    Args:
        due_ms: After this a silent keyring is called that; what it says later still counts.
    """

    told = Signal(object)

    def __init__(
        self, open_store: OpenStore, parent: QObject | None = None, *, due_ms: int = DUE_MS
    ) -> None:
        super().__init__(parent)
        self._open = open_store
        self._due_ms = due_ms
        self._errand: Errand | None = None

    @property
    def busy(self) -> bool:
        """The keyring has not answered yet."""
        return self._errand is not None and self._errand.running

    def look(self) -> None:
        """Find out whether there is a token."""
        self._send(self._is_there)

    def save(self, token: str) -> None:
        """Keep a token in place of an older one."""

        def save() -> bool:
            store = self._open()
            store.save(_name(), token)
            if store.read(_name()) != token:
                raise SecretError("The keyring did not keep it.", cure="Unlock it and try again.")
            return True

        self._send(save)

    def forget(self) -> None:
        """Take the token out of the keyring."""

        def forget() -> bool:
            self._open().delete(_name())
            if self._is_there():
                raise SecretError("The keyring still has it.", cure="Unlock it and try again.")
            return False

        self._send(forget)

    def _is_there(self) -> bool:
        return bool(self._open().read(_name()))

    def _send(self, work: Callable[[], bool]) -> None:
        if self.busy:
            self._be_late()
            return
        self.told.emit(SecretState(TokenState.LOOKING))
        self._errand = Errand(work, self, due_ms=self._due_ms)
        self._errand.done.connect(self._know)
        self._errand.failed.connect(self._fail)
        self._errand.overdue.connect(self._be_late)
        self._errand.start()

    def _know(self, is_there: bool) -> None:  # noqa: FBT001 - what the signal carries
        self.told.emit(SecretState(TokenState.SAVED if is_there else TokenState.ABSENT))

    def _fail(self, error: KairoError) -> None:
        self.told.emit(SecretState(TokenState.UNKNOWN, error))

    def _be_late(self) -> None:
        error = SecretError(
            self.tr("The keyring does not answer."),
            cure=self.tr("Look for a window that asks to unlock it, then try again."),
        )
        self.told.emit(SecretState(TokenState.UNKNOWN, error))


def _name() -> "SecretName":
    """Imported late: the libraries of keyrings take 17 MB, and few ever ask for them."""
    from kairo_desktop.settings.secrets import SecretName

    return SecretName.HUB_TOKEN
