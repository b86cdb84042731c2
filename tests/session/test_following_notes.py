"""Notes that change while a session runs reach its answers, and nobody waits for it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kairo_desktop.retrieval.index import Index
from kairo_desktop.retrieval.latch import Latch
from kairo_desktop.retrieval.search import Retriever
from kairo_desktop.retrieval.upkeep import Upkeep
from kairo_desktop.session.events import AnchorFound, Fault
from kairo_desktop.types import Lane, SpeechState, VoiceState
from tests.fakes.hash_embedder import HashEmbedder
from tests.session.desk import Desk, question

_ASKED = "How did you sew a kite from old sails?"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A session on a profile that holds a résumé only."""
    (tmp_path / "resume.md").write_text("# Ada\n\nAn engineer in Harbor since 2015.", "utf-8")
    embedder = HashEmbedder(dim=256)
    with Index.in_memory() as index:
        index.refresh(tmp_path)
        index.embed_pending(embedder)
        latch = Latch(Retriever(index, embedder))
        yield Desk(latch=latch, follower=Upkeep(index, tmp_path, embedder)).work()


def _write(folder: Path) -> None:
    text = "# Kite\n\nI sewed a kite from old sails in 3 weeks."
    (folder / "kite.md").write_text(text, encoding="utf-8")


def _anchors(desk: Desk) -> list[str]:
    return [said.anchor.text for said in desk.said if isinstance(said, AnchorFound)]


def _hear(desk: Desk, state: VoiceState) -> None:
    list(desk.answerer.step(SpeechState(Lane.SYSTEM, desk.now_s, state)))


def test_a_note_written_during_a_session_is_found_by_the_next_question(
    desk: Desk, tmp_path: Path
) -> None:
    _write(tmp_path)
    desk.now_s += 10
    desk.work().ask(question(text=_ASKED)).work()
    assert _anchors(desk) == ["I sewed a kite from old sails in 3 weeks."]
    assert not desk.answers[0].not_in_notes


def test_while_somebody_speaks_or_waits_notes_are_let_be(desk: Desk, tmp_path: Path) -> None:
    _write(tmp_path)
    desk.now_s += 10
    _hear(desk, VoiceState.SPEAKING)
    assert desk.answerer.idle
    assert list(desk.answerer.work()) == []
    desk.ask(question(text=_ASKED)).work()
    assert _anchors(desk) == []
    _hear(desk, VoiceState.QUIET)
    desk.work().ask(question(2, text=_ASKED)).work()
    assert len(_anchors(desk)) == 1


def test_a_note_that_turns_out_unusable_meanwhile_is_named(desk: Desk, tmp_path: Path) -> None:
    desk.now_s += 10
    desk.work()
    (tmp_path / "empty.md").write_text(" ", encoding="utf-8")
    desk.now_s += 10
    desk.work()
    told = [said.message for said in desk.said if isinstance(said, Fault)]
    assert told == ["empty.md is skipped: it holds no text."]
