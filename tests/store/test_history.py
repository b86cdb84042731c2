from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.errors import DiskError, InputError
from kairo_desktop.store.database import Database
from kairo_desktop.store.history import History
from kairo_desktop.store.journal import Journal
from kairo_desktop.store.records import Match, MatchKind, SessionState, Span
from kairo_desktop.types import Lane, Utterance
from tests.store.telling import GREETING, QUESTION, REPLY, STARTED, WHOLE, written


def _bytes(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def _interrupted(folder: Path) -> int:
    """A session whose program died: its lock is free, its end was never written."""
    with Journal.begin(folder, "Cut short", STARTED) as journal:
        for item in WHOLE:
            journal.write(item)
    return journal.session_id


def test_sessions_come_newest_first(tmp_path: Path) -> None:
    ids = [written(tmp_path), written(tmp_path), written(tmp_path)]
    with History(tmp_path) as history:
        assert [session.session_id for session in history.sessions()] == ids[::-1]


def test_looking_at_no_history_leaves_no_file(tmp_path: Path) -> None:
    with History(tmp_path / "none") as history:
        assert history.sessions() == ()
        assert history.search("anything") == ()
    assert list(tmp_path.iterdir()) == []


def test_a_session_that_does_not_exist_is_told(tmp_path: Path) -> None:
    with History(tmp_path) as history, pytest.raises(InputError, match="no session 7"):
        history.story(7)


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("zoe", [MatchKind.LINE]),
        ("good MORN", [MatchKind.LINE, MatchKind.LINE]),
        ("shard billing", [MatchKind.QUESTION]),
        ("tenant", [MatchKind.POINT]),
        ("morning tenant", []),
        ("   ", []),
        ('say "what', [MatchKind.POINT]),
        ("NEAR(", []),
        ("*", []),
    ],
)
def test_search_finds_all_words_and_takes_none_for_an_operator(
    tmp_path: Path, words: str, kinds: list[MatchKind]
) -> None:
    written(tmp_path, *WHOLE)
    with History(tmp_path) as history:
        assert [match.kind for match in history.search(words)] == kinds


def test_a_match_says_where_it_is(tmp_path: Path) -> None:
    session_id = written(tmp_path, *WHOLE)
    with History(tmp_path) as history:
        line, question, point = (history.search(w)[0] for w in ("zoe", "shard", "tenant 64"))
    assert line == Match(
        session_id, MatchKind.LINE, GREETING.text, 0.5, 0, Lane.SYSTEM, spans=(Span(14, 17),)
    )
    assert (question.number, question.at_s) == (1, QUESTION.end_s)
    assert (point.number, point.index, point.at_s) == (1, 0, QUESTION.end_s)
    assert [point.text[span.start : span.end] for span in point.spans] == ["tenant", "64"]


def test_search_can_keep_to_one_session(tmp_path: Path) -> None:
    written(tmp_path, *WHOLE)
    second = written(tmp_path, *WHOLE)
    with History(tmp_path) as history:
        assert {match.session_id for match in history.search("tenant", session_id=second)} == {2}


def test_a_text_that_looks_like_marks_has_no_spans(tmp_path: Path) -> None:
    written(tmp_path, replace(GREETING, text="Good \x02odd\x03 morning"))
    with History(tmp_path) as history:
        (match,) = history.search("morning")
    assert match.spans == ()


@given(st.lists(st.sampled_from(["good", "morning", "Zoë,", "\U0001f600", "a"]), min_size=1))
def test_spans_stand_on_the_words_that_were_sought(words: list[str]) -> None:
    with TemporaryDirectory() as folder:
        written(Path(folder), replace(GREETING, text=" ".join(words)))
        with History(Path(folder)) as history:
            matches = history.search("morning")
    found = [m.text[span.start : span.end] for m in matches for span in m.spans]
    assert found == [word for word in words if word == "morning"]


def test_a_session_gets_another_title(tmp_path: Path) -> None:
    session_id = written(tmp_path)
    with History(tmp_path) as history:
        history.rename(session_id, "  Second\nround ")
        assert history.session(session_id).title == "Second round"
        with pytest.raises(InputError, match="needs a title"):
            history.rename(session_id, " \n ")
        with pytest.raises(InputError, match="no session 9"):
            history.rename(9, "x")


def test_a_deleted_session_leaves_nothing_behind(tmp_path: Path) -> None:
    canary = Utterance(Lane.MIC, 5, "xylophone marzipan " * 400, 9.0, 9.5)
    kept = written(tmp_path, *WHOLE)
    gone = written(tmp_path, *WHOLE, canary, title="quokka")
    assert b"xylophone" in _bytes(tmp_path)
    with History(tmp_path) as history:
        history.delete([gone])
        assert history.search("xylophone") == ()
        assert [session.session_id for session in history.sessions()] == [kept]
        assert len(history.story(kept).lines) == 2
        while_open = _bytes(tmp_path)
    for files in (while_open, _bytes(tmp_path)):
        for word in (b"xylophone", b"marzipan", b"quokka"):
            assert word not in files
        assert b"billing" in files


