"""Chat templates without a model: one with a system role, one that refuses it."""

from collections.abc import Sequence
from dataclasses import dataclass

from kairo_desktop.copilot.protocols import Message, Role
from kairo_desktop.errors import ModelUnfit

__all__ = ["PlainTemplate"]


@dataclass(frozen=True)
class PlainTemplate:
    """ChatML; with `system=False` it refuses system messages, as some models' templates do.

    Attributes:
        thinking: The template itself opens a thinking block.
        swallow: The template drops what the messages say.
    """

    system: bool = True
    thinking: bool = False
    swallow: bool = False

    def render(self, messages: Sequence[Message]) -> str:
        if not self.system and any(message.role is Role.SYSTEM for message in messages):
            raise ModelUnfit("The template knows no system role.")
        turns = [
            f"<|im_start|>{message.role}\n{'' if self.swallow else message.text}<|im_end|>\n"
            for message in messages
        ]
        return "".join(turns) + "<|im_start|>assistant\n" + ("<think>\n" if self.thinking else "")
