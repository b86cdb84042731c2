"""The JSON of events: the keys that scripts rely on."""

import pytest

from kairo_desktop.audio.health import LaneHealth, LaneState, Trouble
from kairo_desktop.cli.event_json import event_json
from kairo_desktop.session.events import AnchorFound, ClockKind, Event, Fault, Item
from kairo_desktop.types import (
    Anchor,
    AnswerDone,
    Gap,
    Hypothesis,
    Kind,
    Lane,
    PointState,
    Question,
    QuestionState,
    Source,
    TalkingPoint,
    Trace,
    Utterance,
    Word,
)

WORD = Word("Why", 0.5, 0.8, 0.9)
POINT = TalkingPoint(1, 0, "Cut it", (Source("a.md", "A"),), PointState.FINAL)
QUESTION = Question(1, "Why?", Kind.BACKGROUND, 2.0, QuestionState.CONFIRMED)

KEYS: list[tuple[Item, str, set[str]]] = [
    (
        Hypothesis(Lane.MIC, 0, (WORD,), (WORD,), 0.5, 1.0),
        "hypothesis",
        {"lane", "utterance_id", "committed", "tentative", "start_s", "end_s", "settled", "final"},
    ),
    (
        Utterance(Lane.MIC, 0, "Why", 0.5, 1.0),
        "utterance",
        {"lane", "utterance_id", "text", "start_s", "end_s"},
    ),
    (QUESTION, "question", {"turn_id", "text", "kind", "state", "end_s"}),
    (
        AnchorFound(1, Anchor("a.md", "A", "It fell")),
        "anchor",
        {"turn_id", "file", "heading", "text"},
    ),
    (POINT, "point", {"turn_id", "index", "text", "sources", "state"}),
    (
        AnswerDone(1, (POINT,), not_in_notes=False, trace=Trace(2.0)),
        "answer_done",
        {"turn_id", "points", "not_in_notes", "trace"},
    ),
    (Gap(Lane.MIC, 1.0, 2.0, "lost"), "gap", {"lane", "start_s", "end_s", "reason"}),
    (
        LaneHealth(Lane.MIC, LaneState.LOST, "", "Plug it in.", Trouble.NO_SOURCE),
        "lane",
        {"lane", "state", "source", "message", "trouble", "delay_ms", "n_overflows"},
    ),
    (Fault("audio", "Gone.", "Plug it in."), "error", {"code", "message", "cure"}),
]


@pytest.mark.parametrize(("item", "name", "keys"), KEYS, ids=[name for _, name, _ in KEYS])
def test_every_event_has_its_keys(item: Item, name: str, keys: set[str]) -> None:
    line = event_json(Event(1.5, ClockKind.VIRTUAL, item))
    assert line["event"] == name
    assert (line["t_ms"], line["clock"]) == (1500.0, "virtual")
    assert set(line) == {"event", "t_ms", "clock"} | keys


def test_a_repeated_question_says_of_which_turn() -> None:
    again = Question(1, "Why?", Kind.BACKGROUND, 9.0, QuestionState.CONFIRMED, repeat_of=1)
    assert event_json(Event(9.0, ClockKind.REAL, again))["repeat_of"] == 1


def test_a_lane_names_its_trouble_by_a_word_of_its_own() -> None:
    lost = LaneHealth(Lane.MIC, LaneState.LOST, "", "Plug it in.", Trouble.NO_SOURCE)
    assert event_json(Event(1.0, ClockKind.REAL, lost))["trouble"] == "no_source"


def test_words_become_one_string() -> None:
    heard = Hypothesis(Lane.MIC, 0, (WORD, WORD), (), 0.5, 1.0)
    assert event_json(Event(1.0, ClockKind.REAL, heard))["committed"] == "Why Why"


def test_a_trace_has_all_its_stages() -> None:
    done = AnswerDone(1, (), not_in_notes=True, trace=Trace(2.0, first_words_ms=120.0))
    trace = event_json(Event(3.0, ClockKind.REAL, done))["trace"]
    assert isinstance(trace, dict)
    assert trace["first_words_ms"] == 120.0
    assert "shown_then_withdrawn" in trace
