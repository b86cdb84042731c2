"""The gate against invented text."""

import pytest

from kairo_desktop.asr.gate import is_doubtful, passes
from kairo_desktop.asr.transcriber import Transcript


@pytest.mark.parametrize(
    ("no_speech", "mean_logprob", "expected"),
    [(0.05, -0.2, True), (0.95, -0.2, True), (0.05, -1.5, True), (0.95, -1.5, False)],
)
def test_text_is_stopped_only_where_both_signs_speak_against_it(
    no_speech: float, mean_logprob: float, *, expected: bool
) -> None:
    assert passes(Transcript((), no_speech, mean_logprob, 1.0)) is expected


def test_improbable_words_are_doubtful() -> None:
    assert is_doubtful(0.2)
    assert not is_doubtful(0.9)
