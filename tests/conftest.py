"""What all tests share: where models and evaluation data lie, and no unexpected warnings."""

import gc
import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings as hypothesis_settings

from kairo_desktop.settings.paths import Paths

_REPOSITORY = Path(__file__).parent.parent

# A busy machine must not fail a law for being slow.
hypothesis_settings.register_profile("kairo", deadline=None)
hypothesis_settings.load_profile("kairo")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run soaks, kills and servers")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--long"):
        config.option.markexpr = "not device and not gpu"


@pytest.fixture(autouse=True, scope="module")
def _garbage_in_one_thread() -> Iterator[None]:
    """Collect garbage between modules, in this thread: another may not delete what Qt owns."""
    gc.disable()
    yield
    gc.collect()


@pytest.fixture(scope="session")
def models_dir() -> Path:
    """The installed models; the test set-up fetches all that the tests name."""
    folder = Paths.of_user().models
    if not folder.is_dir():
        pytest.fail(f"no models in {folder}; run ./installers/test")
    return folder


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The part of the evaluation data that is kept beside the tests."""
    return _REPOSITORY / "tests" / "data"


@pytest.fixture(scope="session")
def eval_dir() -> Path:
    """The full evaluation data; its absence is a failure under CI, a skip elsewhere."""
    folder = Path(os.environ.get("KAIRO_EVAL", _REPOSITORY.parent / "shared" / "eval"))
    if (folder / "turns.jsonl").is_file():
        return folder
    message = "the evaluation data is not here; set KAIRO_EVAL to its folder"
    if os.environ.get("CI"):
        pytest.fail(message)
    pytest.skip(message)


@pytest.fixture(autouse=True)
def _no_choice_of_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    """What this machine's set-up chose to fetch from is no business of a test's."""
    monkeypatch.delenv("KAIRO_MODEL_SOURCES", raising=False)


@pytest.fixture(autouse=True)
def _no_unexpected_warning(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A warning in the log is a failure unless the test expects it and clears `caplog`."""
    caplog.set_level(logging.WARNING)
    yield
    unexpected = [
        record
        for record in caplog.get_records("call")
        if record.levelno >= logging.WARNING and record.name.startswith("kairo_desktop")
    ]
    if unexpected:
        pytest.fail(f"unexpected log: {unexpected[0].getMessage()}")
