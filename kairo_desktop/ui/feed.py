"""From a session's thread to the windows: the newest view, as often as an eye can follow."""

import logging
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import chain
from math import ceil
from time import monotonic
from typing import Final, Protocol, TypeAlias

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from kairo_desktop.errors import KairoError
from kairo_desktop.session.events import ClockKind, Event, Fault
from kairo_desktop.store.journal import Journal
from kairo_desktop.store.recorder import Recorder
from kairo_desktop.supervisor.keeping import kept
from kairo_desktop.supervisor.live import Told
from kairo_desktop.supervisor.messages import Connections
from kairo_desktop.types import Hypothesis, Lane, UserCommand, Utterance
from kairo_desktop.ui.board import Board
from kairo_desktop.ui.views import BoardView

__all__ = ["Feed", "OpenSession", "Session", "Sitting"]

logger = logging.getLogger(__name__)

_FRAME_S: Final = 0.05
"""Between two views: text still flows for the eye, and each frame costs the same."""


class Session(Protocol):
    """What a `LiveSession` can do, as far as it matters here."""

    lanes: tuple[Lane, ...]

    def events(self) -> Iterator[Told]:
        """What happens, until some time after `end`."""
        ...

    def end(self) -> None:
        """Hear no more; called again, leave what was heard no time."""
        ...

    def pause(self, lane: Lane, *, paused: bool) -> None:
        """Stop hearing a lane, or hear it again."""
        ...

    def command(self, command: UserCommand) -> None:
        """Pass on what the user asks for."""
        ...


@dataclass(frozen=True, slots=True)
class Sitting:
    """A session that has begun, and where it is written down.

    Attributes:
        faults: What the session has to do without, told before anything happens.
    """

    session: Session
    journal: Journal
    faults: tuple[Fault, ...] = ()


OpenSession: TypeAlias = Callable[[], AbstractContextManager[Sitting]]
"""Opens a sitting in the thread that calls; leaving the context ends its children."""


