"""When the open utterance is heard again, and what is certain."""

import logging
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kairo_desktop.asr.streaming import StreamingRecognizer
from kairo_desktop.asr.transcriber import Listening, Transcript
from kairo_desktop.asr.whole import LONGEST_S
from kairo_desktop.errors import DecodeFailed
from kairo_desktop.types import (
    SAMPLE_RATE,
    Gap,
    Lane,
    Samples,
    Word,
)
from tests.asr.streams import SETTINGS, run, scripted, update_lengths_s, utterance
from tests.fakes.scripted_transcriber import (
    ScriptedTranscriber,
    TruthfulSpeaker,
    transcript,
)
from tests.fakes.tone_source import FRAME_S

_WORDS = st.lists(st.sampled_from(["a", "b", "no", "So,", "so", "end."]), max_size=30)


@settings(deadline=None)
@given(st.lists(_WORDS.map(" ".join), min_size=1, max_size=20), st.integers(3, 400))
def test_committed_words_never_retract_whatever_is_heard(texts: list[str], n: int) -> None:
    hypotheses, _ = run(scripted(texts), utterance(n))
    for before, now in pairwise(hypotheses):
        assert now.committed[: len(before.committed)] == before.committed
    finals = [h for h in hypotheses if h.final]
    assert len(finals) == (1 if hypotheses else 0)
    assert not any(h.tentative for h in finals)


@settings(deadline=None, max_examples=25)
@given(st.integers(30, 1500))
def test_a_long_turn_comes_out_whole_and_once(n: int) -> None:
    hypotheses, transcriber = run(TruthfulSpeaker(word_s=0.5), utterance(n))
    said = [word.text.strip(".-") for word in hypotheses[-1].committed]
    assert said[:-1] == [f"w{i}" for i in range(len(said) - 1)]
    assert len(said) >= n * FRAME_S / 0.5 - 1
    assert max(update_lengths_s(transcriber)) <= 16
    assert max(asked.length_s for asked in transcriber.asked) <= LONGEST_S


@settings(deadline=None, max_examples=40)
@given(st.integers(3, 200), st.integers(0, 60))
def test_words_lie_on_the_clock_of_the_lane(n: int, start: int) -> None:
    hypotheses, _ = run(TruthfulSpeaker(), utterance(n, start=start * 25))
    for hypothesis in hypotheses:
        assert hypothesis.start_s == pytest.approx(start * 25 * FRAME_S)
        for word in hypothesis.words:
            assert hypothesis.start_s - 0.4 <= word.start_s <= word.end_s
            assert word.end_s <= hypothesis.end_s + 0.4


def test_it_listens_again_only_after_enough_new_sound() -> None:
    _, transcriber = run(scripted(["one"]), utterance(100))
    while_speaking = update_lengths_s(transcriber)[:-1]
    assert while_speaking == pytest.approx([0.64, 1.28, 1.92, 2.56])


def test_settled_comes_once_per_pause_and_the_close_of_sure_words_costs_nothing() -> None:
    hypotheses, transcriber = run(scripted(["one two three"]), utterance(30))
    settled = [h for h in hypotheses if h.settled]
    assert [h.final for h in settled] == [False, True]
    assert settled[0].end_s == pytest.approx(35 * FRAME_S)
    assert transcriber.asked[-1].length_s == pytest.approx(settled[0].end_s)
    assert settled[1].end_s == pytest.approx(46 * FRAME_S)


def test_the_users_own_words_are_brought_up_to_date_less_often() -> None:
    slow = SETTINGS.model_copy(update={"mic_update_ms": 1600})
    counts = []
    for lane in Lane:
        transcriber = ScriptedTranscriber(scripted(["a b"]))
        recognizer = StreamingRecognizer(lane, transcriber, slow)
        for chunk in utterance(100, n_silent=0):
            tuple(recognizer.step(chunk))
        tuple(recognizer.flush())
        counts.append(len(transcriber.asked))
    assert counts == [5, 2]


def test_a_pause_that_was_none_is_heard_again() -> None:
    first, second = utterance(30, 8), utterance(30, 16, start=38)
    chunks = [*first[:-1], *second]
    hypotheses, _ = run(TruthfulSpeaker(), chunks)
    assert [h.final for h in hypotheses if h.settled] == [False, False, True]


