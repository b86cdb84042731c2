"""The door to gguf, and our own reading of a model file before the engine sees it.

llama.cpp may abort the process on a damaged file; here it is an error with a cure. The header of
a model with 150,000 tokens is read in a tenth of a second, strings of its vocabulary unread.
"""

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import TypeAlias

from gguf.constants import GGML_QUANT_SIZES, GGMLQuantizationType

from kairo_desktop.errors import ModelMissing, ModelUnfit

__all__ = ["GgufArray", "GgufHeader", "Value", "read_header"]

MAGIC = b"GGUF"
STRING, ARRAY = 8, 9
SCALARS = {
    0: "B",
    1: "b",
    2: "H",
    3: "h",
    4: "I",
    5: "i",
    6: "f",
    7: "?",
    10: "Q",
    11: "q",
    12: "d",
}
"""struct letter by GGUF value type."""


@dataclass(frozen=True, slots=True)
class GgufArray:
    """An array of the header, kept as the bytes in which it is stored.

    Attributes:
        raw: Elements one behind the other; strings with their 8-byte lengths.
        ends: For strings, where each ends within `raw`; empty for numbers.
    """

    kind: int
    n: int
    raw: bytes
    ends: tuple[int, ...] = ()

    def head(self, n: int) -> bytes:
        """Bytes of the first n elements: equal bytes, equal elements."""
        if self.kind == STRING:
            return self.raw[: self.ends[n - 1]] if n else b""
        return self.raw[: n * struct.calcsize(SCALARS[self.kind])]

    def numbers(self) -> tuple[int | float, ...]:
        """Elements of an array of numbers."""
        return struct.unpack(f"<{self.n}{SCALARS[self.kind]}", self.raw)


Value: TypeAlias = str | int | float | bool | GgufArray


@dataclass(frozen=True, slots=True)
class GgufHeader:
    """What a model file says about itself.

    Attributes:
        values: Metadata by key.
        n_bytes: Size that the tensors need the file to have.
    """

    path: Path
    values: Mapping[str, Value]
    n_bytes: int

    @property
    def architecture(self) -> str:
        """The family of the model, as llama.cpp names it."""
        return str(self.values.get("general.architecture", "unknown"))

    def text(self, key: str) -> str:
        """A string of the metadata; empty where there is none."""
        value = self.values.get(key)
        return value if isinstance(value, str) else ""

    def number(self, key: str, default: int = 0) -> int:
        """A whole number of the metadata, `{arch}` in the key standing for the architecture."""
        value = self.values.get(key.format(arch=self.architecture), default)
        return int(value) if isinstance(value, int | float) else default

    def per_layer(self, key: str, n_layers: int) -> int:
        """Sum over layers of a number that may differ from layer to layer."""
        value = self.values.get(key.format(arch=self.architecture))
        if isinstance(value, GgufArray):
            return int(sum(value.numbers()))
        return n_layers * self.number(key)

    def array(self, key: str) -> GgufArray | None:
        """An array of the metadata."""
        value = self.values.get(key)
        return value if isinstance(value, GgufArray) else None


def read_header(path: Path) -> GgufHeader:
    """Read and check the header of a GGUF model.

    Raises:
        ModelMissing: there is no such file.
        ModelUnfit: it is no GGUF model, or a part of it is missing.
    """
    try:
        with path.open("rb") as file:
            size = path.stat().st_size
            if size < 24 or file.read(4) != MAGIC:
                raise ModelUnfit(
                    f"{path.name} is not a GGUF model ({size} bytes).", cure=_fetch(path)
                )
            with mmap(file.fileno(), 0, access=ACCESS_READ) as view:
                header = _Reader(view).header(path)
    except (FileNotFoundError, IsADirectoryError) as err:
        raise ModelMissing(f"There is no model file {path}.", cure=_fetch(path)) from err
    except OSError as err:
        raise ModelUnfit(f"{path.name} cannot be read: {err.strerror}.") from err
    except (struct.error, ValueError, KeyError, OverflowError) as err:
        raise ModelUnfit(
            f"{path.name} is damaged: its header ends too early or makes no sense.",
            cure=_fetch(path),
        ) from err
    if size < header.n_bytes:
        raise ModelUnfit(
            f"{path.name} is cut off: {size} of {header.n_bytes} bytes.", cure=_fetch(path)
        )
    return header


def _fetch(path: Path) -> str:
    return f"Fetch it again: kairo models pull {path.stem}"


class _Reader:
    """Reads little-endian values one behind the other."""

    def __init__(self, view: mmap) -> None:
        self._view = view
        self._at = 4

    def header(self, path: Path) -> GgufHeader:
        version, n_tensors, n_values = self._unpack("<IQQ")
        if version not in {2, 3}:
            raise ModelUnfit(
                f"{path.name} is GGUF version {version}; versions 2 and 3 can be read.",
                cure="Fetch a newer conversion of the model.",
            )
        values = {self._string(): self._value(*self._unpack("<I")) for _ in range(n_values)}
        ends = [self._tensor_end() for _ in range(n_tensors)]
        alignment = int(str(values.get("general.alignment", 32)))
        start = -(-self._at // alignment) * alignment
        return GgufHeader(path, values, start + max(ends, default=0))

    def _tensor_end(self) -> int:
        """Where a tensor ends, counted from the beginning of the tensors."""
        self._string()
        (n_dims,) = self._unpack("<I")
        n_elements = 1
        for size in self._unpack(f"<{min(n_dims, 8)}Q"):
            n_elements *= size
        kind, offset = self._unpack("<IQ")
        n_block, n_bytes = GGML_QUANT_SIZES[GGMLQuantizationType(kind)]
        return offset + int(n_elements // n_block * n_bytes)

    def _value(self, kind: int) -> Value:
        if kind == STRING:
            return self._string()
        if kind == ARRAY:
            return self._array(*self._unpack("<IQ"))
        (value,) = self._unpack("<" + SCALARS[kind])
        assert isinstance(value, int | float | bool)
        return value

    def _array(self, kind: int, n: int) -> GgufArray:
        start = self._at
        ends: list[int] = []
        if kind == STRING:
            unpack, view, at = struct.Struct("<Q").unpack_from, self._view, start
            for _ in range(n):
                at += 8 + unpack(view, at)[0]
                ends.append(at - start)
            self._at = at
        else:
            self._at += n * struct.calcsize(SCALARS[kind])
        if self._at > len(self._view):
            raise ValueError(n)
        return GgufArray(kind, n, self._view[start : self._at], tuple(ends))

    def _string(self) -> str:
        (n,) = self._unpack("<Q")
        if self._at + n > len(self._view):
            raise ValueError(n)
        text = self._view[self._at : self._at + n].decode("utf-8", "replace")
        self._at += n
        return text

    def _unpack(self, form: str) -> tuple[int, ...]:
        values = struct.unpack_from(form, self._view, self._at)
        self._at += struct.calcsize(form)
        return values
