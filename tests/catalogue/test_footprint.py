import struct
import subprocess
import sys
from pathlib import Path

import pytest

from kairo_desktop.catalogue.footprint import (
    PASS_TOKENS,
    SEQUENCES,
    WIDEST_VERIFY,
    Cache,
    Shape,
    cache_bytes,
    language_footprint,
    notes_footprint,
    speech_footprint,
)
from kairo_desktop.catalogue.library import Library
from kairo_desktop.catalogue.planner import SPARE_CELLS
from kairo_desktop.catalogue.speech_head import SpeechHead, read_speech_head
from kairo_desktop.decode.measure import WIDTHS
from kairo_desktop.gguf.header import GgufArray, GgufHeader, read_header
from kairo_desktop.llama.context import BRANCHES, FIRST_BRANCH, N_BATCH, ContextOptions
from kairo_desktop.llama.kv import kv_bytes
from kairo_desktop.settings.llm import KvType
from kairo_desktop.settings.paths import Paths
from tests.fakes.tiny_models import tiny

QWEN = GgufHeader(
    Path("qwen.gguf"),
    {
        "general.architecture": "qwen2",
        "qwen2.block_count": 28,
        "qwen2.embedding_length": 1536,
        "qwen2.feed_forward_length": 8960,
        "qwen2.attention.head_count": 12,
        "qwen2.attention.head_count_kv": 2,
        "tokenizer.ggml.tokens": GgufArray(8, 151_936, b""),
        "tokenizer.ggml.merges": GgufArray(8, 151_387, b""),
    },
    n_tensors=339,
    tensors_at=5_000_000,
    n_bytes=1_116_000_000,
)
WITHIN = 0.05


def _ints(*numbers: int) -> GgufArray:
    return GgufArray(5, len(numbers), struct.pack(f"<{len(numbers)}i", *numbers))


def test_reckons_with_the_passes_that_the_engine_makes() -> None:
    assert (PASS_TOKENS, SEQUENCES) == (N_BATCH, FIRST_BRANCH + BRANCHES)
    assert WIDTHS[-1] == WIDEST_VERIFY


@pytest.mark.parametrize("n_ctx", [1, 256, 4096, 4097])
def test_rounds_cells_as_the_engine_does(n_ctx: int) -> None:
    ours = Cache(n_ctx, KvType.F16, KvType.F16, SPARE_CELLS)
    assert ours.n_cells == ContextOptions(n_ctx, SPARE_CELLS).n_cells


@pytest.mark.parametrize("type_k", [KvType.F16, KvType.Q8_0])
@pytest.mark.parametrize("type_v", [KvType.F16, KvType.Q8_0, KvType.Q5_1, KvType.Q4_0])
def test_cache_is_as_large_as_the_engine_reckons(
    tmp_path: Path, type_k: KvType, type_v: KvType
) -> None:
    path = tiny(tmp_path)
    cache = Cache(1024, type_k, type_v)
    engine = kv_bytes(read_header(path), cache.n_cells, type_k, type_v)
    assert cache_bytes(Shape.of(read_header(path)), cache) == engine


def test_grouped_query_attention_caches_few_heads() -> None:
    shape = Shape.of(QWEN)
    assert shape.n_keys == shape.n_values == 28 * 2 * 128
    assert shape.n_entries == 151_936 + 151_387
    assert shape.weight_bytes == 1_111_000_000


def test_heads_may_differ_from_layer_to_layer() -> None:
    values = {**QWEN.values, "qwen2.attention.head_count_kv": _ints(4, 8, 12)}
    assert Shape.of(GgufHeader(QWEN.path, values)).n_keys == 24 * 128


def test_without_grouped_heads_every_head_is_cached() -> None:
    values = {k: v for k, v in QWEN.values.items() if not k.endswith("_kv")}
    assert Shape.of(GgufHeader(QWEN.path, values)).n_keys == 28 * 12 * 128


def test_a_model_without_attention_caches_nothing() -> None:
    header = GgufHeader(QWEN.path, {"general.architecture": "mamba", "mamba.block_count": 2})
    shape = Shape.of(header)
    assert (shape.n_keys, shape.n_vocab) == (0, 0)


