"""Workers that need no model: frames spell words, every finished line is a question."""

from collections import deque
from collections.abc import Iterable, Iterator

import numpy as np

from kairo_desktop.supervisor.messages import Past, PathItem
from kairo_desktop.types import (
    FRAME_SAMPLES,
    SAMPLE_RATE,
    AnswerDone,
    AudioFrame,
    Hypothesis,
    Kind,
    Lane,
    PointState,
    Question,
    QuestionState,
    SpeechState,
    TalkingPoint,
    Trace,
    Utterance,
    VoiceState,
    Word,
)

__all__ = ["FRAME_S", "SpellingAsr", "SpellingLlm", "spoken"]

FRAME_S = FRAME_SAMPLES / SAMPLE_RATE
_CLOSING_FRAMES = 4
_POINTS = 3


def spoken(words: Iterable[int], lane: Lane = Lane.SYSTEM) -> Iterator[AudioFrame]:
    """Frames of one lane; each number is a word as long as a frame, 0 is silence."""
    for n, word in enumerate(words):
        yield AudioFrame(lane, n * FRAME_S, np.full(FRAME_SAMPLES, word, np.float32))


class SpellingAsr:
    """Recognizes the number in each frame; four silent frames close an utterance."""

    running = "spelling"

    def __init__(self) -> None:
        self._lanes = {lane: _LaneOfNumbers(lane) for lane in Lane}

    def resume(self, past: Past) -> Iterable[PathItem]:
        del past
        return ()

    def step(self, item: PathItem) -> Iterator[PathItem]:
        if isinstance(item, AudioFrame):
            yield from self._lanes[item.lane].step(item)

    def work(self) -> None:
        return None

    def flush(self) -> Iterator[PathItem]:
        for lane in self._lanes.values():
            yield from lane.flush()

    def close(self) -> None:
        pass


class _LaneOfNumbers:
    def __init__(self, lane: Lane) -> None:
        self._lane = lane
        self._id = 0
        self._words: list[Word] = []
        self._silent = 0
        self._end_s = 0.0

    def step(self, frame: AudioFrame) -> Iterator[PathItem]:
        self._end_s = frame.start_s + FRAME_S
        number = int(frame.samples[0])
        state = VoiceState.SPEAKING if number else VoiceState.QUIET
        yield SpeechState(self._lane, self._end_s, state)
        if number:
            self._silent = 0
            self._words.append(Word(f"w{number}", frame.start_s, self._end_s, 0.9))
            yield self._hypothesis(final=False)
            return
        self._silent += 1
        if self._words and self._silent == _CLOSING_FRAMES:
            yield from self.flush()

    def flush(self) -> Iterator[PathItem]:
        if not self._words:
            return
        final = self._hypothesis(final=True)
        yield final
        yield Utterance(self._lane, self._id, final.text, final.start_s, final.end_s)
        self._id += 1
        self._words.clear()

    def _hypothesis(self, *, final: bool) -> Hypothesis:
        n = len(self._words) if final else max(0, len(self._words) - 2)
        return Hypothesis(
            lane=self._lane,
            utterance_id=self._id,
            committed=tuple(self._words[:n]),
            tentative=tuple(self._words[n:]),
            start_s=self._words[0].start_s,
            end_s=self._end_s,
            settled=final,
            final=final,
        )


class SpellingLlm:
    """Takes every finished line of the interviewer as a question; a point per unit of work.

    A question ends where the voice did, whatever the times of its words say.
    """

    running = "spelling"

    def __init__(self) -> None:
        self._next_id = 1
        self._voice_end_s = 0.0
        self._waiting: deque[Question] = deque()
        self._points: list[TalkingPoint] = []

    def resume(self, past: Past) -> Iterator[PathItem]:
        self._next_id = past.next_turn_id
        self._waiting.extend(past.unanswered)
        yield from past.unanswered

    def step(self, item: PathItem) -> Iterator[PathItem]:
        match item:
            case SpeechState(lane=Lane.SYSTEM, state=VoiceState.SPEAKING):
                self._voice_end_s = item.t_s
            case Hypothesis(lane=Lane.SYSTEM) if item.words:
                yield self._question(item)
            case _:
                return

    def _question(self, heard: Hypothesis) -> Question:
        state = QuestionState.CONFIRMED if heard.final else QuestionState.FORMING
        question = Question(self._next_id, heard.text, Kind.BACKGROUND, self._voice_end_s, state)
        if heard.final:
            self._waiting.append(question)
            self._next_id += 1
        return question

    def work(self) -> Iterable[PathItem] | None:
        if not self._waiting:
            return None
        turn = self._waiting[0]
        text = f"{turn.text} #{len(self._points)}"
        point = TalkingPoint(turn.turn_id, len(self._points), text, (), PointState.FINAL)
        self._points.append(point)
        if len(self._points) < _POINTS:
            return (point,)
        done = AnswerDone(turn.turn_id, tuple(self._points), not_in_notes=True, trace=Trace(0.0))
        self._waiting.popleft()
        self._points.clear()
        return (point, done)

    def flush(self) -> Iterable[PathItem]:
        return ()

    def close(self) -> None:
        pass
