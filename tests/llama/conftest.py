from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from kairo_desktop.llama.context import ContextOptions, LlamaContext, open_context
from kairo_desktop.llama.model import load_model
from kairo_desktop.llama.tiny_model import TinyModel
from kairo_desktop.settings.llm import KvType
from tests.fakes.tiny_models import tiny, tiny_recurrent

settings.register_profile("busy", deadline=None)  # a law takes as long as the machine is busy
settings.load_profile("busy")


@pytest.fixture(scope="session")
def tiny_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny(tmp_path_factory.mktemp("models"), shape=TinyModel(n_layers=2))


@pytest.fixture(scope="session")
def recurrent_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_recurrent(tmp_path_factory.mktemp("models"))


@pytest.fixture(scope="session")
def context(tiny_path: Path) -> Iterator[LlamaContext]:
    """Exact keys and values, so that only the order of sums can differ."""
    options = ContextOptions(n_ctx=512, type_k=KvType.F16, type_v=KvType.F16, threads=2)
    with load_model(tiny_path) as model, open_context(model, options) as context:
        yield context
