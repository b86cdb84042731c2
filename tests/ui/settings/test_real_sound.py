from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import psutil
import pytest
from pytestqt.qtbot import QtBot

from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.types import SAMPLE_RATE
from kairo_desktop.ui.settings.dialog import SettingsDialog
from kairo_desktop.ui.settings.meter import Meter
from kairo_desktop.ui.settings.pages import PageName
from tests.sound_server import Kind, SoundServer, sound_server, until
from tests.ui.settings.conftest import child, row_of, texts_in

pytestmark = pytest.mark.real

_LONG_MS = 30_000


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[SoundServer]:
    with (
        TemporaryDirectory(prefix="ks-") as folder,
        sound_server(Kind.PULSE, Path(folder)) as started,
    ):
        for name, value in started.env.items():
            monkeypatch.setenv(name, value)
        yield started


def _capturing() -> list[psutil.Process]:
    children = psutil.Process().children(recursive=True)
    return [each for each in children if "capture" in _words(each)]


def _words(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


def test_both_meters_move_with_real_sound_and_nothing_listens_after_the_page(
    server: SoundServer, paths: Paths, qtbot: QtBot
) -> None:
    dialog = SettingsDialog(Settings(), paths)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.show_page(PageName.AUDIO)
    rows = [row_of(dialog, f"audio.{lane}_source") for lane in ("system", "mic")]
    tone = np.sin(np.arange(SAMPLE_RATE * 40) * 0.2).astype(np.float32) * 0.5
    for sink in ("call", "micfeed"):
        server.play_samples(tone, sink)
    qtbot.waitUntil(lambda: all(child(row, Meter).lit > 0.7 for row in rows), timeout=_LONG_MS)
    qtbot.waitUntil(lambda: all("Heard: " in texts_in(row) for row in rows), timeout=_LONG_MS)
    assert len(_capturing()) == 2
    dialog.show_page(PageName.OVERLAY)
    until(lambda: not _capturing())
    dialog.finish()
