"""Make the question model from the lines beside this file: `python assets/turns/train.py`."""

from pathlib import Path

from kairo_desktop.copilot.linear import save_models
from kairo_desktop.copilot.training import fit_models, read_lines

_HERE = Path(__file__).parent
_MODEL = _HERE.parents[1] / "kairo_desktop" / "copilot" / "question_model.npz"

if __name__ == "__main__":
    save_models(_MODEL, fit_models(read_lines(_HERE / "training.txt")))
