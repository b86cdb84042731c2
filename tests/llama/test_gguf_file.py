import struct
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kairo_desktop.errors import ModelMissing, ModelUnfit
from kairo_desktop.llama.gguf_file import read_header
from tests.fakes.tiny_models import tiny


def test_a_whole_file_tells_its_shape(tiny_path: Path) -> None:
    header = read_header(tiny_path)
    assert header.architecture == "llama"
    assert header.number("{arch}.block_count") == 2
    assert header.n_bytes <= tiny_path.stat().st_size < header.n_bytes + 64
    tokens = header.array("tokenizer.ggml.tokens")
    assert tokens is not None
    assert tokens.n == 259
    assert (
        tokens.head(2) == struct.pack("<Q", 2) + "Ā".encode() + struct.pack("<Q", 2) + "ā".encode()
    )
    assert tokens.head(0) == b""
    kinds = header.array("tokenizer.ggml.token_type")
    assert kinds is not None
    assert kinds.numbers()[-1] == 3
    assert len(kinds.head(10)) == 40


def test_what_is_not_there_reads_as_nothing(tiny_path: Path) -> None:
    header = read_header(tiny_path)
    assert header.text("general.nothing") == ""
    assert header.text("llama.block_count") == ""
    assert header.number("general.architecture", 7) == 7
    assert header.array("general.architecture") is None


def test_per_layer_numbers_are_summed(tiny_path: Path) -> None:
    header = read_header(tiny_path)
    assert header.per_layer("{arch}.attention.head_count_kv", 2) == 2
    assert header.per_layer("tokenizer.ggml.token_type", 2) == 256 * 1 + 3 * 3


@given(st.data())
@settings(max_examples=150)
def test_a_file_cut_anywhere_is_refused_by_us(tiny_path: Path, data: st.DataObject) -> None:
    whole = tiny_path.read_bytes()
    n = data.draw(st.integers(0, len(whole) - 100))
    cut = tiny_path.with_name("cut.gguf")
    cut.write_bytes(whole[:n])
    with pytest.raises(ModelUnfit, match=r"cut\.gguf"):
        read_header(cut)


@given(st.data())
@settings(max_examples=150)
def test_a_damaged_header_is_read_or_refused_but_never_crashes(
    tiny_path: Path, data: st.DataObject
) -> None:
    content = bytearray(tiny_path.read_bytes()[:6000])
    for _ in range(data.draw(st.integers(1, 8))):
        content[data.draw(st.integers(4, 5999))] = data.draw(st.integers(0, 255))
    bad = tiny_path.with_name("bad.gguf")
    bad.write_bytes(content)
    with pytest.raises(ModelUnfit):
        read_header(bad)


@pytest.mark.parametrize("content", [b"", b"GGUF", b"not a model\n" * 100, b"\0" * 4096])
def test_other_files_by_the_name_of_a_model_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "renamed.gguf"
    path.write_bytes(content)
    with pytest.raises(ModelUnfit, match="not a GGUF model") as caught:
        read_header(path)
    assert "kairo models pull renamed" in caught.value.cure


def test_a_version_that_we_do_not_know_is_named(tmp_path: Path) -> None:
    path = tmp_path / "old.gguf"
    path.write_bytes(b"GGUF" + struct.pack("<IQQ", 1, 0, 0) + bytes(100))
    with pytest.raises(ModelUnfit, match="version 1"):
        read_header(path)


def test_a_missing_file_and_a_folder_are_missing_models(tmp_path: Path) -> None:
    for path in (tmp_path / "none.gguf", tmp_path):
        with pytest.raises(ModelMissing):
            read_header(path)


def test_a_name_outside_ascii_is_read(tmp_path: Path) -> None:
    assert read_header(tiny(tmp_path, "modèle-日本.gguf")).architecture == "llama"


def test_a_file_that_may_not_be_read_is_unfit(
    tiny_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(ModelUnfit, match="Permission denied"):
        read_header(tiny_path)


def test_a_model_without_tensors_has_a_size(tmp_path: Path) -> None:
    path = tmp_path / "empty.gguf"
    path.write_bytes(b"GGUF" + struct.pack("<IQQ", 3, 0, 0) + bytes(8))
    assert read_header(path).n_bytes == 32
