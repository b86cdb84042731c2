"""What the overlay says in words: of states, faults and times."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from kairo_desktop.audio.health import LaneState
from kairo_desktop.session.events import Fault
from kairo_desktop.supervisor.messages import ChildState
from kairo_desktop.types import Kind, Lane, QuestionState, TalkingPoint, Trace
from kairo_desktop.ui.views import SKIPPED, BoardView, CardView, ChildView, LaneView, Phase, lasts

__all__ = [
    "Notice",
    "Weight",
    "ailing_text",
    "connections_text",
    "empty_text",
    "kind_text",
    "lane_name",
    "lane_text",
    "note_text",
    "nothing_heard_text",
    "notice_of",
    "ordinary_notice",
    "phase_text",
    "plain_text",
    "short_phase_text",
    "sources_text",
    "state_text",
    "trace_text",
]

translate = QCoreApplication.translate


_PHASES: Final = {
    Phase.IDLE: QT_TRANSLATE_NOOP("Overlay", "Not listening"),
    Phase.LOADING: QT_TRANSLATE_NOOP("Overlay", "Getting ready"),
    Phase.HEARING: QT_TRANSLATE_NOOP("Overlay", "Listening · answers soon"),
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
    """What the program does, in a few words."""
    return translate("Overlay", str(_PHASES[phase]))


def short_phase_text(phase: Phase) -> str:
    """What the program does, where there is little room."""
    return phase_text(Phase.LISTENING if phase is Phase.HEARING else phase)


def empty_text(phase: Phase) -> tuple[str, str]:
    """What stands where points will be: a headline and a line below it."""
    return {
        Phase.IDLE: (
            translate("Overlay", "Ready when you are"),
            translate("Overlay", "Nothing is heard until you start."),
        ),
        Phase.LOADING: (
            translate("Overlay", "Getting the models ready"),
            translate("Overlay", "What is said meanwhile is not lost."),
        ),
        Phase.HEARING: (
            translate("Overlay", "Listening"),
            translate("Overlay", "Answers come once the models are ready. Nothing is lost."),
        ),
        Phase.LISTENING: (
            translate("Overlay", "Listening"),
            translate("Overlay", "Points appear here when a question is asked."),
        ),
        Phase.PAUSED: (
            translate("Overlay", "Paused"),
            translate("Overlay", "Nothing is heard until you go on."),
        ),
        Phase.TROUBLE: (
            translate("Overlay", "Something is in the way"),
            translate("Overlay", "The line below says what."),
        ),
    }[phase]


def lane_name(lane: Lane) -> str:
    """Whose voice it is."""
    return (
        translate("Overlay", "The call")
        if lane is Lane.SYSTEM
        else translate("Overlay", "Your microphone")
    )


def nothing_heard_text(lane: Lane) -> str:
    """What stands where a caption will be."""
    if lane is Lane.SYSTEM:
        return translate("Overlay", "Nothing said in the call yet")
    return translate("Overlay", "Nothing said by you yet")


def lane_text(view: LaneView) -> str:
    """How a lane is and what a click on it does."""
    name = lane_name(view.lane)
    if not view.heard:
        return translate("Overlay", "{lane}: not part of this session").format(lane=name)
    if view.paused:
        return translate("Overlay", "{lane}: paused. Click to hear it again").format(lane=name)
    state = view.message if view.ailing else ""
    state = (
        state.rstrip(".")
        or {
            LaneState.OK: view.source or translate("Overlay", "heard"),
            LaneState.SILENT: translate("Overlay", "silent"),
            LaneState.STALLED: translate("Overlay", "no sound comes"),
            LaneState.LOST: translate("Overlay", "lost"),
            LaneState.DENIED: translate("Overlay", "not allowed"),
            LaneState.PAUSED: translate("Overlay", "paused"),
        }[view.state]
    )
    return translate("Overlay", "{lane}: {state}. Click to pause it").format(lane=name, state=state)


def kind_text(kind: Kind) -> str:
    """What sort of answer a question wants."""
    return translate("Overlay", str(_KINDS[kind]))


def state_text(card: CardView) -> str:
    """What is not settled about a question; empty for one that stands."""
    match card.state:
        case QuestionState.CONFIRMED:
            return ""
        case QuestionState.WITHDRAWN:
            return translate("Overlay", "taken back")
        case _:
            return translate("Overlay", "may go on")


def sources_text(point: TalkingPoint) -> str:
    """The notes that a point rests on; empty for none."""
    return " · ".join(note_text(source.file, source.heading) for source in point.sources)


def note_text(file: str, heading: str) -> str:
    """A place in the notes, without the folders on the way."""
    name = file.rpartition("/")[2]
    return f"{name} › {heading}" if heading else name


def connections_text(count: int) -> str:
    """How many connections were made."""
    return translate("Overlay", "%n connection(s)", "", count)


def trace_text(trace: Trace) -> str:
    """How long an answer took, in words; empty when nothing was measured."""
    parts = []
    if trace.first_words_ms is not None:
        early = trace.first_words_ms <= 0
        words = (
            translate("Overlay", "First words before the question ended")
            if early
            else translate("Overlay", "First words after {time}")
        )
        parts.append(words.format(time=_seconds(trace.first_words_ms)))
    if trace.done_ms is not None and trace.done_ms > 0:
        parts.append(translate("Overlay", "all after {time}").format(time=_seconds(trace.done_ms)))
    return " · ".join(parts)


def _seconds(ms: float) -> str:
    return translate("Overlay", "{seconds} s").format(seconds=f"{ms / 1000:.1f}")


def notice_of(view: BoardView) -> Notice | None:
    """The one thing that the user should know now, or None when all is well.

    A silent lane is told by its sign alone: a muted headset must not push answers away.
    """
    children = [_of_child(child) for child in view.children]
    troubled = [_of_lane(lane) for lane in view.lanes if _is_told(lane)]
    fault = None
    if view.fault is not None:
        fault = Notice(Weight.WARN, _fault_text(view.fault, view.n_skipped))
    urgent = fault if view.fault is not None and lasts(view.fault) else None
    # A child that cannot start has said why itself: a model is gone, for one.
    reasons = {child.detail for child in view.children if child.state is ChildState.FAILED}
    refusal = fault if view.fault is not None and view.fault.message in reasons else None
    candidates = (refusal, *children, urgent, *troubled, fault)
    return next((notice for notice in candidates if notice is not None), None)


def ordinary_notice(phase: Phase, platform: str) -> Notice | None:
    """Why the overlay does not float, said while there is time to read it; None where it does.

    Args:
        phase: What the program does.
        platform: Qt's name of the window system.
    """
    if phase is not Phase.IDLE or not platform.startswith("wayland"):
        return None
    text = translate(
        "Overlay",
        "This desktop lets no window stay above the others: put Kairo beside the call. Where "
        "XWayland is installed, it floats.",
    )
    return Notice(Weight.INFO, text)


def _fault_text(fault: Fault, n_skipped: int) -> str:
    if fault.code == SKIPPED and n_skipped > 1:
        return translate(
            "Overlay",
            "%n note(s) cannot be used. The settings say which and why, under Profile.",
            "",
            n_skipped,
        )
    return f"{fault.message} {fault.cure}".strip()


def _of_child(child: ChildView) -> Notice | None:
    match child.state, child.name:
        case ChildState.RESTARTING, "asr" | "llm":
            text = translate(
                "Overlay", "{part} stopped and is being started again. Nothing is lost."
            )
            return Notice(Weight.INFO, text.format(part=_part_name(child.name)))
        case ChildState.FAILED, "asr" | "llm":
            text = translate("Overlay", "{part} keeps stopping. Stop listening, then start again.")
            return Notice(Weight.WARN, text.format(part=_part_name(child.name)))
        case _:
            return None


def _part_name(name: str) -> str:
    return (
        translate("Overlay", "Speech recognition")
        if name == "asr"
        else translate("Overlay", "The answering model")
    )


def _is_told(lane: LaneView) -> bool:
    return lane.ailing and lane.troubled


def _of_lane(lane: LaneView) -> Notice:
    return Notice(Weight.WARN, ailing_text(lane))


def ailing_text(lane: LaneView) -> str:
    """What is the matter with a lane."""
    return f"{lane_name(lane.lane)}: {lane.message}"


def plain_text(card: CardView) -> str:
    """A question and its points, to be pasted elsewhere."""
    lines = [card.question, *(f"- {point.text}" for point in card.points)]
    return "\n".join(lines)
