from pathlib import Path

import pytest

from kairo_desktop.catalogue.entries import Catalogue
from kairo_desktop.catalogue.footprint import Shape
from kairo_desktop.catalogue.library import Library
from kairo_desktop.catalogue.lineup import chosen, lineup
from kairo_desktop.catalogue.planner import Estimate
from kairo_desktop.errors import ModelMissing
from kairo_desktop.settings.llm import LlmSettings
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.retrieval import RetrievalSettings
from kairo_desktop.settings.schema import Settings
from tests.fakes.tiny_models import tiny

DRAFT = "qwen2.5-coder-0.5b-instruct"


@pytest.fixture
def empty(tmp_path: Path) -> Library:
    return Library(Catalogue.load(), (tmp_path,))


def test_models_that_are_not_here_count_with_their_estimates(empty: Library) -> None:
    found = lineup(empty, Settings(llm=LlmSettings(draft=DRAFT)))
    assert found.target == Estimate(1_700_000_000)
    assert found.draft == Estimate(800_000_000)
    assert found.speech is not None
    assert found.speech.total == 300_000_000


def test_size_of_the_notes_model_is_known_before_it_is_here(empty: Library) -> None:
    found = lineup(empty, Settings())
    assert found.notes is not None
    assert found.notes.weights == 90_868_376


def test_without_a_notes_model_nothing_is_counted(empty: Library) -> None:
    assert lineup(empty, Settings(retrieval=RetrievalSettings(model=""))).notes is None


def test_notes_model_of_another_make_counts_with_its_estimate(empty: Library) -> None:
    settings = Settings(retrieval=RetrievalSettings(model="whisper-tiny.en"))
    notes = lineup(empty, settings).notes
    assert notes is not None
    assert notes.weights == 300_000_000


def test_file_that_is_here_is_read(empty: Library) -> None:
    path = tiny(empty.home, "mine.gguf")
    found = lineup(empty, Settings(llm=LlmSettings(model="mine")))
    assert isinstance(found.target, Shape)
    assert 0 < found.target.weight_bytes < path.stat().st_size


def test_damaged_files_count_with_their_estimates(empty: Library) -> None:
    tiny(empty.home, "mine.gguf").write_bytes(b"GGUF" + b"\xff" * 40)
    folder = empty.home / "own-whisper"
    folder.mkdir()
    (folder / "model.bin").write_bytes(b"\xff" * 40)
    settings = Settings(llm=LlmSettings(model="mine"))
    settings = chosen(settings, empty.entry("own-whisper"))
    found = lineup(empty, settings)
    assert isinstance(found.target, Estimate)
    assert settings.asr.model == "own-whisper"
    assert found.speech is not None
    assert found.speech.buffers == 0


def test_unknown_name_is_an_error(empty: Library) -> None:
    with pytest.raises(ModelMissing):
        lineup(empty, Settings(llm=LlmSettings(model="no-such-model")))


def test_draft_stays_only_with_a_target_it_can_draft_for(empty: Library) -> None:
    settings = Settings(llm=LlmSettings(draft=DRAFT))
    fits = chosen(settings, empty.entry("qwen2.5-coder-1.5b-instruct"))
    other = chosen(settings, empty.entry("smollm2-135m-instruct"))
    assert (fits.llm.draft, other.llm.draft) == (DRAFT, "")


def test_embedding_takes_the_place_of_the_notes_model(empty: Library) -> None:
    settings = chosen(Settings(), empty.entry("all-minilm-l6-v2"))
    assert settings.retrieval.model == "all-minilm-l6-v2"


@pytest.mark.real
def test_installed_models_are_read_from_their_heads() -> None:
    found = lineup(Library.of(Paths.of_user()), Settings())
    assert isinstance(found.target, Shape)
    assert found.speech is not None
    assert found.speech.buffers > 0
