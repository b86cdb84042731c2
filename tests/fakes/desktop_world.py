"""The surroundings of a desktop without sound, keys or a tray that are real."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

from kairo_desktop.app.desktop import Outside
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.settings.state import DesktopState, load_state, save_state, state_file
from kairo_desktop.ui.feed import Sitting
from kairo_desktop.ui.hotkeys.door import Combination, KeyGrabber, Refusal, combination_of
from tests.fakes.scripted_session import ScriptedSession

__all__ = ["CONSENTED", "World"]

CONSENTED: Final = DesktopState("2026-01-01T00:00:00+00:00", "done")
_TAKEN: Final = combination_of("Ctrl+Alt+R")


class World:
    """What is around a desktop, and whether it has a tray.

    Attributes:
        sessions: All that were opened, in order.
        granted: The combinations that are listened to.
        press: Presses one.
    """

    def __init__(self, folder: Path) -> None:
        self.paths = Paths(folder / "config", folder / "data", folder / "cache", folder / "logs")
        self.sessions: list[ScriptedSession] = []
        self.settings_of_session: list[Settings] = []
        self.tray = True
        self.granted: list[Combination] = []
        self.press: Callable[[Combination], None] = lambda _: None

    def outside(self) -> Outside:
        return Outside(self._open, self._grabber, lambda *_: None, lambda: self.tray)

    def remember(self, state: DesktopState) -> None:
        save_state(state_file(self.paths), state)

    @property
    def state(self) -> DesktopState:
        return load_state(state_file(self.paths))

    def _open(self, settings: Settings, paths: Paths) -> AbstractContextManager[Sitting]:
        self.sessions.append(ScriptedSession())
        self.settings_of_session.append(settings)
        return self.sessions[-1].open()

    def _grabber(self, pressed: Callable[[Combination], None]) -> KeyGrabber:
        self.press = pressed
        return self

    def grab(self, combination: Combination) -> Refusal | None:
        if combination == _TAKEN:
            return Refusal.TAKEN
        self.granted.append(combination)
        return None

    def release_all(self) -> None:
        self.granted.clear()

    def close(self) -> None:
        self.granted.clear()
