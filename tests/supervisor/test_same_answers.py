"""The children hear, ask and answer what one thread does: real models, the bundled interview.

Word for word with SmolLM2 and no drafting. With a drafter the time that passes take decides how
many tokens it proposes, and with the K-quants of larger models how many are prefilled at once
changes the sums: where the two best tokens are all but equally likely, that decides between them,
in one thread too.
"""

from collections.abc import Iterable
from pathlib import Path

import pytest

from kairo_desktop.session.build import answer_recording
from kairo_desktop.session.events import Event
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.supervisor.realtime import answer_realtime
from kairo_desktop.types import AnswerDone, Question, QuestionState, Utterance
from tests.end_to_end.clips import sample_clip

pytestmark = pytest.mark.real

_FROM_S, _TO_S = 27.0, 34.5
"""One question of the interview, and how the candidate begins to answer it."""


def _settled(events: Iterable[Event]) -> list[Utterance | Question | tuple[object, ...]]:
    """Lines, confirmed questions, and the answers to them, each in its order."""
    items = [event.item for event in events]
    asked = [
        item
        for item in items
        if isinstance(item, Question) and item.state is QuestionState.CONFIRMED
    ]
    answered = [
        (item.turn_id, item.not_in_notes, item.points)
        for item in items
        if isinstance(item, AnswerDone)
    ]
    return [*(item for item in items if isinstance(item, Utterance)), *asked, *answered]


def test_the_children_hear_ask_and_answer_what_one_thread_does(tmp_path: Path) -> None:
    recording = sample_clip(tmp_path, _FROM_S, _TO_S).recording
    llm = {"model": "smollm2-135m-instruct", "drafter": "none"}
    settings = Settings.model_validate({"llm": llm})
    paths = Paths.of_user()
    with answer_recording(recording, settings, paths) as events:
        in_one_thread = _settled(events)
    with answer_realtime(recording, settings, paths) as events:
        in_children = _settled(events)
    assert in_children == in_one_thread
    answers = [item for item in in_children if isinstance(item, tuple)]
    assert [(turn_id, not_in_notes, bool(points)) for turn_id, not_in_notes, points in answers] == [
        (1, False, True)
    ]
