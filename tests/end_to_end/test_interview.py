"""A recorded interview through the real default models, as a user runs it."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.end_to_end.kairo import Outcome, run_kairo

pytestmark = [pytest.mark.real, pytest.mark.timeout(1500)]

NEAR_S = 2.0
"""A confirmed question belongs to the true one whose end it is this close to."""


@dataclass(frozen=True)
class Line:
    speaker: str
    text: str
    end_s: float
    is_question: bool


@dataclass(frozen=True)
class Answer:
    turn_id: int
    end_s: float
    points: list[str]


@pytest.fixture(scope="module")
def truth(data_dir: Path) -> list[Line]:
    whole = json.loads((data_dir / "interviews/iv1/truth.json").read_text(encoding="utf-8"))
    return [
        Line(u["speaker"], u["text"], u["end_s"], u["is_question"]) for u in whole["utterances"]
    ]


@pytest.fixture(scope="module")
def outcome(data_dir: Path) -> Outcome:
    interview = data_dir / "interviews" / "iv1"
    return run_kairo(
        *("answer", "--json"),
        *("--system", interview / "interviewer.flac"),
        *("--mic", interview / "candidate.flac"),
        *("--profile", data_dir / "profiles" / "tomasz_adeyemi"),
        timeout_s=1400,
    )


@pytest.fixture(scope="module")
def answers(outcome: Outcome) -> list[Answer]:
    """Every answer, with the end of the question that it belongs to."""
    ends: dict[object, float] = {}
    answers = []
    for event in outcome.events:
        if event["event"] == "question" and event["state"] == "confirmed":
            ends[event["turn_id"]] = float(str(event["end_s"]))
        elif event["event"] == "answer_done":
            points = event["points"]
            assert isinstance(points, list)
            texts = [str(point["text"]) for point in points]
            answers.append(Answer(int(str(event["turn_id"])), ends[event["turn_id"]], texts))
    return answers


def _nearest(end_s: float, lines: list[Line]) -> Line | None:
    line = min(lines, key=lambda line: abs(line.end_s - end_s))
    return line if abs(line.end_s - end_s) <= NEAR_S else None


def test_the_run_ends_well(outcome: Outcome) -> None:
    assert outcome.code == 0, outcome.err[-2000:]
    assert outcome.err == ""


def test_at_least_seven_of_eight_questions_are_answered(
    answers: list[Answer], truth: list[Line]
) -> None:
    questions = [line for line in truth if line.is_question]
    assert len(questions) == 8
    answered = [q for q in questions if any(_nearest(a.end_s, [q]) for a in answers)]
    assert len(answered) >= 7, [q.text for q in questions if q not in answered]


def test_at_most_one_line_that_asks_nothing_is_answered(
    answers: list[Answer], truth: list[Line]
) -> None:
    nearest = [_nearest(a.end_s, truth) for a in answers]
    wrong = [line for line in nearest if line is None or not line.is_question]
    assert len(wrong) <= 1, wrong


def test_no_line_of_the_candidate_is_answered(outcome: Outcome, truth: list[Line]) -> None:
    said = {u["text"] for u in outcome.of("utterance") if u["lane"] == "mic"}
    asked = {q["text"] for q in outcome.of("question") if q["state"] == "confirmed"}
    assert said
    assert not said & asked


def test_answers_are_three_to_five_short_points(answers: list[Answer]) -> None:
    """A small model may have too little to say on a bare follow-up, once; never too much."""
    assert answers
    assert all(1 <= len(answer.points) <= 5 for answer in answers)
    assert sum(len(answer.points) < 3 for answer in answers) <= 1
    points = [point for answer in answers for point in answer.points]
    assert not [point for point in points if len(point.split()) > 15]


def test_no_marker_template_token_or_thinking_block_is_shown(outcome: Outcome) -> None:
    shown = [str(point["text"]) for point in outcome.of("point")]
    assert not [text for text in shown if re.search(r"^[-*•#]|<\||\|>|</?think|\*\*", text)]


def test_points_only_ever_grow_within_a_version(outcome: Outcome) -> None:
    shown: dict[tuple[object, object], str] = {}
    for event in outcome.events:
        if event["event"] == "question":
            shown = {key: text for key, text in shown.items() if key[0] != event["turn_id"]}
        elif event["event"] == "point":
            key = (event["turn_id"], event["index"])
            text = str(event["text"])
            assert text.startswith(shown.get(key, "")), (shown[key], text)
            shown[key] = text


def test_every_turn_has_its_trace(outcome: Outcome) -> None:
    for done in outcome.of("answer_done"):
        trace = done["trace"]
        assert isinstance(trace, dict)
        assert trace["confirmed_ms"] is not None
        assert trace["first_words_ms"] is not None
        assert trace["done_ms"] >= trace["first_words_ms"]
