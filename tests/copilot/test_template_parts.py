from collections.abc import Sequence

import pytest

from kairo_desktop.copilot.protocols import Message
from kairo_desktop.copilot.template_parts import TemplateParts
from kairo_desktop.errors import ModelUnfit
from tests.fakes.plain_template import PlainTemplate


class Backwards:
    def render(self, messages: Sequence[Message]) -> str:
        return " ".join(message.text for message in reversed(messages))


def test_a_template_is_cut_around_system_and_user_text() -> None:
    assert TemplateParts.of(PlainTemplate()) == TemplateParts(
        head="<|im_start|>system\n",
        middle="<|im_end|>\n<|im_start|>user\n",
        tail="<|im_end|>\n<|im_start|>assistant\n",
    )


def test_without_a_system_role_both_texts_are_the_users() -> None:
    parts = TemplateParts.of(PlainTemplate(system=False))
    assert parts.head == "<|im_start|>user\n"
    assert parts.middle == "\n\n"


def test_a_thinking_block_that_the_template_opens_is_closed() -> None:
    parts = TemplateParts.of(PlainTemplate(thinking=True))
    assert parts.tail.endswith("assistant\n<think>\n\n</think>\n\n")


def test_a_template_that_drops_messages_is_refused() -> None:
    with pytest.raises(ModelUnfit, match="does not pass messages through"):
        TemplateParts.of(PlainTemplate(swallow=True))


def test_a_template_that_turns_messages_around_gets_one_message() -> None:
    assert TemplateParts.of(Backwards()) == TemplateParts(head="", middle="\n\n", tail="")
