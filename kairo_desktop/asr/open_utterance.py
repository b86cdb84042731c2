"""The utterance being spoken: its sound, and the words known so far on the lane's clock."""

from dataclasses import replace
from typing import Final

import numpy as np

from kairo_desktop.types import SAMPLE_RATE, Samples, SpeechChunk, Word

__all__ = ["CONTEXT_WORDS", "OpenUtterance", "moved"]

SENTENCE_ENDS: Final = tuple(".?!…\u3002\uff1f\uff01")

CONTEXT_WORDS: Final = 30
"""Words in front of the sound that are kept as context."""

OVERLAP_WORDS: Final = 2
"""Agreed words left in front of what is heard again: a cut may touch them, and the decoder goes
on behind them, so that no word behind a cut is lost or comes twice."""

KEPT_S: Final = 5.0
"""What is kept of a full window in which no place to cut was found."""


class OpenUtterance:
    """Sound from `offset_s` on, and words: agreed ones, then tentative ones.

    All of them stand for the time being: `committed` holds what careful readings made of the sound
    up to `read_to_s`. Speech that was cut by a short pause reads on: `line_before` are the words in
    front of it.

    Attributes:
        start_s: Where the utterance begins.
        offset_s: Where the sound begins that updates hear.
        read_to_s: Where the sound begins that has not been read with care.
        end_s: Where the sound ends.
        speech_end_s: End of the last frame with speech in it.
        heard_to_s: Up to where the recognizer has heard.
        heard_speech_end_s: `speech_end_s` as it was then; None before the first time.
        tried_to_s: Where the sound ended when the recognizer was last asked, in vain or not.
        committed: Words that do not change any more, from `start_s` on.
        agreed: Words that updates go on behind, from `start_s` on.
        tentative: Words behind them that each update hears anew.
        shown: A hypothesis of this utterance has been given out.
    """

    def __init__(self, start_s: float, line_before: str = "") -> None:
        self.start_s = self.offset_s = self.read_to_s = self.end_s = self.heard_to_s = start_s
        self.speech_end_s = self.tried_to_s = start_s
        self.heard_speech_end_s: float | None = None
        self.committed: list[Word] = []
        self.agreed: list[Word] = []
        self.tentative: tuple[Word, ...] = ()
        self.shown = False
        self._line_before = line_before
        self._n_trimmed = 0
        self._chunks: list[Samples] = []
        self._unread: list[Samples] = []

    @property
    def samples(self) -> Samples:
        """float32[n], the sound from `offset_s` to `end_s`."""
        return _joined(self._chunks)

    @property
    def unread(self) -> Samples:
        """float32[n], the sound from `read_to_s` to `end_s`."""
        return _joined(self._unread)

    @property
    def uncommitted(self) -> tuple[Word, ...]:
        """Words behind the committed ones, as far as they are known."""
        return tuple(w for w in (*self.agreed, *self.tentative) if _middle_s(w) >= self.read_to_s)

    @property
    def prefix(self) -> tuple[Word, ...]:
        """Agreed words within the sound, in seconds from its beginning."""
        return tuple(moved(word, -self.offset_s) for word in self.agreed[self._n_trimmed :])

    @property
    def context(self) -> str:
        """The last words in front of the sound: of this utterance, else of the line before."""
        if not self._n_trimmed:
            return self._line_before
        before = self.agreed[max(0, self._n_trimmed - CONTEXT_WORDS) : self._n_trimmed]
        return " ".join(word.text for word in before)

    def append(self, chunk: SpeechChunk) -> None:
        """Add the sound that follows."""
        self._chunks.append(chunk.samples)
        self._unread.append(chunk.samples)
        self.end_s = chunk.end_s
        self.speech_end_s = chunk.speech_end_s

    def hear(self, words: tuple[Word, ...]) -> None:
        """Replace the tentative words; times count from the beginning of the sound."""
        self.tentative = tuple(moved(word, self.offset_s) for word in words)
        self.heard_to_s = self.end_s
        self.heard_speech_end_s = self.speech_end_s

    def agree(self, n_words: int) -> None:
        """Let updates go on behind the first `n_words` tentative words."""
        self.agreed.extend(self.tentative[:n_words])
        self.tentative = self.tentative[n_words:]

    def known(self, n_samples: int) -> tuple[Word, ...]:
        """Words of the first `n_samples` unread ones, 0 < n, in seconds from their beginning."""
        to_s = self._unread_s(n_samples)
        words = (w for w in self.uncommitted if _middle_s(w) < to_s or to_s == self.end_s)
        return tuple(moved(word, -self.read_to_s) for word in words)

    def commit(self, n_samples: int, words: tuple[Word, ...] | None) -> None:
        """Make words of the first `n_samples` unread ones certain.

        Args:
            n_samples: How much of the sound has been read, 0 < n <= all.
            words: What it says, in seconds from its beginning; None: what is known stands.
        """
        if words is None:
            words = self.known(n_samples)
        self.committed += [moved(word, self.read_to_s) for word in words]
        self.read_to_s = self._unread_s(n_samples)
        self._unread = [self.unread[n_samples:].copy()]

    def trim(self, window_s: float) -> None:
        """Drop sound in front that updates hear once it is longer than `window_s`.

        It is cut behind the last agreed sentence, else before the last `OVERLAP_WORDS`.
        """
        if self.end_s - self.offset_s <= window_s:
            return
        known = self.agreed[self._n_trimmed :]
        ends = [i for i, word in enumerate(known, 1) if word.text.endswith(SENTENCE_ENDS)]
        n_dropped = ends[-1] if ends else len(known) - OVERLAP_WORDS
        if n_dropped > 0:
            self._drop(self._n_trimmed + n_dropped, known[n_dropped - 1].end_s)
        elif self.end_s - self.offset_s > 1.5 * window_s:
            self.agree(sum(word.end_s <= self.end_s - KEPT_S for word in self.tentative))
            self._drop(len(self.agreed), self.end_s - KEPT_S)

    def _unread_s(self, n_samples: int) -> float:
        """Where the first `n_samples` unread ones end."""
        whole = n_samples == len(self.unread)
        return self.end_s if whole else self.read_to_s + n_samples / SAMPLE_RATE

    def _drop(self, n_words: int, to_s: float) -> None:
        n_samples = round((to_s - self.offset_s) * SAMPLE_RATE)
        self._chunks = [self.samples[n_samples:].copy()]
        self.offset_s += n_samples / SAMPLE_RATE
        self._n_trimmed = n_words


def moved(word: Word, by_s: float) -> Word:
    """The word, that much later."""
    return replace(word, start_s=word.start_s + by_s, end_s=word.end_s + by_s)


def _joined(chunks: list[Samples]) -> Samples:
    """All chunks as one, which then stands for them: joined again they cost nothing."""
    if len(chunks) != 1:
        chunks[:] = [np.concatenate(chunks)]
    return chunks[0]


def _middle_s(word: Word) -> float:
    return (word.start_s + word.end_s) / 2
