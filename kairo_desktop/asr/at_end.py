"""The ordinary way to hear: each utterance once, when it is over."""

from collections.abc import Iterator

import numpy as np

from kairo_desktop.asr.open_utterance import moved
from kairo_desktop.asr.transcriber import Transcriber
from kairo_desktop.asr.whole import pieces, read_whole
from kairo_desktop.types import (
    SAMPLE_RATE,
    Gap,
    Hypothesis,
    Lane,
    Samples,
    SpeechChunk,
    VoiceState,
    Word,
)

__all__ = ["AtEndRecognizer"]


class AtEndRecognizer:
    """One final hypothesis per utterance; what `StreamingRecognizer` is measured against.

    Sound is kept until the utterance is over, however long it is.
    """

    def __init__(self, lane: Lane, transcriber: Transcriber) -> None:
        self._lane = lane
        self._transcriber = transcriber
        self._chunks: list[Samples] = []
        self._start_s = 0.0
        self._end_s = 0.0
        self._n_shown = 0

    def step(self, item: SpeechChunk | Gap, *, hurried: bool = False) -> Iterator[Hypothesis]:
        """Keep a chunk; the closing one, or a gap, gives the hypothesis."""
        del hurried
        if isinstance(item, Gap):
            yield from self.flush()
            return
        if not self._chunks:
            self._start_s = item.start_s
        self._chunks.append(item.samples)
        self._end_s = item.end_s
        if item.state is VoiceState.QUIET:
            yield from self.flush()

    def rest(self, now_s: float) -> Iterator[Hypothesis]:
        """Nothing waits for a quiet moment."""
        del now_s
        yield from ()

    def flush(self) -> Iterator[Hypothesis]:
        """Hear the open utterance as it is."""
        chunks, self._chunks = self._chunks, []
        if not chunks:
            return
        words = tuple(self._words(np.concatenate(chunks)))
        if not words:
            return
        yield Hypothesis(
            lane=self._lane,
            utterance_id=self._n_shown,
            committed=words,
            tentative=(),
            start_s=self._start_s,
            end_s=self._end_s,
            settled=True,
            final=True,
        )
        self._n_shown += 1

    def _words(self, sound: Samples) -> Iterator[Word]:
        """What is said, on the lane's clock."""
        start_s = self._start_s
        for piece in pieces(sound):
            for word in read_whole(self._transcriber, piece):
                yield moved(word, start_s)
            start_s += len(piece) / SAMPLE_RATE
