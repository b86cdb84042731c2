"""What the windows show of a session, reduced from what it tells; pure, no Qt.

`Board.take` costs the same however long the session lasts; `Board.view` is immutable and may
cross threads.
"""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace
from typing import Final, TypeAlias

from kairo_desktop.audio.health import LaneHealth, LaneState
from kairo_desktop.audio.levels import FLOOR_DB, LaneLevel
from kairo_desktop.errors import DiskError
from kairo_desktop.session.events import AnchorFound, Event, Fault, Item
from kairo_desktop.supervisor.messages import ChildReport, ChildState, Connections
from kairo_desktop.types import (
    AnswerDone,
    Hypothesis,
    Lane,
    PointState,
    Question,
    QuestionState,
    TalkingPoint,
    Utterance,
)
from kairo_desktop.ui.views import (
    SKIPPED,
    BoardView,
    CaptionView,
    CardView,
    ChildView,
    LaneView,
    Phase,
    lasts,
)

__all__ = [
    "MAX_CAPTION_CHARS",
    "MAX_CARDS",
    "MAX_PINNED",
    "Board",
]

MAX_CARDS: Final = 200
"""Questions that can be scrolled back to; the history keeps all of them."""

MAX_PINNED: Final = 5
MAX_CAPTION_CHARS: Final = 600
"""Of finished text in a caption; the transcript itself is kept elsewhere."""

_QUIETEST_DB: Final = -60.0
_STEP_DB: Final = 3.0
"""What is quieter, or closer to the level before, no meter shows: a quiet room costs nothing."""

_ANSWERING: Final = frozenset({"asr", "llm"})
"""Children without which nothing is heard or answered."""

Told: TypeAlias = Event | ChildReport | Connections


class Board:
    """Keeps what can be seen of the present session, or of the last one."""

    def __init__(self) -> None:
        self._running = False
        self._connections = Connections()
        self._lasting_fault: Fault | None = None
        self._clear(())

    def begin(self, lanes: Iterable[Lane]) -> None:
        """A session starts that hears these lanes; the one before leaves the board."""
        self._clear(lanes)
        self._running = True

    def end(self) -> None:
        """The session is over; its questions stay to be read."""
        self._running = False
        self._children.clear()
        for lane, view in self._lanes.items():
            self._lanes[lane] = LaneView(lane, heard=view.heard)

    def forget(self) -> None:
        """Show nothing of the last session any more; one that runs stays."""
        if not self._running:
            self._clear(())

    def take(self, told: Told) -> bool:
        """Take the next thing that the session tells.

        Returns:
            False for a level that looks like the one before: nothing need be shown anew.
        """
        if isinstance(told, Event) and isinstance(told.item, LaneLevel):
            return self._sounded(told.item)
        match told:
            case ChildReport():
                self._children[told.name] = ChildView(told.name, told.state, told.detail)
            case Connections():
                self._connections = told
            case _:
                self._happened(told.item)
        return True

    def pin(self, turn_id: int, index: int) -> None:
        """Keep a point in sight, or let it go; the oldest gives way to a sixth."""
        if self._pinned.pop((turn_id, index), None) is not None:
            return
        card = self._cards.get(turn_id)
        points = () if card is None else card.points
        if (point := next((p for p in points if p.index == index), None)) is None:
            return
        self._pinned[turn_id, index] = point
        if len(self._pinned) > MAX_PINNED:
            self._pinned.popitem(last=False)

    def recover(self) -> None:
        """What could not be written has been: if that was the fault that lasted, it is over."""
        if self._lasting_fault is not None and self._lasting_fault.code == DiskError.code:
            self._lasting_fault = None

    @property
    def view(self) -> BoardView:
        """Everything as it stands now."""
        forming = QuestionState.FORMING
        return BoardView(
            phase=self._phase(),
            lanes=tuple(self._lanes.values()),
            captions=tuple(self._captions.values()),
            cards=tuple(card for card in self._cards.values() if card.state is not forming),
            pinned=tuple(self._pinned.values()),
            children=tuple(self._children.values()),
            fault=self._fault or self._lasting_fault,
            n_skipped=len(self._skipped),
            connections=self._connections,
        )

    def _clear(self, lanes: Iterable[Lane]) -> None:
        heard = frozenset(lanes)
        self._lanes = {lane: LaneView(lane, heard=lane in heard) for lane in Lane}
        self._captions = {lane: CaptionView(lane) for lane in Lane}
        self._cards: OrderedDict[int, CardView] = OrderedDict()
        self._pinned: OrderedDict[tuple[int, int], TalkingPoint] = OrderedDict()
        self._children: dict[str, ChildView] = {}
        self._fault: Fault | None = None
        self._lasting_fault = None
        self._skipped: set[str] = set()

    def _phase(self) -> Phase:
        if not self._running:
            return Phase.IDLE
        if any(child.state is ChildState.FAILED for child in self._children.values()):
            return Phase.TROUBLE
        ready = {c.name for c in self._children.values() if c.state is ChildState.READY}
        heard = [lane for lane in self._lanes.values() if lane.heard]
        if not ready >= _ANSWERING:
            return _phase_without_answers(heard)
        if any(lane.troubled for lane in heard):
            return Phase.TROUBLE
        return Phase.PAUSED if all(lane.paused for lane in heard) else Phase.LISTENING

    def _sounded(self, level: LaneLevel) -> bool:
        before = self._lanes[level.lane].level_db
        level_db = FLOOR_DB
        if level.rms_db >= _QUIETEST_DB:
            level_db = round(level.rms_db / _STEP_DB) * _STEP_DB
        if level_db == before:
            return False
        self._lanes[level.lane] = replace(self._lanes[level.lane], level_db=level_db)
        return True

    def _happened(self, item: Item) -> None:
        match item:
            case LaneHealth():
                self._lanes[item.lane] = _lane_after(self._lanes[item.lane], item)
            case Hypothesis() | Utterance():
                self._captions[item.lane] = _caption_after(self._captions[item.lane], item)
            case Question():
                self._asked(item)
            case AnchorFound() | TalkingPoint() | AnswerDone():
                self._said(item)
            case Fault() if lasts(item):
                self._lasting_fault = item
            case Fault():
                self._fault = item
                if item.code == SKIPPED:
                    # Told again by a child that was started again; counted by its words.
                    self._skipped.add(item.message)
            case _:
                return

    def _asked(self, question: Question) -> None:
        card = self._cards.get(question.turn_id)
        stands = card is not None and card.stands
        match question.state:
            case QuestionState.WITHDRAWN:
                if card is not None and stands:
                    self._put(replace(card, state=QuestionState.WITHDRAWN))
                else:
                    self._cards.pop(question.turn_id, None)
            case QuestionState.CONFIRMED:
                self._put(_asked_anew(card, question))
                if question.repeat_of is not None:
                    self._cards.move_to_end(question.turn_id)
            case _ if not stands:
                self._put(_asked_anew(card, question))
            case _:
                return

    def _put(self, card: CardView) -> None:
        self._cards[card.turn_id] = card
        if len(self._cards) > MAX_CARDS:
            self._cards.popitem(last=False)

    def _said(self, item: AnchorFound | TalkingPoint | AnswerDone) -> None:
        card = self._cards.get(item.turn_id)
        if card is None:
            return
        match item:
            case AnchorFound():
                card = replace(card, anchor=item.anchor)
            case TalkingPoint():
                # What comes after an answer begins another one: its times are not known yet.
                card = replace(card, points=_points_after(card.points, item), trace=None)
            case _:
                self._fault = None
                card = _answered(card, item)
        self._cards[item.turn_id] = card
        for point in card.points:
            place = (point.turn_id, point.index)
            if place in self._pinned and point.text.startswith(self._pinned[place].text):
                self._pinned[place] = point


