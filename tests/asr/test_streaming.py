"""When the open utterance is heard again, and what is certain."""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kairo_desktop.asr.at_end import AtEndRecognizer
from kairo_desktop.asr.streaming import PATIENCE_S, StreamingRecognizer
from kairo_desktop.asr.transcriber import Listening, Transcript
from kairo_desktop.asr.whole import LONGEST_S
from kairo_desktop.errors import DecodeFailed
from kairo_desktop.settings.asr import AsrSettings
from kairo_desktop.types import (
    FRAME_SAMPLES,
    SAMPLE_RATE,
    Gap,
    Hypothesis,
    Lane,
    Samples,
    SpeechChunk,
    VoiceState,
    Word,
)
from tests.fakes.scripted_transcriber import (
    Script,
    ScriptedTranscriber,
    TruthfulSpeaker,
    transcript,
)
from tests.fakes.tone_source import FRAME_S

_SETTINGS = AsrSettings(update_ms=640, settle_ms=160, hold_ms=800, window_s=10.0)


def _utterance(n_speech: int, n_silent: int = 16, start: int = 0) -> list[SpeechChunk]:
    """Chunks of one frame each; a sample holds its own time on the lane."""
    chunks = []
    for index in range(start, start + n_speech + n_silent):
        silent = index - start - n_speech + 1
        last = index == start + n_speech + n_silent - 1
        chunks.append(
            SpeechChunk(
                lane=Lane.SYSTEM,
                start_s=index * FRAME_S,
                samples=_counting(index),
                state=_state(silent, last=last),
                speech_end_s=min(index + 1, start + n_speech) * FRAME_S,
            )
        )
    return chunks


def _counting(index: int) -> Samples:
    time_s = index * FRAME_S + np.arange(FRAME_SAMPLES) / SAMPLE_RATE
    return time_s.astype(np.float32)


def _state(silent: int, *, last: bool) -> VoiceState:
    if last:
        return VoiceState.QUIET
    return VoiceState.STOPPING if silent > 0 else VoiceState.SPEAKING


def _texts(script: Sequence[str]) -> Script:
    """A script that gives the next text at each call, the last one for ever, behind the prefix."""
    calls = iter(range(10_000))

    def answer(samples: Samples, listening: Listening) -> Transcript:
        whole = transcript(script[min(next(calls), len(script) - 1)], len(samples) / SAMPLE_RATE)
        return Transcript(whole.words[len(listening.prefix) :], 0.05, -0.2, 1.0)

    return answer


def _run(
    script: Script, chunks: Iterable[SpeechChunk | Gap], settings: AsrSettings = _SETTINGS
) -> tuple[list[Hypothesis], ScriptedTranscriber]:
    transcriber = ScriptedTranscriber(script)
    recognizer = StreamingRecognizer(Lane.SYSTEM, transcriber, settings)
    hypotheses = [h for chunk in chunks for h in recognizer.step(chunk)]
    return [*hypotheses, *recognizer.flush()], transcriber


def _update_lengths_s(transcriber: ScriptedTranscriber) -> list[float]:
    """Seconds of sound of each update; careful readings are none."""
    return [asked.length_s for asked in transcriber.asked if asked.listening.margin_s is not None]


_WORDS = st.lists(st.sampled_from(["a", "b", "no", "So,", "so", "end."]), max_size=30)


@settings(deadline=None)
@given(st.lists(_WORDS.map(" ".join), min_size=1, max_size=20), st.integers(3, 400))
def test_committed_words_never_retract_whatever_is_heard(texts: list[str], n: int) -> None:
    hypotheses, _ = _run(_texts(texts), _utterance(n))
    for before, now in pairwise(hypotheses):
        assert now.committed[: len(before.committed)] == before.committed
    finals = [h for h in hypotheses if h.final]
    assert len(finals) == (1 if hypotheses else 0)
    assert not any(h.tentative for h in finals)


@settings(deadline=None, max_examples=25)
@given(st.integers(30, 1500))
def test_a_long_turn_comes_out_whole_and_once(n: int) -> None:
    hypotheses, transcriber = _run(TruthfulSpeaker(word_s=0.5), _utterance(n))
    said = [word.text.strip(".-") for word in hypotheses[-1].committed]
    assert said[:-1] == [f"w{i}" for i in range(len(said) - 1)]
    assert len(said) >= n * FRAME_S / 0.5 - 1
    assert max(_update_lengths_s(transcriber)) <= 16
    assert max(asked.length_s for asked in transcriber.asked) <= LONGEST_S


