import errno
import os
from pathlib import Path

import pytest

from kairo_desktop.catalogue.entries import Catalogue, Entry
from kairo_desktop.catalogue.machine import memory
from kairo_desktop.catalogue.staging import ModelLock, Staging, explaining_disk
from kairo_desktop.errors import DiskError


def test_folder_that_a_file_blocks_is_cleared(catalogue: Catalogue, tmp_path: Path) -> None:
    (tmp_path / "toy-folder.part").write_bytes(b"left by another version")
    staging = Staging(catalogue.models["toy-folder"], tmp_path)
    staging.prepare()
    assert staging.place.is_dir()


def test_more_bytes_than_the_model_has_are_dropped(toy: Entry, tmp_path: Path) -> None:
    (tmp_path / "toy.gguf.part").write_bytes(bytes(200_000))
    staging = Staging(toy, tmp_path)
    staging.prepare()
    assert staging.done_bytes == 0


def test_scratch_of_a_killed_fetch_is_emptied(toy: Entry, tmp_path: Path) -> None:
    staging = Staging(toy, tmp_path)
    staging.scratch.mkdir(parents=True)
    (staging.scratch / "half.whl").write_bytes(b"x")
    staging.prepare()
    assert not staging.scratch.exists()


def test_clearing_twice_is_harmless(toy: Entry, tmp_path: Path) -> None:
    staging = Staging(toy, tmp_path)
    staging.clear()
    staging.clear()


@pytest.mark.parametrize(
    ("number", "words", "cure"),
    [
        (errno.ENOSPC, "is full", "goes on where it stopped"),
        (errno.EROFS, "read-only", "XDG_DATA_HOME"),
        (errno.EACCES, "cannot be written", "rights"),
        (errno.EIO, "Input/output error", "Check that disk"),
    ],
)
def test_what_the_disk_refuses_becomes_words(
    tmp_path: Path, number: int, words: str, cure: str
) -> None:
    with pytest.raises(DiskError, match=words) as caught, explaining_disk(tmp_path):
        raise OSError(number, os.strerror(number), str(tmp_path))
    assert cure in caught.value.cure


def test_lock_keeps_another_holder_out_until_it_is_released(toy: Entry, tmp_path: Path) -> None:
    first, second = ModelLock(toy, tmp_path), ModelLock(toy, tmp_path)
    first.acquire()
    assert not second.try_acquire()
    first.release()
    assert second.try_acquire()
    second.release()


def test_machine_has_memory() -> None:
    now = memory()
    assert 0 < now.available_bytes <= now.total_bytes
