"""The upper edge of the overlay: what is recorded, and the window's own buttons."""

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from kairo_desktop.types import Lane
from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.icons import paint_icon, state_drawing
from kairo_desktop.ui.overlay.buttons import IconButton
from kairo_desktop.ui.overlay.lane_chip import LaneChip
from kairo_desktop.ui.overlay.looks import Looks
from kairo_desktop.ui.overlay.words import phase_text, short_phase_text
from kairo_desktop.ui.views import BoardView, Phase

__all__ = ["PhaseSign", "TopBar"]


class PhaseSign(QLabel):
    """The mark with a sign in it, and a word where there is room."""

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self._phase = Phase.IDLE
        self.setAccessibleName(phase_text(self._phase))

    def show_phase(self, phase: Phase) -> None:
        """Show what the program does."""
        if phase is not self._phase:
            self._phase = phase
            self.setAccessibleName(phase_text(phase))
            self.setToolTip(phase_text(phase))
            self.updateGeometry()
            self.update()

    def dress(self, looks: Looks) -> None:
        """Look as these looks say."""
        self._looks = looks
        self.updateGeometry()
        self.update()

    def minimumSizeHint(self) -> QSize:
        """The mark alone."""
        side = self._looks.control_px(22)
        return QSize(side, self._looks.control_px(28))

    def sizeHint(self) -> QSize:
        """The mark and the longest word that can stand there, so that nothing moves."""
        metrics = QFontMetrics(self._looks.fonts.control)
        word = max(metrics.horizontalAdvance(phase_text(phase)) for phase in Phase)
        return self.minimumSizeHint() + QSize(self._looks.control_px(4) + word, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the mark, and the word if it fits."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = self._looks.control_px(20)
        top = (self.height() - side) / 2
        paint_icon(painter, state_drawing(self._phase), self._color(), QRectF(0, top, side, side))
        words = self.rect().adjusted(side + self._looks.control_px(6), 0, 0, 0)
        metrics = QFontMetrics(self._looks.fonts.control)
        for text in (phase_text(self._phase), short_phase_text(self._phase)):
            if metrics.horizontalAdvance(text) <= words.width():
                painter.setFont(self._looks.fonts.control)
                painter.setPen(QColor(self._looks.colors.text))
                painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, text)
                break
        painter.end()
        event.accept()

    def _color(self) -> str:
        colors = self._looks.colors
        match self._phase:
            case Phase.HEARING | Phase.LISTENING:
                return colors.accent
            case Phase.TROUBLE:
                return colors.warn
            case _:
                return colors.muted


class TopBar(QWidget):
    """Phase, both lanes' meters and pauses, and the buttons of the window.

    Signals:
        commanded: The user asks for something.
        more: The user wants the menu, below the point given in global coordinates.
    """

    commanded = Signal(AppCommand)
    more = Signal(QPoint)

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state: tuple[bool, bool] | None = None
        self._sign = PhaseSign(looks, self)
        self._chips = {lane: LaneChip(looks, lane, self) for lane in Lane}
        self._pause = IconButton(looks, "pause", self.tr("Pause both"), self)
        self._stop = IconButton(looks, "stop", self.tr("Stop listening"), self)
        self._compact = IconButton(looks, "compact", self.tr("Show less"), self)
        self._more = IconButton(looks, "more", self.tr("More"), self)
        self._hide = IconButton(looks, "hide", self.tr("Hide"), self)
        self._arrange()
        self._connect()
        self.dress(looks)

    def show_view(self, view: BoardView) -> None:
        """Show the phase and the lanes."""
        self._sign.show_phase(view.phase)
        for lane in view.lanes:
            self._chips[lane.lane].show_lane(lane)
        state = (view.phase is not Phase.IDLE, view.phase is Phase.PAUSED)
        if state != self._state:
            self._state = state
            self._show_state(*state)

    def _show_state(self, running: bool, paused: bool) -> None:  # noqa: FBT001 - facts
        for widget in (*self._chips.values(), self._pause, self._stop):
            widget.setVisible(running)
        self._pause.set_icon("play" if paused else "pause")
        self._pause.say(self.tr("Hear both again") if paused else self.tr("Pause both"))

    def dress(self, looks: Looks) -> None:
        """Look as these looks say."""
        self._sign.dress(looks)
        for chip in self._chips.values():
            chip.dress(looks)
        for button in self.findChildren(IconButton):
            button.dress(looks)
        self._compact.set_icon("full" if looks.compact else "compact")
        self._compact.say(self.tr("Show more") if looks.compact else self.tr("Show less"))

    def _arrange(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._sign)
        row.addStretch(1)
        for widget in (*self._chips.values(), self._pause, self._stop):
            row.addWidget(widget)
        row.addSpacing(6)
        for button in (self._compact, self._more, self._hide):
            row.addWidget(button)

    def _connect(self) -> None:
        for button, command in (
            (self._chips[Lane.SYSTEM], AppCommand.PAUSE_SYSTEM),
            (self._chips[Lane.MIC], AppCommand.PAUSE_MIC),
            (self._pause, AppCommand.PAUSE),
            (self._stop, AppCommand.STOP),
            (self._compact, AppCommand.COMPACT),
            (self._hide, AppCommand.HIDE),
        ):
            button.clicked.connect(lambda _=False, c=command: self.commanded.emit(c))
        self._more.clicked.connect(
            lambda: self.more.emit(self._more.mapToGlobal(self._more.rect().bottomLeft()))
        )
