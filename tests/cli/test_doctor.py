import json
from collections.abc import Iterator

import pytest
import typer

from kairo_desktop.cli import doctor as module
from kairo_desktop.cli.doctor import doctor
from kairo_desktop.doctor.check import Look


def _examination(*looks: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    def examine(*_: object) -> Iterator[Look]:
        yield from looks

    monkeypatch.setattr(module, "examine", examine)


_FINE = Look("FTS5", ok=True, detail="full-text search", version="3.40")
_OPTIONAL = Look("PortAudio", ok=False, detail="not found", cure="sudo apt x", essential=False)
_ESSENTIAL = Look("llama build", ok=False, detail="[it] crashed", cure="Build it again")


def test_missing_comfort_is_shown_and_does_not_fail(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _examination(_FINE, _OPTIONAL, monkeypatch=monkeypatch)
    doctor()
    out = capsys.readouterr().out
    assert "ok  FTS5 3.40: full-text search" in out
    assert "no  PortAudio: not found\n      → sudo apt x" in out


def test_missing_essential_part_fails_after_all_was_looked_at(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _examination(_ESSENTIAL, _FINE, monkeypatch=monkeypatch)
    with pytest.raises(typer.Exit) as caught:
        doctor()
    assert caught.value.exit_code == 1
    out = capsys.readouterr().out
    assert "NO  llama build: [it] crashed" in out
    assert "FTS5" in out


def test_json_has_a_line_for_each_part(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _examination(_FINE, _OPTIONAL, monkeypatch=monkeypatch)
    doctor(as_json=True)
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["part"] for line in lines] == ["FTS5", "PortAudio"]
    assert {"part", "version", "ok", "detail", "cure"} <= set(lines[0])


@pytest.mark.real
def test_this_machine_can_answer(capsys: pytest.CaptureFixture[str]) -> None:
    doctor(as_json=True)
    parts = {look["part"]: look for look in map(json.loads, capsys.readouterr().out.splitlines())}
    for part in ("Python", "llama build", "CTranslate2", "VAD file", "FTS5", "disk", "settings"):
        assert parts[part]["ok"], parts[part]
    assert all(look["ok"] or look["cure"] for look in parts.values())
