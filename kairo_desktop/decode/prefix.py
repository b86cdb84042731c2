"""Reuse of what the cache holds already."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from kairo_desktop.decode.target import Cancel, Target
from kairo_desktop.errors import CannotRewind, InputError

__all__ = [
    "CHUNK",
    "PIECE",
    "SHORT_PIECE",
    "Piece",
    "chunks",
    "common_prefix",
    "extend",
    "keep",
    "shorten",
]

CHUNK = 64
"""Tokens prefilled in one pass where nobody waits: what a whole session's prompts begin with."""

PIECE = 32
"""Most tokens of a turn prefilled in one pass: what bounds the wait for a newer hypothesis.

On CPUs llama.cpp's flash attention sums in another order for 64 tokens and more, and for a single
one: a prompt that came into the cache in such passes would give other answers than in others.
"""

SHORT_PIECE = 8
"""The same where a newer hypothesis is about to come: it costs more, and is over sooner."""

Piece: TypeAlias = Callable[[], int]
"""Says before each pass how many tokens it may take: 3 or more, `PIECE` at most."""


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


def keep(target: Target, tokens: Sequence[int], *, again: int = 0) -> int:
    """Rewind the cache to what it shares with `tokens`.

    The last `again` of them are evaluated again, because only a pass gives logits; and where a
    single one would be missing, the one before it is, too: see `PIECE`.

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
    shared = min(common_prefix(target.tokens, tokens), len(tokens) - again)
    misses_one = shared == len(tokens) - 1
    shorten(target, max(0, shared - misses_one))
    return len(target.tokens)


def _whole_piece() -> int:
    """`PIECE`, whatever is going on."""
    return PIECE


def chunks(
    target: Target,
    tokens: Sequence[int],
    cancel: Cancel,
    *,
    leave: int = 0,
    piece: Piece = _whole_piece,
) -> Iterator[int]:
    """Prefill what the cache lacks of `tokens`, one pass a step, and say how much it was.

    Ends when `leave` tokens or fewer are missing, or early when `cancel` says so; the cache then
    holds what was done. A pass takes at most `piece` tokens, and two where it can.
    """
    while (n_left := len(tokens) - len(target.tokens)) > leave:
        n_past, most = len(target.tokens), piece()
        chunk = tokens[n_past : n_past + most - (n_left == most + 1)]
        if cancel() or target.prefill(chunk, cancel) < len(chunk):
            return
        yield len(chunk)


def extend(target: Target, tokens: Sequence[int], cancel: Cancel) -> int:
    """Make the cache hold all of `tokens` at once.

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
