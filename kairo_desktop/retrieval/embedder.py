"""The sentence-embedding door: all-MiniLM-L6-v2 as a plain numpy forward pass.

The weights are read from the published safetensors file and mapped, not copied, so only the rows
of the vocabulary that occur are ever loaded. Nothing is converted and torch is not needed.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController
from tokenizers import Tokenizer

from kairo_desktop.errors import ModelMissing, ModelUnfit

__all__ = ["Embedder", "MiniLm", "Vectors"]

Vectors: TypeAlias = NDArray[np.float32]
"""float32[n, dim], every row of length 1: the dot product of two rows is their cosine."""

_MAX_TOKENS = 256
_HEADER_BYTES = 8
_CURE = "Fetch it again with `kairo models pull all-minilm-l6-v2`."


class Embedder(Protocol):
    """Turns text into vectors whose dot product says how close two meanings are."""

    @property
    def name(self) -> str:
        """Identifies the model; vectors of different names must not be compared."""
        ...

    @property
    def dim(self) -> int:
        """Length of a vector."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed `texts`: float32[len(texts), dim], rows of length 1."""
        ...


@dataclass(frozen=True, slots=True)
class _Dense:
    weight: NDArray[np.float32]
    bias: NDArray[np.float32]

    def __call__(self, x: NDArray[np.float32]) -> NDArray[np.float32]:
        return x @ self.weight.T + self.bias


@dataclass(frozen=True, slots=True)
class _Norm:
    weight: NDArray[np.float32]
    bias: NDArray[np.float32]
    epsilon: float

    def __call__(self, x: NDArray[np.float32]) -> NDArray[np.float32]:
        centered = x - x.mean(axis=-1, keepdims=True)
        variance = np.square(centered).mean(axis=-1, keepdims=True)
        scaled: NDArray[np.float32] = centered / np.sqrt(variance + self.epsilon)
        return scaled * self.weight + self.bias


