"""What the options of `kairo run` wish for."""

import pytest

from kairo_desktop.cli import run as module
from kairo_desktop.cli.run import run
from kairo_desktop.errors import UsageError
from kairo_desktop.ui.commands import AppCommand


@pytest.fixture
def wishes(monkeypatch: pytest.MonkeyPatch) -> list[tuple[AppCommand, ...]]:
    """What would be sent to a desktop."""
    sent: list[tuple[AppCommand, ...]] = []
    monkeypatch.setattr(module, "tell_or_be", lambda *wish: sent.append(wish))
    return sent


@pytest.mark.parametrize(
    ("options", "wish"),
    [
        ({"toggle": True}, AppCommand.TOGGLE),
        ({"start": True}, AppCommand.START),
        ({"stop": True}, AppCommand.STOP),
        ({"answer_now": True}, AppCommand.ANSWER_NOW),
        ({"again": True}, AppCommand.AGAIN),
        ({"settings": True}, AppCommand.SETTINGS),
        ({"history": True}, AppCommand.HISTORY),
        ({"quit_": True}, AppCommand.QUIT),
        ({"pause": "mic"}, AppCommand.PAUSE_MIC),
        ({"pause": "system"}, AppCommand.PAUSE_SYSTEM),
        ({"pause": "all"}, AppCommand.PAUSE),
    ],
)
def test_each_option_is_one_wish(
    wishes: list[tuple[AppCommand, ...]], options: dict[str, bool | str], wish: AppCommand
) -> None:
    run(**options)  # type: ignore[arg-type] # each option has its own type
    assert wishes == [(wish,)]


def test_no_option_shows_the_desktop(wishes: list[tuple[AppCommand, ...]]) -> None:
    run()
    assert wishes == [()]


def test_two_wishes_at_once_are_a_wrong_use(wishes: list[tuple[AppCommand, ...]]) -> None:
    with pytest.raises(UsageError, match="More than one"):
        run(start=True, pause="all")
    assert wishes == []


def test_a_lane_that_there_is_not_is_a_wrong_use(wishes: list[tuple[AppCommand, ...]]) -> None:
    with pytest.raises(UsageError, match="no lane “left”"):
        run(pause="left")
