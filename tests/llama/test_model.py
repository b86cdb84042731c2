import logging
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.copilot.protocols import Message, Role
from kairo_desktop.errors import ModelMissing, ModelUnfit
from kairo_desktop.llama.context import ContextOptions, LlamaContext, open_context
from kairo_desktop.llama.model import load_model
from kairo_desktop.llama.tiny_model import TinyModel
from tests.fakes.tiny_models import tiny


def test_an_unknown_architecture_is_named(tmp_path: Path) -> None:
    path = tiny(tmp_path, shape=TinyModel(architecture="zebra"))
    with pytest.raises(ModelUnfit, match="zebra"), load_model(path):
        pass


def test_a_missing_model_is_missing(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing), load_model(tmp_path / "none.gguf"):
        pass


def test_a_model_without_a_chat_template_cannot_answer(tmp_path: Path) -> None:
    with (
        load_model(tiny(tmp_path, "raw.gguf", TinyModel(template=""))) as model,
        pytest.raises(ModelUnfit, match="raw carries no chat template"),
    ):
        _ = model.template


def test_the_template_of_the_file_is_rendered(context: LlamaContext) -> None:
    chat = (Message(Role.USER, "why?"),)
    text = context.model.template.render(chat)
    assert text == "<|tiny|>user\nwhy?<|done|>\n<|tiny|>assistant\n"


@given(st.text(max_size=60))
def test_text_survives_the_tokenizer(context: LlamaContext, text: str) -> None:
    tokenizer = context.model.tokenizer
    tokens = tokenizer.encode(text, special=False)
    assert b"".join(map(tokenizer.piece, tokens)) == text.encode("utf-8", "replace")


def test_control_tokens_are_recognized_only_on_request(context: LlamaContext) -> None:
    tokenizer = context.model.tokenizer
    assert tokenizer.encode("<|done|>", special=True) == (257,)
    assert len(tokenizer.encode("<|done|>", special=False)) == 8


def test_control_tokens_have_no_bytes(context: LlamaContext) -> None:
    tokenizer = context.model.tokenizer
    assert tokenizer.piece(257) == b""
    assert tokenizer.is_end(257)
    assert not tokenizer.is_end(65)
    assert tokenizer.is_control(256)
    assert not tokenizer.is_control(65)
    assert tokenizer.n_vocab == 259


def test_a_context_that_no_memory_holds_is_refused_with_its_size(tiny_path: Path) -> None:
    with (
        load_model(tiny_path) as model,
        pytest.raises(ModelUnfit, match=r"context of 2000000000 tokens .* MiB"),
        open_context(model, ContextOptions(n_ctx=2_000_000_000)),
    ):
        pass


def test_a_context_that_the_engine_refuses_is_unfit(
    tiny_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("kairo_desktop.llama.context.ContextHandle", refuse)
    monkeypatch.setattr("kairo_desktop.llama.context.available_memory", lambda: None)
    with (
        load_model(tiny_path) as model,
        pytest.raises(ModelUnfit, match="memory"),
        open_context(model, ContextOptions(n_ctx=256)),
    ):
        pass


def test_the_engine_talks_to_the_log_and_not_to_the_terminal(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    with (
        caplog.at_level(logging.DEBUG, "kairo_desktop.llama"),
        load_model(tiny(tmp_path)) as model,
        open_context(model, ContextOptions(n_ctx=256)),
    ):
        pass
    assert capfd.readouterr() == ("", "")
    assert any("llama" in record.name for record in caplog.records)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
