from pathlib import Path

import pytest

from kairo_desktop.errors import ModelUnfit
from kairo_desktop.gguf.header import GgufHeader, read_header
from kairo_desktop.llama.pairing import check_pair
from kairo_desktop.llama.tiny_model import TinyModel
from tests.fakes.tiny_models import tiny


def header(folder: Path, name: str, **shape: object) -> GgufHeader:
    return read_header(tiny(folder, f"{name}.gguf", TinyModel(**shape)))  # type: ignore[arg-type]


def test_vocabularies_of_different_padding_are_a_pair(tmp_path: Path) -> None:
    target, draft = header(tmp_path, "target", n_extra=5), header(tmp_path, "draft")
    check_pair(target, draft)
    check_pair(draft, target)


def test_another_tokenizer_is_refused_by_both_names(tmp_path: Path) -> None:
    target, draft = header(tmp_path, "target"), header(tmp_path, "draft", salt="zzz")
    with pytest.raises(ModelUnfit, match="draft cannot draft for target") as caught:
        check_pair(target, draft)
    assert "llm.draft = ''" in caught.value.cure


def test_other_special_tokens_are_refused(tmp_path: Path) -> None:
    target = header(tmp_path, "target")
    values = {**target.values, "tokenizer.ggml.eos_token_id": 256}
    with pytest.raises(ModelUnfit):
        check_pair(target, GgufHeader(target.path, values))


def test_a_model_without_a_vocabulary_is_no_pair(tmp_path: Path) -> None:
    target = header(tmp_path, "target")
    with pytest.raises(ModelUnfit):
        check_pair(target, GgufHeader(target.path, {}))
