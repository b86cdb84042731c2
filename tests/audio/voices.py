"""A voice on each side of a call, and whether a lane hears its own only."""

from typing import Final

from kairo_desktop.audio.health import LaneState
from kairo_desktop.types import Lane
from tests.audio.listening import LEAK_DB, Listening, loudness_db
from tests.fakes.tone_source import tone
from tests.sound_server import SoundServer

__all__ = [
    "BACK_S",
    "CALL_HZ",
    "MIC_HZ",
    "NAMED",
    "OTHER_HZ",
    "await_lost",
    "hears_only",
    "voices",
]

NAMED: Final = {Lane.SYSTEM: "call.monitor", Lane.MIC: "mic"}
CALL_HZ, MIC_HZ, OTHER_HZ = 440.0, 1000.0, 2000.0

BACK_S: Final = 4.0
"""Three seconds, and what a busy machine adds."""

_TOLD_S = 1.5
"""One second, and what a busy machine adds."""


def voices(server: SoundServer) -> None:
    """A tone on each side, neither on the default output, whose streams servers move about."""
    server.load_sink("other")
    server.pactl("set-default-sink", "other")
    server.play_samples(tone(90, CALL_HZ), "call")
    server.play_samples(tone(90, MIC_HZ), "micfeed")


def await_lost(heard: Listening, lane: Lane) -> None:
    """Wait until a lane is told to be lost, which must be soon."""
    assert heard.await_state(lane, LaneState.LOST, within_s=10) < _TOLD_S


def hears_only(heard: Listening, lane: Lane, since_s: float) -> None:
    """The lane has heard its own tone at the end, and the other's never."""
    own, other = (CALL_HZ, MIC_HZ) if lane is Lane.SYSTEM else (MIC_HZ, CALL_HZ)
    samples = heard.samples(lane, since_s)
    assert loudness_db(samples, other) < LEAK_DB
    assert len(samples) == 0 or loudness_db(samples[-16_000:], own) > -40
