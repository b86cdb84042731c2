"""The index follows the folder, keeps what has not changed, and stays private."""

import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from kairo_desktop.errors import DiskError, InputError
from kairo_desktop.retrieval.filing import Refresh
from kairo_desktop.retrieval.index import Index
from kairo_desktop.retrieval.read import Note, Profile, Role, Skipped
from kairo_desktop.retrieval.storage import delete_index, index_path
from tests.fakes.hash_embedder import HashEmbedder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    notes = tmp_path / "profile" / "notes"
    notes.mkdir(parents=True)
    (notes / "ledger.md").write_text("# Ledger\n\nRefunds in Kotlin.", encoding="utf-8")
    (notes / "outage.md").write_text("# Outage\n\nThe broker stopped.", encoding="utf-8")
    return notes.parent


@pytest.fixture
def index() -> Iterator[Index]:
    with Index.in_memory() as index:
        yield index


def _files(index: Index, *words: str) -> set[str]:
    hits = index.find_words(words, limit=10)
    return {entry.file for entry in index.entries([hit.chunk_id for hit in hits])}


def test_finds_words_in_any_form_and_in_headings(index: Index, folder: Path) -> None:
    index.refresh(folder)
    assert _files(index, "refund") == {"notes/ledger.md"}
    assert _files(index, "stopping", "ledgers") == {"notes/ledger.md", "notes/outage.md"}
    assert _files(index) == set()
    assert _files(index, 'quo"te') == set()
    assert index.occurs("broker")
    assert not index.occurs("kubernetes")


def test_a_refresh_without_changes_does_nothing(index: Index, folder: Path) -> None:
    assert index.refresh(folder) == Refresh(2, 0, 0, ())
    index.embed_pending(HashEmbedder())
    before = index.vectors()
    assert index.refresh(folder) == Refresh(0, 0, 0, ())
    assert index.vectors() is before


def test_only_changed_files_are_embedded_again(index: Index, folder: Path) -> None:
    embedder = HashEmbedder()
    index.refresh(folder)
    assert index.embed_pending(embedder) == 0
    assert index.embed_pending(embedder) == 0
    assert embedder.n_embedded == 2
    (folder / "notes" / "outage.md").write_text("# Outage\n\nA full disk.", encoding="utf-8")
    (folder / "notes" / "new.md").write_text("Hired two people.", encoding="utf-8")
    assert index.refresh(folder) == Refresh(1, 1, 0, ())
    index.embed_pending(embedder)
    assert embedder.n_embedded == 4
    assert _files(index, "broker") == set()
    assert _files(index, "disk", "hired") == {"notes/outage.md", "notes/new.md"}


def test_a_touched_file_with_the_same_text_is_kept(index: Index, folder: Path) -> None:
    index.refresh(folder)
    index.embed_pending(HashEmbedder())
    os.utime(folder / "notes" / "outage.md", ns=(1, 1))
    assert index.refresh(folder) == Refresh(0, 0, 0, ())
    assert len(index.vectors().chunk_ids) == 2


def test_removed_files_cannot_be_found_any_more(index: Index, folder: Path) -> None:
    index.refresh(folder)
    index.embed_pending(HashEmbedder())
    (folder / "notes" / "outage.md").unlink()
    assert index.refresh(folder) == Refresh(0, 0, 1, ())
    assert _files(index, "broker") == set()
    assert index.n_chunks == len(index.vectors().chunk_ids) == 1


def test_nothing_of_a_removed_or_rewritten_note_stays_in_the_file(
    tmp_path: Path, folder: Path
) -> None:
    path = tmp_path / "store" / "x.index"
    (folder / "gone.md").write_text("# Quokka\n\n" + "xylophone marzipan. " * 400)
    (folder / "changed.md").write_text("# Plan\n\nThe wombat clause.")
    with Index.open(path) as index:
        index.refresh(folder)
    assert b"xylophone" in path.read_bytes()
    (folder / "gone.md").unlink()
    (folder / "changed.md").write_text("# Plan\n\nNothing.")
    with Index.open(path) as index:
        index.refresh(folder)
    left = path.read_bytes().lower()
    assert not [w for w in (b"xylophone", b"marzipan", b"quokka", b"wombat") if w in left]