def test_what_is_deleted_beside_a_running_session_is_gone_at_once(tmp_path: Path) -> None:
    gone = written(tmp_path, replace(GREETING, text="xylophone marzipan " * 40), title="quokka")
    with Journal.begin(tmp_path, "Now", STARTED) as journal:
        journal.write(REPLY)
        with History(tmp_path) as history:
            history.delete([gone])
        files = _bytes(tmp_path)
        assert not [word for word in (b"xylophone", b"marzipan", b"quokka") if word in files]
        journal.write(replace(REPLY, utterance_id=1))
        journal.end(STARTED)
    with History(tmp_path) as history:
        assert len(history.story(journal.session_id).lines) == 2


def test_what_retention_deletes_is_gone_as_well(tmp_path: Path) -> None:
    written(tmp_path, replace(GREETING, text="xylophone"), title="quokka")
    with History(tmp_path) as history:
        history.delete_before(STARTED + timedelta(seconds=1))
    assert b"xylophone" not in _bytes(tmp_path)
    assert b"quokka" not in _bytes(tmp_path)


def test_a_number_is_never_given_twice(tmp_path: Path) -> None:
    first = written(tmp_path)
    with History(tmp_path) as history:
        history.delete([first])
    assert written(tmp_path) == first + 1


def test_deletion_says_when_somebody_still_reads_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = written(tmp_path, *WHOLE)
    monkeypatch.setattr("kairo_desktop.store.database._BUSY_MS", 1)
    with Database.open(tmp_path) as other, other.reading() as connection:
        connection.execute("SELECT count(*) FROM lines").fetchone()
        with History(tmp_path) as history, pytest.raises(DiskError, match="still in the history"):
            history.delete([gone])


def test_a_running_session_is_neither_deleted_nor_recovered(tmp_path: Path) -> None:
    with Journal.begin(tmp_path, "Now", STARTED) as journal, History(tmp_path) as history:
        journal.write(REPLY)
        assert history.session(journal.session_id).state is SessionState.RUNNING
        with pytest.raises(InputError, match="still running"):
            history.delete([journal.session_id])
        with pytest.raises(InputError, match="not interrupted"):
            history.recover(journal.session_id)
        assert history.delete_before(STARTED + timedelta(days=1)) == ()


def test_an_interrupted_session_is_recovered_up_to_its_last_line(tmp_path: Path) -> None:
    session_id = _interrupted(tmp_path)
    with History(tmp_path) as history:
        assert [session.session_id for session in history.interrupted()] == [session_id]
        session = history.recover(session_id)
        assert session.state is SessionState.RECOVERED
        assert session.ended_at == STARTED + timedelta(seconds=REPLY.end_s)
        assert history.interrupted() == ()
        assert len(history.story(session_id).turns) == 1


def test_an_interrupted_session_without_a_line_ended_when_it_began(tmp_path: Path) -> None:
    with Journal.begin(tmp_path, "x", STARTED) as journal:
        journal.write(QUESTION)
    with History(tmp_path) as history:
        assert history.recover(journal.session_id).ended_at == STARTED


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE turns SET question = '{\"turn_id\": 1'",
        "UPDATE turns SET question = '{}'",
        "UPDATE turns SET trace = '[]'",
        "UPDATE points SET point = 'x'",
        "UPDATE lines SET lane = 'telepathy' WHERE lane = 'mic'",
    ],
)
def test_a_damaged_session_is_told_and_can_still_be_deleted(tmp_path: Path, damage: str) -> None:
    session_id = written(tmp_path, *WHOLE)
    with Database.open(tmp_path) as database, database.transaction() as connection:
        connection.execute(damage)
    with History(tmp_path) as history:
        with pytest.raises(DiskError, match=f"Session {session_id} is damaged"):
            history.story(session_id)
        history.delete([session_id])
        assert history.sessions() == ()


def test_what_is_older_than_a_moment_is_deleted(tmp_path: Path) -> None:
    session_id = written(tmp_path, *WHOLE)
    with History(tmp_path) as history:
        assert history.delete_before(STARTED) == ()
        assert history.delete_before(STARTED + timedelta(seconds=1)) == (session_id,)
        assert history.sessions() == ()


def test_a_lock_that_cannot_be_looked_at_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _interrupted(tmp_path)

    def refuse(*_: object) -> bool:
        raise OSError("no locks")

    monkeypatch.setattr("kairo_desktop.store.lock.SessionLock.take", refuse)
    with History(tmp_path) as history, pytest.raises(DiskError, match="cannot be read"):
        history.sessions()


def _of_profile(folder: Path, profile: str) -> int:
    with Journal.begin(folder, "x", STARTED, profile=profile) as journal:
        journal.end(STARTED)
    return journal.session_id


def test_the_last_session_of_a_profile_is_known(tmp_path: Path) -> None:
    first, second, third = (_of_profile(tmp_path, profile) for profile in ("a", "a", "b"))
    without = _of_profile(tmp_path, "")
    with History(tmp_path) as history:
        alone = [history.profile_of_only(number) for number in (first, second, third, without)]
        assert alone == ["", "", "b", ""]
        assert history.delete([first]) == ()
        assert history.profile_of_only(second) == "a"


def test_deleting_tells_which_profiles_are_left_alone(tmp_path: Path) -> None:
    numbers = [_of_profile(tmp_path, profile) for profile in ("b", "a", "a", "")]
    kept = _of_profile(tmp_path, "c")
    with History(tmp_path) as history:
        assert history.delete(numbers) == ("a", "b")
        assert history.delete([kept]) == ("c",)
        assert history.delete([]) == ()