def test_a_long_mask_outgrows_the_logits() -> None:
    shape = Shape.of(QWEN)
    short, long = (
        language_footprint(shape, Cache(n_ctx, KvType.F16, KvType.F16)).buffers
        for n_ctx in (4096, 131_072)
    )
    assert long - short > 10_000_000


def test_the_total_is_the_sum_of_its_parts() -> None:
    found = language_footprint(Shape.of(QWEN), Cache(4096, KvType.F16, KvType.F16))
    assert found.total == found.weights + found.vocabulary + found.cache + found.buffers


def test_speech_takes_most_at_loading_or_in_a_long_window() -> None:
    common = {"n_quantized": 36_000_000, "n_exact": 1_300_000, "n_positions": 1500}
    small = SpeechHead(
        **common, n_largest=20_000_000, n_heads=1, d_model=64, n_decoder_layers=1,
        tokenizer_bytes=1,
    )  # fmt: skip
    many_heads = SpeechHead(
        **common, n_largest=20_000_000, n_heads=20, d_model=64, n_decoder_layers=1,
        tokenizer_bytes=1,
    )  # fmt: skip
    more_words = SpeechHead(
        **common, n_largest=30_000_000, n_heads=1, d_model=64, n_decoder_layers=1,
        tokenizer_bytes=1,
    )  # fmt: skip
    base = speech_footprint(small).total
    assert speech_footprint(more_words).total - base == 6 * 10_000_000
    assert speech_footprint(many_heads).total > base


def test_notes_are_the_file_and_its_vocabulary() -> None:
    found = notes_footprint(90_000_000, 466_000)
    assert found.weights == 90_000_000
    assert 3_000_000 < found.vocabulary < 5_000_000


def _grown(*words: str) -> int:
    child = [sys.executable, "-m", "tests.catalogue.loads", *words]
    done = subprocess.run(child, capture_output=True, text=True, timeout=300, check=True)
    return int(done.stdout)


_SMALLEST, _SMALL, _USUAL = (
    "smollm2-135m-instruct",
    "qwen2.5-coder-0.5b-instruct",
    "qwen2.5-coder-1.5b-instruct",
)
_LOADS = [
    (_SMALLEST, 1024, KvType.Q8_0, KvType.Q4_0),
    (_SMALLEST, 8192, KvType.F16, KvType.F16),
    (_SMALL, 2048, KvType.Q8_0, KvType.Q5_1),
    (_USUAL, 4096, KvType.F16, KvType.F16),
    (_USUAL, 16384, KvType.Q8_0, KvType.Q8_0),
]
_MORE_LOADS = [
    (_SMALLEST, 2048, KvType.F16, KvType.Q4_0),
    (_SMALL, 4096, KvType.F16, KvType.F16),
    (_SMALL, 4096, KvType.Q8_0, KvType.Q8_0),
    (_SMALL, 8192, KvType.Q8_0, KvType.Q4_0),
    (_USUAL, 2048, KvType.Q8_0, KvType.Q4_0),
    (_USUAL, 8192, KvType.F16, KvType.F16),
    (_USUAL, 8192, KvType.Q8_0, KvType.Q4_0),
    (_USUAL, 32768, KvType.Q8_0, KvType.Q4_0),
]


@pytest.mark.real
@pytest.mark.parametrize(
    ("name", "n_ctx", "type_k", "type_v"),
    [*_LOADS, *(pytest.param(*load, marks=pytest.mark.long) for load in _MORE_LOADS)],
)
def test_language_model_takes_what_was_planned(
    name: str, n_ctx: int, type_k: KvType, type_v: KvType
) -> None:
    path = Library.of(Paths.of_user()).require(name)
    cache = Cache(n_ctx, type_k, type_v, SPARE_CELLS)
    planned = language_footprint(Shape.of(read_header(path)), cache).total
    assert planned == pytest.approx(_grown(str(path), str(n_ctx), type_k, type_v), rel=WITHIN)


@pytest.mark.real
@pytest.mark.parametrize("name", ["whisper-tiny.en", "whisper-base"])
def test_recognizer_takes_what_was_planned(name: str) -> None:
    folder = Library.of(Paths.of_user()).require(name)
    planned = speech_footprint(read_speech_head(folder)).total
    assert planned == pytest.approx(_grown(str(folder)), rel=WITHIN)
