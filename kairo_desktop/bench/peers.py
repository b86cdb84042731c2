"""Other programs on the same prompts: llama-bench and llama-server, where they are on PATH."""

import json
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from kairo_desktop.bench.questions import PromptSet
from kairo_desktop.bench.report import median
from kairo_desktop.settings.llm import LlmSettings

__all__ = ["PeerRow", "Peers", "bench_peers"]

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


@dataclass(frozen=True, slots=True)
class Peers:
    """What the peers did.

    Attributes:
        rows: Of those that are installed and ran.
        notes: A sentence on each that is not, or did not.
    """

    rows: tuple[PeerRow, ...]
    notes: tuple[str, ...] = ()


def bench_peers(
    target: Path,
    draft: Path | None,
    settings: LlmSettings,
    threads: int,
    sets: Mapping[PromptSet, Sequence[tuple[int, ...]]],
) -> Peers:
    """Let the peers answer the same prompts with the same cache types and threads.

    Args:
        target: GGUF file of the target.
        draft: GGUF file of the draft model, or None.
        settings: Cache types that stand for themselves, and the context's length.
        threads: Of a pass.
        sets: The prompts.
    """
    measures: list[tuple[str, Callable[[str], list[PeerRow]]]] = [
        ("llama-bench", partial(_llama_bench, target, settings, threads))
    ]
    for guesser in (None, draft) if draft else (None,):
        arguments = _server_arguments(target, guesser, settings, threads)
        measures.append(
            ("llama-server", partial(_llama_server, arguments, sets, draft=guesser is not None))
        )
    rows: list[PeerRow] = []
    notes: list[str] = []
    for name, measure in measures:
        if (program := shutil.which(name)) is None:
            notes.append(f"{name} is not on PATH: not measured.")
            continue
        try:
            rows += measure(program)
        except (OSError, subprocess.SubprocessError, ValueError, KeyError) as err:
            notes.append(f"{name} gave no figures ({type(err).__name__}).")
    return Peers(tuple(rows), tuple(dict.fromkeys(notes)))


def _common(settings: LlmSettings, threads: int) -> list[str]:
    types = ["-ctk", settings.type_k.value, "-ctv", settings.type_v.value]
    return [*types, "-t", str(max(1, threads))]


def _llama_bench(target: Path, settings: LlmSettings, threads: int, program: str) -> list[PeerRow]:
    command = [program, "-m", str(target), "-p", "0", "-n", str(N_TOKENS), "-fa", "1", "-o", "json"]
    done = subprocess.run(
        [*command, *_common(settings, threads)], capture_output=True, check=True, timeout=ANSWER_S
    )
    (outcome,) = json.loads(done.stdout)
    return [PeerRow("llama-bench", None, draft=False, tokens_per_s=float(outcome["avg_ts"]))]


def _server_arguments(
    target: Path, draft: Path | None, settings: LlmSettings, threads: int
) -> list[str]:
    command = ["-m", str(target), "-c", str(settings.n_ctx), "-fa", "on", "-np", "1"]
    command += [*_common(settings, threads), "--host", "127.0.0.1", "--no-webui"]
    if draft is not None:
        command += ["--model-draft", str(draft), "--spec-type", "draft-simple"]
        command += ["--spec-draft-n-max", "4"]
    return command


def _llama_server(
    arguments: Sequence[str],
    sets: Mapping[PromptSet, Sequence[tuple[int, ...]]],
    program: str,
    *,
    draft: bool,
) -> list[PeerRow]:
    with _serving([program, *arguments]) as address:
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
