"""What happens to a fetch on a bad day: interruptions, a full disk, two at once."""

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest

from kairo_desktop.catalogue.entries import Catalogue
from kairo_desktop.catalogue.library import Library, State
from tests.catalogue.conftest import CONTENT, raw_catalogue
from tests.fakes import pull_toy
from tests.fakes.hub_server import FakeHub

_CATALOGUE = json.dumps(raw_catalogue())


@contextmanager
def _fetch(
    hub: FakeHub, folder: Path, prefix: tuple[str, ...] = ()
) -> "Iterator[subprocess.Popen[str]]":
    script = str(Path(pull_toy.__file__))
    heeding = ("env", "--default-signal=INT")
    command = [*heeding, *prefix, sys.executable, script, hub.endpoint, str(folder), _CATALOGUE]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        env=environment,
        start_new_session=True,
    ) as child:
        try:
            assert child.stdout is not None
            assert child.stdout.readline() == "ready\n"
            yield child
        finally:
            child.kill()


def _interrupt_after(hub: FakeHub, folder: Path, seconds: float, number: signal.Signals) -> int:
    with _fetch(hub, folder) as child:
        Event().wait(seconds)
        child.send_signal(number)
        child.wait(20)
    return child.returncode


def _library(folder: Path) -> Library:
    return Library(Catalogue.model_validate({"models": raw_catalogue()}), (folder,))


def _assert_never_half(folder: Path) -> None:
    """What bears the final name is whole; everything else is called `.part`."""
    final = folder / "toy.gguf"
    assert not final.exists() or final.read_bytes() == CONTENT


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_fetch_survives_ten_interruptions_at_random_moments(
    hub: FakeHub, tmp_path: Path, number: signal.Signals
) -> None:
    hub.chunk_pause_s = 0.1
    moments = random.Random(7)
    for _ in range(10):
        _interrupt_after(hub, tmp_path, moments.uniform(0.0, 0.8), number)
        _assert_never_half(tmp_path)
    hub.chunk_pause_s = 0.0
    with _fetch(hub, tmp_path) as child:
        assert child.wait(30) == 0
    assert _library(tmp_path).require("toy").read_bytes() == CONTENT


def test_interrupted_fetch_goes_on_where_it_stopped(hub: FakeHub, tmp_path: Path) -> None:
    hub.chunk_pause_s = 0.05
    with _fetch(hub, tmp_path) as child:
        part = tmp_path / "toy.gguf.part"
        while child.poll() is None and not (part.exists() and part.stat().st_size > 20_000):
            Event().wait(0.02)
        child.send_signal(signal.SIGINT)
        child.wait(20)
    library = _library(tmp_path)
    assert library.find(library.entry("toy")).state is State.PARTIAL
    n_bytes = part.stat().st_size
    hub.chunk_pause_s = 0.0
    with _fetch(hub, tmp_path) as child:
        assert child.wait(30) == 0
    assert hub.ranges[-1] == f"bytes={n_bytes}-"
    assert library.require("toy").read_bytes() == CONTENT


def test_two_fetches_at_once_do_no_harm(hub: FakeHub, tmp_path: Path) -> None:
    hub.chunk_pause_s = 0.02
    with _fetch(hub, tmp_path) as first, _fetch(hub, tmp_path) as second:
        assert (first.wait(30), second.wait(30)) == (0, 0)
    assert _library(tmp_path).require("toy").read_bytes() == CONTENT
    assert len(hub.ranges) == 1


def test_disk_that_fills_up_ends_in_words_and_keeps_what_came(
    hub: FakeHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_FREE_BYTES", str(10**9))
    mount = f"mount -t tmpfs -o size=60k tmpfs '{tmp_path}' && exec \"$@\""
    prefix = ("unshare", "-rm", "sh", "-c", mount, "sh")
    with _fetch(hub, tmp_path, prefix) as child:
        said, _ = child.communicate(timeout=30)
    assert child.returncode == 7
    assert "is full" in said
    assert "goes on where it stopped" in said
