"""What stands in for a language model where there is none: then only the notes speak."""

from collections.abc import Iterator, Sequence

from kairo_desktop.copilot.protocols import Message
from kairo_desktop.decode.prefix import Piece
from kairo_desktop.decode.target import Cancel
from kairo_desktop.types import TokenRun

__all__ = ["Bytes", "Plain", "Silence"]


class Bytes:
    """A `Tokenizer` whose tokens are the bytes of the text."""

    def encode(self, text: str, *, special: bool) -> tuple[int, ...]:
        """The bytes of `text` in UTF-8; there are no control tokens."""
        del special
        return tuple(text.encode("utf-8", "replace"))

    def piece(self, token: int) -> bytes:
        """The byte itself."""
        return bytes([token])

    def is_end(self, token: int) -> bool:
        """Never: nothing is written, so nothing ends."""
        del token
        return False

    def is_control(self, token: int) -> bool:
        """Never."""
        del token
        return False


class Plain:
    """A `ChatTemplate` that puts nothing between messages but line breaks."""

    def render(self, messages: Sequence[Message]) -> str:
        """The messages, one behind the other."""
        return "".join(f"{message.text}\n" for message in messages)


class Silence:
    """A `Writer` that writes nothing, so that an answer is what notes and frames hold."""

    max_tokens = 0

    def warm_up(self, prefix: Sequence[int], cancel: Cancel) -> None:
        """Nothing is to be kept."""

    def cached(self, tokens: Sequence[int]) -> int:
        """None of `tokens`."""
        del tokens
        return 0

    def prefill(self, tokens: Sequence[int], cancel: Cancel, piece: Piece) -> Iterator[None]:
        """Done at once."""
        del tokens, cancel, piece
        yield from ()

    def write(
        self, tokens: Sequence[int], limit: int, variant: int, cancel: Cancel
    ) -> Iterator[TokenRun]:
        """Ended before the first token."""
        del tokens, limit, variant, cancel
        yield from ()
