"""Ten minutes of talk at full speed: an update costs as much at the end as at the beginning."""

import resource
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from kairo_desktop.asr.whisper import WhisperTranscriber
from kairo_desktop.audio.files import read_frames
from kairo_desktop.bench.hearing import hear
from kairo_desktop.settings.asr import AsrSettings
from kairo_desktop.types import FRAME_SAMPLES, SAMPLE_RATE, AudioFrame, Lane, Samples
from tests.fakes.tone_source import frames

pytestmark = [pytest.mark.real, pytest.mark.long]

_INTERVIEW = Path(__file__).parents[1] / "data" / "interviews" / "iv1" / "interviewer.flac"


def _peak_mb() -> float:
    """Most memory this process has had; `ru_maxrss` is in KiB, on macOS in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20) if sys.platform == "darwin" else peak / 1024


@pytest.mark.timeout(1800)
def test_cost_and_memory_stay_flat_over_ten_minutes(models_dir: Path) -> None:
    transcriber = WhisperTranscriber(models_dir / "whisper-tiny.en")
    n_frames = 200 * SAMPLE_RATE // FRAME_SAMPLES
    lane = read_frames(_INTERVIEW, Lane.SYSTEM)
    once = np.concatenate([frame.samples for frame in islice(lane, n_frames)])
    peaks_mb: list[float] = []
    hearing = hear(
        _thrice(once, peaks_mb), Lane.SYSTEM, transcriber, AsrSettings(), time.process_time
    )
    costs_s = [update.cost_s for update in hearing.updates]
    n_third = len(costs_s) // 3
    assert hearing.audio_s > 590
    assert np.median(costs_s[-n_third:]) < 1.3 * np.median(costs_s[:n_third])
    # The allocator's arenas fill up with sounds of all lengths in the first minutes.
    assert peaks_mb[2] < peaks_mb[1] + 20


def _thrice(once: Samples, peaks_mb: list[float]) -> Iterator[AudioFrame]:
    """The sound three times over; the peak of memory is noted after each."""
    for start_s in np.arange(3) * len(once) / SAMPLE_RATE:
        yield from frames(once, start_s=float(start_s))
        peaks_mb.append(_peak_mb())
