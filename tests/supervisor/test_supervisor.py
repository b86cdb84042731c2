"""Real processes without models: what each fault costs, and that nothing is left behind."""

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import monotonic

import pytest

from kairo_desktop.session.events import Fault
from kairo_desktop.supervisor.log import PrivateLog
from kairo_desktop.supervisor.messages import ChildReport, ChildState, End, Report, Role
from kairo_desktop.supervisor.supervisor import Supervisor
from kairo_desktop.types import AnswerDone, Question, QuestionState, Utterance
from tests.fakes.workers import spoken
from tests.supervisor.conftest import LIMITS, Plans
from tests.supervisor.reading import is_ready, until, until_end

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")

_WORDS = [1, 2, 3, 0, 0, 0, 0, 0, 4, 5, 0, 0, 0, 0, 0, 0, 7, 8]
_LINES = ["w1 w2 w3", "w4 w5", "w7 w8"]


def _play(supervisor: Supervisor) -> None:
    for frame in spoken(_WORDS):
        supervisor.send("asr", frame)
    supervisor.send("asr", End())


def _lines(reports: list[Report]) -> list[str]:
    return [report.text for report in reports if isinstance(report, Utterance)]


def _answered(reports: list[Report]) -> list[str]:
    return [r.points[-1].text for r in reports if isinstance(r, AnswerDone)]


def _answers() -> list[str]:
    return [f"{line} #2" for line in _LINES]


def _states(reports: list[Report], name: str) -> list[ChildState]:
    return [r.state for r in reports if isinstance(r, ChildReport) and r.name == name]


