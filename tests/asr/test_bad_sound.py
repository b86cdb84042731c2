"""Sound as it should not be, through voice activity, endpoint and the real recognizer."""

from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from kairo_desktop.asr.streaming import StreamingRecognizer
from kairo_desktop.asr.whisper import WhisperTranscriber
from kairo_desktop.audio.endpoint import Endpointer
from kairo_desktop.audio.files import read_frames
from kairo_desktop.audio.vad import Vad
from kairo_desktop.bench.wer import Score, normalize
from kairo_desktop.settings.asr import AsrSettings
from kairo_desktop.settings.audio import AudioSettings
from kairo_desktop.types import SAMPLE_RATE, AudioFrame, Gap, Lane, Samples, SpeechChunk
from tests.fakes.tone_source import frames

pytestmark = pytest.mark.real

_INTERVIEW = Path(__file__).parents[1] / "data" / "interviews" / "iv1"

_SPELLED = Path(__file__).parent / "spelled.flac"

_QUESTION = "could you start by telling me what you have been working on for the last two years"


@pytest.fixture(scope="module")
def tiny(models_dir: Path) -> WhisperTranscriber:
    return WhisperTranscriber(models_dir / "whisper-tiny.en")


@pytest.fixture(scope="module")
def asked() -> Samples:
    """The interviewer's question, half a second of quiet around it."""
    return _said("interviewer", 23.3, 29.3)


def _said(speaker: str, start_s: float, end_s: float) -> Samples:
    lane = read_frames(_INTERVIEW / f"{speaker}.flac", Lane.SYSTEM)
    first, last = round(start_s / 0.032), round(end_s / 0.032)
    return np.concatenate([frame.samples for frame in islice(lane, first, last)])


def _lines(
    items: list[AudioFrame | Gap],
    transcriber: WhisperTranscriber,
    settings: AsrSettings | None = None,
) -> list[str]:
    """The final lines of what a lane brings."""
    vad, endpointer = Vad(), Endpointer(Lane.SYSTEM, AudioSettings())
    recognizer = StreamingRecognizer(Lane.SYSTEM, transcriber, settings or AsrSettings())
    pieces = [p for item in items for heard in vad.step(item) for p in endpointer.step(heard)]
    chunks = [p for p in (*pieces, *endpointer.flush()) if isinstance(p, SpeechChunk | Gap)]
    hypotheses = [h for chunk in chunks for h in recognizer.step(chunk)]
    return [h.text for h in (*hypotheses, *recognizer.flush()) if h.final and h.text]


def _heard(samples: Samples, transcriber: WhisperTranscriber) -> str:
    return " ".join(normalize(" ".join(_lines(list(frames(samples)), transcriber))))


def test_a_turn_of_one_word_is_a_line(tiny: WhisperTranscriber) -> None:
    assert _heard(_said("candidate", 118.8, 120.5), tiny) == "right"


def test_spoken_numbers_are_heard(tiny: WhisperTranscriber) -> None:
    assert "reached ninety one percent" in _heard(_said("candidate", 93.0, 99.4), tiny)


def test_a_name_that_is_spelled_and_digits_are_heard(tiny: WhisperTranscriber) -> None:
    """The voice is flite's rms."""
    sound = list(read_frames(_SPELLED, Lane.SYSTEM))
    heard = "".join(normalize(" ".join(_lines([*sound], tiny))))
    assert "kairo" in heard
    assert "fourhundredseventeen" in heard or "fouroneseven" in heard


@pytest.mark.parametrize("update_ms", [192, 352])
def test_words_cut_at_the_end_of_an_update_come_out_whole(
    tiny: WhisperTranscriber, asked: Samples, update_ms: int
) -> None:
    lines = _lines(list(frames(asked)), tiny, AsrSettings(update_ms=update_ms, hold_ms=800))
    assert " ".join(normalize(" ".join(lines))) == _QUESTION


def test_telephone_sound_is_heard(tiny: WhisperTranscriber, asked: Samples) -> None:
    spectrum = np.fft.rfft(asked)
    hertz = np.fft.rfftfreq(len(asked), 1 / SAMPLE_RATE)
    spectrum[(hertz < 300) | (hertz > 3400)] = 0
    coarse = np.round(np.fft.irfft(spectrum, len(asked)) * 127) / 127
    assert "telling me what you have been working on" in _heard(coarse.astype(np.float32), tiny)


def test_two_voices_at_once_give_words_and_no_loop(tiny: WhisperTranscriber) -> None:
    one, other = _said("interviewer", 23.3, 29.3), 0.5 * _said("candidate", 43.5, 49.5)
    words = _heard(one + other, tiny).split()
    assert 5 <= len(words) <= 40


def test_a_gap_within_a_word_makes_two_lines_and_loses_none_of_the_rest(
    tiny: WhisperTranscriber, asked: Samples
) -> None:
    heard = list(frames(asked))
    cut = len(heard) // 2
    at_s, on_s = heard[cut].start_s, heard[cut].start_s + 0.4
    later = [AudioFrame(f.lane, f.start_s + 0.4, f.samples) for f in heard[cut:]]
    gap = Gap(Lane.SYSTEM, at_s, on_s, "device stalled")
    lines = _lines([*heard[:cut], gap, *later], tiny)
    assert len(lines) == 2
    assert normalize(lines[0])[:3] == ("could", "you", "start")
    assert normalize(lines[1])[-2:] == ("two", "years")


def test_a_word_cut_by_the_end_of_the_lane_leaves_the_others(
    tiny: WhisperTranscriber, asked: Samples
) -> None:
    said = _heard(asked[: round(3.3 * SAMPLE_RATE)], tiny).split()
    score = Score.of(" ".join(_QUESTION.split()[: len(said)]), " ".join(said))
    assert len(said) >= 6
    assert score.n_edits <= 2


@pytest.mark.long
def test_a_monologue_of_two_minutes_comes_out_whole(tiny: WhisperTranscriber) -> None:
    once = _said("interviewer", 99.2, 143.3)
    said = " ".join([_heard(once, tiny)] * 3)
    score = Score.of(said, _heard(np.tile(once, 3), tiny))
    assert score.n_words > 250
    assert score.n_edits <= 0.05 * score.n_words