class Feed(QObject):
    """Runs one session at a time in a thread, and shows what it tells.

    However fast a session talks, a window is given the newest view at most 20 times a second,
    and always the last one. All methods are for the thread of the windows and none of them
    blocks, except `stop`.

    Signals:
        shown: A `BoardView`.
        ended: The session is over and its children are gone; a `KairoError` when it could not
            go on, else None.
    """

    shown = Signal(BoardView)
    ended = Signal(object)
    _stirred = Signal()
    _over = Signal(object)

    def __init__(
        self,
        board: Board,
        parent: QObject | None = None,
        *,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__(parent)
        self._board = board
        self._clock = clock
        self._lock = threading.Lock()
        self._due = False
        self._session: Session | None = None
        self._session_id: int | None = None
        self._n_ends = 0
        self._heard_s = clock()
        self._thread: threading.Thread | None = None
        self._shown_s = float("-inf")
        self._frame = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._frame.timeout.connect(self._show)
        self._stirred.connect(self._plan_frame, Qt.ConnectionType.QueuedConnection)
        self._over.connect(self._finish, Qt.ConnectionType.QueuedConnection)

    @property
    def running(self) -> bool:
        """A session runs, or is being ended."""
        return self._thread is not None

    @property
    def ending(self) -> bool:
        """A session has been told to end and is not over yet."""
        return self.running and self._n_ends > 0

    @property
    def view(self) -> BoardView:
        """Everything as it stands now, shown or not."""
        with self._lock:
            return self._board.view

    @property
    def quiet_s(self) -> float:
        """Seconds since a word was heard, the session began, or the user was there."""
        return self._clock() - self._heard_s

    def note_presence(self) -> None:
        """The user is there: count `quiet_s` anew."""
        self._heard_s = self._clock()

    def note_connections(self, connections: Connections) -> None:
        """Show what went to the network outside of a session, as for a model that was fetched."""
        with self._lock:
            self._board.take(connections)
        self._stir()

    def start(self, open_session: OpenSession) -> None:
        """Begin a session; does nothing while one runs."""
        if self._thread is not None:
            return
        self._n_ends = 0
        self._heard_s = self._clock()
        self._thread = threading.Thread(
            target=self._run, args=(open_session,), name="feed", daemon=True
        )
        self._thread.start()

    def end(self) -> None:
        """Hear no more, and let what was heard be answered; called again, leave it no time.

        Without a session nothing happens.
        """
        with self._lock:
            self._n_ends += 1
            if self._session is not None:
                self._session.end()

    def stop(self, timeout_s: float) -> bool:
        """End the session at once, wait until its children are gone, and tell nothing more.

        Returns:
            False when that took longer than `timeout_s`.
        """
        self.blockSignals(True)  # noqa: FBT003 - Qt's signature
        if self._thread is None:
            return True
        for _ in range(2):
            self.end()
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def pause(self, lane: Lane, *, paused: bool) -> None:
        """Stop hearing a lane, or hear it again; without a session nothing happens."""
        if self._session is not None:
            self._session.pause(lane, paused=paused)

    def command(self, command: UserCommand) -> None:
        """Pass on what the user asks of a running session."""
        if self._session is not None:
            self._session.command(command)

    def forget(self, session_ids: Collection[int]) -> None:
        """Show nothing more of the last session if it is one of these, which were deleted."""
        if self._session_id not in session_ids:
            return
        with self._lock:
            self._board.forget()
        self._stir()

    def pin(self, turn_id: int, index: int) -> None:
        """Keep a point in sight, or let it go."""
        with self._lock:
            self._board.pin(turn_id, index)
        self._stir()

    def _run(self, open_session: OpenSession) -> None:
        error: KairoError | None = None
        try:
            with open_session() as sitting:
                self._follow(sitting)
        except KairoError as err:
            error = err
        except Exception as err:  # noqa: BLE001 - the loop of a worker
            # Its own words may quote the user.
            logger.error("a session ended by an unexpected %s", type(err).__name__)
            error = KairoError(
                self.tr("The session ended by something unexpected (%1).").replace(
                    "%1", type(err).__name__
                ),
                cure=self.tr("Start it again; what was said so far is kept."),
            )
        with self._lock:
            self._session = None
            if error is not None:
                self._board.take(Event(0.0, ClockKind.REAL, Fault.of(error)))
            self._board.end()
        self._over.emit(error)

    def _follow(self, sitting: Sitting) -> None:
        with self._lock:
            self._session, self._session_id = sitting.session, sitting.journal.session_id
            self._board.begin(sitting.session.lanes)
            for _ in range(self._n_ends):
                sitting.session.end()
        self._stir()
        faults = (Event(0.0, ClockKind.REAL, fault) for fault in sitting.faults)
        recorder, failing = Recorder(sitting.journal), False
        for told in kept(chain(faults, sitting.session.events()), recorder):
            if failing and not recorder.failing:
                with self._lock:
                    self._board.recover()
            failing = recorder.failing
            self._take(told)

    def _take(self, told: Told) -> None:
        if isinstance(told, Event) and isinstance(told.item, Hypothesis | Utterance):
            self._heard_s = self._clock()
        with self._lock:
            is_seen = self._board.take(told)
        if is_seen:
            self._stir()

    def _stir(self) -> None:
        """Have the windows shown the newest view, unless that is on its way already."""
        with self._lock:
            if self._due:
                return
            self._due = True
        self._stirred.emit()

    def _plan_frame(self) -> None:
        if not self._frame.isActive():
            wait_s = max(0.0, _FRAME_S - (self._clock() - self._shown_s))
            self._frame.start(ceil(wait_s * 1000))

    def _show(self) -> None:
        self._frame.stop()
        with self._lock:
            self._due = False
            view = self._board.view
        self._shown_s = self._clock()
        self.shown.emit(view)

    def _finish(self, error: KairoError | None) -> None:
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self._show()
        self.ended.emit(error)
