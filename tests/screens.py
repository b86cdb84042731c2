"""Fixtures: displays of their own for the tests of a package."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

import pytest

from tests.screen_server import DESKTOP, Part, ScreenServer, screen_server

__all__ = ["Screens", "screen", "screens"]


class Screens(Protocol):
    """Starts displays."""

    def __call__(self, parts: Sequence[Part] = DESKTOP, *, scale: float = 1.0) -> ScreenServer: ...


@pytest.fixture
def screens() -> Iterator[Screens]:
    """Start a display with the given parts only; it is ended when the test is."""
    with ExitStack() as stack:

        def start(parts: Sequence[Part] = DESKTOP, *, scale: float = 1.0) -> ScreenServer:
            folder = stack.enter_context(TemporaryDirectory(prefix="ks-"))
            return stack.enter_context(screen_server(Path(folder), parts, scale=scale))

        yield start


@pytest.fixture
def screen(screens: Screens) -> ScreenServer:
    """A desktop: window manager, compositor, panel with a tray."""
    return screens()
