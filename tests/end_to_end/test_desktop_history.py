"""The history of a desktop that runs: looked after at the start, and read in its window."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from kairo_desktop.store.history import History
from kairo_desktop.store.journal import Journal
from kairo_desktop.store.records import SessionState
from tests.end_to_end.desktop import TOAST, running_desktop
from tests.screen_server import ScreenServer, screen_server
from tests.sound_server import until
from tests.ui.history.stories import interview

pytestmark = [pytest.mark.real, pytest.mark.timeout(300)]

_HISTORY = "Kairo history"
_KEEP_A_MONTH = "schema_version = 1\n[privacy]\nkeep_days = 30\n"


def _session(folder: Path, title: str, *, days_ago: int, ended: bool) -> None:
    began = datetime.now(UTC) - timedelta(days=days_ago)
    with Journal.begin(folder, title, began) as journal:
        for item in interview():
            journal.write(item)
        if ended:
            journal.end(began + timedelta(minutes=40))


def _sessions(folder: Path) -> dict[str, SessionState]:
    with History(folder) as history:
        return {session.title: session.state for session in history.sessions()}


@pytest.fixture
def screen() -> Iterator[ScreenServer]:
    with TemporaryDirectory(prefix="ks-") as folder, screen_server(Path(folder)) as started:
        yield started


def test_a_start_lets_the_old_go_and_tells_what_broke_off(
    screen: ScreenServer, models_dir: Path
) -> None:
    folder = screen.folder / "home" / "data" / "kairo" / "sessions"
    _session(folder, "Long ago", days_ago=400, ended=True)
    _session(folder, "Cut short", days_ago=1, ended=False)
    with running_desktop(screen, models_dir, settings=_KEEP_A_MONTH) as desktop:
        until(lambda: desktop.reads("broke off", TOAST), what="the word of it")
        assert _sessions(folder) == {"Cut short": SessionState.INTERRUPTED}
        assert desktop.tell("--history").code == 0
        until(lambda: desktop.reads("Cut short", _HISTORY), what="the session")
        until(lambda: desktop.reads("Moved fraud scoring", _HISTORY), what="its points")
        assert desktop.tell("--quit").code == 0
        assert desktop.wait_ended()[0] == 0
