"""Our own reading of a model file before an engine sees it: is it one, is it whole.

llama.cpp may abort the process on a damaged file; here it is an error with a cure. The header of
a model with 150,000 tokens is read in a tenth of a second, strings of its vocabulary unread.

Source: the GGUF specification, versions 2 and 3 (ggml-org/ggml, docs/gguf.md).
"""

import os
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import TypeAlias

from kairo_desktop.errors import ModelMissing, ModelUnfit
from kairo_desktop.gguf.sizes import BLOCKS

__all__ = ["GgufArray", "GgufHeader", "Value", "read_header"]

_MAGIC = b"GGUF"
_VERSIONS = (2, 3)
_ALIGNMENT = 32
_MAX_TEXT = 1 << 20
_MAX_DIMS = 4
_MIN_BYTES_PER_KEY, _MIN_BYTES_PER_TENSOR = 13, 24
_AGAIN = "Copy or fetch the file again."

_STRING, _ARRAY = 8, 9
_SCALARS = {
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
        if self.kind == _STRING:
            return self.raw[: self.ends[n - 1]] if n else b""
        return self.raw[: n * struct.calcsize(_SCALARS[self.kind])]

    def numbers(self) -> tuple[int | float, ...]:
        """Elements of an array of numbers; none of any other array."""
        if self.kind == _STRING:
            return ()
        return struct.unpack(f"<{self.n}{_SCALARS[self.kind]}", self.raw)


Value: TypeAlias = str | int | float | bool | GgufArray


@dataclass(frozen=True, slots=True)
class GgufHeader:
    """What a model file says about itself.

    Attributes:
        values: Metadata by key.
        n_tensors: Tensors that follow the header.
        tensors_at: Where their bytes begin.
        n_bytes: Size that they need the file to have.
    """

    path: Path
    values: Mapping[str, Value]
    n_tensors: int = 0
    tensors_at: int = 0
    n_bytes: int = 0

    @property
    def architecture(self) -> str:
        """The family of the model, as llama.cpp names it, for instance "qwen2"."""
        return self.text("general.architecture")

    def text(self, key: str) -> str:
        """A string of the metadata; empty where there is none."""
        value = self.values.get(key)
        return value if isinstance(value, str) else ""

    def number(self, key: str, default: int = 0) -> int:
        """A whole number of the metadata, `{arch}` in the key standing for the architecture."""
        value = self.values.get(key.format(arch=self.architecture), default)
        return value if isinstance(value, int) else default

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
        ModelUnfit: it is no GGUF model, its header contradicts the file, or a part is missing.
    """
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size == 0:
                raise ModelUnfit(f"{path} is empty.", cure=_AGAIN)
            if file.read(len(_MAGIC)) != _MAGIC:
                raise ModelUnfit(
                    f"{path} is not a GGUF model, whatever its name says.",
                    cure="Choose a file in the GGUF format.",
                )
            with mmap(file.fileno(), 0, access=ACCESS_READ) as view:
                return _header(path, view, size)
    except (FileNotFoundError, IsADirectoryError) as err:
        raise ModelMissing(f"There is no model file {path}.", cure="Check its name.") from err
    except OSError as err:
        raise ModelUnfit(
            f"{path} cannot be read: {err.strerror}.", cure="Check its access rights."
        ) from err


def _header(path: Path, view: mmap, size: int) -> GgufHeader:
    try:
        return _Reader(view).header(path)
    except _UntrueError as lie:
        raise ModelUnfit(f"{path} is damaged: {lie} ({size:,} bytes).", cure=_AGAIN) from lie


class _UntrueError(ValueError):
    """The header says something that cannot be true."""


class _Reader:
    """Reads little-endian values one behind the other, trusting none of the lengths."""

    def __init__(self, view: mmap) -> None:
        self._view = view
        self._at = len(_MAGIC)

    def header(self, path: Path) -> GgufHeader:
        version, n_tensors, n_keys = self._integers("<IQQ")
        if version not in _VERSIONS:
            raise _UntrueError(f"its format version is {version}, this Kairo reads 2 and 3")
        if n_tensors * _MIN_BYTES_PER_TENSOR + n_keys * _MIN_BYTES_PER_KEY > self._left:
            raise _UntrueError(f"its head claims {n_tensors:,} tensors and {n_keys:,} keys")
        values = {self._text(): self._value(*self._integers("<I")) for _ in range(n_keys)}
        if not isinstance(values.get("general.architecture"), str):
            raise _UntrueError("its head names no architecture")
        end = max((self._tensor_end() for _ in range(n_tensors)), default=0)
        unit = values.get("general.alignment", _ALIGNMENT)
        if not isinstance(unit, int) or unit < 1:
            raise _UntrueError(f"its tensors are aligned to {unit!r}")
        start = -(-self._at // unit) * unit
        if n_tensors and start + end > len(self._view):
            raise _UntrueError(f"it is cut off, its tensors need {start + end:,} bytes")
        return GgufHeader(path, values, n_tensors, start, start + end)

    @property
    def _left(self) -> int:
        return len(self._view) - self._at

    def _tensor_end(self) -> int:
        """Where a tensor ends, counted from the beginning of the tensors."""
        self._text()
        (n_dims,) = self._integers("<I")
        if n_dims > _MAX_DIMS:
            raise _UntrueError(f"a tensor claims {n_dims} dimensions")
        n_elements = 1
        for n in self._integers(f"<{n_dims}Q"):
            n_elements *= n
        kind, offset = self._integers("<IQ")
        # Of a type that is newer than our table only the beginning is known.
        n_block, n_bytes = BLOCKS.get(kind, (1, 0))
        return offset + n_elements // n_block * n_bytes

    def _value(self, kind: int) -> Value:
        if kind == _STRING:
            return self._text()
        if kind == _ARRAY:
            return self._array()
        (value,) = self._integers(f"<{_scalar(kind)}")
        assert isinstance(value, int | float | bool)
        return value

    def _array(self) -> GgufArray:
        kind, n = self._integers("<IQ")
        if n > self._left:
            raise _UntrueError(f"a list in its head claims {n:,} entries")
        start = self._at
        ends = self._skip_texts(n) if kind == _STRING else ()
        if kind != _STRING:
            self._skip(n * struct.calcsize(f"<{_scalar(kind)}"))
        return GgufArray(kind, n, self._view[start : self._at], ends)

    def _skip_texts(self, n: int) -> tuple[int, ...]:
        """Where each of n strings ends, counted from the first; a tight loop over 150,000."""
        length, view, size = struct.Struct("<Q").unpack_from, self._view, len(self._view)
        start = at = self._at
        ends: list[int] = []
        for _ in range(n):
            if at + 8 > size:
                break
            at += 8 + length(view, at)[0]
            ends.append(at - start)
        self._skip(at - start if len(ends) == n else size)
        return tuple(ends)

    def _text(self) -> str:
        (n,) = self._integers("<Q")
        if n > _MAX_TEXT:
            raise _UntrueError(f"a name in its head claims {n:,} characters")
        return self._take(n).decode("utf-8", "replace")

    def _integers(self, form: str) -> tuple[int, ...]:
        return struct.unpack(form, self._take(struct.calcsize(form)))

    def _take(self, n: int) -> bytes:
        self._skip(n)
        return self._view[self._at - n : self._at]

    def _skip(self, n: int) -> None:
        if n > self._left:
            raise _UntrueError("it ends in the middle of its head")
        self._at += n


def _scalar(kind: int) -> str:
    if kind not in _SCALARS:
        raise _UntrueError(f"its head holds a value of unknown kind {kind}")
    return _SCALARS[kind]
