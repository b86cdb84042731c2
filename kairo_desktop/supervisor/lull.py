"""Quiet that lasts is told in pieces: whoever listens to it need not wake thirty times a second."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

import numpy as np

from kairo_desktop.audio.levels import LaneLevel
from kairo_desktop.supervisor.messages import PathItem
from kairo_desktop.supervisor.worker import Parcel
from kairo_desktop.types import AudioFrame, SpeechState, VoiceState

__all__ = ["Lull", "QuietSound", "lasting_quiet"]

_LASTS_S: Final = 2.0
"""What is decided by silence has been decided by then."""

_PIECE_S: Final = 0.09
"""Three frames, less what their times are rounded by."""

_QUIET_POWER: Final = 1e-6
"""Of a frame's mean: 60 dB below full scale, where meters show nothing and speech is far above."""


class Lull:
    """Holds back items of a lasting quiet for a tenth of a second.

    The law: all items come out in the order in which they came, and whatever else comes takes
    what is held with it at once.

    Args:
        quiet_s: Where on its lane's clock an item of a lasting quiet lies; None for what must
            not wait.
    """

    def __init__(self, quiet_s: Callable[[PathItem], float | None]) -> None:
        self._quiet_s = quiet_s
        self._held: list[PathItem] = []
        self._since_s = 0.0

    def step(self, items: Iterable[PathItem]) -> Iterator[Parcel]:
        """The items, each as it comes, or many of a quiet together."""
        for item in items:
            at_s = self._quiet_s(item)
            if at_s is None:
                yield (*self._taken(), item) if self._held else item
                continue
            if not self._held:
                self._since_s = at_s
            self._held.append(item)
            if at_s - self._since_s >= _PIECE_S:
                yield self._taken()

    def flush(self) -> Iterator[Parcel]:
        """What is held."""
        if self._held:
            yield self._taken()

    def _taken(self) -> tuple[PathItem, ...]:
        held, self._held = tuple(self._held), []
        return held


def lasting_quiet(item: PathItem) -> float | None:
    """When a lane was quiet, if it had been for some time."""
    if not isinstance(item, SpeechState) or item.state is not VoiceState.QUIET:
        return None
    lasts = item.speech_end_s is None or item.t_s - item.speech_end_s > _LASTS_S
    return item.t_s if lasts else None


class QuietSound:
    """Tells of one lane's sound, and of the levels behind it, what lies in a lasting quiet."""

    def __init__(self) -> None:
        self._loud_s: float | None = None
        self._now_s = 0.0

    def __call__(self, item: PathItem) -> float | None:
        """Where on the lane's clock it lies; None for sound, and for news of the lane."""
        match item:
            case AudioFrame():
                self._now_s = item.start_s
                power = float(np.dot(item.samples, item.samples)) / len(item.samples)
                if power > _QUIET_POWER or self._loud_s is None:
                    self._loud_s = item.start_s
            case LaneLevel():
                pass
            case _:
                return None
        lasts = self._loud_s is not None and self._now_s - self._loud_s > _LASTS_S
        return self._now_s if lasts else None
