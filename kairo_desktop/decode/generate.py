"""Generation as a generator: prefix reuse, draft, verify, accept.

    for run in generate(target, prompt, Generation(is_end=tokenizer.is_end), cancel):
        show(run.tokens)

One `next()` costs at most one pass of the target, so whoever drives the generator can stop,
or let others have the processor, between any two.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kairo_desktop.decode.distribution import Distribution
from kairo_desktop.decode.draft import Draft, Drafter, Outlook
from kairo_desktop.decode.drafters.nothing import NoDrafter
from kairo_desktop.decode.prefix import PIECE, chunks, keep, shorten
from kairo_desktop.decode.sampling import Sampler, Sampling
from kairo_desktop.decode.stop import StopStrings
from kairo_desktop.decode.target import Cancel, Forward, Target
from kairo_desktop.decode.verify import verify
from kairo_desktop.types import TokenRun

__all__ = ["Generation", "generate"]

_NONE: Final = np.empty(0, np.int32)


def _never_ends(token: int) -> bool:  # noqa: ARG001 - the shape of is_end
    return False


@dataclass(frozen=True, slots=True)
class Generation:
    """How to answer one prompt.

    Attributes:
        drafter: Keeps its own cache between answers; one generation at a time.
        max_tokens: Longest answer, the ending token not counted.
        max_draft: Most tokens asked of the drafter for one pass; 0 is plain decoding.
        is_end: True for the tokens that end the model's turn. They are never yielded.
        stop: Strings that end the answer; None for none.
    """

    sampling: Sampling = field(default_factory=Sampling)
    drafter: Drafter = field(default_factory=NoDrafter)
    max_tokens: int = 160
    max_draft: int = 8
    is_end: Callable[[int], bool] = _never_ends
    stop: StopStrings | None = None


def generate(
    target: Target, prompt: Sequence[int], options: Generation, cancel: Cancel
) -> Iterator[TokenRun]:
    """Answer `prompt`.

    Prefill chunks yield an empty run each; then every run carries at least one token. The answer
    ends before the token for which `is_end` is true, behind the token that completes a stop
    string, at `max_tokens`, at the context's end, or when `cancel` says so. However it ends, the
    consumer's `close()` included, the cache then holds a prefix of prompt and yielded tokens.

    Raises:
        InputError: the prompt is empty or longer than the context.
        DecodeFailed: the engine gave up, or its logits are not numbers; the next answer may work.
    """
    try:
        keep(target, prompt, again=1)
        for _ in chunks(target, prompt, cancel, leave=PIECE):
            yield TokenRun(())
        if len(prompt) - len(target.tokens) <= PIECE:
            options.drafter.begin(prompt, cancel)
            yield from _Answer(target, prompt, options, cancel).rounds()
    finally:
        shorten(target, len(target.tokens))


class _Answer:
    """One answer in the making.

    The cache holds all of it but the last token, `pending`; before the first pass it may also lack
    the end of the prompt, `lead`, which that pass takes along.
    """

    def __init__(
        self, target: Target, prompt: Sequence[int], options: Generation, cancel: Cancel
    ) -> None:
        self._target = target
        self._options = options
        self._cancel = cancel
        self._sampler = Sampler(options.sampling)
        self._stop = options.stop.matcher() if options.stop else None
        self._lead = np.asarray(prompt[len(target.tokens) : -1], np.int32)
        self._pending = prompt[-1]
        self._hidden: NDArray[np.float32] | None = None
        self._n_tokens = 0
        self._done = False

    def rounds(self) -> Iterator[TokenRun]:
        """Draft and verify until something ends the answer."""
        while not self._done and self._room() >= 0:
            draft = self._draft()
            forward = None if self._cancel() else self._forward(draft)
            if forward is None:
                return
            run = self._settle(draft, forward)
            if run.tokens:
                yield run

    def _room(self) -> int:
        """Tokens that may be drafted now; negative when the pending one has no place itself."""
        in_cache = self._target.n_ctx - len(self._target.tokens) - len(self._lead) - 1
        in_answer = self._options.max_tokens - self._n_tokens - 1
        return min(in_cache, in_answer)

    def _draft(self) -> Draft:
        n = min(self._options.max_draft, self._room())
        if n <= 0 or len(self._lead) or not self._target.can_rewind:
            return Draft.chain(())
        outlook = Outlook(n, self._sampler, self._cancel, self._hidden)
        return self._options.drafter.draft(outlook).cut(n)

    def _forward(self, draft: Draft) -> Forward | None:
        tree = replace(draft.rooted(self._pending), lead=self._lead)
        hidden = self._options.drafter.wants_hidden
        return self._target.forward(tree, hidden=hidden, cancel=self._cancel)

    def _settle(self, draft: Draft, forward: Forward) -> TokenRun:
        """Verify a draft, keep what stands, and tell everyone who counts on it."""

        def row(path: Sequence[int]) -> Distribution:
            node = path[-1] + 1 if path else 0
            return self._sampler.distribution(forward.logits[node], draft.tokens_on(path))

        verdict = verify(draft, row, self._sampler.rng)
        tokens = self._until_end((*draft.tokens_on(verdict.path), verdict.token))
        path = verdict.path[: len(tokens)]
        if forward.hidden is not None:
            self._hidden = forward.hidden[path[-1] + 1 if path else 0].copy()
        self._target.accept((0, *(node + 1 for node in path)))
        self._lead = _NONE
        self._sampler.commit(tokens)
        self._options.drafter.settle(tokens, len(path))
        self._n_tokens += len(tokens)
        self._pending = tokens[-1] if tokens else self._pending
        return TokenRun(tokens, len(draft), len(path))

    def _until_end(self, tokens: tuple[int, ...]) -> tuple[int, ...]:
        """Cut before an ending token or behind a completed stop string, and note that we did."""
        for i, token in enumerate(tokens):
            if self._options.is_end(token):
                self._done = True
                return tokens[:i]
            if self._stop is not None and self._stop.step(token):
                self._done = True
                return tokens[: i + 1]
        return tokens
