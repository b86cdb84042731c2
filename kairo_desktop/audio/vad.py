"""Voice activity: how likely it is that somebody speaks, frame by frame."""

from importlib.util import find_spec
from pathlib import Path
from typing import Final

import numpy as np
import onnxruntime

from kairo_desktop.errors import ModelMissing, ModelUnfit
from kairo_desktop.types import AudioFrame, Gap, Samples, SpeechFrame

__all__ = ["Vad", "bundled_model"]

CONTEXT_SAMPLES: Final = 64
"""Samples of the previous frame that silero wants in front of each frame at 16 kHz."""

STATE_SHAPE: Final = (1, 1, 128)


def bundled_model() -> Path:
    """The silero file that the faster-whisper wheel carries.

    Raises:
        ModelMissing: the package or the file in it is not there.
    """
    spec = find_spec("faster_whisper")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(folder) / "assets" / "silero_vad_v6.onnx"
        if path.is_file():
            return path
    raise ModelMissing(
        "The voice activity model silero_vad_v6.onnx is not installed.",
        cure="Reinstall Kairo: it comes with the package faster-whisper.",
    )


class Vad:
    """Silero VAD on one lane; its memory lives from frame to frame, so one instance per lane.

    One frame costs about 0.1 ms on one CPU thread.
    """

    def __init__(self, model: Path | None = None) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 4
        path = model or bundled_model()
        try:
            self._session = onnxruntime.InferenceSession(
                path, options, providers=["CPUExecutionProvider"]
            )
        except Exception as err:
            raise ModelUnfit(
                f"The voice activity model {path} cannot be loaded.", cure="Reinstall Kairo."
            ) from err
        self._forget()

    def step(self, item: AudioFrame | Gap) -> tuple[SpeechFrame | Gap]:
        """The frame with its probability; a gap passes through and clears the memory."""
        if isinstance(item, Gap):
            self._forget()
            return (item,)
        return (SpeechFrame(item, self._probability(item.samples)),)

    def flush(self) -> tuple[()]:
        """Nothing is held back."""
        return ()

    def _forget(self) -> None:
        self._h = np.zeros(STATE_SHAPE, np.float32)
        self._c = np.zeros(STATE_SHAPE, np.float32)
        self._context: Samples = np.zeros(CONTEXT_SAMPLES, np.float32)

    def _probability(self, samples: Samples) -> float:
        window = np.concatenate([self._context, samples])[None]
        probability, self._h, self._c = self._session.run(
            None, {"input": window, "h": self._h, "c": self._c}
        )
        self._context = samples[-CONTEXT_SAMPLES:]
        return float(probability[0])
