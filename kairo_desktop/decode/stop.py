"""Strings that end an answer, found across the borders of tokens and rounds."""

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["StopMatcher", "StopStrings"]


@dataclass(frozen=True, slots=True)
class StopStrings:
    """What ends an answer besides the model's own ending token.

    Attributes:
        strings: UTF-8, none of them empty.
        piece: Bytes of a token.
    """

    strings: tuple[bytes, ...]
    piece: Callable[[int], bytes]

    def matcher(self) -> "StopMatcher":
        """A matcher for one answer."""
        return StopMatcher(self)


class StopMatcher:
    """Reads an answer token by token and says when a stop string is complete.

    Keeps only as many bytes as the longest string could still need.
    """

    def __init__(self, stop: StopStrings) -> None:
        self._stop = stop
        self._longest = max(map(len, stop.strings), default=1)
        self._tail = b""

    def step(self, token: int) -> bool:
        """True when `token` completes a stop string."""
        text = self._tail + self._stop.piece(token)
        self._tail = text[max(0, len(text) - self._longest + 1) :]
        return any(string in text for string in self._stop.strings)
