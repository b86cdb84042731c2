"""The recognizer on the real models: words, times, prefixes, loops, silence and failures."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import ctranslate2
import numpy as np
import pytest

from kairo_desktop.asr.at_end import AtEndRecognizer
from kairo_desktop.asr.fixed_window import FixedWindowTranscriber
from kairo_desktop.asr.gate import passes
from kairo_desktop.asr.loops import normal
from kairo_desktop.asr.streaming import StreamingRecognizer
from kairo_desktop.asr.transcriber import Listening, Transcriber
from kairo_desktop.asr.whisper import WhisperOptions, WhisperTranscriber
from kairo_desktop.audio.endpoint import Endpointer
from kairo_desktop.audio.files import read_frames
from kairo_desktop.audio.vad import Vad
from kairo_desktop.bench.wer import Score
from kairo_desktop.errors import DecodeFailed, ModelMissing, ModelUnfit
from kairo_desktop.settings.asr import AsrSettings
from kairo_desktop.settings.audio import AudioSettings
from kairo_desktop.types import SAMPLE_RATE, Hypothesis, Lane, Samples, SpeechChunk, Word
from tests.fakes.tone_source import frames, silence, tone

pytestmark = pytest.mark.real

_QUESTION = "could you start by telling me what you have been working on for the last two years"
_QUESTION_S = (23.4, 29.0)


@pytest.fixture(scope="module")
def tiny(models_dir: Path) -> WhisperTranscriber:
    return WhisperTranscriber(models_dir / "whisper-tiny.en")


@pytest.fixture(scope="module")
def speech() -> Samples:
    """The first half minute of an interviewer."""
    path = Path(__file__).parents[1] / "data" / "interviews" / "iv1" / "interviewer.flac"
    return np.concatenate([f.samples for f in islice(read_frames(path, Lane.SYSTEM), 940)])


@pytest.fixture(scope="module")
def question(speech: Samples) -> Samples:
    start_s, end_s = _QUESTION_S
    return speech[round(start_s * SAMPLE_RATE) : round(end_s * SAMPLE_RATE)]


def _text(samples: Samples, transcriber: Transcriber, listening: Listening) -> str:
    words = transcriber.transcribe(samples, listening).words
    return " ".join(normal(word.text) for word in words)


def _chunks(samples: Samples) -> Iterator[SpeechChunk]:
    vad, endpointer = Vad(), Endpointer(Lane.SYSTEM, AudioSettings())
    for frame in frames(samples):
        for speech_frame in vad.step(frame):
            yield from (p for p in endpointer.step(speech_frame) if isinstance(p, SpeechChunk))
    yield from (p for p in endpointer.flush() if isinstance(p, SpeechChunk))


def _stream(samples: Samples, transcriber: Transcriber) -> Iterator[Hypothesis]:
    recognizer = StreamingRecognizer(Lane.SYSTEM, transcriber, AsrSettings())
    for chunk in _chunks(samples):
        yield from recognizer.step(chunk)
    yield from recognizer.flush()


@pytest.mark.parametrize("margin_s", [1.0, None])
def test_words_are_right_with_and_without_the_full_window(
    tiny: WhisperTranscriber, question: Samples, margin_s: float | None
) -> None:
    assert _text(question, tiny, Listening(margin_s=margin_s)).endswith(_QUESTION[5:])


def test_words_lie_in_order_within_the_sound_and_are_sure(
    tiny: WhisperTranscriber, question: Samples
) -> None:
    words = tiny.transcribe(question, Listening(margin_s=1.0)).words
    edges = [edge for word in words for edge in (word.start_s, word.end_s)]
    assert edges == sorted(edges)
    assert edges[-1] <= len(question) / SAMPLE_RATE + 0.1
    assert np.mean([word.probability for word in words]) > 0.8
    assert words[-1].text == "years?"


def test_decoding_goes_on_behind_a_prefix(tiny: WhisperTranscriber, question: Samples) -> None:
    words = tiny.transcribe(question, Listening(margin_s=1.0)).words
    rest = tiny.transcribe(question, Listening(prefix=words[:9], margin_s=1.0)).words
    assert [word.text for word in rest] == [word.text for word in words[9:]]
    assert rest[0].start_s == pytest.approx(words[9].start_s, abs=0.1)


def test_tokens_are_bounded(tiny: WhisperTranscriber, question: Samples) -> None:
    few = tiny.transcribe(question, Listening(margin_s=1.0, max_tokens=5)).words
    assert 3 <= len(few) <= 5


def test_a_long_context_never_overflows_the_decoder(
    tiny: WhisperTranscriber, question: Samples
) -> None:
    listening = Listening(context="so much was said before " * 100, margin_s=1.0)
    assert _text(question, tiny, listening).endswith("last two years")


def test_half_a_second_with_a_cut_word_does_not_loop(
    tiny: WhisperTranscriber, question: Samples
) -> None:
    for length_s in (0.4, 0.7, 1.1, 1.6):
        cut = question[: round(length_s * SAMPLE_RATE)]
        assert len(_text(cut, tiny, Listening(margin_s=1.0, max_tokens=40)).split()) < 8


def test_a_few_samples_do_not_end_the_recognizer(
    tiny: WhisperTranscriber, question: Samples
) -> None:
    for n in (1, 40, 160, 512, 3000):
        prefix = (Word("What", 0.0, 0.1, 0.9), Word("is", 0.1, 0.2, 0.9))
        for words in ((), prefix):
            heard = tiny.transcribe(
                question[:n], Listening(prefix=words, margin_s=1.0, max_tokens=8)
            )
            assert all(0.0 <= word.start_s <= word.end_s for word in heard.words)


@pytest.mark.parametrize("model", ["whisper-tiny.en", "whisper-base"])
def test_no_text_passes_the_gate_on_what_is_no_speech(models_dir: Path, model: str) -> None:
    transcriber = WhisperTranscriber(models_dir / model)
    rng = np.random.default_rng(0)
    clicks = silence(3)
    clicks[::4000] = 0.5
    for sound in (
        silence(3),
        rng.normal(0, 0.003, 48_000).astype(np.float32),
        tone(3, 50) + tone(3, 150, 0.1),
        clicks,
    ):
        assert not passes(transcriber.transcribe(sound, Listening(margin_s=1.0, max_tokens=32)))


def test_a_vocabulary_does_not_leak_into_silence(tiny: WhisperTranscriber) -> None:
    listening = Listening(context="Northquay, RabbitMQ, Tomasz Adeyemi", margin_s=1.0)
    assert not passes(tiny.transcribe(silence(2), listening))


def test_the_same_sound_streams_to_the_same_text(tiny: WhisperTranscriber, speech: Samples) -> None:
    some = speech[22 * SAMPLE_RATE :]
    finals = [h.text for h in _stream(some, tiny) if h.final]
    assert "you start by telling me" in " ".join(finals)
    assert finals == [h.text for h in _stream(some, tiny) if h.final]


def test_a_stream_comes_to_the_words_of_a_hearing_at_the_end(
    tiny: WhisperTranscriber, speech: Samples
) -> None:
    at_end = AtEndRecognizer(Lane.SYSTEM, tiny)
    whole = " ".join(h.text for chunk in _chunks(speech) for h in at_end.step(chunk))
    streamed = " ".join(h.text for h in _stream(speech, tiny) if h.final)
    score = Score.of(whole, streamed)
    assert score.n_words > 50
    assert score.n_edits <= 0.04 * score.n_words


@pytest.mark.parametrize("gain_db", [-35, 12])
def test_whispering_and_clipping_are_still_heard(
    tiny: WhisperTranscriber, question: Samples, gain_db: int
) -> None:
    peak = float(np.abs(question).max())
    changed = np.clip(question / peak * 10 ** (gain_db / 20), -1, 1).astype(np.float32)
    heard = [h for h in _stream(np.pad(changed, 16_000), tiny) if h.final]
    assert "two years" in " ".join(h.text for h in heard)


def test_a_language_is_detected_once_and_kept(models_dir: Path, question: Samples) -> None:
    base = WhisperTranscriber(models_dir / "whisper-base", WhisperOptions(language="auto"))
    assert base.language == ""
    base.transcribe(question, Listening(margin_s=1.0))
    assert base.language == "en"


def test_the_usual_way_hears_the_same(models_dir: Path, question: Samples) -> None:
    usual = FixedWindowTranscriber(models_dir / "whisper-tiny.en")
    assert _text(question, usual, Listening()) == _QUESTION
    assert usual.read(question).lower().startswith("could you start")


def test_a_folder_without_a_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match=r"model\.bin") as caught:
        WhisperTranscriber(tmp_path / "whisper-tiny.en")
    assert caught.value.cure


def test_a_truncated_model_is_unfit(models_dir: Path, tmp_path: Path) -> None:
    for file in (models_dir / "whisper-tiny.en").iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes()[:1_000_000])
    (tmp_path / "tokenizer.json").write_bytes(
        (models_dir / "whisper-tiny.en" / "tokenizer.json").read_bytes()
    )
    with pytest.raises(ModelUnfit, match="cannot be loaded"):
        WhisperTranscriber(tmp_path)


def test_a_failing_engine_is_reported_and_the_next_call_works(
    tiny: WhisperTranscriber, question: Samples, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object) -> object:
        raise RuntimeError("out of memory")

    with monkeypatch.context() as patch:
        patch.setattr(tiny, "_encode_sound", fail)
        with pytest.raises(DecodeFailed, match="out of memory"):
            tiny.transcribe(question, Listening())
    assert _text(question, tiny, Listening(margin_s=1.0)) == _QUESTION


def test_cuda_that_does_not_load_falls_back_to_the_cpu(
    models_dir: Path,
    question: Samples,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    load = ctranslate2.models.Whisper

    def on_cpu_only(folder: str, *, device: str, **options: object) -> object:
        if device == "cuda":
            raise RuntimeError("Library libcublas.so.12 is not found")
        return load(folder, device=device, **options)

    monkeypatch.setattr(ctranslate2, "get_cuda_device_count", lambda: 1)
    monkeypatch.setattr(ctranslate2.models, "Whisper", on_cpu_only)
    fallen = WhisperTranscriber(models_dir / "whisper-tiny.en", WhisperOptions(device="auto"))
    assert "the CPU takes over" in caplog.text
    caplog.clear()
    assert _text(question, fallen, Listening(margin_s=1.0)) == _QUESTION
