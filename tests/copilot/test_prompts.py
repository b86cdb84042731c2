import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kairo_desktop.copilot.memory import Memory
from kairo_desktop.copilot.prompt_texts import PromptTexts, load_prompt_texts
from kairo_desktop.copilot.prompts import Profile, PromptBuilder, PromptOptions
from kairo_desktop.errors import ModelUnfit
from kairo_desktop.settings.assets import asset
from kairo_desktop.types import Kind, Lane, Passage, Question, QuestionState
from tests.copilot.examples import LATENCY_NOTE, context, question
from tests.fakes.byte_tokenizer import ByteTokenizer
from tests.fakes.plain_template import PlainTemplate

TOKENIZER = ByteTokenizer()
SHORT = PromptTexts(
    rules="Be brief.",
    kinds=dict.fromkeys(Kind, "Answer."),
    without_notes=dict.fromkeys((Kind.BEHAVIORAL, Kind.BACKGROUND, Kind.LOGISTICS), "Frame."),
)
WORDS = st.lists(st.text(min_size=1, max_size=12), max_size=60).map(" ".join)
PASSAGES = st.lists(
    st.builds(Passage, st.just("a.md"), st.text(max_size=40), WORDS), max_size=4
).map(tuple)


def builder(
    options: PromptOptions | None = None,
    profile: Profile | None = None,
    template: PlainTemplate | None = None,
    texts: PromptTexts = SHORT,
) -> PromptBuilder:
    return PromptBuilder(TOKENIZER, template or PlainTemplate(), texts, profile, options)


def remembered(capacity: int, *lines: str) -> Memory:
    memory = Memory(TOKENIZER, capacity)
    for at, line in enumerate(lines):
        memory = memory.add(Lane.MIC if at % 2 else Lane.SYSTEM, line)
    return memory


@settings(deadline=None)
@given(
    st.integers(380, 3000),
    st.builds(Profile, WORDS, WORDS),
    PASSAGES,
    st.lists(WORDS, max_size=8),
    st.builds(question, WORDS, st.sampled_from(Kind), st.sampled_from(QuestionState), WORDS),
)
def test_prompt_answer_and_draft_always_fit_the_context(
    n_ctx: int,
    profile: Profile,
    passages: tuple[Passage, ...],
    lines: list[str],
    asked: Question,
) -> None:
    options = PromptOptions(n_ctx=n_ctx, max_answer_tokens=100, max_draft=16)
    built = builder(options, profile)
    prompt = built.build(context(asked, *passages), remembered(2000, *lines))
    assert len(prompt.tokens) + 100 + 16 <= n_ctx
    assert prompt.tokens[: len(built.prefix)] == built.prefix


def test_a_context_too_short_for_the_rules_is_refused_with_a_cure() -> None:
    with pytest.raises(ModelUnfit, match=r"context of 256 tokens.*Set llm.n_ctx to at least \d+"):
        builder(PromptOptions(n_ctx=256))


def test_the_shipped_texts_have_something_for_every_kind() -> None:
    texts = load_prompt_texts(asset("prompts"))
    for kind in Kind:
        assert texts.of_kind(kind, noted=True)
        assert texts.of_kind(kind, noted=False)


def test_parts_come_in_the_order_of_how_rarely_they_change() -> None:
    built = builder(profile=Profile("Ten years of Go.", "Staff engineer"))
    prompt = built.build(context(None, LATENCY_NOTE), remembered(300, "Hello there"))
    text = TOKENIZER.text(prompt.tokens)
    places = [
        text.index(part)
        for part in ("Be brief.", "Ten years", "Staff", "Hello", "Harborlane", "Answer.", "tell me")
    ]
    assert places == sorted(places)
    assert text.endswith("<|im_end|>\n<|im_start|>assistant\n-")
