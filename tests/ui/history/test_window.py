import json
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from time import monotonic

import pytest
from PySide6.QtCore import QCoreApplication, QModelIndex, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.settings.paths import Paths
from kairo_desktop.store.history import History
from kairo_desktop.store.records import Match, MatchKind, SavedSession, SessionState
from kairo_desktop.types import Lane, Utterance
from kairo_desktop.ui.history.notice import Notice
from kairo_desktop.ui.history.rows import RowKind
from kairo_desktop.ui.history.window import HistoryWindow
from kairo_desktop.ui.theme import theme_of
from tests.ui.crawl import crawl
from tests.ui.history.stories import broke_off, kept, long_session, running

Show = Callable[[], HistoryWindow]

_LIGHT = theme_of(OverlaySettings(theme="light"), system_is_dark=False)
_DARK = theme_of(OverlaySettings(theme="dark"), system_is_dark=False)


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "config", tmp_path / "data", tmp_path / "cache", tmp_path / "logs")


@pytest.fixture
def chosen(tmp_path: Path) -> dict[str, str]:
    """What the user answers when asked where to save; and what was proposed."""
    return {"to": str(tmp_path / "out")}


@pytest.fixture
def show(qapp: QApplication, paths: Paths, chosen: dict[str, str]) -> Iterator[Show]:
    """Open the window; every one is closed at the end."""
    windows: list[HistoryWindow] = []

    def choose(parent: QWidget, name: str, kinds: str) -> str:
        chosen["proposed"] = name
        return chosen["to"]

    def opened() -> HistoryWindow:
        window = HistoryWindow(paths, _LIGHT, choose)
        windows.append(window)
        window.show()
        _settle(window)
        return window

    yield opened
    for window in windows:
        window.close()


def _settle(window: HistoryWindow) -> None:
    """Until what was asked for is shown, and what that asked for too."""
    for _ in range(4):
        window._clerk._pool.waitForDone()
        QCoreApplication.processEvents()


def _titles(window: HistoryWindow) -> list[str]:
    return [e.title for e in window.sessions._model.entries if isinstance(e, SavedSession)]


def _matches(window: HistoryWindow) -> list[Match]:
    return [e for e in window.sessions._model.entries if isinstance(e, Match)]


def _press(notice: Notice, text: str) -> None:
    (button,) = (
        b for b in notice.findChildren(QAbstractButton) if b.isVisible() and b.text() == text
    )
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def _search(qtbot: QtBot, window: HistoryWindow, words: str) -> None:
    with qtbot.waitSignal(window.sessions.searched):
        window.sessions.field.setText(words)
    _settle(window)


def _place(window: HistoryWindow, kind: RowKind) -> QModelIndex:
    rows = window.reading.view.rows
    place = next(n for n, row in enumerate(rows) if row.kind is kind)
    return window.reading.view.model().index(place, 0)


def test_no_history_says_what_will_be_here_and_makes_no_file(show: Show, paths: Paths) -> None:
    window = show()
    assert "No sessions yet" in window.sessions._empty.text()
    assert window.reading.session_id is None
    assert not paths.data.exists()


def test_sessions_come_newest_first_and_the_newest_is_open(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "First")
    kept(paths.sessions, "Second")
    window = show()
    assert _titles(window) == ["Second", "First"]
    assert window.reading.head.title.text() == "Second"
    assert "42 min" in window.reading.head._when.text()
    assert "p50" in window.reading.head._figures.text()


def test_a_session_is_read_with_times_points_sources_and_trace(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "Acme")
    model = show().reading.view.model()
    read = [model.index(n, 0).data() for n in range(model.rowCount())]
    assert read[0].startswith("Interviewer, 0:04: Hi, thanks")
    assert "Question, 0:29: So, tell me" in read[4]
    assert read[5].endswith("from projects/checkout.md › Results")
    assert read[8] == "first words 310 ms  ·  done 2.2 s  ·  58 tokens in 31 passes"
    assert any("Not in your notes" in text for text in read)


def test_another_session_is_opened_by_the_keyboard(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "First")
    kept(paths.sessions, "Second")
    window = show()
    QTest.keyClick(window.sessions.list, Qt.Key.Key_Down)
    _settle(window)
    assert window.reading.head.title.text() == "First"


