"""Hidden while it listens, Kairo still says so."""

from pytestqt.qtbot import QtBot

from kairo_desktop.app.desktop import Desktop
from kairo_desktop.app.hidden_sign import HiddenSign
from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.overlay.window import Overlay
from kairo_desktop.ui.tray import Tray
from kairo_desktop.ui.views import BoardView, Phase
from tests.app.driving import read
from tests.fakes.desktop_world import World
from tests.fakes.scripted_session import ScriptedSession


def test_without_a_tray_a_sign_stays_while_it_listens_and_leads_back(
    desktop: Desktop, session: ScriptedSession, world: World, qtbot: QtBot
) -> None:
    world.tray = False
    desktop.tray._look_for_tray()
    read(desktop.toast)
    badge = desktop.hidden_sign.badge
    assert not badge.isVisible()
    desktop.do(AppCommand.HIDE)
    assert badge.isVisible()
    assert "is listening" in badge.accessibleName()
    assert "goes on listening" in desktop.toast.words
    badge.click()
    assert desktop.overlay.isVisible()
    assert not badge.isVisible()
    desktop.do(AppCommand.HIDE)
    desktop.do(AppCommand.STOP)
    qtbot.waitUntil(lambda: not badge.isVisible())


def test_before_a_session_nothing_stays(desktop: Desktop) -> None:
    desktop.do(AppCommand.HIDE)
    assert not desktop.hidden_sign.badge.isVisible()


def test_a_tray_shows_it_instead(desktop: Desktop, qtbot: QtBot) -> None:
    tray = Tray(is_there=lambda: True)
    sign = HiddenSign(_hidden(desktop), tray, desktop.do)
    qtbot.addWidget(sign.badge)
    sign.show_view(BoardView(Phase.LISTENING))
    assert not sign.badge.isVisible()
    tray.close()


def _hidden(desktop: Desktop) -> Overlay:
    desktop.overlay.hide()
    return desktop.overlay
