import pytest

from kairo_desktop.copilot.protocols import Message, Role
from kairo_desktop.errors import ModelUnfit
from kairo_desktop.llama.template import GgufChatTemplate

CHAT = (Message(Role.SYSTEM, "be brief"), Message(Role.USER, "why?"))
PLAIN = "{% for m in messages %}[{{ m.role }}]{{ m.content }}{% endfor %}"
NO_SYSTEM = "{% if messages[0].role == 'system' %}{{ raise_exception('no') }}{% endif %}" + PLAIN


def test_messages_are_rendered_up_to_the_assistants_words() -> None:
    template = GgufChatTemplate(PLAIN + "{% if add_generation_prompt %}[assistant]{% endif %}")
    assert template.render(CHAT) == "[system]be brief[user]why?[assistant]"


def test_a_refused_system_message_moves_into_the_users() -> None:
    assert GgufChatTemplate(NO_SYSTEM).render(CHAT) == "[user]be brief\n\nwhy?"


def test_a_lone_system_message_becomes_the_users() -> None:
    rendered = GgufChatTemplate(NO_SYSTEM).render((CHAT[0], Message(Role.ASSISTANT, "yes")))
    assert rendered == "[user]be brief[assistant]yes"


def test_the_beginning_of_text_is_written_once() -> None:
    assert GgufChatTemplate(PLAIN, bos="<s>", adds_bos=True).render(CHAT[1:]) == "<s>[user]why?"
    own = GgufChatTemplate("{{ bos_token }}" + PLAIN, bos="<s>", adds_bos=True)
    assert own.render(CHAT[1:]) == "<s>[user]why?"
    assert GgufChatTemplate(PLAIN, bos="<s>").render(CHAT[1:]) == "[user]why?"


def test_thinking_is_switched_off_and_the_day_can_be_asked() -> None:
    template = GgufChatTemplate("{{ enable_thinking }} {{ strftime_now('%Y') | length }}")
    assert template.render(CHAT) == "False 4"


@pytest.mark.parametrize(
    "source",
    [
        "{{ messages.clear() }}",
        "{{ ''.__class__.__mro__ }}{{ messages.__class__.__base__.__subclasses__() }}",
        "{{ raise_exception('never') }}",
        "{{ nothing.at.all }}",
    ],
)
def test_a_template_that_fails_or_reaches_out_is_unfit(source: str) -> None:
    with pytest.raises(ModelUnfit, match="chat template"):
        GgufChatTemplate(source).render(CHAT)
    with pytest.raises(ModelUnfit, match="chat template"):
        GgufChatTemplate(source).render(CHAT[1:])


def test_a_template_that_is_no_jinja_is_unfit() -> None:
    with pytest.raises(ModelUnfit, match="chat template"):
        GgufChatTemplate("{% for %}")
