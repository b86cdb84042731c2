import json
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QPushButton

from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.settings.paths import Paths
from kairo_desktop.store.export import Format
from kairo_desktop.store.history import History
from kairo_desktop.store.journal import Journal
from kairo_desktop.store.records import SessionState
from kairo_desktop.ui.history.rows import RowKind
from kairo_desktop.ui.history.window import HistoryWindow
from kairo_desktop.ui.theme import theme_of
from tests.ui.crawl import crawl
from tests.ui.history.stories import BEGAN, broke_off, kept
from tests.ui.history.windows import Show, place, press, settle, titles

_DARK = theme_of(OverlaySettings(theme="dark"), system_is_dark=False)


def test_a_session_gets_another_title(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "Acme")
    window = show()
    title = window.reading.head.title
    title.setText("  Second   round ")
    QTest.keyClick(title, Qt.Key.Key_Return)
    settle(window)
    assert titles(window) == ["Second round"]
    title.setText("   ")
    title.editingFinished.emit()
    assert title.text() == "Second round"


def test_deleting_asks_first_and_then_nothing_is_left(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "Keep me")
    kept(paths.sessions, "Quokka")
    window = show()
    QTest.mouseClick(window.reading.head.delete, Qt.MouseButton.LeftButton)
    assert "brought back" in window.reading.notice.accessibleName()
    press(window.reading.notice, "Keep")
    settle(window)
    assert titles(window) == ["Quokka", "Keep me"]
    QTest.keyClick(window.reading, Qt.Key.Key_Delete)
    gone: list[tuple[int, ...]] = []
    window.deleted.connect(gone.append)
    press(window.reading.notice, "Delete")
    settle(window)
    assert gone == [(2,)]
    assert titles(window) == ["Keep me"]
    assert window.reading.head.title.text() == "Keep me"
    assert b"Quokka" not in b"".join(p.read_bytes() for p in paths.sessions.iterdir())


def test_escape_is_the_way_back_from_a_question(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "Acme")
    window = show()
    window.reading.ask_to_delete()
    QTest.keyClick(window.reading.notice, Qt.Key.Key_Escape)
    assert window.reading.notice.isHidden()
    assert titles(window) == ["Acme"]


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
    gone: list[tuple[int, ...]] = []
    window.deleted.connect(gone.append)
    press(window.sessions.notice, "Delete all")
    settle(window)
    assert [sorted(ids) for ids in gone] == [[1, 2]]
    assert "no session" in window.reading._word.text()
    assert titles(window) == []
    assert window.reading.session_id is None
    assert index.exists() is not notes_too


@pytest.mark.parametrize("notes_too", [False, True])
def test_the_index_can_go_with_the_last_session_of_its_profile(
    show: Show, paths: Paths, *, notes_too: bool
) -> None:
    for title in ("First", "Second"):
        with Journal.begin(paths.sessions, title, BEGAN, profile="a") as journal:
            journal.end(BEGAN)
    index = paths.indexes / "a.index"
    index.parent.mkdir(parents=True)
    index.touch()
    window = show()
    notice = window.reading.notice
    window.reading.ask_to_delete()
    assert notice._option.isHidden()
    press(notice, "Delete")
    settle(window)
    assert titles(window) == ["First"]
    window.reading.ask_to_delete()
    assert "last with these notes" in notice._option.text()
    assert not notice._option.isChecked()
    notice._option.setChecked(notes_too)
    press(notice, "Delete")
    settle(window)
    assert titles(window) == []
    assert index.exists() is not notes_too


def test_what_broke_off_is_offered_for_recovery_once(show: Show, paths: Paths) -> None:
    broke_off(paths.sessions)
    kept(paths.sessions, "Newer", days=2)
    window = show()
    assert "broke off" in window.sessions.notice.accessibleName()
    press(window.sessions.notice, "Not now")
    window.refresh()
    settle(window)
    assert window.sessions.notice.isHidden()


def test_the_newest_session_says_itself_that_it_broke_off(show: Show, paths: Paths) -> None:
    broke_off(paths.sessions)
    window = show()
    assert window.sessions.notice.isHidden()
    press(window.reading.notice, "Recover")
    settle(window)
    with History(paths.sessions) as history:
        assert history.session(1).state is SessionState.RECOVERED
    assert "Recovered" in window.reading.head._when.text()


def test_several_that_broke_off_are_recovered_together(show: Show, paths: Paths) -> None:
    broke_off(paths.sessions)
    broke_off(paths.sessions, "Another")
    window = show()
    assert "2 sessions" in window.sessions.notice.accessibleName()
    press(window.sessions.notice, "Recover")
    settle(window)
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
    settle(window)
    text = Path(chosen["to"]).read_text(encoding="utf-8")
    assert chosen["proposed"] == f"2026-11-27 Acme first round{ending}"
    assert "Checkout p95" in text or ending == ".srt"
    assert ending != ".json" or json.loads(text)["lines"]
    assert "Saved as" in window.reading.notice.accessibleName()
    entry.trigger()
    settle(window)
    assert Path(chosen["to"]).read_text(encoding="utf-8") == text