def test_a_search_shows_places_and_jumps_to_them(qtbot: QtBot, show: Show, paths: Paths) -> None:
    kept(paths.sessions, "First")
    kept(paths.sessions, "Second")
    window = show()
    _search(qtbot, window, "tenant")
    assert _titles(window) == ["Second", "First"]
    assert {match.kind for match in _matches(window)} == {MatchKind.LINE, MatchKind.POINT}
    last = len(window.sessions._model.entries) - 1
    window.sessions.list.setCurrentIndex(window.sessions._model.index(last))
    _settle(window)
    assert window.reading.head.title.text() == "First"
    row = window.reading.view.currentIndex().data(Qt.ItemDataRole.UserRole)
    assert "tenant" in row.text.lower()
    assert row.spans
    marked = [row.text for row in window.reading.view.rows if row.spans]
    assert len(marked) == len(_matches(window)) / 2


def test_f3_goes_from_hit_to_hit_and_around(qtbot: QtBot, show: Show, paths: Paths) -> None:
    kept(paths.sessions, "Acme")
    window = show()
    view = window.reading.view
    assert not view.next_hit(1)
    _search(qtbot, window, "tenant")
    marked = [place for place, row in enumerate(view.rows) if row.spans]
    visited = []
    for _ in range(len(marked) + 1):
        view.next_hit(1)
        visited.append(view.currentIndex().row())
    assert visited == [*marked, marked[0]]
    view.next_hit(-1)
    assert view.currentIndex().row() == marked[-1]


def test_nothing_found_is_said_and_escape_brings_all_back(
    qtbot: QtBot, show: Show, paths: Paths
) -> None:
    kept(paths.sessions, "Acme")
    window = show()
    _search(qtbot, window, "zebra")
    assert window.sessions._empty.text() == "Nothing found."
    with qtbot.waitSignal(window.sessions.searched):
        QTest.keyClick(window.sessions.field, Qt.Key.Key_Escape)
    _settle(window)
    assert _titles(window) == ["Acme"]


def test_a_session_gets_another_title(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "Acme")
    window = show()
    title = window.reading.head.title
    title.setText("  Second   round ")
    QTest.keyClick(title, Qt.Key.Key_Return)
    _settle(window)
    assert _titles(window) == ["Second round"]
    title.setText("   ")
    title.editingFinished.emit()
    assert title.text() == "Second round"


def test_deleting_asks_first_and_then_nothing_is_left(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "Keep me")
    kept(paths.sessions, "Quokka")
    window = show()
    QTest.mouseClick(window.reading.head.delete, Qt.MouseButton.LeftButton)
    assert "brought back" in window.reading.notice.accessibleName()
    _press(window.reading.notice, "Keep")
    _settle(window)
    assert _titles(window) == ["Quokka", "Keep me"]
    QTest.keyClick(window.reading, Qt.Key.Key_Delete)
    _press(window.reading.notice, "Delete")
    _settle(window)
    assert _titles(window) == ["Keep me"]
    assert window.reading.head.title.text() == "Keep me"
    assert b"Quokka" not in b"".join(p.read_bytes() for p in paths.sessions.iterdir())


def test_escape_is_the_way_back_from_a_question(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "Acme")
    window = show()
    window.reading.ask_to_delete()
    QTest.keyClick(window.reading.notice, Qt.Key.Key_Escape)
    assert window.reading.notice.isHidden()
    assert _titles(window) == ["Acme"]


@pytest.mark.parametrize("notes_too", [False, True])
def test_all_sessions_are_deleted_and_the_index_on_request(
    show: Show, paths: Paths, *, notes_too: bool
) -> None:
    kept(paths.sessions, "First")
    kept(paths.sessions, "Second")
    index = paths.indexes / "a.index"
    index.parent.mkdir(parents=True)
    index.touch()
    window = show()
    QTest.mouseClick(window.sessions._delete_all, Qt.MouseButton.LeftButton)
    window.sessions.notice._option.setChecked(notes_too)
    _press(window.sessions.notice, "Delete all")
    _settle(window)
    assert _titles(window) == []
    assert window.reading.session_id is None
    assert index.exists() is not notes_too


