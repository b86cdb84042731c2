from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from kairo_desktop.catalogue import entries
from kairo_desktop.catalogue.entries import (
    Catalogue,
    Entry,
    ModelSet,
    Role,
    WheelSeries,
    catalogue_file,
    checkout_models,
)
from kairo_desktop.catalogue.wheels import parts_of
from kairo_desktop.errors import ModelMissing
from kairo_desktop.settings.schema import Settings
from tests.catalogue.conftest import raw_catalogue


def test_every_shipped_model_is_proven_by_size_and_hash_or_comes_from_the_hub_alone() -> None:
    for entry in Catalogue.load().entries:
        assert entry.verified or (entry.hub is not None and not entry.wheel), entry.name


def test_parts_of_every_shipped_model_add_up_to_its_files() -> None:
    for entry in Catalogue.load().entries:
        if entry.wheel:
            for file in entry.files:
                parts = [part for part in parts_of(entry) if part.file == file.name]
                assert sum(part.bytes for part in parts) == file.bytes
                assert all(part.bytes > 0 for part in parts)


def test_settings_default_to_models_of_the_default_set() -> None:
    names = {entry.name for entry in Catalogue.load().in_set(ModelSet.DEFAULT)}
    settings = Settings()
    assert {settings.llm.model, settings.asr.model} <= names


def test_default_set_has_a_model_for_every_task() -> None:
    roles = {entry.role for entry in Catalogue.load().in_set(ModelSet.DEFAULT)}
    assert roles == {Role.TARGET, Role.ASR, Role.EMBEDDING}


def test_drafts_belong_to_the_family_of_their_target() -> None:
    catalogue = Catalogue.load()
    for entry in catalogue.entries:
        assert {catalogue.models[name].family for name in entry.drafts} <= {entry.family}


def test_unknown_name_offers_the_closest_ones(catalogue: Catalogue) -> None:
    with pytest.raises(ModelMissing) as caught:
        catalogue.entry("Toy-foldr")
    assert "toy-folder" in caught.value.cure


def test_hopeless_name_points_to_the_list(catalogue: Catalogue) -> None:
    with pytest.raises(ModelMissing) as caught:
        catalogue.entry("gpt-9")
    assert caught.value.cure == "`kairo models list` shows all names."


def test_known_name_gives_its_entry(catalogue: Catalogue) -> None:
    assert catalogue.entry("toy").role is Role.TARGET


def test_size_is_known_only_when_every_file_has_one(catalogue: Catalogue) -> None:
    assert catalogue.models["toy-folder"].bytes == 102_400 + 13
    assert catalogue.models["unknown-bytes"].bytes is None


@given(st.integers(1, 10**6), st.integers(1, 10**5))
def test_parts_follow_each_other_without_a_hole(n_bytes: int, part_bytes: int) -> None:
    count = -(-n_bytes // part_bytes)
    if count > 500:
        return
    series = WheelSeries(
        file="f", package="p{n}", version="1", member="m{n:02}", count=count, part_bytes=part_bytes
    )
    end = 0
    for part in series.parts(n_bytes):
        assert part.offset == end
        end += part.bytes
    assert end == n_bytes


def test_several_files_without_a_folder_are_refused() -> None:
    raw = raw_catalogue()
    del raw["toy-folder"]["folder"]
    with pytest.raises(ValidationError, match="need a folder"):
        Catalogue.model_validate({"models": raw})


def test_packages_without_a_known_hash_are_refused() -> None:
    raw = raw_catalogue()
    raw["toy"]["files"] = [{"name": "toy.gguf"}]
    with pytest.raises(ValidationError, match="known hash"):
        Catalogue.model_validate({"models": raw})


def test_unknown_draft_is_refused() -> None:
    raw = raw_catalogue()
    raw["toy"]["drafts"] = ["nobody"]
    with pytest.raises(ValidationError, match="unknown drafts nobody"):
        Catalogue.model_validate({"models": raw})


def test_pinned_hash_does_not_count_as_ours(toy: Entry) -> None:
    assert toy.verified
    assert not toy.model_copy(update={"pinned": True}).verified


def test_packaged_catalogue_comes_before_the_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert catalogue_file().parent == checkout_models()
    monkeypatch.setattr(entries, "__file__", str(tmp_path / "entries.py"))
    packaged = tmp_path / "catalogue.toml"
    packaged.write_text("")
    assert catalogue_file() == packaged
    assert checkout_models() is None
