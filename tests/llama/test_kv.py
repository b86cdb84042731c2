from pathlib import Path

import pytest

from kairo_desktop.gguf.header import GgufHeader
from kairo_desktop.llama.kv import available_memory, kv_bytes
from kairo_desktop.settings.llm import KvType

QWEN = GgufHeader(
    Path("qwen.gguf"),
    {
        "general.architecture": "qwen2",
        "qwen2.block_count": 28,
        "qwen2.embedding_length": 1536,
        "qwen2.attention.head_count": 12,
        "qwen2.attention.head_count_kv": 2,
    },
)


def test_bytes_count_key_value_heads_only() -> None:
    assert kv_bytes(QWEN, 4096, KvType.F16, KvType.F16) == 28 * 2 * 128 * 4096 * 4


@pytest.mark.parametrize(
    ("type_k", "type_v", "share"),
    [
        (KvType.Q8_0, KvType.Q8_0, 0.53),
        (KvType.Q8_0, KvType.Q5_1, 0.45),
        (KvType.Q8_0, KvType.Q4_0, 0.41),
        (KvType.F16, KvType.Q4_0, 0.64),
    ],
)
def test_smaller_types_take_their_share(type_k: KvType, type_v: KvType, share: float) -> None:
    whole = kv_bytes(QWEN, 4096, KvType.F16, KvType.F16)
    assert kv_bytes(QWEN, 4096, type_k, type_v) / whole == pytest.approx(share, abs=0.005)


def test_without_grouped_heads_every_head_counts() -> None:
    values = {k: v for k, v in QWEN.values.items() if not k.endswith("_kv")}
    plain = GgufHeader(QWEN.path, values)
    assert kv_bytes(plain, 1, KvType.F16, KvType.F16) == 28 * 12 * 128 * 4


def test_the_machine_has_memory() -> None:
    available = available_memory()
    assert available is None or available > 2**20
