"""The hearing half of a session: frames of both lanes become text."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from kairo_desktop.session.events import Heard
from kairo_desktop.types import (
    AudioFrame,
    Gap,
    Hypothesis,
    Lane,
    SpeechChunk,
    SpeechFrame,
    SpeechState,
    Stage,
    Utterance,
)

__all__ = ["LaneStages", "Listener", "Recognizer"]


class Recognizer(Protocol):
    """A stage that can be told to do without updates because it lags."""

    def step(self, item: SpeechChunk | Gap, *, hurried: bool = False) -> Iterable[Hypothesis]:
        """Take the next chunk of the lane."""
        ...

    def flush(self) -> Iterable[Hypothesis]:
        """End the open utterance."""
        ...


@dataclass(frozen=True, slots=True)
class LaneStages:
    """The stages that one lane's audio runs through; none is shared with another lane."""

    vad: Stage[AudioFrame | Gap, SpeechFrame | Gap]
    endpointer: Stage[SpeechFrame | Gap, SpeechChunk | SpeechState]
    recognizer: Recognizer


class Listener:
    """Runs each frame through its lane's stages, in the order in which frames come."""

    def __init__(self, lanes: Mapping[Lane, LaneStages]) -> None:
        self._lanes = dict(lanes)

    def step(self, item: AudioFrame | Gap, *, hurried: bool = False) -> Iterator[Heard]:
        """Hear one frame; a gap ends what the lane was saying and moves its clock.

        Args:
            item: The next frame of its lane.
            hurried: The caller lags: leave out what can be left out.
        """
        stages = self._lanes[item.lane]
        if isinstance(item, Gap):
            yield item
            yield from _with_utterance(stages.recognizer.step(item))
        for frame in stages.vad.step(item):
            yield from _recognized(stages, stages.endpointer.step(frame), hurried=hurried)

    def flush(self) -> Iterator[Heard]:
        """The recording is over: close every open utterance."""
        for stages in self._lanes.values():
            yield from _recognized(stages, stages.endpointer.flush(), hurried=False)
            yield from _with_utterance(stages.recognizer.flush())


def _recognized(
    stages: LaneStages, pieces: Iterable[SpeechState | SpeechChunk], *, hurried: bool
) -> Iterator[Heard]:
    for piece in pieces:
        match piece:
            case SpeechState():
                yield piece
            case SpeechChunk():
                yield from _with_utterance(stages.recognizer.step(piece, hurried=hurried))


def _with_utterance(hypotheses: Iterable[Hypothesis]) -> Iterator[Heard]:
    """Each hypothesis, and the finished line behind a final one that says something."""
    for hypothesis in hypotheses:
        yield hypothesis
        if hypothesis.final and hypothesis.words:
            yield Utterance(
                lane=hypothesis.lane,
                utterance_id=hypothesis.utterance_id,
                text=hypothesis.text,
                start_s=hypothesis.start_s,
                end_s=hypothesis.end_s,
            )
