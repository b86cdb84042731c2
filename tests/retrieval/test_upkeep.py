"""An index follows its folder while a session runs."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from kairo_desktop.retrieval.index import Index
from kairo_desktop.retrieval.read import Skipped
from kairo_desktop.retrieval.search import Retriever
from kairo_desktop.retrieval.upkeep import Upkeep
from tests.fakes.hash_embedder import HashEmbedder


@dataclass
class _Session:
    """A session on a profile folder, with a clock to turn by hand."""

    folder: Path
    index: Index
    embedder: HashEmbedder | None
    now_s: float = 100.0

    def __post_init__(self) -> None:
        self.index.refresh(self.folder)
        if self.embedder is not None:
            self.index.embed_pending(self.embedder)
        self.upkeep = Upkeep(self.index, self.folder, self.embedder)
        assert not self.upkeep.due(self.now_s)
        self.wait()

    def write(self, file: str, text: str) -> None:
        (self.folder / file).write_text(text, encoding="utf-8")

    def wait(self) -> list[Skipped]:
        """Let some seconds pass, then do what is due."""
        self.now_s += 10
        return self.work()

    def work(self) -> list[Skipped]:
        told: list[Skipped] = []
        while self.upkeep.due(self.now_s):
            told += self.upkeep.work(self.now_s)
        return told

    def found(self, question: str) -> str:
        ranking = Retriever(self.index, self.embedder).rank(question)
        return ranking.files[0] if ranking.files else ""


@pytest.fixture(params=["meaning", "words"])
def session(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[_Session]:
    (tmp_path / "ledger.md").write_text("# Ledger\n\nRefunds in Kotlin.", encoding="utf-8")
    with Index.in_memory() as index:
        embedder = HashEmbedder(dim=256) if request.param == "meaning" else None
        yield _Session(tmp_path, index, embedder)


def test_a_note_that_is_written_during_a_session_is_found(session: _Session) -> None:
    session.write("kite.md", "# Kite\n\nSewed a kite from old sails.")
    assert session.work() == []
    assert session.found("sewing a kite from old sails") != "kite.md"
    session.wait()
    assert session.found("sewing a kite from old sails") == "kite.md"


def test_a_note_that_changes_or_goes_is_followed(session: _Session) -> None:
    session.write("ledger.md", "# Boat\n\nVarnished a wooden boat in April.")
    session.wait()
    assert session.found("varnishing a boat") == "ledger.md"
    (session.folder / "ledger.md").unlink()
    session.wait()
    assert session.found("varnishing a boat") == ""


def test_one_file_is_read_and_few_vectors_are_made_at_a_time(session: _Session) -> None:
    for name in "abc":
        session.write(
            f"{name}.md", "\n\n".join(f"Paragraph {n} of {name}. " * 12 for n in range(6))
        )
    session.now_s += 10
    n_before = session.index.n_chunks
    list(session.upkeep.work(session.now_s))
    assert n_before < session.index.n_chunks <= n_before + 20
    n_embedded = len(session.index.vectors().chunk_ids)
    list(session.upkeep.work(session.now_s))
    assert len(session.index.vectors().chunk_ids) - n_embedded <= 4
    session.work()
    assert session.found("paragraph of c") != ""
    if session.embedder is not None:
        assert len(session.index.vectors().chunk_ids) == session.index.n_chunks


def test_only_new_trouble_with_a_file_is_told_once(session: _Session) -> None:
    session.write("empty.md", " ")
    assert session.wait() == [Skipped("empty.md", "holds no text")]
    assert session.wait() == []


def test_a_folder_that_is_gone_leaves_what_is_known(
    session: _Session, caplog: pytest.LogCaptureFixture
) -> None:
    away = session.folder.with_name("away")
    shutil.move(session.folder, away)
    session.wait()
    assert session.found("refunds in kotlin") == "ledger.md"
    assert "InputError" in caplog.text
    caplog.clear()
    shutil.move(away, session.folder)
    session.write("kite.md", "# Kite\n\nSewed a kite from old sails.")
    session.wait()
    assert session.found("sewing a kite from old sails") == "kite.md"
