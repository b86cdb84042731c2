"""A keyring for whole programs under test: chosen by `PYTHON_KEYRING_BACKEND`, kept in a file."""

import json
import os
from pathlib import Path

from keyring.backend import KeyringBackend

__all__ = ["FileKeyring"]


class FileKeyring(KeyringBackend):
    """Keeps secrets in the file that `KAIRO_TEST_KEYRING` names."""

    priority = 1.0

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call] # the library leaves it untyped
        self._file = Path(os.environ["KAIRO_TEST_KEYRING"])

    def get_password(self, service: str, username: str) -> str | None:
        """The secret of that name."""
        return self._kept().get(f"{service}/{username}")

    def set_password(self, service: str, username: str, password: str) -> None:
        """Keep a secret."""
        kept = {**self._kept(), f"{service}/{username}": password}
        self._file.write_text(json.dumps(kept), encoding="utf-8")

    def _kept(self) -> dict[str, str]:
        if not self._file.exists():
            return {}
        return dict(json.loads(self._file.read_text(encoding="utf-8")))
