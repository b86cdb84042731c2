"""A question model that knows nothing: every label and every kind is as likely."""

import numpy as np

from kairo_desktop.copilot.linear import LinearModel
from kairo_desktop.copilot.protocols import VerdictLabel
from kairo_desktop.copilot.questions import QuestionModel
from kairo_desktop.types import Kind

__all__ = ["clueless"]


def clueless() -> QuestionModel:
    """A model without any feature."""
    return QuestionModel(_indifferent(VerdictLabel), _indifferent(Kind))


def _indifferent(names: type[VerdictLabel] | type[Kind]) -> LinearModel:
    zeros = np.zeros((1, len(names)), dtype=np.float32)
    return LinearModel(tuple(one.value for one in names), {}, zeros[:0], zeros[0])
