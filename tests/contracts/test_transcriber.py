"""What every `Transcriber` owes to streaming: the scripted one and Whisper pass the same laws."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from kairo_desktop.asr.transcriber import Listening, Transcriber
from kairo_desktop.asr.whisper import WhisperTranscriber
from kairo_desktop.types import SAMPLE_RATE, Samples
from tests.end_to_end.sounds import speech
from tests.fakes.scripted_transcriber import ScriptedTranscriber, transcript

pytestmark = pytest.mark.real

SAMPLE = Path(__file__).parents[2] / "assets" / "sample" / "interviewer.flac"
TEXT = "Good to meet you. Can you hear me okay?"


@pytest.fixture(scope="module")
def said() -> Samples:
    sound = speech(SAMPLE, 4.6)[int(0.7 * SAMPLE_RATE) :]
    return (sound / 32768).astype(np.float32)


@pytest.fixture(params=["scripted", "whisper"])
def transcriber(request: pytest.FixtureRequest, models_dir: Path) -> Transcriber:
    if request.param == "scripted":
        return ScriptedTranscriber(lambda samples, _: transcript(TEXT, len(samples) / SAMPLE_RATE))
    return WhisperTranscriber(models_dir / "whisper-tiny.en")


def test_words_are_whole_in_order_and_within_the_sound(
    transcriber: Transcriber, said: Samples
) -> None:
    words = transcriber.transcribe(said, Listening(margin_s=1.0)).words
    assert words
    assert all(word.text == word.text.strip() != "" for word in words)
    assert all(0.0 <= word.start_s <= word.end_s for word in words)
    assert all(left.start_s <= right.start_s for left, right in pairwise(words))
    assert words[-1].start_s <= len(said) / SAMPLE_RATE


def test_its_figures_are_in_their_ranges(transcriber: Transcriber, said: Samples) -> None:
    heard = transcriber.transcribe(said, Listening(margin_s=1.0))
    assert 0.0 <= heard.no_speech <= 1.0
    assert heard.mean_logprob <= 0.0
    assert heard.compression > 0.0
    assert all(0.0 <= word.probability <= 1.0 for word in heard.words)


def test_it_hears_the_same_twice(transcriber: Transcriber, said: Samples) -> None:
    listening = Listening(margin_s=1.0)
    first = transcriber.transcribe(said, listening)
    assert transcriber.transcribe(said, listening).words == first.words
