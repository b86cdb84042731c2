import json
import os
from pathlib import Path

import pytest

from kairo_desktop.catalogue.entries import Catalogue, Entry, FileSpec, Role, Use
from kairo_desktop.catalogue.library import Library, State
from kairo_desktop.errors import DiskError, ModelMissing, ModelUnfit
from kairo_desktop.settings.paths import Paths
from tests.catalogue.conftest import CONTENT, VOCABULARY


def _put(folder: Path, name: str, content: bytes = CONTENT) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def test_missing_model_names_the_command_that_fetches_it(library: Library) -> None:
    with pytest.raises(ModelMissing) as caught:
        library.require("toy")
    assert caught.value.cure == "Fetch it: kairo models pull toy"


def test_interrupted_fetch_is_called_incomplete(library: Library) -> None:
    _put(library.home, "toy.gguf.part", CONTENT[:10])
    assert library.find(library.entry("toy")).state is State.PARTIAL
    with pytest.raises(ModelMissing, match="not completely installed"):
        library.require("toy")


def test_file_is_proven_at_its_first_use_and_then_by_its_stamp(library: Library) -> None:
    path = _put(library.home, "toy.gguf")
    assert library.find(library.entry("toy")).state is State.PRESENT
    assert library.require("toy") == path
    assert library.find(library.entry("toy")).state is State.PROVEN
    assert library.require("toy") == path


def test_truncated_file_is_refused_by_its_size(library: Library) -> None:
    path = _put(library.home, "toy.gguf", CONTENT[:-1])
    with pytest.raises(ModelUnfit, match="wrong size") as caught:
        library.require("toy")
    assert str(path) in caught.value.message
    assert "kairo models pull toy" in caught.value.cure


def test_file_of_other_bytes_is_refused_by_its_hash(library: Library) -> None:
    _put(library.home, "toy.gguf", CONTENT[:-1] + b"?")
    with pytest.raises(ModelUnfit, match=r"toy\.gguf are not the ones we know"):
        library.require("toy")


def test_model_dropped_beside_the_checkout_is_found(library: Library) -> None:
    path = _put(library.roots[1], "toy.gguf")
    assert library.require("toy") == path


def test_renamed_model_is_found_by_its_bytes(library: Library) -> None:
    path = _put(library.home, "my favourite.gguf")
    assert library.require("toy") == path
    assert library.find(library.entry("toy")).state is State.PROVEN


def test_file_that_only_has_the_size_is_not_taken(library: Library) -> None:
    _put(library.home, "other.gguf", b"?" + CONTENT[1:])
    assert library.find(library.entry("toy")).state is State.MISSING


def test_good_copy_is_preferred_to_a_damaged_one(library: Library) -> None:
    _put(library.roots[0], "toy.gguf", b"damaged")
    path = _put(library.roots[1], "toy.gguf")
    assert library.require("toy") == path


def test_folder_counts_only_with_all_its_files(library: Library) -> None:
    _put(library.home, "toy-folder/model.bin")
    assert library.find(library.entry("toy-folder")).state is State.DAMAGED
    _put(library.home, "toy-folder/vocab.txt", VOCABULARY)
    assert library.require("toy-folder") == library.home / "toy-folder"


def test_model_of_unknown_bytes_is_taken_on_trust_when_it_is_a_gguf(
    library: Library, whole: bytes
) -> None:
    path = _put(library.home, "unknown.gguf", whole)
    assert library.require("unknown-bytes") == path
    path.write_bytes(b"hello")
    with pytest.raises(ModelUnfit, match="not a GGUF model"):
        library.require("unknown-bytes")


def test_pinned_model_is_held_to_its_pin(library: Library) -> None:
    entry = library.entry("unknown-bytes")
    _put(library.home, "unknown.gguf")
    known = library.entry("toy").files[0]
    library.pin(entry, (FileSpec(name="unknown.gguf", bytes=known.bytes, sha256=known.sha256),))
    assert library.require("unknown-bytes")
    _put(library.home, "unknown.gguf", CONTENT[:-1] + b"?")
    with pytest.raises(ModelUnfit):
        library.require("unknown-bytes")
    library.unpin(entry)
    assert library.pinned(entry) is None


def test_other_bytes_of_the_hub_serve_once_they_are_pinned(library: Library) -> None:
    entry = library.entry("toy-folder")
    _put(library.home, "toy-folder/model.bin", CONTENT[:-1])
    assert library.find(entry).state is State.DAMAGED
    library.pin(entry, (FileSpec(name="model.bin", bytes=len(CONTENT) - 1, sha256=None),))
    found = library.find(entry)
    assert found.state is State.PRESENT
    assert found.entry.pinned


def test_broken_pin_counts_as_none(library: Library) -> None:
    _put(library.home, ".pinned/toy.json", b"{")
    assert library.pinned(library.entry("toy")) is None


