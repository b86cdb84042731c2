"""Plays what an interviewer says to the turn logic, as a recognizer would give it."""

from collections.abc import Iterator

import msgspec

from kairo_desktop.copilot.protocols import Judge
from kairo_desktop.copilot.questions import QuestionModel
from kairo_desktop.copilot.turns import TurnLogic
from kairo_desktop.session.judging import Judging
from kairo_desktop.settings.turn import TurnSettings
from kairo_desktop.types import (
    FRAME_SAMPLES,
    SAMPLE_RATE,
    Hypothesis,
    Lane,
    Question,
    SpeechState,
    VoiceState,
    Word,
)

__all__ = ["Partial", "Pause", "Player", "Segment", "spoken_alone"]

_FRAME_S = FRAME_SAMPLES / SAMPLE_RATE
_START_S = 0.5
_CLOSE_S = 0.5
_LAG_S = 0.3
_WORD_S = 0.3
_AFTER_S = 10.0


class Pause(msgspec.Struct):
    """A silence within a turn."""

    start_s: float
    end_s: float


class Partial(msgspec.Struct):
    """The text of an utterance as it stands at `t_s`."""

    t_s: float
    text: str
    final: bool
    utt: int


class Segment(msgspec.Struct):
    """A line of segments.jsonl: a question as it arrives."""

    speech_start_s: float
    speech_end_s: float
    pauses: tuple[Pause, ...]
    expect_answer: bool
    max_answers: int
    must_not_finalise_before_s: float | None
    partials: tuple[Partial, ...]


def spoken_alone(text: str) -> Segment:
    """`text` as the only thing that is said, heard word by word."""
    words = text.split()
    end_s = _START_S + _WORD_S * len(words)
    partials = [
        Partial(_START_S + _WORD_S * n + _LAG_S, " ".join(words[:n]), final=False, utt=0)
        for n in range(1, len(words) + 1)
    ]
    return Segment(
        speech_start_s=_START_S,
        speech_end_s=end_s,
        pauses=(),
        expect_answer=True,
        max_answers=1,
        must_not_finalise_before_s=None,
        partials=(*partials, Partial(end_s + 2.0 * _LAG_S, text, final=True, utt=0)),
    )


class Player:
    """Plays segments, each to turn logic of its own.

    Args:
        judge: Gives second opinions, as if they took no time; None for none.
    """

    def __init__(
        self, settings: TurnSettings, model: QuestionModel, judge: Judge | None = None
    ) -> None:
        self._settings = settings
        self._model = model
        self._judge = judge

    def play(self, segment: Segment) -> Iterator[tuple[float, Question]]:
        """Questions, each with the time at which it was given out."""
        logic = TurnLogic(self._settings, self._model)
        judging = Judging(logic, self._judge) if self._judge else None
        for t_s, item in _items(segment):
            for question in logic.step(item):
                yield t_s, question
            while judging is not None and judging.due:
                for question in judging.work():
                    yield t_s, question


def _items(segment: Segment) -> Iterator[tuple[float, SpeechState | Hypothesis]]:
    waiting = list(segment.partials)
    for n in range(int((segment.speech_end_s + _AFTER_S) / _FRAME_S)):
        t_s = n * _FRAME_S
        for lane in (Lane.SYSTEM, Lane.MIC):
            yield t_s, _state_at(segment, lane, t_s)
        while waiting and waiting[0].t_s <= t_s:
            yield t_s, _hypothesis(segment, waiting.pop(0))


def _state_at(segment: Segment, lane: Lane, t_s: float) -> SpeechState:
    """What an endpointer would say at `t_s`; the user stays silent."""
    starts = [segment.speech_start_s, *(pause.end_s for pause in segment.pauses)]
    ends = [*(pause.start_s for pause in segment.pauses), segment.speech_end_s]
    begun = sum(start_s <= t_s for start_s in starts)
    if lane is Lane.MIC or not begun:
        return SpeechState(lane, t_s, VoiceState.QUIET)
    end_s = ends[begun - 1]
    if t_s < end_s:
        return SpeechState(lane, t_s, VoiceState.SPEAKING, t_s)
    state = VoiceState.STOPPING if t_s < end_s + _CLOSE_S else VoiceState.QUIET
    return SpeechState(lane, t_s, state, end_s)


def _hypothesis(segment: Segment, partial: Partial) -> Hypothesis:
    heard_s = partial.t_s - _LAG_S
    texts = partial.text.split()
    words = tuple(
        Word(
            text, heard_s - _WORD_S * (len(texts) - n), heard_s - _WORD_S * (len(texts) - n - 1), 1
        )
        for n, text in enumerate(texts)
    )
    kept = len(words) if partial.final else max(len(words) - 2, 0)
    return Hypothesis(
        lane=Lane.SYSTEM,
        utterance_id=partial.utt,
        committed=words[:kept],
        tentative=words[kept:],
        start_s=segment.speech_start_s,
        end_s=heard_s,
        final=partial.final,
    )
