"""A seat's rules on a clock of its own; the real processes are in `test_supervisor.py`."""

import logging
from itertools import pairwise

import pytest

from kairo_desktop import __version__
from kairo_desktop.session.events import Fault
from kairo_desktop.supervisor.messages import (
    PROTOCOL,
    ChildReport,
    ChildState,
    End,
    Heartbeat,
    Hello,
    Message,
    Past,
    Ready,
    Role,
    Welcome,
)
from kairo_desktop.supervisor.process import Ended
from kairo_desktop.types import AudioFrame, Lane, SpeechState, VoiceState
from tests.fakes.silent_process import SilentProcess
from tests.fakes.workers import spoken
from tests.supervisor.seating import Table, die_for_good


def _killed_by(table: Table, process: SilentProcess, now_s: float) -> bool:
    table.check(now_s)
    return process.killed


def test_a_process_is_greeted_first() -> None:
    table = Table()
    table.check(0.0)
    assert table.processes[0].sent == [Hello(PROTOCOL, __version__, Role.ASR, "the job")]


def test_what_came_before_it_was_ready_is_sent_when_it_is() -> None:
    table = Table()
    frames = list(spoken([1, 2]))
    table.check(0.0)
    for frame in frames:
        table.told += table.seat.tell(frame)
    assert len(table.processes[0].sent) == 1
    process = table.get_ready(1.0)
    assert process.sent[1:] == frames
    assert table.told[-1] == ChildReport("asr", ChildState.READY, "tiny.en")


@pytest.mark.parametrize(
    ("now_s", "why"), [(2.1, "greeting"), (0.0, "")], ids=["too late", "in time"]
)
def test_a_greeting_has_its_time(now_s: float, why: str) -> None:
    table = Table()
    table.check(0.0)
    table.check(now_s)
    assert why in "".join(table.reasons())
    assert table.processes[0].killed == bool(why)


def test_loading_has_its_time_as_long_as_it_beats() -> None:
    table = Table()
    table.check(0.0)
    table.hear(1.0, Welcome(PROTOCOL, __version__, 1))
    for second in range(2, 12):
        table.hear(second, Heartbeat(99.0, 0, 0))
        table.check(second)
    assert not table.processes[0].killed
    table.check(11.1)
    assert "loading within its time" in table.reasons()[0]


def test_silence_is_death() -> None:
    table = Table()
    process = table.get_ready(0.0)
    killed_at = [at_s for at_s in (2.9, 3.1) if _killed_by(table, process, at_s)]
    assert killed_at == [3.1]
    assert "no heartbeat for 3 s" in table.reasons()[0]


def test_a_step_that_takes_too_long_is_death() -> None:
    table = Table()
    process = table.get_ready(0.0)
    table.hear(1.0, Heartbeat(4.9, 0, 0))
    assert table.faults() == []
    table.hear(2.0, Heartbeat(5.1, 0, 0))
    assert process.killed
    assert "stuck for 5 s" in table.reasons()[0]


def test_a_dead_process_whose_pipe_stays_open_is_noticed_after_its_last_words() -> None:
    table = Table()
    process = table.get_ready(0.0)
    process.alive = False
    table.check(0.1)
    table.check(0.5)
    assert table.faults() == []
    table.check(0.7)
    assert "the process is gone" in table.reasons()[0]


def test_what_was_dropped_is_told_once() -> None:
    table = Table()
    process = table.get_ready(0.0)
    process.dropped = 2
    for dropped in (0, 3, 3):
        table.hear(1.0, Heartbeat(0.0, 0, dropped))
    assert [fault.split(": ")[1] for fault in table.faults()] == [
        "2 items were dropped.",
        "3 items were dropped.",
    ]


@pytest.mark.parametrize(
    "said", [End(), Past(), Welcome(PROTOCOL, __version__, 1), Ready(1.0, ""), Heartbeat(0, 0, 0)]
)
def test_what_is_out_of_place_while_greeting_is_death(said: Message) -> None:
    table = Table()
    table.check(0.0)
    if isinstance(said, Welcome):
        table.hear(0.0, said)
    table.hear(0.0, said)
    assert "out of place" in table.reasons()[0]


