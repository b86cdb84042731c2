"""One desktop per user: the first start owns a local socket, later ones send it their wish.

What counts as "the same" is the data folder: two desktops in it would write one history. A lock
of the kernel's, which ends with its holder, decides who is first; so neither a socket that a
killed program left behind nor two starts in the same instant make two desktops.
"""

import logging
import os
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from tempfile import gettempdir
from typing import Final
from zlib import crc32

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from kairo_desktop.errors import KairoError
from kairo_desktop.settings.paths import Paths
from kairo_desktop.store.lock import SessionLock
from kairo_desktop.ui.commands import AppCommand

__all__ = ["Instance", "ask_running", "meeting_place"]

logger = logging.getLogger(__name__)

_MAX_WISH_BYTES: Final = 64
_PATIENCE_MS: Final = 3000
_STARTING_S: Final = 8.0
_RETRY_S: Final = 0.05
_MOST_TALKS: Final = 16
_LONGEST_ADDRESS: Final = 100
"""Bytes; the kernel's limit for the path of a socket is 107, elsewhere 103."""

_TAKEN: Final = b"ok\n"


def meeting_place(paths: Paths, environment: Mapping[str, str]) -> Path:
    """Where the starts of one user meet; the lock and the socket are this with a suffix.

    Lies in the user's runtime folder, else in the data folder, else, where that name is too long
    for a socket, in a private folder among the temporary files.
    """
    name = f"kairo-{crc32(os.fsencode(paths.data)):08x}"
    runtime = environment.get("XDG_RUNTIME_DIR", "")
    folder = Path(runtime) if runtime and Path(runtime).is_dir() else paths.data
    if len(os.fsencode(folder / name)) + len(".sock") <= _LONGEST_ADDRESS:
        return folder / name
    return Path(gettempdir()) / name / "desktop"


def ask_running(place: Path, wish: AppCommand) -> bool:
    """Send a wish to the desktop that runs; False when none does.

    Blocks for some milliseconds; needs no event loop.

    Raises:
        KairoError: one runs and does not answer.
    """
    socket = QLocalSocket()
    socket.connectToServer(_address(place))
    if not socket.waitForConnected(_PATIENCE_MS):
        return False
    socket.write(wish.value.encode("ascii") + b"\n")
    socket.flush()
    while not socket.canReadLine():
        if not socket.waitForReadyRead(_PATIENCE_MS):
            raise KairoError(
                "Kairo runs already, but does not answer.",
                cure="Wait a moment; if that does not help, end it and start it anew.",
            )
    return bytes(socket.readLine().data()) == _TAKEN


class Instance(QObject):
    """This process's claim to be the desktop of `place`.

    Signals:
        wished: an `AppCommand` that another start has sent.
    """

    wished = Signal(AppCommand)

    def __init__(self, place: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._place = place
        self._lock = SessionLock(place.with_suffix(".lock"))
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._welcome)
        self._n_talks = 0

    def claim(self) -> bool:
        """Become the one that others talk to; False when another process is.

        Where no socket can be made the desktop works all the same, but cannot be reached.
        """
        try:
            _make_private(self._place.parent)
            if not self._lock.take():
                return False
        except OSError as err:
            logger.warning("no other start can reach this one: %s", err.strerror)
            return True
        address = _address(self._place)
        # Ours by the lock, so what lies there is left over.
        QLocalServer.removeServer(address)
        if not self._server.listen(address):
            logger.warning("no other start can reach this one: %s", self._server.errorString())
        return True

    def claim_or_ask(self, wish: AppCommand) -> bool:
        """Become the desktop, or send the wish to the one that is; True when this one is it.

        Raises:
            KairoError: another one runs and does not answer.
        """
        waited = threading.Event()
        for _ in range(int(_STARTING_S / _RETRY_S)):
            if self.claim():
                return True
            if ask_running(self._place, wish):
                return False
            waited.wait(_RETRY_S)  # it is just starting, or just leaving
        raise KairoError(
            "Another Kairo holds this user's data, but cannot be reached.",
            cure="End it, then try again.",
        )

    def close(self) -> None:
        """Take no more wishes. The lock goes with the process: until then it writes files."""
        self._server.close()

    def _welcome(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            if self._n_talks == _MOST_TALKS:
                socket.abort()
                socket.deleteLater()
                continue
            self._n_talks += 1
            socket.destroyed.connect(self._part)
            _Talk(socket).wished.connect(self.wished)

    def _part(self) -> None:
        self._n_talks -= 1


class _Talk(QObject):
    """One connection, which says one word within the time given, or is cut off."""

    wished = Signal(AppCommand)

    def __init__(self, socket: QLocalSocket) -> None:
        super().__init__(socket)
        self._socket = socket
        socket.setReadBufferSize(_MAX_WISH_BYTES)
        socket.readyRead.connect(self._hear)
        socket.disconnected.connect(socket.deleteLater)
        QTimer.singleShot(_PATIENCE_MS, self, socket.abort)
        # What came with the connection has been told before anybody listened.
        QTimer.singleShot(0, self, self._hear)

    def _hear(self) -> None:
        if not self._socket.canReadLine():
            if self._socket.bytesAvailable() >= _MAX_WISH_BYTES:
                self._socket.abort()
            return
        word = bytes(self._socket.readLine(_MAX_WISH_BYTES).data()).strip()
        try:
            wish = AppCommand(word.decode("ascii"))
        except ValueError:
            self._socket.abort()
            return
        self._socket.write(_TAKEN)
        self._socket.flush()
        self._socket.disconnectFromServer()
        self.wished.emit(wish)


def _address(place: Path) -> str:
    """What the socket is called; on Windows it is a pipe, which has a name and no folder."""
    return place.name if sys.platform == "win32" else str(place.with_suffix(".sock"))


def _make_private(folder: Path) -> None:
    """Make a folder that is its owner's alone.

    Raises:
        OSError: it cannot be made, or is somebody else's.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Of a link itself: one that somebody else has laid is not followed.
    if sys.platform != "win32" and folder.lstat().st_uid != os.getuid():
        raise PermissionError(1, "the folder belongs to somebody else", str(folder))
