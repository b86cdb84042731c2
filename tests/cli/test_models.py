import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from kairo_desktop.catalogue.hub import Hub
from kairo_desktop.catalogue.library import Library
from kairo_desktop.catalogue.pull import Puller
from kairo_desktop.catalogue.wheels import Wheels
from kairo_desktop.cli import models, pulling
from kairo_desktop.errors import ModelMissing, ModelUnfit
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.store import settings_file
from tests.catalogue.conftest import CONTENT, PATIENCE, catalogue, hub, index, library, wheels
from tests.fakes.hub_server import FakeHub

__all__ = ["catalogue", "hub", "index", "library", "wheels"]


@pytest.fixture
def verbs(
    library: Library, hub: FakeHub, wheels: Wheels, monkeypatch: pytest.MonkeyPatch
) -> Library:
    """The verbs work on a small catalogue, a hub on this machine and a stand-in for pip."""
    monkeypatch.setattr(Library, "of", lambda _: library)
    monkeypatch.setattr(pulling, "Puller", partial(Puller, wheels=wheels))
    monkeypatch.setattr(pulling, "Hub", lambda token: _hub(hub, token))
    monkeypatch.setenv("COLUMNS", "80")
    return library


def _hub(hub: FakeHub, token: Callable[[], str | None]) -> Hub:
    return Hub(endpoint=hub.endpoint, token=token, patience=PATIENCE)


def _lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_list_names_every_model_in_full(verbs: Library, capsys: pytest.CaptureFixture[str]) -> None:
    verbs.home.mkdir(parents=True)
    (verbs.home / "toy.gguf").write_bytes(CONTENT)
    (verbs.home / "only.gguf.part").write_bytes(b"half")
    (verbs.home / "mine.gguf").write_bytes(b"GGUF")
    models.list_models()
    out = capsys.readouterr().out
    for name in (
        "● ",
        "toy-folder",
        "unknown-bytes*",
        "mine*",
        "your own file, damaged",
        "pull it again",
    ):
        assert name in out
    assert all(len(line) <= 80 for line in out.splitlines()[:-1])


