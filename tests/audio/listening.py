"""Both lanes of a private sound server under a real supervisor; it waits, never sleeps."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TypeVar

import numpy as np

from kairo_desktop.audio.health import LaneHealth, LaneState
from kairo_desktop.audio.levels import LaneLevel
from kairo_desktop.supervisor.capture_child import CaptureChild, capture_name
from kairo_desktop.supervisor.child import Plan
from kairo_desktop.supervisor.live import capture_plans
from kairo_desktop.supervisor.log import PrivateLog
from kairo_desktop.supervisor.messages import ChildReport, PathItem, PauseLane, Role
from kairo_desktop.supervisor.process import Command, child_command
from kairo_desktop.supervisor.supervisor import Supervisor
from kairo_desktop.types import FRAME_SAMPLES, SAMPLE_RATE, AudioFrame, Gap, Lane, Samples
from tests.sound_server import SoundServer, until

__all__ = ["BOTH", "LEAK_DB", "Listening", "listening", "loudness_db"]

LEAK_DB = -48.0
"""One frame of the other lane's tone in two seconds is louder; the seam of a gap is not."""

BOTH: Mapping[Lane, str] = {Lane.SYSTEM: "default", Lane.MIC: "default"}


def loudness_db(samples: Samples, frequency: float) -> float:
    """Power of one tone in float32[n], in dB below a full-scale sine."""
    window = np.hanning(len(samples))
    spectrum = np.abs(np.fft.rfft(samples * window)) / (window.sum() / 2)
    bin_hz = SAMPLE_RATE / len(samples)
    at = round(frequency / bin_hz)
    return float(20 * np.log10(spectrum[max(0, at - 3) : at + 4].max() + 1e-9))


_Item = TypeVar("_Item")


@dataclass(frozen=True)
class _Seen:
    at_s: float
    item: PathItem


class _Ear:
    """A capture child that lets a test see all that passes, frames too."""

    role = Role.CAPTURE

    def __init__(self, child: CaptureChild, note: Callable[[PathItem], None]) -> None:
        self.name, self.job = child.name, child.job
        self.send, self.resume = child.send, child.resume
        self._child, self._note = child, note

    def receive(self, item: PathItem) -> Iterator[PathItem]:
        for told in self._child.receive(item):
            self._note(told)
            yield told

    def lost(self) -> Iterator[PathItem]:
        for told in self._child.lost():
            self._note(told)
            yield told


