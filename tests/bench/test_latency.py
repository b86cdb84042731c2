"""The figures of the latency bench, from turns made by hand."""

import pytest

from kairo_desktop.bench.interview import Asked, Heard, Interview, Turn
from kairo_desktop.bench.latency import Mode, row_of
from kairo_desktop.session.recording import Recording
from kairo_desktop.settings.schema import Settings
from kairo_desktop.types import AnswerDone, Kind, Question, QuestionState, Trace


def turn(end_s: float, first_words_ms: float, *, n_withdrawn: int = 0, wasted: int = 0) -> Turn:
    question = Question(1, "Why?", Kind.BACKGROUND, end_s, QuestionState.CONFIRMED)
    trace = Trace(end_s, first_words_ms=first_words_ms, tokens=30, wasted_tokens=wasted)
    return Turn(question, AnswerDone(1, (), not_in_notes=False, trace=trace), None, n_withdrawn)


def heard(
    *turns: Turn, asked_s: tuple[float, ...] = (10.0, 20.0), duration_s: float = 600
) -> Heard:
    questions = tuple(Asked("Why?", end_s - 2, end_s) for end_s in asked_s)
    return Heard(Interview("iv", Recording(), duration_s, questions), turns)


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
    row = row_of(Mode.KAIRO, [heard(turn(10.0, 1.0, n_withdrawn=1, wasted=20), turn(20.0, 1.0))])
    assert row.withdrawn_per_question == 0.5
    assert row.wasted_token_share == 0.25


def test_the_baselines_speculate_nowhere() -> None:
    for mode in (Mode.BASELINE_WARM, Mode.BASELINE_COLD):
        settings = mode.settings(Settings())
        assert not settings.turn.speculate
        assert settings.llm.drafter == "none"
        assert settings.llm.keep_prefix is (mode is Mode.BASELINE_WARM)


def test_kairo_runs_as_it_is_set() -> None:
    assert Mode.KAIRO.settings(Settings()) == Settings()
