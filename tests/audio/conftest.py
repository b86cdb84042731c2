"""Private sound servers, one per test."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.sound_server import Kind, SoundServer, sound_server


@pytest.fixture(params=list(Kind), ids=str)
def kind(request: pytest.FixtureRequest) -> Kind:
    """Both servers, one after the other."""
    kind: Kind = request.param
    return kind


@pytest.fixture
def server(kind: Kind) -> Iterator[SoundServer]:
    """A server of its own; its folder has a short path, as sockets want it."""
    with TemporaryDirectory(prefix="kairo-") as folder, sound_server(kind, Path(folder)) as started:
        yield started
