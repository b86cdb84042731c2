"""Voice activity: the bundled model, its memory and what it says to no speech."""

from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from kairo_desktop.audio import vad
from kairo_desktop.audio.files import read_frames
from kairo_desktop.audio.vad import Vad, bundled_model
from kairo_desktop.errors import ModelMissing, ModelUnfit
from kairo_desktop.types import Gap, Lane, Samples, SpeechFrame
from tests.fakes.tone_source import frames, silence, tone


def _probabilities(detector: Vad, samples: Samples) -> list[float]:
    pieces = [piece for frame in frames(samples) for piece in detector.step(frame)]
    return [piece.probability for piece in pieces if isinstance(piece, SpeechFrame)]


def _speech(data_dir: Path) -> Samples:
    path = data_dir / "interviews" / "iv1" / "interviewer.flac"
    return np.concatenate([f.samples for f in islice(read_frames(path, Lane.SYSTEM), 150)])


def test_hears_speech(data_dir: Path) -> None:
    assert np.mean(_probabilities(Vad(), _speech(data_dir))[60:130]) > 0.7


def test_hears_nothing_in_silence_tones_noise_and_clicks() -> None:
    rng = np.random.default_rng(0)
    noise = rng.normal(0, 0.003, 64_000).astype(np.float32)
    clicks = silence(4)
    clicks[::4000] = 0.8
    hum = tone(4, 50) + tone(4, 150, 0.1)
    for sound in (silence(4), hum, noise, clicks):
        assert max(_probabilities(Vad(), sound)) < 0.5


def test_keeps_its_memory_between_frames(data_dir: Path) -> None:
    speech = _speech(data_dir)
    whole = Vad()
    assert _probabilities(whole, speech[: 512 * 90])[-1] != pytest.approx(
        _probabilities(Vad(), speech[512 * 89 : 512 * 90])[0], abs=1e-3
    )


def test_a_gap_passes_through_and_clears_the_memory(data_dir: Path) -> None:
    speech = _speech(data_dir)
    detector = Vad()
    _probabilities(detector, speech)
    gap = Gap(Lane.SYSTEM, 1.0, 2.0, "overflow")
    assert detector.step(gap) == (gap,)
    assert _probabilities(detector, speech) == _probabilities(Vad(), speech)
    assert detector.flush() == ()


def test_a_missing_model_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vad, "find_spec", lambda _name: None)
    with pytest.raises(ModelMissing, match=r"silero_vad_v6\.onnx"):
        bundled_model()


def test_a_broken_model_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "broken.onnx"
    broken.write_bytes(b"no model")
    with pytest.raises(ModelUnfit, match="broken"):
        Vad(broken)
