"""A recording is heard as if it were said now."""

from pathlib import Path

import pytest

from kairo_desktop.audio.backend import ServerState
from kairo_desktop.audio.backend_file import FileBackend
from kairo_desktop.audio.intake import Block, Intake
from kairo_desktop.errors import InputError
from kairo_desktop.types import SAMPLE_RATE, Lane
from tests.fakes.tone_source import tone, write_wav


def _take(intake: Intake, n_blocks: int) -> list[Block]:
    blocks: list[Block] = []
    while len(blocks) < n_blocks:
        came = intake.take(20)
        assert came
        blocks += came
    return blocks


def test_plays_at_the_pace_of_speech_and_then_silence(tmp_path: Path) -> None:
    write_wav(tmp_path / "a.wav", tone(0.5))
    intake = Intake()
    lane = FileBackend().capture(Lane.MIC, str(tmp_path / "a.wav"), intake)
    blocks = _take(intake, 25)
    lane.close()
    n_samples = sum(len(block.samples) for block in blocks[:-1])
    assert blocks[-1].at_s - blocks[0].at_s > 0.9 * n_samples / SAMPLE_RATE
    assert blocks[0].samples.any()
    assert not blocks[-1].samples.any()


def test_a_pause_holds_the_recording(tmp_path: Path) -> None:
    write_wav(tmp_path / "a.wav", tone(30))
    intake = Intake()
    lane = FileBackend().capture(Lane.MIC, str(tmp_path / "a.wav"), intake)
    _take(intake, 3)
    lane.pause()
    intake.take(0)
    assert intake.take(0.2) == []
    lane.resume()
    assert _take(intake, 2)[0].samples.any()
    lane.reopen()
    lane.close()
    assert lane.facts.server is ServerState.ANSWERS


def test_what_is_no_recording_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        FileBackend().capture(Lane.MIC, str(tmp_path / "none.wav"), Intake())


def test_files_are_not_listed() -> None:
    assert FileBackend().sources() == ()