@dataclass(frozen=True, slots=True)
class _Layer:
    """One block of a BERT encoder: self-attention, then a feed-forward net."""

    qkv: _Dense
    mix: _Dense
    mix_norm: _Norm
    widen: _Dense
    narrow: _Dense
    narrow_norm: _Norm
    n_heads: int

    def __call__(self, x: NDArray[np.float32]) -> NDArray[np.float32]:
        n, dim = x.shape
        heads = self.qkv(x).reshape(n, 3, self.n_heads, dim // self.n_heads)
        query, key, value = heads.transpose(1, 2, 0, 3)
        scores = query @ key.transpose(0, 2, 1) / np.float32(np.sqrt(dim // self.n_heads))
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        scores /= scores.sum(axis=-1, keepdims=True)
        attended = (scores @ value).transpose(1, 0, 2).reshape(n, dim)
        x = self.mix_norm(self.mix(attended) + x)
        return self.narrow_norm(self.narrow(_gelu(self.widen(x))) + x)


class MiniLm:
    """The published all-MiniLM-L6-v2: 384 numbers per text, mean-pooled.

    Text beyond 256 word pieces is not looked at. One call at a time.

    Attributes:
        name: The model's name in the catalogue.
        dim: 384 for the published weights.

    Source: Reimers and Gurevych 2019, arXiv:1908.10084; Wang et al. 2020, arXiv:2002.10957.
    """

    def __init__(self, folder: Path) -> None:
        """Open the model in `folder` (config.json, tokenizer.json, model.safetensors).

        Raises:
            ModelMissing: a file is not there.
            ModelUnfit: a file is damaged or holds another model.
        """
        for file in ("config.json", "tokenizer.json", "model.safetensors"):
            if not (folder / file).is_file():
                raise ModelMissing(f"The embedding model lacks {folder / file}.", cure=_CURE)
        self.name = "all-minilm-l6-v2"
        try:
            config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
            self._tokenizer = _tokenizer(folder / "tokenizer.json")
            tensors = _read_safetensors(folder / "model.safetensors")
            self._load(config, tensors)
        except (KeyError, ValueError, OSError) as err:
            message = f"The embedding model in {folder} cannot be read: {err}."
            raise ModelUnfit(message, cure=_CURE) from err
        self.dim = self._words.shape[1]
        # BLAS threads that wait for each other on busy cores made a call 20 times slower.
        self._threads = ThreadpoolController().select(user_api="blas")

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed `texts`, one forward pass each.

        Returns:
            float32[len(texts), dim], rows of length 1.
        """
        vectors = np.empty((len(texts), self.dim), np.float32)
        for row, text in enumerate(texts):
            tokens = self._tokenizer.encode(text).ids
            with self._threads.limit(limits=1):
                pooled = self._forward(tokens).mean(axis=0)
            vectors[row] = pooled / max(float(np.linalg.norm(pooled)), 1e-12)
        return vectors

    def _forward(self, tokens: list[int]) -> NDArray[np.float32]:
        x = self._words[tokens] + self._places[: len(tokens)]
        x = self._input_norm(x)
        for layer in self._layers:
            x = layer(x)
        return x

    def _load(self, config: dict[str, int], tensors: dict[str, NDArray[np.float32]]) -> None:
        epsilon = float(config["layer_norm_eps"])
        self._words = tensors["embeddings.word_embeddings.weight"]
        self._places = (
            tensors["embeddings.position_embeddings.weight"]
            + tensors["embeddings.token_type_embeddings.weight"][0]
        )
        self._input_norm = _norm(tensors, "embeddings.LayerNorm", epsilon)
        self._layers = tuple(
            _layer(tensors, f"encoder.layer.{i}", config["num_attention_heads"], epsilon)
            for i in range(config["num_hidden_layers"])
        )


def _tokenizer(path: Path) -> Tokenizer:
    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as err:  # tokenizers raises bare Exception for any damage
        raise ValueError(f"{path.name}: {err}") from err
    tokenizer.no_padding()
    tokenizer.enable_truncation(max_length=_MAX_TOKENS)
    return tokenizer


def _read_safetensors(path: Path) -> dict[str, NDArray[np.float32]]:
    """Map the float32 tensors of a safetensors file: u64 header length, JSON header, raw arrays."""
    size = path.stat().st_size
    with path.open("rb") as file:
        n_header = int.from_bytes(file.read(_HEADER_BYTES), "little")
        if not 0 < n_header <= size - _HEADER_BYTES:
            raise ValueError("its header is longer than the file")
        header = json.loads(file.read(n_header))
    data = np.memmap(path, np.uint8, mode="r", offset=_HEADER_BYTES + n_header)
    tensors: dict[str, NDArray[np.float32]] = {}
    for name, entry in header.items():
        if entry.get("dtype") != "F32":
            continue
        begin, end = entry["data_offsets"]
        raw = data[begin:end].view("<f4")
        tensors[name] = raw.reshape(entry["shape"])
    return tensors


def _dense(tensors: dict[str, NDArray[np.float32]], name: str) -> _Dense:
    return _Dense(np.array(tensors[f"{name}.weight"]), np.array(tensors[f"{name}.bias"]))


def _norm(tensors: dict[str, NDArray[np.float32]], name: str, epsilon: float) -> _Norm:
    return _Norm(np.array(tensors[f"{name}.weight"]), np.array(tensors[f"{name}.bias"]), epsilon)


def _layer(
    tensors: dict[str, NDArray[np.float32]], name: str, n_heads: int, epsilon: float
) -> _Layer:
    parts = [_dense(tensors, f"{name}.attention.self.{part}") for part in ("query", "key", "value")]
    return _Layer(
        qkv=_Dense(
            np.concatenate([part.weight for part in parts]),
            np.concatenate([part.bias for part in parts]),
        ),
        mix=_dense(tensors, f"{name}.attention.output.dense"),
        mix_norm=_norm(tensors, f"{name}.attention.output.LayerNorm", epsilon),
        widen=_dense(tensors, f"{name}.intermediate.dense"),
        narrow=_dense(tensors, f"{name}.output.dense"),
        narrow_norm=_norm(tensors, f"{name}.output.LayerNorm", epsilon),
        n_heads=n_heads,
    )


def _gelu(x: NDArray[np.float32]) -> NDArray[np.float32]:
    return x * (np.float32(0.5) * (1 + _erf(x * np.float32(np.sqrt(0.5)))))


def _erf(x: NDArray[np.float32]) -> NDArray[np.float32]:
    """The error function within 1.5e-7: Abramowitz and Stegun 1964, formula 7.1.26."""
    t = np.float32(1) / (np.float32(1) + np.float32(0.3275911) * np.abs(x))
    series = np.full_like(t, 1.061405429)
    for coefficient in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        series = series * t + np.float32(coefficient)
    magnitude: NDArray[np.float32] = 1 - series * t * np.exp(-np.square(x))
    return np.copysign(magnitude, x)
