"""The ground of a floating window: rounded, translucent, moved and resized by hand."""

from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QMouseEvent,
    QMoveEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QScreen,
)
from PySide6.QtWidgets import QWidget

from kairo_desktop.settings.overlay import OverlayPlace
from kairo_desktop.ui.overlay.looks import Looks
from kairo_desktop.ui.overlay.place import inside, restored

__all__ = ["EDGE", "Frame", "edges_at", "resized"]

EDGE: Final = 8
"""Pixels along the border that resize instead of moving."""

_SETTLED_MS: Final = 400

_CURSORS: Final = {
    Qt.Edge.TopEdge | Qt.Edge.LeftEdge: Qt.CursorShape.SizeFDiagCursor,
    Qt.Edge.BottomEdge | Qt.Edge.RightEdge: Qt.CursorShape.SizeFDiagCursor,
    Qt.Edge.TopEdge | Qt.Edge.RightEdge: Qt.CursorShape.SizeBDiagCursor,
    Qt.Edge.BottomEdge | Qt.Edge.LeftEdge: Qt.CursorShape.SizeBDiagCursor,
    Qt.Edge.LeftEdge: Qt.CursorShape.SizeHorCursor,
    Qt.Edge.RightEdge: Qt.CursorShape.SizeHorCursor,
    Qt.Edge.TopEdge: Qt.CursorShape.SizeVerCursor,
    Qt.Edge.BottomEdge: Qt.CursorShape.SizeVerCursor,
}


def edges_at(point: QPoint, width: int, height: int) -> Qt.Edge:
    """The edges of a window of that size that a point is on; none inside."""
    edges = Qt.Edge(0)
    if point.x() < EDGE:
        edges |= Qt.Edge.LeftEdge
    elif point.x() >= width - EDGE:
        edges |= Qt.Edge.RightEdge
    if point.y() < EDGE:
        edges |= Qt.Edge.TopEdge
    elif point.y() >= height - EDGE:
        edges |= Qt.Edge.BottomEdge
    return edges


def resized(before: QRect, edges: Qt.Edge, by: QPoint, least: tuple[int, int]) -> QRect:
    """The rectangle with these edges pulled, never smaller than `least` (width, height)."""
    left, top = before.x(), before.y()
    right, bottom = left + before.width(), top + before.height()
    if edges & Qt.Edge.LeftEdge:
        left = min(left + by.x(), right - least[0])
    if edges & Qt.Edge.RightEdge:
        right = max(right + by.x(), left + least[0])
    if edges & Qt.Edge.TopEdge:
        top = min(top + by.y(), bottom - least[1])
    if edges & Qt.Edge.BottomEdge:
        bottom = max(bottom + by.y(), top + least[1])
    return QRect(left, top, right - left, bottom - top)


