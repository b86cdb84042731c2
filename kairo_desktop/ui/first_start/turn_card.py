"""A question of the sample with its answer, as a card."""

from typing import Final

from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout

from kairo_desktop.ui.first_start.anchor_label import AnchorLabel
from kairo_desktop.ui.first_start.point_line import PointLine
from kairo_desktop.ui.first_start.sample import Turn
from kairo_desktop.ui.settings.row import label, say

__all__ = ["TurnCard"]

_MOST_POINTS: Final = 5
_AT_ONCE_MS: Final = 50.0


class TurnCard(QFrame):
    """Question, note, points, and how soon the first words stood there."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._question = label(role="heading")
        self._anchor = AnchorLabel()
        self._points = [PointLine() for _ in range(_MOST_POINTS)]
        self._speed = label(role="faint")
        inside = QVBoxLayout(self)
        inside.setContentsMargins(20, 16, 20, 18)
        inside.setSpacing(10)
        for widget in (self._question, self._anchor, *self._points, self._speed):
            inside.addWidget(widget)

    @property
    def question(self) -> str:
        """What was asked."""
        return self._question.text()

    @property
    def speed(self) -> str:
        """How soon the first words stood there, in words."""
        return self._speed.text()

    def show_turn(self, turn: Turn) -> None:
        """Show the turn as far as it goes."""
        self._question.setText(turn.question)
        self._anchor.show_note(turn.anchor)
        for index, line in enumerate(self._points):
            line.show_point(turn.points[index] if index < len(turn.points) else None)
        say(self._speed, self._how_fast(turn.first_words_ms), "faint")

    def _how_fast(self, first_words_ms: float | None) -> str:
        if first_words_ms is None:
            return ""
        if first_words_ms < _AT_ONCE_MS:
            return self.tr("The first words stood here as soon as the question was over.")
        words = self.tr("The first words stood here {0} seconds after the question.")
        return words.format(f"{first_words_ms / 1000:.1f}")
