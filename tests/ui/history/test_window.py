from itertools import pairwise
from time import monotonic

import pytest
from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.settings.paths import Paths
from kairo_desktop.store.history import History
from kairo_desktop.store.records import MatchKind
from kairo_desktop.types import Lane, Utterance
from kairo_desktop.ui.history import window as window_module
from kairo_desktop.ui.history.rows import RowKind
from kairo_desktop.ui.theme import theme_of
from tests.ui.history.stories import kept, long_session, running
from tests.ui.history.windows import Show, matches, place, search, settle, titles

_DARK = theme_of(OverlaySettings(theme="dark"), system_is_dark=False)


def test_no_history_says_what_will_be_here_and_makes_no_file(show: Show, paths: Paths) -> None:
    window = show()
    assert "No sessions yet" in window.sessions._empty.text()
    assert window.reading.session_id is None
    assert not paths.data.exists()


def test_sessions_come_newest_first_and_the_newest_is_open(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "First")
    kept(paths.sessions, "Second")
    window = show()
    assert titles(window) == ["Second", "First"]
    assert window.reading.head.title.text() == "Second"
    assert "42 min" in window.reading.head._when.text()
    assert "first words after" in window.reading.head._figures.text()
    assert "half within" in window.reading.head._figures.toolTip()


def test_a_session_is_read_with_times_points_sources_and_trace(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "Acme")
    model = show().reading.view.model()
    read = [model.index(n, 0).data() for n in range(model.rowCount())]
    assert read[0].startswith("Interviewer, 0:04: Hi, thanks")
    assert "Question, 0:29: So, tell me" in read[4]
    assert read[5].endswith("from projects/checkout.md › Results")
    assert read[8] == "first words after 310 ms  ·  whole answer after 2.2 s"
    assert any("Not in your notes" in text for text in read)


def test_another_session_is_opened_by_the_keyboard(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "First")
    kept(paths.sessions, "Second")
    window = show()
    QTest.keyClick(window.sessions.list, Qt.Key.Key_Down)
    settle(window)
    assert window.reading.head.title.text() == "First"


def test_a_search_shows_places_and_jumps_to_them(qtbot: QtBot, show: Show, paths: Paths) -> None:
    kept(paths.sessions, "First")
    kept(paths.sessions, "Second")
    window = show()
    search(qtbot, window, "tenant")
    assert titles(window) == ["Second", "First"]
    assert {match.kind for match in matches(window)} == {MatchKind.LINE, MatchKind.POINT}
    last = len(window.sessions._model.entries) - 1
    window.sessions.list.setCurrentIndex(window.sessions._model.index(last))
    settle(window)
    assert window.reading.head.title.text() == "First"
    row = window.reading.view.currentIndex().data(Qt.ItemDataRole.UserRole)
    assert "tenant" in row.text.lower()
    assert row.spans
    marked = [row.text for row in window.reading.view.rows if row.spans]
    assert len(marked) == len(matches(window)) / 2


def test_f3_goes_from_hit_to_hit_and_around(qtbot: QtBot, show: Show, paths: Paths) -> None:
    kept(paths.sessions, "Acme")
    window = show()
    view = window.reading.view
    assert not view.next_hit(1)
    search(qtbot, window, "tenant")
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
    search(qtbot, window, "zebra")
    assert window.sessions._empty.text() == "Nothing found."
    with qtbot.waitSignal(window.sessions.searched):
        QTest.keyClick(window.sessions.field, Qt.Key.Key_Escape)
    settle(window)
    assert titles(window) == ["Acme"]


def test_a_session_is_followed_while_it_is_recorded_and_cannot_be_deleted(
    qtbot: QtBot, show: Show, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window_module, "_LIVE_MS", 100)
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
        settle(window)
        assert bar.value() == at
        bar.setValue(bar.maximum())
        journal.write(Utterance(Lane.SYSTEM, 100, "And another. " * 30, 310.0, 311.0))
        window.refresh()
        settle(window)
        assert bar.value() == bar.maximum()


def test_every_part_has_a_name_and_can_be_reached_by_the_keyboard(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "Acme")
    window = show()
    parts = [window.sessions.field, window.sessions.list, window.reading.view]
    parts += [window.reading.head.title, *window.findChildren(QPushButton)]
    for part in parts:
        named = part.accessibleName() or (isinstance(part, QPushButton) and part.text())
        assert named or not part.isVisible()
        assert part.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_another_theme_changes_the_look_and_not_the_place(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "Acme")
    window = show()
    bar = window.reading.view.verticalScrollBar()
    bar.setValue(60)
    light = window.reading.view.viewport().grab().toImage()
    window.set_theme(_DARK)
    settle(window)
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
    settle(window)
    assert titles(window) == ["Second", "First"]


def test_what_is_chosen_stays_chosen_while_a_session_grows_and_is_searched(
    qtbot: QtBot, show: Show, paths: Paths
) -> None:
    with running(paths.sessions) as journal:
        window = show()
        index = place(window, RowKind.POINT)
        window.reading.view.setCurrentIndex(index)
        journal.write(Utterance(Lane.MIC, 99, "And one more thing.", 300.0, 301.0))
        window.refresh()
        settle(window)
        search(qtbot, window, "latency")
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


def test_control_f_goes_to_the_search_and_down_into_the_list(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "Acme")
    window = show()
    window.activateWindow()
    QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert window.focusWidget() is window.sessions.field
    QTest.keyClick(window.sessions.field, Qt.Key.Key_Down)
    assert window.focusWidget() is window.sessions.list


def test_words_on_buttons_give_way_in_a_narrow_window(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "Acme")
    window = show()
    delete = window.reading.head.delete
    assert delete.text() == "Delete…"
    window.resize(700, 600)
    QCoreApplication.processEvents()
    assert (delete.text(), delete.accessibleName()) == ("", "Delete…")


def test_a_session_that_is_gone_meanwhile_is_told(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "Acme")
    window = show()
    window.open_session(99)
    settle(window)
    assert "no session 99" in window.reading.notice.accessibleName()


def test_who_goes_on_meanwhile_is_not_brought_back(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "First")
    with running(paths.sessions, "Now"):
        window = show()
        assert window.reading.head.title.text() == "Now"
        window.sessions.session_chosen.emit(1)
        window._look_again()
        settle(window)
        assert window.reading.head.title.text() == "First"


def test_a_session_that_was_deleted_elsewhere_is_put_away(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "First")
    kept(paths.sessions, "Second")
    window = show()
    with History(paths.sessions) as history:
        history.delete([2])
    window._look_again()
    settle(window)
    assert titles(window) == ["First"]
    assert window.reading.head.title.text() == "First"
    assert window.reading.notice.isHidden()
