import json
import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kairo_desktop.cli.sessions import app
from kairo_desktop.errors import DiskError, InputError, UsageError
from kairo_desktop.settings.paths import Paths
from kairo_desktop.store.journal import Journal
from tests.store.telling import GREETING, QUESTION, STARTED, WHOLE, written


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    paths = Paths(tmp_path / "config", tmp_path / "data", tmp_path / "cache", tmp_path / "logs")
    monkeypatch.setattr(Paths, "of_user", lambda: paths)
    return paths.sessions


def _run(*words: str) -> Result:
    return CliRunner().invoke(app, words)


def _rows(result: Result) -> list[dict[str, object]]:
    assert result.exception is None
    return [json.loads(line) for line in result.stdout.splitlines()]


def _cut_short(folder: Path) -> int:
    with Journal.begin(folder, "Cut short", STARTED) as journal:
        for item in WHOLE:
            journal.write(item)
    return journal.session_id


def test_lists_sessions_as_json(folder: Path) -> None:
    written(folder, *WHOLE)
    assert _rows(_run("list", "--json")) == [
        {
            "session_id": 1,
            "title": "Acme, backend",
            "started_at": "2026-03-01T09:30:00Z",
            "ended_at": "2026-03-01T09:50:00Z",
            "state": "ended",
            "n_lines": 2,
            "n_turns": 1,
        }
    ]


def test_lists_sessions_for_a_person(folder: Path) -> None:
    assert "No session has been kept yet." in _run("list").stdout
    written(folder, *WHOLE)
    _cut_short(folder)
    listed = _run("list").stdout
    assert "Acme, backend" in listed
    assert "interrupted" in listed
    assert "kairo sessions recover" in listed


def test_finds_words(folder: Path) -> None:
    written(folder, *WHOLE)
    (row,) = _rows(_run("list", "--search", "tenant", "--json"))
    assert (row["session_id"], row["kind"]) == (1, "point")
    assert "64 shards" in _run("list", "--search", "tenant").stdout
    assert "Nothing found." in _run("list", "--search", "zebra").stdout


def test_shows_the_last_session(folder: Path) -> None:
    written(folder)
    written(folder, *WHOLE)
    shown = _run("show").stdout
    places = [shown.index(text) for text in ("Zoë", "shard *billing*", "Hash of", "Say what")]
    assert places == sorted(places)
    (row,) = _rows(_run("show", "2", "--json"))
    assert [line["text"] for line in row["lines"]] == [  # type: ignore[attr-defined]
        "Good morning, Zoë.",
        "Good morning.",
    ]


def test_a_session_is_shown_with_what_its_answers_cost(folder: Path) -> None:
    written(folder, *WHOLE)
    (row,) = _rows(_run("show", "--json"))
    assert row["n_answered"] == 1
    keys = [f"first_words_ms_{key}" for key in ("p50", "p95", "cold")]
    assert [row[key] for key in keys] == [310.0] * 3
    assert row["done_ms_p50"] is None
    shown = _run("show").stdout
    assert "1 question, 1 answered" in shown
    assert "p50 310 ms · p95 310 ms · first answer 310 ms" in shown
    assert "first words 310 ms" in shown


def test_a_session_without_questions_is_shown_without_figures(folder: Path) -> None:
    written(folder, *WHOLE[:2])
    assert "answered" not in _run("show").stdout
    assert _rows(_run("show", "--json"))[0]["first_words_ms_p50"] is None


@pytest.mark.parametrize("verb", ["show", "export", "recover", "delete"])
@pytest.mark.parametrize("word", ["../../x", "1.5", "٣", "99999999999999999999", "\x1b[31m"])
def test_what_is_no_number_is_told(folder: Path, verb: str, word: str) -> None:
    written(folder, *WHOLE)
    error = _run(verb, word).exception
    assert isinstance(error, UsageError)
    assert "is not the number of a session" in error.message
    assert "\x1b" not in error.message
    assert len(_rows(_run("list", "--json"))) == 1


def test_nothing_said_commands_the_terminal(folder: Path) -> None:
    bell = "bell \x1b]0;title\x07 \x9b31m end"
    written(folder, replace(GREETING, text=bell), title=bell)
    for words in (("show",), ("list",), ("list", "--search", "bell")):
        shown = _run(*words).stdout
        assert "bell" in shown
        assert not set(shown) & {"\x1b", "\x07", "\x9b"}


def test_a_history_without_sessions_says_so(folder: Path) -> None:
    del folder
    result = _run("show")
    assert isinstance(result.exception, InputError)
    assert "No session" in str(result.exception)


@pytest.mark.parametrize("form", ["md", "json", "srt"])
def test_exports_to_standard_output(folder: Path, form: str) -> None:
    written(folder, *WHOLE)
    text = _run("export", "--format", form).stdout
    assert "Good morning, Zoë." in text
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


