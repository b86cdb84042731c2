"""A running desktop on a screen of its own, as somebody in front of it meets it."""

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from subprocess import Popen
from time import monotonic

import psutil

from kairo_desktop.settings.state import DesktopState, save_state
from tests.end_to_end.kairo import Outcome, run_kairo
from tests.screen_server import ScreenServer
from tests.sound_server import until

__all__ = ["BADGE", "OVERLAY", "SETTINGS", "TOAST", "RunningDesktop", "running_desktop"]

OVERLAY, BADGE, TOAST = "Kairo", "Kairo: clicks pass through", "Kairo says"

SETTINGS = """
schema_version = 1
[llm]
model = "smollm2-135m-instruct"
drafter = "none"
threads = 2
"""
_CONSENTED = DesktopState(consent_given_at="2026-01-01T00:00:00+00:00", first_start_step="done")


@dataclass
class RunningDesktop:
    """The program, its windows and its processes."""

    screen: ScreenServer
    process: "Popen[bytes]"
    env: Mapping[str, str]
    said: Path

    @property
    def texts(self) -> dict[str, list[str]]:
        """What a screen reader reads of each visible window, by title."""
        found: dict[str, list[str]] = json.loads(self.said.read_text(encoding="utf-8"))
        return found

    def reads(self, words: str, window: str = OVERLAY) -> bool:
        """Whether a window says something."""
        return any(words in text for text in self.texts.get(window, ()))

    @property
    def window(self) -> str:
        """Id of the overlay."""
        (found,) = self.screen.windows(OVERLAY)
        return found

    @property
    def shown(self) -> bool:
        """Whether the overlay is on screen."""
        return self.screen.windows(OVERLAY) != []

    def tell(self, *wishes: str) -> Outcome:
        """What `kairo run` with these options does."""
        return run_kairo("run", *wishes, env=self.env, timeout_s=30)

    @property
    def children(self) -> list[psutil.Process]:
        """Its child processes."""
        every = psutil.Process(self.process.pid).children(recursive=True)
        return [child for child in every if child.is_running()]

    def child(self, role: str) -> psutil.Process:
        """The child with that role."""
        (found,) = [child for child in self.children if child.cmdline()[-1] == role]
        return found

    def wait_ended(self, within_s: float = 10.0) -> tuple[int, float]:
        """Its exit code, and the seconds that took."""
        began_s = monotonic()
        return self.process.wait(within_s), monotonic() - began_s


@contextmanager
def running_desktop(
    screen: ScreenServer,
    models: Path,
    *arguments: str,
    state: DesktopState = _CONSENTED,
    settings: str = SETTINGS,
) -> Iterator[RunningDesktop]:
    """Start the desktop, wait until it is on screen; it is killed at the end at the latest."""
    home = screen.folder / "home"
    data, config = home / "data" / "kairo", home / "config" / "kairo"
    data.mkdir(parents=True, exist_ok=True)
    config.mkdir(parents=True, exist_ok=True)
    if not (data / "models").exists():
        (data / "models").symlink_to(models)
        (config / "settings.toml").write_text(settings, encoding="utf-8")
        save_state(data / "desktop.json", state)
    said = screen.folder / "said.json"
    said.unlink(missing_ok=True)
    reader = (sys.executable, "-m", "tests.fakes.reading_aloud", str(said))
    process = screen.spawn(*reader, *arguments)
    try:
        until(lambda: said.exists() or process.poll() is not None, what="the desktop")
        assert process.poll() is None, (screen.folder / "python.log").read_text(errors="replace")
        yield RunningDesktop(screen, process, screen.env, said)
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        process.wait()