def _phase_without_answers(heard: list[LaneView]) -> Phase:
    """While models load: whether somebody is recorded is the first thing to know."""
    if heard and all(lane.paused for lane in heard):
        return Phase.PAUSED
    return Phase.HEARING if any(lane.open for lane in heard) else Phase.LOADING


def _lane_after(lane: LaneView, item: LaneHealth) -> LaneView:
    level_db = lane.level_db if item.state is LaneState.OK else FLOOR_DB
    return replace(
        lane, state=item.state, source=item.source, message=item.message, level_db=level_db
    )


def _caption_after(caption: CaptionView, item: Hypothesis | Utterance) -> CaptionView:
    if isinstance(item, Hypothesis):
        committed = " ".join(word.text for word in item.committed)
        tentative = " ".join(word.text for word in item.tentative)
        return replace(caption, committed=committed, tentative=tentative)
    finished = f"{caption.finished} {item.text}".strip()
    if len(finished) > MAX_CAPTION_CHARS:
        # Half of it at once: each cut breaks the lines on screen anew.
        finished = finished[-MAX_CAPTION_CHARS // 2 :].partition(" ")[2]
    return CaptionView(caption.lane, finished)


def _asked_anew(card: CardView | None, question: Question) -> CardView:
    """The card of a question as it reads now; a tentative one that forms again stays in sight."""
    if card is None:
        return CardView(question.turn_id, question.text, question.kind, question.state)
    falls = question.state is QuestionState.FORMING
    return replace(
        card,
        question=question.text,
        kind=question.kind,
        state=card.state if falls else question.state,
        done=False,
        trace=None,
    )


def _points_after(
    before: tuple[TalkingPoint, ...], point: TalkingPoint
) -> tuple[TalkingPoint, ...]:
    """The points with this one grown; one that reads otherwise begins another answer."""
    ahead = tuple(p for p in before if p.index < point.index)
    behind = before[len(ahead) :]
    if behind and behind[0].index == point.index:
        grows = point.text.startswith(behind[0].text)
        behind = behind[1:] if grows else ()
    return (*ahead, point, *behind)


def _answered(card: CardView, answer: AnswerDone) -> CardView:
    """All is said. What an engine that broke off has shown stays if nothing replaces it."""
    final = tuple(replace(point, state=PointState.FINAL) for point in answer.points)
    return replace(
        card,
        points=final or card.points,
        done=True,
        not_in_notes=answer.not_in_notes,
        trace=answer.trace,
    )
