"""A lane's place in a session: where its time stands, whether it is paused."""

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from kairo_desktop.audio.health import LaneHealth, LaneState
from kairo_desktop.audio.levels import LaneLevel
from kairo_desktop.errors import SettingsError
from kairo_desktop.session.events import Fault
from kairo_desktop.supervisor.messages import Message, PathItem, PauseLane, Role
from kairo_desktop.types import FRAME_SAMPLES, SAMPLE_RATE, AudioFrame, Gap, Lane

__all__ = ["CaptureChild", "CaptureJob", "capture_name"]

_SLACK_S = FRAME_SAMPLES / SAMPLE_RATE / 2


def capture_name(lane: Lane) -> str:
    """Of the child that hears a lane."""
    return f"capture-{lane.value}"


@dataclass(frozen=True, slots=True)
class CaptureJob:
    """What a capture process is told.

    Attributes:
        choice: "default", the name of a source, or `file:` and the path of a recording.
        zero_s: The session's time 0 on the monotonic clock.
        latency_s: Sound the device may collect before it wakes the process.
    """

    lane: Lane
    choice: str
    zero_s: float
    latency_s: float

    def to_json(self) -> str:
        """As text."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_json(cls, text: str) -> "CaptureJob":
        """From the text of `to_json`.

        Raises:
            SettingsError: the text is not of this version.
        """
        try:
            return msgspec.json.decode(text, type=cls)
        except msgspec.MsgspecError as err:
            raise SettingsError("A lane was started with settings it cannot read.") from err


class CaptureChild:
    """A `Child` that gives one lane's frames, gaps, levels and health.

    The law: whatever its processes do, the lane's time never goes back, and every hole has its
    gap.
    """

    role = Role.CAPTURE

    def __init__(self, job: CaptureJob) -> None:
        self.name = capture_name(job.lane)
        self.job = job.to_json()
        self._lane = job.lane
        self._paused = False
        self._end_s: float | None = None
        self._anew = False
        self._source = ""

    def send(self, item: PathItem) -> Iterator[PathItem]:
        """Remember and pass on whether the lane is paused; nothing else is for it."""
        if isinstance(item, PauseLane) and item.lane is self._lane:
            self._paused = item.paused
            yield item

    def receive(self, item: PathItem) -> Iterator[PathItem]:
        """What the session has not heard of this lane yet."""
        match item:
            case AudioFrame():
                yield from self._place(item)
            case Gap():
                yield from self._widen(item)
            case LaneHealth():
                self._source = item.source
                yield item
            case LaneLevel() | Fault():
                yield item
            case _:
                return

    def resume(self) -> Iterator[Message]:
        """That the lane is paused, if it is."""
        if self._paused:
            yield PauseLane(self._lane, paused=True)

    def lost(self) -> Iterator[PathItem]:
        """That nothing is heard right now."""
        self._anew = True
        message = "The process that hears it ended; it is started again."
        yield LaneHealth(self._lane, LaneState.STALLED, self._source, message)

    def _place(self, frame: AudioFrame) -> Iterator[PathItem]:
        end_s = self._end_s
        if end_s is not None and frame.start_s < end_s - _SLACK_S:
            return
        if end_s is not None and self._anew and frame.start_s > end_s + _SLACK_S:
            yield Gap(self._lane, end_s, frame.start_s, "capture was started again")
        self._anew = False
        self._end_s = frame.start_s + len(frame.samples) / SAMPLE_RATE
        yield frame

    def _widen(self, gap: Gap) -> Iterator[PathItem]:
        """A new process does not know how far the one before it came."""
        start_s = gap.start_s if self._end_s is None else max(gap.start_s, self._end_s)
        if self._anew and self._end_s is not None:
            start_s, self._anew = self._end_s, False
        if gap.end_s >= start_s:
            self._end_s = gap.end_s
            yield Gap(gap.lane, start_s, gap.end_s, gap.reason)
