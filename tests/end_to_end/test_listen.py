"""`kairo listen` on a private sound server: an interview played into it, as a call would be."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from kairo_desktop.types import SAMPLE_RATE, Lane
from tests.end_to_end.kairo import Outcome, run_kairo
from tests.end_to_end.sounds import Pcm, speech, write_wav
from tests.sound_server import Kind, SoundServer, sound_server, until

pytestmark = [pytest.mark.real, pytest.mark.timeout(900)]

_FAST = ("--set", "llm.model=smollm2-135m-instruct")
"""What is asked does not depend on who answers."""

_ALIKE = 0.75
"""The call's sound was resampled twice, so a word may be heard otherwise."""


@dataclass(frozen=True)
class _Stretch:
    """A part of the interview, in seconds, and how many questions it has at least."""

    start_s: float
    end_s: float
    n_asked: int

    def of(self, recording: Path) -> Pcm:
        """That part of one side's recording."""
        return speech(recording, self.end_s)[int(self.start_s * SAMPLE_RATE) :]


_TWO_QUESTIONS = _Stretch(53.5, 78.0, 2)
_ALL = _Stretch(0.0, 200.0, 6)


@dataclass
class _Live:
    """A running `kairo listen --json`."""

    process: "subprocess.Popen[str]"
    events: list[dict[str, object]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def end(self) -> int:
        """Press Ctrl-C; gives the exit code."""
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(20)
        finally:
            self.process.kill()
            self._reader.join(20)

    def of(self, name: str) -> list[dict[str, object]]:
        """The events called `name` so far."""
        return [event for event in list(self.events) if event["event"] == name]

    def is_heard(self, lane: Lane) -> bool:
        """Whether the lane was last said to be well."""
        told = [event for event in self.of("lane") if event["lane"] == lane.value]
        return bool(told) and told[-1]["state"] in ("ok", "silent")

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            for line in lines:
                self.events.append(json.loads(line))


@pytest.fixture(scope="module")
def home(models_dir: Path) -> Iterator[Mapping[str, str]]:
    """A user with nothing but models."""
    with TemporaryDirectory(prefix="kairo-home-") as folder:
        data = Path(folder) / "data" / "kairo"
        data.mkdir(parents=True)
        (data / "models").symlink_to(models_dir)
        names = ("config", "data", "cache", "state")
        yield {f"XDG_{name.upper()}_HOME": f"{folder}/{name}" for name in names}


@pytest.fixture
def server(kind: Kind) -> Iterator[SoundServer]:
    with TemporaryDirectory(prefix="kairo-") as folder, sound_server(kind, Path(folder)) as started:
        yield started


@contextmanager
def _listening(server: SoundServer, home: Mapping[str, str], *arguments: str) -> Iterator[_Live]:
    """A live session, which ends with the context at the latest."""
    live = _Live(
        subprocess.Popen(
            [sys.executable, "-m", "kairo_desktop", "listen", "--json", *_FAST, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**server.env, **home},
        )
    )
    try:
        yield live
    finally:
        if live.process.poll() is None:
            live.end()


def _asked(events: list[dict[str, object]]) -> list[str]:
    """The text of each confirmed turn, as it was last confirmed."""
    turns = {
        event["turn_id"]: str(event["text"])
        for event in events
        if event["event"] == "question" and event["state"] == "confirmed"
    }
    return list(turns.values())


@pytest.mark.parametrize(
    ("kind", "stretch"),
    [
        (Kind.PIPEWIRE, _TWO_QUESTIONS),
        pytest.param(Kind.PULSE, _ALL, marks=pytest.mark.long),
        pytest.param(Kind.PIPEWIRE, _ALL, marks=pytest.mark.long),
    ],
)
def test_a_call_gives_the_questions_of_its_recording(
    server: SoundServer,
    home: Mapping[str, str],
    data_dir: Path,
    tmp_path: Path,
    stretch: _Stretch,
) -> None:
    interview, seconds = data_dir / "interviews" / "iv1", stretch.end_s - stretch.start_s
    system = write_wav(tmp_path / "system.wav", stretch.of(interview / "interviewer.flac"))
    mic = write_wav(tmp_path / "mic.wav", stretch.of(interview / "candidate.flac"))
    recorded = run_kairo("answer", "--json", "--system", system, "--mic", mic, *_FAST)
    expected = _asked(recorded.events)
    assert len(expected) >= stretch.n_asked

    with _listening(server, home) as live:
        until(lambda: all(live.is_heard(lane) for lane in Lane), within_s=60, what="both lanes")
        players = [server.play(system, "call"), server.play(mic, "micfeed")]
        until(lambda: all(p.poll() is not None for p in players), within_s=seconds + 60)
        until(lambda: len(live.of("answer_done")) >= len(expected), within_s=120, what="answers")
        assert live.end() == 0

    asked = _asked(live.events)
    assert len(asked) == len(expected), "\n".join([*asked, "but recorded:", *expected])
    for heard, meant in zip(asked, expected, strict=True):
        alike = SequenceMatcher(None, heard.lower(), meant.lower()).ratio()
        assert alike > _ALIKE, (heard, meant)
    gaps = [gap for gap in live.of("gap") if gap["reason"] != "paused"]
    assert sum(float(str(g["end_s"])) - float(str(g["start_s"])) for g in gaps) < 0.03 * seconds, (
        gaps
    )
    assert not live.of("error")
    kept = run_kairo("sessions", "list", "--json", env=home).events[0]
    assert (kept["state"], kept["n_turns"]) == ("ended", len(expected))


@pytest.mark.parametrize("kind", [Kind.PIPEWIRE], ids=str)
def test_private_keeps_nothing_and_ends_at_once(
    server: SoundServer, home: Mapping[str, str]
) -> None:
    before = run_kairo("sessions", "list", "--json", env=home).out
    with _listening(server, home, "--private") as live:
        until(lambda: live.is_heard(Lane.MIC), within_s=60, what="the microphone")
        assert live.end() == 0
    assert run_kairo("sessions", "list", "--json", env=home).out == before


@pytest.mark.long
@pytest.mark.parametrize("kind", [Kind.PIPEWIRE], ids=str)
@pytest.mark.parametrize("session", [["--ctty"], []], ids=["told", "untold"])
def test_a_closed_terminal_ends_the_session_and_keeps_it(
    server: SoundServer, home: Mapping[str, str], session: list[str]
) -> None:
    before = len(run_kairo("sessions", "list", "--json", env=home).events)
    ours, theirs = os.openpty()
    listening = [sys.executable, "-m", "kairo_desktop", "listen", *_FAST]
    process = subprocess.Popen(
        ["setsid", *session, "--wait", *listening],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**server.env, **home, "TERM": "xterm-256color"},
    )
    os.close(theirs)
    shown = b""
    while b"Monitor of Call" not in shown:
        shown += os.read(ours, 4096)
    os.close(ours)
    assert process.wait(20) == 0
    sessions = run_kairo("sessions", "list", "--json", env=home).events
    assert (len(sessions), sessions[0]["state"]) == (before + 1, "ended")


