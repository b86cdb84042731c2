"""Thirty deaths at random moments of one running session."""

import os
import random
import signal
import sys
from collections.abc import Iterator
from dataclasses import replace
from threading import Event

import pytest

from kairo_desktop.supervisor.backoff import Patience
from kairo_desktop.supervisor.messages import End, Report
from kairo_desktop.supervisor.supervisor import Supervisor
from kairo_desktop.types import AnswerDone, AudioFrame, Utterance
from tests.fakes.workers import FRAME_S, spoken
from tests.supervisor.conftest import LIMITS, Plans
from tests.supervisor.reading import until_end

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform == "win32", reason="signals"),
]

_DEATHS = 30
_LINES = 60
_DEADLY = (signal.SIGKILL, signal.SIGABRT, signal.SIGSTOP, signal.SIGSEGV)


def _words() -> Iterator[int]:
    for line in range(_LINES):
        yield from (line + 1, 500 + line, 900 + line, *[0] * 12)


def _play(supervisor: Supervisor, deaths: dict[int, tuple[str, signal.Signals]]) -> list[Report]:
    pace = Event()
    frame: AudioFrame
    for n, frame in enumerate(spoken(_words())):
        supervisor.send("asr", frame)
        if n in deaths:
            name, deadly = deaths[n]
            pid = supervisor.pids.get(name)
            if pid is not None:
                os.kill(pid, deadly)
        pace.wait(FRAME_S)
    supervisor.send("asr", End())
    return until_end(supervisor)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_session_of_thirty_deaths_says_the_same_as_one_without(
    supervise: Plans, seed: int
) -> None:
    rng = random.Random(seed)
    n_frames = sum(1 for _ in _words())
    moments = rng.sample(range(n_frames), _DEATHS)
    deaths = {n: (rng.choice(["asr", "llm"]), rng.choice(_DEADLY)) for n in moments}
    limits = replace(LIMITS, silence_s=2.5, patience=Patience((0.0,) * (_DEATHS + 1)))
    supervisor = supervise(limits=limits)
    assert supervisor.wait_ready(30)
    reports = _play(supervisor, deaths)
    lines = [f"w{n + 1} w{500 + n} w{900 + n}" for n in range(_LINES)]
    assert [r.text for r in reports if isinstance(r, Utterance)] == lines
    answers = [r.points[0].text for r in reports if isinstance(r, AnswerDone)]
    assert answers == [f"{line} #0" for line in lines]
