"""A child as the operating system sees it."""

import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from kairo_desktop.supervisor.log import PrivateLog
from kairo_desktop.supervisor.process import Command, Process

SEE = "import os; print('HF_TOKEN' in os.environ, os.environ.get('OTHER'), file=open({!r}, 'w'))"


def test_a_child_gets_no_key_with_its_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    monkeypatch.setenv("OTHER", "1")
    seen = tmp_path / "seen.txt"
    log = PrivateLog(tmp_path, now=lambda: datetime.now(UTC))
    command = Command((sys.executable, "-c", SEE.format(str(seen))))
    child = Process(command, "child", lambda arrival: None, log)
    assert child.wait(30)
    child.kill()
    assert seen.read_text("utf-8") == "False 1\n"
