"""The children hear and ask what one thread does: real models, the bundled interview.

The wording of points is not compared: how much is prefilled at once depends on timing, and where
two tokens are all but equally likely that decides, in one thread too.
"""

import wave
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

from kairo_desktop.audio.files import read_frames
from kairo_desktop.session.build import answer_recording
from kairo_desktop.session.events import Event
from kairo_desktop.session.recording import Recording
from kairo_desktop.settings.assets import asset
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.supervisor.realtime import answer_realtime
from kairo_desktop.types import (
    SAMPLE_RATE,
    AnswerDone,
    Lane,
    Question,
    QuestionState,
    Utterance,
)

pytestmark = pytest.mark.real

_FROM_S, _TO_S = 14.5, 22.0
"""One question of the interview, and how the candidate begins to answer it."""


def _clip(lane: Lane, source: Path, target: Path) -> Path:
    frames = read_frames(source, lane)
    samples = np.concatenate([f.samples for f in frames if _FROM_S <= f.start_s < _TO_S])
    with wave.open(str(target), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE)
        file.writeframes((samples * 32767).astype("<i2").tobytes())
    return target


def _settled(events: Iterable[Event]) -> list[Utterance | Question | tuple[int, bool, bool]]:
    """Lines, confirmed questions, and which of them got an answer, each in its order."""
    items = [event.item for event in events]
    asked = [
        item
        for item in items
        if isinstance(item, Question) and item.state is QuestionState.CONFIRMED
    ]
    answered = [
        (item.turn_id, item.not_in_notes, bool(item.points))
        for item in items
        if isinstance(item, AnswerDone)
    ]
    return [*(item for item in items if isinstance(item, Utterance)), *asked, *answered]


def test_the_children_hear_ask_and_answer_what_one_thread_does(tmp_path: Path) -> None:
    sample = asset("sample")
    recording = Recording(
        _clip(Lane.SYSTEM, sample / "interviewer.flac", tmp_path / "system.wav"),
        _clip(Lane.MIC, sample / "candidate.flac", tmp_path / "mic.wav"),
        sample / "profile",
    )
    settings = Settings.model_validate({"llm": {"model": "smollm2-135m-instruct"}})
    paths = Paths.of_user()
    with answer_recording(recording, settings, paths) as events:
        in_one_thread = _settled(events)
    with answer_realtime(recording, settings, paths) as events:
        in_children = _settled(events)
    assert in_children == in_one_thread
    assert [item for item in in_children if isinstance(item, tuple)] == [(1, False, True)]
