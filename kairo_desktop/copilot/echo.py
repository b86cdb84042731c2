"""Tells words that the microphone only picked up from the loudspeaker.

The turn logic ignores the user's lane anyway; this keeps the interviewer's words from being
written down, and remembered, as the user's.
"""

from collections import deque
from difflib import SequenceMatcher

from kairo_desktop.copilot.wording import tokens
from kairo_desktop.types import Hypothesis, Lane, Word

__all__ = ["Echo"]

_KEPT_UTTERANCES = 8
_EARLIER_S = 1.0
_SAME_SHARE = 0.7
_SHORTEST = 3


class Echo:
    """The interviewer's last utterances, and whether the user's lane repeats them."""

    def __init__(self) -> None:
        self._heard: deque[Hypothesis] = deque(maxlen=_KEPT_UTTERANCES)

    def hear(self, hypothesis: Hypothesis) -> None:
        """Keep what the interviewer's lane says; the user's is left out."""
        if hypothesis.lane is not Lane.SYSTEM:
            return
        if self._heard and self._heard[-1].utterance_id == hypothesis.utterance_id:
            self._heard.pop()
        self._heard.append(hypothesis)

    def is_echo(self, hypothesis: Hypothesis) -> bool:
        """True when the interviewer says the same words at that time, or up to 1 s before.

        Fewer than three words are never taken for an echo: both may say "right".
        """
        said = tokens(hypothesis.text)
        if len(said) < _SHORTEST:
            return False
        near = tokens(" ".join(word.text for word in self._words_near(hypothesis)))
        blocks = SequenceMatcher(None, said, near, autojunk=False).get_matching_blocks()
        return sum(block.size for block in blocks) >= _SAME_SHARE * len(said)

    def _words_near(self, hypothesis: Hypothesis) -> list[Word]:
        words = [word for one in self._heard for word in one.words]
        return [
            word
            for word in words
            if hypothesis.start_s - _EARLIER_S <= word.end_s and word.start_s <= hypothesis.end_s
        ]
