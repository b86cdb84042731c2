import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest
from pytestqt.qtbot import QtBot

from kairo_desktop.supervisor.network import own_connections
from kairo_desktop.ui import jobs
from kairo_desktop.ui.jobs import Ending, Job, kairo_command
from tests.fakes.verb import VERB
from tests.sound_server import until


@dataclass(frozen=True, slots=True)
class Step:
    event: str
    n: int
    words: tuple[str, ...] = ()


@dataclass
class Watched:
    job: Job
    told: list[Step] = field(default_factory=list)
    endings: list[Ending] = field(default_factory=list)


Start = Callable[..., Watched]


@pytest.fixture
def start(qapp: object) -> Iterator[Start]:
    started: list[Job] = []

    def begin(*words: str, command: tuple[str, ...] = VERB) -> Watched:
        watched = Watched(Job(words, Step, command=command))
        watched.job.told.connect(watched.told.append)
        watched.job.ended.connect(watched.endings.append)
        watched.job.start()
        started.append(watched.job)
        return watched

    yield begin
    for job in started:
        job.close()


def _ending(qtbot: QtBot, watched: Watched) -> Ending:
    qtbot.waitUntil(lambda: bool(watched.endings), timeout=15_000)
    (ending,) = watched.endings
    return ending


def _told(qtbot: QtBot, watched: Watched) -> Step:
    qtbot.waitUntil(lambda: bool(watched.told), timeout=15_000)
    return watched.told[0]


def test_lines_come_in_order_and_the_ending_last(qtbot: QtBot, start: Start) -> None:
    job = start("count")
    assert _ending(qtbot, job) == Ending(0)
    assert _ending(qtbot, job).well
    assert [step.n for step in job.told] == [0, 1, 2]
    assert not job.job.running


def test_words_are_passed_on_and_json_is_asked_for(qtbot: QtBot, start: Start) -> None:
    job = start("words", "models", "a b")
    _ending(qtbot, job)
    assert job.told[0].words == ("words", "models", "a b", "--json")


def test_an_error_of_the_child_is_its_ending(qtbot: QtBot, start: Start) -> None:
    job = start("fault")
    assert _ending(qtbot, job) == Ending(7, message="No room.", cure="Make some.", code="disk")
    assert [step.n for step in job.told] == [0]


def test_lines_of_another_shape_are_left_out(qtbot: QtBot, start: Start) -> None:
    job = start("garbage")
    assert _ending(qtbot, job).well
    assert [step.n for step in job.told] == [1]


@pytest.mark.parametrize("how", ["crash", "mute"])
def test_a_child_that_ends_without_a_word_gets_words(qtbot: QtBot, start: Start, how: str) -> None:
    ending = _ending(qtbot, start(how))
    assert ending.exit_code == {"crash": -1, "mute": 3}[how]
    assert "ended without a word" in ending.message
    assert ending.cure


def test_a_program_that_is_not_there_ends_like_any_other(qtbot: QtBot, start: Start) -> None:
    ending = _ending(qtbot, start("x", command=("/nowhere/kairo",)))
    assert ending.exit_code == -1
    assert ending.message


def test_a_cancelled_child_ends_and_says_so(qtbot: QtBot, start: Start) -> None:
    job = start("forever")
    pid = _told(qtbot, job).n
    job.job.cancel()
    job.job.cancel()
    assert _ending(qtbot, job).cancelled
    assert not _ending(qtbot, job).well
    assert not psutil.pid_exists(pid)


def test_a_child_that_does_not_listen_is_killed(
    qtbot: QtBot, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "_GRACE_MS", 300)
    job = start("deaf")
    pid = _told(qtbot, job).n
    job.job.cancel()
    assert _ending(qtbot, job).cancelled
    assert not psutil.pid_exists(pid)


def test_killing_takes_along_what_the_child_started(qtbot: QtBot, start: Start) -> None:
    job = start("parent")
    grandchild = psutil.Process(_told(qtbot, job).n)
    job.job.close()
    until(lambda: not grandchild.is_running() or grandchild.status() == "zombie")
    assert _ending(qtbot, job).cancelled


def test_a_child_whose_reader_was_killed_ends_at_its_next_line(tmp_path: Path) -> None:
    script = (
        "from PySide6.QtCore import QCoreApplication\n"
        "from kairo_desktop.ui.jobs import Job\n"
        "from tests.fakes.verb import VERB\n"
        "from tests.ui.test_jobs import Step\n"
        "app = QCoreApplication([])\n"
        "job = Job(['forever'], Step, command=VERB)\n"
        "job.told.connect(lambda step: step.n and print(step.n, flush=True))\n"
        "job.start()\n"
        "app.exec()\n"
    )
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    reader = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, env=env)
    assert reader.stdout is not None
    child = psutil.Process(int(reader.stdout.readline()))
    reader.send_signal(signal.SIGKILL)
    reader.wait(10)
    reader.stdout.close()
    until(lambda: not child.is_running() or child.status() == "zombie")


def test_the_command_is_this_program(monkeypatch: pytest.MonkeyPatch) -> None:
    assert kairo_command()[1:] == ("-P", "-m", "kairo_desktop")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert kairo_command() == (sys.executable,)


def test_what_a_child_fetches_is_counted(start: Start, qtbot: QtBot) -> None:
    before = own_connections().count
    watched = start("fetch")
    assert _ending(qtbot, watched).well
    assert [step.event for step in watched.told] == ["step"]
    now = own_connections()
    assert (now.count - before, "hub.example" in now.hosts) == (2, True)