def test_keeps_the_reasons_of_skipped_files(index: Index, folder: Path) -> None:
    (folder / "empty.md").touch()
    skipped = (Skipped("empty.md", "is empty"),)
    assert index.refresh(folder).skipped == skipped
    assert index.refresh(folder).skipped == skipped


def test_says_that_the_folder_is_gone(index: Index, tmp_path: Path) -> None:
    with pytest.raises(InputError):
        index.refresh(tmp_path / "nowhere")


def test_embeds_a_few_at_a_time_and_the_resume_first(index: Index) -> None:
    notes = (Note("a.md", "A note."), Note("resume.md", "I am a long resume.", Role.RESUME))
    index.load(Profile(notes, (Skipped("b.md", "is empty"),)))
    assert index.embed_pending(HashEmbedder(), limit=1) == 1
    (entry,) = index.entries([int(id_) for id_ in index.vectors().chunk_ids])
    assert (entry.file, entry.role) == ("resume.md", Role.RESUME)


def test_vectors_of_another_embedder_are_dropped(index: Index, folder: Path) -> None:
    index.refresh(folder)
    index.embed_pending(HashEmbedder("one"))
    other = HashEmbedder("two", dim=32)
    assert index.embed_pending(other) == 0
    assert other.n_embedded == 2
    assert index.vectors().matrix.shape == (2, 32)


def test_loading_a_profile_replaces_the_one_before(index: Index) -> None:
    index.load(Profile((Note("a.md", "About ledgers."),)))
    index.load(Profile((Note("b.md", "About outages."),)))
    assert _files(index, "ledgers", "outages") == {"b.md"}


def test_an_index_on_disk_is_private_and_survives(tmp_path: Path, folder: Path) -> None:
    path = index_path(tmp_path / "store", folder)
    with Index.open(path) as index:
        index.refresh(folder)
        index.embed_pending(HashEmbedder())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with Index.open(path) as index:
        assert index.refresh(folder) == Refresh(0, 0, 0, ())
        assert _files(index, "refund") == {"notes/ledger.md"}
        assert len(index.vectors().chunk_ids) == 2


def test_what_is_on_the_shelf_comes_back(index: Index) -> None:
    vectors = HashEmbedder().embed(["one", "two"])
    index.put("bank", vectors)
    kept = index.take("bank")
    assert kept is not None
    assert np.allclose(kept, vectors, atol=1e-3)
    assert index.take("other") is None


def test_different_folders_have_different_indexes(tmp_path: Path) -> None:
    assert index_path(tmp_path, tmp_path / "a") != index_path(tmp_path, tmp_path / "b")


def test_deleting_leaves_nothing_behind(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "store" / "p.index"
    with Index.open(path) as index:
        index.refresh(folder)
    path.with_name("p.index-journal").touch()
    delete_index(path)
    delete_index(path)
    assert not list(path.parent.iterdir())


def _damage_bytes(path: Path) -> None:
    path.write_bytes(b"this is no database" * 100)


def _age(path: Path) -> None:
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 999")
    database.close()


@pytest.mark.parametrize("damage", [_damage_bytes, _age])
def test_a_damaged_or_outdated_index_is_made_anew(
    tmp_path: Path, folder: Path, damage: Callable[[Path], None]
) -> None:
    path = tmp_path / "p.index"
    with Index.open(path) as index:
        index.refresh(folder)
    damage(path)
    with Index.open(path) as index:
        assert index.n_chunks == 0
        assert index.refresh(folder).n_added == 2


def test_says_that_the_disk_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "store").write_text("a file where the folder should be", encoding="utf-8")
    with pytest.raises(DiskError, match="cannot be written"):
        Index.open(tmp_path / "store" / "p.index")
