"""Keyrings that fail in every way that real ones do."""

import threading
from dataclasses import dataclass, field

from kairo_desktop.errors import SecretError
from kairo_desktop.settings.secrets import SecretName

__all__ = ["ToyKeyring"]


@dataclass
class ToyKeyring:
    """Keeps secrets in memory, unless it is told to misbehave.

    Attributes:
        calls: What was asked of it.
        broken: Calls ("read", "save", "delete") that raise as a locked keyring does.
        forgetful: What is saved is dropped without a word.
        gate: While it is clear, every call blocks.
    """

    kept: dict[str, str] = field(default_factory=dict)
    calls: list[str] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)
    forgetful: bool = False
    gate: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.gate.set()

    def read(self, name: SecretName) -> str | None:
        self._called("read")
        return self.kept.get(name.value)

    def save(self, name: SecretName, secret: str) -> None:
        self._called("save")
        if not self.forgetful:
            self.kept[name.value] = secret

    def delete(self, name: SecretName) -> None:
        self._called("delete")
        self.kept.pop(name.value, None)

    def _called(self, what: str) -> None:
        self.calls.append(what)
        self.gate.wait(30)
        if what in self.broken:
            raise SecretError("The keyring is locked.", cure="Unlock it and try again.")