def test_a_change_of_mind_saves_nothing(
    show: Show, paths: Paths, chosen: dict[str, str], tmp_path: Path
) -> None:
    kept(paths.sessions, "Acme")
    chosen["to"] = ""
    window = show()
    window.reading.head.export.menu().actions()[0].trigger()
    settle(window)
    assert not (tmp_path / "out").exists()
    assert window.reading.notice.isHidden()


def test_a_file_that_cannot_be_written_is_told_in_place(
    show: Show, paths: Paths, chosen: dict[str, str], tmp_path: Path
) -> None:
    kept(paths.sessions, "Acme")
    chosen["to"] = str(tmp_path / "no" / "such" / "folder.md")
    window = show()
    window.reading.head.export.menu().actions()[0].trigger()
    settle(window)
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
    view.setCurrentIndex(place(window, RowKind.POINT))
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard.text() == "Checkout p95 from 910 ms to 180 ms in six weeks."
    view._copy_at(place(window, RowKind.QUESTION))
    assert clipboard.text().splitlines()[1].startswith("• Checkout")
    assert len(clipboard.text().splitlines()) == 4
    QTest.mouseClick(window.reading.head.copy, Qt.MouseButton.LeftButton)
    assert clipboard.text().startswith("Interviewer (0:04): Hi")
    assert clipboard.text().count("•") == 7


def test_the_copy_mark_of_a_point_copies_it(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "Acme")
    window = show()
    view, index = window.reading.view, place(window, RowKind.POINT)
    mark = view._delegate._copy_mark(view.rows[index.row()], view.visualRect(index))
    QGuiApplication.clipboard().clear()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=mark.center())
    assert QGuiApplication.clipboard().text().startswith("Checkout p95")


def test_every_button_does_something_or_says_why_not(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "First")
    broke_off(paths.sessions)
    window = show()
    found = crawl(
        window,
        settle=lambda: settle(window),
        effects=lambda: QGuiApplication.clipboard().text(),
        skip=lambda button: isinstance(button, QPushButton) and button.menu() is not None,
    )
    assert {"Copy all", "Delete…", "Delete all…", "Keep"} <= set(found.pressed)
    assert (found.silent, found.unexplained, found.nameless) == ([], [], [])


def test_f2_renames_and_escape_brings_the_old_title_back(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "Acme")
    window = show()
    title = window.reading.head.title
    QTest.keyClick(window.reading, Qt.Key.Key_F2)
    assert title.selectedText() == "Acme"
    title.setText("Other")
    QTest.keyClick(title, Qt.Key.Key_Escape)
    QTest.keyClick(title, Qt.Key.Key_Return)
    settle(window)
    assert titles(window) == ["Acme"]


def test_a_title_that_is_being_typed_is_not_overwritten(
    show: Show, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(paths.sessions, "Acme")
    window = show()
    title = window.reading.head.title
    monkeypatch.setattr(title, "hasFocus", lambda: True)
    title.setText("Half a ti")
    window.refresh()
    settle(window)
    assert title.text() == "Half a ti"


def test_the_menu_of_a_row_copies_it_its_answer_or_all(show: Show, paths: Paths) -> None:
    kept(paths.sessions, "Acme")
    window = show()
    view = window.reading.view
    view.setCurrentIndex(place(window, RowKind.POINT))
    copied = []
    for text in ("&Copy", "Copy the whole &answer", "Copy a&ll"):
        view.contextMenuEvent(
            QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
        )
        (menu,) = view.findChildren(QMenu)
        (action,) = (a for a in menu.actions() if a.text() == text)
        action.trigger()
        copied.append(QGuiApplication.clipboard().text())
        menu.close()
        QCoreApplication.sendPostedEvents(menu, QEvent.Type.DeferredDelete)
    assert copied[0].startswith("Checkout p95")
    assert copied[1].startswith("So, tell me")
    assert copied[2].startswith("Interviewer")


def test_a_row_that_is_nowhere_has_no_menu(show: Show, paths: Paths) -> None:
    window = show()
    window.reading.view.contextMenuEvent(
        QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    )
    assert window.reading.view.findChildren(QMenu) == []


def test_the_dialog_for_a_file_proposes_a_name_in_the_home(
    show: Show, paths: Paths, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[str] = []

    def answer(_: object, title: str, file: str, kinds: str) -> tuple[str, str]:
        asked.extend([title, file, kinds])
        return str(tmp_path / "saved.srt"), kinds

    monkeypatch.setattr("kairo_desktop.ui.history.window.QFileDialog.getSaveFileName", answer)
    kept(paths.sessions, "Acme")
    window = HistoryWindow(paths, theme_of(OverlaySettings(theme="dark"), system_is_dark=True))
    window.show()
    settle(window)
    window.reading.head.export_wanted.emit(Format.SRT)
    settle(window)
    window.close()
    assert asked == [
        "Save this session",
        str(Path.home() / "2026-11-27 Acme.srt"),
        "*.srt",
    ]
    assert (tmp_path / "saved.srt").read_text().startswith("1\n00:00:04,000")


def test_nothing_can_be_done_where_no_session_is_open(show: Show) -> None:
    window = show()
    window.reading.ask_to_delete()
    window.reading.head.renamed.emit("x")
    window.reading.head.export_wanted.emit(Format.MD)
    assert not window.reading.view.copy_chosen()
    assert not window.reading.view.copy_all()
    assert window.reading.notice.isHidden()
