"""A seat's rules on a clock of its own; the real processes are in `test_supervisor.py`."""

import logging
from itertools import pairwise

import pytest

from kairo_desktop import __version__
from kairo_desktop.session.events import Fault
from kairo_desktop.supervisor.asr_child import AsrChild
from kairo_desktop.supervisor.child import Lesser, Limits, Plan
from kairo_desktop.supervisor.messages import (
    PROTOCOL,
    ChildReport,
    ChildState,
    End,
    Heartbeat,
    Hello,
    Message,
    Past,
    PathItem,
    Ready,
    Role,
    Welcome,
)
from kairo_desktop.supervisor.process import Ended
from kairo_desktop.supervisor.seat import Seat
from kairo_desktop.types import AudioFrame, Lane, SpeechState, VoiceState
from tests.fakes.silent_process import SilentProcess
from tests.fakes.workers import spoken

_LIMITS = Limits(greet_s=2, load_s=10, silence_s=3, step_s=5)


class _Table:
    """A seat, its processes, and all it told."""

    def __init__(self, lesser: Lesser | None = None) -> None:
        self.processes: list[SilentProcess] = []
        self.can_start = True
        self.told: list[PathItem | ChildReport] = []
        self.seat = Seat(Plan(AsrChild("the job"), (), _LIMITS, lesser), self._spawn)

    def _spawn(self, seat: Seat, generation: int) -> SilentProcess:
        del seat
        if not self.can_start:
            raise OSError("no such program")
        self.processes.append(SilentProcess(100 + generation))
        return self.processes[-1]

    def check(self, now_s: float) -> None:
        self.told += self.seat.check(now_s)

    def hear(self, now_s: float, said: Message | Ended, generation: int | None = None) -> None:
        number = self.seat.generation if generation is None else generation
        self.told += self.seat.hear(now_s, number, said)

    def get_ready(self, now_s: float) -> SilentProcess:
        self.check(now_s)
        self.hear(now_s, Welcome(PROTOCOL, __version__, 1))
        self.hear(now_s, Ready(5.0, "tiny.en"))
        return self.processes[-1]

    def states(self) -> list[ChildState]:
        return [item.state for item in self.told if isinstance(item, ChildReport)]

    def faults(self) -> list[str]:
        return [item.message for item in self.told if isinstance(item, Fault)]


def _killed_by(table: _Table, process: SilentProcess, now_s: float) -> bool:
    table.check(now_s)
    return process.killed


def test_a_process_is_greeted_first() -> None:
    table = _Table()
    table.check(0.0)
    assert table.processes[0].sent == [Hello(PROTOCOL, __version__, Role.ASR, "the job")]


def test_what_came_before_it_was_ready_is_sent_when_it_is() -> None:
    table = _Table()
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
    table = _Table()
    table.check(0.0)
    table.check(now_s)
    assert why in "".join(table.faults())
    assert table.processes[0].killed == bool(why)


def test_loading_has_its_time_as_long_as_it_beats() -> None:
    table = _Table()
    table.check(0.0)
    table.hear(1.0, Welcome(PROTOCOL, __version__, 1))
    for second in range(2, 12):
        table.hear(second, Heartbeat(99.0, 0, 0))
        table.check(second)
    assert not table.processes[0].killed
    table.check(11.1)
    assert "loading within its time" in table.faults()[0]


def test_silence_is_death() -> None:
    table = _Table()
    process = table.get_ready(0.0)
    killed_at = [at_s for at_s in (2.9, 3.1) if _killed_by(table, process, at_s)]
    assert killed_at == [3.1]
    assert "no heartbeat for 3 s" in table.faults()[0]


def test_a_step_that_takes_too_long_is_death() -> None:
    table = _Table()
    process = table.get_ready(0.0)
    table.hear(1.0, Heartbeat(4.9, 0, 0))
    assert table.faults() == []
    table.hear(2.0, Heartbeat(5.1, 0, 0))
    assert process.killed
    assert "stuck for 5 s" in table.faults()[0]


def test_a_dead_process_whose_pipe_stays_open_is_noticed_after_its_last_words() -> None:
    table = _Table()
    process = table.get_ready(0.0)
    process.alive = False
    table.check(0.1)
    table.check(0.5)
    assert table.faults() == []
    table.check(0.7)
    assert "the process is gone" in table.faults()[0]


def test_what_was_dropped_is_told_once() -> None:
    table = _Table()
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
    table = _Table()
    table.check(0.0)
    if isinstance(said, Welcome):
        table.hear(0.0, said)
    table.hear(0.0, said)
    assert "out of place" in table.faults()[0]