@pytest.mark.parametrize("said", [Past(), Hello(1, "", Role.ASR, ""), Ready(1.0, "")])
def test_what_only_a_supervisor_says_is_death(said: Message) -> None:
    table = Table()
    table.get_ready(0.0)
    table.hear(0.0, said)
    assert f"a {type(said).__name__} out of place" in table.reasons()[0]


def test_an_earlier_process_is_not_listened_to() -> None:
    table = Table()
    table.get_ready(0.0)
    table.hear(1.0, Ended("ended by SIGKILL"))
    table.get_ready(1.0)
    before = len(table.told)
    table.hear(1.0, Ended("late"), generation=1)
    table.hear(1.0, SpeechState(Lane.MIC, 9.0, VoiceState.QUIET), generation=1)
    assert len(table.told) == before


def test_restarts_wait_longer_each_time_and_then_stop() -> None:
    table = Table()
    now_s, starts = 0.0, []
    while not table.seat.failed:
        n_before = len(table.processes)
        table.check(now_s)
        if len(table.processes) > n_before:
            starts.append(round(now_s, 1))
            table.hear(now_s, Ended("ended with code 1"))
        now_s += 0.1
    pauses = [round(later - earlier) for earlier, later in pairwise(starts)]
    assert pauses == [0, 1, 4]
    table.check(now_s + 100)
    assert len(table.processes) == 4
    assert table.states()[-1] is ChildState.FAILED


def test_a_program_that_does_not_start_counts_as_a_death(
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = Table()
    table.can_start = False
    for second in range(10):
        table.check(float(second))
    assert table.seat.failed
    assert table.seat.pid is None
    caplog.clear()


def test_the_end_comes_at_once_from_a_child_that_has_failed() -> None:
    table = Table()
    table.check(0.0)
    table.hear(0.0, Welcome(PROTOCOL, __version__, 1))
    table.hear(0.0, Fault("model_missing", "no model"))
    assert table.seat.failed
    assert list(table.seat.tell(End())) == [End()]


def test_the_end_comes_from_a_child_that_fails_behind_it() -> None:
    table = Table()
    table.told += table.seat.tell(End())
    table.check(0.0)
    table.hear(0.0, Welcome(PROTOCOL, __version__, 1))
    table.hear(0.0, Fault("model_missing", "no model"))
    assert table.told[-1] == End()


def test_leaving_asks_first() -> None:
    table = Table()
    process = table.get_ready(0.0)
    table.seat.leave()
    assert process.input_finished
    assert not table.seat.wait_left(0.0)
    assert table.seat.kill()
    assert table.seat.wait_left(0.0)


def test_a_seat_without_a_process_has_nothing_to_end() -> None:
    table = Table()
    table.seat.leave()
    assert table.seat.wait_left(0.0)
    assert table.seat.kill()


def test_a_process_that_does_not_end_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    table = Table()
    table.get_ready(0.0).can_die = False
    table.hear(0.0, Ended("hangs in the kernel"))
    assert [r.levelno for r in caplog.records if r.levelno >= logging.ERROR] == [logging.ERROR]
    caplog.clear()


def test_frames_go_to_a_loaded_process_at_once() -> None:
    table = Table()
    process = table.get_ready(0.0)
    (frame,) = spoken([1])
    list(table.seat.tell(frame))
    assert isinstance(process.sent[-1], AudioFrame)


def test_silence_nobody_could_hear_is_not_held_against_it() -> None:
    table = Table()
    process = table.get_ready(0.0)
    table.seat.excuse(10.0)
    assert not _killed_by(table, process, 12.9)
    assert _killed_by(table, process, 13.1)


def test_what_a_process_died_of_is_for_the_log_alone(caplog: pytest.LogCaptureFixture) -> None:
    table = Table()
    with caplog.at_level(logging.INFO):
        die_for_good(table, 0.0)
    assert not any("SIGKILL" in message for message in table.faults())
    assert caplog.text.count("SIGKILL") == 4
