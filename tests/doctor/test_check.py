import errno
import os
import sys

import pytest

from kairo_desktop.doctor.check import Cures, Outcome, System, look_in_child


def test_last_line_of_a_good_child_counts() -> None:
    assert look_in_child("-c", "print('noise'); print('1.2')") == Outcome(ok=True, words="1.2")


def test_silent_child_is_fine() -> None:
    assert look_in_child("-c", "pass") == Outcome(ok=True, words="")


def test_raising_child_gives_its_last_words() -> None:
    outcome = look_in_child("-c", "raise OSError('no such library')")
    assert outcome == Outcome(ok=False, words="OSError: no such library")


def test_child_that_says_nothing_gives_its_exit_code() -> None:
    assert look_in_child("-c", "raise SystemExit(3)") == Outcome(ok=False, words="exit code 3")


def test_crashing_child_is_told_by_its_signal() -> None:
    outcome = look_in_child("-c", "import os; os.kill(os.getpid(), 11)")
    assert outcome == Outcome(ok=False, words="it crashed (signal 11)")


def test_hanging_child_is_ended() -> None:
    outcome = look_in_child("-c", "import threading; threading.Event().wait()", timeout_s=0.3)
    assert outcome == Outcome(ok=False, words="it did not answer within 0 s")


def test_python_that_cannot_be_started_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    outcome = look_in_child("-c", "pass")
    why = os.strerror(errno.ENOENT)
    assert outcome == Outcome(ok=False, words=f"it could not be started ({why})")


@pytest.mark.parametrize(
    ("platform", "system"),
    [
        ("linux", System.LINUX),
        ("darwin", System.MACOS),
        ("win32", System.WINDOWS),
        ("freebsd14", System.LINUX),
    ],
)
def test_system_is_known_by_its_platform(
    monkeypatch: pytest.MonkeyPatch, platform: str, system: System
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert System.current() is system


def test_each_system_has_its_own_cure() -> None:
    cures = Cures("apt", "brew", "winget")
    assert [cures.on(system) for system in System] == ["apt", "brew", "winget"]
