"""What answering needs of the engine: prefill tokens, write an answer to them."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from kairo_desktop.decode.prefix import Piece
from kairo_desktop.decode.target import Cancel
from kairo_desktop.types import TokenRun

__all__ = ["Writer"]


class Writer(Protocol):
    """A language model with the cache of the live turn."""

    @property
    def max_tokens(self) -> int:
        """Tokens that an answer may have."""
        ...

    def warm_up(self, prefix: Sequence[int], cancel: Cancel) -> None:
        """Bring the tokens that every prompt of the session begins with into the cache.

        Raises:
            DecodeFailed: the engine gave up.
        """
        ...

    def cached(self, tokens: Sequence[int]) -> int:
        """How many of `tokens`, from the first on, are in the cache."""
        ...

    def prefill(self, tokens: Sequence[int], cancel: Cancel, piece: Piece) -> Iterator[None]:
        """Bring `tokens` into the cache, a short pass at a time; stop iterating to stop.

        `piece` is asked before each pass how many tokens it may take.

        Raises:
            DecodeFailed: the engine gave up.
        """
        ...

    def write(
        self, tokens: Sequence[int], limit: int, variant: int, cancel: Cancel
    ) -> Iterator[TokenRun]:
        """Answer the prompt, a pass at a time; a run without tokens is prefill.

        Closing the iterator early leaves the cache valid.

        Args:
            tokens: The whole prompt, and what the answer has of its own already.
            limit: Tokens to write at most.
            variant: 0 for the settings' own sampling; others give other answers.
            cancel: Asked between chunks and passes.

        Raises:
            DecodeFailed: the engine gave up.
        """
        ...
