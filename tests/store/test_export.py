import json
import re
import stat
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from kairo_desktop.errors import DiskError
from kairo_desktop.store.export import Format, clock, export, one_line, write_private
from kairo_desktop.store.history import History
from kairo_desktop.store.records import SavedSession, SavedTurn, SessionState, Story
from kairo_desktop.types import Lane, PointState, Source, TalkingPoint, Utterance
from tests.store.telling import ANSWER, POINT, QUESTION, REPLY, STARTED, WHOLE, written

_HOSTILE = (
    "- a list? 1. numbered",
    "3) three",
    "# head <script>alert(1)</script> &lt;b&gt;",
    "```\nfence\n```",
    "*a* _b_ **c** `d` ~~e~~ $x$",
    "![i](u) [l](u) | a | b |",
    "line\nbreak\r\n\u2028and \x00 \x1b[31m red \u202e turned",
    "00:00:01,000 --> 00:00:02,000",
    "",
    "7",
)
"""Texts that mean something to Markdown, to subtitles or to a terminal."""


def _story(*lines: Utterance, turns: tuple[SavedTurn, ...] = ()) -> Story:
    session = SavedSession(1, "Acme", STARTED, None, SessionState.ENDED, len(lines), len(turns))
    return Story(session, lines, turns)


def _told(texts: list[str]) -> Story:
    """A session in which every text that can be is one of these."""
    lines = [Utterance(Lane.MIC, n, text, n * 1.0, n + 0.5) for n, text in enumerate(texts)]
    turns = [
        SavedTurn(
            replace(QUESTION, turn_id=n + 1, text=text, end_s=100.0 + n),
            (TalkingPoint(n + 1, 0, text, (Source(text, text),), PointState.FINAL),),
            not_in_notes=False,
            trace=None,
        )
        for n, text in enumerate(texts)
    ]
    return _story(*lines, turns=tuple(turns))


@dataclass(frozen=True)
class _Subtitle:
    start_s: float
    end_s: float
    text: str


def _subtitles(text: str) -> Iterator[_Subtitle]:
    """Read SubRip as strictly as the pickiest player."""
    stamp = r"(\d{2,}):([0-5]\d):([0-5]\d),(\d{3})"
    for number, block in enumerate(text.removesuffix("\n").split("\n\n") if text else [], 1):
        count, times, *words = block.split("\n")
        assert count == str(number)
        match = re.fullmatch(f"{stamp} --> {stamp}", times)
        assert match
        assert len(words) == 1
        assert words[0].strip()
        assert "-->" not in words[0]
        h, m, s, ms, h2, m2, s2, ms2 = map(int, match.groups())
        yield _Subtitle(
            h * 3600 + m * 60 + s + ms / 1000, h2 * 3600 + m2 * 60 + s2 + ms2 / 1000, words[0]
        )


def _words(text: str) -> str:
    """What of a text a reader of Markdown sees, blanks at its ends aside."""
    return one_line(text) or "…"


def test_markdown_has_lines_and_answers_in_the_order_in_which_they_came(tmp_path: Path) -> None:
    session_id = written(tmp_path, *WHOLE)
    with History(tmp_path) as history:
        text = export(history.story(session_id), Format.MD)
    assert text == (
        f"# Acme, backend\n\n{STARTED.astimezone():%Y-%m-%d %H:%M} · 1 question, 1 answered"
        " · first words after 310 ms (median)\n\n"
        "**Interviewer** (0:00): Good morning, Zoë.\n\n"
        "**You** (0:02): Good morning.\n\n"
        "> **How did you shard \\*billing\\*?**\n"
        "> - Hash of the tenant, 64 shards. *(notes/db.md, Sharding)*\n"
        "> - Say what broke.\n"
    )


def test_markdown_says_what_is_not_in_the_notes_and_counts_hours() -> None:
    turn = SavedTurn(QUESTION, (POINT,), not_in_notes=True, trace=None)
    text = export(_story(Utterance(Lane.MIC, 0, "late", 3725.0, 3726.0), turns=(turn,)), Format.MD)
    assert "*Not in your notes.*" in text
    assert "(1:02:05)" in text
    assert "1 question, 0 answered\n" in text