@settings(deadline=None, max_examples=40)
@given(st.integers(3, 200), st.integers(0, 60))
def test_words_lie_on_the_clock_of_the_lane(n: int, start: int) -> None:
    hypotheses, _ = _run(TruthfulSpeaker(), _utterance(n, start=start * 25))
    for hypothesis in hypotheses:
        assert hypothesis.start_s == pytest.approx(start * 25 * FRAME_S)
        for word in hypothesis.words:
            assert hypothesis.start_s - 0.4 <= word.start_s <= word.end_s
            assert word.end_s <= hypothesis.end_s + 0.4


def test_it_listens_again_only_after_enough_new_sound() -> None:
    _, transcriber = _run(_texts(["one"]), _utterance(100))
    while_speaking = _update_lengths_s(transcriber)[:-1]
    assert while_speaking == pytest.approx([0.64, 1.28, 1.92, 2.56])


def test_settled_comes_once_per_pause_and_the_close_of_sure_words_costs_nothing() -> None:
    hypotheses, transcriber = _run(_texts(["one two three"]), _utterance(30))
    settled = [h for h in hypotheses if h.settled]
    assert [h.final for h in settled] == [False, True]
    assert settled[0].end_s == pytest.approx(35 * FRAME_S)
    assert transcriber.asked[-1].length_s == pytest.approx(settled[0].end_s)
    assert settled[1].end_s == pytest.approx(46 * FRAME_S)


@pytest.mark.parametrize(("probability", "text"), [(0.4, "nobody saw it"), (0.6, "no body saw it")])
def test_a_doubtful_word_has_the_whole_utterance_read_with_care_at_the_close(
    probability: float, text: str
) -> None:
    def script(_samples: Samples, listening: Listening) -> Transcript:
        if listening.margin_s is None:
            return transcript("nobody saw it")
        words = [Word("no", 0.0, 0.1, probability), *transcript("body saw it").words]
        return Transcript(tuple(words), 0.05, -0.2, 1.0)

    hypotheses, transcriber = _run(script, _utterance(25))
    assert [h.text for h in hypotheses[-2:]] == ["no body saw it", text]
    assert hypotheses[-1].final
    read = [a.length_s for a in transcriber.asked if a.listening.margin_s is None]
    assert read == pytest.approx([41 * FRAME_S] if probability < 0.5 else [])


def test_a_turn_longer_than_the_window_is_read_with_care_however_sure_it_is() -> None:
    _, transcriber = _run(TruthfulSpeaker(), _utterance(400))
    assert transcriber.asked[-1].listening.margin_s is None
    assert transcriber.asked[-1].length_s == pytest.approx(416 * FRAME_S)


def test_a_long_turn_is_read_with_care_while_it_goes_on() -> None:
    def script(samples: Samples, listening: Listening) -> Transcript:
        careful = listening.margin_s is None
        return transcript("sure" if careful else "maybe", len(samples) / SAMPLE_RATE)

    hypotheses, transcriber = _run(script, _utterance(1900))
    careful = [a.length_s for a in transcriber.asked if a.listening.margin_s is None]
    assert len(careful) == 4
    assert sum(careful) == pytest.approx(1916 * FRAME_S)
    counts = [len(h.committed) for h in hypotheses if not h.final]
    assert counts[0] == 0
    assert sorted(set(counts)) == [0, 1, 2, 3]
    assert hypotheses[-1].text == "sure sure sure sure"


def test_a_stream_comes_to_the_words_of_a_hearing_at_the_end() -> None:
    chunks = _utterance(1000)
    at_end = AtEndRecognizer(Lane.SYSTEM, ScriptedTranscriber(TruthfulSpeaker()))
    hypotheses, _ = _run(TruthfulSpeaker(), chunks)
    whole = [h for chunk in chunks for h in at_end.step(chunk)]
    assert [h.committed for h in hypotheses if h.final] == [h.committed for h in whole]


def test_only_careful_readings_follow_more_than_one() -> None:
    _, transcriber = _run(_texts(["one"]), _utterance(70)[:70])
    beams = [asked.listening.beam for asked in transcriber.asked]
    assert beams[:-1] == [1] * (len(beams) - 1)
    assert beams[-1] > 1


