"""The private log: rotated, readable by its owner only, never with anybody's words in it."""

import logging
import os
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

__all__ = ["log_file", "start_log"]

_MAX_BYTES = 1_000_000
_KEPT = 3


def log_file(folder: Path) -> Path:
    """Where the log of the program lies."""
    return folder / "kairo.log"


def start_log(folder: Path) -> None:
    """Log to `folder` from now on; where that cannot be written, go on without a log."""
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handler: logging.Handler = _PrivateFile(
            log_file(folder), maxBytes=_MAX_BYTES, backupCount=_KEPT, encoding="utf-8"
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root.addHandler(handler)
    for chatty in ("httpx", "huggingface_hub", "urllib3", "faster_whisper"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


class _PrivateFile(RotatingFileHandler):
    """A rotating log file that nobody else can read, from its first byte on.

    What cannot be written, as on a full disk, is lost: no run ends for its log.
    """

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """Say nothing: the usual way is a traceback on stderr."""

    def _open(self) -> TextIOWrapper:
        descriptor = os.open(self.baseFilename, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        return TextIOWrapper(os.fdopen(descriptor, "ab"), encoding=self.encoding)
