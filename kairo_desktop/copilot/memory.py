"""What has been said so far, as the prompt remembers it."""

from dataclasses import dataclass, replace

from kairo_desktop.copilot.protocols import Tokenizer
from kairo_desktop.types import Lane

__all__ = ["Memory", "MemoryLine"]

_SPEAKERS = {Lane.SYSTEM: "Interviewer", Lane.MIC: "Me"}
_HEADER = "Conversation so far:\n"
_MAX_LINE_WORDS = 40
"""A long answer is remembered by its beginning: follow-ups need the topic, not the wording."""


@dataclass(frozen=True, slots=True)
class MemoryLine:
    """One line of the conversation and its tokens, line break included."""

    lane: Lane
    text: str
    tokens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Memory:
    """The conversation so far; grows at its end, and when full drops its older half.

    So the tokens of an older memory stay a prefix of those of a newer one, except at the rare
    moment when the older half goes.

    Attributes:
        capacity: Tokens that `tokens` may have, > 0 (see `PromptBuilder.memory_capacity`).
    """

    tokenizer: Tokenizer
    capacity: int
    lines: tuple[MemoryLine, ...] = ()

    def add(self, lane: Lane, text: str) -> "Memory":
        """The memory with one line more; blank text changes nothing."""
        words = text.split()
        if not words:
            return self
        # One line stays one line: speech cannot pretend to be another speaker.
        said = " ".join(words[:_MAX_LINE_WORDS])
        tokens = self.tokenizer.encode(f"{_SPEAKERS[lane]}: {said}\n", special=False)
        grown = replace(self, lines=(*self.lines, MemoryLine(lane, said, tokens)))
        while grown.lines and len(grown.tokens) > self.capacity:
            grown = grown.halved()
        return grown

    def halved(self) -> "Memory":
        """The memory without its older half; a single line goes altogether."""
        return replace(self, lines=self.lines[(len(self.lines) + 1) // 2 :])

    @property
    def tokens(self) -> tuple[int, ...]:
        """Header and lines; empty when nothing has been said."""
        if not self.lines:
            return ()
        header = self.tokenizer.encode(_HEADER, special=False)
        return header + tuple(token for line in self.lines for token in line.tokens)
