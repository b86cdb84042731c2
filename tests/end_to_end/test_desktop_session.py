"""A call, heard by the desktop on a sound server and a screen of its own, with real children."""

import json
import signal
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import psutil
import pytest

from kairo_desktop.store.history import History
from kairo_desktop.store.records import SessionState
from tests.end_to_end.desktop import OVERLAY, SETTINGS, RunningDesktop, running_desktop
from tests.end_to_end.sounds import speech, write_wav
from tests.fakes.reading_aloud import GROWING, READ_EVERY_S
from tests.screen_server import ScreenServer, screen_server
from tests.sound_server import Kind, SoundServer, sound_server, until

pytestmark = [pytest.mark.real, pytest.mark.timeout(300)]

_LOADED_S = 90.0
_QUESTION_S = (23.3, 29.5)
"""Of the interview: its first question."""

_RESUME = """# Work of the last two years

For the last two years I have been working on the billing service: I moved 40 million invoices to
a new database, cut the nightly run from six hours to 50 minutes, and led a team of four.
"""

_STEP_S = 0.05
"""In which the model writes a few tokens at the most."""

_N_WORDS = 3
"""Of a point that has begun."""


@pytest.fixture
def sound() -> Iterator[SoundServer]:
    with (
        TemporaryDirectory(prefix="kp-") as folder,
        sound_server(Kind.PULSE, Path(folder)) as server,
    ):
        yield server


@pytest.fixture
def screen(sound: SoundServer) -> Iterator[ScreenServer]:
    env = {name: value for name, value in sound.env.items() if name.startswith("PULSE_")}
    with TemporaryDirectory(prefix="ks-") as folder, screen_server(Path(folder), env=env) as server:
        yield server


@pytest.fixture
def question(data_dir: Path, tmp_path: Path) -> Path:
    """An interviewer who asks what one has been working on for the last two years."""
    recording = data_dir / "interviews" / "iv1" / "interviewer.flac"
    begin, end = _QUESTION_S
    return write_wav(tmp_path / "question.wav", speech(recording, end)[int(begin * 16_000) :])


@pytest.fixture
def listening(screen: ScreenServer, models_dir: Path) -> Iterator[RunningDesktop]:
    """A desktop that has begun to listen."""
    with running_desktop(screen, models_dir, "--start") as desktop:
        until(lambda: desktop.reads("Listening"), within_s=_LOADED_S, what="both models")
        yield desktop


@pytest.fixture
def informed(
    screen: ScreenServer, models_dir: Path, data_dir: Path, tmp_path: Path
) -> Iterator[RunningDesktop]:
    """A desktop that listens and has notes: the model itself writes what it answers."""
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "resume.md").write_text(_RESUME, encoding="utf-8")
    settings = f"{SETTINGS}[retrieval]\nprofile_folder = {json.dumps(str(tmp_path / 'notes'))}\n"
    with running_desktop(screen, models_dir, "--start", settings=settings) as desktop:
        # Until it has read the notes it says that answers come soon.
        ready = partial(_reads_exactly, desktop, "Listening")
        until(ready, within_s=_LOADED_S, what="both models")
        yield desktop


def _reads_exactly(desktop: RunningDesktop, words: str) -> bool:
    return words in desktop.texts.get(OVERLAY, ())


def _is_answered(desktop: RunningDesktop) -> bool:
    """Whether a question has its answer, by the times that stand beside it."""
    return any("First words" in text for text in desktop.texts.get(OVERLAY, ()))


def _history(screen: ScreenServer) -> History:
    return History(screen.folder / "home" / "data" / "kairo" / "sessions")


def test_a_call_is_answered_though_the_model_is_killed_and_its_end_leaves_no_process(
    listening: RunningDesktop, screen: ScreenServer, sound: SoundServer, question: Path
) -> None:
    other = screen.open_window("other")
    sound.play(question, "call")
    until(lambda: listening.reads("two years"), within_s=60, what="the question")
    listening.child("llm").kill()
    screen.type("notes")
    until(lambda: _is_answered(listening), within_s=_LOADED_S, what="the answer")
    until(lambda: other.keys == [*"notes"], what="what was typed")
    assert screen.active() == other.window

    # The screen reader's part, some 8 MB, is in it.
    assert psutil.Process(listening.process.pid).memory_info().rss < 145e6
    children = listening.children
    assert len(children) == 4
    listening.process.send_signal(signal.SIGTERM)
    code, took_s = listening.wait_ended()
    assert (code, took_s < 2.0) == (0, True), took_s
    assert not [child for child in children if child.is_running()]
    with _history(screen) as history:
        (session,) = history.sessions()
    assert (session.state, session.n_turns) == (SessionState.ENDED, 1)


