"""A word to the user in a corner of the screen, which takes no focus and goes by itself."""

from collections import deque
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QElapsedTimer, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from kairo_desktop.ui.theme import Theme
from kairo_desktop.ui.x11 import keep_out_of_taskbar

__all__ = ["Toast"]

_WIDTH: Final = 360
_MARGIN: Final = 16
_SHOWN_MS: Final = 9000
_LEAST_SHOWN_MS: Final = 4000
"""Of a word after which another one waits: time to read it."""

_MOST_WAITING: Final = 4


@dataclass(frozen=True, slots=True)
class _Word:
    """What is said; with answers it is a question."""

    text: str
    more: str
    yes: str = ""
    no: str = ""
    shown_ms: int = _SHOWN_MS


class Toast(QWidget):
    """Says one thing after the other; a click takes it away.

    A word gives way to a question at once, and is said again after it.

    Signals:
        answered: True for yes, False for no and for no answer in time.
    """

    answered = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__(
            None,
            Qt.WindowType.Tool
            | Qt.WindowType.FramelessWindowHint
            | Qt.WindowType.WindowStaysOnTopHint
            | Qt.WindowType.WindowDoesNotAcceptFocus,
        )
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, on=False)
        self.setWindowTitle(self.tr("Kairo says"))
        self._now: _Word | None = None
        self._waiting: deque[_Word] = deque(maxlen=_MOST_WAITING)
        self._over = QTimer(self, singleShot=True)
        self._over.timeout.connect(self._run_out)
        self._since = QElapsedTimer()
        self._text = _label("strong")
        self._more = _label("muted")
        self._answers = QWidget()
        self._yes, self._no = QPushButton(), QPushButton()
        self._yes.setProperty("kind", "primary")
        self._yes.clicked.connect(lambda: self._go(answer=True))
        self._no.clicked.connect(lambda: self._go(answer=False))
        self._card = QFrame()
        self._arrange(theme)

    @property
    def words(self) -> str:
        """What stands there now; empty when nothing does."""
        return "" if self._now is None else f"{self._now.text} {self._now.more}".strip()

    @property
    def asks(self) -> bool:
        """Whether an answer is waited for."""
        return self._now is not None and bool(self._now.yes)

    def say(self, text: str, more: str = "") -> None:
        """Say something, and below it what to do about it."""
        self._take(_Word(text, more))

    def ask(self, text: str, more: str, *, yes: str, no: str, within_s: float) -> None:
        """Ask something; `answered` comes within that time."""
        self._take(_Word(text, more, yes, no, round(within_s * 1000)))

    def withdraw(self) -> None:
        """A question need not be answered any more, nor asked if it still waits."""
        for word in [word for word in self._waiting if word.yes]:
            self._waiting.remove(word)
        if self.asks:
            self._go()

    def set_blended(self, on: bool) -> None:  # noqa: FBT001 - a slot
        """Have round corners, or square ones where they would be black."""
        self._card.setStyleSheet("" if on else "QFrame { border-radius: 0 }")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click has read it; a question wants one of its answers."""
        event.accept()
        if not self.asks:
            self._go()

    def _take(self, word: _Word) -> None:
        if word == self._now or word in self._waiting:
            return
        if self._now is not None and word.yes and not self.asks:
            self._waiting.appendleft(self._now)
            self._waiting.appendleft(word)
            self._next()
            return
        self._waiting.append(word)
        if self._now is None:
            self._next()
        elif not self.asks:
            self._over.start(max(0, _LEAST_SHOWN_MS - self._since.elapsed()))

    def _next(self) -> None:
        self._now = word = self._waiting.popleft()
        self._text.setText(word.text)
        self._more.setText(word.more)
        self._more.setVisible(bool(word.more))
        self._yes.setText(word.yes)
        self._no.setText(word.no)
        self._answers.setVisible(self.asks)
        self.setAccessibleName(self.words)
        self._since.start()
        hurry = self._waiting and not self.asks
        self._over.start(_LEAST_SHOWN_MS if hurry else word.shown_ms)
        self.setFixedHeight(self._wanted_height())
        free = QGuiApplication.primaryScreen().availableGeometry()
        self.move(
            free.x() + free.width() - _WIDTH - _MARGIN,
            free.y() + free.height() - self.height() - _MARGIN,
        )
        keep_out_of_taskbar(self)
        self.show()
        self.raise_()

    def _wanted_height(self) -> int:
        """The height that the words need at the toast's width."""
        heights = []
        # From the inside out: a layout hears of new words within another only later.
        for widget in (self._answers, self._card, self):
            layout = widget.layout()
            assert layout is not None
            layout.invalidate()
            layout.activate()
            heights.append(layout.totalHeightForWidth(_WIDTH))
        return heights[-1]

    def _go(self, *, answer: bool | None = None) -> None:
        """Give way to the next word; a question may end without an answer."""
        self._now = None
        self._over.stop()
        if self._waiting:
            self._next()
        else:
            self.hide()
        if answer is not None:
            self.answered.emit(answer)

    def _run_out(self) -> None:
        self._go(answer=False if self.asks else None)

    def _arrange(self, theme: Theme) -> None:
        card = self._card
        card.setProperty("kind", "card")
        inner = QVBoxLayout(card)
        inner.setContentsMargins(*(theme.space.l,) * 4)
        inner.setSpacing(theme.space.xs)
        inner.addWidget(self._text)
        inner.addWidget(self._more)
        buttons = QHBoxLayout(self._answers)
        buttons.setContentsMargins(0, theme.space.s, 0, 0)
        buttons.addStretch()
        buttons.addWidget(self._no)
        buttons.addWidget(self._yes)
        inner.addWidget(self._answers)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(card)
        self.setFixedWidth(_WIDTH)


def _label(role: str) -> QLabel:
    label = QLabel()
    label.setProperty("role", role)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
