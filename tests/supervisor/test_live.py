"""A live session over children without models: what it tells, and how it ends."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import TypeAlias

import pytest

from kairo_desktop.audio.health import LaneHealth, LaneState
from kairo_desktop.audio.levels import LaneLevel
from kairo_desktop.errors import InputError, ModelMissing
from kairo_desktop.session.events import Event
from kairo_desktop.supervisor.asr_child import AsrChild
from kairo_desktop.supervisor.child import Plan
from kairo_desktop.supervisor.live import LiveSession, Told, capture_plans
from kairo_desktop.supervisor.llm_child import LlmChild
from kairo_desktop.supervisor.log import PrivateLog
from kairo_desktop.supervisor.messages import ChildReport, ChildState, Role
from kairo_desktop.supervisor.process import Command, child_command
from kairo_desktop.supervisor.supervisor import Supervisor
from kairo_desktop.types import AudioFrame, Lane
from tests.fakes.kid import kid
from tests.fakes.tone_source import tone, write_wav

Sessions: TypeAlias = Callable[..., LiveSession]


@pytest.fixture
def sessions(tmp_path: Path) -> Sessions:
    """Make a session of real capture children on a recording and halves without models."""
    write_wav(tmp_path / "tone.wav", tone(60))

    def make(
        path: Path = tmp_path / "tone.wav", habits: dict[Role, str] | None = None
    ) -> LiveSession:
        zero_s = monotonic()
        plans = [
            *capture_plans({Lane.SYSTEM: f"file:{path}"}, zero_s, 0.064, feeds=("asr",)),
            Plan(AsrChild("{}"), feeds=("llm",)),
            Plan(LlmChild("{}")),
        ]
        chosen = habits or {}

        def command(role: Role) -> Command:
            return (
                child_command(role) if role is Role.CAPTURE else kid(role, chosen.get(role, "good"))
            )

        log = PrivateLog(tmp_path / "logs", now=lambda: datetime.now(UTC))
        return LiveSession(Supervisor(plans, log, command=command), (Lane.SYSTEM,), zero_s)

    return make


def _until(events: Iterator[Told], wanted: Callable[[Told], bool]) -> list[Told]:
    seen = []
    deadline_s = monotonic() + 40
    for told in events:
        seen.append(told)
        if wanted(told):
            return seen
        if monotonic() > deadline_s:
            break
    return pytest.fail(f"it did not come; the last of {len(seen)}: {seen[-3:]}")


def _is_heard(told: Told) -> bool:
    return isinstance(told, Event) and isinstance(told.item, LaneLevel)


def test_tells_of_lanes_and_children_as_they_come(sessions: Sessions) -> None:
    with sessions() as session:
        seen = _until(session.events(), _is_heard)
    assert any(isinstance(t, ChildReport) and t.state is ChildState.STARTING for t in seen)
    assert not any(isinstance(t, Event) and isinstance(t.item, AudioFrame) for t in seen)
    times = [told.t_s for told in seen if isinstance(told, Event)]
    assert times == sorted(times)


def test_ends_by_itself_once_all_that_was_heard_is_dealt_with(sessions: Sessions) -> None:
    with sessions() as session:
        events = session.events()
        _until(events, _is_heard)
        session.end()
        began_s = monotonic()
        tuple(events)
        assert monotonic() - began_s < 1.9


def test_a_half_that_hangs_is_left_behind_after_two_seconds(sessions: Sessions) -> None:
    with sessions(habits={Role.ASR: "stuck"}) as session:
        events = session.events()
        _until(events, _is_heard)
        session.end()
        began_s = monotonic()
        tuple(events)
        assert 1.9 < monotonic() - began_s < 4


def test_ending_twice_leaves_no_time(sessions: Sessions) -> None:
    with sessions(habits={Role.ASR: "stuck"}) as session:
        events = session.events()
        _until(events, _is_heard)
        session.end()
        session.end()
        began_s = monotonic()
        tuple(events)
        assert monotonic() - began_s < 1


def test_a_half_that_cannot_start_is_raised(sessions: Sessions) -> None:
    with sessions(habits={Role.LLM: "missing"}) as session, pytest.raises(ModelMissing):
        _until(session.events(), lambda _: False)


def test_a_lane_that_cannot_start_is_raised(sessions: Sessions, tmp_path: Path) -> None:
    with sessions(tmp_path / "none.wav") as session, pytest.raises(InputError):
        _until(session.events(), lambda _: False)


def test_a_lane_that_is_left_out_cannot_be_paused(sessions: Sessions) -> None:
    with sessions() as session:
        events = session.events()
        session.pause(Lane.MIC, paused=True)
        session.pause(Lane.SYSTEM, paused=True)
        _until(
            events,
            lambda told: (
                isinstance(told, Event)
                and isinstance(told.item, LaneHealth)
                and told.item.state is LaneState.PAUSED
            ),
        )
