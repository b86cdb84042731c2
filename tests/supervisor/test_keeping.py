from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from kairo_desktop.session.events import ClockKind, Event, Fault, Item
from kairo_desktop.settings.privacy import PrivacySettings
from kairo_desktop.store.history import History
from kairo_desktop.store.journal import Journal
from kairo_desktop.store.recorder import Recorder
from kairo_desktop.supervisor.keeping import forget_old, kept, open_journal
from kairo_desktop.types import Gap, Lane, Utterance
from tests.store.telling import ANSWER, GREETING, POINT, QUESTION, STARTED, written

_GAP = Gap(Lane.MIC, 0.0, 1.0, "unplugged")


def _events(*items: Item) -> Iterator[Event]:
    for n, item in enumerate(items):
        yield Event(float(n), ClockKind.REAL, item)


def _limit(journal: Journal, pages: int) -> None:
    with journal.database.reading() as connection:
        used = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {used + pages}")


def test_what_is_settled_is_written_before_it_is_shown(tmp_path: Path) -> None:
    with open_journal(tmp_path, PrivacySettings(), "Acme", STARTED) as journal:
        events = kept(_events(_GAP, GREETING, QUESTION), Recorder(journal))
        seen = [event.item for event in (next(events), next(events))]
        assert seen == [_GAP, GREETING]
        with History(tmp_path) as history:
            assert history.story(journal.session_id).lines == (GREETING,)


def test_every_event_passes_in_order(tmp_path: Path) -> None:
    items: tuple[Item, ...] = (_GAP, GREETING, QUESTION, POINT, ANSWER)
    with open_journal(tmp_path, PrivacySettings(), "Acme", STARTED) as journal:
        assert [event.item for event in kept(_events(*items), Recorder(journal))] == list(items)


def test_a_full_disk_is_one_fault_and_the_session_goes_on(tmp_path: Path) -> None:
    lines = [Utterance(Lane.MIC, n, "word " * 200, n * 1.0, n + 0.5) for n in range(40)]
    with open_journal(tmp_path, PrivacySettings(), "Acme", STARTED) as journal:
        _limit(journal, 0)
        passed = [event.item for event in kept(_events(*lines), Recorder(journal))]
        _limit(journal, 10_000)
    faults = [item for item in passed if isinstance(item, Fault)]
    assert [fault.code for fault in faults] == ["disk"]
    assert [item for item in passed if isinstance(item, Utterance)] == lines


def test_what_could_not_be_written_is_when_there_is_room_again(tmp_path: Path) -> None:
    lines = [Utterance(Lane.MIC, n, "word " * 200, n * 1.0, n + 0.5) for n in range(40)]

    def events(journal: Journal) -> Iterator[Event]:
        yield from _events(*lines)
        _limit(journal, 10_000)

    with open_journal(tmp_path, PrivacySettings(), "Acme", STARTED) as journal:
        _limit(journal, 0)
        for _ in kept(events(journal), Recorder(journal)):
            pass
    with History(tmp_path) as history:
        assert list(history.story(1).lines) == lines


def test_a_session_without_events_writes_nothing(tmp_path: Path) -> None:
    with open_journal(tmp_path, PrivacySettings(), "Acme", STARTED) as journal:
        assert list(kept(_events(), Recorder(journal))) == []


def test_sessions_that_are_not_kept_touch_no_disk(tmp_path: Path) -> None:
    privacy = PrivacySettings(keep_sessions=False)
    with open_journal(tmp_path / "sessions", privacy, "Acme", STARTED) as journal:
        list(kept(_events(GREETING), Recorder(journal)))
    assert list(tmp_path.iterdir()) == []


def test_old_sessions_are_forgotten_when_the_user_wants_it(tmp_path: Path) -> None:
    old = written(tmp_path, GREETING)
    now = STARTED + timedelta(days=8)
    assert forget_old(tmp_path, PrivacySettings(), now) == ()
    assert forget_old(tmp_path, PrivacySettings(keep_days=9), now) == ()
    assert forget_old(tmp_path, PrivacySettings(keep_days=7), now) == (old,)
