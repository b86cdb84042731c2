"""The chat template a model file carries; the door to jinja2."""

from collections.abc import Sequence
from datetime import datetime

from jinja2 import TemplateError
from jinja2.ext import loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment

from kairo_desktop.copilot.protocols import Message, Role
from kairo_desktop.errors import ModelUnfit

__all__ = ["GgufChatTemplate"]


class GgufChatTemplate:
    """Renders a chat the way the model was trained on; a template is foreign code, so sandboxed.

    Args:
        text: Jinja source, from the file's `tokenizer.chat_template`.
        bos: Text of the token that begins a prompt; empty for none.
        eos: Text of the token that ends one.
        adds_bos: Whether prompts begin with `bos` even where the template does not write it.

    Raises:
        ModelUnfit: the source is no Jinja.
    """

    def __init__(self, text: str, *, bos: str = "", eos: str = "", adds_bos: bool = False) -> None:
        environment = ImmutableSandboxedEnvironment(
            trim_blocks=True, lstrip_blocks=True, extensions=[loopcontrols]
        )
        environment.globals["raise_exception"] = _raise
        environment.globals["strftime_now"] = _strftime_now
        try:
            self._template = environment.from_string(text)
        except TemplateError as err:
            raise _unfit(err) from err
        self._bos, self._eos = bos, eos
        self._prefix = bos if adds_bos else ""

    def render(self, messages: Sequence[Message]) -> str:
        """The chat as one string, up to where the assistant's next words begin.

        A template that refuses a system message gets its text in front of the first user message.

        Raises:
            ModelUnfit: the template fails.
        """
        try:
            text = self._render(messages)
        except TemplateError as err:
            if not messages or messages[0].role is not Role.SYSTEM:
                raise _unfit(err) from err
            text = self._render_without_system(messages)
        return text if text.startswith(self._prefix) else self._prefix + text

    def _render_without_system(self, messages: Sequence[Message]) -> str:
        try:
            return self._render(_fold_system(messages))
        except TemplateError as err:
            raise _unfit(err) from err

    def _render(self, messages: Sequence[Message]) -> str:
        return self._template.render(
            messages=[{"role": str(m.role), "content": m.text} for m in messages],
            bos_token=self._bos,
            eos_token=self._eos,
            add_generation_prompt=True,
            enable_thinking=False,
        )


def _fold_system(messages: Sequence[Message]) -> list[Message]:
    """The system message's text moved into the user message behind it."""
    system, *rest = messages
    if rest and rest[0].role is Role.USER:
        return [Message(Role.USER, f"{system.text}\n\n{rest[0].text}"), *rest[1:]]
    return [Message(Role.USER, system.text), *rest]


def _unfit(err: TemplateError) -> ModelUnfit:
    return ModelUnfit(
        f"The model's chat template cannot be rendered: {type(err).__name__}.",
        cure="Choose another model: kairo models list",
    )


def _raise(message: str) -> str:
    raise TemplateError(message)


def _strftime_now(form: str) -> str:
    return datetime.now().astimezone().strftime(form)