def test_words_two_updates_agree_on_are_fed_back_once_they_are_old_enough() -> None:
    texts = ["one two", "One, two three", "one two three four"]
    hypotheses, transcriber = run(scripted(texts), utterance(64)[:64])
    prefixes = [[w.text for w in asked.listening.prefix] for asked in transcriber.asked]
    assert prefixes[:3] == [[], [], ["One,"]]
    assert hypotheses[1].text == "One, two three"
    assert hypotheses[1].committed == ()


def test_later_updates_decode_behind_agreed_words() -> None:
    _, transcriber = run(TruthfulSpeaker(), utterance(120))
    prefixes = [[w.text for w in asked.listening.prefix] for asked in transcriber.asked[:-1]]
    assert prefixes[0] == []
    assert prefixes[-1][:3] == ["w0", "w1", "w2"]


def test_a_trimmed_turn_carries_its_last_words_as_context() -> None:
    _, transcriber = run(TruthfulSpeaker(), utterance(600))
    *_, last_update, _ = transcriber.asked
    assert last_update.listening.context.endswith("9.")


def test_speech_after_a_short_pause_reads_on_from_the_line_before() -> None:
    chunks = [*utterance(30), *utterance(30, start=60), *utterance(30, start=300)]
    _, transcriber = run(scripted(["one two"]), chunks)
    contexts = [asked.listening.context for asked in transcriber.asked]
    assert contexts[0] == contexts[-1] == ""
    assert "one two" in contexts


def test_a_hurried_caller_gets_only_settled_and_final_and_no_careful_reading() -> None:
    doubtful = Transcript((Word("one", 0.0, 0.3, 0.2),), 0.05, -0.2, 1.0)
    transcriber = ScriptedTranscriber(lambda _samples, _listening: doubtful)
    recognizer = StreamingRecognizer(Lane.SYSTEM, transcriber, SETTINGS)
    hypotheses = [h for c in utterance(200) for h in recognizer.step(c, hurried=True)]
    assert [(h.settled, h.final) for h in hypotheses] == [(True, False), (True, True)]
    assert hypotheses[0].text == hypotheses[1].text
    assert len(transcriber.asked) == 1


def test_a_gap_ends_the_utterance_with_all_that_was_said() -> None:
    chunks = utterance(40)[:40]
    gap = Gap(Lane.SYSTEM, 1.28, 2.0, "device stalled")
    hypotheses, _ = run(TruthfulSpeaker(), [*chunks, gap])
    assert hypotheses[-1].final
    assert hypotheses[-1].end_s == pytest.approx(1.28)


def test_a_lane_that_stops_in_the_middle_of_a_word_is_closed_by_flush() -> None:
    hypotheses, transcriber = run(TruthfulSpeaker(), utterance(33)[:33])
    assert hypotheses[-1].final
    assert transcriber.asked[-1].length_s == pytest.approx(33 * FRAME_S)


def test_a_loop_is_heard_again_in_the_full_window_and_cut_if_it_stays() -> None:
    hypotheses, transcriber = run(scripted(["so we " * 12]), utterance(30))
    assert None in [asked.listening.margin_s for asked in transcriber.asked]
    assert hypotheses[-1].text == "so we"


def test_tokens_are_bounded_by_the_length_of_the_sound() -> None:
    _, transcriber = run(scripted(["one"]), utterance(100))
    for asked in transcriber.asked:
        assert asked.listening.max_tokens <= 8 * asked.length_s + 9


def test_a_vocabulary_stands_before_the_context() -> None:
    settings = SETTINGS.model_copy(update={"vocabulary": ("Northquay", "RabbitMQ")})
    _, transcriber = run(scripted(["one"]), utterance(30), settings)
    assert transcriber.asked[0].listening.context == "Northquay, RabbitMQ"


def test_what_the_recognizer_doubts_gives_no_hypothesis_and_takes_no_number() -> None:
    doubted = iter([True] * 3 + [False] * 10)

    def script(_samples: Samples, _listening: Listening) -> Transcript:
        return transcript("thank you", sure=not next(doubted))

    hypotheses, _ = run(script, [*utterance(40), *utterance(40, start=100)])
    assert {h.utterance_id for h in hypotheses} == {0}
    assert hypotheses[0].start_s == pytest.approx(100 * FRAME_S)


