"""The desktop's state, saved whenever it changes."""

import logging
from pathlib import Path

from kairo_desktop.errors import DiskError
from kairo_desktop.settings.state import DesktopState, load_state, save_state

__all__ = ["Memory"]

logger = logging.getLogger(__name__)


class Memory:
    """Holds the state in `file`.

    Attributes:
        state: What is remembered now, whether or not it could be saved.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self.state = load_state(file)

    def keep(self, state: DesktopState) -> None:
        """Remember `state`; where it cannot be saved, until the program ends."""
        if state == self.state:
            return
        self.state = state
        try:
            save_state(self._file, state)
        except DiskError as err:
            logger.info("the desktop's state is not saved: %s", err.message)
