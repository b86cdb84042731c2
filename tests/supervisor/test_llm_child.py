"""Whatever moment the answering process dies at, every question is answered, and once."""

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.session.events import Fault
from kairo_desktop.supervisor.llm_child import LlmChild
from kairo_desktop.supervisor.messages import End, Past, PathItem, Timeline
from kairo_desktop.types import (
    AnswerDone,
    Gap,
    Hypothesis,
    Kind,
    Lane,
    Question,
    QuestionState,
    SpeechState,
    TalkingPoint,
    UserCommand,
    Utterance,
    VoiceState,
    Word,
)
from tests.fakes.workers import SpellingAsr, SpellingLlm, spoken

numbers = st.lists(st.one_of(st.just(0), st.integers(1, 9)), max_size=40)
deaths = st.lists(st.tuples(st.integers(0, 80), st.integers(0, 4), st.integers(0, 3)), max_size=5)


def _conversation(words: list[int]) -> list[PathItem]:
    asr = SpellingAsr()
    heard = [said for frame in spoken(words) for said in asr.step(frame)]
    return [_stretched(item) for item in (*heard, *asr.flush())]


def _stretched(item: PathItem) -> PathItem:
    """As real recognizers tell it: the last word lasts as long as the sound they have heard."""
    if not (isinstance(item, Hypothesis) and item.words):
        return item
    *before, last = item.words
    words = (*before, replace(last, end_s=item.end_s))
    n = len(item.committed)
    return replace(item, committed=words[:n], tentative=words[n:])


class _Play:
    """Runs answering processes over a conversation behind an `LlmChild`."""

    def __init__(self) -> None:
        self.child = LlmChild("{}")
        self.out: list[PathItem] = []
        self._llm = SpellingLlm()
        self._is_dying = False

    def feed(self, items: Iterable[PathItem], *, unheard: int = 0) -> None:
        sent = [part for item in items for part in self.child.send(item)]
        for n, item in enumerate(sent):
            said = list(self._llm.step(item))
            self._is_dying = self._is_dying or n >= len(sent) - unheard
            self._receive(said)

    def work(self, units: int) -> None:
        for _ in range(units):
            self._receive(self._llm.work() or ())

    def die(self) -> None:
        self._llm = SpellingLlm()
        self._is_dying = False
        self.out += self.child.lost()
        for message in self.child.resume():
            if isinstance(message, Past):
                self._receive(self._llm.resume(message))
            else:
                assert isinstance(message, SpeechState | Hypothesis | Utterance | UserCommand)
                self._receive(self._llm.step(message))

    def _receive(self, said: Iterable[PathItem]) -> None:
        if not self._is_dying:
            for item in said:
                self.out += self.child.receive(item)


def _play(words: list[int], dying: list[tuple[int, int, int]]) -> _Play:
    play = _Play()
    items = _conversation(words)
    at = 0
    for death, unheard, units in sorted(dying):
        play.feed(items[at : max(at, death)], unheard=unheard)
        play.work(units)
        at = max(at, min(death, len(items)))
        play.die()
    play.feed(items[at:])
    play.work(200)
    return play


def _answers(play: _Play) -> list[tuple[str, tuple[str, ...]]]:
    texts = {
        item.turn_id: item.text
        for item in play.out
        if isinstance(item, Question) and item.state is QuestionState.CONFIRMED
    }
    return [
        (texts[item.turn_id], tuple(point.text for point in item.points))
        for item in play.out
        if isinstance(item, AnswerDone)
    ]


@given(numbers, deaths)
def test_every_question_is_answered_once_however_often_the_process_dies(
    words: list[int], dying: list[tuple[int, int, int]]
) -> None:
    assert _answers(_play(words, dying)) == _answers(_play(words, []))


@given(numbers, deaths)
def test_nothing_confirmed_or_final_is_told_twice(
    words: list[int], dying: list[tuple[int, int, int]]
) -> None:
    told = [
        item
        for item in _play(words, dying).out
        if isinstance(item, TalkingPoint)
        or (isinstance(item, Question) and item.state is QuestionState.CONFIRMED)
    ]
    assert len(told) == len(set(told))


@given(numbers, deaths)
def test_no_question_is_left_forming(words: list[int], dying: list[tuple[int, int, int]]) -> None:
    last: dict[int, QuestionState] = {}
    for item in _play([*words, 0, 0, 0, 0], dying).out:
        if isinstance(item, Question):
            last[item.turn_id] = item.state
    assert set(last.values()) <= {QuestionState.CONFIRMED, QuestionState.WITHDRAWN}


def test_a_new_process_is_told_the_past_before_anything_else() -> None:
    play = _play([1, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0], [])
    list(play.child.send(Timeline(5.0)))
    timeline, past, *_ = play.child.resume()
    assert timeline == Timeline(5.0)
    assert isinstance(past, Past)
    assert [line.text for line in past.lines] == ["w1 w2", "w3"]
    assert [turn.question.text for turn in past.answered] == ["w1 w2", "w3"]
    assert (past.unanswered, past.next_turn_id) == ((), 3)


def test_words_of_a_confirmed_turn_are_not_asked_again_when_their_line_ends() -> None:
    play = _Play()
    words = tuple(Word(f"w{n}", n * 1.0, n + 0.5, 0.9) for n in range(4))
    line = Hypothesis(Lane.SYSTEM, 0, words[:2], (), 0.0, 2.0)
    list(play.child.send(line))
    confirmed = Question(1, line.text, Kind.BACKGROUND, 1.5, QuestionState.CONFIRMED)
    list(play.child.receive(confirmed))
    list(play.child.resume())
    whole = Hypothesis(Lane.SYSTEM, 0, words, (), 0.0, 4.0, final=True)
    (sent,) = play.child.send(whole)
    assert isinstance(sent, Hypothesis)
    assert (sent.text, sent.final) == ("w2 w3", True)
    nothing_new = Hypothesis(Lane.SYSTEM, 0, words[:2], (), 0.0, 4.0, final=True)
    assert list(play.child.send(nothing_new)) == []


def test_only_the_last_three_minutes_are_kept() -> None:
    child = LlmChild("{}")
    for n in range(8000):
        list(child.send(SpeechState(Lane.MIC, n * 0.032, VoiceState.QUIET)))
    kept = [item.t_s for item in child.resume() if isinstance(item, SpeechState)]
    assert kept[-1] - kept[0] == pytest.approx(180.0, abs=0.05)


def test_what_the_user_asked_for_is_not_asked_again_once_it_is_under_way() -> None:
    play = _play([1, 2], [])
    list(play.child.send(UserCommand.ANSWER_NOW))
    assert UserCommand.ANSWER_NOW in list(play.child.resume())
    play.feed(_conversation([0] * 9 + [3]))
    assert UserCommand.ANSWER_NOW not in list(play.child.resume())


def test_what_is_not_for_the_answering_process_is_not_sent() -> None:
    assert list(LlmChild("{}").send(next(spoken([1])))) == []
    assert list(LlmChild("{}").receive(next(spoken([1])))) == []


def test_faults_and_the_end_pass() -> None:
    child = LlmChild("{}")
    gap = Gap(Lane.MIC, 0.0, 1.0, "unplugged")
    assert [list(child.send(item)) for item in (gap, End())] == [[gap], [End()]]
    assert [list(child.receive(item)) for item in (Fault("a", "b"), End())] == [
        [Fault("a", "b")],
        [End()],
    ]
    assert list(child.resume())[-1] == End()
