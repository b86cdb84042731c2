"""Other programs on the same prompts: llama-bench and llama-server, where they are on PATH."""

import json
import logging
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from kairo_desktop.bench.questions import PromptSet
from kairo_desktop.bench.report import median
from kairo_desktop.settings.llm import LlmSettings

__all__ = ["PeerRow", "bench_peers"]

logger = logging.getLogger(__name__)

N_TOKENS = 64
START_S = 120.0
ANSWER_S = 300.0


@dataclass(frozen=True, slots=True)
class PeerRow:
    """A peer's speed; keys as in the CLI's documentation."""

    peer: str
    set: str | None
    draft: bool
    tokens_per_s: float


def bench_peers(
    target: Path,
    draft: Path | None,
    settings: LlmSettings,
    threads: int,
    sets: Mapping[PromptSet, Sequence[tuple[int, ...]]],
) -> list[PeerRow]:
    """Rows of the peers that are installed; a peer that fails has none, and the log says so."""
    rows: list[PeerRow] = []
    try:
        if program := shutil.which("llama-bench"):
            rows.append(_llama_bench(program, target, settings, threads))
        if program := shutil.which("llama-server"):
            for with_draft in [None] + ([draft] if draft else []):
                command = _server_command(program, target, with_draft, settings, threads)
                rows += _llama_server(command, sets, draft=with_draft is not None)
    except (OSError, subprocess.SubprocessError, ValueError, KeyError) as err:
        logger.info("a peer gave no figures: %s", type(err).__name__)
    return rows


def _common(settings: LlmSettings, threads: int) -> list[str]:
    types = ["-ctk", settings.type_k.value, "-ctv", settings.type_v.value]
    return [*types, "-t", str(max(1, threads))]


def _llama_bench(program: str, target: Path, settings: LlmSettings, threads: int) -> PeerRow:
    command = [program, "-m", str(target), "-p", "0", "-n", str(N_TOKENS), "-fa", "1", "-o", "json"]
    done = subprocess.run(
        [*command, *_common(settings, threads)], capture_output=True, check=True, timeout=ANSWER_S
    )
    (outcome,) = json.loads(done.stdout)
    return PeerRow("llama-bench", None, draft=False, tokens_per_s=float(outcome["avg_ts"]))


def _server_command(
    program: str, target: Path, draft: Path | None, settings: LlmSettings, threads: int
) -> list[str]:
    command = [program, "-m", str(target), "-c", str(settings.n_ctx), "-fa", "on", "-np", "1"]
    command += [*_common(settings, threads), "--host", "127.0.0.1", "--no-webui"]
    if draft is not None:
        command += ["--model-draft", str(draft), "--spec-type", "draft-simple"]
        command += ["--spec-draft-n-max", "4"]
    return command


def _llama_server(
    command: Sequence[str], sets: Mapping[PromptSet, Sequence[tuple[int, ...]]], *, draft: bool
) -> list[PeerRow]:
    with _serving(command) as address:
        return [
            PeerRow(
                "llama-server",
                str(name),
                draft=draft,
                tokens_per_s=median([_speed(address, prompt) for prompt in prompts]),
            )
            for name, prompts in sets.items()
        ]


@contextmanager
def _serving(command: Sequence[str]) -> Iterator[str]:
    """A server on a free port, ready to answer; ended with the context."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    quiet = subprocess.DEVNULL
    server = subprocess.Popen([*command, "--port", str(port)], stdout=quiet, stderr=quiet)
    try:
        _await_health(server, address)
        yield address
    finally:
        server.terminate()
        server.wait(timeout=30)


def _await_health(server: subprocess.Popen[bytes], address: str) -> None:
    deadline = time.monotonic() + START_S
    while server.poll() is None and time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{address}/health", timeout=2) as reply:
                if reply.status == 200:
                    return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            try:
                server.wait(timeout=0.5)
            except subprocess.TimeoutExpired:
                continue
    raise OSError("the server did not start")


def _speed(address: str, prompt: Sequence[int]) -> float:
    """Tokens per second of one greedy answer, prefill not counted."""
    body = {
        "prompt": list(prompt),
        "n_predict": N_TOKENS,
        "temperature": 0,
        "cache_prompt": True,
    }
    request = urllib.request.Request(
        f"{address}/completion",
        json.dumps(body).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=ANSWER_S) as reply:
        return float(json.loads(reply.read())["timings"]["predicted_per_second"])