def test_words_that_turn_out_to_be_none_are_taken_back_by_an_empty_line() -> None:
    hypotheses, _ = run(scripted(["you", "", ""]), utterance(50))
    assert hypotheses[0].text == "you"
    assert hypotheses[-1].final
    assert hypotheses[-1].words == ()


def test_a_failed_update_keeps_the_words_and_the_next_one_works(
    caplog: pytest.LogCaptureFixture,
) -> None:
    calls = iter(range(100))
    speaker = TruthfulSpeaker()

    def script(samples: Samples, listening: Listening) -> Transcript:
        if next(calls) == 1:
            raise DecodeFailed("out of memory")
        return speaker(samples, listening)

    hypotheses, _ = run(script, utterance(80))
    assert "was lost" in caplog.text
    caplog.clear()
    assert hypotheses[-1].text.startswith("w0 w1 w2 w3 w4")


@given(st.integers(1, 300), st.integers(1, 40), st.floats(0.1, 1.0), st.randoms())
@settings(deadline=None, max_examples=25)
def test_a_recognizer_that_fails_is_asked_no_more_often_than_one_that_works(
    n_speech: int, n_silent: int, share: float, chance: Random
) -> None:
    tried_s: list[float] = []

    def script(samples: Samples, listening: Listening) -> Transcript:
        if listening.margin_s is not None:
            tried_s.append(float(samples[-1]))
        if chance.random() < share:
            raise DecodeFailed("out of memory")
        return transcript("one two", len(samples) / SAMPLE_RATE)

    logging.disable(logging.WARNING)
    try:
        run(script, utterance(n_speech, n_silent))
    finally:
        logging.disable(logging.NOTSET)
    in_speech_s = [t for t in tried_s if t < n_speech * FRAME_S]
    in_silence_s = [t for t in tried_s if t >= n_speech * FRAME_S]
    for times in (in_speech_s, in_silence_s):
        assert all(b - a > SETTINGS.update_ms / 1000 - 0.01 for a, b in pairwise(times))


def test_a_pause_whose_update_failed_is_settled_by_the_next_try(
    caplog: pytest.LogCaptureFixture,
) -> None:
    calls = iter(range(100))

    def script(samples: Samples, _listening: Listening) -> Transcript:
        if next(calls) == 1:
            raise DecodeFailed("out of memory")
        return transcript("one two three", len(samples) / SAMPLE_RATE)

    hypotheses, transcriber = run(script, utterance(30, 40)[:65])
    assert "was lost" in caplog.text
    caplog.clear()
    first, failed, settled = hypotheses[:3]
    assert (failed.settled, failed.words, failed.end_s) == (False, first.words, first.end_s)
    assert settled.settled
    assert settled.end_s == pytest.approx(transcriber.asked[2].length_s)


def test_words_are_not_agreed_on_by_an_update_that_failed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    calls = iter(range(100))

    def script(samples: Samples, _listening: Listening) -> Transcript:
        if next(calls) == 1:
            raise DecodeFailed("out of memory")
        return transcript("one two three", 0.3)

    _, transcriber = run(script, utterance(80)[:80])
    assert "was lost" in caplog.text
    caplog.clear()
    prefixes = [len(asked.listening.prefix) for asked in transcriber.asked[:4]]
    assert prefixes == [0, 0, 0, 3]


def test_cost_and_buffers_stay_flat_over_two_hours() -> None:
    n_frames = 30
    transcriber = ScriptedTranscriber(scripted(["one two"]))
    recognizer = StreamingRecognizer(Lane.SYSTEM, transcriber, SETTINGS)
    lengths = []
    for start in range(0, int(7200 / FRAME_S), 1200):
        for chunk in utterance(n_frames, start=start):
            list(recognizer.step(chunk))
        lengths.append(max(asked.length_s for asked in transcriber.asked))
        transcriber.asked.clear()
        assert recognizer._open is None
    assert max(lengths) == pytest.approx(min(lengths))


def test_a_window_full_of_sound_without_words_is_cut_all_the_same() -> None:
    _, transcriber = run(scripted([""]), utterance(1500))
    assert max(update_lengths_s(transcriber)) <= 16


def test_words_nobody_can_agree_on_stand_before_the_window_bursts() -> None:
    changing = [f"x{i} y{i} z{i}" for i in range(200)]
    hypotheses, transcriber = run(scripted(changing), utterance(1500))
    assert max(update_lengths_s(transcriber)) <= 16
    assert hypotheses[-1].committed
