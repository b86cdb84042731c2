import logging
import subprocess
import sys

import numpy as np
import pytest

from kairo_desktop.decode.target import Logits
from kairo_desktop.errors import ModelUnfit
from kairo_desktop.llama import selftest
from kairo_desktop.llama.sequence import LlamaSequence


def test_this_build_computes_and_says_so_in_one_line() -> None:
    command = [sys.executable, "-m", "kairo_desktop.llama.selftest"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("engine self-test passed")
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


@pytest.mark.parametrize(("spoiled", "message"), [(np.nan, "no numbers"), (3.0, "miscalculates")])
def test_a_build_that_miscalculates_is_found(
    monkeypatch: pytest.MonkeyPatch, spoiled: float, message: str
) -> None:
    def rows(_sequence: LlamaSequence, tokens: list[int]) -> Logits:
        row = np.random.default_rng(0).normal(size=(len(tokens), 8)).astype(np.float32)
        return row * np.float32(spoiled) if len(tokens) > 1 else row

    monkeypatch.setattr(selftest, "_rows", rows)
    with pytest.raises(ModelUnfit, match=message):
        selftest.check_build()


def test_failure_is_said_on_stderr_and_by_the_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise ModelUnfit("The engine gives no numbers.")

    monkeypatch.setattr(selftest, "check_build", fail)
    assert selftest.main() == 1
    logging.disable(logging.NOTSET)
    assert "self-test failed" in capsys.readouterr().err
