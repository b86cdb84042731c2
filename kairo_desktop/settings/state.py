"""What the desktop remembers by itself between two starts; nobody edits it by hand.

Unlike a setting it is no wish of the user's: losing it costs a question asked again and a window
at its first place, so a file that cannot be read is put aside and the defaults hold.
"""

import contextlib
import logging
import os
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from kairo_desktop.errors import DiskError
from kairo_desktop.settings.overlay import OverlayPlace
from kairo_desktop.settings.paths import Paths

__all__ = ["DesktopState", "load_state", "save_state", "state_file"]

logger = logging.getLogger(__name__)

_MAX_BYTES = 1 << 20
"""A state is a few hundred bytes; what is longer was not written by Kairo."""

_MOST_MONITORS = 16


@dataclass(frozen=True, slots=True)
class DesktopState:
    """What is remembered.

    Attributes:
        consent_given_at: When the user took the reminder of others' rights for known, in UTC
            as ISO 8601; empty before.
        first_start_step: The step of the first start to go on with; empty before the first and
            "done" after the last.
        click_through: Whether clicks reach what lies below the overlay.
        overlay_places: Where it stood last on each monitor, the latest first.
    """

    consent_given_at: str = ""
    first_start_step: str = ""
    click_through: bool = False
    overlay_places: tuple[OverlayPlace, ...] = ()

    def stood_at(self, place: OverlayPlace) -> "DesktopState":
        """The state with the overlay at `place`, which replaces an earlier one on its monitor.

        A place of no size, as of a window that no monitor has shown, is none.
        """
        if not place.width or not place.height:
            return self
        others = (other for other in self.overlay_places if other.screen != place.screen)
        return replace(self, overlay_places=(place, *others)[:_MOST_MONITORS])


def state_file(paths: Paths) -> Path:
    """Where the state lies; the file need not exist."""
    return paths.data / "desktop.json"


def load_state(file: Path) -> DesktopState:
    """The state as it was saved last; the defaults where that cannot be read.

    A file that is not a state is kept beside it as `….broken`.
    """
    try:
        with file.open("rb") as stream:
            return msgspec.json.decode(stream.read(_MAX_BYTES), type=DesktopState)
    except FileNotFoundError:
        return DesktopState()
    except msgspec.DecodeError:  # wrong values and broken UTF-8 are kinds of it
        with contextlib.suppress(OSError):
            file.replace(file.with_suffix(".broken"))
    except OSError as err:
        logger.info("the desktop's state cannot be read: %s", err.strerror)
        return DesktopState()
    logger.info("the desktop's state was put aside, it cannot be understood")
    return DesktopState()


def save_state(file: Path, state: DesktopState) -> None:
    """Write the state, whole or not at all, for nobody else's eyes.

    Raises:
        DiskError: it cannot be written; what was there stays.
    """
    part = file.with_suffix(".part")
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(msgspec.json.format(msgspec.json.encode(state)))
            stream.flush()
            os.fsync(descriptor)
        part.replace(file)
    except OSError as err:
        raise DiskError(
            f"{file} cannot be written: {err.strerror}.",
            cure="Free some room, or mend the rights of that folder.",
        ) from err
