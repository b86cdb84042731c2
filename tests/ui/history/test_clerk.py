import threading
from pathlib import Path

from PySide6.QtCore import QThread
from pytestqt.qtbot import QtBot

from kairo_desktop.errors import DiskError, InputError
from kairo_desktop.store.history import History
from kairo_desktop.ui.history.clerk import Clerk
from tests.ui.history.stories import kept


def test_errands_are_done_elsewhere_in_their_order_and_answered_here(
    qtbot: QtBot, tmp_path: Path
) -> None:
    kept(tmp_path, "Acme")
    clerk = Clerk(tmp_path)
    answers: list[object] = []
    workers: list[int] = []

    def titles(history: History) -> list[str]:
        workers.append(threading.get_ident())
        return [session.title for session in history.sessions()]

    def heard(answer: object) -> None:
        assert QThread.currentThread() is clerk.thread()
        answers.append(answer)

    clerk.ask(titles, heard)
    clerk.ask(lambda history: history.rename(1, "Second"), heard)
    clerk.ask(titles, heard)
    qtbot.waitUntil(lambda: len(answers) == 3)
    assert answers == [["Acme"], None, ["Second"]]
    assert threading.get_ident() not in workers


def test_an_error_is_told_and_the_next_errand_is_done(qtbot: QtBot, tmp_path: Path) -> None:
    clerk = Clerk(tmp_path)
    answers: list[object] = []
    with qtbot.waitSignal(clerk.failed) as told:
        clerk.ask(lambda history: history.story(7), answers.append)
    assert isinstance(told.args[0], InputError)
    clerk.ask(lambda history: len(history.sessions()), answers.append)
    qtbot.waitUntil(lambda: answers == [0])


def test_what_the_disk_refuses_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    def refuse(_: History) -> None:
        raise PermissionError(13, "Permission denied", "somewhere")

    clerk = Clerk(tmp_path)
    with qtbot.waitSignal(clerk.failed) as told:
        clerk.ask(refuse, lambda _: None)
    assert isinstance(told.args[0], DiskError)
    assert "Permission denied" in told.args[0].message


def test_a_history_that_is_none_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "sessions.db").write_bytes(b"no database " * 100)
    clerk = Clerk(tmp_path)
    with qtbot.waitSignal(clerk.failed) as told:
        clerk.ask(lambda history: history.sessions(), lambda _: None)
    assert isinstance(told.args[0], DiskError)


def test_what_has_not_begun_can_be_dropped(qtbot: QtBot, tmp_path: Path) -> None:
    clerk = Clerk(tmp_path)
    may_go_on, has_begun = threading.Event(), threading.Event()
    answers: list[object] = []

    def slow(_: History) -> str:
        has_begun.set()
        may_go_on.wait(10)
        return "slow"

    clerk.ask(slow, answers.append)
    clerk.ask(lambda _: "never", answers.append)
    assert has_begun.wait(10)
    threading.Timer(0.05, may_go_on.set).start()
    clerk.drop()
    clerk.ask(lambda _: "after", answers.append)
    qtbot.waitUntil(lambda: "after" in answers)
    assert answers == ["slow", "after"]
