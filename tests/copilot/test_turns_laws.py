"""Whatever is said, the turn logic keeps its promises."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kairo_desktop.copilot.protocols import Verdict
from kairo_desktop.copilot.questions import QuestionModel
from kairo_desktop.copilot.turns import Doubt, Judged, TurnLogic
from kairo_desktop.settings.turn import TurnSettings
from kairo_desktop.types import (
    Hypothesis,
    Lane,
    Question,
    QuestionState,
    SpeechState,
    UserCommand,
    VoiceState,
)
from tests.copilot.turn_stream import Event, Item, Pressed, Said, stream

MODEL = QuestionModel.load()
OPEN = {QuestionState.FORMING, QuestionState.TENTATIVE}
AFTER: dict[QuestionState | None, set[QuestionState]] = {
    None: {QuestionState.FORMING, QuestionState.TENTATIVE, QuestionState.CONFIRMED},
    QuestionState.FORMING: set(QuestionState),
    QuestionState.TENTATIVE: set(QuestionState),
    QuestionState.CONFIRMED: set(QuestionState) - {QuestionState.FORMING},
    QuestionState.WITHDRAWN: set(),
}
LINES = (
    "How would you shard the orders table?",
    "how would you shard",
    "the orders table",
    "That you could not resolve.",
    "Tell me about a conflict with a designer",
    "And the edge cases?",
    "Why?",
    "Actually, forget that one.",
    "Can you hear me okay?",
    "Our team is small and we ship every week.",
    "Say we have a queue and two workers.",
    "What would you do, and",
    "Right.",
    "Take your time.",
    "um",
)

lines = st.sampled_from(LINES)
pauses_s = st.sampled_from([0.2, 0.7, 1.1, 1.6, 2.4, 4.0, 9.0])
lags_s = st.sampled_from([0.1, 0.4, 1.8, 3.0])


@st.composite
def conversations(draw: st.DrawFn) -> list[Event]:
    events: list[Event] = []
    for lane, most in ((Lane.SYSTEM, 6), (Lane.MIC, 3)):
        at_s = draw(pauses_s)
        for text, pause_s, lag_s in draw(
            st.lists(st.tuples(lines, pauses_s, lags_s), max_size=most)
        ):
            said = Said(at_s, text, lane, lag_s)
            events.append(said)
            at_s = said.end_s + pause_s
    presses = st.tuples(st.floats(0.0, 30.0), st.sampled_from(UserCommand))
    events += [Pressed(*press) for press in draw(st.lists(presses, max_size=2))]
    return events


def run(items: list[Item]) -> list[Question]:
    logic = TurnLogic(TurnSettings(), model=MODEL)
    out = [question for item in items for question in logic.step(item)]
    return [*out, *logic.flush()]


def items_of(events: list[Event]) -> list[Item]:
    return [item for _, item in stream(events)]


@settings(max_examples=40, deadline=None)
@given(conversations())
def test_states_of_a_turn_come_in_a_legal_order(events: list[Event]) -> None:
    last: dict[int, QuestionState] = {}
    for question in run(items_of(events)):
        assert question.state in AFTER[last.get(question.turn_id)]
        last[question.turn_id] = question.state
    assert not OPEN & set(last.values())


@settings(max_examples=40, deadline=None)
@given(conversations())
def test_at_most_one_turn_is_open(events: list[Event]) -> None:
    last: dict[int, QuestionState] = {}
    for question in run(items_of(events)):
        last[question.turn_id] = question.state
        assert sum(state in OPEN for state in last.values()) <= 1


@settings(max_examples=40, deadline=None)
@given(conversations())
def test_a_confirmed_question_says_what_was_heard_last(events: list[Event]) -> None:
    logic = TurnLogic(TurnSettings(), model=MODEL)
    ever: dict[int, set[str]] = {}
    for item in items_of(events):
        for question in logic.step(item):
            if question.state is not QuestionState.CONFIRMED:
                continue
            # A key pressed as the next turn begins still means the one before.
            turns = [turn for turn in (logic._turn, logic._said) if turn]
            heard = {turn.reading.text for turn in turns if turn.reading}
            said_before = ever.setdefault(question.turn_id, set())
            assert question.text in said_before | heard
            said_before.add(question.text)


@settings(max_examples=25, deadline=None)
@given(conversations())
def test_replaying_gives_the_same(events: list[Event]) -> None:
    items = items_of(events)
    assert run(items) == run(items)


@settings(max_examples=25, deadline=None)
@given(conversations(), st.randoms(use_true_random=False))
def test_replaying_what_a_judge_said_gives_the_same(events: list[Event], rng: Random) -> None:
    """Verdicts come at any moment, late ones too; as events they give the same again."""
    logic = TurnLogic(TurnSettings(), model=MODEL)
    record: list[Item | Judged] = []
    out: list[Question] = []
    doubts: list[Doubt] = []
    for item in items_of(events):
        steps: list[Item | Judged] = [item]
        if doubts and rng.random() < 0.2:
            steps.append(Judged(rng.choice(doubts), Verdict(rng.uniform(-3.0, 3.0))))
        for step in steps:
            record.append(step)
            out += logic.step(step)
        if logic.doubt is not None:
            doubts.append(logic.doubt)
    replayed = TurnLogic(TurnSettings(), model=MODEL)
    assert [question for item in record for question in replayed.step(item)] == out


@settings(max_examples=25, deadline=None)
@given(conversations())
def test_the_users_lane_changes_nothing(events: list[Event]) -> None:
    items = items_of(events)
    silenced = [_silence_mic(item) for item in items]
    heard = [item for item in silenced if item is not None]
    assert run(items) == run(heard)


def _silence_mic(item: Item) -> Item | None:
    match item:
        case Hypothesis(lane=Lane.MIC):
            return None
        case SpeechState(lane=Lane.MIC):
            return replace(item, state=VoiceState.QUIET, speech_end_s=None)
    return item


@pytest.mark.parametrize("command", list(UserCommand))
def test_a_key_pressed_before_anything_was_said_gives_nothing(command: UserCommand) -> None:
    assert run([command]) == []