def test_a_session_is_followed_while_it_is_recorded_and_cannot_be_deleted(
    qtbot: QtBot, show: Show, paths: Paths
) -> None:
    with running(paths.sessions) as journal:
        window = show()
        n_before = len(window.reading.view.rows)
        assert not window.reading.head.delete.isEnabled()
        assert "stop it first" in window.reading.head.delete.toolTip()
        window.reading.ask_to_delete()
        assert window.reading.notice.isHidden()
        journal.write(Utterance(Lane.MIC, 99, "And one more thing.", 300.0, 301.0))
        qtbot.waitUntil(lambda: len(window.reading.view.rows) == n_before + 1)
        assert "Recording" in window.reading.head._when.text()
    qtbot.waitUntil(lambda: window.reading.head.delete.isEnabled())


def test_following_leaves_a_reader_where_he_is(show: Show, paths: Paths) -> None:
    with running(paths.sessions) as journal:
        window = show()
        bar = window.reading.view.verticalScrollBar()
        bar.setValue(bar.maximum() // 2)
        at = bar.value()
        journal.write(Utterance(Lane.MIC, 99, "And one more thing.", 300.0, 301.0))
        window.refresh()
        _settle(window)
        assert bar.value() == at
        bar.setValue(bar.maximum())
        journal.write(Utterance(Lane.SYSTEM, 100, "And another. " * 30, 310.0, 311.0))
        window.refresh()
        _settle(window)
        assert bar.value() == bar.maximum()


def test_what_broke_off_is_offered_for_recovery_once(show: Show, paths: Paths) -> None:
    broke_off(paths.sessions)
    window = show()
    assert "broke off" in window.sessions.notice.accessibleName()
    _press(window.sessions.notice, "Not now")
    window.refresh()
    _settle(window)
    assert window.sessions.notice.isHidden()
    _press(window.reading.notice, "Recover")
    _settle(window)
    with History(paths.sessions) as history:
        assert history.session(1).state is SessionState.RECOVERED
    assert "Recovered" in window.reading.head._when.text()


def test_several_that_broke_off_are_recovered_together(show: Show, paths: Paths) -> None:
    broke_off(paths.sessions)
    broke_off(paths.sessions, "Another")
    window = show()
    assert "2 sessions" in window.sessions.notice.accessibleName()
    _press(window.sessions.notice, "Recover")
    _settle(window)
    with History(paths.sessions) as history:
        assert history.interrupted() == ()


@pytest.mark.parametrize(
    ("action", "ending"), [("Markdown", ".md"), ("JSON", ".json"), ("Subtitles", ".srt")]
)
def test_a_session_is_saved_as_a_file(
    show: Show, paths: Paths, chosen: dict[str, str], action: str, ending: str
) -> None:
    kept(paths.sessions, 'Acme: "first" /round\\')
    window = show()
    menu = window.reading.head.export.menu()
    (entry,) = (a for a in menu.actions() if action in a.text())
    entry.trigger()
    _settle(window)
    text = Path(chosen["to"]).read_text(encoding="utf-8")
    assert chosen["proposed"] == f"2026-11-27 Acme first round{ending}"
    assert "Checkout p95" in text or ending == ".srt"
    assert ending != ".json" or json.loads(text)["lines"]
    assert "Saved as" in window.reading.notice.accessibleName()
    entry.trigger()
    _settle(window)
    assert Path(chosen["to"]).read_text(encoding="utf-8") == text


def test_a_change_of_mind_saves_nothing(
    show: Show, paths: Paths, chosen: dict[str, str], tmp_path: Path
) -> None:
    kept(paths.sessions, "Acme")
    chosen["to"] = ""
    window = show()
    window.reading.head.export.menu().actions()[0].trigger()
    _settle(window)
    assert not (tmp_path / "out").exists()
    assert window.reading.notice.isHidden()


def test_a_file_that_cannot_be_written_is_told_in_place(
    show: Show, paths: Paths, chosen: dict[str, str], tmp_path: Path
) -> None:
    kept(paths.sessions, "Acme")
    chosen["to"] = str(tmp_path / "no" / "such" / "folder.md")
    window = show()
    window.reading.head.export.menu().actions()[0].trigger()
    _settle(window)
    assert "cannot be written" in window.reading.notice.accessibleName()


def test_a_broken_history_is_told_in_place(show: Show, paths: Paths) -> None:
    paths.sessions.mkdir(parents=True)
    (paths.sessions / "sessions.db").write_bytes(b"no database " * 100)
    window = show()
    assert "cannot be read" in window.sessions.notice.accessibleName()
    assert window.sessions.notice.isVisible()


def test_a_point_a_whole_answer_and_all_can_be_copied(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "Acme")
    window = show()
    view, clipboard = window.reading.view, QGuiApplication.clipboard()
    view.setCurrentIndex(_place(window, RowKind.POINT))
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard.text() == "Checkout p95 from 910 ms to 180 ms in six weeks."
    view._copy_at(_place(window, RowKind.QUESTION))
    assert clipboard.text().splitlines()[1].startswith("• Checkout")
    assert len(clipboard.text().splitlines()) == 4
    QTest.mouseClick(window.reading.head.copy, Qt.MouseButton.LeftButton)
    assert clipboard.text().startswith("Interviewer (0:04): Hi")
    assert clipboard.text().count("•") == 7


def test_the_copy_mark_of_a_point_copies_it(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "Acme")
    window = show()
    view, index = window.reading.view, _place(window, RowKind.POINT)
    mark = view._delegate._copy_mark(view.rows[index.row()], view.visualRect(index))
    QGuiApplication.clipboard().clear()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=mark.center())
    assert QGuiApplication.clipboard().text().startswith("Checkout p95")


