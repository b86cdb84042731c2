import struct
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kairo_desktop.catalogue.speech_head import SpeechHead, read_speech_head
from kairo_desktop.errors import ModelUnfit

F16, F32, I8 = 4, 0, 1
VARIABLES = (
    ("encoder/conv1/weight", (4, 2, 3), F16, b"\0" * 48),
    ("encoder/position_encodings/encodings", (10, 4), F16, b"\0" * 80),
    ("encoder/num_heads", (), I8, b"\2"),
    ("encoder/layer_norm/gamma", (4,), F16, b"\0" * 8),
    ("decoder/embeddings/weight", (7, 4), F16, b"\0" * 56),
    ("decoder/layer_0/attention/linear_1/weight", (8, 4), F16, b"\0" * 64),
    ("decoder/layer_1/attention/linear_1/weight", (8, 4), F32, b"\0" * 128),
    ("decoder/layer_1/attention/linear_1/bias", (8,), F32, b"\0" * 32),
)


def _string(text: str) -> bytes:
    raw = text.encode() + b"\0"
    return struct.pack("<H", len(raw)) + raw


def _model(variables: Iterable[tuple[str, tuple[int, ...], int, bytes]] = VARIABLES) -> bytes:
    listed = list(variables)
    out = struct.pack("<I", 6) + _string("WhisperSpec") + struct.pack("<II", 3, len(listed))
    for name, dims, kind, content in listed:
        out += _string(name) + struct.pack(f"<B{len(dims)}I", len(dims), *dims)
        out += struct.pack("<BI", kind, len(content)) + content
    return out


def _folder(where: Path, content: bytes) -> Path:
    (where / "model.bin").write_bytes(content)
    (where / "tokenizer.json").write_bytes(b"{}")
    return where


def test_reads_the_shape_of_a_model(tmp_path: Path) -> None:
    assert read_speech_head(_folder(tmp_path, _model())) == SpeechHead(
        n_quantized=28 + 32 + 32,
        n_exact=24 + 40 + 4 + 8,
        n_largest=32,
        n_heads=2,
        n_positions=10,
        d_model=4,
        n_decoder_layers=2,
        tokenizer_bytes=2,
    )


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelUnfit, match="not a whole Whisper model"):
        read_speech_head(tmp_path)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"GGUF" * 10,
        _model()[:60],
        struct.pack("<I", 6) + _string("X") + struct.pack("<II", 3, 1 << 30),
        _model([("decoder/embeddings/weight", (1,), 99, b"\0")]),
        _model([("encoder/conv1/weight", (1,), F32, b"\0" * 4)]),
        _model([("encoder/position_encodings/encodings", (1, 2, 3), F32, b"\0" * 24)]),
    ],
)
def test_what_is_no_such_model_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(ModelUnfit) as caught:
        read_speech_head(_folder(tmp_path, content))
    assert caught.value.cure


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=200), at=st.integers(0, 300))
def test_any_damage_is_one_error(tmp_path: Path, content: bytes, at: int) -> None:
    whole = _model()
    with suppress(ModelUnfit):
        read_speech_head(_folder(tmp_path, whole[:at] + content + whole[at + len(content) :]))
