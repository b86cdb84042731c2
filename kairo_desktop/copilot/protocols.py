"""What the copilot needs of a language model: its tokens, its chat template, its verdict."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Protocol

__all__ = ["ChatTemplate", "Judge", "Message", "Role", "Tokenizer", "Verdict", "VerdictLabel"]


class Tokenizer(Protocol):
    """The vocabulary of the target model."""

    def encode(self, text: str, *, special: bool) -> tuple[int, ...]:
        """Tokens of `text`; control tokens in it are recognized only with `special`."""
        ...

    def piece(self, token: int) -> bytes:
        """Bytes of a token: UTF-8 that may begin or end in the middle of a character."""
        ...

    def is_end(self, token: int) -> bool:
        """True for a token that ends the model's turn."""
        ...

    def is_control(self, token: int) -> bool:
        """True for tokens that are never text (template markers, padding)."""
        ...


class Role(StrEnum):
    """Who says a message."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a chat."""

    role: Role
    text: str


class ChatTemplate(Protocol):
    """The model's own way of writing a chat down."""

    def render(self, messages: Sequence[Message]) -> str:
        """The chat as one string, up to where the assistant's next words begin.

        Raises:
            ModelUnfit: the model's template cannot be rendered.
        """
        ...


class VerdictLabel(Enum):
    """What a turn asks of the copilot."""

    QUESTION = "question"
    NOT_QUESTION = "not_question"
    INCOMPLETE = "incomplete"
    SMALLTALK = "smalltalk"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judgement on a turn's words.

    Attributes:
        log_odds: Natural logarithm of the odds that they ask the user something, against other
            talk, as far as it is to count; 0 says nothing.
    """

    log_odds: float


class Judge(Protocol):
    """Says whether words ask something of the user."""

    def judge(self, text: str) -> Iterator[Verdict | None]:
        """Judge `text`, a pass of the model a step: None until the verdict, which comes last.

        Stop iterating to stop. Another call ends the one before it.

        Raises:
            DecodeFailed: the engine gave up.
        """
        ...
