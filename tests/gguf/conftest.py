from pathlib import Path

import pytest

from kairo_desktop.llama.tiny_model import TinyModel
from tests.fakes.tiny_models import tiny


@pytest.fixture(scope="session")
def tiny_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny(tmp_path_factory.mktemp("models"), shape=TinyModel(n_layers=2))
