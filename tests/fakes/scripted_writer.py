"""A writer that says what it was told to, a few tokens a pass, and remembers what it was asked."""

from collections.abc import Iterator, Sequence

from kairo_desktop.decode.prefix import Piece, common_prefix
from kairo_desktop.decode.target import Cancel
from kairo_desktop.types import TokenRun

__all__ = ["ScriptedWriter"]


class ScriptedWriter:
    """Answers every prompt with `answer`, `step` tokens a pass.

    Attributes:
        asked: The prompts answered, in order.
        variants: The variant of each.
        n_closed: Answers that were closed before their end.
        max_tokens: Tokens that an answer may have.
        pieces: How long each pass of a prefill was allowed to be.
    """

    max_tokens = 400

    def __init__(self, answer: Sequence[int], step: int = 4) -> None:
        self.answer = tuple(answer)
        self.step = step
        self.asked: list[tuple[int, ...]] = []
        self.variants: list[int] = []
        self.prefilled: list[tuple[int, ...]] = []
        self.pieces: list[int] = []
        self.n_closed = 0
        self.error: Exception | None = None
        self._cache: tuple[int, ...] = ()

    def warm_up(self, prefix: Sequence[int], cancel: Cancel) -> None:
        self._cache = tuple(prefix)

    def cached(self, tokens: Sequence[int]) -> int:
        return common_prefix(self._cache, tokens)

    def prefill(self, tokens: Sequence[int], cancel: Cancel, piece: Piece) -> Iterator[None]:
        self.prefilled.append(tuple(tokens))
        for n in range(common_prefix(self._cache, tokens), len(tokens) + 1, 16):
            self._cache = tuple(tokens[: n + 16])
            self.pieces.append(piece())
            yield

    def write(
        self, tokens: Sequence[int], limit: int, variant: int, cancel: Cancel
    ) -> Iterator[TokenRun]:
        self.asked.append(tuple(tokens))
        self.variants.append(variant)
        self._cache = tuple(tokens)
        answer = self.answer[:limit]
        at = 0
        try:
            yield TokenRun(())
            while at < len(answer):
                if self.error is not None:
                    raise self.error
                yield TokenRun(answer[at : at + self.step], num_draft=1, num_accept=1)
                at += self.step
        finally:
            self.n_closed += at < len(answer)
