"""Fifty megabytes of notes: slow to take in once, quick ever after."""

import random
import resource
import time
from pathlib import Path

import pytest

from kairo_desktop.retrieval.index import Index
from kairo_desktop.retrieval.search import Retriever
from tests.fakes.hash_embedder import HashEmbedder

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

_N_FILES = 500
_FILE_BYTES = 100_000
_MEMORY_MB = 600


def _prose(rng: random.Random, n_bytes: int) -> str:
    words = [f"{a}{b}" for a in ("kel", "mon", "tar", "bis", "lor") for b in "aeiou"]
    lines: list[str] = []
    while sum(map(len, lines)) < n_bytes:
        lines.append(" ".join(rng.choices(words, k=40)).capitalize() + ".\n\n")
    return "".join(lines)


def test_fifty_megabytes_are_taken_in_once_and_searched_at_once(tmp_path: Path) -> None:
    rng = random.Random(1)
    for number in range(_N_FILES):
        text = f"# Note {number}\n\n{_prose(rng, _FILE_BYTES)}"
        (tmp_path / f"{number}.md").write_text(text, encoding="utf-8")
    (tmp_path / "kite.md").write_text("# Kite\n\nSewed a kite from old sails.", encoding="utf-8")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with Index.open(tmp_path / ".index") as index:
        index.refresh(tmp_path)
        assert index.n_chunks > 100_000
        index.embed_pending(HashEmbedder())
        retriever = Retriever(index, HashEmbedder())
        assert "kite.md" in retriever.rank("sewing a kite from old sails").files
        begin = time.perf_counter()
        retriever.rank("sewing a kite from old sails")
        index.refresh(tmp_path)
        assert time.perf_counter() - begin < 2
    grown_mb = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert grown_mb < _MEMORY_MB
