import json

import pytest

from kairo_desktop.catalogue.entries import Catalogue
from kairo_desktop.catalogue.library import Library
from kairo_desktop.catalogue.machine import Machine, Memory
from kairo_desktop.cli import models_fit
from kairo_desktop.errors import ModelMissing
from kairo_desktop.settings.llm import LlmSettings
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from tests.fakes.tiny_models import tiny

GB = 1_000_000_000


@pytest.fixture(autouse=True)
def library(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Library:
    """The real catalogue, and no model but a tiny one of the user's own."""
    found = Library(Catalogue.load(), (tmp_path_factory.mktemp("models"),))
    tiny(found.home, "mine.gguf")
    monkeypatch.setattr(Library, "of", lambda _: found)
    _set(monkeypatch, Settings())
    _be(monkeypatch, 12, 16)
    return found


def _set(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    def loaded(paths: Paths) -> Settings:
        return settings

    monkeypatch.setattr(models_fit, "load_settings", loaded)


def _be(monkeypatch: pytest.MonkeyPatch, available: float, total: float, gpu: float = 0) -> None:
    machine = Machine(Memory(int(total * GB), int(available * GB)), int(gpu * GB), n_cpus=2)
    monkeypatch.setattr(models_fit, "this_machine", lambda: machine)


def _rows(capsys: pytest.CaptureFixture[str]) -> dict[str, dict[str, object]]:
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    return {str(row["name"]): row for row in rows}


def test_every_model_gets_a_row_and_a_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    models_fit.fit(as_json=True)
    rows = _rows(capsys)
    assert {"mine", "whisper-base", "llama-3.3-70b-instruct"} <= rows.keys()
    assert rows["mine"]["verdict"] == "fits"
    assert rows["mine"]["exact"] is True
    assert rows["llama-3.3-70b-instruct"]["verdict"] == "does not fit"
    assert rows["llama-3.3-70b-instruct"]["smaller"] == "qwen2.5-coder-1.5b-instruct"


def test_parts_add_up_to_what_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    models_fit.fit("mine", as_json=True)
    row = _rows(capsys)["mine"]
    parts = row["parts"]
    assert isinstance(parts, dict)
    assert sum(parts.values()) == row["needs_bytes"]


def test_a_longer_context_needs_more(capsys: pytest.CaptureFixture[str]) -> None:
    needs: list[int] = []
    for context in (2048, 131_072):
        models_fit.fit("mine", context=context, as_json=True)
        needs.append(int(str(_rows(capsys)["mine"]["needs_bytes"])))
    assert needs[0] < needs[1]


def test_what_does_not_fit_comes_with_the_setting_that_does(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    models_fit.fit("mine", context=2048, as_json=True)
    least = _rows(capsys)["mine"]["needs_bytes"]
    assert isinstance(least, int)
    room = (least / GB + 0.01) / 0.85
    _be(monkeypatch, room, room)
    models_fit.fit("mine", context=131_072, as_json=True)
    nearest = _rows(capsys)["mine"]["nearest"]
    assert isinstance(nearest, dict)
    assert nearest["verdict"] == "fits"
    assert nearest["n_ctx"] < 131_072
    models_fit.fit("mine", context=131_072)
    assert "fits with llm.n_ctx = " in capsys.readouterr().out


def test_words_name_the_draft_and_the_cache_that_have_to_go(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name, draft = "qwen2.5-coder-1.5b-instruct", "qwen2.5-coder-0.5b-instruct"
    _set(monkeypatch, Settings(llm=LlmSettings(draft=draft)))
    _be(monkeypatch, 3.2, 3.2)
    models_fit.fit(name)
    assert "fits with llm.draft empty" in capsys.readouterr().out


def test_with_no_way_out_the_cure_is_room(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _be(monkeypatch, 0.5, 0.6)
    models_fit.fit("mine")
    assert "close other programs" in capsys.readouterr().out


def test_one_model_is_shown_with_its_parts(capsys: pytest.CaptureFixture[str]) -> None:
    models_fit.fit("mine")
    out = capsys.readouterr().out
    assert "12.0 GB of 16.0 GB memory free" in out
    assert "program 357 MB" in out


def test_gpu_is_counted_apart(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _be(monkeypatch, 12, 16, gpu=8)
    models_fit.fit("mine")
    out = capsys.readouterr().out
    assert "8.0 GB free on the GPU" in out
    assert "GB GPU" in out


def test_unknown_name_is_an_error() -> None:
    with pytest.raises(ModelMissing):
        models_fit.fit("no-such-model")


def test_this_machine_is_read() -> None:
    assert models_fit.this_machine().memory.total_bytes > 0


def test_a_model_for_a_card_says_that_a_processor_is_slow(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _be(monkeypatch, 50, 64)
    models_fit.fit("qwen2.5-7b-instruct")
    assert "fits, slow without a GPU of 8 GB" in capsys.readouterr().out
    _be(monkeypatch, 50, 64, gpu=8)
    models_fit.fit("qwen2.5-7b-instruct")
    assert "slow" not in capsys.readouterr().out