class Listening:
    """What the lanes have said so far."""

    def __init__(self, server: SoundServer, choices: Mapping[Lane, str], folder: Path) -> None:
        self.zero_s = monotonic()
        self._seen: list[_Seen] = []
        self._lock = threading.Lock()
        self._hearing = threading.Lock()
        plans = [
            Plan(_Ear(plan.child, self._note), (), plan.limits)
            for plan in capture_plans(choices, self.zero_s, 0.064)
            if isinstance(plan.child, CaptureChild)
        ]
        self.log = PrivateLog(folder, now=lambda: datetime.now(UTC))

        def command(role: Role) -> Command:
            return Command(child_command(role).argv, server.env)

        self.supervisor = Supervisor(plans, self.log, command=command)

    def pause(self, lane: Lane, *, paused: bool) -> None:
        """Stop hearing a lane, or hear it again."""
        self.supervisor.send(capture_name(lane), PauseLane(lane, paused=paused))

    def now_s(self) -> float:
        """Seconds on the lanes' timeline."""
        return monotonic() - self.zero_s

    def frames(self, lane: Lane, since_s: float = 0.0) -> list[AudioFrame]:
        """Frames of a lane that begin after a time of the lanes' timeline."""
        return [i for i in self._of(AudioFrame) if i.lane is lane and i.start_s >= since_s]

    def samples(self, lane: Lane, since_s: float = 0.0) -> Samples:
        """Their samples, joined."""
        return np.concatenate(
            [np.zeros(0, np.float32), *(f.samples for f in self.frames(lane, since_s))]
        )

    def gaps(self, lane: Lane) -> list[Gap]:
        """Gaps of a lane."""
        return [gap for gap in self._of(Gap) if gap.lane is lane]

    def health(self, lane: Lane) -> LaneHealth | None:
        """What was last told of a lane."""
        told = [health for health in self._of(LaneHealth) if health.lane is lane]
        return told[-1] if told else None

    def state(self, lane: Lane) -> LaneState | None:
        """A lane's last state."""
        health = self.health(lane)
        return None if health is None else health.state

    def when(self, lane: Lane, state: LaneState, since_s: float) -> float:
        """When a state was first told after a moment of the lanes' timeline, behind that."""
        return next(
            seen.at_s - since_s
            for seen in list(self._seen)
            if isinstance(seen.item, LaneHealth)
            and (seen.item.lane, seen.item.state) == (lane, state)
            and seen.at_s >= since_s
        )

    def told(self, lane: Lane, since_s: float) -> list[tuple[float, LaneHealth]]:
        """What was told of a lane's health after a moment, and when."""
        return [
            (seen.at_s, seen.item)
            for seen in list(self._seen)
            if isinstance(seen.item, LaneHealth) and seen.item.lane is lane and seen.at_s >= since_s
        ]

    def arrivals(self, lane: Lane, since_s: float = 0.0) -> list[tuple[float, AudioFrame]]:
        """The frames that came after a moment, and when; their sound may be older."""
        return [
            (seen.at_s, seen.item)
            for seen in list(self._seen)
            if isinstance(seen.item, AudioFrame) and seen.item.lane is lane and seen.at_s >= since_s
        ]

    def await_state(self, lane: Lane, state: LaneState, *, within_s: float = 20.0) -> float:
        """Wait for a state; gives the seconds it took."""
        return until(
            lambda: self.state(lane) is state,
            within_s=within_s,
            what=f"{lane.value} to be {state.value}",
        )

    def await_sound(self, lane: Lane, *, within_s: float = 20.0) -> float:
        """Wait for a frame that begins after now; gives the seconds until it came."""
        now_s = self.now_s()
        return until(
            lambda: bool(self.frames(lane, now_s)), within_s=within_s, what=f"sound of {lane.value}"
        )

    def await_both(self) -> None:
        """Wait until both lanes are heard."""
        for lane in Lane:
            self.await_sound(lane)

    def listen(self, seconds: float) -> float:
        """Wait until both lanes' time has gone on by so much; gives where it was before."""
        since_s = self.now_s()
        for lane in Lane:
            until(
                partial(self._reaches, lane, since_s + seconds),
                within_s=seconds + 20,
                what=f"{seconds} s of {lane.value}",
            )
        return since_s

    def story(self) -> str:
        """Everything but frames and levels, and what the children wrote to their log."""
        told = [
            f"{seen.at_s:7.2f} {seen.item}"
            for seen in list(self._seen)
            if isinstance(seen.item, LaneHealth | Gap)
        ]
        written = self.log.path.read_text() if self.log.path.exists() else ""
        return "\n".join([*told, f"now {self.now_s():.2f}", written[-2000:]])

    def _reaches(self, lane: Lane, t_s: float) -> bool:
        return bool(self.frames(lane, t_s))

    def _of(self, kind: type[_Item]) -> list[_Item]:
        with self._lock:
            return [seen.item for seen in self._seen if isinstance(seen.item, kind)]

    def _note(self, item: PathItem) -> None:
        if isinstance(item, LaneLevel):
            return
        with self._hearing, self._lock:
            self._seen.append(_Seen(self.now_s(), item))

    @contextmanager
    def deaf(self) -> Iterator[None]:
        """Nobody reads what the children say; as a stopped program would behave."""
        with self._hearing:
            yield

    def forget(self, older_s: float) -> None:
        """Drop frames that came longer ago than that."""
        with self._lock:
            oldest_s = self.now_s() - older_s
            self._seen = [
                seen
                for seen in self._seen
                if seen.at_s > oldest_s or not isinstance(seen.item, AudioFrame)
            ]

    def lateness_s(self, lane: Lane, since_s: float) -> float:
        """How long the last sample of a frame was on its way at most."""
        with self._lock:
            return max(
                seen.at_s - seen.item.start_s - FRAME_SAMPLES / SAMPLE_RATE
                for seen in self._seen
                if isinstance(seen.item, AudioFrame)
                and seen.item.lane is lane
                and seen.item.start_s > since_s
            )

    def reports(self) -> list[ChildReport]:
        """What the supervisor has told of its children since the last time."""
        told = []
        while (report := self.supervisor.reports.take(0.0)) is not None:
            if isinstance(report, ChildReport):
                told.append(report)
        return told


@contextmanager
def listening(
    server: SoundServer, folder: Path, choices: Mapping[Lane, str] = BOTH
) -> Iterator[Listening]:
    """Lanes being heard until the context ends."""
    heard = Listening(server, choices, folder / "logs")
    with heard.supervisor:
        try:
            yield heard
        except AssertionError as error:
            error.add_note(heard.story())
            error.add_note(server.pactl("list", "source-outputs"))
            raise
