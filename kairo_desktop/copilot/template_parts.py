"""The model's chat template, cut open where our own text goes."""

from dataclasses import dataclass

from kairo_desktop.copilot.protocols import ChatTemplate, Message, Role
from kairo_desktop.errors import ModelUnfit

__all__ = ["TemplateParts"]

_SYSTEM_MARK = "KAIROSYSTEMTEXT"
_USER_MARK = "KAIROUSERTEXT"


@dataclass(frozen=True, slots=True)
class TemplateParts:
    """What the template writes around a system text and a user text.

    A chat is `head + system text + middle + user text + tail`, and the answer follows.
    """

    head: str
    middle: str
    tail: str

    @classmethod
    def of(cls, template: ChatTemplate) -> "TemplateParts":
        """Render once with marks and cut there; without a system role both go to the user.

        Raises:
            ModelUnfit: the template does not hand our text through.
        """
        user = Message(Role.USER, _USER_MARK)
        try:
            return cls._cut(template.render([Message(Role.SYSTEM, _SYSTEM_MARK), user]))
        except ModelUnfit:
            joint = Message(Role.USER, f"{_SYSTEM_MARK}\n\n{_USER_MARK}")
            return cls._cut(template.render([joint]))

    @classmethod
    def _cut(cls, chat: str) -> "TemplateParts":
        head, _, rest = chat.partition(_SYSTEM_MARK)
        middle, _, tail = rest.partition(_USER_MARK)
        if f"{head}{_SYSTEM_MARK}{middle}{_USER_MARK}{tail}" != chat or _USER_MARK in tail:
            raise ModelUnfit(
                "The model's chat template does not pass messages through.",
                cure="Choose an instruction-tuned model from `kairo models list`.",
            )
        return cls(head, middle, _without_thinking(tail))


def _without_thinking(tail: str) -> str:
    """Close a thinking block that the template opens: there is no time to think aloud."""
    opened = tail.rpartition("<think>")
    if opened[1] and "</think>" not in opened[2]:
        return f"{tail}\n</think>\n\n"
    return tail
