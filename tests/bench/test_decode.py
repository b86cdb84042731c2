import json
from pathlib import Path

import pytest

from kairo_desktop.bench import decode, peers, probes
from kairo_desktop.bench.decode import (
    Contender,
    DecodeRow,
    Outcome,
    Timing,
    bench_decode,
    ratio_interval,
    tally,
)
from kairo_desktop.bench.peers import PeerRow
from kairo_desktop.bench.questions import PromptSet
from kairo_desktop.bench.report import to_json
from kairo_desktop.decode.cost import Costs
from kairo_desktop.decode.drafters.nothing import NoDrafter
from kairo_desktop.decode.generate import Generation
from kairo_desktop.llama.tiny_model import TinyModel
from kairo_desktop.settings.llm import KvType, LlmSettings
from kairo_desktop.types import TokenRun
from tests.fakes.table_target import TableTarget
from tests.fakes.tiny_models import tiny

COSTS = Costs((1, 3), (1.0, 2.0), draft_s=0.25)
PLAIN = Timing(2.0, (TokenRun((1,)),) * 8)
DRAFTED = Timing(1.0, (TokenRun((1, 1, 1), 2, 2), TokenRun((1,), 2, 0)))


def outcome(name: str, timing: Timing, n: int = 3) -> Outcome:
    return Outcome(Contender(name, 2, NoDrafter()), (timing,) * n)


def test_a_row_compares_neighbors() -> None:
    row = tally("plain", "q8_0/q4_0", outcome("lookup", DRAFTED), outcome("none", PLAIN), COSTS)
    assert row.tokens_per_s == 4.0
    assert row.ratio_to_plain == 1.0
    assert row.ratio_ci == (1.0, 1.0)
    assert row.mean_accepted == 1.0
    assert row.tokens_per_pass == 2.0
    assert row.expected_ratio == pytest.approx(4 / 4.0)
    assert row.seed_formula_ratio == pytest.approx(4 / 2.0)


def test_a_draft_model_pays_for_its_guesses() -> None:
    row = tally("plain", "f16/f16", outcome("draft", DRAFTED), outcome("none", PLAIN), COSTS)
    assert row.expected_ratio == pytest.approx(4 / 5.0)
    assert row.seed_formula_ratio == pytest.approx(4 / 3.0)


def test_the_interval_holds_the_median_and_narrows_where_rounds_agree() -> None:
    low, high = ratio_interval([0.9, 1.0, 1.1, 1.0, 0.95, 1.05, 1.0, 0.97, 1.02])
    assert 0.9 <= low <= 1.0 <= high <= 1.1
    assert ratio_interval([1.0] * 9) == (1.0, 1.0)


def test_pythons_share_is_what_is_not_spent_in_passes() -> None:
    now = iter(range(100_000))
    share = probes.python_share(
        TableTarget(), [1, 2, 3], Generation(max_tokens=10), lambda: float(next(now))
    )
    assert share == pytest.approx(1 - 10 / 21)


def test_the_whole_bench_runs_on_a_tiny_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decode, "N_TOKENS", 8)
    monkeypatch.setattr(probes, "N_CANCELS", 2)
    monkeypatch.setattr("shutil.which", lambda _name: None)
    path = tiny(tmp_path, shape=TinyModel())
    settings = LlmSettings(n_ctx=4096, threads=1, max_draft=4)
    report = bench_decode(settings, path, path, tmp_path, runs=2)
    document = json.loads(to_json(report))
    names = [(row["set"], row["drafter"], row["k"]) for row in document["rows"]]
    assert len(set(names)) == len(names) == 14
    assert {name for _, name, _ in names} == {"none", "lookup", "draft", "auto"}
    assert document["cancel_to_idle_p95_passes"] >= 0
    auto = [row for row in report.rows if isinstance(row, DecodeRow) and row.drafter == "auto"]
    assert all("%" in row.chosen for row in auto)


def test_peers_are_asked_for_the_same_prompts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both programs are played by scripts that speak their language."""
    bench = tmp_path / "llama-bench"
    bench.write_text(f"#!/bin/sh\n{REFUSES_AUTO}\necho '[{{\"avg_ts\": 12.5}}]'\n")
    server = tmp_path / "llama-server"
    server.write_text(SERVER)
    for script in (bench, server):
        script.chmod(0o755)
    monkeypatch.setattr("shutil.which", lambda name: str(tmp_path / name))
    sets = {PromptSet.PLAIN: [(1, 2, 3)]}
    settings = LlmSettings(type_k=KvType.F16, type_v=KvType.F16)
    found = peers.bench_peers(Path("t.gguf"), Path("d.gguf"), settings, 2, sets)
    assert found.rows == (
        PeerRow("llama-bench", None, draft=False, tokens_per_s=12.5),
        PeerRow("llama-server", "plain", draft=False, tokens_per_s=3.0),
        PeerRow("llama-server", "plain", draft=True, tokens_per_s=3.0),
    )
    assert not found.notes


def test_a_peer_that_fails_takes_no_other_with_it_and_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "llama-bench"
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(0o755)
    monkeypatch.setattr("shutil.which", lambda name: str(tmp_path / name))
    server = tmp_path / "llama-server"
    server.write_text(SERVER)
    server.chmod(0o755)
    sets = {PromptSet.PLAIN: [(1, 2, 3)]}
    found = peers.bench_peers(Path("t.gguf"), None, LlmSettings(), 2, sets)
    assert [row.peer for row in found.rows] == ["llama-server"]
    assert found.notes == ("llama-bench gave no figures (CalledProcessError).",)


def test_a_peer_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    found = peers.bench_peers(Path("t.gguf"), Path("d.gguf"), LlmSettings(), 2, {})
    assert found.rows == ()
    assert [note.split()[0] for note in found.notes] == ["llama-bench", "llama-server"]


REFUSES_AUTO = 'case "$*" in *auto*) exit 3;; esac'

SERVER = """#!/usr/bin/env python3
import http.server, json, sys

class Answers(http.server.BaseHTTPRequestHandler):
    def _say(self, body):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    def do_GET(self):
        self._say({"status": "ok"})

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self._say({"timings": {"predicted_per_second": len(asked["prompt"])}})

    def log_message(self, *_):
        pass

port = int(sys.argv[sys.argv.index("--port") + 1])
http.server.HTTPServer(("127.0.0.1", port), Answers).serve_forever()
"""
