"""Speaks `script.txt` with flite and writes both lanes of the sample interview.

Run it from anywhere after changing the script: `python assets/sample/make_sample.py`.
It needs the `flite` program; the lanes lie on one timeline and are silent while the other speaks.
"""

import subprocess
import tempfile
import wave
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray

_HERE = Path(__file__).parent
_RATE = 16_000
_VOICES = {"interviewer": "rms", "candidate": "slt"}
_TAIL_S = 2.0


def _speak(text: str, voice: str) -> NDArray[np.int16]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "line.wav"
        subprocess.run(["flite", "-voice", voice, "-t", text, "-o", str(path)], check=True)
        with wave.open(str(path)) as sound:
            if sound.getframerate() != _RATE:
                raise SystemExit(f"flite spoke at {sound.getframerate()} Hz, expected {_RATE}")
            return np.frombuffer(sound.readframes(sound.getnframes()), np.int16)


def _lines() -> list[tuple[str, float, str]]:
    lines = []
    for line in (_HERE / "script.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            speaker, pause_s, text = (part.strip() for part in line.split("|", 2))
            lines.append((speaker, float(pause_s), text))
    return lines


def _write_flac(path: Path, samples: NDArray[np.int16]) -> None:
    with av.open(str(path), "w") as container:
        stream = container.add_stream("flac", rate=_RATE, layout="mono")
        frame = av.AudioFrame.from_ndarray(samples.reshape(1, -1), format="s16", layout="mono")
        frame.sample_rate = _RATE
        for packet in [*stream.encode(frame), *stream.encode(None)]:
            container.mux(packet)


def main() -> None:
    """Write `interviewer.flac` and `candidate.flac` beside the script."""
    placed = []
    now = 0
    for speaker, pause_s, text in _lines():
        samples = _speak(text, _VOICES[speaker])
        now += int(pause_s * _RATE)
        placed.append((speaker, now, samples))
        now += len(samples)
    for speaker in _VOICES:
        lane = np.zeros(now + int(_TAIL_S * _RATE), np.int16)
        for who, start, samples in placed:
            if who == speaker:
                lane[start : start + len(samples)] = samples
        _write_flac(_HERE / f"{speaker}.flac", lane)


if __name__ == "__main__":
    main()
