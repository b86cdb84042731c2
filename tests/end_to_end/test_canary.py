"""What is said, noted and secret is found where it belongs and, deleted, nowhere at all."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest

from kairo_desktop.types import Lane
from tests.end_to_end.kairo import Outcome, run_kairo
from tests.end_to_end.sounds import speech, write_wav

pytestmark = [pytest.mark.real, pytest.mark.timeout(600)]

_SPOKEN = "visibility"
"""The interviewer of the recording says it once; nothing else of Kairo's does."""

_NOTED = "xylomarzipan"
_RING_KEY = "hf_canaryInTheKeyring00000000000000"
_ENV_KEY = "hf_canaryInTheSurroundings00000000"
_TYPED = "quokkaberry"
_HEARD_S = 13.5

_FAST = ("--set", "llm.model=smollm2-135m-instruct", "--set", "asr.model=whisper-tiny.en")


@dataclass
class _User:
    """A user of one's own: every folder that a program may write to lies below `root`.

    Attributes:
        root: Home, configuration, data, cache, state, temporary files.
        belongings: What is the user's own, outside `root`: notes, recording, keyring.
    """

    root: Path
    belongings: Path
    env: Mapping[str, str] = field(default_factory=dict)

    def files_with(self, word: str) -> set[str]:
        """Files below `root` in which a word stands, in any letters."""
        sought = (word.lower().encode(), word.lower().encode("utf-16-le"))
        return {
            str(path.relative_to(self.root))
            for path in self.root.rglob("*")
            if path.is_file() and any(s in path.read_bytes().lower() for s in sought)
        }

    def open_to_others(self) -> list[str]:
        """Private files and their folders that somebody else could read."""
        data, cache = self.root / "data" / "kairo", self.root / "cache" / "kairo"
        folders = [data / "sessions", data / "profiles", cache / "kv"]
        paths = [p for folder in folders for p in [folder, *folder.rglob("*")]]
        logs = list(self.root.rglob("*.log"))
        return [str(p) for p in [*paths, *logs] if p.exists() and p.stat().st_mode & 0o077]


@pytest.fixture
def user(tmp_path: Path, models_dir: Path, data_dir: Path) -> _User:
    root, belongings = tmp_path / "root", tmp_path / "mine"
    names = ("home", "config", "data", "cache", "state", "tmp", "run")
    for name in names:
        (root / name).mkdir(parents=True, mode=0o700)
    (root / "data" / "kairo").mkdir()
    (root / "data" / "kairo" / "models").symlink_to(models_dir)
    (belongings / "notes").mkdir(parents=True)
    (belongings / "notes" / "work.md").write_text(
        f"# Freight quoting\n\nI led the {_NOTED} project: quotes in 80 ms at peak.\n"
    )
    heard = speech(data_dir / "interviews" / "iv1" / "interviewer.flac", _HEARD_S)
    write_wav(belongings / "call.wav", heard)
    env = {f"XDG_{name.upper()}_HOME": str(root / name) for name in names[1:5]}
    env |= {"HOME": str(root / "home"), "TMPDIR": str(root / "tmp")}
    env |= {
        "XDG_RUNTIME_DIR": str(root / "run"),
        "HF_TOKEN": _ENV_KEY,
        "PYTHON_KEYRING_BACKEND": "tests.fakes.file_keyring.FileKeyring",
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "KAIRO_TEST_KEYRING": str(belongings / "keyring.json"),
    }
    return _User(root, belongings, env)


@contextmanager
def _listening(user: _User, *arguments: str) -> Iterator["subprocess.Popen[str]"]:
    """A live session on the recording and the notes."""
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "kairo_desktop", "listen", "--json", *_FAST),
            *("--system", f"file:{user.belongings / 'call.wav'}", "--mic", "off"),
            *("--profile", str(user.belongings / "notes"), *arguments),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, **user.env},
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def _heard(process: "subprocess.Popen[str]") -> list[dict[str, object]]:
    """The events up to the line in which the canary is said."""
    assert process.stdout is not None
    events = []
    for line in process.stdout:
        events.append(json.loads(line))
        if events[-1]["event"] == "utterance" and _SPOKEN in str(events[-1]["text"]).lower():
            return events
    raise AssertionError(f"“{_SPOKEN}” was not heard: {events[-5:]}")


def _end(process: "subprocess.Popen[str]") -> None:
    process.send_signal(signal.SIGINT)
    assert process.stdout is not None
    process.stdout.read()
    assert process.wait(30) == 0


def _family(process: "subprocess.Popen[str]") -> Sequence[psutil.Process]:
    return psutil.Process(process.pid).children(recursive=True)


def _save_key(user: _User) -> None:
    program = (
        "import sys; from kairo_desktop.settings.secrets import SecretName, Secrets\n"
        "Secrets().save(SecretName.HUB_TOKEN, sys.stdin.read())"
    )
    subprocess.run(
        [sys.executable, "-c", program],
        input=_RING_KEY,
        text=True,
        check=True,
        env={**os.environ, **user.env},
    )


def _kairo(user: _User, *arguments: str) -> Outcome:
    return run_kairo(*arguments, env=user.env, timeout_s=120)


def test_a_session_is_found_in_its_file_and_nowhere_once_it_is_deleted(user: _User) -> None:
    _save_key(user)
    with _listening(user) as process:
        _heard(process)
        children = _family(process)
        assert len(children) == len(Lane) + 1
        told = [word for child in children for word in child.cmdline()]
        assert not [w for w in told if any(c in w for c in (_SPOKEN, _NOTED, "hf_"))]
        assert not [c for c in children if _RING_KEY in c.environ().values()]
        _end(process)
    asked = _kairo(
        user, "ask", f"Why {_TYPED}?", "--profile", str(user.belongings / "notes"), *_FAST
    )
    assert asked.code == 0, asked.err

    assert {Path(name).parent.name for name in user.files_with(_SPOKEN)} == {"sessions"}
    assert {Path(name).parent.name for name in user.files_with(_NOTED)} == {"profiles"}
    assert user.files_with(_TYPED) == set()
    states = user.root / "cache" / "kairo" / "kv"
    assert list(states.glob("*.kv"))
    assert user.open_to_others() == []

    deleted = _kairo(user, "sessions", "delete", "--all", "--notes-too")
    assert deleted.code == 0, deleted.err
    for word in (_SPOKEN, _NOTED, _TYPED, _RING_KEY, _ENV_KEY):
        assert user.files_with(word) == set()
    assert not list(states.iterdir())


def test_a_private_session_leaves_nothing_of_what_was_said(user: _User) -> None:
    with _listening(user, "--private") as process:
        _heard(process)
        assert user.files_with(_SPOKEN) == set()
        _end(process)
    assert user.files_with(_SPOKEN) == set()
    assert not (user.root / "data" / "kairo" / "sessions").exists()
    assert list(user.root.rglob("*.log"))
    assert user.open_to_others() == []


def test_a_key_stays_in_the_keyring(user: _User) -> None:
    _save_key(user)
    assert _RING_KEY in (user.belongings / "keyring.json").read_text()
    nowhere = {"HF_ENDPOINT": "http://127.0.0.1:9", "KAIRO_MODEL_SOURCES": "hub"}
    (user.root / "data" / "kairo" / "models").unlink()
    pulled = run_kairo(
        *("models", "pull", "smollm2-135m-instruct"), env={**user.env, **nowhere}, timeout_s=120
    )
    assert pulled.code == 6, pulled.err
    for key in (_RING_KEY, _ENV_KEY):
        assert key not in pulled.out + pulled.err
        assert user.files_with(key) == set()