def test_a_careful_reading_that_fails_leaves_what_was_known(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def script(samples: Samples, listening: Listening) -> Transcript:
        if listening.margin_s is None:
            raise DecodeFailed("out of memory")
        return transcript("one two three", len(samples) / SAMPLE_RATE)

    hypotheses, _ = _run(script, _utterance(30)[:30])
    assert "was lost" in caplog.text
    caplog.clear()
    assert hypotheses[-1].text == "one two three"
    assert hypotheses[-1].final


def _reading_only(*most_s: float) -> Script:
    """A truthful speaker whose careful readings stop so many seconds in; the last one for ever."""
    calls, speaker = iter(range(1000)), TruthfulSpeaker()

    def script(samples: Samples, listening: Listening) -> Transcript:
        heard = speaker(samples, listening)
        if listening.margin_s is not None:
            return heard
        to_s = most_s[min(next(calls), len(most_s) - 1)]
        return replace(heard, words=tuple(w for w in heard.words if w.end_s <= to_s + 0.001))

    return script


@settings(deadline=None, max_examples=40)
@given(st.lists(st.floats(0.0, 30.0), min_size=1, max_size=4), st.integers(330, 900))
def test_words_shown_as_settled_outlive_readings_that_stop_anywhere(
    most_s: list[float], n: int
) -> None:
    hypotheses, transcriber = _run(_reading_only(*(s + 0.4 for s in most_s)), _utterance(n))
    shown = [w.text for w in hypotheses[-2].words if w.text.startswith("w")]
    stands = [w.text.strip("-") for w in hypotheses[-1].words]
    lost = [text for text in shown if text not in stands]
    n_pieces = n * FRAME_S / (LONGEST_S / 2) + 1
    assert len(lost) <= 3 * n_pieces, "what begins close behind an end, and single words"
    assert all(a.start_s <= b.start_s for a, b in pairwise(hypotheses[-1].words))
    careful = [a for a in transcriber.asked if a.listening.margin_s is None]
    assert len(careful) <= 2 * n_pieces


def test_a_reading_that_stops_in_the_middle_is_read_on() -> None:
    hypotheses, transcriber = _run(_reading_only(4.0, 30.0), _utterance(350))
    said = [w.text.strip(".-") for w in hypotheses[-1].committed]
    assert said[:-1] == [f"w{i}" for i in range(len(said) - 1)]
    assert len(said) >= 350 * FRAME_S / 0.4 - 1
    read_s = [a.length_s for a in transcriber.asked if a.listening.margin_s is None]
    assert read_s == pytest.approx([366 * FRAME_S, 366 * FRAME_S - 4.0])


def test_words_shown_stand_where_the_second_reading_stops_too() -> None:
    hypotheses, transcriber = _run(_reading_only(4.0, 2.0), _utterance(350))
    said = [w.text.strip(".-") for w in hypotheses[-1].committed]
    assert said[:-1] == [f"w{i}" for i in range(len(said) - 1)]
    assert len([a for a in transcriber.asked if a.listening.margin_s is None]) == 2


def test_an_end_that_the_gate_doubts_on_its_own_is_dropped() -> None:
    speaker = _reading_only(4.0)

    def script(samples: Samples, listening: Listening) -> Transcript:
        rest = listening.margin_s is None and samples[0] > 1.0
        return transcript("thank you", sure=False) if rest else speaker(samples, listening)

    hypotheses, _ = _run(script, _utterance(350))
    assert hypotheses[-1].text.split()[-1] == "w9."


def test_the_users_own_words_are_brought_up_to_date_less_often() -> None:
    slow = _SETTINGS.model_copy(update={"mic_update_ms": 1600})
    counts = []
    for lane in Lane:
        transcriber = ScriptedTranscriber(_texts(["a b"]))
        recognizer = StreamingRecognizer(lane, transcriber, slow)
        for chunk in _utterance(100, n_silent=0):
            tuple(recognizer.step(chunk))
        tuple(recognizer.flush())
        counts.append(len(transcriber.asked))
    assert counts == [5, 2]


def test_a_pause_that_was_none_is_heard_again() -> None:
    first, second = _utterance(30, 8), _utterance(30, 16, start=38)
    chunks = [*first[:-1], *second]
    hypotheses, _ = _run(TruthfulSpeaker(), chunks)
    assert [h.final for h in hypotheses if h.settled] == [False, False, True]


def test_words_two_updates_agree_on_are_fed_back_once_they_are_old_enough() -> None:
    texts = ["one two", "One, two three", "one two three four"]
    hypotheses, transcriber = _run(_texts(texts), _utterance(64)[:64])
    prefixes = [[w.text for w in asked.listening.prefix] for asked in transcriber.asked]
    assert prefixes[:3] == [[], [], ["One,"]]
    assert hypotheses[1].text == "One, two three"
    assert hypotheses[1].committed == ()


def test_later_updates_decode_behind_agreed_words() -> None:
    _, transcriber = _run(TruthfulSpeaker(), _utterance(120))
    prefixes = [[w.text for w in asked.listening.prefix] for asked in transcriber.asked[:-1]]
    assert prefixes[0] == []
    assert prefixes[-1][:3] == ["w0", "w1", "w2"]


def test_a_trimmed_turn_carries_its_last_words_as_context() -> None:
    _, transcriber = _run(TruthfulSpeaker(), _utterance(600))
    *_, last_update, _ = transcriber.asked
    assert last_update.listening.context.endswith("9.")


def test_speech_after_a_short_pause_reads_on_from_the_line_before() -> None:
    chunks = [*_utterance(30), *_utterance(30, start=60), *_utterance(30, start=300)]
    _, transcriber = _run(_texts(["one two"]), chunks)
    contexts = [asked.listening.context for asked in transcriber.asked]
    assert contexts[0] == contexts[-1] == ""
    assert "one two" in contexts


def test_a_hurried_caller_gets_only_settled_and_final_and_no_careful_reading() -> None:
    doubtful = Transcript((Word("one", 0.0, 0.3, 0.2),), 0.05, -0.2, 1.0)
    transcriber = ScriptedTranscriber(lambda _samples, _listening: doubtful)
    recognizer = StreamingRecognizer(Lane.SYSTEM, transcriber, _SETTINGS)
    hypotheses = [h for c in _utterance(200) for h in recognizer.step(c, hurried=True)]
    assert [(h.settled, h.final) for h in hypotheses] == [(True, False), (True, True)]
    assert hypotheses[0].text == hypotheses[1].text
    assert len(transcriber.asked) == 1


@pytest.mark.parametrize(("lane", "n_waiting"), [(Lane.SYSTEM, 1), (Lane.MIC, 0)])
def test_a_careful_reading_waits_until_an_answer_can_have_begun(lane: Lane, n_waiting: int) -> None:
    doubtful = Transcript((Word("one", 0.0, 0.3, 0.2),), 0.05, -0.2, 1.0)
    transcriber = ScriptedTranscriber(lambda _samples, _listening: doubtful)
    recognizer = StreamingRecognizer(lane, transcriber, _SETTINGS)
    for chunk in _utterance(20):
        tuple(recognizer.step(chunk))
    end_s = 20 * FRAME_S
    n_asked = len(transcriber.asked)
    assert tuple(recognizer.rest(end_s + PATIENCE_S - 0.1)) == ()
    assert len(transcriber.asked) == n_asked
    assert [h.final for h in recognizer.rest(end_s + PATIENCE_S)] == [True] * n_waiting
    assert len(transcriber.asked) == n_asked + n_waiting


def test_speech_that_goes_on_closes_what_came_before_it() -> None:
    doubtful = Transcript((Word("one", 0.0, 0.3, 0.2),), 0.05, -0.2, 1.0)
    transcriber = ScriptedTranscriber(lambda _samples, _listening: doubtful)
    recognizer = StreamingRecognizer(Lane.SYSTEM, transcriber, _SETTINGS)
    for chunk in _utterance(20):
        tuple(recognizer.step(chunk))
    (closed,) = recognizer.step(_utterance(20, start=40)[0])
    assert (closed.final, closed.utterance_id) == (True, 0)


def test_a_gap_ends_the_utterance_with_all_that_was_said() -> None:
    chunks = _utterance(40)[:40]
    gap = Gap(Lane.SYSTEM, 1.28, 2.0, "device stalled")
    hypotheses, _ = _run(TruthfulSpeaker(), [*chunks, gap])
    assert hypotheses[-1].final
    assert hypotheses[-1].end_s == pytest.approx(1.28)


def test_a_lane_that_stops_in_the_middle_of_a_word_is_closed_by_flush() -> None:
    hypotheses, transcriber = _run(TruthfulSpeaker(), _utterance(33)[:33])
    assert hypotheses[-1].final
    assert transcriber.asked[-1].length_s == pytest.approx(33 * FRAME_S)


def test_a_loop_is_heard_again_in_the_full_window_and_cut_if_it_stays() -> None:
    hypotheses, transcriber = _run(_texts(["so we " * 12]), _utterance(30))
    assert None in [asked.listening.margin_s for asked in transcriber.asked]
    assert hypotheses[-1].text == "so we"


def test_tokens_are_bounded_by_the_length_of_the_sound() -> None:
    _, transcriber = _run(_texts(["one"]), _utterance(100))
    for asked in transcriber.asked:
        assert asked.listening.max_tokens <= 8 * asked.length_s + 9


def test_a_vocabulary_stands_before_the_context() -> None:
    settings = _SETTINGS.model_copy(update={"vocabulary": ("Northquay", "RabbitMQ")})
    _, transcriber = _run(_texts(["one"]), _utterance(30), settings)
    assert transcriber.asked[0].listening.context == "Northquay, RabbitMQ"


def test_what_the_recognizer_doubts_gives_no_hypothesis_and_takes_no_number() -> None:
    doubted = iter([True] * 3 + [False] * 10)

    def script(_samples: Samples, _listening: Listening) -> Transcript:
        return transcript("thank you", sure=not next(doubted))

    hypotheses, _ = _run(script, [*_utterance(40), *_utterance(40, start=100)])
    assert {h.utterance_id for h in hypotheses} == {0}
    assert hypotheses[0].start_s == pytest.approx(100 * FRAME_S)


def test_words_that_turn_out_to_be_none_are_taken_back_by_an_empty_line() -> None:
    hypotheses, _ = _run(_texts(["you", "", ""]), _utterance(50))
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

    hypotheses, _ = _run(script, _utterance(80))
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
        _run(script, _utterance(n_speech, n_silent))
    finally:
        logging.disable(logging.NOTSET)
    in_speech_s = [t for t in tried_s if t < n_speech * FRAME_S]
    in_silence_s = [t for t in tried_s if t >= n_speech * FRAME_S]
    for times in (in_speech_s, in_silence_s):
        assert all(b - a > _SETTINGS.update_ms / 1000 - 0.01 for a, b in pairwise(times))


def test_a_pause_whose_update_failed_is_settled_by_the_next_try(
    caplog: pytest.LogCaptureFixture,
) -> None:
    calls = iter(range(100))

    def script(samples: Samples, _listening: Listening) -> Transcript:
        if next(calls) == 1:
            raise DecodeFailed("out of memory")
        return transcript("one two three", len(samples) / SAMPLE_RATE)

    hypotheses, transcriber = _run(script, _utterance(30, 40)[:65])
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

    _, transcriber = _run(script, _utterance(80)[:80])
    assert "was lost" in caplog.text
    caplog.clear()
    prefixes = [len(asked.listening.prefix) for asked in transcriber.asked[:4]]
    assert prefixes == [0, 0, 0, 3]


def test_cost_and_buffers_stay_flat_over_two_hours() -> None:
    n_frames = 30
    transcriber = ScriptedTranscriber(_texts(["one two"]))
    recognizer = StreamingRecognizer(Lane.SYSTEM, transcriber, _SETTINGS)
    lengths = []
    for start in range(0, int(7200 / FRAME_S), 1200):
        for chunk in _utterance(n_frames, start=start):
            list(recognizer.step(chunk))
        lengths.append(max(asked.length_s for asked in transcriber.asked))
        transcriber.asked.clear()
        assert recognizer._open is None
    assert max(lengths) == pytest.approx(min(lengths))


def test_a_window_full_of_sound_without_words_is_cut_all_the_same() -> None:
    _, transcriber = _run(_texts([""]), _utterance(1500))
    assert max(_update_lengths_s(transcriber)) <= 16


def test_words_nobody_can_agree_on_stand_before_the_window_bursts() -> None:
    changing = [f"x{i} y{i} z{i}" for i in range(200)]
    hypotheses, transcriber = _run(_texts(changing), _utterance(1500))
    assert max(_update_lengths_s(transcriber)) <= 16
    assert hypotheses[-1].committed
