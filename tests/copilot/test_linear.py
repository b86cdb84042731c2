from pathlib import Path

import numpy as np
import pytest

from kairo_desktop.copilot.linear import LinearModel, load_models, save_models


def model(*classes: str) -> LinearModel:
    weights = np.arange(2 * len(classes), dtype=np.float32).reshape(2, len(classes))
    bias = np.zeros(len(classes), dtype=np.float32)
    return LinearModel(classes, {"how": 0, "why": 1}, weights, bias)


def test_probabilities_sum_to_one() -> None:
    assert sum(model("a", "b", "c").probabilities({"how", "why"})) == pytest.approx(1.0)


def test_unknown_features_count_nothing() -> None:
    assert model("a", "b").probabilities({"what"}) == pytest.approx((0.5, 0.5))


def test_what_was_saved_is_loaded(tmp_path: Path) -> None:
    saved = (model("a", "b"), model("x", "y", "z"))
    save_models(tmp_path / "models.npz", saved)
    loaded = load_models(tmp_path / "models.npz")
    assert [one.classes for one in loaded] == [("a", "b"), ("x", "y", "z")]
    for one, other in zip(saved, loaded, strict=True):
        assert one.rows == other.rows
        np.testing.assert_array_equal(one.weights, other.weights)
