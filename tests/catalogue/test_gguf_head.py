import struct
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from gguf import GGUFWriter
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kairo_desktop.catalogue.gguf_head import read_gguf_head
from kairo_desktop.errors import ModelUnfit


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A real, tiny GGUF file with every kind of value in its head."""
    path = tmp_path_factory.mktemp("gguf") / "tiny.gguf"
    writer = GGUFWriter(path, "llama")
    writer.add_uint32("a.number", 7)
    writer.add_float32("a.float", 0.5)
    writer.add_bool("a.flag", val=True)
    writer.add_array("a.words", ["one", "two"])
    writer.add_array("a.numbers", [1, 2, 3])
    writer.add_tensor("t", np.zeros((4, 8), np.float32))
    writer.add_tensor("u", np.zeros((4, 8), np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path.read_bytes()


def _refused(tmp_path: Path, content: bytes) -> str:
    path = tmp_path / "model.gguf"
    path.write_bytes(content)
    with pytest.raises(ModelUnfit) as caught:
        read_gguf_head(path)
    assert str(path) in caught.value.message
    assert caught.value.cure
    return caught.value.message


def test_whole_file_tells_its_architecture(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(whole)
    head = read_gguf_head(path)
    assert (head.architecture, head.n_tensors) == ("llama", 2)


def test_empty_file_is_called_empty(tmp_path: Path) -> None:
    assert "is empty" in _refused(tmp_path, b"")


def test_text_file_with_the_suffix_is_no_model(tmp_path: Path) -> None:
    assert "not a GGUF model" in _refused(tmp_path, b"Dear diary, today I\n")


def test_unknown_version_is_named(whole: bytes, tmp_path: Path) -> None:
    assert "version is 9" in _refused(tmp_path, whole[:4] + struct.pack("<I", 9) + whole[8:])


def test_impossible_tensor_count_is_a_lie(whole: bytes, tmp_path: Path) -> None:
    assert "claims" in _refused(tmp_path, whole[:8] + struct.pack("<Q", 1 << 60) + whole[16:])


def test_impossible_name_length_is_a_lie(whole: bytes, tmp_path: Path) -> None:
    message = _refused(tmp_path, whole[:24] + struct.pack("<Q", 1 << 50) + whole[32:])
    assert "characters" in message


def test_data_cut_off_behind_the_head_is_noticed(whole: bytes, tmp_path: Path) -> None:
    assert "need more than" in _refused(tmp_path, whole[: len(whole) - 128])


def _head(*keys: bytes, n_tensors: int = 0, tensors: bytes = b"") -> bytes:
    fixed = b"GGUF" + struct.pack("<IQQ", 3, n_tensors, len(keys))
    return fixed + b"".join(keys) + tensors + bytes(64)


def _text(text: bytes) -> bytes:
    return struct.pack("<Q", len(text)) + text


def _architecture() -> bytes:
    return _text(b"general.architecture") + struct.pack("<I", 8) + _text(b"llama")


def test_missing_architecture_is_noticed(tmp_path: Path) -> None:
    assert "names no architecture" in _refused(tmp_path, _head())


def test_unknown_kind_of_value_is_noticed(tmp_path: Path) -> None:
    key = _text(b"k") + struct.pack("<I", 99)
    assert "unknown kind 99" in _refused(tmp_path, _head(key))


def test_endless_list_is_noticed(tmp_path: Path) -> None:
    key = _text(b"k") + struct.pack("<IIQ", 9, 4, 1 << 40)
    assert "claims" in _refused(tmp_path, _head(key))


def test_list_of_lists_is_read_over(tmp_path: Path) -> None:
    inner = struct.pack("<IQB", 0, 1, 7)
    key = _text(b"k") + struct.pack("<IIQ", 9, 9, 1) + inner
    path = tmp_path / "model.gguf"
    path.write_bytes(_head(key, _architecture()))
    assert read_gguf_head(path).n_tensors == 0


def test_impossible_alignment_is_noticed(tmp_path: Path) -> None:
    key = _text(b"general.alignment") + struct.pack("<II", 4, 0)
    assert "aligned to 0" in _refused(tmp_path, _head(_architecture(), key))


def test_tensor_of_many_dimensions_is_noticed(tmp_path: Path) -> None:
    tensor = _text(b"t") + struct.pack("<I", 70)
    message = _refused(tmp_path, _head(_architecture(), n_tensors=1, tensors=tensor))
    assert "70 dimensions" in message


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_no_damage_to_the_head_raises_anything_but_model_unfit(
    whole: bytes, tmp_path: Path, data: st.DataObject
) -> None:
    content = bytearray(whole)
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(content)))
    path = tmp_path / "model.gguf"
    path.write_bytes(bytes(content[:cut]))
    with suppress(ModelUnfit):
        read_gguf_head(path)