@given(st.lists(st.sampled_from(_HOSTILE) | st.text(max_size=30), max_size=4))
def test_markdown_reads_back_as_paragraphs_and_quoted_lists_whatever_was_said(
    texts: list[str],
) -> None:
    tokens = (
        MarkdownIt("commonmark")
        .enable("table")
        .enable("strikethrough")
        .parse(export(_told(texts), Format.MD))
    )
    kinds = [token.type for token in tokens if token.nesting == 1]
    lines = ["paragraph_open"] * len(texts)
    answer = ["blockquote_open", "paragraph_open", "bullet_list_open", "list_item_open"]
    assert kinds == [
        *("heading_open", "paragraph_open", *lines),
        *([*answer, "paragraph_open"] * len(texts)),
    ]
    inline = [token for token in tokens if token.type == "inline"][2 : 2 + len(texts)]
    for token, text in zip(inline, texts, strict=True):
        shown = "".join(child.content for child in token.children or ())
        assert shown.partition("): ")[2].strip() == _words(text)


def test_json_has_everything(tmp_path: Path) -> None:
    session_id = written(tmp_path, *WHOLE)
    with History(tmp_path) as history:
        story = history.story(session_id)
    text = export(story, Format.JSON)
    assert msgspec.json.decode(text, type=Story) == story
    assert json.loads(text)["lines"][0]["text"] == "Good morning, Zoë."
    assert story.turns[0].trace == ANSWER.trace


def test_subtitles_have_numbered_lines_with_times() -> None:
    text = export(_story(REPLY, Utterance(Lane.SYSTEM, 1, "So.", 3661.5, 3661.0)), Format.SRT)
    assert text == (
        "1\n00:00:02,500 --> 00:00:03,000\nYou: Good morning.\n\n"
        "2\n01:01:01,500 --> 01:01:02,000\nInterviewer: So.\n"
    )


@given(st.lists(st.sampled_from(_HOSTILE) | st.text(max_size=30), max_size=4))
def test_subtitles_and_json_read_back_whatever_was_said(texts: list[str]) -> None:
    story = _told(texts)
    read = list(_subtitles(export(story, Format.SRT)))
    assert [one.start_s for one in read] == [line.start_s for line in story.lines]
    assert all(one.end_s > one.start_s for one in read)
    assert all(unicodedata.category(c) != "Cc" for one in read for c in one.text)
    assert [line["text"] for line in json.loads(export(story, Format.JSON))["lines"]] == texts


@pytest.mark.parametrize(
    ("seconds", "shown"), [(-1, "0:00"), (67.9, "1:07"), (3600, "1:00:00"), (36_061, "10:01:01")]
)
def test_a_time_reads_like_a_clock(seconds: float, shown: str) -> None:
    assert clock(seconds) == shown


def test_a_file_that_is_there_is_replaced_only_on_request(tmp_path: Path) -> None:
    file = tmp_path / "out.md"
    write_private(file, "one\n")
    with pytest.raises(DiskError, match="is there already"):
        write_private(file, "two\n")
    assert file.read_text() == "one\n"
    write_private(file, "two\n", replace=True)
    assert file.read_bytes() == b"two\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_cannot_be_written_is_told_and_the_old_one_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "out.md"
    write_private(file, "old\n")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(DiskError, match="No space left"):
        write_private(file, "new\n", replace=True)
    assert file.read_text() == "old\n"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    ("times_s", "words"),
    [
        ((90.0,), "Asked again at 1:30."),
        ((90.0, 600.0, 3700.0), "Asked again at 1:30, 10:00 and 1:01:40."),
    ],
)
def test_a_question_that_came_again_says_when(times_s: tuple[float, ...], words: str) -> None:
    turn = SavedTurn(QUESTION, (POINT,), False, None, asked_again_s=times_s)  # noqa: FBT003
    story = _story(turns=(turn,))
    assert f"> *{words}*" in export(story, Format.MD).splitlines()
    told = json.loads(export(story, Format.JSON))["turns"][0]
    assert told["asked_again_s"] == list(times_s)
    assert "Asked again" not in export(_story(turns=(replace(turn, asked_again_s=()),)), Format.MD)
