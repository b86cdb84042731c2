"""Starting and stopping in any order: after the last stop nobody is heard."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from kairo_desktop.app.desktop import Desktop
from kairo_desktop.settings.schema import Settings
from kairo_desktop.ui.commands import AppCommand
from tests.app.driving import end
from tests.fakes.desktop_world import CONSENTED, World

_START, _STOP, _SETTLES = AppCommand.START, AppCommand.STOP, None


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.sampled_from([_START, _STOP, _SETTLES]), max_size=7))
@example([_STOP, _START, _SETTLES, _START, _STOP])
@example([_START, _SETTLES, _STOP, _START, _STOP])
@example([_START, _STOP, _START])
def test_a_session_runs_just_when_the_last_wish_was_to_start(
    tmp_path: Path, qtbot: QtBot, orders: Sequence[AppCommand | None]
) -> None:
    world = World(tmp_path)
    world.remember(CONSENTED)
    desktop = Desktop(Settings(), world.paths, world.outside())
    try:
        wished = _STOP
        for order in (*orders, _SETTLES):
            if order is None:
                qtbot.waitUntil(partial(_as_wished, desktop, world, runs=wished is _START))
            else:
                wished = order
                desktop.do(order)
    finally:
        end(desktop)


def _as_wished(desktop: Desktop, world: World, *, runs: bool) -> bool:
    """Whether nothing is on its way any more, and one session runs, or none."""
    n_open = sum(not session.closed for session in world.sessions)
    feed = desktop._feed
    return (feed.running, feed.ending, n_open) == (runs, False, runs)
