"""Says whether a turn is a question to the user, of which kind, and how finished it looks."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from kairo_desktop.copilot.features import features
from kairo_desktop.copilot.linear import LinearModel, load_models
from kairo_desktop.copilot.protocols import Verdict, VerdictLabel
from kairo_desktop.types import Kind

__all__ = ["Assessment", "QuestionModel"]

_WEIGHTS = Path(__file__).with_name("question_model.npz")
_FINISHED = 0.5
_LEAST_DOUBT = 0.2
_HARDLY = 0.1


@dataclass(frozen=True, slots=True)
class Assessment:
    """What the words of a turn look like; the four probabilities sum to 1.

    Attributes:
        kinds: Probability of each kind, should it be a question; one that is missing has none.
    """

    question: float
    not_question: float
    incomplete: float
    smalltalk: float
    kinds: Mapping[Kind, float]

    @property
    def kind(self) -> Kind:
        """The most likely kind."""
        return max(self.kinds, key=self.kinds.__getitem__)

    @property
    def label(self) -> VerdictLabel:
        """The most likely label."""
        by_label = {
            VerdictLabel.QUESTION: self.question,
            VerdictLabel.NOT_QUESTION: self.not_question,
            VerdictLabel.INCOMPLETE: self.incomplete,
            VerdictLabel.SMALLTALK: self.smalltalk,
        }
        return max(by_label, key=by_label.__getitem__)

    @property
    def could_become_question(self) -> float:
        """Probability, 0..1, that it is a question or the beginning of one."""
        return self.question + self.incomplete

    @property
    def unsure(self) -> bool:
        """True when it could as well be a question as other talk, finished or nearly so."""
        decided = self.question + self.not_question + self.smalltalk
        asks = self.question / max(decided, 1e-9)
        return self.incomplete < _FINISHED and _LEAST_DOUBT < asks < 1.0 - _LEAST_DOUBT

    def on_demand(self) -> "Assessment":
        """What to take it for when the user demands an answer to it.

        What is surely no question takes the kind whose points come from the user's own notes or
        are a frame to fill: there is no matter to be right or wrong about.
        """
        is_talk = self.label in {VerdictLabel.NOT_QUESTION, VerdictLabel.SMALLTALK}
        surely_talk = is_talk and self.question <= _HARDLY
        return replace(self, kinds={Kind.BACKGROUND: 1.0}) if surely_talk else self

    def after(self, verdict: Verdict) -> "Assessment":
        """This assessment with the odds of question against other talk moved by a verdict.

        How finished it looks stays: of that a verdict knows nothing.
        """
        talk = self.not_question + self.smalltalk
        moved = self.question * math.exp(verdict.log_odds)
        scale = (self.question + talk) / max(moved + talk, 1e-9)
        return replace(
            self,
            question=moved * scale,
            not_question=self.not_question * scale,
            smalltalk=self.smalltalk * scale,
        )


class QuestionModel:
    """Two linear models over the same features: label and kind.

    Trained by `training.py` on our own lines; about 0.2 ms a turn.
    """

    def __init__(self, labels: LinearModel, kinds: LinearModel) -> None:
        self._labels = labels
        self._kinds = kinds

    @classmethod
    def load(cls, path: Path = _WEIGHTS) -> "QuestionModel":
        """The model that ships with the package, or the one at `path`."""
        labels, kinds = load_models(path)
        return cls(labels, kinds)

    def assess(self, text: str) -> Assessment:
        """Look at `text`, the words of a turn so far; any case, any punctuation, any length."""
        names = features(text)
        by_label = dict(zip(self._labels.classes, self._labels.probabilities(names), strict=True))
        kinds = zip(map(Kind, self._kinds.classes), self._kinds.probabilities(names), strict=True)
        return Assessment(
            question=by_label["question"],
            not_question=by_label["not_question"],
            incomplete=by_label["incomplete"],
            smalltalk=by_label["smalltalk"],
            kinds=dict(kinds),
        )
