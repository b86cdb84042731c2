"""Whether a lane is heard as it should be, judged from facts alone."""

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Final

from kairo_desktop.audio.backend import Facts, ServerState
from kairo_desktop.audio.intake import Signs
from kairo_desktop.audio.sources import SoundSource
from kairo_desktop.audio.watch import STEADY_S
from kairo_desktop.types import Lane

__all__ = ["LaneHealth", "LaneState", "Trouble", "Verdict", "judge"]

_STALLED_S: Final = 1.0
_OPENING_S: Final = 3.0
"""A PulseAudio null sink delivers its first block up to 2 s late."""

_WRONG_S: Final = 0.5
"""A server that moves a stream is given this long to be told better."""

_SILENT_S: Final = 3.0
_ELSEWHERE_S: Final = 8.0
"""In a call the other side may well be quiet while some other program is not."""

_MUTED_S: Final = 1.0


class LaneState(StrEnum):
    """How a lane is; the words are those of the `lane` event."""

    OK = "ok"
    SILENT = "silent"
    """Nothing but zeros comes, and that is not because it is quiet."""
    STALLED = "stalled"
    """Nothing comes."""
    LOST = "lost"
    """The wanted source is not there."""
    DENIED = "denied"
    PAUSED = "paused"


class Trouble(Enum):
    """What is the matter; the values serve as reasons of a gap."""

    NONE = "samples were missing"
    PAUSED = "paused"
    OPENING = "the source was being opened"
    CONNECTED_ANEW = "the lane was connected anew"
    DENIED = "access to the sound server was denied"
    NO_LIBRARY = "a sound library is missing"
    NO_SERVER = "the sound server was gone"
    FROZEN = "the sound server did not answer"
    NO_SOURCE = "the source was gone"
    WRONG_SOURCE = "the system had moved the lane to another source"
    SUSPENDED = "the source was suspended"
    NO_SOUND = "no sound came"
    MUTED = "the source is muted"
    ELSEWHERE = "the sound plays on another output"
    ZEROS = "only silence comes"


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a lane is and why."""

    state: LaneState
    trouble: Trouble


@dataclass(frozen=True, slots=True)
class LaneHealth:
    """How a lane is, for the user.

    Attributes:
        source: Description of the source that the lane should hear; empty while there is none.
        message: What is the matter and what to do about it; empty when all is well.
        trouble: What the message is about, for a front end that has more to say.
        delay_ms: How old sound is when it reaches Kairo; None before that is known.
        n_overflows: How often the device has thrown sound away, since the beginning.
    """

    lane: Lane
    state: LaneState
    source: str
    message: str = ""
    trouble: Trouble = Trouble.NONE
    delay_ms: float | None = None
    n_overflows: int = 0


_SERVER_TROUBLES: Final = {
    ServerState.UNKNOWN: Verdict(LaneState.STALLED, Trouble.OPENING),
    ServerState.DENIED: Verdict(LaneState.DENIED, Trouble.DENIED),
    ServerState.LIBRARY_MISSING: Verdict(LaneState.LOST, Trouble.NO_LIBRARY),
    ServerState.GONE: Verdict(LaneState.LOST, Trouble.NO_SERVER),
    ServerState.FROZEN: Verdict(LaneState.STALLED, Trouble.FROZEN),
}


def judge(facts: Facts, signs: Signs, now_s: float) -> Verdict:
    """How the lane is at `now_s` of the monotonic clock.

    Exact zeros from a microphone mean that it is off: a quiet room still has noise. From an
    output they mean that nothing plays there, so they count only while something plays on
    another one.
    """
    if facts.server in _SERVER_TROUBLES:
        return _SERVER_TROUBLES[facts.server]
    if facts.wanted is None:
        return Verdict(LaneState.LOST, Trouble.NO_SOURCE)
    if _is_wrong(facts, now_s):
        return Verdict(LaneState.LOST, Trouble.WRONG_SOURCE)
    if _is_stalled(facts, signs, now_s):
        suspended = facts.wanted.suspended
        return Verdict(LaneState.STALLED, Trouble.SUSPENDED if suspended else Trouble.NO_SOUND)
    if signs.last_s is None or (facts.opened_s or 0.0) > signs.last_s:
        return Verdict(LaneState.STALLED, Trouble.OPENING)
    silent_s = 0.0 if signs.silent_since_s is None else now_s - signs.silent_since_s
    return _judge_silence(facts.wanted, facts.elsewhere, silent_s)


def _is_wrong(facts: Facts, now_s: float) -> bool:
    """Whether the lane has been on another source, or been moved back and forth, for too long."""
    since_s, right_s = facts.wrong_since_s, facts.right_since_s
    steady = right_s is not None and now_s - right_s >= STEADY_S
    return since_s is not None and now_s - since_s > _WRONG_S and not steady


def _is_stalled(facts: Facts, signs: Signs, now_s: float) -> bool:
    """A stream that is new has a while before anything need come."""
    last_s, opened_s = signs.last_s, facts.opened_s
    if opened_s is not None and (last_s is None or last_s < opened_s):
        return now_s - opened_s > _OPENING_S
    return last_s is not None and now_s - last_s > _STALLED_S


def _judge_silence(wanted: SoundSource, elsewhere: str, silent_s: float) -> Verdict:
    if wanted.muted and silent_s > _MUTED_S:
        return Verdict(LaneState.SILENT, Trouble.MUTED)
    if wanted.lane is Lane.MIC and silent_s > _SILENT_S:
        return Verdict(LaneState.SILENT, Trouble.ZEROS)
    if elsewhere and silent_s > _ELSEWHERE_S:
        return Verdict(LaneState.SILENT, Trouble.ELSEWHERE)
    return Verdict(LaneState.OK, Trouble.NONE)
