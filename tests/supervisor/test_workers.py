from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from time import monotonic

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.session.events import AnchorFound, Fault, Heard, Said
from kairo_desktop.supervisor.messages import End, Past, PathItem, Timeline, Turn
from kairo_desktop.supervisor.renumber import renumbered
from kairo_desktop.supervisor.workers import AsrWorker, LlmWorker, SessionClock
from kairo_desktop.types import (
    Anchor,
    AnswerDone,
    AudioFrame,
    Gap,
    Kind,
    Lane,
    PointState,
    Question,
    QuestionState,
    SpeechState,
    TalkingPoint,
    Trace,
    UserCommand,
    Utterance,
    VoiceState,
)
from tests.fakes.workers import FRAME_S, spoken


@dataclass
class _Around:
    """A process in which some items wait."""

    leaving: bool = False
    waiting: int = 0


class _Echo:
    """Gives a speech state for every frame, and what it is given otherwise."""

    def __init__(self) -> None:
        self.hurried: list[bool] = []

    def step(self, item: AudioFrame | Gap, *, hurried: bool = False) -> Iterable[Heard]:
        self.hurried.append(hurried)
        if isinstance(item, Gap):
            return (item,)
        return (SpeechState(item.lane, item.start_s, VoiceState.QUIET),)

    def flush(self) -> Iterable[Heard]:
        return (Utterance(Lane.MIC, 9, "the rest", 0.0, 1.0),)


class _Answers:
    """Takes each command as a question and remembers what it is told."""

    def __init__(self) -> None:
        self.recalled: list[tuple[Lane, str]] = []
        self.answered: list[AnswerDone] = []
        self.submitted: list[Question] = []
        self.left = 0

    @property
    def idle(self) -> bool:
        return self.left == 0

    def begin(self) -> Iterator[Said]:
        yield _SKIPPED

    def recall(self, lane: Lane, text: str) -> None:
        self.recalled.append((lane, text))

    def remember(self, question: Question, answer: AnswerDone) -> None:
        assert question.turn_id == answer.turn_id
        self.recall(Lane.SYSTEM, question.text)
        self.answered.append(answer)

    def take_up(self, question: Question) -> Iterator[Said]:
        self.submitted.append(question)
        self.left += 1
        yield question

    def step(self, item: Heard | UserCommand) -> Iterator[Said]:
        if isinstance(item, UserCommand):
            yield from self.take_up(_turn(len(self.submitted) + 1))

    def work(self) -> Iterator[Said]:
        self.left -= 1
        yield _point(1)

    def flush(self) -> Iterator[Said]:
        yield _turn(1)


def _turn(turn_id: int, repeat_of: int | None = None) -> Question:
    state = QuestionState.CONFIRMED
    return Question(turn_id, f"q{turn_id}", Kind.BACKGROUND, float(turn_id), state, repeat_of)


def _point(turn_id: int) -> TalkingPoint:
    return TalkingPoint(turn_id, 0, "p", (), PointState.FINAL)


def _done(turn_id: int) -> AnswerDone:
    return AnswerDone(turn_id, (_point(turn_id),), not_in_notes=False, trace=Trace(0.0))


_SKIPPED = Fault("note_skipped", "junk.md is skipped: it is no text.")


def _llm(answers: _Answers) -> LlmWorker:
    return LlmWorker(answers, SessionClock(), "some-model", ExitStack())


def test_the_hearing_half_is_given_audio_with_its_holes_named() -> None:
    worker = AsrWorker(_Echo(), "tiny", _Around())
    frames = [*spoken([1] * 3)]
    heard = [said for frame in (frames[0], frames[2]) for said in worker.step(frame)]
    first, last = (SpeechState(Lane.SYSTEM, n * FRAME_S, VoiceState.QUIET) for n in (0, 2))
    gap = Gap(Lane.SYSTEM, FRAME_S, 2 * FRAME_S, "frames were dropped")
    assert heard == [(first, gap)]
    assert list(worker.step(End())) == []
    assert list(worker.resume(Past())) == []
    assert list(worker.flush()) == [(last, Utterance(Lane.MIC, 9, "the rest", 0.0, 1.0))]
    worker.close()


