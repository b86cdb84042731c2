"""Run inside a session bus of its own: the token row against a real keyring.

Prints a line for each thing that was seen; `test_gnome_keyring.py` reads them.
"""

import sys

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton

from kairo_desktop.settings.secrets import SecretName, Secrets, keyring_backend
from kairo_desktop.ui.settings.token_row import TokenRow

_TOKEN = "hf_canary"
_WAIT_MS = 15_000


def main() -> None:
    """Save, read and forget a token, or say why that is not possible."""
    QApplication([])
    token = TokenRow(Secrets)
    token.row.show()
    save, look, forget = token.row.findChildren(QPushButton)
    look.click()
    _settle(token)
    _tell(f"backend: {keyring_backend()}")
    _tell(f"first: {token.row.message}")
    (field,) = token.row.findChildren(QLineEdit)
    field.setText(_TOKEN)
    save.click()
    _settle(token)
    _tell(f"saved: {token.row.message}")
    if "is saved" in token.row.message:
        _tell(f"read back: {Secrets().read(SecretName.HUB_TOKEN) == _TOKEN}")
        forget.click()
        _settle(token)
        _tell(f"forgotten: {token.row.message}")


def _settle(token: TokenRow) -> None:
    """Let the window live until the keyring has said something."""
    loop = QEventLoop()
    looks = QTimer(interval=20)
    looks.timeout.connect(lambda: loop.quit() if "Asking" not in token.row.message else None)
    looks.start()
    QTimer.singleShot(_WAIT_MS, loop.quit)
    loop.exec()


def _tell(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
