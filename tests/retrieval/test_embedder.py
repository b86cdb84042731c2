"""The embedding door: the same numbers as the reference, and clear words for a broken model."""

import json
from collections.abc import Callable
from math import erf, sqrt
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from kairo_desktop.errors import ModelMissing, ModelUnfit
from kairo_desktop.retrieval.embedder import Embedder, MiniLm
from tests.fakes.hash_embedder import HashEmbedder

_MODEL = "all-MiniLM-L6-v2"
_DIM, _HEADS, _WIDE, _LAYERS = 8, 2, 16, 2
_VOCAB = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "red", "green", "blue"]


@pytest.fixture(scope="module")
def tensors() -> dict[str, NDArray[np.float32]]:
    rng = np.random.default_rng(3)
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (len(_VOCAB), _DIM),
        "embeddings.position_embeddings.weight": (32, _DIM),
        "embeddings.token_type_embeddings.weight": (2, _DIM),
        "embeddings.LayerNorm.weight": (_DIM,),
        "embeddings.LayerNorm.bias": (_DIM,),
    }
    for layer in range(_LAYERS):
        name = f"encoder.layer.{layer}"
        for part, n_out, n_in in (
            ("attention.self.query", _DIM, _DIM),
            ("attention.self.key", _DIM, _DIM),
            ("attention.self.value", _DIM, _DIM),
            ("attention.output.dense", _DIM, _DIM),
            ("intermediate.dense", _WIDE, _DIM),
            ("output.dense", _DIM, _WIDE),
        ):
            shapes[f"{name}.{part}.weight"] = (n_out, n_in)
            shapes[f"{name}.{part}.bias"] = (n_out,)
        for part in ("attention.output.LayerNorm", "output.LayerNorm"):
            shapes[f"{name}.{part}.weight"] = (_DIM,)
            shapes[f"{name}.{part}.bias"] = (_DIM,)
    return {name: rng.standard_normal(shape, np.float32) for name, shape in shapes.items()}


@pytest.fixture
def folder(tmp_path: Path, tensors: dict[str, NDArray[np.float32]]) -> Path:
    config = {"layer_norm_eps": 1e-12, "num_attention_heads": _HEADS, "num_hidden_layers": _LAYERS}
    (tmp_path / "config.json").write_text(json.dumps(config), encoding="utf-8")
    tokenizer = {
        "version": "1.0",
        "added_tokens": [],
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {
            "type": "BertProcessing",
            "sep": ["[SEP]", 3],
            "cls": ["[CLS]", 2],
        },
        "model": {
            "type": "WordPiece",
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": {word: number for number, word in enumerate(_VOCAB)},
        },
    }
    (tmp_path / "tokenizer.json").write_text(json.dumps(tokenizer), encoding="utf-8")
    header: dict[str, object] = {"__metadata__": {"format": "pt"}}
    raw = b""
    for name, tensor in tensors.items():
        header[name] = {
            "dtype": "F32",
            "shape": list(tensor.shape),
            "data_offsets": [len(raw), len(raw) + tensor.nbytes],
        }
        raw += tensor.tobytes()
    packed = json.dumps(header).encode()
    (tmp_path / "model.safetensors").write_bytes(len(packed).to_bytes(8, "little") + packed + raw)
    return tmp_path


