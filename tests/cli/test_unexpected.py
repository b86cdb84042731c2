"""Whatever goes wrong in whichever verb: one line that says where the private log lies."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from kairo_desktop.cli import program
from kairo_desktop.settings.paths import Paths

WORDS = "what the user said"

FAULTS = {
    "answer": "kairo_desktop.session.build.answer_recording",
    "answer --realtime": "kairo_desktop.supervisor.realtime.answer_realtime",
    "ask Why?": "kairo_desktop.session.build.answer_text",
    "transcribe a.wav": "kairo_desktop.session.build.transcribe_recording",
    "listen": "kairo_desktop.cli.listen.live_session",
    "devices": "kairo_desktop.audio.backend_pulse.PulseBackend.sources",
    "doctor": "kairo_desktop.cli.doctor.examine",
    "models list": "kairo_desktop.catalogue.library.Library.find",
    "models pull toy": "kairo_desktop.catalogue.library.Library.entry",
    "models import a.gguf": "kairo_desktop.cli.models.recognize",
    "models remove toy": "kairo_desktop.catalogue.library.Library.entry",
    "models verify toy": "kairo_desktop.catalogue.library.Library.entry",
    "sessions list": "kairo_desktop.cli.sessions.History",
    "sessions show": "kairo_desktop.cli.sessions.History",
    "sessions export": "kairo_desktop.cli.sessions.History",
    "sessions delete 1": "kairo_desktop.cli.sessions.History",
    "bench turns": "kairo_desktop.bench.turns.bench_turns",
    "run": "kairo_desktop.cli.run.tell_or_be",
}


@pytest.fixture
def paths(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Paths]:
    """Folders of the test's own, and no log handler left behind."""
    folders = (tmp_path / name for name in ("config", "data", "cache", "log"))
    made = Paths(*folders)
    monkeypatch.setattr(Paths, "of_user", classmethod(lambda cls: made))
    root = logging.getLogger()
    before = root.handlers[:]
    yield made
    for handler in root.handlers:
        if handler not in before:
            handler.close()
    root.handlers[:] = before


@pytest.mark.parametrize("verb", FAULTS)
@pytest.mark.parametrize("error", [ValueError, RuntimeError, MemoryError, RecursionError])
def test_an_unforeseen_error_is_one_line_and_quotes_nobody(
    verb: str,
    error: type[Exception],
    paths: Paths,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error(WORDS)

    monkeypatch.setattr(FAULTS[verb], fail)
    monkeypatch.setattr("sys.argv", ["kairo", *verb.split()])
    with pytest.raises(SystemExit) as leaving:
        program.main()
    caplog.clear()
    assert leaving.value.code == 1
    said = [line for line in capsys.readouterr().err.splitlines() if line.startswith("kairo: ")]
    assert said == [
        f"kairo: Something unexpected happened ({error.__name__}). "
        f"→ Please report it with the end of {paths.logs / 'kairo.log'}."
    ]
    log = (paths.logs / "kairo.log").read_text(encoding="utf-8")
    assert f"unexpected {error.__name__}" in log
    assert "test_unexpected.py" in log
    assert WORDS not in log + "".join(said)