def _gone(pid: int) -> bool:
    """Whether the process has ended; one that only waits to be reaped has."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def test_lines_and_answers_come_through_both_children(supervise: Plans) -> None:
    supervisor = supervise()
    assert supervisor.wait_ready(30)
    _play(supervisor)
    reports = until_end(supervisor)
    assert _lines(reports) == _LINES
    assert _answered(reports) == _answers()


def test_what_is_sent_before_a_child_is_ready_waits_for_it(supervise: Plans) -> None:
    supervisor = supervise()
    _play(supervisor)
    assert _answered(until_end(supervisor)) == _answers()


_HABITS = [
    (Role.ASR, "huge"),
    (Role.ASR, "aborts"),
    (Role.ASR, "stuck"),
    *((Role.LLM, habit) for habit in ("garbage", "half", "leaves", "greedy")),
    # A deadline runs out in each of these too; which one, test_seat.py tells.
    pytest.param(Role.ASR, "mute", marks=pytest.mark.long),
    pytest.param(Role.LLM, "stops", marks=pytest.mark.long),
]


@pytest.mark.parametrize(("role", "habit"), _HABITS)
def test_a_session_survives_a_child_that(supervise: Plans, role: Role, habit: str) -> None:
    limits = replace(LIMITS, greet_s=3 if habit == "mute" else 20, silence_s=3, step_s=1.5)
    supervisor = supervise((role, habit), limits=limits)
    _play(supervisor)
    reports = until_end(supervisor)
    assert _lines(reports) == _LINES
    assert _answered(reports) == _answers()
    assert ChildState.RESTARTING in _states(reports, role.value)
    assert [r.code for r in reports if isinstance(r, Fault)] == ["child_restarted"]


@pytest.mark.skipif(sys.platform != "linux", reason="the habit needs pause()")
def test_a_session_survives_a_child_that_holds_the_interpreter(supervise: Plans) -> None:
    supervisor = supervise((Role.LLM, "deaf"), limits=replace(LIMITS, silence_s=2.5))
    _play(supervisor)
    assert _answered(until_end(supervisor)) == _answers()


@pytest.mark.parametrize(
    ("name", "deadly"),
    [
        ("asr", signal.SIGKILL),
        ("llm", signal.SIGKILL),
        pytest.param("llm", signal.SIGABRT, marks=pytest.mark.long),
    ],
)
def test_a_child_that_is_killed_is_replaced_and_goes_on(
    supervise: Plans, name: str, deadly: signal.Signals
) -> None:
    supervisor = supervise()
    assert supervisor.wait_ready(30)
    frames = list(spoken(_WORDS))
    for frame in frames[:9]:
        supervisor.send("asr", frame)
    before = until(supervisor, lambda report: isinstance(report, Utterance))
    os.kill(supervisor.pids[name], deadly)
    for frame in frames[9:]:
        supervisor.send("asr", frame)
    supervisor.send("asr", End())
    reports = [*before, *until_end(supervisor)]
    assert _lines(reports) == _LINES
    assert _answered(reports) == _answers()
    died = next(
        r for r in reports if isinstance(r, ChildReport) and r.state is ChildState.RESTARTING
    )
    assert deadly.name in died.detail


def test_a_frozen_child_is_replaced(supervise: Plans) -> None:
    supervisor = supervise(limits=replace(LIMITS, silence_s=2))
    assert supervisor.wait_ready(30)
    os.kill(supervisor.pids["asr"], signal.SIGSTOP)
    _play(supervisor)
    assert _answered(until_end(supervisor)) == _answers()


def test_after_four_deaths_in_a_row_a_child_stays_off_and_the_session_ends_all_the_same(
    supervise: Plans,
) -> None:
    supervisor = supervise(*[(Role.LLM, "leaves")] * 4)
    _play(supervisor)
    reports = until_end(supervisor)
    assert _lines(reports) == _LINES
    assert _states(reports, "llm").count(ChildState.STARTING) == 4
    assert [r.code for r in reports if isinstance(r, Fault)][-1] == "child_failed"
    assert not supervisor.wait_ready(1)


def test_an_end_that_comes_after_a_child_has_failed_is_the_end(supervise: Plans) -> None:
    supervisor = supervise((Role.LLM, "missing"))
    until(supervisor, lambda report: isinstance(report, Fault))
    _play(supervisor)
    assert _lines(until_end(supervisor)) == _LINES


def test_a_child_that_says_why_it_cannot_start_is_not_started_again(supervise: Plans) -> None:
    supervisor = supervise((Role.LLM, "missing"))
    reports = until(
        supervisor, lambda r: isinstance(r, ChildReport) and r.state is ChildState.FAILED
    )
    assert Fault("model_missing", "no model of that name", "Pull it.") in reports
    assert _states(reports, "llm") == [ChildState.STARTING, ChildState.FAILED]


def test_what_a_library_prints_does_not_get_between_messages(
    supervise: Plans, log: PrivateLog
) -> None:
    supervisor = supervise((Role.LLM, "prints"))
    _play(supervisor)
    assert _answered(until_end(supervisor)) == _answers()
    supervisor.stop()
    assert "a library prints this" in log.path.read_text()


def test_the_log_of_the_children_is_private(supervise: Plans, log: PrivateLog) -> None:
    supervisor = supervise((Role.ASR, "aborts"))
    _play(supervisor)
    until_end(supervisor)
    supervisor.stop()
    assert "Fatal Python error" in log.path.read_text()
    assert stat.S_IMODE(log.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(log.path.parent.stat().st_mode) == 0o700


def test_a_program_that_cannot_be_started_is_a_failed_child(
    supervise: Plans, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("tests.fakes.kid.sys.executable", "/nowhere/python")
    supervisor = supervise()
    reports = until(supervisor, lambda r: isinstance(r, Fault) and r.code == "child_failed")
    died = [r for r in reports if isinstance(r, ChildReport) and r.detail]
    assert {r.detail for r in died} == {"it cannot be started"}
    supervisor.stop()
    caplog.clear()


@pytest.mark.parametrize(
    "habit",
    [
        *("mute", "deaf", "parent"),
        *(pytest.param(habit, marks=pytest.mark.long) for habit in ("garbage", "stuck", "stops")),
    ],
)
def test_stopping_leaves_no_process_within_two_seconds(supervise: Plans, habit: str) -> None:
    supervisor = supervise((Role.ASR, habit))
    until(supervisor, is_ready("llm"))
    _play(supervisor)
    pids = tuple(supervisor.pids.values())
    began_s = monotonic()
    assert supervisor.stop()
    assert monotonic() - began_s < 2.0
    assert all(_gone(pid) for pid in pids)


def test_a_process_started_by_a_child_ends_with_it(supervise: Plans) -> None:
    supervisor = supervise((Role.ASR, "parent"))
    until(supervisor, is_ready("asr"))
    children = Path(f"/proc/{supervisor.pids['asr']}/task/{supervisor.pids['asr']}/children")
    (grandchild,) = (int(pid) for pid in children.read_text().split())
    assert supervisor.stop()
    assert _wait(lambda: _gone(grandchild))


def test_children_end_with_a_supervisor_that_is_killed(tmp_path: Path) -> None:
    program = [sys.executable, "-m", "tests.fakes.killed_supervisor", str(tmp_path)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as victim:
        assert victim.stdout is not None
        pids = [int(pid) for pid in victim.stdout.readline().split()]
        assert len(pids) == 2
        victim.kill()
        killed_s = monotonic()
    assert _wait(lambda: all(_gone(pid) for pid in pids))
    assert monotonic() - killed_s < 2.0


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_children_hold_no_socket(supervise: Plans) -> None:
    supervisor = supervise()
    assert supervisor.wait_ready(30)
    _play(supervisor)
    until_end(supervisor)
    held = [
        str(descriptor.readlink())
        for pid in supervisor.pids.values()
        for descriptor in Path(f"/proc/{pid}/fd").iterdir()
    ]
    assert held
    assert not [name for name in held if name.startswith("socket:")]


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_children_leave_no_core_file(supervise: Plans) -> None:
    supervisor = supervise()
    assert supervisor.wait_ready(30)
    for pid in supervisor.pids.values():
        limits = Path(f"/proc/{pid}/limits").read_text().splitlines()
        (core,) = (line.split() for line in limits if line.startswith("Max core file size"))
        assert core[4] == "0"


def test_stopping_twice_or_before_the_start_does_nothing(log: PrivateLog) -> None:
    supervisor = Supervisor([], log)
    assert not supervisor.stop()
    assert supervisor.reports.take(0) is None


def test_a_turn_that_was_confirmed_is_answered_by_the_next_process(supervise: Plans) -> None:
    supervisor = supervise()
    assert supervisor.wait_ready(30)
    os.kill(supervisor.pids["llm"], signal.SIGSTOP)
    _play(supervisor)
    until(supervisor, lambda report: isinstance(report, Utterance))
    os.kill(supervisor.pids["llm"], signal.SIGKILL)
    reports = until_end(supervisor)
    confirmed = [
        r.text for r in reports if isinstance(r, Question) and r.state is QuestionState.CONFIRMED
    ]
    assert confirmed == _LINES


def _wait(wanted: Callable[[], bool], deadline_s: float = 2.0) -> bool:
    """Look again and again, as processes end without telling anybody but their parent."""
    until_s = monotonic() + deadline_s
    while not wanted():
        if monotonic() > until_s:
            return False
        os.sched_yield()
    return True