def _growing(desktop: RunningDesktop) -> str:
    """The point of a settled question that the model is writing now; empty for none."""
    texts = desktop.texts.get(OVERLAY, [])
    if GROWING not in texts or any("may go on" in text for text in texts):
        return ""
    point = texts[texts.index(GROWING) - 1]
    # What the notes say themselves stands above the points, too, and comes as a whole.
    return point if texts.count(point) == 1 else ""


def _stop_within_a_point(desktop: RunningDesktop) -> str:
    """Let the model work in short steps until it stands between two words; gives those so far."""
    child, pause = desktop.child("llm"), threading.Event()
    deadline_s = monotonic() + _LOADED_S
    while monotonic() < deadline_s:
        child.suspend()
        pause.wait(3 * READ_EVERY_S)
        if len((stood := _growing(desktop)).split()) >= _N_WORDS:
            return stood
        child.resume()
        pause.wait(_STEP_S)
    raise AssertionError("No point was ever seen growing.")


@pytest.mark.long
def test_a_model_that_dies_between_two_words_takes_none_of_them_along(
    informed: RunningDesktop, sound: SoundServer, question: Path
) -> None:
    sound.play(question, "call")
    until(lambda: informed.reads("two years"), within_s=60, what="the question")
    stood = _stop_within_a_point(informed)
    died = informed.child("llm")
    died.kill()
    until(lambda: informed.reads("started again"), what="what has happened")
    assert _growing(informed) == stood

    def goes_on() -> bool:
        now = [text for text in informed.texts[OVERLAY] if text.startswith(stood)]
        assert now, "what stood has gone"
        return len(now[0]) > len(stood)

    until(goes_on, within_s=_LOADED_S, what="the rest of the point")
    until(lambda: _is_answered(informed), within_s=_LOADED_S, what="the rest of the answer")
    until(lambda: not informed.reads("started again"), what="the end of the notice")
    assert informed.child("llm").pid != died.pid


@pytest.mark.long
def test_quitting_takes_no_longer_when_a_child_is_frozen(
    listening: RunningDesktop, sound: SoundServer, question: Path
) -> None:
    children = listening.children
    sound.play(question, "call")
    until(lambda: listening.reads("Could you", OVERLAY), within_s=60, what="the caption")
    for child in children:
        child.suspend()
    assert listening.tell("--quit").code == 0
    code, took_s = listening.wait_ended()
    assert (code, took_s < 2.5) == (0, True), took_s
    assert not [child for child in children if child.is_running()]


@pytest.mark.long
def test_pauses_and_the_end_of_a_session_are_shown(
    listening: RunningDesktop, screen: ScreenServer
) -> None:
    assert listening.tell("--pause", "all").code == 0
    until(lambda: listening.reads("Paused"), what="the pause")
    assert listening.tell("--pause", "mic").code == 0
    until(lambda: listening.reads("Listening"), what="one lane again")
    assert listening.tell("--stop").code == 0
    until(lambda: listening.reads("Not listening"), what="the end of the session")
    assert listening.children == []
    assert listening.tell("--start").code == 0
    until(lambda: listening.reads("Listening"), within_s=_LOADED_S, what="another session")
    assert listening.tell("--quit").code == 0
    assert listening.wait_ended()[0] == 0
    with _history(screen) as history:
        assert {s.state for s in history.sessions()} == {SessionState.ENDED}


@pytest.mark.long
def test_waiting_costs_nothing_and_listening_little(
    listening: RunningDesktop, screen: ScreenServer
) -> None:
    # Nearly all of it is the screen reader's; a busy machine makes everything dearer.
    assert _share_of_a_core(listening, 10.0) < 0.08
    assert listening.tell("--stop").code == 0
    until(lambda: listening.reads("Not listening"), what="the end of the session")
    assert _share_of_a_core(listening, 10.0) < 0.03


def _share_of_a_core(desktop: RunningDesktop, seconds: float) -> float:
    """What the program itself, without its children, uses meanwhile."""
    program = psutil.Process(desktop.process.pid)
    before = program.cpu_times()
    threading.Event().wait(seconds)
    after = program.cpu_times()
    return (after.user + after.system - before.user - before.system) / seconds