def test_list_as_json_has_a_line_for_each_model(
    verbs: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    verbs.home.mkdir(parents=True)
    (verbs.home / "toy.gguf").write_bytes(CONTENT)
    models.list_models(as_json=True)
    lines = {line["name"]: line for line in _lines(capsys)}
    assert lines["toy"]["state"] == "present"
    assert lines["toy"]["path"] == str(verbs.home / "toy.gguf")
    assert lines["wheel-only"]["path"] is None
    assert lines["unknown-bytes"]["verified"] is False


def test_pull_without_a_name_fetches_what_a_first_start_needs(
    verbs: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    models.pull()
    said = capsys.readouterr().err
    assert "toy: asking the hub (them/toy)" in said
    assert "toy: served by the hub, size and hash as we know them" in said
    assert verbs.require("toy")
    models.pull()
    assert capsys.readouterr().err == "all models in place\n"
    models.pull(["toy"])
    assert "toy: in place" in capsys.readouterr().err


def test_pull_as_json_ends_with_the_place(
    verbs: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    models.pull(["toy", "wheel-only", "toy"], as_json=True)
    lines = _lines(capsys)
    installed = [line for line in lines if line["event"] == "installed"]
    assert [(line["name"], line["source"]) for line in installed] == [
        ("toy", "hub"),
        ("wheel-only", "wheel"),
    ]
    assert {"trying", "moved", "checking"} <= {line["event"] for line in lines}


def test_pull_as_json_tells_what_went_to_the_network(
    verbs: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    models.pull(["toy"], as_json=True)
    told = [line for line in _lines(capsys) if line["event"] == "connections"]
    assert told
    assert "127.0.0.1" in str(told[-1]["hosts"])
    counts = [int(str(line["count"])) for line in told]
    assert counts == sorted(counts)


def test_pull_says_why_a_source_fell_through(
    verbs: Library, hub: FakeHub, capsys: pytest.CaptureFixture[str]
) -> None:
    hub.files.clear()
    models.pull(["toy"])
    assert "the hub cannot serve: the hub does not have it" in capsys.readouterr().err
    (verbs.home / "toy.gguf").unlink()
    models.pull(["toy"], as_json=True)
    assert any(line["event"] == "fell_through" for line in _lines(capsys))


def test_pull_of_an_unknown_name_fetches_nothing(verbs: Library, hub: FakeHub) -> None:
    with pytest.raises(ModelMissing):
        models.pull(["toy", "nobody"])
    assert hub.requests == []
    assert verbs.own() == ()


def test_verify_tells_good_from_damaged(verbs: Library, capsys: pytest.CaptureFixture[str]) -> None:
    models.pull(["toy"])
    models.verify()
    assert "toy: as it should be" in capsys.readouterr().out
    (verbs.home / "toy.gguf").write_bytes(CONTENT[::-1])
    with pytest.raises(ModelUnfit, match="Not as they should be: toy") as caught:
        models.verify(as_json=True)
    assert _lines(capsys)[0]["state"] == "damaged"
    assert "kairo models pull toy" in caught.value.cure


def test_verify_names_a_damaged_file_of_ones_own_without_a_pull(verbs: Library) -> None:
    verbs.home.mkdir(parents=True)
    (verbs.home / "mine.gguf").write_bytes(b"Dear diary")
    with pytest.raises(ModelUnfit, match="Not as they should be: mine") as caught:
        models.verify()
    assert caught.value.cure == "Copy them here again."


def test_verify_of_a_missing_model_fails(verbs: Library) -> None:
    assert verbs.catalogue.models
    with pytest.raises(ModelUnfit):
        models.verify(["toy"])


def test_import_and_remove(
    verbs: Library, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "some name.gguf"
    source.write_bytes(CONTENT)
    models.import_file(source)
    assert "toy: in place, size and hash as we know them" in capsys.readouterr().err
    models.remove(["toy"], as_json=True)
    freed = {"name": "toy", "state": "missing", "freed_bytes": len(CONTENT)}
    assert _lines(capsys) == [{**freed, "in_use": False}]
    models.import_file(source, as_json=True)
    models.remove(["toy"])
    said = capsys.readouterr()
    assert "toy removed, 0 MB freed" in said.out
    assert not said.err
    assert source.exists()


@pytest.fixture
def settings_of_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the user's settings lie."""
    paths = Paths(tmp_path / "c", tmp_path / "d", tmp_path / "k", tmp_path / "l")
    monkeypatch.setattr(Paths, "of_user", lambda: paths)
    file = settings_file(paths)
    file.parent.mkdir(parents=True)
    return file


def test_a_model_in_use_is_removed_with_words(
    verbs: Library, settings_of_user: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings_of_user.write_text('[llm]\nmodel = "toy"\n', encoding="utf-8")
    verbs.home.mkdir(parents=True)
    (verbs.home / "toy.gguf").write_bytes(CONTENT)
    models.remove(["toy"])
    said = capsys.readouterr().err
    assert "toy was in use" in said
    assert "kairo models pull toy" in said
    (verbs.home / "toy.gguf").write_bytes(CONTENT)
    models.remove(["toy"], as_json=True)
    assert _lines(capsys)[0]["in_use"] is True


def test_a_model_is_removed_whatever_the_settings_are(
    verbs: Library, settings_of_user: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings_of_user.write_text("[llm\n", encoding="utf-8")
    verbs.home.mkdir(parents=True)
    (verbs.home / "toy.gguf").write_bytes(CONTENT)
    models.remove(["toy"])
    assert "toy removed" in capsys.readouterr().out


def _kairo(
    home: Path, *arguments: str, prefix: tuple[str, ...] = ()
) -> "subprocess.CompletedProcess[str]":
    environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    return subprocess.run(
        [*prefix, sys.executable, "-m", "kairo_desktop", *arguments],
        env={**environment, "HOME": str(home)},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )


def test_unknown_model_is_one_line_and_the_exit_code_of_its_class(tmp_path: Path) -> None:
    done = _kairo(tmp_path / "Полина ü x", "models", "pull", "whisper-bass")
    assert done.returncode == 4
    assert done.stderr.count("\n") == 1
    assert "whisper-base" in done.stderr
    assert done.stdout == ""


def test_unknown_source_is_wrong_usage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAIRO_MODEL_SOURCES", "pigeon")
    done = _kairo(tmp_path, "models", "pull", "whisper-base")
    assert (done.returncode, "hub, wheel" in done.stderr) == (2, True)


def test_list_works_without_any_network(tmp_path: Path) -> None:
    done = _kairo(tmp_path, "models", "list", prefix=("unshare", "-rn"))
    assert done.returncode == 0, done.stderr
    assert "whisper-tiny.en" in done.stdout


def test_pull_without_any_network_says_so_and_ends_with_6(tmp_path: Path) -> None:
    done = _kairo(tmp_path, "models", "pull", "whisper-base", prefix=("unshare", "-rn"))
    assert done.returncode == 6
    assert "the package index cannot be reached" in done.stderr
    assert "the hub cannot be reached" in done.stderr
    assert "Traceback" not in done.stderr


def test_read_only_home_ends_with_7_and_a_cure(tmp_path: Path) -> None:
    mount = f"mount -t tmpfs -o ro tmpfs '{tmp_path}' && exec \"$@\""
    prefix = ("unshare", "-rm", "sh", "-c", mount, "sh")
    done = _kairo(tmp_path, "models", "pull", "whisper-base", prefix=prefix)
    assert done.returncode == 7
    assert "read-only" in done.stderr
    assert "XDG_DATA_HOME" in done.stderr


def test_small_disk_is_refused_before_anything_is_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KAIRO_MODEL_SOURCES", "wheel")
    mount = f"mount -t tmpfs -o size=30m tmpfs '{tmp_path}' && exec \"$@\""
    prefix = ("unshare", "-rm", "sh", "-c", mount, "sh")
    done = _kairo(tmp_path, "models", "pull", "whisper-base", prefix=prefix)
    assert done.returncode == 7
    assert "Free 2" in done.stderr
