import json
from pathlib import Path

from kairo_desktop.bench.prefix import bench_prefix
from kairo_desktop.bench.report import to_json
from kairo_desktop.settings.llm import LlmSettings
from tests.fakes.tiny_models import tiny


def test_every_length_that_fits_has_a_row(tmp_path: Path) -> None:
    report = bench_prefix(LlmSettings(n_ctx=600), tiny(tmp_path), runs=1)
    rows = json.loads(to_json(report))["rows"]
    assert [row["prefix_tokens"] for row in rows] == [128, 256, 512]
    assert all(row["cold_ms"] > 0 and row["warm_ms"] > 0 and row["disk_ms"] > 0 for row in rows)