def test_own_model_is_found_under_its_own_name(library: Library, whole: bytes) -> None:
    path = _put(library.roots[1], "Mine-Q4.gguf", whole)
    assert library.require("Mine-Q4") == path
    entry = library.entry("Mine-Q4")
    assert (entry.own, entry.verified, entry.role) == (True, False, Role.TARGET)
    assert [found.path for found in library.own()] == [path]


def test_own_recognizer_is_found_as_a_folder(library: Library) -> None:
    _put(library.home, "my-whisper/model.bin")
    _put(library.home, "my-whisper/config.json", b"{}")
    assert library.require("my-whisper") == library.home / "my-whisper"
    assert library.entry("my-whisper").role is Role.ASR


def test_half_fetched_folder_is_no_model_of_the_users_own(library: Library) -> None:
    _put(library.home, "toy-folder.part/model.bin")
    assert library.own() == ()


def test_catalogue_folder_is_no_model_of_the_users_own(library: Library) -> None:
    _put(library.home, "toy-folder/model.bin")
    assert library.own() == ()


def test_own_model_that_is_no_gguf_is_refused(library: Library) -> None:
    _put(library.home, "diary.gguf", b"Dear diary")
    with pytest.raises(ModelUnfit, match="not a GGUF model"):
        library.require("diary")


def test_own_file_that_is_no_model_counts_as_damaged(library: Library) -> None:
    _put(library.home, "diary.gguf", b"Dear diary")
    (found,) = library.own()
    assert found.state is State.DAMAGED
    assert library.find(library.entry("diary")) == found


@pytest.mark.parametrize(
    ("name", "use", "words"),
    [
        ("toy", Use.HEARING, "'toy' is a language model, not a speech model"),
        ("unknown-bytes", Use.SEARCHING, "is a language model, not a model that searches notes"),
        ("toy-folder", Use.ANSWERING, "'toy-folder' is a speech model, not a language model"),
    ],
)
def test_model_for_another_use_is_refused_before_it_is_looked_for(
    library: Library, name: str, use: Use, words: str
) -> None:
    with pytest.raises(ModelUnfit, match=words) as caught:
        library.require(name, use)
    assert caught.value.cure == "See which models there are, and for what: kairo models list"


def test_model_for_the_right_use_is_given(library: Library) -> None:
    path = _put(library.home, "toy.gguf")
    assert library.require("toy", Use.ANSWERING) == path


def test_every_role_has_a_use() -> None:
    assert {Use.of(role) for role in Role} == set(Use)


def test_empty_own_file_is_refused(library: Library) -> None:
    _put(library.home, "nothing.gguf", b"")
    with pytest.raises(ModelUnfit, match="is empty"):
        library.require("nothing")


def test_unknown_name_offers_own_models_too(library: Library, whole: bytes) -> None:
    _put(library.home, "my-model.gguf", whole)
    with pytest.raises(ModelMissing) as caught:
        library.entry("my-modle")
    assert "my-model" in caught.value.cure


def test_unreadable_file_is_a_matter_of_the_disk(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = _put(library.home, "toy.gguf")

    def refuse(*_: object) -> None:
        raise PermissionError(13, os.strerror(13), str(path))

    monkeypatch.setattr("kairo_desktop.catalogue.proof.sha256_of", refuse)
    with pytest.raises(DiskError, match="cannot be read"):
        library.require("toy")


def test_file_that_vanishes_while_it_is_looked_at_counts_as_damaged(
    library: Library, toy: Entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    _put(library.home, "toy.gguf")
    exists = Path.exists
    monkeypatch.setattr(Path, "stat", lambda *_: (_ for _ in ()).throw(FileNotFoundError()))
    monkeypatch.setattr(Path, "exists", lambda path: exists is not None and path.suffix == ".gguf")
    assert library.find(toy).state is State.DAMAGED


def test_users_library_searches_the_data_folder_and_the_checkout(tmp_path: Path) -> None:
    library = Library.of(Paths(tmp_path, tmp_path, tmp_path, tmp_path))
    assert library.home == tmp_path / "models"
    assert library.roots[1].name == "models"
    assert "whisper-base" in library.catalogue.models


def test_installed_package_has_no_checkout_to_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kairo_desktop.catalogue.library.checkout_models", lambda: None)
    assert Library.of(Paths(tmp_path, tmp_path, tmp_path, tmp_path)).roots == (tmp_path / "models",)


def test_stamp_is_plain_json(library: Library) -> None:
    _put(library.home, "toy.gguf")
    library.require("toy")
    stamp = json.loads((library.home / ".proven" / "toy.json").read_text())
    assert stamp[0][1] == len(CONTENT)


def test_catalogue_alone_knows_no_own_models(catalogue: Catalogue, tmp_path: Path) -> None:
    assert Library(catalogue, (tmp_path / "nowhere",)).own() == ()
