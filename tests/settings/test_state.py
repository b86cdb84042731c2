"""What the desktop remembers by itself."""

import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.errors import DiskError
from kairo_desktop.settings.overlay import OverlayPlace
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.state import (
    DesktopState,
    load_state,
    save_state,
    state_file,
)

_PIXELS = st.integers(-(2**31), 2**31)
_PLACES = st.builds(
    OverlayPlace,
    screen=st.text(max_size=40),
    x=_PIXELS,
    y=_PIXELS,
    width=st.integers(1, 2**31),
    height=st.integers(1, 2**31),
)
_STATES = st.builds(
    DesktopState,
    consent_given_at=st.text(max_size=40),
    first_start_step=st.text(max_size=40),
    click_through=st.booleans(),
    overlay_places=st.lists(_PLACES, max_size=3).map(tuple),
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "desktop.json"


@given(_STATES)
def test_what_was_saved_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, state: DesktopState
) -> None:
    file = tmp_path_factory.mktemp("state") / "desktop.json"
    save_state(file, state)
    assert load_state(file) == state


def test_lies_in_the_data_folder(tmp_path: Path) -> None:
    paths = Paths(tmp_path / "c", tmp_path / "d", tmp_path / "k", tmp_path / "l")
    assert state_file(paths) == tmp_path / "d" / "desktop.json"


def test_is_for_nobody_elses_eyes(file: Path) -> None:
    save_state(file, DesktopState())
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_nothing_saved_is_the_defaults(file: Path) -> None:
    assert load_state(file) == DesktopState()


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b'{"click_through": "no"}'])
def test_a_broken_file_is_put_aside(file: Path, content: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(content)
    assert load_state(file) == DesktopState()
    assert not file.exists()
    assert file.with_suffix(".broken").read_bytes() == content


@given(st.binary(max_size=200))
def test_no_bytes_whatever_are_an_error(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    file = tmp_path_factory.mktemp("state") / "desktop.json"
    file.write_bytes(content)
    assert isinstance(load_state(file), DesktopState)


def test_keys_of_a_newer_kairo_are_passed_over(file: Path) -> None:
    file.parent.mkdir()
    file.write_text('{"click_through": true, "tomorrow": 1}')
    assert load_state(file) == DesktopState(click_through=True)


def test_what_cannot_be_read_is_the_defaults(tmp_path: Path) -> None:
    assert load_state(tmp_path) == DesktopState()


def test_a_broken_file_that_cannot_be_moved_stays(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    file.parent.mkdir()
    file.write_bytes(b"{")
    monkeypatch.setattr(Path, "replace", refuse)
    assert load_state(file) == DesktopState()
    assert file.read_bytes() == b"{"


def test_a_save_that_fails_leaves_what_was_there(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    save_state(file, DesktopState(click_through=True))
    monkeypatch.setattr("kairo_desktop.settings.state.os.fsync", full)
    with pytest.raises(DiskError, match="No space left") as caught:
        save_state(file, DesktopState())
    assert caught.value.cure
    assert load_state(file) == DesktopState(click_through=True)
    monkeypatch.undo()
    save_state(file, DesktopState(first_start_step="done"))
    assert load_state(file).first_start_step == "done"


@given(st.lists(_PLACES, max_size=30))
def test_the_latest_place_of_each_monitor_is_remembered(places: list[OverlayPlace]) -> None:
    state = DesktopState()
    for place in places:
        state = state.stood_at(place)
    latest_first = {place.screen: place for place in places}
    order = list(dict.fromkeys(place.screen for place in reversed(places)))
    assert state.overlay_places == tuple(latest_first[screen] for screen in order)[:16]


def test_a_place_of_no_size_is_not_remembered() -> None:
    state = DesktopState().stood_at(OverlayPlace("eDP-1", 1, 2, 440, 620))
    assert state.stood_at(OverlayPlace("", 0, 0, 0, 0)) == state
