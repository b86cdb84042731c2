"""A first answer to a sample interview, on screen as it would be in a call."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from kairo_desktop.ui.first_start.anchor_label import AnchorLabel
from kairo_desktop.ui.first_start.page import StepPage
from kairo_desktop.ui.first_start.point_line import PointLine
from kairo_desktop.ui.first_start.sample import AnswerLine, Sample
from kairo_desktop.ui.first_start.tile import Tile
from kairo_desktop.ui.jobs import Ending, Job
from kairo_desktop.ui.settings.buttons import button
from kairo_desktop.ui.settings.row import label, say

__all__ = ["SamplePage"]

_MOST_POINTS: Final = 5


class SamplePage(StepPage):
    """Plays the bundled interview to Kairo, at the pace of speech, when it is asked to.

    Args:
        command: How `kairo` is started; this program by default.
    """

    def __init__(self, command: Sequence[str] | None = None) -> None:
        super().__init__(
            self.tr("Try it on a sample"),
            self.tr(
                "Kairo listens to a short recorded interview and answers from the notes of its "
                "candidate. Nothing of yours is used."
            ),
        )
        self._command = command
        self._job: Job | None = None
        self._sample = Sample()
        self._seen = False
        self._caption = label(role="muted")
        self._caption.setAccessibleName(self.tr("The interviewer"))
        self._question = label(role="heading")
        self._anchor = AnchorLabel()
        self._points = [PointLine() for _ in range(_MOST_POINTS)]
        self._card = self._made_card()
        self._message = label(role="bad")
        self._hint = Tile(
            "play",
            self.tr("About a minute, at the pace of speech"),
            self.tr("The interviewer's words come first, then talking points as they are written."),
        )
        self._again = button(self.tr("&Play it again"))
        self._again.clicked.connect(self._play)
        for widget in (self._hint, self._caption, self._card, self._message):
            self.body.addWidget(widget)
        self.body.addWidget(self._again, 0, Qt.AlignmentFlag.AlignLeft)
        self._message.hide()
        self._show()

    @property
    def onward(self) -> str:
        """The same button plays the sample first."""
        return self.tr("&Continue") if self._seen or self._job else self.tr("&Play the sample")

    @property
    def past(self) -> str:
        """Once it plays, going on is no skipping."""
        return "" if self._seen or self._job else self.tr("&Skip")

    def leave(self) -> None:
        """End the child."""
        self._drop_job()
        self._show()

    def go_on(self) -> bool:
        """Play the sample, once; then let the next step follow."""
        if self._seen or self._job:
            return True
        self._play()
        return False

    def _made_card(self) -> QWidget:
        card = QFrame()
        card.setProperty("kind", "card")
        inside = QVBoxLayout(card)
        inside.setContentsMargins(20, 16, 20, 18)
        inside.setSpacing(10)
        for widget in (self._question, self._anchor, *self._points):
            inside.addWidget(widget)
        return card

    def _play(self) -> None:
        self._drop_job()
        self._sample = Sample()
        say(self._message, "")
        self._job = Job(("answer", "--realtime"), AnswerLine, self, command=self._command)
        self._job.told.connect(self._take)
        self._job.ended.connect(self._end)
        self._job.start()
        self._show()
        self.changed.emit()

    def _drop_job(self) -> None:
        if self._job is not None:
            self._job.blockSignals(True)  # noqa: FBT003 - Qt's own
            self._job.close()
            self._job.deleteLater()
            self._job = None

    def _take(self, line: AnswerLine) -> None:
        self._sample = self._sample.take(line)
        if self._sample.n_answered and not self._seen:
            self._seen = True
            self.changed.emit()
        self._show()

    def _end(self, ending: Ending) -> None:
        self._job = None
        if not ending.well and not ending.cancelled:
            say(self._message, f"{ending.message} {ending.cure}".strip(), "bad")
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        sample, plays = self._sample, self._job is not None
        waiting = self.tr("Loading the models …")
        self._hint.setVisible(not (plays or self._seen or sample.caption))
        say(self._caption, f"“{sample.caption}”" if sample.caption else waiting * plays)
        self._card.setVisible(bool(sample.question))
        self._question.setText(sample.question)
        self._anchor.show_note(sample.anchor)
        for line, point in zip(
            self._points, (*sample.points, *[None] * _MOST_POINTS), strict=False
        ):
            line.show_point(point)
        self._again.setVisible(self._seen and not plays)
        if sample.first_words_ms is not None:
            self.set_lead(self._how_fast(sample.first_words_ms))

    def _how_fast(self, first_words_ms: float) -> str:
        if first_words_ms < 1:
            return self.tr("The first words stood there before the question was over.")
        words = self.tr("The first words stood there {0} seconds after the question.")
        return words.format(f"{first_words_ms / 1000:.1f}")
