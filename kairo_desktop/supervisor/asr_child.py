"""The recognizer's place in a session: what it must hear again, what was said already."""

from collections.abc import Iterator

from kairo_desktop.supervisor.messages import End, Message, PathItem, Role
from kairo_desktop.supervisor.splice import Splice
from kairo_desktop.supervisor.tape import Tape
from kairo_desktop.types import (
    FRAME_SAMPLES,
    SAMPLE_RATE,
    AudioFrame,
    Gap,
    Hypothesis,
    Lane,
    SpeechState,
)

__all__ = ["AsrChild"]

_FRAME_S = FRAME_SAMPLES / SAMPLE_RATE


class AsrChild:
    """A `Child` that is sent the audio of all lanes and gives their text."""

    name = "asr"
    role = Role.ASR

    def __init__(self, job: str, tape: Tape | None = None) -> None:
        self.job = job
        self._tape = tape or Tape()
        self._lanes = {lane: Splice() for lane in Lane}
        self._begun_s: dict[Lane, float] = {}
        self._ended = False

    def send(self, item: PathItem) -> Iterator[PathItem]:
        """Tape frames and gaps and pass them on; nothing else is for the recognizer."""
        match item:
            case AudioFrame() | Gap():
                self._begun_s.setdefault(item.lane, item.start_s)
                self._tape.add(item)
                yield item
            case End():
                self._ended = True
                yield item
            case _:
                return

    def receive(self, item: PathItem) -> Iterator[PathItem]:
        """What of the item is new to the session."""
        match item:
            case Hypothesis() | SpeechState() | Gap():
                yield from self._lanes[item.lane].step(item)
            case End():
                for splice in self._lanes.values():
                    yield from splice.flush()
                yield item
            case _:
                return

    def resume(self) -> Iterator[Message]:
        """The audio that is not final yet, a gap for what is no longer kept."""
        settled_s = {lane: splice.settled_s for lane, splice in self._lanes.items()}
        for lane, splice in self._lanes.items():
            begin_s = self._tape.begin_s(lane)
            if begin_s is None:
                continue
            splice.restart(max(begin_s, splice.settled_s))
            lost_from_s = max(splice.heard_s, self._begun_s[lane])
            if begin_s > lost_from_s + _FRAME_S:
                yield Gap(lane, lost_from_s, begin_s, "speech recognition was down")
        yield from self._tape.since(settled_s)
        if self._ended:
            yield End()

    def lost(self) -> Iterator[PathItem]:
        """Nothing: what was said stands, what was heard will be heard again."""
        yield from ()
