"""The hearing half of a session: frames of both lanes become text."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from kairo_desktop.copilot.echo import Echo
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

    def rest(self, now_s: float) -> Iterable[Hypothesis]:
        """Do what waited for a moment of silence, at `now_s` on the lane's clock."""
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
    """Runs each frame through its lane's stages, in the order in which frames come.

    Where both lanes are heard, what the user's only picked up of the interviewer's is taken out.
    """

    def __init__(self, lanes: Mapping[Lane, LaneStages]) -> None:
        self._lanes = dict(lanes)
        self._echo = Echo() if len(self._lanes) > 1 else None

    def step(self, item: AudioFrame | Gap, *, hurried: bool = False) -> Iterator[Heard]:
        """Hear one frame; a gap ends what the lane was saying and moves its clock.

        Args:
            item: The next frame of its lane.
            hurried: The caller lags: leave out what can be left out.
        """
        stages = self._lanes[item.lane]
        if isinstance(item, Gap):
            yield from self._tell(item)
            for hypothesis in stages.recognizer.step(item):
                yield from self._tell(hypothesis)
        for frame in stages.vad.step(item):
            for piece in stages.endpointer.step(frame):
                yield from self._recognized(stages, piece, hurried=hurried)

    def flush(self) -> Iterator[Heard]:
        """The recording is over: close every open utterance."""
        for stages in self._lanes.values():
            for piece in stages.endpointer.flush():
                yield from self._recognized(stages, piece, hurried=False)
            for hypothesis in stages.recognizer.flush():
                yield from self._tell(hypothesis)
        if self._echo is not None:
            yield from _with_utterances(self._echo.flush())

    def _recognized(
        self, stages: LaneStages, piece: SpeechState | SpeechChunk, *, hurried: bool
    ) -> Iterator[Heard]:
        match piece:
            case SpeechState():
                yield from self._tell(piece)
                hypotheses = stages.recognizer.rest(piece.t_s)
            case _:
                hypotheses = stages.recognizer.step(piece, hurried=hurried)
        for hypothesis in hypotheses:
            yield from self._tell(hypothesis)

    def _tell(self, item: SpeechState | Hypothesis | Gap) -> Iterator[Heard]:
        """An item, and what it makes known about what else was said."""
        if self._echo is None:
            hypotheses: Iterable[Hypothesis] = [item] if isinstance(item, Hypothesis) else ()
        else:
            hypotheses = self._echo.step(item)
        if not isinstance(item, Hypothesis):
            yield item
        yield from _with_utterances(hypotheses)


def _with_utterances(hypotheses: Iterable[Hypothesis]) -> Iterator[Heard]:
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
