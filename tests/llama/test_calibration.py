from pathlib import Path

import pytest

from kairo_desktop.errors import ModelMissing
from kairo_desktop.llama.calibration import (
    Calibration,
    calibrate,
    calibration_key,
    recall,
    remember,
    thread_counts,
    typical,
)
from kairo_desktop.llama.context import LlamaContext
from kairo_desktop.llama.sequence import LlamaSequence

KNOWN = Calibration(2, (1, 2), (0.1, 0.2), 0.05, 0.7)


def test_what_was_measured_is_remembered(tmp_path: Path) -> None:
    remember(tmp_path / "new", "key", KNOWN)
    assert recall(tmp_path / "new", "key") == KNOWN
    assert recall(tmp_path / "new", "other") is None
    assert KNOWN.costs.draft == pytest.approx(0.5)


def test_a_damaged_memory_is_no_memory(tmp_path: Path) -> None:
    (tmp_path / "key.json").write_text('{"threads": "many"}')
    assert recall(tmp_path, "key") is None


def test_a_disk_that_refuses_is_survived(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    remember(tmp_path / "file", "key", KNOWN)


def test_another_model_or_setting_has_another_key(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_bytes(b"1")
    two.write_bytes(b"2")
    keys = {calibration_key([one], ["q8_0"]), calibration_key([two], ["q8_0"])}
    keys |= {calibration_key([one], ["f16"]), calibration_key([one, two], ["q8_0"])}
    assert len(keys) == 4
    assert calibration_key([one], ["q8_0"]) in keys


def test_a_model_that_is_deleted_while_it_loads_is_missing(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match="is gone"):
        calibration_key([tmp_path / "gone"], ["q8_0"])


def test_threads_worth_trying() -> None:
    assert thread_counts(8) == (8, 4)
    assert thread_counts(1) == (1,)
    assert typical(4).threads == 4


def test_a_model_is_measured_and_left_empty(context: LlamaContext) -> None:
    target, draft = LlamaSequence(context, 0), LlamaSequence(context, 1)
    now = iter(range(10_000))
    outcome = calibrate(target, draft, [1, 2, 3], (2, 1), lambda: float(next(now)))
    assert outcome.threads == 2
    assert outcome.pass_s == (1.0,) * 5
    assert outcome.agreement == 1.0
    assert (list(target.tokens), list(draft.tokens)) == ([], [])


def test_one_number_of_threads_needs_no_choice(context: LlamaContext) -> None:
    sequence = LlamaSequence(context, 0)
    now = iter(range(10_000))
    outcome = calibrate(sequence, None, [1, 2, 3], (1,), lambda: float(next(now)))
    assert (outcome.threads, outcome.draft_s, outcome.agreement) == (1, 0.0, 0.0)
    sequence.set_threads(2)
