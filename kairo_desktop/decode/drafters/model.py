"""A small language model that guesses for a large one."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kairo_desktop.decode.distribution import Distribution
from kairo_desktop.decode.draft import Draft, Outlook
from kairo_desktop.decode.prefix import chunks, common_prefix
from kairo_desktop.decode.sampling import probability
from kairo_desktop.decode.target import Cancel, Target, TokenTree
from kairo_desktop.errors import CannotRewind

__all__ = ["ModelDrafter"]

MOST_PENDING = 2
"""Tokens a pass takes in on its way: the last guess, never evaluated, and the token behind it."""


class ModelDrafter:
    """Decodes a chain with a draft model whose cache follows the answer.

    Its tokens are drawn through the answer's own sampler, so p and q are cut alike. Draft and
    target must agree on the tokens they have in common.

    Args:
        model: The draft model's own sequence.
        p_min: A chain ends once its probability as a whole, as the draft model sees it at
            temperature 1, falls below this.

    Raises:
        CannotRewind: the draft model cannot take rejected tokens back.
    """

    wants_hidden = False

    def __init__(self, model: Target, p_min: float = 0.3) -> None:
        if not model.can_rewind:
            raise CannotRewind(
                "The draft model cannot take tokens back.", cure="Choose another draft model."
            )
        self._model = model
        self._p_min = p_min
        self._history: list[int] = []

    def begin(self, prompt: Sequence[int], cancel: Cancel) -> None:
        """Prefill the draft model's own cache, reusing what it shares with `prompt`."""
        self.follow(prompt)
        self._catch_up(cancel)

    def follow(self, prompt: Sequence[int]) -> None:
        """Note the prompt, and prefill it only once a guess is asked for."""
        self._history = list(prompt)
        self._model.rewind(common_prefix(self._model.tokens, prompt[:-1]))

    def draft(self, outlook: Outlook) -> Draft:
        """Draw up to `outlook.n` tokens, one pass of the draft model each."""
        n = min(outlook.n, self._model.n_ctx - len(self._history))
        if n <= 0 or not self._catch_up(outlook.cancel):
            return Draft.chain(())
        tokens: list[int] = []
        probs: list[Distribution] = []
        confidence = 1.0
        while len(tokens) < n and confidence >= self._p_min:
            logits = self._forward(tokens, outlook.cancel)
            if logits is None:
                break
            q = outlook.sampler.distribution(logits, tokens)
            tokens.append(q.sample(outlook.sampler.rng))
            probs.append(q)
            confidence *= probability(logits, tokens[-1])
        return Draft.chain(tokens, tuple(probs))

    def _catch_up(self, cancel: Cancel) -> bool:
        """Prefill a history the cache is far behind of; False when that was cancelled."""
        if len(self._history) > self._model.n_ctx:
            return False
        missing = len(self._history) - len(self._model.tokens)
        if missing > MOST_PENDING:
            missing -= sum(chunks(self._model, self._history[:-1], cancel))
        return missing <= MOST_PENDING

    def _forward(self, drafted: Sequence[int], cancel: Cancel) -> NDArray[np.float32] | None:
        """Logits behind the history and `drafted`; None when cancelled."""
        pending = (*self._history, *drafted)[len(self._model.tokens) :]
        forward = self._model.forward(TokenTree.chain(pending), cancel=cancel)
        if forward is None:
            return None
        self._model.accept(range(len(pending)))
        row: NDArray[np.float32] = forward.logits[-1]
        return row

    def settle(self, tokens: Sequence[int], num_accept: int) -> None:
        """Follow the answer; rejected tokens leave the cache at once."""
        agreed = len(self._history) + num_accept
        self._model.rewind(min(agreed, len(self._model.tokens)))
        self._history.extend(tokens)