class Frame(QWidget):
    """A window without a frame that can be taken anywhere and pulled at its edges.

    The window manager moves and resizes it where it does so, else it does it by itself. When its
    monitor goes it comes to another one, and goes back when the monitor comes back. While no
    monitor is on, what moves it is no place to remember.

    Signals:
        placed: It has been moved or resized and has come to rest on a monitor; time to keep
            `place()`.
    """

    placed = Signal()

    def __init__(self, looks: Looks, flags: Qt.WindowType) -> None:
        super().__init__(None, flags)
        self.looks = looks
        self.dashed = False
        self._by_hand: tuple[QPoint, QRect, Qt.Edge] | None = None
        self._wanted: OverlayPlace | None = None
        self._away_from: OverlayPlace | None = None
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._settled.timeout.connect(self._has_settled)
        self._watch_screens()
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)

    def place(self) -> OverlayPlace:
        """Where it stands now; while no monitor is on, where it is to stand again.

        One that no monitor has shown has a place of no size.
        """
        if not _is_on(self.screen()):
            return self._wanted or OverlayPlace("", 0, 0, 0, 0)
        free = self.screen().availableGeometry()
        x, y = self.x() - free.x(), self.y() - free.y()
        return OverlayPlace(self.screen().name(), x, y, self.width(), self.height())

    def restore(self, place: OverlayPlace) -> None:
        """Go there; where the monitor is gone or smaller, to the nearest place in sight."""
        self._wanted = place
        screens = [screen for screen in QGuiApplication.screens() if _is_on(screen)]
        if not screens:
            self._away_from = place
            return
        primary = QGuiApplication.primaryScreen()
        screens.sort(key=lambda screen: screen is not primary)
        self.setGeometry(restored(place, [(s.name(), s.availableGeometry()) for s in screens]))

    def come_into_sight(self) -> None:
        """Move no further than needed to be whole on the monitor it is on."""
        self.setGeometry(inside(self.geometry(), self.screen().availableGeometry()))

    def moveEvent(self, event: QMoveEvent) -> None:
        """Wait until it has come to rest."""
        super().moveEvent(event)
        self._settled.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wait until it has come to rest."""
        super().resizeEvent(event)
        self._settled.start()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold; it moves, or resizes at an edge, once the pointer does."""
        if event.button() is Qt.MouseButton.LeftButton:
            edges = edges_at(event.position().toPoint(), self.width(), self.height())
            self._by_hand = (event.globalPosition().toPoint(), self.geometry(), edges)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move or resize what is held; else show what an edge does."""
        if self._by_hand is None:
            edges = edges_at(event.position().toPoint(), self.width(), self.height())
            self.setCursor(_CURSORS.get(edges, Qt.CursorShape.ArrowCursor))
            return
        begin, before, edges = self._by_hand
        by = event.globalPosition().toPoint() - begin
        if self._is_handed_over(edges, by):
            self._by_hand = None
        elif edges:
            least = self.minimumSize()
            self.setGeometry(resized(before, edges, by, (least.width(), least.height())))
        else:
            self.move(before.topLeft() + by)

    def _is_handed_over(self, edges: Qt.Edge, by: QPoint) -> bool:
        """Let the window manager go on, if there is one and the pointer has really moved.

        Asked at the press it would wait for a release that a quick click has given already.
        """
        handle = self.windowHandle()
        managed = not self.windowFlags() & Qt.WindowType.X11BypassWindowManagerHint
        if not managed or handle is None or not by.manhattanLength():
            return False
        return handle.startSystemResize(edges) if edges else handle.startSystemMove()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go."""
        self._by_hand = None
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        """Leave no edge's cursor behind."""
        self.unsetCursor()
        super().leaveEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rounded ground, its hairline, and the grip in the corner."""
        painter = QPainter(self)
        radius = self.looks.corner
        rects: list[QRect] = list(event.region())  # type: ignore[call-overload]  # no stub for it
        for rect in rects:
            if self._is_plain(rect, radius):
                # What was there has been cleared: nothing needs to be blended.
                painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
                painter.fillRect(rect, self.looks.card())
                painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
            else:
                painter.setClipRect(rect)
                self._draw_ground(painter, radius)
                painter.setClipping(False)
        painter.end()
        event.accept()

    def _is_plain(self, rect: QRect, radius: int) -> bool:
        """Whether neither border nor corner is in it: then a plain fill does, far cheaper."""
        upright = self.rect().adjusted(radius, 1, -radius, -1)
        flat = self.rect().adjusted(1, radius, -1, -radius)
        return upright.contains(rect) or flat.contains(rect)

    def _draw_ground(self, painter: QPainter, radius: int) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=radius > 0)
        colors = self.looks.colors
        border = QPen(QColor(colors.accent if self.dashed else colors.line), 1)
        if self.dashed:
            border.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(border)
        painter.setBrush(self.looks.card())
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colors.faint), 1))
        corner = QPointF(self.width() - 5, self.height() - 5)
        for reach in (4, 8):
            painter.drawLine(corner - QPointF(reach, 0), corner - QPointF(0, reach))

    def _has_settled(self) -> None:
        if self.isVisible() and _is_on(self.screen()):
            self._wanted = self.place()
            self.placed.emit()

    def _watch_screens(self) -> None:
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.screenRemoved.connect(self._screen_went)
            application.screenAdded.connect(self._screen_came)
        for screen in QGuiApplication.screens():
            screen.availableGeometryChanged.connect(self._screen_changed)

    def _screen_went(self, screen: QScreen) -> None:
        """Qt moves the window to another monitor first."""
        if self._wanted is not None and self._wanted.screen == screen.name():
            self._away_from = self._wanted
        QTimer.singleShot(0, self, self.come_into_sight)

    def _screen_came(self, screen: QScreen) -> None:
        screen.availableGeometryChanged.connect(self._screen_changed)
        self._come_back()

    def _screen_changed(self) -> None:
        """The only monitor does not go when it is turned off: nothing of it is free then."""
        if _is_on(self.screen()):
            QTimer.singleShot(0, self, self._come_back)
        elif self._away_from is None:
            self._away_from = self._wanted

    def _come_back(self) -> None:
        """Go where it stood, if that monitor is on again, else come into sight."""
        away_from, names = self._away_from, [s.name() for s in QGuiApplication.screens()]
        if away_from is not None and away_from.screen in names:
            self._away_from = None
            self.restore(away_from)
        else:
            self.come_into_sight()


def _is_on(screen: QScreen) -> bool:
    """Whether it shows something; Qt makes up a screen where there is no monitor."""
    return not screen.availableGeometry().isEmpty()
