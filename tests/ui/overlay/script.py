"""An invented interview, as a live session would tell it."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from kairo_desktop.audio.health import LaneHealth, LaneState
from kairo_desktop.audio.levels import LaneLevel
from kairo_desktop.session.events import AnchorFound, ClockKind, Event, Fault, Item
from kairo_desktop.supervisor.live import Told
from kairo_desktop.supervisor.messages import ChildReport, ChildState
from kairo_desktop.types import (
    Anchor,
    AnswerDone,
    Hypothesis,
    Kind,
    Lane,
    PointState,
    Question,
    QuestionState,
    Source,
    TalkingPoint,
    Trace,
    Utterance,
    Word,
)
from kairo_desktop.ui.board import Board
from kairo_desktop.ui.views import BoardView

__all__ = [
    "ANCHOR",
    "POINTS",
    "SCENES",
    "answer",
    "board_after",
    "events",
    "growth",
    "hypothesis",
    "point",
    "question",
    "ready",
]

POINTS = (
    "Cut p95 from 840 ms to 210 ms by moving the join into a materialized view.",
    "Found it with a flame graph first: 70 % of the time was spent sorting.",
    "Shipped behind a flag, one region a day, and watched the error budget.",
    "What I would do differently: load-test with production's skew, not with even data.",
)
ANCHOR = Anchor("projects/search.md", "Checkout search", "p95 from 840 ms to 210 ms in six weeks")
_SOURCE = (Source("projects/search.md", "Checkout search"),)
_TRACE = Trace(
    speech_end_s=14.2,
    confirmed_ms=340.0,
    anchor_ms=-220.0,
    first_words_ms=310.0,
    first_point_ms=920.0,
    done_ms=2640.0,
    tokens=96,
    passes=41,
    drafted=88,
    accepted=55,
)


def events(items: Iterable[Item]) -> Iterator[Event]:
    """The items one after the other, a tenth of a second apart."""
    for number, item in enumerate(items):
        yield Event(number / 10, ClockKind.REAL, item)


def ready() -> Iterator[Told]:
    """Both children run and both lanes are heard."""
    for name in ("asr", "llm"):
        yield ChildReport(name, ChildState.READY)
    yield from events(
        (
            LaneHealth(Lane.SYSTEM, LaneState.OK, "Monitor of Built-in Audio"),
            LaneHealth(Lane.MIC, LaneState.OK, "Built-in Microphone"),
            LaneLevel(Lane.SYSTEM, -22.0, -12.0),
            LaneLevel(Lane.MIC, -44.0, -30.0),
        )
    )


def question(
    text: str,
    turn_id: int = 1,
    state: QuestionState = QuestionState.CONFIRMED,
    kind: Kind = Kind.BEHAVIORAL,
) -> Question:
    """A question that ended at 14.2 s."""
    return Question(turn_id, text, kind, 14.2, state)


def point(index: int, text: str, turn_id: int = 1, *, final: bool = True) -> TalkingPoint:
    """A point as it stands; final ones name their note."""
    state = PointState.FINAL if final else PointState.TENTATIVE
    return TalkingPoint(turn_id, index, text, _SOURCE if final else (), state)


def growth(texts: Iterable[str] = POINTS, turn_id: int = 1) -> Iterator[TalkingPoint]:
    """Points that grow by three letters at a time."""
    for index, text in enumerate(texts):
        for end in range(3, len(text), 3):
            yield point(index, text[:end], turn_id, final=False)
        yield point(index, text, turn_id)


def answer(turn_id: int = 1, texts: Iterable[str] = POINTS, *, in_notes: bool = True) -> AnswerDone:
    """The last word on a turn."""
    points = tuple(point(index, text, turn_id) for index, text in enumerate(texts))
    if not in_notes:
        points = tuple(replace(p, sources=()) for p in points)
    return AnswerDone(turn_id, points, not in_notes, _TRACE)


def hypothesis(lane: Lane, committed: str, tentative: str = "") -> Hypothesis:
    """An open utterance that says this."""
    return Hypothesis(lane, 3, _words(committed), _words(tentative), 10.0, 14.0)


def _words(text: str) -> tuple[Word, ...]:
    return tuple(Word(word, 0.0, 0.1, 0.9) for word in text.split())


_ASKED = "Tell me about a time you made something a lot faster. How did you find out what was slow?"
_EARLIER = "And before that, what brought you to search in the first place?"


def _earlier() -> list[Item]:
    said = Utterance(
        Lane.MIC, 1, "It started with one slow page that everybody complained about.", 3.0, 6.0
    )
    texts = (
        "A slow product page got me into it: 400 ms of it was search.",
        "Read the query planner's source for two weekends, then fixed three plans.",
    )
    return [question(_EARLIER, 1, kind=Kind.BACKGROUND), *growth(texts), answer(1, texts), said]


def _streaming() -> list[Item]:
    half = list(growth(POINTS[:3], 2))
    return [
        *_earlier(),
        Utterance(Lane.SYSTEM, 2, _EARLIER, 7.0, 9.0),
        hypothesis(
            Lane.SYSTEM,
            "Tell me about a time you made something a lot faster. How did you find",
            "out what was slow?",
        ),
        question(_ASKED, 2),
        AnchorFound(2, ANCHOR),
        *half[:-9],
    ]


def _tentative() -> list[Item]:
    asked = question(
        "Tell me about a time you made something a lot faster.", 2, QuestionState.TENTATIVE
    )
    return [
        *_earlier(),
        hypothesis(Lane.SYSTEM, "Tell me about a time you made something", "a lot faster."),
        asked,
        AnchorFound(2, ANCHOR),
        point(0, POINTS[0], 2, final=False),
        point(1, POINTS[1][:31], 2, final=False),
    ]


def _done() -> list[Item]:
    return [*_streaming(), *growth(POINTS, 2), answer(2)]


def _silent() -> list[Item]:
    return [
        question("What do you know about our on-call rota?", 1, kind=Kind.LOGISTICS),
        answer(
            1,
            (
                "Ask who carries the pager and how often it rings.",
                "Say what you expect: a week in six, paid, with a handover.",
                "Offer what you did: runbooks first, then fewer alerts.",
            ),
            in_notes=False,
        ),
    ]


def _long() -> list[Item]:
    very = "Donaudampfschifffahrtsgesellschaftskapitänsmütze"
    words = f"A reason that goes on, with {very} inside, until nobody knows where it began"
    asked = " ".join([_ASKED] * 6)
    return [
        question(asked, 1),
        AnchorFound(1, replace(ANCHOR, heading="Heading " * 12)),
        *(point(n, f"{words}, number {n}.") for n in range(5)),
    ]


def _lost() -> list[Item]:
    message = "It was unplugged. Plug it in again, or choose another microphone in Settings."
    return [*_done(), LaneHealth(Lane.MIC, LaneState.LOST, "USB Headset", message)]


def _paused() -> list[Item]:
    return [*_done(), *(LaneHealth(lane, LaneState.PAUSED, "Built-in") for lane in Lane)]


def _fault() -> list[Item]:
    return [*_done(), Fault("decode_failed", "The model could not answer.", "Ask again.")]


SCENES = {
    "empty": lambda: [],
    "streaming": _streaming,
    "tentative": _tentative,
    "done": _done,
    "not-in-notes": _silent,
    "long": _long,
    "lost": _lost,
    "paused": _paused,
    "fault": _fault,
}
"""What has happened, by the name of a picture."""


def board_after(items: Iterable[Item]) -> BoardView:
    """What the board shows after these items of a session that runs."""
    board = Board()
    board.begin(Lane)
    for told in (*ready(), *events(items)):
        board.take(told)
    return board.view
