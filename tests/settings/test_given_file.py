"""Whatever is named as a file is a file, or called what it is."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kairo_desktop.errors import InputError
from kairo_desktop.settings.given_file import require_file


def refused(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        require_file(path, "an audio file")
    assert caught.value.cure
    return str(caught.value)


def test_a_file_and_a_link_to_it_pass(tmp_path: Path) -> None:
    file, link = tmp_path / "a.wav", tmp_path / "b.wav"
    file.write_bytes(b"sound")
    link.symlink_to(file)
    require_file(file, "an audio file")
    require_file(link, "an audio file")


def test_a_missing_file_is_called_missing(tmp_path: Path) -> None:
    assert "There is no file" in refused(tmp_path / "gone.wav")
    (tmp_path / "file").touch()
    assert "There is no file" in refused(tmp_path / "file" / "below.wav")


def test_a_folder_is_called_a_folder(tmp_path: Path) -> None:
    assert refused(tmp_path) == f"{tmp_path} is a folder. Name an audio file in it."


def test_a_pipe_is_called_a_pipe_and_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.wav")
    assert "pipe.wav is a pipe. Save what comes out of it" in refused(tmp_path / "pipe.wav")


def test_a_socket_is_called_a_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s.wav")
        assert "s.wav is a socket" in refused(Path("s.wav"))


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null", "/dev/full"])
def test_a_device_is_called_a_device(path: str) -> None:
    assert f"{path} is a device." in refused(Path(path))


def test_links_that_lead_nowhere_are_called_so(tmp_path: Path) -> None:
    (tmp_path / "a.wav").symlink_to(tmp_path / "gone.wav")
    assert "a link to a file that is not there" in refused(tmp_path / "a.wav")
    (tmp_path / "b.wav").symlink_to(tmp_path / "b.wav")
    assert "a link to itself" in refused(tmp_path / "b.wav")


def test_a_name_that_is_too_long_is_not_repeated_in_full(tmp_path: Path) -> None:
    said = refused(tmp_path / ("x" * 5000))
    assert "too long to be the name of a file" in said
    assert len(said) < 200


def test_a_file_without_the_right_to_read_names_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.wav").write_bytes(b"sound")
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert f"chmod u+r '{tmp_path / 'mine.wav'}'" in refused(tmp_path / "mine.wav")


def test_a_closed_folder_above_is_blamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "stat", closed)
    assert "rights of the folders" in refused(tmp_path / "a.wav")


@pytest.mark.parametrize("verb", ["answer", "transcribe", "models import"])
@pytest.mark.parametrize(
    ("make", "said"),
    [
        (os.mkfifo, "is a pipe"),
        (lambda path: path.symlink_to("/dev/zero"), "is a device"),
        (lambda path: path.touch(), "is empty"),
    ],
)
def test_no_verb_waits_for_a_special_file(
    tmp_path: Path, verb: str, make: Callable[[Path], None], said: str
) -> None:
    make(tmp_path / "it")
    command = [sys.executable, "-m", "kairo_desktop", *verb.split(), str(tmp_path / "it")]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=60)
    assert done.returncode in {3, 4}
    assert done.stderr.count("\n") == 1
    assert f"it {said}." in done.stderr
