"""A desktop with a session, keys and a tray that are not real."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from kairo_desktop.app.desktop import Desktop
from kairo_desktop.settings.schema import Settings
from kairo_desktop.supervisor.messages import ChildState
from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.views import Phase
from tests.app.driving import end
from tests.fakes.desktop_world import CONSENTED, World
from tests.fakes.scripted_session import ScriptedSession
from tests.ui.conftest import _english, _nothing_left_open, qapp_args

__all__ = ["_english", "_nothing_left_open", "desktop", "qapp_args", "session", "world"]


@pytest.fixture
def world(tmp_path: Path) -> World:
    world = World(tmp_path)
    world.remember(CONSENTED)
    return world


@pytest.fixture
def desktop(world: World, qapp: object) -> Iterator[Desktop]:
    desktop = Desktop(Settings(), world.paths, world.outside())
    desktop.begin(AppCommand.SHOW)
    yield desktop
    end(desktop)


@pytest.fixture
def session(desktop: Desktop, world: World, qtbot: QtBot) -> ScriptedSession:
    """A session of the desktop, which hears both lanes."""
    desktop.do(AppCommand.START)
    qtbot.waitUntil(lambda: any(lane.heard for lane in desktop.view.lanes))
    session = world.sessions[0]
    session.report(("asr", ChildState.READY), ("llm", ChildState.READY))
    qtbot.waitUntil(lambda: desktop.view.phase is Phase.LISTENING)
    return session