def test_what_is_to_be_known_first_is_told_once_in_a_session() -> None:
    assert list(_llm(_Answers()).resume(Past())) == [_SKIPPED]
    assert list(_llm(_Answers()).resume(Past(next_turn_id=2))) == []


def test_a_recognizer_that_lags_is_told_to_hurry() -> None:
    echo, around = _Echo(), _Around()
    worker = AsrWorker(echo, "tiny", around)
    frames = [*spoken([1] * 2)]
    list(worker.step(frames[0]))
    around.waiting = 64
    list(worker.step(frames[1]))
    assert echo.hurried == [False, True]


def test_the_answering_half_remembers_the_past_in_the_order_in_which_it_was_said() -> None:
    answers = _Answers()
    lines = (
        Utterance(Lane.MIC, 0, "I did.", 1.5, 1.9),
        Utterance(Lane.SYSTEM, 0, "q1", 0.0, 1.0),
        Utterance(Lane.MIC, 1, "Often.", 2.5, 2.9),
    )
    past = Past(lines, (Turn(_turn(1), _done(1)), Turn(_turn(2), _done(2))), (), 3)
    assert list(_llm(answers).resume(past)) == []
    assert answers.recalled == [
        (Lane.SYSTEM, "q1"),
        (Lane.MIC, "I did."),
        (Lane.SYSTEM, "q2"),
        (Lane.MIC, "Often."),
    ]


def test_answers_of_earlier_processes_have_numbers_from_before_the_first_turn() -> None:
    answers = _Answers()
    past = Past((), (Turn(_turn(1), _done(1)), Turn(_turn(2), _done(2))), (), 4)
    list(_llm(answers).resume(past))
    assert [answer.turn_id for answer in answers.answered] == [-2, -1]
    assert [answer.points[0].turn_id for answer in answers.answered] == [-2, -1]


def test_unanswered_turns_keep_their_numbers_and_new_ones_count_on() -> None:
    answers = _Answers()
    worker = _llm(answers)
    told = list(worker.resume(Past((), (), (_turn(3), _turn(5)), 6)))
    assert told == [_turn(3), _turn(5)]
    assert [turn.turn_id for turn in answers.submitted] == [-2, 0]
    answers.submitted.clear()
    (new,) = worker.step(UserCommand.ANSWER_NOW)
    assert isinstance(new, Question)
    assert new.turn_id == 6


def test_the_answering_half_works_while_there_is_work() -> None:
    answers = _Answers()
    worker = _llm(answers)
    assert worker.work() is None
    list(worker.step(UserCommand.AGAIN))
    assert list(worker.work() or ()) == [_point(1)]
    assert worker.work() is None
    assert list(worker.flush()) == [_turn(1)]
    assert list(worker.step(End())) == []


def test_the_timeline_moves_the_clock() -> None:
    clock = SessionClock()
    worker = LlmWorker(_Answers(), clock, "m", ExitStack())
    list(worker.step(Timeline(monotonic() - 100.0)))
    assert clock() == pytest.approx(100.0, abs=5.0)


def test_closing_frees_the_model() -> None:
    freed: list[str] = []
    resources = ExitStack()
    resources.callback(freed.append, "model")
    LlmWorker(_Answers(), SessionClock(), "m", resources).close()
    assert freed == ["model"]


@given(st.integers(-50, 50), st.integers(-50, 50))
def test_numbers_moved_and_moved_back_are_the_same(turn_id: int, by: int) -> None:
    numbered: list[PathItem] = [
        _turn(turn_id),
        _turn(turn_id, turn_id),
        _point(turn_id),
        _done(turn_id),
        AnchorFound(turn_id, Anchor("a.md", "h", "t")),
    ]
    for item in numbered:
        assert renumbered(renumbered(item, by), -by) == item
    done = renumbered(_done(turn_id), by)
    assert {done.turn_id, done.points[0].turn_id} == {turn_id + by}


def test_what_has_no_number_is_left_alone() -> None:
    assert renumbered(End(), 4) == End()
    assert renumbered(_turn(1, 1), 4).repeat_of == 5
