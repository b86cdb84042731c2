"""What the copilot needs of a language model: its tokens, its chat template, its verdict."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Protocol

from kairo_desktop.types import Kind

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
    """A judgement on a turn's text.

    Attributes:
        probability: 0..1, of the label.
    """

    label: VerdictLabel
    kind: Kind
    probability: float


class Judge(Protocol):
    """Says whether a turn is a question to the user, and of which kind."""

    def judge(self, text: str, previous: str) -> Verdict:
        """Judge `text`, given the question before it ("" where there is none)."""
        ...