@pytest.mark.parametrize("kind", list(Kind), ids=str)
def test_devices_lists_what_can_be_heard(server: SoundServer, home: Mapping[str, str]) -> None:
    listed = _devices(server, home, "--json").events
    chosen = {(d["lane"], d["source"]) for d in listed if d["chosen"]}
    assert chosen == {("system", "call.monitor"), ("mic", "mic")}
    assert ("system", "micfeed.monitor", False) in {
        (d["lane"], d["source"], d["default"]) for d in listed
    }
    assert "call.monitor" in _devices(server, home).out


@pytest.mark.parametrize("kind", [Kind.PULSE], ids=str)
def test_devices_of_a_server_that_is_frozen_or_gone(
    server: SoundServer, home: Mapping[str, str]
) -> None:
    server.freeze()
    frozen = _devices(server, home)
    server.thaw()
    assert (frozen.code, "does not answer" in frozen.err) == (5, True)
    server.kill()
    gone = _devices(server, home)
    assert (gone.code, "No sound server" in gone.err) == (5, True)


@pytest.mark.parametrize("kind", [Kind.PULSE], ids=str)
def test_a_name_that_no_source_has_ends_at_once(
    server: SoundServer, home: Mapping[str, str]
) -> None:
    env = {**os.environ, **server.env, **home}
    done = run_kairo("listen", "--system", "nosuch", "--mic", "off", env=env, timeout_s=60)
    assert done.code == 5
    assert "no source" in done.err
    assert "kairo devices" in done.err


def test_both_lanes_off_is_a_wrong_use(home: Mapping[str, str]) -> None:
    done = run_kairo("listen", "--system", "off", "--mic", "off", env=home)
    assert done.code == 2


def test_a_missing_model_is_said_as_elsewhere(home: Mapping[str, str], tmp_path: Path) -> None:
    empty = {**home, "XDG_DATA_HOME": str(tmp_path)}
    done = run_kairo("listen", "--private", env=empty, timeout_s=120)
    assert done.code == 4
    assert "models pull" in done.err


def _devices(server: SoundServer, home: Mapping[str, str], *arguments: str) -> Outcome:
    return run_kairo("devices", *arguments, env={**os.environ, **server.env, **home}, timeout_s=60)
