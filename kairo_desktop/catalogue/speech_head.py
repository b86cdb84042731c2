"""A look at the head of a Whisper model in CTranslate2 form: its shape; nothing is loaded.

Source: the serialization of CTranslate2 models, binary version 6 (OpenNMT/CTranslate2,
python/ctranslate2/specs/model_spec.py).
"""

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from kairo_desktop.errors import ModelUnfit

__all__ = ["SpeechHead", "read_speech_head"]

_MOST_VARIABLES = 10_000
_ITEM_BYTES = (4, 1, 2, 4, 2, 2)
"""Bytes of a number by its kind: float32, int8, int16, int32, float16, bfloat16."""


@dataclass(frozen=True, slots=True)
class SpeechHead:
    """The shape of a Whisper model.

    Attributes:
        n_quantized: Numbers of the matrices that are multiplied in int8.
        n_exact: All other numbers; held as float32.
        n_largest: Numbers of the largest matrix, the words' embeddings.
        n_heads: Attention heads of the encoder.
        n_positions: Positions of the encoder for 30 s.
        d_model: Width.
        n_decoder_layers: Layers that keep keys and values of the encoder's output.
        tokenizer_bytes: Size of `tokenizer.json`.
    """

    n_quantized: int
    n_exact: int
    n_largest: int
    n_heads: int
    n_positions: int
    d_model: int
    n_decoder_layers: int
    tokenizer_bytes: int


@dataclass(slots=True)
class _Sums:
    """What has been seen of the variables so far."""

    n_quantized: int = 0
    n_exact: int = 0
    n_largest: int = 0
    n_heads: int = 1
    positions: tuple[int, ...] = ()
    n_decoder_layers: int = 0

    def add(self, name: str, dims: tuple[int, ...], kind: int, content: bytes, n: int) -> None:
        n_numbers = n // _ITEM_BYTES[kind]
        if name.endswith("weight") and "conv" not in name and "norm" not in name:
            self.n_quantized += n_numbers
            self.n_largest = max(self.n_largest, n_numbers)
        elif dims:
            self.n_exact += n_numbers
        if name == "encoder/num_heads":
            self.n_heads = int.from_bytes(content, "little")
        if name == "encoder/position_encodings/encodings":
            self.positions = dims
        if name.startswith("decoder/layer_") and name.endswith("/attention/linear_1/weight"):
            self.n_decoder_layers += 1


def read_speech_head(folder: Path) -> SpeechHead:
    """Read the head of the model in `folder`; some milliseconds, contents are skipped.

    Raises:
        ModelUnfit: `model.bin` is not such a model, or is cut short.
    """
    try:
        with (folder / "model.bin").open("rb") as file:
            sums = _read(file)
        n_positions, d_model = sums.positions
        tokenizer_bytes = (folder / "tokenizer.json").stat().st_size
    except (OSError, struct.error, ValueError, IndexError) as err:
        raise ModelUnfit(
            f"{folder} is not a whole Whisper model.",
            cure=f"Fetch it again: kairo models pull {folder.name}",
        ) from err
    return SpeechHead(
        n_quantized=sums.n_quantized,
        n_exact=sums.n_exact,
        n_largest=sums.n_largest,
        n_heads=sums.n_heads,
        n_positions=n_positions,
        d_model=d_model,
        n_decoder_layers=sums.n_decoder_layers,
        tokenizer_bytes=tokenizer_bytes,
    )


def _read(file: BinaryIO) -> _Sums:
    _number(file, "I")
    _text(file)
    _number(file, "I")
    n_variables = _number(file, "I")
    if n_variables > _MOST_VARIABLES:
        raise ValueError(n_variables)
    sums = _Sums()
    for _ in range(n_variables):
        name = _text(file)
        dims = tuple(_number(file, "I") for _ in range(_number(file, "B")))
        kind, n_bytes = _number(file, "B"), _number(file, "I")
        content = file.read(n_bytes) if not dims else b""
        file.seek(n_bytes - len(content), 1)
        sums.add(name, dims, kind, content, n_bytes)
    return sums


def _text(file: BinaryIO) -> str:
    """A string with its length before it and a zero at its end."""
    return file.read(_number(file, "H")).decode("utf-8", "replace").rstrip("\0")


def _number(file: BinaryIO, code: str) -> int:
    size = struct.calcsize(f"<{code}")
    return int(struct.unpack(f"<{code}", file.read(size))[0])
