"""Where frames do not follow each other, the hole gets a name."""

from collections.abc import Iterator

from kairo_desktop.types import FRAME_SAMPLES, SAMPLE_RATE, AudioFrame, Gap, Lane

__all__ = ["Seam"]

_SLACK_S = FRAME_SAMPLES / SAMPLE_RATE / 2


class Seam:
    """Puts a `Gap` in front of a frame that begins later than the lane's last item ended."""

    def __init__(self) -> None:
        self._ends_s: dict[Lane, float] = {}

    def step(self, item: AudioFrame | Gap) -> Iterator[AudioFrame | Gap]:
        """The item, behind the gap it reveals."""
        if isinstance(item, Gap):
            self._ends_s[item.lane] = item.end_s
            yield item
            return
        end_s = self._ends_s.get(item.lane, item.start_s)
        if item.start_s > end_s + _SLACK_S:
            yield Gap(item.lane, end_s, item.start_s, "frames were dropped")
        self._ends_s[item.lane] = item.start_s + len(item.samples) / SAMPLE_RATE
        yield item
