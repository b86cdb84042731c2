"""The figures of the latency bench, from turns made by hand."""

from dataclasses import fields, replace

import pytest

from kairo_desktop.bench.interview import Asked, Heard, Interview, Turn
from kairo_desktop.bench.latency import Mode, row_of
from kairo_desktop.session.recording import Recording
from kairo_desktop.settings.schema import Settings
from kairo_desktop.types import AnswerDone, Kind, Question, QuestionState, Trace

_KEYS = (
    "mode first_words_ms_p50 first_words_ms_p95 first_words_ms_cold anchor_ms_p50 "
    "first_point_ms_p50 done_ms_p50 asked missed false_triggers_per_10min "
    "withdrawn_per_question wasted_token_share latched_differs_share"
)


def turn(end_s: float, first_words_ms: float, *, wasted: int = 0) -> Turn:
    question = Question(1, "Why?", Kind.BACKGROUND, end_s, QuestionState.CONFIRMED)
    trace = Trace(end_s, first_words_ms=first_words_ms, tokens=30, wasted_tokens=wasted)
    return Turn(question, AnswerDone(1, (), not_in_notes=False, trace=trace))


def heard(*turns: Turn, asked_s: tuple[float, ...] = (10.0, 20.0)) -> Heard:
    questions = tuple(Asked("Why?", end_s - 2, end_s) for end_s in asked_s)
    return Heard(Interview("iv", Recording(), 600.0, questions), turns)


def test_waiting_counts_from_the_true_end() -> None:
    row = row_of(Mode.KAIRO, [heard(turn(10.1, 300.0), turn(20.0, 200.0))])
    assert row.first_words_ms_p50 == pytest.approx(300.0)
    assert row.first_words_after_speech_end_ms_p50 == 250.0


def test_words_before_the_end_count_as_no_wait_and_are_told() -> None:
    row = row_of(Mode.KAIRO, [heard(turn(10.0, -150.0), turn(20.0, 100.0))])
    assert row.first_words_ms_p50 == 50.0
    assert row.share_before_end == 0.5


def test_a_question_without_a_turn_is_missed_and_a_turn_without_one_is_false() -> None:
    row = row_of(Mode.KAIRO, [heard(turn(10.0, 100.0), turn(15.0, 100.0))])
    assert (row.asked, row.missed, row.false_triggers_per_10min) == (2, 1, 1.0)


def test_a_turn_answers_one_question_only() -> None:
    row = row_of(Mode.KAIRO, [heard(turn(10.5, 100.0), asked_s=(10.0, 11.0))])
    assert row.missed == 1


def test_the_cold_figure_is_the_first_question_of_each_interview() -> None:
    row = row_of(Mode.KAIRO, [heard(turn(10.0, 900.0), turn(20.0, 100.0))])
    assert row.first_words_ms_cold == 900.0


def test_withdrawn_answers_and_wasted_tokens_are_stated() -> None:
    one = replace(heard(turn(10.0, 1.0, wasted=20), turn(20.0, 1.0)), n_withdrawn=1)
    row = row_of(Mode.KAIRO, [one])
    assert row.withdrawn_per_question == 0.5
    assert row.wasted_token_share == 0.25


def test_how_often_held_passages_differ_is_stated_where_anything_was_asked() -> None:
    one = replace(heard(turn(10.0, 1.0)), latched_differs=(True, False))
    assert row_of(Mode.KAIRO, [one, one]).latched_differs_share == 0.5
    assert row_of(Mode.KAIRO, [heard()]).latched_differs_share is None


def test_a_row_has_the_keys_that_scripts_count_on() -> None:
    row = row_of(Mode.KAIRO, [heard(turn(10.0, 1.0))])
    assert set(_KEYS.split()) <= {field.name for field in fields(row)}


def test_the_baselines_speculate_nowhere() -> None:
    for mode in (Mode.BASELINE_WARM, Mode.BASELINE_COLD):
        settings = mode.settings(Settings())
        assert not settings.turn.speculate
        assert settings.llm.drafter == "none"
        assert settings.llm.keep_prefix is (mode is Mode.BASELINE_WARM)


def test_kairo_runs_as_it_is_set() -> None:
    assert Mode.KAIRO.settings(Settings()) == Settings()
