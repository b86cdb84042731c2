"""The window of the first start: leads from step to step, and remembers how far it came."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.ui.first_start.consent_page import ConsentPage
from kairo_desktop.ui.first_start.dots import Dots
from kairo_desktop.ui.first_start.models_page import Choose, ModelsPage
from kairo_desktop.ui.first_start.page import StepPage
from kairo_desktop.ui.first_start.ready_page import ReadyPage
from kairo_desktop.ui.first_start.sample_page import SamplePage
from kairo_desktop.ui.first_start.sound_page import SoundPage
from kairo_desktop.ui.first_start.steps import DONE, Step, after, before, begin
from kairo_desktop.ui.icons import app_icon
from kairo_desktop.ui.settings.buttons import button
from kairo_desktop.ui.settings.listening import Open, opener

__all__ = ["FirstStart", "Outside"]

_SIZE: Final = QSize(680, 640)
_SIDE: Final = 56
_QUIET_PADDING: Final = 15
"""Of a button without a ground; its words stand in line with the rest of the page."""

_LARGER_TYPE: Final = """
QLabel[role="hero"] { font-size: 30px; font-weight: 600; }
QLabel[role="lead"] { font-size: 15px; }
QLabel[role="strong"] { font-size: 15px; font-weight: 600; }
QLabel[role="point"] { font-size: 16px; }
"""
"""One thing at a time is read from farther away than a page of settings."""


@dataclass(frozen=True, slots=True)
class Outside:
    """What the window reaches for beyond itself.

    Attributes:
        open_lanes: Makes the children that hear.
        choose: Takes over the models that were recommended and have come.
        remember: Takes the step to go on with, `steps.DONE` at the end.
        command: How `kairo` is started; None for this very program.
    """

    open_lanes: Open
    choose: Choose
    remember: Callable[[str], None]
    command: Sequence[str] | None = None

    @classmethod
    def of_machine(cls, paths: Paths, choose: Choose, remember: Callable[[str], None]) -> "Outside":
        """Real sound, this program."""
        return cls(opener(paths.logs), choose, remember)


class FirstStart(QWidget):
    """Five steps. Closing the window leaves it at its step; nothing of it goes on.

    Shown again, it goes on there; after the last step it begins anew.

    Signals:
        consented: The user has taken the reminder of others' rights for known.
        notes_wanted: The user wants to add notes in the settings.
        start_wanted: The user begins to listen with the last button.
        finished: The last step is over; the window has closed itself.

    Args:
        settings: What sounds to listen to, and which keys to name.
        step: To begin with (`steps.begin`).
        consent_given: The reminder has been taken for known before; without, no sound is opened.
    """

    consented = Signal()
    notes_wanted = Signal()
    start_wanted = Signal()
    finished = Signal()

    def __init__(
        self,
        settings: Settings,
        outside: Outside,
        step: Step = Step.CONSENT,
        *,
        consent_given: bool = False,
    ) -> None:
        super().__init__()
        self._consent_given = consent_given
        self._passed_over = set() if consent_given else {Step.CONSENT, Step.SOUND}
        self.setProperty("kind", "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setStyleSheet(_LARGER_TYPE)
        self.setWindowTitle(self.tr("Welcome to Kairo"))
        self.setWindowIcon(app_icon())
        self._remember = outside.remember
        self._step = step
        self._entered = False
        self._pages = self._make_pages(settings, outside)
        self._dots = Dots(len(self._pages))
        self._stack = QStackedWidget()
        for page in self._pages.values():
            self._stack.addWidget(_scrolling(page))
            page.changed.connect(self._show_buttons)
        self._later = button(self.tr("Continue &later"), "quiet")
        self._back = button(self.tr("&Back"), "quiet")
        self._skip = button("", "quiet")
        self._onward = button("", "primary")
        self._onward.setMinimumHeight(36)
        self._connect()
        self._lay_out()
        self.resize(_SIZE)

    @property
    def step(self) -> Step:
        """The step that is shown."""
        return self._step

    def sizeHint(self) -> QSize:
        """Room for every page without scrolling."""
        return _SIZE

    def showEvent(self, event: QShowEvent) -> None:
        """Enter the step at the first sight of it."""
        super().showEvent(event)
        if not event.spontaneous() and not self._entered:
            self._enter(self._step)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Leave the step; the next time goes on with it."""
        self._leave()
        super().closeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button that has the focus, else the one to go on; Escape closes."""
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                focused = self.focusWidget()
                chosen = focused if isinstance(focused, QPushButton) else self._onward
                chosen.click()
            case Qt.Key.Key_Escape:
                self.close()
            case _:
                super().keyPressEvent(event)

    def finish(self) -> None:
        """Close it, whatever it is at."""
        self.close()

    def _make_pages(self, settings: Settings, outside: Outside) -> dict[Step, StepPage]:
        """All of them, in order."""
        consent = ConsentPage()
        ready = ReadyPage(settings.hotkeys, may_listen=self._consent_given)
        consent.consented.connect(self._note_consent)
        self.consented.connect(ready.allow_listening)
        ready.notes_wanted.connect(self.notes_wanted)
        ready.start_wanted.connect(self.start_wanted)
        return {
            Step.CONSENT: consent,
            Step.SOUND: SoundPage(settings.audio, outside.open_lanes),
            Step.MODELS: ModelsPage(outside.choose, outside.command),
            Step.SAMPLE: SamplePage(outside.command),
            Step.READY: ready,
        }

    def _connect(self) -> None:
        self._onward.clicked.connect(self._go_on)
        self._skip.clicked.connect(self._skip_step)
        self._back.clicked.connect(self._go_back)
        self._later.clicked.connect(self.close)

    def _lay_out(self) -> None:
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.setContentsMargins(_SIDE - _QUIET_PADDING, 0, _SIDE, 0)
        foot.addWidget(self._later)
        foot.addStretch(1)
        for each in (self._back, self._skip, self._onward):
            foot.addWidget(each)
        above = QVBoxLayout()
        above.setContentsMargins(_SIDE, 0, _SIDE, 0)
        above.setSpacing(28)
        above.addWidget(self._dots)
        above.addWidget(self._stack, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 36, 0, 28)
        outer.setSpacing(16)
        outer.addLayout(above, 1)
        outer.addLayout(foot)

    def _enter(self, step: Step) -> None:
        self._step, self._entered = step, True
        at = list(self._pages).index(step)
        self._stack.setCurrentIndex(at)
        skipped = (place for place, one in enumerate(self._pages) if one in self._passed_over)
        self._dots.show_step(at, frozenset(skipped))
        self._remember(step)
        self._pages[step].enter()
        self._stack.setFocus()
        self._show_buttons()

    def _leave(self) -> None:
        if self._entered:
            self._entered = False
            self._pages[self._step].leave()

    def _go_on(self) -> None:
        if self._pages[self._step].go_on():
            self._passed_over.discard(self._step)
            self._pass_over()

    def _skip_step(self) -> None:
        self._passed_over.add(self._step)
        self._pass_over()

    def _pass_over(self) -> None:
        self._leave()
        following = self._after()
        if following is not None:
            self._enter(following)
            return
        self._remember(DONE)
        self._step = begin(DONE, consent_given=True)
        self.close()
        self.finished.emit()

    def _go_back(self) -> None:
        earlier = self._before()
        if earlier is not None:
            self._leave()
            self._enter(earlier)

    def _after(self) -> Step | None:
        return after(self._step, consent_given=self._consent_given)

    def _before(self) -> Step | None:
        return before(self._step, consent_given=self._consent_given)

    def _note_consent(self) -> None:
        self._consent_given = True
        self.consented.emit()

    def _show_buttons(self) -> None:
        page = self._pages[self._step]
        self._onward.setText(page.onward)
        if not page.ready and self.focusWidget() is self._onward:
            # Qt would hand the keys to another button, and Enter then leave.
            self._stack.setFocus()
        self._onward.setEnabled(page.ready)
        self._onward.setToolTip(page.waits_for)
        self._onward.setAccessibleDescription(page.waits_for)
        if page.ready and self.focusWidget() is self._stack:
            self._onward.setFocus()
        self._skip.setText(page.past)
        self._skip.setVisible(bool(page.past))
        self._back.setVisible(self._before() is not None)
        self._later.setVisible(self._after() is not None)


def _scrolling(page: StepPage) -> QScrollArea:
    """The page where a small screen or large type leaves it too little room."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(page)
    return area
