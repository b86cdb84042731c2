"""What a model file says is read, and believed only where it can be true."""

import struct
from contextlib import suppress
from pathlib import Path

import pytest
from gguf import GGML_QUANT_SIZES
from hypothesis import given, settings
from hypothesis import strategies as st

from kairo_desktop.errors import ModelMissing, ModelUnfit
from kairo_desktop.gguf.header import GgufArray, GgufHeader, read_header
from kairo_desktop.gguf.sizes import BLOCKS
from tests.fakes.tiny_models import tiny

STRING, ARRAY, UINT32 = 8, 9, 4


def text(words: bytes) -> bytes:
    return struct.pack("<Q", len(words)) + words


def key(name: bytes, kind: int, value: bytes) -> bytes:
    return text(name) + struct.pack("<I", kind) + value


ARCHITECTURE = key(b"general.architecture", STRING, text(b"llama"))


def head(*keys: bytes, tensors: tuple[bytes, ...] = (), version: int = 3) -> bytes:
    counts = struct.pack("<IQQ", version, len(tensors), len(keys))
    return b"GGUF" + counts + b"".join(keys) + b"".join(tensors) + bytes(64)


@pytest.fixture
def read(tmp_path: Path) -> "Reading":
    return Reading(tmp_path / "model.gguf")


class Reading:
    def __init__(self, path: Path) -> None:
        self.path = path

    def __call__(self, content: bytes) -> GgufHeader:
        self.path.write_bytes(content)
        return read_header(self.path)

    def refused(self, content: bytes) -> str:
        """The message of the refusal; it names the file, and there is a cure."""
        with pytest.raises(ModelUnfit) as caught:
            self(content)
        assert str(self.path) in caught.value.message
        assert caught.value.cure
        return caught.value.message


def test_a_whole_file_tells_its_shape(tiny_path: Path) -> None:
    header = read_header(tiny_path)
    assert header.architecture == "llama"
    assert header.number("{arch}.block_count") == 2
    assert header.tensors_at < header.n_bytes <= tiny_path.stat().st_size < header.n_bytes + 64
    assert header.n_tensors > 10
    tokens = header.array("tokenizer.ggml.tokens")
    assert tokens is not None
    assert tokens.n == 259
    assert tokens.head(2) == text("Ā".encode()) + text("ā".encode())
    assert tokens.head(0) == b""
    assert tokens.numbers() == ()
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


def test_a_name_outside_ascii_is_read(tmp_path: Path) -> None:
    assert read_header(tiny(tmp_path, "modèle-日本.gguf")).architecture == "llama"


def test_a_missing_file_and_a_folder_are_missing_models(tmp_path: Path) -> None:
    for path in (tmp_path / "none.gguf", tmp_path):
        with pytest.raises(ModelMissing):
            read_header(path)


