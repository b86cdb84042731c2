"""The interviewer comes out of the user's loudspeaker into the microphone: real recognition."""

from collections.abc import Iterator
from dataclasses import replace
from difflib import SequenceMatcher

import numpy as np
import pytest

from kairo_desktop.audio.files import merge, read_frames
from kairo_desktop.session.build import open_listener
from kairo_desktop.settings.assets import asset
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.types import SAMPLE_RATE, AudioFrame, Gap, Lane, Utterance

pytestmark = [pytest.mark.real, pytest.mark.timeout(300)]

_FROM_S, _TO_S = 15.0, 39.0
"""Two questions of the interview and both answers."""


def _frames(lane: Lane, name: str) -> list[AudioFrame]:
    every = read_frames(asset("sample") / name, lane)
    return [frame for frame in every if _FROM_S <= frame.start_s < _TO_S]


def _with_echo(mic: list[AudioFrame], *, delay_s: float, level_db: float) -> Iterator[AudioFrame]:
    """The user's lane with the interviewer's in it, later and softer."""
    system = np.concatenate([frame.samples for frame in _frames(Lane.SYSTEM, "interviewer.flac")])
    late = np.concatenate([np.zeros(int(delay_s * SAMPLE_RATE), np.float32), system])
    at = 0
    for frame in mic:
        echo = late[at : at + len(frame.samples)] * 10 ** (level_db / 20)
        yield replace(frame, samples=frame.samples + echo.astype(np.float32))
        at += len(frame.samples)


def _lines(mic: Iterator[AudioFrame] | list[AudioFrame]) -> dict[Lane, str]:
    listener = open_listener(Settings(), Paths.of_user(), Lane)
    pieces: Iterator[AudioFrame | Gap] = merge(
        iter(_frames(Lane.SYSTEM, "interviewer.flac")), iter(mic)
    )
    heard = [item for piece in pieces for item in listener.step(piece)]
    said = [item for item in (*heard, *listener.flush()) if isinstance(item, Utterance)]
    return {lane: " ".join(u.text for u in said if u.lane is lane) for lane in Lane}


@pytest.fixture(scope="module")
def clean() -> dict[Lane, str]:
    """What is recognized when the user wears headphones."""
    return _lines(_frames(Lane.MIC, "candidate.flac"))


@pytest.mark.parametrize(("delay_s", "level_db"), [(0.025, -16.0), (0.9, -6.0)])
def test_the_users_lines_are_the_users_and_all_of_them(
    clean: dict[Lane, str], delay_s: float, level_db: float
) -> None:
    mic = _frames(Lane.MIC, "candidate.flac")
    leaky = _lines(_with_echo(mic, delay_s=delay_s, level_db=level_db))
    assert leaky[Lane.SYSTEM] == clean[Lane.SYSTEM]
    theirs, own = leaky[Lane.MIC].lower().split(), clean[Lane.MIC].lower().split()
    same = SequenceMatcher(None, theirs, own, autojunk=False).get_matching_blocks()
    n_same = sum(block.size for block in same)
    assert n_same >= 0.9 * len(own), leaky[Lane.MIC]
    assert len(theirs) - n_same <= 0.1 * len(own), leaky[Lane.MIC]
