"""What is read with care: when, how far, and what stands where the reading stops."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kairo_desktop.asr.at_end import AtEndRecognizer
from kairo_desktop.asr.streaming import PATIENCE_S, StreamingRecognizer
from kairo_desktop.asr.transcriber import Listening, Transcript
from kairo_desktop.asr.whole import LONGEST_S
from kairo_desktop.errors import DecodeFailed
from kairo_desktop.types import (
    SAMPLE_RATE,
    Lane,
    Samples,
    Word,
)
from tests.asr.streams import SETTINGS, run, scripted, utterance
from tests.fakes.scripted_transcriber import (
    Script,
    ScriptedTranscriber,
    TruthfulSpeaker,
    transcript,
)
from tests.fakes.tone_source import FRAME_S


@pytest.mark.parametrize(("probability", "text"), [(0.4, "nobody saw it"), (0.6, "no body saw it")])
def test_a_doubtful_word_has_the_whole_utterance_read_with_care_at_the_close(
    probability: float, text: str
) -> None:
    def script(_samples: Samples, listening: Listening) -> Transcript:
        if listening.margin_s is None:
            return transcript("nobody saw it")
        words = [Word("no", 0.0, 0.1, probability), *transcript("body saw it").words]
        return Transcript(tuple(words), 0.05, -0.2, 1.0)

    hypotheses, transcriber = run(script, utterance(25))
    assert [h.text for h in hypotheses[-2:]] == ["no body saw it", text]
    assert hypotheses[-1].final
    read = [a.length_s for a in transcriber.asked if a.listening.margin_s is None]
    assert read == pytest.approx([41 * FRAME_S] if probability < 0.5 else [])


def test_a_turn_longer_than_the_window_is_read_with_care_however_sure_it_is() -> None:
    _, transcriber = run(TruthfulSpeaker(), utterance(400))
    assert transcriber.asked[-1].listening.margin_s is None
    assert transcriber.asked[-1].length_s == pytest.approx(416 * FRAME_S)


def test_a_long_turn_is_read_with_care_while_it_goes_on() -> None:
    def script(samples: Samples, listening: Listening) -> Transcript:
        careful = listening.margin_s is None
        return transcript("sure" if careful else "maybe", len(samples) / SAMPLE_RATE)

    hypotheses, transcriber = run(script, utterance(1900))
    careful = [a.length_s for a in transcriber.asked if a.listening.margin_s is None]
    assert len(careful) == 4
    assert sum(careful) == pytest.approx(1916 * FRAME_S)
    counts = [len(h.committed) for h in hypotheses if not h.final]
    assert counts[0] == 0
    assert sorted(set(counts)) == [0, 1, 2, 3]
    assert hypotheses[-1].text == "sure sure sure sure"


def test_a_stream_comes_to_the_words_of_a_hearing_at_the_end() -> None:
    chunks = utterance(1000)
    at_end = AtEndRecognizer(Lane.SYSTEM, ScriptedTranscriber(TruthfulSpeaker()))
    hypotheses, _ = run(TruthfulSpeaker(), chunks)
    whole = [h for chunk in chunks for h in at_end.step(chunk)]
    assert [h.committed for h in hypotheses if h.final] == [h.committed for h in whole]


def test_only_careful_readings_follow_more_than_one() -> None:
    _, transcriber = run(scripted(["one"]), utterance(70)[:70])
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

    hypotheses, _ = run(script, utterance(30)[:30])
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
    hypotheses, transcriber = run(_reading_only(*(s + 0.4 for s in most_s)), utterance(n))
    shown = [w.text for w in hypotheses[-2].words if w.text.startswith("w")]
    stands = [w.text.strip("-") for w in hypotheses[-1].words]
    lost = [text for text in shown if text not in stands]
    n_pieces = n * FRAME_S / (LONGEST_S / 2) + 1
    assert len(lost) <= 3 * n_pieces, "what begins close behind an end, and single words"
    assert all(a.start_s <= b.start_s for a, b in pairwise(hypotheses[-1].words))
    careful = [a for a in transcriber.asked if a.listening.margin_s is None]
    assert len(careful) <= 2 * n_pieces


def test_a_reading_that_stops_in_the_middle_is_read_on() -> None:
    hypotheses, transcriber = run(_reading_only(4.0, 30.0), utterance(350))
    said = [w.text.strip(".-") for w in hypotheses[-1].committed]
    assert said[:-1] == [f"w{i}" for i in range(len(said) - 1)]
    assert len(said) >= 350 * FRAME_S / 0.4 - 1
    read_s = [a.length_s for a in transcriber.asked if a.listening.margin_s is None]
    assert read_s == pytest.approx([366 * FRAME_S, 366 * FRAME_S - 4.0])


def test_words_shown_stand_where_the_second_reading_stops_too() -> None:
    hypotheses, transcriber = run(_reading_only(4.0, 2.0), utterance(350))
    said = [w.text.strip(".-") for w in hypotheses[-1].committed]
    assert said[:-1] == [f"w{i}" for i in range(len(said) - 1)]
    assert len([a for a in transcriber.asked if a.listening.margin_s is None]) == 2


def test_an_end_that_the_gate_doubts_on_its_own_is_dropped() -> None:
    speaker = _reading_only(4.0)

    def script(samples: Samples, listening: Listening) -> Transcript:
        rest = listening.margin_s is None and samples[0] > 1.0
        return transcript("thank you", sure=False) if rest else speaker(samples, listening)

    hypotheses, _ = run(script, utterance(350))
    assert hypotheses[-1].text.split()[-1] == "w9."


@pytest.mark.parametrize(("lane", "n_waiting"), [(Lane.SYSTEM, 1), (Lane.MIC, 0)])
def test_a_careful_reading_waits_until_an_answer_can_have_begun(lane: Lane, n_waiting: int) -> None:
    doubtful = Transcript((Word("one", 0.0, 0.3, 0.2),), 0.05, -0.2, 1.0)
    transcriber = ScriptedTranscriber(lambda _samples, _listening: doubtful)
    recognizer = StreamingRecognizer(lane, transcriber, SETTINGS)
    for chunk in utterance(20):
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
    recognizer = StreamingRecognizer(Lane.SYSTEM, transcriber, SETTINGS)
    for chunk in utterance(20):
        tuple(recognizer.step(chunk))
    (closed,) = recognizer.step(utterance(20, start=40)[0])
    assert (closed.final, closed.utterance_id) == (True, 0)
