"""A vocabulary of the 256 bytes and a few control tokens."""

import re
from dataclasses import dataclass

__all__ = ["ByteTokenizer"]

_CONTROL = ("<|im_start|>", "<|im_end|>", "<|pad|>")
_PATTERN = re.compile("(" + "|".join(re.escape(text) for text in _CONTROL) + ")")


@dataclass(frozen=True)
class ByteTokenizer:
    """Every byte is a token; control tokens are recognized only when asked for."""

    def encode(self, text: str, *, special: bool) -> tuple[int, ...]:
        parts = _PATTERN.split(text) if special else [text]
        return tuple(token for part in parts for token in self._part(part, special=special))

    def _part(self, part: str, *, special: bool) -> tuple[int, ...]:
        if special and part in _CONTROL:
            return (256 + _CONTROL.index(part),)
        return tuple(part.encode("utf-8", "replace"))

    def piece(self, token: int) -> bytes:
        return _CONTROL[token - 256].encode() if token >= 256 else bytes([token])

    def is_end(self, token: int) -> bool:
        return token == 257

    def is_control(self, token: int) -> bool:
        return token >= 256

    def text(self, tokens: tuple[int, ...]) -> str:
        """What the tokens say, control tokens written out."""
        return b"".join(self.piece(token) for token in tokens).decode("utf-8", "replace")
