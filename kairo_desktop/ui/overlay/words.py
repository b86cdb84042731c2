"""What the overlay says in words: of states, faults and times."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from kairo_desktop.audio.health import LaneState
from kairo_desktop.supervisor.messages import ChildState
from kairo_desktop.types import Kind, Lane, QuestionState, TalkingPoint, Trace
from kairo_desktop.ui.views import BoardView, CardView, ChildView, LaneView, Phase

__all__ = [
    "Notice",
    "Weight",
    "connections_text",
    "empty_text",
    "kind_text",
    "lane_name",
    "lane_text",
    "note_text",
    "nothing_heard_text",
    "notice_of",
    "phase_text",
    "plain_text",
    "sources_text",
    "state_text",
    "trace_text",
]


_PHASES: Final = {
    Phase.IDLE: QT_TRANSLATE_NOOP("Overlay", "Not listening"),
    Phase.LOADING: QT_TRANSLATE_NOOP("Overlay", "Getting ready"),
    Phase.LISTENING: QT_TRANSLATE_NOOP("Overlay", "Listening"),
    Phase.PAUSED: QT_TRANSLATE_NOOP("Overlay", "Paused"),
    Phase.TROUBLE: QT_TRANSLATE_NOOP("Overlay", "Trouble"),
}
_KINDS: Final = {
    Kind.BEHAVIORAL: QT_TRANSLATE_NOOP("Overlay", "Experience"),
    Kind.ALGORITHMIC: QT_TRANSLATE_NOOP("Overlay", "Algorithm"),
    Kind.SYSTEM_DESIGN: QT_TRANSLATE_NOOP("Overlay", "System design"),
    Kind.TECHNICAL_KNOWLEDGE: QT_TRANSLATE_NOOP("Overlay", "Knowledge"),
    Kind.BACKGROUND: QT_TRANSLATE_NOOP("Overlay", "Background"),
    Kind.LOGISTICS: QT_TRANSLATE_NOOP("Overlay", "Logistics"),
}


def _tr(text: str) -> str:
    return QCoreApplication.translate("Overlay", text)


class Weight(Enum):
    """How much a notice matters; the values name its icon."""

    INFO = "info"
    WARN = "warning"


@dataclass(frozen=True, slots=True)
class Notice:
    """One line about something that is not as it should be."""

    weight: Weight
    text: str


def phase_text(phase: Phase) -> str:
    """What the program does, in one or two words."""
    return _tr(str(_PHASES[phase]))


def empty_text(phase: Phase) -> tuple[str, str]:
    """What stands where points will be: a headline and a line below it."""
    return {
        Phase.IDLE: (_tr("Ready when you are"), _tr("Nothing is heard until you start.")),
        Phase.LOADING: (
            _tr("Getting the models ready"),
            _tr("What is said meanwhile is not lost."),
        ),
        Phase.LISTENING: (
            _tr("Listening"),
            _tr("Points appear here when a question is asked."),
        ),
        Phase.PAUSED: (_tr("Paused"), _tr("Nothing is heard until you go on.")),
        Phase.TROUBLE: (_tr("Something is in the way"), _tr("See the line below.")),
    }[phase]


def lane_name(lane: Lane) -> str:
    """Whose voice it is."""
    return _tr("The call") if lane is Lane.SYSTEM else _tr("Your microphone")


def nothing_heard_text(lane: Lane) -> str:
    """What stands where a caption will be."""
    if lane is Lane.SYSTEM:
        return _tr("Nothing said in the call yet")
    return _tr("Nothing said by you yet")


def lane_text(view: LaneView) -> str:
    """How a lane is and what a click on it does."""
    name = lane_name(view.lane)
    if not view.heard:
        return _tr("{lane}: not part of this session").format(lane=name)
    if view.paused:
        return _tr("{lane}: paused. Click to hear it again").format(lane=name)
    state = {
        LaneState.OK: view.source or _tr("heard"),
        LaneState.SILENT: _tr("silent"),
        LaneState.STALLED: _tr("no sound comes"),
        LaneState.LOST: _tr("lost"),
        LaneState.DENIED: _tr("not allowed"),
        LaneState.PAUSED: _tr("paused"),
    }[view.state]
    return _tr("{lane}: {state}. Click to pause it").format(lane=name, state=state)


def kind_text(kind: Kind) -> str:
    """What sort of answer a question wants."""
    return _tr(str(_KINDS[kind]))


def state_text(card: CardView) -> str:
    """What is not settled about a question; empty for one that stands."""
    match card.state:
        case QuestionState.CONFIRMED:
            return ""
        case QuestionState.WITHDRAWN:
            return _tr("taken back")
        case _:
            return _tr("may go on")


def sources_text(point: TalkingPoint) -> str:
    """The notes that a point rests on; empty for none."""
    return " · ".join(note_text(source.file, source.heading) for source in point.sources)


def note_text(file: str, heading: str) -> str:
    """A place in the notes, without the folders on the way."""
    name = file.rpartition("/")[2]
    return f"{name} › {heading}" if heading else name


def connections_text(count: int) -> str:
    """How many connections were made."""
    return _tr("1 connection") if count == 1 else _tr("{n} connections").format(n=count)


def trace_text(trace: Trace) -> str:
    """How long an answer took, in words; empty when nothing was measured."""
    parts = []
    if trace.first_words_ms is not None:
        early = trace.first_words_ms <= 0
        seconds = _seconds(trace.first_words_ms)
        words = _tr("first words before the end") if early else _tr("first words {time}")
        parts.append(words.format(time=seconds))
    if trace.done_ms is not None and trace.done_ms > 0:
        parts.append(_tr("all in {time}").format(time=_seconds(trace.done_ms)))
    if trace.drafted:
        share = f"{100 * trace.accepted / trace.drafted:.0f} %"
        parts.append(_tr("{share} of the draft kept").format(share=share))
    return " · ".join(parts)


def _seconds(ms: float) -> str:
    return f"{ms:.0f} ms" if ms < 1000 else f"{ms / 1000:.1f} s"


def notice_of(view: BoardView) -> Notice | None:
    """The one thing that the user should know now, or None when all is well."""
    candidates = [
        *(_of_child(child) for child in view.children),
        *(_of_lane(lane) for lane in view.lanes),
    ]
    if (first := next((n for n in candidates if n is not None), None)) is not None:
        return first
    if view.fault is not None:
        return Notice(Weight.WARN, f"{view.fault.message} {view.fault.cure}".strip())
    return None


def _of_child(child: ChildView) -> Notice | None:
    match child.state, child.name:
        case ChildState.RESTARTING, "asr" | "llm":
            text = _tr("{part} stopped and is being started again. Nothing is lost.")
            return Notice(Weight.INFO, text.format(part=_part_name(child.name)))
        case ChildState.FAILED, "asr" | "llm":
            text = _tr("{part} keeps stopping. Stop listening, then start again.")
            return Notice(Weight.WARN, text.format(part=_part_name(child.name)))
        case _:
            return None


def _part_name(name: str) -> str:
    return _tr("Speech recognition") if name == "asr" else _tr("The answering model")


def _of_lane(lane: LaneView) -> Notice | None:
    if not lane.heard or lane.paused or not lane.message:
        return None
    weight = Weight.WARN if lane.troubled else Weight.INFO
    return Notice(weight, f"{lane_name(lane.lane)}: {lane.message}")


def plain_text(card: CardView) -> str:
    """A question and its points, to be pasted elsewhere."""
    lines = [card.question, *(f"- {point.text}" for point in card.points)]
    return "\n".join(lines)
