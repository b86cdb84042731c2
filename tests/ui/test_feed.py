"""From a session's thread to the windows."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from time import monotonic

import pytest
from pytestqt.qtbot import QtBot

from kairo_desktop.audio.levels import LaneLevel
from kairo_desktop.errors import DiskError, KairoError, ModelMissing
from kairo_desktop.session.events import Fault
from kairo_desktop.store.journal import Journal, Settled
from kairo_desktop.supervisor.messages import ChildState
from kairo_desktop.types import (
    Hypothesis,
    Kind,
    Lane,
    PointState,
    Question,
    QuestionState,
    TalkingPoint,
    UserCommand,
    Utterance,
    Word,
)
from kairo_desktop.ui.board import Board
from kairo_desktop.ui.feed import Feed, Sitting
from kairo_desktop.ui.views import BoardView, Phase
from tests.fakes.hand_clock import HandClock
from tests.fakes.scripted_session import ScriptedSession


@pytest.fixture
def feed(qapp: object) -> Iterator[Feed]:
    feed = Feed(Board())
    yield feed
    assert feed.stop(5)


@pytest.fixture
def session(feed: Feed, qtbot: QtBot) -> ScriptedSession:
    """A session that has begun."""
    session = ScriptedSession()
    feed.start(session.open)
    qtbot.waitUntil(lambda: any(lane.heard for lane in feed.view.lanes))
    return session


def _line(n: int) -> Utterance:
    return Utterance(Lane.SYSTEM, n, f"line {n}", float(n), n + 0.5)


def _says(words: str) -> Hypothesis:
    tentative = tuple(Word(word, 0.0, 0.1, 0.9) for word in words.split())
    return Hypothesis(Lane.SYSTEM, 0, (), tentative, 0.0, 0.1)


def _shown(feed: Feed) -> list[tuple[float, BoardView]]:
    """All views from now on, with the moment they came."""
    views: list[tuple[float, BoardView]] = []
    feed.shown.connect(lambda view: views.append((monotonic(), view)))
    return views


def _captions(view: BoardView) -> str:
    return " ".join(f"{caption.finished} {caption.tentative}" for caption in view.captions)


def test_what_a_session_tells_is_shown(feed: Feed, session: ScriptedSession, qtbot: QtBot) -> None:
    views = _shown(feed)
    session.report(("asr", ChildState.READY), ("llm", ChildState.READY))
    session.tell(_says("Why do you"))
    qtbot.waitUntil(lambda: bool(views) and "Why do you" in _captions(views[-1][1]))
    assert views[-1][1].phase is Phase.LISTENING


def test_what_a_session_does_without_is_shown_first(feed: Feed, qtbot: QtBot) -> None:
    session = ScriptedSession()
    fault = Fault("bad_input", "The profile is not there.")

    @contextmanager
    def without_notes() -> Iterator[Sitting]:
        with session.open() as sitting:
            yield replace(sitting, faults=(fault,))

    feed.start(without_notes)
    qtbot.waitUntil(lambda: feed.view.fault == fault)


def test_a_flood_gives_thirty_views_a_second_and_the_last_one(
    feed: Feed, session: ScriptedSession, qtbot: QtBot
) -> None:
    views = _shown(feed)
    began_s = monotonic()
    for n in range(3000):
        session.tell(LaneLevel(Lane.MIC, -20.0, -10.0), _says(f"word {n}"))
    qtbot.waitUntil(lambda: bool(views) and "word 2999" in _captions(views[-1][1]))
    took_s = monotonic() - began_s
    assert len(views) <= took_s * 30 + 2
    assert min((b - a for (a, _), (b, _) in pairwise(views)), default=1.0) > 0.02


def test_nothing_told_is_nothing_shown(feed: Feed, session: ScriptedSession, qtbot: QtBot) -> None:
    qtbot.wait(100)  # the view of the beginning
    views = _shown(feed)
    qtbot.wait(150)
    assert views == []


def test_a_room_as_quiet_as_before_is_nothing_new(
    feed: Feed, session: ScriptedSession, qtbot: QtBot
) -> None:
    views = _shown(feed)
    session.tell(LaneLevel(Lane.MIC, -60.0, -50.0))
    qtbot.waitUntil(lambda: views != [])
    qtbot.wait(60)
    views.clear()
    for _ in range(30):
        session.tell(LaneLevel(Lane.MIC, -60.0, -50.0))
    session.tell(_line(1))
    qtbot.waitUntil(lambda: views != [])
    qtbot.wait(60)
    assert len(views) == 1


def test_the_end_comes_after_the_last_view_and_after_the_children(
    feed: Feed, session: ScriptedSession, qtbot: QtBot
) -> None:
    views = _shown(feed)
    at_end: list[tuple[bool, str]] = []
    feed.ended.connect(lambda _: at_end.append((session.closed, _captions(views[-1][1]))))
    session.tell(_line(7))
    feed.end()
    qtbot.waitUntil(lambda: at_end != [])
    assert at_end == [(True, "line 7   ")]
    assert not feed.running
    assert feed.view.phase is Phase.IDLE


def test_another_session_can_follow(feed: Feed, session: ScriptedSession, qtbot: QtBot) -> None:
    with qtbot.waitSignal(feed.ended):
        feed.end()
    second = ScriptedSession()
    feed.start(second.open)
    qtbot.waitUntil(lambda: second.opened)


def test_a_second_start_while_one_runs_does_nothing(feed: Feed, session: ScriptedSession) -> None:
    second = ScriptedSession()
    feed.start(second.open)
    assert not second.opened


def test_a_deleted_session_leaves_the_windows_and_others_do_not_matter(
    feed: Feed, session: ScriptedSession, qtbot: QtBot
) -> None:
    session.tell(Utterance(Lane.SYSTEM, 1, "Why us?", 0.0, 1.0))
    qtbot.waitUntil(lambda: feed.view.captions[0].finished != "")
    feed.forget((1,))
    assert feed.view.captions[0].finished
    with qtbot.waitSignal(feed.ended):
        for _ in range(2):
            feed.end()
    feed.forget((99,))
    assert feed.view.captions[0].finished
    feed.forget((1, 99))
    assert feed.view.captions[0].finished == ""


def test_an_end_that_comes_before_the_session_is_open_counts(feed: Feed, qtbot: QtBot) -> None:
    session = ScriptedSession(stubborn=True)
    with qtbot.waitSignal(feed.ended):
        feed.start(session.open)
        feed.end()
        feed.end()
    assert session.n_ends == 2


def test_stop_leaves_a_stubborn_session_no_time(feed: Feed, qtbot: QtBot) -> None:
    session = ScriptedSession(stubborn=True)
    feed.start(session.open)
    qtbot.waitUntil(lambda: session.opened)
    assert feed.stop(5)
    assert session.closed


def test_stop_does_not_wait_longer_than_told(feed: Feed, qtbot: QtBot) -> None:
    session = ScriptedSession()
    leave = threading.Event()

    def hang() -> None:
        leave.wait(20)

    session.end = hang  # type: ignore[method-assign] # a session whose end hangs once it runs
    feed.start(session.open)
    qtbot.waitUntil(lambda: session.opened)
    session.n_ends = 0
    threading.Timer(0.3, leave.set).start()
    assert feed.stop(0.01) is False
    session.n_ends = 1
    assert feed.stop(5)


@pytest.mark.parametrize(
    ("breaks", "words"),
    [
        (ModelMissing("No model.", cure="Pull one."), "No model."),
        (RuntimeError("what the user said"), "unexpected"),
    ],
)
def test_a_session_that_breaks_off_says_why(
    feed: Feed,
    session: ScriptedSession,
    caplog: pytest.LogCaptureFixture,
    qtbot: QtBot,
    breaks: Exception,
    words: str,
) -> None:
    with qtbot.waitSignal(feed.ended) as ended:
        session.fail(breaks)
    (error,) = ended.args
    assert isinstance(error, KairoError)
    assert words in error.message
    assert error.cure
    assert feed.view.fault == Fault.of(error)
    assert "what the user said" not in caplog.text
    caplog.clear()


def test_a_history_that_cannot_be_written_is_said(feed: Feed, qtbot: QtBot) -> None:
    def refuse() -> Callable[[], None]:
        raise DiskError("The history cannot be written.")

    with qtbot.waitSignal(feed.ended) as ended:
        feed.start(refuse)  # type: ignore[arg-type] # it never opens anything
    assert isinstance(ended.args[0], DiskError)


def test_wishes_reach_the_session(feed: Feed, session: ScriptedSession, qtbot: QtBot) -> None:
    feed.pause(Lane.MIC, paused=True)
    feed.command(UserCommand.AGAIN)
    assert session.asked == [(Lane.MIC, True), UserCommand.AGAIN]


def test_without_a_session_wishes_go_nowhere(feed: Feed) -> None:
    feed.pause(Lane.MIC, paused=True)
    feed.command(UserCommand.AGAIN)
    feed.end()
    assert feed.stop(1)
    assert feed.view == BoardView()


def test_a_pin_is_shown_without_anything_told(
    feed: Feed, session: ScriptedSession, qtbot: QtBot
) -> None:
    question = Question(1, "Why?", Kind.BACKGROUND, 1.0, QuestionState.CONFIRMED)
    session.tell(question, TalkingPoint(1, 0, "Because", (), PointState.FINAL))
    qtbot.waitUntil(lambda: bool(feed.view.cards) and bool(feed.view.cards[0].points))
    views = _shown(feed)
    feed.pin(1, 0)
    qtbot.waitUntil(lambda: bool(views) and bool(views[-1][1].pinned))


def test_words_end_the_quiet_and_levels_do_not(qtbot: QtBot) -> None:
    clock = HandClock()
    feed = Feed(Board(), clock=clock)
    session = ScriptedSession()
    feed.start(session.open)
    qtbot.waitUntil(lambda: session.opened)
    clock.now_s += 100
    session.tell(LaneLevel(Lane.MIC, -20.0, -10.0))
    session.report(("asr", ChildState.READY))
    qtbot.waitUntil(lambda: feed.view.children != ())
    assert feed.quiet_s == 100
    session.tell(_line(1))
    qtbot.waitUntil(lambda: feed.quiet_s == 0)
    assert feed.stop(5)


def test_a_full_disk_is_told_until_it_is_written_to_again(
    feed: Feed, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, full = Journal.write, True

    def write_if_there_is_room(journal: Journal, item: Settled) -> None:
        if full:
            raise DiskError("The session cannot be written.")
        write(journal, item)

    monkeypatch.setattr(Journal, "write", write_if_there_is_room)
    session = ScriptedSession()
    feed.start(session.open)
    session.tell(Utterance(Lane.MIC, 0, "One.", 0.0, 1.0))
    qtbot.waitUntil(lambda: feed.view.fault is not None)
    full = False
    session.tell(Utterance(Lane.MIC, 1, "Two.", 1.0, 2.0))
    qtbot.waitUntil(lambda: feed.view.fault is None)
    feed.end()
    with qtbot.waitSignal(feed.ended):
        pass
