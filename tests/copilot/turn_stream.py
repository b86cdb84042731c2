"""Plays a conversation to the turn logic: what is said when, on which lane."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kairo_desktop.copilot.turns import TurnLogic
from kairo_desktop.types import (
    Hypothesis,
    Lane,
    Question,
    QuestionState,
    SpeechState,
    UserCommand,
    VoiceState,
    Word,
)

FRAME_S = 0.032
CLOSE_S = 0.5
WORD_S = 0.25

Item = SpeechState | Hypothesis | UserCommand


@dataclass(frozen=True, slots=True)
class Said:
    """One utterance: `text` is heard word by word from `start_s` on."""

    start_s: float
    text: str
    lane: Lane = Lane.SYSTEM
    lag_s: float = 0.3

    @property
    def end_s(self) -> float:
        return self.start_s + WORD_S * len(self.text.split())

    @property
    def words(self) -> tuple[Word, ...]:
        return tuple(
            Word(text, self.start_s + WORD_S * n, self.start_s + WORD_S * (n + 1), 0.9)
            for n, text in enumerate(self.text.split())
        )


@dataclass(frozen=True, slots=True)
class Pressed:
    at_s: float
    command: UserCommand


Event = Said | Pressed


def stream(events: Sequence[Event], until_s: float | None = None) -> list[tuple[float, Item]]:
    """All that reaches the turn logic, in order, each with its time."""
    said = [event for event in events if isinstance(event, Said)]
    ends_s = [one.end_s for one in said] + [e.at_s for e in events if isinstance(e, Pressed)]
    items = [*_states(said, until_s or max(ends_s, default=0.0) + 12.0)]
    for lane in Lane:
        for number, one in enumerate(one for one in said if one.lane is lane):
            items += _hypotheses(one, number)
    items += [(event.at_s, event.command) for event in events if isinstance(event, Pressed)]
    return sorted(items, key=lambda pair: pair[0])


def play(
    logic: TurnLogic, *events: Event, until_s: float | None = None
) -> list[tuple[float, Question]]:
    """Every question the logic gives, with its time."""
    return [
        (t_s, question) for t_s, item in stream(events, until_s) for question in logic.step(item)
    ]


def confirmed(played: list[tuple[float, Question]]) -> list[Question]:
    return [question for _, question in played if question.state is QuestionState.CONFIRMED]


def _states(said: Sequence[Said], until_s: float) -> Iterator[tuple[float, Item]]:
    spans = {lane: [(one.start_s, one.end_s) for one in said if one.lane is lane] for lane in Lane}
    for n in range(int(until_s / FRAME_S)):
        for lane in Lane:
            yield n * FRAME_S, _state(lane, n * FRAME_S, spans[lane])


def _state(lane: Lane, t_s: float, spans: list[tuple[float, float]]) -> SpeechState:
    begun = [span for span in spans if span[0] <= t_s]
    if not begun:
        return SpeechState(lane, t_s, VoiceState.QUIET)
    end_s = begun[-1][1]
    if t_s < end_s:
        return SpeechState(lane, t_s, VoiceState.SPEAKING, t_s)
    state = VoiceState.STOPPING if t_s < end_s + CLOSE_S else VoiceState.QUIET
    return SpeechState(lane, t_s, state, end_s)


def _hypotheses(one: Said, number: int) -> Iterator[tuple[float, Item]]:
    words = one.words
    for n in range(1, len(words) + 1):
        heard_s = words[n - 1].end_s
        held = max(n - 2, 0)
        yield (
            heard_s + one.lag_s,
            Hypothesis(one.lane, number, words[:held], words[held:n], one.start_s, heard_s),
        )
    yield (
        one.end_s + CLOSE_S + one.lag_s,
        Hypothesis(one.lane, number, words, (), one.start_s, one.end_s + CLOSE_S, final=True),
    )
