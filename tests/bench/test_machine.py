from itertools import count
from pathlib import Path

import pytest

from kairo_desktop.bench.machine import (
    READ_TOKENS,
    ROUNDS,
    WRITE_TOKENS,
    Installed,
    measure_machine,
)
from kairo_desktop.catalogue.library import Library
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from tests.fakes.tiny_models import tiny


def test_without_models_nothing_is_measured() -> None:
    speeds = measure_machine(Installed(), Settings())
    assert not speeds.tokens_per_s
    assert not speeds.rtf


def test_speeds_are_tokens_over_the_time_they_took(tmp_path: Path) -> None:
    ticks = count()
    models = Installed(answering=(("tiny", tiny(tmp_path)),))
    speeds = measure_machine(models, Settings(), clock=lambda: float(next(ticks)))
    assert speeds.prefill_per_s == {"tiny": READ_TOKENS}
    assert speeds.tokens_per_s == {"tiny": WRITE_TOKENS}
    assert next(ticks) == 3 * ROUNDS


@pytest.mark.real
def test_the_recognizer_is_faster_than_speech() -> None:
    folder = Library.of(Paths.of_user()).require("whisper-tiny.en")
    speeds = measure_machine(Installed(hearing=(("tiny", folder),)), Settings())
    assert 0 < speeds.rtf["tiny"] < 1