def _reference(tensors: dict[str, NDArray[np.float32]], tokens: list[int]) -> NDArray[np.float64]:
    """BERT written out head by head in double precision, with an exact error function."""

    def get(name: str) -> NDArray[np.float64]:
        return tensors[name].astype(np.float64)

    def dense(x: NDArray[np.float64], name: str) -> NDArray[np.float64]:
        return x @ get(f"{name}.weight").T + get(f"{name}.bias")

    def norm(x: NDArray[np.float64], name: str) -> NDArray[np.float64]:
        scaled = (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-12)
        result: NDArray[np.float64] = scaled * get(f"{name}.weight") + get(f"{name}.bias")
        return result

    x = get("embeddings.word_embeddings.weight")[tokens]
    x = x + get("embeddings.position_embeddings.weight")[: len(tokens)]
    x = norm(x + get("embeddings.token_type_embeddings.weight")[0], "embeddings.LayerNorm")
    size = _DIM // _HEADS
    for number in range(_LAYERS):
        name = f"encoder.layer.{number}"
        query, key, value = (
            dense(x, f"{name}.attention.self.{part}") for part in ("query", "key", "value")
        )
        heads = []
        for head in range(_HEADS):
            cut = slice(head * size, (head + 1) * size)
            weights = np.exp(query[:, cut] @ key[:, cut].T / sqrt(size))
            heads.append(weights / weights.sum(1, keepdims=True) @ value[:, cut])
        mixed = dense(np.hstack(heads), f"{name}.attention.output.dense")
        x = norm(x + mixed, f"{name}.attention.output.LayerNorm")
        wide = dense(x, f"{name}.intermediate.dense")
        wide = wide * 0.5 * (1 + np.vectorize(erf)(wide / sqrt(2)))
        x = norm(x + dense(wide, f"{name}.output.dense"), f"{name}.output.LayerNorm")
    pooled: NDArray[np.float64] = x.mean(0)
    return pooled / np.linalg.norm(pooled)


def test_equals_bert_written_out_in_double_precision(
    folder: Path, tensors: dict[str, NDArray[np.float32]]
) -> None:
    (row,) = MiniLm(folder).embed(["red green blue blue"])
    assert np.abs(row - _reference(tensors, [2, 4, 5, 6, 6, 3])).max() < 1e-5


@pytest.mark.parametrize(
    "texts", [[], [""], ["red", "green red"], ["\N{GRINNING FACE}" * 3, "x " * 20]]
)
def test_gives_one_row_of_length_one_per_text(folder: Path, texts: list[str]) -> None:
    embedders: tuple[Embedder, ...] = (HashEmbedder(dim=_DIM), MiniLm(folder))
    for embedder in embedders:
        vectors = embedder.embed(texts)
        assert vectors.shape == (len(texts), embedder.dim)
        assert vectors.dtype == np.float32
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
        assert np.array_equal(embedder.embed(texts), vectors)


@pytest.mark.parametrize("file", ["config.json", "tokenizer.json", "model.safetensors"])
def test_names_the_file_that_is_missing(folder: Path, file: str) -> None:
    (folder / file).unlink()
    with pytest.raises(ModelMissing, match=file) as caught:
        MiniLm(folder)
    assert "kairo models pull" in caught.value.cure


def _truncate(folder: Path) -> None:
    path = folder / "model.safetensors"
    path.write_bytes(path.read_bytes()[:-100])


def _lie_about_the_header(folder: Path) -> None:
    path = folder / "model.safetensors"
    path.write_bytes((10**12).to_bytes(8, "little") + path.read_bytes()[8:])


def _take_a_layer_out(folder: Path) -> None:
    path = folder / "model.safetensors"
    path.write_bytes(
        path.read_bytes().replace(b"encoder.layer.1.output", b"encoder.layer.9.output")
    )


def _spoil_the_tokenizer(folder: Path) -> None:
    (folder / "tokenizer.json").write_text("{}", encoding="utf-8")


@pytest.mark.parametrize(
    "damage", [_truncate, _lie_about_the_header, _take_a_layer_out, _spoil_the_tokenizer]
)
def test_says_that_a_damaged_model_cannot_be_read(
    folder: Path, damage: Callable[[Path], None]
) -> None:
    damage(folder)
    with pytest.raises(ModelUnfit, match="cannot be read"):
        MiniLm(folder)


@pytest.mark.real
def test_gives_the_published_numbers_of_the_real_model(models_dir: Path) -> None:
    rows = MiniLm(models_dir / _MODEL).embed(
        ["This is an example sentence", "That is a happy person", "That is a happy dog"]
    )
    # First values of this sentence in the documentation of sentence-transformers.
    published = [6.76568970e-02, 6.34959415e-02, 4.87131178e-02]
    assert np.allclose(rows[0, :3], published, atol=2e-6)
    # The widget of the model card shows 0.695 for this pair.
    assert float(rows[1] @ rows[2]) == pytest.approx(0.695, abs=5e-4)
