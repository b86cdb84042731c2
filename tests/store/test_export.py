from pathlib import Path

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.store.export import Format, export
from kairo_desktop.store.history import History
from kairo_desktop.store.records import SavedSession, SavedTurn, SessionState, Story
from kairo_desktop.types import Lane, Utterance
from tests.store.telling import ANSWER, POINT, QUESTION, REPLY, STARTED, WHOLE, written


def _story(*lines: Utterance, turns: tuple[SavedTurn, ...] = ()) -> Story:
    session = SavedSession(1, "Acme", STARTED, None, SessionState.ENDED, len(lines), len(turns))
    return Story(session, lines, turns)


def test_markdown_has_lines_and_answers_in_the_order_in_which_they_came(tmp_path: Path) -> None:
    session_id = written(tmp_path, *WHOLE)
    with History(tmp_path) as history:
        text = export(history.story(session_id), Format.MD)
    assert text == (
        "# Acme, backend\n\n2026-03-01 09:30\n\n"
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


def test_json_has_everything(tmp_path: Path) -> None:
    session_id = written(tmp_path, *WHOLE)
    with History(tmp_path) as history:
        story = history.story(session_id)
    assert msgspec.json.decode(export(story, Format.JSON), type=Story) == story
    assert story.turns[0].trace == ANSWER.trace


def test_subtitles_have_numbered_lines_with_times() -> None:
    text = export(_story(REPLY, Utterance(Lane.SYSTEM, 1, "So.", 3661.5, 3661.0)), Format.SRT)
    assert text == (
        "1\n00:00:02,500 --> 00:00:03,000\nYou: Good morning.\n\n"
        "2\n01:01:01,500 --> 01:01:01,500\nInterviewer: So.\n"
    )


@given(st.lists(st.text(max_size=30), max_size=5))
def test_no_text_breaks_out_of_its_line(texts: list[str]) -> None:
    lines = [Utterance(Lane.MIC, n, text, n * 1.0, n + 0.5) for n, text in enumerate(texts)]
    blocks = export(_story(*lines), Format.SRT).split("\n\n") if lines else []
    assert [block.count("\n") + (not block.endswith("\n")) for block in blocks] == [3] * len(texts)
    markdown = export(_story(*lines), Format.MD)
    assert markdown.count("\n") == 3 + 2 * len(texts)
