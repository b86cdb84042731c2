import logging
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as options
from hypothesis import strategies as st

from kairo_desktop.errors import DiskError, SettingsError
from kairo_desktop.settings import migrations, store
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import SCHEMA_VERSION, Settings
from kairo_desktop.settings.store import (
    load_settings,
    read_settings,
    save_settings,
    settings_file,
)


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "config", tmp_path / "data", tmp_path / "cache", tmp_path / "logs")


def _write(paths: Paths, text: str) -> Path:
    file = settings_file(paths)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def _changed(n_ctx: int = 2048, model: str = "mine") -> Settings:
    settings = Settings()
    llm = settings.llm.model_copy(update={"n_ctx": n_ctx, "model": model})
    return settings.model_copy(update={"llm": llm})


def test_no_file_means_the_defaults(paths: Paths) -> None:
    assert load_settings(paths) == Settings()
    assert not paths.config.exists()


def test_saved_settings_come_back(paths: Paths) -> None:
    save_settings(paths, _changed())
    assert load_settings(paths) == _changed()


def test_only_what_differs_from_the_defaults_is_written(paths: Paths) -> None:
    save_settings(paths, _changed())
    text = settings_file(paths).read_text()
    assert "n_ctx = 2048" in text
    assert "top_k" not in text
    assert "[asr]" not in text


def test_comments_order_and_unknown_keys_survive(paths: Paths) -> None:
    file = _write(
        paths,
        "# mine\nfuture = 1 # keep me\n\n[llm]\n# why so many\nn_ctx = 8192 # tokens\nspare = 2\n",
    )
    save_settings(paths, load_settings(paths).model_copy(update={"llm": _changed().llm}))
    text = file.read_text()
    assert text.index("# mine") < text.index("# keep me") < text.index("# why so many")
    assert "n_ctx = 2048 # tokens" in text
    assert "spare = 2" in text


def test_value_set_back_to_its_default_is_written_where_it_stood(paths: Paths) -> None:
    file = _write(paths, "[llm]\nn_ctx = 8192\n")
    save_settings(paths, Settings())
    assert f"n_ctx = {Settings().llm.n_ctx}" in file.read_text()


def test_unknown_names_are_reported_with_their_place(
    paths: Paths, caplog: pytest.LogCaptureFixture
) -> None:
    file = _write(paths, "future = 1\n[llm]\nspare = 2\n")
    assert read_settings(file).unknown == ("future", "llm.spare")
    with caplog.at_level(logging.INFO):
        load_settings(paths)
    assert "future, llm.spare" in caplog.text


@pytest.mark.parametrize("head", ["", "schema_version = 1\n"])
def test_a_file_of_the_first_layout_is_read_whether_it_says_so_or_not(
    paths: Paths, head: str
) -> None:
    file = _write(paths, head + "[llm]\nn_ctx = 2048\nmodel = 'mine'\n")
    assert load_settings(paths) == _changed()
    save_settings(paths, _changed(1024))
    assert "schema_version = 1" in file.read_text()
    assert load_settings(paths) == _changed(1024)


def test_a_layout_before_the_first_is_none(paths: Paths) -> None:
    _write(paths, "schema_version = 0\n")
    with pytest.raises(SettingsError, match="is no version"):
        load_settings(paths)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("\n[llm]\nn_ctx = 'many' # oh\n", "line 3: llm.n_ctx is 'many'. It has to be a valid int"),
        ("llm.n_ctx = 1\n", "line 1: llm.n_ctx is 1. It has to be greater than or equal to 256"),
        ("llm = 3\n", r"line 1: llm is 3. It has to be a table that begins with \[llm\]"),
        ("[llm\n", "line 1 does not read as TOML"),
        ("a = 1\na = 2\n", "line 2 does not read as TOML: Key .a. already exists"),
        ("[a]\nb = 1\n[a.b]\n", "does not read as TOML"),
        ("[llm]\n[llm]\n", "does not read as TOML"),
        ("schema_version = 99\n", "a newer Kairo"),
        ("schema_version = 'x'\n", "is no version"),
        ("[llm]\ntype_k = 'f8'\n", "line 2: llm.type_k"),
        ("llm = { n_ctx = 1 }\n", "llm.n_ctx is 1"),
        ("[llm]\n[llm.type_k]\na = 1\n", "line 2: llm.type_k"),
    ],
)
def test_broken_file_is_explained_and_left_alone(paths: Paths, text: str, words: str) -> None:
    file = _write(paths, text)
    with pytest.raises(SettingsError, match=words) as caught:
        load_settings(paths)
    assert str(file) in caught.value.message
    assert caught.value.cure
    assert file.read_text() == text


@pytest.mark.parametrize("text", ["[llm\n", "schema_version = 99\n"])
def test_file_that_is_not_understood_is_never_overwritten(paths: Paths, text: str) -> None:
    file = _write(paths, text)
    with pytest.raises(SettingsError):
        save_settings(paths, _changed())
    assert file.read_text() == text


def test_file_that_is_no_text_is_explained(paths: Paths) -> None:
    file = _write(paths, "")
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsError, match="not UTF-8"):
        load_settings(paths)


def test_folder_in_place_of_the_file_is_explained(paths: Paths) -> None:
    settings_file(paths).mkdir(parents=True)
    with pytest.raises(SettingsError, match="cannot be read"):
        load_settings(paths)


def test_folder_that_cannot_be_written_is_explained(paths: Paths) -> None:
    paths.config.write_text("in the way")
    with pytest.raises(SettingsError):
        save_settings(paths, _changed())


def test_full_disk_leaves_the_old_file(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    file = _write(paths, "[llm]\nn_ctx = 8192\n")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(DiskError, match="No space left"):
        save_settings(paths, _changed())
    assert file.read_text() == "[llm]\nn_ctx = 8192\n"


def test_older_file_is_kept_beside_the_new_one(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = "# old\nschema_version = 1\n[llm]\nn_ctx = 8192\n"
    file = _write(paths, old)
    monkeypatch.setattr(store, "SCHEMA_VERSION", 2)
    monkeypatch.setattr(
        store, "migrate", lambda tree: migrations.migrate(tree, steps={1: dict}, to=2)
    )
    save_settings(paths, _changed())
    assert file.with_name("settings.v1.toml").read_text() == old
    assert "schema_version = 2" in file.read_text()
    assert "# old" in file.read_text()


def test_key_that_a_migration_drops_leaves_the_file(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = _write(paths, "gone = 1\n")
    monkeypatch.setattr(store, "migrate", lambda _: {"schema_version": 1})
    save_settings(paths, Settings())
    assert "gone" not in file.read_text()


@options(max_examples=40, deadline=None)
@given(
    n_ctx=st.integers(256, 131_072),
    temperature=st.floats(0, 2, allow_nan=False),
    model=st.text(max_size=30).filter(lambda text: "\x7f" not in text),
)
def test_any_settings_survive_the_file(n_ctx: int, temperature: float, model: str) -> None:
    settings = _changed(n_ctx, model)
    llm = settings.llm.model_copy(update={"temperature": temperature})
    settings = settings.model_copy(update={"llm": llm})
    with tempfile.TemporaryDirectory() as folder:
        paths = Paths(Path(folder), Path(folder), Path(folder), Path(folder))
        save_settings(paths, settings)
        once = settings_file(paths).read_text(encoding="utf-8")
        save_settings(paths, settings)
        assert settings_file(paths).read_text(encoding="utf-8") == once
        assert load_settings(paths) == settings


def test_schema_version_of_the_defaults_is_the_current_one() -> None:
    assert Settings().schema_version == SCHEMA_VERSION
