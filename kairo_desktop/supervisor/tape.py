"""The last half minute of each lane, kept in case the recognizer has to hear it again."""

from collections import deque
from collections.abc import Iterator, Mapping
from heapq import merge
from typing import TypeAlias

from kairo_desktop.types import FRAME_SAMPLES, SAMPLE_RATE, AudioFrame, Gap, Lane

__all__ = ["Tape", "Taped", "end_of"]

Taped: TypeAlias = AudioFrame | Gap

_SLACK_S = FRAME_SAMPLES / SAMPLE_RATE / 2
"""Sums of frame lengths are not exact."""


def end_of(item: Taped) -> float:
    """Where on the lane's clock the item ends, in seconds."""
    if isinstance(item, Gap):
        return item.end_s
    return item.start_s + len(item.samples) / SAMPLE_RATE


class Tape:
    """Frames and gaps of all lanes in the order in which they came.

    Attributes:
        length_s: How much of each lane is kept.
        dropped: Items that became too old, since the beginning.
    """

    def __init__(self, length_s: float = 30.0) -> None:
        self.length_s = length_s
        self.dropped = 0
        self._lanes: dict[Lane, deque[tuple[int, Taped]]] = {lane: deque() for lane in Lane}
        self._n_seen = 0

    def add(self, item: Taped) -> None:
        """Keep an item; what is more than `length_s` older leaves."""
        lane = self._lanes[item.lane]
        lane.append((self._n_seen, item))
        self._n_seen += 1
        oldest_s = end_of(item) - self.length_s
        while end_of(lane[0][1]) <= oldest_s + _SLACK_S:
            lane.popleft()
            self.dropped += 1

    def since(self, from_s: Mapping[Lane, float]) -> Iterator[Taped]:
        """What of each lane ends after the time given for it, in the order in which it came."""
        lanes = (self._since(lane, from_s.get(lane, float("-inf"))) for lane in Lane)
        for _, item in merge(*lanes, key=lambda numbered: numbered[0]):
            yield item

    def begin_s(self, lane: Lane) -> float | None:
        """Where the kept audio of a lane begins; None while there is none."""
        kept = self._lanes[lane]
        return kept[0][1].start_s if kept else None

    def _since(self, lane: Lane, from_s: float) -> Iterator[tuple[int, Taped]]:
        return (pair for pair in self._lanes[lane] if end_of(pair[1]) > from_s + _SLACK_S)
