"""Reuse of what the cache holds already."""

from collections.abc import Iterator, Sequence

from kairo_desktop.decode.target import Cancel, Target
from kairo_desktop.errors import CannotRewind, InputError

__all__ = ["CHUNK", "chunks", "common_prefix", "extend", "keep", "shorten"]

CHUNK = 48
"""Most tokens prefilled in one pass: what bounds the wait for a cancellation.

From 64 on llama.cpp's flash attention takes another kernel on CPUs, whose sums differ: what is
prefilled in one such pass would give other answers than what came in pieces.
"""


def common_prefix(left: Sequence[int], right: Sequence[int]) -> int:
    """How many tokens both begin with."""
    n = min(len(left), len(right))
    return next((i for i in range(n) if left[i] != right[i]), n)


def shorten(target: Target, n_past: int) -> None:
    """Rewind to `n_past`, or to nothing where the model cannot take single tokens back."""
    try:
        target.rewind(n_past)
    except CannotRewind:
        target.rewind(0)


def keep(target: Target, tokens: Sequence[int]) -> int:
    """Rewind the cache to what it shares with `tokens`, the last of them never included.

    The last token has to be evaluated again, because only a pass gives logits.

    Returns:
        How many tokens of the cache are reused.

    Raises:
        InputError: there are no tokens, or more than the context holds.
    """
    if not tokens:
        raise InputError("The prompt is empty.")
    if len(tokens) > target.n_ctx:
        raise InputError(
            f"The prompt has {len(tokens)} tokens and the context holds {target.n_ctx}.",
            cure="Shorten the profile, or raise llm.n_ctx in the settings.",
        )
    shorten(target, min(common_prefix(target.tokens, tokens), len(tokens) - 1))
    return len(target.tokens)


def chunks(
    target: Target, tokens: Sequence[int], cancel: Cancel, size: int = CHUNK
) -> Iterator[int]:
    """Prefill what the cache lacks of `tokens[:-1]`, one pass a step, and say how much it was.

    A pass takes at most `size` tokens. Ends early when `cancel` says so; the cache then holds what
    was done.
    """
    while (n_past := len(target.tokens)) < len(tokens) - 1:
        chunk = tokens[n_past : min(n_past + size, len(tokens) - 1)]
        if cancel() or target.prefill(chunk, cancel) < len(chunk):
            return
        yield len(chunk)


def extend(target: Target, tokens: Sequence[int], cancel: Cancel) -> int:
    """Make the cache hold `tokens[:-1]`, reusing what it shares with them.

    What a question that is still forming needs: at its end only the last few words remain.

    Returns:
        How many tokens were in the cache already.

    Raises:
        InputError: there are no tokens, or more than the context holds.
        DecodeFailed: the engine gave up.
    """
    reused = keep(target, tokens)
    for _ in chunks(target, tokens, cancel):
        pass
    return reused
