"""A first answer to a sample interview, on screen as it would be in a call."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QProgressBar, QVBoxLayout

from kairo_desktop.ui.first_start.page import StepPage
from kairo_desktop.ui.first_start.sample import AnswerLine, Sample
from kairo_desktop.ui.first_start.tile import Tile
from kairo_desktop.ui.first_start.turn_card import TurnCard
from kairo_desktop.ui.jobs import Ending, Job
from kairo_desktop.ui.settings.buttons import button
from kairo_desktop.ui.settings.row import label, say

__all__ = ["SamplePage"]


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
        self._cards: dict[int, TurnCard] = {}
        self._deck = QVBoxLayout()
        self._deck.setSpacing(12)
        self._busy = QProgressBar()
        self._busy.setRange(0, 0)
        self._busy.setTextVisible(False)
        self._busy.setAccessibleName(self.tr("Loading the models"))
        self._message = label(role="bad")
        self._hint = Tile(
            "play",
            self.tr("A first answer in half a minute"),
            self.tr(
                "The interviewer's words come first, then talking points as they are written. "
                "Go on as soon as you have seen enough; the whole recording takes a minute."
            ),
        )
        self._again = button(self.tr("&Play it again"))
        self._again.clicked.connect(self._play)
        for widget in (self._hint, self._caption, self._busy, self._message):
            self.body.addWidget(widget)
        self.body.addLayout(self._deck)
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
        if self._sample.answered and not self._seen:
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
        plays, caption = self._job is not None, self._sample.caption
        self._hint.setVisible(not (plays or self._seen or caption))
        self._busy.setVisible(plays and not caption)
        waiting = self.tr("Loading the models …") if plays else ""
        say(self._caption, f"“{caption}”" if caption else waiting)
        self._again.setVisible(self._seen and not plays)
        self._show_cards()

    def _show_cards(self) -> None:
        """A card for each turn, the newest on top."""
        for gone in self._cards.keys() - {turn.turn_id for turn in self._sample.turns}:
            card = self._cards.pop(gone)
            card.hide()
            card.deleteLater()
        for place, turn in enumerate(self._sample.turns):
            if turn.turn_id not in self._cards:
                self._cards[turn.turn_id] = TurnCard()
            card = self._cards[turn.turn_id]
            if self._deck.indexOf(card) != place:
                self._deck.insertWidget(place, card)
            card.show_turn(turn)
