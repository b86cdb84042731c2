"""The vocabulary of a loaded model as `copilot.Tokenizer`."""

from kairo_desktop.llama.binding import ModelHandle

__all__ = ["LlamaTokenizer"]


class LlamaTokenizer:
    """Text to tokens and back, as the model's own file defines it."""

    def __init__(self, handle: ModelHandle) -> None:
        self._handle = handle
        self._pieces: dict[int, bytes] = {}

    @property
    def n_vocab(self) -> int:
        """Number of tokens."""
        return self._handle.n_vocab

    def encode(self, text: str, *, special: bool) -> tuple[int, ...]:
        """Tokens of `text`; control tokens in it are recognized only with `special`."""
        return self._handle.tokenize(text.encode("utf-8", "replace"), special=special)

    def piece(self, token: int) -> bytes:
        """Bytes of a token, possibly part of a character; empty for control tokens."""
        if token not in self._pieces:
            self._pieces[token] = self._handle.piece(token)
        return self._pieces[token]

    def is_end(self, token: int) -> bool:
        """True for a token that ends the model's turn."""
        return self._handle.is_end(token)

    def is_control(self, token: int) -> bool:
        """True for tokens that are never text."""
        return self._handle.is_control(token)
