import json
from pathlib import Path

import numpy as np
import pytest

from kairo_desktop.bench.kv import PAIRS, Reading, bench_kv, compare
from kairo_desktop.bench.report import to_json
from kairo_desktop.llama.tiny_model import TinyModel
from kairo_desktop.settings.llm import KvType, LlmSettings
from tests.fakes.tiny_models import tiny

PAIR = (KvType.Q8_0, KvType.Q4_0)
EXACT = Reading(np.zeros(100), np.arange(100), 1000, 1000)


def test_types_that_predict_alike_are_safe() -> None:
    row = compare(PAIR, Reading(np.zeros(100), np.arange(100), 410, 412), EXACT, 10.0)
    assert (row.perplexity, row.agreement, row.bytes_ratio, row.safe) == (1.0, 1.0, 0.41, True)


@pytest.mark.parametrize(
    ("surprise", "n_other", "safe"), [(0.04, 5, True), (0.06, 0, False), (0.0, 6, False)]
)
def test_more_surprise_or_other_guesses_are_not(surprise: float, n_other: int, safe: bool) -> None:  # noqa: FBT001 - a parameter of the table
    best = np.arange(100)
    best[:n_other] = -1
    assert compare(PAIR, Reading(np.full(100, surprise), best, 1, 1), EXACT, 1.0).safe is safe


def test_the_whole_bench_runs_on_a_tiny_model(tmp_path: Path) -> None:
    path = tiny(tmp_path, shape=TinyModel(d_model=512))
    report = bench_kv(LlmSettings(n_ctx=512), path, runs=1)
    rows = json.loads(to_json(report))["rows"]
    assert [(row["type_k"], row["type_v"]) for row in rows] == [
        (type_k.value, type_v.value) for type_k, type_v in PAIRS
    ]
    assert rows[0]["agreement"] == 1.0
    assert rows[0]["safe"]
    for row in rows:
        assert row["actual_bytes"] == pytest.approx(row["planned_bytes"], rel=0.15)