def test_every_part_has_a_name_and_can_be_reached_by_the_keyboard(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "Acme")
    window = show()
    parts = [window.sessions.field, window.sessions.list, window.reading.view]
    parts += [window.reading.head.title, *window.findChildren(QPushButton)]
    for part in parts:
        named = part.accessibleName() or (isinstance(part, QPushButton) and part.text())
        assert named or not part.isVisible()
        assert part.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_every_button_does_something_or_says_why_not(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "First")
    broke_off(paths.sessions)
    window = show()
    found = crawl(
        window,
        settle=lambda: _settle(window),
        effects=lambda: QGuiApplication.clipboard().text(),
        skip=lambda button: isinstance(button, QPushButton) and button.menu() is not None,
    )
    assert {"Copy all", "Delete…", "Delete all…", "Keep"} <= set(found.pressed)
    assert (found.silent, found.unexplained, found.nameless) == ([], [], [])


def test_another_theme_changes_the_look_and_not_the_place(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "Acme")
    window = show()
    bar = window.reading.view.verticalScrollBar()
    bar.setValue(60)
    light = window.reading.view.viewport().grab().toImage()
    window.set_theme(_DARK)
    _settle(window)
    assert bar.value() == 60
    assert window.reading.view.viewport().grab().toImage() != light


def test_a_title_of_control_characters_and_a_thousand_letters_is_shown(
    show: Show, paths: Paths
) -> None:
    number = kept(paths.sessions, "x" * 1000 + "\x1b[31m\u202e")
    window = show()
    assert window.reading.session_id == number
    assert window.grab().width() == window.width()


def test_a_window_that_is_closed_and_opened_again_is_up_to_date(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "First")
    window = show()
    window.close()
    kept(paths.sessions, "Second")
    window.show()
    _settle(window)
    assert _titles(window) == ["Second", "First"]


def test_what_is_chosen_stays_chosen_while_a_session_grows_and_is_searched(
    qtbot: QtBot, show: Show, paths: Paths
) -> None:
    with running(paths.sessions) as journal:
        window = show()
        index = _place(window, RowKind.POINT)
        window.reading.view.setCurrentIndex(index)
        journal.write(Utterance(Lane.MIC, 99, "And one more thing.", 300.0, 301.0))
        window.refresh()
        _settle(window)
        _search(qtbot, window, "latency")
        assert window.reading.view.currentIndex().row() == index.row()
        assert window.reading.view.rows[index.row()].kind is RowKind.POINT


def test_three_hours_are_opened_without_a_freeze(qtbot: QtBot, show: Show, paths: Paths) -> None:
    number = long_session(paths.sessions)
    kept(paths.sessions, "Another", days=2)
    window = show()
    beats = [monotonic()]
    heart = QTimer(window, interval=5)
    heart.timeout.connect(lambda: beats.append(monotonic()))
    heart.start()
    window.open_session(number)
    qtbot.waitUntil(lambda: len(window.reading.view.rows) > 5000)
    window.reading.view.scrollToBottom()
    QCoreApplication.processEvents()
    beats.append(monotonic())
    assert max(later - before for before, later in pairwise(beats)) < 0.5
    last = window.reading.view.model().index(len(window.reading.view.rows) - 1, 0)
    assert window.reading.view.viewport().rect().contains(window.reading.view.visualRect(last))
