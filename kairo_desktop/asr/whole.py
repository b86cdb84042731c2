"""The reading that stands: finished speech, heard once with care in the recognizer's full window.

It costs several updates, so nothing that waits is made to wait for it: it is for speech that is
over, and for what lies far behind in a long turn. Hearing at the end and hearing while somebody
speaks cut and read in the same way; so both come to the same words, but where a reading stops too
early: only what was heard before shows that (`cut_short.py`).
"""

from collections.abc import Iterator
from typing import Final

import numpy as np

from kairo_desktop.asr.gate import passes
from kairo_desktop.asr.loops import before_loop, most_tokens
from kairo_desktop.asr.transcriber import Listening, Transcriber
from kairo_desktop.types import SAMPLE_RATE, Samples, Word

__all__ = ["LONGEST_S", "first_piece", "pieces", "read_whole"]

LONGEST_S: Final = 25
"""The longest sound that is read at once."""

BEAM: Final = 5
"""Readings followed at once; in a full window it takes hardly longer than one."""

PART_S: Final = 0.1
"""How long it must be quiet where sound is cut."""


def first_piece(sound: Samples) -> int:
    """Samples of `sound`, float32[n], to read at once.

    All of it, else up to where the second half of the longest piece is quietest.
    """
    n_longest, n_part = LONGEST_S * SAMPLE_RATE, round(PART_S * SAMPLE_RATE)
    if len(sound) <= n_longest:
        return len(sound)
    parts = sound[n_longest // 2 : n_longest].reshape(-1, n_part)
    return n_longest // 2 + n_part * int(np.argmin(np.square(parts).sum(axis=1)))


def pieces(sound: Samples) -> Iterator[Samples]:
    """The sound in parts that can be read at once, in order and without a hole."""
    while len(sound):
        n_samples = first_piece(sound)
        yield sound[:n_samples]
        sound = sound[n_samples:]


def read_whole(transcriber: Transcriber, sound: Samples, vocabulary: str = "") -> tuple[Word, ...]:
    """Words of one piece, float32[n], times from its beginning; none where nobody speaks.

    Raises:
        DecodeFailed: the recognizer gave up.
    """
    listening = Listening(
        context=vocabulary, beam=BEAM, max_tokens=most_tokens(len(sound) / SAMPLE_RATE)
    )
    transcript = transcriber.transcribe(sound, listening)
    return before_loop(transcript.words) if passes(transcript) else ()
