from pathlib import Path

import pytest

from kairo_desktop.catalogue.keep import import_model, recognize, remove_model
from kairo_desktop.catalogue.library import Library, State
from kairo_desktop.catalogue.pull import Puller
from kairo_desktop.catalogue.sources import Installed, Moved
from kairo_desktop.errors import DiskError, InputError, ModelMissing, ModelUnfit, UsageError
from tests.catalogue.conftest import CONTENT, VOCABULARY


def _bring(library: Library, source: Path) -> str:
    entry = recognize(library, source)
    events = list(import_model(library, source, entry))
    assert isinstance(events[-1], Installed)
    return entry.name


def test_known_file_is_recognized_under_any_name(library: Library, tmp_path: Path) -> None:
    source = tmp_path / "Полина ü x.bin"
    source.write_bytes(CONTENT)
    assert _bring(library, source) == "toy"
    assert library.find(library.entry("toy")).state is State.PROVEN
    assert source.exists()


def test_import_shows_how_far_it_has_come(library: Library, tmp_path: Path) -> None:
    source = tmp_path / "toy.gguf"
    source.write_bytes(CONTENT)
    events = list(import_model(library, source, library.entry("toy")))
    assert Moved(len(CONTENT), len(CONTENT)) in events


def test_known_folder_is_recognized(library: Library, tmp_path: Path) -> None:
    source = tmp_path / "anything"
    source.mkdir()
    (source / "model.bin").write_bytes(CONTENT)
    (source / "vocab.txt").write_bytes(VOCABULARY)
    assert _bring(library, source) == "toy-folder"
    assert library.require("toy-folder") == library.home / "toy-folder"


def test_import_replaces_a_damaged_model(library: Library, tmp_path: Path) -> None:
    library.home.mkdir(parents=True)
    (library.home / "toy.gguf").write_bytes(b"damaged")
    (library.home / "toy.gguf.part").write_bytes(b"half")
    source = tmp_path / "toy.gguf"
    source.write_bytes(CONTENT)
    _bring(library, source)
    assert library.require("toy").read_bytes() == CONTENT


def test_own_model_is_taken_as_one(library: Library, tmp_path: Path, whole: bytes) -> None:
    source = tmp_path / "Mine.gguf"
    source.write_bytes(whole)
    assert _bring(library, source) == "Mine"
    assert library.require("Mine") == library.home / "Mine.gguf"


def test_own_recognizer_is_taken_as_a_folder(library: Library, tmp_path: Path) -> None:
    source = tmp_path / "my-whisper"
    source.mkdir()
    for name in ("model.bin", "config.json"):
        (source / name).write_bytes(b"{}")
    assert _bring(library, source) == "my-whisper"
    assert library.require("my-whisper")


def test_model_of_unknown_bytes_is_recognized_by_its_name(
    library: Library, tmp_path: Path, whole: bytes
) -> None:
    source = tmp_path / "unknown.gguf"
    source.write_bytes(whole)
    assert _bring(library, source) == "unknown-bytes"
    assert library.require("unknown-bytes")


def test_other_bytes_under_a_known_name_are_refused(
    library: Library, tmp_path: Path, whole: bytes
) -> None:
    source = tmp_path / "toy.gguf"
    source.write_bytes(whole)
    with pytest.raises(ModelUnfit, match="has the name of 'toy' and other bytes") as caught:
        recognize(library, source)
    assert "Rename it" in caught.value.cure


def test_absent_file_is_an_input_error(library: Library, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="There is no file"):
        recognize(library, tmp_path / "nothing.gguf")


def test_text_file_is_refused(library: Library, tmp_path: Path) -> None:
    source = tmp_path / "diary.gguf"
    source.write_text("Dear diary")
    with pytest.raises(ModelUnfit, match="not a GGUF model"):
        recognize(library, source)


def test_folder_without_a_model_is_refused(library: Library, tmp_path: Path) -> None:
    with pytest.raises(ModelUnfit, match="no folder of a Whisper model"):
        recognize(library, tmp_path)


def test_removed_model_is_gone_with_its_traces(puller: Puller, library: Library) -> None:
    entry = library.entry("unknown-bytes")
    list(puller.pull(entry))
    assert remove_model(library, entry) == len(CONTENT)
    assert library.find(entry).state is State.MISSING
    assert library.pinned(entry) is None


def test_folder_is_removed_as_a_whole(puller: Puller, library: Library) -> None:
    entry = library.entry("toy-folder")
    list(puller.pull(entry))
    assert remove_model(library, entry) == len(CONTENT) + len(VOCABULARY)
    assert not (library.home / "toy-folder").exists()


@pytest.mark.parametrize("name", ["toy", "toy-folder"])
def test_link_is_removed_and_what_it_leads_to_stays(
    puller: Puller, library: Library, tmp_path: Path, name: str
) -> None:
    list(puller.pull(library.entry(name)))
    place = library.find(library.entry(name)).path
    elsewhere = tmp_path / "elsewhere"
    place.rename(elsewhere)
    place.symlink_to(elsewhere)
    assert remove_model(library, library.entry(name)) == 0
    assert not place.is_symlink()
    assert elsewhere.exists()


def test_half_fetched_model_can_be_removed(library: Library) -> None:
    library.home.mkdir(parents=True)
    (library.home / "toy.gguf.part").write_bytes(b"half")
    assert remove_model(library, library.entry("toy")) == 4


def test_absent_model_cannot_be_removed(library: Library) -> None:
    with pytest.raises(ModelMissing, match="is not installed"):
        remove_model(library, library.entry("toy"))


def test_file_in_the_checkout_is_left_to_the_user(library: Library) -> None:
    library.roots[1].mkdir()
    path = library.roots[1] / "toy.gguf"
    path.write_bytes(CONTENT)
    with pytest.raises(UsageError, match="not put there by Kairo") as caught:
        remove_model(library, library.entry("toy"))
    assert "yourself" in caught.value.cure
    assert path.exists()


def test_full_disk_ends_an_import_in_words(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "toy.gguf"
    source.write_bytes(CONTENT)
    usage = type("Usage", (), {"free": 0})
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage)
    with pytest.raises(DiskError, match="are free"):
        _bring(library, source)
