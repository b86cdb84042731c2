"""What the desktop hears, knows and keeps is found where it belongs, and deleted, nowhere."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
import pytest

from tests.end_to_end.desktop import OVERLAY, RunningDesktop, running_desktop
from tests.end_to_end.kairo import run_kairo
from tests.end_to_end.sounds import speech, write_wav
from tests.screen_server import Part, ScreenServer, screen_server
from tests.sound_server import until

pytestmark = [pytest.mark.real, pytest.mark.timeout(300)]

_SPOKEN = "visibility"
"""The interviewer of the recording says it once; nothing else of Kairo's does."""

_NOTED = "xylomarzipan"
_RING_KEY = "hf_canaryInTheKeyring00000000000000"
_HEARD_S = 13.5
_WAIT_S = 120.0
_READ_BY_THE_TEST = {"said.json", "said.part"}
"""What the test's own screen reader writes down."""

_SETTINGS = """
schema_version = 1
[audio]
system_source = {call}
mic_source = "off"
[llm]
model = "smollm2-135m-instruct"
drafter = "none"
threads = 2
[asr]
model = "whisper-tiny.en"
[retrieval]
profile_folder = {notes}
"""


@dataclass
class _Place:
    """A desktop's whole world: all that it may write to lies below `screen.folder`.

    Attributes:
        belongings: What is the user's own, outside: notes, recording, keyring.
    """

    screen: ScreenServer
    belongings: Path

    @property
    def settings(self) -> str:
        """With the recording as the call, and the notes as the profile."""
        call, notes = f"file:{self.belongings / 'call.wav'}", str(self.belongings / "notes")
        return _SETTINGS.format(call=json.dumps(call), notes=json.dumps(notes))

    def files_with(self, word: str) -> set[str]:
        """Folders of the files in which a word stands, in any letters and either width."""
        sought = (word.lower().encode(), word.lower().encode("utf-16-le"))
        return {
            path.parent.name
            for path in self.screen.folder.rglob("*")
            if path.is_file()
            and path.name not in _READ_BY_THE_TEST
            and any(s in path.read_bytes().lower() for s in sought)
        }


@pytest.fixture
def place(tmp_path: Path, data_dir: Path) -> Iterator[_Place]:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "work.md").write_text(f"# Freight\n\nI led the {_NOTED} project.\n")
    recording = data_dir / "interviews" / "iv1" / "interviewer.flac"
    write_wav(tmp_path / "call.wav", speech(recording, _HEARD_S))
    with TemporaryDirectory(prefix="ks-") as folder:
        (Path(folder) / "tmp").mkdir()
        env = {
            "TMPDIR": str(Path(folder) / "tmp"),
            "PYTHON_KEYRING_BACKEND": "tests.fakes.file_keyring.FileKeyring",
            "PYTHONPATH": str(Path(__file__).parents[2]),
            "PYTHONDONTWRITEBYTECODE": "1",
            "KAIRO_TEST_KEYRING": str(tmp_path / "keyring.json"),
        }
        with screen_server(Path(folder), (Part.WINDOW_MANAGER,), env=env) as screen:
            yield _Place(screen, tmp_path)


def _save_key(place: _Place) -> None:
    program = (
        "import sys; from kairo_desktop.settings.secrets import SecretName, Secrets\n"
        "Secrets().save(SecretName.HUB_TOKEN, sys.stdin.read())"
    )
    env = {**os.environ, **place.screen.env}
    subprocess.run([sys.executable, "-c", program], input=_RING_KEY, text=True, check=True, env=env)


def _seen(desktop: RunningDesktop, word: str) -> bool:
    return any(word in text.lower() for text in desktop.texts.get(OVERLAY, ()))


def test_nothing_private_is_anywhere_but_in_its_place(place: _Place, models_dir: Path) -> None:
    _save_key(place)
    with running_desktop(place.screen, models_dir, "--start", settings=place.settings) as desktop:
        until(lambda: _seen(desktop, _SPOKEN), within_s=_WAIT_S, what="the spoken word")
        until(lambda: "sessions" in place.files_with(_SPOKEN), within_s=_WAIT_S, what="its line")
        until(lambda: "profiles" in place.files_with(_NOTED), within_s=_WAIT_S, what="the index")
        assert desktop.reads("0 connections")
        for process in [psutil.Process(desktop.process.pid), *desktop.children]:
            told = [*process.cmdline(), *process.environ().values()]
            assert not [t for t in told if _SPOKEN in t.lower() or _NOTED in t or _RING_KEY in t]
        assert desktop.tell("--quit").code == 0
        assert desktop.wait_ended()[0] == 0

    assert place.files_with(_SPOKEN) == {"sessions"}
    assert place.files_with(_NOTED) == {"profiles"}
    assert place.files_with(_RING_KEY) == set()
    assert list(place.screen.folder.rglob("kairo.log"))
    assert _RING_KEY in (place.belongings / "keyring.json").read_text()

    deleted = run_kairo("sessions", "delete", "1", "--notes-too", env=place.screen.env)
    assert deleted.code == 0, deleted.err
    for word in (_SPOKEN, _NOTED, _RING_KEY):
        assert place.files_with(word) == set()
