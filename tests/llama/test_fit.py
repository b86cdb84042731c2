from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kairo_desktop.errors import ModelUnfit
from kairo_desktop.llama import fit
from kairo_desktop.llama.context import ContextOptions
from kairo_desktop.llama.fit import layer_plans, open_fitting
from kairo_desktop.llama.model import LlamaModel, load_model


def test_without_a_gpu_all_stays_on_the_cpu() -> None:
    assert layer_plans(28, -1, gpu=False) == (0,)


def test_a_wanted_number_is_not_second_guessed() -> None:
    assert layer_plans(28, 12, gpu=True) == (12,)


def test_with_a_gpu_fewer_and_fewer_layers_are_tried() -> None:
    assert layer_plans(28, -1, gpu=True) == (29, 21, 14, 7, 0)
    assert layer_plans(1, -1, gpu=True) == (2, 1, 0)


def test_the_first_plan_that_fits_is_taken(
    tiny_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []

    @contextmanager
    def loading(path: Path, *, n_gpu_layers: int) -> Iterator[LlamaModel]:
        tried.append(n_gpu_layers)
        if n_gpu_layers > 1:
            raise ModelUnfit("too large")
        with load_model(path) as model:
            yield model

    monkeypatch.setattr(fit, "has_gpu", lambda: True)
    monkeypatch.setattr(fit, "load_model", loading)
    with open_fitting(tiny_path, -1, ContextOptions(n_ctx=256)):
        assert tried == [3, 2, 1]


def test_what_fits_nowhere_is_refused(tiny_path: Path) -> None:
    with (
        pytest.raises(ModelUnfit, match="MiB"),
        open_fitting(tiny_path, -1, ContextOptions(n_ctx=2_000_000_000)),
    ):
        pass
