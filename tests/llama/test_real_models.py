"""The laws of decoding on real weights, where the order of sums is the only freedom."""

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from kairo_desktop.copilot.protocols import Message, Role
from kairo_desktop.decode.drafters.lookup import PromptLookup
from kairo_desktop.decode.generate import Generation, generate
from kairo_desktop.decode.prefix import extend
from kairo_desktop.decode.target import Logits, TokenTree, never
from kairo_desktop.errors import ModelUnfit
from kairo_desktop.gguf.header import read_header
from kairo_desktop.llama.context import ContextOptions, LlamaContext, open_context
from kairo_desktop.llama.model import load_model
from kairo_desktop.llama.pairing import check_pair
from kairo_desktop.llama.sequence import LlamaSequence

pytestmark = pytest.mark.real

SMOL = "SmolLM2-135M-Instruct.Q4_1.gguf"
QWEN = "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf"
QWEN_DRAFT = "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf"

NOTE = "The nightly import took six hours. I batched the inserts, so it takes 20 minutes."
CHAT = (
    Message(Role.SYSTEM, f"Answer from the notes. Notes: {NOTE}"),
    Message(Role.USER, "Repeat the note word for word, then say what was gained."),
)


@pytest.fixture(scope="module")
def smol(models_dir: Path) -> Iterator[LlamaContext]:
    with (
        load_model(models_dir / SMOL) as model,
        open_context(model, ContextOptions(n_ctx=1024, threads=2)) as context,
    ):
        yield context


@pytest.fixture
def pair(smol: LlamaContext) -> Iterator[tuple[LlamaSequence, LlamaSequence]]:
    sequences = (LlamaSequence(smol, 0), LlamaSequence(smol, 1))
    yield sequences
    for sequence in sequences:
        sequence.rewind(0)


@pytest.fixture
def prompt(smol: LlamaContext) -> tuple[int, ...]:
    model = smol.model
    return model.tokenizer.encode(model.template.render(CHAT), special=True)


def rows(sequence: LlamaSequence, tokens: Sequence[int]) -> Logits:
    forward = sequence.forward(TokenTree.chain(tokens))
    assert forward is not None
    found = forward.logits.copy()
    sequence.accept(range(len(tokens)))
    return found


def rows_one_by_one(sequence: LlamaSequence, tokens: Sequence[int]) -> Logits:
    return np.concatenate([rows(sequence, [token]) for token in tokens])


def said(sequence: LlamaSequence, prompt: Sequence[int], options: Generation) -> list[int]:
    runs = generate(sequence, prompt, options, never)
    return [token for run in runs for token in run.tokens]


def test_the_models_own_template_and_tokens_are_used(smol: LlamaContext) -> None:
    model = smol.model
    text = model.template.render(CHAT)
    assert text.startswith("<|im_start|>system\n")
    assert text.endswith("<|im_start|>assistant\n")
    tokens = model.tokenizer.encode(text, special=True)
    assert model.tokenizer.is_control(tokens[0])
    end = model.tokenizer.encode("<|im_end|>", special=True)
    assert len(end) == 1
    assert model.tokenizer.is_end(end[0])


def test_guesses_change_an_answer_only_where_the_best_two_are_a_tie(
    pair: tuple[LlamaSequence, LlamaSequence], prompt: tuple[int, ...]
) -> None:
    drafted, checked = pair
    is_end = drafted.context.model.tokenizer.is_end
    options = Generation(drafter=PromptLookup(1, 4), max_tokens=48, is_end=is_end)
    answer = said(drafted, prompt, options)
    extend(checked, prompt[:-1], never)
    single = rows_one_by_one(checked, [prompt[-1], *answer[:-1]])
    checked.rewind(len(prompt) - 1)
    noise = float(np.abs(rows(checked, [prompt[-1], *answer[:-1]]) - single).max())
    chosen = single[np.arange(len(answer)), answer]
    assert (single.max(axis=1) - chosen <= 2 * noise).all()


def test_rewinding_then_going_on_equals_a_fresh_prefill(
    pair: tuple[LlamaSequence, LlamaSequence], prompt: tuple[int, ...]
) -> None:
    used, fresh = pair
    used.prefill(prompt, never)
    used.rewind(20)
    fresh.prefill(prompt[:20], never)
    np.testing.assert_allclose(rows(used, [5]), rows(fresh, [5]), atol=1e-3)


def test_after_a_cancellation_the_answer_is_that_of_a_fresh_context(
    pair: tuple[LlamaSequence, LlamaSequence], prompt: tuple[int, ...]
) -> None:
    used, fresh = pair
    options = Generation(max_tokens=16)
    expected = said(fresh, prompt, options)
    for n_polls in (0, 100, 1500):
        polls = count()
        list(generate(used, prompt, options, lambda polls=polls, n=n_polls: next(polls) >= n))  # type: ignore[misc] # a default argument binds the loop's values
    used.rewind(0)
    assert said(used, prompt, options) == expected


def test_a_prompt_that_ends_at_the_contexts_end_is_answered_by_one_token(
    smol: LlamaContext,
) -> None:
    sequence = LlamaSequence(smol, 0, n_ctx=256)
    assert len(said(sequence, [5] * 256, Generation())) == 1
    sequence.rewind(0)


def test_the_embedded_pair_is_a_pair_and_the_smallest_model_is_none(models_dir: Path) -> None:
    target = read_header(models_dir / QWEN)
    check_pair(target, read_header(models_dir / QWEN_DRAFT))
    with pytest.raises(ModelUnfit, match="SmolLM2-135M-Instruct"):
        check_pair(target, read_header(models_dir / SMOL))
