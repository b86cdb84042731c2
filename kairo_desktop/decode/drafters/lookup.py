"""Prompt lookup: what followed these words the last time follows them again.

Source: Saxena 2023, "Prompt Lookup Decoding".
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kairo_desktop.decode.draft import Draft, Outlook
from kairo_desktop.decode.prefix import common_prefix
from kairo_desktop.decode.target import Cancel

__all__ = ["Match", "NgramIndex", "PromptLookup"]


@dataclass(frozen=True, slots=True)
class Match:
    """An earlier place where the same tokens stood.

    Attributes:
        position: Index of the token that followed there.
        length: How many tokens agree, within the index's bounds.
    """

    position: int
    length: int


class NgramIndex:
    """The newest place of every n-gram in a history that only grows.

    Adding a token and asking for a match cost the same whatever the history's length.
    """

    def __init__(self, min_ngram: int, max_ngram: int) -> None:
        self.tokens: list[int] = []
        self._sizes = range(max_ngram, min_ngram - 1, -1)
        self._newest: dict[tuple[int, ...], int] = {}

    def append(self, token: int) -> None:
        """Add one token; only now does its predecessor's n-gram have a continuation."""
        position = len(self.tokens)
        for size in self._sizes:
            if size <= position:
                self._newest[tuple(self.tokens[position - size :])] = position
        self.tokens.append(token)

    def match(self) -> Match | None:
        """The longest of our n-grams that the history's end repeats, at its newest place."""
        for size in self._sizes:
            position = self._newest.get(tuple(self.tokens[-size:]))
            if position is not None:
                return Match(position, size)
        return None


class PromptLookup:
    """Copies the continuation of an earlier match in prompt, notes or answer.

    Attributes:
        matched: Length of the n-gram behind the last draft; 0 when there was none.
    """

    wants_hidden = False

    def __init__(self, min_ngram: int = 2, max_ngram: int = 4) -> None:
        self.matched = 0
        self._bounds = (min_ngram, max_ngram)
        self._index = NgramIndex(min_ngram, max_ngram)

    def begin(self, prompt: Sequence[int], cancel: Cancel) -> None:  # noqa: ARG002 - Protocol
        """Index the prompt; a prompt that only grew costs its new tokens."""
        if common_prefix(self._index.tokens, prompt) < len(self._index.tokens):
            self._index = NgramIndex(*self._bounds)
        for token in prompt[len(self._index.tokens) :]:
            self._index.append(token)

    def draft(self, outlook: Outlook) -> Draft:
        """Copy up to `outlook.n` tokens; a copy that reaches the end goes on in itself."""
        match = self._index.match()
        self.matched = match.length if match else 0
        if match is None:
            return Draft.chain(())
        history, copied = self._index.tokens, list[int]()
        for position in range(match.position, match.position + outlook.n):
            beyond = position - len(history)
            copied.append(history[position] if beyond < 0 else copied[beyond])
        return Draft.chain(copied)

    def settle(self, tokens: Sequence[int], num_accept: int) -> None:  # noqa: ARG002 - Protocol
        """Index what the answer has gained."""
        for token in tokens:
            self._index.append(token)
