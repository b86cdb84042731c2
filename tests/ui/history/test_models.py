from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as options
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from kairo_desktop.store.records import Match, MatchKind, SavedSession, SessionState, Span
from kairo_desktop.types import Lane
from kairo_desktop.ui.history.models import SessionsModel, StoryModel
from kairo_desktop.ui.history.rows import Row, RowKind
from kairo_desktop.ui.history.sessions_pane import grouped
from tests.store.telling import STARTED

_SESSION = SavedSession(1, "Acme", STARTED, None, SessionState.RUNNING, 2, 1)
_MATCH = Match(1, MatchKind.LINE, "Good morning", 3.0, 0, Lane.MIC, spans=(Span(0, 4),))


def _line(number: int, *spans: Span) -> Row:
    return Row(RowKind.LINE, f"line {number}", 1.0 * number, number, Lane.MIC, spans=spans)


_STORIES = st.lists(
    st.builds(_line, st.integers(0, 3)) | st.builds(_line, st.integers(0, 3), st.just(Span(0, 4))),
    max_size=6,
).map(tuple)


@options(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.lists(_STORIES, max_size=5))
def test_a_story_model_holds_what_it_was_shown_whatever_it_held(
    qtmodeltester: ModelTester, stories: list[tuple[Row, ...]]
) -> None:
    model = StoryModel()
    qtmodeltester.check(model)  # type: ignore[no-untyped-call] # the library leaves it untyped
    for rows in stories:
        model.show(rows)
        assert model.rows == rows
        shown = [model.index(n).data(Qt.ItemDataRole.UserRole) for n in range(model.rowCount())]
        assert tuple(shown) == rows


def test_new_marks_move_no_row() -> None:
    model = StoryModel()
    model.show((_line(0), _line(1)))
    moved: list[object] = []
    for signal in (model.rowsRemoved, model.rowsInserted, model.modelReset):
        signal.connect(lambda *_: moved.append(None))
    model.show((_line(0), _line(1, Span(0, 4))))
    assert moved == []
    model.show((_line(0), _line(1), _line(2)))
    assert len(moved) == 1


def test_a_session_that_grew_is_the_same_entry() -> None:
    model = SessionsModel()
    reset: list[object] = []
    model.modelReset.connect(lambda: reset.append(None))
    assert model.show([_SESSION, _MATCH])
    assert not model.show([_SESSION, _MATCH])
    assert model.show([replace(_SESSION, n_turns=9), _MATCH])
    assert len(reset) == 1
    assert "9 questions" in model.index(0).data()
    assert "Good morning" in model.index(1).data()
    assert model.index(0).data(Qt.ItemDataRole.DecorationRole) is None


def test_found_places_stand_below_their_session_in_the_order_of_speech() -> None:
    other = replace(_SESSION, session_id=2)
    late = replace(_MATCH, at_s=9.0)
    assert list(grouped([other, _SESSION], [late, _MATCH])) == [_SESSION, _MATCH, late]


@pytest.mark.parametrize("model", [SessionsModel, StoryModel])
def test_lists_have_no_tree(model: type[SessionsModel | StoryModel]) -> None:
    held = model()
    assert held.rowCount(held.createIndex(0, 0)) == 0
