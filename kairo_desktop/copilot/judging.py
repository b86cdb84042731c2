"""The language model's opinion on a turn: how it is asked, and what its logits say.

One pass behind the words answers: the odds of "yes" against "no" as the next token, nothing is
sampled. The default model's verdict is right less often than the features (area under the curve
0.88 against 0.99) but errs elsewhere, so it only tips the balance where they are unsure. The kind
of a question it names right four times in ten, so of that it is not asked.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kairo_desktop.copilot.protocols import ChatTemplate, Tokenizer, Verdict
from kairo_desktop.copilot.template_parts import TemplateParts

__all__ = ["JudgePrompt"]

_TASK = """\
You listen to a job interview. Say whether the interviewer's words ask the candidate something \
about their work, skills, knowledge or plans. Reply yes or no. Reply no to statements, thanks, \
greetings, checks of the call, small talk and sentences that are cut off.

"We ship every two weeks." no
"what would you do if a supplier lets you down" yes
"can you hear me" no
"and the cost" yes
"tell me about the" no
"I'd like to know how you plan a week" yes"""

_YES, _NO = ("yes", "Yes"), ("no", "No")
_NEUTRAL = 1.3
"""Log odds about halfway between those of questions (median 2.1) and of other talk (0.7)."""
_WEIGHT = 0.6
"""What one nat of them is worth beside the features."""
_MOST_TOKENS = 48


class JudgePrompt:
    """The prompt of the judge: a beginning that stays, the words, an end.

    Attributes:
        prefix: Tokens that every prompt begins with.

    Raises:
        ModelUnfit: the model's template does not hand our text through.
    """

    def __init__(self, tokenizer: Tokenizer, template: ChatTemplate) -> None:
        self._tokenizer = tokenizer
        parts = TemplateParts.of(template)
        head = tokenizer.encode(parts.head, special=True)
        middle = tokenizer.encode(parts.middle, special=True)
        self.prefix = head + self._plain(_TASK) + middle + self._plain('"')
        self._tail = self._plain('"') + tokenizer.encode(parts.tail, special=True)
        self._yes = [token for word in _YES for token in self._plain(word)[:1]]
        self._no = [token for word in _NO for token in self._plain(word)[:1]]

    def fits(self, n_ctx: int) -> bool:
        """True when `n_ctx` tokens hold any of its prompts, and the model can say yes and no."""
        longest = len(self.prefix) + _MOST_TOKENS + len(self._tail)
        return longest <= n_ctx and bool(self._yes and self._no)

    def build(self, text: str) -> tuple[int, ...]:
        """The prompt on `text`, of which the last words count."""
        return self.prefix + self._plain(text)[-_MOST_TOKENS:] + self._tail

    def verdict(self, logits: NDArray[np.float32]) -> Verdict:
        """What the row float32[n_vocab] behind a prompt says."""
        odds = _total(logits, self._yes) - _total(logits, self._no)
        return Verdict(_WEIGHT * (odds - _NEUTRAL))

    def _plain(self, text: str) -> tuple[int, ...]:
        return self._tokenizer.encode(text, special=False)


def _total(logits: NDArray[np.float32], tokens: Sequence[int]) -> float:
    """Log of the summed probability of `tokens`, but for a constant."""
    return float(np.logaddexp.reduce(logits[list(tokens)].astype(np.float64)))
