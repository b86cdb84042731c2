"""The usual way of streaming Whisper: every call computes a window of 30 seconds.

faster-whisper's own `transcribe` with the settings of whisper_streaming (beam of five, word
times). It is here to be measured against, and as the offline reading of a whole recording.
"""

from pathlib import Path

from faster_whisper import WhisperModel

from kairo_desktop.asr.loops import compression_ratio
from kairo_desktop.asr.transcriber import Listening, Transcript
from kairo_desktop.asr.whisper import WhisperOptions
from kairo_desktop.types import Samples, Word

__all__ = ["FixedWindowTranscriber"]

BEAM = 5


class FixedWindowTranscriber:
    """A `Transcriber` that pads to 30 s and decodes everything anew at each call."""

    def __init__(self, folder: Path, options: WhisperOptions | None = None) -> None:
        chosen = options or WhisperOptions()
        self._language = None if chosen.language == "auto" else chosen.language
        self._model = WhisperModel(
            str(folder),
            device="cpu",
            compute_type="int8",
            cpu_threads=chosen.threads,
            local_files_only=True,
        )

    def transcribe(self, samples: Samples, listening: Listening) -> Transcript:
        """Recognize float32[n] at 16 kHz of any length; `prefix` is only left out of the result."""
        segments, _ = self._model.transcribe(
            samples,
            language=self._language,
            beam_size=BEAM,
            word_timestamps=True,
            initial_prompt=listening.context or None,
        )
        heard = list(segments)
        words = tuple(
            Word(word.word.strip(), float(word.start), float(word.end), float(word.probability))
            for segment in heard
            for word in segment.words
            if word.word.strip()
        )
        n_tokens = max(1, sum(len(segment.tokens) for segment in heard))
        return Transcript(
            words=words[len(listening.prefix) :],
            no_speech=min((segment.no_speech_prob for segment in heard), default=1.0),
            mean_logprob=sum(s.avg_logprob * len(s.tokens) for s in heard) / n_tokens,
            compression=compression_ratio(" ".join(word.text for word in words)),
        )

    def read(self, samples: Samples) -> str:
        """The text of a whole recording, parts without speech left out first."""
        segments, _ = self._model.transcribe(
            samples, language=self._language, beam_size=BEAM, vad_filter=True
        )
        return " ".join(segment.text.strip() for segment in segments)