def test_exports_to_a_new_private_file(folder: Path, tmp_path: Path) -> None:
    written(folder, *WHOLE)
    file = tmp_path / "out.srt"
    before = os.umask(0)
    try:
        (row,) = _rows(_run("export", "1", "--format", "srt", "--to", str(file), "--json"))
    finally:
        os.umask(before)
    assert row == {"session_id": 1, "file": str(file)}
    assert file.read_text(encoding="utf-8").startswith("1\n00:00:00,500")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_an_export_overwrites_nothing(folder: Path, tmp_path: Path) -> None:
    written(folder, *WHOLE)
    (tmp_path / "mine.md").write_text("mine")
    result = _run("export", "--to", str(tmp_path / "mine.md"))
    assert isinstance(result.exception, DiskError)
    assert (tmp_path / "mine.md").read_text() == "mine"
    nowhere = _run("export", "--to", str(tmp_path / "no" / "folder.md"))
    assert isinstance(nowhere.exception, DiskError)


def test_gives_a_session_another_title(folder: Path) -> None:
    written(folder)
    (row,) = _rows(_run("rename", "1", "Second  round", "--json"))
    assert row["title"] == "Second round"
    assert _run("rename", "1", "Third").stdout == ""
    assert "Third" in _run("list").stdout
    assert isinstance(_run("rename", "1", " ").exception, InputError)
    assert isinstance(_run("rename", "x", "Third").exception, UsageError)


def test_deletes_what_is_named(folder: Path) -> None:
    for _ in range(3):
        written(folder, *WHOLE)
    assert _run("delete", "1").stdout == "Deleted 1 session.\n"
    assert _rows(_run("delete", "--all", "--json")) == [{"deleted": [3, 2], "notes_left": False}]
    assert _rows(_run("list", "--json")) == []


def test_deletes_what_was_made_of_the_notes_on_request(folder: Path) -> None:
    written(folder)
    paths = Paths.of_user()
    index, state = paths.indexes / "a.index", paths.states / "a.kv"
    for file in (index, state):
        file.parent.mkdir(parents=True)
        file.touch()
    _run("delete", "1")
    assert index.exists()
    written(folder)
    _run("delete", "--all", "--notes-too")
    assert not index.exists()
    assert not state.exists()


def _of_profile(folder: Path, profile: str) -> Path:
    """A session of a profile, and the file that its index would be."""
    with Journal.begin(folder, "x", STARTED, profile=profile) as journal:
        journal.end(STARTED)
    index = Paths.of_user().indexes / f"{profile}.index"
    index.parent.mkdir(parents=True, exist_ok=True)
    index.touch()
    return index


def test_deleting_the_last_session_of_a_profile_says_that_its_index_stays(folder: Path) -> None:
    index = _of_profile(folder, "a")
    _of_profile(folder, "a")
    assert "still here" not in _run("delete", "1").stdout
    assert "--notes-too" in _run("delete", "2").stdout
    assert index.exists()
    _of_profile(folder, "a")
    assert _rows(_run("delete", "3", "--json")) == [{"deleted": [3], "notes_left": True}]


def test_notes_go_with_the_last_session_of_their_profile_only(folder: Path) -> None:
    first, other = _of_profile(folder, "a"), _of_profile(folder, "b")
    _of_profile(folder, "a")
    _run("delete", "1", "--notes-too")
    assert first.exists()
    assert _rows(_run("delete", "3", "--notes-too", "--json")) == [
        {"deleted": [3], "notes_left": False}
    ]
    assert not first.exists()
    assert other.exists()


def test_a_question_that_came_again_says_when(folder: Path) -> None:
    written(folder, *WHOLE, replace(QUESTION, end_s=90.0, repeat_of=1))
    assert "asked again at 1:30" in _run("show").stdout
    (turn,) = json.loads(_run("show", "--json").stdout)["turns"]
    assert turn["asked_again_s"] == [90.0]


@pytest.mark.parametrize("words", [("delete",), ("delete", "1", "--all")])
def test_deleting_wants_to_know_what(folder: Path, words: tuple[str, ...]) -> None:
    written(folder)
    assert isinstance(_run(*words).exception, UsageError)
    assert len(_rows(_run("list", "--json"))) == 1


def test_recovers_what_was_interrupted(folder: Path) -> None:
    number = _cut_short(folder)
    assert "2 lines, 1 question." in _run("recover").stdout
    assert "No session was interrupted." in _run("recover").stdout
    assert _run("recover", "--json").stdout == ""
    assert isinstance(_run("recover", str(number)).exception, InputError)


def test_recovers_one_as_json(folder: Path) -> None:
    number = _cut_short(folder)
    (row,) = _rows(_run("recover", str(number), "--json"))
    assert (row["session_id"], row["state"]) == (number, "recovered")
