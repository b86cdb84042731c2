"""The lower edge of the overlay: what can be asked for, and what has gone to the network."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from kairo_desktop.supervisor.messages import Connections
from kairo_desktop.ui.commands import AppCommand
from kairo_desktop.ui.icons import paint_icon
from kairo_desktop.ui.overlay.buttons import PillButton
from kairo_desktop.ui.overlay.looks import Dressed, Looks
from kairo_desktop.ui.overlay.notice_line import NoticeLine
from kairo_desktop.ui.overlay.notices import Notice
from kairo_desktop.ui.overlay.words import connections_text
from kairo_desktop.ui.views import BoardView, Phase

__all__ = ["BottomBar", "ConnectionsSign"]


class ConnectionsSign(QLabel):
    """How many connections Kairo has made: a shield while there are none, then a globe."""

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self._count = -1
        self._brief = False
        self.show_connections(Connections())

    def show_connections(self, connections: Connections) -> None:
        """Show how many there were, and to where when the pointer rests on it."""
        if connections.count == self._count:
            return
        self._count = connections.count
        self.setAccessibleName(connections_text(self._count))
        where = "\n".join(connections.hosts)
        self.setToolTip(where or self.tr("Kairo has not used the network."))
        self.updateGeometry()
        self.update()

    def set_brief(self, brief: bool) -> None:  # noqa: FBT001 - a fact, not a choice
        """Show the number without its word, or with it again."""
        if brief is not self._brief:
            self._brief = brief
            self.updateGeometry()
            self.update()

    def dress(self, looks: Looks) -> None:
        """Look as these looks say."""
        self._looks = looks
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """The sign and its words."""
        metrics = QFontMetrics(self._looks.fonts.counter)
        words = metrics.horizontalAdvance(self._text)
        px = self._looks.control_px
        return QSize(px(14) + px(5) + words + 2, max(px(20), metrics.height()))

    def minimumSizeHint(self) -> QSize:
        """The sign alone."""
        side = self._looks.control_px(14)
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the sign and the words."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colors, px = self._looks.colors, self._looks.control_px
        color = colors.warn if self._count else colors.faint
        side = px(14)
        sign = QRectF(0, (self.height() - side) / 2, side, side)
        paint_icon(painter, "network" if self._count else "shield", color, sign)
        painter.setFont(self._looks.fonts.counter)
        painter.setPen(QColor(color))
        words = self.rect().adjusted(side + px(5), 0, 0, 0)
        text = self._text
        if QFontMetrics(painter.font()).horizontalAdvance(text) > words.width():
            text = str(self._count)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, text)
        painter.end()
        event.accept()

    @property
    def _text(self) -> str:
        return str(self._count) if self._brief else connections_text(self._count)


class BottomBar(QWidget):
    """Answer now and again; before a session, start. Beside them a notice, and the connections.

    Signals:
        commanded: The user asks for something.
    """

    commanded = Signal(AppCommand)

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state: tuple[bool, bool] | None = None
        start = self.tr("Start listening")
        self._start = PillButton(looks, "play", start, start, self)
        self._start.primary = True
        self._answer = PillButton(looks, "answer", "", self.tr("Answer what was said last"), self)
        self._again = PillButton(looks, "again", "", self.tr("Answer again, differently"), self)
        self._notice = NoticeLine(looks, self)
        self._connections = ConnectionsSign(looks, self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for button, command in (
            (self._start, AppCommand.START),
            (self._answer, AppCommand.ANSWER_NOW),
            (self._again, AppCommand.AGAIN),
        ):
            button.clicked.connect(lambda _=False, c=command: self.commanded.emit(c))
            row.addWidget(button)
        row.addWidget(self._notice, 1)
        row.addStretch()
        row.addWidget(self._connections)
        self.dress(looks)

    @property
    def notice(self) -> NoticeLine:
        """The line between the buttons and the connections."""
        return self._notice

    def show_notice(self, notice: Notice | None) -> None:
        """Say this in one line, or nothing; the connections then leave it their words' room."""
        self._notice.show_notice(notice)
        self._connections.set_brief(notice is not None)

    def show_view(self, view: BoardView) -> None:
        """Offer what makes sense now."""
        self._connections.show_connections(view.connections)
        state = (view.phase is Phase.IDLE, bool(view.cards))
        if state != self._state:
            self._state = state
            idle, asked = state
            self._start.setVisible(idle)
            self._answer.setVisible(not idle)
            self._again.setVisible(not idle)
            self._again.setEnabled(asked)

    def dress(self, looks: Looks) -> None:
        """Look as these looks say; compact, signs stand for words."""
        self._answer.setText("" if looks.compact else self.tr("Answer now"))
        self._again.setText("" if looks.compact else self.tr("Again"))
        buttons = (self._start, self._answer, self._again)
        parts: tuple[Dressed, ...] = (*buttons, self._notice, self._connections)
        for part in parts:
            part.dress(looks)
