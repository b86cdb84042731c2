"""Errors become words in one place."""

import errno
import io
import json
import logging
import os
from pathlib import Path

import pytest

from kairo_desktop.cli import logs, program
from kairo_desktop.errors import InputError
from kairo_desktop.settings.paths import Paths


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> "Runner":
    return Runner(monkeypatch, tmp_path)


class Runner:
    """Calls `main` with a verb that does what the test wants."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self._monkeypatch = monkeypatch
        self.log = folder / "log" / "kairo.log"
        paths = Paths(folder / "config", folder / "data", folder / "cache", folder / "log")
        monkeypatch.setattr(Paths, "of_user", classmethod(lambda cls: paths))

    def __call__(self, error: BaseException | None, *arguments: str) -> int:
        def verb(*, prog_name: str, standalone_mode: bool) -> None:
            if error is not None:
                raise error

        self._monkeypatch.setattr(program, "app", verb)
        self._monkeypatch.setattr("sys.argv", ["kairo", *arguments])
        before = logging.getLogger().handlers[:]
        try:
            with pytest.raises(SystemExit) as leaving:
                program.main()
        finally:
            for handler in logging.getLogger().handlers:
                if handler not in before:
                    handler.close()
            logging.getLogger().handlers[:] = before
        assert isinstance(leaving.value.code, int)
        return leaving.value.code


def test_a_known_error_is_one_line_with_its_cure(
    run: Runner, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    assert run(InputError("a[b].wav is empty.", cure="Name another.")) == 3
    caplog.clear()
    assert capsys.readouterr().err == "kairo: a[b].wav is empty. → Name another.\n"


def test_with_json_it_is_an_event(
    run: Runner, capsysbinary: pytest.CaptureFixture[bytes], caplog: pytest.LogCaptureFixture
) -> None:
    assert run(InputError("It is empty."), "--json") == 3
    caplog.clear()
    event = json.loads(capsysbinary.readouterr().out)
    assert (event["event"], event["code"]) == ("error", "input_unusable")


def test_an_unforeseen_error_keeps_its_words_out_of_screen_and_log(
    run: Runner, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    assert run(ValueError("what the user said")) == 1
    caplog.clear()
    err = capsys.readouterr().err
    assert "ValueError" in err
    assert "kairo.log" in err
    log = run.log.read_text(encoding="utf-8")
    assert "test_program.py" in log
    assert "what the user said" not in err + log


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "/somewhere cannot be written: the disk is full."),
        (errno.EROFS, "/somewhere cannot be used: Read-only file system."),
    ],
)
def test_what_a_disk_refuses_is_a_disk_error(
    run: Runner,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    number: int,
    words: str,
) -> None:
    assert run(OSError(number, os.strerror(number), "/somewhere")) == 7
    caplog.clear()
    assert words in capsys.readouterr().err


def test_other_refusals_of_the_system_are_not_blamed_on_the_disk(
    run: Runner, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    assert run(OSError(errno.EMFILE, os.strerror(errno.EMFILE))) == 1
    caplog.clear()
    assert "kairo.log" in capsys.readouterr().err


class _Full(io.StringIO):
    def write(self, text: str, /) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_log_that_cannot_be_written_says_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handler = logs._PrivateFile(tmp_path / "kairo.log")
    handler.close()
    monkeypatch.setattr(handler, "stream", _Full())
    handler.handle(logging.makeLogRecord({"msg": "a word", "levelno": logging.WARNING}))
    assert capsys.readouterr().err == ""


def test_an_interrupt_ends_with_130(run: Runner) -> None:
    assert run(KeyboardInterrupt()) == 130


def test_a_run_without_errors_ends_with_0(run: Runner) -> None:
    assert run(None) == 0


def test_the_log_can_be_read_by_its_owner_only(run: Runner) -> None:
    run(None)
    assert run.log.stat().st_mode & 0o777 == 0o600