@pytest.mark.parametrize("said", [Past(), Hello(1, "", Role.ASR, ""), Ready(1.0, "")])
def test_what_only_a_supervisor_says_is_death(said: Message) -> None:
    table = _Table()
    table.get_ready(0.0)
    table.hear(0.0, said)
    assert f"a {type(said).__name__} out of place" in table.faults()[0]


def test_an_earlier_process_is_not_listened_to() -> None:
    table = _Table()
    table.get_ready(0.0)
    table.hear(1.0, Ended("ended by SIGKILL"))
    table.get_ready(1.0)
    before = len(table.told)
    table.hear(1.0, Ended("late"), generation=1)
    table.hear(1.0, SpeechState(Lane.MIC, 9.0, VoiceState.QUIET), generation=1)
    assert len(table.told) == before


def test_restarts_wait_longer_each_time_and_then_stop() -> None:
    table = _Table()
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
    table = _Table()
    table.can_start = False
    for second in range(10):
        table.check(float(second))
    assert table.seat.failed
    assert table.seat.pid is None
    caplog.clear()


def test_the_end_comes_at_once_from_a_child_that_has_failed() -> None:
    table = _Table()
    table.check(0.0)
    table.hear(0.0, Welcome(PROTOCOL, __version__, 1))
    table.hear(0.0, Fault("model_missing", "no model"))
    assert table.seat.failed
    assert list(table.seat.tell(End())) == [End()]


def test_the_end_comes_from_a_child_that_fails_behind_it() -> None:
    table = _Table()
    table.told += table.seat.tell(End())
    table.check(0.0)
    table.hear(0.0, Welcome(PROTOCOL, __version__, 1))
    table.hear(0.0, Fault("model_missing", "no model"))
    assert table.told[-1] == End()


def test_leaving_asks_first() -> None:
    table = _Table()
    process = table.get_ready(0.0)
    table.seat.leave()
    assert process.input_finished
    assert not table.seat.wait_left(0.0)
    assert table.seat.kill()
    assert table.seat.wait_left(0.0)


def test_a_seat_without_a_process_has_nothing_to_end() -> None:
    table = _Table()
    table.seat.leave()
    assert table.seat.wait_left(0.0)
    assert table.seat.kill()


def test_a_process_that_does_not_end_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    table = _Table()
    table.get_ready(0.0).can_die = False
    table.hear(0.0, Ended("hangs in the kernel"))
    assert [r.levelno for r in caplog.records if r.levelno >= logging.ERROR] == [logging.ERROR]
    caplog.clear()


def test_frames_go_to_a_loaded_process_at_once() -> None:
    table = _Table()
    process = table.get_ready(0.0)
    (frame,) = spoken([1])
    list(table.seat.tell(frame))
    assert isinstance(process.sent[-1], AudioFrame)


def test_silence_nobody_could_hear_is_not_held_against_it() -> None:
    table = _Table()
    process = table.get_ready(0.0)
    table.seat.excuse(10.0)
    assert not _killed_by(table, process, 12.9)
    assert _killed_by(table, process, 13.1)


_LESSER = Lesser("less", frozenset({"model_unfit", "child_failed"}), "Something is left.")


def _refuse(table: _Table, now_s: float, code: str) -> None:
    table.check(now_s)
    table.hear(now_s, Welcome(PROTOCOL, __version__, 1))
    table.hear(now_s, Fault(code, "It is damaged.", "Fetch it."))


def test_what_cannot_be_done_gives_way_to_a_lesser_job_once() -> None:
    table = _Table(_LESSER)
    _refuse(table, 0.0, "model_unfit")
    assert table.told[-1] == Fault("model_unfit", "It is damaged. Something is left.", "Fetch it.")
    table.get_ready(1.0)
    assert table.processes[-1].sent[0] == Hello(PROTOCOL, __version__, Role.ASR, "less")
    assert table.seat.ready
    table.hear(2.0, Ended("ended by SIGKILL"))
    _refuse(table, 2.0, "model_unfit")
    assert table.seat.failed


def test_a_lesser_job_is_no_help_against_other_faults() -> None:
    table = _Table(_LESSER)
    _refuse(table, 0.0, "input_unusable")
    assert table.seat.failed
    assert table.faults() == ["It is damaged."]


def test_after_its_last_death_a_child_goes_on_with_a_lesser_job() -> None:
    table = _Table(_LESSER)
    for now_s in (0.0, 0.1, 2.0, 7.0):
        table.check(now_s)
        table.hear(now_s, Ended("ended by SIGKILL"))
    assert "stays off (ended by SIGKILL). Something is left." in table.faults()[-1]
    assert table.get_ready(7.1).sent[0] == Hello(PROTOCOL, __version__, Role.ASR, "less")