def test_a_file_that_may_not_be_read_is_unfit(
    tiny_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(ModelUnfit, match="Permission denied"):
        read_header(tiny_path)


def test_an_empty_file_is_called_empty(read: Reading) -> None:
    assert "is empty" in read.refused(b"")


@pytest.mark.parametrize("content", [b"Dear diary, today I\n", b"GG", b"\0" * 4096, b"PK\3\4" * 9])
def test_other_files_by_the_name_of_a_model_are_no_models(read: Reading, content: bytes) -> None:
    assert "is not a GGUF model, whatever its name says" in read.refused(content)


@pytest.mark.parametrize("version", [1, 9])
def test_a_version_that_we_do_not_know_is_named(read: Reading, version: int) -> None:
    assert f"version is {version}," in read.refused(head(version=version))


def test_an_impossible_number_of_tensors_is_a_lie(read: Reading, tiny_path: Path) -> None:
    whole = tiny_path.read_bytes()
    assert "claims" in read.refused(whole[:8] + struct.pack("<Q", 1 << 60) + whole[16:])


def test_an_impossible_length_of_a_name_is_a_lie(read: Reading, tiny_path: Path) -> None:
    whole = tiny_path.read_bytes()
    message = read.refused(whole[:24] + struct.pack("<Q", 1 << 50) + whole[32:])
    assert "characters" in message


def test_a_missing_architecture_is_noticed(read: Reading) -> None:
    assert "names no architecture" in read.refused(head())


def test_an_unknown_kind_of_value_is_noticed(read: Reading) -> None:
    assert "unknown kind 99" in read.refused(head(key(b"k", 99, b"")))


def test_an_endless_list_is_noticed(read: Reading) -> None:
    assert "claims" in read.refused(head(key(b"k", ARRAY, struct.pack("<IQ", UINT32, 1 << 40))))


@pytest.mark.parametrize("length", [1 << 40, 57])
def test_a_list_of_texts_that_leads_out_of_the_file_is_noticed(read: Reading, length: int) -> None:
    texts = struct.pack("<IQQ", STRING, 2, length)
    assert "ends in the middle" in read.refused(head(key(b"k", ARRAY, texts)))


def test_a_list_of_lists_is_refused_as_the_engine_does(read: Reading) -> None:
    inner = struct.pack("<IQB", 0, 1, 7)
    lists = key(b"k", ARRAY, struct.pack("<IQ", ARRAY, 1) + inner)
    assert "unknown kind 9" in read.refused(head(lists, ARCHITECTURE))


def test_an_impossible_alignment_is_noticed(read: Reading) -> None:
    alignment = key(b"general.alignment", UINT32, struct.pack("<I", 0))
    assert "aligned to 0" in read.refused(head(ARCHITECTURE, alignment))


def test_a_tensor_of_many_dimensions_is_noticed(read: Reading) -> None:
    tensor = text(b"t") + struct.pack("<I", 70)
    assert "70 dimensions" in read.refused(head(ARCHITECTURE, tensors=(tensor,)))


def tensor(kind: int, n: int, offset: int = 0) -> bytes:
    return text(b"t") + struct.pack("<IQIQ", 1, n, kind, offset)


def test_a_tensor_behind_the_end_of_the_file_is_noticed(read: Reading) -> None:
    assert "cut off" in read.refused(head(ARCHITECTURE, tensors=(tensor(0, 1000),)))


def test_a_type_newer_than_our_table_only_has_to_begin_in_the_file(read: Reading) -> None:
    assert read(head(ARCHITECTURE, tensors=(tensor(999, 1000),))).n_tensors == 1
    assert "cut off" in read.refused(head(ARCHITECTURE, tensors=(tensor(999, 1, 1 << 20),)))


def test_a_model_without_tensors_has_a_header_only(read: Reading) -> None:
    header = read(head(ARCHITECTURE))
    assert (header.n_tensors, header.n_bytes) == (0, header.tensors_at)


def test_the_table_of_sizes_is_that_of_the_format() -> None:
    assert {int(kind): tuple(size) for kind, size in GGML_QUANT_SIZES.items()} == BLOCKS


def test_an_array_of_texts_has_no_numbers() -> None:
    assert GgufArray(STRING, 1, text(b"a"), (9,)).numbers() == ()


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
@settings(max_examples=200)
def test_a_damaged_header_is_read_or_refused_and_nothing_else(
    tiny_path: Path, data: st.DataObject
) -> None:
    content = bytearray(tiny_path.read_bytes()[: data.draw(st.sampled_from([6000, -1]))])
    for _ in range(data.draw(st.integers(1, 8))):
        content[data.draw(st.integers(4, 5999))] = data.draw(st.integers(0, 255))
    bad = tiny_path.with_name("bad.gguf")
    bad.write_bytes(content)
    with suppress(ModelUnfit):
        header = read_header(bad)
        header.per_layer("{arch}.attention.head_count_kv", header.number("{arch}.block_count"))
